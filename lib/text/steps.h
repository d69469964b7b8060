/* SPDX-License-Identifier: MIT */
/* steps.h -- moves of agents, who push, pull, swap and lead one another, for
 * alphabets that have such (struct cp_alphabet.signs):
 *
 *     Ke2-e3  Me2>e3<f4  Sa1~b3  Pg1@g5-g6         long
 *     Mf3  Me3<f4  S~b3  P@g5-g6  M>e3<f4  Ma>b3   short
 *     M(5,2)>(5,3)<(6,4)  S(a1)~(b3)               squares as on the plane
 *     Ke2 - e3  me2>e3  Mover e2 → e3  m5,2-5,3    odd, and understood
 *
 * Squares without a sign between them mean '-'. No sign is read as another one:
 * a capture's x is none of these moves. */
#ifndef CP_STEPS_H
#define CP_STEPS_H

#include "text/dialect.h"
#include "text/steps_row.h"

enum { CP_STEPS_CODES = 128, CP_STEPS_LOOK = 48 }; /* bytes that decide what a clean move is */

struct cp_steps {
    const struct cp_alphabet *alphabet;
    uint8_t files;                /* letters from a that are files */
    uint8_t kind[CP_STEPS_CODES]; /* by letter, where one letter is enough */
};

/* A letter in small, which may also be a piece: only a digit behind it tells. */
static inline bool cp_steps_is_file(const struct cp_steps *s, char c)
{
    return (uint8_t)(c - 'a') < s->files;
}

void cp_steps_init(struct cp_steps *s, const struct cp_alphabet *a);

/* The clean move of bare squares at `at`, where CP_STEPS_LOOK bytes can be read;
 * the first byte after it, NULL when there is none or what follows might belong
 * to it. */
const char *cp_steps_scan_bare(const struct cp_steps *s, const char *at, cp_written *out);

/* The clean move of squares in parentheses at `at`; as above. */
const char *cp_steps_scan_clean(const struct cp_steps *s, struct cp_ints *ints, const char *at,
                                const char *end, cp_written *out);

/* The move that text begins with, odd or clean; its length, 0 for none. */
size_t cp_steps_scan(const struct cp_steps *s, struct cp_ints *ints, cp_str text,
                     struct cp_reading *out);

#endif
