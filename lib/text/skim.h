/* SPDX-License-Identifier: MIT */
/* skim.h -- the moves of a game that is clean text from its first tag to its result,
 * when nobody will ask for the text: no nodes, no tags, one word a move.
 *
 * What it knows is a part of what the reader (reader.h) knows, and means the same
 * there: tags of a list that say nothing of the rules, numbers, short moves as
 * programs write them, NAGs, comments in braces, the result. At anything else the
 * game is odd, which is no reproach: the reader reads it from its first byte. */
#ifndef CP_SKIM_H
#define CP_SKIM_H

#include "game/brief.h"
#include "text/san.h"
#include "text/skimming.h"

enum {
    CP_SKIM_PLIES_MOST = 1024,
    CP_SKIM_MOST = 1 << 19, /* bytes of a game; below every budget of the reader's */
};

struct cp_skim {
    uint8_t man[256];  /* who goes, by first byte; above 7: no move begins so */
    uint8_t name[512]; /* 1 + place in the list of tags, by a digest of the name */

    /* of the game read last */
    cp_brief moves[CP_SKIM_PLIES_MOST];
    uint32_t count;
    uint32_t falls;  /* among them, which are no moves */
    size_t len;      /* of its text, blanks before it included, up to behind its result */
    uint32_t lines;  /* line ends in it */
    size_t line;     /* where its last line begins; only if it has line ends */
    cp_str variant;  /* as its tag says; empty: there is none */
    cp_str id;       /* as its record says; empty: it is none, but text */
    cp_str trapdoor; /* as its tag says; empty: there is none */
    cp_str result;   /* "1-0"; the tag, if there is one, says the same */
};

/* Letters as s has them, each man by code[kind], 1..7, and 0 for the pawn. False:
 * this alphabet is not for skimming. */
CP_MUST_USE bool cp_skim_init(struct cp_skim *k, const struct cp_san *s, const uint8_t *code);

/* The game at `at`, where a line begins. MORE: it goes on behind end; never if that
 * is all there is (is_all). */
enum cp_skim_next { CP_SKIM_ODD, CP_SKIM_GAME, CP_SKIM_MORE };
CP_MUST_USE enum cp_skim_next cp_skim_read(struct cp_skim *k, const char *at, const char *end,
                                           bool is_all);

/* The same for a record in the very bytes in which records are written, a line without its end:
 * whether it could be skimmed. */
CP_MUST_USE bool cp_skim_record(struct cp_skim *k, cp_str line);

/* ---- parts of the above ---- */

static inline struct cp_skimming cp_skimming_of(struct cp_skim *k, const char *at, const char *end)
{
    return (struct cp_skimming){
        .k = k, .at = at, .end = end, .next = k->moves, .limit = k->moves + CP_SKIM_PLIES_MOST};
}

void cp_skim_learn_names(struct cp_skim *k);

/* 1 + a tag's place in the list of names, whose first eight bytes are given, too, zeroes
 * behind them; 0: it has none. */
enum { CP_SKIM_RESULT = 1, CP_SKIM_VARIANT, CP_SKIM_TRAPDOOR };
unsigned cp_skim_find_name(const struct cp_skim *k, uint64_t first, cp_str name);

/* A word of 1 to 7 bytes, which begins w, as the next move. */
CP_MUST_USE bool cp_skim_move(struct cp_skimming *s, uint64_t w, size_t len);

/* The result that text begins with, as a word of its own: its canonical form, empty for none. */
cp_str cp_skim_result(const char *text);

/* Tags on lines of their own, without blank lines between, up to what is none. */
CP_MUST_USE enum cp_skim_next cp_skim_tags(struct cp_skimming *s);

#endif
