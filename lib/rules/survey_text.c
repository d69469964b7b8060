/* SPDX-License-Identifier: MIT */
/* survey_text.c -- legal moves for people to read:
 *
 *     R(g9): left (f9)…∞, right blocked by P(h9), up (g10)…(g14), xP(g15)
 *     Hu(f8): left primes (a8)…∞
 *     N(j9): (i11), (k11)
 */
#include "rules/bodies.h"
#include "rules/survey.h"

struct teller {
    struct cp_buf *out;
    struct cp_position *p;
    enum cp_spelling spelling;
    cp_square back; /* from the variant's frame to the game's */
};

static void tell_square(const struct teller *t, cp_square at)
{
    cp_square_format(t->p->ints, t->out, cp_square_shift(t->p->ints, at, t->back), t->spelling);
}

static void tell_kind(const struct teller *t, uint8_t kind)
{
    cp_buf_put(t->out, cp_alphabet_letter(&t->p->law->variant->alphabet, kind));
}

static void tell_man(const struct teller *t, int32_t man)
{
    tell_kind(t, t->p->kind[man]);
    tell_square(t, t->p->at[man]);
}

static void tell_way(const struct teller *t, const cp_run_of_moves *r)
{
    static const char *const ways[3][3] = {
        {"down-left", "left", "up-left"}, {"down", "", "up"}, {"down-right", "right", "up-right"}};
    if (r->dx >= -1 && r->dx <= 1 && r->dy >= -1 && r->dy <= 1)
        cp_buf_puts(t->out, ways[r->dx + 1][r->dy + 1]);
    else
        cp_buf_printf(t->out, "by (%d,%d)", r->dx, r->dy);
}

static void tell_single(const struct teller *t, const cp_run_of_moves *r)
{
    if (r->castles) {
        cp_buf_puts(t->out, r->castles > 0 ? "O-O" : "O-O-O");
        return;
    }
    if (r->takes != CP_NOBODY && r->is_body) { /* whom it takes stands elsewhere */
        tell_square(t, cp_run_square(t->p->ints, r, r->low));
        cp_buf_putc(t->out, 'x');
        tell_man(t, r->takes);
        return;
    }
    if (r->takes != CP_NOBODY) {
        cp_buf_putc(t->out, 'x');
        tell_kind(t, t->p->kind[r->takes]);
    }
    tell_square(t, cp_run_square(t->p->ints, r, r->low));
    cp_buf_puts(t->out, r->promotes ? "=" : "");
}

static void tell_run(const struct teller *t, const cp_run_of_moves *r)
{
    struct cp_ints *ints = t->p->ints;
    if (cp_run_is_empty(ints, r)) {
        tell_way(t, r);
        cp_buf_puts(t->out, " blocked by ");
        tell_man(t, r->stopped);
        return;
    }
    if (!r->is_endless && cp_int_equal(r->low, r->high)) {
        tell_single(t, r);
        return;
    }
    cp_int nearest = r->low;
    bool is_known = !r->primes || cp_int_next_prime(ints, r->low, NULL, &nearest);
    tell_way(t, r);
    cp_buf_puts(t->out, !r->primes ? " " : is_known ? " primes " : " primes beyond ");
    tell_square(t, cp_run_square(ints, r, nearest));
    cp_buf_puts(t->out, "…");
    if (r->is_endless)
        cp_buf_puts(t->out, "∞");
    else
        tell_square(t, cp_run_square(ints, r, r->high));
}

/* Blocked at once, by a man that the next run takes: that run says it. */
static bool is_said_next(const struct cp_survey *s, const struct cp_position *p, uint32_t i)
{
    const cp_run_of_moves *r = &s->runs[i];
    return cp_run_is_empty(p->ints, r) && i + 1 < s->count && s->runs[i + 1].takes != CP_NOBODY &&
           s->runs[i + 1].takes == r->stopped;
}

static void tell_runs(const struct teller *t, const struct cp_survey *s, bool of_body)
{
    const char *between = " ";
    cp_buf_putc(t->out, ':');
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->runs[i].is_body != of_body || is_said_next(s, t->p, i))
            continue;
        cp_buf_puts(t->out, between);
        tell_run(t, &s->runs[i]);
        between = ", ";
    }
    cp_buf_puts(t->out, between[0] == ',' ? "\n" : " no legal move\n");
}

void cp_survey_format(struct cp_buf *out, const struct cp_survey *s, struct cp_position *p,
                      int32_t man, enum cp_spelling spelling, cp_square shift)
{
    struct teller t = {
        out, p, spelling, {cp_int_negate(p->ints, shift.file), cp_int_negate(p->ints, shift.rank)}};
    cp_body body;
    tell_man(&t, man);
    tell_runs(&t, s, false);
    if (!cp_body_find(p, man, &body))
        return;
    tell_kind(&t, p->law->variant->body.kind);
    tell_square(&t, p->at[man]);
    tell_runs(&t, s, true);
}
