/* SPDX-License-Identifier: MIT */
/* generate.c -- random legal games, the same for the same seed: food for tests
 * and for the bench. Moves are drawn, not listed: a random man, one of his runs,
 * a length on it; of a few such draws a capture or a check is preferred now and
 * then, so that games have both. Where a family lists its moves, they are drawn
 * from the list. */
#include "game/game.h"
#include "rules/chess/moves.h"
#include "rules/chess/resolve.h"
#include "rules/chess/turn.h"
#include "rules/outcome.h"
#include "rules/repetition.h"
#include "rules/rules.h"
#include "rules/setup.h"

#include <stdio.h>
#include <stdlib.h>

struct wishes {
    const char *variant, *variant_file;
    long games, plies, far;
    uint64_t seed;
    enum cp_style style;
    bool numeric, letters;
};

struct maker {
    struct wishes wishes;
    struct cp_arena run, game, list;
    struct cp_ints *ints;
    size_t mark;
    struct cp_diags diags;
    const struct cp_variant *variant;
    struct cp_law law;
    const struct cp_rules *rules;
    struct cp_position position;
    struct cp_buf out;
    uint64_t seed;
    struct cp_repetition repetition;
};

static uint64_t draw(struct maker *m, uint64_t below)
{
    m->seed ^= m->seed << 13;
    m->seed ^= m->seed >> 7;
    m->seed ^= m->seed << 17;
    return (m->seed >> 11) % below;
}

/* ---- drawing a move ---- */

/* A length of a range: near as a rule, with --far N now and then up to 10^N. */
static cp_int draw_length(struct maker *m, const cp_range *range)
{
    uint64_t room = 12;
    if (m->wishes.far && draw(m, 8) == 0)
        for (uint64_t digits = draw(m, (uint64_t)m->wishes.far); digits; digits--)
            room *= 10;
    cp_int length = cp_int_add(m->ints, range->low, CP_INT((int64_t)draw(m, room)));
    const cp_int *high = range->is_endless ? NULL : &range->high;
    if (high && cp_int_compare(m->ints, length, *high) > 0)
        length = draw(m, 2) ? range->high : range->low;
    if (range->primes && !cp_int_next_prime(m->ints, length, high, &length) &&
        !cp_int_next_prime(m->ints, range->low, high, &length))
        return CP_INT(0);
    return length;
}

static bool draw_of_ranges(struct maker *m, const struct cp_ranges *ranges, cp_move *move)
{
    if (!ranges->count)
        return false;
    const cp_range *range = &ranges->list[draw(m, ranges->count)];
    if (cp_range_is_empty(m->ints, range))
        return false;
    cp_int length = draw_length(m, range);
    uint32_t choice = 0;
    if (range->promotes)
        choice = (uint32_t)draw(m, cp_range_choices(&m->position, range));
    uint8_t promotion = cp_range_choice(&m->position, range, choice);
    return cp_range_move(&m->position, range, length, promotion, move) == CP_OK;
}

static bool is_to_move(const struct maker *m, int32_t man)
{
    return !m->position.gone[man] && m->position.side[man] == m->position.turn;
}

/* Agents have many moves and few pieces that move far: all moves are drawn from. */
static bool draw_of_all(struct maker *m, cp_move *move)
{
    struct cp_ranges ranges;
    cp_ranges_init(&ranges, &m->list);
    for (int32_t man = 0; man < (int32_t)m->position.count; man++)
        if (is_to_move(m, man))
            m->rules->each_move(&m->position, man, &ranges);
    bool is_drawn = draw_of_ranges(m, &ranges, move);
    cp_arena_reset(&m->list);
    return is_drawn;
}

static bool draw_move(struct maker *m, cp_move *move)
{
    if (cp_alphabet_has_steps(&m->variant->alphabet))
        return draw_of_all(m, move);
    for (int tries = 0; tries < 4000; tries++) {
        struct cp_ranges ranges;
        int32_t man = (int32_t)draw(m, m->position.count);
        cp_ranges_init(&ranges, &m->list);
        if (!is_to_move(m, man))
            continue;
        m->rules->each_move(&m->position, man, &ranges);
        bool is_drawn = draw_of_ranges(m, &ranges, move);
        cp_arena_reset(&m->list);
        if (is_drawn)
            return true;
    }
    return false;
}

/* Checks and captures; men who vanish, but for the mover's own king. */
static int appeal(struct maker *m, const cp_move *move)
{
    cp_undo undo;
    if (cp_alphabet_has_steps(&m->variant->alphabet)) {
        m->rules->apply(&m->position, move, &undo);
        bool lives = m->position.king[cp_other(m->position.turn)] != CP_NOBODY;
        int score = lives ? (int)undo.falls : -1;
        m->rules->undo(&m->position, &undo);
        return score;
    }
    cp_move_apply(&m->position, move, &undo);
    int score = (m->position.checks > 0) * 3 + (move->taken != CP_NOBODY) * 2 + move->is_body;
    cp_move_undo(&m->position, &undo);
    return score;
}

static bool choose_move(struct maker *m, cp_move *best)
{
    if (!draw_move(m, best))
        return false;
    if (draw(m, 5) > 1)
        return true;
    int score = appeal(m, best);
    for (int i = 0; i < 8 && score == 0; i++) {
        cp_move other;
        if (draw_move(m, &other) && appeal(m, &other) > score) {
            *best = other;
            score = appeal(m, best);
        }
    }
    return true;
}

/* ---- writing a game ---- */

static void write_falls(struct maker *m, uint32_t count, enum cp_spelling spelling)
{
    struct cp_position *p = &m->position;
    int32_t *men = &p->fallen[p->fallen_count - count];
    cp_falls_sort(p, men, count);
    for (uint32_t i = 0; i < count; i++) {
        if (i && cp_square_equal(p->at[men[i]], p->at[men[i - 1]]))
            continue; /* a trap that took two is named once */
        cp_buf_puts(&m->out, i ? "(" : " (");
        cp_square_format(m->ints, &m->out, p->at[men[i]], spelling);
        cp_buf_putc(&m->out, ':');
        cp_square_format(m->ints, &m->out, p->at[men[i]], spelling);
        cp_buf_putc(&m->out, ')');
    }
}

/* What the game's result is once a turn is over, NULL while it goes on. */
static const char *result_of(struct maker *m, enum cp_outcome outcome, int winner)
{
    static const char *const wins[] = {"1-0", "0-1"};
    bool is_dead = m->variant->bare_ends && cp_position_is_bare(&m->position);
    if ((m->variant->threefold_ends || m->variant->repetition > 0) &&
        cp_repetition_ends(
            m->variant,
            cp_repetition_put(&m->repetition, cp_position_hash(&m->position), 0)->count)) {
        int won = cp_counting_winner(&m->position, CP_OUTCOME_THREEFOLD);
        return won < 0 ? "1/2-1/2" : wins[won]; /* R-ICN-8 */
    }
    if (outcome == CP_OUTCOME_NONE &&
        (cp_count_is_out(&m->position) ||
         (m->variant->quiet_limit && m->position.quiet >= (uint32_t)m->variant->quiet_limit)))
        return "1/2-1/2";
    if (outcome == CP_OUTCOME_NONE && !is_dead)
        return NULL;
    if (outcome == CP_OUTCOME_NO_MOVES)
        return "*";
    return winner < 0 ? "1/2-1/2" : wins[winner];
}

/* Writes the move and plays it; the game's result when it is over. */
static const char *write_move(struct maker *m, const cp_move *move, long ply)
{
    int winner;
    static const cp_square home = {{0}, {0}};
    enum cp_spelling spelling = m->variant->alphabet.native;
    cp_written w;
    cp_undo undo;
    if (m->wishes.numeric)
        spelling = CP_NUMERIC;
    if (m->wishes.letters)
        spelling = CP_LETTER;
    m->rules->write(&m->position, move, m->wishes.style, home, &w);
    m->rules->apply(&m->position, move, &undo);
    enum cp_outcome outcome = m->rules->outcome(&m->position, &winner);
    w.check = (uint8_t)cp_check_mark_of(&m->position, outcome);
    bool ends_in_trap = outcome == CP_OUTCOME_KING_TRAPPED; /* its mark is the very end */
    if (ends_in_trap)
        w.check = CP_MARK_NONE;
    bool black_began = m->variant->start.turn == CP_BLACK;
    long half = ply + black_began; /* since White's first */
    if (half % 2 == 0 || ply == 0)
        cp_buf_printf(&m->out, "%s%ld%s ", ply ? "\n" : "", half / 2 + 1, half % 2 ? "..." : ".");
    else
        cp_buf_putc(&m->out, ' ');
    cp_written_format(m->ints, &m->out, &m->variant->alphabet, &w, spelling);
    if (undo.falls)
        write_falls(m, undo.falls, spelling);
    cp_buf_puts(&m->out, ends_in_trap ? "#" : "");
    return result_of(m, outcome, winner);
}

static void make_game(struct maker *m, long number)
{
    cp_buf_printf(&m->out, "[Event \"random %ld\"]\n[Variant \"%.*s\"]\n", number,
                  CP_FMT(m->variant->name));
    size_t result_at = m->out.len;
    cp_position_init(&m->position, &m->law, m->ints, &m->game, &m->variant->start);
    m->rules->begin(&m->position, &m->variant->start);
    cp_repetition_init(&m->repetition, &m->game);
    cp_repetition_put(&m->repetition, cp_position_hash(&m->position), 0);
    const char *result = NULL;
    cp_move move;
    cp_buf_puts(&m->out, "\n");
    for (long ply = 0; ply < m->wishes.plies && !result && choose_move(m, &move); ply++)
        result = write_move(m, &move, ply);
    if (!result)
        result = "*";
    printf("%.*s[Result \"%s\"]\n%.*s\n%s\n\n", (int)result_at, m->out.at, result,
           (int)(m->out.len - result_at), m->out.at + result_at, result);
}

/* ---- being asked ---- */

static void usage(void)
{
    fputs("usage: cp-generate [--variant ID | --variant-file FILE] [--games N] [--plies N]\n"
          "                   [--seed N] [--far DIGITS] [--style long|short]\n"
          "                   [--spelling native|numeric|letters]\n"
          "writes random legal games, the same for the same seed\n",
          stderr);
    exit(2);
}

static long number_of(const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (*end || n < 0)
        usage();
    return n;
}

static struct wishes wishes_of(int argc, char **argv)
{
    struct wishes w = {
        .variant = "trappist-1", .games = 1, .plies = 100, .seed = 1, .style = CP_LONG};
    for (int i = 1; i < argc; i += 2) {
        cp_str name = cp_str_from(argv[i]);
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (cp_str_is(name, "--variant"))
            w.variant = value;
        else if (cp_str_is(name, "--variant-file"))
            w.variant_file = value;
        else if (cp_str_is(name, "--games"))
            w.games = number_of(value);
        else if (cp_str_is(name, "--plies"))
            w.plies = number_of(value);
        else if (cp_str_is(name, "--far"))
            w.far = number_of(value);
        else if (cp_str_is(name, "--seed"))
            w.seed = (uint64_t)number_of(value);
        else if (cp_str_is(name, "--style"))
            w.style = strcmp(value, "short") == 0 ? CP_SHORT : CP_LONG;
        else if (cp_str_is(name, "--spelling")) {
            w.numeric = strcmp(value, "numeric") == 0;
            w.letters = strcmp(value, "letters") == 0;
        } else
            usage();
    }
    return w;
}

static const struct cp_variant *variant_of(struct maker *m)
{
    struct cp_variants all;
    if (!m->wishes.variant_file) {
        if (!cp_variants_load(&all, &m->run, m->ints, &m->diags))
            return NULL;
        cp_variants_wake(&all, &m->run, m->ints);
        return cp_variants_find(&all, cp_str_from(m->wishes.variant));
    }
    FILE *in = fopen(m->wishes.variant_file, "r");
    if (!in)
        return NULL;
    struct cp_buf text = cp_buf_in(&m->run);
    for (int c; (c = fgetc(in)) != EOF;)
        cp_buf_putc(&text, (char)c);
    fclose(in);
    struct cp_variant *v;
    return cp_variant_parse(&v, &m->run, m->ints, cp_buf_str(&text), m->wishes.variant_file,
                            &m->diags)
               ? v
               : NULL;
}

int main(int argc, char **argv)
{
    static struct maker m;
    m.wishes = wishes_of(argc, argv);
    cp_arena_init(&m.run, NULL, NULL);
    cp_arena_init(&m.game, NULL, NULL);
    cp_arena_init(&m.list, NULL, NULL);
    m.diags = cp_diags_in(&m.run);
    m.ints = cp_ints_open();
    m.variant = m.ints ? variant_of(&m) : NULL;
    if (!m.variant || !cp_law_init(&m.law, m.variant, &m.run, &m.diags)) {
        fputs("cp-generate: no such variant\n", stderr);
        return 2;
    }
    m.rules = cp_rules_of_law(&m.law);
    m.mark = cp_ints_mark(m.ints);
    m.seed = m.wishes.seed * 0x9e3779b97f4a7c15u + 88172645463325252u;
    for (long i = 0; i < m.wishes.games; i++) {
        cp_buf_init(&m.out, &m.game);
        make_game(&m, i + 1);
        cp_arena_reset(&m.game);
        cp_ints_reset(m.ints, m.mark);
    }
    cp_ints_close(m.ints);
    cp_arena_close(&m.list);
    cp_arena_close(&m.game);
    cp_arena_close(&m.run);
    return fflush(stdout) || ferror(stdout) ? 3 : 0;
}
