/* SPDX-License-Identifier: MIT */
/* drawing_file_fuzz.c -- any bytes are a drawing or are refused with a message; what a
 * drawing holds is nothing but path data and attributes of a closed list.
 * seeds: testdata/drawings/?*.svg testdata/pictures/far.svg */
#include "draw/drawing_file.h"

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
        require(strchr("MmLlHhVvCcSsQqTtAaZz0123456789.- ", *c) != NULL);
}

/* Each is a name of ours with a value of ours: no quote but those around, no bracket. */
static void check_style(const char *style)
{
    static const char *const names[] = {"transform",      "stroke",          "stroke-width",
                                        "stroke-linecap", "stroke-linejoin", "fill-rule"};
    while (*style) {
        bool is_known = false;
        const char *equals = strstr(style, "=\"");
        require(style[0] == ' ' && equals);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            is_known |= strlen(names[i]) == (size_t)(equals - style - 1) &&
                        strncmp(style + 1, names[i], strlen(names[i])) == 0;
        const char *end = strchr(equals + 2, '"');
        require(is_known && end);
        for (const char *c = equals + 2; c < end; c++)
            require(cp_is_letter(*c) || cp_is_digit(*c) || strchr("(). -", *c));
        style = end + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_diags d;
    cp_arena_init(&arena, NULL, NULL);
    cp_diags_init(&d, &arena);
    const struct cp_drawing *drawing =
        cp_drawing_parse(&arena, (cp_str){(const char *)data, size}, "fuzz", &d);
    require((drawing != NULL) == (d.errors == 0));
    if (drawing) {
        require(drawing->parts[0].role != CP_PART_END);
        for (const struct cp_drawing_part *part = drawing->parts; part->role != CP_PART_END;
             part++) {
            check_path(part->path);
            check_style(part->style);
        }
    }
    cp_arena_close(&arena);
    return 0;
}
