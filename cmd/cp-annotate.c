/* SPDX-License-Identifier: MIT */
/* cp-annotate -- adds what the rules and a person know of a game, and takes
 * annotations out. In this order: strip, notes, add, number; so what is stripped
 * and added in one run is there once. */
#include "annotate/annotate.h"
#include "annotate/openings.h"
#include "base/yaml.h"
#include "game/annotation.h"
#include "run/tool.h"
#include "settle/play.h"

struct settings {
    struct cp_opening_list openings; /* ours, or those of --openings */
    unsigned adds, strips;           /* sets of enum cp_annotation */
    unsigned numbering;              /* enum cp_numbering, or NUMBER_NONE */
};

struct state {
    struct cp_notebook notes; /* all files'; it remembers which were used */
    struct cp_openings openings;
};

enum { NUMBER_NONE = CP_NUMBER_MOVES + 1 };
static const struct cp_word numberings[] = {
    {"plies", CP_NUMBER_PLIES}, {"moves", CP_NUMBER_MOVES}, {"none", NUMBER_NONE}, {0}};

static const struct cp_option options[] = {
    {"add", 'a', "WORDS", CP_LIST_OF(cp_add_words), "Annotating",
     "what to add: check,capture (marks),\nfalls,removals; opening (tags); opening-remark,\n"
     "repetition,material,remote,legal-count,clocks,\nko (comments)"},
    {"notes", 'n', "FILE", CP_SEVERAL, "Annotating",
     "write a person's notes (YAML) into the games"},
    {"openings", 0, "FILE", NULL, "Annotating",
     "the openings' names and moves, instead of our own:\neco, name and moves, with tabs between"},
    {"number", 0, "STYLE", CP_ONE_OF(numberings), "Annotating",
     "number every move in a comment; none takes them out"},
    {"strip", 's', "WORDS", CP_LIST_OF(cp_strip_words), "Annotating",
     "take out comments,nags,variations,clocks,evals,\nmarks,verdict,unknown,repetition,"
     "material,\nremote,legal-count,numbers,falls,removals,ko,opening,\nadded,all"},
    {0},
};

static const struct cp_of_all_games whole[] = {
    {"notes", NULL,
     "what fits no game is known at the end: add notes in one process, before or after"},
    {0},
};

/* ---- notes ---- */

static bool read_notes(struct cp_run *run, struct cp_notebook *notes)
{
    bool good = true;
    for (const struct cp_given *g = NULL;
         (g = cp_options_next(&run->asked->options, "notes", g));) {
        struct cp_value *v;
        cp_str text;
        if (!cp_file_read(&run->arena, &run->own, g->value, &text)) {
            good = false;
        } else if (!cp_yaml_parse(&v, &run->arena, text, g->value, &run->own) ||
                   !cp_notebook_parse(notes, &run->arena, run->ints, v, &run->own)) {
            cp_diag_report(&run->own, CP_FILE_BAD, cp_run_span(run), "%s", g->value);
            good = false;
        }
    }
    if (!good)
        cp_run_report(run, &run->own); /* the usage would be no help */
    cp_notebook_index(notes, &run->arena);
    return good;
}

/* ---- openings ---- */

static bool read_openings(struct cp_run *run, struct cp_opening_list *list)
{
    const char *file = cp_options_get(&run->asked->options, "openings");
    cp_str text = {cp_openings_text, cp_openings_length};
    bool good = !file || cp_file_read(&run->arena, &run->own, file, &text);
    good = good && cp_opening_list_parse(list, &run->arena, text, file, &run->own);
    if (!good)
        cp_run_report(run, &run->own);
    return good;
}

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    const struct cp_options *o = &asked->options;
    s->adds = cp_options_words(o, "add");
    s->strips = cp_options_words(o, "strip");
    s->numbering = cp_options_choice(o, "number", NUMBER_NONE);
    if (cp_options_has(o, "number"))
        s->strips |= CP_ANNOTATION_NUMBERS;
    if (cp_options_has(o, "notes"))
        asked->jobs = 1; /* notes count games from the first */
    bool names_openings = s->adds & (CP_ANNOTATION_OPENING | CP_ANNOTATION_OPENING_REMARK);
    if (cp_options_has(o, "openings")) {
        asked->jobs = 1; /* what is wrong with them is told once */
        if (!names_openings) {
            cp_diag_report(&run->own, CP_OPTION_IDLE, cp_run_span(run),
                           "--openings without --add opening, or opening-remark");
            return false;
        }
    }
    if (names_openings && !read_openings(run, &s->openings))
        return false;
    return read_notes(run, &((struct state *)run->state)->notes);
}

/* ---- every game ---- */

static bool each(struct cp_run *run, struct cp_game *g)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    state->openings.list = &s->openings;
    cp_strip_apply(g, s->strips);
    if (state->notes.pages) { /* their marks are held to the board's border, where it is known */
        struct cp_border border;
        bool has_border = cp_run_border(run, g, &border);
        cp_notebook_apply(&state->notes, g, run->games, has_border ? &border : NULL, &run->diags);
    }
    if (s->adds)
        cp_game_annotate(run, g, s->adds, &state->openings);
    if (s->numbering != NUMBER_NONE)
        cp_game_number(g, (enum cp_numbering)s->numbering);
    return true;
}

static void end(struct cp_run *run)
{
    const struct state *state = run->state;
    cp_notebook_check_used(&state->notes, &run->own);
}

static const struct cp_tool tool = {
    .name = "cp-annotate",
    .about = "Adds to games what the rules know of them and what a person says of them,\n"
             "and takes annotations out.",
    .options = options,
    .whole = whole,
    .habits = CP_READS_FRAMES | CP_WRITES_RECORDS,
    .settings_size = sizeof(struct settings),
    .state_size = sizeof(struct state),
    .begin = begin,
    .each = each,
    .end = end,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
