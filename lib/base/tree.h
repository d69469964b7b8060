/* SPDX-License-Identifier: MIT */
/* tree.h -- builds one document's values from what a YAML reader meets, under
 * budgets: levels, anchors, and how much aliases may repeat. Faults are reported
 * once; from then on `is_bad`, and the rest of the document is passed over. */
#ifndef CP_TREE_H
#define CP_TREE_H

#include "base/value.h"

/* Levels of one document: libyaml takes time in proportion to the depth for every
 * token (D11). What would be deeper is not written either. */
enum { CP_TREE_DEPTH = 3000 };

struct cp_tree {
    struct cp_arena *arena;
    struct cp_diags *diags;
    struct cp_value *root; /* the document, once read */
    struct cp_tree_frame *open;
    struct cp_tree_anchor *anchors;
    size_t depth, anchor_count, weight, repeated;
    bool is_bad;
    bool is_hopeless; /* too deep: reading on would take libyaml quadratic time */
};

void cp_tree_init(struct cp_tree *t, struct cp_arena *arena, struct cp_diags *diags);

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
