/* SPDX-License-Identifier: MIT */
/* material.c -- a position matches a row if it has of each kind no more than the row: of bishops on
 * either colour of squares. White and Black may be exchanged, and so may the two colours. A pawn
 * that can promote is counted as itself and as all it may become, and each count must match. */
#include "rules/material.h"

#include "game/codes.h"
#include "rules/variant/bundled.h"

enum { MEN_MOST = 10, PAWNS_MOST = 2, NEAR = 1000001 /* a border before that is one */ };
enum { CHOICES_MOST = 2 * CP_KINDS_MOST + 1 };

/* What a man is counted as: a kind of the table, and for bishops the colour of its square. */
struct counted_as {
    uint8_t kind, colour;
};

struct census {
    uint8_t count[2][CP_MATERIAL_KINDS][2];
    bool is_bordered, has_others; /* has_others: men of a kind that no row has */
    uint32_t men, pawns;          /* pawns: that can promote, and */
    enum cp_side owner[PAWNS_MOST];
    struct counted_as choice[PAWNS_MOST][CHOICES_MOST]; /* what each may be */
    uint32_t choices[PAWNS_MOST];
};

/* CP_MATERIAL_KINDS: no row has it. */
static uint8_t kind_of(const struct cp_variant *v, uint8_t kind)
{
    cp_str code = cp_code_of(&v->alphabet, kind);
    uint8_t i = 0;
    while (i < CP_MATERIAL_KINDS && !cp_str_is(code, cp_material_codes[i]))
        i++;
    return i;
}

static bool is_bishop(uint8_t kind)
{
    return cp_material_codes[kind][0] == 'B';
}

static bool can_promote(const struct cp_position *p, int32_t man)
{
    const struct cp_variant *v = p->law->variant;
    const struct cp_promotion *own = &v->promotion[p->side[man]];
    bool is_ahead = false;
    for (uint32_t i = 0; i < own->rank_count; i++) {
        int way = cp_int_compare(p->ints, own->ranks[i], p->at[man].rank);
        is_ahead |= p->side[man] == CP_WHITE ? way > 0 : way < 0;
    }
    const struct cp_kind *kind = &v->kinds[p->kind[man]];
    return kind->becomes || (is_ahead && kind->promotes && own->to_count);
}

/* All that it may be: itself, and what it may become. */
static void add_pawn(struct census *c, const struct cp_position *p, int32_t man, uint8_t kind)
{
    const struct cp_variant *v = p->law->variant;
    const uint8_t *becomes = v->kinds[p->kind[man]].becomes;
    uint64_t kinds =
        becomes ? UINT64_C(1) << *becomes : cp_promotion_kinds(&v->promotion[p->side[man]]);
    if (c->pawns < PAWNS_MOST) {
        struct counted_as *choice = c->choice[c->pawns];
        uint32_t count = 0;
        c->owner[c->pawns] = p->side[man];
        choice[count++] = (struct counted_as){kind, 0};
        for (uint8_t i = 0; i < CP_KINDS_MOST; i++) {
            uint8_t to = kinds >> i & 1 ? kind_of(v, i) : CP_MATERIAL_KINDS;
            c->has_others |= kinds >> i & 1 && to == CP_MATERIAL_KINDS;
            for (uint8_t colour = 0; to < CP_MATERIAL_KINDS && colour <= is_bishop(to); colour++)
                choice[count++] = (struct counted_as){to, colour};
        }
        c->choices[c->pawns] = count;
    }
    c->pawns++;
}

/* False: nothing is asked. */
static bool take_census(struct census *c, const struct cp_position *p)
{
    const struct cp_variant *v = p->law->variant;
    struct cp_border border;
    *c = (struct census){.men = 0};
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || (p->owner[man] == CP_NO_SIDE && !cp_is_void(p, man)))
            continue;
        if (++c->men > MEN_MOST)
            return false;
        if (cp_is_void(p, man))
            continue;
        uint8_t kind = kind_of(v, p->kind[man]);
        c->has_others |= kind == CP_MATERIAL_KINDS;
        if (c->has_others)
            continue;
        cp_int half, sum = cp_int_add(p->ints, p->at[man].file, p->at[man].rank);
        if (can_promote(p, man))
            add_pawn(c, p, man, kind);
        else
            c->count[p->side[man]][kind]
                    [is_bishop(kind) && cp_int_divide(p->ints, sum, 2, &half)]++;
    }
    (void)cp_variant_border(v, &border);
    for (int edge = 0; edge < CP_BORDER_EDGES; edge++)
        c->is_bordered |=
            border.has[edge] &&
            cp_int_compare(p->ints, cp_int_abs(p->ints, border.at[edge]), CP_INT(NEAR)) < 0;
    return !c->has_others && c->pawns <= PAWNS_MOST;
}

/* Whether no side has more of anything than the row, seen so. */
static bool fits(const struct census *c, const struct cp_material_row *row, int swap, int flip)
{
    for (int side = 0; side < 2; side++)
        for (uint8_t kind = 0; kind < CP_MATERIAL_KINDS; kind++)
            for (int colour = 0; colour <= is_bishop(kind); colour++)
                if (c->count[side ^ swap][kind][is_bishop(kind) ? colour ^ flip : 0] >
                    row->most[side][kind][colour])
                    return false;
    return true;
}

static bool matches(const struct census *c)
{
    for (size_t i = 0; i < cp_material_row_count; i++) {
        const struct cp_material_row *row = &cp_material_rows[i];
        for (int way = 0; way < 4 && row->is_bordered == c->is_bordered; way++)
            if (fits(c, row, way / 2, way % 2))
                return true;
    }
    return false;
}

static void put(struct census *c, uint32_t pawn, uint32_t choice, int by)
{
    const struct counted_as *as = &c->choice[pawn][choice];
    if (pawn < c->pawns)
        c->count[c->owner[pawn]][as->kind][as->colour] += (uint8_t)by;
}

bool cp_material_is_insufficient(const struct cp_position *p)
{
    const struct cp_variant *v = p->law->variant;
    struct census c;
    bool all_match = true;
    bool is_asked = v->wins[CP_WHITE] == CP_WINS_CHECKMATE &&
                    v->wins[CP_BLACK] == CP_WINS_CHECKMATE && !p->delay && !p->law->has_bodies &&
                    (p->law->neutrals || p->standing <= MEN_MOST);
    if (!is_asked || !take_census(&c, p))
        return false;
    for (uint32_t i = 0; all_match && (i == 0 || i < c.choices[0]); i++) {
        put(&c, 0, i, 1);
        for (uint32_t k = 0; all_match && (k == 0 || k < c.choices[1]); k++) {
            put(&c, 1, k, 1);
            all_match = matches(&c);
            put(&c, 1, k, -1);
        }
        put(&c, 0, i, -1);
    }
    return all_match;
}
