/* SPDX-License-Identifier: MIT */
/* betza.c -- reading a Betza string, in two passes.
 *
 *     mfWcfFimfW2
 *     1. terms     mfW   cfF   imfW2      modifiers, directions, atom, range
 *        parts     (0,1) 1..1 moves;  (-1,1) and (1,1) 1..1 takes;
 *                  (0,1) 1..2 moves first
 *     2. rays      one step at a time, cut where its uses change:
 *                  (0,1) 1..1 moves;  (0,1) 2..2 moves first;  ...
 *
 * The second pass makes rays that do not overlap, so that a square is reached
 * by one ray and a double step is told by its length. */
#include "rules/variant/load.h"

/* A compound has a row for each of its parts. */
static const struct atom {
    char letter;
    int16_t major, minor;
    bool slides; /* without a range it has no end */
} atoms[] = {
    {'W', 1, 0, false}, {'F', 1, 1, false}, {'D', 2, 0, false}, {'N', 2, 1, false},
    {'A', 2, 2, false}, {'H', 3, 0, false}, {'L', 3, 1, false}, {'C', 3, 1, false},
    {'J', 3, 2, false}, {'Z', 3, 2, false}, {'G', 3, 3, false}, {'R', 1, 0, true},
    {'B', 1, 1, true},  {'K', 1, 0, false}, {'K', 1, 1, false}, {'Q', 1, 0, true},
    {'Q', 1, 1, true},
};
enum { ATOMS = sizeof atoms / sizeof *atoms };

static const struct {
    char letter;
    const char *name;
} refused[] = {
    {'j', "j (must jump)"},
    {'o', "o (goes round the board as a cylinder)"},
    {'q', "q (turns as it goes)"},
    {'z', "z (zigzags)"},
    {'t', "t (one move, then another)"},
    {'a', "a (moves again)"},
    {'d', "d (takes its own pieces)"},
    {'e', "e (takes in passing): the key en-passant says so"},
    {'u', "u (unloads)"},
    {'x', "x (lends its moves)"},
    {'y', "y (changes its range on the way)"},
    {'h', "h (a half) without f, b, l or r before it"},
    {'O', "O (castling)"},
    {'U', "U (goes anywhere)"},
    {'[', "[ ] (moves in a row)"},
    {'(', "( ) (groups): a leaper is (1,4)"},
    {'{', "{ } (far leaps)"},
    {'-', "- (moves in a row)"},
    {'*', "* (a range)"},
};

enum { NO_END = INT32_MAX }; /* of parts, which may overlap as rays never do */

struct reader {
    cp_str text;
    size_t at;
    cp_ray parts[CP_RAYS_MOST];
    uint32_t count;
    struct cp_betza *out;
};

/* What stands before an atom. */
struct term {
    uint8_t use;
    bool first;
    char way; /* n lame, p or g a hopper, k only before kings; 0: none of these */
    size_t way_at;
    cp_str directions;
    size_t directions_at;
    bool doubled, has_range;
    int32_t range; /* 0: no end */
};

static enum cp_diag fail(struct reader *r, enum cp_diag kind, size_t offset, const char *why)
{
    r->out->offset = offset;
    r->out->why = why;
    return kind;
}

static char peek(const struct reader *r)
{
    return r->at < r->text.len ? r->text.at[r->at] : '\0';
}

static bool is_in(char c, const char *set)
{
    return c && strchr(set, c);
}

static enum cp_diag refuse(struct reader *r, char c)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (refused[i].letter == c)
            return fail(r, CP_BETZA_UNSUPPORTED, r->at, refused[i].name);
    return fail(r, CP_BETZA_SYNTAX, r->at, "");
}

/* ---- directions ---- */

static bool is_vertical(char c)
{
    return is_in(c, "fbv");
}

/* Whether a step goes at all towards c; v and s: along that axis. */
static bool goes(const cp_ray *step, char c)
{
    int16_t way = is_vertical(c) ? step->dy : step->dx;
    return is_in(c, "vs") ? way != 0 : is_in(c, "fr") ? way > 0 : way < 0;
}

/* Whether the longer part of an oblique step goes towards c. */
static bool leads(const cp_ray *step, char c)
{
    bool tall = step->dy * step->dy > step->dx * step->dx;
    return tall == is_vertical(c) && goes(step, c);
}

static bool is_pair(const struct atom *a, char c, char d)
{
    if (!is_in(c, "fblr") || !d || a->minor == 0)
        return false;
    if (a->major == a->minor)
        return is_in(d, "fblr") && is_vertical(c) != is_vertical(d);
    if (d == 'h' || d == c)
        return true;
    return is_in(d, "fblrvs") && is_vertical(c) != is_vertical(d);
}

static bool is_picked(const cp_ray *step, const struct atom *a, cp_str directions, bool pairs)
{
    if (directions.len == 0)
        return true;
    for (size_t i = 0; i < directions.len; i += pairs ? 2 : 1) {
        char c = directions.at[i], d = pairs ? directions.at[i + 1] : 'h';
        bool is_oblique = a->major != a->minor && a->minor;
        if (!pairs ? (is_oblique ? leads(step, c) : goes(step, c))
                   : goes(step, c) && (is_oblique ? d == 'h' || leads(step, d) : goes(step, d)))
            return true;
    }
    return false;
}

/* Single letters, when no two of them could be one pair. */
static enum cp_diag check_singles(struct reader *r, const struct atom *a, const struct term *t)
{
    cp_str d = t->directions;
    for (size_t i = 0; i < d.len; i++) {
        size_t at = t->directions_at + i;
        if (d.at[i] == 'h')
            return fail(r, CP_BETZA_UNSUPPORTED, at, "h (a half) without f, b, l or r before it");
        if (memchr(d.at, d.at[i], i))
            return fail(r, CP_BETZA_SYNTAX, at, "the same direction twice");
        if (a->minor == 0)
            continue;
        if (a->major == a->minor && is_in(d.at[i], "vs"))
            return fail(r, CP_BETZA_SYNTAX, at, "v or s before diagonal steps says nothing");
        if (is_vertical(d.at[i]) != is_vertical(d.at[0]))
            return fail(r, CP_BETZA_SYNTAX, at,
                        "these directions can be read in two ways: repeat the atom");
    }
    return CP_OK;
}

static enum cp_diag check_directions(struct reader *r, const struct atom *a, const struct term *t,
                                     bool *pairs)
{
    cp_str d = t->directions;
    *pairs = d.len >= 2 && is_pair(a, d.at[0], d.at[1]);
    if (!*pairs)
        return check_singles(r, a, t);
    for (size_t i = 0; i < d.len; i += 2)
        if (i + 1 == d.len || !is_pair(a, d.at[i], d.at[i + 1]))
            return fail(r, CP_BETZA_SYNTAX, t->directions_at + i,
                        "these directions can be read in two ways: repeat the atom");
    return CP_OK;
}

/* ---- terms ---- */

static bool read_part(struct reader *r, int16_t *out)
{
    size_t from = r->at;
    int32_t n = 0;
    for (; cp_is_digit(peek(r)) && n <= CP_LEAP_MOST; r->at++)
        n = n * 10 + (peek(r) - '0');
    *out = (int16_t)n;
    return r->at > from && n <= CP_LEAP_MOST;
}

/* (1,4): the leaper that goes so far, in whatever order the two are. */
static enum cp_diag read_leaper(struct reader *r, struct atom *out)
{
    size_t from = r->at;
    int16_t a, b;
    r->at++;
    if (!cp_is_digit(peek(r))) {
        r->at = from;
        return refuse(r, '(');
    }
    bool has_first = read_part(r, &a), fine = has_first && peek(r) == ',';
    if (has_first && peek(r) == '\0')
        return fail(r, CP_BETZA_SYNTAX, from,
                    "a leaper is two numbers up to 1000: (1,4); within { } of YAML a comma ends a "
                    "value, so this needs quotes there");
    r->at += fine;
    fine = fine && read_part(r, &b) && peek(r) == ')';
    r->at += fine;
    if (!fine || a + b == 0)
        return fail(r, CP_BETZA_SYNTAX, from, "a leaper is two numbers up to 1000: (1,4)");
    *out = (struct atom){'(', a > b ? a : b, a > b ? b : a, false};
    return CP_OK;
}

/* The eight or four steps of an atom, clockwise from the front. */
static uint32_t steps_of(const struct atom *a, cp_ray steps[8])
{
    int p = a->major, q = a->minor;
    const int first[4][2] = {{q, p}, {p, q}, {p, -q}, {q, -p}}; /* the others lead back */
    /* on an axis or a diagonal every second one repeats its neighbour */
    uint32_t count = 0, stride = q == 0 || q == p ? 2 : 1;
    for (uint32_t i = 0; i < 8; i += stride) {
        int sign = i < 4 ? 1 : -1;
        steps[count++] = (cp_ray){.dx = (int16_t)(sign * first[i % 4][0]),
                                  .dy = (int16_t)(sign * first[i % 4][1])};
    }
    return count;
}

/* What n, p, g and k can stand before; the longest way that is lame has CP_BENT_MOST squares. */
static enum cp_diag check_way(struct reader *r, const struct atom *a, const struct term *t,
                              int32_t high)
{
    const char *why = NULL;
    bool is_rider = high > 1;
    if (t->way == 'n' && high > 1)
        why = "n (must not jump) is for single steps, such as N";
    else if (t->way == 'n' && a->major > CP_BENT_MOST)
        why = "n (must not jump) is for steps of at most seven squares";
    else if ((t->way == 'p' || t->way == 'g') && !is_rider)
        why = "p and g (over a piece) are for what goes on and on, such as R";
    else if (t->way == 'g' && high != NO_END)
        why = "g (just beyond a piece) is for what has no range, such as R";
    else if (t->way == 'k' && !is_rider)
        why = "k (before kings only) is for what goes on and on, such as R";
    return why ? fail(r, CP_BETZA_UNSUPPORTED, t->way_at, why) : CP_OK;
}

static enum cp_diag add_atom(struct reader *r, const struct atom *a, const struct term *t)
{
    bool pairs;
    int32_t high = a->slides ? NO_END : 1;
    if (t->has_range || t->doubled)
        high = t->range == 0 ? NO_END : t->range;
    enum cp_diag wrong = check_way(r, a, t, high);
    if (!wrong)
        wrong = check_directions(r, a, t, &pairs);
    if (wrong)
        return wrong;
    cp_ray steps[8];
    uint32_t count = steps_of(a, steps);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_picked(&steps[i], a, t->directions, pairs))
            continue;
        if (r->count == CP_RAYS_MOST)
            return fail(r, CP_BETZA_SYNTAX, r->at, "more moves than one piece can hold");
        r->parts[r->count++] = (cp_ray){.dx = steps[i].dx,
                                        .dy = steps[i].dy,
                                        .low = 1,
                                        .high = high,
                                        .use = t->way == 'k' ? CP_RAY_FACES : t->use,
                                        .hops = t->way == 'p'   ? CP_HOPS_OVER
                                                : t->way == 'g' ? CP_HOPS_NEXT
                                                                : CP_HOPS_NOT,
                                        .lame = t->way == 'n' && a->major > 1,
                                        .first = t->first};
    }
    return CP_OK;
}

static enum cp_diag read_modifiers(struct reader *r, struct term *t)
{
    for (; peek(r) >= 'a' && peek(r) <= 'z'; r->at++) {
        char c = peek(r);
        size_t end = t->directions_at + t->directions.len;
        uint8_t use = c == 'm' ? CP_RAY_MOVES : c == 'c' ? CP_RAY_TAKES : 0;
        if ((use & t->use) || (c == 'i' && t->first))
            return fail(r, CP_BETZA_SYNTAX, r->at, "the same modifier twice");
        t->use |= use;
        t->first |= c == 'i';
        if (use || c == 'i')
            continue;
        if (is_in(c, "npgk")) {
            if (t->way)
                return fail(r, CP_BETZA_SYNTAX, r->at, "only one of n, p, g and k");
            t->way = c;
            t->way_at = r->at;
            continue;
        }
        if (!is_in(c, t->directions.len ? "fblrvsh" : "fblrvs"))
            return refuse(r, c);
        if (t->directions.len && end != r->at)
            return fail(r, CP_BETZA_SYNTAX, r->at, "directions must stand together");
        if (t->directions.len == 0) {
            t->directions.at = r->text.at + r->at;
            t->directions_at = r->at;
        }
        t->directions.len++;
    }
    if (t->use && t->way == 'k')
        return fail(r, CP_BETZA_SYNTAX, t->way_at, "k (before kings only) is neither m nor c");
    if (t->use == 0)
        t->use = CP_RAY_MOVES | CP_RAY_TAKES;
    return CP_OK;
}

static enum cp_diag read_range(struct reader *r, struct term *t)
{
    size_t from = r->at;
    for (; cp_is_digit(peek(r)); r->at++) {
        if (t->range == 0 && r->at > from)
            return fail(r, CP_BETZA_SYNTAX, from, "a range does not begin with 0");
        t->has_range = true;
        t->range = t->range * 10 + (peek(r) - '0');
        if (t->range > CP_BETZA_STEPS_MOST)
            return fail(r, CP_BETZA_SYNTAX, from, "a range of more than a million steps");
    }
    if (t->has_range && t->doubled)
        return fail(r, CP_BETZA_SYNTAX, from, "a doubled atom has no end already");
    return CP_OK;
}

static enum cp_diag read_term(struct reader *r)
{
    struct term t = {0};
    enum cp_diag wrong = read_modifiers(r, &t);
    if (wrong)
        return wrong;
    size_t atom_at = r->at;
    char c = peek(r);
    if (!c)
        return fail(r, CP_BETZA_SYNTAX, r->at, "an atom is missing at the end");
    if (c == '(') {
        struct atom leaper;
        wrong = read_leaper(r, &leaper);
        if (!wrong)
            wrong = read_range(r, &t);
        return wrong ? wrong : add_atom(r, &leaper, &t);
    }
    const struct atom *atom = atoms, *end = atoms + ATOMS;
    while (atom < end && atom->letter != c)
        atom++;
    if (atom == end)
        return refuse(r, c);
    bool is_compound = atom + 1 < end && atom[1].letter == c;
    r->at++;
    if (peek(r) == c) {
        if (is_compound || atom->slides)
            return fail(r, CP_BETZA_SYNTAX, r->at, "only atoms are doubled, and K is WF");
        t.doubled = true;
        r->at++;
        if (peek(r) == c)
            return fail(r, CP_BETZA_SYNTAX, r->at, "the same atom three times");
    }
    wrong = read_range(r, &t);
    if (wrong)
        return wrong;
    if (is_compound && t.directions.len)
        return fail(r, CP_BETZA_SYNTAX, atom_at,
                    "directions before K or Q can be read in two ways: write W and F, or R and B");
    for (; !wrong && atom < end && atom->letter == c; atom++)
        wrong = add_atom(r, atom, &t);
    return wrong;
}

/* ---- parts to rays ---- */

/* Whether two parts are of one ray: the same step, in whatever range and for whatever use. */
static bool is_same_way(const cp_ray *a, const cp_ray *b)
{
    return a->dx == b->dx && a->dy == b->dy && a->hops == b->hops && a->lame == b->lame &&
           (a->use & CP_RAY_FACES) == (b->use & CP_RAY_FACES);
}

/* The rays of one step: those for any time, or those that only a first move has. */
static void add_rays(const struct reader *r, const cp_ray *step, bool first, cp_ray *rays,
                     uint32_t *count)
{
    cp_ray *open = NULL;
    for (int32_t last = step->hops ? 1 : 0; last != NO_END;) {
        int32_t length = last + 1;
        uint8_t uses[2] = {0}; /* at this length; and up to `last` they are the same */
        last = NO_END;
        for (const cp_ray *p = r->parts; p < r->parts + r->count; p++) {
            if (!is_same_way(p, step) || p->high < length)
                continue;
            uses[p->first] |= p->use;
            last = p->high < last ? p->high : last;
        }
        uint8_t use = first ? uses[1] & (uint8_t)~uses[0] : uses[0];
        if (open && open->use != use)
            open = NULL;
        if (!open && use) {
            open = &rays[(*count)++];
            *open = *step;
            open->low = length;
            open->use = use;
            open->first = first;
        }
        if (open)
            open->high = last == NO_END ? 0 : last;
    }
}

enum cp_diag cp_betza_parse(struct cp_betza *out, struct cp_arena *arena, cp_str text)
{
    *out = (struct cp_betza){.why = ""};
    struct reader r;
    r.text = text;
    r.at = 0;
    r.count = 0;
    r.out = out;
    if (text.len == 0)
        return fail(&r, CP_BETZA_SYNTAX, 0, "it is empty");
    while (r.at < text.len) {
        enum cp_diag wrong = read_term(&r);
        if (wrong)
            return wrong;
    }
    /* each part ends at most one ray of either sort */
    cp_ray *white = cp_arena_take_zero(arena, 2 * (size_t)r.count, sizeof *white);
    uint32_t count = 0;
    for (uint32_t i = 0; i < r.count; i++) {
        uint32_t first = 0;
        while (!is_same_way(&r.parts[first], &r.parts[i]))
            first++;
        if (first < i)
            continue;
        add_rays(&r, &r.parts[i], false, white, &count);
        add_rays(&r, &r.parts[i], true, white, &count);
    }
    cp_ray *black = cp_arena_take_zero(arena, count, sizeof *black);
    for (uint32_t i = 0; i < count; i++) {
        black[i] = white[i];
        black[i].dx = (int16_t)-white[i].dx;
        black[i].dy = (int16_t)-white[i].dy;
    }
    r.out->rays[0] = white;
    r.out->rays[1] = black;
    r.out->count = count;
    return CP_OK;
}
