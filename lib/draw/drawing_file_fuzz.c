/* SPDX-License-Identifier: MIT */
/* drawing_file_fuzz.c -- any bytes are a drawing or are refused with a message; what a
 * drawing holds is nothing but path data and attributes of a closed list.
 * seeds: testdata/drawings/?*.svg testdata/pictures/far.svg */
#include "draw/drawings.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void check_path(const char *path)
{
    require(path[0] == 'M' || path[0] == 'm');
    for (const char *c = path; *c; c++)
        require(strchr("MmLlHhVvCcSsQqTtAaZzEe0123456789.,+- ", *c) != NULL);
}

/* No line, or its width. */
static void check_style(const char *style)
{
    static const char width[] = " stroke-width=\"";
    if (strncmp(style, width, sizeof width - 1) != 0) {
        require(style[0] == '\0' || strcmp(style, " stroke=\"none\"") == 0);
        return;
    }
    style += sizeof width - 1;
    require(strcmp(style + strspn(style, "Ee0123456789.+-"), "\"") == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    const struct cp_drawing *drawing =
        cp_drawing_parse(&arena, (cp_str){(const char *)data, size}, "fuzz", &d);
    require((drawing != NULL) == (d.errors == 0));
    if (drawing) {
        require(drawing->parts[0].role != CP_PART_END);
        require(drawing->box[strspn(drawing->box, "Ee0123456789.,+- ")] == '\0');
        for (const struct cp_drawing_part *part = drawing->parts; part->role != CP_PART_END;
             part++) {
            check_path(part->path);
            check_style(part->style);
        }
    }
    cp_arena_close(&arena);
    return 0;
}
