/* SPDX-License-Identifier: MIT */
/* ini.h -- variants in the format of Fairy-Stockfish's variants.ini, which other programs read,
 * too:
 *
 *     [almost-janus:janus]         a section: its name, and the one it inherits from
 *     startFen = rjnbkqbnjr/...    a key, which ini_keys.def has
 *
 * Each section is written as one of our files, which the loader reads: there is no second
 * one. What our files cannot say is refused for that variant alone, with line, key and what
 * it would have meant. */
#ifndef CP_INI_H
#define CP_INI_H

#include "rules/variant/variant.h"

struct cp_ini_variant {
    cp_str id, name;      /* of the section */
    cp_span start_at;     /* what says how it begins */
    struct cp_variant *v; /* NULL: refused */
    struct cp_refusal *refused;
};

struct cp_ini {
    struct cp_ini_variant *list; /* as they stand in the file */
    uint32_t count;
};

/* Whether the first line that is no comment opens a section, or has a key before =, as no YAML
 * of ours does. */
bool cp_ini_is(cp_str text);

/* Every section of text, of which arena keeps what it needs; so must ints. A parent is a section
 * above, or a bundled variant by any of its names. False: the whole file cannot be used, which is
 * reported. */
CP_MUST_USE bool cp_ini_parse(struct cp_ini *out, struct cp_arena *arena, struct cp_ints *ints,
                              cp_str text, const char *file, struct cp_diags *faults);

/* Takes that variant out for what faults says of its start. */
void cp_ini_refuse_start(struct cp_ini_variant *of, struct cp_arena *arena,
                         const struct cp_diags *faults);

/* The first refused section of that name, or with any name of a bundled variant (NULL: of none);
 * NULL when there is none. */
const struct cp_ini_variant *cp_ini_find_refused(const struct cp_ini *ini, cp_str name,
                                                 const struct cp_variant *bundled);

#endif
