/* SPDX-License-Identifier: MIT */
/* game.h -- one recorded game, as data: the tree that every reader fills and
 * every writer walks. It lives in the record's arena and knows no rules.
 *
 *     game ── tags, variant, frame, start, rules, result
 *       └─ main line:  node → node → node → …
 *                        └─ notes: before, nags, after, variations → line → node → …
 *
 * A move keeps the text that stood in the user's file (`text`), what was read
 * in it (`move`), and where it stood. Walk it with a stack of your own: nesting
 * is budgeted, never recursion on the user's input.
 *
 * The first item of a list remembers the last one (`last`), so that a hostile
 * million of comments, tags or variations is appended in a million steps.
 * Code that takes items out of a list sets the `last` of its first to NULL, which
 * means "not known". */
#ifndef CP_GAME_H
#define CP_GAME_H

#include "game/written.h"

/* Budgets: what one game may cost before it is a diagnostic. */
enum {
    CP_TOKEN_MOST = 1 << 20,   /* bytes of one token (a square of a million digits) */
    CP_DEPTH_MOST = 100000,    /* variations within variations */
    CP_COMMENT_MOST = 1 << 22, /* bytes of comments of one game in text */
    CP_PARTS_MOST = 1 << 18,   /* parts of one game; see cp_game */
    CP_TEXT_MOST = 1 << 24,    /* bytes of one game in text */
};

enum cp_comment_kind { CP_BRACED, CP_TO_LINE_END, CP_ESCAPE };

struct cp_comment {
    struct cp_comment *next, *last;
    cp_str text;
    enum cp_comment_kind kind;
};

/* The last NAG that PGN has. */
enum { CP_NAG_LAST = 255 };

struct cp_nag {
    struct cp_nag *next, *last;
    uint32_t number; /* 1..6 are ! ? !! ?? !? ?! */
};

/* An unknown field: passed on untouched, as JSON text. */
struct cp_field {
    struct cp_field *next;
    cp_str name, json;
};

/* A piece that fell through its square's trapdoor at the end of the turn: written
 * behind the move, Qe2 (e4:e4). */
struct cp_fall {
    struct cp_fall *next, *last;
    cp_square square; /* in the game's frame, as moves are */
};

struct cp_line;

/* What surrounds a move. Most moves have none, and then no cp_notes. */
struct cp_notes {
    struct cp_comment *before, *after;
    struct cp_nag *nags;
    struct cp_fall *falls;      /* as written or, once set right, by file, then rank */
    struct cp_line *variations; /* instead of this move, in order */
    struct cp_field *extra;
};

struct cp_node {
    struct cp_node *next;
    struct cp_notes *notes; /* NULL: none */
    cp_str text;            /* as written, without glyphs and NAGs */
    cp_written move;        /* valid when `is_read` */
    uint32_t line, col;     /* where it stood; 0: unknown */
    bool is_read;           /* text has been read into move */
    bool is_bad;            /* text is no move (already reported) */
};

struct cp_line {
    struct cp_line *next; /* the next variation of the same move */
    struct cp_line *last_of_list;
    struct cp_node *first, *last;
    struct cp_comment *end; /* comments after the last move's variations, or of an empty line */
    struct cp_field *extra; /* unknown fields of a variation written as an object */
};

struct cp_tag {
    struct cp_tag *next, *last;
    cp_str name, value;
    uint32_t line, col;
    bool is_told; /* a message points at it: a record keeps its place */
};

/* A number of a move in text that fits what stands before it only if a word of that is two. */
struct cp_number {
    struct cp_number *next;
    cp_str digits;
    bool is_blacks; /* 3... */
    uint32_t line, col;
    uint32_t ply;   /* that comes there, from 0, if each word is one */
    uint32_t moves; /* of the main line before it, likewise */
};

/* The record's fields in the order of record.schema.json. Strings borrow from
 * the record's arena or from input that lives as long as the record. */
struct cp_game {
    struct cp_arena *arena; /* the record's */
    struct cp_ints *ints;
    cp_str variant;         /* id, as resolved; empty: not known */
    cp_str frame;           /* empty: the variant's default */
    struct cp_tag *tags;    /* without those that have a field of their own; in order */
    uint64_t tags_seen[4];  /* kinds of their names, a bit each */
    bool tags_may_repeat;   /* else no two have one name */
    cp_str start;           /* R-NOT-13's text: "w: K (1,1), …"; empty: the variant's */
    struct cp_field *rules; /* options that differ from the variant: "trapdoor": 5 */
    cp_str icn; /* JSON text of what ICN says beside all this (R-ICN-1); empty: it was none */
    struct cp_line moves;
    struct cp_number *numbers, *last_number; /* of the main line, in order */
    cp_str result;                           /* "1-0", "0-1", "1/2-1/2", "*"; empty: none written */
    cp_str verdict; /* JSON text of what cp-validate said; empty: not judged */
    struct cp_field *extra, *source_extra; /* unknown fields, and those of `source` */
    uint32_t told;       /* warnings about its text of which a record shows nothing */
    enum cp_diag damage; /* the first such error; CP_OK: none */
    uint32_t damage_line, damage_col;
    const char *file; /* where it came from: the user's file, even across a pipe */
    uint32_t line, start_line, start_col, rules_line, rules_col, result_line, result_col;
    uint32_t frame_line, frame_col; /* 0: not known */
    uint32_t parts;    /* half-moves, comments, NAGs, falls, variations and tags added so far */
    bool is_broken;    /* something in it could not be read (already reported) */
    bool black_begins; /* by its variant, where its start does not say who is to move */
    bool is_foreign;   /* of a variant that is not known */
    enum cp_diag lost; /* why it, or the rest of it, is not here (already reported); CP_OK: it is */
};

/* Of a game that has more parts than CP_PARTS_MOST: reported once, and it is marked. */
CP_MUST_USE bool cp_game_has_room(struct cp_game *g, struct cp_diags *d, cp_span at);
void cp_game_refuse_size(struct cp_game *g, struct cp_diags *d, cp_span at, const char *why);

/* An empty game in arena. */
void cp_game_init(struct cp_game *g, struct cp_arena *arena, struct cp_ints *ints);

/* A copy in arena, which may be changed without g: its moves, what is written at them, and
 * its tags are its own; texts, and the fields that nobody knows, are g's. */
void cp_game_copy(struct cp_game *out, const struct cp_game *g, struct cp_arena *arena);

/* Builders; all in the game's arena, appending. */
struct cp_node *cp_line_add(struct cp_game *g, struct cp_line *line, cp_str text);
struct cp_notes *cp_node_notes(struct cp_game *g, struct cp_node *node); /* made when missing */
struct cp_line *cp_node_add_variation(struct cp_game *g, struct cp_node *node);
void cp_comment_add(struct cp_game *g, struct cp_comment **list, cp_str text,
                    enum cp_comment_kind kind);
void cp_node_add_nag(struct cp_game *g, struct cp_node *node, uint32_t number);
void cp_node_add_fall(struct cp_game *g, struct cp_node *node, cp_square square);
void cp_game_add_tag(struct cp_game *g, cp_str name, cp_str value, uint32_t line, uint32_t col);

/* Makes a tag of another list the last of g's; returns the one behind it there. */
struct cp_tag *cp_game_move_tag(struct cp_game *g, struct cp_tag *tag);

/* Whether messages may point at tags of that name later, so that a record keeps their places;
 * at Variant where the variant is not known. */
bool cp_tag_is_placed(cp_str name);

/* The name of a tag that tools ask for, where it is written in other capitals ("variant"), and any
 * that a sign ends ("White:"); empty: it is no such name, or as it should be. */
cp_str cp_tag_meant(cp_str name);

/* The first tag of that name (case-sensitive); NULL when none. */
const struct cp_tag *cp_tag_find(const struct cp_tag *tags, cp_str name);
struct cp_tag *cp_game_find_tag(const struct cp_game *g, const char *name);

/* The value of the first tag of that name (case-sensitive); empty when none. */
cp_str cp_game_tag(const struct cp_game *g, const char *name);

/* How the squares of node's move are spelled, also when it has not been read;
 * castling, which has none, is of boards where they are bare. */
enum cp_spelling cp_node_spelling(const struct cp_node *node);

/* e4e5, Bb5a6, e7d8=Q: a whole origin, no sign, a target, and nothing odd. It may be two
 * half-moves as one word, and Nd4: c5 a capture on d4 and its answer: how long the first would be;
 * 0: it is one. */
size_t cp_node_half_length(const struct cp_node *node);

static inline bool cp_node_may_be_two(const struct cp_node *node)
{
    return CP_UNLIKELY((node->move.has & CP_HAS_FROM) == CP_HAS_FROM) && cp_node_half_length(node);
}

/* The span of a node, or of the game when the node is unknown. */
cp_span cp_node_span(const struct cp_game *g, const struct cp_node *node);

/* Where the start position stands, or the game when it says nothing of it. */
cp_span cp_game_start_span(const struct cp_game *g);

/* ---- walking: each move in the order of the text: a move, its variations, the next move ---- */

struct cp_walk_step;

struct cp_walk {
    struct cp_arena *arena;
    struct cp_walk_step *stack;
    size_t depth, room;
    uint32_t ply;         /* of last, from 1; a variation begins at the ply it replaces */
    struct cp_node *last; /* returned last */
    struct cp_node *first;
    bool has_begun;
};

/* The game may be changed while it is walked, but for moves and variations
 * being added or removed, other than variations of the move that was returned last. */
void cp_walk_init(struct cp_walk *w, struct cp_arena *arena, const struct cp_line *line);

/* The next move, where more than the next of a line is to be found. */
struct cp_node *cp_walk_on(struct cp_walk *w);

/* The next move; NULL when there is none left. */
static inline struct cp_node *cp_walk_next(struct cp_walk *w)
{
    struct cp_node *last = w->last;
    if (CP_UNLIKELY(!last || last->notes || !last->next))
        return cp_walk_on(w);
    w->ply++;
    return w->last = last->next;
}

#endif
