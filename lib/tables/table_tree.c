/* SPDX-License-Identifier: MIT */
/* table_tree.c -- a row for each position that games reach in their first plies, with what became
 * of these games.
 *
 *     worker ──► what a game has gone through, as bytes ──► in the order of games ──► the tree
 *
 * A position is a variant and a key, however it was reached: lines that meet are joined. Its own
 * line is that of the first game that reached it, whose text all positions share that were new
 * with it. Rows go by ply, then in the order in which positions were first met. */
#include "base/scan.h"
#include "tables/rows.h"

/* A position. Most are of one game, so what is counted over several is elsewhere. */
struct node {
    uint64_t key;
    uint32_t first;              /* among the games that were the first in a position */
    uint32_t line_len, move_len; /* of its line, and of the move at its end */
    uint32_t ply;
    uint32_t last_game; /* that reached it: of one it is counted once */
    uint32_t counts;    /* of several games; 0: of the first alone */
};

/* What became of games. */
struct counts {
    uint32_t games, wins[2], draws, elo_count, year;
    uint64_t elo_sum;
};

/* Of a tree: the ratings of both sides are counted in 32 bits. */
#define GAMES_MOST ((uint32_t)INT32_MAX)

/* What a game was, and its moves so far. */
struct played {
    const struct cp_variant *variant;
    const char *line;
    uint32_t elo_sum;
    uint16_t elo_count, year;
    int8_t winner; /* -1: a draw; -2: not known */
};

/* Where a node may be. */
struct slot {
    uint32_t node;  /* 1 + its place; 0: none */
    uint32_t check; /* of its key: others are passed without a look at their nodes */
};

/* A node on its way to a row. */
struct cp_tree_row {
    const struct node *node;
    const struct played *first;
    struct counts counts;
};

enum { OF_NODES, OF_FIRSTS, OF_COUNTS, OF_SLOTS, OF_PLIES, OF_TEXT, ARENAS };

struct cp_tree {
    struct cp_run *run;             /* the main one */
    struct cp_arena arenas[ARENAS]; /* so that the last of each may grow where it is */
    struct node *nodes;             /* in the order in which they were met */
    struct played *firsts;          /* games that were the first in a position */
    struct counts *counts;          /* behind one that stands for none */
    size_t count, room, first_count, first_room, counts_count, counts_room;
    uint32_t *of_ply; /* nodes of each ply, for their order */
    size_t plies, of_ply_room;
    struct slot *slots; /* of all nodes, each in its own or behind it */
    uint64_t slot_count;
    uint32_t games;
    bool is_mixed; /* not all games are of one variant */
};

static struct cp_tree *tree_open(struct cp_run *run)
{
    struct cp_tree *t = cp_arena_take_zero(&run->arena, 1, sizeof *t);
    t->run = run;
    t->counts_count = 1;
    for (int i = 0; i < ARENAS; i++)
        cp_arena_init(&t->arenas[i], run->arena.out_of_memory, run->arena.handler_data);
    return t;
}

static void tree_close(struct cp_tree *t)
{
    for (int i = 0; i < ARENAS; i++)
        cp_arena_close(&t->arenas[i]);
}

/* ---- games ---- */

/* Behind it stand its steps, then the text of its moves. */
struct kept_game {
    struct played played; /* without its moves */
    size_t steps, text;
};

/* A position, and where the move that led to it stands in the text. */
struct step {
    uint64_t key;
    size_t move, end;
};

static void put_step(struct cp_row_writer *s, size_t move)
{
    bool is_shifted = s->settings->joins_shifted && !s->run->current.variant->bounded;
    struct step step = {is_shifted ? cp_position_key_shifted(&s->words, s->p).low
                                   : cp_key_now(&s->track, s->p),
                        move, s->text.len};
    cp_buf_put(&s->steps, (cp_str){(const char *)&step, sizeof step});
}

static void line_begins(void *data, struct cp_position *p)
{
    struct cp_row_writer *s = data;
    s->p = p;
    s->is_played = true;
    cp_buf_init(&s->steps, s->game->arena);
    cp_key_words_init(&s->words, s->run->current.variant);
    cp_key_begin(&s->track, &s->words, s->game->arena, p);
    put_step(s, 0);
}

static void ply_comes(void *data, const struct cp_ply *ply)
{
    struct cp_row_writer *s = data;
    if (!(s->settings->needs & CP_NEEDS_SHORT))
        return;
    cp_rules_of(ply->position)
        ->write(ply->position, ply->move, CP_SHORT, s->play.replay.shift, &s->short_form);
    if (ply->node->move.spelling == CP_NUMERIC)
        cp_written_complete(&s->short_form);
}

static void ply_was_played(void *data, const struct cp_ply *ply)
{
    struct cp_row_writer *s = data;
    cp_key_follow(&s->track, s->p, ply->undo);
    if (!(s->settings->needs & CP_NEEDS_SHORT)) {
        put_step(s, 0);
        return;
    }
    if (s->text.len)
        cp_buf_putc(&s->text, ' ');
    size_t move = s->text.len;
    s->short_form.check = (uint8_t)cp_check_mark_of(s->p, ply->outcome);
    cp_written_format(s->run->ints, &s->text, &s->run->current.variant->alphabet, &s->short_form,
                      (enum cp_spelling)ply->node->move.spelling);
    put_step(s, move);
}

/* Above 0, where it is known. */
static void add_elo(struct played *played, cp_str tag)
{
    uint32_t elo = 0;
    if (cp_number_parse(cp_str_trim(tag), UINT16_MAX, &elo) && elo) {
        played->elo_sum += elo;
        played->elo_count++;
    }
}

/* 2024 of 2024.??.??; 0: not known. */
static uint16_t year_of(cp_str date)
{
    uint32_t year = 0;
    date = cp_str_trim(date);
    return cp_scan_number(&date, 9999, &year) && !(date.len && cp_is_digit(date.at[0]))
               ? (uint16_t)year
               : 0;
}

static void take(struct cp_tree *t, cp_str kept);

static void put_game(struct cp_row_writer *s)
{
    const struct cp_listener listener = {
        .begin = line_begins, .before = ply_comes, .after = ply_was_played};
    if (!cp_row_play(s, listener))
        return;
    cp_str result = cp_row_result(s);
    struct kept_game kept = {.steps = s->steps.len, .text = s->text.len};
    kept.played = (struct played){.variant = s->run->current.variant,
                                  .year = year_of(cp_game_tag(s->game, "Date")),
                                  .winner = cp_str_is(result, "1-0")       ? CP_WHITE
                                            : cp_str_is(result, "0-1")     ? CP_BLACK
                                            : cp_str_is(result, "1/2-1/2") ? -1
                                                                           : -2};
    add_elo(&kept.played, cp_game_tag(s->game, "WhiteElo"));
    add_elo(&kept.played, cp_game_tag(s->game, "BlackElo"));
    struct cp_buf own = cp_buf_in(s->game->arena);
    struct cp_buf *out = s->rows->is_held ? s->rows->out : &own;
    cp_buf_put(out, (cp_str){(const char *)&kept, sizeof kept});
    cp_buf_put(out, cp_buf_str(&s->steps));
    cp_buf_put(out, cp_buf_str(&s->text));
    if (!s->rows->is_held)
        take(s->settings->tree, cp_buf_str(&own));
}

/* ---- the tree ---- */

/* By it nodes have their slots: nobody can choose keys that come together there. */
static uint64_t hash_of(const struct cp_tree *t, uint64_t key)
{
    return cp_seed_word(key ^ cp_ints_seed(t->run->ints), 0);
}

/* The first from `from` on that may be of that hash. */
static struct slot *slot_from(const struct cp_tree *t, uint64_t hash, uint64_t *from)
{
    struct slot *slot;
    do {
        slot = &t->slots[(*from)++ & (t->slot_count - 1)];
    } while (slot->node && slot->check != hash >> 32);
    return slot;
}

/* Where a node is, or goes. */
static struct slot *slot_of(const struct cp_tree *t, const struct cp_variant *variant, uint64_t key)
{
    uint64_t hash = hash_of(t, key), from = hash;
    for (;;) {
        struct slot *slot = slot_from(t, hash, &from);
        if (!slot->node) {
            slot->check = (uint32_t)(hash >> 32);
            return slot;
        }
        const struct node *node = &t->nodes[slot->node - 1];
        if (node->key == key && (!t->is_mixed || t->firsts[node->first].variant == variant))
            return slot;
    }
}

/* Three slots of four are used at most. */
static void make_slots(struct cp_tree *t)
{
    enum { FEWEST = 1024 };
    struct cp_arena *slots = &t->arenas[OF_SLOTS];
    if (4 * t->count < 3 * t->slot_count)
        return;
    cp_arena_reset(slots);
    t->slot_count = t->slot_count ? 4 * t->slot_count : FEWEST;
    t->slots = cp_arena_take_zero(slots, t->slot_count, sizeof *t->slots);
    for (size_t i = 0; i < t->count; i++)
        slot_of(t, t->firsts[t->nodes[i].first].variant, t->nodes[i].key)->node = (uint32_t)i + 1;
}

/* Of a ply of the game that is the last of firsts. */
static struct node *add_node(struct cp_tree *t, struct slot *slot, uint64_t key, uint32_t ply)
{
    if (t->count == UINT32_MAX)
        cp_arena_refuse(&t->arenas[OF_NODES]);
    t->nodes = cp_arena_grow(&t->arenas[OF_NODES], t->nodes, t->count, &t->room, sizeof *t->nodes);
    struct node *node = &t->nodes[t->count++];
    slot->node = (uint32_t)t->count;
    *node = (struct node){
        .key = key, .first = (uint32_t)t->first_count - 1, .last_game = t->games, .ply = ply};
    if (ply == t->plies) {
        t->of_ply =
            cp_arena_grow(&t->arenas[OF_PLIES], t->of_ply, ply, &t->of_ply_room, sizeof *t->of_ply);
        t->of_ply[t->plies++] = 0;
    }
    t->of_ply[ply]++;
    return node;
}

/* The game is the first in some position. */
static void add_first(struct cp_tree *t, const struct played *g, cp_str moves)
{
    t->firsts = cp_arena_grow(&t->arenas[OF_FIRSTS], t->firsts, t->first_count, &t->first_room,
                              sizeof *t->firsts);
    struct played *first = &t->firsts[t->first_count++];
    *first = *g;
    first->line = cp_str_keep(&t->arenas[OF_TEXT], moves).at;
}

static void count_game(struct counts *c, const struct played *g)
{
    c->games++;
    if (g->winner >= 0)
        c->wins[g->winner]++;
    c->draws += g->winner == -1;
    c->elo_sum += g->elo_sum;
    c->elo_count += g->elo_count;
    c->year = c->year > g->year ? c->year : g->year;
}

/* One game more for a position that had others. */
static void add_game(struct cp_tree *t, struct node *node, const struct played *g)
{
    if (node->last_game == t->games)
        return;
    node->last_game = t->games;
    if (!node->counts) {
        t->counts = cp_arena_grow(&t->arenas[OF_COUNTS], t->counts, t->counts_count,
                                  &t->counts_room, sizeof *t->counts);
        node->counts = (uint32_t)t->counts_count;
        t->counts[t->counts_count] = (struct counts){0};
        count_game(&t->counts[t->counts_count++], &t->firsts[node->first]);
    }
    count_game(&t->counts[node->counts], g);
}

/* Has the memory that the first steps of a game will need fetched side by side: one by one it is
 * waited for at each step, which takes a third of the time. */
static void fetch(const struct cp_tree *t, const char *steps, size_t count)
{
    enum { MOST = 32 };
    struct step step;
    uint64_t hashes[MOST];
    count = !t->slot_count ? 0 : count < MOST ? count : MOST;
    for (size_t i = 0; i < count; i++) {
        memcpy(&step, steps + i * sizeof step, sizeof step);
        hashes[i] = hash_of(t, step.key);
        __builtin_prefetch(&t->slots[hashes[i] & (t->slot_count - 1)]);
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t from = hashes[i];
        uint32_t node = slot_from(t, hashes[i], &from)->node;
        if (node)
            __builtin_prefetch(&t->nodes[node - 1]);
    }
}

static void take(struct cp_tree *t, cp_str kept)
{
    while (kept.len) {
        struct kept_game g;
        struct step step;
        bool is_first = false;
        memcpy(&g, kept.at, sizeof g);
        cp_str steps = {kept.at + sizeof g, g.steps}, text = {steps.at + g.steps, g.text};
        kept = cp_str_skip(kept, sizeof g + g.steps + g.text);
        if (t->games++ == GAMES_MOST)
            cp_arena_refuse(&t->arenas[OF_NODES]);
        t->is_mixed |= t->first_count && g.played.variant != t->firsts[0].variant;
        fetch(t, steps.at, steps.len / sizeof step);
        for (uint32_t ply = 0; steps.len; ply++, steps = cp_str_skip(steps, sizeof step)) {
            memcpy(&step, steps.at, sizeof step);
            make_slots(t);
            struct slot *slot = slot_of(t, g.played.variant, step.key);
            if (slot->node) {
                add_game(t, &t->nodes[slot->node - 1], &g.played);
                continue;
            }
            if (!is_first)
                add_first(t, &g.played, text);
            is_first = true;
            struct node *node = add_node(t, slot, step.key, ply);
            node->line_len = (uint32_t)step.end;
            node->move_len = (uint32_t)(step.end - step.move);
        }
    }
}

/* ---- rows ---- */

/* Places of nodes by ply, of one ply in their order. */
static uint32_t *sort(struct cp_tree *t)
{
    uint32_t *sorted = cp_arena_take(&t->arenas[OF_PLIES], (t->count + 1) * sizeof *sorted);
    uint32_t *next = cp_arena_take_zero(&t->arenas[OF_PLIES], t->plies + 1, sizeof *next);
    for (size_t ply = 0; ply < t->plies; ply++)
        next[ply + 1] = next[ply] + t->of_ply[ply];
    for (size_t i = 0; i < t->count; i++)
        sorted[next[t->nodes[i].ply]++] = (uint32_t)i;
    return sorted;
}

static void put_rest(struct cp_row_writer *s)
{
    enum { AHEAD = 8 };
    struct cp_tree *t = s->settings->tree;
    const uint32_t *sorted = sort(t);
    s->is_played = true;
    for (size_t i = 0; i < t->count && cp_output_flush_full(&s->run->output) == CP_WRITTEN; i++) {
        if (i + AHEAD < t->count)
            __builtin_prefetch(&t->nodes[sorted[i + AHEAD]]);
        const struct node *node = &t->nodes[sorted[i]];
        struct cp_tree_row row = {.node = node, .first = &t->firsts[node->first]};
        if (node->counts)
            row.counts = t->counts[node->counts];
        else
            count_game(&row.counts, row.first);
        s->tree_row = &row;
        s->ply_number = node->ply;
        cp_row_put(s);
    }
}

static void put_key(struct cp_row_writer *s)
{
    cp_row_put_key(s, s->tree_row->node->key);
}

static void put_line(struct cp_row_writer *s)
{
    cp_row_put_text(s, (cp_str){s->tree_row->first->line, s->tree_row->node->line_len});
}

static void put_move(struct cp_row_writer *s)
{
    const struct node *n = s->tree_row->node;
    size_t begin = n->line_len - n->move_len;
    cp_row_put_text(s, (cp_str){s->tree_row->first->line + begin, n->move_len});
}

static void put_variant(struct cp_row_writer *s)
{
    cp_cell_text(s->rows, s->tree_row->first->variant->id);
}

static void put_games(struct cp_row_writer *s)
{
    cp_cell_number(s->rows, s->tree_row->counts.games);
}

static void put_white_wins(struct cp_row_writer *s)
{
    cp_cell_number(s->rows, s->tree_row->counts.wins[CP_WHITE]);
}

static void put_black_wins(struct cp_row_writer *s)
{
    cp_cell_number(s->rows, s->tree_row->counts.wins[CP_BLACK]);
}

static void put_draws(struct cp_row_writer *s)
{
    cp_cell_number(s->rows, s->tree_row->counts.draws);
}

static void put_known(struct cp_row_writer *s, uint64_t number)
{
    if (number)
        cp_cell_number(s->rows, (int64_t)number);
    else
        cp_cell_null(s->rows);
}

static void put_elo(struct cp_row_writer *s)
{
    const struct counts *c = &s->tree_row->counts;
    put_known(s, c->elo_count ? (c->elo_sum + c->elo_count / 2) / c->elo_count : 0);
}

static void put_year(struct cp_row_writer *s)
{
    put_known(s, s->tree_row->counts.year);
}

static const struct cp_column columns[] = {
    {"key", CP_CELL_TEXT, true, 0, put_key},
    {"ply", CP_CELL_NUMBER, false, 0, cp_row_put_ply},
    {"line", CP_CELL_TEXT, false, CP_NEEDS_SHORT | CP_NEEDS_CHECKS, put_line},
    {"move", CP_CELL_TEXT, false, CP_NEEDS_SHORT | CP_NEEDS_CHECKS, put_move},
    {"games", CP_CELL_NUMBER, false, 0, put_games},
    {"white_wins", CP_CELL_NUMBER, false, 0, put_white_wins},
    {"black_wins", CP_CELL_NUMBER, false, 0, put_black_wins},
    {"draws", CP_CELL_NUMBER, false, 0, put_draws},
    {"elo", CP_CELL_NUMBER, false, 0, put_elo},
    {"year", CP_CELL_NUMBER, false, 0, put_year},
    {"variant", CP_CELL_TEXT, false, 0, put_variant},
    {0},
};

const struct cp_table_kind cp_table_tree = {
    .name = "tree",
    .usual = "key,ply,line,move,games,white_wins,black_wins,draws,elo,year",
    .columns = columns,
    .put_game = put_game,
    .open = tree_open,
    .take = take,
    .put_rest = put_rest,
    .close = tree_close,
};
