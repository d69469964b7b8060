/* SPDX-License-Identifier: MIT */
/* ini_write.c -- a section of variants.ini, written as one of our files.
 *
 * In that format squares allow a double first step. Where they are one rank and no pawn begins
 * behind it, that is the first move of pieces that have not moved; else it is 'first-step'. */
#include "rules/variant/ini_draft.h"

#include "base/scan.h"
#include "base/yaml.h"

/* ---- what values mean ---- */

static cp_str value_of(const struct cp_ini_draft *d, enum cp_ini_key key, const char *otherwise)
{
    return d->said[key].value.len ? d->said[key].value : cp_str_from(otherwise);
}

/* What the ini says itself, below a bundled parent or without one. */
static bool is_new(const struct cp_ini_draft *d, enum cp_ini_key key)
{
    return !d->bundled || d->said[key].line;
}

static bool is_true(struct cp_ini_draft *d, enum cp_ini_key key)
{
    cp_str value = value_of(d, key, "true");
    if (!cp_str_is(value, "true") && !cp_str_is(value, "false"))
        cp_ini_refuse_value(d, key, "true or false");
    return cp_str_is(value, "true");
}

/* The same, but false where nothing is said. */
static bool is_said(struct cp_ini_draft *d, enum cp_ini_key key)
{
    return d->said[key].value.len && is_true(d, key);
}

/* A number, or a letter of a file. */
static int number_of(struct cp_ini_draft *d, enum cp_ini_key key, const char *otherwise, int least,
                     int most)
{
    cp_str value = value_of(d, key, otherwise);
    int n = 0;
    if (value.len == 1 && cp_ini_is_capital(cp_ini_upper(value.at[0])))
        n = cp_ini_upper(value.at[0]) - 'A' + 1;
    else
        for (size_t i = 0; i < value.len && n <= most; i++)
            n = cp_is_digit(value.at[i]) ? n * 10 + value.at[i] - '0' : most + 1;
    if (n >= least && n <= most)
        return n;
    cp_ini_refuse(d, cp_ini_line_of(d, key), "%s = %.*s: no number from %d to %d",
                  cp_ini_rows[key].name, CP_FMT(value), least, most);
    return 1;
}

/* "*7 *8", "a8 b8 …": the ranks that are in it, a bit each; false: not whole ranks. */
static bool ranks_of(const struct cp_ini_draft *d, enum cp_ini_key key, const char *otherwise,
                     uint32_t *ranks)
{
    uint32_t found[RANKS_MOST + 1] = {0}, all = (1u << d->files) - 1;
    cp_str text = value_of(d, key, otherwise);
    *ranks = 0;
    for (size_t i = 0; i < text.len;) {
        char file = cp_ini_upper(text.at[i++]);
        unsigned rank = 0;
        if (cp_is_space(file) || file == '-')
            continue;
        while (i < text.len && cp_is_digit(text.at[i]) && rank < RANKS_MOST)
            rank = rank * 10 + (unsigned)(text.at[i++] - '0');
        if ((file != '*' && !cp_ini_is_capital(file)) || !rank || rank > RANKS_MOST)
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
        if (cp_ini_upper(letters.at[i]) == letter)
            return true;
    return false;
}

/* ---- writing ---- */

static void line(struct cp_ini_text *t, uint32_t from, const char *fmt, ...) CP_PRINTF(3, 4);

static void line(struct cp_ini_text *t, uint32_t from, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    cp_buf_vprintf(&t->buf, fmt, args);
    va_end(args);
    cp_buf_putc(&t->buf, '\n');
    if (t->count < LINES_MOST)
        t->lines[t->count++] = from;
}

static cp_str json_of(struct cp_ini_draft *d, const struct cp_value *v)
{
    struct cp_buf b = cp_buf_in(d->arena);
    cp_value_format_json(&b, v);
    return cp_buf_str(&b);
}

static cp_str quoted(struct cp_ini_draft *d, cp_str text)
{
    struct cp_buf b = cp_buf_in(d->arena);
    cp_json_put_string(&b, text);
    return cp_buf_str(&b);
}

/* Betza as ours has it: without e, which is a key here, and with imfW2 for imfnD. */
static cp_str move_of(struct cp_ini_draft *d, const struct cp_ini_slot *s, bool doubles,
                      bool is_pawn)
{
    cp_str first = CP_STR("imfW2"), move = s->move.value;
    struct cp_buf b = cp_buf_in(d->arena);
    if (s->bundled) {
        bool has =
            move.len > first.len && cp_str_equal(cp_str_skip(move, move.len - first.len), first);
        return has && !doubles ? (cp_str){move.at, move.len - first.len} : move;
    }
    if (cp_str_is(move, "none"))
        return move;
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
        if (cp_ini_is_capital(c) || c == ')')
            term = b.len;
    }
    if (is_pawn && doubles)
        cp_buf_put(&b, first);
    return cp_buf_str(&b);
}

/* "*2 b3": "a2-h2 b3" */
static cp_str blocks_of(struct cp_ini_draft *d, cp_str text)
{
    struct cp_buf b = cp_buf_in(d->arena);
    while ((text = cp_str_trim(text)).len && !cp_str_is(text, "-")) {
        size_t len = 0;
        while (len < text.len && !cp_is_space(text.at[len]))
            len++;
        cp_str rank = {text.at + 1, len - 1};
        cp_buf_puts(&b, b.len ? " " : "");
        if (text.at[0] == '*')
            cp_buf_printf(&b, "a%.*s-%c%.*s", CP_FMT(rank), 'a' + d->files - 1, CP_FMT(rank));
        else
            cp_buf_printf(&b, "%c%.*s", cp_lower(text.at[0]), CP_FMT(rank));
        text = cp_str_skip(text, len);
    }
    return cp_buf_str(&b);
}

/* ", key: {white: squares, black: squares}" of regions as the format has them; the whole board
 * where nothing is said of a side. */
static void put_sides(struct cp_ini_draft *d, struct cp_buf *out, const char *key,
                      const cp_str regions[2])
{
    const char *before = "{";
    cp_buf_printf(out, ", %s: ", key);
    for (int side = 0; side < 2; side++) {
        cp_str squares = blocks_of(d, regions[side]);
        if (cp_str_is(regions[side], "-"))
            continue;
        cp_buf_printf(out, "%s%s: ", before, side ? "black" : "white");
        if (squares.len)
            cp_buf_put(out, squares);
        else
            cp_buf_printf(out, "a1-%c%d", 'a' + d->files - 1, d->ranks);
        before = ", ";
    }
    cp_buf_puts(out, *before == '{' ? "{}" : "}");
}

/* Where a side takes in passing. */
static cp_str passed_on(const struct cp_ini_draft *d, int side)
{
    enum cp_ini_key own = side ? KEY_PASSED_ON_BLACK : KEY_PASSED_ON_WHITE;
    return d->said[own].value.len ? d->said[own].value : value_of(d, KEY_PASSED_ON, "");
}

/* With kR, or without, of who may not face its like. */
static cp_str facing(struct cp_ini_draft *d, cp_str move)
{
    bool faces = is_said(d, KEY_FACING) || is_said(d, KEY_BIKJANG);
    bool has = move.len > 2 && cp_str_is(cp_str_skip(move, move.len - 2), "kR");
    if (faces && !has)
        return cp_str_printf(d->arena, "%.*skR", CP_FMT(move));
    return has && !faces ? (cp_str){move.at, move.len - 2} : move;
}

/* The soldier's: from a rank on sideways, too. */
static void put_soldier(struct cp_ini_draft *d, struct cp_buf *out, int rank)
{
    cp_str regions[2];
    for (int side = 0; side < 2; side++)
        regions[side] = cp_str_printf(d->arena, "a%d-%c%d", side ? 1 : rank, 'a' + d->files - 1,
                                      side ? d->ranks - rank + 1 : d->ranks);
    put_sides(d, out, "first-step", regions);
}

struct pawns {
    cp_str promoting, passing;
    bool doubles, promotes;
    int rank[2];     /* of double steps, */
    bool by_squares; /* or: */
    cp_str squares[2];
};

/* Whether the last of a kind are royal by 'extinctionPseudoRoyal'. */
static bool becomes_royal(struct cp_ini_draft *d, char letter)
{
    return letter && is_said(d, KEY_EXTINCT_ROYAL) &&
           has_letter(value_of(d, KEY_EXTINCT, "-"), letter);
}

/* What alone a piece promotes to, of "l:g n:g"; 0: nothing. */
static char becomes_of(const struct cp_ini_draft *d, char letter)
{
    cp_str text = value_of(d, KEY_BECOMES, "-");
    for (size_t i = 0; letter && i + 2 < text.len; i++)
        if (text.at[i + 1] == ':' && cp_ini_upper(text.at[i]) == letter)
            return cp_ini_upper(text.at[i + 2]);
    return 0;
}

static void write_piece(struct cp_ini_draft *d, struct cp_ini_text *t, int slot,
                        const struct pawns *p)
{
    const struct cp_ini_slot *s = &d->slots[slot];
    const struct cp_value *v = s->bundled ? s->bundled->first : NULL;
    bool is_pawn = slot == PAWN || (s->letter == 'P' && !d->slots[PAWN].letter);
    cp_str move = move_of(d, s, p->doubles, slot == PAWN);
    bool stays =
        s->bundled && cp_value_get(s->bundled, "first-stays"); /* its squares are no pawn's */
    int soldiers =
        cp_ini_is_soldier(slot) && !stays ? number_of(d, KEY_SOLDIERS, "1", 1, d->ranks) : 0;
    if (soldiers)
        move = cp_str_from(soldiers == 1 ? cp_ini_types[slot].move : "fWisW");
    if (slot == KING)
        move = facing(d, move);
    bool has_first = !soldiers && move.len && memchr(move.at, 'i', move.len);
    const struct cp_value *passed = v ? cp_value_get(s->bundled, "en-passant") : NULL;
    struct cp_buf b = cp_buf_in(d->arena);
    if (!v && slot < TYPES)
        cp_buf_printf(&b, "name: %s", cp_ini_types[slot].name);
    else if (!v && (slot == KING || is_pawn))
        cp_buf_puts(&b, slot == KING ? "name: king" : "name: pawn");
    else if (!v)
        cp_buf_printf(&b, "name: piece %c", s->letter);
    for (; v; v = v->next)
        if (!is_word(v->name, "move promotes en-passant unwritten royal zone") &&
            !((p->by_squares || soldiers) && !stays && cp_str_is(v->name, "first-step")))
            cp_buf_printf(&b, "%s%.*s: %.*s", b.len ? ", " : "", CP_FMT(v->name),
                          CP_FMT(json_of(d, v)));
    cp_buf_printf(&b, ", move: %.*s", CP_FMT(quoted(d, move)));
    if (slot == KING || becomes_royal(d, s->letter))
        cp_buf_puts(&b, ", royal: true");
    if (is_pawn)
        cp_buf_puts(&b, ", unwritten: true");
    if (has_letter(p->promoting, s->letter) &&
        (p->promotes || (slot == PAWN && becomes_of(d, s->letter))))
        cp_buf_puts(&b, ", promotes: true");
    const cp_str on[2] = {passed_on(d, 0), passed_on(d, 1)};
    if (has_first && has_letter(p->passing, s->letter) && (on[0].len || on[1].len))
        put_sides(d, &b, "en-passant", on);
    else if (has_first && has_letter(p->passing, s->letter))
        cp_buf_printf(&b, ", en-passant: %.*s",
                      CP_FMT(passed ? json_of(d, passed) : CP_STR("true")));
    if (soldiers > 1)
        put_soldier(d, &b, soldiers);
    const cp_str zones[2] = {d->zones[slot][0].value, d->zones[slot][1].value};
    if (zones[0].len || zones[1].len)
        put_sides(d, &b, "zone", zones);
    if (has_first && p->by_squares && !stays)
        put_sides(d, &b, "first-step", p->squares);
    bool is_odd = has_first && p->by_squares && !s->move.line;
    line(t,
         is_odd         ? cp_ini_line_of(d, KEY_DOUBLE_WHITE)
         : s->move.line ? s->move.line
                        : d->line,
         "  %c: {%.*s}", s->letter, CP_FMT(cp_buf_str(&b)));
}

static cp_str list_of_ranks(struct cp_ini_draft *d, uint32_t ranks)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (int rank = 1; rank <= d->ranks; rank++)
        if (ranks >> rank & 1)
            cp_buf_printf(&b, "%s%d", b.len ? ", " : "", rank);
    return cp_buf_str(&b);
}

/* The letters of what may be chosen, as a list; what is not there, or promotes itself, is none. */
static cp_str list_of_choices(struct cp_ini_draft *d, cp_str letters, cp_str promoting)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (size_t i = 0; i < letters.len; i++) {
        char c = cp_ini_upper(letters.at[i]);
        int slot = cp_ini_is_capital(c) && !has_letter((cp_str){letters.at, i}, c)
                       ? cp_ini_slot_of(d, c)
                       : SLOTS;
        if (slot < SLOTS && slot != KING && !has_letter(promoting, c))
            cp_buf_printf(&b, "%s%c", b.len ? ", " : "", c);
    }
    return cp_buf_str(&b);
}

/* Whether nothing need promote but where it could never move again. */
static bool may_stay(struct cp_ini_draft *d)
{
    bool is_held = is_said(d, KEY_IMMOBILE);
    bool may = !is_true(d, KEY_PAWNS_MUST);
    if (may && !is_held)
        cp_ini_refuse_value(d, KEY_PAWNS_MUST, "a pawn could stay where it never moves again");
    if (is_held && !may && d->said[KEY_IMMOBILE].line)
        cp_ini_refuse_value(d, KEY_IMMOBILE, "no piece may go where it could never move again");
    return may;
}

static bool is_subset(cp_str letters, cp_str of)
{
    bool is = true;
    for (size_t i = 0; i < letters.len; i++)
        is &= !cp_ini_is_capital(cp_ini_upper(letters.at[i])) ||
              has_letter(of, cp_ini_upper(letters.at[i]));
    return is;
}

/* Which pieces promote, and begin the count of quiet moves anew: a kind does on both sides, so a
 * side must have none of those that promote only on the other. */
static void settle_promoting(struct cp_ini_draft *d, struct pawns *p)
{
    cp_str both = value_of(d, KEY_PROMOTING, ""), own[2];
    both = both.len ? both : value_of(d, KEY_PAWNS, "p");
    for (int side = 0; side < 2; side++) {
        enum cp_ini_key key = side ? KEY_PROMOTING_BLACK : KEY_PROMOTING_WHITE;
        enum cp_ini_key counts = side ? KEY_PROGRESS_BLACK : KEY_PROGRESS_WHITE;
        own[side] = d->said[key].value.len ? d->said[key].value : both;
        counts = d->said[counts].line ? counts : KEY_PROGRESS;
        cp_str types = d->said[counts].line ? d->said[counts].value : own[side];
        if (!is_subset(types, own[side]) || !is_subset(own[side], types))
            cp_ini_refuse_value(d, counts, "what promotes begins the count anew, and nothing else");
    }
    p->promoting = is_subset(own[1], own[0])
                       ? own[0]
                       : cp_str_printf(d->arena, "%.*s%.*s", CP_FMT(own[0]), CP_FMT(own[1]));
    for (int i = 0; i < FILES_MOST * RANKS_MOST; i++) {
        char c = d->board[i / FILES_MOST][i % FILES_MOST];
        int side = !cp_ini_is_capital(c);
        if (c && c != '*' && has_letter(p->promoting, cp_ini_upper(c)) &&
            !has_letter(own[side], cp_ini_upper(c)))
            cp_ini_refuse_value(d, side ? KEY_PROMOTING_BLACK : KEY_PROMOTING_WHITE,
                                "a piece promotes on one side only, and both have it");
    }
}

/* ", becomes: {Q: K}" of the pieces that promote each to one other, and how; kings never do. */
static cp_str becoming(struct cp_ini_draft *d, const struct pawns *p)
{
    struct cp_buf b = cp_buf_in(d->arena);
    bool must_take = is_said(d, KEY_BECOMES_TAKING);
    bool must = is_said(d, KEY_PIECES_MUST);
    cp_str said = value_of(d, KEY_BECOMES, "");
    for (size_t i = 0; i < said.len; i++)
        if (said.at[i] == ':' &&
            (i == 0 || said.at[i - 1] == ' ' || i + 1 == said.len || said.at[i + 1] == ' '))
            cp_ini_refuse_value(d, KEY_BECOMES, "not pairs of letters such as s:g");
    for (int slot = 0; slot < KING; slot++) {
        char letter = d->slots[slot].letter, to = becomes_of(d, letter);
        bool is_pawn = to && has_letter(p->promoting, letter);
        if (is_pawn && (p->promotes || (slot == PAWN && must_take)))
            cp_ini_refuse_value(d, KEY_BECOMES, "a pawn that promotes otherwise, too");
        if (to)
            cp_buf_printf(&b, "%s%c: %c", b.len ? ", " : ", becomes: {", letter, to);
    }
    if (b.len && !is_true(d, KEY_PAWNS_MUST))
        cp_ini_refuse_value(d, KEY_PAWNS_MUST, "pawns need not, where pieces promote, too");
    if (b.len)
        cp_buf_printf(&b, "}%s%s", must ? "" : ", pieces-optional: true",
                      must_take ? ", on-capture: true" : "");
    return cp_buf_str(&b);
}

/* Which pawns there are, and the key 'promotion', which is the parent's where nothing
 * is said of it. */
static void write_promotion(struct cp_ini_draft *d, struct cp_ini_text *t, struct pawns *p)
{
    static const char *const defaults[2] = {"*8", "*1"};
    uint32_t ranks[2];
    cp_str to[2], regions[2], both = value_of(d, KEY_CHOICES, "nbrq");
    bool by_squares = false,
         same = !d->said[KEY_CHOICES_WHITE].value.len && !d->said[KEY_CHOICES_BLACK].value.len;
    settle_promoting(d, p);
    for (int side = 0; side < 2; side++) {
        enum cp_ini_key key = side ? KEY_REGION_BLACK : KEY_REGION_WHITE;
        enum cp_ini_key own = side ? KEY_CHOICES_BLACK : KEY_CHOICES_WHITE;
        regions[side] = value_of(d, key, defaults[side]);
        by_squares |= !ranks_of(d, key, defaults[side], &ranks[side]);
        cp_str letters = d->said[own].value.len ? d->said[own].value : both;
        to[side] = list_of_choices(d, letters, p->promoting);
        p->promotes |= ranks[side] && to[side].len;
    }
    bool has_pawns = false;
    for (size_t i = 0; i < p->promoting.len; i++)
        has_pawns |= cp_ini_slot_of(d, p->promoting.at[i]) < SLOTS;
    p->promotes &= has_pawns;
    cp_str becomes = becoming(d, p);
    if (!p->promotes && !becomes.len)
        return;
    cp_str white = list_of_ranks(d, ranks[0]), black = list_of_ranks(d, ranks[1]);
    cp_str choices = !p->promotes ? CP_STR("")
                     : same       ? cp_str_printf(d->arena, ", to: [%.*s]", CP_FMT(to[0]))
                                  : cp_str_printf(d->arena, ", to: {white: [%.*s], black: [%.*s]}",
                                                  CP_FMT(to[0]), CP_FMT(to[1]));
    struct cp_buf on = cp_buf_in(d->arena);
    if (by_squares)
        put_sides(d, &on, "squares", regions);
    const struct cp_value *of = d->bundled ? cp_value_get(d->bundled, "promotion") : NULL;
    const struct cp_value *limited = cp_value_get(of, "limited");
    enum cp_ini_key from = by_squares ? KEY_REGION_WHITE : KEY_CHOICES;
    line(t, cp_ini_line_of(d, becomes.len ? KEY_BECOMES : from),
         "promotion: {white: [%.*s], black: [%.*s]%.*s%.*s%.*s%s%s%.*s}", CP_FMT(white),
         CP_FMT(black), CP_FMT(cp_buf_str(&on)), CP_FMT(choices), CP_FMT(becomes),
         may_stay(d) ? ", optional: true" : "", limited ? ", limited: " : "",
         CP_FMT(limited ? json_of(d, limited) : CP_STR("")));
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
static bool read_board(struct cp_ini_draft *d, cp_str text)
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
        } else if (rank < 1 || file > d->files || (c != '*' && cp_ini_slot_of(d, c) == SLOTS)) {
            return false;
        } else {
            d->board[rank - 1][file++ - 1] = c;
        }
        if (file > d->files + 1)
            return false;
    }
    return rank == 1;
}

static cp_str squares_of(struct cp_ini_draft *d, char c)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (int rank = 1; rank <= d->ranks; rank++)
        for (int file = 1; file <= d->files; file++)
            if (d->board[rank - 1][file - 1] == c)
                cp_buf_printf(&b, "%s%c%d", b.len ? " " : "", 'a' + file - 1, rank);
    return cp_buf_str(&b);
}

/* Those that have made their first move: they do not stand where it begins. */
static void write_moved(struct cp_ini_draft *d, struct cp_ini_text *t, const struct pawns *p)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (int rank = 1; rank <= d->ranks && !p->by_squares; rank++)
        for (int file = 1; file <= d->files; file++) {
            char c = d->board[rank - 1][file - 1];
            int slot = c && c != '*' ? cp_ini_slot_of(d, c) : SLOTS, side = !cp_ini_is_capital(c);
            cp_str move =
                slot < SLOTS ? move_of(d, &d->slots[slot], p->doubles, slot == PAWN) : (cp_str){0};
            if (!move.len || !memchr(move.at, 'i', move.len) || rank == p->rank[side] ||
                cp_ini_is_soldier(slot))
                continue;
            cp_buf_printf(&b, "%s%c%d", b.len ? " " : "", 'a' + file - 1, rank);
            if (side ? rank > p->rank[1] : rank < p->rank[0])
                cp_ini_refuse_value(
                    d, side ? KEY_DOUBLE_BLACK : KEY_DOUBLE_WHITE,
                    "pieces that begin behind these squares may go two steps from them");
        }
    if (b.len)
        line(t, cp_ini_line_of(d, KEY_START), "  moved: %.*s", CP_FMT(cp_buf_str(&b)));
}

static void write_setup(struct cp_ini_draft *d, struct cp_ini_text *t, const struct pawns *p,
                        cp_str rights)
{
    uint32_t from = cp_ini_line_of(d, KEY_START);
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

/* On which files castling ends: as the parent says, or the partner a step beside the king. */
static cp_str castled_of(struct cp_ini_draft *d, enum cp_ini_key key, const char *usual,
                         const char *ours, int step)
{
    const struct cp_value *parents = cp_value_get(cp_value_get(d->bundled, "castling"), ours);
    if (parents && !is_new(d, key))
        return json_of(d, parents);
    int king = number_of(d, key, usual, 1, d->files);
    return cp_str_printf(d->arena, "[%d, %d]", king, king + step);
}

/* The rights of the FEN, and the key 'castling'; the former. */
static cp_str write_castling(struct cp_ini_draft *d, struct cp_ini_text *t)
{
    cp_str rights = field_of(value_of(d, KEY_START, ""), 2);
    if (!is_true(d, KEY_CASTLING) || cp_str_is(rights, "-") || !rights.len ||
        cp_is_digit(rights.at[0])) /* a FEN that leaves them out */
        return (cp_str){0};
    for (size_t i = 0; i < rights.len; i++)
        if (!memchr("KQkq", rights.at[i], 4)) {
            cp_ini_refuse_value(d, KEY_START, "its rights of castling are others than KQkq");
            return (cp_str){0};
        }
    cp_str kingside = castled_of(d, KEY_KINGSIDE, "g", "kingside", -1);
    cp_str queenside = castled_of(d, KEY_QUEENSIDE, "c", "queenside", 1);
    cp_str partners = list_of_choices(d, value_of(d, KEY_PARTNER, "r"), CP_STR(""));
    line(t, cp_ini_line_of(d, d->said[KEY_PARTNER].line ? KEY_PARTNER : KEY_KINGSIDE),
         "castling: {partner: [%.*s], kingside: %.*s, queenside: %.*s}", CP_FMT(partners),
         CP_FMT(kingside), CP_FMT(queenside));
    return rights;
}

/* ---- a whole variant ---- */

/* Whether a man of a side is of a kind, or is royal and will be. */
static bool is_or_becomes(struct cp_ini_draft *d, char man, int side, char letter)
{
    char own = cp_ini_upper(man);
    return man && (own == man) == !side &&
           (own == letter || (becomes_royal(d, own) && becomes_of(d, own) == letter));
}

/* The word of the key 'royals'. Of a kind whose last ones are royal all are, and for the whole
 * game, where no more begin and nothing becomes one but a side's only royal piece; or the last one
 * is, where a side has no other royal kind; else that is refused. */
static const char *royals_of(struct cp_ini_draft *d)
{
    int last = number_of(d, KEY_EXTINCT_COUNT, "0", 0, FILES_MOST * RANKS_MOST) + 1;
    int kinds = 0, of_side[2] = {0};
    bool is_one = true, is_lasting = true, is_last = last == 1, is_become = false;
    bool is_grown = false; /* others become one, too, whom no limit holds back */
    for (int slot = 0; slot < SLOTS; slot++) {
        char letter = d->slots[slot].letter;
        if (!letter || (slot != KING && !becomes_royal(d, letter)))
            continue;
        kinds++;
        for (int k = 0; slot != KING && k < KING; k++)
            is_grown |= becomes_of(d, d->slots[k].letter) == letter &&
                        !becomes_royal(d, d->slots[k].letter);
        for (int side = 0; side < 2; side++) {
            int count = 0;
            for (int i = 0; i < d->ranks * d->files; i++)
                count += is_or_becomes(d, d->board[i / d->files][i % d->files], side, letter);
            of_side[side] += count > 0;
            is_one &= slot == KING || count == 1;
            is_lasting &= slot == KING || (count > 0 && count <= last);
        }
        for (enum cp_ini_key key = KEY_CHOICES; slot != KING && key <= KEY_CHOICES_BLACK; key++)
            is_become |= has_letter(value_of(d, key, ""), letter);
    }
    is_lasting &= !is_become && !is_grown;
    is_last &=
        !is_become && of_side[CP_WHITE] <= 1 && of_side[CP_BLACK] <= 1 && (kinds == 1 || !is_grown);
    if (!is_lasting && is_last)
        return is_said(d, KEY_DUPLE) ? "all" : "last";
    if (!is_lasting)
        cp_ini_refuse_value(d, KEY_EXTINCT_ROYAL, "the last of a kind would be royal, and not all");
    return is_one && kinds == 1 ? "one" : "any";
}

static void write_results(struct cp_ini_draft *d, struct cp_ini_text *t, bool is_bared)
{
    static const char *const usual[3] = {"draw", "loss", "none"};
    static const enum cp_ini_key keys[3] = {KEY_STALEMATE, KEY_MATED, KEY_EXTINCT_VALUE};
    for (int i = 0; i < 2 + is_bared; i++)
        if (!is_word(value_of(d, keys[i], usual[i]), "win loss draw"))
            cp_ini_refuse_value(d, keys[i], "win, loss or draw");
    bool counts = is_said(d, KEY_STALEMATE_COUNT);
    cp_str stalemate = value_of(d, KEY_STALEMATE, usual[0]);
    if (counts && !cp_str_is(stalemate, "win"))
        cp_ini_refuse_value(d, KEY_STALEMATE_COUNT, "stalemate is won by who has more pieces");
    line(t, cp_ini_line_of(d, KEY_STALEMATE), "results: {stalemate: %.*s, checkmate: %.*s%s%.*s}",
         CP_FMT(counts ? CP_STR("fewer") : stalemate), CP_FMT(value_of(d, KEY_MATED, usual[1])),
         is_bared ? ", bare-king: " : "",
         CP_FMT(is_bared ? value_of(d, KEY_EXTINCT_VALUE, "") : CP_STR("")));
}

/* "*8 d4": the number of a rank, or a square. */
static void put_region(struct cp_buf *out, cp_str text)
{
    while ((text = cp_str_trim(text)).len) {
        size_t len = 0;
        while (len < text.len && !cp_is_space(text.at[len]))
            len++;
        bool is_rank = text.at[0] == '*';
        cp_buf_printf(out, "%s%.*s", out->at[out->len - 1] == '[' ? "" : ", ", (int)(len - is_rank),
                      text.at + is_rank);
        text = cp_str_skip(text, len);
    }
}

/* "kq*" of pieces that are there, as a list; all: where all are meant. */
static cp_str list_of_letters(struct cp_ini_draft *d, enum cp_ini_key key, const char *otherwise)
{
    cp_str letters = value_of(d, key, otherwise);
    struct cp_buf b = cp_buf_in(d->arena);
    if (cp_str_is(letters, "*"))
        return CP_STR("all");
    for (size_t i = 0; i < letters.len; i++)
        if (cp_ini_slot_of(d, letters.at[i]) < SLOTS)
            cp_buf_printf(&b, "%s%c", b.len ? ", " : "[", cp_ini_upper(letters.at[i]));
        else if (letters.at[i] == '*')
            cp_ini_refuse_value(d, key, "single kinds, and all together");
    cp_buf_puts(&b, b.len ? "]" : "");
    return b.len == strlen("[K]") ? (cp_str){b.at + 1, 1} : cp_buf_str(&b);
}

/* A side's squares; - for none. */
static cp_str goal_of(const struct cp_ini_draft *d, enum cp_ini_key own)
{
    bool is_newer = d->said[KEY_FLAGS].line && !d->said[own].line;
    cp_str both = value_of(d, KEY_FLAGS, "-"), squares = value_of(d, own, "-");
    return is_newer || cp_str_is(squares, "-") ? both : squares;
}

/* goal: {…}, or nothing where nobody has one. */
static void put_goal(struct cp_ini_draft *d, struct cp_buf *goal)
{
    static const enum cp_ini_key squares[2] = {KEY_FLAGS_WHITE, KEY_FLAGS_BLACK};
    cp_str pieces = {0};
    for (int side = 0; side < 2; side++) {
        enum cp_ini_key key = side ? KEY_FLAG_BLACK : KEY_FLAG_WHITE;
        if (cp_str_is(goal_of(d, squares[side]), "-"))
            continue;
        key = d->said[key].value.len ? key : KEY_FLAG;
        cp_str own = list_of_letters(d, key, "*");
        if (!own.len || own.at[0] == '[')
            cp_ini_refuse_value(d, key, "no piece that there is");
        if (pieces.len && !cp_str_equal(pieces, own))
            cp_ini_refuse_value(d, key, "the sides' goals are for different pieces");
        cp_buf_puts(goal, pieces.len ? ", " : "goal: {");
        pieces = own;
        cp_buf_puts(goal, side ? "black: [" : "white: [");
        put_region(goal, goal_of(d, squares[side]));
        cp_buf_puts(goal, "]");
    }
    if (!pieces.len)
        return;
    bool is_safe = is_said(d, KEY_FLAG_SAFE);
    cp_str answered = value_of(d, KEY_FLAG_MOVE, ""); /* of a parent whose goals may be */
    if (d->said[KEY_FLAG_MOVE].line)
        answered = is_true(d, KEY_FLAG_MOVE) ? CP_STR("white") : CP_STR("");
    bool may_be_full = is_said(d, KEY_FLAG_FULL);
    cp_buf_printf(goal, ", pieces: %.*s, count: %d, safe: %s%s%s%.*s}", CP_FMT(pieces),
                  number_of(d, KEY_FLAG_COUNT, "1", 1, FILES_MOST * RANKS_MOST),
                  is_safe ? "true" : "false", may_be_full ? ", full: true" : "",
                  answered.len ? ", answered: " : "", CP_FMT(answered));
}

/* How many checks win: as many as the start's FEN leaves to both sides, 3+3, or else as in the
 * parent; 0: none do. */
static uint32_t checks_of(struct cp_ini_draft *d)
{
    const struct cp_ini_said *start = &d->said[KEY_START];
    uint32_t win = d->parent ? (uint32_t)d->parent->alphabet.checks_win : 0, white, black;
    if (!d->said[KEY_COUNTING].value.len || !is_true(d, KEY_COUNTING))
        return 0;
    for (int i = 2; i < 7 && start->line; i++) {
        cp_str rest = field_of(start->value, i), first = cp_scan_until(&rest, '+');
        if (cp_number_parse(first, CP_CHECKS_MOST, &white) &&
            cp_number_parse(rest, CP_CHECKS_MOST, &black))
            win = white == black ? white : 0;
    }
    if (!win)
        cp_ini_refuse_value(d, KEY_COUNTING, "startFen says how many win, both sides as many: 3+3");
    return win;
}

/* The key 'wins', the parent's words but for the hill among its ways; true: who is left with one
 * piece is judged by 'results'. */
static bool write_wins(struct cp_ini_draft *d, struct cp_ini_text *t)
{
    const struct cp_value *of = d->bundled ? cp_value_get(d->bundled, "wins") : NULL;
    bool is_royal_at_last = is_said(d, KEY_EXTINCT_ROYAL);
    struct cp_buf b = cp_buf_in(d->arena);
    for (int side = 0; side < 2; side++) {
        const struct cp_value *words = cp_value_get(of, side ? "black" : "white");
        uint8_t wins = words ? cp_wins_parse(words) : CP_WINS_CHECKMATE;
        if (wins & CP_WINS_HILL)
            wins = CP_WINS_CHECKMATE;
        else if (wins & CP_WINS_ROYAL_TAKEN && is_royal_at_last)
            cp_buf_printf(&b, "%s: [checkmate, royal-taken], ", side ? "black" : "white");
        else if (words)
            cp_buf_printf(&b, "%s: %.*s, ", side ? "black" : "white", CP_FMT(json_of(d, words)));
    }
    size_t before = b.len;
    put_goal(d, &b);
    cp_str value = value_of(d, KEY_EXTINCT_VALUE, "none");
    bool is_ended = !cp_str_is(value, "none") && (!is_royal_at_last || !cp_str_is(value, "loss"));
    cp_str kinds = is_ended ? list_of_letters(d, KEY_EXTINCT, "-") : (cp_str){0};
    int count = number_of(d, KEY_EXTINCT_COUNT, "0", 0, FILES_MOST * RANKS_MOST);
    int others = number_of(d, KEY_EXTINCT_OTHERS, "0", 0, FILES_MOST * RANKS_MOST);
    bool is_claimed = is_said(d, KEY_EXTINCT_CLAIM);
    bool is_bared = kinds.len && is_claimed;
    if (is_bared && (!cp_str_is(kinds, "all") || count != 1 || others != 2))
        cp_ini_refuse_value(d, KEY_EXTINCT_CLAIM, "it is for who has one piece left against two");
    else if (kinds.len && !is_bared)
        cp_buf_printf(&b, "%sextinct: {pieces: %.*s, count: %d, others: %d, result: %.*s}",
                      b.len > before ? ", " : "", CP_FMT(kinds), count, others, CP_FMT(value));
    uint32_t checks = checks_of(d);
    if (checks)
        cp_buf_printf(&b, "%schecks: %u", b.len > before ? ", " : "", checks);
    if (b.len > before)
        line(t, cp_ini_line_of(d, d->said[KEY_EXTINCT].line ? KEY_EXTINCT : KEY_FLAGS_WHITE),
             "wins: {%.*s}", CP_FMT(cp_buf_str(&b)));
    else if (of && before)
        line(t, d->line, "wins: {%.*s}", (int)(before - 2), b.at);
    return is_bared;
}

/* What of the parent's file holds below it, too, as it is said there. */
static void write_rest(struct cp_ini_draft *d, struct cp_ini_text *t, bool has_setup)
{
    const char *others =
        "id name aliases aliases-elsewhere about assumed named-only since board royals wins "
        "results repetition must checks pass facing pieces promotion capture notation site window "
        "frames "
        "inventor insufficient dead-positions";
    for (const struct cp_value *v = d->bundled ? d->bundled->first : NULL; v; v = v->next)
        if (!is_word(v->name, others) && !(has_setup && is_word(v->name, "setup castling")) &&
            !(is_new(d, KEY_QUIET) && is_word(v->name, "fifty-moves quiet-limit")) &&
            !(d->said[KEY_HONOUR].line && cp_str_is(v->name, "counting")))
            line(t, d->line, "%.*s: %.*s", CP_FMT(v->name), CP_FMT(json_of(d, v)));
}

/* When a side may pass: its own key is newer, or that of both. */
static const char *pass_of(struct cp_ini_draft *d, int side)
{
    bool says[2];
    for (int i = 0; i < 2; i++) {
        enum cp_ini_key both = i ? KEY_STUCK : KEY_PASS, own = both + 1 + (enum cp_ini_key)side;
        says[i] = is_said(
            d, d->said[own].value.len && (d->said[own].line || !d->said[both].line) ? own : both);
    }
    return says[1] ? "stalemate" : says[0] ? "always" : "never";
}

static void write_pass(struct cp_ini_draft *d, struct cp_ini_text *t)
{
    const char *white = pass_of(d, 0), *black = pass_of(d, 1);
    uint32_t from = cp_ini_line_of(d, d->said[KEY_STUCK].line ? KEY_STUCK : KEY_PASS);
    if (strcmp(white, "never") != 0 || strcmp(black, "never") != 0)
        line(t, from, "pass: {white: %s, black: %s}", white, black);
    if (is_said(d, KEY_BIKJANG))
        line(t, cp_ini_line_of(d, KEY_BIKJANG), "facing: answered");
}

static void write_repetition(struct cp_ini_draft *d, struct cp_ini_text *t)
{
    int times = number_of(d, KEY_FOLD, "3", 0, 4096);
    cp_str value = value_of(d, KEY_FOLD_VALUE, "draw");
    uint32_t from = cp_ini_line_of(d, d->said[KEY_FOLD].line ? KEY_FOLD : KEY_FOLD_VALUE);
    const char *checks = is_said(d, KEY_PERPETUAL) ? ", perpetual-check: loss" : "";
    if (!times)
        line(t, from, "repetition: none");
    else if (times != 3 || !cp_str_is(value, "draw") || *checks)
        line(t, from, "repetition: {times: %d, result: %.*s%s}", times, CP_FMT(value), checks);
}

static void write_quiet(struct cp_ini_draft *d, struct cp_ini_text *t)
{
    int moves = number_of(d, KEY_QUIET, "50", 0, CP_QUIET_MOST / 2);
    if (moves == 50)
        line(t, cp_ini_line_of(d, KEY_QUIET), "fifty-moves: true");
    else if (moves)
        line(t, cp_ini_line_of(d, KEY_QUIET), "quiet-limit: %d", 2 * moves);
}

/* The counts of that format know pieces by what they are called there. */
static void write_counting(struct cp_ini_draft *d, struct cp_ini_text *t)
{
    enum { KNIGHT = 1, ROOK = 3, SILVER = 8, ROWS_MOST = 6 };
    static const int slots[ROWS_MOST] = {ROOK, ROOK, SILVER, KNIGHT, SILVER, KNIGHT};
    static const bool are_two[ROWS_MOST] = {true, false, true, true, false, false};
    static const struct {
        const char *name, *rest;
        int moves[ROWS_MOST];
    } rules[] = {
#define CP_INI_COUNTING(name, rooks, rook, silvers, knights, silver, knight, rest)                 \
    {name, rest, {rooks, rook, silvers, knights, silver, knight}},
#include "rules/variant/ini_keys.def"
    };
    cp_str rule = value_of(d, KEY_HONOUR, "none");
    struct cp_buf b = cp_buf_in(d->arena);
    size_t which = 0, count = sizeof rules / sizeof *rules;
    while (which < count && !cp_str_is(rule, rules[which].name))
        which++;
    if (which == count && !cp_str_is(rule, "none"))
        cp_ini_refuse_value(d, KEY_HONOUR, "no such rule");
    if (which == count)
        return;
    char pawn = d->slots[PAWN].letter ? d->slots[PAWN].letter : 'P';
    if (cp_ini_slot_of(d, pawn) < SLOTS)
        cp_buf_printf(&b, "without: %c, ", pawn);
    cp_buf_puts(&b, "bare: {");
    for (int i = 0; i < ROWS_MOST; i++) {
        char letter = d->slots[slots[i]].letter;
        if (letter && rules[which].moves[i])
            cp_buf_printf(&b, "%c%.*s: %d, ", letter, are_two[i], &letter, rules[which].moves[i]);
    }
    line(t, cp_ini_line_of(d, KEY_HONOUR), "counting: {%.*s%s}", CP_FMT(cp_buf_str(&b)),
         rules[which].rest);
}

/* Two steps at first, from which ranks or squares. */
static void settle_double(struct cp_ini_draft *d, struct pawns *p)
{
    static const char *const defaults[2] = {"*2", "*7"};
    p->doubles = is_true(d, KEY_DOUBLE);
    for (int side = 0; side < 2; side++) {
        enum cp_ini_key key = side ? KEY_DOUBLE_BLACK : KEY_DOUBLE_WHITE;
        uint32_t ranks;
        p->by_squares |= !ranks_of(d, key, defaults[side], &ranks) || (ranks & (ranks - 1));
        p->rank[side] = ranks ? __builtin_ctz(ranks) : 0;
        p->squares[side] = value_of(d, key, defaults[side]);
    }
    p->doubles &= p->rank[0] || p->rank[1];
    p->passing = value_of(d, KEY_PASSING, "");
    if (!p->passing.len)
        p->passing = value_of(d, KEY_PAWNS, "p");
}

static bool has_any(const struct cp_ini_draft *d, enum cp_ini_key first, enum cp_ini_key last)
{
    bool has = false;
    for (enum cp_ini_key key = first; key <= last; key++)
        has |= d->said[key].line > 0;
    return has;
}

/* How the parent begins, as a FEN whose board is read already; false: not on this board. */
static bool take_start_of_parent(struct cp_ini_draft *d)
{
    const struct cp_start *start = &d->parent->start;
    const struct cp_alphabet *a = &d->parent->alphabet;
    d->said[KEY_START].value = cp_str_printf(
        d->arena, "- %c %.*s", start->turn == CP_BLACK ? 'b' : 'w', CP_FMT(start->castling));
    for (uint32_t i = 0; i < start->count; i++) {
        const cp_man *man = &start->men[i];
        char letter = *cp_alphabet_letter(a, man->kind).at;
        if (man->square.file.v > d->files || man->square.rank.v > d->ranks)
            return false;
        d->board[man->square.rank.v - 1][man->square.file.v - 1] =
            a->pieces[man->kind].is_void ? '*'
            : man->side == CP_BLACK      ? cp_lower(letter)
                                         : letter;
    }
    return true;
}

void cp_ini_write(struct cp_ini_draft *d, struct cp_ini_text *t)
{
    struct pawns p = {.doubles = false};
    cp_str rights = {0};
    d->files = number_of(d, KEY_MAX_FILE, "8", 1, FILES_MOST);
    d->ranks = number_of(d, KEY_MAX_RANK, "8", 1, RANKS_MOST);
    line(t, d->line, "id: %.*s", CP_FMT(quoted(d, d->id)));
    line(t, d->line, "name: %.*s", CP_FMT(quoted(d, d->name)));
    line(t, d->line, "named-only: true");
    line(t, cp_ini_line_of(d, KEY_MAX_FILE), "board: {files: %d, ranks: %d}", d->files, d->ranks);
    line(t, d->line, "notation: bare");
    if (!d->bundled && !d->said[KEY_START].value.len)
        d->said[KEY_START].value =
            CP_STR("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    bool has_setup = d->said[KEY_START].value.len > 0, is_read = true;
    if (has_setup)
        is_read = read_board(d, field_of(d->said[KEY_START].value, 0));
    else if (has_any(d, KEY_CASTLING, KEY_PARTNER)) {
        is_read = take_start_of_parent(d);
        has_setup = true;
    }
    if (!is_read)
        cp_ini_refuse_value(d, KEY_START, "a position with pieces that are not there, or in hand");
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
    write_repetition(d, t);
    write_counting(d, t);
    write_pass(d, t);
    if (is_said(d, KEY_EXPLODES))
        line(t, cp_ini_line_of(d, KEY_EXPLODES), "capture: {explodes: true, spares: [%.1s]}",
             d->slots[PAWN].letter ? &d->slots[PAWN].letter : "");
    const char *royals = royals_of(d);
    if (strcmp(royals, "one") != 0)
        line(t, d->line, "royals: %s", royals);
    else if (d->bundled && (v = cp_value_get(d->bundled, "royals")))
        line(t, d->line, "royals: %.*s", CP_FMT(v->text));
    if (is_said(d, KEY_MUST))
        line(t, cp_ini_line_of(d, KEY_MUST), "must: [capture]");
    if (d->said[KEY_CHECKING].value.len && !is_true(d, KEY_CHECKING))
        line(t, cp_ini_line_of(d, KEY_CHECKING), "checks: forbidden");
    write_results(d, t, write_wins(d, t));
    if (has_setup)
        write_setup(d, t, &p, rights);
}
