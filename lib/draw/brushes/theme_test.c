/* SPDX-License-Identifier: MIT */
#include "draw/brushes/brushes.h"

#include "base/json.h"
#include "test.h"

static struct cp_arena arena;

__attribute__((constructor)) static void open_arena(void)
{
    cp_arena_init(&arena, NULL, NULL);
}

static const struct cp_theme *parsed(const char *yaml, struct cp_diags *d)
{
    *d = cp_diags_in(&arena);
    return cp_theme_parse(&arena, cp_str_from(yaml), "mine.yaml", d);
}

/* Whether a message was reported: its kind, place and particulars. */
static bool has(struct cp_diags *d, enum cp_diag kind, uint32_t line, uint32_t col,
                const char *detail)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(d, &out, 20);
    cp_buf_putc(&out, '\0');
    struct cp_buf wanted, slug;
    cp_buf_init(&wanted, &arena);
    cp_buf_init(&slug, &arena);
    cp_buf_printf(&wanted, "mine.yaml:%u:%u: ", line, col);
    cp_buf_putc(&wanted, '\0');
    const char *place = strstr(out.at, wanted.at);
    cp_diag_format_slug(&slug, kind);
    cp_buf_putc(&slug, '\0');
    bool is_there = place && strstr(place, detail) && strstr(place, slug.at);
    if (!is_there)
        printf("# %s\n", out.at);
    return is_there;
}

enum use { PLAIN, WORDS, LINE };
enum { WORDS_LEAST = 450, LINE_LEAST = 300 }; /* hundredths */

static const enum use uses[] = {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) use,
#include "draw/brushes/theme.def"
};

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

/* After WCAG, in hundredths: 100 to 2100. */
static uint32_t contrast(const char *a, const char *b)
{
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return (uint32_t)(100 * (one > other ? one / other : other / one));
}

/* What the contrast of a colour of a theme should be, and the least it is with what it
 * stands on; 0: it stands for itself. */
static uint32_t theme_contrast(const struct cp_theme *theme, size_t index, uint32_t *wanted)
{
    const char *colour = cp_theme_colour(theme, index);
    uint32_t light = contrast(colour, theme->light), dark = contrast(colour, theme->dark);
    *wanted = uses[index] == WORDS ? WORDS_LEAST : uses[index] == LINE ? LINE_LEAST : 0;
    if (uses[index] == WORDS)
        return contrast(colour, theme->ground);
    return uses[index] == PLAIN ? 0 : light < dark ? light : dark;
}

TEST(contrast_is_reckoned_as_wcag_has_it)
{
    EXPECT_INT(contrast("#000000", "#ffffff"), 2100);
    EXPECT_INT(contrast("#777777", "#777777"), 100);
    EXPECT_INT(contrast("#777777", "#ffffff"), 447);
    EXPECT_INT(contrast("#ff0000", "#ffffff"), 399);
}

TEST(in_every_theme_marks_contrast_with_both_kinds_of_squares_by_three_and_words_by_four_and_a_half)
{
    for (size_t t = 0; t < CP_THEME_CSS; t++)
        for (size_t i = 0; i < cp_theme_colours(); i++) {
            uint32_t wanted, is = theme_contrast(&cp_themes[t], i, &wanted);
            if (is < wanted)
                printf("# %s of %s: %u\n", cp_theme_key(i), cp_themes[t].name, (unsigned)is);
            EXPECT(is >= wanted);
        }
}

/* Chips have the colour of light squares, labels the ground's. */
TEST(in_every_theme_chips_can_be_read)
{
    for (size_t t = 0; t < CP_THEME_CSS; t++)
        EXPECT(contrast(cp_themes[t].words, cp_themes[t].light) >= 450);
}

/* No more than this in the dark: a lighter outline makes small black pieces look white, which
 * scripts/check-drawings measures. */
TEST(in_every_theme_pieces_stand_out_from_both_kinds_of_squares_by_their_colour_or_their_outline)
{
    for (size_t t = 0; t < CP_THEME_CSS; t++)
        for (int side = CP_WHITE; side <= CP_BLACK; side++)
            for (int dark = 0; dark < 2; dark++) {
                const struct cp_theme *look = &cp_themes[t];
                const char *square = dark ? look->dark : look->light;
                EXPECT(contrast(look->fill[side], square) >= 230 ||
                       contrast(look->ink[side], square) >= 230);
            }
}

TEST(print_is_black_and_white)
{
    for (size_t i = 0; i < cp_theme_colours(); i++) {
        const char *colour = cp_theme_colour(&cp_themes[CP_THEME_PRINT], i);
        EXPECT(strcmp(colour, "#000000") == 0 || strcmp(colour, "#ffffff") == 0);
    }
}

static bool is_one_by_one(const struct cp_theme *theme)
{
    for (size_t i = 0; i < cp_theme_colours(); i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(cp_theme_colour(theme, i), cp_theme_colour(theme, j)) == 0 &&
                strcmp(cp_theme_colour(theme->night, i), cp_theme_colour(theme->night, j)) != 0) {
                printf("# %s, %s\n", cp_theme_key(i), cp_theme_key(j));
                return false;
            }
    return true;
}

/* So a colour by day says which it is by night: svg.c relies on it. */
TEST(what_is_equal_by_day_is_equal_by_night)
{
    struct cp_diags d;
    EXPECT(is_one_by_one(&cp_themes[CP_THEME_AUTO]));
    const struct cp_theme *own = parsed("{base: auto, colours: {green: '#123456', red: '#123456', "
                                        "blue: '#fff', orange: '#fff', last-move: '#fff'}}",
                                        &d);
    EXPECT(own != NULL && is_one_by_one(own));
}

TEST(a_file_says_what_differs_from_its_base)
{
    struct cp_diags d;
    const struct cp_theme *own =
        parsed("name: evening-2\nbase: dark\ncolours:\n  green-line: \"#e0ffe0\"\n", &d);
    EXPECT(own != NULL && d.count == 0);
    EXPECT(own && strcmp(own->name, "evening-2") == 0);
    EXPECT(own && strcmp(own->lines[CP_GREEN], "#e0ffe0") == 0);
    EXPECT(own && strcmp(own->words, cp_themes[CP_THEME_DARK].words) == 0 && !own->night);
}

TEST(short_and_capital_colours_are_the_same_colours)
{
    struct cp_diags d;
    const struct cp_theme *own =
        parsed("base: dark\ncolours: {ground: \"#102\", trap: '#ABCDEF'}\n", &d);
    EXPECT(own != NULL && d.count == 0);
    EXPECT(own && strcmp(own->ground, "#110022") == 0 && strcmp(own->trap, "#abcdef") == 0);
}

TEST(a_file_may_have_colours_for_the_dark)
{
    struct cp_diags d;
    const struct cp_theme *own = parsed("when-dark: {ground: '#000'}", &d);
    EXPECT(own && own->night && strcmp(own->night->ground, "#000000") == 0);
    EXPECT(own && strcmp(own->ground, cp_themes[CP_THEME_LIGHT].ground) == 0);
    own = parsed("base: auto", &d);
    EXPECT(own && own->night);
}

TEST(what_is_wrong_with_a_file_is_told_at_its_place)
{
    struct cp_diags d;
    EXPECT(!parsed("name: x\ncolors: {}\ncolours:\n  grund: '#fff'\n  words: #fff\n"
                   "  light-squares: red\n  dark-squares: ['#fff']\n  edge: '#12345g'\n",
                   &d));
    EXPECT_INT(d.count, 6);
    EXPECT(has(&d, CP_THEME_WRONG, 2, 1, "there is no key 'colors': is 'colours' meant?"));
    EXPECT(has(&d, CP_THEME_WRONG, 4, 3, "'grund': is 'ground' meant?"));
    EXPECT(has(&d, CP_THEME_WRONG, 5, 9, "words is null"));
    EXPECT(has(&d, CP_THEME_WRONG, 6, 18, "light-squares is \"red\""));
    EXPECT(has(&d, CP_THEME_WRONG, 7, 17, "dark-squares is a list"));
    EXPECT(has(&d, CP_THEME_WRONG, 8, 9, "edge is \"#12345g\""));
    EXPECT(!parsed("- 1", &d) && has(&d, CP_THEME_WRONG, 1, 1, "a theme is a list, not a map"));
    EXPECT(!parsed("base: night", &d) &&
           has(&d, CP_THEME_WRONG, 1, 7, "not light, dark, print or"));
    EXPECT(!parsed("colours: 3", &d) && has(&d, CP_THEME_WRONG, 1, 10, "not a map"));
    EXPECT(!parsed("name: a b", &d) && has(&d, CP_THEME_WRONG, 1, 7, "a b"));
    EXPECT(!parsed("name: [x]", &d) && !parsed("", &d) && !parsed("{", &d));
}

/* ---- the schema and the manual ---- */

static const char *const meanings[] = {
#define CP_COLOUR_KEY(member, key, use, light, dark, print, meaning) meaning,
#include "draw/brushes/theme.def"
};

static cp_str read_file(const char *path)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    FILE *f = fopen(path, "rb");
    EXPECT(f != NULL);
    for (size_t n = 1; f && n;) {
        n = fread(cp_buf_room(&out, 4096), 1, 4096, f);
        out.len += n;
    }
    if (f)
        fclose(f);
    return cp_buf_str(&out);
}

TEST(the_schema_has_these_colours_and_no_others)
{
    struct cp_value *schema;
    struct cp_diags d = cp_diags_in(&arena);
    EXPECT(cp_json_parse(&schema, &arena, read_file("schemas/theme.schema.json"),
                         (cp_span){"theme.schema.json", 1, 1, 0}, &d));
    const struct cp_value *colours =
        cp_value_get(cp_value_get(cp_value_get(schema, "$defs"), "colours"), "properties");
    EXPECT(colours && colours->count == cp_theme_colours());
    for (size_t i = 0; i < cp_theme_colours(); i++) {
        const struct cp_value *meaning =
            cp_value_get(cp_value_get(colours, cp_theme_key(i)), "description");
        EXPECT(meaning && cp_str_is(meaning->text, meanings[i]));
    }
}

TEST(the_manual_has_these_colours)
{
    cp_str manual = read_file("cmd/cp-render.1");
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    cp_buf_put(&text, manual);
    cp_buf_putc(&text, '\0');
    for (size_t i = 0; i < cp_theme_colours(); i++) {
        struct cp_buf line;
        cp_buf_init(&line, &arena);
        for (const char *c = cp_theme_key(i); *c; c++)
            cp_buf_printf(&line, "%s%c", *c == '-' ? "\\" : "", *c);
        cp_buf_printf(&line, "\t%s\n", meanings[i]);
        cp_buf_putc(&line, '\0');
        if (!strstr(text.at, line.at))
            printf("# %s", line.at);
        EXPECT(strstr(text.at, line.at) != NULL);
    }
}
