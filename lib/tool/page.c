/* SPDX-License-Identifier: MIT */
/* page.c -- what a turn changed is found by comparing the men before and after it, so that
 * this is true of every engine and every variant. */
#include "tool/page.h"

#include "draw/words.h"
#include "rules/chess/attack.h"
#include "rules/chess/turn.h"
#include "text/start.h"
#include "text/tokens.h"
#include "text/writer.h"
#include "tool/fen_text.h"

enum {
    EXACT_MOST = 53, /* bits of a whole number that JSON's readers keep */
    INDENTS = 4,     /* deeper variations are set in no farther */
};

/* ---- JSON ---- */

/* In a page's script element nothing may look like markup. */
static void put_json(struct cp_buf *out, cp_str text)
{
    struct cp_buf string;
    cp_buf_init(&string, out->arena);
    cp_json_put_string(&string, text);
    for (size_t i = 0; i < string.len; i++)
        if (string.at[i] == '<')
            cp_buf_puts(out, "\\u003c");
        else
            cp_buf_putc(out, string.at[i]);
}

static void put_coordinate(struct cp_buf *out, const struct cp_ints *ints, cp_int n)
{
    int64_t value = cp_int_or(n, INT64_MAX), most = INT64_C(1) << EXACT_MOST;
    bool is_exact = value < most && value > -most;
    cp_buf_puts(out, is_exact ? "" : "\"");
    cp_int_format(ints, out, n);
    cp_buf_puts(out, is_exact ? "" : "\"");
}

static void put_square(struct cp_buf *out, const struct cp_ints *ints, cp_square square)
{
    put_coordinate(out, ints, square.file);
    cp_buf_putc(out, ',');
    put_coordinate(out, ints, square.rank);
}

/* ---- while it is played ---- */

static cp_square back(const struct cp_page *p, cp_square at)
{
    return cp_play_back(p->play, at);
}

static struct cp_page_man man_of(const struct cp_position *p, uint32_t man)
{
    uint32_t left = p->delay && !p->gone[man] ? cp_trapdoor_left(p, (int32_t)man) : 0;
    return (struct cp_page_man){
        .at = p->at[man],
        .kind = p->kind[man],
        .gone = p->gone[man],
        .moved = p->moved[man] && p->law->variant->kinds[p->kind[man]].has_first,
        .due = left ? p->ply + left : 0,
    };
}

static void use(struct cp_page *p, const struct cp_page_man *man, uint8_t side)
{
    p->used.of[side] |= UINT64_C(1) << man->kind;
}

/* [[12,5,4],[13]]: where men stand now, or that they are gone. */
static void put_changes(struct cp_page *p, struct cp_buf *out, const struct cp_position *at)
{
    const char *comma = "";
    cp_buf_puts(out, "\"c\":[");
    for (uint32_t man = 0; man < at->count; man++) {
        struct cp_page_man was = p->men[man], is = man_of(at, man);
        bool stays = cp_square_equal(was.at, is.at) && was.kind == is.kind;
        if (was.gone == is.gone && (is.gone || stays))
            continue;
        cp_buf_printf(out, "%s[%u", comma, man);
        if (!is.gone) {
            cp_buf_putc(out, ',');
            put_square(out, p->view->ints, back(p, is.at));
            use(p, &is, at->side[man]);
        }
        if (!is.gone && was.kind != is.kind)
            cp_buf_printf(out, ",%u", is.kind);
        cp_buf_putc(out, ']');
        comma = ",";
    }
    cp_buf_putc(out, ']');
}

/* Of men that have moved for the first time, and those whose clocks were set. */
static void put_clocks(struct cp_page *p, struct cp_buf *out, const struct cp_position *at)
{
    const char *moved = ",\"u\":[", *due = ",\"h\":[";
    for (uint32_t man = 0; man < at->count; man++)
        if (!p->men[man].moved && man_of(at, man).moved) {
            cp_buf_printf(out, "%s%u", moved, man);
            moved = ",";
        }
    cp_buf_puts(out, *moved && moved[1] ? "" : "]");
    for (uint32_t man = 0; at->delay && man < at->count; man++) {
        struct cp_page_man is = man_of(at, man);
        if (p->men[man].due == is.due)
            continue;
        cp_buf_printf(out, "%s[%u,%u]", due, man, is.due);
        due = ",";
    }
    cp_buf_puts(out, due[1] ? "" : "]");
}

/* The king in check, and what gives it. */
static void put_check(struct cp_buf *out, const struct cp_position *at)
{
    int32_t king = at->king[at->turn];
    if (!at->checks || king == CP_NOBODY)
        return;
    cp_buf_printf(out, ",\"k\":[%d", king);
    for (uint32_t i = 0; i < at->checks && i < 2; i++)
        cp_buf_printf(out, ",%d", at->checker[i]);
    cp_buf_putc(out, ']');
}

/* Each body by the number of its lower left man. */
static void put_bodies(struct cp_buf *out, const struct cp_position *at)
{
    const char *comma = ",\"b\":[";
    cp_body body;
    if (!at->law->variant->body.exists)
        return;
    for (int32_t man = 0; man < (int32_t)at->count; man++)
        if (!at->gone[man] && cp_body_find(at, man, &body)) {
            cp_buf_printf(out, "%s%d", comma, man);
            comma = ",";
        }
    cp_buf_puts(out, comma[1] ? "" : "]");
}

/* What fell, and the ways of those that a turn took along. */
static void put_ways(struct cp_page *p, struct cp_buf *out)
{
    const struct cp_view *v = p->view;
    for (uint32_t i = 0; i < v->fallen_count; i++) {
        cp_buf_puts(out, i ? ",[" : ",\"f\":[[");
        put_square(out, v->ints, v->fallen[i].square);
        cp_buf_printf(out, ",%u,%u]", v->fallen[i].kind, v->fallen[i].side);
    }
    cp_buf_puts(out, v->fallen_count ? "]" : "");
    for (uint32_t i = 0; i < v->track_count; i++) {
        cp_buf_printf(out, "%s[%u,", i ? "," : ",\"w\":[", v->tracks[i].kind);
        put_square(out, v->ints, v->tracks[i].from);
        cp_buf_putc(out, ',');
        put_square(out, v->ints, v->tracks[i].to);
        cp_buf_putc(out, ']');
    }
    cp_buf_puts(out, v->track_count ? "]" : "");
}

static void put_state(struct cp_page *p, struct cp_buf *out, struct cp_position *at)
{
    put_check(out, at);
    put_bodies(out, at);
    if (at->passing != CP_NOBODY && !p->view->bounded) {
        cp_buf_puts(out, ",\"s\":[");
        put_square(out, p->view->ints, back(p, at->passed));
        cp_buf_putc(out, ']');
    }
}

static cp_str position_text(struct cp_page *p, struct cp_position *at, uint32_t ply)
{
    struct cp_buf text;
    cp_buf_init(&text, p->arena);
    if (p->fen)
        cp_fen_text_put(p->fen, &text, at, ply);
    return cp_buf_str(&text);
}

static struct cp_page_turn *add_turn(struct cp_page *p)
{
    if (p->turn_count == p->turn_room)
        p->turns = cp_arena_grow(p->arena, p->turns, &p->turn_room, sizeof *p->turns);
    p->turns[p->turn_count] = (struct cp_page_turn){0};
    return &p->turns[p->turn_count++];
}

void cp_page_begin(struct cp_page *p, struct cp_position *at)
{
    cp_buf_init(&p->start, p->arena);
    cp_buf_init(&p->data, p->arena);
    p->began = at->turn;
    p->window = p->view->window;
    p->men = cp_arena_take_zero(p->arena, (size_t)at->count + 1, sizeof *p->men);
    if (p->view->bounded) {
        p->fen = cp_arena_take_zero(p->arena, 1, sizeof *p->fen);
        cp_fen_text_begin(p->fen, (struct cp_play *)p->play, at, false);
    }
    struct cp_page_turn *turn = add_turn(p); /* the start */
    turn->position = position_text(p, at, 0);
    cp_buf_puts(&p->start, "\"men\":[");
    for (uint32_t man = 0; man < at->count; man++) {
        struct cp_page_man is = man_of(at, man);
        cp_buf_printf(&p->start, "%s[%u,%u,", man ? "," : "", is.kind, at->side[man]);
        put_square(&p->start, p->view->ints, back(p, is.at));
        cp_buf_puts(&p->start, is.moved ? ",1]" : "]");
        use(p, &is, at->side[man]);
    }
    cp_buf_puts(&p->start, "],\"start\":{\"c\":[]");
    put_clocks(p, &p->start, at);
    put_state(p, &p->start, at);
}

void cp_page_before(struct cp_page *p, const struct cp_ply *e)
{
    for (uint32_t man = 0; man < e->position->count; man++)
        p->men[man] = man_of(e->position, man);
}

/* The line of that depth, without moves at first. */
static struct cp_page_line *line_at(struct cp_page *p, uint32_t depth)
{
    size_t room = p->line_room;
    if (depth >= room) {
        p->lines = cp_arena_grow(p->arena, p->lines, &p->line_room, sizeof *p->lines);
        memset(p->lines + room, 0, (p->line_room - room) * sizeof *p->lines);
    }
    return &p->lines[depth];
}

/* Which turn this one goes on from: a variation from that before the one it replaces. */
static uint32_t follow(struct cp_page *p, const struct cp_ply *e, uint32_t turn)
{
    struct cp_page_line *line = line_at(p, e->depth);
    bool goes_on = line->node && line->node->next == e->node;
    uint32_t parent = goes_on ? line->turn : 0;
    if (!goes_on && e->depth)
        parent = p->turns[p->lines[e->depth - 1].turn].parent;
    *line = (struct cp_page_line){e->node, turn};
    return parent;
}

void cp_page_after(struct cp_page *p, const struct cp_ply *e)
{
    struct cp_page_turn *turn = add_turn(p);
    struct cp_buf *out = &p->data;
    turn->node = e->node;
    turn->number = ++p->played;
    turn->parent = follow(p, e, (uint32_t)p->turn_count - 1);
    turn->data = out->len;
    put_changes(p, out, e->position);
    put_clocks(p, out, e->position);
    cp_buf_puts(out, ",\"l\":[");
    put_square(out, p->view->ints, back(p, e->move->from));
    cp_buf_putc(out, ',');
    put_square(out, p->view->ints, back(p, e->move->to));
    cp_buf_putc(out, ']');
    put_ways(p, out);
    put_state(p, out, e->position);
    turn = &p->turns[p->turn_count - 1];
    turn->data_len = out->len - turn->data;
    turn->position = position_text(p, e->position, e->ply);
}

void cp_page_refused(struct cp_page *p, const struct cp_ply *e, enum cp_diag why)
{
    struct cp_page_turn *turn = add_turn(p);
    turn->node = e->node;
    turn->refused = why;
    turn->parent = follow(p, e, (uint32_t)p->turn_count - 1); /* for its variations */
}

void cp_page_add_figure(struct cp_page *p, const struct cp_svg_part *part, cp_str caption,
                        bool is_of_main_line)
{
    if (p->figure_count == p->figure_room)
        p->figures = cp_arena_grow(p->arena, p->figures, &p->figure_room, sizeof *p->figures);
    size_t turn = p->turn_count - 1;
    while (turn && p->turns[turn].refused)
        turn--;
    p->figures[p->figure_count++] = (struct cp_page_figure){
        .turn = (uint32_t)turn,
        .is_of_main_line = is_of_main_line,
        .caption = cp_str_keep(p->arena, caption),
        .part = {.width = part->width,
                 .height = part->height,
                 .description = cp_str_keep(p->arena, part->description),
                 .definitions = cp_str_keep(p->arena, part->definitions),
                 .body = cp_str_keep(p->arena, part->body)},
    };
}

/* ---- text ---- */

void cp_page_put_move(struct cp_buf *out, const struct cp_play *play, const struct cp_node *node,
                      enum cp_spelling spelling)
{
    const struct cp_alphabet *alphabet = &play->run->current.variant->alphabet;
    struct cp_writing how = {.marks_last = alphabet->marks_last, .spelling = spelling};
    if (node->is_read && node->move.spelling != spelling)
        how.alphabet = alphabet;
    cp_node_write_turn(out, play->game, node, &how);
}

/* A line of the text that is being written. */
struct step {
    const struct cp_line *line, *variation; /* the next variation to write */
    const struct cp_node *node;
    uint32_t ply;
    bool has_begun;
};

struct writing {
    struct cp_page *p;
    struct cp_buf text, moves; /* HTML; JSON */
    struct step *steps;
    size_t depth, room;
    size_t turn;      /* the next of p->turns */
    size_t figure;    /* of p->figures */
    size_t main;      /* the figure that stands beside the text; SIZE_MAX: none */
    bool is_open;     /* a paragraph */
    bool is_numbered; /* a number is due before the next move, whoever moves */
    bool is_tight;    /* no blank is due */
    enum cp_spelling other;
    bool has_other;
};

static void open_paragraph(struct writing *w)
{
    if (w->is_open)
        return;
    size_t indent = w->depth < INDENTS ? w->depth : INDENTS;
    if (indent)
        cp_buf_printf(&w->text, "<p class=\"v%zu\">", indent);
    else
        cp_buf_puts(&w->text, "<p>");
    w->is_open = w->is_tight = true;
}

static void close_paragraph(struct writing *w)
{
    cp_buf_puts(&w->text, w->is_open ? "</p>\n" : "");
    w->is_open = false;
    w->is_numbered = true;
}

/* Words have a blank in front, but behind an opening parenthesis and at the beginning. */
static void open_span(struct writing *w, const char *kind)
{
    open_paragraph(w);
    cp_buf_printf(&w->text, "%s<span class=\"%s\"", w->is_tight ? "" : " ", kind);
    w->is_tight = false;
}

static void put_text(struct writing *w, const char *kind, cp_str text)
{
    open_span(w, kind);
    cp_buf_putc(&w->text, '>');
    cp_words_put(&w->text, text, CP_ESCAPE_XML);
    cp_buf_puts(&w->text, "</span>");
}

/* Around a variation. */
static void put_parenthesis(struct writing *w, const char *which)
{
    w->is_tight |= *which == ')';
    put_text(w, "p", cp_str_from(which));
    w->is_tight = *which == '(';
}

/* ---- comments ---- */

/* What a command in a comment says that people read: a clock, a time, an evaluation. */
static cp_str command_words(cp_str command, const char **kind)
{
    static const char *const names[] = {"[%clk ", "[%emt ", "[%eval "};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cp_str_starts(command, cp_str_from(names[i]))) {
            *kind = i ? "k" : "k clk";
            command = cp_str_skip(command, strlen(names[i]));
            return cp_str_trim((cp_str){command.at, command.len - 1});
        }
    return (cp_str){0};
}

/* A part of a comment: a command, or words up to the next one. */
static cp_str take_part(cp_str *rest, bool *is_command)
{
    const char *close =
        cp_str_starts(*rest, CP_STR("[%")) ? memchr(rest->at, ']', rest->len) : NULL;
    size_t len = close ? (size_t)(close - rest->at) + 1 : 1;
    *is_command = close != NULL;
    while (!close && len < rest->len && !cp_str_starts(cp_str_skip(*rest, len), CP_STR("[%")))
        len++;
    cp_str part = {rest->at, len};
    *rest = cp_str_skip(*rest, len);
    return part;
}

static void put_comment(struct writing *w, cp_str comment)
{
    bool is_command;
    while (comment.len) {
        cp_str part = take_part(&comment, &is_command);
        const char *kind = "c";
        part = cp_str_trim(is_command ? command_words(part, &kind) : part);
        if (part.len)
            put_text(w, kind, part);
    }
}

static void put_comments(struct writing *w, const struct cp_comment *comment)
{
    w->is_numbered |= comment != NULL;
    for (; comment; comment = comment->next)
        put_comment(w, comment->text);
}

/* ---- moves ---- */

static const struct {
    uint32_t number;
    const char *sign, *words;
} nags[] = {
    {1, "!", "good move"},
    {2, "?", "mistake"},
    {3, "!!", "very good move"},
    {4, "??", "blunder"},
    {5, "!?", "interesting move"},
    {6, "?!", "dubious move"},
    {7, "\u25a1", "only move"},
    {8, "\u25a1", "only move"},
    {10, "=", "even"},
    {11, "=", "even"},
    {13, "\u221e", "unclear"},
    {14, "+=", "White is slightly better"},
    {15, "=+", "Black is slightly better"},
    {16, "\u00b1", "White is better"},
    {17, "\u2213", "Black is better"},
    {18, "+\u2212", "White is winning"},
    {19, "\u2212+", "Black is winning"},
    {22, "\u2a00", "zugzwang for White"},
    {23, "\u2a00", "zugzwang for Black"},
    {36, "\u2192", "White has the initiative"},
    {37, "\u2192", "Black has the initiative"},
    {40, "\u2191", "White attacks"},
    {41, "\u2191", "Black attacks"},
    {44, "=/\u221e", "compensation"},
    {132, "\u21c6", "counterplay for White"},
    {133, "\u21c6", "counterplay for Black"},
    {138, "\u2295", "White is short of time"},
    {139, "\u2295", "Black is short of time"},
    {140, "\u25b3", "with the idea"},
    {146, "N", "novelty"},
};

enum { NAG_DIAGRAM = 220 };

static void put_nag(struct cp_buf *out, uint32_t number)
{
    size_t i = 0, count = sizeof nags / sizeof *nags;
    if (number == NAG_DIAGRAM)
        return;
    while (i < count && nags[i].number != number)
        i++;
    if (i == count)
        cp_buf_printf(out, "<abbr title=\"NAG %u\" data-nag=\"%u\">$%u</abbr>", number, number,
                      number);
    else
        cp_buf_printf(out, "<abbr title=\"%s\" data-nag=\"%u\">%s</abbr>", nags[i].words, number,
                      nags[i].sign);
}

/* "12." or "12...", where it is due. */
static void put_number(struct writing *w, uint32_t ply)
{
    uint32_t half = ply - 1 + (w->p->began == CP_BLACK);
    if (half % 2 == 0 || w->is_numbered) {
        open_span(w, "n");
        cp_buf_printf(&w->text, ">%u%s</span>", cp_start_number(w->p->game->start) + half / 2,
                      half % 2 ? "..." : ".");
    }
    w->is_numbered = false;
}

static cp_str move_text(struct writing *w, const struct cp_node *node, enum cp_spelling spelling)
{
    struct cp_buf text;
    cp_buf_init(&text, w->p->arena);
    cp_page_put_move(&text, w->p->play, node, spelling);
    return cp_buf_str(&text);
}

static void put_played(struct writing *w, const struct cp_node *node, uint32_t number, cp_str text)
{
    open_span(w, "m");
    cp_buf_printf(&w->text, " id=\"g" CP_HTML_NUMBER_LATER "-m%u\">", number);
    cp_words_put(&w->text, text, CP_ESCAPE_XML);
    for (const struct cp_nag *n = node->notes ? node->notes->nags : NULL; n; n = n->next)
        put_nag(&w->text, n->number);
    cp_buf_puts(&w->text, "</span>");
}

/* ---- marks, of comments and for all pictures ---- */

static bool put_marks(struct cp_buf *out, const struct cp_ints *ints, const struct cp_mark *mark)
{
    const char *comma = "[";
    for (; mark; mark = mark->next, comma = ",") {
        cp_buf_printf(out, "%s[%u,%u,", comma, mark->colour, mark->kind);
        put_square(out, ints, mark->from);
        if (cp_mark_is_arrow(mark)) {
            cp_buf_putc(out, ',');
            put_square(out, ints, mark->to);
        } else if (mark->kind == CP_MARKED_LABEL) {
            cp_buf_printf(out, ",\"%s\"", mark->label);
        }
        cp_buf_putc(out, ']');
    }
    cp_buf_puts(out, *comma == ',' ? "]" : "");
    return *comma == ',';
}

/* Marks and the clock of comments; what is wrong with marks was reported, or is of no picture. */
static void put_notes(struct writing *w, struct cp_buf *out, const struct cp_comment *comment)
{
    struct cp_marks marks = {0};
    cp_str clock = {0}, wrong;
    for (; comment; comment = comment->next) {
        bool is_command;
        const char *kind = "";
        if (cp_marks_find(&marks, w->p->arena, w->p->view->ints, comment->text, &wrong) != CP_OK)
            wrong = (cp_str){0};
        for (cp_str rest = comment->text; rest.len;) {
            cp_str part = take_part(&rest, &is_command);
            cp_str words = is_command ? command_words(part, &kind) : (cp_str){0};
            clock = words.len && kind[1] ? words : clock;
        }
    }
    size_t before = out->len;
    cp_buf_puts(out, ",\"m\":");
    if (!put_marks(out, w->p->view->ints, marks.first))
        out->len = before;
    if (clock.len) {
        cp_buf_puts(out, ",\"q\":");
        put_json(out, clock);
    }
}

/* ---- the data of a turn ---- */

/* Nbd7 as N2(4,7): behind the letter of a piece a bare board has squares, n2. */
static bool would_be_misread(const struct writing *w, const struct cp_node *node)
{
    uint16_t from = node->move.has & CP_HAS_FROM;
    return node->is_read && w->p->view->spelling == CP_BARE && (node->move.has & CP_HAS_PIECE) &&
           from && from != CP_HAS_FROM;
}

static void put_turn(struct writing *w, const struct cp_page_turn *turn, cp_str shown)
{
    struct cp_buf *out = &w->moves;
    struct cp_page *p = w->p;
    const struct cp_notes *notes = turn->node->notes;
    cp_buf_puts(out, out->len ? ",\n{" : "{");
    cp_buf_put(out, (cp_str){p->data.at + turn->data, turn->data_len});
    uint32_t before = p->turns[turn->parent].number;
    if (before + 1 != turn->number)
        cp_buf_printf(out, ",\"p\":%u", before);
    bool is_other = w->has_other && !would_be_misread(w, turn->node);
    cp_str other = is_other ? move_text(w, turn->node, w->other) : shown;
    if (!cp_str_equal(shown, other)) {
        cp_buf_puts(out, ",\"t\":");
        put_json(out, other);
    }
    if (turn->position.len) {
        cp_buf_puts(out, ",\"e\":");
        put_json(out, turn->position);
    }
    put_notes(w, out, notes ? notes->after : NULL);
    cp_buf_putc(out, '}');
}

/* ---- figures ---- */

static void put_figure(struct writing *w, struct cp_buf *out, const struct cp_page_figure *figure)
{
    struct cp_buf id;
    cp_buf_init(&id, w->p->arena);
    cp_buf_printf(&id, "g" CP_HTML_NUMBER_LATER "-f%u", w->p->turns[figure->turn].number);
    cp_html_put_figure(out, &figure->part, w->p->style, cp_buf_str(&id), figure->caption);
}

/* Those of the turn before the next. */
static void put_figures(struct writing *w)
{
    struct cp_page *p = w->p;
    for (; w->figure < p->figure_count && p->figures[w->figure].turn < w->turn; w->figure++) {
        if (w->figure == w->main)
            continue;
        close_paragraph(w);
        put_figure(w, &w->text, &p->figures[w->figure]);
    }
}

/* ---- what is refused ---- */

/* The message where the move stands; its reason alone where it has no place of its own. */
static void put_refusal(struct writing *w, const struct cp_page_turn *turn)
{
    const struct cp_node *node = turn->node;
    struct cp_buf text;
    cp_buf_init(&text, w->p->arena);
    const struct cp_message *m = w->p->play->run->diags.first;
    while (m && (m->at.line != node->line || m->at.col != node->col || m->level < CP_WARNING))
        m = m->next;
    if (m && node->line)
        cp_message_put_text(&text, m);
    else
        cp_buf_puts(&text, cp_diag_text(turn->refused));
    put_text(w, "err", cp_buf_str(&text));
}

static void put_node(struct writing *w, struct step *s)
{
    const struct cp_node *node = s->node;
    struct cp_page *p = w->p;
    const struct cp_page_turn *turn = w->turn < p->turn_count ? &p->turns[w->turn] : NULL;
    turn = turn && turn->node == node ? turn : NULL;
    put_comments(w, node->notes ? node->notes->before : NULL);
    put_number(w, s->ply);
    cp_str text = move_text(w, node, p->view->spelling);
    w->turn += turn != NULL;
    if (turn && !turn->refused) {
        put_played(w, node, turn->number, text);
        put_turn(w, turn, text);
    } else {
        put_text(w, "u", text);
    }
    if (turn && turn->refused)
        put_refusal(w, turn);
    put_comments(w, node->notes ? node->notes->after : NULL);
    put_figures(w);
}

/* ---- lines ---- */

static void push(struct writing *w, const struct cp_line *line, uint32_t ply)
{
    if (w->depth + 1 >= w->room)
        w->steps = cp_arena_grow(w->p->arena, w->steps, &w->room, sizeof *w->steps);
    w->steps[++w->depth] = (struct step){.line = line, .node = line->first, .ply = ply};
    close_paragraph(w);
    put_parenthesis(w, "(");
}

static void pop(struct writing *w)
{
    put_comments(w, w->steps[w->depth].line->end);
    if (w->depth) {
        put_parenthesis(w, ")");
        close_paragraph(w);
        w->depth--;
    }
}

/* A move, its variations, the next move. */
static void put_lines(struct writing *w)
{
    w->steps = cp_arena_grow(w->p->arena, NULL, &w->room, sizeof *w->steps);
    w->steps[0] =
        (struct step){.line = &w->p->game->moves, .node = w->p->game->moves.first, .ply = 1};
    for (;;) {
        struct step *s = &w->steps[w->depth];
        const struct cp_line *variation = s->variation;
        if (variation) {
            s->variation = variation->next;
            push(w, variation, s->ply);
            continue;
        }
        if (s->has_begun && s->node) {
            s->node = s->node->next;
            s->ply++;
        }
        s->has_begun = true;
        if (s->node) {
            s->variation = s->node->notes ? s->node->notes->variations : NULL;
            put_node(w, s);
            continue;
        }
        bool is_last = w->depth == 0;
        pop(w);
        if (is_last)
            return;
    }
}

static void put_result(struct writing *w)
{
    const struct cp_verdict *v = &w->p->play->verdict;
    struct cp_buf text;
    cp_buf_init(&text, w->p->arena);
    cp_buf_put(&text, w->p->game->result);
    if (v->outcome != CP_OUTCOME_NONE)
        cp_buf_printf(&text, "%s%s", text.len ? " " : "", cp_outcome_name(v->outcome));
    if (text.len)
        put_text(w, "r", cp_buf_str(&text));
    close_paragraph(w);
}

/* ---- the frame ---- */

static void put_title(struct cp_page *p, struct cp_buf *out)
{
    cp_str event = cp_game_tag(p->game, "Event");
    if (p->title.len)
        cp_words_put(out, p->title, CP_ESCAPE_NONE);
    else if (event.len && !cp_str_is(event, "?"))
        cp_words_put(out, event, CP_ESCAPE_NONE);
    else
        cp_buf_puts(out, "Game " CP_HTML_NUMBER_LATER);
}

/* Event, place and date, the variant and the result. */
static void put_about(struct cp_page *p, struct cp_buf *out)
{
    static const char *const names[] = {"Event", "Site", "Date", "Round"};
    cp_buf_puts(out, "<p class=\"about\">");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cp_str value = cp_game_tag(p->game, names[i]);
        if (!value.len || value.at[0] == '?' || cp_str_is(value, "-"))
            continue;
        cp_words_put(out, value, CP_ESCAPE_XML);
        cp_buf_puts(out, " \u00b7 ");
    }
    cp_words_put(out, p->play->run->current.variant->name, CP_ESCAPE_XML);
    if (p->game->result.len) {
        cp_buf_puts(out, " \u00b7 ");
        cp_words_put(out, p->game->result, CP_ESCAPE_XML);
    }
    cp_buf_puts(out, "</p>\n");
}

static void put_tags(struct cp_page *p, struct cp_buf *out)
{
    if (!p->game->tags)
        return;
    cp_buf_puts(out, "<details class=\"tags\">\n<summary>Tags</summary>\n<dl>\n");
    for (const struct cp_tag *tag = p->game->tags; tag; tag = tag->next) {
        cp_buf_puts(out, "<dt>");
        cp_words_put(out, tag->name, CP_ESCAPE_XML);
        cp_buf_puts(out, "</dt><dd>");
        cp_words_put(out, tag->value, CP_ESCAPE_XML);
        cp_buf_puts(out, "</dd>\n");
    }
    cp_buf_puts(out, "</dl>\n</details>\n");
}

/* ---- the data of a game ---- */

static void put_kinds(struct cp_page *p, struct cp_buf *out)
{
    const struct cp_alphabet *a = p->view->alphabet;
    struct cp_buf name;
    cp_buf_init(&name, p->arena);
    cp_buf_puts(out, ",\n\"kinds\":[");
    for (uint32_t kind = 0; kind < a->count; kind++) {
        cp_buf_puts(out, kind ? ",[" : "[");
        put_json(out, cp_alphabet_letter(a, (uint8_t)kind));
        cp_buf_putc(out, ',');
        put_json(out, a->pieces[kind].name.len ? a->pieces[kind].name
                                               : cp_alphabet_letter(a, (uint8_t)kind));
        for (uint8_t side = 0; side < 2 && ((p->used.of[0] | p->used.of[1]) >> kind & 1); side++) {
            cp_buf_reset(&name);
            cp_svg_put_name(&name, a, (uint8_t)kind, side, p->style);
            cp_buf_putc(out, ',');
            put_json(out, cp_buf_str(&name));
        }
        cp_buf_putc(out, ']');
    }
    cp_buf_putc(out, ']');
}

static void put_board(struct cp_page *p, struct cp_buf *out)
{
    const struct cp_view *v = p->view;
    const struct cp_body_words *body = &p->play->run->current.variant->body;
    if (v->bounded)
        cp_buf_printf(out, ",\"size\":[%d,%d]", v->files, v->ranks);
    cp_buf_puts(out, ",\"window\":[");
    put_square(out, v->ints, p->window.low);
    cp_buf_putc(out, ',');
    put_square(out, v->ints, p->window.high);
    cp_buf_putc(out, ']');
    for (uint32_t i = 0; i < v->trap_count; i++) {
        cp_buf_puts(out, i ? ",[" : ",\"traps\":[[");
        put_square(out, v->ints, v->traps[i]);
        cp_buf_putc(out, ']');
    }
    cp_buf_puts(out, v->trap_count ? "]" : "");
    if (v->has_origin_mark) {
        cp_buf_puts(out, ",\"origin\":[");
        put_square(out, v->ints, v->origin_mark);
        cp_buf_putc(out, ']');
    }
    if (body->exists)
        cp_buf_printf(out, ",\"body\":[%u,%u]", body->files, body->ranks);
    if (p->marks) {
        cp_buf_puts(out, ",\"marks\":");
        if (!put_marks(out, v->ints, p->marks))
            cp_buf_puts(out, "[]");
    }
}

static void put_data(struct writing *w, struct cp_buf *out)
{
    struct cp_page *p = w->p;
    struct cp_buf tags;
    const struct cp_writing how = {.spelling = p->view->spelling};
    const struct cp_node *first = p->game->moves.first;
    cp_buf_init(&tags, p->arena);
    if (!cp_tags_write(&tags, p->game, &how))
        cp_buf_reset(&tags);
    cp_buf_printf(
        out,
        "<script type=\"application/json\">\n{\"native\":%d,\"other\":%d,\"side\":%d,\"first\":%u",
        p->view->spelling, w->has_other ? w->other : p->view->spelling, p->began,
        cp_start_number(p->game->start));
    if (!w->has_other) { /* positions go by themselves in the default frame */
        cp_buf_puts(out, ",\"shift\":[");
        put_square(out, p->view->ints, p->play->replay.shift);
        cp_buf_putc(out, ']');
    }
    cp_buf_puts(out, p->view->flip ? ",\"flip\":1" : "");
    put_board(p, out);
    put_kinds(p, out);
    cp_buf_puts(out, ",\n\"tags\":");
    put_json(out, cp_buf_str(&tags));
    cp_buf_puts(out, ",\n");
    cp_buf_put(out, cp_buf_str(&p->start));
    put_notes(w, out, !first ? p->game->moves.end : first->notes ? first->notes->before : NULL);
    if (p->turns[0].position.len) {
        cp_buf_puts(out, ",\"e\":");
        put_json(out, p->turns[0].position);
    }
    cp_buf_puts(out, "},\n\"moves\":[\n");
    cp_buf_put(out, cp_buf_str(&w->moves));
    cp_buf_puts(out, "]}\n</script>\n");
}

/* ---- packing ---- */

/* The last picture of the main line stands beside the text. */
static size_t find_main(const struct cp_page *p)
{
    size_t main = SIZE_MAX;
    for (size_t i = 0; i < p->figure_count; i++)
        if (p->figures[i].is_of_main_line)
            main = i;
    return main;
}

static void find_other(struct writing *w)
{
    const struct cp_current *now = &w->p->play->run->current;
    enum cp_spelling native = w->p->view->spelling;
    const cp_square shift = w->p->play->replay.shift;
    w->other = native != CP_NUMERIC             ? CP_NUMERIC
               : now->variant->alphabet.bounded ? CP_BARE
                                                : CP_LETTER;
    w->has_other = shift.file.v == 0 && shift.rank.v == 0; /* letters are the default frame's */
}

struct packed {
    size_t title, drawings, body;
};

static void put_body(struct writing *w, struct cp_buf *out)
{
    struct cp_page *p = w->p;
    put_about(p, out);
    cp_buf_puts(out, "<div class=\"table\">\n<div class=\"stage\">\n");
    if (w->main != SIZE_MAX)
        put_figure(w, out, &p->figures[w->main]);
    cp_buf_puts(out, "</div>\n<div class=\"moves\">\n");
    cp_buf_put(out, cp_buf_str(&w->text));
    cp_buf_puts(out, "</div>\n</div>\n");
    put_tags(p, out);
    put_data(w, out);
}

void cp_page_pack(struct cp_page *p, struct cp_buf *out)
{
    struct writing w = {.p = p, .turn = 1, .main = find_main(p), .is_numbered = true};
    struct cp_buf title, drawings, body;
    cp_buf_init(&title, p->arena);
    cp_buf_init(&drawings, p->arena);
    cp_buf_init(&body, p->arena);
    cp_buf_init(&w.text, p->arena);
    cp_buf_init(&w.moves, p->arena);
    find_other(&w);
    put_figures(&w);
    put_lines(&w);
    put_result(&w);
    put_title(p, &title);
    cp_svg_put_drawings(&drawings, p->view->alphabet, &p->used, p->style);
    put_body(&w, &body);
    const struct packed packed = {title.len, drawings.len, body.len};
    cp_buf_put(out, (cp_str){(const char *)&packed, sizeof packed});
    cp_buf_put(out, cp_buf_str(&title));
    cp_buf_put(out, cp_buf_str(&drawings));
    cp_buf_put(out, cp_buf_str(&body));
}

/* ---- files ---- */

static cp_str take(cp_str *bytes, size_t len)
{
    cp_str taken = {bytes->at, len};
    *bytes = cp_str_skip(*bytes, len);
    return taken;
}

void cp_pages_open(struct cp_pages *p, const struct cp_svg_style *style,
                   const struct cp_arena *like)
{
    *p = (struct cp_pages){.style = style};
    cp_arena_init(&p->arena, like->out_of_memory, like->handler_data);
}

void cp_pages_close(struct cp_pages *p)
{
    cp_arena_close(&p->arena);
}

/* The number of the game where it was left out. */
static void put_numbered(struct cp_buf *out, cp_str text, uint64_t game)
{
    const char *hole;
    while (text.len && (hole = memchr(text.at, CP_HTML_NUMBER_LATER[0], text.len))) {
        size_t before = (size_t)(hole - text.at);
        cp_buf_put(out, (cp_str){text.at, before});
        cp_buf_put_int(out, (int64_t)game);
        text = cp_str_skip(text, before + 1);
    }
    cp_buf_put(out, text);
}

/* Its title as it is, into p->title; what is left of the bytes is its body. */
static cp_str unpack(struct cp_pages *p, cp_str bytes, uint64_t game, cp_str *drawings)
{
    struct packed packed;
    memcpy(&packed, take(&bytes, sizeof packed).at, sizeof packed);
    cp_buf_reset(&p->title);
    put_numbered(&p->title, take(&bytes, packed.title), game);
    *drawings = take(&bytes, packed.drawings);
    return bytes;
}

static void put_drawings(struct cp_pages *p, struct cp_buf *out, cp_str drawings)
{
    cp_buf_reset(&p->fresh);
    cp_svg_add_definitions(&p->drawings, &p->fresh, drawings);
    cp_html_put_drawings(out, cp_buf_str(&p->fresh));
}

/* A page of its own. */
static void put_alone(struct cp_pages *p, struct cp_buf *out)
{
    cp_str drawings, body = unpack(p, p->first, p->first_game, &drawings);
    cp_html_put_head(out, p->style, cp_buf_str(&p->title));
    put_drawings(p, out, drawings);
    cp_buf_printf(out, "<main class=\"game\" id=\"g%llu\">\n<h1>",
                  (unsigned long long)p->first_game);
    cp_words_put(out, cp_buf_str(&p->title), CP_ESCAPE_XML);
    cp_buf_puts(out, "</h1>\n");
    put_numbered(out, body, p->first_game);
}

/* One of several. */
static void put_listed(struct cp_pages *p, struct cp_buf *out, cp_str bytes, uint64_t game)
{
    cp_str drawings, body = unpack(p, bytes, game, &drawings);
    put_drawings(p, out, drawings);
    cp_buf_printf(out, "<details class=\"game\" id=\"g%llu\">\n<summary><h2>%llu. ",
                  (unsigned long long)game, (unsigned long long)game);
    cp_words_put(out, cp_buf_str(&p->title), CP_ESCAPE_XML);
    cp_buf_puts(out, "</h2></summary>\n");
    put_numbered(out, body, game);
    cp_buf_puts(out, "</details>\n");
}

void cp_pages_add(struct cp_pages *p, struct cp_buf *out, uint64_t game, cp_str packed)
{
    if (p->count++ == 0) {
        cp_buf_init(&p->drawings, &p->arena);
        cp_buf_init(&p->fresh, &p->arena);
        cp_buf_init(&p->title, &p->arena);
        p->first = cp_str_keep(&p->arena, packed);
        p->first_game = game;
        return;
    }
    if (p->first.len) {
        cp_html_put_head(out, p->style, CP_STR("Games"));
        cp_buf_puts(out, "<main>\n<h1>Games</h1>\n");
        put_listed(p, out, p->first, p->first_game);
        p->first = (cp_str){0};
    }
    put_listed(p, out, packed, game);
}

void cp_pages_end(struct cp_pages *p, struct cp_buf *out)
{
    if (!p->count)
        return;
    if (p->first.len)
        put_alone(p, out);
    cp_buf_puts(out, "</main>\n");
    cp_html_put_foot(out);
    p->first = (cp_str){0};
    p->count = 0;
    cp_arena_reset(&p->arena);
}
