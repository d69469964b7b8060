/* SPDX-License-Identifier: MIT */
/* load_pieces.c -- pieces: their letters, their moves, what they become; blocks of
 * men that move as one; agents. */
#include "rules/variant/betza.h"
#include "rules/variant/load.h"

#include <stdlib.h>

/* ---- letters ---- */

/* A capital and perhaps small letters: so no letter is taken for a square's file,
 * nor X for a capture, nor O for castling. */
static bool is_letter_word(cp_str s)
{
    bool fine = s.len > 0 && s.len <= 8 && s.at[0] >= 'A' && s.at[0] <= 'Z';
    for (size_t i = 1; fine && i < s.len; i++)
        fine = s.at[i] >= 'a' && s.at[i] <= 'z';
    return fine && !cp_str_is(s, "X") && !cp_str_is(s, "O");
}

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

/* Against the pieces before; its own are told apart by cp_load_strings. */
static void check_letter(struct cp_load *l, const struct cp_value *v, cp_str word)
{
    if (!is_letter_word(word))
        cp_diag_report(l->d, CP_VARIANT_LETTER, v->name_at,
                       "'%.*s': a capital, then perhaps small letters; not X, not O", CP_FMT(word));
    for (uint32_t kind = 0; kind < l->v->alphabet.count; kind++) {
        const struct cp_piece_words *p = &l->v->alphabet.pieces[kind];
        if (p->letter.len)
            check_against(l, v, word, p->letter, p->name);
        for (uint32_t i = 0; i < p->alias_count; i++)
            check_against(l, v, word, p->aliases[i], p->name);
    }
}

/* ---- moves ---- */

void cp_load_primes_least(struct cp_load *l, const struct cp_value *v)
{
    (void)!cp_load_number(l, v, 2, CP_PRIMES_MOST, &l->piece.least);
}

void cp_load_primes_blocked(struct cp_load *l, const struct cp_value *v)
{
    l->piece.is_blocked = v->truth;
}

void cp_load_piece_primes(struct cp_load *l, const struct cp_value *v)
{
    l->piece.primes = v;
    if (v->type == CP_MAP)
        cp_load_section(l, CP_IN_PRIMES, v);
    else
        cp_load_primes_least(l, v);
}

void cp_load_piece_bent(struct cp_load *l, const struct cp_value *v)
{
    l->piece.bent = v;
    (void)!cp_load_number(l, v, 2, CP_BENT_MOST, &l->piece.steps);
}

/* Steps that have a next one at 45 degrees either way round. */
static bool are_oblique(const cp_ray *rays, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!rays[i].dx || !rays[i].dy || abs(rays[i].dx) == abs(rays[i].dy))
            return false;
    return true;
}

static void check_steps(struct cp_load *l, const struct cp_betza *read)
{
    const struct cp_piece_load *p = &l->piece;
    uint32_t count = read->count;
    bool is_single = true;
    for (uint32_t i = 0; i < count; i++)
        if (read->rays[0][i].low != 1 || read->rays[0][i].high != 1) {
            is_single = false;
            break;
        }
    if (p->least && !is_single)
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->primes, 0,
                      "primes are for single steps such as W, not for ranges");
    if (p->steps && (!is_single || p->least || !are_oblique(read->rays[0], read->count)))
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->bent, 0,
                      "only steps of oblique leapers bend, such as N");
}

static void take_move(struct cp_load *l)
{
    const struct cp_value *move = l->piece.move;
    struct cp_kind *kind = l->piece.kind;
    struct cp_betza read;
    int32_t from = l->piece.least;
    enum cp_diag wrong = cp_betza_parse(&read, l->arena, move->text);
    if (wrong) {
        cp_str rest = cp_str_skip(move->text, read.offset);
        if (*read.why)
            cp_load_fault(l, wrong, move, read.offset, "%s", read.why);
        else
            cp_load_fault(l, wrong, move, read.offset, "'%.*s'", CP_FMT(rest));
        return;
    }
    check_steps(l, &read);
    kind->ray_count = read.count;
    for (int side = 0; side < 2; side++) {
        cp_ray *rays = cp_arena_take_zero(l->arena, read.count, sizeof *rays);
        memcpy(rays, read.rays[side], read.count * sizeof *rays);
        if (from) {
            /* W with primes: 5 becomes four rays of 5, 7, 11, 13 ... steps. */
            uint32_t count = read.count;
            bool blocked = l->piece.is_blocked;
            for (uint32_t i = 0; i < count; i++) {
                rays[i].low = from;
                rays[i].high = 0;
                rays[i].primes = rays[i].leaps = true;
                rays[i].blocked = blocked;
            }
        }
        for (uint32_t i = 0; i < read.count; i++)
            rays[i].bent = (uint8_t)l->piece.steps;
        kind->rays[side] = rays;
    }
    for (uint32_t i = 0; i < read.count; i++)
        kind->has_first |= read.rays[0][i].first;
}

/* Only a move of two steps, which is for a first move, passes a square over. */
static void check_en_passant(struct cp_load *l)
{
    const struct cp_kind *kind = l->piece.kind;
    if (!kind->en_passant || kind->ray_count == 0)
        return;
    for (uint32_t i = 0; i < kind->ray_count; i++) {
        const cp_ray *r = &kind->rays[0][i];
        if (r->first && r->low == 2 && r->high == 2 && r->use == CP_RAY_MOVES)
            return;
    }
    cp_load_fault(l, CP_VARIANT_CONFLICT, l->piece.en_passant, 0,
                  "it has no double first step, as imfW2 is");
}

/* ---- pieces ---- */

static void read_one(struct cp_load *l, const struct cp_value *v)
{
    uint8_t number = (uint8_t)l->v->alphabet.count;
    l->piece = (struct cp_piece_load){.kind = &l->kinds[number], .words = &l->words[number]};
    struct cp_piece_load *p = &l->piece;
    p->words->name = v->name; /* until it has one, for messages */
    cp_load_section(l, CP_IN_PIECE, v);
    p->kind->royal = p->royal != NULL;
    p->kind->en_passant = p->en_passant != NULL;
    p->kind->promotes = p->words->promotes = p->promotes != NULL;
    if (p->promotes && !l->promotes)
        l->promotes = p->promotes;
    /* The letter first where moves leave it out: lists of men need one. */
    struct cp_piece_words *w = l->piece.words;
    const cp_str *more = NULL;
    uint32_t count = 0;
    if (l->piece.aliases)
        more = cp_load_strings(l, l->piece.aliases, &count);
    cp_str *aliases = cp_arena_take_zero(l->arena, count + 1u, sizeof *aliases);
    w->aliases = aliases;
    w->letter = v->name;
    if (l->piece.unwritten) {
        aliases[w->alias_count++] = v->name;
        w->letter = CP_STR("");
    }
    for (uint32_t i = 0; i < count; i++)
        aliases[w->alias_count++] = more[i];
    check_letter(l, v, v->name);
    for (uint32_t i = 0; i < count; i++) {
        check_letter(l, v, more[i]);
        check_against(l, v, more[i], v->name, w->name);
    }
    cp_load_check_piece(l, v);
    if (p->move)
        take_move(l);
    if (l->piece.kind->royal) {
        if (l->royal && !l->v->any_royals)
            cp_load_fault(l, CP_VARIANT_ROYAL, l->piece.royal, 0, "a second kind is royal");
        l->royal = l->piece.royal;
    }
    check_en_passant(l);
    if (p->body)
        cp_load_take_body(l, number);
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
            cp_load_fault(l, CP_VARIANT_MANY, v, 0, "at most %d pieces", CP_KINDS_MOST);
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
    cp_load_check_body(l);
}

void cp_load_piece_name(struct cp_load *l, const struct cp_value *v)
{
    l->piece.words->name = cp_load_line(l, v);
}

/* Nothing but what lies with the variant is read. */
static bool is_below(cp_str path)
{
    if (path.at[0] == '/')
        return false;
    for (size_t i = 0; i + 1 < path.len; i++) {
        bool begins = i == 0 || path.at[i - 1] == '/';
        bool ends = i + 2 == path.len || path.at[i + 2] == '/';
        if (begins && ends && path.at[i] == '.' && path.at[i + 1] == '.')
            return false;
    }
    return true;
}

void cp_load_piece_drawing(struct cp_load *l, const struct cp_value *v)
{
    cp_str path = cp_load_line(l, v);
    if (path.len && !is_below(path))
        cp_load_fault(l, CP_VARIANT_WORD, v, 0,
                      "a drawing lies beside the variant's file or below");
    l->piece.words->drawing_file = path;
    l->piece.words->drawing_at = v->at;
}

void cp_load_piece_neutral(struct cp_load *l, const struct cp_value *v)
{
    struct cp_piece_words *words = l->piece.words;
    l->piece.neutral = v;
    words->is_void = cp_str_is(v->text, "void");
    words->is_neutral = words->is_void || cp_str_is(v->text, "obstacle");
    if (!words->is_neutral)
        cp_load_fault(l, CP_VARIANT_WORD, v, 0, "'%.*s' is nobody's: obstacle, or void",
                      CP_FMT(v->text));
}

void cp_load_piece_move(struct cp_load *l, const struct cp_value *v)
{
    l->piece.move = v;
}

void cp_load_piece_aliases(struct cp_load *l, const struct cp_value *v)
{
    l->piece.aliases = v;
}

void cp_load_piece_royal(struct cp_load *l, const struct cp_value *v)
{
    l->piece.royal = v->truth ? v : NULL;
}

void cp_load_piece_unwritten(struct cp_load *l, const struct cp_value *v)
{
    l->piece.unwritten = v->truth ? v : NULL;
}

void cp_load_piece_promotes(struct cp_load *l, const struct cp_value *v)
{
    l->piece.promotes = v->truth ? v : NULL;
}

void cp_load_piece_en_passant(struct cp_load *l, const struct cp_value *v)
{
    l->piece.en_passant = v->truth ? v : NULL;
}

/* ---- promotion ---- */

void cp_load_promotion(struct cp_load *l, const struct cp_value *map)
{
    cp_load_section(l, CP_IN_PROMOTION, map);
    if (!l->promotes)
        cp_load_fault(l, CP_VARIANT_CONFLICT, map, 0, "no piece promotes");
    l->has_promotion = true;
}

static bool load_rank(struct cp_load *l, const struct cp_value *v, cp_int *rank)
{
    int32_t number;
    if (!l->v->bounded) {
        bool is_number = cp_load_int(l, v, rank);
        if (is_number && l->v->has_border && !cp_border_has_rank(&l->v->border, l->ints, *rank))
            cp_load_fault(l, CP_VARIANT_NUMBER, v, 0, "rank %.*s is beyond the border",
                          CP_FMT(v->text));
        return is_number;
    }
    if (!cp_load_number(l, v, 1, l->v->ranks, &number))
        return false;
    *rank = CP_INT(number);
    return true;
}

/* 8, or [8, 17]; an empty list: that side never promotes. */
static void take_ranks(struct cp_load *l, const struct cp_value *v, enum cp_side side)
{
    struct cp_ranks ranks = {.count = 0};
    const struct cp_value *one = v->type == CP_LIST ? v->first : v;
    for (cp_int rank; one; one = v->type == CP_LIST ? one->next : NULL)
        if (load_rank(l, one, &rank) && !cp_ranks_add(&ranks, l->ints, rank)) {
            cp_load_fault(l, CP_VARIANT_MANY, one, 0, "at most %d ranks", CP_RANKS_MOST);
            break;
        }
    cp_promotion_set_ranks(&l->v->promotion[side], l->arena, &ranks);
}

void cp_load_promotion_white(struct cp_load *l, const struct cp_value *v)
{
    take_ranks(l, v, CP_WHITE);
}

void cp_load_promotion_black(struct cp_load *l, const struct cp_value *v)
{
    take_ranks(l, v, CP_BLACK);
}

static void take_choices(struct cp_load *l, const struct cp_value *v, enum cp_side side)
{
    uint32_t count;
    const uint8_t *kinds = cp_load_kinds(l, v, false, &count);
    for (uint32_t i = 0; i < count; i++)
        if (l->kinds[kinds[i]].promotes)
            cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "the %.*s promotes itself",
                          CP_FMT(l->words[kinds[i]].name));
    if (v->count == 0)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "promotion to nothing");
    l->v->promotion[side].to = kinds;
    l->v->promotion[side].to_count = count;
}

/* [Q, R] of both, or {white: [Q, R], black: [Q]}. */
void cp_load_promotion_to(struct cp_load *l, const struct cp_value *v)
{
    struct cp_promotion *both = l->v->promotion;
    if (v->type == CP_MAP) {
        cp_load_section(l, CP_IN_CHOICES, v);
        return;
    }
    take_choices(l, v, CP_WHITE);
    both[CP_BLACK].to = both[CP_WHITE].to;
    both[CP_BLACK].to_count = both[CP_WHITE].to_count;
}

void cp_load_choices_white(struct cp_load *l, const struct cp_value *v)
{
    take_choices(l, v, CP_WHITE);
}

void cp_load_choices_black(struct cp_load *l, const struct cp_value *v)
{
    take_choices(l, v, CP_BLACK);
}

void cp_load_check_promotion(struct cp_load *l)
{
    if (l->promotes && !l->has_promotion)
        cp_load_fault(l, CP_VARIANT_CONFLICT, l->promotes, 0,
                      "a piece promotes, and the key 'promotion' is missing");
}

/* A piece that is no man: men in a block, which may move as
 * one. How such a block moves and attacks is told in attack.h, and holds only for
 * what is let in here: blocks that slide straight or slantwise and take as they
 * move, of men whose first move is like any other. */

void cp_load_piece_body(struct cp_load *l, const struct cp_value *v)
{
    l->piece.body = v;
}

void cp_load_body_of(struct cp_load *l, const struct cp_value *v)
{
    l->body_of = v;
}

static void take_size(struct cp_load *l, const struct cp_value *v, uint8_t *out)
{
    int32_t n;
    if (cp_load_number(l, v, 1, CP_BODY_MOST, &n))
        *out = (uint8_t)n;
}

void cp_load_body_files(struct cp_load *l, const struct cp_value *v)
{
    take_size(l, v, &l->v->body.files);
}

void cp_load_body_ranks(struct cp_load *l, const struct cp_value *v)
{
    take_size(l, v, &l->v->body.ranks);
}

void cp_load_take_body(struct cp_load *l, uint8_t kind)
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
    uint32_t men = (uint32_t)body->files * body->ranks;
    if (men == 1 || men > CP_BODY_MOST)
        cp_load_fault(l, CP_VARIANT_NUMBER, p->body, 0, "a body has from 2 to %d pieces",
                      CP_BODY_MOST);
    body->exists = men > 1;
    body->kind = kind;
}

static bool are_plain(const struct cp_kind *kind)
{
    for (uint32_t i = 0; i < kind->ray_count; i++) {
        /* Straight or slantwise, from one step on, moving and taking alike. */
        if (kind->rays[0][i].dx < -1 || kind->rays[0][i].dx > 1 || kind->rays[0][i].dy < -1 ||
            kind->rays[0][i].dy > 1 || kind->rays[0][i].low != 1 || kind->rays[0][i].primes ||
            kind->rays[0][i].leaps || kind->rays[0][i].first || kind->rays[0][i].bent ||
            kind->rays[0][i].use != (CP_RAY_MOVES | CP_RAY_TAKES))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (kind->rays[0][i].dx == kind->rays[0][k].dx &&
                kind->rays[0][i].dy == kind->rays[0][k].dy)
                return false;
    }
    return true;
}

void cp_load_check_body(struct cp_load *l)
{
    struct cp_body_words *body = &l->v->body;
    if (!l->body)
        return;
    if (!are_plain(&l->kinds[body->kind]))
        cp_load_fault(l, CP_VARIANT_CONFLICT, l->body, 0,
                      "a body moves straight or slantwise and takes as it moves: Q, R, B, K, W3");
    body->of = l->body_of ? cp_load_kind(l, l->body_of->text, l->body_of->at) : CP_NO_KIND;
    if (body->of == CP_NO_KIND) {
        body->exists = false;
        return;
    }
    const struct cp_kind *of = &l->kinds[body->of];
    if (body->of == body->kind || of->royal || of->promotes || of->has_first)
        cp_load_fault(l, CP_VARIANT_CONFLICT, l->body_of, 0, "no body is made of this: the %.*s",
                      CP_FMT(l->words[body->of].name));
}

/* Whose rules a variant is played by, and what only
 * agents have: what each does, and the traps of their board. Keys of one family
 * in a file of another would be read and mean nothing, so they are refused. */

void cp_load_family(struct cp_load *l, const struct cp_value *v)
{
    static const char *const words[CP_FAMILY_COUNT] = {
        [CP_FAMILY_CHESS] = "chess",
        [CP_FAMILY_AGENTS] = "agents",
    };
    for (int family = 0; family < CP_FAMILY_COUNT; family++)
        if (cp_str_is(v->text, words[family])) {
            l->v->family = (enum cp_family_id)family;
            if (family == CP_FAMILY_AGENTS) {
                /* What readers and writers of agents' games do otherwise. */
                l->v->alphabet.signs = CP_SIGNS_OF_STEPS;
                l->v->alphabet.marks_last = l->v->alphabet.has_falls = true;
                l->v->alphabet.has_before = true;
                l->v->alphabet.counts_both = true;
            }
            return;
        }
    cp_load_fault(l, CP_VARIANT_WORD, v, 0, "'%.*s' is no family: chess or agents",
                  CP_FMT(v->text));
}

/* ---- what each piece does ---- */

void cp_load_piece_agent(struct cp_load *l, const struct cp_value *v)
{
    static const char *const words[] = {
        [CP_AGENT_KING] = "king",
        [CP_AGENT_MOVER] = "mover",
        [CP_AGENT_SWAPPER] = "swapper",
        [CP_AGENT_PUPPETEER] = "puppeteer",
    };
    l->piece.agent = v;
    for (int agent = CP_AGENT_KING; agent <= CP_AGENT_PUPPETEER; agent++)
        if (cp_str_is(v->text, words[agent])) {
            l->piece.kind->agent = (enum cp_agent)agent;
            return;
        }
    cp_load_fault(l, CP_VARIANT_WORD, v, 0, "'%.*s' is no agent: king, mover, swapper or puppeteer",
                  CP_FMT(v->text));
}

static void refuse(struct cp_load *l, const struct cp_value *v, const char *why)
{
    if (v)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "%s", why);
}

/* The king is the one agent that may not be lost. */
static void check_agent(struct cp_load *l, const struct cp_value *map)
{
    const struct cp_piece_load *p = &l->piece;
    const struct cp_value *const of_chess[] = {p->move,     p->primes,     p->bent,   p->unwritten,
                                               p->promotes, p->en_passant, p->neutral};
    if (!p->agent)
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'agent'");
    for (size_t i = 0; i < sizeof of_chess / sizeof *of_chess; i++)
        refuse(l, of_chess[i], "agents do not have this");
    bool is_king = p->kind->agent == CP_AGENT_KING;
    if (p->agent && is_king != (p->royal != NULL))
        refuse(l, p->agent, "the king, and no other agent, is royal");
}

/* What is nobody's stands still. */
static void check_neutral(struct cp_load *l)
{
    const struct cp_piece_load *p = &l->piece;
    const struct cp_value *const of_men[] = {p->move,      p->primes,   p->bent,       p->royal,
                                             p->unwritten, p->promotes, p->en_passant, p->body};
    for (size_t i = 0; i < sizeof of_men / sizeof *of_men; i++)
        refuse(l, of_men[i], "what is nobody's does not have this");
}

void cp_load_check_piece(struct cp_load *l, const struct cp_value *map)
{
    if (l->v->family == CP_FAMILY_AGENTS) {
        check_agent(l, map);
        return;
    }
    refuse(l, l->piece.agent, "only in the family of agents");
    if (l->piece.neutral) {
        check_neutral(l);
        return;
    }
    if (!l->piece.move && !cp_value_get(map, "move"))
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'move'");
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

static void report_man(struct cp_load *l, const struct cp_value *setup, const cp_man *man,
                       const char *what)
{
    struct cp_buf square;
    cp_buf_init(&square, l->arena);
    cp_square_format(l->ints, &square, man->square, l->v->alphabet.native);
    cp_load_fault(l, CP_VARIANT_SETUP, setup, 0, "%s %.*s", what, CP_FMT(cp_buf_str(&square)));
}

void cp_load_check_family(struct cp_load *l, const struct cp_value *map)
{
    static const char *const of_chess[] = {
        "promotion", "castling", "insufficient", "royals", "wins",
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
            report_man(l, setup, man, "a piece stands on the trap");
        else if (on_rim && v->kinds[man->kind].royal)
            report_man(l, setup, man, "a king stands on the rim:");
    }
}
