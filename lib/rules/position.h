/* SPDX-License-Identifier: MIT */
/* position.h -- men on the plane: plain arrays, and an index of lines made of them.
 *
 * Each man is a number. For every family of lines, and for the squares
 * themselves, men hang in short chains by key:
 *
 *     family 0   bucket ->  man 4 (key -9) <-> man 17 (key -9) <-> man 2 (key 40)
 *     squares    bucket ->  man 4 (7,9)
 *
 * Putting or lifting a man touches one chain per family; asking for the first
 * man in a direction walks the men of that line, never its squares. Buckets come of
 * a key and salts, so who does not know the seed cannot fill one (int.h).
 *
 * A thousand men may stand on one line. Where there are many at all (law.h), those of a family
 * stand in a tree instead, by key, then along the line; its shape is that of a heap of
 * their dice, so it is shallow whatever they do (a treap):
 *
 *     family 0   root -> man 17 (key -9, file 5)     the first man in a direction is
 *                        /               \           the next in order: log n steps
 *           man 4 (key -9, file 2)    man 2 (key 40, file 0)
 *
 * Why so: D29 (DECISIONS.md).
 *
 * A small board with edges has a head for each square, and no lines: these are walked, which
 * is cheaper there than to keep chains. */
#ifndef CP_POSITION_H
#define CP_POSITION_H

#include "rules/law.h"

enum { CP_NOBODY = -1 };
enum { CP_NO_SIDE = 2 }; /* beside enum cp_side: whose obstacles and voids are (R-ICN-11) */
enum { CP_SALTS = 9 };

/* A square with its line keys: the form in which lines are asked about. */
typedef struct {
    cp_square at;
    cp_int key[CP_LINES_MOST];
} cp_spot;

/* Two independent words: equality of positions is verified, never assumed. */
typedef struct {
    uint64_t low, high;
} cp_hash;

/* Numbers of men: first .. end - 1. */
typedef struct {
    int32_t first, end;
} cp_numbers;

struct cp_bit_game;
struct cp_agents;
struct cp_place;

/* What moves are counted for: both sides have more than one piece, or one has a single one. */
enum cp_count { CP_COUNTS_NOTHING, CP_COUNTS_BOARD, CP_COUNTS_BARE };

/* A question that may be left open: DOUBT. */
enum cp_answer { CP_NO, CP_YES, CP_DOUBT };

struct cp_position {
    const struct cp_law *law;
    struct cp_ints *ints;
    struct cp_arena *arena;

    /* The men and the turn, plain: all that tells one position from another. */
    uint32_t count; /* men ever placed; those taken stay, marked gone */
    cp_square *at;  /* by man, like all that follows */
    uint8_t *kind;
    uint8_t *side;
    uint8_t *owner;      /* the same, but CP_NO_SIDE of neutral men, which are kept as White's */
    cp_numbers *of_kind; /* by 2 * kind + side: no man of it has another number */
    uint16_t through_lines[2], stopped_lines[2]; /* by side, of the kinds that it has had */
    bool *moved;                                 /* has used up its first move */
    bool *gone;
    int32_t king[2];     /* men that must not be left attacked, by side, of several the first;
                            CP_NOBODY: there is none, or it has fallen */
    int32_t royal[2];    /* the same, whether they may be left attacked or not */
    int32_t castler[2];  /* by side, on a board with edges what castles: this or another */
    int32_t *next_royal; /* NULL, or by man: the next of its side's, CP_NOBODY for the last */
    uint32_t *spent_at;  /* likewise: the ply at which it lost its right to castle, all partners
                            being gone; 0: it did not */
    enum cp_side turn;
    int32_t castle[2][2]; /* by side, left and right: the rook; CP_NOBODY: no right */
    uint32_t ply;         /* played since the start position */
    uint32_t delay;       /* of trapdoors, in moves; 0: there are none (turn.h) */
    uint32_t *falls_at;   /* by man: the ply after which it falls; 0: never (set_clock) */
    int32_t *fallen;      /* those that fell, newest last */
    uint32_t fallen_count, fallen_mark;
    uint32_t nesting;    /* of mate tests within mate tests */
    bool is_undecided;   /* the last "no": it rests on a question that was left open */
    bool asked_mate;     /* the last answer of legality asked whether another turn mates */
    bool is_left_open;   /* the last turn played: nobody knows whether it mated */
    uint32_t quiet;      /* plies since something was taken or a pawn moved */
    uint8_t idle;        /* turns passed on end; 2, or one while royal pieces face each other, end
                            the game */
    bool is_faced;       /* royal pieces do, where the variant lets them: they count as attacked */
    uint8_t checked[2];  /* how often each side has given check, where so many win */
    uint8_t counts;      /* enum cp_count: moves are counted (variant.h), */
    uint32_t drawn_at;   /* until after this ply the game is drawn */
    uint8_t counted;     /* enum cp_outcome: the draw by counting that has ended the game, which
                            no position shows by itself; 0: none has (replay.c) */
    int32_t passing;     /* the man that may be taken in passing, or CP_NOBODY */
    cp_square passed;    /* the square it passed over, of several the last */
    uint8_t passed_more; /* how many more, each a step farther back */
    uint32_t checks;     /* men that give check to the side to move: 0, 1, or 2 for more */
    int32_t checker[2];  /* they */
    uint32_t standing;   /* men that are not gone */
    int8_t can_pass;     /* whether it can really be taken in passing; -1: not asked yet */
    int32_t able[2];     /* a man that had a move last time it was asked: a guess */

    /* NULL, or bitboards play here (bitboards/engine.h) and leave the index behind. */
    struct cp_bit_game *fast;
    bool is_stale;     /* the index is not that of the men: see cp_position_settle */
    bool is_forgetful; /* nobody asks how often its positions were there */

    /* The index of lines, which cp_position_index makes of the above. */
    cp_int *key;          /* line_count words each */
    int32_t *next, *prev; /* line_count + 1 words each: lines, then squares */
    int32_t *bucket;      /* (line_count + 1) << bits heads; on a small board one by square, and one
                             for what stands beyond the edges */
    uint32_t bits;
    uint32_t squares;        /* of a small board with edges; 0 of others */
    uint32_t searches;       /* of all men, for the one that a refused text means: see resolve.c */
    bool has_trees;          /* of lines: heads are roots, next and prev those before and behind */
    struct cp_place *places; /* where men are sorted, to plant trees */

    /* Of many men with trapdoors, else NULL: chains by the ply at which they fall. */
    int32_t *due_head, *due_next, *due_prev;
    bool *is_spared; /* by man: a mate kept it from falling; its square is safe */
    cp_hash clocks;  /* of those on the board that run, as if time stood still */

    /* While all moves of a turn are looked through (cp_falls_begin): what stays when its due
     * men have fallen. */
    struct cp_position *after;
    bool is_foreseeing, has_after;
    uint32_t foreseen_ply;
    uint64_t lifted; /* men, one by one, before it paid to foresee */

    uint64_t salt[CP_SALTS]; /* of the seed of ints */
    cp_hash hash;            /* of the men; turn and passing are added by cp_position_hash */

    /* What families keep beside the men: each has a pointer here, NULL in all others'
     * positions, and completes its struct itself (agents.h). */
    struct cp_agents *agents;
};

/* Sets up start (squares in the variant's default frame). */
void cp_position_init(struct cp_position *p, const struct cp_law *law, struct cp_ints *ints,
                      struct cp_arena *arena, const struct cp_start *start);

/* Back to start without new memory; the start given to init, unchanged. */
void cp_position_reset(struct cp_position *p, const struct cp_start *start);

/* Makes the index of lines and the hash anew, of the men as they stand in the plain
 * arrays: for code that has changed these directly. Cost follows the men. */
void cp_position_index(struct cp_position *p);

/* The same if need be: before questions to what is not in the table of rules (rules.h). */
static inline void cp_position_settle(struct cp_position *p)
{
    if (p->is_stale)
        cp_position_index(p);
}

/* Makes p one of the general engine's, until p->fast is what this returns. */
static inline struct cp_bit_game *cp_position_hand_over(struct cp_position *p)
{
    struct cp_bit_game *fast = p->fast;
    cp_position_settle(p);
    p->fast = NULL;
    return fast;
}

/* Takes a man off its square, or puts it on one; lines and hash follow. */
void cp_position_del(struct cp_position *p, int32_t man);
void cp_position_put(struct cp_position *p, int32_t man, cp_square at);

/* From now on a man falls at the end of another ply; 0: never. is_spared: a mate had kept
 * it from falling then, as is said of it before its clock is restarted. */
void cp_position_set_clock(struct cp_position *p, int32_t man, uint32_t falls_at, bool is_spared);

/* Makes chains and hash of clocks anew, where men are many. */
void cp_position_index_clocks(struct cp_position *p);

/* The first man after `man`, or after CP_NOBODY, that falls at the end of a ply and is on
 * the board, in any order; CP_NOBODY when there is none. */
int32_t cp_position_next_due(const struct cp_position *p, int32_t man, uint32_t ply);

/* Where men are many: a mate stops the clocks of all that are due at this ply, or (its
 * undoing) they run again. */
void cp_position_spare_due(struct cp_position *p, bool is_spared);

/* The hash of clocks at this ply, where due_head is not NULL. */
cp_hash cp_position_clocks(const struct cp_position *p);

/* The same for a moment, in which nobody asks for the hash: what is done must be undone. */
void cp_position_lift(struct cp_position *p, int32_t man);
void cp_position_drop(struct cp_position *p, int32_t man, cp_square at);

/* A man becomes another kind, its key in hash and lines aside: it is off the board. */
void cp_position_set_kind(struct cp_position *p, int32_t man, uint8_t kind);

/* Where to look for the men of a kind: set-ups name them kind by kind, so mostly few
 * others stand between. */
static inline cp_numbers cp_men_of_kind(const struct cp_position *p, uint8_t kind,
                                        enum cp_side side)
{
    return kind == CP_NO_KIND ? (cp_numbers){0, 0} : p->of_kind[2 * kind + side];
}

static inline const struct cp_movement *cp_movement_of(const struct cp_position *p, int32_t man)
{
    return &p->law->movements[p->side[man]][p->kind[man]];
}

/* Where a side may have several: the next behind king[side] or royal[side]. */
static inline int32_t cp_royal_after(const struct cp_position *p, int32_t man)
{
    return CP_LIKELY(!p->next_royal) ? CP_NOBODY : p->next_royal[man];
}

/* Whether a man's first move is gone, where it is to come to a square. */
static inline bool cp_moves_first_no_more(const struct cp_position *p, int32_t man, cp_square at,
                                          bool has_moved)
{
    const struct cp_region *from = &p->law->variant->kinds[p->kind[man]].first_from[p->side[man]];
    return CP_LIKELY(!from->is_said) ? has_moved : !cp_region_has(from, at);
}

/* Whether it has lost the ray for good, or where it stands. */
static inline bool cp_is_spent(const struct cp_position *p, int32_t man, const cp_ray *ray)
{
    return ray->first &&
           (p->moved[man] ||
            (ray->third &&
             !cp_region_has(&p->law->variant->kinds[p->kind[man]].third_from[p->side[man]],
                            p->at[man])));
}

/* The n-th square that may be passed over, 0 the last; false when there is none, or nobody may take
 * there. */
CP_MUST_USE bool cp_position_passed(const struct cp_position *p, uint32_t n, cp_square *out);

/* Whether a man is one that nobody may take: no square at all. */
static inline bool cp_is_void(const struct cp_position *p, int32_t man)
{
    return CP_UNLIKELY(p->law->voids != 0) && p->law->voids >> p->kind[man] & 1;
}

/* Whether a man is one that must not be left attacked. */
static inline bool cp_is_king(const struct cp_position *p, int32_t man)
{
    int32_t king = p->king[p->side[man]];
    if (CP_LIKELY(!p->next_royal) || king == CP_NOBODY)
        return king == man;
    return p->law->royals >> p->kind[man] & 1 &&
           (p->law->variant->royals != CP_ROYALS_ALL || p->next_royal[king] == CP_NOBODY);
}

/* Where pieces of the royal kinds may be taken or become so: who they are now, those that may
 * castle first; nobody must not be left attacked while only the last must not. */
void cp_position_find_royals(struct cp_position *p);

/* Begins to count moves, or begins anew, where what stands on the board says so: after a capture or
 * a promotion, and of a start, before which none are counted. */
void cp_position_begin_count(struct cp_position *p);

/* The man on a square, CP_NOBODY when it is empty. */
int32_t cp_position_get(const struct cp_position *p, cp_square at);

/* The square with its keys; likewise the square a man stands on. */
void cp_spot_init(cp_spot *spot, const struct cp_position *p, cp_square at);
void cp_spot_of_man(cp_spot *spot, const struct cp_position *p, int32_t man);

/* The first man on a line of a family beyond a coordinate (its file or, on files, its
 * rank) in a direction (way +1 or -1); CP_NOBODY when there is none. */
int32_t cp_position_beyond(const struct cp_position *p, uint32_t line, cp_int key, cp_int where,
                           int way);

/* The first man from `from` along a family's direction (way +1 or -1), with how
 * many steps away it is (may be NULL); CP_NOBODY when the line is empty to its end. `from`
 * itself does not count. */
int32_t cp_position_first(const struct cp_position *p, const cp_spot *from, uint32_t line, int way,
                          cp_int *steps);

/* The same from a square of a small board. */
int32_t cp_position_walk(const struct cp_position *p, uint32_t line, cp_square from, int way);

/* Whether all squares strictly between two squares in line are empty. */
bool cp_position_is_clear(const struct cp_position *p, uint32_t line, cp_square a, cp_square b);

/* Steps from a to b along a family, negative against its direction; the two
 * must be in line. */
cp_int cp_line_steps(const struct cp_position *p, uint32_t line, cp_square a, cp_square b);

/* The square n steps along (dx,dy) from a. */
cp_square cp_square_step(struct cp_ints *t, cp_square a, int32_t dx, int32_t dy, cp_int n);

/* By file, then rank. */
static inline int cp_square_compare(const struct cp_ints *t, cp_square a, cp_square b)
{
    int files = cp_int_compare(t, a.file, b.file);
    return files ? files : cp_int_compare(t, a.rank, b.rank);
}

static inline bool cp_square_is_beside(struct cp_ints *t, cp_square a, cp_square b)
{
    cp_int files = cp_int_abs(t, cp_int_sub(t, a.file, b.file));
    cp_int ranks = cp_int_abs(t, cp_int_sub(t, a.rank, b.rank));
    return cp_int_compare(t, files, CP_INT(1)) <= 0 && cp_int_compare(t, ranks, CP_INT(1)) <= 0;
}

static inline cp_square cp_square_leap(struct cp_ints *t, cp_square a, int32_t dx, int32_t dy)
{
    return (cp_square){cp_int_add(t, a.file, CP_INT(dx)), cp_int_add(t, a.rank, CP_INT(dy))};
}

#endif
