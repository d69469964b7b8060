/* SPDX-License-Identifier: MIT */
/* value.h -- a tree of plain data, as JSON and YAML both hold it, every node
 * with its place in the user's file. Lives in the arena it was read into. */
#ifndef CP_VALUE_H
#define CP_VALUE_H

#include "base/diag.h"

enum cp_type { CP_NULL, CP_BOOL, CP_NUMBER, CP_STRING, CP_LIST, CP_MAP };

/* What a human would call it: "a string", "a list" ... */
const char *cp_type_name(enum cp_type type);

struct cp_value {
    enum cp_type type;
    bool truth;             /* BOOL */
    uint32_t count;         /* LIST, MAP: how many children */
    cp_str text;            /* STRING: decoded; NUMBER: its digits as written */
    cp_str raw;             /* the JSON bytes it was read from; empty from YAML */
    cp_str name;            /* its key, when its parent is a MAP */
    cp_span at, name_at;    /* where it stands, and where its key does */
    struct cp_value *first; /* LIST, MAP: children in the order written */
    struct cp_value *next;
};

/* The member of that name, NULL when there is none or v is no map. */
struct cp_value *cp_value_get(const struct cp_value *v, const char *name);

/* A member whose name an earlier one has too, NULL when all differ; arena gives
 * the work space. */
struct cp_value *cp_value_twin(const struct cp_value *map, struct cp_arena *arena);

/* v as JSON text: its raw bytes where it has them, so numbers and escapes pass
 * untouched. */
void cp_value_format_json(struct cp_buf *out, const struct cp_value *v);

#endif
