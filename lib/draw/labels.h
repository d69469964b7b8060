/* SPDX-License-Identifier: MIT */
/* labels.h -- what stands at the axes of a panel. Files and ranks far out have
 * names longer than a square is wide: then the axis counts +0, +1, ... from the
 * panel's low corner, and a remark says in full where that is. */
#ifndef CP_LABELS_H
#define CP_LABELS_H

#include "draw/scene.h"

enum { CP_LABEL_MOST = 6 }; /* characters of a label */

struct cp_labels {
    const struct cp_scene *scene;
    const struct cp_panel *panel;
    enum cp_spelling spelling; /* of files */
    bool far_files, far_ranks; /* counted from the low corner */
    uint32_t file_width, rank_width;
};

/* spelling CP_NUMERIC for numbers; else letters, with φ or 0 as it says. */
void cp_labels_init(struct cp_labels *l, const struct cp_scene *s, const struct cp_panel *p,
                    enum cp_spelling spelling, struct cp_arena *arena);

/* The label of a column or row of the picture as it is seen. */
void cp_labels_put_file(const struct cp_labels *l, struct cp_buf *out, uint32_t column);
void cp_labels_put_rank(const struct cp_labels *l, struct cp_buf *out, uint32_t row);

/* "Inset 1: (99,1) to (104,9)" or "Window: ..."; only when the axes count
 * from the corner, or `always`. Says whether it put anything. */
bool cp_labels_put_heading(const struct cp_labels *l, struct cp_buf *out, bool always);

#endif
