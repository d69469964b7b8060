/* SPDX-License-Identifier: MIT */
/* record.h -- a game as one line of JSON, and as YAML: schemas/record.md.
 * Pure: streams are the tools' business. */
#ifndef CP_RECORD_H
#define CP_RECORD_H

#include "base/json.h"
#include "game/game.h"

/* Whether text begins as a record, be its quotes those of JSON or what programs and people make of
 * them: { and a name of a field, before any }. */
bool cp_record_begins(cp_str text);

/* Fills g, which the caller has initialised, from one record. False when fields
 * were of the wrong type or missing (each reported at its place); g then holds
 * the rest and is_broken. Moves are text only: nothing is read into them. The
 * strings borrow from v's text and arena.
 *
 * A record without `source` is its own source: its file and line, and each
 * move's place in it. */
CP_MUST_USE bool cp_record_parse(struct cp_game *g, const struct cp_value *v, struct cp_diags *d);

/* One line of JSON without the line's end. Work space comes from g's arena. */
void cp_record_format(struct cp_buf *out, const struct cp_game *g);

/* One YAML document, beginning with "---"; see cp_yaml_format. */
CP_MUST_USE enum cp_diag cp_record_format_yaml(struct cp_buf *out, const struct cp_game *g);

#endif
