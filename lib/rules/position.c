/* SPDX-License-Identifier: MIT */
#include "rules/position.h"

#include <stdlib.h>

enum { SIDE_MOST = 32 }; /* of boards whose lines are walked */

/* ---- hashing ---- */

static uint64_t mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

/* What one man adds: a sum over men makes the position's hash, so it follows
 * a move by one subtraction and one addition, and like men are alike. */
static cp_hash hash_of_man(const struct cp_position *p, int32_t man)
{
    const struct cp_kind *kind = &p->law->variant->kinds[p->kind[man]];
    uint64_t who = (uint64_t)p->kind[man] << 2 | (uint64_t)p->side[man] << 1 |
                   (kind->has_first && p->moved[man]);
    uint64_t file = cp_int_digest(p->ints, p->at[man].file) + p->salt[5];
    uint64_t rank = cp_int_digest(p->ints, p->at[man].rank) + p->salt[6];
    uint64_t seed = mix(file * 0x9e3779b97f4a7c15u + who + 1);
    uint64_t other = mix(rank + 0x632be59bd9b4e019u * (who + 1));
    return (cp_hash){mix(seed + rank * 0xc2b2ae3d27d4eb4fu),
                     mix(other ^ file * 0xff51afd7ed558ccdu)};
}

/* ---- chains ----
 *
 * Keys are hashed by multiplying and shifting (Dietzfelbinger and others 1997): for an
 * odd factor by chance two keys share one of n buckets with chance 2/n at most; two
 * squares with 1/n, for factors of 128 bits. */

static uint32_t slot_of_line(const struct cp_position *p, uint32_t line, cp_int key)
{
    return (line << p->bits) + (uint32_t)((uint64_t)key.v * p->salt[0] >> (64 - p->bits));
}

static CP_ALWAYS_INLINE uint32_t slot_of_square(const struct cp_position *p, cp_square at)
{
    if (p->squares) {
        const struct cp_variant *v = p->law->variant;
        uint64_t file = (uint64_t)at.file.v - 1, rank = (uint64_t)at.rank.v - 1;
        bool is_there = file < (uint64_t)v->files && rank < (uint64_t)v->ranks;
        return is_there ? (uint32_t)(rank * (uint64_t)v->files + file) : p->squares;
    }
    typedef unsigned __int128 wide;
    uint64_t file = (uint64_t)at.file.v, rank = (uint64_t)at.rank.v;
    uint64_t high = (uint64_t)(((wide)file * p->salt[1] + (wide)rank * p->salt[2]) >> 64);
    high += file * p->salt[3] + rank * p->salt[4];
    return (p->law->line_count << p->bits) + (uint32_t)(high >> (64 - p->bits));
}

/* A chain's neighbours of each man, `chains` apart. */
struct chain {
    int32_t *head, *next, *prev, chains;
};

static CP_ALWAYS_INLINE void hang(struct chain c, int32_t man)
{
    c.next[man * c.chains] = *c.head;
    c.prev[man * c.chains] = CP_NOBODY;
    if (*c.head != CP_NOBODY)
        c.prev[*c.head * c.chains] = man;
    *c.head = man;
}

static CP_ALWAYS_INLINE void unhang(struct chain c, int32_t man)
{
    int32_t next = c.next[man * c.chains], prev = c.prev[man * c.chains];
    if (next != CP_NOBODY)
        c.prev[next * c.chains] = prev;
    *(prev != CP_NOBODY ? &c.next[prev * c.chains] : c.head) = next;
}

static CP_ALWAYS_INLINE struct chain chain_of(const struct cp_position *p, uint32_t chain,
                                              uint32_t slot)
{
    return (struct chain){&p->bucket[slot], p->next + chain, p->prev + chain,
                          (int32_t)p->law->line_count + 1};
}

/* ---- trees ---- */

static int32_t *before(struct cp_position *p, uint32_t line, int32_t man)
{
    return &p->next[(uint32_t)man * (p->law->line_count + 1) + line];
}

static int32_t *behind(struct cp_position *p, uint32_t line, int32_t man)
{
    return &p->prev[(uint32_t)man * (p->law->line_count + 1) + line];
}

static uint64_t die_of(const struct cp_position *p, int32_t man)
{
    return mix((uint64_t)man + p->salt[0]);
}

/* How a man stands to a place on a line in the order of a family. */
static int order(const struct cp_position *p, uint32_t line, int32_t man, cp_int key, cp_int where)
{
    cp_int own = p->key[(uint32_t)man * p->law->line_count + line];
    return cp_int_equal(own, key)
               ? cp_int_compare(p->ints, cp_line_place(p->law, line, p->at[man]), where)
               : cp_int_compare(p->ints, own, key);
}

/* Men on one square, which a start is refused for, are in the order of their numbers. */
static bool precedes(const struct cp_position *p, uint32_t line, int32_t a, int32_t b)
{
    int first = order(p, line, a, p->key[(uint32_t)b * p->law->line_count + line],
                      cp_line_place(p->law, line, p->at[b]));
    return first ? first < 0 : a < b;
}

static void leave_tree(struct cp_position *p, int32_t man, uint32_t line)
{
    int32_t *link = &p->bucket[line << p->bits];
    while (*link != man)
        link = precedes(p, line, *link, man) ? behind(p, line, *link) : before(p, line, *link);
    int32_t low = *before(p, line, man), high = *behind(p, line, man);
    while (low != CP_NOBODY && high != CP_NOBODY)
        if (die_of(p, low) >= die_of(p, high)) {
            *link = low;
            link = behind(p, line, low);
            low = *link;
        } else {
            *link = high;
            link = before(p, line, high);
            high = *link;
        }
    *link = low != CP_NOBODY ? low : high;
}

/* A man's place in the order of a family: of many, sorted side by side, for a walk from man to
 * man through a tree would wait for memory at each step. */
struct cp_place {
    cp_int key, where;
    const struct cp_ints *ints;
    int32_t man;
};

static int by_place(const void *a, const void *b)
{
    const struct cp_place *left = a, *right = b;
    int first = cp_int_compare(left->ints, left->key, right->key);
    first = first ? first : cp_int_compare(left->ints, left->where, right->where);
    return first ? first : (left->man > right->man) - (left->man < right->man);
}

/* All men of an empty tree at once. Those from the root down to the last so far are kept in
 * the places before its own: whoever's die is less hangs below the next man. */
static void grow_tree(struct cp_position *p, uint32_t line)
{
    uint32_t count = 0, path = 0;
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man])
            p->places[count++] =
                (struct cp_place){p->key[(uint32_t)man * p->law->line_count + line],
                                  cp_line_place(p->law, line, p->at[man]), p->ints, man};
    qsort(p->places, count, sizeof *p->places, by_place);
    for (uint32_t i = 0; i < count; i++) {
        int32_t man = p->places[i].man, below = CP_NOBODY;
        uint64_t die = die_of(p, man);
        while (path && die_of(p, p->places[path - 1].man) < die)
            below = p->places[--path].man;
        *before(p, line, man) = below;
        *behind(p, line, man) = CP_NOBODY;
        *(path ? behind(p, line, p->places[path - 1].man) : &p->bucket[line << p->bits]) = man;
        p->places[path++].man = man;
    }
}

static int32_t beyond_in_tree(const struct cp_position *p, uint32_t line, cp_int key, cp_int where,
                              int way)
{
    uint32_t lines = p->law->line_count;
    const int32_t *nearer = way > 0 ? p->next : p->prev, *farther = way > 0 ? p->prev : p->next;
    int32_t found = CP_NOBODY, man = p->bucket[line << p->bits];
    while (man != CP_NOBODY) {
        bool is_beyond = order(p, line, man, key, where) * way > 0;
        found = is_beyond ? man : found;
        man = (is_beyond ? nearer : farther)[(uint32_t)man * (lines + 1) + line];
    }
    bool is_on_line =
        found != CP_NOBODY && cp_int_equal(p->key[(uint32_t)found * lines + line], key);
    return is_on_line ? found : CP_NOBODY;
}

/* ---- clocks of many men ----
 *
 * A clock is worth w * r^(ply of its fall), w by its square and r odd by chance, modulo
 * 2^64; so the sum of all, times r^-ply, tells what each has left, whatever the ply. */

static uint64_t power(uint64_t base, uint32_t exponent)
{
    uint64_t result = 1;
    for (; exponent; exponent >>= 1, base *= base)
        result *= exponent & 1 ? base : 1;
    return result;
}

static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd; /* right in the last three bits, and each step doubles them */
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

/* Counts a man's clock that runs, or (-1) no more. */
static void count_clock(struct cp_position *p, int32_t man, uint64_t by)
{
    if (!p->due_head || !p->falls_at[man] || p->is_spared[man])
        return;
    uint64_t file = cp_int_digest(p->ints, p->at[man].file) + p->salt[5];
    uint64_t rank = cp_int_digest(p->ints, p->at[man].rank) + p->salt[6];
    uint64_t where = mix(file * 0x9e3779b97f4a7c15u ^ mix(rank));
    p->clocks.low += by * where * power(p->salt[7], p->falls_at[man]);
    p->clocks.high += by * mix(where) * power(p->salt[8], p->falls_at[man]);
}

cp_hash cp_position_clocks(const struct cp_position *p)
{
    return (cp_hash){p->clocks.low * power(inverse(p->salt[7]), p->ply),
                     p->clocks.high * power(inverse(p->salt[8]), p->ply)};
}

static int32_t *due_at(const struct cp_position *p, uint32_t ply)
{
    return &p->due_head[ply & (((uint32_t)1 << p->bits) - 1)];
}

static struct chain clocks_of(const struct cp_position *p, int32_t man)
{
    return (struct chain){due_at(p, p->falls_at[man]), p->due_next, p->due_prev, 1};
}

void cp_position_set_clock(struct cp_position *p, int32_t man, uint32_t falls_at, bool is_spared)
{
    if (CP_LIKELY(!p->due_head)) {
        p->falls_at[man] = falls_at;
        return;
    }
    if (!p->gone[man])
        count_clock(p, man, (uint64_t)-1);
    if (p->falls_at[man])
        unhang(clocks_of(p, man), man);
    p->falls_at[man] = falls_at;
    p->is_spared[man] = is_spared;
    if (falls_at)
        hang(clocks_of(p, man), man);
    if (!p->gone[man])
        count_clock(p, man, 1);
}

void cp_position_index_clocks(struct cp_position *p)
{
    if (!p->has_trees)
        return;
    size_t heads = (size_t)1 << p->bits;
    p->due_head = cp_arena_take(p->arena, heads * sizeof *p->due_head);
    p->due_next = cp_arena_take_zero(p->arena, p->count, sizeof *p->due_next);
    p->due_prev = cp_arena_take_zero(p->arena, p->count, sizeof *p->due_prev);
    p->is_spared = cp_arena_take_zero(p->arena, p->count, sizeof *p->is_spared);
    memset(p->due_head, 0xff, heads * sizeof *p->due_head);
    p->clocks = (cp_hash){0, 0};
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->falls_at[man])
            hang(clocks_of(p, man), man);
        if (!p->gone[man])
            count_clock(p, man, 1);
    }
}

int32_t cp_position_next_due(const struct cp_position *p, int32_t man, uint32_t ply)
{
    if (CP_LIKELY(!p->due_head)) {
        for (man++; man < (int32_t)p->count; man++)
            if (p->falls_at[man] == ply && !p->gone[man])
                return man;
        return CP_NOBODY;
    }
    man = man == CP_NOBODY ? *due_at(p, ply) : p->due_next[man];
    while (man != CP_NOBODY && (p->falls_at[man] != ply || p->gone[man]))
        man = p->due_next[man];
    return man;
}

void cp_position_spare_due(struct cp_position *p, bool is_spared)
{
    int32_t man = CP_NOBODY;
    while (p->due_head && (man = cp_position_next_due(p, man, p->ply)) != CP_NOBODY)
        if (p->is_spared[man] != is_spared) {
            p->is_spared[man] = false;
            count_clock(p, man, is_spared ? (uint64_t)-1 : 1);
            p->is_spared[man] = is_spared;
        }
}

/* ---- both ---- */

/* The keys of a square in all families; near the middle of the plane none can overflow. */
static CP_ALWAYS_INLINE void find_keys(const struct cp_position *p, cp_square at, cp_int *key)
{
    const struct cp_law *law = p->law;
    const uint64_t near = (uint64_t)1 << 29; /* steps of families have 31 bits, a cp_int 62 */
    if (CP_LIKELY((uint64_t)at.file.v + near <= 2 * near && (uint64_t)at.rank.v + near <= 2 * near))
        for (uint32_t line = 0; line < law->line_count; line++)
            key[line] = CP_INT(at.file.v * law->line_dy[line] - at.rank.v * law->line_dx[line]);
    else
        for (uint32_t line = 0; line < law->line_count; line++)
            key[line] = cp_line_key(law, p->ints, line, at);
}

/* In everything but trees. */
static CP_ALWAYS_INLINE void hang_in_chains(struct cp_position *p, int32_t man, bool is_hashed)
{
    uint32_t lines = p->law->line_count;
    cp_int *key = &p->key[(uint32_t)man * lines];
    cp_square at = p->at[man];
    find_keys(p, at, key);
    for (uint32_t line = 0; line < lines && !p->has_trees && !p->squares; line++)
        hang(chain_of(p, line, slot_of_line(p, line, key[line])), man);
    hang(chain_of(p, lines, slot_of_square(p, at)), man);
    if (!is_hashed)
        return;
    cp_hash h = hash_of_man(p, man);
    p->hash.low += h.low;
    p->hash.high += h.high;
}

/* All that are not gone, on an index that is empty. */
static void hang_all(struct cp_position *p)
{
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man])
            hang_in_chains(p, man, true);
    for (uint32_t line = 0; p->has_trees && line < p->law->line_count; line++)
        grow_tree(p, line);
}

static CP_ALWAYS_INLINE void put(struct cp_position *p, int32_t man, cp_square at, bool is_hashed)
{
    p->at[man] = at;
    p->gone[man] = false;
    p->standing++;
    hang_in_chains(p, man, is_hashed);
    for (uint32_t line = 0; CP_UNLIKELY(p->has_trees) && line < p->law->line_count; line++) {
        /* Where its die says; whoever was there is parted into those before it and behind. */
        int32_t *link = &p->bucket[line << p->bits];
        uint64_t die = die_of(p, man);
        while (*link != CP_NOBODY && die_of(p, *link) >= die)
            link = precedes(p, line, *link, man) ? behind(p, line, *link) : before(p, line, *link);
        int32_t rest = *link, *low = before(p, line, man), *high = behind(p, line, man);
        *link = man;
        while (rest != CP_NOBODY)
            if (precedes(p, line, rest, man)) {
                *low = rest;
                low = behind(p, line, rest);
                rest = *low;
            } else {
                *high = rest;
                high = before(p, line, rest);
                rest = *high;
            }
        *low = *high = CP_NOBODY;
    }
}

void cp_position_put(struct cp_position *p, int32_t man, cp_square at)
{
    put(p, man, at, true);
    count_clock(p, man, 1);
}

void cp_position_drop(struct cp_position *p, int32_t man, cp_square at)
{
    put(p, man, at, false);
}

static size_t head_count(const struct cp_position *p)
{
    return p->squares ? (size_t)p->squares + 1 : (size_t)(p->law->line_count + 1) << p->bits;
}

static void clear_index(struct cp_position *p)
{
    memset(p->bucket, 0xff, head_count(p) * sizeof *p->bucket);
    p->hash = (cp_hash){0, 0};
}

static void take_index(struct cp_position *p)
{
    uint32_t chains = p->law->line_count + 1;
    size_t places = (size_t)p->count * chains;
    const struct cp_variant *v = p->law->variant;
    p->bits = 4;
    bool is_small = v->bounded && v->files <= SIDE_MOST && v->ranks <= SIDE_MOST;
    p->squares = is_small ? (uint32_t)(v->files * v->ranks) : 0;
    p->has_trees = p->count > p->law->many && !is_small;
    while ((uint32_t)1 << p->bits < 2 * p->count && p->bits < 24)
        p->bits++;
    p->key = cp_arena_take_zero(p->arena, places, sizeof *p->key);
    p->next = cp_arena_take_zero(p->arena, places, sizeof *p->next);
    p->prev = cp_arena_take_zero(p->arena, places, sizeof *p->prev);
    p->bucket = cp_arena_take_zero(p->arena, head_count(p), sizeof *p->bucket);
    if (p->has_trees && !p->places)
        p->places = cp_arena_take_zero(p->arena, p->count, sizeof *p->places);
}

void cp_position_index(struct cp_position *p)
{
    if (!p->bucket)
        take_index(p);
    clear_index(p);
    p->is_stale = false;
    hang_all(p);
}

void cp_position_lift(struct cp_position *p, int32_t man)
{
    uint32_t lines = p->law->line_count;
    const cp_int *key = &p->key[(uint32_t)man * lines];
    for (uint32_t line = 0; line < lines && !p->squares; line++)
        if (CP_UNLIKELY(p->has_trees))
            leave_tree(p, man, line);
        else
            unhang(chain_of(p, line, slot_of_line(p, line, key[line])), man);
    unhang(chain_of(p, lines, slot_of_square(p, p->at[man])), man);
    p->gone[man] = true;
    p->standing--;
}

void cp_position_del(struct cp_position *p, int32_t man)
{
    count_clock(p, man, (uint64_t)-1);
    cp_position_lift(p, man);
    cp_hash h = hash_of_man(p, man);
    p->hash.low -= h.low;
    p->hash.high -= h.high;
}

/* ---- setting up ---- */

void cp_position_init(struct cp_position *p, const struct cp_law *law, struct cp_ints *ints,
                      struct cp_arena *arena, const struct cp_start *start)
{
    uint32_t n = start->count;
    *p = (struct cp_position){.law = law, .ints = ints, .arena = arena, .count = n};
    for (uint32_t i = 0; i < CP_SALTS; i++)
        p->salt[i] = cp_seed_word(cp_ints_seed(ints), 1 + i) | 1;
    p->at = cp_arena_take_zero(arena, n, sizeof *p->at);
    p->kind = cp_arena_take_zero(arena, n, sizeof *p->kind);
    p->side = cp_arena_take_zero(arena, n, sizeof *p->side);
    p->owner = law->neutrals ? cp_arena_take_zero(arena, n, sizeof *p->owner) : p->side;
    p->of_kind = cp_arena_take_zero(arena, 2 * law->variant->alphabet.count, sizeof *p->of_kind);
    p->moved = cp_arena_take_zero(arena, n, sizeof *p->moved);
    p->gone = cp_arena_take_zero(arena, n, sizeof *p->gone);
    p->falls_at = cp_arena_take_zero(arena, n, sizeof *p->falls_at);
    p->fallen = cp_arena_take_zero(arena, n, sizeof *p->fallen);
    if (law->has_royals)
        p->next_royal = cp_arena_take_zero(arena, n, sizeof *p->next_royal);
    if (law->has_royals)
        p->spent_at = cp_arena_take_zero(arena, n, sizeof *p->spent_at);
    take_index(p);
    cp_position_reset(p, start);
}

void cp_position_set_kind(struct cp_position *p, int32_t man, uint8_t kind)
{
    enum cp_side side = (enum cp_side)p->side[man];
    cp_numbers *n = &p->of_kind[2 * kind + side];
    p->kind[man] = kind;
    if (n->first == n->end) { /* the first of its kind */
        *n = (cp_numbers){man, man + 1};
        p->through_lines[side] |= p->law->movements[side][kind].through_lines;
        p->stopped_lines[side] |= p->law->movements[side][kind].stopped_lines;
    }
    n->first = man < n->first ? man : n->first;
    n->end = man < n->end ? n->end : man + 1;
}

/* Of two where one is allowed the last, which cp_setup_check refuses. *end: where the list of
 * its side's ends. */
static void put_royal(struct cp_position *p, int32_t man, int32_t **end)
{
    **end = man;
    if (p->next_royal) {
        p->next_royal[man] = CP_NOBODY;
        *end = &p->next_royal[man];
    }
    if (p->law->is_guarded[p->side[man]])
        p->king[p->side[man]] = p->royal[p->side[man]];
}

void cp_position_find_royals(struct cp_position *p)
{
    int32_t *end[2] = {&p->royal[CP_WHITE], &p->royal[CP_BLACK]};
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        p->king[side] = p->royal[side] = CP_NOBODY;
    for (int moved = 0; moved <= 1; moved++)
        for (int32_t man = 0; man < (int32_t)p->count; man++)
            if (!p->gone[man] && p->moved[man] == moved && p->law->royals >> p->kind[man] & 1)
                put_royal(p, man, &end[p->side[man]]);
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        if (p->law->variant->royals == CP_ROYALS_LAST && p->royal[side] != CP_NOBODY &&
            p->next_royal[p->royal[side]] != CP_NOBODY)
            p->king[side] = CP_NOBODY;
}

/* Whether a kind makes a first step that way, of so many squares. */
static bool steps_so(const struct cp_kind *kind, enum cp_side side, int32_t dx, int32_t dy,
                     int32_t n)
{
    bool does = false;
    for (uint32_t i = 0; i < kind->ray_count; i++) {
        const cp_ray *ray = &kind->rays[side][i];
        does |= ray->first && ray->low <= n && ray->high >= n && ray->dx == dx && ray->dy == dy;
    }
    return kind->en_passant && does;
}

/* Whether a man can be one that has just passed over a square: a pawn, or where such may be taken
 * what a pawn became; and over its own promotion rank only where pawns may (R-ICN-13). */
static bool may_have_passed(const struct cp_position *p, int32_t man, cp_square passed, int32_t dx,
                            int32_t dy)
{
    const struct cp_variant *v = p->law->variant;
    enum cp_side side = p->side[man];
    bool was_promoted = v->takes_promoted && cp_promotes_on(v, (int)side, p->at[man]) &&
                        cp_promotes_to(v, (int)side, p->kind[man]);
    return (steps_so(&v->kinds[p->kind[man]], side, dx, dy, p->passed_more + 2) ||
            (was_promoted && !dx)) &&
           (v->passes_promotion || !cp_promotes_on(v, (int)side, passed));
}

/* Of several that castle, one that stands where one does in the set-up, or on its rank; else the
 * first. */
static int32_t find_castler(const struct cp_position *p, int side)
{
    const struct cp_variant *v = p->law->variant;
    int32_t found = CP_NOBODY, best = -1;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->side[man] != side || !cp_variant_castles_as_king(v, p->kind[man]))
            continue;
        int32_t fits = 0;
        for (uint32_t i = 0; i < v->start.count; i++) {
            const cp_man *home = &v->start.men[i];
            if (home->side == side && cp_variant_castles_as_king(v, home->kind) &&
                cp_int_equal(home->square.rank, p->at[man].rank))
                fits |= 1 + cp_int_equal(home->square.file, p->at[man].file);
        }
        found = fits > best ? man : found;
        best = fits > best ? fits : best;
    }
    return found;
}

/* The moves there are against one piece of `side`, 0: they are not counted. */
static uint32_t moves_against(const struct cp_counting *c, const uint32_t *of_kind)
{
    for (uint32_t i = 0; i < c->bare_count; i++)
        if (of_kind[c->bare[i].kind] >= c->bare[i].least)
            return (uint32_t)c->bare[i].moves;
    return 0;
}

/* The side with one piece counts as it moves, of two that have more the one to move now; the game
 * is drawn when it goes beyond the last move there is. */
void cp_position_begin_count(struct cp_position *p)
{
    const struct cp_counting *c = &p->law->variant->counting;
    uint32_t men[2] = {0}, of_kind[2][CP_KINDS_MOST] = {{0}}, most = (uint32_t)c->board_most;
    bool is_early = false;
    for (uint32_t man = 0; man < p->count; man++) {
        if (p->gone[man] || p->owner[man] == CP_NO_SIDE)
            continue;
        men[p->side[man]]++;
        of_kind[p->side[man]][p->kind[man]]++;
        is_early |= c->without >> p->kind[man] & 1;
    }
    bool is_board = men[0] > 1 && men[1] > 1 && c->board &&
                    (most ? men[0] <= most || men[1] <= most : !is_early);
    if (is_board && p->counts == CP_COUNTS_NOTHING) {
        p->counts = CP_COUNTS_BOARD;
        p->drawn_at = p->ply + 2 * (uint32_t)c->board + 1;
    }
    for (int side = 0; side < 2; side++) {
        uint32_t moves = moves_against(c, of_kind[!side]);
        if (men[side] != 1 || men[!side] < 2 || is_early || !moves || p->counts == CP_COUNTS_BARE)
            continue;
        uint32_t counted = c->counts_pieces && p->ply ? men[0] + men[1] : 0;
        p->counts = CP_COUNTS_BARE;
        p->drawn_at =
            p->ply + (counted > moves ? 0 : 2 * (moves - counted) + 1 + (side != (int)p->turn));
    }
}

void cp_position_reset(struct cp_position *p, const struct cp_start *start)
{
    int32_t *royals_end[2] = {&p->royal[CP_WHITE], &p->royal[CP_BLACK]};
    clear_index(p);
    for (uint32_t i = 0; i < 2 * p->law->variant->alphabet.count; i++)
        p->of_kind[i] = (cp_numbers){0, 0};
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        p->king[side] = p->royal[side] = CP_NOBODY;
        p->through_lines[side] = p->stopped_lines[side] = 0;
    }
    p->quiet = start->quiet;
    memcpy(p->checked, start->checked, sizeof p->checked);
    p->ply = p->fallen_count = p->nesting = 0;
    p->can_pass = -1;
    p->is_undecided = p->asked_mate = p->is_left_open = p->is_faced = false;
    p->idle = 0;
    for (int i = 0; i < 4; i++)
        p->castle[i / 2][i % 2] = CP_NOBODY;
    p->able[CP_WHITE] = p->able[CP_BLACK] = CP_NOBODY;
    p->turn = start->turn;
    for (uint32_t i = 0; i < start->count; i++) {
        const cp_man *man = &start->men[i];
        bool is_neutral = p->law->neutrals >> man->kind & 1; /* kept as White's, whatever it says */
        p->side[i] = is_neutral ? CP_WHITE : man->side;
        if (CP_UNLIKELY(p->law->neutrals != 0))
            p->owner[i] = is_neutral ? CP_NO_SIDE : p->side[i];
        cp_position_set_kind(p, (int32_t)i, man->kind);
        p->moved[i] = cp_moves_first_no_more(
            p, (int32_t)i, man->square,
            man->moved || (man->clock && p->law->variant->kinds[man->kind].castles)); /* R-TD-8 */
        p->falls_at[i] = man->clock;
        p->at[i] = man->square;
        p->gone[i] = false;
        if (p->spent_at)
            p->spent_at[i] = 0;
        if (CP_UNLIKELY(p->law->royals >> man->kind & 1))
            put_royal(p, (int32_t)i, &royals_end[p->side[i]]);
    }
    if (CP_UNLIKELY(cp_royals_are_loose(p->law->variant)))
        cp_position_find_royals(p);
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        p->castler[side] = p->law->variant->castle_kings ? find_castler(p, side) : p->royal[side];
    p->standing = start->count;
    hang_all(p);
    p->passing = CP_NOBODY;
    p->passed = start->en_passant;
    p->passed_more = start->passed_more;
    if (start->has_en_passant) {
        /* A man that has just passed over a square has moved, whether the start says so or not. */
        cp_square passed = start->en_passant;
        /* The man that passed over a square with the move before: of the side that just
         * moved, nearest beyond it; the squares it passed and the one it came from are empty.
         */
        int32_t forward = p->turn == CP_WHITE ? -1 : 1;
        static const int32_t ways[] = {0, -1, 1}; /* straight on, or slantwise */
        for (int i = 0; i < 3 && p->passing == CP_NOBODY; i++) {
            cp_square there = cp_square_leap(p->ints, passed, ways[i], forward);
            int32_t man = cp_position_get(p, there);
            bool fits = man != CP_NOBODY && p->side[man] != p->turn &&
                        (!start->passer.file.v || cp_square_equal(start->passer, there)) &&
                        may_have_passed(p, man, passed, ways[i], forward);
            for (int32_t n = 0; fits && n <= p->passed_more + 1; n++)
                fits = cp_position_get(p, cp_square_leap(p->ints, passed, -n * ways[i],
                                                         -n * forward)) == CP_NOBODY;
            p->passing = fits ? man : CP_NOBODY;
        }
        if (p->passing != CP_NOBODY && !p->moved[p->passing] &&
            cp_moves_first_no_more(p, p->passing, p->at[p->passing], true)) {
            cp_position_del(p, p->passing);
            p->moved[p->passing] = true;
            cp_position_put(p, p->passing, p->at[p->passing]);
        }
    }
    p->counts = CP_COUNTS_NOTHING;
    if (CP_UNLIKELY(p->law->variant->counting.exists))
        cp_position_begin_count(p);
}

/* ---- asking ---- */

bool cp_position_passed(const struct cp_position *p, uint32_t n, cp_square *out)
{
    if (p->passing == CP_NOBODY || n > p->passed_more)
        return false;
    cp_square last = p->at[p->passing];
    *out = p->passed;
    for (uint32_t i = 0; i < n; i++)
        *out = (cp_square){
            cp_int_add(p->ints, out->file, cp_int_sub(p->ints, p->passed.file, last.file)),
            cp_int_add(p->ints, out->rank, cp_int_sub(p->ints, p->passed.rank, last.rank))};
    const struct cp_region *on =
        &p->law->variant->kinds[p->kind[p->passing]].passed_on[cp_other(p->side[p->passing])];
    return CP_LIKELY(!on->is_said) || cp_region_has(on, *out);
}

int32_t cp_position_get(const struct cp_position *p, cp_square at)
{
    uint32_t lines = p->law->line_count;
    int32_t man = p->bucket[slot_of_square(p, at)];
    while (man != CP_NOBODY && !cp_square_equal(p->at[man], at))
        man = p->next[(uint32_t)man * (lines + 1) + lines];
    return man;
}

void cp_spot_init(cp_spot *spot, const struct cp_position *p, cp_square at)
{
    spot->at = at;
    find_keys(p, at, spot->key);
}

void cp_spot_of_man(cp_spot *spot, const struct cp_position *p, int32_t man)
{
    uint32_t lines = p->law->line_count;
    spot->at = p->at[man];
    memcpy(spot->key, &p->key[(uint32_t)man * lines], lines * sizeof *spot->key);
}

cp_int cp_line_steps(const struct cp_position *p, uint32_t line, cp_square a, cp_square b)
{
    cp_int way =
        cp_int_sub(p->ints, cp_line_place(p->law, line, b), cp_line_place(p->law, line, a));
    int32_t per_step = p->law->line_dx[line]
                           ? p->law->line_dx[line]
                           : p->law->line_dy[line]; /* families point to rising coordinates */
    if (per_step != 1)
        (void)cp_int_divide(p->ints, way, per_step, &way); /* exact: they are in line */
    return way;
}

/* The first man of a line, or after another; of a small board all men, which are looked through
 * only where one looks from beyond its edges. */
static int32_t next_on_line(const struct cp_position *p, uint32_t line, cp_int key, int32_t man)
{
    if (!p->squares)
        return man == CP_NOBODY ? p->bucket[slot_of_line(p, line, key)]
                                : p->next[(uint32_t)man * (p->law->line_count + 1) + line];
    do
        man++;
    while (man < (int32_t)p->count && p->gone[man]);
    return man < (int32_t)p->count ? man : CP_NOBODY;
}

/* On a small board: from a square on, as many steps as are on it. */
int32_t cp_position_walk(const struct cp_position *p, uint32_t line, cp_square from, int way)
{
    uint32_t files = (uint32_t)p->law->variant->files, ranks = (uint32_t)p->law->variant->ranks;
    uint32_t dx = (uint32_t)(way * p->law->line_dx[line]);
    uint32_t dy = (uint32_t)(way * p->law->line_dy[line]);
    uint32_t file = (uint32_t)from.file.v - 1 + dx, rank = (uint32_t)from.rank.v - 1 + dy;
    int32_t man = CP_NOBODY;
    for (; man == CP_NOBODY && file < files && rank < ranks; file += dx, rank += dy)
        man = p->bucket[rank * files + file];
    return man;
}

/* The square of a line at a coordinate, both of a small board, or some square beyond its edges. */
static cp_square square_on_line(const struct cp_law *law, uint32_t line, cp_int key, cp_int where)
{
    int64_t dx = law->line_dx[line], dy = law->line_dy[line];
    return dx ? (cp_square){where, CP_INT((dy * where.v - key.v) / dx)}
              : (cp_square){CP_INT(key.v / dy), where};
}

int32_t cp_position_beyond(const struct cp_position *p, uint32_t line, cp_int key, cp_int origin,
                           int way)
{
    if (p->squares && (uint64_t)origin.v <= SIDE_MOST) {
        cp_square at = square_on_line(p->law, line, key, origin);
        if (cp_on_board(p->law, p->ints, at))
            return cp_position_walk(p, line, at, way);
    }
    uint32_t lines = p->law->line_count;
    cp_int best = CP_INT(0);
    int32_t found = CP_NOBODY;
    if (CP_UNLIKELY(p->has_trees))
        return beyond_in_tree(p, line, key, origin, way);
    int32_t man = CP_NOBODY;
    while ((man = next_on_line(p, line, key, man)) != CP_NOBODY) {
        if (!cp_int_equal(p->key[(uint32_t)man * lines + line], key))
            continue;
        cp_int where = cp_line_place(p->law, line, p->at[man]);
        if (cp_int_compare(p->ints, where, origin) * way <= 0)
            continue;
        if (found == CP_NOBODY || cp_int_compare(p->ints, where, best) * way < 0) {
            found = man;
            best = where;
        }
    }
    return found;
}

int32_t cp_position_first(const struct cp_position *p, const cp_spot *from, uint32_t line, int way,
                          cp_int *steps)
{
    int32_t found =
        p->squares && cp_on_board(p->law, p->ints, from->at)
            ? cp_position_walk(p, line, from->at, way) /* no need to look for the square */
            : cp_position_beyond(p, line, from->key[line], cp_line_place(p->law, line, from->at),
                                 way);
    if (found != CP_NOBODY && steps) {
        *steps = cp_line_steps(p, line, from->at, p->at[found]);
        if (way < 0)
            *steps = cp_int_negate(p->ints, *steps);
    }
    return found;
}

bool cp_position_is_clear(const struct cp_position *p, uint32_t line, cp_square a, cp_square b)
{
    uint32_t lines = p->law->line_count;
    if (p->squares && cp_on_board(p->law, p->ints, a) && cp_on_board(p->law, p->ints, b)) {
        cp_int steps = cp_line_steps(p, line, a, b);
        int32_t first = cp_position_walk(p, line, a, steps.v < 0 ? -1 : 1);
        if (first == CP_NOBODY)
            return true;
        cp_int away = cp_line_steps(p, line, a, p->at[first]);
        return (away.v < 0 ? -away.v : away.v) >= (steps.v < 0 ? -steps.v : steps.v);
    }
    cp_int key = cp_line_key(p->law, p->ints, line, a);
    cp_int low = cp_line_place(p->law, line, a), high = cp_line_place(p->law, line, b);
    if (cp_int_compare(p->ints, low, high) > 0) {
        cp_int swap = low;
        low = high;
        high = swap;
    }
    if (CP_UNLIKELY(p->has_trees)) {
        int32_t first = beyond_in_tree(p, line, key, low, 1);
        return first == CP_NOBODY ||
               cp_int_compare(p->ints, cp_line_place(p->law, line, p->at[first]), high) >= 0;
    }
    int32_t man = CP_NOBODY;
    while ((man = next_on_line(p, line, key, man)) != CP_NOBODY) {
        if (!cp_int_equal(p->key[(uint32_t)man * lines + line], key))
            continue;
        cp_int where = cp_line_place(p->law, line, p->at[man]);
        if (cp_int_compare(p->ints, low, where) < 0 && cp_int_compare(p->ints, where, high) < 0)
            return false;
    }
    return true;
}

cp_square cp_square_step(struct cp_ints *t, cp_square a, int32_t dx, int32_t dy, cp_int n)
{
    return (cp_square){cp_int_add(t, a.file, cp_int_scale(t, n, dx)),
                       cp_int_add(t, a.rank, cp_int_scale(t, n, dy))};
}
