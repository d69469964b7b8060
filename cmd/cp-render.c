/* SPDX-License-Identifier: MIT */
/* cp-render -- diagrams of any ply of a game, in text or as SVG. */
#include "text/fen.h"
#include "tool/diagrams.h"
#include "tool/stream.h"
#include "tool/tool.h"

enum { BATCH_TEXT = 32 * 1024, BATCH_SVG = 1024 }; /* bytes of games, all drawn */

struct settings {
    struct cp_diagrams diagrams;
    uint64_t game; /* the only one wanted; 0: all */
    cp_str men;    /* to be drawn instead; empty: what games say */
};

struct state {
    struct cp_picture_files files; /* of the main thread alone */
};

static const struct cp_word axes_words[] = {{"letters", CP_AXES_LETTERS},
                                            {"numbers", CP_AXES_NUMBERS},
                                            {"both", CP_AXES_BOTH},
                                            {"none", CP_AXES_NONE},
                                            {0}};
static const struct cp_word theme_words[] = {{"light", CP_THEME_LIGHT},
                                             {"dark", CP_THEME_DARK},
                                             {"print", CP_THEME_PRINT},
                                             {"auto", CP_THEME_AUTO},
                                             {0}};

static const struct cp_option options[] = {
    {"ascii", 0, NULL, NULL, "Drawing", "plain text (the default)"},
    {"unicode", 0, NULL, NULL, "Drawing", "text with chess symbols"},
    {"svg", 0, NULL, NULL, "Drawing", "a picture (the default for -o NAME.svg)"},
    {"ply", 'p', "LIST", NULL, "Drawing",
     "which positions: last (the default), all, white, black,\nmarked ([%dia], $220), places in "
     "variations (12.1.3), or\na list of half-moves and moves: 0,3-5,6w-9b; 0 is the start"},
    {"where-there", 0, NULL, NULL, "Drawing", "say nothing of games that lack such a ply"},
    {"any", 0, NULL, NULL, "Drawing",
     "start positions as they are, even if no rule allows\nthem; nothing is judged, no "
     "move played"},
    {"men", 0, "POSITION", NULL, "Drawing",
     "draw this instead of games, or of the positions in\nFILE: "
     "'w: K (5,1), Hu (3,3); b: K (5,9)', or a FEN"},
    {"game", 'g', "N", CP_NUMBER(1, INT64_MAX), "Drawing", "only the N-th game"},
    {"window", 'w', "WINDOW", NULL, "Drawing",
     "what part of the board: start (the variant's own\ndiagram), auto (around the pieces), or "
     "(1,1):(8,8)"},
    {"dots", 0, "SQUARE", CP_SEVERAL, "Drawing",
     "show where the piece there may go, and what it may take:\nc3 or (3,3); F(3,4) of pieces that "
     "move as one"},
    {"flip", 0, NULL, NULL, "Drawing", "Black's side below"},
    {"axes", 0, "KIND", CP_ONE_OF(axes_words), "Drawing",
     "what stands at the edges\n(default: as the variant writes its squares)"},
    {"theme", 0, "NAME", CP_ONE_OR_FILE(theme_words), "Drawing",
     "colours of SVG (default: light); auto: as the reader has\nit; a YAML file: your own"},
    {"title", 0, "TEXT", CP_ANY_TEXT, "Drawing", "above the picture, instead of the players"},
    {"caption", 0, "TEXT", CP_ANY_TEXT, "Drawing",
     "below it, instead of the move; in both {move}, {turn},\n{comment} and {Tag} are filled in"},
    {"highlight", 0, "LIST", CP_SEVERAL, "Drawing",
     "mark squares: G(4,5),Rg9; =o a circle, =x a cross, =A or\n=12 a label behind it; "
     "colours G R Y B O P"},
    {"arrow", 0, "LIST", CP_SEVERAL, "Drawing",
     "draw arrows: G(1,1)(8,8),Ra1h8; =n behind it bends one as\na knight goes"},
    {"no-last", 0, NULL, NULL, "Drawing", "do not mark the last move"},
    {"no-insets", 0, NULL, NULL, "Drawing", "far groups of pieces stand at the edges, too"},
    {"no-list", 0, NULL, NULL, "Drawing", "do not list pieces that have no room at the edges"},
    {"no-origin", 0, NULL, NULL, "Drawing", "do not mark the origin of the variant's diagram"},
    {"to-move", 0, NULL, NULL, "Drawing", "mark who is to move"},
    {"map", 0, NULL, NULL, "Drawing",
     "a small map of all pieces beside an SVG: each line is\nten times as far from the window"},
    {"labels", 0, "WHICH", NULL, "Drawing",
     "at the axes: every:N (those that N divides), edge (the\nfirst and the last), or none"},
    {"border", 0, NULL, NULL, "Drawing", "a frame around an SVG"},
    {"transparent", 0, NULL, NULL, "Drawing", "no ground behind an SVG"},
    {"size", 0, "LENGTH", NULL, "Drawing", "of a square in SVG: 24px, 8mm, ..."},
    {"width", 0, "LENGTH", NULL, "Drawing", "of the whole SVG, instead: 85mm, ..."},
    {"label-size", 0, "LENGTH", NULL, "Drawing",
     "of labels at the axes: 6pt, ...; where they are too\nlarge for every square, they are fewer"},
    {"id-prefix", 0, "NAME", NULL, "Drawing",
     "what ids in SVG begin with (default: a hash of\nthe picture, so that many may share a page)"},
    {"sheet", 0, "CxR", NULL, "Drawing",
     "several pictures on a sheet, numbered, so many columns\nand rows: 2x3"},
    {"output", 'o', "FILE", NULL, "Writing",
     "write there; %g in it is the game's number,\n%p the number of half-moves played, %s the "
     "sheet's"},
    {0},
};

static bool refuse_value(struct cp_run *run, const char *option, const char *value,
                         const char *wanted)
{
    cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run), "--%s \"%s\"; it takes %s",
                   option, value, wanted);
    return false;
}

/* What a name ends in and which format that means; SUFFIX_OTHER: one that is not
 * written here. */
enum { SUFFIX_OTHER = -1 };
static const struct {
    const char *suffix;
    int brush;
} suffixes[] = {
    {"svg", CP_BRUSH_SVG},  {"txt", CP_BRUSH_ASCII}, {"png", SUFFIX_OTHER},  {"pdf", SUFFIX_OTHER},
    {"html", SUFFIX_OTHER}, {"htm", SUFFIX_OTHER},   {"gif", SUFFIX_OTHER},  {"jpg", SUFFIX_OTHER},
    {"jpeg", SUFFIX_OTHER}, {"md", SUFFIX_OTHER},    {"tex", SUFFIX_OTHER},  {"eps", SUFFIX_OTHER},
    {"ps", SUFFIX_OTHER},   {"webp", SUFFIX_OTHER},  {"json", SUFFIX_OTHER}, {"pgn", SUFFIX_OTHER},
};

/* "svg" of "a.b/game-%g.svg": letters and digits, the first a letter; else empty. */
static cp_str suffix_of(const char *file)
{
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
    cp_str suffix = cp_str_from(dot ? dot + 1 : "");
    for (size_t i = 0; i < suffix.len; i++)
        if (!cp_is_letter(suffix.at[i]) && (i == 0 || !cp_is_digit(suffix.at[i])))
            return CP_STR("");
    return suffix;
}

/* The format that the name of the output asks for: plain text without a suffix. A format
 * named by an option takes any but another format's. False: refused. */
static bool read_suffix(struct cp_run *run, const char *file, int asked, enum cp_brush *out)
{
    cp_str suffix = suffix_of(file);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        int brush = suffixes[i].brush;
        if (!cp_str_like(suffix, cp_str_from(suffixes[i].suffix)))
            continue;
        if (brush != SUFFIX_OTHER && asked < 0)
            *out = (enum cp_brush)brush;
        if (brush != SUFFIX_OTHER &&
            (asked < 0 || (asked == CP_BRUSH_SVG) == (brush == CP_BRUSH_SVG)))
            return true;
        return refuse_value(run, "output", file,
                            "a name that ends in .svg or .txt, as the format is");
    }
    return suffix.len == 0 || asked >= 0 ||
           refuse_value(
               run, "output", file,
               "a name that ends in .svg or .txt, or any with --ascii, --unicode or --svg");
}

static bool read_brush(struct cp_run *run, struct cp_diagrams *d)
{
    const struct cp_options *o = &run->asked->options;
    bool ascii = cp_options_has(o, "ascii"), unicode = cp_options_has(o, "unicode");
    bool svg = cp_options_has(o, "svg");
    const char *file = cp_options_get(o, "output");
    int asked = svg ? CP_BRUSH_SVG : unicode ? CP_BRUSH_UNICODE : ascii ? CP_BRUSH_ASCII : -1;
    d->brush = asked < 0 ? CP_BRUSH_ASCII : (enum cp_brush)asked;
    if (ascii + unicode + svg > 1) {
        cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run),
                       "--ascii, --unicode, --svg");
        return false;
    }
    return !file || read_suffix(run, file, asked, &d->brush);
}

/* Text has no colours and no sizes. */
static bool check_svg_only(struct cp_run *run, const struct cp_diagrams *d)
{
    static const char *const names[] = {"theme", "map",   "border",     "transparent",
                                        "size",  "width", "label-size", "id-prefix"};
    for (size_t i = 0; i < sizeof names / sizeof *names && d->brush != CP_BRUSH_SVG; i++)
        if (cp_options_has(&run->asked->options, names[i])) {
            cp_diag_report(&run->own, CP_OPTION_IDLE, cp_run_span(run),
                           "--%s is for SVG: --svg, or -o NAME.svg", names[i]);
            return false;
        }
    return true;
}

static bool read_window(struct cp_run *run, struct cp_diagrams *d)
{
    const char *text = cp_options_get(&run->asked->options, "window");
    struct cp_marks corners = {0};
    cp_str wrong;
    if (!text || strcmp(text, "start") == 0 || strcmp(text, "auto") == 0) {
        d->wish = text && text[0] == 'a' ? CP_WISH_AUTO : CP_WISH_START;
        return true;
    }
    if (cp_marks_parse(&corners, &run->arena, run->ints, cp_str_from(text), true, &wrong) ||
        !corners.first || corners.first != corners.last)
        return refuse_value(run, "window", text, "start, auto, or two corners: (1,1):(8,8)");
    d->wish = CP_WISH_BOX;
    d->window = (cp_box){corners.first->from, corners.first->to};
    return true;
}

static bool read_marks(struct cp_run *run, struct cp_diagrams *d, const char *option, bool arrows)
{
    cp_str wrong;
    for (const struct cp_given *g = NULL; (g = cp_options_next(&run->asked->options, option, g));)
        if (cp_marks_parse(&d->marks, &run->arena, run->ints, cp_str_from(g->value), arrows,
                           &wrong))
            return refuse_value(run, option, g->value,
                                arrows
                                    ? "arrows: G(1,1)(8,8), or bent ones G(1,1)(2,3)=n"
                                    : "squares: G(4,5),R(g9), or marks on them: =o, =x, =A, =12");
    return true;
}

/* A square, perhaps with the letter of what stands there. */
static bool read_dots(struct cp_run *run, struct cp_diagrams *d)
{
    const struct cp_options *o = &run->asked->options;
    struct cp_dots **tail = &d->dots;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "dots", g));) {
        struct cp_dots *dots = cp_arena_take_zero(&run->arena, 1, sizeof *dots);
        cp_str text = cp_str_trim(cp_str_from(g->value));
        const char *open = text.len ? memchr(text.at, '(', text.len) : NULL;
        bool is_capital = text.len && text.at[0] >= 'A' && text.at[0] <= 'Z';
        dots->letter = (cp_str){text.at, open ? (size_t)(open - text.at) : is_capital};
        text = cp_str_skip(text, dots->letter.len);
        if (!cp_mark_square_take(run->ints, &text, &dots->square) || text.len)
            return refuse_value(run, "dots", g->value, "a square: c3, (3,3), F(3,4)");
        *tail = dots;
        tail = &dots->next;
    }
    return true;
}

static bool read_positions(struct cp_run *run, struct settings *s)
{
    const char *plies = cp_options_get(&run->asked->options, "ply");
    if (!cp_plies_parse(&s->diagrams.plies, &run->arena, cp_str_from(plies ? plies : "last")))
        return refuse_value(run, "ply", plies, CP_PLIES_TAKEN);
    s->diagrams.plies.where_there = cp_options_has(&run->asked->options, "where-there");
    s->game = (uint64_t)cp_options_number(&run->asked->options, "game", 0);
    return true;
}

static bool read_length(struct cp_run *run, const char *option, struct cp_length *out)
{
    const char *text = cp_options_get(&run->asked->options, option);
    return !text || cp_length_parse(out, cp_str_from(text)) ||
           refuse_value(run, option, text, "a length such as 24px, 8.5mm, 3cm, 1in or 6pt");
}

static bool read_sizes(struct cp_run *run, struct cp_svg_style *style)
{
    const struct cp_options *o = &run->asked->options;
    if (cp_options_has(o, "size") && cp_options_has(o, "width")) {
        cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run), "--size, --width");
        return false;
    }
    style->border = cp_options_has(o, "border");
    style->map = cp_options_has(o, "map");
    style->transparent = cp_options_has(o, "transparent");
    return read_length(run, "size", &style->square) && read_length(run, "width", &style->width) &&
           read_length(run, "label-size", &style->label);
}

/* every:N, edge, none */
static bool read_labels(struct cp_run *run, struct cp_diagrams *d)
{
    enum { STEP_MOST = 1000 };
    const char *text = cp_options_get(&run->asked->options, "labels");
    cp_str step = cp_str_from(text ? text : "");
    if (!text)
        return true;
    if (d->has_axes && (d->axes == CP_AXES_NONE) != (strcmp(text, "none") == 0)) {
        cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run), "--labels %s, --axes",
                       text);
        return false;
    }
    d->labels_at_ends = strcmp(text, "edge") == 0;
    if (strcmp(text, "none") == 0) {
        d->has_axes = true;
        d->axes = CP_AXES_NONE;
        return true;
    }
    if (cp_str_starts(step, CP_STR("every:")))
        for (step = cp_str_skip(step, 6);
             step.len && cp_is_digit(step.at[0]) && d->label_step <= STEP_MOST;
             step = cp_str_skip(step, 1))
            d->label_step = d->label_step * 10 + (uint32_t)(step.at[0] - '0');
    bool is_step = step.len == 0 && d->label_step > 0 && d->label_step <= STEP_MOST;
    return d->labels_at_ends || is_step ||
           refuse_value(run, "labels", text, "every:N with N from 1 to 1000, edge, or none");
}

/* 2x3: columns and rows. */
static bool read_sheet(struct cp_run *run, struct cp_diagrams *d, struct cp_sheets *sheets)
{
    const char *text = cp_options_get(&run->asked->options, "sheet");
    uint32_t sides[2] = {0, 0};
    cp_str rest = cp_str_from(text ? text : "");
    for (int i = 0; i < 2; i++) {
        for (; rest.len && cp_is_digit(rest.at[0]) && sides[i] <= CP_SHEET_MOST;
             rest = cp_str_skip(rest, 1))
            sides[i] = sides[i] * 10 + (uint32_t)(rest.at[0] - '0');
        if (i == 0 && cp_str_starts(rest, CP_STR("x")))
            rest = cp_str_skip(rest, 1);
        else if (i == 0)
            break;
    }
    bool is_good =
        sides[0] && sides[1] && !rest.len && sides[0] <= CP_SHEET_MOST && sides[1] <= CP_SHEET_MOST;
    if (text && !is_good)
        return refuse_value(run, "sheet", text, "columns and rows, from 1x1 to 10x10");
    *sheets = (struct cp_sheets){.columns = sides[0],
                                 .rows = sides[1],
                                 .style = d->brush == CP_BRUSH_SVG ? &d->style : NULL};
    d->sheet_columns = sides[0];
    return true;
}

static void read_looks(struct cp_run *run, struct cp_diagrams *d)
{
    const struct cp_options *o = &run->asked->options;
    d->flip = cp_options_has(o, "flip");
    d->title = cp_options_get(o, "title");
    d->caption = cp_options_get(o, "caption");
    d->hides_last = cp_options_has(o, "no-last");
    d->hides_insets = cp_options_has(o, "no-insets");
    d->hides_list = cp_options_has(o, "no-list");
    d->hides_origin = cp_options_has(o, "no-origin");
    d->shows_turn = cp_options_has(o, "to-move");
    d->style.id_prefix =
        cp_str_from(cp_options_has(o, "id-prefix") ? cp_options_get(o, "id-prefix") : "");
    d->has_axes = cp_options_has(o, "axes");
    d->axes = (enum cp_axes)cp_options_choice(o, "axes", CP_AXES_NONE);
}

static bool read_theme(struct cp_run *run, struct cp_diagrams *d)
{
    unsigned choice = cp_options_choice(&run->asked->options, "theme", CP_THEME_LIGHT);
    const char *file = cp_options_get(&run->asked->options, "theme");
    cp_str yaml;
    if (choice != CP_CHOSE_FILE) {
        d->style.theme = &cp_themes[choice];
        return true;
    }
    if (!cp_file_read(&run->arena, &run->own, file, &yaml))
        return false;
    struct cp_diags faults;
    cp_diags_init(&faults, &run->arena);
    d->style.theme = cp_theme_parse(&run->arena, yaml, file, &faults);
    cp_run_report(run, &faults);
    if (!d->style.theme)
        cp_diag_report(&run->own, CP_THEME_FILE_BAD, (cp_span){.file = file}, "%s", file);
    return d->style.theme != NULL;
}

/* No game says of which variant the pieces are; FEN is of chess. */
static bool read_men(struct cp_run *run, struct settings *s)
{
    const struct cp_options *o = &run->asked->options;
    const char *men = cp_options_get(o, "men");
    if (!men)
        return true;
    s->men = cp_str_trim(cp_str_from(men));
    if (!cp_fen_is_line(s->men))
        return refuse_value(run, "men", men, "pieces: w: K (5,1), Hu (3,3); b: K (5,9), or a FEN");
    bool is_known = o->file_count || run->asked->wish || cp_fen_is(s->men);
    if (!is_known)
        cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run),
                       "--men needs --variant where no game is read");
    return is_known;
}

/* A worker keeps the pictures of a batch of text until it is their turn: many for
 * each game are kept of fewer games. */
static void share_work(struct cp_request *asked, const struct settings *s)
{
    if (s->game)
        asked->jobs = 1; /* only one counts games from the first */
    if (cp_plies_are_many(&s->diagrams.plies) && !asked->batch)
        asked->batch = s->diagrams.brush == CP_BRUSH_SVG ? BATCH_SVG : BATCH_TEXT;
}

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    struct state *state = run->state;
    struct cp_diagrams *d = &s->diagrams;
    read_looks(run, d);
    d->is_any = asked->takes_any_start = cp_options_has(&asked->options, "any");
    bool good = read_theme(run, d) && read_sizes(run, &d->style) && read_labels(run, d) &&
                read_brush(run, d) && check_svg_only(run, d) && read_positions(run, s) &&
                read_men(run, s) && read_dots(run, d) && read_window(run, d) &&
                read_marks(run, d, "highlight", false) && read_marks(run, d, "arrow", true) &&
                read_sheet(run, d, &state->files.sheets) &&
                cp_picture_files_open(&state->files, run, cp_options_get(&asked->options, "output"),
                                      d->brush == CP_BRUSH_SVG);
    if (good)
        share_work(asked, s);
    return good;
}

static bool each(struct cp_run *run, struct cp_game *g)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    if (s->men.len && run->asked->options.file_count) {
        g->start = s->men;
        g->start_line = g->start_col = 0; /* it stands in no file */
        g->moves = (struct cp_line){0};
    }
    if (s->game == 0 || s->game == run->games)
        cp_diagrams_draw(&s->diagrams, run, g, &state->files);
    return false;
}

static void deliver(struct cp_run *run, cp_str kept, cp_str messages)
{
    struct state *s = run->state;
    cp_picture_files_deliver(&s->files, kept, messages);
}

static void end(struct cp_run *run)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    cp_picture_files_close(&state->files);
    if (s->game > run->games)
        cp_diag_report(&run->own, CP_GAME_MISSING, cp_run_span(run), "game %llu of %llu",
                       (unsigned long long)s->game, (unsigned long long)run->games);
}

/* What is left of --men, as a file of one line. */
static long take_men(void *left, char *room, size_t size)
{
    cp_str *men = left;
    size_t len = men->len < size ? men->len : size;
    if (len)
        memcpy(room, men->at, len);
    *men = cp_str_skip(*men, len);
    return (long)len;
}

static bool instead(struct cp_run *run)
{
    const struct settings *s = run->asked->settings;
    struct cp_stream stream;
    cp_str left = s->men;
    if (!left.len || run->asked->options.file_count)
        return false;
    run->input.file = "--men";
    run->shape = CP_SHAPE_TEXT;
    cp_stream_open(&stream, run, take_men, &left);
    while (cp_stream_step(&stream))
        ;
    cp_stream_close(&stream);
    end(run);
    return true;
}

static const struct cp_tool tool = {
    .name = "cp-render",
    .about = "Draws positions of games, in text or as SVG. The window grows to the last\n"
             "move and to checks; far groups of pieces get insets, other far pieces stand at\n"
             "the edges, in their directions.",
    .options = options,
    .habits = CP_READS_FRAMES | CP_TAKES_DAMAGED | CP_OWN_OUTPUT,
    .settings_size = sizeof(struct settings),
    .state_size = sizeof(struct state),
    .begin = begin,
    .each = each,
    .deliver = deliver,
    .end = end,
    .instead = instead,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
