/* SPDX-License-Identifier: MIT */
/* json.h -- a tree of plain data, as JSON and YAML both hold it, and RFC 8259 text
 * to such a tree and back. One value per call; nesting and size are budgeted,
 * duplicate keys refused.
 *
 * Why so: D1 (DECISIONS.md). */
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

/* "text" with quotes and escapes, for what may not be shown (cp_utf8_is_shown), too; bytes that
 * are not UTF-8 become U+FFFD. */
void cp_json_put_string(struct cp_buf *out, cp_str text);

/* Text that is JSON already, with escapes for what may not be shown in its strings. */
void cp_json_put_shown(struct cp_buf *out, cp_str json);

/* Which of eight bytes is DEL or beyond ASCII; and which is a quote, a backslash, a control
 * character or beyond ASCII (for cp_first_of); 0: none, all are plain. */
static inline uint64_t cp_beyond_ascii(uint64_t eight)
{
    return (eight | (eight + CP_EACH(1))) & CP_EACH(0x80);
}

static inline uint64_t cp_json_special(uint64_t eight)
{
    return cp_has_byte(eight, '"') | cp_has_byte(eight, '\\') | cp_beyond_ascii(eight) |
           ((eight - CP_EACH(0x20)) & ~eight & CP_EACH(0x80));
}

/* The first byte that is a quote, a backslash, a control character or beyond
 * ASCII, or end: everything before it is plain. */
const char *cp_json_skip_plain(const char *at, const char *end);

/* ---- reading ---- */

/* Whether text is one JSON value, as far as a quick look can tell: without blanks between its
 * parts, at most 64 levels deep, its numbers digits alone. Names that stand twice are not looked
 * for. */
CP_MUST_USE bool cp_json_is_plain(cp_str text);

/* Lists and maps within each other: a variation costs three levels, so the deepest game
 * that text may hold (CP_DEPTH_MOST) fits. And values in all, in JSON and YAML: a part of
 * a game (CP_PARTS_MOST) costs two or three. */
enum { CP_JSON_DEPTH = 1 << 19, CP_VALUES_MOST = 3 << 18 };

/* Goes through the one value that text holds, piece by piece. `at` is where text begins in the
 * user's file. Strings without escapes borrow from text, others are in the arena. Without diags
 * nothing is reported. */
struct cp_json {
    const char *at, *end, *line_start;
    cp_span place; /* of line_start */
    struct cp_arena *arena;
    struct cp_diags *diags;
    char *open; /* the brackets that will close what is open */
    size_t room;
    uint32_t depth, values;
    enum cp_json_next {
        CP_JSON_WRONG,
        CP_JSON_END,
        CP_JSON_OPEN,
        CP_JSON_CLOSE,
        CP_JSON_VALUE
    } last;
};

void cp_json_begin(struct cp_json *j, struct cp_arena *arena, cp_str text, cp_span at,
                   struct cp_diags *d);

/* OPEN: *v is a map or a list, whose children come next, and CLOSE behind the last of them. VALUE:
 * it is all else, and whole. WRONG: this is no JSON; what *v has of a name is known. */
CP_MUST_USE enum cp_json_next cp_json_next(struct cp_json *j, struct cp_value *v);

/* What the escape at `at` stands for, written to `to`, which has room for 4 bytes; where it ends.
 * NULL: it means no character. */
const char *cp_json_unescape(const char *at, const char *end, char *to, size_t *len);

/* Whether text begins as an object, with a name and a colon, or ends too early to tell. */
CP_MUST_USE bool cp_json_may_begin(struct cp_arena *arena, cp_str text);

/* The one value that text holds as a tree; false (and a report at its place) when it is no
 * JSON. The value borrows from text, which must live as long. */
CP_MUST_USE bool cp_json_parse(struct cp_value **out, struct cp_arena *arena, cp_str text,
                               cp_span at, struct cp_diags *d);

#endif
