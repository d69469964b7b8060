/* SPDX-License-Identifier: MIT */
/* merge.c -- games that share a start as one game with variations.
 *
 *     e4 ──► e5 ──► Nf3      A - B            1. e4 e5 (1... c5) 2. Nf3
 *       └──► c5              C - D
 *
 * A tree of places for each start, in which a place finds what belongs to it by one table of
 * everything: its moves, its comments, by their owner and their word. */
#include "choose/choose.h"

#include "game/record.h"
#include "run/stream.h"
#include "text/tags.h"

#include <stdlib.h>

/* What its owner has once: a move, a comment, a tag. */
struct item {
    struct item *chain; /* in the same slot */
    const void *owner;
    cp_str word;
};

/* What stands at a place, and at the ends of lines there. */
struct marks {
    struct cp_notes notes;
    struct cp_comment *end;
    bool is_end;
};

/* A move, and all that was played up to it; the first of a tree is its start. */
struct place {
    struct item item; /* first */
    struct place *first, *next;
    uint64_t games,
        number; /* that came here in their main lines; by it the first come goes first */
    cp_str text;
    struct marks *marks; /* NULL: none */
};

struct tag {
    struct item item; /* first */
    struct tag *next;
    struct cp_tag tag;
    uint64_t games, last_game;
};

struct tree {
    struct tree *next;
    struct cp_game game; /* what all have; its moves once it is written */
    struct place *start;
    struct tag *tags, **tags_end; /* of its first game, */
    uint32_t tag_count;           /* so many */
    uint64_t games, bytes;
};

/* The tree to which games of a start go now. */
struct start {
    struct item item; /* first */
    struct tree *tree;
};

struct cp_merge {
    struct cp_run *run;
    struct cp_arena arena, slot_arena, scratch; /* scratch: of one game */
    struct item **slots;
    uint64_t slot_count, count, places;
    struct tree *trees, **trees_end;
};

struct cp_merge *cp_merge_open(struct cp_run *run)
{
    struct cp_merge *m = cp_arena_take_zero(&run->arena, 1, sizeof *m);
    m->run = run;
    m->trees_end = &m->trees;
    cp_arena_init(&m->arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_arena_init(&m->slot_arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_arena_init(&m->scratch, run->arena.out_of_memory, run->arena.handler_data);
    return m;
}

void cp_merge_close(struct cp_merge *m)
{
    cp_arena_close(&m->arena);
    cp_arena_close(&m->slot_arena);
    cp_arena_close(&m->scratch);
}

/* ---- the table ---- */

/* From a seed that is new in every run on: nobody can choose words that come together. */
static struct item **slot_of(const struct cp_merge *m, const void *owner, cp_str word)
{
    uint64_t hash = cp_seed_word(cp_ints_seed(m->run->ints) ^ (uintptr_t)owner, 0);
    for (uint64_t eight; word.len; hash = cp_seed_word(hash ^ eight, 0)) {
        size_t len = word.len < sizeof eight ? word.len : sizeof eight;
        eight = 0;
        memcpy(&eight, word.at, len);
        word = cp_str_skip(word, len);
    }
    return &m->slots[hash & (m->slot_count - 1)];
}

static void *find(const struct cp_merge *m, const void *owner, cp_str word)
{
    struct item *item = m->slot_count ? *slot_of(m, owner, word) : NULL;
    while (item && (item->owner != owner || !cp_str_equal(item->word, word)))
        item = item->chain;
    return item;
}

static void make_slots(struct cp_merge *m)
{
    enum { FEWEST = 1024 };
    struct cp_arena full = m->slot_arena;
    struct item **old = m->slots;
    uint64_t count = m->slot_count;
    cp_arena_init(&m->slot_arena, full.out_of_memory, full.handler_data);
    m->slot_count = count ? 2 * count : FEWEST;
    m->slots = cp_arena_take_zero(&m->slot_arena, m->slot_count, sizeof *m->slots);
    for (uint64_t i = 0; i < count; i++)
        for (struct item *item = old[i], *next; item; item = next) {
            struct item **slot = slot_of(m, item->owner, item->word);
            next = item->chain;
            item->chain = *slot;
            *slot = item;
        }
    cp_arena_close(&full);
}

/* Of so many bytes, cleared; the word lives as long as m. */
static void *add(struct cp_merge *m, const void *owner, cp_str word, size_t size)
{
    struct item *item = cp_arena_take_zero(&m->arena, 1, size);
    if (m->count++ == m->slot_count)
        make_slots(m);
    struct item **slot = slot_of(m, owner, word);
    *item = (struct item){*slot, owner, word};
    *slot = item;
    return item;
}

/* Most moves are there already: each text is kept once. */
static cp_str keep(struct cp_merge *m, cp_str text)
{
    struct item *item = find(m, m, text);
    if (!item)
        item = add(m, m, cp_str_keep(&m->arena, text), sizeof *item);
    return item->word;
}

/* ---- a game goes into its tree ---- */

static struct marks *marks_of(struct cp_merge *m, struct place *place)
{
    if (!place->marks)
        place->marks = cp_arena_take_zero(&m->arena, 1, sizeof *place->marks);
    return place->marks;
}

/* Each text once. */
static void unite(struct cp_merge *m, struct tree *t, struct cp_comment **list, cp_str text,
                  enum cp_comment_kind kind)
{
    if (find(m, list, text))
        return;
    struct item *item = add(m, list, cp_str_keep(&m->arena, text), sizeof *item);
    cp_comment_add(&t->game, list, item->word, kind);
    t->bytes += text.len;
}

static void unite_all(struct cp_merge *m, struct tree *t, struct cp_comment **list,
                      const struct cp_comment *from)
{
    for (; from; from = from->next)
        unite(m, t, list, from->text, from->kind);
}

/* Falls are those of the first game that has some; of numbers that live no longer than a game
 * none: the board says them. */
static void unite_notes(struct cp_merge *m, struct tree *t, struct place *place,
                        const struct cp_notes *from)
{
    struct cp_node to = {.notes = &marks_of(m, place)->notes};
    unite_all(m, t, &to.notes->before, from->before);
    unite_all(m, t, &to.notes->after, from->after);
    for (const struct cp_nag *nag = from->nags; nag; nag = nag->next) {
        cp_str word = {(const char *)&nag->number, sizeof nag->number};
        if (find(m, &to.notes->nags, word))
            continue;
        add(m, &to.notes->nags, keep(m, word), sizeof(struct item));
        cp_node_add_nag(&t->game, &to, nag->number);
    }
    for (const struct cp_fall *f = to.notes->falls ? NULL : from->falls; f; f = f->next)
        if (cp_int_is_small(f->square.file) && cp_int_is_small(f->square.rank))
            cp_node_add_fall(&t->game, &to, f->square);
}

/* The next word; what could not be played has none, and is found by its text. */
static struct place *go_on(struct cp_merge *m, struct tree *t, struct place *from, cp_str *words,
                           cp_str text)
{
    const char *blank = words->len ? memchr(words->at, ' ', words->len) : NULL;
    cp_str word = {words->at, blank ? (size_t)(blank - words->at) : words->len};
    const void *owner = from;
    *words = cp_str_skip(*words, word.len + (blank != NULL));
    if (!word.len) {
        owner = &from->first;
        word = text;
    }
    struct place *place = find(m, owner, word);
    if (place)
        return place;
    place = add(m, owner, keep(m, word), sizeof *place);
    place->text = keep(m, text);
    place->number = m->places++;
    place->next = from->first;
    from->first = place;
    t->game.parts++;
    t->bytes += text.len;
    return place;
}

/* Who played it, where the game ended. */
static cp_str label_of(const struct cp_game *g)
{
    static const char *const names[] = {"Event", "Date"};
    struct cp_buf out = cp_buf_in(g->arena);
    cp_str white = cp_game_tag(g, "White"), black = cp_game_tag(g, "Black");
    if (!white.len && !black.len)
        return (cp_str){0};
    cp_buf_put(&out, white.len ? white : CP_STR("?"));
    cp_buf_puts(&out, " - ");
    cp_buf_put(&out, black.len ? black : CP_STR("?"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cp_str value = cp_game_tag(g, names[i]);
        if (value.len && value.at[0] != '?')
            cp_buf_printf(&out, ", %.*s", CP_FMT(value));
    }
    if (g->result.len)
        cp_buf_printf(&out, ", %.*s", CP_FMT(g->result));
    return cp_buf_str(&out);
}

static void end_line(struct cp_merge *m, struct tree *t, struct place *place,
                     const struct cp_comment *end, cp_str label)
{
    struct marks *marks = marks_of(m, place);
    marks->is_end = true;
    unite_all(m, t, &marks->end, end);
    if (label.len)
        unite(m, t, &marks->end, label, CP_BRACED);
    t->game.parts++;
}

static void put_lines(struct cp_merge *m, struct tree *t, struct cp_game *g, cp_str words)
{
    struct cp_walk w = cp_walk_of(g->arena, &g->moves);
    struct way {
        struct place *at, *before;
    } now = {t->start, NULL}, *stack = NULL;
    size_t depth = 0, room = 0;
    for (enum cp_walk_event event; (event = cp_walk_step(&w)) != CP_WALK_END;) {
        if (event == CP_WALK_MOVE) {
            now = (struct way){go_on(m, t, now.at, &words, w.node->text), now.at};
            now.at->games += !depth;
            if (w.node->notes)
                unite_notes(m, t, now.at, w.node->notes);
        } else if (event == CP_WALK_OPEN) {
            stack = cp_arena_grow(g->arena, stack, depth, &room, sizeof *stack);
            stack[depth++] = now;
            now.at = now.before;
        } else {
            end_line(m, t, now.at, w.line->end, depth ? (cp_str){0} : label_of(g));
            if (depth)
                now = stack[--depth];
        }
    }
}

/* Those of the first game wait for all others to have them. */
static void put_tags(struct cp_merge *m, struct tree *t, const struct cp_game *g)
{
    for (const struct cp_tag *from = g->tags; from; from = from->next) {
        cp_str word = cp_str_printf(g->arena, "%.*s %.*s", CP_FMT(from->name), CP_FMT(from->value));
        struct tag *tag = find(m, &t->tags, word);
        if (!tag && t->games == 1) {
            tag = add(m, &t->tags, keep(m, word), sizeof *tag);
            tag->tag = (struct cp_tag){.name = keep(m, from->name), .value = keep(m, from->value)};
            *t->tags_end = tag;
            t->tags_end = &tag->next;
            t->tag_count++;
        }
        if (tag && tag->last_game != t->games) {
            tag->games++;
            tag->last_game = t->games;
        }
    }
}

static struct tree *plant(struct cp_merge *m, const struct cp_game *g)
{
    struct tree *t = cp_arena_take_zero(&m->arena, 1, sizeof *t);
    cp_game_init(&t->game, &m->arena, m->run->ints);
    t->game.variant = keep(m, g->variant);
    t->game.frame = keep(m, g->frame);
    t->game.start = keep(m, g->start);
    t->game.result = keep(m, g->result);
    for (const struct cp_field *f = g->rules; f; f = f->next)
        cp_field_add(&m->arena, &t->game.rules, keep(m, f->name), keep(m, f->json));
    t->start = cp_arena_take_zero(&m->arena, 1, sizeof *t->start);
    t->tags_end = &t->tags;
    *m->trees_end = t;
    m->trees_end = &t->next;
    return t;
}

/* A game has bounds (game.h): where it would pass them another begins. */
static bool is_full(const struct tree *t, const struct cp_game *g, size_t bytes)
{
    enum { OWN = 4 }; /* parts: its label, and an Event */
    return t->games && (t->game.parts + t->tag_count + g->parts + OWN > CP_PARTS_MOST ||
                        t->bytes + bytes > CP_COMMENT_MOST);
}

bool cp_merge_put(struct cp_merge *m, cp_str words, cp_str record)
{
    struct cp_game g;
    struct cp_value *value;
    cp_arena_reset(&m->scratch);
    cp_game_init(&g, &m->scratch, m->run->ints);
    if (!cp_json_parse(&value, &m->scratch, record, cp_run_span(m->run), &m->run->own) ||
        !cp_record_parse(&g, value, &m->run->own))
        return false;
    const char *blank = words.len ? memchr(words.at, ' ', words.len) : NULL;
    cp_str head = {words.at, blank ? (size_t)(blank - words.at) : words.len};
    cp_str key = cp_str_printf(&m->scratch, "%.*s %.*s", CP_FMT(head), CP_FMT(g.frame));
    struct start *start = find(m, &m->trees, key);
    if (!start)
        start = add(m, &m->trees, keep(m, key), sizeof *start);
    if (!start->tree || is_full(start->tree, &g, record.len))
        start->tree = plant(m, &g);
    struct tree *t = start->tree;
    t->games++;
    put_tags(m, t, &g);
    if (!cp_str_equal(t->game.result, g.result))
        t->game.result = CP_STR("*");
    put_lines(m, t, &g, cp_str_skip(words, head.len + (blank != NULL)));
    return true;
}

/* ---- a tree becomes a game ---- */

static int compare_places(const void *a, const void *b)
{
    const struct place *one = *(const struct place *const *)a;
    const struct place *other = *(const struct place *const *)b;
    if (one->games != other->games)
        return one->games > other->games ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

/* What was played there, the most played first; how many they are. */
static size_t sort(struct cp_game *g, const struct place *at, const struct place ***out)
{
    size_t count = 0;
    for (const struct place *p = at->first; p; p = p->next)
        count++;
    *out = cp_arena_take(g->arena, (count + 1) * sizeof **out);
    count = 0;
    for (const struct place *p = at->first; p; p = p->next)
        (*out)[count++] = p;
    qsort(*out, count, sizeof **out, compare_places);
    return count;
}

static struct cp_node *put_node(struct cp_game *g, struct cp_line *line, const struct place *place)
{
    struct cp_node *node = cp_line_add(g, line, place->text);
    if (place->marks)
        *cp_node_notes(g, node) = place->marks->notes;
    return node;
}

/* Each line up to its end; those that leave it wait. Where games end in the middle of others a
 * variation without moves says so. */
static void put_moves(struct cp_game *g, const struct place *start)
{
    struct waiting {
        struct cp_line *line;
        const struct place *at;
    } *waiting = NULL, next = {&g->moves, start};
    size_t count = 0, room = 0;
    for (bool is_begun = false;; is_begun = true) {
        if (is_begun)
            put_node(g, next.line, next.at);
        const struct place **sorted;
        for (size_t many; (many = sort(g, next.at, &sorted)); next.at = sorted[0]) {
            struct cp_node *node = put_node(g, next.line, sorted[0]);
            for (size_t i = 1; i < many; i++) {
                waiting = cp_arena_grow(g->arena, waiting, count, &room, sizeof *waiting);
                waiting[count++] = (struct waiting){cp_node_add_variation(g, node), sorted[i]};
            }
            if (next.at->marks && next.at->marks->is_end)
                cp_node_add_variation(g, node)->end = next.at->marks->end;
        }
        next.line->end = next.at->marks ? next.at->marks->end : NULL;
        if (!count)
            return;
        next = waiting[--count];
    }
}

static void write(struct cp_run *run, struct tree *t)
{
    struct cp_game g = t->game;
    bool has_event = false;
    g.arena = &run->record;
    for (const struct tag *tag = t->tags; tag; tag = tag->next) {
        bool is_shared = tag->games == t->games;
        has_event |= is_shared && cp_str_is(tag->tag.name, "Event");
        if (is_shared)
            cp_game_add_tag(&g, tag->tag.name, tag->tag.value, 0, 0);
    }
    if (!has_event && t->games > 1)
        cp_game_add_tag(&g, CP_STR("Event"),
                        cp_str_printf(g.arena, "%llu games merged", (unsigned long long)t->games),
                        0, 0);
    put_moves(&g, t->start);
    if (run->asked->conversion) { /* which plays it */
        const struct cp_alphabet *a = cp_settle_alphabet(run, &g, NULL);
        bool is_good =
            a && cp_notation_read_game(cp_notations_get(&run->notations, a), &g, &run->diags);
        cp_game_settle(run, &g, is_good);
    }
    cp_stream_write_game(run, &g);
    cp_run_report(run, &run->diags);
}

void cp_merge_end(struct cp_merge *m)
{
    struct cp_run *run = m->run;
    for (struct tree *t = m->trees; t; t = t->next) {
        run->current = (struct cp_current){.writes_yaml = run->asked->writes_yaml};
        write(run, t);
        cp_arena_reset(&run->record);
        cp_diags_reset(&run->diags);
        if (cp_output_flush_full(&run->output) != CP_WRITTEN)
            return;
    }
}
