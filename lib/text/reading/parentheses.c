/* SPDX-License-Identifier: MIT */
/* parentheses.c -- what a parenthesis is: a move, a square, falls, or a variation (R-NOT-9). */
#include "text/reading/reading.h"

#include "text/tags.h"

enum { FALLS_LOOK = 4096 }; /* bytes of a parenthesis with more blanks than a word has */

/* Whether a parenthesis of them stood here. */
static bool read_falls(struct cp_reading *s)
{
    const struct cp_alphabet *a = cp_reading_alphabet(s);
    cp_str text = cp_cursor_text(s->c, cp_reading_word_length(s, NULL));
    size_t len = cp_falls_scan(s->g->ints, a, text);
    if (!len) {
        text = cp_cursor_ahead(s->c, 0, FALLS_LOOK);
        len = cp_falls_scan(s->g->ints, a, text);
    }
    if (!len)
        return false;
    text.len = len;
    bool may_have_falls = !a || a->has_falls || /* by its variant, or rules of its own */
                          cp_field_find(s->g->rules, CP_STR("trapdoor")) ||
                          cp_tag_is_in(s->g, CP_STR("Trapdoor"));
    if (!may_have_falls) { /* (e4:e5) alone is a slip where pieces fall, else a variation */
        cp_fall_text first, next;
        size_t at = cp_fall_scan(s->g->ints, a, text, 1, &first);
        if (!first.is_even && !cp_fall_scan(s->g->ints, a, text, at, &next))
            return false;
    }
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

/* ---- parentheses ---- */

/* (5,4)_ and (5,4)=Z: a square is a move, and what stands behind it is something else;
 * or it goes on with the move, and then both are no move (R-NOT-9). */
static void read_square(struct cp_reading *s, size_t len)
{
    struct cp_found found = {.len = len};
    char next = cp_cursor_look(s->c, len), after = cp_cursor_look(s->c, len + 1);
    bool goes_on = cp_is_letter(next) || (unsigned char)next >= 0x80 ||
                   (next && strchr("=/-:<>~@*", next) && !cp_is_space(after) && after);
    if (cp_assessment_scan(cp_str_skip(cp_cursor_text(s->c, len + 16), len), &found.nag))
        goes_on = false;
    cp_str square = {s->c->at, len};
    if (goes_on || !s->notation ||
        cp_notation_scan(s->notation, s->g->ints, square, &found.move) != len)
        cp_read_bad_word(s, 0);
    else
        cp_reading_put_odd_move(s, &found);
}

/* (3... and (3. Nf3: no square, whose dot for a comma has a number behind it. */
static bool is_move_number(struct cp_reading *s)
{
    size_t dot = cp_cursor_digits_end(s->c, 1, CP_NEAR);
    char behind = cp_cursor_look(s->c, cp_cursor_space_end(s->c, dot + 1, CP_NEAR));
    return dot > 1 && cp_cursor_look(s->c, dot) == '.' && (behind == '.' || cp_is_letter(behind));
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
    bool castles = s->notation && cp_notation_alphabet(s->notation)->castles;
    bool is_castling = castles && cp_cursor_look(s->c, 1) == '0' &&
                       cp_cursor_look(s->c, 2) == '-' && cp_cursor_look(s->c, 3) == '0';
    bool is_double = cp_cursor_look(s->c, 1) == '('; /* no move begins with two of them */
    bool is_move = !is_double && !is_castling && !is_move_number(s) && !is_beside_board(s);
    if (is_move && cp_reading_try_move(s))
        return;
    cp_square_text ignored;
    cp_str line = cp_cursor_line(s->c, cp_reading_word_length(s, NULL) + CP_NEAR);
    size_t square = is_move ? cp_square_scan(s->g->ints, line, &ignored) : 0;
    if (square) {
        read_square(s, square);
    } else if (!read_falls(s) && !cp_read_said_result(s) && !cp_drop_remark(s)) {
        cp_builder_open_variation(&s->b, cp_reading_place(s, s->c->at, 1));
        s->c->at++;
    }
}
