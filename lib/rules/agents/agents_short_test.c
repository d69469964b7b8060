/* SPDX-License-Identifier: MIT */
/* agents_short_test.c -- short forms mean what R-TR-16 says of the twin's list of
 * legal moves: parts are left out of a move's text, and all texts that fit what is
 * left are looked at. */
#include "rules/agents/agents_pair_test.h"

enum { USUAL = 800, PLAYED = 3, FORMS = 40 };

/* "Me2>e3<f4" taken apart: squares and signs, the last square being where it ends. */
struct parts {
    char kind, from[3], via[3], to[3], sep, then;
};

static void take_apart(struct parts *out, const char *text)
{
    *out = (struct parts){.kind = text[0], .sep = text[3]};
    memcpy(out->from, text + 1, 2);
    memcpy(out->to, text + strlen(text) - 2, 2);
    if (strlen(text) > 6) {
        memcpy(out->via, text + 4, 2);
        out->then = text[6];
    }
}

/* What is left of a move when parts are left out of it. */
struct shortened {
    struct parts full;
    bool has_file, has_rank, has_via, has_sep;
};

/* "A form without separator means - for every step"; a file or rank of the origin
 * must agree, and so must every square and sign that is written. */
static bool fits(const struct shortened *s, const struct parts *m)
{
    const struct parts *f = &s->full;
    bool is_plain = m->sep == '-' && (!m->then || m->then == '-');
    if (m->kind != f->kind || strcmp(m->to, f->to) != 0 ||
        (s->has_file && m->from[0] != f->from[0]) || (s->has_rank && m->from[1] != f->from[1]))
        return false;
    if (s->has_via)
        return strcmp(m->via, f->via) == 0 && m->sep == f->sep && m->then == f->then;
    if (!s->has_sep || f->sep == '-')
        return is_plain;
    return m->sep == f->sep && (m->sep == '@' || !m->then);
}

/* Fewest steps, then the smallest square on the way, then the smallest origin. */
static bool comes_before(const struct parts *a, const struct parts *b)
{
    if (!a->then != !b->then)
        return !a->then;
    int way = strcmp(a->via, b->via);
    return way ? way < 0 : strcmp(a->from, b->from) < 0;
}

/* The move that a short form means; NULL when none fits, or several that lead to
 * different positions, and then *many. */
static const char *meaning_of(const struct shortened *s, int count, bool *many)
{
    const char *best = NULL;
    uint64_t first[2], after[2];
    struct parts best_parts, m;
    *many = false;
    for (int i = 0; i < count; i++) {
        struct sketch sketch;
        take_apart(&m, twin_list[i].text);
        if (!fits(s, &m))
            continue;
        sketch_twin(&sketch, &twin_list[i].after);
        hash_sketch(&sketch, after);
        if (!best)
            memcpy(first, after, sizeof first);
        *many |= memcmp(first, after, sizeof first) != 0;
        if (!best || comes_before(&m, &best_parts)) {
            best = twin_list[i].text;
            best_parts = m;
        }
    }
    return *many ? NULL : best;
}

static cp_square square_of(const char text[3])
{
    return (cp_square){CP_INT(text[0] - 'a' + 1), CP_INT(text[1] - '0')};
}

static uint8_t sep_of(char sign)
{
    static const char signs[] = "?-x><~@";
    return (uint8_t)(strchr(signs, sign) - signs);
}

static cp_written written_of(const struct shortened *s)
{
    const struct parts *f = &s->full;
    cp_written w = {.piece = cp_alphabet_find(&variant.alphabet, (cp_str){&f->kind, 1}, false),
                    .promotion = CP_NO_KIND,
                    .has = CP_HAS_PIECE | CP_HAS_TO,
                    .from = square_of(f->from),
                    .to = square_of(f->to)};
    w.has |= s->has_file ? CP_HAS_FROM_FILE : 0;
    w.has |= s->has_rank ? CP_HAS_FROM_RANK : 0;
    if (s->has_sep)
        w.sep = sep_of(f->sep);
    if (s->has_via) {
        w.has |= CP_HAS_VIA;
        w.via = square_of(f->via);
        w.then = sep_of(f->then);
    }
    return w;
}

static bool reads_alike(struct cp_position *p, const struct shortened *s, int count)
{
    bool many;
    const char *wanted = meaning_of(s, count, &many);
    cp_written w = written_of(s);
    struct cp_resolution r;
    cp_agents_resolve(p, &w, home, &r);
    if (!wanted)
        return many ? r.why == CP_AMBIGUOUS : r.why != CP_OK && r.why != CP_AMBIGUOUS;
    char got[ATWIN_TEXT] = "";
    if (r.why == CP_OK) {
        cp_agents_write(p, &r.move, CP_LONG, home, &w);
        spell(got, p, &w);
    }
    if (strcmp(got, wanted) == 0)
        return true;
    printf("# %s is read as %s\n", wanted, got);
    return false;
}

/* Parts left out of legal moves, and now and then another destination. */
static bool short_forms_agree(struct cp_position *p, const struct atwin *t, uint64_t *seed)
{
    bool same = true;
    int count = atwin_moves(t, twin_list);
    for (int i = 0; i < FORMS && count; i++) {
        struct shortened s = {.has_file = below(seed, 3) == 0, .has_rank = below(seed, 3) == 0};
        take_apart(&s.full, twin_list[below(seed, count)].text);
        s.has_via = s.full.then && below(seed, 2);
        s.has_sep = s.has_via || s.full.sep != '-' || below(seed, 2);
        if (below(seed, 8) == 0)
            s.full.to[0] = (char)('a' + below(seed, 13));
        same &= reads_alike(p, &s, count);
    }
    return same;
}

TEST(short_forms_mean_what_their_definition_says)
{
    uint64_t seed = 0x9e3779b97f4a7c15u;
    int wanted = positions_wanted(USUAL), bad = 0;
    for (int n = 0; n < wanted && bad < 5;) {
        struct cp_position p;
        struct cp_start start;
        struct atwin t;
        random_start(&start, &seed);
        begin(&p, &t, &start);
        for (int ply = 0; ply < PLAYED; ply++, n++) {
            bad += !short_forms_agree(&p, &t, &seed);
            if (!play_on(&p, &t, &seed))
                break;
        }
        cp_arena_reset(&arena);
    }
    EXPECT_INT(bad, 0);
}
