/* SPDX-License-Identifier: MIT */
/* bare_test.c -- the proof behind the variants' lists of men that cannot mate
 * (R-INF-6): for every entry, every placement near the bare king is tried, on
 * either side, and none is checkmate. Near is enough: a leaper more than NEAR
 * squares away reaches no square beside the king, and a far slider attacks the
 * same squares there as one slid nearer along its line. Entries with one man are
 * tried here; the lists hold no others. */
#include "rules/chess/replies.h"
#include "rules/setup.h"
#include "test.h"

enum { NEAR = 8, KING_NEAR = 4 };

struct proof {
    struct cp_arena run, arena;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_variants variants;
    struct cp_law law;
    cp_man men[4];
    struct cp_start start;
    struct cp_position position;
    long mates;
};

/* The bare king is men[0] on (0,0), its enemy king men[1]; the bare king is to move. */
static void try_placement(struct proof *p)
{
    int32_t culprit;
    cp_position_reset(&p->position, &p->start);
    if (cp_setup_check(&p->position, &p->start, &culprit) == CP_OK && p->position.checks &&
        !cp_position_can_move(&p->position))
        p->mates++;
}

static void try_all(struct proof *p, int32_t man, int near)
{
    for (int kf = -KING_NEAR; kf <= KING_NEAR; kf++)
        for (int kr = -KING_NEAR; kr <= KING_NEAR; kr++)
            for (int f = -near; f <= near; f++)
                for (int r = -near; r <= near; r++) {
                    p->men[1].square = (cp_square){CP_INT(kf), CP_INT(kr)};
                    p->men[man].square = (cp_square){CP_INT(f), CP_INT(r)};
                    try_placement(p);
                }
}

static void set_kings(struct proof *p, uint32_t count)
{
    uint8_t king = p->law.royal[CP_BLACK];
    p->mates = 0;
    p->men[0] = (cp_man){.kind = king, .side = CP_BLACK, .moved = true};
    p->men[1] = (cp_man){.kind = king, .side = CP_WHITE, .moved = true};
    p->start = (struct cp_start){.men = p->men, .count = count, .turn = CP_BLACK};
    cp_position_init(&p->position, &p->law, p->ints, &p->arena, &p->start);
}

/* With the man on either side: a king may be shut in by his own. */
static long mates_with(struct proof *p, uint8_t kind)
{
    set_kings(p, 3);
    for (uint8_t owner = CP_WHITE; owner <= CP_BLACK; owner++) {
        p->men[2] = (cp_man){.kind = kind, .side = owner, .moved = true};
        try_all(p, 2, NEAR);
    }
    return p->mates;
}

static void proof_init(struct proof *p)
{
    *p = (struct proof){0};
    cp_arena_init(&p->run, NULL, NULL);
    cp_arena_init(&p->arena, NULL, NULL);
    p->ints = cp_ints_open();
    p->diags = cp_diags_in(&p->run);
    EXPECT(cp_variants_load(&p->variants, &p->run, p->ints, &p->diags));
}

static void proof_close(struct proof *p)
{
    cp_ints_close(p->ints);
    cp_arena_close(&p->arena);
    cp_arena_close(&p->run);
}

TEST(no_man_on_the_list_can_mate_whoever_has_him)
{
    struct proof p;
    proof_init(&p);
    for (uint32_t i = 0; i < p.variants.count; i++) {
        const struct cp_variant *v = p.variants.list[i];
        if (v->family == CP_FAMILY_AGENTS || v->is_named_only)
            continue; /* nobody is mated there, or only the bare kings are listed */
        EXPECT(v->bare_count > 1);
        EXPECT(cp_law_init(&p.law, v, &p.run, &p.diags));
        for (uint32_t b = 0; b < v->bare_count; b++) {
            EXPECT(v->bare[b].count <= 1);
            if (v->bare[b].count)
                EXPECT_INT(mates_with(&p, v->bare[b].kinds[0]), 0);
        }
    }
    proof_close(&p);
}

/* The kind of that name; NULL: there is none. */
static const struct cp_kind *kind_named(const struct cp_variant *v, cp_str name)
{
    for (uint32_t k = 0; k < v->alphabet.count; k++)
        if (cp_str_equal(v->alphabet.pieces[k].name, name))
            return &v->kinds[k];
    return NULL;
}

static bool goes_as_in(const struct cp_variant *v, const struct cp_variant *other, cp_str name)
{
    const struct cp_kind *a = kind_named(v, name), *b = kind_named(other, name);
    return a && b && a->ray_count == b->ray_count && a->royal == b->royal &&
           memcmp(a->rays[CP_WHITE], b->rays[CP_WHITE], a->ray_count * sizeof(cp_ray)) == 0;
}

static bool has_entry(const struct cp_variant *v, cp_str name)
{
    bool has = false;
    for (uint32_t b = 0; b < v->bare_count; b++)
        has |= v->bare[b].count == 1 &&
               cp_str_equal(v->alphabet.pieces[v->bare[b].kinds[0]].name, name);
    return has;
}

/* What is proven of CoaIP's pieces, above, holds where they are the same; castling only adds
 * ways out. A pawn is proven with all that it may become. */
TEST(what_is_listed_of_presets_is_what_is_proven_of_the_same_pieces_in_coaip)
{
    struct proof p;
    proof_init(&p);
    cp_variants_wake(&p.variants, &p.run, p.ints);
    const struct cp_variant *coaip = cp_variants_find(&p.variants, CP_STR("coaip"));
    for (uint32_t i = 0; i < p.variants.count; i++) {
        const struct cp_variant *v = p.variants.list[i];
        if (!v->is_named_only || v->bare_count <= 1)
            continue;
        EXPECT(!v->bounded && !v->has_border && goes_as_in(v, coaip, CP_STR("king")));
        for (uint32_t b = 0; b < v->bare_count; b++) {
            if (!v->bare[b].count)
                continue;
            cp_str name = v->alphabet.pieces[v->bare[b].kinds[0]].name;
            EXPECT(v->bare[b].count == 1 && goes_as_in(v, coaip, name) && has_entry(coaip, name));
            for (uint32_t k = 0; k < 2 * v->promotion[CP_WHITE].to_count; k++)
                EXPECT(v->bare[b].kinds[0] != v->pawn ||
                       has_entry(v, v->alphabet.pieces[v->promotion[k % 2].to[k / 2]].name));
        }
    }
    proof_close(&p);
}

/* The search can see a mate where there is one. */
TEST(a_king_and_two_queens_are_found_to_mate)
{
    struct proof p;
    proof_init(&p);
    const struct cp_variant *v = cp_variants_find(&p.variants, CP_STR("coaip"));
    EXPECT(cp_law_init(&p.law, v, &p.run, &p.diags));
    uint8_t queen = cp_alphabet_find(&v->alphabet, CP_STR("Q"), false);
    p.men[2] = p.men[3] = (cp_man){.kind = queen, .side = CP_WHITE, .moved = true};
    set_kings(&p, 4);
    for (int f = -2; f <= 2; f++)
        for (int r = -2; r <= 2; r++) {
            p.men[3].square = (cp_square){CP_INT(f), CP_INT(r)};
            try_all(&p, 2, 3);
        }
    EXPECT(p.mates > 0);
    proof_close(&p);
}
