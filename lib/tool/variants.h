/* SPDX-License-Identifier: MIT */
/* variants.h -- which variant a game is, and which frame its squares are in.
 *
 *     --variant                              the asker knows best
 *     [Variant "…"], a record's "variant"    by id, name or alias
 *     the notation                           when it leaves one answer only
 *
 * The notation speaks through pieces and promotions that not every variant has,
 * and through bare squares (e4), which mean a bounded board. */
#ifndef CP_TOOL_VARIANTS_H
#define CP_TOOL_VARIANTS_H

#include "tool/run.h"

/* Fills run->variants and run->wish from the bundled variants and the options.
 * False when a file is wrong or a name unknown, reported to run->own. */
CP_MUST_USE bool cp_run_load_variants(struct cp_run *run);

/* The variant of g by option or name; NULL when nothing is said or the name is
 * unknown. Reports nothing but an overridden name. */
const struct cp_variant *cp_variant_named(struct cp_run *run, const struct cp_game *g);

/* The only variant whose alphabet has every piece that g's moves and start
 * name; NULL (and a report that lists the choices) when there is none or more
 * than one. */
const struct cp_variant *cp_variant_guess(struct cp_run *run, const struct cp_game *g);

/* Checks g->frame and --frame against run->variant; sets g->frame. False: reported. */
CP_MUST_USE bool cp_frame_settle(struct cp_run *run, struct cp_game *g);

#endif
