/* SPDX-License-Identifier: MIT */
/* move.c -- a move is judged in three questions: can the man get there (its
 * rays, what blocks them), may it become what it says (promotion), and is its
 * own king safe afterwards. The third is answered without playing the move
 * when the man does not stand between its king and a far attacker; otherwise on
 * the board the move leads to (R-INF-11), whatever kind of move it is. */
#include "rules/chess/move.h"

#include "rules/chess/attack.h"

/* ---- can it get there ---- */

/* Why a man cannot get to an empty square or an enemy, told from the nearest
 * ray that points there. */
static enum cp_diag why_not_reached(const struct cp_position *p, int32_t man, const cp_spot *to,
                                    uint8_t use)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    bool has_no_hurdle = false;
    if (cp_man_strays(p, man, to->at) || cp_man_spares(p, man, to->at))
        return CP_CANNOT_REACH;
    for (uint32_t i = 0; i < m->path_count; i++) {
        const cp_path *path = &m->paths[i];
        if (!cp_int_equal(p->key[(uint32_t)man * p->law->line_count + path->line],
                          to->key[path->line]))
            continue;
        cp_int steps = cp_line_steps(p, path->line, p->at[man], to->at);
        if (cp_int_sign(p->ints, steps) != path->way || !(path->ray.use & use))
            continue;
        steps = cp_int_abs(p->ints, steps);
        if (path->ray.primes && !(path->ray.blocked && cp_int_is_prime(p->ints, steps) &&
                                  cp_int_compare(p->ints, steps, CP_INT(path->ray.low)) >= 0))
            return CP_NOT_PRIME;
        bool in_range =
            cp_int_compare(p->ints, steps, CP_INT(path->ray.low)) >= 0 &&
            (!path->ray.high || cp_int_compare(p->ints, steps, CP_INT(path->ray.high)) <= 0);
        if (in_range && cp_is_spent(p, man, &path->ray))
            return CP_FIRST_MOVE_SPENT;
        if (path->ray.first && cp_first_strays(p, man, to->at))
            continue;
        bool is_bare =
            in_range && path->ray.hops && cp_position_is_clear(p, path->line, p->at[man], to->at);
        has_no_hurdle |= is_bare;
        if (in_range && !is_bare)
            return CP_PATH_BLOCKED;
    }
    const cp_route *route = m->route_count ? cp_blocked_route(p, man, to->at, use) : NULL;
    if (route)
        return route->first && p->moved[man] ? CP_FIRST_MOVE_SPENT : CP_PATH_BLOCKED;
    if (has_no_hurdle)
        return CP_NO_HURDLE;
    uint8_t other = use == CP_RAY_TAKES ? CP_RAY_MOVES : CP_RAY_TAKES;
    if (cp_man_reaches(p, man, to, other))
        return use == CP_RAY_TAKES ? CP_ONLY_MOVES_THERE : CP_ONLY_TAKES_THERE;
    return CP_CANNOT_REACH;
}

/* ---- what it becomes ---- */

/* A first move of two steps: what it passes over, and whether it may. */
static enum cp_diag check_double(const struct cp_position *p, const cp_spot *to, cp_move *move)
{
    const struct cp_variant *v = p->law->variant;
    const struct cp_kind *kind = &v->kinds[p->kind[move->man]];
    if (!kind->en_passant || move->taken != CP_NOBODY || p->moved[move->man])
        return CP_OK;
    const cp_path *path = cp_man_path(p, move->man, to, CP_RAY_MOVES);
    if (!path || !path->ray.first)
        return CP_OK;
    move->passed = cp_square_leap(p->ints, to->at, -path->ray.dx, -path->ray.dy);
    if (cp_square_equal(move->passed, move->from))
        return CP_OK;
    int side = p->side[move->man];
    cp_square passed = move->passed;
    for (uint8_t n = 0; !cp_square_equal(passed, move->from); n++) {
        move->passed_more = n;
        if (kind->promotes && !v->passes_promotion && cp_promotes_on(v, side, passed))
            return CP_PASSES_PROMOTION;
        passed = cp_square_leap(p->ints, passed, -path->ray.dx, -path->ray.dy);
    }
    move->passes = v->takes_promoted || !(kind->promotes && cp_promotes_on(v, side, to->at));
    return CP_OK;
}

void cp_target_init(cp_target *t, const struct cp_position *p, cp_square to)
{
    cp_spot_init(&t->spot, p, to);
    t->there = cp_position_get(p, to);
    t->use = t->there == CP_NOBODY ? CP_RAY_MOVES : CP_RAY_TAKES;
    t->is_passed = false;
    if (CP_UNLIKELY(p->passing != CP_NOBODY))
        for (uint32_t n = 0; n <= p->passed_more && !t->is_passed; n++) {
            cp_square passed;
            t->is_passed = cp_position_passed(p, n, &passed) && cp_square_equal(to, passed);
        }
}

static bool takes_in_passing(const struct cp_position *p, int32_t man, const cp_target *t)
{
    return t->is_passed && p->law->variant->kinds[p->kind[man]].en_passant &&
           cp_man_reaches(p, man, &t->spot, CP_RAY_TAKES);
}

static bool comes_to(const struct cp_position *p, int32_t man, const cp_target *t)
{
    return cp_man_reaches(p, man, &t->spot, t->use) || takes_in_passing(p, man, t);
}

/* Whether a side has as many of a kind as the set-up: it gets no more by promotion. */
static bool has_all(const struct cp_position *p, int side, uint8_t kind)
{
    const struct cp_start *start = &p->law->variant->start;
    uint32_t left = 0;
    for (uint32_t i = 0; i < start->count; i++)
        left += start->men[i].kind == kind && start->men[i].side == side;
    for (uint32_t man = 0; left && man < p->count; man++)
        left -= !p->gone[man] && p->kind[man] == kind && p->side[man] == side;
    return !left;
}

/* For a man that comes there: what it takes, and what it becomes. */
static enum cp_diag finish_move(cp_move *move, const struct cp_position *p, const cp_target *t)
{
    if (t->is_passed && takes_in_passing(p, move->man, t) &&
        !cp_man_reaches(p, move->man, &t->spot, CP_RAY_MOVES)) {
        move->in_passing = true;
        move->taken = p->passing;
    }
    if (move->taken != CP_NOBODY && cp_is_king(p, move->taken))
        return CP_KING_TAKEN;
    enum cp_diag why = check_double(p, &t->spot, move);
    if (why)
        return why;
    const struct cp_variant *v = p->law->variant;
    int side = p->side[move->man];
    uint8_t kind = p->kind[move->man];
    enum cp_promoting promotes =
        cp_promotes_by(v, side, kind, move->from, move->to, move->taken != CP_NOBODY);
    if (move->promotion == CP_NO_KIND)
        return promotes == CP_MUST_PROMOTE ? CP_PROMOTION_MISSING : CP_OK;
    if (promotes == CP_STAYS)
        return CP_PROMOTION_ELSEWHERE;
    const uint8_t *choices;
    uint32_t count = cp_choices_of(v, side, kind, &choices);
    if (!count || !memchr(choices, move->promotion, count))
        return CP_PROMOTION_KIND;
    bool is_limited = v->promotion[side].is_limited ||
                      (v->kinds[move->promotion].royal && !v->kinds[kind].becomes);
    return is_limited && has_all(p, side, move->promotion) ? CP_PROMOTION_LIMIT : CP_OK;
}

enum cp_diag cp_move_check_reach(const struct cp_position *p, int32_t man, cp_square to,
                                 uint8_t promotion, cp_move *move)
{
    cp_target t;
    cp_target_init(&t, p, to);
    cp_move_begin(move, p, man, to, t.there);
    move->promotion = promotion;
    if (!cp_on_board(p->law, p->ints, to))
        return CP_OFF_BOARD;
    if (t.there != CP_NOBODY && cp_is_void(p, t.there))
        return CP_SQUARE_VOID;
    if (t.there != CP_NOBODY && p->owner[t.there] == p->owner[man])
        return t.there == man ? CP_CANNOT_REACH : CP_OWN_MAN_THERE;
    return comes_to(p, man, &t) ? finish_move(move, p, &t)
                                : why_not_reached(p, man, &t.spot, t.use);
}

/* ---- is its own king safe ---- */

static void shift_mover(struct cp_position *p, const cp_move *move, cp_square to)
{
    if (CP_UNLIKELY(move->is_body)) {
        cp_body_shift(p, move->man, to);
        return;
    }
    cp_position_lift(p, move->man);
    cp_position_drop(p, move->man, to);
}

/* The family in which two squares are in line, line_count when none. */
static uint32_t shared_line(const struct cp_position *p, const cp_int *a, const cp_int *b)
{
    uint32_t line = 0;
    while (line < p->law->line_count && !cp_int_equal(a[line], b[line]))
        line++;
    return line;
}

/* Whether the mover's king is there after the move, and unattacked or alone: where a move is not
 * judged from the lines that it leaves and stops. */
static bool is_safe_behind(struct cp_position *p, const cp_move *move, int32_t *attacker)
{
    enum cp_side side = p->turn;
    int32_t by = CP_NOBODY, king = p->king[side], other = p->king[cp_other(side)];
    bool ends = p->law->variant->explodes && other != CP_NOBODY;
    cp_undo undo;
    cp_move_apply(p, move, &undo);
    if (king != CP_NOBODY && p->gone[king])
        by = king;
    else if (!ends || !p->gone[other])
        (void)cp_attacked_king(p, side, &by);
    cp_move_undo(p, &undo);
    if (attacker)
        *attacker = by;
    return by == CP_NOBODY;
}

bool cp_man_hides_nobody(const struct cp_position *p, int32_t man, int32_t king)
{
    uint32_t lines = p->law->line_count;
    if (CP_UNLIKELY(p->law->route_span) && cp_may_stop_routes(p, p->at[man], p->at[king]))
        return false;
    uint32_t line = shared_line(p, &p->key[(uint32_t)king * lines], &p->key[(uint32_t)man * lines]);
    if (line == lines)
        return true;
    if (CP_UNLIKELY(p->stopped_lines[cp_other(p->side[man])] >> line & 1))
        return false; /* others may stand between, on lengths that are no primes */
    if (CP_UNLIKELY(p->law->hop_lines >> line & 1))
        return false; /* it may be what is hopped over */
    if (!(p->law->blockable_lines >> line & 1))
        return true;
    int way = cp_int_compare(p->ints, cp_line_place(p->law, line, p->at[man]),
                             cp_line_place(p->law, line, p->at[king]));
    cp_spot here;
    cp_spot_of_man(&here, p, king);
    if (cp_position_first(p, &here, line, way, NULL) != man)
        return true;
    cp_spot_of_man(&here, p, man);
    int32_t beyond = cp_position_first(p, &here, line, way, NULL);
    return beyond == CP_NOBODY || p->side[beyond] == p->side[man] ||
           !(cp_movement_of(p, beyond)->take_lines >> line & 1);
}

bool cp_man_is_free(const struct cp_position *p, int32_t man)
{
    bool is_free = !p->checks && !p->is_faced && !p->delay && !p->law->bares_otherwise;
    for (int32_t king = p->king[p->turn]; is_free && king != CP_NOBODY;
         king = cp_royal_after(p, king))
        is_free = man != king && cp_man_hides_nobody(p, man, king);
    return is_free;
}

/* Whether a man there may be gone over by one that attacks a king. */
static bool may_be_hurdle(const struct cp_position *p, const cp_spot *king, cp_square at)
{
    cp_spot spot;
    if (CP_LIKELY(!p->law->hop_lines))
        return false;
    cp_spot_init(&spot, p, at);
    uint32_t line = shared_line(p, king->key, spot.key);
    return line < p->law->line_count && p->law->hop_lines >> line & 1;
}

/* Most moves of other men than the one king bare it to nobody, as the board shows. */
static CP_ALWAYS_INLINE bool is_seen_safe(const struct cp_position *p, const cp_move *move,
                                          int32_t king)
{
    enum cp_side side = p->side[move->man];
    cp_spot spot;
    if (p->checks || p->is_faced || move->man == king || move->in_passing || side != p->turn ||
        CP_UNLIKELY(p->next_royal != NULL))
        return false;
    cp_spot_of_man(&spot, p, king);
    return cp_man_hides_nobody(p, move->man, king) && !may_be_hurdle(p, &spot, move->to) &&
           (!p->law->has_bodies || (!move->is_body && !cp_body_aims(p, &spot, cp_other(side))));
}

/* Whether nobody may give check, and the move does. */
static CP_ALWAYS_INLINE bool is_forbidden(struct cp_position *p, const cp_move *move)
{
    cp_undo undo;
    if (CP_LIKELY(!p->law->variant->forbids_checks))
        return false;
    cp_move_apply(p, move, &undo);
    bool checks = p->checks > 0;
    cp_move_undo(p, &undo);
    return checks;
}

static CP_ALWAYS_INLINE bool is_safe_at_once(struct cp_position *p, const cp_move *move,
                                             int32_t *attacker)
{
    enum cp_side side = p->side[move->man];
    int32_t by;
    const struct cp_variant *v = p->law->variant;
    if (CP_UNLIKELY(v->explodes || cp_royals_are_loose(v)) &&
        (p->king[side] != CP_NOBODY || move->promotion != CP_NO_KIND))
        return is_safe_behind(p, move, attacker);
    if (p->king[side] == CP_NOBODY || is_seen_safe(p, move, p->king[side]))
        return true;
    /* Takes the move's men off and puts them on as it would, or back again. */
    if (move->taken != CP_NOBODY)
        cp_position_lift(p, move->taken);
    shift_mover(p, move, move->to);
    (void)cp_attacked_king(p, side, &by);
    shift_mover(p, move, move->from);
    if (move->taken != CP_NOBODY)
        cp_position_drop(p, move->taken, p->at[move->taken]);
    if (attacker)
        *attacker = by;
    return by == CP_NOBODY;
}

bool cp_move_is_safe_at_once(struct cp_position *p, const cp_move *move, int32_t *attacker)
{
    return is_safe_at_once(p, move, attacker);
}

bool cp_move_is_safe(struct cp_position *p, const cp_move *move)
{
    return is_safe_at_once(p, move, NULL) && !is_forbidden(p, move) &&
           (!p->delay || cp_falls_are_safe(p, move, NULL));
}

/* Whether any of who moves takes something on that square, and leaves no king attacked. */
static bool can_take_on(struct cp_position *p, cp_square at)
{
    cp_target t;
    cp_move move;
    cp_target_init(&t, p, at);
    if (!t.is_passed && !cp_is_attacked(p, &t.spot, p->turn))
        return false;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || p->owner[man] != p->turn || !comes_to(p, man, &t))
            continue;
        cp_move_begin(&move, p, man, at, t.there);
        enum cp_diag why = finish_move(&move, p, &t);
        if ((why == CP_OK || why == CP_PROMOTION_MISSING) && move.taken != CP_NOBODY &&
            cp_move_is_safe(p, &move))
            return true;
    }
    return false;
}

bool cp_can_take(struct cp_position *p)
{
    cp_square at;
    for (uint32_t n = 0; n <= p->passed_more; n++)
        if (cp_position_passed(p, n, &at) && cp_on_board(p->law, p->ints, at) && can_take_on(p, at))
            return true; /* (a start may say that a square was passed over that there is not) */
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man] && p->owner[man] == cp_other(p->turn) && can_take_on(p, p->at[man]))
            return true;
    return false;
}

static bool owes_capture(struct cp_position *p, const cp_move *move)
{
    return CP_UNLIKELY(p->law->variant->must_take) && move->taken == CP_NOBODY && cp_can_take(p);
}

enum cp_diag cp_any_check(struct cp_position *p, bool is_body, int32_t man, cp_square to,
                          uint8_t promotion, cp_move *move)
{
    if (p->owner[man] != p->turn)
        return CP_NOT_YOUR_MAN;
    enum cp_diag why = is_body ? cp_body_check_reach(p, man, to, move)
                               : cp_move_check_reach(p, man, to, promotion, move);
    if (why)
        return why;
    bool before = p->is_undecided;
    p->is_undecided = false;
    if (cp_move_is_safe(p, move))
        why = is_body && promotion != CP_NO_KIND ? CP_PROMOTION_ELSEWHERE
              : owes_capture(p, move)            ? CP_MUST_TAKE
                                                 : CP_OK;
    else if (p->is_undecided)
        why = CP_TURN_UNDECIDED;
    else if (is_safe_at_once(p, move, NULL) && is_forbidden(p, move))
        why = CP_CHECK_FORBIDDEN;
    else if (p->law->variant->explodes && move->taken != CP_NOBODY &&
             cp_square_is_beside(p->ints, move->to,
                                 cp_is_king(p, man) ? move->to : p->at[p->king[p->turn]]))
        why = CP_KING_EXPLODES;
    else if (!is_body && cp_is_king(p, man))
        why = CP_KING_STEPS_INTO_CHECK;
    else
        why = p->checks ? CP_KING_LEFT_IN_CHECK : CP_KING_EXPOSED;
    p->is_undecided = before;
    return why;
}

bool cp_move_try(struct cp_position *p, int32_t man, const cp_target *t, uint8_t promotion,
                 cp_move *move)
{
    if (!comes_to(p, man, t) || !cp_on_board(p->law, p->ints, t->spot.at) ||
        (t->there != CP_NOBODY && (p->owner[t->there] == p->owner[man] || cp_is_void(p, t->there))))
        return false;
    cp_move_begin(move, p, man, t->spot.at, t->there);
    move->promotion = promotion;
    return finish_move(move, p, t) == CP_OK && cp_move_is_safe(p, move) && !owes_capture(p, move);
}

/* ---- playing ---- */

/* While royal pieces that face each other are no check. */
static void find_checks(struct cp_position *p)
{
    p->checks = 0;
    p->checker[0] = p->checker[1] = CP_NOBODY;
    if (p->king[p->turn] == CP_NOBODY)
        return;
    if (CP_UNLIKELY(p->next_royal != NULL)) {
        int32_t first;
        if (p->law->variant->royals == CP_ROYALS_ALL &&
            cp_attacked_king(p, p->turn, &first) == CP_NOBODY)
            return;
        /* Of all that attack some king, each once. */
        for (int32_t king = p->king[p->turn]; king != CP_NOBODY; king = cp_royal_after(p, king)) {
            cp_spot spot;
            int32_t by[2];
            cp_spot_of_man(&spot, p, king);
            uint32_t count = cp_is_shielded(p, p->turn, spot.at)
                                 ? 0
                                 : cp_attackers(p, &spot, cp_other(p->turn), by, 2);
            for (uint32_t i = 0; i < count && p->checks < 2; i++)
                if (p->checker[0] != by[i])
                    p->checker[p->checks++] = by[i];
        }
        return;
    }
    cp_spot king;
    cp_spot_of_man(&king, p, p->king[p->turn]);
    if (!cp_is_shielded(p, p->turn, king.at))
        p->checks = cp_attackers(p, &king, cp_other(p->turn), p->checker, 2);
}

void cp_position_find_checks(struct cp_position *p)
{
    p->is_faced = false;
    find_checks(p);
    cp_position_find_facing(p);
}

/* Whether emptying a square opened a line to the king. */
static bool opens_line(const struct cp_position *p, const cp_spot *king, cp_square emptied)
{
    cp_spot spot;
    if (CP_UNLIKELY(p->law->route_span) && cp_may_stop_routes(p, emptied, king->at))
        return true; /* perhaps */
    cp_spot_init(&spot, p, emptied);
    uint32_t line = shared_line(p, king->key, spot.key);
    if (line == p->law->line_count)
        return false;
    if (CP_UNLIKELY(p->stopped_lines[cp_other(p->turn)] >> line & 1))
        return true; /* perhaps */
    if (CP_UNLIKELY(p->law->hop_lines >> line & 1))
        return true; /* perhaps */
    if (!(p->law->blockable_lines >> line & 1))
        return false;
    cp_int steps = cp_line_steps(p, line, king->at, emptied);
    int32_t first = cp_position_first(p, king, line, cp_int_sign(p->ints, steps), &steps);
    return first != CP_NOBODY && p->side[first] != p->turn &&
           cp_man_path(p, first, king, CP_RAY_TAKES) != NULL;
}

/* ---- rights to castle with the nearest ---- */

static void set_moved(struct cp_position *p, int32_t man, bool moved)
{
    cp_position_del(p, man);
    p->moved[man] = moved;
    cp_position_put(p, man, p->at[man]);
}

static bool has_right(const struct cp_position *p, int32_t man)
{
    return man != CP_NOBODY && !p->gone[man] && !p->moved[man] &&
           p->law->variant->kinds[p->kind[man]].castles;
}

static bool can_castle(const struct cp_position *p, int32_t man)
{
    return man != CP_NOBODY && has_right(p, man) && p->law->castlers >> p->kind[man] & 1;
}

/* Something that is no king itself. */
static bool is_partner(const struct cp_position *p, int32_t man)
{
    return has_right(p, man) && !(p->law->castlers >> p->kind[man] & 1);
}

/* Where kings castle with the nearest, the first royal piece of a side that has a right. */
static int32_t castling_king(const struct cp_position *p, enum cp_side side)
{
    int32_t king = p->royal[side];
    while (king != CP_NOBODY && !can_castle(p, king))
        king = cp_royal_after(p, king);
    return king;
}

int32_t cp_castling_any(const struct cp_position *p)
{
    return p->next_royal && p->law->variant->castles_near ? castling_king(p, p->turn)
                                                          : p->castler[p->turn];
}

/* Which kings lose their right, a bit for each side (R-ICN-7). */
static uint8_t spend(struct cp_position *p)
{
    uint8_t spent = 0;
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        int32_t king = castling_king(p, (enum cp_side)side);
        bool is_spent = king != CP_NOBODY;
        for (int32_t man = 0; is_spent && man < (int32_t)p->count; man++)
            is_spent = p->side[man] != side || !is_partner(p, man);
        if (!is_spent)
            continue;
        spent |= (uint8_t)(1u << side);
        for (; king != CP_NOBODY; king = cp_royal_after(p, king)) {
            if (can_castle(p, king)) {
                set_moved(p, king, true);
                if (p->spent_at)
                    p->spent_at[king] = p->ply + 1; /* a start's is nobody's to take back */
            }
        }
    }
    return spent;
}

void cp_castling_settle(struct cp_position *p)
{
    if (p->law->variant->castles_near)
        (void)spend(p);
}

static CP_ALWAYS_INLINE void remember(cp_undo *undo, const struct cp_position *p,
                                      const cp_move *move)
{
    *undo = (cp_undo){.move = *move,
                      .passed = p->passed,
                      .passed_more = p->passed_more,
                      .passing = p->passing,
                      .checker = {p->checker[0], p->checker[1]},
                      .checks = p->checks,
                      .quiet = p->quiet,
                      .idle = p->idle,
                      .counts = p->counts,
                      .drawn_at = p->drawn_at,
                      .is_faced = p->is_faced,
                      .kind = p->kind[move->man],
                      .moved = p->moved[move->man]};
    memcpy(undo->castle, p->castle, sizeof undo->castle);
    memcpy(undo->checked, p->checked, sizeof undo->checked);
    if (move->rook != CP_NOBODY) {
        undo->rook_from = p->at[move->rook];
        undo->rook_moved = p->moved[move->rook];
    }
}

/* All men go where the move takes them, and what it takes is gone. */
static CP_ALWAYS_INLINE void put_men(struct cp_position *p, const cp_move *move)
{
    int32_t man = move->man;
    if (move->rook != CP_NOBODY)
        cp_position_del(p, move->rook);
    if (move->taken != CP_NOBODY)
        cp_position_del(p, move->taken);
    if (CP_UNLIKELY(move->is_body)) {
        cp_body_shift(p, man, move->to);
    } else {
        cp_position_del(p, man);
        if (move->promotion != CP_NO_KIND)
            cp_position_set_kind(p, man, move->promotion);
        p->moved[man] = cp_moves_first_no_more(p, man, move->to, true);
        cp_position_put(p, man, move->to);
    }
    if (move->rook != CP_NOBODY) {
        p->moved[move->rook] = cp_moves_first_no_more(p, move->rook, move->rook_to, true);
        cp_position_put(p, move->rook, move->rook_to);
    }
}

/* Of a move just made: by two pieces at once it is one. */
static CP_ALWAYS_INLINE void count_check(struct cp_position *p)
{
    uint8_t *given = &p->checked[cp_other(p->turn)];
    if (p->checks && CP_UNLIKELY(*given < p->law->variant->alphabet.checks_win))
        ++*given;
}

void cp_move_apply(struct cp_position *p, const cp_move *move, cp_undo *undo)
{
    const struct cp_variant *v = p->law->variant;
    remember(undo, p, move);
    bool is_pass = CP_UNLIKELY(move->is_pass);
    bool is_pawn = v->alphabet.pieces[undo->kind].promotes; /* where none may promote, too */
    p->quiet = is_pass || (move->taken == CP_NOBODY && !is_pawn) ? p->quiet + 1 : 0;
    p->idle = is_pass ? (uint8_t)(p->idle + 1 + p->is_faced) : 0;
    if (v->castles && !is_pass) {
        cp_body body;
        bool is_body = move->is_body && cp_body_find(p, move->man, &body);
        cp_castling_forfeit(p, move->man);
        if (move->taken != CP_NOBODY)
            cp_castling_forfeit(p, move->taken);
        for (uint32_t i = 0; is_body && i < body.count; i++)
            cp_castling_forfeit(p, body.man[i]);
    }
    if (!is_pass)
        put_men(p, move);
    if (CP_UNLIKELY(v->explodes) && move->taken != CP_NOBODY)
        cp_burst(p, undo);
    if (CP_UNLIKELY(cp_royals_are_loose(v)))
        cp_position_find_royals(p);
    if (CP_UNLIKELY(v->castles_near)) {
        /* Only a first move and a capture take a partner away. */
        if (!undo->moved || undo->move.taken != CP_NOBODY)
            undo->kings_spent = spend(p);
    }
    p->passing = move->passes ? move->man : CP_NOBODY;
    p->can_pass = -1;
    p->passed_more = move->passed_more;
    if (move->passes)
        p->passed = move->passed;
    p->turn = cp_other(p->turn);
    p->ply++;
    if (CP_UNLIKELY(v->counting.exists) &&
        (move->taken != CP_NOBODY || move->promotion != CP_NO_KIND))
        cp_position_begin_count(p);
    /* After a move only the man that moved and the squares it emptied can have
     * given check; which men do is then asked of all, which is rare. */
    if (CP_UNLIKELY(p->next_royal != NULL || v->explodes)) {
        cp_position_find_checks(p);
        count_check(p);
        return;
    }
    p->checks = 0;
    p->checker[0] = p->checker[1] = CP_NOBODY;
    p->is_faced = false;
    if (p->king[p->turn] == CP_NOBODY)
        return;
    cp_spot king;
    cp_spot_of_man(&king, p, p->king[p->turn]);
    if (cp_man_reaches(p, move->man, &king, CP_RAY_TAKES) || opens_line(p, &king, move->from) ||
        (move->in_passing && opens_line(p, &king, p->at[move->taken])) || move->rook != CP_NOBODY ||
        CP_UNLIKELY(p->law->has_bodies) || may_be_hurdle(p, &king, move->to))
        p->checks = cp_attackers(p, &king, cp_other(p->turn), p->checker, 2);
    count_check(p);
    cp_position_find_facing(p);
}

void cp_move_undo(struct cp_position *p, const cp_undo *undo)
{
    int32_t man = undo->move.man, rook = undo->move.rook;
    if (p->delay)
        cp_falls_take_back(p, undo);
    cp_burst_take_back(p, undo);
    /* The rights that were spent with this ply come back. */
    for (int side = 0; undo->kings_spent >> side; side++)
        for (int32_t king = undo->kings_spent >> side & 1 ? p->royal[side] : CP_NOBODY;
             king != CP_NOBODY; king = cp_royal_after(p, king)) {
            if (p->spent_at && p->spent_at[king] != p->ply)
                continue;
            set_moved(p, king, false);
            if (p->spent_at)
                p->spent_at[king] = 0;
        }
    if (rook != CP_NOBODY) {
        cp_position_del(p, rook);
        p->moved[rook] = undo->rook_moved;
    }
    if (CP_UNLIKELY(undo->move.is_body)) {
        cp_body_shift(p, man, undo->move.from);
    } else {
        cp_position_del(p, man);
        p->kind[man] = undo->kind;
        p->moved[man] = undo->moved;
        cp_position_put(p, man, undo->move.from);
    }
    if (undo->move.taken != CP_NOBODY)
        cp_position_put(p, undo->move.taken, p->at[undo->move.taken]);
    if (rook != CP_NOBODY)
        cp_position_put(p, rook, undo->rook_from);
    if (CP_UNLIKELY(cp_royals_are_loose(p->law->variant)))
        cp_position_find_royals(p);
    memcpy(p->castle, undo->castle, sizeof p->castle);
    p->quiet = undo->quiet;
    p->idle = undo->idle;
    p->counts = undo->counts;
    p->drawn_at = undo->drawn_at;
    p->is_faced = undo->is_faced;
    memcpy(p->checked, undo->checked, sizeof p->checked);
    p->passing = undo->passing;
    p->can_pass = -1;
    p->passed = undo->passed;
    p->passed_more = undo->passed_more;
    p->turn = cp_other(p->turn);
    p->ply--;
    p->checks = undo->checks;
    memcpy(p->checker, undo->checker, sizeof p->checker);
}

/* ---- what repetition counts ---- */

static bool can_man_pass(struct cp_position *p, int32_t man, const cp_spot *passed)
{
    cp_move move;
    if (!p->law->variant->kinds[p->kind[man]].en_passant || p->gone[man] ||
        p->side[man] != p->turn || cp_man_is_far(p, man, passed->at) ||
        !cp_man_reaches(p, man, passed, CP_RAY_TAKES))
        return false;
    enum cp_diag why = cp_move_check_reach(p, man, passed->at, CP_NO_KIND, &move);
    return (why == CP_OK || why == CP_PROMOTION_MISSING) && move.in_passing &&
           cp_move_is_safe(p, &move);
}

/* Of a kind that takes only by leaps: where they lead there from. */
static bool can_leaper_pass(struct cp_position *p, uint8_t kind, const cp_spot *passed)
{
    const struct cp_movement *m = &p->law->movements[p->turn][kind];
    bool found = false;
    for (uint32_t i = 0; i < m->leap_count && !found; i++) {
        const cp_leap *leap = &m->leaps[i];
        int32_t man = CP_NOBODY;
        if (leap->use & CP_RAY_TAKES)
            man = cp_position_get(p, cp_square_leap(p->ints, passed->at, -leap->dx, -leap->dy));
        found = man != CP_NOBODY && p->kind[man] == kind && can_man_pass(p, man, passed);
    }
    return found;
}

static bool can_pass(struct cp_position *p, cp_square at)
{
    cp_spot passed;
    bool found = false;
    cp_spot_init(&passed, p, at);
    if (CP_UNLIKELY(p->has_trees)) {
        struct cp_comers c = cp_comers_on(p, &passed, p->turn);
        for (int32_t man; !found && (man = cp_comers_next(&c)) != CP_NOBODY;)
            found = can_man_pass(p, man, &passed);
        return found;
    }
    for (uint32_t kind = 0; kind < p->law->variant->alphabet.count && !found; kind++) {
        if (!p->law->variant->kinds[kind].en_passant)
            continue;
        const struct cp_movement *m = &p->law->movements[p->turn][kind];
        cp_numbers men = cp_men_of_kind(p, (uint8_t)kind, p->turn);
        if (!m->take_lines && !m->route_count)
            found = can_leaper_pass(p, (uint8_t)kind, &passed);
        else
            for (int32_t man = men.first; !found && man < men.end; man++)
                found = can_man_pass(p, man, &passed);
    }
    return found;
}

/* Asked several times a ply; the answer holds until the next move, or the last's undoing. */
bool cp_position_has_passing(struct cp_position *p)
{
    if (p->passing == CP_NOBODY)
        return false;
    cp_square at;
    if (p->can_pass < 0) {
        p->can_pass = 0;
        for (uint32_t n = 0; n <= p->passed_more && !p->can_pass; n++)
            p->can_pass = cp_position_passed(p, n, &at) && can_pass(p, at);
    }
    return p->can_pass > 0;
}

bool cp_position_counts_passing(struct cp_position *p)
{
    return p->law->variant->threefold_ends ? p->passing != CP_NOBODY : cp_position_has_passing(p);
}

/* Castling is for boards with edges, and cp_setup_check lets no man stand beside
 * one: 0 is no file of any man. */
static int64_t file_of(const struct cp_position *p, int32_t man)
{
    return cp_int_or(p->at[man].file, 0);
}

cp_hash cp_position_hash(struct cp_position *p)
{
    cp_hash h = p->hash;
    if (p->turn == CP_BLACK) {
        h.low += 0x2545f4914f6cdd1du;
        h.high += 0x9e6c63d0876a9a47u;
    }
    if (p->law->variant->castles)
        for (int i = 0; i < 4; i++) {
            int32_t rook = p->castle[i / 2][i % 2];
            if (rook == CP_NOBODY)
                continue;
            uint64_t right = ((uint64_t)i + 1) * 16 + (uint64_t)file_of(p, rook);
            h.low += 0xb5ad4eceda1ce2a9u * right;
            h.high += 0x8f6e37a7a3b1c2d5u * right;
        }
    if (p->delay) {
        cp_hash own = cp_clocks_hash(p);
        h.low += own.low;
        h.high += own.high;
    }
    if (CP_UNLIKELY(p->law->variant->alphabet.checks_win)) {
        uint64_t given = p->checked[CP_WHITE] + 256u * p->checked[CP_BLACK];
        h.low += 0xc2b2ae3d27d4eb4fu * given;
        h.high += 0xe7037ed1a0b428dbu * given;
    }
    if (cp_position_counts_passing(p)) {
        uint64_t passed = (cp_int_digest(p->ints, p->passed.file) | 1) + 2u * p->passed_more;
        h.low += 0xd1342543de82ef95u * passed;
        h.high += 0xaf251af3b0f025b5u * passed;
    }
    return h;
}

static bool is_on_wing(const struct cp_position *p, int32_t king, int32_t man, int right)
{
    int64_t home = file_of(p, king), file = file_of(p, man);
    return cp_int_equal(p->at[man].rank, p->at[king].rank) && (right ? file > home : file < home);
}

/* The king's partner of a side farthest out on a wing, or on a file if file is not 0. */
static int32_t find_rook(const struct cp_position *p, enum cp_side side, int right, int64_t file)
{
    int32_t king = p->castler[side], found = CP_NOBODY;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || p->side[man] != side ||
            !(p->law->variant->castles_with >> p->kind[man] & 1) ||
            !is_on_wing(p, king, man, right) || (file && file_of(p, man) != file))
            continue;
        bool is_farther = found == CP_NOBODY || is_on_wing(p, found, man, right);
        if (is_farther)
            found = man;
    }
    return found;
}

/* Where kings castle: on a side's first rank, or that of its king in the set-up. */
static bool is_at_home(const struct cp_position *p, enum cp_side side, int32_t king)
{
    const struct cp_variant *v = p->law->variant;
    bool is_home = cp_int_equal(p->at[king].rank, CP_INT(side == CP_WHITE ? 1 : v->ranks));
    for (uint32_t i = 0; !is_home && i < v->start.count; i++)
        is_home = v->start.men[i].side == side &&
                  cp_variant_castles_as_king(v, v->start.men[i].kind) &&
                  cp_int_equal(p->at[king].rank, v->start.men[i].square.rank);
    return is_home;
}

static enum cp_diag claim_one(struct cp_position *p, char letter)
{
    enum cp_side side = letter >= 'a' ? CP_BLACK : CP_WHITE;
    int32_t king = p->castler[side];
    char small = cp_lower(letter);
    if (king == CP_NOBODY || !is_at_home(p, side, king))
        return CP_START_CASTLING;
    int right = small == 'k' || (small != 'q' && small - 'a' + 1 > file_of(p, king));
    int64_t file = small == 'k' || small == 'q' ? 0 : small - 'a' + 1;
    int32_t rook = find_rook(p, side, right, file);
    if (rook == CP_NOBODY)
        return CP_START_CASTLING;
    p->castle[side][right] = rook;
    return CP_OK;
}

enum cp_diag cp_castling_claim(struct cp_position *p, cp_str text)
{
    if (cp_str_is(text, "-"))
        return CP_OK;
    if (text.len && !p->law->variant->castles)
        return CP_CASTLING_UNKNOWN;
    for (size_t i = 0; i < text.len; i++) {
        enum cp_diag why = cp_is_letter(text.at[i]) ? claim_one(p, text.at[i]) : CP_START_CASTLING;
        if (why)
            return why;
    }
    return CP_OK;
}

/* What attacks a square of the king's way but the first `passed`, the king himself lifted and, at
 * the end of it, the rook on its new square; nobody does if it may be left attacked. */
static int32_t attacker_on_way(struct cp_position *p, const cp_move *c, int32_t passed)
{
    cp_square home = c->from, corner = p->at[c->rook];
    int32_t by = CP_NOBODY, way = cp_int_compare(p->ints, c->to.file, home.file) > 0 ? 1 : -1;
    bool is_last = false;
    cp_spot spot;
    if (!cp_is_king(p, c->man))
        return by;
    cp_position_del(p, c->man);
    for (int32_t files = passed; by == CP_NOBODY && !is_last; files++) {
        cp_square at = cp_square_leap(p->ints, home, way * files, 0);
        is_last = cp_int_equal(at.file, c->to.file);
        if (is_last) {
            cp_position_del(p, c->rook);
            cp_position_put(p, c->rook, c->rook_to);
        }
        cp_spot_init(&spot, p, at);
        if (!cp_is_shielded(p, p->turn, at))
            (void)cp_attackers(p, &spot, cp_other(p->turn), &by, 1);
    }
    if (is_last) {
        cp_position_del(p, c->rook);
        cp_position_put(p, c->rook, corner);
    }
    cp_position_put(p, c->man, home);
    return by;
}

/* ---- with the nearest on the rank, at any distance (R-ICN-7) ---- */

enum { NEAREST = 3 }; /* files from the king */

static int32_t first_on_rank(const struct cp_position *p, int32_t man, int right, cp_int *steps)
{
    cp_spot here;
    cp_spot_of_man(&here, p, man);
    return cp_position_first(p, &here, p->law->ranks, right ? 1 : -1, steps);
}

int32_t cp_castling_partner(const struct cp_position *p, int32_t king, int right)
{
    int32_t man = king;
    cp_int steps;
    if (!p->law->variant->castles_near)
        return p->castle[p->turn][right];
    if (!can_castle(p, king))
        return CP_NOBODY;
    do
        man = first_on_rank(p, man, right, &steps);
    while (man != CP_NOBODY && !(p->side[man] == p->turn && is_partner(p, man)));
    return man;
}

/* Of the move alone, as the board stands. */
static enum cp_diag find_castling(struct cp_position *p, int32_t king, int right, cp_move *out,
                                  int32_t *culprit)
{
    const struct cp_variant *v = p->law->variant;
    *culprit = CP_NOBODY;
    if (v->castles_near) {
        cp_int steps;
        out->rook = cp_castling_partner(p, king, right);
        if (out->rook == CP_NOBODY)
            return CP_CASTLING_FORFEITED;
        int32_t first = first_on_rank(p, king, right, &steps);
        if (first != out->rook) {
            *culprit = first;
            return CP_CASTLING_BLOCKED;
        }
        if (cp_int_compare(p->ints, steps, CP_INT(NEAREST)) < 0)
            return CP_CASTLING_TOO_NEAR;
        out->from = p->at[king];
        out->rook_to = cp_square_leap(p->ints, out->from, right ? 1 : -1, 0);
        out->to = cp_square_leap(p->ints, out->from, right ? 2 : -2, 0);
        *culprit = p->checks ? p->checker[0] : attacker_on_way(p, out, 1);
        return *culprit == CP_NOBODY ? CP_OK : CP_CASTLING_THROUGH_CHECK;
    }
    if (!v->castles)
        return CP_CASTLING_UNKNOWN;
    out->rook = p->castle[p->turn][right];
    if (king == CP_NOBODY || out->rook == CP_NOBODY || king != p->castler[p->turn])
        return CP_CASTLING_FORFEITED;
    cp_square at = out->from = p->at[king];
    const struct cp_castled *files = &v->castled[p->turn][right];
    out->to = (cp_square){CP_INT(files->king), at.rank};
    out->rook_to = (cp_square){CP_INT(files->partner), at.rank};
    const int64_t ends[] = {file_of(p, king), file_of(p, out->rook), files->king, files->partner};
    int64_t low = ends[0], high = ends[0];
    for (int i = 1; i < 4; i++) {
        low = ends[i] < low ? ends[i] : low;
        high = ends[i] > high ? ends[i] : high;
    }
    for (int64_t file = low; file <= high; file++) {
        int32_t man = cp_position_get(p, (cp_square){CP_INT(file), at.rank});
        if (man == CP_NOBODY || man == king || man == out->rook)
            continue;
        *culprit = man;
        return CP_CASTLING_BLOCKED;
    }
    /* out of check first: where only the rook moves, it might stop the check */
    *culprit = p->checks ? p->checker[0] : attacker_on_way(p, out, 0);
    return *culprit == CP_NOBODY ? CP_OK : CP_CASTLING_THROUGH_CHECK;
}

enum cp_diag cp_move_check_castling(struct cp_position *p, int32_t king, int right, cp_move *move,
                                    int32_t *culprit)
{
    cp_move castling = {
        .man = king, .taken = CP_NOBODY, .promotion = CP_NO_KIND, .rook = CP_NOBODY};
    *move = castling;
    enum cp_diag why = find_castling(p, king, right, &castling, culprit);
    if (why)
        return why;
    *move = castling;
    if (CP_UNLIKELY(p->next_royal != NULL || king != p->king[p->turn])) {
        /* Others may have stood behind the partner. */
        enum cp_side side = p->turn;
        cp_undo undo;
        cp_move_apply(p, move, &undo);
        (void)cp_attacked_king(p, side, culprit);
        cp_move_undo(p, &undo);
        if (*culprit != CP_NOBODY)
            return CP_KING_EXPOSED;
    }
    if (p->delay && !cp_falls_are_safe(p, move, culprit))
        return CP_KING_EXPOSED;
    return owes_capture(p, move)   ? CP_MUST_TAKE
           : is_forbidden(p, move) ? CP_CHECK_FORBIDDEN
                                   : CP_OK;
}

void cp_castling_forfeit(struct cp_position *p, int32_t man)
{
    enum cp_side side = p->side[man];
    for (int right = 0; right <= 1; right++)
        if (p->castle[side][right] == man || p->castler[side] == man)
            p->castle[side][right] = CP_NOBODY;
}

void cp_castling_format(struct cp_buf *out, const struct cp_position *p)
{
    bool any = false;
    for (int side = 0; side <= 1; side++)
        for (int right = 1; right >= 0; right--) {
            int32_t rook = p->castle[side][right];
            if (rook == CP_NOBODY)
                continue;
            int64_t edge = right ? p->law->variant->files : 1; /* beyond it there is none */
            bool is_outermost =
                file_of(p, rook) == edge || find_rook(p, (enum cp_side)side, right, 0) == rook;
            char letter = is_outermost ? (right ? 'K' : 'Q') : (char)('A' + file_of(p, rook) - 1);
            cp_buf_putc(out, side == CP_WHITE ? letter : cp_lower(letter));
            any = true;
        }
    if (!any)
        cp_buf_putc(out, '-');
}

const cp_path *cp_body_path(const struct cp_position *p, enum cp_side side, cp_square from,
                            cp_square to, cp_int *steps)
{
    struct cp_ints *t = p->ints;
    cp_int files = cp_int_sub(t, to.file, from.file), ranks = cp_int_sub(t, to.rank, from.rank);
    *steps = cp_int_abs(t, cp_int_sign(t, files) ? files : ranks);
    for (uint32_t i = 0; i < p->law->body_path_count; i++) {
        const cp_path *path = &p->law->body_paths[side][i];
        if (cp_int_equal(files, cp_int_scale(t, *steps, path->ray.dx)) &&
            cp_int_equal(ranks, cp_int_scale(t, *steps, path->ray.dy)))
            return cp_int_sign(t, *steps) ? path : NULL;
    }
    return NULL;
}

enum cp_diag cp_body_check_reach(const struct cp_position *p, int32_t man, cp_square to,
                                 cp_move *move)
{
    enum cp_side side = (enum cp_side)p->side[man];
    cp_body body;
    cp_body_reach run;
    cp_int steps;
    cp_move_begin(move, p, man, to, CP_NOBODY);
    move->is_body = true;
    if (!cp_body_find(p, man, &body))
        return CP_BODY_MISSING;
    /* Whether all squares of the board that a body would stand on are there. */
    const struct cp_body_words *b = &p->law->variant->body;
    if (!cp_on_board(p->law, p->ints, to) ||
        !cp_on_board(p->law, p->ints, cp_square_leap(p->ints, to, b->files - 1, b->ranks - 1)))
        return CP_OFF_BOARD;
    const cp_path *path = cp_body_path(p, side, p->at[man], to, &steps);
    if (!path || (path->ray.high && cp_int_compare(p->ints, steps, CP_INT(path->ray.high)) > 0))
        return CP_CANNOT_REACH;
    cp_body_reach_find(&run, p, &body, path);
    if (run.is_endless || cp_int_compare(p->ints, steps, run.free) <= 0)
        return CP_OK;
    move->taken = cp_body_reach_takes(&run, p, side);
    if (move->taken == CP_NOBODY ||
        !cp_int_equal(steps, cp_int_add(p->ints, run.free, CP_INT(1)))) {
        move->taken = CP_NOBODY;
        return CP_BODY_BLOCKED;
    }
    return cp_is_king(p, move->taken) ? CP_KING_TAKEN : CP_OK;
}
