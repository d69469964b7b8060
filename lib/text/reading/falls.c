/* SPDX-License-Identifier: MIT */
/* falls.c -- the falls of a move, which stand in parentheses behind it: (e4:e4). */
#include "text/reading/reading.h"

#include "text/tags.h"

enum { FALLS_LOOK = 4096 }; /* bytes of a parenthesis with more blanks than a word has */

static void warn_of_fall(struct cp_reading *s, const cp_fall_text *fall, cp_str text)
{
    struct cp_buf square;
    bool is_bare = fall->spelling != CP_NUMERIC && cp_reading_alphabet(s)->native == CP_BARE;
    int shown = cp_str_shown(text);
    cp_buf_init(&square, s->g->arena);
    cp_square_format(s->g->ints, &square, fall->left, is_bare ? CP_BARE : fall->spelling);
    cp_str as = cp_buf_str(&square);
    cp_diag_report(s->d, CP_FALL_IN_DIALECT, cp_reading_place(s, text.at, text.len),
                   "\"%.*s\" read as %.*s:%.*s", shown, text.at, CP_FMT(as), CP_FMT(as));
}

void cp_reading_add_falls(struct cp_reading *s, cp_str text)
{
    struct cp_node *last = cp_builder_last(&s->b);
    const struct cp_alphabet *a = cp_reading_alphabet(s);
    cp_fall_text fall;
    for (size_t from = 1, at; (at = cp_fall_scan(s->g->ints, a, text, from, &fall)); from = at) {
        cp_str pair = {text.at + fall.begin, at - fall.begin};
        if (fall.is_dialect)
            warn_of_fall(s, &fall, pair);
        else if (fall.odd)
            cp_reading_blame(s, CP_NUMBER_UNUSUAL, pair);
        if (!fall.is_even)
            cp_reading_blame(s, CP_FALL_UNEVEN, pair);
        else if (last)
            cp_node_add_fall(s->g, last, fall.left);
    }
    if (!last)
        cp_reading_blame(s, CP_FALL_ON_NOTHING, text);
}

/* By its variant, or rules of its own. */
static bool may_have_falls(const struct cp_reading *s)
{
    const struct cp_alphabet *a = cp_reading_alphabet(s);
    const struct cp_field *rule = s->g->rules;
    while (rule && !cp_str_is(rule->name, "trapdoor"))
        rule = rule->next;
    return !a || a->has_falls || rule || cp_tag_is_in(s->g, CP_STR("Trapdoor"));
}

/* (e4:e5) alone: a slip where pieces fall, and elsewhere a variation (R-NOT-9). */
static bool is_uneven(struct cp_reading *s, cp_str falls)
{
    cp_fall_text first, next;
    size_t at = cp_fall_scan(s->g->ints, cp_reading_alphabet(s), falls, 1, &first);
    return !first.is_even && !cp_fall_scan(s->g->ints, cp_reading_alphabet(s), falls, at, &next);
}

bool cp_read_falls(struct cp_reading *s)
{
    cp_str text = cp_cursor_text(s->c, cp_reading_near_length(s));
    size_t len = cp_falls_scan(s->g->ints, cp_reading_alphabet(s), text);
    if (!len) {
        (void)cp_cursor_has(s->c, FALLS_LOOK);
        text = cp_cursor_text(s->c, FALLS_LOOK);
        len = cp_falls_scan(s->g->ints, cp_reading_alphabet(s), text);
    }
    if (!len || (!may_have_falls(s) && is_uneven(s, (cp_str){text.at, len})))
        return false;
    if (s->notation && !s->b.too_deep)
        cp_reading_add_falls(s, (cp_str){text.at, len});
    cp_cursor_pass(s->c, len);
    return true;
}

bool cp_read_late_mark(struct cp_reading *s)
{
    struct cp_node *last = cp_builder_last(&s->b);
    bool is_late = s->notation && cp_notation_alphabet(s->notation)->marks_last && !s->b.too_deep &&
                   last && last->notes && last->notes->falls && !s->b.top.is_new_move;
    if (!is_late || !last->is_read || last->move.check)
        return false;
    char *text = cp_arena_take(s->g->arena, last->text.len + 1);
    memcpy(text, last->text.at, last->text.len);
    text[last->text.len] = '#';
    last->text = (cp_str){text, last->text.len + 1};
    last->move.check = CP_MARK_MATE;
    s->c->at++;
    return true;
}
