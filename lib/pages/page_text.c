/* SPDX-License-Identifier: MIT */
#include "pages/pages.h"

#include "draw/picture/words.h"
#include "game/annotation.h"
#include "text/starts/start.h"
#include "text/tags.h"
#include "text/tokens.h"
#include "text/writer.h"

/* ---- words ---- */

static void open_paragraph(struct cp_page_text *w)
{
    if (w->is_open)
        return;
    w->p->pen->open(&w->text, w->walk.depth);
    w->is_open = w->is_tight = true;
}

static void close_paragraph(struct cp_page_text *w)
{
    cp_buf_puts(&w->text, w->is_open ? w->p->pen->close : "");
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

static void put_words(const struct cp_page_pen *pen, struct cp_buf *out, enum cp_page_words kind,
                      cp_str text)
{
    const char *const *around = pen->around[kind];
    cp_buf_puts(out, around[0] ? around[0] : "");
    pen->escape(out, text);
    cp_buf_puts(out, around[1] ? around[1] : "");
}

static void put_text(struct cp_page_text *w, enum cp_page_words kind, cp_str text)
{
    part_words(w);
    put_words(w->p->pen, &w->text, kind, text);
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

static void put_comments(struct cp_page_text *w, const struct cp_comment *comment)
{
    bool is_command;
    for (; comment; comment = comment->next)
        for (cp_str rest = comment->text; rest.len;) {
            cp_str part = cp_comment_take_part(&rest, &is_command);
            enum cp_page_words kind = CP_PAGE_COMMENT;
            if (is_command && w->p->pen->around[CP_PAGE_SILENT][0]) { /* takes no room */
                open_paragraph(w);
                put_words(w->p->pen, &w->text, CP_PAGE_SILENT, part);
            }
            part = cp_str_trim(is_command ? cp_page_command(part, &kind) : part);
            w->is_numbered |= part.len > 0;
            if (part.len)
                put_text(w, kind, part);
        }
}

/* ---- moves ---- */

static const struct {
    uint32_t number;
    const char *sign, *words;
} nags[] = {
    /* marks of one move stand at it; others are parted, and never alone in a line */
    {1, "!", "good move"},
    {2, "?", "mistake"},
    {3, "!!", "very good move"},
    {4, "??", "blunder"},
    {5, "!?", "interesting move"},
    {6, "?!", "dubious move"},
    {7, "\u00a0\u25a1", "only move"},
    {8, "\u00a0\u25a1", "only move"},
    {10, "\u00a0=", "even"},
    {11, "\u00a0=", "even"},
    {13, "\u00a0\u221e", "unclear"},
    {14, "\u00a0\u2a72", "White is slightly better"},
    {15, "\u00a0\u2a71", "Black is slightly better"},
    {16, "\u00a0\u00b1", "White is better"},
    {17, "\u00a0\u2213", "Black is better"},
    {18, "\u00a0+\u2212", "White is winning"},
    {19, "\u00a0\u2212+", "Black is winning"},
    {22, "\u00a0\u2a00", "zugzwang for White"},
    {23, "\u00a0\u2a00", "zugzwang for Black"},
    {36, "\u00a0\u2191", "White has the initiative"},
    {37, "\u00a0\u2191", "Black has the initiative"},
    {40, "\u00a0\u2192", "White attacks"},
    {41, "\u00a0\u2192", "Black attacks"},
    {44, "\u00a0=/\u221e", "White has compensation"},
    {45, "\u00a0=/\u221e", "Black has compensation"},
    {132, "\u00a0\u21c6", "counterplay for White"},
    {133, "\u00a0\u21c6", "counterplay for Black"},
    {138, "\u00a0\u2295", "White is short of time"},
    {139, "\u00a0\u2295", "Black is short of time"},
    {140, "\u00a0\u25b3", "with the idea"},
    {146, "\u00a0N", "novelty"},
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

cp_str cp_page_move(struct cp_arena *arena, const struct cp_play *play, const struct cp_node *node,
                    enum cp_spelling spelling, const struct cp_alphabet *letters)
{
    struct cp_buf text = cp_buf_in(arena);
    const struct cp_alphabet *alphabet = &play->run->current.variant->alphabet;
    struct cp_writing how = {.marks_last = alphabet->marks_last, .spelling = spelling};
    if (node->is_read && node->move.spelling != spelling)
        how.alphabet = alphabet;
    if (node->is_read && letters)
        how.alphabet = letters;
    cp_node_write_turn(&text, play->game, node, &how);
    return cp_buf_str(&text);
}

/* ---- figures ---- */

/* Those of the turn before the next. */
static void put_figures(struct cp_page_text *w)
{
    struct cp_page *p = w->p;
    for (; w->figure < p->figure_count && p->figures[w->figure].turn < w->turn; w->figure++) {
        const struct cp_page_figure *figure = &p->figures[w->figure];
        if (w->figure == w->main)
            continue;
        close_paragraph(w);
        if (figure->picture.len) { /* named after the page, its game and its place */
            cp_pages_put_packed(&w->pictures, figure->place);
            cp_pages_put_packed(&w->pictures, figure->picture);
        }
        p->pen->figure(p, &w->text, figure);
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

static void put_node(struct cp_page_text *w)
{
    const struct cp_node *node = w->walk.node;
    struct cp_page *p = w->p;
    const struct cp_page_turn *turn = w->turn < p->turn_count ? &p->turns[w->turn] : NULL;
    turn = turn && turn->node == node ? turn : NULL;
    put_comments(w, node->notes ? node->notes->before : NULL);
    uint32_t half = w->walk.ply - 1 + (p->began == CP_BLACK);
    bool is_due = half % 2 == 0 || w->is_numbered;
    if (is_due) /* "12." or "12..." */
        put_text(w, CP_PAGE_NUMBER,
                 cp_str_printf(p->arena, "%u%s", cp_start_number(p->game->start) + half / 2,
                               half % 2 ? "..." : "."));
    w->is_tied = is_due;
    w->is_numbered = false;
    cp_str text = cp_page_move(p->arena, p->play, node, p->view->spelling, p->letters);
    w->turn += turn != NULL;
    if (turn && !turn->refused) {
        part_words(w);
        p->pen->move(w, turn, cp_numbers_shorten(p->arena, text, CP_WORDS_GAP));
    } else {
        put_text(w, CP_PAGE_UNPLAYED,
                 cp_page_move(p->arena, p->play, node, p->view->spelling, NULL));
    }
    if (turn && turn->refused) { /* the message, or the reason alone */
        struct cp_buf why = cp_buf_in(p->arena);
        const struct cp_message *m = message_at(&p->play->run->diags, node);
        if (m)
            cp_message_put_text(&why, m);
        else
            cp_buf_puts(&why, cp_diag_text(turn->refused));
        put_text(w, CP_PAGE_REFUSAL, cp_buf_str(&why));
    }
    put_comments(w, node->notes ? node->notes->after : NULL);
}

static void put_lines(struct cp_page_text *w)
{
    w->walk = cp_walk_of(w->p->arena, &w->p->game->moves);
    for (enum cp_walk_event event; (event = cp_walk_step(&w->walk));) {
        if (event == CP_WALK_MOVE) {
            put_figures(w);
            put_node(w);
        } else if (event == CP_WALK_OPEN) {
            put_figures(w);
            close_paragraph(w);
            put_parenthesis(w, "(");
        } else {
            put_comments(w, w->walk.line->end);
            if (w->walk.depth) {
                put_parenthesis(w, ")");
                close_paragraph(w);
            }
            put_figures(w); /* behind the parenthesis, which would stand alone behind them */
        }
    }
}

/* ---- bytes, for workers ---- */

void cp_pages_put_packed(struct cp_buf *out, cp_str text)
{
    cp_buf_put(out, (cp_str){(const char *)&text.len, sizeof text.len});
    cp_buf_put(out, text);
}

cp_str cp_pages_take_packed(cp_str *bytes)
{
    size_t len;
    memcpy(&len, bytes->at, sizeof len);
    cp_str taken = {bytes->at + sizeof len, len};
    *bytes = cp_str_skip(*bytes, sizeof len + len);
    return taken;
}

struct cp_packed_page cp_pages_unpack(cp_str bytes)
{
    struct cp_packed_page page;
    cp_str *const all[] = {&page.title, &page.drawings, &page.body, &page.pictures};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = cp_pages_take_packed(&bytes);
    return page;
}

void cp_page_pack(struct cp_page *p, struct cp_buf *out)
{
    struct cp_page_text w = {.p = p, .turn = 1, .main = SIZE_MAX, .is_numbered = true};
    const struct cp_verdict *v = &p->play->verdict;
    enum { DATE = 2 };
    static const char *const names[] = {"Event", "Site", [DATE] = "Date", "Round"};
    cp_str event = cp_game_tag(p->game, names[0]);
    struct cp_buf title, drawings, body, about;
    struct cp_buf *const all[] = {&title, &drawings, &body,   &w.pictures,
                                  &about, &w.text,   &w.moves}; /* the first four are kept */
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cp_buf_init(all[i], p->arena);
    for (size_t i = 0; i < p->figure_count && p->pen->has_main; i++)
        if (p->figures[i].opens || p->figures[i].is_of_main_line) {
            w.main = i;
            if (p->figures[i].opens)
                break;
        }
    put_figures(&w);
    put_lines(&w);
    cp_str result = cp_result_of(p->game);
    if (result.len)
        put_text(&w, CP_PAGE_RESULT, result);
    if (v->outcome != CP_OUTCOME_NONE)
        put_text(&w, CP_PAGE_OUTCOME, cp_str_from(cp_outcome_name(v->outcome)));
    close_paragraph(&w);
    if (p->title.len)
        cp_words_put(&title, p->title, CP_ESCAPE_NONE);
    else if (event.len && !cp_str_is(event, "?"))
        cp_words_put(&title, event, CP_ESCAPE_NONE);
    else
        cp_buf_puts(&title, "Game " CP_PAGES_NUMBER_LATER);
    /* event, place and date, the variant and the result; the event is the title where there are no
     * players */
    for (size_t i = p->title.len ? 0 : 1; i < sizeof names / sizeof *names; i++) {
        cp_str value = cp_str_trim(cp_game_tag(p->game, names[i]));
        while (i == DATE && value.len > 3 && value.at[value.len - 1] == '?')
            value.len -= 3; /* ".??", which nobody knows */
        if (!value.len || value.at[0] == '?' || cp_str_is(value, "-"))
            continue;
        put_words(p->pen, &about, CP_PAGE_NAME, value);
        cp_buf_puts(&about, " \u00b7 ");
    }
    put_words(p->pen, &about, CP_PAGE_NAME, p->play->run->current.variant->name);
    cp_buf_puts(&about, result.len ? " \u00b7 " : "");
    p->pen->escape(&about, result);
    if (p->pen->body) {
        p->pen->body(&w, &body, cp_buf_str(&about), &drawings);
    } else {
        cp_buf_put(&body, cp_buf_str(&about));
        cp_buf_puts(&body, "\n\n");
        cp_buf_put(&body, cp_buf_str(&w.text));
    }
    for (size_t i = 0; i < 4; i++)
        cp_pages_put_packed(out, cp_buf_str(all[i]));
}

/* ---- files ---- */

/* Number, name and title where they were left out. */
static void put_settled(struct cp_pages *p, struct cp_buf *out, cp_str text, uint64_t game,
                        cp_str name)
{
    while (text.len) {
        size_t n = 0;
        while (n < text.len && (unsigned char)text.at[n] > CP_PAGES_TITLE_LATER[0])
            n++;
        cp_buf_put(out, (cp_str){text.at, n});
        char later = n < text.len ? text.at[n] : '\0';
        if (later == CP_PAGES_NUMBER_LATER[0])
            cp_buf_put_int(out, (int64_t)game);
        else if (later == CP_PAGES_NAME_LATER[0])
            cp_buf_put(out, name);
        else if (later)
            p->pen->escape(out, cp_buf_str(&p->title));
        text = cp_str_skip(text, n + (n < text.len));
    }
}

static cp_str title_of(struct cp_pages *p, const struct cp_packed_page *page, uint64_t game)
{
    cp_buf_reset(&p->title);
    put_settled(p, &p->title, page->title, game, (cp_str){0});
    return cp_buf_str(&p->title);
}

void cp_pages_put_address(struct cp_buf *out, cp_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        if (cp_is_letter(c) || cp_is_digit(c) || (c && strchr("-._~/", c)))
            cp_buf_putc(out, c);
        else
            cp_buf_printf(out, "%%%02X", (unsigned char)c);
    }
}

void cp_pages_put_link(struct cp_pages *p, struct cp_buf *out, cp_str address, uint64_t game,
                       cp_str packed)
{
    const struct cp_packed_page page = cp_pages_unpack(packed);
    (void)title_of(p, &page, game);
    struct cp_buf link = cp_buf_in(&p->arena);
    cp_pages_put_address(&link, address);
    put_settled(p, out, cp_str_from(p->pen->link), game, cp_buf_str(&link));
}

static void put_game(struct cp_pages *p, struct cp_buf *out, cp_str bytes, uint64_t game,
                     bool is_alone)
{
    const struct cp_packed_page page = cp_pages_unpack(bytes);
    cp_buf_reset(&p->fresh);
    cp_svg_add_definitions(&p->drawings, &p->fresh, page.drawings);
    if (p->pen->drawings)
        p->pen->drawings(out, cp_buf_str(&p->fresh));
    (void)title_of(p, &page, game);
    const cp_str all[] = {cp_str_from(p->pen->before[is_alone]), page.body,
                          cp_str_from(p->pen->behind[is_alone])};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        put_settled(p, out, all[i], game, cp_buf_str(&p->name));
}

void cp_pages_add(struct cp_pages *p, struct cp_buf *out, cp_str name, uint64_t game, cp_str packed)
{
    if (p->count++ == 0) {
        struct cp_buf *const all[] = {&p->name, &p->drawings, &p->fresh, &p->title};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            cp_buf_init(all[i], &p->arena);
        p->pen->name(&p->name, name); /* the part of a file's name that its pictures have too */
        p->first = cp_str_keep(&p->arena, packed);
        p->first_game = game;
        return;
    }
    if (p->first.len) {
        p->pen->head(out, p->style, NULL);
        put_game(p, out, p->first, p->first_game, false);
        p->first = (cp_str){0};
    }
    put_game(p, out, packed, game, false);
}

void cp_pages_end(struct cp_pages *p, struct cp_buf *out)
{
    if (!p->count)
        return;
    if (p->first.len) {
        const struct cp_packed_page page = cp_pages_unpack(p->first);
        const cp_str title = title_of(p, &page, p->first_game);
        struct cp_buf text = cp_buf_in(&p->arena);
        if (p->pen->head)
            p->pen->head(out, p->style, &title);
        put_game(p, p->pen->wrap ? &text : out, p->first, p->first_game, true);
        if (p->pen->wrap)
            p->pen->wrap(out, p->style, title, cp_buf_str(&text));
    }
    if (p->pen->foot)
        p->pen->foot(out);
    p->first = (cp_str){0};
    p->count = 0;
    cp_arena_reset(&p->arena);
}
