/* SPDX-License-Identifier: MIT */
/* variant.h -- a game's rules as data, loaded from YAML and linted.
 *
 * A kind of piece moves along rays (variant.h). A knight is eight rays of length
 * 1..1, a rook four of 1..no end, a hawk sixteen of one far step each, a huygens
 * four rays of prime lengths from 5 that leap. Nothing here knows a variant by
 * name. */
#ifndef CP_VARIANT_H
#define CP_VARIANT_H

#include "base/json.h"
#include "game/start.h"

#include <stdbool.h>
#include <stdint.h>

/* A ray is how a man moves on a board without edges: a step, how often it may
 * be taken, and what for. All moves of a kind are a few of these. */

/* Whether a ray's squares serve for moving, for taking, or for both; or for nothing but that a
 * royal piece of the other side's must not stand there, as if it were taken. */
enum { CP_RAY_MOVES = 1, CP_RAY_TAKES = 2, CP_RAY_FACES = 4 };

/* What stands on the way of a hopper: exactly one piece, anywhere before it, or just before it and
 * none else. */
enum cp_hop { CP_HOPS_NOT, CP_HOPS_OVER, CP_HOPS_NEXT };

/* The squares low .. high steps away. Unless it leaps, every step before the
 * last must be onto an empty square, also those before low: a pawn's double
 * step is low 2, high 2. No two rays of one kind overlap in step and length,
 * except that what a man may only do first is a ray of its own for its use. */
typedef struct {
    int16_t dx, dy;    /* one step; Black's are White's seen from the other side */
    int32_t low, high; /* lengths in steps; high 0: no end */
    uint8_t use;       /* CP_RAY_MOVES | CP_RAY_TAKES, or CP_RAY_FACES */
    bool primes;       /* only prime lengths, leaping over anything, */
    bool blocked;      /* but what stands on a prime length, which ends it (R-ICN-9) */
    bool leaps;        /* whatever stands between does not matter */
    bool first;        /* only for a man that has not moved */
    uint8_t hops;      /* enum cp_hop: over a piece, as a cannon; low is 2 at least */
    bool lame;         /* a single step with squares on its way, which must be empty */
    bool third;        /* of these only for one that stands where three steps may be made */
    uint8_t bent;      /* 0, or so many steps, each turned by 45° from the one before, either
                          way round: a single step, of an oblique leaper (R-ICN-10); or 1: */
    uint8_t second;    /* so many others, all the same, follow a single step, */
    int16_t second_dx, second_dy;
    bool passes; /* which does not stay where they begin */
    bool round;  /* on a board with edges: from one end of a rank it goes on at the other */
} cp_ray;

/* Whose rules a variant is played by: rules.h. */
enum cp_family_id { CP_FAMILY_CHESS, CP_FAMILY_AGENTS, CP_FAMILY_COUNT };

/* What an agent does; a kind of any other family is none. */
enum cp_agent {
    CP_AGENT_NONE,
    CP_AGENT_KING,
    CP_AGENT_MOVER,
    CP_AGENT_SWAPPER,
    CP_AGENT_PUPPETEER,
};

enum { CP_DELAY_MOST = 1000000 };  /* of trapdoors, in moves */
enum { CP_QUIET_MOST = 1000000 };  /* plies without progress */
enum { CP_CHECKS_MOST = 100 };     /* that win */
enum { CP_RANKS_MOST = 64 };       /* on which a side promotes */
enum { CP_PRIMES_MOST = 1000000 }; /* the least jump of a piece that goes by primes */
enum { CP_BODY_MOST = 4 };         /* men of a body */
/* How many royal pieces a side has, and which of several must not be left attacked. */
enum cp_royals {
    CP_ROYALS_ONE,
    CP_ROYALS_ANY,  /* any number: none of them, */
    CP_ROYALS_LAST, /* none while there are several, */
    CP_ROYALS_ALL   /* not all at once; of both, those that are not the last may be taken */
};
/* How a side may win (R-ICN-12), a bit each. */
enum {
    CP_WINS_CHECKMATE = 1,
    CP_WINS_ROYAL_TAKEN = 2,  /* some royal piece of the other side's is taken */
    CP_WINS_ROYALS_TAKEN = 4, /* the last of them is */
    CP_WINS_ALL_TAKEN = 8,    /* all pieces are */
    CP_WINS_HILL = 16,    /* a royal piece of its own stands in the middle: cp_variant_is_hill */
    CP_WINS_WORDS = 31,   /* those above, which are words of a list; the others have keys */
    CP_WINS_GOAL = 32,    /* pieces of its own stand on goal squares */
    CP_WINS_EXTINCT = 64, /* the other side has too few of a kind left */
    CP_WINS_CHECKS = 128, /* it has given so many checks */
};

/* By whose rules a variant may be played, where its file says them. */
enum cp_owner { CP_OWNER_NOBODY, CP_OWNER_INVENTOR, CP_OWNER_SITE, CP_OWNERS };

/* What it is for the side that has no move and is not in check; FEWER: who has fewer men wins. */
enum cp_stalemate { CP_STALEMATE_DRAWS, CP_STALEMATE_WINS, CP_STALEMATE_LOSES, CP_STALEMATE_FEWER };

/* When a side may pass its turn, out of check. */
enum cp_may_pass { CP_PASSES_NEVER, CP_PASSES_ALWAYS, CP_PASSES_STUCK /* where it has no move */ };

enum { CP_REPETITION_FREE = -1 };

enum { CP_BENT_MOST = 7, CP_SECOND_MOST = 31 }; /* steps of ways that bend, and of second legs */

struct cp_field;

/* Squares of a board with edges: all that lie in some of these. */
struct cp_region {
    const struct cp_area {
        int32_t left, bottom, right, top;
    } * areas;
    uint32_t count;
    bool is_said; /* else nothing depends on it */
};

static inline bool cp_region_has(const struct cp_region *r, cp_square at)
{
    bool has = false;
    for (uint32_t i = 0; i < r->count; i++)
        has |= at.file.v >= r->areas[i].left && at.file.v <= r->areas[i].right &&
               at.rank.v >= r->areas[i].bottom && at.rank.v <= r->areas[i].top;
    return has;
}

struct cp_kind {
    const cp_ray *rays[2];  /* by side */
    uint32_t ray_count;     /* the same for both sides */
    bool royal;             /* must not be left attacked, where the other side wins by mate */
    bool promotes;          /* as a pawn, where it comes to its side's promotion rank */
    const uint8_t *becomes; /* to that alone; NULL: as its side's promotion says */
    bool en_passant;        /* double first steps can be taken in passing, by its like */
    bool has_first;      /* "moved" matters: some ray is for the first move only, or it castles */
    bool castles;        /* with the nearest, or is that: see castles_near */
    enum cp_agent agent; /* among agents, which have no rays */
    /* By side: from where it has its first moves, whether it has moved or not; of them those of
       three steps and more; and the only squares on which that side takes it in passing. */
    struct cp_region first_from[2], third_from[2], passed_on[2];
    struct cp_region zone[2]; /* by side: squares that it never leaves */
    bool first_stays;         /* its first moves end in first_from, too */
    bool spares_like;         /* it neither takes its like nor goes over it */
};

/* A block of men of one kind and side that may move as one. Moves name it by a kind
 * of its own, which no man is of. */
struct cp_body_words {
    bool exists;
    uint8_t kind, of;
    uint8_t files, ranks; /* CP_BODY_MOST men at most */
};

struct cp_frame {
    cp_str name;
    cp_square shift; /* diagram square = this frame's square + shift */
};

/* A piece list proven unable to mate, e.g. {K, R} v {K}: see `source`. */
struct cp_bare_material {
    const uint8_t *kinds; /* beside the two kings, on either side */
    uint32_t count;
    bool one_colour; /* any number of these, all on squares of one colour */
    cp_str source;   /* where the proof is */
};

/* Where a side's men promote, and to what; without a rank they never do. */
struct cp_promotion {
    const cp_int *ranks; /* in order, each once */
    const uint8_t *to;   /* kinds */
    uint32_t rank_count, to_count;
    struct cp_region on; /* of these ranks, where only some of their squares are meant */
    bool may_stay;       /* no piece need, but on the rank that is farthest ahead */
    bool is_limited;     /* to fewer of a kind than the set-up has */
};

/* Squares that pieces are to reach, by side, and how. */
struct cp_goal {
    const struct cp_border *blocks[2];
    uint32_t block_count[2];
    uint64_t kinds;      /* a bit each */
    int32_t count;       /* so many pieces */
    bool is_safe;        /* only those that are not attacked there */
    bool may_be_full;    /* one of them is enough where no square of the goal is empty */
    bool is_answered[2]; /* the other side has one more move, to take them or to be there, too:
                            then nobody wins; of royal pieces, only where it can come there */
};

/* Kinds of which a side needs some: it is for the side that has no more than so many as `result`
 * says. */
struct cp_extinct {
    uint64_t kinds;   /* a bit each; 0: nothing ends so */
    bool is_of_all;   /* they are counted together */
    bool is_answered; /* the side to move may yet leave the other with too few */
    int32_t count;    /* this or less is too few, */
    int32_t others;   /* if the other side has so many */
    uint8_t result;   /* enum cp_stalemate */
};

/* Ranks while they are gathered. */
struct cp_ranks {
    cp_int list[CP_RANKS_MOST];
    uint32_t count;
};

/* Why a variant of another program is not read as ours: the whole sentence, and its place. */
struct cp_refusal {
    cp_span at;
    cp_str why;
    struct cp_refusal *next;
};

/* On which files castling ends. */
struct cp_castled {
    int32_t king, partner;
};

/* Against a side that has one piece there are so many moves where the other has so many of a kind.
 */
struct cp_bare_count {
    uint8_t kind;
    uint32_t least; /* 0: whatever it has */
    int32_t moves;
};

/* How many moves there are to mate who is weaker; behind them the game is drawn. */
struct cp_counting {
    bool exists;
    uint64_t without;          /* kinds that must be gone before, a bit each */
    int32_t board, board_most; /* while both sides have more than one piece; 0: not counted, or
                                  whatever they have */
    bool counts_pieces;        /* against one piece the count begins with all on the board */
    const struct cp_bare_count *bare;
    uint32_t bare_count;
};

struct cp_variant {
#define CP_RULE_TRUTH(key, field, meaning)       bool field;
#define CP_RULE_COUNT(key, field, most, meaning) int32_t field;
#include "rules/rule.def"
    cp_str id;                             /* "trappist-1" */
    cp_str name;                           /* as written in the Variant tag */
    const cp_str *aliases;                 /* further names, matched but for case */
    uint32_t alias_count, elsewhere_count; /* the last so many are of games that begin elsewhere */
    cp_str about;                          /* one line on what it is; empty: not said */
    enum cp_family_id family;
    struct cp_alphabet alphabet; /* kind k is alphabet.pieces[k] and kinds[k] */
    const struct cp_kind *kinds;
    uint8_t pawn; /* the kind without a letter; CP_NO_KIND: none */
    struct cp_body_words body;
    bool bounded;
    int32_t files, ranks; /* when bounded: squares (1,1) .. (files,ranks) */
    bool has_border;      /* of a plane */
    struct cp_border border;
    const cp_square *traps; /* men that come to stand there are gone for ever */
    uint32_t trap_count;
    struct cp_promotion promotion[2];       /* by side */
    uint64_t becoming;                      /* what some kind alone promotes to, a bit each */
    bool pieces_may_stay, pieces_must_take; /* what is no pawn need not, or only as it takes */
    bool castles;
    bool castles_near;     /* kings do with the nearest piece on their rank, on a plane (R-ICN-7) */
    bool marks_first;      /* the set-up says of each piece whether its first move is left */
    uint64_t castles_with; /* the kinds of the king's partner, a bit each */
    uint64_t castle_kings; /* and of what castles like a king; 0: those that are royal */
    struct cp_castled castled[2][2]; /* by side, to the left (0) and to the right (1) */
    int32_t trapdoor;                /* the delay of trapdoors, in moves; 0: none */
    cp_str asleep;                   /* text that has not been read yet: see cp_variants_list */
    cp_str text;     /* as one of our files, where it was written otherwise: ini.h */
    uint8_t wins[2]; /* how each side does: CP_WINS_* */
    struct cp_goal goal;
    struct cp_counting counting;
    struct cp_extinct extinct, bared;   /* bared: down to one piece */
    enum cp_stalemate stalemate, mated; /* what either is for the side to move */
    int32_t repetition;                 /* a position ends the game when it is there so often; 0: as
                                           in chess, CP_REPETITION_FREE: never */
    enum cp_stalemate repeated;         /* what that is for the side to move; */
    bool checks_lose;                   /* who checked in each of its turns since has lost */
    bool must_take;                     /* who can */
    bool explodes;                      /* who takes goes with all around */
    bool forbids_checks;                /* no move may give one */
    enum cp_may_pass may_pass[2];       /* by side; two turns passed on end are a draw */
    bool answers_facing;   /* royal pieces may face each other: who is to move then ends that, or
                              passes, which is a draw */
    uint64_t burst_spares; /* but these kinds, a bit each */
    bool any_royals;       /* as many on each side as stand there at first, or none */
    enum cp_royals royals; /* the same, and what several of a side are */
    struct cp_field *own_rules[CP_OWNERS]; /* where somebody plays it by others: as a game's own */
    cp_str since;                  /* its set-up is; before, it was another; empty: always */
    bool is_named_only;            /* no game is taken for its own that does not name it */
    bool is_assumed;               /* of games with bare squares that name no variant */
    const struct cp_frame *frames; /* frames[0] is the default: "diagram", shift 0 */
    uint32_t frame_count;
    struct cp_start start;
    cp_span setup_at, castling_at; /* in its file; no line: not said */
    cp_square window[2];           /* lower left and upper right of the published diagram */
    bool has_origin_mark;          /* (1,1) of the classical board is marked on diagrams */
    cp_square origin_mark;
    const struct cp_bare_material *bare; /* insufficient material, proven */
    uint32_t bare_count;
};

/* Whether a kind is one that castles with another. */
static inline bool cp_variant_castles_as_king(const struct cp_variant *v, uint8_t kind)
{
    return v->castle_kings ? v->castle_kings >> kind & 1 : v->kinds[kind].royal;
}

/* Whether half-moves without progress are counted, for any draw. */
static inline bool cp_variant_counts_quiet(const struct cp_variant *v)
{
    return v->quiet_limit || v->counts_quiet_moves;
}

/* Castling with the nearest piece on the king's rank, or none: a right is a first move that
 * is left. Where the set-up does not mark these, they are left to the royal piece and to
 * all it might castle with. */
void cp_variant_set_castling(struct cp_variant *v, struct cp_arena *arena, struct cp_ints *ints,
                             bool near);

/* Where the world of v ends, be it a board or a plane; false: nowhere. */
bool cp_variant_border(const struct cp_variant *v, struct cp_border *out);

/* Makes it of a list, [1, 8, _, _]: left, right, bottom, top; false when it is none. */
CP_MUST_USE bool cp_border_parse(struct cp_border *out, struct cp_ints *ints,
                                 const struct cp_value *list);

/* In its place, if it is new; false when they are too many. */
CP_MUST_USE bool cp_ranks_add(struct cp_ranks *ranks, const struct cp_ints *ints, cp_int rank);

/* Of a number or a list of numbers; false when it is none, or they are too many. */
CP_MUST_USE bool cp_ranks_parse(struct cp_ranks *out, struct cp_ints *ints,
                                const struct cp_value *v);

/* The same again: a number, or a list of none or several. */
void cp_ranks_format_json(struct cp_buf *out, const struct cp_ints *ints,
                          const struct cp_ranks *ranks);

void cp_promotion_set_ranks(struct cp_promotion *out, struct cp_arena *arena,
                            const struct cp_ranks *ranks);

/* Whether a side's men promote on that rank. */
static inline bool cp_promotes_on(const struct cp_variant *v, int side, cp_square at)
{
    const struct cp_promotion *own = &v->promotion[side];
    for (uint32_t i = 0; i < own->rank_count; i++)
        if (cp_int_equal(own->ranks[i], at.rank))
            return !own->on.is_said || cp_region_has(&own->on, at);
    return false;
}

/* Whether they must there. */
static inline bool cp_must_promote_on(const struct cp_variant *v, int side, cp_square at)
{
    const struct cp_promotion *own = &v->promotion[side];
    return cp_promotes_on(v, side, at) &&
           (!own->may_stay ||
            cp_int_equal(at.rank, own->ranks[side == CP_WHITE ? own->rank_count - 1 : 0]));
}

/* Whether it may promote with a move, and must; what is no pawn also as it leaves such a rank. */
enum cp_promoting { CP_STAYS, CP_MAY_PROMOTE, CP_MUST_PROMOTE };
static inline enum cp_promoting cp_promotes_by(const struct cp_variant *v, int side, uint8_t kind,
                                               cp_square from, cp_square to, bool takes)
{
    bool is_pawn = v->kinds[kind].promotes;
    bool is_piece = !is_pawn && v->kinds[kind].becomes && (takes || !v->pieces_must_take);
    if (!(is_pawn || is_piece) ||
        !(cp_promotes_on(v, side, to) || (is_piece && cp_promotes_on(v, side, from))))
        return CP_STAYS;
    bool may_stay = v->promotion[side].may_stay && !cp_must_promote_on(v, side, to);
    return may_stay || (is_piece && v->pieces_may_stay) ? CP_MAY_PROMOTE : CP_MUST_PROMOTE;
}

/* What it may choose then: so many kinds. */
static inline uint32_t cp_choices_of(const struct cp_variant *v, int side, uint8_t kind,
                                     const uint8_t **out)
{
    const uint8_t *becomes = v->kinds[kind].becomes;
    *out = becomes ? becomes : v->promotion[side].to;
    return becomes ? 1 : v->promotion[side].to_count;
}

/* Whether what a man may become depends on more than its rank. */
static inline bool cp_promotion_varies(const struct cp_variant *v, int side)
{
    const struct cp_promotion *own = &v->promotion[side];
    return own->may_stay || own->is_limited || own->on.is_said || v->becoming;
}

/* Whether pieces of the royal kinds may be taken but for a side's last one. */
static inline bool cp_royals_are_loose(const struct cp_variant *v)
{
    return v->royals >= CP_ROYALS_LAST;
}

/* Whether one choice may be legal where another is not. */
static inline bool cp_choices_differ(const struct cp_variant *v, int side)
{
    return v->promotion[side].is_limited || v->forbids_checks || cp_royals_are_loose(v);
}

/* Whether a side's men may become that. */
bool cp_promotes_to(const struct cp_variant *v, int side, uint8_t kind);

/* All that they may, a bit each. */
uint64_t cp_promotion_kinds(const struct cp_promotion *p);

/* Reads one variant from YAML text into arena; false when anything was wrong,
 * each fault reported with line and column. `ints` must live as long. */
CP_MUST_USE bool cp_variant_parse(struct cp_variant **out, struct cp_arena *arena,
                                  struct cp_ints *ints, cp_str yaml, const char *file,
                                  struct cp_diags *d);

struct cp_variants {
    struct cp_variant *const *list;
    uint32_t count;
};

/* The bundled variants, asleep: id, name, aliases, is_named_only and is_assumed are known. */
void cp_variants_list(struct cp_variants *out, struct cp_arena *arena);

/* The same, but for those that games must name read into the caller's arena. */
CP_MUST_USE bool cp_variants_load(struct cp_variants *out, struct cp_arena *arena,
                                  struct cp_ints *ints, struct cp_diags *d);

/* The file of a bundled variant, by its id; empty when it is none. */
cp_str cp_variant_text(cp_str id);

/* Reads those that sleep. What was found before stays where it is, and big numbers of theirs
 * stay in ints, whatever is reset. */
void cp_variant_wake(struct cp_variant *v, struct cp_arena *arena, struct cp_ints *ints);
void cp_variants_wake(const struct cp_variants *all, struct cp_arena *arena, struct cp_ints *ints);

/* By id, name or alias, but for case and white space; NULL when unknown. */
struct cp_variant *cp_variants_find(const struct cp_variants *all, cp_str name);

/* Its place in the list; all->count if it is not in it. */
uint32_t cp_variants_number(const struct cp_variants *all, const struct cp_variant *v);

/* Whether a name of v, which is awake, is one of games that begin elsewhere, each as it says. */
bool cp_variant_begins_elsewhere(const struct cp_variant *v, cp_str name);

/* The variants of infinitechess.org are those whose names end so. */
#define CP_SITE_NAME " (infinitechess.org)"

/* The name that the site has for v, or ours. */
cp_str cp_variant_name_there(const struct cp_variant *v);

/* Whether a name is one that the site gives v and knows it by: its name there, or its code, which
 * begins with a capital as names do. */
bool cp_variant_is_named_there(const struct cp_variant *v, cp_str name);

/* One of them by the name that it has there, also without the word before it (Omega), or by its
 * code (Space_Classic); NULL when unknown. */
struct cp_variant *cp_variants_find_preset(const struct cp_variants *all, cp_str name);

/* By a name here, or else there. */
struct cp_variant *cp_variants_find_anywhere(const struct cp_variants *all, cp_str name);

/* Whether a square is one of the four in the middle of a classical board. */
bool cp_variant_is_hill(const struct cp_variant *v, struct cp_ints *ints, cp_square at);

/* Whether there may be other numbers of royal pieces than one a side, or other victories than by
 * mate: what is not for boards of trapdoors. */
static inline bool cp_variant_is_won_otherwise(const struct cp_variant *v)
{
    return v->any_royals || v->wins[0] != CP_WINS_CHECKMATE || v->wins[1] != CP_WINS_CHECKMATE;
}

/* Whether some side may ever pass its turn. */
static inline bool cp_variant_has_passes(const struct cp_variant *v)
{
    return v->may_pass[0] != CP_PASSES_NEVER || v->may_pass[1] != CP_PASSES_NEVER;
}

/* How a side wins, of a word or a list of words; 0 when some word is none. */
uint8_t cp_wins_parse(const struct cp_value *v);

/* "checkmate or hill" */
void cp_wins_format(struct cp_buf *out, uint8_t wins);

/* The frame of that name, NULL when the variant has none such; "" is the default. */
const struct cp_frame *cp_variant_frame(const struct cp_variant *v, cp_str name);

#endif
