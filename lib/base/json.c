/* SPDX-License-Identifier: MIT */
/* json.c -- a scanner of our own, because a record needs what libraries throw
 * away: where each value stood, the bytes it was written with (unknown fields
 * pass untouched, 1.10 stays 1.10), and numbers of any size.
 *
 * Containers under construction are a list of frames, so nesting costs heap
 * and a budget, never stack. Strings are scanned a word at a time; those
 * without escapes borrow from the text. */
#include "base/json.h"

#include "base/utf8.h"

#include <stdlib.h>

/* ---- values ---- */

const char *cp_type_name(enum cp_type type)
{
    static const char *const names[] = {
        [CP_NULL] = "null",       [CP_BOOL] = "true or false", [CP_NUMBER] = "a number",
        [CP_STRING] = "a string", [CP_LIST] = "a list",        [CP_MAP] = "a map",
    };
    return names[type];
}

struct cp_value *cp_value_get(const struct cp_value *v, const char *name)
{
    if (!v || v->type != CP_MAP)
        return NULL;
    cp_str wanted = cp_str_from(name);
    for (struct cp_value *member = v->first; member; member = member->next)
        if (cp_str_equal(member->name, wanted))
            return member;
    return NULL;
}

enum { FEW = 16 };

static int by_name(const void *left, const void *right)
{
    const struct cp_value *a = *(struct cp_value *const *)left;
    const struct cp_value *b = *(struct cp_value *const *)right;
    int order = cp_str_compare(a->name, b->name);
    if (order)
        return order;
    if (a->name_at.line != b->name_at.line)
        return a->name_at.line < b->name_at.line ? -1 : 1;
    return (a->name_at.col > b->name_at.col) - (a->name_at.col < b->name_at.col);
}

/* Few are compared with each other; many are sorted, which no choice of names
 * can make slow as it could a hash. */
struct cp_value *cp_value_twin(const struct cp_value *map, struct cp_arena *arena)
{
    if (map->count <= FEW) {
        for (struct cp_value *b = map->first; b; b = b->next)
            for (struct cp_value *a = map->first; a != b; a = a->next)
                if (cp_str_equal(a->name, b->name))
                    return b;
        return NULL;
    }
    size_t count = 0;
    struct cp_value **sorted = cp_arena_take_zero(arena, map->count, sizeof(struct cp_value *));
    for (struct cp_value *member = map->first; member; member = member->next)
        sorted[count++] = member;
    qsort(sorted, count, sizeof *sorted, by_name);
    for (size_t i = 1; i < count; i++)
        if (cp_str_equal(sorted[i - 1]->name, sorted[i]->name))
            return sorted[i];
    return NULL;
}

/* ---- strings as JSON writes them ---- */

const char *cp_json_skip_plain(const char *at, const char *end)
{
    bool is_long = end - at >= 8;
    for (; end - at >= 8; at += 8) {
        uint64_t special = cp_json_special(cp_eight(at));
        if (special)
            return at + cp_first_of(special);
    }
    if (is_long && at < end) { /* the last eight, whose first have been looked at */
        uint64_t special = cp_json_special(cp_eight(end - 8));
        return special ? end - 8 + cp_first_of(special) : end;
    }
    if (end - at >= 2 && !cp_json_special(cp_str_word((cp_str){at, (size_t)(end - at)})))
        return end;
    while (at < end && (unsigned char)*at >= 0x20 && (unsigned char)*at < 0x7f && *at != '"' &&
           *at != '\\')
        at++;
    return at;
}

/* What stands at `at`, DEL or beyond ASCII, as it may be shown; its length. */
static size_t put_character(struct cp_buf *out, const char *at, const char *end)
{
    size_t len = cp_utf8_length(at, end);
    uint32_t code = len ? cp_utf8_get(at, len) : 0xfffd;
    if (cp_utf8_is_shown(code))
        cp_buf_put(out, len ? (cp_str){at, len} : CP_STR("\xef\xbf\xbd"));
    else if (code < 0x10000)
        cp_buf_printf(out, "\\u%04x", (unsigned)code);
    else /* as surrogates */
        cp_buf_printf(out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (code >> 10)),
                      (unsigned)(0xdc00 | (code & 0x3ff)));
    return len ? len : 1;
}

void cp_json_put_shown(struct cp_buf *out, cp_str json)
{
    const char *end = json.at + json.len;
    for (const char *at = json.at, *plain = at; at < end; plain = at) {
        while (end - at >= 8 && !cp_beyond_ascii(cp_eight(at)))
            at += 8;
        while (at < end && (unsigned char)*at < 0x7f)
            at++;
        cp_buf_put(out, (cp_str){plain, (size_t)(at - plain)});
        if (at < end)
            at += put_character(out, at, end);
    }
}

void cp_json_put_string(struct cp_buf *out, cp_str text)
{
    static const char hex[] = "0123456789abcdef";
    if (!text.len)
        text = CP_STR("");
    const char *at = text.at, *end = text.at + text.len;
    char *to = cp_buf_room(out, text.len + 2);
    *to = '"';
    if (cp_json_skip_plain(at, end) == end) { /* most strings */
        cp_copy(to + 1, at, text.len);
        to[text.len + 1] = '"';
        out->len += text.len + 2;
        return;
    }
    out->len++;
    while (at < end) {
        const char *plain = at;
        at = cp_json_skip_plain(at, end);
        cp_buf_put(out, (cp_str){plain, (size_t)(at - plain)});
        if (at == end)
            break;
        unsigned char c = (unsigned char)*at;
        if (c >= 0x7f) {
            at += put_character(out, at, end);
            continue;
        }
        at++;
        if (c == '"' || c == '\\') {
            cp_buf_put(out, (cp_str){(char[]){'\\', (char)c}, 2});
        } else if (c == '\n' || c == '\t' || c == '\r') {
            cp_buf_puts(out, c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r");
        } else {
            cp_buf_put(out, (cp_str){(char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6});
        }
    }
    cp_buf_putc(out, '"');
}

/* ---- writing ---- */

static void put_scalar(struct cp_buf *out, const struct cp_value *v)
{
    if (v->type == CP_NULL)
        cp_buf_puts(out, "null");
    else if (v->type == CP_BOOL)
        cp_buf_puts(out, v->truth ? "true" : "false");
    else if (v->type == CP_NUMBER)
        cp_buf_put(out, v->text);
    else
        cp_json_put_string(out, v->text);
}

/* The containers being written stand on a stack of our own, the innermost last, as a record may
 * nest variations a hundred thousand deep. */
void cp_value_format_json(struct cp_buf *out, const struct cp_value *v)
{
    const struct cp_value *next = v, **open = NULL;
    size_t depth = 0, room = 0;
    for (;;) {
        while (next) { /* down to the first thing without children of its own */
            if (depth && open[depth - 1]->type == CP_MAP) {
                cp_json_put_string(out, next->name);
                cp_buf_putc(out, ':');
            }
            if (next->raw.len || (next->type != CP_LIST && next->type != CP_MAP))
                break;
            cp_buf_putc(out, next->type == CP_MAP ? '{' : '[');
            open = cp_arena_grow(out->arena, open, depth, &room, sizeof *open);
            open[depth++] = next;
            next = next->first;
        }
        if (next && next->raw.len)
            cp_buf_put(out, next->raw);
        else if (next)
            put_scalar(out, next);
        while (depth && !(next && next != v && next->next)) { /* up to the next sibling */
            next = open[--depth];
            cp_buf_putc(out, next->type == CP_MAP ? '}' : ']');
        }
        if (!depth)
            return;
        cp_buf_putc(out, ',');
        next = next->next;
    }
}

/* ---- reading ---- */

static cp_span span_of(const struct cp_json *s, const char *from, const char *to)
{
    cp_span span = s->place;
    span.col += (uint32_t)(from - s->line_start);
    span.len = (uint32_t)(to - from);
    return span;
}

static bool fail(struct cp_json *s, const char *from, const char *why)
{
    if (s->diags)
        cp_diag_report(s->diags, CP_BAD_JSON, span_of(s, from, from), "%s", why);
    return false;
}

static bool fail_here(struct cp_json *s, const char *why)
{
    return fail(s, s->at, s->at < s->end ? why : "it ends too early");
}

static void skip_space(struct cp_json *s)
{
    for (; s->at < s->end; s->at++) {
        if (*s->at == '\n') {
            s->place.line++;
            s->place.col = 1;
            s->line_start = s->at + 1;
        } else if (*s->at != ' ' && *s->at != '\t' && *s->at != '\r') {
            return;
        }
    }
}

/* ---- strings ---- */

static bool hex4(const char *at, const char *end, uint32_t *out)
{
    if (end - at < 4)
        return false;
    *out = 0;
    for (int i = 0; i < 4; i++) {
        char c = cp_lower(at[i]);
        if (!cp_is_digit(c) && !(c >= 'a' && c <= 'f'))
            return false;
        *out = *out * 16 + (uint32_t)(cp_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return true;
}

/* The byte a short escape stands for; 0 when there is no such escape. */
static char escaped(char c)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *found = c ? strchr(names, c) : NULL;
    return found ? meant[found - names] : 0;
}

const char *cp_json_unescape(const char *at, const char *end, char *to, size_t *len)
{
    uint32_t code, low;
    *to = escaped(at[1]);
    *len = 1;
    if (*to)
        return at + 2;
    if (at[1] != 'u' || !hex4(at + 2, end, &code))
        return NULL;
    at += 6;
    if (code >= 0xd800 && code <= 0xdfff) { /* surrogates stand in pairs */
        if (code > 0xdbff || end - at < 2 || at[0] != '\\' || at[1] != 'u' ||
            !hex4(at + 2, end, &low) || low < 0xdc00 || low > 0xdfff)
            return NULL;
        at += 6;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    *len = cp_utf8_put(to, code);
    return at;
}

/* Decodes what stands between the quotes; it was scanned before. */
static bool decode(struct cp_json *s, cp_str inside, cp_str *out)
{
    const char *at = inside.at, *end = inside.at + inside.len;
    char *room = cp_arena_take(s->arena, inside.len + 1), *to = room;
    while (at < end) {
        const char *stop = memchr(at, '\\', (size_t)(end - at));
        size_t plain = (size_t)((stop ? stop : end) - at);
        memcpy(to, at, plain);
        to += plain;
        at += plain;
        if (!stop)
            break;
        at = cp_json_unescape(stop, end, to, &plain);
        if (!at)
            return fail(s, stop, "this escape means no character");
        to += plain;
    }
    *out = (cp_str){room, (size_t)(to - room)};
    return true;
}

/* A string at s->at, which is its opening quote. */
static bool scan_string(struct cp_json *s, cp_str *out)
{
    const char *open = s->at++;
    bool escapes = false;
    for (;;) {
        s->at = cp_json_skip_plain(s->at, s->end);
        if (s->at == s->end)
            return fail(s, open, "this string is not closed");
        unsigned char c = (unsigned char)*s->at;
        if (c == '"')
            break;
        size_t step = c == '\\' ? 2 : c < 0x20 ? 0 : cp_utf8_length(s->at, s->end);
        if (!step)
            return fail(s, s->at,
                        c < 0x20 ? "a control character stands bare in a string"
                                 : "these bytes are not UTF-8");
        if ((size_t)(s->end - s->at) < step)
            return fail(s, open, "this string is not closed");
        escapes |= c == '\\';
        s->at += step;
    }
    cp_str inside = {open + 1, (size_t)(s->at++ - open - 1)};
    *out = inside;
    return !escapes || decode(s, inside, out);
}

/* ---- numbers and words ---- */

static bool skip_digits(struct cp_json *s)
{
    const char *from = s->at;
    while (s->at < s->end && cp_is_digit(*s->at))
        s->at++;
    return s->at > from;
}

static bool scan_number(struct cp_json *s, cp_str *out)
{
    const char *from = s->at;
    if (*s->at == '-')
        s->at++;
    const char *first = s->at;
    if (!skip_digits(s) || (*first == '0' && s->at > first + 1))
        return fail(s, from, "this is not how a number is written");
    if (s->at < s->end && *s->at == '.') {
        s->at++;
        if (!skip_digits(s))
            return fail(s, from, "digits must follow the point");
    }
    if (s->at < s->end && (*s->at == 'e' || *s->at == 'E')) {
        s->at++;
        if (s->at < s->end && (*s->at == '+' || *s->at == '-'))
            s->at++;
        if (!skip_digits(s))
            return fail(s, from, "digits must follow the exponent's e");
    }
    *out = (cp_str){from, (size_t)(s->at - from)};
    return true;
}

static bool scan_word(struct cp_json *s, const char *word)
{
    cp_str rest = {s->at, (size_t)(s->end - s->at)};
    if (!cp_str_starts(rest, cp_str_from(word)))
        return fail_here(s, "a value must stand here");
    s->at += strlen(word);
    return true;
}

static bool scan_scalar(struct cp_json *s, struct cp_value *v)
{
    switch (s->at < s->end ? *s->at : 0) {
    case '"':
        v->type = CP_STRING;
        return scan_string(s, &v->text);
    case 't':
        v->type = CP_BOOL;
        v->truth = true;
        return scan_word(s, "true");
    case 'f':
        v->type = CP_BOOL;
        return scan_word(s, "false");
    case 'n':
        return scan_word(s, "null");
    default:
        if (s->at == s->end || (*s->at != '-' && !cp_is_digit(*s->at)))
            return fail_here(s, "a value must stand here");
        v->type = CP_NUMBER;
        return scan_number(s, &v->text);
    }
}

/* ---- piece by piece ---- */

void cp_json_begin(struct cp_json *j, struct cp_arena *arena, cp_str text, cp_span at,
                   struct cp_diags *d)
{
    if (!text.len)
        text = CP_STR("");
    *j = (struct cp_json){.at = text.at,
                          .end = text.at + text.len,
                          .line_start = text.at,
                          .place = at,
                          .arena = arena,
                          .diags = d};
}

static bool scan_name(struct cp_json *s, struct cp_value *v)
{
    const char *from = s->at;
    if (s->at == s->end || *s->at != '"')
        return fail_here(s, "a name in double quotes must stand here");
    if (!scan_string(s, &v->name))
        return false;
    cp_span at = span_of(s, from, s->at);
    skip_space(s);
    if (s->at == s->end || *s->at != ':')
        return fail_here(s, "a colon must follow the name");
    v->name_at = at;
    s->at++;
    skip_space(s);
    return true;
}

enum cp_json_next cp_json_next(struct cp_json *j, struct cp_value *v)
{
    char closing = j->depth ? j->open[j->depth - 1] : '\0';
    enum cp_json_next last = j->last;
    skip_space(j);
    j->last = CP_JSON_WRONG;
    if (last && !closing)
        return j->at == j->end ? CP_JSON_END
                               : fail(j, j->at, "the value has ended, but more follows");
    if (closing && j->at < j->end && *j->at == closing) {
        j->at++;
        j->depth--;
        return j->last = CP_JSON_CLOSE;
    }
    if (last == CP_JSON_VALUE || last == CP_JSON_CLOSE) {
        if (j->at == j->end || *j->at != ',')
            return fail_here(j, "a comma or a closing bracket must stand here");
        j->at++;
        skip_space(j);
    }
    *v = (struct cp_value){.type = CP_NULL};
    if (++j->values > CP_VALUES_MOST) {
        if (j->diags)
            cp_diag_report(j->diags, CP_DOCUMENT_TOO_LARGE, span_of(j, j->at, j->at), "%s", "");
        return CP_JSON_WRONG;
    }
    if (closing == '}' && !scan_name(j, v))
        return CP_JSON_WRONG;
    v->at = span_of(j, j->at, j->at);
    v->raw.at = j->at;
    if (j->at == j->end || (*j->at != '{' && *j->at != '[')) {
        if (!scan_scalar(j, v))
            return CP_JSON_WRONG;
        v->raw.len = (size_t)(j->at - v->raw.at);
        v->at.len = (uint32_t)v->raw.len;
        return j->last = CP_JSON_VALUE;
    }
    if (j->depth == CP_JSON_DEPTH) {
        if (j->diags)
            cp_diag_report(j->diags, CP_TOO_DEEP, v->at, "more than %d levels", CP_JSON_DEPTH);
        return CP_JSON_WRONG;
    }
    j->open = cp_arena_grow(j->arena, j->open, j->depth, &j->room, 1);
    v->type = *j->at == '{' ? CP_MAP : CP_LIST;
    j->open[j->depth++] = *j->at++ == '{' ? '}' : ']';
    return j->last = CP_JSON_OPEN;
}

bool cp_json_may_begin(struct cp_arena *arena, cp_str text)
{
    struct cp_json j;
    struct cp_value v;
    cp_json_begin(&j, arena, text, (cp_span){0}, NULL);
    if (!text.len || text.at[0] != '{' || cp_json_next(&j, &v) != CP_JSON_OPEN)
        return false;
    while (j.at < j.end && (*j.at == ',' || cp_is_space(*j.at)))
        j.at++;
    return cp_json_next(&j, &v) != CP_JSON_WRONG || v.name_at.len || j.at == j.end;
}

/* ---- trees ---- */

bool cp_json_parse(struct cp_value **out, struct cp_arena *arena, cp_str text, cp_span at,
                   struct cp_diags *d)
{
    struct cp_json j;
    struct cp_value *v = cp_arena_take(arena, sizeof *v), *open = NULL, **link = out;
    cp_json_begin(&j, arena, text, at, d);
    for (;;) {
        enum cp_json_next next = cp_json_next(&j, v);
        if (next == CP_JSON_WRONG || next == CP_JSON_END)
            return next == CP_JSON_END;
        if (next == CP_JSON_CLOSE) {
            const struct cp_value *twin = open->type == CP_MAP ? cp_value_twin(open, arena) : NULL;
            if (twin) {
                cp_diag_report(d, CP_DUPLICATE_KEY, twin->name_at, "\"%.*s\"", CP_FMT(twin->name));
                return false;
            }
            open->raw.len = (size_t)(j.at - open->raw.at);
            open->at.len = (uint32_t)open->raw.len;
            link = &open->next;
            open = open->next;
            *link = NULL;
            continue;
        }
        *link = v;
        link = &v->next;
        if (open)
            open->count++;
        if (next == CP_JSON_OPEN) { /* while it is open, the next is what it stands in */
            v->next = open;
            open = v;
            link = &v->first;
        }
        v = cp_arena_take(arena, sizeof *v);
    }
}

/* ---- a quick look ---- */

/* What is open: a bit a level, the innermost the lowest, 1 for a map. */
struct look {
    const char *at, *end;
    uint64_t maps;
    uint32_t depth;
};

static bool pass_sign(struct look *l, char sign)
{
    bool is_there = l->at < l->end && *l->at == sign;
    l->at += is_there;
    return is_there;
}

static bool pass_string(struct look *l)
{
    if (!pass_sign(l, '"'))
        return false;
    for (;;) {
        l->at = cp_json_skip_plain(l->at, l->end);
        if (l->at == l->end || *l->at == '"')
            return pass_sign(l, '"');
        size_t len = cp_utf8_length(l->at, l->end);
        if (*l->at == '\\' && l->end - l->at > 1)
            len = escaped(l->at[1]) ? 2 : 0;
        else if ((unsigned char)*l->at < 0x20)
            len = 0;
        if (!len)
            return false;
        l->at += len;
    }
}

/* Most of a record are strings in a list, its moves, sixteen bytes of which are looked at at once.
 * They are in order where each comma stands between two quotes and each quote beside one comma,
 *
 *     "e4","e5","Nf3"
 *
 * if the first string does not begin with a comma; a string that has commas is left to others. */
typedef unsigned char sixteen __attribute__((vector_size(16)));

static inline sixteen load(const char *at)
{
    sixteen w;
    memcpy(&w, at, sizeof w);
    return w;
}

static inline bool are_strings(const char *at)
{
    sixteen w = load(at), left = load(at - 1), right = load(at + 1);
    sixteen bad = (sixteen)(((w == ',') & ~((left == '"') & (right == '"'))) |
                            ((w == '"') & ~((left == ',') ^ (right == ','))) | (w < 0x20) |
                            (w >= 0x80) | (w == '\\'));
    uint64_t odd[2];
    memcpy(odd, &bad, sizeof odd);
    return !(odd[0] | odd[1]);
}

/* From one to the last that begins in what is in order. */
static void pass_strings(struct look *l)
{
    const char *at = l->at + 1;
    if (l->end - at < 32 || *l->at != '"' || *at == ',')
        return;
    while (l->end - at > 16 && are_strings(at))
        at += sizeof(sixteen);
    while (at > l->at && !(at[0] == '"' && at[-1] == ','))
        at--;
    l->at = at;
}

static bool pass_word(struct look *l)
{
    cp_str rest = {l->at, (size_t)(l->end - l->at)};
    size_t digits = 0;
    while (digits < rest.len && cp_is_digit(rest.at[digits]))
        digits++;
    size_t len = digits && (digits == 1 || *rest.at != '0') ? digits
                 : cp_str_starts(rest, CP_STR("true"))      ? 4
                 : cp_str_starts(rest, CP_STR("null"))      ? 4
                 : cp_str_starts(rest, CP_STR("false"))     ? 5
                                                            : 0;
    l->at += len;
    return len > 0;
}

static bool pass_name(struct look *l)
{
    return !(l->maps & 1) || (pass_string(l) && pass_sign(l, ':'));
}

/* Into a map or a list; with what stands in front of its first value, unless it is empty, which is
 * passed as a whole. */
static bool pass_opening(struct look *l, bool *is_empty)
{
    if (l->depth == 64)
        return false;
    bool is_map = *l->at++ == '{';
    *is_empty = pass_sign(l, is_map ? '}' : ']');
    if (*is_empty)
        return true;
    l->maps = l->maps << 1 | is_map;
    l->depth++;
    return pass_name(l);
}

bool cp_json_is_plain(cp_str text)
{
    struct look l = {.at = text.at, .end = text.at + text.len};
    while (l.at < l.end) {
        bool is_value = true;
        if (l.depth && !(l.maps & 1)) /* outside of lists one string may stand, and no row */
            pass_strings(&l);
        if (*l.at == '{' || *l.at == '[') {
            if (!pass_opening(&l, &is_value))
                return false;
        } else if (*l.at == '"' ? !pass_string(&l) : !pass_word(&l)) {
            return false;
        }
        if (!is_value)
            continue;
        while (l.depth && pass_sign(&l, l.maps & 1 ? '}' : ']')) {
            l.maps >>= 1;
            l.depth--;
        }
        if (!l.depth)
            return l.at == l.end;
        if (!pass_sign(&l, ',') || !pass_name(&l))
            return false;
    }
    return false;
}
