/* SPDX-License-Identifier: MIT */
#include "tool/chosen.h"

#include "game/record.h"

/* A record of a sample, and which game of all it is. */
struct sampled {
    uint64_t number;
    struct cp_buf name, record;
};

struct cp_chosen {
    struct cp_run *run; /* the main one */
    struct cp_chosen_wish wish;
    struct cp_twins *twins;
    struct cp_split *split;
    struct cp_arena arena;
    struct sampled *sample; /* in no order */
    size_t sample_room;
    uint64_t sampled, met; /* of those met so far */
    uint64_t found;
};

struct cp_chosen *cp_chosen_open(struct cp_run *run, const struct cp_chosen_wish *wish)
{
    struct cp_chosen *c = cp_arena_take_zero(&run->arena, 1, sizeof *c);
    *c = (struct cp_chosen){.run = run, .wish = *wish};
    if (wish->split && !(c->split = cp_split_open(run, wish->split, wish->every)))
        return NULL;
    if (wish->same &&
        !(c->twins = cp_twins_open(run, wish->same, wish->takes_beginnings, wish->seen)))
        return NULL;
    cp_arena_init(&c->arena, run->arena.out_of_memory, run->arena.handler_data);
    return c;
}

/* ---- in the order of games ---- */

static void count_one(struct cp_chosen *c)
{
    c->found++;
    c->run->is_done = c->found == c->wish.first;
}

static void write_one(struct cp_chosen *c, cp_str name, cp_str record)
{
    struct cp_buf *out = &c->run->output.text;
    count_one(c);
    if (c->wish.counts)
        return;
    if (c->split) {
        c->run->is_done |= !cp_split_put(c->split, name, record);
        return;
    }
    cp_buf_put(out, record);
    cp_buf_putc(out, '\n');
}

static void replace(struct sampled *s, uint64_t number, cp_str name, cp_str record)
{
    s->number = number;
    cp_buf_reset(&s->name);
    cp_buf_reset(&s->record);
    cp_buf_put(&s->name, name);
    cp_buf_put(&s->record, record);
}

/* The n-th game takes the place of one of the sample with a chance of N in n. */
static void draw(struct cp_chosen *c, cp_str name, cp_str record)
{
    uint64_t number = c->met++, place = number;
    if (c->sampled == c->sample_room && c->sampled < c->wish.sample)
        c->sample = cp_arena_grow(&c->arena, c->sample, &c->sample_room, sizeof *c->sample);
    if (c->sampled < c->wish.sample) {
        cp_buf_init(&c->sample[number].name, &c->arena);
        cp_buf_init(&c->sample[number].record, &c->arena);
        c->sampled++;
    } else {
        place = cp_seed_word(c->wish.seed ^ cp_seed_word(number, 0), 1) % (number + 1);
    }
    if (place < c->wish.sample)
        replace(&c->sample[place], number, name, record);
}

static void place(struct cp_chosen *c, cp_str name, cp_str record)
{
    if (c->run->is_done)
        return;
    if (c->wish.sample)
        draw(c, name, record);
    else
        write_one(c, name, record);
}

/* Whether a game goes on that has that text, as far as those before it matter. */
static bool passes(struct cp_chosen *c, cp_str text)
{
    bool failed = false;
    bool is_new = !c->twins || cp_twins_put(c->twins, text, &failed);
    c->run->is_done |= failed;
    return !failed && (!c->twins || is_new != c->wish.wants_twins);
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

static void keep(struct cp_buf *out, cp_str same, cp_str name, cp_str record)
{
    struct kept kept = {same.len, name.len, record.len};
    cp_buf_put(out, (cp_str){(const char *)&kept, sizeof kept});
    cp_buf_put(out, same);
    cp_buf_put(out, name);
    cp_buf_put(out, record);
}

bool cp_chosen_put(struct cp_chosen *c, struct cp_run *run, const struct cp_game *g,
                   const struct cp_same *same)
{
    bool is_main = run == c->run, is_plain = !c->wish.counts && !c->split && !c->wish.sample;
    cp_str text = same ? cp_buf_str(&same->text) : (cp_str){0};
    if (is_main && !passes(c, text))
        return false;
    if (is_main && is_plain) {
        count_one(c);
        return true;
    }
    struct cp_buf name, record;
    cp_buf_init(&name, &run->record);
    cp_buf_init(&record, &run->record);
    if (c->split)
        cp_split_key(c->split, &name, g);
    if (run->current.line.len)
        cp_buf_put(&record, run->current.line);
    else if (!c->wish.counts)
        cp_record_format(&record, g);
    if (is_main)
        place(c, cp_buf_str(&name), cp_buf_str(&record));
    else
        keep(&run->output.text, text, cp_buf_str(&name), cp_buf_str(&record));
    return false;
}

void cp_chosen_deliver(struct cp_chosen *c, cp_str kept)
{
    while (kept.len) {
        struct kept next;
        memcpy(&next, kept.at, sizeof next);
        kept = cp_str_skip(kept, sizeof next);
        cp_str same = take(&kept, next.same), name = take(&kept, next.name);
        cp_str record = take(&kept, next.record);
        if (passes(c, same))
            place(c, name, record);
    }
}

/* ---- the end ---- */

static bool is_earlier(const struct sampled *a, const struct sampled *b)
{
    return a->number < b->number;
}

/* Each has moved by little, or the sample is small: shells of shrinking width. */
static void sort_sample(struct sampled *list, uint64_t count)
{
    for (uint64_t gap = count / 2; gap; gap = gap > 2 ? gap * 5 / 11 : gap / 2)
        for (uint64_t i = gap; i < count; i++) {
            struct sampled one = list[i];
            uint64_t at = i;
            for (; at >= gap && is_earlier(&one, &list[at - gap]); at -= gap)
                list[at] = list[at - gap];
            list[at] = one;
        }
}

uint64_t cp_chosen_end(struct cp_chosen *c)
{
    sort_sample(c->sample, c->sampled);
    for (uint64_t i = 0; i < c->sampled; i++)
        write_one(c, cp_buf_str(&c->sample[i].name), cp_buf_str(&c->sample[i].record));
    if (c->split && !cp_split_close(c->split))
        cp_run_report(c->run, &c->run->own);
    c->split = NULL;
    return c->found;
}

void cp_chosen_close(struct cp_chosen *c)
{
    if (c->twins && !cp_twins_close(c->twins, c->run->status <= 1))
        cp_run_report(c->run, &c->run->own);
    cp_arena_close(&c->arena);
}
