/* SPDX-License-Identifier: MIT */
/* board.c -- a game made move by move: what stands behind its main line, moves added there and
 * taken back. The first question plays the line, each move from then on only itself. */
#include "api/api.h"
#include "base/utf8.h"
#include "game/alphabet.h"
#include "rules/chess/turn.h"
#include "rules/key.h"
#include "settle/variants.h"
#include "text/tags.h"
#include "text/writer.h"

/* A node with room for what is written of its move. Those that are taken back wait for the next
 * move, so that to and fro takes no memory. */
struct cp_api_cell {
    struct cp_node node; /* first: of the last `made` nodes of the line each is in a cell */
    char text[48];
    struct cp_api_cell *next;
    uint32_t parts; /* of the game's, that came with it */
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
    struct cp_arena *arena = &plane->line_arena;
    struct cp_play *play = &plane->play;
    if (plane->player)
        return CHESSPLANE_OK;
    cp_arena_reset(arena);
    run->current = plane->current;
    cp_diags_reset(&run->diags);
    bool is_ready = cp_run_is_settled(run) && cp_play_prepare(play, run, &plane->game);
    if (is_ready) {
        plane->current = run->current;
        plane->game_fact = NULL; /* its frame may be known now */
        play->replay.skip_draws = true;
        plane->player = cp_play_begin(play, arena);
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

/* What follows the last move that was played goes, and with it what is written behind the line, or
 * was found out about it. */
static void cut_behind_last(struct chessplane *plane)
{
    struct cp_game *g = &plane->game;
    struct cp_node *last = last_played(plane), **rest = last ? &last->next : &g->moves.first;
    struct cp_tag *result = cp_game_find_tag(g, "Result");
    g->is_broken &= !*rest;
    *rest = NULL;
    g->moves.last = last;
    g->moves.end = NULL;
    g->result = (cp_str){0};
    g->result_line = g->result_col = 0;
    if (result)
        result->value = CP_STR("*");
    plane->told = cp_diags_in(&plane->run.record);
    plane->is_changed = true;
}

/* ---- moves ---- */

/* A copy of the node, with all that belongs to it, behind the line. */
static void add(struct chessplane *plane, const struct cp_node *node)
{
    struct cp_game *g = &plane->game;
    struct cp_position *p = cp_player_look(plane->player);
    struct cp_api_cell *cell = plane->free;
    uint32_t parts = g->parts, fell = plane->play.fell;
    if (cell)
        plane->free = cell->next;
    else
        cell = cp_arena_take(g->arena, sizeof *cell);
    *cell = (struct cp_api_cell){.node = *node};
    if (node->text.len <= sizeof cell->text)
        cell->node.text.at = memcpy(cell->text, node->text.at, node->text.len);
    else
        cell->node.text = cp_str_keep(g->arena, node->text);
    *(g->moves.last ? &g->moves.last->next : &g->moves.first) = &cell->node;
    g->moves.last = &cell->node;
    g->parts++;
    if (fell)
        cp_falls_write(g, &cell->node, p, plane->play.replay.shift,
                       &p->fallen[p->fallen_count - fell], fell);
    cell->parts = g->parts - parts;
    cp_api_add(&plane->line, &plane->line_arena, &cell->node);
    plane->made++;
}

static bool play(struct chessplane *plane, struct cp_node *node)
{
    struct cp_run *run = &plane->run;
    struct cp_game *g = &plane->game;
    cp_span at = cp_node_span(g, NULL);
    if (!cp_game_has_room(g, &run->diags, at))
        return false;
    node->is_read = cp_notation_parse(cp_run_notation(run), run->ints, node->text, at, false,
                                      &node->move, &run->diags);
    return node->is_read && cp_player_play(plane->player, node);
}

/* What is told of a move is put together aside, in memory that is empty for the next. */
static int make(struct chessplane *plane, void *text)
{
    struct cp_node node = {.text = cp_str_trim(cp_str_from(text))};
    int status = cp_api_set_up(plane, UINT32_MAX);
    if (status != CHESSPLANE_OK)
        return status;
    cp_api_forget(plane);
    cp_api_leave(plane, NULL);
    bool is_played = play(plane, &node);
    if (is_played) /* its numbers are those of the board now */
        plane->mark = cp_ints_mark(plane->run.ints);
    cp_api_return(plane);
    if (!is_played)
        return CHESSPLANE_REFUSED;
    cut_behind_last(plane);
    add(plane, &node);
    return CHESSPLANE_OK;
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
    cp_api_forget(plane);
    cut_behind_last(plane);
    if (plane->made) {
        struct cp_api_cell *cell = (struct cp_api_cell *)node;
        plane->made--;
        plane->game.parts -= cell->parts;
        cell->next = plane->free;
        plane->free = cell;
    }
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
    const char *result = "*";
    for (const char *const *tag = data; tag && *tag; tag++) {
        cp_str name = cp_str_from(*tag);
        size_t len = cp_tag_name_length(name);
        const char *equals = memchr(*tag, '=', len);
        if (!equals || equals == *tag)
            return cp_api_misuse(plane, "a tag is \"Name=value\"");
        cp_str said = {*tag, (size_t)(equals - *tag)};
        cp_tag_write(&text, said, cp_str_from(equals + 1));
        if (cp_str_is(said, "Result") && cp_is_result(cp_str_from(equals + 1)))
            result = equals + 1;
    }
    cp_buf_printf(&text, "\n%s\n", result);
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
    if (status == CHESSPLANE_OK && (last ? last->next : plane->game.moves.first)) {
        cp_api_forget(plane);
        cut_behind_last(plane);
    }
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
    if (status == CHESSPLANE_MISUSE) /* a file of variants is gone, say */
        (void)cp_api_refuse(plane, chessplane_error(*copy));
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

/* Those that say how a game is played are read with it, and no tags any more. */
static int set_tag(struct chessplane *plane, void *data)
{
    const struct tag *asked = data;
    struct cp_game *g = &plane->game;
    cp_str said = cp_str_from(asked->name ? asked->name : ""), meant = cp_tag_meant(said);
    cp_str name = meant.len ? meant : said, value = cp_str_from(asked->value ? asked->value : "");
    bool is_of_result = cp_str_is(name, "Result");
    size_t bad;
    if (!name.len || cp_tag_name_length(name) != name.len || !cp_utf8_is_valid(name, &bad) ||
        (cp_tag_what(name) & (CP_TAG_FIELD | CP_TAG_PLACED) && !is_of_result))
        return cp_api_misuse(plane, "that is no name of a tag that can be set");
    if (!cp_utf8_is_valid(value, &bad) || (is_of_result && asked->value && !cp_is_result(value)))
        return cp_api_misuse(plane, "that is no value for it");
    struct cp_tag *tag = NULL;
    for (struct cp_tag *t = g->tags; t && !tag; t = t->next)
        tag = cp_str_equal(t->name, name) ? t : NULL;
    value = cp_str_keep(g->arena, value);
    if (is_of_result)
        g->result = value;
    if (tag && asked->value)
        tag->value = value;
    else if (tag)
        remove_tag(g, tag);
    else if (asked->value && !is_of_result)
        cp_game_add_tag(g, cp_str_keep(g->arena, name), value, 0, 0);
    g->verdict = g->solution = (cp_str){0};
    plane->verdict = NULL;
    plane->game_fact = NULL;
    plane->tags = (struct cp_api_list){0};
    plane->has_tags = false;
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
