/* SPDX-License-Identifier: MIT */
#include "rules/bitboards/board.h"

#include "rules/outcome.h"

/* ---- asking ---- */

/* Summed rather than searched: what stands there is hard to foresee. */
enum cp_role cp_bitboard_role(const struct cp_bitboard *b, int square)
{
    if (!(cp_bitboard_all(b) >> square & 1))
        return CP_NO_ROLE;
    cp_bits sum = 0;
    for (int role = CP_KNIGHT; role < CP_ROLES; role++)
        sum += (b->role[role] >> square & 1) * (cp_bits)role;
    return (enum cp_role)sum;
}

bool cp_bitboard_repeats(const struct cp_bitboard *a, const struct cp_bitboard *b)
{
    return memcmp(a->men, b->men, sizeof a->men) == 0 &&
           memcmp(a->role, b->role, sizeof a->role) == 0 && a->rooks == b->rooks &&
           a->en_passant == b->en_passant && a->turn == b->turn;
}

bool cp_bitboard_is_dead(const struct cp_bitboard *b)
{
    const cp_bits light = UINT64_C(0x55aa55aa55aa55aa);
    if (b->role[CP_PAWN] | b->role[CP_ROOK] | b->role[CP_QUEEN])
        return false;
    cp_bits knights = b->role[CP_KNIGHT], bishops = b->role[CP_BISHOP];
    if (knights)
        return !bishops && !cp_bits_many(knights);
    return !(bishops & light) || !(bishops & ~light);
}

/* ---- in passing ---- */

/* The pawns that attack the square just passed over, and the one that passed. */
static cp_bits takers(const struct cp_bitboard *b)
{
    return cp_pawn_bits[!b->turn][b->passed] & b->role[CP_PAWN] & b->men[b->turn];
}

CP_SELDOM void cp_bitboard_find_en_passant(struct cp_bitboard *b)
{
    cp_bits victim = cp_bit(b->passed ^ 8), to = cp_bit(b->passed);
    for (cp_bits pawns = takers(b); pawns; pawns &= pawns - 1)
        if (cp_bitboard_is_safe(b, (pawns & -pawns) | victim, to)) {
            b->en_passant = b->passed;
            return;
        }
}

/* ---- playing ---- */

/* Takes a man off a square, or puts it there. */
static void flip(struct cp_bitboard *b, enum cp_role role, int side, int square)
{
    b->role[role] ^= cp_bit(square);
    b->men[side] ^= cp_bit(square);
}

/* Both are lifted before either is put down: in Chess960 squares may coincide. */
static CP_SELDOM void castle(struct cp_bitboard *b, cp_bit_move move)
{
    int side = b->turn, king = cp_bit_from(move), to = cp_bit_to(move);
    cp_bits mine = b->rooks & b->men[side], left = cp_bit(king) - 1;
    int rook = cp_bits_first(move & CP_BIT_RIGHT ? mine & ~left : mine & left);
    flip(b, CP_KING, side, king);
    flip(b, CP_ROOK, side, rook);
    flip(b, CP_KING, side, to);
    flip(b, CP_ROOK, side, move & CP_BIT_RIGHT ? to - 1 : to + 1);
    b->rooks &= ~mine;
    b->quiet++;
}

static void step(struct cp_bitboard *b, cp_bit_move move)
{
    int side = b->turn, from = cp_bit_from(move), to = cp_bit_to(move);
    enum cp_role role = cp_bit_role(move), taken = cp_bit_taken(move);
    cp_bits touched = cp_bit(from) | cp_bit(to);
    b->men[side] ^= touched;
    b->role[role] ^= touched;
    b->quiet = role == CP_PAWN ? 0 : b->quiet + 1;
    if (taken != CP_NO_ROLE) {
        flip(b, taken, !side, move & CP_BIT_PASSING ? to ^ 8 : to);
        b->quiet = 0;
    }
    if (cp_bit_promotion(move) != CP_NO_ROLE) {
        flip(b, CP_PAWN, b->turn, cp_bit_to(move));
        flip(b, cp_bit_promotion(move), b->turn, cp_bit_to(move));
    }
    if (role == CP_KING)
        touched |= b->men[side];
    b->rooks &= ~touched;
}

void cp_bitboard_apply(struct cp_bitboard *b, cp_bit_move move)
{
    b->en_passant = b->passed = 0;
    if (CP_UNLIKELY(move & CP_BIT_CASTLE))
        castle(b, move);
    else
        step(b, move);
    b->turn = !b->turn;
    cp_bitboard_look(b);
    if (move & CP_BIT_DOUBLE) {
        b->passed = (uint8_t)((cp_bit_from(move) + cp_bit_to(move)) / 2);
        if (takers(b))
            cp_bitboard_find_en_passant(b);
    }
}

/* No man with a right to castle is lifted: a man that falls has moved. */
void cp_bitboard_lift(struct cp_bitboard *b, cp_bits squares)
{
    b->en_passant = 0;
    b->quiet = 0;
    for (; squares; squares &= squares - 1) {
        int square = cp_bits_first(squares);
        flip(b, cp_bitboard_role(b, square), (int)(b->men[CP_BLACK] >> square & 1), square);
    }
    b->checkers = b->shield = 0;
    if (!(b->role[CP_KING] & b->men[b->turn]))
        return;
    cp_bitboard_look(b);
    if (b->passed && takers(b))
        cp_bitboard_find_en_passant(b);
}

/* ---- is this variant chess on 8x8? ----
 *
 * Asked of its data: every kind's rays are spread out over the steps that fit on
 * the board, and must be exactly those of one classical man. How the rays were
 * written does not matter. */

enum { SPAN = 15, HOME = 7 }; /* steps of -7 .. 7 either way */
enum { IS_FIRST = 4, IS_BLOCKABLE = 8 };

/* What a man can do by each step: CP_RAY_* and the above. */
struct reach {
    uint8_t step[SPAN][SPAN]; /* by dy, dx */
};

static bool spread(struct reach *out, const cp_ray *ray)
{
    if (ray->primes || ray->bent || ray->lame || ray->hops || ray->round || ray->use & CP_RAY_FACES)
        return false;
    for (int n = ray->low; n <= HOME && (!ray->high || n <= ray->high); n++) {
        int dx = n * ray->dx, dy = n * ray->dy;
        if (dx < -HOME || dx > HOME || dy < -HOME || dy > HOME)
            break;
        uint8_t *step = &out->step[HOME + dy][HOME + dx];
        if (*step)
            return false;
        *step = (uint8_t)(ray->use | (ray->first ? IS_FIRST : 0) |
                          (n > 1 && !ray->leaps ? IS_BLOCKABLE : 0));
    }
    return true;
}

/* What a classical man does by a step. */
static uint8_t classical_step(enum cp_role role, int dx, int dy, enum cp_side side)
{
    const uint8_t both = CP_RAY_MOVES | CP_RAY_TAKES;
    int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, far = wide > high ? wide : high;
    bool is_straight = (wide == 0) != (high == 0), is_slanted = wide == high && wide;
    bool slides = (is_straight && (role == CP_ROOK || role == CP_QUEEN)) ||
                  (is_slanted && (role == CP_BISHOP || role == CP_QUEEN));
    if (role == CP_PAWN) {
        int ahead = side == CP_WHITE ? dy : -dy;
        if (ahead == 1)
            return dx == 0 ? CP_RAY_MOVES : dx == 1 || dx == -1 ? CP_RAY_TAKES : 0;
        return ahead == 2 && dx == 0 ? CP_RAY_MOVES | IS_FIRST | IS_BLOCKABLE : 0;
    }
    if (role == CP_KING)
        return far == 1 ? both : 0;
    if (role == CP_KNIGHT)
        return wide + high == 3 && wide && high ? both : 0;
    return slides ? both | (far > 1 ? IS_BLOCKABLE : 0) : 0;
}

static bool moves_as(const struct cp_kind *kind, enum cp_role role, enum cp_side side)
{
    struct reach reach = {0};
    for (uint32_t i = 0; i < kind->ray_count; i++)
        if (!spread(&reach, &kind->rays[side][i]))
            return false;
    for (int dy = -HOME; dy <= HOME; dy++)
        for (int dx = -HOME; dx <= HOME; dx++)
            if (reach.step[HOME + dy][HOME + dx] != classical_step(role, dx, dy, side))
                return false;
    return kind->royal == (role == CP_KING) && kind->promotes == (role == CP_PAWN) &&
           kind->en_passant == (role == CP_PAWN) && !kind->spares_like &&
           !kind->first_from[side].is_said && !kind->zone[side].is_said &&
           !kind->passed_on[side].is_said;
}

static bool promotes_as_usual(const struct cp_classical *c, const struct cp_variant *v)
{
    const uint32_t usual = 1u << CP_KNIGHT | 1u << CP_BISHOP | 1u << CP_ROOK | 1u << CP_QUEEN;
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        const struct cp_promotion *own = &v->promotion[side];
        uint32_t seen = 0;
        for (uint32_t i = 0; i < own->to_count; i++)
            seen |= 1u << c->role[own->to[i]];
        if (seen != usual || cp_promotion_varies(v, side) || own->rank_count != 1 ||
            !cp_int_equal(own->ranks[0], CP_INT(side == CP_WHITE ? 8 : 1)))
            return false;
    }
    return true;
}

bool cp_classical_fit(struct cp_classical *out, const struct cp_law *law)
{
    const struct cp_variant *v = law->variant;
    uint32_t seen = 0;
    memset(out->role, CP_NO_ROLE, sizeof out->role);
    if (v->family != CP_FAMILY_CHESS || !v->bounded || v->files != 8 || v->ranks != 8 ||
        v->alphabet.count != CP_ROLES || v->start.turn != CP_WHITE || cp_counting_ends(v) ||
        law->has_royals || v->castle_kings || v->must_take || v->explodes || v->forbids_checks ||
        cp_variant_has_passes(v) || v->stalemate != CP_STALEMATE_DRAWS ||
        v->mated != CP_STALEMATE_LOSES)
        return false;
    static const struct cp_castled usual[2][2] = {{{3, 4}, {7, 6}}, {{3, 4}, {7, 6}}};
    if (!v->castles || memcmp(v->castled, usual, sizeof usual) != 0)
        return false;
    for (uint32_t kind = 0; kind < v->alphabet.count; kind++) {
        uint8_t role = 0;
        while (role < CP_ROLES && !(moves_as(&v->kinds[kind], (enum cp_role)role, CP_WHITE) &&
                                    moves_as(&v->kinds[kind], (enum cp_role)role, CP_BLACK)))
            role++;
        if (role == CP_ROLES || seen >> role & 1)
            return false;
        seen |= 1u << role;
        out->role[kind] = role;
        out->kind[role] = (uint8_t)kind;
    }
    return promotes_as_usual(out, v) && v->castles_with == UINT64_C(1) << out->kind[CP_ROOK];
}

/* ---- setting up ---- */

static bool put_man(struct cp_bitboard *b, const struct cp_classical *c, const cp_man *man)
{
    uint64_t file = (uint64_t)man->square.file.v - 1, rank = (uint64_t)man->square.rank.v - 1;
    if (file > 7 || rank > 7 || man->kind >= CP_KINDS_MOST || c->role[man->kind] == CP_NO_ROLE)
        return false;
    cp_bits bit = cp_bit((int)(rank * 8 + file));
    if (cp_bitboard_all(b) & bit)
        return false;
    enum cp_role role = (enum cp_role)c->role[man->kind];
    if (role == CP_PAWN) {
        bool is_home = rank == (man->side == CP_WHITE ? 1 : 6);
        if (rank == 0 || rank == 7 || man->moved == is_home)
            return false;
    }
    b->men[man->side] |= bit;
    b->role[role] |= bit;
    return true;
}

/* Each right needs a king and a rook of one side on its first rank, one a wing. */
static bool has_rights(const struct cp_bitboard *b, cp_bits rooks)
{
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        cp_bits king = b->role[CP_KING] & b->men[side];
        cp_bits home = side == CP_WHITE ? CP_RANK_1 : CP_RANK_1 << 56, mine = rooks & home;
        if (mine & ~(b->role[CP_ROOK] & b->men[side]))
            return false;
        if (mine &&
            (!(king & home) || cp_bits_many(mine & (king - 1)) || cp_bits_many(mine & ~(king - 1))))
            return false;
        rooks &= ~home;
    }
    return !rooks;
}

/* R-FIDE-6: a square that no pawn can have passed over is ignored. False when the
 * position leaves it open whether one has. */
static bool set_passed(struct cp_bitboard *b, const struct cp_start *start)
{
    uint64_t file = (uint64_t)start->en_passant.file.v - 1;
    uint64_t rank = (uint64_t)start->en_passant.rank.v - 1;
    if (!start->has_en_passant || file > 7 || rank > 7)
        return true;
    int square = (int)(rank * 8 + file), back = b->turn == CP_WHITE ? 8 : -8;
    cp_bits pawns = b->role[CP_PAWN] & b->men[!b->turn];
    if (rank == 0 || rank == 7 || !(pawns & cp_bit(square - back)))
        return true;
    if (rank != (b->turn == CP_WHITE ? 5 : 2) ||
        cp_bitboard_all(b) & (cp_bit(square) | cp_bit(square + back)))
        return false;
    b->passed = (uint8_t)square;
    return true;
}

bool cp_bitboard_init(struct cp_bitboard *b, const struct cp_classical *c,
                      const struct cp_start *start, cp_bits rooks)
{
    *b = (struct cp_bitboard){.rooks = rooks, .turn = (uint8_t)start->turn, .quiet = start->quiet};
    for (uint32_t i = 0; i < start->count; i++)
        if (!put_man(b, c, &start->men[i]))
            return false;
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        cp_bits kings = b->role[CP_KING] & b->men[side];
        if (!kings || cp_bits_many(kings))
            return false;
    }
    if (!has_rights(b, rooks) ||
        cp_bitboard_attackers(b, cp_bitboard_king(b, !b->turn), b->turn, cp_bitboard_all(b)))
        return false;
    cp_bitboard_look(b);
    if (!set_passed(b, start))
        return false;
    if (b->passed)
        cp_bitboard_find_en_passant(b);
    return true;
}

/* As if the position were a start, which it was for what it remembers. */
bool cp_bitboard_take(struct cp_bitboard *b, const struct cp_classical *c,
                      const struct cp_position *p)
{
    cp_man men[64];
    cp_bits rooks = 0;
    struct cp_start start = {.men = men, .turn = p->turn};
    for (uint32_t man = 0; man < p->count; man++) {
        if (p->gone[man])
            continue;
        if (start.count == 64)
            return false;
        men[start.count++] = (cp_man){.square = p->at[man],
                                      .kind = p->kind[man],
                                      .side = p->side[man],
                                      .moved = p->moved[man]};
    }
    for (int i = 0; i < 4; i++) {
        int32_t rook = p->castle[i / 2][i % 2];
        if (rook != CP_NOBODY)
            rooks |= cp_bit(cp_bit_place(p->at[rook]));
    }
    start.has_en_passant = p->passing != CP_NOBODY;
    start.en_passant = p->passed;
    if (!cp_bitboard_init(b, c, &start, rooks))
        return false;
    b->quiet = p->quiet;
    return true;
}

/* ---- tables ----
 *
 * Each entry is a constant expression: nothing to make ready at run time, nothing that can
 * change, and no second program to keep in step. */

#define ROW(F, s)                                                                                  \
    F(s), F((s) + 1), F((s) + 2), F((s) + 3), F((s) + 4), F((s) + 5), F((s) + 6), F((s) + 7)
#define EACH(F)                                                                                    \
    {                                                                                              \
        ROW(F, 0), ROW(F, 8), ROW(F, 16), ROW(F, 24), ROW(F, 32), ROW(F, 40), ROW(F, 48),          \
            ROW(F, 56)                                                                             \
    }

/* Steps are shifts, less those that would come round the board's edge. */

#define ONE(s)    (UINT64_C(1) << (s))
#define LEFT(s)   (ONE(s) & ~CP_FILE_A)
#define RIGHT(s)  (ONE(s) & ~CP_FILE_H)
#define LEFT2(s)  (ONE(s) & ~(CP_FILE_A | CP_FILE_A << 1))
#define RIGHT2(s) (ONE(s) & ~(CP_FILE_H | CP_FILE_H >> 1))

#define KNIGHT(s)                                                                                  \
    (LEFT(s) << 15 | LEFT(s) >> 17 | RIGHT(s) << 17 | RIGHT(s) >> 15 | LEFT2(s) << 6 |             \
     LEFT2(s) >> 10 | RIGHT2(s) << 10 | RIGHT2(s) >> 6)
#define WHITE_PAWN(s) (LEFT(s) << 7 | RIGHT(s) << 9)
#define BLACK_PAWN(s) (LEFT(s) >> 9 | RIGHT(s) >> 7)
#define KING(s)                                                                                    \
    (WHITE_PAWN(s) | BLACK_PAWN(s) | LEFT(s) >> 1 | RIGHT(s) << 1 | ONE(s) << 8 | ONE(s) >> 8)

const cp_bits cp_knight_bits[64] = EACH(KNIGHT);
const cp_bits cp_king_bits[64] = EACH(KING);
const cp_bits cp_pawn_bits[2][64] = {EACH(WHITE_PAWN), EACH(BLACK_PAWN)};

/* Lines are the two long diagonals, moved up or down by ranks. */

#define UP(word, n)   ((word) << (8 * (n)&63))
#define DOWN(word, n) ((word) >> (8 * (n)&63))
#define RISE(s)       (((s)&7) - ((s) >> 3)) /* file less rank */
#define FALL(s)       (((s)&7) + ((s) >> 3) - 7)

#define MAIN UINT64_C(0x8040201008040201)
#define ANTI UINT64_C(0x0102040810204080)

#define LINES(s)                                                                                   \
    {                                                                                              \
        CP_FILE_A << ((s)&7) & ~ONE(s),                                                            \
            (RISE(s) > 0 ? DOWN(MAIN, RISE(s)) : UP(MAIN, -RISE(s))) & ~ONE(s),                    \
            (FALL(s) > 0 ? UP(ANTI, FALL(s)) : DOWN(ANTI, -FALL(s))) & ~ONE(s)                     \
    }

const cp_lines cp_line_bits[64] = EACH(LINES);

/* Ranks, by the inner six men m; the outer two can block nothing. */

#define RIGHTWARD(f, above) (((above) ^ ((above) - (2 << (f)))) & ~((2 << (f)) - 1) & 255)
#define SMEAR(x)            ((x) | (x) >> 1 | (x) >> 2 | (x) >> 3 | (x) >> 4 | (x) >> 5 | (x) >> 6)
#define LEFTWARD(f, below)  (((1 << (f)) - 1) & ~(SMEAR(below) >> 1))
#define LEVEL(m, f)                                                                                \
    (RIGHTWARD(f, (m) << 1 & ~((2 << (f)) - 1)) | LEFTWARD(f, (m) << 1 & ((1 << (f)) - 1)))
#define LEVELS(m)                                                                                  \
    {                                                                                              \
        LEVEL(m, 0), LEVEL(m, 1), LEVEL(m, 2), LEVEL(m, 3), LEVEL(m, 4), LEVEL(m, 5), LEVEL(m, 6), \
            LEVEL(m, 7)                                                                            \
    }

const uint8_t cp_rank_bits[64][8] = EACH(LEVELS);
