/* SPDX-License-Identifier: MIT */
/* law.h -- a variant made ready to be asked quickly.
 *
 * Every long ray runs along one of a few *lines*: the families of parallels
 * that the variant's riders use (files, ranks, two diagonals for chess riders;
 * more when a variant has nightriders). A square lies on one line of each
 * family, named by its key:
 *
 *     family (dx,dy)      key of (x,y) = dy*x - dx*y
 *     ranks     (1,0)                    -y
 *     files     (0,1)                     x
 *     diagonals (1,1), (1,-1)        x-y, -x-y
 *
 * Two squares are in line exactly when a key is equal: no arithmetic, whatever
 * the distance. Steps of length one are *leaps*; those within three squares of
 * home are also bits of one word, so most men answer "do you attack this
 * square?" with a subtraction and a bit test. */
#ifndef CP_LAW_H
#define CP_LAW_H

#include "rules/variant/variant.h"

enum { CP_LINES_MOST = 16, CP_MEN_MANY = 200 /* where it pays to look by lines */ };

/* A ray of more than one length, on its line. */
typedef struct {
    cp_ray ray;
    uint8_t line; /* which family */
    int8_t way;   /* +1 along the family's direction, -1 against it */
} cp_path;

/* A single step. */
typedef struct {
    int16_t dx, dy;
    uint8_t use; /* CP_RAY_MOVES | CP_RAY_TAKES */
    bool first;  /* only for a man that has not moved */
} cp_leap;

/* A way that bends, or of one that is lame: its squares as steps from home, each behind those
 * before it (R-ICN-10); it lands on those from `lands` on, of one that is lame the last. */
typedef struct {
    struct {
        int16_t dx, dy;
    } by[CP_SECOND_MOST + 1];
    uint8_t count, lands, use;
    bool first;
    uint8_t home; /* from squares of this file alone: it goes round the board; 0: of any */
} cp_route;

/* How one kind moves, for one side. */
struct cp_movement {
    uint64_t near_moves, near_takes; /* bit of cp_near_bit; leaps any man may use */
    uint64_t near_others;            /* likewise; squares of paths and of other leaps */
    bool goes_far;                   /* to squares that have no such bit; */
    bool goes_askew;                 /* to some that are not in a row, a file or a diagonal */
    bool is_simple;                  /* stopped by what stands there, to each square by one way */
    const struct cp_region *zone;    /* it never leaves these squares; NULL: it may */
    const struct cp_region *first_stays; /* nor these by its first moves */
    bool spares_like;                    /* it neither takes its like nor goes over it */
    const cp_leap *leaps;
    uint32_t leap_count;
    uint32_t near_count; /* the first so many leaps are in the words above */
    const cp_path *paths;
    uint32_t path_count;
    const cp_route *routes;
    uint32_t route_count;
    uint64_t promoting;     /* of a small board: the ranks on which it does, or may, by bits */
    uint16_t take_lines;    /* families of the paths that take */
    uint16_t lines;         /* families of all paths */
    uint16_t through_lines; /* of those that pass over what stands on them; */
    uint16_t stopped_lines; /* of those of primes that men stop */
    uint16_t hop_lines;     /* of those that take over a piece */
};

enum { CP_BODY_PATHS = 8 }; /* along ranks, files and diagonals */

struct cp_bit_law;

struct cp_law {
    const struct cp_variant *variant;
    const struct cp_bit_law *bits;    /* how bitboards play it; NULL: the general engine does */
    struct cp_movement *movements[2]; /* by side, then kind */
    int16_t line_dx[CP_LINES_MOST], line_dy[CP_LINES_MOST];
    uint32_t line_count;
    uint16_t blockable_lines; /* families some non-leaping path uses */
    uint8_t royal[2];         /* a kind that must not be taken, by side; CP_NO_KIND: none */
    uint64_t royals;          /* all kinds that are royal, a bit each; */
    uint64_t castlers;        /* those that castle with others: of them what does not slide */
    bool is_guarded[2]; /* by side: the other wins by mate, so none of these is left attacked */
    uint64_t neutrals, voids; /* kinds that are nobody's, a bit each; and of them those that are
                                 not taken either */
    bool has_royals;          /* there may be several on a side, or none */
    bool has_royal_riders;    /* some of them moves without end */
    bool wins_otherwise;      /* than by mate */
    uint64_t bare_kinds;      /* those of the material that is proven unable to mate, a bit each */
    cp_leap *steps[2];        /* by side: all leaps of any kind and all squares of routes, each
                                 once; use tells nothing */
    uint32_t step_count[2];
    uint32_t many;          /* pieces of a position, and more are looked for by lines */
    bool has_primes;        /* some ray's: only then can an answer be in doubt */
    uint16_t hop_lines;     /* families along which some kind takes over a piece: who comes to
                               one, or leaves it, may bare a king */
    bool has_hops;          /* some kind goes over pieces, be it to take or not */
    uint16_t stopped_lines; /* families some path of primes uses that men stop */
    int32_t route_span;     /* files and ranks between two squares of a route at most; 0: none */
    bool has_bodies;        /* attack.h */
    bool tries_each;        /* square a piece may go to: what is true of one length of a path is not
                               true of the next */
    bool bares_otherwise;   /* a king may be bared not only by who leaves a line of its own */
    bool castles;           /* in whatever way */
    uint8_t ranks;          /* where castles_near: the family of ranks */
    cp_path body_paths[2][CP_BODY_PATHS];
    uint32_t body_path_count;
};

int64_t cp_greatest_divisor(int64_t a, int64_t b);

/* False (reported) when the variant's rays cannot be decided exactly: too many
 * families, or a rider whose step skips squares of its own line. */
CP_MUST_USE bool cp_law_init(struct cp_law *law, const struct cp_variant *v, struct cp_arena *arena,
                             struct cp_diags *d);

/* The bit of a step within three squares of home. */
static inline uint64_t cp_near_bit(int64_t dx, int64_t dy)
{
    return (uint64_t)1 << ((dy + 3) * 7 + (dx + 3));
}

static inline bool cp_is_straight(int64_t dx, int64_t dy)
{
    return !dx || !dy || dx == dy || dx == -dy;
}

static inline bool cp_is_near(cp_int dx, cp_int dy)
{
    return (uint64_t)dx.v + 3 <= 6 && (uint64_t)dy.v + 3 <= 6;
}

/* The key of a square in a family. */
static inline cp_int cp_line_key(const struct cp_law *law, struct cp_ints *t, uint32_t line,
                                 cp_square at)
{
    return cp_int_sub(t, cp_int_scale(t, at.file, law->line_dy[line]),
                      cp_int_scale(t, at.rank, law->line_dx[line]));
}

/* The coordinate that tells squares of one line apart, and its change per step. */
static inline cp_int cp_line_place(const struct cp_law *law, uint32_t line, cp_square at)
{
    return law->line_dx[line] ? at.file : at.rank;
}

/* Whether a square is on the board at all; if it is, and the board has files and ranks, its
 * numbers are small: the handle of a big one is beyond every edge. */
static inline bool cp_on_board(const struct cp_law *law, const struct cp_ints *t, cp_square at)
{
    const struct cp_variant *v = law->variant;
    if (!v->bounded)
        return CP_LIKELY(!v->has_border) || cp_border_has(&v->border, t, at);
    return (uint64_t)at.file.v - 1 < (uint64_t)v->files &&
           (uint64_t)at.rank.v - 1 < (uint64_t)v->ranks;
}

#endif
