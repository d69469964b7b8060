/* SPDX-License-Identifier: MIT */
/* captions.h -- the names in braces of a title or a caption, "{turn}, {Stipulation}": of the
 * picture, in small letters; and of tags, which begin with a capital. */
#ifndef CP_CAPTIONS_H
#define CP_CAPTIONS_H

#include "frame/run.h"

/* No game has the tag that an option names, in braces or not: it may be misspelt, or one of the
 * other words that the option takes (NULL: none) was meant. */
void cp_tag_missing_report(struct cp_run *run, const char *option, cp_str name, bool is_braced,
                           const struct cp_word *other);

/* The name between braces that text begins with; empty: there is none. */
cp_str cp_caption_name(cp_str text);

enum { CP_CAPTION_NAMES_MOST = 32 }; /* of tags that are looked for; more are not missed */

/* The tags that titles and captions ask for. */
struct cp_caption_names {
    struct {
        const char *option;
        cp_str name;
    } tags[CP_CAPTION_NAMES_MOST];
    uint32_t count;
    bool has_any; /* or names of the picture */
};

/* Notes the tags that an option's text asks for. False, and reported: a name of the picture that
 * there is not. NULL is no text. */
CP_MUST_USE bool cp_caption_names_read(struct cp_caption_names *names, struct cp_run *run,
                                       const char *option, const char *text);

/* Which of them a game has, a bit each. */
uint32_t cp_caption_names_in(const struct cp_caption_names *names, const struct cp_game *g);

/* Tells of those that no game has had. */
void cp_caption_names_report(const struct cp_caption_names *names, struct cp_run *run,
                             uint32_t seen);

#endif
