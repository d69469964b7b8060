/* SPDX-License-Identifier: MIT */
#include "draw/labels.h"

#include "draw/words.h"

static uint32_t width_of_file(struct cp_labels *l, cp_int file, struct cp_buf *b)
{
    cp_buf_reset(b);
    cp_file_format(l->scene->view->ints, b, file, l->spelling);
    return cp_words_width(cp_buf_str(b));
}

static uint32_t width_of_rank(struct cp_labels *l, cp_int rank, struct cp_buf *b)
{
    cp_buf_reset(b);
    cp_int_format(l->scene->view->ints, b, rank);
    return cp_words_width(cp_buf_str(b));
}

static uint32_t wider(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* "+12" for the last of count. */
static uint32_t far_width(uint32_t count)
{
    return count <= 10 ? 2 : count <= 100 ? 3 : 4;
}

void cp_labels_init(struct cp_labels *l, const struct cp_scene *s, const struct cp_panel *p,
                    enum cp_spelling spelling, struct cp_arena *arena)
{
    struct cp_buf b;
    cp_buf_init(&b, arena);
    *l = (struct cp_labels){.scene = s, .panel = p, .spelling = spelling};
    /* names grow away from zero, so the longest is at an end */
    l->file_width =
        wider(width_of_file(l, p->box.low.file, &b), width_of_file(l, p->box.high.file, &b));
    l->rank_width =
        wider(width_of_rank(l, p->box.low.rank, &b), width_of_rank(l, p->box.high.rank, &b));
    l->far_files = l->file_width > CP_LABEL_MOST;
    l->far_ranks = l->rank_width > CP_LABEL_MOST;
    if (l->far_files)
        l->file_width = far_width(p->files);
    if (l->far_ranks)
        l->rank_width = far_width(p->ranks);
}

void cp_labels_put_file(const struct cp_labels *l, struct cp_buf *out, uint32_t column)
{
    const struct cp_scene *s = l->scene;
    if (l->far_files)
        cp_buf_printf(out, "+%u", s->view->flip ? l->panel->files - 1 - column : column);
    else
        cp_file_format(s->view->ints, out, cp_panel_square(s, l->panel, column, 0).file,
                       l->spelling);
}

void cp_labels_put_rank(const struct cp_labels *l, struct cp_buf *out, uint32_t row)
{
    const struct cp_scene *s = l->scene;
    if (l->far_ranks)
        cp_buf_printf(out, "+%u", s->view->flip ? row : l->panel->ranks - 1 - row);
    else
        cp_int_format(s->view->ints, out, cp_panel_square(s, l->panel, 0, row).rank);
}

bool cp_labels_put_heading(const struct cp_labels *l, struct cp_buf *out, bool always)
{
    const struct cp_view *v = l->scene->view;
    uint32_t number = (uint32_t)(l->panel - l->scene->panels);
    if (!always && ((!l->far_files && !l->far_ranks) || !v->axes))
        return false;
    if (number)
        cp_buf_printf(out, "Inset %u: ", number);
    else
        cp_buf_puts(out, "Window: ");
    cp_words_put_square(out, v, l->panel->box.low);
    cp_buf_puts(out, " to ");
    cp_words_put_square(out, v, l->panel->box.high);
    return true;
}
