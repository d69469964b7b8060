/* SPDX-License-Identifier: MIT */
#include "tool/icn_kept.h"

#include "text/icn_parts.h"
#include "text/notation_move.h"

static void tell(struct cp_run *run, const struct cp_game *g, const char *name, cp_str text)
{
    cp_diag_report(&run->diags, CP_ICN_LEFT_OUT, cp_node_span(g, NULL), "%s \"%.*s\"", name,
                   cp_str_shown(text), text.at);
}

/* ---- fields ---- */

/* Whether a word, with what stands behind it, goes on with fields. */
static bool is_field(cp_str text, bool has_position, bool has_odd_words)
{
    enum cp_icn_field look = cp_icn_look(text);
    if (look == CP_ICN_NOTHING)
        return has_odd_words && text.at[0] != '[' && text.at[0] != '{';
    return look != CP_ICN_MOVES && (look != CP_ICN_POSITION || has_position);
}

/* Whether words in a row are fields, and nothing that ends them. What was read as text just now
 * may have words that are none, and that was told. */
static bool are_fields(const struct cp_run *run, cp_str text, bool has_position)
{
    if (text.len && memchr(text.at, '\0', text.len))
        return false;
    while (text.len) {
        size_t len = cp_icn_word(text);
        if (len && !is_field(text, has_position, run->shape == CP_SHAPE_TEXT))
            return false;
        text = cp_str_skip(text, len ? len : 1);
    }
    return true;
}

static void take_member(struct cp_icn_kept *k, struct cp_run *run, const struct cp_game *g,
                        const struct cp_value *v)
{
    if (cp_str_is(v->name, "gaps")) {
        k->gaps = v;
    } else if (!cp_str_is(v->name, "fields")) {
        cp_diag_report(&run->diags, CP_ICN_LEFT_OUT, cp_node_span(g, NULL), "icn.%.*s",
                       cp_str_shown(v->name), v->name.at);
    } else if (v->type == CP_STRING && !g->start.len && are_fields(run, v->text, false)) {
        k->fields = v->text;
    } else {
        tell(run, g, "icn.fields", v->text);
    }
}

/* How many parts the moves have: themselves, marks and comments. */
static uint64_t count_parts(const struct cp_game *g)
{
    uint64_t count = 0;
    for (const struct cp_node *node = g->moves.first; node; node = node->next)
        count += 1u + (node->notes && node->notes->nags) + (node->notes && node->notes->after);
    return count;
}

static void take_gaps(struct cp_icn_kept *k, const struct cp_game *g)
{
    static const char *const names[] = {NULL, "between", "mark", "comment"};
    if (!k->gaps)
        return;
    if (k->gaps->type == CP_LIST && k->gaps->count == count_parts(g))
        k->next = k->gaps->first;
    for (int i = CP_GAP_BETWEEN; k->gaps->type == CP_MAP && i <= CP_GAP_COMMENT; i++) {
        const struct cp_value *v = cp_value_get(k->gaps, names[i]);
        if (v && v->type == CP_STRING)
            k->usual[i] = v->text;
    }
}

/* NULL: it is none that a record has. */
static struct cp_value *kept_of(const struct cp_game *g)
{
    struct cp_value *all;
    struct cp_diags ignored;
    cp_diags_init(&ignored, g->arena);
    bool is_map = g->icn.len &&
                  cp_json_parse(&all, g->arena, g->icn, cp_node_span(g, NULL), &ignored) &&
                  all->type == CP_MAP;
    return is_map ? all : NULL;
}

void cp_icn_kept_read(struct cp_icn_kept *k, struct cp_run *run, const struct cp_game *g)
{
    struct cp_value *all = kept_of(g);
    for (const struct cp_value *v = all ? all->first : NULL; v; v = v->next)
        take_member(k, run, g, v);
    if (cp_icn_is_start(g->start) && are_fields(run, g->start, true))
        k->fields = g->start;
    else if (cp_icn_is_start(g->start))
        tell(run, g, "of the start", g->start);
    take_gaps(k, g);
}

cp_str cp_icn_fields_of(const struct cp_game *g)
{
    const struct cp_value *all = g->start.len ? NULL : kept_of(g);
    const struct cp_value *fields = all ? cp_value_get(all, "fields") : NULL;
    if (cp_icn_is_start(g->start))
        return g->start;
    return fields && fields->type == CP_STRING ? fields->text : (cp_str){0};
}

void cp_icn_forget_fields(struct cp_game *g)
{
    struct cp_value *all = kept_of(g);
    struct cp_buf out;
    cp_buf_init(&out, g->arena);
    cp_buf_putc(&out, '{');
    for (const struct cp_value *v = all ? all->first : NULL; v; v = v->next) {
        if (cp_str_is(v->name, "fields"))
            continue;
        cp_buf_puts(&out, out.len > 1 ? "," : "");
        cp_json_put_string(&out, v->name);
        cp_buf_putc(&out, ':');
        cp_value_format_json(&out, v);
    }
    cp_buf_putc(&out, '}');
    g->icn = cp_buf_str(&out);
}

/* ---- what stands around moves ---- */

static size_t pass_blanks(cp_str gap, size_t at)
{
    while (at < gap.len && cp_is_space(gap.at[at]))
        at++;
    return at;
}

/* Blanks, and between two moves one bar, a number or both: a move that is missing its bar is one
 * by its looks alone. */
static bool parts_moves(cp_str gap, enum cp_icn_gap_place place, char before, cp_str text)
{
    size_t at = pass_blanks(gap, 0);
    bool has_bar = place == CP_GAP_BETWEEN && at < gap.len && gap.at[at] == '|';
    at = has_bar ? pass_blanks(gap, at + 1) : at;
    size_t number = cp_icn_number_at(cp_str_skip(gap, at)).len;
    at = number ? pass_blanks(gap, at + number) : at;
    bool is_seen =
        has_bar || place == CP_GAP_FIRST || (gap.len && cp_is_space(gap.at[0])) || before == '}';
    bool is_move = has_bar || number || cp_icn_look(text) == CP_ICN_MOVES;
    return at == gap.len && is_seen && is_move;
}

static bool is_gap(cp_str gap, enum cp_icn_gap_place place, char before, cp_str text)
{
    if (place == CP_GAP_FIRST && !gap.len)
        return true;
    if (place <= CP_GAP_BETWEEN)
        return parts_moves(gap, place, before, text);
    return !gap.len || cp_str_is(gap, " ") || (place == CP_GAP_COMMENT && cp_str_is(gap, "\t"));
}

/* Line ends are blanks: a game is a line. */
void cp_icn_put_gap(struct cp_icn_kept *k, struct cp_run *run, const struct cp_game *g,
                    struct cp_buf *out, enum cp_icn_gap_place place, cp_str text)
{
    static const char *const usual[] = {"", "|", "", ""};
    cp_str gap = k->next ? k->next->text : k->usual[place];
    k->next = k->next ? k->next->next : NULL;
    if (!is_gap(gap, place, out->len ? out->at[out->len - 1] : ' ', text)) {
        if (!k->is_told)
            tell(run, g, "icn.gaps", gap);
        k->is_told = true;
        gap = cp_str_from(usual[place]);
    }
    for (size_t i = 0; i < gap.len; i++)
        cp_buf_putc(out, gap.at[i] == '\n' || gap.at[i] == '\r' ? ' ' : gap.at[i]);
}

/* ---- texts of moves ---- */

/* What no move ends behind: another, a comment, a tag or a line. */
static bool may_be_move(cp_str text)
{
    static const char ends[] = "|{\n\r"; /* and its NUL */
    for (size_t i = 0; i < text.len; i++)
        if (memchr(ends, text.at[i], sizeof ends))
            return false;
    return text.len && text.len <= CP_TOKEN_MOST && cp_str_trim(text).len == text.len &&
           text.at[0] != '[' && !cp_icn_number_at(text).len;
}

bool cp_icn_holds_move(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                       bool is_first)
{
    cp_written ignored;
    if (!may_be_move(text) || (is_first && cp_icn_look(text) != CP_ICN_MOVES))
        return false;
    const char *end = text.at + text.len;
    const char *to = cp_clean_scan_icn(cp_notation_clean(n), ints, text.at, end, &ignored, NULL);
    return !to || to == end;
}
