/* SPDX-License-Identifier: MIT */
/* agents_rules_test.c -- the published rules of agents, sentence by sentence: what
 * testdata/agents/rules.cases says of positions and moves. Its head explains how. */
#include "rules/agents/agents.h"
#include "test.h"

enum { MEN = 64, CASES_LEAST = 300 };

static struct cp_arena arena;
static struct cp_ints *ints;
static struct cp_variant variant; /* with the delay that a position asks for */
static struct cp_law law;

/* The position of the file that stands on the board. */
static struct {
    struct cp_position p;
    struct cp_start start;
    cp_man men[MEN];
    cp_before befores[MEN];
    enum cp_diag fault;
    unsigned line, cases;
} on;

static const cp_square home = {{0}, {0}};

__attribute__((constructor)) static void load(void)
{
    static struct cp_diags diags;
    static struct cp_variants all;
    cp_arena_init(&arena, NULL, NULL);
    ints = cp_ints_open();
    diags = cp_diags_in(&arena);
    const struct cp_variant *v = NULL;
    if (ints && cp_variants_load(&all, &arena, ints, &diags))
        v = cp_variants_find(&all, CP_STR("trapper"));
    if (!v)
        abort();
    variant = *v;
    if (!cp_law_init(&law, &variant, &arena, &diags))
        abort();
}

__attribute__((destructor)) static void unload(void)
{
    cp_ints_close(ints);
    cp_arena_close(&arena);
}

/* ---- reading ---- */

/* The next word of *rest; empty at its end. */
static cp_str next_word(cp_str *rest)
{
    cp_str text = cp_str_trim(*rest), word = text;
    for (word.len = 0; word.len < text.len && text.at[word.len] != ' ';)
        word.len++;
    *rest = cp_str_skip(text, word.len);
    return word;
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'z';
}

/* A square, or a file or rank alone, at the front of *text: what there was of it. */
static uint16_t read_square(cp_str *text, cp_square *out)
{
    uint16_t has = 0;
    if (text->len && is_file(text->at[0])) {
        out->file = CP_INT(text->at[0] - 'a' + 1);
        *text = cp_str_skip(*text, 1);
        has |= CP_HAS_FROM_FILE;
    }
    int64_t rank = 0;
    for (; text->len && cp_is_digit(text->at[0]); *text = cp_str_skip(*text, 1)) {
        rank = rank * 10 + text->at[0] - '0';
        has |= CP_HAS_FROM_RANK;
    }
    out->rank = CP_INT(rank);
    return has;
}

static uint8_t read_sep(cp_str *text)
{
    static const char signs[] = "?-x><~@";
    const char *found = text->len ? strchr(signs + 1, text->at[0]) : NULL;
    if (!found)
        return CP_SEP_NONE;
    *text = cp_str_skip(*text, 1);
    return (uint8_t)(found - signs);
}

/* Up to three squares, the last of which is the destination; a sign in front of
 * the first means that the origin is left out. */
static cp_written read_move(cp_str text)
{
    cp_written w = {.piece = CP_NO_KIND, .promotion = CP_NO_KIND};
    if (cp_str_is(text, "--"))
        return (cp_written){.has = CP_IS_NULL, .promotion = CP_NO_KIND};
    if (cp_str_is(text, "O-O"))
        return (cp_written){.castling = CP_CASTLE_KING, .promotion = CP_NO_KIND};
    uint8_t kind = cp_alphabet_find(&variant.alphabet, (cp_str){text.at, 1}, false);
    if (kind != CP_NO_KIND && text.at[0] < 'a') {
        w.piece = kind;
        w.has |= CP_HAS_PIECE;
        text = cp_str_skip(text, 1);
    }
    cp_square squares[4];
    uint16_t parts[4];
    uint8_t seps[4];
    int count = 0;
    while (count < 4 && text.len && text.at[0] != '=') {
        seps[count] = read_sep(&text);
        parts[count] = read_square(&text, &squares[count]);
        count++;
    }
    if (text.len > 1)
        w.promotion = cp_alphabet_find(&variant.alphabet, cp_str_skip(text, 1), false);
    if (!count)
        return w;
    bool has_from = seps[0] == CP_SEP_NONE && count > 1;
    int first = has_from ? 1 : 0;
    if (has_from) {
        w.from = squares[0];
        w.has |= parts[0];
    }
    w.has |= CP_HAS_TO;
    w.to = squares[count - 1];
    w.sep = seps[first];
    if (count - first == 2) {
        w.has |= CP_HAS_VIA;
        w.via = squares[first];
        w.then = seps[first + 1];
    }
    return w;
}

/* "K e2 M e3": a letter for each square. */
static void read_men(cp_str text, enum cp_side side)
{
    for (;;) {
        cp_str letter = next_word(&text), square = next_word(&text);
        if (!letter.len)
            return;
        cp_man *man = &on.men[on.start.count++];
        *man = (cp_man){.kind = cp_alphabet_find(&variant.alphabet, letter, false),
                        .side = (uint8_t)side};
        EXPECT(man->kind != CP_NO_KIND);
        read_square(&square, &man->square);
    }
}

/* What stands behind `word` in *text, which is cut off there. */
static cp_str cut_at(cp_str *text, const char *word)
{
    cp_str wanted = cp_str_from(word);
    for (size_t i = 0; i + wanted.len <= text->len; i++)
        if (memcmp(text->at + i, word, wanted.len) == 0) {
            cp_str rest = cp_str_skip(*text, i + wanted.len);
            text->len = i;
            return rest;
        }
    return (cp_str){"", 0};
}

static void set_up(cp_str text)
{
    cp_str clocks = cut_at(&text, " clocks "), delay = cut_at(&text, " delay ");
    cp_str befores = cut_at(&text, " before ");
    on.start = (struct cp_start){.men = on.men, .befores = on.befores};
    on.start.turn = text.at[0] == 'b' ? CP_BLACK : CP_WHITE;
    text = cp_str_skip(text, 2);
    cp_str black = cut_at(&text, "/");
    read_men(text, CP_WHITE);
    read_men(black, CP_BLACK);
    for (cp_str word; (word = next_word(&befores)).len;) {
        cp_before *b = &on.befores[on.start.before_count++];
        read_square(&word, &b->now);
        word = cp_str_skip(word, 1);
        read_square(&word, &b->then);
    }
    for (cp_str word; (word = next_word(&clocks)).len;) {
        cp_square at;
        read_square(&word, &at);
        for (uint32_t i = 0; i < on.start.count; i++)
            if (cp_square_equal(on.men[i].square, at))
                on.men[i].clock = (uint32_t)(word.at[1] - '0');
    }
    variant.trapdoor = delay.len ? delay.at[0] - '0' : 0;
    cp_position_init(&on.p, &law, ints, &arena, &on.start);
    cp_rules_agents.begin(&on.p, &on.start);
    int32_t culprit;
    on.fault = cp_rules_agents.check_setup(&on.p, &on.start, &culprit);
}

static void change_board(cp_str text)
{
    static cp_square traps[MEN];
    int size[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (cp_str word = next_word(&text); word.len; word = cp_str_skip(word, 1))
            size[i] = size[i] * 10 + word.at[0] - '0';
    variant.files = size[0];
    variant.ranks = size[1];
    variant.traps = traps;
    variant.trap_count = 0;
    for (cp_str word; (word = next_word(&text)).len;)
        read_square(&word, &traps[variant.trap_count++]);
}

/* ---- what happens ---- */

static cp_str slug_of(enum cp_diag why)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diag_format_slug(&out, why);
    return cp_buf_str(&out);
}

static cp_str text_of(const cp_move *move)
{
    struct cp_buf out;
    cp_written w;
    cp_buf_init(&out, &arena);
    cp_rules_agents.write(&on.p, move, CP_LONG, home, &w);
    cp_written_format(ints, &out, &variant.alphabet, &w, CP_BARE);
    return cp_buf_str(&out);
}

/* "king-on-rim: K would stand on e1"; the move itself when it is legal. */
static cp_str answer_of(const struct cp_resolution *r)
{
    if (r->why == CP_OK)
        return text_of(&r->move);
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_buf_put(&out, slug_of(r->why));
    size_t len = out.len;
    cp_buf_puts(&out, ": ");
    cp_rules_agents.explain(&out, &on.p, r, CP_BARE, home);
    if (out.len == len + 2)
        out.len = len;
    return cp_buf_str(&out);
}

static int compare_words(const void *a, const void *b)
{
    return cp_str_compare(*(const cp_str *)a, *(const cp_str *)b);
}

static cp_str sorted(cp_str text)
{
    cp_str words[CP_SHIFTS_MOST];
    size_t count = 0;
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    for (cp_str word; count < CP_SHIFTS_MOST && (word = next_word(&text)).len;)
        words[count++] = word;
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 0; i < count; i++) {
        cp_buf_puts(&out, i ? " " : "");
        cp_buf_put(&out, words[i]);
    }
    return cp_buf_str(&out);
}

/* Whom the turn just played displaced, and how the game stands. */
static cp_str effect_of(const cp_undo *undo)
{
    cp_shift shifts[CP_SHIFTS_MOST];
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    uint32_t count = cp_rules_agents.shifts(&on.p, undo, shifts);
    for (uint32_t i = 0; i < count; i++) {
        cp_square_format(ints, &out, shifts[i].from, CP_BARE);
        cp_buf_putc(&out, shifts[i].leaves ? 'x' : '-');
        cp_square_format(ints, &out, shifts[i].to, CP_BARE);
        cp_buf_putc(&out, ' ');
    }
    int winner;
    enum cp_outcome outcome = cp_rules_agents.outcome(&on.p, &winner);
    if (outcome == CP_OUTCOME_KING_TRAPPED)
        cp_buf_printf(&out, "# %c", winner == CP_WHITE ? 'W' : 'B');
    else if (outcome == CP_OUTCOME_KING_FALLEN)
        cp_buf_printf(&out, "fallen %c", winner == CP_WHITE ? 'W' : 'B');
    else if (outcome == CP_OUTCOME_NO_MOVES)
        cp_buf_puts(&out, "ends");
    return sorted(cp_buf_str(&out));
}

static void expect(cp_str got, cp_str wanted)
{
    if (cp_str_equal(got, cp_str_trim(wanted)))
        return;
    printf("# testdata/agents/rules.cases:%u\n", on.line);
    test_show("got   ", got);
    test_show("wanted", cp_str_trim(wanted));
    test_faults++;
}

static void play(const cp_move *move, cp_undo *undo)
{
    cp_rules_agents.apply(&on.p, move, undo);
}

static void check_effect(const struct cp_resolution *r, cp_str wanted)
{
    if (r->why) {
        expect(answer_of(r), wanted);
        return;
    }
    cp_undo undo;
    cp_hash hash = on.p.hash;
    uint32_t clocks[MEN];
    memcpy(clocks, on.p.falls_at, on.p.count * sizeof *clocks);
    play(&r->move, &undo);
    expect(effect_of(&undo), sorted(wanted));
    cp_rules_agents.undo(&on.p, &undo);
    EXPECT(on.p.hash.low == hash.low && on.p.fallen_count == 0);
    EXPECT(memcmp(clocks, on.p.falls_at, on.p.count * sizeof *clocks) == 0);
}

/* A refusal whose particulars are not written is told by its slug alone. */
static void check_refusal(const struct cp_resolution *r, cp_str wanted)
{
    wanted = cp_str_trim(wanted);
    bool is_slug = !memchr(wanted.at, ':', wanted.len);
    expect(is_slug && r->why ? slug_of(r->why) : answer_of(r), wanted);
}

static void run_line(cp_str line)
{
    cp_str rest = line, word = next_word(&rest);
    if (!word.len || word.at[0] == '#' || cp_str_is(word, "=="))
        return;
    if (cp_str_is(word, "at")) {
        set_up(cp_str_trim(rest));
        return;
    }
    if (cp_str_is(word, "board")) {
        change_board(rest);
        return;
    }
    on.cases++;
    if (cp_str_is(word, "setup")) {
        next_word(&rest);
        expect(slug_of(on.fault), rest);
        return;
    }
    if (on.fault) {
        expect(slug_of(on.fault), CP_STR("a sound position"));
        return;
    }
    bool plays = cp_str_is(word, "play");
    cp_written w = read_move(plays ? next_word(&rest) : word);
    struct cp_resolution r;
    cp_rules_agents.resolve(&on.p, &w, home, &r);
    cp_str how = next_word(&rest);
    cp_undo undo;
    if (plays && r.why == CP_OK)
        play(&r.move, &undo);
    else if (cp_str_is(how, "="))
        check_effect(&r, rest);
    else if (cp_str_is(how, "is"))
        expect(answer_of(&r), rest);
    else if (cp_str_is(how, "!"))
        check_refusal(&r, rest);
    else
        expect(answer_of(&r), CP_STR("=, is or !"));
}

/* Each "==" is a chapter; all of them are one test, which names the lines that fail. */
TEST(every_sentence_of_the_rules_of_agents_is_obeyed_and_its_breach_refused)
{
    char line[512];
    FILE *f = fopen("testdata/agents/rules.cases", "r");
    EXPECT(f != NULL);
    while (f && fgets(line, sizeof line, f)) {
        on.line++;
        run_line(cp_str_trim(cp_str_from(line)));
    }
    if (f)
        fclose(f);
    printf("# %u cases\n", on.cases);
    EXPECT(on.cases >= CASES_LEAST);
}
