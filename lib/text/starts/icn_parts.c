/* SPDX-License-Identifier: MIT */
#include "text/starts/icn_parts.h"

#include "base/scan.h"
#include "game/codes.h"
#include "text/tokens.h"

/* Where the number at `at` ends; 0: there is none. */
static size_t int_end(cp_str text, size_t at)
{
    size_t first = at + (at < text.len && (text.at[at] == '-' || text.at[at] == '+'));
    size_t end = cp_digits_end(text, first);
    return end > first ? end : 0;
}

static size_t pair_end(cp_str text, size_t at)
{
    size_t comma = int_end(text, at);
    return comma && comma < text.len && text.at[comma] == ',' ? int_end(text, comma + 1) : 0;
}

/* Where the square behind a code, or without one, ends. */
static size_t man_end(cp_str text)
{
    size_t player = cp_digits_end(text, 0), code = cp_letters_end(text, player);
    if (code == player)
        return pair_end(text, 0);
    return code - player <= CP_CODE_MOST ? pair_end(text, code) : 0;
}

/* Where a square ends that has blanks around its comma; 0: it is none. */
static size_t parted_end(cp_str text, size_t at)
{
    size_t end = int_end(text, at), comma = end ? cp_blanks_end(text, end) : text.len;
    bool is_pair = comma < text.len && text.at[comma] == ',';
    return is_pair ? int_end(text, cp_blanks_end(text, comma + 1)) : 0;
}

/* Where the sign of a move stands, P5,2>5,4 and 5,2 x 6,3; 0: there is none. 5, 2 > 5, 4 is one
 * where all of it stands there. */
static size_t sign_of(cp_str text)
{
    size_t at = man_end(text);
    if (!at) {
        size_t code = cp_letters_end(text, 0);
        size_t end = code <= CP_CODE_MOST ? parted_end(text, code) : 0;
        size_t sign = end ? cp_blanks_end(text, end) : text.len;
        bool is_sign = sign < text.len && text.at[sign] == '>';
        return is_sign && parted_end(text, cp_blanks_end(text, sign + 1)) ? sign : 0;
    }
    size_t sign = cp_blanks_end(text, at);
    if (sign < text.len && text.at[sign] == '>')
        return sign;
    at += at < text.len && cp_is_space(text.at[at]);
    return at < text.len && (text.at[at] == '>' || text.at[at] == 'x') ? at : 0;
}

cp_icn_number cp_icn_number_at(cp_str text)
{
    enum { DIGITS_MOST = 11, MOST = CP_ICN_NUMBER_LOOK };
    text.len = text.len < MOST ? text.len : MOST;
    size_t digits = cp_digits_end(text, 0);
    cp_str sign = cp_str_skip(text, digits);
    if (!digits || digits > DIGITS_MOST || !sign.len)
        return (cp_icn_number){0};
    size_t dots = cp_dots_scan(sign), next = dots ? cp_space_end(sign, dots) : 0;
    size_t more = cp_dots_scan(cp_str_skip(sign, next)); /* 1. ... */
    if (dots && more)
        dots = next + more;
    size_t len = dots ? dots : sign.at[0] == ')' || sign.at[0] == ':';
    return (cp_icn_number){len ? digits + len : 0, digits, len != 1 || *sign.at != '.', len > 1};
}

/* Behind a comment, if one stands there. */
static size_t comment_end(cp_str text, size_t at)
{
    const char *end =
        at < text.len && text.at[at] == '{' ? memchr(text.at + at, '}', text.len - at) : NULL;
    return end ? (size_t)(end - text.at) + 1 : at;
}

/* Behind the number that stands in front of a move, and a comment behind that, if they do. */
static cp_str behind_number(cp_str text)
{
    size_t len = cp_icn_number_at(text).len;
    size_t end = len ? comment_end(text, cp_space_end(text, len)) : 0;
    return len ? cp_str_skip(text, cp_space_end(text, end)) : text;
}

/* 1. in front of a move. */
static bool is_numbered(cp_str text)
{
    cp_str move = behind_number(text);
    return move.len < text.len && sign_of(move);
}

static bool has_only(cp_str text, const char *signs)
{
    size_t len = 0;
    while (len < text.len && text.at[len] && strchr(signs, text.at[len]))
        len++;
    return len == text.len;
}

static size_t count_of(cp_str text, char c)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == c;
    return count;
}

bool cp_icn_is_bare_name(cp_str word)
{
    return cp_str_is(word, "Squares:") || cp_str_is(word, "Rays:");
}

size_t cp_icn_word(cp_str text)
{
    size_t len = cp_word_end(text, 0), at = len;
    if (!cp_icn_is_bare_name((cp_str){text.at, len}))
        return len;
    at = cp_blanks_end(text, at);
    cp_str list = cp_str_skip(text, at);
    list.len = cp_word_end(list, 0);
    bool is_list = count_of(list, ',') &&
                   has_only(list, text.at[0] == 'S' ? "0123456789-,|" : "0123456789-,|>");
    return is_list ? at + list.len : len;
}

/* w, b, and w:b:r of more players. */
static bool is_turn(cp_str word)
{
    if (word.len == 1)
        return word.at[0] == 'w' || word.at[0] == 'b';
    bool is_row = word.len > 2 && word.at[0] != ':' && word.at[word.len - 1] != ':';
    return is_row && has_only(word, "abcdefghijklmnopqrstuvwxyz0123456789:") && count_of(word, ':');
}

/* Of small letters alone: checkmate, and lists of such. */
static bool is_of_words(cp_str word)
{
    return word.len > CP_CODE_MOST && has_only(word, "abcdefghijklmnopqrstuvwxyz,|()") &&
           (word.at[0] != '(' || (word.len > 1 && cp_is_letter(word.at[1])));
}

enum cp_icn_field cp_icn_look(cp_str text)
{
    cp_str word = {text.at, cp_icn_word(text)};
    if (!word.len)
        return CP_ICN_NOTHING;
    if (sign_of(text))
        return CP_ICN_MOVES;
    if (is_turn(word))
        return CP_ICN_TURN;
    if (cp_str_starts(word, CP_STR("Squares:")))
        return CP_ICN_SQUARES;
    if (cp_str_starts(word, CP_STR("Rays:")))
        return CP_ICN_RAYS;
    if (is_of_words(word))
        return CP_ICN_WINS;
    if (word.at[0] == '(')
        return CP_ICN_PROMOTION;
    if (has_only(word, "0123456789-_,") && count_of(word, ',') == 3)
        return CP_ICN_BORDER;
    if (pair_end(word, 0) == word.len)
        return CP_ICN_PASSED;
    size_t end = cp_digits_end(word, 0);
    if (end == word.len)
        return CP_ICN_NUMBER;
    if (end && word.at[end] == '/' && end + 1 < word.len &&
        cp_digits_end(word, end + 1) == word.len)
        return CP_ICN_QUIET;
    if (is_numbered(text))
        return CP_ICN_MOVES;
    end = man_end(word);
    bool is_man = end && (end == word.len || word.at[end] == '+' || word.at[end] == '|');
    return is_man ? CP_ICN_POSITION : CP_ICN_NOTHING;
}

/* Behind marks and a comment, if they are there. */
static size_t behind_marks(cp_str text, size_t at)
{
    while (at < text.len && text.at[at] && strchr("=+#!? ", text.at[at]))
        at = text.at[at] == '=' ? cp_letters_end(text, at + 1) : at + 1;
    for (at = comment_end(text, at); at < text.len && text.at[at] == ' ';)
        at++;
    return at;
}

/* Whether nothing but ICN has the move that text begins with: one with the sign >, or with a bar
 * behind it. What people write may be R7,9x1,9 without parentheses. */
static bool is_sure_move(cp_str text, bool has_our_tags)
{
    bool needs_bar = has_our_tags && is_numbered(text);
    text = is_numbered(text) ? behind_number(text) : text;
    size_t at = sign_of(text);
    if (at && text.at[at] == '>' && !needs_bar)
        return true;
    at = at + 1 < text.len ? at + 1 : text.len;
    at = parted_end(text, cp_blanks_end(text, at));
    at = at ? behind_marks(text, at) : text.len;
    return at >= text.len || strchr("|{\n\r", text.at[at]);
}

/* 5,2&gt;5,4, or 5,2->5,4 in front of a bar, for without one that is read as ours. */
static bool is_move_with_arrow(cp_str text, bool has_our_tags)
{
    text = behind_number(text);
    size_t at = man_end(text);
    cp_str rest = cp_behind_blanks(cp_str_skip(text, at));
    bool is_of_page = cp_scan_prefix(&rest, CP_STR("&gt;"));
    bool is_arrow = is_of_page || cp_scan_prefix(&rest, CP_STR("\xe2\x86\x92")) ||
                    cp_scan_prefix(&rest, CP_STR("->"));
    rest = cp_behind_blanks(rest);
    size_t end = at && is_arrow ? parted_end(text, (size_t)(rest.at - text.at)) : 0;
    if (end && is_of_page && !has_our_tags)
        return true;
    end = end ? behind_marks(text, end) : text.len;
    return end < text.len && text.at[end] == '|';
}

/* Behind a bar a move has the sign >, for bars may also part the columns of a table. */
bool cp_icn_begins_oddly(cp_str text, bool has_our_tags)
{
    if (!cp_scan_char(&text, '|'))
        return is_move_with_arrow(text, has_our_tags);
    text = cp_behind_blanks(text);
    cp_str move = is_numbered(text) ? behind_number(text) : text;
    size_t sign = sign_of(move);
    return (sign && move.at[sign] == '>' && is_sure_move(text, has_our_tags)) ||
           is_move_with_arrow(text, has_our_tags);
}

/* Whether nothing else looks so. What people write may be c-1,3 without parentheses, w, and
 * numbers. */
static bool is_sure(cp_str text, enum cp_icn_field look, bool has_our_tags)
{
    cp_str word = {text.at, cp_icn_word(text)};
    switch (look) {
    case CP_ICN_MOVES:
        return is_sure_move(text, has_our_tags);
    case CP_ICN_POSITION:
        return memchr(word.at, '|', word.len) != NULL;
    case CP_ICN_PROMOTION:
        return count_of(word, '|') && word.at[word.len - 1] == ')' &&
               has_only(cp_str_skip(word, 1),
                        "0123456789-,;|)abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    default:
        return look == CP_ICN_BORDER || look == CP_ICN_SQUARES || look == CP_ICN_RAYS;
    }
}

/* It begins like a field, and some word that comes soon is sure. */
bool cp_icn_is(cp_str text, bool has_our_tags)
{
    enum { WORDS_MOST = 16 };
    enum cp_icn_field look = cp_icn_look(text);
    bool is_found = cp_icn_begins_oddly(text, has_our_tags), may_be = look != CP_ICN_NOTHING;
    for (int words = 0; may_be && !is_found && text.len && words < WORDS_MOST; words++) {
        look = cp_icn_look(text);
        is_found = is_sure(text, look, has_our_tags) || cp_icn_begins_oddly(text, has_our_tags);
        may_be = look != CP_ICN_MOVES;
        text = cp_behind_space(cp_str_skip(text, cp_icn_word(text)));
    }
    return is_found;
}

/* A word of it that is none does not make it another thing. */
bool cp_icn_is_start(cp_str text)
{
    enum cp_icn_field look = cp_icn_look(text);
    bool may_be = text.len > 2 && look != CP_ICN_NOTHING && look != CP_ICN_MOVES;
    while (may_be && look != CP_ICN_POSITION && text.len) {
        text = cp_behind_space(cp_str_skip(text, cp_icn_word(text)));
        look = cp_icn_look(text);
    }
    return may_be && look == CP_ICN_POSITION;
}

/* ---- fields and men ---- */

void cp_icn_split(struct cp_icn *out, cp_str run)
{
    *out = (struct cp_icn){.run = run};
    for (size_t at = 0; at < run.len;) {
        cp_str text = cp_str_skip(run, at);
        size_t len = cp_icn_word(text);
        enum cp_icn_field look = len ? cp_icn_look(text) : CP_ICN_NOTHING;
        if (look < CP_ICN_FIELDS && !cp_icn_has(out, look)) {
            out->field[look] = (cp_str){run.at + at, len};
            out->offset[look] = at;
        }
        at += len ? len : 1;
    }
}

bool cp_icn_take_man(struct cp_ints *ints, cp_str *men, cp_icn_man *out)
{
    if (!men->len)
        return false;
    const char *bar = memchr(men->at, '|', men->len);
    cp_str text = {men->at, bar ? (size_t)(bar - men->at) : men->len};
    *men = cp_str_skip(*men, text.len + (bar != NULL));
    *out = (cp_icn_man){.text = text};
    size_t player = cp_digits_end(text, 0), code = cp_letters_end(text, player);
    size_t comma = int_end(text, code), end = pair_end(text, code);
    out->player = (cp_str){text.at, player};
    out->code = (cp_str){text.at + player, code - player};
    out->is_marked = end && end + 1 == text.len && text.at[end] == '+';
    if (code == player || !end || end + out->is_marked != text.len)
        return true;
    cp_str file = {text.at + code, comma - code}, rank = {text.at + comma + 1, end - comma - 1};
    uint8_t odd_file = 0, odd_rank = 0;
    out->is_good = cp_number_scan(ints, file, &out->square.file, &odd_file) &&
                   cp_number_scan(ints, rank, &out->square.rank, &odd_rank);
    out->is_odd = odd_file || odd_rank;
    return true;
}
