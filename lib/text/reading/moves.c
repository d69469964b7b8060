/* SPDX-License-Identifier: MIT */
/* moves.c -- a move in any spelling, and words that are none. */
#include "text/reading/reading.h"

#include "base/utf8.h"

enum {
    BEHIND = 16, /* bytes looked at behind a move */
    BLANKS_MOST = 8,
    PARENTHESES_MOST = 8, /* within a word, as the blanks */
    RUNS_MOST = 256       /* of digits or letters, and signs, within a move */
};

static bool is_space(char c)
{
    return cp_is_space(c);
}

static struct cp_node *add_node(struct cp_reading *s, size_t len)
{
    return cp_builder_add_move(&s->b, (cp_str){s->c->at, len}, cp_reading_place(s, s->c->at, len));
}

static void pass_move(struct cp_reading *s, size_t len)
{
    s->c->at += len;
    s->move_end = cp_cursor_offset(s->c, s->c->at);
}

static void add_clean(struct cp_reading *s, size_t len, const cp_written *move)
{
    struct cp_node *node = add_node(s, len);
    if (node) {
        node->move = *move;
        node->is_read = true;
    }
    pass_move(s, len);
}

/* e52.Nf3 on a board of eight ranks: the number of the move that comes, right behind a move. How
 * long the move is that `move` was read of, which is `len` and off the board; 0: it stays. */
static size_t before_number(struct cp_reading *s, size_t len, cp_written *move)
{
    enum { DIGITS_MOST = 3 };
    int32_t ranks = cp_reading_alphabet(s)->ranks;
    uint32_t number, comes = (s->b.top.ply + 1) / 2 + 1;
    if (ranks <= 0 || !cp_int_is_small(move->to.rank) || move->to.rank.v <= ranks)
        return 0;
    for (size_t digits = 1; digits <= DIGITS_MOST && digits < len; digits++) {
        const char *end = s->c->at + len - digits;
        if (cp_number_parse((cp_str){end, digits}, CP_NUMBER_MOST, &number) && number == comes &&
            cp_notation_scan_clean(s->notation, s->g->ints, s->c->at, end, move) == end)
            return len - digits;
    }
    return 0;
}

/* A clean move; nothing when it is none, or what follows is in doubt. */
static bool read_clean(struct cp_reading *s)
{
    cp_written move;
    (void)cp_cursor_has(s->c, CP_NEAR);
    for (;;) {
        const char *end = s->c->end;
        const char *next = cp_notation_scan_clean(s->notation, s->g->ints, s->c->at, end, &move);
        if (!next)
            return false;
        if (end - next < BEHIND && cp_cursor_fill(s->c))
            continue; /* more digits, or a mark, might have come */
        size_t len = (size_t)(next - s->c->at), short_len;
        cp_written shorter = move;
        short_len = next < end && *next == '.' ? before_number(s, len, &shorter) : 0;
        add_clean(s, short_len ? short_len : len, short_len ? &shorter : &move);
        if (short_len)
            cp_reading_blame(s, CP_BLANK_MISSING, (cp_str){s->c->at, 1});
        return true;
    }
}

/* Whether a byte goes on what the one before it began: a number, or a row of letters. */
static bool is_of_run(char before, char c)
{
    return (cp_is_digit(c) && cp_is_digit(before)) || (cp_is_letter(c) && cp_is_letter(before));
}

/* How far the word here goes: to white space or a comment; in parentheses of its
 * own, a few blanks belong to it. Never 0. No further than so many runs, which is told. */
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
        runs += !is_of_run(before, c);
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

size_t cp_reading_word_length(struct cp_reading *s)
{
    bool is_whole;
    return word_within(s, SIZE_MAX, &is_whole);
}

size_t cp_reading_near_length(struct cp_reading *s)
{
    bool is_whole;
    return word_within(s, RUNS_MOST, &is_whole);
}

/* One damage is reported once; but not among words of prose are the marks of a mail lost. */
static void blame_word(struct cp_reading *s, cp_str word, bool is_told)
{
    bool is_quote = word.at[0] == '>' && cp_cursor_is_at_column_one(s->c);
    is_told = is_quote ? s->has_quotes : is_told;
    s->has_quotes |= is_quote;
    if (is_told) {
        s->bad_run.more++;
        return;
    }
    cp_span at = cp_reading_place(s, word.at, word.len);
    cp_notation_refuse(s->notation, s->g->ints, word, at, s->d);
    cp_bad_run_begin(&s->bad_run, at, s->d);
}

/* Glyphs behind it are marks, as they are behind a move. */
void cp_read_bad_word(struct cp_reading *s, size_t len)
{
    if (cp_reading_is_binary(s)) {
        cp_reading_pass_over_binary(s);
        return;
    }
    while (len > 1 && (s->c->at[len - 1] == '!' || s->c->at[len - 1] == '?'))
        len--;
    cp_str word = {s->c->at, len};
    bool is_foreign = s->notation && cp_notation_alphabet(s->notation)->is_foreign;
    if (!is_foreign && s->bad_words++ >= CP_BAD_MOST) { /* no game: on with the next line */
        s->bad_lines++;
        cp_reading_pass_over(s, cp_is_line_end);
        return;
    }
    if (s->notation && !s->b.too_deep) {
        const struct cp_node *last = cp_builder_last(&s->b);
        if (!cp_utf8_is_text(word))
            cp_reading_blame(s, CP_BAD_BYTES, word);
        else if (!is_foreign)
            blame_word(s, word, last && last->is_bad);
        struct cp_node *node = add_node(s, len);
        if (node)
            node->is_bad = !is_foreign;
    }
    pass_move(s, len);
}

void cp_reading_add_dialect(struct cp_reading *s, size_t len, const struct cp_scanned *reading)
{
    cp_str text = {s->c->at, len};
    bool is_foreign = cp_notation_alphabet(s->notation)->is_foreign;
    bool is_good = !is_foreign && cp_scanned_report(s->notation, s->g->ints, reading, text,
                                                    cp_reading_place(s, text.at, len), s->d);
    struct cp_node *node = add_node(s, len);
    if (node) {
        node->move = reading->move;
        node->is_read = is_good;
        node->is_bad = !is_good && !is_foreign;
    }
    pass_move(s, len);
}

/* A number right behind a move in parentheses is told. */
static bool read_dialect(struct cp_reading *s, size_t word)
{
    struct cp_scanned reading;
    cp_str text = {NULL, cp_cursor_line(s->c, word + CP_NEAR)};
    text.at = s->c->at;
    size_t len = cp_notation_scan(s->notation, s->g->ints, text, &reading);
    if (!len)
        return false;
    cp_reading_add_dialect(s, len, &reading);
    if (cp_is_digit(cp_cursor_look(s->c, 0)))
        cp_reading_blame(s, CP_BLANK_MISSING, (cp_str){s->c->at, 1});
    return true;
}

/* A clean move with a result right behind it, (4,4)* or Nf3 1-0 without the blank:
 * the move ends where the result begins. */
static bool read_before_result(struct cp_reading *s, size_t word)
{
    static const size_t lengths[] = {1, 3, 7}; /* of * and 1-0 and 1/2-1/2 */
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        cp_written move;
        cp_str result;
        if (word <= lengths[i])
            return false;
        const char *end = s->c->at + word - lengths[i];
        if (cp_result_scan((cp_str){end, lengths[i]}, &result, NULL) != lengths[i] ||
            cp_notation_scan_clean(s->notation, s->g->ints, s->c->at, end, &move) != end)
            continue;
        size_t len = (size_t)(end - s->c->at);
        add_clean(s, len, &move);
        return true;
    }
    return false;
}

/* Nf3Nc6, O-OO-O: two half-moves without a blank. (e4e5 may be one move; the rules part it if
 * it is not.) */
static bool read_glued(struct cp_reading *s, size_t word)
{
    cp_written halves[2];
    cp_str text = {s->c->at, word};
    while (text.len && (text.at[text.len - 1] == '!' || text.at[text.len - 1] == '?'))
        text.len--;
    size_t cut = cp_notation_cut(s->notation, text, halves);
    if (!cut)
        return false;
    cp_str second = cp_str_skip(text, cut);
    cp_diag_report(s->d, CP_HALF_MOVES_GLUED, cp_reading_place(s, text.at, text.len),
                   "\"%.*s\" read as %.*s %.*s", CP_FMT(text), (int)cut, text.at, CP_FMT(second));
    for (int i = 0; i < 2; i++)
        add_clean(s, i ? second.len : cut, &halves[i]);
    return true;
}

bool cp_reading_try_move(struct cp_reading *s)
{
    if (s->notation && read_clean(s))
        return true;
    bool is_whole;
    size_t word = word_within(s, RUNS_MOST, &is_whole);
    if (word >= CP_TOKEN_MOST) {
        cp_diag_report(s->d, CP_TOKEN_TOO_LONG, cp_reading_place(s, s->c->at, 1), "%s", "");
        cp_reading_pass_over(s, is_space);
        return true;
    }
    if (!s->notation) {
        cp_square_text square;
        size_t len = cp_square_scan(s->g->ints, cp_cursor_text(s->c, word), &square);
        s->c->at += len;
        return len > 0;
    }
    /* a number of many digits may not have been at hand before */
    return (word > CP_NEAR && read_clean(s)) || (is_whole && read_before_result(s, word)) ||
           read_dialect(s, word) || (is_whole && read_glued(s, word));
}

void cp_read_move(struct cp_reading *s)
{
    if (!cp_reading_try_move(s))
        cp_read_bad_word(s, cp_reading_word_length(s));
}
