/* SPDX-License-Identifier: MIT */
#include "base/wordlist.h"

enum { WORD_MOST = 32 }; /* longer ones are like nothing */

static const struct cp_word *find(const struct cp_word *table, cp_str word)
{
    for (; table->word; table++)
        if (cp_str_is(word, table->word))
            return table;
    return NULL;
}

bool cp_wordlist_parse(const struct cp_word *table, unsigned *bits, cp_str list, cp_str *culprit)
{
    *bits = 0;
    for (bool more = true; more;) {
        const char *comma = list.len ? memchr(list.at, ',', list.len) : NULL;
        cp_str word = {list.at, comma ? (size_t)(comma - list.at) : list.len};
        const struct cp_word *found = find(table, word);
        if (!found) {
            *culprit = word;
            return false;
        }
        *bits |= found->bits;
        more = comma != NULL;
        if (more)
            list = cp_str_skip(list, word.len + 1);
    }
    return true;
}

void cp_wordlist_format(struct cp_buf *out, const struct cp_word *table)
{
    for (const struct cp_word *w = table; w->word; w++)
        cp_buf_printf(out, "%s%s", w == table ? "" : ",", w->word);
}

uint32_t cp_word_distance(cp_str a, cp_str b)
{
    uint32_t row[WORD_MOST + 1];
    if (a.len > WORD_MOST || b.len > WORD_MOST)
        return WORD_MOST;
    for (uint32_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (uint32_t i = 1; i <= a.len; i++) {
        uint32_t corner = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= b.len; j++) {
            uint32_t best = corner + (a.at[i - 1] != b.at[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[b.len];
}

uint32_t cp_word_reach(cp_str a)
{
    return 1 + (uint32_t)(a.len < WORD_MOST ? a.len : WORD_MOST) / 3;
}

const char *cp_wordlist_nearest(const struct cp_word *table, cp_str mistyped)
{
    const char *best = NULL;
    uint32_t least = cp_word_reach(mistyped) + 1;
    for (; table->word; table++) {
        uint32_t far = cp_word_distance(mistyped, cp_str_from(table->word));
        if (far < least) {
            best = table->word;
            least = far;
        }
    }
    return best;
}
