/* SPDX-License-Identifier: MIT */
/* utf8.h -- the encoding of everything that goes in and out. */
#ifndef CP_UTF8_H
#define CP_UTF8_H

#include "base/str.h"

#include <stdint.h>

/* Bytes of the character at `at`; 0 when no well-formed one stands there
 * (overlong forms, surrogates and what lies beyond U+10FFFF are none). */
size_t cp_utf8_length(const char *at, const char *end);

/* The character at `at`, which cp_utf8_length has found well-formed. */
uint32_t cp_utf8_get(const char *at, size_t length);

/* Writes code's bytes (at most 4) and says how many. */
size_t cp_utf8_put(char *to, uint32_t code);

/* Whether all of text is well-formed; else *bad (if not NULL) is where it is not. */
bool cp_utf8_is_valid(cp_str text, size_t *bad);

/* Whether text is well-formed and has no NUL in it. */
bool cp_utf8_is_text(cp_str text);

#endif
