/* SPDX-License-Identifier: MIT */
#include "tool/reframe.h"

#include "tool/variants.h"

static void enter(struct cp_run *run, struct cp_game *g, const struct cp_frame *frame)
{
    run->frame = frame;
    run->frame_is_said = run->frame_is_found = true;
    g->frame = frame == run->variant->frames ? (cp_str){0} : frame->name;
}

bool cp_game_reframe(struct cp_run *run, struct cp_game *g, cp_str name, cp_square *shift)
{
    const struct cp_frame *to = cp_variant_frame(run->variant, name);
    if (!to) {
        cp_frame_refuse(run, g, name);
        return false;
    }
    cp_run_find_frame(run, g);
    if (!run->frame)
        return false; /* its own frame is unknown, which was said */
    cp_square from = run->frame->shift, back = to->shift;
    shift->file = cp_int_add(run->ints, shift->file, cp_int_sub(run->ints, from.file, back.file));
    shift->rank = cp_int_add(run->ints, shift->rank, cp_int_sub(run->ints, from.rank, back.rank));
    enter(run, g, to);
    return true;
}

void cp_game_leave_frame(struct cp_run *run, struct cp_game *g, cp_square by)
{
    const struct cp_variant *v = run->variant;
    if (!run->frame ||
        (cp_int_sign(run->ints, by.file) == 0 && cp_int_sign(run->ints, by.rank) == 0))
        return;
    for (uint32_t i = 0; i < v->frame_count; i++)
        if (cp_square_equal(cp_square_shift(run->ints, v->frames[i].shift, by),
                            run->frame->shift)) {
            enter(run, g, &v->frames[i]);
            return;
        }
    g->frame = (cp_str){0};
    cp_diag_report(&run->diags, CP_FRAME_LEFT, (cp_span){.file = g->file, .line = g->line}, "%s",
                   "no tool can play it as it is");
}
