/* SPDX-License-Identifier: MIT */
#include "rules/outcome.h"

/* e4d5 and e7e8q, as engines write: there is no place for a mark in them, so none
 * is missing. */
static bool has_no_marks(const cp_written *w)
{
    return (w->has & CP_IS_ANY_MAN) && w->sep == CP_SEP_NONE && w->check == CP_MARK_NONE;
}

/* Qd1:Rd8 also says who is taken. */
enum cp_diag cp_capture_mark_find(const cp_written *w, uint8_t taken)
{
    bool takes = taken != CP_NO_KIND;
    if (w->sep == CP_SEP_TAKE && !takes)
        return CP_CAPTURE_MARK_WRONG;
    if (takes && (w->has & CP_HAS_TAKEN) && taken != w->taken)
        return CP_CAPTURE_OTHER;
    return takes && w->sep != CP_SEP_TAKE && !has_no_marks(w) ? CP_CAPTURE_MARK_MISSING : CP_OK;
}

enum cp_check_mark cp_check_mark_of(const struct cp_position *p, enum cp_outcome outcome)
{
    if (outcome == CP_OUTCOME_CHECKMATE || outcome == CP_OUTCOME_KING_TRAPPED)
        return CP_MARK_MATE;
    return p->checks && outcome != CP_OUTCOME_KING_FALLEN ? CP_MARK_CHECK : CP_MARK_NONE;
}

enum cp_diag cp_check_mark_find(const cp_written *w, uint32_t checks, enum cp_outcome outcome)
{
    bool mate = outcome == CP_OUTCOME_CHECKMATE;
    if (outcome == CP_OUTCOME_KING_TRAPPED) /* R-TR-16 */
        return w->check == CP_MARK_MATE ? CP_OK : CP_TRAP_MARK_MISSING;
    if (outcome == CP_OUTCOME_KING_FALLEN) /* R-TD-7: the game is over otherwise */
        return w->check == CP_MARK_NONE ? CP_OK : CP_CHECK_MARK_WRONG;
    if (has_no_marks(w))
        return CP_OK;
    switch (w->check) {
    case CP_MARK_CHECK:
        return checks && !mate ? CP_OK : mate ? CP_MATE_MARK_MISSING : CP_CHECK_MARK_WRONG;
    case CP_MARK_DOUBLE: /* used for double check, and for mate */
        return checks > 1 || mate ? CP_OK : checks ? CP_DOUBLE_MARK_WRONG : CP_CHECK_MARK_WRONG;
    case CP_MARK_MATE:
        return mate ? CP_OK : CP_MATE_MARK_WRONG;
    default:
        return mate ? CP_MATE_MARK_MISSING : checks ? CP_CHECK_MARK_MISSING : CP_OK;
    }
}

enum cp_diag cp_capture_mark_check(const cp_written *w, const cp_move *move,
                                   const struct cp_position *p)
{
    return cp_capture_mark_find(w, move->taken == CP_NOBODY ? CP_NO_KIND : p->kind[move->taken]);
}

enum cp_diag cp_check_mark_check(const cp_written *w, const struct cp_position *p,
                                 enum cp_outcome outcome)
{
    enum cp_diag wrong = cp_check_mark_find(w, p->checks, outcome);
    bool has_traps = p->law->variant->trap_count > 0; /* # is for a king in one */
    return wrong == CP_MATE_MARK_WRONG && has_traps ? CP_TRAP_MARK_WRONG : wrong;
}

static bool has_king(const struct cp_position *p, enum cp_side side)
{
    return p->king[side] != CP_NOBODY || p->law->royal[side] == CP_NO_KIND;
}

enum cp_outcome cp_outcome_find(struct cp_position *p, int *winner)
{
    enum cp_side mover = cp_other(p->turn);
    *winner = -1;
    if (!has_king(p, mover) || !has_king(p, p->turn)) {
        *winner = (int)(has_king(p, mover) ? mover : p->turn);
        return CP_OUTCOME_KING_FALLEN;
    }
    p->is_undecided = false;
    if (cp_position_can_move(p))
        return CP_OUTCOME_NONE;
    if (p->is_undecided)
        return CP_OUTCOME_UNDECIDED;
    if (!p->checks)
        return CP_OUTCOME_STALEMATE;
    *winner = (int)mover;
    return CP_OUTCOME_CHECKMATE;
}
