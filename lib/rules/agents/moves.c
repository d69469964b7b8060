/* SPDX-License-Identifier: MIT */
/* moves.c -- the four agents, a section each. All is said in cells and
 * their differences (agents.h): s the mover's square, t the one it goes to. */
#include "rules/agents/agents.h"

#include <stdlib.h>

/* ---- a trial ---- */

static void trial_init(struct cp_trial *t)
{
    t->count = 0;
    t->at = t->at_too = 0;
    t->culprit = CP_NOBODY;
}

static cp_displaced *entry_of(struct cp_trial *t, int32_t man, int32_t cell)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->who[i].man == man)
            return &t->who[i];
    t->who[t->count] = (cp_displaced){man, cell, cell, false};
    return &t->who[t->count++];
}

static void lift(const struct cp_position *p, struct cp_trial *t, int32_t man, int32_t cell)
{
    entry_of(t, man, cell)->to = 0;
    p->agents->man[cell] = CP_NOBODY;
}

/* A man that was lifted vanishes on a trap, without standing anywhere before. */
static void vanish(struct cp_trial *t, int32_t man, int32_t trap)
{
    cp_displaced *d = entry_of(t, man, trap);
    d->to = trap;
    d->gone = true;
}

/* On a trap it is gone. Refuses a king on the rim (R-TR-1), and leaves it lifted. */
static enum cp_diag land(const struct cp_position *p, struct cp_trial *t, int32_t man, int32_t cell)
{
    uint8_t ground = p->agents->ground[cell];
    if (ground & CP_RIM && cp_agent_of(p, man) == CP_AGENT_KING) {
        t->at = cell;
        t->culprit = man;
        return CP_KING_ON_RIM;
    }
    if (ground & CP_TRAP) {
        vanish(t, man, cell);
        return CP_OK;
    }
    entry_of(t, man, cell)->to = cell;
    p->agents->man[cell] = man;
    return CP_OK;
}

static bool has_lost(const struct cp_trial *t, int32_t man)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->who[i].man == man)
            return t->who[i].gone;
    return false;
}

bool cp_trial_has_ended(const struct cp_position *p, const struct cp_trial *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->who[i].gone && cp_agent_of(p, t->who[i].man) == CP_AGENT_KING)
            return true;
    return false;
}

/* The whole turn against the ko rule (R-TR-12), and whether it changes anything at all
 * (R-TR-13). */
static enum cp_diag judge(const struct cp_position *p, struct cp_trial *t)
{
    bool changes = false;
    for (uint32_t i = 0; i < t->count; i++) {
        const struct cp_agents *board = p->agents;
        const cp_displaced *d = &t->who[i];
        /* Where a man stood just before the opponent's last move: where that move found it, or
         * where it stands now. */
        int32_t before = d->from;
        for (uint32_t k = 0; k < board->last_count; k++)
            before = board->last[k].man == d->man ? board->last[k].from : before;
        changes |= d->gone || d->to != d->from;
        if (d->gone || d->to != before)
            continue;
        t->at = d->to;
        t->culprit = d->man;
        return CP_KO;
    }
    return changes ? CP_OK : CP_NOTHING_CHANGES;
}

/* All men back to where they stood when *as was the trial so far; NULL: when the turn began.
 * Off the board with all, then each to where it was. */
static void back_to(const struct cp_position *p, struct cp_trial *t, const struct cp_trial *as)
{
    int32_t *man = p->agents->man;
    for (uint32_t i = 0; i < t->count; i++)
        if (!t->who[i].gone && t->who[i].to)
            man[t->who[i].to] = CP_NOBODY;
    for (uint32_t i = 0; i < t->count; i++)
        if (!as || i >= as->count)
            man[t->who[i].from] = t->who[i].man;
        else if (!as->who[i].gone)
            man[as->who[i].to] = t->who[i].man;
    if (as)
        *t = *as;
    else
        trial_init(t);
}

cp_pace cp_pace_of(const struct cp_position *p, const cp_move *move)
{
    cp_pace pace = {.from = cp_cell_of(p, move->from),
                    .to = cp_cell_of(p, move->to),
                    .sep = move->sep,
                    .then = move->then};
    if (move->then)
        pace.via = cp_cell_of(p, move->via);
    return pace;
}

cp_move cp_move_of(const struct cp_position *p, const cp_pace *pace)
{
    const struct cp_agents *board = p->agents;
    cp_move move = {.from = cp_square_of(board, pace->from),
                    .to = cp_square_of(board, pace->to),
                    .man = board->man[pace->from],
                    .taken = CP_NOBODY,
                    .promotion = CP_NO_KIND,
                    .rook = CP_NOBODY,
                    .sep = pace->sep,
                    .then = pace->then};
    if (pace->then)
        move.via = cp_square_of(board, pace->via);
    return move;
}

static bool is_wall(const struct cp_position *p, int32_t cell)
{
    return p->agents->ground[cell] & CP_WALL;
}

static bool is_trap(const struct cp_position *p, int32_t cell)
{
    return p->agents->ground[cell] & CP_TRAP;
}

static int32_t man_on(const struct cp_position *p, int32_t cell)
{
    return p->agents->man[cell];
}

static enum cp_diag blame(const struct cp_position *p, struct cp_trial *t, enum cp_diag why,
                          int32_t cell)
{
    t->at = cell;
    t->culprit = man_on(p, cell);
    return why;
}

static enum cp_diag blame_both(const struct cp_position *p, struct cp_trial *t, enum cp_diag why,
                               int32_t cell, int32_t other)
{
    t->at_too = other;
    return blame(p, t, why, cell);
}

static enum cp_diag displace(const struct cp_position *p, struct cp_trial *t, int32_t from,
                             int32_t to)
{
    int32_t man = man_on(p, from);
    lift(p, t, man, from);
    return land(p, t, man, to);
}

static void drag_into(const struct cp_position *p, struct cp_trial *t, int32_t from, int32_t trap)
{
    int32_t man = man_on(p, from);
    lift(p, t, man, from);
    vanish(t, man, trap);
}

/* ---- lines ---- */

static int32_t sign(int32_t n)
{
    return (n > 0) - (n < 0);
}

int32_t cp_cell_direction(const struct cp_agents *board, int32_t from, int32_t to, int32_t *steps)
{
    int32_t files = cp_cell_file(board, to) - cp_cell_file(board, from);
    int32_t ranks = cp_cell_rank(board, to) - cp_cell_rank(board, from);
    if (files && ranks && abs(files) != abs(ranks))
        return 0;
    *steps = abs(files ? files : ranks);
    return sign(ranks) * board->width + sign(files);
}

/* The direction of a single step; 0 when it is none. */
static int32_t step_direction(const struct cp_agents *board, int32_t from, int32_t to)
{
    int32_t steps, direction = cp_cell_direction(board, from, to, &steps);
    return direction && steps == 1 ? direction : 0;
}

/* ---- mover ---- */

/* One step, for enacting two and for listing all. When refused, what it began is not taken
 * back. */
static enum cp_diag mover_step(const struct cp_position *p, struct cp_trial *t, int32_t from,
                               int32_t direction, uint8_t sep, bool is_second)
{
    int32_t to = from + direction, behind = from - direction, beyond = to + direction;
    if (is_wall(p, to))
        return blame(p, t, CP_OFF_BOARD, to);
    if (sep == CP_SEP_PUSH) {
        if (man_on(p, to) == CP_NOBODY)
            return blame(p, t, CP_NOBODY_TO_PUSH, to);
        if (is_wall(p, beyond) || man_on(p, beyond) != CP_NOBODY)
            return blame_both(p, t, CP_MOVER_CANNOT_PUSH, beyond, to);
        enum cp_diag why = displace(p, t, to, beyond);
        return why ? why : displace(p, t, from, to);
    }
    if (man_on(p, to) != CP_NOBODY)
        return blame(p, t, CP_SQUARE_OCCUPIED, to);
    if (sep != CP_SEP_PULL)
        return displace(p, t, from, to);
    /* R-TR-4: only a first step drags a man into a trap, and what is dragged never stands on
     * the square between. */
    if (is_second && is_trap(p, to))
        return blame(p, t, CP_PULL_INTO_TRAP, to);
    if (man_on(p, behind) == CP_NOBODY)
        return blame_both(p, t, CP_NOBODY_TO_PULL, behind, from);
    enum cp_diag why = displace(p, t, from, to);
    if (why || !is_trap(p, to))
        return why ? why : displace(p, t, behind, from);
    drag_into(p, t, behind, to);
    return CP_OK;
}

/* ---- swapper ---- */

/* The middle of an alfil jump; 0 for a knight's, which passes over anything. */
static int32_t middle(int32_t from, int32_t jump, bool is_alfil)
{
    return is_alfil ? from + jump / 2 : 0;
}

static enum cp_diag pull_along(const struct cp_position *p, struct cp_trial *t, int32_t s,
                               int32_t to, bool is_alfil)
{
    int32_t behind = 2 * s - to, between = middle(s, s - to, is_alfil);
    if (man_on(p, to) != CP_NOBODY)
        return blame(p, t, CP_SQUARE_OCCUPIED, to);
    if (is_trap(p, to))
        return blame(p, t, CP_PULL_INTO_TRAP, to);
    if (man_on(p, behind) == CP_NOBODY)
        return blame_both(p, t, CP_NOBODY_TO_PULL, behind, s);
    if (is_trap(p, between))
        return blame(p, t, CP_UNSEEN, between); /* R-TR-7 */
    enum cp_diag why = displace(p, t, s, to);
    return why ? why : displace(p, t, behind, s);
}

static enum cp_diag swapper(const struct cp_position *p, const cp_pace *pace, struct cp_trial *t)
{
    const struct cp_agents *board = p->agents;
    int32_t s = pace->from, to = pace->to, v = to - s, beyond = to + v;
    int32_t files = abs(cp_cell_file(board, to) - cp_cell_file(board, s));
    int32_t ranks = abs(cp_cell_rank(board, to) - cp_cell_rank(board, s));
    bool is_alfil = files == 2 && ranks == 2;
    if (!is_alfil && files * ranks != 2)
        return blame(p, t, CP_CANNOT_REACH, to);
    int32_t first = middle(s, v, is_alfil), next = middle(to, v, is_alfil);
    if (is_trap(p, first)) { /* R-TR-6: it gets no further, whatever stands on t */
        if (pace->sep != CP_SEP_MOVE)
            return blame(p, t, CP_UNSEEN, first);
        drag_into(p, t, s, first);
        return CP_OK;
    }
    int32_t other = man_on(p, to);
    enum cp_diag why = CP_OK;
    switch (pace->sep) {
    case CP_SEP_SWAP: {
        int32_t swapper = man_on(p, s);
        if (other == CP_NOBODY)
            return blame(p, t, CP_NOBODY_TO_SWAP, to);
        lift(p, t, swapper, s);
        lift(p, t, other, to);
        why = land(p, t, swapper, to);
        return why ? why : land(p, t, other, s);
    }
    case CP_SEP_PUSH: {
        if (other == CP_NOBODY)
            return blame(p, t, CP_NOBODY_TO_PUSH, to);
        bool falls_on_the_way = is_trap(p, next); /* R-TR-6 */
        if (is_wall(p, beyond) || (man_on(p, beyond) != CP_NOBODY && !falls_on_the_way))
            return blame_both(p, t, CP_SWAPPER_CANNOT_PUSH, beyond, to);
        if (falls_on_the_way)
            drag_into(p, t, to, next);
        else
            why = displace(p, t, to, beyond);
        return why ? why : displace(p, t, s, to);
    }
    case CP_SEP_PULL:
        return pull_along(p, t, s, to, is_alfil);
    default:
        if (other != CP_NOBODY)
            return blame(p, t, CP_SQUARE_OCCUPIED, to);
        if (is_trap(p, to) && man_on(p, beyond) != CP_NOBODY && !is_trap(p, next))
            drag_into(p, t, beyond, to); /* R-TR-8 */
        return displace(p, t, s, to);
    }
}

/* ---- puppeteer ---- */

static enum cp_diag lead(const struct cp_position *p, const cp_pace *pace, struct cp_trial *t)
{
    int32_t steps, direction = cp_cell_direction(p->agents, pace->from, pace->via, &steps);
    if (!direction)
        return blame(p, t, CP_NOT_IN_SIGHT, pace->via);
    /* Seen by the nearest agent of a line through one trap at most (R-TR-11). */
    int32_t trap = 0;
    for (int32_t cell = pace->from + direction; cell != pace->via; cell += direction) {
        if (man_on(p, cell) != CP_NOBODY)
            return blame(p, t, CP_SIGHT_BLOCKED, cell);
        if (is_trap(p, cell) && trap)
            return blame_both(p, t, CP_SIGHT_TRAPS, trap, cell);
        trap = is_trap(p, cell) ? cell : trap;
    }
    int32_t puppet = man_on(p, pace->via);
    if (puppet == CP_NOBODY)
        return blame(p, t, CP_NOBODY_TO_LEAD, pace->via);
    if (cp_agent_of(p, puppet) == CP_AGENT_PUPPETEER)
        return blame(p, t, CP_PUPPETEER_LED, pace->via);
    if (pace->to != pace->via + direction && pace->to != pace->via - direction)
        return blame(p, t, CP_LEADS_ONE_STEP, pace->to);
    if (is_wall(p, pace->to) || man_on(p, pace->to) != CP_NOBODY)
        return blame(p, t, CP_CANNOT_LEAD, pace->to);
    return displace(p, t, pace->via, pace->to);
}

/* ---- the whole ---- */

/* Bits of enum cp_sep: what each agent can do. */
static const unsigned abilities[] = {
    [CP_AGENT_NONE] = 0,
    [CP_AGENT_KING] = 1u << CP_SEP_MOVE,
    [CP_AGENT_MOVER] = 1u << CP_SEP_MOVE | 1u << CP_SEP_PUSH | 1u << CP_SEP_PULL,
    [CP_AGENT_SWAPPER] =
        1u << CP_SEP_MOVE | 1u << CP_SEP_PUSH | 1u << CP_SEP_PULL | 1u << CP_SEP_SWAP,
    [CP_AGENT_PUPPETEER] = 1u << CP_SEP_MOVE | 1u << CP_SEP_LEAD,
};

static enum cp_diag begin(const struct cp_position *p, const cp_pace *pace, struct cp_trial *t)
{
    enum cp_agent agent = cp_agent_of(p, man_on(p, pace->from));
    /* A second step is a mover's; what a puppeteer leads just moves. */
    bool is_second_able =
        !pace->then || (agent == CP_AGENT_MOVER && abilities[agent] >> pace->then & 1);
    if (!(abilities[agent] >> pace->sep & 1) ||
        !(pace->sep == CP_SEP_LEAD ? pace->then == CP_SEP_MOVE : is_second_able))
        return blame(p, t, CP_AGENT_UNABLE, pace->from);
    switch (agent) {
    case CP_AGENT_KING:
        if (!step_direction(p->agents, pace->from, pace->to))
            return blame(p, t, CP_CANNOT_REACH, pace->to);
        if (man_on(p, pace->to) != CP_NOBODY)
            return blame(p, t, CP_SQUARE_OCCUPIED, pace->to);
        return displace(p, t, pace->from, pace->to);
    case CP_AGENT_MOVER: {
        int32_t man = man_on(p, pace->from);
        int32_t first = pace->then ? pace->via : pace->to;
        int32_t direction = step_direction(p->agents, pace->from, first);
        if (!direction)
            return blame(p, t, CP_CANNOT_REACH, first);
        enum cp_diag why = mover_step(p, t, pace->from, direction, pace->sep, false);
        if (why || !pace->then)
            return why;
        /* R-TR-3: a trap ends the move; R-TR-14: a king in it ends the game. */
        int32_t at = pace->via;
        why = has_lost(t, man)           ? blame(p, t, CP_MOVE_ENDED_BY_TRAP, at)
              : cp_trial_has_ended(p, t) ? blame(p, t, CP_GAME_ENDED_BY_STEP, at)
                                         : CP_OK;
        if (why)
            return why;
        direction = step_direction(p->agents, pace->via, pace->to);
        if (!direction)
            return blame(p, t, CP_CANNOT_REACH, pace->to);
        return mover_step(p, t, pace->via, direction, pace->then, true);
    }
    case CP_AGENT_SWAPPER:
        return swapper(p, pace, t);
    default: {
        if (pace->sep == CP_SEP_LEAD)
            return lead(p, pace, t);
        int32_t steps, direction = cp_cell_direction(p->agents, pace->from, pace->to, &steps);
        if (!direction)
            return blame(p, t, CP_CANNOT_REACH, pace->to);
        for (int32_t cell = pace->from + direction; cell != pace->to; cell += direction) {
            if (man_on(p, cell) != CP_NOBODY)
                return blame(p, t, CP_PATH_BLOCKED, cell);
            if (is_trap(p, cell))
                return blame(p, t, CP_TRAP_ON_PATH, cell);
        }
        if (man_on(p, pace->to) != CP_NOBODY)
            return blame(p, t, CP_SQUARE_OCCUPIED, pace->to);
        return displace(p, t, pace->from, pace->to);
    }
    }
}

/* A man that was lifted and could not land is nowhere; taking back puts it where it was,
 * and keeps what to blame. */
static void take_back(const struct cp_position *p, struct cp_trial *t)
{
    struct cp_trial undone = *t;
    back_to(p, &undone, NULL);
}

enum cp_diag cp_agents_enact(const struct cp_position *p, const cp_pace *pace, struct cp_trial *t)
{
    trial_init(t);
    enum cp_diag why = begin(p, pace, t);
    if (why)
        take_back(p, t);
    return why;
}

enum cp_diag cp_agents_check(const struct cp_position *p, const cp_pace *pace, struct cp_trial *t)
{
    enum cp_diag why = cp_agents_enact(p, pace, t);
    if (why)
        return why;
    why = judge(p, t);
    take_back(p, t);
    return why;
}

/* A mover's second steps are listed while its first stands on
 * the board, so that no first step is made more than once; all other moves are
 * offered to the judge (agents.h) one by one. */

enum { DIRECTIONS = 8, JUMPS = 12 };

struct listing {
    struct cp_position *p;
    uint32_t count, enough;
};

/* By file, then rank. */
static const int8_t steps[DIRECTIONS][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1},
                                            {0, 1},   {1, -1}, {1, 0},  {1, 1}};
static const int8_t jumps[JUMPS][2] = {{-2, -2}, {-2, -1}, {-2, 1}, {-2, 2}, {-1, -2}, {-1, 2},
                                       {1, -2},  {1, 2},   {2, -2}, {2, -1}, {2, 1},   {2, 2}};
static const uint8_t step_seps[] = {CP_SEP_MOVE, CP_SEP_PUSH, CP_SEP_PULL};
static const uint8_t jump_seps[] = {CP_SEP_MOVE, CP_SEP_PUSH, CP_SEP_PULL, CP_SEP_SWAP};

static int32_t offset(const struct cp_agents *board, const int8_t step[2])
{
    return step[1] * board->width + step[0];
}

static bool is_full(const struct listing *l)
{
    return l->count >= l->enough;
}

static void add(struct listing *l, cp_pace pace)
{
    struct cp_agents *board = l->p->agents;
    board->paces =
        cp_arena_grow(l->p->arena, board->paces, l->count, &board->pace_room, sizeof *board->paces);
    board->paces[l->count++] = pace;
}

static void offer(struct listing *l, cp_pace pace)
{
    struct cp_trial t;
    if (!is_full(l) && cp_agents_check(l->p, &pace, &t) == CP_OK)
        add(l, pace);
}

/* ---- mover ---- */

/* Whether a step can be made at all: what most of them fail at, asked first. */
static bool is_worth_trying(const struct cp_agents *board, int32_t from, int32_t direction,
                            uint8_t sep)
{
    bool is_occupied = board->man[from + direction] != CP_NOBODY;
    return is_occupied == (sep == CP_SEP_PUSH) &&
           (sep != CP_SEP_PULL || board->man[from - direction] != CP_NOBODY);
}

static void list_second_steps(struct listing *l, const cp_pace *first, struct cp_trial *so_far)
{
    struct cp_position *p = l->p;
    for (size_t d = 0; d < DIRECTIONS; d++)
        for (size_t s = 0; s < sizeof step_seps; s++) {
            int32_t direction = offset(p->agents, steps[d]);
            if (!is_worth_trying(p->agents, first->to, direction, step_seps[s]))
                continue;
            struct cp_trial t = *so_far;
            if (mover_step(p, &t, first->to, direction, step_seps[s], true) == CP_OK &&
                judge(p, &t) == CP_OK && !is_full(l))
                add(l, (cp_pace){.from = first->from,
                                 .via = first->to,
                                 .to = first->to + direction,
                                 .sep = first->sep,
                                 .then = step_seps[s]});
            back_to(p, &t, so_far);
        }
}

/* A first step that may not be the whole turn may still begin one. */
static void list_mover(struct listing *l, int32_t man, int32_t from)
{
    struct cp_position *p = l->p;
    for (size_t d = 0; d < DIRECTIONS; d++)
        for (size_t s = 0; s < sizeof step_seps && !is_full(l); s++) {
            int32_t direction = offset(p->agents, steps[d]);
            cp_pace first = {.from = from, .to = from + direction, .sep = step_seps[s]};
            struct cp_trial t;
            if (!is_worth_trying(p->agents, from, direction, first.sep))
                continue;
            trial_init(&t);
            if (mover_step(p, &t, from, direction, first.sep, false) == CP_OK) {
                struct cp_trial judged = t;
                if (judge(p, &judged) == CP_OK)
                    add(l, first);
                if (!has_lost(&t, man) && !cp_trial_has_ended(p, &t))
                    list_second_steps(l, &first, &t);
            }
            back_to(p, &t, NULL);
        }
}

/* ---- the others ---- */

static void list_puppeteer(struct listing *l, int32_t from)
{
    for (size_t d = 0; d < DIRECTIONS; d++) {
        /* Slides to the first man or trap; then looks on for a man to lead. */
        int32_t direction = offset(l->p->agents, steps[d]);
        const struct cp_agents *board = l->p->agents;
        bool slides = true;
        int32_t cell = from + direction;
        for (; !(board->ground[cell] & CP_WALL) && board->man[cell] == CP_NOBODY;
             cell += direction) {
            if (slides)
                offer(l, (cp_pace){.from = from, .to = cell, .sep = CP_SEP_MOVE});
            slides &= !(board->ground[cell] & CP_TRAP);
        }
        if (!(board->ground[cell] & CP_WALL)) {
            cp_pace lead = {.from = from, .via = cell, .sep = CP_SEP_LEAD, .then = CP_SEP_MOVE};
            for (int way = -1; way <= 1; way += 2) {
                lead.to = cell + way * direction;
                offer(l, lead);
            }
        }
    }
}

/* ---- all ---- */

/* The legal moves of one man of the side to move go behind the first `count`; returns how many
 * there are then. Stops early when there are `enough`. */
static uint32_t list_man(struct cp_position *p, int32_t man, uint32_t count, uint32_t enough)
{
    const struct cp_agents *board = p->agents;
    struct listing l = {p, count, enough};
    int32_t from = cp_cell_of(p, p->at[man]);
    switch (cp_agent_of(p, man)) {
    case CP_AGENT_KING:
        for (size_t d = 0; d < DIRECTIONS; d++)
            offer(&l, (cp_pace){
                          .from = from, .to = from + offset(board, steps[d]), .sep = CP_SEP_MOVE});
        break;
    case CP_AGENT_MOVER:
        list_mover(&l, man, from);
        break;
    case CP_AGENT_SWAPPER:
        for (size_t j = 0; j < JUMPS; j++) {
            int32_t to = from + offset(board, jumps[j]);
            for (size_t s = 0; s < sizeof jump_seps && !(board->ground[to] & CP_WALL); s++)
                offer(&l, (cp_pace){.from = from, .to = to, .sep = jump_seps[s]});
        }
        break;
    default:
        list_puppeteer(&l, from);
        break;
    }
    return l.count;
}

uint32_t cp_agents_list(struct cp_position *p, uint32_t enough)
{
    uint32_t count = 0;
    bool done = cp_position_is_over(p);
    for (int32_t man = 0; !done && man < (int32_t)p->count && count < enough; man++)
        if (!p->gone[man] && p->side[man] == p->turn)
            count = list_man(p, man, count, enough);
    return count;
}

void cp_agents_each_move(struct cp_position *p, int32_t man, struct cp_ranges *out)
{
    const struct cp_agents *board = p->agents;
    uint32_t count = cp_position_is_over(p) ? 0 : list_man(p, man, 0, UINT32_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const cp_pace *pace = &board->paces[i];
        cp_range range = {
            .man = man,
            .from = p->at[man],
            .dx = cp_cell_file(board, pace->to) - cp_cell_file(board, pace->from),
            .dy = cp_cell_rank(board, pace->to) - cp_cell_rank(board, pace->from),
            .low = CP_INT(1),
            .high = CP_INT(1),
            .sep = pace->sep,
            .then = pace->then,
            .takes = CP_NOBODY,
            .stopped = CP_NOBODY,
        };
        if (pace->then)
            range.via = cp_square_of(board, pace->via);
        cp_ranges_add(out, &range);
    }
}
