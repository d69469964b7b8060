/* SPDX-License-Identifier: MIT */
#include "game/written.h"

#include "game/codes.h"

static void put_check(struct cp_buf *out, uint8_t check)
{
    static const char *const marks[] = {"", "+", "++", "#"};
    cp_buf_puts(out, marks[check]);
}

/* A '-' in front of a bare destination says nothing, and neither does "e.p."; in
 * front of a path it keeps the square on the way from being the origin. */
static void put_sep(struct cp_buf *out, const cp_written *w)
{
    bool is_whole = (w->has & CP_HAS_FROM) == CP_HAS_FROM || (w->has & CP_HAS_VIA);
    bool is_part = (w->has & CP_HAS_FROM) != 0;
    if (w->sep >= CP_SEP_TAKE)
        cp_buf_putc(out, cp_sep_sign((enum cp_sep)w->sep));
    else if (is_whole || (is_part && w->sep == CP_SEP_MOVE))
        cp_buf_putc(out, '-');
}

/* e2e4, e7e8q, as engines write moves; and the null move. */
static void put_engine_move(const struct cp_ints *t, struct cp_buf *out,
                            const struct cp_alphabet *a, const cp_written *w)
{
    if (w->has & CP_IS_NULL) {
        cp_buf_puts(out, "--");
        return;
    }
    cp_square_format(t, out, w->from, CP_BARE); /* in parentheses they would be two moves */
    cp_square_format(t, out, w->to, CP_BARE);
    if (w->promotion != CP_NO_KIND) {
        cp_str letter = cp_alphabet_letter(a, w->promotion);
        for (size_t i = 0; i < letter.len; i++)
            cp_buf_putc(out, cp_lower(letter.at[i]));
    }
    put_check(out, w->check);
}

/* ---- ICN ---- */

static void put_open(const struct cp_ints *t, struct cp_buf *out, cp_square square)
{
    cp_int_format(t, out, square.file);
    cp_buf_putc(out, ',');
    cp_int_format(t, out, square.rank);
}

static void put_icn_move(const struct cp_ints *t, struct cp_buf *out, const struct cp_alphabet *a,
                         const cp_written *w)
{
    if (w->has & CP_HAS_PIECE)
        cp_code_put(out, a, w->piece, w->has & CP_IS_BLACKS);
    put_open(t, out, w->from);
    cp_buf_putc(out, w->sep == CP_SEP_TAKE ? 'x' : '>');
    put_open(t, out, w->to);
    if (w->promotion != CP_NO_KIND) {
        cp_buf_putc(out, '=');
        cp_code_put(out, a, w->promotion, w->has & CP_IS_BLACKS);
    }
    put_check(out, w->check);
}

/* ---- bare squares ---- */

/* The letters that are files where no letter of a piece leads: beyond those of the board
 * p4-e5 would be a piece's move from the rank 4. */
static int64_t files_of(const struct cp_alphabet *a, const cp_written *w)
{
    bool is_led = w->piece != CP_NO_KIND && a->pieces[w->piece].letter.len;
    return !is_led && a->files > 0 && a->files < 26 ? a->files : 26;
}

/* All squares of a move are spelled alike. */
static bool can_be_bare(const struct cp_ints *t, const struct cp_alphabet *a, const cp_written *w)
{
    const cp_square *squares[] = {(w->has & CP_HAS_FROM) == CP_HAS_FROM ? &w->from : NULL,
                                  w->has & CP_HAS_VIA ? &w->via : NULL,
                                  w->has & CP_HAS_TO ? &w->to : NULL};
    int64_t files = files_of(a, w);
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++)
        if (squares[i] && (!cp_square_can_be_bare(t, *squares[i]) || squares[i]->file.v > files))
            return false;
    return true;
}

/* ---- the usual case: two squares at most, each of a letter and a digit ---- */

enum { SIGNS = 8, LETTERS = CP_WRITTEN_USUAL - SIGNS };

static inline bool is_letter(cp_int file, int64_t files)
{
    return (uint64_t)file.v - 1 < (uint64_t)files;
}

static inline bool is_digit(cp_int rank)
{
    return (uint64_t)rank.v - 1 < 9;
}

size_t cp_written_usual(char *to, const struct cp_alphabet *a, const cp_written *w)
{
    enum { NOT_USUAL = CP_IS_FUSED | CP_HAS_VIA | CP_IS_NULL | CP_IS_ICN };
    bool is_any = w->has & CP_IS_ANY_MAN;
    unsigned from = w->has & CP_HAS_FROM;
    int64_t files = files_of(a, w);
    char *at = to;
    if ((w->has & (NOT_USUAL | CP_HAS_TO)) != CP_HAS_TO || !is_letter(w->to.file, files) ||
        !is_digit(w->to.rank) || w->sep > CP_SEP_TAKE || w->piece == CP_NO_KIND ||
        w->promotion != CP_NO_KIND || w->castling ||
        ((from & CP_HAS_FROM_FILE) && !is_letter(w->from.file, files)) ||
        ((from & CP_HAS_FROM_RANK) && !is_digit(w->from.rank)))
        return 0;
    cp_str letter = a->pieces[w->piece].letter;
    if (CP_UNLIKELY(letter.len > LETTERS))
        return 0;
    for (size_t i = 0; !is_any && i < letter.len; i++)
        *at++ = letter.at[i];
    if (from & CP_HAS_FROM_FILE)
        *at++ = (char)('a' - 1 + w->from.file.v);
    if (from & CP_HAS_FROM_RANK)
        *at++ = (char)('0' + w->from.rank.v);
    if (w->sep == CP_SEP_TAKE && !is_any)
        *at++ = 'x';
    else if (from && !is_any && (from == CP_HAS_FROM || w->sep == CP_SEP_MOVE))
        *at++ = '-';
    *at++ = (char)('a' - 1 + w->to.file.v);
    *at++ = (char)('0' + w->to.rank.v);
    if (CP_UNLIKELY(w->check))
        *at++ = w->check == CP_MARK_MATE ? '#' : '+';
    if (CP_UNLIKELY(w->check == CP_MARK_DOUBLE))
        *at++ = '+';
    return (size_t)(at - to);
}

static CP_NOINLINE void put_unusual(const struct cp_ints *t, struct cp_buf *out,
                                    const struct cp_alphabet *a, const cp_written *w,
                                    enum cp_spelling spelling)
{
    if (w->castling) {
        cp_buf_puts(out, w->castling == CP_CASTLE_QUEEN ? "O-O-O" : "O-O");
        put_check(out, w->check);
        return;
    }
    if (w->has & CP_IS_ICN) {
        put_icn_move(t, out, a, w);
        return;
    }
    if (w->has & (CP_IS_NULL | CP_IS_ANY_MAN)) {
        put_engine_move(t, out, a, w);
        return;
    }
    if (spelling == CP_BARE && !can_be_bare(t, a, w))
        spelling = CP_NUMERIC;
    bool is_fused = w->has & CP_IS_FUSED; /* digits need a letter, even a pawn's */
    if (w->piece != CP_NO_KIND)
        cp_buf_put(out, is_fused ? cp_alphabet_letter(a, w->piece) : a->pieces[w->piece].letter);
    uint16_t has = is_fused ? 0 : w->has;
    if (is_fused)
        cp_buf_put(out, w->fused);
    else if ((has & CP_HAS_FROM) == CP_HAS_FROM) /* the origin, or the part that stood there */
        cp_square_format(t, out, w->from, spelling);
    else if (has & CP_HAS_FROM_FILE)
        cp_file_format(t, out, w->from.file, spelling);
    else if (has & CP_HAS_FROM_RANK)
        cp_int_format(t, out, w->from.rank);
    if (!is_fused)
        put_sep(out, w);
    if (has & CP_HAS_VIA) {
        cp_square_format(t, out, w->via, spelling);
        put_sep(out, &(cp_written){.has = CP_HAS_FROM, .sep = w->then});
    }
    if (has & CP_HAS_TO)
        cp_square_format(t, out, w->to, spelling);
    if (w->promotion != CP_NO_KIND) {
        cp_buf_putc(out, '=');
        cp_buf_put(out, cp_alphabet_letter(a, w->promotion));
    }
    put_check(out, w->check);
}

void cp_written_complete(cp_written *w)
{
    if (!(w->has & CP_HAS_FROM))
        return;
    w->has |= CP_HAS_FROM;
    if (w->sep == CP_SEP_NONE)
        w->sep = CP_SEP_MOVE;
}

void cp_written_format(const struct cp_ints *t, struct cp_buf *out, const struct cp_alphabet *a,
                       const cp_written *w, enum cp_spelling spelling)
{
    size_t len = 0;
    if (spelling == CP_BARE || (w->has & CP_IS_ANY_MAN))
        len = cp_written_usual(cp_buf_room(out, CP_WRITTEN_USUAL), a, w);
    out->len += len;
    if (!len)
        put_unusual(t, out, a, w, spelling);
}

/* ---- words about pieces and squares ---- */

void cp_speak_square(const struct cp_speaker *s, cp_square at)
{
    cp_square_format(s->ints, s->out, cp_square_shift(s->ints, at, s->back), s->spelling);
}

void cp_speak_kind(const struct cp_speaker *s, uint8_t kind)
{
    cp_buf_put(s->out, cp_alphabet_letter(s->alphabet, kind));
}

void cp_speak_piece(const struct cp_speaker *s, uint8_t kind, cp_square at)
{
    cp_speak_kind(s, kind);
    cp_speak_square(s, at);
}
