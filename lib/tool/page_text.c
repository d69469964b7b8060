/* SPDX-License-Identifier: MIT */
#include "tool/page_text.h"

#include "draw/words.h"
#include "game/annotation.h"
#include "text/start.h"
#include "text/tokens.h"
#include "text/writer.h"

/* ---- words ---- */

static void open_paragraph(struct cp_page_text *w)
{
    if (w->is_open)
        return;
    w->p->pen->open(&w->text, w->depth);
    w->is_open = w->is_tight = true;
}

static void close_paragraph(struct cp_page_text *w)
{
    if (w->is_open)
        w->p->pen->close(&w->text);
    w->is_open = false;
    w->is_numbered = true;
}

/* Words have a blank in front, but behind an opening parenthesis and at the beginning. */
static void part_words(struct cp_page_text *w)
{
    open_paragraph(w);
    cp_buf_puts(&w->text, w->is_tight ? "" : w->is_tied ? w->p->pen->tie : " ");
    w->is_tight = w->is_tied = false;
}

static void put_text(struct cp_page_text *w, enum cp_page_words kind, cp_str text)
{
    part_words(w);
    w->p->pen->words(&w->text, kind, text);
}

/* Around a variation. */
static void put_parenthesis(struct cp_page_text *w, const char *which)
{
    w->is_tight |= *which == ')';
    put_text(w, CP_PAGE_PARENTHESIS, cp_str_from(which));
    w->is_tight = *which == '(';
}

/* ---- comments ---- */

cp_str cp_page_command(cp_str command, enum cp_page_words *kind)
{
    static const char *const names[] = {"clk", "emt", "eval"};
    cp_str value = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cp_command_is(command, names[i], &value))
            *kind = i ? CP_PAGE_COMMAND : CP_PAGE_CLOCK;
    return value;
}

/* Takes no room. */
static void put_silent(struct cp_page_text *w, cp_str command)
{
    open_paragraph(w);
    w->p->pen->words(&w->text, CP_PAGE_SILENT, command);
}

static void put_comment(struct cp_page_text *w, cp_str comment)
{
    bool is_command;
    while (comment.len) {
        cp_str part = cp_comment_take_part(&comment, &is_command);
        enum cp_page_words kind = CP_PAGE_COMMENT;
        if (is_command && w->p->pen->keeps_commands)
            put_silent(w, part);
        part = cp_str_trim(is_command ? cp_page_command(part, &kind) : part);
        if (part.len)
            put_text(w, kind, part);
    }
}

static void put_comments(struct cp_page_text *w, const struct cp_comment *comment)
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
    {14, "\u2a72", "White is slightly better"},
    {15, "\u2a71", "Black is slightly better"},
    {16, "\u00b1", "White is better"},
    {17, "\u2213", "Black is better"},
    {18, "+\u2212", "White is winning"},
    {19, "\u2212+", "Black is winning"},
    {22, "\u2a00", "zugzwang for White"},
    {23, "\u2a00", "zugzwang for Black"},
    {36, "\u2191", "White has the initiative"},
    {37, "\u2191", "Black has the initiative"},
    {40, "\u2192", "White attacks"},
    {41, "\u2192", "Black attacks"},
    {44, "=/\u221e", "White has compensation"},
    {45, "=/\u221e", "Black has compensation"},
    {132, "\u21c6", "counterplay for White"},
    {133, "\u21c6", "counterplay for Black"},
    {138, "\u2295", "White is short of time"},
    {139, "\u2295", "Black is short of time"},
    {140, "\u25b3", "with the idea"},
    {146, " N", "novelty"},
};

const char *cp_page_nag(uint32_t number, const char **meaning)
{
    for (size_t i = 0; i < sizeof nags / sizeof *nags; i++)
        if (nags[i].number == number) {
            *meaning = nags[i].words;
            return nags[i].sign;
        }
    return NULL;
}

void cp_page_put_move(struct cp_buf *out, const struct cp_play *play, const struct cp_node *node,
                      enum cp_spelling spelling)
{
    const struct cp_alphabet *alphabet = &play->run->current.variant->alphabet;
    struct cp_writing how = {.marks_last = alphabet->marks_last, .spelling = spelling};
    if (node->is_read && node->move.spelling != spelling)
        how.alphabet = alphabet;
    cp_node_write_turn(out, play->game, node, &how);
}

cp_str cp_page_move(const struct cp_page *p, const struct cp_node *node, enum cp_spelling spelling)
{
    struct cp_buf text;
    cp_buf_init(&text, p->arena);
    cp_page_put_move(&text, p->play, node, spelling);
    return cp_buf_str(&text);
}

/* "12." or "12...", where it is due. */
static void put_number(struct cp_page_text *w, uint32_t ply)
{
    uint32_t half = ply - 1 + (w->p->began == CP_BLACK);
    struct cp_buf number;
    cp_buf_init(&number, w->p->arena);
    cp_buf_printf(&number, "%u%s", cp_start_number(w->p->game->start) + half / 2,
                  half % 2 ? "..." : ".");
    if (half % 2 == 0 || w->is_numbered)
        put_text(w, CP_PAGE_NUMBER, cp_buf_str(&number));
    w->is_tied = half % 2 == 0 || w->is_numbered;
    w->is_numbered = false;
}

/* ---- figures ---- */

/* Those of the turn before the next. */
static void put_figures(struct cp_page_text *w)
{
    struct cp_page *p = w->p;
    for (; w->figure < p->figure_count && p->figures[w->figure].turn < w->turn; w->figure++) {
        if (w->figure == w->main)
            continue;
        close_paragraph(w);
        p->pen->figure(w, &p->figures[w->figure]);
    }
}

/* ---- what is refused ---- */

/* The first of the worst messages where the move stands; NULL: it has no place of its own. */
static const struct cp_message *message_at(const struct cp_diags *d, const struct cp_node *node)
{
    const struct cp_message *worst = NULL;
    for (const struct cp_message *m = node->line ? d->first : NULL; m; m = m->next)
        if (m->at.line == node->line && m->at.col == node->col && m->level >= CP_WARNING &&
            (!worst || m->level > worst->level))
            worst = m;
    return worst;
}

/* The message, or the reason alone. */
static void put_refusal(struct cp_page_text *w, const struct cp_page_turn *turn)
{
    struct cp_buf text;
    cp_buf_init(&text, w->p->arena);
    const struct cp_message *m = message_at(&w->p->play->run->diags, turn->node);
    if (m)
        cp_message_put_text(&text, m);
    else
        cp_buf_puts(&text, cp_diag_text(turn->refused));
    put_text(w, CP_PAGE_REFUSAL, cp_buf_str(&text));
}

static void put_node(struct cp_page_text *w, struct cp_page_step *s)
{
    const struct cp_node *node = s->node;
    struct cp_page *p = w->p;
    const struct cp_page_turn *turn = w->turn < p->turn_count ? &p->turns[w->turn] : NULL;
    turn = turn && turn->node == node ? turn : NULL;
    put_comments(w, node->notes ? node->notes->before : NULL);
    put_number(w, s->ply);
    cp_str text = cp_page_move(p, node, p->view->spelling);
    w->turn += turn != NULL;
    if (turn && !turn->refused) {
        part_words(w);
        p->pen->move(w, turn, text);
    } else {
        put_text(w, CP_PAGE_UNPLAYED, text);
    }
    if (turn && turn->refused)
        put_refusal(w, turn);
    put_comments(w, node->notes ? node->notes->after : NULL);
    put_figures(w);
}

/* ---- lines ---- */

static void push(struct cp_page_text *w, const struct cp_line *line, uint32_t ply)
{
    if (w->depth + 1 >= w->room)
        w->steps = cp_arena_grow(w->p->arena, w->steps, &w->room, sizeof *w->steps);
    w->steps[++w->depth] = (struct cp_page_step){.line = line, .node = line->first, .ply = ply};
    close_paragraph(w);
    put_parenthesis(w, "(");
}

static void pop(struct cp_page_text *w)
{
    put_comments(w, w->steps[w->depth].line->end);
    if (w->depth) {
        put_parenthesis(w, ")");
        close_paragraph(w);
        w->depth--;
    }
}

/* A move, its variations, the next move. */
static void put_lines(struct cp_page_text *w)
{
    w->steps = cp_arena_grow(w->p->arena, NULL, &w->room, sizeof *w->steps);
    w->steps[0] = (struct cp_page_step){
        .line = &w->p->game->moves, .node = w->p->game->moves.first, .ply = 1};
    for (;;) {
        struct cp_page_step *s = &w->steps[w->depth];
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

static void put_result(struct cp_page_text *w)
{
    const struct cp_verdict *v = &w->p->play->verdict;
    if (w->p->game->result.len)
        put_text(w, CP_PAGE_RESULT, w->p->game->result);
    if (v->outcome != CP_OUTCOME_NONE)
        put_text(w, CP_PAGE_OUTCOME, cp_str_from(cp_outcome_name(v->outcome)));
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
        cp_buf_puts(out, "Game " CP_PAGES_NUMBER_LATER);
}

/* The event is the title where there are no players. */
void cp_page_put_about(const struct cp_page *p, struct cp_buf *out)
{
    static const char *const names[] = {"Event", "Site", "Date", "Round"};
    for (size_t i = p->title.len ? 0 : 1; i < sizeof names / sizeof *names; i++) {
        cp_str value = cp_str_trim(cp_game_tag(p->game, names[i]));
        if (!value.len || value.at[0] == '?' || cp_str_is(value, "-"))
            continue;
        cp_buf_put(out, value);
        cp_buf_puts(out, " \u00b7 ");
    }
    cp_buf_put(out, p->play->run->current.variant->name);
    cp_buf_puts(out, p->game->result.len ? " \u00b7 " : "");
    cp_buf_put(out, p->game->result);
}

/* ---- packing ---- */

/* The last picture of the main line stands beside the text. */
static size_t find_main(const struct cp_page *p)
{
    size_t main = SIZE_MAX;
    for (size_t i = 0; i < p->figure_count && p->pen->has_main; i++)
        if (p->figures[i].is_of_main_line)
            main = i;
    return main;
}

void cp_page_pack(struct cp_page *p, struct cp_buf *out)
{
    struct cp_page_text w = {.p = p, .turn = 1, .main = find_main(p), .is_numbered = true};
    struct cp_buf title, drawings, body;
    struct cp_buf *const all[] = {&title, &drawings, &body, &w.text, &w.moves, &w.pictures};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cp_buf_init(all[i], p->arena);
    put_figures(&w);
    put_lines(&w);
    put_result(&w);
    put_title(p, &title);
    p->pen->body(&w, &body, &drawings);
    const struct cp_packed_page packed = {cp_buf_str(&title), cp_buf_str(&drawings),
                                          cp_buf_str(&body), cp_buf_str(&w.pictures)};
    cp_pages_pack(out, &packed);
}
