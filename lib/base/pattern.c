/* SPDX-License-Identifier: MIT */
/* pattern.c -- the only file that knows PCRE2.
 *
 * Bytes that are not UTF-8 match nothing but spoil nothing either
 * (MATCH_INVALID_UTF), which also spares a check of the whole subject at every
 * match. Anchored when compiled, since JIT code cannot be anchored at a match.
 * One pattern serves one thread: it carries its own match data.
 *
 * PCRE2 asks for memory through take_piece(), which calls the arena's handler when
 * there is none: PCRE2 never sees NULL, which its JIT does not survive. As the handler
 * may jump away from the middle of a compilation, a pattern lists its pieces.
 *
 * Why so: D26 (DECISIONS.md). */
#include "base/pattern.h"

#include "base/utf8.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

enum {
    BACKTRACKS_MOST = 100000,
    MATCHES_WITHOUT_JIT = 40, /* its compilation costs as many */
    HEAP_MOST = 8 * 1024,     /* KiB, for the matcher without JIT */
};

struct piece {
    struct piece *before, *next;
    _Alignas(16) char bytes[];
};

struct cp_pattern {
    struct cp_arena *arena;
    struct piece *pieces; /* all that PCRE2 holds for it */
    bool is_open;         /* the caller has it, and will close it */
    pcre2_code *code;
    pcre2_match_data *found;
    pcre2_match_context *limits;
    int matches; /* so far, without JIT */
    bool has_jit;
};

/* ---- memory for PCRE2 ---- */

static void give_all(struct cp_pattern *p)
{
    for (struct piece *piece = p->pieces, *next; piece; piece = next) {
        next = piece->next;
        free(piece);
    }
    p->pieces = NULL;
}

static void *take_piece(size_t size, void *pattern)
{
    struct cp_pattern *p = pattern;
    struct piece *piece = size <= SIZE_MAX - sizeof *piece ? malloc(sizeof *piece + size) : NULL;
    if (!piece) {
        if (!p->is_open)
            give_all(p);
        cp_arena_refuse(p->arena);
    }
    *piece = (struct piece){.next = p->pieces};
    if (piece->next)
        piece->next->before = piece;
    p->pieces = piece;
    return piece->bytes;
}

static void give_piece(void *bytes, void *pattern)
{
    struct cp_pattern *p = pattern;
    if (!bytes)
        return;
    struct piece *piece = (struct piece *)(void *)((char *)bytes - offsetof(struct piece, bytes));
    *(piece->before ? &piece->before->next : &p->pieces) = piece->next;
    if (piece->next)
        piece->next->before = piece->before;
    free(piece);
}

/* ---- compiling ---- */

static void make_room(struct cp_pattern *p, uint32_t groups, pcre2_general_context *memory)
{
    p->found = pcre2_match_data_create(groups, memory);
    p->limits = pcre2_match_context_create(memory);
    pcre2_set_match_limit(p->limits, BACKTRACKS_MOST);
    pcre2_set_heap_limit(p->limits, HEAP_MOST);
}

/* Whether PCRE2 takes the expression. */
static bool compile(struct cp_pattern *p, cp_str expression, uint32_t options, int *error,
                    size_t *wrong)
{
    pcre2_general_context *memory = pcre2_general_context_create(take_piece, give_piece, p);
    pcre2_compile_context *context = pcre2_compile_context_create(memory);
    p->code = pcre2_compile((PCRE2_SPTR)(expression.at ? expression.at : ""), expression.len,
                            options | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C,
                            error, wrong, context);
    pcre2_compile_context_free(context);
    if (p->code)
        make_room(p, CP_GROUPS, memory);
    pcre2_general_context_free(memory);
    return p->code != NULL;
}

static struct cp_pattern *open_pattern(struct cp_arena *arena, cp_str expression, uint32_t options,
                                       size_t *wrong, cp_str *why)
{
    int error = 0;
    PCRE2_SIZE offset = 0;
    struct cp_pattern *p = cp_arena_take_zero(arena, 1, sizeof *p);
    p->arena = arena;
    p->is_open = compile(p, expression, options, &error, &offset);
    if (p->is_open)
        return p;
    if (wrong)
        *wrong = offset;
    if (why) {
        PCRE2_UCHAR text[256];
        int len = pcre2_get_error_message(error, text, sizeof text);
        *why = cp_str_keep(arena, (cp_str){(const char *)text, len > 0 ? (size_t)len : 0});
    }
    return NULL;
}

struct cp_pattern *cp_pattern_open(struct cp_arena *arena, cp_str expression, size_t *wrong,
                                   cp_str *why)
{
    return open_pattern(arena, expression, PCRE2_ANCHORED, wrong, why);
}

void cp_pattern_close(struct cp_pattern *p)
{
    if (!p)
        return;
    pcre2_match_context_free(p->limits);
    pcre2_match_data_free(p->found);
    pcre2_code_free(p->code);
    give_all(p);
    p->is_open = false;
}

static int match(const struct cp_pattern *p, cp_str text, size_t from)
{
    return pcre2_match(p->code, (PCRE2_SPTR)(text.at ? text.at : ""), text.len, from, 0, p->found,
                       p->limits);
}

/* A pattern that is matched a few times only needs no JIT. What is too much without, or is no
 * text, is left to it: so the answer does not depend on how many matches there were before. */
bool cp_pattern_match(struct cp_pattern *p, cp_str text, size_t from, cp_str groups[CP_GROUPS])
{
    if (from > text.len)
        return false;
    int count = PCRE2_ERROR_MATCHLIMIT;
    if (!p->has_jit && ++p->matches < MATCHES_WITHOUT_JIT && cp_utf8_is_text(text))
        count = match(p, text, from);
    if (count < 0 && count != PCRE2_ERROR_NOMATCH) {
        /* Where there is none (no memory that may be executed, or not built in) it is slower. */
        if (!p->has_jit)
            (void)pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE);
        p->has_jit = true;
        count = match(p, text, from);
    }
    if (count < 0)
        return false;
    if (count == 0) /* more groups than room: those that fit are set */
        count = CP_GROUPS;
    const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(p->found);
    for (int i = 0; i < CP_GROUPS; i++) {
        groups[i] = (cp_str){NULL, 0};
        if (i < count && bounds[2 * i] != PCRE2_UNSET && bounds[2 * i] <= bounds[2 * i + 1])
            groups[i] = (cp_str){text.at + bounds[2 * i], bounds[2 * i + 1] - bounds[2 * i]};
    }
    return true;
}

/* ---- searches ---- */

struct cp_search {
    struct cp_cleanup cleanup;
    struct cp_pattern *pattern; /* its code serves all places, its match data none */
    struct cp_pattern *places;  /* without code */
    uint32_t count;
};

static void give_search(void *search)
{
    struct cp_search *s = search;
    for (uint32_t i = 0; i < s->count; i++)
        cp_pattern_close(&s->places[i]);
    cp_pattern_close(s->pattern);
}

struct cp_search *cp_search_open(struct cp_arena *arena, cp_str expression, bool ignores_case,
                                 uint32_t places, size_t *wrong, cp_str *why)
{
    uint32_t options = ignores_case ? PCRE2_CASELESS : 0;
    struct cp_search *s = cp_arena_take_zero(arena, 1, sizeof *s);
    s->places = cp_arena_take_zero(arena, places, sizeof *s->places);
    s->pattern = open_pattern(arena, expression, options, wrong, why);
    if (!s->pattern)
        return NULL;
    cp_arena_add_cleanup(arena, &s->cleanup, give_search, s);
    s->count = places;
    (void)pcre2_jit_compile(s->pattern->code, PCRE2_JIT_COMPLETE); /* now: threads share the code */
    for (uint32_t i = 0; i < places; i++) {
        struct cp_pattern *place = &s->places[i];
        place->arena = arena;
        place->is_open = true;
        pcre2_general_context *memory = pcre2_general_context_create(take_piece, give_piece, place);
        make_room(place, 1, memory);
        pcre2_general_context_free(memory);
    }
    return s;
}

void cp_search_close(struct cp_search *s)
{
    if (!s)
        return;
    cp_arena_drop_cleanup(s->pattern->arena, &s->cleanup);
    give_search(s);
}

bool cp_search_has(const struct cp_search *s, uint32_t place, cp_str text, bool *gave_up)
{
    const struct cp_pattern *p = &s->places[place];
    int count = pcre2_match(s->pattern->code, (PCRE2_SPTR)(text.at ? text.at : ""), text.len, 0, 0,
                            p->found, p->limits);
    *gave_up |= count < 0 && count != PCRE2_ERROR_NOMATCH;
    return count >= 0;
}
