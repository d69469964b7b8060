/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
/* fill.c -- each figure is an errand: what would be drawn, were its options given and its text
 * read. Where it cannot be drawn it stays as it stands. */
#include "article/fill.h"

#include "article/article.h"
#include "base/scan.h"
#include "run/errand.h"

/* Of all pictures, or of none that stand in a text. */
static const char *const not_here[] = {"fill", "output", "index", "ascii",     "unicode",
                                       "svg",  "png",    "pdf",   "dpi",       "html",
                                       "json", "md",     "tex",   "component", NULL};

static bool is_not_here(cp_str name)
{
    const char *const *n = not_here;
    while (*n && !cp_str_is(name, *n))
        n++;
    return *n;
}

bool cp_fill_may(struct cp_run *run, const struct cp_diagrams *d,
                 const struct cp_picture_files *files)
{
    const struct cp_options *o = &run->asked->options;
    const char *output = cp_options_get(o, "output");
    bool is_picture = d->brush == CP_BRUSH_SVG || d->brush == CP_BRUSH_ANIMATION;
    if (!is_picture || files->heat || files->sheets.columns)
        return cp_run_disagree(run,
                               "--fill makes pictures, one of each figure: SVG, or PNG and PDF");
    if (files->is_raster && (!output || strcmp(output, "-") == 0))
        return cp_run_disagree(run, "--fill writes text: PNG and PDF need files of their own, -o "
                                    "'figure-%g.png'");
    return !output || !cp_pattern_names(output, 'p') ||
           cp_run_refuse_value(run, "output", output, "%g, the number of the figure");
}

/* ---- options of a figure ---- */

struct words {
    struct cp_arena *arena;
    const char **list; /* NULL behind the last */
    size_t count, room;
    struct cp_buf written; /* those of a figure, as they stand there */
};

static void add_word(struct words *w, const char *word)
{
    if (w->count + 1 >= w->room) {
        size_t room = w->room ? 2 * w->room : 16;
        const char **more = cp_arena_take_zero(w->arena, room, sizeof *more);
        if (w->count)
            memcpy(more, w->list, w->count * sizeof *more);
        w->list = more;
        w->room = room;
    }
    w->list[w->count++] = word;
}

/* "caption='two words'" at the front of text; its name, and its value without quotation marks. */
static cp_str take_word(cp_str *text, struct cp_arena *arena, cp_str *name)
{
    struct cp_buf word = cp_buf_in(arena);
    char quote = '\0';
    size_t n = 0;
    for (; n < text->len && (quote || !cp_is_space(text->at[n])); n++) {
        char c = text->at[n];
        bool opens = !quote && (c == '"' || c == '\'') && word.len && word.at[word.len - 1] == '=';
        if (opens)
            quote = c;
        else if (quote && c == quote)
            quote = '\0';
        else
            cp_buf_putc(&word, c);
    }
    *text = cp_str_skip(*text, n);
    cp_str all = cp_str_printf(arena, "%.*s", CP_FMT(cp_buf_str(&word)));
    const char *equals = all.len ? memchr(all.at, '=', all.len) : NULL;
    *name = (cp_str){all.at, equals ? (size_t)(equals - all.at) : all.len};
    return all;
}

/* Whether all of it is an option's name, with `=` behind. */
static bool is_like_option(cp_str word, cp_str name)
{
    size_t n = 0;
    while (n < name.len && (cp_is_letter(name.at[n]) || name.at[n] == '-'))
        n++;
    return n && n == name.len && name.len < word.len;
}

/* Of a word in braces, as attributes are written: ".flip" and "flip=" are a flag; other classes,
 * and identifiers, are nothing, "". option: of its name; NULL: there is none. */
static const char *plain(const struct cp_options *o, cp_str word, cp_str name,
                         const struct cp_option *option)
{
    if (word.at[0] == '#' || word.at[0] == '.') {
        option = word.at[0] == '.' ? cp_options_find(o, cp_str_skip(word, 1)) : NULL;
        return option ? option->name : "";
    }
    return option && !option->value && word.len == name.len + 1 ? option->name : word.at;
}

/* Whether it has a file read that is none: it may be what the article comes from, or never end. */
static bool is_stream(const struct cp_option *option, cp_str word, cp_str name)
{
    return cp_option_is_read(option) && name.len < word.len &&
           !cp_output_is_file(word.at + name.len + 1);
}

/* The options in head, up to where a game begins, if one may: moved behind them. False: one is not
 * for here, reported. */
static bool take_words(struct cp_run *run, struct words *w, cp_str *head, bool may_have_text,
                       cp_span at)
{
    const struct cp_options *o = &run->asked->options;
    for (cp_str rest = cp_behind_blanks(*head); rest.len; rest = cp_behind_blanks(rest)) {
        cp_str before = rest, name, word = take_word(&rest, w->arena, &name);
        const struct cp_option *option = cp_options_find(o, name);
        if (may_have_text && !option && !is_like_option(word, name))
            break;
        if (option && (is_not_here(name) || is_stream(option, word, name))) {
            cp_diag_report(&run->own, CP_FIGURE_OPTION, at, "%.*s", CP_FMT(name));
            return false;
        }
        *head = rest;
        const char *said = plain(o, word, name, option);
        if (!*said)
            continue;
        add_word(w, said);
        cp_buf_putc(&w->written, ' ');
        if (said == word.at) /* with the quotation marks that it has */
            cp_buf_put(&w->written, (cp_str){before.at, before.len - rest.len});
        else
            cp_buf_puts(&w->written, said);
    }
    return true;
}

/* Options of which one goes without the others. */
static const char *const rivals[] = {"size width", "caption no-caption stipulation",
                                     "title no-title"};

static bool has_word(const char *words, cp_str word)
{
    cp_str list = cp_str_from(words);
    while (list.len)
        if (cp_str_equal(cp_scan_until(&list, ' '), word))
            return true;
    return false;
}

static bool is_rival(cp_str a, cp_str b)
{
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++)
        if (has_word(rivals[i], a) && has_word(rivals[i], b))
            return true;
    return cp_str_equal(a, b);
}

/* Whether one of the words says that, or otherwise. */
static bool is_said(const struct words *w, const char *name)
{
    for (size_t i = 0; i < w->count; i++)
        if (is_rival((cp_str){w->list[i], strcspn(w->list[i], "=")}, cp_str_from(name)))
            return true;
    return false;
}

/* What the command line says of all pictures, unless a figure says otherwise. */
static void add_common(struct cp_run *run, struct words *w)
{
    size_t own = w->count;
    for (const struct cp_given *g = run->asked->options.given; g; g = g->next) {
        const char *name = g->option->name;
        struct words said = {.list = w->list, .count = own};
        bool is_common = !is_not_here(cp_str_from(name)) && !is_said(&said, name) &&
                         cp_errand_takes(run, cp_str_from(name));
        if (is_common && g->option->value)
            add_word(w, cp_str_printf(w->arena, "%s=%s", name, g->value).at);
        else if (is_common)
            add_word(w, name);
    }
}

/* ---- pictures ---- */

/* What stands in each <desc>, as plain text in one line. */
static void put_descriptions(struct cp_buf *out, cp_str svg)
{
    static const struct {
        const char *name;
        char sign;
    } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''}};
    enum { COUNT = sizeof entities / sizeof *entities };
    for (const char *at; (at = memmem(svg.at, svg.len, "<desc", 5));) {
        svg = cp_str_skip(svg, (size_t)(at - svg.at));
        (void)cp_scan_until(&svg, '>');
        cp_buf_puts(out, out->len ? ". " : "");
        for (cp_str text = cp_scan_until(&svg, '<'); text.len;) {
            size_t i = 0;
            while (i < COUNT && !cp_scan_prefix(&text, cp_str_from(entities[i].name)))
                i++;
            cp_buf_putc(out, i < COUNT ? entities[i].sign : text.at[0] == '\n' ? ' ' : text.at[0]);
            text = cp_str_skip(text, i == COUNT);
        }
    }
}

static void put_line(struct cp_buf *out, const struct cp_figure *f, const char *line)
{
    cp_buf_put(out, f->indent);
    cp_buf_puts(out, line);
    cp_buf_put(out, f->line_end);
}

/* A blank line would end the HTML that it stands in. */
static void put_inline(struct cp_buf *out, const struct cp_figure *f, cp_str svg)
{
    put_line(out, f, CP_FIGURE_OPEN);
    while (svg.len) {
        cp_str line = cp_scan_until(&svg, '\n');
        if (!cp_str_trim(line).len)
            continue;
        cp_buf_put(out, f->indent);
        cp_buf_put(out, line);
        cp_buf_put(out, f->line_end);
    }
    put_line(out, f, CP_FIGURE_CLOSE);
}

static void put_link(struct cp_run *run, const struct cp_figure *f, cp_str svg, const char *file)
{
    struct cp_buf *out = &run->output.text, alt = cp_buf_in(&run->record);
    put_descriptions(&alt, svg);
    cp_buf_put(out, f->indent);
    cp_buf_puts(out, "![");
    cp_page_markdown.escape(out, cp_buf_str(&alt));
    cp_buf_puts(out, "](");
    cp_pages_put_address(out, cp_str_from(file));
    cp_buf_putc(out, ')');
    cp_buf_put(out, f->line_end);
}

/* ---- figures ---- */

/* Of what the article ends with. */
static void end_line(struct cp_buf *out, const struct cp_figure *f)
{
    char last = out->at[out->len - 1];
    if (last != '\n' && last != '\r')
        cp_buf_put(out, f->line_end);
}

/* In front of its picture: the comment that it is, or one made of its fence. */
static void put_source(struct cp_buf *out, const struct cp_figure *f, cp_str options)
{
    if (f->comment.len) {
        cp_buf_put(out, f->comment);
        end_line(out, f);
        return;
    }
    cp_buf_put(out, f->indent);
    cp_buf_puts(out, f->is_icn ? "<!-- chess: from=icn" : "<!-- chess:");
    cp_comment_escape(out, options);
    cp_buf_put(out, f->line_end);
    cp_comment_escape(out, f->body);
    end_line(out, f);
    put_line(out, f, "-->");
}

/* The picture of a figure; false: there is none, which was reported. */
static bool draw(struct cp_run *run, const struct cp_figure *f, struct cp_buf *svg, cp_str *options)
{
    bool is_comment = f->comment.len;
    struct words words = {.arena = &run->record, .written = cp_buf_in(&run->record)};
    struct cp_buf head = cp_buf_in(&run->record), text = cp_buf_in(&run->record);
    cp_span at = {.file = run->input.file, .line = f->line, .col = f->head_col};
    if (is_comment)
        cp_comment_unescape(&head, f->head);
    cp_str rest = is_comment ? cp_buf_str(&head) : f->head;
    if (f->is_icn)
        add_word(&words, "from=icn");
    if (!take_words(run, &words, &rest, is_comment, at))
        return false;
    *options = cp_buf_str(&words.written);
    add_common(run, &words);
    if (!is_said(&words, "animate")) /* which is SVG, too */
        add_word(&words, "svg");
    size_t blanks = f->head_col - 1 + f->head.len - rest.len; /* so that columns are the file's */
    for (size_t i = 0; i < blanks; i++)
        cp_buf_putc(&text, ' ');
    cp_buf_put(&text, rest);
    cp_buf_putc(&text, '\n');
    if (is_comment)
        cp_comment_unescape(&text, f->body);
    else
        cp_buf_put(&text, f->body);
    struct cp_errand errand = {
        .options = words.list, .at = at, .text = cp_buf_str(&text), .line = f->line};
    bool is_bad = cp_errand_run(run, &errand, svg);
    if ((is_bad && !errand.has_told_place) || (!is_bad && !svg->len))
        cp_diag_report(&run->own, CP_FIGURE_EMPTY, at, "%s", "");
    return !is_bad && svg->len;
}

static void put_figure(struct cp_run *run, struct cp_picture_files *files,
                       const struct cp_figure *f)
{
    struct cp_buf svg = cp_buf_in(&run->record);
    struct cp_output *to = &run->output;
    cp_str options;
    run->games++; /* numbers their files */
    bool is_drawn = !files->has_failed && draw(run, f, &svg, &options);
    bool is_file = is_drawn && files->pattern && strcmp(files->pattern, "-") != 0;
    if (is_file) {
        cp_picture_files_put(files, run, CP_STR(""), cp_buf_str(&svg));
        is_drawn = !files->has_failed;
    }
    if (!is_drawn) {
        cp_buf_put(&to->text, f->raw);
        return;
    }
    put_source(&to->text, f, options);
    if (is_file)
        put_link(run, f, cp_buf_str(&svg), files->name.at);
    else
        put_inline(&to->text, f, cp_buf_str(&svg));
    cp_buf_put(&to->text, f->line_end);
    put_line(&to->text, f, CP_FIGURE_END);
}

/* What is ready goes out before more is waited for. */
static long pull(void *run_data, char *room, size_t size)
{
    struct cp_run *run = run_data;
    cp_output_flush(&run->output);
    return cp_input_read(&run->input, room, size);
}

static void fill_file(struct cp_run *run, struct cp_picture_files *files)
{
    struct cp_arena arena;
    struct cp_article article;
    struct cp_figure figure;
    enum cp_piece piece;
    cp_arena_init(&arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_article_open(&article, &arena, pull, run);
    while (run->output.fate == CP_WRITTEN &&
           (piece = cp_article_next(&article, &figure)) != CP_ARTICLE_END) {
        if (piece == CP_ARTICLE_FIGURE)
            put_figure(run, files, &figure);
        else
            cp_buf_put(&run->output.text, figure.raw);
        if (piece == CP_ARTICLE_TORN)
            cp_diag_report(&run->own, CP_FIGURE_TORN,
                           (cp_span){.file = run->input.file, .line = figure.line, .col = 1}, "%s",
                           "");
        if (piece != CP_ARTICLE_TEXT) {
            cp_run_report(run, &run->own);
            cp_arena_reset(&run->record);
        }
        cp_output_flush_full(&run->output);
    }
    cp_arena_close(&arena);
}

void cp_fill_run(struct cp_run *run, struct cp_picture_files *files)
{
    if (!cp_options_has(&run->asked->options, "encoding"))
        run->input.wanted = CP_BYTES;
    while (run->output.fate == CP_WRITTEN && cp_input_next(&run->input)) {
        fill_file(run, files);
        cp_input_report(&run->input, UINT64_MAX);
        cp_run_report(run, &run->own);
    }
}
