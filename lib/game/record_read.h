/* SPDX-License-Identifier: MIT */
/* record_read.h -- what the files that read a record share: fields by table, the
 * messages about them, and the moves. For them only. */
#ifndef CP_RECORD_READ_H
#define CP_RECORD_READ_H

#include "game/record.h"

struct cp_reading {
    struct cp_game *game;
    struct cp_diags *diags;
    struct cp_pending *pending, *spare; /* variations still to be read */
    cp_str at;                          /* the field */
    const struct cp_value *tag_places;  /* source.tags */
    uint32_t depth;
    uint64_t moves;
    bool has_source, has_file;
};

/* What the fields of one object fill. */
struct cp_reading_owner {
    struct cp_line *line;
    struct cp_node *node;
    const struct cp_value *moves, *variations; /* found, to be read when the rest is */
    struct cp_field **extra;                   /* NULL: the node's */
};

struct cp_reading_field {
    const char *name;
    void (*read)(struct cp_reading *, struct cp_reading_owner *, const struct cp_value *);
};

/* Hands each member to its handler in the table, which ends with a NULL name;
 * others are kept as the owner's extra. */
void cp_reading_map(struct cp_reading *r, const struct cp_value *map,
                    const struct cp_reading_field *table, struct cp_reading_owner *owner);

/* Whether v is of that type; else reported. */
bool cp_reading_wants(struct cp_reading *r, const struct cp_value *v, enum cp_type type,
                      const char *what);
void cp_reading_refuse(struct cp_reading *r, enum cp_diag kind, cp_span at, const char *why);
void cp_reading_string(struct cp_reading *r, cp_str *out, const struct cp_value *v,
                       const char *what);

/* A whole number from 0 to most, "12:9": false when it is none (not reported). */
bool cp_reading_number(cp_str text, uint32_t most, uint32_t *out);
bool cp_reading_place(cp_str text, uint32_t *line, uint32_t *col);

/* v as JSON on one line; and kept as a field at *tail, answering the next tail. */
cp_str cp_reading_json(struct cp_reading *r, const struct cp_value *v);
struct cp_field **cp_reading_keep(struct cp_reading *r, struct cp_field **tail,
                                  const struct cp_value *v);

/* Handlers that games and variations share. */
void cp_reading_moves_field(struct cp_reading *r, struct cp_reading_owner *o,
                            const struct cp_value *v);
void cp_reading_end(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v);

/* The main line and all that hangs from it; then the places in `at` to the moves. */
void cp_reading_moves(struct cp_reading *r, const struct cp_value *moves);
void cp_reading_place_moves(struct cp_reading *r);

#endif
