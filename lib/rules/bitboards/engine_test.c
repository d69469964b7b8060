/* SPDX-License-Identifier: MIT */
/* engine_test.c -- the law of the engine behind the table of rules: whatever is asked
 * of a position that bitboards play, the general engine says of the same game, and the
 * plain arrays and, once settled, the index and the hash are equal field by field, on
 * the way forth and on the way back. CP_POSITIONS says on how many positions. */
#include "rules/bitboards/both_test.h"
#include "rules/bitboards/engine.h"
#include "rules/chess/turn.h"
#include "test.h"

enum { PLIES_MOST = 240 };

/* One game on both engines. */
struct duel {
    struct both both;
    struct cp_variant variant;
    struct cp_position general, fast;
    cp_undo undo_general[PLIES_MOST], undo_fast[PLIES_MOST];
    cp_hash hash[PLIES_MOST + 1]; /* of the positions so far */
    uint32_t plies;
    uint64_t seed;
    unsigned long taken_back, refused, repeated, fallen, castled;
};

static uint64_t roll(struct duel *d)
{
    d->seed ^= d->seed << 13;
    d->seed ^= d->seed >> 7;
    d->seed ^= d->seed << 17;
    return d->seed >> 16;
}

static unsigned long positions_wanted(void)
{
    const char *asked = getenv("CP_POSITIONS");
    return asked ? strtoul(asked, NULL, 10) : 12000;
}

static const cp_square home = {{0}, {0}};

/* ---- what must be equal ---- */

static const char *differ_in_men(const struct cp_position *a, const struct cp_position *b)
{
    if (a->count != b->count || a->standing != b->standing)
        return "how many men there are";
    if (memcmp(a->kind, b->kind, a->count) != 0 || memcmp(a->side, b->side, a->count) != 0)
        return "who they are";
    if (memcmp(a->gone, b->gone, a->count) != 0)
        return "who is gone";
    if (memcmp(a->falls_at, b->falls_at, a->count * sizeof *a->falls_at) != 0)
        return "when they fall";
    if (a->fallen_count != b->fallen_count ||
        memcmp(a->fallen, b->fallen, a->fallen_count * sizeof *a->fallen) != 0)
        return "who fell";
    for (uint32_t man = 0; man < a->count; man++)
        if (!cp_square_equal(a->at[man], b->at[man]))
            return "where they stand";
        else if (a->moved[man] != b->moved[man] &&
                 a->law->variant->kinds[a->kind[man]].has_first) /* nobody asks others */
            return "who has moved";
    return NULL;
}

static const char *differ_in_turn(struct cp_position *a, struct cp_position *b)
{
    if (memcmp(a->king, b->king, sizeof a->king) != 0 ||
        memcmp(a->castle, b->castle, sizeof a->castle) != 0)
        return "kings, or who may castle";
    if (a->turn != b->turn || a->ply != b->ply || a->quiet != b->quiet || a->delay != b->delay)
        return "turn, ply, quiet plies or delay";
    if (a->passing != b->passing || !cp_square_equal(a->passed, b->passed))
        return "who passed over what";
    if (a->checks != b->checks || memcmp(a->checker, b->checker, sizeof a->checker) != 0)
        return "who gives check";
    if (cp_position_has_passing(a) != cp_position_has_passing(b))
        return "whether it can be taken in passing";
    return NULL;
}

static const char *differ_in_index(struct cp_position *a, struct cp_position *b)
{
    cp_position_settle(b);
    if (a->hash.low != b->hash.low || a->hash.high != b->hash.high)
        return "the hash of the men";
    cp_hash ours = cp_position_hash(a), theirs = cp_position_hash(b);
    if (ours.low != theirs.low || ours.high != theirs.high)
        return "the hash";
    for (int square = 0; square < 64; square++)
        if (cp_position_get(a, both_square(square)) != cp_position_get(b, both_square(square)))
            return "who stands where";
    return NULL;
}

static const char *differ(struct cp_position *a, struct cp_position *b)
{
    const char *men = differ_in_men(a, b), *turn = differ_in_turn(a, b);
    return men ? men : turn ? turn : differ_in_index(a, b);
}

static bool is_same_move(const cp_move *a, const cp_move *b)
{
    return cp_square_equal(a->from, b->from) && cp_square_equal(a->to, b->to) && a->man == b->man &&
           a->taken == b->taken && a->promotion == b->promotion && a->in_passing == b->in_passing &&
           a->passes == b->passes && cp_square_equal(a->passed, b->passed) && a->rook == b->rook &&
           (a->rook == CP_NOBODY || cp_square_equal(a->rook_to, b->rook_to)) &&
           a->is_body == b->is_body;
}

static bool is_same_text(const cp_written *a, const cp_written *b)
{
    return cp_square_equal(a->from, b->from) && cp_square_equal(a->to, b->to) && a->has == b->has &&
           a->piece == b->piece && a->promotion == b->promotion && a->sep == b->sep &&
           a->castling == b->castling && a->check == b->check;
}

/* ---- a game ---- */

static bool set_up(struct duel *d, const struct cp_start *start, uint32_t delay)
{
    int32_t culprit;
    struct both *w = &d->both;
    cp_arena_reset(&w->scratch);
    d->plies = 0;
    d->variant.trapdoor = (int32_t)delay;
    for (int i = 0; i < 2; i++) {
        struct cp_position *p = i ? &d->fast : &d->general;
        if (i && start == &d->variant.start) {
            cp_bitboards_begin(p, &w->law, w->ints, &w->scratch);
            return true;
        }
        cp_position_init(p, &w->law, w->ints, &w->scratch, start);
        cp_rules_chess.begin(p, start);
        if (cp_rules_chess.check_setup(p, start, &culprit) != CP_OK)
            return false;
    }
    cp_bitboards_take_over(&d->fast);
    return d->fast.fast != NULL;
}

static uint32_t times_on_board(const struct duel *d)
{
    uint32_t times = 0;
    for (uint32_t i = 0; i <= d->plies; i++)
        times +=
            d->hash[i].low == d->hash[d->plies].low && d->hash[i].high == d->hash[d->plies].high;
    return times;
}

/* Any legal turn of the general engine, written in any style, or a slip. */
static bool find_move(struct duel *d, cp_written *w)
{
    struct cp_trapboard board;
    struct cp_resolution r;
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    if (!cp_trapboard_take(&board, &d->both.c, &d->general))
        return false;
    uint32_t count = cp_bitboard_moves(&board.b, moves);
    for (uint32_t tries = 0; count && tries < 40; tries++) {
        cp_written asked;
        bitboard_write(&board.b, &d->both.c, moves[roll(d) % count], CP_LONG, &asked);
        cp_rules_chess.resolve(&d->general, &asked, home, &r);
        if (r.why != CP_OK)
            continue;
        static const enum cp_style styles[] = {CP_SHORT, CP_LONG, CP_ENGINE, CP_SHORT};
        cp_rules_chess.write(&d->general, &r.move, styles[roll(d) % 4], home, w);
        return true;
    }
    return false;
}

static void slip(struct duel *d, cp_written *w)
{
    cp_int *numbers[] = {&w->to.file, &w->to.rank, &w->from.file, &w->from.rank};
    uint64_t dice = roll(d);
    *numbers[dice % 4] = CP_INT((int64_t)(dice >> 2) % 9);
    if (dice >> 8 & 1)
        w->piece = (uint8_t)((dice >> 9) % CP_ROLES);
    if (dice >> 12 & 1)
        w->has ^= (uint16_t)((dice >> 13) & CP_HAS_FROM);
}

static const char *resolve_both(struct duel *d, const cp_written *w, cp_move *move, bool *legal)
{
    struct cp_resolution a, b;
    struct cp_buf said, told;
    cp_rules_chess.resolve(&d->general, w, home, &a);
    cp_rules_bitboards.resolve(&d->fast, w, home, &b);
    *legal = a.why == CP_OK;
    *move = a.move;
    d->refused += !*legal;
    if (a.why != b.why)
        return "what a move is";
    if (*legal)
        return is_same_move(&a.move, &b.move) ? NULL : "which move is meant";
    cp_buf_init(&said, &d->both.scratch);
    cp_buf_init(&told, &d->both.scratch);
    cp_rules_chess.explain(&said, &d->general, &a, CP_BARE, home);
    cp_rules_of(&d->fast)->explain(&told, &d->fast, &b, CP_BARE, home);
    return cp_str_equal(cp_buf_str(&said), cp_buf_str(&told)) ? NULL : "the words of a refusal";
}

static const char *write_both(struct duel *d, const cp_move *move)
{
    for (enum cp_style style = CP_LONG; style <= CP_ENGINE; style++) {
        cp_written a, b;
        cp_rules_chess.write(&d->general, move, style, home, &a);
        cp_rules_bitboards.write(&d->fast, move, style, home, &b);
        if (!is_same_text(&a, &b))
            return "how a move is written";
    }
    return NULL;
}

/* *is_over: the game cannot go on. */
static const char *judge_both(struct duel *d, bool *is_over)
{
    int ours, theirs;
    uint32_t first;
    enum cp_outcome a = cp_rules_chess.outcome(&d->general, &ours);
    enum cp_outcome b = cp_rules_bitboards.outcome(&d->fast, &theirs);
    *is_over = a != CP_OUTCOME_NONE;
    d->hash[d->plies] = cp_position_hash(&d->general);
    uint32_t times = times_on_board(d);
    d->repeated += times > 2;
    if (a != b || ours != theirs)
        return "how the game stands";
    if (cp_rules_bitboards.seen(&d->fast, &first) != times)
        return "how often the position was on the board";
    if (d->hash[first].low != d->hash[d->plies].low)
        return "when it first was";
    if (!*is_over && roll(d) % 16 == 0 &&
        cp_perft(&d->general, 1, &d->both.scratch) != cp_perft(&d->fast, 1, &d->both.scratch))
        return "how many moves there are";
    return NULL;
}

static const char *play_both(struct duel *d, const cp_move *move, bool *is_over)
{
    const char *wrong = write_both(d, move);
    if (wrong)
        return wrong;
    cp_rules_chess.apply(&d->general, move, &d->undo_general[d->plies]);
    cp_rules_bitboards.apply(&d->fast, move, &d->undo_fast[d->plies]);
    d->fallen += d->undo_general[d->plies].falls;
    d->castled += move->rook != CP_NOBODY;
    d->plies++;
    wrong = roll(d) % 2 ? NULL : differ(&d->general, &d->fast);
    return wrong ? wrong : judge_both(d, is_over);
}

static const char *take_back_both(struct duel *d)
{
    d->plies--;
    d->taken_back++;
    cp_rules_chess.undo(&d->general, &d->undo_general[d->plies]);
    cp_rules_bitboards.undo(&d->fast, &d->undo_fast[d->plies]);
    return differ(&d->general, &d->fast);
}

/* Returns how many positions were compared. */
static unsigned long play_on(struct duel *d, unsigned long most)
{
    bool is_over = false, legal;
    cp_written w;
    cp_move move;
    const char *wrong = differ(&d->general, &d->fast);
    if (!wrong)
        wrong = judge_both(d, &is_over);
    unsigned long seen = 1;
    for (; !wrong && seen < most && d->plies < PLIES_MOST; seen++) {
        uint64_t dice = roll(d) % 128;
        if (d->plies && (dice < 8 || is_over)) {
            for (uint64_t back = 1 + roll(d) % (dice ? 3 : 150); !wrong && back && d->plies; back--)
                wrong = take_back_both(d);
            is_over = false;
            continue;
        }
        if (is_over || !find_move(d, &w))
            break;
        if (dice < 16)
            slip(d, &w);
        wrong = resolve_both(d, &w, &move, &legal);
        if (!wrong && legal)
            wrong = play_both(d, &move, &is_over);
    }
    if (wrong)
        printf("# the engines differ in %s at ply %u, delay %u\n", wrong, d->plies,
               d->general.delay);
    EXPECT(!wrong);
    return seen;
}

static bool duel_open(struct duel *d)
{
    *d = (struct duel){.seed = 88172645463325252u};
    if (!both_open(&d->both))
        return false;
    d->variant = *d->both.law.variant;
    d->both.law.variant = &d->variant;
    cp_bitboards_offer(&d->both.law, d->both.ints, &d->both.arena);
    return d->both.law.bits != NULL;
}

static const uint32_t delays[] = {0, 0, 0, 1, 0, 0, 3, 5};

TEST(bitboards_behind_the_table_say_what_the_general_engine_says_in_random_games)
{
    static struct duel d;
    EXPECT(duel_open(&d));
    for (unsigned long seen = 0, game = 0; seen < positions_wanted(); game++) {
        EXPECT(set_up(&d, &d.variant.start, delays[game % 8]));
        seen += play_on(&d, 160);
    }
    EXPECT(positions_wanted() < 12000 || (d.taken_back && d.refused && d.fallen && d.castled));
    both_close(&d.both);
}

TEST(and_from_random_positions_where_few_men_move_to_and_fro)
{
    static struct duel d;
    EXPECT(duel_open(&d));
    for (unsigned long seen = 0, tries = 0; seen < positions_wanted(); tries++) {
        uint8_t bytes[64];
        cp_man men[64];
        char rights[5];
        struct cp_start start;
        uint32_t delay = delays[tries % 8];
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(roll(&d) >> 8);
        both_invent(&d.both.c, bytes, tries % 2 ? sizeof bytes : 8, men, rights, &start);
        for (uint32_t i = 0; delay && i < start.count && !start.castling.len; i++)
            men[i].clock = (uint32_t)(roll(&d) % (2 * delay + 1));
        if (set_up(&d, &start, delay))
            seen += play_on(&d, 60);
        if (tries > 100 * positions_wanted()) {
            EXPECT(!"enough random positions are lawful");
            break;
        }
    }
    EXPECT(positions_wanted() < 12000 || (d.repeated && d.taken_back && d.fallen));
    both_close(&d.both);
}

/* A king walks about for so long that positions are found by their hashes. */
TEST(and_in_long_quiet_games)
{
    static struct duel d;
    EXPECT(duel_open(&d));
    for (int game = 0; game < 4; game++) {
        static const uint8_t kings[] = {0, 4, 0, 60, 0, 0, 0, 0};
        cp_man men[64];
        char rights[5];
        struct cp_start start;
        both_invent(&d.both.c, kings, 5, men, rights, &start);
        EXPECT(set_up(&d, &start, 0));
        (void)play_on(&d, 230);
    }
    EXPECT(d.repeated > 0);
    both_close(&d.both);
}
