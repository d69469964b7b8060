/* SPDX-License-Identifier: MIT */
/* replay.c -- the tree is walked with a stack of lines, never by recursion:
 *
 *     main   1 ── 2 ── 3 ── 4 …        apply 2; it has variations: undo 2,
 *                 └─ 2a ── 3a          walk 2a 3a, undo them, apply 2 again, go on
 *
 * On the main line only the last move is ever taken back, so its moves are not
 * kept, unless it is played move by move; within a variation they are, to find the way back. */
#include "rules/replay.h"

#include "rules/bitboards/engine.h"
#include "rules/chess/turn.h"
#include "rules/repetition.h"

/* One line being walked. */
struct walk {
    struct cp_branch branch;
    struct walk *outer;
    struct cp_node *node;        /* to be played next */
    struct cp_line *alternative; /* while branching: the variation to be walked next, */
    uint32_t variation;          /* and which it is */
    bool is_branching;           /* off the variations of the move before `node` */
    bool resumes;                /* which had been legal: */
    struct cp_node *played;
    bool was_over;   /* ended the game, */
    uint8_t counted; /* by counting (position.h) */
    uint32_t doubt;  /* or left one about primes */
    cp_move move;    /* and is played again afterwards */
    cp_hash hash;    /* the position after it */
    uint32_t base;   /* undo records below this line's first move */
    uint32_t ply;    /* plies played when this line stands at `node` */
};

/* A move that may be taken back, and the position after it. */
struct played {
    cp_undo undo;
    cp_hash hash;
};

struct cp_player {
    const struct cp_replay *replay;
    const struct cp_rules *rules;
    struct cp_game *game;
    struct cp_position position;
    struct cp_repetition repetition;
    struct cp_history history;
    struct cp_verdict *verdict;
    struct cp_arena *arena;
    struct walk *line, *spare;
    uint32_t depth;
    struct played *played;
    uint32_t played_count;
    size_t played_room;
    bool keeps_all;      /* of the main line, too: all of it may be taken back */
    bool looks_back;     /* every turn may be asked what it undoes, or be taken back */
    bool may_doubt;      /* distances may be too long to say whether they are prime */
    uint32_t over_since; /* the ply after which the current line had ended, if it has */
    bool is_over;
    bool counting_ends;              /* games of this variant */
    bool skips_outcome, skips_draws; /* as asked, where no game is over by counting */
    bool is_unasked;            /* how the position on the board stands has not been asked yet */
    int winner;                 /* of the position on the board */
    uint32_t doubt;             /* of the position, between moves that are played one by one */
    struct cp_resolution found; /* of the move being played; all above is cleared first */
};

/* ---- one move ---- */

/* Plays a move; the record of how to take it back, if it is kept, stays where it is. */
static CP_ALWAYS_INLINE const cp_undo *apply(struct cp_player *pl, const cp_move *move,
                                             bool is_kept)
{
    cp_undo *undo = NULL;
    if (!pl->depth && !pl->keeps_all)
        pl->played_count = 0;
    if (is_kept) {
        pl->played = cp_arena_grow(pl->arena, pl->played, pl->played_count, &pl->played_room,
                                   sizeof *pl->played);
        undo = &pl->played[pl->played_count++].undo;
    }
    pl->rules->apply(&pl->position, move, undo);
    return undo;
}

static uint32_t doubt_of(const struct cp_player *pl)
{
    return pl->may_doubt ? cp_ints_doubt(pl->game->ints) : 0;
}

static void set_doubt(struct cp_player *pl, uint32_t digits)
{
    if (pl->may_doubt)
        cp_ints_set_doubt(pl->game->ints, digits);
}

/* A claim of repetition is made on the board, not on a hash. */
static bool is_seen(struct cp_player *pl, uint32_t first)
{
    return pl->rules->seen || cp_history_is_same(&pl->history, &pl->position, first);
}

/* What rests on a distance that is too long to say whether it is prime is
 * not decided. */
static enum cp_outcome find_outcome(struct cp_player *pl)
{
    enum cp_outcome outcome = pl->rules->outcome(&pl->position, &pl->winner);
    if (!doubt_of(pl))
        return outcome;
    pl->winner = -1;
    return CP_OUTCOME_UNDECIDED;
}

/* Undecided is not over. */
static bool is_end(enum cp_outcome outcome)
{
    return outcome != CP_OUTCOME_NONE && outcome != CP_OUTCOME_UNDECIDED;
}

/* Without a check no mark depends on how the game stands, and a legal move after this
 * one shows that it had not ended: it is asked when there is none. */
static bool can_wait(const struct cp_player *pl)
{
    return pl->rules->ends_without_moves && !pl->position.checks && !pl->position.delay;
}

/* Asks what has waited. */
static void ask(struct cp_player *pl)
{
    if (!pl->is_unasked)
        return;
    pl->is_unasked = false;
    enum cp_outcome outcome = find_outcome(pl);
    pl->is_over = is_end(outcome);
    pl->over_since = pl->line ? pl->line->ply : 0;
    if (!pl->depth) {
        pl->verdict->outcome = outcome;
        pl->verdict->winner = pl->winner;
    }
}

static void end_game(struct cp_player *pl, uint32_t ply)
{
    pl->is_over = true;
    pl->over_since = ply;
}

static void judge_after(struct cp_player *pl, struct cp_ply *event, const cp_undo *undo)
{
    if (pl->skips_outcome) {
        if (CP_UNLIKELY(cp_position_is_over(&pl->position))) /* no legal move shows it */
            end_game(pl, event->ply);
        return;
    }
    pl->is_unasked = can_wait(pl);
    pl->winner = -1;
    if (!pl->is_unasked)
        event->outcome = find_outcome(pl);
    if (!pl->skips_draws) {
        if (pl->rules->repeats) {
            if (pl->rules->seen) {
                event->seen = pl->rules->seen(&pl->position, &event->seen_first);
            } else {
                cp_hash hash = cp_position_hash(&pl->position);
                cp_history_put(&pl->history, &pl->position, undo);
                struct cp_sighting *sighting = cp_repetition_put(&pl->repetition, hash, event->ply);
                event->seen = sighting->count;
                event->seen_first = sighting->first;
                pl->played[pl->played_count - 1].hash = hash;
            }
            struct cp_draws *draws = &pl->verdict->draws;
            if (!pl->depth && !pl->replay->law->variant->repetition &&
                cp_draws_want(draws, event->seen) && is_seen(pl, event->seen_first))
                cp_draws_note_repetition(draws, event->seen, event->ply);
        }
        if (!pl->depth)
            cp_draws_count(&pl->verdict->draws, pl->replay->law->variant, &pl->position,
                           event->ply);
    }
    if (CP_UNLIKELY(pl->counting_ends)) {
        bool is_repeated = cp_repetition_ends(pl->replay->law->variant, event->seen) &&
                           is_seen(pl, event->seen_first);
        enum cp_outcome counted = cp_counting_outcome(&pl->position, event->outcome, is_repeated,
                                                      cp_move_changes_material(event->move));
        if (counted == CP_OUTCOME_NONE && event->outcome == CP_OUTCOME_NONE &&
            cp_count_is_out(&pl->position)) /* perft goes on */
            counted = CP_OUTCOME_QUIET_LIMIT;
        if (counted != CP_OUTCOME_NONE) {
            event->outcome = counted;
            pl->winner = cp_counting_winner(&pl->position, counted);
            int loser = -1;
            if (is_repeated && pl->position.law->variant->checks_lose)
                loser = cp_history_checker(&pl->history, &pl->position, event->seen_first);
            if (loser >= 0)
                pl->winner = (int)cp_other((enum cp_side)loser);
            pl->position.counted = (uint8_t)counted;
        }
    }
    if (event->outcome != CP_OUTCOME_UNDECIDED)
        event->check_mark = cp_check_mark_check(&event->node->move, &pl->position, event->outcome);
    if (is_end(event->outcome))
        end_game(pl, event->ply);
}

/* The men that fell, in the order in which falls are written; and what was written. */
static CP_ALWAYS_INLINE void note_falls(struct cp_player *pl, struct cp_ply *event,
                                        const cp_undo *undo)
{
    struct cp_position *p = &pl->position;
    const struct cp_notes *notes = event->node->notes;
    const struct cp_fall *written = notes ? notes->falls : NULL;
    uint32_t falls = undo ? undo->falls : 0;
    if (CP_LIKELY(!falls && !written))
        return;
    int32_t *men = &p->fallen[p->fallen_count - falls];
    cp_falls_sort(p, men, falls);
    event->falls = men;
    event->fall_count = falls;
    event->fall_mark = cp_falls_check(p, written, pl->replay->shift, men, falls);
    const struct cp_listener *l = pl->replay->listener;
    bool is_wrong = event->fall_mark == CP_FALL_WRONG || event->fall_mark == CP_FALLS_TWICE;
    if (is_wrong && l && l->falls_wrong)
        l->falls_wrong(l->data, event);
}

/* A doubt about the position goes on to its moves. Once it has been told as the
 * reason it is over. */
static CP_ALWAYS_INLINE void resolve(struct cp_player *pl, struct cp_node *node,
                                     struct cp_resolution *r)
{
    pl->rules->resolve(&pl->position, &node->move, pl->replay->shift, r);
    r->digits = 0;
    if (CP_LIKELY(!pl->may_doubt))
        return;
    r->digits = doubt_of(pl);
    if (r->digits)
        r->why = CP_PRIME_UNDECIDED;
    set_doubt(pl, 0);
}

/* bc4 and bxc4 where no pawn can: the bishop's, as nf3 is the knight's. */
static CP_NOINLINE bool is_small_letter(struct cp_player *pl, struct cp_ply *event)
{
    enum { SAYS = CP_HAS_FROM | CP_HAS_TO | CP_HAS_PIECE | CP_HAS_EN_PASSANT };
    const struct cp_listener *l = pl->replay->listener;
    cp_written *w = &event->node->move;
    if (pl->found.why != CP_CANNOT_REACH && pl->found.why != CP_ONLY_TAKES_THERE)
        return false;
    if ((w->has & SAYS) != (CP_HAS_FROM_FILE | CP_HAS_TO) || w->spelling != CP_BARE ||
        pl->replay->has_other_letters)
        return false;
    const cp_written pawns = *w;
    const struct cp_resolution refused = pl->found;
    char capital = (char)(event->node->text.at[0] - 'a' + 'A');
    w->piece = cp_alphabet_find(&pl->position.law->variant->alphabet, (cp_str){&capital, 1}, false);
    w->has = CP_HAS_TO | CP_HAS_PIECE;
    if (w->piece != CP_NO_KIND)
        resolve(pl, event->node, &pl->found);
    if (w->piece == CP_NO_KIND || pl->found.why != CP_OK) {
        *w = pawns;
        pl->found = refused;
        return false;
    }
    event->move = &pl->found.move;
    if (l && l->misread)
        l->misread(l->data, event);
    return true;
}

/* Why the move cannot be played, or CP_OK and the move in pl->found. */
static enum cp_diag find_move(struct cp_player *pl, struct cp_ply *event)
{
    struct cp_node *node = event->node;
    struct cp_resolution *r = &pl->found;
    bool is_read = node->is_read && !node->is_bad;
    if (CP_LIKELY(is_read && !pl->is_over)) {
        resolve(pl, node, r);
        if (CP_LIKELY(r->why == CP_OK) || is_small_letter(pl, event))
            return CP_OK;
    }
    ask(pl);
    if (pl->is_over || !is_read)
        *r = (struct cp_resolution){.why = pl->is_over ? CP_GAME_OVER : CP_NOT_A_MOVE,
                                    .move.man = CP_NOBODY,
                                    .since = pl->is_over ? pl->over_since : 0};
    return r->why;
}

/* Whether a refused move can be made all the same, if it is to be. */
static bool plays_on(struct cp_player *pl, struct cp_node *node)
{
    struct cp_resolution *r = &pl->found;
    return pl->replay->plays_on && r->why != CP_GAME_OVER && node->is_read &&
           pl->rules->force(&pl->position, &node->move, r);
}

/* Plays one move of the current line; false when it is refused. */
static bool play(struct cp_player *pl, struct cp_node *node)
{
    const struct cp_listener *l = pl->replay->listener;
    struct cp_ply event = {.branch = &pl->line->branch,
                           .position = &pl->position,
                           .node = node,
                           .ply = pl->line->ply + 1,
                           .depth = pl->depth};
    if (CP_UNLIKELY(find_move(pl, &event) != CP_OK)) {
        const struct cp_resolution *why = &pl->found;
        if (!pl->depth) {
            if (!pl->verdict->first_bad) {
                pl->verdict->first_bad = event.node;
                pl->verdict->why = *why;
                pl->verdict->is_unread = event.node->is_bad;
            }
        }
        if (l && l->refused)
            l->refused(l->data, &event, why);
        if (!plays_on(pl, node))
            return false;
    }
    event.move = &pl->found.move;
    event.capture_mark = cp_capture_mark_check(&node->move, event.move, &pl->position);
    if (l && l->before)
        l->before(l->data, &event);
    set_doubt(pl, 0); /* what listeners ask changes nothing */
    event.undo = apply(pl, event.move, pl->depth || pl->looks_back || node->notes);
    note_falls(pl, &event, event.undo);
    judge_after(pl, &event, event.undo);
    pl->line->ply++;
    if (!pl->depth) {
        if (!pl->verdict->first_bad)
            pl->verdict->plies = event.ply;
        pl->verdict->outcome = event.outcome;
        pl->verdict->winner = pl->winner;
    }
    uint32_t doubt = doubt_of(pl);
    if (l && l->after)
        l->after(l->data, &event);
    set_doubt(pl, doubt);
    return true;
}

/* ---- the walk ---- */

/* Of the positions there have been, which the rules do not. */
static bool keeps_track(const struct cp_player *pl)
{
    return pl->rules->repeats && !pl->rules->seen && !pl->skips_outcome && !pl->skips_draws;
}

static void take_back(struct cp_player *pl)
{
    pl->played_count--;
    if (keeps_track(pl)) {
        cp_repetition_del(&pl->repetition, pl->played[pl->played_count].hash);
        cp_history_del(&pl->history);
    }
    pl->rules->undo(&pl->position, &pl->played[pl->played_count].undo);
    pl->position.counted = 0;
    pl->is_over = pl->is_unasked = false;
    set_doubt(pl, 0);
}

static void enter(struct cp_player *pl, struct cp_line *line, uint32_t variation, uint32_t ply)
{
    struct walk *w = pl->spare;
    if (w)
        pl->spare = w->outer;
    else
        w = cp_arena_take(pl->arena, sizeof *w);
    *w = (struct walk){.branch = {pl->line ? &pl->line->branch : NULL, line, variation, ply},
                       .outer = pl->line,
                       .node = line->first,
                       .base = pl->played_count,
                       .ply = ply};
    if (pl->line)
        pl->depth++;
    pl->line = w;
}

static void tell_again(struct cp_player *pl, const cp_undo *undo)
{
    const struct cp_listener *l = pl->replay->listener;
    struct walk *w = pl->line;
    struct cp_ply event = {.branch = &w->branch,
                           .position = &pl->position,
                           .node = w->played,
                           .ply = w->ply,
                           .depth = pl->depth,
                           .move = &w->move,
                           .undo = undo};
    if (!l || !l->again)
        return;
    note_falls(pl, &event, undo);
    l->again(l->data, &event);
}

static bool reached_end(const struct cp_player *pl)
{
    const struct cp_replay *r = pl->replay;
    return !pl->line->node || (!pl->depth && r->stop_at_ply && pl->line->ply >= r->last_ply);
}

static void walk_on(struct cp_player *pl)
{
    struct walk *w = pl->line;
    if (w->is_branching && w->alternative) {
        struct cp_line *variation = w->alternative;
        w->alternative = variation->next;
        enter(pl, variation, ++w->variation, w->ply);
    } else if (w->is_branching) {
        w->is_branching = false;
        if (w->resumes) {
            const cp_undo *undo = apply(pl, &w->move, true);
            w->ply++;
            pl->position.counted = w->counted;
            tell_again(pl, undo);
            pl->is_over = w->was_over;
            pl->is_unasked = !pl->skips_outcome && can_wait(pl);
            set_doubt(pl, w->doubt);
            pl->over_since = w->ply;
            if (keeps_track(pl)) {
                pl->played[pl->played_count - 1].hash = w->hash;
                cp_repetition_put(&pl->repetition, w->hash, w->ply);
                cp_history_put(&pl->history, &pl->position, undo);
            } else if (pl->rules->seen && !pl->skips_outcome && !pl->skips_draws) {
                uint32_t first;
                (void)pl->rules->seen(&pl->position, &first);
            }
        }
    } else if (reached_end(pl)) {
        while (pl->depth && pl->played_count > w->base)
            take_back(pl);
        pl->line = w->outer;
        if (pl->line)
            pl->depth--;
        w->outer = pl->spare;
        pl->spare = w;
    } else {
        struct cp_node *node = w->node;
        bool played = play(pl, node);
        w->node = played ? node->next : NULL;
        if (node->notes && node->notes->variations && !pl->replay->skip_variations) {
            /* The variations of a move just played, or refused, come next; it is taken back
             * for them and played again, silently, after the last. */
            w->alternative = node->notes->variations;
            w->variation = 0;
            w->is_branching = true;
            w->resumes = played;
            if (played) {
                w->played = node;
                w->move = pl->played[pl->played_count - 1].undo.move;
                w->hash = pl->played[pl->played_count - 1].hash;
                w->was_over = pl->is_over;
                w->counted = pl->position.counted;
                w->doubt = doubt_of(pl);
                w->ply--;
                take_back(pl);
            }
        }
    }
}

/* What stands on the board before the first move: it may be mate already, or dead, or
 * its moves without progress run out (R-END-1). */
static void judge_start(struct cp_player *pl)
{
    const struct cp_variant *v = pl->replay->law->variant;
    if (pl->skips_outcome)
        return;
    pl->verdict->outcome = find_outcome(pl);
    pl->position.counted =
        (uint8_t)cp_counting_outcome(&pl->position, pl->verdict->outcome, false, true);
    if (pl->position.counted)
        pl->verdict->outcome = pl->position.counted;
    pl->verdict->winner = pl->winner;
    pl->is_over = is_end(pl->verdict->outcome);
    pl->over_since = pl->replay->first_ply;
    cp_draws_count(&pl->verdict->draws, v, &pl->position, 0);
    if (!keeps_track(pl))
        return;
    cp_repetition_init(&pl->repetition, pl->arena);
    cp_history_init(&pl->history, pl->arena, &pl->position);
    cp_repetition_put(&pl->repetition, cp_position_hash(&pl->position), 0);
}

/* Sets the start up on the engine that plays the game; false when it is no start. */
static bool set_up(struct cp_player *pl)
{
    const struct cp_replay *r = pl->replay;
    const struct cp_rules *rules = cp_rules_of_law(r->law);
    const struct cp_start *start = r->start ? r->start : &r->law->variant->start;
    struct cp_verdict *v = pl->verdict;
    /* Bitboards play squares as they are written, and no move that is not legal. */
    bool is_fast = r->law->bits && !r->plays_on &&
                   cp_square_equal(r->shift, (cp_square){CP_INT(0), CP_INT(0)});
    v->turn = start->turn;
    if (is_fast && !r->start) {
        cp_bitboards_begin(&pl->position, r->law, pl->game->ints, pl->arena);
    } else {
        cp_position_init(&pl->position, r->law, pl->game->ints, pl->arena, start);
        rules->begin(&pl->position, start);
        v->start_fault = rules->check_setup(&pl->position, start, &v->start_culprit);
        v->start_passed_idle = start->has_en_passant && pl->position.passing == CP_NOBODY;
        if (!v->start_fault && doubt_of(pl))
            v->start_fault = CP_PRIME_UNDECIDED;
        if (is_fast && !v->start_fault)
            cp_bitboards_take_over(&pl->position);
    }
    pl->rules = cp_rules_of(&pl->position);
    pl->looks_back = pl->keeps_all || !pl->position.fast || pl->position.delay ||
                     (r->listener && r->listener->looks_back);
    pl->position.is_forgetful = pl->skips_outcome || pl->skips_draws;
    return !v->start_fault;
}

/* Up to the first move; false: verdict->start_fault says why not. */
static bool begin(struct cp_player *pl, const struct cp_replay *r, struct cp_game *g,
                  struct cp_verdict *verdict, bool keeps_all)
{
    memset(pl, 0, offsetof(struct cp_player, found));
    pl->replay = r;
    pl->game = g;
    pl->verdict = verdict;
    pl->arena = g->arena;
    pl->winner = -1;
    pl->keeps_all = keeps_all;
    pl->may_doubt = r->law->has_primes;
    pl->counting_ends = cp_counting_ends(r->law->variant);
    pl->skips_outcome = r->skip_outcome && !pl->counting_ends;
    pl->skips_draws = r->skip_draws && !pl->counting_ends;
    *verdict = (struct cp_verdict){.start_culprit = CP_NOBODY, .winner = -1};
    cp_draws_init(&verdict->draws);
    cp_ints_set_doubt(g->ints, 0);
    if (!set_up(pl))
        return false;
    judge_start(pl);
    uint32_t doubt = doubt_of(pl);
    if (r->listener && r->listener->begin)
        r->listener->begin(r->listener->data, &pl->position);
    set_doubt(pl, doubt);
    pl->depth = r->variation != NULL;
    enter(pl, r->variation ? r->variation : &g->moves, 0, r->first_ply);
    return true;
}

void cp_replay_run(const struct cp_replay *r, struct cp_game *g, struct cp_verdict *verdict)
{
    struct cp_player pl;
    if (!begin(&pl, r, g, verdict, false))
        return;
    while (pl.line)
        walk_on(&pl);
    /* The verdict is on the main line, whose last position stands on the board when
     * the walk is over. */
    struct cp_verdict *v = pl.verdict;
    ask(&pl);
    v->check = pl.position.checks > 0;
    v->turn = pl.position.turn;
    v->is_bare = cp_position_is_bare(&pl.position);
    if (v->outcome == CP_OUTCOME_NONE)
        v->outcome = cp_draws_outcome(&v->draws);
}

/* ---- move by move ---- */

struct cp_player *cp_player_begin(const struct cp_replay *r, struct cp_game *g,
                                  struct cp_verdict *verdict)
{
    struct cp_player *pl = cp_arena_take(g->arena, sizeof *pl);
    if (!begin(pl, r, g, verdict, true))
        return NULL;
    pl->doubt = doubt_of(pl);
    return pl;
}

bool cp_player_play(struct cp_player *pl, struct cp_node *node)
{
    pl->verdict->first_bad = NULL;
    set_doubt(pl, pl->doubt); /* others have played in between */
    bool is_played = play(pl, node);
    if (is_played)
        pl->doubt = doubt_of(pl);
    return is_played;
}

void cp_player_take_back(struct cp_player *pl)
{
    take_back(pl);
    pl->doubt = 0;
    pl->line->ply--;
    pl->verdict->plies = pl->line->ply;
    pl->verdict->outcome = CP_OUTCOME_NONE; /* a move was legal there */
    pl->verdict->winner = pl->winner = -1;
}

struct cp_position *cp_player_look(struct cp_player *pl)
{
    ask(pl);
    pl->verdict->check = pl->position.checks > 0;
    pl->verdict->turn = pl->position.turn;
    return &pl->position;
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
