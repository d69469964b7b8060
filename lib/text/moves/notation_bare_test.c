/* SPDX-License-Identifier: MIT */
#include "text/moves/notation_move.h"

#include "text/moves/notation.h"
#include "text/sample_test.h"

#include "test.h"

static struct cp_scanned last;

/* The canonical text of the one move that text is; "no move", or "part of it". */
static cp_str read(const char *text)
{
    struct cp_buf out;
    sample_begin(false);
    cp_buf_init(&out, &sample_record);
    const struct cp_notation *n = cp_notations_get(&sample_notations, &sample_board);
    size_t len = cp_notation_scan(n, sample_ints, cp_str_from(text), &last);
    if (len != strlen(text))
        return len ? CP_STR("part of it") : CP_STR("no move");
    cp_written_format(sample_ints, &out, &sample_board, &last.move, CP_BARE);
    return cp_buf_str(&out);
}

static bool is_same(const cp_written *a, const cp_written *b)
{
    return a->has == b->has && cp_square_equal(a->from, b->from) && cp_square_equal(a->to, b->to) &&
           a->piece == b->piece && a->sep == b->sep && a->promotion == b->promotion &&
           a->check == b->check && a->castling == b->castling && a->spelling == b->spelling;
}

/* The reader of clean moves reads the same, or nothing. */
static bool is_clean(const char *text)
{
    cp_written clean;
    const char *end = text + strlen(text);
    const struct cp_notation *n = cp_notations_get(&sample_notations, &sample_board);
    const char *behind = cp_clean_scan_text(cp_notation_bare(n), text, end, &clean);
    EXPECT(!behind || (behind == end && is_same(&clean, &last.move)));
    return behind != NULL;
}

#define EXPECT_CLEAN(text, wanted)                                                                 \
    do {                                                                                           \
        EXPECT_STR(read(text), wanted);                                                            \
        EXPECT(!last.is_dialect);                                                                  \
        EXPECT(is_clean(text));                                                                    \
    } while (0)

#define EXPECT_ODD(text, wanted)                                                                   \
    do {                                                                                           \
        EXPECT_STR(read(text), wanted);                                                            \
        EXPECT(last.is_dialect);                                                                   \
        EXPECT(!is_clean(text));                                                                   \
    } while (0)

TEST(short_moves)
{
    static const char *const moves[] = {"e4",    "exd5",   "Nf3", "Nbd7",  "R1e2",  "Qh4e1",
                                        "Bxd3",  "Kxa1+",  "O-O", "O-O-O", "e8=Q#", "fxe8=N",
                                        "R1xe2", "Qh4xe1", "a10", "Nf3++", "O-O+"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (strcmp(moves[i], "Qh4e1") != 0)
            EXPECT_CLEAN(moves[i], moves[i]);
    EXPECT_CLEAN("Qh4e1", "Qh4-e1");
}

TEST(a_capture_mark_is_no_file_where_the_board_ends_before_x)
{
    EXPECT_CLEAN("Bxd3", "Bxd3");
    EXPECT_INT(last.move.has, CP_HAS_TO | CP_HAS_PIECE);
    EXPECT_INT(last.move.sep, CP_SEP_TAKE);
    EXPECT_CLEAN("B:d3", "Bxd3");
    EXPECT_CLEAN("bxc3", "bxc3");
    EXPECT_INT(last.move.has, CP_HAS_TO | CP_HAS_FROM_FILE);
    EXPECT_INT(last.move.from.file.v, 2);
}

TEST(long_moves)
{
    EXPECT_CLEAN("Ng1-f3", "Ng1-f3");
    EXPECT_CLEAN("Ng1f3", "Ng1-f3");
    EXPECT_CLEAN("e2-e4", "e2-e4");
    EXPECT_CLEAN("e7xd8=Q", "e7xd8=Q");
    EXPECT_CLEAN("Pe2-e4", "e2-e4");
    EXPECT_CLEAN("Pe4", "e4");
    EXPECT_INT(last.move.has, CP_HAS_TO | CP_HAS_PIECE);
}

TEST(engines_do_not_say_which_man)
{
    EXPECT_CLEAN("e2e4", "e2e4");
    EXPECT_INT(last.move.has, CP_HAS_FROM | CP_HAS_TO | CP_IS_ANY_MAN);
    EXPECT_CLEAN("e7e8q", "e7e8q");
    EXPECT_INT(last.move.promotion, Q);
    EXPECT_CLEAN("g8f6+", "g8f6+");
    EXPECT_CLEAN("Ng8f6", "Ng8-f6");
    EXPECT_INT(last.move.has & CP_IS_ANY_MAN, 0);
}

TEST(promotions)
{
    EXPECT_CLEAN("e8=Q", "e8=Q");
    EXPECT_CLEAN("e7e8=q", "e7e8q");
    EXPECT_ODD("e8Q", "e8=Q");
    EXPECT_ODD("e8(Q)", "e8=Q");
    EXPECT_ODD("e8=(Q)", "e8=Q");
    EXPECT_ODD("e7xd8=(N)+", "e7xd8=N+");
    EXPECT_ODD("e8/Q", "e8=Q");
    EXPECT_ODD("e8(Q)+", "e8=Q+");
    EXPECT_ODD("e7e8/Q", "e7e8q");
    EXPECT_ODD("e8q", "e8=Q");
    EXPECT_ODD("e8=q", "e8=Q");
    EXPECT_ODD("e8/n", "e8=N");
    EXPECT_ODD("e8(q)", "e8=Q");
    EXPECT_STR(read("e8=X"), "no move");
    EXPECT_STR(read("e8="), "no move");
    EXPECT_STR(read("e4(d4)"), "part of it"); /* a variation glued to its move */
}

TEST(odd_spellings_are_read_and_said_to_be)
{
    EXPECT_ODD("nf3", "Nf3");
    EXPECT_ODD("ngf3", "Ngf3");
    EXPECT_ODD("0-0", "O-O");
    EXPECT_ODD("0-0-0+", "O-O-O+");
    EXPECT_ODD("o-o", "O-O");
    EXPECT_ODD("♘f3", "Nf3");
    EXPECT_ODD("♞xe5+", "Nxe5+");
    EXPECT_ODD("♕️h5", "Qh5");
    EXPECT_ODD("♙e4", "e4");
    EXPECT_ODD("BXd3", "Bxd3");
    EXPECT_ODD("B×d3", "Bxd3");
    EXPECT_ODD("Ng1–f3", "Ng1-f3");
    EXPECT_ODD("Qh5†", "Qh5+");
}

TEST(a_small_b_is_a_pawn_where_it_can_be_one)
{
    EXPECT_CLEAN("bc3", "bc3");
    EXPECT_INT(last.move.piece, PAWN);
    EXPECT_ODD("bf3", "Bf3");
    EXPECT_ODD("bb4", "b4"); /* of two readings the pawn's, and always told */
    EXPECT_ODD("aa8=Q+", "a8=Q+");
    EXPECT_ODD("bxf3", "Bxf3");
}

TEST(marks_behind_a_move_belong_to_it)
{
    EXPECT_ODD("exd6e.p.", "exd6");
    EXPECT_INT(last.move.has & CP_HAS_EN_PASSANT, CP_HAS_EN_PASSANT);
    EXPECT_ODD("exd6 e.p.+", "exd6+");
    EXPECT_ODD("exd6ep", "exd6");
    EXPECT_ODD("exd6+ e.p.", "exd6+");
    EXPECT_ODD("Qh5 mate", "Qh5#");
    EXPECT_ODD("Qh5 ch.", "Qh5+");
    EXPECT_STR(read("Qh5 e4"), "part of it");
    EXPECT(!last.is_dialect);
}

TEST(a_null_move)
{
    EXPECT_STR(read("--"), "--");
    EXPECT_INT(last.move.has, CP_IS_NULL);
    EXPECT_STR(read("Z0"), "--");
}

TEST(words_of_two_letters_give_way_to_squares)
{
    EXPECT_CLEAN("Chd6", "Cd6");
    EXPECT_CLEAN("Ch2", "Ch2");
    EXPECT_CLEAN("Ch2-c7", "Ch2-c7"); /* Ch is but an alias of C */
    EXPECT_INT(last.move.has & CP_HAS_FROM, CP_HAS_FROM);
    EXPECT_CLEAN("H2h3", "Ha2h3"); /* Ha is the word we write: from rank 2, not from a2 */
    EXPECT_CLEAN("Ha2h3", "Ha2h3");
    EXPECT_INT(last.move.has & CP_HAS_FROM, CP_HAS_FROM_RANK);
    EXPECT_CLEAN("Haa2-h3", "Haa2-h3");
    EXPECT_CLEAN("h1h8h", "h1h8ha");
    EXPECT_CLEAN("h1h8ha", "h1h8ha");
    EXPECT_CLEAN("Gu1h5", "G1h5"); /* u is no file of the board */
}

/* What follows the move is none of it: both readers stop at the same place. */
TEST(a_dot_behind_a_move_belongs_to_what_follows)
{
    static const char *const texts[] = {"f3h3c.v", "Nf3.", "e4.e5", "Nf3...e5", "e8=Q.x"};
    const struct cp_notation *n = cp_notations_get(&sample_notations, &sample_board);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cp_written clean;
        const char *end = texts[i] + strlen(texts[i]);
        const char *behind = cp_clean_scan_text(cp_notation_bare(n), texts[i], end, &clean);
        EXPECT(behind && *behind == '.');
        size_t len = cp_notation_scan(n, sample_ints, cp_str_from(texts[i]), &last);
        EXPECT(texts[i] + len == behind && is_same(&clean, &last.move));
    }
}

TEST(nothing_is_read_as_another_move)
{
    static const char *const words[] = {"Sf3", "sf3",  "Lb5", "Te1",  "Dxd4", "Zf3", "e",
                                        "N",   "Nf",   "x",   "Nx",   "e4x",  "44",  "e2e",
                                        "O-",  "i4j5", "ab",  "Nf3x", "-",    "♘",   "e4e5e6"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        EXPECT_STR(read(words[i]), "no move");
}

TEST(text_of_any_length_is_looked_at_near_its_beginning_only)
{
    char text[4096];
    memset(text, ' ', sizeof text);
    memcpy(text, "Nf3", 3);
    sample_begin(false);
    const struct cp_notation *n = cp_notations_get(&sample_notations, &sample_board);
    cp_str all = {text, sizeof text};
    EXPECT(cp_notation_scan(n, sample_ints, all, &last) == 3);
    memset(text, 'x', sizeof text);
    EXPECT(cp_notation_scan(n, sample_ints, all, &last) == 0);
}
