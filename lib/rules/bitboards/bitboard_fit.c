/* SPDX-License-Identifier: MIT */
/* bitboard_fit.c -- is this variant chess on 8x8? Asked of its data: every kind's
 * rays are spread out over the steps that fit on the board, and must be exactly
 * those of one classical man. How the rays were written does not matter. */
#include "rules/bitboards/bitboard.h"

enum { SPAN = 15, HOME = 7 }; /* steps of -7 .. 7 either way */
enum { IS_FIRST = 4, IS_BLOCKABLE = 8 };

/* What a man can do by each step: CP_RAY_* and the above. */
struct reach {
    uint8_t step[SPAN][SPAN]; /* by dy, dx */
};

static bool spread(struct reach *out, const cp_ray *ray)
{
    if (ray->primes)
        return false;
    for (int n = ray->low; n <= HOME && (!ray->high || n <= ray->high); n++) {
        int dx = n * ray->dx, dy = n * ray->dy;
        if (dx < -HOME || dx > HOME || dy < -HOME || dy > HOME)
            break;
        uint8_t *step = &out->step[HOME + dy][HOME + dx];
        if (*step)
            return false;
        *step = (uint8_t)(ray->use | (ray->first ? IS_FIRST : 0) |
                          (n > 1 && !ray->leaps ? IS_BLOCKABLE : 0));
    }
    return true;
}

static uint8_t pawn_step(int dx, int dy, enum cp_side side)
{
    int ahead = side == CP_WHITE ? dy : -dy;
    if (ahead == 1)
        return dx == 0 ? CP_RAY_MOVES : dx == 1 || dx == -1 ? CP_RAY_TAKES : 0;
    return ahead == 2 && dx == 0 ? CP_RAY_MOVES | IS_FIRST | IS_BLOCKABLE : 0;
}

/* What a classical man does by a step. */
static uint8_t classical_step(enum cp_role role, int dx, int dy, enum cp_side side)
{
    const uint8_t both = CP_RAY_MOVES | CP_RAY_TAKES;
    int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, far = wide > high ? wide : high;
    bool is_straight = (wide == 0) != (high == 0), is_slanted = wide == high && wide;
    bool slides = (is_straight && (role == CP_ROOK || role == CP_QUEEN)) ||
                  (is_slanted && (role == CP_BISHOP || role == CP_QUEEN));
    if (role == CP_PAWN)
        return pawn_step(dx, dy, side);
    if (role == CP_KING)
        return far == 1 ? both : 0;
    if (role == CP_KNIGHT)
        return wide + high == 3 && wide && high ? both : 0;
    return slides ? both | (far > 1 ? IS_BLOCKABLE : 0) : 0;
}

static bool moves_as(const struct cp_kind *kind, enum cp_role role, enum cp_side side)
{
    struct reach reach = {0};
    for (uint32_t i = 0; i < kind->ray_count; i++)
        if (!spread(&reach, &kind->rays[side][i]))
            return false;
    for (int dy = -HOME; dy <= HOME; dy++)
        for (int dx = -HOME; dx <= HOME; dx++)
            if (reach.step[HOME + dy][HOME + dx] != classical_step(role, dx, dy, side))
                return false;
    return kind->royal == (role == CP_KING) && kind->promotes == (role == CP_PAWN) &&
           kind->en_passant == (role == CP_PAWN);
}

static uint8_t role_of(const struct cp_kind *kind)
{
    for (int role = 0; role < CP_ROLES; role++)
        if (moves_as(kind, (enum cp_role)role, CP_WHITE) &&
            moves_as(kind, (enum cp_role)role, CP_BLACK))
            return (uint8_t)role;
    return CP_NO_ROLE;
}

static bool promotes_as_usual(const struct cp_classical *c, const struct cp_variant *v)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < v->promotes_to_count; i++)
        seen |= 1u << c->role[v->promotes_to[i]];
    return seen == (1u << CP_KNIGHT | 1u << CP_BISHOP | 1u << CP_ROOK | 1u << CP_QUEEN) &&
           cp_int_equal(v->promotion_rank[CP_WHITE], CP_INT(8)) &&
           cp_int_equal(v->promotion_rank[CP_BLACK], CP_INT(1));
}

static bool castles_as_usual(const struct cp_variant *v)
{
    return v->castles && v->castled_king[0] == 3 && v->castled_rook[0] == 4 &&
           v->castled_king[1] == 7 && v->castled_rook[1] == 6;
}

bool cp_classical_fit(struct cp_classical *out, const struct cp_law *law)
{
    const struct cp_variant *v = law->variant;
    uint32_t seen = 0;
    memset(out->role, CP_NO_ROLE, sizeof out->role);
    if (v->family != CP_FAMILY_CHESS || !v->bounded || v->files != 8 || v->ranks != 8 ||
        v->alphabet.count != CP_ROLES || !castles_as_usual(v))
        return false;
    for (uint32_t kind = 0; kind < v->alphabet.count; kind++) {
        uint8_t role = role_of(&v->kinds[kind]);
        if (role == CP_NO_ROLE || seen >> role & 1)
            return false;
        seen |= 1u << role;
        out->role[kind] = role;
        out->kind[role] = (uint8_t)kind;
    }
    return promotes_as_usual(out, v) && out->role[v->castles_with] == CP_ROOK;
}
