/* SPDX-License-Identifier: MIT */
/* source.h -- where bytes come from: a file, a pipe, a string. */
#ifndef CP_SOURCE_H
#define CP_SOURCE_H

#include <stddef.h>

/* Fills room with up to size bytes; 0 at the end; negative when reading fails. */
typedef long (*cp_source)(void *data, char *room, size_t size);

#endif
