/* SPDX-License-Identifier: MIT */
/* agents_text.c -- a refusal is told by trying the refused move once more: the
 * trial knows which squares and whom to blame. */
#include "rules/agents/agents_text.h"

struct voice {
    struct cp_buf *out;
    const struct cp_position *p;
    enum cp_spelling spelling;
    cp_square shift, back;
    const struct cp_trial *t;
};

static struct voice voice_of(struct cp_buf *out, const struct cp_position *p,
                             enum cp_spelling spelling, cp_square shift)
{
    cp_square back = {cp_int_negate(p->ints, shift.file), cp_int_negate(p->ints, shift.rank)};
    return (struct voice){out, p, spelling, shift, back, NULL};
}

static void say_cell(const struct voice *v, int32_t cell)
{
    cp_square at = cp_square_shift(v->p->ints, cp_square_of(v->p->agents, cell), v->back);
    cp_square_format(v->p->ints, v->out, at, v->spelling);
}

static void say_letter(const struct voice *v, int32_t man)
{
    cp_buf_put(v->out, cp_alphabet_letter(&v->p->law->variant->alphabet, v->p->kind[man]));
}

/* As it would be written in full. */
static void say_move(const struct voice *v, const cp_move *move)
{
    cp_written w;
    cp_agents_write_long(v->p, move, v->shift, &w);
    cp_written_format(v->p->ints, v->out, &v->p->law->variant->alphabet, &w, v->spelling);
}

/* "S stands on e3", perhaps since the first step only: the trial knows him, while
 * the board is as it was before. */
static void say_who_stands(const struct voice *v)
{
    say_letter(v, v->t->culprit);
    cp_buf_puts(v->out, " stands on ");
    say_cell(v, v->t->at);
}

/* "c2 behind is empty", "e5 beyond is occupied by S", or the edge is there. */
static void say_place(const struct voice *v, const char *where)
{
    const struct cp_agents *board = v->p->agents;
    int32_t cell = v->t->at;
    if (board->ground[cell] & CP_WALL) {
        cp_buf_printf(v->out, "the board ends %s ", where);
        say_cell(v, v->t->at_too);
        return;
    }
    say_cell(v, cell);
    cp_buf_printf(v->out, " %s is ", where);
    if (v->t->culprit == CP_NOBODY) {
        cp_buf_puts(v->out, "empty");
    } else {
        cp_buf_puts(v->out, "occupied by ");
        say_letter(v, v->t->culprit);
    }
}

static void say_empty(const struct voice *v)
{
    say_cell(v, v->t->at);
    cp_buf_puts(v->out, " is empty");
}

static void say_two(const struct voice *v, int32_t a, const char *between, int32_t b)
{
    say_cell(v, a);
    cp_buf_puts(v->out, between);
    say_cell(v, b);
}

static void say_ko(const struct voice *v)
{
    static const char *const sides[] = {[CP_WHITE] = "White", [CP_BLACK] = "Black"};
    say_letter(v, v->t->culprit);
    cp_buf_puts(v->out, " would return to ");
    say_cell(v, v->t->at);
    if (v->p->agents->has_last)
        cp_buf_printf(v->out, ", where it stood before %s's last move",
                      sides[cp_other(v->p->turn)]);
    else
        cp_buf_puts(v->out, ", where it stood at the start");
}

/* How an agent goes, and what it can do to others. */
static void say_ability(const struct voice *v, const cp_move *move, bool goes)
{
    static const struct {
        const char *goes, *can;
    } words[] = {
        [CP_AGENT_NONE] = {"", ""},
        [CP_AGENT_KING] = {"goes one square", "takes one plain step"},
        [CP_AGENT_MOVER] = {"goes one square in each step",
                            "steps, pushes or pulls, twice at most"},
        [CP_AGENT_SWAPPER] = {"jumps (1,2) or (2,2)",
                              "jumps once: plainly, or to swap, push or pull"},
        [CP_AGENT_PUPPETEER] = {"slides along files, ranks and diagonals",
                                "slides, or leads one agent"},
    };
    enum cp_agent agent = cp_agent_of(v->p, move->man);
    cp_str name = v->p->law->variant->alphabet.pieces[v->p->kind[move->man]].name;
    say_move(v, move);
    cp_buf_printf(v->out, ": a %.*s %s", CP_FMT(name), goes ? words[agent].goes : words[agent].can);
}

static void say_gone(const struct voice *v)
{
    for (uint32_t i = 0; i < v->t->count; i++) {
        const cp_displaced *d = &v->t->who[i];
        if (!d->gone)
            continue;
        say_letter(v, d->man);
        cp_buf_puts(v->out, " vanishes on ");
        say_cell(v, d->to);
        return;
    }
}

/* What lies between the mover and a square on the other side of it. */
static void say_between(const struct voice *v, int32_t from, int32_t to)
{
    say_cell(v, v->t->at);
    cp_buf_puts(v->out, " lies between ");
    say_two(v, from, " and ", to);
}

static void say_choices(const struct voice *v, const struct cp_resolution *r)
{
    for (uint32_t i = 0; i < r->choice_count && i < CP_CHOICES_MOST; i++) {
        cp_buf_puts(v->out, i ? " or " : "");
        say_move(v, &r->choices[i]);
    }
    if (r->choice_count > CP_CHOICES_MOST)
        cp_buf_printf(v->out, " or %u more", r->choice_count - CP_CHOICES_MOST);
}

/* ---- reasons ---- */

/* Of what stands or does not stand somewhere. */
static bool say_about_square(const struct voice *v, enum cp_diag why)
{
    switch (why) {
    case CP_SQUARE_OCCUPIED:
    case CP_PUPPETEER_LED:
    case CP_SIGHT_BLOCKED:
    case CP_CANNOT_LEAD:
        say_who_stands(v);
        return true;
    case CP_MOVER_CANNOT_PUSH:
    case CP_SWAPPER_CANNOT_PUSH:
        say_place(v, "beyond");
        return true;
    case CP_NOBODY_TO_PULL:
        say_place(v, "behind");
        return true;
    case CP_NOBODY_TO_PUSH:
    case CP_NOBODY_TO_SWAP:
    case CP_NOBODY_TO_LEAD:
        say_empty(v);
        return true;
    default:
        return false;
    }
}

/* Of traps and kings. */
static bool say_about_trap(const struct voice *v, const cp_pace *pace, enum cp_diag why)
{
    switch (why) {
    case CP_KING_ON_RIM:
        say_letter(v, v->t->culprit);
        cp_buf_puts(v->out, " would stand on ");
        say_cell(v, v->t->at);
        return true;
    case CP_MOVE_ENDED_BY_TRAP:
    case CP_GAME_ENDED_BY_STEP:
        say_gone(v);
        return true;
    case CP_PULL_INTO_TRAP:
        say_cell(v, v->t->at);
        return true;
    case CP_UNSEEN:
        say_between(v, pace->from, 2 * v->t->at - pace->from);
        return true;
    case CP_TRAP_ON_PATH:
        say_between(v, pace->from, pace->to);
        return true;
    case CP_SIGHT_TRAPS:
        say_two(v, v->t->at, " and ", v->t->at_too);
        return true;
    default:
        return false;
    }
}

static void say_about_move(const struct voice *v, const cp_move *move, const cp_pace *pace,
                           enum cp_diag why)
{
    switch (why) {
    case CP_KO:
        say_ko(v);
        break;
    case CP_CANNOT_REACH:
    case CP_AGENT_UNABLE:
        say_ability(v, move, why == CP_CANNOT_REACH);
        break;
    case CP_NOT_IN_SIGHT:
        say_two(v, pace->from, " and ", pace->via);
        cp_buf_puts(v->out, " are not in line");
        break;
    case CP_PATH_BLOCKED:
        say_move(v, move);
        cp_buf_puts(v->out, " meets ");
        say_letter(v, v->t->culprit);
        say_cell(v, v->t->at);
        break;
    default: /* LEADS_ONE_STEP, NOTHING_CHANGES: the move itself */
        say_move(v, move);
        break;
    }
}

void cp_agents_explain(struct cp_buf *out, const struct cp_position *p,
                       const struct cp_resolution *r, enum cp_spelling spelling, cp_square shift)
{
    struct voice v = voice_of(out, p, spelling, shift);
    struct cp_trial t;
    if (r->why == CP_AMBIGUOUS) {
        say_choices(&v, r);
        return;
    }
    if (r->why == CP_GAME_OVER || r->move.man == CP_NOBODY) {
        cp_resolution_format(out, p, r, spelling, shift);
        return;
    }
    cp_pace pace = cp_pace_of(p, &r->move);
    (void)!cp_agents_check(p, &pace, &t);
    v.t = &t;
    if (!say_about_square(&v, r->why) && !say_about_trap(&v, &pace, r->why))
        say_about_move(&v, &r->move, &pace, r->why);
}

/* ---- all legal moves ---- */

void cp_agents_tell_moves(struct cp_buf *out, struct cp_survey *s, struct cp_position *p,
                          enum cp_spelling spelling, cp_square shift)
{
    (void)s;
    struct voice v = voice_of(out, p, spelling, shift);
    for (int32_t man = 0; man < (int32_t)p->count && !cp_agents_are_done(p); man++) {
        if (p->gone[man] || p->side[man] != p->turn)
            continue;
        uint32_t count = cp_agents_list_man(p, man, 0, UINT32_MAX);
        say_letter(&v, man);
        say_cell(&v, cp_cell_of(p, p->at[man]));
        cp_buf_putc(out, ':');
        for (uint32_t i = 0; i < count; i++) {
            cp_move move = cp_move_of(p, &p->agents->paces[i]);
            cp_buf_puts(out, i ? ", " : " ");
            say_move(&v, &move);
        }
        cp_buf_puts(out, count ? "\n" : " no legal move\n");
    }
}
