/* SPDX-License-Identifier: MIT */
/* run.h -- what a tool is, and what one run of it holds.
 *
 *     run arena ◄── record arena        pointers go this way, never back
 *     options, variants   one game, its messages
 *
 * A tool is an option table and a function per game. The loop reads a game,
 * settles its variant, has its moves read, calls the tool, prints what was
 * reported, and writes or withholds the game. */
#ifndef CP_RUN_H
#define CP_RUN_H

#include "game/game.h"
#include "rules/variant/variant.h"
#include "tool/input.h"
#include "tool/options.h"
#include "tool/output.h"

struct cp_run;
struct cp_law;
struct cp_fast_lane;
struct cp_letters;
struct cp_language;
struct cp_notations;

enum cp_tool_habits {
    CP_READS_FRAMES = 1,   /* --frame names the frame games are read in */
    CP_WRITES_RECORDS = 2, /* --yaml, --stamp; a game is written when each() says so */
    CP_TAKES_DAMAGED = 4,  /* each() sees games with unreadable parts (is_broken) too */
    CP_NEEDS_VARIANT = 8,  /* a game whose variant is not known is an error, not given to each() */
    CP_TAKES_JOBS = 32,    /* games may go through each() side by side, in copies of the run */
    CP_STAMPS = 64,        /* --stamp alone */
    CP_OWN_OUTPUT = 16,    /* --output is the tool's own option, and its own business */
};

struct cp_tool {
    const char *name;                /* "cp-parse" */
    const char *about;               /* what it does, in a line or two, for --help */
    const struct cp_option *options; /* its own; NULL: none */
    unsigned habits;                 /* enum cp_tool_habits */
    size_t state_size;               /* of run->state, cleared; lives as long as the run */
    bool (*begin)(struct cp_run *);  /* NULL, or after the options; false: reported to run->own */
    bool (*each)(struct cp_run *, struct cp_game *);  /* true: write the game as a record */
    void (*count)(struct cp_run *, uint32_t plies);   /* instead, see skips_records */
    void (*end)(struct cp_run *);                     /* NULL, or after the last game */
    void (*join)(struct cp_run *, const void *state); /* NULL, or adds what a copy gathered */
    bool (*instead)(struct cp_run *); /* NULL, or true: it did all there was, without the loop */
    /* NULL, or writes what a copy put into output.text, and reports what it said */
    void (*deliver)(struct cp_run *, cp_str out, cp_str said);
};

struct cp_run {
    const struct cp_tool *tool;
    struct cp_options options;
    struct cp_arena arena;  /* the run's */
    struct cp_arena record; /* the current game's */
    struct cp_ints *ints;
    size_t mark;           /* of ints: what lives as long as the run is below */
    struct cp_diags diags; /* about the current game; lives in `record` */
    struct cp_diags own;   /* about the run: files, options; see cp_run_say */
    struct cp_arena own_arena;
    struct cp_input input;
    enum cp_shape shape;                /* of the open file */
    struct cp_notations *notations;     /* while the loop runs */
    struct cp_output output;            /* output.text is where a tool writes */
    struct cp_variants variants;        /* bundled and from --variant-file, which come first */
    const struct cp_variant *wish;      /* --variant, or the only --variant-file; NULL: none */
    bool insists;                       /* --variant was given: it outweighs what a game says */
    const struct cp_law **laws;         /* by variant, once needed; see play.h */
    struct cp_trapped *trapped;         /* the current variant's law with trapdoors of its own */
    bool is_general;                    /* on the general engine alone, for comparing */
    uint32_t delay;                     /* --trapdoor; 0: not given */
    const char *frame_wish;             /* --frame; NULL: none */
    const struct cp_language *language; /* --piece-letters; NULL: not given */
    struct cp_letters *letters;         /* alphabets in other languages, once needed */
    struct cp_alphabet *joint;          /* everybody's pieces, once needed */
    const struct cp_variant *variant;   /* the current game's; NULL: not known */
    const struct cp_frame *frame;       /* its squares are in; NULL: not known */
    bool frame_is_said;                 /* by the game or --frame, rather than the default */
    bool frame_is_found;                /* or the moves were asked: not to be asked again */
    bool is_prepared;                   /* what its start and rules say was told, not to be again */
    cp_str stamp;                       /* what --stamp adds, as JSON; empty: nothing */
    uint64_t games;                     /* read so far, damaged ones included */
    int status;                         /* what to exit with, so far */
    bool writes_yaml, hides_warnings;
    bool skips_records;        /* begin() may set it: of clean games only count() is to be told */
    struct cp_fast_lane *lane; /* for these, once needed; see lane.h */
    unsigned jobs;             /* how many workers, from 1; begin() may lower it to 1 */
    size_t batch;              /* bytes of text a worker gets at a time */
    struct cp_progress progress;
    struct cp_buf *held; /* NULL, or what is said goes here */
    void *state;         /* the tool's own */
};

/* For messages about the run itself: "cp-parse: error: ..." */
static inline cp_span cp_run_span(const struct cp_run *run)
{
    return (cp_span){.file = run->tool->name};
}

/* Raises the exit status to what level asks for. */
void cp_run_raise(struct cp_run *run, enum cp_level level);

/* Prints messages of d to standard error (at most 20, then a count), raises the
 * status, and empties d. For run->own and run->diags. */
void cp_run_say(struct cp_run *run, struct cp_diags *d);

/* text, as it is, to standard error or where run holds it. */
void cp_run_tell(struct cp_run *run, cp_str text);

/* text, as it is, to standard error. */
void cp_run_complain(cp_str text);

#endif
