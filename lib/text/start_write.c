/* SPDX-License-Identifier: MIT */
#include "text/start.h"

static void format_men(const struct cp_ints *ints, struct cp_buf *out, const struct cp_alphabet *a,
                       const struct cp_start *start, enum cp_side side, enum cp_spelling spelling)
{
    cp_buf_puts(out, side == CP_WHITE ? "w:" : "; b:");
    const char *before = " ";
    for (uint32_t i = 0; i < start->count; i++) {
        const cp_man *man = &start->men[i];
        if (man->side != side)
            continue;
        cp_str letter = a->pieces[man->kind].letter;
        cp_buf_puts(out, before);
        cp_buf_put(out, letter);
        if (letter.len)
            cp_buf_putc(out, ' ');
        cp_square_format(ints, out, man->square, spelling);
        before = ", ";
    }
}

static void format_moved(const struct cp_ints *ints, struct cp_buf *out,
                         const struct cp_start *start, enum cp_spelling spelling)
{
    const char *before = "; moved ";
    for (uint32_t i = 0; i < start->count; i++) {
        if (!start->men[i].moved)
            continue;
        cp_buf_puts(out, before);
        cp_square_format(ints, out, start->men[i].square, spelling);
        before = " ";
    }
}

static void format_befores(const struct cp_ints *ints, struct cp_buf *out,
                           const struct cp_start *start, enum cp_spelling spelling)
{
    const char *before = "; before ";
    for (uint32_t i = 0; i < start->before_count; i++) {
        cp_buf_puts(out, before);
        cp_square_format(ints, out, start->befores[i].now, spelling);
        cp_buf_putc(out, '<');
        cp_square_format(ints, out, start->befores[i].then, spelling);
        before = " ";
    }
}

void cp_start_format(const struct cp_ints *ints, struct cp_buf *out, const struct cp_alphabet *a,
                     const struct cp_start *start, enum cp_spelling spelling)
{
    format_men(ints, out, a, start, CP_WHITE, spelling);
    format_men(ints, out, a, start, CP_BLACK, spelling);
    if (start->turn == CP_BLACK)
        cp_buf_puts(out, "; turn b");
    format_moved(ints, out, start, spelling);
    if (start->has_en_passant) {
        cp_buf_puts(out, "; ep ");
        cp_square_format(ints, out, start->en_passant, spelling);
    }
    if (start->castling.len) {
        cp_buf_puts(out, "; castle ");
        cp_buf_put(out, start->castling);
    }
    format_befores(ints, out, start, spelling);
}
