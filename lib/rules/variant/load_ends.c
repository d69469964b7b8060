/* SPDX-License-Identifier: MIT */
/* load_ends.c -- how games are won and how they end: `wins` and `results`. What names pieces
 * is read when these are known. */
#include "rules/variant/load.h"

/* Whose part of a goal there is. */
static bool has_goal(const struct cp_load *l, enum cp_side side)
{
    return l->goal && cp_value_get(l->goal, side == CP_WHITE ? "white" : "black");
}

void cp_load_wins(struct cp_load *l, const struct cp_value *v)
{
    cp_load_section(l, CP_IN_WINS, v);
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        l->v->wins[side] |= (has_goal(l, (enum cp_side)side) ? CP_WINS_GOAL : 0) |
                            (l->extinct ? CP_WINS_EXTINCT : 0) |
                            (l->v->alphabet.checks_win ? CP_WINS_CHECKS : 0);
}

void cp_load_wins_of(struct cp_load *l, const struct cp_value *v)
{
    uint8_t wins = cp_wins_parse(v);
    if (wins)
        l->v->wins[cp_load_side(v)] = wins;
    else
        cp_load_fault(l, CP_VARIANT_VALUE, v, 0,
                      "a side wins by checkmate, royal-taken, royals-taken, all-taken or hill");
}

/* All of a letter, or of a list of letters; the word all: each there is. */
static uint64_t load_letters(struct cp_load *l, const struct cp_value *v)
{
    uint64_t kinds = 0;
    if (v->type == CP_STRING && cp_str_is(v->text, "all"))
        return UINT64_MAX & ~(l->v->body.exists ? UINT64_C(1) << l->v->body.kind : 0);
    const struct cp_value *one = v->type == CP_LIST ? v->first : v;
    for (; one; one = v->type == CP_LIST ? one->next : NULL) {
        cp_str letter = one->type == CP_STRING ? one->text : CP_STR("");
        uint8_t kind = cp_load_kind(l, letter, one->at);
        kinds |= kind == CP_NO_KIND ? 0 : UINT64_C(1) << kind;
    }
    return kinds;
}

/* ---- goals ---- */

void cp_load_goal_of(struct cp_load *l, const struct cp_value *v)
{
    enum { BLOCKS_MOST = 64 };
    enum cp_side side = cp_load_side(v);
    struct cp_border *blocks = cp_arena_take_zero(l->arena, BLOCKS_MOST, sizeof *blocks);
    uint32_t count = 0;
    const struct cp_value *part = v->type == CP_LIST ? v->first : v;
    for (; part; part = v->type == CP_LIST ? part->next : NULL) {
        if (part->type == CP_NUMBER && count < BLOCKS_MOST) {
            struct cp_border *rank = &blocks[count++];
            rank->has[CP_BORDER_BOTTOM] = rank->has[CP_BORDER_BOTTOM + 1] =
                cp_load_int(l, part, &rank->at[CP_BORDER_BOTTOM]);
            rank->at[CP_BORDER_BOTTOM + 1] = rank->at[CP_BORDER_BOTTOM];
            continue;
        }
        bool is_squares = part->type == CP_STRING;
        if (!is_squares)
            cp_load_fault(l, CP_VARIANT_TYPE, part, 0, "squares, or the number of a rank");
        for (size_t offset = 0; is_squares && offset < part->text.len;) {
            struct cp_block block;
            size_t from = offset;
            if (!cp_load_block(l, part, &offset, &block))
                continue;
            if (count == BLOCKS_MOST) {
                cp_load_fault(l, CP_VARIANT_VALUE, part, from, "at most %d parts", BLOCKS_MOST);
                return;
            }
            cp_square last =
                cp_square_shift(l->ints, block.first,
                                (cp_square){CP_INT(block.files - 1), CP_INT(block.ranks - 1)});
            blocks[count++] =
                (struct cp_border){{true, true, true, true},
                                   {block.first.file, last.file, block.first.rank, last.rank}};
        }
    }
    l->v->goal.blocks[side] = blocks;
    l->v->goal.block_count[side] = count;
}

void cp_load_goal_pieces(struct cp_load *l, const struct cp_value *v)
{
    l->v->goal.kinds = load_letters(l, v);
}

void cp_load_goal_full(struct cp_load *l, const struct cp_value *v)
{
    l->v->goal.may_be_full = v->truth;
    if (v->truth && !l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "a goal is full on a board with edges");
}

void cp_load_goal_answered(struct cp_load *l, const struct cp_value *v)
{
    const struct cp_value *one = v->type == CP_LIST ? v->first : v;
    for (; one; one = v->type == CP_LIST ? one->next : NULL) {
        int side = cp_load_word(l, one, "white black", "is no side: white or black");
        if (side >= 0)
            l->v->goal.is_answered[side] = true;
    }
    if (!l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "a goal is answered on a board with edges");
}

/* ---- too few of a kind ---- */

/* fewer: of stalemate alone. */
static enum cp_stalemate load_result(struct cp_load *l, const struct cp_value *v)
{
    if (cp_str_is(v->name, "stalemate") && cp_str_is(v->text, "fewer"))
        return CP_STALEMATE_FEWER;
    int word = cp_load_word(l, v, "draw win loss", "is none of win, loss and draw");
    return (enum cp_stalemate)(word < 0 ? CP_STALEMATE_DRAWS : word);
}

void cp_load_extinct_pieces(struct cp_load *l, const struct cp_value *v)
{
    l->v->extinct.kinds = load_letters(l, v);
    l->v->extinct.is_of_all = v->type == CP_STRING && cp_str_is(v->text, "all");
}

void cp_load_extinct_result(struct cp_load *l, const struct cp_value *v)
{
    l->v->extinct.result = (uint8_t)load_result(l, v);
}

void cp_load_check_wins(struct cp_load *l)
{
    struct cp_goal *goal = &l->v->goal;
    l->v->extinct.result = CP_STALEMATE_LOSES;
    if (l->extinct && l->kinds)
        cp_load_section(l, CP_IN_EXTINCT, l->extinct);
    if (!l->goal || !l->kinds)
        return;
    goal->count = 1;
    for (uint32_t kind = 0; kind < l->v->alphabet.count; kind++)
        goal->kinds |= (uint64_t)l->kinds[kind].royal << kind;
    if (cp_value_get(l->goal, "pieces"))
        goal->kinds = 0;
    cp_load_section(l, CP_IN_GOAL, l->goal);
}

/* ---- how games end ---- */

void cp_load_results(struct cp_load *l, const struct cp_value *v)
{
    cp_load_section(l, CP_IN_RESULTS, v);
}

void cp_load_stalemate(struct cp_load *l, const struct cp_value *v)
{
    l->v->stalemate = load_result(l, v);
}

void cp_load_mated(struct cp_load *l, const struct cp_value *v)
{
    l->v->mated = load_result(l, v);
}

void cp_load_repetition(struct cp_load *l, const struct cp_value *v)
{
    if (v->type == CP_MAP)
        cp_load_section(l, CP_IN_REPETITION, v);
    else if (cp_load_word(l, v, "none", "is no rule of repetition: none, or a map") == 0)
        l->v->repetition = CP_REPETITION_FREE;
}

void cp_load_repeated(struct cp_load *l, const struct cp_value *v)
{
    l->v->repeated = load_result(l, v);
}

void cp_load_perpetual(struct cp_load *l, const struct cp_value *v)
{
    l->v->checks_lose = cp_load_word(l, v, "same loss", "is neither loss nor same") == 1;
}

void cp_load_counting(struct cp_load *l, const struct cp_value *v)
{
    l->v->counting.exists = true;
    cp_load_section(l, CP_IN_COUNTING, v);
    if (!l->v->bounded || l->v->trapdoor)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                      "moves are counted on a board with edges, without trapdoors");
    if (!l->v->counting.board && !l->v->counting.bare)
        cp_load_fault(l, CP_VARIANT_MISSING, v, 0, "'board' or 'bare'");
    if (l->v->counting.board_most && !l->v->counting.board)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "'board-most' is for 'board'");
}

void cp_load_counting_without(struct cp_load *l, const struct cp_value *v)
{
    l->v->counting.without = load_letters(l, v);
}

/* {RR: 8, R: 16, any: 64} */
void cp_load_counting_bare(struct cp_load *l, const struct cp_value *map)
{
    struct cp_bare_count *all = cp_arena_take_zero(l->arena, map->count + 1, sizeof *all);
    l->v->counting.bare = all;
    for (const struct cp_value *v = map->first; v; v = v->next) {
        struct cp_bare_count *one = &all[l->v->counting.bare_count++];
        cp_str name = v->name, letter = name;
        if (!cp_load_number(l, v, 1, CP_QUIET_MOST / 4, &one->moves) || cp_str_is(name, "any"))
            continue;
        for (letter.len = 1; letter.len < name.len && name.at[letter.len] >= 'a';)
            letter.len++;
        letter.len = name.len ? letter.len : 0;
        one->kind = cp_load_kind(l, letter, v->name_at);
        for (; letter.len && cp_str_starts(name, letter); one->least++)
            name = cp_str_skip(name, letter.len);
        if (name.len)
            cp_diag_report(l->d, CP_VARIANT_VALUE, v->name_at,
                           "any, or one letter as often as it is to be there");
    }
}

void cp_load_bared(struct cp_load *l, const struct cp_value *v)
{
    l->v->bared = (struct cp_extinct){.kinds = UINT64_MAX,
                                      .is_of_all = true,
                                      .is_answered = true,
                                      .count = 1,
                                      .others = 2,
                                      .result = (uint8_t)load_result(l, v)};
    l->v->wins[CP_WHITE] |= CP_WINS_EXTINCT;
    l->v->wins[CP_BLACK] |= CP_WINS_EXTINCT;
}
