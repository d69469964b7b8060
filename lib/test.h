/* SPDX-License-Identifier: MIT */
/* test.h -- unit tests: one program per file, tests named by a sentence.
 *
 *     #include "test.h"
 *
 *     TEST(a_rook_is_blocked_by_the_first_man_in_its_way)
 *     {
 *         EXPECT(cp_position_is_legal(p, m));
 *         EXPECT_INT(count, 3);
 *         EXPECT_STR(cp_buf_str(&out), "R(g9)-(a9)");
 *     }
 *
 * Tests register themselves and run in the order written; main is here. Output
 * is TAP. A failed EXPECT says where and goes on, so one run shows many faults.
 * Programs run in the project's top folder, so "testdata/..." is found; words on
 * the command line choose the tests whose name contains one of them. */
#ifndef CP_TEST_H
#define CP_TEST_H

#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct test_case {
    struct test_case *next;
    const char *name;
    void (*run)(void);
};

static struct test_case *test_first, **test_link = &test_first;
static unsigned test_faults; /* of the test that is running */

#define TEST(sentence)                                                                             \
    static void test_##sentence(void);                                                             \
    __attribute__((constructor)) static void test_register_##sentence(void)                        \
    {                                                                                              \
        static struct test_case self = {NULL, #sentence, test_##sentence};                         \
        *test_link = &self;                                                                        \
        test_link = &self.next;                                                                    \
    }                                                                                              \
    static void test_##sentence(void)

#define EXPECT(truth)           test_expect((truth), #truth, __FILE__, __LINE__)
#define EXPECT_INT(got, wanted) test_expect_int((got), (wanted), #got, __FILE__, __LINE__)
#define EXPECT_STR(got, wanted) test_expect_str((got), (wanted), #got, __FILE__, __LINE__)

static inline void test_expect(bool truth, const char *what, const char *file, int line)
{
    if (truth)
        return;
    test_faults++;
    printf("# %s:%d: not so: %s\n", file, line, what);
}

static inline void test_expect_int(int64_t got, int64_t wanted, const char *what, const char *file,
                                   int line)
{
    if (got == wanted)
        return;
    test_faults++;
    printf("# %s:%d: %s is %lld, wanted %lld\n", file, line, what, (long long)got,
           (long long)wanted);
}

/* Shows what differs, each line of it kept within TAP's comment mark. */
static inline void test_show(const char *label, cp_str text)
{
    printf("#   %s ", label);
    for (size_t i = 0; i < text.len && i < 4000; i++)
        if (text.at[i] == '\n')
            printf("\n#          ");
        else
            putchar(text.at[i]);
    putchar('\n');
}

static inline void test_expect_str(cp_str got, const char *wanted, const char *what,
                                   const char *file, int line)
{
    if (cp_str_is(got, wanted))
        return;
    test_faults++;
    printf("# %s:%d: %s differs\n", file, line, what);
    test_show("got   ", got);
    test_show("wanted", cp_str_from(wanted));
}

static inline bool test_is_chosen(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(name, argv[i]))
            return true;
    return argc < 2;
}

static inline int test_main(int argc, char **argv)
{
    unsigned count = 0, failed = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* a crash must not eat what was said */
    for (struct test_case *t = test_first; t; t = t->next) {
        if (!test_is_chosen(t->name, argc, argv))
            continue;
        test_faults = 0;
        t->run();
        printf("%s %u - ", test_faults ? "not ok" : "ok", ++count);
        for (const char *c = t->name; *c; c++)
            putchar(*c == '_' ? ' ' : *c);
        putchar('\n');
        failed += test_faults > 0;
    }
    printf("1..%u\n", count);
    if (failed)
        printf("# %u of %u failed\n", failed, count);
    return failed || count == 0;
}

int main(int argc, char **argv)
{
    return test_main(argc, argv);
}

#endif
