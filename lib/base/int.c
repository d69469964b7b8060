/* SPDX-License-Identifier: MIT */
/* int.c -- the only file that knows GMP.
 *
 * The table holds its numbers in the order of their making (so that reset can
 * forget the newest) and a hash index over them (so that a value is found
 * again and keeps its one word). The index is open addressing with linear
 * probing: a number stands in the first slot that was empty when it came, so the
 * newest leave as they came, and those before them never notice.
 *
 * A number is hashed as the value of a polynomial, whose coefficients are its
 * digits to the base 2^32, at a point known only to who knows the seed, modulo the
 * prime 2^61 - 1: two numbers of n digits collide for n points at most.
 *
 * Why so: D15 (DECISIONS.md). */
#include "base/int.h"

#include "base/scan.h"

#include <gmp.h>
#include <limits.h>
#include <stdlib.h>

enum prime_memo { UNKNOWN, PRIME, COMPOSITE, DOUBTFUL };

struct big {
    mpz_t z;
    uint64_t hash;
    enum prime_memo prime;
};

struct cp_ints {
    struct big *bigs;
    size_t count, room, kept; /* kept: the first so many are for ever */
    uint64_t asked;
    size_t held, most; /* bytes of the numbers; the bound, 0: none */
    void (*too_large)(void *);
    void *bound_data;
    uint32_t *index; /* 1 + place in bigs, 0 for empty */
    size_t index_size;
    uint64_t seed, point;      /* of hashes */
    mpz_t left, right, result; /* scratch */
    struct cp_arena like;      /* memory is refused as it does */
    char *digits;              /* scratch, too: of a number in text, NUL-terminated */
    size_t digits_room;
    uint32_t doubt, worst_doubt;
    bool is_abandoned;
};

/* ---- the table ---- */

static void *take(const struct cp_ints *t, size_t size)
{
    void *taken = malloc(size);
    if (!taken)
        cp_arena_refuse(&t->like);
    return taken;
}

static size_t cost_of(const mpz_t z)
{
    return sizeof(struct big) + 2 * sizeof(uint32_t) + mpz_size(z) * sizeof(mp_limb_t);
}

struct cp_ints *cp_ints_open_like(const struct cp_arena *like)
{
    struct cp_ints *t = calloc(1, sizeof *t);
    if (!t)
        cp_arena_refuse(like);
    cp_arena_init(&t->like, like->out_of_memory, like->handler_data);
    mpz_inits(t->left, t->right, t->result, NULL);
    cp_ints_set_seed(t, 0);
    return t;
}

struct cp_ints *cp_ints_open(void)
{
    struct cp_arena none;
    cp_arena_init(&none, NULL, NULL);
    return cp_ints_open_like(&none);
}

#define HASH_PRIME ((UINT64_C(1) << 61) - 1)

void cp_ints_set_seed(struct cp_ints *t, uint64_t seed)
{
    t->seed = seed;
    t->point = cp_seed_word(seed, 0) % HASH_PRIME;
}

uint64_t cp_ints_seed(const struct cp_ints *t)
{
    return t->seed;
}

void cp_ints_close(struct cp_ints *t)
{
    if (!t)
        return;
    if (!t->is_abandoned) {
        t->kept = 0;
        cp_ints_reset(t, 0);
        mpz_clears(t->left, t->right, t->result, NULL);
    }
    free(t->digits);
    free(t->bigs);
    free(t->index);
    free(t);
}

void cp_ints_take_memory(struct cp_ints_memory m)
{
    mp_set_memory_functions(m.get, m.get_more, m.put);
}

struct cp_ints_memory cp_ints_memory(void)
{
    struct cp_ints_memory m;
    mp_get_memory_functions(&m.get, &m.get_more, &m.put);
    return m;
}

void cp_ints_abandon(struct cp_ints *t)
{
    t->is_abandoned = true;
}

void cp_ints_bound(struct cp_ints *t, size_t most, void (*too_large)(void *), void *data)
{
    t->most = most;
    t->too_large = too_large;
    t->bound_data = data;
}

size_t cp_ints_mark(const struct cp_ints *t)
{
    return t->count;
}

static uint64_t hash_on(uint64_t h, uint64_t digit, uint64_t point)
{
    unsigned __int128 x = (unsigned __int128)h * point + digit;
    uint64_t folded = (uint64_t)(x & HASH_PRIME) + (uint64_t)(x >> 61);
    return folded >= HASH_PRIME ? folded - HASH_PRIME : folded;
}

/* ---- words of 64 bits, however long GMP's own are ---- */

static uint64_t word_at(const mpz_t z, size_t place)
{
    if (GMP_NUMB_BITS == 64)
        return mpz_getlimbn(z, (mp_size_t)place);
    uint64_t word = 0;
    for (size_t i = 64 / GMP_NUMB_BITS; i-- > 0;)
        word = word << (GMP_NUMB_BITS % 64) |
               mpz_getlimbn(z, (mp_size_t)(place * (64 / GMP_NUMB_BITS) + i));
    return word;
}

static void set_word(mpz_t z, int64_t n)
{
    if ((long)n == n) {
        mpz_set_si(z, (long)n);
    } else {
        uint64_t size = n < 0 ? -(uint64_t)n : (uint64_t)n;
        mpz_import(z, 1, 1, sizeof size, 0, 0, &size);
        if (n < 0)
            mpz_neg(z, z);
    }
}

/* How many words it takes. */
static size_t words_of(const mpz_t z)
{
    return (mpz_size(z) * GMP_NUMB_BITS + 63) / 64;
}

static uint64_t hash_of(const struct cp_ints *t, const mpz_t z)
{
    uint64_t h = mpz_sgn(z) < 0 ? 2 : 1;
    for (size_t i = 0; i < words_of(z); i++) {
        h = hash_on(h, word_at(z, i) & UINT32_MAX, t->point);
        h = hash_on(h, word_at(z, i) >> 32, t->point);
    }
    return h;
}

static void index_put(struct cp_ints *t, size_t place)
{
    size_t slot = t->bigs[place].hash & (t->index_size - 1);
    while (t->index[slot])
        slot = (slot + 1) & (t->index_size - 1);
    t->index[slot] = (uint32_t)place + 1;
}

void cp_ints_reset(struct cp_ints *t, size_t mark)
{
    t->doubt = t->worst_doubt = 0;
    while (t->count > mark && t->count > t->kept) {
        struct big *b = &t->bigs[--t->count];
        size_t slot = b->hash & (t->index_size - 1);
        while (t->index[slot] != t->count + 1)
            slot = (slot + 1) & (t->index_size - 1);
        t->index[slot] = 0;
        t->held -= cost_of(b->z);
        mpz_clear(b->z);
    }
}

void cp_ints_keep(struct cp_ints *t)
{
    t->kept = t->count;
}

uint64_t cp_ints_asked(const struct cp_ints *t)
{
    return t->asked;
}

static void make_room(struct cp_ints *t)
{
    if (t->count == t->room) { /* 2^31 numbers are more than any memory holds */
        size_t room = t->room ? t->room * 2 : 64;
        struct big *bigs = take(t, room * sizeof *bigs);
        if (t->count)
            memcpy(bigs, t->bigs, t->count * sizeof *bigs);
        free(t->bigs);
        t->bigs = bigs;
        t->room = room;
    }
    if ((t->count + 1) * 2 > t->index_size) {
        size_t size = t->index_size ? t->index_size * 2 : 128;
        uint32_t *index = take(t, size * sizeof *index);
        memset(index, 0, size * sizeof *index);
        free(t->index);
        t->index = index;
        t->index_size = size;
        for (size_t i = 0; i < t->count; i++)
            index_put(t, i);
    }
}

/* The one word for z: itself when small, else its interned handle. */
static cp_int intern(struct cp_ints *t, const mpz_t z)
{
    uint64_t size = word_at(z, 0);
    if (words_of(z) <= 1 && size <= INT64_MAX) {
        cp_int small = {mpz_sgn(z) < 0 ? -(int64_t)size : (int64_t)size};
        if (cp_int_is_small(small))
            return small;
    }
    make_room(t);
    t->asked++;
    uint64_t hash = hash_of(t, z);
    for (size_t slot = hash & (t->index_size - 1); t->index[slot];
         slot = (slot + 1) & (t->index_size - 1)) {
        size_t place = t->index[slot] - 1;
        if (t->bigs[place].hash == hash && mpz_cmp(t->bigs[place].z, z) == 0)
            return (cp_int){CP_INT_EDGE + (int64_t)place};
    }
    if (t->most && t->held + cost_of(z) > t->most)
        t->too_large(t->bound_data);
    t->held += cost_of(z);
    struct big *b = &t->bigs[t->count];
    *b = (struct big){.hash = hash, .prime = UNKNOWN};
    mpz_init_set(b->z, z);
    index_put(t, t->count);
    return (cp_int){CP_INT_EDGE + (int64_t)t->count++};
}

struct cp_ints *cp_ints_copy(const struct cp_ints *t)
{
    struct cp_ints *copy = cp_ints_open_like(&t->like);
    cp_ints_set_seed(copy, t->seed);
    for (size_t i = 0; i < t->count; i++)
        (void)intern(copy, t->bigs[i].z); /* all differ: each gets the place it has in t */
    return copy;
}

static struct big *big_of(const struct cp_ints *t, cp_int a)
{
    return &t->bigs[a.v - CP_INT_EDGE];
}

/* a as a GMP number: the interned one, or scratch filled with the small one. */
static mpz_srcptr number(const struct cp_ints *t, cp_int a, mpz_t scratch)
{
    if (!cp_int_is_small(a))
        return big_of(t, a)->z;
    set_word(scratch, a.v);
    return scratch;
}

/* ---- arithmetic ---- */

cp_int cp_int_from(struct cp_ints *t, int64_t n)
{
    if (cp_int_is_small((cp_int){n}))
        return (cp_int){n};
    set_word(t->result, n);
    return intern(t, t->result);
}

cp_int cp_int_add_big(struct cp_ints *t, cp_int a, cp_int b)
{
    mpz_add(t->result, number(t, a, t->left), number(t, b, t->right));
    return intern(t, t->result);
}

cp_int cp_int_sub_big(struct cp_ints *t, cp_int a, cp_int b)
{
    mpz_sub(t->result, number(t, a, t->left), number(t, b, t->right));
    return intern(t, t->result);
}

cp_int cp_int_scale_big(struct cp_ints *t, cp_int a, int32_t factor)
{
    mpz_mul_si(t->result, number(t, a, t->left), factor);
    return intern(t, t->result);
}

int cp_int_sign_big(const struct cp_ints *t, cp_int a)
{
    return mpz_sgn(big_of(t, a)->z);
}

int cp_int_compare_big(const struct cp_ints *t, cp_int a, cp_int b)
{
    if (a.v == b.v)
        return 0;
    if (cp_int_is_small(a)) /* anything big is beyond anything small */
        return -cp_int_sign_big(t, b);
    if (cp_int_is_small(b))
        return cp_int_sign_big(t, a);
    int order = mpz_cmp(big_of(t, a)->z, big_of(t, b)->z);
    return (order > 0) - (order < 0);
}

int32_t cp_int_divide(struct cp_ints *t, cp_int a, int32_t divisor, cp_int *quotient)
{
    if (cp_int_is_small(a)) {
        int64_t q = a.v / divisor, r = a.v % divisor;
        if (r < 0) {
            r += divisor;
            q--;
        }
        *quotient = (cp_int){q};
        return (int32_t)r;
    }
    unsigned long rest = mpz_fdiv_q_ui(t->result, big_of(t, a)->z, (unsigned long)divisor);
    *quotient = intern(t, t->result);
    return (int32_t)rest;
}

cp_int cp_int_proportion(struct cp_ints *t, cp_int a, cp_int b, cp_int c)
{
    mpz_mul(t->result, number(t, a, t->left), number(t, b, t->right));
    mpz_fdiv_q(t->result, t->result, number(t, c, t->left));
    return intern(t, t->result);
}

/* ---- text ---- */

/* Room for that many digits and a NUL. */
static char *room_for_digits(struct cp_ints *t, size_t count)
{
    if (count < t->digits_room)
        return t->digits;
    free(t->digits);
    t->digits = NULL;
    t->digits_room = 0;
    t->digits = take(t, count + 1);
    t->digits_room = count + 1;
    return t->digits;
}

bool cp_int_parse(struct cp_ints *t, cp_int *out, cp_str text)
{
    size_t minus = text.len && text.at[0] == '-';
    if (text.len == minus || cp_digits_end(text, minus) < text.len)
        return false;
    if (text.len <= 18) { /* below 10^18 < 2^62 */
        int64_t n = 0;
        for (size_t i = minus; i < text.len; i++)
            n = n * 10 + (text.at[i] - '0');
        *out = (cp_int){minus ? -n : n};
        return true;
    }
    char *digits = room_for_digits(t, text.len);
    memcpy(digits, text.at, text.len);
    digits[text.len] = '\0';
    bool read = mpz_set_str(t->result, digits, 10) == 0;
    if (read)
        *out = intern(t, t->result);
    return read;
}

void cp_int_format(const struct cp_ints *t, struct cp_buf *out, cp_int a)
{
    if (cp_int_is_small(a)) {
        cp_buf_put_int(out, a.v);
        return;
    }
    mpz_srcptr z = big_of(t, a)->z;
    char *room = cp_buf_room(out, mpz_sizeinbase(z, 10) + 2);
    mpz_get_str(room, 10, z);
    out->len += strlen(room);
}

/* Bijective base 26 has digits 1..26 where the ordinary one has 0..25, so n
 * letters are the ordinary number of the digits less one, plus the repunit
 * 1 + 26 + … + 26^(n-1). "ba" = 2*26 + 1 = (1*26 + 0) + 27. GMP converts ordinary
 * bases faster than in quadratic time. */

enum { LETTERS_SMALL = 13 }; /* 13 letters are below 26^14 / 25 < 2^62 */

static void set_repunit(mpz_t out, size_t n)
{
    mpz_ui_pow_ui(out, 26, n);
    mpz_sub_ui(out, out, 1);
    mpz_divexact_ui(out, out, 25);
}

bool cp_int_parse_letters(struct cp_ints *t, cp_int *out, cp_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < 'a' || text.at[i] > 'z')
            return false;
    if (!text.len)
        return false;
    if (text.len <= LETTERS_SMALL) {
        int64_t n = 0;
        for (size_t i = 0; i < text.len; i++)
            n = n * 26 + (text.at[i] - 'a' + 1);
        *out = (cp_int){n};
        return true;
    }
    char *digits = room_for_digits(t, text.len);
    for (size_t i = 0; i < text.len; i++) /* GMP's digits are 0..9a..p */
        digits[i] = (char)(text.at[i] < 'k' ? text.at[i] - 'a' + '0' : text.at[i] - 'k' + 'a');
    digits[text.len] = '\0';
    bool read = mpz_set_str(t->result, digits, 26) == 0;
    if (!read)
        return false;
    set_repunit(t->left, text.len);
    mpz_add(t->result, t->result, t->left);
    *out = intern(t, t->result);
    return true;
}

static void format_letters_big(struct cp_buf *out, mpz_srcptr z)
{
    mpz_t repunit, rest;
    size_t n = mpz_sizeinbase(z, 26);     /* that many letters, or up to two less */
    char *room = cp_buf_room(out, n + 2); /* first: it may jump past all below */
    mpz_inits(repunit, rest, NULL);
    for (set_repunit(repunit, n); mpz_cmpabs(repunit, z) > 0; set_repunit(repunit, --n))
        ;
    mpz_abs(rest, z);
    mpz_sub(rest, rest, repunit);
    mpz_get_str(room, 26, rest);
    size_t len = strlen(room), missing = n - len;
    memmove(room + missing, room, len);
    memset(room, '0', missing);
    for (size_t i = 0; i < n; i++)
        room[i] = (char)(room[i] <= '9' ? room[i] - '0' + 'a' : room[i] - 'a' + 'k');
    out->len += n;
    mpz_clears(repunit, rest, NULL);
}

void cp_int_format_letters(const struct cp_ints *t, struct cp_buf *out, cp_int a)
{
    if (!cp_int_is_small(a)) {
        format_letters_big(out, big_of(t, a)->z);
        return;
    }
    char letters[LETTERS_SMALL + 2];
    size_t first = sizeof letters;
    for (int64_t left = a.v < 0 ? -a.v : a.v; left > 0; left = (left - 1) / 26)
        letters[--first] = (char)('a' + (left - 1) % 26);
    cp_buf_put(out, (cp_str){letters + first, sizeof letters - first});
}

bool cp_int_get(cp_int a, int64_t *out)
{
    *out = a.v;
    return cp_int_is_small(a);
}

uint64_t cp_int_digest_big(const struct cp_ints *t, cp_int a)
{
    return big_of(t, a)->hash;
}

uint64_t cp_int_word_big(const struct cp_ints *t, cp_int a)
{
    const struct big *b = big_of(t, a);
    size_t words = (mpz_sizeinbase(b->z, 2) + 63) / 64;
    uint64_t h = 0;
    for (size_t i = 0; i < words; i++)
        h = cp_seed_word(h + word_at(b->z, i), 0);
    return cp_seed_word(h + (mpz_sgn(b->z) < 0), 0);
}

/* ---- primes ---- */

static uint64_t power_mod(uint64_t base, uint64_t exponent, uint64_t modulus)
{
    unsigned __int128 result = 1, square = base % modulus;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * square % modulus;
        square = square * square % modulus;
    }
    return (uint64_t)result;
}

/* Whether n, odd, passes the strong test to the base: n - 1 = odd * 2^twos. */
static bool passes(uint64_t n, uint64_t base, uint64_t odd, int twos)
{
    uint64_t x = power_mod(base, odd, n);
    if (x == 1 || x == n - 1)
        return true;
    while (--twos > 0) {
        x = (uint64_t)((unsigned __int128)x * x % n);
        if (x == n - 1)
            return true;
    }
    return false;
}

static const uint8_t first_primes[] = {2,  3,  5,  7,  11, 13, 17, 19, 23,
                                       29, 31, 37, 41, 43, 47, 53, 59, 61};

/* The first twelve primes as bases decide every n below 3.3 * 10^24 (Sorenson
 * and Webster 2015), the first four every n below FOUR_DO (Jaeschke 1993). */
#define FOUR_DO 3215031751u

static bool is_prime_word(uint64_t n)
{
    if (n < 2)
        return false;
    for (size_t i = 0; i < sizeof first_primes; i++) {
        if (n % first_primes[i] == 0)
            return n == first_primes[i];
    }
    if (n < 67 * 67)
        return true;
    int twos = __builtin_ctzll(n - 1);
    size_t bases = n < FOUR_DO ? 4 : 12;
    for (size_t i = 0; i < bases; i++)
        if (!passes(n, first_primes[i], (n - 1) >> twos, twos))
            return false;
    return true;
}

/* The smallest factor up to 9973, 0 when there is none: divided out in groups, as
 * each division walks the whole number. */
static unsigned long small_divisor(const mpz_t z)
{
    enum { LAST = 9973 };
    if (mpz_even_p(z))
        return 2;
    for (unsigned long from = 3, to = 3; from <= LAST; from = to) {
        unsigned long product = 1;
        for (; to <= LAST && product < ULONG_MAX / LAST; to += 2)
            product *= to;
        unsigned long rest = mpz_tdiv_ui(z, product);
        for (unsigned long d = from; d < to; d += 2)
            if (rest % d == 0)
                return d;
    }
    return 0;
}

static enum prime_memo is_prime_number(const mpz_t z)
{
    if (mpz_sgn(z) <= 0)
        return COMPOSITE;
    if (words_of(z) <= 1)
        return is_prime_word(word_at(z, 0)) ? PRIME : COMPOSITE;
    if (small_divisor(z))
        return COMPOSITE;
    if (mpz_sizeinbase(z, 2) > CP_PRIME_BITS)
        return DOUBTFUL;
    /* GMP 6.2: Baillie-PSW, then reps - 24 rounds of Miller-Rabin. */
    return mpz_probab_prime_p(z, 30) ? PRIME : COMPOSITE;
}

uint32_t cp_ints_doubt(const struct cp_ints *t)
{
    return t->doubt;
}

void cp_ints_set_doubt(struct cp_ints *t, uint32_t digits)
{
    t->doubt = digits;
}

uint32_t cp_ints_worst_doubt(const struct cp_ints *t)
{
    return t->worst_doubt;
}

/* False, with a doubt. */
static bool doubt(struct cp_ints *t, const mpz_t z)
{
    size_t digits = mpz_sizeinbase(z, 10);
    uint32_t told = digits < UINT32_MAX ? (uint32_t)digits : UINT32_MAX;
    t->doubt = told > t->doubt ? told : t->doubt;
    t->worst_doubt = told > t->worst_doubt ? told : t->worst_doubt;
    return false;
}

bool cp_int_is_prime(struct cp_ints *t, cp_int a)
{
    if (cp_int_is_small(a))
        return a.v > 1 && is_prime_word((uint64_t)a.v);
    struct big *b = big_of(t, a);
    if (b->prime == UNKNOWN)
        b->prime = is_prime_number(b->z);
    return b->prime == DOUBTFUL ? doubt(t, b->z) : b->prime == PRIME;
}

static bool next_prime_word(int64_t low, int64_t high, cp_int *out)
{
    if (low <= 2 && high >= 2) {
        *out = CP_INT(2);
        return true;
    }
    for (int64_t n = low < 3 ? 3 : low | 1; n <= high; n += 2)
        if (is_prime_word((uint64_t)n)) {
            *out = (cp_int){n};
            return true;
        }
    return false;
}

/* Below this many odd candidates per bit of the number they are tried one by
 * one; a longer interval nearly always holds a prime, and GMP's sieve finds it,
 * in numbers of SIEVE_BITS soon enough. In longer ones a few candidates without
 * small factors are tried. */
enum { SHORT_INTERVAL = 4, SIEVE_BITS = 1024, FEW_TRIES = 16 };

/* The first prime among n, n + 2, … last, in n; false also when none was found in
 * time. */
static bool try_odd(struct cp_ints *t, mpz_t n, mpz_srcptr last)
{
    uint32_t tries = 0;
    bool is_long = mpz_sizeinbase(n, 2) > SIEVE_BITS;
    for (mpz_setbit(n, 0); mpz_cmp(n, last) <= 0; mpz_add_ui(n, n, 2)) {
        if (is_long && small_divisor(n))
            continue;
        if (is_long && ++tries > FEW_TRIES)
            return doubt(t, n);
        enum prime_memo found = is_prime_number(n);
        if (found != COMPOSITE)
            return found == PRIME || doubt(t, n);
    }
    return false;
}

static bool next_prime_big(struct cp_ints *t, cp_int low, const cp_int *high, cp_int *out)
{
    mpz_t n, length;
    mpz_inits(n, length, NULL);
    mpz_set(n, number(t, low, t->left));
    mpz_srcptr last = high ? number(t, *high, t->right) : NULL;
    if (last)
        mpz_sub(length, last, n);
    bool found;
    if (last && mpz_cmp_ui(length, 2 * SHORT_INTERVAL * mpz_sizeinbase(n, 2)) <= 0) {
        found = try_odd(t, n, last);
    } else if (mpz_sizeinbase(n, 2) > SIEVE_BITS) {
        found = doubt(t, n);
    } else {
        mpz_sub_ui(n, n, 1);
        mpz_nextprime(n, n);
        found = !last || mpz_cmp(n, last) <= 0;
    }
    if (found)
        mpz_swap(t->result, n);
    mpz_clears(n, length, NULL);
    if (found)
        *out = intern(t, t->result);
    return found;
}

bool cp_int_next_prime(struct cp_ints *t, cp_int low, const cp_int *high, cp_int *out)
{
    if (cp_int_compare(t, low, CP_INT(2)) < 0)
        low = CP_INT(2);
    if (high && cp_int_compare(t, low, *high) > 0)
        return false;
    if (cp_int_is_small(low)) {
        int64_t edge = CP_INT_EDGE - 1;
        bool ends_here = high && cp_int_is_small(*high);
        if (next_prime_word(low.v, ends_here ? high->v : edge, out))
            return true;
        if (ends_here)
            return false;
        low = cp_int_from(t, edge);
    }
    return next_prime_big(t, low, high, out);
}

int32_t cp_int_small_factor(const struct cp_ints *t, cp_int n)
{
    if (!cp_int_is_small(n))
        return (int32_t)small_divisor(big_of(t, n)->z);
    for (int32_t d = 2; d <= 9973 && (int64_t)d * d <= n.v; d++)
        if (n.v % d == 0)
            return d;
    return 0;
}
