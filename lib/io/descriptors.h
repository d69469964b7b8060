/* SPDX-License-Identifier: MIT */
/* descriptors.h -- what the one who started a process has left open or closed, made
 * blocking or not: the few lines between that and the code that reads and writes; and signals
 * that would end it between two steps that belong together. */
#ifndef CP_DESCRIPTORS_H
#define CP_DESCRIPTORS_H

#include "base/str.h"

#include <signal.h>

/* Nothing that is opened later is 0, 1 or 2: those that are closed are opened on
 * /dev/null, so that reading or writing them still fails. False: they cannot be. */
CP_MUST_USE bool cp_descriptors_secure(void);

/* After a read that failed: waits, if that helps, and says whether to try again. errno
 * is kept when it says no. */
CP_MUST_USE bool cp_descriptor_await_reading(int fd);

/* All of text, in as many writes as it takes; false: errno. */
CP_MUST_USE bool cp_descriptor_write(int fd, cp_str text);

/* The same to standard error; if it fails there is seldom a place left to report it. */
bool cp_stderr_write(cp_str text);

/* Closes what was written; false: errno. A signal that comes in between takes nothing away. */
CP_MUST_USE bool cp_descriptor_close(int fd);

/* The open descriptor whose name this is (/dev/stdout, /dev/fd/3), or standard output or
 * error, when they are open on the file of that name; -1: none. */
int cp_descriptor_named(const char *file);

/* From here on signals wait, in this thread and in those that it starts meanwhile; until they
 * are let in again as they were before. */
void cp_signals_hold(sigset_t *before);
void cp_signals_release(const sigset_t *before);

#endif
