/* SPDX-License-Identifier: MIT */
/* form.h -- a game in another notation, as options ask for it. Three axes, each left as it is
 * unless asked: squares (letters, numbers, frame), style (long, short), and the form, a row of
 * form.def. Only style and positions need the rules. */
#ifndef CP_FORM_H
#define CP_FORM_H

#include "forms/losses.h"
#include "settle/play.h"
#include "settle/plies.h"

/* ---- what is asked for ---- */

enum cp_form_number {
    CP_AS_READ,
#define CP_FORM(number, word, suffixes, needs, holds, style, unfit, write) CP_##number,
#include "forms/form.def"
#undef CP_FORM
    CP_TO_LETTERS,
    CP_TO_NUMERIC
};

struct cp_respelling {
    bool keeps_spelling;               /* each square as it is, letters or numbers */
    bool is_ascii;                     /* 0 for φ */
    bool has_fen;                      /* a start becomes a FEN of six fields, where it can */
    enum cp_spelling spelling;         /* else: CP_LETTER or CP_NUMERIC */
    cp_square shift;                   /* added to every square */
    const struct cp_language *letters; /* of pieces; NULL: the variant's own */
};

enum { CP_WITH_GAME = 1, CP_WITH_PLY = 2, CP_WITH_MOVE = 4 };

struct cp_conversion {
    struct cp_respelling how;
    bool respells;
    bool is_bare; /* without --to letters or numeric: on a board with edges e4, not (e4) */
    enum cp_form_number form;
    enum cp_style style;
    const char *to_frame;   /* to change to; NULL: none */
    bool shifts, is_forced; /* is_forced: PGN that other programs cannot read */
    struct cp_plies plies;  /* which positions are written, */
    unsigned with;          /* and what is said of each: as operations of EPD, else in columns */
};

/* All of cp-convert; --squares and --far are for prose, and not asked for here. And those of tools
 * that write records, unless they are asked for another form: --to alone. */
extern const struct cp_option cp_conversion_options[], cp_form_options[];
extern const struct cp_word cp_form_suffixes[]; /* which form the name of a file says */

/* What they mean; it lives as long as arena. False: reported to run->own. */
CP_MUST_USE bool cp_conversion_read(struct cp_conversion *c, struct cp_run *run,
                                    const struct cp_options *o, struct cp_arena *arena);

/* Whether a game whose variant is not known cannot be converted so. */
bool cp_conversion_needs_rules(const struct cp_conversion *c);

/* What the form that is asked for needs, see below; 0: none is. */
unsigned cp_conversion_asks(const struct cp_conversion *c);

/* Converts g, and puts it into run->output.text if that is text; true where it is to be
 * written as a record, in the form of run->current.writes_yaml. */
CP_MUST_USE bool cp_conversion_apply(const struct cp_conversion *asked, struct cp_run *run,
                                     struct cp_game *g);

/* Brings g into the squares and the style that are asked for: what the function of a form does
 * first. False: g is not written, which is reported. */
CP_MUST_USE bool cp_conversion_rewrite(const struct cp_conversion *s, struct cp_run *run,
                                       struct cp_game *g);

/* ---- forms ---- */

enum {
    CP_IS_POSITIONS = 1, /* of some plies, in one notation */
    CP_IS_RECORD = 2,
    CP_NEEDS_RULES = 4, /* games of unknown variants cannot be written so */
    CP_NEEDS_BARE = 8,  /* moves are two squares side by side, on a board with edges */
    CP_HAS_SQUARES = 16 /* the form says how squares are spelt, no option does */
};

/* How a game that is asked for as c is written: as a record (true), or to run->output.text. What
 * is wrong with it, and what the form does not hold, is reported. */
typedef bool cp_form_write(const struct cp_conversion *c, struct cp_run *run, struct cp_game *g);

/* What a variant has that a form cannot hold, as the end of "it has ..."; NULL: nothing. */
typedef const char *cp_form_unfit(const struct cp_variant *v);
cp_form_unfit cp_bare_unfit, cp_icn_unfit; /* whether the site has its pieces is asked besides */

struct cp_form {
    const char *word;
    unsigned needs, holds;
    enum cp_style style;  /* unless another is asked for */
    cp_form_unfit *unfit; /* NULL: nothing ever. Of what has squares of its own its writer asks */
    cp_form_write *write;
};

/* That of a number, none of CP_AS_READ, letters or numbers. */
const struct cp_form *cp_form_of(enum cp_form_number number);

#define CP_FORM(number, word, suffixes, needs, holds, style, unfit, write) cp_form_write write;
#include "forms/form.def"
#undef CP_FORM

/* ---- ICN (R-ICN-4 to R-ICN-6); what it means is settled in settle/icn.c ---- */

/* Whether a move is written as ICN has it, and whether any of a game is. */
bool cp_icn_is_move(const struct cp_node *node);
bool cp_icn_is_in(const struct cp_game *g);

/* The game of l is to be written as something else, text or a record: its tag names the variant as
 * we do, and l has what of its ICN is lost. */
void cp_icn_leave(struct cp_losses *l);

/* ---- long and short notation (R-NOT-8) ----
 * Both need the rules: which origin must be written depends on what else could
 * legally go there. */

/* Plays g and rewrites node->move of every legal move in that style (CP_LONG or
 * CP_SHORT), with the capture and check marks it should have. From the first
 * refused move on, a line stays as it was; that is reported. False: g cannot be
 * played at all, reported. The text of the moves is for the caller to format, in
 * *spelling, or each in its own if that is NULL: in numbers an origin is whole. */
CP_MUST_USE bool cp_game_restyle(struct cp_run *run, struct cp_game *g, enum cp_style style,
                                 const enum cp_spelling *spelling);

/* ---- squares in the other spelling, or seen from another origin ----
 * No rules: works on damaged games and illegal ones alike. */

/* Rewrites the text of every move of g canonically, its start, and the squares
 * within [%csl ...] and [%cal ...] of its comments. Of a move that could not be
 * read the squares that can be recognised are rewritten; one whose squares
 * cannot be told without the rules (n13) stays, and is reported. */
void cp_game_respell(struct cp_run *run, struct cp_game *g, const struct cp_respelling *how);

/* Its comments alone. */
void cp_comments_respell(struct cp_run *run, struct cp_game *g, const struct cp_respelling *how);

/* Whether g's squares may be moved by that much: none on a board with edges, which is reported. */
CP_MUST_USE bool cp_game_can_shift(struct cp_run *run, const struct cp_game *g, cp_square by);

/* Adds to *shift what takes g's squares to the frame of that name (R-NOT-12), and names it
 * in g, nothing for the default. False: no such frame, reported. */
CP_MUST_USE bool cp_game_reframe(struct cp_run *run, struct cp_game *g, cp_str name,
                                 cp_square *shift);

/* g's squares are about to be moved by that much: names the frame they are in then. Where that is
 * none of the variant's, the variant's set-up becomes g's start, which moves with its squares; its
 * rules move along, and what cannot is told. */
void cp_game_leave_frame(struct cp_run *run, struct cp_game *g, cp_square by);

/* ---- the squares in articles and letters, no games at all ---- */

/* Every input file to the output, its squares rewritten and every other byte as
 * it is, whatever the encoding (unless --encoding names one). */
void cp_prose_rewrite(struct cp_run *run, const struct cp_squares *how);

#endif
