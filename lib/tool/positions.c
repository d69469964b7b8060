/* SPDX-License-Identifier: MIT */
#include "tool/positions.h"

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

static bool take_range(cp_str text, struct cp_ply_range *out)
{
    if (!take_number(&text, &out->low))
        return false;
    out->high = out->low;
    if (text.len && text.at[0] == '-') {
        text = cp_str_skip(text, 1);
        if (!take_number(&text, &out->high))
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
            out->ranges[out->count++] = (struct cp_ply_range){0, UINT32_MAX};
        else if (take_range(item, &out->ranges[out->count]))
            out->count++;
        else
            return false;
    }
    return true;
}

bool cp_plies_has(const struct cp_plies *p, uint32_t ply)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->ranges[i].low <= ply && ply <= p->ranges[i].high)
            return true;
    return false;
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

/* ---- files ---- */

static bool is_standard(const struct cp_picture_files *f)
{
    return !f->pattern || strcmp(f->pattern, "-") == 0;
}

/* Whether %c stands in the pattern. */
static bool names(const char *pattern, char c)
{
    for (const char *t = strchr(pattern, '%'); t; t = strchr(t + 2, '%'))
        if (t[1] == c)
            return true;
    return false;
}

bool cp_picture_files_init(struct cp_picture_files *f, struct cp_run *run, const char *pattern,
                           bool single)
{
    *f = (struct cp_picture_files){.run = run, .pattern = pattern, .single = single};
    cp_buf_init(&f->name, &run->arena);
    if (is_standard(f))
        return true;
    for (const char *t = strchr(pattern, '%'); t; t = strchr(t + 2, '%')) {
        if (t[1] && strchr("gp%", t[1]))
            continue;
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--output %s: %% is followed by g, p or %%", pattern);
        return false;
    }
    return true;
}

static void put_name(struct cp_picture_files *f, struct cp_buf *out, uint64_t game, uint32_t ply)
{
    for (const char *t = f->pattern; *t; t++) {
        if (*t != '%')
            cp_buf_putc(out, *t);
        else if (*++t == '%')
            cp_buf_putc(out, '%');
        else
            cp_buf_put_int(out, *t == 'g' ? (int64_t)game : (int64_t)ply);
    }
}

static struct cp_buf *refuse(struct cp_picture_files *f, uint64_t game, uint32_t ply)
{
    f->has_failed = true;
    cp_diag_report(&f->run->own, CP_SECOND_PICTURE, cp_run_span(f->run), "game %llu, ply %u",
                   (unsigned long long)game, ply);
    return NULL;
}

static bool open_file(struct cp_picture_files *f)
{
    cp_buf_putc(&f->name, '\0');
    f->name.len--;
    if (cp_options_has_file(&f->run->options, f->name.at)) {
        cp_diag_report(&f->run->own, CP_OPTIONS_DISAGREE, cp_run_span(f->run),
                       "%s is read and written", f->name.at);
        return false;
    }
    f->is_open = cp_output_open(&f->output, &f->run->arena, &f->run->own, f->name.at);
    return f->is_open;
}

static struct cp_buf *parted(struct cp_buf *text, bool is_first)
{
    if (!is_first)
        cp_buf_putc(text, '\n');
    return text;
}

struct cp_buf *cp_picture_files_next(struct cp_picture_files *f, uint64_t game, uint32_t ply)
{
    bool is_first = f->first_game == 0;
    f->first_game = is_first ? game : f->first_game;
    if (f->has_failed)
        return NULL;
    if (is_standard(f)) {
        if (f->single && !is_first)
            return refuse(f, game, ply);
        return parted(&f->run->output.text, is_first);
    }
    struct cp_buf name;
    cp_buf_init(&name, &f->run->record);
    put_name(f, &name, game, ply);
    if (f->is_open && cp_str_equal(cp_buf_str(&name), cp_buf_str(&f->name)))
        return f->single ? refuse(f, game, ply) : parted(&f->output.text, false);
    if (!is_first && game != f->first_game && !names(f->pattern, 'g'))
        return refuse(f, game, ply);
    cp_picture_files_close(f); /* under its old name */
    cp_buf_reset(&f->name);
    cp_buf_put(&f->name, cp_buf_str(&name));
    if (!f->has_failed && open_file(f))
        return &f->output.text;
    f->has_failed = true;
    return NULL;
}

void cp_picture_files_flush(struct cp_picture_files *f)
{
    if (f->is_open && cp_output_flush_full(&f->output) != CP_WRITTEN)
        f->has_failed = true;
}

void cp_picture_files_close(struct cp_picture_files *f)
{
    if (f->is_open && cp_output_close(&f->output) != CP_WRITTEN)
        f->has_failed = true;
    f->is_open = false;
}
