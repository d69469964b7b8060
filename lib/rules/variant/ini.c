/* SPDX-License-Identifier: MIT */
/* ini.c -- sections of variants.ini, written as our YAML.
 *
 *     1. a section is a copy of what its parent says: values by key, and pieces by slot;
 *        a bundled parent is taken apart into the same
 *     2. its own lines change that
 *     3. it is written as one of our files; each line knows the one it came from
 *     4. the loader reads that, and what it finds wrong is said of the line it came from
 *
 * There a double first step is for the squares of a region, here for pieces that have not moved.
 * These are the same where the region is one rank and no piece begins behind it; else the
 * variant is refused. */
#include "rules/variant/ini.h"

#include "base/yaml.h"

enum key {
#define CP_INI_SAID(key, name) KEY_##key,
#define CP_INI_PASSED(name)
#define CP_INI_REFUSED(name, harmless, meaning)
#include "rules/variant/ini_keys.def"
    SAID_KEYS
};

static const struct row {
    const char *name, *harmless, *meaning; /* NULL: said, or passed over */
    bool is_passed;
} rows[] = {
#define CP_INI_SAID(key, name)                  {name, NULL, NULL, false},
#define CP_INI_PASSED(name)                     {name, NULL, NULL, true},
#define CP_INI_REFUSED(name, harmless, meaning) {name, harmless, meaning, false},
#include "rules/variant/ini_keys.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The pieces that have a key, in the order in which a later one takes the letter of another. */
static const struct type {
    const char *name, *move;
} types[] = {
    {"pawn", "mfWcfF"},
    {"knight", "N"},
    {"bishop", "B"},
    {"rook", "R"},
    {"queen", "Q"},
    {"fers", "F"},
    {"alfil", "A"},
    {"fersAlfil", "FA"},
    {"silver", "FfW"},
    {"aiwok", "RNF"},
    {"bers", "RF"},
    {"archbishop", "BN"},
    {"chancellor", "RN"},
    {"amazon", "QN"},
    {"knibis", "mNcB"},
    {"biskni", "mBcN"},
    {"kniroo", "mNcR"},
    {"rookni", "mRcN"},
    {"shogiPawn", "fW"},
    {"lance", "fR"},
    {"shogiKnight", "ffN"},
    {"gold", "WfF"},
    {"dragonHorse", "BW"},
    {"clobber", "cW"},
    {"breakthrough", "mfWfF"},
    {"immobile", ""},
    {"cannon", "mRcpR"},
    {"janggiCannon", "pR"},
    {"soldier", "fsW"},
    {"horse", "nN"},
    {"elephant", "nA"},
    {"janggiElephant", "nZ"},
    {"banner", "RcpRnN"},
    {"wazir", "W"},
    {"commoner", "K"},
    {"centaur", "KN"},
};
enum { PAWN, TYPES = sizeof types / sizeof *types, CUSTOM = 25, KING = TYPES + CUSTOM, SLOTS };
enum { FILES_MOST = 26, RANKS_MOST = 26, LINES_MOST = 512, SECTIONS_MOST = 2048 };

struct said {
    cp_str value;
    uint32_t line; /* 0: no line of a file says so */
};

struct slot {
    char letter; /* a capital; 0: there is none */
    struct said move;
    const struct cp_value *bundled; /* whose piece it is; NULL: nobody's */
};

struct draft {
    cp_str name;
    uint32_t line;
    struct said said[ROWS];
    struct slot slots[SLOTS];
    const struct cp_value *bundled; /* the parent's file */
    struct cp_refusal *refused;     /* for what no row of the table tells */
    struct cp_arena *arena;
    const char *file;
    int files, ranks;
    char board[RANKS_MOST][FILES_MOST]; /* as the FEN has it; 0: empty */
};

struct text {
    struct cp_buf buf;
    uint32_t lines[LINES_MOST], count; /* of the file, for each line of buf */
};

/* ---- refusing ---- */

static void refuse(struct draft *d, uint32_t line, cp_str why)
{
    struct cp_refusal **end = &d->refused;
    while (*end)
        end = &(*end)->next;
    *end = cp_arena_take_zero(d->arena, 1, sizeof **end);
    **end = (struct cp_refusal){{.file = d->file, .line = line, .col = 1}, why, NULL};
}

static void refuse_value(struct draft *d, enum key key, const char *why)
{
    const struct said *s = &d->said[key];
    refuse(d, s->line ? s->line : d->line,
           cp_str_printf(d->arena, "%s = %.*s: %s", rows[key].name, CP_FMT(s->value), why));
}

/* ---- reading lines ---- */

static cp_str next_line(cp_str *rest)
{
    const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;
    size_t len = end ? (size_t)(end - rest->at) : rest->len;
    cp_str line = {rest->at, len};
    *rest = cp_str_skip(*rest, len + (end != NULL));
    return cp_str_trim(line);
}

static bool is_nothing(cp_str line)
{
    return !line.len || line.at[0] == '#' || line.at[0] == ';';
}

bool cp_ini_is(cp_str text)
{
    cp_str line = {0};
    while (text.len && is_nothing(line))
        line = next_line(&text);
    const char *close = line.len > 2 && line.at[0] == '[' ? memchr(line.at, ']', line.len) : NULL;
    return close &&
           is_nothing(cp_str_trim((cp_str){close + 1, line.len - (size_t)(close + 1 - line.at)}));
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static int slot_of(const struct draft *d, char letter)
{
    int i = 0;
    while (i < SLOTS && d->slots[i].letter != upper(letter))
        i++;
    return i;
}

/* The slot that a key names; SLOTS: none. */
static int slot_named(cp_str key)
{
    cp_str custom = CP_STR("customPiece");
    int number = 0;
    for (int i = 0; i < TYPES; i++)
        if (cp_str_is(key, types[i].name))
            return i;
    if (cp_str_is(key, "king"))
        return KING;
    if (!cp_str_starts(key, custom) || key.len == custom.len || key.len > custom.len + 2)
        return SLOTS;
    for (size_t i = custom.len; i < key.len; i++)
        number = cp_is_digit(key.at[i]) ? number * 10 + key.at[i] - '0' : CUSTOM + 1;
    return number >= 1 && number <= CUSTOM ? TYPES + number - 1 : SLOTS;
}

/* n, n:BETZA or - */
static void read_piece(struct draft *d, int slot, cp_str value, uint32_t line)
{
    char letter = value.len ? upper(value.at[0]) : '-';
    struct slot *own = &d->slots[slot];
    cp_str move = value.len > 2 ? cp_str_trim(cp_str_skip(value, 2)) : (cp_str){0};
    *own = (struct slot){.letter = 0};
    if (!is_capital(letter))
        return;
    int before = slot_of(d, letter);
    if (before < SLOTS)
        d->slots[before] = *own;
    if (slot < TYPES)
        move = cp_str_from(types[slot].move);
    else if (slot == KING && !move.len)
        move = CP_STR("K");
    *own = (struct slot){.letter = letter, .move = {move, line}};
}

static void read_key(struct draft *d, cp_str key, cp_str value, uint32_t line)
{
    int slot = slot_named(key), row = 0;
    while (row < ROWS && !cp_str_is(key, rows[row].name))
        row++;
    if (row < ROWS)
        d->said[row] = (struct said){value, line};
    else if (slot < SLOTS)
        read_piece(d, slot, value, line);
    else if (cp_str_starts(key, CP_STR("mobilityRegion")))
        refuse(d, line,
               cp_str_printf(d->arena, "%.*s: a piece may not leave these squares", CP_FMT(key)));
    else
        refuse(d, line, cp_str_printf(d->arena, "%.*s: the format has no such key", CP_FMT(key)));
}

/* ---- a bundled parent, taken apart ---- */

static cp_str letters_that(struct draft *d, const struct cp_value *pieces, const char *key)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (const struct cp_value *p = pieces->first; p; p = p->next)
        if (cp_value_get(p, key))
            cp_buf_put(&b, p->name);
    return b.len ? cp_buf_str(&b) : CP_STR("-");
}

/* [Q, R] or [8, 9]: "QR", "*8 *9" */
static cp_str joined(struct draft *d, const struct cp_value *v)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (const struct cp_value *one = v && v->type == CP_LIST ? v->first : v; one;
         one = v->type == CP_LIST ? one->next : NULL)
        cp_buf_printf(&b, one->type == CP_NUMBER ? "*%.*s " : "%.*s", CP_FMT(one->text));
    return b.len ? cp_str_trim(cp_buf_str(&b)) : CP_STR("-");
}

static void take_piece(struct draft *d, const struct cp_value *p)
{
    const struct cp_value *name = cp_value_get(p, "name"), *move = cp_value_get(p, "move");
    int slot = cp_value_get(p, "royal") ? KING : name ? slot_named(name->text) : SLOTS;
    for (int i = 1; move && slot == SLOTS && i < TYPES; i++)
        if (cp_str_is(move->text, types[i].move) && !d->slots[i].letter)
            slot = i;
    for (int i = KING - 1; i >= TYPES && (slot == SLOTS || d->slots[slot].letter); i--)
        if (!d->slots[i].letter)
            slot = i;
    if (slot < SLOTS && p->name.len == 1)
        d->slots[slot] = (struct slot){p->name.at[0], {move ? move->text : CP_STR(""), 0}, p};
    else
        refuse(d, d->line,
               cp_str_printf(d->arena, "the %.*s of its parent has no letter of one sign",
                             CP_FMT(name ? name->text : p->name)));
}

static void take_bundled(struct draft *d, const struct cp_variant *v, const struct cp_value *map)
{
    const struct cp_value *pieces = cp_value_get(map, "pieces");
    const struct cp_value *promotion = cp_value_get(map, "promotion");
    const struct cp_value *castling = cp_value_get(map, "castling"), *partner;
    struct said *said = d->said;
    d->bundled = map;
    if (!v->bounded || !pieces) {
        refuse(d, d->line, CP_STR("its parent has no board with edges"));
        return;
    }
    for (const struct cp_value *p = pieces->first; p; p = p->next)
        if (!cp_value_get(p, "neutral"))
            take_piece(d, p);
    said[KEY_MAX_FILE].value = cp_str_printf(d->arena, "%d", v->files);
    said[KEY_MAX_RANK].value = cp_str_printf(d->arena, "%d", v->ranks);
    said[KEY_PAWNS].value = letters_that(d, pieces, "promotes");
    said[KEY_PASSING].value = letters_that(d, pieces, "en-passant");
    said[KEY_REGION_WHITE].value = joined(d, cp_value_get(promotion, "white"));
    said[KEY_REGION_BLACK].value = joined(d, cp_value_get(promotion, "black"));
    const struct cp_value *to = cp_value_get(promotion, "to");
    bool is_split = to && to->type == CP_MAP;
    said[KEY_CHOICES].value = is_split ? CP_STR("-") : joined(d, to);
    if (is_split) {
        said[KEY_CHOICES_WHITE].value = joined(d, cp_value_get(to, "white"));
        said[KEY_CHOICES_BLACK].value = joined(d, cp_value_get(to, "black"));
    }
    /* its men that may go two steps stand where they may */
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *m = &v->start.men[i];
        if (v->kinds[m->kind].en_passant && !m->moved)
            said[m->side == CP_WHITE ? KEY_DOUBLE_WHITE : KEY_DOUBLE_BLACK].value =
                cp_str_printf(d->arena, "*%d", (int)m->square.rank.v);
    }
    if (!v->castles)
        said[KEY_CASTLING].value = CP_STR("false");
    if ((partner = cp_value_get(castling, "partner")))
        said[KEY_PARTNER].value = partner->text;
    for (int right = 0; v->castles && right < 2; right++)
        said[right ? KEY_KINGSIDE : KEY_QUEENSIDE].value =
            cp_str_printf(d->arena, "%d", v->castled_king[right]);
}

/* ---- what values mean ---- */

static cp_str value_of(const struct draft *d, enum key key, const char *otherwise)
{
    return d->said[key].value.len ? d->said[key].value : cp_str_from(otherwise);
}

/* What the ini says itself, below a bundled parent or without one. */
static bool is_new(const struct draft *d, enum key key)
{
    return !d->bundled || d->said[key].line;
}

static bool is_true(struct draft *d, enum key key, const char *otherwise)
{
    cp_str value = value_of(d, key, otherwise);
    if (!cp_str_is(value, "true") && !cp_str_is(value, "false"))
        refuse_value(d, key, "true or false");
    return cp_str_is(value, "true");
}

/* A number, or a letter of a file. */
static int number_of(struct draft *d, enum key key, const char *otherwise, int most)
{
    cp_str value = value_of(d, key, otherwise);
    int n = 0;
    if (value.len == 1 && upper(value.at[0]) >= 'A' && upper(value.at[0]) <= 'Z')
        n = upper(value.at[0]) - 'A' + 1;
    else
        for (size_t i = 0; i < value.len && n <= most; i++)
            n = cp_is_digit(value.at[i]) ? n * 10 + value.at[i] - '0' : most + 1;
    if (n <= most)
        return n;
    refuse_value(d, key, "a number that cannot be read, or is too large");
    return 1;
}

/* "*7 *8", "a8 b8 …": the ranks that are in it, a bit each; false: not whole ranks. */
static bool ranks_of(const struct draft *d, enum key key, const char *otherwise, uint32_t *ranks)
{
    uint32_t found[RANKS_MOST + 1] = {0}, all = (1u << d->files) - 1;
    cp_str text = value_of(d, key, otherwise);
    *ranks = 0;
    for (size_t i = 0; i < text.len;) {
        char file = upper(text.at[i++]);
        unsigned rank = 0;
        if (cp_is_space(file) || file == '-')
            continue;
        while (i < text.len && cp_is_digit(text.at[i]) && rank < RANKS_MOST)
            rank = rank * 10 + (unsigned)(text.at[i++] - '0');
        if ((file != '*' && !is_capital(file)) || !rank || rank > RANKS_MOST)
            return false;
        found[rank] |= file == '*' ? all : (1u << (file - 'A')) & all;
    }
    bool is_whole = true;
    for (int rank = 1; rank <= d->ranks; rank++) {
        is_whole &= !found[rank] || found[rank] == all;
        *ranks |= found[rank] ? 1u << rank : 0;
    }
    return is_whole;
}

static bool has_letter(cp_str letters, char letter)
{
    for (size_t i = 0; i < letters.len; i++)
        if (upper(letters.at[i]) == letter)
            return true;
    return false;
}

/* ---- writing ---- */

static void line(struct text *t, uint32_t from, const char *fmt, ...) CP_PRINTF(3, 4);

static void line(struct text *t, uint32_t from, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    cp_buf_vprintf(&t->buf, fmt, args);
    va_end(args);
    cp_buf_putc(&t->buf, '\n');
    if (t->count < LINES_MOST)
        t->lines[t->count++] = from;
}

static uint32_t line_of(const struct draft *d, enum key key)
{
    return d->said[key].line ? d->said[key].line : d->line;
}

static cp_str json_of(struct draft *d, const struct cp_value *v)
{
    struct cp_buf b = cp_buf_in(d->arena);
    cp_value_format_json(&b, v);
    return cp_buf_str(&b);
}

static cp_str quoted(struct draft *d, cp_str text)
{
    struct cp_buf b = cp_buf_in(d->arena);
    cp_json_put_string(&b, text);
    return cp_buf_str(&b);
}

/* Betza as ours has it: without e, which is a key here, and with imfW2 for imfnD. */
static cp_str move_of(struct draft *d, const struct slot *s, bool doubles, bool is_pawn)
{
    cp_str first = CP_STR("imfW2"), move = s->move.value;
    struct cp_buf b = cp_buf_in(d->arena);
    if (s->bundled) {
        bool has =
            move.len > first.len && cp_str_equal(cp_str_skip(move, move.len - first.len), first);
        return has && !doubles ? (cp_str){move.at, move.len - first.len} : move;
    }
    size_t term = 0;
    for (size_t i = 0; i < move.len; i++) {
        char c = move.at[i];
        if (c == 'e')
            continue;
        if (c == 'n' && i + 1 < move.len && move.at[i + 1] == 'D' &&
            memchr(b.at + term, 'i', b.len - term)) {
            cp_buf_puts(&b, "W2");
            i++;
        } else {
            cp_buf_putc(&b, c);
        }
        if (is_capital(c) || c == ')')
            term = b.len;
    }
    if (is_pawn && doubles)
        cp_buf_put(&b, first);
    return cp_buf_str(&b);
}

struct pawns {
    cp_str promoting, passing;
    bool doubles, promotes;
    int rank[2]; /* of double steps */
};

static void write_piece(struct draft *d, struct text *t, int slot, const struct pawns *p)
{
    const struct slot *s = &d->slots[slot];
    const struct cp_value *v = s->bundled ? s->bundled->first : NULL;
    bool is_pawn = slot == PAWN || (s->letter == 'P' && !d->slots[PAWN].letter);
    cp_str move = move_of(d, s, p->doubles, slot == PAWN);
    bool has_first = move.len && memchr(move.at, 'i', move.len);
    struct cp_buf b = cp_buf_in(d->arena);
    if (!v && slot < TYPES)
        cp_buf_printf(&b, "name: %s", types[slot].name);
    else if (!v)
        cp_buf_printf(&b,
                      slot == KING ? "name: king"
                      : is_pawn    ? "name: pawn"
                                   : "name: piece %c",
                      s->letter);
    for (; v; v = v->next)
        if (!cp_str_is(v->name, "move") && !cp_str_is(v->name, "promotes") &&
            !cp_str_is(v->name, "en-passant") && !cp_str_is(v->name, "unwritten") &&
            !cp_str_is(v->name, "royal"))
            cp_buf_printf(&b, "%s%.*s: %.*s", b.len ? ", " : "", CP_FMT(v->name),
                          CP_FMT(json_of(d, v)));
    cp_buf_printf(&b, ", move: %.*s", CP_FMT(quoted(d, move)));
    if (slot == KING)
        cp_buf_puts(&b, ", royal: true");
    if (is_pawn)
        cp_buf_puts(&b, ", unwritten: true");
    if (p->promotes && has_letter(p->promoting, s->letter))
        cp_buf_puts(&b, ", promotes: true");
    if (has_first && has_letter(p->passing, s->letter))
        cp_buf_puts(&b, ", en-passant: true");
    line(t, s->move.line ? s->move.line : d->line, "  %c: {%.*s}", s->letter,
         CP_FMT(cp_buf_str(&b)));
}

static cp_str list_of_ranks(struct draft *d, uint32_t ranks)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (int rank = 1; rank <= d->ranks; rank++)
        if (ranks >> rank & 1)
            cp_buf_printf(&b, "%s%d", b.len ? ", " : "", rank);
    return cp_buf_str(&b);
}

/* The letters of what may be chosen, as a list; what is not there, or promotes itself, is none. */
static cp_str list_of_choices(struct draft *d, cp_str letters, cp_str promoting)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (size_t i = 0; i < letters.len; i++) {
        char c = upper(letters.at[i]);
        int slot = is_capital(c) && !has_letter((cp_str){letters.at, i}, c) ? slot_of(d, c) : SLOTS;
        if (slot < SLOTS && slot != KING && !has_letter(promoting, c))
            cp_buf_printf(&b, "%s%c", b.len ? ", " : "", c);
    }
    return cp_buf_str(&b);
}

/* Which pawns there are, and the key 'promotion', which is the parent's where nothing
 * is said of it. */
static void write_promotion(struct draft *d, struct text *t, struct pawns *p)
{
    static const char *const defaults[2] = {"*8", "*1"};
    uint32_t ranks[2];
    cp_str to[2], both = value_of(d, KEY_CHOICES, "nbrq");
    bool same = !d->said[KEY_CHOICES_WHITE].value.len && !d->said[KEY_CHOICES_BLACK].value.len;
    p->promoting = value_of(d, KEY_PROMOTING, "");
    if (!p->promoting.len)
        p->promoting = value_of(d, KEY_PAWNS, "p");
    for (int side = 0; side < 2; side++) {
        enum key key = side ? KEY_REGION_BLACK : KEY_REGION_WHITE;
        enum key own = side ? KEY_CHOICES_BLACK : KEY_CHOICES_WHITE;
        if (!ranks_of(d, key, defaults[side], &ranks[side]))
            refuse_value(d, key, "pieces promote on some squares of a rank only");
        cp_str letters = d->said[own].value.len ? d->said[own].value : both;
        to[side] = list_of_choices(d, letters, p->promoting);
        p->promotes |= ranks[side] && to[side].len;
    }
    bool has_pawns = false;
    for (int i = 0; i < SLOTS; i++)
        has_pawns |= d->slots[i].letter && has_letter(p->promoting, d->slots[i].letter);
    p->promotes &= has_pawns;
    if (!p->promotes)
        return;
    cp_str white = list_of_ranks(d, ranks[0]), black = list_of_ranks(d, ranks[1]);
    line(t, line_of(d, KEY_CHOICES),
         same ? "promotion: {white: [%.*s], black: [%.*s], to: [%.*s]}"
              : "promotion: {white: [%.*s], black: [%.*s], to: {white: [%.*s], black: [%.*s]}}",
         CP_FMT(white), CP_FMT(black), CP_FMT(to[0]), CP_FMT(to[1]));
}

/* ---- the start ---- */

static cp_str field_of(cp_str fen, int number)
{
    size_t i = 0;
    for (;; number--) {
        while (i < fen.len && cp_is_space(fen.at[i]))
            i++;
        size_t from = i;
        while (i < fen.len && !cp_is_space(fen.at[i]))
            i++;
        if (!number || from == i)
            return (cp_str){fen.at + from, i - from};
    }
}

/* The board of a FEN; false: it is none, or holds what ours cannot. */
static bool read_board(struct draft *d, cp_str text)
{
    int rank = d->ranks, file = 1;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '[') { /* hands: empty, or none */
            for (i++; i < text.len && text.at[i] != ']'; i++)
                if (text.at[i] != '-')
                    return false;
        } else if (c == '/') {
            rank--;
            file = 1;
        } else if (cp_is_digit(c)) {
            int n = 0;
            for (; i < text.len && cp_is_digit(text.at[i]) && n < FILES_MOST; i++)
                n = n * 10 + text.at[i] - '0';
            i--;
            file += n;
        } else if (rank < 1 || file > d->files || (c != '*' && slot_of(d, c) == SLOTS)) {
            return false;
        } else {
            d->board[rank - 1][file++ - 1] = c;
        }
        if (file > d->files + 1)
            return false;
    }
    return rank == 1;
}

static cp_str squares_of(struct draft *d, char c)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (int rank = 1; rank <= d->ranks; rank++)
        for (int file = 1; file <= d->files; file++)
            if (d->board[rank - 1][file - 1] == c)
                cp_buf_printf(&b, "%s%c%d", b.len ? " " : "", 'a' + file - 1, rank);
    return cp_buf_str(&b);
}

/* Those that have made their first move: they do not stand where it begins. */
static void write_moved(struct draft *d, struct text *t, const struct pawns *p)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (int rank = 1; rank <= d->ranks; rank++)
        for (int file = 1; file <= d->files; file++) {
            char c = d->board[rank - 1][file - 1];
            int slot = c && c != '*' ? slot_of(d, c) : SLOTS, side = !is_capital(c);
            cp_str move =
                slot < SLOTS ? move_of(d, &d->slots[slot], p->doubles, slot == PAWN) : (cp_str){0};
            if (!move.len || !memchr(move.at, 'i', move.len) || rank == p->rank[side])
                continue;
            cp_buf_printf(&b, "%s%c%d", b.len ? " " : "", 'a' + file - 1, rank);
            if (side ? rank > p->rank[1] : rank < p->rank[0])
                refuse_value(d, side ? KEY_DOUBLE_BLACK : KEY_DOUBLE_WHITE,
                             "pieces that begin behind these squares may go two steps from them");
        }
    if (b.len)
        line(t, line_of(d, KEY_START), "  moved: %.*s", CP_FMT(cp_buf_str(&b)));
}

static bool has_void(const struct draft *d)
{
    for (int i = 0; i < d->ranks * d->files; i++)
        if (d->board[i / d->files][i % d->files] == '*')
            return true;
    return false;
}

static void write_setup(struct draft *d, struct text *t, const struct pawns *p, cp_str rights)
{
    uint32_t from = line_of(d, KEY_START);
    line(t, from, "setup:");
    for (int side = 0; side < 2; side++) {
        line(t, from, side ? "  black:" : "  white:");
        for (int i = SLOTS - 1; i >= 0; i--) {
            char letter = d->slots[i].letter;
            cp_str squares = letter ? squares_of(d, side ? cp_lower(letter) : letter) : (cp_str){0};
            if (squares.len)
                line(t, from, "    %c: %.*s", letter, CP_FMT(squares));
        }
    }
    if (has_void(d))
        line(t, from, "  neutral: {Void: %.*s}", CP_FMT(squares_of(d, '*')));
    if (rights.len)
        line(t, from, "  castling: %.*s", CP_FMT(rights));
    if (cp_str_is(field_of(value_of(d, KEY_START, ""), 1), "b"))
        line(t, from, "  begins: black");
    write_moved(d, t, p);
}

/* The rights of the FEN, and the key 'castling'; the former. */
static cp_str write_castling(struct draft *d, struct text *t)
{
    cp_str rights = field_of(value_of(d, KEY_START, ""), 2);
    if (!is_true(d, KEY_CASTLING, "true") || cp_str_is(rights, "-") || !rights.len)
        return (cp_str){0};
    for (size_t i = 0; i < rights.len; i++)
        if (!strchr("KQkq", rights.at[i])) {
            refuse_value(d, KEY_START, "its rights of castling are others than KQkq");
            return (cp_str){0};
        }
    int king = number_of(d, KEY_KINGSIDE, "g", d->files);
    int queen = number_of(d, KEY_QUEENSIDE, "c", d->files);
    cp_str partner = value_of(d, KEY_PARTNER, "r");
    if (partner.len != 1)
        refuse_value(d, KEY_PARTNER, "kings castle with several kinds");
    else
        line(t, line_of(d, KEY_KINGSIDE),
             "castling: {partner: %c, kingside: [%d, %d], queenside: [%d, %d]}",
             upper(partner.at[0]), king, king - 1, queen, queen + 1);
    return rights;
}

/* ---- a whole variant ---- */

static bool is_listed(cp_str name, const char *const *words)
{
    while (*words && !cp_str_is(name, *words))
        words++;
    return *words != NULL;
}

/* What of the parent's file holds below it, too, as it is said there. */
static void write_rest(struct draft *d, struct text *t, bool has_setup)
{
    static const char *const others[] = {
        "id",       "name",     "aliases",      "aliases-elsewhere",
        "about",    "assumed",  "named-only",   "since",
        "board",    "pieces",   "promotion",    "setup",
        "castling", "notation", "site",         "window",
        "frames",   "inventor", "insufficient", "dead-positions",
        NULL};
    static const char *const counted[] = {"fifty-moves", "quiet-limit", NULL};
    const struct cp_value *v = d->bundled ? d->bundled->first : NULL;
    for (; v; v = v->next)
        if (!is_listed(v->name, others) && !(is_new(d, KEY_QUIET) && is_listed(v->name, counted)))
            line(t, d->line, "%.*s: %.*s", CP_FMT(v->name), CP_FMT(json_of(d, v)));
    for (v = d->bundled ? d->bundled->first : NULL; v && !has_setup; v = v->next)
        if (cp_str_is(v->name, "setup") || cp_str_is(v->name, "castling"))
            line(t, d->line, "%.*s: %.*s", CP_FMT(v->name), CP_FMT(json_of(d, v)));
}

static void write_quiet(struct draft *d, struct text *t)
{
    int moves = number_of(d, KEY_QUIET, "50", CP_QUIET_MOST / 2);
    if (moves == 50)
        line(t, line_of(d, KEY_QUIET), "fifty-moves: true");
    else if (moves)
        line(t, line_of(d, KEY_QUIET), "quiet-limit: %d", 2 * moves);
}

/* Two steps at first, from which ranks. */
static void settle_double(struct draft *d, struct pawns *p)
{
    static const char *const defaults[2] = {"*2", "*7"};
    p->doubles = is_true(d, KEY_DOUBLE, "true");
    for (int side = 0; side < 2; side++) {
        enum key key = side ? KEY_DOUBLE_BLACK : KEY_DOUBLE_WHITE;
        uint32_t ranks;
        if (!ranks_of(d, key, defaults[side], &ranks) || (ranks & (ranks - 1)))
            refuse_value(d, key, "two steps are for some squares, or for several ranks");
        while (ranks > 1) {
            ranks >>= 1;
            p->rank[side]++;
        }
    }
    p->doubles &= p->rank[0] || p->rank[1];
    p->passing = value_of(d, KEY_PASSING, "");
    if (!p->passing.len)
        p->passing = value_of(d, KEY_PAWNS, "p");
}

static void write_variant(struct draft *d, struct text *t)
{
    struct pawns p = {.doubles = false};
    struct cp_buf id = cp_buf_in(d->arena);
    cp_str start = CP_STR("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), rights = {0};
    for (size_t i = 0; i < d->name.len; i++)
        cp_buf_putc(&id, d->name.at[i] == '_' ? '-' : cp_lower(d->name.at[i]));
    d->files = number_of(d, KEY_MAX_FILE, "8", FILES_MOST);
    d->ranks = number_of(d, KEY_MAX_RANK, "8", RANKS_MOST);
    line(t, d->line, "id: %.*s", CP_FMT(quoted(d, cp_buf_str(&id))));
    line(t, d->line, "name: %.*s", CP_FMT(quoted(d, d->name)));
    line(t, d->line, "named-only: true");
    line(t, line_of(d, KEY_MAX_FILE), "board: {files: %d, ranks: %d}", d->files, d->ranks);
    line(t, d->line, "notation: bare");
    if (!d->bundled && !d->said[KEY_START].value.len)
        d->said[KEY_START].value = start;
    bool has_setup = d->said[KEY_START].value.len > 0;
    if (has_setup && !read_board(d, field_of(d->said[KEY_START].value, 0)))
        refuse_value(d, KEY_START, "a position with pieces that are not there, or in hand");
    settle_double(d, &p);
    write_promotion(d, t, &p);
    if (has_setup)
        rights = write_castling(d, t);
    line(t, d->line, "pieces:");
    for (int i = SLOTS - 1; i >= 0; i--)
        if (d->slots[i].letter)
            write_piece(d, t, i, &p);
    const struct cp_value *v = d->bundled ? cp_value_get(d->bundled, "pieces")->first : NULL;
    for (; v; v = v->next)
        if (cp_value_get(v, "neutral"))
            line(t, d->line, "  %.*s: %.*s", CP_FMT(v->name), CP_FMT(json_of(d, v)));
    if (has_void(d))
        line(t, d->line, "  Void: {name: void, neutral: void}");
    write_rest(d, t, has_setup);
    if (is_new(d, KEY_QUIET))
        write_quiet(d, t);
    if (has_setup)
        write_setup(d, t, &p, rights);
}

static void refuse_rows(struct draft *d)
{
    for (int i = 0; i < ROWS; i++)
        if (rows[i].meaning && d->said[i].line && !cp_str_is(d->said[i].value, rows[i].harmless))
            refuse(d, d->said[i].line,
                   cp_str_printf(d->arena, "%s: %s", rows[i].name, rows[i].meaning));
}

static void finish(struct cp_ini_variant *out, struct draft *d, struct cp_ints *ints)
{
    struct text *t = cp_arena_take_zero(d->arena, 1, sizeof *t);
    t->buf = cp_buf_in(d->arena);
    struct draft own = *d; /* its children have nothing of what is found here */
    refuse_rows(&own);
    if (!own.refused)
        write_variant(&own, t);
    struct cp_diags faults = cp_diags_in(d->arena);
    struct cp_variant *v = NULL;
    if (!own.refused &&
        !cp_variant_parse(&v, d->arena, ints, cp_buf_str(&t->buf), d->file, &faults))
        for (const struct cp_message *m = faults.first; m; m = m->next) {
            uint32_t at = m->at.line && m->at.line <= t->count ? t->lines[m->at.line - 1] : d->line;
            refuse(&own, at,
                   cp_str_printf(d->arena, "%s: %.*s", cp_diag_text(m->kind), CP_FMT(m->detail)));
        }
    *out = (struct cp_ini_variant){.name = d->name, .refused = own.refused};
    if (own.refused)
        return;
    out->v = v;
    v->text = cp_buf_str(&t->buf);
}

/* [name:parent] */
static void begin(struct draft *d, const struct draft *above, uint32_t count, cp_str title,
                  struct cp_ints *ints)
{
    const char *colon = title.len ? memchr(title.at, ':', title.len) : NULL;
    size_t len = colon ? (size_t)(colon - title.at) : title.len;
    cp_str name = cp_str_trim((cp_str){title.at, len});
    cp_str parent = colon ? cp_str_trim(cp_str_skip(title, len + 1)) : (cp_str){0};
    struct cp_variants bundled;
    struct cp_value *map;
    struct cp_diags quiet = cp_diags_in(d->arena);
    d->name = name;
    for (uint32_t i = 0; i < count; i++) {
        if (cp_str_equal(above[i].name, name))
            refuse(d, d->line, CP_STR("a section of that name stands above"));
        if (parent.len && cp_str_equal(above[i].name, parent)) {
            struct draft own = *d;
            *d = above[i];
            d->name = own.name;
            d->line = own.line;
            return;
        }
    }
    if (!parent.len)
        return;
    cp_variants_list(&bundled, d->arena);
    struct cp_variant *v = cp_variants_find(&bundled, parent);
    if (!v) {
        refuse(
            d, d->line,
            cp_str_printf(d->arena, "no variant '%.*s' is known to inherit from", CP_FMT(parent)));
        return;
    }
    cp_variant_wake(v, d->arena, ints);
    if (cp_yaml_parse(&map, d->arena, cp_variant_text(v->id), d->file, &quiet))
        take_bundled(d, v, map);
}

void cp_ini_parse(struct cp_ini *out, struct cp_arena *arena, struct cp_ints *ints, cp_str text,
                  const char *file)
{
    uint32_t number = 0, sections = 0;
    text = cp_str_keep(arena, text);
    for (size_t i = 0; i < text.len; i++)
        sections += text.at[i] == '[' && (!i || text.at[i - 1] == '\n');
    sections = sections < SECTIONS_MOST ? sections : SECTIONS_MOST;
    struct draft *drafts = cp_arena_take_zero(arena, sections, sizeof *drafts);
    *out = (struct cp_ini){cp_arena_take_zero(arena, sections, sizeof *out->list), 0};
    uint32_t count = 0;
    for (cp_str rest = text; rest.len;) {
        bool opens = rest.at[0] == '[';
        cp_str line = next_line(&rest);
        struct draft *d = count ? &drafts[count - 1] : NULL;
        const char *sign = line.len ? memchr(line.at, opens ? ']' : '=', line.len) : NULL;
        size_t len = sign ? (size_t)(sign - line.at) : 0;
        number++;
        if (opens && count == sections)
            break;
        if (opens) {
            d = &drafts[count++];
            d->arena = arena;
            d->file = file;
            d->line = number;
            begin(d, drafts, count - 1, (cp_str){line.at + 1, sign ? len - 1 : line.len - 1}, ints);
        } else if (!is_nothing(line) && d && sign) {
            read_key(d, cp_str_trim((cp_str){line.at, len}),
                     cp_str_trim(cp_str_skip(line, len + 1)), number);
        } else if (!is_nothing(line) && d) {
            refuse(d, number, CP_STR("a line is 'key = value'"));
        }
    }
    for (uint32_t i = 0; i < count; i++)
        finish(&out->list[out->count++], &drafts[i], ints);
}

const struct cp_ini_variant *cp_ini_find_refused(const struct cp_ini *ini, cp_str name)
{
    for (uint32_t i = 0; i < ini->count; i++)
        if (ini->list[i].refused && cp_str_like(ini->list[i].name, name))
            return &ini->list[i];
    return NULL;
}
