/* SPDX-License-Identifier: MIT */
/* structure.c -- what chess players call structure, by its name: isolated, w:passed-pawn:d.
 *
 * Most names are a pawn, or a file, and what pawns may stand near it: lines of structure.def. A
 * quick look asks sets of squares; otherwise, on boards of any size, one pawn is held against the
 * others, and only after moves that pawns have to do with. */
#include "query/condition.h"

#include "base/scan.h"
#include "base/wordlist.h"
#include "rules/rules.h"

enum subject { PAWN, LINE, MATERIAL, BISHOPS, PIN };
enum whose { OWN, OTHERS };
enum files { SAME = 1, BESIDE = 2, NEAR = SAME | BESIDE };
enum ranks { ANYWHERE, AHEAD, TWO_AHEAD, ONE_BEHIND, LEVEL_OR_BEHIND };
enum wanted { NONE, SOME };

/* Whose pawns, and where, seen from a pawn or a file; and whether there are any. */
struct near {
    enum whose whose;
    enum files files;
    enum ranks ranks;
    enum wanted wanted;
};

enum { NEAR_MOST = 3 };

static const struct structure {
    enum subject subject;
    const char *material;        /* or NULL */
    struct near near[NEAR_MOST]; /* one without files ends them */
} structures[] = {
#define CP_STRUCTURE(name, words, subject, ...)      {subject, NULL, {__VA_ARGS__}},
#define CP_STRUCTURE_OF_MATERIAL(name, words, value) {MATERIAL, value, {{0}}},
#define CP_STRUCTURE_OF(name, words, subject)        {subject, NULL, {{0}}},
#include "query/structure.def"
#undef CP_STRUCTURE
#undef CP_STRUCTURE_OF_MATERIAL
#undef CP_STRUCTURE_OF
};

struct asked {
    const struct structure *what;
    int side; /* enum cp_side, or CP_ANY_TURN */
    bool has_file;
    cp_int file;
};

/* ---- as text ---- */

/* In the order of structures. */
static const struct cp_word words[] = {
#define CP_STRUCTURE(name, words, subject, ...)      {name, 0},
#define CP_STRUCTURE_OF_MATERIAL(name, words, value) {name, 0},
#define CP_STRUCTURE_OF(name, words, subject)        {name, 0},
#include "query/structure.def"
#undef CP_STRUCTURE
#undef CP_STRUCTURE_OF_MATERIAL
#undef CP_STRUCTURE_OF
    {0}};

void cp_query_put_structures(struct cp_buf *out, unsigned operand, char between)
{
    (void)operand;
    cp_wordlist_put(out, words, between);
}

const char *cp_query_structure_near(cp_str name)
{
    return cp_wordlist_nearest(words, name);
}

bool cp_query_is_structure(cp_str name)
{
    bool is_sides = cp_scan_prefix(&name, CP_STR("w:")) || cp_scan_prefix(&name, CP_STR("b:"));
    return cp_wordlist_find(words, name) != NULL || is_sides;
}

static bool refuse(struct cp_query_maker *m, cp_str said, bool is_name)
{
    const char *near = is_name ? cp_wordlist_nearest(words, said) : NULL;
    cp_buf_printf(m->why, "\"%.*s\"; ", CP_FMT(said));
    if (near) {
        cp_buf_printf(m->why, "did you mean %s?", near);
        return false;
    }
    cp_buf_puts(m->why, "it takes ");
    cp_wordlist_put(m->why, words, ',');
    cp_buf_puts(m->why, "; of pawns and files a side in front and a file behind, if need be: "
                        "w:isolated:d");
    return false;
}

/* d, 4, -12: as in a square. */
static bool read_file(struct cp_query_maker *m, cp_str text, cp_int *out)
{
    bool is_number = text.len && !cp_is_letter(text.at[text.len - 1]);
    cp_str square = cp_str_printf(m->arena, is_number ? "(%.*s,1)" : "(%.*s1)", CP_FMT(text));
    cp_square_text read;
    bool good = text.len && cp_square_scan(m->ints, square, &read) == square.len;
    *out = good ? read.square.file : CP_INT(0);
    return good;
}

static bool parse_structure(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct asked *s = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *s);
    cp_str all = cp_str_trim(value), file = all;
    bool is_whites = cp_scan_prefix(&file, CP_STR("w:"));
    s->side = is_whites ? CP_WHITE : cp_scan_prefix(&file, CP_STR("b:")) ? CP_BLACK : CP_ANY_TURN;
    cp_str name = cp_scan_until(&file, ':');
    const struct cp_word *word = cp_wordlist_find(words, name);
    if (!word)
        return refuse(m, name, true);
    s->what = &structures[word - words];
    s->has_file = name.at + name.len < all.at + all.len;
    bool may_say = s->what->subject <= LINE;
    if ((!may_say && (s->has_file || s->side != CP_ANY_TURN)) ||
        (s->has_file && !read_file(m, file, &s->file)))
        return refuse(m, all, false);
    if (s->what->subject == MATERIAL) {
        c->question = &cp_ask_imbalance;
        return c->question->parse(c, m, cp_str_from(s->what->material));
    }
    c->line = value;
    return true;
}

static uint8_t bishop_of(const struct cp_variant *v)
{
    return cp_alphabet_find(&v->alphabet, CP_STR("bishop"), true);
}

/* On the plane there is no end of open files. */
static bool structure_is_of(const struct cp_condition *c, const struct cp_variant *v)
{
    const struct asked *s = c->asked;
    switch (s->what->subject) {
    case PAWN:
        return v->pawn != CP_NO_KIND;
    case LINE:
        return v->pawn != CP_NO_KIND && (v->bounded || s->has_file);
    case BISHOPS:
        return bishop_of(v) != CP_NO_KIND;
    default:
        return v->family != CP_FAMILY_AGENTS; /* they guard no king */
    }
}

/* ---- a quick look ---- */

/* The squares of those files and ranks, seen from a square of that side. */
static cp_bits squares_near(const struct near *n, int square, int side)
{
    int up = side == CP_WHITE ? 1 : -1, rank = square / 8;
    cp_bits file = CP_FILE_A << square % 8, ranks = ~(cp_bits)0;
    cp_bits files = (n->files & SAME ? file : 0) | (n->files & BESIDE ? cp_bits_beside(file) : 0);
    cp_bits below = cp_bit(8 * rank) - 1, level = CP_RANK_1 << 8 * rank;
    cp_bits ahead = side == CP_WHITE ? ~(below | level) : below;
    int only = rank + (n->ranks == TWO_AHEAD ? 2 * up : -up);
    switch (n->ranks) {
    case ANYWHERE:
        break;
    case AHEAD:
        ranks = ahead;
        break;
    case LEVEL_OR_BEHIND:
        ranks = ~ahead;
        break;
    default:
        ranks = only >= 0 && only < 8 ? CP_RANK_1 << 8 * only : 0;
    }
    return files & ranks;
}

static bool fits_quickly(const struct structure *s, const cp_bits *pawns, int square, int side)
{
    cp_bits itself = s->subject == PAWN ? cp_bit(square) : 0;
    for (const struct near *n = s->near; n < s->near + NEAR_MOST && n->files; n++) {
        cp_bits there = pawns[n->whose == OWN ? side : !side] & ~itself;
        if (((there & squares_near(n, square, side)) != 0) != (n->wanted == SOME))
            return false;
    }
    return true;
}

static bool pawns_quickly(const struct asked *s, const struct cp_bitboard *b)
{
    const cp_bits pawns[2] = {b->role[CP_PAWN] & b->men[CP_WHITE],
                              b->role[CP_PAWN] & b->men[CP_BLACK]};
    if (s->has_file && (s->file.v < 1 || s->file.v > 8))
        return false;
    cp_bits file = s->has_file ? CP_FILE_A << (s->file.v - 1) : ~(cp_bits)0;
    for (int side = 0; side < 2; side++)
        for (cp_bits left = file & (s->what->subject == PAWN ? pawns[side] : CP_RANK_1);
             left && (s->side == CP_ANY_TURN || s->side == side); left &= left - 1)
            if (fits_quickly(s->what, pawns, cp_bits_first(left), side))
                return true;
    return false;
}

/* A man of the side to move that stands alone between its king and an enemy; mostly nobody would
 * attack the king if all of them were gone. */
static bool pins_quickly(const struct cp_moment *m)
{
    const struct cp_bitboard *b = m->quick->board;
    int king = cp_bitboard_king(b, b->turn);
    cp_bits all = cp_bitboard_all(b), men = b->men[b->turn];
    if (m->checks || !cp_bitboard_attackers(b, king, !b->turn, all ^ men))
        return false;
    for (; men; men &= men - 1)
        if (cp_bitboard_attackers(b, king, !b->turn, all ^ (men & -men)))
            return true;
    return false;
}

static bool bishops_quickly(const struct cp_bitboard *b)
{
    const cp_bits light = UINT64_C(0x55aa55aa55aa55aa);
    cp_bits white = b->role[CP_BISHOP] & b->men[CP_WHITE];
    cp_bits black = b->role[CP_BISHOP] & b->men[CP_BLACK];
    return white && black && !cp_bits_many(white) && !cp_bits_many(black) &&
           !(white & light) != !(black & light);
}

/* ---- any board ---- */

static bool is_near(struct cp_ints *t, const struct near *n, cp_square from, cp_square at, int side)
{
    cp_int files = cp_int_abs(t, cp_int_sub(t, at.file, from.file));
    bool is_beside = cp_int_equal(files, CP_INT(1));
    bool is_same = cp_int_equal(files, CP_INT(0));
    if (!((n->files & SAME && is_same) || (n->files & BESIDE && is_beside)))
        return false;
    cp_int ahead =
        side == CP_WHITE ? cp_int_sub(t, at.rank, from.rank) : cp_int_sub(t, from.rank, at.rank);
    switch (n->ranks) {
    case AHEAD:
        return cp_int_sign(t, ahead) > 0;
    case TWO_AHEAD:
        return cp_int_equal(ahead, CP_INT(2));
    case ONE_BEHIND:
        return cp_int_equal(ahead, CP_INT(-1));
    case LEVEL_OR_BEHIND:
        return cp_int_sign(t, ahead) <= 0;
    default:
        return true;
    }
}

/* The next man of that kind and side, from a number on; CP_NOBODY: none. */
static int32_t next_of(const struct cp_position *p, uint8_t kind, int side, int32_t from)
{
    cp_numbers numbers = cp_men_of_kind(p, kind, (enum cp_side)side);
    for (int32_t man = from > numbers.first ? from : numbers.first; man < numbers.end; man++)
        if (!p->gone[man] && p->kind[man] == kind && p->owner[man] == side)
            return man;
    return CP_NOBODY;
}

/* itself: the pawn that is looked at, CP_NOBODY for a file. */
static bool fits_at(const struct cp_position *p, const struct structure *s, cp_square from,
                    int side, int32_t itself)
{
    for (const struct near *n = s->near; n < s->near + NEAR_MOST && n->files; n++) {
        int whose = n->whose == OWN ? side : !side;
        uint8_t pawn = p->law->variant->pawn;
        int32_t man = -1;
        do {
            man = next_of(p, pawn, whose, man + 1);
        } while (man != CP_NOBODY &&
                 (man == itself || !is_near(p->ints, n, from, p->at[man], side)));
        if ((man != CP_NOBODY) != (n->wanted == SOME))
            return false;
    }
    return true;
}

static bool pawn_is_so(const struct asked *s, const struct cp_position *p, int side)
{
    uint8_t pawn = p->law->variant->pawn;
    for (int32_t man = -1; (man = next_of(p, pawn, side, man + 1)) != CP_NOBODY;)
        if ((!s->has_file || cp_int_equal(p->at[man].file, s->file)) &&
            fits_at(p, s->what, p->at[man], side, man))
            return true;
    return false;
}

static bool file_is_so(const struct asked *s, const struct cp_position *p, int side)
{
    const struct cp_variant *v = p->law->variant;
    int32_t files = s->has_file ? 1 : v->files;
    for (int32_t i = 1; i <= files; i++) {
        cp_square from = {s->has_file ? s->file : CP_INT(i), CP_INT(1)};
        bool is_there = !v->bounded || (cp_int_compare(p->ints, from.file, CP_INT(1)) >= 0 &&
                                        cp_int_compare(p->ints, from.file, CP_INT(v->files)) <= 0);
        if (is_there && fits_at(p, s->what, from, side, CP_NOBODY))
            return true;
    }
    return false;
}

static bool pawns_are_so(const struct asked *s, const struct cp_position *p)
{
    bool is_so = false;
    for (int side = 0; side < 2 && !is_so; side++)
        if (s->side == CP_ANY_TURN || s->side == side)
            is_so = s->what->subject == PAWN ? pawn_is_so(s, p, side) : file_is_so(s, p, side);
    return is_so;
}

static bool bishops_are_so(const struct cp_position *p)
{
    uint8_t kind = bishop_of(p->law->variant);
    int32_t colour[2];
    for (int side = 0; side < 2; side++) {
        int32_t man = next_of(p, kind, side, 0);
        cp_int half;
        if (man == CP_NOBODY || next_of(p, kind, side, man + 1) != CP_NOBODY)
            return false;
        colour[side] =
            cp_int_divide(p->ints, cp_int_add(p->ints, p->at[man].file, p->at[man].rank), 2, &half);
    }
    return colour[CP_WHITE] != colour[CP_BLACK];
}

static bool somebody_is_pinned(struct cp_position *p)
{
    const struct cp_rules *rules = cp_rules_of(p);
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man] && p->owner[man] == p->turn && rules->is_pinned(p, man))
            return true;
    return false;
}

/* ---- at a position ---- */

/* Whether a move left all pawns where they were. Men that fall or vanish, or that others push, are
 * not told apart. */
static bool spares_pawns(const struct cp_moment *m, const struct cp_slot *slot)
{
    if (m->quick)
        return m->quiet > 0;
    const struct cp_position *p = m->position;
    return m->ply && !p->agents && !m->ply->move->is_body && m->promotion == CP_NO_KIND &&
           m->standing == slot->count && p->kind[m->ply->move->man] != m->variant->pawn;
}

static bool is_so(const struct asked *s, const struct cp_moment *m)
{
    const struct cp_bitboard *b = m->quick ? m->quick->board : NULL;
    switch (s->what->subject) {
    case BISHOPS:
        return b ? bishops_quickly(b) : bishops_are_so(m->position);
    case PIN:
        return b ? pins_quickly(m) : somebody_is_pinned(m->position);
    default:
        return b ? pawns_quickly(s, b) : pawns_are_so(s, m->position);
    }
}

static bool structure_at(const struct cp_condition *c, struct cp_slot *slot,
                         const struct cp_moment *m)
{
    const struct asked *s = c->asked;
    if (m->is_start && !structure_is_of(c, m->variant))
        slot->fails = true;
    if (slot->fails)
        return false;
    if (m->is_start || s->what->subject > LINE || !spares_pawns(m, slot))
        slot->is_met = is_so(s, m);
    slot->count = m->standing;
    slot->holds |= slot->is_met;
    return slot->is_met;
}

const struct cp_question cp_ask_structure = {.option = "structure",
                                             .holds_each = true,
                                             .is_list = true,
                                             .parse = parse_structure,
                                             .at = structure_at,
                                             .is_of = structure_is_of};
