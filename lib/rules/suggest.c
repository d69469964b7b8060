/* SPDX-License-Identifier: MIT */
/* suggest.c -- nearness is the count of letters to change, leave out or put in,
 * between what was written and a move's short, long or engine's
 * form, without marks and with squares in letters; of moves that are equally near, those of the
 * first squares come first, however the position was reached. All legal moves are tried, which
 * boards with edges allow. */
#include "rules/moves.h"

#include "base/scan.h"
#include "base/wordlist.h"
#include "rules/chess/turn.h"

enum {
    TOLD_MOST = 4,
    LETTERS_MOST = 15,            /* looked at, of a move */
    ELSEWHERE = LETTERS_MOST + 1, /* a move that does not end as the written one does, */
    LETTER = 2 * ELSEWHERE,       /* or has a letter of its own */
    FARTHER = 1,                  /* letter than the nearest, and still told */
    PROSE = 6                     /* letters of a word of which half must be left */
};

struct found {
    cp_move move;
    uint32_t distance;
};

struct search {
    struct cp_position *p;
    struct cp_arena *arena;
    cp_square shift;
    char wanted[LETTERS_MOST];
    size_t len;
    enum cp_spelling spelling; /* of what is written */
    struct found best[TOLD_MOST];
    size_t count;
};

/* ---- distance ---- */

/* The length of 6,3 or 6.3, which text begins with; else 0. */
static size_t pair_length(cp_str text)
{
    size_t file = cp_digits_end(text, 0), comma = cp_blanks_end(text, file);
    if (!file || comma >= text.len || !strchr(",.", text.at[comma]))
        return 0;
    size_t rank = cp_blanks_end(text, comma + 1), end = cp_digits_end(text, rank);
    return end > rank ? end : 0;
}

/* 5254, as by correspondence: e2e4. */
static bool put_iccf(const struct cp_variant *v, cp_str text, struct cp_buf *out)
{
    if (text.len != 4 || v->files > 9 || v->ranks > 9)
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < '1' || text.at[i] > '0' + (i % 2 ? v->ranks : v->files))
            return false;
    for (size_t i = 0; i < text.len; i++)
        cp_buf_putc(out, (char)(i % 2 ? text.at[i] : text.at[i] - '1' + 'a'));
    return true;
}

/* What is written, with its squares in letters, as moves are compared; nothing of a word of
 * digits alone. */
static cp_str in_letters(struct search *s, cp_str text)
{
    enum { LOOK = 64 };
    cp_square_text square;
    bool has_letters = false;
    struct cp_buf out = cp_buf_in(s->arena);
    if (put_iccf(s->p->law->variant, text, &out))
        return cp_buf_str(&out);
    text.len = text.len < LOOK ? text.len : LOOK;
    for (size_t step; text.len; text = cp_str_skip(text, step)) {
        size_t pair = pair_length(text);
        step = pair ? pair : cp_digits_end(text, 0);
        step = step ? step : 1;
        if (pair && cp_square_scan_open(s->p->ints, (cp_str){text.at, pair}, &square)) {
            cp_square_format(s->p->ints, &out, square.square, CP_BARE);
            s->spelling = CP_NUMERIC;
        } else {
            cp_buf_put(&out, (cp_str){text.at, step});
        }
        has_letters |= cp_is_letter(text.at[0]);
    }
    return has_letters || s->spelling == CP_NUMERIC ? cp_buf_str(&out) : (cp_str){0};
}

/* Letters and digits alone: dashes, crosses and check marks tell nothing here. */
static size_t strip(char *out, cp_str text)
{
    size_t len = 0;
    for (size_t i = 0; i < text.len && len < LETTERS_MOST; i++)
        if (text.at[i] != 'x' && !strchr("-:+#=()/ ", text.at[i]))
            out[len++] = text.at[i];
    return len;
}

static cp_str spell(const struct search *s, const cp_written *w, enum cp_spelling spelling)
{
    struct cp_buf out = cp_buf_in(s->arena);
    cp_written_format(s->p->ints, &out, &s->p->law->variant->alphabet, w, spelling);
    return cp_buf_str(&out);
}

/* Lowers *nearest to the distance of a form, if that is less. In LETTERs; below that, whether its
 * last two are others, which name the square it goes to; and by how much it is longer or
 * shorter. */
static void compare(const struct search *s, const cp_written *w, uint32_t *nearest)
{
    char other[LETTERS_MOST];
    size_t len = strip(other, spell(s, w, CP_BARE)),
           by = len > s->len ? len - s->len : s->len - len;
    uint32_t letters = cp_word_distance((cp_str){other, len}, (cp_str){s->wanted, s->len});
    bool ends_alike =
        len > 1 && s->len > 1 && memcmp(other + len - 2, s->wanted + s->len - 2, 2) == 0;
    uint32_t distance = LETTER * letters + (ends_alike ? 0 : ELSEWHERE) + (uint32_t)by;
    *nearest = distance < *nearest ? distance : *nearest;
}

/* The nearest of Ng1-f3, g1f3, Nf3, and the form that tells it from other moves: Ngf3, exd5. */
static uint32_t distance_of(const struct search *s, const cp_move *move)
{
    const struct cp_rules *rules = cp_rules_of(s->p);
    cp_written w;
    uint32_t nearest = UINT32_MAX;
    rules->write(s->p, move, CP_SHORT, s->shift, &w);
    compare(s, &w, &nearest);
    rules->write(s->p, move, CP_LONG, s->shift, &w);
    compare(s, &w, &nearest);
    if (w.castling) /* Kg1, as engines have it */
        w = (cp_written){.piece = s->p->kind[move->man],
                         .promotion = CP_NO_KIND,
                         .to = cp_square_shift(s->p->ints, move->to, s->shift),
                         .has = CP_HAS_TO};
    w.has &= (uint16_t)~CP_HAS_FROM;
    compare(s, &w, &nearest);
    w.has |= CP_HAS_FROM | CP_IS_ANY_MAN;
    compare(s, &w, &nearest);
    return nearest;
}

/* ---- all legal moves ---- */

static bool comes_before(const struct cp_position *p, const struct found *a, const struct found *b)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    int by_end = cp_square_compare(p->ints, a->move.to, b->move.to);
    return (by_end ? by_end : cp_square_compare(p->ints, p->at[a->move.man], p->at[b->move.man])) <
           0;
}

static void try_length(struct search *s, const cp_range *range, cp_int length)
{
    struct cp_position *p = s->p;
    cp_move move;
    for (uint32_t i = 0; i < cp_range_choices(p, range); i++) {
        uint8_t promotion = cp_range_choice(p, range, i);
        if (cp_range_move(p, range, length, promotion, &move) == CP_OK) {
            struct found f = {move, distance_of(s, &move)};
            size_t at = s->count < TOLD_MOST ? s->count++ : TOLD_MOST;
            for (; at > 0 && comes_before(s->p, &f, &s->best[at - 1]); at--)
                if (at < TOLD_MOST)
                    s->best[at] = s->best[at - 1];
            if (at < TOLD_MOST)
                s->best[at] = f;
        }
    }
}

void cp_suggest_moves(struct cp_buf *out, struct cp_position *p, cp_str text, cp_square shift,
                      struct cp_arena *arena)
{
    struct search s = {.p = p, .arena = arena, .shift = shift, .spelling = CP_BARE};
    const struct cp_rules *rules = cp_rules_of(p);
    struct cp_ranges ranges;
    if (!p->law->variant->bounded)
        return;
    bool is_over = cp_position_is_over(p);
    s.len = strip(s.wanted, in_letters(&s, text));
    cp_ranges_init(&ranges, arena);
    for (int32_t man = 0; !is_over && man < (int32_t)p->count; man++)
        if (!p->gone[man] && p->owner[man] == p->turn)
            rules->each_move(p, man, &ranges);
    for (uint32_t i = 0; i < ranges.count; i++)
        for (int64_t n = ranges.list[i].low.v; n <= ranges.list[i].high.v; n++)
            try_length(&s, &ranges.list[i], CP_INT(n));
    for (size_t i = 0; i < s.count; i++) {
        cp_written w;
        uint32_t away = s.best[i].distance / LETTER, least_away = s.best[0].distance / LETTER;
        bool is_prose = s.len >= PROSE && least_away > s.len / 2;
        if (away >= s.len || is_prose || away > least_away + FARTHER)
            break; /* nothing of it is left, or there are nearer ones */
        rules->write(p, &s.best[i].move, CP_SHORT, shift, &w);
        w.check = CP_MARK_NONE;
        if (s.spelling == CP_NUMERIC)
            cp_written_complete(&w);
        cp_buf_printf(out, "%s%.*s", i ? ", " : "", CP_FMT(spell(&s, &w, s.spelling)));
    }
}

/* ---- captures within parentheses ---- */

/* The file xe, or gxe, as a capture: from g, to e. */
static bool part_file(struct cp_ints *ints, cp_str file, cp_written *w)
{
    cp_str to = file, from = cp_scan_until(&to, 'x');
    if (!to.len || (from.len && cp_file_parse(ints, &w->from.file, from) != CP_OK))
        return false;
    w->has |= from.len ? CP_HAS_FROM_FILE : 0;
    w->sep = CP_SEP_TAKE;
    return cp_file_parse(ints, &w->to.file, to) == CP_OK;
}

cp_str cp_suggest_capture(struct cp_position *p, const cp_written *w, cp_square shift,
                          struct cp_arena *arena)
{
    struct cp_resolution capture;
    cp_written taking = *w;
    bool is_lone = (w->has & CP_HAS_TO) && !(w->has & ~(CP_HAS_TO | CP_HAS_PIECE)) &&
                   w->sep == CP_SEP_NONE && w->spelling == CP_LETTER;
    if (p->law->variant->bounded || !is_lone)
        return (cp_str){0};
    struct cp_buf file = cp_buf_in(arena), text = cp_buf_in(arena);
    cp_file_format(p->ints, &file, w->to.file, CP_LETTER);
    if (!part_file(p->ints, cp_buf_str(&file), &taking))
        return (cp_str){0};
    cp_rules_of(p)->resolve(p, &taking, shift, &capture);
    if (capture.why != CP_OK || capture.move.taken == CP_NOBODY)
        return (cp_str){0};
    cp_rules_of(p)->write(p, &capture.move, CP_SHORT, shift, &taking);
    cp_written_format(p->ints, &text, &p->law->variant->alphabet, &taking, CP_LETTER);
    return cp_buf_str(&text);
}
