/* SPDX-License-Identifier: MIT */
#include "settle/plies.h"

#include "base/scan.h"
#include "game/annotation.h"
#include "io/messages.h"
#include "text/starts/start.h"

enum { DIGITS_MOST = 9 }; /* so that no number overflows */

static bool take_number(cp_str *text, uint32_t *out)
{
    cp_str digits = cp_scan_digits(text);
    return digits.len <= DIGITS_MOST && cp_number_parse(digits, UINT32_MAX, out);
}

/* 12, or a move: 3w, 3., 3b, 3... */
static bool take_place(cp_str *text, uint32_t *out, bool *is_move)
{
    static const char *const sides[2][2] = {{"w", "."}, {"b", "..."}};
    if (!take_number(text, out))
        return false;
    *is_move = false;
    for (int side = 1; side >= 0 && !*is_move; side--)
        for (int i = 0; i < 2 && !*is_move; i++)
            if (cp_scan_prefix(text, cp_str_from(sides[side][i]))) {
                *is_move = true;
                *out = *out * 2 - (side == 0);
            }
    return !*is_move || *out + 1 > 1; /* there is no move 0 of White */
}

/* Whether text goes on with a dot and a digit. */
static bool has_part(cp_str text)
{
    return text.len > 1 && text.at[0] == '.' && cp_is_digit(text.at[1]);
}

/* "12.1." of 12.1.3, or nothing; then only a ply of a variation is left. */
static bool take_forks(cp_str *text, struct cp_arena *arena, struct cp_ply_range *out)
{
    struct cp_fork fork = {0};
    cp_str rest = *text;
    bool goes_on = take_number(&rest, &fork.ply);
    bool is_move = goes_on && rest.len && (rest.at[0] == 'w' || rest.at[0] == 'b');
    if (is_move)
        fork.ply = fork.ply * 2 - (rest.at[0] == 'w');
    rest = cp_str_skip(rest, is_move);
    if (!goes_on || !has_part(rest))
        return true;
    out->is_of_moves = is_move;
    out->forks = cp_arena_take(arena, rest.len / 4 * sizeof *out->forks + sizeof *out->forks);
    while (has_part(rest)) {
        rest = cp_str_skip(rest, 1);
        if (!take_number(&rest, &fork.variation) || !cp_str_starts(rest, CP_STR(".")) ||
            fork.ply + 1 < 2 || !fork.variation)
            return false;
        out->forks[out->fork_count++] = fork;
        *text = rest = cp_str_skip(rest, 1);
        if (rest.len && cp_is_digit(rest.at[0]) && !take_number(&rest, &fork.ply))
            return false;
    }
    return true;
}

/* A number within a variation, where moves have none; else a place of the main line. */
static bool take_end(cp_str *text, const struct cp_ply_range *range, uint32_t *out, bool *is_move)
{
    *is_move = false;
    if (!range->fork_count)
        return take_place(text, out, is_move);
    return take_number(text, out) && *out > 0;
}

static bool take_range(cp_str text, struct cp_arena *arena, struct cp_ply_range *out)
{
    bool is_move;
    if (!take_forks(&text, arena, out))
        return false;
    if (cp_str_is(text, "all") || cp_str_is(text, "last")) {
        out->low = text.at[0] == 'l' ? CP_PLY_LAST : out->fork_count > 0;
        out->high = CP_PLY_LAST;
        return true;
    }
    if (!take_end(&text, out, &out->low, &is_move))
        return false;
    out->is_of_moves |= is_move;
    out->high = out->low;
    if (!cp_scan_char(&text, '-'))
        return text.len == 0;
    out->high = CP_PLY_LAST;
    if (cp_str_is(text, "last"))
        return true;
    bool ends_with_move;
    return take_end(&text, out, &out->high, &ends_with_move) && text.len == 0 &&
           ends_with_move == is_move && out->low <= out->high;
}

bool cp_plies_parse(struct cp_plies *out, struct cp_arena *arena, cp_str text)
{
    *out = (struct cp_plies){0};
    out->ranges = cp_arena_take_zero(arena, text.len / 2 + 1, sizeof *out->ranges);
    if (!text.len)
        return false;
    for (cp_str item; cp_scan_item(&text, &item);) {
        struct cp_ply_range *range = &out->ranges[out->count++];
        *range = (struct cp_ply_range){.text = item, .high = CP_PLY_LAST};
        range->of = cp_str_is(item, "white")    ? CP_PLIES_OF_WHITE
                    : cp_str_is(item, "black")  ? CP_PLIES_OF_BLACK
                    : cp_str_is(item, "marked") ? CP_PLIES_MARKED
                                                : CP_PLIES_NUMBERED;
        if (!item.len || (range->of == CP_PLIES_NUMBERED && !take_range(item, arena, range)))
            return false;
    }
    return true;
}

bool cp_plies_is_one(const struct cp_plies *p)
{
    return p->count == 1 && p->ranges->low == p->ranges->high && !p->ranges->fork_count;
}

bool cp_plies_are_many(const struct cp_plies *p)
{
    return p->count > 1 || p->ranges->low != p->ranges->high;
}

/* The ply of the half-move that is the n-th from move 1 on; what a game begins behind has
 * none. */
static uint32_t ply_of(uint32_t n, uint32_t before)
{
    return n == CP_PLY_LAST ? n : n > before || n == before ? n - before : CP_NO_PLY;
}

struct cp_plies cp_plies_settle(const struct cp_plies *p, const struct cp_game *g)
{
    uint32_t before = (uint32_t)cp_game_plies_before(g);
    struct cp_plies settled = *p;
    settled.ranges = cp_arena_take(g->arena, p->count * sizeof *p->ranges);
    memcpy(settled.ranges, p->ranges, p->count * sizeof *p->ranges);
    for (uint32_t i = 0; i < p->count; i++) {
        struct cp_ply_range *range = &settled.ranges[i];
        if (!range->is_of_moves)
            continue;
        range->is_of_moves = false;
        if (!range->fork_count) {
            range->low = ply_of(range->low, before);
            range->high = ply_of(range->high, before);
            continue;
        }
        range->forks = cp_arena_take(g->arena, range->fork_count * sizeof *range->forks);
        memcpy(range->forks, p->ranges[i].forks, range->fork_count * sizeof *range->forks);
        range->forks->ply = ply_of(range->forks->ply, before);
    }
    return settled;
}

/* ---- the choice among the positions of one game ---- */

static bool has_command(const struct cp_comment *comments)
{
    cp_str ignored;
    for (; comments; comments = comments->next)
        if (cp_command_find(comments->text, "dia", &ignored))
            return true;
    return false;
}

static bool is_marked(const struct cp_notes *notes)
{
    for (const struct cp_nag *n = notes ? notes->nags : NULL; n; n = n->next)
        if (n->number == CP_NAG_DIAGRAM)
            return true;
    return notes && has_command(notes->after);
}

void cp_choice_init(struct cp_choice *c, const struct cp_plies *p, struct cp_game *g)
{
    *c = (struct cp_choice){.game = g, .plies = cp_plies_settle(p, g)};
    c->reached = cp_arena_take_zero(g->arena, p->count, sizeof *c->reached);
    for (uint32_t i = 0; i < p->count; i++)
        c->enters_variations |= p->ranges[i].fork_count || p->ranges[i].of == CP_PLIES_MARKED;
    c->is_of_last = cp_plies_is_one(p) && p->ranges->low == CP_PLY_LAST;
}

/* The ply of the outer line that a branch is a variation of, counted there. */
static uint32_t fork_of(const struct cp_branch *b)
{
    return b->before + 1 - b->outer->before;
}

/* Whether a range has that position, which is the last of its line or not. */
static bool covers(struct cp_choice *c, uint32_t i, bool is_last)
{
    const struct cp_ply_range *range = &c->plies.ranges[i];
    const struct cp_branch *b = c->branch;
    bool has = (range->low == CP_PLY_LAST ? is_last : range->low <= c->ply) &&
               c->ply <= range->high && range->fork_count == c->depth;
    for (uint32_t k = c->depth; has && k-- > 0; b = b->outer)
        has = b->variation == range->forks[k].variation && fork_of(b) == range->forks[k].ply;
    c->reached[i] = has ? c->ply : c->reached[i];
    return has;
}

bool cp_choice_has_start(struct cp_choice *c)
{
    bool has = false;
    const struct cp_line *moves = &c->game->moves; /* comments before the first are of the start */
    const struct cp_notes *notes = moves->first ? moves->first->notes : NULL;
    bool is_start_marked = has_command(!moves->first ? moves->end : notes ? notes->before : NULL);
    for (uint32_t i = 0; i < c->plies.count; i++) {
        enum cp_plies_of of = c->plies.ranges[i].of;
        has |= of == CP_PLIES_NUMBERED ? covers(c, i, !moves->first)
                                       : of == CP_PLIES_MARKED && is_start_marked;
    }
    return has;
}

/* The same of the position after a move, where `turn` is to play. */
static bool has_position(struct cp_choice *c, enum cp_side turn)
{
    bool has = false;
    enum cp_plies_of side = turn == CP_BLACK ? CP_PLIES_OF_WHITE : CP_PLIES_OF_BLACK;
    for (uint32_t i = 0; i < c->plies.count; i++) {
        enum cp_plies_of of = c->plies.ranges[i].of;
        if (of == CP_PLIES_NUMBERED)
            has |= covers(c, i, !c->node->next);
        else if (of == CP_PLIES_MARKED)
            has |= is_marked(c->node->notes);
        else
            has |= of == side && !c->depth;
    }
    return has;
}

/* Behind the ply, or before it, where it is refused. */
static void go_to(struct cp_choice *c, const struct cp_ply *ply, bool is_refused)
{
    c->branch = ply->branch;
    c->depth = ply->depth;
    c->ply = ply->ply - c->branch->before - is_refused;
    c->node = ply->node;
    if (!is_refused)
        return;
    const struct cp_node *next = c->branch->line->first;
    for (c->node = NULL; next != ply->node; next = next->next)
        c->node = next;
}

bool cp_choice_look_up(struct cp_choice *c, const struct cp_ply *ply)
{
    go_to(c, ply, false);
    return has_position(c, ply->position->turn);
}

bool cp_choice_has_before(struct cp_choice *c, const struct cp_ply *refused)
{
    bool has = false;
    go_to(c, refused, true);
    bool was_taken =
        c->node ? has_position(c, refused->position->turn) : !c->depth && cp_choice_has_start(c);
    bool is_of_line = c->node || !c->depth;
    for (uint32_t i = 0; is_of_line && i < c->plies.count; i++)
        has |= c->plies.ranges[i].low == CP_PLY_LAST && covers(c, i, true);
    return has && !was_taken;
}

void cp_choice_put_place(const struct cp_choice *c, struct cp_buf *out)
{
    const struct cp_branch *b = c->branch;
    const struct cp_branch **way = cp_arena_take(c->game->arena, c->depth * sizeof *way);
    for (uint32_t i = c->depth; i-- > 0; b = b->outer)
        way[i] = b;
    for (uint32_t i = 0; i < c->depth; i++)
        cp_buf_printf(out, "%u.%u.", fork_of(way[i]), way[i]->variation);
    cp_buf_put_int(out, c->ply);
}

void cp_choice_report_missing(const struct cp_choice *c, struct cp_run *run, uint32_t plies)
{
    cp_span at = cp_node_span(c->game, NULL);
    uint32_t i = 0;
    for (; i < c->plies.count; i++) { /* what was asked for by number, and was not there */
        const struct cp_ply_range *range = &c->plies.ranges[i];
        uint32_t wanted = range->high == CP_PLY_LAST ? range->low : range->high;
        wanted = wanted == CP_PLY_LAST ? range->fork_count > 0 : wanted;
        if (range->of == CP_PLIES_NUMBERED && c->reached[i] < wanted)
            break;
    }
    if (i == c->plies.count || c->plies.where_there)
        return;
    const struct cp_ply_range *range = &c->plies.ranges[i];
    struct cp_buf said = cp_buf_in(&run->record);
    if (range->fork_count)
        cp_buf_put(&said, range->text);
    else if (range->low == CP_NO_PLY)
        cp_buf_puts(&said, "its first move has a higher number");
    else
        cp_buf_printf(&said, "ply %u of %u", range->low > plies ? range->low : range->high, plies);
    cp_buf_puts(&said, ", in game "); /* in one line, for many games may lack it */
    cp_run_put_number(run, &said);
    cp_players_put(&said, c->game);
    cp_diag_report(&run->diags, CP_PLY_MISSING, at, "%.*s", CP_FMT(cp_buf_str(&said)));
}
