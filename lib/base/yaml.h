/* SPDX-License-Identifier: MIT */
/* yaml.h -- a stream of YAML documents to values and back: the only file that
 * knows libyaml. Plain scalars are typed by YAML 1.2's core schema; aliases
 * are followed under a budget (an alias bomb is a diagnostic). */
#ifndef CP_YAML_H
#define CP_YAML_H

#include "base/json.h"
#include "base/source.h"

struct cp_yaml;

/* NULL when memory is refused. `file` names the stream in spans. */
struct cp_yaml *cp_yaml_open(cp_source source, void *data, const char *file);
void cp_yaml_close(struct cp_yaml *y);

/* The next document, into arena. BROKEN: reported; the next read goes on with the
 * document behind it. */
enum cp_yaml_next { CP_YAML_END, CP_YAML_DOCUMENT, CP_YAML_BROKEN };
CP_MUST_USE enum cp_yaml_next cp_yaml_read(struct cp_yaml *y, struct cp_value **out,
                                           struct cp_arena *arena, struct cp_diags *d);

/* What is left of the document being read is passed over: after a jump out of a read. */
void cp_yaml_leave(struct cp_yaml *y);

/* One whole document held in memory. */
CP_MUST_USE bool cp_yaml_parse(struct cp_value **out, struct cp_arena *arena, cp_str text,
                               const char *file, struct cp_diags *d);

/* v as one document, beginning with "---". CP_TOO_DEEP when it could not be read
 * again: nothing is appended then. */
CP_MUST_USE enum cp_diag cp_yaml_format(struct cp_buf *out, const struct cp_value *v);

/* Bytes of one document; of a longer one libyaml sees no more. */
enum { CP_DOCUMENT_MOST = 32 << 20 };

/* ---- a stream cut where its documents begin ----
 *
 *     a: 1        a document
 *     ---         here it is cut: nothing within a document may look so
 *     b: [        a document; however broken it is,
 *     ---
 *     c: 3        this one is whole
 *
 * After "...", the next document's directives belong to the one before. */

struct cp_documents {
    cp_source source;
    void *data;
    char raw[4096];
    size_t from, to;          /* what of raw has not been given out */
    size_t held;              /* bytes behind it that may be none: DOS ended files with such */
    size_t lines;             /* ends of lines given out */
    size_t given;             /* bytes of this document */
    bool is_too_long;         /* no more of it is given out */
    char last;                /* byte given out */
    bool is_line_start;       /* what comes next begins a line */
    bool has_content;         /* of a document, in this one */
    bool is_cut;              /* this document is over, and another follows */
    bool is_over, has_failed; /* the source */
};

void cp_documents_init(struct cp_documents *p, cp_source source, void *data);

/* Up to size bytes of the current document; 0 at its end; -1 when reading failed. */
CP_MUST_USE long cp_documents_read(struct cp_documents *p, char *room, size_t size);

/* On to the next document, passing over what is left of this one; false when there
 * is none. */
CP_MUST_USE bool cp_documents_next(struct cp_documents *p);

#endif
