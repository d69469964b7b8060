/* SPDX-License-Identifier: MIT */
/* table_positions.c -- a row for each position of a main line, the start first. */
#include "tables/rows.h"

static void put_key(struct cp_row_writer *s)
{
    cp_row_put_key(s, cp_key_now(&s->track, s->p));
}

static void put_turn(struct cp_row_writer *s)
{
    cp_row_put_side(s, (int)s->p->turn);
}

static void put_fen(struct cp_row_writer *s)
{
    size_t open = cp_cell_open(s->rows);
    cp_fen_text_put(&s->fens, s->rows->out, s->p, s->ply_number);
    cp_cell_close(s->rows, open);
}

/* What is nobody's, an obstacle or a void, is none. */
static void put_men(struct cp_row_writer *s)
{
    const struct cp_position *p = s->p;
    uint32_t neutral = 0;
    for (uint32_t man = 0; p->law->neutrals && man < p->count; man++)
        neutral += !p->gone[man] && (p->law->neutrals >> p->kind[man] & 1);
    cp_cell_number(s->rows, p->standing - neutral);
}

static void put_material(struct cp_row_writer *s)
{
    cp_cell_text(s->rows, cp_buf_str(&s->material));
}

/* QRRBBN:QRRPP, each side's pieces in the variant's order but for kings, pawns last. */
static void find_material(struct cp_row_writer *s)
{
    const struct cp_position *p = s->p;
    const struct cp_alphabet *a = &s->run->current.variant->alphabet;
    uint32_t counts[2][CP_KINDS_MOST] = {{0}};
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && !((p->law->royals | p->law->neutrals) >> p->kind[man] & 1))
            counts[p->side[man]][p->kind[man]]++;
    cp_buf_reset(&s->material);
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        if (side == CP_BLACK)
            cp_buf_putc(&s->material, ':');
        for (uint32_t i = 0; i < 2 * a->count; i++) {
            uint32_t kind = i % a->count;
            bool is_pawn = !a->pieces[kind].letter.len;
            for (uint32_t n = is_pawn == (i >= a->count) ? counts[side][kind] : 0; n; n--)
                cp_buf_put(&s->material, cp_alphabet_letter(a, (uint8_t)kind));
        }
    }
}

/* ---- games ---- */

static void position_begins(void *data, struct cp_position *p)
{
    struct cp_row_writer *s = data;
    unsigned needs = s->settings->needs;
    s->p = p;
    s->is_played = true;
    if (needs & CP_NEEDS_KEY) {
        cp_key_words_init(&s->words, s->run->current.variant);
        cp_key_begin(&s->track, &s->words, s->game->arena, p);
    }
    if (needs & CP_NEEDS_FEN)
        cp_fen_text_begin(&s->fens, &s->play, p, false);
    if (needs & CP_NEEDS_MATERIAL)
        find_material(s);
    cp_row_put(s);
}

static void position_follows(void *data, const struct cp_ply *ply)
{
    struct cp_row_writer *s = data;
    const cp_move *move = ply->move;
    bool has_changed =
        move->taken != CP_NOBODY || move->promotion != CP_NO_KIND || ply->undo->falls;
    s->ply_number = ply->ply;
    if (s->settings->needs & CP_NEEDS_KEY)
        cp_key_follow(&s->track, s->p, ply->undo);
    if (has_changed && (s->settings->needs & CP_NEEDS_MATERIAL))
        find_material(s);
    cp_row_put(s);
}

static void put_game(struct cp_row_writer *s)
{
    const struct cp_listener listener = {.begin = position_begins, .after = position_follows};
    if (!cp_row_play(s, listener) || !(s->settings->needs & CP_NEEDS_FEN))
        return;
    struct cp_losses losses = cp_losses_of(s->run, s->play.game);
    cp_fen_text_find_losses(&s->fens, &losses);
    cp_losses_end(&losses);
}

/* ---- the table ---- */

static const struct cp_column columns[] = {
    {"ply", CP_CELL_NUMBER, false, 0, cp_row_put_ply},
    {"key", CP_CELL_TEXT, true, CP_NEEDS_KEY, put_key},
    {"turn", CP_CELL_TEXT, false, 0, put_turn},
    {"fen", CP_CELL_TEXT, false, CP_NEEDS_FEN, put_fen},
    {"men", CP_CELL_NUMBER, false, 0, put_men},
    {"material", CP_CELL_TEXT, false, CP_NEEDS_MATERIAL, put_material},
    {0},
};

const struct cp_table_kind cp_table_positions = {
    .name = "positions",
    .usual = "game,ply,key,turn,fen,men,material",
    .columns = columns,
    .put_game = put_game,
};
