/* SPDX-License-Identifier: MIT */
/* board.c -- a game made move by move: what stands behind its main line, moves added there and
 * taken back. The first question plays the line, each move from then on only itself. */
#include "api/api.h"
#include "game/alphabet.h"
#include "rules/key.h"
#include "settle/variants.h"
#include "text/tags.h"
#include "text/writer.h"

/* A node with room for what is written of its move. Those that are taken back wait for the next
 * move, so that to and fro takes no memory. */
struct cp_api_cell {
    struct cp_node node; /* first: a node whose text is in its cell is one */
    char text[48];
    struct cp_api_cell *next;
};

/* ---- the line ---- */

static struct cp_node *last_played(const struct chessplane *plane)
{
    size_t count = plane->line.count;
    return count ? (struct cp_node *)(uintptr_t)plane->line.items[count - 1] : NULL;
}

int cp_api_set_up(struct chessplane *plane, uint32_t plies)
{
    struct cp_run *run = &plane->run;
    struct cp_arena *arena = &run->record;
    struct cp_play *play = &plane->play;
    if (plane->player)
        return CHESSPLANE_OK;
    run->current = plane->current;
    cp_diags_reset(&run->diags);
    bool is_ready = cp_run_is_settled(run) && cp_play_prepare(play, run, &plane->game);
    if (is_ready) {
        plane->current = run->current;
        plane->game_fact = NULL; /* its frame may be known now */
        play->replay.skip_draws = true;
        plane->player = cp_play_begin(play);
    }
    if (plane->player) {
        plane->line = (struct cp_api_list){0};
        plane->fens = cp_arena_take(arena, sizeof *plane->fens);
        cp_fen_text_begin(plane->fens, play, cp_player_look(plane->player), false);
        struct cp_node *node = plane->game.moves.first;
        for (; node && plane->line.count < plies; node = node->next) {
            if (!cp_player_play(plane->player, node))
                break;
            cp_api_add(&plane->line, arena, node);
        }
    }
    cp_run_report(run, &run->diags);
    return plane->player ? CHESSPLANE_OK : CHESSPLANE_REFUSED;
}

/* What was found out about the game, or written of its end, is so no more; what follows the last
 * move that was played goes. */
static void change(struct chessplane *plane)
{
    struct cp_game *g = &plane->game;
    struct cp_node *last = last_played(plane), **rest = last ? &last->next : &g->moves.first;
    g->is_broken &= !*rest;
    *rest = NULL;
    g->moves.last = last;
    g->result = g->verdict = (cp_str){0};
    cp_diags_reset(&plane->run.diags);
    cp_api_forget(plane);
    plane->told = cp_diags_in(&plane->run.record);
    plane->is_told = true;
}

/* ---- moves ---- */

static struct cp_node *take_node(struct chessplane *plane, cp_str text)
{
    struct cp_api_cell *cell = plane->free;
    if (cell)
        plane->free = cell->next;
    else
        cell = cp_arena_take(&plane->run.record, sizeof *cell);
    *cell = (struct cp_api_cell){.next = NULL};
    if (text.len && text.len <= sizeof cell->text)
        text.at = memcpy(cell->text, text.at, text.len);
    else
        text = cp_str_keep(&plane->run.record, text);
    cell->node.text = text;
    return &cell->node;
}

static void give_node(struct chessplane *plane, struct cp_node *node)
{
    struct cp_api_cell *cell = (struct cp_api_cell *)node;
    if (node->text.at != cell->text)
        return; /* it was read, or is too long */
    cell->next = plane->free;
    plane->free = cell;
}

static int make(struct chessplane *plane, void *text)
{
    struct cp_run *run = &plane->run;
    struct cp_game *g = &plane->game;
    int status = cp_api_set_up(plane, UINT32_MAX);
    if (status != CHESSPLANE_OK)
        return status;
    run->current = plane->current;
    plane->messages = (struct cp_api_list){0};
    struct cp_node *node = take_node(plane, cp_str_trim(cp_str_from(text)));
    cp_span at = cp_node_span(g, NULL);
    node->is_read = cp_notation_parse(cp_run_notation(run), run->ints, node->text, at, false,
                                      &node->move, &run->diags);
    bool is_played = cp_game_has_room(g, &run->diags, at) && node->is_read &&
                     cp_player_play(plane->player, node);
    if (is_played) {
        struct cp_diags told = run->diags;
        change(plane);
        run->diags = told;
        *(g->moves.last ? &g->moves.last->next : &g->moves.first) = node;
        g->moves.last = node;
        g->parts++;
        cp_api_add(&plane->line, &run->record, node);
    }
    cp_run_report(run, &run->diags);
    if (!is_played)
        give_node(plane, node);
    return is_played ? CHESSPLANE_OK : CHESSPLANE_REFUSED;
}

int chessplane_make(chessplane *plane, const char *move)
{
    return move ? cp_api_do_game(plane, make, (void *)(uintptr_t)move)
                : cp_api_refuse(plane, "there is no move: it is NULL");
}

static int take_back(struct chessplane *plane, void *unused)
{
    (void)unused;
    int status = cp_api_set_up(plane, UINT32_MAX);
    struct cp_node *node = last_played(plane);
    if (status != CHESSPLANE_OK || !node)
        return CHESSPLANE_REFUSED;
    cp_player_take_back(plane->player);
    plane->line.count--;
    plane->game.parts--;
    change(plane);
    give_node(plane, node);
    return CHESSPLANE_OK;
}

int chessplane_take_back(chessplane *plane)
{
    return cp_api_do_game(plane, take_back, NULL);
}

/* ---- a game of its own ---- */

static int read_game(struct chessplane *plane, void *text)
{
    return cp_api_read_game(plane, *(cp_str *)text);
}

static int begin(struct chessplane *plane, void *data)
{
    struct cp_buf text = cp_buf_in(&plane->error_arena);
    for (const char *const *tag = data; tag && *tag; tag++) {
        cp_str name = cp_str_from(*tag);
        size_t len = cp_tag_name_length(name);
        const char *equals = memchr(*tag, '=', len);
        if (!equals || equals == *tag)
            return cp_api_misuse(plane, "a tag is \"Name=value\"");
        cp_tag_write(&text, (cp_str){*tag, (size_t)(equals - *tag)}, cp_str_from(equals + 1));
    }
    cp_buf_puts(&text, "\n*\n");
    return cp_api_read_game(plane, cp_buf_str(&text));
}

int chessplane_begin(chessplane *plane, const char *const *tags)
{
    return cp_api_do(plane, begin, (void *)(uintptr_t)tags);
}

static int cut(struct chessplane *plane, void *plies)
{
    int status = cp_api_set_up(plane, *(const uint32_t *)plies);
    const struct cp_node *last = last_played(plane);
    if (status == CHESSPLANE_OK && (last ? last->next : plane->game.moves.first))
        change(plane);
    return status;
}

int chessplane_copy(chessplane *plane, uint32_t ply, chessplane **copy)
{
    chessplane_string text;
    if (!copy)
        return cp_api_refuse(plane, "there is no place for the copy: it is NULL");
    *copy = NULL;
    int status = chessplane_record(plane, &text);
    if (status != CHESSPLANE_OK)
        return status;
    cp_str record = {text.at, text.length};
    status = chessplane_open(copy, plane->options);
    if (status == CHESSPLANE_OK)
        status = cp_api_do(*copy, read_game, &record);
    if (status == CHESSPLANE_OK)
        status = cp_api_do_game(*copy, cut, &ply);
    if (status != CHESSPLANE_OK) {
        chessplane_close(*copy);
        *copy = NULL;
    }
    return status;
}

/* ---- tags ---- */

struct tag {
    const char *name, *value;
};

static void remove_tag(struct cp_game *g, const struct cp_tag *removed)
{
    struct cp_tag *tag = g->tags;
    g->tags = NULL;
    while (tag)
        tag = tag == removed ? tag->next : cp_game_move_tag(g, tag);
}

static int set_tag(struct chessplane *plane, void *data)
{
    const struct tag *asked = data;
    struct cp_game *g = &plane->game;
    cp_str name = cp_str_from(asked->name ? asked->name : "");
    cp_str value = cp_str_keep(g->arena, cp_str_from(asked->value ? asked->value : ""));
    bool is_result = cp_str_is(name, "Result");
    if (!name.len || cp_tag_name_length(name) != name.len ||
        (cp_tag_what(name) & CP_TAG_FIELD && !is_result))
        return cp_api_misuse(plane, "that is no name of a tag that can be set");
    struct cp_tag *tag = cp_game_find_tag(g, asked->name);
    if (is_result)
        g->result = value;
    if (tag && asked->value)
        tag->value = value;
    else if (tag)
        remove_tag(g, tag);
    else if (asked->value && !is_result)
        cp_game_add_tag(g, cp_str_keep(g->arena, name), value, 0, 0);
    g->verdict = (cp_str){0};
    cp_api_forget(plane);
    plane->is_told = true;
    return CHESSPLANE_OK;
}

int chessplane_set_tag(chessplane *plane, const char *name, const char *value)
{
    struct tag tag = {name, value};
    return cp_api_do_game(plane, set_tag, &tag);
}

/* ---- what stands on the board ---- */

static void add_man(struct chessplane *plane, const struct cp_position *p, uint32_t man)
{
    struct cp_arena *arena = &plane->board_arena;
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    struct cp_buf square = cp_buf_in(arena);
    cp_square_format(p->ints, &square, cp_play_back(&plane->play, p->at[man]),
                     cp_play_spelling(&plane->play));
    chessplane_man *fact = cp_arena_take(arena, sizeof *fact);
    *fact = (chessplane_man){.square = cp_api_keep(arena, cp_buf_str(&square)),
                             .letter = cp_api_keep(arena, cp_alphabet_letter(a, p->kind[man])),
                             .name = cp_api_keep(arena, a->pieces[p->kind[man]].name),
                             .side = p->owner[man] == CP_NO_SIDE ? CHESSPLANE_NOBODY
                                                                 : cp_api_winner(p->owner[man])};
    cp_api_add(&plane->men, arena, fact);
}

static int look(struct chessplane *plane, void *unused)
{
    (void)unused;
    int status = cp_api_set_up(plane, UINT32_MAX);
    if (status != CHESSPLANE_OK || plane->board)
        return status;
    struct cp_arena *arena = &plane->board_arena;
    struct cp_ints *ints = plane->run.ints;
    struct cp_position *p = cp_player_look(plane->player);
    const struct cp_verdict *v = &plane->play.verdict;
    size_t mark = cp_ints_mark(ints); /* squares are numbers only as long as they are written */
    struct cp_key_words *words = cp_arena_take(arena, sizeof *words);
    struct cp_buf key = cp_buf_in(arena), text = cp_buf_in(arena);
    cp_key_words_init(words, p->law->variant);
    cp_key_format_short(&key, cp_position_key(words, p).low);
    cp_fen_text_put(plane->fens, &text, p, p->ply);
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man])
            add_man(plane, p, man);
    cp_ints_reset(ints, mark);
    chessplane_board *fact = cp_arena_take(arena, sizeof *fact);
    *fact = (chessplane_board){.ply = p->ply,
                               .turn = cp_api_winner(p->turn),
                               .is_check = v->check,
                               .outcome = cp_api_outcome(v->outcome),
                               .winner = cp_api_winner(v->winner),
                               .key = cp_api_keep(arena, cp_buf_str(&key)),
                               .text = cp_api_keep(arena, cp_buf_str(&text)),
                               .men = plane->men.count};
    plane->board = fact;
    return CHESSPLANE_OK;
}

int chessplane_board_of(chessplane *plane, const chessplane_board **board)
{
    int status = board ? cp_api_do_game(plane, look, NULL)
                       : cp_api_refuse(plane, "there is no place for the board: it is NULL");
    if (board)
        *board = status == CHESSPLANE_OK ? plane->board : NULL;
    return status;
}

const chessplane_man *chessplane_man_at(chessplane *plane, size_t index)
{
    return plane && index < plane->men.count ? plane->men.items[index] : NULL;
}
