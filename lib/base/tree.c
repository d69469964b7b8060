/* SPDX-License-Identifier: MIT */
/* tree.c -- aliases are followed by sharing the children, so reading a bomb
 * costs nothing; what would cost is walking it, hence the budget on what aliases
 * repeat, weighed in about bytes. */
#include "base/tree.h"
#include "base/scalar.h"

enum {
    ANCHORS_MOST = 1000,
    REPEATED_MOST = 1 << 20,
    NODE = 16, /* what a value weighs beside its text */
};

struct cp_tree_frame {
    struct cp_tree_frame *outer;
    struct cp_value *container;
    struct cp_value **tail;
    cp_str name; /* of the member to come; at NULL: none yet */
    cp_span name_at;
    struct cp_tree_anchor *anchor;
    size_t weight; /* of the document before this container */
};

struct cp_tree_anchor {
    struct cp_tree_anchor *next;
    cp_str name;
    struct cp_value *value; /* NULL while it is being read */
    size_t weight;
};

void cp_tree_init(struct cp_tree *t, struct cp_arena *arena, struct cp_diags *diags)
{
    *t = (struct cp_tree){.arena = arena, .diags = diags};
}

void cp_tree_refuse(struct cp_tree *t, enum cp_diag kind, cp_span at, const char *why)
{
    cp_diag_report(t->diags, kind, at, "%s", why);
    t->is_bad = true;
}

bool cp_tree_wants_name(const struct cp_tree *t)
{
    return t->open && t->open->container->type == CP_MAP && !t->open->name.at;
}

/* Links v where it belongs: the root, the next item, or the member just named. */
static void put(struct cp_tree *t, struct cp_value *v)
{
    struct cp_tree_frame *f = t->open;
    t->weight += NODE + v->text.len;
    if (!f) {
        t->root = v;
        return;
    }
    if (f->container->type == CP_MAP) {
        v->name = f->name;
        v->name_at = f->name_at;
        t->weight += f->name.len;
        f->name.at = NULL;
    }
    *f->tail = v;
    f->tail = &v->next;
    f->container->count++;
}

static struct cp_tree_anchor *anchor_of(struct cp_tree *t, cp_str name, cp_span at)
{
    if (!name.len)
        return NULL;
    if (++t->anchor_count > ANCHORS_MOST) {
        cp_tree_refuse(t, CP_TOO_MANY_ALIASES, at, "more than a thousand anchors");
        return NULL;
    }
    struct cp_tree_anchor *anchor = cp_arena_take_zero(t->arena, 1, sizeof *anchor);
    anchor->name = cp_str_keep(t->arena, name);
    anchor->next = t->anchors;
    t->anchors = anchor;
    return anchor;
}

void cp_tree_add(struct cp_tree *t, cp_str text, bool is_plain, cp_str anchor_name, cp_span at)
{
    if (t->is_bad)
        return;
    text = cp_str_keep(t->arena, text);
    struct cp_tree_anchor *anchor = anchor_of(t, anchor_name, at);
    struct cp_value *v = cp_arena_take_zero(t->arena, 1, sizeof *v);
    *v = (struct cp_value){.type = CP_STRING, .text = text, .at = at};
    if (cp_tree_wants_name(t)) {
        t->open->name = text;
        t->open->name_at = at;
    } else {
        if (is_plain)
            v->type = cp_scalar_resolve(text, &v->text, t->arena);
        v->truth = v->type == CP_BOOL && cp_lower(text.at[0]) == 't';
        put(t, v);
    }
    if (anchor) {
        anchor->value = v;
        anchor->weight = NODE + text.len;
    }
}

void cp_tree_add_alias(struct cp_tree *t, cp_str name, cp_span at)
{
    if (t->is_bad)
        return;
    const struct cp_tree_anchor *found = t->anchors;
    while (found && !cp_str_equal(found->name, name))
        found = found->next;
    if (!found) {
        cp_tree_refuse(t, CP_BAD_YAML, at,
                       "this alias names nothing (text that begins with * needs quotes)");
    } else if (!found->value) {
        cp_tree_refuse(t, CP_BAD_YAML, at, "this alias stands within what it names");
    } else if (cp_tree_wants_name(t)) {
        cp_tree_refuse(t, CP_BAD_YAML, at, "an alias cannot be a name");
    } else if ((t->repeated += found->weight) > REPEATED_MOST) {
        cp_tree_refuse(t, CP_TOO_MANY_ALIASES, at, "more than a megabyte");
    } else {
        struct cp_value *v = cp_arena_take(t->arena, sizeof *v);
        *v = *found->value;
        v->next = NULL;
        v->at = at;
        put(t, v);
        t->weight += found->weight;
    }
}

void cp_tree_enter(struct cp_tree *t, enum cp_type type, cp_str anchor, cp_span at)
{
    if (!t->is_bad && cp_tree_wants_name(t))
        cp_tree_refuse(t, CP_BAD_YAML, at, "a name must be plain text");
    else if (!t->is_bad && ++t->depth > CP_TREE_DEPTH) {
        cp_tree_refuse(t, CP_TOO_DEEP, at, "more than 3000 levels of YAML; JSON goes deeper");
        t->is_hopeless = true;
    }
    if (t->is_bad)
        return;
    struct cp_value *v = cp_arena_take_zero(t->arena, 1, sizeof *v);
    struct cp_tree_frame *f = cp_arena_take_zero(t->arena, 1, sizeof *f);
    *v = (struct cp_value){.type = type, .at = at};
    f->weight = t->weight;
    put(t, v);
    f->outer = t->open;
    f->container = v;
    f->tail = &v->first;
    f->anchor = anchor_of(t, anchor, at);
    t->open = f;
}

void cp_tree_leave(struct cp_tree *t)
{
    if (t->is_bad)
        return;
    struct cp_tree_frame *f = t->open;
    t->open = f->outer;
    t->depth--;
    if (f->anchor) {
        f->anchor->value = f->container;
        f->anchor->weight = t->weight - f->weight;
    }
    if (f->container->type != CP_MAP)
        return;
    const struct cp_value *twin = cp_value_twin(f->container, t->arena);
    if (twin) {
        cp_diag_report(t->diags, CP_DUPLICATE_KEY, twin->name_at, "\"%.*s\"", CP_FMT(twin->name));
        t->is_bad = true;
    }
}
