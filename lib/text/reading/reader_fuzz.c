/* SPDX-License-Identifier: MIT */
/* reader_fuzz.c -- any bytes are games; however they arrive they are the same
 * games; and a game that was written is read as one that is written the same.
 * runs: 2000 */
#include "text/reading/reader.h"

#include "text/sample_test.h"
#include "text/writer.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

/* All games of text, written into out one after the other. */
static size_t rewrite(struct cp_buf *out, cp_str text, size_t step, bool *is_good)
{
    static const struct cp_writing as_it_was = {0};
    struct cp_reader reader;
    struct sample_source source = {text, step};
    struct cp_game game;
    enum cp_reader_next next;
    size_t games = 0;
    sample_open(&reader, &source, NULL);
    do {
        sample_begin(false);
        cp_game_init(&game, &sample_record, sample_ints);
        next = cp_reader_read(&reader, &game, &sample_diags);
        *is_good &= next != CP_READER_BROKEN;
        require(next == CP_READER_END || (next == CP_READER_BROKEN) == (sample_diags.errors > 0) ||
                cp_str_is(cp_game_tag(&game, "Variant"), "nothing"));
        games += next != CP_READER_END;
        if (next != CP_READER_END)
            cp_game_write(out, &game, &as_it_was);
    } while (next != CP_READER_END);
    cp_reader_close(&reader);
    return games;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_buf whole, steps, again;
    bool is_good = true, ignored = true;
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&whole, &arena);
    cp_buf_init(&steps, &arena);
    cp_buf_init(&again, &arena);
    cp_str text = {(const char *)data, size};
    size_t games = rewrite(&whole, text, 0, &is_good);
    require(rewrite(&steps, text, 3, &ignored) == games);
    require(cp_str_equal(cp_buf_str(&whole), cp_buf_str(&steps)));
    if (is_good && games == 1) {
        require(rewrite(&again, cp_buf_str(&whole), 0, &is_good) == 1 && is_good);
        require(cp_str_equal(cp_buf_str(&whole), cp_buf_str(&again)));
    }
    cp_arena_close(&arena);
    return 0;
}
