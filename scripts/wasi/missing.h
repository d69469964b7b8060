/* SPDX-License-Identifier: MIT */
/* missing.h -- read before every file that is compiled to WebAssembly: what POSIX has and its
 * libc there has not. There is one process without signals and without shared libraries. */
#ifndef CP_WASI_MISSING_H
#define CP_WASI_MISSING_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>

enum { GRND_NONBLOCK = 1, F_DUPFD_CLOEXEC = 1030, SIG_SETMASK = 2 };

/* nor owners or modes of files, nor names that are links to others */
#define fchown(fd, user, group)  0
#define fchmod(fd, mode)         0
#define realpath(name, resolved) strdup(name)

/* no signal comes, so none is held back */
#define sigfillset(set)                   (*(set) = 0)
#define sigdelset(set, signal)            (*(set))
#define pthread_sigmask(how, set, before) ((void)(set), (void)(before), 0)
#define pause()                           abort() /* for another thread to end it all */

static inline ssize_t getrandom(void *at, size_t size, unsigned how)
{
    (void)how;
    return getentropy(at, size) == 0 ? (ssize_t)size : -1;
}

#endif
