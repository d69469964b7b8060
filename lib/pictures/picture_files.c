/* SPDX-License-Identifier: MIT */
/* realpath. Why so: D21 (DECISIONS.md). */
#define _XOPEN_SOURCE 700
#include "io/output.h"
#include "pictures/diagrams.h"

#include "base/scan.h"
#include "io/messages.h"

#include <stdlib.h>

/* ---- sheets ---- */

enum { BYTES_MOST = 32 << 20 }; /* of the diagrams of one sheet */

/* Its numbers, then its texts. */
void cp_sheet_picture_pack(struct cp_buf *out, const struct cp_sheet_picture *picture)
{
    const struct cp_svg_part *svg = &picture->svg;
    const cp_str all[] = {{(const char *)picture, sizeof *picture},
                          picture->title,
                          picture->text,
                          svg->description,
                          svg->definitions,
                          svg->body};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cp_pages_put_packed(out, all[i]);
}

static struct cp_sheet_picture unpack_picture(cp_str bytes)
{
    struct cp_sheet_picture picture;
    struct cp_svg_part *svg = &picture.svg;
    memcpy(&picture, cp_pages_take_packed(&bytes).at, sizeof picture);
    cp_str *const texts[] = {&picture.title, &picture.text, &svg->description, &svg->definitions,
                             &svg->body};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = cp_pages_take_packed(&bytes);
    return picture;
}

/* ---- names ---- */

/* A part of a pattern: a character, or a number: %p, %03p. */
struct field {
    char what;      /* g, p, s, or 0: */
    char character; /* which stands there */
    uint32_t width; /* of the number, with zeros in front */
};

/* False: what follows the percent sign there means nothing. */
static bool take_field(const char **pattern, struct field *out)
{
    const char *t = *pattern;
    int digits = 0;
    *out = (struct field){.character = *t++};
    if (out->character == '%' && *t == '0')
        for (; cp_is_digit(*t) && digits < 3; digits++, t++)
            out->width = out->width * 10 + (uint32_t)(*t - '0');
    if (out->character == '%' && (*t == 'g' || *t == 'p' || *t == 's'))
        out->what = *t++;
    else if (out->character == '%' && (digits || *t++ != '%'))
        return false;
    *pattern = t;
    return true;
}

bool cp_pattern_names(const char *pattern, char what)
{
    struct field field;
    while (*pattern && take_field(&pattern, &field))
        if (field.what == what)
            return true;
    return false;
}

/* ---- an index ---- */

/* The folder that a name begins with, "" or with its slash. */
static cp_str folder_of(cp_str name)
{
    while (name.len && name.at[name.len - 1] != '/')
        name.len--;
    return name;
}

/* The folder that a name begins with, however it is called, from the root; false: it is not
 * to be seen, which opening a file there tells. */
static bool find_folder(struct cp_picture_files *f, cp_str name, cp_str *out)
{
    cp_str path = cp_str_printf(&f->run->arena, "%.*s.", CP_FMT(folder_of(name)));
    char *found = realpath(path.at, NULL);
    if (!found)
        return false;
    *out = cp_str_keep(&f->run->arena, cp_str_from(found));
    free(found);
    return true;
}

/* Past what changes nothing in a path: slashes, and folders named "." */
static cp_str skip_nothing(cp_str path)
{
    while (cp_scan_prefix(&path, CP_STR("/")) || cp_scan_prefix(&path, CP_STR("./")))
        ;
    return path;
}

/* Links lead from the folder of the index down, to pages there or below; false: they do not. */
static bool find_links(struct cp_picture_files *f)
{
    cp_str pattern = cp_str_from(f->pattern), above, below;
    cp_str fixed = folder_of((cp_str){f->pattern, strcspn(f->pattern, "%")});
    f->link_from = pattern.len - skip_nothing(cp_str_skip(pattern, fixed.len)).len;
    if (!find_folder(f, cp_str_from(f->index), &above) || !find_folder(f, fixed, &below))
        return true;
    above.len -= cp_str_is(above, "/");
    if (!cp_str_starts(below, above) || (below.len > above.len && below.at[above.len] != '/'))
        return false;
    cp_str way = cp_str_printf(&f->run->arena, "%.*s/", CP_FMT(cp_str_skip(below, above.len)));
    f->link_way = skip_nothing(way);
    return true;
}

static bool open_index(struct cp_picture_files *f)
{
    if (!f->index)
        return true;
    if (!f->pages.pen || !f->pages.pen->link || !cp_pattern_names(f->pattern, 'g'))
        return cp_run_disagree(f->run, "--index is for pages of HTML or Markdown, one for each "
                                       "game: -o 'game-%g.html'");
    if (cp_pattern_names(f->index, 'g') || !find_links(f))
        return cp_run_refuse_value(f->run, "index", f->index,
                                   "a file in the folder of the pages, or in one that it is in");
    f->has_links = cp_run_may_write(f->run, f->index) &&
                   cp_output_open(&f->links, &f->arena, &f->run->own, f->index);
    if (f->has_links)
        f->pages.pen->head(&f->links.text, f->pages.style, NULL);
    return f->has_links;
}

static cp_str address_of(struct cp_picture_files *f)
{
    struct cp_buf *out = &f->address;
    cp_buf_reset(out);
    cp_buf_put(out, f->link_way);
    cp_buf_puts(out, f->name.at + f->link_from);
    return cp_buf_str(out);
}

bool cp_picture_files_open(struct cp_picture_files *f, struct cp_run *run, const char *pattern,
                           bool single)
{
    f->run = run;
    f->pattern = pattern ? pattern : "-";
    f->single = single;
    cp_arena_init(&f->sheets.arena, run->arena.out_of_memory, run->arena.handler_data);
    f->sheets.number = f->sheets.first = 1;
    cp_arena_init(&f->pages.arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_arena_init(&f->arena, run->arena.out_of_memory, run->arena.handler_data);
    struct cp_buf *const all[] = {&f->name, &f->wanted, &f->number, &f->address};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cp_buf_init(all[i], &f->arena);
    struct field field;
    char number = f->sheets.columns ? 's' : 'p'; /* the other is of no such file */
    for (const char *t = f->pattern; *t;) {
        if (take_field(&t, &field) && field.what != (number == 's' ? 'p' : 's') &&
            (field.what != 'p' || !f->pages.pen))
            continue;
        if (f->pages.pen)
            cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                           "--output %s: %% is followed by g, with zeros in front as in %%03g, or "
                           "by %%: each game has one page",
                           f->pattern);
        else
            cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                           "--output %s: %% is followed by g or %c, with zeros in front as in "
                           "%%03%c, or by %%",
                           f->pattern, number, number);
        return false;
    }
    if (f->heat && (cp_pattern_names(f->pattern, 'g') || cp_pattern_names(f->pattern, 'p')))
        return cp_run_refuse_value(run, "output", f->pattern,
                                   "a name without numbers: it is one picture of all games");
    return open_index(f);
}

static void close_file(struct cp_picture_files *f)
{
    if (f->to && f->pages.pen)
        cp_pages_end(&f->pages, &f->to->text);
    if (f->to == &f->output && cp_output_close(&f->output) != CP_WRITTEN)
        f->has_failed = true;
    f->to = NULL;
}

/* The name of a picture, to f->wanted. Of a place such as 12.1.3 the first number is made wide. */
static void find_name(struct cp_picture_files *f, uint64_t game, cp_str place)
{
    struct cp_buf *out = &f->wanted;
    struct field field;
    cp_buf_reset(&f->number);
    cp_buf_put_int(&f->number, (int64_t)game);
    cp_buf_reset(out);
    for (const char *t = f->pattern; *t && take_field(&t, &field);) {
        if (!field.what) {
            cp_buf_putc(out, field.character);
            continue;
        }
        cp_str number = field.what == 'g' ? cp_buf_str(&f->number) : place;
        const char *dot = number.len ? memchr(number.at, '.', number.len) : NULL;
        for (size_t len = dot ? (size_t)(dot - number.at) : number.len; len < field.width; len++)
            cp_buf_putc(out, '0');
        cp_buf_put(out, number);
    }
    cp_buf_putc(out, '\0');
}

/* The file of the wanted name, once the one before it is closed. */
static void open_file(struct cp_picture_files *f)
{
    close_file(f);
    struct cp_buf former = f->name;
    f->name = f->wanted;
    f->wanted = former;
    if (f->has_failed)
        return;
    cp_str index = cp_str_from(f->index);
    if (f->index && cp_str_equal(cp_str_skip(index, folder_of(index).len), address_of(f)))
        f->has_failed = !cp_run_refuse_value(f->run, "index", f->index, "a name that no page has");
    else if (strcmp(f->name.at, "-") == 0)
        f->to = &f->run->output;
    else if (cp_run_may_write(f->run, f->name.at) &&
             cp_output_open(&f->output, &f->arena, &f->run->own, f->name.at))
        f->to = &f->output;
}

/* Where the picture of a place goes; NULL: nowhere, which was reported. */
static struct cp_output *output_of(struct cp_picture_files *f, uint64_t game, cp_str place)
{
    f->first_game = f->first_game ? f->first_game : game;
    find_name(f, game, place);
    bool is_same = f->to && strcmp(f->wanted.at, f->name.at) == 0;
    bool may_be_used =
        !f->sheets.columns && game != f->first_game && !cp_pattern_names(f->pattern, 'g');
    if (is_same ? f->single : may_be_used) {
        if (f->sheets.columns)
            cp_diag_report(&f->run->own, CP_SECOND_PICTURE, cp_run_span(f->run), "sheet %.*s",
                           CP_FMT(place));
        else
            cp_diag_report(&f->run->own, CP_SECOND_PICTURE, cp_run_span(f->run), "game %llu%s%.*s",
                           (unsigned long long)game, place.len ? ", ply " : "", CP_FMT(place));
        return NULL;
    }
    if (!is_same)
        open_file(f);
    else if (!f->pages.pen)
        cp_buf_putc(&f->to->text, '\n');
    return f->to;
}

/* "book" of "a/book.md": what pictures beside it are named after. */
static cp_str stem_of(cp_str name)
{
    cp_str file = cp_str_skip(name, folder_of(name).len);
    (void)cp_packing_take(&file);
    for (size_t n = file.len; n; n--)
        if (file.at[n - 1] == '.')
            return (cp_str){file.at, n - 1};
    return file;
}

static struct cp_output *report_raster(struct cp_picture_files *f, uint64_t game, cp_str place)
{
    cp_diag_report(&f->run->own, CP_RASTER_FAILED, cp_run_span(f->run), "game %llu, ply %.*s",
                   (unsigned long long)game, CP_FMT(place));
    if (f->to == &f->output)
        cp_output_leave(&f->output);
    return NULL;
}

/* As it is, or made PDF. */
static void write_beside(struct cp_picture_files *f, uint64_t game, cp_str place, cp_str picture)
{
    bool is_pdf = f->pages.pen->takes_pdf && cp_raster_is_there();
    struct cp_output output;
    cp_str page = cp_str_from(f->name.at);
    struct cp_buf *name = &f->wanted;
    cp_buf_reset(name);
    cp_buf_put(name, folder_of(page));
    cp_buf_put(name, stem_of(page));
    cp_buf_printf(name, "-%s-g%llu-p%.*s.%s", f->pages.pen->pictures, (unsigned long long)game,
                  CP_FMT(place), is_pdf ? "pdf" : "svg");
    cp_buf_putc(name, '\0');
    if (!cp_run_may_write(f->run, name->at) ||
        !cp_output_open(&output, &f->arena, &f->run->own, name->at)) {
        f->has_failed = true;
        return;
    }
    if (!is_pdf) {
        cp_buf_put(&output.text, picture);
    } else if (!cp_raster_put(&output.text, picture, CP_RASTER_PDF, CP_DPI)) {
        (void)report_raster(f, game, place);
        cp_output_leave(&output);
        f->has_failed = true;
    }
    f->has_failed |= cp_output_close(&output) != CP_WRITTEN;
}

/* A browser takes long for a page of many megabytes: told once. */
static void warn_of_size(struct cp_picture_files *f, size_t more)
{
    enum { PAGE_MOST = 20 << 20 };
    f->page_bytes = f->pages.count > 1 ? f->page_bytes + more : more;
    if (f->page_bytes <= PAGE_MOST || f->has_told_size || !f->pages.pen->has_data)
        return;
    f->has_told_size = true;
    cp_diag_report(&f->run->own, CP_PAGE_LARGE, cp_run_span(f->run), "%s",
                   f->to == &f->output ? f->name.at : "standard output");
}

static void write_file(struct cp_picture_files *f, uint64_t game, cp_str place, cp_str picture)
{
    struct cp_output *to = f->has_failed ? NULL : output_of(f, game, place);
    if (to && f->pages.pen) { /* a game for a page, and its pictures beside */
        cp_str beside = cp_pages_unpack(picture).pictures;
        size_t before = to->text.len;
        cp_pages_add(&f->pages, &to->text, stem_of(cp_str_from(f->name.at)), game, picture);
        warn_of_size(f, to->text.len - before);
        while (beside.len) {
            cp_str at = cp_pages_take_packed(&beside);
            write_beside(f, game, at, cp_pages_take_packed(&beside));
        }
        if (f->has_links) {
            cp_pages_put_link(&f->pages, &f->links.text, address_of(f), game, picture);
            f->has_failed |= cp_output_flush_full(&f->links) != CP_WRITTEN;
        }
    } else if (to && !f->is_raster)
        cp_buf_put(&to->text, picture);
    else if (to && !cp_raster_put(&to->text, picture, f->raster, f->dpi))
        to = report_raster(f, game, place);
    if (!to || (cp_output_flush_full(to) != CP_WRITTEN && to == &f->output))
        f->has_failed = true;
}

/* Goes on with the next sheet, or with the first one of another game. */
static void turn_sheet(struct cp_sheets *s, bool begins_again)
{
    s->first = begins_again ? 1 : s->first + s->count;
    s->number = begins_again ? 1 : s->number + 1;
    s->count = 0;
    s->bytes = 0;
    s->list = NULL;
    cp_arena_reset(&s->arena);
}

/* The sheet as far as it is filled. */
static void write_sheet(struct cp_picture_files *f)
{
    struct cp_sheets *s = &f->sheets;
    struct cp_sheet sheet = {s->list, s->count, s->columns, s->first};
    struct cp_buf out = cp_buf_in(&s->arena);
    if (!f->has_failed && s->style)
        cp_sheet_put_svg(&out, &sheet, s->style);
    else if (!f->has_failed)
        cp_sheet_put_text(&out, &sheet);
    if (!f->has_failed)
        write_file(f, s->game, cp_str_printf(&s->arena, "%u", s->number), cp_buf_str(&out));
    turn_sheet(s, false);
}

/* A sheet is painted in a few times the bytes of its diagrams. */
static void add_to_sheet(struct cp_picture_files *f, uint64_t game, cp_str packed)
{
    struct cp_sheets *s = &f->sheets;
    if (cp_pattern_names(f->pattern, 'g') && s->game != game) {
        if (s->count)
            write_sheet(f);
        turn_sheet(s, true);
        s->game = game;
    }
    if (!f->has_failed && (packed.len > BYTES_MOST || s->bytes > BYTES_MOST - packed.len)) {
        cp_diag_report(&f->run->own, CP_PICTURE_TOO_LARGE, cp_run_span(f->run),
                       "sheet %u has room for %u", s->number, s->count);
        f->has_failed = true;
    }
    if (f->has_failed)
        return;
    if (!s->list)
        s->list = cp_arena_take_zero(&s->arena, s->columns * s->rows, sizeof *s->list);
    if (!s->count)
        s->game = game;
    s->list[s->count++] = unpack_picture(cp_str_keep(&s->arena, packed));
    s->bytes += packed.len;
    if (s->count == s->columns * s->rows)
        write_sheet(f);
}

static void write_picture(struct cp_picture_files *f, uint64_t game, cp_str place, cp_str picture)
{
    if (f->heat)
        cp_heat_add(f->heat, picture);
    else if (f->sheets.columns)
        add_to_sheet(f, game, picture);
    else
        write_file(f, game, place, picture);
}

/* A file of pictures of all games lacks some when not all could be read. */
void cp_picture_files_close(struct cp_picture_files *f)
{
    struct cp_run *run = f->run;
    bool is_of_all = !cp_pattern_names(f->pattern, 'g') && !cp_pattern_names(f->pattern, 'p') &&
                     !cp_pattern_names(f->pattern, 's');
    if (f->sheets.count)
        write_sheet(f);
    cp_arena_close(&f->sheets.arena);
    if (is_of_all && f->to == &f->output && cp_run_has_failed(f->run))
        cp_output_leave(&f->output);
    close_file(f);
    /* a file that was there before is not what was asked for now */
    if (!f->first_game && !run->status && !run->asked->part && cp_output_is_file(f->pattern))
        cp_diag_report(&run->own, CP_NOTHING_DRAWN, cp_run_span(run), "%s", f->pattern);
    if (f->has_links) {
        f->pages.pen->foot(&f->links.text);
        if (cp_run_has_failed(run))
            cp_output_leave(&f->links);
        f->has_failed |= cp_output_close(&f->links) != CP_WRITTEN;
    }
    cp_arena_close(&f->pages.arena);
    cp_arena_close(&f->arena);
}

/* ---- for workers ---- */

/* What stands before a place and a picture that are kept. */
struct kept {
    uint64_t game; /* of the copy's, from 1 */
    size_t said;   /* how long the messages before them are */
};

void cp_picture_files_put(struct cp_picture_files *f, struct cp_run *run, cp_str place,
                          cp_str picture)
{
    const struct kept kept = {run->games, run->messages.len};
    if (f->run == run) {
        write_picture(f, run->games, place, picture);
        return;
    }
    cp_pages_put_packed(&run->output.text, (cp_str){(const char *)&kept, sizeof kept});
    cp_pages_put_packed(&run->output.text, place);
    cp_pages_put_packed(&run->output.text, picture);
}

void cp_picture_files_deliver(struct cp_picture_files *f, cp_str kept, cp_str messages)
{
    size_t reported = 0; /* bytes of the messages */
    while (kept.len) {
        struct kept next;
        memcpy(&next, cp_pages_take_packed(&kept).at, sizeof next);
        cp_str place = cp_pages_take_packed(&kept);
        write_picture(f, f->run->games + next.game, place, cp_pages_take_packed(&kept));
        if (!f->run->own.count)
            continue;
        if (reported < next.said)
            cp_run_print_held(f->run, (cp_str){messages.at + reported, next.said - reported});
        cp_run_report(f->run, &f->run->own);
        reported = next.said;
    }
    if (reported < messages.len)
        cp_run_print_held(f->run, cp_str_skip(messages, reported));
}
