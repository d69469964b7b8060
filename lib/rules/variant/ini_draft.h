/* SPDX-License-Identifier: MIT */
/* ini_draft.h -- a section of variants.ini, between what it says and our file. */
#ifndef CP_INI_DRAFT_H
#define CP_INI_DRAFT_H

#include "rules/variant/variant.h"

/* The rows that are said as ours stand first. */
enum cp_ini_key {
#define CP_INI_SAID(key, name) KEY_##key,
#include "rules/variant/ini_keys.def"
    SAID_KEYS
};

enum {
    ROWS = 0
#define CP_INI_SAID(key, name)                  +1
#define CP_INI_PASSED(name)                     +1
#define CP_INI_REFUSED(name, harmless, meaning) +1
#include "rules/variant/ini_keys.def"
};

enum {
    TYPES = 0
#define CP_INI_PIECE(name, betza) +1
#include "rules/variant/ini_keys.def"
};

enum { PAWN, CUSTOM = 25, KING = TYPES + CUSTOM, SLOTS };
enum { FILES_MOST = 26, RANKS_MOST = 26 };
/* Of YAML: a letter is of one slot, and a variant has a few dozens of keys. */
enum { LINES_MOST = 4 * SLOTS + 256 };

struct cp_ini_row {
    const char *name, *harmless, *meaning; /* NULL: said, or passed over */
    bool is_passed;
};
extern const struct cp_ini_row cp_ini_rows[ROWS];

struct cp_ini_type {
    const char *name, *move;
};
extern const struct cp_ini_type cp_ini_types[TYPES];

struct cp_ini_said {
    cp_str value;
    uint32_t line; /* 0: no line of a file says so */
};

struct cp_ini_slot {
    char letter; /* a capital; 0: there is none */
    struct cp_ini_said move;
    const struct cp_value *bundled; /* whose piece it is; NULL: nobody's */
};

struct cp_ini_draft {
    cp_str name, id;
    uint32_t line, reasons;
    struct cp_ini_said said[ROWS];
    struct cp_ini_slot slots[SLOTS];
    struct cp_ini_said zones[SLOTS][2]; /* by side; nothing: the whole board */
    const struct cp_value *bundled;     /* the parent's file, */
    const struct cp_variant *parent;    /* and what it says */
    struct cp_refusal *refused;         /* the last one first, so that children share the rest */
    struct cp_arena *arena;
    const char *file;
    int files, ranks;
    char board[RANKS_MOST][FILES_MOST]; /* as the FEN has it; 0: empty */
};

struct cp_ini_text {
    struct cp_buf buf;
    uint32_t lines[LINES_MOST], count; /* of the file, for each line of buf */
};

static inline char cp_ini_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static inline bool cp_ini_is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* The line of that key, else of the section. */
static inline uint32_t cp_ini_line_of(const struct cp_ini_draft *d, enum cp_ini_key key)
{
    return d->said[key].line ? d->said[key].line : d->line;
}

/* The piece that goes sideways only from a rank on, where the format says one. */
bool cp_ini_is_soldier(int slot);

/* The slot of a letter, capital or small; SLOTS: none has it. */
int cp_ini_slot_of(const struct cp_ini_draft *d, char letter);

void cp_ini_refuse(struct cp_ini_draft *d, uint32_t line, const char *fmt, ...) CP_PRINTF(3, 4);
void cp_ini_refuse_value(struct cp_ini_draft *d, enum cp_ini_key key, const char *why);

/* Our file of it; what that cannot say is refused. */
void cp_ini_write(struct cp_ini_draft *d, struct cp_ini_text *t);

#endif
