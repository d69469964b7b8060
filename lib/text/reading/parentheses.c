/* SPDX-License-Identifier: MIT */
/* parentheses.c -- what a parenthesis is: a move, a square, falls, the number of a figure, or a
 * variation (R-NOT-9). */
#include "text/reading/reading.h"

enum { FIGURE_LOOK = 1024 }; /* bytes, for the end of a variation that begins like a figure */

/* The length of a parenthesis that holds a square and nothing else; else 0. */
static size_t square_length(struct cp_reading *s)
{
    cp_square_text square;
    cp_str text = {NULL, cp_cursor_line(s->c, cp_reading_near_length(s) + CP_NEAR)};
    text.at = s->c->at;
    return cp_square_scan(s->g->ints, text, &square);
}

/* (5,4)_ and (5,4)=Z: a square is a move, and what stands behind it is something else;
 * or it goes on with the move, and then both are no move (R-NOT-9). */
static void read_square(struct cp_reading *s, size_t len)
{
    uint32_t nag;
    struct cp_scanned reading;
    char next = cp_cursor_look(s->c, len), after = cp_cursor_look(s->c, len + 1);
    bool goes_on = cp_is_letter(next) || (unsigned char)next >= 0x80 ||
                   (next && strchr("=/-:<>~@*", next) && !cp_is_space(after) && after);
    if (cp_assessment_scan(cp_str_skip(cp_cursor_text(s->c, len + 16), len), &nag))
        goes_on = false;
    if (goes_on || !s->notation ||
        cp_notation_scan(s->notation, s->g->ints, (cp_str){s->c->at, len}, &reading) != len) {
        cp_read_bad_word(s, cp_reading_word_length(s));
        return;
    }
    cp_reading_add_dialect(s, len, &reading);
}

/* (f6), not (5,4): numbers stand in parentheses wherever they are written. */
static bool needs_no_parentheses(cp_str text)
{
    return text.len > 2 && text.at[0] == '(' && text.at[text.len - 1] == ')' &&
           !memchr(text.at, ',', text.len);
}

/* (f6), a move in itself behind one whose square has no parentheses: `last` is that. */
static void tell_variation_perhaps(struct cp_reading *s, const struct cp_node *last)
{
    const struct cp_node *node = cp_builder_last(&s->b);
    bool is_bare = s->notation && cp_notation_alphabet(s->notation)->bounded && last &&
                   last->is_read && (last->move.has & CP_HAS_TO) &&
                   !memchr(last->text.at, '(', last->text.len);
    if (is_bare && node != last && node->is_read && needs_no_parentheses(node->text))
        cp_diag_report(s->d, CP_VARIATION_PERHAPS, cp_node_span(s->g, node), "%.*s",
                       CP_FMT(node->text));
}

static size_t blanks_at(struct cp_reading *s, size_t at)
{
    size_t len = 0;
    while (len < CP_NEAR && cp_is_space(cp_cursor_look(s->c, at + len)))
        len++;
    return len;
}

/* Whether more parentheses end ahead than are open. 2) is none: it is a number. */
static bool closes_more(struct cp_reading *s)
{
    size_t closing = 0, open = 0;
    bool is_number = false, is_comment = false; /* is_number: a word of digits ends here */
    (void)cp_cursor_has(s->c, FIGURE_LOOK);
    cp_str text = cp_cursor_text(s->c, FIGURE_LOOK);
    for (size_t i = 0; i < text.len && closing <= s->b.depth; i++) {
        char c = text.at[i];
        is_comment = c == '{' || (is_comment && c != '}');
        if (!is_comment && c == '[' && cp_is_line_end(text.at[i ? i - 1 : 0]))
            break;
        if (!is_comment && c == '(')
            open++;
        else if (!is_comment && c == ')' && open)
            open--;
        else if (!is_comment && c == ')' && !is_number)
            closing++;
        bool begins = i && cp_is_space(text.at[i - 1]);
        is_number = cp_is_digit(c) && (begins || is_number);
    }
    return closing > s->b.depth;
}

/* (2) f4 exf4), a variation whose first move has a number as in 2) f4: of the last move, or of
 * the one that comes. */
static bool is_numbered_variation(struct cp_reading *s, cp_str digits)
{
    uint32_t number;
    bool is_near = cp_builder_last(&s->b) && cp_number_parse(digits, CP_NUMBER_MOST, &number) &&
                   (number == (s->b.top.ply + 1) / 2 || number == s->b.top.ply / 2 + 1);
    return is_near && closes_more(s);
}

static size_t digits_at(struct cp_reading *s, size_t at)
{
    size_t len = 0;
    while (len < CP_NEAR && cp_is_digit(cp_cursor_look(s->c, at + len)))
        len++;
    return len;
}

static size_t dots_at(struct cp_reading *s, size_t at)
{
    char next = cp_cursor_look(s->c, at);
    if (next != '.' && (unsigned char)next != 0xe2)
        return 0;
    (void)cp_cursor_has(s->c, at + CP_NEAR);
    return cp_dots_scan(cp_str_skip(cp_cursor_text(s->c, at + CP_NEAR), at));
}

/* Four digits alone are a move by correspondence: (5755); (0) may be castling. */
bool cp_read_figure(struct cp_reading *s)
{
    if (*s->c->at != '(')
        return false;
    size_t first = 1 + blanks_at(s, 1), digits = digits_at(s, first), at = first + digits;
    size_t dots = dots_at(s, at);
    bool is_number = digits && digits <= 3 && cp_cursor_look(s->c, first) != '0';
    at += dots;
    at += blanks_at(s, at);
    if ((!dots && !is_number) || cp_cursor_look(s->c, at++) != ')')
        return false;
    if (!dots && is_numbered_variation(s, (cp_str){s->c->at + first, digits}))
        return false;
    cp_str text = {s->c->at, at};
    cp_reading_blame(s, CP_FIGURE_KEPT, text);
    if (cp_builder_has_room(&s->b, at, cp_reading_place(s, s->c->at, at)))
        cp_reading_add_comment(s, text, CP_BRACED);
    cp_cursor_pass(s->c, at);
    return true;
}

/* (Nc6) and (exd5) on a board that has no file nc: a move, so no square (R-NOT-9). */
static bool is_beside_board(struct cp_reading *s)
{
    const struct cp_alphabet *a = cp_reading_alphabet(s);
    if (!a || !a->bounded || !a->files || !cp_is_letter(cp_cursor_look(s->c, 1)) ||
        !cp_is_letter(cp_cursor_look(s->c, 2)))
        return false;
    cp_square_text square;
    return cp_square_scan(s->g->ints, cp_cursor_text(s->c, CP_NEAR), &square) &&
           cp_int_or(square.square.file, INT64_MAX) > a->files;
}

void cp_read_parenthesis(struct cp_reading *s)
{
    const struct cp_node *last = cp_builder_last(&s->b);
    bool castles = s->notation && cp_notation_alphabet(s->notation)->castles;
    bool is_castling = castles && cp_cursor_look(s->c, 1) == '0' &&
                       cp_cursor_look(s->c, 2) == '-' && cp_cursor_look(s->c, 3) == '0';
    bool is_double = cp_cursor_look(s->c, 1) == '('; /* no move begins with two of them */
    bool is_move = !is_double && !is_castling && !is_beside_board(s);
    if (is_move && cp_reading_try_move(s)) {
        tell_variation_perhaps(s, last);
        return;
    }
    size_t square = is_move ? square_length(s) : 0;
    if (square) {
        read_square(s, square);
    } else if (!cp_read_falls(s) && !cp_read_figure(s)) {
        cp_builder_open_variation(&s->b, cp_reading_place(s, s->c->at, 1));
        s->c->at++;
    }
}
