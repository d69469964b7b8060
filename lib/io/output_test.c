/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* syscall */
#include "io/output.h"

#include "test.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct cp_arena arena;

static cp_str line(uint64_t total, double seconds, uint64_t bytes, uint64_t games)
{
    struct cp_progress p = {.total = total};
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_progress_format(&out, &p, seconds, bytes, games);
    return cp_buf_str(&out);
}

TEST(the_line_says_how_far_how_fast_and_how_long)
{
    EXPECT_STR(line(1000000000, 13.2, 412600000, 412500),
               "[########............]  41%  412.6 MB of 1.0 GB  31250 games/s  0:19 left");
    EXPECT_STR(line(400, 7200, 100, 1),
               "[#####...............]  25%  0.1 kB of 0.4 kB  0 games/s  6:00:00 left");
}

TEST(of_an_unknown_size_no_part_is_said)
{
    EXPECT_STR(line(0, 2, 3000000000000, 10), "3.0 TB  10 games  5 games/s");
}

TEST(the_beginning_and_the_end_and_files_that_grow_are_fine)
{
    EXPECT_STR(line(1000, 0, 0, 0), "[....................]   0%  0.0 kB of 1.0 kB");
    EXPECT_STR(line(1000, 1, 1000, 7),
               "[####################] 100%  1.0 kB of 1.0 kB  7 games/s  0:00 left");
    EXPECT_STR(line(1000, 1, 5000, 7),
               "[####################] 100%  5.0 kB of 1.0 kB  7 games/s  0:00 left");
}

TEST(what_is_not_on_is_not_drawn)
{
    struct cp_progress p = {0};
    cp_progress_show(&p, 1, 1);
    EXPECT(!p.is_drawn);
}

/* What closes a file here: it is closed, and now and then a signal came in between, which on Linux
 * is told as a failure. */
static bool is_interrupted;

int close(int fd)
{
    long answer = syscall(SYS_close, fd);
    if (is_interrupted && answer == 0) {
        errno = EINTR;
        return -1;
    }
    return (int)answer;
}

TEST(a_signal_while_a_file_is_closed_takes_nothing_away)
{
    char file[] = "/tmp/cp-output-XXXXXX", found[8] = "";
    struct cp_diags diags = cp_diags_in(&arena);
    struct cp_output output;
    (void)close(mkstemp(file));
    is_interrupted = true;
    EXPECT(cp_output_open(&output, &arena, &diags, file));
    cp_buf_puts(&output.text, "whole\n");
    EXPECT_INT(cp_output_close(&output), CP_WRITTEN);
    is_interrupted = false;
    EXPECT_INT(diags.count, 0);
    FILE *written = fopen(file, "r");
    EXPECT(written && fread(found, 1, sizeof found - 1, written) == strlen("whole\n"));
    if (written)
        (void)fclose(written);
    EXPECT(strcmp(found, "whole\n") == 0);
    (void)remove(file);
}
