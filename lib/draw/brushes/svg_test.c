/* SPDX-License-Identifier: MIT */
#include "draw/brushes/brushes.h"
#include "draw/sample_test.h"

/* The picture, with a NUL behind it. */
static const char *painted(struct sample *s, enum cp_theme_id theme)
{
    struct cp_buf out;
    cp_buf_init(&out, &s->arena);
    if (sample_make(s))
        cp_svg_paint(
            &out, &s->scene,
            &(struct cp_svg_style){.theme = &cp_themes[theme], .id_prefix = CP_STR("7 g")});
    cp_buf_putc(&out, '\0');
    return out.at;
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at_text = text; (at_text = strstr(at_text, what)); at_text++)
        n++;
    return n;
}

TEST(hostile_words_are_escaped_and_control_characters_replaced)
{
    struct sample s;
    sample_open(&s);
    s.view.title = CP_STR("</svg><script>\x01\x1b&\"'\xff\xef\xbf\xbf");
    s.view.caption = CP_STR("]]> <!-- \xed\xa0\x80");
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT_INT(count(svg, "</svg>"), 1);
    EXPECT_INT(count(svg, "<script"), 0);
    EXPECT_INT(count(svg, "<!--"), 0);
    EXPECT(strstr(svg, "&lt;/svg&gt;&lt;script&gt;\ufffd\ufffd&amp;&quot;&#39;\ufffd\ufffd<") !=
           NULL);
    for (const char *c = svg; *c; c++)
        EXPECT((unsigned char)*c >= 0x20 || *c == '\n');
    sample_close(&s);
}

TEST(a_piece_without_a_drawing_is_a_disc_with_its_letter_and_its_name_is_escaped)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wW", CP_INT(1), CP_INT(1));
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT(strstr(svg, ">W</text>") != NULL);
    EXPECT(strstr(svg, "white &lt;wizard&gt; (1,1)</title>") != NULL);
    EXPECT_INT(count(svg, "<wizard>"), 0);
    sample_close(&s);
}

TEST(men_are_uses_of_one_drawing_with_an_id_and_a_title_each)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "bHa", CP_INT(-2), CP_INT(15));
    sample_put(&s, "bHa", CP_INT(3), CP_INT(15));
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT_INT(count(svg, "<g id=\"__gcp-light-black-hawk\""), 1);
    EXPECT_INT(count(svg, " href=\"#__gcp-light-black-hawk\""), 2);
    EXPECT_INT(count(svg, " xlink:href=\"#__gcp-light-black-hawk\""), 2);
    EXPECT_INT(count(svg, "id=\"__gman-2.15\""), 1);
    EXPECT(strstr(svg, "<title>black hawk (-2,15)</title>") != NULL);
    EXPECT(strstr(svg, "aria-labelledby=\"__gtitle __gdesc\"") != NULL);
    sample_close(&s);
}

TEST(nothing_comes_from_elsewhere)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    const char *svg = painted(&s, CP_THEME_DARK);
    EXPECT_INT(count(svg, "href="), count(svg, "href=\"#"));
    EXPECT_INT(count(svg, "http"), 2); /* the name spaces */
    EXPECT_INT(count(svg, "url("), 0);
    sample_close(&s);
}

/* A law: equal scenes, equal bytes. */
TEST(painting_twice_gives_equal_bytes_in_every_theme)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bR", sample_int(&s, "-98765432109876543210"), CP_INT(4));
    sample_put(&s, "bQ", sample_int(&s, "-98765432109876543208"), CP_INT(4));
    struct cp_mark arrow = {.from = at(1, 1), .to = s.men[1].square, .kind = CP_MARKED_ARROW};
    s.view.marks = &arrow;
    for (int theme = CP_THEME_LIGHT; theme <= CP_THEME_PRINT; theme++) {
        const char *once = painted(&s, (enum cp_theme_id)theme);
        const char *twice = painted(&s, (enum cp_theme_id)theme);
        EXPECT(once != twice && strcmp(once, twice) == 0);
        EXPECT(strlen(once) > 1000);
    }
    sample_close(&s);
}

/* Pathology: of a square of ten thousand digits the ends are named, made once. */
TEST(a_man_at_ten_to_the_ten_thousandth_is_listed_by_the_ends_of_its_number)
{
    struct sample s;
    static char digits[10002] = "1";
    memset(digits + 1, '0', 10000);
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bK", sample_int(&s, digits), CP_INT(1));
    struct cp_mark arrow = {.from = at(1, 1), .to = s.men[1].square, .kind = CP_MARKED_ARROW};
    s.view.marks = &arrow;
    sample_window(&s, at(1, 1), at(8, 8));
    struct cp_far_name names[CP_FAR_NAMES] = {0};
    s.view.names = names;
    const char *svg = painted(&s, CP_THEME_LIGHT), zeros[] = "00000000000000000000";
    char wanted[100];
    (void)snprintf(wanted, sizeof wanted, "1%.19s...[10001 digits]...%s", zeros, zeros);
    EXPECT(strstr(svg, wanted) != NULL);
    EXPECT(strlen(svg) < 10000);
    size_t kept = 0;
    for (size_t i = 0; i < CP_FAR_NAMES; i++)
        kept += names[i].len > 0;
    EXPECT(kept == 1);
    s.view.names = NULL;
    EXPECT(strcmp(painted(&s, CP_THEME_LIGHT), svg) == 0);
    EXPECT(count(svg, "opacity=\".8\"") == 1);
    sample_close(&s);
}

TEST(an_arrow_to_a_far_square_leaves_the_window_in_its_direction)
{
    /* straight up from the middle of (1,1) in a window of 3 x 3 */
    struct sample s;
    sample_open(&s);
    struct cp_mark arrow = {
        .from = at(1, 1),
        .to = {CP_INT(1), sample_int(&s, "1000000000000000000000000")},
        .kind = CP_MARKED_ARROW,
    };
    s.view.marks = &arrow;
    sample_window(&s, at(1, 1), at(3, 3));
    /* the tip is 5 units below the upper end of the strip, at y = -9 */
    EXPECT(strstr(painted(&s, CP_THEME_LIGHT), "L22.5 -4L") != NULL);
    sample_close(&s);
}

TEST(circles_crosses_and_labels_stand_on_their_squares)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    struct cp_mark marks[] = {
        {.from = at(1, 1), .kind = CP_MARKED_CIRCLE, .colour = CP_PURPLE, .next = marks + 1},
        {.from = at(2, 1), .kind = CP_MARKED_CROSS, .colour = CP_ORANGE, .next = marks + 2},
        {.from = at(3, 1), .kind = CP_MARKED_LABEL, .label = "12", .next = marks + 3},
        {.from = at(1, 1), .kind = CP_MARKED_LABEL, .label = "A", .next = marks + 4},
        {.from = at(9, 9), .kind = CP_MARKED_CROSS},
    };
    s.view.marks = marks;
    sample_window(&s, at(1, 1), at(3, 3));
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT(
        strstr(svg, "<circle cx=\"22.5\" cy=\"112.5\" r=\"20\" fill=\"none\" stroke=\"#5a2280\""));
    EXPECT(
        strstr(svg, "<path d=\"M52.5 97.5l30 30m0-30l-30 30\" fill=\"none\" stroke=\"#8a3d00\""));
    EXPECT(strstr(svg, "text-anchor=\"middle\" fill=\"#3b352f\">12</text>"));
    EXPECT(strstr(svg, ">A</text>") && strstr(svg, "<rect x=\"0.5\" y=\"90.5\" width=\"20\""));
    EXPECT(strstr(svg, ">Crosses: green (9,9)</text>")); /* outside: told */
    sample_close(&s);
}

/* Where a path of squares is dark: the pen goes along M, m and h; each square begins with h. */
static void take_dark(const char *path, bool dark[16][16])
{
    int x = 0, y = 0, dx, dy;
    for (; *path != '"'; path++) {
        if (sscanf(path, "M%d %d", &x, &y) == 2)
            continue;
        if (sscanf(path, "m%d %d", &dx, &dy) == 2)
            x += dx;
        else if (strncmp(path, "h45v", 4) == 0)
            dark[y / 45][x / 45] = true;
    }
}

TEST(squares_keep_their_shade_behind_a_tear)
{
    for (int64_t file = 12; file < 16; file++) {
        struct sample s;
        bool dark[16][16] = {0};
        sample_open(&s);
        sample_put(&s, "wK", CP_INT(1), CP_INT(1));
        sample_put(&s, "bK", CP_INT(file), CP_INT(2));
        const char *path = strstr(painted(&s, CP_THEME_LIGHT), "<path fill=\"#cdae88\" d=\"M");
        const struct cp_panel *panel = &s.scene.panels[0];
        EXPECT_INT(panel->x.tear_count, 1);
        path = strstr(path + 1, "<path fill=\"#cdae88\" d=\"M"); /* behind the faded edge */
        take_dark(strchr(path, 'M'), dark);
        for (uint32_t row = 0; row < panel->ranks; row++)
            for (uint32_t column = 0; column < panel->files; column++)
                EXPECT_INT(dark[row][column],
                           cp_panel_cell(&s.scene, panel, column, row)->flags & CP_CELL_DARK);
        sample_close(&s);
    }
}

TEST(a_label_stands_over_arrows_and_beside_their_heads)
{
    struct sample s;
    sample_open(&s);
    struct cp_mark marks[] = {
        {.from = at(2, 1), .kind = CP_MARKED_LABEL, .label = "A", .next = marks + 1},
        {.from = at(3, 1), .kind = CP_MARKED_LABEL, .label = "B", .next = marks + 2},
        {.from = at(1, 1), .to = at(3, 1), .kind = CP_MARKED_ARROW},
    };
    s.view.marks = marks;
    sample_window(&s, at(1, 1), at(3, 3));
    const char *svg = painted(&s, CP_THEME_LIGHT), *arrow = strstr(svg, "fill-opacity=\".8\"");
    EXPECT(arrow && strstr(arrow, ">A</text>") && strstr(arrow, ">B</text>"));
    EXPECT(strstr(svg, "<rect x=\"52.5\" y=\"97.5\" width=\"30\" height=\"30\" rx=\"15\""));
    EXPECT(strstr(svg, "<rect x=\"90.5\" y=\"90.5\" width=\"20\" height=\"20\" rx=\"10\""));
    /* in print no piece is grey under an arrow */
    EXPECT_INT(count(painted(&s, CP_THEME_PRINT), "fill-opacity=\".8\""), 0);
    sample_close(&s);
}

TEST(where_a_piece_may_go_there_are_dots_rings_and_arrows_out)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wR", CP_INT(1), CP_INT(1));
    sample_put(&s, "bQ", CP_INT(1), CP_INT(3));
    cp_way ways[] = {{.from = at(1, 1), .dx = 1, .low = CP_INT(1), .is_endless = true},
                     {.from = at(1, 1), .dy = 1, .low = CP_INT(1), .high = CP_INT(2)}};
    s.view.ways = ways;
    s.view.way_count = 2;
    s.view.prey = &s.men[1].square;
    s.view.prey_count = 1;
    s.view.way_words = CP_STR("Moves: R(1,1): right (2,1)...");
    sample_window(&s, at(1, 1), at(3, 3));
    const char *svg = painted(&s, CP_THEME_PRINT);
    EXPECT_INT(count(svg, "r=\"6\" fill=\"#000000\"/>"), 3);
    EXPECT(strstr(svg, "<circle cx=\"22.5\" cy=\"22.5\" r=\"19\" fill=\"none\""));
    EXPECT_INT(count(svg, "<path fill=\"#000000\" fill-opacity=\"1\""), 1);
    EXPECT(strstr(svg, ">Moves: R(1,1): right"));
    sample_close(&s);
}

/* Corners of the first arrow; of those how many are near the middle of the square (2,3) of five. */
static int corners_of_arrow(const char *svg, int *near)
{
    static const char head[] = "stroke-linejoin=\"round\" d=\"M";
    const char *path = strstr(svg, head);
    int count = 0, used;
    double x, y;
    *near = 0;
    for (path = path ? path + strlen(head) : ""; sscanf(path, "%lf %lf%n", &x, &y, &used) == 2;) {
        *near += x > 47 && x < 88 && y > 92 && y < 133;
        count++;
        path += used + (path[used] == 'L');
    }
    return count;
}

/* In light colours pieces show through; in print an arrow goes by on the side that is free. */
TEST(in_print_an_arrow_goes_round_a_piece)
{
    struct sample s;
    int near;
    sample_open(&s);
    struct cp_mark arrow = {.kind = CP_MARKED_ARROW, .from = at(2, 1), .to = at(2, 5)};
    s.view.marks = &arrow;
    sample_put(&s, "wQ", CP_INT(2), CP_INT(1));
    sample_window(&s, at(1, 1), at(5, 5));
    EXPECT_INT(corners_of_arrow(painted(&s, CP_THEME_PRINT), &near), 7);
    sample_put(&s, "wP", CP_INT(2), CP_INT(3));
    EXPECT_INT(corners_of_arrow(painted(&s, CP_THEME_LIGHT), &near), 7);
    EXPECT(corners_of_arrow(painted(&s, CP_THEME_PRINT), &near) > 40);
    EXPECT_INT(near, 0);
    sample_close(&s);
}

/* Of one piece with its corner, in one opacity. */
TEST(a_bent_arrow_goes_along_its_longer_way_first)
{
    struct sample s;
    sample_open(&s);
    struct cp_mark arrow = {.kind = CP_MARKED_BENT, .from = at(1, 1), .to = at(2, 3)};
    s.view.marks = &arrow;
    sample_window(&s, at(1, 1), at(3, 3));
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT(strstr(svg, "<path d=\"M22.5 99.5L22.5 22.5\" stroke=\"#3f9e4f\""));
    EXPECT_INT(count(svg, "fill=\"#3f9e4f\" fill-opacity=\"1\" stroke=\"none\""), 1);
    arrow.to = at(3, 1); /* along a rank there is nothing to bend */
    EXPECT_INT(count(painted(&s, CP_THEME_LIGHT), "fill-opacity=\".8\""), 1);
    arrow.to = at(2, 9);
    EXPECT(strstr(painted(&s, CP_THEME_LIGHT), ">Arrows: green (1,1) bent to"));
    sample_close(&s);
}

/* One square in all colours: none hides another, none is turned inside out. */
TEST(a_square_may_have_all_colours)
{
    struct sample s;
    sample_open(&s);
    struct cp_mark marks[CP_COLOURS] = {0};
    for (int c = 0; c < CP_COLOURS; c++)
        marks[c] = (struct cp_mark){.from = at(1, 1),
                                    .colour = (uint8_t)c,
                                    .next = c + 1 < CP_COLOURS ? marks + c + 1 : NULL};
    s.view.marks = marks;
    sample_window(&s, at(1, 1), at(1, 1));
    EXPECT(strstr(painted(&s, CP_THEME_LIGHT), "width=\"3\" height=\"3\""));
    EXPECT(strstr(painted(&s, CP_THEME_PRINT), "width=\"3\" height=\"3\""));
    sample_close(&s);
}

/* From outside to every square at the edge, out of it, and right through. */
TEST(every_arrow_that_meets_the_window_is_drawn)
{
    struct sample s;
    sample_open(&s);
    struct cp_mark arrow = {.kind = CP_MARKED_ARROW};
    s.view.marks = &arrow;
    sample_window(&s, at(1, 1), at(5, 5));
    for (int64_t rank = 1; rank <= 5; rank++)
        for (int64_t away = 6; away < 1000000; away = away * 7 - 5) {
            arrow.from = at(away, rank);
            arrow.to = at(5, rank);
            EXPECT_INT(count(painted(&s, CP_THEME_LIGHT), "opacity=\".8\""), 1);
            arrow = (struct cp_mark){.from = arrow.to, .to = arrow.from, .kind = CP_MARKED_ARROW};
            EXPECT_INT(count(painted(&s, CP_THEME_LIGHT), "opacity=\".8\""), 1);
            arrow.to = at(-away, rank);
            arrow.from = at(away, 4);
            EXPECT_INT(count(painted(&s, CP_THEME_LIGHT), "opacity=\".8\""), 1);
        }
    arrow.from = arrow.to = at(3, 3); /* from a square to itself: told */
    EXPECT(strstr(painted(&s, CP_THEME_LIGHT), ">Arrows: green (3,3) to (3,3)</text>"));
    sample_close(&s);
}

/* The widest letters, bold as the title is, are 1.15 times their size wide. */
TEST(a_title_of_wide_letters_is_broken_before_the_sheet_ends)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    s.view.title = CP_STR("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW");
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT(strstr(svg, "bold\">WWWWWWWWWWWWWWWW") != NULL);
    EXPECT(strstr(svg, "bold\">WWWWWWWWWWWWWWWWWWW") == NULL); /* 19 * 20 * 1.15 > 411 - 2 * 12 */
    s.view.title = CP_STR(
        "\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb"
        "\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb\u68cb");
    svg = painted(&s, CP_THEME_LIGHT);
    EXPECT_INT(count(svg, "font-weight=\"bold\">\u68cb"), 2);
    sample_close(&s);
}

/* The size in units of the labels of files, and how many there are. */
static void label_font(const char *svg, int *size, unsigned *labels)
{
    const char *label = strstr(svg, " text-anchor=\"middle\">");
    while (label && label > svg && *label != '=')
        label--;
    while (label && label > svg && strncmp(label, "font-size=", 10) != 0)
        label--;
    *size = 0;
    if (label)
        sscanf(label, "font-size=\"%d", size);
    *labels = count(svg, " text-anchor=\"middle\">");
}

TEST(the_map_has_every_far_man_and_says_how_far_its_lines_are)
{
    struct sample s;
    struct cp_buf out;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1)); /* in the window: not on the map */
    sample_put(&s, "bK", CP_INT(1), CP_INT(1000));
    sample_put(&s, "wR", sample_int(&s, "-1000000000000000000000000"), CP_INT(3));
    sample_put(&s, "bR", CP_INT(10), CP_INT(-90));
    sample_window(&s, at(1, 1), at(8, 8));
    struct cp_svg_style style = {.map = true};
    EXPECT(sample_make(&s));
    cp_buf_init(&out, &s.arena);
    cp_svg_paint(&out, &s.scene, &style);
    cp_buf_putc(&out, '\0');
    const char *map = strstr(out.at, ">Map</text>");
    EXPECT(map != NULL);
    EXPECT_INT(count(map, "<circle "), 3);
    EXPECT(strstr(map, ">4 men, each line is 10^4 times as far<") != NULL);
    EXPECT(strstr(map, "<title>white rook (-1000000000000000000000000,3)</title>") != NULL);
    /* kings of the window, too, and the line of a check; even where all are near */
    cp_square king = at(1, 1), rook = at(10, -90);
    s.men[2].square = at(-90, 3);
    s.view.kings = s.view.checked = &king;
    s.view.checkers = &rook;
    s.view.king_count = s.view.checked_count = s.view.checker_count = 1;
    EXPECT(sample_make(&s));
    cp_buf_reset(&out);
    cp_svg_paint(&out, &s.scene, &style);
    cp_buf_putc(&out, '\0');
    map = strstr(out.at, ">Map</text>");
    EXPECT_INT(count(map, "<circle "), 4);
    EXPECT(strstr(map, "stroke-dasharray=\"4 3\"") != NULL);
    s.men[1].square = at(1, 100);
    EXPECT(sample_make(&s));
    cp_buf_reset(&out);
    cp_svg_paint(&out, &s.scene, &style);
    cp_buf_putc(&out, '\0');
    EXPECT(strstr(out.at, ">4 men, each line is 100 squares<") != NULL);
    sample_close(&s);
}

/* Where the title of a man stands in the picture, in front of what shows it. */
static bool is_ringed(const char *svg, const char *man)
{
    const char *at = strstr(svg, man);
    return at && strncmp(at + strlen(man), "</title><use", 12) == 0;
}

TEST(rings_hold_a_whole_position_and_a_number_stands_where_men_would_overlap)
{
    struct sample s;
    struct cp_buf out;
    struct cp_svg_style style = {0};
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bK", sample_int(&s, "1000000000000000000"), CP_INT(4));
    sample_put(&s, "wR", CP_INT(3), CP_INT(70));
    sample_put(&s, "wR", CP_INT(3), CP_INT(71));
    sample_window(&s, at(1, 1), at(8, 8));
    s.view.is_log = true;
    EXPECT(sample_make(&s));
    cp_buf_init(&out, &s.arena);
    cp_svg_paint(&out, &s.scene, &style);
    cp_buf_putc(&out, '\0');
    EXPECT(is_ringed(out.at, "<title>black king (1000000000000000000,4)"));
    EXPECT(is_ringed(out.at, "<title>white rook (3,70)"));
    EXPECT(!is_ringed(out.at, "<title>white rook (3,71)"));
    EXPECT(strstr(out.at, "font-weight=\"bold\">2</text>") != NULL);
    EXPECT(strstr(out.at, "Outside the picture") == NULL);
    /* a check goes through the rings to a king there, and from a piece there to a king here; and in
     * the window, too; one from ring to ring across it has three parts */
    const struct {
        cp_square king, checker;
        unsigned parts;
    } checks[] = {{at(500, 4), at(3, 4), 2},
                  {at(3, 4), at(500, 4), 2},
                  {at(-90, 4), at(500, 4), 3},
                  {at(500, 90), at(600, 90), 1},
                  {at(3, 4), at(3, 8), 0}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        s.view.checked = &checks[i].king;
        s.view.checkers = &checks[i].checker;
        s.view.checked_count = s.view.checker_count = 1;
        EXPECT(sample_make(&s));
        cp_buf_reset(&out);
        cp_svg_paint(&out, &s.scene, &style);
        cp_buf_putc(&out, '\0');
        EXPECT_INT(count(out.at, "stroke-width=\"3\" stroke-dasharray=\"8 6\""), checks[i].parts);
    }
    sample_close(&s);
}

/* 85 mm: nothing that is to be read is smaller than six points. */
TEST(chips_and_maps_are_read_in_print_too)
{
    struct sample s;
    struct cp_buf out;
    struct cp_svg_style style = {.map = true, .width = {85000, CP_MM}};
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bK", CP_INT(2000), CP_INT(5));
    for (int i = 0; i < 7; i++) /* all at one corner */
        sample_put(&s, "wR", CP_INT(30 + i), CP_INT(3000 * (i + 1)));
    sample_window(&s, at(1, 1), at(20, 20));
    s.view.axes = CP_AXES_NUMBERS;
    s.view.caption = CP_STR("White to move");
    EXPECT(sample_make(&s));
    cp_buf_init(&out, &s.arena);
    cp_svg_paint(&out, &s.scene, &style);
    cp_buf_putc(&out, '\0');
    int wide = atoi(strstr(out.at, "viewBox=\"0 0 ") + 13);
    for (const char *at = out.at; (at = strstr(at, "font-size=\"")); at++) /* 6 pt are 2.1167 mm */
        EXPECT(atoi(at + 11) * 85000 >= 2116 * wide);
    EXPECT_INT(count(out.at, "<title>white rook ("), 2 * 7);
    sample_close(&s);
}

TEST(labels_of_marks_are_read_in_print_too)
{
    struct sample s;
    struct cp_buf out;
    struct cp_svg_style style = {.width = {85000, CP_MM}};
    struct cp_mark marks[6] = {0};
    static const char *const labels[] = {"1", "AB", "123"};
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_window(&s, at(1, 1), at(12, 12));
    for (int i = 0; i < 6; i++) { /* the first on the king's square */
        marks[i].kind = CP_MARKED_LABEL;
        marks[i].from = marks[i].to = at(i < 3 ? 1 : i, i < 3 ? 1 : i);
        strcpy(marks[i].label, labels[i % 3]);
        marks[i].next = i < 5 ? &marks[i + 1] : NULL;
    }
    s.view.marks = marks;
    EXPECT(sample_make(&s));
    cp_buf_init(&out, &s.arena);
    cp_svg_paint(&out, &s.scene, &style);
    cp_buf_putc(&out, '\0');
    int wide = atoi(strstr(out.at, "viewBox=\"0 0 ") + 13);
    for (const char *at = out.at; (at = strstr(at, "font-size=\"")); at++)
        EXPECT(atoi(at + 11) * 85000 >= 2116 * wide);
    EXPECT_INT(count(out.at, ">123</text>"), 2);
    sample_close(&s);
}

/* 85 mm for any number of files: labels of six points, or 2.1166 mm, at least. */
TEST(in_print_labels_have_six_points_and_are_fewer_where_they_must_be)
{
    for (int64_t files = 2; files <= 256; files += 6) {
        struct sample s;
        int width = 0, font = 0;
        unsigned labels = 0;
        sample_open(&s);
        sample_window(&s, at(1, 1), at(files, 8));
        struct cp_buf out;
        cp_buf_init(&out, &s.arena);
        EXPECT(sample_make(&s));
        struct cp_svg_style style = {.width = {85000, CP_MM}, .id_prefix = CP_STR("x")};
        cp_svg_paint(&out, &s.scene, &style);
        cp_buf_putc(&out, '\0');
        EXPECT_INT(count(out.at, " width=\"85mm\" "), 1);
        EXPECT(sscanf(strstr(out.at, "viewBox="), "viewBox=\"0 0 %d", &width) == 1);
        label_font(out.at, &font, &labels);
        EXPECT(font * 850000 / width >= 21166);
        EXPECT(labels > 0 && labels <= (unsigned)files);
        EXPECT(labels * (unsigned)font * 6 / 10 < (unsigned)width); /* side by side */
        sample_close(&s);
    }
}

TEST(labels_of_any_size_stay_on_the_sheet)
{
    for (uint32_t points = 6; points < 80; points += 8) {
        struct sample s;
        int top = 0, base = 0, font = 0;
        sample_open(&s);
        sample_window(&s, at(1, 1), at(20, 22));
        struct cp_buf out;
        cp_buf_init(&out, &s.arena);
        EXPECT(sample_make(&s));
        struct cp_svg_style style = {
            .width = {85000, CP_MM}, .label = {points * 1000, CP_PT}, .id_prefix = CP_STR("x")};
        cp_svg_paint(&out, &s.scene, &style);
        cp_buf_putc(&out, '\0');
        EXPECT(sscanf(strstr(out.at, "translate("), "translate(%*d %d)", &top) == 1);
        const char *label = strstr(out.at, "<text x=\"-13\"");
        EXPECT(sscanf(label, "<text x=\"-13\" y=\"%d\" font-size=\"%d\"", &base, &font) == 2);
        EXPECT(top + base >= font * 3 / 4); /* digits are no higher */
        sample_close(&s);
    }
}

TEST(lengths_are_read_with_their_units)
{
    struct cp_length l;
    EXPECT(cp_length_parse(&l, CP_STR("8.5mm")) && l.thousandths == 8500);
    EXPECT(cp_length_parse(&l, CP_STR("24")) && l.unit == CP_PX);
    EXPECT(cp_length_parse(&l, CP_STR("0.001in")) && l.thousandths == 1);
    static const char *const wrong[] = {
        "", "mm", "8.5 mm", "-3mm", "0", "1e3px", "100001px", "99999999999999999999", "3km"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT(!cp_length_parse(&l, cp_str_from(wrong[i])));
}

TEST(labels_of_one_axis_have_one_size)
{
    struct sample s;
    sample_open(&s);
    s.view.axes = CP_AXES_NUMBERS;
    sample_window(&s, at(995, 1), at(1005, 3)); /* of three digits, and of four */
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT_INT(count(svg, "font-size=\"11\" text-anchor=\"middle\">"), 11);
    EXPECT_INT(count(svg, "font-size=\"15\" text-anchor=\"middle\">"), 0);
    EXPECT_INT(count(svg, "font-size=\"15\" text-anchor=\"end\">"), 3);
    sample_close(&s);
}

/* ---- laws of the sheet, on generated positions ---- */

struct rect {
    int x, y, width, height;
};

static bool overlap(struct rect a, struct rect b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/* The chips of a picture, and the window's squares as the last. */
static unsigned find_rects(const char *svg, struct rect *out, unsigned most)
{
    unsigned n = 0;
    const char *head = "<rect x=\"0\" y=\"0\" width=\"";
    struct rect window = {0};
    const char *first = strstr(svg, head);
    if (first)
        sscanf(first + strlen(head), "%d\" height=\"%d", &window.width, &window.height);
    for (const char *c = svg; n + 1 < most && (c = strstr(c, "<g role=\"group\">")); c++) {
        const char *rect = strstr(c, "<rect ");
        sscanf(rect, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d", &out[n].x, &out[n].y,
               &out[n].width, &out[n].height);
        n++;
    }
    out[n] = window;
    return n + 1;
}

TEST(chips_lie_beside_the_window_and_never_over_one_another_and_sheets_are_well_proportioned)
{
    uint32_t random = 4711;
    unsigned all = 0;
    for (int round = 0; round < 300; round++) {
        struct sample s;
        struct rect rects[200];
        int width = 0, height = 0;
        sample_open(&s);
        sample_generate(&s, &random);
        const char *svg = painted(&s, CP_THEME_LIGHT);
        unsigned n = find_rects(svg, rects, 200);
        all += n - 1;
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = i + 1; j < n; j++)
                EXPECT(!overlap(rects[i], rects[j]));
        EXPECT(sscanf(strstr(svg, " width=\""), " width=\"%d\" height=\"%d", &width, &height) == 2);
        struct rect window = rects[n - 1];
        if (2 * window.height <= 3 * window.width)
            EXPECT(2 * height <= 3 * width + 4);
        if (window.width <= 2 * window.height)
            EXPECT(width <= 2 * height);
        sample_close(&s);
    }
    EXPECT(all > 1000); /* chips there were */
}

TEST(an_unbounded_board_fades_and_a_bounded_one_is_framed)
{
    struct sample s;
    sample_open(&s);
    EXPECT_INT(count(painted(&s, CP_THEME_LIGHT), "opacity=\".45\""), 1);
    sample_bound(&s, 8, 8);
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT_INT(count(svg, "opacity=\".45\""), 0);
    EXPECT_INT(count(svg, "stroke-linecap=\"square\""), 1);
    sample_close(&s);
}

TEST(a_trap_is_a_pit_and_who_fell_into_it_is_crossed_out)
{
    struct sample s;
    const cp_square traps[] = {at(2, 2), at(3, 1)};
    const cp_man fallen[] = {{.square = at(2, 2), .kind = 1, .side = CP_WHITE},
                             {.square = at(2, 2), .kind = 4, .side = CP_BLACK},
                             {.square = at(1, 1), .kind = 5, .side = CP_WHITE}};
    sample_open(&s);
    sample_window(&s, at(1, 1), at(3, 3));
    sample_bound(&s, 3, 3);
    s.view.traps = traps;
    s.view.trap_count = 2;
    EXPECT_INT(count(painted(&s, CP_THEME_LIGHT), "fill=\"#4d86bd\""), 2);
    EXPECT_INT(count(painted(&s, CP_THEME_LIGHT), "<use"), 0);
    s.view.fallen = fallen;
    s.view.fallen_count = 3;
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT_INT(count(svg, "stroke-width=\"4.5\""), 1);                        /* one cross */
    EXPECT_INT(count(svg, " href=\"#__gcp-light-white-rook\" transform"), 1); /* over two ghosts */
    EXPECT_INT(count(svg, " href=\"#__gcp-light-black-queen\" transform"), 1);
    EXPECT_INT(count(svg, "<g id=\"__gcp-light-white-rook\""), 1);
    EXPECT_INT(count(svg, "h31v31h-31zm0"), 1); /* elsewhere a trapdoor */
    sample_close(&s);
}

TEST(dark_squares_are_hatched_in_print_unless_a_theme_has_a_colour_for_them)
{
    struct sample s;
    struct cp_buf out;
    struct cp_theme grey = cp_themes[CP_THEME_PRINT];
    sample_open(&s);
    sample_window(&s, at(1, 1), at(3, 3));
    EXPECT_INT(count(painted(&s, CP_THEME_PRINT), "<pattern id=\"__ghatching\""), 1);
    EXPECT(count(painted(&s, CP_THEME_PRINT), "fill=\"url(#__ghatching)\"") >= 1);
    grey.dark = "#cccccc";
    cp_buf_init(&out, &s.arena);
    EXPECT(sample_make(&s));
    cp_svg_paint(&out, &s.scene, &(struct cp_svg_style){.theme = &grey});
    cp_buf_putc(&out, '\0');
    EXPECT_INT(count(out.at, "hatching"), 0);
    EXPECT(count(out.at, "fill=\"#cccccc\"") >= 1);
    sample_close(&s);
}

TEST(tracks_are_arrows_and_bodies_are_outlined_on_either_side_of_the_board)
{
    struct sample s;
    const cp_track tracks[] = {
        {at(1, 1), at(2, 2), CP_TRACK_OWN, 0, CP_WHITE},
        {at(2, 2), at(3, 3), CP_TRACK_MOVED, 1, CP_BLACK},
        {at(4, 1), at(4, 3), CP_TRACK_SWAP, 1, CP_BLACK},
        {at(1, 3), at(2, 3), CP_TRACK_BODY, 5, CP_WHITE},
        {at(1, 1), at(4, 1), CP_TRACK_LEAD, 5, CP_WHITE},
    };
    const cp_body_box bodies[] = {
        {{at(2, 2), at(3, 3)}, 4, CP_WHITE},
        {{at(3, 1), at(4, 2)}, 4, CP_BLACK},
        {{at(4, 3), at(5, 4)}, 4, CP_BLACK}}; /* not whole in the window */
    sample_open(&s);
    sample_window(&s, at(1, 1), at(4, 3));
    s.view.tracks = tracks;
    s.view.track_count = sizeof tracks / sizeof *tracks;
    s.view.bodies = bodies;
    s.view.body_count = 3;
    const char *svg = painted(&s, CP_THEME_LIGHT);
    EXPECT_INT(count(svg, "fill=\"#1f5a2a\" fill-opacity=\".8\""), 1);
    EXPECT_INT(count(svg, "fill=\"#8a3410\" fill-opacity=\".8\""), 2);
    EXPECT_INT(count(svg, "stroke-dasharray=\"1 6\""), 1);
    EXPECT_INT(count(svg, "rx=\"12\""), 2);
    EXPECT(strstr(svg, "<rect x=\"48\" y=\"3\" width=\"84\" height=\"84\" rx=\"12\"") != NULL);
    EXPECT(strstr(svg, "<path d=\"M22.5 112.5L157.5 112.5\"") != NULL);
    s.view.flip = true;
    svg = painted(&s, CP_THEME_LIGHT);
    EXPECT(strstr(svg, "<rect x=\"48\" y=\"48\" width=\"84\" height=\"84\" rx=\"12\"") != NULL);
    EXPECT(strstr(svg, "<path d=\"M157.5 22.5L22.5 22.5\"") != NULL);
    sample_close(&s);
}
