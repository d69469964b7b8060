/* SPDX-License-Identifier: MIT */
/* ini.c -- sections of variants.ini, written as our YAML.
 *
 *     1. a section is a copy of what its parent says: values by key, and pieces by slot;
 *        a bundled parent is taken apart into the same
 *     2. its own lines change that
 *     3. it is written as one of our files; each line knows the one it came from
 *     4. the loader reads that, and what it finds wrong is said of the line it came from
 *
 * In that format squares allow a double first step, in ours pieces that have not moved have it.
 * Both say the same where the squares are one rank and no pawn begins behind it; any other
 * variant is refused. */
#include "rules/variant/ini.h"

#include "base/yaml.h"

enum key {
#define CP_INI_SAID(key, name) KEY_##key,
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

static const struct type {
    const char *name, *move;
} types[] = {
#define CP_INI_PIECE(name, betza) {name, betza},
#include "rules/variant/ini_keys.def"
};
enum { PAWN, TYPES = sizeof types / sizeof *types, CUSTOM = 25, KING = TYPES + CUSTOM, SLOTS };
enum { FILES_MOST = 26, RANKS_MOST = 26, SECTIONS_MOST = 2048, REASONS_MOST = 20 };
/* Of YAML: a letter is of one slot, and a variant has a few dozens of keys. */
enum { LINES_MOST = 4 * SLOTS + 256 };

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
    cp_str name, id;
    uint32_t line, reasons;
    struct said said[ROWS];
    struct slot slots[SLOTS];
    const struct cp_value *bundled; /* the parent's file */
    struct cp_refusal *refused;     /* the last one first, so that children share the rest */
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

static void refuse(struct draft *d, uint32_t line, const char *fmt, ...) CP_PRINTF(3, 4);

static void refuse(struct draft *d, uint32_t line, const char *fmt, ...)
{
    struct cp_buf why = cp_buf_in(d->arena);
    va_list args;
    if (d->reasons++ >= REASONS_MOST)
        return;
    va_start(args, fmt);
    cp_buf_vprintf(&why, fmt, args);
    va_end(args);
    struct cp_refusal *r = cp_arena_take_zero(d->arena, 1, sizeof *r);
    *r = (struct cp_refusal){
        {.file = d->file, .line = line, .col = 1}, cp_buf_str(&why), d->refused};
    d->refused = r;
}

static uint32_t line_of(const struct draft *d, enum key key)
{
    return d->said[key].line ? d->said[key].line : d->line;
}

static void refuse_value(struct draft *d, enum key key, const char *why)
{
    refuse(d, line_of(d, key), "%s = %.*s: %s", rows[key].name, CP_FMT(d->said[key].value), why);
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

/* What stands between [ and ]; false: there is no ], or something behind it. */
static bool read_title(cp_str line, cp_str *title)
{
    *title = cp_str_skip(line, 1);
    const char *close = title->len ? memchr(title->at, ']', title->len) : NULL;
    if (!close)
        return false;
    title->len = (size_t)(close - title->at);
    return is_nothing(cp_str_trim(cp_str_skip(line, title->len + 2)));
}

static cp_str without_mark(cp_str text)
{
    cp_str mark = CP_STR("\xef\xbb\xbf");
    return cp_str_starts(text, mark) ? cp_str_skip(text, mark.len) : text;
}

bool cp_ini_is(cp_str text)
{
    cp_str line = {0}, title;
    text = without_mark(text);
    while (text.len && is_nothing(line))
        line = next_line(&text);
    if (!line.len || line.at[0] != '[') {
        const char *sign = line.len ? memchr(line.at, '=', line.len) : NULL;
        return sign && !memchr(line.at, ':', (size_t)(sign - line.at));
    }
    return read_title(line, &title) || !memchr(line.at, ']', line.len);
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
    int i = is_capital(upper(letter)) ? 0 : SLOTS;
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

/* n, - or, of a king or a piece of one's own, n:BETZA */
static void read_piece(struct draft *d, int slot, cp_str value, uint32_t line)
{
    bool has_move = slot >= TYPES && value.len > 2 && value.at[1] == ':';
    bool is_whole = has_move || (value.len == 1 && (slot < TYPES || slot == KING));
    char letter = value.len ? upper(value.at[0]) : 0;
    struct slot *own = &d->slots[slot];
    cp_str move = has_move ? cp_str_trim(cp_str_skip(value, 2)) : (cp_str){0};
    *own = (struct slot){.letter = 0};
    if (cp_str_is(value, "-"))
        return;
    if (!is_whole || !is_capital(letter)) {
        refuse(d, line, "'%.*s' is no piece: -, a letter, or %s", CP_FMT(value),
               slot < TYPES ? "nothing else" : "a letter, : and Betza");
        return;
    }
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
        refuse(d, line, "%.*s: a piece may not leave these squares", CP_FMT(key));
    else
        refuse(d, line, "%.*s: the format has no such key", CP_FMT(key));
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
    if (slot < SLOTS && p->name.len == 1 && !d->slots[slot].letter)
        d->slots[slot] = (struct slot){p->name.at[0], {move ? move->text : CP_STR(""), 0}, p};
    else
        refuse(d, d->line, "the %.*s of its parent cannot be said there",
               CP_FMT(name ? name->text : p->name));
}

static void take_bundled(struct draft *d, const struct cp_variant *v, const struct cp_value *map)
{
    const struct cp_value *pieces = cp_value_get(map, "pieces");
    const struct cp_value *promotion = cp_value_get(map, "promotion");
    const struct cp_value *castling = cp_value_get(map, "castling"), *partner;
    struct said *said = d->said;
    d->bundled = map;
    if (!v->bounded || !pieces) {
        refuse(d, d->line, "its parent has no board with edges");
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
    said[KEY_CHOICES].value = joined(d, is_split ? NULL : to);
    for (int side = 0; is_split && side < 2; side++)
        said[side ? KEY_CHOICES_BLACK : KEY_CHOICES_WHITE].value =
            joined(d, cp_value_get(to, side ? "black" : "white"));
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

static bool is_true(struct draft *d, enum key key)
{
    cp_str value = value_of(d, key, "true");
    if (!cp_str_is(value, "true") && !cp_str_is(value, "false"))
        refuse_value(d, key, "true or false");
    return cp_str_is(value, "true");
}

/* A number, or a letter of a file. */
static int number_of(struct draft *d, enum key key, const char *otherwise, int least, int most)
{
    cp_str value = value_of(d, key, otherwise);
    int n = 0;
    if (value.len == 1 && is_capital(upper(value.at[0])))
        n = upper(value.at[0]) - 'A' + 1;
    else
        for (size_t i = 0; i < value.len && n <= most; i++)
            n = cp_is_digit(value.at[i]) ? n * 10 + value.at[i] - '0' : most + 1;
    if (n >= least && n <= most)
        return n;
    refuse(d, line_of(d, key), "%s = %.*s: no number from %d to %d", rows[key].name, CP_FMT(value),
           least, most);
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

static bool is_word(cp_str name, const char *words)
{
    while (*words) {
        size_t len = strcspn(words, " ");
        if (cp_str_equal(name, (cp_str){words, len}))
            return true;
        words += len + (words[len] == ' ');
    }
    return false;
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
        if (c == 'n' && i + 1 < move.len && move.at[i + 1] == 'D' && b.len > term &&
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
    else if (!v && (slot == KING || is_pawn))
        cp_buf_puts(&b, slot == KING ? "name: king" : "name: pawn");
    else if (!v)
        cp_buf_printf(&b, "name: piece %c", s->letter);
    for (; v; v = v->next)
        if (!is_word(v->name, "move promotes en-passant unwritten royal"))
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
    for (size_t i = 0; i < p->promoting.len; i++)
        has_pawns |= slot_of(d, p->promoting.at[i]) < SLOTS;
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
    cp_str voids = squares_of(d, '*');
    if (voids.len)
        line(t, from, "  neutral: {Void: %.*s}", CP_FMT(voids));
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
    if (!is_true(d, KEY_CASTLING) || cp_str_is(rights, "-") || !rights.len)
        return (cp_str){0};
    for (size_t i = 0; i < rights.len; i++)
        if (!memchr("KQkq", rights.at[i], 4)) {
            refuse_value(d, KEY_START, "its rights of castling are others than KQkq");
            return (cp_str){0};
        }
    int king = number_of(d, KEY_KINGSIDE, "g", 1, d->files);
    int queen = number_of(d, KEY_QUEENSIDE, "c", 1, d->files);
    cp_str partner = value_of(d, KEY_PARTNER, "r");
    if (partner.len != 1 || !is_capital(upper(partner.at[0])))
        refuse_value(d, KEY_PARTNER, "kings castle with other than one kind");
    else
        line(t, line_of(d, KEY_KINGSIDE),
             "castling: {partner: %c, kingside: [%d, %d], queenside: [%d, %d]}",
             upper(partner.at[0]), king, king - 1, queen, queen + 1);
    return rights;
}

/* ---- a whole variant ---- */

/* What of the parent's file holds below it, too, as it is said there. */
static void write_rest(struct draft *d, struct text *t, bool has_setup)
{
    const char *others = "id name aliases aliases-elsewhere about assumed named-only since board "
                         "pieces promotion notation site window frames inventor insufficient "
                         "dead-positions";
    for (const struct cp_value *v = d->bundled ? d->bundled->first : NULL; v; v = v->next)
        if (!is_word(v->name, others) && !(has_setup && is_word(v->name, "setup castling")) &&
            !(is_new(d, KEY_QUIET) && is_word(v->name, "fifty-moves quiet-limit")))
            line(t, d->line, "%.*s: %.*s", CP_FMT(v->name), CP_FMT(json_of(d, v)));
}

static void write_quiet(struct draft *d, struct text *t)
{
    int moves = number_of(d, KEY_QUIET, "50", 0, CP_QUIET_MOST / 2);
    if (moves == 50)
        line(t, line_of(d, KEY_QUIET), "fifty-moves: true");
    else if (moves)
        line(t, line_of(d, KEY_QUIET), "quiet-limit: %d", 2 * moves);
}

/* Two steps at first, from which ranks. */
static void settle_double(struct draft *d, struct pawns *p)
{
    static const char *const defaults[2] = {"*2", "*7"};
    p->doubles = is_true(d, KEY_DOUBLE);
    for (int side = 0; side < 2; side++) {
        enum key key = side ? KEY_DOUBLE_BLACK : KEY_DOUBLE_WHITE;
        uint32_t ranks;
        if (!ranks_of(d, key, defaults[side], &ranks) || (ranks & (ranks - 1)))
            refuse_value(d, key, "two steps are for some squares, or for several ranks");
        p->rank[side] = ranks ? __builtin_ctz(ranks) : 0;
    }
    p->doubles &= p->rank[0] || p->rank[1];
    p->passing = value_of(d, KEY_PASSING, "");
    if (!p->passing.len)
        p->passing = value_of(d, KEY_PAWNS, "p");
}

static void write_variant(struct draft *d, struct text *t)
{
    struct pawns p = {.doubles = false};
    cp_str rights = {0};
    d->files = number_of(d, KEY_MAX_FILE, "8", 1, FILES_MOST);
    d->ranks = number_of(d, KEY_MAX_RANK, "8", 1, RANKS_MOST);
    line(t, d->line, "id: %.*s", CP_FMT(quoted(d, d->id)));
    line(t, d->line, "name: %.*s", CP_FMT(quoted(d, d->name)));
    line(t, d->line, "named-only: true");
    line(t, line_of(d, KEY_MAX_FILE), "board: {files: %d, ranks: %d}", d->files, d->ranks);
    line(t, d->line, "notation: bare");
    if (!d->bundled && !d->said[KEY_START].value.len)
        d->said[KEY_START].value =
            CP_STR("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
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
    if (squares_of(d, '*').len)
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
            refuse(d, d->said[i].line, "%s: %s", rows[i].name, rows[i].meaning);
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
            refuse(&own, at, "%s: %.*s", cp_diag_text(m->kind), CP_FMT(m->detail));
        }
    uint32_t start = line_of(&own, KEY_START);
    *out = (struct cp_ini_variant){
        .id = d->id, .name = d->name, .start_at = {.file = d->file, .line = start, .col = 1}};
    for (const struct cp_refusal *r = own.refused; r; r = r->next) {
        struct cp_refusal *copy = cp_arena_take_zero(d->arena, 1, sizeof *copy);
        *copy = (struct cp_refusal){r->at, r->why, out->refused};
        out->refused = copy;
    }
    if (out->refused)
        return;
    out->v = v;
    v->text = cp_buf_str(&t->buf);
}

/* name:parent; those above are the drafts before it */
static void begin(struct draft *d, const struct draft *above, cp_str title,
                  const struct cp_variants *bundled, struct cp_ints *ints)
{
    const char *colon = title.len ? memchr(title.at, ':', title.len) : NULL;
    size_t len = colon ? (size_t)(colon - title.at) : title.len;
    cp_str name = cp_str_trim((cp_str){title.at, len});
    cp_str parent = colon ? cp_str_trim(cp_str_skip(title, len + 1)) : (cp_str){0};
    const struct draft *of = NULL, *same = NULL, own = *d;
    struct cp_value *map;
    struct cp_diags quiet = cp_diags_in(d->arena);
    struct cp_buf id = cp_buf_in(d->arena);
    for (size_t i = 0; i < name.len; i++)
        cp_buf_putc(&id, name.at[i] == '_' ? '-' : cp_lower(name.at[i]));
    for (const struct draft *one = above; one < d; one++) {
        of = !of && parent.len && cp_str_equal(one->name, parent) ? one : of;
        same = !same && cp_str_equal(one->id, cp_buf_str(&id)) ? one : same;
    }
    if (of)
        *d = *of;
    d->name = name;
    d->id = cp_buf_str(&id);
    d->line = own.line;
    if (same)
        refuse(d, d->line, "a section of that name stands above");
    if (of || !parent.len)
        return;
    struct cp_variant *v = cp_variants_find(bundled, parent);
    if (v)
        cp_variant_wake(v, d->arena, ints);
    if (v && cp_yaml_parse(&map, d->arena, cp_variant_text(v->id), d->file, &quiet))
        take_bundled(d, v, map);
    else
        refuse(d, d->line, "no variant '%.*s' is known to inherit from", CP_FMT(parent));
}

static uint32_t count_sections(cp_str text)
{
    uint32_t count = 0;
    while (text.len) {
        cp_str line = next_line(&text);
        count += line.len && line.at[0] == '[';
    }
    return count;
}

bool cp_ini_parse(struct cp_ini *out, struct cp_arena *arena, struct cp_ints *ints, cp_str text,
                  const char *file, struct cp_diags *faults)
{
    text = cp_str_keep(arena, without_mark(text));
    uint32_t number = 0, count = 0, sections = count_sections(text);
    struct cp_variants bundled;
    *out = (struct cp_ini){NULL, 0};
    if (sections > SECTIONS_MOST) {
        cp_diag_report(faults, CP_FILE_BAD, (cp_span){.file = file},
                       "it has %u variants, and %d may be read", sections, SECTIONS_MOST);
        return false;
    }
    struct draft *drafts = cp_arena_take_zero(arena, sections, sizeof *drafts);
    out->list = cp_arena_take_zero(arena, sections, sizeof *out->list);
    cp_variants_list(&bundled, arena);
    while (text.len) {
        cp_str line = next_line(&text), title;
        struct draft *d = count ? &drafts[count - 1] : NULL;
        number++;
        if (is_nothing(line))
            continue;
        const char *sign = memchr(line.at, '=', line.len);
        size_t len = sign ? (size_t)(sign - line.at) : 0;
        if (line.at[0] == '[') {
            d = &drafts[count++];
            *d = (struct draft){.arena = arena, .file = file, .line = number};
            bool is_whole = read_title(line, &title);
            begin(d, drafts, title, &bundled, ints);
            if (!is_whole)
                refuse(d, number, "a section is '[name]' or '[name:parent]'");
        } else if (!d) {
            cp_diag_report(faults, CP_FILE_BAD, (cp_span){.file = file, .line = number, .col = 1},
                           "this stands before the first section");
            return false;
        } else if (sign) {
            read_key(d, cp_str_trim((cp_str){line.at, len}),
                     cp_str_trim(cp_str_skip(line, len + 1)), number);
        } else {
            refuse(d, number, "a line is 'key = value'");
        }
    }
    for (uint32_t i = 0; i < count; i++)
        finish(&out->list[out->count++], &drafts[i], ints);
    return true;
}

void cp_ini_refuse_start(struct cp_ini_variant *of, struct cp_arena *arena,
                         const struct cp_diags *faults)
{
    of->v = NULL;
    of->refused = cp_arena_take_zero(arena, 1, sizeof *of->refused);
    const struct cp_message *m = faults->first;
    cp_str why = cp_str_printf(arena, "%s: %.*s", cp_diag_text(m->kind), CP_FMT(m->detail));
    *of->refused = (struct cp_refusal){of->start_at, why, NULL};
}

const struct cp_ini_variant *cp_ini_find_refused(const struct cp_ini *ini, cp_str name,
                                                 const struct cp_variant *bundled)
{
    for (uint32_t i = 0; i < ini->count; i++) {
        const struct cp_ini_variant *one = &ini->list[i];
        struct cp_variant named = {.id = one->id, .name = one->name}, *list[2] = {&named};
        struct cp_variants all = {.list = list, .count = 1};
        if (!one->refused)
            continue;
        if (cp_variants_find(&all, name))
            return one;
        named = bundled ? *bundled : (struct cp_variant){.id = {0}};
        if (cp_variants_find(&all, one->id) || cp_variants_find(&all, one->name))
            return one;
    }
    return NULL;
}
