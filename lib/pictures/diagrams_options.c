/* SPDX-License-Identifier: MIT */
#include "pictures/diagrams.h"

#include "settle/settle.h"

#include "base/scan.h"

static const struct cp_word axes_words[] = {{"letters", CP_AXES_LETTERS},
                                            {"numbers", CP_AXES_NUMBERS},
                                            {"both", CP_AXES_BOTH},
                                            {"none", CP_AXES_NONE},
                                            {0}};
static const struct cp_word scale_words[] = {{"even", 0}, {"log", 1}, {0}};
static const struct cp_word theme_words[] = {{"light", CP_THEME_LIGHT}, {"dark", CP_THEME_DARK},
                                             {"print", CP_THEME_PRINT}, {"auto", CP_THEME_AUTO},
                                             {"css", CP_THEME_CSS},     {0}};

const struct cp_option cp_drawing_options[] = {
    {"ascii", 0, NULL, NULL, "Drawing", "plain text (the default)"},
    {"unicode", 0, NULL, NULL, "Drawing", "text with chess symbols"},
    {"fill", 0, NULL, NULL, "Drawing",
     "instead, read an article in Markdown, and draw what its\nfences and comments for pictures "
     "say, "
     "in their places"},
    {"svg", 0, NULL, NULL, "Drawing", "a picture (the default for -o NAME.svg)"},
    {"png", 0, NULL, NULL, "Drawing", "a picture of dots (the default for -o NAME.png)"},
    {"pdf", 0, NULL, NULL, "Drawing", "a picture for print (the default for -o NAME.pdf)"},
    {"html", 0, NULL, NULL, "Drawing",
     "a page to play games through (the default for -o NAME.html);\n--ply: where it opens, and "
     "diagrams beside the marked ones"},
    {"json", 0, NULL, NULL, "Drawing",
     "the same for <chess-plane src=\"NAME.json\"> in another page\n(the default for -o "
     "NAME.json)"},
    {"component", 0, NULL, NULL, "Drawing",
     "instead, the script that such a page needs:\ncp-render --component >chess-plane.js"},
    {"md", 0, NULL, NULL, "Drawing",
     "the same as Markdown, with pictures beside (the default for\n-o NAME.md)"},
    {"tex", 0, NULL, NULL, "Drawing",
     "the same as LaTeX, with pictures beside (the default for\n-o NAME.tex)"},
    {"animate", 0, NULL, NULL, "Drawing",
     "one SVG for each game that plays all positions, or those\nof --ply, without scripts"},
    {"ply", 'p', "LIST", CP_OFFERS_LIST("last all white black marked"), "Drawing",
     "which positions: last (the default), all, white, black,\nmarked ([%dia], $220), places in "
     "variations (12.1.3), or\na list of half-moves and moves: 0,3-5,6w-9b; 0 is the start"},
    {"where-there", 0, NULL, NULL, "Drawing", "say nothing of games that lack such a ply"},
    {"any", 0, NULL, NULL, "Drawing",
     "start positions as they are, even if no rule allows\nthem; nothing is judged, no "
     "move played"},
    {"men", 0, "POSITION", NULL, "Drawing",
     "draw this instead of games, or of the positions in\nFILE: "
     "'w: K (5,1), Hu (3,3); b: K (5,9)', or a FEN"},
    {"start", 0, NULL, NULL, "Drawing", "instead of games, the start of --variant"},
    {"pieces", 0, NULL, NULL, "Drawing", "instead of games, how each piece of --variant moves"},
    {"game", 'g', "N", CP_NUMBER(1, INT64_MAX), "Drawing", "only the N-th game"},
    {"window", 'w', "WINDOW", CP_OFFERS("start auto"), "Drawing",
     "what part of the board: start (the variant's own\ndiagram), auto (around the pieces), or "
     "(1,1):(8,8)"},
    {"dots", 0, "SQUARE", CP_SEVERAL, "Drawing",
     "show where the piece there may go, and what it may take:\nc3 or (3,3); F(3,4) of pieces that "
     "move as one"},
    {"attacks", 0, "SIDE|SQUARE", CP_SEVERAL, "Drawing",
     "show what all of white or black attack, or the piece\nthere: where it would take whatever "
     "came"},
    {"heat", 0, NULL, NULL, "Drawing",
     "instead of positions, how often each square was entered\nin all games"},
    {"flip", 0, NULL, NULL, "Drawing", "Black's side below"},
    {"axes", 0, "KIND", CP_ONE_OF(axes_words), "Drawing",
     "what stands at the edges\n(default: as the game writes its squares)"},
    {"theme", 0, "NAME", CP_ONE_OR_FILE(theme_words), "Drawing",
     "colours of SVG (default: light) and of pages (auto); auto:\nas the reader has it; a YAML "
     "file: "
     "your own"},
    {"embed", 0, NULL, NULL, "Drawing", "a page for a frame of another: board, buttons and moves"},
    {"title", 0, "TEXT", CP_ANY_TEXT, "Drawing", "above the picture, instead of the players"},
    {"caption", 0, "TEXT", CP_ANY_TEXT, "Drawing",
     "below it, instead of the move; in both {move}, {turn},\n{comment} and {Tag} are filled in"},
    {"stipulation", 0, "TEXT", CP_ANY_TEXT, "Drawing",
     "below the picture, instead of the move, with the number\nof pieces as problems have it: "
     "\"#3\" (8+5)"},
    {"source", 0, "TEXT", CP_ANY_TEXT, "Drawing", "below the title, smaller"},
    {"to-piece-letters", 0, "LANG", CP_ONE_OF(cp_letters_words), "Drawing",
     "the letters of pieces in moves, as figurines or in\nanother language: de, fr, ..."},
    {"no-title", 0, NULL, NULL, "Drawing", "nothing above the picture"},
    {"no-caption", 0, NULL, NULL, "Drawing", "nothing below it"},
    {"highlight", 0, "LIST", CP_SEVERAL, "Drawing",
     "mark squares: G(4,5),Rg9; =o a circle, =x a cross, =A or\n=12 a label behind it; "
     "colours G R Y B O P"},
    {"arrow", 0, "LIST", CP_SEVERAL, "Drawing",
     "draw arrows: G(1,1)(8,8),Ra1h8; =n behind it bends one as\na knight goes"},
    {"no-last", 0, NULL, NULL, "Drawing", "do not mark the last move"},
    {"no-insets", 0, NULL, NULL, "Drawing", "far groups of pieces stand at the edges, too"},
    {"no-list", 0, NULL, NULL, "Drawing", "do not list pieces that have no room at the edges"},
    {"no-tears", 0, NULL, NULL, "Drawing", "leave no empty files and ranks out"},
    {"no-origin", 0, NULL, NULL, "Drawing", "do not mark the origin of the variant's diagram"},
    {"to-move", 0, NULL, NULL, "Drawing", "mark who is to move"},
    {"map", 0, NULL, NULL, "Drawing",
     "a small map of all pieces beside an SVG: each line is\nten times as far from the window"},
    {"scale", 0, "KIND", CP_ONE_OF(scale_words), "Drawing",
     "log: a whole position in one SVG, far pieces in rings\naround the window, each ten times as "
     "far"},
    {"labels", 0, "WHICH", CP_OFFERS("every: edge none"), "Drawing",
     "at the axes: every:N (those that N divides), edge (the\nfirst and the last), or none"},
    {"border", 0, NULL, NULL, "Drawing", "a frame around an SVG"},
    {"transparent", 0, NULL, NULL, "Drawing", "no ground behind an SVG"},
    {"size", 0, "LENGTH", NULL, "Drawing", "of a square in SVG: 24px, 8mm, ..."},
    {"width", 0, "LENGTH", NULL, "Drawing", "of the whole SVG, instead: 85mm, ..."},
    {"label-size", 0, "LENGTH", NULL, "Drawing",
     "of labels at the axes: 6pt, ...; where they are too\nlarge for every square, they are fewer"},
    {"dpi", 0, "N", CP_NUMBER(24, 2400), "Drawing", "dots an inch of a PNG (192), which says so"},
    {"id-prefix", 0, "NAME", NULL, "Drawing",
     "what ids in SVG begin with (default: a hash of\nthe picture, so that many may share a page)"},
    {"side-by-side", 0, NULL, NULL, "Drawing", "two of them, before and after: --sheet 2x1"},
    {"sheet", 0, "CxR", NULL, "Drawing",
     "several pictures on a sheet, numbered, so many columns\nand rows: 2x3"},
    {"output", 'o', "FILE", CP_TO_FILE, "Writing",
     "write there; %g in it is the game's number,\n%p the number of half-moves played, %s the "
     "sheet's"},
    {"index", 0, "FILE", CP_TO_FILE, "Writing",
     "with pages of one game each (%g): links to all of them"},
    {0},
};

/* What is read, and from where. */
struct asking {
    struct cp_run *run;
    const struct cp_options *o;
    struct cp_arena *arena;
};

/* -1: not asked for. False: reported. */
bool cp_brush_read(int *brush, struct cp_run *run, const struct cp_options *o)
{
    static const char *const names[] = {
        [CP_BRUSH_ASCII] = "ascii",       [CP_BRUSH_UNICODE] = "unicode", [CP_BRUSH_SVG] = "svg",
        [CP_BRUSH_HTML] = "html",         [CP_BRUSH_MARKDOWN] = "md",     [CP_BRUSH_LATEX] = "tex",
        [CP_BRUSH_ANIMATION] = "animate", [CP_BRUSH_PNG] = "png",         [CP_BRUSH_PDF] = "pdf",
        [CP_BRUSH_JSON] = "json",
    };
    int given = 0;
    *brush = -1;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (cp_options_has(o, names[i])) {
            *brush = i;
            given++;
        }
    return given <= 1 ||
           cp_run_disagree(
               run,
               "--ascii, --unicode, --svg, --png, --pdf, --html, --json, --md, --tex, --animate");
}

/* Text has no colours and no sizes, pages have sizes of their own. */
static bool check_svg_only(const struct asking *a, const struct cp_diagrams *d)
{
    static const char *const names[] = {"border",    "transparent", "size",  "width", "label-size",
                                        "id-prefix", "scale",       "theme", "map"};
    size_t count = sizeof names / sizeof *names;
    bool is_page = cp_brush_pen(d->brush) != NULL;
    bool is_drawn = cp_brush_has_board(d->brush) || (is_page && d->has_files);
    bool is_svg = d->brush == CP_BRUSH_SVG || d->brush == CP_BRUSH_ANIMATION;
    count = is_svg ? 0 : is_drawn ? count - 2 : count;
    if ((is_page || d->brush == CP_BRUSH_ANIMATION) &&
        (cp_options_has(a->o, "sheet") || cp_options_has(a->o, "side-by-side")))
        return cp_run_disagree(a->run, "--sheet, --html, --json, --md, --tex or --animate");
    for (size_t i = 0; i < count; i++)
        if (cp_options_has(a->o, names[i])) {
            cp_diag_report(&a->run->own, CP_OPTION_IDLE, cp_run_span(a->run),
                           "--%s is for SVG: --svg, or -o NAME.svg", names[i]);
            return false;
        }
    return true;
}

static bool read_window(const struct asking *a, struct cp_diagrams *d)
{
    const char *text = cp_options_get(a->o, "window");
    struct cp_marks corners = {0};
    cp_str wrong;
    if (!text || strcmp(text, "start") == 0 || strcmp(text, "auto") == 0) {
        d->view.mode = text && text[0] == 'a' ? CP_WINDOW_AUTO : CP_WINDOW_START;
        return true;
    }
    if (cp_marks_parse(&corners, a->arena, a->run->ints, cp_str_from(text), true, &wrong) ||
        !corners.first || corners.first != corners.last)
        return cp_run_refuse_value(a->run, "window", text,
                                   "start, auto, or two corners: (1,1):(8,8)");
    d->view.mode = CP_WINDOW_ASKED;
    d->view.window = (cp_box){corners.first->from, corners.first->to};
    return true;
}

static bool read_marks(const struct asking *a, struct cp_diagrams *d, const char *option,
                       bool arrows)
{
    cp_str wrong;
    for (const struct cp_given *g = NULL; (g = cp_options_next(a->o, option, g));)
        if (cp_marks_parse(&d->marks, a->arena, a->run->ints, cp_str_from(g->value), arrows,
                           &wrong))
            return cp_run_refuse_value(
                a->run, option, g->value,
                arrows ? "arrows: G(1,1)(8,8), or bent ones G(1,1)(2,3)=n"
                       : "squares: G(4,5),R(g9), or marks on them: =o, =x, =A, =12");
    return true;
}

/* Sides, where they may be named; a square, perhaps with the letter of what stands there. */
static bool read_dots(const struct asking *a, const char *option, bool is_attack,
                      struct cp_dots **tail)
{
    static const struct cp_word sides[] = {
        {"white", CP_WHITE}, {"w", CP_WHITE}, {"black", CP_BLACK}, {"b", CP_BLACK}, {0}};
    while (*tail)
        tail = &(*tail)->next;
    for (const struct cp_given *g = NULL; (g = cp_options_next(a->o, option, g));) {
        struct cp_dots *dots = cp_arena_take_zero(a->arena, 1, sizeof *dots);
        cp_str text = cp_str_trim(cp_str_from(g->value));
        *dots = (struct cp_dots){.option = option, .asked = text, .is_attack = is_attack};
        const struct cp_word *side = is_attack ? cp_wordlist_find(sides, text) : NULL;
        dots->side = side ? (int)side->bits : -1;
        const char *open = text.len ? memchr(text.at, '(', text.len) : NULL;
        bool is_capital = text.len && text.at[0] >= 'A' && text.at[0] <= 'Z';
        dots->letter = (cp_str){text.at, open ? (size_t)(open - text.at) : is_capital};
        text = cp_str_skip(text, dots->letter.len);
        if (!side && (!cp_mark_square_take(a->run->ints, &text, &dots->square) || text.len))
            return cp_run_refuse_value(a->run, option, g->value,
                                       is_attack ? "white, black, or a square: c3, (3,3), F(3,4)"
                                                 : "a square: c3, (3,3), F(3,4)");
        *tail = dots;
        tail = &dots->next;
    }
    return true;
}

static bool check_heat(const struct asking *a, struct cp_diagrams *d)
{
    static const char *const others[] = {"ply",   "sheet",       "side-by-side", "animate", "dots",
                                         "any",   "attacks",     "to-move",      "men",     "start",
                                         "scale", "stipulation", "pieces"};
    d->gathers = cp_options_has(a->o, "heat");
    bool is_other = cp_brush_pen(d->brush) || d->names.has_any;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        is_other |= cp_options_has(a->o, others[i]);
    return !d->gathers || !is_other ||
           cp_run_disagree(a->run, "--heat is one picture of all games, without pieces or {names}: "
                                   "--svg, --ascii, ...");
}

static bool read_positions(const struct asking *a, struct cp_diagrams *d)
{
    const char *plies = cp_options_get(a->o, "ply");
    if (cp_options_has(a->o, "where-there") && !plies)
        return cp_run_disagree(a->run, "--where-there goes with --ply");
    struct cp_buf list = cp_buf_in(a->arena);
    bool is_page = cp_brush_has_board(d->brush);
    const char *opens = plies ? plies : "0";
    cp_buf_puts(&list, is_page                          ? "marked"
                       : cp_brush_pen(d->brush)         ? "marked,last"
                       : plies                          ? ""
                       : d->brush == CP_BRUSH_ANIMATION ? "all"
                                                        : "last");
    if (plies || is_page)
        cp_buf_printf(&list, "%s%s", list.len ? "," : "", opens);
    if (!cp_plies_parse(&d->plies, a->arena, cp_buf_str(&list)) ||
        (is_page && !cp_plies_parse(&d->opens, a->arena, cp_str_from(opens))))
        return cp_run_refuse_value(a->run, "ply", plies, CP_PLIES_TAKEN);
    d->plies.where_there = cp_options_has(a->o, "where-there");
    return true;
}

static bool read_length(const struct asking *a, const char *option, struct cp_length *out)
{
    const char *text = cp_options_get(a->o, option);
    return !text || cp_length_parse(out, cp_str_from(text)) ||
           cp_run_refuse_value(a->run, option, text,
                               "a length such as 24px, 8.5mm, 3cm, 1in or 6pt");
}

/* every:N, edge, none */
static bool read_labels(const struct asking *a, struct cp_diagrams *d)
{
    enum { STEP_MOST = 1000 };
    const char *text = cp_options_get(a->o, "labels");
    cp_str step = cp_str_from(text ? text : "");
    if (!text)
        return true;
    if (d->has_axes && (d->view.axes == CP_AXES_NONE) != (strcmp(text, "none") == 0)) {
        cp_diag_report(&a->run->own, CP_OPTIONS_DISAGREE, cp_run_span(a->run),
                       "--labels %s, --axes %s", text, cp_options_get(a->o, "axes"));
        return false;
    }
    d->view.labels_at_ends = strcmp(text, "edge") == 0;
    if (strcmp(text, "none") == 0) {
        d->has_axes = true;
        d->view.axes = CP_AXES_NONE;
        return true;
    }
    bool is_step = cp_scan_prefix(&step, CP_STR("every:")) &&
                   cp_number_parse(step, STEP_MOST, &d->view.label_step) && d->view.label_step > 0;
    return d->view.labels_at_ends || is_step ||
           cp_run_refuse_value(a->run, "labels", text,
                               "every:N with N from 1 to 1000, edge, or none");
}

static bool read_theme(const struct asking *a, struct cp_diagrams *d)
{
    enum cp_theme_id usual = cp_brush_has_board(d->brush) ? CP_THEME_AUTO
                             : d->brush == CP_BRUSH_LATEX ? CP_THEME_PRINT
                                                          : CP_THEME_LIGHT;
    unsigned choice = cp_options_choice(a->o, "theme", usual);
    const char *file = cp_options_get(a->o, "theme");
    cp_str yaml;
    if (choice != CP_CHOSE_FILE) {
        d->style.theme = &cp_themes[choice];
        return true;
    }
    if (!cp_file_read(a->arena, &a->run->own, file, &yaml))
        return false;
    struct cp_diags faults = cp_diags_in(a->arena);
    d->style.theme = cp_theme_parse(a->arena, yaml, file, &faults);
    cp_run_report(a->run, &faults);
    if (!d->style.theme)
        cp_diag_report(&a->run->own, CP_FILE_BAD, (cp_span){.file = file}, "%s", file);
    return d->style.theme != NULL;
}

/* Empty: none, as --no-title says, too; NULL: what is usual. */
static bool read_words(struct cp_run *run, const struct cp_options *o, const char *option,
                       const char **out)
{
    bool is_none = cp_options_has(o, strcmp(option, "title") == 0 ? "no-title" : "no-caption");
    *out = cp_options_get(o, option);
    if (is_none && *out)
        return cp_run_disagree(run, strcmp(option, "title") == 0 ? "--title, --no-title"
                                                                 : "--caption, --no-caption");
    *out = is_none ? "" : *out;
    return true;
}

bool cp_diagrams_read(struct cp_diagrams *d, struct cp_run *run, const struct cp_options *o,
                      struct cp_arena *arena)
{
    const struct asking a = {run, o, arena};
    d->view.flip = cp_options_has(o, "flip");
    if (!read_words(run, o, "title", &d->title) || !read_words(run, o, "caption", &d->caption))
        return false;
    d->letters = cp_letters_asked(o);
    d->view.is_log = cp_options_choice(o, "scale", 0);
    const char *stipulation = cp_options_get(o, "stipulation");
    if (stipulation && (d->caption || cp_options_has(o, "no-caption")))
        return cp_run_disagree(run, "--stipulation, --caption or --no-caption");
    d->caption = stipulation ? stipulation : d->caption;
    d->counts = stipulation != NULL;
    d->source = cp_options_get(o, "source");
    d->style.is_embedded = cp_options_has(o, "embed");
    if (d->style.is_embedded && d->brush != CP_BRUSH_HTML)
        return cp_run_disagree(run, "--embed is for pages: --html, or -o NAME.html");
    d->view.keeps_whole = d->view.is_log || cp_options_has(o, "no-tears");
    d->hides_last = cp_options_has(o, "no-last");
    d->view.hides_insets = cp_options_has(o, "no-insets");
    d->view.hides_list = cp_options_has(o, "no-list");
    d->hides_origin = cp_options_has(o, "no-origin");
    d->view.shows_turn = cp_options_has(o, "to-move");
    d->style.id_prefix =
        cp_str_from(cp_options_has(o, "id-prefix") ? cp_options_get(o, "id-prefix") : "");
    d->style.border = cp_options_has(o, "border");
    d->style.map = cp_options_has(o, "map");
    d->style.transparent = cp_options_has(o, "transparent");
    d->has_axes = cp_options_has(o, "axes");
    d->view.axes = (enum cp_axes)cp_options_choice(o, "axes", CP_AXES_NONE);
    bool good = cp_caption_names_read(&d->names, run, "title", d->title) &&
                cp_caption_names_read(&d->names, run, stipulation ? "stipulation" : "caption",
                                      d->caption) &&
                cp_caption_names_read(&d->names, run, "source", d->source) && read_theme(&a, d);
    if (good && cp_options_has(o, "size") && cp_options_has(o, "width"))
        return cp_run_disagree(run, "--size, --width");
    d->view.is_print = good && d->style.theme->is_print;
    good = good && read_length(&a, "size", &d->style.square) &&
           read_length(&a, "width", &d->style.width) &&
           read_length(&a, "label-size", &d->style.label) && read_labels(&a, d);
    if (good && d->has_axes && d->view.axes == CP_AXES_NONE && cp_options_has(o, "label-size"))
        return cp_run_disagree(run, "--label-size, where there are no labels");
    return good && check_heat(&a, d) && check_svg_only(&a, d) && read_positions(&a, d) &&
           read_dots(&a, "dots", false, &d->dots) && read_dots(&a, "attacks", true, &d->dots) &&
           read_window(&a, d) && read_marks(&a, d, "highlight", false) &&
           read_marks(&a, d, "arrow", true);
}
