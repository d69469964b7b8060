/* SPDX-License-Identifier: MIT */
#include "tables/scribe.h"

void cp_scribe_put_row(struct cp_scribe *s)
{
    const struct cp_table_wish *wish = s->wish;
    cp_row_begin(s->rows);
    for (s->cell = 0; s->cell < wish->shape.count; s->cell++)
        wish->columns[s->cell]->put(s);
    cp_row_end(s->rows);
}

bool cp_scribe_play(struct cp_scribe *s, struct cp_listener listener)
{
    if (!cp_play_prepare(&s->play, s->run, s->game))
        return false;
    cp_buf_init(&s->material, s->game->arena);
    cp_buf_init(&s->text, s->game->arena);
    s->play.replay.skip_variations = s->play.replay.skip_draws = true;
    s->play.replay.skip_outcome = !(s->wish->needs & CP_NEEDS_CHECKS);
    cp_play_run(&s->play, listener);
    return s->is_played;
}

/* ---- cells of several columns ---- */

void cp_scribe_put_number(struct cp_scribe *s)
{
    cp_cell_begin(s->rows);
    cp_run_put_number(s->run, s->rows->out);
}

void cp_scribe_put_key(struct cp_scribe *s, uint64_t key)
{
    if (!s->is_played) {
        cp_cell_null(s->rows);
        return;
    }
    size_t open = cp_cell_open(s->rows);
    cp_key_format_short(s->rows->out, key);
    cp_cell_close(s->rows, open);
}

void cp_scribe_put_ply(struct cp_scribe *s)
{
    cp_cell_number(s->rows, s->ply_number);
}
