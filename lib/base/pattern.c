/* SPDX-License-Identifier: MIT */
/* pattern.c -- the only file that knows PCRE2.
 *
 * Bytes that are not UTF-8 match nothing but spoil nothing either
 * (MATCH_INVALID_UTF), which also spares a check of the whole subject at every
 * match. Anchored when compiled, since JIT code cannot be anchored at a match.
 * One pattern serves one thread: it carries its own match data. */
#include "base/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

enum {
    BACKTRACKS_MOST = 100000,
    HEAP_MOST = 8 * 1024, /* KiB, for the matcher without JIT */
};

struct cp_pattern {
    pcre2_code *code;
    pcre2_match_data *found;
    pcre2_match_context *limits;
};

static void explain(struct cp_arena *arena, int error, cp_str *why)
{
    PCRE2_UCHAR text[256];
    if (!why)
        return;
    int len = pcre2_get_error_message(error, text, sizeof text);
    *why = cp_str_keep(arena, (cp_str){(const char *)text, len > 0 ? (size_t)len : 0});
}

static bool prepare(struct cp_pattern *p)
{
    p->found = pcre2_match_data_create(CP_GROUPS, NULL);
    p->limits = pcre2_match_context_create(NULL);
    if (!p->found || !p->limits)
        return false;
    pcre2_set_match_limit(p->limits, BACKTRACKS_MOST);
    pcre2_set_heap_limit(p->limits, HEAP_MOST);
    /* Without JIT (refused by the machine, or not built in) matching is only slower. */
    (void)pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE);
    return true;
}

struct cp_pattern *cp_pattern_open(struct cp_arena *arena, cp_str expression, size_t *wrong,
                                   cp_str *why)
{
    int error = 0;
    PCRE2_SIZE offset = 0;
    struct cp_pattern *p = calloc(1, sizeof *p);
    if (p)
        p->code = pcre2_compile((PCRE2_SPTR)(expression.at ? expression.at : ""), expression.len,
                                PCRE2_ANCHORED | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF |
                                    PCRE2_NEVER_BACKSLASH_C,
                                &error, &offset, NULL);
    if (p && p->code && prepare(p))
        return p;
    if (wrong)
        *wrong = offset;
    explain(arena, error < 100 ? PCRE2_ERROR_NOMEMORY : error, why);
    cp_pattern_close(p);
    return NULL;
}

void cp_pattern_close(struct cp_pattern *p)
{
    if (!p)
        return;
    pcre2_match_context_free(p->limits);
    pcre2_match_data_free(p->found);
    pcre2_code_free(p->code);
    free(p);
}

bool cp_pattern_match(const struct cp_pattern *p, cp_str text, size_t from,
                      cp_str groups[CP_GROUPS])
{
    if (from > text.len)
        return false;
    int count = pcre2_match(p->code, (PCRE2_SPTR)(text.at ? text.at : ""), text.len, from, 0,
                            p->found, p->limits);
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
