/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE  /* O_TMPFILE                                                                  \
                      *                                                                            \
                      * Why so: D27 (DECISIONS.md). */
#include "io/output.h"

#include "io/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    WORTHWHILE = 64 * 1024, /* bytes for a system call */
    KEPT_MOST = 1 << 20,    /* bytes of work space kept */
    BAR = 20,               /* signs */
};
#define EVERY 0.2 /* seconds between two drawings */

/* The message may outlive the caller's name: a picture's is made anew for the next. */
static void report(struct cp_output *o, enum cp_diag kind, const char *why)
{
    cp_str name = cp_str_keep(o->diags->arena, (cp_str){o->file, strlen(o->file) + 1});
    cp_diag_report(o->diags, kind, (cp_span){.file = name.at}, "%s", why);
}

/* ---- a file beside the one whose place it takes ---- */

enum { LINKS_MOST = 40, LINK_MOST = 4096, NAMES_MOST = 1000 };
#define DESCRIPTORS "/proc/self/fd"

/* A path: the folder of one, and behind it another name. */
static const char *in_folder_of(struct cp_arena *arena, const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    cp_str folder = {path, slash ? (size_t)(slash - path) + 1 : 0};
    return cp_str_printf(arena, "%.*s%s", CP_FMT(folder), name).at;
}

/* Where a path leads through links, be a file there or not. NULL: errno. */
static const char *follow(struct cp_arena *arena, const char *path)
{
    char link[LINK_MOST];
    const char *at = in_folder_of(arena, "", path);
    for (int links = 0; links < LINKS_MOST; links++) {
        ssize_t len = readlink(at, link, sizeof link - 1);
        if (len < 0)
            return at;
        link[len] = '\0';
        at = in_folder_of(arena, link[0] == '/' ? "" : at, link);
    }
    errno = ELOOP;
    return NULL;
}

/* Another process may have taken the first names. */
static void name_beside(struct cp_output *o, int n)
{
    cp_str name = cp_str_printf(&o->names, ".chessplane-%ld-%d", (long)getpid(), n);
    o->beside = in_folder_of(&o->names, o->target, name.at);
}

static int open_beside(struct cp_output *o)
{
    int fd = -1;
#ifdef O_TMPFILE
    /* without a name, where the file system can make one so: whatever ends the process, nothing is
     * left of it */
    if (access(DESCRIPTORS, X_OK) == 0) /* it gets its name there */
        fd = open(in_folder_of(&o->names, o->target, "."), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
#endif
    for (int n = 0; fd < 0 && n < NAMES_MOST && (n == 0 || errno == EEXIST); n++) {
        name_beside(o, n);
        fd = open(o->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (fd < 0)
        o->beside = NULL;
    return fd;
}

static bool give_name(struct cp_output *o)
{
    char path[64];
    bool is_named = o->beside;
    snprintf(path, sizeof path, DESCRIPTORS "/%d", o->fd);
    for (int n = 0; !is_named && n < NAMES_MOST && (n == 0 || errno == EEXIST); n++) {
        name_beside(o, n);
        is_named = linkat(AT_FDCWD, path, AT_FDCWD, o->beside, AT_SYMLINK_FOLLOW) == 0;
    }
    if (!is_named)
        o->beside = NULL;
    return is_named;
}

/* What cannot be removed stays: there is no one to tell. */
static void drop_beside(struct cp_output *o)
{
    if (o->beside)
        (void)unlink(o->beside);
    o->beside = NULL;
}

/* False: errno. */
static bool copy_to_target(const struct cp_output *o)
{
    char block[WORTHWHILE];
    int from = open(o->beside, O_RDONLY | O_CLOEXEC);
    int to = from < 0 ? -1 : open(o->target, O_WRONLY | O_TRUNC | O_CLOEXEC);
    bool good = to >= 0, has_more = good;
    while (good && has_more) {
        ssize_t got = read(from, block, sizeof block);
        good = got >= 0 ? cp_descriptor_write(to, (cp_str){block, (size_t)got})
                        : cp_descriptor_await_reading(from);
        has_more = got != 0;
    }
    int why = errno;
    if (to >= 0 && !cp_descriptor_close(to) && good) {
        good = false;
        why = errno;
    }
    if (from >= 0)
        (void)close(from);
    errno = why;
    return good;
}

/* The file, closed and named, takes the place of its target. Where that is a place for
 * mounting, as containers have them for single files, it is copied there. False: errno. */
static bool take_place(struct cp_output *o)
{
    if (rename(o->beside, o->target) == 0) {
        o->beside = NULL;
        return true;
    }
    if (errno != EBUSY)
        return false;
    bool good = copy_to_target(o);
    if (!good)
        o->target = NULL; /* what was there is gone */
    return good;
}

/* ---- opening ---- */

/* A new file instead of the old one, with its owner and permissions; -1 with errno 0: it cannot
 * take that one's place, -1 with another: something else is wrong. */
static int open_instead(struct cp_output *o, const struct stat *old)
{
    struct stat found, made;
    errno = 0;
    if (old->st_nlink > 1 || lstat(o->target, &found) != 0 || found.st_dev != old->st_dev ||
        found.st_ino != old->st_ino)
        return -1;
    int fd = open_beside(o);
    if (fd >= 0 && (fstat(fd, &made) != 0 ||
                    ((made.st_uid != old->st_uid || made.st_gid != old->st_gid) &&
                     fchown(fd, old->st_uid, old->st_gid) != 0) ||
                    fchmod(fd, old->st_mode & 07777) != 0)) {
        (void)close(fd);
        drop_beside(o);
        errno = 0;
        return -1;
    }
    if (fd < 0 && (errno == EACCES || errno == EPERM || errno == EROFS))
        errno = 0;
    return fd;
}

/* The old one is open as `there`. */
static int replace(struct cp_output *o, int there, const struct stat *old)
{
    int fd = open_instead(o, old), why = errno;
    if (fd < 0 && why == 0) {
        o->target = NULL;
        if (ftruncate(there, 0) == 0)
            return there;
        why = errno;
    }
    (void)close(there); /* nothing was written to it */
    errno = why;
    return fd;
}

/* -1: errno. */
static int open_target(struct cp_output *o)
{
    struct stat old;
    int known = cp_descriptor_named(o->file);
    if (known >= 0)
        return fcntl(known, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int there = open(o->file, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (there < 0 ? errno != ENOENT : fstat(there, &old) != 0 || !S_ISREG(old.st_mode))
        return there;
    o->target = follow(&o->names, o->file);
    if (there >= 0 && o->target)
        return replace(o, there, &old);
    if (there >= 0)
        (void)close(there);
    if (!o->target)
        return -1;
    size_t len = strlen(o->target);
    if (len && o->target[len - 1] != '/')
        return open_beside(o);
    errno = len ? EISDIR : ENOENT;
    return -1;
}

bool cp_output_is_file(const char *file)
{
    struct stat s;
    if (!file || strcmp(file, "-") == 0 || cp_descriptor_named(file) >= 0)
        return false;
    return stat(file, &s) == 0 ? S_ISREG(s.st_mode) : errno == ENOENT;
}

bool cp_output_open(struct cp_output *o, const struct cp_arena *like, struct cp_diags *d,
                    const char *file)
{
    bool is_standard = !file || strcmp(file, "-") == 0;
    *o = (struct cp_output){.diags = d, .file = is_standard ? "stdout" : file};
    cp_arena_init(&o->arena, like->out_of_memory, like->handler_data);
    cp_arena_init(&o->names, like->out_of_memory, like->handler_data);
    cp_buf_init(&o->text, &o->arena);
    cp_str name = cp_str_from(o->file);
    o->packing = is_standard ? NULL : cp_packing_take(&name);
    o->fd = is_standard ? STDOUT_FILENO : open_target(o);
    if (o->fd >= 0)
        return true;
    o->fate = CP_UNWRITABLE;
    report(o, CP_FILE_UNOPENED, strerror(errno));
    cp_arena_close(&o->names);
    return false;
}

/* ---- writing ---- */

static void fail(struct cp_output *o, int why)
{
    if (o->fate != CP_WRITTEN)
        return;
    o->fate = why == EPIPE ? CP_READER_GONE : CP_UNWRITABLE;
    if (why != EPIPE)
        report(o, o->target ? CP_FILE_LEFT : CP_FILE_UNWRITABLE, strerror(why));
}

static void put(struct cp_output *o, cp_str text)
{
    o->has_begun |= text.len > 0;
    if (o->fate == CP_WRITTEN && !cp_packing_write(o->packing, o->fd, text, &o->arena))
        fail(o, errno);
}

void cp_output_leave(struct cp_output *o)
{
    if (o->fate != CP_WRITTEN || !o->target)
        return;
    o->fate = CP_UNWRITABLE;
    report(o, CP_FILE_LEFT, "not all could be read; standard output takes what could");
}

void cp_output_empty(struct cp_output *o)
{
    size_t room = o->text.room;
    if (room > KEPT_MOST) /* one huge record must not cost its size for ever */
        cp_arena_close(&o->arena);
    else /* formatting takes work space beside the text */
        cp_arena_reset(&o->arena);
    cp_buf_init(&o->text, &o->arena);
    if (room > WORTHWHILE && room <= KEPT_MOST) /* so much will be needed again */
        (void)cp_buf_room(&o->text, room / 2);
}

enum cp_fate cp_output_flush(struct cp_output *o)
{
    if (o->is_held)
        return o->fate;
    put(o, cp_buf_str(&o->text));
    cp_output_empty(o);
    return o->fate;
}

enum cp_fate cp_output_write(struct cp_output *o, cp_str text)
{
    cp_output_flush(o);
    put(o, text);
    return o->fate;
}

void cp_output_hold(struct cp_output *o, const struct cp_arena *like, struct cp_diags *d)
{
    *o = (struct cp_output){.diags = d, .fd = -1, .is_held = true};
    cp_arena_init(&o->arena, like->out_of_memory, like->handler_data);
    cp_buf_init(&o->text, &o->arena);
}

enum cp_fate cp_output_flush_full(struct cp_output *o)
{
    return o->text.len >= WORTHWHILE ? cp_output_flush(o) : o->fate;
}

enum cp_fate cp_output_close(struct cp_output *o)
{
    if (o->fd < 0)
        return o->fate;
    sigset_t before;
    cp_output_flush(o);
    if (o->packing && !o->has_begun) /* an empty file is not packed */
        put(o, CP_STR(""));
    cp_signals_hold(&before); /* what has a name beside takes its place, or is removed */
    if (o->target && o->fate == CP_WRITTEN && !give_name(o))
        fail(o, errno);
    if (!cp_descriptor_close(o->fd))
        fail(o, errno);
    o->fd = -1;
    if (o->target && o->fate == CP_WRITTEN && !take_place(o))
        fail(o, errno);
    drop_beside(o);
    cp_signals_release(&before);
    cp_arena_close(&o->names);
    cp_arena_close(&o->arena);
    return o->fate;
}

/* ---- progress: how much there is to read ---- */

/* What is left to read of a regular file; false when it is not known. */
static bool size_of(const char *file, uint64_t *size)
{
    struct stat s;
    bool is_standard = strcmp(file, "-") == 0;
    off_t read = is_standard ? lseek(STDIN_FILENO, 0, SEEK_CUR) : 0;
    if ((is_standard ? fstat(STDIN_FILENO, &s) : stat(file, &s)) != 0)
        return !is_standard; /* it will be missed, and not be read */
    if (!S_ISREG(s.st_mode) || read < 0)
        return false;
    *size += read < s.st_size ? (uint64_t)(s.st_size - read) : 0;
    return true;
}

void cp_progress_begin(struct cp_progress *p, const struct cp_arena *like, const char *const *files,
                       uint32_t count)
{
    *p = (struct cp_progress){.is_on = true, .like = like};
    clock_gettime(CLOCK_MONOTONIC, &p->begun);
    bool is_known = count || size_of("-", &p->total);
    for (uint32_t i = 0; i < count && is_known; i++)
        is_known = size_of(files[i], &p->total);
    if (!is_known)
        p->total = 0;
}

static double seconds_between(struct timespec from, struct timespec to)
{
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

/* ---- progress: the line ---- */

static void put_bytes(struct cp_buf *out, uint64_t bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
    double n = (double)bytes / 1000;
    size_t unit = 0;
    for (; n >= 999.95 && unit + 1 < sizeof units / sizeof *units; unit++)
        n /= 1000;
    cp_buf_printf(out, "%.1f %s", n, units[unit]);
}

void cp_progress_format(struct cp_buf *out, const struct cp_progress *p, double seconds,
                        uint64_t bytes, uint64_t games)
{
    double part = p->total ? (double)bytes / (double)p->total : 0;
    if (part > 1) /* the file grows */
        part = 1;
    if (p->total) {
        cp_buf_putc(out, '[');
        for (int i = 0; i < BAR; i++)
            cp_buf_putc(out, i < (int)(part * BAR) ? '#' : '.');
        cp_buf_printf(out, "] %3d%%  ", (int)(part * 100));
    }
    put_bytes(out, bytes);
    if (p->total) {
        cp_buf_puts(out, " of ");
        put_bytes(out, p->total);
    } else {
        cp_buf_printf(out, "  %ju games", (uintmax_t)games);
    }
    if (seconds > 0)
        cp_buf_printf(out, "  %.0f games/s", (double)games / seconds);
    if (part > 0) {
        uintmax_t left = (uintmax_t)(seconds * (1 - part) / part + 0.5), minutes = left / 60;
        if (minutes >= 60)
            cp_buf_printf(out, "  %ju:%02ju:%02ju left", minutes / 60, minutes % 60, left % 60);
        else
            cp_buf_printf(out, "  %ju:%02ju left", minutes, left % 60);
    }
}

/* ---- progress: drawing ---- */

void cp_progress_show(struct cp_progress *p, uint64_t bytes, uint64_t games)
{
    struct timespec now;
    if (!p->is_on)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool is_first = p->drawn.tv_sec == 0 && p->drawn.tv_nsec == 0;
    if (!is_first && seconds_between(p->drawn, now) < EVERY)
        return;
    struct cp_arena arena;
    cp_arena_init(&arena, p->like->out_of_memory, p->like->handler_data);
    struct cp_buf line = cp_buf_in(&arena);
    cp_buf_putc(&line, '\r');
    cp_progress_format(&line, p, seconds_between(p->begun, now), bytes, games);
    cp_buf_puts(&line, "\x1b[K");
    cp_stderr_write(cp_buf_str(&line)); /* all of it: half a line would stay there */
    cp_arena_close(&arena);
    p->drawn = now;
    p->is_drawn = true;
}

void cp_progress_clear(struct cp_progress *p)
{
    if (p->is_drawn)
        cp_stderr_write(CP_STR("\r\x1b[K"));
    p->is_drawn = false;
}
