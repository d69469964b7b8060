/* SPDX-License-Identifier: MIT */
#include "tool/lane.h"

#include "rules/dash.h"
#include "rules/result.h"
#include "tool/play.h"
#include "tool/variants.h"

struct cp_lane {
    const struct cp_variant *variant; /* of games that go through; NULL: none do */
    struct cp_skim skim;
    struct cp_dash dash;
    char name[32]; /* what a tag said last that means the variant */
    size_t name_len;
};

/* ---- whose games ---- */

/* The variant of games that name none. Those have squares without parentheses, or
 * they could not be skimmed. */
static const struct cp_variant *unnamed(const struct cp_run *run)
{
    return run->wish ? run->wish : cp_variant_assumed(run);
}

static bool is_usual(const struct cp_run *run)
{
    return !run->delay && !run->frame_wish && !run->language;
}

static struct cp_lane *open_lane(struct cp_run *run)
{
    struct cp_lane *lane = cp_arena_take_zero(&run->arena, 1, sizeof *lane);
    const struct cp_variant *v = unnamed(run);
    if (!v || !is_usual(run))
        return lane;
    run->variant = v;
    const struct cp_law *law = cp_run_law(run);
    const struct cp_quick *q = law ? cp_run_quick(run, law) : NULL;
    run->variant = NULL;
    const struct cp_notation *n = cp_notations_get(run->notations, &v->alphabet);
    const struct cp_san *san = cp_notation_san(n);
    cp_diags_reset(&run->diags); /* whoever reads a game of that law will hear of it */
    if (!q || !q->fits || q->home.delay || !san ||
        !cp_skim_init(&lane->skim, san, q->classical.role))
        return lane;
    cp_dash_init(&lane->dash, q, &run->arena);
    lane->variant = v;
    return lane;
}

static bool is_named(struct cp_lane *lane, const struct cp_run *run, cp_str name)
{
    cp_str known = {lane->name, lane->name_len};
    if (cp_str_equal(name, known))
        return true;
    if (cp_variants_find(&run->variants, name) != lane->variant)
        return false;
    if (name.len <= sizeof lane->name) {
        memcpy(lane->name, name.at, name.len);
        lane->name_len = name.len;
    }
    return true;
}

/* ---- a game ---- */

static bool is_clean(struct cp_lane *lane)
{
    const struct cp_skim *k = &lane->skim;
    enum cp_outcome outcome;
    enum cp_side turn;
    if (!cp_dash_play(&lane->dash, k->moves, k->count, &outcome, &turn))
        return false;
    if (outcome == CP_OUTCOME_CHECKMATE)
        return cp_str_is(k->result, turn == CP_WHITE ? "0-1" : "1-0");
    return outcome == CP_OUTCOME_NONE || cp_str_is(k->result, "1/2-1/2");
}

/* NULL: there is none for this run. */
static struct cp_lane *lane_of(struct cp_run *run)
{
    if (!run->skips_records)
        return NULL;
    if (!run->lane)
        run->lane = open_lane(run);
    return run->lane->variant ? run->lane : NULL;
}

/* What was skimmed, if it is clean, and the lane's variant's. */
static bool count(struct cp_lane *lane, struct cp_run *run)
{
    const struct cp_skim *k = &lane->skim;
    if ((k->id.at && !cp_str_equal(k->id, lane->variant->id)) ||
        (k->variant.at && !is_named(lane, run, k->variant)) || !is_clean(lane))
        return false;
    run->games++;
    run->tool->count(run, k->count);
    return true;
}

bool cp_lane_step(struct cp_run *run, struct cp_reader *r)
{
    struct cp_lane *lane = lane_of(run);
    if (!lane || !cp_reader_skim(r, &lane->skim) || !count(lane, run))
        return false;
    cp_reader_pass(r, &lane->skim);
    return true;
}

bool cp_lane_take(struct cp_run *run, cp_str line)
{
    struct cp_lane *lane = lane_of(run);
    return lane && cp_skim_record(&lane->skim, line) && count(lane, run);
}
