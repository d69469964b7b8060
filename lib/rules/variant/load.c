/* SPDX-License-Identifier: MIT */
#include "rules/variant/load.h"

#include "base/yaml.h"
#include "rules/variant/bundled.h"

enum { BOOL = 1 << CP_BOOL, NUMBER = 1 << CP_NUMBER, STRING = 1 << CP_STRING };
enum { LIST = 1 << CP_LIST, MAP = 1 << CP_MAP };
enum { OPTIONAL, REQUIRED };

enum { IS_cp_load, IS_cp_variant };

static const struct cp_load_key keys[] = {
#define READ(function)              .read = function
#define FIELD(in, where)            .field = offsetof(struct in, where), .is_variants = IS_##in
#define TRUTH(in, where)            FIELD(in, where), .is_truth = true
#define COUNT(in, where, low, high) FIELD(in, where), .least = low, .most = high
#define KEPT(where)                 FIELD(cp_load, where)
#define CP_KEY(in, key, of, need, how, meaning)                                                    \
    {.section = CP_IN_##in, .name = key, .types = of, .required = need == REQUIRED, how},
#include "rules/variant/variant_keys.def"
#undef CP_KEY
};

/* ---- the whole ---- */

bool cp_variant_parse(struct cp_variant **out, struct cp_arena *arena, struct cp_ints *ints,
                      cp_str yaml, const char *file, struct cp_diags *d)
{
    static const struct cp_frame diagram = {.name = {"diagram", 7}};
    uint32_t errors = d->errors;
    struct cp_value *map;
    if (!cp_yaml_parse(&map, arena, cp_str_keep(arena, yaml), file, d))
        return false;
    struct cp_load l = {.arena = arena,
                        .ints = ints,
                        .d = d,
                        .keys = keys,
                        .key_count = sizeof keys / sizeof *keys};
    l.v = cp_arena_take_zero(arena, 1, sizeof *l.v);
    l.v->pawn = CP_NO_KIND;
    l.v->mated = CP_STALEMATE_LOSES;
    l.v->wins[CP_WHITE] = l.v->wins[CP_BLACK] = CP_WINS_CHECKMATE;
    l.v->alphabet.signs = CP_SIGNS_OF_CAPTURES;
    l.v->frames = &diagram;
    l.v->frame_count = 1;
    if (map->type == CP_MAP) {
        cp_load_section(&l, CP_IN_VARIANT, map);
        if (l.promotes && !l.has_promotion)
            cp_load_fault(&l, CP_VARIANT_CONFLICT, l.promotes, 0,
                          "a piece promotes, and the key 'promotion' is missing");
        cp_load_check_wins(&l);
        cp_load_check_royals(&l, cp_value_get(map, "royals"));
        cp_load_check_window(&l, map);
        cp_load_check_family(&l, map);
        l.v->alphabet.counts_quiet = cp_variant_counts_quiet(l.v);
        l.v->alphabet.castles |= l.v->family == CP_FAMILY_CHESS && !l.v->bounded;
        if (l.v->castles_near && l.v->kinds)
            cp_variant_set_castling(l.v, arena, ints, true);
    } else {
        cp_load_fault(&l, CP_VARIANT_TYPE, map, 0, "a variant is a map of keys, not %s",
                      cp_type_name(map->type));
    }
    *out = l.v;
    return d->errors == errors;
}

cp_str cp_variant_text(cp_str id)
{
    for (size_t i = 0; i < cp_bundled_count; i++)
        if (cp_str_is(id, cp_bundled[i].id))
            return (cp_str){cp_bundled[i].text, cp_bundled[i].len};
    return (cp_str){0};
}

static struct cp_variant *sleeper(struct cp_arena *arena, const struct cp_bundled *b)
{
    struct cp_variant *v = cp_arena_take_zero(arena, 1, sizeof *v);
    uint32_t count = 0;
    while (b->aliases[count])
        count++;
    cp_str *aliases = cp_arena_take_zero(arena, count, sizeof *aliases);
    for (uint32_t i = 0; i < count; i++)
        aliases[i] = cp_str_from(b->aliases[i]);
    *v = (struct cp_variant){.id = cp_str_from(b->id),
                             .name = cp_str_from(b->name),
                             .aliases = aliases,
                             .alias_count = count,
                             .asleep = {b->text, b->len},
                             .is_named_only = b->is_named_only,
                             .is_assumed = b->is_assumed};
    return v;
}

static bool wake(struct cp_variant *v, struct cp_arena *arena, struct cp_ints *ints,
                 struct cp_diags *d)
{
    struct cp_variant *read;
    if (!cp_variant_parse(&read, arena, ints, v->asleep, v->id.at, d))
        return false;
    *v = *read;
    return true;
}

void cp_variant_wake(struct cp_variant *v, struct cp_arena *arena, struct cp_ints *ints)
{
    if (CP_LIKELY(!v->asleep.len))
        return;
    uint64_t asked = cp_ints_asked(ints);
    struct cp_diags d = cp_diags_in(arena);
    (void)wake(v, arena, ints, &d); /* as in the tests: bundled ones are good */
    if (cp_ints_asked(ints) != asked)
        cp_ints_keep(ints);
}

void cp_variants_wake(const struct cp_variants *all, struct cp_arena *arena, struct cp_ints *ints)
{
    for (uint32_t i = 0; i < all->count; i++)
        cp_variant_wake(all->list[i], arena, ints);
}

void cp_variants_list(struct cp_variants *out, struct cp_arena *arena)
{
    struct cp_variant **list = cp_arena_take_zero(arena, cp_bundled_count, sizeof *list);
    *out = (struct cp_variants){list, 0};
    for (int named_only = 0; named_only < 2; named_only++)
        for (size_t i = 0; i < cp_bundled_count; i++)
            if (cp_bundled[i].is_named_only == named_only)
                list[out->count++] = sleeper(arena, &cp_bundled[i]);
}

bool cp_variants_load(struct cp_variants *out, struct cp_arena *arena, struct cp_ints *ints,
                      struct cp_diags *d)
{
    bool good = true;
    cp_variants_list(out, arena);
    for (uint32_t i = 0; i < out->count; i++)
        if (!out->list[i]->is_named_only)
            good &= wake(out->list[i], arena, ints, d);
    return good;
}
