/* SPDX-License-Identifier: MIT */
/* run.h -- what a tool is, what was asked of it, and what one worker has to do it.
 *
 *     struct cp_request    what was asked            one for all workers, only read
 *     struct cp_run        a worker's bench          one each; the main thread's is the first
 *     struct cp_current    the game at hand          cleared for every game
 *
 * Pointers go from the game to the bench to the request, never back. A tool is an
 * option table and a function per game. The loop reads a game, settles its variant,
 * has its moves read, calls the tool, prints what was reported, and writes or
 * withholds the game.
 *
 * Why so: D8 (DECISIONS.md). */
#ifndef CP_RUN_H
#define CP_RUN_H

#include "game/game.h"
#include "io/input.h"
#include "io/options.h"
#include "io/output.h"
#include "io/reports.h"
#include "rules/variant/variant.h"
#include "text/moves/notation.h"

struct cp_run;
struct cp_request;
struct cp_quick_game;
struct cp_law;
struct cp_fast_lane;
struct cp_language;
struct cp_part;
struct cp_conversion;
struct cp_plan;
struct cp_repeats;

enum cp_tool_habits {
    CP_READS_FRAMES = 1,   /* --frame names the frame games are read in */
    CP_WRITES_RECORDS = 2, /* --yaml, --stamp; a game is written when each() returns true */
    CP_OWN_OUTPUT = 4,     /* --output is the tool's own option, and its own business */
    CP_STAMPS = 8,         /* --stamp alone */
    CP_SPACES_OUT = 16,    /* an empty line stands between what is written of games */
    CP_ASKS_VARIANT = 32,  /* --variant is the tool's own: a question, not said of games */
};

/* What the fast lane (fast_lane.h) looks at of a game that may need no record: nothing, its
 * tags and where it ends, its moves too, or it is played. */
enum cp_lane { CP_LANE_CLOSED, CP_LANE_TAGS, CP_LANE_MOVES, CP_LANE_BOARD };

/* The tool's answer about a game that is clean so far. */
enum cp_quick_answer {
    CP_LOOK_ON, /* go on looking */
    CP_PASS,    /* it is dealt with: no record is made */
    CP_READ,    /* it is to be read, and goes through each() */
};
struct cp_quick_answers {
    enum cp_quick_answer (*text)(struct cp_run *,
                                 struct cp_quick_game *); /* before it is played; NULL: on */
    enum cp_quick_answer (*played)(struct cp_run *, const struct cp_quick_game *);
};

/* An option (with that value, if it is not NULL), or a word of the tool's first operand, whose
 * answer depends on all games, and what to do instead where they are read in parts. */
struct cp_of_all_games {
    const char *option, *value, *instead;
};

/* An option with which no games are written, and suffixes of a file with what is written instead,
 * with blanks between; NULL: any. */
struct cp_listing {
    const char *option, *suffixes;
};

struct cp_tool {
    const char *name;                    /* "cp-parse" */
    const char *about;                   /* what it does, in a line or two, for --help */
    const struct cp_option *options;     /* its own; NULL: none */
    const struct cp_option *shared;      /* and those that some others have, too; NULL: none */
    const struct cp_word *words;         /* NULL, or its first operand is one of these */
    const char *operand;                 /* NULL, or what else may stand before the files */
    unsigned habits;                     /* enum cp_tool_habits */
    const struct cp_of_all_games *whole; /* NULL, or what is not for parts; see parts.h */
    const struct cp_listing *lists;      /* NULL, or what else is written */
    size_t settings_size;                /* of request->settings, cleared */
    size_t state_size;                   /* of run->state, cleared for each worker */

    /* NULL, or after the options: fills the settings. False: reported to run->own. */
    bool (*begin)(struct cp_run *, struct cp_request *);
    void (*head)(struct cp_run *); /* NULL, or writes what stands before all games */

    /* NULL, or true: write the game, as request->conversion says. Games whose variant or frame is
     * not known come too: cp_run_is_settled. */
    bool (*each)(struct cp_run *, struct cp_game *);
    bool (*again)(struct cp_run *); /* NULL, or true: of files that can be read once more none gave
                                       anything, and now they are asked otherwise */
    struct cp_quick_answers fast_lane; /* instead, see request->fast_lane */
    void (*give_up)(struct cp_run *,
                    enum cp_diag why); /* NULL, or counts a game that is not here to be judged */
    void (*join)(struct cp_run *, const void *state); /* NULL, or adds what a worker gathered */
    void (*end)(struct cp_run *);                     /* NULL, or after the last game */
    bool (*instead)(struct cp_run *); /* NULL, or true: it did all there was, without the loop */
    void (*close)(struct cp_run *); /* NULL, or gives back what the settings hold; always called */

    /* NULL: messages go to standard error; or takes those of d, about games (run->diags) or
     * not, which are forgotten afterwards. */
    void (*tell)(struct cp_run *, struct cp_diags *d);

    /* NULL, or writes what a worker put into output.text, and the messages it held. */
    void (*deliver)(struct cp_run *, cp_str out, cp_str messages);
};

/* What was asked: filled before the first game. */
struct cp_request {
    const struct cp_tool *tool;
    struct cp_options options;
    void *settings;              /* the tool's own */
    struct cp_variants variants; /* bundled and from --variant-file, which come first */
    uint32_t own_count;          /* of them: from files */
    struct cp_variants hidden;   /* bundled ones with a name of a section that is refused */
    const struct cp_ini *inis;   /* of each --variant-file; without sections: it is YAML */
    uint32_t ini_count;
    const struct cp_variant *variant; /* --variant, or the only --variant-file; NULL: none */
    cp_str variant_name;              /* as --variant calls it */
    bool insists;                     /* --variant was given: it outweighs what a game names */
    bool is_strict;                   /* warnings are errors, but for silent ones */
    struct cp_kinds silent;           /* --warnings leaves them out */
    bool tells_each;                  /* or it wants all, however often a kind of them comes */
    enum cp_report_form form;         /* of messages */
    bool writes_yaml;                 /* records, unless a game is to be written otherwise */
    const struct cp_conversion *conversion; /* what games are written as; NULL: records */
    bool is_icn;                            /* --from icn: all text is that */
    bool takes_moves_alone;                 /* --only-moves: words beside moves are dropped */
    bool takes_any_variant;                 /* one that is not known is not reported */
    bool takes_any_start;                   /* positions are not judged, and no moves played */
    enum cp_lane fast_lane;                 /* where the tool may be told of clean games faster */
    bool is_general;                        /* on the general engine alone, for comparing */
    bool looks_by_lines;                    /* for every piece, as where there are many */
    uint32_t delay;                         /* --trapdoor; 0: not given */
    enum cp_owner owner;                    /* --rules */
    const struct cp_part *part;             /* --part; NULL: all there is */
    enum cp_level told_from;            /* messages of lower levels are not told now, nor counted */
    const char *closing;                /* how the summary at the end is written; NULL: none */
    const char *frame_name;             /* --frame; NULL: none */
    const struct cp_language *language; /* --piece-letters; NULL: not given */
    cp_str stamp;                       /* what --stamp adds, as JSON; empty: nothing */
    unsigned jobs;                      /* how many workers, from 1 */
    size_t batch;                       /* bytes of text a worker gets at a time; 0: the usual */
    char mark[20]; /* around numbers not known yet, see below; "": there is one worker */
};

/* The game at hand, as far as it is settled (settle/): from this all starts that plays, converts,
 * asks or draws it. */
struct cp_current {
    const struct cp_variant *variant; /* NULL: not known; its notation is that of its alphabet */
    const struct cp_law *law;         /* of it with the game's own rules; once it is to be played */
    struct cp_start *start;           /* as it is written; NULL: the variant's; beside law */
    const struct cp_frame *frame; /* its squares are in; NULL: it, or the variant, is not known */
    bool frame_is_found;          /* said, or the moves were asked: not to be asked again */
    bool is_refused;              /* why it cannot be settled was reported */
    bool is_prepared;             /* what is wrong with its start and rules was reported */
    cp_str line; /* the record as it stood in its line of JSON; empty: it was none */
    bool writes_yaml;
    bool is_counted;            /* it is the last of run->games */
    const struct cp_game *game; /* once it is counted, if there is one */
};

struct cp_run {
    const struct cp_request *asked;
    cp_span place;   /* of what was asked, in a file; without one: the command line */
    uint32_t number; /* of its worker, from 1; 0: the main thread's */
    struct cp_current current;
    struct cp_arena arena;   /* the run's */
    struct cp_arena record;  /* the current game's */
    struct cp_arena picture; /* what it is drawn with: see diagrams.c */
    struct cp_ints *ints;
    size_t mark;           /* of ints: what lives as long as the run is below */
    struct cp_diags diags; /* about the current game; lives in `record` */
    struct cp_diags own;   /* about the run: files, options */
    struct cp_arena own_arena;
    struct cp_input input;
    enum cp_shape shape; /* of the open file */
    struct cp_notations notations;
    struct cp_output output; /* output.text is where a tool writes */
    struct cp_buf messages;  /* that are held back for another worker to print */
    struct cp_arena messages_arena;
    bool holds_messages;
    struct cp_repeats *repeats; /* of warnings that are told; NULL: all of them are */
    bool has_begun_report;      /* what stands before all results of SARIF was printed */
    struct cp_columns columns;  /* of what is read, unless messages are text */
    struct cp_progress progress;
    struct cp_plan *plan; /* being made, see parts.h; else NULL */

    /* made once they are needed */
    const struct cp_law **laws;            /* by variant; see play.h */
    struct cp_law_with_trapdoors *trapped; /* the last variant's, with a delay of its own */
    struct cp_alphabet *joint, *foreign;   /* the pieces of all variants */
    struct cp_foreign_alphabet *alphabets; /* in other languages */
    struct cp_fast_lane *fast_lane;        /* see fast_lane.h */

    void (*on_move)(struct cp_run *run); /* NULL, or called before each move that is played: it
                                            may leave by a jump */

    /* results */
    uint64_t games;                 /* read so far, damaged ones included */
    bool is_behind_result;          /* the last game of the file so far ended with one, in text */
    bool is_done;                   /* no more games are wanted; for a run without workers */
    int status;                     /* what to exit with, so far */
    uint64_t counts[CP_DIAG_COUNT]; /* messages of each kind, told or not */
    void *state;                    /* the tool's own */
};

/* An empty bench. It takes over `ints`; memory is refused as `like` refuses it. Output
 * and messages are held until they are taken. */
void cp_run_open(struct cp_run *run, const struct cp_request *asked, struct cp_ints *ints,
                 const struct cp_arena *like);
void cp_run_close(struct cp_run *run);

/* Whether variant and frame of the current game are known; if not, that was reported. */
static inline bool cp_run_is_settled(const struct cp_run *run)
{
    return run->current.frame != NULL;
}

/* For messages about the run itself: "cp-parse: error: ..." */
static inline cp_span cp_run_span(const struct cp_run *run)
{
    return run->place.file ? run->place : (cp_span){.file = run->asked->tool->name};
}

/* Reports that options cannot be given together, and returns false. */
bool cp_run_disagree(struct cp_run *run, const char *what);

/* Reports that an option takes something else, and returns false. */
bool cp_run_refuse_value(struct cp_run *run, const char *option, const char *value,
                         const char *wanted);

/* Whether a file (NULL: standard output) is none of those that are read; else that is
 * reported to run->own. */
CP_MUST_USE bool cp_run_may_write(struct cp_run *run, const char *output);

/* Raises the exit status to what level asks for. */
void cp_run_raise(struct cp_run *run, enum cp_level level);

/* Whether the machine failed: not all was read, or not all written. */
static inline bool cp_run_has_failed(const struct cp_run *run)
{
    return run->status >= 3;
}

/* Prints messages of d to standard error (at most 20, then a count), or has the tool tell
 * them, raises the status, and empties d. For run->own and run->diags. */
void cp_run_report(struct cp_run *run, struct cp_diags *d);

/* The number of the game at hand, from 1 through all that is read. A worker does not know
 * how many games came before its own, and writes `mark`, which no foreign text knows, around its
 * own count; what is written or printed for it passes cp_run_settle_numbers, which counts on from
 * run->games. */
void cp_run_put_number(const struct cp_run *run, struct cp_buf *out);

/* text without marks: itself, or put into out, which is empty. */
cp_str cp_run_settle_numbers(const struct cp_run *run, struct cp_buf *out, cp_str text);

/* How many warnings were told no more, before the tool ends; the end of a report that is one
 * document; nothing for others. */
void cp_run_end_repeats(struct cp_run *run);
void cp_run_end_report(struct cp_run *run);

/* Text, as it is, to standard error, or to the messages that run holds. That not all could be
 * kept is a failure, unless nobody listens. */
void cp_run_print(struct cp_run *run, cp_str text);

/* The same of messages that a worker held. */
void cp_run_print_held(struct cp_run *run, cp_str messages);

#endif
