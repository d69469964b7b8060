/* SPDX-License-Identifier: MIT */
/* material.c -- what is left on the board, whoever stands where:
 *
 *     QRR:RBN        White has these beside its king, Black those, and nothing else
 *     +Q:            White has a queen at least
 *     ~RP:R for 6    either side, in six positions running
 *
 * or by how much one side has more of it than the other:
 *
 *     R:BN           White has a rook more, Black a bishop and a knight, and else as many
 *
 * Kings are there anyway: only a side for which one is written has its kings counted. */
#include "query/condition.h"

#include "base/scan.h"

#define UNASKED UINT32_MAX /* kings, where none is written */

struct material {
    uint32_t counts[2][CP_KINDS_MOST]; /* by side as written */
    uint32_t pieces;                   /* of both sides, but for what is unasked */
    uint8_t kinds[CP_KINDS_MOST];      /* that are looked at */
    uint32_t kind_count;
    bool is_at_least, is_either, has_unasked;
    bool is_of_difference;
    uint32_t running;
};

/* ---- as text ---- */

uint8_t cp_query_take_letter(const struct cp_variant *v, const struct cp_alphabet *a, cp_str *text)
{
    for (size_t len = text->len < 3 ? text->len : 3; len; len--) {
        cp_str word = {text->at, len};
        uint8_t kind = cp_alphabet_find(a, word, false);
        for (uint8_t k = 0; k < a->count && kind == CP_NO_KIND; k++)
            if (cp_str_equal(word, cp_alphabet_letter(a, k)))
                kind = k;
        if (kind == CP_NO_KIND && a != &v->alphabet &&
            cp_alphabet_find(&v->alphabet, word, false) == v->pawn)
            kind = v->pawn;
        if (kind != CP_NO_KIND) {
            *text = cp_str_skip(*text, len);
            return kind;
        }
    }
    return CP_NO_KIND;
}

static bool take_side(struct material *out, const struct cp_variant *v, const struct cp_alphabet *a,
                      int side, cp_str text)
{
    while (text.len) {
        uint8_t kind = cp_query_take_letter(v, a, &text);
        if (kind == CP_NO_KIND)
            return false;
        out->counts[side][kind]++;
        out->pieces++;
    }
    bool is_asked = false; /* where no king is written, whichever are there are */
    for (uint8_t kind = 0; kind < v->alphabet.count; kind++)
        is_asked |= v->kinds[kind].royal && out->counts[side][kind];
    for (uint8_t kind = 0; kind < v->alphabet.count && !is_asked; kind++)
        if (v->kinds[kind].royal)
            out->counts[side][kind] = UNASKED;
    out->has_unasked |= !is_asked;
    return true;
}

/* The signs in front and the number behind; false: they contradict one another, or that is no
 * number. */
static bool take_frame(struct material *out, cp_str *text)
{
    const cp_str word = CP_STR(" for ");
    *text = cp_str_trim(*text);
    bool is_exact = false;
    for (; text->len && strchr("+=~", text->at[0]); *text = cp_str_skip(*text, 1)) {
        out->is_at_least |= text->at[0] == '+';
        is_exact |= text->at[0] == '=';
        out->is_either |= text->at[0] == '~';
    }
    if (out->is_at_least && is_exact)
        return false;
    out->running = 1;
    for (size_t at = 0; at + word.len < text->len; at++)
        if (cp_str_starts(cp_str_skip(*text, at), word)) {
            cp_str number = cp_str_trim(cp_str_skip(*text, at + word.len));
            text->len = at;
            *text = cp_str_trim(*text);
            return cp_number_parse(number, UINT32_MAX - 1, &out->running) && out->running;
        }
    return true;
}

static struct material *read_material(struct cp_query_maker *m, const struct cp_variant *v,
                                      cp_str text, bool is_of_difference)
{
    struct material *out = cp_arena_take_zero(m->arena, 1, sizeof *out);
    const struct cp_alphabet *a = m->alphabet(m->data, v);
    out->is_of_difference = is_of_difference;
    if (!a || !take_frame(out, &text))
        return NULL;
    cp_str white = cp_scan_until(&text, ':');
    if (white.at + white.len == text.at || !take_side(out, v, a, CP_WHITE, white) ||
        !take_side(out, v, a, CP_BLACK, text))
        return NULL;
    for (uint8_t kind = 0; kind < v->alphabet.count; kind++)
        if (out->counts[0][kind] != UNASKED || out->counts[1][kind] != UNASKED)
            out->kinds[out->kind_count++] = kind;
    return out;
}

static bool parse_material(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    const struct cp_variants *all = m->variants;
    struct material **made = c->asked = cp_by_variant_take(m);
    bool good = false, is_of_difference = c->question == &cp_ask_imbalance;
    cp_variants_wake(all, m->lasting, m->ints);
    for (uint32_t i = 0; i < all->count; i++)
        good |= (made[i] = read_material(m, all->list[i], value, is_of_difference)) != NULL;
    c->line = value;
    if (!good)
        cp_buf_puts(m->why,
                    "letters of White's pieces, a colon, letters of Black's: 'QRR:RBN', "
                    "with + (at least), = (exactly) or ~ (either side) in front, for N behind");
    return good;
}

/* ---- on the board ---- */

typedef uint32_t tally[2][CP_KINDS_MOST];

static bool is_like(const struct material *m, tally have, int turned)
{
    for (uint32_t i = 0; i < m->kind_count; i++) {
        uint8_t kind = m->kinds[i];
        for (int side = 0; side < 2; side++) {
            uint32_t wanted = m->counts[side ^ turned][kind], there = have[side][kind];
            uint32_t others = m->counts[!side ^ turned][kind];
            if (m->is_of_difference && (wanted != UNASKED || others != UNASKED)) {
                wanted = wanted == UNASKED ? 0 : wanted; /* a king is written for one side alone */
                others = others == UNASKED ? 0 : others;
            }
            if (wanted == UNASKED || (m->is_of_difference && m->is_at_least && !wanted))
                continue;
            if (m->is_of_difference) { /* a - b = c - d, without going below 0 */
                wanted += have[!side][kind];
                there += others;
            }
            if (m->is_at_least ? there < wanted : there != wanted)
                return false;
        }
    }
    return true;
}

/* No fewer than the men on the board that are not asked for. */
static uint32_t unasked(const struct material *m, const struct cp_position *p)
{
    const struct cp_variant *v = p->law->variant;
    uint32_t most = 0;
    for (uint8_t kind = 0; kind < v->alphabet.count && m->has_unasked; kind++)
        for (int side = 0; side < 2 && v->kinds[kind].royal; side++) {
            cp_numbers men = cp_men_of_kind(p, kind, (enum cp_side)side);
            most += (uint32_t)(men.end - men.first);
        }
    return most;
}

static bool is_on_board(const struct material *m, const struct cp_moment *at)
{
    enum { KINGS = 2 };
    const struct cp_position *p = at->position;
    tally have = {{0}};
    bool says_how_many = !m->is_of_difference, is_all = says_how_many && !m->is_at_least;
    if ((says_how_many && at->standing < m->pieces) ||
        (is_all && (!p || !p->law->neutrals) &&
         at->standing > m->pieces + (p ? unasked(m, p) : KINGS)))
        return false;
    for (uint32_t man = 0; p && man < p->count; man++)
        if (!p->gone[man] && p->owner[man] != CP_NO_SIDE)
            have[p->side[man]][p->kind[man]]++;
    for (int role = CP_PAWN; !p && role < CP_ROLES; role++)
        for (int side = 0; side < 2; side++)
            for (cp_bits men = at->quick->board->role[role] & at->quick->board->men[side]; men;
                 men &= men - 1)
                have[side][at->quick->roles->kind[role]]++;
    return is_like(m, have, 0) || (m->is_either && is_like(m, have, 1));
}

/* Only what takes something off the board, or a promotion, changes what is left. */
static bool material_at(const struct cp_condition *c, struct cp_slot *slot,
                        const struct cp_moment *at)
{
    const struct material *m = cp_by_variant(c, at->number);
    if (!m)
        return false;
    if (at->is_start || at->standing != slot->count || at->promotion != CP_NO_KIND)
        slot->is_met = is_on_board(m, at);
    slot->count = at->standing;
    slot->running = slot->is_met ? slot->running + 1 : 0;
    bool is_enough = slot->running >= m->running;
    slot->holds |= is_enough;
    return is_enough;
}

const struct cp_question cp_ask_material = {
    .option = "material", .parse = parse_material, .at = material_at};
const struct cp_question cp_ask_imbalance = {
    .option = "imbalance", .parse = parse_material, .at = material_at};
