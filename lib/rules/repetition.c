/* SPDX-License-Identifier: MIT */
#include "rules/repetition.h"

#include "rules/chess/attack.h"

void cp_repetition_init(struct cp_repetition *r, struct cp_arena *arena)
{
    *r = (struct cp_repetition){.arena = arena, .room = CP_SIGHTING_PAGE};
    r->heads = cp_arena_take_zero(arena, r->room, sizeof *r->heads);
}

/* Page n begins at sighting PAGE * (2^n - 1). */
static struct cp_sighting *sighting(struct cp_repetition *r, uint32_t index)
{
    uint32_t page = 31 - (uint32_t)__builtin_clz(index / CP_SIGHTING_PAGE + 1);
    uint32_t first = CP_SIGHTING_PAGE * (((uint32_t)1 << page) - 1);
    if (!r->pages[page])
        r->pages[page] = cp_arena_take(r->arena, ((size_t)CP_SIGHTING_PAGE << page) *
                                                     sizeof(struct cp_sighting));
    return &r->pages[page][index - first];
}

static uint32_t *head_of(const struct cp_repetition *r, cp_hash hash)
{
    return &r->heads[(uint32_t)hash.low & (r->room - 1)];
}

static struct cp_sighting *find(struct cp_repetition *r, cp_hash hash)
{
    for (uint32_t link = *head_of(r, hash); link;) {
        struct cp_sighting *s = sighting(r, link - 1);
        if (s->hash.low == hash.low && s->hash.high == hash.high)
            return s;
        link = s->next;
    }
    return NULL;
}

static void hang(struct cp_repetition *r, uint32_t index)
{
    struct cp_sighting *s = sighting(r, index);
    uint32_t *head = head_of(r, s->hash);
    s->next = *head;
    *head = index + 1;
}

struct cp_sighting *cp_repetition_put(struct cp_repetition *r, cp_hash hash, uint32_t ply)
{
    struct cp_sighting *s = find(r, hash);
    if (s) {
        if (s->count++ == 0)
            s->first = ply;
        return s;
    }
    if (r->used == r->room) {
        r->room *= 4;
        r->heads = cp_arena_take_zero(r->arena, r->room, sizeof *r->heads);
        for (uint32_t i = 0; i < r->used; i++)
            hang(r, i);
    }
    s = sighting(r, r->used);
    *s = (struct cp_sighting){.hash = hash, .count = 1, .first = ply};
    hang(r, r->used++);
    return s;
}

void cp_repetition_del(struct cp_repetition *r, cp_hash hash)
{
    struct cp_sighting *s = find(r, hash);
    if (s && s->count)
        s->count--;
}

void cp_history_init(struct cp_history *t, struct cp_arena *arena, struct cp_position *p)
{
    *t = (struct cp_history){.arena = arena, .could_pass_at_start = cp_position_counts_passing(p)};
    t->then = cp_arena_take_zero(arena, p->count, sizeof *t->then);
    t->mark = cp_arena_take_zero(arena, p->count, sizeof *t->mark);
    if (!p->delay)
        return;
    t->clocks_at_start = cp_arena_take_zero(arena, p->count, sizeof *t->clocks_at_start);
    for (uint32_t man = 0; man < p->count; man++)
        t->clocks_at_start[man] = p->falls_at[man];
}

void cp_history_put(struct cp_history *t, struct cp_position *p, const cp_undo *undo)
{
    t->prints = cp_arena_grow(t->arena, t->prints, t->count, &t->room, sizeof *t->prints);
    const cp_move *move = &undo->move;
    bool loses_right = memcmp(undo->castle, p->castle, sizeof p->castle) != 0;
    bool counts_check = p->law->variant->alphabet.checks_win &&
                        memcmp(undo->checked, p->checked, sizeof p->checked) != 0;
    bool loses_first =
        p->law->variant->kinds[undo->kind].has_first && !undo->moved && !move->is_pass;
    t->prints[t->count++] =
        (cp_footprint){.from = move->from,
                       .man = move->man,
                       .rook = move->rook,
                       .changed_men = move->taken != CP_NOBODY || move->promotion != CP_NO_KIND ||
                                      loses_first || loses_right || counts_check || undo->falls,
                       .gives_check = p->checks > 0,
                       .can_pass = cp_position_counts_passing(p)};
    cp_body body;
    cp_footprint *print = &t->prints[t->count - 1];
    print->is_body = move->is_body && cp_body_find(p, move->man, &body);
    if (print->is_body)
        for (int i = 0; i < CP_BODY_MOST; i++)
            print->men[i] = (uint32_t)i < body.count ? body.man[i] : CP_NOBODY;
}

void cp_history_del(struct cp_history *t)
{
    t->count--;
}

/* Goes back to `ply`, noting where each man stood; false when men changed. */
static bool go_back(struct cp_history *t, const struct cp_position *p, uint32_t ply)
{
    t->comparison++;
    for (uint32_t i = t->count; i > ply; i--) {
        const cp_footprint *print = &t->prints[i - 1];
        const struct cp_body_words *b = &p->law->variant->body;
        if (print->changed_men)
            return false;
        for (int32_t k = 0; print->is_body && k < b->files * b->ranks; k++) {
            int32_t man = print->men[k];
            t->then[man] = cp_square_leap(p->ints, print->from, k / b->ranks, k % b->ranks);
            t->mark[man] = t->comparison;
        }
        t->then[print->man] = print->from;
        t->mark[print->man] = t->comparison;
    }
    return true;
}

/* How many plies a man's clock had left after `ply`: found from its last move, which
 * is recent, or else it would have fallen. */
static uint32_t left_after(const struct cp_history *t, const struct cp_position *p, int32_t man,
                           uint32_t ply)
{
    uint32_t span = 2 * p->delay;
    for (uint32_t i = ply; i > 0 && i + span > ply; i--) {
        const cp_footprint *print = &t->prints[i - 1];
        bool moved = print->man == man || print->rook == man;
        for (int k = 0; print->is_body && k < CP_BODY_MOST; k++)
            moved |= print->men[k] == man;
        if (moved)
            return i + span - ply;
    }
    return t->clocks_at_start[man] > ply ? t->clocks_at_start[man] - ply : 0;
}

/* Whether every man's clock shows what that of the man on its square showed then. */
static bool has_same_clocks(const struct cp_history *t, const struct cp_position *p, uint32_t ply)
{
    for (uint32_t man = 0; man < p->count; man++) {
        if (p->gone[man])
            continue;
        cp_square then = t->mark[man] == t->comparison ? t->then[man] : p->at[man];
        int32_t now = cp_position_get(p, then);
        if (left_after(t, p, (int32_t)man, ply) != left_after(t, p, now, t->count))
            return false;
    }
    return true;
}

bool cp_history_is_same(struct cp_history *t, struct cp_position *p, uint32_t ply)
{
    if ((t->count - ply) % 2 != 0 || !go_back(t, p, ply))
        return false;
    bool could_pass = ply ? t->prints[ply - 1].can_pass : t->could_pass_at_start;
    bool can_pass = t->count ? t->prints[t->count - 1].can_pass : t->could_pass_at_start;
    for (uint32_t man = 0; man < p->count; man++) {
        if (t->mark[man] != t->comparison)
            continue;
        int32_t now = cp_position_get(p, t->then[man]);
        if (now == CP_NOBODY || p->kind[man] != p->kind[now] || p->side[man] != p->side[now] ||
            (p->moved[man] != p->moved[now] && p->law->variant->kinds[p->kind[man]].has_first))
            return false;
    }
    return could_pass == can_pass && (!p->delay || has_same_clocks(t, p, ply));
}

int cp_history_checker(const struct cp_history *t, const struct cp_position *p, uint32_t ply)
{
    bool checks[2] = {true, true}; /* of the side to move, and of the other, which moved last */
    for (uint32_t i = ply; i < t->count; i++)
        checks[(t->count - i) % 2] &= t->prints[i].gives_check;
    return checks[0] == checks[1] ? -1 : (int)(checks[0] ? p->turn : cp_other(p->turn));
}
