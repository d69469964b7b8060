/* SPDX-License-Identifier: MIT */
#include "forms/fen_text.h"

#include "text/starts/fen.h"
#include "text/starts/start.h"

enum { EDGE = CP_FEN_EDGE };

bool cp_fen_tells_step(const struct cp_variant *v, const cp_man *man)
{
    bool is_home = cp_int_equal(man->square.rank, CP_INT(v->alphabet.home[man->side]));
    bool is_told = v->alphabet.pieces[man->kind].promotes && !is_home;
    return !v->kinds[man->kind].has_first || man->moved == is_told;
}

/* A pawn that may be taken in passing has just moved, whatever a start says of it. */
static bool tells_steps(const struct cp_position *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        cp_man man = {
            .square = p->at[i], .kind = p->kind[i], .side = p->side[i], .moved = p->moved[i]};
        if (!p->gone[i] && (int32_t)i != p->passing && !cp_fen_tells_step(p->law->variant, &man))
            return false;
    }
    return true;
}

/* Only such pieces can come to be told wrongly: of the others a move on a FEN's board
 * tells that they have moved. */
static bool may_lose_steps(const struct cp_position *p)
{
    const struct cp_variant *v = p->law->variant;
    for (uint32_t kind = 0; kind < v->alphabet.count; kind++)
        if (v->kinds[kind].has_first && !v->alphabet.pieces[kind].promotes)
            return true;
    return !tells_steps(p);
}

void cp_fen_text_begin(struct cp_fen_text *f, struct cp_play *play, const struct cp_position *p,
                       bool is_epd)
{
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    struct cp_game *g = play->game;
    *f = (struct cp_fen_text){.play = play, .is_epd = is_epd, .began = p->turn};
    f->is_fen = cp_fen_can(a);
    f->is_small = f->is_fen && a->files < EDGE && a->ranks < EDGE;
    for (uint32_t kind = 0; f->is_small && kind < a->count; kind++) {
        f->letters[CP_WHITE][kind] =
            a->pieces[kind].is_void ? '*' : cp_alphabet_letter(a, (uint8_t)kind).at[0];
        f->letters[CP_BLACK][kind] = cp_lower(f->letters[CP_WHITE][kind]);
    }
    f->may_lose_steps = f->is_fen && may_lose_steps(p);
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
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    (f->is_small ? cp_setup_get_state : cp_setup_get)(p, &f->castling, &f->start);
    f->has_steps |= f->may_lose_steps && !tells_steps(p);
    f->start.befores = f->befores;
    f->start.before_count = cp_position_recall(p, f->befores);
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

void cp_fen_text_find_losses(const struct cp_fen_text *f, struct cp_losses *l)
{
    if (f->has_steps)
        cp_buf_puts(cp_losses_left(l), CP_STEPS_LEFT_OUT);
    if (f->has_clocks)
        cp_buf_puts(cp_losses_left(l), "which trapdoors are running");
}
