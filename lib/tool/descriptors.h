/* SPDX-License-Identifier: MIT */
/* descriptors.h -- what the one who started a process has left open or closed, made
 * blocking or not: the few lines between that and the code that reads and writes. */
#ifndef CP_DESCRIPTORS_H
#define CP_DESCRIPTORS_H

#include "base/str.h"

/* Nothing that is opened later is 0, 1 or 2: those that are closed are opened on
 * /dev/null, so that reading or writing them still fails. False: they cannot be. */
CP_MUST_USE bool cp_descriptors_secure(void);

/* After a read that failed: waits, if that helps, and says whether to try again. errno
 * is kept when it says no. */
CP_MUST_USE bool cp_descriptor_await_reading(int fd);

/* All of text, in as many writes as it takes; false: errno. */
CP_MUST_USE bool cp_descriptor_write(int fd, cp_str text);

/* The open descriptor whose name this is (/dev/stdout, /dev/fd/3), or standard output or
 * error, when they are open on the file of that name; -1: none. */
int cp_descriptor_named(const char *file);

#endif
