/* SPDX-License-Identifier: MIT */
/* yaml_without.c -- what stands in for yaml.c where a library is built without libyaml: of YAML
 * only what is JSON, too, as bundled variants are then. A stream of other YAML is told of and
 * passed over. */
#include "base/yaml.h"

#include <stdlib.h>

struct cp_yaml {
    const char *file;
    bool is_told;
};

static void refuse(struct cp_diags *d, const char *file)
{
    cp_diag_report(d, CP_BAD_YAML, (cp_span){file, 1, 1, 0},
                   "this library was built without YAML, and reads JSON");
}

struct cp_yaml *cp_yaml_open(cp_source source, void *data, const char *file)
{
    struct cp_yaml *y = calloc(1, sizeof *y);
    (void)source;
    (void)data;
    if (y)
        y->file = file;
    return y;
}

void cp_yaml_close(struct cp_yaml *y)
{
    free(y);
}

enum cp_yaml_next cp_yaml_read(struct cp_yaml *y, struct cp_value **out, struct cp_arena *arena,
                               struct cp_diags *d)
{
    (void)arena;
    *out = NULL;
    if (y->is_told)
        return CP_YAML_END;
    y->is_told = true;
    refuse(d, y->file);
    return CP_YAML_BROKEN;
}

void cp_yaml_leave(struct cp_yaml *y)
{
    (void)y;
}

bool cp_yaml_parse(struct cp_value **out, struct cp_arena *arena, cp_str text, const char *file,
                   struct cp_diags *d)
{
    struct cp_diags told = cp_diags_in(arena); /* of JSON, which nobody meant to write */
    bool is_read = cp_json_parse(out, arena, text, (cp_span){file, 1, 1, 0}, &told);
    if (!is_read)
        refuse(d, file);
    return is_read;
}

enum cp_diag cp_yaml_format(struct cp_buf *out, const struct cp_value *v)
{
    cp_buf_puts(out, "---\n");
    cp_value_format_json(out, v);
    cp_buf_putc(out, '\n');
    return CP_OK;
}
