/* SPDX-License-Identifier: MIT */
/* page_html.c -- the pen of pages, and the data that their script reads: one HTML file that
 * asks for nothing else, and runs no script but the one that is bundled. Foreign text enters by
 * cp_words_put, as in pictures.
 *
 * Colours are variables of the page, by the names that themes have for them; the attributes of
 * pictures, which have those of the day, are led to the variables, so that a reader who has it
 * dark sees the night's, and paper the light ones. */
#include "pages/pages.h"

#include "base/scan.h"
#include "draw/picture/words.h"
#include "forms/fen_text.h"
#include "forms/form.h"
#include "game/annotation.h"
#include "settle/variants.h"
#include "text/starts/start.h"
#include "text/tags.h"
#include "text/writer.h"

enum { INDENTS = 4 }; /* deeper variations are set in no farther */

/* ---- text ---- */

static void open_paragraph(struct cp_buf *out, size_t depth)
{
    if (depth)
        cp_buf_printf(out, "<p class=\"v%zu\">", depth < INDENTS ? depth : INDENTS);
    else
        cp_buf_puts(out, "<p>");
}

static void escape(struct cp_buf *out, cp_str text)
{
    cp_words_put(out, text, CP_ESCAPE_XML);
}

/* Where there is any. */
static void put_string(struct cp_buf *out, const char *key, cp_str text)
{
    if (!text.len)
        return;
    cp_buf_puts(out, key);
    cp_page_put_json(out, text);
}

/* ---- marks, of comments and for all pictures ---- */

static bool put_marks(struct cp_buf *out, const struct cp_ints *ints, const struct cp_mark *mark)
{
    const char *comma = "[";
    for (; mark; mark = mark->next, comma = ",") {
        cp_buf_printf(out, "%s[%u,%u,", comma, mark->colour, mark->kind);
        cp_page_put_square(out, ints, mark->from);
        if (cp_mark_is_arrow(mark)) {
            cp_buf_putc(out, ',');
            cp_page_put_square(out, ints, mark->to);
        } else if (mark->kind == CP_MARKED_LABEL) {
            cp_buf_printf(out, ",\"%s\"", mark->label);
        }
        cp_buf_putc(out, ']');
    }
    cp_buf_puts(out, *comma == ',' ? "]" : "");
    return *comma == ',';
}

/* Marks and the clock of comments; what is wrong with marks was reported. */
static void put_notes(struct cp_page_text *w, struct cp_buf *out, const struct cp_comment *comment)
{
    struct cp_marks marks = {0};
    cp_str clock = {0}, wrong;
    for (; comment; comment = comment->next) {
        bool is_command;
        enum cp_page_words kind = CP_PAGE_COMMENT;
        if (cp_marks_find(&marks, w->p->arena, w->p->view->ints, comment->text, &wrong) != CP_OK)
            wrong = (cp_str){0};
        for (cp_str rest = comment->text; rest.len;) {
            cp_str part = cp_comment_take_part(&rest, &is_command);
            cp_str words = is_command ? cp_page_command(part, &kind) : (cp_str){0};
            clock = words.len && kind == CP_PAGE_CLOCK ? words : clock;
        }
    }
    size_t before = out->len;
    cp_buf_puts(out, ",\"m\":");
    if (!put_marks(out, w->p->view->ints, marks.first))
        out->len = before;
    put_string(out, ",\"q\":", clock);
}

/* ---- the data of a turn ---- */

/* How the game has ended, behind its last turn. */
static void put_outcome(const struct cp_page *p, struct cp_buf *out, uint32_t turn)
{
    enum cp_outcome outcome = p->play->verdict.outcome;
    if (turn == p->last_number && outcome != CP_OUTCOME_NONE)
        cp_buf_printf(out, ",\"o\":\"%s\"", cp_outcome_name(outcome));
}

/* Which other spelling there is: letters name squares of the default frame alone. */
static enum cp_spelling other_of(const struct cp_page *p)
{
    enum cp_spelling native = p->view->spelling;
    if (cp_play_is_shifted(p->play))
        return native;
    return native != CP_NUMERIC ? CP_NUMERIC : p->view->alphabet->bounded ? CP_BARE : CP_LETTER;
}

static void put_turn(struct cp_page_text *w, const struct cp_page_turn *turn, cp_str shown)
{
    struct cp_buf *out = &w->moves;
    struct cp_page *p = w->p;
    const struct cp_notes *notes = turn->node->notes;
    cp_buf_puts(out, out->len ? ",\n{" : "{");
    cp_buf_put(out, (cp_str){p->data.at + turn->data, turn->data_len});
    uint32_t before = p->turns[turn->parent].number;
    if (before + 1 != turn->number)
        cp_buf_printf(out, ",\"p\":%u", before);
    enum cp_spelling spelling = other_of(p);
    const struct cp_node *node = turn->node;
    uint16_t from = node->move.has & CP_HAS_FROM;
    /* Nbd7 as N2(4,7): behind the letter of a piece a bare board has squares, n2 */
    bool is_misread = node->is_read && p->view->spelling == CP_BARE &&
                      (node->move.has & CP_HAS_PIECE) && from && from != CP_HAS_FROM;
    bool is_other = spelling != p->view->spelling && !is_misread;
    cp_str whole = cp_page_move(p->arena, p->play, node, p->view->spelling, NULL);
    cp_str other = is_other ? cp_page_move(p->arena, p->play, node, spelling, p->letters)
                            : cp_page_move(p->arena, p->play, node, p->view->spelling, p->letters);
    other = cp_numbers_shorten(p->arena, other, CP_WORDS_GAP);
    put_string(out, ",\"t\":", cp_str_equal(shown, other) ? (cp_str){0} : other);
    put_string(out, ",\"e\":", turn->position);
    bool is_short = !cp_str_equal(shown, whole); /* what is copied is not */
    put_string(out, ",\"y\":", turn->copied.len || !is_short ? turn->copied : whole);
    put_notes(w, out, notes ? notes->after : NULL);
    put_outcome(p, out, turn->number);
    cp_buf_putc(out, '}');
}

/* A move of the main line is known by its place, g1-12w, another by its number among all. */
static void put_address(struct cp_page_text *w, const struct cp_page_turn *turn)
{
    uint32_t half = w->walk.ply - 1 + (w->p->began == CP_BLACK);
    cp_buf_puts(&w->text, "<span class=\"m\" id=\"g" CP_PAGES_NUMBER_LATER "-");
    if (w->walk.depth)
        cp_buf_printf(&w->text, "m%u\">", turn->number);
    else
        cp_buf_printf(&w->text, "%u%c\">", cp_start_number(w->p->game->start) + half / 2,
                      half % 2 ? 'b' : 'w');
}

static void put_move(struct cp_page_text *w, const struct cp_page_turn *turn, cp_str text)
{
    const struct cp_notes *notes = turn->node->notes;
    put_address(w, turn);
    escape(&w->text, text);
    for (const struct cp_nag *n = notes ? notes->nags : NULL; n; n = n->next) {
        const char *meaning, *sign = cp_page_nag(n->number, &meaning);
        if (sign)
            cp_buf_printf(&w->text, "<abbr title=\"%s\" data-nag=\"%u\">%s</abbr>", meaning,
                          n->number, sign);
        else if (n->number != CP_NAG_DIAGRAM)
            cp_buf_printf(&w->text, "<abbr title=\"NAG %u\" data-nag=\"%u\">\u00a0$%u</abbr>",
                          n->number, n->number, n->number);
    }
    cp_buf_puts(&w->text, "</span>");
    put_turn(w, turn, text);
}

/* ---- figures ---- */

/* Its ids begin with the figure's. Of what a picture uses, the first line has such a name if any
 * has; drawings are there once for all. */
static void put_figure(struct cp_page *p, struct cp_buf *out, const struct cp_page_figure *figure)
{
    const struct cp_svg_part *part = &figure->part;
    cp_str definitions = part->definitions, first = cp_scan_until(&definitions, '\n');
    cp_str id =
        cp_str_printf(p->arena, "g" CP_PAGES_NUMBER_LATER "-f%u-", p->turns[figure->turn].number);
    cp_buf_printf(out,
                  "<figure id=\"%.*s\">\n<svg width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                  "role=\"img\" aria-labelledby=\"%.*stitle %.*sdesc\">\n",
                  (int)id.len - 1, id.at, part->width, part->height, part->width, part->height,
                  CP_FMT(id), CP_FMT(id));
    cp_svg_put_title(out, id, figure->caption, part->description);
    if (first.len && memchr(first.at, CP_SVG_PREFIX_LATER[0], first.len)) {
        cp_buf_puts(out, "<defs>");
        cp_svg_put_prefixed(out, first, id);
        cp_buf_puts(out, "</defs>\n");
    }
    cp_buf_printf(out, "<g fill=\"%s\">\n", cp_svg_look_of(p->style)->words);
    cp_svg_put_prefixed(out, part->body, id);
    cp_buf_puts(out, "</g>\n</svg>\n<figcaption>");
    escape(out, figure->caption);
    cp_buf_puts(out, "</figcaption>\n</figure>\n");
}

/* ---- the data of a game ---- */

static void put_kinds(struct cp_page *p, struct cp_buf *out)
{
    const struct cp_alphabet *a = p->view->alphabet;
    struct cp_buf name = cp_buf_in(p->arena);
    cp_buf_puts(out, ",\n\"kinds\":[");
    for (uint32_t kind = 0; kind < a->count; kind++) {
        cp_buf_puts(out, kind ? ",[" : "[");
        cp_page_put_json(out, cp_alphabet_letter(a, (uint8_t)kind));
        cp_buf_putc(out, ',');
        cp_page_put_json(out, a->pieces[kind].name.len ? a->pieces[kind].name
                                                       : cp_alphabet_letter(a, (uint8_t)kind));
        for (uint8_t side = 0; side < 2 && ((p->used.of[0] | p->used.of[1]) >> kind & 1); side++) {
            cp_buf_reset(&name);
            cp_svg_put_name(&name, a, (uint8_t)kind, side, p->style);
            cp_buf_putc(out, ',');
            cp_page_put_json(out, cp_buf_str(&name));
        }
        cp_buf_putc(out, ']');
    }
    cp_buf_putc(out, ']');
    const char *comma = ",\"neutral\":[";
    for (uint32_t kind = 0; kind < a->count; kind++)
        if (a->pieces[kind].is_neutral) {
            cp_buf_printf(out, "%s%u", comma, kind);
            comma = ",";
        }
    cp_buf_puts(out, *comma && comma[1] ? "" : "]");
}

static void put_board(struct cp_page *p, struct cp_buf *out)
{
    const struct cp_view *v = p->view;
    const struct cp_variant *variant = p->play->replay.law->variant;
    const struct cp_body_words *body = &variant->body;
    const struct cp_border *b = &v->border;
    if (variant->bounded) {
        cp_buf_printf(out, ",\"size\":[%d,%d]", variant->files, variant->ranks);
    } else if (b->has[0] || b->has[1] || b->has[2] || b->has[3]) {
        cp_buf_puts(out, ",\"edges\":["); /* of a plane: left, right, bottom, top */
        for (int edge = 0; edge < 4; edge++) {
            cp_buf_puts(out, edge ? "," : "");
            if (b->has[edge])
                cp_page_put_int(out, v->ints, b->at[edge]);
            else
                cp_buf_puts(out, "null");
        }
        cp_buf_putc(out, ']');
    }
    const cp_square window[] = {p->window.low, p->window.high};
    cp_page_put_squares(out, v->ints, ",\"window\":[", window, 2);
    for (uint32_t i = 0; i < v->trap_count; i++)
        cp_page_put_squares(out, v->ints, i ? ",[" : ",\"traps\":[[", &v->traps[i], 1);
    cp_buf_puts(out, v->trap_count ? "]" : "");
    if (v->has_origin_mark)
        cp_page_put_squares(out, v->ints, ",\"origin\":[", &v->origin_mark, 1);
    if (body->exists)
        cp_buf_printf(out, ",\"body\":[%u,%u]", body->files, body->ranks);
    if (p->marks) {
        cp_buf_puts(out, ",\"marks\":");
        if (!put_marks(out, v->ints, p->marks))
            cp_buf_puts(out, "[]");
    }
}

/* The game for other programs: as ICN if it was, else as PGN, if that holds all of it. Its moves
 * are spelt anew for that: nothing else may be written of them behind this. */
static void put_copy(struct cp_page *p, struct cp_buf *out)
{
    static const struct cp_conversion icn = {.form = CP_TO_ICN, .how = {.keeps_spelling = true}},
                                      pgn = {.form = CP_TO_PGN,
                                             .style = CP_SHORT,
                                             .respells = true,
                                             .is_bare = true,
                                             .how = {.has_fen = true, .spelling = CP_LETTER}};
    struct cp_run *run = p->play->run;
    struct cp_buf *text = &run->output.text;
    struct cp_diags told = run->diags; /* what is wrong with the game stands there already */
    struct cp_game game = *p->game;
    bool is_icn = game.icn.len;
    size_t before = text->len;
    run->diags = cp_diags_in(p->arena);
    bool is_text = !cp_conversion_apply(is_icn ? &icn : &pgn, run, &game);
    if (is_text && text->len > before && !cp_diags_have(&run->diags, CP_LEFT_OUT)) {
        cp_buf_printf(out, ",\n\"form\":\"%s\"", is_icn ? "ICN" : "PGN");
        put_string(out, ",\"copy\":", (cp_str){text->at + before, text->len - before});
    }
    text->len = before;
    run->diags = told;
}

static void put_data(struct cp_page_text *w, struct cp_buf *out)
{
    struct cp_page *p = w->p;
    const struct cp_writing how = {.spelling = p->view->spelling};
    const struct cp_node *first = p->game->moves.first;
    struct cp_buf tags = cp_buf_in(p->arena), copy = cp_buf_in(p->arena);
    put_copy(p, &copy);
    if (p->game->icn.len)
        cp_variant_tag_leave_icn(p->play->run, p->game); /* the page's words show its title */
    if (!cp_tags_write(&tags, p->game, &how))
        cp_buf_reset(&tags);
    cp_buf_printf(
        out,
        "<script type=\"application/json\">\n{\"native\":%d,\"other\":%d,\"side\":%d,\"first\":%u",
        p->view->spelling, other_of(p), p->began, cp_start_number(p->game->start));
    if (other_of(p) == p->view->spelling) /* positions go by themselves in the default frame */
        cp_page_put_squares(out, p->view->ints, ",\"shift\":[", &p->play->replay.shift, 1);
    cp_buf_puts(out, p->view->flip ? ",\"flip\":1" : "");
    uint32_t opens = w->main != SIZE_MAX ? p->turns[p->figures[w->main].turn].number : 0;
    if (opens)
        cp_buf_printf(out, ",\"at\":%u", opens);
    if (p->game->start.len && !cp_tag_name_of_start(p->game->start).len)
        cp_buf_puts(out, ",\"setup\":1"); /* ICN's, which no tag has */
    put_board(p, out);
    put_kinds(p, out);
    cp_buf_puts(out, ",\n\"tags\":");
    cp_page_put_json(out, cp_buf_str(&tags));
    cp_buf_put(out, cp_buf_str(&copy));
    cp_buf_puts(out, p->fen && p->fen->is_fen ? ",\"fen\":1,\n" : ",\n");
    cp_buf_put(out, cp_buf_str(&p->start));
    put_notes(w, out, !first ? p->game->moves.end : first->notes ? first->notes->before : NULL);
    put_string(out, ",\"e\":", p->turns[0].position);
    put_outcome(p, out, 0);
    cp_buf_puts(out, "},\n\"moves\":[\n");
    cp_buf_put(out, cp_buf_str(&w->moves));
    cp_buf_puts(out, "]}\n</script>\n");
}

/* ---- all of it ---- */

static void put_body(struct cp_page_text *w, struct cp_buf *out, cp_str about,
                     struct cp_buf *drawings)
{
    struct cp_page *p = w->p;
    cp_svg_put_drawings(drawings, p->view->alphabet, &p->used, p->style);
    cp_buf_puts(out, "<p class=\"about\">");
    cp_buf_put(out, about);
    cp_buf_puts(out, "</p>\n<div class=\"table\">\n<div class=\"stage\">\n");
    if (w->main != SIZE_MAX)
        put_figure(p, out, &p->figures[w->main]);
    cp_buf_puts(out, "</div>\n<div class=\"moves\">\n");
    cp_buf_put(out, cp_buf_str(&w->text));
    cp_buf_puts(out, "</div>\n</div>\n");
    if (p->game->tags)
        cp_buf_puts(out, "<details class=\"tags\">\n<summary>Tags</summary>\n<dl>\n");
    for (const struct cp_tag *tag = p->game->tags; tag; tag = tag->next) {
        cp_buf_puts(out, "<dt>");
        escape(out, tag->name);
        cp_buf_puts(out, "</dt><dd><bdi>");
        escape(out, tag->value);
        cp_buf_puts(out, "</bdi></dd>\n");
    }
    cp_buf_puts(out, p->game->tags ? "</dl>\n</details>\n" : "");
    put_data(w, out);
}

/* ---- files ---- */

/* With a night each is light or dark as what the page stands in: color-scheme says it. */
static void put_variables(struct cp_buf *out, const struct cp_theme *look,
                          const struct cp_theme *night)
{
    cp_buf_puts(out, ":root,:host{");
    for (size_t i = 0; i < cp_theme_colours(); i++) {
        const char *key = cp_theme_key(i), *day = cp_theme_colour(look, i);
        if (night)
            cp_buf_printf(out, "--%s:light-dark(%s,%s);", key, day, cp_theme_colour(night, i));
        else
            cp_buf_printf(out, "--%s:%s;", key, day);
    }
    cp_buf_puts(out, look->is_print ? "--dark-squares:#d0d0d0}" : "}"); /* not hatched there */
}

/* What paper has, and the attributes of pictures, which are led to the variables. */
static void put_colours(struct cp_buf *out, const struct cp_theme *look)
{
    if (look->is_print) /* whose hatching is a fill of its own */
        return;
    cp_buf_puts(out, "@media print{");
    put_variables(out, &cp_themes[CP_THEME_LIGHT], NULL);
    cp_buf_puts(out, "}");
    for (size_t i = 0, same; i < cp_theme_colours(); i++) {
        const char *colour = cp_theme_colour(look, i), *key = cp_theme_key(i);
        for (same = 0; strcmp(cp_theme_colour(look, same), colour) != 0;)
            same++;
        if (same == i) /* of equal colours the first has the name */
            cp_buf_printf(out, "[fill=\"%s\"]{fill:var(--%s)}[stroke=\"%s\"]{stroke:var(--%s)}",
                          colour, key, colour, key);
    }
}

static void put_head(struct cp_buf *out, const struct cp_svg_style *style, const cp_str *title)
{
    const struct cp_theme *look = cp_svg_look_of(style);
    cp_buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src '");
    cp_buf_puts(out, cp_page_script_hash);
    cp_buf_puts(out, "'; base-uri 'none'; form-action 'none'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    if (look->night)
        cp_buf_puts(out, "<meta name=\"color-scheme\" content=\"light dark\">\n");
    cp_buf_puts(out, "<title>");
    escape(out, title ? *title : CP_STR("Games"));
    cp_buf_puts(out, "</title>\n<style>\n");
    put_variables(out, look, NULL);
    if (look->night) {
        cp_buf_puts(out, "@media screen and (prefers-color-scheme:dark){");
        put_variables(out, look->night, NULL);
        cp_buf_puts(out, "}");
    }
    put_colours(out, look);
    cp_buf_putc(out, '\n');
    cp_buf_puts(out, cp_page_style);
    cp_buf_printf(out, "</style>\n</head>\n<body%s>\n",
                  style->is_embedded ? " class=\"embed\"" : "");
    cp_buf_puts(out, title ? "" : "<main>\n<h1>Games</h1>\n");
}

/* Lines of SVG that figures use, where no reader sees them. */
static void put_drawings(struct cp_buf *out, cp_str definitions)
{
    if (!definitions.len)
        return;
    cp_buf_puts(out,
                "<svg class=\"drawings\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
    cp_buf_put(out, definitions);
    cp_buf_puts(out, "</defs></svg>\n");
}

static void put_foot(struct cp_buf *out)
{
    cp_buf_puts(out, "</main>\n<script>");
    cp_buf_puts(out, cp_page_script);
    cp_buf_puts(out, "</script>\n</body>\n</html>\n");
}

/* An object of a title, a style and markup, in which nothing ends a script that it stands in. */
static void put_object(struct cp_buf *out, const struct cp_svg_style *style, cp_str title,
                       cp_str text)
{
    const struct cp_theme *look = cp_svg_look_of(style);
    struct cp_buf colours = cp_buf_in(out->arena);
    put_variables(&colours, look, look->night);
    put_colours(&colours, look);
    cp_buf_puts(out, "{\"title\":");
    cp_page_put_json(out, title);
    put_string(out, ",\n\"style\":", cp_buf_str(&colours));
    put_string(out, ",\n\"html\":", text);
    cp_buf_puts(out, "}\n");
}

/* ---- the pens ---- */

static const char *const around[CP_PAGE_WORDS][2] = {
    [CP_PAGE_NUMBER] = {"<span class=\"n\">", "</span>"},
    [CP_PAGE_COMMENT] = {"<bdi class=\"c\">", "</bdi>"},
    [CP_PAGE_NAME] = {"<bdi>", "</bdi>"},
    [CP_PAGE_CLOCK] = {"<span class=\"k clk\">", "</span>"},
    [CP_PAGE_COMMAND] = {"<span class=\"k\">", "</span>"},
    [CP_PAGE_UNPLAYED] = {"<span class=\"u\">", "</span>"},
    [CP_PAGE_REFUSAL] = {"<span class=\"err\">", "</span>"},
    [CP_PAGE_PARENTHESIS] = {"<span class=\"p\">", "</span>"},
    [CP_PAGE_RESULT] = {"<span class=\"r\">", "</span>"},
    [CP_PAGE_OUTCOME] = {"<span class=\"o\">", "</span>"},
    [CP_PAGE_SILENT] = {"<data class=\"x\" value=\"", "\"></data>"}};

const struct cp_page_pen cp_page_html = {
    .open = open_paragraph,
    .escape = escape,
    .close = "</p>\n",
    .around = around,
    .move = put_move,
    .figure = put_figure,
    .body = put_body,
    .has_data = true,
    .has_main = true,
    .tie = "\u00a0",
    .name = cp_pages_put_address,
    .head = put_head,
    .drawings = put_drawings,
    .before = {"<details class=\"game\" id=\"g" CP_PAGES_NUMBER_LATER
               "\">\n<summary><h2>" CP_PAGES_NUMBER_LATER ". <bdi>" CP_PAGES_TITLE_LATER
               "</bdi></h2></summary>\n",
               "<main class=\"game\" id=\"g" CP_PAGES_NUMBER_LATER
               "\">\n<h1><bdi>" CP_PAGES_TITLE_LATER "</bdi></h1>\n"},
    .behind = {"</details>\n", ""},
    .foot = put_foot,
    .link = "<p class=\"link\"><a href=\"" CP_PAGES_NAME_LATER "\">" CP_PAGES_NUMBER_LATER
            ". <bdi>" CP_PAGES_TITLE_LATER "</bdi></a></p>\n",
};

/* A page that stands in another's is no main part of it, and its heading not the first. */
const struct cp_page_pen cp_page_element = {
    .open = open_paragraph,
    .escape = escape,
    .close = "</p>\n",
    .around = around,
    .move = put_move,
    .figure = put_figure,
    .body = put_body,
    .has_data = true,
    .has_main = true,
    .tie = "\u00a0",
    .name = cp_pages_put_address,
    .drawings = put_drawings,
    .before = {"", "<section class=\"game\" id=\"g" CP_PAGES_NUMBER_LATER
                   "\">\n<h2 class=\"about\"><bdi>" CP_PAGES_TITLE_LATER "</bdi></h2>\n"},
    .behind = {"", "</section>\n"},
    .wrap = put_object,
};
