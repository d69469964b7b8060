/* SPDX-License-Identifier: MIT */
#include "rules/variant/variant.h"

/* Names are the same but for case and white space: "Trappist - 1" is Trappist-1. */
static bool is_same_name(cp_str a, cp_str b)
{
    size_t i = 0, k = 0;
    for (;;) {
        while (i < a.len && cp_is_space(a.at[i]))
            i++;
        while (k < b.len && cp_is_space(b.at[k]))
            k++;
        if (i == a.len || k == b.len)
            return i == a.len && k == b.len;
        if (cp_lower(a.at[i++]) != cp_lower(b.at[k++]))
            return false;
    }
}

/* Which alias that is; the count of them: none. */
static uint32_t alias_called(const struct cp_variant *v, cp_str name)
{
    uint32_t i = 0;
    while (i < v->alias_count && !is_same_name(v->aliases[i], name))
        i++;
    return i;
}

struct cp_variant *cp_variants_find(const struct cp_variants *all, cp_str name)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const struct cp_variant *v = all->list[i];
        if (is_same_name(v->id, name) || is_same_name(v->name, name) ||
            alias_called(v, name) < v->alias_count)
            return all->list[i];
    }
    return NULL;
}

uint32_t cp_variants_number(const struct cp_variants *all, const struct cp_variant *v)
{
    uint32_t number = 0;
    while (number < all->count && all->list[number] != v)
        number++;
    return number;
}

bool cp_variant_begins_elsewhere(const struct cp_variant *v, cp_str name)
{
    uint32_t i = alias_called(v, name);
    return i < v->alias_count && i >= v->alias_count - v->elsewhere_count;
}

/* Without what the names there begin with and end with; empty: it is none of them. */
static cp_str name_there(cp_str name, cp_str before)
{
    cp_str end = CP_STR(CP_SITE_NAME);
    bool is_one = name.len > before.len + end.len && cp_str_starts(name, before) &&
                  cp_str_equal(cp_str_skip(name, name.len - end.len), end);
    return is_one ? (cp_str){name.at + before.len, name.len - before.len - end.len} : (cp_str){0};
}

cp_str cp_variant_name_there(const struct cp_variant *v)
{
    cp_str there = name_there(v->name, CP_STR(""));
    return there.len ? there : v->name;
}

/* site-space-classic is Space_Classic there. */
static bool has_code(const struct cp_variant *v, cp_str code)
{
    cp_str id = v->id, before = CP_STR("site-");
    size_t i = 0;
    if (!cp_str_starts(id, before) || id.len != before.len + code.len)
        return false;
    id = cp_str_skip(id, before.len);
    while (i < code.len && id.at[i] == (code.at[i] == '_' ? '-' : cp_lower(code.at[i])))
        i++;
    return i == code.len;
}

bool cp_variant_is_named_there(const struct cp_variant *v, cp_str name)
{
    bool is_code = name.len && cp_is_letter(name.at[0]) && name.at[0] <= 'Z' && has_code(v, name);
    return is_code || cp_str_equal(name_there(v->name, CP_STR("")), name);
}

struct cp_variant *cp_variants_find_preset(const struct cp_variants *all, cp_str name)
{
    const cp_str befores[] = {CP_STR(""), CP_STR("Showcase: ")};
    if (!name.len)
        return NULL;
    for (size_t k = 0; k < sizeof befores / sizeof *befores; k++)
        for (uint32_t i = 0; i < all->count; i++)
            if (is_same_name(name_there(all->list[i]->name, befores[k]), name))
                return all->list[i];
    for (uint32_t i = 0; i < all->count; i++)
        if (has_code(all->list[i], name))
            return all->list[i];
    return NULL;
}

struct cp_variant *cp_variants_find_anywhere(const struct cp_variants *all, cp_str name)
{
    struct cp_variant *v = cp_variants_find(all, name);
    return v ? v : cp_variants_find_preset(all, name);
}

/* ---- borders ---- */

bool cp_variant_border(const struct cp_variant *v, struct cp_border *out)
{
    *out = v->border;
    if (v->bounded)
        *out = (struct cp_border){{true, true, true, true},
                                  {CP_INT(1), CP_INT(v->files), CP_INT(1), CP_INT(v->ranks)}};
    else if (!v->has_border)
        *out = (struct cp_border){.has = {false}};
    return v->bounded || v->has_border;
}

bool cp_border_parse(struct cp_border *out, struct cp_ints *ints, const struct cp_value *list)
{
    int edge = 0;
    *out = (struct cp_border){.has = {false}};
    if (list->type != CP_LIST || list->count != CP_BORDER_EDGES)
        return false;
    for (const struct cp_value *v = list->first; v; v = v->next, edge++) {
        out->has[edge] = v->type == CP_NUMBER;
        if (out->has[edge] ? !cp_int_parse(ints, &out->at[edge], v->text)
                           : v->type != CP_STRING || !cp_str_is(v->text, "_"))
            return false;
    }
    return true;
}

/* ---- promotion ---- */

bool cp_ranks_add(struct cp_ranks *ranks, const struct cp_ints *ints, cp_int rank)
{
    uint32_t at = 0;
    while (at < ranks->count && cp_int_compare(ints, ranks->list[at], rank) < 0)
        at++;
    if (at < ranks->count && cp_int_equal(ranks->list[at], rank))
        return true;
    if (ranks->count == CP_RANKS_MOST)
        return false;
    for (uint32_t i = ranks->count++; i > at; i--)
        ranks->list[i] = ranks->list[i - 1];
    ranks->list[at] = rank;
    return true;
}

bool cp_ranks_parse(struct cp_ranks *out, struct cp_ints *ints, const struct cp_value *v)
{
    cp_int rank;
    *out = (struct cp_ranks){.count = 0};
    if (v->type == CP_NUMBER)
        return cp_int_parse(ints, &rank, v->text) && cp_ranks_add(out, ints, rank);
    if (v->type != CP_LIST)
        return false;
    for (const struct cp_value *one = v->first; one; one = one->next)
        if (one->type != CP_NUMBER || !cp_int_parse(ints, &rank, one->text) ||
            !cp_ranks_add(out, ints, rank))
            return false;
    return true;
}

void cp_ranks_format_json(struct cp_buf *out, const struct cp_ints *ints,
                          const struct cp_ranks *ranks)
{
    cp_buf_puts(out, ranks->count == 1 ? "" : "[");
    for (uint32_t i = 0; i < ranks->count; i++) {
        cp_buf_puts(out, i ? "," : "");
        cp_int_format(ints, out, ranks->list[i]);
    }
    cp_buf_puts(out, ranks->count == 1 ? "" : "]");
}

void cp_promotion_set_ranks(struct cp_promotion *out, struct cp_arena *arena,
                            const struct cp_ranks *ranks)
{
    cp_int *list = cp_arena_take_zero(arena, ranks->count, sizeof *list);
    for (uint32_t i = 0; i < ranks->count; i++)
        list[i] = ranks->list[i];
    out->ranks = list;
    out->rank_count = ranks->count;
}

bool cp_promotes_to(const struct cp_variant *v, int side, uint8_t kind)
{
    return (v->becoming | cp_promotion_kinds(&v->promotion[side])) >> kind & 1;
}

uint64_t cp_promotion_kinds(const struct cp_promotion *p)
{
    uint64_t kinds = 0;
    for (uint32_t i = 0; i < p->to_count; i++)
        kinds |= UINT64_C(1) << p->to[i];
    return kinds;
}

/* ---- castling with the nearest ---- */

enum { FILES_BETWEEN = 3 };

static bool may_castle(const struct cp_variant *v, struct cp_ints *ints, const cp_man *king,
                       const cp_man *man)
{
    cp_int files = cp_int_abs(ints, cp_int_sub(ints, man->square.file, king->square.file));
    return man->side == king->side && cp_int_equal(man->square.rank, king->square.rank) &&
           cp_int_compare(ints, files, CP_INT(FILES_BETWEEN)) >= 0 && !v->kinds[man->kind].royal &&
           v->kinds[man->kind].castles;
}

void cp_variant_set_castling(struct cp_variant *v, struct cp_arena *arena, struct cp_ints *ints,
                             bool near)
{
    uint32_t kinds = v->alphabet.count, men = v->start.count;
    struct cp_kind *kind = cp_arena_take_zero(arena, kinds, sizeof *kind);
    for (uint32_t i = 0; i < kinds; i++) {
        kind[i] = v->kinds[i];
        kind[i].castles = near && !v->alphabet.pieces[i].promotes && kind[i].ray_count;
        kind[i].has_first = kind[i].castles;
        for (uint32_t k = 0; k < kind[i].ray_count; k++)
            kind[i].has_first |= kind[i].rays[CP_WHITE][k].first;
    }
    v->kinds = kind;
    v->castles_near = near;
    if (!near || v->marks_first || !men)
        return;
    cp_man *copy = cp_arena_take_zero(arena, men, sizeof *copy);
    memcpy(copy, v->start.men, men * sizeof *copy);
    /* Nobody else's first move is told from others. */
    uint32_t count = men;
    for (uint32_t i = 0; i < count; i++)
        copy[i].moved |= v->kinds[copy[i].kind].castles;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; v->kinds[copy[k].kind].royal && i < count; i++)
            if (may_castle(v, ints, &copy[k], &copy[i]))
                copy[k].moved = copy[i].moved = false;
    v->start.men = copy;
}

/* ---- how a side wins ---- */

bool cp_variant_is_hill(const struct cp_variant *v, struct cp_ints *ints, cp_square at)
{
    enum { LOW = 4, HIGH = 5 };
    const struct cp_frame *classical = cp_variant_frame(v, CP_STR("classical"));
    if (classical) {
        at.file = cp_int_sub(ints, at.file, classical->shift.file);
        at.rank = cp_int_sub(ints, at.rank, classical->shift.rank);
    }
    return (cp_int_equal(at.file, CP_INT(LOW)) || cp_int_equal(at.file, CP_INT(HIGH))) &&
           (cp_int_equal(at.rank, CP_INT(LOW)) || cp_int_equal(at.rank, CP_INT(HIGH)));
}

static const struct {
    const char *word;
    uint8_t wins;
} victories[] = {{"checkmate", CP_WINS_CHECKMATE},
                 {"royal-taken", CP_WINS_ROYAL_TAKEN},
                 {"royals-taken", CP_WINS_ROYALS_TAKEN},
                 {"all-taken", CP_WINS_ALL_TAKEN},
                 {"hill", CP_WINS_HILL},
                 {"goal", CP_WINS_GOAL},
                 {"extinction", CP_WINS_EXTINCT},
                 {"checks", CP_WINS_CHECKS}};
enum { VICTORIES = sizeof victories / sizeof *victories };

void cp_wins_format(struct cp_buf *out, uint8_t wins)
{
    size_t before = out->len;
    for (size_t i = 0; i < VICTORIES; i++)
        if (wins & victories[i].wins) {
            cp_buf_puts(out, out->len == before ? "" : " or ");
            cp_buf_puts(out, victories[i].word);
        }
}

static uint8_t wins_by(const struct cp_value *word)
{
    for (size_t i = 0; i < VICTORIES && word->type == CP_STRING; i++)
        if (cp_str_is(word->text, victories[i].word))
            return victories[i].wins & CP_WINS_WORDS;
    return 0;
}

uint8_t cp_wins_parse(const struct cp_value *v)
{
    uint8_t wins = 0;
    if (v->type != CP_LIST)
        return wins_by(v);
    for (const struct cp_value *word = v->first; word; word = word->next) {
        uint8_t one = wins_by(word);
        if (!one)
            return 0;
        wins |= one;
    }
    return wins;
}

const struct cp_frame *cp_variant_frame(const struct cp_variant *v, cp_str name)
{
    if (name.len == 0)
        return &v->frames[0];
    for (uint32_t i = 0; i < v->frame_count; i++)
        if (cp_str_like(v->frames[i].name, name))
            return &v->frames[i];
    return NULL;
}
