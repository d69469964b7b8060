/* SPDX-License-Identifier: MIT */
#include "text/starts/start.h"

#include "base/scan.h"
#include "game/codes.h"
#include "text/starts/fen.h"
#include "text/starts/icn_parts.h"

#include <stdlib.h>

/* The square of a pawn without its double step. */
struct moved {
    cp_square square;
    cp_str text;
    cp_span at;
    bool is_met; /* a piece stands there */
};

struct reading {
    struct cp_start *start;
    struct cp_arena *arena;
    struct cp_ints *ints;
    const struct cp_alphabet *alphabet;
    cp_str text;
    cp_span at;
    struct cp_diags *d;
    size_t room, before_room;
    struct moved *moved;
    size_t moved_count, moved_room;
    bool has_turn, has_castling, has_passed;
    bool is_good;
    enum cp_diag fault; /* that it is no start, or no clock */
    const char *seen;   /* lines are counted up to here */
    uint32_t line;
    const char *line_begin;
    cp_man **men; /* for clocks: by square, so that a long list costs no more than its length */
    uint32_t delay;
};

/* ---- places ---- */

/* Places are asked for from left to right, so counting lines is linear. */
static void locate(struct reading *s, const char *at, uint32_t *line, uint32_t *col)
{
    for (; s->seen < at; s->seen++)
        if (*s->seen == '\n') {
            s->line++;
            s->line_begin = s->seen + 1;
        }
    *line = s->line;
    *col = at > s->line_begin ? (uint32_t)(at - s->line_begin) + 1 : 1;
}

static cp_span span_of(struct reading *s, cp_str part)
{
    uint32_t line, col;
    locate(s, part.at, &line, &col);
    cp_span at = s->at;
    if (at.col) {
        at.col = line == 1 ? at.col + col - 1 : col;
        at.line += line - 1;
    }
    at.len = (uint32_t)cp_str_shown(part);
    return at;
}

static void blame_at(struct reading *s, cp_str part, cp_span at, const char *why)
{
    s->is_good = false;
    cp_diag_report(s->d, s->fault, at, "%s: \"%.*s\"", why, (int)at.len, part.at);
}

static void blame(struct reading *s, cp_str part, const char *why)
{
    blame_at(s, part, span_of(s, part), why);
}

/* ---- squares and pieces ---- */

static bool read_square(struct reading *s, cp_str text, cp_square *out)
{
    cp_square_text square;
    bool is_open = text.len && text.at[0] != '(';
    bool read = is_open ? s->alphabet->bounded && cp_square_scan_open(s->ints, text, &square)
                        : text.len && cp_square_scan(s->ints, text, &square) == text.len;
    if (!read || (square.odd & CP_ODD_DOT))
        return false;
    if (square.odd) {
        cp_span at = span_of(s, text);
        cp_diag_report(s->d, CP_NUMBER_UNUSUAL, at, "%.*s", (int)at.len, text.at);
    }
    *out = square.square;
    return true;
}

static void add_man(struct reading *s, const cp_man *man)
{
    struct cp_start *start = s->start;
    start->men = cp_arena_grow(s->arena, start->men, start->count, &s->room, sizeof *start->men);
    start->men[start->count++] = *man;
}

static void read_man(struct reading *s, cp_str item, enum cp_side side, bool is_neutral)
{
    cp_man man = {.side = (uint8_t)side};
    const struct cp_alphabet *a = s->alphabet;
    const char *open = item.len ? memchr(item.at, '(', item.len) : NULL;
    size_t split = open ? (size_t)(open - item.at) : item.len; /* Hu (3,3) or Ke1 */
    while (!open && split > 0 && cp_is_digit(item.at[split - 1]))
        split--;
    split -= !open && split > 0;
    cp_str word = cp_str_trim((cp_str){item.at, split});
    man.kind = word.len ? cp_alphabet_find(a, word, true) : CP_NO_KIND;
    /* P is a pawn, unless that is another piece's letter. */
    bool is_pawn = !word.len || (man.kind == CP_NO_KIND && cp_str_like(word, CP_STR("P")));
    for (uint32_t k = a->count; is_pawn && k-- > 0;)
        if (a->pieces[k].letter.len == 0)
            man.kind = (uint8_t)k;
    locate(s, item.at, &man.line, &man.col);
    if (man.kind == CP_NO_KIND)
        blame(s, item, "no piece of this variant");
    else if (a->pieces[man.kind].is_neutral != is_neutral)
        blame(s, item, is_neutral ? "somebody's piece" : "nobody's piece, which n: is for");
    else if (!read_square(s, cp_str_skip(item, split), &man.square))
        blame(s, item, "no square");
    else
        add_man(s, &man);
}

/* The part of text up to separator outside parentheses; *text is moved behind. */
static cp_str take_part(cp_str *text, char separator)
{
    size_t len = 0;
    bool is_inside = false;
    for (; len < text->len && (is_inside || text->at[len] != separator); len++)
        is_inside = text->at[len] == '(' || (is_inside && text->at[len] != ')');
    cp_str part = {text->at, len};
    *text = cp_str_skip(*text, len < text->len ? len + 1 : len);
    return cp_str_trim(part);
}

static void read_men(struct reading *s, cp_str clause, enum cp_side side, bool is_neutral)
{
    if (!cp_str_trim(clause).len)
        return;
    do
        read_man(s, take_part(&clause, ','), side, is_neutral);
    while (clause.len);
}

/* ---- the other clauses ---- */

/* Length of the square that list begins with, read or not. */
static size_t square_length(cp_str list)
{
    size_t len = 0;
    bool is_inside = list.len && list.at[0] == '(';
    while (len < list.len && list.at[len] != ')' &&
           (is_inside || (!cp_is_space(list.at[len]) && !strchr(",<", list.at[len]))))
        len++;
    return len + (len < list.len && list.at[len] == ')');
}

static void read_moved(struct reading *s, cp_str list)
{
    for (list = cp_behind_commas(list); list.len; list = cp_behind_commas(list)) {
        cp_square square;
        size_t len = square_length(list);
        cp_str part = {list.at, len ? len : 1};
        if (!read_square(s, part, &square)) {
            blame(s, part, "no square");
        } else {
            s->moved =
                cp_arena_grow(s->arena, s->moved, s->moved_count, &s->moved_room, sizeof *s->moved);
            s->moved[s->moved_count++] =
                (struct moved){.square = square, .text = part, .at = span_of(s, part)};
        }
        list = cp_str_skip(list, part.len);
    }
}

/* e3<e4 (5,5)<(5,6): pairs of squares. */
static void read_befores(struct reading *s, cp_str list)
{
    struct cp_start *start = s->start;
    for (list = cp_behind_commas(list); list.len; list = cp_behind_commas(list)) {
        cp_before before;
        size_t now = square_length(list), sign = cp_space_end(list, now);
        bool has_sign = now && sign < list.len && list.at[sign] == '<';
        cp_str rest = cp_str_trim(cp_str_skip(list, has_sign ? sign + 1 : list.len));
        size_t then = square_length(rest);
        size_t end = has_sign ? (size_t)(rest.at - list.at) + then : list.len;
        locate(s, list.at, &before.line, &before.col);
        start->befores = cp_arena_grow(s->arena, start->befores, start->before_count,
                                       &s->before_room, sizeof *start->befores);
        if (has_sign && read_square(s, (cp_str){list.at, now}, &before.now) &&
            read_square(s, (cp_str){rest.at, then}, &before.then))
            start->befores[start->before_count++] = before;
        else
            blame(s, (cp_str){list.at, end}, "write before e3<e4: where it stands, and stood");
        list = cp_str_skip(list, end);
    }
}

/* One word per value makes words an order, if not that of the numbers. */
static int order_of(cp_square a, cp_square b)
{
    if (a.file.v != b.file.v)
        return a.file.v < b.file.v ? -1 : 1;
    return a.rank.v < b.rank.v ? -1 : a.rank.v > b.rank.v;
}

static int by_square(const void *left, const void *right)
{
    const struct moved *a = left, *b = right;
    return order_of(a->square, b->square);
}

static void mark_moved(struct reading *s)
{
    uint32_t count = 0;
    if (!s->moved_count)
        return;
    qsort(s->moved, s->moved_count, sizeof *s->moved, by_square);
    for (uint32_t i = 0; i < s->moved_count; i++) /* each square once */
        if (!i || by_square(&s->moved[i], &s->moved[count - 1]))
            s->moved[count++] = s->moved[i];
    for (uint32_t i = 0; i < s->start->count; i++) {
        cp_man *man = &s->start->men[i];
        struct moved key = {.square = man->square};
        struct moved *found = bsearch(&key, s->moved, count, sizeof *s->moved, by_square);
        man->moved = found != NULL;
        if (found)
            found->is_met = true;
    }
    for (uint32_t i = 0; i < count && s->is_good; i++)
        if (!s->moved[i].is_met)
            blame_at(s, s->moved[i].text, s->moved[i].at,
                     "no piece stands there that could have moved");
}

/* Whether the clause is the first of its kind; a second one is blamed. */
static bool is_first(struct reading *s, bool *has, cp_str clause)
{
    if (*has)
        blame(s, clause, "given twice");
    return !*has && (*has = true);
}

/* Whether clause begins with the keyword; *rest is what follows. */
static bool has_word(cp_str clause, const char *keyword, cp_str *rest)
{
    size_t len = strlen(keyword);
    if (clause.len < len || !cp_str_like((cp_str){clause.at, len}, cp_str_from(keyword)))
        return false;
    *rest = cp_str_skip(clause, len);
    if (rest->len && cp_is_letter(rest->at[0]))
        return false;
    *rest = cp_str_trim(*rest);
    return true;
}

/* "w:" and the pieces behind it. */
static bool has_side(cp_str clause, const char *letter, cp_str *men)
{
    if (!has_word(clause, letter, men) || !men->len || men->at[0] != ':')
        return false;
    *men = cp_str_skip(*men, 1);
    return true;
}

static void read_clause(struct reading *s, cp_str clause)
{
    cp_str rest;
    if (has_side(clause, "w", &rest))
        read_men(s, rest, CP_WHITE, false);
    else if (has_side(clause, "b", &rest))
        read_men(s, rest, CP_BLACK, false);
    else if (has_side(clause, "n", &rest))
        read_men(s, rest, CP_WHITE, true);
    else if (has_word(clause, "turn", &rest)) {
        if (!is_first(s, &s->has_turn, clause))
            return;
        bool is_black = cp_str_like(rest, CP_STR("b")) || cp_str_like(rest, CP_STR("black"));
        s->start->turn = is_black ? CP_BLACK : CP_WHITE;
        if (!is_black && !cp_str_like(rest, CP_STR("w")) && !cp_str_like(rest, CP_STR("white")))
            blame(s, rest, "turn is w or b");
    } else if (has_word(clause, "moved", &rest))
        read_moved(s, rest);
    else if (has_word(clause, "castle", &rest)) {
        if (is_first(s, &s->has_castling, clause))
            s->start->castling = rest;
    } else if (has_word(clause, "quiet",
                        &rest)) { /* half-moves without a capture or a pawn's move */
        if (!cp_number_parse(rest, INT32_MAX, &s->start->quiet))
            blame(s, clause, "write quiet 12: half-moves without a capture or a pawn's move");
        s->start->says_quiet = true;
    } else if (s->alphabet->checks_win && has_word(clause, "checks", &rest)) {
        if (!cp_checks_parse(s->start->checked, s->alphabet, rest))
            blame(s, clause, "checks left are written 3+1, no more than win");
    } else if (has_word(clause, "ep", &rest)) {
        if (!is_first(s, &s->has_passed, clause))
            return;
        s->start->has_en_passant = read_square(s, rest, &s->start->en_passant);
        if (!s->start->has_en_passant)
            blame(s, rest, "no square");
    } else if (s->alphabet->has_before && has_word(clause, "before", &rest))
        read_befores(s, rest);
    else if (clause.len)
        blame(s, clause, "nothing that a start position has");
}

/* ---- ICN ---- */

enum { CODES = 27 * 27, NOT_ASKED = 254 }; /* codes of one letter or two */

/* A piece without + has moved: for its first move it has no right. The kind of each code is looked
 * for once. */
static void add_icn_man(struct reading *s, uint8_t kinds[CODES], const cp_icn_man *read)
{
    cp_str code = read->code;
    bool is_whites = code.len && code.at[0] <= 'Z', has_one_case = true;
    cp_man man = {.kind = CP_NO_KIND,
                  .side = is_whites ? CP_WHITE : CP_BLACK,
                  .square = read->square,
                  .moved = !read->is_marked};
    locate(s, read->text.at, &man.line, &man.col);
    if (!read->is_good) {
        blame(s, read->text, "a piece is written P5,2 or p5,7+");
        return;
    }
    if (code.len <= CP_CODE_MOST) {
        int second = code.len > 1 ? cp_lower(code.at[1]) - 'a' + 1 : 0;
        uint8_t *kind = &kinds[(cp_lower(code.at[0]) - 'a') * 27 + second];
        if (*kind == NOT_ASKED)
            *kind = cp_code_find(s->alphabet, code);
        man.kind = *kind;
    }
    for (size_t i = 1; i < code.len; i++)
        has_one_case &= (code.at[i] <= 'Z') == is_whites;
    if (!has_one_case || (is_whites && cp_code_neutral(code)))
        cp_diag_report(s->d, CP_PIECE_OTHER, span_of(s, read->text), "%.*s",
                       cp_str_shown(read->text), read->text.at);
    if (cp_code_neutral(code)) { /* kept as White's */
        man.side = CP_WHITE;
        man.moved = false;
    }
    if (read->player.len)
        blame(s, read->text, "games of more than two players are not read");
    else if (man.kind == CP_NO_KIND)
        blame(s, read->text,
              cp_code_name(code).len ? "no piece of this variant" : "no piece has this code");
    else
        add_man(s, &man);
}

static void read_icn_men(struct reading *s, cp_str men)
{
    const cp_str all = men;
    uint8_t kinds[CODES];
    cp_icn_man man;
    memset(kinds, NOT_ASKED, sizeof kinds);
    while (cp_icn_take_man(s->ints, &men, &man)) {
        if (man.is_odd)
            cp_diag_report(s->d, CP_NUMBER_UNUSUAL, span_of(s, man.text), "%.*s",
                           cp_str_shown(man.text), man.text.at);
        add_icn_man(s, kinds, &man);
    }
    if (all.len && all.at[all.len - 1] == '|')
        blame(s, cp_str_skip(all, all.len - 1), "a piece is written P5,2 or p5,7+");
}

/* 12/100: what is counted is the variant's business. */
static void read_icn_count(struct reading *s, cp_str text, uint32_t *out)
{
    cp_str rest = text;
    if (text.len && !cp_number_parse(cp_scan_until(&rest, '/'), UINT32_MAX, out))
        blame(s, text, "no such count");
}

static bool parse_icn(struct reading *s)
{
    struct cp_icn icn;
    struct cp_start *start = s->start;
    cp_icn_split(&icn, s->text);
    s->fault = CP_ICN_VALUE;
    for (size_t at = 0, len; at < s->text.len; at += len ? len : 1) {
        cp_str text = cp_str_skip(s->text, at);
        len = cp_icn_word(text); /* a record may have moves there */
        if (len && cp_icn_look(text) == CP_ICN_MOVES)
            blame(s, (cp_str){text.at, len}, "moves are no field");
    }
    cp_str turn = icn.field[CP_ICN_TURN];
    start->turn = turn.len && turn.at[0] == 'b' ? CP_BLACK : CP_WHITE;
    cp_square_text square;
    cp_str passed = icn.field[CP_ICN_PASSED];
    start->has_en_passant =
        passed.len && cp_square_scan_open(s->ints, passed, &square) && !(square.odd & CP_ODD_DOT);
    if (start->has_en_passant)
        start->en_passant = square.square;
    else if (passed.len)
        blame(s, passed, "no square");
    read_icn_count(s, icn.field[CP_ICN_QUIET], &start->quiet);
    start->says_quiet = start->quiet > 0;
    read_icn_count(s, icn.field[CP_ICN_NUMBER], &start->number);
    read_icn_men(s, icn.field[CP_ICN_POSITION]);
    if (!start->count && s->is_good)
        blame(s, icn.field[CP_ICN_POSITION], "no pieces");
    return s->is_good;
}

bool cp_start_parse(struct cp_start *out, struct cp_arena *arena, struct cp_ints *ints,
                    const struct cp_alphabet *a, cp_str text, cp_span at, struct cp_diags *d)
{
    if (cp_fen_is(text))
        return cp_fen_parse(out, arena, a, text, at, d);
    *out = (struct cp_start){.turn = CP_WHITE};
    struct reading s = {.start = out,
                        .arena = arena,
                        .ints = ints,
                        .alphabet = a,
                        .text = text,
                        .at = at,
                        .d = d,
                        .fault = CP_NOT_A_SETUP,
                        .is_good = true,
                        .seen = text.at,
                        .line = 1,
                        .line_begin = text.at};
    if (cp_icn_is_start(text))
        return parse_icn(&s);
    while (text.len)
        read_clause(&s, take_part(&text, ';'));
    if (!out->count && s.is_good)
        blame(&s, s.text, "no pieces");
    mark_moved(&s);
    return s.is_good;
}

/* A field of an ICN that is a start. */
static cp_str field_of(cp_str text, enum cp_icn_field field)
{
    struct cp_icn icn;
    cp_icn_split(&icn, text);
    return icn.field[field];
}

uint32_t cp_start_number(cp_str text)
{
    uint32_t number;
    if (cp_icn_is_start(text))
        return cp_number_parse(field_of(text, CP_ICN_NUMBER), UINT32_MAX, &number) && number
                   ? number
                   : 1;
    return cp_fen_is(text) ? cp_fen_number(text) : 1;
}

enum cp_side cp_start_turn(cp_str text)
{
    cp_str rest;
    if (cp_fen_is(text))
        return cp_fen_turn(text);
    if (cp_icn_is_start(text))
        return cp_str_starts(field_of(text, CP_ICN_TURN), CP_STR("b")) ? CP_BLACK : CP_WHITE;
    while (text.len)
        if (has_word(take_part(&text, ';'), "turn", &rest) && rest.len)
            return cp_lower(rest.at[0]) == 'b' ? CP_BLACK : CP_WHITE;
    return CP_WHITE;
}

/* ---- writing ---- */

/* Those of a side behind w: or b:, what is nobody's behind n:, if there is any. */
static void format_men(const struct cp_ints *ints, struct cp_buf *out, const struct cp_alphabet *a,
                       const struct cp_start *start, const char *word, enum cp_spelling spelling)
{
    enum cp_side side = *word == 'b' ? CP_BLACK : CP_WHITE;
    bool is_neutral = *word == 'n';
    if (!is_neutral)
        cp_buf_printf(out, "%s%s:", side == CP_WHITE ? "" : "; ", word);
    const char *before = is_neutral ? "; n: " : " ";
    for (uint32_t i = 0; i < start->count; i++) {
        const cp_man *man = &start->men[i];
        bool is_here = is_neutral ? a->pieces[man->kind].is_neutral
                                  : man->side == side && !a->pieces[man->kind].is_neutral;
        if (!is_here)
            continue;
        cp_str letter = a->pieces[man->kind].letter;
        cp_buf_puts(out, before);
        cp_buf_put(out, letter);
        if (letter.len)
            cp_buf_putc(out, ' ');
        cp_square_format(ints, out, man->square, spelling);
        before = ", ";
    }
}

void cp_start_format(const struct cp_ints *ints, struct cp_buf *out, const struct cp_alphabet *a,
                     const struct cp_start *start, enum cp_spelling spelling)
{
    format_men(ints, out, a, start, "w", spelling);
    format_men(ints, out, a, start, "b", spelling);
    format_men(ints, out, a, start, "n", spelling);
    if (start->turn == CP_BLACK)
        cp_buf_puts(out, "; turn b");
    const char *before = "; moved ";
    for (uint32_t i = 0; i < start->count; i++)
        if (start->men[i].moved) {
            cp_buf_puts(out, before);
            cp_square_format(ints, out, start->men[i].square, spelling);
            before = " ";
        }
    if (start->has_en_passant) {
        cp_buf_puts(out, "; ep ");
        cp_square_format(ints, out, start->en_passant, spelling);
    }
    if (start->castling.len) {
        cp_buf_puts(out, "; castle ");
        cp_buf_put(out, start->castling);
    }
    for (uint32_t i = 0; i < start->before_count; i++) {
        cp_buf_puts(out, i ? " " : "; before ");
        cp_square_format(ints, out, start->befores[i].now, spelling);
        cp_buf_putc(out, '<');
        cp_square_format(ints, out, start->befores[i].then, spelling);
    }
    if (start->quiet && (a->counts_quiet || start->says_quiet))
        cp_buf_printf(out, "; quiet %u", start->quiet);
    if (start->checked[CP_WHITE] || start->checked[CP_BLACK])
        cp_checks_put(out, a, start, "; checks ");
}

/* ---- one clock ---- */

static bool is_between(char c)
{
    return cp_is_space(c) || c == ',' || c == ';';
}

size_t cp_clock_scan(struct cp_ints *ints, cp_str text, bool bounded, cp_clock *out)
{
    cp_square_text square;
    size_t closed = cp_square_scan(ints, text, &square), len = closed;
    while (!closed && len < text.len && (cp_is_letter(text.at[len]) || cp_is_digit(text.at[len])))
        len++;
    if (!closed &&
        (!bounded || !len || !cp_square_scan_open(ints, (cp_str){text.at, len}, &square)))
        return 0;
    *out = (cp_clock){
        .square = square.square, .spelling = closed ? square.spelling : CP_BARE, .odd = square.odd};
    cp_str rest = cp_behind_space(cp_str_skip(text, len));
    if (!cp_scan_char(&rest, ':'))
        return 0;
    rest = cp_behind_space(rest);
    cp_str digits = cp_scan_digits(&rest);
    if (!cp_number_parse(digits, UINT32_MAX, &out->left))
        out->left = UINT32_MAX;
    out->in_plies = rest.len && cp_lower(rest.at[0]) == 'p';
    rest = cp_str_skip(rest, out->in_plies);
    bool is_over = !rest.len || is_between(rest.at[0]);
    return digits.len && is_over ? text.len - rest.len : 0;
}

/* How far what is no clock goes: never 0. */
static size_t word_length(cp_str text)
{
    size_t len = 0;
    bool is_inside = false;
    for (; len < text.len && (is_inside || !is_between(text.at[len])); len++)
        is_inside = text.at[len] == '(' || (is_inside && text.at[len] != ')');
    return len ? len : 1;
}

void cp_clocks_rewrite(struct cp_ints *ints, struct cp_buf *out, cp_str text, bool bounded,
                       cp_square shift, enum cp_spelling spelling, bool keeps_bare)
{
    cp_clock clock;
    while (text.len) {
        size_t len = cp_clock_scan(ints, text, bounded, &clock);
        if (len) {
            bool is_kept = keeps_bare && clock.spelling == CP_BARE;
            cp_square square = cp_square_shift(ints, clock.square, shift);
            cp_square_format(ints, out, square, is_kept ? CP_BARE : spelling);
            cp_buf_printf(out, ":%u%s", clock.left, clock.in_plies ? "p" : "");
        } else {
            len = word_length(text);
            cp_buf_put(out, (cp_str){text.at, len});
        }
        text = cp_str_skip(text, len);
    }
}

/* ---- clocks of pieces ---- */

static int by_man_square(const void *left, const void *right)
{
    return order_of((*(cp_man *const *)left)->square, (*(cp_man *const *)right)->square);
}

/* A piece that has just arrived has the whole delay before it, never more. */
static void set_clock(struct reading *s, const cp_clock *clock, cp_str part)
{
    cp_man like = {.square = clock->square}, *key = &like;
    cp_man **found = s->start->count
                         ? bsearch(&key, s->men, s->start->count, sizeof *s->men, by_man_square)
                         : NULL;
    cp_man *man = found ? *found : NULL;
    uint32_t most = clock->in_plies ? 2 * s->delay : s->delay;
    if (!man)
        blame(s, part, "no piece stands there");
    else if (man->clock)
        blame(s, part, "a second clock on this square");
    else if (!clock->left)
        blame(s, part, "it would have fallen already");
    else if (clock->left > most)
        blame(s, part, "longer than this game's delay");
    else
        man->clock =
            clock->in_plies ? clock->left : 2 * clock->left - (man->side == s->start->turn);
}

bool cp_clocks_parse(struct cp_start *start, struct cp_arena *arena, struct cp_ints *ints,
                     bool bounded, uint32_t delay, cp_str text, cp_span at, struct cp_diags *d)
{
    struct reading s = {.start = start,
                        .d = d,
                        .at = at,
                        .fault = CP_CLOCK_WRONG,
                        .is_good = true,
                        .seen = text.at,
                        .line = 1,
                        .line_begin = text.at,
                        .delay = delay};
    if (!delay && cp_str_trim(text).len) {
        blame(&s, text, "this game has no trapdoors");
        return false;
    }
    s.men = cp_arena_take(arena, start->count * sizeof *s.men);
    for (uint32_t i = 0; i < start->count; i++)
        s.men[i] = &start->men[i];
    if (start->count)
        qsort(s.men, start->count, sizeof *s.men, by_man_square);
    for (size_t len; text.len; text = cp_str_skip(text, len)) {
        cp_clock clock;
        len = 1;
        if (is_between(text.at[0]))
            continue;
        len = cp_clock_scan(ints, text, bounded, &clock);
        bool is_clock = len && !(clock.odd & CP_ODD_DOT);
        len = len ? len : word_length(text);
        cp_str part = {text.at, len};
        if (is_clock && clock.odd) {
            cp_span where = span_of(&s, part);
            cp_diag_report(d, CP_NUMBER_UNUSUAL, where, "%.*s", (int)where.len, part.at);
        }
        if (is_clock)
            set_clock(&s, &clock, part);
        else
            blame(&s, part, "not a square and a number");
    }
    return s.is_good;
}
