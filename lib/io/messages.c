/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "io/messages.h"

#include "base/scan.h"
#include "base/utf8.h"

static bool may_be_silent(enum cp_diag kind)
{
    return cp_diag_level(kind) < CP_ERROR;
}

void cp_slugs_put_words(struct cp_buf *out, unsigned operand, char between)
{
    size_t begin = out->len;
    (void)operand;
    for (enum cp_diag kind = CP_OK + 1; kind < CP_DIAG_COUNT; kind++) {
        if (!may_be_silent(kind))
            continue;
        if (out->len > begin)
            cp_buf_putc(out, between);
        cp_diag_format_slug(out, kind);
    }
}

void cp_warnings_put_words(struct cp_buf *out, unsigned operand, char between)
{
    cp_buf_printf(out, "none%call%c", between, between);
    cp_slugs_put_words(out, operand, between);
}

/* All warnings and notes, or none. */
static void silence_all(struct cp_kinds *silent, bool are_silent)
{
    *silent = (struct cp_kinds){0};
    for (enum cp_diag kind = CP_OK + 1; are_silent && kind < CP_DIAG_COUNT; kind++)
        if (may_be_silent(kind))
            cp_kinds_put(silent, kind);
}

struct reading {
    struct cp_kinds *silent;
    struct cp_arena *arena;
    cp_span at;
    struct cp_diags *diags;
    bool has_begun, has_all;
};

static bool refuse(const struct reading *r, cp_str word, enum cp_diag kind)
{
    uint32_t count = 0;
    struct cp_buf text = cp_buf_in(r->arena);
    cp_warnings_put_words(&text, CP_NO_OPERAND, '\0');
    cp_buf_putc(&text, '\0');
    struct cp_word *words = cp_arena_take_zero(r->arena, CP_DIAG_COUNT + 3, sizeof *words);
    for (size_t at = 0; at < text.len; at += strlen(text.at + at) + 1)
        words[count++].word = text.at + at;
    const char *near = kind ? NULL : cp_wordlist_nearest(words, word);
    if (near)
        cp_diag_report(r->diags, CP_OPTION_VALUE_WRONG, r->at,
                       "--warnings \"%.*s\"; did you mean %s?", CP_FMT(word), near);
    else
        cp_diag_report(r->diags, CP_OPTION_VALUE_WRONG, r->at, "--warnings \"%.*s\": %s",
                       CP_FMT(word),
                       kind ? "it is an error, and errors are always told"
                            : "it takes none, all, or what stands in brackets behind warnings "
                              "(--list-messages), -name for all but that");
    return false;
}

/* One word of the list: a name alone at the beginning of all means that nothing else is told. */
static bool take_word(struct reading *r, cp_str word)
{
    bool is_without = word.len && word.at[0] == '-';
    bool is_first = !r->has_begun;
    r->has_begun = true;
    if (cp_str_is(word, "none") || cp_str_is(word, "all")) {
        silence_all(r->silent, cp_str_is(word, "none"));
        r->has_all |= cp_str_is(word, "all");
        return true;
    }
    cp_str slug = cp_str_skip(word, is_without);
    enum cp_diag kind = cp_diag_find(slug);
    if (!kind || !may_be_silent(kind))
        return refuse(r, slug, kind);
    if (is_first && !is_without)
        silence_all(r->silent, true);
    if (is_without)
        cp_kinds_put(r->silent, kind);
    else
        cp_kinds_del(r->silent, kind);
    return true;
}

bool cp_warnings_read(struct cp_kinds *silent, bool *tells_each, const struct cp_options *o,
                      struct cp_arena *arena, cp_span at, struct cp_diags *d)
{
    struct reading r = {.silent = silent, .arena = arena, .at = at, .diags = d};
    *silent = (struct cp_kinds){0};
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "warnings", g));)
        for (cp_str list = cp_str_from(g->value), word; cp_scan_item(&list, &word);)
            if (!take_word(&r, word))
                return false;
    *tells_each = r.has_all;
    return true;
}

void cp_messages_put_list(struct cp_buf *out)
{
    for (enum cp_diag kind = CP_OK + 1; kind < CP_DIAG_COUNT; kind++) {
        cp_diag_format_slug(out, kind);
        cp_buf_printf(out, "\t%s\t%s\n", cp_level_word(cp_diag_level(kind)), cp_diag_text(kind));
    }
}

/* ---- those that repeat ---- */

enum { TOLD_MOST = 5 }; /* of a kind */

/* The kind of the warning or note that begins with this line, as they are formatted; CP_OK: none
 * does. */
static enum cp_diag kind_of(cp_str line)
{
    size_t open = line.len;
    while (open && line.at[open - 1] != '[')
        open--;
    if (!open || line.at[line.len - 1] != ']')
        return CP_OK;
    enum cp_diag kind = cp_diag_find((cp_str){line.at + open, line.len - 1 - open});
    if (!kind || !may_be_silent(kind))
        return CP_OK;
    const char *text = cp_diag_text(kind), *word = cp_level_word(cp_diag_level(kind));
    const char *at = memmem(line.at, line.len, text, strlen(text));
    size_t before = strlen(word) + strlen(": ");
    bool is_there = at && (size_t)(at - line.at) >= before &&
                    memcmp(at - before, word, strlen(word)) == 0; /* no error, by --strict */
    return is_there ? kind : CP_OK;
}

void cp_repeats_put(struct cp_repeats *r, struct cp_buf *out, cp_str text)
{
    while (text.len) {
        size_t len = cp_line_end(text, 0), whole = len + (len < text.len);
        cp_str line = {text.at, len};
        if (!cp_str_starts(line, CP_STR("  hint: ")) && !cp_str_starts(line, CP_STR("  also: "))) {
            enum cp_diag kind = kind_of(line);
            r->is_passing = kind && ++r->counts[kind] > TOLD_MOST;
        }
        if (!r->is_passing)
            cp_buf_put(out, (cp_str){text.at, whole});
        text = cp_str_skip(text, whole);
    }
}

void cp_repeats_put_end(const struct cp_repeats *r, struct cp_buf *out, const char *tool)
{
    for (enum cp_diag kind = CP_OK; kind < CP_DIAG_COUNT; kind++) {
        if (r->counts[kind] <= TOLD_MOST)
            continue;
        cp_buf_printf(out, "%s: note: ", tool);
        cp_diag_format_slug(out, kind);
        cp_buf_printf(out, ": %ju more; --warnings all shows each\n",
                      (uintmax_t)(r->counts[kind] - TOLD_MOST));
    }
}

/* ---- whose ---- */

enum { NAME_MOST = 60 }; /* bytes of a player's name */

cp_str cp_player_of(const struct cp_game *g, const char *side)
{
    cp_str name = g ? cp_str_trim(cp_game_tag(g, side)) : CP_STR("");
    return cp_str_is(name, "?") ? CP_STR("") : name;
}

static void put_name(struct cp_buf *out, cp_str name)
{
    size_t len = 0, n;
    while (len < name.len && (n = cp_utf8_length(name.at + len, name.at + name.len)) &&
           len + n <= NAME_MOST)
        len += n;
    cp_buf_put(out, (cp_str){name.at, len});
    cp_buf_puts(out, !name.len ? "?" : len < name.len ? "…" : "");
}

void cp_players_put(struct cp_buf *out, const struct cp_game *g)
{
    cp_str white = cp_player_of(g, "White"), black = cp_player_of(g, "Black");
    if (!white.len && !black.len)
        return;
    cp_buf_puts(out, ", ");
    put_name(out, white);
    cp_buf_puts(out, " - ");
    put_name(out, black);
}
