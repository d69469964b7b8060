/* SPDX-License-Identifier: MIT */
/* table_tags.c -- a row for each tag, those that have become fields of the game last. */
#include "tables/rows.h"
#include "text/tags.h"

static void put_name(struct cp_row_writer *s)
{
    cp_cell_text(s->rows, s->one.name);
}

static void put_value(struct cp_row_writer *s)
{
    cp_cell_text(s->rows, s->one.value);
}

static void put_tags(struct cp_row_writer *s)
{
    const struct cp_game *g = s->game;
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next) {
        s->one = (struct cp_tag_cell){tag->name, tag->value, true};
        cp_row_put(s);
    }
    const cp_str fields[] = {cp_tag_name_of_start(g->start), CP_STR("Frame"), CP_STR("Trapdoor"),
                             CP_STR("Rules")};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        bool is_shown = cp_str_is(fields[i], "Trapdoor") && cp_tag_find(g->tags, fields[i]);
        bool is_guessed = cp_str_is(fields[i], "Frame") && s->is_frame_guessed;
        s->one = (struct cp_tag_cell){fields[i], cp_tag_field_value(g, fields[i]), true};
        if (s->one.value.len && !is_shown && !is_guessed)
            cp_row_put(s);
    }
}

/* ---- the table ---- */

static const struct cp_column columns[] = {
    {"name", CP_CELL_TEXT, true, 0, put_name},
    {"value", CP_CELL_TEXT, false, 0, put_value},
    {0},
};

const struct cp_table_kind cp_table_tags = {
    .name = "tags",
    .usual = "game,name,value",
    .columns = columns,
    .put_game = put_tags,
};
