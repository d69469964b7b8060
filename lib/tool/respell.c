/* SPDX-License-Identifier: MIT */
#include "tool/respell.h"

#include "game/game.h"
#include "text/start.h"
#include "text/fen.h"
#include "text/notation.h"
#include "game/square.h"
#include "text/writer.h"

struct speller {
    struct cp_run *run;
    struct cp_game *game;
    const struct cp_respelling *how;
    struct cp_buf text; /* work space */
};

static bool is_numeric(cp_str text)
{
    const char *open = text.len ? memchr(text.at, '(', text.len) : NULL;
    const char *close = open ? memchr(open, ')', text.len - (size_t)(open - text.at)) : NULL;
    return close && memchr(open, ',', (size_t)(close - open));
}

static enum cp_spelling spelling_for(const struct speller *s, bool was_numeric)
{
    const struct cp_respelling *how = s->how;
    bool numeric = how->keeps_spelling ? was_numeric : how->spelling == CP_NUMERIC;
    if (!numeric && s->run->variant && s->run->variant->alphabet.native == CP_BARE)
        return CP_BARE;
    return numeric ? CP_NUMERIC : how->is_ascii ? CP_LETTER_ASCII : CP_LETTER;
}

/* ---- prose: whatever looks like a square ---- */

static cp_str respell_prose(struct speller *s, cp_str text)
{
    struct cp_squares squares = {.ints = s->run->ints,
                                 .spelling = spelling_for(s, is_numeric(text)),
                                 .shift = s->how->shift};
    cp_buf_reset(&s->text);
    (void)cp_squares_rewrite(&squares, &s->text, text, true);
    return cp_str_keep(&s->run->record, cp_buf_str(&s->text));
}

/* The end of a mark like [%csl R(g9),G(a1)] that text, in which a ']' comes, begins
 * with; 0: none. */
static size_t mark_length(cp_str text)
{
    if (!cp_str_starts(text, CP_STR("[%csl")) && !cp_str_starts(text, CP_STR("[%cal")))
        return 0;
    return (size_t)((const char *)memchr(text.at, ']', text.len) - text.at);
}

static cp_str respell_comment(struct speller *s, cp_str text)
{
    struct cp_buf out;
    cp_buf_init(&out, &s->run->record);
    cp_str whole = text;
    text = cp_str_through_last(text, ']');
    cp_str tail = cp_str_skip(whole, text.len);
    while (text.len) {
        const char *open = memchr(text.at, '[', text.len);
        size_t plain = open ? (size_t)(open - text.at) : text.len;
        size_t mark = open ? mark_length(cp_str_skip(text, plain)) : 0;
        cp_buf_put(&out, (cp_str){text.at, plain});
        text = cp_str_skip(text, plain);
        if (mark)
            cp_buf_put(&out, respell_prose(s, (cp_str){text.at, mark}));
        else if (open)
            cp_buf_putc(&out, '[');
        text = cp_str_skip(text, mark ? mark : open != NULL);
    }
    cp_buf_put(&out, tail);
    return cp_buf_str(&out);
}

static void respell_comments(struct speller *s, struct cp_comment *list)
{
    for (struct cp_comment *c = list; c; c = c->next)
        if (c->text.len && memchr(c->text.at, '%', c->text.len))
            c->text = respell_comment(s, c->text);
}

/* ---- moves ---- */

static void shift(struct speller *s, cp_written *w)
{
    struct cp_ints *ints = s->run->ints;
    cp_square by = s->how->shift;
    if (w->has & CP_HAS_FROM_FILE)
        w->from.file = cp_int_add(ints, w->from.file, by.file);
    if (w->has & CP_HAS_FROM_RANK)
        w->from.rank = cp_int_add(ints, w->from.rank, by.rank);
    if (w->has & CP_HAS_TO)
        w->to = cp_square_shift(ints, w->to, by);
    if (w->has & CP_HAS_VIA)
        w->via = cp_square_shift(ints, w->via, by);
    if (w->has & CP_HAS_SECOND)
        w->second = cp_square_shift(ints, w->second, by);
}

static void write_move(struct speller *s, struct cp_node *node, enum cp_spelling spelling)
{
    struct cp_writing writing = {.alphabet = &s->run->variant->alphabet, .keeps_spelling = true};
    node->move.spelling = (uint8_t)spelling;
    cp_buf_reset(&s->text);
    cp_node_write(&s->text, s->game, node, &writing);
}

/* A file or rank alone may turn into something else: 8x(9,4) would be hx(i4), a
 * hawk's move, and R8-(a4) is from a rank, R8-(1,4) from a file. What is canonical
 * among agents' moves stays so. */
static bool is_read_back(struct speller *s, const cp_written *w)
{
    struct cp_run *run = s->run;
    const struct cp_notation *n = cp_notations_get(run->notations, &run->variant->alphabet);
    cp_str text = cp_buf_str(&s->text);
    struct cp_reading again;
    enum { PARTS = CP_HAS_FROM | CP_HAS_TO | CP_HAS_VIA };
    return cp_notation_scan(n, run->ints, text, &again) == text.len &&
           !(again.is_dialect && run->variant->alphabet.agents) &&
           (again.move.has & PARTS) == (w->has & PARTS) && again.move.piece == w->piece;
}

static void respell_move(struct speller *s, struct cp_node *node)
{
    if (!node->is_read) {
        node->text = respell_prose(s, node->text);
        return;
    }
    if (node->move.has & CP_IS_FUSED) {
        cp_diag_report(&s->run->diags, CP_MOVE_KEPT, cp_node_span(s->game, node), "%.*s",
                       CP_FMT(node->text));
        return;
    }
    shift(s, &node->move);
    enum cp_spelling before = (enum cp_spelling)node->move.spelling;
    write_move(s, node, spelling_for(s, before == CP_NUMERIC));
    uint8_t from = node->move.has & CP_HAS_FROM;
    if (from && from != CP_HAS_FROM && !is_read_back(s, &node->move)) {
        cp_diag_report(&s->run->diags, CP_ORIGIN_KEPT, cp_node_span(s->game, node), "%.*s",
                       CP_FMT(node->text));
        write_move(s, node, before);
    }
    node->text = cp_str_keep(&s->run->record, cp_buf_str(&s->text));
}

static void respell_notes(struct speller *s, const struct cp_notes *notes)
{
    respell_comments(s, notes->before);
    respell_comments(s, notes->after);
    for (struct cp_fall *f = notes->falls; f; f = f->next)
        f->square = cp_square_shift(s->run->ints, f->square, s->how->shift);
    for (const struct cp_line *line = notes->variations; line; line = line->next)
        respell_comments(s, line->end);
}

/* ---- where it begins ---- */

/* Whether FEN takes a man for what he is: on it a pawn at home has his double step. */
static bool fen_knows(const struct cp_alphabet *a, const cp_man *man)
{
    int32_t home = man->side == CP_WHITE ? 2 : a->ranks - 1;
    return !(man->moved && a->pieces[man->kind].promotes &&
             cp_int_equal(man->square.rank, CP_INT(home)));
}

/* A FEN of all six fields, which other programs want, instead of what it was,
 * where FEN can say it. */
static void put_fen(struct speller *s)
{
    struct cp_game *g = s->game;
    const struct cp_alphabet *a = &s->run->variant->alphabet;
    struct cp_start start, again;
    struct cp_diags told; /* when the start was set up, or will be */
    struct cp_buf text;
    cp_span at = {.file = g->file, .line = g->start_line, .col = g->start_col};
    cp_diags_init(&told, &s->run->record);
    cp_buf_init(&text, &s->run->record);
    if (!cp_fen_can(a) ||
        !cp_start_parse(&start, &s->run->record, s->run->ints, a, g->start, at, &told) ||
        !cp_fen_holds(a, &start))
        return;
    for (uint32_t i = 0; i < start.count; i++)
        if (!fen_knows(a, &start.men[i]))
            return;
    cp_fen_format(&text, a, &start, false);
    if (cp_fen_parse(&again, &s->run->record, a, cp_buf_str(&text), at, &told) &&
        again.count == start.count) /* nobody stands on another */
        g->start = cp_buf_str(&text);
}

static void respell_start(struct speller *s)
{
    struct cp_run *run = s->run;
    struct cp_game *g = s->game;
    struct cp_start start;
    cp_span at = {.file = g->file, .line = g->start_line, .col = g->start_col};
    if (s->how->has_fen && g->start.len)
        put_fen(s);
    if (!g->start.len || cp_fen_is(g->start))
        return;
    if (!cp_start_parse(&start, &run->record, run->ints, &run->variant->alphabet, g->start, at,
                        &run->diags)) {
        g->start = respell_prose(s, g->start);
        return;
    }
    struct cp_buf text;
    cp_buf_init(&text, &run->record);
    cp_start_format(run->ints, &text, &run->variant->alphabet,
                    cp_start_shift(&start, &run->record, run->ints, s->how->shift),
                    spelling_for(s, is_numeric(g->start)));
    g->start = cp_buf_str(&text);
}

static void respell_clocks(struct speller *s)
{
    for (struct cp_tag *tag = s->game->tags; tag; tag = tag->next) {
        if (!cp_str_is(tag->name, "Clocks"))
            continue;
        cp_buf_reset(&s->text);
        cp_clocks_rewrite(s->run->ints, &s->text, tag->value, s->run->variant->bounded,
                          s->how->shift, spelling_for(s, is_numeric(tag->value)),
                          s->how->keeps_spelling);
        tag->value = cp_str_keep(&s->run->record, cp_buf_str(&s->text));
    }
}

void cp_game_respell(struct cp_run *run, struct cp_game *g, const struct cp_respelling *how)
{
    struct speller s = {.run = run, .game = g, .how = how};
    struct cp_walk walk;
    cp_buf_init(&s.text, &run->record);
    respell_start(&s);
    respell_clocks(&s);
    cp_walk_init(&walk, &run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        respell_move(&s, node);
        if (node->notes)
            respell_notes(&s, node->notes);
    }
    respell_comments(&s, g->moves.end);
}
