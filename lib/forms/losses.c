/* SPDX-License-Identifier: MIT */
#include "forms/losses.h"

#include "settle/play.h"
#include "settle/variants.h"
#include "text/starts/start.h"
#include "text/tags.h"

#include <inttypes.h>

enum { NAMES_MOST = 8, NAMED_MOST = 400 }; /* names of fields, and bytes of all that is named */

struct cp_losses cp_losses_of(struct cp_run *run, struct cp_game *g)
{
    return (struct cp_losses){
        .run = run, .g = g, .left = cp_buf_in(&run->record), .unused = cp_buf_in(&run->record)};
}

struct cp_buf *cp_losses_left(struct cp_losses *l)
{
    l->has_more = l->left.len > NAMED_MOST;
    cp_buf_reset(&l->unused);
    if (l->has_more)
        return &l->unused;
    cp_buf_puts(&l->left, l->left.len ? "; " : "");
    return &l->left;
}

void cp_losses_alter_comments(struct cp_losses *l, cp_altered of)
{
    if (of.comments)
        cp_diag_report(&l->run->diags, CP_ALTERED, cp_node_span(l->g, of.node),
                       "1 of %" PRIu64 " comment%s: %.*s", of.comments, of.comments > 1 ? "s" : "",
                       cp_str_shown(of.first), of.first.at);
}

void cp_losses_count(struct cp_losses *l, uint64_t count, const char *what)
{
    if (count)
        cp_buf_printf(cp_losses_left(l), "%" PRIu64 " %s%s", count, what, count > 1 ? "s" : "");
}

void cp_losses_end(struct cp_losses *l)
{
    if (l->left.len)
        cp_diag_report(&l->run->diags, CP_LEFT_OUT, cp_node_span(l->g, NULL), "%.*s%s",
                       CP_FMT(cp_buf_str(&l->left)), l->has_more ? "; ..." : "");
}

/* ---- fields, variations, comments ---- */

/* Owners of unknown fields, of one sort, and the names that their fields have. */
struct owners {
    uint64_t count;
    cp_str names[NAMES_MOST];
    uint32_t name_count;
    bool has_more;
};

static void count_fields(struct owners *t, const struct cp_field *field)
{
    t->count += field != NULL;
    for (; field; field = field->next) {
        uint32_t i = 0;
        while (i < t->name_count && !cp_str_equal(t->names[i], field->name))
            i++;
        t->has_more |= i == NAMES_MOST;
        if (i == t->name_count && i < NAMES_MOST)
            t->names[t->name_count++] = field->name;
    }
}

static void leave_owners(struct cp_losses *l, const struct owners *t, const char *owner)
{
    struct cp_buf *out = t->count ? cp_losses_left(l) : NULL;
    for (uint32_t i = 0; i < t->name_count; i++)
        cp_buf_printf(out, "%s%.*s", i ? ", " : "", cp_str_shown(t->names[i]), t->names[i].at);
    if (t->count)
        cp_buf_printf(out, "%s (of %" PRIu64 " %s%s)", t->has_more ? ", ..." : "", t->count, owner,
                      t->count > 1 ? "s" : "");
}

/* How many were there. */
static uint64_t take_empty_variations(struct cp_game *g, struct cp_node *node)
{
    uint64_t count = 0;
    for (struct cp_line **link = &node->notes->variations; *link;) {
        struct cp_line *line = *link;
        if (line->first) {
            line->last_of_list = NULL;
            link = &line->next;
            continue;
        }
        for (const struct cp_comment *c = line->end; c; c = c->next)
            cp_comment_add(g, &node->notes->after, c->text, c->kind);
        *link = line->next;
        count++;
    }
    return count;
}

static uint64_t count_comments(const struct cp_comment *c)
{
    uint64_t count = 0;
    for (; c; c = c->next)
        count++;
    return count;
}

void cp_losses_find(struct cp_losses *l, unsigned holds)
{
    struct owners moves = {0}, lines = {0};
    bool is_deep = holds & CP_HOLDS_VARIATIONS; /* without variations the main line is all */
    uint64_t variations = 0, comments = count_comments(l->g->moves.end), empty = 0;
    const struct cp_node *first_empty = NULL;
    const bool has_fields = holds & CP_HOLDS_FIELDS;
    for (const struct cp_field *field = has_fields ? NULL : l->g->extra; field; field = field->next)
        cp_buf_printf(cp_losses_left(l), "%.*s", cp_str_shown(field->name), field->name.at);
    if (!has_fields && l->run->asked->stamp.len)
        cp_buf_puts(cp_losses_left(l), "tool (--stamp)");
    for (const struct cp_field *field = has_fields ? NULL : l->g->source_extra; field;
         field = field->next)
        cp_buf_printf(cp_losses_left(l), "source.%.*s", cp_str_shown(field->name), field->name.at);
    if ((holds & CP_HOLDS_EMPTY) && l->run->shape == CP_SHAPE_TEXT)
        return; /* where no move has fields */
    struct cp_walk walk = cp_walk_of(&l->run->record, &l->g->moves);
    for (struct cp_node *node = is_deep ? cp_walk_next(&walk) : l->g->moves.first; node;
         node = is_deep ? cp_walk_next(&walk) : node->next) {
        struct cp_notes *notes = node->notes;
        if (!notes)
            continue;
        count_fields(&moves, notes->extra);
        comments += count_comments(notes->before);
        comments += notes->after ? count_comments(notes->after->next) : 0;
        for (const struct cp_line *line = notes->variations; line; line = line->next, variations++)
            count_fields(&lines, line->extra);
        uint64_t here =
            is_deep && !(holds & CP_HOLDS_EMPTY) ? take_empty_variations(l->g, node) : 0;
        first_empty = first_empty || !here ? first_empty : node;
        empty += here;
    }
    leave_owners(l, &moves, "move");
    leave_owners(l, &lines, "variation");
    if (!is_deep)
        cp_losses_count(l, variations, "variation");
    if (!(holds & CP_HOLDS_COMMENTS))
        cp_losses_count(l, comments, "comment");
    if (first_empty)
        cp_buf_printf(cp_losses_left(l), "%" PRIu64 " variation%s without moves, %sat %.*s", empty,
                      empty > 1 ? "s" : "", empty > 1 ? "the first " : "",
                      cp_str_shown(first_empty->text), first_empty->text.at);
}

/* ---- what text has no words for ---- */

static void find_in_tag(struct cp_losses *l, cp_str name, cp_str value, unsigned holds)
{
    size_t len = 0;
    cp_span at = cp_node_span(l->g, NULL);
    if (!cp_tag_fits_text(&(struct cp_tag){.name = name, .value = value}))
        cp_diag_report(&l->run->diags, CP_ALTERED, at, "[%.*s \"%.*s\"]", cp_str_shown(name),
                       name.at, cp_str_shown(value), value.at);
    while (len < name.len &&
           (cp_is_letter(name.at[len]) || cp_is_digit(name.at[len]) || name.at[len] == '_'))
        len++;
    if (len < name.len && !(holds & CP_HOLDS_TAGS))
        cp_diag_report(&l->run->diags, CP_ALTERED, at, "the tag %.*s, which others may not read",
                       cp_str_shown(name), name.at);
}

void cp_losses_find_in_text(struct cp_losses *l, unsigned holds)
{
    struct cp_game *g = l->g;
    cp_str of_start = cp_tag_name_of_start(g->start);
    bool is_pgn = !(holds & CP_HOLDS_TAGS);
    if (g->start.len && !of_start.len)
        cp_buf_puts(cp_losses_left(l), "start");
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        if (!cp_tag_is_left_out(g, tag, is_pgn))
            find_in_tag(l, tag->name, tag->value, holds);
        else
            cp_buf_printf(cp_losses_left(l), "the tag %.*s, %s", cp_str_shown(tag->name),
                          tag->name.at,
                          cp_tag_is_left_out(g, tag, false)
                              ? "which would be read as a field that is not there"
                              : "of which PGN has one");
    if (!cp_game_find_tag(g, "Variant"))
        find_in_tag(l, CP_STR("Variant"), g->variant, holds);
    find_in_tag(l, CP_STR("Frame"), g->frame, holds);
    if (of_start.len)
        find_in_tag(l, of_start, g->start, holds);
    bool is_odd = g->is_broken || g->is_foreign; /* else all moves could be read */
    uint32_t highest = is_odd ? cp_number_highest(g) : 0;
    struct cp_walk walk = cp_walk_of(&l->run->record, &g->moves);
    for (struct cp_node *node; is_odd && (node = cp_walk_next(&walk));)
        if (!cp_move_fits_text(g, node, cp_run_notation(l->run), highest))
            cp_diag_report(&l->run->diags, CP_ALTERED, cp_node_span(g, node), "%.*s",
                           cp_str_shown(node->text), node->text.at);
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next)
        if (!cp_rules_tag_can(rule) &&
            !(cp_str_is(rule->name, "trapdoor") && cp_rules_tag_delay(g).len))
            cp_buf_printf(cp_losses_left(l), "%.*s", cp_str_shown(rule->name), rule->name.at);
}
