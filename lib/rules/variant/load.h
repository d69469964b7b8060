/* SPDX-License-Identifier: MIT */
/* load.h -- inside the loader of variant files.
 *
 *     load_values.c  sections and plain values, the keys at the top, squares, the set-up
 *     load_ends.c    how games are won and end
 *     load_pieces.c  pieces, promotion, bodies, agents and their traps
 *     betza.c        Betza's notation to rays
 *     load.c         the table of keys, a whole variant, those that are bundled
 *     variant_keys.def  every key: one table for loader, schema and manual
 *
 * A reader of a key is called only when its value has a right type, in the
 * table's order, so what it depends on stands above it. Readers report and go
 * on: one run shows every fault. */
#ifndef CP_LOAD_H
#define CP_LOAD_H

#include "base/json.h"
#include "rules/variant/variant.h"

enum { CP_NAMES_MOST = 64, CP_SETUP_MOST = 4096, CP_BOARD_MOST = 1000 };

enum cp_section {
    CP_IN_VARIANT,
    CP_IN_BOARD,
    CP_IN_PIECE,
    CP_IN_PRIMES,
    CP_IN_BODY,
    CP_IN_PASSING,
    CP_IN_PROMOTION,
    CP_IN_CHOICES,
    CP_IN_CASTLING,
    CP_IN_CASTLED,
    CP_IN_SETUP,
    CP_IN_INSUFFICIENT,
    CP_IN_WINS,
    CP_IN_GOAL,
    CP_IN_EXTINCT,
    CP_IN_RESULTS,
    CP_IN_REPETITION,
    CP_IN_COUNTING,
    CP_IN_CAPTURE,
    CP_IN_SQUARES,
};

struct cp_load;

/* The piece being read, and what must wait until all its keys are. */
struct cp_piece_load {
    struct cp_kind *kind;
    struct cp_piece_words *words;
    const struct cp_value *move, *primes, *bent, *aliases, *agent, *neutral;
    int32_t least; /* of primes; 0: none */
    int32_t steps; /* of a way that bends; 0: none */
    bool is_blocked;
    const struct cp_value *royal, *unwritten, *promotes, *en_passant, *body; /* NULL: not so */
    const struct cp_value *first_step, *third_step, *zone, *first_stays,
        *spares_like; /* likewise */
};

struct cp_load_key {
    enum cp_section section;
    const char *name;
    unsigned types;
    bool required;
    void (*read)(struct cp_load *, const struct cp_value *);
    size_t field;        /* where there is no such function: of struct cp_load, */
    bool is_variants;    /* or of struct cp_variant: */
    bool is_truth;       /* what is said, not the value that says it; */
    int64_t least, most; /* of a count; 0: it is none */
};

struct cp_load {
    const struct cp_load_key *keys; /* of all sections */
    size_t key_count;
    struct cp_variant *v;
    struct cp_arena *arena;
    struct cp_ints *ints;
    struct cp_diags *d;
    cp_str letters[CP_KINDS_MOST]; /* as the keys of `pieces` */
    struct cp_kind *kinds;
    uint32_t kind_count;
    struct cp_piece_load piece;
    struct cp_piece_words *words;
    const struct cp_value *royal, *promotes; /* the first that said so */
    const struct cp_value *partner;          /* of castling: the key, if it is there */
    bool castles_right;                      /* whither: the key being read */
    const struct cp_value *traps;
    const struct cp_value *moved;          /* of the set-up: the key, if it is there */
    const struct cp_value *goal, *extinct; /* of `wins`, read when the pieces are known */
    struct cp_region *region;              /* being read: White's and Black's */
    bool has_promotion, has_window, has_black, is_crowded;
    bool is_marked;   /* some square of the set-up, with + */
    uint16_t *places; /* of the set-up's squares: by hash, 1 + which man, 0: nobody's */
    struct cp_bare_material *bare;         /* the entry being read */
    const struct cp_value *body, *body_of; /* the first that is one */
    int32_t body_files, body_ranks;
};

/* Says what is wrong with v, a part of it at `offset` bytes into its text. */
void cp_load_fault(struct cp_load *l, enum cp_diag kind, const struct cp_value *v, size_t offset,
                   const char *fmt, ...) CP_PRINTF(5, 6);

/* Reads every key of a section that the map has, and misses those it must have. */
void cp_load_section(struct cp_load *l, enum cp_section section, const struct cp_value *map);

/* A whole number within low..high; false when reported. */
CP_MUST_USE bool cp_load_number(struct cp_load *l, const struct cp_value *v, int64_t low,
                                int64_t high, int32_t *out);
CP_MUST_USE bool cp_load_int(struct cp_load *l, const struct cp_value *v, cp_int *out);

/* The strings of a list, none empty and none twice; count is of those that are. */
cp_str *cp_load_strings(struct cp_load *l, const struct cp_value *list, uint32_t *count);

/* The kind of that letter, CP_NO_KIND when reported. */
uint8_t cp_load_kind(struct cp_load *l, cp_str letter, cp_span at);

/* The kinds of a list of letters; twice says whether one may come again. */
uint8_t *cp_load_kinds(struct cp_load *l, const struct cp_value *list, bool twice, uint32_t *count);

/* A name: v's text without white space around it; reported when not on one line. */
cp_str cp_load_line(struct cp_load *l, const struct cp_value *v);

/* Which of the words v is; -1: none, which is reported in these words. */
int cp_load_word(struct cp_load *l, const struct cp_value *v, const char *words, const char *why);

/* Whose key that is: White's but for "black". */
static inline enum cp_side cp_load_side(const struct cp_value *v)
{
    return cp_str_is(v->name, "black") ? CP_BLACK : CP_WHITE;
}

/* One square of v's text from *offset on, which moves to the next. */
CP_MUST_USE bool cp_load_square(struct cp_load *l, const struct cp_value *v, size_t *offset,
                                cp_square *out);

/* Squares of White's and of Black's, of a map; without one nothing is said. */
void cp_load_regions(struct cp_load *l, const struct cp_value *map, struct cp_region *out);

/* Tells what is wrong with a man where it stands: "two pieces stand on (6,3)". */
void cp_load_report_man(struct cp_load *l, const struct cp_value *v, size_t offset,
                        const cp_man *man, const char *what);

/* Squares of a range, a2-h2, or a single one; behind it perhaps +. */
struct cp_block {
    cp_square first; /* the lower left one */
    uint32_t files, ranks;
    bool is_marked;
};

/* The same of a whole block. */
CP_MUST_USE bool cp_load_block(struct cp_load *l, const struct cp_value *v, size_t *offset,
                               struct cp_block *out);

/* What one key alone cannot know, after all were read. */
void cp_load_check_wins(struct cp_load *l);
void cp_load_check_royals(struct cp_load *l, const struct cp_value *v); /* NULL: not said */
void cp_load_check_window(struct cp_load *l, const struct cp_value *map);
void cp_load_check_family(struct cp_load *l, const struct cp_value *map);

/* The readers of keys. */
#define READ(function) void function(struct cp_load *l, const struct cp_value *v);
#define TRUTH(in, field)
#define COUNT(in, field, least, most)
#define KEPT(field)

#define CP_KEY(section, key, types, need, how, meaning) how
#include "rules/variant/variant_keys.def"
#undef CP_KEY
#undef READ
#undef TRUTH
#undef COUNT
#undef KEPT

/* ---- Betza's notation for the moves of pieces, to rays ----
 *
 *     atoms        W (1,0)  F (1,1)  D (2,0)  N (2,1)  A (2,2)  H (3,0)
 *                  L = C (3,1)  J = Z (3,2)  G (3,3)
 *     leapers      (1,4) = (4,1): any, up to a thousand squares
 *     compounds    R = WW   B = FF   Q = RB   K = WF
 *     range        W4: one to four steps, over empty squares; W0 = WW: no end
 *     modifiers    m only moves, c only takes, i only when it has not moved
 *     directions   f b l r, v = f and b, s = l and r; before an atom of two axes
 *                  pairs: frF one square, ffN the narrow two, fsN the wide two,
 *                  fhN all four in front, frN (2,1), rfN (1,2)
 *
 * Read are the parts that a ray can say exactly; every other is refused by its
 * name. A string that can be read in two ways is refused as well.
 *
 * Why so: D5 (DECISIONS.md). */

enum { CP_RAYS_MOST = 256, CP_BETZA_STEPS_MOST = 1000000, CP_LEAP_MOST = 1000 };

struct cp_betza {
    cp_ray *rays[2]; /* by side, the same count and order */
    uint32_t count;
    size_t edge_at;  /* where a second leg is that only an edge ends; 0: nowhere */
    size_t round_at; /* 1 + where it says that it goes round the board; 0: nowhere */
    size_t offset;   /* when it failed: the byte to blame */
    const char *why; /* when it failed: the particulars */
};

/* CP_OK, or what is wrong, with out->offset and out->why. Rays live in arena. */
CP_MUST_USE enum cp_diag cp_betza_parse(struct cp_betza *out, struct cp_arena *arena, cp_str text);

#endif
