/* SPDX-License-Identifier: MIT */
/* ini_fuzz.c -- any bytes are sections, each of which is refused for reasons of lines that there
 * are, or written as a file that the loader reads by itself; or they are refused as a whole.
 * seeds: testdata/fuzz/ini/?*.ini
 * runs: 2000
 */
#include "rules/variant/ini.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void check_refused(const struct cp_ini_variant *one, uint32_t lines)
{
    for (const struct cp_refusal *r = one->refused; r; r = r->next)
        require(r->at.line > 0 && r->at.line <= lines && r->why.len > 0);
}

static void check_text(const struct cp_ini_variant *one, struct cp_arena *arena,
                       struct cp_ints *ints)
{
    struct cp_diags d = cp_diags_in(arena);
    struct cp_variant *v;
    require(cp_variant_parse(&v, arena, ints, one->v->text, "again", &d));
    require(cp_str_equal(v->id, one->id) && cp_str_equal(v->name, one->name));
    require(v->alphabet.count == one->v->alphabet.count && v->start.count == one->v->start.count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cp_str text = {(const char *)data, size};
    struct cp_arena arena;
    struct cp_ini ini;
    uint32_t lines = 1;
    struct cp_ints *ints = cp_ints_open();
    if (!ints)
        return 0;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    (void)cp_ini_is(text);
    require(cp_ini_parse(&ini, &arena, ints, text, "fuzz", &d) == !d.errors);
    for (uint32_t i = 0; i < ini.count; i++) {
        require(!ini.list[i].v == (ini.list[i].refused != NULL));
        check_refused(&ini.list[i], lines);
        if (ini.list[i].v)
            check_text(&ini.list[i], &arena, ints);
        require(!ini.list[i].refused || cp_ini_find_refused(&ini, ini.list[i].name, NULL) != NULL ||
                cp_str_trim(ini.list[i].name).len == 0);
    }
    cp_arena_close(&arena);
    cp_ints_close(ints);
    return 0;
}
