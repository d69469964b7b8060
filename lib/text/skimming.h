/* SPDX-License-Identifier: MIT */
/* skimming.h -- what the two halves of the skimmer share: how eight bytes are looked
 * at in one go, and white space. For skim.c and skim_tags.c alone. */
#ifndef CP_SKIMMING_H
#define CP_SKIMMING_H

#include "base/str.h"
#include "game/brief.h"

struct cp_skim;

enum { CP_SKIM_LOOK = 32 }; /* bytes at hand that no token but comments and values needs more of */

/* A game on its way. */
struct cp_skimming {
    struct cp_skim *k;
    const char *at, *end;
    const char *line; /* where the line begins, if `lines` */
    uint32_t lines;
    cp_str result;          /* as its tag says */
    cp_brief *next, *limit; /* where the next move is put, before the limit */
};

/* ---- eight bytes ---- */

#define CP_EACH(byte) ((uint64_t)(byte)*UINT64_C(0x0101010101010101))
#define CP_HIGH       CP_EACH(0x80)

static inline uint64_t cp_eight(const char *text)
{
    const unsigned char *b = (const unsigned char *)text;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

/* The first of these may be relied on, none behind it. */
static inline uint64_t cp_zeroes(uint64_t w)
{
    return (w - CP_EACH(1)) & ~w & CP_HIGH;
}

static inline uint64_t cp_controls(uint64_t w)
{
    return (w - CP_EACH(0x20)) & ~w & CP_HIGH;
}

static inline size_t cp_first_of(uint64_t found)
{
    return (size_t)__builtin_ctzll(found) >> 3;
}

/* ---- white space ---- */

static inline void cp_skim_line(struct cp_skimming *s)
{
    s->lines++;
    s->line = s->at;
}

/* A blank, or a line end of LF or CR LF; false for anything else. */
static inline bool cp_skim_blank(struct cp_skimming *s)
{
    s->at += s->at[0] == '\r' && s->at[1] == '\n';
    if (*s->at != ' ' && *s->at != '\n')
        return false;
    bool is_end = *s->at++ == '\n';
    if (is_end)
        cp_skim_line(s);
    return true;
}

static inline bool cp_skim_is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r';
}

#endif
