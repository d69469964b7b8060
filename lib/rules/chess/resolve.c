/* SPDX-License-Identifier: MIT */
#include "rules/chess/resolve.h"

#include "rules/chess/replies.h"
#include "rules/chess/turn.h"

/* How near a reason is to being a legal move: the nearest is the one to tell. */
static int nearness(enum cp_diag why)
{
    switch (why) {
    case CP_TURN_UNDECIDED:
        return 5;
    case CP_KING_LEFT_IN_CHECK:
    case CP_KING_EXPOSED:
    case CP_KING_STEPS_INTO_CHECK:
    case CP_KING_EXPLODES:
    case CP_CHECK_FORBIDDEN:
    case CP_PROMOTION_MISSING:
    case CP_PROMOTION_ELSEWHERE:
    case CP_PROMOTION_KIND:
    case CP_PROMOTION_LIMIT:
    case CP_MUST_TAKE:
    case CP_PASSES_PROMOTION:
    case CP_KING_TAKEN:
        return 4;
    case CP_PATH_BLOCKED:
    case CP_NO_HURDLE:
    case CP_BODY_BLOCKED:
    case CP_NOT_PRIME:
    case CP_FIRST_MOVE_SPENT:
        return 3;
    case CP_ONLY_MOVES_THERE:
    case CP_ONLY_TAKES_THERE:
    case CP_OWN_MAN_THERE:
        return 2;
    case CP_BODY_MISSING:
        return 0;
    default:
        return 1;
    }
}

void cp_resolution_begin(struct cp_resolution *r, const struct cp_position *p, const cp_written *w,
                         cp_square shift)
{
    *r = (struct cp_resolution){.why = CP_CANNOT_REACH,
                                .move.man = CP_NOBODY,
                                .culprit = CP_NOBODY,
                                .bares = CP_NOBODY,
                                .exposed = CP_NOBODY,
                                .kind = w->piece,
                                .of = w->piece,
                                .has_from = (w->has & CP_HAS_FROM) == CP_HAS_FROM};
    if (w->has & CP_HAS_FROM_FILE)
        r->from.file = cp_int_add(p->ints, w->from.file, shift.file);
    if (w->has & CP_HAS_FROM_RANK)
        r->from.rank = cp_int_add(p->ints, w->from.rank, shift.rank);
}

void cp_resolution_fits_nobody(struct cp_resolution *r, const struct cp_position *p)
{
    r->why = r->is_body ? CP_BODY_MISSING : CP_NOTHING_THERE;
    if (!r->has_from)
        return;
    r->culprit = cp_position_get(p, r->from);
    if (r->culprit != CP_NOBODY && p->owner[r->culprit] != p->turn)
        r->why = CP_NOT_YOUR_MAN;
}

static void add_choice(struct cp_resolution *r, const cp_move *move)
{
    if (r->choice_count < CP_CHOICES_MOST)
        r->choices[r->choice_count] = *move;
    r->choice_count++;
}

/* Asked of every man. */
inline bool cp_resolution_means(const struct cp_resolution *r, const struct cp_position *p,
                                const cp_written *w, int32_t man)
{
    cp_square at = p->at[man];
    if ((p->kind[man] != r->of && !(w->has & CP_IS_ANY_MAN)) || p->owner[man] != p->turn ||
        p->gone[man])
        return false;
    return (!(w->has & CP_HAS_FROM_FILE) || cp_int_equal(at.file, r->from.file)) &&
           (!(w->has & CP_HAS_FROM_RANK) || cp_int_equal(at.rank, r->from.rank));
}

/* Many men of a kind are all asked so often in one game which of them a refused text
 * means, many times more than messages are shown of it; then those near by lines. */
enum { SEARCHES_MOST = 200, MANY = 64 };

/* Among which numbers the text can mean a man. */
static cp_numbers men_to_ask(const struct cp_position *p, const cp_written *w,
                             const struct cp_resolution *r)
{
    if (r->has_from) {
        int32_t there = cp_position_get(p, r->from);
        return there == CP_NOBODY ? (cp_numbers){0, 0} : (cp_numbers){there, there + 1};
    }
    return w->has & CP_IS_ANY_MAN ? (cp_numbers){0, (int32_t)p->count}
                                  : cp_men_of_kind(p, r->of, p->turn);
}

/* Of many men those that the text can mean and that may play it, looked for by lines from
 * the square it names. False when they are too many, or none: all must be asked. */
static bool judge_nearest_men(struct cp_position *p, const cp_written *w, struct cp_resolution *r)
{
    enum { MEN_MOST = 64 };
    int32_t men[MEN_MOST + 1];
    uint32_t count = 0;
    cp_target target;
    cp_move move;
    cp_target_init(&target, p, r->to);
    struct cp_comers c = cp_comers_on(p, &target.spot, p->turn);
    for (int32_t man; (man = cp_comers_next(&c)) != CP_NOBODY;)
        if (cp_resolution_means(r, p, w, man) &&
            cp_move_try(p, man, &target, w->promotion, &move)) {
            count = cp_keep_first(men, count, MEN_MOST + 1, man);
            if (count > MEN_MOST)
                return false;
        }
    for (uint32_t i = 0; i < count; i++)
        if (cp_move_try(p, men[i], &target, w->promotion, &move))
            add_choice(r, &move);
    return count > 0;
}

/* The same of bodies. */
static bool judge_nearest_bodies(struct cp_position *p, const cp_written *w,
                                 struct cp_resolution *r)
{
    int32_t near[CP_BODIES_NEAR];
    cp_spot spot;
    cp_spot_init(&spot, p, r->to);
    uint32_t count = cp_bodies_near(p, &spot, p->turn, near);
    for (uint32_t i = 0; i < count; i++) {
        cp_move move;
        if (cp_resolution_means(r, p, w, near[i]) &&
            cp_any_check(p, true, near[i], r->to, w->promotion, &move) == CP_OK)
            add_choice(r, &move);
    }
    return count > 0 && r->choice_count > 0;
}

/* Judges every man the text can mean; returns how many there are of the kind. Of bodies men that
 * lead none are not counted. */
static uint32_t judge_all(struct cp_position *p, const cp_written *w, struct cp_resolution *r)
{
    uint32_t fitting = 0;
    cp_numbers men = men_to_ask(p, w, r);
    cp_target target;
    cp_move move;
    cp_target_init(&target, p, r->to);
    for (int32_t man = men.first; man < men.end; man++) {
        if (!cp_resolution_means(r, p, w, man))
            continue;
        enum cp_diag why = CP_CANNOT_REACH;
        if (r->is_body)
            why = cp_any_check(p, true, man, r->to, w->promotion, &move);
        else if (!cp_man_is_far(p, man, r->to) && cp_move_try(p, man, &target, w->promotion, &move))
            why = CP_OK;
        fitting += why != CP_BODY_MISSING;
        if (why == CP_OK)
            add_choice(r, &move);
    }
    return fitting;
}

static cp_int distance(struct cp_ints *t, cp_square a, cp_square b)
{
    return cp_int_add(t, cp_int_abs(t, cp_int_sub(t, a.file, b.file)),
                      cp_int_abs(t, cp_int_sub(t, a.rank, b.rank)));
}

/* The man that comes nearest so far, by the reason, then on the board, then by number. */
struct nearest {
    int nearness;
    cp_int way;
};

static void ask_nearest(struct nearest *best, struct cp_position *p, const cp_written *w,
                        struct cp_resolution *r, int32_t man)
{
    cp_move move;
    if (!cp_resolution_means(r, p, w, man))
        return;
    enum cp_diag why = cp_any_check(p, r->is_body, man, r->to, w->promotion, &move);
    /* A pawn that takes nothing stays on its file: being off it counts much. */
    enum { MUCH = 1000 };
    cp_int way = distance(p->ints, p->at[man], r->to);
    cp_int aside = cp_int_abs(p->ints, cp_int_sub(p->ints, p->at[man].file, r->to.file));
    if (p->kind[man] == p->law->variant->pawn && w->sep != CP_SEP_TAKE)
        way = cp_int_add(p->ints, way, cp_int_scale(p->ints, aside, MUCH));
    int order = best->nearness - nearness(why);
    order = order ? order : cp_int_compare(p->ints, way, best->way);
    order = order ? order : (man > r->move.man) - (man < r->move.man);
    if (!nearness(why) || (r->move.man != CP_NOBODY && order >= 0))
        return;
    *best = (struct nearest){nearness(why), way};
    r->why = why;
    r->move = move;
}

/* Of several kings the one that is attacked, and whether by a body: as the board shows once the
 * move is made. */
static void find_exposed(struct cp_position *p, struct cp_resolution *r)
{
    enum cp_side side = p->turn;
    int32_t by;
    cp_undo undo;
    if ((!p->next_royal && !p->law->has_bodies) || r->culprit == CP_NOBODY)
        return;
    cp_turn_apply(p, &r->move, &undo);
    r->exposed = cp_attacked_king(p, side, &by);
    r->is_by_body = r->exposed != CP_NOBODY && !cp_man_attacks(p, r->culprit, r->exposed);
    cp_move_undo(p, &undo);
}

/* What stands in the way of a man's path of primes; CP_NOBODY: it has none that way. */
static int32_t prime_in_way(const struct cp_position *p, int32_t man, uint32_t line, int way)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    cp_spot here;
    cp_int steps;
    cp_spot_of_man(&here, p, man);
    for (uint32_t i = 0; i < m->path_count; i++)
        if (m->paths[i].ray.blocked && m->paths[i].line == line && m->paths[i].way == way)
            return cp_path_stop(p, &here, &m->paths[i], &steps);
    return CP_NOBODY;
}

static void blame(struct cp_position *p, struct cp_resolution *r)
{
    cp_int steps;
    cp_spot from, to;
    const cp_route *route;
    switch (r->why) {
    case CP_OWN_MAN_THERE:
    case CP_ONLY_MOVES_THERE:
        r->culprit = cp_position_get(p, r->to);
        break;
    case CP_PATH_BLOCKED:
        cp_spot_init(&from, p, r->move.from);
        cp_spot_init(&to, p, r->to);
        for (uint32_t line = 0; line < p->law->line_count; line++) {
            if (!cp_int_equal(from.key[line], to.key[line]))
                continue;
            int way = cp_int_sign(p->ints, cp_line_steps(p, line, r->move.from, r->to));
            r->culprit = prime_in_way(p, r->move.man, line, way);
            if (r->culprit == CP_NOBODY)
                r->culprit = cp_position_first(p, &from, line, way, &steps);
        }
        route =
            cp_blocked_route(p, r->move.man, r->to,
                             cp_position_get(p, r->to) == CP_NOBODY ? CP_RAY_MOVES : CP_RAY_TAKES);
        if (route)
            r->culprit = cp_route_met(p, r->move.man, route, route->count);
        break;
    case CP_KING_LEFT_IN_CHECK:
    case CP_KING_EXPOSED:
    case CP_KING_STEPS_INTO_CHECK: {
        /* What attacks the king: at once, or when something has fallen. */
        struct cp_exposure e;
        if (cp_move_is_safe_at_once(p, &r->move, &r->culprit)) {
            cp_exposure_find(&e, p, &r->move);
            r->culprit = e.by;
            r->bares = cp_exposure_cause(p, &r->move);
            r->why = r->why == CP_KING_LEFT_IN_CHECK ? CP_KING_EXPOSED : r->why;
        }
        find_exposed(p, r);
        break;
    }
    default:
        break;
    }
}

/* Whether the king may castle's way along its rank by a move of its own. Most kings, all of
 * bitboards, go one square at a time: then nothing is asked of the board. */
static bool king_goes(struct cp_position *p, int32_t king, cp_square to)
{
    if (cp_man_is_far(p, king, to))
        return false;
    cp_target target;
    cp_move move;
    cp_target_init(&target, p, to);
    return cp_move_try(p, king, &target, CP_NO_KIND, &move);
}

/* The royal piece on a square, of several that there are. */
static int32_t castling_king(const struct cp_position *p, cp_square from)
{
    if (CP_LIKELY(!p->next_royal))
        return p->castler[p->turn];
    int32_t there = cp_position_get(p, from);
    bool is_royal =
        there != CP_NOBODY && p->side[there] == p->turn && p->law->castlers >> p->kind[there] & 1;
    return is_royal ? there : CP_NOBODY;
}

/* Castling written as the king's move: two squares or more along its rank, to
 * where castling takes it, or onto its own rook, as engines do. */
static bool is_castling(struct cp_position *p, const cp_written *w, const struct cp_resolution *r,
                        int *right)
{
    int32_t king = castling_king(p, r->from);
    if (!p->law->castles || king == CP_NOBODY || !r->has_from ||
        (w->piece != p->kind[king] && !(w->has & CP_IS_ANY_MAN)) ||
        !cp_square_equal(r->from, p->at[king]) || !cp_int_equal(r->from.rank, r->to.rank) ||
        !cp_on_board(p->law, p->ints, r->to) || !(p->law->castlers >> p->kind[king] & 1))
        return false;
    cp_int steps = cp_int_sub(p->ints, r->to.file, r->from.file);
    *right = cp_int_sign(p->ints, steps) > 0;
    int32_t rook = cp_castling_partner(p, king, *right);
    const struct cp_variant *v = p->law->variant;
    cp_int far = cp_int_abs(p->ints, steps);
    bool is_castled = v->castles_near
                          ? cp_int_equal(far, CP_INT(2))
                          : cp_int_compare(p->ints, far, CP_INT(1)) > 0 &&
                                cp_int_equal(r->to.file, CP_INT(v->castled[p->turn][*right].king));
    return (rook != CP_NOBODY && cp_square_equal(r->to, p->at[rook])) ||
           (is_castled && !king_goes(p, king, r->to));
}

static void resolve_castling(struct cp_position *p, int32_t king, int right,
                             struct cp_resolution *r)
{
    r->why = cp_move_check_castling(p, king, right, &r->move, &r->culprit);
    if (r->why == CP_KING_EXPOSED && p->delay)
        r->bares = cp_exposure_cause(p, &r->move);
    else if (r->why == CP_KING_EXPOSED)
        find_exposed(p, r);
}

static void resolve_square(struct cp_position *p, const cp_written *w, struct cp_resolution *r)
{
    int right;
    if (is_castling(p, w, r, &right)) {
        resolve_castling(p, castling_king(p, r->from), right, r);
        return;
    }
    bool is_one_of_many = CP_UNLIKELY(p->has_trees) && !r->has_from;
    bool is_found =
        is_one_of_many && (r->is_body ? judge_nearest_bodies(p, w, r) : judge_nearest_men(p, w, r));
    cp_numbers men = men_to_ask(p, w, r);
    bool is_search = is_one_of_many && !is_found && men.end - men.first > MANY;
    if (is_search && p->searches++ >= SEARCHES_MOST) {
        /* The same of too many men, among those that stand near by lines. */
        struct nearest best = {0, CP_INT(0)};
        cp_spot spot;
        cp_spot_init(&spot, p, r->to);
        struct cp_comers c = cp_comers_on(p, &spot, p->turn);
        for (int32_t man; (man = cp_comers_next(&c)) != CP_NOBODY;)
            ask_nearest(&best, p, w, r, man);
        r->fitting = MANY;
        blame(p, r);
        return;
    }
    r->fitting = is_found ? r->choice_count : judge_all(p, w, r);
    if (w->sep == CP_SEP_TAKE) {
        /* A capture mark rules out moves that take nothing, when others take. */
        uint32_t kept = 0, shown = r->choice_count;
        if (shown >= 2 && shown <= CP_CHOICES_MOST) {
            for (uint32_t i = 0; i < shown; i++)
                if (r->choices[i].taken != CP_NOBODY)
                    r->choices[kept++] = r->choices[i];
            if (kept)
                r->choice_count = kept;
        }
    }
    if (r->choice_count) {
        r->why = r->choice_count == 1 ? CP_OK : CP_AMBIGUOUS;
        r->move = r->choices[0];
    } else if (!r->fitting) {
        cp_resolution_fits_nobody(r, p);
    } else {
        /* None can: takes the man that comes nearest. */
        struct nearest best = {0, CP_INT(0)};
        for (int32_t man = men.first; man < men.end; man++)
            ask_nearest(&best, p, w, r, man);
        blame(p, r);
    }
}

/* Of two refusals, whether a comes nearer to a move than b. */
static bool is_nearer(struct cp_position *p, const struct cp_resolution *a,
                      const struct cp_resolution *b)
{
    if (nearness(a->why) != nearness(b->why) || a->move.man == CP_NOBODY ||
        b->move.man == CP_NOBODY)
        return nearness(a->why) > nearness(b->why);
    return cp_int_compare(p->ints, distance(p->ints, a->move.from, a->to),
                          distance(p->ints, b->move.from, b->to)) < 0;
}

/* Digits of file and rank together, "n13" or "r-27": read only if exactly one split into
 * file and rank gives legal moves (R-NOT-11), which may be several men's. */
static void resolve_fused(struct cp_position *p, const cp_written *w, cp_square shift,
                          struct cp_resolution *out)
{
    struct cp_resolution blank = *out, legal = *out, nearest = *out;
    uint32_t splits = 0, legal_splits = 0;
    size_t first = w->fused.len && w->fused.at[0] == '-' ? 2 : 1;
    for (size_t cut = first; cut < w->fused.len; cut++) {
        cp_square to;
        if (!cp_int_parse(p->ints, &to.file, (cp_str){w->fused.at, cut}) ||
            !cp_int_parse(p->ints, &to.rank, cp_str_skip(w->fused, cut)))
            continue;
        *out = blank;
        out->to = cp_square_shift(p->ints, to, shift);
        resolve_square(p, w, out);
        if (splits++ == 0 || is_nearer(p, out, &nearest))
            nearest = *out;
        legal_splits += out->choice_count > 0;
        for (uint32_t i = 0; i < out->choice_count && i < CP_CHOICES_MOST; i++)
            add_choice(&legal, &out->choices[i]);
    }
    *out = legal_splits ? legal : nearest;
    if (!legal_splits)
        return;
    out->move = legal.choices[0];
    out->to = out->move.to;
    out->why = legal_splits > 1 ? CP_FUSED_UNCLEAR : legal.choice_count == 1 ? CP_OK : CP_AMBIGUOUS;
}

/* e1e1 or Ke1-e1, as engines write a turn passed: of any man of the side's that it names. */
static bool is_to_itself(const struct cp_position *p, const cp_written *w, cp_square shift)
{
    if (CP_LIKELY(p->law->variant->may_pass[p->turn] == CP_PASSES_NEVER) ||
        (w->has & (CP_HAS_FROM | CP_HAS_TO)) != (CP_HAS_FROM | CP_HAS_TO) ||
        !cp_square_equal(w->from, w->to) || w->promotion != CP_NO_KIND || w->sep == CP_SEP_TAKE ||
        w->has & CP_HAS_EN_PASSANT)
        return false;
    int32_t man = cp_position_get(p, cp_square_shift(p->ints, w->to, shift));
    return man != CP_NOBODY && p->owner[man] == p->turn &&
           (w->has & CP_IS_ANY_MAN || w->piece == p->kind[man]);
}

static void resolve_pass(struct cp_position *p, struct cp_resolution *r)
{
    int32_t man = cp_position_passer(p);
    r->why = man == CP_NOBODY ? CP_NULL_MOVE : CP_OK;
    if (man != CP_NOBODY)
        cp_move_begin_pass(&r->move, p, man);
}

void cp_resolve(struct cp_position *p, const cp_written *w, cp_square shift,
                struct cp_resolution *out)
{
    cp_resolution_begin(out, p, w, shift);
    const struct cp_body_words *body = &p->law->variant->body;
    if (CP_UNLIKELY(body->exists) && w->piece == body->kind && !(w->has & CP_IS_ANY_MAN)) {
        out->is_body = true;
        out->of = body->of;
    }
    if (w->has & CP_IS_NULL || CP_UNLIKELY(is_to_itself(p, w, shift))) {
        resolve_pass(p, out);
    } else if (w->castling != CP_CASTLE_NONE) {
        resolve_castling(p, cp_castling_any(p), w->castling == CP_CASTLE_KING, out);
    } else if (w->has & CP_IS_FUSED) {
        resolve_fused(p, w, shift, out);
    } else {
        out->to = cp_square_shift(p->ints, w->to, shift);
        resolve_square(p, w, out);
    }
}

/* The other men of a move's kind that could legally play to its square as it does. */
struct rivals {
    const cp_move *move;
    cp_numbers left; /* to be looked at */
    bool has_target;
    cp_target target;
    struct cp_comers comers; /* of many */
};

static void rivals_init(struct rivals *r, const struct cp_position *p, const cp_move *move)
{
    r->move = move;
    r->left = cp_men_of_kind(p, p->kind[move->man], p->turn);
    r->has_target = p->has_trees;
    if (CP_LIKELY(!r->has_target))
        return;
    cp_target_init(&r->target, p, move->to);
    r->comers = cp_comers_on(p, &r->target.spot, p->turn);
}

/* The next of them, perhaps once more; CP_NOBODY when there is none. */
static int32_t next_rival(struct rivals *r, struct cp_position *p)
{
    const cp_move *move = r->move;
    uint8_t kind = p->kind[move->man];
    for (;;) {
        cp_move other;
        int32_t man = CP_UNLIKELY(p->has_trees)     ? cp_comers_next(&r->comers)
                      : r->left.first < r->left.end ? r->left.first++
                                                    : CP_NOBODY;
        if (man == CP_NOBODY)
            return CP_NOBODY;
        if (p->kind[man] != kind || p->side[man] != p->turn || p->gone[man] || man == move->man ||
            cp_man_is_far(p, man, move->to))
            continue;
        if (!r->has_target)
            cp_target_init(&r->target, p, move->to);
        r->has_target = true;
        if (cp_move_try(p, man, &r->target, move->promotion, &other) &&
            (move->taken == CP_NOBODY || other.taken != CP_NOBODY))
            return man;
    }
}

/* Between bare squares: what tells a man from its rivals, the file if it can, else the
 * rank, else both. A pawn that takes shows its file whether it needs to or not. */
static uint16_t origin_between_bare(struct cp_position *p, const cp_move *move)
{
    struct rivals rivals;
    bool shares_file = false, shares_rank = false, is_alone = true;
    bool is_pawn = p->kind[move->man] == p->law->variant->pawn;
    rivals_init(&rivals, p, move);
    for (int32_t man; (man = next_rival(&rivals, p)) != CP_NOBODY;) {
        is_alone = false;
        shares_file |= cp_int_equal(p->at[man].file, move->from.file);
        shares_rank |= cp_int_equal(p->at[man].rank, move->from.rank);
    }
    if (is_alone && !(is_pawn && move->taken != CP_NOBODY))
        return 0;
    if (!shares_file) {
        /* The file alone, where it would be read so: x is the sign of a capture, and with a pawn
         * only a file beside the square's own is one: bxd4 is a bishop's. Of a pawn that takes
         * nothing the square's own is none: bb4 might be a bishop's. */
        enum { FILE_X = 'x' - 'a' + 1 };
        int64_t file = cp_int_or(move->from.file, FILE_X), to = cp_int_or(move->to.file, FILE_X);
        bool is_far = is_pawn && (file - to > 1 || to - file > 1);
        bool is_own = is_pawn && file == to && move->taken == CP_NOBODY;
        return is_far || is_own || file == FILE_X ? CP_HAS_FROM : CP_HAS_FROM_FILE;
    }
    return is_pawn || shares_rank ? CP_HAS_FROM : CP_HAS_FROM_RANK;
}

/* As engines write it: the king to where it goes, or onto its rook where the two do not
 * stand as usual, or it might be a move of the king's own. One of several kings is named so too. */
static void write_castling(struct cp_position *p, const cp_move *move, enum cp_style style,
                           cp_square back, cp_written *out)
{
    const struct cp_variant *v = p->law->variant;
    bool right = cp_int_compare(p->ints, move->to.file, move->rook_to.file) > 0;
    *out =
        (cp_written){.castling = right ? CP_CASTLE_KING : CP_CASTLE_QUEEN, .promotion = CP_NO_KIND};
    if (style != CP_ENGINE && move->man == cp_castling_any(p))
        return;
    bool stands_as_usual = cp_int_equal(move->from.file, CP_INT(v->files / 2 + 1)) &&
                           cp_int_equal(p->at[move->rook].file, CP_INT(right ? v->files : 1));
    bool is_usual = (v->castles_near || stands_as_usual) && !king_goes(p, move->man, move->to);
    *out = (cp_written){
        .from = cp_square_shift(p->ints, move->from, back),
        .to = cp_square_shift(p->ints, is_usual ? move->to : p->at[move->rook], back),
        .has = CP_HAS_FROM | CP_HAS_TO | (style == CP_ENGINE ? CP_IS_ANY_MAN : CP_HAS_PIECE),
        .piece = p->kind[move->man],
        .promotion = CP_NO_KIND,
        .sep = style == CP_ENGINE ? CP_SEP_NONE : CP_SEP_MOVE};
}

static uint16_t origin_of(struct cp_position *p, const cp_move *move, enum cp_style style)
{
    if (style != CP_SHORT || move->is_body) /* R-FORM-4: a body's move shows both squares */
        return CP_HAS_FROM;
    if (cp_alphabet_is_bare(&p->law->variant->alphabet))
        return origin_between_bare(p, move);
    /* Between squares in parentheses a move shows its whole origin or nothing of it. */
    struct rivals rivals;
    rivals_init(&rivals, p, move);
    return next_rival(&rivals, p) == CP_NOBODY ? 0 : CP_HAS_FROM;
}

void cp_move_write(struct cp_position *p, const cp_move *move, enum cp_style style, cp_square shift,
                   cp_written *out)
{
    cp_square back = cp_square_negate(p->ints, shift);
    if (move->rook != CP_NOBODY) {
        write_castling(p, move, style, back, out);
        return;
    }
    if (move->is_pass && style != CP_ENGINE) {
        *out = (cp_written){
            .has = CP_IS_NULL, .piece = CP_NO_KIND, .promotion = CP_NO_KIND, .spelling = CP_BARE};
        return;
    }
    bool takes = move->taken != CP_NOBODY;
    uint8_t kind = move->is_body ? p->law->variant->body.kind : p->kind[move->man];
    uint16_t from = origin_of(p, move, style);
    *out = (cp_written){.from = cp_square_shift(p->ints, move->from, back),
                        .to = cp_square_shift(p->ints, move->to, back),
                        .has = (uint16_t)(CP_HAS_TO | from),
                        .piece = kind,
                        .promotion = move->promotion,
                        .sep = takes                 ? CP_SEP_TAKE
                               : from == CP_HAS_FROM ? CP_SEP_MOVE
                                                     : CP_SEP_NONE};
    if (style == CP_ENGINE && !move->is_body) {
        out->has |= CP_IS_ANY_MAN;
        out->sep = CP_SEP_NONE;
    } else if (kind != p->law->variant->pawn) {
        out->has |= CP_HAS_PIECE;
    }
}

/* Refusals in a player's words. Pieces are written as in moves,
 * R(g9), in the spelling and frame of the game they are about. */

struct report {
    struct cp_speaker speaker;
    const struct cp_position *p;
};

static void write_man(const struct report *v, int32_t man)
{
    cp_speak_piece(&v->speaker, v->p->kind[man], v->p->at[man]);
}

/* As in moves: without a letter for a pawn. */
static void write_move(const void *report, const cp_move *move)
{
    const struct report *v = report;
    const struct cp_position *p = v->p;
    bool takes = move->taken != CP_NOBODY && p->owner[move->taken] != p->owner[move->man];
    uint8_t kind = move->is_body ? p->law->variant->body.kind : p->kind[move->man];
    cp_buf_put(v->speaker.out, p->law->variant->alphabet.pieces[kind].letter);
    cp_speak_square(&v->speaker, move->from);
    cp_buf_putc(v->speaker.out, takes ? 'x' : '-');
    cp_speak_square(&v->speaker, move->to);
}

static const char *side_name(enum cp_side side)
{
    return side == CP_WHITE ? "White" : "Black";
}

/* "a huygens jumps a prime number of squares, 5 or more: 9 = 3 x 3 is not prime" */
static void write_prime(const struct report *v, const struct cp_resolution *r)
{
    struct cp_ints *t = v->p->ints;
    const struct cp_movement *m = cp_movement_of(v->p, r->move.man);
    int32_t least = 2;
    bool is_blocked = false;
    for (uint32_t i = 0; i < m->path_count; i++)
        if (m->paths[i].ray.primes) {
            least = m->paths[i].ray.low;
            is_blocked = m->paths[i].ray.blocked;
        }
    cp_int steps = cp_int_abs(t, cp_int_sub(t, r->to.file, r->move.from.file));
    if (cp_int_equal(steps, CP_INT(0)))
        steps = cp_int_abs(t, cp_int_sub(t, r->to.rank, r->move.from.rank));
    cp_str name = v->p->law->variant->alphabet.pieces[v->p->kind[r->move.man]].name;
    cp_buf_printf(v->speaker.out, "a %.*s %s a prime number of squares, %d or more: ", CP_FMT(name),
                  is_blocked ? "slides" : "jumps", least);
    cp_int_format(t, v->speaker.out, steps);
    int32_t factor = cp_int_small_factor(t, steps);
    cp_int rest;
    if (factor && cp_int_divide(t, steps, factor, &rest) == 0) {
        cp_buf_printf(v->speaker.out, " = %d x ", factor);
        cp_int_format(t, v->speaker.out, rest);
    }
    cp_buf_puts(v->speaker.out, cp_int_is_prime(t, steps) ? " is too near" : " is not prime");
}

static void write_king(const struct report *v, const struct cp_resolution *r)
{
    if (r->bares != CP_NOBODY) { /* R-TD-5 */
        cp_buf_puts(v->speaker.out, "the trapdoor under ");
        write_man(v, r->bares);
        cp_buf_puts(v->speaker.out, " opens after this move, and then ");
    }
    int32_t king = v->p->king[v->p->turn];
    king = r->exposed != CP_NOBODY ? r->exposed : king;
    if (king == r->move.man)
        cp_speak_square(&v->speaker, r->move.to);
    else
        write_man(v, king);
    cp_buf_puts(v->speaker.out, " is attacked by ");
    cp_speak_kind(&v->speaker,
                  r->is_by_body ? v->p->law->variant->body.kind : v->p->kind[r->culprit]);
    cp_speak_square(&v->speaker, v->p->at[r->culprit]);
}

/* ---- bodies ---- */

/* The body that a man of it, other than its lower left one, belongs to: the first
 * found, CP_NOBODY when there is none. */
static int32_t body_around(const struct cp_position *p, cp_square at)
{
    const struct cp_body_words *b = &p->law->variant->body;
    cp_body body;
    for (int32_t i = 1; i < b->files * b->ranks; i++) {
        int32_t first =
            cp_position_get(p, cp_square_leap(p->ints, at, -(i / b->ranks), -(i % b->ranks)));
        if (first != CP_NOBODY && p->side[first] == p->turn && cp_body_find(p, first, &body))
            return first;
    }
    return CP_NOBODY;
}

static void write_no_body(const struct report *v, const struct cp_resolution *r)
{
    const struct cp_body_words *b = &v->p->law->variant->body;
    const struct cp_piece_words *words = v->p->law->variant->alphabet.pieces;
    if (!r->has_from) {
        cp_buf_printf(v->speaker.out, "%s has no %.*s", side_name(v->p->turn),
                      CP_FMT(words[b->kind].name));
        return;
    }
    cp_buf_printf(v->speaker.out, "there is no %.*s with its lower left %.*s on ",
                  CP_FMT(words[b->kind].name), CP_FMT(words[b->of].name));
    cp_speak_square(&v->speaker, r->from);
    int32_t first = body_around(v->p, r->from);
    if (first == CP_NOBODY)
        return;
    cp_buf_puts(v->speaker.out, "; that square is of ");
    cp_speak_kind(&v->speaker, b->kind);
    cp_speak_square(&v->speaker, v->p->at[first]);
}

static void write_stopped(const struct report *v, const struct cp_resolution *r)
{
    static const char *const numbers[] = {"no", "one", "two", "three", "four"};
    const struct cp_position *p = v->p;
    cp_body body;
    cp_int steps;
    cp_body_reach run = {.met_count = 0};
    const cp_path *path = cp_body_path(p, p->turn, r->move.from, r->move.to, &steps);
    if (path && cp_body_find(p, r->move.man, &body))
        cp_body_reach_find(&run, p, &body, path);
    write_move(v, &r->move);
    if (run.met_count < 2)
        cp_buf_puts(v->speaker.out, run.met_count ? " meets " : "");
    else
        cp_buf_printf(v->speaker.out, ": %s pieces stand in the %.*s's way at once, ",
                      numbers[run.met_count],
                      CP_FMT(p->law->variant->alphabet.pieces[r->kind].name));
    for (uint32_t i = 0; i < run.met_count; i++) {
        cp_buf_puts(v->speaker.out, !i ? "" : i + 1 < run.met_count ? ", " : " and ");
        write_man(v, run.met[i]);
    }
}

static void write_nothing(const struct report *v, const struct cp_resolution *r)
{
    if (!r->has_from) {
        cp_buf_printf(v->speaker.out, "%s has no such ", side_name(v->p->turn));
        cp_speak_kind(&v->speaker, r->kind);
    } else if (r->culprit == CP_NOBODY) {
        cp_speak_square(&v->speaker, r->from);
        cp_buf_puts(v->speaker.out, " is empty");
    } else {
        write_man(v, r->culprit);
        cp_buf_puts(v->speaker.out, " stands there, no ");
        cp_speak_kind(&v->speaker, r->kind);
    }
}

void cp_choices_write(struct cp_buf *out, const struct cp_resolution *r, cp_move_teller *write,
                      const void *report)
{
    for (uint32_t i = 0; i < r->choice_count && i < CP_CHOICES_MOST; i++) {
        cp_buf_puts(out, i ? " or " : "");
        write(report, &r->choices[i]);
    }
    if (r->choice_count > CP_CHOICES_MOST)
        cp_buf_printf(out, " or %u more", r->choice_count - CP_CHOICES_MOST);
}

/* The reasons about one man, its way and the man to blame. */
static void write_about_man(const struct report *v, const struct cp_resolution *r)
{
    cp_spot to;
    switch (r->why) {
    case CP_PATH_BLOCKED:
        write_move(v, &r->move);
        cp_buf_puts(v->speaker.out, " meets ");
        write_man(v, r->culprit);
        break;
    case CP_OWN_MAN_THERE:
    case CP_ONLY_MOVES_THERE:
        /* Of one that could not go there even if its own side were not in the way, and that was
         * not named by its square, only the square is known. */
        cp_spot_init(&to, v->p, r->to);
        if (r->has_from || cp_man_reaches(v->p, r->move.man, &to, CP_RAY_MOVES) ||
            cp_man_reaches(v->p, r->move.man, &to, CP_RAY_TAKES))
            write_move(v, &r->move);
        else {
            uint8_t kind = v->p->kind[r->move.man];
            cp_buf_put(v->speaker.out, v->p->law->variant->alphabet.pieces[kind].letter);
            cp_speak_square(&v->speaker, r->to);
        }
        cp_buf_puts(v->speaker.out, ", where ");
        write_man(v, r->culprit);
        cp_buf_puts(v->speaker.out, " stands");
        break;
    case CP_FIRST_MOVE_SPENT:
        write_man(v, r->move.man);
        cp_buf_puts(v->speaker.out, " has moved before");
        break;
    case CP_ONLY_TAKES_THERE:
        cp_speak_square(&v->speaker, r->to);
        cp_buf_puts(v->speaker.out, " is empty");
        break;
    default:
        write_move(v, &r->move);
        break;
    }
}

void cp_resolution_format(struct cp_buf *out, struct cp_position *p, const struct cp_resolution *r,
                          enum cp_spelling spelling, cp_square shift)
{
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    const struct report v = {{out, p->ints, a, spelling, cp_square_negate(p->ints, shift)}, p};
    switch (r->why) {
    case CP_NOT_PRIME:
        write_prime(&v, r);
        break;
    case CP_KING_LEFT_IN_CHECK:
    case CP_KING_EXPOSED:
    case CP_KING_STEPS_INTO_CHECK:
        write_king(&v, r);
        break;
    case CP_NOTHING_THERE:
        write_nothing(&v, r);
        break;
    case CP_NOT_YOUR_MAN:
        write_man(&v, r->culprit);
        cp_buf_printf(out, " is %s, and %s is to move",
                      p->owner[r->culprit] == CP_NO_SIDE ? "nobody's"
                      : p->turn == CP_WHITE              ? "Black's"
                                                         : "White's",
                      side_name(p->turn));
        break;
    case CP_BODY_MISSING:
        write_no_body(&v, r);
        break;
    case CP_BODY_BLOCKED:
        write_stopped(&v, r);
        break;
    case CP_AMBIGUOUS:
    case CP_FUSED_UNCLEAR:
        cp_choices_write(v.speaker.out, r, write_move, &v);
        break;
    case CP_CASTLING_BLOCKED:
    case CP_CASTLING_THROUGH_CHECK:
        write_man(&v, r->culprit);
        break;
    case CP_PRIME_UNDECIDED:
        cp_buf_printf(out, "a number of %u digits", r->digits);
        break;
    case CP_GAME_OVER:
        cp_buf_printf(out, "since ply %u", r->since);
        break;
    case CP_PROMOTION_KIND:
    case CP_PROMOTION_LIMIT:
        cp_speak_kind(&v.speaker, r->move.promotion);
        break;
    case CP_NULL_MOVE:
    case CP_CASTLING_UNKNOWN:
    case CP_CASTLING_FORFEITED:
    case CP_CASTLING_TOO_NEAR:
        break;
    default:
        if (r->move.man != CP_NOBODY)
            write_about_man(&v, r);
        break;
    }
}
