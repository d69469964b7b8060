/* SPDX-License-Identifier: MIT */
/* both_test.h -- the two engines side by side on one position: whatever the fast
 * one says, the general one must say too. For tests and for the fuzzer. */
#ifndef CP_BOTH_TEST_H
#define CP_BOTH_TEST_H

#include "rules/bitboards/game.h"
#include "rules/moves.h"
#include "rules/setup.h"

/* The written form of a legal move: CP_LONG, or else the shortest that SAN allows. */
static inline void bitboard_write(const struct cp_bitboard *b, const struct cp_classical *c,
                                  cp_bit_move move, enum cp_style style, cp_written *out)
{
    enum cp_role role = cp_bit_role(move), promotion = cp_bit_promotion(move);
    int from = cp_bit_from(move), to = cp_bit_to(move);
    bool takes = cp_bit_taken(move) != CP_NO_ROLE;
    *out = (cp_written){.from = {CP_INT(from % 8 + 1), CP_INT(from / 8 + 1)},
                        .to = {CP_INT(to % 8 + 1), CP_INT(to / 8 + 1)},
                        .has = CP_HAS_TO,
                        .piece = c->kind[role],
                        .promotion = promotion == CP_NO_ROLE ? CP_NO_KIND : c->kind[promotion],
                        .spelling = CP_BARE};
    if (move & CP_BIT_CASTLE) {
        out->castling = move & CP_BIT_RIGHT ? CP_CASTLE_KING : CP_CASTLE_QUEEN;
        return;
    }
    cp_bits rivals = cp_bitboard_rivals(b, move);
    if (role != CP_PAWN)
        out->has |= CP_HAS_PIECE;
    if (style == CP_LONG)
        out->has |= CP_HAS_FROM;
    else if (role == CP_PAWN)
        out->has |= takes ? CP_HAS_FROM_FILE : 0;
    else if (rivals && !(rivals & CP_FILE_A << (from & 7)))
        out->has |= CP_HAS_FROM_FILE;
    else if (rivals)
        out->has |= rivals & CP_RANK_1 << (from & 56) ? CP_HAS_FROM : CP_HAS_FROM_RANK;
    out->sep = takes ? CP_SEP_TAKE : style == CP_LONG ? CP_SEP_MOVE : CP_SEP_NONE;
}

/* The one legal move that was written; 0 for none, CP_BIT_MOVE_MANY. */
static inline cp_bit_move bitboard_resolve(const struct cp_bitboard *b,
                                           const struct cp_classical *c, const cp_written *w)
{
    cp_packed_move m;
    cp_written plain = *w; /* without what says nothing of which move it is */
    plain.has &= (uint16_t) ~(CP_HAS_EN_PASSANT | CP_HAS_TAKEN);
    return cp_pack(&m, c, &plain) ? cp_packed_find(b, &m) : 0;
}

static inline uint64_t bitboard_perft(const struct cp_bitboard *b, uint32_t depth)
{
    struct cp_trapboard t;
    uint64_t lines;
    cp_trapboard_init(&t, b, 0);
    return cp_trapboard_perft(&t, depth, &lines) ? lines : 0;
}

struct both {
    struct cp_arena arena, scratch; /* scratch: of one game */
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_variants variants;
    struct cp_law law;
    struct cp_classical c;
    struct cp_position p;
    struct cp_bitboard b;
};

static inline bool both_open(struct both *w)
{
    *w = (struct both){.ints = cp_ints_open()};
    cp_arena_init(&w->arena, NULL, NULL);
    cp_arena_init(&w->scratch, NULL, NULL);
    w->diags = cp_diags_in(&w->arena);
    if (!w->ints || !cp_variants_load(&w->variants, &w->arena, w->ints, &w->diags))
        return false;
    const struct cp_variant *v = cp_variants_find(&w->variants, CP_STR("fide"));
    return v && cp_law_init(&w->law, v, &w->arena, &w->diags) && cp_classical_fit(&w->c, &w->law);
}

static inline void both_close(struct both *w)
{
    cp_arena_close(&w->scratch);
    cp_arena_close(&w->arena);
    cp_ints_close(w->ints);
}

/* NULL, or what is wrong: a start that one takes the other must take. *taken: both
 * did. */
static inline const char *both_start(struct both *w, const struct cp_start *start, bool *taken)
{
    int32_t culprit;
    cp_arena_reset(&w->scratch);
    cp_position_init(&w->p, &w->law, w->ints, &w->scratch, start);
    *taken = cp_setup_check(&w->p, start, &culprit) == CP_OK;
    if (!*taken || cp_bitboard_take(&w->b, &w->c, &w->p))
        return NULL;
    *taken = false;
    return "whether the start is lawful";
}

static inline cp_square both_square(int square)
{
    return (cp_square){CP_INT(square % 8 + 1), CP_INT(square / 8 + 1)};
}

/* What the general engine says to a move of the bitboard. */
static inline enum cp_diag both_judge(struct both *w, cp_bit_move m, cp_move *out)
{
    int32_t culprit, man = cp_position_get(&w->p, both_square(cp_bit_from(m)));
    if (man == CP_NOBODY)
        return CP_NOTHING_THERE;
    if (m & CP_BIT_CASTLE)
        return cp_move_check_castling(&w->p, w->p.king[w->p.turn], (m & CP_BIT_RIGHT) != 0, out,
                                      &culprit);
    uint8_t promotion = CP_NO_KIND;
    if (cp_bit_promotion(m) != CP_NO_ROLE)
        promotion = w->c.kind[cp_bit_promotion(m)];
    return cp_move_check(&w->p, man, both_square(cp_bit_to(m)), promotion, out);
}

/* What of the position they see differently, NULL for nothing. */
static inline const char *both_differ(struct both *w, const cp_bit_move *moves, uint32_t count)
{
    cp_move move;
    if ((w->p.checks > 0) != (w->b.checkers != 0) ||
        (w->p.checks > 1) != cp_bits_many(w->b.checkers))
        return "who gives check";
    if (cp_position_can_move(&w->p) != cp_bitboard_can_move(&w->b))
        return "whether there is a move";
    if (cp_perft(&w->p, 1, &w->scratch) != count || cp_bitboard_count(&w->b) != count)
        return "how many moves there are";
    for (uint32_t i = 0; i < count; i++) {
        if (both_judge(w, moves[i], &move) != CP_OK)
            return "which moves are legal";
        if ((move.taken != CP_NOBODY) != (cp_bit_taken(moves[i]) != CP_NO_ROLE) ||
            move.in_passing != ((moves[i] & CP_BIT_PASSING) != 0))
            return "what is taken";
    }
    if (cp_position_is_bare(&w->p) != cp_bitboard_is_dead(&w->b))
        return "whether the position is dead";
    if (w->p.quiet != w->b.quiet)
        return "how many plies were quiet";
    if (cp_position_has_passing(&w->p) != (w->b.en_passant != 0))
        return "whether anybody may take in passing";
    return NULL;
}

/* Equal in all that a bitboard holds. */
static inline bool both_same(const struct cp_bitboard *a, const struct cp_bitboard *b)
{
    return cp_bitboard_repeats(a, b) && a->checkers == b->checkers && a->shield == b->shield &&
           a->quiet == b->quiet && a->passed == b->passed;
}

static inline const char *both_play(struct both *w, cp_bit_move m)
{
    cp_move move;
    cp_undo undo;
    struct cp_bitboard again;
    if (both_judge(w, m, &move) != CP_OK)
        return "a move is not legal";
    cp_move_apply(&w->p, &move, &undo);
    cp_bitboard_apply(&w->b, m);
    if (!cp_bitboard_take(&again, &w->c, &w->p) || !both_same(&again, &w->b))
        return "where a move leads";
    return NULL;
}

/* A start from any bytes: men anywhere, rights claimed where king and rook allow
 * it, a double step if a pawn can have made one. men[] for 64, rights for 5. */
static inline size_t both_invent(const struct cp_classical *c, const uint8_t *data, size_t size,
                                 cp_man *men, char *rights, struct cp_start *out)
{
    static const uint8_t common[16] = {0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 5, 0};
    size_t used = 1, length = 0;
    uint64_t taken = 0;
    *out = (struct cp_start){.men = men, .turn = size && data[0] & 1 ? CP_BLACK : CP_WHITE};
    unsigned wanted = size ? 2 + (data[0] >> 1 & 31) : 2;
    for (; used + 1 < size && out->count < wanted; used += 2) {
        int square = data[used] & 63, side = data[used] >> 6 & 1;
        unsigned role = out->count < 2 ? (unsigned)CP_KING : common[data[used + 1] & 15];
        if (out->count < 2) {
            side = (int)out->count;
            if (data[used] & 128) /* kings often at home */
                square = side * 56 + (square & 7);
        } else if (data[used] & 128 && role == CP_ROOK) {
            square = side * 56 + (square & 7);
        }
        if (taken >> square & 1 || (role == CP_KING && out->count >= 2) ||
            (role == CP_PAWN && (square < 8 || square > 55)))
            continue;
        taken |= (uint64_t)1 << square;
        bool home = square / 8 == (side == CP_WHITE ? 1 : 6);
        men[out->count++] = (cp_man){.square = both_square(square),
                                     .kind = c->kind[role],
                                     .side = (uint8_t)side,
                                     .moved = role == CP_PAWN && !home};
        if (role == CP_ROOK && square / 8 == side * 7 && length < 4 && data[used + 1] & 16)
            rights[length++] = (char)((side == CP_WHITE ? 'A' : 'a') + square % 8);
        if (role == CP_PAWN && side != (int)out->turn && square / 8 == (side == CP_WHITE ? 3 : 4) &&
            data[used + 1] & 32) {
            out->has_en_passant = true;
            out->en_passant = both_square(side == CP_WHITE ? square - 8 : square + 8);
        }
    }
    out->castling = (cp_str){rights, length};
    return used;
}

#endif
