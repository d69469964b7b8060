/* SPDX-License-Identifier: MIT */
/* fast_text.h -- the moves of a game that is clean text from its first tag to its
 * result, when the text itself is not needed: no tree, no tags, one word a move.
 *
 * What it knows is a part of what the reader (reader.h) knows, and means the same
 * there: tags of a list that say nothing of the rules, numbers, short moves as
 * programs write them, NAGs, comments in braces, the result. Anything else is ODD,
 * which is no fault: the reader reads that game from its first byte.
 *
 * Why so: D16 (DECISIONS.md). */
#ifndef CP_FAST_TEXT_H
#define CP_FAST_TEXT_H

#include "game/game.h"
#include "text/moves/notation_move.h"

enum {
    CP_FAST_PLIES_MOST = 1024,
    CP_FAST_BYTES_MOST = 1 << 19, /* bytes of a game; below every budget of the reader's */
    CP_FAST_NAMES_MOST = 64,      /* of tags that are passed */
    CP_FAST_TAGS_MOST = 64,       /* of a game, where they are kept */
    CP_FAST_LOOK = 32, /* bytes at hand that no token but comments and values needs more of */
};

struct cp_fast_text {
    uint8_t man[256]; /* the piece that moves, by first byte; above 7: no move begins so */
    cp_str names[CP_FAST_NAMES_MOST];   /* of tags that are known */
    uint64_t first[CP_FAST_NAMES_MOST]; /* the first eight bytes of each */
    uint8_t name[512];                  /* 1 + place among them, by a digest of the name */
    bool keeps_tags;                    /* all of them, in `tags` */
    bool skims; /* only where the game ends is looked for: no move is read */

    /* of the game read last */
    struct cp_tag tags[CP_FAST_TAGS_MOST]; /* in order, of those tag_count */
    uint32_t tag_count;
    cp_packed_move moves[CP_FAST_PLIES_MOST];
    uint32_t count;
    uint32_t falls;     /* among them, which are no moves */
    bool may_be_more;   /* one of them, Bb5a6, may be two: the board decides */
    size_t len;         /* of its text, blanks before it included, up to behind its result */
    uint32_t lines;     /* line ends in it */
    size_t line;        /* where its last line begins; only if it has line ends */
    cp_str variant;     /* as its tag says; empty: there is none */
    cp_str id;          /* as its record says; empty: it is none, but text */
    cp_str trapdoor;    /* as its tag says; empty: there is none */
    cp_str termination; /* likewise */
    cp_str result;      /* "1-0"; the tag, if there is one, says the same; empty: not looked at */
};

/* Letters as s has them, each piece by code[kind], 1..7, and 0 for the pawn. False:
 * this alphabet cannot be read so. */
CP_MUST_USE bool cp_fast_text_init(struct cp_fast_text *k, const struct cp_clean *s,
                                   const uint8_t *code);

/* The game at `at`, where a line begins. MORE: it goes on behind end; never if that
 * is all there is (is_all). */
enum cp_fast_next { CP_FAST_ODD, CP_FAST_GAME, CP_FAST_MORE };
CP_MUST_USE enum cp_fast_next cp_fast_text_read(struct cp_fast_text *k, const char *at,
                                                const char *end, bool is_all);

/* The same for a record in the very bytes in which records are written, a line without its end:
 * whether it is clean. If k skims, behind its tags that it is JSON is all that is looked at. */
CP_MUST_USE bool cp_fast_text_record(struct cp_fast_text *k, cp_str line);

#endif
