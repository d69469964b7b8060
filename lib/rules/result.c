/* SPDX-License-Identifier: MIT */
#include "rules/result.h"

static const char *const decisive[2] = {"1-0", "0-1"};

const char *cp_outcome_name(enum cp_outcome outcome)
{
    static const char *const names[] = {
        [CP_OUTCOME_NONE] = "none",
        [CP_OUTCOME_CHECKMATE] = "checkmate",
        [CP_OUTCOME_STALEMATE] = "stalemate",
        [CP_OUTCOME_FIVEFOLD] = "fivefold",
        [CP_OUTCOME_SEVENTYFIVE] = "seventyfive",
        [CP_OUTCOME_DEAD] = "dead-position",
        [CP_OUTCOME_KING_FALLEN] = "king-fallen",
        [CP_OUTCOME_KING_TRAPPED] = "king-trapped",
        [CP_OUTCOME_NO_MOVES] = "no-moves",
        [CP_OUTCOME_UNDECIDED] = "undecided",
    };
    return names[outcome];
}

static bool is_result(cp_str text)
{
    return cp_str_is(text, "1-0") || cp_str_is(text, "0-1") || cp_str_is(text, "1/2-1/2") ||
           cp_str_is(text, "*");
}

/* Nothing, an asterisk or a tag's question mark: nothing is claimed. */
static bool claims_nothing(cp_str text)
{
    return text.len == 0 || cp_str_is(text, "*") || cp_str_is(text, "?");
}

/* The result the board itself demands; NULL when it leaves it open. */
static const char *demanded(const struct cp_verdict *v)
{
    if (v->winner >= 0)
        return decisive[v->winner];
    return v->outcome == CP_OUTCOME_STALEMATE ? "1/2-1/2" : NULL;
}

static enum cp_diag check_against_board(const struct cp_verdict *v, cp_str said,
                                        struct cp_buf *detail)
{
    const char *wanted = demanded(v);
    if (!wanted || said.len == 0 || cp_str_is(said, wanted))
        return CP_OK;
    cp_buf_printf(detail, "%.*s, but %s stands on the board: %s", CP_FMT(said),
                  cp_outcome_name(v->outcome), wanted);
    return claims_nothing(said) ? CP_RESULT_LEFT_OPEN : CP_RESULT_CONTRADICTED;
}

enum cp_diag cp_result_check(const struct cp_verdict *v, cp_str tag, cp_str marker,
                             struct cp_buf *detail)
{
    cp_str odd = !is_result(marker) && marker.len ? marker : tag;
    if (!claims_nothing(odd) && !is_result(odd)) {
        cp_buf_put(detail, odd);
        return CP_RESULT_ILLEGAL;
    }
    if (tag.len && marker.len && !cp_str_equal(tag, marker) && !cp_str_is(tag, "?")) {
        cp_buf_printf(detail, "the tag says %.*s, the end of the moves %.*s", CP_FMT(tag),
                      CP_FMT(marker));
        return claims_nothing(tag) || claims_nothing(marker) ? CP_RESULT_UNEVEN : CP_RESULT_SPLIT;
    }
    return v->first_bad ? CP_OK : check_against_board(v, marker.len ? marker : tag, detail);
}
