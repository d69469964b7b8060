/* SPDX-License-Identifier: MIT */
#include "rules/bitboards/engine.h"

#include "rules/chess/turn.h"
#include "rules/setup.h"

enum { NO_MAN = 255, MEN_MOST = 64, PAST_FIRST = 256 };

/* A position that was on the board, and how often and since when it had been. */
struct past {
    struct cp_bitboard b;
    uint32_t seen, first;
    uint32_t next; /* 1 + the next of its chain; 0: none */
};

struct cp_bit_game {
    const struct cp_bit_law *law;
    struct cp_trapboard now;     /* without trapdoors the bitboard alone */
    bool is_looked;              /* the shield of the bitboard is known */
    int king[2];                 /* squares, of those that have not fallen */
    uint8_t man_at[64];          /* NO_MAN: it is empty */
    struct past *past;           /* by ply: the positions before the present one */
    struct cp_trapboard *clocks; /* the same with trapdoors; NULL without */
    uint32_t count, room;
    uint32_t seen, first; /* of the present position, once asked for */
    uint32_t *heads;      /* of chains by hash; NULL: not needed yet */
    uint32_t hashed;      /* so many of the past are in them */
    uint32_t head_bits;   /* 2^head_bits heads */
    uint64_t salt;        /* of the seed of ints: no game can be made of one chain */
};

/* The arrays of a position at home, in one piece. */
struct men {
    cp_square at[MEN_MOST];
    uint32_t falls_at[MEN_MOST];
    int32_t fallen[MEN_MOST];
    uint8_t kind[MEN_MOST], side[MEN_MOST];
    bool moved[MEN_MOST], gone[MEN_MOST];
    cp_numbers of_kind[2 * CP_ROLES];
};

/* ---- questions for the general engine ---- */

static void explain(struct cp_buf *out, struct cp_position *p, const struct cp_resolution *r,
                    enum cp_spelling spelling, cp_square shift)
{
    struct cp_bit_game *g = cp_position_hand_over(p);
    cp_rules_chess.explain(out, p, r, spelling, shift);
    p->fast = g;
}

static void each_move(struct cp_position *p, int32_t man, struct cp_ranges *out)
{
    struct cp_bit_game *g = cp_position_hand_over(p);
    cp_rules_chess.each_move(p, man, out);
    p->fast = g;
}

static bool is_pinned(struct cp_position *p, int32_t man)
{
    struct cp_bit_game *g = cp_position_hand_over(p);
    bool is_so = cp_rules_chess.is_pinned(p, man);
    p->fast = g;
    return is_so;
}

/* Once a king has fallen, the general engine answers. */
static bool lacks_king(const struct cp_position *p)
{
    return p->king[CP_WHITE] == CP_NOBODY || p->king[CP_BLACK] == CP_NOBODY;
}

/* ---- from sets of squares to men, and back ---- */

static CP_NOINLINE cp_bit_move make_bit_move(const struct cp_position *p, const cp_move *move)
{
    const uint8_t *role = p->fast->law->classical.role;
    uint8_t taken = move->taken != CP_NOBODY ? role[p->kind[move->taken]] : CP_NO_ROLE;
    uint8_t promotion = move->promotion != CP_NO_KIND ? role[move->promotion] : CP_NO_ROLE;
    cp_bit_move m = (cp_bit_move)cp_bit_place(move->from) |
                    (cp_bit_move)cp_bit_place(move->to) << 6 |
                    (cp_bit_move)role[p->kind[move->man]] << 12 | (cp_bit_move)taken << 15 |
                    (cp_bit_move)promotion << 18;
    if (move->in_passing)
        m |= CP_BIT_PASSING;
    if (move->passes)
        m |= CP_BIT_DOUBLE;
    if (move->rook != CP_NOBODY)
        m |= CP_BIT_CASTLE | (move->to.file.v > move->rook_to.file.v ? CP_BIT_RIGHT : 0);
    return m;
}

static CP_ALWAYS_INLINE cp_bit_move bit_move_of(const struct cp_position *p, const cp_move *move)
{
    return CP_UNLIKELY(!move->bits) ? make_bit_move(p, move) : move->bits;
}

/* In the order of men, two at most. */
static void note_checks(struct cp_position *p)
{
    const struct cp_bit_game *g = p->fast;
    cp_bits checkers = g->now.b.checkers;
    p->checks = 0;
    p->checker[0] = p->checker[1] = CP_NOBODY;
    for (; CP_UNLIKELY(checkers != 0) && p->checks < 2; checkers &= checkers - 1)
        p->checker[p->checks++] = g->man_at[cp_bits_first(checkers)];
    if (p->checks > 1 && p->checker[0] > p->checker[1]) {
        int32_t swap = p->checker[0];
        p->checker[0] = p->checker[1];
        p->checker[1] = swap;
    }
}

/* ---- the usual move (game.h) ---- */

/* Before questions to what asks for the shield. */
static struct cp_bitboard *looked(struct cp_bit_game *g)
{
    if (!g->is_looked && !g->now.delay)
        cp_bitboard_look(&g->now.b);
    g->is_looked = true;
    return &g->now.b;
}

static void find_kings(struct cp_bit_game *g)
{
    const struct cp_bitboard *b = &g->now.b;
    if (!cp_bits_many(b->role[CP_KING]))
        return;
    g->king[CP_WHITE] = cp_bitboard_king(b, CP_WHITE);
    g->king[CP_BLACK] = cp_bitboard_king(b, CP_BLACK);
}

/* Whether m is usual and legal, all of it told by u then. */
static CP_ALWAYS_INLINE bool find_usual(const struct cp_bit_game *g, const cp_packed_move *m,
                                        cp_usual *u)
{
    const struct cp_bit_tables *t = &g->law->tables;
    *u = (cp_usual){.who = m->key, .man = m->man, .to = m->to, .side = g->now.b.turn};
    return cp_usual_find(u, &g->now.b, t, g->king, t->written[m->origin]) == CP_USUAL_LEGAL &&
           (u->man != CP_PAWN || u->takes == (u->who == CP_PACKED_PAWN_TAKES));
}

/* Of what is taken the bits tell only that something is: play asks no more. A board of
 * trapdoors does. */
static CP_ALWAYS_INLINE void fill_usual(const struct cp_position *p, const cp_usual *u,
                                        cp_move *out)
{
    const struct cp_bit_game *g = p->fast;
    const cp_square *squares = g->law->tables.squares;
    int32_t there = g->man_at[u->to];
    out->from = squares[u->from];
    out->to = squares[u->to];
    out->man = g->man_at[u->from];
    out->taken = there == NO_MAN ? CP_NOBODY : there;
    out->promotion = CP_NO_KIND;
    out->in_passing = false;
    out->passes = false;
    out->passed = squares[CP_NOWHERE];
    out->rook = CP_NOBODY;
    out->sep = out->then = 0;
    out->is_body = false;
    out->bits = (u->from | u->to << 6 | u->man << 12 | (unsigned)CP_NO_ROLE << 18) +
                ((CP_NO_ROLE - u->takes) << 15);
    if (u->man == CP_PAWN && (u->from ^ u->to) == 16) {
        out->passes = true;
        out->passed = squares[(u->from + u->to) / 2];
        out->bits |= CP_BIT_DOUBLE;
    }
    if (CP_UNLIKELY(g->now.delay)) {
        out->bits |= (unsigned)CP_NO_ROLE << 15;
        out->bits ^= (unsigned)(CP_NO_ROLE ^ cp_bitboard_role(&g->now.b, (int)u->to)) << 15;
    }
}

/* Plays m, which is legal, on the bitboard. */
static CP_ALWAYS_INLINE void play(struct cp_bit_game *g, cp_bit_move m)
{
    struct cp_bitboard *b = &g->now.b;
    cp_usual u = {.man = cp_bit_role(m),
                  .who = cp_bit_role(m),
                  .to = (unsigned)cp_bit_to(m),
                  .from = (unsigned)cp_bit_from(m),
                  .takes = cp_bit_taken(m) != CP_NO_ROLE,
                  .side = b->turn,
                  .sliders = cp_usual_sliders(b)};
    bool is_odd = (m & (CP_BIT_CASTLE | CP_BIT_PASSING)) || cp_bit_promotion(m) != CP_NO_ROLE;
    if (CP_UNLIKELY(is_odd)) {
        cp_bitboard_apply(b, m);
        g->is_looked = true;
        find_kings(g);
        return;
    }
    if (m & CP_BIT_DOUBLE)
        u.beside = cp_bits_beside(cp_bit(cp_bit_to(m)));
    g->is_looked = false;
    if (CP_UNLIKELY(cp_usual_play(&u, b, &g->law->tables, g->king)))
        (void)looked(g);
}

/* ---- moves as they are written ---- */

/* e2e4: the square says which man it is. */
static CP_SELDOM cp_written name_man(const struct cp_position *p, const cp_written *w)
{
    cp_written named = *w;
    bool is_whole = (w->has & CP_HAS_FROM) == CP_HAS_FROM && cp_on_board(p->law, p->ints, w->from);
    uint8_t man = is_whole ? p->fast->man_at[cp_bit_place(w->from)] : NO_MAN;
    named.piece = man == NO_MAN ? CP_NO_KIND : p->kind[man];
    named.has &= (uint16_t) ~(CP_IS_ANY_MAN | CP_IS_ICN | CP_IS_BLACKS);
    return named;
}

static inline bool is_turn(const struct cp_bit_game *g, cp_bit_move m)
{
    if (!g->now.delay || !g->now.due)
        return true;
    struct cp_trapboard next = g->now;
    return cp_trapboard_apply(&next, m) == CP_YES;
}

static void fill_odd(const struct cp_position *p, cp_bit_move m, cp_move *out)
{
    const struct cp_bit_game *g = p->fast;
    int from = cp_bit_from(m), to = cp_bit_to(m);
    const cp_square *squares = g->law->tables.squares;
    *out = (cp_move){.from = squares[from],
                     .to = squares[to],
                     .man = g->man_at[from],
                     .taken = CP_NOBODY,
                     .promotion = CP_NO_KIND,
                     .in_passing = (m & CP_BIT_PASSING) != 0,
                     .passes = (m & CP_BIT_DOUBLE) != 0,
                     .rook = CP_NOBODY,
                     .bits = m};
    if (cp_bit_taken(m) != CP_NO_ROLE)
        out->taken = g->man_at[m & CP_BIT_PASSING ? to ^ 8 : to];
    if (cp_bit_promotion(m) != CP_NO_ROLE)
        out->promotion = g->law->classical.kind[cp_bit_promotion(m)];
    if (m & CP_BIT_DOUBLE)
        out->passed = squares[(from + to) / 2];
    if (m & CP_BIT_CASTLE) {
        bool right = (m & CP_BIT_RIGHT) != 0;
        out->rook = p->castle[p->turn][right];
        out->rook_to = squares[right ? to - 1 : to + 1];
    }
}

static CP_NOINLINE void resolve_any(struct cp_position *p, const cp_written *w, cp_square shift,
                                    struct cp_resolution *out)
{
    struct cp_bit_game *g = p->fast;
    cp_packed_move m;
    cp_written named;
    const cp_written *read = w;
    cp_usual u;
    if (CP_UNLIKELY(w->has & CP_IS_ANY_MAN)) {
        named = name_man(p, w);
        read = &named;
    }
    if (!(g->now.delay && lacks_king(p)) && cp_pack(&m, &g->law->classical, read)) {
        out->why = CP_OK;
        if (find_usual(g, &m, &u)) {
            fill_usual(p, &u, &out->move);
            if (CP_LIKELY(is_turn(g, out->move.bits)))
                return;
        }
        cp_bit_move odd = cp_packed_find(looked(g), &m);
        if (odd > CP_BIT_MOVE_MANY && is_turn(g, odd)) {
            fill_odd(p, odd, &out->move);
            return;
        }
    }
    (void)cp_position_hand_over(p);
    cp_rules_chess.resolve(p, w, shift, out);
    p->fast = g;
}

static void resolve(struct cp_position *p, const cp_written *w, cp_square shift,
                    struct cp_resolution *out)
{
    const struct cp_bit_game *g = p->fast;
    cp_packed_move m;
    cp_usual u;
    out->why = CP_OK;
    if (CP_LIKELY(!(w->has & CP_IS_ANY_MAN) && !g->now.delay) &&
        cp_pack(&m, &g->law->classical, w) && CP_LIKELY(find_usual(g, &m, &u)))
        fill_usual(p, &u, &out->move);
    else
        resolve_any(p, w, shift, out);
}

/* What tells the man from those that could get there too in a legal turn. */
static uint16_t origin_needed(struct cp_bit_game *g, cp_bit_move m)
{
    const struct cp_bitboard *b = &g->now.b;
    int from = cp_bit_from(m);
    if (cp_bit_role(m) == CP_PAWN)
        return cp_bit_taken(m) != CP_NO_ROLE ? CP_HAS_FROM_FILE : 0;
    unsigned who = (unsigned)b->turn * CP_WHO + (unsigned)cp_bit_role(m);
    cp_bits others = b->men[b->turn] & b->role[cp_bit_role(m)] & ~cp_bit(from);
    if (!(g->law->tables.origins[who * 64 + (unsigned)cp_bit_to(m)].from & others))
        return 0;
    cp_bits rivals = cp_bitboard_rivals(looked(g), m);
    for (cp_bits asked = g->now.delay && g->now.due ? rivals : 0; asked; asked &= asked - 1)
        if (!is_turn(g, (m & ~(cp_bit_move)63) | (cp_bit_move)cp_bits_first(asked)))
            rivals &= ~(asked & -asked);
    if (!rivals)
        return 0;
    if (!(rivals & CP_FILE_A << (from & 7)))
        return CP_HAS_FROM_FILE;
    return rivals & CP_RANK_1 << (from & 56) ? CP_HAS_FROM : CP_HAS_FROM_RANK;
}

/* Only a short move depends on the men that could get there too. */
static void write_move(struct cp_position *p, const cp_move *move, enum cp_style style,
                       cp_square shift, cp_written *out)
{
    if (CP_UNLIKELY(move->rook != CP_NOBODY || lacks_king(p))) {
        struct cp_bit_game *g = lacks_king(p) ? cp_position_hand_over(p) : p->fast;
        cp_rules_chess.write(p, move, style, shift, out);
        p->fast = g;
        return;
    }
    bool is_engines = style == CP_ENGINE;
    uint8_t kind = p->kind[move->man];
    unsigned from = CP_HAS_FROM, has_piece = kind != p->law->variant->pawn ? CP_HAS_PIECE : 0;
    if (style == CP_SHORT)
        from = origin_needed(p->fast, bit_move_of(p, move));
    out->from = move->from;
    out->to = move->to;
    out->second = p->fast->law->tables.squares[CP_NOWHERE];
    out->has = (uint16_t)(CP_HAS_TO | from | (is_engines ? CP_IS_ANY_MAN : has_piece));
    out->piece = kind;
    out->promotion = move->promotion;
    out->sep = is_engines                 ? CP_SEP_NONE
               : move->taken != CP_NOBODY ? CP_SEP_TAKE
               : from == CP_HAS_FROM      ? CP_SEP_MOVE
                                          : CP_SEP_NONE;
    out->then = out->check = out->castling = out->spelling = 0;
}

/* ---- turns ---- */

static void remember(struct cp_bit_game *g, struct cp_arena *arena)
{
    if (g->count == g->room) {
        uint32_t room = g->room ? g->room * 2 : PAST_FIRST;
        g->past =
            cp_arena_take_more(arena, g->past, g->room * sizeof *g->past, room * sizeof *g->past);
        if (g->now.delay)
            g->clocks = cp_arena_take_more(arena, g->clocks, g->room * sizeof *g->clocks,
                                           room * sizeof *g->clocks);
        g->room = room;
    }
    struct past *past = &g->past[g->count];
    past->b = g->now.b;
    past->seen = g->seen;
    past->first = g->first;
    if (g->now.delay)
        g->clocks[g->count] = g->now;
    g->count++;
}

static void stand(struct cp_bit_game *g, struct cp_position *p, int32_t man, cp_square to)
{
    p->at[man] = to;
    g->man_at[cp_bit_place(to)] = (uint8_t)man;
}

/* What cp_move_apply does to the arrays; `rights` are the rooks that could castle before. */
static CP_ALWAYS_INLINE void move_men(struct cp_bit_game *g, struct cp_position *p,
                                      const cp_move *move, cp_bit_move m, cp_bits rights,
                                      cp_undo *undo)
{
    int32_t man = move->man, rook = move->rook;
    int from = cp_bit_from(m), to = cp_bit_to(m);
    if (undo) {
        /* What agents remember is not written: to clear it all would cost as much as the move. */
        undo->move = *move;
        undo->passed = p->passed;
        undo->passed_more = 0;
        undo->passing = p->passing;
        undo->checker[0] = p->checker[0];
        undo->checker[1] = p->checker[1];
        undo->checks = p->checks;
        undo->quiet = p->quiet;
        undo->falls = undo->burst = 0;
        undo->kind = p->kind[man];
        undo->moved = p->moved[man];
        undo->has_clocks = undo->has_last = false;
        memcpy(undo->castle, p->castle, sizeof undo->castle);
    }
    bool loses_rights = rights != g->now.b.rooks;
    if (loses_rights)
        cp_castling_forfeit(p, man);
    g->man_at[from] = NO_MAN;
    if (rook != CP_NOBODY) {
        if (undo)
            undo->rook_from = p->at[rook];
        g->man_at[cp_bit_place(p->at[rook])] = NO_MAN;
    }
    if (move->taken != CP_NOBODY) {
        if (loses_rights)
            cp_castling_forfeit(p, move->taken);
        g->man_at[cp_bit_place(p->at[move->taken])] = NO_MAN;
        p->gone[move->taken] = true;
        p->standing--;
    }
    if (move->promotion != CP_NO_KIND)
        cp_position_set_kind(p, man, move->promotion);
    p->moved[man] = true;
    p->at[man] = move->to;
    g->man_at[to] = (uint8_t)man;
    if (rook != CP_NOBODY) {
        p->moved[rook] = true;
        stand(g, p, rook, move->rook_to);
    }
    p->quiet = g->now.b.quiet;
    p->passing = (man & -(int32_t)move->passes) | ((int32_t)move->passes - 1);
    if (move->passes)
        p->passed = move->passed;
    p->turn = cp_other(p->turn);
    p->ply++;
}

static void find_men(struct cp_bit_game *g, const struct cp_position *p)
{
    memset(g->man_at, NO_MAN, sizeof g->man_at);
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man])
            g->man_at[cp_bit_place(p->at[man])] = (uint8_t)man;
}

static CP_NOINLINE void settle_passing_of_trapdoors(struct cp_position *p)
{
    struct cp_bit_game *g = p->fast;
    if (!lacks_king(p) && !(p->can_pass && g->now.due))
        return;
    p->can_pass = -1;
    (void)cp_position_hand_over(p);
    bool can = cp_position_has_passing(p);
    p->fast = g;
    if (!can)
        g->now.b.en_passant = 0;
}

/* Taking in passing is a chance only if what falls in that turn leaves it one. */
static CP_ALWAYS_INLINE void settle_passing(struct cp_position *p)
{
    struct cp_bit_game *g = p->fast;
    p->can_pass = g->now.b.en_passant != 0;
    if (p->passing != CP_NOBODY && g->now.delay)
        settle_passing_of_trapdoors(p);
}

static void apply(struct cp_position *p, const cp_move *move, cp_undo *undo)
{
    struct cp_bit_game *g = p->fast;
    cp_bit_move m = bit_move_of(p, move);
    cp_bits rights = g->now.b.rooks;
    if (undo || !p->is_forgetful)
        remember(g, p->arena);
    if (CP_LIKELY(!g->now.delay)) {
        play(g, m);
        move_men(g, p, move, m, rights, undo);
    } else if (CP_UNLIKELY(lacks_king(p) || cp_trapboard_apply(&g->now, m) != CP_YES)) {
        /* A turn of which the bitboards are in doubt: what a legal turn leaves fits them as what
         * stood before it did. Or one after a king has fallen: they stay as they were, and are
         * not asked. */
        g->now = g->clocks[g->count - 1];
        (void)cp_position_hand_over(p);
        cp_rules_chess.apply(p, move, undo);
        p->fast = g;
        if (!lacks_king(p))
            (void)!cp_trapboard_take(&g->now, &g->law->classical, p);
        find_kings(g);
        find_men(g, p);
        settle_passing(p);
        return;
    } else {
        p->is_left_open = false;
        find_kings(g);
        move_men(g, p, move, m, rights, undo);
        /* Clocks, and the men that fell, in the order of men. */
        uint32_t falls_at = p->ply + 2 * p->delay;
        undo->has_clocks = true;
        undo->falls_at[0] = p->falls_at[move->man];
        p->falls_at[move->man] = falls_at;
        if (move->rook != CP_NOBODY) {
            undo->falls_at[1] = p->falls_at[move->rook];
            p->falls_at[move->rook] = falls_at;
        }
        for (int32_t man = 0; g->now.fallen && man < (int32_t)p->count; man++) {
            int place = cp_bit_place(p->at[man]);
            if (p->gone[man] || !(g->now.fallen >> place & 1))
                continue;
            cp_castling_forfeit(p, man);
            p->gone[man] = true;
            p->standing--;
            g->man_at[place] = NO_MAN;
            p->fallen[p->fallen_count++] = man;
            if (p->king[p->side[man]] == man)
                p->king[p->side[man]] = CP_NOBODY;
            undo->falls++;
        }
    }
    p->is_stale = true;
    note_checks(p);
    settle_passing(p);
}

static void unhash(struct cp_bit_game *g);

static void undo_turn(struct cp_position *p, const cp_undo *undo)
{
    struct cp_bit_game *g = p->fast;
    const cp_move *move = &undo->move;
    int32_t man = move->man, rook = move->rook;
    for (uint32_t i = 0; i < undo->falls; i++) {
        int32_t fallen = p->fallen[--p->fallen_count];
        p->gone[fallen] = false;
        p->standing++;
        g->man_at[cp_bit_place(p->at[fallen])] = (uint8_t)fallen;
        if (p->kind[fallen] == p->law->royal[p->side[fallen]])
            p->king[p->side[fallen]] = fallen;
    }
    if (undo->has_clocks)
        p->falls_at[man] = undo->falls_at[0];
    if (undo->has_clocks && rook != CP_NOBODY)
        p->falls_at[rook] = undo->falls_at[1];
    g->man_at[cp_bit_place(move->to)] = NO_MAN;
    if (rook != CP_NOBODY)
        g->man_at[cp_bit_place(move->rook_to)] = NO_MAN;
    p->kind[man] = undo->kind;
    p->moved[man] = undo->moved;
    stand(g, p, man, move->from);
    if (move->taken != CP_NOBODY) {
        p->gone[move->taken] = false;
        p->standing++;
        stand(g, p, move->taken, p->at[move->taken]);
    }
    if (rook != CP_NOBODY)
        stand(g, p, rook, undo->rook_from);
    memcpy(p->castle, undo->castle, sizeof p->castle);
    p->quiet = undo->quiet;
    p->passing = undo->passing;
    p->passed = undo->passed;
    p->turn = cp_other(p->turn);
    p->ply--;
    p->checks = undo->checks;
    memcpy(p->checker, undo->checker, sizeof p->checker);
    unhash(g);
    const struct past *past = &g->past[--g->count];
    g->now.b = past->b;
    if (g->now.delay)
        g->now = g->clocks[g->count];
    g->is_looked = false;
    find_kings(g);
    g->seen = past->seen;
    g->first = past->first;
    p->is_stale = true;
    p->can_pass = g->now.b.en_passant != 0;
}

/* ---- how the game stands ---- */

/* Whether the side to move has a legal move. */
static bool can_move(struct cp_bit_game *g)
{
    const struct cp_bitboard *b = &g->now.b;
    int side = b->turn;
    cp_bits in_line = g->law->tables.sights[g->king[side]].aim[!side][CP_QUEEN];
    if (!b->checkers &&
        (cp_usual_can_step(b, side, in_line) || cp_usual_can_step_aside(b, in_line)))
        return true;
    return cp_trapboard_king_can_step(&g->now) || cp_bitboard_can_move(looked(g));
}

static enum cp_outcome outcome(struct cp_position *p, int *winner)
{
    struct cp_bit_game *g = p->fast;
    *winner = -1;
    bool is_known = !lacks_king(p) && !p->is_left_open;
    enum cp_answer reply = CP_DOUBT;
    if (is_known && !g->now.delay)
        reply = can_move(g) ? CP_YES : CP_NO;
    else if (is_known)
        reply = cp_trapboard_can_move(&g->now);
    p->is_undecided = false;
    if (reply == CP_YES)
        return CP_OUTCOME_NONE;
    if (reply == CP_NO && !p->checks)
        return CP_OUTCOME_STALEMATE;
    if (reply == CP_NO) {
        *winner = (int)cp_other(p->turn);
        return CP_OUTCOME_CHECKMATE;
    }
    (void)cp_position_hand_over(p);
    enum cp_outcome said = cp_rules_chess.outcome(p, winner);
    p->fast = g;
    return said;
}

/* ---- repetition ---- */

/* Positions since a man was last taken or a pawn moved can be the same, no others. They
 * are looked through from the last one back; once they have been many, all are in chains
 * by a digest of men and clocks. */
enum { MANY = 64, HEAD_BITS = 12 };

static uint32_t *head_of(struct cp_bit_game *g, const struct cp_trapboard *t,
                         const struct cp_bitboard *b)
{
    uint64_t digest = b->men[CP_WHITE] * UINT64_C(0x9e3779b97f4a7c15) ^
                      b->men[CP_BLACK] * UINT64_C(0xc2b2ae3d27d4eb4f);
    for (cp_bits running = g->now.delay ? t->running : 0; running; running &= running - 1) {
        int square = cp_bits_first(running);
        digest += ((uint64_t)(t->falls_at[square] - t->ply) << 6 | (unsigned)square) *
                  UINT64_C(0xd6e8feb86659fd93);
    }
    digest ^= digest >> 29;
    return &g->heads[digest * g->salt >> (64 - g->head_bits)];
}

static uint32_t *head_of_past(struct cp_bit_game *g, uint32_t index)
{
    return head_of(g, g->now.delay ? &g->clocks[index] : NULL, &g->past[index].b);
}

/* The last of the past is forgotten. */
static void unhash(struct cp_bit_game *g)
{
    if (!g->heads || g->hashed < g->count)
        return;
    g->hashed--;
    *head_of_past(g, g->hashed) = g->past[g->hashed].next;
}

static CP_NOINLINE bool was_at(const struct cp_bit_game *g, uint32_t index)
{
    const struct cp_trapboard *now = &g->now;
    if (!cp_bitboard_repeats(&g->past[index].b, &now->b))
        return false;
    if (!now->delay)
        return true;
    const struct cp_trapboard *clocks = &g->clocks[index];
    if (clocks->running != now->running)
        return false;
    for (cp_bits men = now->running; men; men &= men - 1) {
        int square = cp_bits_first(men);
        if (clocks->falls_at[square] - clocks->ply != now->falls_at[square] - now->ply)
            return false;
    }
    return true;
}

/* 1 + the last time the position was on the board, of the last `back` plies; 0: never. */
static CP_NOINLINE uint32_t last_time_of_many(struct cp_position *p, uint32_t back)
{
    struct cp_bit_game *g = p->fast;
    if (!g->heads || g->hashed >> g->head_bits) {
        g->head_bits = g->heads ? g->head_bits + 2 : HEAD_BITS;
        g->heads = cp_arena_take_zero(p->arena, (size_t)1 << g->head_bits, sizeof *g->heads);
        g->hashed = 0;
    }
    for (; g->hashed < g->count; g->hashed++) {
        uint32_t *head = head_of_past(g, g->hashed);
        g->past[g->hashed].next = *head;
        *head = g->hashed + 1;
    }
    uint32_t oldest = g->count - back; /* chains begin with the newest */
    uint32_t link = *head_of(g, &g->now, &g->now.b);
    while (link > oldest && !was_at(g, link - 1))
        link = g->past[link - 1].next;
    return link > oldest ? link : 0;
}

/* The same, of the last plies without progress. */
static CP_NOINLINE uint32_t last_time(struct cp_position *p, uint32_t back)
{
    const struct cp_bit_game *g = p->fast;
    if (back >= MANY || g->heads)
        return last_time_of_many(p, back);
    for (uint32_t i = 4; i <= back; i += 2)
        if (g->past[g->count - i].b.men[0] == g->now.b.men[0] && was_at(g, g->count - i))
            return g->count - i + 1;
    return 0;
}

static uint32_t seen(struct cp_position *p, uint32_t *first)
{
    struct cp_bit_game *g = p->fast;
    uint32_t quiet = g->now.b.quiet, back = quiet < g->count ? quiet : g->count;
    uint32_t before = back < 4 ? 0 : last_time(p, back);
    g->seen = before ? g->past[before - 1].seen + 1 : 1;
    g->first = before ? g->past[before - 1].first : p->ply;
    *first = g->first;
    return g->seen;
}

/* ---- counting ---- */

static bool perft(struct cp_position *p, uint32_t depth, uint64_t *lines)
{
    (void)looked(p->fast);
    return !lacks_king(p) && cp_trapboard_perft(&p->fast->now, depth, lines);
}

/* ---- beginning ---- */

/* Whether the variant's proven material is what cp_bitboard_is_dead knows. */
static bool is_bare_as_usual(const struct cp_classical *c, const struct cp_variant *v)
{
    enum { NOBODY = 1, KNIGHT = 2, BISHOPS = 4 };
    unsigned met = 0;
    for (uint32_t i = 0; i < v->bare_count; i++) {
        const struct cp_bare_material *entry = &v->bare[i];
        uint8_t role = entry->count == 1 ? c->role[entry->kinds[0]] : CP_NO_ROLE;
        if (entry->count == 0 && !entry->one_colour)
            met |= NOBODY;
        else if (role == CP_KNIGHT && !entry->one_colour)
            met |= KNIGHT;
        else if (role == CP_BISHOP && entry->one_colour)
            met |= BISHOPS;
        else if (role != CP_BISHOP) /* one bishop alone is of one colour */
            return false;
    }
    return met == (NOBODY | KNIGHT | BISHOPS);
}

static void open_game(struct cp_position *p)
{
    struct cp_bit_game *g = cp_arena_take(p->arena, sizeof *g);
    g->law = p->law->bits;
    g->past = NULL;
    g->clocks = NULL;
    g->heads = NULL;
    g->salt = p->salt[0];
    g->count = g->room = 0;
    g->seen = 1;
    g->first = 0;
    g->hashed = 0;
    g->is_looked = false;
    g->now.delay = p->delay;
    p->fast = g;
}

void cp_bitboards_take_over(struct cp_position *p)
{
    if (!p->law->bits || p->count > MEN_MOST)
        return;
    open_game(p);
    struct cp_bit_game *g = p->fast;
    find_men(g, p);
    if (!cp_trapboard_take(&g->now, &g->law->classical, p)) {
        p->fast = NULL;
        return;
    }
    find_kings(g);
    settle_passing(p);
}

void cp_bitboards_begin(struct cp_position *p, const struct cp_law *law, struct cp_ints *ints,
                        struct cp_arena *arena)
{
    const struct cp_bit_law *bits = law->bits;
    const struct cp_bit_game *home = bits->home.fast;
    struct men *men = cp_arena_take(arena, sizeof *men);
    *p = bits->home;
    p->law = law;
    p->ints = ints;
    p->arena = arena;
    memcpy(men, bits->home.at, sizeof *men);
    p->at = men->at;
    p->falls_at = men->falls_at;
    p->fallen = men->fallen;
    p->kind = men->kind;
    p->side = p->owner = men->side;
    p->moved = men->moved;
    p->gone = men->gone;
    p->of_kind = men->of_kind;
    cp_trapdoor_lay(p);
    open_game(p);
    memcpy(p->fast->man_at, home->man_at, sizeof home->man_at);
    cp_trapboard_init(&p->fast->now, &home->now.b, p->delay);
    find_kings(p->fast);
}

/* The home position, its arrays in one piece, its index left out: to be copied. */
static bool make_home(struct cp_bit_law *bits, const struct cp_law *law, struct cp_ints *ints,
                      struct cp_arena *arena)
{
    int32_t culprit;
    int winner;
    const struct cp_start *start = &law->variant->start;
    struct cp_position *p = &bits->home;
    cp_position_init(p, law, ints, arena, start);
    if (cp_setup_check(p, start, &culprit) != CP_OK || p->count > MEN_MOST)
        return false;
    cp_bitboards_take_over(p);
    if (!p->fast)
        return false;
    /* Its start may have ended before the first move (R-END-1). */
    bits->has_usual_ends = is_bare_as_usual(&bits->classical, law->variant) &&
                           outcome(p, &winner) == CP_OUTCOME_NONE && !cp_position_is_bare(p);
    struct men *men = cp_arena_take_zero(arena, 1, sizeof *men);
    for (uint32_t man = 0; man < p->count; man++) {
        men->at[man] = p->at[man];
        men->falls_at[man] = p->falls_at[man];
        men->kind[man] = p->kind[man];
        men->side[man] = p->side[man];
        men->moved[man] = p->moved[man];
    }
    memcpy(men->of_kind, p->of_kind, sizeof men->of_kind);
    p->at = men->at;
    p->bucket = NULL;
    p->is_stale = true;
    return true;
}

void cp_bitboards_offer(struct cp_law *law, struct cp_ints *ints, struct cp_arena *arena)
{
    struct cp_bit_law *bits = cp_arena_take_zero(arena, 1, sizeof *bits);
    law->bits = NULL;
    if (!cp_classical_fit(&bits->classical, law))
        return;
    cp_bit_tables_init(&bits->tables, arena);
    law->bits = bits;
    if (!make_home(bits, law, ints, arena)) {
        law->bits = NULL;
        return;
    }
    bits->judge.tables = bits->tables;
    bits->judge.home = bits->home.fast->now.b;
}

/* ---- a game that was read ---- */

bool cp_bitboards_find_line(const struct cp_law *law, const struct cp_node *first,
                            struct cp_bit_line *out)
{
    const struct cp_bit_law *bits = law->bits;
    uint32_t count = 0;
    if (!bits || !bits->has_usual_ends || law->variant->trapdoor)
        return false;
    for (const struct cp_node *node = first; node; node = node->next)
        if (count == CP_CLEAN_MOVES_MOST || !node->is_read || node->is_bad ||
            (node->notes && node->notes->falls) ||
            !cp_pack(&out->moves[count++], &bits->classical, &node->move))
            return false;
    out->count = count;
    return cp_clean_judge_find(&bits->judge, out->moves, count, out->steps);
}

const struct cp_rules cp_rules_bitboards = {
    .resolve = resolve,
    .apply = apply,
    .undo = undo_turn,
    .outcome = outcome,
    .write = write_move,
    .explain = explain,
    .each_move = each_move,
    .is_pinned = is_pinned,
    .perft = perft,
    .seen = seen,
    .repeats = true,
    .ends_without_moves = true,
};
