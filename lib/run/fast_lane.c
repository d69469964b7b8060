/* SPDX-License-Identifier: MIT */
#include "run/fast_lane.h"

#include "rules/bitboards/engine.h"
#include "rules/outcome.h"
#include "settle/play.h"
#include "settle/variants.h"

/* A variant whose games go through, or one that was asked for in vain. */
struct variant_judge {
    struct variant_judge *next;
    const struct cp_variant *variant;
    const struct cp_clean_judge *judge;
    const struct cp_classical *roles;
    bool is_open;
    char name[32]; /* what a tag said last that means the variant */
    size_t name_len;
};

struct cp_fast_lane {
    struct variant_judge *usual; /* of games that name no variant; if it is not open, none is */
    struct variant_judge *last;  /* in a list, the usual one at its end */
    struct cp_fast_text text;
};

/* ---- variants ---- */

/* Whether the words of v mean what the fast reader, which was made for another variant, takes them
 * for. */
static bool speaks_alike(struct cp_run *run, const struct cp_bit_law *bits,
                         const struct cp_fast_text *k, const struct cp_variant *v)
{
    const struct cp_clean *san = cp_notation_bare(cp_notations_get(&run->notations, &v->alphabet));
    struct cp_fast_text *own = cp_arena_take_zero(&run->record, 1, sizeof *own);
    return san && cp_fast_text_init(own, san, bits->classical.role) &&
           memcmp(own->man, k->man, sizeof k->man) == 0;
}

/* A law that cannot be made is reported when its games are read, not here. */
static struct variant_judge *open_judge(struct cp_run *run, struct cp_fast_lane *lane,
                                        const struct cp_variant *v)
{
    struct variant_judge *t = cp_arena_take_zero(&run->arena, 1, sizeof *t);
    *t = (struct variant_judge){.next = lane->last, .variant = v};
    lane->last = t;
    run->current.variant = v;
    const struct cp_law *law = cp_run_law(run);
    const struct cp_bit_law *bits = law ? law->bits : NULL;
    run->current.variant = NULL;
    cp_diags_reset(&run->diags);
    if (!bits || !bits->has_usual_ends)
        return t;
    if (!lane->usual) {
        const struct cp_clean *san =
            cp_notation_bare(cp_notations_get(&run->notations, &v->alphabet));
        t->is_open = san && cp_fast_text_init(&lane->text, san, bits->classical.role);
        lane->text.keeps_tags = run->asked->tool->fast_lane.text != NULL;
        lane->text.skims = run->asked->fast_lane == CP_LANE_TAGS;
    } else {
        t->is_open = speaks_alike(run, bits, &lane->text, v);
    }
    t->judge = &bits->judge;
    t->roles = &bits->classical;
    return t;
}

/* NULL: none. */
static struct variant_judge *find_judge(struct cp_run *run, struct cp_fast_lane *lane, cp_str name)
{
    for (struct variant_judge *t = lane->last; t; t = t->next)
        if (cp_str_equal(name, (cp_str){t->name, t->name_len}))
            return t;
    struct cp_variant *v = cp_variants_find(&run->asked->variants, name);
    struct variant_judge *t = lane->last;
    while (t && t->variant != v)
        t = t->next;
    if (!v || (run->asked->insists && v != run->asked->variant))
        return NULL;
    cp_variant_wake(v, &run->arena, run->ints);
    if (!t)
        t = open_judge(run, lane, v);
    t->name_len = name.len <= sizeof t->name ? name.len : 0;
    if (t->name_len)
        memcpy(t->name, name.at, t->name_len);
    return t;
}

/* ---- a game ---- */

/* As far as it is played. */
static bool is_good(struct cp_run *run, const struct variant_judge *t, struct cp_quick_game *g)
{
    const struct cp_fast_text *k = g->text;
    enum { DIGITS = 7 };
    cp_int said_delay = CP_INT(t->variant->trapdoor);
    if (k->trapdoor.at &&
        (k->trapdoor.len > DIGITS || !cp_int_parse(run->ints, &said_delay, k->trapdoor) ||
         said_delay.v < 1 || said_delay.v > CP_DELAY_MOST))
        return false; /* the usual way reports it */
    uint32_t delay = run->asked->delay ? run->asked->delay : (uint32_t)said_delay.v;
    if (delay && g->watch.look)
        return false;
    bool is_clean = cp_clean_judge_play(t->judge, delay, k->moves, k->count,
                                        g->watch.look ? &g->watch : NULL, &g->outcome, &g->winner);
    if (g->is_decided)
        return true;
    if (!is_clean || (g->outcome == CP_OUTCOME_DEAD_POSITION && !t->variant->bare_ends))
        return false;
    enum cp_outcome said = cp_termination_says(k->termination);
    if (said != CP_OUTCOME_NONE && said != g->outcome)
        return false;
    if (g->winner >= 0)
        return cp_str_is(k->result, g->winner == CP_WHITE ? "1-0" : "0-1");
    return g->outcome == CP_OUTCOME_NONE || cp_str_is(k->result, "1/2-1/2");
}

/* NULL: there is none for this run. */
static struct cp_fast_lane *lane_of(struct cp_run *run)
{
    if (run->asked->fast_lane == CP_LANE_CLOSED || run->asked->owner)
        return NULL;
    if (!run->fast_lane) {
        /* games that name no variant have squares without parentheses, or are read otherwise */
        const struct cp_variant *v =
            run->asked->variant ? run->asked->variant : cp_variant_assumed(run);
        run->fast_lane = cp_arena_take_zero(&run->arena, 1, sizeof *run->fast_lane);
        if (v && !run->asked->frame_name && !run->asked->language)
            run->fast_lane->usual = open_judge(run, run->fast_lane, v);
    }
    return run->fast_lane->usual && run->fast_lane->usual->is_open ? run->fast_lane : NULL;
}

/* Whether what was read needs no record. */
static bool pass(struct cp_run *run, struct cp_fast_lane *lane)
{
    const struct cp_quick_answers *tool = &run->asked->tool->fast_lane;
    const struct cp_fast_text *k = &lane->text;
    const struct variant_judge *t = k->id.at ? find_judge(run, lane, k->id) : lane->usual;
    const struct variant_judge *tagged = k->variant.at ? find_judge(run, lane, k->variant) : t;
    if (k->id.at && tagged != t)
        return false;
    t = tagged;
    if (!t || !t->is_open)
        return false;
    struct cp_quick_game g = {.text = k, .variant = t->variant, .plies = k->count - k->falls};
    enum cp_quick_answer says = tool->text ? tool->text(run, &g) : CP_LOOK_ON;
    g.watch.roles = t->roles;
    if (says == CP_LOOK_ON)
        says = run->asked->fast_lane == CP_LANE_BOARD && is_good(run, t, &g) ? tool->played(run, &g)
                                                                             : CP_READ;
    run->games += says == CP_PASS;
    return says == CP_PASS;
}

bool cp_fast_lane_step(struct cp_run *run, struct cp_reader *r)
{
    struct cp_fast_lane *lane = lane_of(run);
    if (!lane || !cp_reader_read_fast(r, &lane->text) || !pass(run, lane))
        return false;
    cp_reader_pass(r, &lane->text);
    return true;
}

bool cp_fast_lane_take(struct cp_run *run, cp_str line)
{
    struct cp_fast_lane *lane = lane_of(run);
    return lane && cp_fast_text_record(&lane->text, line) && pass(run, lane);
}
