/* SPDX-License-Identifier: MIT */
/* notation.c -- which reader reads a move, what is reported about odd ones, and the
 * moves of a whole game. */
#include "text/moves/notation.h"

#include "base/scan.h"
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

/* A word that may be a move but for a Cyrillic letter, c5 with a c that is none, or castling, is
 * told the first of them. */
void cp_notation_refuse(const struct cp_notation *n, cp_str text, cp_span at, struct cp_diags *d)
{
    enum cp_diag kind = n->clean.has_steps ? CP_NOT_A_STEP : CP_NOT_A_MOVE;
    uint32_t cyrillic = 0;
    bool may_be_move = false;
    cp_diag_report(d, kind, at, "%.*s", cp_str_shown(text), text.at);
    for (size_t i = 0, len; i < text.len; i += len ? len : 1) {
        len = cp_utf8_length(text.at + i, text.at + text.len);
        uint32_t code = len > 1 ? cp_utf8_get(text.at + i, len) : 0;
        cyrillic = !cyrillic && code >= 0x400 && code < 0x530 ? code : cyrillic;
        may_be_move |= cp_is_digit(text.at[i]) || text.at[i] == '-';
    }
    bool is_bare = text.len > 1 && !n->alphabet->bounded && cp_is_letter(text.at[0]) &&
                   cp_digits_end(text, 1) == text.len;
    if (is_bare)
        cp_diag_also(d, (cp_span){0}, "squares stand in parentheses on this board: (%.*s)",
                     cp_str_shown(text), text.at);
    if (cyrillic && may_be_move)
        cp_diag_also(d, (cp_span){0},
                     "the letter U+%04" PRIX32 " in it is Cyrillic, whatever it looks like",
                     cyrillic);
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

/* с5 and О-О: Cyrillic letters that look like files and signs of ours, typed for them. */
static size_t scan_cyrillic(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                            struct cp_scanned *out)
{
    enum { MOST = 32 };
    static const struct {
        uint32_t code;
        char latin;
    } likes[] = {{0x430, 'a'}, {0x432, 'b'}, {0x435, 'e'},
                 {0x441, 'c'}, {0x445, 'x'}, {0x41e, 'O'}};
    char latin[MOST];
    size_t ends[MOST + 1] = {0}, count = 0;
    bool has_likes = false;
    for (size_t at = 0, step; at < text.len && !cp_is_space(text.at[at]); at += step) {
        step = cp_utf8_length(text.at + at, text.at + text.len);
        if (!step || count + step > MOST)
            break;
        uint32_t code = step > 1 ? cp_utf8_get(text.at + at, step) : 0;
        memcpy(latin + count, text.at + at, step);
        size_t taken = step;
        for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
            if (code == likes[i].code) {
                latin[count] = likes[i].latin;
                taken = 1;
                has_likes = true;
            }
        count += taken;
        ends[count] = at + step;
    }
    size_t len = has_likes ? cp_dialect_scan(n->dialect, ints, (cp_str){latin, count}, out) : 0;
    out->is_dialect = true;
    return ends[len];
}

size_t cp_notation_scan(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                        struct cp_scanned *out)
{
    *out = (struct cp_scanned){.is_agreed = true};
    const char *end = text.len ? scan_icn(n, ints, text.at, text.at + text.len, &out->move) : NULL;
    if (end)
        return (size_t)(end - text.at);
    size_t len = cp_dialect_scan(n->dialect, ints, text, out);
    return len || !n->alphabet->bounded ? len : scan_cyrillic(n, ints, text, out);
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
    struct cp_buf taken = cp_buf_in(d->arena);
    cp_written_format(ints, &taken, n->alphabet, &reading->move,
                      (enum cp_spelling)reading->move.spelling);
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

bool cp_notation_parse(const struct cp_notation *n, struct cp_ints *ints, cp_str text, cp_span at,
                       bool is_told, cp_written *out, struct cp_diags *d)
{
    struct cp_scanned reading;
    const char *end = text.at + text.len;
    if (text.len && cp_notation_scan_clean(n, ints, text.at, end, out) == end)
        return true;
    size_t len = cp_notation_scan(n, ints, text, &reading);
    if (len && len == text.len) {
        *out = reading.move;
        return cp_scanned_report(n, ints, &reading, text, at, d);
    }
    if (!is_told)
        cp_notation_refuse(n, text, at, d);
    return false;
}

/* ---- a whole game ---- */

/* Behind a word that is none, nothing is said of more. */
bool cp_notation_read_game(const struct cp_notation *n, struct cp_game *g, struct cp_diags *d)
{
    struct cp_bad_run run = {.more = 0};
    struct cp_walk w = cp_walk_of(g->arena, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&w));) {
        if (node->is_read || node->is_bad)
            continue;
        bool is_told = w.before && w.before->is_bad;
        cp_span at = cp_node_span(g, node);
        node->is_read = cp_notation_parse(n, g->ints, node->text, at, is_told, &node->move, d);
        node->is_bad = !node->is_read;
        g->is_broken |= node->is_bad;
        if (node->is_bad && is_told)
            run.more++;
        else if (node->is_bad)
            cp_bad_run_begin(&run, at, d);
    }
    cp_bad_run_end(&run, d);
    return !g->is_broken;
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
