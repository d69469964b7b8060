/* SPDX-License-Identifier: MIT */
/* yaml.h -- a stream of YAML documents to values and back: the only file that
 * knows libyaml. Plain scalars are typed by YAML 1.2's core schema; aliases
 * are followed under a budget (an alias bomb is a diagnostic). */
#ifndef CP_YAML_H
#define CP_YAML_H

#include "base/value.h"

struct cp_yaml;

/* Fills room with up to size bytes; 0 at the end; negative when reading fails. */
typedef long (*cp_yaml_source)(void *data, char *room, size_t size);

/* NULL when memory is refused. `file` names the stream in spans. */
struct cp_yaml *cp_yaml_open(cp_yaml_source source, void *data, const char *file);
void cp_yaml_close(struct cp_yaml *y);

/* The next document, into arena. BROKEN: reported; the next read goes on with the
 * document behind it. */
enum cp_yaml_next { CP_YAML_END, CP_YAML_DOCUMENT, CP_YAML_BROKEN };
CP_MUST_USE enum cp_yaml_next cp_yaml_read(struct cp_yaml *y, struct cp_value **out,
                                           struct cp_arena *arena, struct cp_diags *d);

/* One whole document held in memory. */
CP_MUST_USE bool cp_yaml_parse(struct cp_value **out, struct cp_arena *arena, cp_str text,
                               const char *file, struct cp_diags *d);

/* v as one document, beginning with "---". CP_TOO_DEEP when it could not be read
 * again, CP_MEMORY_REFUSED when libyaml has none: nothing is appended then. */
CP_MUST_USE enum cp_diag cp_yaml_format(struct cp_buf *out, const struct cp_value *v);

#endif
