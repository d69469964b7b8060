/* SPDX-License-Identifier: MIT */
/* reader.c -- one loop over tokens; the first byte says which kind it is.
 * The cursor knows where it stands, the builder where it belongs (builder.h).
 *
 * The window may slide whenever more bytes are asked for, so nothing here holds
 * a pointer into it across a call that fills it; offsets are used instead. */
#include "text/reader.h"

#include "base/utf8.h"
#include "game/record.h"
#include "text/braced.h"
#include "text/builder.h"
#include "text/epd.h"
#include "text/fen.h"
#include "text/icn.h"
#include "text/icn_list.h"
#include "text/start.h"
#include "text/tags.h"
#include "text/tokens.h"

#include <inttypes.h>

/* Bytes looked at ahead, within a line; blanks and parentheses within a word; runs of digits or
 * letters, and signs, within a move, of which a word may hold many;
 * words of one game that are no moves, before its lines are passed over. None limits what is read
 * well: they bound what a hostile text costs. */
enum {
    NEAR = 256,
    BEHIND = 16,
    BLANKS_MOST = 8,
    PARENTHESES_MOST = 8,
    RUNS_MOST = 256,
    RECORD_LOOK = 4096,
    FALLS_LOOK = 4096,  /* of a parenthesis of falls with more blanks than a word has */
    FIGURE_LOOK = 1024, /* for the end of a variation that begins like one */
    BAD_MOST = 10000,
    ODD_BYTES_MOST = 8 /* within NEAR, of text */
};

enum { NUMBER_MOST = 1 << 20 }; /* of a move */

#define NOWHERE UINT64_MAX

struct reading {
    struct cp_reader *r;
    struct cp_cursor *c; /* the reader's */
    struct cp_builder b;
    struct cp_game *g;
    struct cp_diags *d;
    const struct cp_notation *notation; /* NULL: moves are passed over */
    const struct cp_clean *san;         /* its reader of bare squares, where it has one */
    uint64_t move_end;                  /* offset behind the last move; NOWHERE: there is none */
    uint64_t begin;                     /* of the game */
    size_t mark;                        /* of numbers, when the game became too large */
    struct cp_bad_run bad_run;
    unsigned bad_words, bad_lines; /* lines that are passed over for them */
    uint32_t number;               /* the last that was looked at; 0: none was */
    cp_span number_at;             /* the last in front of the first move */
    uint32_t first_ply;            /* of the game, from 0 */
    unsigned line_ends;            /* between the last token and this */
    const struct cp_icn *icn;      /* its fields; NULL: it is none, or they are still to come */
    bool is_icn;                   /* its tags too are read as ICN's */
    uint64_t other;                /* offset behind tags at which there is no ICN */
    uint64_t tags_end;             /* offset up to which lines are known to be tags alone */
    bool is_begun;                 /* anything of the game has been seen */
    bool has_moves;                /* and it was no tag or comment: the alphabet is found */
    bool is_alphabet_known;
    bool has_bad_tag;
    bool has_commas, has_quotes, is_number_told; /* told once a game */
    bool has_doubt;                              /* a word may be two moves */
    bool is_mended_whole;                        /* up to a comment or the end of a line */
    uint64_t mended; /* offset up to which odd blanks have been looked for */
    cp_span blank;   /* the first of those; none: len 0 */
    uint32_t blank_code;
    cp_str early; /* the number of 1... where it was not known yet who begins; none: len 0 */
    cp_span early_at;
    bool is_cut;     /* tags ended a comment that had no end of its own */
    bool is_line;    /* it begins with a position on a line of its own */
    bool is_no_text; /* it is bytes of something else, or has some in it, or a record */
};

static cp_span place(const struct reading *s, const char *at, size_t len)
{
    return cp_cursor_place(s->c, at, len);
}

static void blame(struct reading *s, enum cp_diag kind, cp_str text)
{
    int shown = cp_str_shown(text);
    cp_diag_report(s->d, kind, place(s, text.at, text.len), "%.*s", shown, text.at);
}

static const struct cp_alphabet *alphabet_of(const struct reading *s)
{
    return s->notation ? cp_notation_alphabet(s->notation) : NULL;
}

static bool is_space(char c)
{
    return cp_is_space(c);
}

/* Passes what is not kept, and is no text of the game. */
static void pass_over(struct reading *s, bool (*is_end)(char))
{
    uint64_t from = cp_cursor_offset(s->c, s->c->at);
    cp_cursor_pass_over(s->c, is_end);
    s->begin += cp_cursor_offset(s->c, s->c->at) - from;
}

static void check_bytes(struct reading *s, cp_str text)
{
    if (!cp_utf8_is_text(text))
        cp_diag_report(s->d, CP_BAD_BYTES, place(s, text.at, text.len), "%s", "");
}

/* ---- odd blanks ----
 * Web pages, word processors and telephones put them between moves, or into them. Comments
 * and tags keep theirs; here they are blanks, of as many bytes. */

static void put_blank(struct reading *s, const char *at, size_t len, uint32_t code)
{
    bool joins_files = code == 0xfeff && !s->is_begun;
    if (!s->blank.len && !joins_files) {
        s->blank = place(s, at, len);
        s->blank_code = code;
    }
    cp_cursor_blank(s->c, at, len);
}

/* Whether one stands here. */
static bool mend_here(struct reading *s)
{
    uint32_t code;
    (void)cp_cursor_has(s->c, 4);
    size_t len = cp_blank_scan(cp_cursor_text(s->c, 4), &code);
    if (len)
        put_blank(s, s->c->at, len, code);
    return len;
}

static bool ends_mending(char c)
{
    return cp_is_line_end(c) || c == '{' || c == ';' || c == '[' || c == '"';
}

/* A byte order mark in front of tags stands where files were put behind one another. */
static size_t odd_blank_at(cp_str text, size_t at, uint32_t *code)
{
    size_t len = (unsigned char)text.at[at] < 0x80 ? 0 : cp_blank_scan(cp_str_skip(text, at), code);
    bool joins_files = len && *code == 0xfeff && at + len < text.len && text.at[at + len] == '[';
    return joins_files ? 0 : len;
}

/* Those ahead in the line, up to a comment or tag: as far as a move goes, a few words at once. */
static void mend_ahead(struct reading *s)
{
    uint64_t from = cp_cursor_offset(s->c, s->c->at);
    if (from < s->mended && (s->is_mended_whole || from + NEAR / 2 < s->mended))
        return;
    (void)cp_cursor_has(s->c, NEAR);
    cp_str text = cp_cursor_text(s->c, NEAR);
    size_t at = from < s->mended ? (size_t)(s->mended - from) : 0;
    uint32_t code;
    if (cp_utf8_is_ascii(cp_str_skip(text, at)))
        at = text.len;
    while (at < text.len && (!ends_mending(text.at[at]) || !at)) {
        size_t len = odd_blank_at(text, at, &code);
        if (len)
            put_blank(s, text.at + at, len, code);
        else if ((unsigned char)text.at[at] >= 0x80 && text.len - at < 3 && text.len == NEAR)
            break; /* its other bytes come next time */
        at += len ? len : 1;
    }
    s->is_mended_whole = at < text.len && ends_mending(text.at[at]);
    s->mended = from + at;
}

static void tell_blank(struct reading *s)
{
    if (s->blank.len)
        cp_diag_report(s->d, CP_BLANK_UNUSUAL, s->blank, "U+%04" PRIX32 " read as a blank",
                       s->blank_code);
}

/* ---- comments ---- */

static void add_comment(struct reading *s, cp_str text, enum cp_comment_kind kind)
{
    check_bytes(s, text);
    cp_builder_add_comment(&s->b, text, kind);
}

static void add_falls(struct reading *s, cp_str text);

/* The next parenthesis of the command [%falls (e4:e4)(h3:h3)] that text begins with, from
 * *at on, which goes behind it; nothing behind the last. */
static cp_str next_of_falls(struct reading *s, cp_str text, size_t *at)
{
    while (*at < text.len && cp_is_space(text.at[*at]))
        ++*at;
    cp_str falls = {text.at + *at,
                    cp_falls_scan(s->g->ints, alphabet_of(s), cp_str_skip(text, *at))};
    *at += falls.len;
    return falls;
}

/* Falls that stand in a comment, as in PGN for other programs, right behind a move: they
 * are the move's, and what is left is a comment. */
static cp_str take_falls(struct reading *s, cp_str text)
{
    enum { COMMAND = sizeof CP_FALLS_COMMAND - 1 };
    if (text.len < COMMAND + 2 || !cp_falls_are_in(text.at) || !s->notation || s->b.too_deep ||
        !cp_builder_last(&s->b) || s->b.top.is_new_move)
        return text;
    cp_str command = cp_str_trim(text), falls;
    size_t at = COMMAND, end = COMMAND;
    while (next_of_falls(s, command, &end).len)
        ;
    if (end == COMMAND || end >= command.len || command.at[end] != ']' ||
        !cp_is_space(command.at[COMMAND]))
        return text;
    while ((falls = next_of_falls(s, command, &at)).len)
        add_falls(s, falls);
    return cp_str_trim(cp_str_skip(command, end + 1));
}

/* Falls that are none for the place where they stand, or how they are written. */
static void tell_falls_in_words(struct reading *s, cp_str text)
{
    cp_str command = cp_falls_find(text);
    if (command.len && s->notation && !s->b.too_deep)
        cp_diag_report(s->d, CP_FALLS_IN_WORDS, place(s, s->c->at, 1), "%.*s",
                       cp_str_shown(command), command.at);
}

/* One that is too long to keep is no text of the game. */
static void pass_over_braced(struct reading *s)
{
    uint64_t from = cp_cursor_offset(s->c, s->c->at);
    s->is_cut |= cp_braced_pass_over(s->c);
    s->begin += cp_cursor_offset(s->c, s->c->at) - from;
}

static void read_braced(struct reading *s)
{
    size_t len;
    enum cp_braced_end end = cp_braced_length(s->c, &len);
    s->is_cut |= end == CP_BRACED_OPEN;
    if (end == CP_BRACED_OPEN)
        cp_diag_report(s->d, CP_COMMENT_OPEN, place(s, s->c->at, 1), "%s", "");
    size_t cost = end == CP_BRACED_TOO_LONG ? (size_t)CP_COMMENT_MOST + 1 : len;
    if (!cp_builder_has_room(&s->b, cost, place(s, s->c->at, 1))) {
        pass_over_braced(s);
        return;
    }
    cp_str text = {s->c->at + 1, len - 1}, rest = take_falls(s, text);
    tell_falls_in_words(s, rest);
    if (rest.len || !text.len || rest.at == text.at)
        add_comment(s, rest, CP_BRACED);
    cp_cursor_pass(s->c, len + (end == CP_BRACED_CLOSED));
}

static void read_to_line_end(struct reading *s, enum cp_comment_kind kind)
{
    size_t len = cp_cursor_line(s->c, CP_COMMENT_MOST);
    if (!cp_builder_has_room(&s->b, len, place(s, s->c->at, 1))) {
        pass_over(s, cp_is_line_end);
        return;
    }
    cp_str text = {s->c->at + 1, len - 1};
    if (kind == CP_TO_LINE_END)
        tell_falls_in_words(s, text);
    add_comment(s, text, kind);
    s->c->at += len;
}

/* The length of the clean move that text begins with, alone or joined to more by a comma or a
 * dash: Nf3 Nc6, Nf3,Nc6, Nf3-Nc6; 0: there is none. */
static size_t joined_move(struct reading *s, cp_str text)
{
    cp_written ignored;
    const char *end = text.at + text.len, *to;
    to = cp_notation_scan_clean(s->notation, s->g->ints, text.at, end, &ignored);
    for (size_t cut = 1; !to && cut < text.len && !cp_is_space(text.at[cut]); cut++) {
        const char *joint = text.at + cut;
        bool is_joint = *joint == ',' || *joint == '-' || *joint == ';';
        if (is_joint &&
            cp_notation_scan_clean(s->notation, s->g->ints, text.at, joint, &ignored) == joint)
            to = joint;
    }
    return to ? (size_t)(to - text.at) : 0;
}

/* The same for Sf3 and Lb5 on boards with edges: whose language they are is found out once all
 * is read, but with a letter of our own they are moves. */
static size_t foreign_move(struct reading *s, cp_str text)
{
    char own[CP_CLEAN_LOOK] = "Q";
    size_t letter = cp_foreign_letter_scan(text);
    cp_str rest = cp_str_skip(text, letter);
    if (!letter || !alphabet_of(s)->bounded)
        return 0;
    rest.len = rest.len < sizeof own - 1 ? rest.len : sizeof own - 1;
    memcpy(own + 1, rest.at, rest.len);
    size_t move = joined_move(s, (cp_str){own, rest.len + 1});
    return move ? letter + move - 1 : 0;
}

/* The same for whatever the reader takes for a move. */
static size_t any_move(struct reading *s, cp_str text)
{
    struct cp_scanned ignored;
    size_t len = joined_move(s, text);
    len = len ? len : cp_notation_scan(s->notation, s->g->ints, text, &ignored);
    return len ? len : foreign_move(s, text);
}

/* 0-0, which is no number. */
static bool is_castling(struct reading *s, cp_str text)
{
    return alphabet_of(s)->castles && cp_str_starts(text, CP_STR("0-0"));
}

/* The bytes that text begins with and that stand between moves: blanks, numbers, dots. */
static size_t between_moves(struct reading *s, cp_str text)
{
    size_t len = 0, step = 1;
    cp_str rest = text, result;
    for (; rest.len && step; rest = cp_str_skip(text, len += step)) {
        char c = rest.at[0];
        bool is_between = cp_is_space(c) || cp_is_digit(c) || (c && strchr(",;-):", c));
        if (cp_result_scan(rest, &result, NULL) || is_castling(s, rest))
            break;
        step = is_between ? 1 : cp_dots_scan(rest);
    }
    return len;
}

/* How many moves and results text begins with, and whether it holds no more than these. */
static uint32_t count_moves(struct reading *s, cp_str text, bool *is_all)
{
    uint32_t count = 0;
    for (*is_all = false;; count++) {
        cp_str result;
        text = cp_str_skip(text, between_moves(s, text));
        size_t len = cp_result_scan(text, &result, NULL);
        count += len > 1; /* an asterisk says nothing */
        text = cp_str_skip(text, len);
        if (!text.len) {
            *is_all = true;
            return count;
        }
        len = any_move(s, text);
        if (!len)
            return count;
        text = cp_str_skip(text, len);
    }
}

/* e4;e5 and e5; 2. Nf3: right behind a move and like one, or behind a blank and nothing but
 * moves, where nobody may have meant a comment. */
static void tell_moves_in_comment(struct reading *s)
{
    bool is_all;
    if (!s->notation || s->move_end == NOWHERE)
        return;
    cp_str text = {NULL, cp_cursor_line(s->c, NEAR)};
    text.at = s->c->at;
    uint32_t count = count_moves(s, cp_str_skip(text, 1), &is_all);
    bool is_joined = cp_cursor_offset(s->c, text.at) == s->move_end;
    if (is_joined ? count > 0 : is_all && count > 1)
        blame(s, CP_MOVES_IN_COMMENT, text);
}

static bool read_comment(struct reading *s)
{
    char c = *s->c->at;
    if (c == '{')
        read_braced(s);
    else if (c == ';') {
        tell_moves_in_comment(s);
        read_to_line_end(s, CP_TO_LINE_END);
    } else if (c == '%' && cp_cursor_is_at_column_one(s->c))
        read_to_line_end(s, CP_ESCAPE);
    else
        return false;
    return true;
}

/* Nothing but comments, which belong to the game that comes. */
static bool is_empty(const struct reading *s)
{
    const struct cp_game *g = s->g;
    return !s->has_moves && !s->has_bad_tag && !g->tags && !g->start.len && !g->frame.len &&
           !g->rules;
}

/* Whether the line here is tags and ICN's fields or moves: all of a game. */
static bool is_icn_line(struct reading *s)
{
    uint64_t here = cp_cursor_offset(s->c, s->c->at);
    return here >= s->tags_end && cp_icn_is_ahead(s->c, &s->tags_end) && here == s->tags_end;
}

/* Whether the tag here begins another game: after moves any at the start of a
 * line does; after tags alone, one that has been before, behind a blank line, and
 * any there when what stood before is damaged. A line that is all of a game needs none. */
static bool is_next_game(struct reading *s)
{
    (void)cp_cursor_has(s->c, CP_TAG_LOOK);
    cp_str text = cp_cursor_text(s->c, CP_TAG_LOOK);
    bool is_section = s->line_ends > 1 && text.len > 1 && cp_is_letter(text.at[1]);
    if (s->has_moves ||
        (s->is_cut && !is_empty(s))) /* behind a blank line even a tag that cannot be read */
        return cp_cursor_is_at_column_one(s->c) && (is_section || cp_tag_is_begun(text));
    bool is_parted =
        s->line_ends > (s->is_icn ? 0 : 1) || (s->has_bad_tag && s->line_ends && is_icn_line(s));
    if (!is_parted || !cp_tag_is_begun(text))
        return false;
    struct cp_tag_text tag;
    (void)cp_tag_scan(text, &tag);
    return s->has_bad_tag || cp_tag_is_in(s->g, tag.name);
}

/* ---- the variant ---- */

static void find_alphabet(struct reading *s)
{
    if (s->is_alphabet_known)
        return;
    s->is_alphabet_known = true;
    (void)cp_cursor_has(s->c, NEAR);
    struct cp_peek peek = {.movetext = cp_cursor_text(s->c, NEAR), .icn = s->icn};
    cp_span at = place(s, s->c->at, 0);
    peek.line = at.line;
    peek.col = at.col;
    if (s->is_no_text)
        peek.squares = CP_SEEN_BARE; /* nothing to ask it: no variant is missed */
    else if (s->has_moves)
        peek.squares = cp_squares_seen(peek.movetext);
    const struct cp_alphabet *a = s->r->input.alphabet(s->r->input.alphabet_data, s->g, &peek);
    s->b.keeps_moves = a != NULL;
    s->notation = a ? cp_notations_get(s->r->input.notations, a) : NULL;
    s->san = a ? cp_notation_bare(s->notation) : NULL;
    s->g->is_broken |= !a;
}

/* ---- moves ---- */

static struct cp_node *add_node(struct reading *s, size_t len)
{
    return cp_builder_add_move(&s->b, (cp_str){s->c->at, len}, place(s, s->c->at, len));
}

static void pass_move(struct reading *s, size_t len)
{
    s->c->at += len;
    s->move_end = cp_cursor_offset(s->c, s->c->at);
}

static void add_clean(struct reading *s, size_t len, const cp_written *move)
{
    struct cp_node *node = add_node(s, len);
    if (node) {
        node->move = *move;
        node->is_read = true;
    }
    pass_move(s, len);
}

/* e52.Nf3 on a board of eight ranks: the number of the move that comes, right behind a move. How
 * long the move is that `move` was read of, which is `len` and off the board; 0: it stays. */
static size_t before_number(struct reading *s, size_t len, cp_written *move)
{
    enum { DIGITS_MOST = 3 };
    int32_t ranks = alphabet_of(s)->ranks;
    uint32_t number, comes = (s->b.top.ply + 1) / 2 + 1;
    if (ranks <= 0 || !cp_int_is_small(move->to.rank) || move->to.rank.v <= ranks)
        return 0;
    for (size_t digits = 1; digits <= DIGITS_MOST && digits < len; digits++) {
        const char *end = s->c->at + len - digits;
        if (cp_number_parse((cp_str){end, digits}, NUMBER_MOST, &number) && number == comes &&
            cp_notation_scan_clean(s->notation, s->g->ints, s->c->at, end, move) == end)
            return len - digits;
    }
    return 0;
}

/* A clean move; nothing when it is none, or what follows is in doubt. */
static bool read_clean(struct reading *s)
{
    cp_written move;
    (void)cp_cursor_has(s->c, NEAR);
    for (;;) {
        const char *end = s->c->end;
        const char *next = cp_notation_scan_clean(s->notation, s->g->ints, s->c->at, end, &move);
        if (!next)
            return false;
        if (end - next < BEHIND && cp_cursor_fill(s->c))
            continue; /* more digits, or a mark, might have come */
        size_t len = (size_t)(next - s->c->at), short_len;
        cp_written shorter = move;
        short_len = next < end && *next == '.' ? before_number(s, len, &shorter) : 0;
        add_clean(s, short_len ? short_len : len, short_len ? &shorter : &move);
        if (short_len)
            blame(s, CP_BLANK_MISSING, (cp_str){s->c->at, 1});
        return true;
    }
}

/* Whether a byte goes on what the one before it began: a number, or a row of letters. */
static bool is_of_run(char before, char c)
{
    return (cp_is_digit(c) && cp_is_digit(before)) || (cp_is_letter(c) && cp_is_letter(before));
}

/* How far the word here goes: to white space or a comment; in parentheses of its
 * own, a few blanks belong to it. Never 0. No further than so many runs, which is told. */
static size_t word_within(struct reading *s, size_t runs_most, bool *is_whole)
{
    size_t len = 0, outside = 0, runs = 0;
    unsigned open = 0, blanks = 0;
    char before = '\0';
    *is_whole = true;
    for (;; len++) {
        char c = cp_cursor_look(s->c, len);
        bool is_end = len >= (size_t)(s->c->end - s->c->at) || cp_is_line_end(c);
        if (is_end || len >= CP_TOKEN_MOST ||
            (!open && (cp_is_space(c) || (c && strchr("{;)$", c)))))
            break;
        runs += !is_of_run(before, c);
        if (runs > runs_most) {
            *is_whole = false;
            return len;
        }
        before = c;
        if (cp_is_space(c) && outside == 0)
            outside = len;
        if (cp_is_space(c) && ++blanks > BLANKS_MOST)
            break;
        open += c == '(';
        open -= c == ')';
        if (open > PARENTHESES_MOST)
            break;
    }
    if (open && outside)
        len = outside;
    return len ? len : 1;
}

static size_t word_length(struct reading *s)
{
    bool is_whole;
    return word_within(s, SIZE_MAX, &is_whole);
}

/* As far as a square or a fall may go, but no further than that costs. */
static size_t near_length(struct reading *s)
{
    bool is_whole;
    return word_within(s, RUNS_MOST, &is_whole);
}

/* Bytes that no text has, many of them near: a picture, or what a broken disk left. */
static bool is_binary(struct reading *s)
{
    int odd = 0;
    (void)cp_cursor_has(s->c, NEAR);
    cp_str text = cp_cursor_text(s->c, NEAR);
    for (size_t i = 0; i < text.len; i++)
        odd += ((unsigned char)text.at[i] < 0x20 && !cp_is_space(text.at[i])) || text.at[i] == 0x7f;
    return odd > ODD_BYTES_MOST;
}

/* A damaged game, of which nothing more is asked. */
static void refuse_text(struct reading *s, enum cp_diag kind, const char *what)
{
    cp_diag_report(s->d, kind, place(s, s->c->at, 1), "%s", what);
    s->is_no_text = true;
    s->has_moves = true;
    find_alphabet(s);
}

/* One message for all of it, and on with the next section of tags. */
static void pass_over_binary(struct reading *s)
{
    refuse_text(s, CP_BAD_BYTES, "passed over up to the next tags");
    do {
        pass_over(s, cp_is_line_end);
        if (!cp_cursor_skip_space(s->c, UINT32_MAX, &s->line_ends))
            return;
        (void)cp_cursor_has(s->c, CP_TAG_LOOK);
    } while (!cp_cursor_is_at_column_one(s->c) ||
             !cp_tag_is_begun(cp_cursor_text(s->c, CP_TAG_LOOK)) || is_binary(s));
}

/* One damage is reported once; but not among words of prose are the marks of a mail lost. */
static void blame_word(struct reading *s, cp_str word, bool is_told)
{
    bool is_quote = word.at[0] == '>' && cp_cursor_is_at_column_one(s->c);
    is_told = is_quote ? s->has_quotes : is_told;
    s->has_quotes |= is_quote;
    if (is_told) {
        s->bad_run.more++;
        return;
    }
    cp_span at = place(s, word.at, word.len);
    cp_notation_refuse(s->notation, s->g->ints, word, at, s->d);
    cp_bad_run_begin(&s->bad_run, at, s->d);
}

/* Glyphs behind it are marks, as they are behind a move. */
static void read_bad(struct reading *s, size_t len)
{
    if (is_binary(s)) {
        pass_over_binary(s);
        return;
    }
    while (len > 1 && (s->c->at[len - 1] == '!' || s->c->at[len - 1] == '?'))
        len--;
    cp_str word = {s->c->at, len};
    bool is_foreign = s->notation && cp_notation_alphabet(s->notation)->is_foreign;
    if (!is_foreign && s->bad_words++ >= BAD_MOST) { /* no game: on with the next line */
        s->bad_lines++;
        pass_over(s, cp_is_line_end);
        return;
    }
    if (s->notation && !s->b.too_deep) {
        const struct cp_node *last = cp_builder_last(&s->b);
        if (!cp_utf8_is_text(word))
            blame(s, CP_BAD_BYTES, word);
        else if (!is_foreign)
            blame_word(s, word, last && last->is_bad);
        struct cp_node *node = add_node(s, len);
        if (node)
            node->is_bad = !is_foreign;
    }
    pass_move(s, len);
}

static void add_dialect(struct reading *s, size_t len, const struct cp_scanned *reading)
{
    cp_str text = {s->c->at, len};
    bool is_foreign = cp_notation_alphabet(s->notation)->is_foreign;
    bool is_good = !is_foreign && cp_scanned_report(s->notation, s->g->ints, reading, text,
                                                    place(s, text.at, len), s->d);
    struct cp_node *node = add_node(s, len);
    if (node) {
        node->move = reading->move;
        node->is_read = is_good;
        node->is_bad = !is_good && !is_foreign;
    }
    pass_move(s, len);
}

/* A number right behind a move in parentheses is told. */
static bool read_dialect(struct reading *s, size_t word)
{
    struct cp_scanned reading;
    cp_str text = {NULL, cp_cursor_line(s->c, word + NEAR)};
    text.at = s->c->at;
    size_t len = cp_notation_scan(s->notation, s->g->ints, text, &reading);
    if (!len)
        return false;
    add_dialect(s, len, &reading);
    if (cp_is_digit(cp_cursor_look(s->c, 0)))
        blame(s, CP_BLANK_MISSING, (cp_str){s->c->at, 1});
    return true;
}

/* A clean move with a result right behind it, (4,4)* or Nf3 1-0 without the blank:
 * the move ends where the result begins. */
static bool read_before_result(struct reading *s, size_t word)
{
    static const size_t lengths[] = {1, 3, 7}; /* of * and 1-0 and 1/2-1/2 */
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        cp_written move;
        cp_str result;
        if (word <= lengths[i])
            return false;
        const char *end = s->c->at + word - lengths[i];
        if (cp_result_scan((cp_str){end, lengths[i]}, &result, NULL) != lengths[i] ||
            cp_notation_scan_clean(s->notation, s->g->ints, s->c->at, end, &move) != end)
            continue;
        size_t len = (size_t)(end - s->c->at);
        add_clean(s, len, &move);
        return true;
    }
    return false;
}

/* Nf3Nc6, O-OO-O: two half-moves without a blank. (e4e5 may be one move; the rules part it if
 * it is not.) */
static bool read_glued(struct reading *s, size_t word)
{
    cp_written halves[2];
    cp_str text = {s->c->at, word};
    while (text.len && (text.at[text.len - 1] == '!' || text.at[text.len - 1] == '?'))
        text.len--;
    size_t cut = cp_notation_cut(s->notation, text, halves);
    if (!cut)
        return false;
    cp_str second = cp_str_skip(text, cut);
    cp_diag_report(s->d, CP_HALF_MOVES_GLUED, place(s, text.at, text.len),
                   "\"%.*s\" read as %.*s %.*s", CP_FMT(text), (int)cut, text.at, CP_FMT(second));
    for (int i = 0; i < 2; i++)
        add_clean(s, i ? second.len : cut, &halves[i]);
    return true;
}

/* A move in any spelling; false when it is none. */
static bool try_move(struct reading *s)
{
    if (s->notation && read_clean(s))
        return true;
    bool is_whole;
    size_t word = word_within(s, RUNS_MOST, &is_whole);
    if (word >= CP_TOKEN_MOST) {
        cp_diag_report(s->d, CP_TOKEN_TOO_LONG, place(s, s->c->at, 1), "%s", "");
        pass_over(s, is_space);
        return true;
    }
    if (!s->notation) {
        cp_square_text square;
        size_t len = cp_square_scan(s->g->ints, cp_cursor_text(s->c, word), &square);
        s->c->at += len;
        return len > 0;
    }
    /* a number of many digits may not have been at hand before */
    return (word > NEAR && read_clean(s)) || (is_whole && read_before_result(s, word)) ||
           read_dialect(s, word) || (is_whole && read_glued(s, word));
}

static void read_move(struct reading *s)
{
    if (!try_move(s))
        read_bad(s, word_length(s));
}

static void warn_of_fall(struct reading *s, const cp_fall_text *fall, cp_str text)
{
    struct cp_buf square;
    bool is_bare = fall->spelling != CP_NUMERIC && alphabet_of(s)->native == CP_BARE;
    int shown = cp_str_shown(text);
    cp_buf_init(&square, s->g->arena);
    cp_square_format(s->g->ints, &square, fall->left, is_bare ? CP_BARE : fall->spelling);
    cp_str as = cp_buf_str(&square);
    cp_diag_report(s->d, CP_FALL_IN_DIALECT, place(s, text.at, text.len),
                   "\"%.*s\" read as %.*s:%.*s", shown, text.at, CP_FMT(as), CP_FMT(as));
}

/* The falls of text, a whole parenthesis of them, are the last move's. */
static void add_falls(struct reading *s, cp_str text)
{
    struct cp_node *last = cp_builder_last(&s->b);
    const struct cp_alphabet *a = alphabet_of(s);
    cp_fall_text fall;
    for (size_t from = 1, at; (at = cp_fall_scan(s->g->ints, a, text, from, &fall)); from = at) {
        cp_str pair = {text.at + fall.begin, at - fall.begin};
        if (fall.is_dialect)
            warn_of_fall(s, &fall, pair);
        else if (fall.odd)
            blame(s, CP_NUMBER_UNUSUAL, pair);
        if (!fall.is_even)
            blame(s, CP_FALL_UNEVEN, pair);
        else if (last)
            cp_node_add_fall(s->g, last, fall.left);
    }
    if (!last)
        blame(s, CP_FALL_ON_NOTHING, text);
}

/* By its variant, or rules of its own. */
static bool may_have_falls(const struct reading *s)
{
    const struct cp_alphabet *a = alphabet_of(s);
    const struct cp_field *rule = s->g->rules;
    while (rule && !cp_str_is(rule->name, "trapdoor"))
        rule = rule->next;
    return !a || a->has_falls || rule || cp_tag_is_in(s->g, CP_STR("Trapdoor"));
}

/* (e4:e5) alone: a slip where pieces fall, and elsewhere a variation (R-NOT-9). */
static bool is_uneven(struct reading *s, cp_str falls)
{
    cp_fall_text first, next;
    size_t at = cp_fall_scan(s->g->ints, alphabet_of(s), falls, 1, &first);
    return !first.is_even && !cp_fall_scan(s->g->ints, alphabet_of(s), falls, at, &next);
}

static bool read_falls(struct reading *s)
{
    cp_str text = cp_cursor_text(s->c, near_length(s));
    size_t len = cp_falls_scan(s->g->ints, alphabet_of(s), text);
    if (!len) {
        (void)cp_cursor_has(s->c, FALLS_LOOK);
        text = cp_cursor_text(s->c, FALLS_LOOK);
        len = cp_falls_scan(s->g->ints, alphabet_of(s), text);
    }
    if (!len || (!may_have_falls(s) && is_uneven(s, (cp_str){text.at, len})))
        return false;
    if (s->notation && !s->b.too_deep)
        add_falls(s, (cp_str){text.at, len});
    cp_cursor_pass(s->c, len);
    return true;
}

/* Me3>f3 (g3:g3)#: where agents vanish, the mark of the last move stands behind
 * them. It is the move's, and goes into its text. */
static bool read_late_mark(struct reading *s)
{
    struct cp_node *last = cp_builder_last(&s->b);
    bool is_late = s->notation && cp_notation_alphabet(s->notation)->marks_last && !s->b.too_deep &&
                   last && last->notes && last->notes->falls && !s->b.top.is_new_move;
    if (!is_late || !last->is_read || last->move.check)
        return false;
    char *text = cp_arena_take(s->g->arena, last->text.len + 1);
    memcpy(text, last->text.at, last->text.len);
    text[last->text.len] = '#';
    last->text = (cp_str){text, last->text.len + 1};
    last->move.check = CP_MARK_MATE;
    s->c->at++;
    return true;
}

/* The length of a parenthesis that holds a square and nothing else; else 0. */
static size_t square_length(struct reading *s)
{
    cp_square_text square;
    cp_str text = {NULL, cp_cursor_line(s->c, near_length(s) + NEAR)};
    text.at = s->c->at;
    return cp_square_scan(s->g->ints, text, &square);
}

/* (5,4)_ and (5,4)=Z: a square is a move, and what stands behind it is something else;
 * or it goes on with the move, and then both are no move (R-NOT-9). */
static void read_square(struct reading *s, size_t len)
{
    uint32_t nag;
    struct cp_scanned reading;
    char next = cp_cursor_look(s->c, len), after = cp_cursor_look(s->c, len + 1);
    bool goes_on = cp_is_letter(next) || (unsigned char)next >= 0x80 ||
                   (next && strchr("=/-:<>~@*", next) && !cp_is_space(after) && after);
    if (cp_assessment_scan(cp_str_skip(cp_cursor_text(s->c, len + 16), len), &nag))
        goes_on = false;
    if (goes_on || !s->notation ||
        cp_notation_scan(s->notation, s->g->ints, (cp_str){s->c->at, len}, &reading) != len) {
        read_bad(s, word_length(s));
        return;
    }
    add_dialect(s, len, &reading);
}

/* (f6), not (5,4): numbers stand in parentheses wherever they are written. */
static bool needs_no_parentheses(cp_str text)
{
    return text.len > 2 && text.at[0] == '(' && text.at[text.len - 1] == ')' &&
           !memchr(text.at, ',', text.len);
}

/* (f6), a move in itself behind one whose square has no parentheses: `last` is that. */
static void tell_variation_perhaps(struct reading *s, const struct cp_node *last)
{
    const struct cp_node *node = cp_builder_last(&s->b);
    bool is_bare = s->notation && cp_notation_alphabet(s->notation)->bounded && last &&
                   last->is_read && (last->move.has & CP_HAS_TO) &&
                   !memchr(last->text.at, '(', last->text.len);
    if (is_bare && node != last && node->is_read && needs_no_parentheses(node->text))
        cp_diag_report(s->d, CP_VARIATION_PERHAPS, cp_node_span(s->g, node), "%.*s",
                       CP_FMT(node->text));
}

static size_t blanks_at(struct reading *s, size_t at)
{
    size_t len = 0;
    while (len < NEAR && cp_is_space(cp_cursor_look(s->c, at + len)))
        len++;
    return len;
}

/* How many of the parentheses that end ahead begin before that. 2) is none: it is a number. */
static unsigned count_closing(struct reading *s)
{
    unsigned closing = 0, open = 0;
    bool is_word = true, is_comment = false; /* is_word: what stands before is more than digits */
    (void)cp_cursor_has(s->c, FIGURE_LOOK);
    cp_str text = cp_cursor_text(s->c, FIGURE_LOOK);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        is_comment = c == '{' || (is_comment && c != '}');
        if (!is_comment && c == '[' && cp_is_line_end(text.at[i ? i - 1 : 0]))
            break;
        if (!is_comment && c == '(')
            open++;
        else if (!is_comment && c == ')' && open)
            open--;
        else if (!is_comment && c == ')' && is_word)
            closing++;
        is_word = !cp_is_space(c) && (is_word || !cp_is_digit(c));
    }
    return closing;
}

/* (2) f4 exf4), a variation whose first move has a number as in 2) f4: of the last move, or of
 * the one that comes. */
static bool is_numbered_variation(struct reading *s, cp_str digits)
{
    uint32_t number;
    bool is_near = cp_builder_last(&s->b) && cp_number_parse(digits, NUMBER_MOST, &number) &&
                   (number == (s->b.top.ply + 1) / 2 || number == s->b.top.ply / 2 + 1);
    return is_near && count_closing(s) > s->b.depth;
}

/* (1), of a diagram say. It becomes a comment; false: there is none here. */
static bool read_figure(struct reading *s)
{
    size_t at = 1 + blanks_at(s, 1), digits = at, first = at;
    if (*s->c->at != '(' || cp_cursor_look(s->c, at) == '0')
        return false;
    while (at - digits < 3 && cp_is_digit(cp_cursor_look(s->c, at)))
        at++; /* four are a move by correspondence: (5755) */
    digits = at - digits;
    at += blanks_at(s, at);
    if (!digits || cp_cursor_look(s->c, at++) != ')')
        return false;
    if (is_numbered_variation(s, (cp_str){s->c->at + first, digits}))
        return false;
    cp_str text = {s->c->at, at};
    blame(s, CP_FIGURE_KEPT, text);
    if (cp_builder_has_room(&s->b, at, place(s, s->c->at, at)))
        add_comment(s, text, CP_BRACED);
    s->c->at += at;
    return true;
}

/* (Nc6) and (exd5) on a board that has no file nc: a move, so no square (R-NOT-9). */
static bool is_beside_board(struct reading *s)
{
    const struct cp_alphabet *a = alphabet_of(s);
    if (!a || !a->bounded || !a->files || !cp_is_letter(cp_cursor_look(s->c, 1)) ||
        !cp_is_letter(cp_cursor_look(s->c, 2)))
        return false;
    cp_square_text square;
    return cp_square_scan(s->g->ints, cp_cursor_text(s->c, NEAR), &square) &&
           cp_int_or(square.square.file, INT64_MAX) > a->files;
}

static void read_parenthesis(struct reading *s)
{
    const struct cp_node *last = cp_builder_last(&s->b);
    bool castles = s->notation && cp_notation_alphabet(s->notation)->castles;
    bool is_castling = castles && cp_cursor_look(s->c, 1) == '0' &&
                       cp_cursor_look(s->c, 2) == '-' && cp_cursor_look(s->c, 3) == '0';
    bool is_double = cp_cursor_look(s->c, 1) == '('; /* no move begins with two of them */
    bool is_move = !is_double && !is_castling && !is_beside_board(s);
    if (is_move && try_move(s)) {
        tell_variation_perhaps(s, last);
        return;
    }
    size_t square = is_move ? square_length(s) : 0;
    if (square) {
        read_square(s, square);
    } else if (!read_falls(s) && !read_figure(s)) {
        cp_builder_open_variation(&s->b, place(s, s->c->at, 1));
        s->c->at++;
    }
}

/* ---- plain moves: what most of a file is ---- */

/* 3... is of Black's move alone, 3. may be of either. */
static inline bool is_number_of(uint32_t number, bool is_blacks, uint32_t ply)
{
    return number == ply / 2 + 1 && (!is_blacks || ply % 2);
}

/* 1. and 1... of few digits, as the next move's number: the first byte behind it, else NULL. */
static inline const char *plain_number(struct reading *s, const char *at)
{
    uint32_t number = 0;
    for (int digits = 0; digits < 4 && cp_is_digit(*at); digits++)
        number = number * 10 + (uint32_t)(*at++ - '0');
    bool is_blacks = *at == '.' && at[1] == '.';
    bool is_plain =
        is_blacks ? at[2] == '.' && at[3] != '.' : *at == '.' && (unsigned char)at[1] != 0xe2;
    if (!is_plain || !is_number_of(number, is_blacks, s->b.top.ply))
        return NULL;
    s->b.top.is_new_move = true;
    return at + (is_blacks ? 3 : 1);
}

/* The next line if moves go on there; else NULL, and the line end is left. */
static inline const char *plain_line_end(const char *at)
{
    at += *at == '\r' && at[1] == '\n';
    at += *at == '\n';
    return cp_is_letter(*at) || cp_is_digit(*at) ? at : NULL;
}

/* A fall as we write it, (e4:e4): the first byte behind it, else NULL. */
static inline const char *plain_fall(struct reading *s, const char *at)
{
    bool is_plain = at[1] >= 'a' && at[1] <= 'z' && at[2] >= '1' && at[2] <= '9' && at[3] == ':' &&
                    at[4] == at[1] && at[5] == at[2] && at[6] == ')';
    struct cp_node *last = cp_builder_last(&s->b);
    if (!is_plain || !last || s->g->parts > CP_PARTS_MOST)
        return NULL;
    cp_node_add_fall(s->g, last, (cp_square){CP_INT(at[1] - 'a' + 1), CP_INT(at[2] - '0')});
    return at + 7;
}

static inline const char *plain_move(struct reading *s, const char *at, uint32_t line,
                                     uint64_t column)
{
    const char *end = cp_clean_scan_bare(s->san, at, &cp_builder_room(&s->b)->move);
    if (!end || s->g->parts > CP_PARTS_MOST || *end == '.')
        return NULL;
    cp_builder_add_read(&s->b, (cp_str){at, (size_t)(end - at)}, line, column);
    return end;
}

/* Numbers, clean moves and falls with blanks and single line ends between, as far as
 * they go and are at hand: nothing here asks for more input. What it does not
 * know it leaves to the loop below, which does the same for these. */
static bool read_plain(struct reading *s)
{
    struct cp_cursor *c = s->c;
    const char *at = c->at, *move_end = NULL;
    uint64_t line_offset = c->line_offset;
    uint32_t line = c->line;
    while (c->end - at > CP_CLEAN_LOOK) {
        const char *next = NULL;
        if (CP_LIKELY(cp_is_letter(*at))) {
            next = plain_move(s, at, line, cp_cursor_offset(c, at) - line_offset + 1);
            move_end = next ? next : move_end;
        } else if (*at == ' ') {
            next = at + 1;
        } else if (cp_is_digit(*at)) {
            next = plain_number(s, at);
        } else if (CP_UNLIKELY(*at == '\n' || *at == '\r')) {
            next = plain_line_end(at);
            line += next != NULL;
            line_offset = next ? cp_cursor_offset(c, next) : line_offset;
        } else if (CP_UNLIKELY(*at == '(')) {
            next = plain_fall(s, at);
        }
        if (!next)
            break;
        at = next + (*next == ' ');
    }
    if (at == c->at)
        return false;
    c->line_offset = line_offset;
    c->line = line;
    c->at = at;
    if (move_end)
        s->move_end = cp_cursor_offset(c, move_end);
    return true;
}

/* ---- numbers, marks, results ---- */

/* e4e5 may be two moves: the board decides, once all is read. */
static bool is_in_doubt(const struct cp_line *line)
{
    const struct cp_node *node = line->first;
    while (node && !cp_node_may_be_two(node))
        node = node->next;
    return node;
}

/* Of the game, or the line; looked for until one was found. */
static bool may_be_parted(struct reading *s)
{
    if (!s->has_doubt)
        s->has_doubt = is_in_doubt(&s->g->moves) || is_in_doubt(s->b.top.line);
    return s->has_doubt;
}

static void blame_number(struct cp_diags *d, cp_span at, cp_str digits, bool is_blacks,
                         uint32_t ply)
{
    const char *whose = ply % 2 ? "Black's move" : is_blacks ? "White's move" : "move";
    cp_diag_report(d, CP_MOVE_NUMBER_WRONG, at, "\"%.*s%s\" stands where %s %" PRIu32 " comes",
                   CP_FMT(digits), is_blacks ? "..." : "", whose, ply / 2 + 1);
}

/* Whether it is wrong is seen once words that are two are parted. */
static void keep_number(struct reading *s, cp_str digits, bool is_blacks)
{
    struct cp_game *g = s->g;
    if (s->b.depth)
        return;
    cp_span at = place(s, digits.at, digits.len);
    struct cp_number *number = cp_arena_take(g->arena, sizeof *number);
    uint32_t ply = s->b.top.ply;
    *number = (struct cp_number){NULL, digits, is_blacks, at.line, at.col, ply, ply - s->first_ply};
    *(g->numbers ? &g->last_number->next : &g->numbers) = number;
    g->last_number = number;
}

void cp_reader_check_numbers(const struct cp_game *g, struct cp_diags *d)
{
    const struct cp_node *node = g->moves.first;
    uint32_t moves = 0, written;
    for (const struct cp_number *n = g->numbers; n; n = n->next) {
        for (; node && (node->line < n->line || (node->line == n->line && node->col < n->col));
             node = node->next)
            moves++;
        uint32_t ply = n->ply + (moves - n->moves);
        if (cp_number_parse(n->digits, NUMBER_MOST, &written) &&
            is_number_of(written, n->is_blacks, ply))
            continue;
        cp_span at = {g->file, n->line, n->col, (uint32_t)n->digits.len};
        blame_number(d, at, n->digits, n->is_blacks, ply);
        return;
    }
}

/* Told once a game, and not behind words that are no moves. A game that begins elsewhere may
 * begin with any number. */
static void check_number(struct reading *s, cp_str digits, bool is_blacks)
{
    uint32_t number, ply = s->b.top.ply;
    if (!cp_number_parse(digits, NUMBER_MOST, &number))
        return;
    s->number = number;
    if (s->is_number_told || s->bad_words || s->b.too_deep || s->b.is_full)
        return;
    if (!s->g->moves.first && s->g->start.len && number)
        s->first_ply = s->b.top.ply = ply = ply % 2 + (number - 1) * 2;
    if (is_number_of(number, is_blacks, ply))
        return;
    if (s->notation && may_be_parted(s)) {
        keep_number(s, digits, is_blacks);
        return;
    }
    s->is_number_told = true;
    if (s->notation || !s->is_alphabet_known)
        blame_number(s->d, place(s, digits.at, digits.len), digits, is_blacks, ply);
}

/* Of `digits` bytes, and what stands behind them. */
static void note_number(struct reading *s, size_t digits, size_t len, bool is_unusual)
{
    bool is_blacks = len > digits + 1; /* dots */
    if (is_blacks && !s->is_alphabet_known) {
        s->early = (cp_str){s->c->at, digits};
        s->early_at = place(s, s->c->at, digits);
        is_blacks = false;
    }
    if (is_unusual && s->notation)
        blame(s, CP_MOVE_NUMBER_UNUSUAL, (cp_str){s->c->at, len});
    if (!s->g->moves.first)
        s->number_at = place(s, s->c->at, digits);
    check_number(s, (cp_str){s->c->at, digits}, is_blacks);
    s->b.top.is_new_move = true;
    s->c->at += len;
}

/* 5254 as in ICCF's notation: two squares of an 8x8 board. */
static bool is_like_squares(cp_str digits)
{
    size_t at = 0;
    while (at < digits.len && digits.at[at] >= '1' && digits.at[at] <= '8')
        at++;
    return at == 4 && digits.len == 4;
}

/* Whether digits without a dot are the number of the move that comes, or of the one before. Where
 * numbers went wrong, or a game begins elsewhere, they need only go on. */
static bool is_move_number(struct reading *s, cp_str digits)
{
    uint32_t number, ply = s->b.top.ply, comes = ply / 2 + 1;
    if (!s->notation || s->b.too_deep || s->b.is_full)
        return true;
    if (!cp_number_parse(digits, NUMBER_MOST, &number))
        return false;
    if (number == comes || number == s->number || (number && number == (ply + 1) / 2))
        return number > 0;
    if (!s->g->moves.first && s->g->start.len && !s->number)
        return number && !is_like_squares(digits);
    uint32_t highest = s->number > comes ? s->number : comes;
    return number && number <= highest + 1 &&
           (s->bad_words || s->is_number_told || may_be_parted(s));
}

static void read_bare_number(struct reading *s, size_t len)
{
    cp_str digits = {s->c->at, len};
    if (is_move_number(s, digits)) {
        note_number(s, len, len, false);
        return;
    }
    const struct cp_node *last = cp_builder_last(&s->b);
    bool is_told = !cp_notation_alphabet(s->notation)->is_foreign && !(last && last->is_bad);
    bool is_hinted = is_told && s->bad_words < BAD_MOST && is_like_squares(digits);
    read_bad(s, len);
    if (is_hinted)
        cp_diag_also(s->d, (cp_span){0},
                     "squares in numbers alone, as in games by correspondence, are not read");
}

static size_t digits_ahead(struct reading *s)
{
    size_t len = 0;
    while (len < 20 && cp_is_digit(cp_cursor_look(s->c, len)))
        len++;
    return len;
}

/* 1. and 1... */
static bool read_dotted_number(struct reading *s)
{
    size_t len = digits_ahead(s), dots = 0;
    char next = cp_cursor_look(s->c, len);
    if (len && (next == '.' || (unsigned char)next == 0xe2)) {
        (void)cp_cursor_has(s->c, len + 16);
        dots = cp_dots_scan(cp_str_skip(cp_cursor_text(s->c, len + 16), len));
    }
    if (dots)
        note_number(s, len, len + dots, false);
    return dots > 0;
}

/* 00 and 000, as people write castling: no move has such a number. */
static bool is_castling_of_zeros(struct reading *s, size_t len)
{
    return s->notation && cp_notation_alphabet(s->notation)->castles && (len == 2 || len == 3) &&
           memcmp(s->c->at, "000", len) == 0;
}

/* 0.5-0.5, which is no number. */
static bool read_points(struct reading *s)
{
    char c = *s->c->at;
    if (c != '0' || !s->notation || !strchr(".,", cp_cursor_look(s->c, 1)))
        return false;
    size_t len = word_length(s);
    if (!cp_result_meant((cp_str){s->c->at, len}).len)
        return false;
    read_bad(s, len);
    return true;
}

/* These, 1) 1: or a number alone; whatever else begins with a digit is a move. */
static void read_number(struct reading *s)
{
    if (read_points(s) || read_dotted_number(s))
        return;
    size_t len = digits_ahead(s);
    if (is_castling_of_zeros(s, len)) {
        read_move(s);
        return;
    }
    char next = cp_cursor_look(s->c, len), after = cp_cursor_look(s->c, len + 1);
    bool is_behind_open =
        s->b.depth && !s->b.top.line->first && s->g->moves.first; /* (2) f4 exf4); not ( 5755) */
    if (next == ')' &&
        (!s->b.depth || (is_behind_open && is_move_number(s, (cp_str){s->c->at, len}))))
        note_number(s, len, len + 1, false);
    else if (next == ':' && (cp_is_space(after) || !after))
        note_number(s, len, len + 1, true);
    else if (next == '\0' || next == ')' || cp_is_space(next))
        read_bare_number(s, len);
    else
        read_move(s);
}

/* Dots after a number say "Black's"; glued to a move they join two half-moves. */
static void read_dots(struct reading *s)
{
    (void)cp_cursor_has(s->c, 16);
    cp_str dots = cp_cursor_text(s->c, 16);
    dots.len = cp_dots_scan(dots);
    bool joins = cp_cursor_offset(s->c, s->c->at) == s->move_end;
    bool is_blacks = dots.len > 1 && s->b.top.ply % 2 == 0 && !s->is_number_told && !s->bad_words;
    if (joins && s->notation)
        blame(s, CP_HALF_MOVES_JOINED, dots);
    else if (is_blacks && s->notation && !may_be_parted(s)) {
        s->is_number_told = true;
        cp_diag_report(s->d, CP_MOVE_NUMBER_WRONG, place(s, dots.at, dots.len),
                       "\"%.*s\" stands where White's move %" PRIu32 " comes", CP_FMT(dots),
                       s->b.top.ply / 2 + 1);
    }
    s->c->at += dots.len;
}

static void add_nag(struct reading *s, uint32_t nag, size_t len)
{
    struct cp_node *last = cp_builder_last(&s->b);
    if (last && !s->b.is_full)
        cp_node_add_nag(s->g, last, nag);
    else if (!last && s->notation)
        blame(s, CP_MARK_ON_NOTHING, (cp_str){s->c->at, len});
    s->c->at += len;
}

/* $22.Nf3, where move 2 comes behind $2: how many of the digits are its number. */
static size_t number_behind(struct reading *s, cp_str digits)
{
    uint32_t number;
    for (size_t len = 1; len < digits.len && s->b.top.ply % 2 == 0; len++) {
        cp_str tail = cp_str_skip(digits, digits.len - len);
        if (!cp_number_parse(tail, NUMBER_MOST, &number) || number != s->b.top.ply / 2 + 1)
            continue;
        if (s->notation)
            blame(s, CP_BLANK_MISSING, tail);
        return len;
    }
    return 0;
}

static void read_nag(struct reading *s)
{
    enum { DIGITS_MOST = 10 };
    size_t len = 1;
    uint64_t nag = 0;
    while (len <= DIGITS_MOST && cp_is_digit(cp_cursor_look(s->c, len)))
        len++;
    bool is_whole = !cp_is_digit(cp_cursor_look(s->c, len));
    if (cp_cursor_look(s->c, len) == '.')
        len -= number_behind(s, (cp_str){s->c->at + 1, len - 1});
    for (size_t i = 1; i < len; i++)
        nag = nag * 10 + (uint64_t)(s->c->at[i] - '0');
    if (len == 1 || nag > UINT32_MAX || !is_whole) {
        blame(s, CP_BAD_NAG, (cp_str){s->c->at, len});
        s->c->at += len;
        while (cp_is_digit(cp_cursor_look(s->c, 0)))
            s->c->at++;
        return;
    }
    if (nag > CP_NAG_LAST && s->notation && cp_builder_last(&s->b))
        blame(s, CP_NAG_BEYOND, (cp_str){s->c->at, len});
    add_nag(s, (uint32_t)nag, len);
}

static bool read_glyph(struct reading *s)
{
    uint32_t nag = 0;
    (void)cp_cursor_has(s->c, 2);
    size_t len = cp_glyph_scan(cp_cursor_text(s->c, 2), &nag);
    if (len)
        add_nag(s, nag, len);
    return len > 0;
}

static bool read_assessment(struct reading *s)
{
    uint32_t nag = 0;
    (void)cp_cursor_has(s->c, 8);
    size_t len = cp_assessment_scan(cp_cursor_text(s->c, 8), &nag);
    if (!len)
        return false;
    if (s->notation && cp_builder_last(&s->b))
        cp_diag_report(s->d, CP_JUDGEMENT_UNUSUAL, place(s, s->c->at, len),
                       "\"%.*s\" read as $%" PRIu32, (int)len, s->c->at, nag);
    add_nag(s, nag, len);
    return true;
}

static bool is_closing_next(struct reading *s, size_t from)
{
    while (cp_is_space(cp_cursor_look(s->c, from)) && from < NEAR)
        from++;
    return cp_cursor_look(s->c, from) == ')';
}

/* A result ends the game, however many variations are open, unless a
 * parenthesis follows: then it stood in a variation. */
static bool read_result(struct reading *s, bool *is_over)
{
    cp_str result;
    bool is_odd;
    (void)cp_cursor_has(s->c, 16);
    size_t len = cp_result_scan(cp_cursor_text(s->c, 16), &result, &is_odd);
    *is_over = false;
    if (!len)
        return false;
    if (is_odd)
        cp_diag_report(s->d, CP_RESULT_UNUSUAL, place(s, s->c->at, len), "\"%.*s\" read as %.*s",
                       (int)len, s->c->at, CP_FMT(result));
    if (s->b.depth && is_closing_next(s, len)) {
        blame(s, CP_RESULT_IN_VARIATION, (cp_str){s->c->at, len});
    } else {
        cp_span at = place(s, s->c->at, len);
        s->g->result = result;
        s->g->result_line = at.line;
        s->g->result_col = at.col;
        *is_over = true;
    }
    s->c->at += len;
    return true;
}

/* 1. e4, e5 2. Nf3, Nc6: told once a game. */
static bool read_comma(struct reading *s)
{
    if (!cp_builder_last(&s->b) || s->b.top.is_new_move)
        return false;
    if (!s->has_commas && s->notation)
        blame(s, CP_MOVES_BY_COMMAS, (cp_str){s->c->at, 1});
    s->has_commas = true;
    s->c->at++;
    return true;
}

/* ---- the loop ---- */

/* One token of movetext. False when the game is over. */
static bool read_movetext(struct reading *s)
{
    bool is_over;
    char c = *s->c->at;
    switch (c) {
    case '(':
        read_parenthesis(s);
        return true;
    case ')':
        cp_builder_close_variation(&s->b, place(s, s->c->at, 1));
        s->c->at++;
        return true;
    case '$':
        read_nag(s);
        return true;
    case '.':
        read_dots(s);
        return true;
    default:
        break;
    }
    if (cp_is_letter(c)) {
        read_move(s);
        return true;
    }
    if (read_result(s, &is_over))
        return !is_over;
    if ((unsigned char)c == 0xe2 && cp_cursor_has(s->c, 3) &&
        cp_dots_scan(cp_cursor_text(s->c, 3))) {
        read_dots(s);
        return true;
    }
    if (cp_is_digit(c))
        read_number(s);
    else if ((c == '#' && read_late_mark(s)) || ((c == '!' || c == '?') && read_glyph(s)) ||
             (c == ',' && read_comma(s)) || read_assessment(s))
        return true;
    else
        read_move(s);
    return true;
}

/* A line that is one is a game: R-NOT-13. Behind tags it is damage, as it always was. */
static bool is_position(struct reading *s)
{
    (void)cp_cursor_has(s->c, CP_LINE_LOOK);
    return cp_fen_is_line(cp_cursor_text(s->c, CP_LINE_LOOK));
}

/* Moves on the next line are another game's, which nobody may have meant. */
static void look_behind_position(struct reading *s)
{
    (void)cp_cursor_has(s->c, CP_LINE_LOOK);
    cp_str text = cp_cursor_text(s->c, CP_LINE_LOOK);
    cp_span at = {.file = s->g->file, .line = s->c->line + 1, .col = 1};
    text = cp_str_skip(text, cp_str_starts(text, CP_STR("\r\n")) ? 2 : text.len > 0);
    if (!text.len || cp_is_space(text.at[0]) || cp_fen_is_line(text) ||
        !cp_position_has_moves(text))
        return;
    cp_diag_report(s->d, CP_MOVES_BEHIND_POSITION, at, "those on the next line are another game");
    cp_diag_also(s->d, cp_game_start_span(s->g), "the position");
}

/* The whole line is a game, unless moves, a comment or a result stand on it. Whether they do. */
static bool read_position(struct reading *s)
{
    s->is_line = true;
    s->has_bad_tag |= !cp_position_read(s->c, s->g, s->d);
    bool goes_on = cp_cursor_line(s->c, 1) > 0 && !s->has_bad_tag;
    if (!goes_on)
        look_behind_position(s);
    return goes_on;
}

/* Moves on the line of a position are played from there. */
static void tell_moves_on_line(struct reading *s)
{
    cp_str moves = {NULL, cp_cursor_line(s->c, NEAR)};
    moves.at = s->c->at;
    if (s->is_line && cp_position_has_moves(moves))
        cp_diag_report(s->d, CP_MOVES_BEHIND_POSITION, place(s, moves.at, moves.len),
                       "they are played from it");
}

/* Words without a move among them, and without tags: a heading, say. */
static bool is_words_alone(const struct reading *s)
{
    return s->bad_words && !s->g->tags && s->b.top.ply - s->first_ply == s->bad_words;
}

/* Behind a position and what stands on its line as well, and behind words alone. */
static bool is_next_position(struct reading *s)
{
    return (s->is_line || is_words_alone(s)) && cp_cursor_is_at_column_one(s->c) && is_position(s);
}

/* A record of JSON: on a line of its own, or over several, as programs write it for people; or
 * the first of a list of them, of which `before` bytes stand before it. No comment is so long a
 * line of JSON that its names are not seen. */
static bool is_json(struct reading *s, size_t before)
{
    (void)cp_cursor_has(s->c, NEAR);
    if (cp_json_look(cp_str_skip(cp_cursor_text(s->c, NEAR), before)) != CP_JSON_OBJECT)
        return false;
    size_t len = cp_cursor_line(s->c, RECORD_LOOK);
    cp_str line = cp_str_trim((cp_str){s->c->at, len});
    if (len == RECORD_LOOK)
        return true;
    return strchr(before ? "},{[]" : "},{[", line.at[line.len - 1]) &&
           cp_record_begins(cp_str_skip(cp_cursor_text(s->c, len > NEAR ? len : NEAR), before));
}

/* How many bytes a list of records has before the first; 0: there is none. */
static size_t list_opening(struct reading *s)
{
    size_t len = 1;
    if (*s->c->at != '[')
        return 0;
    while (len < NEAR && cp_cursor_has(s->c, len + 1) && cp_is_space(s->c->at[len]))
        len++;
    return cp_cursor_look(s->c, len) == '{' ? len : 0;
}

/* Names without quotes are words of a comment, too: amid a game they are no record's. */
static bool has_bare_names(cp_str text)
{
    size_t at = 0;
    while (at < text.len && (text.at[at] == '[' || text.at[at] == '{' || cp_is_space(text.at[at])))
        at++;
    return at + 1 < text.len && cp_is_letter(text.at[at]) && text.at[at + 1] != '\'';
}

/* What is wrong with the record that stands here; CP_OK: there is none. */
static enum cp_diag record_here(struct reading *s)
{
    size_t before = list_opening(s);
    if ((*s->c->at != '{' && !before) || !cp_cursor_is_at_column_one(s->c))
        return CP_OK;
    if (is_json(s, before))
        return CP_RECORD_IN_TEXT;
    size_t len = cp_cursor_line(s->c, RECORD_LOOK);
    cp_str line = cp_str_trim((cp_str){s->c->at, len});
    bool may_be = len == RECORD_LOOK || strchr("},{[", line.at[line.len - 1]) ||
                  (before && line.at[line.len - 1] == ']');
    (void)cp_cursor_has(s->c, len > NEAR ? len : NEAR);
    cp_str text = cp_cursor_text(s->c, len > NEAR ? len : NEAR);
    may_be = may_be && (is_empty(s) || s->g->result.len || !has_bare_names(text));
    return may_be && cp_record_is_misquoted(text) ? CP_RECORD_MISQUOTED : CP_OK;
}

/* It is a damaged game of its own; with it go lines that go on with it. */
static void pass_over_record(struct reading *s, enum cp_diag kind)
{
    cp_str line = {NULL, cp_cursor_line(s->c, RECORD_LOOK)};
    line.at = s->c->at;
    line = cp_str_trim(line);
    bool is_spread = line.len < RECORD_LOOK && !strchr("}]", line.at[line.len - 1]);
    char first;
    refuse_text(s, kind, "");
    do {
        pass_over(s, cp_is_line_end);
        while (cp_is_line_end(first = cp_cursor_look(s->c, 0)))
            cp_cursor_pass(s->c, 1);
    } while (is_spread && (first == ' ' || first == '\t' || first == ']' || first == '}'));
}

/* ---- lines of a mail ---- */

/* How many of the bytes here are marks such as > and > > at the beginning of a line. */
static size_t quote_marks(struct reading *s)
{
    size_t len = 0;
    while (len < NEAR && (cp_cursor_look(s->c, len) == '>' || cp_cursor_look(s->c, len) == ' '))
        len++;
    return *s->c->at == '>' && cp_cursor_is_at_column_one(s->c) ? len : 0;
}

/* A tag behind them: a section of tags ends what stood before. */
static bool is_quoted(struct reading *s)
{
    size_t len = quote_marks(s);
    (void)cp_cursor_has(s->c, len + CP_TAG_LOOK);
    return len && cp_tag_is_begun(cp_str_skip(cp_cursor_text(s->c, len + CP_TAG_LOOK), len));
}

/* They are a damaged game. */
static void pass_over_quoted(struct reading *s)
{
    refuse_text(s, CP_LINES_QUOTED, "");
    do {
        pass_over(s, cp_is_line_end);
        while (cp_is_line_end(cp_cursor_look(s->c, 0)))
            cp_cursor_pass(s->c, 1);
    } while (quote_marks(s));
}

/* Once it is known who begins. */
static void begin_moves(struct reading *s)
{
    s->first_ply = s->b.top.ply = cp_game_turn(s->g) == CP_BLACK;
    if (!s->early.len || s->is_number_told || !s->notation || s->first_ply)
        return;
    s->is_number_told = true;
    blame_number(s->d, s->early_at, s->early, true, 0);
}

/* ---- ICN ---- */

static bool is_icn_here(struct reading *s)
{
    const struct cp_game *g = s->g;
    bool has_our_tags = g->start.len || g->frame.len || g->rules;
    return s->is_icn ||
           (cp_cursor_offset(s->c, s->c->at) != s->other && cp_icn_is_here(s->c, 0, has_our_tags));
}

static inline void check_size(struct reading *s);

static void read_icn(struct reading *s)
{
    struct cp_icn icn;
    struct cp_icn_moves moves;
    s->has_moves = true;
    if (s->b.top.pending)
        cp_diag_report(s->d, CP_ICN_COMMENTS, place(s, s->c->at, 0), "one stands before its game");
    cp_icn_read_fields(&icn, s->c, s->g, s->d);
    s->icn = &icn;
    s->g->icn = CP_STR("{}");
    find_alphabet(s);
    begin_moves(s);
    cp_icn_begin_moves(&moves, &icn, s->c, &s->b, s->notation);
    while (cp_icn_read_move(&moves)) {
        s->begin += moves.passed_over;
        moves.passed_over = 0;
        check_size(s);
        moves.notation = s->notation;
    }
    cp_icn_end_moves(&moves);
    s->icn = NULL;
}

static void begin(struct reading *s)
{
    s->g->line = place(s, s->c->at, 0).line;
    s->begin = cp_cursor_offset(s->c, s->c->at);
    s->is_begun = true;
    s->other = NOWHERE;
    s->tags_end = 0;
    s->is_icn =
        s->r->input.is_icn || s->r->list || (*s->c->at == '[' && cp_icn_is_ahead(s->c, &s->other));
}

static bool read_tag(struct reading *s)
{
    return s->is_icn ? cp_icn_read_tag(s->c, s->g, s->d) : cp_tag_read(s->c, s->g, s->d);
}

/* Before the first move; false where a number was read instead, for the words of
 * comments before the moves tell nothing of the alphabet. */
static bool begin_text_moves(struct reading *s)
{
    if ((!s->g->start.len && read_dotted_number(s)) || read_figure(s))
        return false;
    find_alphabet(s);
    tell_moves_on_line(s);
    begin_moves(s);
    return true;
}

static bool read_token(struct reading *s)
{
    if ((*s->c->at == '[' && is_next_game(s)) || CP_UNLIKELY(is_next_position(s)))
        return false;
    if (CP_UNLIKELY((unsigned char)*s->c->at >= 0x80) && mend_here(s))
        return true;
    if (!s->is_begun)
        begin(s);
    enum cp_diag record = CP_OK;
    if (CP_UNLIKELY(*s->c->at == '{' || *s->c->at == '['))
        record = record_here(s);
    if (record) {
        if (is_empty(s))
            pass_over_record(s, record);
        return false; /* or the game before it ends here */
    }
    if (CP_UNLIKELY(*s->c->at == '>') && is_quoted(s)) {
        if (is_empty(s))
            pass_over_quoted(s);
        return false; /* or the game before them ends here */
    }
    if (read_comment(s))
        return true;
    if (*s->c->at == '[' && !s->has_moves) {
        if (s->b.is_full)
            pass_over(s, cp_is_line_end);
        s->has_bad_tag |= s->b.is_full || !read_tag(s);
        return true;
    }
    if (!s->has_moves)
        mend_ahead(s);
    if (!s->has_moves && !cp_is_digit(*s->c->at) && is_binary(s)) {
        pass_over_binary(s);
        return true;
    }
    if (!s->has_moves && is_icn_here(s)) {
        read_icn(s);
        return false;
    }
    if (!s->has_moves && is_empty(s) && is_position(s))
        return read_position(s);
    s->has_moves = true;
    if (!s->is_alphabet_known && !begin_text_moves(s))
        return true;
    if (s->san && !s->b.too_deep && read_plain(s))
        return true;
    mend_ahead(s);
    return read_movetext(s);
}

/* From here on nothing is kept: a game that is too large is read to its end, so that the
 * next one is found, and costs no more memory. */
static void pass_over_rest(struct reading *s)
{
    s->b.is_full = true;
    s->b.keeps_moves = false;
    s->notation = NULL;
    s->san = NULL;
    s->is_alphabet_known = true;
    s->mark = cp_ints_mark(s->g->ints);
    cp_cursor_forget(s->c);
}

static inline void check_size(struct reading *s)
{
    bool is_long = cp_cursor_offset(s->c, s->c->at) - s->begin > CP_TEXT_MOST && s->is_begun;
    if (CP_LIKELY(!is_long && s->g->parts <= CP_PARTS_MOST && !s->b.is_full))
        return;
    cp_span at = place(s, s->c->at, 0);
    if (s->b.is_full) {
        cp_ints_reset(s->g->ints, s->mark);
        return;
    }
    if (is_long)
        cp_game_refuse_size(s->g, s->d, at, "more than 16 MiB of text");
    if (!cp_game_has_room(s->g, s->d, at))
        pass_over_rest(s);
}

/* 1-0 0-1: a result right behind the game's is none of another game. */
static bool read_other_result(struct reading *s)
{
    cp_str result;
    (void)cp_cursor_has(s->c, 16);
    size_t len = cp_result_scan(cp_cursor_text(s->c, 16), &result, NULL);
    if (!len)
        return false;
    bool is_same = cp_str_equal(result, s->g->result);
    cp_span first = {.file = s->g->file, .line = s->g->result_line, .col = s->g->result_col};
    cp_diag_report(s->d, is_same ? CP_RESULT_TWICE : CP_RESULT_SPLIT, place(s, s->c->at, len),
                   is_same ? "%.*s" : "%.*s and %.*s", CP_FMT(s->g->result), CP_FMT(result));
    cp_diag_also(s->d, first, "the first");
    s->c->at += len;
    return true;
}

/* 1. or 1 in front of moves: where they stand on the line of a result, another game is meant. */
static bool is_first_number(cp_str text)
{
    return text.len && text.at[0] == '1' && (text.len == 1 || !cp_is_digit(text.at[1]));
}

/* A result with nothing else on its line; its length, 0: there is none. */
static size_t lone_result(cp_str line)
{
    cp_str result;
    line = cp_str_trim(line);
    return cp_result_scan(line, &result, NULL) == line.len ? line.len : 0;
}

/* A move, or a number in front of one. */
static bool has_moves_ahead(struct reading *s, cp_str line)
{
    return cp_position_has_moves(line) || (s->notation && line.len && any_move(s, line));
}

/* Nothing is read of it yet: what stands behind the result and its comments is another game,
 * which nobody may have meant. */
static void look_behind_result(struct reading *s)
{
    const struct cp_game *g = s->g;
    cp_span at = {.file = g->file, .line = g->result_line, .col = g->result_col};
    bool is_line = s->c->line == g->result_line, has_moves = g->moves.first;
    cp_str line = {NULL, cp_cursor_line(s->c, NEAR)};
    line.at = s->c->at;
    if (is_line && !has_moves && line.len && line.at[0] == '[')
        cp_diag_report(s->d, CP_RESULT_BEFORE_TAG, at, "%.*s", CP_FMT(g->result));
    else if (is_line && has_moves_ahead(s, line) && (!has_moves || !is_first_number(line)))
        cp_diag_report(s->d, CP_MOVES_BEHIND_RESULT, place(s, line.at, line.len), "%.*s",
                       cp_str_shown(line), line.at);
    else if (s->line_ends == 1 && lone_result(line))
        cp_diag_report(s->d, CP_RESULT_ALONE, place(s, line.at, lone_result(line)), "%.*s",
                       CP_FMT(cp_str_trim(line)));
    else
        return;
    if (!is_line || has_moves)
        cp_diag_also(s->d, at, "the result");
}

/* Comments on the lines right behind the result belong to the game. */
static void read_behind_result(struct reading *s)
{
    s->b.top.is_new_move = true;
    while (cp_cursor_skip_space(s->c, 2, &s->line_ends) && s->line_ends < 2 &&
           ((!s->line_ends && read_other_result(s)) || (!record_here(s) && read_comment(s))))
        ;
    if (s->line_ends < 2)
        look_behind_result(s);
}

/* [Result "*"] behind moves, say; a game that names its variant begins as that does. */
static void tell_tags_alone(struct reading *s)
{
    const struct cp_game *g = s->g;
    bool has_more = s->has_moves || s->has_bad_tag || s->b.is_full || g->start.len || g->rules ||
                    g->frame.len || cp_tag_is_in(g, CP_STR("Variant"));
    if (g->tags && !has_more)
        cp_diag_report(s->d, CP_TAGS_ALONE, (cp_span){.file = g->file, .line = g->line, .col = 1},
                       "%s", "");
}

/* Behind a result, say: 1-0 1 */
static void tell_number_alone(struct reading *s)
{
    const struct cp_game *g = s->g;
    bool has_more = g->tags || g->start.len || g->rules || g->frame.len || g->icn.len ||
                    g->moves.first || g->result.len || s->has_bad_tag || s->b.is_full;
    if (s->number && !has_more)
        cp_diag_report(s->d, CP_NUMBER_ALONE, s->number_at, "%" PRIu32, s->number);
}

static void end_game(struct reading *s)
{
    cp_builder_close_all(&s->b);
    if (s->is_icn && !s->has_moves && !s->b.is_full)
        read_icn(s); /* of tags alone */
    find_alphabet(s);
    tell_blank(s);
    tell_tags_alone(s);
    cp_bad_run_end(&s->bad_run, s->d);
    if (s->bad_lines)
        cp_diag_also_of(s->d, s->bad_run.first,
                        "and behind %d of them what is left of %u lines is passed over", BAD_MOST,
                        s->bad_lines);
    if (s->g->result.len)
        read_behind_result(s);
    cp_builder_end_line(&s->b);
}

void cp_reader_open(struct cp_reader *r, const struct cp_reader_input *input,
                    const struct cp_arena *like)
{
    *r = (struct cp_reader){.input = *input};
    cp_cursor_open(&r->cursor, like, input->source, input->source_data, input->file);
    cp_arena_init(&r->arena, like->out_of_memory, like->handler_data);
}

void cp_reader_close(struct cp_reader *r)
{
    if (r->list)
        cp_icn_list_close(r->list);
    cp_arena_close(&r->arena);
    cp_cursor_close(&r->cursor);
}

/* Before the first game. */
static void begin_reader(struct cp_reader *r)
{
    struct cp_icn_list list = {.has_string = false};
    r->has_begun = true;
    if (!cp_icn_list_begin(&list, &r->cursor))
        return;
    r->list = cp_arena_take(&r->arena, sizeof *r->list);
    *r->list = list;
}

void cp_reader_leave(struct cp_reader *r)
{
    struct cp_cursor *c = &r->cursor;
    unsigned ignored;
    cp_cursor_settle(c);
    if (r->list) {
        if (r->list->has_string)
            cp_cursor_close(&r->list->inside);
        r->list->has_string = false;
        return;
    }
    do {
        cp_cursor_pass_over(c, cp_is_line_end);
        if (!cp_cursor_skip_space(c, UINT32_MAX, &ignored))
            return;
        (void)cp_cursor_has(c, CP_TAG_LOOK);
    } while (!cp_cursor_is_at_column_one(c) || !cp_tag_is_begun(cp_cursor_text(c, CP_TAG_LOOK)));
}

bool cp_reader_look(struct cp_reader *r, uint64_t *offset)
{
    unsigned ignored;
    if (!r->has_begun)
        begin_reader(r);
    cp_cursor_settle(&r->cursor);
    bool is_left = cp_cursor_skip_space(&r->cursor, UINT32_MAX, &ignored);
    *offset = cp_reader_offset(r);
    return is_left;
}

/* Whether so much from here on is all that could be read before the source failed: nobody
 * knows what would have come behind it. */
static bool is_cut_off(const struct cp_reader *r, size_t len)
{
    return r->cursor.is_failed && r->cursor.at + len == r->cursor.end;
}

/* A game that does not end where the bytes at hand do is looked at again with more
 * of them, a few times: bytes may come in small pieces. */
bool cp_reader_read_fast(struct cp_reader *r, struct cp_fast_text *k)
{
    enum { TRIES = 4 };
    uint64_t ignored;
    enum cp_fast_next next = CP_FAST_MORE;
    if (!cp_reader_look(r, &ignored) || r->list)
        return false;
    for (int i = 0; i < TRIES && next == CP_FAST_MORE; i++)
        if (i == 0 || cp_cursor_fill(&r->cursor))
            next = cp_fast_text_read(k, r->cursor.at, r->cursor.end, r->cursor.is_over);
    return next == CP_FAST_GAME && !is_cut_off(r, k->len);
}

void cp_reader_pass(struct cp_reader *r, const struct cp_fast_text *k)
{
    struct cp_cursor *c = &r->cursor;
    c->line += k->lines;
    if (k->lines)
        c->line_offset = cp_cursor_offset(c, c->at + k->line);
    c->at += k->len;
}

static enum cp_reader_next read_from(struct cp_reader *r, struct cp_cursor *c, struct cp_game *g,
                                     struct cp_diags *d)
{
    cp_cursor_settle(c);
    struct reading s = {.r = r, .c = c, .g = g, .d = d, .move_end = NOWHERE};
    cp_builder_init(&s.b, g, d);
    uint32_t errors = d->errors;
    while (cp_cursor_skip_space(s.c, UINT32_MAX, &s.line_ends) && read_token(&s))
        check_size(&s);
    check_size(&s);
    if (!s.is_begun || is_cut_off(r, 0))
        return CP_READER_END;
    if (is_empty(&s)) {
        cp_span at = {.file = g->file, .line = g->line, .col = 1};
        cp_diag_report(d, CP_COMMENT_ALONE, at, "%s", "");
        return CP_READER_END;
    }
    if (d->errors == errors)
        tell_number_alone(&s);
    end_game(&s);
    g->is_broken |= d->errors > errors;
    return g->is_broken ? CP_READER_BROKEN : CP_READER_GAME;
}

/* What is left of a string, or the next one. */
static enum cp_reader_next read_string(struct cp_reader *r, struct cp_game *g, struct cp_diags *d)
{
    struct cp_icn_list *list = r->list;
    enum cp_icn_list_next next = CP_LIST_STRING;
    unsigned ignored;
    if (list->has_string)
        cp_cursor_settle(&list->inside);
    while (next == CP_LIST_STRING &&
           !(list->has_string && cp_cursor_skip_space(&list->inside, UINT32_MAX, &ignored)))
        next = cp_icn_list_next(list, &r->cursor, g, d);
    if (next == CP_LIST_STRING)
        return read_from(r, &list->inside, g, d);
    return next == CP_LIST_WRONG ? CP_READER_BROKEN : CP_READER_END;
}

enum cp_reader_next cp_reader_read(struct cp_reader *r, struct cp_game *g, struct cp_diags *d)
{
    cp_game_init(g, g->arena, g->ints);
    g->file = r->input.file;
    if (!r->has_begun)
        begin_reader(r);
    return r->list ? read_string(r, g, d) : read_from(r, &r->cursor, g, d);
}
