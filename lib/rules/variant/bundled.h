/* SPDX-License-Identifier: MIT */
/* bundled.h -- the variant files of schemas/variants, as they stood when the
 * library was built. scripts/embed writes the table into build/. */
#ifndef CP_BUNDLED_H
#define CP_BUNDLED_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
