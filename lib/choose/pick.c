/* SPDX-License-Identifier: MIT */
#include "choose/choose.h"

#include "base/json.h"
#include "game/record.h"
#include "run/stream.h"

#include <stdlib.h>

/* What a text was known by: low 0: there is none. Two texts have one key by chance alone, once in
 * 2^100 pairs of them, for the points (below) are new in every run: nobody can write games that
 * are taken for others. */
struct key {
    uint64_t low, high;
};
#define KEY_PRIME ((UINT64_C(1) << 61) - 1)

/* A game that a later one may go on from. */
struct waiting {
    uint64_t number;
    cp_str same, name, record;
    bool is_beginning; /* of another, or the same as one before it */
};

/* A record of a sample, and which game of all it is. */
struct sampled {
    uint64_t number;
    struct cp_buf name, record;
};

struct cp_pick {
    struct cp_run *run; /* the main one */
    struct cp_pick_settings settings;
    struct cp_split *split;
    struct cp_merge *merge;
    struct cp_arena arena, key_arena;
    struct key *keys; /* of texts that were there, each in its slot or behind it */
    uint64_t key_count, slots, points[2];
    struct waiting *waiting;
    size_t waiting_count, waiting_room;
    struct sampled *sample; /* in no order */
    size_t sample_room;
    uint64_t sampled, met; /* of those met so far */
    uint64_t found;
};

struct cp_pick *cp_pick_open(struct cp_run *run, const struct cp_pick_settings *settings)
{
    struct cp_pick *c = cp_arena_take_zero(&run->arena, 1, sizeof *c);
    *c = (struct cp_pick){.run = run, .settings = *settings};
    if (settings->split && !(c->split = cp_split_open(run, settings->split, settings->every)))
        return NULL;
    c->merge = settings->merges ? cp_merge_open(run) : NULL;
    cp_arena_init(&c->arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_arena_init(&c->key_arena, run->arena.out_of_memory, run->arena.handler_data);
    for (uint32_t i = 0; i < 2; i++)
        c->points[i] = cp_seed_word(cp_ints_seed(run->ints), 16 + i) % KEY_PRIME;
    return c;
}

/* ---- games that were there before ---- */

static uint64_t go_on(uint64_t value, uint64_t point, uint64_t digit)
{
    unsigned __int128 next = (unsigned __int128)value * point + digit;
    value = (uint64_t)(next & KEY_PRIME) + (uint64_t)(next >> 61);
    return value >= KEY_PRIME ? value - KEY_PRIME : value;
}

/* The polynomial over KEY_PRIME whose coefficients are 1 and then seven bytes each, at both
 * points: side by side, for each step waits for the one before. */
static struct key key_of(const struct cp_pick *c, cp_str text)
{
    enum { DIGIT = 7 };
    struct key key = {1, 1};
    while (text.len) {
        uint64_t digit = 0;
        if (CP_LIKELY(text.len > DIGIT))
            digit = cp_eight(text.at) & (UINT64_MAX >> 8);
        for (size_t i = 0; text.len <= DIGIT && i < text.len; i++)
            digit = digit << 8 | (unsigned char)text.at[i];
        text = cp_str_skip(text, text.len < DIGIT ? text.len : DIGIT);
        key.low = go_on(key.low, c->points[0], digit);
        key.high = go_on(key.high, c->points[1], digit);
    }
    key.low++; /* not 0 */
    return key;
}

/* Where that key is, or goes. */
static struct key *slot_of(const struct cp_pick *c, struct key key)
{
    for (uint64_t i = key.low;; i++) {
        struct key *slot = &c->keys[i & (c->slots - 1)];
        if (!slot->low || (slot->low == key.low && slot->high == key.high))
            return slot;
    }
}

/* It is there from then on. Three slots of four are used at most. */
static bool is_new(struct cp_pick *c, cp_str text)
{
    enum { FEWEST = 1024 };
    if (4 * c->key_count >= 3 * c->slots) {
        const struct key *old = c->keys;
        struct cp_arena full = c->key_arena;
        uint64_t slots = c->slots;
        cp_arena_init(&c->key_arena, full.out_of_memory, full.handler_data);
        c->slots = slots ? 2 * slots : FEWEST;
        c->keys = cp_arena_take_zero(&c->key_arena, c->slots, sizeof *c->keys);
        for (uint64_t i = 0; i < slots; i++)
            if (old[i].low)
                *slot_of(c, old[i]) = old[i];
        cp_arena_close(&full);
    }
    struct key key = key_of(c, text);
    struct key *slot = slot_of(c, key);
    bool is_there = slot->low != 0;
    c->key_count += !is_there;
    *slot = key;
    return !is_there;
}

/* By text; of the same the first comes last, right in front of games that go on from it: a blank
 * comes before all that stands in words. */
static int compare_waiting(const void *a, const void *b)
{
    const struct waiting *one = *(const struct waiting *const *)a;
    const struct waiting *other = *(const struct waiting *const *)b;
    int order = cp_str_compare(one->same, other->same);
    return order ? order : (one->number < other->number) - (one->number > other->number);
}

/* ---- in the order of games ---- */

static void count_one(struct cp_pick *c)
{
    c->found++;
    c->run->is_done = c->found == c->settings.first;
}

static void write_one(struct cp_pick *c, cp_str name, cp_str record)
{
    count_one(c);
    if (c->merge)
        c->run->is_done |= !cp_merge_put(c->merge, name, record);
    else if (c->split)
        c->run->is_done |= !cp_split_put(c->split, name, record);
    else if (!c->settings.counts)
        cp_buf_put(&c->run->output.text, record);
}

/* Of a sample the n-th game takes the place of another with a chance of N in n. */
static void place(struct cp_pick *c, cp_str name, cp_str record)
{
    if (c->run->is_done)
        return;
    if (!c->settings.sample) {
        write_one(c, name, record);
        return;
    }
    uint64_t number = c->met++, place = number;
    if (c->sampled < c->settings.sample) {
        c->sample =
            cp_arena_grow(&c->arena, c->sample, c->sampled, &c->sample_room, sizeof *c->sample);
        cp_buf_init(&c->sample[number].name, &c->arena);
        cp_buf_init(&c->sample[number].record, &c->arena);
        c->sampled++;
    } else {
        place = cp_seed_word(c->settings.seed ^ cp_seed_word(number, 0), 1) % (number + 1);
    }
    if (place >= c->settings.sample)
        return;
    struct sampled *s = &c->sample[place];
    s->number = number;
    cp_buf_reset(&s->name);
    cp_buf_reset(&s->record);
    cp_buf_put(&s->name, name);
    cp_buf_put(&s->record, record);
}

/* Whether a game with that text goes on, as far as those before it matter. */
static bool passes(struct cp_pick *c, cp_str same)
{
    return !c->settings.is_of_same || is_new(c, same) != c->settings.wants_repeats;
}

static void take_game(struct cp_pick *c, cp_str same, cp_str name, cp_str record)
{
    if (!c->settings.takes_beginnings) {
        if (passes(c, same))
            place(c, name, record);
        return;
    }
    c->waiting = cp_arena_grow(&c->arena, c->waiting, c->waiting_count, &c->waiting_room,
                               sizeof *c->waiting);
    c->waiting[c->waiting_count] = (struct waiting){.number = c->waiting_count,
                                                    .same = cp_str_keep(&c->arena, same),
                                                    .name = cp_str_keep(&c->arena, name),
                                                    .record = cp_str_keep(&c->arena, record)};
    c->waiting_count++;
}

/* ---- in copies of the run ---- */

struct kept {
    size_t same, name, record; /* bytes that follow */
};

static cp_str take(cp_str *kept, size_t len)
{
    cp_str taken = {kept->at, len};
    *kept = cp_str_skip(*kept, len);
    return taken;
}

void cp_pick_write(struct cp_run *run, struct cp_game *g)
{
    cp_str line = run->current.line;
    const struct cp_request *asked = run->asked;
    if (!line.len || asked->writes_yaml || asked->stamp.len || asked->conversion) {
        cp_stream_write_game(run, g);
        return;
    }
    cp_json_put_shown(&run->output.text, line);
    cp_buf_putc(&run->output.text, '\n');
}

/* What it is known by there, and its record, which names the frame that was found. */
static void put_for_merge(struct cp_run *run, struct cp_buf *name, struct cp_game *g)
{
    struct cp_same lines;
    cp_same_init(&lines, &run->record);
    if (!cp_select_same(run, g, CP_SAME_LINES, &lines))
        return;
    if (run->current.variant->frame_count > 1)
        g->frame = run->current.frame->name;
    cp_buf_put(name, cp_buf_str(&lines.text));
    cp_record_format(&run->output.text, g);
}

void cp_pick_put(struct cp_pick *c, struct cp_run *run, struct cp_game *g,
                 const struct cp_same *same)
{
    struct cp_buf *out = &run->output.text;
    bool is_main = run == c->run;
    bool waits = c->settings.takes_beginnings || c->settings.sample || c->settings.counts ||
                 c->split || c->merge;
    cp_str text = same ? cp_buf_str(&same->text) : (cp_str){0};
    if (is_main && !waits) {
        if (passes(c, text)) {
            count_one(c);
            cp_pick_write(run, g);
        }
        return;
    }
    struct cp_buf name = cp_buf_in(&run->record), record = cp_buf_in(&run->record);
    size_t before = out->len;
    if (c->split) /* what its tags are, before it is written otherwise */
        cp_split_key(c->split, &name, g);
    if (c->merge)
        put_for_merge(run, &name, g);
    else if (!c->settings.counts)
        cp_pick_write(run, g);
    cp_buf_put(&record, cp_str_skip(cp_buf_str(out), before));
    out->len = before;
    if (!record.len && !c->settings.counts)
        return;
    if (is_main) {
        take_game(c, text, cp_buf_str(&name), cp_buf_str(&record));
        return;
    }
    struct kept kept = {text.len, name.len, record.len};
    cp_buf_put(out, (cp_str){(const char *)&kept, sizeof kept});
    cp_buf_put(out, text);
    cp_buf_put(out, cp_buf_str(&name));
    cp_buf_put(out, cp_buf_str(&record));
}

void cp_pick_deliver(struct cp_pick *c, cp_str kept)
{
    while (kept.len) {
        struct kept next;
        memcpy(&next, kept.at, sizeof next);
        kept = cp_str_skip(kept, sizeof next);
        cp_str same = take(&kept, next.same), name = take(&kept, next.name);
        take_game(c, same, name, take(&kept, next.record));
    }
}

/* ---- the end ---- */

static int compare_sampled(const void *a, const void *b)
{
    const struct sampled *one = a, *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

uint64_t cp_pick_end(struct cp_pick *c)
{
    size_t count = c->waiting_count;
    struct waiting **sorted = cp_arena_take(&c->arena, (count + 1) * sizeof(struct waiting *));
    for (size_t i = 0; i < count; i++)
        sorted[i] = &c->waiting[i];
    qsort(sorted, count, sizeof *sorted, compare_waiting);
    for (size_t i = 0; i + 1 < count; i++) {
        cp_str text = sorted[i]->same, next = sorted[i + 1]->same;
        sorted[i]->is_beginning =
            cp_str_starts(next, text) && (next.len == text.len || next.at[text.len] == ' ');
    }
    for (size_t i = 0; i < count; i++)
        if (c->waiting[i].is_beginning == c->settings.wants_repeats)
            place(c, c->waiting[i].name, c->waiting[i].record);
    if (c->sampled)
        qsort(c->sample, c->sampled, sizeof *c->sample, compare_sampled);
    for (uint64_t i = 0; i < c->sampled; i++)
        write_one(c, cp_buf_str(&c->sample[i].name), cp_buf_str(&c->sample[i].record));
    if (c->split && !cp_split_close(c->split))
        cp_run_report(c->run, &c->run->own);
    c->split = NULL;
    if (c->merge)
        cp_merge_end(c->merge);
    return c->found;
}

void cp_pick_close(struct cp_pick *c)
{
    if (c->merge)
        cp_merge_close(c->merge);
    cp_arena_close(&c->arena);
    cp_arena_close(&c->key_arena);
}
