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

/* A compound has a row for each of its parts; the last row is none. */
static const struct atom {
    char letter;
    int16_t major, minor;
    bool slides; /* without a range it has no end */
} atoms[] = {
    {'W', 1, 0, false}, {'F', 1, 1, false}, {'D', 2, 0, false},
    {'N', 2, 1, false}, {'A', 2, 2, false}, {'H', 3, 0, false},
    {'L', 3, 1, false}, {'C', 3, 1, false}, {'J', 3, 2, false},
    {'Z', 3, 2, false}, {'G', 3, 3, false}, {'R', 1, 0, true},
    {'B', 1, 1, true},  {'K', 1, 0, false}, {'K', 1, 1, false},
    {'Q', 1, 0, true},  {'Q', 1, 1, true},  {0},
};

static const struct {
    char letter;
    const char *name;
} refused[] = {
    {'q', "q (turns as it goes)"},
    {'z', "z (zigzags)"},
    {'t', "t (one move, then another)"},
    {'a', "a (moves again) more than once, or between brackets"},
    {'d', "d (takes its own pieces)"},
    {'e', "e (takes in passing): the key en-passant says so"},
    {'u', "u (unloads)"},
    {'x', "x (lends its moves)"},
    {'h', "h (a half) without f, b, l or r before it"},
    {'O', "O (castling)"},
    {'U', "U (goes anywhere)"},
    {'[', "[ ] (moves in a row)"},
    {'(', "( ) (groups): a leaper is (1,4)"},
    {'{', "{ } (far leaps)"},
    {'-', "- (moves in a row) without brackets: [F-R]"},
    {'*', "* (a range)"},
};

enum { NO_END = INT32_MAX }; /* of parts, which may overlap as rays never do */

struct reader {
    cp_str text;
    size_t at;
    cp_ray parts[CP_RAYS_MOST + 64]; /* so many a term may have */
    uint32_t count;
    struct cp_betza *out;
};

/* What stands before an atom. */
struct term {
    uint8_t use;
    bool first;
    char way; /* n lame, p or g a hopper, k only before kings, j a must to jump, y a step before
                 others without end; 0: none of these */
    size_t way_at;
    bool round;
    cp_str directions;
    size_t directions_at;
    const struct atom *atom; /* the first of its rows, */
    struct atom leaper[2];   /* perhaps here */
    size_t atom_at;
    bool has_range;
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
    size_t from = r->at++;
    int16_t a, b;
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

static int32_t high_of(const struct term *t, const struct atom *a)
{
    return t->range ? t->range : t->has_range || a->slides ? NO_END : 1;
}

/* What n, p, g, k and j can stand before; the longest way that is lame has CP_BENT_MOST squares. */
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
    else if (t->way == 'j' && (is_rider || a->major != 2 || a->minor == 1))
        why = "j (must jump) is for D and A; who skips a square goes [D?R]";
    else if (t->way == 'y')
        why = "y (changes its range on the way) is for the first of two legs: yafsF";
    return why ? fail(r, CP_BETZA_UNSUPPORTED, t->way_at, why) : CP_OK;
}

static enum cp_diag add_atom(struct reader *r, const struct atom *a, const struct term *t)
{
    bool pairs;
    int32_t high = high_of(t, a);
    enum cp_diag wrong = check_way(r, a, t, high);
    if (!wrong)
        wrong = check_directions(r, a, t, &pairs);
    if (wrong)
        return wrong;
    cp_ray steps[8];
    uint32_t count = steps_of(a, steps);
    const int parts = t->way == 'j' ? 2 : 1;
    for (uint32_t i = 0; i < count; i++)
        if (is_picked(&steps[i], a, t->directions, pairs))
            r->parts[r->count++] = (cp_ray){.dx = (int16_t)(steps[i].dx / parts),
                                            .dy = (int16_t)(steps[i].dy / parts),
                                            .low = 1,
                                            .high = t->way == 'j' ? 2 : high,
                                            .use = t->way == 'k' ? CP_RAY_FACES : t->use,
                                            .hops = is_in(t->way, "pj") ? CP_HOPS_OVER
                                                    : t->way == 'g'     ? CP_HOPS_NEXT
                                                                        : CP_HOPS_NOT,
                                            .lame = t->way == 'n' && a->major > 1,
                                            .round = t->round,
                                            .first = t->first};
    return CP_OK;
}

static enum cp_diag read_modifiers(struct reader *r, struct term *t)
{
    for (; peek(r) > 'a' /* again */ && peek(r) <= 'z'; r->at++) {
        char c = peek(r);
        size_t end = t->directions_at + t->directions.len;
        uint8_t use = c == 'm' ? CP_RAY_MOVES : c == 'c' ? CP_RAY_TAKES : 0;
        if ((use & t->use) || (c == 'i' && t->first))
            return fail(r, CP_BETZA_SYNTAX, r->at, "the same modifier twice");
        t->use |= use;
        t->first |= c == 'i';
        if (c == 'o') {
            r->out->round_at = r->at + 1;
            t->round = true;
        }
        if (use || c == 'i' || c == 'o')
            continue;
        if (is_in(c, "npgkjy")) {
            if (t->way)
                return fail(r, CP_BETZA_SYNTAX, r->at, "only one of n, p, g, k, j and y");
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
    if (t->use == 0 && peek(r) != 'a')
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
    return CP_OK;
}

static enum cp_diag read_atom(struct reader *r, struct term *t)
{
    char c = peek(r);
    t->atom_at = r->at;
    t->atom = t->leaper;
    if (!c)
        return fail(r, CP_BETZA_SYNTAX, r->at, "an atom is missing at the end");
    if (c == '(') {
        enum cp_diag wrong = read_leaper(r, t->leaper);
        return wrong ? wrong : read_range(r, t);
    }
    for (t->atom = atoms; t->atom->letter != c; t->atom++)
        if (!t->atom->letter)
            return refuse(r, c);
    r->at++;
    if (peek(r) == c) {
        if (t->atom->slides || t->atom[1].letter == c)
            return fail(r, CP_BETZA_SYNTAX, r->at, "only atoms are doubled, and K is WF");
        t->has_range = true;
        r->at++;
        if (peek(r) == c)
            return fail(r, CP_BETZA_SYNTAX, r->at, "the same atom three times");
        if (cp_is_digit(peek(r)))
            return fail(r, CP_BETZA_SYNTAX, r->at, "a doubled atom has no end already");
    }
    return read_range(r, t);
}

/* ---- two legs ---- */

/* By which eighths of a circle, clockwise, a bit each, a second leg is turned from the first. */
static const struct {
    const char *letters;
    unsigned turns;
} turned[] = {{"f", 1}, {"fs", 0x82}, {"fr", 2}, {"fl", 0x80}, {"s", 0x44}, {"r", 4}, {"l", 0x40}};

/* Adds the ways of a step and a second leg. If it goes again, by the same atom, F stands for W and
 * W for F where it turns by an eighth; else it goes as its own atom can, as straight as may be. */
static enum cp_diag add_legs(struct reader *r, const struct term *first, const struct term *on,
                             bool again, cp_ray part)
{
    const struct atom *a = first->atom, *b = on->atom;
    unsigned fits = again ? 0xFF : (a->minor != 0) == (b->minor != 0) ? 0x55 : 0xAA;
    unsigned turns = on->directions.len ? 0 : again ? 0x45 : 0x83;
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++)
        if (cp_str_is(on->directions, turned[i].letters))
            turns = turned[i].turns;
    if (!(turns & fits))
        return fail(r, CP_BETZA_UNSUPPORTED, on->directions_at,
                    "a second leg not by f, s, fs, l, r, fl or fr, or not as its atom goes");
    bool pairs;
    enum cp_diag wrong = check_directions(r, a, first, &pairs);
    if (wrong)
        return wrong;
    int32_t high = first->way == 'y' ? NO_END : high_of(on, b);
    part.second = (uint8_t)(high < CP_SECOND_MOST ? high : CP_SECOND_MOST);
    if (part.second == CP_SECOND_MOST)
        r->out->edge_at = on->atom_at;
    part.low = part.high = part.bent = 1;
    cp_ray steps[8];
    uint32_t count = steps_of(a, steps);
    for (uint32_t i = 0; i < count; i++) {
        part.dx = steps[i].dx;
        part.dy = steps[i].dy;
        int x = part.dx / a->major, y = part.dy / a->major;
        for (unsigned k = 0; k < 8; k++) {
            part.second_dx = (int16_t)(b->major * x);
            part.second_dy = (int16_t)(b->major * y);
            if (turns & fits & 1u << k && is_picked(&steps[i], a, first->directions, pairs))
                r->parts[r->count++] = part;
            const int right = x + y, ahead = y - x;
            x = (right > 0) - (right < 0);
            y = (ahead > 0) - (ahead < 0);
        }
    }
    return CP_OK;
}

static enum cp_diag read_leg(struct reader *r, struct term *leg, int32_t most)
{
    enum cp_diag wrong = read_modifiers(r, leg);
    if (!wrong)
        wrong = read_atom(r, leg);
    if (!wrong &&
        (leg->way || !is_in(leg->atom->letter, "WFDAHGRB") || high_of(leg, leg->atom) > most))
        wrong = fail(r, CP_BETZA_UNSUPPORTED, leg->atom_at,
                     "a leg that is no step of W F D A H G; the second may go on, as R and B do");
    return wrong;
}

/* afsW: a step to an empty square, and on from there; yafsW: without end. */
static enum cp_diag read_again(struct reader *r, struct term *t)
{
    struct term on = {0};
    size_t at = r->at++;
    if (t->use & CP_RAY_TAKES || (t->way && t->way != 'y'))
        return fail(r, CP_BETZA_UNSUPPORTED, at, "a (moves again) behind what takes or jumps");
    enum cp_diag wrong = read_leg(r, &on, 1);
    cp_ray part = {.use = on.use, .first = t->first || on.first, .passes = true};
    t->atom = on.atom;
    return wrong ? wrong : add_legs(r, t, &on, true, part);
}

/* [F?R]: a step, and perhaps others, or [F-R], not without these. */
static enum cp_diag read_row(struct reader *r, const struct term *t)
{
    struct term legs[2] = {{0}, {0}};
    size_t at = r->at++;
    enum cp_diag wrong = read_leg(r, &legs[0], 1);
    cp_ray part = {.use = t->use, .passes = peek(r) == '-'};
    if (!wrong && is_in(peek(r), "?-")) {
        r->at++;
        wrong = read_leg(r, &legs[1], NO_END);
    }
    if (wrong)
        return wrong;
    if (peek(r) != ']' || !legs[1].atom || t->way || t->directions.len ||
        (legs[0].use & legs[1].use) != (CP_RAY_MOVES | CP_RAY_TAKES))
        return fail(r, CP_BETZA_UNSUPPORTED, at,
                    "[ ] (moves in a row) other than two legs, as mi[F?R] or [fW-B]");
    r->at++;
    part.first = t->first || legs[0].first || legs[1].first;
    return add_legs(r, &legs[0], &legs[1], false, part);
}

static enum cp_diag read_term(struct reader *r)
{
    struct term t = {0};
    enum cp_diag wrong = read_modifiers(r, &t);
    if (!wrong && is_in(peek(r), "[a"))
        return peek(r) == '[' ? read_row(r, &t) : read_again(r, &t);
    if (!wrong)
        wrong = read_atom(r, &t);
    if (!wrong && t.atom[1].letter == t.atom->letter && t.directions.len)
        wrong = fail(r, CP_BETZA_SYNTAX, t.atom_at,
                     "directions before K or Q can be read in two ways: write W and F, or R and B");
    for (const struct atom *a = t.atom; !wrong && a->letter == t.atom->letter; a++)
        wrong = add_atom(r, a, &t);
    return wrong;
}

/* ---- parts to rays ---- */

/* Whether two parts are of one ray: the same step, in whatever range and for whatever use. */
static bool is_same_way(const cp_ray *a, const cp_ray *b)
{
    return a->dx == b->dx && a->dy == b->dy && a->hops == b->hops && a->lame == b->lame &&
           a->second == b->second && a->second_dx == b->second_dx && a->second_dy == b->second_dy &&
           a->passes == b->passes && a->round == b->round &&
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
    struct reader r = {.text = text, .out = out};
    if (text.len == 0)
        return fail(&r, CP_BETZA_SYNTAX, 0, "it is empty");
    while (r.at < text.len && !cp_str_is(text, "none")) {
        enum cp_diag wrong = read_term(&r);
        if (!wrong && r.count > CP_RAYS_MOST)
            wrong = fail(&r, CP_BETZA_SYNTAX, r.at, "more moves than one piece can hold");
        if (wrong)
            return wrong;
    }
    for (uint32_t i = 0; i < r.count && out->round_at; i++) {
        cp_ray *part = &r.parts[i];
        if ((part->dx && !part->round) || part->bent || part->lame || part->hops ||
            part->use & CP_RAY_FACES)
            return fail(&r, CP_BETZA_UNSUPPORTED, out->round_at - 1,
                        "o (goes round the board) of some moves alone, or of what hops or bends");
        part->round = part->dx != 0;
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
        black[i].second_dx = (int16_t)-white[i].second_dx;
        black[i].second_dy = (int16_t)-white[i].second_dy;
    }
    r.out->rays[0] = white;
    r.out->rays[1] = black;
    r.out->count = count;
    return CP_OK;
}
