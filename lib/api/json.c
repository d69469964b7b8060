/* SPDX-License-Identifier: MIT */
/* json.c -- what is handed out as structs, as JSON: a struct is a list of members, and a new member
 * is a row here. */
#include "base/json.h"
#include "api/api.h"

enum type { TEXT, COUNT, NUMBER, LONG, TRUTH, NUMBERS };

struct member {
    const char *name;
    size_t offset;
    enum type type;
};

#define MEMBER(type, name, kind)                                                                   \
    {                                                                                              \
#name, offsetof(chessplane_##type, name), kind                                             \
    }

static const struct member game_members[] = {
    MEMBER(game, file, TEXT),        MEMBER(game, line, COUNT),
    MEMBER(game, is_damaged, TRUTH), MEMBER(game, number, LONG),
    MEMBER(game, variant, TEXT),     MEMBER(game, variant_name, TEXT),
    MEMBER(game, frame, TEXT),       MEMBER(game, start, TEXT),
    MEMBER(game, result, TEXT),      {0},
};
static const struct member move_members[] = {
    MEMBER(move, text, TEXT),
    MEMBER(move, ply, COUNT),
    MEMBER(move, depth, COUNT),
    MEMBER(move, line, COUNT),
    MEMBER(move, column, COUNT),
    MEMBER(move, is_first, TRUTH),
    MEMBER(move, is_bad, TRUTH),
    MEMBER(move, before, TEXT),
    MEMBER(move, after, TEXT),
    MEMBER(move, nags, NUMBERS),
    {0},
};
static const struct member message_members[] = {
    MEMBER(message, level, NUMBER), MEMBER(message, slug, TEXT), MEMBER(message, text, TEXT),
    MEMBER(message, hint, TEXT),    MEMBER(message, file, TEXT), MEMBER(message, line, COUNT),
    MEMBER(message, column, COUNT), MEMBER(message, also, TEXT), {0},
};
static const struct member verdict_members[] = {
    MEMBER(verdict, is_valid, TRUTH),
    MEMBER(verdict, plies, COUNT),
    MEMBER(verdict, outcome, NUMBER),
    MEMBER(verdict, winner, NUMBER),
    MEMBER(verdict, is_check, TRUTH),
    MEMBER(verdict, is_result_right, TRUTH),
    MEMBER(verdict, warnings, COUNT),
    MEMBER(verdict, reason, TEXT),
    MEMBER(verdict, text, TEXT),
    MEMBER(verdict, bad_move, TEXT),
    MEMBER(verdict, bad_ply, COUNT),
    MEMBER(verdict, bad_line, COUNT),
    MEMBER(verdict, bad_column, COUNT),
    MEMBER(verdict, outcome_name, TEXT),
    {0},
};
static const struct member legal_members[] = {
    MEMBER(legal, text, TEXT),
    MEMBER(legal, from, TEXT),
    MEMBER(legal, to, TEXT),
    MEMBER(legal, last, TEXT),
    MEMBER(legal, is_endless, TRUTH),
    MEMBER(legal, is_prime, TRUTH),
    MEMBER(legal, is_undecided, TRUTH),
    {0},
};
static const struct member board_members[] = {
    MEMBER(board, ply, COUNT),      MEMBER(board, turn, NUMBER),
    MEMBER(board, is_check, TRUTH), MEMBER(board, outcome, NUMBER),
    MEMBER(board, winner, NUMBER),  MEMBER(board, key, TEXT),
    MEMBER(board, text, TEXT),      {0},
};
static const struct member man_members[] = {
    MEMBER(man, square, TEXT),
    MEMBER(man, letter, TEXT),
    MEMBER(man, name, TEXT),
    MEMBER(man, side, NUMBER),
    {0},
};

static void put_text(struct cp_buf *out, const chessplane_string *text)
{
    cp_json_put_string(out, (cp_str){text->at, text->length});
}

static void put_nags(struct cp_buf *out, const chessplane_move *move)
{
    for (size_t i = 0; i < move->nag_count; i++)
        cp_buf_printf(out, "%c%u", i ? ',' : '[', move->nags[i]);
    cp_buf_puts(out, move->nag_count ? "]" : "[]");
}

static void put_value(struct cp_buf *out, const char *fact, const struct member *m)
{
    const void *at = fact + m->offset;
    switch (m->type) {
    case TEXT:
        put_text(out, at);
        break;
    case COUNT:
        cp_buf_printf(out, "%u", *(const uint32_t *)at);
        break;
    case NUMBER:
        cp_buf_printf(out, "%d", *(const int *)at);
        break;
    case LONG:
        cp_buf_printf(out, "%ju", (uintmax_t) * (const uint64_t *)at);
        break;
    case TRUTH:
        cp_buf_puts(out, *(const int *)at ? "true" : "false");
        break;
    case NUMBERS:
        put_nags(out, (const chessplane_move *)(const void *)fact);
        break;
    }
}

/* Its members, without the brace behind them. */
static void put_members(struct cp_buf *out, const void *fact, const struct member *m)
{
    for (const struct member *first = m; m->name; m++) {
        cp_buf_printf(out, "%s\"%s\":", m == first ? "{" : ",", m->name);
        put_value(out, fact, m);
    }
}

static void put_list(struct cp_buf *out, const struct cp_api_list *list, const struct member *m)
{
    cp_buf_putc(out, '[');
    for (size_t i = 0; i < list->count; i++) {
        cp_buf_puts(out, i ? "," : "");
        put_members(out, list->items[i], m);
        cp_buf_putc(out, '}');
    }
    cp_buf_putc(out, ']');
}

/* What is asked for: one thing, or a list, or both. */
struct asked {
    const void *one;
    const struct cp_api_list *list;
    const struct member *members, *of_list;
    chessplane_string *out;
};

static int put(struct chessplane *plane, void *data)
{
    const struct asked *a = data;
    cp_arena_reset(&plane->json_arena);
    struct cp_buf out = cp_buf_in(&plane->json_arena);
    if (a->one)
        put_members(&out, a->one, a->members);
    if (a->one && a->list)
        cp_buf_puts(&out, ",\"men\":");
    if (a->list)
        put_list(&out, a->list, a->of_list);
    cp_buf_puts(&out, a->one ? "}" : "");
    *a->out = cp_api_keep(&plane->json_arena, cp_buf_str(&out));
    return CHESSPLANE_OK;
}

int chessplane_json(chessplane *plane, const char *what, chessplane_string *out)
{
    struct asked a = {.out = out};
    const chessplane_verdict *verdict;
    const chessplane_board *board;
    int status = CHESSPLANE_OK;
    if (!plane || !what || !out)
        return cp_api_refuse(plane, "something that must be there is NULL");
    *out = (chessplane_string){"", 0};
    if (strcmp(what, "messages") == 0) {
        a.list = &plane->messages;
        a.of_list = message_members;
    } else if (!plane->has_game) {
        return cp_api_refuse(plane, "there is no game, and of none only messages are told");
    } else if (strcmp(what, "game") == 0) {
        a.one = chessplane_game_of(plane);
        a.members = game_members;
    } else if (strcmp(what, "moves") == 0) {
        (void)chessplane_move_count(plane);
        a.list = &plane->moves;
        a.of_list = move_members;
    } else if (strcmp(what, "verdict") == 0) {
        status = chessplane_check(plane, &verdict);
        a.one = verdict;
        a.members = verdict_members;
    } else if (strcmp(what, "legal") == 0) {
        a.list = &plane->legal;
        a.of_list = legal_members;
    } else if (strcmp(what, "board") == 0) {
        status = chessplane_board_of(plane, &board);
        a.one = board;
        a.members = board_members;
        a.list = &plane->men;
        a.of_list = man_members;
    }
    if (status != CHESSPLANE_OK)
        return status;
    if (!a.one && !a.list)
        return cp_api_refuse(plane,
                             "there is game, moves, messages, verdict, legal and board; and all "
                             "but messages only where there is a game");
    return cp_api_do(plane, put, &a);
}
