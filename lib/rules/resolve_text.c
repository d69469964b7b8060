/* SPDX-License-Identifier: MIT */
/* resolve_text.c -- refusals in a player's words. Men are written as in moves,
 * R(g9), in the spelling and frame of the game they are about. */
#include "rules/body_move.h"
#include "rules/resolve.h"

struct voice {
    struct cp_buf *out;
    const struct cp_position *p;
    enum cp_spelling spelling;
    cp_square back;
};

static void say_square(const struct voice *v, cp_square at)
{
    cp_square_format(v->p->ints, v->out, cp_square_shift(v->p->ints, at, v->back), v->spelling);
}

static void say_kind(const struct voice *v, uint8_t kind)
{
    cp_buf_put(v->out, cp_alphabet_letter(&v->p->law->variant->alphabet, kind));
}

static void say_man(const struct voice *v, int32_t man)
{
    say_kind(v, v->p->kind[man]);
    say_square(v, v->p->at[man]);
}

/* As in moves: without a letter for a pawn. */
static void say_move(const struct voice *v, const cp_move *move)
{
    const struct cp_position *p = v->p;
    bool takes = move->taken != CP_NOBODY && p->side[move->taken] != p->side[move->man];
    uint8_t kind = move->is_body ? p->law->variant->body.kind : p->kind[move->man];
    cp_buf_put(v->out, p->law->variant->alphabet.pieces[kind].letter);
    say_square(v, move->from);
    cp_buf_putc(v->out, takes ? 'x' : '-');
    say_square(v, move->to);
}

static const char *side_name(enum cp_side side)
{
    return side == CP_WHITE ? "White" : "Black";
}

/* "a huygens jumps a prime number of squares, 5 or more: 9 = 3 x 3 is not prime" */
static void say_prime(const struct voice *v, const struct cp_resolution *r)
{
    struct cp_ints *t = v->p->ints;
    const struct cp_manner *m = cp_manner_of(v->p, r->move.man);
    int32_t least = 2;
    for (uint32_t i = 0; i < m->path_count; i++)
        if (m->paths[i].ray.primes)
            least = m->paths[i].ray.low;
    cp_int steps = cp_int_abs(t, cp_int_sub(t, r->to.file, r->move.from.file));
    if (cp_int_equal(steps, CP_INT(0)))
        steps = cp_int_abs(t, cp_int_sub(t, r->to.rank, r->move.from.rank));
    cp_str name = v->p->law->variant->alphabet.pieces[r->kind].name;
    cp_buf_printf(v->out, "a %.*s jumps a prime number of squares, %d or more: ", CP_FMT(name),
                  least);
    cp_int_format(t, v->out, steps);
    int32_t factor = cp_int_small_factor(t, steps);
    cp_int rest;
    if (factor && cp_int_divide(t, steps, factor, &rest) == 0) {
        cp_buf_printf(v->out, " = %d x ", factor);
        cp_int_format(t, v->out, rest);
    }
    cp_buf_puts(v->out, cp_int_is_prime(t, steps) ? " is too near" : " is not prime");
}

static void say_king(const struct voice *v, const struct cp_resolution *r)
{
    if (r->why == CP_KING_STEPS_INTO_CHECK)
        say_square(v, r->to);
    else
        say_man(v, v->p->king[v->p->turn]);
    cp_buf_puts(v->out, " is attacked by ");
    say_kind(v, r->is_by_body ? v->p->law->variant->body.kind : v->p->kind[r->culprit]);
    say_square(v, v->p->at[r->culprit]);
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

static void say_no_body(const struct voice *v, const struct cp_resolution *r)
{
    const struct cp_body_words *b = &v->p->law->variant->body;
    const struct cp_piece_words *words = v->p->law->variant->alphabet.pieces;
    if (!r->has_from) {
        cp_buf_printf(v->out, "%s has no %.*s", side_name(v->p->turn), CP_FMT(words[b->kind].name));
        return;
    }
    cp_buf_printf(v->out, "there is no %.*s with its lower left %.*s on ",
                  CP_FMT(words[b->kind].name), CP_FMT(words[b->of].name));
    say_square(v, r->from);
    int32_t first = body_around(v->p, r->from);
    if (first == CP_NOBODY)
        return;
    cp_buf_puts(v->out, "; that square is of ");
    say_kind(v, b->kind);
    say_square(v, v->p->at[first]);
}

static void say_stopped(const struct voice *v, const struct cp_resolution *r)
{
    static const char *const numbers[] = {"no", "one", "two", "three", "four"};
    const struct cp_position *p = v->p;
    cp_body body;
    cp_int steps;
    cp_body_run run = {.met_count = 0};
    const cp_path *path = cp_body_path(p, p->turn, r->move.from, r->move.to, &steps);
    if (path && cp_body_find(p, r->move.man, &body))
        cp_body_run_find(&run, p, &body, path);
    say_move(v, &r->move);
    if (run.met_count < 2)
        cp_buf_puts(v->out, run.met_count ? " meets " : "");
    else
        cp_buf_printf(v->out, ": %s men stand in the %.*s's way at once, ", numbers[run.met_count],
                      CP_FMT(p->law->variant->alphabet.pieces[r->kind].name));
    for (uint32_t i = 0; i < run.met_count; i++) {
        cp_buf_puts(v->out, !i ? "" : i + 1 < run.met_count ? ", " : " and ");
        say_man(v, run.met[i]);
    }
}

static void say_nothing(const struct voice *v, const struct cp_resolution *r)
{
    if (!r->has_from) {
        cp_buf_printf(v->out, "%s has no such ", side_name(v->p->turn));
        say_kind(v, r->kind);
    } else if (r->culprit == CP_NOBODY) {
        say_square(v, r->from);
        cp_buf_puts(v->out, " is empty");
    } else {
        say_man(v, r->culprit);
        cp_buf_puts(v->out, " stands there, no ");
        say_kind(v, r->kind);
    }
}

static void say_choices(const struct voice *v, const struct cp_resolution *r)
{
    for (uint32_t i = 0; i < r->choice_count && i < CP_CHOICES_MOST; i++) {
        cp_buf_puts(v->out, i ? " or " : "");
        say_move(v, &r->choices[i]);
    }
    if (r->choice_count > CP_CHOICES_MOST)
        cp_buf_printf(v->out, " or %u more", r->choice_count - CP_CHOICES_MOST);
}

/* The reasons about one man, its way and whoever is to blame. */
static void say_about_man(const struct voice *v, const struct cp_resolution *r)
{
    switch (r->why) {
    case CP_PATH_BLOCKED:
        say_move(v, &r->move);
        cp_buf_puts(v->out, " meets ");
        say_man(v, r->culprit);
        break;
    case CP_OWN_MAN_THERE:
    case CP_ONLY_MOVES_THERE:
        say_move(v, &r->move);
        cp_buf_puts(v->out, ", where ");
        say_man(v, r->culprit);
        cp_buf_puts(v->out, " stands");
        break;
    case CP_FIRST_MOVE_SPENT:
        say_man(v, r->move.man);
        cp_buf_puts(v->out, " has moved before");
        break;
    case CP_ONLY_TAKES_THERE:
        say_square(v, r->to);
        cp_buf_puts(v->out, " is empty");
        break;
    default:
        say_move(v, &r->move);
        break;
    }
}

void cp_resolution_format(struct cp_buf *out, const struct cp_position *p,
                          const struct cp_resolution *r, enum cp_spelling spelling, cp_square shift)
{
    struct voice v = {
        out, p, spelling, {cp_int_negate(p->ints, shift.file), cp_int_negate(p->ints, shift.rank)}};
    switch (r->why) {
    case CP_NOT_PRIME:
        say_prime(&v, r);
        break;
    case CP_KING_LEFT_IN_CHECK:
    case CP_KING_EXPOSED:
    case CP_KING_STEPS_INTO_CHECK:
        say_king(&v, r);
        break;
    case CP_NOTHING_THERE:
        say_nothing(&v, r);
        break;
    case CP_NOT_YOUR_MAN:
        say_man(&v, r->culprit);
        cp_buf_printf(out, " is %s's, and %s is to move", side_name(cp_other(p->turn)),
                      side_name(p->turn));
        break;
    case CP_BODY_MISSING:
        say_no_body(&v, r);
        break;
    case CP_BODY_BLOCKED:
        say_stopped(&v, r);
        break;
    case CP_AMBIGUOUS:
    case CP_FUSED_UNCLEAR:
        say_choices(&v, r);
        break;
    case CP_CASTLING_BLOCKED:
    case CP_CASTLING_THROUGH_CHECK:
        say_man(&v, r->culprit);
        break;
    case CP_PRIME_UNDECIDED:
        cp_buf_printf(out, "a number of %u digits", r->digits);
        break;
    case CP_GAME_OVER:
        cp_buf_printf(out, "since ply %u", r->since);
        break;
    case CP_PROMOTION_KIND:
        say_kind(&v, r->move.promotion);
        break;
    case CP_NULL_MOVE:
    case CP_CASTLING_UNKNOWN:
    case CP_CASTLING_FORFEITED:
        break;
    default:
        if (r->move.man != CP_NOBODY)
            say_about_man(&v, r);
        break;
    }
}
