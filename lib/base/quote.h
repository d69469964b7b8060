/* SPDX-License-Identifier: MIT */
/* quote.h -- strings as JSON writes them. */
#ifndef CP_QUOTE_H
#define CP_QUOTE_H

#include "base/buf.h"

/* "text" with quotes and escapes; bytes that are not UTF-8 become U+FFFD. */
void cp_json_put_string(struct cp_buf *out, cp_str text);

/* The first byte that is a quote, a backslash, a control character or beyond
 * ASCII, or end: everything before it is plain. */
const char *cp_json_skip_plain(const char *at, const char *end);

#endif
