/* SPDX-License-Identifier: MIT */
/* int.h -- integers of any size in one word.
 *
 *     -2^62 <= v < 2^62    the number itself
 *      v >= 2^62           2^62 + the index of an interned GMP number
 *
 * Numbers beyond the small range are interned, so each value has one word and
 * == on that word is equality everywhere. The table (struct cp_ints) belongs to
 * the caller; a cp_int means something only together with the table it came
 * from, and only until that table is reset below the mark it was made under.
 * Nobody else knows how numbers are stored.
 *
 * Why so: D2 (DECISIONS.md).
 *
 * Why so: D28 (DECISIONS.md). */
#ifndef CP_INT_H
#define CP_INT_H

#include "base/buf.h"

#include <stdint.h>

typedef struct {
    int64_t v;
} cp_int;

struct cp_ints; /* the table of big numbers */

#define CP_INT_EDGE ((int64_t)1 << 62)
#define CP_INT(n)   ((cp_int){(n)}) /* for constants that are plainly small */

/* Its memory is outside any arena, and refused the way `like` does it; for tests, it ends
 * the process. */
struct cp_ints *cp_ints_open_like(const struct cp_arena *like);
struct cp_ints *cp_ints_open(void);
void cp_ints_close(struct cp_ints *t);

/* How memory for numbers beyond 2^62 is had, grown and given back, as GMP asks for it; get
 * and get_more must not return NULL, nor return at all when there is none; put NULL is free. GMP
 * has one set of these for a whole process, so they are set at a program's start, before the first
 * number. Left alone, GMP ends the process. */
struct cp_ints_memory {
    void *(*get)(size_t);
    void *(*get_more)(void *, size_t, size_t);
    void (*put)(void *, size_t);
};
void cp_ints_take_memory(struct cp_ints_memory m);
struct cp_ints_memory cp_ints_memory(void); /* as it is */

/* GMP was jumped out of: closing leaves its numbers to who gave it memory. */
void cp_ints_abandon(struct cp_ints *t);

/* A table of its own with all numbers of t, so that each cp_int of t means the
 * same in both (for workers side by side). */
struct cp_ints *cp_ints_copy(const struct cp_ints *t);

/* A seed for the hashes over these numbers, and over the squares made of them: whoever
 * does not know it cannot write numbers that collide. No answer depends on it.
 * Set before the first number is made; without it, and in tests, it is 0. */
void cp_ints_set_seed(struct cp_ints *t, uint64_t seed);
uint64_t cp_ints_seed(const struct cp_ints *t);

/* The words that a seed stands for: numbers by chance, as good as one seed each. */
static inline uint64_t cp_seed_word(uint64_t seed, uint32_t place)
{
    uint64_t x = seed + (place + UINT64_C(1)) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* No more than `most` bytes are held from here on; a number that would take more calls
 * too_large, which must not return (see cp_arena_bound). */
void cp_ints_bound(struct cp_ints *t, size_t most, void (*too_large)(void *), void *data);

/* How many big numbers are held; reset forgets those made since the mark, and costs
 * what they are. */
size_t cp_ints_mark(const struct cp_ints *t);
void cp_ints_reset(struct cp_ints *t, size_t mark);

/* What is held now stays, whatever is reset: for what outlives a mark that was set before it. */
void cp_ints_keep(struct cp_ints *t);

/* How often some big number was made or found again: whether there was one among results. */
uint64_t cp_ints_asked(const struct cp_ints *t);

static inline bool cp_int_is_small(cp_int a)
{
    return (uint64_t)a.v + (uint64_t)CP_INT_EDGE < (uint64_t)CP_INT_EDGE * 2;
}

/* The number itself while it is small, as whatever stands on a board is; else what
 * the caller says, never the handle. */
static inline int64_t cp_int_or(cp_int a, int64_t if_big)
{
    return cp_int_is_small(a) ? a.v : if_big;
}

static inline bool cp_int_equal(cp_int a, cp_int b)
{
    return a.v == b.v;
}

/* The slow paths, for when an operand or the result is big. */
cp_int cp_int_add_big(struct cp_ints *t, cp_int a, cp_int b);
cp_int cp_int_sub_big(struct cp_ints *t, cp_int a, cp_int b);
int cp_int_compare_big(const struct cp_ints *t, cp_int a, cp_int b);
int cp_int_sign_big(const struct cp_ints *t, cp_int a);
cp_int cp_int_scale_big(struct cp_ints *t, cp_int a, int32_t factor);

cp_int cp_int_from(struct cp_ints *t, int64_t n);

static inline cp_int cp_int_add(struct cp_ints *t, cp_int a, cp_int b)
{
    if (cp_int_is_small(a) && cp_int_is_small(b)) {
        cp_int sum = {a.v + b.v}; /* |sum| <= 2^63 - 2: no overflow */
        if (cp_int_is_small(sum))
            return sum;
    }
    return cp_int_add_big(t, a, b);
}

static inline cp_int cp_int_sub(struct cp_ints *t, cp_int a, cp_int b)
{
    if (cp_int_is_small(a) && cp_int_is_small(b)) {
        cp_int difference = {a.v - b.v};
        if (cp_int_is_small(difference))
            return difference;
    }
    return cp_int_sub_big(t, a, b);
}

static inline cp_int cp_int_negate(struct cp_ints *t, cp_int a)
{
    return cp_int_sub(t, CP_INT(0), a);
}

/* Negative, zero or positive as a is below, at or above b. */
static inline int cp_int_compare(const struct cp_ints *t, cp_int a, cp_int b)
{
    if (cp_int_is_small(a) && cp_int_is_small(b))
        return (a.v > b.v) - (a.v < b.v);
    return cp_int_compare_big(t, a, b);
}

static inline int cp_int_sign(const struct cp_ints *t, cp_int a)
{
    if (cp_int_is_small(a))
        return (a.v > 0) - (a.v < 0);
    return cp_int_sign_big(t, a);
}

static inline cp_int cp_int_abs(struct cp_ints *t, cp_int a)
{
    return cp_int_sign(t, a) < 0 ? cp_int_negate(t, a) : a;
}

/* a times a small factor (a direction, never a coordinate). */
static inline cp_int cp_int_scale(struct cp_ints *t, cp_int a, int32_t factor)
{
    int64_t product;
    if (cp_int_is_small(a) && !__builtin_mul_overflow(a.v, (int64_t)factor, &product) &&
        cp_int_is_small((cp_int){product}))
        return (cp_int){product};
    return cp_int_scale_big(t, a, factor);
}

/* Floor division by a small divisor > 0: a = *quotient * divisor + remainder,
 * 0 <= remainder < divisor; returns the remainder. */
int32_t cp_int_divide(struct cp_ints *t, cp_int a, int32_t divisor, cp_int *quotient);

/* a * b / c, rounded down; c is not 0. */
cp_int cp_int_proportion(struct cp_ints *t, cp_int a, cp_int b, cp_int c);

/* Decimal digits with an optional leading '-', nothing else; false otherwise.
 * Leading zeros and "-0" are read (a caller that cares looks at the text). */
CP_MUST_USE bool cp_int_parse(struct cp_ints *t, cp_int *out, cp_str text);
void cp_int_format(const struct cp_ints *t, struct cp_buf *out, cp_int a);

/* Bijective base 26: a = 1, z = 26, aa = 27, in lower case and of any length;
 * false when text is anything else or empty. Format writes the letters of |a|,
 * nothing for 0: the sign is the caller's. */
CP_MUST_USE bool cp_int_parse_letters(struct cp_ints *t, cp_int *out, cp_str text);
void cp_int_format_letters(const struct cp_ints *t, struct cp_buf *out, cp_int a);

/* The number as an int64_t; false when it does not fit in its small range. */
CP_MUST_USE bool cp_int_get(cp_int a, int64_t *out);

/* A word that depends on the value and the seed only, never on the order of
 * interning: for hashes of positions. */
uint64_t cp_int_digest_big(const struct cp_ints *t, cp_int a);
static inline uint64_t cp_int_digest(const struct cp_ints *t, cp_int a)
{
    return cp_int_is_small(a) ? (uint64_t)a.v : cp_int_digest_big(t, a);
}

/* A word of the value alone, the same on every machine: the number itself (two's
 * complement) while |a| < 2^62. Of a big one, from h = 0, cp_seed_word(h + w, 0) for each
 * w of the words of 64 bits of |a|, the lowest first, then for 1 where it is negative, else 0. */
uint64_t cp_int_word_big(const struct cp_ints *t, cp_int a);
static inline uint64_t cp_int_word(const struct cp_ints *t, cp_int a)
{
    return cp_int_is_small(a) ? (uint64_t)a.v : cp_int_word_big(t, a);
}

/* Exact below 2^64; beyond, Baillie-PSW and further Miller-Rabin rounds, for
 * which no composite is known that passes (R-INF-1). Answers for big numbers
 * are remembered. */
bool cp_int_is_prime(struct cp_ints *t, cp_int a);

/* Proving that takes long with many digits. Where a number of more than
 * CP_PRIME_BITS bits has no small factor, or a prime is sought among more such
 * than can be tried, the answer is false, and a doubt: the digits of the largest
 * number concerned, 0 when there was none. A caller that depends on the answer looks there;
 * one that does not puts back what was there. The worst doubt since
 * the last reset stays known. */
enum { CP_PRIME_BITS = 4096 };
uint32_t cp_ints_doubt(const struct cp_ints *t);
void cp_ints_set_doubt(struct cp_ints *t, uint32_t digits);
uint32_t cp_ints_worst_doubt(const struct cp_ints *t);

/* The smallest prime p with low <= p <= high (high NULL: no bound). */
CP_MUST_USE bool cp_int_next_prime(struct cp_ints *t, cp_int low, const cp_int *high, cp_int *out);

/* The smallest prime factor of n if it is small (at most 9973), else 0. */
int32_t cp_int_small_factor(const struct cp_ints *t, cp_int n);

#endif
