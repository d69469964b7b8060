/* SPDX-License-Identifier: MIT */
/* svg_panel_test.c -- every kind of mark alone, for print: no two are the same but for
 * their colour. With CP_MARKS=FOLDER each is written there too, for scripts/check-marks to
 * look at in black and white. */
#include "draw/brushes/brushes.h"
#include "draw/sample_test.h"

enum { MOST = 64 };

struct mark_alone {
    char name[32];
    cp_str svg;
};

static struct mark_alone all[MOST];
static size_t count;

static void paint(struct sample *s, const char *name, const char *of)
{
    struct cp_buf out;
    cp_buf_init(&out, &s->arena);
    s->view.axes = CP_AXES_NONE;
    EXPECT(sample_make(s));
    cp_svg_paint(
        &out, &s->scene,
        &(struct cp_svg_style){.theme = &cp_themes[CP_THEME_PRINT], .id_prefix = CP_STR("p")});
    snprintf(all[count].name, sizeof all[count].name, "%s%s%s", name, of[0] ? "-" : "", of);
    all[count++].svg = cp_buf_str(&out);
}

static void paint_marks(struct sample *s)
{
    static const struct {
        const char *name;
        struct cp_mark mark;
    } kinds[] = {
        {"square", {.kind = CP_MARKED_SQUARE}}, {"circle", {.kind = CP_MARKED_CIRCLE}},
        {"cross", {.kind = CP_MARKED_CROSS}},   {"label", {.kind = CP_MARKED_LABEL, .label = "A"}},
        {"arrow", {.kind = CP_MARKED_ARROW}},   {"bent", {.kind = CP_MARKED_BENT}},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int colour = 0; colour < CP_COLOURS; colour++) {
            struct cp_mark mark = kinds[i].mark;
            mark.colour = (uint8_t)colour;
            mark.from = mark.to = at(2, 2);
            if (cp_mark_is_arrow(&mark)) {
                mark.from = at(1, 1);
                mark.to = at(3, 2);
            }
            s->view.marks = &mark;
            paint(s, kinds[i].name, cp_colour_name((enum cp_colour)colour));
        }
    s->view.marks = NULL;
}

static void paint_tracks(struct sample *s)
{
    static const char *const names[] = {[CP_TRACK_OWN] = "own",
                                        [CP_TRACK_MOVED] = "moved",
                                        [CP_TRACK_SWAP] = "swap",
                                        [CP_TRACK_LEAD] = "lead"};
    for (uint8_t kind = CP_TRACK_OWN; kind <= CP_TRACK_LEAD; kind++) {
        const cp_track track = {at(1, 1), at(3, 2), kind, 1, CP_WHITE};
        s->view.tracks = &track;
        s->view.track_count = 1;
        paint(s, names[kind], "");
    }
    s->view.track_count = 0;
}

static void paint_bodies(struct sample *s)
{
    for (uint8_t side = CP_WHITE; side <= CP_BLACK; side++) {
        const cp_body_box body = {{at(2, 2), at(2, 2)}, 4, side};
        s->view.bodies = &body;
        s->view.body_count = 1;
        paint(s, "body", side ? "black" : "white");
    }
    s->view.body_count = 0;
}

/* Where a piece may go, what it may take, and where its moves leave the picture. */
static void paint_ways(struct sample *s)
{
    cp_way way = {.from = at(1, 2), .dx = 1, .low = CP_INT(1), .high = CP_INT(1)};
    cp_square here = at(2, 2);
    s->view.ways = &way;
    s->view.way_count = 1;
    paint(s, "dot", "");
    s->view.prey = &here;
    s->view.prey_count = 1;
    paint(s, "prey", "");
    s->view.prey_count = 0;
    way.low = CP_INT(3);
    way.is_endless = true;
    paint(s, "exit", "");
    s->view.way_count = 0;
}

static void paint_rest(struct sample *s)
{
    cp_square here = at(2, 2);
    cp_man fallen = {.square = here, .kind = 1, .side = CP_WHITE};
    s->view.has_last = true;
    s->view.last_from = s->view.last_to = here;
    paint(s, "last", "");
    s->view.has_last = false;
    s->view.has_origin_mark = true;
    s->view.origin_mark = here;
    paint(s, "origin", "");
    s->view.has_origin_mark = false;
    s->view.checked = s->view.checkers = &here;
    s->view.checked_count = 1;
    paint(s, "check", "");
    s->view.checked_count = 0;
    s->view.traps = &here;
    s->view.trap_count = 1;
    paint(s, "trap", "");
    s->view.fallen = &fallen;
    s->view.fallen_count = 1;
    paint(s, "vanished", "");
    s->view.trap_count = 0;
    paint(s, "fall", "");
    s->view.fallen_count = 0;
}

static void write_files(void)
{
    const char *folder = getenv("CP_MARKS");
    for (size_t i = 0; folder && i < count; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s.svg", folder, all[i].name);
        FILE *file = fopen(name, "wb");
        EXPECT(file && fwrite(all[i].svg.at, 1, all[i].svg.len, file) == all[i].svg.len);
        EXPECT(file && fclose(file) == 0);
    }
}

/* What is drawn, without what is said of it. */
static cp_str drawn(cp_str svg)
{
    size_t at = 0;
    while (at + 7 < svg.len && memcmp(svg.at + at, "</desc>", 7) != 0)
        at++;
    return cp_str_skip(svg, at);
}

TEST(in_print_no_two_marks_are_drawn_alike)
{
    struct sample s;
    sample_open(&s);
    sample_window(&s, at(1, 1), at(3, 3));
    paint(&s, "none", "");
    paint_marks(&s);
    paint_tracks(&s);
    paint_bodies(&s);
    paint_ways(&s);
    paint_rest(&s);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            bool same = cp_str_equal(drawn(all[i].svg), drawn(all[j].svg));
            if (same)
                printf("# %s and %s\n", all[i].name, all[j].name);
            EXPECT(!same);
        }
    write_files();
    sample_close(&s);
}
