/* SPDX-License-Identifier: MIT */
/* skim_tags.c -- tags are passed if all that they can mean is known: a name that is
 * on no list might be a rule of the game, and is for the reader. */
#include "text/skim.h"

#include "base/utf8.h"

/* What databases write about a game. The first three are asked for what they say. */
static const cp_str names[] = {
#define CP_TAG(name) {#name, sizeof #name - 1},
#include "text/skim_tags.def"
#undef CP_TAG
};
enum { NAME_LONGEST = 20 };

static inline unsigned digest_of(uint64_t first, size_t len)
{
    return (unsigned)((first + len) * UINT64_C(0x9e3779b97f4a7c15) >> 55);
}

static uint64_t first_eight(cp_str name)
{
    char text[8] = {0};
    memcpy(text, name.at, name.len < 8 ? name.len : 8);
    return cp_eight(text);
}

void cp_skim_learn_names(struct cp_skim *k)
{
    memset(k->name, 0, sizeof k->name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned at = digest_of(first_eight(names[i]), names[i].len);
        while (k->name[at])
            at = (at + 1) % sizeof k->name;
        k->name[at] = (uint8_t)(i + 1);
    }
}

unsigned cp_skim_find_name(const struct cp_skim *k, uint64_t first, cp_str name)
{
    unsigned at = digest_of(first, name.len);
    while (k->name[at] && !cp_str_equal(names[k->name[at] - 1], name))
        at = (at + 1) % sizeof k->name;
    return k->name[at];
}

/* The value between quotes, up to the second; anything but plain text is odd. */
static enum cp_skim_next skim_value(struct cp_skimming *s, cp_str *value)
{
    const char *from = s->at;
    bool is_ascii = true;
    for (;;) {
        if (s->end - s->at < CP_SKIM_LOOK)
            return CP_SKIM_MORE;
        uint64_t w = cp_eight(s->at);
        uint64_t odd = cp_zeroes(w ^ CP_EACH('"')) | cp_zeroes(w ^ CP_EACH('\\')) | cp_controls(w) |
                       (w & CP_HIGH);
        s->at += odd ? cp_first_of(odd) : 8;
        if (!odd)
            continue;
        if ((signed char)*s->at >= 0)
            break;
        if ((unsigned char)*s->at == 0xe2) /* a curly quote, perhaps */
            return CP_SKIM_ODD;
        is_ascii = false;
        s->at++;
    }
    *value = (cp_str){from, (size_t)(s->at - from)};
    return *s->at == '"' && (is_ascii || cp_utf8_is_valid(*value, NULL)) ? CP_SKIM_GAME
                                                                         : CP_SKIM_ODD;
}

static enum cp_skim_next skim_tag(struct cp_skimming *s)
{
    uint64_t w = cp_eight(s->at + 1), blank = cp_zeroes(w ^ CP_EACH(' '));
    size_t len = blank ? cp_first_of(blank) : 8;
    if (blank)
        w &= (UINT64_C(1) << 8 * len) - 1;
    else
        while (len < NAME_LONGEST && s->at[1 + len] != ' ')
            len++;
    unsigned name = cp_skim_find_name(s->k, w, (cp_str){s->at + 1, len});
    if (!name || s->at[1 + len] != ' ' || s->at[2 + len] != '"')
        return CP_SKIM_ODD;
    s->at += len + 3;
    cp_str value;
    enum cp_skim_next next = skim_value(s, &value);
    if (next != CP_SKIM_GAME)
        return next;
    cp_str *kept = name == CP_SKIM_RESULT     ? &s->result
                   : name == CP_SKIM_VARIANT  ? &s->k->variant
                   : name == CP_SKIM_TRAPDOOR ? &s->k->trapdoor
                                              : NULL;
    if (kept && kept->at)
        return CP_SKIM_ODD; /* said twice */
    if (kept)
        *kept = value;
    s->at += 2;
    return s->at[-1] == ']' && *s->at != ' ' && cp_skim_blank(s) ? CP_SKIM_GAME : CP_SKIM_ODD;
}

enum cp_skim_next cp_skim_tags(struct cp_skimming *s)
{
    enum cp_skim_next next = CP_SKIM_GAME;
    while (next == CP_SKIM_GAME) {
        if (s->end - s->at < CP_SKIM_LOOK)
            return CP_SKIM_MORE;
        if (*s->at != '[')
            break;
        next = skim_tag(s);
    }
    return next;
}
