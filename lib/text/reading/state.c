/* SPDX-License-Identifier: MIT */
/* state.c -- what every room needs: places, the game's alphabet, and whether anything was read. */
#include "text/reading/state.h"

void cp_reading_open(struct cp_reading *s, const struct cp_reader_input *input, struct cp_cursor *c,
                     struct cp_game *g, struct cp_diags *d)
{
    *s = (struct cp_reading){.input = input,
                             .c = c,
                             .g = g,
                             .d = d,
                             .errors = d->errors,
                             .move_end = CP_NOWHERE,
                             .is_icn_sure = input->is_icn};
    cp_builder_init(&s->b, g, d);
}

void cp_reading_blame(struct cp_reading *s, enum cp_diag kind, cp_str text)
{
    int shown = cp_str_shown(text);
    cp_diag_report(s->d, kind, cp_reading_place(s, text.at, text.len), "%.*s", shown, text.at);
}

void cp_reading_pass_over(struct cp_reading *s, bool (*is_end)(char))
{
    uint64_t from = cp_cursor_offset(s->c, s->c->at);
    cp_cursor_pass_over(s->c, is_end);
    s->begin += cp_cursor_offset(s->c, s->c->at) - from;
}

bool cp_reading_is_empty(const struct cp_reading *s)
{
    const struct cp_game *g = s->g;
    return !s->has_moves && !s->has_bad_tag && !g->tags && !g->start.len && !g->frame.len &&
           !g->rules;
}

/* Where the moves begin, which may be behind a letter of many words. */
static enum cp_seen squares_ahead(struct cp_reading *s)
{
    enum { LETTER = 4096 };
    bool is_cut;
    (void)cp_cursor_has(s->c, CP_NEAR);
    cp_str text = cp_cursor_text(s->c, CP_NEAR);
    enum cp_seen seen = cp_squares_seen(text, &is_cut);
    if (!is_cut || text.len < CP_NEAR)
        return seen;
    (void)cp_cursor_has(s->c, LETTER);
    return cp_squares_seen(cp_cursor_text(s->c, LETTER), NULL);
}

void cp_reading_find_alphabet(struct cp_reading *s)
{
    if (s->is_alphabet_known)
        return;
    s->is_alphabet_known = true;
    struct cp_peek peek = {.icn = s->icn};
    if (s->is_no_text)
        peek.squares = CP_SEEN_BARE; /* nothing to ask it: no variant is missed */
    else if (s->has_moves)
        peek.squares = squares_ahead(s);
    (void)cp_cursor_has(s->c, CP_NEAR);
    peek.movetext = cp_cursor_text(s->c, CP_NEAR);
    cp_span at = cp_reading_place(s, s->c->at, 0);
    peek.line = at.line;
    peek.col = at.col;
    const struct cp_alphabet *a = s->input->alphabet(s->input->alphabet_data, s->g, &peek);
    s->b.keeps_moves = a != NULL;
    s->notation = a ? cp_notations_get(s->input->notations, a) : NULL;
    s->san = a ? cp_notation_bare(s->notation) : NULL;
    s->g->is_broken |= !a;
}
