/* SPDX-License-Identifier: MIT */
/* moves.c -- legal moves for people to read:
 *
 *     R(g9): left (f9)…∞, right blocked by P(h9), up (g10)…(g14), xP(g15)
 *     Hu(f8): left primes (a8)…∞
 *     N(j9): (i11), (k11)
 *
 * On a board with edges every square is named; agents' moves are written in full. */
#include "rules/moves.h"

#include "rules/chess/turn.h"
#include "rules/outcome.h"

int32_t cp_ranges_next(struct cp_ranges *r, struct cp_position *p, int32_t man)
{
    if (man == 0) {
        if (cp_position_is_over(p))
            return CP_NOBODY;
        cp_ranges_begin(r, p);
    }
    while (man < (int32_t)p->count && (p->gone[man] || p->owner[man] != p->turn))
        man++;
    if (man == (int32_t)p->count)
        return CP_NOBODY;
    r->count = r->unlisted = 0;
    cp_rules_of(p)->each_move(p, man, r);
    return man;
}

/* ---- how many ----
 *
 * Ranges are counted by subtraction, so a rook's 10^30 squares cost what three do.
 * Primes cannot be: they are counted one by one, along so many squares as any diagram
 * might show, and beyond that the line is named instead. */

enum { PRIMES_ALONG = 10000 };

static cp_int length_of(struct cp_ints *t, const cp_range *range)
{
    return cp_int_add(t, cp_int_sub(t, range->high, range->low), CP_INT(1));
}

static int64_t count_primes(struct cp_ints *t, const cp_range *range)
{
    int64_t count = 0;
    cp_int from = range->low, prime;
    while (cp_int_compare(t, from, range->high) <= 0 &&
           cp_int_next_prime(t, from, &range->high, &prime)) {
        count++;
        from = cp_int_add(t, prime, CP_INT(1));
    }
    return count;
}

/* One by one, on a board with edges. */
static uint32_t count_choices(struct cp_position *p, const cp_range *range)
{
    uint32_t count = 0;
    cp_move move;
    for (int64_t n = range->low.v; n <= range->high.v; n++)
        for (uint32_t i = 0; i < cp_range_choices(p, range); i++)
            count +=
                cp_range_move(p, range, CP_INT(n), cp_range_choice(p, range, i), &move) == CP_OK;
    return count;
}

static void count_range(struct cp_move_count *out, struct cp_position *p, const cp_range *range)
{
    struct cp_ints *t = p->ints;
    if (cp_range_is_empty(t, range))
        return;
    if (range->is_open) {
        out->open++;
        return;
    }
    if (range->is_endless) {
        out->endless++;
        return;
    }
    cp_int count = length_of(t, range);
    if (range->primes && cp_int_compare(t, count, CP_INT(PRIMES_ALONG)) > 0) {
        out->uncounted++;
        return;
    }
    if (range->primes)
        count = CP_INT(count_primes(t, range));
    if (range->promotes && (cp_promotion_varies(p->law->variant, (int)p->turn) ||
                            cp_choices_differ(p->law->variant, (int)p->turn)))
        count = CP_INT(count_choices(p, range));
    else if (range->promotes)
        count = cp_int_scale(t, count, (int32_t)p->law->variant->promotion[p->turn].to_count);
    out->count = cp_int_add(t, out->count, count);
}

void cp_moves_count(struct cp_move_count *out, struct cp_position *p, struct cp_ranges *work)
{
    const struct cp_rules *rules = cp_rules_of(p);
    uint64_t lines;
    *out = (struct cp_move_count){0};
    if (!cp_position_is_over(p) && rules->perft && rules->perft(p, 1, &lines)) {
        out->count = CP_INT((int64_t)lines);
        return;
    }
    bool is_begun = cp_falls_begin(p);
    for (int32_t man = 0; (man = cp_ranges_next(work, p, man)) != CP_NOBODY; man++)
        for (uint32_t i = 0; i < work->count; i++)
            count_range(out, p, &work->list[i]);
    cp_falls_end(p, is_begun);
}

void cp_move_count_format(struct cp_buf *out, const struct cp_ints *t,
                          const struct cp_move_count *count)
{
    if (count->endless)
        cp_buf_puts(out, "endless: ");
    cp_int_format(t, out, count->count);
    if (count->uncounted)
        cp_buf_printf(out, "%s the primes of %u long line%s", count->endless ? "," : " and",
                      count->uncounted, count->uncounted == 1 ? "" : "s");
    if (count->endless)
        cp_buf_printf(out, " and %u endless line%s", count->endless,
                      count->endless == 1 ? "" : "s");
    if (count->open)
        cp_buf_printf(out, "; %u undecided", count->open);
}

/* ---- in words ---- */

struct listing {
    struct cp_speaker speaker;
    struct cp_position *p;
    cp_square shift;
    const struct cp_ranges *ranges;
    uint32_t digits; /* of a number that nobody could say whether it is prime; 0: there is none */
};

static void write_man(const struct listing *l, int32_t man)
{
    cp_speak_piece(&l->speaker, l->p->kind[man], l->p->at[man]);
}

static void write_single(const struct listing *l, const cp_range *r, cp_int length)
{
    struct cp_buf *out = l->speaker.out;
    cp_square to = cp_range_square(l->p->ints, r, length);
    if (r->castles || r->is_pass) {
        cp_buf_puts(out, r->is_pass ? "--" : r->castles > 0 ? "O-O" : "O-O-O");
        return;
    }
    bool is_elsewhere = r->takes != CP_NOBODY && !cp_square_equal(l->p->at[r->takes], to);
    if (r->takes != CP_NOBODY && (r->is_body || is_elsewhere)) { /* not where it goes */
        cp_speak_square(&l->speaker, to);
        cp_buf_puts(out, r->promotes ? "=x" : "x");
        write_man(l, r->takes);
        return;
    }
    if (r->takes != CP_NOBODY) {
        cp_buf_putc(out, 'x');
        cp_speak_kind(&l->speaker, l->p->kind[r->takes]);
    }
    cp_speak_square(&l->speaker, to);
    if (r->promotes)
        cp_buf_puts(out, cp_promotes_by(l->p->law->variant, (int)l->p->turn, l->p->kind[r->man],
                                        r->from, to, r->takes != CP_NOBODY) == CP_MUST_PROMOTE
                             ? "="
                             : "(=)");
}

static void write_range(const struct listing *l, const cp_range *r)
{
    struct cp_buf *out = l->speaker.out;
    struct cp_ints *t = l->p->ints;
    cp_int nearest = r->low;
    static const char *const names[3][3] = {
        {"down-left", "left", "up-left"}, {"down", "", "up"}, {"down-right", "right", "up-right"}};
    if (r->dx >= -1 && r->dx <= 1 && r->dy >= -1 && r->dy <= 1)
        cp_buf_puts(out, names[r->dx + 1][r->dy + 1]);
    else
        cp_buf_printf(out, "by (%d,%d)", r->dx, r->dy);
    if (cp_range_is_empty(t, r)) {
        cp_buf_puts(out, " blocked by ");
        write_man(l, r->stopped);
        return;
    }
    bool is_known = !r->primes || cp_int_next_prime(t, r->low, NULL, &nearest);
    cp_buf_puts(out, !r->primes ? " " : is_known ? " primes " : " primes beyond ");
    cp_speak_square(&l->speaker, cp_range_square(t, r, nearest));
    cp_buf_puts(out, "…");
    if (r->is_endless)
        cp_buf_puts(out, "∞");
    else
        cp_speak_square(&l->speaker, cp_range_square(t, r, r->high));
}

static void write_entry(const struct listing *l, const cp_range *r, const char *between)
{
    if (!r->sep && !r->is_open && (l->p->law->variant->bounded || cp_range_is_single(r))) {
        /* On a board with edges, every length for itself. */
        int64_t count = length_of(l->p->ints, r).v;
        for (int64_t n = 0; n < count; n++) {
            cp_buf_puts(l->speaker.out, n ? ", " : between);
            write_single(l, r, cp_int_add(l->p->ints, r->low, CP_INT(n)));
        }
        return;
    }
    cp_buf_puts(l->speaker.out, between);
    if (r->is_open)
        cp_buf_puts(l->speaker.out, "undecided ");
    if (r->sep) {
        cp_move move;
        cp_written w;
        if (cp_range_move(l->p, r, r->low, CP_NO_KIND, &move) != CP_OK)
            return;
        cp_rules_of(l->p)->write(l->p, &move, CP_LONG, l->shift, &w);
        cp_written_format(l->p->ints, l->speaker.out, &l->p->law->variant->alphabet, &w,
                          l->speaker.spelling);
    } else if (cp_range_is_single(r))
        write_single(l, r, r->low);
    else
        write_range(l, r);
}

static struct listing listing_of(struct cp_buf *out, struct cp_position *p,
                                 const struct cp_ranges *ranges, enum cp_spelling spelling,
                                 cp_square shift)
{
    cp_square back = cp_square_negate(p->ints, shift);
    return (struct listing){
        .speaker = {out, p->ints, &p->law->variant->alphabet, spelling, back},
        .p = p,
        .shift = shift,
        .ranges = ranges,
        .digits = cp_ints_doubt(p->ints),
    };
}

static void write_line(const struct listing *l, int32_t man, bool of_body)
{
    uint8_t kind = of_body ? l->p->law->variant->body.kind : l->p->kind[man];
    cp_speak_piece(&l->speaker, kind, l->p->at[man]);
    const char *between = " ";
    cp_buf_putc(l->speaker.out, ':');
    for (uint32_t i = 0; i < l->ranges->count; i++) {
        const cp_range *r = &l->ranges->list[i];
        /* Blocked at once, by a man that the next range takes: that range says it. */
        bool is_written_next = cp_range_is_empty(l->p->ints, r) && i + 1 < l->ranges->count &&
                               r[1].takes != CP_NOBODY && r[1].takes == r->stopped;
        if (r->is_body != of_body || is_written_next)
            continue;
        write_entry(l, r, between);
        between = ", ";
    }
    bool is_written = between[0] == ',';
    cp_buf_puts(l->speaker.out, is_written  ? "\n"
                                : l->digits ? " undecided\n"
                                            : " no legal move\n");
}

void cp_ranges_format(struct cp_buf *out, struct cp_position *p, int32_t man,
                      const struct cp_ranges *ranges, bool of_body, enum cp_spelling spelling,
                      cp_square shift)
{
    struct listing l = listing_of(out, p, ranges, spelling, shift);
    write_line(&l, man, of_body);
}

void cp_moves_format(struct cp_buf *out, struct cp_position *p, enum cp_spelling spelling,
                     cp_square shift, struct cp_arena *arena)
{
    struct cp_ranges ranges;
    cp_body body;
    cp_ranges_init(&ranges, arena);
    cp_ranges_keep_spacings(&ranges, p);
    bool is_begun = cp_falls_begin(p);
    for (int32_t man = 0;; man++) {
        cp_ints_set_doubt(p->ints, 0);
        man = cp_ranges_next(&ranges, p, man);
        if (man == CP_NOBODY)
            break;
        struct listing l = listing_of(out, p, &ranges, spelling, shift);
        write_line(&l, man, false);
        if (p->law->variant->body.exists && cp_body_find(p, man, &body))
            write_line(&l, man, true);
    }
    cp_falls_end(p, is_begun);
}

/* ---- played on ---- */

struct counting {
    struct cp_position *p;
    const struct cp_rules *rules;
    struct cp_ranges *ranges; /* by depth left: their room is used again */
    bool is_new;              /* the material, with the last move */
};

/* The last level is counted and not played. */
static uint64_t count_last(struct counting *c, const struct cp_ranges *ranges)
{
    struct cp_move_count count = {.count = CP_INT(0)};
    uint64_t others = ranges->unlisted;
    for (uint32_t i = 0; i < ranges->count; i++) {
        const cp_range *range = &ranges->list[i];
        /* On a board of trapdoors one kind may mate, and be legal for it, where another does
         * not. */
        if (range->promotes && c->p->delay)
            others += count_choices(c->p, range);
        else
            count_range(&count, c->p, range);
    }
    return (uint64_t)count.count.v + others;
}

static uint64_t count_below(struct counting *c, uint32_t depth);

static uint64_t play(struct counting *c, const cp_range *range, cp_int length, uint32_t depth)
{
    struct cp_position *p = c->p;
    uint64_t count = 0;
    for (uint32_t i = 0; i < cp_range_choices(p, range); i++) {
        uint8_t promotion = cp_range_choice(p, range, i);
        cp_move move;
        cp_undo undo;
        if (cp_range_move(p, range, length, promotion, &move) != CP_OK)
            continue;
        c->rules->apply(p, &move, &undo);
        c->is_new = cp_move_changes_material(&move);
        count += count_below(c, depth - 1);
        c->rules->undo(p, &undo);
    }
    return count;
}

/* Recursion is by depth, which the asker chose, never by input. */
static uint64_t count_below(struct counting *c, uint32_t depth)
{
    struct cp_ranges *ranges = &c->ranges[depth];
    uint64_t count = 0;
    if (depth == 0)
        return 1;
    if (cp_counting_outcome(c->p, CP_OUTCOME_NONE, false, c->is_new))
        return 0;
    for (int32_t man = 0; (man = cp_ranges_next(ranges, c->p, man)) != CP_NOBODY; man++) {
        if (depth == 1) {
            count += count_last(c, ranges);
            continue;
        }
        for (uint32_t i = 0; i < ranges->count; i++)
            for (int64_t n = ranges->list[i].low.v; n <= ranges->list[i].high.v; n++)
                count += play(c, &ranges->list[i], CP_INT(n), depth);
    }
    return count;
}

uint64_t cp_perft(struct cp_position *p, uint32_t depth, struct cp_arena *arena)
{
    struct counting c = {.p = p, .rules = cp_rules_of(p)};
    uint64_t lines;
    if (cp_position_is_over(p))
        return 0;
    if (!cp_counting_ends(p->law->variant) && c.rules->perft && c.rules->perft(p, depth, &lines))
        return lines;
    c.ranges = cp_arena_take_zero(arena, (size_t)depth + 1, sizeof *c.ranges);
    for (uint32_t i = 0; i <= depth; i++) {
        cp_ranges_init(&c.ranges[i], arena);
        c.ranges[i].are_counted = i == 1 && !p->law->variant->must_take;
    }
    return count_below(&c, depth);
}
