/* SPDX-License-Identifier: MIT */
#include "draw/drawing_path.h"

/* ---- numbers ---- */

static cp_str skip_space(cp_str text)
{
    while (text.len && cp_is_space(text.at[0]))
        text = cp_str_skip(text, 1);
    return text;
}

cp_str cp_skip_comma(cp_str text)
{
    text = skip_space(text);
    return text.len && text.at[0] == ',' ? skip_space(cp_str_skip(text, 1)) : text;
}

/* Digits become millionths, those behind the sixth decimal nothing. */
static bool take_digits(cp_str *rest, int64_t *micro)
{
    bool has_digits = false;
    int64_t place = CP_MICRO;
    bool is_decimal = false;
    for (; rest->len; *rest = cp_str_skip(*rest, 1)) {
        char c = rest->at[0];
        if (c == '.' && !is_decimal) {
            is_decimal = true;
            continue;
        }
        if (!cp_is_digit(c))
            break;
        has_digits = true;
        place = is_decimal ? place / 10 : place;
        *micro =
            is_decimal ? *micro + (c - '0') * place : *micro * 10 + (c - '0') * (int64_t)CP_MICRO;
        if (*micro > (int64_t)CP_MICRO_MOST * CP_MICRO)
            return false;
    }
    return has_digits;
}

/* e-5, where it is a number's and not a letter behind it */
static bool take_exponent(cp_str *rest, int64_t *micro)
{
    cp_str t = *rest;
    if (t.len < 2 || cp_lower(t.at[0]) != 'e')
        return true;
    t = cp_str_skip(t, 1);
    bool is_less = t.at[0] == '-';
    if (t.at[0] == '-' || t.at[0] == '+')
        t = cp_str_skip(t, 1);
    int by = 0;
    if (!t.len || !cp_is_digit(t.at[0]))
        return false;
    for (; t.len && cp_is_digit(t.at[0]); t = cp_str_skip(t, 1))
        by = by > 99 ? by : by * 10 + (t.at[0] - '0');
    for (; by > 0 && *micro; by--) {
        *micro = is_less ? *micro / 10 : *micro * 10;
        if (*micro > (int64_t)CP_MICRO_MOST * CP_MICRO)
            return false;
    }
    *rest = t;
    return true;
}

bool cp_micro_take(cp_str *rest, int64_t *out)
{
    cp_str t = *rest;
    int64_t micro = 0;
    bool is_negative = t.len && t.at[0] == '-';
    if (t.len && (t.at[0] == '-' || t.at[0] == '+'))
        t = cp_str_skip(t, 1);
    if (!take_digits(&t, &micro) || !take_exponent(&t, &micro))
        return false;
    *out = is_negative ? -micro : micro;
    *rest = t;
    return true;
}

bool cp_micro_parse(cp_str text, int64_t *out)
{
    cp_str rest = cp_str_trim(text);
    if (!cp_micro_take(&rest, out))
        return false;
    return rest.len == 0 || cp_str_is(rest, "px");
}

void cp_micro_format(struct cp_buf *out, int64_t micro)
{
    uint64_t size = (uint64_t)(micro < 0 ? -micro : micro);
    if (micro < 0)
        cp_buf_putc(out, '-');
    cp_buf_put_int(out, (int64_t)(size / CP_MICRO));
    if (size % CP_MICRO == 0)
        return;
    cp_buf_printf(out, ".%06u", (unsigned)(size % CP_MICRO));
    while (out->at[out->len - 1] == '0')
        out->len--;
}

/* ---- paths ---- */

/* How many numbers a command takes. */
static int arity_of(char command)
{
    static const char letters[] = "mlhvcsqtaz";
    static const int arities[] = {2, 2, 1, 1, 6, 4, 4, 2, 7, 0};
    const char *found = memchr(letters, cp_lower(command), sizeof letters - 1);
    return found && cp_is_letter(command) ? arities[found - letters] : -1;
}

/* A flag of an arc may stand right before what follows. */
static bool take_flag(cp_str *rest, int64_t *out)
{
    if (!rest->len || (rest->at[0] != '0' && rest->at[0] != '1'))
        return false;
    *out = rest->at[0] == '1' ? CP_MICRO : 0;
    *rest = cp_str_skip(*rest, 1);
    return true;
}

static bool take_argument(char command, int place, cp_str *rest, int64_t *out)
{
    if (cp_lower(command) == 'a' && (place == 3 || place == 4))
        return take_flag(rest, out);
    return cp_micro_take(rest, out) && !(cp_lower(command) == 'a' && place < 2 && *out < 0);
}

/* The numbers of one command, or of one repeated without its letter. */
static bool copy_arguments(struct cp_buf *out, char command, cp_str *rest)
{
    for (int i = 0; i < arity_of(command); i++) {
        int64_t micro;
        if (!take_argument(command, i, rest, &micro))
            return false;
        if (i)
            cp_buf_putc(out, ' ');
        cp_micro_format(out, micro);
        cp_str behind = cp_skip_comma(*rest);
        bool is_last = i + 1 == arity_of(command);
        *rest = is_last ? skip_space(*rest) : behind;
    }
    return true;
}

const char *cp_path_copy(struct cp_buf *out, cp_str text)
{
    cp_str rest = skip_space(text);
    if (!rest.len || cp_lower(rest.at[0]) != 'm')
        return rest.at;
    while (rest.len) {
        char command = rest.at[0];
        const char *begin = rest.at;
        if (arity_of(command) < 0)
            return begin;
        rest = skip_space(cp_str_skip(rest, 1));
        cp_buf_putc(out, command);
        if (!copy_arguments(out, command, &rest))
            return rest.at;
        while (arity_of(command) > 0 && rest.len && arity_of(rest.at[0]) < 0) {
            rest = cp_skip_comma(rest);
            cp_buf_putc(out, ' ');
            if (!copy_arguments(out, command, &rest))
                return rest.at;
        }
    }
    return NULL;
}

const char *cp_points_copy(struct cp_buf *out, cp_str text)
{
    cp_str rest = skip_space(text);
    bool is_first = true;
    while (rest.len || is_first) {
        int64_t x, y;
        if (!cp_micro_take(&rest, &x))
            return rest.at;
        rest = cp_skip_comma(rest);
        if (!cp_micro_take(&rest, &y))
            return rest.at;
        rest = cp_skip_comma(rest);
        cp_buf_putc(out, is_first ? 'M' : 'L');
        cp_micro_format(out, x);
        cp_buf_putc(out, ' ');
        cp_micro_format(out, y);
        is_first = false;
    }
    return NULL;
}

/* ---- transforms ---- */

static const struct transform {
    const char *name;
    unsigned counts; /* bit n: it takes n numbers */
} transforms[] = {{"matrix", 1 << 6},         {"translate", 1 << 1 | 1 << 2},
                  {"scale", 1 << 1 | 1 << 2}, {"rotate", 1 << 1 | 1 << 3},
                  {"skewX", 1 << 1},          {"skewY", 1 << 1}};

static const struct transform *take_name(cp_str *rest)
{
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; i++) {
        cp_str name = cp_str_from(transforms[i].name);
        if (!cp_str_starts(*rest, name))
            continue;
        cp_str behind = skip_space(cp_str_skip(*rest, name.len));
        if (!behind.len || behind.at[0] != '(')
            return NULL;
        *rest = skip_space(cp_str_skip(behind, 1));
        return &transforms[i];
    }
    return NULL;
}

const char *cp_transform_copy(struct cp_buf *out, cp_str text)
{
    enum { MOST = 6 };
    for (cp_str rest = skip_space(text); rest.len; rest = cp_skip_comma(rest)) {
        const char *begin = rest.at;
        const struct transform *t = take_name(&rest);
        unsigned count = 0;
        if (!t)
            return begin;
        cp_buf_printf(out, "%s%s(", out->len ? " " : "", t->name);
        for (; rest.len && rest.at[0] != ')' && count < MOST; count++) {
            int64_t micro;
            if (!cp_micro_take(&rest, &micro))
                return rest.at;
            cp_buf_puts(out, count ? " " : "");
            cp_micro_format(out, micro);
            rest = cp_skip_comma(rest);
        }
        if (!rest.len || rest.at[0] != ')' || !(t->counts >> count & 1))
            return rest.at;
        cp_buf_putc(out, ')');
        rest = cp_str_skip(rest, 1);
    }
    return NULL;
}
