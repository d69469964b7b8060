/* SPDX-License-Identifier: MIT */
/* moves.c -- what a game is made of but for its parentheses: moves, numbers, marks, the result. */
#include "text/builder.h"
#include "text/reading/reading.h"

#include "base/scan.h"
#include "base/utf8.h"

#include <inttypes.h>

enum {
    BEHIND = 16, /* bytes looked at behind a move */
    BLANKS_MOST = 8,
    PARENTHESES_MOST = 8, /* within a word, as the blanks */
    RUNS_MOST = 256       /* of digits or letters, and signs, within a move */
};

/* ---- moves ---- */

struct cp_node *cp_reading_put_move(struct cp_reading *s, size_t len, const cp_written *move)
{
    cp_str text = {s->c->at, len};
    struct cp_node *node = cp_builder_add_move(&s->b, text, cp_reading_place(s, text.at, len));
    if (node && move) {
        node->move = *move;
        node->is_read = true;
    }
    s->c->at += len;
    s->move_end = cp_cursor_offset(s->c, s->c->at);
    return node;
}

/* A clean move; nothing when it is none, or what follows is in doubt. */
static bool read_clean(struct cp_reading *s)
{
    cp_written move;
    if (cp_cursor_text(s->c, CP_NEAR).len < CP_NEAR)
        (void)cp_cursor_ahead(s->c, 0, CP_NEAR);
    for (;;) {
        const char *end = s->c->end;
        const char *next = cp_notation_scan_clean(s->notation, s->g->ints, s->c->at, end, &move);
        if (!next)
            return false;
        size_t left = (size_t)(end - next), len = (size_t)(next - s->c->at);
        if (left < BEHIND) {
            (void)cp_cursor_ahead(s->c, len, BEHIND);
            if ((size_t)(s->c->end - s->c->at) > len + left)
                continue; /* more digits, or a mark, might have come */
        }
        (void)cp_reading_put_move(s, (size_t)(next - s->c->at), &move);
        return true;
    }
}

/* No further than so many runs. */
static size_t word_within(struct cp_reading *s, size_t runs_most, bool *is_whole)
{
    size_t len = 0, outside = 0, runs = 0;
    unsigned open = 0, blanks = 0;
    char before = '\0';
    *is_whole = true;
    for (;; len++) {
        char c = cp_cursor_look(s->c, len);
        bool is_end = len >= (size_t)(s->c->end - s->c->at) || cp_is_line_end(c);
        if (is_end || len >= CP_TOKEN_MOST ||
            (!open && (cp_is_space(c) || (c && strchr("{;)$", c)))))
            break;
        runs +=
            !(cp_is_digit(c) && cp_is_digit(before)) && !(cp_is_letter(c) && cp_is_letter(before));
        if (runs > runs_most) {
            *is_whole = false;
            return len;
        }
        before = c;
        if (cp_is_space(c) && outside == 0)
            outside = len;
        if (cp_is_space(c) && ++blanks > BLANKS_MOST)
            break;
        open += c == '(';
        open -= c == ')';
        if (open > PARENTHESES_MOST)
            break;
    }
    if (open && outside)
        len = outside;
    return len ? len : 1;
}

size_t cp_reading_word_length(struct cp_reading *s, bool *is_whole)
{
    bool ignored;
    return word_within(s, RUNS_MOST, is_whole ? is_whole : &ignored);
}

/* ed and exd, as old books and letters write what a pawn takes, on a board of so many files. */
static bool is_short_capture(cp_str word, int32_t files)
{
    bool is_short = word.len == 2 || (word.len == 3 && word.at[1] == 'x');
    int from = word.at[0] - 'a', to = word.at[word.len - 1] - 'a';
    return is_short && from >= 0 && from < files && to >= 0 && to < files &&
           (to - from == 1 || from - to == 1);
}

/* Glyphs behind it are marks, as they are behind a move. */
void cp_read_bad_word(struct cp_reading *s, size_t len)
{
    bool ignored, is_foreign = s->notation && cp_notation_alphabet(s->notation)->is_foreign;
    if (cp_reading_is_binary(s)) {
        cp_reading_pass_over_binary(s);
        return;
    }
    len = len ? len : word_within(s, SIZE_MAX, &ignored);
    while (len > 1 && (s->c->at[len - 1] == '!' || s->c->at[len - 1] == '?'))
        len--;
    if (s->input->takes_moves_alone) {
        cp_drop_word(s, len);
        return;
    }
    if (!is_foreign && s->bad_words++ >= CP_BAD_MOST) { /* no game: on with the next line */
        s->bad_lines++;
        cp_reading_pass_over(s, CP_LINE_ENDS);
        return;
    }
    if (s->notation && !s->b.too_deep) {
        const struct cp_node *last = cp_builder_last(&s->b);
        cp_str word = {s->c->at, len};
        cp_span at = cp_reading_place(s, word.at, word.len);
        if (!cp_utf8_is_text(word))
            cp_reading_blame(s, CP_BAD_BYTES, word);
        else if (!is_foreign && last && last->is_bad)
            s->bad_run.more++; /* one damage is reported once */
        else if (!is_foreign) {
            cp_notation_refuse(s->notation, word, at, s->d);
            bool is_word = len > 1 && cp_letters_end(word, 0) == len;
            if (is_word && s->san &&
                is_short_capture(word, cp_notation_alphabet(s->notation)->files))
                cp_diag_also(s->d, (cp_span){0},
                             "what a pawn takes is written with its rank: exd5");
            else if (is_word)
                cp_diag_also(s->d, (cp_span){0}, "words beside moves stand in braces: {%.*s}",
                             cp_str_shown(word), word.at);
            cp_bad_run_begin(&s->bad_run, at, s->d);
        }
        struct cp_node *node = cp_reading_put_move(s, len, NULL);
        if (node)
            node->is_bad = !is_foreign;
    } else {
        s->c->at += len;
        s->move_end = cp_cursor_offset(s->c, s->c->at);
    }
}

/* A clean move with a result right behind it, (4,4)* or Nf3 1-0 without the blank:
 * the move ends where the result begins. */
static bool read_before_result(struct cp_reading *s, size_t word)
{
    static const size_t lengths[] = {1, 3, 7}; /* of * and 1-0 and 1/2-1/2 */
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths && word > lengths[i]; i++) {
        cp_written move;
        cp_str result;
        const char *end = s->c->at + word - lengths[i];
        if (cp_result_scan((cp_str){end, lengths[i]}, &result, NULL) == lengths[i] &&
            cp_notation_scan_clean(s->notation, s->g->ints, s->c->at, end, &move) == end) {
            (void)cp_reading_put_move(s, word - lengths[i], &move);
            return true;
        }
    }
    return false;
}

bool cp_reading_try_move(struct cp_reading *s)
{
    struct cp_found found;
    if (s->notation && read_clean(s))
        return true;
    found.word = cp_reading_word_length(s, &found.is_whole);
    if (found.word >= CP_TOKEN_MOST) {
        cp_diag_report(s->d, CP_TOKEN_TOO_LONG, cp_reading_place(s, s->c->at, 1), "%s", "");
        cp_reading_pass_over(s, " \t\n\v\f\r");
        return true;
    }
    if (s->notation) /* a number of many digits may not have been at hand before */
        return (found.word > CP_NEAR && read_clean(s)) ||
               (found.is_whole && read_before_result(s, found.word)) ||
               cp_reading_mend(s, cp_menders_of_text, &found);
    cp_square_text square;
    size_t len = cp_square_scan(s->g->ints, cp_cursor_text(s->c, found.word), &square);
    s->c->at += len;
    return len > 0 || cp_reading_mend(s, cp_menders_of_text, &found);
}

/* ---- numbers ---- */

/* A wrong one is told once a game, and not behind words that are no moves. A game that begins
 * elsewhere may begin with any number. */
void cp_reading_put_number(struct cp_reading *s, size_t digits, size_t len)
{
    bool is_blacks = len > digits + 1; /* dots */
    cp_str text = {s->c->at, digits};
    uint32_t number, ply = s->b.top.ply;
    cp_span at = cp_reading_place(s, text.at, digits);
    s->b.top.is_new_move = true;
    s->c->at += len;
    if (is_blacks && !s->is_alphabet_known) {
        s->early = text;
        s->early_at = at;
        is_blacks = false;
    }
    if (!cp_number_parse(text, CP_NUMBER_MOST, &number))
        return;
    s->number = number;
    if (s->is_number_told || s->bad_words || s->b.too_deep || s->b.is_full)
        return;
    if (!s->g->moves.first && s->g->start.len && number)
        s->first_ply = s->b.top.ply = ply = ply % 2 + (number - 1) * 2;
    if (cp_is_number_of(number, is_blacks, ply))
        return;
    s->is_number_told = true;
    if (s->notation || !s->is_alphabet_known)
        cp_blame_number(s->d, at, text, is_blacks, ply);
}

/* Whether digits without a dot are the number of the move that comes, or of the one before. Where
 * numbers went wrong, or a game begins elsewhere, they need only go on. */
static bool is_move_number(struct cp_reading *s, cp_str digits)
{
    uint32_t number, ply = s->b.top.ply, comes = ply / 2 + 1;
    if (!s->notation || s->b.too_deep || s->b.is_full)
        return true;
    if (!cp_number_parse(digits, CP_NUMBER_MOST, &number) || !number)
        return false;
    if (number == comes || number == s->number || number == (ply + 1) / 2)
        return true;
    if (!s->g->moves.first && s->g->start.len && !s->number)
        return true;
    uint32_t highest = s->number > comes ? s->number : comes;
    return number <= highest + 1 && (s->bad_words || s->is_number_told);
}

bool cp_read_dotted_number(struct cp_reading *s)
{
    size_t len = cp_cursor_digits_end(s->c, 0, CP_DIGITS_MOST), dots = 0;
    char next = cp_cursor_look(s->c, len);
    if (len && (next == '.' || (unsigned char)next == 0xe2))
        dots = cp_dots_scan(cp_cursor_ahead(s->c, len, 16));
    if (dots == 1 && cp_is_digit(cp_cursor_look(s->c, len + 1))) { /* 12.10.2017 is a word */
        size_t month = cp_cursor_digits_end(s->c, len + 1, len + CP_DIGITS_MOST);
        if (cp_cursor_look(s->c, month) == '.' && cp_is_digit(cp_cursor_look(s->c, month + 1)))
            return false;
    }
    if (dots)
        cp_reading_put_number(s, len, len + dots);
    return dots > 0;
}

/* 1. 1... 1) or a number alone; whatever else begins with a digit is a move. */
static bool read_number(struct cp_reading *s)
{
    if (cp_read_dotted_number(s))
        return true;
    size_t len = cp_cursor_digits_end(s->c, 0, CP_DIGITS_MOST);
    char next = cp_cursor_look(s->c, len);
    bool is_alone = next == '\0' || next == ')' || cp_is_space(next);
    if (next == ')' && !s->b.depth)
        cp_reading_put_number(s, len, len + 1);
    else if (is_alone && is_move_number(s, (cp_str){s->c->at, len}))
        cp_reading_put_number(s, len, len);
    else
        return false;
    return true;
}

/* Dots say "Black's"; right behind a move they are something else. */
static bool read_dots(struct cp_reading *s)
{
    cp_str dots = cp_cursor_ahead(s->c, 0, 16);
    dots.len = cp_dots_scan(dots);
    if (!dots.len || (s->notation && cp_cursor_offset(s->c, s->c->at) == s->move_end))
        return false;
    bool is_blacks = dots.len > 1 && s->b.top.ply % 2 == 0 && !s->is_number_told && !s->bad_words;
    if (is_blacks && s->notation) {
        s->is_number_told = true;
        cp_diag_report(s->d, CP_MOVE_NUMBER_WRONG, cp_reading_place(s, dots.at, dots.len),
                       "\"%.*s\" stands where White's move %" PRIu32 " comes", CP_FMT(dots),
                       s->b.top.ply / 2 + 1);
    }
    s->c->at += dots.len;
    return true;
}

/* ---- marks ---- */

void cp_reading_put_nag(struct cp_reading *s, uint32_t nag, size_t len)
{
    struct cp_node *last = cp_builder_last(&s->b);
    if (last && !s->b.is_full)
        cp_node_add_nag(s->g, last, nag);
    else if (!last && s->notation && !s->input->takes_moves_alone)
        cp_reading_blame(s, CP_BEFORE_ANY_MOVE, (cp_str){s->c->at, len});
    s->c->at += len;
}

static void read_nag(struct cp_reading *s)
{
    enum { DIGITS_MOST = 10 };
    uint32_t nag;
    size_t len = cp_cursor_digits_end(s->c, 1, DIGITS_MOST + 1);
    bool is_whole = !cp_is_digit(cp_cursor_look(s->c, len));
    if (is_whole && cp_number_parse((cp_str){s->c->at + 1, len - 1}, UINT32_MAX, &nag)) {
        cp_reading_put_nag(s, nag, len);
        return;
    }
    cp_reading_blame(s, CP_BAD_NAG, (cp_str){s->c->at, len});
    s->c->at += len;
    while (cp_is_digit(cp_cursor_look(s->c, 0)))
        s->c->at++;
}

/* ---- the result ---- */

/* A result ends the game, however many variations are open, unless a parenthesis follows: then it
 * stood in a variation. */
static bool read_result(struct cp_reading *s, bool *is_over)
{
    cp_str result;
    bool is_odd;
    size_t len = cp_result_scan(cp_cursor_ahead(s->c, 0, 16), &result, &is_odd);
    if (!len)
        return false;
    *is_over = !s->b.depth || cp_cursor_look(s->c, cp_cursor_space_end(s->c, len, CP_NEAR)) != ')';
    cp_span at = cp_reading_place(s, s->c->at, len);
    if (is_odd)
        cp_diag_report(s->d, CP_RESULT_UNUSUAL, at, "\"%.*s\" read as %.*s", (int)len, s->c->at,
                       CP_FMT(result));
    if (*is_over) {
        s->g->result = result;
        s->g->result_line = at.line;
        s->g->result_col = at.col;
    } else {
        cp_diag_report(s->d, CP_RESULT_UNUSUAL, at, "%.*s in a variation is left out", (int)len,
                       s->c->at);
    }
    s->c->at += len;
    return true;
}

bool cp_read_other_result(struct cp_reading *s)
{
    cp_str result;
    size_t len = cp_result_scan(cp_cursor_ahead(s->c, 0, 16), &result, NULL);
    if (!len)
        return false;
    bool is_same = cp_str_equal(result, s->g->result);
    cp_span first = {.file = s->g->file, .line = s->g->result_line, .col = s->g->result_col};
    cp_diag_report(
        s->d, is_same ? CP_RESULT_UNUSUAL : CP_RESULT_SPLIT, cp_reading_place(s, s->c->at, len),
        is_same ? "%.*s is given twice" : "%.*s and %.*s", CP_FMT(s->g->result), CP_FMT(result));
    cp_diag_also(s->d, first, "the first");
    s->c->at += len;
    return true;
}

/* ---- one token ---- */

bool cp_read_movetext(struct cp_reading *s)
{
    bool is_over = false, is_read = false;
    uint32_t nag;
    size_t glyph;
    char c = *s->c->at;
    switch (c) {
    case '(':
        cp_read_parenthesis(s);
        return true;
    case ')':
        if (s->input->takes_moves_alone && !s->b.depth) {
            cp_drop_word(s, 1);
            return true;
        }
        cp_builder_close_variation(&s->b, cp_reading_place(s, s->c->at, 1));
        s->c->at++;
        return true;
    case '$':
        read_nag(s);
        return true;
    case '#':
        is_read = cp_read_late_mark(s);
        break;
    case '!':
    case '?':
        glyph = cp_glyph_scan(cp_cursor_ahead(s->c, 0, 2), &nag);
        cp_reading_put_nag(s, nag, glyph);
        return true;
    default:
        is_read =
            !cp_is_letter(c) && (((c == '.' || (unsigned char)c == 0xe2) && read_dots(s)) ||
                                 read_result(s, &is_over) || (cp_is_digit(c) && read_number(s)));
    }
    if (!is_read && !cp_reading_try_move(s))
        cp_read_bad_word(s, 0);
    return !is_over;
}
