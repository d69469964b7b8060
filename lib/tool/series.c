/* SPDX-License-Identifier: MIT */
#include "tool/series.h"

static bool is_standard(const struct cp_series *s)
{
    return !s->template || strcmp(s->template, "-") == 0;
}

/* Whether %c stands in the template. */
static bool names(const char *template, char c)
{
    for (const char *t = strchr(template, '%'); t; t = strchr(t + 2, '%'))
        if (t[1] == c)
            return true;
    return false;
}

bool cp_series_init(struct cp_series *s, struct cp_run *run, const char *template, bool single)
{
    *s = (struct cp_series){.run = run, .template = template, .single = single};
    cp_buf_init(&s->name, &run->arena);
    if (is_standard(s))
        return true;
    for (const char *t = strchr(template, '%'); t; t = strchr(t + 2, '%')) {
        if (t[1] && strchr("gp%", t[1]))
            continue;
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--output %s: %% is followed by g, p or %%", template);
        return false;
    }
    return true;
}

static void put_name(struct cp_series *s, struct cp_buf *out, uint64_t game, uint32_t ply)
{
    for (const char *t = s->template; *t; t++) {
        if (*t != '%')
            cp_buf_putc(out, *t);
        else if (*++t == '%')
            cp_buf_putc(out, '%');
        else
            cp_buf_put_int(out, *t == 'g' ? (int64_t)game : (int64_t)ply);
    }
}

static struct cp_buf *refuse(struct cp_series *s, uint64_t game, uint32_t ply)
{
    s->has_failed = true;
    cp_diag_report(&s->run->own, CP_SECOND_PICTURE, cp_run_span(s->run), "game %llu, ply %u",
                   (unsigned long long)game, ply);
    return NULL;
}

static bool open_file(struct cp_series *s)
{
    cp_buf_putc(&s->name, '\0');
    s->name.len--;
    if (cp_options_has_file(&s->run->options, s->name.at)) {
        cp_diag_report(&s->run->own, CP_OPTIONS_DISAGREE, cp_run_span(s->run),
                       "%s is read and written", s->name.at);
        return false;
    }
    s->is_open = cp_output_open(&s->output, &s->run->arena, &s->run->own, s->name.at);
    return s->is_open;
}

static struct cp_buf *parted(struct cp_buf *text, bool is_first)
{
    if (!is_first)
        cp_buf_putc(text, '\n');
    return text;
}

struct cp_buf *cp_series_next(struct cp_series *s, uint64_t game, uint32_t ply)
{
    bool is_first = s->first_game == 0;
    s->first_game = is_first ? game : s->first_game;
    if (s->has_failed)
        return NULL;
    if (is_standard(s)) {
        if (s->single && !is_first)
            return refuse(s, game, ply);
        return parted(&s->run->output.text, is_first);
    }
    struct cp_buf name;
    cp_buf_init(&name, &s->run->record);
    put_name(s, &name, game, ply);
    if (s->is_open && cp_str_equal(cp_buf_str(&name), cp_buf_str(&s->name)))
        return s->single ? refuse(s, game, ply) : parted(&s->output.text, false);
    if (!is_first && game != s->first_game && !names(s->template, 'g'))
        return refuse(s, game, ply);
    cp_series_close(s); /* under its old name */
    cp_buf_reset(&s->name);
    cp_buf_put(&s->name, cp_buf_str(&name));
    if (!s->has_failed && open_file(s))
        return &s->output.text;
    s->has_failed = true;
    return NULL;
}

void cp_series_flush(struct cp_series *s)
{
    if (s->is_open && cp_output_flush_full(&s->output) != CP_WRITTEN)
        s->has_failed = true;
}

void cp_series_close(struct cp_series *s)
{
    if (s->is_open && cp_output_close(&s->output) != CP_WRITTEN)
        s->has_failed = true;
    s->is_open = false;
}
