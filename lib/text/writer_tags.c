/* SPDX-License-Identifier: MIT */
#include "text/fen.h"
#include "text/rules_tag.h"
#include "text/writer.h"

static void put_tag(struct cp_buf *out, cp_str name, cp_str value)
{
    cp_buf_putc(out, '[');
    for (size_t i = 0; i < name.len; i++) {
        bool is_bad = cp_is_space(name.at[i]) || strchr("\"[]{};%", name.at[i]);
        cp_buf_putc(out, is_bad ? '_' : name.at[i]);
    }
    cp_buf_puts(out, name.len ? " \"" : "_ \"");
    for (size_t i = 0; i < value.len; i++) {
        char c = value.at[i];
        if (c == '"' || c == '\\')
            cp_buf_putc(out, '\\');
        cp_buf_putc(out, c == '\n' || c == '\r' ? ' ' : c);
    }
    cp_buf_puts(out, "\"]\n");
}

static bool is_field(cp_str name)
{
    return cp_str_like(name, CP_STR("Setup")) || cp_str_like(name, CP_STR("FEN")) ||
           cp_str_is(name, "Frame") || cp_str_is(name, "Rules");
}

/* Tags with a field of their own come last, but before others of their name: the
 * reader takes the first. */
static void put_fields(struct cp_buf *out, const struct cp_game *g)
{
    struct cp_buf rules;
    cp_str delay = cp_rules_tag_delay(g);
    cp_buf_init(&rules, g->arena);
    cp_rules_tag_format(&rules, g);
    if (g->frame.len)
        put_tag(out, CP_STR("Frame"), g->frame);
    if (delay.len)
        put_tag(out, CP_STR("Trapdoor"), delay);
    if (rules.len)
        put_tag(out, CP_STR("Rules"), cp_buf_str(&rules));
    if (g->start.len)
        put_tag(out, cp_fen_is(g->start) ? CP_STR("FEN") : CP_STR("Setup"), g->start);
}

/* Two delays would be read as the first, and the rules outweigh the tag. */
static bool is_outweighed(const struct cp_game *g, cp_str name)
{
    return cp_str_is(name, "Trapdoor") && cp_rules_tag_delay(g).len;
}

/* A record knows its variant, and the reader must find it again. */
static bool put_tags(struct cp_buf *out, const struct cp_game *g, bool is_unsaid)
{
    size_t before = out->len;
    if (!is_unsaid && g->variant.len && !cp_game_tag(g, "Variant").len)
        put_tag(out, CP_STR("Variant"), g->variant);
    const struct cp_tag *tag = g->tags;
    for (; tag && !is_field(tag->name); tag = tag->next)
        if (!is_outweighed(g, tag->name))
            put_tag(out, tag->name, tag->value);
    put_fields(out, g);
    for (; tag; tag = tag->next)
        if (!is_outweighed(g, tag->name))
            put_tag(out, tag->name, tag->value);
    if (out->len > before)
        cp_buf_putc(out, '\n');
    return out->len > before;
}

/* The tags that every PGN game has, in their order, and what stands for nothing. */
static const struct {
    const char *name, *nothing;
} roster[] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
              {"White", "?"}, {"Black", "?"}, {"Result", "*"}};
enum { ROSTER = sizeof roster / sizeof *roster };

static bool is_in_roster(cp_str name)
{
    for (size_t i = 0; i < ROSTER; i++)
        if (cp_str_is(name, roster[i].name))
            return true;
    return false;
}

/* A tag whose field is written instead. */
static bool is_outdone(const struct cp_game *g, cp_str name)
{
    if (is_outweighed(g, name))
        return true;
    return cp_str_is(name, "Rules") ? g->rules != NULL : g->start.len && is_field(name);
}

/* The seven first, then all others in their order; a start as FEN and SetUp. */
static void put_pgn_tags(struct cp_buf *out, const struct cp_game *g, bool is_unsaid)
{
    cp_str variant = cp_game_tag(g, "Variant");
    for (size_t i = 0; i < ROSTER; i++) {
        cp_str value = cp_game_tag(g, roster[i].name);
        if (i == ROSTER - 1 && (!value.len || cp_str_is(value, "?")))
            value = g->result;
        put_tag(out, cp_str_from(roster[i].name),
                value.len ? value : cp_str_from(roster[i].nothing));
    }
    if (!is_unsaid && g->variant.len && !variant.len)
        put_tag(out, CP_STR("Variant"), g->variant);
    is_unsaid &= cp_str_equal(variant, g->variant);
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        if (!is_in_roster(tag->name) && !is_outdone(g, tag->name) &&
            !(is_unsaid && cp_str_is(tag->name, "Variant")))
            put_tag(out, tag->name, tag->value);
    if (g->start.len && cp_fen_is(g->start))
        put_tag(out, CP_STR("SetUp"), CP_STR("1"));
    put_fields(out, g);
    cp_buf_putc(out, '\n');
}

bool cp_tags_write(struct cp_buf *out, const struct cp_game *g, const struct cp_writing *how)
{
    if (!how->is_pgn)
        return put_tags(out, g, how->is_unsaid);
    put_pgn_tags(out, g, how->is_unsaid);
    return true;
}
