/* SPDX-License-Identifier: MIT */
/* captions.c -- a tag may be missing from a game, and is empty then; one that no game has is
 * told, for it may be misspelt. */
#include "frame/captions.h"

#include "text/tags.h"

#include "base/wordlist.h"

static const struct cp_word words[] = {{"move", 1}, {"turn", 1}, {"comment", 1}, {0}};

cp_str cp_caption_name(cp_str text)
{
    size_t n = 1;
    while (n < text.len &&
           (cp_is_letter(text.at[n]) || cp_is_digit(text.at[n]) || text.at[n] == '_'))
        n++;
    bool is_name = text.at[0] == '{' && n < text.len && text.at[n] == '}';
    return (cp_str){text.at + is_name, is_name ? n - 1 : 0};
}

bool cp_caption_names_read(struct cp_caption_names *names, struct cp_run *run, const char *option,
                           const char *text)
{
    for (cp_str rest = cp_str_from(text ? text : ""); rest.len;) {
        cp_str name = cp_caption_name(rest);
        bool is_tag = name.len && name.at[0] >= 'A' && name.at[0] <= 'Z';
        if (name.len && !is_tag && !cp_wordlist_find(words, name)) {
            const char *near = cp_wordlist_nearest(words, name);
            cp_diag_report(
                &run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                "--%s \"{%.*s}\"; %s%s%sthere are {move}, {turn}, {comment}, and names of "
                "tags, which begin with a capital",
                option, CP_FMT(name), near ? "did you mean {" : "", near ? near : "",
                near ? "}? " : "");
            return false;
        }
        names->has_any |= name.len > 0;
        if (is_tag && names->count < CP_CAPTION_NAMES_MOST) {
            names->tags[names->count].option = option;
            names->tags[names->count++].name = name;
        }
        rest = cp_str_skip(rest, name.len ? name.len + 2 : 1);
    }
    return true;
}

uint32_t cp_caption_names_in(const struct cp_caption_names *names, const struct cp_game *g)
{
    uint32_t seen = 0;
    cp_str value;
    for (uint32_t i = 0; i < names->count; i++)
        seen |= (uint32_t)cp_tag_value(g, names->tags[i].name, &value) << i;
    return seen;
}

void cp_tag_missing_report(struct cp_run *run, const char *option, cp_str name, bool is_braced,
                           const struct cp_word *other)
{
    struct cp_meant usual;
    cp_meant_init(&usual, name);
    for (const struct cp_tag_name *known = cp_tag_names; known->name.len; known++)
        cp_meant_try(&usual, known->name, known->name.at);
    const char *near = !usual.best && other ? cp_wordlist_nearest(other, name) : usual.best;
    const char *open = is_braced ? "{" : "", *close = is_braced ? "}" : "";
    struct cp_buf meant = cp_buf_in(&run->arena);
    if (near && !cp_str_is(name, near))
        cp_buf_printf(&meant, "; did you mean %s%s%s?", open, near, close);
    cp_diag_report(&run->own, CP_TAG_IN_NO_GAME, cp_run_span(run), "--%s \"%s%.*s%s\"%.*s", option,
                   open, CP_FMT(name), close, CP_FMT(cp_buf_str(&meant)));
}

void cp_caption_names_report(const struct cp_caption_names *names, struct cp_run *run,
                             uint32_t seen)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (!(seen >> i & 1))
            cp_tag_missing_report(run, names->tags[i].option, names->tags[i].name, true, words);
}
