/* SPDX-License-Identifier: MIT */
/* annotate.h -- what cp-annotate writes into a game: knowledge that the rules have of it, and a
 * person's notes. */
#ifndef CP_ANNOTATE_H
#define CP_ANNOTATE_H

#include "base/json.h"
#include "game/annotation.h"
#include "rules/moves.h"
#include "rules/replay.h"
#include "settle/play.h"

struct cp_openings;

/* Plays g and adds what is asked (enum cp_annotation) to every legal move, those of
 * variations too, in place of what was added before. A line stays as it is from
 * its first refused move on, which is reported, like a start that cannot be. Openings are asked for
 * those of main lines; tags that say one are left as they are. */
void cp_game_annotate(struct cp_run *run, struct cp_game *g, unsigned adds,
                      struct cp_openings *openings);

/* Numbers every move in a comment, in place of earlier numbers; the rules are
 * not asked. */
enum cp_numbering { CP_NUMBER_PLIES, CP_NUMBER_MOVES };
void cp_game_number(struct cp_game *g, enum cp_numbering style);

/* ---- remarks ---- */

/* What cp-annotate writes in comments. Each remark is one command:
 * readable as it stands, found again by its first word (game/annotation.h).
 *
 *     [%rep 3 third time this position: first after ply 4]
 *     [%mat White has Q, 2 P more; Black has R more]
 *     [%remote white rook (1000,4), black huygens (-31,16)]
 *     [%legal endless: 37 and 5 endless lines]   [%legal 8]
 *     [%trap black pawn e5 1, white knight f3 2]
 *     [%ko black mover e5 not to e4]
 *     [%opening B90 Sicilian Defense: Najdorf]
 *     [%ply 7]   [%move 4.]   [%move 4...] */
void cp_remark_repetition(struct cp_buf *out, uint32_t times, uint32_t first);

/* before: half-moves before this one, from White's of move 1 on. */
void cp_remark_move(struct cp_buf *out, uint64_t before);

/* ---- notes ---- */

/* Comments, NAGs, coloured squares and arrows by game and ply, from a YAML file of a person's own
 * (schemas/notes.schema.json):
 *
 *     - match: {White: Ada}       # or "game: 2", or both; neither: every game
 *       plies:
 *         14:
 *           move: R(g9)-(a9)      # what must stand there
 *           nags: ['!', 14]
 *           comment: A quiet move.
 *           marks: {red: (a9) (φ9)}
 *           arrows: {green: (g9)-(a9)} */
struct cp_notebook { /* empty at first */
    struct cp_note_page *pages, *last, **index;
    uint32_t count;
};

/* Lints all of v, each fault at its line and column, and adds its pages; false when there was any.
 * Marks and arrows become comments: [%csl R(a9)] [%cal G(g9)(a9)]. All lives in
 * arena, and borrows from v. */
CP_MUST_USE bool cp_notebook_parse(struct cp_notebook *book, struct cp_arena *arena,
                                   struct cp_ints *ints, const struct cp_value *v,
                                   struct cp_diags *d);

/* Before the first game: nothing is added to pages afterwards. */
void cp_notebook_index(struct cp_notebook *book, struct cp_arena *arena);

/* Writes what fits the game, the number-th of its stream, into its main line,
 * but for comments and NAGs that stand there already. A ply that the game does not have, another
 * move standing there, or marks beyond its border (NULL: it has none, or it is not known) are
 * reported at their places in the notes. */
void cp_notebook_apply(struct cp_notebook *book, struct cp_game *g, uint64_t number,
                       const struct cp_border *border, struct cp_diags *d);

/* Reports each page that no game has fitted. */
void cp_notebook_check_used(const struct cp_notebook *book, struct cp_diags *d);

#endif
