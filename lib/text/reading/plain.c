/* SPDX-License-Identifier: MIT */
/* plain.c -- plain moves, which most of a file is: as far as they go and are at hand nothing
 * here asks for more input. What it does not know it leaves to loop.c, which does
 * the same for these. */
#include "text/reading/reading.h"

/* 1. and 1... of few digits, as the next move's number: the first byte behind it, else NULL. */
static inline const char *plain_number(struct cp_reading *s, const char *at)
{
    uint32_t number = 0;
    for (int digits = 0; digits < 4 && cp_is_digit(*at); digits++)
        number = number * 10 + (uint32_t)(*at++ - '0');
    bool is_blacks = *at == '.' && at[1] == '.';
    bool is_plain =
        is_blacks ? at[2] == '.' && at[3] != '.' : *at == '.' && (unsigned char)at[1] != 0xe2;
    if (!is_plain || !cp_is_number_of(number, is_blacks, s->b.top.ply))
        return NULL;
    s->b.top.is_new_move = true;
    return at + (is_blacks ? 3 : 1);
}

/* The next line if moves go on there; else NULL, and the line end is left. */
static inline const char *plain_line_end(const char *at)
{
    at += *at == '\r' && at[1] == '\n';
    at += *at == '\n';
    return cp_is_letter(*at) || cp_is_digit(*at) ? at : NULL;
}

/* A fall as we write it, (e4:e4): the first byte behind it, else NULL. */
static inline const char *plain_fall(struct cp_reading *s, const char *at)
{
    bool is_plain = at[1] >= 'a' && at[1] <= 'z' && at[2] >= '1' && at[2] <= '9' && at[3] == ':' &&
                    at[4] == at[1] && at[5] == at[2] && at[6] == ')';
    struct cp_node *last = cp_builder_last(&s->b);
    if (!is_plain || !last || s->g->parts > CP_PARTS_MOST)
        return NULL;
    cp_node_add_fall(s->g, last, (cp_square){CP_INT(at[1] - 'a' + 1), CP_INT(at[2] - '0')});
    return at + 7;
}

static inline const char *plain_move(struct cp_reading *s, const char *at, uint32_t line,
                                     uint64_t column)
{
    const char *end = cp_clean_scan_bare(s->san, at, &cp_builder_room(&s->b)->move);
    if (!end || s->g->parts > CP_PARTS_MOST || *end == '.')
        return NULL;
    cp_builder_add_read(&s->b, (cp_str){at, (size_t)(end - at)}, line, column);
    return end;
}

bool cp_read_plain_moves(struct cp_reading *s)
{
    struct cp_cursor *c = s->c;
    const char *at = c->at, *move_end = NULL;
    uint64_t line_offset = c->line_offset;
    uint32_t line = c->line;
    while (c->end - at > CP_CLEAN_LOOK) {
        const char *next = NULL;
        if (CP_LIKELY(cp_is_letter(*at))) {
            next = plain_move(s, at, line, cp_cursor_offset(c, at) - line_offset + 1);
            move_end = next ? next : move_end;
        } else if (*at == ' ') {
            next = at + 1;
        } else if (cp_is_digit(*at)) {
            next = plain_number(s, at);
        } else if (CP_UNLIKELY(*at == '\n' || *at == '\r')) {
            next = plain_line_end(at);
            line += next != NULL;
            line_offset = next ? cp_cursor_offset(c, next) : line_offset;
        } else if (CP_UNLIKELY(*at == '(')) {
            next = plain_fall(s, at);
        }
        if (!next)
            break;
        at = next + (*next == ' ');
    }
    if (at == c->at)
        return false;
    c->line_offset = line_offset;
    c->line = line;
    c->at = at;
    if (move_end)
        s->move_end = cp_cursor_offset(c, move_end);
    return true;
}
