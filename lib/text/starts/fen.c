/* SPDX-License-Identifier: MIT */
/* fen.c -- fields, read from left to right: a table says which a board of these
 * words has. The pieces are read square by square, so that what is wrong is reported
 * where it stands. */
#include "text/starts/fen.h"

#include "base/scan.h"
#include "text/starts/icn_parts.h"
#include "text/tokens.h"

#include <stdio.h>

enum {
    SIZE_MOST = 1000,
    FILES_MOST = 26,
    NUMBER_MOST = 999999999,
    PASSED_MOST = 100
}; /* files and ranks of the largest board */

struct reading {
    struct cp_start *start;
    struct cp_arena *arena;
    const struct cp_alphabet *alphabet;
    cp_str text;
    cp_span at;
    struct cp_diags *d;
    size_t room;
    bool is_good;
};

static cp_span span_of(const struct reading *s, cp_str part)
{
    cp_span at = s->at;
    at.col += at.col ? (uint32_t)(part.at - s->text.at) : 0;
    at.len = part.len < 80 ? (uint32_t)part.len : 80;
    return at;
}

static void blame(struct reading *s, cp_str part, const char *why)
{
    cp_span at = span_of(s, part);
    s->is_good = false;
    cp_diag_report(s->d, CP_NOT_A_FEN, at, "%s: \"%.*s\"", why, (int)at.len, part.at);
}

/* It is read, but not all of it is taken over. */
static void warn(struct reading *s, cp_str part, const char *what)
{
    cp_span at = span_of(s, part);
    cp_diag_report(s->d, CP_FEN_UNUSUAL, at, "%s: \"%.*s\"", what, (int)at.len, part.at);
}

/* ---- fields ---- */

static cp_str field_of(cp_str text, int number)
{
    cp_str field = {text.at, 0};
    for (int i = 0; i <= number; i++)
        field = cp_scan_word(&text);
    return field;
}

/* ---- pieces ---- */

/* A letter stands for White's piece when it is a capital, as in the alphabet; * for a void. */
static void read_man(struct reading *s, cp_str letter, int32_t file, int32_t rank)
{
    struct cp_start *start = s->start;
    const struct cp_alphabet *a = s->alphabet;
    enum cp_side side = letter.at[0] >= 'a' && letter.at[0] <= 'z' ? CP_BLACK : CP_WHITE;
    uint32_t kind = 0;
    for (; kind < a->count; kind++) {
        cp_str own = cp_alphabet_letter(a, (uint8_t)kind);
        bool is_it = own.len == 1 && cp_lower(own.at[0]) == cp_lower(letter.at[0]);
        if (letter.at[0] == '*' ? a->pieces[kind].is_void : is_it)
            break;
    }
    if (kind == a->count) {
        blame(s, letter, "no piece has this letter");
        return;
    }
    start->men = cp_arena_grow(s->arena, start->men, start->count, &s->room, sizeof *start->men);
    start->men[start->count++] =
        (cp_man){.square = {CP_INT(file), CP_INT(rank)},
                 .kind = (uint8_t)kind,
                 .side = (uint8_t)side,
                 .moved = a->pieces[kind].promotes && rank != a->home[side],
                 .line = 1,
                 .col = (uint32_t)(letter.at - s->text.at) + 1};
}

/* One rank; how many files it has. */
static int32_t read_rank(struct reading *s, cp_str row, int32_t rank)
{
    int32_t file = 0;
    for (size_t i = 0; s->is_good && i < row.len && file <= SIZE_MOST;) {
        size_t digits = i;
        int32_t empty = 0;
        while (digits < row.len && cp_is_digit(row.at[digits]) && empty <= SIZE_MOST)
            empty = empty * 10 + (row.at[digits++] - '0');
        if (digits > i) {
            file += empty;
            i = digits;
        } else if (row.at[i] == '~') { /* of other programs */
            warn(s, (cp_str){row.at + i++, 1}, "a mark of promoted pieces is passed over");
        } else {
            read_man(s, (cp_str){row.at + i++, 1}, ++file, rank);
        }
    }
    return file;
}

static void read_men(struct reading *s, cp_str field)
{
    int32_t rank = s->alphabet->ranks, files = s->alphabet->files;
    for (cp_str rest = field;; rank--) {
        cp_str row = cp_scan_until(&rest, '/');
        if (rank < 1) {
            blame(s, row, "one rank too many");
            return;
        }
        int32_t seen = read_rank(s, row, rank);
        if (s->is_good && seen != files) {
            char why[80];
            (void)snprintf(why, sizeof why, "rank %d has %d files instead of %d", rank, seen,
                           files);
            blame(s, row, why);
        }
        if (row.at + row.len == field.at + field.len || !s->is_good)
            break;
    }
    if (s->is_good && rank > 1)
        blame(s, field, "ranks are missing");
}

/* ---- the other fields ---- */

static void read_turn(struct reading *s, cp_str field)
{
    if (cp_str_like(field, CP_STR("b")))
        s->start->turn = CP_BLACK;
    else if (!cp_str_like(field, CP_STR("w")))
        blame(s, field, "turn is w or b");
}

static void read_castling(struct reading *s, cp_str field)
{
    if (cp_str_is(field, "-"))
        return;
    for (size_t i = 0; i < field.len; i++)
        if (!cp_is_letter(field.at[i])) {
            blame(s, field, "castling is -, KQkq or files of rooks");
            return;
        } else if (memchr(field.at, field.at[i], i)) {
            warn(s, field, "a right to castle stands there twice");
        }
    s->start->castling = field;
    s->start->castling_col = (uint32_t)(field.at - s->text.at) + 1;
}

/* The bare square that text is. */
static bool square_of(cp_str text, cp_square *out)
{
    uint32_t rank;
    if (text.len < 2 || text.at[0] < 'a' || text.at[0] > 'z' ||
        !cp_number_parse(cp_str_skip(text, 1), NUMBER_MOST, &rank))
        return false;
    *out = (cp_square){CP_INT(text.at[0] - 'a' + 1), CP_INT(rank)};
    return true;
}

static bool is_within(const struct reading *s, cp_square at)
{
    return at.file.v <= s->alphabet->files && at.rank.v >= 1 && at.rank.v <= s->alphabet->ranks;
}

static bool is_empty(const struct cp_start *start, cp_square at)
{
    bool is = true;
    for (uint32_t i = 0; i < start->count; i++)
        is &= !cp_square_equal(start->men[i].square, at);
    return is;
}

/* d6, of a longer step c3c4; or where pawns go slantwise d6c5, in any order: the square on which
 * something stands is the pawn's. */
static void read_passed(struct reading *s, cp_str field)
{
    if (cp_str_is(field, "-"))
        return;
    struct cp_start *start = s->start;
    uint32_t passed = 0;
    bool is_good = true;
    start->passed_col = (uint32_t)(field.at - s->text.at) + 1;
    for (cp_str rest = field; rest.len && is_good;) {
        cp_square at;
        size_t cut = cp_digits_end(rest, 1);
        is_good =
            square_of((cp_str){rest.at, cut}, &at) && is_within(s, at) && passed < PASSED_MOST;
        rest = cp_str_skip(rest, cut);
        if (!is_empty(start, at)) {
            is_good &= !start->passer.file.v;
            start->passer = at;
            continue;
        }
        /* The last is next to the pawn, which went the other way than who is to move. */
        bool is_nearer = (at.rank.v < start->en_passant.rank.v) == (start->turn == CP_WHITE);
        if (!passed++ || is_nearer)
            start->en_passant = at;
    }
    start->has_en_passant = is_good;
    start->passed_more = (uint8_t)(passed - (passed > 0));
    if (!passed) { /* nobody can have passed over it */
        start->en_passant = start->passer;
        start->passer = (cp_square){CP_INT(0), CP_INT(0)};
    }
    if (!is_good)
        blame(s, field, "en passant is - or a square of the board");
}

/* e3<e4,g5<g6 */
static void read_befores(struct reading *s, cp_str field)
{
    struct cp_start *start = s->start;
    if (cp_str_is(field, "-"))
        return;
    uint32_t room = (uint32_t)(field.len / strlen("a1<a2") + 1);
    start->befores = cp_arena_take(s->arena, room * sizeof *start->befores);
    bool ends_well = field.at[field.len - 1] != ',';
    for (cp_str rest = field; s->is_good && rest.len;) {
        cp_str then = cp_scan_until(&rest, ','), now = cp_scan_until(&then, '<');
        cp_before before = {.line = 1, .col = (uint32_t)(now.at - s->text.at) + 1};
        if (ends_well && start->before_count < room && square_of(now, &before.now) &&
            square_of(then, &before.then))
            start->befores[start->before_count++] = before;
        else
            blame(s, field, "what stood elsewhere before is - or pairs such as e3<e4,g5<g6");
    }
}

static void read_count(struct reading *s, cp_str field, uint32_t *count)
{
    if (cp_str_is(field, "-"))
        warn(s, field, "a number is missing");
    else if (!cp_number_parse(field, NUMBER_MOST, count))
        blame(s, field, "a number is wanted");
}

static void read_quiet(struct reading *s, cp_str field)
{
    read_count(s, field, &s->start->quiet);
}

static void read_number(struct reading *s, cp_str field)
{
    s->start->number = 1;
    read_count(s, field, &s->start->number);
    if (!s->start->number)
        warn(s, field, "moves are counted from 1");
}

/* 3+1 or +0+2, as no other field is. */
static bool is_checks(cp_str field)
{
    return field.len && (field.at[0] == '+' || cp_is_digit(field.at[0])) &&
           memchr(field.at, '+', field.len);
}

bool cp_checks_parse(uint8_t given[2], const struct cp_alphabet *a, cp_str text)
{
    bool is_given = text.len && text.at[0] == '+';
    uint32_t most = (uint32_t)a->checks_win, count[2];
    cp_str black = cp_str_skip(text, is_given), white = cp_scan_until(&black, '+');
    if (!most || !cp_number_parse(white, most, &count[CP_WHITE]) ||
        !cp_number_parse(black, most, &count[CP_BLACK]))
        return false;
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        given[side] = (uint8_t)(is_given ? count[side] : most - count[side]);
    return true;
}

struct fields {
    void (*read[6])(struct reading *, cp_str);
    int count, enough[2]; /* how many may stand there without a word, besides all */
};

static const struct fields of_chess = {
    {read_men, read_turn, read_castling, read_passed, read_quiet, read_number}, 6, {4, 4}};
static const struct fields of_agents = {
    {read_men, read_turn, read_befores, read_number}, 4, {2, 3}};

bool cp_fen_is(cp_str text)
{
    return text.len && !memchr(text.at, ':', text.len) && !cp_icn_is_start(text);
}

/* The length of a square that text begins with, e4 or in parentheses; 0: there is none. (2850) is
 * none, a number alone is on no file, but (010) is on file zero; nor is (NOR 2850). */
static size_t square_like(cp_str text)
{
    size_t at, digits = 0, other = 0;
    const char *close = text.len && text.at[0] == '(' ? memchr(text.at, ')', text.len) : NULL;
    if (!close) {
        bool has_file = text.len && text.at[0] >= 'a' && text.at[0] <= 'z';
        size_t len = has_file ? cp_digits_end(text, 1) : 0;
        return len > 1 ? len : 0;
    }
    for (at = 1; text.at + at < close; at++) {
        bool is_digit = cp_is_digit(text.at[at]);
        digits += is_digit;
        other += !is_digit && !cp_is_space(text.at[at]);
        if (cp_is_letter(text.at[at]) && cp_is_space(text.at[at + 1]))
            return 0;
    }
    return digits && (other || text.at[1] == '0') ? at + 1 : 0;
}

/* "w: K (1,1), ...": of a pawn alone, b: e4, only where others follow. */
static bool is_list(cp_str line)
{
    if (line.len < 2 || line.at[1] != ':' || !strchr("wbWB", line.at[0]) || !line.at[0])
        return false;
    cp_str item = cp_str_trim(cp_str_skip(line, 2));
    size_t letters = cp_letters_end(item, 0);
    letters -= letters && letters < item.len && cp_is_digit(item.at[letters]); /* of a square */
    cp_str at = cp_str_trim(cp_str_skip(item, letters));
    size_t square = square_like(at);
    cp_str behind = cp_str_trim(cp_str_skip(at, square));
    return square && (letters || at.at[0] == '(' || (behind.len && behind.at[0] == ','));
}

/* ---- a line that is FEN ---- */

/* The ranks of a word such as rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR. */
struct ranks {
    size_t len, slashes, signs; /* signs: letters and digits */
    bool has_kings, has_number;
    bool is_even; /* all have as many files, and one at least */
};

static struct ranks scan_ranks(cp_str line)
{
    struct ranks r = {.is_even = true};
    bool has_white = false, has_black = false;
    uint64_t files = 0, first = 0, empty = 0;
    for (; r.len < line.len && !cp_is_space(line.at[r.len]); r.len++) {
        char c = line.at[r.len];
        if (!cp_is_letter(c) && !cp_is_digit(c) && (!c || !strchr("/~[]+", c)))
            return (struct ranks){0}; /* of these some are other games', and refused there */
        bool is_end = c == '/';
        empty = cp_is_digit(c) && empty <= SIZE_MOST ? empty * 10 + (uint64_t)(c - '0') : empty;
        if (!cp_is_digit(c)) {
            files += empty + (uint64_t)cp_is_letter(c);
            empty = 0;
        }
        if (is_end) {
            r.is_even &= files && (!r.slashes || files == first);
            first = r.slashes ? first : files;
            files = 0;
            r.slashes++;
        }
        r.signs += !is_end && (cp_is_letter(c) || cp_is_digit(c));
        r.has_number |= cp_is_digit(c);
        has_white |= c == 'K';
        has_black |= c == 'k';
    }
    r.is_even &= files + empty == first;
    r.has_kings = has_white && has_black;
    return r;
}

bool cp_fen_is_line(cp_str line)
{
    enum { RANKS_USUAL = 8 };
    size_t end = cp_line_end(line, 0);
    bool is_cut = end == line.len && end >= CP_LINE_LOOK;
    line.len = end;
    if (is_list(line))
        return true;
    struct ranks r = scan_ranks(line);
    if (r.slashes < 2 || !r.signs || line.at[0] == '[')
        return false;
    cp_str rest = cp_str_skip(line, r.len), turn = cp_scan_word(&rest);
    bool has_turn = turn.len && strchr("wbWB", turn.at[0]) && (turn.len == 1 || turn.at[1] == ';');
    return has_turn || r.slashes >= RANKS_USUAL - 1 || (!turn.len && is_cut) ||
           (r.is_even && r.has_number && r.has_kings);
}

size_t cp_fen_remark(cp_str behind)
{
    static const cp_str signs[] = {{"#", 1}, {"//", 2}, {"--", 2}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (cp_str_starts(behind, signs[i]))
            return signs[i].len;
    return 0;
}

/* A field that is none of FEN: an operation's name, with or without the end of another before
 * it, and not the square passed over, behind which no string stands; or the number of a move, a
 * comment or a result. */
static bool is_operation_at(cp_str field, int number, cp_str rest)
{
    cp_square ignored;
    cp_str result;
    bool is_number = cp_is_digit(field.at[0]) && memchr(field.at, '.', field.len);
    if (number > 1 && (is_number || field.at[0] == '{' || cp_fen_remark(field) ||
                       cp_result_scan(field, &result, NULL) == field.len))
        return true;
    bool may_be = field.len && (cp_is_letter(field.at[0]) || field.at[0] == ';');
    rest = cp_str_trim(rest);
    return may_be && (number > 3 || (number == 3 && (!square_of(field, &ignored) ||
                                                     (rest.len && rest.at[0] == '"'))));
}

size_t cp_fen_fields(cp_str line, int *count)
{
    cp_str rest = line, field = cp_scan_word(&rest);
    size_t len = 0;
    int number = 0;
    for (; field.len && !is_list(line) && !is_operation_at(field, number, rest);
         number += !is_checks(field)) {
        const char *end = memchr(field.at, ';', field.len);
        len = (size_t)((end ? end : field.at + field.len) - line.at);
        field = end ? (cp_str){0} : cp_scan_word(&rest); /* "0 1; White to move" */
    }
    if (count)
        *count = number;
    return len ? len : cp_str_trim(line).len;
}

bool cp_fen_parse(struct cp_start *out, struct cp_arena *arena, const struct cp_alphabet *a,
                  cp_str text, cp_span at, struct cp_diags *d)
{
    *out = (struct cp_start){.turn = CP_WHITE};
    struct reading s = {out, arena, a, text, at, d, 0, true};
    const struct fields *fields = a->has_before ? &of_agents : &of_chess;
    cp_str rest = text, field = cp_scan_word(&rest);
    int number = 0;
    bool has_checks = !a->checks_win;
    if (!a->ranks)
        blame(&s, field, "FEN is for boards with edges");
    for (; s.is_good && number < fields->count && field.len; number++) {
        if (fields == &of_chess && number == 4 && cp_is_letter(field.at[0])) { /* bm Nf3; */
            warn(&s, cp_str_skip(text, (size_t)(field.at - text.at)),
                 "operations of EPD are passed over");
            return true;
        }
        fields->read[number](&s, field);
        field = cp_scan_word(&rest);
        if (!has_checks && number > 2 && is_checks(field)) {
            has_checks = true;
            if (!cp_checks_parse(out->checked, a, field))
                blame(&s, field, "checks left are written 3+1, no more than win");
            field = cp_scan_word(&rest);
        }
    }
    if (s.is_good && number == 0)
        blame(&s, text, "no pieces");
    if (s.is_good && field.len)
        blame(&s, field, fields == &of_chess ? "more than six fields" : "more than four fields");
    if (s.is_good && number < fields->count && number != fields->enough[0] &&
        number != fields->enough[1])
        cp_diag_report(d, CP_FEN_UNUSUAL, span_of(&s, text), "%d of %d fields", number,
                       fields->count);
    return s.is_good;
}

enum cp_side cp_fen_turn(cp_str text)
{
    return cp_str_like(field_of(text, 1), CP_STR("b")) ? CP_BLACK : CP_WHITE;
}

/* The fourth field of agents is a number, of chess a square or a dash. */
uint32_t cp_fen_number(cp_str text)
{
    uint32_t number;
    bool has =
        cp_number_parse(field_of(text, 3), NUMBER_MOST, &number) ||
        cp_number_parse(field_of(text, is_checks(field_of(text, 4)) ? 6 : 5), NUMBER_MOST, &number);
    return has && number ? number : 1;
}

/* ---- writing ---- */

bool cp_fen_can(const struct cp_alphabet *a)
{
    bool can = a->ranks && a->files <= FILES_MOST;
    for (uint32_t k = 0; k < a->count; k++)
        can &= cp_alphabet_letter(a, (uint8_t)k).len == 1;
    return can;
}

static bool is_inside(const struct cp_alphabet *a, cp_square square)
{
    int64_t file = cp_int_or(square.file, 0), rank = cp_int_or(square.rank, 0);
    return file >= 1 && file <= a->files && rank >= 1 && rank <= a->ranks;
}

bool cp_fen_holds(const struct cp_alphabet *a, const struct cp_start *start)
{
    bool holds = !start->has_en_passant || is_inside(a, start->en_passant);
    for (uint32_t i = 0; i < start->count; i++)
        holds &= is_inside(a, start->men[i].square);
    for (uint32_t i = 0; i < start->before_count; i++)
        holds &= is_inside(a, start->befores[i].now) && is_inside(a, start->befores[i].then);
    return holds;
}

static void put_square(struct cp_buf *out, cp_square square)
{
    cp_buf_putc(out, (char)('a' + cp_int_or(square.file, 1) - 1));
    cp_buf_put_int(out, cp_int_or(square.rank, 1));
}

static char *put_count(char *to, int32_t n)
{
    if (n > 9)
        to = put_count(to, n / 10);
    if (n)
        *to++ = (char)('0' + n % 10);
    return to;
}

void cp_fen_put_squares(struct cp_buf *out, const char *letters, int32_t files, int32_t ranks)
{
    char *first = cp_buf_room(out, (size_t)(files + 1) * (size_t)ranks), *to = first;
    for (int32_t rank = 0; rank < ranks; rank++) {
        int32_t empty = 0;
        for (int32_t file = 0; file < files; file++, letters++) {
            if (!*letters) {
                empty++;
                continue;
            }
            to = put_count(to, empty);
            empty = 0;
            *to++ = *letters;
        }
        to = put_count(to, empty);
        *to++ = '/';
    }
    out->len += (size_t)(to - first) - 1; /* without the last '/' */
}

void cp_checks_put(struct cp_buf *out, const struct cp_alphabet *a, const struct cp_start *start,
                   const char *before)
{
    if (a->checks_win)
        cp_buf_printf(out, "%s%d+%d", before, a->checks_win - start->checked[CP_WHITE],
                      a->checks_win - start->checked[CP_BLACK]);
}

void cp_fen_put_state(struct cp_buf *out, const struct cp_alphabet *a, const struct cp_start *start,
                      bool is_epd)
{
    cp_buf_put(out, start->turn == CP_WHITE ? CP_STR(" w ") : CP_STR(" b "));
    for (uint32_t i = 0; a->has_before && i < start->before_count; i++) {
        cp_buf_puts(out, i ? "," : "");
        put_square(out, start->befores[i].now);
        cp_buf_putc(out, '<');
        put_square(out, start->befores[i].then);
    }
    if (a->has_before && !start->before_count)
        cp_buf_putc(out, '-');
    if (!a->has_before) {
        cp_buf_put(out, start->castling.len ? start->castling : CP_STR("-"));
        cp_buf_putc(out, ' ');
    }
    if (!a->has_before && start->has_en_passant) {
        cp_square at = start->en_passant;
        for (int64_t n = 0; n <= start->passed_more; n++) { /* from the pawn on back */
            put_square(out, at);
            at.file.v -= start->passer.file.v - start->en_passant.file.v;
            at.rank.v -= start->passer.rank.v - start->en_passant.rank.v;
        }
        if (start->passer.file.v && !cp_int_equal(start->passer.file, start->en_passant.file))
            put_square(out, start->passer);
    } else if (!a->has_before) {
        cp_buf_putc(out, '-');
    }
    cp_checks_put(out, a, start, " ");
    if (is_epd)
        return;
    if (!a->has_before) {
        cp_buf_putc(out, ' ');
        cp_buf_put_int(out, start->quiet);
    }
    cp_buf_putc(out, ' ');
    cp_buf_put_int(out, start->number ? start->number : 1);
}

void cp_fen_format(struct cp_buf *out, const struct cp_alphabet *a, const struct cp_start *start,
                   bool is_epd)
{
    for (int32_t rank = a->ranks; rank >= 1; rank--) {
        char letters[FILES_MOST] = {0};
        for (uint32_t i = start->count; i-- > 0;) {
            const cp_man *man = &start->men[i];
            int64_t file = cp_int_or(man->square.file, 0);
            if (man->square.rank.v != rank || file < 1 || file > a->files)
                continue;
            bool is_void = a->pieces[man->kind].is_void;
            char c = is_void ? '*' : cp_alphabet_letter(a, man->kind).at[0];
            letters[file - 1] = man->side == CP_BLACK ? cp_lower(c) : c;
        }
        cp_fen_put_squares(out, letters, a->files, 1);
        if (rank > 1)
            cp_buf_putc(out, '/');
    }
    cp_fen_put_state(out, a, start, is_epd);
}
