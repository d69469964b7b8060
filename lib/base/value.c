/* SPDX-License-Identifier: MIT */
/* value.c -- trees of plain data. Walked with a stack of our own: a record may
 * nest variations a hundred thousand deep. */
#include "base/value.h"
#include "base/quote.h"

#include <stdlib.h>

const char *cp_type_name(enum cp_type type)
{
    static const char *const names[] = {
        [CP_NULL] = "null",       [CP_BOOL] = "true or false", [CP_NUMBER] = "a number",
        [CP_STRING] = "a string", [CP_LIST] = "a list",        [CP_MAP] = "a map",
    };
    return names[type];
}

struct cp_value *cp_value_get(const struct cp_value *v, const char *name)
{
    if (!v || v->type != CP_MAP)
        return NULL;
    cp_str wanted = cp_str_from(name);
    for (struct cp_value *member = v->first; member; member = member->next)
        if (cp_str_equal(member->name, wanted))
            return member;
    return NULL;
}

enum { FEW = 16 };

static int by_name(const void *left, const void *right)
{
    const struct cp_value *a = *(struct cp_value *const *)left;
    const struct cp_value *b = *(struct cp_value *const *)right;
    int order = cp_str_compare(a->name, b->name);
    if (order)
        return order;
    if (a->name_at.line != b->name_at.line)
        return a->name_at.line < b->name_at.line ? -1 : 1;
    return (a->name_at.col > b->name_at.col) - (a->name_at.col < b->name_at.col);
}

/* Few are compared with each other; many are sorted, which no choice of names
 * can make slow as it could a hash. */
struct cp_value *cp_value_twin(const struct cp_value *map, struct cp_arena *arena)
{
    if (map->count <= FEW) {
        for (struct cp_value *b = map->first; b; b = b->next)
            for (struct cp_value *a = map->first; a != b; a = a->next)
                if (cp_str_equal(a->name, b->name))
                    return b;
        return NULL;
    }
    size_t count = 0;
    struct cp_value **sorted = cp_arena_take_zero(arena, map->count, sizeof(struct cp_value *));
    for (struct cp_value *member = map->first; member; member = member->next)
        sorted[count++] = member;
    qsort(sorted, count, sizeof *sorted, by_name);
    for (size_t i = 1; i < count; i++)
        if (cp_str_equal(sorted[i - 1]->name, sorted[i]->name))
            return sorted[i];
    return NULL;
}

static void put_scalar(struct cp_buf *out, const struct cp_value *v)
{
    if (v->type == CP_NULL)
        cp_buf_puts(out, "null");
    else if (v->type == CP_BOOL)
        cp_buf_puts(out, v->truth ? "true" : "false");
    else if (v->type == CP_NUMBER)
        cp_buf_put(out, v->text);
    else
        cp_json_put_string(out, v->text);
}

/* The containers being written, the innermost last. */
struct open {
    const struct cp_value **at;
    size_t count, room;
    struct cp_arena *arena;
};

static void enter(struct open *s, const struct cp_value *v)
{
    if (s->count == s->room) {
        size_t room = s->room ? s->room * 2 : 16;
        s->at = cp_arena_take_more(s->arena, s->at, s->room * sizeof *s->at, room * sizeof *s->at);
        s->room = room;
    }
    s->at[s->count++] = v;
}

static bool is_open(const struct cp_value *v)
{
    return !v->raw.len && (v->type == CP_LIST || v->type == CP_MAP);
}

void cp_value_format_json(struct cp_buf *out, const struct cp_value *v)
{
    struct open stack = {.arena = out->arena};
    const struct cp_value *next = v;
    for (;;) {
        while (next) { /* down to the first thing without children of its own */
            if (stack.count && stack.at[stack.count - 1]->type == CP_MAP) {
                cp_json_put_string(out, next->name);
                cp_buf_putc(out, ':');
            }
            if (!is_open(next))
                break;
            cp_buf_putc(out, next->type == CP_MAP ? '{' : '[');
            enter(&stack, next);
            next = next->first;
        }
        if (next && next->raw.len)
            cp_buf_put(out, next->raw);
        else if (next)
            put_scalar(out, next);
        while (stack.count && !(next && next != v && next->next)) { /* up to the next sibling */
            next = stack.at[--stack.count];
            cp_buf_putc(out, next->type == CP_MAP ? '}' : ']');
        }
        if (!stack.count)
            return;
        cp_buf_putc(out, ',');
        next = next->next;
    }
}
