/* SPDX-License-Identifier: MIT */
/* steps.c -- a move is a word, perhaps a part of a square, and squares with signs
 * between them:
 *
 *     [piece] [origin] [sign] square [sign square [sign square]] [+ ++ #]
 *
 * Three readers over the same row: bare squares and clean ones in parentheses take
 * what stands there or nothing; the third one knows blanks, names, small letters
 * and arrows, and says so. */
#include "text/steps.h"

#include "game/square.h"

/* ---- what letters and signs mean ---- */

static void learn(struct cp_steps *s, cp_str word, uint8_t kind)
{
    if (word.len == 1 && cp_is_letter(word.at[0]))
        s->kind[(unsigned char)word.at[0]] = kind;
}

/* A letter that begins a longer word is left to the careful reader. */
static void unlearn(struct cp_steps *s, cp_str word)
{
    if (word.len > 1 && cp_is_letter(word.at[0]))
        s->kind[(unsigned char)word.at[0]] = CP_NO_KIND;
}

void cp_steps_init(struct cp_steps *s, const struct cp_alphabet *a)
{
    *s = (struct cp_steps){.alphabet = a};
    s->files = (uint8_t)(a->files > 0 && a->files < 26 ? a->files : 26);
    memset(s->kind, CP_NO_KIND, sizeof s->kind);
    for (uint32_t k = a->count; k-- > 0;) {
        const struct cp_piece_words *p = &a->pieces[k];
        for (uint32_t i = 0; i < p->alias_count; i++)
            learn(s, p->aliases[i], (uint8_t)k);
    }
    for (uint32_t k = a->count; k-- > 0;)
        learn(s, a->pieces[k].letter, (uint8_t)k);
    for (uint32_t k = 0; k < a->count; k++) {
        const struct cp_piece_words *p = &a->pieces[k];
        unlearn(s, p->letter);
        for (uint32_t i = 0; i < p->alias_count; i++)
            unlearn(s, p->aliases[i]);
    }
}

/* ---- the parts, put together ---- */

/* With a sign in front of the first square, or a part of the origin, that square
 * is not where the man stands. */
void cp_row_put_together(const struct cp_row *row, bool has_part, cp_written *out)
{
    const cp_square *square = row->square;
    const enum cp_sep *sign = row->sign;
    const cp_square *last = row->square + row->count - 1;
    if (!has_part && sign[0] == CP_SEP_NONE && square < last) {
        out->from = *square++;
        out->has |= CP_HAS_FROM;
        sign++;
    }
    out->sep = (uint8_t)sign[0];
    if (square < last) {
        out->via = *square;
        out->then = (uint8_t)sign[1];
        out->has |= CP_HAS_VIA;
    }
    out->to = *last;
    out->has |= CP_HAS_TO;
}

/* How many squares may follow what is there: two parts at most. */
static bool has_room(const struct cp_row *row, bool has_part)
{
    bool has_origin = !has_part && row->sign[0] == CP_SEP_NONE;
    return row->count < (has_origin ? 3 : 2);
}

/* Whether a sign may stand between the last square and the next. */
bool cp_row_can_follow(const struct cp_row *row, bool has_part, enum cp_sep sep)
{
    bool is_way = row->count > 1 || has_part || row->sign[0] != CP_SEP_NONE;
    return has_room(row, has_part) && (!is_way || cp_sign_is_second(sep));
}

/* ---- bare squares ---- */

static inline const char *bare_rank(const char *at, cp_int *rank)
{
    int64_t n = *at++ - '0';
    for (int digits = 1; CP_UNLIKELY(cp_is_digit(*at)) && digits < 3; digits++)
        n = n * 10 + (*at++ - '0');
    *rank = CP_INT(n);
    return at;
}

static inline const char *bare_square(const struct cp_steps *s, const char *at, cp_square *out)
{
    if (!cp_steps_is_file(s, at[0]) || !cp_is_rank(at[1]))
        return NULL;
    out->file = CP_INT(*at - 'a' + 1);
    return bare_rank(at + 1, &out->rank);
}

/* A file or a rank alone, which only stands behind a piece. */
static const char *bare_part(const struct cp_steps *s, const char *at, cp_written *out)
{
    if (cp_steps_is_file(s, at[0]) && !cp_is_rank(at[1])) {
        out->from.file = CP_INT(*at - 'a' + 1);
        out->has |= CP_HAS_FROM_FILE;
        return at + 1;
    }
    if (!cp_is_rank(at[0]))
        return at;
    out->has |= CP_HAS_FROM_RANK;
    return bare_rank(at, &out->from.rank);
}

/* A sign in front of all squares needs somebody who does it: else it could belong
 * to the move before. */
static const char *bare_row(const struct cp_steps *s, const char *at, const cp_written *w,
                            struct cp_row *row)
{
    bool has_piece = w->has & CP_HAS_PIECE, has_part = w->has & CP_HAS_FROM;
    row->sign[0] = has_piece ? cp_sign_of(*at) : CP_SEP_NONE;
    at += row->sign[0] != CP_SEP_NONE;
    at = bare_square(s, at, &row->square[row->count++]);
    while (at) {
        enum cp_sep sep = cp_sign_of(*at);
        const char *next = at + (sep != CP_SEP_NONE);
        if (sep == CP_SEP_NONE && !cp_steps_is_file(s, *at))
            return at;
        sep = sep == CP_SEP_NONE ? CP_SEP_MOVE : sep;
        if (!cp_row_can_follow(row, has_part, sep))
            return NULL;
        row->sign[row->count] = sep;
        at = bare_square(s, next, &row->square[row->count++]);
    }
    return NULL;
}

static inline const char *scan_check(const char *at, const char *end, cp_written *out)
{
    if (at == end || (*at != '+' && *at != '#'))
        return at;
    bool is_double = *at == '+' && end - at > 1 && at[1] == '+';
    out->check = *at == '#' ? CP_MARK_MATE : is_double ? CP_MARK_DOUBLE : CP_MARK_CHECK;
    return at + 1 + is_double;
}

/* Behind blanks a part of the move may follow: " > e3", " mate", " #". `is_all`:
 * nothing stands behind end. */
static bool is_over(const char *at, const char *end, bool is_all)
{
    if (at == end)
        return true;
    if (!cp_is_move_end(*at) && *at != '.')
        return false;
    if (!cp_is_blank(*at))
        return true;
    while (at < end && cp_is_blank(*at))
        at++;
    return at == end ? is_all : !memchr("-><~@=#+mc\xe2\xef\xcb", *at, 13);
}

const char *cp_steps_scan_bare(const struct cp_steps *s, const char *at, cp_written *out)
{
    struct cp_row row = {.count = 0};
    const char *end = at + CP_STEPS_LOOK;
    cp_row_begin(out);
    uint8_t kind = (unsigned char)*at < CP_STEPS_CODES ? s->kind[(unsigned char)*at] : CP_NO_KIND;
    if (CP_LIKELY(kind != CP_NO_KIND)) {
        out->piece = kind;
        out->has = CP_HAS_PIECE;
        at++;
        cp_square ignored;
        if (!bare_square(s, at, &ignored))
            at = bare_part(s, at, out);
    }
    at = bare_row(s, at, out, &row);
    if (!at)
        return NULL;
    cp_row_put_together(&row, out->has & CP_HAS_FROM, out);
    at = scan_check(at, end, out);
    return is_over(at, end, false) ? at : NULL;
}

/* ---- clean squares in parentheses ---- */

const char *cp_steps_scan_clean(const struct cp_steps *s, struct cp_ints *ints, const char *at,
                                const char *end, cp_written *out)
{
    struct cp_row row = {.count = 0};
    cp_row_begin(out);
    if (at < end && (unsigned char)*at < CP_STEPS_CODES &&
        s->kind[(unsigned char)*at] != CP_NO_KIND) {
        out->piece = s->kind[(unsigned char)*at++];
        out->has = CP_HAS_PIECE;
    }
    enum cp_sep sep = out->has && at < end ? cp_sign_of(*at) : CP_SEP_NONE;
    row.sign[0] = sep;
    at += sep != CP_SEP_NONE;
    do {
        enum cp_spelling spelling;
        if (at >= end || *at != '(')
            return NULL;
        at = cp_square_scan_clean(ints, at, end, &row.square[row.count++], &spelling);
        if (!at)
            return NULL;
        if (row.count > 1 && spelling != (enum cp_spelling)out->spelling)
            return NULL;
        out->spelling = (uint8_t)spelling;
        sep = at < end ? cp_sign_of(*at) : CP_SEP_NONE;
        if (sep && !cp_row_can_follow(&row, false, sep))
            return NULL;
        if (sep)
            row.sign[row.count] = sep;
        at += sep != CP_SEP_NONE;
    } while (sep);
    cp_row_put_together(&row, false, out);
    at = scan_check(at, end, out);
    return is_over(at, end, true) && !(at < end && *at == '(') ? at : NULL;
}
