/* SPDX-License-Identifier: MIT */
#include "tool/positions.h"

#include "text/start.h"

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

static bool take_range(cp_str text, struct cp_ply_range *out)
{
    bool is_move;
    if (!take_place(&text, &out->low, &out->is_of_moves))
        return false;
    out->high = out->low;
    if (text.len && text.at[0] == '-') {
        text = cp_str_skip(text, 1);
        if (!take_place(&text, &out->high, &is_move) || is_move != out->is_of_moves)
            return false;
    }
    return text.len == 0 && out->low <= out->high;
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
        if (cp_str_is(item, "last"))
            out->last = true;
        else if (cp_str_is(item, "all"))
            out->ranges[out->count++] = (struct cp_ply_range){0, UINT32_MAX, false};
        else if (take_range(item, &out->ranges[out->count]))
            out->count++;
        else
            return false;
    }
    return true;
}

bool cp_plies_is_one(const struct cp_plies *p)
{
    return p->count + p->last == 1 && (p->last || p->ranges[0].low == p->ranges[0].high);
}

/* The ply of the half-move that is the n-th from move 1 on; what a game begins behind has
 * none. */
static uint32_t ply_of(uint32_t n, uint32_t before)
{
    return n >= before ? n - before : CP_NO_PLY;
}

const struct cp_plies *cp_plies_settle(const struct cp_plies *p, struct cp_arena *arena,
                                       cp_str start)
{
    uint32_t number = cp_start_number(start), before = number ? 2 * (number - 1) : 0;
    bool has_moves = false;
    for (uint32_t i = 0; i < p->count; i++)
        has_moves |= p->ranges[i].is_of_moves;
    if (!has_moves)
        return p;
    before += cp_start_turn(start) == CP_BLACK;
    struct cp_plies *settled = cp_arena_take(arena, sizeof *settled);
    *settled =
        (struct cp_plies){cp_arena_take(arena, p->count * sizeof *p->ranges), p->count, p->last};
    for (uint32_t i = 0; i < p->count; i++) {
        settled->ranges[i] = p->ranges[i];
        if (p->ranges[i].is_of_moves)
            settled->ranges[i] = (struct cp_ply_range){ply_of(p->ranges[i].low, before),
                                                       ply_of(p->ranges[i].high, before), false};
    }
    return settled;
}

bool cp_plies_has(const struct cp_plies *p, uint32_t ply, bool is_last)
{
    bool has = is_last && p->last;
    for (uint32_t i = 0; !has && i < p->count; i++)
        has = p->ranges[i].low <= ply && ply <= p->ranges[i].high;
    return has;
}

uint32_t cp_plies_missing(const struct cp_plies *p, uint32_t plies)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->ranges[i].low > plies)
            return p->ranges[i].low;
        if (p->ranges[i].high > plies && p->ranges[i].high != UINT32_MAX)
            return p->ranges[i].high;
    }
    return 0;
}

void cp_plies_report_missing(const struct cp_plies *p, struct cp_run *run, const struct cp_game *g,
                             uint32_t plies)
{
    uint32_t ply = cp_plies_missing(p, plies);
    if (ply == CP_NO_PLY)
        cp_diag_report(&run->diags, CP_PLY_MISSING, cp_node_span(g, NULL),
                       "its first move has a higher number");
    else if (ply)
        cp_diag_report(&run->diags, CP_PLY_MISSING, cp_node_span(g, NULL), "ply %u of %u", ply,
                       plies);
}

/* ---- files ---- */

/* Whether %c stands in the pattern. */
static bool names(const char *pattern, char c)
{
    for (const char *t = strchr(pattern, '%'); t; t = strchr(t + 2, '%'))
        if (t[1] == c)
            return true;
    return false;
}

bool cp_picture_files_open(struct cp_picture_files *f, struct cp_run *run, const char *pattern,
                           bool single)
{
    *f =
        (struct cp_picture_files){.run = run, .pattern = pattern ? pattern : "-", .single = single};
    cp_arena_init(&f->arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_buf_init(&f->name, &f->arena);
    cp_buf_init(&f->wanted, &f->arena);
    for (const char *t = strchr(f->pattern, '%'); t; t = strchr(t + 2, '%')) {
        if (t[1] && strchr("gp%", t[1]))
            continue;
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--output %s: %% is followed by g, p or %%", pattern);
        return false;
    }
    return true;
}

static void close_file(struct cp_picture_files *f)
{
    if (f->to == &f->output && cp_output_close(&f->output) != CP_WRITTEN)
        f->has_failed = true;
    f->to = NULL;
}

/* A file of pictures of all games lacks some when not all could be read. */
void cp_picture_files_close(struct cp_picture_files *f)
{
    bool is_of_all = !names(f->pattern, 'g') && !names(f->pattern, 'p');
    if (is_of_all && f->to == &f->output && cp_run_has_failed(f->run))
        cp_output_leave(&f->output);
    close_file(f);
    cp_arena_close(&f->arena);
}

static void find_name(struct cp_picture_files *f, uint64_t game, uint32_t ply)
{
    struct cp_buf *out = &f->wanted;
    cp_buf_reset(out);
    for (const char *t = f->pattern; *t; t++) {
        if (*t != '%')
            cp_buf_putc(out, *t);
        else if (*++t == '%')
            cp_buf_putc(out, '%');
        else
            cp_buf_put_int(out, *t == 'g' ? (int64_t)game : (int64_t)ply);
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
    if (strcmp(f->name.at, "-") == 0)
        f->to = &f->run->output;
    else if (cp_run_may_write(f->run, f->name.at) &&
             cp_output_open(&f->output, &f->arena, &f->run->own, f->name.at))
        f->to = &f->output;
}

/* Where the picture of a ply goes; NULL: it has no place, which was reported. */
static struct cp_output *place_of(struct cp_picture_files *f, uint64_t game, uint32_t ply)
{
    f->first_game = f->first_game ? f->first_game : game;
    find_name(f, game, ply);
    bool is_same = f->to && strcmp(f->wanted.at, f->name.at) == 0;
    bool may_be_used = game != f->first_game && !names(f->pattern, 'g');
    if (is_same ? f->single : may_be_used) {
        cp_diag_report(&f->run->own, CP_SECOND_PICTURE, cp_run_span(f->run), "game %llu, ply %u",
                       (unsigned long long)game, ply);
        return NULL;
    }
    if (is_same)
        cp_buf_putc(&f->to->text, '\n');
    else
        open_file(f);
    return f->to;
}

static void write_picture(struct cp_picture_files *f, uint64_t game, uint32_t ply, cp_str picture)
{
    struct cp_output *to = f->has_failed ? NULL : place_of(f, game, ply);
    if (to)
        cp_buf_put(&to->text, picture);
    if (!to || (cp_output_flush_full(to) != CP_WRITTEN && to == &f->output))
        f->has_failed = true;
}

/* ---- for workers ---- */

/* What stands before a picture that is kept. */
struct kept {
    uint64_t game; /* of the copy's, from 1 */
    uint32_t ply;
    size_t len, said; /* of the picture; of the messages before it */
};

void cp_picture_files_put(struct cp_picture_files *f, struct cp_run *run, uint32_t ply,
                          cp_str picture)
{
    struct kept kept = {run->games, ply, picture.len, run->messages.len};
    if (!run->output.is_held) {
        write_picture(f, run->games, ply, picture);
        return;
    }
    cp_buf_put(&run->output.text, (cp_str){(const char *)&kept, sizeof kept});
    cp_buf_put(&run->output.text, picture);
}

void cp_picture_files_deliver(struct cp_picture_files *f, cp_str kept, cp_str messages)
{
    size_t reported = 0; /* bytes of the messages */
    while (kept.len) {
        struct kept next;
        memcpy(&next, kept.at, sizeof next);
        kept = cp_str_skip(kept, sizeof next);
        write_picture(f, f->run->games + next.game, next.ply, (cp_str){kept.at, next.len});
        kept = cp_str_skip(kept, next.len);
        if (!f->run->own.count)
            continue;
        if (reported < next.said)
            cp_run_print(f->run, (cp_str){messages.at + reported, next.said - reported});
        cp_run_report(f->run, &f->run->own);
        reported = next.said;
    }
    if (reported < messages.len)
        cp_run_print(f->run, cp_str_skip(messages, reported));
}
