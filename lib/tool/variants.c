/* SPDX-License-Identifier: MIT */
/* variants.c -- a user's own variants stand before the bundled ones, so a file
 * may also replace one of those.
 *
 * A game that does not say what it is is first read with everybody's words (the
 * joint alphabet); then every variant is asked whether it could have been its
 * game: it knows each piece, and each promotion is to one it allows. */
#include "tool/variants.h"

#include "game/walk.h"

/* ---- what is known ---- */

static const struct cp_variant *load_file(struct cp_run *run, const char *file)
{
    struct cp_variant *v;
    cp_str text;
    if (!cp_file_read(&run->arena, &run->own, file, &text))
        return NULL;
    struct cp_diags faults; /* of the run's life: messages borrow nothing, but may be many */
    cp_diags_init(&faults, &run->arena);
    if (cp_variant_parse(&v, &run->arena, run->ints, text, file, &faults))
        return v;
    cp_run_say(run, &faults);
    cp_diag_report(&run->own, CP_VARIANT_FILE_BAD, (cp_span){.file = file}, "%s", file);
    return NULL;
}

static bool join(struct cp_run *run, struct cp_variant **own, uint32_t count)
{
    struct cp_variants bundled;
    struct cp_diags faults;
    cp_diags_init(&faults, &run->arena);
    if (!cp_variants_load(&bundled, &run->arena, run->ints, &faults)) {
        cp_run_say(run, &faults);
        return false;
    }
    uint32_t all = count + bundled.count;
    struct cp_variant **list = cp_arena_take_zero(&run->arena, all, sizeof(struct cp_variant *));
    for (uint32_t i = 0; i < all; i++)
        list[i] = i < count ? own[i] : bundled.list[i - count];
    run->variants = (struct cp_variants){.list = list, .count = all};
    return true;
}

/* "coaip, huygens": the ids of all variants, or of those that fit. */
static cp_str choices(struct cp_run *run, struct cp_arena *arena, const bool *fits)
{
    struct cp_buf out;
    cp_buf_init(&out, arena);
    for (uint32_t i = 0; i < run->variants.count; i++) {
        if (fits && !fits[i])
            continue;
        cp_buf_puts(&out, out.len ? ", " : "");
        cp_buf_put(&out, run->variants.list[i]->id);
    }
    return cp_buf_str(&out);
}

bool cp_run_load_variants(struct cp_run *run)
{
    const struct cp_options *o = &run->options;
    uint32_t count = 0;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "variant-file", g));)
        count++;
    struct cp_variant **own = cp_arena_take_zero(&run->arena, count + 1, sizeof *own);
    count = 0;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "variant-file", g));)
        if (!(own[count++] = load_file(run, g->value)))
            return false;
    if (!join(run, own, count))
        return false;
    const char *name = cp_options_get(o, "variant");
    run->wish = count == 1 ? own[0] : NULL;
    if (!name)
        return true;
    run->wish = cp_variants_find(&run->variants, cp_str_from(name));
    run->insists = true;
    if (!run->wish)
        cp_diag_report(&run->own, CP_VARIANT_NOT_KNOWN_HERE, cp_run_span(run),
                       "%s; there are %.*s", name,
                       CP_FMT(choices(run, &run->own_arena, NULL)));
    return run->wish != NULL;
}

/* ---- what a game says ---- */

static cp_span game_span(const struct cp_game *g)
{
    return (cp_span){.file = g->file, .line = g->line};
}

const struct cp_variant *cp_variant_named(struct cp_run *run, const struct cp_game *g)
{
    const struct cp_variant *named = NULL;
    if (g->variant.len)
        named = cp_variants_find(&run->variants, g->variant);
    if (run->insists && named && named != run->wish)
        cp_diag_report(&run->diags, CP_VARIANT_OVERRIDDEN, game_span(g), "%.*s, read as %.*s",
                       CP_FMT(named->id), CP_FMT(run->wish->id));
    if (run->insists || (run->wish && !g->variant.len))
        return run->wish;
    return named;
}

/* ---- what its notation says ---- */

static bool may_promote(const struct cp_variant *v, uint8_t kind)
{
    for (uint32_t i = 0; i < v->promotes_to_count; i++)
        if (v->promotes_to[i] == kind)
            return true;
    return false;
}

/* Whether all that could be read of g with everybody's words could be v's. */
static bool could_be(struct cp_run *run, const struct cp_game *g, const struct cp_variant *v)
{
    struct cp_walk walk;
    cp_walk_init(&walk, &run->record, &g->moves);
    for (const struct cp_node *node; (node = cp_walk_next(&walk));) {
        if (!node->is_read)
            continue;
        const cp_written *w = &node->move;
        uint8_t piece = cp_joint_kind(run, v, w->piece);
        if ((w->has & CP_HAS_PIECE) && piece == CP_NO_KIND)
            return false;
        if (w->promotion != CP_NO_KIND &&
            !may_promote(v, cp_joint_kind(run, v, w->promotion)))
            return false;
    }
    return true;
}
