/* SPDX-License-Identifier: MIT */
/* refuse_preload.c -- a library to preload before a tool: the n-th time that the tool asks the
 * system for one kind of thing, whoever asks (libraries too), it is refused, or done in part;
 * so that scripts/faults can look at what comes of each.
 *
 *     CP_REFUSE=N        the N-th (0 or none: none)
 *     CP_REFUSE_WHAT=W   of these kinds, memory if none is named:
 *         memory             ENOMEM; memory that may be executed, for patterns, counts too
 *         cut-read           one byte is read
 *         cut-write          one byte is written
 *         stopped-read       EINTR: a signal came first
 *         stopped-write
 *         broken-read        EIO: the disk is damaged
 *         full-write         ENOSPC: the disk is full
 *         open               EMFILE: a file is not opened
 *         name               EIO: a file does not get its name, or its place
 *         close              EIO: a file that was written cannot be closed
 *         ended-name         SIGTERM comes when a file is to take its place, which it may
 *     CP_REFUSE_MORE=1   and all behind it, as a machine does whose memory is used up
 *     CP_REFUSE_SECONDS=S  SIGALRM ends what takes longer
 *     CP_REFUSE_TALLY=F  at the end write how many there were to F
 *
 * What is said on standard error can be cut or stopped, but finds room and memory: there is
 * nobody to tell otherwise. It stands on glibc, which keeps its own functions for memory
 * under other names, and on Linux, which is asked for all else directly. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/syscall.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

enum kind {
    MEMORY,
    CUT_READ,
    CUT_WRITE,
    STOPPED_READ,
    STOPPED_WRITE,
    BROKEN_READ,
    FULL_WRITE,
    OPEN,
    NAME,
    CLOSE,
    ENDED_NAME,
    KINDS
};

static const struct {
    const char *name;
    int error;
} kinds[KINDS] = {
    [MEMORY] = {"memory", ENOMEM},
    [CUT_READ] = {"cut-read", 0},
    [CUT_WRITE] = {"cut-write", 0},
    [STOPPED_READ] = {"stopped-read", EINTR},
    [STOPPED_WRITE] = {"stopped-write", EINTR},
    [BROKEN_READ] = {"broken-read", EIO},
    [FULL_WRITE] = {"full-write", ENOSPC},
    [OPEN] = {"open", EMFILE},
    [NAME] = {"name", EIO},
    [CLOSE] = {"close", EIO},
    [ENDED_NAME] = {"ended-name", 0},
};

static atomic_ulong made;
static unsigned long refused;
static bool refuses_more;
static enum kind what;

__attribute__((constructor)) static void begin(void)
{
    const char *wanted = getenv("CP_REFUSE"), *name = getenv("CP_REFUSE_WHAT");
    for (int kind = MEMORY; name && kind < KINDS; kind++)
        if (strcmp(name, kinds[kind].name) == 0)
            what = (enum kind)kind;
    refused = wanted ? strtoul(wanted, NULL, 10) : 0;
    const char *more = getenv("CP_REFUSE_MORE"), *seconds = getenv("CP_REFUSE_SECONDS");
    refuses_more = more && *more;
    alarm(seconds ? (unsigned)strtoul(seconds, NULL, 10) : 0);
    atomic_store(&made, 0); /* what the loader asked for is not the tool's */
}

static int open_really(const char *file, int flags, mode_t mode)
{
    return (int)syscall(SYS_openat, AT_FDCWD, file, flags, mode);
}

static ssize_t write_really(int fd, const void *text, size_t len)
{
    return syscall(SYS_write, fd, text, len);
}

__attribute__((destructor)) static void end(void)
{
    char text[24];
    const char *tally = getenv("CP_REFUSE_TALLY");
    int fd = tally ? open_really(tally, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    int len = snprintf(text, sizeof text, "%lu\n", atomic_load(&made));
    if (fd >= 0 && len > 0 && write_really(fd, text, (size_t)len) == len)
        syscall(SYS_close, fd);
}

/* Whether it is the turn of one of this kind; errno says why. */
static bool is_refused(enum kind kind)
{
    if (kind != what)
        return false;
    unsigned long n = atomic_fetch_add(&made, 1) + 1;
    if (!refused || n < refused || (n > refused && !refuses_more))
        return false;
    errno = kinds[kind].error;
    return true;
}

/* ---- memory ---- */

void *malloc(size_t size)
{
    return is_refused(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_refused(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return is_refused(MEMORY) ? NULL : __libc_realloc(old, size);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    if ((protection & PROT_EXEC) && is_refused(MEMORY))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

void *mmap64(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return mmap(at, size, protection, flags, fd, offset);
}

/* ---- reading and writing ---- */

static size_t length_of_read(size_t len)
{
    return len > 1 && is_refused(CUT_READ) ? 1 : len;
}

static bool is_read_refused(void)
{
    return is_refused(STOPPED_READ) || is_refused(BROKEN_READ);
}

ssize_t read(int fd, void *room, size_t len)
{
    return is_read_refused() ? -1 : syscall(SYS_read, fd, room, length_of_read(len));
}

ssize_t pread(int fd, void *room, size_t len, off_t at)
{
    return is_read_refused() ? -1 : syscall(SYS_pread64, fd, room, length_of_read(len), at);
}

ssize_t pread64(int fd, void *room, size_t len, off_t at)
{
    return pread(fd, room, len, at);
}

ssize_t write(int fd, const void *text, size_t len)
{
    if (is_refused(STOPPED_WRITE) || (fd != STDERR_FILENO && is_refused(FULL_WRITE)))
        return -1;
    return write_really(fd, text, len > 1 && is_refused(CUT_WRITE) ? 1 : len);
}

/* ---- files ---- */

int open(const char *file, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return is_refused(OPEN) ? -1 : open_really(file, flags, mode);
}

int open64(const char *file, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open(file, flags, mode);
}

int mkstemp(char *name)
{
    return is_refused(OPEN) ? -1 : mkostemp(name, 0);
}

int linkat(int from, const char *old, int to, const char *name, int flags)
{
    return is_refused(NAME) ? -1 : (int)syscall(SYS_linkat, from, old, to, name, flags);
}

int rename(const char *old, const char *name)
{
    if (is_refused(ENDED_NAME))
        kill(getpid(), SIGTERM);
    return is_refused(NAME) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, old, AT_FDCWD, name);
}

/* As a failing close does, it closes all the same. */
int close(int fd)
{
    bool is_written = (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
    int done = (int)syscall(SYS_close, fd);
    return is_written && is_refused(CLOSE) ? -1 : done;
}
