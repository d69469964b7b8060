/* SPDX-License-Identifier: MIT */
/* openings.c -- a table is open addressing over the keys of positions (rules/key.h): of 64 bits, so
 * other positions are hardly ever taken for named ones. */
#include "annotate/openings.h"

#include "base/scan.h"
#include "rules/key.h"
#include "rules/replay.h"
#include "settle/play.h"

struct slot {
    uint64_t key;
    const struct cp_opening *opening; /* NULL: it is free */
};

struct cp_opening_table {
    struct cp_opening_table *next;
    const struct cp_variant *variant;
    int32_t delay; /* of the trapdoors of the games at hand */
    struct cp_key_words words;
    struct slot *slots;
    bool *is_told; /* by line: that it cannot be played */
    uint32_t mask; /* one less than how many there are */
};

/* ---- the file ---- */

static cp_str take_line(cp_str *text)
{
    cp_str line = {text->at, cp_line_end(*text, 0)};
    bool is_two =
        text->len > line.len + 1 && text->at[line.len] == '\r' && text->at[line.len + 1] == '\n';
    *text = cp_str_skip(*text, line.len + (text->len > line.len) + is_two);
    return line;
}

static cp_str take_cell(cp_str *line)
{
    const char *tab = line->len ? memchr(line->at, '\t', line->len) : NULL;
    cp_str cell = {line->at, tab ? (size_t)(tab - line->at) : line->len};
    *line = cp_str_skip(*line, cell.len + (tab != NULL));
    return cp_str_trim(cell);
}

bool cp_opening_list_parse(struct cp_opening_list *out, struct cp_arena *arena, cp_str text,
                           const char *file, struct cp_diags *d)
{
    uint32_t lines = 1, number = 0;
    bool good = true;
    for (size_t i = 0; i < text.len; i++)
        lines += cp_is_line_end(text.at[i]);
    *out = (struct cp_opening_list){.file = file};
    out->all = cp_arena_take_zero(arena, lines, sizeof *out->all);
    while (text.len) {
        cp_str line = take_line(&text), rest = line;
        struct cp_opening o = {.line = ++number};
        o.eco = take_cell(&rest);
        o.name = take_cell(&rest);
        o.col = (uint32_t)(line.len - rest.len) + 1;
        o.moves = take_cell(&rest);
        bool is_head = number == 1 && cp_str_equal(o.eco, CP_STR("eco"));
        if (is_head || !cp_str_trim(line).len)
            continue;
        if (o.name.len && o.moves.len) {
            out->all[out->count++] = o;
            continue;
        }
        cp_diag_report(d, CP_OPENING_VALUE, (cp_span){file, number, 1, 0}, "%.*s", (int)line.len,
                       line.at);
        good = false;
    }
    return good;
}

/* ---- a line, played ---- */

/* A word of moves without a number in front ("1.", "3...", "12.e4"). */
static cp_str take_move(cp_str *text)
{
    *text = cp_behind_space(*text);
    size_t digits = cp_digits_end(*text, 0);
    if (digits && digits < text->len && text->at[digits] == '.') {
        while (digits < text->len && text->at[digits] == '.')
            digits++;
        *text = cp_behind_space(cp_str_skip(*text, digits));
    }
    cp_str word = {text->at, cp_word_end(*text, 0)};
    *text = cp_str_skip(*text, word.len);
    return word;
}

static void read_moves(struct cp_game *g, const struct cp_opening *o)
{
    cp_str rest = o->moves;
    for (cp_str word; (word = take_move(&rest)).len;) {
        if (cp_is_result(word))
            continue;
        struct cp_node *node = cp_line_add(g, &g->moves, word);
        node->line = o->line;
        node->col = o->col + (uint32_t)(word.at - o->moves.at);
    }
}

/* The key behind the last move. */
struct ending {
    const struct cp_opening_table *table;
    uint64_t key;
};

static void after_move(void *data, const struct cp_ply *ply)
{
    struct ending *e = data;
    if (!ply->node->next)
        e->key = cp_position_key(&e->table->words, ply->position).low;
}

static void put(struct cp_opening_table *t, uint64_t key, const struct cp_opening *o)
{
    uint32_t at = (uint32_t)key & t->mask;
    while (t->slots[at].opening && t->slots[at].key != key)
        at = (at + 1) & t->mask;
    t->slots[at] = (struct slot){key, o};
}

/* Puts where a line ends; of one that is not legal: reports it, once. */
static void play(struct cp_opening_table *t, struct cp_run *run, struct cp_replay *replay,
                 const struct cp_opening_list *list, uint32_t number, struct cp_arena *arena)
{
    const struct cp_opening *o = &list->all[number];
    struct ending *end = replay->listener->data;
    struct cp_verdict verdict = {0};
    struct cp_diags unread = cp_diags_in(arena);
    struct cp_game g;
    cp_game_init(&g, arena, run->ints);
    read_moves(&g, o);
    cp_notation_read_game(cp_notations_get(&run->notations, &t->variant->alphabet), &g, &unread);
    cp_replay_run(replay, &g, &verdict);
    const struct cp_node *bad = verdict.first_bad;
    if (bad && !t->is_told[number]) {
        cp_span at = {list->file, bad->line, bad->col, (uint32_t)bad->text.len};
        cp_diag_report(&run->own, CP_OPENING_ILLEGAL, at, "%.*s: %s", (int)bad->text.len,
                       bad->text.at,
                       cp_diag_text(verdict.is_unread ? CP_NOT_A_MOVE : verdict.why.why));
        t->is_told[number] = true;
    } else if (!bad && g.moves.first) {
        put(t, end->key, o);
    }
}

/* ---- a variant's ---- */

static struct cp_opening_table *make(const struct cp_opening_list *list, struct cp_run *run)
{
    struct cp_opening_table *t = cp_arena_take_zero(&run->arena, 1, sizeof *t);
    t->variant = run->current.variant;
    t->mask = 15;
    while (t->mask / 2 < list->count)
        t->mask = t->mask * 2 + 1;
    t->slots = cp_arena_take_zero(&run->arena, (size_t)t->mask + 1, sizeof *t->slots);
    t->is_told = cp_arena_take_zero(&run->arena, list->count, sizeof *t->is_told);
    cp_key_words_init(&t->words, t->variant);
    return t;
}

/* Anew, where the delay of trapdoors is another. */
static void fill(struct cp_opening_table *t, const struct cp_opening_list *list, struct cp_run *run,
                 const struct cp_law *law)
{
    struct ending end = {.table = t};
    struct cp_listener listener = {.data = &end, .after = after_move};
    struct cp_replay replay = {
        .law = law, .skip_outcome = true, .skip_draws = true, .listener = &listener};
    struct cp_arena arena; /* of a line at a time */
    t->delay = law->variant->trapdoor;
    memset(t->slots, 0, ((size_t)t->mask + 1) * sizeof *t->slots);
    cp_arena_init(&arena, run->arena.out_of_memory, run->arena.handler_data);
    for (uint32_t i = 0; i < list->count; i++) {
        play(t, run, &replay, list, i, &arena);
        cp_arena_reset(&arena);
    }
    cp_arena_close(&arena);
    cp_run_report(run, &run->own);
}

struct cp_opening_table *cp_openings_find(struct cp_openings *o, struct cp_run *run)
{
    const struct cp_variant *v = run->current.variant;
    int32_t delay = run->current.law->variant->trapdoor;
    struct cp_opening_table *t = o->tables;
    while (t && t->variant != v)
        t = t->next;
    if (!o->list->file && (!v->is_assumed || delay))
        return NULL;
    if (t && t->delay == delay)
        return t;
    const struct cp_law *law = cp_run_law_on_trapdoors(run, delay);
    if (law && !t) {
        t = make(o->list, run);
        t->next = o->tables;
        o->tables = t;
    }
    if (law)
        fill(t, o->list, run, law);
    return t;
}

const struct cp_opening *cp_opening_of(const struct cp_opening_table *t, struct cp_position *p)
{
    uint64_t key = cp_position_key(&t->words, p).low;
    uint32_t at = (uint32_t)key & t->mask;
    while (t->slots[at].opening && t->slots[at].key != key)
        at = (at + 1) & t->mask;
    return t->slots[at].opening;
}
