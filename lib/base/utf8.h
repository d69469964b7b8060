/* SPDX-License-Identifier: MIT */
/* utf8.h -- the encoding of everything that goes in and out. */
#ifndef CP_UTF8_H
#define CP_UTF8_H

#include "base/buf.h"

/* U+FEFF, which says no more than that the bytes behind it are UTF-8. */
#define CP_BYTE_ORDER_MARK "\xef\xbb\xbf"

/* U+FFFD, which stands where no text can have what was there. */
#define CP_NO_CHARACTER "\xef\xbf\xbd"

/* Bytes of the character at `at`; 0 when no well-formed one stands there
 * (overlong forms, surrogates and what lies beyond U+10FFFF are none). */
size_t cp_utf8_length(const char *at, const char *end);

/* The character at `at`, which cp_utf8_length has found well-formed. */
uint32_t cp_utf8_get(const char *at, size_t length);

/* Writes code's bytes (at most 4) and says how many. */
size_t cp_utf8_put(char *to, uint32_t code);

/* Whether all of text is ASCII. */
bool cp_utf8_is_ascii(cp_str text);

/* Whether all of text is well-formed; else *bad (if not NULL) is where it is not. */
bool cp_utf8_is_valid(cp_str text, size_t *bad);

/* Whether text is well-formed and has no NUL in it. */
bool cp_utf8_is_text(cp_str text);

/* Bytes of text, `most` or less, without a part of a character. */
size_t cp_utf8_cut(cp_str text, size_t most);

/* ---- for people's eyes ----
 * Foreign text must not command a terminal, turn its lines about, or begin a line of its
 * own: control characters of every sort, marks of direction, and line separators are
 * not shown. */

/* Whether the character may be shown as it is. */
bool cp_utf8_is_shown(uint32_t code);

/* Puts text with escapes for what may not be shown or is no UTF-8: \x1b, \u202e. All that
 * is foreign passes here on its way to a terminal or into a message. */
void cp_shown_put(struct cp_buf *out, cp_str text);

#endif
