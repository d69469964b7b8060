/* SPDX-License-Identifier: MIT */
/* theme.h -- the colours of a picture: bundled, or from a person's YAML file.
 *
 *     name: evening           for ids; small letters, digits and dashes
 *     base: dark              where the file says nothing: light, dark, print or auto
 *     colours: {ground: "#101018", green: "#3fae55"}
 *     when-dark: {…}          others, for a reader who has it dark
 *
 * theme.def lists all colours. The print theme is black on white: its marks are told
 * apart by their lines, and dark squares are hatched. */
#ifndef CP_THEME_H
#define CP_THEME_H

#include "base/diag.h"
#include "game/alphabet.h"
#include "game/marks.h"

enum cp_theme_id { CP_THEME_LIGHT, CP_THEME_DARK, CP_THEME_PRINT, CP_THEME_AUTO, CP_THEMES };

/* Colours are "#rrggbb"; of two, by side. */
struct cp_theme {
    const char *name;
    const char *ground, *words, *light, *dark, *edge;
    const char *fill[2], *ink[2], *detail[2]; /* of pieces */
    const char *last, *last_line, *check, *check_line, *origin;
    const char *trap, *pit, *trap_line; /* around, within, and between them */
    const char *own, *moved;            /* arrows of the piece that moved, and of those it moved */
    const char *body[2], *dots;
    const char *colours[CP_COLOURS], *lines[CP_COLOURS]; /* of marks: within, and around */
    bool is_print;                                       /* black on white */
    const struct cp_theme *night; /* for a reader who has it dark; NULL: this one */
};

extern const struct cp_theme cp_themes[CP_THEMES];

/* A theme in YAML; `file` names it in messages. NULL: all that is wrong was reported. */
CP_MUST_USE const struct cp_theme *cp_theme_parse(struct cp_arena *arena, cp_str yaml,
                                                  const char *file, struct cp_diags *d);

/* How many colours there are; their names; one of them. */
size_t cp_theme_colours(void);
const char *cp_theme_key(size_t index);
const char *cp_theme_colour(const struct cp_theme *theme, size_t index);

#endif
