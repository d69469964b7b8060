/* SPDX-License-Identifier: MIT */
#include "rules/agents/agents_twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A turn being made: the board as it is by now, and who was moved at any moment. */
struct turn {
    struct atwin now;
    bool was_moved[ATWIN_MEN + 1];
    bool king_is_gone;
};

struct list {
    const struct atwin *start;
    struct atwin_move *out;
    int count;
};

/* ---- the board ---- */

/* "Six trap squares: c3, c7, g3, g7, k3, k7." */
static bool is_trap(int file, int rank)
{
    return (file == 3 || file == 7 || file == 11) && (rank == 3 || rank == 7);
}

static bool on_board(int file, int rank)
{
    return file >= 1 && file <= 13 && rank >= 1 && rank <= 9;
}

/* "Rim = files a, m and ranks 1, 9." */
static bool on_rim(int file, int rank)
{
    return file == 1 || file == 13 || rank == 1 || rank == 9;
}

/* Who stands there; 0: nobody. */
static int at(const struct turn *t, int file, int rank)
{
    for (int i = 1; i <= t->now.count; i++)
        if (on_board(file, rank) && t->now.man[i].file == file && t->now.man[i].rank == rank)
            return i;
    return 0;
}

static bool is_free(const struct turn *t, int file, int rank)
{
    return on_board(file, rank) && !at(t, file, rank);
}

static void remove_man(struct turn *t, int who)
{
    struct atwin_man *m = &t->now.man[who];
    m->file = m->rank = 0;
    t->was_moved[who] = true;
    if (m->kind == 'K')
        t->king_is_gone = true;
}

/* "Any agent that comes to stand on a trap square is removed for ever." A king may
 * never come to stand on the rim: then there is no such move. */
static bool put_man(struct turn *t, int who, int file, int rank)
{
    struct atwin_man *m = &t->now.man[who];
    if (m->kind == 'K' && on_rim(file, rank))
        return false;
    t->was_moved[who] = true;
    m->file = file;
    m->rank = rank;
    if (is_trap(file, rank))
        remove_man(t, who);
    return true;
}

/* ---- what makes a turn a legal one ---- */

static bool breaks_ko(const struct turn *t)
{
    for (int i = 1; i <= t->now.count; i++) {
        const struct atwin_man *m = &t->now.man[i];
        if (t->was_moved[i] && m->file && m->file == m->file_before && m->rank == m->rank_before)
            return true;
    }
    return false;
}

static bool changes_something(const struct atwin *start, const struct turn *t)
{
    for (int i = 1; i <= t->now.count; i++)
        if (start->man[i].file != t->now.man[i].file || start->man[i].rank != t->now.man[i].rank)
            return true;
    return false;
}

/* "A piece that arrives falls so many moves later", whoever moved it; but a king
 * removed by the move itself ends the game before anything falls. */
static void open_trapdoors(struct atwin *after, const struct turn *t)
{
    after->ply++;
    for (int i = 1; i <= after->count && after->delay; i++) {
        struct atwin_man *m = &after->man[i];
        if (t->was_moved[i])
            m->falls_at = after->ply + 2 * after->delay;
        if (m->falls_at == after->ply && !t->king_is_gone)
            m->file = m->rank = 0;
    }
}

static void conclude(struct list *l, const struct turn *t, const char *text)
{
    if (breaks_ko(t) || !changes_something(l->start, t))
        return;
    struct atwin_move *m = &l->out[l->count++];
    memset(m, 0, sizeof *m);
    snprintf(m->text, sizeof m->text, "%s", text);
    m->after = t->now;
    m->after.black_to_move = !l->start->black_to_move;
    for (int i = 1; i <= t->now.count; i++) {
        m->after.man[i].file_before = l->start->man[i].file;
        m->after.man[i].rank_before = l->start->man[i].rank;
    }
    open_trapdoors(&m->after, t);
}

static char file_letter(int file)
{
    return (char)('a' + file - 1);
}

/* ---- king ---- */

static void king_moves(struct list *l, const struct turn *begin, int who)
{
    int file = begin->now.man[who].file, rank = begin->now.man[who].rank;
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            struct turn t = *begin;
            char text[ATWIN_TEXT];
            if (!is_free(&t, file + df, rank + dr) || !put_man(&t, who, file + df, rank + dr))
                continue;
            snprintf(text, sizeof text, "K%c%d-%c%d", file_letter(file), rank,
                     file_letter(file + df), rank + dr);
            conclude(l, &t, text);
        }
}

/* ---- mover ---- */

static bool plain_step(struct turn *t, int who, int df, int dr)
{
    int file = t->now.man[who].file, rank = t->now.man[who].rank;
    return is_free(t, file + df, rank + dr) && put_man(t, who, file + df, rank + dr);
}

static bool push_step(struct turn *t, int who, int df, int dr)
{
    int file = t->now.man[who].file, rank = t->now.man[who].rank;
    int other = at(t, file + df, rank + dr);
    return other && is_free(t, file + 2 * df, rank + 2 * dr) &&
           put_man(t, other, file + 2 * df, rank + 2 * dr) && put_man(t, who, file + df, rank + dr);
}

static bool pull_step(struct turn *t, int who, int df, int dr, int number)
{
    int file = t->now.man[who].file, rank = t->now.man[who].rank;
    int other = at(t, file - df, rank - dr);
    if (!other || !is_free(t, file + df, rank + dr))
        return false;
    if (!is_trap(file + df, rank + dr))
        return put_man(t, who, file + df, rank + dr) && put_man(t, other, file, rank);
    if (number == 2)
        return false; /* "entering a trap with the second step allows no pull" */
    remove_man(t, who);
    remove_man(t, other);
    return true;
}

static bool mover_step(struct turn *t, int who, int df, int dr, char sign, int number)
{
    if (df == 0 && dr == 0)
        return false;
    return sign == '-'   ? plain_step(t, who, df, dr)
           : sign == '>' ? push_step(t, who, df, dr)
                         : pull_step(t, who, df, dr, number);
}

static void second_steps(struct list *l, const struct turn *first, int who, const char *so_far)
{
    int file = first->now.man[who].file, rank = first->now.man[who].rank;
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            for (const char *sign = "-><"; *sign; sign++) {
                struct turn t = *first;
                char text[ATWIN_TEXT];
                if (!mover_step(&t, who, df, dr, *sign, 2))
                    continue;
                snprintf(text, sizeof text, "%.8s%c%c%d", so_far, *sign, file_letter(file + df),
                         rank + dr);
                conclude(l, &t, text);
            }
}

static void mover_moves(struct list *l, const struct turn *begin, int who)
{
    int file = begin->now.man[who].file, rank = begin->now.man[who].rank;
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            for (const char *sign = "-><"; *sign; sign++) {
                struct turn t = *begin;
                char text[ATWIN_TEXT];
                if (!mover_step(&t, who, df, dr, *sign, 1))
                    continue;
                snprintf(text, sizeof text, "M%c%d%c%c%d", file_letter(file), rank, *sign,
                         file_letter(file + df), rank + dr);
                conclude(l, &t, text);
                if (t.now.man[who].file && !t.king_is_gone)
                    second_steps(l, &t, who, text);
            }
}

/* ---- swapper ---- */

/* An alfil jump from there passes a trap in its middle. */
static bool over_trap(int file, int rank, int vf, int vr)
{
    return abs(vf) == 2 && abs(vr) == 2 && is_trap(file + vf / 2, rank + vr / 2);
}

/* "It is removed, and any agent at t + v is removed along with it." */
static bool jump_into_trap(struct turn *t, int who, int file, int rank, int vf, int vr)
{
    int along = at(t, file + vf, rank + vr);
    if (along && !over_trap(file, rank, vf, vr))
        remove_man(t, along);
    remove_man(t, who);
    return true;
}

static bool swapper_jump(struct turn *t, int who, int vf, int vr)
{
    int s = t->now.man[who].file, r = t->now.man[who].rank;
    if (over_trap(s, r, vf, vr)) {
        remove_man(t, who);
        return true;
    }
    if (at(t, s + vf, r + vr))
        return false;
    if (is_trap(s + vf, r + vr))
        return jump_into_trap(t, who, s + vf, r + vr, vf, vr);
    return put_man(t, who, s + vf, r + vr);
}

static bool swapper_swap(struct turn *t, int who, int vf, int vr)
{
    int s = t->now.man[who].file, r = t->now.man[who].rank;
    int other = at(t, s + vf, r + vr);
    return other && !over_trap(s, r, vf, vr) && put_man(t, other, s, r) &&
           put_man(t, who, s + vf, r + vr);
}

static bool swapper_push(struct turn *t, int who, int vf, int vr)
{
    int s = t->now.man[who].file, r = t->now.man[who].rank;
    int other = at(t, s + vf, r + vr);
    if (!other || over_trap(s, r, vf, vr) || !on_board(s + 2 * vf, r + 2 * vr))
        return false;
    if (over_trap(s + vf, r + vr, vf, vr))
        remove_man(t, other);
    else if (at(t, s + 2 * vf, r + 2 * vr) || !put_man(t, other, s + 2 * vf, r + 2 * vr))
        return false;
    return put_man(t, who, s + vf, r + vr);
}

static bool swapper_pull(struct turn *t, int who, int vf, int vr)
{
    int s = t->now.man[who].file, r = t->now.man[who].rank;
    int other = at(t, s - vf, r - vr);
    bool sees = other && !over_trap(s, r, -vf, -vr);
    if (!sees || over_trap(s, r, vf, vr) || at(t, s + vf, r + vr) || is_trap(s + vf, r + vr))
        return false;
    return put_man(t, who, s + vf, r + vr) && put_man(t, other, s, r);
}

static bool swapper_does(struct turn *t, int who, int vf, int vr, char sign)
{
    return sign == '-'   ? swapper_jump(t, who, vf, vr)
           : sign == '~' ? swapper_swap(t, who, vf, vr)
           : sign == '>' ? swapper_push(t, who, vf, vr)
                         : swapper_pull(t, who, vf, vr);
}

static void swapper_moves(struct list *l, const struct turn *begin, int who)
{
    int file = begin->now.man[who].file, rank = begin->now.man[who].rank;
    for (int vf = -2; vf <= 2; vf++)
        for (int vr = -2; vr <= 2; vr++)
            for (const char *sign = "-~><"; *sign; sign++) {
                struct turn t = *begin;
                char text[ATWIN_TEXT];
                bool is_jump = abs(vf * vr) == 2 || abs(vf * vr) == 4;
                if (!is_jump || !on_board(file + vf, rank + vr) ||
                    !swapper_does(&t, who, vf, vr, *sign))
                    continue;
                snprintf(text, sizeof text, "S%c%d%c%c%d", file_letter(file), rank, *sign,
                         file_letter(file + vf), rank + vr);
                conclude(l, &t, text);
            }
}

/* ---- puppeteer ---- */

static void slides(struct list *l, const struct turn *begin, int who, int df, int dr)
{
    int file = begin->now.man[who].file, rank = begin->now.man[who].rank;
    for (int n = 1; is_free(begin, file + n * df, rank + n * dr); n++) {
        struct turn t = *begin;
        char text[ATWIN_TEXT];
        if (!put_man(&t, who, file + n * df, rank + n * dr))
            return;
        snprintf(text, sizeof text, "P%c%d-%c%d", file_letter(file), rank,
                 file_letter(file + n * df), rank + n * dr);
        conclude(l, &t, text);
        if (is_trap(file + n * df, rank + n * dr))
            return; /* "it never passes one" */
    }
}

static void influence(struct list *l, const struct turn *begin, int who, int df, int dr)
{
    int file = begin->now.man[who].file, rank = begin->now.man[who].rank, n = 1, traps = 0;
    for (; is_free(begin, file + n * df, rank + n * dr); n++)
        traps += is_trap(file + n * df, rank + n * dr);
    int puppet = at(begin, file + n * df, rank + n * dr);
    if (!puppet || begin->now.man[puppet].kind == 'P' || traps > 1)
        return;
    for (int to = n - 1; to <= n + 1; to += 2) {
        struct turn t = *begin;
        char text[ATWIN_TEXT];
        if (!is_free(&t, file + to * df, rank + to * dr) ||
            !put_man(&t, puppet, file + to * df, rank + to * dr))
            continue;
        snprintf(text, sizeof text, "P%c%d@%c%d-%c%d", file_letter(file), rank,
                 file_letter(file + n * df), rank + n * dr, file_letter(file + to * df),
                 rank + to * dr);
        conclude(l, &t, text);
    }
}

static void puppeteer_moves(struct list *l, const struct turn *begin, int who)
{
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            if (df || dr) {
                slides(l, begin, who, df, dr);
                influence(l, begin, who, df, dr);
            }
}

/* ---- all ---- */

int atwin_moves(const struct atwin *start, struct atwin_move *out)
{
    struct list l = {.start = start, .out = out};
    struct turn begin = {.now = *start};
    int kings = 0;
    for (int i = 1; i <= start->count; i++)
        kings += start->man[i].kind == 'K' && start->man[i].file;
    for (int i = 1; i <= start->count && kings == 2; i++) {
        const struct atwin_man *m = &start->man[i];
        if (!m->file || m->black != start->black_to_move)
            continue;
        if (m->kind == 'K')
            king_moves(&l, &begin, i);
        else if (m->kind == 'M')
            mover_moves(&l, &begin, i);
        else if (m->kind == 'S')
            swapper_moves(&l, &begin, i);
        else
            puppeteer_moves(&l, &begin, i);
    }
    return l.count;
}
