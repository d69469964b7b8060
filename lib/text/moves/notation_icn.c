/* SPDX-License-Identifier: MIT */
/* notation_icn.c -- a move as infinitechess.org writes it, [] being what may be missing:
 *
 *     [code] x,y [blank] (> or x) [blank] x,y [blank] [=code] [blank] [+ or #]
 *
 * A blank belongs to the move only where another part of it follows. One around a comma, or
 * several around a sign, the site would not take; there nothing but > makes a move. */
#include "text/moves/notation_move.h"

#include "base/scan.h"
#include "game/codes.h"

static inline bool is_blank_at(const char *at, const char *end)
{
    return at < end && (*at == ' ' || *at == '\t');
}

static const char *behind_blanks(const char *at, const char *end)
{
    while (is_blank_at(at, end))
        at++;
    return at;
}

/* A whole number. */
static const char *scan_int(struct cp_ints *ints, const char *at, const char *end, cp_int *out,
                            unsigned *odd)
{
    bool is_minus = at < end && *at == '-', is_plus = at < end && *at == '+';
    const char *from = at + is_plus, *first = at + (is_minus || is_plus);
    uint64_t n = 0;
    for (at = first; at < end && cp_is_digit(*at); at++)
        n = at - first < 18 ? n * 10 + (uint64_t)(*at - '0') : n;
    if (at == first)
        return NULL;
    if (is_plus || (*first == '0' && (at - first > 1 || is_minus)))
        *odd |= CP_ICN_ODD_NUMBER;
    if (at - first <= 18)
        *out = CP_INT(is_minus ? -(int64_t)n : (int64_t)n);
    else if (!cp_int_parse(ints, out, (cp_str){from, (size_t)(at - from)}))
        return NULL;
    return at;
}

static const char *scan_pair(struct cp_ints *ints, const char *at, const char *end, cp_square *out,
                             unsigned *odd)
{
    const char *file_end = scan_int(ints, at, end, &out->file, odd);
    const char *comma = file_end ? behind_blanks(file_end, end) : end;
    if (comma == end || *comma != ',')
        return NULL;
    const char *rank = behind_blanks(comma + 1, end);
    if (comma > file_end || rank > comma + 1)
        *odd |= CP_ICN_ODD_BLANK;
    return scan_int(ints, rank, end, &out->rank, odd);
}

static cp_str code_at(const char *at, const char *end)
{
    size_t most = (size_t)(end - at) < CP_CODE_MOST ? (size_t)(end - at) : CP_CODE_MOST;
    return (cp_str){at, cp_letters_end((cp_str){at, most}, 0)};
}

static bool is_small(cp_str code)
{
    return code.len && code.at[0] >= 'a' && code.at[0] <= 'z';
}

const char *cp_clean_scan_icn(const struct cp_clean *c, struct cp_ints *ints, const char *at,
                              const char *end, cp_written *out, unsigned *odds)
{
    unsigned ignored, *odd = odds ? odds : &ignored;
    cp_str code = code_at(at, end);
    *odd = 0;
    *out = (cp_written){.has = CP_HAS_FROM | CP_HAS_TO | CP_IS_ANY_MAN | CP_IS_ICN,
                        .piece = c->pawn,
                        .promotion = CP_NO_KIND,
                        .spelling = CP_NUMERIC};
    if (code.len) {
        uint8_t kind = cp_code_find(c->alphabet, code);
        out->has |= (uint16_t)((kind == CP_NO_KIND ? 0 : CP_HAS_PIECE) |
                               (is_small(code) ? CP_IS_BLACKS : 0));
        out->piece = kind == CP_NO_KIND ? c->pawn : kind;
    }
    at = scan_pair(ints, at + code.len, end, &out->from, odd);
    const char *sign = at ? behind_blanks(at, end) : end;
    if (sign == end || (*sign != '>' && *sign != 'x'))
        return NULL;
    out->sep = *sign == 'x' ? CP_SEP_TAKE : CP_SEP_NONE;
    const char *to = behind_blanks(sign + 1, end);
    if (sign > at + 1 || to > sign + 2)
        *odd |= CP_ICN_ODD_BLANK;
    at = scan_pair(ints, to, end, &out->to, odd);
    if (out->sep == CP_SEP_TAKE && (*odd & CP_ICN_ODD_BLANK))
        return NULL;
    if (!at)
        return NULL;
    sign = at + is_blank_at(at, end);
    if (sign < end && *sign == '=') {
        cp_str to_code = code_at(sign + 1, end);
        out->promotion = cp_code_find(c->alphabet, to_code);
        out->has |= is_small(to_code) ? CP_IS_BLACKS : 0;
        if (out->promotion == CP_NO_KIND)
            return NULL;
        at = to_code.at + to_code.len;
        sign = at + is_blank_at(at, end);
    }
    if (sign == end || (*sign != '+' && *sign != '#'))
        return at;
    out->check = *sign == '#' ? CP_MARK_MATE : CP_MARK_CHECK;
    return sign + 1;
}
