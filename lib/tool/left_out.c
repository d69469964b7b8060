/* SPDX-License-Identifier: MIT */
#include "tool/left_out.h"

#include "game/game.h"
#include "text/rules_tag.h"

enum { NAMES_MOST = 8 }; /* told; whoever needs them all asks the record */

/* Owners of unknown fields, of one sort, and the names that their fields have. */
struct tally {
    uint64_t owners;
    cp_str names[NAMES_MOST];
    uint32_t count;
    bool has_more;
};

static bool has_name(const struct tally *t, cp_str name)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (cp_str_equal(t->names[i], name))
            return true;
    return false;
}

static void count(struct tally *t, const struct cp_field *field)
{
    t->owners += field != NULL;
    for (; field; field = field->next) {
        if (has_name(t, field->name))
            continue;
        t->has_more |= t->count == NAMES_MOST;
        if (t->count < NAMES_MOST)
            t->names[t->count++] = field->name;
    }
}

static void report_tally(struct cp_run *run, const struct cp_game *g, const struct tally *t,
                         const char *owner)
{
    struct cp_buf text;
    if (!t->owners)
        return;
    cp_buf_init(&text, &run->record);
    for (uint32_t i = 0; i < t->count; i++)
        cp_buf_printf(&text, "%s%.*s", i ? ", " : "", CP_FMT(t->names[i]));
    cp_buf_printf(&text, "%s (of %llu %s%s)", t->has_more ? ", ..." : "",
                  (unsigned long long)t->owners, owner, t->owners > 1 ? "s" : "");
    cp_diag_report(&run->diags, CP_LEFT_OUT, cp_node_span(g, NULL), "%.*s", CP_FMT(text));
}

static void report_moves(struct cp_run *run, const struct cp_game *g)
{
    struct cp_walk walk;
    struct tally moves = {0}, variations = {0};
    cp_walk_init(&walk, &run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        if (!node->notes)
            continue;
        count(&moves, node->notes->extra);
        for (const struct cp_line *line = node->notes->variations; line; line = line->next)
            count(&variations, line->extra);
    }
    report_tally(run, g, &moves, "move");
    report_tally(run, g, &variations, "variation");
}

void cp_left_out_report(struct cp_run *run, const struct cp_game *g)
{
    cp_span at = cp_node_span(g, NULL);
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next)
        if (!cp_rules_tag_can(rule) &&
            !(cp_str_is(rule->name, "trapdoor") && cp_rules_tag_delay(g).len))
            cp_diag_report(&run->diags, CP_LEFT_OUT, at, "%.*s", CP_FMT(rule->name));
    for (const struct cp_field *field = g->extra; field; field = field->next)
        cp_diag_report(&run->diags, CP_LEFT_OUT, at, "%.*s", CP_FMT(field->name));
    if (run->stamp.len)
        cp_diag_report(&run->diags, CP_LEFT_OUT, at, "tool (--stamp)");
    for (const struct cp_field *field = g->source_extra; field; field = field->next)
        cp_diag_report(&run->diags, CP_LEFT_OUT, at, "source.%.*s", CP_FMT(field->name));
    report_moves(run, g);
}
