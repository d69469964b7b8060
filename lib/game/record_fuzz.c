/* SPDX-License-Identifier: MIT */
/* Any line of JSON as a record: refused with a message, or a game that is written as a
 * record that reads and writes as the same bytes again, in YAML as in JSON.
 * seeds: testdata/records/?*.jsonl */
#include "base/json.h"
#include "base/yaml.h"
#include "game/annotation.h"
#include "game/record.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct cp_ints *ints;

static void require(bool truth)
{
    if (!truth)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_value *v;
    struct cp_game g;
    struct cp_buf once, again, yaml;
    cp_span at = {"fuzz", 1, 1, 0};
    const uint8_t *line_end = size ? memchr(data, '\n', size) : NULL;
    if (line_end) /* as the tools cut it: a record's line holds no line end */
        size = (size_t)(line_end - data);
    if (!ints)
        ints = cp_ints_open();
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    cp_buf_init(&once, &arena);
    cp_buf_init(&again, &arena);
    cp_buf_init(&yaml, &arena);
    cp_game_init(&g, &arena, ints);
    bool is_read = cp_json_parse(&v, &arena, (cp_str){(const char *)data, size}, at, &d) &&
                   cp_record_parse(&g, v, &d);
    require(is_read == (d.errors == 0));
    if (is_read) {
        cp_record_format(&once, &g);
        require(!memchr(once.at, '\n', once.len));
        cp_game_init(&g, &arena, ints);
        require(cp_json_parse(&v, &arena, cp_buf_str(&once), at, &d) && cp_record_parse(&g, v, &d));
        cp_record_format(&again, &g);
        require(cp_str_equal(cp_buf_str(&once), cp_buf_str(&again)));
        if (cp_record_format_yaml(&yaml, &g) != CP_OK) {
            cp_arena_close(&arena);
            return 0;
        }
        cp_game_init(&g, &arena, ints);
        if (size < 2000) { /* YAML's budget of levels cannot be spent with so little */
            require(cp_yaml_parse(&v, &arena, cp_buf_str(&yaml), "yaml", &d));
            require(cp_record_parse(&g, v, &d));
        }
        cp_strip_apply(&g, size ? data[0] * 33u & CP_ANNOTATIONS_ALL : CP_ANNOTATIONS_ALL);
        cp_record_format(&again, &g);
    }
    cp_arena_close(&arena);
    return 0;
}
