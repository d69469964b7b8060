/* SPDX-License-Identifier: MIT */
#include "rules/outcome.h"

#include "test.h"

static char text[1 << 16];

/* A file from where `from` stands in it to the next `to`; "" if it is not so. */
static const char *part(const char *path, const char *from, const char *to)
{
    FILE *file = fopen(path, "rb");
    EXPECT(file != NULL);
    size_t len = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[len] = '\0';
    char *begin = strstr(text, from);
    char *end = begin ? strstr(begin + strlen(from), to) : NULL;
    EXPECT(end != NULL);
    if (!end)
        return "";
    *end = '\0';
    return begin;
}

/* Each outcome named once at the beginning of a line, and nothing else there. */
static void expect_names(const char *words, const char *front, const char *behind)
{
    int named = 0, all = 0;
    for (const char *at = words; (at = strstr(at, front)); at++)
        all++;
    for (enum cp_outcome o = CP_OUTCOME_NONE; o <= CP_OUTCOME_UNDECIDED; o++) {
        char row[80], name[32];
        size_t len = 0;
        for (const char *c = cp_outcome_name(o); *c; c++) {
            if (*c == '-' && front[0] == '.')
                name[len++] = '\\';
            name[len++] = *c;
        }
        name[len] = '\0';
        snprintf(row, sizeof row, "%s%s%s", front, name, behind);
        EXPECT(strstr(words, row) != NULL);
        named += strstr(words, row) != NULL;
    }
    EXPECT_INT(all, named);
}

TEST(the_tables_of_endings_name_the_outcomes_there_are) /* R-END-3 */
{
    static char kept[sizeof text];
    const char *of_record = part("schemas/chessplane-record.5", ".SH HOW GAMES END\n", ".SH ");
    expect_names(of_record, ".TP\n.B ", "\n");
    snprintf(kept, sizeof kept, "%s", of_record);
    const char *of_tool = part("cmd/cp-validate.1", ".SH HOW GAMES END\n", ".SH ");
    EXPECT(strcmp(of_tool, kept) == 0);
    expect_names(part("schemas/record.md", "| `outcome` | in |", "\nAn asterisk"), "\n| `", "` |");
}

TEST(a_termination_speaks_of_the_board_where_it_says_mate_or_stalemate) /* R-END-3 */
{
    static const struct {
        const char *tag;
        enum cp_outcome says;
    } cases[] = {
        {"", CP_OUTCOME_NONE},
        {"normal", CP_OUTCOME_NONE},
        {"Time forfeit", CP_OUTCOME_NONE},
        {"Hill won by checkmate", CP_OUTCOME_CHECKMATE},
        {"CHECKMATED", CP_OUTCOME_CHECKMATE},
        {"mate", CP_OUTCOME_CHECKMATE},
        {"Mate.", CP_OUTCOME_CHECKMATE},
        {"check-mate", CP_OUTCOME_CHECKMATE},
        {"Game drawn by stalemate", CP_OUTCOME_STALEMATE},
        {"Stalemate", CP_OUTCOME_STALEMATE},
        {"White is stalemated", CP_OUTCOME_STALEMATE},
        {"insufficient material", CP_OUTCOME_NONE},
        {"timeout vs insufficient mating material", CP_OUTCOME_NONE},
        {"a teammate estimates the ultimate automated climate", CP_OUTCOME_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        EXPECT_INT(cp_termination_says(cp_str_from(cases[i].tag)), cases[i].says);
    EXPECT_INT(cp_termination_says((cp_str){NULL, 0}), CP_OUTCOME_NONE);
}

TEST(draws_hold_since_a_ply_and_0_is_one) /* R-END-1 */
{
    struct cp_draws d;
    cp_draws_init(&d);
    EXPECT_INT(cp_draws_outcome(&d), CP_OUTCOME_NONE);
    EXPECT(cp_draws_want(&d, 3));
    EXPECT(!cp_draws_want(&d, 2));
    d.seventyfive = 0;
    EXPECT_INT(cp_draws_outcome(&d), CP_OUTCOME_SEVENTYFIVE);
    cp_draws_note_repetition(&d, 5, 16);
    EXPECT_INT(cp_draws_outcome(&d), CP_OUTCOME_FIVEFOLD);
    EXPECT(!cp_draws_want(&d, 9));
    d.dead = 0;
    EXPECT_INT(cp_draws_outcome(&d), CP_OUTCOME_DEAD_POSITION);
}
