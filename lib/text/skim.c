/* SPDX-License-Identifier: MIT */
/* skim.c -- eight bytes at a time: a word of text is loaded whole, where it ends
 * and what it is made of is found by arithmetic on all its bytes at once. What
 * comes next in a game is hard to foresee, and a wrong guess costs more than a
 * dozen such operations, so choices are tables and masks wherever they can be. */
#include "text/skim.h"

#include "base/utf8.h"

enum { CASTLES = 0x80, NOBODY = 0xff }; /* among men, by the first byte */

/* ---- moves ---- */

/* What a byte says of an origin: 1..8 a file, 9..16 a rank. */
static const uint8_t origin_of[256] = {
    ['a'] = 1, ['b'] = 2,  ['c'] = 3,  ['d'] = 4,  ['e'] = 5,  ['f'] = 6,  ['g'] = 7,  ['h'] = 8,
    ['1'] = 9, ['2'] = 10, ['3'] = 11, ['4'] = 12, ['5'] = 13, ['6'] = 14, ['7'] = 15, ['8'] = 16};

static inline bool put(struct cp_skimming *s, cp_brief m)
{
    if (CP_UNLIKELY(s->next == s->limit))
        return false;
    *s->next++ = m;
    return true;
}

static inline unsigned man_of(const struct cp_skimming *s, char c)
{
    return s->k->man[(unsigned char)c];
}

static inline unsigned byte_of(uint64_t w, size_t i)
{
    return (unsigned)(w >> 8 * i) & 0xff;
}

static bool skim_castling(struct cp_skimming *s, uint64_t w, size_t body, unsigned mark)
{
    uint64_t text = w & ((UINT64_C(1) << 8 * body) - 1);
    bool is_short = text == UINT64_C(0x4f2d4f), is_long = text == UINT64_C(0x4f2d4f2d4f);
    cp_brief m = {.who = CP_BRIEF_NOBODY, .mark = (uint8_t)mark};
    m.odd = (uint8_t)(CP_BRIEF_CASTLING + (is_short ? CP_CASTLE_KING : CP_CASTLE_QUEEN));
    return (is_short || is_long) && put(s, m);
}

static const uint8_t mark_of[256] = {['+'] = CP_MARK_CHECK, ['#'] = CP_MARK_MATE};

/* Nf3, exd4, Rad1, Nxe5: the word but for its mark, `body` bytes from 2 to 7. False
 * when it is none of these; all doubts are one branch. */
static CP_ALWAYS_INLINE bool skim_short(const struct cp_skimming *s, uint64_t w, size_t body,
                                        cp_brief *m)
{
    uint64_t tail = w << 8 >> (8 * body - 16); /* from the byte before the square on */
    unsigned file = byte_of(tail, 1) - 'a', rank = byte_of(tail, 2) - '1';
    unsigned takes = byte_of(tail, 0) == 'x', man = s->k->man[w & 0xff], is_man = man != 0;
    unsigned len = (unsigned)body - 2 - takes - is_man; /* of the origin */
    unsigned origin = origin_of[byte_of(w, is_man)] & -(unsigned)(len != 0);
    unsigned is_unread = len & (origin == 0), pawn_takes = takes & !is_man;
    m->to = (uint8_t)(rank * 8 + file);
    m->man = (uint8_t)man;
    m->who = (uint8_t)(man | (CP_BRIEF_PAWN_TAKES & -pawn_takes));
    m->origin = (uint8_t)origin;
    m->takes = (uint8_t)takes;
    return !(((file | rank | man) & ~7u) | (len & ~1u) | ((len ^ takes) & (is_man - 1)) |
             is_unread);
}

/* Castling, promotion, Rd1e2. */
static CP_NOINLINE bool skim_seldom(struct cp_skimming *s, uint64_t w, size_t body, unsigned mark)
{
    cp_brief m = {.mark = (uint8_t)mark};
    unsigned man = s->k->man[w & 0xff];
    if (man == CASTLES)
        return skim_castling(s, w, body, mark);
    if (man == 0 && body >= 4 && byte_of(w, body - 2) == '=') {
        unsigned becomes = s->k->man[byte_of(w, body - 1)];
        if (becomes == 0 || becomes > 5 || !skim_short(s, w, body - 2, &m))
            return false;
        m.odd = (uint8_t)becomes;
    } else if (man >= 1 && man <= 5 && body >= 5) {
        unsigned file = origin_of[byte_of(w, 1)], rank = origin_of[byte_of(w, 2)];
        uint64_t rest = (w >> 16 & ~(uint64_t)0xff) | (w & 0xff); /* Rd1xe2 without its d1 */
        if (!file || file > 8 || rank <= 8 || !skim_short(s, rest, body - 2, &m) || m.origin)
            return false;
        m.origin = (uint8_t)file;
        m.odd = (uint8_t)(CP_BRIEF_LONG + rank - 8);
    } else {
        return false;
    }
    m.who = CP_BRIEF_NOBODY;
    return put(s, m);
}

/* A word of 1 to 7 bytes, which begins w. */
static CP_ALWAYS_INLINE bool skim_move(struct cp_skimming *s, uint64_t w, size_t len)
{
    unsigned mark = mark_of[byte_of(w, len - 1)];
    size_t body = len - (mark != 0);
    cp_brief *m = s->next;
    if (CP_UNLIKELY((body < 2) | (m == s->limit)))
        return false;
    if (CP_UNLIKELY(!skim_short(s, w, body, m)))
        return skim_seldom(s, w, body, mark);
    m->mark = (uint8_t)mark;
    m->odd = 0;
    s->next = m + 1;
    return true;
}

CP_NOINLINE bool cp_skim_move(struct cp_skimming *s, uint64_t w, size_t len)
{
    return skim_move(s, w, len);
}

static bool is_word_char(char c)
{
    return cp_is_letter(c) || cp_is_digit(c) || c == '+' || c == '#' || c == '=' || c == '-';
}

/* A move that is not followed by a blank: glyphs, a comment, the end of a line. */
static CP_NOINLINE bool skim_glued(struct cp_skimming *s)
{
    size_t len = 0;
    while (len < 8 && is_word_char(s->at[len]))
        len++;
    if (len == 0 || len > 7 || !cp_skim_move(s, cp_eight(s->at), len))
        return false;
    s->at += len;
    for (int glyphs = 0; *s->at == '!' || *s->at == '?'; s->at++)
        if (++glyphs > 4)
            return false;
    return cp_skim_is_blank(*s->at) || *s->at == '{' || *s->at == '$';
}

/* At the first byte of a word that may be a move, no blank; passes one behind it. */
static inline bool skim_word(struct cp_skimming *s)
{
    uint64_t w = cp_eight(s->at), behind = ~((w | CP_HIGH) - CP_EACH(0x21)) & CP_HIGH;
    size_t len = cp_first_of(behind | UINT64_C(1) << 63);
    char next = s->at[len];
    bool is_blank_next = next == ' ' || next == '\n';
    if (CP_UNLIKELY(!is_blank_next || !skim_move(s, w, len)))
        return skim_glued(s);
    s->at += len + 1;
    if (next == '\n')
        cp_skim_line(s);
    return true;
}

/* ---- numbers, NAGs, comments ---- */

/* 1. and 1... with a blank behind it or none; 0: no such thing. */
static inline size_t number_length(const char *at)
{
    size_t len = 1;
    while (len < 4 && cp_is_digit(at[len]))
        len++;
    if (CP_UNLIKELY(at[len] != '.'))
        return 0;
    len++;
    if (at[len] == '.')
        len = at[len + 1] == '.' && at[len + 2] != '.' ? len + 2 : 0;
    return len && at[len] == ' ' ? len + 1 : len;
}

static bool skim_nag(struct cp_skimming *s)
{
    size_t len = 1;
    while (len < 10 && cp_is_digit(s->at[len]))
        len++;
    s->at += len;
    return s->next != s->k->moves && len > 1 && cp_skim_is_blank(*s->at);
}

/* (e4:e4), behind the move that ended the turn, or another fall. */
static bool skim_fall(struct cp_skimming *s)
{
    const char *at = s->at;
    unsigned file = origin_of[(unsigned char)at[1]], rank = origin_of[(unsigned char)at[2]];
    if (file - 1 > 7 || rank < 9 || at[3] != ':' || at[4] != at[1] || at[5] != at[2] ||
        at[6] != ')')
        return false;
    cp_brief m = {.to = (uint8_t)((rank - 9) * 8 + file - 1), .odd = CP_BRIEF_FALL};
    m.who = CP_BRIEF_NOBODY;
    s->at += 7;
    s->k->falls++;
    return (cp_skim_is_blank(*s->at) || *s->at == '(') && put(s, m);
}

/* What is in it says nothing of the game; that it can be read, and where it ends,
 * is all there is to know. */
static enum cp_skim_next skim_comment(struct cp_skimming *s)
{
    const char *from = ++s->at;
    bool is_ascii = true;
    for (;;) {
        if (s->end - s->at < CP_SKIM_LOOK)
            return CP_SKIM_MORE;
        uint64_t w = cp_eight(s->at),
                 odd = cp_zeroes(w ^ CP_EACH('}')) | cp_controls(w) | (w & CP_HIGH);
        if (!odd) {
            s->at += 8;
            continue;
        }
        s->at += cp_first_of(odd);
        if (*s->at == '}')
            break;
        if (cp_skim_is_blank(*s->at)) {
            if (!cp_skim_blank(s) || *s->at == '[')
                return CP_SKIM_ODD;
            continue;
        }
        is_ascii &= (unsigned char)*s->at < 0x80;
        if ((unsigned char)*s->at < ' ')
            return CP_SKIM_ODD;
        s->at++;
    }
    if (!is_ascii && !cp_utf8_is_valid((cp_str){from, (size_t)(s->at - from)}, NULL))
        return CP_SKIM_ODD;
    s->at++;
    return CP_SKIM_GAME;
}

/* ---- the result ---- */

static const cp_str results[] = {{"1-0", 3}, {"0-1", 3}, {"1/2-1/2", 7}, {"*", 1}};

/* No comment may follow: it would be the game's. */
static enum cp_skim_next end_game(struct cp_skimming *s, cp_str result, const char *first)
{
    struct cp_skim *k = s->k;
    k->count = (uint32_t)(s->next - k->moves);
    if (!k->count || (s->result.at && !cp_str_equal(s->result, result)))
        return CP_SKIM_ODD;
    k->result = result;
    k->len = (size_t)(s->at - first);
    k->lines = s->lines;
    k->line = s->lines ? (size_t)(s->line - first) : 0;
    uint32_t lines = s->lines;
    for (;;) {
        if (s->end - s->at < CP_SKIM_LOOK)
            return CP_SKIM_MORE;
        if (s->lines - lines == 2)
            return CP_SKIM_GAME;
        if (!cp_skim_blank(s))
            break;
    }
    return (unsigned char)*s->at <= ' ' || strchr("{;%", *s->at) ? CP_SKIM_ODD : CP_SKIM_GAME;
}

cp_str cp_skim_result(const char *text)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (memcmp(text, results[i].at, results[i].len) == 0)
            return results[i];
    return (cp_str){0};
}

static enum cp_skim_next skim_result(struct cp_skimming *s, const char *first)
{
    cp_str result = cp_skim_result(s->at);
    s->at += result.len;
    return result.len && cp_skim_is_blank(*s->at) ? end_game(s, result, first) : CP_SKIM_ODD;
}

/* ---- a game ---- */

static enum cp_skim_next skim_blanks(struct cp_skimming *s)
{
    do {
        if (s->end - s->at < CP_SKIM_LOOK)
            return CP_SKIM_MORE;
    } while (cp_skim_blank(s));
    return (unsigned char)*s->at > ' ' ? CP_SKIM_GAME : CP_SKIM_ODD;
}

/* One token that is not a move nor its number. */
static bool skim_other(struct cp_skimming *s, enum cp_skim_next *next)
{
    *next = CP_SKIM_GAME;
    if (cp_skim_blank(s))
        return true;
    if (s->next == s->k->moves)
        *next = CP_SKIM_ODD; /* the moves begin with a move */
    else if (*s->at == '{')
        *next = skim_comment(s);
    else if (*s->at == '(')
        *next = skim_fall(s) ? CP_SKIM_GAME : CP_SKIM_ODD;
    else
        *next = *s->at == '$' && skim_nag(s) ? CP_SKIM_GAME : CP_SKIM_ODD;
    return *next == CP_SKIM_GAME;
}

static enum cp_skim_next skim_moves(struct cp_skimming *s, const char *first)
{
    enum cp_skim_next next;
    while (s->end - s->at >= CP_SKIM_LOOK) {
        if (cp_is_digit(*s->at)) {
            size_t len = number_length(s->at);
            if (!len)
                return skim_result(s, first);
            s->at += len;
        }
        if (man_of(s, *s->at) != NOBODY) {
            if (!skim_word(s))
                return CP_SKIM_ODD;
        } else if (*s->at == '*') {
            return skim_result(s, first);
        } else if (!skim_other(s, &next)) {
            return next;
        }
    }
    return CP_SKIM_MORE;
}

enum cp_skim_next cp_skim_read(struct cp_skim *k, const char *at, const char *end, bool is_all)
{
    struct cp_skimming s = cp_skimming_of(k, at, end);
    k->falls = 0;
    k->variant = k->id = k->trapdoor = (cp_str){0};
    enum cp_skim_next next = skim_blanks(&s);
    if (next == CP_SKIM_GAME)
        next = cp_skim_tags(&s);
    if (next == CP_SKIM_GAME)
        next = skim_blanks(&s);
    if (next == CP_SKIM_GAME)
        next = *s.at == '[' ? CP_SKIM_ODD : skim_moves(&s, at);
    bool is_odd = next == CP_SKIM_MORE && (is_all || end - at > CP_SKIM_MOST);
    return is_odd ? CP_SKIM_ODD : next;
}

/* Pawns have no letter, and small letters are files. */
bool cp_skim_init(struct cp_skim *k, const struct cp_san *san, const uint8_t *code)
{
    if (san->has_pairs || san->files != 8 || san->pawn == CP_NO_KIND || code[san->pawn] != 0)
        return false;
    memset(k->man, NOBODY, sizeof k->man);
    for (unsigned c = 0; c < CP_SAN_CODES; c++) {
        bool is_taken = (c >= 'a' && c <= 'z') || c == 'O';
        uint8_t kind = san->kind[c];
        if (kind == CP_NO_KIND)
            continue;
        if (is_taken || code[kind] > 5)
            return false;
        if (code[kind])
            k->man[c] = code[kind];
    }
    for (unsigned c = 'a'; c <= 'h'; c++)
        k->man[c] = 0;
    if (san->alphabet->castles)
        k->man['O'] = CASTLES;
    cp_skim_learn_names(k);
    return true;
}
