/* SPDX-License-Identifier: MIT */
/* icn.c -- a game of infinitechess.org, with any white space between its parts:
 *
 *     [Variant "Core"] w 0/100 1 (8;q,r|1;q,r) P1,2+|k5,8+|K5,1+ 1,2>1,4|5,8>5,7{a comment}
 *      tags            fields, each of which may be missing      moves
 *
 * One stands in a line, or in several: a line goes on with the game while it begins with a
 * later part of it. The fields with a position among them are the game's start as they stand
 * (start.h reads them), so that nothing of them is lost and every man has its place. What
 * else a record has no field for is kept in g->icn:
 *
 *     {"fields": "w 0/100 1"}                 where there is no position
 *     {"first_number": 1}                     where its moves are numbered: that of the first
 *
 * The grammar is strict, that of the site: fields in their order, moves with a bar or a number
 * between them, one comment behind each. Where it stops, two tables of menders are asked, a row for
 * each oddity (R-ICN-2: what the site would refuse but can be understood is a warning); what no row
 * knows is one error at its place. The window may slide whenever more is looked at: places are
 * offsets from the cursor until all of the fields, or of a move, is at hand. */
#include "text/reading/reading.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/utf8.h"
#include "text/tags.h"
#include "text/tokens.h"

#include <inttypes.h>

enum {
    NEAR = 256,
    AHEAD_MOST = 1 << 16,      /* bytes of tags that are looked over */
    SPACE_MOST = CP_TEXT_MOST, /* of white space within a game */
    VALUE_MOST = 200,          /* of a tag there */
    MOVE_MOST = 2 * CP_TOKEN_MOST
};

/* ---- tags ---- */

/* The first byte from `at` on, of what is at hand, that may end a tag's value or its line; or
 * less, where there are no eight. */
static size_t pass_value(const struct cp_cursor *c, size_t at)
{
    while ((size_t)(c->end - c->at) >= at + 8) {
        uint64_t w = cp_eight(c->at + at);
        uint64_t ends = cp_has_byte(w, '"') | cp_has_byte(w, '\n') | cp_has_byte(w, '\r');
        if (ends)
            return at + cp_first_of(ends);
        at += 8;
    }
    return at;
}

/* The length of a tag as the site writes it; 0: it is none. */
static size_t tag_length(struct cp_cursor *c, size_t from, size_t *quote)
{
    size_t at = from + 1;
    while (cp_is_letter(cp_cursor_look(c, at)))
        at++;
    if (at == from + 1 || cp_cursor_look(c, at) != ' ' || cp_cursor_look(c, at + 1) != '"')
        return 0;
    *quote = at + 1 - from;
    for (at = pass_value(c, at + 2); at - from < CP_TOKEN_MOST && cp_cursor_look(c, at) != '"';
         at++)
        if (cp_is_line_end(c->at[at]) || at >= (size_t)(c->end - c->at))
            return 0;
    return cp_cursor_look(c, at + 1) == ']' ? at + 2 - from : 0;
}

/* The length of the line at `at`, which is a tag or several; 0: it is not, or too long. */
static size_t tag_line_length(struct cp_cursor *c, size_t at)
{
    const char *end = NULL;
    while (!end && cp_cursor_has(c, at + 1)) {
        size_t most = (size_t)(c->end - c->at) - at;
        end = memchr(c->at + at, '\n', most);
        if (!end && (most > CP_TOKEN_MOST || !cp_cursor_has(c, at + most + 1)))
            return 0;
    }
    size_t len = end ? (size_t)(end - c->at) - at : 0;
    while (len && cp_is_space(c->at[at + len - 1]))
        len--;
    return len > 1 && c->at[at + len - 1] == ']' && c->at[at + len - 2] == '"' ? len : 0;
}

/* How far must be looked to see what begins at `at`: farther where a comment, perhaps behind the
 * number of a move, stands there. */
static size_t near_end(struct cp_cursor *c, size_t at)
{
    size_t end = at + NEAR, most = end + AHEAD_MOST;
    cp_str near = cp_cursor_ahead(c, at, NEAR);
    const char *brace = near.len ? memchr(near.at, '{', near.len) : NULL;
    if (!brace)
        return end;
    end = (size_t)(brace - c->at);
    for (char next = '{'; next && next != '}' && end < most; end++)
        next = cp_cursor_look(c, end);
    return end + NEAR;
}

bool cp_icn_is_here(struct cp_cursor *c, size_t at, bool has_our_tags)
{
    size_t end = near_end(c, at);
    cp_str text = cp_cursor_ahead(c, at, end - at);
    if (text.len == end - at) {
        for (char next = '0';
             end - at < CP_TOKEN_MOST && (cp_is_digit(next) || next == '-' || next == ','); end++)
            next = cp_cursor_look(c, end); /* of a number that goes far */
        text = cp_str_skip(cp_cursor_text(c, end), at);
    }
    return at < AHEAD_MOST && cp_icn_is(text, has_our_tags);
}

bool cp_icn_is_ahead(struct cp_cursor *c, uint64_t *behind)
{
    size_t at = 0, len = 1, quote;
    bool has_our_tags = false;
    /* Tags line by line, as most games have them, are passed quickly: what stands behind them tells
     * that it is another text. */
    while (len && at < AHEAD_MOST && cp_cursor_look(c, at) == '[') {
        len = tag_line_length(c, at);
        at = len ? cp_cursor_space_end(c, at + len, AHEAD_MOST) : at;
    }
    *behind = cp_cursor_offset(c, c->at) + at;
    if (len && !cp_icn_is_here(c, at, false))
        return false;
    at = 0;
    while (at < AHEAD_MOST && cp_cursor_look(c, at) == '[') {
        len = tag_length(c, at, &quote);
        if (!len)
            return false;
        has_our_tags |= (cp_tag_what((cp_str){c->at + at + 1, quote - 2}) & CP_TAG_OF_TEXT) > 0;
        at = cp_cursor_space_end(c, at + len, AHEAD_MOST);
    }
    return cp_icn_is_here(c, at, has_our_tags);
}

bool cp_icn_read_tag(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d)
{
    size_t quote = 0, len = tag_length(c, 0, &quote);
    if (!len)
        return cp_tag_read(c, g, d);
    cp_span at = cp_cursor_place(c, c->at, len);
    cp_str name = {c->at + 1, quote - 2}, value = {c->at + quote + 1, len - quote - 3};
    if (!cp_utf8_is_text(value))
        cp_diag_report(d, CP_BAD_BYTES, at, "%s", "");
    if (!value.len || value.len > VALUE_MOST)
        cp_diag_report(d, CP_ICN_UNUSUAL, at, "%.*s has %zu bytes, and 1 to %d are taken",
                       CP_FMT(name), value.len, VALUE_MOST);
    cp_str meant = cp_tag_meant(name);
    if (meant.len)
        cp_diag_report(d, CP_TAG_UNUSUAL, at, "%.*s, read as %.*s", CP_FMT(name), CP_FMT(meant));
    cp_game_add_tag(g, meant.len ? meant : name, value, at.line, at.col);
    cp_cursor_pass(c, len);
    return true;
}

/* ---- an ICN on its way ---- */

struct cp_icn_game {
    struct cp_icn fields;
    int last_field;        /* -1: none yet */
    uint32_t before;       /* how many moves its numbers count before the first */
    uint32_t first_number; /* that stands in front of the first move; 0: none */
    bool has_move;
    bool is_half;                            /* behind a number one move has come, of two */
    bool is_parted, has_number, has_comment; /* a bar or number, … in front of the move to come */
};

/* Where the next word begins, behind white space; whether that has line ends. */
static size_t look_over_space(struct cp_cursor *c, size_t at, bool *has_line_end)
{
    size_t from = at;
    *has_line_end = false;
    for (char next; at - from < SPACE_MOST && cp_is_space(next = cp_cursor_look(c, at)); at++)
        *has_line_end |= cp_is_line_end(next);
    return at;
}

/* ---- fields ---- */

/* 007, +7 or -0 somewhere in it. */
static size_t odd_number(struct cp_reading *s, struct cp_found *f)
{
    cp_str word = {s->c->at, f->field < CP_ICN_WINS ? f->word : 0};
    for (size_t i = 0; i + 1 < word.len; i++) {
        bool is_first = !i || !cp_is_digit(word.at[i - 1]);
        bool is_odd = word.at[i] == '+' || (word.at[i] == '0' && is_first);
        if ((is_odd && cp_is_digit(word.at[i + 1])) || (word.at[i] == '-' && word.at[i + 1] == '0'))
            return word.len;
    }
    return 0;
}

/* Squares: 1,1|2,2 */
static size_t parted_list(struct cp_reading *s, struct cp_found *f)
{
    bool is_list = f->field == CP_ICN_SQUARES || f->field == CP_ICN_RAYS;
    return is_list && cp_word_end((cp_str){s->c->at, f->word}, 0) < f->word ? f->word : 0;
}

static size_t second_field(struct cp_reading *s, struct cp_found *f)
{
    return f->icn->fields.field[f->field].at != s->c->at ? f->word : 0;
}

static size_t late_field(struct cp_reading *s, struct cp_found *f)
{
    (void)s;
    return (int)f->field < f->icn->last_field ? f->word : 0;
}

/* It ends with a rank, or the + behind it, unless a line end broke it. */
static size_t broken_position(struct cp_reading *s, struct cp_found *f)
{
    char last = s->c->at[f->word - 1];
    return f->field == CP_ICN_POSITION && !cp_is_digit(last) && last != '+' ? f->word : 0;
}

static void put_broken_position(struct cp_reading *s, const struct cp_found *f)
{
    cp_diag_report(s->d, CP_ICN_UNUSUAL, cp_reading_place(s, s->c->at, f->len),
                   "a position that ends with %c", s->c->at[f->len - 1]);
    s->c->at += f->len;
}

static const struct cp_mender of_fields[] = {
    {CP_NUMBER_UNUSUAL, "%.*s", false, odd_number, NULL},
    {CP_ICN_UNUSUAL, "%.*s has a blank", false, parted_list, NULL},
    {CP_ICN_UNUSUAL, "%.*s is given twice: the first counts", false, second_field, NULL},
    {CP_ICN_UNUSUAL, "%.*s stands out of its order", false, late_field, NULL},
    {CP_ICN_UNUSUAL, NULL, false, broken_position, put_broken_position},
    {0},
};

static size_t look_over_letters(struct cp_cursor *c, size_t at)
{
    while (at <= CP_TEXT_MOST && cp_cursor_has(c, at + 1) && !cp_is_space(c->at[at]))
        at++;
    return at;
}

/* The end of the word that begins at `at`, all of it at hand with what follows it. */
static size_t look_over_word(struct cp_cursor *c, size_t at)
{
    size_t end = look_over_letters(c, at);
    if (cp_icn_is_bare_name((cp_str){c->at + at, end - at})) {
        size_t next = look_over_letters(c, cp_cursor_space_end(c, end, end + SPACE_MOST));
        end = at + cp_icn_word(cp_str_skip(cp_cursor_text(c, next), at));
    }
    (void)cp_cursor_has(c, end + NEAR);
    return end;
}

/* How far the fields at the cursor go. */
static size_t look_over_fields(struct cp_cursor *c)
{
    size_t end = 0;
    for (int last = -1; end <= CP_TEXT_MOST;) {
        bool is_new_line;
        size_t at = look_over_space(c, end, &is_new_line), word_end = look_over_word(c, at);
        if (word_end == at)
            break;
        size_t near = near_end(c, at);
        cp_str text = cp_str_skip(cp_cursor_text(c, near > word_end ? near : word_end + NEAR), at);
        enum cp_icn_field field = cp_icn_look(text);
        bool is_next = is_new_line && end && (field == CP_ICN_NOTHING || (int)field <= last);
        if (field == CP_ICN_MOVES || is_next || text.at[0] == '[' || text.at[0] == '{' ||
            cp_icn_begins_oddly(text, false))
            break;
        last = field != CP_ICN_NOTHING && (int)field > last ? (int)field : last;
        end = word_end;
    }
    return end;
}

/* The fields at the cursor, which stands behind white space, and where they belong in the game. */
static void read_fields(struct cp_reading *s, struct cp_found *f)
{
    struct cp_cursor *c = s->c;
    struct cp_icn *icn = &f->icn->fields;
    cp_span at = cp_reading_place(s, c->at, 1);
    size_t end = look_over_fields(c);
    if (end > CP_TEXT_MOST) {
        cp_game_refuse_size(s->g, s->d, at, "more than 16 MiB of text");
        cp_cursor_forget(c);
        cp_cursor_pass_over(c, CP_LINE_ENDS);
        return;
    }
    cp_icn_split(icn, (cp_str){c->at, end});
    for (cp_str rest = icn->run; rest.len; rest = cp_behind_space(cp_str_skip(rest, f->word))) {
        f->word = cp_icn_word(rest);
        f->field = cp_icn_look(rest);
        cp_cursor_pass(c, (size_t)(rest.at - c->at));
        if (f->field == CP_ICN_NOTHING) {
            cp_reading_blame(s, CP_NOT_ICN, (cp_str){rest.at, f->word});
            s->g->is_broken = true;
            continue;
        }
        if (icn->field[f->field].at == rest.at)
            icn->at[f->field] = cp_reading_place(s, rest.at, f->word);
        (void)cp_reading_mend(s, of_fields, f);
        f->icn->last_field =
            (int)f->field > f->icn->last_field ? (int)f->field : f->icn->last_field;
    }
    cp_cursor_pass(c, (size_t)(icn->run.at + end - c->at));
    if (!cp_utf8_is_text(icn->run))
        cp_diag_report(s->d, CP_BAD_BYTES, at, "%s", "");
    if (!cp_icn_has(icn, CP_ICN_POSITION))
        return;
    s->g->start = icn->run;
    s->g->start_line = at.line;
    s->g->start_col = at.col;
}

/* ---- moves ---- */

/* 1-0 where the game ends `at` bytes ahead; 0: there is none. */
static size_t result_at(struct cp_reading *s, const struct cp_icn_game *m, size_t at)
{
    enum { MOST = 16 };
    cp_str result;
    bool has_line_end;
    size_t len = cp_result_scan(cp_cursor_ahead(s->c, at, MOST), &result, NULL);
    if (!len || !m->has_move || m->has_number)
        return 0;
    size_t end = look_over_space(s->c, at + len, &has_line_end);
    return has_line_end || !cp_cursor_look(s->c, end) ? len : 0;
}

/* Whether nothing of the game but comments stands behind so many bytes. */
static bool is_last(struct cp_reading *s, size_t at)
{
    bool is_comment = false;
    for (size_t most = at + AHEAD_MOST; at < most; at++) {
        char next = cp_cursor_look(s->c, at);
        if (!next || (next == '[' && !is_comment))
            return true;
        if (!is_comment && next != '{' && !cp_is_space(next))
            return false;
        is_comment = is_comment ? next != '}' : next == '{';
    }
    return false;
}

/* A new line goes on with the game behind a bar, with a number that comes next, with the second
 * move of a pair, or with its result. One that begins with 1. and no move of ICN is another game.
 */
static bool goes_on(struct cp_reading *s, const struct cp_icn_game *m, size_t at)
{
    uint32_t number;
    if (m->is_parted || cp_cursor_look(s->c, at) == '|' || result_at(s, m, at))
        return true;
    cp_str text = cp_cursor_ahead(s->c, at, NEAR);
    bool is_move = cp_icn_look(text) == CP_ICN_MOVES;
    cp_icn_number signs = cp_icn_number_at(text);
    if (!m->has_move)
        return is_move || cp_icn_begins_oddly(text, false);
    if (signs.len && cp_number_parse((cp_str){text.at, signs.digits}, UINT32_MAX, &number) &&
        (is_move || number > 1))
        return number > s->number || (number == s->number && signs.is_blacks);
    return is_move && m->is_half;
}

/* A wrong one is told once a game, and not behind words that are no moves. A game from a position
 * may begin with any, and where Black begins one may count pairs, or White's moves. */
static void put_number(struct cp_reading *s, const struct cp_found *f)
{
    struct cp_icn_game *m = f->icn;
    cp_str digits = {s->c->at, f->number.digits};
    uint32_t number = 0, ply = s->b.top.ply;
    bool is_right = cp_number_parse(digits, UINT32_MAX, &number);
    m->is_parted = m->has_number = true;
    m->is_half = !f->number.is_blacks;
    s->number = is_right ? number : s->number;
    if (!m->has_move && number <= INT32_MAX)
        m->first_number = number;
    if (!m->has_move && number && cp_icn_has(&m->fields, CP_ICN_POSITION))
        m->before = number - 1;
    uint64_t comes = (uint64_t)m->before + (ply - s->first_ply) / 2 + 1;
    is_right &= number == comes || number == (uint64_t)m->before + ply / 2 + 1;
    if (!is_right && s->notation && !s->is_number_told && !s->bad_run.runs) {
        s->is_number_told = true;
        cp_diag_report(s->d, CP_MOVE_NUMBER_WRONG, cp_reading_place(s, digits.at, f->number.len),
                       "\"%.*s\" stands where move %" PRIu64 " comes", CP_FMT(digits), comes);
    }
    cp_cursor_pass(s->c, f->number.len);
}

/* How far a move may go here: up to a bar, a comment, or the line's end. */
static size_t look_over_move(struct cp_cursor *c)
{
    size_t at = 0;
    for (char next; at < MOVE_MOST && (next = cp_cursor_look(c, at)); at++)
        if (next == '|' || next == '{' || cp_is_line_end(next))
            break;
    return at;
}

/* The move here, or the word that is none, and behind it its marks and its comment. */
static void put_move(struct cp_reading *s, const struct cp_found *f)
{
    uint32_t nag;
    struct cp_icn_game *m = f->icn;
    struct cp_node *node = cp_reading_put_move(s, f->word, f->is_whole ? &f->move.move : NULL);
    if (node && !f->is_whole)
        node->is_bad = !cp_notation_alphabet(s->notation)->is_foreign;
    m->has_move = true;
    m->is_half &= m->has_number;
    m->is_parted = m->has_number = m->has_comment = false;
    size_t sign = cp_cursor_look(s->c, 0) == ' ', end = sign;
    for (char next; (next = cp_cursor_look(s->c, end)) == '!' || next == '?';)
        end++;
    if (end > sign && cp_glyph_scan((cp_str){s->c->at + sign, end - sign}, &nag) == end - sign) {
        if (node)
            cp_node_add_nag(s->g, node, nag);
        s->c->at += end;
    }
    size_t at = cp_cursor_look(s->c, 0) == ' ' || cp_cursor_look(s->c, 0) == '\t';
    if (cp_cursor_look(s->c, at) == '{') {
        s->c->at += at;
        cp_read_braced(s);
    }
}

/* Whether a move is here; what is odd in it. */
static bool scan_move(struct cp_reading *s, struct cp_found *f)
{
    size_t len = look_over_move(s->c);
    const char *end = NULL, *at = s->c->at;
    if (s->notation)
        end = cp_clean_scan_icn(cp_notation_clean(s->notation), s->g->ints, at, at + len,
                                &f->move.move, &f->odds);
    f->word = end ? (size_t)(end - at) : 0;
    f->is_whole = end != NULL;
    return f->is_whole;
}

/* What is no move goes up to the next bar; where none may stand it is left out. */
static void read_bad_word(struct cp_reading *s, struct cp_found *f, bool may_move)
{
    const struct cp_node *last = cp_builder_last(&s->b);
    size_t most = look_over_move(s->c);
    f->word = cp_str_trim(cp_cursor_text(s->c, most)).len;
    cp_str text = {s->c->at, f->word ? f->word : 1};
    if (s->notation && last && last->is_bad) {
        s->bad_run.more++;
    } else if (s->notation && !(may_move && cp_notation_alphabet(s->notation)->is_foreign)) {
        cp_reading_blame(s, CP_NOT_A_MOVE, text);
        cp_bad_run_begin(&s->bad_run, cp_reading_place(s, text.at, text.len), s->d);
    }
    if (may_move)
        put_move(s, f);
    else
        s->c->at += text.len;
}

/* ---- what is odd between moves, and in them ---- */

static size_t late_result(struct cp_reading *s, struct cp_found *f)
{
    return result_at(s, f->icn, 0);
}

/* It ends the game. */
static void put_result(struct cp_reading *s, const struct cp_found *f)
{
    cp_span at = cp_reading_place(s, s->c->at, f->len);
    (void)cp_result_scan((cp_str){s->c->at, f->len}, &s->g->result, NULL);
    s->g->result_line = at.line;
    s->g->result_col = at.col;
    s->c->at += f->len;
}

static size_t first_bar(struct cp_reading *s, struct cp_found *f)
{
    return *s->c->at == '|' && !f->icn->has_move && !f->icn->is_parted;
}

/* 5,2>5,4 | {a comment} | 5,7>5,5 */
static size_t second_bar(struct cp_reading *s, struct cp_found *f)
{
    return *s->c->at == '|' && f->icn->has_comment && f->icn->is_parted;
}

static size_t last_bar(struct cp_reading *s, struct cp_found *f)
{
    (void)f;
    return *s->c->at == '|' && is_last(s, 1);
}

static size_t missing_bar(struct cp_reading *s, struct cp_found *f)
{
    return f->icn->has_move && !f->icn->is_parted &&
           cp_icn_look(cp_cursor_ahead(s->c, 0, NEAR)) == CP_ICN_MOVES;
}

/* One that is missing is as good as one that stands there. */
static void put_bar(struct cp_reading *s, const struct cp_found *f)
{
    f->icn->is_parted = true;
    s->c->at += *s->c->at == '|';
}

static size_t last_number(struct cp_reading *s, struct cp_found *f)
{
    return f->number.len && is_last(s, f->number.len) ? f->number.len : 0;
}

/* 1) and 1... */
static size_t number_by_hand(struct cp_reading *s, struct cp_found *f)
{
    (void)s;
    return f->number.len;
}

static size_t second_comment(struct cp_reading *s, struct cp_found *f)
{
    const struct cp_node *last = cp_builder_last(&s->b);
    return *s->c->at == '{' && !f->icn->is_parted && last && last->notes && last->notes->after;
}

static size_t early_comment(struct cp_reading *s, struct cp_found *f)
{
    (void)f;
    return *s->c->at == '{';
}

/* It becomes one of the move before it; a bar and a number in front of it are those of the move
 * behind it. */
static void put_comment(struct cp_reading *s, const struct cp_found *f)
{
    f->icn->has_comment = f->icn->is_parted;
    cp_read_braced(s);
}

static size_t odd_blank(struct cp_reading *s, struct cp_found *f)
{
    (void)s;
    return f->odds & CP_ICN_ODD_BLANK ? f->word : 0;
}

static size_t odd_move(struct cp_reading *s, struct cp_found *f)
{
    (void)s;
    return f->word;
}

static const struct cp_mender of_moves[] = {
    {CP_ICN_UNUSUAL, "%.*s behind the moves: there it is a tag", false, late_result, put_result},
    {CP_ICN_UNUSUAL, "a bar and no move in front of it", false, first_bar, put_bar},
    {CP_ICN_UNUSUAL, "a second bar", false, second_bar, put_bar},
    {CP_ICN_UNUSUAL, "a bar and no move behind it", false, last_bar, NULL},
    {CP_ICN_UNUSUAL, "a number and no move behind it", false, last_number, NULL},
    {CP_ICN_UNUSUAL, "%.*s is no number of a move", false, number_by_hand, put_number},
    {CP_ICN_UNUSUAL, "a second comment", false, second_comment, put_comment},
    {CP_ICN_UNUSUAL, "a comment before a move", false, early_comment, put_comment},
    {CP_ICN_UNUSUAL, "a bar is missing here", false, missing_bar, put_bar},
    {CP_ICN_UNUSUAL, "%.*s", false, odd_blank, put_move},
    {CP_NUMBER_UNUSUAL, "%.*s", false, odd_move, put_move},
    {0},
};

/* A bar, a number, or a move with what belongs to it, and where the grammar stops a mender. False
 * when the game is over. */
static bool read_token(struct cp_reading *s, struct cp_found *f)
{
    struct cp_icn_game *m = f->icn;
    bool has_line_end, may_move = !m->has_move || m->is_parted;
    size_t at = look_over_space(s->c, 0, &has_line_end);
    char next = cp_cursor_look(s->c, at);
    if (!next || next == '[' || (has_line_end && !goes_on(s, m, at)))
        return false;
    cp_cursor_pass(s->c, at);
    if (cp_is_space(next)) /* that makes a game too large */
        return true;
    f->word = 0;
    f->is_whole = false;
    f->number.len = 0;
    if (cp_is_digit(next) && !m->has_number)
        f->number = cp_icn_number_at(cp_cursor_ahead(s->c, 0, CP_ICN_NUMBER_LOOK));
    if (next == '|' && !may_move && !is_last(s, 1))
        put_bar(s, f);
    else if (f->number.len && !f->number.is_odd && !is_last(s, f->number.len))
        put_number(s, f);
    else if (may_move && scan_move(s, f) && !f->odds)
        put_move(s, f);
    else if (!cp_reading_mend(s, of_moves, f))
        read_bad_word(s, f, may_move);
    return !s->g->result.len;
}

void cp_read_icn(struct cp_reading *s)
{
    struct cp_icn_game game = {.last_field = -1};
    struct cp_found found = {.icn = &game};
    s->has_moves = true;
    if (s->b.top.pending)
        cp_diag_report(s->d, CP_ICN_UNUSUAL, cp_reading_place(s, s->c->at, 0), "%s",
                       "a comment before its game");
    read_fields(s, &found);
    s->icn = &game.fields;
    s->g->icn = CP_STR("{}");
    cp_reading_find_alphabet(s);
    cp_reading_begin_moves(s);
    while (read_token(s, &found))
        cp_reading_check_size(s);
    cp_bad_run_end(&s->bad_run, s->d);
    s->icn = NULL;
    struct cp_buf json = cp_buf_in(s->g->arena); /* of what a record has no other field for */
    cp_buf_putc(&json, '{');
    if (!cp_icn_has(&game.fields, CP_ICN_POSITION) && game.fields.run.len) {
        cp_buf_puts(&json, "\"fields\":");
        cp_json_put_string(&json, game.fields.run);
    }
    if (game.first_number)
        cp_buf_printf(&json, "%s\"first_number\":%" PRIu32, json.len > 1 ? "," : "",
                      game.first_number);
    cp_buf_putc(&json, '}');
    s->g->icn = cp_buf_str(&json);
}
