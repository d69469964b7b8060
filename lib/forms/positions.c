/* SPDX-License-Identifier: MIT */
/* positions.c -- the positions of a game, a line each: FEN or EPD on a board with edges, EPD of a
 * game without moves with what is counted and its id; the list of pieces of a Setup tag (R-NOT-13)
 * where FEN has no words, in the variant's default frame, without its name. */
#include "base/utf8.h"
#include "forms/fen_text.h"
#include "forms/form.h"
#include "rules/variant/options.h"
#include "settle/variants.h"

#include <inttypes.h>

/* One game on its way. */
struct listing {
    struct cp_play play;
    struct cp_choice choice;
    const struct cp_conversion *how;
    struct cp_losses losses;
    struct cp_fen_text text;
    uint32_t ply; /* plies played */
    bool is_epd;
};

/* What is said of the position, game 3; ply 12; move "Nf3"; or the same in columns. Nothing for
 * the move before the start. */
static void put_facts(struct listing *s, struct cp_buf *out, bool is_epd)
{
    const struct cp_node *node = s->choice.node;
    if (s->how->with & CP_WITH_GAME) {
        cp_buf_puts(out, is_epd ? " game " : "");
        cp_run_put_number(s->play.run, out);
        cp_buf_puts(out, is_epd ? ";" : "\t");
    }
    if (s->how->with & CP_WITH_PLY) {
        cp_buf_puts(out, is_epd ? " ply " : "");
        cp_choice_put_place(&s->choice, out);
        cp_buf_puts(out, is_epd ? ";" : "\t");
    }
    if ((s->how->with & CP_WITH_MOVE) && (node || !is_epd)) {
        cp_buf_puts(out, is_epd ? " move \"" : "");
        if (node)
            cp_shown_put(out, node->text);
        cp_buf_puts(out, is_epd ? "\";" : "\t");
    }
}

/* Of a game without moves what is counted before it, and its name: fmvn 30; hmvc 3; id "BK.01"; */
static void put_operations(struct listing *s, struct cp_buf *out)
{
    const struct cp_start *start = &s->text.start;
    const struct cp_tag *id = cp_game_find_tag(s->play.game, "id");
    bool is_whole = true;
    if (start->number > 1)
        cp_buf_printf(out, " fmvn %" PRIu32 ";", start->number);
    if (start->quiet)
        cp_buf_printf(out, " hmvc %" PRIu32 ";", start->quiet);
    if (!id)
        return;
    cp_buf_puts(out, " id \"");
    for (size_t i = 0; i < id->value.len; i++) {
        char c = id->value.at[i], fit = c == '"' ? '\'' : c && !cp_is_line_end(c) ? c : ' ';
        cp_buf_putc(out, fit);
        is_whole &= fit == c;
    }
    cp_buf_puts(out, "\";");
    if (!is_whole)
        cp_diag_report(&s->play.run->diags, CP_ALTERED, cp_node_span(s->play.game, NULL),
                       "[id \"%.*s\"]", cp_str_shown(id->value), id->value.at);
}

/* What else of it no line has. */
static void find_losses_of_epd(struct listing *s, bool has_id)
{
    const struct cp_game *g = s->play.game;
    bool has_result = g->result.len && !cp_str_is(g->result, "*");
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        if (!cp_str_is(tag->name, "Variant") && !(has_id && cp_str_is(tag->name, "id")))
            cp_buf_printf(cp_losses_left(&s->losses), "the tag %.*s", cp_str_shown(tag->name),
                          tag->name.at);
    if (has_result && !cp_str_equal(g->result, cp_game_tag(g, "Result")))
        cp_buf_printf(cp_losses_left(&s->losses), "the result %.*s", CP_FMT(g->result));
    cp_losses_find(&s->losses, 0);
}

/* The game's own rules, and its variant, if nothing in a FEN says that it is of no other: of a
 * board as large it is read as of the one that is meant where none is named. */
static void find_losses(struct listing *s)
{
    struct cp_run *run = s->play.run;
    const struct cp_variant *v = run->current.variant;
    const struct cp_variant *other = s->text.is_fen ? cp_variant_assumed(run) : NULL;
    struct cp_buf rules = cp_buf_in(s->play.game->arena);
    cp_rules_names(&rules, v, s->play.replay.law->variant, s->play.game);
    if (rules.len)
        cp_buf_printf(cp_losses_left(&s->losses), "the game's own rules (%.*s)",
                      CP_FMT(cp_buf_str(&rules)));
    if (other && other != v && other->files == v->files && other->ranks == v->ranks)
        cp_buf_printf(cp_losses_left(&s->losses),
                      "the variant %.*s: without --variant a position is read as %.*s",
                      CP_FMT(v->name), CP_FMT(other->name));
}

static void write_position(struct listing *s, struct cp_position *p)
{
    struct cp_buf *out = &s->play.run->output.text;
    bool has_operations = s->is_epd && s->text.is_fen;
    if (!has_operations)
        put_facts(s, out, false);
    cp_fen_text_put(&s->text, out, p, s->ply);
    if (s->is_epd && !s->play.game->moves.first) {
        if (has_operations)
            put_operations(s, out);
        find_losses_of_epd(s, has_operations);
    }
    if (has_operations)
        put_facts(s, out, true);
    cp_buf_putc(out, '\n');
}

static void position_at_start(void *data, struct cp_position *p)
{
    struct listing *s = data;
    cp_fen_text_begin(&s->text, &s->play, p, s->is_epd);
    if (cp_choice_has_start(&s->choice))
        write_position(s, p);
}

static void position_after(void *data, const struct cp_ply *ply)
{
    struct listing *s = data;
    s->ply = ply->ply;
    if (cp_choice_has(&s->choice, ply))
        write_position(s, ply->position);
}

/* The last legal position is the last there is. */
static void position_refused(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct listing *s = data;
    (void)why;
    s->ply = ply->ply - 1;
    if (cp_choice_has_before(&s->choice, ply))
        write_position(s, ply->position);
}

bool cp_positions_write(const struct cp_conversion *how, struct cp_run *run, struct cp_game *g)
{
    struct listing s = {
        .how = how, .is_epd = how->form == CP_TO_EPD, .losses = cp_losses_of(run, g)};
    struct cp_listener listener = {
        .begin = position_at_start, .after = position_after, .refused = position_refused};
    if (!cp_play_prepare(&s.play, run, g))
        return false;
    cp_choice_init(&s.choice, &how->plies, g);
    s.play.replay.skip_variations = !s.choice.enters_variations;
    s.play.replay.skip_outcome = true;
    cp_play_run(&s.play, listener);
    const struct cp_verdict *v = &s.play.verdict;
    if (!v->start_fault && !v->first_bad)
        cp_choice_report_missing(&s.choice, run, v->plies);
    if (!s.text.play) /* it could not begin */
        return false;
    cp_fen_text_find_losses(&s.text, &s.losses);
    find_losses(&s);
    cp_losses_end(&s.losses);
    return false;
}
