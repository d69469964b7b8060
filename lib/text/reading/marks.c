/* SPDX-License-Identifier: MIT */
/* marks.c -- what stands behind moves: marks, commas, and the result. */
#include "text/reading/reading.h"

#include <inttypes.h>

static void add_nag(struct cp_reading *s, uint32_t nag, size_t len)
{
    struct cp_node *last = cp_builder_last(&s->b);
    if (last && !s->b.is_full)
        cp_node_add_nag(s->g, last, nag);
    else if (!last && s->notation)
        cp_reading_blame(s, CP_MARK_ON_NOTHING, (cp_str){s->c->at, len});
    s->c->at += len;
}

/* $22.Nf3, where move 2 comes behind $2: how many of the digits are its number. */
static size_t number_behind(struct cp_reading *s, cp_str digits)
{
    uint32_t number;
    for (size_t len = 1; len < digits.len && s->b.top.ply % 2 == 0; len++) {
        cp_str tail = cp_str_skip(digits, digits.len - len);
        if (!cp_number_parse(tail, CP_NUMBER_MOST, &number) || number != s->b.top.ply / 2 + 1)
            continue;
        if (s->notation)
            cp_reading_blame(s, CP_BLANK_MISSING, tail);
        return len;
    }
    return 0;
}

void cp_read_nag(struct cp_reading *s)
{
    enum { DIGITS_MOST = 10 };
    size_t len = 1;
    uint64_t nag = 0;
    while (len <= DIGITS_MOST && cp_is_digit(cp_cursor_look(s->c, len)))
        len++;
    bool is_whole = !cp_is_digit(cp_cursor_look(s->c, len));
    if (cp_cursor_look(s->c, len) == '.')
        len -= number_behind(s, (cp_str){s->c->at + 1, len - 1});
    for (size_t i = 1; i < len; i++)
        nag = nag * 10 + (uint64_t)(s->c->at[i] - '0');
    if (len == 1 || nag > UINT32_MAX || !is_whole) {
        cp_reading_blame(s, CP_BAD_NAG, (cp_str){s->c->at, len});
        s->c->at += len;
        while (cp_is_digit(cp_cursor_look(s->c, 0)))
            s->c->at++;
        return;
    }
    if (nag > CP_NAG_LAST && s->notation && cp_builder_last(&s->b))
        cp_reading_blame(s, CP_NAG_BEYOND, (cp_str){s->c->at, len});
    add_nag(s, (uint32_t)nag, len);
}

bool cp_read_glyph(struct cp_reading *s)
{
    uint32_t nag = 0;
    (void)cp_cursor_has(s->c, 2);
    size_t len = cp_glyph_scan(cp_cursor_text(s->c, 2), &nag);
    if (len)
        add_nag(s, nag, len);
    return len > 0;
}

bool cp_read_assessment(struct cp_reading *s)
{
    uint32_t nag = 0;
    (void)cp_cursor_has(s->c, 8);
    size_t len = cp_assessment_scan(cp_cursor_text(s->c, 8), &nag);
    if (!len)
        return false;
    if (s->notation && cp_builder_last(&s->b))
        cp_diag_report(s->d, CP_JUDGEMENT_UNUSUAL, cp_reading_place(s, s->c->at, len),
                       "\"%.*s\" read as $%" PRIu32, (int)len, s->c->at, nag);
    add_nag(s, nag, len);
    return true;
}

static bool is_closing_next(struct cp_reading *s, size_t from)
{
    while (cp_is_space(cp_cursor_look(s->c, from)) && from < CP_NEAR)
        from++;
    return cp_cursor_look(s->c, from) == ')';
}

bool cp_read_result(struct cp_reading *s, bool *is_over)
{
    cp_str result;
    bool is_odd;
    (void)cp_cursor_has(s->c, 16);
    size_t len = cp_result_scan(cp_cursor_text(s->c, 16), &result, &is_odd);
    *is_over = false;
    if (!len)
        return false;
    if (is_odd)
        cp_diag_report(s->d, CP_RESULT_UNUSUAL, cp_reading_place(s, s->c->at, len),
                       "\"%.*s\" read as %.*s", (int)len, s->c->at, CP_FMT(result));
    if (s->b.depth && is_closing_next(s, len)) {
        cp_reading_blame(s, CP_RESULT_IN_VARIATION, (cp_str){s->c->at, len});
    } else {
        cp_span at = cp_reading_place(s, s->c->at, len);
        s->g->result = result;
        s->g->result_line = at.line;
        s->g->result_col = at.col;
        *is_over = true;
    }
    s->c->at += len;
    return true;
}

bool cp_read_other_result(struct cp_reading *s)
{
    cp_str result;
    (void)cp_cursor_has(s->c, 16);
    size_t len = cp_result_scan(cp_cursor_text(s->c, 16), &result, NULL);
    if (!len)
        return false;
    bool is_same = cp_str_equal(result, s->g->result);
    cp_span first = {.file = s->g->file, .line = s->g->result_line, .col = s->g->result_col};
    cp_diag_report(s->d, is_same ? CP_RESULT_TWICE : CP_RESULT_SPLIT,
                   cp_reading_place(s, s->c->at, len), is_same ? "%.*s" : "%.*s and %.*s",
                   CP_FMT(s->g->result), CP_FMT(result));
    cp_diag_also(s->d, first, "the first");
    s->c->at += len;
    return true;
}

/* 1. e4, e5 2. Nf3, Nc6: told once a game. */
bool cp_read_comma(struct cp_reading *s)
{
    if (!cp_builder_last(&s->b) || s->b.top.is_new_move)
        return false;
    if (!s->has_commas && s->notation)
        cp_reading_blame(s, CP_MOVES_BY_COMMAS, (cp_str){s->c->at, 1});
    s->has_commas = true;
    s->c->at++;
    return true;
}
