/* SPDX-License-Identifier: MIT */
/* load_pieces.c -- pieces: their letters, their moves, what they become; blocks of
 * men that move as one; agents. */
#include "rules/variant/load.h"

#include <stdlib.h>

/* ---- letters ---- */

/* Whether bare squares make of a + square what may be b + square: H, Hu and u5. */
static bool is_split_twice(struct cp_load *l, cp_str a, cp_str b)
{
    cp_int file;
    int64_t n;
    if (l->v->alphabet.native != CP_BARE || b.len <= a.len || !cp_str_starts(b, a))
        return false;
    return cp_file_parse(l->ints, &file, cp_str_skip(b, a.len)) == CP_OK && cp_int_get(file, &n) &&
           n <= l->v->files;
}

static void check_against(struct cp_load *l, const struct cp_value *v, cp_str word, cp_str other,
                          cp_str owner)
{
    if (cp_str_like(other, word))
        cp_diag_report(l->d, CP_VARIANT_LETTER, v->name_at, "'%.*s' is the %.*s's already",
                       CP_FMT(word), CP_FMT(owner));
    else if (is_split_twice(l, word, other) || is_split_twice(l, other, word))
        cp_diag_report(l->d, CP_VARIANT_LETTER, v->name_at,
                       "'%.*s' and '%.*s' before a bare square can be read in two ways",
                       CP_FMT(word), CP_FMT(other));
}

/* A capital and perhaps small letters: so no letter is taken for a square's file, nor X for a
 * capture. (O-O is castling, where O is a piece, too.) Against the pieces before; its own are told
 * apart by cp_load_strings. */
static void check_letter(struct cp_load *l, const struct cp_value *v, cp_str word)
{
    bool fine = word.len > 0 && word.len <= 8 && word.at[0] >= 'A' && word.at[0] <= 'Z';
    for (size_t i = 1; fine && i < word.len; i++)
        fine = word.at[i] >= 'a' && word.at[i] <= 'z';
    if (!fine || cp_str_is(word, "X"))
        cp_diag_report(l->d, CP_VARIANT_LETTER, v->name_at,
                       "'%.*s': a capital, then perhaps small letters; not X", CP_FMT(word));
    for (uint32_t kind = 0; kind < l->v->alphabet.count; kind++) {
        const struct cp_piece_words *p = &l->v->alphabet.pieces[kind];
        if (p->letter.len)
            check_against(l, v, word, p->letter, p->name);
        for (uint32_t i = 0; i < p->alias_count; i++)
            check_against(l, v, word, p->aliases[i], p->name);
    }
}

/* ---- moves ---- */

enum { THIRD = 3 };

void cp_load_piece_primes(struct cp_load *l, const struct cp_value *v)
{
    l->piece.primes = v;
    if (v->type == CP_MAP)
        cp_load_section(l, CP_IN_PRIMES, v);
    else
        (void)!cp_load_number(l, v, 2, CP_PRIMES_MOST, &l->piece.least);
}

void cp_load_piece_bent(struct cp_load *l, const struct cp_value *v)
{
    l->piece.bent = v;
    (void)!cp_load_number(l, v, 2, CP_BENT_MOST, &l->piece.steps);
}

/* Cuts the rays of first moves of one side where three steps begin. */
static void cut_rays(struct cp_load *l, struct cp_betza *read, int side)
{
    cp_ray *rays = cp_arena_take_zero(l->arena, 2 * (size_t)read->count, sizeof *rays);
    uint32_t count = 0;
    for (uint32_t i = 0; i < read->count; i++) {
        cp_ray *ray = &rays[count++];
        *ray = read->rays[side][i];
        if (!ray->first || (ray->high && ray->high < THIRD))
            continue;
        if (ray->low < THIRD) {
            rays[count++] = *ray;
            ray->high = THIRD - 1;
            ray++;
            ray->low = THIRD;
        }
        ray->third = true;
    }
    read->rays[side] = rays;
    read->count = side == CP_BLACK ? count : read->count;
}

static void take_move(struct cp_load *l)
{
    const struct cp_piece_load *p = &l->piece;
    struct cp_kind *kind = p->kind;
    struct cp_betza read;
    enum cp_diag wrong = cp_betza_parse(&read, l->arena, p->move->text);
    if (wrong) {
        cp_str rest = cp_str_skip(p->move->text, read.offset);
        if (*read.why)
            cp_load_fault(l, wrong, p->move, read.offset, "%s", read.why);
        else
            cp_load_fault(l, wrong, p->move, read.offset, "'%.*s'", CP_FMT(rest));
        return;
    }
    bool is_small =
        l->v->bounded && l->v->files <= CP_SECOND_MOST + 1 && l->v->ranks <= CP_SECOND_MOST + 1;
    int longest = 0;
    for (uint32_t i = 0; i < read.count; i++)
        longest = abs(read.rays[0][i].dx) > longest ? abs(read.rays[0][i].dx) : longest;
    if (read.round_at &&
        (!is_small || l->v->files <= 2 * longest || p->least || p->steps || p->body))
        cp_load_fault(l, CP_BETZA_UNSUPPORTED, p->move, read.round_at - 1,
                      "o (goes round the board) but on boards of up to 32 files and ranks that are "
                      "more than twice as wide as a step, or with primes, bent or body");
    if (read.edge_at && !is_small)
        cp_load_fault(
            l, CP_BETZA_UNSUPPORTED, p->move, read.edge_at,
            "a second leg of 31 steps or no end, but on boards of up to 32 files and ranks");
    cp_load_regions(l, p->first_step, kind->first_from);
    cp_load_regions(l, p->third_step, kind->third_from);
    cp_load_regions(l, p->zone, kind->zone);
    for (int side = CP_WHITE; p->third_step && side <= CP_BLACK; side++)
        cut_rays(l, &read, side);
    bool is_single = true, is_oblique = true; /* each step has a next one at 45 degrees */
    for (uint32_t i = 0; i < read.count; i++) {
        const cp_ray *ray = &read.rays[0][i];
        is_single &= ray->low == 1 && ray->high == 1 && !ray->bent;
        is_oblique &= ray->dx && ray->dy && abs(ray->dx) != abs(ray->dy);
        kind->has_first |= ray->first;
    }
    const struct cp_value *step = p->first_step ? p->first_step : p->third_step;
    if (step && (!kind->has_first || p->least || p->steps))
        cp_load_fault(l, CP_VARIANT_CONFLICT, step, 0,
                      "it has no first moves, as imfW2 is, or they are primes or bent");
    if (p->first_stays && !p->first_step)
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->first_stays, 0,
                      "nothing says where its first moves end");
    if (p->spares_like && !l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->spares_like, 0,
                      "its like is spared on a board with edges");
    kind->first_stays = p->first_stays != NULL;
    kind->spares_like = p->spares_like != NULL;
    kind->has_first &= !p->first_step; /* where it stands tells what is left to it */
    if (p->least && !is_single)
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->primes, 0,
                      "primes are for single steps such as W, not for ranges");
    if (p->steps && (!is_single || p->least || !is_oblique))
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->bent, 0,
                      "only steps of oblique leapers bend, such as N");
    kind->ray_count = read.count;
    for (int side = 0; side < 2; side++) {
        cp_ray *rays = read.rays[side];
        for (uint32_t i = 0; i < read.count; i++) {
            rays[i].bent |= (uint8_t)p->steps;
            if (!p->least)
                continue;
            /* W with primes: 5 becomes four rays of 5, 7, 11, 13 ... steps. */
            rays[i].low = p->least;
            rays[i].high = 0;
            rays[i].primes = rays[i].leaps = true;
            rays[i].blocked = p->is_blocked;
        }
        kind->rays[side] = rays;
    }
}

/* ---- bodies ----
 *
 * A piece that is no man: men in a block, which may move as one. How such a block moves and
 * attacks is told in attack.h, and holds only for what is let in here: blocks that slide straight
 * or slantwise and take as they move, of men whose first move is like any other. */

static void take_body(struct cp_load *l, uint8_t kind)
{
    const struct cp_piece_load *p = &l->piece;
    const struct cp_value *odd = p->royal ? p->royal : p->unwritten ? p->unwritten : p->promotes;
    if (l->body) {
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->body, 0, "a second piece is a body");
        return;
    }
    if (odd)
        cp_load_fault(l, CP_VARIANT_CONFLICT, odd, 0, "a body of pieces is none of this");
    l->body = p->body;
    cp_load_section(l, CP_IN_BODY, p->body);
    struct cp_body_words *body = &l->v->body;
    int32_t men = l->body_files * l->body_ranks;
    body->files = (uint8_t)l->body_files;
    body->ranks = (uint8_t)l->body_ranks;
    if (men == 1 || men > CP_BODY_MOST)
        cp_load_fault(l, CP_VARIANT_VALUE, p->body, 0, "a body has from 2 to %d pieces",
                      CP_BODY_MOST);
    body->exists = men > 1;
    body->kind = kind;
}

static void check_body(struct cp_load *l)
{
    struct cp_body_words *body = &l->v->body;
    if (!l->body)
        return;
    const struct cp_kind *kind = &l->kinds[body->kind];
    bool is_plain = true; /* straight or slantwise, from one step on, moving and taking alike */
    for (uint32_t i = 0; i < kind->ray_count; i++) {
        const cp_ray *ray = &kind->rays[0][i];
        is_plain &= abs(ray->dx) <= 1 && abs(ray->dy) <= 1 && ray->low == 1 && !ray->primes &&
                    !ray->leaps && !ray->first && !ray->bent &&
                    ray->use == (CP_RAY_MOVES | CP_RAY_TAKES);
        for (uint32_t k = 0; k < i; k++)
            is_plain &= ray->dx != kind->rays[0][k].dx || ray->dy != kind->rays[0][k].dy;
    }
    if (!is_plain)
        cp_load_fault(l, CP_VARIANT_CONFLICT, l->body, 0,
                      "a body moves straight or slantwise and takes as it moves: Q, R, B, K, W3");
    body->of = l->body_of ? cp_load_kind(l, l->body_of->text, l->body_of->at) : CP_NO_KIND;
    if (body->of == CP_NO_KIND) {
        body->exists = false;
        return;
    }
    for (uint32_t k = 0; k < l->v->alphabet.count; k++)
        if (l->kinds[k].zone[CP_WHITE].is_said)
            cp_load_fault(l, CP_VARIANT_CONFLICT, l->body, 0, "no body beside a piece with a zone");
    const struct cp_kind *of = &l->kinds[body->of];
    if (body->of == body->kind || of->royal || of->promotes || of->has_first ||
        of->first_from[CP_WHITE].is_said)
        cp_load_fault(l, CP_VARIANT_CONFLICT, l->body_of, 0, "no body is made of this: the %.*s",
                      CP_FMT(l->words[body->of].name));
}

/* ---- pieces ---- */

static void refuse(struct cp_load *l, const struct cp_value *v, const char *why)
{
    if (v)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "%s", why);
}

/* Keys of one family in a file of another would be read and mean nothing. */
static void check_piece(struct cp_load *l, const struct cp_value *map)
{
    const struct cp_piece_load *p = &l->piece;
    bool is_agent = l->v->family == CP_FAMILY_AGENTS;
    const struct cp_value *const of_chess[] = {
        p->move,    p->primes,     p->bent,       p->unwritten, p->promotes,    p->en_passant,
        p->neutral, p->first_step, p->third_step, p->zone,      p->first_stays, p->spares_like};
    const struct cp_value *const of_men[] = {
        p->move,     p->primes,      p->bent,       p->royal,      p->unwritten,
        p->promotes, p->en_passant,  p->body,       p->first_step, p->third_step,
        p->zone,     p->first_stays, p->spares_like};
    if (is_agent && !p->agent)
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'agent'");
    if (!is_agent)
        refuse(l, p->agent, "only in the family of agents");
    for (size_t i = 0; is_agent && i < sizeof of_chess / sizeof *of_chess; i++)
        refuse(l, of_chess[i], "agents do not have this");
    /* The king is the one agent that may not be lost. */
    if (is_agent && p->agent && (p->kind->agent == CP_AGENT_KING) != (p->royal != NULL))
        refuse(l, p->agent, "the king, and no other agent, is royal");
    /* What is nobody's stands still. */
    for (size_t i = 0; !is_agent && p->neutral && i < sizeof of_men / sizeof *of_men; i++)
        refuse(l, of_men[i], "what is nobody's does not have this");
    if (!is_agent && !p->neutral && !p->move && !cp_value_get(map, "move"))
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'move'");
}

static void read_one(struct cp_load *l, const struct cp_value *v)
{
    uint8_t number = (uint8_t)l->v->alphabet.count;
    l->piece = (struct cp_piece_load){.kind = &l->kinds[number], .words = &l->words[number]};
    struct cp_piece_load *p = &l->piece;
    p->words->name = v->name; /* until it has one, for messages */
    cp_load_section(l, CP_IN_PIECE, v);
    p->kind->royal = p->royal != NULL;
    p->kind->en_passant = p->en_passant != NULL;
    if (p->en_passant && p->en_passant->type == CP_MAP)
        cp_load_regions(l, p->en_passant, p->kind->passed_on);
    p->kind->promotes = p->words->promotes = p->promotes != NULL;
    if (p->promotes && !l->promotes)
        l->promotes = p->promotes;
    uint32_t count = 0;
    const cp_str *more = p->aliases ? cp_load_strings(l, p->aliases, &count) : NULL;
    cp_str *aliases = cp_arena_take_zero(l->arena, count + 1u, sizeof *aliases);
    p->words->aliases = aliases;
    p->words->letter = v->name;
    if (p->unwritten) { /* its letter first: lists of men need one */
        aliases[p->words->alias_count++] = v->name;
        p->words->letter = CP_STR("");
    }
    check_letter(l, v, v->name);
    for (uint32_t i = 0; i < count; i++) {
        aliases[p->words->alias_count++] = more[i];
        check_letter(l, v, more[i]);
        check_against(l, v, more[i], v->name, p->words->name);
    }
    check_piece(l, v);
    if (p->move)
        take_move(l);
    if (p->royal && l->royal && !l->v->any_royals)
        cp_load_fault(l, CP_VARIANT_ROYAL, p->royal, 0, "a second kind is royal");
    l->royal = p->royal ? p->royal : l->royal;
    /* Only a move of two steps, which is for a first move, passes a square over. */
    bool can_pass = !p->en_passant || p->kind->ray_count == 0;
    for (uint32_t i = 0; i < p->kind->ray_count; i++) {
        const cp_ray *r = &p->kind->rays[0][i];
        can_pass |= r->first && r->low == 2 && r->use == CP_RAY_MOVES &&
                    (r->high == 2 || (r->high && l->v->bounded));
    }
    if (!can_pass)
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->en_passant, 0,
                      "it has no double first step, as imfW2 is");
    if (p->body)
        take_body(l, number);
    if (p->unwritten && l->v->pawn != CP_NO_KIND)
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->unwritten, 0, "a second piece is unwritten");
    if (p->unwritten)
        l->v->pawn = number;
    l->letters[number] = v->name;
    l->v->alphabet.count++;
}

void cp_load_pieces(struct cp_load *l, const struct cp_value *map)
{
    l->kinds = cp_arena_take_zero(l->arena, CP_KINDS_MOST, sizeof *l->kinds);
    l->words = cp_arena_take_zero(l->arena, CP_KINDS_MOST, sizeof *l->words);
    l->v->kinds = l->kinds;
    l->v->alphabet.pieces = l->words;
    for (const struct cp_value *v = map->first; v; v = v->next) {
        if (l->v->alphabet.count == CP_KINDS_MOST) {
            cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "at most %d pieces", CP_KINDS_MOST);
            break;
        }
        if (v->type == CP_MAP)
            read_one(l, v);
        else
            cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "a piece is a map of keys, not %s",
                          cp_type_name(v->type));
    }
    if (!l->royal && !l->v->any_royals)
        cp_load_fault(l, CP_VARIANT_ROYAL, map, 0, "no piece is royal");
    check_body(l);
}

void cp_load_piece_name(struct cp_load *l, const struct cp_value *v)
{
    l->piece.words->name = cp_load_line(l, v);
}

/* Nothing but what lies with the variant is read. */
void cp_load_piece_drawing(struct cp_load *l, const struct cp_value *v)
{
    cp_str path = cp_load_line(l, v);
    bool is_below = !cp_str_starts(path, CP_STR("/"));
    for (size_t i = 0; i + 1 < path.len; i++) {
        bool begins = i == 0 || path.at[i - 1] == '/';
        bool ends = i + 2 == path.len || path.at[i + 2] == '/';
        is_below &= !(begins && ends && path.at[i] == '.' && path.at[i + 1] == '.');
    }
    if (!is_below)
        cp_load_fault(l, CP_VARIANT_VALUE, v, 0,
                      "a drawing lies beside the variant's file or below");
    l->piece.words->drawing_file = path;
    l->piece.words->drawing_at = v->at;
}

void cp_load_piece_neutral(struct cp_load *l, const struct cp_value *v)
{
    struct cp_piece_words *words = l->piece.words;
    l->piece.neutral = v;
    int word = cp_load_word(l, v, "obstacle void", "is nobody's: obstacle, or void");
    words->is_void = word == 1;
    words->is_neutral = word >= 0;
}

/* ---- promotion ---- */

void cp_load_promotion(struct cp_load *l, const struct cp_value *map)
{
    cp_load_section(l, CP_IN_PROMOTION, map);
    bool is_chosen = false;
    for (uint32_t kind = 0; kind < l->v->alphabet.count; kind++)
        is_chosen |= l->kinds[kind].promotes && !l->kinds[kind].becomes;
    if (!l->promotes && !l->v->becoming)
        cp_load_fault(l, CP_VARIANT_CONFLICT, map, 0, "no piece promotes");
    else if (is_chosen && !cp_value_get(map, "to"))
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'to'");
    l->has_promotion = true;
}

/* 8, or [8, 17]; an empty list: that side never promotes. */
void cp_load_promotion_ranks(struct cp_load *l, const struct cp_value *v)
{
    const struct cp_variant *own = l->v;
    struct cp_ranks ranks = {.count = 0};
    const struct cp_value *one = v->type == CP_LIST ? v->first : v;
    for (; one; one = v->type == CP_LIST ? one->next : NULL) {
        int32_t number = 0;
        cp_int rank;
        if (own->bounded ? !cp_load_number(l, one, 1, own->ranks, &number)
                         : !cp_load_int(l, one, &rank))
            continue;
        if (own->bounded)
            rank = CP_INT(number);
        else if (own->has_border && !cp_border_has_rank(&own->border, l->ints, rank))
            cp_load_fault(l, CP_VARIANT_VALUE, one, 0, "rank %.*s is beyond the border",
                          CP_FMT(one->text));
        if (!cp_ranks_add(&ranks, l->ints, rank)) {
            cp_load_fault(l, CP_VARIANT_VALUE, one, 0, "at most %d ranks", CP_RANKS_MOST);
            break;
        }
    }
    cp_promotion_set_ranks(&l->v->promotion[cp_load_side(v)], l->arena, &ranks);
}

void cp_load_choices(struct cp_load *l, const struct cp_value *v)
{
    struct cp_promotion *own = &l->v->promotion[cp_load_side(v)];
    uint32_t count;
    const uint8_t *kinds = cp_load_kinds(l, v, false, &count);
    for (uint32_t i = 0; i < count; i++)
        if (l->kinds[kinds[i]].promotes)
            cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "the %.*s promotes itself",
                          CP_FMT(l->words[kinds[i]].name));
    if (v->count == 0)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "promotion to nothing");
    own->to = kinds;
    own->to_count = count;
}

/* [Q, R] of both, or {white: [Q, R], black: [Q]}. */
void cp_load_promotion_to(struct cp_load *l, const struct cp_value *v)
{
    struct cp_promotion *both = l->v->promotion;
    if (v->type == CP_MAP) {
        cp_load_section(l, CP_IN_CHOICES, v);
        return;
    }
    cp_load_choices(l, v);
    both[CP_BLACK].to = both[CP_WHITE].to;
    both[CP_BLACK].to_count = both[CP_WHITE].to_count;
}

/* {N: G, R: Q}. What was promoted never promotes again, so no position comes back behind it. */
void cp_load_promotion_becomes(struct cp_load *l, const struct cp_value *map)
{
    uint64_t promoting = 0;
    uint8_t *to = cp_arena_take_zero(l->arena, map->count, sizeof *to);
    if (!l->v->bounded || l->v->body.exists)
        refuse(l, map, "each to another only on a board with edges, without bodies");
    for (const struct cp_value *v = map->first; v; v = v->next, to++) {
        uint8_t k = cp_load_kind(l, v->name, v->name_at);
        *to = cp_load_kind(l, v->text, v->at);
        if (k == CP_NO_KIND || *to == CP_NO_KIND)
            continue;
        const struct cp_kind *kind = &l->kinds[k], *then = &l->kinds[*to];
        if (then->promotes || l->words[k].is_neutral || l->words[*to].is_neutral ||
            (kind->royal != then->royal && (kind->royal || !cp_royals_are_loose(l->v))))
            cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "the %.*s cannot become the %.*s",
                          CP_FMT(l->words[k].name), CP_FMT(l->words[*to].name));
        l->kinds[k].becomes = to;
        promoting |= UINT64_C(1) << k;
        l->v->becoming |= UINT64_C(1) << *to;
    }
    if (promoting & l->v->becoming)
        refuse(l, map, "what one piece becomes promotes to another");
}

/* Counts of choices are by rank alone on a plane, where a range may have any length. */
static bool is_true_on_board(struct cp_load *l, const struct cp_value *v)
{
    if (v->truth && !l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "%.*s promotion on a plane", CP_FMT(v->name));
    return v->truth;
}

void cp_load_promotion_squares(struct cp_load *l, const struct cp_value *v)
{
    struct cp_region on[2] = {{0}};
    cp_load_regions(l, v, on);
    for (int side = 0; side < 2; side++)
        l->v->promotion[side].on = on[side];
}

void cp_load_promotion_optional(struct cp_load *l, const struct cp_value *v)
{
    struct cp_promotion *both = l->v->promotion;
    both[CP_WHITE].may_stay = both[CP_BLACK].may_stay = is_true_on_board(l, v);
}

void cp_load_promotion_limited(struct cp_load *l, const struct cp_value *v)
{
    struct cp_promotion *both = l->v->promotion;
    both[CP_WHITE].is_limited = both[CP_BLACK].is_limited = is_true_on_board(l, v);
}

/* Whose rules a variant is played by, and what only
 * agents have: what each does, and the traps of their board. Keys of one family
 * in a file of another would be read and mean nothing, so they are refused. */

void cp_load_family(struct cp_load *l, const struct cp_value *v)
{
    int family = cp_load_word(l, v, "chess agents", "is no family: chess or agents");
    l->v->family = family < 0 ? CP_FAMILY_CHESS : (enum cp_family_id)family;
    if (l->v->family == CP_FAMILY_AGENTS) {
        /* What readers and writers of agents' games do otherwise. */
        l->v->alphabet.signs = CP_SIGNS_OF_STEPS;
        l->v->alphabet.marks_last = l->v->alphabet.has_falls = true;
        l->v->alphabet.has_before = true;
        l->v->alphabet.counts_both = true;
    }
}

/* ---- what each piece does ---- */

void cp_load_piece_agent(struct cp_load *l, const struct cp_value *v)
{
    int agent = cp_load_word(l, v, "king mover swapper puppeteer",
                             "is no agent: king, mover, swapper or puppeteer");
    l->piece.agent = v;
    l->piece.kind->agent = (enum cp_agent)(agent + CP_AGENT_KING);
}

/* ---- the board ---- */

static bool is_listed(const cp_square *list, uint32_t count, cp_square square)
{
    for (uint32_t i = 0; i < count; i++)
        if (cp_square_equal(list[i], square))
            return true;
    return false;
}

void cp_load_traps(struct cp_load *l, const struct cp_value *list)
{
    cp_square *traps = cp_arena_take_zero(l->arena, list->count, sizeof *traps);
    uint32_t count = 0;
    l->traps = list;
    for (const struct cp_value *v = list->first; v; v = v->next) {
        cp_square square;
        size_t offset = 0;
        if (v->type != CP_STRING)
            cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "a list of squares holds %s",
                          cp_type_name(v->type));
        else if (!cp_load_square(l, v, &offset, &square))
            continue;
        else if (offset < v->text.len)
            cp_load_fault(l, CP_VARIANT_SQUARE, v, offset, "one square is enough");
        else if (is_listed(traps, count, square))
            cp_load_fault(l, CP_VARIANT_TWICE, v, 0, "'%.*s'", CP_FMT(v->text));
        else
            traps[count++] = square;
    }
    l->v->traps = traps;
    l->v->trap_count = count;
}

void cp_load_check_family(struct cp_load *l, const struct cp_value *map)
{
    static const char *const of_chess[] = {
        "promotion",  "castling", "insufficient", "royals", "wins",   "results",
        "repetition", "must",     "capture",      "pass",   "facing",
#define CP_RULE_TRUTH(key, field, meaning)       key,
#define CP_RULE_COUNT(key, field, most, meaning) key,
#include "rules/rule.def"
    };
    if (l->v->family != CP_FAMILY_AGENTS) {
        refuse(l, l->traps, "only in the family of agents");
        return;
    }
    if (!l->v->bounded)
        refuse(l, cp_value_get(map, "board"), "agents play on a board with edges");
    for (size_t i = 0; i < sizeof of_chess / sizeof *of_chess; i++)
        refuse(l, cp_value_get(map, of_chess[i]), "agents do not have this");
    /* R-TR-17: no man begins on a trap, no king on the rim. */
    const struct cp_variant *v = l->v;
    const struct cp_value *setup = cp_value_get(map, "setup");
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *man = &v->start.men[i];
        int64_t file = man->square.file.v, rank = man->square.rank.v;
        bool on_rim = file == 1 || file == v->files || rank == 1 || rank == v->ranks;
        if (is_listed(v->traps, v->trap_count, man->square))
            cp_load_report_man(l, setup, 0, man, "a piece stands on the trap");
        else if (on_rim && v->kinds[man->kind].royal)
            cp_load_report_man(l, setup, 0, man, "a king stands on the rim:");
    }
}
