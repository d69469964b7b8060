/* SPDX-License-Identifier: MIT */
#include "draw/marks.h"

const char *cp_colour_name(enum cp_colour colour)
{
    static const char *const names[CP_COLOURS] = {"green", "red", "yellow", "blue"};
    return names[colour];
}

/* Takes an upper-case colour letter off the front of *rest. */
static enum cp_colour take_colour(cp_str *rest)
{
    static const char letters[CP_COLOURS] = {'G', 'R', 'Y', 'B'};
    for (int c = 0; rest->len && c < CP_COLOURS; c++) {
        if (rest->at[0] != letters[c])
            continue;
        *rest = cp_str_skip(*rest, 1);
        return (enum cp_colour)c;
    }
    return CP_GREEN;
}

/* How many bytes at the front look like one square: "(...)" or "e4". */
static size_t square_length(cp_str text)
{
    size_t n = 0;
    if (text.len && text.at[0] == '(') {
        const char *close = memchr(text.at, ')', text.len);
        return close ? (size_t)(close - text.at) + 1 : 0;
    }
    while (n < text.len && cp_is_letter(text.at[n]))
        n++;
    size_t letters = n;
    while (n < text.len && cp_is_digit(text.at[n]))
        n++;
    return letters && n > letters ? n : 0;
}

static bool take_square(struct cp_ints *ints, cp_str *rest, cp_square *out)
{
    cp_str text = {rest->at, square_length(*rest)};
    if (text.len == 0)
        return false;
    *rest = cp_str_skip(*rest, text.len);
    if (text.at[0] != '(')
        return cp_square_parse(ints, out, text, CP_BARE) == CP_OK;
    if (memchr(text.at, ',', text.len))
        return cp_square_parse(ints, out, text, CP_NUMERIC) == CP_OK;
    return cp_square_parse(ints, out, text, CP_LETTER) == CP_OK ||
           cp_square_parse(ints, out, text, CP_LETTER_ASCII) == CP_OK;
}

static bool is_between(char c)
{
    return c == ',' || c == ';' || cp_is_space(c);
}

/* What may stand between the two squares of an arrow, or of a window. */
static bool is_shaft(char c)
{
    return c == '-' || c == '>' || c == ':';
}

static bool take_mark(struct cp_mark *mark, struct cp_ints *ints, cp_str *rest, bool arrow)
{
    mark->is_arrow = arrow;
    mark->colour = (uint8_t)take_colour(rest);
    if (!take_square(ints, rest, &mark->from))
        return false;
    mark->to = mark->from;
    if (arrow && rest->len && is_shaft(rest->at[0]))
        *rest = cp_str_skip(*rest, 1);
    if (arrow && !take_square(ints, rest, &mark->to))
        return false;
    return rest->len == 0 || is_between(rest->at[0]);
}

enum cp_diag cp_marks_parse(struct cp_marks *marks, struct cp_arena *arena, struct cp_ints *ints,
                            cp_str list, bool arrows, cp_str *culprit)
{
    for (cp_str rest = list; rest.len;) {
        if (is_between(rest.at[0])) {
            rest = cp_str_skip(rest, 1);
            continue;
        }
        struct cp_mark mark = {0};
        *culprit = rest;
        if (!take_mark(&mark, ints, &rest, arrows))
            return CP_MARK_UNREADABLE;
        struct cp_mark *kept = cp_arena_take(arena, sizeof *kept);
        *kept = mark;
        *(marks->first ? &marks->last->next : &marks->first) = kept;
        marks->last = kept;
    }
    return CP_OK;
}

enum cp_diag cp_marks_find(struct cp_marks *marks, struct cp_arena *arena, struct cp_ints *ints,
                           cp_str comment, cp_str *culprit)
{
    enum cp_diag worst = CP_OK;
    for (cp_str rest = cp_str_through_last(comment, ']'); rest.len;) {
        const char *open = memchr(rest.at, '[', rest.len);
        if (!open)
            break;
        rest = cp_str_skip(rest, (size_t)(open - rest.at));
        bool arrows = cp_str_starts(rest, CP_STR("[%cal "));
        if (!arrows && !cp_str_starts(rest, CP_STR("[%csl "))) {
            rest = cp_str_skip(rest, 1);
            continue;
        }
        const char *close = memchr(rest.at, ']', rest.len);
        cp_str list = {rest.at + 6, (size_t)(close - rest.at) - 6}, wrong;
        rest = cp_str_skip(rest, (size_t)(close - rest.at) + 1);
        enum cp_diag kind = cp_marks_parse(marks, arena, ints, list, arrows, &wrong);
        if (kind != CP_OK && worst == CP_OK) {
            worst = kind;
            *culprit = wrong;
        }
    }
    return worst;
}
