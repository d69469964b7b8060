/* SPDX-License-Identifier: MIT */
/* yaml_tree.h -- one document's values from what a YAML reader meets, under budgets:
 * levels, anchors, and how much aliases may repeat; and what its plain scalars mean.
 * Faults are reported once; from then on `is_bad`, and the rest of the document is
 * passed over.
 *
 * Why so: D7 (DECISIONS.md). */
#ifndef CP_YAML_TREE_H
#define CP_YAML_TREE_H

#include "base/json.h"

/* ---- scalars, by the core schema of YAML 1.2 ---- */

/* NULL, BOOL, NUMBER or STRING. For a NUMBER, *number is how JSON writes it: text
 * itself where that will do, else a copy in arena (0x1f is 31, +.5 is 0.5). What
 * JSON cannot say stays a string: .inf, .nan, hexadecimal beyond 64 bits. */
enum cp_type cp_scalar_resolve(cp_str text, cp_str *number, struct cp_arena *arena);

/* Whether text, written plain, would be taken for something else than a string
 * by this reader or by one of YAML 1.1 (yes, 12:30, 1_000, 2024-01-31). */
bool cp_scalar_is_mistakable(cp_str text);

/* Whether text holds control characters, line breaks of any kind, or what else may not be shown,
 * or begins as they do: it goes in double quotes. */
bool cp_scalar_needs_escapes(cp_str text);

/* Whether text is several lines that a literal block brings through unchanged,
 * for a person to read. */
bool cp_scalar_is_prose(cp_str text);

/* ---- the tree ---- */

/* Levels of one document: libyaml takes time in proportion to the depth for every
 * token. What would be deeper is not written either. */
enum { CP_TREE_DEPTH = 3000 };

struct cp_tree {
    struct cp_arena *arena;
    struct cp_diags *diags; /* all else is nothing at first */
    struct cp_value *root;  /* the document, once read */
    struct cp_tree_frame *open;
    struct cp_tree_anchor *anchors;
    size_t depth, anchor_count, weight, repeated, values;
    bool is_bad;
    bool is_hopeless; /* too deep, or too much: nothing is gained by reading on */
};

/* Text is copied. An anchor that is empty is none. `is_plain`: the core schema
 * says what text is; else it is a string. */
void cp_tree_add(struct cp_tree *t, cp_str text, bool is_plain, cp_str anchor, cp_span at);
void cp_tree_add_alias(struct cp_tree *t, cp_str name, cp_span at);
void cp_tree_enter(struct cp_tree *t, enum cp_type type, cp_str anchor, cp_span at);
void cp_tree_leave(struct cp_tree *t);

/* Whether the next scalar is the name of a member. */
bool cp_tree_wants_name(const struct cp_tree *t);

void cp_tree_refuse(struct cp_tree *t, enum cp_diag kind, cp_span at, const char *why);

#endif
