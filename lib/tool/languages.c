/* SPDX-License-Identifier: MIT */
/* languages.c -- a language is six letters (languages.def). One is found by the
 * words in front of the squares that pieces go to: it must have a meaning for each of
 * them, and be the only one, or mean the same as all others that do. Italian and
 * Spanish never differ, German and Danish neither.
 *
 *     1. e4 e5 2. Sf3 Sc6 3. Lb5      S, L: German, or another that writes the same
 *     1. e4 e5 2. Sf3 Sc6             S: a knight in German, a bishop in Czech: open
 *
 * It must also carry the main line farther than the game's own letters do, or both to its
 * end, words that are moves in neither being passed over: else one mistyped letter would
 * make bishops of all knights.
 *
 *     1. d4 e5 2. Nf3 Nc6 3. Cc4      N, C: Romanian alone, but Bf3 is not legal there
 *
 * P is a pawn and, in Dutch, a knight: Pf3 beside e4 can be read, and is asked about all the same.
 * It must be legal farther as Dutch; where it is legal to the end in both, that is told.
 *
 * Refused: a choice among languages by which reading is legal. It would call an illegal
 * move a legal one of another tongue. */
#include "tool/languages.h"

#include "base/utf8.h"
#include "game/game.h"
#include "text/notation.h"
#include "text/tokens.h"
#include "text/writer.h"
#include "tool/play.h"

enum { MEN = 6, PAWN = MEN - 1 };

struct cp_language {
    const char *code, *name, *letters[MEN];
};

static const struct cp_language languages[] = {
#define CP_LANGUAGE(code, name, ...) {#code, name, {__VA_ARGS__}},
#include "tool/languages.def"
#undef CP_LANGUAGE
};
enum {
#define CP_LANGUAGE(code, ...) LANGUAGE_##code,
#include "tool/languages.def"
#undef CP_LANGUAGE
    LANGUAGES
};

const struct cp_word cp_language_words[] = {
#define CP_LANGUAGE(code, ...) {#code, LANGUAGE_##code},
#include "tool/languages.def"
#undef CP_LANGUAGE
    {0},
};

static const char *const names[MEN] = {"king", "queen", "rook", "bishop", "knight", "pawn"};

struct cp_foreign_alphabet {
    struct cp_foreign_alphabet *next;
    const struct cp_variant *variant;
    const struct cp_language *language;
    struct cp_alphabet alphabet;
};

const struct cp_language *cp_language_asked(const struct cp_options *o)
{
    unsigned asked = cp_options_choice(o, "piece-letters", LANGUAGES);
    return asked < LANGUAGES ? &languages[asked] : NULL;
}

static bool is_own(const struct cp_language *l)
{
    return l == languages;
}

static int man_with(const struct cp_language *l, cp_str letter)
{
    for (int i = 0; i < MEN; i++)
        if (cp_str_is(letter, l->letters[i]))
            return i;
    return MEN;
}

/* ---- alphabets ---- */

static int man_named(cp_str name)
{
    int i = 0;
    while (i < MEN && !cp_str_is(name, names[i]))
        i++;
    return i;
}

static bool is_ascii(cp_str word)
{
    return word.len > 0 && (unsigned char)word.at[0] < 0x80;
}

static struct cp_piece_words words_in(struct cp_run *run, const struct cp_piece_words *own,
                                      const struct cp_language *l)
{
    int man = man_named(own->name);
    if (man == MEN)
        return *own;
    struct cp_piece_words words = *own;
    cp_str letter = cp_str_from(l->letters[man]);
    cp_str *aliases = cp_arena_take(&run->arena, 2 * sizeof *aliases);
    words.aliases = aliases;
    words.alias_count = 0;
    if (own->letter.len)
        words.letter = letter;
    else
        aliases[words.alias_count++] = letter;
    if (own->letter.len && !is_ascii(letter))
        aliases[words.alias_count++] = own->letter;
    return words;
}

/* v's words with the language's letters; made once in a run. Pawns keep having
 * none, but may be written with theirs. */
static const struct cp_alphabet *alphabet_in(struct cp_run *run, const struct cp_variant *v,
                                             const struct cp_language *l)
{
    if (is_own(l))
        return &v->alphabet;
    for (const struct cp_foreign_alphabet *known = run->alphabets; known; known = known->next)
        if (known->variant == v && known->language == l)
            return &known->alphabet;
    struct cp_foreign_alphabet *made = cp_arena_take_zero(&run->arena, 1, sizeof *made);
    struct cp_piece_words *pieces =
        cp_arena_take_zero(&run->arena, v->alphabet.count, sizeof *pieces);
    for (uint32_t k = 0; k < v->alphabet.count; k++)
        pieces[k] = words_in(run, &v->alphabet.pieces[k], l);
    *made = (struct cp_foreign_alphabet){run->alphabets, v, l, v->alphabet};
    made->alphabet.pieces = pieces;
    run->alphabets = made;
    return &made->alphabet;
}

/* A piece of v's own, unknown to chess, with a word that means another piece in l; else
 * its count of pieces. */
static uint32_t find_clash(const struct cp_alphabet *a, const struct cp_language *l)
{
    for (uint32_t k = 0; k < a->count; k++) {
        const struct cp_piece_words *p = &a->pieces[k];
        bool clashes = man_with(l, p->letter) < MEN;
        for (uint32_t i = 0; i < p->alias_count; i++)
            clashes |= man_with(l, p->aliases[i]) < MEN;
        if (clashes && man_named(p->name) == MEN)
            return k;
    }
    return a->count;
}

const struct cp_alphabet *cp_letters_alphabet(struct cp_run *run, const struct cp_game *g,
                                              const struct cp_variant *v)
{
    const struct cp_language *l = v->bounded ? run->asked->language : NULL;
    if (!l || is_own(l))
        return &v->alphabet;
    uint32_t clash = find_clash(&v->alphabet, l);
    if (clash == v->alphabet.count)
        return alphabet_in(run, v, l);
    const struct cp_piece_words *p = &v->alphabet.pieces[clash];
    cp_diag_report(&run->diags, CP_PIECE_LETTERS_CLASH, cp_node_span(g, NULL),
                   "%s, %.*s of %.*s: %.*s", l->name, CP_FMT(p->name), CP_FMT(v->name),
                   CP_FMT(p->letter));
    return NULL;
}

/* ---- the words of a move ---- */

static bool is_at(cp_str text, size_t at, const char *set)
{
    return at < text.len && text.at[at] && strchr(set, text.at[at]) != NULL;
}

/* Behind the parentheses of a square, (6,3) or (f3); `at` where there are none, or a promotion's.
 */
static size_t behind_parentheses(cp_str text, size_t at)
{
    size_t end = at;
    while (is_at(text, at, "(") && end < text.len && text.at[end] != ')')
        end++;
    return end > at && end < text.len && cp_is_digit(text.at[end - 1]) ? end + 1 : at;
}

/* Nbd7, R1xe2, e7-e8, (6,1)-(6,3): what stands in front of the promotion; 0 for anything else. */
static size_t squares_length(cp_str text, size_t at)
{
    size_t end = 0;
    for (int squares = 0; squares < 2; squares++) {
        size_t behind = behind_parentheses(text, at);
        if (behind > at) {
            end = at = behind;
            at += is_at(text, at, "-x:");
            continue;
        }
        bool has_file = at < text.len && text.at[at] >= 'a' && text.at[at] <= 'z' &&
                        (text.at[at] != 'x' || !is_at(text, at + 1, "abcdefgh"));
        at += has_file;
        bool has_rank = is_at(text, at, "123456789");
        while (is_at(text, at, "0123456789"))
            at++;
        if (has_file && has_rank)
            end = at;
        at += is_at(text, at, "-x:");
    }
    return end;
}

/* The words for the piece and for its promotion in what looks like a move; empty ones where
 * there is none. */
static bool find_words(cp_str text, cp_str *man, cp_str *promotion)
{
    *man = (cp_str){text.at, cp_foreign_letter_scan(text)};
    size_t at = squares_length(text, man->len);
    if (!at)
        return false;
    at += is_at(text, at, "=/(");
    *promotion = cp_str_skip(text, at);
    promotion->len = cp_foreign_letter_scan(*promotion);
    return promotion->len || !is_at(text, at, "abcdefghijklmnopqrstuvwxyz");
}

/* ---- finding the language ---- */

enum { WORDS_MOST = 16 }; /* different ones; no language has more than six */

struct finding {
    cp_str words[WORDS_MOST];
    uint32_t count;
    bool has_bare_pawns;         /* e4: then no letter means a pawn */
    const struct cp_node *first; /* that could not be read for its letters */
};

static void note_word(struct finding *f, cp_str word)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (cp_str_equal(f->words[i], word))
            return;
    if (word.len && f->count < WORDS_MOST)
        f->words[f->count++] = word;
}

static void look_at(struct cp_run *run, const struct cp_game *g, struct finding *f)
{
    struct cp_walk walk;
    cp_str man, promotion;
    cp_walk_init(&walk, &run->record, &g->moves);
    for (const struct cp_node *node; (node = cp_walk_next(&walk));) {
        if (!find_words(node->text, &man, &promotion))
            continue;
        note_word(f, man);
        note_word(f, promotion);
        f->has_bare_pawns |= !man.len;
        if (node->is_bad && (man.len || promotion.len) && !f->first)
            f->first = node;
    }
}

static bool knows_all(const struct cp_language *l, const struct finding *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (man_with(l, f->words[i]) >= (f->has_bare_pawns ? PAWN : MEN))
            return false;
    return true;
}

static bool mean_the_same(const struct cp_language *a, const struct cp_language *b,
                          const struct finding *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (man_with(a, f->words[i]) != man_with(b, f->words[i]))
            return false;
    return true;
}

/* All that could be it, in *names_found as "German (de) or ..."; NULL when they differ, or
 * there is none. */
static const struct cp_language *find_language(const struct cp_run *run, const struct finding *f,
                                               struct cp_buf *names_found)
{
    const struct cp_language *found = NULL;
    bool is_open = false;
    for (const struct cp_language *l = languages; l < languages + LANGUAGES; l++) {
        const struct cp_alphabet *a = &run->current.variant->alphabet;
        if (!knows_all(l, f) || find_clash(a, l) < a->count)
            continue;
        is_open |= found && !mean_the_same(found, l, f);
        found = found ? found : l;
        cp_buf_printf(names_found, "%s%s (%s)", names_found->len ? " or " : "", l->name, l->code);
    }
    return is_open ? NULL : found;
}

/* ---- reading again ---- */

/* Sd4: c5 and Lb5a6 stay as they are but for their letter: the board says whether they are two. */
static void write_move(struct cp_buf *text, const struct cp_game *g, const struct cp_node *node,
                       const struct cp_writing *how)
{
    bool is_plain = (node->move.has & CP_HAS_PIECE) && node->move.promotion == CP_NO_KIND;
    if (!is_plain || !cp_node_may_be_two(node)) {
        cp_node_write(text, g, node, how);
        return;
    }
    cp_buf_put(text, cp_alphabet_letter(how->alphabet, node->move.piece));
    cp_buf_put(text, cp_str_skip(node->text, cp_foreign_letter_scan(node->text)));
}

/* The game's own letters from here on, whatever language they were read in. */
static void rewrite(struct cp_run *run, struct cp_game *g)
{
    struct cp_walk walk;
    struct cp_writing how = {.alphabet = &run->current.variant->alphabet, .keeps_spelling = true};
    cp_walk_init(&walk, &run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        bool has_letters = (node->move.has & CP_HAS_PIECE) || node->move.promotion != CP_NO_KIND;
        if (!node->is_read || !has_letters)
            continue;
        struct cp_buf text;
        cp_buf_init(&text, &run->record);
        write_move(&text, g, node, &how);
        node->text = cp_buf_str(&text);
    }
}

/* Messages that stand for how a move was read, and nothing else. */
static bool is_about_reading(enum cp_diag kind)
{
    return kind == CP_NOT_A_MOVE || kind == CP_MOVE_IN_DIALECT || kind == CP_NUMBER_UNUSUAL ||
           kind == CP_SQUARES_DIFFER;
}

static void read_in(struct cp_run *run, struct cp_game *g, const struct cp_language *l,
                    struct cp_diags *d)
{
    struct cp_walk walk;
    cp_walk_init(&walk, &run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        node->is_bad &= !cp_utf8_is_valid(node->text, NULL); /* its bytes were blamed */
        node->is_read = false;
    }
    const struct cp_alphabet *a = alphabet_in(run, run->current.variant, l);
    (void)cp_notation_read_game(cp_notations_get(&run->notations, a), g, d);
}

static bool read_again(struct cp_run *run, struct cp_game *g, const struct cp_language *l)
{
    read_in(run, g, l, &run->diags);
    g->is_broken = run->diags.errors > 0;
    return !g->is_broken;
}

/* ---- which reading goes farther ---- */

/* Of two readings of one line: words that are moves in neither. */
static void drop_unread(struct cp_line *own, struct cp_line *other)
{
    struct cp_node **at = &own->first, **beside = &other->first;
    own->last = other->last = NULL;
    while (*at && *beside) {
        bool is_read = (*at)->is_read || (*beside)->is_read;
        if (is_read) {
            own->last = *at;
            other->last = *beside;
            at = &(*at)->next;
            beside = &(*beside)->next;
        } else {
            *at = (*at)->next;
            *beside = (*beside)->next;
        }
    }
}

static uint32_t count_moves(const struct cp_line *line)
{
    uint32_t count = 0;
    for (const struct cp_node *node = line->first; node; node = node->next)
        count++;
    return count;
}

enum outcome { BEHIND, AS_FAR, FARTHER, BOTH_WHOLE /* or it cannot be played */ };

/* How far g is legal in l, beside its own letters. */
static enum outcome compare(struct cp_run *run, const struct cp_game *g,
                            const struct cp_language *l)
{
    struct cp_game own, other;
    struct cp_diags unused;
    uint32_t own_plies, plies;
    cp_diags_init(&unused, &run->record);
    cp_game_copy(&own, g, &run->record);
    cp_game_copy(&other, g, &run->record);
    read_in(run, &other, l, &unused);
    drop_unread(&own.moves, &other.moves);
    if (!cp_run_count_legal(run, &own, &own_plies) || !cp_run_count_legal(run, &other, &plies) ||
        (own_plies == count_moves(&own.moves) && plies >= own_plies))
        return BOTH_WHOLE;
    return plies > own_plies ? FARTHER : plies == own_plies ? AS_FAR : BEHIND;
}

/* "D is Q, T is R": what a reader can check. */
static void put_meanings(struct cp_buf *out, const struct cp_alphabet *a,
                         const struct cp_language *l, const struct finding *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t k = 0; k < a->count; k++) {
            cp_str own = cp_alphabet_letter(a, (uint8_t)k);
            if (man_named(a->pieces[k].name) == man_with(l, f->words[i]) &&
                !cp_str_equal(own, f->words[i]))
                cp_buf_printf(out, "%s%.*s is %.*s", out->len ? ", " : "", CP_FMT(f->words[i]),
                              CP_FMT(own));
        }
}

static void tell(struct cp_run *run, enum cp_diag kind, cp_span at, cp_str found, cp_str meanings)
{
    cp_diag_report(&run->diags, kind, at, "%.*s%s%.*s", CP_FMT(found), meanings.len ? ": " : "",
                   CP_FMT(meanings));
}

/* For moves that cannot be read in the game's own letters; and for pawns, which can: where both
 * languages are legal to the end, letters alone decide of the former, and nothing of these. */
static bool settle(struct cp_run *run, struct cp_game *g, const struct finding *f, bool is_read)
{
    struct cp_buf found, text;
    cp_buf_init(&found, &run->record);
    cp_buf_init(&text, &run->record);
    const struct cp_language *l = find_language(run, f, &found);
    cp_span at = cp_node_span(g, f->first);
    enum outcome outcome = l && !is_own(l) ? compare(run, g, l) : AS_FAR;
    bool is_open = outcome == AS_FAR || (is_read && outcome == BOTH_WHOLE);
    if (outcome == BEHIND || (l && is_own(l)) || (is_read && (!l || outcome == AS_FAR)))
        return false;
    if (!l || is_open || !cp_diags_forget(&run->diags, is_about_reading)) {
        if (found.len)
            tell(run, CP_PIECE_LETTERS_UNCLEAR, at, cp_buf_str(&found), (cp_str){0});
        return false;
    }
    bool is_good = read_again(run, g, l);
    put_meanings(&text, &run->current.variant->alphabet, l, f);
    tell(run, CP_PIECE_LETTERS, at, cp_buf_str(&found), cp_buf_str(&text));
    rewrite(run, g);
    return is_good;
}

/* The first move of the main line with a letter for a pawn: Pf3 is a knight's in Dutch. */
static const struct cp_node *named_pawn(const struct cp_run *run, const struct cp_game *g)
{
    uint8_t pawn = run->current.variant->pawn;
    const struct cp_node *node = g->moves.first;
    while (node && !((node->move.has & CP_HAS_PIECE) && node->move.piece == pawn))
        node = node->next;
    return node;
}

bool cp_letters_settle(struct cp_run *run, struct cp_game *g)
{
    if (!run->current.variant || !run->current.variant->bounded)
        return false;
    if (run->asked->language) {
        if (!is_own(run->asked->language))
            rewrite(run, g);
        return false;
    }
    bool is_read = !run->diags.errors;
    const struct cp_node *pawn = is_read ? named_pawn(run, g) : NULL;
    if (CP_LIKELY(is_read && !pawn))
        return false;
    struct finding f = {.first = pawn};
    look_at(run, g, &f);
    if (!f.first || knows_all(languages, &f)) /* its own letters: they are not what is wrong */
        return false;
    return settle(run, g, &f, is_read);
}
