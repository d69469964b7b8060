/* SPDX-License-Identifier: MIT */
#include "rules/outcome.h"

#include "base/scan.h"
#include "game/game.h"

/* In ICN marks are decoration. */
static bool may_lack_marks(const cp_written *w)
{
    return (w->has & CP_IS_ICN) || cp_written_is_engines(w);
}

/* Qd1:Rd8 also says what is taken. */
enum cp_diag cp_capture_mark_find(const cp_written *w, uint8_t taken, bool in_passing)
{
    bool takes = taken != CP_NO_KIND;
    if (w->sep == CP_SEP_TAKE && !takes)
        return CP_CAPTURE_MARK_WRONG;
    if (takes && (w->has & CP_HAS_TAKEN) && taken != w->taken)
        return CP_CAPTURE_OTHER;
    if ((w->has & CP_HAS_EN_PASSANT) && !in_passing)
        return CP_CAPTURE_MARK_WRONG;
    return takes && w->sep != CP_SEP_TAKE && !may_lack_marks(w) ? CP_CAPTURE_MARK_MISSING : CP_OK;
}

enum cp_diag cp_check_mark_find(const cp_written *w, const struct cp_position *p,
                                enum cp_outcome outcome)
{
    uint32_t checks = p->checks;
    bool mate = outcome == CP_OUTCOME_CHECKMATE;
    if (outcome == CP_OUTCOME_KING_TRAPPED) /* R-TR-16 */
        return w->check == CP_MARK_MATE ? CP_OK : CP_MATE_MARK_MISSING;
    if (outcome == CP_OUTCOME_KING_FALLEN) /* R-TD-7: the game is over otherwise */
        return w->check == CP_MARK_NONE ? CP_OK : CP_CHECK_MARK_WRONG;
    if (w->check == CP_MARK_NONE && may_lack_marks(w))
        return CP_OK;
    if (w->has & CP_IS_ICN) {
        /* There + is any check, and # whatever ends the game. */
        if (w->check == CP_MARK_CHECK)
            return checks ? CP_OK : CP_CHECK_MARK_WRONG;
        return outcome == CP_OUTCOME_NONE ? CP_MATE_MARK_WRONG : CP_OK;
    }
    switch (w->check) {
    case CP_MARK_CHECK:
        return checks && !mate ? CP_OK : mate ? CP_MATE_MARK_MISSING : CP_CHECK_MARK_WRONG;
    case CP_MARK_DOUBLE: /* used for double check, and for mate */
        return checks > 1 || mate ? CP_OK : CP_CHECK_MARK_WRONG;
    case CP_MARK_MATE:
        return mate ? CP_OK : CP_MATE_MARK_WRONG;
    default:
        return mate ? CP_MATE_MARK_MISSING : checks ? CP_CHECK_MARK_MISSING : CP_OK;
    }
}

/* What must be written of an outcome where nobody has won. */
enum { FREE, DRAWN, DRAWN_LATE };

static const struct {
    const char *name, *words;
    uint8_t result;
} outcomes[] = {
#define CP_OUTCOME(NAME, name, result, words) [CP_OUTCOME_##NAME] = {name, words, result},
#include "rules/outcome.def"
#undef CP_OUTCOME
};

const char *cp_outcome_name(enum cp_outcome outcome)
{
    return outcomes[outcome].name;
}

const char *cp_outcome_words(enum cp_outcome outcome)
{
    return outcomes[outcome].words;
}

/* Nothing, an asterisk or a tag's question mark: nothing is claimed. */
static bool claims_nothing(cp_str text)
{
    return text.len == 0 || cp_str_is(text, "*") || cp_str_is(text, "?");
}

enum cp_diag cp_result_check(enum cp_outcome outcome, int winner, cp_str tag, cp_str marker,
                             struct cp_buf *detail)
{
    cp_str odd = !cp_is_result(marker) && marker.len ? marker : tag;
    if (!claims_nothing(odd) && !cp_is_result(odd)) {
        cp_buf_put(detail, odd);
        return CP_RESULT_ILLEGAL;
    }
    if (tag.len && marker.len && !cp_str_equal(tag, marker) && !cp_str_is(tag, "?")) {
        cp_buf_printf(detail, "the tag says %.*s, the end of the moves %.*s", CP_FMT(tag),
                      CP_FMT(marker));
        return claims_nothing(tag) || claims_nothing(marker) ? CP_RESULT_UNEVEN : CP_RESULT_SPLIT;
    }
    /* Against the only result it can be by the board. */
    cp_str said = marker.len ? marker : tag;
    uint8_t result = outcomes[outcome].result;
    const char *wanted = winner == CP_WHITE ? "1-0" : winner == CP_BLACK ? "0-1" : "1/2-1/2";
    if ((winner < 0 && result == FREE) || said.len == 0 || cp_str_is(said, wanted))
        return CP_OK;
    cp_buf_printf(detail, "%.*s, but %s stands on the board: %s", CP_FMT(said),
                  cp_outcome_name(outcome), wanted);
    if (claims_nothing(said))
        return CP_RESULT_LEFT_OPEN;
    return winner < 0 && result == DRAWN_LATE ? CP_RESULT_NOT_DRAWN : CP_RESULT_CONTRADICTED;
}

enum cp_outcome cp_termination_says(cp_str tag)
{
    static const struct {
        const char *word;
        enum cp_outcome outcome;
    } words[] = {{"mate", CP_OUTCOME_CHECKMATE},      {"mates", CP_OUTCOME_CHECKMATE},
                 {"mated", CP_OUTCOME_CHECKMATE},     {"checkmates", CP_OUTCOME_CHECKMATE},
                 {"checkmate", CP_OUTCOME_CHECKMATE}, {"checkmated", CP_OUTCOME_CHECKMATE},
                 {"stalemate", CP_OUTCOME_STALEMATE}, {"stalemated", CP_OUTCOME_STALEMATE}};
    for (size_t first = 0, end = 0; first < tag.len; first = end + 1) {
        end = cp_letters_end(tag, first);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (cp_str_like((cp_str){tag.at + first, end - first}, cp_str_from(words[i].word)))
                return words[i].outcome;
    }
    return CP_OUTCOME_NONE;
}

void cp_draws_note_repetition(struct cp_draws *d, uint32_t seen, uint32_t ply)
{
    if (d->threefold == CP_NEVER)
        d->threefold = ply;
    if (seen >= 5 && d->fivefold == CP_NEVER)
        d->fivefold = ply;
}

enum cp_outcome cp_draws_outcome(const struct cp_draws *d)
{
    if (d->dead != CP_NEVER)
        return CP_OUTCOME_DEAD_POSITION;
    if (d->fivefold != CP_NEVER)
        return CP_OUTCOME_FIVEFOLD;
    return d->seventyfive != CP_NEVER ? CP_OUTCOME_SEVENTYFIVE : CP_OUTCOME_NONE;
}
