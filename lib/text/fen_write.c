/* SPDX-License-Identifier: MIT */
#include "text/fen.h"

bool cp_fen_can(const struct cp_alphabet *a)
{
    bool can = a->ranks && a->files <= 26;
    for (uint32_t k = 0; k < a->count; k++)
        can &= cp_alphabet_letter(a, (uint8_t)k).len == 1;
    return can;
}

static bool is_inside(const struct cp_alphabet *a, cp_square square)
{
    int64_t file = cp_int_or(square.file, 0), rank = cp_int_or(square.rank, 0);
    return file >= 1 && file <= a->files && rank >= 1 && rank <= a->ranks;
}

bool cp_fen_holds(const struct cp_alphabet *a, const struct cp_start *start)
{
    bool holds = !start->has_en_passant || is_inside(a, start->en_passant);
    for (uint32_t i = 0; i < start->count; i++)
        holds &= is_inside(a, start->men[i].square);
    for (uint32_t i = 0; i < start->before_count; i++)
        holds &= is_inside(a, start->befores[i].now) && is_inside(a, start->befores[i].then);
    return holds;
}

static void put_square(struct cp_buf *out, cp_square square)
{
    cp_buf_putc(out, (char)('a' + cp_int_or(square.file, 1) - 1));
    cp_buf_put_int(out, cp_int_or(square.rank, 1));
}

static const cp_man *man_on(const struct cp_start *start, int32_t file, int32_t rank)
{
    for (uint32_t i = 0; i < start->count; i++)
        if (cp_square_equal(start->men[i].square, (cp_square){CP_INT(file), CP_INT(rank)}))
            return &start->men[i];
    return NULL;
}

static void format_rank(struct cp_buf *out, const struct cp_alphabet *a,
                        const struct cp_start *start, int32_t rank)
{
    int32_t empty = 0;
    for (int32_t file = 1; file <= a->files; file++) {
        const cp_man *man = man_on(start, file, rank);
        empty += !man;
        if (empty && (man || file == a->files)) {
            cp_buf_put_int(out, empty);
            empty = 0;
        }
        if (!man)
            continue;
        char c = cp_alphabet_letter(a, man->kind).at[0];
        cp_buf_putc(out, man->side == CP_BLACK ? cp_lower(c) : c);
    }
}

static void format_befores(struct cp_buf *out, const struct cp_start *start)
{
    for (uint32_t i = 0; i < start->before_count; i++) {
        cp_buf_puts(out, i ? "," : "");
        put_square(out, start->befores[i].now);
        cp_buf_putc(out, '<');
        put_square(out, start->befores[i].then);
    }
    if (!start->before_count)
        cp_buf_putc(out, '-');
}

static void format_rights(struct cp_buf *out, const struct cp_start *start)
{
    cp_buf_put(out, start->castling.len ? start->castling : CP_STR("-"));
    cp_buf_putc(out, ' ');
    if (start->has_en_passant)
        put_square(out, start->en_passant);
    else
        cp_buf_putc(out, '-');
}

void cp_fen_format(struct cp_buf *out, const struct cp_alphabet *a, const struct cp_start *start,
                   bool is_epd)
{
    for (int32_t rank = a->ranks; rank >= 1; rank--) {
        format_rank(out, a, start, rank);
        cp_buf_putc(out, rank > 1 ? '/' : ' ');
    }
    cp_buf_puts(out, start->turn == CP_WHITE ? "w " : "b ");
    if (a->agents)
        format_befores(out, start);
    else
        format_rights(out, start);
    if (!is_epd && !a->agents)
        cp_buf_printf(out, " %u", start->quiet);
    if (!is_epd)
        cp_buf_printf(out, " %u", start->number ? start->number : 1);
}
