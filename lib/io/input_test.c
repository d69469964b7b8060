/* SPDX-License-Identifier: MIT */
#include "io/input.h"

#include "test.h"

#include <unistd.h>

static struct cp_arena arena;
static struct cp_diags diags;
static struct cp_input input;
static char path[64];

/* Opens bytes as a file. */
static bool opened(const char *bytes, size_t len, enum cp_encoding wanted)
{
    static const char *files[1] = {path};
    strcpy(path, "/tmp/cp-input-XXXXXX");
    int fd = mkstemp(path);
    bool good = fd >= 0 && write(fd, bytes, len) == (ssize_t)len && close(fd) == 0;
    cp_arena_init(&arena, NULL, NULL);
    diags = cp_diags_in(&arena);
    cp_input_init(&input, &arena, &diags, files, 1, wanted);
    good = good && cp_input_next(&input) && !input.has_failed;
    unlink(path);
    return good;
}

#define OPEN(literal, wanted) opened(literal, sizeof(literal) - 1, wanted)

/* All of it, in pieces of `step` bytes. */
static cp_str all(size_t step)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    long got;
    while ((got = cp_input_read(&input, cp_buf_room(&out, step), step)) > 0)
        out.len += (size_t)got;
    cp_input_report(&input, UINT64_MAX);
    cp_input_close(&input);
    return cp_buf_str(&out);
}

TEST(a_byte_order_mark_is_dropped)
{
    EXPECT(OPEN("\xef\xbb\xbf[Event \"x\"]", CP_ENCODING_AUTO));
    EXPECT_STR(all(16), "[Event \"x\"]");
    EXPECT_INT(diags.count, 0);
    cp_arena_close(&arena);
}

TEST(a_byte_order_mark_and_no_whole_line_do_not_hide_what_a_file_is)
{
    EXPECT(OPEN("\xef\xbb\xbf", CP_ENCODING_AUTO));
    EXPECT_INT(cp_input_shape(&input), CP_SHAPE_EMPTY);
    EXPECT_STR(all(16), "");
    cp_arena_close(&arena);
    EXPECT(OPEN("\xef\xbb\xbf{", CP_ENCODING_AUTO));
    EXPECT_INT(cp_input_shape(&input), CP_SHAPE_JSON);
    EXPECT_STR(all(16), "{");
    cp_arena_close(&arena);
}

TEST(sequences_cut_by_a_piece_are_joined)
{
    EXPECT(OPEN("\xcf\x86\xe2\x88\x92\xf0\x9f\x99\x82 \xcf\x86\xe2\x88\x92\xf0\x9f\x99\x82xyz",
                CP_ENCODING_AUTO));
    EXPECT_STR(all(17),
               "\xcf\x86\xe2\x88\x92\xf0\x9f\x99\x82 \xcf\x86\xe2\x88\x92\xf0\x9f\x99\x82xyz");
    EXPECT_INT(diags.count, 0);
    cp_arena_close(&arena);
}

TEST(latin_1_is_noticed_and_recoded)
{
    EXPECT(OPEN("Z\xfcrich\n\x80 caf\xe9", CP_ENCODING_AUTO));
    EXPECT_STR(all(16), "Z\xc3\xbcrich\n\xe2\x82\xac caf\xc3\xa9");
    EXPECT_INT(diags.warnings, 1);
    cp_arena_close(&arena);
}

TEST(a_stray_byte_in_utf_8_is_damage_not_another_encoding)
{
    EXPECT(OPEN("\xcf\x86\n\n\xfc\xcf\x86", CP_ENCODING_AUTO));
    EXPECT_STR(all(16), "\xcf\x86\n\n\xef\xbf\xbd\xcf\x86");
    EXPECT_INT(diags.errors, 1);
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(&diags, &out, 20);
    cp_buf_putc(&out, '\0');
    EXPECT(strstr(out.at, ":3: error: damaged UTF-8: byte 0xfc [encoding-broken]") != NULL);
    cp_arena_close(&arena);
}

TEST(overlong_spellings_and_surrogates_are_ill_formed)
{
    EXPECT(OPEN("\xc0\x80|\xe0\x80\x80|\xed\xa0\x80|\xf4\x90\x80\x80|\xcf", CP_UTF_8));
    all(4096);
    EXPECT_INT(diags.errors, 2 + 3 + 3 + 4 + 1);
    cp_arena_close(&arena);
}

TEST(a_named_encoding_is_believed_without_a_word)
{
    EXPECT(OPEN("\xcf\x86", CP_WINDOWS_1252));
    EXPECT_STR(all(16), "\xc3\x8f\xe2\x80\xa0");
    EXPECT_INT(diags.count, 0);
    cp_arena_close(&arena);
}

#define PHI_SMILE "[\xcf\x86\xf0\x9f\x99\x82]"

TEST(utf_16_is_decoded)
{
    for (size_t step = 1; step < 9; step++) {
        EXPECT(OPEN("\xff\xfe[\0\xc6\x03\x3d\xd8\x42\xde]\0", CP_ENCODING_AUTO));
        EXPECT_STR(all(step), PHI_SMILE);
        EXPECT_INT(diags.count, 0);
        cp_arena_close(&arena);
        EXPECT(OPEN("\xfe\xff\0[\x03\xc6\xd8\x3d\xde\x42\0]", CP_ENCODING_AUTO));
        EXPECT_STR(all(step), PHI_SMILE);
        EXPECT_INT(diags.count, 0);
        cp_arena_close(&arena);
    }
    EXPECT(OPEN("\x03\xc6", CP_UTF_16)); /* without a mark, as its standard has it */
    EXPECT_STR(all(16), "\xcf\x86");
    cp_arena_close(&arena);
}

TEST(utf_16_without_a_mark_is_guessed_and_told)
{
    EXPECT(OPEN("[\0E\0v\0", CP_ENCODING_AUTO));
    EXPECT_STR(all(16), "[Ev");
    EXPECT_INT(diags.warnings, 1);
    cp_arena_close(&arena);
    EXPECT(OPEN("\0[\0E\0v", CP_ENCODING_AUTO));
    EXPECT_STR(all(16), "[Ev");
    EXPECT_INT(diags.warnings, 1);
    cp_arena_close(&arena);
}

TEST(half_characters_of_utf_16_are_damage)
{
    EXPECT(OPEN("\xfe\xff\0a\xd8\x3d\0b\xde\x42\0c\xd8\x3d", CP_ENCODING_AUTO));
    EXPECT_STR(all(16), "a\xef\xbf\xbd"
                        "b\xef\xbf\xbd"
                        "c\xef\xbf\xbd");
    EXPECT_INT(diags.errors, 3);
    cp_arena_close(&arena);
    EXPECT(OPEN("\xfe\xff\0a\0", CP_ENCODING_AUTO));
    EXPECT_STR(all(16), "a\xef\xbf\xbd");
    EXPECT_INT(diags.errors, 1);
    cp_arena_close(&arena);
}

TEST(utf_16_is_refused_where_something_else_is_asked_for_and_utf_32_everywhere)
{
    static const enum cp_encoding others[] = {CP_UTF_8, CP_WINDOWS_1252, CP_BYTES};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        EXPECT(!OPEN("\xff\xfe[\0E\0", others[i]));
        EXPECT_INT(diags.errors, 1);
        cp_arena_close(&arena);
    }
    EXPECT(!OPEN("\xff\xfe\0\0[\0\0\0", CP_ENCODING_AUTO));
    EXPECT_INT(diags.errors, 1);
    cp_arena_close(&arena);
}

TEST(a_long_file_of_utf_16_comes_out_whole)
{
    enum { PAIRS = 150000 };
    char *text = malloc(4 * PAIRS);
    for (size_t i = 0; text && i < PAIRS; i++)
        memcpy(text + 4 * i, "\0(\x03\xc6", 4);
    EXPECT(text && opened(text, 4 * PAIRS, CP_UTF_16));
    cp_str got = all(1021);
    EXPECT_INT((int64_t)got.len, 3 * PAIRS);
    for (size_t i = 0; i < PAIRS && 3 * i + 3 <= got.len; i++)
        EXPECT(memcmp(got.at + 3 * i, "(\xcf\x86", 3) == 0);
    EXPECT_INT(diags.count, 0);
    free(text);
    cp_arena_close(&arena);
}

TEST(byte_order_marks_between_files_are_dropped)
{
    for (size_t step = 1; step < 9; step++) {
        EXPECT(
            OPEN("\xef\xbb\xbf{}\n\xef\xbb\xbf{}\r\xef\xbb\xbf{\xef\xbb\xbf}", CP_ENCODING_AUTO));
        EXPECT_STR(all(step), "{}\n{}\r{\xef\xbb\xbf}");
        EXPECT_INT(diags.count, 0);
        cp_arena_close(&arena);
    }
}

static enum cp_shape shape_of(const char *text)
{
    EXPECT(opened(text, strlen(text), CP_ENCODING_AUTO));
    enum cp_shape shape = cp_input_shape(&input);
    EXPECT_STR(all(4096), text);
    cp_arena_close(&arena);
    return shape;
}

TEST(text_and_records_are_told_apart_by_their_first_bytes)
{
    EXPECT_INT(shape_of(""), CP_SHAPE_EMPTY);
    EXPECT_INT(shape_of(" \n\r\n"), CP_SHAPE_EMPTY);
    EXPECT_INT(shape_of("[Event \"?\"]\n"), CP_SHAPE_TEXT);
    EXPECT_INT(shape_of("1: (5,4)"), CP_SHAPE_TEXT);
    EXPECT_INT(shape_of("{a comment} 1. (5,4)"), CP_SHAPE_TEXT);
    EXPECT_INT(shape_of("{\"quoted\" comment} 1. (5,4)"), CP_SHAPE_TEXT);
    EXPECT_INT(shape_of("% an escape"), CP_SHAPE_TEXT);
    EXPECT_INT(shape_of("\n {\"variant\": \"x\"}"), CP_SHAPE_JSON);
    EXPECT_INT(shape_of("{}"), CP_SHAPE_JSON);
    EXPECT_INT(shape_of("---\nvariant: x"), CP_SHAPE_YAML);
    EXPECT_INT(shape_of("variant: x\n"), CP_SHAPE_YAML);
    EXPECT_INT(shape_of("# a note\n#another\n\nvariant: x\n"), CP_SHAPE_YAML);
    EXPECT_INT(shape_of("# a note\n"), CP_SHAPE_YAML);
    EXPECT_INT(shape_of("#1 e4 e5\n#2 Nf3\n"), CP_SHAPE_TEXT);
    EXPECT_INT(shape_of("# my games\n1. e4 e5\n"), CP_SHAPE_TEXT);
}

TEST(pieces_smaller_than_a_character_are_served)
{
    for (size_t step = 1; step < 8; step++) {
        EXPECT(OPEN("a\xcf\x86\xe2\x88\x92\xf0\x9f\x99\x82z", CP_ENCODING_AUTO));
        EXPECT_STR(all(step), "a\xcf\x86\xe2\x88\x92\xf0\x9f\x99\x82z");
        cp_arena_close(&arena);
    }
}

TEST(a_long_file_comes_out_as_it_went_in)
{
    size_t len = 300001;
    char *text = malloc(len + 1);
    for (size_t i = 0; i < len; i++)
        text[i] = "(\xcf\x86"
                  "9) "[i % 6];
    text[len] = '\0';
    EXPECT(opened(text, len - len % 6, CP_ENCODING_AUTO));
    cp_str got = all(1021);
    EXPECT_INT((int64_t)got.len, (int64_t)(len - len % 6));
    EXPECT(got.len && memcmp(got.at, text, got.len) == 0);
    EXPECT_INT(diags.count, 0);
    free(text);
    cp_arena_close(&arena);
}
