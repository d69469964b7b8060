/* SPDX-License-Identifier: MIT */
/* numbers.c -- numbers of moves, and the dots behind them. */
#include "text/reading/reading.h"

#include <inttypes.h>

/* e4e5 may be two moves: the board decides, once all is read. */
static bool is_in_doubt(const struct cp_line *line)
{
    const struct cp_node *node = line->first;
    while (node && !cp_node_may_be_two(node))
        node = node->next;
    return node;
}

/* Of the game, or the line; looked for until one was found. */
static bool may_be_parted(struct cp_reading *s)
{
    if (!s->has_doubt)
        s->has_doubt = is_in_doubt(&s->g->moves) || is_in_doubt(s->b.top.line);
    return s->has_doubt;
}

void cp_blame_number(struct cp_diags *d, cp_span at, cp_str digits, bool is_blacks, uint32_t ply)
{
    const char *whose = ply % 2 ? "Black's move" : is_blacks ? "White's move" : "move";
    cp_diag_report(d, CP_MOVE_NUMBER_WRONG, at, "\"%.*s%s\" stands where %s %" PRIu32 " comes",
                   CP_FMT(digits), is_blacks ? "..." : "", whose, ply / 2 + 1);
    if (at.col == 1 && ply && cp_str_is(digits, "1"))
        cp_diag_also(d, (cp_span){0},
                     "if another game begins here, end the one before with its result, or *");
}

/* Whether it is wrong is seen once words that are two are parted. */
static void keep_number(struct cp_reading *s, cp_str digits, bool is_blacks)
{
    struct cp_game *g = s->g;
    if (s->b.depth)
        return;
    cp_span at = cp_reading_place(s, digits.at, digits.len);
    struct cp_number *number = cp_arena_take(g->arena, sizeof *number);
    uint32_t ply = s->b.top.ply;
    *number = (struct cp_number){NULL, digits, is_blacks, at.line, at.col, ply, ply - s->first_ply};
    *(g->numbers ? &g->last_number->next : &g->numbers) = number;
    g->last_number = number;
}

/* Told once a game, and not behind words that are no moves. A game that begins elsewhere may
 * begin with any number. */
static void check_number(struct cp_reading *s, cp_str digits, bool is_blacks)
{
    uint32_t number, ply = s->b.top.ply;
    if (!cp_number_parse(digits, CP_NUMBER_MOST, &number))
        return;
    s->number = number;
    if (s->is_number_told || s->bad_words || s->b.too_deep || s->b.is_full)
        return;
    if (!s->g->moves.first && s->g->start.len && number)
        s->first_ply = s->b.top.ply = ply = ply % 2 + (number - 1) * 2;
    if (cp_is_number_of(number, is_blacks, ply))
        return;
    if (s->notation && may_be_parted(s)) {
        keep_number(s, digits, is_blacks);
        return;
    }
    s->is_number_told = true;
    if (s->notation || !s->is_alphabet_known)
        cp_blame_number(s->d, cp_reading_place(s, digits.at, digits.len), digits, is_blacks, ply);
}

/* Of `digits` bytes, and what stands behind them. */
static void note_number(struct cp_reading *s, size_t digits, size_t len, bool is_unusual)
{
    bool is_blacks = len > digits + 1; /* dots */
    if (is_blacks && !s->is_alphabet_known) {
        s->early = (cp_str){s->c->at, digits};
        s->early_at = cp_reading_place(s, s->c->at, digits);
        is_blacks = false;
    }
    if (is_unusual && s->notation)
        cp_reading_blame(s, CP_MOVE_NUMBER_UNUSUAL, (cp_str){s->c->at, len});
    if (!s->g->moves.first)
        s->number_at = cp_reading_place(s, s->c->at, digits);
    check_number(s, (cp_str){s->c->at, digits}, is_blacks);
    s->b.top.is_new_move = true;
    s->c->at += len;
}

/* 5254 as in ICCF's notation: two squares of an 8x8 board. */
static bool is_like_squares(cp_str digits)
{
    size_t at = 0;
    while (at < digits.len && digits.at[at] >= '1' && digits.at[at] <= '8')
        at++;
    return at == 4 && digits.len == 4;
}

/* Whether digits without a dot are the number of the move that comes, or of the one before. Where
 * numbers went wrong, or a game begins elsewhere, they need only go on. */
static bool is_move_number(struct cp_reading *s, cp_str digits)
{
    uint32_t number, ply = s->b.top.ply, comes = ply / 2 + 1;
    if (!s->notation || s->b.too_deep || s->b.is_full)
        return true;
    if (!cp_number_parse(digits, CP_NUMBER_MOST, &number))
        return false;
    if (number == comes || number == s->number || (number && number == (ply + 1) / 2))
        return number > 0;
    if (!s->g->moves.first && s->g->start.len && !s->number)
        return number && !is_like_squares(digits);
    uint32_t highest = s->number > comes ? s->number : comes;
    return number && number <= highest + 1 &&
           (s->bad_words || s->is_number_told || may_be_parted(s));
}

static void read_bare_number(struct cp_reading *s, size_t len)
{
    cp_str digits = {s->c->at, len};
    if (is_move_number(s, digits)) {
        note_number(s, len, len, false);
        return;
    }
    const struct cp_node *last = cp_builder_last(&s->b);
    bool is_told = !cp_notation_alphabet(s->notation)->is_foreign && !(last && last->is_bad);
    bool is_hinted = is_told && s->bad_words < CP_BAD_MOST && is_like_squares(digits);
    cp_read_bad_word(s, len);
    if (is_hinted)
        cp_diag_also(s->d, (cp_span){0},
                     "squares in numbers alone, as in games by correspondence, are not read");
}

static size_t digits_ahead(struct cp_reading *s)
{
    size_t len = 0;
    while (len < 20 && cp_is_digit(cp_cursor_look(s->c, len)))
        len++;
    return len;
}

bool cp_read_dotted_number(struct cp_reading *s)
{
    size_t len = digits_ahead(s), dots = 0;
    char next = cp_cursor_look(s->c, len);
    if (len && (next == '.' || (unsigned char)next == 0xe2)) {
        (void)cp_cursor_has(s->c, len + 16);
        dots = cp_dots_scan(cp_str_skip(cp_cursor_text(s->c, len + 16), len));
    }
    if (dots)
        note_number(s, len, len + dots, false);
    return dots > 0;
}

/* 00 and 000, as people write castling: no move has such a number. */
static bool is_castling_of_zeros(struct cp_reading *s, size_t len)
{
    return s->notation && cp_notation_alphabet(s->notation)->castles && (len == 2 || len == 3) &&
           memcmp(s->c->at, "000", len) == 0;
}

/* 0.5-0.5, which is no number. */
static bool read_points(struct cp_reading *s)
{
    char c = *s->c->at;
    if (c != '0' || !s->notation || !strchr(".,", cp_cursor_look(s->c, 1)))
        return false;
    size_t len = cp_reading_word_length(s);
    if (!cp_result_meant((cp_str){s->c->at, len}).len)
        return false;
    cp_read_bad_word(s, len);
    return true;
}

void cp_read_number(struct cp_reading *s)
{
    if (read_points(s) || cp_read_dotted_number(s))
        return;
    size_t len = digits_ahead(s);
    if (is_castling_of_zeros(s, len)) {
        cp_read_move(s);
        return;
    }
    char next = cp_cursor_look(s->c, len), after = cp_cursor_look(s->c, len + 1);
    bool is_behind_open =
        s->b.depth && !s->b.top.line->first && s->g->moves.first; /* (2) f4 exf4); not ( 5755) */
    if (next == ')' &&
        (!s->b.depth || (is_behind_open && is_move_number(s, (cp_str){s->c->at, len}))))
        note_number(s, len, len + 1, false);
    else if (next == ':' && (cp_is_space(after) || !after))
        note_number(s, len, len + 1, true);
    else if (next == '\0' || next == ')' || cp_is_space(next))
        read_bare_number(s, len);
    else
        cp_read_move(s);
}

void cp_read_dots(struct cp_reading *s)
{
    (void)cp_cursor_has(s->c, 16);
    cp_str dots = cp_cursor_text(s->c, 16);
    dots.len = cp_dots_scan(dots);
    bool joins = cp_cursor_offset(s->c, s->c->at) == s->move_end;
    bool is_blacks = dots.len > 1 && s->b.top.ply % 2 == 0 && !s->is_number_told && !s->bad_words;
    if (joins && s->notation)
        cp_reading_blame(s, CP_HALF_MOVES_JOINED, dots);
    else if (is_blacks && s->notation && !may_be_parted(s)) {
        s->is_number_told = true;
        cp_diag_report(s->d, CP_MOVE_NUMBER_WRONG, cp_reading_place(s, dots.at, dots.len),
                       "\"%.*s\" stands where White's move %" PRIu32 " comes", CP_FMT(dots),
                       s->b.top.ply / 2 + 1);
    }
    s->c->at += dots.len;
}
