/* SPDX-License-Identifier: MIT */
/* refuse_preload.c -- a library to preload before a tool: it refuses the tool's n-th request
 * for memory, whoever makes it (libraries too), so that scripts/faults can look at what
 * comes of each.
 *
 *     CP_REFUSE=N        refuse the N-th (0 or none: none)
 *     CP_REFUSE_MORE=1   and all behind it, as a machine does whose memory is used up
 *     CP_REFUSE_TALLY=F  at the end write how many there were to F
 *
 * Memory that may be executed, for patterns, counts too. It stands on glibc, which keeps
 * its own functions under other names. */
#include <sys/mman.h>
#include <sys/syscall.h>

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

long syscall(long number, ...); /* POSIX has none */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_ulong made;
static unsigned long refused;
static bool refuses_more;

__attribute__((constructor)) static void begin(void)
{
    const char *wanted = getenv("CP_REFUSE");
    refused = wanted ? strtoul(wanted, NULL, 10) : 0;
    refuses_more = getenv("CP_REFUSE_MORE");
    atomic_store(&made, 0); /* what the loader asked for is not the tool's */
}

__attribute__((destructor)) static void end(void)
{
    char text[24];
    const char *tally = getenv("CP_REFUSE_TALLY");
    int fd = tally ? open(tally, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    int len = snprintf(text, sizeof text, "%lu\n", atomic_load(&made));
    if (fd >= 0 && len > 0 && write(fd, text, (size_t)len) == len)
        close(fd);
}

static bool is_refused(void)
{
    unsigned long n = atomic_fetch_add(&made, 1) + 1;
    if (!refused || n < refused || (n > refused && !refuses_more))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return is_refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return is_refused() ? NULL : __libc_realloc(old, size);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    if ((protection & PROT_EXEC) && is_refused())
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

void *mmap64(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return mmap(at, size, protection, flags, fd, offset);
}
