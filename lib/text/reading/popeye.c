/* SPDX-License-Identifier: MIT */
/* popeye.c -- a problem in the words of Popeye, the solver of problems:
 *
 *     BeginProblem
 *     Author Sam Loyd                   Origin and Title, too: the rest of the line
 *     Pieces White Kc1 Qd2 Pa2b3
 *            Black Ke8
 *     Stipulation #2
 *     EndProblem                        or NextProblem, and the next one
 *
 * It becomes a game without moves: its pieces the FEN it begins from, what is said of it tags. As
 * Popeye has it White moves, of helpmates Black, and a king and a rook at home may castle.
 *
 * What would make it another problem when it is left out is refused, once a problem; options of
 * the search and its output are known by name, so one of later years is refused, too. */
#include "text/reading/reading.h"

#include "base/scan.h"
#include "base/utf8.h"
#include "text/starts/fen.h"

/* ---- words ---- */

enum { SIGN = 3, SURE = 6, LOOK = 1024, WORD_MOST = 256, SIDE = 8 };

/* Commands, in the order of names; of the first ones what follows on the line is text. */
enum { VALUE, BEGIN, NEXT, END, AUTHOR, ORIGIN, TITLE, REMARK };
enum { PIECES = REMARK + 1, FORSYTH, AIM, OPTIONS, CONDITION };
static const char names[] = "beginproblem nextproblem endproblem author origin title remark pieces "
                            "forsyth stipulation option condition";
static const char *const tags[] = {[AUTHOR] = "Author", "Source", "Event", ""};

static const char harmless[] =
    "beep defence intelligent maxflightsquares maxsolutions maxtime maxthreats movenumbers noboard "
    "noshortvariations nothreat nontrivial setplay startmovenumber stoponshortsolutions threat try "
    "variation";

/* The number of the first of names that word is short for, in three letters or more; 0: of none. */
static int place_in(const char *list, cp_str word)
{
    cp_str rest = cp_str_from(list), name = cp_scan_word(&rest);
    for (int place = 1; name.len && word.len >= SIGN; place++, name = cp_scan_word(&rest))
        if (word.len <= name.len && cp_str_like(word, (cp_str){name.at, word.len}))
            return place;
    return 0;
}

static int command_of(cp_str word)
{
    return place_in(names, word);
}

static char side_of(cp_str word)
{
    return "\0wb"[place_in("white black", word)];
}

/* ---- where it begins ---- */

static bool is_begin(int part)
{
    return part == BEGIN || part == NEXT;
}

/* Whether its first word is of men, as Ka1 is. */
static bool has_square(cp_str text)
{
    cp_str word = cp_scan_word(&text);
    return word.len > 2 && cp_lower(word.at[1]) >= 'a' && cp_lower(word.at[1]) <= 'h' &&
           word.at[2] >= '1' && word.at[2] <= '8';
}

bool cp_problem_is_begun(cp_str text)
{
    cp_str word = cp_scan_word(&text), last = cp_scan_word(&text);
    bool is_sure = word.len >= SURE;
    if (!is_begin(command_of(word)) || !command_of(last))
        return false;
    for (cp_str next; !is_sure && last.len; last = next) {
        next = cp_scan_word(&text);
        is_sure = (command_of(last) == PIECES && side_of(next) && has_square(text)) ||
                  (command_of(last) == FORSYTH && next.len && memchr(next.at, '/', next.len));
    }
    return is_sure;
}

/* Most games begin otherwise, and are not kept waiting for more of them. */
bool cp_problem_is_here(struct cp_cursor *c)
{
    return is_begin(command_of(cp_cursor_ahead(c, 0, SIGN))) &&
           cp_problem_is_begun(cp_cursor_ahead(c, 0, LOOK));
}

/* ---- what is read of it ---- */

struct problem {
    struct cp_reading *s;
    char board[SIDE][SIDE]; /* by ranks from the last: letters as in a FEN; NUL: empty */
    int part;
    char side, letter; /* of what squares follow */
    bool has_men, is_blacks;
};

/* Once a problem: what stands behind it may mean anything. */
static void blame(struct problem *p, enum cp_diag kind, cp_str text, const char *why)
{
    if (!p->s->has_bad_tag && !p->s->b.is_full)
        cp_diag_report(p->s->d, kind, cp_reading_place(p->s, text.at, text.len), "%.*s%s",
                       cp_str_shown(text), text.at, why);
    p->s->has_bad_tag = true;
    p->part = VALUE;
}

/* In capitals they are White's; a knight is S. */
static char letter_of(char piece, bool is_whites)
{
    char letter = cp_lower(piece) == 's' ? 'n' : cp_lower(piece);
    return is_whites ? (char)(letter - 'a' + 'A') : letter;
}

static bool is_piece(char c)
{
    return c && strchr("kqrbsp", cp_lower(c));
}

/* Kc1, Pa2b3, or b3 alone behind them. */
static bool read_men(struct problem *p, cp_str word)
{
    if (word.len % 2 && !is_piece(word.at[0]))
        return false;
    p->letter = word.len % 2 ? letter_of(word.at[0], p->side == 'w') : p->letter;
    for (word = cp_str_skip(word, word.len % 2); word.len; word = cp_str_skip(word, 2)) {
        int file = cp_lower(word.at[0]) - 'a', rank = '8' - word.at[1];
        if (file < 0 || file >= SIDE || rank < 0 || rank >= SIDE || !p->letter)
            return false;
        if (p->board[rank][file])
            blame(p, CP_START_SQUARE_TWICE, (cp_str){word.at, 2}, "");
        p->board[rank][file] = p->letter;
        p->has_men = true;
    }
    return p->side;
}

/* All of a board, whose ranks have eight files each. */
static bool read_board(struct problem *p, cp_str word)
{
    int rank = 0, file = 0;
    memset(p->board, 0, sizeof p->board);
    for (; word.len; word = cp_str_skip(word, 1)) {
        char c = word.at[0];
        int files = is_piece(c) ? 1 : c >= '1' && c <= '8' ? c - '0' : 0;
        if (c == '/' ? file != SIDE || ++rank == SIDE : !files || file + files > SIDE)
            return false;
        if (is_piece(c))
            p->board[rank][file] = letter_of(c, c < 'a');
        file = c == '/' ? 0 : file + files;
    }
    p->has_men = true;
    return rank == SIDE - 1 && file == SIDE;
}

/* Of h#2 and ser-h#2 Black begins, of h#2.5 White, of hs#2 and all others too. */
static bool read_aim(struct problem *p, cp_str word)
{
    if (cp_game_find_tag(p->s->g, "Stipulation") || !cp_utf8_is_text(word))
        return false;
    char *at = cp_arena_take(p->s->g->arena, word.len);
    for (size_t i = 0; i < word.len; i++)
        at[i] = cp_lower(word.at[i]);
    cp_str aim = {at, word.len}, rest = aim;
    cp_span place = cp_reading_place(p->s, word.at, word.len);
    cp_game_add_tag(p->s->g, CP_STR("Stipulation"), aim, place.line, place.col);
    (void)(cp_scan_prefix(&rest, CP_STR("ser-")) || cp_scan_prefix(&rest, CP_STR("reci-")));
    p->is_blacks =
        rest.len > 1 && rest.at[0] == 'h' && rest.at[1] != 's' && !memchr(rest.at, '.', rest.len);
    return true;
}

static bool read_value(struct problem *p, cp_str word)
{
    if (p->part != PIECES)
        return p->part == FORSYTH ? read_board(p, word)
               : p->part == AIM   ? read_aim(p, word)
                                  : (p->part == OPTIONS && (cp_digits_end(word, 0) == word.len ||
                                                          place_in(harmless, word)));
    if (!side_of(word))
        return read_men(p, word);
    p->side = side_of(word);
    p->letter = '\0';
    return true;
}

/* What stands behind a command on its line, which may be no words of ours. */
static void read_line(struct problem *p, const char *tag)
{
    struct cp_reading *s = p->s;
    cp_str line = cp_cursor_line(s->c, CP_TOKEN_MOST), value = cp_str_trim(line);
    cp_span at = cp_reading_place(s, value.at, value.len);
    if (line.len == CP_TOKEN_MOST)
        blame(p, CP_TOKEN_TOO_LONG, (cp_str){line.at, 0}, "");
    else if (!cp_utf8_is_text(value))
        blame(p, CP_BAD_BYTES, (cp_str){value.at, 0}, "");
    else if (*tag && value.len && !s->b.is_full)
        cp_game_add_tag(s->g, cp_str_from(tag), value, at.line, at.col);
    cp_reading_pass_over(s, CP_LINE_ENDS);
}

/* ---- the loop over words ---- */

static bool is_parting(char c)
{
    return cp_is_space(c) || c == ',' || c == ';';
}

/* To the next word, and its length; 0: there is none. */
static size_t find_word(struct cp_cursor *c)
{
    unsigned ignored;
    size_t len = 0;
    while (cp_cursor_skip_space(c, UINT32_MAX, &ignored) && is_parting(*c->at))
        c->at++;
    while (len < WORD_MOST && cp_cursor_has(c, len + 1) && !is_parting(c->at[len]))
        len++;
    return len;
}

/* False: the problem ends here. The next one begins with a word that is left to it. */
static bool read_word(struct problem *p, size_t len)
{
    cp_str word = {p->s->c->at, len};
    int part = command_of(word);
    bool is_torn = !len || (word.at[0] == '[' && cp_cursor_is_at_column_one(p->s->c));
    bool is_end = is_torn || is_begin(part) || part == END;
    if (is_torn || part == BEGIN)
        blame(p, CP_PROBLEM_REFUSED, word, &"; EndProblem is missing"[len ? 0 : 2]);
    else if ((is_end && !p->has_men) || (!part && !read_value(p, word)) || part == CONDITION)
        blame(p, CP_PROBLEM_REFUSED, word, is_end ? "; no pieces stand before it" : "");
    p->s->c->at += is_torn || is_begin(part) ? 0 : len;
    if (part >= AUTHOR && part <= REMARK)
        read_line(p, tags[part]);
    if (part == PIECES || part == FORSYTH)
        p->s->g->start_line = cp_reading_place(p->s, p->s->c->at, 0).line;
    if (part) {
        p->part = part;
        p->side = p->letter = '\0';
    }
    return !is_end;
}

static void set_start(struct problem *p)
{
    static const char rights[] = "KQkq", rooks[] = "RRrr", kings[] = "KKkk";
    struct cp_buf out = cp_buf_in(p->s->g->arena);
    cp_fen_put_squares(&out, p->board[0], SIDE, SIDE);
    cp_buf_puts(&out, p->is_blacks ? " b " : " w ");
    size_t before = out.len;
    for (size_t i = 0; i < sizeof rights - 1; i++) {
        const char *home = p->board[i < 2 ? SIDE - 1 : 0];
        if (home[4] == kings[i] && home[i % 2 ? 0 : SIDE - 1] == rooks[i])
            cp_buf_putc(&out, rights[i]);
    }
    cp_buf_puts(&out, out.len > before ? " - 0 1" : "- - 0 1");
    p->s->g->start = cp_buf_str(&out);
}

void cp_read_problem(struct cp_reading *s)
{
    struct problem p = {.s = s};
    s->is_line = true;
    s->c->at += find_word(s->c);
    while (read_word(&p, find_word(s->c)))
        cp_reading_check_size(s);
    s->has_bad_tag |= s->b.is_full; /* or it would be none */
    if (p.has_men && !s->b.is_full)
        set_start(&p);
}
