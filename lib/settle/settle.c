/* SPDX-License-Identifier: MIT */
/* settle.c -- the steps in which a game is settled, in their order.
 *
 *     before its moves are read     its tags, checked
 *                                   the preset of an ICN (icn.c)
 *                                   its variant, by option or name (variants.c)
 *                                   else, of bare squares, the one that is assumed
 *                                   the letters of its pieces (languages.c), or, where it is
 *                                   not known yet, those of all variants
 *     behind them                   the language of its letters (languages.c)
 *                                   the one variant that has all its pieces (variants.c)
 *                                   rules and frame of options (variants.c)
 *                                   what was told when it was first read
 *                                   which of all messages go along with its record */
#include "settle/settle.h"

#include "settle/variants.h"
#include "text/tags.h"

/* ---- before its moves are read ---- */

/* Whether a game that names no variant writes squares without parentheses,
 * or so little that no plane needs to be thought of: castles, or has no moves. */
static bool is_bare_text(struct cp_run *run, const struct cp_game *g,
                         const struct cp_lookahead *ahead)
{
    const struct cp_variant *assumed = cp_variant_assumed(run);
    if (!assumed || g->start.len)
        return assumed && cp_start_is_bare(g->start);
    if (ahead->squares != CP_SEEN_NOTHING)
        return ahead->squares == CP_SEEN_BARE;
    const struct cp_notation *n = cp_notations_get(&run->notations, &assumed->alphabet);
    cp_str text = ahead->movetext, result;
    if (cp_result_scan(text, &result, NULL))
        return true;
    for (size_t dots; text.len; text = cp_str_skip(text, dots ? dots : 1)) {
        dots = cp_dots_scan(text);
        if (!dots && !cp_is_digit(text.at[0]) && !cp_is_space(text.at[0]))
            break;
    }
    struct cp_scanned ignored;
    return !text.len || text.at[0] == '[' || cp_notation_scan(n, run->ints, text, &ignored);
}

const struct cp_alphabet *cp_settle_alphabet(struct cp_run *run, struct cp_game *g,
                                             const struct cp_lookahead *ahead)
{
    const struct cp_icn *icn = ahead ? ahead->icn : NULL;
    const struct cp_variant **variant = &run->current.variant;
    const struct cp_alphabet *a = NULL;
    /* an ICN is its preset's game, or its position's; it is never guessed which */
    bool is_refused = icn && !cp_icn_name_variant(run, g, icn);
    bool has_bare_squares = icn     ? true
                            : ahead ? ahead->squares == CP_SEEN_BARE
                                    : cp_moves_are_bare(g);
    bool is_assumed = !icn && (ahead ? is_bare_text(run, g, ahead) : has_bare_squares);
    if (is_refused) {
        g->is_foreign = run->current.is_refused = true;
        return cp_run_foreign(run);
    }
    cp_result_tag_read(g, &run->diags);
    cp_tags_check(g, &run->diags);
    if (ahead && !g->variant.len && !cp_game_tag(g, "Variant").len)
        g->variant = cp_variant_of_titles(run, ahead);
    *variant = cp_variant_named(run, g);
    if (!*variant && !g->variant.len && is_assumed)
        *variant = cp_variant_assumed(run);
    g->black_begins = *variant && (*variant)->start.turn == CP_BLACK;
    if (*variant)
        a = cp_letters_alphabet(run, g, *variant);
    else if (!g->variant.len && !has_bare_squares)
        a = cp_run_joint(run);
    else {
        if (run->asked->takes_any_variant || !cp_icn_refuse_older(run, g, &run->diags))
            cp_variant_refuse(run, g, &run->diags);
        g->is_foreign = true;
        a = cp_run_foreign(run);
    }
    run->current.is_refused = !a || g->is_foreign;
    if (icn && *variant)
        cp_icn_take_rules(run, g, icn);
    else if (!ahead && *variant)
        cp_icn_check_start(run, g);
    return a;
}

/* ---- behind them ---- */

/* Whether it is told of the game's record as well, in which it shows. */
static bool shows_in_record(enum cp_diag kind)
{
    switch (kind) {
    case CP_MOVE_IN_DIALECT:
    case CP_NUMBER_UNUSUAL:
    case CP_NOT_A_MOVE:
    case CP_NOT_A_STEP:
    case CP_SQUARES_DIFFER:
    case CP_RESULT_WORDS:
    case CP_TAG_IDLE:
    case CP_VARIANT_UNKNOWN:
    case CP_VARIANT_UNSAID:
    case CP_PRESET_OLDER:
        return true;
    default:
        return false;
    }
}

/* What was told so far is kept with the game, so that its record gets the verdict that its text
 * got; what its record brought along was told again, and is not noted twice. */
static void note_told(struct cp_run *run, struct cp_game *g)
{
    struct cp_kinds brought = {{0}};
    struct cp_told **link = &g->told;
    for (; *link; link = &(*link)->next)
        cp_kinds_put(&brought, (*link)->kind);
    for (const struct cp_message *m = run->diags.first; m; m = m->next) {
        if (shows_in_record(m->kind) || cp_diag_level(m->kind) < CP_WARNING ||
            cp_kinds_has(&brought, m->kind))
            continue;
        *link = cp_arena_take(&run->record, sizeof **link);
        **link = (struct cp_told){NULL, m->kind, m->at.line, m->at.col};
        link = &(*link)->next;
    }
}

void cp_game_settle(struct cp_run *run, struct cp_game *g, bool is_good)
{
    bool is_refused = run->current.is_refused;
    is_good |= !is_refused && cp_letters_settle(run, g);
    bool is_known = !is_refused && cp_variant_settle(run, g) && cp_frame_settle(run, g);
    for (const struct cp_told *t = g->told; t; t = t->next)
        cp_diag_report_again(&run->diags, t->kind,
                             (cp_span){.file = g->file, .line = t->line, .col = t->col});
    if (is_known)
        cp_icn_settle_tag(run, g);
    note_told(run, g);
    if (!is_good || run->diags.errors || (!is_known && !run->asked->takes_any_variant))
        g->is_broken = true;
}
