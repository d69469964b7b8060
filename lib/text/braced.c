/* SPDX-License-Identifier: MIT */
#include "text/braced.h"

#include "game/game.h"
#include "text/tags.h"
#include "text/tokens.h"

/* The first brace or bracket that matters to a comment, or end. */
static const char *mark_of(const char *at, const char *end)
{
    for (uint64_t w; end - at >= 8; at += 8) {
        memcpy(&w, at, 8);
        if (cp_has_byte(w, '}') | cp_has_byte(w, '['))
            break;
    }
    while (at < end && *at != '}' && *at != '[')
        at++;
    return at;
}

enum cp_braced_end cp_braced_length(struct cp_cursor *c, size_t *len)
{
    size_t most = CP_COMMENT_MOST;
    *len = 1;
    do {
        cp_str text = cp_cursor_text(c, most);
        for (; *len < text.len; ++*len) {
            *len = (size_t)(mark_of(text.at + *len, text.at + text.len) - text.at);
            if (*len == text.len)
                break;
            if (text.at[*len] == '}')
                return CP_BRACED_CLOSED;
            if (text.at[*len] != '[' || !cp_is_line_end(text.at[*len - 1]))
                continue;
            (void)cp_cursor_has(c, *len + CP_TAG_LOOK); /* may move the text */
            if (cp_tag_is_begun(cp_str_skip(cp_cursor_text(c, *len + CP_TAG_LOOK), *len)))
                return CP_BRACED_OPEN;
            text = cp_cursor_text(c, most);
        }
    } while (*len < most && cp_cursor_has(c, *len + 1));
    return *len < most ? CP_BRACED_OPEN : CP_BRACED_TOO_LONG;
}

static bool is_brace_or_bracket(char c)
{
    return c == '}' || c == '[';
}

bool cp_braced_pass_over(struct cp_cursor *c)
{
    for (;;) {
        cp_cursor_pass_over(c, is_brace_or_bracket);
        if (!cp_cursor_has(c, 1))
            return false;
        bool is_bracket = *c->at == '[';
        (void)cp_cursor_has(c, CP_TAG_LOOK); /* may move the text */
        if (is_bracket && cp_cursor_is_at_column_one(c) &&
            cp_tag_is_begun(cp_cursor_text(c, CP_TAG_LOOK)))
            return true;
        c->at++;
        if (!is_bracket)
            return false;
    }
}
