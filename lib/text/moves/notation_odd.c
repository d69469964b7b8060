/* SPDX-License-Identifier: MIT */
/* notation_odd.c -- moves as found in forum threads (R-NOT-11): a table of patterns,
 * built from the variant's own words, and one reader of what their groups hold.
 *
 *     bare     nf3  ♘f3  e8/q  0-0  exd6e.p.  Qh5 mate  --   boards with edges, first
 *     plane    N (6,3) => (8,4)=C ch   c5 (3,5)   n13        all boards of captures
 *     steps    Ke2 - e3  me2>e3  Mover e2 → e3  m5,2-5,3     alphabets of steps
 *
 * Squares are only delimited by the patterns; game/square.h reads them. A blank
 * beside a sign is a leniency that must not swallow the neighbour: `R(1,4) x(5,3)`
 * are two half-moves, `R(1,4) x (5,3)` is one. Numbers are matched possessively, so
 * a line of a million digits is read once; what must not be tried otherwise stands
 * in atomic groups. No sign of steps is read as another one. */
#include "text/moves/notation_move.h"

#include "base/pattern.h"
#include "base/scan.h"
#include "base/utf8.h"
#include "game/square.h"

/* What a group may hold. Squares stand in a row, each with the sign before it. */
enum part {
    WHOLE,
    NULL_MOVE,
    CASTLING,
    ENCLOSED, /* a piece in parentheses */
    PIECE,
    PART, /* of an origin: file or rank */
    PART_RANK,
    SIGN_0,
    SQUARE_0,
    SIGN_1,
    SQUARE_1,
    SIGN_2,
    SQUARE_2,
    TAKEN,
    SECOND, /* the destination in the other system */
    FUSED,
    PROMOTION,
    EN_PASSANT,
    CHECK,
    PARTS,
};

struct cp_dialect {
    const struct cp_clean *clean;
    const struct cp_alphabet *alphabet;
    const struct row *rows[2];
    struct cp_arena *arena;
    struct cp_pattern *patterns[2];
    bool is_made, is_refused; /* the patterns */
};

/* ---- what patterns are made of ---- */

#define H      "[ \\t]" /* others are mended before, or told as no move */
#define DASH   "[-\\x{2010}-\\x{2015}\\x{2212}]"
#define NUMBER "(?:" DASH "|\\+)?\\d++"
#define FILE   "(?:0|\\x{3c6}|\\x{3d5}|\\x{3a6}|\\x{cf}[\\x{2020}\\x{86}]|" DASH "?[a-z]++)"
#define PAIR   NUMBER H "*+[,.]" H "*+" NUMBER
#define SQUARE "\\(" H "*+(?:" PAIR "|" FILE NUMBER ")" H "*+\\)"
#define OPEN   NUMBER H "?," H "?" NUMBER
#define BARE   "(?-i:[a-z])[1-9]\\d*+"
#define BLANKS H "*+"
/* Judgements may stand right behind a move, and half of a draw. */
#define SIGNS "\\x{2026}\\x{b1}\\x{bd}\\x{2213}\\x{221e}\\x{2a71}\\x{2a72}"
#define ENDS  "\\0\\s{};$!?()." SIGNS
#define END   "(?=[" ENDS "]|,(?!\\d)|\\z)" /* a comma may part moves */

/* ---- the plane, and boards: all that the other rows leave ----
 *
 *     [piece]  [from sep [taken] | file sep | sep]  to  [promotion] [e.p.] [check]
 *
 * besides castling, fused digits (n13) and a square in both systems (c5 (3,5)). On
 * boards with edges small letters are files, so pieces there keep their case; an x
 * would be the capture. */

#define ARROW "=>|->|>|\\x{2192}"
#define TAKES "x|\\x{d7}|\\*|:"
#define PLAIN DASH "|" TAKES
#define CAPTURES(fold, any, part, part_gap, no_sign, no_part_sign, fused)                          \
    "(?i)(?:(0-0(?:-0)?+|o-o(?:-o)?+)"                                                             \
    "|(?:((?" fold ":`names`))?(" BARE ")" H "++(\\(" H "*+" PAIR H "*+\\)))"                      \
    "|(?:\\(((?" fold ":`names`))\\)|((?" fold ":`names`)))?" H "*(?:"                             \
    "(?:(" any ")(?|" H "*+(" ARROW ")" H "*+|(" PLAIN no_sign ")" H "*+"                          \
    "|" H "++(" PLAIN ")" H "++)"                                                                  \
    "(?:(?<=[:x\\x{d7}*])((?" fold ":`names`)))?"                                                  \
    "|(" part ")" part_gap "(" PLAIN no_part_sign ")" H "*+(?=[(a-z])"                             \
    "|(?:(" ARROW "|" PLAIN ")" H "*+)?" /* lazy; together they would be a trigraph */             \
    "?)(" any ")"                                                                                  \
    "|" fused "(" DASH "?\\d{2,18}+)))" BECOMING "(?:" H "*+((?-i:e\\." H "?p\\.|ep(?![\\w(]))))?" \
    "(?:" H "*+(\\+\\+|\\+|#|[\\x{2020}\\x{2021}]|(?:mate|(?-i:ch))\\b\\.?(?!\\()))?" GOES_ON
/* With blanks in front of "=", what follows may be a move: (5,4) = N(6,3). */
#define BECOMING                                                                                   \
    "(?|=" H "*((?i:`names`))|" H "++=" H "*((?i:`names`))(?![(\\d:x*-])|/" H "*((?i:`names`))"    \
    "|=?\\(((?i:`names`))\\)|((?-i:`words`))(?!\\())?" /* (5,4)N(6,3) are two moves */
/* A square in parentheses ends there, whatever digits come: (5,5)2. */
#define GOES_ON "(?=[\\s){;$!?(." SIGNS "]|,(?!\\d)|\\z|(?<=\\))\\d)"
#define ON_PLANE                                                                                   \
    CAPTURES("i", SQUARE "|" OPEN, NUMBER "|(?:0|\\x{3c6}|" DASH "?[a-wyz]{1,3}+)", "", "", "",    \
             "(?<=[a-z] |[a-z]|\\))")
#define ON_BOARD                                                                                   \
    CAPTURES("-i", SQUARE "|" BARE "|" OPEN, "(?-i:[a-wyz])|\\d{1,3}",                             \
             "(?:(?<=[a-wyz])" H "++(?=[x\\x{d7}]" H "))?+",                                       \
             "|(?<=[a-z]\\d|[a-z]\\d\\d)(?=[a-z]\\d)", "|(?=[a-z]\\d)", "(?!)")

/* ---- bare squares ----
 *
 *     [piece]  [file] [rank] [sign] square  [promotion]  [e.p.] [check], in any order
 *
 * A small letter is a piece where it is no file, or cannot be one: bf3. */

#define CROSS            "xX\\x{d7}"
#define FILE_UP_TO(last) "(?![" CROSS "][a-z" CROSS "])[a-" last "]"
#define A_FILE           FILE_UP_TO("`last`")
#define A_SIGN           DASH "|[" CROSS ":]"
#define A_RANK           "[1-9]\\d{0,3}+"
#define SQUARES(open)                                                                              \
    "(?>" open A_FILE ")?+" open A_RANK ")?+(?:(?!" A_FILE ")" open A_SIGN                         \
    "))?+" open A_FILE A_RANK ")|" open A_FILE A_RANK "))"
#define TWO_SQUARES       SQUARES("(")
#define IS_BEFORE_SQUARES "(?=" SQUARES("(?:") ")"
#define BECOMES           "((?>`any pair`(?i:`letter`)|`figurine`))"
#define PASSING                                                                                    \
    "(?:" BLANKS "((?>e\\.p\\.|e\\. p\\.|e\\.p|ep)"                                                \
    "(?=[" ENDS "cemxXM:=>*+#\\x{c0}-\\x{ff}\\x{2000}-\\x{2fff}-]|\\z)))"
#define MARK "(?:" BLANKS "((?>ch\\.|ch)" END "|mate" END "|[+\\x{2020}]{1,2}+|[#\\x{2021}]))"
#define ON_BARE                                                                                    \
    "(?>(" DASH DASH "|Z0|0000|null)|(`castling`)"                                                 \
    "|(?>(?|(`pair`(?!))" IS_BEFORE_SQUARES "|(`figurine`)|(`letter`)|()`no piece`)" TWO_SQUARES   \
    "|(?![A-Z])((?i:`letter`))" TWO_SQUARES ")"                                                    \
    "(?|[=/]?+" BECOMES "|=?+\\(" BECOMES "\\)"                                                    \
    "|" BLANKS "=" BLANKS BECOMES "(?![a-h\\d:x*-]))?+)"                                           \
    "(?:" PASSING MARK "?+|" MARK PASSING "?+)?+" END

/* ---- the plane, squares without parentheses ----
 *
 *     piece  [square sign | sign]  square  [promotion]  [check]
 *
 * A piece's letter must lead, and a file has one letter: Rbc4 may be a rook that comes
 * from the file b, R-b4 one that goes to the file -b; Ra9(1,9) names one square, or two. */

#define LONE "((?:[a-z]|\\x{3c6})(?:0|[1-9]\\d*+)(?!\\d))"
#define ON_LETTERS                                                                                 \
    "(`words`)(?:" LONE "(" ARROW "|" PLAIN ")|(" TAKES ")?)" LONE BECOMING                        \
    "(\\+\\+|\\+|#|[\\x{2020}\\x{2021}]|(?:mate|ch)\\b)?"                                          \
    "(?!\\()" GOES_ON

/* ---- steps ----
 *
 *     [piece] [part of the origin] [sign] square [sign square [sign square]] [check]
 *
 * Bare squares may stand side by side; those in parentheses are two moves then. */

/* Bare squares do not stand beside one in numbers: then all of it is no move. */
#define STEP_OPEN   NUMBER ", ?" NUMBER "(?:(?![a-z][1-9]|\\+\\d)|(*COMMIT)(*FAIL))"
#define STEP_SQUARE "(?i:" SQUARE "|" STEP_OPEN "|" BARE ")"
#define SIGN(odd, plain)                                                                           \
    "(?>(?|" BLANKS "(=>|->|" odd ")" BLANKS "|(" plain ")" BLANKS "|[ \\t]++(" plain ")[ "        \
    "\\t]++))"
#define ANY_SIGN  SIGN("[\\x{2192}\\x{223c}\\x{2dc}\\x{ff5e}]", DASH "|[><~@]")
#define NEXT_SIGN SIGN("\\x{2192}", DASH "|[><]")
#define BESIDE    "(?<=\\d)(?!\\()"
#define NEXT      "(?:(?:" NEXT_SIGN "|" BESIDE ")(" STEP_SQUARE "))?+"
#define STEPS     "(" STEP_SQUARE ")(?:(?:" ANY_SIGN "|" BESIDE ")(" STEP_SQUARE ")" NEXT ")?+"
#define ON_STEPS                                                                                   \
    "(?>(--|Z0)|(?![a-`last`][1-9])(?:\\(((?i:`names`))\\)|((?i:`names`)))" BLANKS                 \
    "(?>(?:(?!" STEP_SQUARE ")(" NUMBER "|[a-z])" ANY_SIGN "?+|" ANY_SIGN ")"                      \
    "(" STEP_SQUARE ")" NEXT "|" STEPS ")|" STEPS ")"                                              \
    "(?:" BLANKS "(\\+\\+|\\+|#|mate|ch\\.|ch)" END ")?+" END

/* ---- the table ---- */

#define PARTS_OF_CAPTURES                                                                          \
    {                                                                                              \
        WHOLE, CASTLING, PIECE, SQUARE_0, SECOND, ENCLOSED, PIECE, SQUARE_0, SIGN_1, TAKEN, PART,  \
            SIGN_1, SIGN_1, SQUARE_1, FUSED, PROMOTION, EN_PASSANT, CHECK                          \
    }

static const struct row {
    const char *pattern;      /* `words` stands for a part that put_pattern makes */
    uint8_t parts[CP_GROUPS]; /* enum part of each group; WHOLE where there is no more */
} rows[] = {
    {ON_BARE, {WHOLE,    NULL_MOVE, CASTLING,   PIECE, PART,      PART_RANK, SIGN_1,
               SQUARE_1, SQUARE_1,  PIECE,      PART,  PART_RANK, SIGN_1,    SQUARE_1,
               SQUARE_1, PROMOTION, EN_PASSANT, CHECK, CHECK,     EN_PASSANT}},
    {ON_BOARD, PARTS_OF_CAPTURES},
    {ON_PLANE, PARTS_OF_CAPTURES},
    {ON_LETTERS, {WHOLE, PIECE, SQUARE_0, SIGN_1, SIGN_1, SQUARE_1, PROMOTION, CHECK}},
    {ON_STEPS, {WHOLE,    NULL_MOVE, ENCLOSED, PIECE,    PART,   SIGN_0,   SIGN_0,
                SQUARE_0, SIGN_1,    SQUARE_1, SQUARE_0, SIGN_1, SQUARE_1, SIGN_2,
                SQUARE_2, SQUARE_0,  SIGN_1,   SQUARE_1, SIGN_2, SQUARE_2, CHECK}},
};
enum { BARE_ROW, BOARD_ROW, PLANE_ROW, LETTERS_ROW, STEPS_ROW };

/* ---- parts that the alphabet decides ---- */

/* ♔ ♕ ♖ ♗ ♘ ♙ and the black ones, by the names of pieces everywhere; a selector
 * behind one chooses how it is drawn, no more. */
enum { FIGURINES = 0x2654, FIGURINES_END = 0x2660 };

static uint8_t figurine_kind(const struct cp_alphabet *a, uint32_t code)
{
    static const char *const names[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
    for (uint32_t k = 0; k < a->count; k++)
        if (cp_str_is(a->pieces[k].name, names[(code - FIGURINES) % 6]))
            return (uint8_t)k;
    return CP_NO_KIND;
}

static void put_figurine(struct cp_buf *out, const struct cp_clean *c, bool ignored)
{
    (void)ignored;
    cp_buf_puts(out, "[\\x{1}"); /* a class must not be empty */
    for (uint32_t code = FIGURINES; code < FIGURINES_END; code++)
        if (figurine_kind(c->alphabet, code) != CP_NO_KIND)
            cp_buf_printf(out, "\\x{%x}", code);
    cp_buf_puts(out, "][\\x{fe0e}\\x{fe0f}]*+");
}

static char last_file(const struct cp_clean *c)
{
    return (char)('a' + c->files - 1);
}

static void put_last(struct cp_buf *out, const struct cp_clean *c, bool ignored)
{
    (void)ignored;
    cp_buf_putc(out, last_file(c));
}

static void put_castling(struct cp_buf *out, const struct cp_clean *c, bool ignored)
{
    (void)ignored;
    for (const char *o = c->alphabet->castles ? "O0o" : ""; *o; o++)
        cp_buf_printf(out, "%c" DASH "%c(?:" DASH "%c)?+|", *o, *o, *o);
    cp_buf_puts(out, "(?!)");
}

/* An alias whose first letter is a word alone gives way to that and a whole bare
 * square, as among clean moves: Ch2-c7 comes from h2. On the plane Ch2,7 does not. */
static void put_alias(struct cp_buf *out, const struct cp_clean *c, cp_str alias)
{
    const struct cp_alphabet *a = c->alphabet;
    bool may_be_file = alias.len == 2 && !c->has_steps && alias.at[1] >= 'a' &&
                       alias.at[1] <= last_file(c) &&
                       cp_alphabet_find(a, (cp_str){alias.at, 1}, false) != CP_NO_KIND;
    const char *ahead = a->bounded ? "(?![1-9])" : "(?![1-9]\\d*+(?!" H "?,))";
    cp_buf_printf(out, "\\Q%.*s\\E%s|", CP_FMT(alias), may_be_file ? ahead : "");
}

/* Every word for a piece, longest first, so that Huygens is not read as Hu. */
static void put_words(struct cp_buf *out, const struct cp_clean *c, bool names)
{
    for (size_t len = 64; len > 0; len--)
        for (uint32_t k = 0; k < c->alphabet->count; k++) {
            const struct cp_piece_words *p = &c->alphabet->pieces[k];
            if (p->letter.len == len)
                cp_buf_printf(out, "\\Q%.*s\\E|", CP_FMT(p->letter));
            for (uint32_t i = 0; i < p->alias_count; i++)
                if (p->aliases[i].len == len)
                    put_alias(out, c, p->aliases[i]);
            if (names && p->name.len == len)
                cp_buf_printf(out, "(?i:\\Q%.*s\\E%s)|", CP_FMT(p->name),
                              p->name.at[len - 1] == 's' ? "?" : "");
        }
    cp_buf_puts(out, c->has_steps ? "(?!)" : "P");
}

/* Words of two letters, each followed by a bar; the first in any case if asked. */
static void put_pairs(struct cp_buf *out, const struct cp_clean *c, bool any_case)
{
    for (uint32_t k = 0; k < c->alphabet->count; k++) {
        const struct cp_piece_words *p = &c->alphabet->pieces[k];
        for (uint32_t i = 0; i <= p->alias_count; i++) {
            bool is_alias = i < p->alias_count;
            cp_str word = is_alias ? p->aliases[i] : p->letter;
            if (word.len != 2 || !cp_is_letter(word.at[0]) || !cp_is_letter(word.at[1]))
                continue;
            if (is_alias && !any_case)
                put_alias(out, c, word);
            else
                cp_buf_printf(out, "(?%s:%c)%c|", any_case ? "i" : "-i", word.at[0], word.at[1]);
        }
    }
}

/* A class of the letters that are words alone; never empty. */
static void put_letter(struct cp_buf *out, const struct cp_clean *c, bool ignored)
{
    (void)ignored;
    cp_buf_puts(out, "[\\x{1}");
    for (int letter = 'A'; letter <= 'z'; letter++)
        if (c->kind[letter] != CP_NO_KIND)
            cp_buf_putc(out, (char)letter);
    cp_buf_puts(out, "]");
}

/* Letters that are files are pieces rather when the square is further away. */
static void put_no_piece(struct cp_buf *out, const struct cp_clean *c, bool ignored)
{
    (void)ignored;
    char last = last_file(c);
    for (char file = 'a'; file <= last; file++)
        if (c->kind[file - 'a' + 'A'] != CP_NO_KIND)
            cp_buf_printf(out,
                          "(?!%c(?:(?!" FILE_UP_TO("%c") ")(?:" A_SIGN "))?+(?![%c-%c])" FILE_UP_TO(
                              "%c") "[1-9])",
                          file, last, file - (file > 'a'), file + (file < 'z'), last);
}

static void put_pattern(struct cp_buf *out, const struct cp_clean *c, const char *pattern)
{
    static const struct {
        const char *name;
        void (*put)(struct cp_buf *, const struct cp_clean *, bool);
        bool option;
    } words[] = {{"words", put_words, false},  {"names", put_words, true},
                 {"pair", put_pairs, false},   {"any pair", put_pairs, true},
                 {"letter", put_letter, 0},    {"no piece", put_no_piece, 0},
                 {"last", put_last, 0},        {"figurine", put_figurine, 0},
                 {"castling", put_castling, 0}};
    for (const char *at = pattern; *at; at++) {
        if (*at != '`') {
            cp_buf_putc(out, *at);
            continue;
        }
        const char *name = at + 1;
        at = strchr(name, '`');
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (cp_str_is((cp_str){name, (size_t)(at - name)}, words[i].name))
                words[i].put(out, c, words[i].option);
    }
}

struct cp_dialect *cp_dialect_open(struct cp_arena *arena, const struct cp_clean *c)
{
    struct cp_dialect *d = cp_arena_take_zero(arena, 1, sizeof *d);
    *d = (struct cp_dialect){.clean = c, .alphabet = c->alphabet, .arena = arena};
    bool has_edges = c->alphabet->bounded && !c->has_steps;
    d->rows[0] = &rows[c->has_steps ? STEPS_ROW : has_edges ? BARE_ROW : PLANE_ROW];
    d->rows[1] = c->has_steps ? NULL : &rows[has_edges ? BOARD_ROW : LETTERS_ROW];
    return d;
}

void cp_dialect_close(struct cp_dialect *d)
{
    for (int i = 0; i < 2; i++)
        cp_pattern_close(d->patterns[i]);
}

/* ---- what the groups hold ---- */

/* A match, and what is made of it. */
struct found {
    const struct cp_dialect *dialect;
    struct cp_ints *ints;
    struct cp_scanned *out;
    cp_str parts[PARTS];
};

static uint8_t kind_of(const struct cp_dialect *d, cp_str word)
{
    size_t len = cp_utf8_length(word.at, word.at + word.len);
    uint32_t code = len > 1 ? cp_utf8_get(word.at, len) : 0;
    if (code >= FIGURINES && code < FIGURINES_END)
        return figurine_kind(d->alphabet, code);
    uint8_t kind = cp_alphabet_find(d->alphabet, word, true);
    return kind == CP_NO_KIND && cp_str_like(word, CP_STR("P")) ? d->clean->pawn : kind;
}

/* A piece's kind; a word in another case than its own is a leniency. False: some
 * letters fold to others that are no words, such as the sign of kelvins. */
static bool read_piece(struct found *f, enum part part, uint8_t *kind)
{
    cp_str word = f->parts[part];
    const struct cp_dialect *d = f->dialect;
    *kind = kind_of(d, word);
    if (*kind == CP_NO_KIND)
        return false;
    const struct cp_piece_words *p = &d->alphabet->pieces[*kind];
    bool is_plain = cp_str_equal(word, p->letter) || cp_str_is(word, "P");
    for (uint32_t i = 0; i < p->alias_count && !is_plain; i++)
        is_plain = cp_str_equal(word, p->aliases[i]);
    f->out->is_dialect |= !is_plain;
    return true;
}

/* Signs that people's keyboards and programs make of ours; each has a first byte of
 * its own, but for swaps and arrows. */
static enum cp_sep sep_of(struct found *f, cp_str sign)
{
    if (!sign.len)
        return CP_SEP_NONE;
    if (cp_minus_scan(sign) == sign.len)
        return CP_SEP_MOVE;
    enum cp_sep sep = (enum cp_sep)f->dialect->clean->sep[(unsigned char)sign.at[0]];
    if (sign.len == 1 && sep != CP_SEP_NONE)
        return sep;
    f->out->is_dialect = true;
    if (memchr("*X\xc3", sign.at[0], 3))
        return CP_SEP_TAKE;
    bool is_swap = memchr("\xcb\xef", sign.at[0], 2) || cp_str_is(sign, "\xe2\x88\xbc");
    return is_swap ? CP_SEP_SWAP : CP_SEP_MOVE;
}

static bool read_square(struct found *f, cp_str text, cp_square *out, uint8_t *spelling)
{
    cp_square_text square;
    bool is_open = text.at[0] != '(';
    bool read = is_open ? cp_square_scan_open(f->ints, text, &square)
                        : cp_square_scan(f->ints, text, &square) == text.len;
    if (!read)
        return false;
    bool has_bare = f->dialect->alphabet->bounded || f->dialect->clean->has_steps;
    bool is_bare = is_open && square.spelling != CP_NUMERIC && has_bare;
    *out = square.square;
    *spelling = (uint8_t)(is_bare ? CP_BARE : square.spelling);
    f->out->odd |= square.odd & (uint8_t)~CP_ODD_DOT;
    f->out->is_dialect |= (is_open && !is_bare) || (square.odd & CP_ODD_DOT) != 0;
    return true;
}

/* 8x(9,4), Nbd7, R1e2: beside a square in numbers a number is a file. On boards with
 * edges 5x(4,5) is how exd5 is written in numbers. */
static bool read_part(struct found *f, cp_str part)
{
    cp_written *w = &f->out->move;
    uint8_t odd = 0;
    cp_int number;
    if (!part.len)
        return true;
    bool is_number = cp_number_scan(f->ints, part, &number, &odd);
    bool is_pawns = is_number && w->spelling == CP_NUMERIC &&
                    f->dialect->rows[1] == &rows[BOARD_ROW] && !(w->has & CP_HAS_PIECE) &&
                    cp_str_is(f->parts[SIGN_1], "x");
    f->out->odd |= odd;
    f->out->is_dialect |= w->spelling != CP_BARE && !is_pawns;
    if (is_number && w->spelling != CP_NUMERIC) {
        w->from.rank = number;
        w->has |= CP_HAS_FROM_RANK;
        return true;
    }
    w->has |= CP_HAS_FROM_FILE;
    return cp_file_scan(f->ints, part, &w->from.file, &odd);
}

/* A square in parentheses beside a bare one is odd; (M2)-m3 could as well be a mover's
 * move from the rank 2, and nothing is guessed. */
static bool is_row_told(struct found *f)
{
    bool has_bare = false;
    cp_str closed = {0};
    for (int i = SQUARE_0; i <= SQUARE_2; i += SQUARE_1 - SQUARE_0) {
        if (f->parts[i].at && f->parts[i].at[0] == '(')
            closed = f->parts[i];
        else
            has_bare |= f->parts[i].at != NULL;
    }
    if (!closed.at || !has_bare)
        return true;
    f->out->is_dialect = true;
    cp_str inside = cp_behind_space(cp_str_skip(closed, 1));
    return f->parts[PIECE].len || f->parts[ENCLOSED].len ||
           kind_of(f->dialect, (cp_str){inside.at, 1}) == CP_NO_KIND;
}

/* Squares in both systems may be mixed; where one has no bare spelling, all are
 * spelled in numbers. */
static bool read_row(struct found *f)
{
    cp_written *w = &f->out->move;
    cp_square squares[3];
    enum cp_sep seps[3];
    int count = 0;
    bool has_steps = f->dialect->clean->has_steps;
    if (!is_row_told(f))
        return false;
    for (int i = SQUARE_0; i <= SQUARE_2; i += SQUARE_1 - SQUARE_0) {
        uint8_t before = w->spelling;
        if (!f->parts[i].at)
            continue;
        seps[count] = sep_of(f, f->parts[i - 1]);
        if (!read_square(f, f->parts[i], &squares[count], &w->spelling))
            return false;
        if (has_steps && count > 0)
            f->out->is_dialect |= (before == CP_NUMERIC) != (w->spelling == CP_NUMERIC);
        count++;
    }
    if (!read_part(f, f->parts[PART]) || !read_part(f, f->parts[PART_RANK]))
        return false;
    w->to = squares[0];
    w->sep = (uint8_t)seps[0];
    w->has |= CP_HAS_TO;
    for (int i = 1; i < count; i++)
        if (!cp_written_extend(w, has_steps, has_steps && !seps[i] ? CP_SEP_MOVE : seps[i],
                               squares[i]))
            return false;
    for (int i = 0; i < count && has_steps; i++)
        if (w->spelling == CP_BARE && !cp_square_can_be_bare(f->ints, squares[i]))
            w->spelling = CP_NUMERIC;
    return true;
}

/* =Q is how we write it; Q, (Q), =(Q) and /Q are others' ways, but for engines, who write e7e8q. */
static bool read_tail(struct found *f)
{
    cp_written *w = &f->out->move;
    bool is_dialect = f->out->is_dialect, has_promotion = f->parts[PROMOTION].len > 0;
    if (has_promotion && !read_piece(f, PROMOTION, &w->promotion))
        return false;
    char before = has_promotion ? f->parts[PROMOTION].at[-1] : '=';
    if (has_promotion && (w->has & CP_IS_ANY_MAN) && before != '(' && before != '/')
        f->out->is_dialect = is_dialect;
    else
        f->out->is_dialect |= before != '=';
    if (f->parts[EN_PASSANT].len)
        w->has |= CP_HAS_EN_PASSANT;
    cp_str check = f->parts[CHECK];
    size_t one = check.len && check.at[0] == '+' ? 1 : strlen("\xe2\x80\xa0");
    bool is_double = check.len > one && cp_lower(check.at[0]) != 'm';
    bool is_mate = cp_str_is(check, "#") || cp_str_is(check, "\xe2\x80\xa1") ||
                   (check.len && cp_lower(check.at[0]) == 'm');
    if (check.len)
        w->check = is_mate ? CP_MARK_MATE : is_double ? CP_MARK_DOUBLE : CP_MARK_CHECK;
    bool is_sign = check.len && (check.at[0] == '+' || check.at[0] == '#');
    f->out->is_dialect |= f->parts[EN_PASSANT].len || (check.len && !is_sign);
    return true;
}

/* A blank that stands neither in a square nor before a mark. */
static bool has_loose_blank(const cp_str *parts)
{
    cp_str body = parts[WHOLE];
    for (int tail = EN_PASSANT; tail <= CHECK; tail++)
        if (parts[tail].len && (size_t)(parts[tail].at - body.at) < body.len)
            body.len = (size_t)(parts[tail].at - body.at);
    int depth = 0;
    while (body.len && cp_is_space(body.at[body.len - 1]))
        body.len--;
    for (size_t i = 0; i < body.len; i++) {
        depth += (body.at[i] == '(') - (body.at[i] == ')');
        if (depth == 0 && cp_is_space(body.at[i]))
            return true;
    }
    return false;
}

static bool read_move(struct found *f, bool is_bare)
{
    cp_written *w = &f->out->move;
    if (f->parts[NULL_MOVE].len || f->parts[CASTLING].len) {
        cp_str text = f->parts[CASTLING];
        size_t os = 0;
        for (size_t i = 0; i < text.len; i++)
            os += text.at[i] == '0' || cp_lower(text.at[i]) == 'o';
        w->piece = CP_NO_KIND;
        w->has = text.len ? 0 : CP_IS_NULL;
        w->spelling = (uint8_t)(text.len ? f->dialect->alphabet->native : CP_BARE);
        if (text.len)
            w->castling = os > 2 ? CP_CASTLE_QUEEN : CP_CASTLE_KING;
        f->out->is_dialect |= text.len && (text.at[0] != 'O' || text.at[1] != '-');
        return true;
    }
    enum part piece = f->parts[PIECE].len ? PIECE : ENCLOSED;
    if (f->parts[piece].len) {
        if (!read_piece(f, piece, &w->piece))
            return false;
        w->has |= CP_HAS_PIECE;
    }
    if (f->parts[SECOND].len) { /* c5 (3,5) */
        uint8_t spelling;
        w->has |= CP_HAS_TO | CP_HAS_SECOND;
        f->out->is_dialect = true;
        if (!read_square(f, f->parts[SECOND], &w->second, &spelling) ||
            !read_square(f, f->parts[SQUARE_0], &w->to, &w->spelling))
            return false;
        f->out->is_agreed = cp_square_equal(w->to, w->second);
        return true;
    }
    if (f->parts[FUSED].len) {
        w->fused = f->parts[FUSED];
        w->has |= CP_IS_FUSED;
        w->spelling = CP_NUMERIC;
        f->out->is_dialect = true;
        return true;
    }
    if (f->parts[TAKEN].len) {
        if (!read_piece(f, TAKEN, &w->taken))
            return false;
        w->has |= CP_HAS_TAKEN;
    }
    if (!read_row(f))
        return false;
    if (is_bare && f->parts[SQUARE_1].at && !(w->has & CP_HAS_PIECE) && !w->sep &&
        (w->has & CP_HAS_FROM) == CP_HAS_FROM) /* both squares and no piece: as engines write */
        w->has |= CP_IS_ANY_MAN;
    if (is_bare && !(w->has & CP_HAS_PIECE) && cp_is_own_file(w)) {
        f->out->is_dialect = true;
        w->has &= (uint16_t)~CP_HAS_FROM_FILE;
    }
    /* A letter that is no file of the board cannot say where a piece comes from: sf3 is not a
     * pawn's move, but one of a piece that this game does not have. */
    int32_t files = f->dialect->alphabet->files;
    bool is_file = !(w->has & CP_HAS_FROM_FILE) || w->spelling != CP_BARE || files <= 0 ||
                   cp_int_or(w->from.file, 0) <= files;
    return f->dialect->clean->has_steps || is_file;
}

static size_t scan(const struct cp_dialect *d, int row, cp_str text, struct found *f)
{
    cp_str groups[CP_GROUPS];
    *f->out = (struct cp_scanned){.is_agreed = true};
    f->out->move = (cp_written){.piece = d->clean->pawn, .promotion = CP_NO_KIND};
    if (!cp_pattern_match(d->patterns[row], text, 0, groups))
        return 0;
    memset(f->parts, 0, sizeof f->parts);
    for (int i = 0; i < CP_GROUPS; i++)
        if (groups[i].at)
            f->parts[d->rows[row]->parts[i]] = groups[i];
    f->parts[WHOLE] = groups[0];
    bool is_bare = d->rows[row] == &rows[BARE_ROW];
    /* Figurines, daggers and dashes are odd where clean moves have none of them. */
    f->out->is_dialect = has_loose_blank(f->parts) || f->parts[ENCLOSED].len ||
                         (is_bare && !cp_utf8_is_ascii(groups[0]));
    return read_move(f, is_bare) && read_tail(f) ? groups[0].len : 0;
}

/* n13 (5,5) may be one square written twice or a fused knight's move and a
 * pawn's, Na3 (5,5) too: it is the former when the two agree. */
static size_t scan_two(const struct cp_dialect *d, int row, cp_str text, size_t len,
                       struct found *f)
{
    struct cp_scanned fused;
    struct found again = {d, f->ints, &fused, {{0}}};
    cp_str to = f->parts[SQUARE_0];
    cp_str before = {text.at, (size_t)(to.at + to.len - text.at)};
    size_t fused_len = scan(d, row, before, &again);
    if (!fused_len || !(fused.move.has & CP_IS_FUSED))
        fused_len = row == 0 && d->rows[1] ? scan(d, 1, before, &again) : 0;
    if (!fused_len)
        return len;
    *f->out = fused;
    return fused_len;
}

size_t cp_dialect_scan(struct cp_dialect *d, struct cp_ints *ints, cp_str text,
                       struct cp_scanned *out)
{
    struct found f = {d, ints, out, {{0}}};
    /* Made when the first odd move is met: most files have none, and to make patterns takes
     * longer than to judge a hundred games. */
    for (int i = 0; !d->is_made && i < 2 && d->rows[i]; i++) {
        struct cp_buf pattern = cp_buf_in(d->arena);
        put_pattern(&pattern, d->clean, d->rows[i]->pattern);
        d->patterns[i] = cp_pattern_open(d->arena, cp_buf_str(&pattern), NULL, NULL);
        d->is_refused |= !d->patterns[i]; /* by PCRE2 */
    }
    d->is_made = true;
    for (int row = 0; !d->is_refused && row < 2 && d->rows[row]; row++) {
        size_t len = scan(d, row, text, &f);
        if (len)
            return out->is_agreed ? len : scan_two(d, row, text, len, &f);
    }
    return 0;
}
