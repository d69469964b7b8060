/* SPDX-License-Identifier: MIT */
/* dialect.c -- one pattern per alphabet. Its parts, for N (6,3) => (8,4)=C ch:
 *
 *     [piece]  [from sep [taken] | file sep | sep]  to  [promotion] [e.p.] [check]
 *
 * besides castling, fused digits (n13) and a square in both systems (c5 (3,5)).
 * Squares are only delimited here; square_text.c reads them. A blank beside a
 * sep is a leniency that must not swallow the neighbour: `R(1,4) x(5,3)` are two
 * half-moves, `R(1,4) x (5,3)` is one. Numbers are matched possessively, so a
 * line of a million digits is read once.
 *
 * On boards with edges small letters are files, so pieces there keep their case. */
#include "text/dialect.h"

#include "base/pattern.h"
#include "game/square.h"

struct cp_dialect {
    const struct cp_alphabet *alphabet;
    uint8_t pawn;
    struct cp_pattern *pattern;
};

enum group {
    WHOLE,
    CASTLING,
    PIECE_OF_TWO,
    TO_OF_TWO,
    SECOND,
    PIECE_IN_PARENTHESES,
    PIECE,
    FROM,
    FROM_SEP,
    TAKEN,
    PART,
    PART_SEP,
    LONE_SEP,
    TO,
    FUSED,
    PROMOTION,
    EN_PASSANT,
    CHECK,
};

/* ---- building the pattern ---- */

#define DASH      "[-\\x{2010}-\\x{2015}\\x{2212}]"
#define NUMBER    "(?:" DASH "|\\+)?\\d++"
#define FILE      "(?:0|\\x{3c6}|\\x{3d5}|\\x{3a6}|\\x{cf}[\\x{2020}\\x{86}]|" DASH "?[a-z]++)"
#define PART_FILE "(?:0|\\x{3c6}|" DASH "?[a-wyz]{1,3}+)" /* an x would be the capture */
#define PAIR      NUMBER "\\h*+[,.]\\h*+" NUMBER
#define SQUARE    "\\(\\h*+(?:" PAIR "|" FILE NUMBER ")\\h*+\\)"
#define OPEN      NUMBER "\\h?,\\h?" NUMBER
#define BARE      "[a-z][1-9]\\d*+"
#define ARROW     "=>|->|>|\\x{2192}"
#define PLAIN     DASH "|x|\\x{d7}|\\*|:"

/* An alias whose first letter is a word alone gives way to that and a whole bare
 * square, as in san.c: Ch2-c7 comes from h2. */
static void put_alias(struct cp_buf *out, const struct cp_alphabet *a, cp_str alias)
{
    int32_t files = a->files > 0 && a->files < 26 ? a->files : 26;
    bool may_be_file = alias.len == 2 && a->bounded && alias.at[1] >= 'a' &&
                       alias.at[1] - 'a' < files &&
                       cp_alphabet_find(a, (cp_str){alias.at, 1}, false) != CP_NO_KIND;
    cp_buf_printf(out, "\\Q%.*s\\E%s|", CP_FMT(alias), may_be_file ? "(?![1-9])" : "");
}

/* Every word for a piece, longest first, so that Huygens is not read as Hu. */
static void put_words(struct cp_buf *out, const struct cp_alphabet *a, bool names)
{
    for (size_t len = 64; len > 0; len--)
        for (uint32_t k = 0; k < a->count; k++) {
            const struct cp_piece_words *p = &a->pieces[k];
            if (p->letter.len == len)
                cp_buf_printf(out, "\\Q%.*s\\E|", CP_FMT(p->letter));
            for (uint32_t i = 0; i < p->alias_count; i++)
                if (p->aliases[i].len == len)
                    put_alias(out, a, p->aliases[i]);
            if (names && p->name.len == len)
                cp_buf_printf(out, "(?i:\\Q%.*s\\E)|", CP_FMT(p->name));
        }
    cp_buf_puts(out, "P");
}

static void put_pattern(struct cp_buf *out, const struct cp_alphabet *a, cp_str words,
                        cp_str letters)
{
    const char *keep_case = a->bounded ? "-i" : "i";
    const char *any = a->bounded ? SQUARE "|" BARE "|" OPEN : SQUARE "|" OPEN;
    char part_file[] = "(?-i:[a-wyz])|\\d{1,3}"; /* an x would be the capture */
    const char *part = a->bounded ? part_file : NUMBER "|" PART_FILE;
    const char *no_sep = a->bounded ? "|(?<=[a-z]\\d|[a-z]\\d\\d)(?=[a-z]\\d)" : "";
    const char *no_part_sep = a->bounded ? "|(?=[a-z]\\d)" : "";
    cp_buf_puts(out, "(?i)(?:(0-0(?:-0)?+|o-o(?:-o)?+)|");
    cp_buf_printf(out, "(?:((?%s:%.*s))?(" BARE ")\\h++(\\(\\h*+" PAIR "\\h*+\\)))|", keep_case,
                  CP_FMT(words));
    cp_buf_printf(out, "(?:\\(((?%s:%.*s))\\)|((?%s:%.*s)))?\\h*(?:", keep_case, CP_FMT(words),
                  keep_case, CP_FMT(words));
    cp_buf_printf(out,
                  "(?:(%s)(?|\\h*+(" ARROW ")\\h*+|(" PLAIN "%s)\\h*+|\\h++(" PLAIN ")\\h++)"
                  "(?:(?<=[:x\\x{d7}*])((?%s:%.*s)))?"
                  "|(%s)(" PLAIN "%s)\\h*+(?=[(a-z])|(?:(" ARROW "|" PLAIN ")\\h*+)?"
                  "?)(%s)",
                  any, no_sep, keep_case, CP_FMT(words), part, no_part_sep, any);
    cp_buf_puts(out, a->bounded ? "|(?!)" : "|(?<=[a-z] |[a-z]|\\))"); /* fused: on the plane */
    cp_buf_puts(out, "(" DASH "?\\d{2,18}+)))");
    cp_buf_printf(out, "(?|=\\h*((?i:%.*s))|/\\h*((?i:%.*s))|\\(((?i:%.*s))\\)|((?-i:%.*s)))?",
                  CP_FMT(letters), CP_FMT(letters), CP_FMT(letters), CP_FMT(letters));
    cp_buf_puts(out, "(\\h*+(?-i:e\\.\\h?p\\.|ep(?![\\w(])))?"
                     "(\\h*+(?:\\+\\+|\\+|\\x{23}|(?:mate|(?-i:ch))\\b\\.?(?!\\()))?"
                     "(?=[\\s){;$!?(.]|\\z)");
}

struct cp_dialect *cp_dialect_open(struct cp_arena *arena, const struct cp_alphabet *a,
                                   uint8_t pawn)
{
    struct cp_buf words, letters, pattern;
    cp_buf_init(&words, arena);
    cp_buf_init(&letters, arena);
    cp_buf_init(&pattern, arena);
    put_words(&words, a, true);
    put_words(&letters, a, false);
    put_pattern(&pattern, a, cp_buf_str(&words), cp_buf_str(&letters));
    struct cp_dialect *dialect = cp_arena_take_zero(arena, 1, sizeof *dialect);
    *dialect = (struct cp_dialect){.alphabet = a, .pawn = pawn};
    dialect->pattern = cp_pattern_open(arena, cp_buf_str(&pattern), NULL, NULL);
    return dialect->pattern ? dialect : NULL;
}

void cp_dialect_close(struct cp_dialect *dialect)
{
    cp_pattern_close(dialect->pattern);
}

/* ---- what the groups say ---- */

/* A piece's kind; a word in another case than its own is a leniency. */
static uint8_t piece_of(const struct cp_dialect *dialect, cp_str word, struct cp_reading *out)
{
    uint8_t kind = cp_alphabet_find(dialect->alphabet, word, true);
    if (kind == CP_NO_KIND && word.len == 1)
        kind = dialect->pawn;
    const struct cp_piece_words *p = &dialect->alphabet->pieces[kind];
    bool is_plain = cp_str_equal(word, p->letter) || cp_str_is(word, "P");
    for (uint32_t i = 0; i < p->alias_count && !is_plain; i++)
        is_plain = cp_str_equal(word, p->aliases[i]);
    out->is_dialect |= !is_plain;
    return kind;
}

static enum cp_sep sep_of(cp_str sep, struct cp_reading *out)
{
    if (!sep.len)
        return CP_SEP_NONE;
    if (cp_minus_scan(sep) == sep.len)
        return CP_SEP_MOVE;
    bool is_clean = sep.len == 1 && (sep.at[0] == 'x' || sep.at[0] == ':');
    out->is_dialect |= !is_clean;
    bool is_arrow = sep.at[sep.len - 1] == '>' || (unsigned char)sep.at[0] == 0xe2;
    return is_arrow ? CP_SEP_MOVE : CP_SEP_TAKE;
}

static bool square_of(const struct cp_dialect *dialect, struct cp_ints *ints, cp_str text,
                      cp_square *out, uint8_t *spelling, struct cp_reading *reading)
{
    cp_square_text square;
    bool is_open = text.at[0] != '(';
    bool read = is_open ? cp_square_scan_open(ints, text, &square)
                        : cp_square_scan(ints, text, &square) == text.len;
    if (!read)
        return false;
    bool is_bare = is_open && square.spelling != CP_NUMERIC && dialect->alphabet->bounded;
    *out = square.square;
    *spelling = (uint8_t)(is_bare ? CP_BARE : square.spelling);
    reading->odd |= square.odd & (uint8_t)~CP_ODD_DOT;
    bool is_large = is_bare && (text.at[0] < 'a' || text.at[0] > 'z'); /* E4 */
    reading->is_dialect |= (is_open && !is_bare) || is_large || (square.odd & CP_ODD_DOT) != 0;
    return true;
}

/* 8x(9,4), Nbd7, R1e2: beside a square in numbers a number is a file. */
static bool part_of(struct cp_ints *ints, cp_str part, struct cp_reading *out)
{
    cp_written *w = &out->move;
    uint8_t odd = 0;
    cp_int number;
    bool is_number = cp_number_scan(ints, part, &number, &odd);
    out->odd |= odd;
    out->is_dialect |= w->spelling != CP_BARE;
    if (is_number && w->spelling != CP_NUMERIC) {
        w->from.rank = number;
        w->has |= CP_HAS_FROM_RANK;
        return true;
    }
    w->has |= CP_HAS_FROM_FILE;
    return cp_file_scan(ints, part, &w->from.file, &odd);
}

static void read_tail(const struct cp_dialect *dialect, const cp_str *groups,
                      struct cp_reading *out)
{
    if (groups[PROMOTION].len)
        out->move.promotion = piece_of(dialect, groups[PROMOTION], out);
    if (groups[EN_PASSANT].len)
        out->move.has |= CP_HAS_EN_PASSANT;
    cp_str check = cp_str_trim(groups[CHECK]);
    if (cp_str_is(check, "++"))
        out->move.check = CP_MARK_DOUBLE;
    else if (check.len && (check.at[0] == '#' || cp_lower(check.at[0]) == 'm'))
        out->move.check = CP_MARK_MATE;
    else if (check.len)
        out->move.check = CP_MARK_CHECK;
}

/* A blank that stands neither in a square nor before a mark. */
static bool has_loose_blank(const cp_str *groups)
{
    cp_str body = groups[WHOLE];
    if (groups[CHECK].len)
        body.len = (size_t)(groups[CHECK].at - body.at);
    if (groups[EN_PASSANT].len)
        body.len = (size_t)(groups[EN_PASSANT].at - body.at);
    int depth = 0;
    for (size_t i = 0; i < body.len; i++) {
        depth += (body.at[i] == '(') - (body.at[i] == ')');
        if (depth == 0 && cp_is_space(body.at[i]))
            return true;
    }
    return false;
}

static bool read_castling(const struct cp_dialect *dialect, const cp_str *groups,
                          struct cp_reading *out)
{
    bool is_long = groups[CASTLING].len > 3;
    out->move.castling = is_long ? CP_CASTLE_QUEEN : CP_CASTLE_KING;
    out->move.piece = CP_NO_KIND;
    out->move.spelling = (uint8_t)dialect->alphabet->native;
    out->is_dialect |= groups[CASTLING].at[0] != 'O';
    return true;
}

static bool read_two(const struct cp_dialect *dialect, struct cp_ints *ints, const cp_str *groups,
                     struct cp_reading *out)
{
    uint8_t spelling;
    cp_written *w = &out->move;
    if (!square_of(dialect, ints, groups[SECOND], &w->second, &spelling, out) ||
        !square_of(dialect, ints, groups[TO_OF_TWO], &w->to, &w->spelling, out))
        return false;
    out->is_dialect = true;
    out->is_agreed = cp_square_equal(w->to, w->second);
    w->has |= CP_HAS_TO | CP_HAS_SECOND;
    if (!groups[PIECE_OF_TWO].len)
        return true;
    w->piece = piece_of(dialect, groups[PIECE_OF_TWO], out);
    w->has |= CP_HAS_PIECE;
    return true;
}

/* A letter that is no file of the board cannot say where a man comes from: sf3 is
 * not a pawn's move, but a man's that nobody knows. */
static bool is_stranger(const struct cp_dialect *dialect, const cp_written *w)
{
    int64_t file;
    return (w->has & CP_HAS_FROM_FILE) && w->spelling == CP_BARE && dialect->alphabet->files > 0 &&
           cp_int_get(w->from.file, &file) && file > dialect->alphabet->files;
}

static bool read_origin(const struct cp_dialect *dialect, struct cp_ints *ints,
                        const cp_str *groups, struct cp_reading *out)
{
    uint8_t spelling;
    cp_written *w = &out->move;
    if (!groups[FROM].len) {
        w->sep = (uint8_t)sep_of(groups[groups[PART].len ? PART_SEP : LONE_SEP], out);
        return !groups[PART].len || part_of(ints, groups[PART], out);
    }
    w->has |= CP_HAS_FROM;
    w->sep = (uint8_t)sep_of(groups[FROM_SEP], out);
    if (groups[TAKEN].len) {
        w->taken = piece_of(dialect, groups[TAKEN], out);
        w->has |= CP_HAS_TAKEN;
    }
    return square_of(dialect, ints, groups[FROM], &w->from, &spelling, out);
}

static bool read_squares(const struct cp_dialect *dialect, struct cp_ints *ints,
                         const cp_str *groups, struct cp_reading *out)
{
    cp_written *w = &out->move;
    if (!square_of(dialect, ints, groups[TO], &w->to, &w->spelling, out))
        return false;
    w->has |= CP_HAS_TO;
    return read_origin(dialect, ints, groups, out) && !is_stranger(dialect, w);
}

static bool read_groups(const struct cp_dialect *dialect, struct cp_ints *ints,
                        const cp_str *groups, struct cp_reading *out)
{
    out->is_dialect = has_loose_blank(groups) || groups[PIECE_IN_PARENTHESES].len;
    read_tail(dialect, groups, out);
    if (groups[CASTLING].len)
        return read_castling(dialect, groups, out);
    if (groups[SECOND].len)
        return read_two(dialect, ints, groups, out);
    cp_str piece = groups[groups[PIECE].len ? PIECE : PIECE_IN_PARENTHESES];
    if (piece.len) {
        out->move.piece = piece_of(dialect, piece, out);
        out->move.has |= CP_HAS_PIECE;
    }
    if (!groups[FUSED].len)
        return read_squares(dialect, ints, groups, out);
    out->move.fused = groups[FUSED];
    out->move.has |= CP_IS_FUSED;
    out->move.spelling = CP_NUMERIC;
    out->is_dialect = true;
    return true;
}

static size_t scan(const struct cp_dialect *dialect, struct cp_ints *ints, cp_str text,
                   cp_str groups[CP_GROUPS], struct cp_reading *out)
{
    *out = (struct cp_reading){.is_agreed = true};
    out->move.piece = dialect->pawn;
    out->move.promotion = CP_NO_KIND;
    if (!cp_pattern_match(dialect->pattern, text, 0, groups))
        return 0;
    return read_groups(dialect, ints, groups, out) ? groups[WHOLE].len : 0;
}

/* n13 (5,5) may be one square written twice or a fused knight's move and a
 * pawn's: it is the former when the two agree. */
size_t cp_dialect_scan(const struct cp_dialect *dialect, struct cp_ints *ints, cp_str text,
                       struct cp_reading *out)
{
    cp_str groups[CP_GROUPS], first[CP_GROUPS];
    size_t len = scan(dialect, ints, text, groups, out);
    if (!len || out->is_agreed)
        return len;
    struct cp_reading fused;
    cp_str to = groups[TO_OF_TWO];
    cp_str before = {text.at, (size_t)(to.at + to.len - text.at)};
    size_t fused_len = scan(dialect, ints, before, first, &fused);
    if (!fused_len || !(fused.move.has & CP_IS_FUSED))
        return len;
    *out = fused;
    return fused_len;
}
