/* SPDX-License-Identifier: MIT */
#include "query/same.h"

enum { SIGNS = 75 };

static void put_number(struct cp_buf *out, const struct cp_ints *ints, cp_int n)
{
    int64_t small = cp_int_or(n, -1);
    if (small >= 0 && small < SIGNS) {
        cp_buf_putc(out, (char)('0' + small));
        return;
    }
    cp_buf_putc(out, '{');
    cp_int_format(ints, out, n);
    cp_buf_putc(out, '}');
}

static void put_square(struct cp_buf *out, const struct cp_ints *ints, cp_square at)
{
    put_number(out, ints, at.file);
    put_number(out, ints, at.rank);
}

static void put_kind(struct cp_buf *out, uint8_t kind)
{
    cp_buf_putc(out, (char)('0' + kind));
}

/* ---- positions ---- */

/* By rank, then file: few are out of order, and a position is written once a game. */
static bool is_before(const struct cp_ints *t, const cp_man *a, const cp_man *b)
{
    int ranks = cp_int_compare(t, a->square.rank, b->square.rank);
    return ranks ? ranks < 0 : cp_int_compare(t, a->square.file, b->square.file) < 0;
}

static void sift(const struct cp_ints *t, cp_man *men, uint32_t root, uint32_t count)
{
    for (uint32_t child; (child = 2 * root + 1) < count; root = child) {
        child += child + 1 < count && is_before(t, &men[child], &men[child + 1]);
        if (!is_before(t, &men[root], &men[child]))
            return;
        cp_man man = men[root];
        men[root] = men[child];
        men[child] = man;
    }
}

static void sort_men(const struct cp_ints *t, cp_man *men, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sift(t, men, i, count);
    for (uint32_t i = count; i-- > 1;) {
        cp_man man = men[0];
        men[0] = men[i];
        men[i] = man;
        sift(t, men, 0, i);
    }
}

static void put_man(struct cp_buf *out, const struct cp_ints *t, const cp_man *man)
{
    cp_buf_putc(out, man->side == CP_WHITE ? 'w' : 'b');
    put_kind(out, man->kind);
    put_square(out, t, man->square);
    if (man->moved)
        cp_buf_putc(out, '.');
    if (man->clock) {
        cp_buf_putc(out, ':');
        put_number(out, t, CP_INT(man->clock));
    }
}

/* What agents may not undo. */
static void put_befores(struct cp_buf *out, const struct cp_position *p)
{
    cp_before befores[CP_TRACES_MOST];
    uint32_t count = cp_rules_of(p)->recall ? cp_rules_of(p)->recall(p, befores) : 0;
    for (uint32_t i = 0; i < count; i++) {
        cp_buf_putc(out, '<');
        put_square(out, p->ints, befores[i].now);
        put_square(out, p->ints, befores[i].then);
    }
}

void cp_same_put_position(struct cp_buf *out, struct cp_position *p)
{
    struct cp_buf castling;
    struct cp_start start = {.men = cp_arena_take_zero(p->arena, p->count, sizeof *start.men)};
    cp_buf_init(&castling, p->arena);
    cp_position_settle(p);
    cp_setup_get(p, &castling, &start);
    sort_men(p->ints, start.men, start.count);
    for (uint32_t i = 0; i < start.count; i++)
        put_man(out, p->ints, &start.men[i]);
    cp_buf_puts(out, start.turn == CP_WHITE ? ",w" : ",b");
    cp_buf_put(out, cp_buf_str(&castling));
    if (start.has_en_passant) {
        cp_buf_putc(out, '@');
        put_square(out, p->ints, start.en_passant);
    }
    put_befores(out, p);
}

/* ---- games ---- */

/* Options of the game, as they are written, but for blanks. */
static void put_rules(struct cp_buf *out, const struct cp_game *g)
{
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next) {
        cp_buf_put(out, rule->name);
        cp_buf_putc(out, ':');
        for (size_t i = 0; i < rule->json.len; i++)
            if (!cp_is_space(rule->json.at[i]))
                cp_buf_putc(out, rule->json.at[i]);
    }
}

/* A start that a game writes down may be its variant's all the same. */
static bool is_usual(const struct cp_position *p, cp_str start)
{
    const struct cp_start *usual = &p->law->variant->start;
    const struct cp_rules *rules = cp_rules_of_law(p->law);
    struct cp_position own;
    struct cp_buf text;
    int32_t culprit;
    cp_position_init(&own, p->law, p->ints, p->arena, usual);
    rules->begin(&own, usual);
    cp_buf_init(&text, p->arena);
    if (rules->check_setup(&own, usual, &culprit) != CP_OK)
        return false;
    cp_same_put_position(&text, &own);
    return cp_str_equal(cp_buf_str(&text), start);
}

void cp_same_put_start(struct cp_buf *out, const struct cp_game *g, struct cp_position *p,
                       bool owns_start)
{
    cp_buf_put(out, p->law->variant->id);
    cp_buf_putc(out, ',');
    put_rules(out, g);
    if (p->delay) {
        cp_buf_putc(out, ':');
        put_number(out, p->ints, CP_INT(p->delay));
    }
    cp_buf_putc(out, ',');
    size_t begin = out->len;
    if (owns_start)
        cp_same_put_position(out, p);
    if (owns_start && is_usual(p, (cp_str){out->at + begin, out->len - begin}))
        out->len = begin;
}

void cp_same_put_move(struct cp_buf *out, const struct cp_ply *ply)
{
    const cp_move *move = ply->move;
    const struct cp_position *p = ply->position;
    cp_buf_putc(out, ' ');
    put_square(out, p->ints, move->from);
    put_square(out, p->ints, move->to);
    if (move->promotion != CP_NO_KIND) {
        cp_buf_putc(out, '~');
        put_kind(out, move->promotion);
    }
    if (move->rook != CP_NOBODY)
        cp_buf_putc(out, '|');
    if (move->is_body)
        cp_buf_putc(out, '&');
    if (!cp_alphabet_has_steps(&p->law->variant->alphabet))
        return;
    cp_buf_putc(out, '!');
    put_kind(out, move->sep);
    put_kind(out, move->then);
    if (move->then || move->sep == CP_SEP_LEAD)
        put_square(out, p->ints, move->via);
}

/* ---- on bitboards ---- */

size_t cp_same_write_start(char *out, size_t room, const struct cp_variant *v)
{
    if (v->id.len + 2 > room)
        return 0;
    memcpy(out, v->id.at, v->id.len);
    memcpy(out + v->id.len, ",,", 2);
    return v->id.len + 2;
}

size_t cp_same_write_move(char out[CP_SAME_MOVE_MOST], const struct cp_bit_ply *ply)
{
    const cp_packed_move *m = ply->move;
    size_t len = 5;
    out[0] = ' ';
    out[1] = (char)('1' + ply->from % 8);
    out[2] = (char)('1' + ply->from / 8);
    out[3] = (char)('1' + ply->to % 8);
    out[4] = (char)('1' + ply->to / 8);
    if (m->odd >= CP_PACKED_CASTLING) {
        out[len++] = '|';
    } else if (m->odd) {
        out[len++] = '~';
        out[len++] = (char)('0' + ply->roles->kind[m->odd]);
    }
    return len;
}
