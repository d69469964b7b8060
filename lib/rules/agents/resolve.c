/* SPDX-License-Identifier: MIT */
/* resolve.c -- what is written leaves few moves to try: one for every man
 * that can be meant where all signs stand, eight more for a mover whose way is left
 * out, eight for a man that is led from where is not said. Each is judged; nothing is
 * listed. */
#include "rules/agents/agents.h"

/* A written move with its squares as cells, 0 where none was written, and what was
 * found so far. */
struct quest {
    struct cp_position *p;
    struct cp_resolution *r;
    int32_t via, to;
    uint8_t sep, then;
    struct cp_trial meaning; /* what the last legal move found displaces */
    int32_t distance;        /* of the nearest refused man to where it is said to go */
};

/* How near a reason is to being a legal move: the nearest is the one to tell. */
static int nearness(enum cp_diag why)
{
    switch (why) {
    case CP_KO:
    case CP_NOTHING_CHANGES:
    case CP_KING_ON_RIM:
    case CP_MOVE_ENDED_BY_TRAP:
    case CP_GAME_ENDED_BY_STEP:
        return 5;
    case CP_CANNOT_REACH:
    case CP_NOT_IN_SIGHT:
        return 1;
    case CP_AGENT_UNABLE:
    case CP_NOBODY_TO_LEAD:
    case CP_NOBODY_TO_PULL:
        return 2;
    case CP_SQUARE_OCCUPIED:
        return 3;
    default:
        return 4;
    }
}

/* ---- which of several that mean the same ---- */

/* Whether all that b does to men, a does too. A man that ended where it began is remembered
 * by its trapdoor only; a man that is gone is gone, by whatever door. */
static bool includes(const struct cp_position *p, const struct cp_trial *a,
                     const struct cp_trial *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const cp_displaced *d = &b->who[i], *same = NULL;
        for (uint32_t k = 0; k < a->count; k++)
            same = a->who[k].man == d->man ? &a->who[k] : same;
        bool matters = p->delay || d->gone || d->to != d->from;
        /* A man that the turn leaves alone may fall at its end. */
        bool falls = p->delay && p->falls_at[d->man] == p->ply + 1 && !cp_trial_has_ended(p, a);
        bool is_same =
            same ? same->gone == d->gone && (d->gone || same->to == d->to) : d->gone && falls;
        if (matters && !is_same)
            return false;
    }
    return true;
}

/* Same men displaced to the same squares: same placement, same memory, same clocks.
 * Like men need no thought, as the memory tells where each came from. */
static bool is_same(const struct cp_position *p, const struct cp_trial *a, const struct cp_trial *b)
{
    return includes(p, a, b) && includes(p, b, a);
}

/* Fewest steps, then the smallest squares on the way, then whence. */
static bool is_before(const struct cp_position *p, const cp_move *a, const cp_move *b)
{
    if (!a->then != !b->then)
        return !a->then;
    int way = a->then ? cp_square_compare(p->ints, a->via, b->via) : 0;
    return way ? way < 0 : cp_square_compare(p->ints, a->from, b->from) < 0;
}

/* ---- trying ---- */

static int32_t distance(const struct cp_agents *board, int32_t a, int32_t b)
{
    int32_t files = cp_cell_file(board, a) - cp_cell_file(board, b);
    int32_t ranks = cp_cell_rank(board, a) - cp_cell_rank(board, b);
    return files * files + ranks * ranks;
}

static void attempt(struct quest *q, cp_pace pace)
{
    struct cp_trial t;
    struct cp_resolution *r = q->r;
    enum cp_diag why = cp_agents_check(q->p, &pace, &t);
    cp_move move = cp_move_of(q->p, &pace);
    if (!why) {
        /* A way to the position that the last one leads to is no further choice. */
        bool is_new = !r->choice_count || !is_same(q->p, &q->meaning, &t);
        if (is_new || is_before(q->p, &move, &r->move))
            r->move = move;
        r->choice_count += is_new;
        if (r->choice_count <= CP_CHOICES_MOST)
            r->choices[r->choice_count - 1] = r->move;
        q->meaning = t;
        r->why = r->choice_count > 1 ? CP_AMBIGUOUS : CP_OK;
        r->culprit = CP_NOBODY;
    } else if (!r->choice_count) {
        /* None can, so far: takes the man that comes nearest, by the reason, then on the board. */
        int32_t way = distance(q->p->agents, pace.from, q->to);
        int nearer = nearness(why) - nearness(r->why);
        if (r->move.man == CP_NOBODY || nearer > 0 || (nearer == 0 && way < q->distance)) {
            r->why = why;
            r->move = move;
            r->culprit = t.culprit;
            q->distance = way;
        }
    }
}

/* The squares around a cell that are on the board. */
static uint32_t neighbours(const struct cp_agents *board, int32_t cell, int32_t out[8])
{
    uint32_t count = 0;
    for (int32_t file = -1; file <= 1; file++)
        for (int32_t rank = -1; rank <= 1; rank++) {
            int32_t next = cell + rank * board->width + file;
            if (next != cell && !(board->ground[next] & CP_WALL))
                out[count++] = next;
        }
    return count;
}

static void try_man(struct quest *q, int32_t man)
{
    const struct cp_agents *board = q->p->agents;
    int32_t from = cp_cell_of(q->p, q->p->at[man]), around[8], steps;
    q->r->fitting++;
    if (q->via || q->sep != CP_SEP_LEAD) {
        attempt(q, (cp_pace){from, q->via, q->to, q->sep, q->then});
    } else { /* somebody led to a square, from where is left out */
        uint32_t count = neighbours(board, q->to, around);
        for (uint32_t i = 0; i < count; i++)
            attempt(q, (cp_pace){from, around[i], q->to, CP_SEP_LEAD, CP_SEP_MOVE});
    }
    if (!q->via && q->sep == CP_SEP_MOVE && cp_agent_of(q->p, man) == CP_AGENT_MOVER) {
        /* Two plain steps whose way is left out. */
        uint32_t count = neighbours(board, from, around);
        for (uint32_t i = 0; i < count; i++)
            if (cp_cell_direction(board, around[i], q->to, &steps) && steps == 1)
                attempt(q, (cp_pace){from, around[i], q->to, CP_SEP_MOVE, CP_SEP_MOVE});
    }
}

/* ---- what is written ---- */

/* What no rule of agents could ever make a move of. */
static enum cp_diag check_form(const cp_written *w)
{
    if (w->has & CP_IS_NULL)
        return CP_NULL_MOVE;
    if (w->castling != CP_CASTLE_NONE)
        return CP_CASTLING_UNKNOWN;
    if (w->has & (CP_IS_FUSED | CP_HAS_EN_PASSANT) || !(w->has & CP_HAS_TO) ||
        w->sep == CP_SEP_TAKE || w->then == CP_SEP_TAKE)
        return CP_NOT_A_STEP;
    return w->promotion != CP_NO_KIND ? CP_PROMOTION_ELSEWHERE : CP_OK;
}

void cp_agents_resolve(struct cp_position *p, const cp_written *w, cp_square shift,
                       struct cp_resolution *out)
{
    struct quest q = {.p = p, .r = out, .sep = w->sep ? w->sep : CP_SEP_MOVE};
    cp_written meant = *w;
    bool has_via = w->has & CP_HAS_VIA;
    if (has_via) /* what stands between two squares and is not said is '-' */
        q.then = w->then ? w->then : CP_SEP_MOVE;
    if (!(w->has & CP_HAS_PIECE))
        meant.has |= CP_IS_ANY_MAN;
    cp_resolution_begin(out, p, w, shift);
    out->why = check_form(w);
    if (out->why)
        return;
    out->to = cp_square_shift(p->ints, w->to, shift);
    q.to = cp_cell_of(p, out->to);
    int32_t from = out->has_from ? cp_cell_of(p, out->from) : 0;
    if (has_via)
        q.via = cp_cell_of(p, cp_square_shift(p->ints, w->via, shift));
    if (!q.to || (!from && out->has_from) || (!q.via && has_via)) {
        out->why = CP_OFF_BOARD;
        return;
    }
    int32_t first = from ? p->agents->man[from] : 0;
    int32_t last = from ? first : (int32_t)p->count - 1;
    for (int32_t man = first; man != CP_NOBODY && man <= last; man++)
        if (cp_resolution_means(out, p, &meant, man))
            try_man(&q, man);
    if (!out->fitting)
        cp_resolution_fits_nobody(out, p);
}

/* Only the memory of the last move stands against it: the board can make it. */
bool cp_agents_force(struct cp_position *p, const cp_written *w, struct cp_resolution *r)
{
    (void)p;
    (void)w;
    return r->why == CP_KO;
}

/* ---- writing ---- */

static bool is_plain(const cp_move *move)
{
    return move->sep == CP_SEP_MOVE && (!move->then || move->then == CP_SEP_MOVE);
}

/* The move with so much of its origin, and its way or not. */
static cp_written form(const struct cp_position *p, const cp_move *move, uint16_t from,
                       bool has_via, cp_square shift)
{
    cp_square back = cp_square_negate(p->ints, shift);
    cp_written w = {.from = cp_square_shift(p->ints, move->from, back),
                    .to = cp_square_shift(p->ints, move->to, back),
                    .has = (uint16_t)(CP_HAS_PIECE | CP_HAS_TO | from),
                    .piece = p->kind[move->man],
                    .promotion = CP_NO_KIND,
                    .sep = move->sep};
    if (has_via) {
        w.has |= CP_HAS_VIA;
        w.via = cp_square_shift(p->ints, move->via, back);
        w.then = move->then;
    } else if (is_plain(move) && from != CP_HAS_FROM) {
        w.sep = CP_SEP_NONE;
    }
    return w;
}

/* Short: the shortest form that means the move and no other. */
void cp_agents_write(struct cp_position *p, const cp_move *move, enum cp_style style,
                     cp_square shift, cp_written *out)
{
    static const uint16_t origins[] = {0, CP_HAS_FROM_FILE, CP_HAS_FROM_RANK, CP_HAS_FROM};
    bool may_omit = move->then && is_plain(move);
    bool may_part = cp_alphabet_is_bare(&p->law->variant->alphabet); /* a file or rank alone */
    *out = form(p, move, CP_HAS_FROM, move->then != 0, shift);
    for (int has_via = !may_omit; style == CP_SHORT && has_via <= 1; has_via++)
        for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
            bool is_part = origins[i] && origins[i] != CP_HAS_FROM;
            if (is_part && !may_part)
                continue;
            *out = form(p, move, origins[i], has_via && move->then, shift);
            struct cp_resolution r;
            cp_agents_resolve(p, out, shift, &r);
            cp_pace wanted = cp_pace_of(p, move), got = {0};
            if (r.why == CP_OK)
                got = cp_pace_of(p, &r.move);
            if (got.from == wanted.from && got.via == wanted.via && got.to == wanted.to &&
                got.sep == wanted.sep && got.then == wanted.then)
                return;
        }
}

/* A refusal is told by trying the refused move once more: the
 * trial knows which squares and men to blame. */

struct report {
    struct cp_speaker speaker;
    const struct cp_position *p;
    cp_square shift;
    const struct cp_trial *t;
};

static void write_cell(const struct report *v, int32_t cell)
{
    cp_speak_square(&v->speaker, cp_square_of(v->p->agents, cell));
}

static void write_letter(const struct report *v, int32_t man)
{
    cp_speak_kind(&v->speaker, v->p->kind[man]);
}

/* As it would be written in full. */
static void write_move(const void *report, const cp_move *move)
{
    const struct report *v = report;
    cp_written w = form(v->p, move, CP_HAS_FROM, move->then != 0, v->shift);
    cp_written_format(v->p->ints, v->speaker.out, &v->p->law->variant->alphabet, &w,
                      v->speaker.spelling);
}

/* "c2 behind is empty", "e5 beyond is occupied by S", or the edge is there. */
static void write_place(const struct report *v, const char *where)
{
    const struct cp_agents *board = v->p->agents;
    int32_t cell = v->t->at;
    if (board->ground[cell] & CP_WALL) {
        cp_buf_printf(v->speaker.out, "the board ends %s ", where);
        write_cell(v, v->t->at_too);
        return;
    }
    write_cell(v, cell);
    cp_buf_printf(v->speaker.out, " %s is ", where);
    if (v->t->culprit == CP_NOBODY) {
        cp_buf_puts(v->speaker.out, "empty");
    } else {
        cp_buf_puts(v->speaker.out, "occupied by ");
        write_letter(v, v->t->culprit);
    }
}

static void write_two(const struct report *v, int32_t a, const char *between, int32_t b)
{
    write_cell(v, a);
    cp_buf_puts(v->speaker.out, between);
    write_cell(v, b);
}

/* How an agent goes, and what it can do to others. */
static void write_ability(const struct report *v, const cp_move *move, bool goes)
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
    write_move(v, move);
    cp_buf_printf(v->speaker.out, ": a %.*s %s", CP_FMT(name),
                  goes ? words[agent].goes : words[agent].can);
}

/* What lies between the mover and a square on the other side of it. */
static void write_between(const struct report *v, int32_t from, int32_t to)
{
    write_cell(v, v->t->at);
    cp_buf_puts(v->speaker.out, " lies between ");
    write_two(v, from, " and ", to);
}

/* ---- reasons ---- */

/* Of what stands or does not stand somewhere. */
static bool write_about_square(const struct report *v, enum cp_diag why)
{
    switch (why) {
    case CP_SQUARE_OCCUPIED:
    case CP_PUPPETEER_LED:
    case CP_SIGHT_BLOCKED:
    case CP_CANNOT_LEAD:
        /* "S stands on e3", perhaps since the first step only: the trial knows it, while
         * the board is as it was before. */
        write_letter(v, v->t->culprit);
        cp_buf_puts(v->speaker.out, " stands on ");
        write_cell(v, v->t->at);
        return true;
    case CP_MOVER_CANNOT_PUSH:
    case CP_SWAPPER_CANNOT_PUSH:
        write_place(v, "beyond");
        return true;
    case CP_NOBODY_TO_PULL:
        write_place(v, "behind");
        return true;
    case CP_NOBODY_TO_PUSH:
    case CP_NOBODY_TO_SWAP:
    case CP_NOBODY_TO_LEAD:
        write_cell(v, v->t->at);
        cp_buf_puts(v->speaker.out, " is empty");
        return true;
    default:
        return false;
    }
}

/* Of traps and kings. */
static bool write_about_trap(const struct report *v, const cp_pace *pace, enum cp_diag why)
{
    switch (why) {
    case CP_KING_ON_RIM:
        write_letter(v, v->t->culprit);
        cp_buf_puts(v->speaker.out, " would stand on ");
        write_cell(v, v->t->at);
        return true;
    case CP_MOVE_ENDED_BY_TRAP:
    case CP_GAME_ENDED_BY_STEP:
        for (uint32_t i = 0; i < v->t->count; i++) {
            const cp_displaced *d = &v->t->who[i];
            if (!d->gone)
                continue;
            write_letter(v, d->man);
            cp_buf_puts(v->speaker.out, " vanishes on ");
            write_cell(v, d->to);
            break;
        }
        return true;
    case CP_PULL_INTO_TRAP:
        write_cell(v, v->t->at);
        return true;
    case CP_UNSEEN:
        write_between(v, pace->from, 2 * v->t->at - pace->from);
        return true;
    case CP_TRAP_ON_PATH:
        write_between(v, pace->from, pace->to);
        return true;
    case CP_SIGHT_TRAPS:
        write_two(v, v->t->at, " and ", v->t->at_too);
        return true;
    default:
        return false;
    }
}

void cp_agents_explain(struct cp_buf *out, struct cp_position *p, const struct cp_resolution *r,
                       enum cp_spelling spelling, cp_square shift)
{
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    struct report v = {
        {out, p->ints, a, spelling, cp_square_negate(p->ints, shift)}, p, shift, NULL};
    struct cp_trial t;
    if (r->why == CP_AMBIGUOUS) {
        cp_choices_write(v.speaker.out, r, write_move, &v);
        return;
    }
    if (r->why == CP_GAME_OVER || r->move.man == CP_NOBODY) {
        cp_resolution_format(out, p, r, spelling, shift);
        return;
    }
    cp_pace pace = cp_pace_of(p, &r->move);
    (void)!cp_agents_check(p, &pace, &t);
    v.t = &t;
    if (!write_about_square(&v, r->why) && !write_about_trap(&v, &pace, r->why)) {
        enum cp_diag why = r->why;
        switch (why) {
        case CP_KO:
            write_letter(&v, t.culprit);
            cp_buf_puts(out, " would return to ");
            write_cell(&v, t.at);
            if (p->agents->has_last)
                cp_buf_printf(out, ", where it stood before %s's last move",
                              p->turn == CP_WHITE ? "Black" : "White");
            else
                cp_buf_puts(out, ", where it stood at the start");
            break;
        case CP_CANNOT_REACH:
        case CP_AGENT_UNABLE:
            write_ability(&v, &r->move, why == CP_CANNOT_REACH);
            break;
        case CP_NOT_IN_SIGHT:
            write_two(&v, pace.from, " and ", pace.via);
            cp_buf_puts(v.speaker.out, " are not in line");
            break;
        case CP_PATH_BLOCKED:
            write_move(&v, &r->move);
            cp_buf_puts(v.speaker.out, " meets ");
            write_letter(&v, v.t->culprit);
            write_cell(&v, v.t->at);
            break;
        default: /* LEADS_ONE_STEP, NOTHING_CHANGES: the move itself */
            write_move(&v, &r->move);
            break;
        }
    }
}
