/* SPDX-License-Identifier: MIT */
/* board_traps.c -- what falls at the end of a turn is known before it is played:
 * `due`, less the men it moves and takes. Most turns let no man fall, or none
 * whose fall exposes a king, and are plain turns with a look at the king's lines.
 *
 * The rest nests as in turn.c: a turn that would expose its own king by a fall
 * is legal if it mates (R-TD-5), which asks for the replies, which may do the same.
 * Each level is a turn that checks and exposes; DEEPEST bounds them. */
#include "rules/bitboards/board.h"

enum { DEEPEST = 8 };

/* ---- clocks ---- */

static cp_bits due_at(const struct cp_trapboard *t, uint32_t ply)
{
    cp_bits due = 0;
    for (cp_bits running = t->running; running; running &= running - 1)
        due |= t->falls_at[cp_bits_first(running)] == ply ? running & -running : 0;
    return due;
}

void cp_trapboard_init(struct cp_trapboard *t, const struct cp_bitboard *b, uint32_t delay)
{
    t->b = *b;
    t->delay = delay;
    t->ply = 0;
    t->running = t->due = t->fallen = 0;
}

bool cp_trapboard_take(struct cp_trapboard *t, const struct cp_classical *c,
                       const struct cp_position *p)
{
    struct cp_bitboard b;
    if (!cp_bitboard_take(&b, c, p))
        return false;
    cp_trapboard_init(t, &b, p->delay);
    t->ply = p->ply;
    for (uint32_t man = 0; man < p->count; man++) {
        if (p->gone[man] || p->falls_at[man] <= p->ply)
            continue;
        int square = cp_bit_place(p->at[man]);
        t->running |= cp_bit(square);
        t->falls_at[square] = p->falls_at[man];
    }
    t->due = due_at(t, t->ply + 1);
    return true;
}

/* ---- a turn ---- */

static void arrive(struct cp_trapboard *t, int square)
{
    t->running |= cp_bit(square);
    t->falls_at[square] = t->ply + 2 * t->delay;
}

/* The move alone; returns the men that fall if it does not mate. */
static cp_bits play(struct cp_trapboard *t, cp_bit_move move)
{
    int to = cp_bit_to(move);
    cp_bits touched = cp_bit(cp_bit_from(move)) | cp_bit(to);
    if (move & CP_BIT_PASSING)
        touched |= cp_bit(to ^ 8);
    cp_bitboard_apply(&t->b, move);
    t->ply++;
    cp_bits due = t->due & ~touched;
    t->running &= ~(touched | due);
    t->due = due_at(t, t->ply + 1);
    t->fallen = 0;
    arrive(t, to);
    if (move & CP_BIT_CASTLE)
        arrive(t, move & CP_BIT_RIGHT ? to - 1 : to + 1);
    return due;
}

/* Whether the king of a side, which does not fall itself, is attacked once the due
 * men are gone. */
static bool exposes(const struct cp_bitboard *b, cp_bits due, int side)
{
    cp_bits king = b->role[CP_KING] & b->men[side];
    if (king & due)
        return false;
    cp_bits all = cp_bitboard_all(b) & ~due;
    return (cp_bitboard_attackers(b, cp_bits_first(king), !side, all) & ~due) != 0;
}

static enum cp_answer can_move(const struct cp_trapboard *t, int nesting);

/* Whether a move that is legal on the bitboard is a legal turn. */
static enum cp_answer is_legal(const struct cp_trapboard *t, cp_bit_move move, int nesting)
{
    struct cp_trapboard next = *t;
    cp_bits due = play(&next, move);
    if (!due || !exposes(&next.b, due, t->b.turn))
        return CP_YES;
    if (!next.b.checkers)
        return CP_NO;
    if (nesting == DEEPEST)
        return CP_DOUBT;
    enum cp_answer reply = can_move(&next, nesting + 1);
    return reply == CP_DOUBT ? CP_DOUBT : reply == CP_NO ? CP_YES : CP_NO;
}

bool cp_trapboard_king_can_step(const struct cp_trapboard *t)
{
    const struct cp_bitboard *b = &t->b;
    int side = b->turn, king = cp_bitboard_king(b, side);
    cp_bits others = cp_bitboard_all(b) & ~cp_bit(king), due = t->due;
    for (cp_bits to = cp_king_bits[king] & ~b->men[side]; to; to &= to - 1) {
        int square = cp_bits_first(to);
        if (!cp_bitboard_attackers(b, square, !side, others) &&
            (!due || !(cp_bitboard_attackers(b, square, !side, others & ~due) & ~due)))
            return true;
    }
    return false;
}

/* Whether a man may step that shields its king from nothing, neither now nor once the due
 * men are gone: the usual case. */
static bool can_step(const struct cp_trapboard *t)
{
    const struct cp_bitboard *b = &t->b;
    int side = b->turn, king = cp_bitboard_king(b, side);
    cp_bits all = cp_bitboard_all(b), later = all & ~t->due;
    cp_bits slanted = b->role[CP_BISHOP] | b->role[CP_QUEEN];
    cp_bits straight = b->role[CP_ROOK] | b->role[CP_QUEEN];
    cp_bits diagonals = cp_bishop_bits(later, king), level = cp_rook_bits(later, king);
    cp_bits hits = ((diagonals & slanted) | (level & straight)) & b->men[!side] & ~t->due;
    if (b->checkers || hits)
        return false;
    cp_bits free = b->men[side] & ~(b->shield | diagonals | level), pawns = b->role[CP_PAWN] & free;
    if ((side == CP_WHITE ? pawns << 8 : pawns >> 8) & ~all)
        return true;
    cp_bits steps = cp_bits_slider_steps(straight & free, slanted & free);
    for (cp_bits knights = b->role[CP_KNIGHT] & free; knights; knights &= knights - 1)
        steps |= cp_knight_bits[cp_bits_first(knights)];
    return (steps & ~b->men[side]) != 0;
}

static enum cp_answer can_move(const struct cp_trapboard *t, int nesting)
{
    if (!t->due)
        return cp_bitboard_can_move(&t->b) ? CP_YES : CP_NO;
    if (can_step(t) || cp_trapboard_king_can_step(t))
        return CP_YES;
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    uint32_t count = cp_bitboard_moves(&t->b, moves);
    bool in_doubt = false;
    for (uint32_t i = 0; i < count; i++) {
        enum cp_answer answer = is_legal(t, moves[i], nesting);
        if (answer == CP_YES)
            return CP_YES;
        in_doubt |= answer == CP_DOUBT;
    }
    return in_doubt ? CP_DOUBT : CP_NO;
}

enum cp_answer cp_trapboard_can_move(const struct cp_trapboard *t)
{
    return can_move(t, 0);
}

enum cp_answer cp_trapboard_apply(struct cp_trapboard *t, cp_bit_move move)
{
    int side = t->b.turn;
    if (!t->delay) {
        cp_bitboard_apply(&t->b, move);
        return CP_YES;
    }
    cp_bits due = play(t, move);
    if (!due)
        return CP_YES;
    if (t->b.checkers) {
        enum cp_answer reply = can_move(t, 0);
        if (reply != CP_YES) /* R-TD-4: mate, and nothing falls */
            return reply == CP_NO ? CP_YES : CP_DOUBT;
    }
    if (exposes(&t->b, due, side))
        return CP_NO;
    cp_bitboard_lift(&t->b, due);
    t->fallen = due;
    return CP_YES;
}

/* None once a king has fallen. Mates are asked for again below, and may be in doubt there. */
bool cp_trapboard_perft(const struct cp_trapboard *t, uint32_t depth, uint64_t *lines)
{
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    *lines = depth == 0;
    if (depth == 0 || depth > CP_PERFT_DEEPEST || (t->fallen && !cp_bits_many(t->b.role[CP_KING])))
        return true;
    if (depth == 1 && !t->delay) {
        *lines = cp_bitboard_count(&t->b);
        return true;
    }
    uint32_t count = cp_bitboard_moves(&t->b, moves);
    for (uint32_t i = 0; i < count; i++) {
        struct cp_trapboard next = *t;
        uint64_t below = 1;
        enum cp_answer answer = t->due ? is_legal(t, moves[i], 0) : CP_YES;
        if (answer == CP_DOUBT)
            return false;
        if (answer == CP_NO)
            continue;
        if (depth > 1 && (cp_trapboard_apply(&next, moves[i]) != CP_YES ||
                          !cp_trapboard_perft(&next, depth - 1, &below)))
            return false;
        *lines += below;
    }
    return true;
}
