/* SPDX-License-Identifier: MIT */
#include "rules/quick.h"

/* The line being played. */
struct line {
    struct cp_bitboard board;
    struct cp_bitboard *past; /* the positions before, start included */
    uint32_t count, room;
    uint32_t threefold_since; /* the ply; 0 for never */
    enum cp_outcome outcome;
};

static cp_bits rooks_of(const struct cp_position *p)
{
    cp_bits rooks = 0;
    for (int side = 0; side <= 1; side++)
        for (int right = 0; right <= 1; right++) {
            int32_t rook = p->castle[side][right];
            if (rook != CP_NOBODY)
                rooks |= (cp_bits)1 << ((p->at[rook].rank.v - 1) * 8 + p->at[rook].file.v - 1);
        }
    return rooks;
}

void cp_quick_init(struct cp_quick *q, const struct cp_law *law, struct cp_ints *ints,
                   struct cp_arena *scratch)
{
    struct cp_position p;
    int32_t culprit;
    const struct cp_start *start = &law->variant->start;
    *q = (struct cp_quick){.law = law};
    if (law->variant->trapdoor || !cp_classical_fit(&q->classical, law))
        return;
    cp_position_init(&p, law, ints, scratch, start);
    q->fits = cp_setup_check(&p, start, &culprit) == CP_OK &&
              cp_bitboard_init(&q->home, &q->classical, start, rooks_of(&p));
}

static void remember(struct line *l, struct cp_arena *arena)
{
    if (l->count == l->room) {
        uint32_t room = l->room ? l->room * 2 : 256;
        l->past =
            cp_arena_take_more(arena, l->past, l->room * sizeof *l->past, room * sizeof *l->past);
        l->room = room;
    }
    l->past[l->count++] = l->board;
}

/* How often the position now stood on the board before. Only positions since
 * something was last taken or a pawn moved can be the same. */
static uint32_t times_before(const struct line *l)
{
    uint32_t back = l->board.quiet < l->count ? l->board.quiet : l->count, seen = 0;
    for (uint32_t i = 4; i <= back; i += 2) {
        const struct cp_bitboard *then = &l->past[l->count - i];
        seen += then->hash.low == l->board.hash.low && cp_bitboard_repeats(then, &l->board);
    }
    return seen;
}

/* What ends a game or wants counting: rare, and the general replay's business. */
static bool is_special(struct line *l)
{
    enum { QUIET = 100, FIVEFOLD = 5 };
    uint32_t times = 1 + times_before(l);
    if (times >= 3 && !l->threefold_since)
        l->threefold_since = l->count;
    const struct cp_bitboard *b = &l->board;
    bool is_bare = !(b->role[CP_PAWN] | b->role[CP_ROOK] | b->role[CP_QUEEN]);
    return b->quiet >= QUIET || times >= FIVEFOLD || (is_bare && cp_bitboard_is_dead(b));
}

/* A capture that names its victim is the general replay's to judge, too. */
static bool marks_fit(const cp_written *w, bool takes, bool check, bool mate)
{
    if ((w->sep == CP_SEP_TAKE) != takes || (w->has & CP_HAS_TAKEN))
        return false;
    switch (w->check) {
    case CP_MARK_NONE:
        return !check;
    case CP_MARK_CHECK:
        return check && !mate;
    case CP_MARK_MATE:
        return mate;
    default:
        return false;
    }
}

static bool play(const struct cp_quick *q, struct line *l, const struct cp_node *node,
                 struct cp_arena *arena)
{
    static const cp_square home = {{0}, {0}};
    if (!node->is_read || node->is_bad || l->outcome != CP_OUTCOME_NONE ||
        (node->notes && (node->notes->variations || node->notes->falls)))
        return false;
    cp_bit_move move = cp_bitboard_resolve(&l->board, &q->classical, &node->move, home);
    if (move <= CP_BIT_MOVE_MANY)
        return false;
    remember(l, arena);
    cp_bitboard_apply(&l->board, move);
    bool check = l->board.checkers != 0, stuck = !cp_bitboard_can_move(&l->board);
    if (stuck)
        l->outcome = check ? CP_OUTCOME_CHECKMATE : CP_OUTCOME_STALEMATE;
    return marks_fit(&node->move, cp_bit_taken(move) != CP_NO_ROLE, check, check && stuck) &&
           !is_special(l);
}

bool cp_quick_replay(const struct cp_quick *q, const struct cp_replay *r, struct cp_game *g,
                     struct cp_verdict *verdict)
{
    if (!q || !q->fits || r->law != q->law || r->start || r->shift.file.v || r->shift.rank.v)
        return false;
    struct line l = {.board = q->home};
    uint32_t plies = 0;
    for (const struct cp_node *node = g->moves.first; node; node = node->next, plies++)
        if (!play(q, &l, node, g->arena))
            return false;
    *verdict = (struct cp_verdict){.start_culprit = CP_NOBODY,
                                   .plies = plies,
                                   .outcome = l.outcome,
                                   .check = l.board.checkers != 0,
                                   .turn = (enum cp_side)l.board.turn,
                                   .threefold_since = l.threefold_since,
                                   .winner = -1};
    if (l.outcome == CP_OUTCOME_CHECKMATE)
        verdict->winner = (int)cp_other(verdict->turn);
    return true;
}
