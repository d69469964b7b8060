/* SPDX-License-Identifier: MIT */
#include "tool/refusal.h"

#include "rules/suggest.h"

/* The move as it was written, then why not; the reason alone where it begins
 * with that very move. */
static cp_str particulars(struct cp_run *run, const struct cp_replay *r, const struct cp_ply *ply,
                          const struct cp_resolution *why)
{
    struct cp_buf reason, text;
    cp_str written = ply->node->text;
    cp_buf_init(&reason, &run->record);
    cp_buf_init(&text, &run->record);
    cp_family_of(r->law)->explain(&reason, ply->position, why, ply->node->move.spelling, r->shift);
    if (cp_str_starts(cp_buf_str(&reason), written))
        return cp_buf_str(&reason);
    cp_buf_printf(&text, "%.*s%s%.*s", CP_FMT(written), reason.len ? ": " : "",
                  CP_FMT(cp_buf_str(&reason)));
    return cp_buf_str(&text);
}

/* "at ply 3, nearest legal moves: Nf3, Nh3"; none where the game is over, whatever
 * the men that are left could do. */
static cp_str whereabouts(struct cp_run *run, const struct cp_replay *r, const struct cp_ply *ply,
                          enum cp_diag why)
{
    struct cp_buf text;
    cp_buf_init(&text, &run->record);
    cp_buf_printf(&text, "at ply %u", ply->ply);
    if (why == CP_GAME_OVER)
        return cp_buf_str(&text);
    size_t len = text.len;
    cp_buf_puts(&text, ", nearest legal moves: ");
    size_t before = text.len;
    cp_nearest_format(&text, ply->position, ply->node->text, r->shift, &run->record);
    if (text.len == before)
        text.len = len;
    return cp_buf_str(&text);
}

cp_str cp_refusal_report(struct cp_run *run, const struct cp_game *g, const struct cp_replay *r,
                         const struct cp_ply *ply, const struct cp_resolution *why)
{
    cp_span at = cp_node_span(g, ply->node);
    cp_str also = whereabouts(run, r, ply, why->why);
    bool is_main = ply->depth == 0;
    if (why->why == CP_MOVE_UNREADABLE && is_main) { /* the reader said what and where */
        cp_diag_also_of(&run->diags, at, "%.*s", CP_FMT(also));
        return ply->node->text;
    }
    cp_str text = particulars(run, r, ply, why);
    if (is_main)
        cp_diag_report(&run->diags, why->why, at, "%.*s", CP_FMT(text));
    else
        cp_diag_report(&run->diags, CP_VARIATION_ILLEGAL, at, "%s: %.*s", cp_diag_text(why->why),
                       CP_FMT(text));
    cp_diag_also(&run->diags, (cp_span){0}, "%.*s", CP_FMT(also));
    return text;
}

/* How far into the text of the start the fault stands, where that is one line. */
static uint32_t place_in(const struct cp_start *start, const struct cp_verdict *verdict)
{
    if (verdict->start_fault == CP_START_CASTLING && start->castling_col)
        return start->castling_col - 1;
    if (verdict->start_culprit == CP_NOBODY)
        return 0;
    const cp_man *man = &start->men[verdict->start_culprit];
    return man->line == 1 ? man->col - 1 : 0;
}

cp_str cp_refusal_report_start(struct cp_run *run, const struct cp_game *g,
                               const struct cp_replay *r, const struct cp_verdict *verdict)
{
    const struct cp_start *start = r->start ? r->start : &run->variant->start;
    struct cp_ints *t = run->ints;
    struct cp_buf text;
    cp_buf_init(&text, &run->record);
    if (verdict->start_culprit != CP_NOBODY) {
        const cp_man *man = &start->men[verdict->start_culprit];
        cp_square back = {cp_int_negate(t, r->shift.file), cp_int_negate(t, r->shift.rank)};
        cp_buf_put(&text, cp_alphabet_letter(&run->variant->alphabet, man->kind));
        cp_square_format(t, &text, cp_square_shift(t, man->square, back),
                         run->variant->alphabet.native);
    }
    cp_span at = {.file = g->file, .line = g->start_line, .col = g->start_col};
    if (!at.line)
        at.line = g->line;
    if (at.col && r->start)
        at.col += place_in(start, verdict);
    cp_diag_report(&run->diags, verdict->start_fault, at, "%.*s", CP_FMT(cp_buf_str(&text)));
    return cp_buf_str(&text);
}
