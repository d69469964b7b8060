/* SPDX-License-Identifier: MIT */
#include "text/reading/icn_list.h"

#include "base/json.h"

static char skip_blanks(struct cp_cursor *c)
{
    unsigned ignored;
    return cp_cursor_skip_space(c, UINT32_MAX, &ignored) ? *c->at : '\0';
}

static void note_fault(struct cp_icn_list *list, const struct cp_cursor *c, const char *fault)
{
    if (list->fault)
        return;
    list->fault = fault;
    list->fault_at = cp_cursor_place(c, c->at, 1);
}

/* What comes behind commas, of which one parts two values. */
static char skip_commas(struct cp_icn_list *list, struct cp_cursor *c)
{
    char next = skip_blanks(c);
    for (; next == ','; next = skip_blanks(c)) {
        if (list->before != '"')
            note_fault(list, c, "a value must stand in front of the comma");
        list->before = ',';
        c->at++;
        cp_cursor_settle(c);
    }
    if (next == ']' && list->before == ',')
        note_fault(list, c, "a value must stand behind the comma");
    if (next && next != ']' && list->before == '"')
        note_fault(list, c, "a comma must stand between two values of a list");
    list->before = '"';
    return next;
}

enum { SPACE_MOST = 4096 };

/* Whether a value of JSON stands at `at`, which no tag begins with: a string, one comma too many in
 * front of it, another list, or a number, true, false or null in front of a comma. */
static bool is_value(struct cp_cursor *c, size_t at)
{
    char first = cp_cursor_look(c, at);
    size_t from = at;
    if (first == '"' || first == '[')
        return true;
    if (first == ',')
        return cp_cursor_look(c, cp_cursor_space_end(c, at + 1, SPACE_MOST)) == '"';
    while (at - from < 32 && strchr("+-.0123456789aeflnrstu", cp_cursor_look(c, at)) &&
           cp_cursor_look(c, at))
        at++;
    return at > from && cp_cursor_look(c, cp_cursor_space_end(c, at, SPACE_MOST)) == ',';
}

bool cp_icn_list_begin(struct cp_icn_list *list, struct cp_cursor *c)
{
    if (skip_blanks(c) != '[' || !is_value(c, cp_cursor_space_end(c, 1, SPACE_MOST)))
        return false;
    cp_arena_init(&list->arena, c->arenas[0].out_of_memory, c->arenas[0].handler_data);
    cp_cursor_pass(c, 1);
    list->before = '[';
    return true;
}

void cp_icn_list_close(struct cp_icn_list *list)
{
    if (list->has_string)
        cp_cursor_close(&list->inside);
    cp_arena_close(&list->arena);
}

/* ---- a string ---- */

/* Its length with its quotation marks; 0: it has no end, or none within the most. */
static size_t string_length(struct cp_cursor *c, bool *is_too_long)
{
    size_t len = 1;
    *is_too_long = false;
    for (; cp_cursor_has(c, len + 1); len++) {
        char next = c->at[len];
        *is_too_long = len > CP_TEXT_MOST;
        if (next == '"' || *is_too_long)
            return next == '"' ? len + 1 : 0;
        len += next == '\\';
    }
    return 0;
}

/* Past a string that is not kept. */
static void pass_over_string(struct cp_cursor *c)
{
    c->at++;
    for (;;) {
        cp_cursor_pass_over(c, "\"\\");
        if (!cp_cursor_has(c, 1))
            return;
        bool is_end = *c->at++ == '"';
        if (is_end)
            return;
        c->at += cp_cursor_has(c, 1);
    }
}

/* The string at the cursor, as a text of its own. */
static bool open_string(struct cp_icn_list *list, struct cp_cursor *c, size_t len,
                        struct cp_diags *d)
{
    struct cp_value *v;
    cp_span at = cp_cursor_place(c, c->at, len);
    cp_arena_reset(&list->arena);
    cp_str literal = cp_str_keep(&list->arena, (cp_str){c->at, len});
    bool good = cp_json_parse(&v, &list->arena, literal, at, d);
    if (good) {
        list->rest = v->text;
        list->places = (struct cp_unescaped){
            .line = at.line, .col = at.col + 1u, .raw = {literal.at + 1, len - 2}};
        cp_unescaped_note(&list->places, &list->arena);
    }
    cp_cursor_pass(c, len);
    cp_cursor_settle(c);
    if (!good)
        return false;
    cp_cursor_open(&list->inside, &list->arena, cp_source_of_text, &list->rest, c->file);
    list->inside.unescaped = &list->places;
    list->has_string = true;
    return true;
}

static void refuse(struct cp_game *g, struct cp_diags *d, cp_span at, const char *why)
{
    cp_diag_report(d, CP_ICN_LIST_WRONG, at, "%s", why);
    g->is_broken = true;
    g->lost = CP_ICN_LIST_WRONG; /* there is no game */
    g->line = at.line;
}

/* Past what is no string, with all that is within it, up to what parts it from the next. */
static void pass_over_value(struct cp_cursor *c)
{
    for (uint64_t depth = 0;;) {
        cp_cursor_pass_over(c, ",\"{}[]");
        if (!cp_cursor_has(c, 1))
            return;
        char sign = *c->at;
        if (!depth && (sign == ',' || sign == ']'))
            return;
        depth += sign == '{' || sign == '[';
        depth -= depth && (sign == '}' || sign == ']');
        if (sign == '"')
            pass_over_string(c);
        else
            c->at++;
    }
}

static enum cp_icn_list_next read_string(struct cp_icn_list *list, struct cp_cursor *c,
                                         struct cp_game *g, struct cp_diags *d)
{
    bool is_too_long;
    cp_str detail;
    uint32_t since = d->count;
    cp_span at = cp_cursor_place(c, c->at, 1);
    size_t len = string_length(c, &is_too_long);
    if (len && open_string(list, c, len, d))
        return CP_LIST_STRING;
    if (len) { /* reported, though not kept where very many are */
        enum cp_diag why = cp_diags_first_error(d, since, &at, &detail);
        g->is_broken = true;
        g->lost = why ? why : CP_ICN_LIST_WRONG;
        return CP_LIST_WRONG;
    }
    pass_over_string(c);
    if (is_too_long)
        cp_game_refuse_size(g, d, at, "more than 16 MiB of text");
    else
        refuse(g, d, at, "this string has no end");
    return CP_LIST_WRONG;
}

enum cp_icn_list_next cp_icn_list_next(struct cp_icn_list *list, struct cp_cursor *c,
                                       struct cp_game *g, struct cp_diags *d)
{
    if (list->has_string)
        cp_cursor_close(&list->inside);
    list->has_string = false;
    cp_cursor_settle(c);
    char next = list->is_told ? '\0' : skip_commas(list, c);
    if (next == '"')
        return read_string(list, c, g, d);
    if (next == ']') {
        list->has_end = true;
        cp_cursor_pass(c, 1);
        (void)skip_blanks(c);
    }
    bool is_more = cp_cursor_has(c, 1), is_over = !next || list->has_end;
    cp_span at = cp_cursor_place(c, c->at, is_more);
    if (!is_over) {
        refuse(g, d, at, "it holds strings, and nothing else");
        pass_over_value(c);
        return CP_LIST_WRONG;
    }
    if (list->has_end ? is_more : !list->is_told && !c->is_failed)
        cp_diag_report(d, CP_ICN_LIST_WRONG, at, "%s",
                       list->has_end ? "nothing may follow it" : "it has no end: ]");
    cp_cursor_pass_over(c, "");
    list->is_told = true;
    return CP_LIST_END;
}
