/* SPDX-License-Identifier: MIT */
/* agents_list.c -- a mover's second steps are listed while its first stands on
 * the board, so that no first step is made more than once; all other moves are
 * offered to the judge (agents_moves.h) one by one. */
#include "rules/agents/agents_list.h"

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
    if (l->count == board->pace_room) {
        uint32_t room = board->pace_room ? board->pace_room * 2 : 512;
        board->paces =
            cp_arena_take_more(l->p->arena, board->paces, board->pace_room * sizeof *board->paces,
                               room * sizeof *board->paces);
        board->pace_room = room;
    }
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
            if (cp_mover_step(p, &t, first->to, direction, step_seps[s], true) == CP_OK &&
                cp_trial_judge(p, &t) == CP_OK && !is_full(l))
                add(l, (cp_pace){.from = first->from,
                                 .via = first->to,
                                 .to = first->to + direction,
                                 .sep = first->sep,
                                 .then = step_seps[s]});
            cp_trial_back(p, &t, so_far);
        }
}

/* A first step that may not be the whole turn may still begin one. */
static void list_from_step(struct listing *l, int32_t man, const cp_pace *first, int32_t direction)
{
    struct cp_position *p = l->p;
    struct cp_trial t;
    cp_trial_init(&t);
    if (cp_mover_step(p, &t, first->from, direction, first->sep, false) == CP_OK) {
        struct cp_trial judged = t;
        if (cp_trial_judge(p, &judged) == CP_OK)
            add(l, *first);
        if (!cp_trial_has_lost(&t, man) && !cp_trial_has_ended(p, &t))
            list_second_steps(l, first, &t);
    }
    cp_trial_back(p, &t, NULL);
}

static void list_mover(struct listing *l, int32_t man, int32_t from)
{
    const struct cp_agents *board = l->p->agents;
    for (size_t d = 0; d < DIRECTIONS; d++)
        for (size_t s = 0; s < sizeof step_seps && !is_full(l); s++) {
            int32_t direction = offset(board, steps[d]);
            cp_pace first = {.from = from, .to = from + direction, .sep = step_seps[s]};
            if (is_worth_trying(board, from, direction, first.sep))
                list_from_step(l, man, &first, direction);
        }
}

/* ---- the others ---- */

static void list_king(struct listing *l, int32_t from)
{
    for (size_t d = 0; d < DIRECTIONS; d++)
        offer(l, (cp_pace){.from = from,
                           .to = from + offset(l->p->agents, steps[d]),
                           .sep = CP_SEP_MOVE});
}

static void list_swapper(struct listing *l, int32_t from)
{
    const struct cp_agents *board = l->p->agents;
    for (size_t j = 0; j < JUMPS; j++) {
        int32_t to = from + offset(board, jumps[j]);
        for (size_t s = 0; s < sizeof jump_seps && !(board->ground[to] & CP_WALL); s++)
            offer(l, (cp_pace){.from = from, .to = to, .sep = jump_seps[s]});
    }
}

/* Slides to the first man or trap; then looks on for whom to lead. */
static void list_line(struct listing *l, int32_t from, int32_t direction)
{
    const struct cp_agents *board = l->p->agents;
    bool slides = true;
    int32_t cell = from + direction;
    for (; !(board->ground[cell] & CP_WALL) && board->man[cell] == CP_NOBODY; cell += direction) {
        if (slides)
            offer(l, (cp_pace){.from = from, .to = cell, .sep = CP_SEP_MOVE});
        slides &= !(board->ground[cell] & CP_TRAP);
    }
    if (board->ground[cell] & CP_WALL)
        return;
    cp_pace lead = {.from = from, .via = cell, .sep = CP_SEP_LEAD, .then = CP_SEP_MOVE};
    for (int way = -1; way <= 1; way += 2) {
        lead.to = cell + way * direction;
        offer(l, lead);
    }
}

static void list_puppeteer(struct listing *l, int32_t from)
{
    for (size_t d = 0; d < DIRECTIONS; d++)
        list_line(l, from, offset(l->p->agents, steps[d]));
}

/* ---- all ---- */

uint32_t cp_agents_list_man(struct cp_position *p, int32_t man, uint32_t count, uint32_t enough)
{
    struct listing l = {p, count, enough};
    int32_t from = cp_cell_of(p, p->at[man]);
    switch (cp_agent_of(p, man)) {
    case CP_AGENT_KING:
        list_king(&l, from);
        break;
    case CP_AGENT_MOVER:
        list_mover(&l, man, from);
        break;
    case CP_AGENT_SWAPPER:
        list_swapper(&l, from);
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
    bool done = cp_agents_are_done(p);
    for (int32_t man = 0; !done && man < (int32_t)p->count && count < enough; man++)
        if (!p->gone[man] && p->side[man] == p->turn)
            count = cp_agents_list_man(p, man, count, enough);
    return count;
}
