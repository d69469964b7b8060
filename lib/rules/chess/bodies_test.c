/* SPDX-License-Identifier: MIT */
/* bodies_test.c -- blocks of other shapes and of other men, on boards with edges:
 * every move of a random position is judged by walking its squares one by one, and
 * told, counted and taken back alike (R-FORM-1 to R-FORM-3). Blocks of four knights
 * on the plane are judged in bodies_twin_test.c. */
#include "rules/chess/moves.h"
#include "rules/chess/replies.h"
#include "rules/chess/turn.h"
#include "rules/moves.h"
#include "rules/setup.h"
#include "test.h"

enum { FILES = 7, RANKS = 6, POSITIONS = 400, MEN = 14 };

struct world {
    struct cp_arena run, arena;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_variant *variant;
    struct cp_law law;
    struct cp_position p;
    uint64_t seed;
    cp_man men[MEN];
};

static bool world_init(struct world *w, const char *board, const char *body)
{
    struct cp_buf yaml, said;
    *w = (struct world){.seed = 88172645463325252u};
    cp_arena_init(&w->run, NULL, NULL);
    cp_arena_init(&w->arena, NULL, NULL);
    w->diags = cp_diags_in(&w->run);
    cp_buf_init(&yaml, &w->run);
    cp_buf_init(&said, &w->run);
    w->ints = cp_ints_open();
    cp_buf_printf(&yaml,
                  "id: box\nname: Box\n%s\npieces:\n"
                  "  K: {name: king, move: K, royal: true}\n"
                  "  N: {name: knight, move: N}\n"
                  "  R: {name: rook, move: R}\n"
                  "  P: {name: pawn, move: mfWcfF, unwritten: true, promotes: true}\n"
                  "  E: {name: nightrider, move: NN}\n"
                  "  H: {name: huygens, move: W, primes: 2}\n"
                  "  J: {name: long knight, move: N, primes: 2}\n"
                  "  Q: {name: queen, move: Q}\n"
                  "  V: {name: knight of the rook, move: R, promotes: true}\n"
                  "  F: {name: block, %s}\n"
                  "promotion: {white: 6, black: 1, to: [N, R]}\n"
                  "setup: {white: {K: a1}, black: {K: g6}}\n",
                  board, body);
    bool good =
        cp_variant_parse(&w->variant, &w->run, w->ints, cp_buf_str(&yaml), "box.yaml", &w->diags) &&
        cp_law_init(&w->law, w->variant, &w->run, &w->diags);
    cp_diags_format(&w->diags, &said, 9);
    EXPECT_STR(cp_buf_str(&said), "");
    return good;
}

static void world_close(struct world *w)
{
    cp_ints_close(w->ints);
    cp_arena_close(&w->arena);
    cp_arena_close(&w->run);
}

static cp_square square(int64_t file, int64_t rank)
{
    return (cp_square){CP_INT(file), CP_INT(rank)};
}

static int below(struct world *w, int n)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return (int)((w->seed >> 11) % (uint64_t)n);
}

/* ---- walking squares ---- */

static int32_t man_on(const struct world *w, int64_t file, int64_t rank)
{
    for (uint32_t man = 0; man < w->p.count; man++)
        if (!w->p.gone[man] && cp_square_equal(w->p.at[man], square(file, rank)))
            return (int32_t)man;
    return CP_NOBODY;
}

static bool is_block(const struct world *w, int64_t file, int64_t rank, uint8_t side)
{
    const struct cp_body_words *b = &w->variant->body;
    for (int f = 0; f < b->files; f++)
        for (int r = 0; r < b->ranks; r++) {
            int32_t man = man_on(w, file + f, rank + r);
            if (man == CP_NOBODY || w->p.kind[man] != b->of || w->p.side[man] != side)
                return false;
        }
    return true;
}

static bool covers(const struct world *w, int64_t bf, int64_t br, int64_t file, int64_t rank)
{
    const struct cp_body_words *b = &w->variant->body;
    return file >= bf && file < bf + b->files && rank >= br && rank < br + b->ranks;
}

/* Whether the block on (file,rank) gets to where (dx,dy) leads in n steps; whom it
 * takes there is *taken, kings being like anybody. */
static bool block_gets(const struct world *w, int64_t file, int64_t rank, const cp_ray *ray, int n,
                       int32_t *taken)
{
    const struct cp_body_words *b = &w->variant->body;
    uint8_t side = w->p.side[man_on(w, file, rank)];
    *taken = CP_NOBODY;
    for (int i = 1; i <= n; i++) {
        int64_t bf = file + i * ray->dx, br = rank + i * ray->dy;
        int met = 0;
        for (int64_t f = bf; f < bf + b->files; f++)
            for (int64_t r = br; r < br + b->ranks; r++) {
                if (f < 1 || f > FILES || r < 1 || r > RANKS)
                    return false;
                if (covers(w, bf - ray->dx, br - ray->dy, f, r) || covers(w, file, rank, f, r) ||
                    man_on(w, f, r) == CP_NOBODY)
                    continue;
                *taken = man_on(w, f, r);
                met++;
            }
        if (met > 1 || (met && (i < n || w->p.side[*taken] == side)))
            return false;
    }
    return !ray->high || n <= ray->high;
}

static bool is_in_check(const struct world *w, uint8_t side)
{
    int32_t king = w->p.king[side], taken;
    const struct cp_kind *kind = &w->variant->kinds[w->variant->body.kind];
    cp_spot spot;
    cp_spot_of_man(&spot, &w->p, king);
    for (uint32_t man = 0; man < w->p.count; man++)
        if (!w->p.gone[man] && w->p.side[man] != side &&
            cp_man_reaches(&w->p, (int32_t)man, &spot, CP_RAY_TAKES))
            return true;
    for (int f = 1; f <= FILES; f++)
        for (int r = 1; r <= RANKS; r++)
            for (uint32_t i = 0; i < kind->ray_count && is_block(w, f, r, !side); i++)
                for (int n = 1; n < FILES; n++)
                    if (block_gets(w, f, r, &kind->rays[!side][i], n, &taken) && taken == king)
                        return true;
    return false;
}

/* ---- do they agree ---- */

/* Plays and takes back; whether the mover's king is safe, as walking sees it, and
 * all is as it was. */
static bool is_safe(struct world *w, const cp_move *move)
{
    struct cp_position *p = &w->p;
    uint8_t side = (uint8_t)p->turn;
    cp_hash before = cp_position_hash(p);
    uint32_t checks = p->checks;
    cp_undo undo;
    cp_move_apply(p, move, &undo);
    bool safe = !is_in_check(w, side);
    EXPECT(!safe || (p->checks > 0) == is_in_check(w, (uint8_t)p->turn));
    cp_move_undo(p, &undo);
    cp_hash after = cp_position_hash(p);
    EXPECT(before.low == after.low && before.high == after.high && checks == p->checks);
    return safe;
}

static uint64_t count_of_man(struct world *w, int32_t man, cp_square to)
{
    cp_move move;
    enum cp_diag why = cp_move_check_reach(&w->p, man, to, CP_NO_KIND, &move);
    uint8_t kind = w->variant->promotion[w->p.turn].to[0];
    uint64_t choices = why == CP_PROMOTION_MISSING ? w->variant->promotion[w->p.turn].to_count : 1;
    if (why == CP_PROMOTION_MISSING)
        why = cp_move_check_reach(&w->p, man, to, kind, &move);
    if (why)
        return 0;
    bool safe = is_safe(w, &move);
    EXPECT_INT(cp_move_check(&w->p, man, to, move.promotion, &move) == CP_OK, safe);
    return safe ? choices : 0;
}

static uint64_t count_of_block(struct world *w, int64_t file, int64_t rank)
{
    struct cp_position *p = &w->p;
    const struct cp_kind *kind = &w->variant->kinds[w->variant->body.kind];
    int32_t man = man_on(w, file, rank), taken;
    uint64_t count = 0;
    for (uint32_t i = 0; i < kind->ray_count; i++)
        for (int n = 1; n <= FILES; n++) {
            const cp_ray *ray = &kind->rays[p->turn][i];
            cp_square to = square(file + n * ray->dx, rank + n * ray->dy);
            cp_move move;
            bool gets = block_gets(w, file, rank, ray, n, &taken) &&
                        (taken == CP_NOBODY || taken != p->king[!p->turn]);
            EXPECT_INT(cp_body_check_reach(p, man, to, &move) == CP_OK, gets);
            if (!gets)
                continue;
            EXPECT_INT(move.taken, taken);
            bool safe = is_safe(w, &move);
            EXPECT_INT(cp_any_check(p, true, man, to, CP_NO_KIND, &move) == CP_OK, safe);
            count += safe;
        }
    return count;
}

static uint64_t count_by_walking(struct world *w)
{
    struct cp_position *p = &w->p;
    uint64_t count = 0;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || p->side[man] != p->turn)
            continue;
        for (int f = 1; f <= FILES; f++)
            for (int r = 1; r <= RANKS; r++)
                count += count_of_man(w, man, square(f, r));
        if (is_block(w, p->at[man].file.v, p->at[man].rank.v, (uint8_t)p->turn))
            count += count_of_block(w, p->at[man].file.v, p->at[man].rank.v);
    }
    return count;
}

/* Two plies: each move that is told is played, and its replies walked. */
static uint64_t count_two_plies(struct world *w, const struct cp_ranges *s)
{
    struct cp_position *p = &w->p;
    uint64_t count = 0;
    for (uint32_t i = 0; i < s->count; i++)
        for (int64_t n = s->list[i].low.v; n <= s->list[i].high.v; n++)
            for (uint32_t k = 0;
                 k < (s->list[i].promotes ? w->variant->promotion[w->p.turn].to_count : 1); k++) {
                uint8_t kind =
                    s->list[i].promotes ? w->variant->promotion[w->p.turn].to[k] : CP_NO_KIND;
                cp_move move;
                cp_undo undo;
                EXPECT_INT(cp_range_move(p, &s->list[i], CP_INT(n), kind, &move), CP_OK);
                cp_move_apply(p, &move, &undo);
                count += count_by_walking(w);
                cp_move_undo(p, &undo);
            }
    return count;
}

static void judge_two_plies(struct world *w)
{
    struct cp_ranges s;
    cp_ranges_init(&s, &w->arena);
    for (int32_t man = 0; man < (int32_t)w->p.count; man++)
        if (w->p.side[man] == w->p.turn)
            cp_chess_each_move(&w->p, man, &s);
    EXPECT_INT((int64_t)cp_perft(&w->p, 2, &w->arena), (int64_t)count_two_plies(w, &s));
}

static void put(struct world *w, struct cp_start *s, uint8_t kind, uint8_t side, int64_t file,
                int64_t rank)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (cp_square_equal(s->men[i].square, square(file, rank)))
            return;
    if (s->count < MEN && file <= FILES && rank <= RANKS)
        s->men[s->count++] = (cp_man){.square = square(file, rank), .kind = kind, .side = side};
    (void)w;
}

static bool set_up(struct world *w)
{
    const struct cp_body_words *b = &w->variant->body;
    struct cp_start s = {.men = w->men, .turn = below(w, 2) ? CP_BLACK : CP_WHITE};
    int32_t culprit;
    cp_arena_reset(&w->arena);
    for (uint8_t side = 0; side < 2; side++)
        put(w, &s, w->law.royal[side], side, 1 + below(w, FILES), 1 + below(w, RANKS));
    for (int i = 0; i < 2; i++) {
        uint8_t side = (uint8_t)(below(w, 3) ? cp_other(s.turn) : s.turn);
        int file = 1 + below(w, FILES), rank = 1 + below(w, RANKS);
        for (int k = 0; k < b->files * b->ranks; k++)
            put(w, &s, b->of, side, file + k / b->ranks, rank + k % b->ranks);
    }
    for (int i = below(w, 4); i > 0; i--)
        put(w, &s, (uint8_t)(1 + below(w, 3)), (uint8_t)below(w, 2), 1 + below(w, FILES),
            2 + below(w, RANKS - 2));
    w->law.many = w->law.many ? 0 : CP_MEN_MANY; /* both ways to look, in turn */
    cp_position_init(&w->p, &w->law, w->ints, &w->arena, &s);
    return cp_setup_check(&w->p, &s, &culprit) == CP_OK;
}

static uint32_t count_body_ranges(struct world *w)
{
    struct cp_ranges s;
    uint32_t count = 0;
    cp_ranges_init(&s, &w->arena);
    for (int32_t man = 0; man < (int32_t)w->p.count; man++)
        if (w->p.side[man] == w->p.turn)
            cp_chess_each_move(&w->p, man, &s);
    for (uint32_t i = 0; i < s.count; i++)
        count += s.list[i].is_body;
    return count;
}

static void judge_boxes(const char *body)
{
    struct world w;
    struct cp_move_count all;
    struct cp_ranges ranges;
    int blocks = 0;
    if (!world_init(&w, "board: {files: 7, ranks: 6}\nnotation: bare", body))
        return;
    for (int i = 0; i < POSITIONS;) {
        if (!set_up(&w))
            continue;
        i++;
        uint64_t count = count_by_walking(&w);
        cp_ranges_init(&ranges, &w.arena);
        cp_moves_count(&all, &w.p, &ranges);
        EXPECT_INT(all.count.v, (int64_t)count);
        EXPECT_INT((int64_t)cp_perft(&w.p, 1, &w.arena), (int64_t)count);
        EXPECT_INT(cp_position_can_move(&w.p), count > 0);
        blocks += (int)count_body_ranges(&w);
        if (i % 40 == 0)
            judge_two_plies(&w);
    }
    EXPECT(blocks > POSITIONS / 8);
    world_close(&w);
}

TEST(blocks_of_four_knights_in_a_box)
{
    judge_boxes("move: Q, body: {of: N, files: 2, ranks: 2}");
}

TEST(three_knights_in_a_column)
{
    judge_boxes("move: B, body: {of: N, files: 1, ranks: 3}");
}

TEST(two_rooks_side_by_side_who_move_two_steps_at_most)
{
    judge_boxes("move: R2F, body: {of: R, files: 2, ranks: 1}");
}

TEST(four_rooks_in_a_row)
{
    judge_boxes("move: K, body: {of: R, files: 4, ranks: 1}");
}

TEST(knights_who_go_forward_only)
{
    judge_boxes("move: fRfF, body: {of: N, files: 2, ranks: 1}");
}

/* ---- intervals ---- */

enum { LENGTHS = 40, FIELD = 12 };

/* The run that tells a length, NULL when none does. */
static const cp_range *run_with(const struct world *w, const struct cp_ranges *s, bool is_body,
                                const cp_path *path, int64_t n)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const cp_range *run = &s->list[i];
        if (run->is_body == is_body && run->dx == path->ray.dx && run->dy == path->ray.dy &&
            cp_int_compare(w->ints, CP_INT(n), run->low) >= 0 &&
            (run->is_endless || cp_int_compare(w->ints, CP_INT(n), run->high) <= 0) &&
            (!run->primes || cp_int_is_prime(w->ints, CP_INT(n))))
            return run;
    }
    return NULL;
}

static bool differs(struct world *w, int32_t man, const struct cp_ranges *s, bool is_body,
                    const cp_path *path, int64_t n)
{
    cp_move move;
    cp_square to = cp_square_step(w->ints, w->p.at[man], path->ray.dx, path->ray.dy, CP_INT(n));
    enum cp_diag why = cp_any_check(&w->p, is_body, man, to, CP_NO_KIND, &move);
    bool promotes = why == CP_PROMOTION_MISSING;
    if (promotes)
        why = cp_any_check(&w->p, is_body, man, to, w->variant->promotion[w->p.turn].to[0], &move);
    const cp_range *run = run_with(w, s, is_body, path, n);
    return (why == CP_OK) != (run != NULL) || (run && run->promotes != promotes);
}

/* The first lengths, and those at both ends of whatever was told. */
static int count_differences(struct world *w, int32_t man, const struct cp_ranges *s, bool is_body,
                             const cp_path *paths, uint32_t count)
{
    int differences = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (int n = paths[i].ray.low; n <= LENGTHS; n++)
            differences += differs(w, man, s, is_body, &paths[i], n);
        for (uint32_t r = 0; r < s->count; r++)
            for (int64_t off = -2; off <= 2; off++) {
                int64_t low = s->list[r].low.v + off, high = s->list[r].high.v + off;
                differences += low > 0 && differs(w, man, s, is_body, &paths[i], low);
                differences += high > 0 && differs(w, man, s, is_body, &paths[i], high);
            }
    }
    return differences;
}

static int64_t somewhere(struct world *w, int64_t spread)
{
    int64_t cell = below(w, FIELD) - FIELD;
    return spread == 1 ? cell : cell * spread + below(w, 3) - 1;
}

/* Near the promotion ranks; men of one kind, or of any for 0. */
static bool set_up_on_plane(struct world *w, uint8_t only, int64_t spread)
{
    const struct cp_body_words *b = &w->variant->body;
    struct cp_start s = {.men = w->men, .turn = below(w, 2) ? CP_BLACK : CP_WHITE};
    int32_t culprit;
    cp_arena_reset(&w->arena);
    for (uint8_t side = 0; side < 2; side++)
        put(w, &s, w->law.royal[side], side, somewhere(w, spread), somewhere(w, spread));
    for (int i = 0; i < 2; i++) {
        int64_t file = somewhere(w, spread), rank = somewhere(w, spread);
        uint8_t side = (uint8_t)(below(w, 3) ? cp_other(s.turn) : s.turn);
        for (int k = 0; k < b->files * b->ranks; k++)
            put(w, &s, b->of, side, file + k / b->ranks, rank + k % b->ranks);
    }
    for (int i = 1 + below(w, 5); i > 0; i--) {
        uint8_t kind = only ? only : (uint8_t)(1 + below(w, 8));
        put(w, &s, kind, (uint8_t)below(w, 2), somewhere(w, spread), somewhere(w, spread));
    }
    w->law.many = w->law.many ? 0 : CP_MEN_MANY; /* both ways to look, in turn */
    cp_position_init(&w->p, &w->law, w->ints, &w->arena, &s);
    cp_trapdoor_lay(&w->p);
    return cp_setup_check(&w->p, &s, &culprit) == CP_OK;
}

static void judge_intervals(const char *body, char only, int64_t spread)
{
    struct world w;
    struct cp_ranges s;
    int differences = 0;
    char letter[2] = {only, '\0'};
    if (!world_init(&w, "board: plane\nnotation: letters\nwindow: (a1) (h8)", body))
        return;
    uint8_t kind = only ? cp_alphabet_find(&w.variant->alphabet, cp_str_from(letter), false) : 0;
    for (int i = 0; i < (getenv("CP_QUICK") ? POSITIONS / 8 : POSITIONS);) {
        if (!set_up_on_plane(&w, kind, spread))
            continue;
        i++;
        bool any = false;
        for (int32_t man = 0; man < (int32_t)w.p.count; man++) {
            cp_body block;
            const struct cp_movement *m = cp_movement_of(&w.p, man);
            if (w.p.side[man] != w.p.turn)
                continue;
            cp_ranges_init(&s, &w.arena);
            cp_chess_each_move(&w.p, man, &s);
            for (uint32_t r = 0; r < s.count; r++)
                any |= !cp_range_is_empty(w.ints, &s.list[r]);
            differences += count_differences(&w, man, &s, false, m->paths, m->path_count);
            if (cp_body_find(&w.p, man, &block))
                differences += count_differences(&w, man, &s, true, w.law.body_paths[w.p.turn],
                                                 w.law.body_path_count);
        }
        EXPECT_INT(cp_position_can_move(&w.p), any);
    }
    EXPECT_INT(differences, 0);
    world_close(&w);
}

TEST(each_length_is_listed_as_it_is_judged_by_itself)
{
    judge_intervals("move: Q, body: {of: N, files: 2, ranks: 2}", 0, 1);
    judge_intervals("move: Q, body: {of: R, files: 2, ranks: 1}", 'V', 1);
    judge_intervals("move: Q, body: {of: E, files: 1, ranks: 2}", 'E', 1);
    judge_intervals("move: R, body: {of: H, files: 2, ranks: 2}", 0, 1);
    judge_intervals("move: Q, body: {of: N, files: 2, ranks: 2}", 'J', 1);
}

TEST(and_so_are_lengths_of_a_thousand_million)
{
    judge_intervals("move: Q, body: {of: N, files: 2, ranks: 2}", 0, 1000000000);
    judge_intervals("move: Q, body: {of: N, files: 2, ranks: 2}", 'Q', 1000000000);
    judge_intervals("move: Q, body: {of: Q, files: 2, ranks: 1}", 'R', 1000000000);
}

/* ---- by name ---- */

static bool play(struct world *w, int file, int rank, int to_file, int to_rank)
{
    cp_move move;
    cp_undo undo;
    int32_t man = cp_position_get(&w->p, square(file, rank));
    if (man == CP_NOBODY ||
        cp_any_check(&w->p, true, man, square(to_file, to_rank), CP_NO_KIND, &move) != CP_OK)
        return false;
    cp_turn_apply(&w->p, &move, &undo);
    w->p.turn = CP_WHITE; /* nobody answers */
    return true;
}

TEST(a_block_of_a_variant_without_bodies_is_none)
{
    struct world w;
    EXPECT(world_init(&w, "board: plane\nnotation: letters\nwindow: (a1) (h8)",
                      "move: Q, body: {of: N, files: 2, ranks: 2}"));
    w.variant->body.exists = false;
    EXPECT(cp_law_init(&w.law, w.variant, &w.run, &w.diags));
    struct cp_start s = {.men = w.men};
    put(&w, &s, w.law.royal[0], CP_WHITE, 1, 1);
    for (int i = 0; i < 4; i++)
        put(&w, &s, w.variant->body.of, CP_WHITE, 3 + i / 2, 3 + i % 2);
    cp_position_init(&w.p, &w.law, w.ints, &w.arena, &s);
    EXPECT(!play(&w, 3, 3, 3, 5));
    world_close(&w);
}

TEST(each_man_of_a_block_has_a_clock_and_gets_his_own_back)
{
    struct world w;
    EXPECT(world_init(&w, "board: plane\nnotation: letters\nwindow: (a1) (h8)\ntrapdoor: 3",
                      "move: Q, body: {of: N, files: 2, ranks: 2}"));
    struct cp_start s = {.men = w.men};
    put(&w, &s, w.law.royal[0], CP_WHITE, 1, 1);
    for (int i = 0; i < 4; i++) {
        put(&w, &s, w.variant->body.of, CP_WHITE, 3 + i / 2, 3 + i % 2);
        s.men[1 + i].clock = (uint32_t)(2 + i); /* R-TD-3 */
    }
    cp_position_init(&w.p, &w.law, w.ints, &w.arena, &s);
    cp_trapdoor_lay(&w.p);
    cp_move move;
    cp_undo undo;
    EXPECT_INT(cp_any_check(&w.p, true, 1, square(3, 7), CP_NO_KIND, &move), CP_OK);
    cp_turn_apply(&w.p, &move, &undo);
    for (int man = 1; man <= 4; man++)
        EXPECT_INT(cp_trapdoor_left(&w.p, man), 6);
    cp_move_undo(&w.p, &undo);
    for (int man = 1; man <= 4; man++)
        EXPECT_INT(cp_trapdoor_left(&w.p, man), man + 1);
    world_close(&w);
}

/* Lines of steps (2,1) are counted in steps, not in files. */
TEST(a_nightrider_held_on_its_own_line_stays_on_it)
{
    struct world w;
    struct cp_ranges s;
    EXPECT(world_init(&w, "board: plane\nnotation: letters\nwindow: (a1) (h8)",
                      "move: Q, body: {of: N, files: 2, ranks: 2}"));
    uint8_t rider = cp_alphabet_find(&w.variant->alphabet, CP_STR("E"), false);
    struct cp_start start = {.men = w.men, .count = 4};
    w.men[0] = (cp_man){.square = square(20, 10), .kind = w.law.royal[0], .side = CP_WHITE};
    w.men[1] = (cp_man){.square = square(-50, 60), .kind = w.law.royal[0], .side = CP_BLACK};
    w.men[2] = (cp_man){.square = square(0, 0), .kind = rider, .side = CP_BLACK};
    w.men[3] = (cp_man){.square = square(10, 5), .kind = rider, .side = CP_WHITE};
    cp_position_init(&w.p, &w.law, w.ints, &w.arena, &start);
    cp_ranges_init(&s, &w.arena);
    cp_chess_each_move(&w.p, 3, &s);
    int64_t lengths = 0;
    for (uint32_t i = 0; i < s.count; i++)
        lengths += s.list[i].high.v - s.list[i].low.v + 1;
    EXPECT_INT(s.count, 3); /* to the king, to the rider, and him */
    EXPECT_INT(lengths, 9);
    world_close(&w);
}
