/* SPDX-License-Identifier: MIT */
#include "tool/remarks.h"

#include "rules/chess/turn.h"

enum { REMOTE_BEYOND = 10, TOLD_MOST = 16 };

void cp_remark_repetition(struct cp_buf *out, uint32_t times, uint32_t first)
{
    cp_buf_printf(out, "[%%rep %u %s time this position: first ", times,
                  times == 3 ? "third" : "fifth");
    if (first)
        cp_buf_printf(out, "after ply %u]", first);
    else
        cp_buf_puts(out, "at the start]");
}

/* ---- material ---- */

/* "White has Q, 2 P more"; false when it has nothing more of any kind. */
static bool put_surplus(struct cp_buf *out, const struct cp_alphabet *a, const int64_t *balance,
                        enum cp_side side)
{
    const char *between = side == CP_WHITE ? "White has " : "Black has ";
    bool any = false;
    for (uint8_t kind = 0; kind < a->count; kind++) {
        int64_t more = side == CP_WHITE ? balance[kind] : -balance[kind];
        if (more <= 0)
            continue;
        cp_buf_puts(out, between);
        if (more > 1) {
            cp_buf_put_int(out, more);
            cp_buf_putc(out, ' ');
        }
        cp_buf_put(out, cp_alphabet_letter(a, kind));
        between = ", ";
        any = true;
    }
    if (any)
        cp_buf_puts(out, " more");
    return any;
}

/* "White K, 11 M, 5 P" */
static void put_army(struct cp_buf *out, const struct cp_position *p, enum cp_side side)
{
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    uint32_t men[CP_KINDS_MOST] = {0};
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && p->side[man] == side)
            men[p->kind[man]]++;
    cp_buf_puts(out, side == CP_WHITE ? "White" : "Black");
    const char *between = " ";
    for (uint8_t kind = 0; kind < a->count; kind++) {
        if (!men[kind])
            continue;
        cp_buf_puts(out, between);
        if (men[kind] > 1)
            cp_buf_printf(out, "%u ", men[kind]);
        cp_buf_put(out, cp_alphabet_letter(a, kind));
        between = ", ";
    }
    cp_buf_puts(out, between[0] == ' ' ? " nobody" : "");
}

void cp_remark_material(struct cp_buf *out, const struct cp_position *p)
{
    if (p->law->variant->alphabet.agents) {
        cp_buf_puts(out, "[%mat ");
        put_army(out, p, CP_WHITE);
        cp_buf_puts(out, "; ");
        put_army(out, p, CP_BLACK);
        cp_buf_putc(out, ']');
        return;
    }
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    int64_t balance[CP_KINDS_MOST] = {0};
    bool black_has = false;
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man])
            balance[p->kind[man]] += p->side[man] == CP_WHITE ? 1 : -1;
    for (uint32_t kind = 0; kind < a->count; kind++)
        black_has |= balance[kind] < 0;
    cp_buf_puts(out, "[%mat ");
    bool white_has = put_surplus(out, a, balance, CP_WHITE);
    if (white_has && black_has)
        cp_buf_puts(out, "; ");
    if (black_has)
        put_surplus(out, a, balance, CP_BLACK);
    cp_buf_puts(out, white_has || black_has ? "]" : "level]");
}

/* ---- remote men ---- */

static bool is_beyond(struct cp_ints *t, cp_int at, cp_int low, cp_int high)
{
    return cp_int_compare(t, at, cp_int_sub(t, low, CP_INT(REMOTE_BEYOND))) < 0 ||
           cp_int_compare(t, at, cp_int_add(t, high, CP_INT(REMOTE_BEYOND))) > 0;
}

bool cp_man_is_remote(const struct cp_position *p, int32_t man)
{
    const struct cp_variant *v = p->law->variant;
    cp_square at = p->at[man];
    return is_beyond(p->ints, at.file, v->window[0].file, v->window[1].file) ||
           is_beyond(p->ints, at.rank, v->window[0].rank, v->window[1].rank);
}

/* By rank, then file. */
static bool stands_before(const struct cp_position *p, int32_t a, int32_t b)
{
    int ranks = cp_int_compare(p->ints, p->at[a].rank, p->at[b].rank);
    return ranks ? ranks < 0 : cp_int_compare(p->ints, p->at[a].file, p->at[b].file) < 0;
}

/* The first men that are wanted, in their order; returns how many there are in all. */
static uint32_t find_first(const struct cp_position *p, int32_t men[TOLD_MOST],
                           bool (*wants)(const struct cp_position *, int32_t),
                           bool (*is_before)(const struct cp_position *, int32_t, int32_t))
{
    uint32_t count = 0;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || !wants(p, man))
            continue;
        uint32_t place = count < TOLD_MOST ? count : TOLD_MOST;
        count++;
        for (; place > 0 && is_before(p, man, men[place - 1]); place--)
            if (place < TOLD_MOST)
                men[place] = men[place - 1];
        if (place < TOLD_MOST)
            men[place] = man;
    }
    return count;
}

/* A user's variant may name a piece as it likes; the comment and the command
 * must not end there. */
static void put_name(struct cp_buf *out, cp_str name)
{
    for (size_t i = 0; i < name.len; i++)
        cp_buf_putc(out, strchr("[]{}", name.at[i]) ? '_' : name.at[i]);
}

static void put_man(struct cp_buf *out, const struct cp_position *p, int32_t man,
                    enum cp_spelling spelling, cp_square shift)
{
    struct cp_ints *t = p->ints;
    cp_square back = {cp_int_negate(t, shift.file), cp_int_negate(t, shift.rank)};
    cp_buf_puts(out, p->side[man] == CP_WHITE ? "white " : "black ");
    put_name(out, p->law->variant->alphabet.pieces[p->kind[man]].name);
    cp_buf_putc(out, ' ');
    cp_square_format(t, out, cp_square_shift(t, p->at[man], back), spelling);
}

static void put_rest(struct cp_buf *out, uint32_t count)
{
    if (count > TOLD_MOST)
        cp_buf_printf(out, " and %u more", count - TOLD_MOST);
    cp_buf_putc(out, ']');
}

void cp_remark_remote(struct cp_buf *out, const struct cp_position *p, enum cp_spelling spelling,
                      cp_square shift)
{
    int32_t men[TOLD_MOST];
    uint32_t count = find_first(p, men, cp_man_is_remote, stands_before);
    cp_buf_puts(out, count ? "[%remote " : "[%remote nobody");
    for (uint32_t i = 0; i < count && i < TOLD_MOST; i++) {
        cp_buf_puts(out, i ? ", " : "");
        put_man(out, p, men[i], spelling, shift);
    }
    put_rest(out, count);
}

/* ---- trapdoors ---- */

static bool is_on_clock(const struct cp_position *p, int32_t man)
{
    return cp_trapdoor_left(p, man) > 0;
}

static bool falls_before(const struct cp_position *p, int32_t a, int32_t b)
{
    if (p->falls_at[a] != p->falls_at[b])
        return p->falls_at[a] < p->falls_at[b];
    return stands_before(p, a, b);
}

bool cp_remark_clocks(struct cp_buf *out, const struct cp_position *p, enum cp_spelling spelling,
                      cp_square shift)
{
    int32_t men[TOLD_MOST];
    uint32_t count = p->delay ? find_first(p, men, is_on_clock, falls_before) : 0;
    for (uint32_t i = 0; i < count && i < TOLD_MOST; i++) {
        cp_buf_puts(out, i ? ", " : "[%trap ");
        put_man(out, p, men[i], spelling, shift);
        cp_buf_printf(out, " %u", (cp_trapdoor_left(p, men[i]) + 1) / 2);
    }
    if (count)
        put_rest(out, count);
    return count > 0;
}

/* ---- what may not be undone ---- */

bool cp_remark_ko(struct cp_buf *out, const struct cp_position *p, enum cp_spelling spelling,
                  cp_square shift)
{
    cp_before befores[CP_TRACES_MOST];
    uint32_t count = cp_family_of(p->law)->recall(p, befores);
    cp_square back = {cp_int_negate(p->ints, shift.file), cp_int_negate(p->ints, shift.rank)};
    for (uint32_t i = 0; i < count; i++) {
        cp_buf_puts(out, i ? ", " : "[%ko ");
        put_man(out, p, cp_position_get(p, befores[i].now), spelling, shift);
        cp_buf_puts(out, " not to ");
        cp_square_format(p->ints, out, cp_square_shift(p->ints, befores[i].then, back), spelling);
    }
    if (count)
        cp_buf_putc(out, ']');
    return count > 0;
}

/* ---- numbers ---- */

void cp_remark_legal(struct cp_buf *out, const struct cp_ints *t, const struct cp_tally *tally)
{
    cp_buf_puts(out, "[%legal ");
    cp_tally_format(out, t, tally);
    cp_buf_putc(out, ']');
}

void cp_remark_ply(struct cp_buf *out, uint32_t ply)
{
    cp_buf_printf(out, "[%%ply %u]", ply);
}

void cp_remark_move(struct cp_buf *out, uint32_t ply, enum cp_side turn)
{
    uint32_t half = ply - (turn == CP_WHITE); /* 0 is White's first */
    cp_buf_printf(out, "[%%move %u%s]", half / 2 + 1, half % 2 ? "..." : ".");
}
