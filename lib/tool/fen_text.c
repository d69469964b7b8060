/* SPDX-License-Identifier: MIT */
#include "tool/fen_text.h"

#include "text/fen.h"
#include "text/start.h"

enum { EDGE = CP_FEN_EDGE };

void cp_fen_text_begin(struct cp_fen_text *f, struct cp_play *play, const struct cp_position *p,
                       bool is_epd)
{
    const struct cp_alphabet *a = &play->run->current.variant->alphabet;
    struct cp_game *g = play->game;
    *f = (struct cp_fen_text){.play = play, .is_epd = is_epd, .began = p->turn};
    f->is_fen = cp_fen_can(a);
    f->is_small = f->is_fen && a->files < EDGE && a->ranks < EDGE;
    for (uint32_t kind = 0; f->is_small && kind < a->count; kind++) {
        f->letters[CP_WHITE][kind] = cp_alphabet_letter(a, (uint8_t)kind).at[0];
        f->letters[CP_BLACK][kind] = cp_lower(f->letters[CP_WHITE][kind]);
    }
    f->number = cp_start_number(g->start);
    f->start.men = cp_arena_take(g->arena, p->count * sizeof *f->start.men);
    cp_buf_init(&f->castling, g->arena);
}

static void find_letters(const struct cp_fen_text *f, const struct cp_position *p,
                         char squares[EDGE][EDGE])
{
    const struct cp_alphabet *a = &f->play->run->current.variant->alphabet;
    uint64_t files = (uint64_t)a->files, ranks = (uint64_t)a->ranks;
    const cp_square *at = p->at; /* not read again for each letter that is put */
    const bool *gone = p->gone;
    const uint8_t *side = p->side, *kind = p->kind;
    memset(squares, 0, ranks * EDGE);
    for (uint32_t man = 0, count = p->count; man < count; man++) {
        uint64_t file = (uint64_t)at[man].file.v - 1, rank = (uint64_t)at[man].rank.v - 1;
        if (!gone[man] && file < files && rank < ranks)
            squares[ranks - 1 - rank][file] = f->letters[side[man]][kind[man]];
    }
}

/* What stands on a board that is not large, straight from the position. Ranks on
 * which nothing has changed are written as before. */
static void put_board(struct cp_fen_text *f, struct cp_buf *out, const struct cp_position *p)
{
    const struct cp_alphabet *a = &f->play->run->current.variant->alphabet;
    char squares[EDGE][EDGE];
    find_letters(f, p, squares);
    char *to = cp_buf_room(out, (size_t)a->ranks * EDGE + EDGE);
    for (int32_t i = 0; i < a->ranks; i++) {
        struct cp_rank_text *rank = &f->ranks[i];
        if (!rank->len || memcmp(rank->squares, squares[i], EDGE) != 0) {
            struct cp_buf text = {.at = rank->text, .room = EDGE};
            cp_fen_put_squares(&text, squares[i], a->files, 1);
            rank->len = text.len;
            memcpy(rank->squares, squares[i], EDGE);
        }
        memcpy(to, rank->text, EDGE); /* all of it: one length is copied fastest */
        to += rank->len;
        *to++ = '/';
    }
    out->len = (size_t)(to - out->at) - 1; /* without the last '/' */
    for (uint32_t man = 0; p->delay && man < p->count; man++)
        f->has_clocks |= !p->gone[man] && p->falls_at[man] > p->ply;
}

void cp_fen_text_put(struct cp_fen_text *f, struct cp_buf *out, struct cp_position *p, uint32_t ply)
{
    const struct cp_alphabet *a = &f->play->run->current.variant->alphabet;
    (f->is_small ? cp_setup_get_state : cp_setup_get)(p, &f->castling, &f->start);
    f->start.befores = f->befores;
    f->start.before_count = cp_rules_of(p)->recall(p, f->befores);
    f->start.number = f->number + (ply + (f->began == CP_BLACK)) / 2;
    if (f->is_small) {
        put_board(f, out, p);
        cp_fen_put_state(out, a, &f->start, f->is_epd);
    } else if (f->is_fen) {
        cp_fen_format(out, a, &f->start, f->is_epd);
    } else {
        cp_start_format(f->play->run->ints, out, a, &f->start, a->native);
    }
    for (uint32_t i = 0; i < f->start.count; i++)
        f->has_clocks |= f->start.men[i].clock != 0;
}
