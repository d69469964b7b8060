/* SPDX-License-Identifier: MIT */
/* record_read_moves.c -- the moves of a record and what surrounds them. Variations
 * wait on a list of their own, so the deepest game costs no stack. */
#include "game/record_read.h"
#include "game/walk.h"

/* A variation (or the main line) whose moves are still to be read. */
struct cp_pending {
    struct cp_pending *next;
    struct cp_line *line;
    const struct cp_value *value;
    uint32_t depth;
};

/* ---- comments and NAGs ---- */

static bool read_comment_map(const struct cp_value *v, cp_str *text, enum cp_comment_kind *kind)
{
    const struct cp_value *inside = v->first;
    if (v->count != 1 || inside->type != CP_STRING)
        return false;
    *kind = cp_str_is(inside->name, "line") ? CP_TO_LINE_END : CP_ESCAPE;
    *text = inside->text;
    return *kind == CP_TO_LINE_END || cp_str_is(inside->name, "escape");
}

static void read_comments(struct cp_reading *r, struct cp_comment **list, const struct cp_value *v,
                          const char *what)
{
    if (!cp_reading_wants(r, v, CP_LIST, what))
        return;
    for (const struct cp_value *item = v->first; item; item = item->next) {
        cp_str text = item->text;
        enum cp_comment_kind kind = CP_BRACED;
        if (item->type == CP_MAP && !read_comment_map(item, &text, &kind))
            cp_reading_refuse(
                r, CP_RECORD_VALUE, item->at,
                "a comment is a string, {\"line\": \"...\"} or {\"escape\": \"...\"}");
        else if (item->type == CP_MAP || cp_reading_wants(r, item, CP_STRING, "a comment"))
            cp_comment_add(r->game, list, text, kind);
    }
}

static void read_before(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    if (v->type != CP_LIST || v->count)
        read_comments(r, &cp_node_notes(r->game, o->node)->before, v, "before");
}

static void read_after(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    if (v->type != CP_LIST || v->count)
        read_comments(r, &cp_node_notes(r->game, o->node)->after, v, "after");
}

void cp_reading_end(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    read_comments(r, &o->line->end, v, "end");
}

static void read_nags(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    if (!cp_reading_wants(r, v, CP_LIST, "nags"))
        return;
    for (const struct cp_value *item = v->first; item; item = item->next) {
        uint32_t number;
        if (!cp_reading_wants(r, item, CP_NUMBER, "a NAG"))
            continue;
        if (cp_reading_number(item->text, UINT32_MAX, &number))
            cp_node_add_nag(r->game, o->node, number);
        else
            cp_reading_refuse(r, CP_RECORD_VALUE, item->at, "a NAG is a whole number from 0");
    }
}

/* A square in whichever canonical spelling it has. */
static bool read_square(struct cp_reading *r, cp_str text, cp_square *out)
{
    for (enum cp_spelling s = CP_NUMERIC; s <= CP_BARE; s++)
        if (cp_square_parse(r->game->ints, out, text, s) == CP_OK)
            return true;
    return false;
}

static void read_falls(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    if (!cp_reading_wants(r, v, CP_LIST, "falls"))
        return;
    for (const struct cp_value *item = v->first; item; item = item->next) {
        cp_square square;
        if (!cp_reading_wants(r, item, CP_STRING, "a fall"))
            continue;
        if (read_square(r, item->text, &square))
            cp_node_add_fall(r->game, o->node, square);
        else
            cp_reading_refuse(r, CP_RECORD_VALUE, item->at,
                              "a fall is a square: \"e4\", \"(7,9)\" or \"(g9)\"");
    }
}

/* ---- moves ---- */

static void wait_for(struct cp_reading *r, struct cp_line *line, const struct cp_value *v,
                     uint32_t depth)
{
    struct cp_pending *p = r->spare;
    if (p)
        r->spare = p->next;
    else
        p = cp_arena_take(r->game->arena, sizeof *p);
    *p = (struct cp_pending){.next = r->pending, .line = line, .value = v, .depth = depth};
    r->pending = p;
}

void cp_reading_moves_field(struct cp_reading *r, struct cp_reading_owner *o,
                            const struct cp_value *v)
{
    if (cp_reading_wants(r, v, CP_LIST, "moves"))
        o->moves = v;
}

/* Where the text of a move stands, behind its quote if it has one. */
static void set_place(struct cp_node *node, const struct cp_value *v)
{
    node->line = v->at.line;
    node->col = v->at.col + (v->type == CP_STRING && v->at.len >= v->text.len + 2);
}

static void read_move(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    cp_reading_string(r, &o->node->text, v, "move");
    set_place(o->node, v);
}

static void read_variations(struct cp_reading *r, struct cp_reading_owner *o,
                            const struct cp_value *v)
{
    if (cp_reading_wants(r, v, CP_LIST, "variations"))
        o->variations = v;
}

static void read_node_map(struct cp_reading *r, struct cp_node *node, const struct cp_value *v)
{
    static const struct cp_reading_field fields[] = {
        {"move", read_move},   {"before", read_before}, {"nags", read_nags},
        {"falls", read_falls}, {"after", read_after},   {"variations", read_variations},
        {NULL, NULL},
    };
    struct cp_reading_owner owner = {.node = node};
    cp_reading_map(r, v, fields, &owner);
    const struct cp_value *move = cp_value_get(v, "move");
    if (!move)
        cp_reading_refuse(r, CP_RECORD_MISSING, v->at, "move");
    node->is_bad = !move || move->type != CP_STRING;
    if (!owner.variations || !owner.variations->count)
        return;
    if (r->depth >= CP_DEPTH_MOST) {
        cp_diag_report(r->diags, CP_TOO_DEEP, owner.variations->at,
                       "more than %d variations within each other", CP_DEPTH_MOST);
        r->game->is_broken = true;
        return;
    }
    for (const struct cp_value *item = owner.variations->first; item; item = item->next)
        wait_for(r, cp_node_add_variation(r->game, node), item, r->depth + 1);
}

static void read_moves(struct cp_reading *r, struct cp_line *line, const struct cp_value *list)
{
    for (const struct cp_value *v = list->first; v; v = v->next) {
        struct cp_node *node = cp_line_add(r->game, line, v->text);
        set_place(node, v);
        r->moves++;
        if (v->type == CP_MAP)
            read_node_map(r, node, v);
        else
            node->is_bad = !cp_reading_wants(r, v, CP_STRING, "a move");
    }
}

/* A variation: a list of moves, or a map that holds one. */
static void read_variation(struct cp_reading *r, const struct cp_pending *p)
{
    static const struct cp_reading_field fields[] = {
        {"moves", cp_reading_moves_field}, {"end", cp_reading_end}, {NULL, NULL}};
    struct cp_reading_owner owner = {.line = p->line, .moves = p->value, .extra = &p->line->extra};
    r->depth = p->depth;
    if (p->value->type == CP_MAP) {
        owner.moves = NULL;
        cp_reading_map(r, p->value, fields, &owner);
        if (!cp_value_get(p->value, "moves"))
            cp_reading_refuse(r, CP_RECORD_MISSING, p->value->at, "moves");
    } else if (!cp_reading_wants(r, p->value, CP_LIST, "a variation")) {
        owner.moves = NULL;
    }
    if (owner.moves)
        read_moves(r, p->line, owner.moves);
}

void cp_reading_moves(struct cp_reading *r, const struct cp_value *moves)
{
    wait_for(r, &r->game->moves, moves, 0);
    while (r->pending) {
        struct cp_pending *p = r->pending, now = *p;
        r->pending = p->next;
        p->next = r->spare;
        r->spare = p;
        read_variation(r, &now);
    }
}

/* ---- the places of moves ---- */

/* The next place of text ("12:9", or "16" in the same line); false at its end
 * or when it is no place. */
static bool next_place(cp_str *text, uint32_t *line, uint32_t *col)
{
    const char *blank = text->len ? memchr(text->at, ' ', text->len) : NULL;
    size_t len = blank ? (size_t)(blank - text->at) : text->len;
    cp_str place = {text->at, len};
    *text = cp_str_skip(*text, blank ? len + 1 : len);
    return cp_reading_number(place, UINT32_MAX, col) ? *line > 0
                                                     : cp_reading_place(place, line, col);
}

static uint64_t count_places(cp_str text)
{
    uint64_t count = text.len > 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == ' ';
    return count;
}

/* Marries places and moves; when they do not fit, somebody has edited the
 * record and no move's place is known. */
void cp_reading_place_moves(struct cp_reading *r)
{
    struct cp_walk walk;
    struct cp_node *node;
    cp_str at = r->at;
    bool fits = at.len && count_places(at) == r->moves;
    uint32_t line = 0, col = 0;
    if (!fits && !r->has_source && !at.len)
        return; /* its own source: the values' places stand */
    cp_walk_init(&walk, r->game->arena, &r->game->moves);
    while ((node = cp_walk_next(&walk))) {
        fits = fits && next_place(&at, &line, &col);
        node->line = fits ? line : 0;
        node->col = fits ? col : 0;
    }
    if (fits)
        return;
    cp_walk_init(&walk, r->game->arena, &r->game->moves);
    while ((node = cp_walk_next(&walk)))
        node->line = node->col = 0;
}
