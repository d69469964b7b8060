/* SPDX-License-Identifier: MIT */
/* json.h -- a tree of plain data, as JSON and YAML both hold it, and RFC 8259 text
 * to such a tree and back. One value per call; nesting and size are budgeted,
 * duplicate keys refused. */
#ifndef CP_JSON_H
#define CP_JSON_H

#include "base/diag.h"

/* ---- values: every node with its place in the user's file; in the arena it was read into ---- */

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

/* ---- strings ---- */

/* "text" with quotes and escapes; bytes that are not UTF-8 become U+FFFD. */
void cp_json_put_string(struct cp_buf *out, cp_str text);

/* Which of eight bytes is a quote, a backslash, a control character or beyond ASCII (for
 * cp_first_of); 0: none, all are plain. */
static inline uint64_t cp_json_special(uint64_t eight)
{
    return cp_has_byte(eight, '"') | cp_has_byte(eight, '\\') |
           ((((eight - CP_EACH(0x20)) & ~eight) | eight) & CP_EACH(0x80));
}

/* The first byte that is a quote, a backslash, a control character or beyond
 * ASCII, or end: everything before it is plain. */
const char *cp_json_skip_plain(const char *at, const char *end);

/* ---- reading ---- */

/* Whether text begins as an object: brace, name, colon and the first byte of a value; or with
 * commas too many behind its brace. Perhaps: it has no names, or ends too early to tell, or what
 * stands behind the colon is none. */
enum cp_json_look { CP_JSON_NOT, CP_JSON_PERHAPS, CP_JSON_OBJECT };
enum cp_json_look cp_json_look(cp_str text);

/* Whether text is one JSON value, as far as a quick look can tell: without blanks between its
 * parts, at most 64 levels deep, its numbers digits alone. Names that stand twice are not looked
 * for. */
CP_MUST_USE bool cp_json_is_plain(cp_str text);

/* Goes through the names of an object that text begins with, as they are written; begun with
 * {text, 0}. False: there is no other, or the text ends too early to tell. */
struct cp_json_names {
    cp_str rest;
    uint32_t depth;
};
CP_MUST_USE bool cp_json_next_name(struct cp_json_names *n, cp_str *name);

/* Lists and maps within each other: a variation costs three levels, so the deepest game
 * that text may hold (CP_DEPTH_MOST) fits. And values in all, in JSON and YAML: a part of
 * a game (CP_PARTS_MOST) costs two or three. */
enum { CP_JSON_DEPTH = 1 << 19, CP_VALUES_MOST = 3 << 18 };

/* The one value that text holds; false (and a report at its place) when it is
 * no JSON. `at` is where text begins in the user's file. Strings without
 * escapes borrow from text, which must live as long as the value. */
CP_MUST_USE bool cp_json_parse(struct cp_value **out, struct cp_arena *arena, cp_str text,
                               cp_span at, struct cp_diags *d);

#endif
