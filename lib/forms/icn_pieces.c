/* SPDX-License-Identifier: MIT */
/* icn_pieces.c -- a piece is the site's that has its name and moves as its piece does. What the
 * site has are the pieces of CP_SITE_POSITION; of these a variant may have fewer, and its pawns
 * need no double step, since a piece without + has none there. How far primes begin, and what
 * stands on them, is told where a game is written. */
#include "forms/icn.h"
#include "game/codes.h"

/* A user's own variants stand before the bundled ones, and may have the same name. */
static const struct cp_variant *site_position(struct cp_run *run)
{
    const struct cp_variants *all = &run->asked->variants;
    uint32_t i = all->count;
    while (i && !cp_str_is(all->list[i - 1]->name, CP_SITE_POSITION))
        i--;
    if (!i)
        return NULL;
    cp_variant_wake(all->list[i - 1], &run->arena, run->ints);
    return all->list[i - 1];
}

static bool is_ray_of(const cp_ray *ray, const struct cp_kind *kind)
{
    for (uint32_t i = 0; i < kind->ray_count; i++) {
        const cp_ray *r = &kind->rays[CP_WHITE][i];
        bool is_so_far = ray->primes || (r->low == ray->low && r->high == ray->high);
        if (r->dx == ray->dx && r->dy == ray->dy && r->use == ray->use && r->first == ray->first &&
            r->bent == ray->bent && r->primes == ray->primes && is_so_far)
            return true;
    }
    return false;
}

/* Whether all rays of kind are of other's too, but for those of first moves where less is
 * enough. */
static bool has_rays(const struct cp_kind *other, const struct cp_kind *kind, bool but_first)
{
    for (uint32_t i = 0; i < kind->ray_count; i++) {
        const cp_ray *ray = &kind->rays[CP_WHITE][i];
        if (!(but_first && ray->first) && !is_ray_of(ray, other))
            return false;
    }
    return true;
}

static bool has_first_ray(const struct cp_kind *kind)
{
    uint32_t i = 0;
    while (i < kind->ray_count && !kind->rays[CP_WHITE][i].first)
        i++;
    return i < kind->ray_count;
}

const char *cp_icn_why_no_piece(struct cp_run *run, const struct cp_variant *v, uint8_t number)
{
    cp_str code = cp_code_of(&v->alphabet, number);
    const struct cp_variant *site = site_position(run);
    uint8_t there = site ? cp_code_find(&site->alphabet, code) : CP_NO_KIND;
    if (!code.len || there == CP_NO_KIND)
        return "is none of infinitechess.org's pieces";
    const struct cp_kind *kind = &v->kinds[number], *like = &site->kinds[there];
    const struct cp_piece_words *words = &v->alphabet.pieces[number];
    if (words->is_neutral != site->alphabet.pieces[there].is_neutral ||
        words->is_void != site->alphabet.pieces[there].is_void || !has_rays(like, kind, false) ||
        !has_rays(kind, like, true))
        return "moves otherwise than on infinitechess.org";
    if (kind->royal != like->royal)
        return kind->royal ? "is royal, and on infinitechess.org it is not"
                           : "is not royal, and on infinitechess.org it is";
    if (kind->promotes && !like->promotes)
        return "promotes, and on infinitechess.org it does not";
    if (has_first_ray(kind) && !kind->en_passant)
        return "cannot be taken in passing, and on infinitechess.org it can";
    return NULL;
}
