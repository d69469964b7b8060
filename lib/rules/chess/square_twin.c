/* SPDX-License-Identifier: MIT */
#include "rules/chess/square_twin.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static char at(const struct twin *t, int file, int rank)
{
    return t->man[file + TWIN_HOME][rank + TWIN_HOME];
}

static bool is_black(char man)
{
    return islower((unsigned char)man) != 0;
}

static bool within(int file, int rank)
{
    return abs(file) <= TWIN_REACH && abs(rank) <= TWIN_REACH;
}

static bool is_prime(int n)
{
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n >= 2;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static bool all_empty_between(const struct twin *t, int file, int rank, int to_file, int to_rank)
{
    int df = sign(to_file - file), dr = sign(to_rank - rank);
    for (file += df, rank += dr; file != to_file || rank != to_rank; file += df, rank += dr)
        if (at(t, file, rank))
            return false;
    return true;
}

static bool rook_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    return (f == tf || r == tr) && all_empty_between(t, f, r, tf, tr);
}

static bool bishop_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    return abs(f - tf) == abs(r - tr) && all_empty_between(t, f, r, tf, tr);
}

static bool knight_goes(int f, int r, int tf, int tr)
{
    return abs(f - tf) * abs(r - tr) == 2;
}

static bool hawk_goes(int f, int r, int tf, int tr)
{
    int df = abs(f - tf), dr = abs(r - tr), n = df > dr ? df : dr;
    return (df == 0 || dr == 0 || df == dr) && (n == 2 || n == 3);
}

static bool huygens_goes(int f, int r, int tf, int tr)
{
    int n = abs(f - tf) + abs(r - tr);
    return (f == tf || r == tr) && n >= 5 && is_prime(n);
}

/* The same that slides (R-ICN-9): step by step, looking about where a prime is reached. */
static bool slider_of_primes_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    int df = sign(tf - f), dr = sign(tr - r);
    if (df && dr)
        return false;
    for (int n = 1;; n++) {
        bool lands = n >= t->least && is_prime(n);
        if (f + n * df == tf && r + n * dr == tr)
            return lands;
        if (lands && at(t, f + n * df, r + n * dr))
            return false;
    }
}

static bool is_in_array(int file, int rank)
{
    return abs(file) < TWIN_HOME && abs(rank) < TWIN_HOME;
}

/* R-ICN-10: a knight's steps, each 45 degrees from the one before. */
static bool rose_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    static const int steps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    for (int way = 0; way < 16; way++) {
        int file = f, rank = r, step = way / 2;
        for (int n = 0; n < 7; n++) {
            file += steps[step][0];
            rank += steps[step][1];
            if (file == tf && rank == tr)
                return true;
            if (!is_in_array(file, rank) || at(t, file, rank))
                break;
            step = (step + (way % 2 ? 1 : 7)) % 8;
        }
    }
    return false;
}

/* How many men stand between two squares of a line; -1: they are on none. */
static int count_between(const struct twin *t, int f, int r, int tf, int tr)
{
    int df = sign(tf - f), dr = sign(tr - r), count = 0;
    if (df && dr && abs(f - tf) != abs(r - tr))
        return -1;
    for (f += df, r += dr; f != tf || r != tr; f += df, r += dr)
        count += at(t, f, r) != 0;
    return count;
}

static bool cannon_takes(const struct twin *t, int f, int r, int tf, int tr)
{
    return (f == tf || r == tr) && count_between(t, f, r, tf, tr) == 1;
}

static bool grasshopper_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    int hurdle_file = tf - sign(tf - f), hurdle_rank = tr - sign(tr - r);
    return count_between(t, f, r, tf, tr) == 1 && at(t, hurdle_file, hurdle_rank);
}

/* A knight that must not jump: the square beside it that it passes first is empty. */
static bool horse_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    bool tall = abs(tr - r) == 2;
    return knight_goes(f, r, tf, tr) &&
           !at(t, tall ? f : f + sign(tf - f), tall ? r + sign(tr - r) : r);
}

/* Two steps slantwise, or one straight and two slantwise, over empty squares. */
static bool elephant_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    int wide = abs(tf - f), high = abs(tr - r), df = sign(tf - f), dr = sign(tr - r);
    if (wide == 2 && high == 2)
        return !at(t, f + df, r + dr);
    if (wide + high != 5 || wide * high != 6)
        return false;
    int file = wide == 3 ? f + df : f, rank = high == 3 ? r + dr : r;
    return !at(t, file, rank) && !at(t, file + df, rank + dr);
}

/* Over the square in the middle, where somebody stands. */
static bool jumper_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    int wide = abs(tf - f), high = abs(tr - r);
    return (wide == 0 || wide == 2) && (high == 0 || high == 2) &&
           at(t, (f + tf) / 2, (r + tr) / 2);
}

/* A step, straight or slantwise, and from `least` to `most` others the one or other way beside. */
static bool two_legs_go(const struct twin *t, int f, int r, int tf, int tr, bool slants, int least,
                        int most)
{
    static const int steps[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                    {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    for (int way = 0; way < 8; way++) {
        int step = way / 2 * 2 + slants, beside = (step + (way % 2 ? 1 : 7)) % 8;
        int file = f + steps[step][0], rank = r + steps[step][1];
        for (int n = 0; n <= most && is_in_array(file, rank); n++) {
            if (file == tf && rank == tr && n >= least)
                return true;
            if (at(t, file, rank))
                break;
            file += steps[beside][0];
            rank += steps[beside][1];
        }
    }
    return false;
}

static bool is_leaping_queen(char man)
{
    return man == 'J' || man == 'j';
}

static bool leaping_queen_goes(const struct twin *t, int f, int r, int tf, int tr)
{
    int df = sign(tf - f), dr = sign(tr - r);
    if (count_between(t, f, r, tf, tr) != 1)
        return false;
    if (t->likes && is_leaping_queen(at(t, tf, tr)))
        return false;
    for (f += df, r += dr; !at(t, f, r); f += df, r += dr)
        ;
    return !t->likes || !is_leaping_queen(at(t, f, r));
}

static bool rook_slants(const struct twin *t, int f, int r, int tf, int tr)
{
    bool has_line =
        r >= t->lines_low && r <= t->lines_high && tr >= t->lines_low && tr <= t->lines_high;
    return t->slants && has_line && bishop_goes(t, f, r, tf, tr);
}

/* Whether a man standing on (f,r) would take on (tf,tr), whoever stands there. */
static bool takes_on(const struct twin *t, int f, int r, int tf, int tr)
{
    char man = at(t, f, r);
    if (f == tf && r == tr)
        return false;
    if (t->zoned && tr > 0 && strchr("RrNn", man))
        return false;
    switch (toupper((unsigned char)man)) {
    case 'K':
    case 'G':
        return abs(f - tf) <= 1 && abs(r - tr) <= 1;
    case 'Q':
    case 'V':
        return rook_goes(t, f, r, tf, tr) || bishop_goes(t, f, r, tf, tr);
    case 'R':
        return rook_goes(t, f, r, tf, tr) || rook_slants(t, f, r, tf, tr);
    case 'B':
        return bishop_goes(t, f, r, tf, tr);
    case 'N':
        return knight_goes(f, r, tf, tr);
    case 'C':
        return rook_goes(t, f, r, tf, tr) || knight_goes(f, r, tf, tr);
    case 'H':
        return hawk_goes(f, r, tf, tr);
    case 'U':
        return t->least ? slider_of_primes_goes(t, f, r, tf, tr) : huygens_goes(f, r, tf, tr);
    case 'L':
        return horse_goes(t, f, r, tf, tr);
    case 'E':
        return elephant_goes(t, f, r, tf, tr);
    case 'S':
        return cannon_takes(t, f, r, tf, tr);
    case 'J':
        return leaping_queen_goes(t, f, r, tf, tr);
    case 'T':
        return grasshopper_goes(t, f, r, tf, tr);
    case 'W':
        return rook_goes(t, f, r, tf, tr) || cannon_takes(t, f, r, tf, tr) ||
               horse_goes(t, f, r, tf, tr);
    case 'D':
        return jumper_goes(t, f, r, tf, tr);
    case 'F':
        return two_legs_go(t, f, r, tf, tr, true, 0, 30);
    case 'M':
        return two_legs_go(t, f, r, tf, tr, false, 1, 2);
    case 'A':
        return two_legs_go(t, f, r, tf, tr, true, 1, 1);
    case 'O':
        return rose_goes(t, f, r, tf, tr);
    case 'P':
        return abs(f - tf) == 1 && tr - r == (is_black(man) ? -1 : 1);
    default:
        return false;
    }
}

/* ---- blocks of knights ---- */

static bool is_block(const struct twin *t, int f, int r, bool black)
{
    char knight = black ? 'n' : 'N';
    return t->blocks && at(t, f, r) == knight && at(t, f + 1, r) == knight &&
           at(t, f, r + 1) == knight && at(t, f + 1, r + 1) == knight;
}

/* Whether (f,r) is one of the four squares of a block on (bf,br). */
static bool covers(int bf, int br, int f, int r)
{
    return (f == bf || f == bf + 1) && (r == br || r == br + 1);
}

/* The squares that a block from (f,r), one step short of (bf,br), enters there: how
 * many are occupied, and the last of those. The squares it began on are empty now. */
static int count_met(const struct twin *t, const struct twin_move *m, int bf, int br, int df,
                     int dr, int *met_file, int *met_rank)
{
    int met = 0;
    for (int file = bf; file <= bf + 1; file++)
        for (int rank = br; rank <= br + 1; rank++) {
            if (covers(bf - df, br - dr, file, rank) || covers(m->file, m->rank, file, rank) ||
                !at(t, file, rank))
                continue;
            met++;
            *met_file = file;
            *met_rank = rank;
        }
    return met;
}

/* Whether the block on (m->file, m->rank) can go where m says, kings being like any
 * man; whom it takes stood on *met_file, *met_rank, if met. */
static bool block_goes(const struct twin *t, const struct twin_move *m, bool black, int *met,
                       int *met_file, int *met_rank)
{
    int wide = m->to_file - m->file, high = m->to_rank - m->rank;
    int df = sign(wide), dr = sign(high);
    int steps = abs(wide) > abs(high) ? abs(wide) : abs(high);
    if ((wide && high && abs(wide) != abs(high)) || steps == 0)
        return false;
    for (int n = 1; n <= steps; n++) {
        *met = count_met(t, m, m->file + n * df, m->rank + n * dr, df, dr, met_file, met_rank);
        if (*met && n < steps)
            return false;
    }
    return *met == 0 || (*met == 1 && is_black(at(t, *met_file, *met_rank)) != black);
}

/* Whether some block of the other side takes on (kf,kr). */
static bool blocks_take_on(const struct twin *t, int kf, int kr, bool black)
{
    for (int f = -TWIN_REACH; f <= TWIN_REACH; f++)
        for (int r = -TWIN_REACH; r <= TWIN_REACH; r++)
            for (int i = 0; i < 4 && is_block(t, f, r, black); i++) {
                struct twin_move m = {f, r, kf - i / 2, kr - i % 2, 1, 0};
                int met = 0, met_file, met_rank;
                if (block_goes(t, &m, black, &met, &met_file, &met_rank) && met && met_file == kf &&
                    met_rank == kr)
                    return true;
            }
    return false;
}

static bool is_king(char man)
{
    return man && strchr("KkVv", man);
}

/* Whether a king on (f,r) stands on an open line with that on (kf,kr), where it must not. */
static bool faces(const struct twin *t, int f, int r, int kf, int kr)
{
    return t->facing && (t->is_faced || !t->answers) && is_king(at(t, f, r)) &&
           rook_goes(t, f, r, kf, kr);
}

/* Whoever took one of two kings side by side would explode with its own. */
static bool is_beside_king(const struct twin *t, int kf, int kr, bool black)
{
    for (int i = 0; i < 9 && t->explodes; i++)
        if (at(t, kf + i / 3 - 1, kr + i % 3 - 1) == (black ? 'k' : 'K'))
            return true;
    return false;
}

/* Whether the king on a square is attacked. */
static bool is_king_attacked(const struct twin *t, int kf, int kr, bool black)
{
    if (is_beside_king(t, kf, kr, !black))
        return false;
    for (int f = -TWIN_REACH; f <= TWIN_REACH; f++)
        for (int r = -TWIN_REACH; r <= TWIN_REACH; r++)
            if (at(t, f, r) && is_black(at(t, f, r)) != black &&
                (takes_on(t, f, r, kf, kr) || faces(t, f, r, kf, kr)))
                return true;
    return t->blocks && blocks_take_on(t, kf, kr, !black);
}

int twin_count(const struct twin *t, char man)
{
    int count = 0;
    for (int f = -TWIN_REACH; f <= TWIN_REACH; f++)
        for (int r = -TWIN_REACH; r <= TWIN_REACH; r++)
            count += at(t, f, r) == man;
    return count;
}

static int count_kings(const struct twin *t, bool black)
{
    return black ? twin_count(t, 'k') + twin_count(t, 'v')
                 : twin_count(t, 'K') + twin_count(t, 'V');
}

bool twin_is_attacked(const struct twin *t, bool black)
{
    int attacked = 0, all = t->of_several ? count_kings(t, black) : 0;
    if (t->is_tame[black] || (t->of_several == 'l' && all > 1))
        return false;
    for (int kf = -TWIN_REACH; kf <= TWIN_REACH; kf++)
        for (int kr = -TWIN_REACH; kr <= TWIN_REACH; kr++)
            attacked += is_king(at(t, kf, kr)) && is_black(at(t, kf, kr)) == black &&
                        is_king_attacked(t, kf, kr, black);
    return t->of_several ? attacked && attacked == all : attacked > 0;
}

bool twin_in_check(const struct twin *t)
{
    struct twin plain = *t; /* facing is no check where it is answered */
    plain.is_faced = false;
    return twin_is_attacked(&plain, t->black_to_move);
}

static bool find_king(const struct twin *t, bool black, int *file, int *rank)
{
    const char *first = (const char *)t->man,
               *king = memchr(first, black ? 'k' : 'K', sizeof t->man);
    int place = king ? (int)(king - first) : 0;
    *file = place / TWIN_SIZE - TWIN_HOME;
    *rank = place % TWIN_SIZE - TWIN_HOME;
    return king != NULL;
}

bool twin_faces(const struct twin *t)
{
    int f, r, kf, kr;
    return find_king(t, false, &f, &r) && find_king(t, true, &kf, &kr) &&
           rook_goes(t, f, r, kf, kr);
}

static bool is_pawn(char man)
{
    return man == 'P' || man == 'p';
}

static bool is_between(int n, int low, int high)
{
    return n >= low && n <= high;
}

static bool takes_in_passing(const struct twin *t, const struct twin_move *m)
{
    int black = t->black_to_move, back = (t->passed_rank - m->to_rank) * (black ? 1 : -1);
    return t->has_passed && is_pawn(at(t, m->file, m->rank)) && m->to_file == t->passed_file &&
           is_between(back, 0, t->passed_more) &&
           (!t->steps || is_between(m->to_rank, t->passed_low[black], t->passed_high[black])) &&
           takes_on(t, m->file, m->rank, m->to_file, m->to_rank);
}

/* ---- castling (R-ICN-7) ---- */

static bool has_moved(const struct twin *t, int file, int rank)
{
    return t->moved[file + TWIN_HOME][rank + TWIN_HOME];
}

/* The file of the nearest man on that side of the king; TWIN_SIZE: none in the array. */
static int nearest_file(const struct twin *t, int file, int rank, int way)
{
    for (file += way; abs(file) < TWIN_HOME; file += way)
        if (at(t, file, rank))
            return file;
    return TWIN_SIZE;
}

/* Whether a king's move of two squares is castling, all but its last square's safety asked. */
static bool castles(const struct twin *t, const struct twin_move *m)
{
    char king = at(t, m->file, m->rank);
    int way = sign(m->to_file - m->file);
    if (!t->castles || toupper((unsigned char)king) != 'K' || m->to_rank != m->rank ||
        abs(m->to_file - m->file) != 2 || has_moved(t, m->file, m->rank) || twin_in_check(t))
        return false;
    int file = nearest_file(t, m->file, m->rank, way);
    if (file == TWIN_SIZE || abs(file - m->file) < 3 || has_moved(t, file, m->rank))
        return false;
    char partner = at(t, file, m->rank);
    if (is_black(partner) != is_black(king) || strchr("PpKk#%", partner))
        return false;
    struct twin halfway = *t;
    halfway.man[m->file + TWIN_HOME][m->rank + TWIN_HOME] = 0;
    halfway.man[m->file + way + TWIN_HOME][m->rank + TWIN_HOME] = king;
    return !twin_in_check(&halfway);
}

static void put(struct twin *t, int file, int rank, char man)
{
    t->man[file + TWIN_HOME][rank + TWIN_HOME] = man;
    t->moved[file + TWIN_HOME][rank + TWIN_HOME] = true;
    t->falls_at[file + TWIN_HOME][rank + TWIN_HOME] = 0;
}

static void move_block(struct twin *t, const struct twin_move *m)
{
    char knight = at(t, m->file, m->rank);
    for (int i = 0; i < 4; i++)
        put(t, m->file + i / 2, m->rank + i % 2, 0);
    t->ply++;
    for (int i = 0; i < 4; i++) {
        int file = m->to_file + i / 2, rank = m->to_rank + i % 2;
        put(t, file, rank, knight);
        if (t->delay)
            t->falls_at[file + TWIN_HOME][rank + TWIN_HOME] = t->ply + 2 * t->delay;
    }
    t->has_passed = false;
    t->black_to_move = !t->black_to_move;
}

/* Who has taken there goes, and all around. */
static void explode(struct twin *t, int file, int rank)
{
    for (int i = 0; i < 9; i++) {
        int f = file + i / 3 - 1, r = rank + i % 3 - 1;
        if (i == 4 || !t->spares_pawns || !is_pawn(at(t, f, r)))
            put(t, f, r, 0);
    }
}

static void move_only(struct twin *t, const struct twin_move *m)
{
    t->idle = twin_is_pass(m) ? t->idle + 1 + t->is_faced : 0;
    if (twin_is_pass(m)) {
        t->has_passed = false;
        t->black_to_move = !t->black_to_move;
        return;
    }
    if (m->block) {
        move_block(t, m);
        return;
    }
    char man = at(t, m->file, m->rank), becomes = m->becomes;
    if (toupper((unsigned char)man) == 'K' && abs(m->to_file - m->file) == 2) {
        int way = sign(m->to_file - m->file);
        int file = nearest_file(t, m->file, m->rank, way);
        char partner = at(t, file, m->rank);
        put(t, file, m->rank, 0);
        put(t, m->file + way, m->rank, partner);
        if (t->delay)
            t->falls_at[m->file + way + TWIN_HOME][m->rank + TWIN_HOME] = t->ply + 1 + 2 * t->delay;
    }
    bool takes = takes_in_passing(t, m) || at(t, m->to_file, m->to_rank);
    if (takes_in_passing(t, m))
        put(t, m->to_file, t->passed_rank + (t->black_to_move ? 1 : -1), 0);
    put(t, m->file, m->rank, 0);
    if (becomes && t->black_to_move)
        becomes = (char)tolower((unsigned char)becomes);
    put(t, m->to_file, m->to_rank, becomes ? becomes : man);
    if (takes && t->explodes)
        explode(t, m->to_file, m->to_rank);
    t->has_passed =
        is_pawn(man) && (!becomes || t->takes_promoted) && abs(m->to_rank - m->rank) >= 2;
    t->passed_file = m->file;
    t->passed_rank = m->to_rank + (t->black_to_move ? 1 : -1);
    t->passed_more = t->has_passed ? abs(m->to_rank - m->rank) - 2 : 0;
    t->black_to_move = !t->black_to_move;
    t->ply++;
    if (t->delay)
        t->falls_at[m->to_file + TWIN_HOME][m->to_rank + TWIN_HOME] = t->ply + 2 * t->delay;
}

/* ---- trapdoors ---- */

static bool is_anyone_due(const struct twin *t)
{
    for (int f = 0; f < TWIN_SIZE; f++)
        for (int r = 0; r < TWIN_SIZE; r++)
            if (t->man[f][r] && t->falls_at[f][r] && t->falls_at[f][r] == t->ply)
                return true;
    return false;
}

static void fall(struct twin *t)
{
    for (int f = 0; f < TWIN_SIZE; f++)
        for (int r = 0; r < TWIN_SIZE; r++)
            if (t->falls_at[f][r] && t->falls_at[f][r] == t->ply)
                t->man[f][r] = 0;
}

bool twin_has_king(const struct twin *t, bool black)
{
    return memchr(t->man, black ? 'k' : 'K', sizeof t->man) != NULL;
}

static int moves_of(const struct twin *t, struct twin_move *out, bool just_one);

/* Step 2 of a turn: judged with every due man standing. */
static bool has_mated(const struct twin *t)
{
    struct twin_move one[16];
    return twin_in_check(t) && moves_of(t, one, true) == 0;
}

void twin_play(struct twin *t, const struct twin_move *m)
{
    move_only(t, m);
    t->is_faced = t->answers && twin_faces(t);
    t->given[!t->black_to_move] += twin_in_check(t);
    if (is_anyone_due(t) && !has_mated(t))
        fall(t);
}

/* R-TD-5, sentence by sentence. */
static bool is_legal_turn(const struct twin *t, const struct twin_move *m)
{
    bool mover = t->black_to_move;
    struct twin after = *t;
    move_only(&after, m);
    if (t->explodes && !twin_has_king(&after, mover))
        return false;
    if (t->explodes && !twin_has_king(&after, !mover))
        return true;
    if (twin_is_attacked(&after, mover) || (t->no_checks && twin_in_check(&after)))
        return false;
    if (!is_anyone_due(&after) || has_mated(&after))
        return true;
    fall(&after);
    return !twin_has_king(&after, mover) || !twin_is_attacked(&after, mover);
}

bool twin_is_goal(const struct twin *t, bool black, int rank)
{
    for (int i = 0; i < t->goals; i++)
        if (t->goal[black][i] == rank)
            return true;
    return false;
}

/* Whether a pawn may go straight ahead from (f,r) to (tf,tr). */
static bool pawn_steps(const struct twin *t, int f, int r, int tf, int tr)
{
    int ahead = t->black_to_move ? -1 : 1;
    if (tf != f || at(t, tf, tr))
        return false;
    if (tr == r + ahead)
        return true;
    if (t->steps) {
        int black = t->black_to_move, far = (tr - r) * ahead;
        bool may =
            is_between(far, 2, 3) && is_between(r, t->first_low[black], t->first_high[black]);
        if (far == 3)
            may &= is_between(r, t->third_low[black], t->third_high[black]);
        for (int rank = r + ahead; may && rank != tr; rank += ahead)
            may = !at(t, f, rank) && !twin_is_goal(t, black, rank);
        return may;
    }
    return tr == r + 2 * ahead && !t->moved[f + TWIN_HOME][r + TWIN_HOME] && !at(t, f, r + ahead) &&
           (t->over_goals || !twin_is_goal(t, t->black_to_move, r + ahead));
}

static bool block_reaches(const struct twin *t, const struct twin_move *m)
{
    int met = 0, file = 0, rank = 0;
    return within(m->to_file + 1, m->to_rank + 1) &&
           block_goes(t, m, t->black_to_move, &met, &file, &rank) &&
           !(met && toupper((unsigned char)at(t, file, rank)) == 'K');
}

static bool is_beyond_border(const struct twin *t, const struct twin_move *m)
{
    return t->has_border && (m->to_file < t->left || m->to_file > t->right ||
                             m->to_rank < t->bottom || m->to_rank > t->top);
}

static bool reaches(const struct twin *t, const struct twin_move *m)
{
    if (is_beyond_border(t, m))
        return false;
    if (m->block)
        return block_reaches(t, m);
    char man = at(t, m->file, m->rank), target = at(t, m->to_file, m->to_rank);
    if (target == '%' || (target && target != '#' && is_black(target) == t->black_to_move))
        return false;
    if (is_king(target) && !t->is_tame[is_black(target)] &&
        !(t->of_several && count_kings(t, is_black(target)) > 1))
        return false;
    bool takes = takes_on(t, m->file, m->rank, m->to_file, m->to_rank);
    char kind = (char)toupper((unsigned char)man);
    if (!target && (kind == 'S' || kind == 'W'))
        return rook_goes(t, m->file, m->rank, m->to_file, m->to_rank) ||
               (kind == 'W' && horse_goes(t, m->file, m->rank, m->to_file, m->to_rank));
    if (!is_pawn(man))
        return takes || (!target && castles(t, m));
    if (pawn_steps(t, m->file, m->rank, m->to_file, m->to_rank))
        return true;
    return takes && (target || takes_in_passing(t, m));
}

/* What alone a man becomes; 0: it is none of those. */
static char own_choice(const struct twin *t, char man)
{
    for (const char *pair = t->own; pair && *pair; pair += 2)
        if (*pair == toupper((unsigned char)man))
            return pair[1];
    return 0;
}

static int add_one(const struct twin *t, const struct twin_move *m, char becomes,
                   struct twin_move *out, int count)
{
    out[count] = *m;
    out[count].becomes = becomes;
    return count + is_legal_turn(t, &out[count]);
}

static int add(const struct twin *t, const struct twin_move *m, struct twin_move *out, int count)
{
    bool black = t->black_to_move, arrives = twin_is_goal(t, black, m->to_rank);
    char man = at(t, m->file, m->rank), own = m->block ? 0 : own_choice(t, man);
    if (own && is_pawn(man))
        return add_one(t, m, arrives ? own : 0, out, count);
    if (own && (arrives || twin_is_goal(t, black, m->rank)) &&
        (!t->own_taking || at(t, m->to_file, m->to_rank))) {
        count = add_one(t, m, own, out, count);
        return t->own_stay ? add_one(t, m, 0, out, count) : count;
    }
    if (m->block || !is_pawn(man) || !arrives)
        return add_one(t, m, 0, out, count);
    for (const char *choice = t->becomes[black]; *choice; choice++)
        if (*choice != 'K' || twin_count(t, black ? 'k' : 'K') < t->kings[black])
            count = add_one(t, m, *choice, out, count);
    return count;
}

/* From m's square, of its man or of the block. */
static int moves_from(const struct twin *t, const struct twin_move *from, struct twin_move *out,
                      int count, bool just_one)
{
    struct twin_move m = *from;
    for (m.to_file = -TWIN_REACH; m.to_file <= TWIN_REACH; m.to_file++)
        for (m.to_rank = -TWIN_REACH; m.to_rank <= TWIN_REACH; m.to_rank++) {
            if (within(m.to_file, m.to_rank) && reaches(t, &m))
                count = add(t, &m, out, count);
            if (just_one && count)
                return count;
        }
    return count;
}

static int moves_of(const struct twin *t, struct twin_move *out, bool just_one)
{
    int count = 0;
    struct twin_move m = {0};
    for (m.file = -TWIN_REACH; m.file <= TWIN_REACH; m.file++)
        for (m.rank = -TWIN_REACH; m.rank <= TWIN_REACH; m.rank++) {
            char man = at(t, m.file, m.rank);
            if (!man || is_black(man) != t->black_to_move)
                continue;
            int kinds = 1 + is_block(t, m.file, m.rank, t->black_to_move);
            for (m.block = 0; m.block < kinds && !(just_one && count); m.block++)
                count = moves_from(t, &m, out, count, just_one);
        }
    return count;
}

int twin_moves(const struct twin *t, struct twin_move *out)
{
    int count = moves_of(t, out, false), kept = 0;
    for (int i = 0; i < count && t->must_take; i++)
        if (at(t, out[i].to_file, out[i].to_rank) || takes_in_passing(t, &out[i]))
            out[kept++] = out[i];
    count = kept ? kept : count;
    struct twin_move pass = {0};
    if (!find_king(t, t->black_to_move, &pass.file, &pass.rank) ||
        (twin_in_check(t) && !t->is_faced) || !t->idles || (t->idles == 's' && count))
        return count;
    pass.to_file = pass.file;
    pass.to_rank = pass.rank;
    out[count] = pass;
    return count + 1;
}

/* ---- how it is won ---- */

static bool is_unsafe(const struct twin *t, int file, int rank, bool black)
{
    for (int f = -TWIN_REACH; f <= TWIN_REACH; f++)
        for (int r = -TWIN_REACH; r <= TWIN_REACH; r++)
            if (at(t, f, r) && is_black(at(t, f, r)) != black && takes_on(t, f, r, file, rank))
                return true;
    return false;
}

static bool has_come(const struct twin *t, bool black, bool safely)
{
    char man = black ? (char)tolower((unsigned char)t->comer) : t->comer;
    int rank = t->target[black];
    for (int file = -TWIN_REACH; t->comer && within(file, rank) && file <= TWIN_REACH; file++)
        if (at(t, file, rank) == man && !(safely && is_unsafe(t, file, rank, black)))
            return true;
    return false;
}

/* Of a king, that it comes there; others may be taken. */
static bool may_answer(const struct twin *t)
{
    static struct twin_move moves[TWIN_MOVES];
    int count = twin_moves(t, moves);
    bool may = t->comer != 'K';
    for (int i = 0; i < count; i++)
        may |= is_king(at(t, moves[i].file, moves[i].rank)) &&
               moves[i].to_rank == t->target[t->black_to_move];
    return may;
}

/* How many such men a side has; '*': men at all. */
static int count_of(const struct twin *t, char man, bool black)
{
    int count = 0;
    for (int f = 0; f < TWIN_SIZE; f++)
        for (int r = 0; r < TWIN_SIZE; r++) {
            char here = t->man[f][r];
            count += here && is_black(here) == black &&
                     (man == '*' || toupper((unsigned char)here) == man);
        }
    return count;
}

int twin_winner(const struct twin *t)
{
    bool mine = t->black_to_move, last = !mine;
    if (t->explodes && !twin_has_king(t, mine))
        return last;
    if (t->checks && (t->given[last] >= t->checks || t->given[mine] >= t->checks))
        return t->given[last] >= t->checks ? last : mine;
    for (int i = 0; i < 2 && t->scarce; i++) {
        bool side = i ? mine : last;
        if (count_of(t, t->scarce, side) <= t->few && count_of(t, t->scarce, !side) >= t->enough)
            return !side;
    }
    if (t->bares && count_of(t, '*', last) == 1)
        return count_of(t, '*', mine) >= 2 ? mine : -2;
    /* with two left of the other side, one may be taken at once */
    if (t->bares && count_of(t, '*', mine) == 1 && count_of(t, '*', last) > 2)
        return last;
    if (has_come(t, last, t->safely)) {
        if (t->answered[mine] && has_come(t, mine, false))
            return -1;
        if (!t->answered[last] || t->safely || !may_answer(t))
            return last;
    }
    if ((t->answered[mine] || !t->safely) && has_come(t, mine, false))
        return mine;
    return -2;
}
