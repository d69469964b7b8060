/* SPDX-License-Identifier: MIT */
#include "tool/cut.h"

#include "text/tokens.h"

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* How the text before a place ends. */
struct before {
    char last;          /* that is no white space; NUL: there is none */
    unsigned line_ends; /* behind it */
};

static struct before look_back(cp_str text, size_t at)
{
    struct before b = {0};
    while (at && cp_is_space(text.at[at - 1])) {
        at--;
        b.line_ends += text.at[at] == '\n' || (text.at[at] == '\r' && text.at[at + 1] != '\n');
    }
    b.last = at ? text.at[at - 1] : '\0';
    return b;
}

/* Tags behind something else than a tag, or anything behind what ends as results
 * end and a blank line. No byte order mark: a reader would take it for one. */
static bool may_begin(cp_str text, size_t at)
{
    char c = text.at[at];
    if (c <= ' ' || c >= 0x7f || !is_line_end(text.at[at - 1]))
        return false;
    struct before b = look_back(text, at);
    if (c == '[' && cp_tag_is_begun(cp_str_skip(text, at)))
        return b.last && b.last != ']';
    return b.line_ends > 1 && b.last && strchr("012*\xbd", b.last);
}

size_t cp_cut_find(cp_str text, enum cp_shape shape)
{
    if (shape == CP_SHAPE_JSON) {
        while (text.len && text.at[text.len - 1] != '\n')
            text.len--;
        return text.len;
    }
    for (size_t at = text.len; at-- > 1;)
        if (may_begin(text, at))
            return at;
    return 0;
}
