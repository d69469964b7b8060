/* SPDX-License-Identifier: MIT */
/* condition.h -- one condition of a question to a game: which kinds there are, what each
 * needs to know, and what is kept of the game while it is asked.
 *
 *     heading   tags, result, variant, length       without a move being played
 *     text      comments, variations, glyphs         in the moves as they are written
 *     board     pieces, what happens, moves          while the game is played
 *     end       how it ended, what was told of it    when it has been played
 *
 * A kind is a row of functions; which it has says when it is asked. Whatever a condition
 * needs is made once, when the question is put; what is written then has a part for each worker. */
#ifndef CP_CONDITION_H
#define CP_CONDITION_H

#include "base/pattern.h"
#include "rules/bitboards/engine.h"
#include "rules/replay.h"

enum { CP_CONDITIONS_MOST = 64, CP_ANY_TURN = 2 };

/* What the games had of what is asked, gathered by each worker and joined. */
struct cp_tally {
    uint64_t conditions; /* bit i: some game has the tag of condition i, or its player, or is of a
                            variant in which its moves are moves */
    uint64_t others;     /* the same of the tag with which condition i compares its own */
    uint64_t namesakes;  /* for each that asks for one of two variants of a name, and some game is
                            of the other */
    uint64_t unread;     /* and for each that should compare a value that is not understood, or
                            asks for a player whose name has other capitals: */
    struct {
        uint8_t len;
        char at[48];
    } values[CP_CONDITIONS_MOST]; /* how the first of them in the order of bytes begins */
};

/* Adds what another worker met. */
void cp_tally_join(struct cp_tally *tally, const struct cp_tally *more);
cp_str cp_tally_value(const struct cp_tally *tally, uint32_t number);

/* What is known of a game before any move is played. */
struct cp_heading {
    const struct cp_tag *tags;
    cp_str result;                    /* empty: it has none */
    const struct cp_game *game;       /* whose tags may have become fields; NULL: none has */
    const struct cp_variant *variant; /* NULL: not known */
    cp_str variant_name;              /* what it calls its variant then */
    uint32_t plies;                   /* half-moves of its main line, as written */
    uint64_t number;                  /* of the game among all that are read */
    uint32_t worker;                  /* who asks: cp_query_maker.workers */
    struct cp_tally *tally;           /* added to */
    bool *gave_up; /* set where a pattern was too much for a tag; cp_watch_heading's own */
};

/* What a condition is made with. */
struct cp_query_maker {
    struct cp_arena *arena;
    struct cp_arena *lasting; /* for what others will use, too: variants that are looked into */
    struct cp_ints *ints;
    const struct cp_variants *variants;
    struct cp_notations *notations;
    uint32_t workers;   /* that may ask side by side */
    struct cp_buf *why; /* what is wrong, if something is */

    /* the letters of a variant's pieces in moves and lists of material; NULL: two would have the
     * same */
    const struct cp_alphabet *(*alphabet)(void *data, const struct cp_variant *v);
    void *data;

    /* what goes with all patterns of pieces */
    bool is_some, is_anywhere, is_mirrored; /* these at least; shifted; seen in a mirror, too */
    int turn;                               /* enum cp_side, or CP_ANY_TURN */
    cp_str empty;                           /* squares */
    bool is_inside;                         /* what is made is asked of a place: query.h */
};

struct cp_condition;

/* Places where conditions are met, as they are found. */
struct cp_hit {
    const struct cp_node *node; /* NULL: the start */
    uint32_t ply;
};
struct cp_hits {
    struct cp_arena *arena;
    struct cp_hit *at;
    size_t count, room;
};

/* hits may be NULL: nobody asks for them. */
static inline void cp_hits_put(struct cp_hits *hits, const struct cp_node *node, uint32_t ply)
{
    if (!hits)
        return;
    hits->at = cp_arena_grow(hits->arena, hits->at, hits->count, &hits->room, sizeof *hits->at);
    hits->at[hits->count++] = (struct cp_hit){node, ply};
}

/* What was found out so far about a condition of the game that is played. */
struct cp_slot {
    uint32_t worker;         /* who asks: cp_query_maker.workers */
    uint32_t count, running; /* how often it was met; and of positions, how many in a row */
    bool is_met;             /* as of the last position */
    bool holds, fails;       /* whatever is still to come */
    uint64_t kept[2];        /* what its kind keeps from one position to the next, 0 before */
    bool gave_up;            /* a pattern was too much for a comment */
};

/* A game that has been played, as far as it goes. */
struct cp_ending {
    bool is_whole; /* to its end; else only so far as its moves could be played */
    bool is_valid; /* these three where asks_verdict says so: */
    enum cp_outcome outcome;
    const struct cp_draws *draws; /* NULL: not counted */
    const struct cp_diags *told;  /* NULL: nothing was */
};

/* A position of a game that is played, and the move that led there, by whatever plays it. */
struct cp_moment {
    const struct cp_ply *ply;       /* NULL: it is the start, or a quick look: */
    const struct cp_bit_ply *quick; /* NULL: it is none */
    struct cp_position *position;   /* NULL: it is a quick look */
    const struct cp_variant
        *variant; /* by whose rules it is played, and the number of the game's */
    uint32_t number;
    uint32_t standing; /* pieces on the board */
    int turn;
    bool is_start; /* no move led there; else, of the move: */
    bool castles, castles_short, takes, takes_in_passing;
    uint8_t promotion; /* CP_NO_KIND: none */
    unsigned checks;   /* how many pieces give check; 2 for more */
    uint32_t quiet; /* half-moves without progress; that many at the start may have been before */
};

/* A kind of condition. One of the board has `at`, which tells whether it is met there and notes in
 * its slot what follows from that. */
struct cp_question {
    const char *option; /* that asks it */
    bool holds_each;    /* given twice, both are asked for; else one or the other */
    bool is_list;       /* its value is several conditions with commas between, any of them */
    bool reads_moves;   /* of a heading: it asks for plies */
    bool asks_number;   /* likewise, for the game's number, which only one who reads all knows */
    bool may_be_bare;   /* it has no value, or needs none */
    bool is_of_file;    /* its value is what stands in a file */
    bool asks_outcome;  /* how the game stands at its end; it is met at the last move */
    bool asks_verdict;  /* all that cp-validate would say */
    /* of the option's value; NULL: it has none */
    bool (*parse)(struct cp_condition *, struct cp_query_maker *, cp_str value);
    bool (*heading)(const struct cp_condition *, const struct cp_heading *);
    bool (*text)(const struct cp_condition *, struct cp_slot *, struct cp_game *, struct cp_hits *);
    bool (*at)(const struct cp_condition *, struct cp_slot *, const struct cp_moment *);
    void (*before)(const struct cp_condition *, struct cp_slot *, const struct cp_ply *,
                   uint32_t variant); /* a move is played, which is no quick look; or NULL */
    enum cp_answer (*end)(const struct cp_condition *, const struct cp_slot *,
                          const struct cp_ending *); /* NULL: by `holds` */
    /* whether games of that variant, which is awake, may be so; NULL: where cp_by_variant has it */
    bool (*is_of)(const struct cp_condition *, const struct cp_variant *);
    void (*close)(struct cp_condition *);
};

struct cp_condition {
    const struct cp_question *question;
    void *asked; /* what its kind made of the option's value */
    uint32_t number;
    cp_str tag;       /* the tag it asks for, that may be in no game; empty: none */
    cp_str other_tag; /* and the one that this is compared with */
    cp_str line;      /* moves, pieces, squares or ends that may be of some variants only;
                       * empty: none */
    cp_str name;      /* by which it asks for a player, or a variant: */
    const struct cp_variant *variant, *namesake; /* that one, and another of that name elsewhere */
    bool is_wider; /* the name is one of games that begin elsewhere; it asks for all of that */
    bool is_negated;
    bool is_inside; /* of a place: it is asked of each position for itself */
    bool asks_player;
    bool asks_variant, asks_result; /* of a heading: what need not stand in a tag */
    bool is_of_text;                /* it is asked of the text, else of the board */
    bool asks_mate;                 /* of every move */
    bool asks_repetition;           /* how often a position was there */
    bool is_slow;                   /* a quick look does not tell what it asks for */
    uint32_t quiet_least;           /* it is met, if at all, behind so many half-moves without
                                       progress, or at the start */
};

/* Places for what a condition makes of each variant, by its number among all; the last stays empty,
 * for one that is none of them. */
static inline void *cp_by_variant_take(const struct cp_query_maker *m)
{
    return cp_arena_take_zero(m->arena, (size_t)m->variants->count + 1, sizeof(void *));
}

static inline void *cp_by_variant(const struct cp_condition *c, uint32_t variant)
{
    void *const *made = c->asked;
    return made[variant];
}

/* The kinds of which options there are, by file. */
extern const struct cp_question cp_ask_tag, cp_ask_player, cp_ask_white, cp_ask_black, cp_ask_won,
    cp_ask_result, cp_ask_variant, cp_ask_date, cp_ask_plies, cp_ask_game; /* headings.c */
extern const struct cp_question cp_ask_material, cp_ask_imbalance;         /* material.c */
extern const struct cp_question cp_ask_has, cp_ask_comment, cp_ask_ends, cp_ask_valid,
    cp_ask_warned;                                               /* events.c */
extern const struct cp_question cp_ask_clock_below, cp_ask_eval; /* remarks.c */
extern const struct cp_question cp_ask_position, cp_ask_fen, cp_ask_empty,
    cp_ask_start_like;                                                   /* pieces.c */
extern const struct cp_question cp_ask_moves, cp_ask_moves_in_any_order; /* moves.c */
extern const struct cp_question cp_ask_sequence, cp_ask_takes;           /* sequence.c */
extern const struct cp_question cp_ask_structure;                        /* structure.c */

/* Whether w, with what it leaves open as in the move to be played, is that move; and of a quick
 * look, whether it was. (moves.c) */
bool cp_written_fits(cp_written w, const struct cp_ply *ply);
bool cp_written_fits_quick(const cp_written *w, const struct cp_bit_ply *ply);
bool cp_written_is_vague(const struct cp_variant *v, const cp_written *w); /* not for that */

/* The kind that text begins with a letter of, which text is behind then; a pawn is P in every
 * language in which P is nothing else. CP_NO_KIND: none. (material.c) */
uint8_t cp_query_take_letter(const struct cp_variant *v, const struct cp_alphabet *a, cp_str *text);

/* The pattern of an option's value, anyhow: in whatever capitals (headings.c). NULL, and why: it is
 * wrong. */
struct cp_search *cp_query_open_search(struct cp_query_maker *m, cp_str text, bool anyhow);

/* From now on a player is asked for in any capitals; false: it is already. (headings.c) */
bool cp_query_ask_anyhow(struct cp_condition *c);

/* The option that takes such a word: has, ends or structure; NULL: none. */
const char *cp_query_option_of(cp_str word);

/* The words of --has, --ends and --structure, for completions (io/options.h); no operand matters.
 */
void cp_query_put_events(struct cp_buf *out, unsigned operand, char between);
void cp_query_put_ends(struct cp_buf *out, unsigned operand, char between);
void cp_query_put_structures(struct cp_buf *out, unsigned operand, char between);
bool cp_query_is_structure(cp_str name); /* or something with a side in front: w:isolated */
const char *cp_query_structure_near(cp_str name);

#endif
