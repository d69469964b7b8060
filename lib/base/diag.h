/* SPDX-License-Identifier: MIT */
/* diag.h -- the one list of messages (diag.def) and the one way to say them.
 *
 *     games.txt:12:9: error: path is blocked: B c1-f4 meets P d2 [path-blocked]
 *       hint: a slide ends at the first piece in its way
 *       also: games.txt:4:3: P d2 was placed here
 *
 * A verdict is a message kind: the code that knows the reason returns it, the code
 * that holds the span reports it. Messages of one record are collected, sorted by
 * place and printed together. */
#ifndef CP_DIAG_H
#define CP_DIAG_H

#include "base/buf.h"

enum cp_level { CP_NOTE, CP_WARNING, CP_ERROR, CP_MISUSE, CP_FAILURE };

enum cp_diag {
    CP_OK,
#define CP_DIAG(name, level, text, hint) CP_##name,
#include "base/diag.def"
#undef CP_DIAG
    CP_DIAG_COUNT
};

/* Lines and columns count from 1, columns in bytes; 0 means unknown. */
typedef struct {
    const char *file;
    uint32_t line, col, len;
} cp_span;

enum cp_level cp_diag_level(enum cp_diag kind);
const char *cp_level_word(enum cp_level level);                  /* "note", "warning", "error" */
const char *cp_diag_text(enum cp_diag kind);                     /* "path is blocked" */
const char *cp_diag_hint(enum cp_diag kind);                     /* "" for none */
void cp_diag_format_slug(struct cp_buf *out, enum cp_diag kind); /* "path-blocked" */

/* The kind with that slug, CP_OK when there is none. */
enum cp_diag cp_diag_find(cp_str slug);

/* A set of kinds. */
struct cp_kinds {
    uint64_t bits[CP_DIAG_COUNT / 64 + 1];
};

static inline bool cp_kinds_has(const struct cp_kinds *k, enum cp_diag kind)
{
    return k->bits[kind / 64] >> kind % 64 & 1;
}

static inline void cp_kinds_put(struct cp_kinds *k, enum cp_diag kind)
{
    k->bits[kind / 64] |= UINT64_C(1) << kind % 64;
}

static inline void cp_kinds_del(struct cp_kinds *k, enum cp_diag kind)
{
    k->bits[kind / 64] &= ~(UINT64_C(1) << kind % 64);
}

struct cp_message {
    struct cp_message *next;
    struct cp_message *also; /* second places, in order */
    enum cp_diag kind;
    enum cp_level level;
    bool is_counted_only; /* it was told before */
    uint32_t order;
    cp_span at;
    cp_str detail;
};

struct cp_diags {
    struct cp_arena *arena; /* where collected messages live: the record's */
    struct cp_message *first, *last;
    uint32_t count, errors, warnings; /* of the current record */
    uint32_t unsaid;                  /* of these, how many are not to be told */
    enum cp_level worst;              /* of the current record */
    bool strict;                      /* leniencies are errors */
    uint32_t *beyond;                 /* of each kind, those that were not kept; NULL: none */
    const struct cp_kinds *silent;    /* warnings and notes that are counted, but neither told nor
                                         made errors; NULL: none */
};

/* Without messages so far. */
static inline struct cp_diags cp_diags_in(struct cp_arena *arena)
{
    return (struct cp_diags){.arena = arena};
}

/* With the settings of another. */
void cp_diags_init_like(struct cp_diags *d, struct cp_arena *arena, const struct cp_diags *like);

/* Forgets the current record's messages, keeps the settings. */
void cp_diags_reset(struct cp_diags *d);

/* text; of a number of very many digits, or letters, its ends and its length, parted by `gap`. */
cp_str cp_numbers_shorten(struct cp_arena *arena, cp_str text, const char *gap);

/* Says kind at a place; fmt adds the particulars after the kind's own text
 * ("" for none), of a number of very many digits only its ends and its length. Under `strict` a
 * kind of level WARNING counts as an error. */
void cp_diag_report(struct cp_diags *d, enum cp_diag kind, cp_span at, const char *fmt, ...)
    CP_PRINTF(4, 5);

/* What was told of the game before, unless that has been reported again: an error is told once
 * more, a warning counted. */
void cp_diag_report_again(struct cp_diags *d, enum cp_diag kind, cp_span at);

/* A second place for the message reported last, or more to say of it where `at` is
 * no place; the same for the first error reported at `place`. */
void cp_diag_also(struct cp_diags *d, cp_span at, const char *fmt, ...) CP_PRINTF(3, 4);
void cp_diag_also_of(struct cp_diags *d, cp_span place, const char *fmt, ...) CP_PRINTF(3, 4);

/* More to say of the first error, in the order of places, of a kind that `is_meant`; nothing where
 * there is none. */
void cp_diag_also_of_first(struct cp_diags *d, bool (*is_meant)(enum cp_diag kind), const char *fmt,
                           ...) CP_PRINTF(3, 4);

/* The first message that counts as an error, but for the first `since` messages;
 * its kind, CP_OK when there is none, and in *detail its particulars. */
enum cp_diag cp_diags_first_error(const struct cp_diags *d, uint32_t since, cp_span *at,
                                  cp_str *detail);

/* The first such message that was reported at one place; NULL: there is none. */
struct cp_message *cp_diags_error_at(const struct cp_diags *d, cp_span at);

/* Whether a message of that kind was reported, among the first thousand. */
bool cp_diags_have(const struct cp_diags *d, enum cp_diag kind);

/* Forgets the messages of those kinds, as if never reported; false, and all stay, when
 * there are more messages than are kept. */
CP_MUST_USE bool cp_diags_forget(struct cp_diags *d, bool (*is_forgotten)(enum cp_diag kind));

/* Adds to counts, of each kind, how many there were. */
void cp_diags_count(const struct cp_diags *d, uint64_t counts[CP_DIAG_COUNT]);

/* What a message says: the kind's text and its particulars; and what to do, maybe nothing. */
void cp_message_put_text(struct cp_buf *out, const struct cp_message *m);
void cp_message_put_hint(struct cp_buf *out, const struct cp_message *m);

/* The messages to be told, sorted by place; *count of them, of those that were kept. In d's
 * arena. */
struct cp_message **cp_diags_sort(struct cp_diags *d, uint32_t *count);

/* How many there are to tell, kept or not. */
uint32_t cp_diags_told(const struct cp_diags *d);

/* Writes them as text, the first `most` of them and a count of the rest. */
void cp_diags_format(struct cp_diags *d, struct cp_buf *out, uint32_t most);

#endif
