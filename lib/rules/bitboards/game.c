/* SPDX-License-Identifier: MIT */
/* game.c -- the usual move in as few steps as can be, all others as the engine
 * does them (board.h).
 *
 * 1. Which man can it be? Men of that kind on squares from where the target is reached on
 *    a board without others: mostly one man, and none in between.
 * 2. Is its king safe afterwards? The line from the king through the man is asked
 *    whether any enemy on it slides at all; seldom, and then it is looked at.
 * 3. Does it give check? Itself, by the same two tables; or a line from the
 *    other king through its old place has a slider of its side on it.
 * 4. Can the other side move? A pawn not in line with its king can step forward,
 *    mostly.
 *
 * On a board of trapdoors a turn is the same, until a man is due: then what falls
 * may expose a king, and the questions are asked of both boards (board.h).
 *
 * Which way a branch will go costs more than a few steps, so what is hard to foresee
 * (which man moves, whether something is taken) is no branch here. */
#include "rules/bitboards/game.h"

struct race {
    struct cp_trapboard t;
    const struct cp_bit_tables *tables;
    int king[2];
    uint32_t count;
    enum cp_outcome end;
    int winner;
    const struct cp_bit_watch *watch;
    bool takes_in_passing;                     /* the last move; kept for a watch */
    unsigned from, to;                         /* likewise, and for steps */
    cp_bits touched, arrived;                  /* squares, in the last move */
    cp_bits men[CP_CLEAN_MOVES_MOST + 1][2];   /* after each ply */
    cp_bits arrivals[CP_CLEAN_MOVES_MOST + 1]; /* with trapdoors: in each ply */
};

enum step { REFUSED, GOES_ON, ENDS };

/* ---- moves as they are written ---- */

static cp_bits origins_of(unsigned origin)
{
    return origin == 0                ? ~(cp_bits)0
           : origin < 9               ? CP_FILE_A << (origin - 1)
           : origin < CP_PACKED_WHOLE ? CP_RANK_1 << 8 * (origin - 9)
                                      : cp_bit((int)(origin - CP_PACKED_WHOLE));
}

cp_bit_move cp_packed_find(const struct cp_bitboard *b, const cp_packed_move *m)
{
    if (m->odd == CP_PACKED_FALL)
        return 0;
    if (m->odd >= CP_PACKED_CASTLING)
        return cp_bitboard_castle(b, m->odd == CP_PACKED_CASTLING + 1);
    enum cp_role becomes = m->odd ? (enum cp_role)m->odd : CP_NO_ROLE;
    return cp_bitboard_find(b, (enum cp_role)m->man, m->to, origins_of(m->origin), becomes);
}

/* ---- tables ---- */

static cp_bits attacks(int side, int role, int to)
{
    switch (role) {
    case CP_PAWN:
        return cp_pawn_bits[!side][to];
    case CP_KNIGHT:
        return cp_knight_bits[to];
    case CP_KING:
        return cp_king_bits[to];
    default:
        return (role != CP_ROOK ? cp_bishop_bits(0, to) : 0) |
               (role != CP_BISHOP ? cp_rook_bits(0, to) : 0);
    }
}

/* Pawns must become something on the last rank: that is no usual move. */
static void find_origins(struct cp_bit_origin *table, int side, int to)
{
    struct cp_bit_origin *o = table + side * CP_WHO * 64 + to;
    bool is_white = side == CP_WHITE, is_last = to >> 3 == (is_white ? 7 : 0);
    cp_bits one = is_white ? cp_bit(to) >> 8 : cp_bit(to) << 8;
    cp_bits two = is_white ? one >> 8 & CP_RANK_1 << 8 : one << 8 & CP_RANK_1 << 48;
    o[CP_PAWN * 64].from = is_last ? 0 : one | two;
    if (to >> 3 == (is_white ? 3 : 4))
        o[CP_PAWN * 64].beside = cp_bits_beside(cp_bit(to));
    for (int role = CP_KNIGHT; role <= CP_KING; role++)
        o[role * 64].from = attacks(side, role, to);
    o[CP_PACKED_PAWN_TAKES * 64].from = is_last ? 0 : attacks(side, CP_PAWN, to);
}

void cp_bit_tables_init(struct cp_bit_tables *t, struct cp_arena *arena)
{
    struct cp_bit_origin *origins = cp_arena_take_zero(arena, 2 * CP_WHO * 64, sizeof *origins);
    struct cp_bit_sight *sights = cp_arena_take_zero(arena, 64, sizeof *sights);
    cp_bits *written = cp_arena_take_zero(arena, CP_PACKED_ORIGINS, sizeof *written);
    cp_square *squares = cp_arena_take_zero(arena, CP_NOWHERE + 1, sizeof *squares);
    for (unsigned origin = 0; origin < CP_PACKED_ORIGINS; origin++)
        written[origin] = origins_of(origin);
    for (int square = 0; square < 64; square++) {
        find_origins(origins, CP_WHITE, square);
        find_origins(origins, CP_BLACK, square);
        for (int other = 0; other < 64; other++) {
            const cp_lines *l = &cp_line_bits[square];
            const cp_bits lines[] = {l->file, l->diagonal, l->antidiagonal,
                                     CP_RANK_1 << (square & 56)};
            sights[square].line[other] = 0;
            for (int i = 0; i < 4; i++)
                if (square != other && lines[i] >> other & 1) {
                    sights[square].line[other] = lines[i];
                    break;
                }
            sights[square].between[other] = cp_bits_between(square, other);
        }
        for (int role = CP_PAWN; role < CP_ROLES; role++)
            for (int side = 0; side < 2; side++)
                sights[square].aim[side][role] = attacks(side, role, square);
        squares[square] = (cp_square){CP_INT(square % 8 + 1), CP_INT(square / 8 + 1)};
    }
    *t = (struct cp_bit_tables){origins, sights, written, squares};
}

/* ---- what is seldom ---- */

static void find_kings(struct race *r)
{
    r->king[CP_WHITE] = cp_bitboard_king(&r->t.b, CP_WHITE);
    r->king[CP_BLACK] = cp_bitboard_king(&r->t.b, CP_BLACK);
}

/* Castling, promotion, taking in passing, several men that might. */
static CP_NOINLINE enum step play_odd(struct race *r, const cp_packed_move *m, bool *checks)
{
    struct cp_bitboard *b = &r->t.b;
    cp_bitboard_look(b);
    cp_bit_move move = cp_packed_find(b, m);
    if (move <= CP_BIT_MOVE_MANY || m->takes != (cp_bit_taken(move) != CP_NO_ROLE))
        return REFUSED;
    cp_bitboard_apply(b, move);
    int to = cp_bit_to(move);
    r->arrived = cp_bit(to);
    if (move & CP_BIT_CASTLE)
        r->arrived |= move & CP_BIT_RIGHT ? cp_bit(to - 1) : cp_bit(to + 1);
    r->touched = cp_bit(to) | cp_bit(cp_bit_from(move));
    if (move & CP_BIT_PASSING)
        r->touched |= cp_bit(to ^ 8);
    find_kings(r);
    r->takes_in_passing = move & CP_BIT_PASSING;
    r->from = (unsigned)cp_bit_from(move);
    r->to = (unsigned)cp_bit_to(move);
    *checks = b->checkers != 0;
    return GOES_ON;
}

bool cp_usual_exposes_king(const struct cp_bitboard *b, cp_bits man, cp_bits target)
{
    return !cp_bitboard_is_safe(b, man, target);
}

bool cp_usual_is_hit(const struct cp_bitboard *b, int square, cp_bits all)
{
    return cp_bitboard_attackers(b, square, !b->turn, all) != 0;
}

void cp_usual_find_en_passant(struct cp_bitboard *b, int from, int to)
{
    if ((from ^ to) != 16)
        return;
    b->passed = (uint8_t)((from + to) / 2);
    cp_bitboard_look(b);
    cp_bitboard_find_en_passant(b);
    b->checkers = 0;
}

static enum step end(struct race *r, enum cp_outcome outcome, int winner)
{
    r->end = outcome;
    r->winner = winner;
    return ENDS;
}

/* A check must be marked, as mate if it is, and nothing else may be. */
static CP_NOINLINE enum step judge_check(struct race *r, unsigned mark)
{
    struct cp_bitboard *b = &r->t.b;
    cp_bitboard_look(b);
    if (!b->checkers)
        return mark ? REFUSED : GOES_ON;
    bool is_mate = !cp_trapboard_king_can_step(&r->t) && !cp_bitboard_can_move(b);
    if (mark != (is_mate ? CP_MARK_MATE : CP_MARK_CHECK))
        return REFUSED;
    return is_mate ? end(r, CP_OUTCOME_CHECKMATE, !b->turn) : GOES_ON;
}

bool cp_usual_can_step_aside(const struct cp_bitboard *b, cp_bits in_line)
{
    cp_bits own = b->men[b->turn], free = own & ~in_line;
    cp_bits rooks = (b->role[CP_ROOK] | b->role[CP_QUEEN]) & free;
    cp_bits bishops = (b->role[CP_BISHOP] | b->role[CP_QUEEN]) & free;
    return (cp_bits_slider_steps(rooks, bishops) & ~own) != 0;
}

static CP_NOINLINE enum step look_for_stalemate(struct race *r, cp_bits in_line)
{
    struct cp_bitboard *b = &r->t.b;
    if (cp_usual_can_step_aside(b, in_line) || cp_trapboard_king_can_step(&r->t))
        return GOES_ON;
    cp_bitboard_look(b);
    if (cp_bitboard_can_move(b))
        return GOES_ON;
    return end(r, CP_OUTCOME_STALEMATE, -1);
}

/* Men on the same squares so many times, as two moves of each side leave them at the earliest:
 * more often than a position is the same, and seldom enough. */
enum { FOURTH = 4 * 4, SECOND = 2 * 4 }; /* plies to come back so often */
static CP_NOINLINE bool may_be_there(const struct race *r, uint32_t times)
{
    uint32_t seen = 1, most = r->t.b.quiet < r->count ? r->t.b.quiet : r->count;
    for (uint32_t back = 4; back <= most; back += 2)
        seen += r->men[r->count - back][0] == r->t.b.men[0] &&
                r->men[r->count - back][1] == r->t.b.men[1];
    return seen >= times;
}

/* ---- the usual ---- */

/* Plays m; REFUSED, or GOES_ON and whether there may be a check. */
static CP_ALWAYS_INLINE enum step play(struct race *r, const cp_packed_move *m, int side,
                                       bool *checks, bool traps)
{
    struct cp_bitboard *b = &r->t.b;
    cp_usual u = {.who = m->key, .man = m->man, .to = m->to, .side = side};
    enum cp_usual_answer answer =
        cp_usual_find(&u, b, r->tables, r->king, r->tables->written[m->origin]);
    if (CP_UNLIKELY(answer == CP_USUAL_ILLEGAL))
        return REFUSED;
    if (CP_UNLIKELY(answer != CP_USUAL_LEGAL || u.takes != m->takes))
        return play_odd(r, m, checks);
    *checks = cp_usual_play(&u, b, r->tables, r->king);
    r->from = u.from;
    r->to = u.to;
    if (traps) {
        r->touched = cp_bit((int)u.from) | cp_bit((int)u.to);
        r->arrived = cp_bit((int)u.to);
    }
    return GOES_ON;
}

static CP_ALWAYS_INLINE cp_bits king_lines(const struct race *r, int side)
{
    return r->tables->sights[r->king[side]].aim[!side][CP_QUEEN];
}

/* Marks, and what ends the game. */
static CP_ALWAYS_INLINE enum step judge(struct race *r, const cp_packed_move *m, int side,
                                        bool checks)
{
    struct cp_bitboard *b = &r->t.b;
    if (CP_UNLIKELY(checks | m->mark)) {
        enum step step = judge_check(r, m->mark);
        if (step != GOES_ON)
            return step;
    }
    cp_bits in_line = king_lines(r, !side);
    if (CP_UNLIKELY(!(cp_usual_can_step(b, !side, in_line) | (b->checkers != 0))) &&
        look_for_stalemate(r, in_line) == ENDS)
        return ENDS;
    return GOES_ON;
}

static CP_ALWAYS_INLINE bool may_be_counted(struct race *r)
{
    const struct cp_bitboard *b = &r->t.b;
    r->count++;
    r->men[r->count][0] = b->men[0];
    r->men[r->count][1] = b->men[1];
    return CP_UNLIKELY(b->quiet >= FOURTH) && (cp_draws_may_end(b->quiet) || may_be_there(r, 5));
}

static CP_ALWAYS_INLINE enum step advance(struct race *r, const cp_packed_move *m, int side)
{
    bool checks = false;
    if (CP_UNLIKELY(play(r, m, side, &checks, false) == REFUSED) || CP_UNLIKELY(may_be_counted(r)))
        return REFUSED;
    const struct cp_bitboard *b = &r->t.b;
    bool is_bare = !(b->role[CP_PAWN] | b->role[CP_ROOK] | b->role[CP_QUEEN]);
    enum step step = judge(r, m, side, checks);
    /* A dead game may end so, but not go on. */
    bool is_dead = CP_UNLIKELY(is_bare) && cp_bitboard_is_dead(b);
    return CP_UNLIKELY(is_dead) && step == GOES_ON ? end(r, CP_OUTCOME_DEAD_POSITION, -1) : step;
}

/* ---- turns, where men fall ---- */

/* Whether there is a legal turn, where men may fall in it. */
static enum cp_answer can_reply(struct race *r)
{
    if (cp_trapboard_king_can_step(&r->t))
        return CP_YES;
    cp_bitboard_look(&r->t.b);
    return cp_trapboard_can_move(&r->t);
}

/* Takes due men off, and finds the checkers if they can have changed. */
static void take_off(struct race *r, cp_bits due, int side, bool *checks)
{
    struct cp_bitboard *b = &r->t.b;
    for (int role = 0; role < CP_ROLES; role++)
        b->role[role] &= ~due;
    b->men[CP_WHITE] &= ~due;
    b->men[CP_BLACK] &= ~due;
    b->quiet = 0;
    b->en_passant = 0;
    bool is_seen = *checks || king_lines(r, !side) & due || b->passed;
    if (!is_seen || !(b->role[CP_KING] & b->men[!side]))
        return;
    cp_bitboard_look(b);
    *checks = b->checkers != 0;
    if (b->passed)
        cp_bitboard_find_en_passant(b);
}

/* The due men fall, unless the move has mated (R-TD-4). */
static CP_NOINLINE enum step let_fall(struct race *r, cp_bits due, int side, bool *checks)
{
    struct cp_bitboard *b = &r->t.b;
    if (*checks)
        cp_bitboard_look(b);
    if (b->checkers) {
        enum cp_answer reply = can_reply(r);
        if (reply != CP_YES)
            return reply == CP_NO ? GOES_ON : REFUSED;
    }
    cp_bits mine = b->role[CP_KING] & b->men[side] & ~due, all = cp_bitboard_all(b) & ~due;
    if (mine && king_lines(r, side) & due &&
        cp_bitboard_attackers(b, r->king[side], !side, all) & ~due)
        return REFUSED;
    take_off(r, due, side, checks);
    r->t.fallen = due;
    cp_bits kings = b->role[CP_KING];
    if (cp_bits_many(kings))
        return GOES_ON;
    return end(r, CP_OUTCOME_KING_FALLEN, kings & b->men[side] ? side : !side);
}

/* The same when men fall in the next turn, which may make it illegal; unless
 * none of them is in line with the king and a pawn may step. */
static CP_NOINLINE enum step judge_due(struct race *r, const cp_packed_move *m, int side,
                                       bool checks)
{
    struct cp_bitboard *b = &r->t.b;
    cp_bits in_line = king_lines(r, !side);
    bool is_usual = !checks && !(r->t.due & in_line) && cp_usual_can_step(b, !side, in_line);
    if (is_usual)
        return m->mark ? REFUSED : GOES_ON;
    if (checks)
        cp_bitboard_look(b);
    bool steps_aside = !b->checkers && !(r->t.due & in_line) && cp_usual_can_step_aside(b, in_line);
    enum cp_answer reply = steps_aside ? CP_YES : can_reply(r);
    bool is_stuck = reply == CP_NO;
    unsigned mark = !b->checkers ? CP_MARK_NONE : is_stuck ? CP_MARK_MATE : CP_MARK_CHECK;
    if (reply == CP_DOUBT || m->mark != mark)
        return REFUSED;
    if (!is_stuck)
        return GOES_ON;
    return b->checkers ? end(r, CP_OUTCOME_CHECKMATE, !b->turn) : end(r, CP_OUTCOME_STALEMATE, -1);
}

/* Whether the falls at *m, which is behind them then, are those that happened. */
static bool falls_are_right(const struct race *r, const cp_packed_move **m,
                            const cp_packed_move *last)
{
    cp_bits told = 0;
    for (; *m < last && (*m)->odd == CP_PACKED_FALL; ++*m) {
        if (told >> (*m)->to & 1)
            return false;
        told |= cp_bit((*m)->to);
    }
    return told == r->t.fallen;
}

static enum step advance_turn(struct race *r, const cp_packed_move **at, const cp_packed_move *last,
                              int side)
{
    const cp_packed_move *m = (*at)++;
    bool checks = false;
    enum step step = play(r, m, side, &checks, true);
    if (step == REFUSED)
        return REFUSED;
    /* After a move: the men due now (and still there), and those at the end of the next
     * turn: they arrived so long ago, and are there. */
    struct cp_trapboard *t = &r->t;
    cp_bits due = t->due & ~r->touched, next = 0;
    t->ply++;
    t->running = (t->running & ~(r->touched | due)) | r->arrived;
    r->arrivals[t->ply] = r->arrived;
    for (cp_bits men = r->arrived; men; men &= men - 1)
        t->falls_at[cp_bits_first(men)] = t->ply + 2 * t->delay;
    if (t->ply + 1 > 2 * t->delay)
        for (cp_bits men = r->arrivals[t->ply + 1 - 2 * t->delay] & t->running; men; men &= men - 1)
            next |= t->falls_at[cp_bits_first(men)] == t->ply + 1 ? men & -men : 0;
    t->due = next;
    t->fallen = 0;
    if (due)
        step = let_fall(r, due, side, &checks);
    if (step == REFUSED || !falls_are_right(r, at, last))
        return REFUSED;
    if (step == ENDS) /* a king fell: no check mark */
        return m->mark ? REFUSED : ENDS;
    if (may_be_counted(r))
        return REFUSED;
    if (cp_bitboard_all(&r->t.b) == r->t.b.role[CP_KING]) /* no other is dead: R-TD-9 */
        return m->mark ? REFUSED : end(r, CP_OUTCOME_DEAD_POSITION, -1);
    return r->t.due ? judge_due(r, m, side, checks) : judge(r, m, side, checks);
}

/* ---- a game ---- */

static CP_ALWAYS_INLINE bool play_moves(struct race *r, const cp_packed_move *m,
                                        const cp_packed_move *last, bool traps)
{
    enum step step = GOES_ON;
    while (m < last && step == GOES_ON) {
        step = traps ? advance_turn(r, &m, last, CP_WHITE) : advance(r, m++, CP_WHITE);
        if (m < last && step == GOES_ON)
            step = traps ? advance_turn(r, &m, last, CP_BLACK) : advance(r, m++, CP_BLACK);
    }
    return m == last && step != REFUSED;
}

/* The same in sight of a watch. */
static bool play_watched(struct race *r, const cp_packed_move *moves, const cp_packed_move *last)
{
    enum step step = GOES_ON;
    struct cp_bit_ply ply = {.board = &r->t.b, .roles = r->watch->roles};
    const cp_packed_move *m = moves;
    bool goes_on = r->watch->look(r->watch->data, &ply);
    for (; m < last && step == GOES_ON && goes_on; m++) {
        r->takes_in_passing = false;
        step = advance(r, m, ply.ply++ & 1 ? CP_BLACK : CP_WHITE);
        uint32_t quiet = r->t.b.quiet;
        bool is_third = r->watch->stops_at_third && quiet >= SECOND && may_be_there(r, 3);
        if (step == REFUSED || is_third)
            return false;
        if (quiet < r->watch->quiet_least)
            continue;
        ply.move = m;
        ply.takes_in_passing = r->takes_in_passing;
        ply.from = r->from;
        ply.to = r->to;
        goes_on = r->watch->look(r->watch->data, &ply);
    }
    return m == last;
}

static void begin(struct race *r, const struct cp_clean_judge *d, uint32_t delay)
{
    cp_trapboard_init(&r->t, &d->home, delay);
    r->tables = &d->tables;
    r->count = 0;
    r->end = CP_OUTCOME_NONE;
    r->winner = -1;
    memcpy(r->men[0], r->t.b.men, sizeof r->men[0]);
    find_kings(r);
}

bool cp_clean_judge_play(const struct cp_clean_judge *d, uint32_t delay,
                         const cp_packed_move *moves, uint32_t count,
                         const struct cp_bit_watch *watch, enum cp_outcome *end, int *winner)
{
    struct race r;
    begin(&r, d, delay);
    r.watch = watch;
    const cp_packed_move *last = moves + count;
    bool is_clean = delay   ? play_moves(&r, moves, last, true)
                    : watch ? play_watched(&r, moves, last)
                            : play_moves(&r, moves, last, false);
    *end = r.end;
    *winner = r.winner;
    return is_clean;
}

/* Plays m where it is not asked what it says of a check, nor whether something ends. */
static CP_ALWAYS_INLINE bool follow(struct race *r, const cp_packed_move *m, int side,
                                    cp_bit_step *steps)
{
    bool checks = false;
    if (CP_UNLIKELY(play(r, m, side, &checks, false) == REFUSED))
        return false;
    steps[r->count++] = (cp_bit_step){(uint8_t)r->from, (uint8_t)r->to};
    if (CP_UNLIKELY(checks))
        cp_bitboard_look(&r->t.b);
    return true;
}

bool cp_clean_judge_find(const struct cp_clean_judge *d, const cp_packed_move *moves,
                         uint32_t count, cp_bit_step *steps)
{
    struct race r;
    begin(&r, d, 0);
    const cp_packed_move *m = moves, *last = moves + count;
    bool is_legal = true;
    while (m < last && is_legal) {
        is_legal = follow(&r, m++, CP_WHITE, steps);
        if (m < last && is_legal)
            is_legal = follow(&r, m++, CP_BLACK, steps);
    }
    return is_legal;
}
