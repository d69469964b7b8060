/* SPDX-License-Identifier: MIT */
/* skim_record.c -- records of clean games as cp-parse writes them, byte by byte: the
 * fields in their order, without blanks, moves as words alone.
 *
 *     {"variant":"..","tags":{..},"moves":["e4",..],"result":"*","source":{..},"at":".."}
 *
 * What places say is of no use, and wrong ones are no fault; that they are strings
 * is all that is looked at. */
#include "text/skim.h"

#include "base/utf8.h"

static bool pass(struct cp_skimming *s, cp_str text)
{
    if ((size_t)(s->end - s->at) < text.len || memcmp(s->at, text.at, text.len) != 0)
        return false;
    s->at += text.len;
    return true;
}

/* The first byte that is not plain inside a string, or the end. */
static void pass_plain(struct cp_skimming *s)
{
    while (s->end - s->at >= 8) {
        uint64_t w = cp_eight(s->at);
        uint64_t odd = cp_zeroes(w ^ CP_EACH('"')) | cp_zeroes(w ^ CP_EACH('\\')) | cp_controls(w) |
                       (w & CP_HIGH);
        s->at += odd ? cp_first_of(odd) : 8;
        if (odd)
            return;
    }
    while (s->at < s->end && *s->at != '"' && *s->at != '\\' && *s->at >= ' ' && *s->at < 0x7f)
        s->at++;
}

/* The rest of a string and its quote; without escapes. */
static bool pass_string(struct cp_skimming *s, cp_str *text)
{
    const char *from = s->at;
    bool is_ascii = true;
    for (pass_plain(s); s->at < s->end && (unsigned char)*s->at >= 0x80; pass_plain(s)) {
        is_ascii = false;
        s->at++;
    }
    *text = (cp_str){from, (size_t)(s->at - from)};
    return s->at < s->end && *s->at++ == '"' && (is_ascii || cp_utf8_is_valid(*text, NULL));
}

static bool pass_number(struct cp_skimming *s)
{
    const char *from = s->at;
    while (s->at < s->end && s->at - from < 9 && cp_is_digit(*s->at))
        s->at++;
    return s->at > from && *from != '0';
}

/* 12:9" */
static bool pass_place(struct cp_skimming *s)
{
    return pass_number(s) && pass(s, CP_STR(":")) && pass_number(s) && pass(s, CP_STR("\""));
}

static uint64_t first_eight(cp_str name)
{
    char text[8] = {0};
    memcpy(text, name.at, name.len < 8 ? name.len : 8);
    return cp_eight(text);
}

/* Each name once. */
static bool pass_tags(struct cp_skimming *s)
{
    uint64_t seen = 0;
    do {
        cp_str name, value;
        if (!pass(s, CP_STR("\"")) || !pass_string(s, &name) || !pass(s, CP_STR(":\"")) ||
            !pass_string(s, &value))
            return false;
        unsigned known = cp_skim_find_name(s->k, first_eight(name), name);
        if (!known || known > 64 || seen >> (known - 1) & 1)
            return false;
        seen |= (uint64_t)1 << (known - 1);
        if (known == CP_SKIM_RESULT)
            s->result = value;
        if (known == CP_SKIM_VARIANT)
            s->k->variant = value;
        if (known == CP_SKIM_TRAPDOOR)
            s->k->trapdoor = value;
    } while (pass(s, CP_STR(",")));
    return pass(s, CP_STR("}"));
}

static bool pass_moves(struct cp_skimming *s)
{
    do {
        if (s->end - s->at < CP_SKIM_LOOK || *s->at++ != '"')
            return false;
        uint64_t w = cp_eight(s->at), quote = cp_zeroes(w ^ CP_EACH('"'));
        size_t len = quote ? cp_first_of(quote) : 0;
        if (!len || !cp_skim_move(s, w, len))
            return false;
        s->at += len + 1;
    } while (*s->at++ == ',');
    s->k->count = (uint32_t)(s->next - s->k->moves);
    return s->at[-1] == ']';
}

static bool pass_result(struct cp_skimming *s)
{
    if (s->end - s->at < CP_SKIM_LOOK)
        return false;
    s->k->result = cp_skim_result(s->at);
    s->at += s->k->result.len;
    return s->k->result.len && pass(s, CP_STR("\"")) &&
           (!s->result.at || cp_str_equal(s->result, s->k->result));
}

static bool pass_source(struct cp_skimming *s)
{
    cp_str file;
    return pass(s, CP_STR("\"file\":\"")) && pass_string(s, &file) &&
           pass(s, CP_STR(",\"line\":")) && pass_number(s) &&
           (!pass(s, CP_STR(",\"tags\":{\"Result\":\"")) ||
            (pass_place(s) && pass(s, CP_STR("}")))) &&
           (!pass(s, CP_STR(",\"result\":\"")) || pass_place(s)) && pass(s, CP_STR("}"));
}

bool cp_skim_record(struct cp_skim *k, cp_str line)
{
    struct cp_skimming s = cp_skimming_of(k, line.at, line.at + line.len);
    cp_str at;
    k->falls = 0;
    k->variant = k->trapdoor = (cp_str){0};
    return pass(&s, CP_STR("{\"variant\":\"")) && pass_string(&s, &k->id) && k->id.len &&
           (!pass(&s, CP_STR(",\"tags\":{")) || pass_tags(&s)) &&
           pass(&s, CP_STR(",\"moves\":[")) && pass_moves(&s) &&
           pass(&s, CP_STR(",\"result\":\"")) && pass_result(&s) &&
           pass(&s, CP_STR(",\"source\":{")) && pass_source(&s) && pass(&s, CP_STR(",\"at\":\"")) &&
           pass_string(&s, &at) && pass(&s, CP_STR("}")) && s.at == s.end;
}
