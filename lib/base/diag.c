/* SPDX-License-Identifier: MIT */
#include "base/diag.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    enum cp_level level;
    const char *name, *text, *hint;
} kinds[] = {
    {CP_NOTE, "OK", "fine", ""},
#define CP_DIAG(name, level, text, hint) {CP_##level, #name, text, hint},
#include "base/diag.def"
#undef CP_DIAG
};

enum cp_level cp_diag_level(enum cp_diag kind)
{
    return kinds[kind].level;
}

const char *cp_level_word(enum cp_level level)
{
    static const char *const words[] = {"note", "warning", "error", "error", "error"};
    return words[level];
}

const char *cp_diag_text(enum cp_diag kind)
{
    return kinds[kind].text;
}

const char *cp_diag_hint(enum cp_diag kind)
{
    return kinds[kind].hint;
}

/* A slug is the name in another spelling, so there is no second list. */
static char slug_char(char c)
{
    return c == '_' ? '-' : cp_lower(c);
}

void cp_diag_format_slug(struct cp_buf *out, enum cp_diag kind)
{
    for (const char *c = kinds[kind].name; *c; c++)
        cp_buf_putc(out, slug_char(*c));
}

/* What earlier builds told by other names, as their records and people's scripts still do. */
static const struct {
    const char *slug;
    enum cp_diag kind;
} formerly[] = {
    {"blank-unusual", CP_PARTING_UNUSUAL},
    {"epd-unusual", CP_FEN_UNUSUAL},
    {"side-other", CP_PIECE_OTHER},
    {"passing-mark-wrong", CP_CAPTURE_MARK_WRONG},
    {"double-mark-wrong", CP_CHECK_MARK_WRONG},
    {"trap-mark-wrong", CP_MATE_MARK_WRONG},
    {"trap-mark-missing", CP_MATE_MARK_MISSING},
    {"start-passed-idle", CP_START_IDLE},
    {"start-moved-idle", CP_START_IDLE},
    {"trapdoor-overridden", CP_OVERRIDDEN},
    {"variant-overridden", CP_OVERRIDDEN},
    {"descriptive", CP_NOT_A_MOVE},
    {"fall-uneven", CP_NOT_A_MOVE},
    {"lines-quoted", CP_NOT_A_MOVE},
    {"not-icn-move", CP_NOT_A_MOVE},
    {"result-said", CP_NOT_A_MOVE},
    {"fall-on-nothing", CP_BEFORE_ANY_MOVE},
    {"mark-on-nothing", CP_BEFORE_ANY_MOVE},
    {"variation-of-nothing", CP_BEFORE_ANY_MOVE},
    {"variation-open", CP_PARENTHESIS_ALONE},
    {"variation-not-open", CP_PARENTHESIS_ALONE},
    {"variations-too-deep", CP_GAME_TOO_LARGE},
    {"comments-too-long", CP_GAME_TOO_LARGE},
    {"not-icn-position", CP_ICN_VALUE},
    {"not-a-fen-of-agents", CP_NOT_A_FEN},
    {"record-misquoted", CP_RECORD_IN_TEXT},
    {"tag-outweighed", CP_TAG_IDLE},
    {"tag-of-text", CP_TAG_IDLE},
    {"tag-not-understood", CP_TAG_IDLE},
};

enum cp_diag cp_diag_find(cp_str slug)
{
    for (enum cp_diag kind = CP_OK + 1; kind < CP_DIAG_COUNT; kind++) {
        const char *name = kinds[kind].name;
        size_t same = 0;
        while (same < slug.len && name[same] && slug_char(name[same]) == slug.at[same])
            same++;
        if (same == slug.len && !name[same])
            return kind;
    }
    for (size_t i = 0; i < sizeof formerly / sizeof *formerly; i++)
        if (cp_str_equal(slug, cp_str_from(formerly[i].slug)))
            return formerly[i].kind;
    return CP_OK;
}

void cp_diags_init_like(struct cp_diags *d, struct cp_arena *arena, const struct cp_diags *like)
{
    *d = (struct cp_diags){.arena = arena, .strict = like->strict, .silent = like->silent};
}

void cp_diags_reset(struct cp_diags *d)
{
    cp_diags_init_like(d, d->arena, d);
}

/* ---- long numbers ---- */

enum { RUN_MOST = 100, RUN_SHOWN = 20 };

cp_str cp_numbers_shorten(struct cp_arena *arena, cp_str text, const char *gap)
{
    if (text.len <= RUN_MOST)
        return text;
    struct cp_buf out = cp_buf_in(arena);
    while (text.len) {
        size_t run = 0; /* the letters or digits that text begins with */
        while (run < text.len && (cp_is_digit(text.at[run]) || cp_is_letter(text.at[run])))
            run++;
        size_t taken = run ? run : 1;
        if (run > RUN_MOST)
            cp_buf_printf(&out, "%.*s%s[%zu %s]%s%.*s", RUN_SHOWN, text.at, gap, run,
                          cp_is_digit(text.at[0]) ? "digits" : "characters", gap, RUN_SHOWN,
                          text.at + run - RUN_SHOWN);
        else
            cp_buf_put(&out, (cp_str){text.at, taken});
        text = cp_str_skip(text, taken);
    }
    return cp_buf_str(&out);
}

/* ---- saying ---- */

static cp_str detail_of(struct cp_arena *arena, const char *fmt, va_list args)
{
    struct cp_buf text = cp_buf_in(arena);
    cp_buf_vprintf(&text, fmt, args);
    return cp_numbers_shorten(arena, cp_buf_str(&text), "…");
}

/* A record of a million faults keeps the first KEPT, and its first error; the counts go on. */
enum { KEPT = 1000 };

static bool is_silent(const struct cp_diags *d, enum cp_diag kind)
{
    return d->silent && cp_kinds_has(d->silent, kind);
}

static void count_message(struct cp_diags *d, enum cp_diag kind, enum cp_level level)
{
    if (level > d->worst)
        d->worst = level;
    d->errors += level >= CP_ERROR;
    d->warnings += level == CP_WARNING;
    d->unsaid += is_silent(d, kind);
    d->count++;
}

static void report(struct cp_diags *d, enum cp_diag kind, cp_span at, const char *fmt, va_list args)
{
    enum cp_level level = kinds[kind].level;
    if (level == CP_WARNING && d->strict && !is_silent(d, kind))
        level = CP_ERROR;
    count_message(d, kind, level);
    bool is_first_error = level >= CP_ERROR && d->errors == 1;
    if (d->count > KEPT && !is_first_error) {
        if (!d->beyond)
            d->beyond = cp_arena_take_zero(d->arena, CP_DIAG_COUNT, sizeof *d->beyond);
        d->beyond[kind]++;
        return;
    }
    struct cp_message *m = cp_arena_take_zero(d->arena, 1, sizeof *m);
    *m = (struct cp_message){.kind = kind,
                             .level = level,
                             .order = d->count,
                             .at = at,
                             .detail = detail_of(d->arena, fmt, args)};
    if (d->last)
        d->last->next = m;
    else
        d->first = m;
    d->last = m;
}

void cp_diag_report(struct cp_diags *d, enum cp_diag kind, cp_span at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    report(d, kind, at, fmt, args);
    va_end(args);
}

void cp_diag_report_again(struct cp_diags *d, enum cp_diag kind, cp_span at)
{
    const struct cp_message *m = d->first;
    while (m && (m->kind != kind || m->at.line != at.line || m->at.col != at.col))
        m = m->next;
    if (m)
        return;
    cp_diag_report(d, kind, at, "%s", "told when the game was first read");
    if (d->count <= KEPT && d->last->level < CP_ERROR && !is_silent(d, kind)) {
        d->last->is_counted_only = true;
        d->unsaid++;
    }
}

bool cp_diags_have(const struct cp_diags *d, enum cp_diag kind)
{
    const struct cp_message *m = d->first;
    while (m && m->kind != kind)
        m = m->next;
    return m != NULL;
}

bool cp_diags_forget(struct cp_diags *d, bool (*is_forgotten)(enum cp_diag kind))
{
    if (d->count > KEPT)
        return false;
    struct cp_message *next = d->first;
    cp_diags_reset(d);
    for (struct cp_message *m = next; m; m = next) {
        next = m->next;
        m->next = NULL;
        if (is_forgotten(m->kind))
            continue;
        count_message(d, m->kind, m->level);
        m->order = d->count;
        *(d->last ? &d->last->next : &d->first) = m;
        d->last = m;
    }
    return true;
}

enum cp_diag cp_diags_first_error(const struct cp_diags *d, uint32_t since, cp_span *at,
                                  cp_str *detail)
{
    for (const struct cp_message *m = d->first; m; m = m->next)
        if (m->level >= CP_ERROR && m->order > since) {
            *at = m->at;
            *detail = m->detail;
            return m->kind;
        }
    return CP_OK;
}

struct cp_message *cp_diags_error_at(const struct cp_diags *d, cp_span at)
{
    struct cp_message *m = d->first;
    while (m && (m->level < CP_ERROR || m->at.line != at.line || m->at.col != at.col))
        m = m->next;
    return m;
}

static void add_also(struct cp_diags *d, struct cp_message *to, cp_span at, cp_str detail)
{
    struct cp_message **link = &to->also;
    while (*link)
        link = &(*link)->next;
    *link = cp_arena_take_zero(d->arena, 1, sizeof **link);
    **link = (struct cp_message){.at = at, .detail = detail};
}

void cp_diag_also(struct cp_diags *d, cp_span at, const char *fmt, ...)
{
    if (!d->last || d->count > KEPT)
        return;
    va_list args;
    va_start(args, fmt);
    add_also(d, d->last, at, detail_of(d->arena, fmt, args));
    va_end(args);
}

void cp_diag_also_of(struct cp_diags *d, cp_span place, const char *fmt, ...)
{
    struct cp_message *m = cp_diags_error_at(d, place);
    if (!m || !place.line)
        return;
    va_list args;
    va_start(args, fmt);
    add_also(d, m, (cp_span){0}, detail_of(d->arena, fmt, args));
    va_end(args);
}

static int by_place(const void *left, const void *right)
{
    const struct cp_message *a = *(struct cp_message *const *)left;
    const struct cp_message *b = *(struct cp_message *const *)right;
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    if (a->at.col != b->at.col)
        return a->at.col < b->at.col ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

void cp_diag_also_of_first(struct cp_diags *d, bool (*is_meant)(enum cp_diag kind), const char *fmt,
                           ...)
{
    struct cp_message *first = NULL;
    for (struct cp_message *m = d->first; m; m = m->next)
        if (m->level >= CP_ERROR && is_meant(m->kind) && (!first || by_place(&m, &first) < 0))
            first = m;
    if (!first)
        return;
    va_list args;
    va_start(args, fmt);
    add_also(d, first, (cp_span){0}, detail_of(d->arena, fmt, args));
    va_end(args);
}

/* A name that might be taken for a place and a message stands in quotes. */
static void format_place(struct cp_buf *out, cp_span at)
{
    if (!at.file)
        return;
    const char *quote = !at.file[0] || strstr(at.file, ": ") ? "'" : "";
    cp_buf_puts(out, quote);
    cp_shown_put(out, cp_str_from(at.file));
    cp_buf_puts(out, quote);
    if (at.line)
        cp_buf_printf(out, ":%u", at.line);
    if (at.line && at.col)
        cp_buf_printf(out, ":%u", at.col);
    cp_buf_puts(out, ": ");
}

void cp_message_put_text(struct cp_buf *out, const struct cp_message *m)
{
    cp_buf_puts(out, kinds[m->kind].text);
    if (m->detail.len)
        cp_buf_printf(out, ": %.*s", CP_FMT(m->detail));
}

void cp_message_put_hint(struct cp_buf *out, const struct cp_message *m)
{
    const char *hint = kinds[m->kind].hint;
    bool is_raised = kinds[m->kind].level < CP_ERROR && m->level >= CP_ERROR; /* by --strict */
    cp_buf_printf(out, "%s%s%s", hint, hint[0] && is_raised ? ", or " : "",
                  is_raised ? "leave out --strict" : "");
}

static void format_message(struct cp_buf *out, const struct cp_message *m)
{
    format_place(out, m->at);
    cp_buf_printf(out, "%s: %s", cp_level_word(m->level), kinds[m->kind].text);
    if (m->detail.len) {
        cp_buf_puts(out, ": ");
        cp_shown_put(out, m->detail);
    }
    cp_buf_puts(out, " [");
    cp_diag_format_slug(out, m->kind);
    cp_buf_puts(out, "]\n");
    size_t before = out->len;
    cp_buf_puts(out, "  hint: ");
    size_t begin = out->len;
    cp_message_put_hint(out, m);
    if (out->len > begin)
        cp_buf_putc(out, '\n');
    else
        out->len = before;
    for (const struct cp_message *also = m->also; also; also = also->next) {
        cp_buf_puts(out, "  also: ");
        format_place(out, also->at);
        cp_shown_put(out, also->detail);
        cp_buf_putc(out, '\n');
    }
}

void cp_diags_count(const struct cp_diags *d, uint64_t counts[CP_DIAG_COUNT])
{
    for (const struct cp_message *m = d->first; m; m = m->next)
        counts[m->kind]++;
    for (enum cp_diag kind = CP_OK; d->beyond && kind < CP_DIAG_COUNT; kind++)
        counts[kind] += d->beyond[kind];
}

uint32_t cp_diags_told(const struct cp_diags *d)
{
    return d->count - d->unsaid;
}

struct cp_message **cp_diags_sort(struct cp_diags *d, uint32_t *count)
{
    uint32_t held = 0;
    for (struct cp_message *m = d->first; m; m = m->next)
        held++;
    struct cp_message **sorted = cp_arena_take_zero(d->arena, held, sizeof(struct cp_message *));
    *count = 0;
    for (struct cp_message *m = d->first; m; m = m->next)
        if (!m->is_counted_only && !is_silent(d, m->kind))
            sorted[(*count)++] = m;
    if (*count > 1)
        qsort(sorted, *count, sizeof *sorted, by_place);
    return sorted;
}

void cp_diags_format(struct cp_diags *d, struct cp_buf *out, uint32_t most)
{
    uint32_t held, all = cp_diags_told(d);
    struct cp_message **sorted = cp_diags_sort(d, &held);
    for (uint32_t i = 0; i < held && i < most; i++)
        format_message(out, sorted[i]);
    if (held && all > most) {
        format_place(out, (cp_span){.file = sorted[0]->at.file});
        cp_buf_printf(out, "note: %u more of this game are not shown\n", all - most);
    }
}
