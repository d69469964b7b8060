/* SPDX-License-Identifier: MIT */
/* twins.h -- which games have been there before, by the text of what makes them the same
 * (query/same.h), in this run or, with a file, in earlier ones.
 *
 *     a key of the text ──► table in memory ──► where it was ──► the text in a file, compared
 *
 * Anybody can make two texts of one key, so no game is taken for another before their texts
 * were compared.
 * A game costs 32 bytes at most; with beginnings, so does each half-move that no game before
 * had there. */
#ifndef CP_TWINS_H
#define CP_TWINS_H

#include "tool/run.h"

struct cp_twins;

/* seen NULL: of no earlier runs. `what` names what is compared, which a
 * file of earlier runs must agree with. NULL: reported to run->own. */
struct cp_twins *cp_twins_open(struct cp_run *run, const char *what, bool takes_beginnings,
                               const char *seen);

/* Whether a game with that text is new; it is kept then. false and *failed: what there is to
 * compare with cannot be read, or written (reported to run->own). */
CP_MUST_USE bool cp_twins_put(struct cp_twins *t, cp_str text, bool *failed);

/* The bytes of memory that it takes. */
size_t cp_twins_held(const struct cp_twins *t);

/* Keeps the games of this run in the file of earlier ones, all of them, if it is to. False:
 * none is kept, which is reported. */
CP_MUST_USE bool cp_twins_close(struct cp_twins *t, bool keeps);

#endif
