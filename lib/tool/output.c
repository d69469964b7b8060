/* SPDX-License-Identifier: MIT */
#include "tool/output.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { WORTHWHILE = 64 * 1024, KEPT_MOST = 1 << 20 };

bool cp_output_open(struct cp_output *o, const struct cp_arena *like, struct cp_diags *d,
                    const char *file)
{
    bool is_standard = !file || strcmp(file, "-") == 0;
    *o = (struct cp_output){.diags = d, .file = is_standard ? "stdout" : file};
    cp_arena_init(&o->arena, like->out_of_memory, like->handler_data);
    cp_buf_init(&o->text, &o->arena);
    o->fd =
        is_standard ? STDOUT_FILENO : open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (o->fd >= 0)
        return true;
    o->fate = CP_UNWRITABLE;
    cp_diag_report(d, CP_FILE_UNOPENED, (cp_span){.file = o->file}, "%s", strerror(errno));
    return false;
}

static void fail(struct cp_output *o, int why)
{
    if (o->fate != CP_WRITTEN)
        return;
    o->fate = why == EPIPE ? CP_READER_GONE : CP_UNWRITABLE;
    if (why != EPIPE)
        cp_diag_report(o->diags, CP_FILE_UNWRITABLE, (cp_span){.file = o->file}, "%s",
                       strerror(why));
}

static void put(struct cp_output *o, cp_str left)
{
    while (left.len && o->fate == CP_WRITTEN) {
        ssize_t put = write(o->fd, left.at, left.len);
        if (put >= 0)
            left = cp_str_skip(left, (size_t)put);
        else if (errno != EINTR)
            fail(o, errno);
    }
}

void cp_output_empty(struct cp_output *o)
{
    if (o->text.room > KEPT_MOST) /* one huge record must not cost its size for ever */
        cp_arena_close(&o->arena);
    else /* whoever formats takes work space beside the text */
        cp_arena_reset(&o->arena);
    cp_buf_init(&o->text, &o->arena);
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
    cp_output_flush(o);
    if (close(o->fd) != 0)
        fail(o, errno);
    o->fd = -1;
    cp_arena_close(&o->arena);
    return o->fate;
}
