/* SPDX-License-Identifier: MIT */
/* prose.h -- the squares in articles and letters rewritten, no games at all. */
#ifndef CP_PROSE_H
#define CP_PROSE_H

#include "game/square.h"
#include "tool/run.h"

/* Every input file to the output, its squares rewritten and every other byte as
 * it is, whatever the encoding (unless --encoding names one). */
void cp_prose_rewrite(struct cp_run *run, const struct cp_squares *how);

#endif
