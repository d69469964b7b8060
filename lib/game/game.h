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
 * means "not known".
 *
 * Why so: D25 (DECISIONS.md). */
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

/* A message about the text that a game was read from, and where it points. */
struct cp_told {
    struct cp_told *next;
    enum cp_diag kind;
    uint32_t line, col;
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
    cp_str result;   /* "1-0", "0-1", "1/2-1/2", "*"; empty: none written */
    cp_str verdict;  /* JSON text of what cp-validate said; empty: not judged */
    cp_str solution; /* the same of cp-solve; empty: not solved */
    struct cp_field *extra, *source_extra; /* unknown fields, and those of `source` */
    struct cp_told *told; /* of its text, and a record does not show it; in order */
    const char *file;     /* where it came from: the user's file, even across a pipe */
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

/* What is known of a name of a tag (tags.def). */
enum {
    CP_TAG_OF_PGN = 1,       /* one of the seven that every game has */
    CP_TAG_OF_SITE = 2,      /* infinitechess.org writes it, in the order of the list */
    CP_TAG_ANY_CAPITALS = 4, /* read in whatever capitals */
    CP_TAG_PLACED = 8,       /* a record keeps its place */
    CP_TAG_COUNTS = 16,      /* it says how a game is played or ended: the first counts */
    CP_TAG_FIELD = 32,       /* a field of the record says it, a rule, or its place in text */
    CP_TAG_OF_TEXT = 64,     /* ICN has none of the name: there it is a field, or nothing */
};
struct cp_tag_name {
    cp_str name;
    unsigned what;
    const char *nothing; /* of the seven: what stands for it */
};
extern const struct cp_tag_name cp_tag_names[]; /* up to one without a name */
unsigned cp_tag_what(cp_str name);              /* 0 too where it is not there */

/* The name of a tag that tools ask for, where it is written in other capitals ("variant"), and any
 * that a sign ends ("White:"); empty: it is no such name, or as it should be. */
cp_str cp_tag_meant(cp_str name);

/* The first field of that name; NULL: the list has none. And one more at the end of the list:
 * where the next one goes. */
struct cp_field *cp_field_find(struct cp_field *list, cp_str name);
struct cp_field **cp_field_add(struct cp_arena *arena, struct cp_field **list, cp_str name,
                               cp_str json);

/* The first tag of that name (case-sensitive); NULL when none. */
const struct cp_tag *cp_tag_find(const struct cp_tag *tags, cp_str name);
struct cp_tag *cp_game_find_tag(const struct cp_game *g, const char *name);

/* Whether it is one of the four that stand behind moves: 1-0, 0-1, 1/2-1/2, *. */
bool cp_is_result(cp_str text);

/* The value of the first tag of that name (case-sensitive); empty when none. */
cp_str cp_game_tag(const struct cp_game *g, const char *name);

/* How the squares of node's move are spelled, also when it has not been read;
 * castling, which has none, is of boards where they are bare. */
enum cp_spelling cp_node_spelling(const struct cp_node *node);

/* The span of a node, or of the game when the node is unknown. */
cp_span cp_node_span(const struct cp_game *g, const struct cp_node *node);

/* Where the start position stands, or the game when it says nothing of it; where a tag does, or
 * the game when that is not known, or it is NULL. */
cp_span cp_game_start_span(const struct cp_game *g);
cp_span cp_tag_span(const struct cp_game *g, const struct cp_tag *tag);

/* ---- walking, in the order of the text: a move, its variations, the next move ---- */

/* MOVE: `node` is reached, behind `before`. OPEN: a variation, `line`, begins. CLOSE: `line` ends
 * behind `node`, its last move; the game's own, too, and END follows. */
enum cp_walk_event { CP_WALK_END, CP_WALK_MOVE, CP_WALK_OPEN, CP_WALK_CLOSE };

struct cp_walk_step { /* around a variation */
    const struct cp_line *line;
    struct cp_node *node; /* which it stands instead of */
    uint32_t ply;
};

struct cp_walk {
    struct cp_arena *arena;
    struct cp_walk_step *stack;
    size_t depth, room;
    const struct cp_line *line;
    struct cp_node *node, *before; /* NULL: there is none in this line */
    uint32_t ply;                  /* of node, from 1; a variation begins at the ply it replaces */
    enum cp_walk_event last;
};

/* The game may be changed while it is walked, but for moves and variations
 * being added or removed, other than variations of the move that was reached last. */
struct cp_walk cp_walk_of(struct cp_arena *arena, const struct cp_line *line);

/* The next event, where it may be more than the next move of a line. */
enum cp_walk_event cp_walk_on(struct cp_walk *w);

static inline enum cp_walk_event cp_walk_step(struct cp_walk *w)
{
    struct cp_node *node = w->node;
    if (CP_UNLIKELY(w->last != CP_WALK_MOVE || node->notes || !node->next))
        return cp_walk_on(w);
    w->ply++;
    w->before = node;
    w->node = node->next;
    return CP_WALK_MOVE;
}

/* The next move; NULL when there is none left. */
static inline struct cp_node *cp_walk_next(struct cp_walk *w)
{
    enum cp_walk_event event;
    do {
        event = cp_walk_step(w);
    } while (event > CP_WALK_MOVE);
    return event == CP_WALK_MOVE ? w->node : NULL;
}

#endif
