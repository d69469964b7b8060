/* SPDX-License-Identifier: MIT */
#include "rules/bitboards/mailbox_twin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_white(char c)
{
    return c != '.' && isupper((unsigned char)c);
}

static bool is_own(const struct mailbox *m, char c)
{
    return c != '.' && is_white(c) == m->white;
}

static bool is_inside(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static int king_of(const struct mailbox *m, bool white)
{
    const char *king = memchr(m->at, white ? 'K' : 'k', 64);
    return king ? (int)(king - m->at) : -1;
}

/* ---- attacks ---- */

static const int steps[16][2] = {{0, 1},   {1, 0},   {0, -1}, {-1, 0}, {1, 1},  {1, -1},
                                 {-1, 1},  {-1, -1}, {1, 2},  {2, 1},  {2, -1}, {1, -2},
                                 {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* Which of the steps a piece takes: first and how many; and whether it goes on. */
static int steps_of(char piece, int *first, bool *slides)
{
    *first = 0;
    *slides = true;
    switch (toupper((unsigned char)piece)) {
    case 'R':
        return 4;
    case 'B':
        *first = 4;
        return 4;
    case 'Q':
        return 8;
    case 'K':
        *slides = false;
        return 8;
    default:
        *first = 8;
        *slides = false;
        return 8;
    }
}

static bool attacks(const struct mailbox *m, int from, int to)
{
    int first, file = from % 8, rank = from / 8;
    bool slides;
    if (toupper((unsigned char)m->at[from]) == 'P')
        return to / 8 == rank + (is_white(m->at[from]) ? 1 : -1) &&
               (to % 8 == file + 1 || to % 8 == file - 1 ||
                (m->is_round && abs(to % 8 - file) == 7));
    int count = steps_of(m->at[from], &first, &slides);
    for (int i = first; i < first + count; i++) {
        int f = file + steps[i][0], r = rank + steps[i][1];
        for (;; f += steps[i][0], r += steps[i][1]) {
            f = m->is_round ? (f + 8) % 8 : f;
            if (!is_inside(f, r))
                break;
            if (r * 8 + f == to)
                return true;
            if (m->at[r * 8 + f] != '.' || !slides)
                break;
        }
    }
    return false;
}

static bool is_attacked(const struct mailbox *m, int square, bool by_white)
{
    for (int from = 0; from < 64; from++)
        if (m->at[from] != '.' && is_white(m->at[from]) == by_white && attacks(m, from, square))
            return true;
    return false;
}

bool mailbox_in_check(const struct mailbox *m, bool white)
{
    return is_attacked(m, king_of(m, white), !white);
}

/* ---- moves ---- */

struct list {
    const struct mailbox *m;
    struct mailbox_move *out;
    int count;
};

static void add(struct list *l, struct mailbox_move move)
{
    struct mailbox after = *l->m;
    mailbox_play(&after, move);
    if (!mailbox_in_check(&after, l->m->white))
        l->out[l->count++] = move;
}

static void add_pawn(struct list *l, int from, int to)
{
    if (to / 8 != 0 && to / 8 != 7) {
        add(l, (struct mailbox_move){from, to, 0, false});
        return;
    }
    for (const char *c = "QRBN"; *c; c++)
        add(l, (struct mailbox_move){from, to, *c, false});
}

static void pawn(struct list *l, int from)
{
    const struct mailbox *m = l->m;
    int way = m->white ? 8 : -8, one = from + way;
    if (m->at[one] == '.') {
        add_pawn(l, from, one);
        if (from / 8 == (m->white ? 1 : 6) && m->at[one + way] == '.')
            add(l, (struct mailbox_move){from, one + way, 0, false});
    }
    for (int to = 0; to < 64; to++)
        if (attacks(m, from, to) &&
            (to == m->passed || (m->at[to] != '.' && !is_own(m, m->at[to]))))
            add_pawn(l, from, to);
}

static void castling(struct list *l, int king)
{
    const struct mailbox *m = l->m;
    for (int rook = 0; rook < 64; rook++) {
        if (!m->may[rook] || !is_own(m, m->at[rook]))
            continue;
        int goal = king / 8 * 8 + (rook > king ? 6 : 2),
            rook_goal = rook > king ? goal - 1 : goal + 1;
        bool fine = true;
        for (int s = king / 8 * 8; s < king / 8 * 8 + 8; s++) {
            bool on_kings = (s >= king && s <= goal) || (s <= king && s >= goal);
            bool on_rooks = (s >= rook && s <= rook_goal) || (s <= rook && s >= rook_goal);
            if ((on_kings || on_rooks) && s != king && s != rook && m->at[s] != '.')
                fine = false;
            if (on_kings) { /* the king goes there alone: nobody may attack him */
                struct mailbox walked = *m;
                char k = walked.at[king];
                walked.at[king] = '.';
                if (s != rook)
                    walked.at[s] = k;
                if ((s == king || s != goal) && is_attacked(&walked, s, !m->white))
                    fine = false;
            }
        }
        if (fine)
            add(l, (struct mailbox_move){king, rook, 0, true});
    }
}

int mailbox_moves(const struct mailbox *m, struct mailbox_move *out)
{
    struct list l = {m, out, 0};
    for (int from = 0; from < 64; from++) {
        if (!is_own(m, m->at[from]))
            continue;
        if (toupper((unsigned char)m->at[from]) == 'P') {
            pawn(&l, from);
            continue;
        }
        for (int to = 0; to < 64; to++)
            if (to != from && !is_own(m, m->at[to]) && attacks(m, from, to))
                add(&l, (struct mailbox_move){from, to, 0, false});
        if (toupper((unsigned char)m->at[from]) == 'K')
            castling(&l, from);
    }
    return l.count;
}

void mailbox_play(struct mailbox *m, struct mailbox_move move)
{
    char piece = m->at[move.from], kind = (char)toupper((unsigned char)piece);
    int passed = m->passed;
    m->passed = -1;
    m->at[move.from] = '.';
    if (move.castles) {
        char rook = m->at[move.to];
        int home = move.from / 8 * 8, goal = home + (move.to > move.from ? 6 : 2);
        m->at[move.to] = '.';
        m->at[goal] = piece;
        m->at[move.to > move.from ? goal - 1 : goal + 1] = rook;
    } else {
        m->at[move.to] = piece;
        if (move.becomes)
            m->at[move.to] = m->white ? move.becomes : (char)tolower((unsigned char)move.becomes);
        if (kind == 'P' && move.to == passed)
            m->at[passed + (m->white ? -8 : 8)] = '.';
        if (kind == 'P' && (move.to - move.from == 16 || move.from - move.to == 16))
            m->passed = (move.from + move.to) / 2;
    }
    m->may[move.from] = m->may[move.to] = false;
    for (int s = 0; s < 64; s++)
        if (kind == 'K' && s / 56 == !m->white && (s < 8 || s >= 56))
            m->may[s] = false;
    m->white = !m->white;
}

/* ---- reading ---- */

static void read_right(struct mailbox *m, char c)
{
    bool white = isupper((unsigned char)c);
    int king = king_of(m, white), home = white ? 0 : 56;
    char rook = white ? 'R' : 'r';
    switch (toupper((unsigned char)c)) {
    case 'K':
        for (int s = home + 7; s > king; s--)
            if (m->at[s] == rook) {
                m->may[s] = true;
                return;
            }
        return;
    case 'Q':
        for (int s = home; s < king; s++)
            if (m->at[s] == rook) {
                m->may[s] = true;
                return;
            }
        return;
    default:
        m->may[home + toupper((unsigned char)c) - 'A'] = true;
    }
}

void mailbox_read(struct mailbox *m, const char *fen)
{
    memset(m, 0, sizeof *m);
    memset(m->at, '.', 64);
    m->passed = -1;
    for (int file = 0, rank = 7; *fen != ' '; fen++) {
        if (*fen == '/')
            file = 0, rank--;
        else if (isdigit((unsigned char)*fen))
            file += *fen - '0';
        else
            m->at[rank * 8 + file++] = *fen;
    }
    m->white = *++fen == 'w';
    for (fen += 2; *fen != ' '; fen++)
        if (*fen != '-')
            read_right(m, *fen);
    if (*++fen != '-')
        m->passed = (fen[1] - '1') * 8 + fen[0] - 'a';
}
