/* SPDX-License-Identifier: MIT */
/* str.h -- borrowed strings: a pointer and a length, never an owner, never
 * NUL-terminated by promise. The lender of the bytes says how long they live. */
#ifndef CP_STR_H
#define CP_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define CP_MUST_USE     __attribute__((warn_unused_result))
#define CP_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define CP_NORETURN     __attribute__((noreturn))
#define CP_LIKELY(x)    __builtin_expect(!!(x), 1)
#define CP_UNLIKELY(x)  __builtin_expect(!!(x), 0)
/* What happens every ply, and what seldom does: apart, so that the first stays short. */
#define CP_ALWAYS_INLINE inline __attribute__((always_inline))
#define CP_NOINLINE      __attribute__((noinline))
#define CP_SELDOM        __attribute__((noinline, cold))
#else
#define CP_MUST_USE
#define CP_ALWAYS_INLINE inline
#define CP_NOINLINE
#define CP_SELDOM
#define CP_PRINTF(f, a)
#define CP_NORETURN
#define CP_LIKELY(x)   (x)
#define CP_UNLIKELY(x) (x)
#endif

typedef struct {
    const char *at;
    size_t len;
} cp_str;

/* A literal as a borrowed string. */
#define CP_STR(literal) ((cp_str){"" literal, sizeof(literal) - 1})

/* For printf: ("%.*s", CP_FMT(s)). */
#define CP_FMT(s) (int)((s).len), ((s).at ? (s).at : "")

static inline cp_str cp_str_from(const char *text)
{
    return (cp_str){text, text ? strlen(text) : 0};
}

static inline bool cp_str_equal(cp_str a, cp_str b)
{
    return a.len == b.len && (a.len == 0 || (a.at[0] == b.at[0] && memcmp(a.at, b.at, a.len) == 0));
}

static inline bool cp_str_is(cp_str a, const char *text)
{
    return (!a.len || a.at[0] == text[0]) && cp_str_equal(a, cp_str_from(text));
}

/* FNV-1a. */
static inline uint64_t cp_str_hash(cp_str text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.at[i]) * 0x100000001b3;
    return hash;
}

static inline bool cp_str_starts(cp_str a, cp_str prefix)
{
    return a.len >= prefix.len && (prefix.len == 0 || memcmp(a.at, prefix.at, prefix.len) == 0);
}

/* What is left of a after its first n bytes; n may not exceed a.len. */
static inline cp_str cp_str_skip(cp_str a, size_t n)
{
    return (cp_str){n ? a.at + n : a.at, a.len - n}; /* at may be NULL */
}

/* text up to its last c, and with it; nothing when it has none. Cutting there first makes
 * each search for c end at one. */
static inline cp_str cp_str_through_last(cp_str text, char c)
{
    while (text.len && text.at[text.len - 1] != c)
        text.len--;
    return text;
}

/* A byte in each of eight; and whether eight bytes have one: the lowest bit that is set
 * in the answer is the highest of the first such byte. */
#define CP_EACH(byte) ((uint64_t)(unsigned char)(byte)*UINT64_C(0x0101010101010101))

static inline uint64_t cp_has_byte(uint64_t eight, char byte)
{
    uint64_t w = eight ^ CP_EACH(byte);
    return (w - CP_EACH(1)) & ~w & CP_EACH(0x80);
}

/* Eight bytes, the first the lowest; and the place of the first that such a search found. */
static inline uint64_t cp_eight(const char *text)
{
    const unsigned char *b = (const unsigned char *)text;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

static inline size_t cp_first_of(uint64_t found)
{
    return (size_t)__builtin_ctzll(found) >> 3;
}

/* The bytes of a text of 2 to 8 in one word, some of them twice. */
static inline uint64_t cp_str_word(cp_str text)
{
    uint32_t first, last;
    if (text.len >= 4) {
        memcpy(&first, text.at, 4);
        memcpy(&last, text.at + text.len - 4, 4);
    } else {
        uint16_t two[2];
        memcpy(&two[0], text.at, 2);
        memcpy(&two[1], text.at + text.len - 2, 2);
        memcpy(&first, two, 4);
        last = first;
    }
    return (uint64_t)last << 32 | first;
}

/* Whether two words are equal; quickest where they are of 2 to 8 bytes, as moves are. */
static inline bool cp_str_same_word(cp_str a, cp_str b)
{
    if (a.len != b.len || a.len - 2 > 6)
        return cp_str_equal(a, b);
    return cp_str_word(a) == cp_str_word(b);
}

static inline char cp_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool cp_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool cp_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool cp_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool cp_is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* How many bytes of it a message shows, for %.*s. */
static inline int cp_str_shown(cp_str text)
{
    enum { SHOWN = 80 };
    return text.len < SHOWN ? (int)text.len : SHOWN;
}

/* Equal but for the case of ASCII letters. */
bool cp_str_like(cp_str a, cp_str b);

/* a without white space at either end. */
cp_str cp_str_trim(cp_str a);

/* A whole number from 0 to most, of digits alone. */
CP_MUST_USE bool cp_number_parse(cp_str text, uint32_t most, uint32_t *out);

/* Negative, zero or positive as a sorts before, with or after b (bytes). */
int cp_str_compare(cp_str a, cp_str b);

#endif
