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

static bool is_value(cp_str text)
{
    return text.len &&
           (cp_is_digit(text.at[0]) || strchr("\"[{-", text.at[0]) ||
            cp_str_starts(text, CP_STR("true")) || cp_str_starts(text, CP_STR("false")) ||
            cp_str_starts(text, CP_STR("null")));
}

enum cp_json_look cp_json_look(cp_str text)
{
    size_t name = 1;
    if (!text.len || text.at[0] != '{')
        return CP_JSON_NOT;
    do {
        text = cp_str_trim(cp_str_skip(text, 1));
    } while (text.len && text.at[0] == ',');
    if (!text.len || text.at[0] == '}')
        return CP_JSON_PERHAPS;
    if (text.at[0] != '"')
        return CP_JSON_NOT;
    while (name < text.len && text.at[name] != '"')
        name += text.at[name] == '\\' ? 2 : 1;
    if (name >= text.len)
        return CP_JSON_PERHAPS;
    text = cp_str_trim(cp_str_skip(text, name + 1));
    if (text.len && text.at[0] != ':')
        return CP_JSON_NOT;
    bool is_object = text.len && is_value(cp_str_trim(cp_str_skip(text, 1)));
    return is_object ? CP_JSON_OBJECT : CP_JSON_PERHAPS;
}

bool cp_json_next_name(struct cp_json_names *n, cp_str *name)
{
    while (n->rest.len) {
        char c = n->rest.at[0];
        size_t len = 1;
        n->depth += c == '{' || c == '[';
        n->depth -= c == '}' || c == ']';
        while (c == '"' && len < n->rest.len && n->rest.at[len] != '"')
            len += n->rest.at[len] == '\\' ? 2 : 1;
        if (!n->depth || (c == '"' && len >= n->rest.len))
            return false;
        *name = (cp_str){n->rest.at + 1, len - 1};
        n->rest = cp_str_skip(n->rest, len + (c == '"'));
        if (c == '"' && n->depth == 1 && cp_str_starts(cp_str_trim(n->rest), CP_STR(":")))
            return true;
    }
    return false;
}

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
    while (at < end && (unsigned char)*at >= 0x20 && (unsigned char)*at < 0x80 && *at != '"' &&
           *at != '\\')
        at++;
    return at;
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
        if (c >= 0x80) {
            size_t length = cp_utf8_length(at, end);
            cp_buf_put(out, length ? (cp_str){at, length} : CP_STR("\xef\xbf\xbd"));
            at += length ? length : 1;
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

/* The containers being written, the innermost last: a stack of our own, as a record may
 * nest variations a hundred thousand deep. */
struct open {
    const struct cp_value **at;
    size_t count, room;
    struct cp_arena *arena;
};

static void push(struct open *s, const struct cp_value *v)
{
    if (s->count == s->room)
        s->at = cp_arena_grow(s->arena, s->at, &s->room, sizeof *s->at);
    s->at[s->count++] = v;
}

static bool is_open(const struct cp_value *v)
{
    return !v->raw.len && (v->type == CP_LIST || v->type == CP_MAP);
}

void cp_value_format_json(struct cp_buf *out, const struct cp_value *v)
{
    struct open stack = {.arena = out->arena};
    const struct cp_value *next = v;
    for (;;) {
        while (next) { /* down to the first thing without children of its own */
            if (stack.count && stack.at[stack.count - 1]->type == CP_MAP) {
                cp_json_put_string(out, next->name);
                cp_buf_putc(out, ':');
            }
            if (!is_open(next))
                break;
            cp_buf_putc(out, next->type == CP_MAP ? '{' : '[');
            push(&stack, next);
            next = next->first;
        }
        if (next && next->raw.len)
            cp_buf_put(out, next->raw);
        else if (next)
            put_scalar(out, next);
        while (stack.count && !(next && next != v && next->next)) { /* up to the next sibling */
            next = stack.at[--stack.count];
            cp_buf_putc(out, next->type == CP_MAP ? '}' : ']');
        }
        if (!stack.count)
            return;
        cp_buf_putc(out, ',');
        next = next->next;
    }
}

/* ---- reading ---- */

struct frame {
    struct frame *outer;
    struct cp_value *container;
    struct cp_value **tail; /* where the next child is linked */
};

struct scan {
    const char *at, *end, *line_start;
    cp_span place; /* of line_start */
    struct cp_arena *arena;
    struct cp_diags *diags;
    struct frame *open, *spare;
    uint32_t depth, values;
};

static cp_span span_of(const struct scan *s, const char *from, const char *to)
{
    cp_span span = s->place;
    span.col += (uint32_t)(from - s->line_start);
    span.len = (uint32_t)(to - from);
    return span;
}

static bool fail(struct scan *s, const char *from, const char *why)
{
    cp_diag_report(s->diags, CP_BAD_JSON, span_of(s, from, from), "%s", why);
    return false;
}

static bool fail_here(struct scan *s, const char *why)
{
    return fail(s, s->at, s->at < s->end ? why : "it ends too early");
}

static void skip_space(struct scan *s)
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

/* The character behind \u at *at, which moves past it; surrogates in pairs. */
static bool unescape_unicode(const char **at, const char *end, uint32_t *out)
{
    uint32_t low;
    if (!hex4(*at, end, out))
        return false;
    *at += 4;
    if (*out < 0xd800 || *out > 0xdfff)
        return true;
    if (*out > 0xdbff || end - *at < 2 || (*at)[0] != '\\' || (*at)[1] != 'u' ||
        !hex4(*at + 2, end, &low) || low < 0xdc00 || low > 0xdfff)
        return false;
    *at += 6;
    *out = 0x10000 + ((*out - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

/* The byte a short escape stands for; 0 when there is no such escape. */
static char escaped(char c)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *found = c ? strchr(names, c) : NULL;
    return found ? meant[found - names] : 0;
}

/* Decodes what stands between the quotes; it was scanned before. */
static bool decode(struct scan *s, cp_str inside, cp_str *out)
{
    const char *at = inside.at, *end = inside.at + inside.len;
    char *room = cp_arena_take(s->arena, inside.len + 1), *to = room;
    while (at < end) {
        const char *from = at, *stop = memchr(at, '\\', (size_t)(end - at));
        size_t plain = (size_t)((stop ? stop : end) - at);
        memcpy(to, at, plain);
        to += plain;
        at += plain;
        if (at == end)
            break;
        from = at;
        uint32_t code;
        at += 2;
        if (escaped(from[1]))
            *to++ = escaped(from[1]);
        else if (from[1] != 'u' || !unescape_unicode(&at, end, &code))
            return fail(s, from, "this escape means no character");
        else
            to += cp_utf8_put(to, code);
    }
    *out = (cp_str){room, (size_t)(to - room)};
    return true;
}

/* A string at s->at, which is its opening quote. */
static bool scan_string(struct scan *s, cp_str *out)
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

static bool skip_digits(struct scan *s)
{
    const char *from = s->at;
    while (s->at < s->end && cp_is_digit(*s->at))
        s->at++;
    return s->at > from;
}

static bool scan_number(struct scan *s, cp_str *out)
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

static bool scan_word(struct scan *s, const char *word)
{
    cp_str rest = {s->at, (size_t)(s->end - s->at)};
    if (!cp_str_starts(rest, cp_str_from(word)))
        return fail_here(s, "a value must stand here");
    s->at += strlen(word);
    return true;
}

static bool scan_scalar(struct scan *s, struct cp_value *v)
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

/* ---- containers ---- */

static bool enter(struct scan *s, struct cp_value *v, bool is_map)
{
    v->type = is_map ? CP_MAP : CP_LIST;
    if (++s->depth > CP_JSON_DEPTH) {
        cp_diag_report(s->diags, CP_TOO_DEEP, v->at, "more than %d levels", CP_JSON_DEPTH);
        return false;
    }
    struct frame *f = s->spare;
    if (f)
        s->spare = f->outer;
    else
        f = cp_arena_take(s->arena, sizeof *f);
    *f = (struct frame){.outer = s->open, .container = v, .tail = &v->first};
    s->open = f;
    s->at++;
    return true;
}

static void finish(struct scan *s, struct cp_value *v)
{
    v->raw = (cp_str){v->raw.at, (size_t)(s->at - v->raw.at)};
    v->at.len = (uint32_t)v->raw.len;
}

/* Closes the innermost container at its bracket. */
static bool leave(struct scan *s)
{
    struct frame *f = s->open;
    s->at++;
    finish(s, f->container);
    s->open = f->outer;
    s->depth--;
    f->outer = s->spare;
    s->spare = f;
    const struct cp_value *twin =
        f->container->type == CP_MAP ? cp_value_twin(f->container, s->arena) : NULL;
    if (!twin)
        return true;
    cp_diag_report(s->diags, CP_DUPLICATE_KEY, twin->name_at, "\"%.*s\"", CP_FMT(twin->name));
    return false;
}

static bool is_closing(const struct scan *s)
{
    if (!s->open || s->at == s->end)
        return false;
    return *s->at == (s->open->container->type == CP_MAP ? '}' : ']');
}

static bool scan_name(struct scan *s, struct cp_value *v)
{
    const char *from = s->at;
    if (s->at == s->end || *s->at != '"')
        return fail_here(s, "a name in double quotes must stand here");
    if (!scan_string(s, &v->name))
        return false;
    v->name_at = span_of(s, from, s->at);
    skip_space(s);
    if (s->at == s->end || *s->at != ':')
        return fail_here(s, "a colon must follow the name");
    s->at++;
    skip_space(s);
    return true;
}

/* One value with its name, linked to what is open; containers are entered. */
static bool scan_value(struct scan *s, struct cp_value **out)
{
    if (++s->values > CP_VALUES_MOST) {
        cp_diag_report(s->diags, CP_VALUES_TOO_MANY, span_of(s, s->at, s->at), "%s", "");
        return false;
    }
    struct cp_value *v = cp_arena_take_zero(s->arena, 1, sizeof *v);
    *out = v;
    struct frame *f = s->open;
    if (f && f->container->type == CP_MAP && !scan_name(s, v))
        return false;
    if (f) {
        *f->tail = v;
        f->tail = &v->next;
        f->container->count++;
    }
    v->at = span_of(s, s->at, s->at);
    v->raw.at = s->at;
    if (s->at < s->end && (*s->at == '{' || *s->at == '['))
        return enter(s, v, *s->at == '{');
    if (!scan_scalar(s, v))
        return false;
    finish(s, v);
    return true;
}

/* After a value: closing brackets, then a comma if anything is still open. */
static bool scan_after(struct scan *s)
{
    for (;;) {
        skip_space(s);
        if (!s->open)
            return s->at == s->end || fail_here(s, "the value has ended, but more follows");
        if (!is_closing(s))
            break;
        if (!leave(s))
            return false;
    }
    if (s->at == s->end || *s->at != ',')
        return fail_here(s, "a comma or a closing bracket must stand here");
    s->at++;
    skip_space(s);
    return true;
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

bool cp_json_parse(struct cp_value **out, struct cp_arena *arena, cp_str text, cp_span at,
                   struct cp_diags *d)
{
    if (!text.len)
        text = CP_STR("");
    struct scan s = {.at = text.at,
                     .end = text.at + text.len,
                     .line_start = text.at,
                     .place = at,
                     .arena = arena,
                     .diags = d};
    struct cp_value *v, **link = out;
    skip_space(&s);
    do {
        uint32_t depth = s.depth;
        if (!scan_value(&s, link))
            return false;
        link = &v;
        skip_space(&s);
        bool is_entered = s.depth > depth;
        if (!(is_entered && !is_closing(&s)) && !scan_after(&s))
            return false;
    } while (s.open);
    return true;
}
