/* SPDX-License-Identifier: MIT */
/* common_options.h -- the options that all tools and the library share: how games are read, and
 * which messages are told. */
#ifndef CP_COMMON_OPTIONS_H
#define CP_COMMON_OPTIONS_H

#include "frame/run.h"

extern const struct cp_option cp_variant_options[]; /* --variant */
extern const struct cp_option cp_reading_options[]; /* --variant-file, --strict, ... */
extern const struct cp_option cp_frame_options[];   /* --frame */
extern const struct cp_option cp_warning_options[]; /* --warnings */

/* What they mean, of asked->options, but for variants (variants.h); run is the first bench of
 * asked. False: reported to run->own. */
CP_MUST_USE bool cp_common_options_read(struct cp_run *run, struct cp_request *asked);

enum cp_encoding cp_encoding_asked(const struct cp_options *o);

/* A seed for cp_ints_set_seed: another one each time, so that no input is slow in all runs. */
uint64_t cp_seed_by_chance(void);

#endif
