/* SPDX-License-Identifier: MIT */
/* san.h -- moves on boards with edges, as chess players and programs write them,
 * read by hand, from left to right:
 *
 *     Nf3  Nbd7  R1e2  Bxd3+  exd5  e8=Q#  O-O      short
 *     Ng1-f3  Ng1f3  e2-e4  e7xd8=Q                 long
 *     e2e4  e7e8q                                   engines: any man
 *     nf3  ♘f3  e8/q  0-0  exd6e.p.  Qh5 mate  --   odd, and understood
 *
 * An x is a capture wherever it can be one. What is read here is never another
 * move than the one that stands there: Sf3 is none, and so is what its tail
 * looks like. */
#ifndef CP_SAN_H
#define CP_SAN_H

#include "text/steps.h"

enum { CP_SAN_CODES = 128, CP_SAN_LOOK = 48 }; /* bytes that decide what a clean move is */

struct cp_san {
    const struct cp_alphabet *alphabet;
    const struct cp_steps *steps; /* of agents, whose moves are read by these; else NULL */
    uint8_t pawn;
    bool has_pairs;                /* some pieces have two letters */
    uint8_t files;                 /* letters from a that are files */
    uint8_t kind[CP_SAN_CODES];    /* by letter */
    uint8_t (*pair)[CP_SAN_CODES]; /* by first and second letter */
};

void cp_san_init(struct cp_san *s, const struct cp_alphabet *a, uint8_t pawn);

/* Learns that a word of one or two letters means kind. */
void cp_san_learn(struct cp_san *s, struct cp_arena *arena, cp_str word, uint8_t kind);

/* The clean move at `at`, where CP_SAN_LOOK bytes can be read; the first byte
 * after it, NULL when there is none or what follows might belong to it. */
const char *cp_san_scan_chess(const struct cp_san *s, const char *at, cp_written *out);

static inline const char *cp_san_scan_clean(const struct cp_san *s, const char *at, cp_written *out)
{
    return CP_UNLIKELY(s->steps != NULL) ? cp_steps_scan_bare(s->steps, at, out)
                                         : cp_san_scan_chess(s, at, out);
}

/* The same for any text, of any length. */
const char *cp_san_scan_text(const struct cp_san *s, const char *at, const char *end,
                             cp_written *out);

/* The move that text begins with, odd or clean; its length, 0 for none. */
size_t cp_san_scan(const struct cp_san *s, cp_str text, struct cp_reading *out);

#endif
