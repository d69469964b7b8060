/* SPDX-License-Identifier: MIT */
/* languages.c -- a language is six letters (languages.def). One is found by the words that
 * pieces have in a game of which some cannot be read: it must have a meaning for each of
 * them, two of them at least must be none of the game's own letters, and it must be the only
 * one, or mean the same as all others that do. Italian and Spanish never differ, German and
 * Danish neither.
 *
 *     1. e4 e5 2. Sf3 Sc6 3. Lb5      S, L: German, or another that writes the same
 *     1. e4 e5 2. Sf3 Sc6             S: a knight in German, a bishop in Czech: open
 *     1. d4 e5 2. Nf3 Nc6 3. Cc4      N, C: Romanian alone, but one word may be a slip: open
 *
 * Refused: a choice among languages by which reading is legal. It would call an illegal
 * move a legal one of another tongue. */
#include "settle/settle.h"

#include "base/utf8.h"
#include "game/game.h"
#include "text/moves/notation.h"
#include "text/tokens.h"
#include "text/writer.h"

enum { MEN = 6, PAWN = MEN - 1 };

struct cp_language {
    const char *code, *name, *letters[MEN];
};

static const struct cp_language languages[] = {
#define CP_LANGUAGE(code, name, ...) {#code, name, {__VA_ARGS__}},
#include "settle/languages.def"
#undef CP_LANGUAGE
};
enum {
#define CP_LANGUAGE(code, ...) LANGUAGE_##code,
#include "settle/languages.def"
#undef CP_LANGUAGE
    LANGUAGES
};

const struct cp_word cp_language_words[] = {
#define CP_LANGUAGE(code, ...) {#code, LANGUAGE_##code},
#include "settle/languages.def"
#undef CP_LANGUAGE
    {0},
};
const struct cp_word cp_letters_words[] = {
#define CP_LANGUAGE(code, ...) {#code, LANGUAGE_##code},
#include "settle/languages.def"
#undef CP_LANGUAGE
    {"figurines", LANGUAGES},
    {0},
};

const struct cp_language cp_figurines = {
    "figurines", "figurines", {"\u2654", "\u2655", "\u2656", "\u2657", "\u2658", "\u2659"}};

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

const struct cp_language *cp_letters_asked(const struct cp_options *o)
{
    unsigned asked = cp_options_choice(o, "to-piece-letters", LANGUAGES + 1);
    return asked < LANGUAGES ? &languages[asked] : asked == LANGUAGES ? &cp_figurines : NULL;
}

static bool is_own(const struct cp_language *l)
{
    return l == languages;
}

/* Which man has that word among the letters of a language, or among the names; else MEN. */
static int find_man(const char *const words[MEN], cp_str word)
{
    int i = 0;
    while (i < MEN && !cp_str_is(word, words[i]))
        i++;
    return i;
}

/* ---- alphabets ---- */

static struct cp_piece_words words_in(struct cp_run *run, const struct cp_piece_words *own,
                                      const struct cp_language *l)
{
    int man = find_man(names, own->name);
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
    if (own->letter.len && !(letter.len && (unsigned char)letter.at[0] < 0x80))
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
        bool clashes = find_man(l->letters, p->letter) < MEN;
        for (uint32_t i = 0; i < p->alias_count; i++)
            clashes |= find_man(l->letters, p->aliases[i]) < MEN;
        if (clashes && find_man(names, p->name) == MEN)
            return k;
    }
    return a->count;
}

const struct cp_alphabet *cp_letters_alphabet(struct cp_run *run, const struct cp_game *g,
                                              const struct cp_variant *v)
{
    return cp_letters_of(run, g, v, v->bounded ? run->asked->language : NULL);
}

const struct cp_alphabet *cp_letters_of(struct cp_run *run, const struct cp_game *g,
                                        const struct cp_variant *v, const struct cp_language *l)
{
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

/* ---- finding the language ---- */

enum { WORDS_MOST = 16 }; /* different ones; no language has more than six */

struct words {
    cp_str list[WORDS_MOST];
    uint32_t count;
    bool has_bare_pawns; /* e4: then no letter means a pawn */
    const struct cp_node
        *first; /* that could not be read, and begins with one or promotes to one */
};

/* The word for the piece in what may be a move, or that behind its last digit, for a promotion;
 * empty where there is none. */
static cp_str word_in(cp_str text, bool is_promotion)
{
    static const char files[][3] = {"а", "в", "с", "е", "х"};
    size_t at = text.len;
    while (at && !cp_is_digit(text.at[at - 1]))
        at--;
    if (!at)
        return (cp_str){0};
    while (is_promotion && at < text.len && strchr("=/()", text.at[at]))
        at++;
    cp_str word = cp_str_skip(text, is_promotion ? at : 0);
    word.len = cp_foreign_letter_scan(word);
    /* the files of a Russian square are none, nor is the sign that takes: Кс6, Кхе5 */
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (word.len > 1 && memcmp(word.at + word.len - 2, files[i], 2) == 0) {
            word.len -= 2;
            i = SIZE_MAX;
        }
    return word;
}

static void gather_words(struct cp_run *run, const struct cp_game *g, struct words *f)
{
    struct cp_walk walk = cp_walk_of(&run->record, &g->moves);
    for (const struct cp_node *node; (node = cp_walk_next(&walk));) {
        f->has_bare_pawns |=
            node->is_read && !(node->move.has & CP_HAS_PIECE) && !node->move.castling;
        for (int i = 0; i < 2; i++) {
            cp_str word = word_in(node->text, i == 1);
            uint32_t k = 0;
            while (k < f->count && !cp_str_equal(f->list[k], word))
                k++;
            if (word.len && k == f->count && k < WORDS_MOST)
                f->list[f->count++] = word;
            if (word.len && node->is_bad && !f->first)
                f->first = node;
        }
    }
}

/* How many of the words l has a meaning for. */
static uint32_t count_known(const struct cp_language *l, const struct words *f)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < f->count; i++)
        known += find_man(l->letters, f->list[i]) < (f->has_bare_pawns ? PAWN : MEN);
    return known;
}

/* All that could be it, in *names_found as "German (de) or ..."; NULL when they differ, or
 * there is none. */
static const struct cp_language *find_language(const struct cp_run *run, const struct words *f,
                                               struct cp_buf *names_found)
{
    const struct cp_language *found = NULL;
    bool is_open = false;
    for (const struct cp_language *l = languages; l < languages + LANGUAGES; l++) {
        const struct cp_alphabet *a = &run->current.variant->alphabet;
        if (count_known(l, f) < f->count || find_clash(a, l) < a->count)
            continue;
        for (uint32_t i = 0; found && i < f->count; i++)
            is_open |= find_man(found->letters, f->list[i]) != find_man(l->letters, f->list[i]);
        found = found ? found : l;
        cp_buf_printf(names_found, "%s%s (%s)", names_found->len ? " or " : "", l->name, l->code);
    }
    return is_open ? NULL : found;
}

/* ---- reading again ---- */

/* The game's own letters from here on, whatever language they were read in. */
static void rewrite(struct cp_run *run, struct cp_game *g)
{
    struct cp_writing how = {.alphabet = &run->current.variant->alphabet, .keeps_spelling = true};
    struct cp_walk walk = cp_walk_of(&run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        bool has_letters = (node->move.has & CP_HAS_PIECE) || node->move.promotion != CP_NO_KIND;
        if (!node->is_read || !has_letters)
            continue;
        struct cp_buf text = cp_buf_in(&run->record);
        cp_node_write(&text, g, node, &how);
        node->text = cp_buf_str(&text);
    }
}

/* Messages that stand for how a move was read, and nothing else. */
static bool is_about_reading(enum cp_diag kind)
{
    return kind == CP_NOT_A_MOVE || kind == CP_MOVE_IN_DIALECT || kind == CP_NUMBER_UNUSUAL ||
           kind == CP_SQUARES_DIFFER;
}

/* "D is Q, T is R": what a reader can check. */
static void put_meanings(struct cp_buf *out, const struct cp_alphabet *a,
                         const struct cp_language *l, const struct words *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t k = 0; k < a->count; k++) {
            cp_str own = cp_alphabet_letter(a, (uint8_t)k);
            if (find_man(names, a->pieces[k].name) == find_man(l->letters, f->list[i]) &&
                !cp_str_equal(own, f->list[i]))
                cp_buf_printf(out, "%s%.*s is %.*s", out->len ? ", " : "", CP_FMT(f->list[i]),
                              CP_FMT(own));
        }
}

bool cp_letters_settle(struct cp_run *run, struct cp_game *g)
{
    const struct cp_language *asked = run->asked->language;
    struct words f = {.first = NULL};
    if (!run->current.variant || !run->current.variant->bounded)
        return false;
    if (asked && !is_own(asked))
        rewrite(run, g);
    if (asked || CP_LIKELY(!run->diags.errors))
        return false;
    gather_words(run, g, &f);
    uint32_t own = count_known(languages, &f);
    if (!f.first || own == f.count) /* its own letters: they are not what is wrong */
        return false;
    struct cp_buf found = cp_buf_in(&run->record);
    struct cp_buf meanings = cp_buf_in(&run->record);
    const struct cp_language *l = find_language(run, &f, &found);
    cp_span at = cp_node_span(g, f.first);
    if (!l || f.count - own < 2 || !cp_diags_forget(&run->diags, is_about_reading)) {
        if (found.len)
            cp_diag_report(&run->diags, CP_PIECE_LETTERS_UNCLEAR, at, "%.*s",
                           CP_FMT(cp_buf_str(&found)));
        return false;
    }
    struct cp_walk walk = cp_walk_of(&run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        node->is_bad &= !cp_utf8_is_valid(node->text, NULL); /* its bytes were blamed */
        node->is_read = false;
    }
    const struct cp_alphabet *a = alphabet_in(run, run->current.variant, l);
    (void)cp_notation_read_game(cp_notations_get(&run->notations, a), g, &run->diags);
    g->is_broken = run->diags.errors > 0;
    put_meanings(&meanings, &run->current.variant->alphabet, l, &f);
    cp_diag_report(&run->diags, CP_PIECE_LETTERS, at, "%.*s: %.*s", CP_FMT(cp_buf_str(&found)),
                   CP_FMT(cp_buf_str(&meanings)));
    rewrite(run, g);
    return !g->is_broken;
}
