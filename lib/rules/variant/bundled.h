/* SPDX-License-Identifier: MIT */
/* bundled.h -- the variant files of schemas/variants, and schemas/insufficient.tsv, as they
 * stood when the library was built. scripts/embed writes the tables into build/. */
#ifndef CP_BUNDLED_H
#define CP_BUNDLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cp_bundled {
    const char *file; /* "coaip.yaml" */
    const char *text;
    size_t len;
    const char *id, *name;      /* as in the text, and so is the rest */
    const char *const *aliases; /* up to NULL */
    bool is_named_only, is_assumed;
};

extern const struct cp_bundled cp_bundled[]; /* sorted by file */
extern const size_t cp_bundled_count;

/* A row of insufficient.tsv: of each kind in cp_material_codes how many a side may have; of bishops
 * on squares of one colour and on those of the other. */
enum { CP_MATERIAL_KINDS = 14 };
struct cp_material_row {
    bool is_bordered;
    uint8_t most[2][CP_MATERIAL_KINDS][2]; /* UINT8_MAX: any number */
};

extern const char cp_material_codes[CP_MATERIAL_KINDS][3];
extern const struct cp_material_row cp_material_rows[];
extern const size_t cp_material_row_count;

#endif
