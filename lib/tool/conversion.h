/* SPDX-License-Identifier: MIT */
/* conversion.h -- a game in another notation, as options ask for it. Three axes, each left as
 * it is unless asked: squares (letters, numbers, frame), style (long, short), and container
 * (text, JSON Lines, YAML). Only the style needs the rules. */
#ifndef CP_CONVERSION_H
#define CP_CONVERSION_H

#include "tool/convert.h"

enum cp_form {
    CP_AS_READ,
    CP_TO_TEXT,
    CP_TO_JSON,
    CP_TO_YAML,
    CP_TO_PGN,
    CP_TO_ICN,
    CP_TO_FEN,
    CP_TO_EPD,
    CP_TO_LETTERS,
    CP_TO_NUMERIC
};

struct cp_conversion {
    struct cp_respelling how;
    bool respells, shifts;
    bool is_bare; /* nobody asked for squares, but where the board has edges they are bare */
    enum cp_form container;
    enum cp_style style;
    const char *to_frame; /* to change to; NULL: none */
    bool is_forced;       /* PGN that other programs cannot read */
    struct cp_fens fens;
};

/* All of cp-convert; --squares and --far are for prose, and not asked for here. */
extern const struct cp_option cp_conversion_options[];

/* What they mean; it lives as long as arena. False: reported to run->own. */
CP_MUST_USE bool cp_conversion_read(struct cp_conversion *c, struct cp_run *run,
                                    const struct cp_options *o, struct cp_arena *arena);

/* Whether a game whose variant is not known cannot be converted so. */
bool cp_conversion_needs_rules(const struct cp_conversion *c);

static inline bool cp_conversion_is_of_positions(const struct cp_conversion *c)
{
    return c->container == CP_TO_FEN || c->container == CP_TO_EPD;
}

/* Converts g, and puts it into run->output.text if that is text; true where it is to be
 * written as a record, in the form of run->current.writes_yaml. */
CP_MUST_USE bool cp_conversion_apply(const struct cp_conversion *asked, struct cp_run *run,
                                     struct cp_game *g);

#endif
