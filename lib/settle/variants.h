/* SPDX-License-Identifier: MIT */
/* variants.h -- which variant a game is, and which frame its squares are in.
 *
 *     --variant                              outweighs all
 *     [Variant "…"], a record's "variant"    by id, name or alias
 *     the notation                           when it leaves one answer only
 *
 * The notation speaks through pieces and promotions that not every variant has,
 * and through bare squares (e4), which mean a bounded board. */
#ifndef CP_VARIANTS_SETTLED_H
#define CP_VARIANTS_SETTLED_H

#include "frame/run.h"
#include "text/reading/reader_input.h"

/* Fills asked->variants and asked->variant from the bundled variants and the options.
 * False when a file is wrong or a name unknown, reported to run->own. */
CP_MUST_USE bool cp_run_load_variants(struct cp_run *run, struct cp_request *asked);

/* The variant of g by option or name; NULL when it is not named or the name is
 * unknown. g->variant becomes what the game itself names. Reports nothing but an
 * overridden name. */
const struct cp_variant *cp_variant_named(struct cp_run *run, struct cp_game *g);

/* What was understood of v, which chess is played by: for people. */
void cp_variant_explain(struct cp_run *run, struct cp_buf *out, const struct cp_variant *v);

/* Why a section of that name in a variants.ini is refused, if there is one: second places of the
 * last message. */
void cp_variant_tell_refused(const struct cp_run *run, struct cp_diags *d, cp_str name);

/* The kind of a with one of that piece's words; CP_NO_KIND when it has none such. */
uint8_t cp_kind_like(const struct cp_alphabet *a, const struct cp_piece_words *piece);

/* What names a variant among the lines in front of its moves; empty: nothing. */
cp_str cp_variant_of_titles(const struct cp_run *run, const struct cp_lookahead *ahead);

/* The pieces of all variants, for reading a game that names no variant. */
const struct cp_alphabet *cp_run_joint(struct cp_run *run);

/* The same, for reading a game whose variant is not known: what is no move there is kept
 * all the same. */
const struct cp_alphabet *cp_run_foreign(struct cp_run *run);

/* What reads the moves of the current game, whose variant is known or not. */
const struct cp_notation *cp_run_notation(struct cp_run *run);

/* The variant of a game that names none and writes bare squares; NULL: there
 * is no such variant. */
const struct cp_variant *cp_variant_assumed(struct cp_run *run);

/* Whether games of v need not name it: it is assumed wherever they are read again, as no file of
 * one's own brings another that would be. */
bool cp_variant_is_understood(const struct cp_run *run, const struct cp_variant *v);

/* Whether a start is a FEN, or a list with squares that are all without parentheses. */
bool cp_start_is_bare(cp_str start);

/* Whether the first move has a square without parentheses, as in e4 or Nf3. */
bool cp_moves_are_bare(const struct cp_game *g);

/* Says that g's variant is not known here, or that its bare squares mean a
 * bounded board and there is none; nothing where any variant is taken. */
void cp_variant_refuse(struct cp_run *run, const struct cp_game *g, struct cp_diags *d);

/* Settles run->current.variant, which is what cp_variant_named found, and g->variant,
 * its id. A game that names none and was read with the joint alphabet is the
 * only variant's that knows all its pieces. False: reported, with the choices. */
CP_MUST_USE bool cp_variant_settle(struct cp_run *run, struct cp_game *g);

/* Says that g's variant has no frame of that name, and which it has. */
void cp_frame_refuse(struct cp_run *run, const struct cp_game *g, cp_str name);

/* Settles run->current.frame and g->frame (empty when it is not named) from the game's own
 * word, else --frame. False: reported. */
CP_MUST_USE bool cp_frame_settle(struct cp_run *run, struct cp_game *g);

/* The ids of the bundled variants, and the names of their frames, each once: for completions
 * (io/options.h); no operand matters. */
void cp_variants_put_ids(struct cp_buf *out, unsigned operand, char between);
void cp_variants_put_frames(struct cp_buf *out, unsigned operand, char between);

/* ---- the tag Variant ----
 *
 * It is all that names the variant of a text, or of an ICN without a position: so it must name the
 * one that the record says and that is played.
 *
 *     in a text       our name of the variant, or of one that is not known the record's
 *     in an ICN       the site's name; beside a position any name is a title, and may stay
 *
 * A tag that names the variant in its own way, by its id, an alias or a preset's code, stays as it
 * is. Only the first tag of that name counts. Who has it put right tells, as each case needs. */

/* Has the tag of g name v, or where that is not known `name`: its value becomes v's name in what g
 * is, an ICN or not. Returns what it said; empty: it names v, or there is none. Where neither v nor
 * the variant of the tag is known, they may be names of the same, and it stays. */
cp_str cp_variant_tag_put(struct cp_run *run, struct cp_game *g, const struct cp_variant *v,
                          cp_str name);

/* Whether the tag of g, an ICN, names another variant than is played: it is a title. */
const struct cp_tag *cp_variant_tag_title(const struct cp_run *run, const struct cp_game *g);

/* g is ICN no more: what named the variant there would be read as another here. */
void cp_variant_tag_leave_icn(const struct cp_run *run, struct cp_game *g);

/* g, whose variant is not known, becomes text, which has no other name of it than the tag: that
 * gets the record's. Returns what it said; empty: it says that, or there is none. */
cp_str cp_variant_tag_put_unknown(struct cp_game *g);

#endif
