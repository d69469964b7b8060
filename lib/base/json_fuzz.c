/* SPDX-License-Identifier: MIT */
/* Whatever the bytes: read or refused with a message; what was read and written
 * anew, value by value, reads as the same again. */
#include "base/json.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Forgets what was written, so that the tree is formatted from its values. */
static void forget_raw(struct cp_value *v)
{
    v->raw.len = 0;
    for (struct cp_value *child = v->first; child; child = child->next)
        child->raw.len = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_value *v;
    struct cp_buf once, twice;
    cp_span at = {"fuzz", 1, 1, 0};
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    cp_buf_init(&once, &arena);
    cp_buf_init(&twice, &arena);
    bool is_read = cp_json_parse(&v, &arena, (cp_str){(const char *)data, size}, at, &d);
    if (is_read != (d.errors == 0))
        abort();
    bool is_plain = cp_json_is_plain((cp_str){(const char *)data, size});
    if (is_plain && !is_read && !cp_diags_have(&d, CP_DUPLICATE_KEY))
        abort();
    if (is_read) {
        forget_raw(v);
        cp_value_format_json(&once, v);
        if (!cp_json_parse(&v, &arena, cp_buf_str(&once), at, &d))
            abort();
        forget_raw(v);
        cp_value_format_json(&twice, v);
        if (!cp_str_equal(cp_buf_str(&once), cp_buf_str(&twice)))
            abort();
    }
    cp_arena_close(&arena);
    return 0;
}
