/* SPDX-License-Identifier: MIT */
/* boards.c -- the search of search.c where bitboards play: the same answers, and no move taken
 * back, as boards are copied.
 *
 * The general engine, which tells the answer, asks here what it would have to search itself.
 *
 * Recursion is by depth, which the asker chose. */
#include "solve/search.h"

#include "rules/bitboards/engine.h"

struct aims {
    cp_bits of[CP_ROLES]; /* by role, from where a man attacks the other king */
    cp_bits ahead;        /* men that stand before a slider of their side's that would */
};

/* A position's moves, those first that are likely to decide. */
struct turns {
    uint32_t count;
    cp_bit_move list[CP_BIT_MOVES_MOST];
};

/* ---- what is known of a board ---- */

static cp_hash hash_of(const struct cp_search *s, const struct cp_bitboard *b)
{
    const uint64_t *salt = s->p->salt;
    const uint64_t words[] = {
        b->men[CP_WHITE],   b->role[CP_PAWN], b->role[CP_KNIGHT],
        b->role[CP_BISHOP], b->role[CP_ROOK], b->role[CP_QUEEN],
        b->role[CP_KING],   b->rooks,         b->en_passant * 2u + b->turn,
    };
    cp_hash h = {0};
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
        h.low += cp_seed_word(words[i] ^ salt[0], i);
        h.high += cp_seed_word(words[i] ^ salt[1], i);
    }
    return h;
}

static bool is_end(const struct cp_search *s, const struct cp_bitboard *b)
{
    return (b->checkers == 0) == s->asked.stalemates && !cp_bitboard_can_move(b);
}

/* ---- which moves, and which first ---- */

static void find_aims(const struct cp_bitboard *b, struct aims *out)
{
    int king = cp_bitboard_king(b, !b->turn);
    cp_bits own = b->men[b->turn], all = cp_bitboard_all(b);
    cp_bits slanted = cp_bishop_bits(all, king), straight = cp_rook_bits(all, king);
    cp_bits near = (slanted | straight) & own;
    out->of[CP_PAWN] = cp_pawn_bits[!b->turn][king];
    out->of[CP_KNIGHT] = cp_knight_bits[king];
    out->of[CP_BISHOP] = slanted;
    out->of[CP_ROOK] = straight;
    out->of[CP_QUEEN] = slanted | straight;
    out->of[CP_KING] = 0;
    cp_bits behind =
        (cp_bishop_bits(all & ~near, king) & (b->role[CP_BISHOP] | b->role[CP_QUEEN])) |
        (cp_rook_bits(all & ~near, king) & (b->role[CP_ROOK] | b->role[CP_QUEEN]));
    out->ahead = behind & own ? near : 0;
}

/* False: it gives no check. */
static bool may_check(const struct aims *a, cp_bit_move m)
{
    return (a->of[cp_bit_role(m)] & cp_bit(cp_bit_to(m))) || (a->ahead & cp_bit(cp_bit_from(m))) ||
           (m & (CP_BIT_CASTLE | CP_BIT_PASSING)) || cp_bit_promotion(m) != CP_NO_ROLE;
}

/* What decided here before, then what may give check, captures, and the rest; where only checks
 * count, no others. */
static void list_turns(const struct cp_bitboard *b, bool wants_checks, cp_bit_move killer,
                       struct turns *out)
{
    enum { RANKS = 4 };
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    uint8_t rank[CP_BIT_MOVES_MOST];
    uint32_t count = cp_bitboard_moves(b, moves);
    struct aims aims;
    find_aims(b, &aims);
    for (uint32_t i = 0; i < count; i++) {
        bool may = may_check(&aims, moves[i]);
        rank[i] = wants_checks && !may                   ? RANKS
                  : moves[i] == killer                   ? 0
                  : may                                  ? 1
                  : cp_bit_taken(moves[i]) != CP_NO_ROLE ? 2
                                                         : 3;
    }
    out->count = 0;
    for (uint8_t next = 0; next < RANKS; next++)
        for (uint32_t i = 0; i < count; i++)
            if (rank[i] == next)
                out->list[out->count++] = moves[i];
}

/* ---- the search ---- */

static enum cp_found decide(struct cp_search *s, const struct cp_bitboard *b, uint32_t plies);

static enum cp_found try_all(struct cp_search *s, const struct cp_bitboard *b, uint32_t plies)
{
    bool chooses = cp_search_chooses(s, plies);
    bool wants_checks = chooses && !s->asked.stalemates && (plies == 1 || s->only_checks);
    cp_bit_move *killer = &s->levels[plies].killer_bits;
    struct turns turns;
    list_turns(b, wants_checks, *killer, &turns);
    if (!turns.count && (!chooses || plies % 2 == 0)) /* who is to be mated moves at even plies */
        return s->asked.aim != CP_AIM_HELP && plies % 2 == 0 && is_end(s, b) ? CP_FOUND_YES
                                                                             : CP_FOUND_NO;
    for (uint32_t i = 0; i < turns.count; i++) {
        struct cp_bitboard next = *b;
        cp_bitboard_apply(&next, turns.list[i]);
        if (wants_checks && !next.checkers)
            continue;
        enum cp_found found = decide(s, &next, plies - 1);
        if (found == CP_FOUND_LIMIT)
            return found;
        if ((found == CP_FOUND_YES) == chooses) {
            *killer = turns.list[i];
            return found;
        }
    }
    return chooses ? CP_FOUND_NO : CP_FOUND_YES;
}

static enum cp_found decide(struct cp_search *s, const struct cp_bitboard *b, uint32_t plies)
{
    enum cp_found found;
    if (cp_search_must_stop(s))
        return CP_FOUND_LIMIT;
    if (plies == 0)
        return is_end(s, b) ? CP_FOUND_YES : CP_FOUND_NO;
    if (plies == 1 || !s->remembers)
        return try_all(s, b, plies);
    cp_hash hash = hash_of(s, b);
    if (cp_search_recall(s, hash, plies, &found))
        return found;
    found = try_all(s, b, plies);
    cp_search_note(s, hash, plies, found);
    return found;
}

/* A law that they play knows no other ends than mate and stalemate, but for trapdoors. */
bool cp_boards_decide(struct cp_search *s, uint32_t plies, enum cp_found *out)
{
    const struct cp_position *p = s->p;
    struct cp_bitboard b;
    if (!p->law->bits || p->delay || !cp_bitboard_take(&b, &p->law->bits->classical, p))
        return false;
    *out = decide(s, &b, plies);
    return true;
}
