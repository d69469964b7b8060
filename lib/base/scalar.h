/* SPDX-License-Identifier: MIT */
/* scalar.h -- what a plain YAML scalar means by the core schema of YAML 1.2, and
 * which strings must be quoted so that nobody mistakes them. */
#ifndef CP_SCALAR_H
#define CP_SCALAR_H

#include "base/value.h"

/* NULL, BOOL, NUMBER or STRING. For a NUMBER, *number is how JSON writes it: text
 * itself where that will do, else a copy in arena (0x1f is 31, +.5 is 0.5). What
 * JSON cannot say stays a string: .inf, .nan, hexadecimal beyond 64 bits. */
enum cp_type cp_scalar_resolve(cp_str text, cp_str *number, struct cp_arena *arena);

/* Whether text, written plain, would be taken for something else than a string
 * by this reader or by one of YAML 1.1 (yes, 12:30, 1_000, 2024-01-31). */
bool cp_scalar_is_mistakable(cp_str text);

/* Whether text holds control characters, line breaks of any kind, or what may be
 * one: it goes in double quotes. */
bool cp_scalar_needs_escapes(cp_str text);

/* Whether text is several lines that a literal block brings through unchanged,
 * for a person to read. */
bool cp_scalar_is_prose(cp_str text);

#endif
