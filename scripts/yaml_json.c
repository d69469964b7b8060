/* SPDX-License-Identifier: MIT */
/* yaml_json.c -- a YAML document as JSON, for variants of a library that is built without YAML:
 * cp-yaml_json <FILE */
#include "base/yaml.h"

#include <stdio.h>

int main(void)
{
    static char text[1 << 20];
    struct cp_arena arena;
    struct cp_value *v;
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    struct cp_buf out = cp_buf_in(&arena);
    cp_str read = {text, fread(text, 1, sizeof text, stdin)};
    bool good = read.len < sizeof text && cp_yaml_parse(&v, &arena, read, "stdin", &d);
    if (good)
        cp_value_format_json(&out, v);
    good = good && printf("%.*s\n", CP_FMT(cp_buf_str(&out))) > 0 && fflush(stdout) == 0;
    cp_arena_close(&arena);
    return good ? 0 : 1;
}
