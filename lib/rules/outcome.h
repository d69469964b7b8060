/* SPDX-License-Identifier: MIT */
/* outcome.h -- how a game stands after a turn, and whether the marks
 * written at the move agree. */
#ifndef CP_OUTCOME_H
#define CP_OUTCOME_H

#include "game/written.h"
#include "rules/material.h"
#include "rules/setup.h"

enum cp_outcome {
#define CP_OUTCOME(name, word, result, words) CP_OUTCOME_##name,
#include "rules/outcome.def"
#undef CP_OUTCOME
    CP_OUTCOMES
};

const char *cp_outcome_name(enum cp_outcome outcome);  /* "checkmate" */
const char *cp_outcome_words(enum cp_outcome outcome); /* "a king has fallen", NULL for none */

#define CP_NEVER UINT32_MAX /* no ply: 0 is one, the start position (R-END-1) */

/* Draws that are counted over several turns: since which ply each holds, CP_NEVER for not
 * yet. Two of them may only be claimed; the others end the game, and a game that goes
 * on past them is told so. */
struct cp_draws {
    uint32_t threefold, fivefold;
    uint32_t fifty, seventyfive; /* where the variant counts */
    uint32_t dead;               /* where it ends the game */
};

enum { CP_FIFTY_PLIES = 100, CP_SEVENTYFIVE_PLIES = 150 }; /* without progress */

/* Whether so many plies without progress may end a game by themselves: an engine that
 * judges games without counting leaves them to the replay then. */
static inline bool cp_draws_may_end(uint32_t quiet)
{
    return quiet >= CP_SEVENTYFIVE_PLIES;
}

/* Whether counting ends games of a variant like a mate: no move is legal behind it (R-ICN-8). */
static inline bool cp_counting_ends(const struct cp_variant *v)
{
    return v->threefold_ends || v->repetition > 0 || v->quiet_limit || v->material_ends ||
           v->counting.exists;
}

/* Whether a position ends the game that is there for the so-manieth time. */
static inline bool cp_repetition_ends(const struct cp_variant *v, uint32_t seen)
{
    uint32_t times = v->repetition > 0   ? (uint32_t)v->repetition
                     : v->threefold_ends ? 3
                                         : UINT32_MAX;
    return seen >= times;
}

/* Whether there may be such an end in v, as far as that is a matter of counting. */
static inline bool cp_counting_may_end(const struct cp_variant *v, enum cp_outcome outcome)
{
    return (outcome != CP_OUTCOME_THREEFOLD || v->threefold_ends || v->repetition > 0) &&
           (outcome != CP_OUTCOME_FIVEFOLD || !v->repetition) &&
           (outcome != CP_OUTCOME_QUIET_LIMIT || v->quiet_limit || v->counting.exists) &&
           (outcome != CP_OUTCOME_SEVENTYFIVE || v->counts_quiet_moves) &&
           (outcome != CP_OUTCOME_INSUFFICIENT_MATERIAL || v->material_ends);
}

/* Whether what stands on the board has changed with a move, but for where it stands. */
static inline bool cp_move_changes_material(const cp_move *move)
{
    return move->taken != CP_NOBODY || move->promotion != CP_NO_KIND;
}

/* Whether the moves that there are to mate who is weaker have been made. */
static inline bool cp_count_is_out(const struct cp_position *p)
{
    return p->counts != CP_COUNTS_NOTHING && p->ply >= p->drawn_at;
}

/* How a position stands where counting may end the game, in the order of R-ICN-8 and R-ICN-14:
 * repetition, mate and stalemate, plies, material. otherwise: how it stands without counting;
 * is_repeated: it has been there as often as ends the game; is_new: its material is, or it is a
 * start. */
static inline enum cp_outcome cp_counting_outcome(const struct cp_position *p,
                                                  enum cp_outcome otherwise, bool is_repeated,
                                                  bool is_new)
{
    const struct cp_variant *v = p->law->variant;
    if (is_repeated)
        return CP_OUTCOME_THREEFOLD;
    if (v->quiet_limit && otherwise == CP_OUTCOME_NONE && p->quiet >= (uint32_t)v->quiet_limit)
        return CP_OUTCOME_QUIET_LIMIT;
    if (v->material_ends && otherwise == CP_OUTCOME_NONE && is_new &&
        cp_material_is_insufficient(p))
        return CP_OUTCOME_INSUFFICIENT_MATERIAL;
    return CP_OUTCOME_NONE;
}

/* Who has won by that, or -1. */
static inline int cp_counting_winner(const struct cp_position *p, enum cp_outcome counted)
{
    const struct cp_variant *v = p->law->variant;
    if (counted != CP_OUTCOME_THREEFOLD || v->repetition <= 0 || v->repeated == CP_STALEMATE_DRAWS)
        return -1;
    return (int)(v->repeated == CP_STALEMATE_WINS ? p->turn : cp_other(p->turn));
}

static inline void cp_draws_init(struct cp_draws *d)
{
    d->threefold = d->fivefold = d->fifty = d->seventyfive = d->dead = CP_NEVER;
}

/* What quiet moves and material say after so many plies. */
static inline void cp_draws_count(struct cp_draws *d, const struct cp_variant *v,
                                  const struct cp_position *p, uint32_t ply)
{
    if (p->quiet >= CP_FIFTY_PLIES && v->counts_quiet_moves && d->fifty == CP_NEVER)
        d->fifty = ply;
    if (p->quiet >= CP_SEVENTYFIVE_PLIES && v->counts_quiet_moves && d->seventyfive == CP_NEVER)
        d->seventyfive = ply;
    if (cp_position_may_be_bare(p) && v->bare_ends && d->dead == CP_NEVER && cp_position_is_bare(p))
        d->dead = ply;
}

/* Whether a position that was on the board so often would be news: who answers
 * verifies that it is the same before it is noted. */
static inline bool cp_draws_want(const struct cp_draws *d, uint32_t seen)
{
    return seen >= 3 && (d->threefold == CP_NEVER || (seen >= 5 && d->fivefold == CP_NEVER));
}

void cp_draws_note_repetition(struct cp_draws *d, uint32_t seen, uint32_t ply);

/* The draw that has ended the game, CP_OUTCOME_NONE for none. */
enum cp_outcome cp_draws_outcome(const struct cp_draws *d);

/* The mark a turn has earned; check is the position's after it. */
static inline enum cp_check_mark cp_check_mark_of(const struct cp_position *p,
                                                  enum cp_outcome outcome)
{
    if (outcome == CP_OUTCOME_CHECKMATE || outcome == CP_OUTCOME_KING_TRAPPED)
        return CP_MARK_MATE;
    return p->checks && outcome != CP_OUTCOME_KING_FALLEN ? CP_MARK_CHECK : CP_MARK_NONE;
}

/* Whether an ICN names a piece by letters of the other side's. */
static inline bool cp_is_named_as_other(const cp_written *w, const cp_move *move,
                                        const struct cp_position *p)
{
    bool is_named = (w->has & CP_HAS_PIECE) || w->promotion != CP_NO_KIND;
    return is_named && !(w->has & CP_IS_BLACKS) == (p->side[move->man] == CP_BLACK);
}

/* What is wrong with the marks of a move (R-NOT-7), or CP_OK: the kind that was taken, or
 * CP_NO_KIND, and whether in passing; and the position after the move. */
CP_MUST_USE enum cp_diag cp_capture_mark_find(const cp_written *w, uint8_t taken, bool in_passing);
CP_MUST_USE enum cp_diag cp_check_mark_find(const cp_written *w, const struct cp_position *p,
                                            enum cp_outcome outcome);

/* What a Termination tag says of the board, in whatever words: CHECKMATE ("Hill won by
 * checkmate"), STALEMATE, or NONE where it tells of something that is not visible there. */
enum cp_outcome cp_termination_says(cp_str tag);

/* The same of the move just played: mostly nothing is wrong, which is seen at once. */
CP_MUST_USE static inline enum cp_diag
cp_capture_mark_check(const cp_written *w, const cp_move *move, const struct cp_position *p)
{
    bool takes = move->taken != CP_NOBODY;
    bool is_plain = !(w->has & (CP_HAS_TAKEN | CP_HAS_EN_PASSANT | CP_IS_ICN));
    if (CP_LIKELY(takes == (w->sep == CP_SEP_TAKE) && is_plain))
        return CP_OK;
    if ((w->has & CP_IS_ICN) && (((w->has & CP_HAS_PIECE) && w->piece != p->kind[move->man]) ||
                                 cp_is_named_as_other(w, move, p)))
        return CP_PIECE_OTHER;
    return cp_capture_mark_find(w, takes ? p->kind[move->taken] : CP_NO_KIND, move->in_passing);
}

CP_MUST_USE static inline enum cp_diag
cp_check_mark_check(const cp_written *w, const struct cp_position *p, enum cp_outcome outcome)
{
    if (CP_LIKELY(outcome == CP_OUTCOME_NONE && w->check == CP_MARK_NONE && !p->checks))
        return CP_OK;
    return cp_check_mark_find(w, p, outcome);
}

/* What a game says it ended as, tag and marker as written (either may be empty),
 * against what stands on the board (R-FIDE-5, and the table of cp-validate(1)):
 * CP_OUTCOME_NONE and -1 where the board decides nothing, or a move was refused. CP_OK, or
 * what is wrong; the particulars go to detail. Resignations, flags and agreements are not
 * visible and pass. */
CP_MUST_USE enum cp_diag cp_result_check(enum cp_outcome outcome, int winner, cp_str tag,
                                         cp_str marker, struct cp_buf *detail);

#endif
