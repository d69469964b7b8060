/* SPDX-License-Identifier: MIT */
#include "rules/key.h"

#include "rules/chess/turn.h"

/* ---- words ---- */

static uint64_t word_of_text(uint64_t h, cp_str text)
{
    for (size_t i = 0; i < text.len; i++)
        h = cp_key_on(h, (unsigned char)text.at[i]);
    return h;
}

cp_key cp_key_of_text(cp_str text)
{
    return (cp_key){word_of_text(0, text), word_of_text(1, text)};
}

static uint64_t low_on_square(uint64_t h, const struct cp_ints *ints, cp_square at)
{
    return cp_key_on(cp_key_on(h, cp_int_word(ints, at.file)), cp_int_word(ints, at.rank));
}

cp_key cp_key_on_square(cp_key key, const struct cp_ints *ints, cp_square at)
{
    uint64_t file = cp_int_word(ints, at.file), rank = cp_int_word(ints, at.rank);
    return cp_key_on_both(cp_key_on_both(key, file), rank);
}

/* Of a square that is shifted. */
static cp_key on_shifted(cp_key key, struct cp_ints *ints, cp_square at, cp_square by)
{
    return cp_key_on_square(key, ints, cp_square_shift(ints, at, by));
}

static cp_key add(cp_key a, cp_key b)
{
    return (cp_key){a.low + b.low, a.high + b.high};
}

void cp_key_words_init(struct cp_key_words *w, const struct cp_variant *v)
{
    w->square = cp_key_of_text(CP_STR("square"));
    w->castling = cp_key_of_text(CP_STR("castling"));
    w->passing = cp_key_of_text(CP_STR("en passant"));
    w->clock = cp_key_of_text(CP_STR("clock"));
    w->checks = cp_key_of_text(CP_STR("checks"));
    w->before = cp_key_of_text(CP_STR("before"));
    w->black = cp_key_of_text(CP_STR("black"));
    for (uint32_t kind = 0; kind < v->alphabet.count; kind++) {
        cp_key letter = cp_key_of_text(cp_alphabet_letter(&v->alphabet, (uint8_t)kind));
        w->letter[kind] = letter;
        for (uint64_t i = 0; i < 4; i++)
            w->man[kind][i / 2][i % 2] = cp_key_on_both(cp_key_on_both(letter, i / 2), i % 2);
    }
}

void cp_key_format_short(struct cp_buf *out, uint64_t low)
{
    static const char digits[] = "0123456789abcdef";
    char *to = cp_buf_room(out, 16);
    for (int i = 15; i >= 0; i--, low >>= 4)
        to[i] = digits[low & 15];
    out->len += 16;
}

void cp_key_format(struct cp_buf *out, cp_key key)
{
    cp_key_format_short(out, key.low);
    cp_key_format_short(out, key.high);
}

/* ---- a position ---- */

static const cp_key *word_of_man(const struct cp_key_words *w, const struct cp_position *p,
                                 int32_t man)
{
    bool has_first = p->law->variant->kinds[p->kind[man]].has_first && !p->moved[man];
    return &w->man[p->kind[man]][p->side[man]][has_first];
}

static const cp_square nowhere_else = {{0}, {0}};

/* All but men and clocks, shifted. */
static cp_key key_of_state(const struct cp_key_words *w, struct cp_position *p, cp_square by)
{
    cp_key key = {0, 0};
    cp_before befores[CP_TRACES_MOST];
    if (p->turn == CP_BLACK)
        key = w->black;
    for (int i = 0; i < 4; i++) {
        int32_t rook = p->castle[i / 2][i % 2];
        if (rook != CP_NOBODY)
            key = add(key, on_shifted(w->castling, p->ints, p->at[rook], by));
    }
    cp_square passed;
    for (uint32_t n = 0; n <= p->passed_more && cp_position_has_passing(p); n++)
        if (cp_position_passed(p, n, &passed))
            key = add(key, on_shifted(w->passing, p->ints, passed, by));
    for (uint64_t side = 0; CP_UNLIKELY(p->law->variant->alphabet.checks_win) && side < 2; side++)
        if (p->checked[side])
            key = add(key, cp_key_on_both(cp_key_on_both(w->checks, side), p->checked[side]));
    if (!p->agents)
        return key;
    uint32_t count = cp_position_recall(p, befores);
    for (uint32_t i = 0; i < count; i++)
        key = add(key, on_shifted(on_shifted(w->before, p->ints, befores[i].now, by), p->ints,
                                  befores[i].then, by));
    return key;
}

static cp_key key_of_shifted(const struct cp_key_words *w, struct cp_position *p, cp_square by)
{
    cp_key key = key_of_state(w, p, by);
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man])
            continue;
        uint32_t left = cp_trapdoor_left(p, man);
        key = add(key, on_shifted(*word_of_man(w, p, man), p->ints, p->at[man], by));
        if (left)
            key = add(key, on_shifted(cp_key_on_both(w->clock, left), p->ints, p->at[man], by));
    }
    return key;
}

cp_key cp_position_key(const struct cp_key_words *w, struct cp_position *p)
{
    return key_of_shifted(w, p, nowhere_else);
}

cp_key cp_position_key_shifted(const struct cp_key_words *w, struct cp_position *p)
{
    cp_square corner = nowhere_else;
    bool has_corner = false;
    for (uint32_t man = 0; man < p->count; man++) {
        if (p->gone[man])
            continue;
        cp_square at = p->at[man];
        if (!has_corner || cp_int_compare(p->ints, at.file, corner.file) < 0)
            corner.file = at.file;
        if (!has_corner || cp_int_compare(p->ints, at.rank, corner.rank) < 0)
            corner.rank = at.rank;
        has_corner = true;
    }
    cp_square one = {CP_INT(1), CP_INT(1)};
    return key_of_shifted(w, p, cp_square_shift(p->ints, one, cp_square_negate(p->ints, corner)));
}

/* ---- a line ---- */

cp_key cp_key_play(const struct cp_key_words *w, const struct cp_ints *ints, cp_key line,
                   const cp_move *move)
{
    cp_key from = cp_key_on_square(w->square, ints, move->from);
    cp_key to = cp_key_on_square(w->square, ints, move->to);
    line = (cp_key){cp_key_on(cp_key_on(line.low, from.low), to.low),
                    cp_key_on(cp_key_on(line.high, from.high), to.high)};
    if (move->promotion != CP_NO_KIND)
        line = cp_key_on_both(line, w->letter[move->promotion].low);
    if (move->rook != CP_NOBODY)
        line = cp_key_on_both(line, w->castling.low);
    if (move->sep)
        line = cp_key_on_both(line, (uint64_t)cp_sep_sign(move->sep));
    if (move->then || move->sep == CP_SEP_LEAD)
        line = cp_key_on_square(cp_key_on_both(line, (uint64_t)cp_sep_sign(move->then)), ints,
                                move->via);
    return line;
}

/* ---- followed ---- */

void cp_turn_each_changed(const struct cp_position *p, const cp_undo *undo,
                          void (*each)(void *data, const struct cp_position *p, int32_t man),
                          void *data)
{
    const cp_move *move = &undo->move;
    each(data, p, move->man);
    if (move->taken != CP_NOBODY)
        each(data, p, move->taken);
    if (move->rook != CP_NOBODY)
        each(data, p, move->rook);
    for (int side = 0; CP_UNLIKELY(p->law->variant->castles_near) && side < 2; side++)
        for (int32_t king = p->royal[side]; undo->kings_spent >> side & 1 && king != CP_NOBODY;
             king = cp_royal_after(p, king))
            each(data, p, king);
    for (uint32_t i = p->fallen_count - undo->falls - undo->burst; i < p->fallen_count; i++)
        each(data, p, p->fallen[i]);
    if (CP_LIKELY(!move->is_body && !p->agents))
        return;
    cp_shift shifts[CP_SHIFTS_MOST];
    uint32_t count = cp_rules_of_law(p->law)->shifts(p, undo, shifts);
    for (uint32_t i = 0; i < count; i++)
        each(data, p, shifts[i].man);
}

static void update(void *track, const struct cp_position *p, int32_t man)
{
    struct cp_key_track *t = track;
    uint64_t word = 0;
    if (!p->gone[man])
        word = low_on_square(word_of_man(t->words, p, man)->low, p->ints, p->at[man]);
    t->men += word - t->of_man[man];
    t->of_man[man] = word;
    if (CP_LIKELY(!p->delay) || t->is_running[man] || !cp_trapdoor_left(p, man))
        return;
    t->is_running[man] = true;
    t->running[t->running_count++] = man;
}

void cp_key_begin(struct cp_key_track *t, const struct cp_key_words *w, struct cp_arena *arena,
                  const struct cp_position *p)
{
    *t = (struct cp_key_track){.words = w};
    t->of_man = cp_arena_take_zero(arena, p->count, sizeof *t->of_man);
    if (p->delay) {
        t->running = cp_arena_take_zero(arena, p->count, sizeof *t->running);
        t->is_running = cp_arena_take_zero(arena, p->count, sizeof *t->is_running);
    }
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        update(t, p, man);
}

void cp_key_follow(struct cp_key_track *t, const struct cp_position *p, const cp_undo *undo)
{
    cp_turn_each_changed(p, undo, update, t);
}

/* The sum over clocks; men whose clocks have stopped leave the list. */
static uint64_t key_of_clocks(struct cp_key_track *t, const struct cp_position *p)
{
    uint64_t sum = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->running_count; i++) {
        int32_t man = t->running[i];
        uint32_t left = p->gone[man] ? 0 : cp_trapdoor_left(p, man);
        t->is_running[man] = left > 0;
        if (!left)
            continue;
        t->running[kept++] = man;
        sum += low_on_square(cp_key_on(t->words->clock.low, left), p->ints, p->at[man]);
    }
    t->running_count = kept;
    return sum;
}

uint64_t cp_key_now(struct cp_key_track *t, struct cp_position *p)
{
    return t->men + key_of_state(t->words, p, nowhere_else).low + key_of_clocks(t, p);
}
