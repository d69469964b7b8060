/* SPDX-License-Identifier: MIT */
/* theme.c -- one table of colours, theme.def: the bundled themes are its columns, a file's
 * keys its rows. A file's theme begins as a copy of its base. */
#include "draw/theme.h"

#include "base/wordlist.h"
#include "base/yaml.h"

#include <stddef.h>

enum use { PLAIN, WORDS, LINE };
enum { WORDS_LEAST = 450, LINE_LEAST = 300 }; /* hundredths */

const struct cp_theme cp_themes[CP_THEMES] = {
    [CP_THEME_LIGHT] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) .member = light_,
#include "draw/theme.def"
#undef CP_COLOUR_KEY
            .name = "light",
        },
    [CP_THEME_DARK] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) .member = dark_,
#include "draw/theme.def"
#undef CP_COLOUR_KEY
            .name = "dark",
        },
    [CP_THEME_PRINT] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) .member = print_,
#include "draw/theme.def"
#undef CP_COLOUR_KEY
            .name = "print",
            .is_print = true,
        },
    [CP_THEME_AUTO] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) .member = light_,
#include "draw/theme.def"
#undef CP_COLOUR_KEY
            .name = "auto",
            .night = &cp_themes[CP_THEME_DARK],
        },
};

static const struct {
    const char *name;
    size_t offset;
    enum use use;
} keys[] = {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning)                            \
    {key, offsetof(struct cp_theme, member), use},
#include "draw/theme.def"
#undef CP_COLOUR_KEY
};

enum { KEYS = sizeof keys / sizeof *keys };

size_t cp_theme_colours(void)
{
    return KEYS;
}

const char *cp_theme_key(size_t index)
{
    return keys[index].name;
}

static const char **place_of(struct cp_theme *theme, size_t index)
{
    return (const char **)((char *)theme + keys[index].offset);
}

const char *cp_theme_colour(const struct cp_theme *theme, size_t index)
{
    return *(const char *const *)((const char *)theme + keys[index].offset);
}

/* ---- contrast ---- */

/* x^2.4 for x up to 1: its square times the fifth root of its square, by Newton. */
static double power_2_4(double x)
{
    double root = 1;
    for (int i = 0; i < 40; i++)
        root -= (root - x * x / (root * root * root * root)) / 5;
    return x * x * root;
}

static double channel(const char *digits)
{
    unsigned n = 0;
    for (int i = 0; i < 2; i++)
        n = n * 16 + (unsigned)(cp_is_digit(digits[i]) ? digits[i] - '0' : digits[i] - 'a' + 10);
    double c = n / 255.0;
    return c <= 0.03928 ? c / 12.92 : power_2_4((c + 0.055) / 1.055);
}

static double luminance(const char *colour)
{
    return 0.2126 * channel(colour + 1) + 0.7152 * channel(colour + 3) +
           0.0722 * channel(colour + 5);
}

uint32_t cp_contrast(const char *a, const char *b)
{
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return (uint32_t)(100 * (one > other ? one / other : other / one));
}

uint32_t cp_theme_contrast(const struct cp_theme *theme, size_t index, uint32_t *wanted)
{
    const char *colour = cp_theme_colour(theme, index);
    uint32_t light = cp_contrast(colour, theme->light), dark = cp_contrast(colour, theme->dark);
    *wanted = keys[index].use == WORDS ? WORDS_LEAST : keys[index].use == LINE ? LINE_LEAST : 0;
    if (keys[index].use == WORDS)
        return cp_contrast(colour, theme->ground);
    return keys[index].use == PLAIN ? 0 : light < dark ? light : dark;
}

/* ---- files ---- */

struct load {
    struct cp_arena *arena;
    struct cp_diags *d;
    struct cp_theme *theme, *night;
    bool has_night; /* the file says so, or its base does */
};

static void report_type(struct load *l, const struct cp_value *v, const char *what,
                        const char *wanted)
{
    cp_diag_report(l->d, CP_THEME_TYPE, v->at, "%s is %s, not %s", what, cp_type_name(v->type),
                   wanted);
}

/* "#Fa3" and "#FFAA33" are "#ffaa33"; NULL: it is no colour. */
static const char *colour_of(struct load *l, cp_str text)
{
    char *out = cp_arena_take(l->arena, sizeof "#rrggbb");
    if ((text.len != 4 && text.len != 7) || text.at[0] != '#')
        return NULL;
    for (size_t i = 0; i < 6; i++) {
        char c = cp_lower(text.at[1 + (text.len == 4 ? i / 2 : i)]);
        if (!cp_is_digit(c) && (c < 'a' || c > 'f'))
            return NULL;
        out[1 + i] = c;
    }
    out[0] = '#';
    out[7] = '\0';
    return out;
}

/* Of the names that there are, the one that was probably meant. */
static void report_unknown(struct load *l, const struct cp_value *v, const struct cp_word *names)
{
    const char *meant = cp_wordlist_nearest(names, v->name);
    if (meant)
        cp_diag_report(l->d, CP_THEME_KEY, v->name_at, "'%.*s': is '%s' meant?", CP_FMT(v->name),
                       meant);
    else
        cp_diag_report(l->d, CP_THEME_KEY, v->name_at, "'%.*s'", CP_FMT(v->name));
}

static void read_colour(struct load *l, const struct cp_value *v, struct cp_theme *theme)
{
    struct cp_word names[KEYS + 1] = {{0}};
    for (size_t i = 0; i < KEYS; i++) {
        names[i].word = keys[i].name;
        if (!cp_str_is(v->name, keys[i].name))
            continue;
        const char *colour = v->type == CP_STRING ? colour_of(l, v->text) : NULL;
        if (colour)
            *place_of(theme, i) = colour;
        else if (v->type == CP_STRING)
            cp_diag_report(l->d, CP_THEME_COLOUR, v->at, "%s is \"%.*s\"", keys[i].name,
                           CP_FMT(v->text));
        else
            cp_diag_report(l->d, CP_THEME_COLOUR, v->at, "%s is %s", keys[i].name,
                           cp_type_name(v->type));
        return;
    }
    report_unknown(l, v, names);
}

static void read_colours(struct load *l, const struct cp_value *map, struct cp_theme *theme)
{
    if (!map)
        return;
    if (map->type != CP_MAP)
        report_type(l, map, "a theme's colours", "a map");
    for (const struct cp_value *v = map->type == CP_MAP ? map->first : NULL; v; v = v->next)
        read_colour(l, v, theme);
}

static void read_name(struct load *l, const struct cp_value *v)
{
    enum { MOST = 32 };
    bool is_good = v->type == CP_STRING && v->text.len > 0 && v->text.len <= MOST;
    for (size_t i = 0; is_good && i < v->text.len; i++) {
        char c = v->text.at[i];
        is_good = (c >= 'a' && c <= 'z') || (i > 0 && (c == '-' || cp_is_digit(c)));
    }
    if (!is_good) {
        cp_diag_report(l->d, CP_THEME_NAME, v->at, "%.*s", CP_FMT(v->text));
        return;
    }
    char *name = cp_arena_take(l->arena, v->text.len + 1);
    memcpy(name, v->text.at, v->text.len);
    name[v->text.len] = '\0';
    l->theme->name = name;
}

/* A copy of the base, and of its night. */
static void read_base(struct load *l, const struct cp_value *v)
{
    const struct cp_theme *base = NULL;
    for (size_t i = 0; v && v->type == CP_STRING && i < CP_THEMES; i++)
        if (cp_str_is(v->text, cp_themes[i].name))
            base = &cp_themes[i];
    if (v && !base)
        report_type(l, v, "the base", "light, dark, print or auto");
    *l->theme = base ? *base : cp_themes[CP_THEME_LIGHT];
    *l->night = cp_themes[CP_THEME_DARK];
    l->has_night = l->theme->night != NULL;
    l->theme->name = "own";
}

static void read_theme(struct load *l, const struct cp_value *map)
{
    static const struct cp_word names[] = {
        {"name", 0}, {"base", 0}, {"colours", 0}, {"when-dark", 0}, {0}};
    for (const struct cp_value *v = map->first; v; v = v->next) {
        bool is_known = false;
        for (const struct cp_word *w = names; w->word; w++)
            is_known |= cp_str_is(v->name, w->word);
        if (!is_known)
            report_unknown(l, v, names);
    }
    read_base(l, cp_value_get(map, "base"));
    if (cp_value_get(map, "name"))
        read_name(l, cp_value_get(map, "name"));
    read_colours(l, cp_value_get(map, "colours"), l->theme);
    read_colours(l, cp_value_get(map, "when-dark"), l->night);
    l->has_night |= cp_value_get(map, "when-dark") != NULL;
}

static bool is_among(const struct cp_theme *theme, const char *colour, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(cp_theme_colour(theme, i), colour) == 0)
            return true;
    return false;
}

/* Of colours that are equal by day, but not by night, all but one are changed a little,
 * where no eye sees it: so each says which it is. */
static void part(struct load *l)
{
    for (size_t i = 0; i < KEYS; i++) {
        char *own = cp_arena_take(l->arena, sizeof "#rrggbb");
        memcpy(own, cp_theme_colour(l->theme, i), sizeof "#rrggbb");
        while (is_among(l->theme, own, i)) { /* the last digit, then the last of green */
            char *digit = &own[own[6] == 'f' ? 4 : 6];
            own[6] = own[6] == 'f' ? '0' : own[6];
            *digit = *digit == '9' ? 'a' : *digit == 'f' ? '0' : (char)(*digit + 1);
        }
        *place_of(l->theme, i) = own;
    }
}

/* Lines that cannot be seen well, where the file says them or what they stand on. */
static void warn(struct load *l, const struct cp_theme *theme, const struct cp_value *map,
                 const char *section)
{
    const struct cp_value *colours = cp_value_get(map, section);
    for (size_t i = 0; i < KEYS; i++) {
        uint32_t wanted, is = cp_theme_contrast(theme, i, &wanted);
        const struct cp_value *v = cp_value_get(colours, keys[i].name);
        if (is < wanted)
            cp_diag_report(l->d, CP_THEME_CONTRAST,
                           v         ? v->at
                           : colours ? colours->at
                                     : map->at,
                           "%s is %u.%02u, less than %u.%02u", keys[i].name, is / 100, is % 100,
                           wanted / 100, wanted % 100);
    }
}

const struct cp_theme *cp_theme_parse(struct cp_arena *arena, cp_str yaml, const char *file,
                                      struct cp_diags *d)
{
    struct load l = {.arena = arena, .d = d};
    struct cp_value *map;
    uint32_t errors = d->errors;
    l.theme = cp_arena_take_zero(arena, 1, sizeof *l.theme);
    l.night = cp_arena_take_zero(arena, 1, sizeof *l.night);
    if (!cp_yaml_parse(&map, arena, yaml, file, d))
        return NULL;
    if (map->type != CP_MAP) {
        report_type(&l, map, "a theme", "a map of keys");
        return NULL;
    }
    read_theme(&l, map);
    if (d->errors != errors)
        return NULL;
    l.theme->night = l.has_night ? l.night : NULL;
    if (l.has_night)
        part(&l);
    warn(&l, l.theme, map, "colours");
    if (l.has_night)
        warn(&l, l.night, map, "when-dark");
    return l.theme;
}
