/* SPDX-License-Identifier: MIT */
/* tokens.h -- the small parts of a game text that are no moves. Pure functions of
 * the bytes at hand; each returns a length, 0 for "not here". */
#ifndef CP_TOKENS_H
#define CP_TOKENS_H

#include "game/alphabet.h"

/* 1-0, 0-1, 1/2-1/2, *, ½-½ and their dashes; *result is its canonical form. Odd, if
 * asked, are 1:0, 1/2 and ½. */
size_t cp_result_scan(cp_str text, cp_str *result, bool *is_odd);

/* ! ? !! ?? !? ?! are NAGs 1..6. */
size_t cp_glyph_scan(cp_str text, uint32_t *nag);
cp_str cp_glyph_of(uint32_t nag); /* empty: it has none */

/* What books write of a position: = ∞ ⩲ ⩱ ± ∓ +- -+, and the keyboard's += =+ +/- -/+;
 * they are NAGs 10 to 19; □, the only move, is 7, and (D) or [#], where a diagram stood, 220. */
size_t cp_assessment_scan(cp_str text, uint32_t *nag);

/* (e4:e4) or ((7,9):(7,9), (1,2):(1,2)): falls of a trapdoor game, R-NOT-9. The
 * whole parenthesis; and one pair of squares in it, behind the blanks and comma
 * at `from`, which answers where it ends. Lenient: (e4xe4), (e4 - e4), (Pe4:e4), a piece's
 * word being one of the alphabet's; without one (NULL) there is none. Two squares that
 * differ, (e4:e5), are a pair as we write it and a slip; where a pawn could take so,
 * (e4:d5) alone is a variation. */
typedef struct {
    cp_square left, right;
    size_t begin; /* where it does */
    enum cp_spelling spelling;
    uint8_t odd;     /* enum cp_odd of either */
    bool is_even;    /* both squares are one */
    bool is_dialect; /* R-NOT-11 */
} cp_fall_text;
size_t cp_falls_scan(struct cp_ints *ints, const struct cp_alphabet *a, cp_str text);
size_t cp_fall_scan(struct cp_ints *ints, const struct cp_alphabet *a, cp_str text, size_t from,
                    cp_fall_text *out);

/* How a comment begins that holds them, for programs that know none:
 * {[%falls (e4:e4)(h3:h3)]}. Such programs may put blanks in front of it and end its line
 * where it has one. */
#define CP_FALLS_COMMAND "[%falls"
static inline bool cp_falls_are_in(const char *comment)
{
    for (int blanks = 0; blanks < 2 && cp_is_space(*comment); blanks++)
        comment++;
    return memcmp(comment, CP_FALLS_COMMAND, sizeof CP_FALLS_COMMAND - 1) == 0;
}

/* What may be the letter of a piece in some language, at the beginning of text: a capital, or
 * letters beyond ASCII; signs such as figurines, dashes and crosses are none. */
size_t cp_foreign_letter_scan(cp_str text);

/* A blank that is none of ASCII's, such as the no-break space of web pages, or a character
 * without width: soft hyphens, byte order marks, marks of direction. */
size_t cp_blank_scan(cp_str text, uint32_t *code);

/* "..." or "…" of any length. */
size_t cp_dots_scan(cp_str text);

/* Whether anything in a line has the shape of a move, well written or not: letters right in front
 * of a number, two numbers and a comma, Nxe, castling. Names, dates and times have not. */
bool cp_has_move_shape(cp_str line);

/* Whether a line without such shapes is of words, or of signs in a row as those of a diagram. */
bool cp_is_words(cp_str line);

/* What a person writes of the end, "Black resigns", "1-0, White wins!" or "(draw agreed)", at the
 * beginning of text: its length, which is the line's; *result as of cp_result_scan. */
size_t cp_said_result_scan(cp_str text, cp_str *result);

/* How squares are written where the moves begin: for guessing the variant. is_cut (or NULL):
 * nothing is seen as far as the text goes. */
enum cp_seen { CP_SEEN_NOTHING, CP_SEEN_BARE, CP_SEEN_LETTERS, CP_SEEN_NUMBERS };
enum cp_seen cp_squares_seen(cp_str movetext, bool *is_cut);

#endif
