/* SPDX-License-Identifier: MIT */
#include "tool/conversion.h"

#include "text/start.h"
#include "text/writer.h"
#include "tool/icn.h"
#include "tool/icn_kept.h"
#include "tool/judge.h"
#include "tool/play.h"
#include "tool/variants.h"

static const struct cp_word forms[] = {{"letters", CP_TO_LETTERS}, {"numeric", CP_TO_NUMERIC},
                                       {"text", CP_TO_TEXT},       {"pgn", CP_TO_PGN},
                                       {"icn", CP_TO_ICN},         {"yaml", CP_TO_YAML},
                                       {"json", CP_TO_JSON},       {"fen", CP_TO_FEN},
                                       {"epd", CP_TO_EPD},         {0}};
static const struct cp_word styles[] = {{"long", CP_LONG},  {"short", CP_SHORT}, {"san", CP_SHORT},
                                        {"uci", CP_ENGINE}, {"keep", CP_KEEP},   {0}};

static const struct cp_word facts[] = {
    {"game", CP_WITH_GAME}, {"ply", CP_WITH_PLY}, {"move", CP_WITH_MOVE}, {0}};

const struct cp_option cp_conversion_options[] = {
    {"to", 0, "FORM", CP_EACH_OF(forms), "Converting",
     "squares in letters or numbers, or games as text, PGN\n"
     "for other programs, ICN, YAML or JSON Lines; give it\ntwice for both; fen, epd: positions, a "
     "line each"},
    {"ply", 'p', "LIST", CP_OFFERS_LIST("last all white black marked"), "Converting",
     "which positions of a game --to fen and epd write:\nlast (the default), all, white, black, "
     "marked, places\nin variations (12.1.3), or a list: 0,3-5,6w,last"},
    {"where-there", 0, NULL, NULL, "Converting", "say nothing of games that lack such a ply"},
    {"with", 0, "LIST", CP_LIST_OF(facts), "Converting",
     "of each position its game, ply or move too: in columns\nin front, in EPD as operations"},
    {"style", 0, "STYLE", CP_ONE_OF(styles), "Converting",
     "write where a piece comes from: always, or only where\nneeded (default: keep it as it is)"},
    {"force", 0, NULL, NULL, "Converting", "write PGN of games that other programs cannot read"},
    {"to-frame", 0, "NAME", CP_NAME_OF(cp_variants_put_frames), "Converting",
     "count squares from another (1,1): diagram, classical"},
    {"shift", 0, "DX,DY", NULL, "Converting", "move every square by so many files and ranks"},
    {"ascii", 0, NULL, NULL, "Converting", "write the zero file as 0 instead of φ"},
    {"squares", 0, NULL, NULL, "Converting",
     "rewrite the squares in any prose (with --to letters\n"
     "or numeric); all else stays byte for byte"},
    {"far", 0, NULL, NULL, "Converting",
     "with --squares: whatever could be a square is one,\nlong words with numbers too: (fig3)"},
    {0},
};

/* ---- what is asked for ---- */

static bool parse_shift(struct cp_run *run, const char *text, cp_square *out)
{
    const char *comma = strchr(text, ',');
    cp_str dx = {text, comma ? (size_t)(comma - text) : 0};
    return (comma && cp_int_parse(run->ints, &out->file, dx) &&
            cp_int_parse(run->ints, &out->rank, cp_str_from(comma + 1))) ||
           cp_run_refuse_value(run, "shift", text, "two whole numbers: DX,DY");
}

static bool take_spelling(struct cp_run *run, struct cp_conversion *s, enum cp_spelling spelling)
{
    if (!s->how.keeps_spelling && s->how.spelling != spelling)
        return cp_run_disagree(run, "--to letters, --to numeric");
    s->respells = true;
    s->how.keeps_spelling = false;
    s->how.spelling = spelling;
    return true;
}

static bool take_form(struct cp_run *run, struct cp_conversion *s, enum cp_form form)
{
    if (form == CP_TO_LETTERS || form == CP_TO_NUMERIC)
        return take_spelling(run, s, form == CP_TO_LETTERS ? CP_LETTER : CP_NUMERIC);
    if (s->container && s->container != form)
        return cp_run_disagree(run, "--to writes one of text, pgn, icn, yaml, json, fen and epd");
    s->container = form;
    return true;
}

/* Positions are of plies, and in one notation only. */
static bool read_plies(struct cp_run *run, struct cp_conversion *s, const struct cp_options *o,
                       struct cp_arena *arena)
{
    const char *plies = cp_options_get(o, "ply");
    s->fens.is_epd = s->container == CP_TO_EPD;
    s->fens.with = cp_options_words(o, "with");
    for (const char *const *name = (const char *const[]){"ply", "with", "where-there", NULL}; *name;
         name++)
        if (cp_options_has(o, *name) && !cp_conversion_is_of_positions(s)) {
            cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run),
                           "--%s needs --to fen or --to epd", *name);
            return false;
        }
    if (s->respells && cp_conversion_is_of_positions(s))
        return cp_run_disagree(run, "--to fen and --to epd leave no choice of squares or style");
    if (cp_options_has(o, "where-there") && !plies)
        return cp_run_disagree(run, "--where-there goes with --ply");
    if (!cp_plies_parse(&s->fens.plies, arena, cp_str_from(plies ? plies : "last")))
        return cp_run_refuse_value(run, "ply", plies, CP_PLIES_TAKEN);
    s->fens.plies.where_there = cp_options_has(o, "where-there");
    return true;
}

/* Spelling and containers need no variant; frames are a variant's, and so is what leaves
 * them. */
bool cp_conversion_needs_rules(const struct cp_conversion *s)
{
    return s->style != CP_KEEP || s->to_frame || s->shifts || s->container == CP_TO_PGN ||
           cp_conversion_is_of_positions(s);
}

/* What the container asks for besides. */
static void take_pgn(struct cp_conversion *s)
{
    s->respells = s->how.has_fen = true;
    s->is_bare = s->how.keeps_spelling;
    if (s->is_bare) {
        s->how.keeps_spelling = false;
        s->how.spelling = CP_LETTER;
    }
}

bool cp_conversion_read(struct cp_conversion *s, struct cp_run *run, const struct cp_options *o,
                        struct cp_arena *arena)
{
    s->how.keeps_spelling = true;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "to", g));)
        if (!take_form(run, s, (enum cp_form)g->bits))
            return false;
    s->style = (enum cp_style)cp_options_choice(o, "style",
                                                s->container == CP_TO_PGN ? CP_SHORT : CP_KEEP);
    if (s->container == CP_TO_PGN)
        take_pgn(s);
    s->how.is_ascii = cp_options_has(o, "ascii");
    s->to_frame = cp_options_get(o, "to-frame");
    const char *shift = cp_options_get(o, "shift");
    s->shifts = shift != NULL;
    if (shift && !parse_shift(run, shift, &s->how.shift))
        return false;
    s->respells |= s->how.is_ascii || s->to_frame || shift || s->style != CP_KEEP;
    if (s->how.is_ascii && !s->how.keeps_spelling && s->how.spelling == CP_NUMERIC)
        return cp_run_disagree(run, "--ascii is for letters, --to numeric writes none");
    if (s->style == CP_ENGINE && !s->how.keeps_spelling && s->how.spelling == CP_NUMERIC)
        return cp_run_disagree(run, "--style uci is of letters, --to numeric writes none");
    if (s->container == CP_TO_ICN && (s->how.is_ascii || !s->how.keeps_spelling))
        return cp_run_disagree(run, "ICN has its own squares: leave out --to letters, --to "
                                    "numeric and --ascii");
    if (s->container == CP_TO_ICN && s->style != CP_KEEP && s->style != CP_LONG)
        return cp_run_disagree(run, "ICN is dressed by --style long, or has its squares alone");
    s->is_forced = cp_options_has(o, "force");
    if (s->is_forced && s->container != CP_TO_PGN)
        return cp_run_disagree(run, "--force is for --to pgn");
    if (s->container == CP_TO_PGN && s->how.spelling == CP_NUMERIC && !s->is_forced)
        return cp_run_disagree(run, "PGN has its squares in letters: leave out --to numeric, or "
                                    "let --force write what other programs cannot read");
    return read_plies(run, s, o, arena);
}

/* ---- games ---- */

static bool is_nowhere(cp_square shift)
{
    return cp_square_equal(shift, (cp_square){CP_INT(0), CP_INT(0)});
}

static bool can_shift(const struct cp_conversion *s, struct cp_run *run, const struct cp_game *g)
{
    if (!run->current.variant->bounded || is_nowhere(s->how.shift))
        return true;
    cp_diag_report(&run->diags, CP_SHIFT_BOUNDED, cp_node_span(g, NULL), "%s", "");
    return false;
}

/* What must be added to g's squares; names the frame they are in then. Without a variant
 * squares are only spelt. */
static bool settle_shift(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g,
                         struct cp_respelling *how)
{
    *how = s->how;
    if (!cp_run_is_settled(run))
        return true;
    if (!can_shift(s, run, g))
        return false;
    cp_run_find_frame(run, g); /* letters would be taken for the default frame's */
    cp_game_leave_frame(run, g, how->shift);
    return !s->to_frame || cp_game_reframe(run, g, cp_str_from(s->to_frame), &how->shift);
}

/* ICN has one spelling and one frame (R-ICN-6), and is dressed or not. */
static bool is_like_icn(const struct cp_conversion *s, const struct cp_variant *v)
{
    const struct cp_frame *frame =
        v && s->to_frame ? cp_variant_frame(v, cp_str_from(s->to_frame)) : NULL;
    return s->how.keeps_spelling && (s->style == CP_KEEP || s->style == CP_LONG) &&
           (!frame || frame == cp_icn_frame(v));
}

static enum cp_form container_of(const struct cp_conversion *s, const struct cp_run *run,
                                 const struct cp_game *g)
{
    if (s->container)
        return s->container;
    if (run->shape == CP_SHAPE_TEXT && g->icn.len && is_like_icn(s, run->current.variant))
        return CP_TO_ICN;
    return run->shape == CP_SHAPE_JSON   ? CP_TO_JSON
           : run->shape == CP_SHAPE_YAML ? CP_TO_YAML
                                         : CP_TO_TEXT;
}

/* Bare squares show the variant that is assumed of them. */
static bool is_unsaid(const struct cp_run *run, const struct cp_game *g)
{
    bool is_nothing = !g->moves.first && !g->start.len;
    const struct cp_node *first = g->moves.first;
    bool is_clear = first && first->is_read && (first->move.has & CP_HAS_TO);
    bool is_doubtful =
        run->shape != CP_SHAPE_TEXT && !g->start.len && (g->is_broken || !(is_nothing || is_clear));
    const struct cp_variant *v = run->current.variant;
    return v && cp_variant_is_understood(run, v) && !is_doubtful &&
           (is_nothing || cp_moves_are_bare(g));
}

/* Why a game has no moves that are two bare squares side by side; NULL: it has. */
static const char *why_not_bare(const struct cp_variant *v)
{
    const struct cp_alphabet *a = &v->alphabet;
    if (!a->bounded)
        return v->has_border ? "a plane for its board, within a border" : "a board without edges";
    if (!cp_alphabet_is_bare(a))
        return "squares that need parentheses";
    return cp_alphabet_has_steps(a) ? "moves of several steps" : NULL;
}

/* What the site has within a border may be a board here, of the same name; empty: it is none. */
static cp_str board_like(struct cp_run *run, const struct cp_variant *v)
{
    struct cp_variant *like =
        v->has_border ? cp_variants_find(&run->asked->variants, cp_variant_name_there(v)) : NULL;
    if (like)
        cp_variant_wake(like, &run->arena, run->ints);
    return like && like->bounded ? like->id : (cp_str){0};
}

/* Whether g can be read back from what is asked for; else it is reported. */
static bool can_be_read(const struct cp_conversion *s, struct cp_run *run, const struct cp_game *g)
{
    const struct cp_variant *v = run->current.variant;
    const char *why = why_not_bare(v);
    enum cp_diag kind = s->style == CP_ENGINE                        ? CP_UCI_UNFIT
                        : s->container == CP_TO_PGN && !s->is_forced ? CP_PGN_UNFIT
                                                                     : CP_OK;
    if (!why || !kind)
        return true;
    cp_str board = board_like(run, v);
    cp_diag_report(&run->diags, kind, cp_node_span(g, NULL), "%.*s has %s%s%.*s%s", CP_FMT(v->name),
                   why, board.len ? ": --variant " : "", CP_FMT(board),
                   board.len ? " plays it on one with edges" : "");
    return false;
}

static void put_unknown_name(struct cp_run *run, struct cp_game *g)
{
    cp_str said = cp_variant_tag_put_unknown(g);
    if (said.len)
        cp_diag_report(
            &run->diags, CP_LEFT_OUT, cp_node_span(g, NULL),
            "the tag Variant %.*s, for the record's variant is %.*s, and neither is known",
            cp_str_shown(said), said.at, cp_str_shown(g->variant), g->variant.at);
}

/* Text is written here; true where a record is to be. */
static bool put(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g)
{
    cp_str ignored;
    enum cp_form container = container_of(s, run, g);
    run->current.writes_yaml = container == CP_TO_YAML;
    if (container != CP_TO_TEXT && container != CP_TO_PGN)
        return true;
    put_unknown_name(run, g);
    cp_left_out_report(run, g, container == CP_TO_PGN);
    if (container == CP_TO_PGN) {
        (void)cp_result_report(run, g, CP_OUTCOME_NONE, -1, &ignored);
        cp_variations_fold(run, g);
    }
    struct cp_writing how = {.is_pgn = container == CP_TO_PGN,
                             .is_unsaid = is_unsaid(run, g),
                             .notation = cp_run_notation(run),
                             .marks_last =
                                 run->current.variant && run->current.variant->alphabet.marks_last};
    cp_altered_report(run, g, cp_game_write(&run->output.text, g, &how));
    return false;
}

/* Numbers that were letters, or of another frame. */
static bool has_other_squares(const struct cp_conversion *s)
{
    return s->to_frame || (!s->how.keeps_spelling && s->how.spelling == CP_NUMERIC);
}

/* In the squares and the style that are asked for. */
static bool rewrite(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g)
{
    struct cp_respelling how;
    const enum cp_spelling *spelling = s->how.keeps_spelling ? NULL : &s->how.spelling;
    if (s->style != CP_KEEP && !cp_game_restyle(run, g, s->style, spelling))
        return false;
    if (s->respells && !cp_run_is_settled(run) && cp_moves_are_bare(g)) {
        cp_diag_report(&run->diags, CP_VARIANT_UNKNOWN, cp_node_span(g, NULL),
                       "\"%.*s\", and squares without parentheses need one", CP_FMT(g->variant));
        return put(s, run, g);
    }
    if (s->respells) {
        if (!settle_shift(s, run, g, &how))
            return false;
        cp_game_respell(run, g, &how);
        if (cp_run_is_settled(run) && !g->frame.len && has_other_squares(s))
            cp_run_name_frame(run, g);
    }
    return put(s, run, g);
}

/* Its moves and its start are written in the frame of ICN whatever they are in, and all of the
 * board is moved there; comments go along. */
static bool move_to_icn(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g,
                        cp_square by)
{
    struct cp_respelling how = {.keeps_spelling = true};
    const struct cp_variant *v = run->current.variant;
    if (!can_shift(s, run, g))
        return false;
    if (s->to_frame && !cp_variant_frame(v, cp_str_from(s->to_frame))) {
        cp_frame_refuse(run, g, cp_str_from(s->to_frame));
        return false;
    }
    cp_run_find_frame(run, g);
    if (!run->current.frame)
        return true; /* told where the game is played */
    cp_square back = cp_square_negate(run->ints, cp_icn_frame(v)->shift);
    how.shift =
        cp_square_shift(run->ints, cp_square_shift(run->ints, by, back), run->current.frame->shift);
    if (!is_nowhere(how.shift))
        cp_comments_respell(run, g, &how);
    return true;
}

/* What is no ICN yet is written with its set-up, which moves along there; but not where it comes
 * back to where that stands. */
static bool is_moved_first(struct cp_run *run, struct cp_game *g, cp_square by)
{
    if (is_nowhere(by))
        return false;
    if (g->icn.len)
        return true;
    cp_run_find_frame(run, g);
    return !g->start.len && cp_game_find_back(run, g, by);
}

/* What was ICN stays as it was otherwise. */
static bool write_icn(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g)
{
    struct cp_respelling how;
    struct cp_icn_how icn = {
        .is_dressed = s->style == CP_LONG, .by = s->how.shift, .number = cp_icn_first_number(g)};
    if (cp_run_is_settled(run) && is_moved_first(run, g, s->how.shift)) {
        bool is_lost = cp_icn_tell_lost(run, g, false, false);
        if (!settle_shift(s, run, g, &how))
            return false;
        cp_game_respell(run, g, &how);
        if (is_lost || g->start.len)
            cp_icn_forget_fields(g);
        icn.by = (cp_square){CP_INT(0), CP_INT(0)};
    }
    if (cp_run_is_settled(run) && !move_to_icn(s, run, g, icn.by))
        return false;
    cp_icn_write(run, g, &icn);
    return false;
}

/* Whether g has what only ICN and records can hold: a record's moves may be spelt so, too. */
static bool is_of_icn(const struct cp_run *run, const struct cp_game *g)
{
    return g->icn.len || (run->shape != CP_SHAPE_TEXT && cp_icn_is_in(g));
}

/* What was ICN has moves of any man: in text they are long, and the start a list. */
static bool leave_icn(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g,
                      bool is_text)
{
    struct cp_conversion like = *s;
    if (!cp_run_is_settled(run) && !run->diags.errors)
        cp_diag_report(&run->diags, g->variant.len ? CP_VARIANT_UNKNOWN : CP_VARIANT_UNSAID,
                       cp_node_span(g, NULL), "\"%.*s\", and moves of ICN stay as they are",
                       CP_FMT(g->variant));
    if (cp_run_is_settled(run) && like.style == CP_KEEP && cp_icn_is_in(g))
        like.style = CP_LONG;
    like.respells |= cp_run_is_settled(run);
    cp_icn_leave(run, g, is_text);
    return rewrite(&like, run, g);
}

/* Moves that cannot be converted are reported and stay as they are: what the game
 * says elsewhere is not lost. Only a game whose start or frame cannot be made out
 * is left out when that matters. */
bool cp_conversion_apply(const struct cp_conversion *asked, struct cp_run *run, struct cp_game *g)
{
    struct cp_conversion here = *asked, *s = &here;
    const struct cp_variant *v = run->current.variant;
    if (s->is_bare && v && v->alphabet.native != CP_BARE)
        s->how.keeps_spelling = true;
    const struct cp_node *first = g->moves.first;
    if (first && first->is_bad && !g->tags && !s->how.keeps_spelling)
        cp_diag_report(&run->diags, CP_PROSE_PERHAPS, cp_node_span(g, first), "%.*s",
                       CP_FMT(first->text));
    if (cp_conversion_is_of_positions(s)) {
        cp_fens_write(run, g, &s->fens);
        return false;
    }
    if (cp_run_is_settled(run) ? !can_be_read(s, run, g) : cp_conversion_needs_rules(s))
        return false; /* reported */
    enum cp_form container = container_of(s, run, g);
    if (container == CP_TO_ICN)
        return write_icn(s, run, g);
    bool is_text = container == CP_TO_TEXT || container == CP_TO_PGN;
    if (is_text && cp_icn_is_start(g->start))
        return leave_icn(s, run, g, is_text);
    if ((is_text || s->respells) && is_of_icn(run, g))
        return leave_icn(s, run, g, is_text);
    return rewrite(s, run, g);
}
