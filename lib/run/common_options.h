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

/* ---- a name says the form ---- */

/* What the name of a file ends in, behind its last dot, .gz and .zst aside: letters and digits, the
 * first a letter; else nothing. And its row in a table whose words are suffixes with blanks
 * between; NULL: it is in none. */
cp_str cp_suffix_of(const char *file);
const struct cp_word *cp_suffix_find(const struct cp_word *rows, cp_str suffix);

/* Whether it says what is in a file, for us or for others. */
bool cp_suffix_is_known(cp_str suffix);

/* Reports that what is written has none of these suffixes, and returns false. */
bool cp_suffix_refuse(struct cp_run *run, const char *option, const char *file,
                      const struct cp_word *rows);

/* Gives the option that says how things are written as the names of files say it that are to be
 * written, where nothing else does. False: a name says what is not written, reported to run->own.
 */
CP_MUST_USE bool cp_names_read(struct cp_run *run, struct cp_options *o);

/* Reads --to and --yaml of a tool that writes records. False: reported to run->own. */
CP_MUST_USE bool cp_form_read(struct cp_run *run, struct cp_request *asked);

enum cp_encoding cp_encoding_asked(const struct cp_options *o);

/* A seed for cp_ints_set_seed: another one each time, so that no input is slow in all runs. */
uint64_t cp_seed_by_chance(void);

#endif
