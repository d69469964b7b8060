/* SPDX-License-Identifier: MIT */
#include "game/alphabet.h"

typedef bool same(cp_str, cp_str);

static bool is_called(const struct cp_piece_words *p, cp_str text, bool names, same *is_same)
{
    if (is_same(p->letter, text))
        return true;
    for (uint32_t i = 0; i < p->alias_count; i++)
        if (is_same(p->aliases[i], text))
            return true;
    bool is_plural = p->name.len > 1 && p->name.at[p->name.len - 1] == 's'; /* "the huygen" */
    return names && (is_same(p->name, text) ||
                     (is_plural && is_same((cp_str){p->name.at, p->name.len - 1}, text)));
}

static uint8_t find(const struct cp_alphabet *a, cp_str text, bool names, same *is_same)
{
    for (uint32_t kind = 0; kind < a->count; kind++)
        if (is_called(&a->pieces[kind], text, names, is_same))
            return (uint8_t)kind;
    return CP_NO_KIND;
}

/* Exactly first: in some variant b may be another piece than B. */
uint8_t cp_alphabet_find(const struct cp_alphabet *a, cp_str text, bool names)
{
    uint8_t kind = find(a, text, names, cp_str_equal);
    return kind != CP_NO_KIND ? kind : find(a, text, names, cp_str_like);
}

cp_str cp_alphabet_letter(const struct cp_alphabet *a, uint8_t kind)
{
    const struct cp_piece_words *p = &a->pieces[kind];
    if (p->letter.len)
        return p->letter;
    return p->alias_count ? p->aliases[0] : CP_STR("P");
}
