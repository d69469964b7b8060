/* SPDX-License-Identifier: MIT */
/* notation.c -- which reader reads a move, what is reported about odd ones, and the
 * moves of a whole game. */
#include "text/notation.h"

#include "base/utf8.h"
#include "text/tokens.h"

#include <inttypes.h>

struct cp_notation {
    struct cp_notation *next;
    const struct cp_alphabet *alphabet;
    struct cp_clean clean;
    struct cp_dialect *dialect;
};

void cp_notations_open(struct cp_notations *all, struct cp_arena *arena)
{
    *all = (struct cp_notations){.arena = arena};
}

void cp_notations_close(struct cp_notations *all)
{
    for (struct cp_notation *n = all->first; n; n = n->next)
        if (n->dialect) /* NULL: it was half made */
            cp_dialect_close(n->dialect);
    all->first = NULL;
}

const struct cp_notation *cp_notations_get(struct cp_notations *all, const struct cp_alphabet *a)
{
    for (struct cp_notation *n = all->first; n; n = n->next)
        if (n->alphabet == a)
            return n;
    struct cp_notation *n = cp_arena_take_zero(all->arena, 1, sizeof *n);
    n->next = all->first;
    all->first = n; /* from here on it is closed with the others, half made or whole */
    cp_clean_init(&n->clean, all->arena, a);
    n->dialect = cp_dialect_open(all->arena, &n->clean);
    n->alphabet = a;
    return n;
}

const struct cp_alphabet *cp_notation_alphabet(const struct cp_notation *n)
{
    return n->alphabet;
}

/* White resigns, draw agreed: how people say that it is over. "White:" says who plays. */
static bool tells_an_end(cp_str text)
{
    static const char *const words[] = {"white", "black",     "resign",    "resigns", "resigned",
                                        "draw",  "drawn",     "remis",     "agreed",  "mate",
                                        "mated", "checkmate", "stalemate", "wins",    "won"};
    size_t len = 0;
    while (len < text.len && cp_is_letter(text.at[len]))
        len++;
    bool is_one = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is_one |= cp_str_like((cp_str){text.at, len}, cp_str_from(words[i]));
    return is_one && (len == text.len || text.at[len] != ':');
}

/* > or >>, which mails have in front of lines, and of numbers: >1. */
static bool is_quote_mark(cp_str text)
{
    size_t len = 0;
    while (len < text.len && strchr(">0123456789.", text.at[len]) && text.at[len])
        len++;
    return len && text.at[0] == '>' && len == text.len;
}

static enum cp_diag refusal(const struct cp_notation *n, cp_str text)
{
    if (tells_an_end(text))
        return CP_RESULT_SAID;
    if (is_quote_mark(text))
        return CP_LINES_QUOTED;
    if (n->clean.has_steps)
        return CP_NOT_A_STEP;
    return cp_is_descriptive(text) ? CP_DESCRIPTIVE : CP_NOT_A_MOVE;
}

/* The first Cyrillic letter of a word that may be a move but for such: c5 with a c that is none,
 * or castling. 0: there is none. */
static uint32_t first_cyrillic(cp_str word)
{
    uint32_t found = 0;
    bool may_be_move = false;
    for (size_t at = 0, len; at < word.len; at += len ? len : 1) {
        len = cp_utf8_length(word.at + at, word.at + word.len);
        uint32_t code = len > 1 ? cp_utf8_get(word.at + at, len) : 0;
        found = !found && code >= 0x400 && code < 0x530 ? code : found;
        may_be_move |= cp_is_digit(word.at[at]) || word.at[at] == '-';
    }
    return may_be_move ? found : 0;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Of f11, at the beginning of word: a file of one letter, as others could be words. */
static size_t open_square_length(cp_str word)
{
    size_t len = 1;
    if (!word.len || !is_small(word.at[0]))
        return 0;
    while (len < word.len && cp_is_digit(word.at[len]))
        len++;
    return len > 1 ? len : 0;
}

/* f9-f11 with its squares in parentheses, as they stand where there are no edges; empty: it is no
 * move then either. */
static cp_str in_parentheses(const struct cp_notation *n, struct cp_ints *ints, cp_str word,
                             struct cp_buf *out)
{
    cp_written ignored;
    size_t before = 0;
    for (size_t at = 0, len; at < word.len && word.len <= CP_CLEAN_LOOK; at += len) {
        len = open_square_length(cp_str_skip(word, at));
        if (len)
            cp_buf_printf(out, "%s(%.*s)", before ? "-" : "", (int)len, word.at + at);
        else
            cp_buf_putc(out, word.at[at]);
        before = len;
        len += !len;
    }
    cp_str text = cp_buf_str(out);
    if (text.len <= word.len)
        return (cp_str){0};
    const char *end = text.at + text.len;
    bool is_move = cp_clean_scan_plane(&n->clean, ints, text.at, end, &ignored) == end;
    return is_move ? text : (cp_str){0};
}

void cp_notation_refuse(const struct cp_notation *n, struct cp_ints *ints, cp_str text, cp_span at,
                        struct cp_diags *d)
{
    struct cp_buf out;
    cp_diag_report(d, refusal(n, text), at, "%.*s", cp_str_shown(text), text.at);
    uint32_t code = first_cyrillic(text);
    if (code)
        cp_diag_also(d, (cp_span){0},
                     "the letter U+%04" PRIX32 " in it is Cyrillic, whatever it looks like", code);
    cp_str result = cp_result_meant(text);
    if (result.len)
        cp_diag_also(d, (cp_span){0}, "a result is written %.*s", CP_FMT(result));
    cp_buf_init(&out, d->arena);
    cp_str closed = n->alphabet->bounded ? (cp_str){0} : in_parentheses(n, ints, text, &out);
    if (closed.len)
        cp_diag_also(d, (cp_span){0}, "squares stand in parentheses here: %.*s", CP_FMT(closed));
}

void cp_bad_run_end(struct cp_bad_run *run, struct cp_diags *d)
{
    enum { RUNS_MOST = 20 };
    if (run->more && run->runs <= RUNS_MOST)
        cp_diag_also_of(d, run->first, "and %" PRIu32 " more word%s behind it", run->more,
                        run->more > 1 ? "s" : "");
    run->more = 0;
}

void cp_bad_run_begin(struct cp_bad_run *run, cp_span first, struct cp_diags *d)
{
    cp_bad_run_end(run, d);
    run->first = first;
    run->runs++;
}

/* ---- one move ---- */

/* A move of ICN, and behind it what may stand behind a word. */
static const char *scan_icn(const struct cp_notation *n, struct cp_ints *ints, const char *at,
                            const char *end, cp_written *out)
{
    bool may_be = at < end && !n->clean.has_steps && *at != '(';
    const char *next = may_be ? cp_clean_scan_icn(&n->clean, ints, at, end, out, NULL) : NULL;
    bool is_whole = next && (next == end || cp_is_space(*next) || strchr("|{!?;$)", *next));
    return is_whole && (next == end || *next) ? next : NULL;
}

const char *cp_notation_scan_clean(const struct cp_notation *n, struct cp_ints *ints,
                                   const char *at, const char *end, cp_written *out)
{
    bool may_be_bare = n->alphabet->bounded && at < end;
    const char *next = may_be_bare ? cp_clean_scan_text(&n->clean, at, end, out) : NULL;
    if (!next)
        next = cp_clean_scan_plane(&n->clean, ints, at, end, out);
    return next ? next : scan_icn(n, ints, at, end, out);
}

const struct cp_clean *cp_notation_clean(const struct cp_notation *n)
{
    return &n->clean;
}

const struct cp_clean *cp_notation_bare(const struct cp_notation *n)
{
    return n->alphabet->bounded ? &n->clean : NULL;
}

size_t cp_notation_scan(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                        struct cp_scanned *out)
{
    *out = (struct cp_scanned){.is_agreed = true};
    const char *end = text.len ? scan_icn(n, ints, text.at, text.at + text.len, &out->move) : NULL;
    return end ? (size_t)(end - text.at) : cp_dialect_scan(n->dialect, ints, text, out);
}

static void format_reading(const struct cp_notation *n, const struct cp_ints *ints,
                           const struct cp_scanned *reading, struct cp_buf *out)
{
    cp_written_format(ints, out, n->alphabet, &reading->move,
                      (enum cp_spelling)reading->move.spelling);
}

enum { SHOWN_MOST = 200 }; /* bytes of a move quoted in a message */

static cp_str shown(cp_str text)
{
    return text.len > SHOWN_MOST ? (cp_str){text.at, SHOWN_MOST} : text;
}

/* What is written here as it would be by us is no dialect: H21x(19,19). But a pawn's file
 * alone, 8x(9,4), is (R-NOT-11), and so are digits that only the rules can part. */
bool cp_scanned_report(const struct cp_notation *n, const struct cp_ints *ints,
                       const struct cp_scanned *reading, cp_str text, cp_span at,
                       struct cp_diags *d)
{
    cp_str quoted = shown(text);
    if (!reading->is_agreed) {
        cp_diag_report(d, CP_SQUARES_DIFFER, at, "%.*s", CP_FMT(quoted));
        return false;
    }
    if (!reading->is_dialect && !reading->odd)
        return true;
    struct cp_buf taken;
    cp_buf_init(&taken, d->arena);
    format_reading(n, ints, reading, &taken);
    cp_str as = shown(cp_buf_str(&taken));
    enum cp_diag kind = reading->is_dialect ? CP_MOVE_IN_DIALECT : CP_NUMBER_UNUSUAL;
    bool is_same = cp_str_equal(cp_buf_str(&taken), text);
    uint16_t from = reading->move.has & CP_HAS_FROM;
    bool is_part = n->clean.has_steps && from && from != CP_HAS_FROM; /* M6(4,3) */
    if (reading->move.has & CP_IS_FUSED)
        cp_diag_report(d, kind, at, "\"%.*s\", a square without its comma, as in N(6,3)",
                       CP_FMT(quoted));
    else if (is_same && (is_part || !(reading->move.has & CP_HAS_PIECE)))
        cp_diag_report(d, kind, at,
                       "\"%.*s\", without the whole square it comes from, as in R(7,9)-(1,9)",
                       CP_FMT(quoted));
    else if (!is_same || n->clean.has_steps)
        cp_diag_report(d, kind, at, "\"%.*s\" read as %.*s", CP_FMT(quoted), CP_FMT(as));
    return true;
}

/* What is said of a word that is no move: that of a notation, or of ICN; or nothing. */
enum refusing { REFUSES, REFUSES_ICN, IS_TOLD };

/* Of a value such as (5,4) what stands before the comma is all there, where YAML ends it. */
static void tell_comma(cp_str text, struct cp_diags *d)
{
    size_t at = 1;
    while (at < text.len && (cp_is_digit(text.at[at]) || text.at[at] == '-'))
        at++;
    if (at == text.len && at > 1 && text.at[0] == '(')
        cp_diag_also(d, (cp_span){0},
                     "within [ ] of YAML a comma ends a value: \"(5,4)\" needs quotes there");
}

static bool parse_lenient(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                          cp_span at, enum refusing how, cp_written *out, struct cp_diags *d)
{
    struct cp_scanned reading;
    size_t len = cp_notation_scan(n, ints, text, &reading);
    if (!len || len != text.len) {
        if (how == REFUSES) {
            cp_notation_refuse(n, ints, text, at, d);
            tell_comma(text, d);
        } else if (how == REFUSES_ICN)
            cp_diag_report(d, CP_NOT_ICN_MOVE, at, "%.*s", cp_str_shown(text), text.at);
        return false;
    }
    *out = reading.move;
    return cp_scanned_report(n, ints, &reading, text, at, d);
}

static bool parse(const struct cp_notation *n, struct cp_ints *ints, cp_str text, cp_span at,
                  enum refusing how, cp_written *out, struct cp_diags *d)
{
    if (text.len &&
        cp_notation_scan_clean(n, ints, text.at, text.at + text.len, out) == text.at + text.len)
        return true;
    return parse_lenient(n, ints, text, at, how, out, d);
}

bool cp_notation_parse(const struct cp_notation *n, struct cp_ints *ints, cp_str text, cp_span at,
                       cp_written *out, struct cp_diags *d)
{
    return parse(n, ints, text, at, REFUSES, out, d);
}

/* ---- a whole game ---- */

/* Behind a word that is none, nothing is said of more. */
static enum refusing refusing_of(const struct cp_game *g, const struct cp_node *last)
{
    return last && last->is_bad ? IS_TOLD : g->icn.len ? REFUSES_ICN : REFUSES;
}

static void read_node(const struct cp_notation *n, struct cp_game *g, struct cp_bad_run *run,
                      const struct cp_node *last, struct cp_node *node, struct cp_diags *d)
{
    enum refusing how = refusing_of(g, last);
    cp_span at = cp_node_span(g, node);
    if (node->is_read || node->is_bad)
        return;
    node->is_read = parse(n, g->ints, node->text, at, how, &node->move, d);
    node->is_bad = !node->is_read;
    g->is_broken |= node->is_bad;
    if (node->is_bad && how == IS_TOLD)
        run->more++;
    else if (node->is_bad)
        cp_bad_run_begin(run, at, d);
}

/* The same again, for what would be told of it alone. */
static void reread_node(const struct cp_notation *n, const struct cp_game *g,
                        const struct cp_node *last, const struct cp_node *node, struct cp_diags *d)
{
    cp_written unused;
    (void)parse(n, g->ints, node->text, cp_node_span(g, node), refusing_of(g, last), &unused, d);
}

/* Lines yet to be read, in any order; used places are used again. */
struct waiting {
    struct waiting *next;
    struct cp_line *line;
};

static void read_lines(const struct cp_notation *n, struct cp_game *g, bool is_again,
                       struct cp_diags *d)
{
    struct waiting *first = cp_arena_take(g->arena, sizeof *first), *spare = NULL;
    struct cp_bad_run run = {.more = 0};
    *first = (struct waiting){NULL, &g->moves};
    while (first) {
        struct waiting *taken = first;
        struct cp_node *node = taken->line->first, *last = NULL;
        first = taken->next;
        taken->next = spare;
        spare = taken;
        for (; node; last = node, node = node->next) {
            if (is_again)
                reread_node(n, g, last, node, d);
            else
                read_node(n, g, &run, last, node, d);
            struct cp_line *line = node->notes ? node->notes->variations : NULL;
            for (; line; line = line->next) {
                struct waiting *w = spare ? spare : cp_arena_take(g->arena, sizeof *w);
                spare = spare ? spare->next : NULL;
                *w = (struct waiting){first, line};
                first = w;
            }
        }
        cp_bad_run_end(&run, d);
    }
}

bool cp_notation_read_game(const struct cp_notation *n, struct cp_game *g, struct cp_diags *d)
{
    read_lines(n, g, false, d);
    return !g->is_broken;
}

void cp_notation_reread_game(const struct cp_notation *n, struct cp_game *g, struct cp_diags *d)
{
    read_lines(n, g, true, d);
}

/* ---- two half-moves as one word ---- */

/* Whether a clean move fills text, and becomes something at its end only. */
static bool is_plain_half(const struct cp_notation *n, cp_str text, cp_written *out)
{
    const char *end = text.at + text.len;
    int32_t ranks = cp_notation_alphabet(n)->ranks;
    if (cp_clean_scan_text(cp_notation_bare(n), text.at, end, out) != end ||
        (out->has & CP_IS_ANY_MAN))
        return false;
    return out->promotion == CP_NO_KIND || out->to.rank.v == 1 || out->to.rank.v == ranks;
}

size_t cp_notation_cut(const struct cp_notation *n, cp_str word, cp_written halves[2])
{
    cp_written found[2];
    size_t cut = 0, ways = 0;
    bool may_be = cp_notation_bare(n) && word.len <= CP_CLEAN_LOOK;
    for (size_t at = 2; may_be && at + 2 <= word.len; at++)
        if (is_plain_half(n, (cp_str){word.at, at}, &found[0]) &&
            is_plain_half(n, cp_str_skip(word, at), &found[1])) {
            memcpy(halves, found, sizeof found);
            cut = at;
            ways++;
        }
    return ways == 1 ? cut : 0;
}
