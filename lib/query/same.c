/* SPDX-License-Identifier: MIT */
#include "query/same.h"

#include "rules/variant/options.h"

#include <stdlib.h>

enum { SIGNS = 75 };

void cp_same_init(struct cp_same *s, struct cp_arena *arena)
{
    *s = (struct cp_same){0};
    cp_buf_init(&s->usual, arena);
}

void cp_same_begin(struct cp_same *s, struct cp_arena *arena, const struct cp_variant *own)
{
    s->own = own;
    cp_buf_init(&s->text, arena);
}

/* ---- numbers, squares, pieces ---- */

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

static void put_letter(struct cp_buf *out, const struct cp_variant *v, uint8_t kind)
{
    cp_buf_put(out, cp_alphabet_letter(&v->alphabet, kind));
}

/* ---- positions ---- */

/* A man, and by what its square is compared. */
struct standing {
    cp_man man;
    const struct cp_ints *ints;
};

static int by_square(const void *a, const void *b)
{
    const struct standing *left = a, *right = b;
    return cp_square_compare(left->ints, left->man.square, right->man.square);
}

/* All there is to a position. */
static void put_position(struct cp_buf *out, struct cp_position *p)
{
    struct cp_start start = {.men = cp_arena_take_zero(p->arena, p->count, sizeof *start.men)};
    struct cp_buf castling = cp_buf_in(p->arena);
    cp_position_settle(p);
    cp_setup_get(p, &castling, &start);
    struct standing *sorted = cp_arena_take_zero(p->arena, start.count, sizeof *sorted);
    for (uint32_t i = 0; i < start.count; i++)
        sorted[i] = (struct standing){start.men[i], p->ints};
    qsort(sorted, start.count, sizeof *sorted, by_square);
    for (uint32_t i = 0; i < start.count; i++) {
        const cp_man *man = &sorted[i].man;
        cp_buf_putc(out, man->side == CP_WHITE ? '/' : '\\');
        put_square(out, p->ints, man->square);
        put_letter(out, p->law->variant, man->kind);
        cp_buf_puts(out, man->moved ? "." : "");
        cp_buf_puts(out, man->clock ? ":" : "");
        if (man->clock)
            put_number(out, p->ints, CP_INT(man->clock));
    }
    cp_buf_puts(out, start.turn == CP_WHITE ? ",w" : ",b");
    cp_buf_put(out, cp_buf_str(&castling));
    if (start.has_en_passant) {
        cp_buf_putc(out, '@');
        put_square(out, p->ints, start.en_passant);
    }
    for (int side = 0; side < 2; side++)
        if (start.checked[side])
            cp_buf_printf(out, "%c%u", side == CP_WHITE ? '+' : '-', start.checked[side]);
    cp_before befores[CP_TRACES_MOST]; /* what agents may not undo */
    uint32_t count = cp_position_recall(p, befores);
    for (uint32_t i = 0; i < count; i++) {
        cp_buf_putc(out, '<');
        put_square(out, p->ints, befores[i].now);
        put_square(out, p->ints, befores[i].then);
    }
}

static cp_key key_of(struct cp_position *p)
{
    struct cp_key_words words;
    cp_key_words_init(&words, p->law->variant);
    return cp_position_key(&words, p);
}

/* ---- the first word ---- */

/* The key, the variant and its rules. */
static void put_head(struct cp_buf *out, cp_key key, const struct cp_variant *own,
                     const struct cp_game *g, const struct cp_position *p)
{
    cp_key_format(out, key);
    cp_buf_putc(out, ',');
    cp_buf_put(out, p->law->variant->id);
    cp_buf_putc(out, ',');
    cp_rules_format(out, own, p->law->variant, g);
    if (p->delay) {
        cp_buf_putc(out, ':');
        put_number(out, p->ints, CP_INT(p->delay));
    }
    cp_buf_putc(out, ',');
}

/* A start that a game writes down may be its variant's all the same. */
static bool is_usual(const struct cp_position *p, cp_key key, cp_str start)
{
    const struct cp_start *usual = &p->law->variant->start;
    const struct cp_rules *rules = cp_rules_of_law(p->law);
    struct cp_position own;
    int32_t culprit;
    cp_position_init(&own, p->law, p->ints, p->arena, usual);
    rules->begin(&own, usual);
    struct cp_buf text = cp_buf_in(p->arena);
    if (rules->check_setup(&own, usual, &culprit) != CP_OK || !cp_key_equal(key_of(&own), key))
        return false;
    put_position(&text, &own);
    return cp_str_equal(cp_buf_str(&text), start);
}

void cp_same_put_start(struct cp_same *s, const struct cp_game *g, struct cp_position *p,
                       bool owns_start)
{
    cp_key key = key_of(p);
    put_head(&s->text, key, s->own, g, p);
    size_t begin = s->text.len;
    if (owns_start)
        put_position(&s->text, p);
    if (owns_start && is_usual(p, key, (cp_str){s->text.at + begin, s->text.len - begin}))
        s->text.len = begin;
}

void cp_same_put_position(struct cp_same *s, const struct cp_game *g, struct cp_position *p,
                          uint32_t plies)
{
    put_head(&s->text, cp_key_on_both(key_of(p), plies), s->own, g, p);
    cp_buf_printf(&s->text, "%u", plies);
    put_position(&s->text, p);
}

/* ---- moves ---- */

/* - and > of signs; . is none */
static void put_sign(struct cp_buf *out, uint8_t sep)
{
    cp_buf_putc(out, sep ? cp_sep_sign((enum cp_sep)sep) : '.');
}

void cp_same_put_move(struct cp_same *s, const struct cp_ply *ply)
{
    const cp_move *move = ply->move;
    const struct cp_position *p = ply->position;
    struct cp_buf *out = &s->text;
    cp_buf_putc(out, ' ');
    put_square(out, p->ints, move->from);
    put_square(out, p->ints, move->to);
    if (move->promotion != CP_NO_KIND) {
        cp_buf_putc(out, '~');
        put_letter(out, p->law->variant, move->promotion);
    }
    if (move->rook != CP_NOBODY)
        cp_buf_putc(out, '|');
    if (move->is_body)
        cp_buf_putc(out, '&');
    if (!cp_alphabet_has_steps(&p->law->variant->alphabet))
        return;
    cp_buf_putc(out, '!');
    put_sign(out, move->sep);
    if (!move->then && move->sep != CP_SEP_LEAD)
        return;
    put_sign(out, move->then);
    put_square(out, p->ints, move->via);
}

void cp_same_put_line(struct cp_same *s, const struct cp_law *law, const struct cp_bit_line *line)
{
    enum { WORD = 5 };
    if (s->usual_law != law) {
        const struct cp_game plain = {0};
        struct cp_position home = law->bits->home;
        s->usual_law = law;
        s->usual.len = 0;
        put_head(&s->usual, key_of(&home), law->variant, &plain, &home);
    }
    cp_buf_put(&s->text, cp_buf_str(&s->usual));
    for (uint32_t i = 0; i < line->count;) {
        char *to = cp_buf_room(&s->text, WORD * (size_t)(line->count - i)), *begin = to;
        uint8_t odd = 0;
        for (; i < line->count && !odd; i++, to += WORD) {
            cp_bit_step step = line->steps[i];
            to[0] = ' ';
            to[1] = (char)('1' + step.from % 8);
            to[2] = (char)('1' + step.from / 8);
            to[3] = (char)('1' + step.to % 8);
            to[4] = (char)('1' + step.to / 8);
            odd = line->moves[i].odd;
        }
        s->text.len += (size_t)(to - begin);
        if (odd)
            cp_buf_putc(&s->text, odd >= CP_PACKED_CASTLING ? '|' : '~');
        if (odd && odd < CP_PACKED_CASTLING)
            put_letter(&s->text, law->variant, law->bits->classical.kind[odd]);
    }
}
