/* SPDX-License-Identifier: MIT */
/* cp-convert -- the same games in another notation (forms/form.h), and the squares in
 * articles and letters. */
#include "forms/form.h"
#include "run/tool.h"
#include "settle/variants.h"

static const struct cp_of_all_games whole[] = {
    {"squares", NULL, "it reads no games"},
    {0},
};

static const struct cp_listing listings[] = {{"squares", NULL}, {0}};

/* With --squares nothing is read as a game: what is for games would do nothing. */
static bool check_prose(struct cp_run *run)
{
    static const char *const taken[] = {
        "squares", "far",     "to",           "ascii",    "frame",    "to-frame",    "shift",
        "output",  "variant", "variant-file", "encoding", "warnings", "diagnostics", NULL};
    const struct cp_options *o = &run->asked->options;
    const struct cp_conversion *s = run->asked->settings;
    const char *idle = cp_options_beside(o, taken);
    if (s->how.keeps_spelling)
        return cp_run_disagree(run, "--squares needs --to letters or --to numeric");
    if (s->form)
        return cp_run_disagree(run, "--squares is for prose, --to of text or records for games");
    if (!idle)
        return true;
    cp_diag_report(&run->own, CP_OPTION_IDLE, cp_run_span(run),
                   "--squares is for prose, and --%s for games", idle);
    return false;
}

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    const struct cp_options *o = &asked->options;
    struct cp_conversion *s = asked->settings;
    bool is_prose = cp_options_has(o, "squares");
    asked->conversion = s;
    if (!cp_conversion_read(s, run, o, &run->arena))
        return false;
    if (s->how.letters && s->form == CP_TO_PGN)
        cp_diag_report(&run->own, CP_LETTERS_FOREIGN, cp_run_span(run), "%s",
                       cp_options_get(o, "to-piece-letters"));
    asked->takes_any_variant = !cp_conversion_needs_rules(s);
    if (is_prose && !check_prose(run))
        return false;
    if (cp_options_has(o, "far") && !is_prose)
        return cp_run_disagree(run, "--far is for --squares");
    bool can_stamp = !is_prose && (!s->form || (cp_conversion_asks(s) & CP_IS_RECORD));
    if (cp_options_has(o, "stamp") && !can_stamp)
        return cp_run_disagree(run, "--stamp is for records: --to json or --to yaml");
    /* --frame alone could mean the frame of what is read or written, but for positions, whose
     * frame nothing changes: once it changed it */
    const char *frame = asked->frame_name;
    if (!frame || s->to_frame || (cp_conversion_asks(s) & CP_IS_POSITIONS))
        return true;
    cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run),
                   "--frame says how games are read; "
                   "to read and write in %s say --frame %s --to-frame %s",
                   frame, frame, frame);
    return false;
}

/* ---- prose ---- */

/* Frames of prose are those of --variant. */
static bool prose_shift(struct cp_run *run, cp_square *shift)
{
    const struct cp_conversion *s = run->asked->settings;
    const struct cp_frame *from, *to;
    if (!s->to_frame && !run->asked->frame_name)
        return true;
    if (!run->asked->variant)
        return cp_run_disagree(run, "frames of squares in prose need --variant");
    from = cp_variant_frame(run->asked->variant, cp_str_from(run->asked->frame_name));
    to = cp_variant_frame(run->asked->variant, cp_str_from(s->to_frame));
    if (!from || !to) {
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "the variant has no such frame, not \"%s\"",
                       from ? s->to_frame : run->asked->frame_name);
        return false;
    }
    cp_square plus = cp_square_shift(run->ints, *shift, from->shift);
    *shift = (cp_square){cp_int_sub(run->ints, plus.file, to->shift.file),
                         cp_int_sub(run->ints, plus.rank, to->shift.rank)};
    return true;
}

static bool instead(struct cp_run *run)
{
    const struct cp_conversion *s = run->asked->settings;
    struct cp_squares squares = {.ints = run->ints,
                                 .spelling = s->how.spelling,
                                 .shift = s->how.shift,
                                 .is_far = cp_options_has(&run->asked->options, "far")};
    if (!cp_options_has(&run->asked->options, "squares"))
        return false;
    if (s->how.is_ascii && squares.spelling == CP_LETTER)
        squares.spelling = CP_LETTER_ASCII;
    if (prose_shift(run, &squares.shift))
        cp_prose_rewrite(run, &squares);
    return true;
}

static const struct cp_tool tool = {
    .name = "cp-convert",
    .about = "Rewrites games in another notation: letters or numbers, another frame, long or\n"
             "short moves, text, YAML or JSON. What is not asked for stays as it is.",
    .options = cp_conversion_options,
    .whole = whole,
    .lists = listings,
    .habits = CP_READS_FRAMES | CP_STAMPS,
    .settings_size = sizeof(struct cp_conversion),
    .begin = begin,
    .instead = instead,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
