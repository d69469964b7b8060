/* SPDX-License-Identifier: MIT */
#include "rules/bitboards/quick.h"

enum { REMARKS_MOST = 32 };

struct remark {
    const struct cp_node *node;
    cp_bits fallen;
    enum cp_diag mark;
};

/* The line being played. */
struct line {
    struct cp_trapboard now;
    struct cp_bitboard *past; /* the positions before, start included */
    uint32_t count, room;
    const struct cp_variant *variant;
    struct cp_verdict *verdict;
    struct remark remarks[REMARKS_MOST];
    uint32_t remark_count;
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

/* Whether the variant's proven material is what cp_bitboard_is_dead knows. */
static bool is_bare_as_usual(const struct cp_classical *c, const struct cp_variant *v)
{
    enum { NOBODY = 1, KNIGHT = 2, BISHOPS = 4 };
    unsigned seen = 0;
    for (uint32_t i = 0; i < v->bare_count; i++) {
        const struct cp_bare_material *entry = &v->bare[i];
        uint8_t role = entry->count == 1 ? c->role[entry->kinds[0]] : CP_NO_ROLE;
        if (entry->count == 0 && !entry->one_colour)
            seen |= NOBODY;
        else if (role == CP_KNIGHT && !entry->one_colour)
            seen |= KNIGHT;
        else if (role == CP_BISHOP && entry->one_colour)
            seen |= BISHOPS;
        else if (role != CP_BISHOP) /* one bishop alone is of one colour */
            return false;
    }
    return seen == (NOBODY | KNIGHT | BISHOPS);
}

void cp_quick_init(struct cp_quick *q, const struct cp_law *law, struct cp_ints *ints,
                   struct cp_arena *scratch)
{
    struct cp_position p;
    int32_t culprit;
    const struct cp_start *start = &law->variant->start;
    *q = (struct cp_quick){.law = law};
    struct cp_bitboard home;
    if (!cp_classical_fit(&q->classical, law) || !is_bare_as_usual(&q->classical, law->variant))
        return;
    cp_position_init(&p, law, ints, scratch, start);
    q->fits = cp_setup_check(&p, start, &culprit) == CP_OK &&
              cp_bitboard_init(&home, &q->classical, start, rooks_of(&p));
    if (q->fits)
        cp_trapboard_init(&q->home, &home, (uint32_t)law->variant->trapdoor);
}

static void remember(struct line *l, struct cp_arena *arena)
{
    if (l->count == l->room) {
        uint32_t room = l->room ? l->room * 2 : 256;
        l->past =
            cp_arena_take_more(arena, l->past, l->room * sizeof *l->past, room * sizeof *l->past);
        l->room = room;
    }
    l->past[l->count++] = l->now.b;
}

/* How often the position now stood on the board before. Only positions since
 * something was last taken or a pawn moved can be the same. */
static uint32_t times_before(const struct line *l)
{
    const struct cp_bitboard *now = &l->now.b;
    uint32_t back = now->quiet < l->count ? now->quiet : l->count, seen = 0;
    for (uint32_t i = 4; i <= back; i += 2) {
        const struct cp_bitboard *then = &l->past[l->count - i];
        seen += then->hash.low == now->hash.low && cp_bitboard_repeats(then, now);
    }
    return seen;
}

/* R-FIDE-4; where a king may yet fall, only two bare kings (R-TD-9). */
static bool is_bare(const struct cp_trapboard *t)
{
    const struct cp_bitboard *b = &t->b;
    if (b->role[CP_PAWN] | b->role[CP_ROOK] | b->role[CP_QUEEN])
        return false;
    if (!t->delay)
        return cp_bitboard_is_dead(b);
    return cp_bitboard_all(b) == b->role[CP_KING] && cp_bits_many(b->role[CP_KING]);
}

/* Draws that are counted rather than seen: the first ply from which they hold. False
 * where the general replay would not look, at more men than it asks about; and where
 * it must compare the clocks of a position that seems to have come back. */
static bool note_counts(struct line *l, uint32_t ply)
{
    enum { FIFTY = 100, SEVENTYFIVE = 150, KINGS = 2, FEW = 8, LOOKED_BACK = 2000 };
    const struct cp_bitboard *b = &l->now.b;
    struct cp_verdict *v = l->verdict;
    if (CP_UNLIKELY(b->quiet > LOOKED_BACK) && !v->fivefold_since)
        return false; /* the general replay looks repetitions up: its cost stays linear */
    uint32_t times = v->fivefold_since ? 0 : 1 + times_before(l); /* all is known then */
    if (l->now.delay && times >= 3)
        return false;
    if (times >= 3 && !v->threefold_since)
        v->threefold_since = ply;
    if (times >= 5 && !v->fivefold_since)
        v->fivefold_since = ply;
    if (CP_UNLIKELY(b->quiet >= FIFTY) && l->variant->counts_quiet_moves) {
        if (!v->fifty_since)
            v->fifty_since = ply;
        if (b->quiet >= SEVENTYFIVE && !v->seventyfive_since)
            v->seventyfive_since = ply;
    }
    v->is_bare = is_bare(&l->now);
    if (v->is_bare && l->variant->bare_ends && !v->dead_since)
        v->dead_since = ply;
    return !v->is_bare || cp_bits_count(cp_bitboard_all(b)) <= KINGS + FEW;
}

static bool remark(struct line *l, const struct cp_node *node, enum cp_diag mark)
{
    if (mark == CP_OK)
        return true;
    if (l->remark_count == REMARKS_MOST)
        return false;
    l->remarks[l->remark_count++] = (struct remark){node, l->now.fallen, mark};
    return true;
}

/* As cp_falls_check. */
static enum cp_diag fall_mark(const struct cp_notes *notes, cp_bits fallen)
{
    cp_bits written = 0;
    for (const struct cp_fall *f = notes ? notes->falls : NULL; f; f = f->next) {
        uint64_t file = (uint64_t)f->square.file.v - 1, rank = (uint64_t)f->square.rank.v - 1;
        cp_bits square = file > 7 || rank > 7 ? 0 : cp_bit((int)(rank * 8 + file));
        if (!(square & fallen))
            return CP_FALL_WRONG;
        written |= square;
    }
    return written == fallen ? CP_OK : CP_FALLS_MISSING;
}

static bool check_marks(struct line *l, const struct cp_node *node, uint8_t taken)
{
    cp_bits checkers = l->now.b.checkers;
    uint32_t checks = checkers ? 1 + cp_bits_many(checkers) : 0;
    return remark(l, node, cp_capture_mark_find(&node->move, taken)) &&
           remark(l, node, cp_check_mark_find(&node->move, checks, l->verdict->outcome)) &&
           remark(l, node, fall_mark(node->notes, l->now.fallen));
}

/* Plays a move and notes how the game stands after it. */
static void play_move(struct line *l, cp_bit_move move)
{
    struct cp_bitboard *b = &l->now.b;
    cp_bitboard_apply(b, move);
    if (!cp_bitboard_can_move(b))
        l->verdict->outcome = b->checkers ? CP_OUTCOME_CHECKMATE : CP_OUTCOME_STALEMATE;
}

/* The same with what falls; false when the turn is illegal, or that is in doubt. */
static bool play_turn(struct line *l, cp_bit_move move)
{
    struct cp_trapboard *t = &l->now;
    struct cp_verdict *v = l->verdict;
    enum cp_side mover = (enum cp_side)t->b.turn;
    if (cp_trapboard_apply(t, move) != CP_YES)
        return false;
    cp_bits kings = t->b.role[CP_KING];
    if (!cp_bits_many(kings)) {
        v->outcome = CP_OUTCOME_KING_FALLEN;
        v->winner = (int)(kings & t->b.men[mover] ? mover : cp_other(mover));
        return true;
    }
    enum cp_answer reply = cp_trapboard_can_move(t);
    if (reply == CP_NO)
        v->outcome = t->b.checkers ? CP_OUTCOME_CHECKMATE : CP_OUTCOME_STALEMATE;
    return reply != CP_DOUBT;
}

static bool play(const struct cp_quick *q, struct line *l, const struct cp_node *node,
                 struct cp_arena *arena)
{
    static const cp_square home = {{0}, {0}};
    struct cp_verdict *v = l->verdict;
    if (!node->is_read || node->is_bad || v->outcome != CP_OUTCOME_NONE ||
        (node->notes && node->notes->variations))
        return false;
    cp_bit_move move = cp_bitboard_resolve(&l->now.b, &q->classical, &node->move, home);
    if (move <= CP_BIT_MOVE_MANY)
        return false;
    remember(l, arena);
    if (!l->now.delay)
        play_move(l, move);
    else if (!play_turn(l, move))
        return false;
    enum cp_role taken = cp_bit_taken(move);
    return check_marks(l, node, taken == CP_NO_ROLE ? CP_NO_KIND : q->classical.kind[taken]) &&
           note_counts(l, ++v->plies);
}

/* What stands on the board at the end. */
static void conclude(struct line *l)
{
    struct cp_verdict *v = l->verdict;
    v->check = l->now.b.checkers != 0;
    v->turn = (enum cp_side)l->now.b.turn;
    if (v->outcome == CP_OUTCOME_CHECKMATE)
        v->winner = (int)cp_other(v->turn);
    else if (v->outcome == CP_OUTCOME_NONE)
        v->outcome = v->dead_since          ? CP_OUTCOME_DEAD
                     : v->fivefold_since    ? CP_OUTCOME_FIVEFOLD
                     : v->seventyfive_since ? CP_OUTCOME_SEVENTYFIVE
                                            : CP_OUTCOME_NONE;
}

static void tell(const struct remark *r, cp_say_mark say, void *data)
{
    cp_square fell[64];
    uint32_t count = 0;
    for (int i = 0; i < 64; i++) {
        int file = i / 8, rank = i % 8;
        if (r->fallen >> (rank * 8 + file) & 1)
            fell[count++] = (cp_square){CP_INT(file + 1), CP_INT(rank + 1)};
    }
    say(data, r->node, r->mark, fell, count);
}

bool cp_quick_replay(const struct cp_quick *q, const struct cp_replay *r, struct cp_game *g,
                     struct cp_verdict *verdict, cp_say_mark say, void *data)
{
    if (!q || !q->fits || r->law != q->law || r->start || r->shift.file.v || r->shift.rank.v)
        return false;
    struct line l = {.now = q->home, .variant = q->law->variant, .verdict = verdict};
    *verdict = (struct cp_verdict){.start_culprit = CP_NOBODY, .winner = -1};
    for (const struct cp_node *node = g->moves.first; node; node = node->next)
        if (!play(q, &l, node, g->arena))
            return false;
    conclude(&l);
    for (uint32_t i = 0; i < l.remark_count; i++)
        tell(&l.remarks[i], say, data);
    return true;
}
