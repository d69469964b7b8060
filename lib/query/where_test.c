/* SPDX-License-Identifier: MIT */
#include "query/query.h"
#include "rules/random_test.h"

static const struct cp_alphabet *own_alphabet(void *data, const struct cp_variant *v)
{
    (void)data;
    return &v->alphabet;
}

/* The tree as text, each condition by the option that asks it. */
static void put(struct cp_buf *out, const struct cp_query *q, uint32_t term)
{
    static const char *const names[] = {"", "not", "and", "or", ""};
    const struct cp_term *t = &q->terms[term];
    if (t->joint == CP_LEAF) {
        const struct cp_condition *c = &q->conditions[t->left];
        cp_buf_printf(out, "%s%s%s", c->is_negated ? "-" : "", c->question->option,
                      c->is_inside ? "!" : "");
        return;
    }
    if (t->is_end)
        cp_buf_puts(out, "end");
    else if (t->joint == CP_PLACE)
        cp_buf_printf(out, "%u:%d", t->first, t->last == UINT32_MAX ? -1 : (int)t->last);
    cp_buf_printf(out, "%s(", names[t->joint]);
    put(out, q, t->left);
    if (t->joint == CP_AND || t->joint == CP_OR) {
        cp_buf_puts(out, " ");
        put(out, q, t->right);
    }
    cp_buf_puts(out, ")");
}

/* What becomes of an expression; or "column N: " and how the reason begins. */
static cp_str told(struct world *w, const char *text)
{
    struct cp_variant *chess = cp_variants_find(&w->variants, CP_STR("chess")), *list[] = {chess};
    struct cp_variants variants = {list, 1};
    struct cp_buf out = cp_buf_in(&w->arena), why = cp_buf_in(&w->arena);
    struct cp_query_maker m = {.arena = &w->arena,
                               .lasting = &w->arena,
                               .ints = w->ints,
                               .variants = &variants,
                               .workers = 1,
                               .why = &why,
                               .alphabet = own_alphabet,
                               .turn = CP_ANY_TURN};
    static struct cp_query q;
    size_t column;
    memset(&q, 0, sizeof q);
    if (cp_query_add_where(&q, &m, cp_str_from(text), false, &column))
        put(&out, &q, q.roots[0]);
    else
        cp_buf_printf(&out, "column %zu: %.*s", column, CP_FMT(cp_buf_str(&why)));
    EXPECT(!m.is_inside);
    cp_query_close(&q);
    return cp_buf_str(&out);
}

static const struct {
    const char *text, *told;
} cases[] = {
    {"check", "has"},
    {"  check  ", "has"},
    {"promotion>=3", "has"},
    {"nag:1", "has"},
    {"checkmate", "ends"},
    {"at(30, w:isolated:d and not b:open-file)", "30:30(and(structure! not(-structure!)))"},
    {"valid", "valid"},
    {"warned and warned(mate-mark-missing)", "and(warned warned)"},
    {"check and capture or castling", "or(and(has has) has)"},
    {"check or capture and castling", "or(has and(has has))"},
    {"check and capture and castling", "and(and(has has) has)"},
    {"check and (capture or castling)", "and(has or(has has))"},
    {"not check and capture", "and(not(-has) has)"},
    {"not (check and not capture)", "not(and(-has not(has)))"},
    {"not not check", "not(not(has))"},
    {"(((check)))", "has"},
    {"has(check,capture)", "or(has has)"},
    {"not has(check,capture)", "not(or(-has -has))"},
    {"result(1/2-1/2)", "result"},
    {"won(/Tal/) and at(20:40, material(QR:Q) and check)", "and(won 20:40(and(material! has!)))"},
    {"at(3, check)", "3:3(has!)"},
    {"at(3:, check)", "3:-1(has!)"},
    {"at( :3 , check)", "0:3(has!)"},
    {"at(end, not check) and check", "and(end(not(-has!)) has)"},
    {"same(check and (capture or en-passant))", "0:-1(and(has! or(has! has!)))"},
    {"not same(check)", "not(0:-1(-has!))"},
    {"player(O'Kelly)", "player"},
    {"player('a)b')",
     "column 8: the pattern is wrong at its byte 2: unmatched closing parenthesis"},
    {"player('[)]')", "player"},
    {"player(\"it's\")", "player"},
    {"player(/[(]/)", "player"},
    {"player(/[)]x/i ) and check", "and(player has)"},
    {"tag(White ~ /[)(]/)", "tag"},
    {"tag(White ~ (a|b))", "tag"},
    {"position(w: K (5,1); b: K (5,8))", "position"},
    {"fen(*/*/*/*/*/2N2N2/*/R1B1KB1R)", "fen"},
    {"", "column 1: a condition is missing here"},
    {"check and", "column 10: a condition is missing here"},
    {"and check", "column 1: a condition is missing here"},
    {"check or and capture", "column 10: a condition is missing here"},
    {"check capture", "column 7: and, or or ) is missing here"},
    {"check, capture", "column 6: "},
    {"not", "column 4: a condition is missing here"},
    {"()", "column 2: a condition is missing here"},
    {"(check", "column 1: this bracket is not closed"},
    {"check)", "column 6: no bracket is open that this one could close"},
    {"check and material(QR", "column 19: this bracket is not closed"},
    {"player('x", "column 8: this quotation mark has no other"},
    {"player('x' y)", "column 12: behind a value in quotation marks stands )"},
    {"check and chek", "column 11: \"chek\"; did you mean check?"},
    {"playr(Tal)", "column 1: no condition is called playr; did you mean player?"},
    {"check and isolatd", "column 11: \"isolatd\"; did you mean --structure isolated?"},
    {"check and w:isolatd", "column 11: \"isolatd\"; did you mean isolated?"},
    {"xyzzy(Tal)", "column 1: no condition is called xyzzy"},
    {"check or player", "column 10: player has its value in brackets behind it"},
    {"player()", "column 1: player has its value in brackets behind it"},
    {"valid(1)", "column 7: valid has no value"},
    {"check and plies( 9:3)", "column 18: \"9:3\": what is before the : comes after"},
    {"start-like(x)", "column 1: a file is asked of by its option alone"},
    {"at", "column 1: at has half-moves and conditions in brackets"},
    {"same check", "column 1: same has conditions in brackets behind it"},
    {"at(check)", "column 4: half-moves from where to where, or end, and a comma"},
    {"at(4:3, check)", "column 4: half-moves from where"},
    {"at(:, check)", "column 4: half-moves from where"},
    {"at(99999999999, check)", "column 4: half-moves from where"},
    {"at(3, check", "column 3: this bracket is not closed"},
    {"at(3, )", "column 7: a condition is missing here"},
    {"at(3, checkmate)", "column 7: this is of a whole game"},
    {"at(3, player(x))", "column 7: this is of a whole game"},
    {"same(check and has(comment,check))", "column 16: this is of a whole game"},
    {"same(at(3, check))", "column 6: at() and same() do not stand in one another"},
};

TEST(an_expression_becomes_a_tree_or_is_told_of_with_its_column)
{
    struct world w;
    world_init(&w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cp_str got = told(&w, cases[i].text), wanted = cp_str_from(cases[i].told);
        bool is_so = cp_str_starts(wanted, CP_STR("column")) ? cp_str_starts(got, wanted)
                                                             : cp_str_equal(got, wanted);
        if (!is_so)
            printf("%s: %.*s\n", cases[i].text, CP_FMT(got));
        EXPECT(is_so);
    }
    world_close(&w);
}

TEST(an_expression_of_any_length_ends_with_a_reason)
{
    static const char *const words[] = {"(", "not ", "check and ", "check or (", "same(", "a"};
    struct world w;
    world_init(&w);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct cp_buf text = cp_buf_in(&w.arena);
        for (int n = 0; n < 100000; n++)
            cp_buf_puts(&text, words[i]);
        cp_buf_puts(&text, "check");
        cp_buf_putc(&text, '\0');
        EXPECT(cp_str_starts(told(&w, cp_buf_str(&text).at), CP_STR("column ")));
    }
    world_close(&w);
}
