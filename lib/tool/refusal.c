/* SPDX-License-Identifier: MIT */
#include "tool/refusal.h"

cp_str cp_refusal_report(struct cp_run *run, const struct cp_game *g, const struct cp_replay *r,
                         const struct cp_ply *ply, const struct cp_resolution *why)
{
    cp_span at = cp_node_span(g, ply->node);
    cp_str move = ply->node->text;
    bool is_main = ply->depth == 0;
    if (why->why == CP_MOVE_UNREADABLE && is_main) /* the reader said what and where */
        return move;
    struct cp_buf buf;
    cp_buf_init(&buf, &run->record);
    cp_resolution_format(&buf, ply->position, why, ply->node->move.spelling, r->shift);
    cp_str text = cp_buf_str(&buf);
    const char *colon = text.len ? ": " : "";
    if (is_main)
        cp_diag_report(&run->diags, why->why, at, "%.*s%s%.*s", CP_FMT(move), colon, CP_FMT(text));
    else
        cp_diag_report(&run->diags, CP_VARIATION_ILLEGAL, at, "%.*s: %s%s%.*s", CP_FMT(move),
                       cp_diag_text(why->why), colon, CP_FMT(text));
    return text;
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
    cp_diag_report(&run->diags, verdict->start_fault, at, "%.*s", CP_FMT(cp_buf_str(&text)));
    return cp_buf_str(&text);
}
