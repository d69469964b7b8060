/* SPDX-License-Identifier: MIT */
#include "base/wordlist.h"

#include "base/scan.h"

enum { WORD_MOST = 32 }; /* longer ones are like nothing */

const struct cp_word *cp_wordlist_find(const struct cp_word *table, cp_str word)
{
    while (table->word && !cp_str_is(word, table->word))
        table++;
    return table->word ? table : NULL;
}

bool cp_wordlist_parse(const struct cp_word *table, unsigned *bits, cp_str list, cp_str *culprit)
{
    *bits = 0;
    for (cp_str word; cp_scan_item(&list, &word);) {
        const struct cp_word *found = cp_wordlist_find(table, word);
        if (!found) {
            *culprit = word;
            return false;
        }
        *bits |= found->bits;
    }
    return true;
}

void cp_wordlist_put(struct cp_buf *out, const struct cp_word *table, char between)
{
    for (const struct cp_word *w = table; w->word; w++) {
        if (w > table)
            cp_buf_putc(out, between);
        cp_buf_puts(out, w->word);
    }
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Row i of the table is what it costs to make each beginning of b of the first i letters of a. */
uint32_t cp_word_distance(cp_str a, cp_str b)
{
    uint32_t rows[3][WORD_MOST + 1];
    if (a.len > WORD_MOST || b.len > WORD_MOST)
        return WORD_MOST;
    for (uint32_t j = 0; j <= b.len; j++)
        rows[0][j] = j;
    for (uint32_t i = 1; i <= a.len; i++) {
        uint32_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b.len; j++) {
            row[j] = least_of(above[j - 1] + (a.at[i - 1] != b.at[j - 1]),
                              1 + least_of(above[j], row[j - 1]));
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1])
                row[j] = least_of(row[j], before[j - 2] + 1);
        }
    }
    return rows[a.len % 3][b.len];
}

/* The word in small letters; a longer one is like nothing. */
static cp_str small(char *out, cp_str word)
{
    size_t len = 0;
    for (; len < word.len && len <= WORD_MOST; len++)
        out[len] = cp_lower(word.at[len]);
    return (cp_str){out, len};
}

void cp_meant_init(struct cp_meant *m, cp_str mistyped)
{
    *m = (struct cp_meant){.mistyped = mistyped, .least = WORD_MOST};
}

void cp_meant_try(struct cp_meant *m, cp_str word, const void *what)
{
    char at[2][WORD_MOST + 1];
    cp_str said = small(at[0], m->mistyped), meant = small(at[1], word);
    bool begins_alike = said.len && meant.len && said.at[0] == meant.at[0];
    uint32_t len = (uint32_t)(said.len > meant.len ? said.len : meant.len);
    uint32_t reach = begins_alike ? 1 + len / 4 : 1;
    uint32_t far = cp_word_distance(said, meant);
    if (far <= reach && far < said.len && far < m->least) {
        m->best = what;
        m->least = far;
    }
}

const char *cp_wordlist_nearest(const struct cp_word *table, cp_str mistyped)
{
    struct cp_meant meant;
    cp_meant_init(&meant, mistyped);
    for (; table->word; table++)
        cp_meant_try(&meant, cp_str_from(table->word), table->word);
    return meant.best;
}
