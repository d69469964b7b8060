/* SPDX-License-Identifier: MIT */
/* page.c -- what a turn changed is found by comparing the men before and after it: no rule of
 * a variant has a place here. What a picture shows besides (checks, bodies, trapdoors, what
 * fell) is asked of the engine or taken from the view.
 *
 * Why so: D38 (DECISIONS.md). */
#include "pages/pages.h"

#include "forms/fen_text.h"
#include "forms/form.h"
#include "rules/chess/attack.h"
#include "rules/chess/turn.h"
#include "rules/key.h"

#include <stdlib.h>

enum { EXACT_MOST = 53 }; /* bits of a whole number that JSON's readers keep */

/* ---- JSON ---- */

void cp_page_put_json(struct cp_buf *out, cp_str text)
{
    struct cp_buf string = cp_buf_in(out->arena);
    cp_json_put_string(&string, text);
    for (size_t i = 0; i < string.len; i++)
        if (string.at[i] == '<')
            cp_buf_puts(out, "\\u003c");
        else
            cp_buf_putc(out, string.at[i]);
}

void cp_page_put_int(struct cp_buf *out, const struct cp_ints *ints, cp_int n)
{
    int64_t value = cp_int_or(n, INT64_MAX), most = INT64_C(1) << EXACT_MOST;
    bool is_exact = value < most && value > -most;
    cp_buf_puts(out, is_exact ? "" : "\"");
    cp_int_format(ints, out, n);
    cp_buf_puts(out, is_exact ? "" : "\"");
}

void cp_page_put_square(struct cp_buf *out, const struct cp_ints *ints, cp_square square)
{
    cp_page_put_int(out, ints, square.file);
    cp_buf_putc(out, ',');
    cp_page_put_int(out, ints, square.rank);
}

void cp_page_put_squares(struct cp_buf *out, const struct cp_ints *ints, const char *before,
                         const cp_square *squares, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        cp_buf_puts(out, i ? "," : before);
        cp_page_put_square(out, ints, squares[i]);
    }
    cp_buf_putc(out, ']');
}

/* ---- while it is played ---- */

static cp_square back(const struct cp_page *p, cp_square at)
{
    return cp_play_back(p->play, at);
}

static struct cp_page_man man_of(const struct cp_position *p, uint32_t man)
{
    const struct cp_variant *variant = p->law->variant;
    uint32_t left = p->delay && !p->gone[man] ? cp_trapdoor_left(p, (int32_t)man) : 0;
    cp_body body;
    return (struct cp_page_man){
        .at = p->at[man],
        .kind = p->kind[man],
        .gone = p->gone[man],
        .moved = p->moved[man] && variant->kinds[p->kind[man]].has_first,
        .due = left ? p->ply + left : 0,
        .leads = variant->body.exists && !p->gone[man] && cp_body_find(p, (int32_t)man, &body),
    };
}

static void use(struct cp_page *p, const struct cp_page_man *man, uint8_t side)
{
    p->used.of[side] |= UINT64_C(1) << man->kind;
}

/* [[12,5,4],[13]]: where men of the list stand now, or that they are gone. */
static void put_changes(struct cp_page *p, struct cp_buf *out, const struct cp_position *at,
                        const struct cp_page_turn *turn)
{
    const char *comma = "";
    cp_buf_puts(out, "\"c\":[");
    for (size_t i = turn->touched; i < turn->touched + turn->touched_count; i++) {
        uint32_t man = p->touched[i];
        struct cp_page_man was = p->men[man], is = man_of(at, man);
        bool stays = cp_square_equal(was.at, is.at) && was.kind == is.kind;
        if (was.gone == is.gone && (is.gone || stays))
            continue;
        cp_buf_printf(out, "%s[%u", comma, man);
        if (!is.gone) {
            cp_buf_putc(out, ',');
            cp_page_put_square(out, p->view->ints, back(p, is.at));
            use(p, &is, at->side[man]);
        }
        if (!is.gone && was.kind != is.kind)
            cp_buf_printf(out, ",%u", is.kind);
        cp_buf_putc(out, ']');
        comma = ",";
    }
    cp_buf_putc(out, ']');
}

/* Of men that have moved for the first time, those that lead a body now, or no longer do, and
 * those whose clocks were set. */
static void put_rest(struct cp_page *p, struct cp_buf *out, const struct cp_position *at,
                     const struct cp_page_turn *turn)
{
    static const char *const keys[] = {",\"u\":[", ",\"b\":[", ",\"d\":[", ",\"h\":["};
    for (int key = 0; key < 4; key++) {
        const char *before = keys[key];
        for (size_t i = turn->touched; i < turn->touched + turn->touched_count; i++) {
            uint32_t man = p->touched[i];
            struct cp_page_man was = p->men[man], is = man_of(at, man);
            const bool changed[] = {!was.moved && is.moved, !was.leads && is.leads,
                                    was.leads && !is.leads, was.due != is.due};
            if (!changed[key])
                continue;
            cp_buf_printf(out, key == 3 ? "%s[%u" : "%s%u", before, man);
            if (key == 3)
                cp_buf_printf(out, ",%u]", is.due);
            before = ",";
        }
        cp_buf_puts(out, before[1] ? "" : "]");
    }
}

/* What fell, and the ways of those that a turn took along. */
static void put_ways(struct cp_page *p, struct cp_buf *out)
{
    const struct cp_view *v = p->view;
    for (uint32_t i = 0; i < v->fallen_count; i++) {
        cp_buf_puts(out, i ? ",[" : ",\"f\":[[");
        cp_page_put_square(out, v->ints, v->fallen[i].square);
        cp_buf_printf(out, ",%u,%u]", v->fallen[i].kind, v->fallen[i].side);
    }
    cp_buf_puts(out, v->fallen_count ? "]" : "");
    for (uint32_t i = 0; i < v->track_count; i++) {
        const cp_square ends[] = {v->tracks[i].from, v->tracks[i].to};
        cp_buf_printf(out, "%s[%u", i ? "," : ",\"w\":[", v->tracks[i].kind);
        cp_page_put_squares(out, v->ints, ",", ends, 2);
    }
    cp_buf_puts(out, v->track_count ? "]" : "");
}

/* The king in check, and what gives it. */
static void put_state(struct cp_page *p, struct cp_buf *out, struct cp_position *at)
{
    int32_t king = cp_checked_king(at);
    if (king != CP_NOBODY)
        cp_buf_printf(out, ",\"k\":[%d", king);
    for (uint32_t i = 0; king != CP_NOBODY && i < at->checks && i < 2; i++)
        cp_buf_printf(out, ",%d", at->checker[i]);
    cp_buf_puts(out, king != CP_NOBODY ? "]" : "");
    if (at->passing != CP_NOBODY && !p->view->bounded) {
        const cp_square passed = back(p, at->passed);
        cp_page_put_squares(out, p->view->ints, ",\"s\":[", &passed, 1);
    }
}

static cp_str position_text(struct cp_page *p, struct cp_position *at, uint32_t ply)
{
    struct cp_buf text = cp_buf_in(p->arena);
    if (p->fen)
        cp_fen_text_put(p->fen, &text, at, ply);
    return cp_buf_str(&text);
}

static struct cp_page_turn *add_turn(struct cp_page *p)
{
    p->turns = cp_arena_grow(p->arena, p->turns, p->turn_count, &p->turn_room, sizeof *p->turns);
    p->turns[p->turn_count] = (struct cp_page_turn){0};
    return &p->turns[p->turn_count++];
}

/* ---- which men a turn may have changed ---- */

static void touch(void *data, const struct cp_position *at, int32_t man)
{
    struct cp_page *p = data;
    (void)at;
    p->touched =
        cp_arena_grow(p->arena, p->touched, p->touched_count, &p->touched_room, sizeof *p->touched);
    p->touched[p->touched_count++] = (uint32_t)man;
}

/* Those that would lead a body with a man on the square. */
static void touch_leaders(struct cp_page *p, const struct cp_position *at, cp_square square)
{
    const struct cp_body_words *body = &at->law->variant->body;
    for (int32_t file = 0; file < body->files; file++)
        for (int32_t rank = 0; rank < body->ranks; rank++) {
            cp_square low = cp_square_leap(at->ints, square, -file, -rank);
            int32_t man = cp_position_get(at, low);
            if (man != CP_NOBODY)
                touch(p, at, man);
        }
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void find_touched(struct cp_page *p, const struct cp_ply *e, struct cp_page_turn *turn)
{
    const struct cp_position *at = e->position;
    turn->touched = p->touched_count;
    cp_turn_each_changed(at, e->undo, touch, p);
    for (uint32_t man = 0; at->agents && man < at->count; man++) /* a board: they are few */
        touch(p, at, (int32_t)man);
    int32_t spared = CP_NOBODY; /* by a mate */
    while (at->delay && (spared = cp_position_next_due(at, spared, at->ply)) != CP_NOBODY)
        touch(p, at, spared);
    size_t count = at->law->variant->body.exists ? p->touched_count : 0;
    for (size_t i = turn->touched; i < count; i++) {
        touch_leaders(p, at, p->men[p->touched[i]].at);
        touch_leaders(p, at, at->at[p->touched[i]]);
    }
    /* each once, in their order */
    uint32_t *list = p->touched + turn->touched;
    count = p->touched_count - turn->touched;
    qsort(list, count, sizeof *list, by_number);
    for (size_t i = 0; i < count; i++)
        if (!i || list[i] != list[i - 1])
            list[turn->touched_count++] = list[i];
    p->touched_count = turn->touched + turn->touched_count;
}

/* Men as they stand now, of those that the turn may have changed. */
static void look_again(struct cp_page *p, const struct cp_position *at, uint32_t turn)
{
    const struct cp_page_turn *t = &p->turns[turn];
    for (size_t i = t->touched; i < t->touched + t->touched_count; i++)
        p->men[p->touched[i]] = man_of(at, p->touched[i]);
}

/* ---- which turn one goes on from ---- */

/* That of the line's last move; a variation's first from that before the one it replaces. */
static uint32_t parent_of(const struct cp_page *p, const struct cp_ply *e)
{
    const struct cp_page_line *line = e->depth < p->line_room ? &p->lines[e->depth] : NULL;
    if (line && line->node && line->node->next == e->node)
        return line->turn;
    return e->depth ? p->turns[p->lines[e->depth - 1].turn].parent : 0;
}

static uint32_t follow(struct cp_page *p, const struct cp_ply *e, uint32_t turn)
{
    size_t room = p->line_room;
    uint32_t parent = parent_of(p, e);
    if (e->depth >= room) {
        p->lines = cp_arena_grow_full(p->arena, p->lines, &p->line_room, sizeof *p->lines);
        memset(p->lines + room, 0, (p->line_room - room) * sizeof *p->lines);
    }
    p->lines[e->depth] = (struct cp_page_line){e->node, turn};
    return parent;
}

/* ---- a game ---- */

void cp_page_begin(struct cp_page *p, struct cp_position *at)
{
    cp_buf_init(&p->start, p->arena);
    cp_buf_init(&p->data, p->arena);
    p->began = at->turn;
    p->window = p->view->window;
    struct cp_page_turn *turn = add_turn(p); /* the start */
    if (!p->pen->has_data)
        return;
    p->men = cp_arena_take_zero(p->arena, (size_t)at->count + 1, sizeof *p->men);
    if (p->view->bounded) {
        p->fen = cp_arena_take_zero(p->arena, 1, sizeof *p->fen);
        cp_fen_text_begin(p->fen, (struct cp_play *)p->play, at, false);
    }
    turn->position = position_text(p, at, 0);
    cp_buf_puts(&p->start, "\"men\":[");
    for (uint32_t man = 0; man < at->count; man++) {
        struct cp_page_man is = man_of(at, man);
        touch(p, at, (int32_t)man);
        cp_buf_printf(&p->start, "%s[%u,%u,", man ? "," : "", is.kind, at->side[man]);
        cp_page_put_square(&p->start, p->view->ints, back(p, is.at));
        cp_buf_puts(&p->start, is.moved ? ",1]" : "]");
        use(p, &is, at->side[man]);
    }
    turn->touched_count = p->touched_count;
    cp_buf_puts(&p->start, "],\"start\":{\"c\":[]");
    put_rest(p, &p->start, at, turn);
    put_state(p, &p->start, at);
    look_again(p, at, 0);
}

void cp_page_before(struct cp_page *p, const struct cp_ply *e)
{
    p->copied = (cp_str){0};
    if (!p->pen->has_data)
        return;
    /* the position is that after the parent: what was played since it and the men's have in common
     * is taken back, or played again */
    uint32_t from = p->at_turn, turn = p->at_turn = parent_of(p, e);
    while (from != turn) {
        uint32_t *later = from > turn ? &from : &turn;
        look_again(p, e->position, *later);
        *later = p->turns[*later].parent;
    }
    if (!cp_icn_is_move(e->node))
        return;
    cp_written written;
    /* what ICN says of any man, as other notation says it */
    struct cp_buf text = cp_buf_in(p->arena);
    cp_rules_of(e->position)->write(e->position, e->move, CP_LONG, p->play->replay.shift, &written);
    cp_written_format(p->view->ints, &text, p->view->alphabet, &written, p->view->spelling);
    p->copied = cp_buf_str(&text);
}

void cp_page_after(struct cp_page *p, const struct cp_ply *e)
{
    uint32_t number = (uint32_t)p->turn_count;
    struct cp_page_turn *turn = add_turn(p);
    struct cp_buf *out = &p->data;
    turn->node = e->node;
    turn->number = ++p->played;
    if (!e->depth)
        p->last_number = turn->number;
    turn->parent = follow(p, e, number);
    if (!p->pen->has_data)
        return;
    turn->data = out->len;
    find_touched(p, e, turn);
    put_changes(p, out, e->position, turn);
    put_rest(p, out, e->position, turn);
    look_again(p, e->position, number);
    p->at_turn = number;
    const cp_square last[] = {p->view->last_from, p->view->last_to};
    cp_page_put_squares(out, p->view->ints, ",\"l\":[", last, 2);
    put_ways(p, out);
    put_state(p, out, e->position);
    turn->data_len = out->len - turn->data;
    turn->position = position_text(p, e->position, e->ply);
    turn->copied = p->copied;
}

void cp_page_refused(struct cp_page *p, const struct cp_ply *e, enum cp_diag why)
{
    struct cp_page_turn *turn = add_turn(p);
    turn->node = e->node;
    turn->refused = why;
    turn->parent = follow(p, e, (uint32_t)p->turn_count - 1); /* for its variations */
}

void cp_page_add_figure(struct cp_page *p, const struct cp_page_figure *figure,
                        const struct cp_node *node)
{
    uint32_t turn = (uint32_t)p->turn_count - 1;
    size_t place = p->figure_count++;
    while (turn && p->turns[turn].node != node)
        turn--;
    p->figures = cp_arena_grow(p->arena, p->figures, place, &p->figure_room, sizeof *p->figures);
    for (; place && p->figures[place - 1].turn > turn; place--)
        p->figures[place] = p->figures[place - 1];
    struct cp_page_figure *kept = &p->figures[place];
    *kept = *figure;
    kept->turn = turn;
    kept->caption = cp_str_keep(p->arena, figure->caption);
    kept->place = cp_str_keep(p->arena, figure->place);
    kept->picture = cp_str_keep(p->arena, figure->picture);
    kept->diagram = cp_str_keep(p->arena, figure->diagram);
    kept->part.description = cp_str_keep(p->arena, figure->part.description);
    kept->part.definitions = cp_str_keep(p->arena, figure->part.definitions);
    kept->part.body = cp_str_keep(p->arena, figure->part.body);
}
