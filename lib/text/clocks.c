/* SPDX-License-Identifier: MIT */
#include "text/clocks.h"

#include "game/written.h"

#include <stdlib.h>

/* ---- one clock ---- */

/* Length of the square that text begins with, in parentheses or bare. */
static size_t scan_square(struct cp_ints *ints, cp_str text, bool bounded, cp_clock *out)
{
    cp_square_text square;
    size_t len = cp_square_scan(ints, text, &square);
    if (len) {
        *out = (cp_clock){.square = square.square, .spelling = square.spelling, .odd = square.odd};
        return len;
    }
    while (len < text.len && (cp_is_letter(text.at[len]) || cp_is_digit(text.at[len])))
        len++;
    cp_str word = {text.at, len};
    if (!bounded || !len || !cp_square_scan_open(ints, word, &square))
        return 0;
    *out = (cp_clock){.square = square.square, .spelling = CP_BARE, .odd = square.odd};
    return len;
}

static size_t blanks(cp_str text, size_t at)
{
    while (at < text.len && cp_is_space(text.at[at]))
        at++;
    return at;
}

static bool is_between(char c)
{
    return cp_is_space(c) || c == ',' || c == ';';
}

size_t cp_clock_scan(struct cp_ints *ints, cp_str text, bool bounded, cp_clock *out)
{
    size_t at = scan_square(ints, text, bounded, out);
    at = at ? blanks(text, at) : 0;
    if (!at || at == text.len || text.at[at] != ':')
        return 0;
    at = blanks(text, at + 1);
    size_t first = at;
    for (; at < text.len && cp_is_digit(text.at[at]); at++) {
        uint32_t digit = (uint32_t)(text.at[at] - '0');
        bool fits = out->left <= (UINT32_MAX - digit) / 10;
        out->left = fits ? out->left * 10 + digit : UINT32_MAX;
    }
    if (at == first)
        return 0;
    out->in_plies = at < text.len && cp_lower(text.at[at]) == 'p';
    at += out->in_plies;
    return at == text.len || is_between(text.at[at]) ? at : 0;
}

/* How far what is no clock goes: never 0. */
static size_t word_length(cp_str text)
{
    size_t len = 0;
    bool is_inside = false;
    for (; len < text.len && (is_inside || !is_between(text.at[len])); len++)
        is_inside = text.at[len] == '(' || (is_inside && text.at[len] != ')');
    return len ? len : 1;
}

void cp_clocks_rewrite(struct cp_ints *ints, struct cp_buf *out, cp_str text, bool bounded,
                       cp_square shift, enum cp_spelling spelling, bool keeps_bare)
{
    cp_clock clock;
    while (text.len) {
        size_t len = cp_clock_scan(ints, text, bounded, &clock);
        if (len) {
            bool is_kept = keeps_bare && clock.spelling == CP_BARE;
            cp_square square = cp_square_shift(ints, clock.square, shift);
            cp_square_format(ints, out, square, is_kept ? CP_BARE : spelling);
            cp_buf_printf(out, ":%u%s", clock.left, clock.in_plies ? "p" : "");
        } else {
            len = word_length(text);
            cp_buf_put(out, (cp_str){text.at, len});
        }
        text = cp_str_skip(text, len);
    }
}

/* ---- clocks of men ---- */

struct setting {
    struct cp_start *start;
    struct cp_diags *d;
    cp_man **men; /* by square, so that a long list costs no more than its length */
    const char *text;
    cp_span at;
    uint32_t delay;
    bool is_good;
};

static cp_span span_of(const struct setting *s, cp_str part)
{
    cp_span at = s->at;
    if (at.col)
        at.col += (uint32_t)(part.at - s->text);
    at.len = part.len < 80 ? (uint32_t)part.len : 80;
    return at;
}

static void blame(struct setting *s, cp_str part, const char *why)
{
    cp_span at = span_of(s, part);
    s->is_good = false;
    cp_diag_report(s->d, CP_CLOCK_WRONG, at, "%s: \"%.*s\"", why, (int)at.len, part.at);
}

/* One word per value makes words an order, if not that of the numbers. */
static int order_of(cp_square a, cp_square b)
{
    if (a.file.v != b.file.v)
        return a.file.v < b.file.v ? -1 : 1;
    return a.rank.v < b.rank.v ? -1 : a.rank.v > b.rank.v;
}

static int by_square(const void *left, const void *right)
{
    return order_of((*(cp_man *const *)left)->square, (*(cp_man *const *)right)->square);
}

static int find_square(const void *square, const void *man)
{
    return order_of(*(const cp_square *)square, (*(cp_man *const *)man)->square);
}

static cp_man *man_on(const struct setting *s, cp_square square)
{
    cp_man **found = s->start->count
                         ? bsearch(&square, s->men, s->start->count, sizeof *s->men, find_square)
                         : NULL;
    return found ? *found : NULL;
}

/* A man who has just arrived has the whole delay before him, never more. */
static void set_clock(struct setting *s, const cp_clock *clock, cp_str part)
{
    cp_man *man = man_on(s, clock->square);
    uint32_t most = clock->in_plies ? 2 * s->delay : s->delay;
    if (!man) {
        blame(s, part, "no man stands there");
    } else if (man->clock) {
        blame(s, part, "a second clock on this square");
    } else if (!clock->left) {
        blame(s, part, "he would have fallen already");
    } else if (clock->left > most) {
        blame(s, part, "longer than this game's delay");
    } else {
        uint32_t own = man->side == s->start->turn;
        man->clock = clock->in_plies ? clock->left : 2 * clock->left - own;
    }
}

static void set_next(struct setting *s, struct cp_ints *ints, bool bounded, cp_str *text)
{
    cp_clock clock;
    size_t len = cp_clock_scan(ints, *text, bounded, &clock);
    cp_str part = {text->at, len ? len : word_length(*text)};
    *text = cp_str_skip(*text, part.len);
    if (!len || (clock.odd & CP_ODD_DOT)) {
        blame(s, part, "not a square and a number");
        return;
    }
    if (clock.odd) {
        cp_span at = span_of(s, part);
        cp_diag_report(s->d, CP_NUMBER_UNUSUAL, at, "%.*s", (int)at.len, part.at);
    }
    set_clock(s, &clock, part);
}

bool cp_clocks_parse(struct cp_start *start, struct cp_arena *arena, struct cp_ints *ints,
                     bool bounded, uint32_t delay, cp_str text, cp_span at, struct cp_diags *d)
{
    struct setting s = {
        .start = start, .d = d, .text = text.at, .at = at, .delay = delay, .is_good = true};
    if (!delay && cp_str_trim(text).len) {
        blame(&s, text, "this game has no trapdoors");
        return false;
    }
    s.men = cp_arena_take(arena, start->count * sizeof *s.men);
    for (uint32_t i = 0; i < start->count; i++)
        s.men[i] = &start->men[i];
    if (start->count)
        qsort(s.men, start->count, sizeof *s.men, by_square);
    while (text.len)
        if (is_between(text.at[0]))
            text = cp_str_skip(text, 1);
        else
            set_next(&s, ints, bounded, &text);
    return s.is_good;
}
