/* SPDX-License-Identifier: MIT */
/* twin_test.h -- random positions of a variant, put to the engine and to the
 * square-walking twin (square_twin.h): check, mate and stalemate, and which moves
 * are legal; and the same again with the whole position carried 10^30 squares away.
 * CP_POSITIONS=100000 in the environment asks for more than the daily number. */
#ifndef CP_TWIN_TEST_H
#define CP_TWIN_TEST_H

#include "rules/chess/moves.h"
#include "rules/chess/replies.h"
#include "rules/chess/square_twin.h"
#include "rules/chess/turn.h"
#include "rules/setup.h"
#include "test.h"

#include <stddef.h>

enum { PROBES = 150, PLIES = 3, SPREAD = 5, MEN_MOST = 16, BLOCKS_MOST = 3 };
enum { NEUTRAL_MOST = 24 };

/* What the positions are made of. */
struct twin_field {
    bool zoned;
    const char *id, *letters, *becomes;
    int delay, usual; /* usual: positions a day */
    bool blocks;
    uint64_t seed;
    bool nests;      /* a fall that exposes the king, and a man that discovers a check */
    bool castles;    /* with the nearest (R-ICN-7) */
    int least;       /* of huygens that are blocked (R-ICN-9) */
    bool border;     /* on some sides */
    char of_several; /* which of them must not be left attacked: of the twin's */
    bool royals;     /* as many as it happens, or none (R-ICN-12) */
    bool tamed;      /* those of one side, which may be left attacked */
    bool neutral;    /* obstacles and voids (R-ICN-11) */
    bool facing;     /* kings see each other along ranks and files, */
    bool answers;    /* which is answered */
    char idles;      /* when turns may be passed: of the twin's */
    bool likes;      /* leaping queens spare each other */
    bool slants;     /* rooks go slantwise between some ranks */
    bool site_pawns; /* pass over promotion ranks, and are taken whatever they become (R-ICN-13) */
    bool steps;      /* of pawns by squares: two and three from some ranks */
    const char *blacks; /* what Black's pawns become, where that is another list, and where they
                           promote on several ranks or on none; NULL: as White's */
    bool edges;         /* a board of files and ranks, around the men */
    bool must_take;     /* who can */
    bool no_checks;     /* nobody may give one */
    int checks;         /* so many win */
    char scarce;        /* who has none of it has lost; or '*', men at all, */
    int few, enough;    /* so few while the other has so many */
    bool explodes;      /* who takes, pawns spared at times */
    bool bares;         /* who has one man left has lost, unless it leaves the other so */
    char comer;         /* who is to come to a rank of its side's, safely or answered at times */
    const char *own;    /* what becomes what: of the twin's; at times it may stay, or must take */
};

struct bench {
    struct cp_arena run, arena;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_variants variants;
};

static void bench_init(struct bench *b)
{
    cp_arena_init(&b->run, NULL, NULL);
    cp_arena_init(&b->arena, NULL, NULL);
    b->ints = cp_ints_open();
    b->diags = cp_diags_in(&b->run);
    EXPECT(cp_variants_load(&b->variants, &b->run, b->ints, &b->diags));
}

static void bench_close(struct bench *b)
{
    cp_ints_close(b->ints);
    cp_arena_close(&b->arena);
    cp_arena_close(&b->run);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static int random_below(uint64_t *seed, int n)
{
    return (int)(next_random(seed) % (uint64_t)n);
}

/* ---- a random position, for the twin ---- */

static char *place(struct twin *t, int file, int rank)
{
    return &t->man[file + TWIN_HOME][rank + TWIN_HOME];
}

static bool within(int n)
{
    return n >= -SPREAD && n <= SPREAD;
}

static void put_somewhere(struct twin *t, char man, bool moved, uint64_t *seed)
{
    int file = random_below(seed, 2 * SPREAD + 1) - SPREAD;
    int rank = random_below(seed, 2 * SPREAD + 1) - SPREAD;
    bool is_black = man >= 'a';
    if (*place(t, file, rank) || ((man == 'P' || man == 'p') && twin_is_goal(t, is_black, rank)))
        return;
    *place(t, file, rank) = man;
    t->moved[file + TWIN_HOME][rank + TWIN_HOME] = moved;
}

/* A pawn, or what one became where that may be taken. */
static bool is_passer(struct twin *t, int file, int rank)
{
    char man = *place(t, file, rank);
    bool is_its = man && (man >= 'a') != t->black_to_move;
    if (!is_its || !twin_is_goal(t, !t->black_to_move, rank))
        return man == (t->black_to_move ? 'P' : 'p');
    return t->takes_promoted && strchr(t->becomes[!t->black_to_move], man & ~0x20);
}

static void pass_a_pawn(struct twin *t)
{
    int back = t->black_to_move ? -1 : 1; /* from the pawn that passed to the square passed */
    for (int file = -SPREAD; file <= SPREAD; file++)
        for (int rank = -SPREAD; rank <= SPREAD; rank++)
            if (is_passer(t, file, rank) && !*place(t, file, rank + back) &&
                !*place(t, file, rank + 2 * back) &&
                (t->over_goals || !twin_is_goal(t, !t->black_to_move, rank + back))) {
                t->has_passed = true;
                t->moved[file + TWIN_HOME][rank + TWIN_HOME] = true;
                t->passed_file = file;
                t->passed_rank = rank + back;
                if (t->steps && !*place(t, file, rank + 3 * back) &&
                    !twin_is_goal(t, !t->black_to_move, rank + 2 * back))
                    t->passed_more = 1;
                return;
            }
}

/* Half the men have moved lately: their clocks run. */
static void wind_clocks(struct twin *t, uint64_t *seed)
{
    for (int file = -SPREAD; file <= SPREAD; file++)
        for (int rank = -SPREAD; rank <= SPREAD; rank++)
            if (*place(t, file, rank) && random_below(seed, 2) &&
                !t->falls_at[file + TWIN_HOME][rank + TWIN_HOME]) {
                t->falls_at[file + TWIN_HOME][rank + TWIN_HOME] =
                    1 + random_below(seed, 2 * t->delay);
                if (t->castles) /* R-TD-8 */
                    t->moved[file + TWIN_HOME][rank + TWIN_HOME] = true;
            }
}

/* A block of knights, one time in two a knight more, for blocks that overlap. */
static void put_block(struct twin *t, bool black, uint64_t *seed)
{
    int file = random_below(seed, 2 * SPREAD) - SPREAD,
        rank = random_below(seed, 2 * SPREAD) - SPREAD;
    int wide = 2 + (random_below(seed, 3) == 0);
    for (int i = 0; i < 2 * wide; i++)
        if (*place(t, file + i / 2, rank + i % 2) || file + i / 2 > SPREAD)
            return;
    for (int i = 0; i < 2 * wide; i++) {
        *place(t, file + i / 2, rank + i % 2) = black ? 'n' : 'N';
        t->moved[file + i / 2 + TWIN_HOME][rank + i % 2 + TWIN_HOME] = true;
    }
}

static void put(struct twin *t, int file, int rank, bool black, char man)
{
    if (within(file) && within(rank) && !*place(t, file, rank) &&
        (man != 'P' || !twin_is_goal(t, black, rank)))
        *place(t, file, rank) = (char)(black ? man | 0x20 : man & ~0x20);
}

/* A rider of one side, a man in front of it that is perhaps due, and the king. */
static void put_battery(struct twin *t, int file, int rank, bool of_rider, bool of_man, bool is_due,
                        uint64_t *seed)
{
    static const int ways[8][2] = {{1, 0}, {0, 1},  {-1, 0}, {0, -1},
                                   {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    const int *way = ways[random_below(seed, 8)];
    int first = 1 + random_below(seed, 3), second = first + 1 + random_below(seed, 3);
    int at_file = file + first * way[0], at_rank = rank + first * way[1];
    put(t, at_file, at_rank, of_man, "RBQNCG"[random_below(seed, 6)]);
    put(t, file + second * way[0], rank + second * way[1], of_rider,
        random_below(seed, 2) ? 'Q'
        : way[0] && way[1]    ? 'B'
                              : 'R');
    if (is_due) {
        t->falls_at[at_file + TWIN_HOME][at_rank + TWIN_HOME] = 1;
        t->moved[at_file + TWIN_HOME][at_rank + TWIN_HOME] |= t->castles; /* R-TD-8 */
    }
}

/* The king to move is exposed by a fall, if none mates: by a man that steps aside. */
static void put_nest(struct twin *t, uint64_t *seed)
{
    bool mine = t->black_to_move;
    int file = random_below(seed, 7) - 3, rank = random_below(seed, 7) - 3;
    put(t, file, rank, mine, 'K');
    put_battery(t, file, rank, !mine, random_below(seed, 2), true, seed);
    for (int i = random_below(seed, 5); i > 0; i--) { /* riders beside it */
        int aside = 1 - 2 * random_below(seed, 2), far = random_below(seed, 2) ? SPREAD : -SPREAD;
        bool along = random_below(seed, 2);
        put(t, along ? far : file + aside, along ? rank + aside : far, !mine, 'R');
    }
    file = random_below(seed, 9) - 4;
    rank = random_below(seed, 9) - 4;
    put(t, file, rank, !mine, 'K');
    put_battery(t, file, rank, mine, mine, false, seed);
    for (int i = random_below(seed, 7); i > 0; i--) /* men around it */
        put(t, file + random_below(seed, 3) - 1, rank + random_below(seed, 3) - 1, !mine,
            "PNGB"[random_below(seed, 4)]);
}

/* Men around both kings, who go with them or are taken there. */
static void crowd_kings(struct twin *t, uint64_t *seed)
{
    for (int i = 0; i < TWIN_SIZE * TWIN_SIZE; i++) {
        char man = t->man[i / TWIN_SIZE][i % TWIN_SIZE];
        for (int n = man == 'K' || man == 'k' ? 3 : 0; n > 0; n--)
            put(t, i / TWIN_SIZE - TWIN_HOME + random_below(seed, 3) - 1,
                i % TWIN_SIZE - TWIN_HOME + random_below(seed, 3) - 1, man == 'k',
                "PNRB"[random_below(seed, 4)]);
    }
}

/* On the rank of the king to move; often it has not moved, and nothing stands between. */
static void put_partner(struct twin *t, uint64_t *seed)
{
    int far = 2 + random_below(seed, 4), way = random_below(seed, 2) ? 1 : -1;
    for (int file = -SPREAD; file <= SPREAD; file++)
        for (int rank = -SPREAD; rank <= SPREAD; rank++)
            if (*place(t, file, rank) == (t->black_to_move ? 'k' : 'K')) {
                put(t, file + way * far, rank, t->black_to_move, "RGQN"[random_below(seed, 4)]);
                for (int between = 1; between < far && random_below(seed, 4); between++)
                    if (within(file + way * between) &&
                        !strchr("Kk", *place(t, file + way * between, rank)))
                        *place(t, file + way * between, rank) = 0;
                return;
            }
}

/* Near the men, or none. */
static int random_edge(uint64_t *seed)
{
    return random_below(seed, 3) ? SPREAD + random_below(seed, 4) : 2 * TWIN_SIZE;
}

static void set_border(struct twin *t, uint64_t *seed)
{
    t->has_border = true;
    t->left = -random_edge(seed);
    t->right = random_edge(seed);
    t->bottom = -random_edge(seed);
    t->top = random_edge(seed);
}

/* None, or several of each side, near the men for the most part. */
static void add_goals(struct twin *t, uint64_t *seed)
{
    t->goals = random_below(seed, TWIN_GOALS + 1);
    for (int i = 0; i < t->goals; i++)
        for (int side = 0; side < 2; side++)
            t->goal[side][i] = random_below(seed, 2 * SPREAD + 5) - SPREAD - 2;
}

static void random_ranks(int *low, int *high, uint64_t *seed)
{
    *low = random_below(seed, 2 * SPREAD) - SPREAD;
    *high = *low + random_below(seed, 2 * SPREAD);
}

static void add_steps(struct twin *t, uint64_t *seed)
{
    t->steps = true;
    for (int side = 0; side < 2; side++) {
        random_ranks(&t->first_low[side], &t->first_high[side], seed);
        random_ranks(&t->third_low[side], &t->third_high[side], seed);
        random_ranks(&t->passed_low[side], &t->passed_high[side], seed);
    }
}

/* Few kinds per position, so that mates and pins come about often. */
static bool random_position(struct twin *t, const struct twin_field *f, uint64_t *seed)
{
    const char *letters = f->letters;
    memset(t, 0, sizeof *t);
    t->delay = f->delay;
    t->blocks = f->blocks;
    t->castles = f->castles;
    t->least = f->least;
    t->zoned = f->zoned;
    t->facing = f->facing;
    t->answers = f->answers;
    t->idles = f->idles;
    t->likes = f->likes;
    t->slants = f->slants;
    if (f->slants)
        random_ranks(&t->lines_low, &t->lines_high, seed);
    t->over_goals = t->takes_promoted = f->site_pawns;
    if (f->border)
        set_border(t, seed);
    if (f->edges) {
        t->has_border = true;
        t->right = t->top = SPREAD + random_below(seed, 2);
        t->left = t->bottom = -SPREAD;
    }
    t->must_take = f->must_take;
    t->of_several = f->of_several;
    t->no_checks = f->no_checks;
    t->checks = f->checks;
    for (int side = 0; f->checks && side < 2; side++)
        t->given[side] = random_below(seed, f->checks + !side);
    t->scarce = f->scarce;
    t->few = f->few;
    t->enough = f->enough;
    t->explodes = f->explodes;
    t->spares_pawns = f->explodes && random_below(seed, 4);
    t->bares = f->bares;
    t->comer = f->comer;
    for (int side = 0; f->comer && side < 2; side++) {
        t->target[side] = random_below(seed, 2 * SPREAD + 1) - SPREAD;
        t->answered[side] = f->edges && random_below(seed, 2);
    }
    t->safely = f->comer && random_below(seed, 2);
    t->own = f->own;
    t->own_stay = f->own && random_below(seed, 2);
    t->own_taking = f->own && random_below(seed, 2);
    t->goal[0][0] = random_below(seed, 14) - 3;
    t->goal[1][0] = t->goal[0][0] - 7;
    t->goals = 1;
    t->becomes[0] = f->becomes;
    t->becomes[1] = f->blacks ? f->blacks : f->becomes;
    if (f->blacks)
        add_goals(t, seed);
    if (f->steps)
        add_steps(t, seed);
    t->black_to_move = random_below(seed, 2);
    if (f->nests) {
        put_nest(t, seed);
    } else if (f->royals) {
        for (int i = 1 + random_below(seed, 5); i > 0; i--)
            put_somewhere(t, "KkVvKk"[random_below(seed, 6)], random_below(seed, 2), seed);
    } else {
        put_somewhere(t, 'K', !f->castles, seed);
        put_somewhere(t, 'k', !f->castles, seed);
    }
    if (f->tamed)
        t->is_tame[random_below(seed, 2)] = true;
    for (int i = 0; f->blocks && i < BLOCKS_MOST; i++)
        if (random_below(seed, 3))
            put_block(t, random_below(seed, 4) ? !t->black_to_move : t->black_to_move, seed);
    int men = f->nests ? random_below(seed, 4) : 3 + random_below(seed, MEN_MOST - 5);
    for (int i = 0; i < men; i++) {
        char man = letters[(size_t)random_below(seed, (int)strlen(letters))];
        /* the side to move has fewer men, its king is in more danger */
        bool black = random_below(seed, 4) ? !t->black_to_move : t->black_to_move;
        man = (char)(black ? man | 0x20 : man & ~0x20);
        put_somewhere(t, man, random_below(seed, 2), seed);
    }
    if (f->explodes)
        crowd_kings(t, seed);
    for (int side = 0; side < 2; side++)
        t->kings[side] = twin_count(t, side ? 'k' : 'K') + 1;
    for (int i = f->castles ? random_below(seed, 4) : 0; i > 0; i--)
        put_partner(t, seed);
    for (int i = f->neutral ? random_below(seed, NEUTRAL_MOST) : 0; i > 0; i--)
        put_somewhere(t, "##%"[random_below(seed, 3)], true, seed);
    if (!f->nests && random_below(seed, 3) == 0)
        pass_a_pawn(t);
    if (f->delay)
        wind_clocks(t, seed);
    bool is_fair = !twin_is_attacked(t, !t->black_to_move);
    t->is_faced = t->answers && twin_faces(t);
    return (f->royals || (twin_has_king(t, false) && twin_has_king(t, true))) && is_fair;
}

/* ---- the same position, for the engine ---- */

static uint8_t kind_of(const struct cp_variant *v, char man)
{
    char letter[2] = {man >= 'A' ? (char)(man & ~0x20) : man, '\0'};
    static const struct {
        char man;
        const char *word;
    } others[] = {{'P', ""}, {'U', "Hu"}, {'O', "Ro"}, {'V', "Rq"}, {'#', "Ob"}, {'%', "Vo"}};
    const char *word = letter;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (letter[0] == others[i].man)
            word = others[i].word;
    return cp_alphabet_find(&v->alphabet, cp_str_from(word), false);
}

static cp_square carried(struct bench *b, int file, int rank, cp_square by)
{
    return cp_square_shift(b->ints, (cp_square){CP_INT(file), CP_INT(rank)}, by);
}

/* A side beyond all reach is open. */
static void carry_border(struct bench *b, const struct twin *t, cp_square by, struct cp_border *out)
{
    const int edges[CP_BORDER_EDGES] = {t->left, t->right, t->bottom, t->top};
    for (int edge = 0; edge < CP_BORDER_EDGES; edge++) {
        out->has[edge] = abs(edges[edge]) < TWIN_SIZE;
        out->at[edge] =
            cp_int_add(b->ints, CP_INT(edges[edge]), edge < CP_BORDER_BOTTOM ? by.file : by.rank);
    }
}

/* Every prime mover slides, from that prime on. */
static void block_primes(struct bench *b, struct cp_variant *v, int least)
{
    struct cp_kind *kinds = cp_arena_take_zero(&b->arena, v->alphabet.count, sizeof *kinds);
    memcpy(kinds, v->kinds, v->alphabet.count * sizeof *kinds);
    for (uint32_t k = 0; k < v->alphabet.count; k++)
        for (int side = 0; side < 2; side++) {
            cp_ray *rays = cp_arena_take_zero(&b->arena, kinds[k].ray_count, sizeof *rays);
            for (uint32_t i = 0; i < kinds[k].ray_count; i++) {
                rays[i] = kinds[k].rays[side][i];
                rays[i].blocked = rays[i].primes;
                rays[i].low = rays[i].primes ? least : rays[i].low;
            }
            kinds[k].rays[side] = rays;
        }
    v->kinds = kinds;
}

static void set_region(struct bench *b, struct cp_region *out, int low, int high)
{
    struct cp_area *area = cp_arena_take_zero(&b->arena, 1, sizeof *area);
    *area = (struct cp_area){-TWIN_SIZE, low, TWIN_SIZE, high};
    *out = (struct cp_region){area, 1, true};
}

/* Rooks and knights keep to the ranks up to that one. */
static void set_zones(struct bench *b, struct cp_variant *v, int high)
{
    struct cp_kind *kinds = cp_arena_take_zero(&b->arena, v->alphabet.count, sizeof *kinds);
    memcpy(kinds, v->kinds, v->alphabet.count * sizeof *kinds);
    for (int side = 0; side < 2; side++) {
        set_region(b, &kinds[kind_of(v, 'R')].zone[side], -TWIN_SIZE, high);
        set_region(b, &kinds[kind_of(v, 'N')].zone[side], -TWIN_SIZE, high);
    }
    v->kinds = kinds;
}

/* Rooks go as bishops do from and to some ranks, which hold their first moves; and leaping queens
 * spare their like. */
static void set_lines(struct bench *b, const struct twin *t, struct cp_variant *v, int up)
{
    struct cp_kind *kinds = cp_arena_take_zero(&b->arena, v->alphabet.count, sizeof *kinds);
    memcpy(kinds, v->kinds, v->alphabet.count * sizeof *kinds);
    struct cp_kind *rook = &kinds[kind_of(v, 'R')];
    const struct cp_kind *bishop = &kinds[kind_of(v, 'B')];
    for (int side = 0; t->slants && side < 2; side++) {
        cp_ray *rays = cp_arena_take_zero(&b->arena, 2 * rook->ray_count, sizeof *rays);
        memcpy(rays, rook->rays[side], rook->ray_count * sizeof *rays);
        for (uint32_t i = 0; i < rook->ray_count; i++) {
            rays[rook->ray_count + i] = bishop->rays[side][i];
            rays[rook->ray_count + i].first = true;
        }
        rook->rays[side] = rays;
        set_region(b, &rook->first_from[side], t->lines_low + up, t->lines_high + up);
    }
    rook->ray_count *= t->slants ? 2 : 1;
    rook->first_stays = t->slants;
    kinds[kind_of(v, 'J')].spares_like = t->likes;
    v->kinds = kinds;
}

/* Pawns go two steps, and three, from where the twin's do. */
static void set_steps(struct bench *b, const struct twin *t, struct cp_variant *v)
{
    struct cp_kind *kinds = cp_arena_take_zero(&b->arena, v->alphabet.count, sizeof *kinds);
    memcpy(kinds, v->kinds, v->alphabet.count * sizeof *kinds);
    struct cp_kind *pawn = &kinds[v->pawn];
    pawn->has_first = false;
    for (int side = 0; side < 2; side++) {
        cp_ray *rays = cp_arena_take_zero(&b->arena, pawn->ray_count + 1u, sizeof *rays);
        memcpy(rays, pawn->rays[side], pawn->ray_count * sizeof *rays);
        rays[pawn->ray_count] = (cp_ray){.dy = side == CP_WHITE ? 1 : -1,
                                         .low = 3,
                                         .high = 3,
                                         .use = CP_RAY_MOVES,
                                         .first = true,
                                         .third = true};
        pawn->rays[side] = rays;
        set_region(b, &pawn->first_from[side], t->first_low[side], t->first_high[side]);
        set_region(b, &pawn->third_from[side], t->third_low[side], t->third_high[side]);
        set_region(b, &pawn->passed_on[side], t->passed_low[side], t->passed_high[side]);
    }
    pawn->ray_count++;
    v->kinds = kinds;
}

static void set_promotion(struct bench *b, const struct twin *t, int side, cp_int by,
                          struct cp_variant *v)
{
    struct cp_ranks ranks = {.count = 0};
    const char *becomes = t->becomes[side];
    uint8_t *kinds = cp_arena_take_zero(&b->arena, strlen(becomes), sizeof *kinds);
    for (int i = 0; i < t->goals; i++)
        EXPECT(cp_ranks_add(&ranks, b->ints, cp_int_add(b->ints, CP_INT(t->goal[side][i]), by)));
    cp_promotion_set_ranks(&v->promotion[side], &b->arena, &ranks);
    for (size_t i = 0; becomes[i]; i++)
        kinds[i] = kind_of(v, becomes[i]);
    v->promotion[side].to = kinds;
    v->promotion[side].to_count = (uint32_t)strlen(becomes);
}

/* Rooks become queens, and so on. */
static void set_becoming(struct bench *b, const struct twin *t, struct cp_variant *v)
{
    struct cp_kind *kinds = cp_arena_take_zero(&b->arena, v->alphabet.count, sizeof *kinds);
    memcpy(kinds, v->kinds, v->alphabet.count * sizeof *kinds);
    for (const char *pair = t->own; *pair; pair += 2) {
        uint8_t *to = cp_arena_take_zero(&b->arena, 1, sizeof *to);
        *to = kind_of(v, pair[1]);
        kinds[kind_of(v, pair[0])].becomes = to;
        v->becoming |= UINT64_C(1) << *to;
    }
    v->kinds = kinds;
    v->pieces_may_stay = t->own_stay;
    v->pieces_must_take = t->own_taking;
}

static void set_victories(struct bench *b, const struct twin *t, struct cp_variant *v, cp_int by)
{
    for (int side = 0; side < 2; side++)
        v->wins[!side] = t->is_tame[side] ? CP_WINS_ALL_TAKEN : CP_WINS_CHECKMATE;
    v->goal = (struct cp_goal){.count = 1, .is_safe = t->safely};
    v->must_take = t->must_take;
    if (t->of_several)
        v->royals = t->of_several == 'l' ? CP_ROYALS_LAST : CP_ROYALS_ALL;
    v->forbids_checks = t->no_checks;
    v->alphabet.checks_win = t->checks;
    uint64_t all = UINT64_MAX >> (64 - v->alphabet.count);
    v->extinct = (struct cp_extinct){
        .count = t->few, .others = t->enough, .is_of_all = true, .result = CP_STALEMATE_LOSES};
    if (t->scarce)
        v->extinct.kinds = t->scarce == '*' ? all : UINT64_C(1) << kind_of(v, t->scarce);
    v->bared = v->extinct;
    if (t->bares)
        v->bared = (struct cp_extinct){.kinds = all,
                                       .is_of_all = true,
                                       .is_answered = true,
                                       .count = 1,
                                       .others = 2,
                                       .result = CP_STALEMATE_LOSES};
    v->explodes = t->explodes;
    v->burst_spares = t->spares_pawns ? UINT64_C(1) << v->pawn : 0;
    for (int side = 0; side < 2; side++) {
        v->wins[side] |= t->scarce || t->bares ? CP_WINS_EXTINCT : 0;
        v->wins[side] |= t->checks ? CP_WINS_CHECKS : 0;
        v->wins[side] |= t->explodes ? CP_WINS_ROYAL_TAKEN : 0;
    }
    for (int side = 0; side < 2 && t->comer; side++) {
        struct cp_border *rank = cp_arena_take_zero(&b->arena, 1, sizeof *rank);
        rank->has[CP_BORDER_BOTTOM] = rank->has[CP_BORDER_BOTTOM + 1] = true;
        rank->at[CP_BORDER_BOTTOM] = cp_int_add(b->ints, CP_INT(t->target[side]), by);
        rank->at[CP_BORDER_BOTTOM + 1] = rank->at[CP_BORDER_BOTTOM];
        v->goal.blocks[side] = rank;
        v->goal.block_count[side] = 1;
        v->goal.is_answered[side] = t->answered[side];
        v->goal.kinds |= UINT64_C(1) << kind_of(v, t->comer);
        v->wins[side] |= CP_WINS_GOAL;
    }
}

/* The variant with its promotion ranks where the twin has them, carried along. */
static void set_up(struct bench *b, const struct twin *t, bool is_bounded, struct cp_variant *v,
                   cp_square by, struct cp_law *law, struct cp_position *p, struct cp_start *start)
{
    for (int side = 0; side < 2; side++)
        set_promotion(b, t, side, by.rank, v);
    v->trapdoor = t->delay;
    v->passes_promotion = t->over_goals;
    v->takes_promoted = t->takes_promoted;
    set_victories(b, t, v, by.rank);
    v->bounded = is_bounded;
    v->files = t->right - t->left + 1;
    v->ranks = t->top - t->bottom + 1;
    v->has_border = t->has_border && !is_bounded;
    if (v->has_border)
        carry_border(b, t, by, &v->border);
    if (t->least)
        block_primes(b, v, t->least);
    if (t->zoned)
        set_zones(b, v, (int)by.rank.v);
    if (t->steps)
        set_steps(b, t, v);
    if (t->own)
        set_becoming(b, t, v);
    if (t->slants || t->likes)
        set_lines(b, t, v, (int)by.rank.v);
    v->answers_facing = t->answers;
    for (int side = 0; side < 2; side++)
        v->may_pass[side] = t->idles == 'a'   ? CP_PASSES_ALWAYS
                            : t->idles == 's' ? CP_PASSES_STUCK
                                              : CP_PASSES_NEVER;
    if (t->castles)
        cp_variant_set_castling(v, &b->arena, b->ints, true);
    *start = (struct cp_start){.turn = t->black_to_move ? CP_BLACK : CP_WHITE,
                               .has_en_passant = t->has_passed,
                               .en_passant = carried(b, t->passed_file, t->passed_rank, by),
                               .passed_more = (uint8_t)t->passed_more,
                               .checked = {(uint8_t)t->given[0], (uint8_t)t->given[1]}};
    start->men = cp_arena_take_zero(&b->arena, 2 * MEN_MOST + 6 * BLOCKS_MOST + NEUTRAL_MOST,
                                    sizeof *start->men);
    for (int file = -TWIN_REACH; file <= TWIN_REACH; file++)
        for (int rank = -TWIN_REACH; rank <= TWIN_REACH; rank++) {
            char man = t->man[file + TWIN_HOME][rank + TWIN_HOME];
            if (man)
                start->men[start->count++] =
                    (cp_man){.square = carried(b, file, rank, by),
                             .kind = kind_of(v, man),
                             .side = man >= 'a' ? CP_BLACK : CP_WHITE,
                             .clock = (uint32_t)t->falls_at[file + TWIN_HOME][rank + TWIN_HOME],
                             .moved = t->moved[file + TWIN_HOME][rank + TWIN_HOME]};
        }
    if (is_bounded)
        v->start = *start; /* behind whose pawns there is none */
    for (int side = CP_WHITE; side <= CP_BLACK && t->of_several; side++) /* one more may come */
        v->start.men[v->start.count++] = (cp_man){.kind = kind_of(v, 'K'), .side = (uint8_t)side};
    EXPECT(cp_law_init(law, v, &b->arena, &b->diags));
    bool is_far = !cp_int_is_small(by.file);
    if ((start->count % 2 == 0) == is_far) /* as where men are many: one of near and far */
        law->many = 0;
    cp_position_init(p, law, b->ints, &b->arena, start);
    cp_trapdoor_lay(p);
}

static uint8_t becomes_of(const struct cp_variant *v, const struct twin_move *m)
{
    return m->becomes ? kind_of(v, m->becomes) : CP_NO_KIND;
}

static enum cp_diag engine_says(struct bench *b, struct cp_position *p, const struct twin_move *m,
                                cp_square by, cp_move *move)
{
    int32_t man = cp_position_get(p, carried(b, m->file, m->rank, by)), culprit;
    if (man != CP_NOBODY &&
        cp_alphabet_find(&p->law->variant->alphabet, CP_STR("K"), false) == p->kind[man] &&
        p->side[man] == p->turn && m->rank == m->to_rank && !m->becomes &&
        abs(m->file - m->to_file) == 2 && p->law->castles)
        return cp_move_check_castling(p, man, m->to_file > m->file, move, &culprit);
    if (man == CP_NOBODY)
        return CP_NOT_YOUR_MAN;
    if (twin_is_pass(m)) {
        cp_move_begin_pass(move, p, man);
        return cp_position_passer(p) == man ? CP_OK : CP_NULL_MOVE;
    }
    return cp_any_check(p, m->block, man, carried(b, m->to_file, m->to_rank, by),
                        becomes_of(p->law->variant, m), move);
}

static int undecided; /* positions the engine would not decide, and said so */
static int open;      /* and moves */

/* What it leaves open, and says so, is no fault. */
static bool agree_on_move(struct bench *b, struct cp_position *p, const struct twin_move *m,
                          cp_square by, bool is_legal)
{
    cp_move move;
    enum cp_diag why = engine_says(b, p, m, by, &move);
    open += why == CP_TURN_UNDECIDED;
    return why == CP_TURN_UNDECIDED || (why == CP_OK) == is_legal;
}

static bool is_listed(const struct twin_move *m, const struct twin_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        if (memcmp(m, &moves[i], offsetof(struct twin_move, becomes)) == 0 &&
            m->becomes == moves[i].becomes)
            return true;
    return false;
}

/* ---- do they agree ---- */

static bool agree_on_moves(struct bench *b, const struct twin *t, struct cp_position *p,
                           cp_square by, const struct twin_move *moves, int count, uint64_t *seed)
{
    for (int i = 0; i < count; i++)
        if (!agree_on_move(b, p, &moves[i], by, true))
            return false;
    for (int i = 0; i < PROBES; i++) {
        struct twin_move m = {.to_file = random_below(seed, 2 * TWIN_REACH + 1) - TWIN_REACH,
                              .to_rank = random_below(seed, 2 * TWIN_REACH + 1) - TWIN_REACH};
        if (i % 2) {
            m.to_file /= 3;
            m.to_rank /= 3;
        }
        m.file = random_below(seed, 2 * SPREAD + 1) - SPREAD;
        m.rank = random_below(seed, 2 * SPREAD + 1) - SPREAD;
        if (t->own && i % 3)
            m.becomes = t->own[1 + 2 * random_below(seed, (int)strlen(t->own) / 2)];
        m.block =
            t->blocks && random_below(seed, 2) && m.to_file < TWIN_REACH && m.to_rank < TWIN_REACH;
        if (t->man[m.file + TWIN_HOME][m.rank + TWIN_HOME] &&
            !agree_on_move(b, p, &m, by, is_listed(&m, moves, count)))
            return false;
    }
    return true;
}

/* The ranges of all moves, squares beyond the twin's reach left out, are the twin's
 * moves: as many, with promotions counted once, and none twice; those left open are counted
 * for themselves. */
static int squares_told(struct bench *b, struct cp_position *p, cp_square by, int *left_open)
{
    struct cp_ranges s;
    int told = 0;
    *left_open = 0;
    cp_ranges_init(&s, &b->arena);
    cp_ranges_begin(&s, p);
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && p->side[man] == p->turn)
            cp_chess_each_move(p, (int32_t)man, &s);
    for (uint32_t i = 0; i < s.count; i++)
        for (int n = 1; n <= 2 * TWIN_REACH; n++) {
            const cp_range *run = &s.list[i];
            cp_square to = cp_range_square(b->ints, run, CP_INT(n));
            int64_t file = cp_int_sub(b->ints, to.file, by.file).v;
            int64_t rank = cp_int_sub(b->ints, to.rank, by.rank).v;
            bool is_told =
                cp_int_compare(b->ints, CP_INT(n), run->low) >= 0 &&
                (run->is_endless || cp_int_compare(b->ints, CP_INT(n), run->high) <= 0) &&
                (!run->primes || cp_int_is_prime(b->ints, CP_INT(n))) &&
                llabs(file) <= TWIN_REACH && llabs(rank) <= TWIN_REACH &&
                !(run->is_body && (file == TWIN_REACH || rank == TWIN_REACH));
            told += is_told && !run->is_open;
            *left_open += is_told && run->is_open;
        }
    return told;
}

static int squares_of(const struct twin_move *moves, int count)
{
    int squares = 0;
    for (int i = 0; i < count; i++)
        squares +=
            i == 0 || memcmp(&moves[i], &moves[i - 1], offsetof(struct twin_move, becomes)) != 0;
    return squares;
}

static bool agree(struct bench *b, const struct twin *t, struct cp_position *p, cp_square by,
                  const struct twin_move *moves, int count, uint64_t *seed)
{
    bool check = p->checks > 0;
    int left_open, told = squares_told(b, p, by, &left_open), wanted = squares_of(moves, count);
    p->is_undecided = false;
    bool can_move = cp_position_can_move(p);
    if (!can_move && p->is_undecided)
        undecided++;
    else if (can_move != (count > 0))
        return false;
    return check == twin_in_check(t) && p->is_faced == t->is_faced && told <= wanted &&
           wanted <= told + left_open && agree_on_moves(b, t, p, by, moves, count, seed);
}

/* Plays a random legal move on both; the engine must be able to take it back. */
static bool play_both(struct bench *b, struct twin *t, struct cp_position *p, cp_square by,
                      const struct twin_move *m)
{
    cp_move move;
    cp_undo undo;
    if (engine_says(b, p, m, by, &move) != CP_OK)
        return false;
    cp_hash before = cp_position_hash(p);
    uint32_t checks = p->checks;
    cp_turn_apply(p, &move, &undo);
    cp_move_undo(p, &undo);
    cp_hash after = cp_position_hash(p);
    if (before.low != after.low || before.high != after.high || checks != p->checks ||
        p->is_faced != t->is_faced || p->idle != t->idle)
        return false;
    cp_turn_apply(p, &move, &undo);
    checks = p->checks;
    cp_position_find_checks(p);
    twin_play(t, m);
    return checks == p->checks && p->idle == t->idle &&
           (!t->idles || cp_position_is_over(p) == (t->idle >= 2));
}

/* Whether they agree on who has won otherwise than by mate; *is_over: somebody has, or both. */
static bool agree_on_winner(const struct twin *t, struct cp_position *p, bool *is_over)
{
    int winner = -1, wanted = twin_winner(t);
    bool is_won = (t->comer || t->scarce || t->bares || t->explodes || t->checks) &&
                  cp_position_won(p, &winner) &
                      (CP_WINS_GOAL | CP_WINS_EXTINCT | CP_WINS_ROYAL_TAKEN | CP_WINS_CHECKS);
    *is_over = wanted > -2;
    return is_won == *is_over && (!is_won || winner == wanted);
}

static int won; /* positions */

static bool judge(struct bench *b, const struct twin_field *f, struct cp_variant *v,
                  const struct twin *start_twin, cp_square by, uint64_t seed)
{
    static struct twin_move moves[TWIN_MOVES];
    struct twin t = *start_twin;
    struct cp_law law;
    struct cp_position p;
    struct cp_start start;
    int32_t culprit;
    set_up(b, &t, f->edges, v, by, &law, &p, &start);
    if (cp_setup_check(&p, &start, &culprit) != CP_OK)
        return false;
    for (int ply = 0; ply < PLIES; ply++) {
        int count = twin_moves(&t, moves);
        bool is_over;
        bool is_exploded = t.explodes && (!twin_has_king(&t, false) || !twin_has_king(&t, true));
        if (!agree_on_winner(&t, &p, &is_over) ||
            (!is_exploded && !agree(b, &t, &p, by, moves, count, &seed)))
            return false;
        won += is_over;
        if (is_exploded || t.idle >= 2)
            break;
        if (!count || (t.delay && (!twin_has_king(&t, false) || !twin_has_king(&t, true))))
            break;
        bool is_last = t.idles && random_below(&seed, 3) == 0; /* which is a pass, if any is */
        const struct twin_move *m = &moves[is_last ? count - 1 : random_below(&seed, count)];
        cp_move move;
        if (engine_says(b, &p, m, by, &move) == CP_TURN_UNDECIDED)
            break;
        if (!play_both(b, &t, &p, by, m))
            return false;
        open += p.is_left_open;
        if (p.is_left_open) /* whether it mates, and so what falls */
            break;
    }
    return true;
}

static void say_where(const struct twin *t, uint64_t seed)
{
    printf("# seed %llu, %s to move, passed %d (%d,%d)\n", (unsigned long long)seed,
           t->black_to_move ? "black" : "white", t->has_passed, t->passed_file, t->passed_rank);
    for (int i = 0; i < t->goals; i++)
        printf("# goals %d %d\n", t->goal[0][i], t->goal[1][i]);
    for (int f = -TWIN_REACH; f <= TWIN_REACH; f++)
        for (int r = -TWIN_REACH; r <= TWIN_REACH; r++)
            if (t->man[f + TWIN_HOME][r + TWIN_HOME])
                printf("# %c(%d,%d)%s\n", t->man[f + TWIN_HOME][r + TWIN_HOME], f, r,
                       t->moved[f + TWIN_HOME][r + TWIN_HOME] ? " moved" : "");
}

static int positions_asked(const struct twin_field *f)
{
    const char *asked = getenv("CP_POSITIONS");
    return asked ? atoi(asked) : f->usual;
}

/* A bundled one, or a file's. */
static struct cp_variant *find_variant(struct bench *b, const char *id)
{
    struct cp_variant *v = NULL;
    struct cp_buf text;
    FILE *f = strchr(id, '/') ? fopen(id, "rb") : NULL;
    if (!f)
        return cp_variants_find(&b->variants, cp_str_from(id));
    cp_buf_init(&text, &b->run);
    text.len = fread(cp_buf_room(&text, 65536), 1, 65536, f);
    fclose(f);
    EXPECT(cp_variant_parse(&v, &b->run, b->ints, cp_buf_str(&text), id, &b->diags));
    return v;
}

static void judge_variant(const struct twin_field *f)
{
    struct bench b;
    bench_init(&b);
    struct cp_variant *bundled = find_variant(&b, f->id);
    EXPECT(bundled != NULL);
    if (bundled)
        cp_variant_wake(bundled, &b.run, b.ints);
    int wanted = bundled ? positions_asked(f) : 0, faults = 0, mates = 0;
    uint64_t seed = f->seed;
    cp_int far;
    EXPECT(cp_int_parse(b.ints, &far, CP_STR("1000000000000000000000000000000")));
    size_t mark = cp_ints_mark(b.ints);
    for (int i = 0; i < wanted && faults < 3;) {
        struct twin t;
        next_random(&seed);
        uint64_t here = seed;
        if (!random_position(&t, f, &seed))
            continue;
        i++;
        struct cp_variant v = *bundled;
        static struct twin_move moves[TWIN_MOVES];
        mates += twin_in_check(&t) && i % 16 == 0 && twin_moves(&t, moves) == 0;
        cp_square home = {CP_INT(0), CP_INT(0)};
        if (f->edges)
            home = (cp_square){CP_INT(1 - t.left), CP_INT(1 - t.bottom)};
        bool near = judge(&b, f, &v, &t, home, here);
        bool away = f->edges || t.steps ||
                    judge(&b, f, &v, &t, (cp_square){far, cp_int_negate(b.ints, far)}, here);
        if (!near || !away) {
            faults++;
            say_where(&t, here);
        }
        cp_arena_reset(&b.arena);
        cp_ints_reset(b.ints, mark);
    }
    EXPECT_INT(faults, 0);
    EXPECT(wanted < 10000 || f->delay || mates > 0); /* the positions are not all harmless */
    /* with trapdoors, lengths before a huygens that slides are tried one by one */
    EXPECT(undecided * (f->delay && f->least ? 8 : 2000) <= wanted);
    EXPECT(open <= (f->delay && f->least ? wanted : 0));
    bool is_won_so = f->comer || f->scarce || f->bares || f->explodes || f->checks;
    EXPECT(!is_won_so || won * 50 > wanted || wanted < 100);
    won = 0;
    printf("# %s, delay %d: %d undecided of %d, and %d moves; %d mates in a sixteenth\n", f->id,
           f->delay, undecided, wanted, open, mates);
    undecided = open = 0;
    bench_close(&b);
}

#endif
