/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "tool/positions.h"

#include "game/annotation.h"
#include "text/start.h"
#include "tool/messages.h"

#include <stdlib.h>

/* ---- plies ---- */

enum { DIGITS_MOST = 9 }; /* so that no number overflows */

static bool take_number(cp_str *text, uint32_t *out)
{
    size_t n = 0;
    *out = 0;
    for (; n < text->len && cp_is_digit(text->at[n]); n++)
        *out = *out * 10 + (uint32_t)(text->at[n] - '0') * (n < DIGITS_MOST);
    *text = cp_str_skip(*text, n);
    return n > 0 && n <= DIGITS_MOST;
}

/* 12, or a move: 3w, 3., 3b, 3... */
static bool take_place(cp_str *text, uint32_t *out, bool *is_move)
{
    static const char *const sides[2][2] = {{"w", "."}, {"b", "..."}};
    if (!take_number(text, out))
        return false;
    *is_move = false;
    for (int side = 1; side >= 0 && !*is_move; side--)
        for (int i = 0; i < 2 && !*is_move; i++)
            if (cp_str_starts(*text, cp_str_from(sides[side][i]))) {
                *text = cp_str_skip(*text, strlen(sides[side][i]));
                *is_move = true;
                *out = *out * 2 - (side == 0);
            }
    return !*is_move || *out + 1 > 1; /* there is no move 0 of White */
}

/* Whether text goes on with a dot and a digit. */
static bool has_part(cp_str text)
{
    return text.len > 1 && text.at[0] == '.' && cp_is_digit(text.at[1]);
}

/* "12.1." of 12.1.3, or nothing; then only a ply of a variation is left. */
static bool take_forks(cp_str *text, struct cp_arena *arena, struct cp_ply_range *out)
{
    struct cp_fork fork = {0};
    cp_str rest = *text;
    bool goes_on = take_number(&rest, &fork.ply);
    bool is_move = goes_on && rest.len && (rest.at[0] == 'w' || rest.at[0] == 'b');
    if (is_move)
        fork.ply = fork.ply * 2 - (rest.at[0] == 'w');
    rest = cp_str_skip(rest, is_move);
    if (!goes_on || !has_part(rest))
        return true;
    out->is_of_moves = is_move;
    out->forks = cp_arena_take(arena, rest.len / 4 * sizeof *out->forks + sizeof *out->forks);
    while (has_part(rest)) {
        rest = cp_str_skip(rest, 1);
        if (!take_number(&rest, &fork.variation) || !cp_str_starts(rest, CP_STR(".")) ||
            fork.ply + 1 < 2 || !fork.variation)
            return false;
        out->forks[out->fork_count++] = fork;
        *text = rest = cp_str_skip(rest, 1);
        if (rest.len && cp_is_digit(rest.at[0]) && !take_number(&rest, &fork.ply))
            return false;
    }
    return true;
}

/* A number within a variation, where moves have none; else a place of the main line. */
static bool take_end(cp_str *text, const struct cp_ply_range *range, uint32_t *out, bool *is_move)
{
    *is_move = false;
    if (!range->fork_count)
        return take_place(text, out, is_move);
    return take_number(text, out) && *out > 0;
}

static bool take_range(cp_str text, struct cp_arena *arena, struct cp_ply_range *out)
{
    bool is_move;
    if (!take_forks(&text, arena, out))
        return false;
    if (cp_str_is(text, "all") || cp_str_is(text, "last")) {
        out->low = text.at[0] == 'l' ? CP_PLY_LAST : out->fork_count > 0;
        out->high = CP_PLY_LAST;
        return true;
    }
    if (!take_end(&text, out, &out->low, &is_move))
        return false;
    out->is_of_moves |= is_move;
    out->high = out->low;
    if (text.len == 0 || text.at[0] != '-')
        return text.len == 0;
    text = cp_str_skip(text, 1);
    out->high = CP_PLY_LAST;
    if (cp_str_is(text, "last"))
        return true;
    bool ends_with_move;
    return take_end(&text, out, &out->high, &ends_with_move) && text.len == 0 &&
           ends_with_move == is_move && out->low <= out->high;
}

static bool take_item(cp_str text, struct cp_arena *arena, struct cp_ply_range *out)
{
    *out = (struct cp_ply_range){.text = text, .high = CP_PLY_LAST};
    out->of = cp_str_is(text, "white")    ? CP_PLIES_OF_WHITE
              : cp_str_is(text, "black")  ? CP_PLIES_OF_BLACK
              : cp_str_is(text, "marked") ? CP_PLIES_MARKED
                                          : CP_PLIES_NUMBERED;
    return out->of != CP_PLIES_NUMBERED || take_range(text, arena, out);
}

bool cp_plies_parse(struct cp_plies *out, struct cp_arena *arena, cp_str text)
{
    *out = (struct cp_plies){0};
    out->ranges = cp_arena_take_zero(arena, text.len / 2 + 1, sizeof *out->ranges);
    for (bool more = true; more;) {
        const char *comma = text.len ? memchr(text.at, ',', text.len) : NULL;
        cp_str item = {text.at, comma ? (size_t)(comma - text.at) : text.len};
        more = comma != NULL;
        text = cp_str_skip(text, item.len + more);
        if (item.len == 0 || !take_item(item, arena, &out->ranges[out->count++]))
            return false;
    }
    return true;
}

bool cp_plies_is_one(const struct cp_plies *p)
{
    return p->count == 1 && p->ranges->low == p->ranges->high && !p->ranges->fork_count;
}

bool cp_plies_are_many(const struct cp_plies *p)
{
    return p->count > 1 || p->ranges->low != p->ranges->high;
}

/* The ply of the half-move that is the n-th from move 1 on; what a game begins behind has
 * none. */
static uint32_t ply_of(uint32_t n, uint32_t before)
{
    return n == CP_PLY_LAST ? n : n > before || n == before ? n - before : CP_NO_PLY;
}

struct cp_plies cp_plies_settle(const struct cp_plies *p, const struct cp_game *g)
{
    uint32_t before = (uint32_t)cp_game_halves_before(g);
    struct cp_plies settled = *p;
    settled.ranges = cp_arena_take(g->arena, p->count * sizeof *p->ranges);
    memcpy(settled.ranges, p->ranges, p->count * sizeof *p->ranges);
    for (uint32_t i = 0; i < p->count; i++) {
        struct cp_ply_range *range = &settled.ranges[i];
        if (!range->is_of_moves)
            continue;
        range->is_of_moves = false;
        if (!range->fork_count) {
            range->low = ply_of(range->low, before);
            range->high = ply_of(range->high, before);
            continue;
        }
        range->forks = cp_arena_take(g->arena, range->fork_count * sizeof *range->forks);
        memcpy(range->forks, p->ranges[i].forks, range->fork_count * sizeof *range->forks);
        range->forks->ply = ply_of(range->forks->ply, before);
    }
    return settled;
}

/* ---- the choice among the positions of one game ---- */

static bool has_command(const struct cp_comment *comments)
{
    cp_str ignored;
    for (; comments; comments = comments->next)
        if (cp_command_find(comments->text, "dia", &ignored))
            return true;
    return false;
}

static bool is_marked(const struct cp_notes *notes)
{
    for (const struct cp_nag *n = notes ? notes->nags : NULL; n; n = n->next)
        if (n->number == CP_NAG_DIAGRAM)
            return true;
    return notes && has_command(notes->after);
}

/* Comments before the first move are about the start. */
static bool is_start_marked(const struct cp_game *g)
{
    const struct cp_node *first = g->moves.first;
    return has_command(!first ? g->moves.end : first->notes ? first->notes->before : NULL);
}

void cp_choice_init(struct cp_choice *c, const struct cp_plies *p, struct cp_game *g)
{
    *c = (struct cp_choice){.game = g, .plies = cp_plies_settle(p, g), .room = 4};
    c->reached = cp_arena_take_zero(g->arena, p->count, sizeof *c->reached);
    c->steps = cp_arena_take_zero(g->arena, c->room, sizeof *c->steps);
    cp_buf_init(&c->way, g->arena);
    for (uint32_t i = 0; i < p->count; i++)
        c->enters_variations |= p->ranges[i].fork_count || p->ranges[i].of == CP_PLIES_MARKED;
    c->is_of_last = cp_plies_is_one(p) && p->ranges->low == CP_PLY_LAST;
}

static bool is_there(const struct cp_choice *c, const struct cp_ply_range *range)
{
    bool is = range->fork_count == c->depth;
    for (uint32_t i = 0; is && i < c->depth; i++)
        is = c->steps[i].ply == range->forks[i].ply &&
             c->steps[i + 1].variation == range->forks[i].variation;
    return is;
}

/* Whether a range has that ply of the current line, which is its last or not. */
static bool covers(struct cp_choice *c, uint32_t i, uint32_t ply, bool is_last)
{
    const struct cp_ply_range *range = &c->plies.ranges[i];
    bool is_low = range->low == CP_PLY_LAST ? is_last : range->low <= ply;
    if (!is_low || ply > range->high || !is_there(c, range))
        return false;
    c->reached[i] = ply;
    return true;
}

static bool take(struct cp_choice *c, bool has)
{
    c->steps[c->depth].is_taken = has;
    return has;
}

bool cp_choice_has_start(struct cp_choice *c)
{
    bool has = false;
    for (uint32_t i = 0; i < c->plies.count; i++) {
        enum cp_plies_of of = c->plies.ranges[i].of;
        has |= of == CP_PLIES_NUMBERED ? covers(c, i, 0, !c->game->moves.first)
                                       : of == CP_PLIES_MARKED && is_start_marked(c->game);
    }
    return take(c, has);
}

/* In the variation of the move before that begins with `node`. */
static void enter(struct cp_choice *c, uint32_t depth, const struct cp_node *node)
{
    const struct cp_place_step *outer = &c->steps[depth - 1];
    struct cp_place_step *step = &c->steps[depth];
    bool is_next = depth <= c->depth;
    const struct cp_line *line = is_next ? step->line->next : outer->node->notes->variations;
    uint32_t variation = is_next ? step->variation + 1 : 1;
    for (; line->first != node; line = line->next)
        variation++; /* those without moves were not told of */
    c->way.len = outer->way;
    cp_buf_printf(&c->way, "%u.%u.", outer->ply, variation);
    *step = (struct cp_place_step){.variation = variation, .line = line, .way = c->way.len};
}

static void follow(struct cp_choice *c, const struct cp_ply *ply)
{
    uint32_t depth = ply->depth;
    if (!depth) {
        c->depth = 0;
        c->steps->node = ply->node;
        c->steps->ply++;
        return;
    }
    if (depth == c->room) {
        size_t size = c->room * sizeof *c->steps;
        c->steps = cp_arena_take_more(c->game->arena, c->steps, size, 2 * size);
        c->room *= 2;
    }
    struct cp_place_step *step = &c->steps[depth];
    bool goes_on = depth <= c->depth && step->node && step->node->next == ply->node;
    if (!goes_on)
        enter(c, depth, ply->node);
    step->node = ply->node;
    step->ply++;
    c->depth = depth;
}

bool cp_choice_look_up(struct cp_choice *c, const struct cp_ply *ply)
{
    bool has = false, is_last = !ply->node->next;
    enum cp_plies_of side = ply->position->turn == CP_BLACK ? CP_PLIES_OF_WHITE : CP_PLIES_OF_BLACK;
    follow(c, ply);
    c->is_refused = false;
    for (uint32_t i = 0; i < c->plies.count; i++) {
        enum cp_plies_of of = c->plies.ranges[i].of;
        if (of == CP_PLIES_NUMBERED)
            has |= covers(c, i, c->steps[c->depth].ply, is_last);
        else if (of == CP_PLIES_MARKED)
            has |= is_marked(ply->node->notes);
        else
            has |= of == side && !ply->depth;
    }
    return take(c, has);
}

bool cp_choice_has_before(struct cp_choice *c, const struct cp_ply *refused)
{
    bool has = false;
    follow(c, refused);
    struct cp_place_step *step = &c->steps[c->depth];
    c->is_refused = true;
    bool was_taken = step->is_taken, is_of_line = !c->depth || step->ply > 1;
    for (uint32_t i = 0; is_of_line && i < c->plies.count; i++)
        has |= c->plies.ranges[i].low == CP_PLY_LAST && covers(c, i, step->ply - 1, true);
    return take(c, has && !was_taken);
}

void cp_choice_put_place(const struct cp_choice *c, struct cp_buf *out)
{
    const struct cp_place_step *step = &c->steps[c->depth];
    cp_buf_put(out, (cp_str){c->way.at, step->way});
    cp_buf_put_int(out, (int64_t)step->ply - c->is_refused);
}

const struct cp_node *cp_choice_move(const struct cp_choice *c)
{
    const struct cp_place_step *step = &c->steps[c->depth];
    if (!c->is_refused)
        return step->node;
    const struct cp_line *line = c->depth ? step->line : &c->game->moves;
    const struct cp_node *before = line->first;
    while (before != step->node && before->next != step->node)
        before = before->next;
    return before == step->node ? NULL : before;
}

/* Whether plies of a range that were asked for by number have not been there. */
static bool lacks(const struct cp_choice *c, uint32_t i)
{
    const struct cp_ply_range *range = &c->plies.ranges[i];
    uint32_t wanted = range->high == CP_PLY_LAST ? range->low : range->high;
    if (wanted == CP_PLY_LAST)
        wanted = range->fork_count > 0;
    return range->of == CP_PLIES_NUMBERED && c->reached[i] < wanted;
}

void cp_choice_report_missing(const struct cp_choice *c, struct cp_run *run, uint32_t plies)
{
    cp_span at = cp_node_span(c->game, NULL);
    uint32_t i = 0;
    while (i < c->plies.count && !lacks(c, i))
        i++;
    if (i == c->plies.count || c->plies.where_there)
        return;
    const struct cp_ply_range *range = &c->plies.ranges[i];
    struct cp_buf said;
    cp_buf_init(&said, &run->record);
    if (range->fork_count)
        cp_buf_put(&said, range->text);
    else if (range->low == CP_NO_PLY)
        cp_buf_puts(&said, "its first move has a higher number");
    else
        cp_buf_printf(&said, "ply %u of %u", range->low > plies ? range->low : range->high, plies);
    cp_buf_puts(&said, ", in game "); /* in one line, for many games may lack it */
    cp_run_put_number(run, &said);
    cp_players_put(&said, c->game);
    cp_diag_report(&run->diags, CP_PLY_MISSING, at, "%.*s", CP_FMT(cp_buf_str(&said)));
}

/* ---- files ---- */

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

/* Whether a number of that kind stands in the pattern. */
static bool names(const char *pattern, char what)
{
    struct field field;
    while (*pattern && take_field(&pattern, &field))
        if (field.what == what)
            return true;
    return false;
}

/* Of the fields that a pattern may have: the other is of no such file. */
static bool has_field(const struct cp_picture_files *f, char what)
{
    return what != (f->sheets.columns ? 'p' : 's') && (what != 'p' || !f->pages.pen);
}

static bool refuse_field(struct cp_picture_files *f)
{
    char number = f->sheets.columns ? 's' : 'p';
    if (f->pages.pen)
        cp_diag_report(&f->run->own, CP_OPTION_VALUE_WRONG, cp_run_span(f->run),
                       "--output %s: %% is followed by g, with zeros in front as in %%03g, or by "
                       "%%: each game has one page",
                       f->pattern);
    else
        cp_diag_report(&f->run->own, CP_OPTION_VALUE_WRONG, cp_run_span(f->run),
                       "--output %s: %% is followed by g or %c, with zeros in front as in "
                       "%%03%c, or by %%",
                       f->pattern, number, number);
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
    struct cp_buf path;
    cp_buf_init(&path, &f->run->arena);
    cp_buf_printf(&path, "%.*s.", CP_FMT(folder_of(name)));
    cp_buf_putc(&path, '\0');
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
    for (;;)
        if (cp_str_starts(path, CP_STR("/")))
            path = cp_str_skip(path, 1);
        else if (cp_str_starts(path, CP_STR("./")))
            path = cp_str_skip(path, 2);
        else
            return path;
}

/* Links lead from the folder of the index down, to pages there or below; false: they do not. */
static bool find_links(struct cp_picture_files *f)
{
    cp_str pattern = cp_str_from(f->pattern), above, below;
    cp_str fixed = folder_of((cp_str){f->pattern, strcspn(f->pattern, "%")});
    struct cp_buf way;
    f->link_from = pattern.len - skip_nothing(cp_str_skip(pattern, fixed.len)).len;
    if (!find_folder(f, cp_str_from(f->index), &above) || !find_folder(f, fixed, &below))
        return true;
    above.len -= cp_str_is(above, "/");
    if (!cp_str_starts(below, above) || (below.len > above.len && below.at[above.len] != '/'))
        return false;
    cp_buf_init(&way, &f->run->arena);
    cp_buf_printf(&way, "%.*s/", CP_FMT(cp_str_skip(below, above.len)));
    f->link_way = skip_nothing(cp_buf_str(&way));
    return true;
}

static bool open_index(struct cp_picture_files *f)
{
    if (!f->index)
        return true;
    if (!f->pages.pen || !f->pages.pen->link || !names(f->pattern, 'g'))
        return cp_run_disagree(f->run, "--index is for pages of HTML or Markdown, one for each "
                                       "game: -o 'game-%g.html'");
    if (names(f->index, 'g') || !find_links(f))
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

static void add_link(struct cp_picture_files *f, uint64_t game, cp_str packed)
{
    cp_pages_put_link(&f->pages, &f->links.text, address_of(f), game, packed);
    f->has_failed |= cp_output_flush_full(&f->links) != CP_WRITTEN;
}

static void close_index(struct cp_picture_files *f)
{
    f->pages.pen->foot(&f->links.text);
    if (cp_run_has_failed(f->run))
        cp_output_leave(&f->links);
    f->has_failed |= cp_output_close(&f->links) != CP_WRITTEN;
}

bool cp_picture_files_open(struct cp_picture_files *f, struct cp_run *run, const char *pattern,
                           bool single)
{
    *f = (struct cp_picture_files){.run = run,
                                   .pattern = pattern ? pattern : "-",
                                   .single = single,
                                   .sheets = f->sheets,
                                   .is_raster = f->is_raster,
                                   .raster = f->raster,
                                   .pages = f->pages,
                                   .index = f->index};
    cp_sheets_open(&f->sheets, &run->arena);
    cp_pages_open(&f->pages, f->pages.pen, f->pages.style, &run->arena);
    cp_arena_init(&f->arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_buf_init(&f->name, &f->arena);
    cp_buf_init(&f->wanted, &f->arena);
    cp_buf_init(&f->number, &f->arena);
    cp_buf_init(&f->address, &f->arena);
    struct field field;
    for (const char *t = f->pattern; *t;)
        if (!take_field(&t, &field) || !has_field(f, field.what))
            return refuse_field(f);
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

/* A number, or a place such as 12.1.3, whose first is made so wide. */
static void put_wide(struct cp_buf *out, cp_str number, uint32_t width)
{
    const char *dot = memchr(number.at, '.', number.len);
    size_t len = dot ? (size_t)(dot - number.at) : number.len;
    for (; len < width; width--)
        cp_buf_putc(out, '0');
    cp_buf_put(out, number);
}

static void find_name(struct cp_picture_files *f, uint64_t game, cp_str place)
{
    struct cp_buf *out = &f->wanted;
    struct field field;
    cp_buf_reset(&f->number);
    cp_buf_put_int(&f->number, (int64_t)game);
    cp_buf_reset(out);
    for (const char *t = f->pattern; *t && take_field(&t, &field);)
        if (field.what)
            put_wide(out, field.what == 'g' ? cp_buf_str(&f->number) : place, field.width);
        else
            cp_buf_putc(out, field.character);
    cp_buf_putc(out, '\0');
}

static bool is_index(struct cp_picture_files *f)
{
    cp_str index = cp_str_from(f->index);
    return cp_str_equal(cp_str_skip(index, folder_of(index).len), address_of(f));
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
    if (f->index && is_index(f))
        f->has_failed = !cp_run_refuse_value(f->run, "index", f->index, "a name that no page has");
    else if (strcmp(f->name.at, "-") == 0)
        f->to = &f->run->output;
    else if (cp_run_may_write(f->run, f->name.at) &&
             cp_output_open(&f->output, &f->arena, &f->run->own, f->name.at))
        f->to = &f->output;
}

static void report_second(struct cp_picture_files *f, uint64_t game, cp_str place)
{
    if (f->sheets.columns)
        cp_diag_report(&f->run->own, CP_SECOND_SHEET, cp_run_span(f->run), "sheet %.*s",
                       CP_FMT(place));
    else
        cp_diag_report(&f->run->own, CP_SECOND_PICTURE, cp_run_span(f->run), "game %llu, ply %.*s",
                       (unsigned long long)game, CP_FMT(place));
}

/* Where the picture of a place goes; NULL: nowhere, which was reported. */
static struct cp_output *output_of(struct cp_picture_files *f, uint64_t game, cp_str place)
{
    f->first_game = f->first_game ? f->first_game : game;
    find_name(f, game, place);
    bool is_same = f->to && strcmp(f->wanted.at, f->name.at) == 0;
    bool may_be_used = !f->sheets.columns && game != f->first_game && !names(f->pattern, 'g');
    if (is_same ? f->single : may_be_used) {
        report_second(f, game, place);
        return NULL;
    }
    if (!is_same)
        open_file(f);
    else if (!f->pages.pen)
        cp_buf_putc(&f->to->text, '\n');
    return f->to;
}

/* "book" of "a/book.md": what pictures beside it are named after; *folder is "a/". */
static cp_str stem_of(cp_str name, cp_str *folder)
{
    size_t from = name.len, to;
    while (from && name.at[from - 1] != '/')
        from--;
    for (to = name.len; to > from && name.at[to - 1] != '.';)
        to--;
    *folder = (cp_str){name.at, from};
    return (cp_str){name.at + from, (to > from ? to - 1 : name.len) - from};
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
    cp_str folder, stem = stem_of(cp_str_from(f->name.at), &folder);
    struct cp_buf *name = &f->wanted;
    cp_buf_reset(name);
    cp_buf_put(name, folder);
    cp_buf_put(name, stem);
    cp_buf_printf(name, "-g%llu-p%.*s.%s", (unsigned long long)game, CP_FMT(place),
                  is_pdf ? "pdf" : "svg");
    cp_buf_putc(name, '\0');
    if (!cp_run_may_write(f->run, name->at) ||
        !cp_output_open(&output, &f->arena, &f->run->own, name->at)) {
        f->has_failed = true;
        return;
    }
    if (!is_pdf) {
        cp_buf_put(&output.text, picture);
    } else if (!cp_raster_put(&output.text, picture, CP_RASTER_PDF)) {
        (void)report_raster(f, game, place);
        cp_output_leave(&output);
        f->has_failed = true;
    }
    f->has_failed |= cp_output_close(&output) != CP_WRITTEN;
}

/* A game for a page, and its pictures beside. */
static void add_page(struct cp_picture_files *f, struct cp_output *to, uint64_t game, cp_str packed)
{
    cp_str folder, place, picture, pictures = cp_pages_unpack(packed).pictures;
    cp_pages_add(&f->pages, &to->text, stem_of(cp_str_from(f->name.at), &folder), game, packed);
    while (cp_pages_take_picture(&pictures, &place, &picture))
        write_beside(f, game, place, picture);
    if (f->has_links)
        add_link(f, game, packed);
}

static void write_file(struct cp_picture_files *f, uint64_t game, cp_str place, cp_str picture)
{
    struct cp_output *to = f->has_failed ? NULL : output_of(f, game, place);
    if (to && f->pages.pen)
        add_page(f, to, game, picture);
    else if (to && !f->is_raster)
        cp_buf_put(&to->text, picture);
    else if (to && !cp_raster_put(&to->text, picture, f->raster))
        to = report_raster(f, game, place);
    if (!to || (cp_output_flush_full(to) != CP_WRITTEN && to == &f->output))
        f->has_failed = true;
}

/* The sheet as far as it is filled. */
static void write_sheet(struct cp_picture_files *f)
{
    struct cp_buf number;
    cp_buf_init(&number, &f->sheets.arena);
    cp_buf_put_int(&number, f->sheets.number);
    if (!f->has_failed)
        write_file(f, f->sheets.game, cp_buf_str(&number), cp_sheets_paint(&f->sheets));
    cp_sheets_turn(&f->sheets, false);
}

static void add_to_sheet(struct cp_picture_files *f, uint64_t game, cp_str packed)
{
    if (names(f->pattern, 'g') && f->sheets.game != game) {
        if (f->sheets.count)
            write_sheet(f);
        cp_sheets_turn(&f->sheets, true);
        f->sheets.game = game;
    }
    if (!f->has_failed && !cp_sheets_can_add(&f->sheets, packed.len)) {
        cp_diag_report(&f->run->own, CP_SHEET_TOO_LARGE, cp_run_span(f->run),
                       "sheet %u has room for %u", f->sheets.number, f->sheets.count);
        f->has_failed = true;
    }
    if (f->has_failed)
        return;
    cp_sheets_add(&f->sheets, game, packed);
    if (cp_sheets_is_full(&f->sheets))
        write_sheet(f);
}

static void write_picture(struct cp_picture_files *f, uint64_t game, cp_str place, cp_str picture)
{
    if (f->sheets.columns)
        add_to_sheet(f, game, picture);
    else
        write_file(f, game, place, picture);
}

/* A file that was there before is not what was asked for now. */
static void report_nothing(struct cp_picture_files *f)
{
    struct cp_run *run = f->run;
    if (!f->first_game && !run->status && !run->asked->part && cp_output_is_file(f->pattern))
        cp_diag_report(&run->own, CP_NOTHING_DRAWN, cp_run_span(run), "%s", f->pattern);
}

/* A file of pictures of all games lacks some when not all could be read. */
void cp_picture_files_close(struct cp_picture_files *f)
{
    bool is_of_all = !names(f->pattern, 'g') && !names(f->pattern, 'p') && !names(f->pattern, 's');
    if (f->sheets.count)
        write_sheet(f);
    cp_sheets_close(&f->sheets);
    if (is_of_all && f->to == &f->output && cp_run_has_failed(f->run))
        cp_output_leave(&f->output);
    close_file(f);
    report_nothing(f);
    if (f->has_links)
        close_index(f);
    cp_pages_close(&f->pages);
    cp_arena_close(&f->arena);
}

/* ---- for workers ---- */

/* What stands before a place and a picture that are kept. */
struct kept {
    uint64_t game;               /* of the copy's, from 1 */
    size_t place, picture, said; /* how long they are; and the messages before them */
};

void cp_picture_files_put(struct cp_picture_files *f, struct cp_run *run, cp_str place,
                          cp_str picture)
{
    struct kept kept = {run->games, place.len, picture.len, run->messages.len};
    if (!run->output.is_held) {
        write_picture(f, run->games, place, picture);
        return;
    }
    cp_buf_put(&run->output.text, (cp_str){(const char *)&kept, sizeof kept});
    cp_buf_put(&run->output.text, place);
    cp_buf_put(&run->output.text, picture);
}

static cp_str take_bytes(cp_str *kept, size_t len)
{
    cp_str taken = {kept->at, len};
    *kept = cp_str_skip(*kept, len);
    return taken;
}

void cp_picture_files_deliver(struct cp_picture_files *f, cp_str kept, cp_str messages)
{
    size_t reported = 0; /* bytes of the messages */
    while (kept.len) {
        struct kept next;
        memcpy(&next, take_bytes(&kept, sizeof next).at, sizeof next);
        cp_str place = take_bytes(&kept, next.place);
        write_picture(f, f->run->games + next.game, place, take_bytes(&kept, next.picture));
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
