/* SPDX-License-Identifier: MIT */
/* replay.c -- the tree is walked with a stack of lines, never by recursion:
 *
 *     main   1 ── 2 ── 3 ── 4 …        apply 2; it has variations: undo 2,
 *                 └─ 2a ── 3a          walk 2a 3a, undo them, apply 2 again, go on
 *
 * On the main line only the last move is ever taken back, so its moves are not
 * kept; within a variation they are, to find the way back. */
#include "rules/replay.h"

#include "rules/chess/turn.h"
#include "rules/suggest.h"

/* One line being walked. */
struct walk {
    struct walk *outer;
    struct cp_line *moves;
    struct cp_node *node;        /* to be played next */
    struct cp_line *alternative; /* while branching: the variation to be walked next */
    bool is_branching;           /* off the variations of the move before `node` */
    bool resumes;                /* which had been legal: */
    bool was_over;               /* ended the game */
    uint32_t doubt;              /* or left one about primes */
    cp_move move;                /* and is played again afterwards */
    cp_hash hash;                /* the position after it */
    uint32_t base;               /* undo records below this line's first move */
    uint32_t ply;                /* plies played when this line stands at `node` */
};

struct player {
    const struct cp_replay *replay;
    const struct cp_family *family;
    struct cp_game *game;
    struct cp_position position;
    struct cp_repetition repetition;
    struct cp_trail trail;
    struct cp_verdict *verdict;
    struct cp_arena *arena;
    struct walk *line, *spare;
    uint32_t depth;
    cp_undo *undo;
    cp_hash *hash; /* of the position after each move in `undo` */
    uint32_t undo_count, undo_room;
    uint32_t over_since; /* the ply after which the current line had ended; 0: it has not */
    bool is_over;
    int winner; /* of the position on the board */
};

/* ---- one move ---- */

static void keep_undo(struct player *pl, const cp_undo *undo, cp_hash hash)
{
    if (!pl->depth)
        pl->undo_count = 0;
    if (pl->undo_count == pl->undo_room) {
        uint32_t room = pl->undo_room ? pl->undo_room * 2 : 8;
        pl->undo = cp_arena_take_more(pl->arena, pl->undo, pl->undo_room * sizeof *pl->undo,
                                      room * sizeof *pl->undo);
        pl->hash = cp_arena_take_more(pl->arena, pl->hash, pl->undo_room * sizeof *pl->hash,
                                      room * sizeof *pl->hash);
        pl->undo_room = room;
    }
    pl->undo[pl->undo_count] = *undo;
    pl->hash[pl->undo_count++] = hash;
}

/* Draws that are counted rather than seen: the first ply from which they hold. */
static void note_counts(struct player *pl, uint32_t ply)
{
    struct cp_verdict *v = pl->verdict;
    const struct cp_variant *variant = pl->replay->law->variant;
    if (pl->depth)
        return;
    if (variant->counts_quiet_moves && pl->position.quiet >= 100 && !v->fifty_since)
        v->fifty_since = ply;
    if (variant->counts_quiet_moves && pl->position.quiet >= 150 && !v->seventyfive_since)
        v->seventyfive_since = ply;
    if (variant->bare_ends && !v->dead_since && cp_position_is_bare(&pl->position))
        v->dead_since = ply;
}

/* A claim of repetition is made on the board, not on a hash. */
static void note_repetition(struct player *pl, const struct cp_sighting *seen, uint32_t ply)
{
    struct cp_verdict *v = pl->verdict;
    if (pl->depth || seen->count < 3 || (v->threefold_since && seen->count < 5))
        return;
    uint32_t first = seen->first;
    if (!v->threefold_since && cp_trail_is_same(&pl->trail, &pl->position, first))
        v->threefold_since = ply;
    if (seen->count >= 5 && !v->fivefold_since &&
        cp_trail_is_same(&pl->trail, &pl->position, first))
        v->fivefold_since = ply;
}

static cp_hash look_for_repetition(struct player *pl, struct cp_ply *event, const cp_undo *undo)
{
    cp_hash hash = cp_position_hash(&pl->position);
    cp_trail_put(&pl->trail, &pl->position, undo);
    struct cp_sighting *seen = cp_repetition_put(&pl->repetition, hash, event->ply);
    event->seen = seen->count;
    event->seen_first = seen->first;
    note_repetition(pl, seen, event->ply);
    return hash;
}

/* What rests on a distance of which nobody knows in time whether it is prime is
 * not decided. */
static enum cp_outcome find_outcome(struct player *pl)
{
    enum cp_outcome outcome = pl->family->outcome(&pl->position, &pl->winner);
    if (!cp_ints_doubt(pl->game->ints))
        return outcome;
    pl->winner = -1;
    return CP_OUTCOME_UNDECIDED;
}

/* Undecided is not over. */
static bool is_end(enum cp_outcome outcome)
{
    return outcome != CP_OUTCOME_NONE && outcome != CP_OUTCOME_UNDECIDED;
}

static void judge_after(struct player *pl, struct cp_ply *event, const cp_undo *undo)
{
    cp_hash hash = {0, 0};
    if (!pl->replay->skip_outcome) {
        event->outcome = find_outcome(pl);
        if (pl->family->repeats)
            hash = look_for_repetition(pl, event, undo);
        note_counts(pl, event->ply);
        if (event->outcome != CP_OUTCOME_UNDECIDED)
            event->check_mark =
                cp_check_mark_check(&event->node->move, &pl->position, event->outcome);
        if (is_end(event->outcome)) {
            pl->is_over = true;
            pl->over_since = event->ply;
        }
    }
    if (pl->undo_count)
        pl->hash[pl->undo_count - 1] = hash;
}

static void refuse(struct player *pl, struct cp_ply *event, const struct cp_resolution *why)
{
    const struct cp_listener *l = pl->replay->listener;
    if (!pl->depth) {
        if (!pl->verdict->first_bad) {
            pl->verdict->first_bad = event->node;
            pl->verdict->why = *why;
            pl->verdict->is_unread = event->node->is_bad;
        }
    }
    if (l && l->refused)
        l->refused(l->data, event, why);
}

/* Who fell, in the order in which falls are written; and what was written. */
static void note_falls(struct player *pl, struct cp_ply *event, const cp_undo *undo)
{
    struct cp_position *p = &pl->position;
    const struct cp_notes *notes = event->node->notes;
    const struct cp_fall *written = notes ? notes->falls : NULL;
    int32_t *men = &p->fallen[p->fallen_count - undo->falls];
    if (!undo->falls && !written)
        return;
    cp_falls_sort(p, men, undo->falls);
    event->falls = men;
    event->fall_count = undo->falls;
    event->fall_mark = cp_falls_check(p, written, pl->replay->shift, men, undo->falls);
}

/* A doubt about the position goes on to its moves. Once it has been told as the
 * reason it is over. */
static void resolve(struct player *pl, struct cp_node *node, struct cp_resolution *r)
{
    struct cp_ints *ints = pl->game->ints;
    pl->family->resolve(&pl->position, &node->move, pl->replay->shift, r);
    r->digits = cp_ints_doubt(ints);
    if (r->digits)
        r->why = CP_PRIME_UNDECIDED;
    cp_ints_set_doubt(ints, 0);
}

/* Whether a refused word was two moves, which are told of. */
static bool unglue(struct player *pl, struct cp_node *node)
{
    const struct cp_replay *r = pl->replay;
    cp_span at = cp_node_span(pl->game, node);
    cp_str word = node->text;
    if (!r->diags || !cp_glued_part(pl->game, pl->line->moves, node, &pl->position, r->shift))
        return false;
    cp_diag_report(r->diags, CP_HALF_MOVES_GLUED, at, "\"%.*s\" read as %.*s %.*s", CP_FMT(word),
                   CP_FMT(node->text), CP_FMT(node->next->text));
    return true;
}

/* Plays one move of the current line; false when it is refused. */
static bool play(struct player *pl, struct cp_node *node)
{
    const struct cp_listener *l = pl->replay->listener;
    struct cp_ply event = {
        .position = &pl->position, .node = node, .ply = pl->line->ply + 1, .depth = pl->depth};
    struct cp_resolution r = {.why = CP_MOVE_UNREADABLE, .move.man = CP_NOBODY};
    if (pl->is_over) {
        r.why = CP_GAME_OVER;
        r.since = pl->over_since;
    } else if (!node->is_bad && node->is_read) {
        resolve(pl, node, &r);
        if (CP_UNLIKELY(r.why != CP_OK) && unglue(pl, node))
            resolve(pl, node, &r);
    }
    if (r.why != CP_OK) {
        refuse(pl, &event, &r);
        bool plays_on = pl->replay->plays_on && r.why != CP_GAME_OVER && node->is_read;
        if (!plays_on || !pl->family->force(&pl->position, &node->move, &r))
            return false;
    }
    event.move = &r.move;
    event.capture_mark = cp_capture_mark_check(&node->move, &r.move, &pl->position);
    if (l && l->before)
        l->before(l->data, &event);
    cp_ints_set_doubt(pl->game->ints, 0); /* what listeners ask changes nothing */
    cp_undo undo;
    pl->family->apply(&pl->position, &r.move, &undo);
    event.undo = &undo;
    note_falls(pl, &event, &undo);
    keep_undo(pl, &undo, (cp_hash){0, 0});
    judge_after(pl, &event, &undo);
    pl->line->ply++;
    if (!pl->depth) {
        if (!pl->verdict->first_bad)
            pl->verdict->plies = event.ply;
        pl->verdict->outcome = event.outcome;
        pl->verdict->winner = pl->winner;
    }
    uint32_t doubt = cp_ints_doubt(pl->game->ints);
    if (l && l->after)
        l->after(l->data, &event);
    cp_ints_set_doubt(pl->game->ints, doubt);
    return true;
}

/* ---- the walk ---- */

/* Of the positions there have been. */
static bool keeps_track(const struct player *pl)
{
    return pl->family->repeats && !pl->replay->skip_outcome;
}

static void take_back(struct player *pl)
{
    pl->undo_count--;
    if (keeps_track(pl)) {
        cp_repetition_del(&pl->repetition, pl->hash[pl->undo_count]);
        cp_trail_del(&pl->trail);
    }
    pl->family->undo(&pl->position, &pl->undo[pl->undo_count]);
    pl->is_over = false;
    cp_ints_set_doubt(pl->game->ints, 0);
}

static void enter(struct player *pl, struct cp_line *line, uint32_t ply)
{
    struct walk *w = pl->spare;
    if (w)
        pl->spare = w->outer;
    else
        w = cp_arena_take(pl->arena, sizeof *w);
    *w = (struct walk){
        .outer = pl->line, .moves = line, .node = line->first, .base = pl->undo_count, .ply = ply};
    if (pl->line)
        pl->depth++;
    pl->line = w;
}

static void leave(struct player *pl)
{
    struct walk *w = pl->line;
    while (pl->depth && pl->undo_count > w->base)
        take_back(pl);
    pl->line = w->outer;
    if (pl->line)
        pl->depth--;
    w->outer = pl->spare;
    pl->spare = w;
}

/* The variations of a move just played, or refused, come next; it is taken back
 * for them and played again, silently, after the last. */
static void branch_off(struct player *pl, struct cp_node *node, bool played)
{
    struct walk *w = pl->line;
    w->alternative = node->notes->variations;
    w->is_branching = true;
    w->resumes = played;
    if (!played)
        return;
    w->move = pl->undo[pl->undo_count - 1].move;
    w->hash = pl->hash[pl->undo_count - 1];
    w->was_over = pl->is_over;
    w->doubt = cp_ints_doubt(pl->game->ints);
    w->ply--;
    take_back(pl);
}

static void resume(struct player *pl)
{
    struct walk *w = pl->line;
    w->is_branching = false;
    if (!w->resumes)
        return;
    cp_undo undo;
    pl->family->apply(&pl->position, &w->move, &undo);
    keep_undo(pl, &undo, w->hash);
    w->ply++;
    pl->is_over = w->was_over;
    cp_ints_set_doubt(pl->game->ints, w->doubt);
    pl->over_since = w->ply;
    if (keeps_track(pl)) {
        cp_repetition_put(&pl->repetition, w->hash, w->ply);
        cp_trail_put(&pl->trail, &pl->position, &undo);
    }
}

static bool reached_end(const struct player *pl)
{
    const struct cp_replay *r = pl->replay;
    return !pl->line->node || (!pl->depth && r->stop_at_ply && pl->line->ply >= r->last_ply);
}

static void walk_on(struct player *pl)
{
    struct walk *w = pl->line;
    if (w->is_branching && w->alternative) {
        struct cp_line *variation = w->alternative;
        w->alternative = variation->next;
        enter(pl, variation, w->ply);
    } else if (w->is_branching) {
        resume(pl);
    } else if (reached_end(pl)) {
        leave(pl);
    } else {
        struct cp_node *node = w->node;
        bool played = play(pl, node);
        w->node = played ? node->next : NULL;
        if (!pl->replay->skip_variations && node->notes && node->notes->variations)
            branch_off(pl, node, played);
    }
}

/* The verdict is on the main line, whose last position stands on the board when
 * the walk is over. */
static void conclude(struct player *pl)
{
    struct cp_verdict *v = pl->verdict;
    v->check = pl->position.checks > 0;
    v->turn = pl->position.turn;
    v->is_bare = cp_position_is_bare(&pl->position);
    if (v->outcome != CP_OUTCOME_NONE)
        return;
    if (v->dead_since)
        v->outcome = CP_OUTCOME_DEAD;
    else if (v->fivefold_since)
        v->outcome = CP_OUTCOME_FIVEFOLD;
    else if (v->seventyfive_since)
        v->outcome = CP_OUTCOME_SEVENTYFIVE;
}

/* What stands on the board before the first move: it may be mate already. */
static void judge_start(struct player *pl)
{
    if (pl->replay->skip_outcome)
        return;
    pl->verdict->outcome = find_outcome(pl);
    pl->verdict->winner = pl->winner;
    pl->is_over = is_end(pl->verdict->outcome);
    if (!keeps_track(pl))
        return;
    cp_repetition_init(&pl->repetition, pl->arena);
    cp_trail_init(&pl->trail, pl->arena, &pl->position);
    cp_repetition_put(&pl->repetition, cp_position_hash(&pl->position), 0);
}

void cp_replay_run(const struct cp_replay *r, struct cp_game *g, struct cp_verdict *verdict)
{
    struct player pl = {.replay = r,
                        .family = cp_family_of(r->law),
                        .game = g,
                        .verdict = verdict,
                        .arena = g->arena,
                        .winner = -1};
    const struct cp_start *start = r->start ? r->start : &r->law->variant->start;
    *verdict = (struct cp_verdict){.start_culprit = CP_NOBODY, .winner = -1};
    cp_ints_set_doubt(g->ints, 0);
    cp_position_init(&pl.position, r->law, g->ints, pl.arena, start);
    pl.family->begin(&pl.position, start);
    verdict->turn = start->turn;
    verdict->start_fault = pl.family->check_setup(&pl.position, start, &verdict->start_culprit);
    if (!verdict->start_fault && cp_ints_doubt(g->ints))
        verdict->start_fault = CP_PRIME_UNDECIDED;
    if (verdict->start_fault)
        return;
    judge_start(&pl);
    uint32_t doubt = cp_ints_doubt(g->ints);
    if (r->listener && r->listener->begin)
        r->listener->begin(r->listener->data, &pl.position);
    cp_ints_set_doubt(g->ints, doubt);
    enter(&pl, &g->moves, 0);
    while (pl.line)
        walk_on(&pl);
    conclude(&pl);
}

uint32_t cp_replay_fits(const struct cp_law *law, const struct cp_start *start, cp_square shift,
                        struct cp_game *g, uint32_t plies)
{
    struct cp_replay r = {.law = law,
                          .start = start,
                          .shift = shift,
                          .skip_variations = true,
                          .skip_outcome = true,
                          .stop_at_ply = true,
                          .last_ply = plies};
    struct cp_verdict verdict;
    cp_replay_run(&r, g, &verdict);
    return verdict.plies;
}
