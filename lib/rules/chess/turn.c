/* SPDX-License-Identifier: MIT */
/* turn.c -- the mate test of step 2 asks for replies, whose legality asks for
 * their own falls, which asks whether the reply mates: the questions nest. Each
 * level needs a turn that checks and would expose its own king by a fall, and that leaves
 * its king unattacked before: so the nest is shallow in any real position. DEEPEST bounds
 * it, and beyond it the position is marked undecided rather than answered.
 *
 * Why so: D12 (DECISIONS.md). */
#include "rules/chess/turn.h"

#include "rules/chess/attack.h"
#include "rules/chess/replies.h"

#include <stdlib.h>

enum { DEEPEST = 24 };

/* The men a move displaces: one, castling's two, or a body. */
static cp_body movers_of(const struct cp_position *p, const cp_move *move)
{
    cp_body body;
    if (!move->is_body || !cp_body_find(p, move->man, &body))
        body = (cp_body){{move->man, move->rook}, move->rook == CP_NOBODY ? 1 : 2};
    return body;
}

static bool is_due(const struct cp_position *p, const cp_move *move)
{
    cp_body movers = movers_of(p, move);
    int32_t man = CP_NOBODY;
    while ((man = cp_position_next_due(p, man, p->ply + 1)) != CP_NOBODY) {
        bool goes = man == move->taken;
        for (uint32_t i = 0; i < movers.count; i++)
            goes |= movers.man[i] == man;
        if (!goes)
            return true;
    }
    return false;
}

/* ---- lifting and putting back: `fallen` is a stack ---- */

static int by_number(const void *a, const void *b)
{
    int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

/* Lifts the men that fall at the end of a ply, all but one, in their order; returns how
 * many. */
static uint32_t lift_due(struct cp_position *p, uint32_t ply, int32_t but)
{
    uint32_t first = p->fallen_count;
    int32_t man = CP_NOBODY;
    while ((man = cp_position_next_due(p, man, ply)) != CP_NOBODY)
        if (man != but)
            p->fallen[p->fallen_count++] = man;
    uint32_t count = p->fallen_count - first;
    if (p->due_head && count > 1)
        qsort(&p->fallen[first], count, sizeof *p->fallen, by_number);
    for (uint32_t i = first; i < p->fallen_count; i++) {
        man = p->fallen[i];
        cp_position_del(p, man);
        if (p->king[p->side[man]] == man)
            p->king[p->side[man]] = CP_NOBODY;
    }
    return count;
}

void cp_trapdoor_put_back(struct cp_position *p)
{
    int32_t man = p->fallen[--p->fallen_count];
    cp_position_put(p, man, p->at[man]);
    if (p->kind[man] == p->law->royal[p->side[man]])
        p->king[p->side[man]] = man;
}

bool cp_falls_lift(struct cp_position *p, int32_t mover)
{
    int32_t king = p->king[p->turn];
    bool is_king_due = king != CP_NOBODY && king != mover && p->falls_at[king] == p->ply + 1;
    p->fallen_mark = p->fallen_count;
    return !is_king_due && lift_due(p, p->ply + 1, mover) > 0;
}

void cp_falls_put_back(struct cp_position *p)
{
    while (p->fallen_count > p->fallen_mark)
        cp_trapdoor_put_back(p);
}

/* ---- other victories ---- */

static uint8_t won_by(const struct cp_position *p, enum cp_side side)
{
    uint8_t wins = p->law->variant->wins[side];
    enum cp_side other = cp_other(side);
    uint32_t royals = 0, taken = 0;
    bool is_on_hill = false;
    for (int32_t man = p->royal[other]; man != CP_NOBODY; man = cp_royal_after(p, man)) {
        royals++;
        taken += p->gone[man];
    }
    for (int32_t man = p->royal[side]; man != CP_NOBODY; man = cp_royal_after(p, man))
        is_on_hill |= wins & CP_WINS_HILL && !p->gone[man] &&
                      cp_variant_is_hill(p->law->variant, p->ints, p->at[man]);
    if (wins & CP_WINS_CHECKS && p->checked[side] >= p->law->variant->alphabet.checks_win)
        return CP_WINS_CHECKS;
    bool is_alone = wins & CP_WINS_ALL_TAKEN;
    for (uint32_t man = 0; is_alone && man < p->count; man++)
        is_alone = p->owner[man] != other || p->gone[man];
    if (is_alone)
        return CP_WINS_ALL_TAKEN;
    if (wins & CP_WINS_ROYAL_TAKEN && taken)
        return CP_WINS_ROYAL_TAKEN;
    if (wins & CP_WINS_ROYALS_TAKEN && royals && taken == royals)
        return CP_WINS_ROYALS_TAKEN;
    return is_on_hill ? CP_WINS_HILL : 0;
}

static bool is_on_goal(struct cp_position *p, enum cp_side side, cp_square at)
{
    const struct cp_goal *goal = &p->law->variant->goal;
    bool is = false;
    for (uint32_t i = 0; i < goal->block_count[side] && !is; i++)
        is = cp_border_has(&goal->blocks[side][i], p->ints, at);
    return is;
}

/* By whomever's pieces. */
static bool is_goal_full(struct cp_position *p, enum cp_side side)
{
    bool is = true;
    for (int32_t rank = 1; rank <= p->law->variant->ranks && is; rank++)
        for (int32_t file = 1; file <= p->law->variant->files && is; file++) {
            cp_square at = {CP_INT(file), CP_INT(rank)};
            is = !is_on_goal(p, side, at) || cp_position_get(p, at) != CP_NOBODY;
        }
    return is;
}

/* Whether enough pieces stand on their goal; is_safe: that are not attacked. */
static bool is_goal_reached(struct cp_position *p, enum cp_side side, bool is_safe)
{
    const struct cp_goal *goal = &p->law->variant->goal;
    int32_t there = 0;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || p->owner[man] != side || !(goal->kinds >> p->kind[man] & 1) ||
            !is_on_goal(p, side, p->at[man]))
            continue;
        cp_spot spot;
        cp_spot_of_man(&spot, p, man);
        there += !is_safe || !cp_is_attacked(p, &spot, cp_other(side));
    }
    return there >= goal->count || (there && goal->may_be_full && is_goal_full(p, side));
}

/* Whether the side to move may yet come to its goal, or take who stands on the other's: of pieces
 * that are not all royal that is not asked. */
static bool may_answer(struct cp_position *p)
{
    const struct cp_goal *goal = &p->law->variant->goal;
    bool may = goal->kinds & ~p->law->royals;
    for (int32_t man = p->royal[p->turn]; !may && man != CP_NOBODY; man = cp_royal_after(p, man))
        for (uint32_t i = 0; !p->gone[man] && !may && i < goal->block_count[p->turn]; i++) {
            /* a rank has no left and right of its own */
            const struct cp_border *b = &goal->blocks[p->turn][i];
            int64_t left = b->has[CP_BORDER_LEFT] ? b->at[CP_BORDER_LEFT].v : 1;
            int64_t right =
                b->has[CP_BORDER_RIGHT] ? b->at[CP_BORDER_RIGHT].v : p->law->variant->files;
            for (int64_t rank = b->at[CP_BORDER_BOTTOM].v; !may && rank <= b->at[CP_BORDER_TOP].v;
                 rank++)
                for (int64_t file = left; !may && file <= right; file++) {
                    cp_move move;
                    may = goal->kinds >> p->kind[man] & 1 &&
                          cp_any_check(p, false, man, (cp_square){CP_INT(file), CP_INT(rank)},
                                       CP_NO_KIND, &move) == CP_OK;
                }
        }
    return may;
}

/* By a goal: whoever has just come there, unless it is answered; and who was there before. */
static bool is_goal_decided(struct cp_position *p, int *winner)
{
    const struct cp_goal *goal = &p->law->variant->goal;
    enum cp_side other = p->turn, mover = cp_other(other);
    bool has_come = is_goal_reached(p, mover, goal->is_safe);
    bool is_waiting = has_come && goal->is_answered[mover] && !goal->is_safe && may_answer(p);
    bool was_there =
        (goal->is_answered[other] || !goal->is_safe) && is_goal_reached(p, other, false);
    *winner = has_come && was_there && goal->is_answered[other] ? -1
              : has_come && !is_waiting                         ? (int)mover
                                                                : (int)other;
    return was_there || (has_come && !is_waiting);
}

static int32_t count_men(const struct cp_position *p, enum cp_side side, uint64_t kinds)
{
    int32_t count = 0;
    for (uint32_t man = 0; man < p->count; man++)
        count += !p->gone[man] && p->owner[man] == side && (kinds >> p->kind[man] & 1);
    return count;
}

static bool is_extinct(const struct cp_position *p, const struct cp_extinct *e, enum cp_side side)
{
    bool is = false;
    for (uint64_t rest = e->kinds; rest && !is; rest = e->is_of_all ? 0 : rest & (rest - 1)) {
        uint64_t kinds = e->is_of_all ? rest : rest & (~rest + 1);
        is = count_men(p, side, kinds) <= e->count &&
             count_men(p, cp_other(side), kinds) >= e->others + (e->is_answered && side == p->turn);
    }
    return is;
}

int cp_position_fewer(const struct cp_position *p)
{
    int32_t white = count_men(p, CP_WHITE, UINT64_MAX), black = count_men(p, CP_BLACK, UINT64_MAX);
    return white == black ? -1 : (int)(white < black ? CP_WHITE : CP_BLACK);
}

/* Of the side that has just moved first: the other could only have won before. */
uint8_t cp_position_won(struct cp_position *p, int *winner)
{
    const uint8_t *wins = p->law->variant->wins;
    enum cp_side sides[2] = {cp_other(p->turn), p->turn};
    for (int i = 0; i < 2; i++) {
        uint8_t how = won_by(p, sides[i]);
        *winner = (int)sides[i];
        if (how)
            return how;
    }
    const struct cp_extinct *rules[2] = {&p->law->variant->extinct, &p->law->variant->bared};
    for (int i = 0; i < 4 && wins[CP_WHITE] & CP_WINS_EXTINCT; i++) {
        const struct cp_extinct *e = rules[i / 2];
        enum cp_side side = sides[i % 2];
        if (!e->kinds || !is_extinct(p, e, side))
            continue;
        *winner = e->result == CP_STALEMATE_DRAWS  ? -1
                  : e->result == CP_STALEMATE_WINS ? (int)side
                                                   : (int)cp_other(side);
        return CP_WINS_EXTINCT;
    }
    if ((wins[CP_WHITE] | wins[CP_BLACK]) & CP_WINS_GOAL && is_goal_decided(p, winner))
        return CP_WINS_GOAL;
    *winner = -1;
    return 0;
}

/* ---- a turn ---- */

static void restart_clocks(struct cp_position *p, const cp_move *move, cp_undo *undo)
{
    cp_body movers = movers_of(p, move);
    undo->has_clocks = true;
    for (uint32_t i = 0; i < movers.count; i++) {
        undo->falls_at[i] = p->falls_at[movers.man[i]];
        if (p->due_head)
            undo->spared |= (uint8_t)(p->is_spared[movers.man[i]] << i);
        cp_position_set_clock(p, movers.man[i], p->ply + 2 * p->delay, false);
    }
}

/* Step 2. Called right after the move, the opponent to move. NO, out of a check: *reply
 * answers it. */
static enum cp_answer has_mated(struct cp_position *p, cp_reply *reply)
{
    bool before = p->is_undecided;
    if (!p->checks)
        return CP_NO;
    if (p->nesting >= DEEPEST)
        return CP_DOUBT;
    p->is_undecided = false;
    p->nesting++;
    enum cp_answer mated = cp_position_find_reply(p, reply) ? CP_NO : CP_YES;
    p->nesting--;
    if (mated == CP_YES && p->is_undecided)
        mated = CP_DOUBT;
    p->is_undecided = before;
    return mated;
}

uint32_t cp_trapdoor_open(struct cp_position *p)
{
    uint32_t falls = lift_due(p, p->ply, CP_NOBODY);
    p->quiet = falls ? 0 : p->quiet;
    for (uint32_t i = 0; p->law->variant->castles && i < falls; i++)
        cp_castling_forfeit(p, p->fallen[p->fallen_count - 1 - i]);
    return falls;
}

void cp_turn_apply(struct cp_position *p, const cp_move *move, cp_undo *undo)
{
    cp_move_apply(p, move, undo);
    if (p->delay) {
        /* Steps 2 to 4. Where nobody knows whether it mated, the men fall: if the game goes on, it
         * did not. */
        cp_reply reply;
        restart_clocks(p, move, undo);
        p->is_left_open = false;
        if (cp_position_next_due(p, CP_NOBODY, p->ply) != CP_NOBODY) {
            enum cp_answer mated = has_mated(p, &reply);
            p->is_left_open = mated == CP_DOUBT;
            if (mated == CP_YES)
                cp_position_spare_due(p, true);
            else {
                undo->falls = cp_trapdoor_open(p);
                if (undo->falls)
                    cp_position_find_checks(p);
            }
        }
    }
}

void cp_falls_take_back(struct cp_position *p, const cp_undo *undo)
{
    if (!undo->has_clocks)
        return; /* the move alone */
    cp_position_spare_due(p, false);
    for (uint32_t i = 0; i < undo->falls; i++)
        cp_trapdoor_put_back(p);
    cp_body movers = movers_of(p, &undo->move);
    for (uint32_t i = 0; i < movers.count; i++)
        cp_position_set_clock(p, movers.man[i], undo->falls_at[i], undo->spared >> i & 1);
}

void cp_burst(struct cp_position *p, cp_undo *undo)
{
    const cp_move *move = &undo->move;
    for (int32_t i = 0; i < 9; i++) {
        int32_t man = cp_position_get(p, cp_square_leap(p->ints, move->to, i / 3 - 1, i % 3 - 1));
        bool stays = man == CP_NOBODY || cp_is_void(p, man) ||
                     p->law->variant->burst_spares >> p->kind[man] & 1;
        if (stays && (man == CP_NOBODY || man != move->man))
            continue;
        cp_castling_forfeit(p, man);
        p->fallen[p->fallen_count++] = man;
        cp_position_del(p, man);
        if (p->king[p->side[man]] == man)
            p->king[p->side[man]] = CP_NOBODY;
        undo->burst++;
    }
}

void cp_burst_take_back(struct cp_position *p, const cp_undo *undo)
{
    for (uint32_t i = 0; i < undo->burst; i++)
        cp_trapdoor_put_back(p);
}

/* Right after the move, the due men gone for the moment, but for one if it is somebody. */
static int32_t attacker_after_falls(struct cp_position *p, enum cp_side side, int32_t stays)
{
    int32_t by;
    uint32_t mark = p->fallen_count;
    p->lifted += lift_due(p, p->ply, stays);
    (void)cp_attacked_king(p, side, &by);
    while (p->fallen_count > mark)
        cp_trapdoor_put_back(p);
    return by;
}

enum { TRIES = 64 }; /* of men that may be the cause: each costs a look at all */

int32_t cp_exposure_cause(struct cp_position *p, const cp_move *move)
{
    enum cp_side side = p->turn;
    int32_t cause = CP_NOBODY;
    bool is_found = false;
    cp_undo undo;
    cp_move_apply(p, move, &undo);
    restart_clocks(p, move, &undo);
    for (uint32_t man = 0, tries = 0; man < p->count && tries < TRIES && !is_found; man++) {
        if (p->falls_at[man] != p->ply || p->gone[man])
            continue;
        is_found = attacker_after_falls(p, side, (int32_t)man) == CP_NOBODY;
        if (is_found || cause == CP_NOBODY)
            cause = (int32_t)man;
        tries++;
    }
    cp_move_undo(p, &undo);
    return cause;
}

bool cp_exposure_step_off(struct cp_position *p, const cp_move *move, uint32_t line,
                          cp_reply *reply)
{
    cp_undo undo;
    cp_move_apply(p, move, &undo);
    restart_clocks(p, move, &undo);
    bool steps_off = cp_king_find_step_off(p, line, reply);
    cp_move_undo(p, &undo);
    return steps_off;
}

/* ---- looking ahead ----
 *
 * A second board without the men that fall at the end of this turn: a move is played there
 * to see whether its king is safe then. Only one that bares it, and gives check, could keep
 * them standing, by mating. */

bool cp_falls_begin(struct cp_position *p)
{
    if (!p->due_head || p->is_foreseeing)
        return false;
    p->is_foreseeing = true;
    p->has_after = false;
    p->foreseen_ply = p->ply;
    p->lifted = 0;
    return true;
}

void cp_falls_end(struct cp_position *p, bool is_begun)
{
    if (is_begun)
        p->is_foreseeing = p->has_after = false;
}

struct cp_position *cp_falls_foreseen(struct cp_position *p)
{
    return p->has_after && p->foreseen_ply == p->ply ? p->after : NULL;
}

/* What attacks the mover's king after the move and the falls. */
static int32_t attacker_after(struct cp_position *p, struct cp_position *after, const cp_move *move)
{
    int32_t man = move->man, king = p->king[p->turn], by = CP_NOBODY;
    bool takes = move->taken != CP_NOBODY && !after->gone[move->taken], stays = !after->gone[man];
    cp_spot spot;
    if (king == CP_NOBODY || (king != man && after->gone[king]))
        return CP_NOBODY;
    if (stays)
        cp_position_del(after, man);
    if (takes)
        cp_position_del(after, move->taken);
    cp_position_put(after, man, move->to);
    cp_spot_of_man(&spot, after, king);
    (void)cp_attackers(after, &spot, cp_other(p->turn), &by, 1);
    cp_position_del(after, man);
    after->at[man] = move->from;
    if (takes)
        cp_position_put(after, move->taken, p->at[move->taken]);
    if (stays)
        cp_position_put(after, man, move->from);
    return by;
}

/* Whether it mates is asked only where that matters. */
void cp_exposure_find(struct cp_exposure *e, struct cp_position *p, const cp_move *move)
{
    enum cp_side side = p->turn;
    bool before = p->asked_mate;
    cp_undo undo;
    e->by = CP_NOBODY;
    e->mates = CP_NO;
    e->gives_check = e->nests = false;
    if (!is_due(p, move))
        return;
    /* The board to look at, made where it pays; NULL: play the turn. */
    if (p->is_foreseeing && !p->has_after && p->foreseen_ply == p->ply && p->lifted > p->count) {
        if (!p->after) {
            p->after = cp_arena_take_zero(p->arena, 1, sizeof *p->after);
            p->after->at = cp_arena_take_zero(p->arena, p->count, sizeof *p->at);
            p->after->gone = cp_arena_take_zero(p->arena, p->count, sizeof *p->gone);
        }
        struct cp_position old = *p->after, *after = p->after;
        *after = *p;
        after->at = old.at;
        after->gone = old.gone;
        after->key = old.key;
        after->next = old.next;
        after->prev = old.prev;
        after->bucket = old.bucket;
        after->due_head = NULL;
        after->is_foreseeing = after->has_after = false;
        memcpy(after->at, p->at, p->count * sizeof *p->at);
        memcpy(after->gone, p->gone, p->count * sizeof *p->gone);
        int32_t man = CP_NOBODY;
        while ((man = cp_position_next_due(p, man, p->ply + 1)) != CP_NOBODY)
            after->gone[man] = true;
        cp_position_index(after);
        p->has_after = true;
    }
    struct cp_position *after =
        move->is_body || move->rook != CP_NOBODY ? NULL : cp_falls_foreseen(p);
    if (after)
        e->by = attacker_after(p, after, move);
    if (after && e->by == CP_NOBODY)
        return;
    cp_move_apply(p, move, &undo);
    restart_clocks(p, move, &undo);
    if (!after)
        e->by = attacker_after_falls(p, side, CP_NOBODY);
    if (e->by != CP_NOBODY && p->checks) {
        p->asked_mate = false;
        e->gives_check = true;
        e->mates = has_mated(p, &e->reply);
        e->nests = p->asked_mate;
    }
    p->asked_mate = before | e->gives_check;
    cp_move_undo(p, &undo);
}

bool cp_falls_are_safe(struct cp_position *p, const cp_move *move, int32_t *attacker)
{
    struct cp_exposure e;
    cp_exposure_find(&e, p, move);
    p->is_undecided |= e.mates == CP_DOUBT;
    if (e.mates == CP_YES)
        e.by = CP_NOBODY;
    if (attacker && e.by != CP_NOBODY)
        *attacker = e.by;
    return e.by == CP_NOBODY;
}

/* A clock belongs to a square's man and how long it has left; which of like men
 * it is does not matter. */
cp_hash cp_clocks_hash(const struct cp_position *p)
{
    cp_hash h = {0, 0};
    if (CP_UNLIKELY(p->due_head != NULL))
        return cp_position_clocks(p);
    for (uint32_t man = 0; man < p->count; man++) {
        uint32_t left = p->gone[man] ? 0 : cp_trapdoor_left(p, (int32_t)man);
        if (!left)
            continue;
        uint64_t file = cp_int_digest(p->ints, p->at[man].file) + p->salt[5];
        uint64_t rank = cp_int_digest(p->ints, p->at[man].rank) + p->salt[6];
        uint64_t x = (file * 0x9e3779b97f4a7c15u ^ rank) * 0xd6e8feb86659fd93u + left;
        x ^= x >> 29;
        x *= 0xbf58476d1ce4e5b9u;
        x ^= x >> 32;
        h.low += x;
        h.high += x * 0x94d049bb133111ebu ^ x >> 31;
    }
    return h;
}

void cp_trapdoor_lay(struct cp_position *p)
{
    p->delay = (uint32_t)p->law->variant->trapdoor;
    if (p->delay)
        cp_position_index_clocks(p);
}

/* By insertion, which is all that one or two need; from far to near, so that a
 * hundred thousand take no longer than they must. */
void cp_falls_sort(const struct cp_position *p, int32_t *men, uint32_t count)
{
    uint32_t stride = 1;
    while (stride < count / 3)
        stride = 3 * stride + 1;
    for (; stride > 0; stride /= 3)
        for (uint32_t i = stride; i < count; i++)
            for (uint32_t k = i; k >= stride && cp_square_compare(p->ints, p->at[men[k - stride]],
                                                                  p->at[men[k]]) > 0;
                 k -= stride) {
                int32_t man = men[k];
                men[k] = men[k - stride];
                men[k - stride] = man;
            }
}

/* A square on which several vanished is named once; men are sorted. */
static bool is_named_before(const struct cp_position *p, const int32_t *men, uint32_t i)
{
    return i > 0 && cp_square_equal(p->at[men[i]], p->at[men[i - 1]]);
}

/* People may write any number of squares. */
enum cp_diag cp_falls_check(const struct cp_position *p, const struct cp_fall *written,
                            cp_square shift, const int32_t *men, uint32_t count)
{
    bool few[16] = {false};
    bool *is_named = count <= 16 ? few : cp_arena_take_zero(p->arena, count, sizeof *is_named);
    bool is_twice = false;
    for (const struct cp_fall *f = written; f; f = f->next) {
        /* The first of the men that fell on a square, or `count`. */
        cp_square at = cp_square_shift(p->ints, f->square, shift);
        uint32_t low = 0, high = count;
        while (low < high) {
            uint32_t half = low + (high - low) / 2;
            bool is_before = cp_square_compare(p->ints, p->at[men[half]], at) < 0;
            low = is_before ? half + 1 : low;
            high = is_before ? high : half;
        }
        uint32_t fallen = low < count && cp_square_equal(p->at[men[low]], at) ? low : count;
        if (fallen == count)
            return CP_FALL_WRONG;
        /* One of the pieces that fell there, unless all of them are named. */
        while (is_named[fallen] && fallen + 1 < count && is_named_before(p, men, fallen + 1))
            fallen++;
        is_twice |= is_named[fallen];
        is_named[fallen] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!is_named[i] && !is_named_before(p, men, i))
            return CP_FALLS_MISSING;
    return is_twice ? CP_FALLS_TWICE : CP_OK;
}

void cp_falls_write(struct cp_game *g, struct cp_node *node, const struct cp_position *p,
                    cp_square shift, const int32_t *men, uint32_t count)
{
    cp_square back = cp_square_negate(p->ints, shift);
    if (node->notes)
        node->notes->falls = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!is_named_before(p, men, i))
            cp_node_add_fall(g, node, cp_square_shift(p->ints, p->at[men[i]], back));
}
