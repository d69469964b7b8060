/* SPDX-License-Identifier: MIT */
#include "forms/form.h"

#include "settle/judge.h"
#include "settle/settle.h"
#include "settle/variants.h"
#include "text/starts/start.h"
#include "text/tags.h"
#include "text/writer.h"

static const struct cp_form forms[] = {
#define CP_FORM(number, word, suffixes, needs, holds, style, unfit, write)                         \
    {word, needs, holds, style, unfit, write},
#include "forms/form.def"
#undef CP_FORM
};
static const struct cp_word words[] = {{"letters", CP_TO_LETTERS},
                                       {"numeric", CP_TO_NUMERIC},
#define CP_FORM(number, word, suffixes, needs, holds, style, unfit, write) {word, CP_##number},
#include "forms/form.def"
#undef CP_FORM
                                       {0}};
const struct cp_word cp_form_suffixes[] = {
#define CP_FORM(number, word, suffixes, needs, holds, style, unfit, write) {suffixes, CP_##number},
#include "forms/form.def"
#undef CP_FORM
    {0}};
static const struct cp_values word_values = {
    .words = words, .suffixes = cp_form_suffixes, .adds_up = true};
static const struct cp_word styles[] = {{"long", CP_LONG},  {"short", CP_SHORT}, {"san", CP_SHORT},
                                        {"uci", CP_ENGINE}, {"keep", CP_KEEP},   {0}};
static const struct cp_word facts[] = {
    {"game", CP_WITH_GAME}, {"ply", CP_WITH_PLY}, {"move", CP_WITH_MOVE}, {0}};

const struct cp_option cp_conversion_options[] = {
    {"to", 0, "FORM", &word_values, "Converting",
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
    {"to-piece-letters", 0, "LANG", CP_ONE_OF(cp_letters_words), "Converting",
     "of pieces in moves, for people: de, fr, ..., figurines;\nwith --to text, or pgn"},
    {"ascii", 0, NULL, NULL, "Converting", "write the zero file as 0 instead of φ"},
    {"squares", 0, NULL, NULL, "Converting",
     "rewrite the squares in any prose (with --to letters\n"
     "or numeric); all else stays byte for byte"},
    {"far", 0, NULL, NULL, "Converting",
     "with --squares: whatever could be a square is one,\nlong words with numbers too: (fig3)"},
    {0},
};

const struct cp_option cp_form_options[] = {
    {"to", 0, "FORM", &word_values, "Writing",
     "write games so instead of as records (the default for\n-o NAME.pgn and so on), as cp-convert "
     "does"},
    {0},
};

/* ---- what is asked for ---- */

const struct cp_form *cp_form_of(enum cp_form_number number)
{
    return &forms[number - 1];
}

unsigned cp_conversion_asks(const struct cp_conversion *c)
{
    return c->form ? cp_form_of(c->form)->needs : 0;
}

static bool take_form(struct cp_run *run, struct cp_conversion *s, enum cp_form_number form)
{
    if (form == CP_TO_LETTERS || form == CP_TO_NUMERIC) {
        enum cp_spelling spelling = form == CP_TO_LETTERS ? CP_LETTER : CP_NUMERIC;
        if (!s->how.keeps_spelling && s->how.spelling != spelling)
            return cp_run_disagree(run, "--to letters, --to numeric");
        s->respells = true;
        s->how.keeps_spelling = false;
        s->how.spelling = spelling;
        return true;
    }
    if (s->form && s->form != form)
        return cp_run_disagree(run, "--to writes one form, but for letters or numeric beside it");
    s->form = form;
    return true;
}

/* Positions are of plies, and in one notation only. */
static bool read_plies(struct cp_run *run, struct cp_conversion *s, const struct cp_options *o,
                       struct cp_arena *arena)
{
    const char *plies = cp_options_get(o, "ply");
    bool is_of_positions = cp_conversion_asks(s) & CP_IS_POSITIONS;
    s->with = cp_options_words(o, "with");
    for (const char *const *name = (const char *const[]){"ply", "with", "where-there", NULL}; *name;
         name++)
        if (cp_options_has(o, *name) && !is_of_positions) {
            cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run),
                           "--%s needs --to fen or --to epd", *name);
            return false;
        }
    if (s->respells && is_of_positions)
        return cp_run_disagree(run, "--to fen and --to epd leave no choice of squares or style");
    if (cp_options_has(o, "where-there") && !plies)
        return cp_run_disagree(run, "--where-there goes with --ply");
    if (!cp_plies_parse(&s->plies, arena, cp_str_from(plies ? plies : "last")))
        return cp_run_refuse_value(run, "ply", plies, CP_PLIES_TAKEN);
    s->plies.where_there = cp_options_has(o, "where-there");
    return true;
}

/* Spelling and most forms need no variant; frames are a variant's, and so is what leaves them. */
bool cp_conversion_needs_rules(const struct cp_conversion *s)
{
    return s->style != CP_KEEP || s->to_frame || s->shifts ||
           (cp_conversion_asks(s) & CP_NEEDS_RULES);
}

bool cp_conversion_read(struct cp_conversion *s, struct cp_run *run, const struct cp_options *o,
                        struct cp_arena *arena)
{
    const char *shift = cp_options_get(o, "shift");
    s->how.keeps_spelling = true;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "to", g));)
        if (!take_form(run, s, (enum cp_form_number)g->bits))
            return false;
    unsigned needs = cp_conversion_asks(s);
    bool is_numeric = !s->how.keeps_spelling && s->how.spelling == CP_NUMERIC;
    s->style = (enum cp_style)cp_options_choice(o, "style",
                                                s->form ? cp_form_of(s->form)->style : CP_KEEP);
    if (needs & CP_NEEDS_BARE) {
        s->respells = s->how.has_fen = true;
        s->is_bare = s->how.keeps_spelling;
        s->how.spelling = s->is_bare ? CP_LETTER : s->how.spelling;
        s->how.keeps_spelling = false;
    }
    s->how.is_ascii = cp_options_has(o, "ascii");
    s->how.letters = cp_letters_asked(o);
    if (s->how.letters && s->form != CP_TO_TEXT && s->form != CP_TO_PGN)
        return cp_run_disagree(run, "--to-piece-letters is for people: --to text, or --to pgn");
    s->respells |= s->how.letters != NULL;
    s->to_frame = cp_options_get(o, "to-frame");
    s->shifts = shift != NULL;
    if (shift) {
        const char *comma = strchr(shift, ',');
        cp_str dx = {shift, comma ? (size_t)(comma - shift) : 0};
        if (!comma || !cp_int_parse(run->ints, &s->how.shift.file, dx) ||
            !cp_int_parse(run->ints, &s->how.shift.rank, cp_str_from(comma + 1)))
            return cp_run_refuse_value(run, "shift", shift, "two whole numbers: DX,DY");
    }
    s->respells |= s->how.is_ascii || s->to_frame || shift || s->style != CP_KEEP;
    if (s->how.is_ascii && is_numeric)
        return cp_run_disagree(run, "--ascii is for letters, --to numeric writes none");
    if (s->style == CP_ENGINE && is_numeric)
        return cp_run_disagree(run, "--style uci is of letters, --to numeric writes none");
    if ((needs & CP_HAS_SQUARES) && (s->how.is_ascii || !s->how.keeps_spelling))
        return cp_run_disagree(run, "ICN has its own squares: leave out --to letters, --to "
                                    "numeric and --ascii");
    if ((needs & CP_HAS_SQUARES) && s->style != CP_KEEP && s->style != CP_LONG)
        return cp_run_disagree(run, "ICN is dressed by --style long, or has its squares alone");
    s->is_forced = cp_options_has(o, "force");
    if (s->is_forced && !(needs & CP_NEEDS_BARE))
        return cp_run_disagree(run, "--force is for --to pgn");
    if ((needs & CP_NEEDS_BARE) && is_numeric && !s->is_forced)
        return cp_run_disagree(run, "PGN has its squares in letters: leave out --to numeric, or "
                                    "let --force write what other programs cannot read");
    return read_plies(run, s, o, arena);
}

/* ---- squares and style ---- */

bool cp_conversion_rewrite(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g)
{
    struct cp_respelling how = s->how;
    const enum cp_spelling *spelling = s->how.keeps_spelling ? NULL : &s->how.spelling;
    bool is_settled = cp_run_is_settled(run);
    if (s->style != CP_KEEP && !cp_game_restyle(run, g, s->style, spelling))
        return false;
    if (!s->respells)
        return true;
    if (!is_settled && cp_moves_are_bare(g)) {
        cp_diag_report(&run->diags, CP_VARIANT_UNKNOWN, cp_node_span(g, NULL),
                       "\"%.*s\", and squares without parentheses need one", CP_FMT(g->variant));
        return true;
    }
    if (is_settled) { /* without a variant squares are only spelt */
        if (!cp_game_can_shift(run, g, how.shift))
            return false;
        cp_run_find_frame(run, g); /* letters would be taken for the default frame's */
        cp_game_leave_frame(run, g, how.shift);
        if (s->to_frame && !cp_game_reframe(run, g, cp_str_from(s->to_frame), &how.shift))
            return false;
    }
    cp_game_respell(run, g, &how);
    bool is_numeric = !s->how.keeps_spelling && s->how.spelling == CP_NUMERIC;
    if (is_settled && !g->frame.len && (s->to_frame || is_numeric))
        cp_run_name_frame(run, g);
    return true;
}

/* Whether g has what only ICN and records can hold: a record's moves may be spelt so, too. */
static bool is_of_icn(const struct cp_run *run, const struct cp_game *g)
{
    return g->icn.len || (run->shape != CP_SHAPE_TEXT && cp_icn_is_in(g));
}

/* The same of what was ICN, whose moves may be any man's: they are long, and the start a list. */
static bool rewrite_icn(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g)
{
    struct cp_conversion like = *s;
    if (!cp_run_is_settled(run) && !run->diags.errors)
        cp_diag_report(&run->diags, g->variant.len ? CP_VARIANT_UNKNOWN : CP_VARIANT_UNSAID,
                       cp_node_span(g, NULL), "\"%.*s\", and moves of ICN stay as they are",
                       CP_FMT(g->variant));
    if (cp_run_is_settled(run) && like.style == CP_KEEP && cp_icn_is_in(g))
        like.style = CP_LONG;
    like.respells |= cp_run_is_settled(run);
    return cp_conversion_rewrite(&like, run, g);
}

/* ---- text and records ---- */

bool cp_record_form_write(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g)
{
    run->current.writes_yaml = s->form == CP_TO_YAML;
    if (!s->respells || !is_of_icn(run, g))
        return cp_conversion_rewrite(s, run, g);
    struct cp_losses losses = cp_losses_of(run, g);
    cp_icn_leave(&losses);
    cp_losses_end(&losses);
    return rewrite_icn(s, run, g);
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

bool cp_text_write(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g)
{
    struct cp_losses losses = cp_losses_of(run, g);
    unsigned holds = cp_form_of(s->form)->holds;
    bool is_pgn = s->form == CP_TO_PGN, was_icn = cp_icn_is_start(g->start) || is_of_icn(run, g);
    if (was_icn)
        cp_icn_leave(&losses);
    if (!(was_icn ? rewrite_icn : cp_conversion_rewrite)(s, run, g)) {
        cp_losses_end(&losses);
        return false;
    }
    cp_str said = cp_variant_tag_put_unknown(g), ignored;
    if (said.len)
        cp_buf_printf(
            cp_losses_left(&losses),
            "the tag Variant %.*s, for the record's variant is %.*s, and neither is known",
            cp_str_shown(said), said.at, cp_str_shown(g->variant), g->variant.at);
    cp_losses_find_in_text(&losses, holds);
    cp_losses_find(&losses, holds);
    if (is_pgn)
        (void)cp_result_report(run, g, CP_OUTCOME_NONE, -1, &ignored);
    struct cp_writing how = {.is_pgn = is_pgn,
                             .is_unsaid = is_unsaid(run, g),
                             .notation = cp_run_notation(run),
                             .marks_last =
                                 run->current.variant && run->current.variant->alphabet.marks_last};
    cp_losses_alter_comments(&losses, cp_game_write(&run->output.text, g, &how));
    cp_losses_end(&losses);
    return false;
}

/* ---- any form ---- */

/* Moves that are two bare squares side by side. */
const char *cp_bare_unfit(const struct cp_variant *v)
{
    const struct cp_alphabet *a = &v->alphabet;
    if (!a->bounded)
        return v->has_border ? "a plane for its board, within a border" : "a board without edges";
    if (!cp_alphabet_is_bare(a))
        return "squares that need parentheses";
    return cp_alphabet_has_steps(a) ? "moves of several steps" : NULL;
}

/* Whether g can be read back from what is asked for; else it is reported. */
static bool can_be_read(const struct cp_conversion *s, struct cp_run *run, const struct cp_game *g)
{
    const struct cp_variant *v = run->current.variant;
    const struct cp_form *form = s->form ? cp_form_of(s->form) : NULL;
    bool has_unfit = form && form->unfit && !(form->needs & CP_HAS_SQUARES) && !s->is_forced;
    const char *why = s->style == CP_ENGINE ? cp_bare_unfit(v) : has_unfit ? form->unfit(v) : NULL;
    if (!why)
        return true;
    /* what the site has within a border may be a board here, of the same name */
    struct cp_variant *like =
        v->has_border ? cp_variants_find(&run->asked->variants, cp_variant_name_there(v)) : NULL;
    if (like)
        cp_variant_wake(like, &run->arena, run->ints);
    cp_str board = like && like->bounded ? like->id : (cp_str){0};
    cp_diag_report(&run->diags, CP_UNFIT, cp_node_span(g, NULL), "%.*s has %s%s%.*s%s",
                   CP_FMT(v->name), why, board.len ? ": --variant " : "", CP_FMT(board),
                   board.len ? " plays it on one with edges" : "");
    return false;
}

/* Moves that cannot be converted are reported and stay as they are: what the game
 * says elsewhere is not lost. Only a game whose start or frame cannot be made out
 * is left out when that matters. */
bool cp_conversion_apply(const struct cp_conversion *asked, struct cp_run *run, struct cp_game *g)
{
    struct cp_conversion s = *asked;
    const struct cp_variant *v = run->current.variant;
    const struct cp_node *first = g->moves.first;
    if (s.is_bare && v && v->alphabet.native != CP_BARE)
        s.how.keeps_spelling = true;
    if (first && first->is_bad && !g->tags && !s.how.keeps_spelling)
        cp_diag_report(&run->diags, CP_PROSE_PERHAPS, cp_node_span(g, first), "%.*s",
                       CP_FMT(first->text));
    bool is_of_positions = cp_conversion_asks(&s) & CP_IS_POSITIONS;
    if (!is_of_positions &&
        (cp_run_is_settled(run) ? !can_be_read(&s, run, g) : cp_conversion_needs_rules(&s)))
        return false; /* reported */
    /* as it was read, if it is asked for as ICN has it: one spelling, one frame (R-ICN-6) */
    const struct cp_frame *frame =
        v && s.to_frame ? cp_variant_frame(v, cp_str_from(s.to_frame)) : NULL;
    bool is_like_icn = s.how.keeps_spelling && (s.style == CP_KEEP || s.style == CP_LONG) &&
                       (!frame || frame == cp_icn_frame(v));
    if (!s.form)
        s.form = run->shape == CP_SHAPE_JSON                                ? CP_TO_JSON
                 : run->shape == CP_SHAPE_YAML                              ? CP_TO_YAML
                 : run->shape == CP_SHAPE_TEXT && g->icn.len && is_like_icn ? CP_TO_ICN
                                                                            : CP_TO_TEXT;
    return cp_form_of(s.form)->write(&s, run, g);
}
