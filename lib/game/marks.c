/* SPDX-License-Identifier: MIT */
#include "game/marks.h"

#include "base/scan.h"
#include "game/annotation.h"

static const char *const names[CP_COLOURS] = {"green", "red", "yellow", "blue", "orange", "purple"};

const char *cp_colour_name(enum cp_colour colour)
{
    return names[colour];
}

char cp_colour_letter(enum cp_colour colour)
{
    return (char)(names[colour][0] - 'a' + 'A');
}

bool cp_colour_find(cp_str name, enum cp_colour *out)
{
    for (int c = 0; c < CP_COLOURS; c++)
        if (cp_str_is(name, names[c])) {
            *out = (enum cp_colour)c;
            return true;
        }
    return false;
}

/* Takes an upper-case colour letter off the front of *rest. */
static enum cp_colour take_colour(cp_str *rest)
{
    for (int c = 0; rest->len && c < CP_COLOURS; c++) {
        if (rest->at[0] != cp_colour_letter((enum cp_colour)c))
            continue;
        *rest = cp_str_skip(*rest, 1);
        return (enum cp_colour)c;
    }
    return CP_GREEN;
}

static bool take_square(struct cp_ints *ints, cp_str *rest, cp_square *out, uint8_t *spelling)
{
    bool is_closed = rest->len && rest->at[0] == '('; /* what looks like (...) or e4 */
    const char *close = is_closed ? memchr(rest->at, ')', rest->len) : NULL;
    size_t letters = cp_letters_end(*rest, 0), end = cp_digits_end(*rest, letters);
    if (is_closed ? !close : !letters || end == letters)
        return false;
    cp_str text = {rest->at, close ? (size_t)(close - rest->at) + 1 : end};
    *rest = cp_str_skip(*rest, text.len);
    if (!is_closed) {
        bool is_read = cp_square_parse(ints, out, text, CP_BARE) == CP_OK;
        *spelling =
            is_read && cp_square_can_be_bare(ints, *out) ? CP_BARE : CP_LETTER; /* aa1: (aa1) */
        return is_read;
    }
    cp_square_text found = {0};
    bool is_square = cp_square_scan(ints, text, &found) == text.len && !found.odd;
    *out = found.square;
    *spelling = (uint8_t)found.spelling;
    return is_square;
}

bool cp_mark_square_take(struct cp_ints *ints, cp_str *rest, cp_square *out)
{
    uint8_t ignored;
    return take_square(ints, rest, out, &ignored);
}

static bool is_between(char c)
{
    return c == ',' || c == ';' || cp_is_space(c);
}

/* One or two capital letters, or up to three digits: never to be taken for a square. */
static bool is_label(cp_str text)
{
    size_t letters = 0, digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        letters += text.at[i] >= 'A' && text.at[i] <= 'Z';
        digits += cp_is_digit(text.at[i]);
    }
    return text.len && ((letters == text.len && letters <= 2) ||
                        (digits == text.len && digits <= CP_LABEL_OF_MARK));
}

/* What stands behind '=': how the mark looks. */
static bool take_look(struct cp_mark *mark, cp_str *rest)
{
    size_t len = 1;
    while (len < rest->len && (cp_is_letter(rest->at[len]) || cp_is_digit(rest->at[len])))
        len++;
    cp_str look = {rest->at + 1, len - 1};
    *rest = cp_str_skip(*rest, len);
    if (cp_mark_is_arrow(mark)) {
        mark->kind = CP_MARKED_BENT;
        return cp_str_is(look, "n");
    }
    mark->kind = cp_str_is(look, "o")   ? CP_MARKED_CIRCLE
                 : cp_str_is(look, "x") ? CP_MARKED_CROSS
                                        : CP_MARKED_LABEL;
    if (mark->kind != CP_MARKED_LABEL)
        return true;
    if (!is_label(look))
        return false;
    memcpy(mark->label, look.at, look.len);
    return true;
}

static bool take_mark(struct cp_mark *mark, struct cp_ints *ints, cp_str *rest, bool arrow)
{
    mark->kind = arrow ? CP_MARKED_ARROW : CP_MARKED_SQUARE;
    mark->colour = (uint8_t)take_colour(rest);
    if (!take_square(ints, rest, &mark->from, &mark->spelling[0]))
        return false;
    mark->to = mark->from;
    mark->spelling[1] = mark->spelling[0];
    if (arrow && rest->len && memchr("->:", rest->at[0], 3)) /* between two squares */
        *rest = cp_str_skip(*rest, 1);
    if (arrow && !take_square(ints, rest, &mark->to, &mark->spelling[1]))
        return false;
    if (rest->len && rest->at[0] == '=' && !take_look(mark, rest))
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

bool cp_mark_put_beyond(struct cp_buf *out, const struct cp_mark *mark, const struct cp_ints *ints,
                        const struct cp_border *border)
{
    bool has_from = cp_border_has(border, ints, mark->from);
    if (has_from && cp_border_has(border, ints, mark->to))
        return false;
    cp_square_format(ints, out, has_from ? mark->to : mark->from,
                     (enum cp_spelling)mark->spelling[has_from]);
    return true;
}

void cp_mark_format(const struct cp_ints *ints, struct cp_buf *out, const struct cp_mark *mark,
                    enum cp_spelling spelling)
{
    static const char *const looks[] = {[CP_MARKED_CIRCLE] = "=o",
                                        [CP_MARKED_CROSS] = "=x",
                                        [CP_MARKED_LABEL] = "=",
                                        [CP_MARKED_BENT] = "=n"};
    cp_buf_putc(out, cp_colour_letter((enum cp_colour)mark->colour));
    cp_square_format(ints, out, mark->from, spelling);
    if (cp_mark_is_arrow(mark))
        cp_square_format(ints, out, mark->to, spelling);
    if (looks[mark->kind])
        cp_buf_printf(out, "%s%s", looks[mark->kind], mark->label);
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
        cp_str list, wrong;
        bool arrows = cp_command_is(rest, "cal", &list);
        if (!arrows && !cp_command_is(rest, "csl", &list)) {
            rest = cp_str_skip(rest, 1);
            continue;
        }
        rest = cp_str_skip(rest, (size_t)(list.at - rest.at) + list.len);
        enum cp_diag kind = cp_marks_parse(marks, arena, ints, list, arrows, &wrong);
        if (kind != CP_OK && worst == CP_OK) {
            worst = kind;
            *culprit = wrong;
        }
    }
    return worst;
}
