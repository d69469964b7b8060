/* SPDX-License-Identifier: MIT */
/* notation_clean.c -- one grammar for all clean moves:
 *
 *     [piece] [file] [rank] [sign] square [sign square] [= piece] [+ ++ #]
 *             '-- origin -'
 *
 * Without a square behind it, an origin of file and rank is the destination. The
 * second pair of sign and square is for steps. Refused: a reader for each kind of
 * alphabet; tables of the alphabet cost chess one branch a move.
 *
 * Why so: D18 (DECISIONS.md). */
#include "text/moves/notation_move.h"

#include "game/square.h"

enum class {
    FILE_LETTER = 1, /* on this board */
    RANK = 2,        /* 1..9 */
    END = 4,         /* may stand behind a move */
    TAIL = 8,        /* may go on with it, behind blanks */
    PROMOTES = 16,   /* may say what a pawn becomes */
};

static inline uint8_t class_of(const struct cp_clean *c, char byte)
{
    return c->classes[(unsigned char)byte];
}

/* ---- tables ---- */

static void classify(struct cp_clean *c, const char *bytes, size_t count, enum class class)
{
    for (size_t i = 0; i < count; i++)
        c->classes[(unsigned char)bytes[i]] |= (uint8_t) class;
}

static void learn_classes(struct cp_clean *c)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz", ranks[] = "123456789";
    static const char ends[] = "\t\n\v\f\r {};$!?().", tails[] = "-:=<>~@*+#xXecmM\xc3\xcb\xe2\xef";
    classify(c, letters, c->files, FILE_LETTER);
    classify(c, ranks, strlen(ranks), RANK);
    classify(c, ends, sizeof ends, END); /* NUL too, where a text ends */
    classify(c, tails, strlen(tails), TAIL);
    classify(c, "=", 1, PROMOTES);
    for (char letter = 'a'; letter <= 'z'; letter++)
        classify(c, (char[]){letter, (char)(letter - 'a' + 'A')}, 2, PROMOTES);
}

static void learn_word(struct cp_clean *c, struct cp_arena *arena, cp_str word, uint8_t kind)
{
    if (word.len < 1 || word.len > 2 || !cp_is_letter(word.at[0]))
        return;
    if (word.len == 1)
        c->kind[(unsigned char)word.at[0]] = kind;
    if (word.len == 1 || !cp_is_letter(word.at[1]) || c->has_steps)
        return;
    if (!c->pair) {
        c->pair = cp_arena_take(arena, sizeof *c->pair * sizeof *c->pair);
        memset(c->pair, CP_NO_KIND, sizeof *c->pair * sizeof *c->pair);
    }
    c->has_pairs = true;
    c->pair[word.at[0] - 'A'][word.at[1] - 'A'] = kind;
}

/* A letter that begins a longer word of steps is left to the careful reader. */
static void unlearn(struct cp_clean *c, cp_str word)
{
    if (c->has_steps && word.len > 1)
        c->kind[(unsigned char)word.at[0]] = CP_NO_KIND;
}

static void learn_words(struct cp_clean *c, struct cp_arena *arena)
{
    const struct cp_alphabet *a = c->alphabet;
    memset(c->kind, CP_NO_KIND, sizeof c->kind);
    learn_word(c, arena, CP_STR("P"), c->pawn);
    for (uint32_t k = a->count; k-- > 0;)
        for (uint32_t i = 0; i < a->pieces[k].alias_count; i++)
            learn_word(c, arena, a->pieces[k].aliases[i], (uint8_t)k);
    for (uint32_t k = a->count; k-- > 0;)
        learn_word(c, arena, a->pieces[k].letter, (uint8_t)k);
    for (uint32_t k = 0; k < a->count; k++) {
        unlearn(c, a->pieces[k].letter);
        for (uint32_t i = 0; i < a->pieces[k].alias_count; i++)
            unlearn(c, a->pieces[k].aliases[i]);
    }
}

void cp_clean_init(struct cp_clean *c, struct cp_arena *arena, const struct cp_alphabet *a)
{
    *c = (struct cp_clean){.alphabet = a, .pawn = CP_NO_KIND};
    c->has_steps = cp_alphabet_has_steps(a);
    c->files = (uint8_t)(a->files > 0 && a->files < 26 ? a->files : 26);
    for (uint32_t k = a->count; k-- > 0 && !c->has_steps;)
        if (a->pieces[k].letter.len == 0)
            c->pawn = (uint8_t)k;
    learn_classes(c);
    for (int sep = CP_SEP_MOVE; sep <= CP_SEP_LEAD; sep++)
        if (a->signs & 1u << sep)
            c->sep[(unsigned char)cp_sep_sign((enum cp_sep)sep)] = (uint8_t)sep;
    if (c->sep['x'])
        c->sep[':'] = CP_SEP_TAKE;
    c->x_takes = c->sep['x'] == CP_SEP_TAKE && !(class_of(c, 'x') & FILE_LETTER);
    learn_words(c, arena);
    c->is_usual = !c->has_steps && !c->has_pairs && c->kind['O'] == CP_NO_KIND;
}

/* ---- parts of a move ---- */

static inline void begin(const struct cp_clean *c, cp_written *out)
{
    *out = (cp_written){.piece = c->pawn, .promotion = CP_NO_KIND, .spelling = CP_BARE};
}

static inline uint8_t kind_of(const struct cp_clean *c, char letter)
{
    return c->kind[(unsigned char)letter];
}

/* The kind of the two letters here. */
static uint8_t kind_of_pair(const struct cp_clean *c, char first, char second)
{
    bool is_pair = c->has_pairs && cp_is_letter(first) && cp_is_letter(second);
    return is_pair ? c->pair[first - 'A'][second - 'A'] : CP_NO_KIND;
}

/* Whether the letter here is a file: an x in front of one is a capture. */
static inline bool is_file(const struct cp_clean *c, const char *at)
{
    if (!(class_of(c, *at) & FILE_LETTER))
        return false;
    return *at != 'x' || !(class_of(c, at[1]) & FILE_LETTER);
}

static inline bool is_square(const struct cp_clean *c, const char *at)
{
    return is_file(c, at) && (class_of(c, at[1]) & RANK);
}

/* The sign here; an x may be a file. */
static inline enum cp_sep sign_at(const struct cp_clean *c, const char *at)
{
    enum cp_sep sep = (enum cp_sep)c->sep[(unsigned char)*at];
    return *at == 'x' && is_file(c, at) ? CP_SEP_NONE : sep;
}

/* One digit as a rule; boards may be higher. */
static inline const char *scan_rank(const char *at, int64_t *rank)
{
    int64_t n = *at++ - '0';
    for (int digits = 1; CP_UNLIKELY(cp_is_digit(*at)) && digits < 4; digits++)
        n = n * 10 + (*at++ - '0');
    *rank = n;
    return at;
}

static inline const char *scan_square(const char *at, cp_square *out)
{
    out->file = CP_INT(*at - 'a' + 1);
    return scan_rank(at + 1, &out->rank.v);
}

/* Origin, sign and the first square; NULL when there is no whole square. */
static CP_ALWAYS_INLINE const char *scan_squares(const struct cp_clean *c, const char *at,
                                                 cp_written *w)
{
    int64_t file = 0, rank = 0;
    if (is_file(c, at))
        file = *at++ - 'a' + 1;
    if (class_of(c, *at) & RANK)
        at = scan_rank(at, &rank);
    enum cp_sep sep = sign_at(c, at);
    const char *next = at + (sep != CP_SEP_NONE);
    if (is_square(c, next)) {
        at = scan_square(next, &w->to);
        w->from = (cp_square){CP_INT(file), CP_INT(rank)};
        w->has |=
            (uint16_t)(CP_HAS_TO | (file ? CP_HAS_FROM_FILE : 0) | (rank ? CP_HAS_FROM_RANK : 0));
        w->sep = (uint8_t)sep;
        return at;
    }
    if (!file || !rank)
        return NULL;
    w->to = (cp_square){CP_INT(file), CP_INT(rank)};
    w->has |= CP_HAS_TO;
    return at;
}

/* An alias gives way to its first letter and a whole square, as Ch2-c7 comes from
 * h2; Ha2-c7, where Ha is the word we write, does not. */
static CP_NOINLINE uint8_t pair_before_square(const struct cp_clean *c, const char *at)
{
    cp_written ignored = {0};
    uint8_t kind = kind_of_pair(c, at[0], at[1]);
    if (kind == CP_NO_KIND || !scan_squares(c, at + 2, &ignored))
        return CP_NO_KIND;
    bool is_alias = !cp_str_equal((cp_str){at, 2}, c->alphabet->pieces[kind].letter);
    bool gives_way = is_alias && is_square(c, at + 1) && kind_of(c, *at) != CP_NO_KIND;
    return gives_way ? CP_NO_KIND : kind;
}

/* The word of the piece; `at` when there is none. A letter may be a word alone and
 * begin another: the longer one if a square follows it. */
static inline const char *scan_piece(const struct cp_clean *c, const char *at, cp_written *w)
{
    uint8_t kind = CP_UNLIKELY(c->has_pairs) ? pair_before_square(c, at) : CP_NO_KIND;
    bool is_pair = kind != CP_NO_KIND;
    if (!is_pair)
        kind = kind_of(c, *at);
    if (kind == CP_NO_KIND)
        return at;
    w->piece = kind;
    w->has |= CP_HAS_PIECE;
    return at + 1 + is_pair;
}

static const char *scan_castling(const char *at, cp_written *w)
{
    if (at[1] != '-' || at[2] != 'O')
        return NULL;
    bool is_long = at[3] == '-' && at[4] == 'O';
    w->castling = is_long ? CP_CASTLE_QUEEN : CP_CASTLE_KING;
    w->piece = CP_NO_KIND;
    return at + (is_long ? 5 : 3);
}

/* =Q; behind engines' squares the letter alone, a small one too. */
static const char *scan_promotion(const struct cp_clean *c, const char *at, cp_written *w)
{
    const char *from = at;
    bool is_engines = w->has & CP_IS_ANY_MAN;
    if (*at != '=' && !is_engines)
        return from;
    at += *at == '=';
    char first = *at;
    if (is_engines && first >= 'a' && first <= 'z')
        first = (char)(first - 'a' + 'A');
    uint8_t kind = cp_is_letter(first) ? kind_of_pair(c, first, at[1]) : CP_NO_KIND;
    at += kind == CP_NO_KIND ? 1 : 2;
    kind = kind == CP_NO_KIND ? kind_of(c, first) : kind;
    if (kind == CP_NO_KIND)
        return from;
    w->promotion = kind;
    return at;
}

static inline const char *scan_check(const char *at, const char *end, cp_written *w)
{
    if (at == end || (*at != '+' && *at != '#'))
        return at;
    bool is_double = *at == '+' && end - at > 1 && at[1] == '+';
    w->check = *at == '#' ? CP_MARK_MATE : is_double ? CP_MARK_DOUBLE : CP_MARK_CHECK;
    return at + 1 + is_double;
}

/* Behind blanks a part of the move may follow: " e.p.", " mate", " x d5"; but a star at the end
 * of its line is the result. `left` bytes can be read. */
static inline bool is_tail(const struct cp_clean *c, const char *at, size_t left)
{
    if (!(class_of(c, *at) & TAIL))
        return false;
    if (*at == '*' && (left == 1 || cp_is_line_end(at[1])))
        return false;
    if (left < 3)
        return true;
    switch (*at) {
    case 'e':
        return at[1] == '.' || (at[1] == 'p' && !(class_of(c, at[2]) & RANK));
    case 'c':
        return at[1] == 'h';
    case 'm':
    case 'M':
        return cp_lower(at[1]) == 'a';
    default:
        return true;
    }
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A file letter and one digit. */
static inline bool is_usual_square(const struct cp_clean *c, const char *at)
{
    return (class_of(c, at[0]) & FILE_LETTER) && (class_of(c, at[1]) & RANK);
}

static inline cp_square usual_square(const char *at)
{
    return (cp_square){CP_INT(at[0] - 'a' + 1), CP_INT(at[1] - '0')};
}

/* ---- steps ---- */

bool cp_written_extend(cp_written *w, bool has_steps, enum cp_sep sep, cp_square square)
{
    bool has_begun = w->sep != CP_SEP_NONE || (w->has & CP_HAS_FROM);
    bool may_be_second = sep == CP_SEP_MOVE || sep == CP_SEP_PUSH || sep == CP_SEP_PULL;
    if (!has_begun) {
        w->from = w->to;
        w->sep = (uint8_t)sep;
        w->has |= CP_HAS_FROM;
    } else if (has_steps && may_be_second && !(w->has & CP_HAS_VIA)) {
        w->via = w->to;
        w->then = (uint8_t)sep;
        w->has |= CP_HAS_VIA;
    } else {
        return false;
    }
    w->to = square;
    return true;
}

/* Squares side by side mean '-'. Without a word for the piece, the first square is
 * its origin: a sign in front could belong to the move before. */
static const char *scan_step(const struct cp_clean *c, const char *at, cp_written *w)
{
    bool is_whole = (w->has & CP_HAS_FROM) == CP_HAS_FROM;
    if (!(w->has & CP_HAS_PIECE) && !is_whole && (w->sep || (w->has & CP_HAS_FROM)))
        return NULL;
    if (is_whole && !w->sep)
        w->sep = CP_SEP_MOVE;
    enum cp_sep sep = sign_at(c, at);
    const char *next = at + (sep != CP_SEP_NONE);
    if (!sep && !is_file(c, at))
        return at;
    cp_square square;
    if (!is_square(c, next))
        return NULL;
    at = scan_square(next, &square);
    return cp_written_extend(w, true, sep ? sep : CP_SEP_MOVE, square) ? at : NULL;
}

/* ---- bare squares ---- */

/* A small letter may be a file or a piece: bxc3 is a pawn's, bf3 is no pawn's. */
static inline bool is_piece_rather(const struct cp_clean *c, const char *at, const cp_written *w)
{
    int64_t apart = w->to.file.v - w->from.file.v;
    return (w->has & CP_HAS_FROM) == CP_HAS_FROM_FILE && (apart > 1 || apart < -1) &&
           kind_of(c, (char)(*at - 'a' + 'A')) != CP_NO_KIND;
}

bool cp_is_own_file(const cp_written *w)
{
    return (w->has & CP_HAS_FROM) == CP_HAS_FROM_FILE && w->sep == CP_SEP_NONE &&
           cp_int_equal(w->from.file, w->to.file);
}

/* Everything in front of the check mark. */
static inline const char *scan_body(const struct cp_clean *c, const char *at, cp_written *w)
{
    const char *first = at, *behind = scan_piece(c, at, w);
    at = scan_squares(c, behind, w);
    if (!at)
        return NULL;
    if (CP_UNLIKELY(c->has_steps))
        return scan_step(c, at, w);
    if (behind == first && CP_UNLIKELY(w->has & CP_HAS_FROM)) {
        if (is_piece_rather(c, first, w) || cp_is_own_file(w))
            return NULL;
        bool is_engines = (w->has & CP_HAS_FROM) == CP_HAS_FROM && !w->sep;
        w->has |= is_engines ? CP_IS_ANY_MAN : 0;
    }
    return CP_UNLIKELY(class_of(c, *at) & PROMOTES) ? scan_promotion(c, at, w) : at;
}

/* Nf3, e4, e2e4, Nxf3 and exf3 before the end of a line or one blank, as most moves of most
 * files are: what comes of them below is known. NULL: anything else, and w is as it was. */
static inline const char *scan_usual(const struct cp_clean *c, const char *at, cp_written *w)
{
    uint8_t kind = kind_of(c, *at);
    bool is_piece = kind != CP_NO_KIND, takes = false;
    const char *first = at + is_piece, *last = first;
    if (!is_usual_square(c, first)) {
        last += is_piece ? 1 : 2;
        bool is_near = *first - *last == 1 || *last - *first == 1; /* see is_piece_rather */
        takes = last[-1] == 'x' && c->x_takes && is_usual_square(c, last);
        if (!takes || !(is_piece || (is_near && (class_of(c, *first) & FILE_LETTER))))
            return NULL;
    } else if (!is_piece && is_usual_square(c, first + 2)) {
        last += 2;
    }
    at = last + 2;
    if (*at != '\n' && (*at != ' ' || is_blank(at[1]) || is_tail(c, at + 1, 3)))
        return NULL;
    w->to = usual_square(last);
    w->has = CP_HAS_TO;
    w->sep = takes ? CP_SEP_TAKE : CP_SEP_NONE;
    if (is_piece) {
        w->piece = kind;
        w->has |= CP_HAS_PIECE;
    } else if (takes) {
        w->from.file = CP_INT(*first - 'a' + 1);
        w->has |= CP_HAS_FROM_FILE;
    } else if (last != first) {
        w->from = usual_square(first);
        w->has |= CP_HAS_FROM | CP_IS_ANY_MAN;
    }
    return at;
}

enum { BLANKS_MOST = 16 }; /* looked over */

static CP_NOINLINE const char *scan_any(const struct cp_clean *c, const char *at, cp_written *out)
{
    bool is_castling = *at == 'O' && at[1] == '-' && c->alphabet->castles;
    at = CP_UNLIKELY(is_castling) ? scan_castling(at, out) : scan_body(c, at, out);
    if (!at)
        return NULL;
    at = scan_check(at, at + 2, out);
    if (!(class_of(c, *at) & END) || *at == '(')
        return NULL;
    if (!is_blank(*at))
        return at;
    const char *next = at + 1;
    while (CP_UNLIKELY(is_blank(*next)) && next - at < BLANKS_MOST)
        next++;
    return next - at == BLANKS_MOST || is_tail(c, next, 3) ? NULL : at;
}

const char *cp_clean_scan_bare(const struct cp_clean *c, const char *at, cp_written *out)
{
    begin(c, out);
    const char *usual = CP_LIKELY(c->is_usual) ? scan_usual(c, at, out) : NULL;
    return CP_LIKELY(usual != NULL) ? usual : scan_any(c, at, out);
}

/* A copy with room behind it: longer moves are not clean. */
const char *cp_clean_scan_text(const struct cp_clean *c, const char *at, const char *end,
                               cp_written *out)
{
    char text[2 * CP_CLEAN_LOOK] = {0};
    size_t len = (size_t)(end - at) < CP_CLEAN_LOOK ? (size_t)(end - at) : CP_CLEAN_LOOK;
    memcpy(text, at, len);
    const char *behind = cp_clean_scan_bare(c, text, out);
    return behind && (size_t)(behind - text) <= len ? at + (behind - text) : NULL;
}

/* ---- squares in parentheses ---- */

static const char *scan_word(const struct cp_clean *c, const char *at, const char *end,
                             uint8_t *kind)
{
    if (at == end)
        return NULL;
    *kind = end - at > 1 ? kind_of_pair(c, at[0], at[1]) : CP_NO_KIND;
    if (*kind != CP_NO_KIND)
        return at + 2;
    *kind = kind_of(c, *at);
    return *kind == CP_NO_KIND ? NULL : at + 1;
}

/* Piece and sign in front of the first parenthesis. */
static const char *scan_front(const struct cp_clean *c, const char *at, const char *end,
                              cp_written *w)
{
    const char *next = scan_word(c, at, end, &w->piece);
    w->piece = next ? w->piece : c->pawn;
    w->has = next ? CP_HAS_PIECE : 0;
    at = next ? next : at;
    if (at < end && (next || !c->has_steps))
        w->sep = c->sep[(unsigned char)*at];
    return at + (w->sep != CP_SEP_NONE);
}

/* Steps keep to one spelling. */
static const char *scan_row(const struct cp_clean *c, struct cp_ints *ints, const char *at,
                            const char *end, cp_written *w)
{
    cp_square square;
    enum cp_spelling spelling, before;
    enum cp_sep sep;
    at = cp_square_scan_clean(ints, at, end, &w->to, &spelling);
    while (at && at < end && (sep = (enum cp_sep)c->sep[(unsigned char)*at])) {
        if (end - at < 2 || at[1] != '(')
            return NULL;
        before = spelling;
        at = cp_square_scan_clean(ints, at + 1, end, &square, &spelling);
        if (!at || (c->has_steps && spelling != before) ||
            !cp_written_extend(w, c->has_steps, sep, square))
            return NULL;
    }
    w->has |= CP_HAS_TO;
    w->spelling = (uint8_t)(at ? spelling : CP_BARE);
    return at;
}

static bool is_over(const struct cp_clean *c, const char *at, const char *end)
{
    if (at == end)
        return true;
    if (!(class_of(c, *at) & END) || *at == '(' || *at == '}' || *at == '\0')
        return false;
    while (at < end && is_blank(*at))
        at++;
    return at == end || !is_tail(c, at, (size_t)(end - at));
}

const char *cp_clean_scan_plane(const struct cp_clean *c, struct cp_ints *ints, const char *at,
                                const char *end, cp_written *out)
{
    begin(c, out);
    if (at < end && *at != '(')
        at = scan_front(c, at, end, out);
    if (at >= end || *at != '(')
        return NULL;
    at = scan_row(c, ints, at, end, out);
    if (at && at < end && *at == '=' && !c->has_steps)
        at = scan_word(c, at + 1, end, &out->promotion);
    at = at ? scan_check(at, end, out) : NULL;
    return at && is_over(c, at, end) ? at : NULL;
}
