/* SPDX-License-Identifier: MIT */
/* codes.h -- what infinitechess.org calls its pieces: one or two capitals for White,
 * small letters for Black. A variant's piece has the code of its name, whatever its
 * letter is here: a hawk is HA where we write Ha or H. */
#ifndef CP_CODES_H
#define CP_CODES_H

#include "game/alphabet.h"

enum { CP_CODE_MOST = 2 }; /* letters of one */

/* Nobody's: they block, or may not be entered (R-ICN-11). */
enum cp_neutral { CP_NEUTRAL_NONE, CP_NEUTRAL_OBSTACLE, CP_NEUTRAL_VOID };
enum cp_neutral cp_code_neutral(cp_str code);

/* The name of the piece with this code, but for case; empty: there is none. */
cp_str cp_code_name(cp_str code);

/* The kind of a with this code, but for case; CP_NO_KIND: it has none such. */
uint8_t cp_code_find(const struct cp_alphabet *a, cp_str code);

/* The code of a kind, in capitals; empty: the site has no such piece. */
cp_str cp_code_of(const struct cp_alphabet *a, uint8_t kind);
void cp_code_put(struct cp_buf *out, const struct cp_alphabet *a, uint8_t kind, bool is_small);

#endif
