/* SPDX-License-Identifier: MIT */
/* scan.h -- the one scanner of numbers, blanks and words.
 *
 * `cp_..._end(text, at)` says where what begins at `at` ends: at itself when nothing does.
 * `cp_scan_...(&text)` takes from the front of text what is there, and moves it behind that. */
#ifndef CP_SCAN_H
#define CP_SCAN_H

#include "base/str.h"

static inline size_t cp_space_end(cp_str text, size_t at)
{
    while (at < text.len && cp_is_space(text.at[at]))
        at++;
    return at;
}

/* Of blanks and tabs, so never behind a line's end. */
static inline size_t cp_blanks_end(cp_str text, size_t at)
{
    while (at < text.len && (text.at[at] == ' ' || text.at[at] == '\t'))
        at++;
    return at;
}

static inline size_t cp_digits_end(cp_str text, size_t at)
{
    while (at < text.len && cp_is_digit(text.at[at]))
        at++;
    return at;
}

static inline size_t cp_letters_end(cp_str text, size_t at)
{
    while (at < text.len && cp_is_letter(text.at[at]))
        at++;
    return at;
}

/* Up to white space. */
static inline size_t cp_word_end(cp_str text, size_t at)
{
    while (at < text.len && !cp_is_space(text.at[at]))
        at++;
    return at;
}

/* Up to the end of its line, of any sort. */
static inline size_t cp_line_end(cp_str text, size_t at)
{
    while (at < text.len && !cp_is_line_end(text.at[at]))
        at++;
    return at;
}

static inline cp_str cp_behind_space(cp_str text)
{
    return cp_str_skip(text, cp_space_end(text, 0));
}

static inline cp_str cp_behind_blanks(cp_str text)
{
    return cp_str_skip(text, cp_blanks_end(text, 0));
}

/* White space, and commas, however many. */
static inline cp_str cp_behind_commas(cp_str text)
{
    while (text.len && (cp_is_space(text.at[0]) || text.at[0] == ','))
        text = cp_str_skip(text, 1);
    return text;
}

static inline bool cp_scan_char(cp_str *text, char c)
{
    bool is_there = text->len && text->at[0] == c;
    *text = cp_str_skip(*text, is_there);
    return is_there;
}

static inline bool cp_scan_prefix(cp_str *text, cp_str prefix)
{
    bool is_there = cp_str_starts(*text, prefix);
    *text = cp_str_skip(*text, is_there ? prefix.len : 0);
    return is_there;
}

static inline cp_str cp_scan_digits(cp_str *text)
{
    cp_str digits = {text->at, cp_digits_end(*text, 0)};
    *text = cp_str_skip(*text, digits.len);
    return digits;
}

/* Up to such a byte, which is skipped, or all there is. */
static inline cp_str cp_scan_until(cp_str *text, char end)
{
    const char *found = text->len ? memchr(text->at, end, text->len) : NULL;
    cp_str taken = {text->at, found ? (size_t)(found - text->at) : text->len};
    *text = cp_str_skip(*text, taken.len + (found != NULL));
    return taken;
}

/* The next item of a list such as a,b,c, of which one may be empty; false: there is none left, and
 * list->at is NULL. */
static inline bool cp_scan_item(cp_str *list, cp_str *item)
{
    if (!list->at)
        return false;
    const char *end = list->at + list->len;
    *item = cp_scan_until(list, ',');
    if (item->at + item->len == end)
        *list = (cp_str){0};
    return true;
}

/* All digits there are; false: there are none, or they say more than `most`. */
static inline bool cp_scan_number(cp_str *text, uint32_t most, uint32_t *out)
{
    return cp_number_parse(cp_scan_digits(text), most, out);
}

/* The next word, behind white space, and what is behind that; empty: there is none. */
static inline cp_str cp_scan_word(cp_str *text)
{
    cp_str rest = cp_behind_space(*text), word = {rest.at, cp_word_end(rest, 0)};
    *text = cp_behind_space(cp_str_skip(rest, word.len));
    return word;
}

#endif
