/* SPDX-License-Identifier: MIT */
/* cp-render -- diagrams of any ply of a game, in text or as SVG, and pages of whole games. */
#include "article/fill.h"
#include "base/scan.h"
#include "pictures/diagrams.h"
#include "run/common_options.h"
#include "run/stream.h"
#include "run/tool.h"
#include "text/starts/fen.h"

enum { BATCH_TEXT = 32 * 1024, BATCH_SVG = 1024 }; /* bytes of games, all drawn */

struct settings {
    struct cp_diagrams diagrams;
    uint64_t game; /* the only one wanted; 0: all */
    cp_str men;    /* to be drawn instead; empty: what games say */
    bool start;    /* of the variant, likewise */
    bool pieces;   /* of the variant, each alone with its moves */
    bool fills;    /* articles are read, and no games */
};

struct state {
    struct cp_picture_files files; /* of the main thread alone */
    uint32_t tags_seen;            /* of those that captions ask for */
    uint64_t dots_met;             /* and of --dots */
    bool has_drawn;
    struct cp_heat heat;
    struct cp_diagrams own; /* how heat is drawn, once all games were added, or a piece is */
    bool has_own, draws_heat;
};

static const struct cp_of_all_games whole[] = {
    {"svg", NULL, "each picture needs a file of its own"},
    {"png", NULL, "each picture needs a file of its own"},
    {"pdf", NULL, "each picture needs a file of its own"},
    {"animate", NULL, "each picture needs a file of its own"},
    {"json", NULL, "each game needs a file of its own"},
    {"component", NULL, "it reads no games"},
    {"html", NULL, "a page has several games"},
    {"md", NULL, "a text has several games"},
    {"tex", NULL, "a text has several games"},
    {"sheet", NULL, "sheets have pictures of several games"},
    {"heat", NULL, "it is one picture of all games"},
    {"fill", NULL, "it reads no games"},
    {"men", NULL, "it reads no games"},
    {"start", NULL, "it reads no games"},
    {"pieces", NULL, "it reads no games"},
    {"game", NULL, "it is one game"},
    {0},
};

/* What a name ends in and which format that means. */
static const struct cp_word suffixes[] = {
    {"svg", CP_BRUSH_SVG},       {"png", CP_BRUSH_PNG},   {"pdf", CP_BRUSH_PDF},
    {"html htm", CP_BRUSH_HTML}, {"json", CP_BRUSH_JSON}, {"md", CP_BRUSH_MARKDOWN},
    {"tex", CP_BRUSH_LATEX},     {"txt", CP_BRUSH_ASCII}, {0},
};

static bool is_svg(const struct cp_diagrams *d)
{
    return d->brush == CP_BRUSH_SVG || d->brush == CP_BRUSH_ANIMATION;
}

/* The format that the name of a file asks for by its suffix. Plain text without one. A format named
 * by an option takes any but another format's; both sorts of text end alike, and so does what is
 * SVG. False: refused. */
static bool read_suffix(struct cp_run *run, const char *option, const char *file, int asked,
                        enum cp_brush *out)
{
    cp_str suffix = cp_suffix_of(file);
    const struct cp_word *row = cp_suffix_find(suffixes, suffix);
    int written = asked == CP_BRUSH_UNICODE     ? CP_BRUSH_ASCII
                  : asked == CP_BRUSH_ANIMATION ? CP_BRUSH_SVG
                                                : asked;
    if (row && asked < 0)
        *out = (enum cp_brush)row->bits;
    bool is_good = row         ? asked < 0 || row->bits == (unsigned)written
                   : asked < 0 ? !suffix.len
                               : !cp_suffix_is_known(suffix);
    return is_good || cp_suffix_refuse(run, option, file, suffixes);
}

/* PNG and PDF are made of SVG. */
static bool read_brush(struct cp_run *run, struct cp_diagrams *d, struct cp_picture_files *files)
{
    const char *file = cp_options_get(&run->asked->options, "output");
    int asked;
    if (!cp_brush_read(&asked, run, &run->asked->options))
        return false;
    bool fills = cp_options_has(&run->asked->options, "fill");
    d->brush = asked >= 0 ? (enum cp_brush)asked : fills ? CP_BRUSH_SVG : CP_BRUSH_ASCII;
    if (file && !read_suffix(run, "output", file, asked, &d->brush))
        return false;
    files->is_raster = d->brush == CP_BRUSH_PNG || d->brush == CP_BRUSH_PDF;
    files->raster = d->brush == CP_BRUSH_PDF ? CP_RASTER_PDF : CP_RASTER_PNG;
    const char *theme = cp_options_get(&run->asked->options, "theme");
    if (theme && strcmp(theme, "css") == 0 && (files->is_raster || d->brush == CP_BRUSH_LATEX))
        return cp_run_disagree(run, "--theme css is of pages and of SVG that stands in one");
    files->dpi = (uint32_t)cp_options_number(&run->asked->options, "dpi", CP_DPI);
    if (cp_options_has(&run->asked->options, "dpi") && d->brush != CP_BRUSH_PNG)
        return cp_run_disagree(run, "--dpi is for PNG: --png, or -o NAME.png");
    if (files->is_raster)
        d->brush = CP_BRUSH_SVG;
    if (files->is_raster && !cp_raster_is_there())
        cp_diag_report(&run->own, CP_RASTER_MISSING, cp_run_span(run), "%s", "");
    return !files->is_raster || cp_raster_is_there();
}

/* 2x3: columns and rows. */
static bool read_sheet(struct cp_run *run, struct cp_diagrams *d, struct cp_sheets *sheets)
{
    const char *text = cp_options_get(&run->asked->options, "sheet");
    bool is_pair = cp_options_has(&run->asked->options, "side-by-side");
    if (text && is_pair)
        return cp_run_disagree(run, "--sheet, --side-by-side");
    text = is_pair ? "2x1" : text;
    uint32_t sides[2] = {0, 0};
    cp_str rest = cp_str_from(text ? text : "");
    bool is_good = cp_scan_number(&rest, CP_SHEET_MOST, &sides[0]) && cp_scan_char(&rest, 'x') &&
                   cp_scan_number(&rest, CP_SHEET_MOST, &sides[1]) && !rest.len && sides[0] &&
                   sides[1];
    if (text && !is_good)
        return cp_run_refuse_value(run, "sheet", text, "columns and rows, from 1x1 to 10x10");
    *sheets = (struct cp_sheets){.columns = sides[0],
                                 .rows = sides[1],
                                 .style = d->brush == CP_BRUSH_SVG ? &d->style : NULL};
    d->sheet_columns = sides[0];
    return true;
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
        return cp_run_refuse_value(run, "men", men,
                                   "pieces: w: K (5,1), Hu (3,3); b: K (5,9), or a FEN");
    return o->file_count || run->asked->variant || cp_fen_is(s->men) ||
           cp_run_disagree(run, "--men needs --variant where no game is read");
}

/* Of the variant that is named; no game is read. */
static bool read_start(struct cp_run *run, struct settings *s)
{
    const struct cp_options *o = &run->asked->options;
    s->start = cp_options_has(o, "start");
    if (s->start && (s->men.len || s->game || o->file_count))
        return cp_run_disagree(run, "--start draws no games, and no other position");
    return !s->start || run->asked->variant ||
           cp_run_disagree(run, "--start needs --variant, or --variant-file");
}

/* Likewise. Where pictures need files of their own they fill a sheet, unless another is asked. */
static bool read_pieces(struct cp_run *run, struct settings *s, struct cp_sheets *sheets)
{
    const struct cp_options *o = &run->asked->options;
    const struct cp_variant *v = run->asked->variant;
    struct cp_diagrams *d = &s->diagrams;
    s->pieces = cp_options_has(o, "pieces");
    if (!s->pieces)
        return true;
    if (s->start || s->men.len || s->game || d->dots || o->file_count)
        return cp_run_disagree(run, "--pieces draws no games, and no other position");
    if (!v)
        return cp_run_disagree(run, "--pieces needs --variant, or --variant-file");
    if (v->family != CP_FAMILY_CHESS)
        return cp_run_disagree(run, "--pieces, of agents: they push and pull one another");
    enum { ACROSS = 4 };
    uint32_t count = v->alphabet.count;
    if (d->brush == CP_BRUSH_SVG && !sheets->columns) {
        sheets->columns = d->sheet_columns = count < ACROSS ? count : ACROSS;
        sheets->rows = (count + ACROSS - 1) / ACROSS;
        sheets->rows = sheets->rows < CP_SHEET_MOST ? sheets->rows : CP_SHEET_MOST;
    }
    return true;
}

/* A script for pages of others: it has no game, and nothing to choose. */
static bool read_component(struct cp_run *run)
{
    static const char *const names[] = {"component", "output", NULL};
    const struct cp_options *o = &run->asked->options;
    const char *file = cp_options_get(o, "output"), *other = cp_options_beside(o, names);
    if (other || o->file_count) {
        cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run),
                       "--component, %s%s: it has no game, and is the same for all",
                       other ? "--" : "", other ? other : o->files[0]);
        return false;
    }
    cp_str suffix = cp_suffix_of(file ? file : "");
    return !suffix.len || cp_str_is(suffix, "js") ||
           cp_run_refuse_value(run, "output", file, "a name that ends in .js");
}

static void write_component(struct cp_run *run)
{
    struct state *state = run->state;
    const char *file = cp_options_get(&run->asked->options, "output");
    struct cp_output *to = &run->output;
    bool is_file = file && strcmp(file, "-") != 0;
    if (is_file) {
        to = &state->files.output;
        if (!cp_output_open(to, &run->arena, &run->own, file))
            return;
    }
    cp_buf_printf(&to->text, "/* chessplane %s: <chess-plane src=\"game.json\">. MIT License */\n",
                  CP_VERSION);
    cp_buf_puts(&to->text, cp_page_component);
    state->files.has_failed = is_file && cp_output_close(to) != CP_WRITTEN;
}

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    struct state *state = run->state;
    struct cp_diagrams *d = &s->diagrams;
    s->fills = cp_options_has(&asked->options, "fill");
    if (cp_options_has(&asked->options, "component"))
        return read_component(run);
    d->view.is_any = asked->takes_any_start = cp_options_has(&asked->options, "any");
    s->game = (uint64_t)cp_options_number(&asked->options, "game", 0);
    const char *output = cp_options_get(&asked->options, "output");
    d->has_files = cp_output_is_file(output);
    bool good = read_brush(run, d, &state->files) &&
                cp_diagrams_read(d, run, &asked->options, &run->arena) && read_men(run, s) &&
                read_start(run, s) && read_sheet(run, d, &state->files.sheets) &&
                read_pieces(run, s, &state->files.sheets);
    d->view.is_any = asked->takes_any_start |= s->pieces;
    const char *index = state->files.index = cp_options_get(&asked->options, "index");
    if (good && index && cp_brush_pen(d->brush)) /* written as its pages are */
        good = read_suffix(run, "index", index, (int)d->brush, &d->brush);
    state->files.pages = (struct cp_pages){.pen = cp_brush_pen(d->brush), .style = &d->style};
    state->heat.arena = &run->arena;
    state->files.heat = d->gathers ? &state->heat : NULL;
    if (good && s->fills)
        good = cp_fill_may(run, d, &state->files);
    bool is_single = is_svg(d) || d->brush == CP_BRUSH_JSON;
    if (!good || !cp_picture_files_open(&state->files, run, output, is_single))
        return false;
    if (s->game)
        asked->jobs = 1; /* only one counts games from the first */
    /* a worker keeps the pictures of a batch of text until it is their turn: many for each game
     * are kept of fewer games */
    if (cp_plies_are_many(&d->plies) && !asked->batch)
        asked->batch = is_svg(d) ? BATCH_SVG : BATCH_TEXT;
    return true;
}

static void take_picture(void *files, struct cp_run *run, cp_str place, cp_str picture)
{
    cp_picture_files_put(files, run, place, picture);
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
    if (s->game && s->game != run->games && !state->draws_heat)
        return false;
    state->has_drawn = true;
    if (state->draws_heat) /* its numbers are of this game */
        cp_heat_find(&state->heat, run->ints, &state->own.view);
    state->tags_seen |= cp_caption_names_in(&s->diagrams.names, g);
    cp_diagrams_draw(state->has_own ? &state->own : &s->diagrams, run, g, take_picture,
                     &state->files, &state->dots_met);
    return false;
}

static void join(struct cp_run *run, const void *state)
{
    struct state *all = run->state;
    const struct state *one = state;
    all->tags_seen |= one->tags_seen;
    all->dots_met |= one->dots_met;
    all->has_drawn |= one->has_drawn;
}

static void deliver(struct cp_run *run, cp_str kept, cp_str messages)
{
    struct state *s = run->state;
    cp_picture_files_deliver(&s->files, kept, messages);
}

/* As a file of one line. */
static void draw_line(struct cp_run *run, const char *name, cp_str line)
{
    struct cp_stream stream;
    run->input.file = name;
    run->shape = CP_SHAPE_TEXT;
    cp_stream_open(&stream, run, cp_source_of_text, &line);
    while (cp_stream_step(&stream))
        ;
    cp_stream_close(&stream);
}

/* On the board of the first game, which is drawn without its pieces. */
static void draw_heat(struct cp_run *run)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    struct cp_diagrams *d = &state->own;
    if (!state->heat.games)
        return;
    *d = s->diagrams;
    d->gathers = false;
    d->hides_men = true;
    if (!d->caption)
        d->caption =
            cp_str_printf(&run->arena, "Squares entered in %llu game%s",
                          (unsigned long long)state->heat.games, state->heat.games == 1 ? "" : "s")
                .at;
    if (state->heat.others)
        cp_diag_report(&run->own, CP_HEAT_OF_OTHERS, cp_run_span(run), "%llu",
                       (unsigned long long)state->heat.others);
    state->files.heat = NULL;
    state->has_own = state->draws_heat = true;
    draw_line(run, "--heat",
              cp_str_printf(&run->arena, "[Variant \"%.*s\"] *", CP_FMT(state->heat.variant)));
}

/* Each piece of a variant alone, in the middle of a board: on a plane of a few squares. */
static void draw_pieces(struct cp_run *run)
{
    enum { REACH = 4 };
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    const struct cp_variant *v = run->asked->variant;
    struct cp_diagrams *d = &state->own;
    cp_square low = {CP_INT(-REACH), CP_INT(-REACH)}, high = {CP_INT(REACH), CP_INT(REACH)};
    cp_square at = {CP_INT((v->files + 1) / 2), CP_INT((v->ranks + 1) / 2)};
    state->has_own = true;
    for (uint32_t kind = 0; kind < v->alphabet.count; kind++) {
        const struct cp_piece_words *words = &v->alphabet.pieces[kind];
        struct cp_dots dots = {.option = "pieces", .has_captures = true, .side = -1, .square = at};
        if (words->is_neutral || (v->body.exists && v->body.kind == kind))
            continue;
        *d = s->diagrams;
        d->dots = &dots;
        d->hides_origin = true;
        const char *name = cp_str_printf(&run->arena, "%.*s", CP_FMT(words->name)).at;
        d->caption = d->caption ? d->caption : name;
        if (cp_brush_pen(d->brush)) /* whose games have headings */
            d->title = d->title ? d->title : name;
        if (!v->bounded && !cp_options_has(&run->asked->options, "window")) {
            d->view.mode = CP_WINDOW_ASKED;
            d->view.window = (cp_box){low, high};
        }
        cp_str letter = words->letter.len ? words->letter : words->aliases[0];
        struct cp_buf line = cp_buf_in(&run->arena);
        cp_buf_printf(&line, "w: %.*s ", CP_FMT(letter));
        cp_square_format(run->ints, &line, at, v->alphabet.native);
        draw_line(run, "--pieces", cp_buf_str(&line));
    }
}

/* Where nothing was given but a variant, its start is drawn: a game without moves. */
static void end(struct cp_run *run)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    bool is_empty = !run->games && !run->status && !run->asked->options.file_count;
    if (is_empty && run->asked->variant && !s->men.len && !s->game && !s->diagrams.gathers &&
        !run->asked->part)
        draw_line(run, "--variant", CP_STR("*"));
    if (s->diagrams.gathers && !run->asked->part)
        draw_heat(run);
    cp_picture_files_close(&state->files);
    if (state->has_drawn && !run->asked->part) { /* others may have it */
        cp_caption_names_report(&s->diagrams.names, run, state->tags_seen);
        cp_diagrams_report_dots(&s->diagrams, run, state->dots_met);
    }
    if (s->game > run->games)
        cp_diag_report(&run->own, CP_GAME_MISSING, cp_run_span(run), "game %llu of %llu",
                       (unsigned long long)s->game, (unsigned long long)run->games);
}

static bool instead(struct cp_run *run)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    bool is_component = cp_options_has(&run->asked->options, "component");
    if (is_component)
        write_component(run);
    if (s->fills) {
        cp_fill_run(run, &state->files);
        cp_picture_files_close(&state->files);
        return true;
    }
    bool has_men = s->men.len && !run->asked->options.file_count;
    if (has_men)
        draw_line(run, "--men", s->men);
    if (s->pieces)
        draw_pieces(run);
    if (has_men || s->start || s->pieces) /* which the end draws: there is no game */
        end(run);
    return is_component || has_men || s->start || s->pieces;
}

static const struct cp_tool tool = {
    .name = "cp-render",
    .about = "Draws positions of games, in text or as SVG, and pages of games. The window grows to "
             "the last\n"
             "move and to checks; far groups of pieces get insets, other far pieces stand at\n"
             "the edges, in their directions.",
    .options = cp_drawing_options,
    .whole = whole,
    .habits = CP_READS_FRAMES | CP_OWN_OUTPUT | CP_SPACES_OUT,
    .settings_size = sizeof(struct settings),
    .state_size = sizeof(struct state),
    .begin = begin,
    .each = each,
    .join = join,
    .deliver = deliver,
    .end = end,
    .instead = instead,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
