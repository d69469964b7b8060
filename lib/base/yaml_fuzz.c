/* SPDX-License-Identifier: MIT */
/* Whatever the bytes: read or refused with a message; what was read keeps its
 * value through YAML written by us. */
#include "base/yaml.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_value *v;
    struct cp_buf json, yaml, again;
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    cp_buf_init(&json, &arena);
    cp_buf_init(&yaml, &arena);
    cp_buf_init(&again, &arena);
    bool is_read = cp_yaml_parse(&v, &arena, (cp_str){(const char *)data, size}, "fuzz", &d);
    if (is_read != (d.errors == 0))
        abort();
    enum cp_diag why = is_read ? cp_yaml_format(&yaml, v) : CP_OK;
    if (why != CP_OK && why != CP_TOO_DEEP) /* by aliases within aliases */
        abort();
    if (is_read && why == CP_OK) {
        cp_value_format_json(&json, v);
        if (!cp_yaml_parse(&v, &arena, cp_buf_str(&yaml), "again", &d))
            abort();
        cp_value_format_json(&again, v);
        if (!cp_str_equal(cp_buf_str(&json), cp_buf_str(&again)))
            abort();
    }
    cp_arena_close(&arena);
    return 0;
}
