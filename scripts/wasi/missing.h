/* SPDX-License-Identifier: MIT */
/* missing.h -- read before every file that is compiled to WebAssembly: what POSIX has and its
 * libc there has not. There is one process, without signals, and files have neither owners nor
 * modes, nor names that are links to others. */
#ifndef CP_WASI_MISSING_H
#define CP_WASI_MISSING_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>

enum { GRND_NONBLOCK = 1, F_DUPFD_CLOEXEC = 1030, SIG_SETMASK = 2 };

static inline ssize_t getrandom(void *at, size_t size, unsigned how)
{
    (void)how;
    return getentropy(at, size) == 0 ? (ssize_t)size : -1;
}

static inline int fchown(int fd, uid_t user, gid_t group)
{
    (void)fd, (void)user, (void)group;
    return 0;
}

static inline int fchmod(int fd, mode_t mode)
{
    (void)fd, (void)mode;
    return 0;
}

static inline char *realpath(const char *name, char *resolved)
{
    (void)resolved; /* the house asks for memory of its own */
    return strdup(name);
}

static inline int sigfillset(sigset_t *set)
{
    *set = 0;
    return 0;
}

static inline int sigdelset(sigset_t *set, int signal)
{
    (void)set, (void)signal;
    return 0;
}

static inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    (void)how, (void)set, (void)before;
    return 0;
}

/* Until another thread ends it all: there is none. */
static inline int pause(void)
{
    abort();
}

#endif
