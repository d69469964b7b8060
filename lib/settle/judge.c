/* SPDX-License-Identifier: MIT */
#include "settle/judge.h"

#include "base/json.h"
#include "rules/law.h"
#include "rules/outcome.h"
#include "settle/play.h"

struct judge {
    struct cp_play play;
    struct cp_judgement *out;
    const struct cp_listener *also; /* NULL: none */
    uint32_t messages;              /* before the start was looked at */
};

/* ---- while the game is played ---- */

/* Digits that were split as the board allows only once: the reading, in full. */
static void report_split(struct judge *j, const struct cp_ply *ply)
{
    const cp_move *move = ply->move;
    cp_written full = {.from = cp_play_back(&j->play, move->from),
                       .to = cp_play_back(&j->play, move->to),
                       .has = CP_HAS_FROM | CP_HAS_TO,
                       .piece = ply->node->move.piece,
                       .promotion = move->promotion,
                       .sep = move->taken == CP_NOBODY ? CP_SEP_MOVE : CP_SEP_TAKE};
    struct cp_buf text = cp_buf_in(&j->play.run->record);
    cp_written_format(j->play.run->ints, &text, &j->play.run->current.variant->alphabet, &full,
                      ply->node->move.spelling);
    cp_diag_report(&j->play.run->diags, CP_DIGITS_SPLIT, cp_node_span(j->play.game, ply->node),
                   "\"%.*s\" read as %.*s", CP_FMT(ply->node->text), CP_FMT(cp_buf_str(&text)));
}

static CP_NOINLINE void report_written(struct judge *j, const struct cp_ply *ply)
{
    if (ply->node->move.has & CP_IS_FUSED)
        report_split(j, ply);
    cp_play_report_mark(&j->play, ply, ply->capture_mark);
    cp_play_report_mark(&j->play, ply, ply->check_mark);
    if (ply->fall_mark == CP_FALLS_MISSING)
        cp_play_report_falls(&j->play, ply, CP_FALLS_MISSING);
}

/* R(xe5) on a board without edges, and castling of an ICN, before it is played. */
static void before_move(void *data, const struct cp_ply *ply)
{
    enum { XA = 24 * 26 + 1 }; /* files from xa on */
    struct judge *j = data;
    const cp_written *w = &ply->node->move;
    if (CP_UNLIKELY(ply->depth == 0 && w->spelling == CP_LETTER && (w->has & CP_HAS_TO) &&
                    cp_int_compare(j->play.run->ints, w->to.file, CP_INT(XA)) >= 0))
        cp_play_report_capture(&j->play, ply);
    if (CP_UNLIKELY(ply->move->rook != CP_NOBODY))
        (void)cp_play_report_castling(&j->play, ply);
}

/* Mostly there is nothing to say. */
static void after_move(void *data, const struct cp_ply *ply)
{
    bool is_fused = ply->node->move.has & CP_IS_FUSED;
    if (CP_UNLIKELY(is_fused || ply->capture_mark || ply->check_mark || ply->fall_mark))
        report_written(data, ply);
}

/* ---- for a listener beside ---- */

static void begin_also(void *data, struct cp_position *p)
{
    const struct judge *j = data;
    j->also->begin(j->also->data, p);
}

static void after_also(void *data, const struct cp_ply *ply)
{
    const struct judge *j = data;
    after_move(data, ply);
    j->also->after(j->also->data, ply);
}

static void refused_also(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    const struct judge *j = data;
    j->also->refused(j->also->data, ply, why);
}

/* ---- what only the whole game shows ---- */

/* Where the result stands: behind the moves, else in its tag; there, too, if only that is none. */
static cp_span result_span(const struct cp_game *g, bool is_of_tag)
{
    if (g->result_line && !is_of_tag)
        return (cp_span){.file = g->file, .line = g->result_line, .col = g->result_col};
    return cp_tag_span(g, cp_game_find_tag(g, "Result"));
}

static bool is_about_tag(enum cp_diag kind)
{
    return kind == CP_RESULT_WORDS;
}

/* What the reading of the tag told is told once, as the error that it is here. */
enum cp_diag cp_result_report(struct cp_run *run, const struct cp_game *g, enum cp_outcome outcome,
                              int winner, cp_str *text)
{
    struct cp_buf what = cp_buf_in(&run->record);
    enum cp_diag why = cp_result_check(outcome, winner, cp_game_tag(g, "Result"), g->result, &what);
    *text = cp_buf_str(&what);
    bool is_of_tag = why == CP_RESULT_ILLEGAL && !cp_str_equal(*text, g->result);
    if (is_of_tag) /* among more messages than are kept, both stay */
        (void)!cp_diags_forget(&run->diags, is_about_tag);
    if (why != CP_OK)
        cp_diag_report(&run->diags, why, result_span(g, is_of_tag), "%.*s", CP_FMT(*text));
    return why;
}

static void report_result(struct judge *j)
{
    cp_str text;
    const struct cp_verdict *v = &j->out->verdict;
    enum cp_diag why =
        cp_result_report(j->play.run, j->play.game, v->first_bad ? CP_OUTCOME_NONE : v->outcome,
                         v->first_bad ? -1 : v->winner, &text);
    j->out->result_consistent = cp_diag_level(why) < CP_ERROR && why != CP_RESULT_NOT_DRAWN;
    j->out->illegal_result = why == CP_RESULT_ILLEGAL;
    if (why != CP_OK && cp_diag_level(why) >= CP_ERROR && j->out->reason == CP_OK) {
        j->out->reason = why;
        j->out->text = text;
    }
}

/* The Termination tag where it speaks of the board, and the board decides. */
static void report_termination(struct judge *j)
{
    struct cp_game *g = j->play.game;
    const struct cp_verdict *v = &j->out->verdict;
    cp_str tag = cp_game_tag(g, "Termination");
    enum cp_outcome said = cp_termination_says(tag);
    if (said == CP_OUTCOME_NONE || said == v->outcome || v->outcome == CP_OUTCOME_UNDECIDED ||
        v->first_bad)
        return;
    cp_diag_report(&j->play.run->diags, CP_TERMINATION_OTHER, result_span(g, false),
                   "\"%.*s\", but %s stands on the board", CP_FMT(tag),
                   v->outcome == CP_OUTCOME_NONE ? "neither mate nor stalemate"
                                                 : cp_outcome_name(v->outcome));
}

/* Where the game's position after so many plies comes from: a move of the main line, or
 * the start. */
static cp_span span_of_ply(const struct cp_game *g, uint32_t ply)
{
    const struct cp_node *node = g->moves.first;
    if (ply == 0)
        return cp_game_start_span(g);
    while (node && --ply)
        node = node->next;
    return cp_node_span(g, node);
}

/* Real databases hold games that go on past their end: warnings, not errors. */
static void report_passed_ends(struct judge *j)
{
    const struct cp_verdict *v = &j->out->verdict;
    const struct {
        uint32_t since;
        enum cp_diag kind;
    } ends[] = {{v->draws.fivefold, CP_FIVEFOLD_PASSED},
                {v->draws.seventyfive, CP_SEVENTYFIVE_PASSED},
                {v->draws.dead, CP_DEAD_POSITION_PASSED}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (v->plies > ends[i].since)
            cp_diag_report(&j->play.run->diags, ends[i].kind,
                           span_of_ply(j->play.game, ends[i].since), "since ply %u", ends[i].since);
}

/* ---- the first bad ply ---- */

static bool has_bad_start(const struct cp_judgement *out)
{
    return !out->is_played || out->verdict.start_fault;
}

static void blame(struct judge *j, const struct cp_node *node, uint32_t ply)
{
    j->out->fault = node;
    j->out->fault_ply = ply;
    j->out->fault_at = cp_node_span(j->play.game, node);
}

static void find_fault(struct judge *j)
{
    struct cp_judgement *out = j->out;
    const struct cp_diags *d = &j->play.run->diags;
    const struct cp_verdict *v = &out->verdict;
    if (has_bad_start(out)) { /* or a rule of the game is bad: the first that was reported of it */
        enum cp_diag why = cp_diags_first_error(d, j->messages, &out->fault_at, &out->text);
        out->reason = why ? why : out->reason;
        return;
    }
    /* a move that was played, though not written as --strict wants it, or with falls that were
     * none */
    const struct cp_node *node = j->play.game->moves.first;
    out->fault_at = (cp_span){0};
    for (uint32_t ply = 1; node && ply <= v->plies; ply++, node = node->next) {
        cp_span at = cp_node_span(j->play.game, node);
        const struct cp_message *told = at.col ? cp_diags_error_at(d, at) : NULL;
        if (told) {
            out->reason = told->kind;
            out->text = told->detail;
            blame(j, node, ply);
            return;
        }
    }
    if (v->first_bad)
        blame(j, v->first_bad, v->plies + 1);
}

/* ---- the record's field ---- */

enum { USUAL = 384 }; /* bytes of a verdict without faults, and more */

/* Without printf, which would take longer than the game. */
static void put_name(struct cp_buf *out, const char *name)
{
    cp_buf_puts(out, ",\"");
    cp_buf_puts(out, name);
    cp_buf_puts(out, "\":");
}

static void put_bool(struct cp_buf *out, const char *name, bool truth)
{
    put_name(out, name);
    cp_buf_puts(out, truth ? "true" : "false");
}

static void put_number(struct cp_buf *out, const char *name, uint32_t number)
{
    put_name(out, name);
    if (number == CP_NEVER)
        cp_buf_puts(out, "null");
    else
        cp_buf_put_int(out, number);
}

void cp_judgement_put_text(struct cp_buf *out, const struct cp_judgement *judged)
{
    cp_buf_puts(out, cp_diag_text(judged->reason));
    if (judged->text.len)
        cp_buf_printf(out, ": %.*s", CP_FMT(judged->text));
}

/* The first bad ply; ply 0 stands for the start position. */
static void put_first_bad(struct judge *j, struct cp_buf *out)
{
    struct cp_buf text = cp_buf_in(&j->play.run->record);
    cp_span at = j->out->fault_at;
    cp_buf_puts(out, ",\"first_bad\":");
    if (j->out->is_valid || (!j->out->fault && !has_bad_start(j->out))) {
        cp_buf_puts(out, "null");
        return;
    }
    cp_buf_printf(out, "{\"ply\":%u,\"move\":", j->out->fault_ply);
    cp_json_put_string(out, j->out->fault ? j->out->fault->text : CP_STR(""));
    cp_buf_puts(out, ",\"reason\":\"");
    cp_diag_format_slug(out, j->out->reason);
    cp_buf_puts(out, "\",\"text\":");
    cp_judgement_put_text(&text, j->out);
    cp_json_put_string(out, cp_buf_str(&text));
    cp_buf_puts(out, ",\"at\":");
    text.len = 0;
    cp_buf_printf(&text, "%s:%u", at.file ? at.file : "-", at.line);
    if (at.col)
        cp_buf_printf(&text, ":%u", at.col);
    cp_json_put_string(out, cp_buf_str(&text));
    cp_buf_putc(out, '}');
}

static cp_str verdict_text(struct judge *j)
{
    const struct cp_verdict *v = &j->out->verdict;
    struct cp_buf out = cp_buf_in(&j->play.run->record);
    (void)cp_buf_room(&out, USUAL);
    cp_buf_puts(&out, j->out->is_valid ? "{\"valid\":true" : "{\"valid\":false");
    put_number(&out, "plies", v->plies);
    put_first_bad(j, &out);
    put_name(&out, "outcome");
    cp_buf_putc(&out, '"');
    cp_buf_puts(&out, cp_outcome_name(v->outcome));
    cp_buf_putc(&out, '"');
    put_bool(&out, "check", v->check);
    put_name(&out, "winner");
    cp_buf_puts(&out, v->winner < 0 ? "null" : v->winner == CP_WHITE ? "\"white\"" : "\"black\"");
    put_bool(&out, "result_consistent", j->out->result_consistent);
    put_bool(&out, "illegal_result", j->out->illegal_result);
    put_number(&out, "warnings", j->play.run->diags.warnings);
    put_number(&out, "threefold_since", v->draws.threefold);
    put_number(&out, "fivefold_since", v->draws.fivefold);
    const struct cp_law *law = j->play.run->current.law; /* though its start may be none */
    if (law && law->variant->counts_quiet_moves)
        put_number(&out, "fifty_since", v->draws.fifty);
    put_bool(&out, "insufficient_material", v->is_bare);
    cp_buf_putc(&out, '}');
    return cp_buf_str(&out);
}

void cp_judge_game(struct cp_run *run, struct cp_game *g, bool is_recorded,
                   const struct cp_listener *also, struct cp_judgement *out)
{
    struct judge j = {.out = out, .also = also, .messages = run->diags.count};
    struct cp_verdict *v = &out->verdict;
    *out = (struct cp_judgement){.verdict.winner = -1, .result_consistent = true};
    v->start_culprit = CP_NOBODY;
    cp_draws_init(&v->draws);
    out->is_played = cp_play_prepare(&j.play, run, g);
    if (out->is_played) {
        j.play.replay.plays_on = cp_options_has(&run->asked->options, "play-on");
        j.play.judges_end_mark = true;
        j.play.after_passed = after_move;
        struct cp_listener listener = {.begin = also && also->begin ? begin_also : NULL,
                                       .before = run->current.variant->bounded ? NULL : before_move,
                                       .after = also && also->after ? after_also : after_move,
                                       .refused = also && also->refused ? refused_also : NULL};
        cp_play_run(&j.play, listener);
        *v = j.play.verdict;
        out->reason = v->first_bad ? v->why.why : v->start_fault;
        out->text = j.play.refusal;
        if (v->is_unread && v->why.why != CP_GAME_OVER) { /* as it was reported when it was read */
            const struct cp_message *told =
                cp_diags_error_at(&run->diags, cp_node_span(g, v->first_bad));
            out->reason = told ? told->kind : out->reason;
            out->text = told ? told->detail : out->text;
        }
        if (!v->start_fault) {
            report_result(&j);
            report_termination(&j);
        }
        report_passed_ends(&j);
    }
    out->is_valid = out->is_played && !run->diags.errors && !g->is_broken && !out->reason;
    if (!out->is_valid && !out->reason)
        out->reason = cp_diags_first_error(&run->diags, 0, &out->fault_at, &out->text);
    if (!out->is_valid)
        find_fault(&j);
    if (is_recorded)
        g->verdict = verdict_text(&j);
}
