/* SPDX-License-Identifier: MIT */
/* pattern.h -- regular expressions: the only file that knows PCRE2. Patterns
 * are compiled once, with JIT where the machine has it and it pays, and match in UTF-8 with
 * a budget on backtracking: a hostile line never hangs. */
#ifndef CP_PATTERN_H
#define CP_PATTERN_H

#include "base/buf.h"

struct cp_pattern;

/* NULL when the expression is wrong; then *wrong (if not NULL) gets the offset and
 * *why the reason, in arena. Refused memory, here and in a match, is the business of
 * arena's handler. */
struct cp_pattern *cp_pattern_open(struct cp_arena *arena, cp_str expression, size_t *wrong,
                                   cp_str *why);
void cp_pattern_close(struct cp_pattern *p);

enum { CP_GROUPS = 24 };

/* Matches at exactly text[from]. groups[0] is the whole match; a group that took
 * no part has at == NULL. Returns whether it matched; beyond the budget it did not. */
CP_MUST_USE bool cp_pattern_match(struct cp_pattern *p, cp_str text, size_t from,
                                  cp_str groups[CP_GROUPS]);

/* ---- looked for anywhere in a text, by several threads ---- */

/* One expression, compiled once, and for each thread a place of its own to work in. */
struct cp_search;

/* As cp_pattern_open; the arena closes what nobody has closed. */
struct cp_search *cp_search_open(struct cp_arena *arena, cp_str expression, bool ignores_case,
                                 uint32_t places, size_t *wrong, cp_str *why);
void cp_search_close(struct cp_search *s);

/* Whether text has it; *gave_up is set where that takes more backtracking than there may be.
 * One place serves one thread at a time. */
CP_MUST_USE bool cp_search_has(const struct cp_search *s, uint32_t place, cp_str text,
                               bool *gave_up);

#endif
