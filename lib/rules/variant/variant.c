/* SPDX-License-Identifier: MIT */
#include "rules/variant/variant.h"

/* Names are the same but for case and white space: "Trappist - 1" is Trappist-1. */
static bool is_same_name(cp_str a, cp_str b)
{
    size_t i = 0, k = 0;
    for (;;) {
        while (i < a.len && cp_is_space(a.at[i]))
            i++;
        while (k < b.len && cp_is_space(b.at[k]))
            k++;
        if (i == a.len || k == b.len)
            return i == a.len && k == b.len;
        if (cp_lower(a.at[i++]) != cp_lower(b.at[k++]))
            return false;
    }
}

static bool is_called(const struct cp_variant *v, cp_str name)
{
    if (is_same_name(v->id, name) || is_same_name(v->name, name))
        return true;
    for (uint32_t i = 0; i < v->alias_count; i++)
        if (is_same_name(v->aliases[i], name))
            return true;
    return false;
}

const struct cp_variant *cp_variants_find(const struct cp_variants *all, cp_str name)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (is_called(all->list[i], name))
            return all->list[i];
    return NULL;
}

const struct cp_frame *cp_variant_frame(const struct cp_variant *v, cp_str name)
{
    if (name.len == 0)
        return &v->frames[0];
    for (uint32_t i = 0; i < v->frame_count; i++)
        if (cp_str_like(v->frames[i].name, name))
            return &v->frames[i];
    return NULL;
}
