/* SPDX-License-Identifier: MIT */
/* yaml_tree.c -- aliases are followed by sharing the children, so reading a bomb
 * costs nothing; what would cost is walking it, hence the budget on what aliases
 * repeat, weighed in about bytes. */
#include "base/yaml_tree.h"

#include "base/scan.h"

/* ---- what scalars mean ---- */

static bool is_one_of(cp_str text, const char *const *words)
{
    for (; *words; words++)
        if (cp_str_is(text, *words))
            return true;
    return false;
}

static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
static const char *const truths[] = {"true", "True", "TRUE", NULL};
static const char *const untruths[] = {"false", "False", "FALSE", NULL};

/* A decimal number taken apart: [sign] whole [. part] [e power]. */
struct decimal {
    bool is_minus, has_plus, has_point;
    cp_str whole, part, power; /* power with its e and sign */
};

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
static bool take_apart(cp_str text, struct decimal *out)
{
    *out = (struct decimal){.is_minus = cp_scan_char(&text, '-')};
    out->has_plus = !out->is_minus && cp_scan_char(&text, '+');
    out->whole = cp_scan_digits(&text);
    out->has_point = cp_scan_char(&text, '.');
    if (out->has_point)
        out->part = cp_scan_digits(&text);
    out->power = text;
    bool has_power = text.len && cp_lower(text.at[0]) == 'e';
    text = cp_str_skip(text, has_power);
    if (has_power && !cp_scan_char(&text, '-'))
        (void)cp_scan_char(&text, '+');
    return (out->whole.len || out->part.len) && (!has_power || cp_scan_digits(&text).len) &&
           !text.len;
}

static cp_str put_together(const struct decimal *n, struct cp_arena *arena)
{
    struct cp_buf out = cp_buf_in(arena);
    cp_str whole = n->whole;
    while (whole.len > 1 && whole.at[0] == '0')
        whole = cp_str_skip(whole, 1);
    if (n->is_minus)
        cp_buf_putc(&out, '-');
    cp_buf_put(&out, whole.len ? whole : CP_STR("0"));
    if (n->part.len) {
        cp_buf_putc(&out, '.');
        cp_buf_put(&out, n->part);
    }
    cp_buf_put(&out, n->power);
    return cp_buf_str(&out);
}

/* 0x1F and 0o17 */
static bool resolve_based(cp_str text, cp_str *number, struct cp_arena *arena)
{
    if (text.len < 3 || text.at[0] != '0' || (text.at[1] != 'x' && text.at[1] != 'o'))
        return false;
    int shift = text.at[1] == 'x' ? 4 : 3;
    uint64_t n = 0;
    for (size_t i = 2; i < text.len; i++) {
        char c = cp_lower(text.at[i]);
        int digit = cp_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
        if (digit >= 1 << shift || n >> (64 - shift))
            return false;
        n = n << shift | (uint64_t)digit;
    }
    *number = cp_str_printf(arena, "%llu", (unsigned long long)n);
    return true;
}

enum cp_type cp_scalar_resolve(cp_str text, cp_str *number, struct cp_arena *arena)
{
    char first = text.len ? text.at[0] : '~';
    if (cp_is_digit(first) || first == '-' || first == '+' || first == '.') {
        struct decimal n;
        if (!take_apart(text, &n))
            return resolve_based(text, number, arena) ? CP_NUMBER : CP_STRING;
        bool is_json = !n.has_plus && n.whole.len && n.has_point == (n.part.len > 0) &&
                       !(n.whole.len > 1 && n.whole.at[0] == '0');
        *number = is_json ? text : put_together(&n, arena);
        return CP_NUMBER;
    }
    if (is_one_of(text, nulls))
        return CP_NULL;
    return is_one_of(text, truths) || is_one_of(text, untruths) ? CP_BOOL : CP_STRING;
}

/* Digits, and what YAML 1.1 allows between and around them; 1-0 is none of it. */
static bool is_numeric_1_1(cp_str text)
{
    bool has_digit = false;
    if (text.len > 4 && cp_digits_end(text, 0) == 4 && text.at[4] == '-' &&
        cp_digits_end(text, 5) > 5)
        return true; /* a date */
    if (text.len && (text.at[0] == '-' || text.at[0] == '+'))
        text = cp_str_skip(text, 1);
    if (text.len > 1 && text.at[0] == '0' && strchr("xob", text.at[1]))
        return true;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        has_digit |= cp_is_digit(c);
        bool is_power_sign = i && (c == '-' || c == '+') && cp_lower(text.at[i - 1]) == 'e';
        if (!cp_is_digit(c) && !is_power_sign && (!c || !strchr("_.:eE", c)))
            return false;
    }
    return has_digit;
}

bool cp_scalar_is_mistakable(cp_str text)
{
    static const char *const words[] = {"yes",  "no",   "on",    "off",  "y",     "n",
                                        "true", "null", "false", ".inf", "-.inf", "+.inf",
                                        ".nan", "<<",   "=",     NULL};
    for (const char *const *word = words; *word; word++)
        if (cp_str_like(text, cp_str_from(*word)))
            return true;
    return is_one_of(text, nulls) || is_numeric_1_1(text);
}

bool cp_scalar_needs_escapes(cp_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c < 0x20 || c == 0x7f || c == 0xc2 || c == 0xd8 || c == 0xe2 || c == 0xef)
            return true;
    }
    return false;
}

bool cp_scalar_is_prose(cp_str text)
{
    if (!text.len || text.at[0] == ' ' || text.at[0] == '\n' || text.at[text.len - 1] == '\n')
        return false;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c != '\n' && cp_scalar_needs_escapes((cp_str){text.at + i, 1}))
            return false;
        if (c == '\n' && (text.at[i - 1] == ' ' || text.at[i + 1] == ' '))
            return false;
    }
    return memchr(text.at, '\n', text.len) != NULL;
}

/* ---- the tree ---- */

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

void cp_tree_refuse(struct cp_tree *t, enum cp_diag kind, cp_span at, const char *why)
{
    cp_diag_report(t->diags, kind, at, "%s", why);
    t->is_bad = true;
}

/* For one value more at `at`. */
static bool has_room(struct cp_tree *t, cp_span at)
{
    if (!t->is_bad && ++t->values > CP_VALUES_MOST) {
        cp_tree_refuse(t, CP_DOCUMENT_TOO_LARGE, at, "");
        t->is_hopeless = true;
    }
    return !t->is_bad;
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
        cp_tree_refuse(t, CP_DOCUMENT_TOO_LARGE, at, "more than a thousand anchors");
        return NULL;
    }
    struct cp_tree_anchor *anchor = cp_arena_take_zero(t->arena, 1, sizeof *anchor);
    anchor->name = cp_str_keep(t->arena, name);
    anchor->next = t->anchors;
    t->anchors = anchor;
    return anchor;
}

/* 1) or 1) (8, left of (5,1) or (5,1) (8,1) in braces. */
static bool is_cut_square(cp_str name)
{
    size_t end = 0;
    while (end < name.len && (cp_is_digit(name.at[end]) || (end == 0 && name.at[end] == '-')))
        end++;
    return end && end < name.len && name.at[end] == ')';
}

void cp_tree_add(struct cp_tree *t, cp_str text, bool is_plain, cp_str anchor_name, cp_span at)
{
    if (!has_room(t, at))
        return;
    text = cp_str_keep(t->arena, text);
    struct cp_tree_anchor *anchor = anchor_of(t, anchor_name, at);
    struct cp_value *v = cp_arena_take_zero(t->arena, 1, sizeof *v);
    *v = (struct cp_value){.type = CP_STRING, .text = text, .at = at};
    if (cp_tree_wants_name(t)) {
        if (is_plain && is_cut_square(text))
            cp_tree_refuse(t, CP_BAD_YAML, at,
                           "in { } a comma ends an entry: squares in numbers need quotes, "
                           "\"(5,1) (8,1)\"");
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
    if (!has_room(t, at))
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
        cp_tree_refuse(t, CP_DOCUMENT_TOO_LARGE, at, "more than a megabyte");
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
    if (!has_room(t, at))
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
