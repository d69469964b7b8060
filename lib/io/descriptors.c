/* SPDX-License-Identifier: MIT */
#include "io/descriptors.h"

#include "base/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

bool cp_descriptors_secure(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return false;
    return true;
}

static bool await(int fd, short events)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN && errno != EWOULDBLOCK)
        return false;
    struct pollfd one = {.fd = fd, .events = events};
    return poll(&one, 1, -1) >= 0 || errno == EINTR;
}

bool cp_descriptor_await_reading(int fd)
{
    return await(fd, POLLIN);
}

bool cp_descriptor_write(int fd, cp_str text)
{
    while (text.len) {
        ssize_t put = write(fd, text.at, text.len);
        if (put > 0)
            text = cp_str_skip(text, (size_t)put);
        else if (put < 0 && !await(fd, POLLOUT))
            return false;
    }
    return true;
}

bool cp_stderr_write(cp_str text)
{
    return cp_descriptor_write(STDERR_FILENO, text);
}

bool cp_descriptor_close(int fd)
{
    return close(fd) == 0 || errno == EINTR;
}

int cp_descriptor_named(const char *file)
{
    enum { NUMBER_MOST = 999999 };
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    struct stat named, known;
    cp_str number = cp_str_from(file);
    uint32_t fd_there;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (strcmp(file, names[fd]) == 0)
            return fd;
    if (cp_scan_prefix(&number, CP_STR("/dev/fd/")) ||
        cp_scan_prefix(&number, CP_STR("/proc/self/fd/")))
        return cp_number_parse(number, NUMBER_MOST, &fd_there) ? (int)fd_there : -1;
    if (stat(file, &named) != 0 || S_ISCHR(named.st_mode))
        return -1;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &known) == 0 && known.st_dev == named.st_dev && known.st_ino == named.st_ino)
            return fd;
    return -1;
}

/* ---- signals ---- */

void cp_signals_hold(sigset_t *before)
{
    static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    sigset_t all;
    (void)sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        (void)sigdelset(&all, faults[i]);
    (void)pthread_sigmask(SIG_SETMASK, &all, before);
}

void cp_signals_release(const sigset_t *before)
{
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}
