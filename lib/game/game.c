/* SPDX-License-Identifier: MIT */
#include "game/game.h"

#include "base/scan.h"

void cp_game_init(struct cp_game *g, struct cp_arena *arena, struct cp_ints *ints)
{
    *g = (struct cp_game){.arena = arena, .ints = ints};
}

void cp_game_refuse_size(struct cp_game *g, struct cp_diags *d, cp_span at, const char *why)
{
    if (!g->lost)
        cp_diag_report(d, CP_GAME_TOO_LARGE, at, "%s", why);
    g->lost = CP_GAME_TOO_LARGE;
    g->is_broken = true;
}

bool cp_game_has_room(struct cp_game *g, struct cp_diags *d, cp_span at)
{
    if (g->parts > CP_PARTS_MOST)
        cp_game_refuse_size(g, d, at,
                            "more than 262144 half-moves, comments, marks, falls, variations "
                            "and tags together");
    return !g->lost;
}

struct cp_node *cp_line_add(struct cp_game *g, struct cp_line *line, cp_str text)
{
    struct cp_node *node = cp_arena_take(g->arena, sizeof *node);
    *node = (struct cp_node){.text = text};
    g->parts++;
    if (line->last)
        line->last->next = node;
    else
        line->first = node;
    line->last = node;
    return node;
}

struct cp_notes *cp_node_notes(struct cp_game *g, struct cp_node *node)
{
    if (!node->notes)
        node->notes = cp_arena_take_zero(g->arena, 1, sizeof *node->notes);
    return node->notes;
}

/* Puts item at the end of *list; see `last` in game.h. */
#define APPEND(list, last_name, item)                                                              \
    do {                                                                                           \
        if (!*(list)) {                                                                            \
            *(list) = (item);                                                                      \
            break;                                                                                 \
        }                                                                                          \
        if (!(*(list))->last_name)                                                                 \
            (*(list))->last_name = *(list);                                                        \
        while ((*(list))->last_name->next)                                                         \
            (*(list))->last_name = (*(list))->last_name->next;                                     \
        (*(list))->last_name->next = (item);                                                       \
        (*(list))->last_name = (item);                                                             \
    } while (0)

struct cp_line *cp_node_add_variation(struct cp_game *g, struct cp_node *node)
{
    struct cp_line **list = &cp_node_notes(g, node)->variations;
    struct cp_line *line = cp_arena_take_zero(g->arena, 1, sizeof *line);
    g->parts++;
    APPEND(list, last_of_list, line);
    return line;
}

void cp_comment_add(struct cp_game *g, struct cp_comment **list, cp_str text,
                    enum cp_comment_kind kind)
{
    struct cp_comment *comment = cp_arena_take(g->arena, sizeof *comment);
    *comment = (struct cp_comment){.text = text, .kind = kind};
    g->parts++;
    APPEND(list, last, comment);
}

void cp_node_add_nag(struct cp_game *g, struct cp_node *node, uint32_t number)
{
    struct cp_nag **list = &cp_node_notes(g, node)->nags;
    struct cp_nag *nag = cp_arena_take(g->arena, sizeof *nag);
    *nag = (struct cp_nag){.number = number};
    g->parts++;
    APPEND(list, last, nag);
}

void cp_node_add_fall(struct cp_game *g, struct cp_node *node, cp_square square)
{
    struct cp_fall **list = &cp_node_notes(g, node)->falls;
    struct cp_fall *fall = cp_arena_take(g->arena, sizeof *fall);
    *fall = (struct cp_fall){.square = square};
    g->parts++;
    APPEND(list, last, fall);
}

/* Names that databases write are of different kinds, but for few: mostly nothing need be
 * compared to know that a name is new. */
static inline bool is_new_kind(struct cp_game *g, cp_str name)
{
    const unsigned char *at = (const unsigned char *)name.at;
    size_t kind = name.len ? at[0] * 3u + at[name.len - 1] * 16u + name.len * 5 : 0;
    uint64_t bit = UINT64_C(1) << (kind & 63), *seen = &g->tags_seen[kind >> 6 & 3];
    bool is_new = !(*seen & bit);
    *seen |= bit;
    return is_new;
}

void cp_game_add_tag(struct cp_game *g, cp_str name, cp_str value, uint32_t line, uint32_t col)
{
    struct cp_tag *tag = cp_arena_take(g->arena, sizeof *tag);
    *tag = (struct cp_tag){.name = name, .value = value, .line = line, .col = col};
    g->parts++;
    g->tags_may_repeat |= !is_new_kind(g, name);
    APPEND(&g->tags, last, tag);
}

struct cp_tag *cp_game_move_tag(struct cp_game *g, struct cp_tag *tag)
{
    struct cp_tag *next = tag->next;
    tag->next = tag->last = NULL;
    APPEND(&g->tags, last, tag);
    return next;
}

const struct cp_tag_name cp_tag_names[] = {
#define CP_TAG(name, what, nothing) {{name, sizeof name - 1}, what, nothing},
#include "game/tags.def"
#undef CP_TAG
    {{NULL, 0}, 0, NULL}};

bool cp_is_result(cp_str text)
{
    return cp_str_is(text, "1-0") || cp_str_is(text, "0-1") || cp_str_is(text, "1/2-1/2") ||
           cp_str_is(text, "*");
}

unsigned cp_tag_what(cp_str name)
{
    const struct cp_tag_name *known = cp_tag_names;
    while (known->name.len && !cp_str_equal(known->name, name))
        known++;
    return known->what;
}

/* White of White: and White=, as people write; else all of it. */
static cp_str without_sign(cp_str name)
{
    size_t len = name.len;
    while (len && name.at[len - 1] && strchr(":=,.-", name.at[len - 1]))
        len--;
    for (size_t i = 0; i < len; i++)
        if (!cp_is_letter(name.at[i]) && !cp_is_digit(name.at[i]) && name.at[i] != '_')
            return name;
    return len ? (cp_str){name.at, len} : name;
}

/* Every tag of every game is asked: most are told as they are, by one capital letter and then
 * small ones, as those that are meant are written. */
cp_str cp_tag_meant(cp_str name)
{
    size_t small = 1;
    while (small < name.len && name.at[small] >= 'a' && name.at[small] <= 'z')
        small++;
    if (small >= name.len && name.len && name.at[0] >= 'A' && name.at[0] <= 'Z')
        return (cp_str){0};
    cp_str plain = without_sign(name), meant = plain;
    for (const struct cp_tag_name *known = cp_tag_names; known->name.len; known++)
        if (known->name.len == plain.len && (known->what & CP_TAG_ANY_CAPITALS) &&
            cp_str_like(plain, known->name))
            meant = known->name;
    return cp_str_equal(meant, name) ? (cp_str){0} : meant;
}

bool cp_tag_is_placed(cp_str name)
{
    const uint32_t initials = 0 /* most names are none by that */
#define CP_TAG(name, what, nothing) | ((what)&CP_TAG_PLACED ? 1u << ((name)[0] & 31) : 0)
#include "game/tags.def"
#undef CP_TAG
        ;
    return name.len && initials >> (name.at[0] & 31) & 1 && (cp_tag_what(name) & CP_TAG_PLACED);
}

const struct cp_tag *cp_tag_find(const struct cp_tag *tags, cp_str name)
{
    while (tags && !cp_str_equal(tags->name, name))
        tags = tags->next;
    return tags;
}

struct cp_field *cp_field_find(struct cp_field *list, cp_str name)
{
    while (list && !cp_str_equal(list->name, name))
        list = list->next;
    return list;
}

struct cp_field **cp_field_add(struct cp_arena *arena, struct cp_field **list, cp_str name,
                               cp_str json)
{
    while (*list)
        list = &(*list)->next;
    *list = cp_arena_take(arena, sizeof **list);
    **list = (struct cp_field){.name = name, .json = json};
    return &(*list)->next;
}

struct cp_tag *cp_game_find_tag(const struct cp_game *g, const char *name)
{
    return (struct cp_tag *)cp_tag_find(g->tags, cp_str_from(name));
}

cp_str cp_game_tag(const struct cp_game *g, const char *name)
{
    const struct cp_tag *tag = cp_game_find_tag(g, name);
    return tag ? tag->value : (cp_str){0};
}

enum cp_spelling cp_node_spelling(const struct cp_node *node)
{
    if (node->is_read && !node->move.castling)
        return (enum cp_spelling)node->move.spelling;
    cp_str text = node->text;
    const char *open = text.len ? memchr(text.at, '(', text.len) : NULL;
    if (!open)
        return CP_BARE;
    bool has_comma = memchr(open, ',', text.len - (size_t)(open - text.at));
    return has_comma ? CP_NUMERIC : CP_LETTER;
}

cp_span cp_node_span(const struct cp_game *g, const struct cp_node *node)
{
    if (!node || !node->line)
        return (cp_span){.file = g->file, .line = g->line};
    size_t len = node->text.len;
    return (cp_span){g->file, node->line, node->col, len < UINT32_MAX ? (uint32_t)len : UINT32_MAX};
}

cp_span cp_game_start_span(const struct cp_game *g)
{
    if (!g->start_line)
        return cp_node_span(g, NULL);
    return (cp_span){.file = g->file, .line = g->start_line, .col = g->start_col};
}

cp_span cp_tag_span(const struct cp_game *g, const struct cp_tag *tag)
{
    bool is_known = tag && tag->line;
    return (cp_span){
        .file = g->file, .line = is_known ? tag->line : g->line, .col = is_known ? tag->col : 0};
}

/* ---- copying; nesting costs a stack in the arena, too ---- */

#define COPY_LIST(type, list, arena)                                                               \
    do {                                                                                           \
        type **link_ = &(list);                                                                    \
        for (const type *from_ = *link_; from_; from_ = from_->next) {                             \
            type *copy_ = cp_arena_take(arena, sizeof *copy_);                                     \
            *copy_ = *from_;                                                                       \
            copy_->last = NULL;                                                                    \
            *link_ = copy_;                                                                        \
            link_ = &copy_->next;                                                                  \
        }                                                                                          \
    } while (0)

/* Lines whose moves are still those of the game that is copied. */
struct copying {
    struct cp_arena *arena;
    struct cp_line **lines;
    size_t count, room;
};

static void put_line(struct copying *c, struct cp_line *line)
{
    c->lines = cp_arena_grow(c->arena, c->lines, c->count, &c->room, sizeof(struct cp_line *));
    c->lines[c->count++] = line;
    COPY_LIST(struct cp_comment, line->end, c->arena);
}

static struct cp_notes *copy_notes(struct copying *c, const struct cp_notes *notes)
{
    struct cp_notes *copy = cp_arena_take(c->arena, sizeof *copy);
    *copy = *notes;
    COPY_LIST(struct cp_comment, copy->before, c->arena);
    COPY_LIST(struct cp_comment, copy->after, c->arena);
    COPY_LIST(struct cp_nag, copy->nags, c->arena);
    COPY_LIST(struct cp_fall, copy->falls, c->arena);
    struct cp_line **link = &copy->variations;
    for (const struct cp_line *from = *link; from; from = from->next) {
        struct cp_line *line = cp_arena_take(c->arena, sizeof *line);
        *line = *from;
        line->last_of_list = NULL;
        put_line(c, line);
        *link = line;
        link = &line->next;
    }
    return copy;
}

static void copy_line(struct copying *c, struct cp_line *line)
{
    struct cp_node **link = &line->first;
    line->last = NULL;
    for (const struct cp_node *from = *link; from; from = from->next) {
        struct cp_node *node = cp_arena_take(c->arena, sizeof *node);
        *node = *from;
        if (node->notes)
            node->notes = copy_notes(c, node->notes);
        *link = line->last = node;
        link = &node->next;
    }
}

void cp_game_copy(struct cp_game *out, const struct cp_game *g, struct cp_arena *arena)
{
    struct copying c = {.arena = arena};
    *out = *g;
    out->arena = arena;
    COPY_LIST(struct cp_tag, out->tags, arena);
    put_line(&c, &out->moves);
    while (c.count)
        copy_line(&c, c.lines[--c.count]);
}

/* ---- walking; nesting costs a stack in the arena ---- */

/* Where to go on when the variation being walked is over. */
struct cp_walk cp_walk_of(struct cp_arena *arena, const struct cp_line *line)
{
    return (struct cp_walk){.arena = arena, .line = line};
}

enum cp_walk_event cp_walk_on(struct cp_walk *w)
{
    const struct cp_line *variation = NULL;
    if (w->last == CP_WALK_MOVE && w->node->notes)
        variation = w->node->notes->variations;
    if (w->last == CP_WALK_CLOSE) {
        if (!w->depth)
            return CP_WALK_END;
        struct cp_walk_step outer = w->stack[--w->depth];
        variation = w->line->next;
        w->line = outer.line;
        w->node = outer.node;
        w->ply = outer.ply;
    }
    if (variation) {
        w->stack = cp_arena_grow(w->arena, w->stack, w->depth, &w->room, sizeof *w->stack);
        w->stack[w->depth++] = (struct cp_walk_step){w->line, w->node, w->ply--};
        w->line = variation;
        w->node = w->before = NULL;
        return w->last = CP_WALK_OPEN;
    }
    struct cp_node *next = w->node ? w->node->next : w->line->first;
    if (!next)
        return w->last = CP_WALK_CLOSE;
    w->before = w->node;
    w->node = next;
    w->ply++;
    return w->last = CP_WALK_MOVE;
}
