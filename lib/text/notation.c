/* SPDX-License-Identifier: MIT */
/* notation.c -- the quick reader of clean moves, and what is said about the
 * others. A clean move is read left to right without looking back:
 *
 *     piece?  ( from sep )?  to  ( =piece )?  ( + ++ # )?
 *
 * Pieces of one and two letters are found in tables; longer ones, and squares
 * without parentheses, are left to dialect.c. */
#include "text/notation.h"

#include "game/square.h"

enum { LETTERS = 64 }; /* 'A' .. 'z' from 0 */

struct cp_notation {
    struct cp_notation *next;
    const struct cp_alphabet *alphabet;
    struct cp_dialect *dialect;
    struct cp_san *san;     /* on boards with edges */
    struct cp_steps *steps; /* of agents, and then no dialect but theirs */
    uint8_t pawn;
    uint8_t one[LETTERS], two[LETTERS][LETTERS];
};

/* ---- made from an alphabet ---- */

static bool is_word_char(char c)
{
    return cp_is_letter(c); /* 'A' .. 'z' */
}

static void learn(struct cp_notation *n, struct cp_arena *arena, cp_str word, uint8_t kind)
{
    if (n->san)
        cp_san_learn(n->san, arena, word, kind);
    if (word.len == 1 && is_word_char(word.at[0]))
        n->one[word.at[0] - 'A'] = kind;
    if (word.len == 2 && is_word_char(word.at[0]) && is_word_char(word.at[1]))
        n->two[word.at[0] - 'A'][word.at[1] - 'A'] = kind;
}

static void learn_all(struct cp_notation *n, struct cp_arena *arena)
{
    memset(n->one, CP_NO_KIND, sizeof n->one);
    memset(n->two, CP_NO_KIND, sizeof n->two);
    n->pawn = CP_NO_KIND;
    for (uint32_t k = n->alphabet->count; k-- > 0;)
        if (n->alphabet->pieces[k].letter.len == 0)
            n->pawn = (uint8_t)k;
    if (n->alphabet->bounded) {
        n->san = cp_arena_take(arena, sizeof *n->san);
        cp_san_init(n->san, n->alphabet, n->pawn);
    }
    if (cp_alphabet_has_steps(n->alphabet)) {
        n->steps = cp_arena_take(arena, sizeof *n->steps);
        cp_steps_init(n->steps, n->alphabet);
    }
    if (n->san)
        n->san->steps = n->steps;
    learn(n, arena, CP_STR("P"), n->pawn);
    for (uint32_t k = n->alphabet->count; k-- > 0;) {
        const struct cp_piece_words *p = &n->alphabet->pieces[k];
        for (uint32_t i = 0; i < p->alias_count; i++)
            learn(n, arena, p->aliases[i], (uint8_t)k);
    }
    for (uint32_t k = n->alphabet->count; k-- > 0;)
        learn(n, arena, n->alphabet->pieces[k].letter, (uint8_t)k);
}

void cp_notations_open(struct cp_notations *all, struct cp_arena *arena)
{
    *all = (struct cp_notations){.arena = arena};
}

void cp_notations_close(struct cp_notations *all)
{
    for (struct cp_notation *n = all->first; n; n = n->next)
        if (n->dialect)
            cp_dialect_close(n->dialect);
    all->first = NULL;
}

const struct cp_notation *cp_notations_get(struct cp_notations *all, const struct cp_alphabet *a)
{
    for (struct cp_notation *n = all->first; n; n = n->next)
        if (n->alphabet == a)
            return n;
    struct cp_notation *n = cp_arena_take_zero(all->arena, 1, sizeof *n);
    n->alphabet = a;
    learn_all(n, all->arena);
    if (!n->steps)
        n->dialect = cp_dialect_open(all->arena, a, n->pawn);
    n->next = all->first;
    all->first = n;
    return n;
}

const struct cp_alphabet *cp_notation_alphabet(const struct cp_notation *n)
{
    return n->alphabet;
}

enum cp_diag cp_notation_refusal(const struct cp_notation *n)
{
    return n->steps ? CP_NOT_A_STEP : CP_NOT_A_MOVE;
}

/* ---- clean moves ---- */

static const char *clean_word(const struct cp_notation *n, const char *at, const char *end,
                              uint8_t *kind)
{
    if (at == end || !is_word_char(*at))
        return NULL;
    const uint8_t *two = n->two[*at - 'A'];
    if (end - at > 1 && is_word_char(at[1]) && two[at[1] - 'A'] != CP_NO_KIND) {
        *kind = two[at[1] - 'A'];
        return at + 2;
    }
    *kind = n->one[*at - 'A'];
    return *kind == CP_NO_KIND ? NULL : at + 1;
}

static enum cp_sep clean_sep(const char *at, const char *end)
{
    if (at == end)
        return CP_SEP_NONE;
    if (*at == '-')
        return CP_SEP_MOVE;
    return *at == 'x' || *at == ':' ? CP_SEP_TAKE : CP_SEP_NONE;
}

static const char *clean_marks(const struct cp_notation *n, const char *at, const char *end,
                               cp_written *out)
{
    if (at < end && *at == '=') {
        at = clean_word(n, at + 1, end, &out->promotion);
        if (!at)
            return NULL;
    }
    if (at < end && *at == '+') {
        at++;
        bool is_double = at < end && *at == '+';
        out->check = is_double ? CP_MARK_DOUBLE : CP_MARK_CHECK;
        at += is_double;
    } else if (at < end && *at == '#') {
        out->check = CP_MARK_MATE;
        at++;
    }
    return at;
}

/* `at` is at the parenthesis of the first square, behind piece and lone sep. */
static const char *clean_squares(struct cp_ints *ints, const char *at, const char *end,
                                 cp_written *out)
{
    enum cp_spelling spelling;
    at = cp_square_scan_clean(ints, at, end, &out->to, &spelling);
    if (!at)
        return NULL;
    out->has |= CP_HAS_TO;
    enum cp_sep sep = out->sep ? CP_SEP_NONE : clean_sep(at, end);
    if (sep) {
        if (end - at < 2 || at[1] != '(')
            return NULL;
        out->sep = (uint8_t)sep;
        out->from = out->to;
        out->has |= CP_HAS_FROM;
        at = cp_square_scan_clean(ints, at + 1, end, &out->to, &spelling);
    }
    out->spelling = (uint8_t)spelling;
    return at;
}

/* What may follow a move. After blanks, some bytes could begin a part of it in
 * another dialect: a lone sep, an arrow, "e.p.", "mate". */
static bool is_over(const char *at, const char *end)
{
    if (at == end)
        return true;
    if (!memchr(" \t\n\r){;$!?.", *at, 11))
        return false;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at == end || !memchr("-=>*:+#xXemcM\xc3\xe2", *at, 15);
}

static const char *scan_plane(const struct cp_notation *n, struct cp_ints *ints, const char *at,
                              const char *end, cp_written *out)
{
    *out = (cp_written){.piece = n->pawn, .promotion = CP_NO_KIND};
    if (at < end && *at != '(') {
        const char *next = clean_word(n, at, end, &out->piece);
        if (next)
            out->has = CP_HAS_PIECE;
        at = next ? next : at;
        out->sep = (uint8_t)clean_sep(at, end);
        at += out->sep != CP_SEP_NONE;
    }
    if (at == end || *at != '(')
        return NULL;
    out->piece = out->has ? out->piece : n->pawn;
    at = clean_squares(ints, at, end, out);
    at = at ? clean_marks(n, at, end, out) : NULL;
    return at && is_over(at, end) ? at : NULL;
}

const char *cp_notation_scan_clean(const struct cp_notation *n, struct cp_ints *ints,
                                   const char *at, const char *end, cp_written *out)
{
    const char *next = n->san && at < end ? cp_san_scan_text(n->san, at, end, out) : NULL;
    if (next)
        return next;
    return n->steps ? cp_steps_scan_clean(n->steps, ints, at, end, out)
                    : scan_plane(n, ints, at, end, out);
}

const struct cp_san *cp_notation_san(const struct cp_notation *n)
{
    return n->san;
}

/* ---- every move ---- */

size_t cp_notation_scan(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                        struct cp_reading *out)
{
    if (n->steps)
        return cp_steps_scan(n->steps, ints, text, out);
    size_t len = n->san ? cp_san_scan(n->san, text, out) : 0;
    if (len)
        return len;
    return n->dialect ? cp_dialect_scan(n->dialect, ints, text, out) : 0;
}

static void format_reading(const struct cp_notation *n, const struct cp_ints *ints,
                           const struct cp_reading *reading, struct cp_buf *out)
{
    cp_written_format(ints, out, n->alphabet, &reading->move,
                      (enum cp_spelling)reading->move.spelling);
}

enum { SHOWN_MOST = 200 }; /* bytes of a move quoted in a message */

static cp_str shown(cp_str text)
{
    return text.len > SHOWN_MOST ? (cp_str){text.at, SHOWN_MOST} : text;
}

bool cp_reading_report(const struct cp_notation *n, const struct cp_ints *ints,
                       const struct cp_reading *reading, cp_str text, cp_span at,
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
    cp_diag_report(d, kind, at, "\"%.*s\" read as %.*s", CP_FMT(quoted), CP_FMT(as));
    return true;
}

static bool parse_lenient(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                          cp_span at, bool is_told, cp_written *out, struct cp_diags *d)
{
    struct cp_reading reading;
    size_t len = cp_notation_scan(n, ints, text, &reading);
    if (!len || len != text.len) {
        cp_str quoted = shown(text);
        if (!is_told)
            cp_diag_report(d, cp_notation_refusal(n), at, "%.*s", CP_FMT(quoted));
        return false;
    }
    *out = reading.move;
    return cp_reading_report(n, ints, &reading, text, at, d);
}

static bool parse(const struct cp_notation *n, struct cp_ints *ints, cp_str text, cp_span at,
                  bool is_told, cp_written *out, struct cp_diags *d)
{
    const char *end = text.at + text.len;
    if (text.len && cp_notation_scan_clean(n, ints, text.at, end, out) == end)
        return true;
    return parse_lenient(n, ints, text, at, is_told, out, d);
}

bool cp_notation_parse(const struct cp_notation *n, struct cp_ints *ints, cp_str text, cp_span at,
                       cp_written *out, struct cp_diags *d)
{
    return parse(n, ints, text, at, false, out, d);
}

/* ---- a whole game ---- */

/* Words that are no moves, one behind the other, are one damage: told of the first. */
static void read_node(const struct cp_notation *n, struct cp_game *g, const struct cp_node *last,
                      struct cp_node *node, struct cp_diags *d)
{
    bool is_told = last && last->is_bad;
    if (node->is_read || node->is_bad)
        return;
    node->is_read = parse(n, g->ints, node->text, cp_node_span(g, node), is_told, &node->move, d);
    node->is_bad = !node->is_read;
    g->is_broken |= node->is_bad;
}

/* Lines yet to be read, in any order; used places are used again. */
struct waiting {
    struct waiting *next;
    struct cp_line *line;
};

bool cp_notation_read_game(const struct cp_notation *n, struct cp_game *g, struct cp_diags *d)
{
    struct waiting *first = cp_arena_take(g->arena, sizeof *first), *spare = NULL;
    *first = (struct waiting){NULL, &g->moves};
    while (first) {
        struct waiting *taken = first;
        struct cp_node *node = taken->line->first, *last = NULL;
        first = taken->next;
        taken->next = spare;
        spare = taken;
        for (; node; last = node, node = node->next) {
            read_node(n, g, last, node, d);
            struct cp_line *line = node->notes ? node->notes->variations : NULL;
            for (; line; line = line->next) {
                struct waiting *w = spare ? spare : cp_arena_take(g->arena, sizeof *w);
                spare = spare ? spare->next : NULL;
                *w = (struct waiting){first, line};
                first = w;
            }
        }
    }
    return !g->is_broken;
}
