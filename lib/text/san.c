/* SPDX-License-Identifier: MIT */
/* san.c -- two readers over the same parts. The clean one takes what stands
 * there or nothing; the other one first puts odd signs (figurines, dashes,
 * small letters, zeros) into plain ones and says that it did.
 *
 *     [piece] [file] [rank] [- x :] file rank [= piece] [+ ++ #]
 *             '--- from ---'        '-- to --'
 *
 * Without a second square the first one is where the man goes. */
#include "text/san.h"

#include "base/utf8.h"
#include "game/square.h"

enum class {
    OTHER,
    FILE_LETTER = 1,
    RANK = 2,  /* 1..9 */
    SEP = 4,   /* - x : */
    END = 8,   /* may stand behind a move */
    TAIL = 16, /* may go on with it, behind blanks */
};

static const uint8_t classes[256] = {
    ['\0'] = END,
    ['\t'] = END,
    ['\n'] = END,
    ['\v'] = END,
    ['\f'] = END,
    ['\r'] = END,
    [' '] = END,
    ['{'] = END,
    ['}'] = END,
    [';'] = END,
    ['$'] = END,
    ['!'] = END,
    ['?'] = END,
    [')'] = END,
    ['('] = END,
    ['.'] = END,
    ['1'] = RANK,
    RANK,
    RANK,
    RANK,
    RANK,
    RANK,
    RANK,
    RANK,
    RANK,
    ['a'] = FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER | TAIL,
    FILE_LETTER,
    FILE_LETTER | TAIL,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER | TAIL,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER,
    FILE_LETTER | SEP | TAIL,
    FILE_LETTER,
    FILE_LETTER,
    ['-'] = SEP | TAIL,
    [':'] = SEP | TAIL,
    ['='] = TAIL,
    ['>'] = TAIL,
    ['*'] = TAIL,
    ['+'] = TAIL,
    ['#'] = TAIL,
    ['X'] = TAIL,
    ['M'] = TAIL,
    [0xc3] = TAIL,
    [0xe2] = TAIL,
};

static inline uint8_t class_of(char c)
{
    return classes[(unsigned char)c];
}

static inline uint8_t kind_of(const struct cp_san *s, char c)
{
    return (unsigned char)c < CP_SAN_CODES ? s->kind[(unsigned char)c] : CP_NO_KIND;
}

/* ---- what letters mean ---- */

void cp_san_init(struct cp_san *s, const struct cp_alphabet *a, uint8_t pawn)
{
    *s = (struct cp_san){.alphabet = a, .pawn = pawn};
    s->files = (uint8_t)(a->files > 0 && a->files < 26 ? a->files : 26);
    memset(s->kind, CP_NO_KIND, sizeof s->kind);
}

void cp_san_learn(struct cp_san *s, struct cp_arena *arena, cp_str word, uint8_t kind)
{
    if (word.len < 1 || word.len > 2 || !cp_is_letter(word.at[0]))
        return;
    if (word.len == 1) {
        s->kind[(unsigned char)word.at[0]] = kind;
        return;
    }
    if (!cp_is_letter(word.at[1]))
        return;
    if (!s->pair) {
        s->pair = cp_arena_take(arena, CP_SAN_CODES * sizeof *s->pair);
        memset(s->pair, CP_NO_KIND, CP_SAN_CODES * sizeof *s->pair);
    }
    s->has_pairs = true;
    s->pair[(unsigned char)word.at[0]][(unsigned char)word.at[1]] = kind;
}

enum { BLANKS_MOST = 16 }; /* looked over */

/* ---- parts ---- */

/* One digit as a rule; boards may be higher. */
static inline const char *scan_rank(const char *at, int64_t *rank)
{
    int64_t n = *at++ - '0';
    for (int digits = 1; CP_UNLIKELY(cp_is_digit(*at)) && digits < 4; digits++)
        n = n * 10 + (*at++ - '0');
    *rank = n;
    return at;
}

/* Whether the letter here is a file: an x in front of one is a capture. */
static inline bool is_file(const struct cp_san *s, const char *at)
{
    if ((uint8_t)(*at - 'a') >= s->files)
        return false;
    return *at != 'x' || !(class_of(at[1]) & FILE_LETTER);
}

/* Files and ranks of both squares; NULL when there is no whole one. */
static inline const char *scan_squares(const struct cp_san *s, const char *at, cp_written *w)
{
    int64_t file = 0, rank = 0;
    if (is_file(s, at))
        file = *at++ - 'a' + 1;
    if (class_of(*at) & RANK)
        at = scan_rank(at, &rank);
    const char *behind = at;
    bool has_sep = (class_of(*at) & SEP) && (*at != 'x' || !is_file(s, at));
    at += has_sep;
    if (is_file(s, at) && (class_of(at[1]) & RANK)) {
        w->to.file = CP_INT(*at - 'a' + 1);
        at = scan_rank(at + 1, &w->to.rank.v);
        w->from = (cp_square){CP_INT(file), CP_INT(rank)};
        w->has |=
            (uint16_t)(CP_HAS_TO | (file ? CP_HAS_FROM_FILE : 0) | (rank ? CP_HAS_FROM_RANK : 0));
        w->sep = (uint8_t)(!has_sep ? CP_SEP_NONE : behind[0] == '-' ? CP_SEP_MOVE : CP_SEP_TAKE);
        return at;
    }
    if (!file || !rank)
        return NULL;
    w->to = (cp_square){CP_INT(file), CP_INT(rank)};
    w->has |= CP_HAS_TO;
    return behind;
}

static uint8_t promotion_kind(const struct cp_san *s, const char **at, bool any_case)
{
    uint8_t kind = CP_NO_KIND;
    char c = **at;
    if (any_case && c >= 'a' && c <= 'z')
        c = (char)(c - 'a' + 'A');
    if (CP_UNLIKELY(s->has_pairs) && cp_is_letter(c) && cp_is_letter((*at)[1]))
        kind = s->pair[(unsigned char)c][(unsigned char)(*at)[1]];
    *at += kind == CP_NO_KIND ? 1 : 2;
    return kind == CP_NO_KIND ? kind_of(s, c) : kind;
}

/* =Q, Q, (Q) and /Q; small letters behind engines' squares, or if asked. What is
 * no promotion, a variation's parenthesis say, is left where it is. */
static const char *scan_promotion(const struct cp_san *s, const char *at, bool any_case,
                                  cp_written *w)
{
    const char *from = at;
    bool is_open = *at == '(';
    at += is_open || *at == '=' || *at == '/';
    uint8_t kind = promotion_kind(s, &at, any_case || (w->has & CP_IS_ANY_MAN));
    if (kind == CP_NO_KIND || (is_open && *at != ')'))
        return from;
    w->promotion = kind;
    return at + is_open;
}

static inline const char *scan_check(const char *at, cp_written *w)
{
    if (*at == '+') {
        bool is_double = at[1] == '+';
        w->check = is_double ? CP_MARK_DOUBLE : CP_MARK_CHECK;
        return at + 1 + is_double;
    }
    if (*at != '#')
        return at;
    w->check = CP_MARK_MATE;
    return at + 1;
}

/* The kind of the two letters here, CP_NO_KIND when they are none. The first alone
 * may be another word: an alias gives way to a whole square behind that, as Ch2-c7
 * comes from h2 and Ha2-c7, where Ha is the word we write, does not. */
static uint8_t pair_kind(const struct cp_san *s, const char *at)
{
    cp_written ignored = {0};
    uint8_t kind = s->pair[(unsigned char)at[0]][(unsigned char)at[1]];
    if (kind == CP_NO_KIND || !scan_squares(s, at + 2, &ignored))
        return CP_NO_KIND;
    bool is_alias = !cp_str_equal((cp_str){at, 2}, s->alphabet->pieces[kind].letter);
    bool is_square = is_file(s, at + 1) && (class_of(at[2]) & RANK);
    return is_alias && is_square && kind_of(s, *at) != CP_NO_KIND ? CP_NO_KIND : kind;
}

/* The word of the man; `at` when there is none, which means a pawn. A letter may
 * be a word alone and begin another: the longer one if a square follows it. */
static inline const char *scan_piece(const struct cp_san *s, const char *at, cp_written *w)
{
    uint8_t kind = CP_NO_KIND;
    if (CP_UNLIKELY(s->has_pairs) && cp_is_letter(at[0]) && cp_is_letter(at[1]))
        kind = pair_kind(s, at);
    bool is_pair = kind != CP_NO_KIND;
    if (!is_pair)
        kind = kind_of(s, *at);
    if (kind == CP_NO_KIND)
        return at;
    w->piece = kind;
    w->has |= CP_HAS_PIECE;
    return at + 1 + is_pair;
}

static const char *scan_castling(const struct cp_san *s, const char *at, char o, cp_written *w)
{
    if (!s->alphabet->castles || at[0] != o || at[1] != '-' || at[2] != o)
        return NULL;
    bool is_long = at[3] == '-' && at[4] == o;
    w->castling = is_long ? CP_CASTLE_QUEEN : CP_CASTLE_KING;
    w->piece = CP_NO_KIND;
    return at + (is_long ? 5 : 3);
}

/* A small letter may be a file or a man: bxc3 is a pawn's, bf3 is no pawn's. */
static inline bool is_man_rather(const struct cp_san *s, const char *at, const cp_written *w)
{
    int64_t apart = w->to.file.v - w->from.file.v;
    return (w->has & CP_HAS_FROM) == CP_HAS_FROM_FILE && (apart > 1 || apart < -1) &&
           kind_of(s, (char)(*at - 'a' + 'A')) != CP_NO_KIND;
}

/* Everything in front of the check mark. */
static inline const char *scan_body(const struct cp_san *s, const char *at, bool any_case,
                                    cp_written *w)
{
    const char *first = at, *behind = scan_piece(s, at, w);
    at = scan_squares(s, behind, w);
    if (!at)
        return NULL;
    if (behind == first && CP_UNLIKELY(w->has & CP_HAS_FROM)) {
        if (is_man_rather(s, first, w))
            return NULL;
        bool is_engines = (w->has & CP_HAS_FROM) == CP_HAS_FROM && !w->sep;
        if (is_engines && !s->alphabet->bounded)
            return NULL; /* engines play on boards with edges */
        if (is_engines)
            w->has |= CP_IS_ANY_MAN;
    }
    bool may_promote = *at == '=' || *at == '(' || *at == '/' || cp_is_letter(*at);
    return CP_UNLIKELY(may_promote) ? scan_promotion(s, at, any_case, w) : at;
}

/* ---- clean moves ---- */

/* Behind blanks a part of the move may follow: " e.p.", " mate", " x d5". */
static inline bool is_tail(const char *at)
{
    for (int blanks = 0; *at == ' ' || *at == '\t'; at++)
        if (++blanks == BLANKS_MOST)
            return true;
    if (!(class_of(*at) & TAIL))
        return false;
    switch (*at) {
    case 'e':
        return at[1] == '.' || (at[1] == 'p' && !(class_of(at[2]) & RANK));
    case 'c':
        return at[1] == 'h';
    case 'm':
        return at[1] == 'a';
    default:
        return true;
    }
}

static void begin(const struct cp_san *s, cp_written *out)
{
    *out = (cp_written){.piece = s->pawn, .promotion = CP_NO_KIND, .spelling = CP_BARE};
}

const char *cp_san_scan_chess(const struct cp_san *s, const char *at, cp_written *out)
{
    begin(s, out);
    at = CP_UNLIKELY(*at == 'O') ? scan_castling(s, at, 'O', out) : scan_body(s, at, false, out);
    if (!at)
        return NULL;
    at = scan_check(at, out);
    if (!(class_of(*at) & END))
        return NULL;
    bool may_go_on = *at == ' ' || *at == '\t' ? is_tail(at + 1) : *at == '(';
    return may_go_on ? NULL : at;
}

/* A copy with room behind it: longer moves are not clean. */
const char *cp_san_scan_text(const struct cp_san *s, const char *at, const char *end,
                             cp_written *out)
{
    char text[2 * CP_SAN_LOOK] = {0};
    size_t len = (size_t)(end - at) < CP_SAN_LOOK ? (size_t)(end - at) : CP_SAN_LOOK;
    memcpy(text, at, len);
    const char *behind = cp_san_scan_clean(s, text, out);
    return behind && (size_t)(behind - text) <= len ? at + (behind - text) : NULL;
}

/* ---- odd moves ---- */

/* Text with plain signs for odd ones, and where each of them stood. */
struct plain {
    char at[2 * CP_SAN_LOOK];
    uint8_t from[CP_SAN_LOOK + 1];
    size_t len;
    size_t odd; /* the first that was odd */
};

/* ♔ ♕ ♖ ♗ ♘ ♙ and the black ones, by the names of pieces everywhere. */
static uint8_t figurine_kind(const struct cp_san *s, uint32_t code)
{
    static const char *const names[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
    if (code < 0x2654 || code > 0x265f)
        return CP_NO_KIND;
    const struct cp_alphabet *a = s->alphabet;
    for (uint32_t k = 0; k < a->count; k++)
        if (cp_str_is(a->pieces[k].name, names[(code - 0x2654) % 6]))
            return (uint8_t)k;
    return CP_NO_KIND;
}

static char plain_sign(uint32_t code)
{
    if ((code >= 0x2010 && code <= 0x2015) || code == 0x2212)
        return '-';
    switch (code) {
    case 0xd7:
    case 'X':
        return 'x';
    case 0x2020: /* dagger */
        return '+';
    case 0x2021: /* double dagger */
        return '#';
    default:
        return '\0';
    }
}

static void note_odd(struct plain *p)
{
    if (p->odd > p->len)
        p->odd = p->len;
}

static void put_plain(struct plain *p, size_t from, cp_str text)
{
    for (size_t i = 0; i < text.len && p->len < CP_SAN_LOOK; i++) {
        p->from[p->len] = (uint8_t)from;
        p->at[p->len++] = text.at[i];
    }
}

/* Selectors behind a figurine choose how it is drawn, no more. */
static bool is_selector(uint32_t code)
{
    return code == 0xfe0e || code == 0xfe0f;
}

static void make_plain(const struct cp_san *s, cp_str text, struct plain *p)
{
    size_t at = 0;
    while (at < text.len && p->len < CP_SAN_LOOK && at < UINT8_MAX - 4) {
        size_t len = cp_utf8_length(text.at + at, text.at + text.len);
        uint32_t code = len ? cp_utf8_get(text.at + at, len) : 0;
        uint8_t kind = figurine_kind(s, code);
        char sign = plain_sign(code);
        if (kind != CP_NO_KIND || sign || is_selector(code))
            note_odd(p);
        if (kind != CP_NO_KIND)
            put_plain(p, at, cp_alphabet_letter(s->alphabet, kind));
        else if (sign)
            put_plain(p, at, (cp_str){&sign, 1});
        else if (!is_selector(code))
            put_plain(p, at, (cp_str){text.at + at, len ? len : 1});
        at += len ? len : 1;
    }
    p->from[p->len] = (uint8_t)at;
}

static const char *scan_null(const char *at, cp_written *out)
{
    if (memcmp(at, "--", 2) != 0 && memcmp(at, "Z0", 2) != 0)
        return NULL;
    out->has = CP_IS_NULL;
    out->piece = CP_NO_KIND;
    return at + 2;
}

/* 0-0, o-o, OO. */
static const char *scan_odd_castling(const struct cp_san *s, const char *at, cp_written *out)
{
    const char *behind = NULL;
    for (const char *o = "O0o"; *o && !behind; o++) {
        behind = scan_castling(s, at, *o, out);
        if (behind || !s->alphabet->castles || *o == 'o' || at[0] != *o || at[1] != *o)
            continue;
        bool is_long = at[2] == *o;
        out->castling = is_long ? CP_CASTLE_QUEEN : CP_CASTLE_KING;
        out->piece = CP_NO_KIND;
        behind = at + 2 + is_long;
    }
    return behind;
}

/* nf3: a small letter that is no file, or cannot be one here. */
static const char *scan_small(const struct cp_san *s, const char *at, cp_written *out)
{
    uint8_t kind = *at >= 'a' && *at <= 'z' ? kind_of(s, (char)(*at - 'a' + 'A')) : CP_NO_KIND;
    if (kind == CP_NO_KIND)
        return NULL;
    begin(s, out);
    out->piece = kind;
    out->has = CP_HAS_PIECE;
    at = scan_squares(s, at + 1, out);
    return at ? scan_promotion(s, at, true, out) : NULL;
}

static const char *scan_odd_body(const struct cp_san *s, const char *at, struct plain *p,
                                 cp_written *out)
{
    const char *behind = scan_null(at, out);
    if (behind)
        return behind;
    behind = scan_odd_castling(s, at, out);
    if (behind) {
        if (*at != 'O' || at[1] != '-')
            p->odd = 0;
        return behind;
    }
    cp_written any = *out;
    behind = scan_body(s, at, false, out);
    const char *any_behind = scan_body(s, at, true, &any);
    if (behind == any_behind && behind)
        return behind;
    p->odd = 0;
    *out = any;
    return any_behind ? any_behind : scan_small(s, at, out);
}

static const char *over_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* Length of a word among several, longest first, that at begins with. */
static size_t any_word(const char *at, const char *const *words)
{
    for (; *words; words++)
        if (strncmp(at, *words, strlen(*words)) == 0)
            return strlen(*words);
    return 0;
}

/* " e.p.", " mate", " ch", in any order, each once at most. */
static const char *scan_tails(const char *at, cp_written *out)
{
    static const char *const passing[] = {"e.p.", "e. p.", "e.p", "ep", NULL};
    static const char *const checks[] = {"ch.", "ch", NULL}, *const mates[] = {"mate", NULL};
    for (int i = 0; i < 3; i++) {
        const char *next = over_blanks(at);
        size_t len = any_word(next, passing);
        if (len && !(out->has & CP_HAS_EN_PASSANT) && (class_of(next[len]) & (END | TAIL))) {
            out->has |= CP_HAS_EN_PASSANT;
        } else if (!out->check && (len = any_word(next, checks)) && (class_of(next[len]) & END)) {
            out->check = CP_MARK_CHECK;
        } else if (!out->check && (len = any_word(next, mates)) && (class_of(next[len]) & END)) {
            out->check = CP_MARK_MATE;
        } else if (!out->check && (*next == '+' || *next == '#')) {
            len = (size_t)(scan_check(next, out) - next);
        } else {
            return at;
        }
        at = next + len;
    }
    return at;
}

size_t cp_san_scan(const struct cp_san *s, cp_str text, struct cp_reading *out)
{
    struct plain p = {.odd = SIZE_MAX};
    *out = (struct cp_reading){.is_agreed = true};
    begin(s, &out->move);
    make_plain(s, text, &p);
    const char *at = scan_odd_body(s, p.at, &p, &out->move);
    if (!at)
        return 0;
    at = scan_tails(at, &out->move);
    size_t len = (size_t)(at - p.at);
    if (!(class_of(*at) & END) || len > p.len)
        return 0;
    out->is_dialect = p.odd < len;
    return len < p.len ? p.from[len] : p.from[p.len];
}
