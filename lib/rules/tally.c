/* SPDX-License-Identifier: MIT */
/* tally.c -- runs are counted by subtraction, so a rook's 10^30 squares cost what
 * three do. Primes cannot be: they are counted one by one, along so many squares
 * as any diagram might show, and beyond that the line is told instead. */
#include "rules/tally.h"

enum { PRIMES_ALONG = 10000 };

static cp_int length_of(struct cp_ints *t, const cp_run_of_moves *run)
{
    return cp_int_add(t, cp_int_sub(t, run->high, run->low), CP_INT(1));
}

static int64_t count_primes(struct cp_ints *t, const cp_run_of_moves *run)
{
    int64_t count = 0;
    cp_int from = run->low, prime;
    while (cp_int_compare(t, from, run->high) <= 0 &&
           cp_int_next_prime(t, from, &run->high, &prime)) {
        count++;
        from = cp_int_add(t, prime, CP_INT(1));
    }
    return count;
}

static void add_run(struct cp_tally *out, struct cp_position *p, const cp_run_of_moves *run)
{
    struct cp_ints *t = p->ints;
    if (cp_run_is_empty(t, run))
        return;
    if (run->is_endless) {
        out->endless++;
        return;
    }
    cp_int count = length_of(t, run);
    if (run->primes && cp_int_compare(t, count, CP_INT(PRIMES_ALONG)) > 0) {
        out->uncounted++;
        return;
    }
    if (run->primes)
        count = CP_INT(count_primes(t, run));
    if (run->promotes)
        count = cp_int_scale(t, count, (int32_t)p->law->variant->promotes_to_count);
    out->count = cp_int_add(t, out->count, count);
}

void cp_tally_position(struct cp_tally *out, struct cp_survey *s, struct cp_position *p)
{
    *out = (struct cp_tally){0};
    s->count = 0;
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && p->side[man] == p->turn)
            cp_survey_add(s, p, (int32_t)man);
    for (uint32_t i = 0; i < s->count; i++)
        add_run(out, p, &s->runs[i]);
}

void cp_tally_format(struct cp_buf *out, const struct cp_ints *t, const struct cp_tally *tally)
{
    if (tally->endless)
        cp_buf_puts(out, "endless: ");
    cp_int_format(t, out, tally->count);
    if (tally->uncounted)
        cp_buf_printf(out, "%s the primes of %u long line%s", tally->endless ? "," : " and",
                      tally->uncounted, tally->uncounted == 1 ? "" : "s");
    if (tally->endless)
        cp_buf_printf(out, " and %u endless line%s", tally->endless,
                      tally->endless == 1 ? "" : "s");
}
