/* SPDX-License-Identifier: MIT */
#include "annotate/annotate.h"
#include "base/json.h"
#include "base/yaml.h"
#include "game/record.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_ints *ints;
static struct cp_diags diags;
static struct cp_notebook book;

static bool read_notes(const char *yaml)
{
    struct cp_value *v;
    if (!ints)
        ints = cp_ints_open();
    diags = cp_diags_in(&arena);
    book = (struct cp_notebook){0};
    bool good = cp_yaml_parse(&v, &arena, cp_str_from(yaml), "notes.yaml", &diags) &&
                cp_notebook_parse(&book, &arena, ints, v, &diags);
    if (good)
        cp_notebook_index(&book, &arena);
    return good;
}

static cp_str said(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(&diags, &out, 20);
    return cp_buf_str(&out);
}

/* The record with the notes in it. */
static cp_str noted(const char *json, uint64_t number)
{
    struct cp_value *v;
    struct cp_game g;
    struct cp_buf out;
    diags = cp_diags_in(&arena);
    cp_game_init(&g, &arena, ints);
    EXPECT(cp_json_parse(&v, &arena, cp_str_from(json), (cp_span){"g", 1, 1, 0}, &diags));
    EXPECT(cp_record_parse(&g, v, &diags));
    cp_notebook_apply(&book, &g, number, NULL, &diags);
    g.file = NULL;
    g.line = 0;
    for (struct cp_node *node = g.moves.first; node; node = node->next)
        node->line = 0;
    cp_buf_init(&out, &arena);
    cp_record_format(&out, &g);
    return cp_buf_str(&out);
}

static bool has(cp_str text, const char *part)
{
    return strstr(cp_str_keep(&arena, text).at, part) != NULL;
}

TEST(comments_nags_marks_and_arrows_go_to_their_plies)
{
    EXPECT(read_notes("- match: {White: Ada}\n"
                      "  plies:\n"
                      "    0: {comment: A quiet afternoon.}\n"
                      "    2:\n"
                      "      move: R(g9)-(a9)\n"
                      "      nags: ['!', 14]\n"
                      "      before: Now\n"
                      "      comment: [one, two]\n"
                      "      marks:\n"
                      "        red: (a9) (7,9)\n"
                      "        blue: (φ-3)\n"
                      "      arrows: {green: (g9)-(a9)}\n"
                      "    1: {comment: first}\n"));
    EXPECT_STR(said(), "");
    EXPECT_STR(noted("{\"tags\":{\"White\":\"Ada\"},\"moves\":[\"(a1)\",\"R(g9)-(a9)+\"]}", 1),
               "{\"tags\":{\"White\":\"Ada\"},\"moves\":[{\"move\":\"(a1)\",\"before\":[\"A quiet "
               "afternoon.\"],\"after\":[\"first\"]},{\"move\":\"R(g9)-(a9)+\",\"before\":"
               "[\"Now\"],\"nags\":[1,14],\"after\":[\"one\",\"two\",\"[%csl R(a9),R(7,9),"
               "B(φ-3)]\",\"[%cal G(g9)(a9)]\"]}]}");
    EXPECT_STR(said(), "");
    cp_notebook_check_used(&book, &diags);
    EXPECT_STR(said(), "");
}

TEST(marks_of_notes_may_be_circles_crosses_labels_and_bent_arrows_in_six_colours)
{
    EXPECT(read_notes("- plies:\n"
                      "    1:\n"
                      "      marks: {orange: (a1)=o e4=x, purple: '(2,2)=A'}\n"
                      "      arrows: {purple: (g9)-(h11)=n e2-e4}\n"));
    EXPECT_STR(noted("{\"moves\":[\"(a1)\"]}", 1),
               "{\"moves\":[{\"move\":\"(a1)\",\"after\":[\"[%csl O(a1)=o,Oe4=x,P(2,2)=A]\","
               "\"[%cal P(g9)(h11)=n,Pe2e4]\"]}]}");
    EXPECT_STR(said(), "");
}

TEST(notes_that_stand_there_already_are_not_written_again)
{
    const char *once = "{\"moves\":[{\"move\":\"(a1)\",\"before\":[\"x\"],\"nags\":[1],"
                       "\"after\":[\"y\",\"z\"]}]}";
    EXPECT(read_notes("- plies: {0: {comment: x}, 1: {nags: ['!'], comment: [y, z]}}\n"));
    EXPECT_STR(noted("{\"moves\":[\"(a1)\"]}", 1), once);
    EXPECT_STR(noted(once, 1), once);
}

TEST(a_page_is_for_the_games_that_fit)
{
    EXPECT(read_notes("- game: 2\n  match: {A: b}\n  plies: {0: {comment: x}}\n"));
    EXPECT_STR(noted("{\"tags\":{\"A\":\"b\"},\"moves\":[]}", 1),
               "{\"tags\":{\"A\":\"b\"},\"moves\":[]}");
    EXPECT_STR(noted("{\"moves\":[]}", 2), "{\"moves\":[]}");
    cp_notebook_check_used(&book, &diags);
    EXPECT(has(said(), "notes.yaml:1:3: error: these notes fit no game [notes-unused]"));
    EXPECT_STR(noted("{\"tags\":{\"A\":\"b\"},\"moves\":[]}", 2),
               "{\"tags\":{\"A\":\"b\"},\"moves\":[],\"end\":[\"x\"]}");
}

TEST(notes_that_do_not_fit_the_moves_are_reported_where_they_stand)
{
    EXPECT(read_notes("- plies:\n    1: {move: (a2), comment: x}\n    9: {comment: y}\n"));
    EXPECT_STR(noted("{\"moves\":[\"(a1)\"]}", 1), "{\"moves\":[\"(a1)\"]}");
    EXPECT(has(said(),
               "notes.yaml:2:15: error: another move, or none, stands where the notes expect one: "
               "ply 1 is (a1) [notes-move]"));
    EXPECT(has(said(),
               "notes.yaml:3:5: error: another move, or none, stands where the notes expect one: "
               "ply 9 [notes-move]"));
}

TEST(every_slip_is_reported_at_its_line_and_column)
{
    static const char *const cases[][2] = {
        {"a: 1", "notes.yaml:1:1: error: this cannot stand in notes: expected a list"},
        {"- x", "1:3: error: this cannot stand in notes"},
        {"- {}", "1:3: error: this cannot stand in notes: a page without plies [notes-value]"},
        {"- {plies: {}, ply: {}}", "1:15: error: this cannot stand in notes: ply [notes-value]"},
        {"- {plies: []}", "1:11: error: this cannot stand in notes: expected a map, "
                          "found a list [notes-value]"},
        {"- {plies: {x: {}}}", "1:12: error: this cannot stand in notes: x: a ply is"},
        {"- {plies: {-1: {}}}", "1:12: error: this cannot stand in notes: -1: a ply is"},
        {"- {plies: {1: {note: x}}}", "1:16: error: this cannot stand in notes: note"},
        {"- {plies: {1: {comment: 1}}}", "1:25: error: this cannot stand in notes"},
        {"- {plies: {1: {comment: [x, {}]}}}", "1:29: error: this cannot stand in notes"},
        {"- {plies: {1: {nags: [!!!]}}}", "error: "},
        {"- {plies: {1: {nags: ['!!!']}}}", "1:23: error: this cannot stand in notes: a NAG"},
        {"- {plies: {1: {nags: [-1]}}}", "1:23: error: this cannot stand in notes: NAG -1: PGN"},
        {"- {plies: {1: {nags: [255, 256]}}}",
         "1:28: error: this cannot stand in notes: NAG 256: PGN knows $0 to $255 [notes-value]"},
        {"- {plies: {1: {nags: 1}}}", "1:22: error: this cannot stand in notes"},
        {"- {plies: {1: {marks: {pink: (a1)}}}}",
         "1:24: error: this cannot stand in notes: pink: colours are green, red, yellow, blue, "
         "orange, purple [notes-value]"},
        {"- {plies: {1: {marks: {red: (a1)=A1}}}}", "(a1)=A1: squares are written"},
        {"- {plies: {1: {marks: {red: 'e4,e5'}}}}", "e4,e5: squares are written"},
        {"- {plies: {1: {marks: {red: 'e4, d4'}}}}", "e4,: squares are written"},
        {"- {plies: {1: {marks: {red: a0x}}}}", "1:29: error: this cannot stand in notes: a0x: sq"},
        {"- {plies: {1: {marks: {red: (5}}}}",
         "(5: within { } a comma ends a value: squares in numbers need quotes"},
        {"- {plies: {1: {marks: {red: '(1,2'}}}}",
         "(1,2: squares are written (g9) or (7,9), circles (g9)=o, crosses "
         "(g9)=x, labels (g9)=A, with blanks between them [notes-value]"},
        {"- {plies: {1: {arrows: {red: (a1)(a2)}}}}", "(a1)(a2): arrows are written"},
        {"- {plies: {1: {arrows: {red: (a1)-}}}}", "(a1)-: arrows are written"},
        {"- {plies: {0: {nags: [1]}}}", "1:12: error: this cannot stand in notes: no move stands"},
        {"- {game: 0, plies: {}}", "1:10: error: this cannot stand in notes: 0: games are"},
        {"- {game: x, plies: {}}", "1:10: error: this cannot stand in notes"},
        {"- {match: {Round: 1}, plies: {}}", "1:19: error: this cannot stand in notes"},
        {"- {plies: {1: {move: 1}}}", "1:22: error: this cannot stand in notes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(!read_notes(cases[i][0]));
        EXPECT_INT(diags.count, 1);
        if (!has(said(), cases[i][1]))
            EXPECT_STR(said(), cases[i][1]);
    }
}
