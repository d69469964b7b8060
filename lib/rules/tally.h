/* SPDX-License-Identifier: MIT */
/* tally.h -- how many legal moves there are, where that is a number. */
#ifndef CP_TALLY_H
#define CP_TALLY_H

#include "rules/survey.h"

struct cp_tally {
    cp_int count;       /* moves, but for those along the lines below; a promotion
                           counts once for each piece it may become */
    uint32_t endless;   /* lines without an end */
    uint32_t uncounted; /* lines that end, whose primes are too many to count */
};

/* The legal moves of the side to move. A kind whose rays overlap is counted once
 * for each. s is work space, initialised by the caller, and may serve again. */
void cp_tally_position(struct cp_tally *out, struct cp_survey *s, struct cp_position *p);

/* "37", "endless: 37 and 5 endless lines". */
void cp_tally_format(struct cp_buf *out, const struct cp_ints *t, const struct cp_tally *tally);

#endif
