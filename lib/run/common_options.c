/* SPDX-License-Identifier: MIT */
#include "run/common_options.h"

#include "io/messages.h"
#include "settle/settle.h"
#include "settle/variants.h"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static const struct cp_word encodings[] = {
    {"utf-8", CP_UTF_8},
    {"utf-16", CP_UTF_16},
    {"latin-1", CP_WINDOWS_1252},
    {"windows-1252", CP_WINDOWS_1252},
    {0},
};

static const struct cp_word forms[] = {{"icn", 1}, {0}};

const struct cp_option cp_variant_options[] = {
    {"variant", 'v', "NAME", CP_NAME_OF(cp_variants_put_ids), "Reading",
     "the variant played, by id or name\n(otherwise the game's own Variant tag says it)"},
    {0},
};

static const struct cp_word owners[] = {
    {"inventor", CP_OWNER_INVENTOR}, {"site", CP_OWNER_SITE}, {0}};

const struct cp_option cp_reading_options[] = {
    {"variant-file", 0, "FILE", CP_SEVERAL, "Reading",
     "a variant of your own, beside the bundled ones\n(a YAML file; without games it is only "
     "checked)"},
    {"trapdoor", 0, "N", CP_NUMBER(1, CP_DELAY_MOST), "Reading",
     "play on a board of trapdoors that open after N moves,\nwhatever the game says"},
    {"rules", 0, "WHOSE", CP_ONE_OF(owners), "Reading",
     "inventor or site: play as a variant's inventor does, or\nby all rules of the site, where its "
     "file says so and\nthe game does not"},
    {"strict", 0, NULL, NULL, "Reading", "refuse what is otherwise read with a warning"},
    {"piece-letters", 0, "LANG", CP_ONE_OF(cp_language_words), "Reading",
     "the language of the letters that pieces have, on\nboards with edges (otherwise found out and "
     "told)"},
    {"from", 0, "FORM", CP_ONE_OF(forms), "Reading",
     "all text is ICN, of infinitechess.org (otherwise\nknown by its looks)"},
    {"encoding", 0, "NAME", CP_ONE_OF(encodings), "Reading",
     "how bytes are read (default: UTF-8, others noticed)"},
    {0},
};

const struct cp_option cp_frame_options[] = {
    {"frame", 0, "NAME", CP_NAME_OF(cp_variants_put_frames), "Reading",
     "where (1,1) is, for games that do not name a frame"},
    {0},
};

const struct cp_option cp_warning_options[] = {
    {"warnings", 0, "LIST", CP_WORDS_OF(cp_warnings_put_words), "Messages",
     "which warnings are told: none, all, some by their\nnames, or all but some: "
     "-move-in-dialect,-tag-unusual"},
    {0},
};

bool cp_common_options_read(struct cp_run *run, struct cp_request *asked)
{
    const struct cp_options *o = &asked->options;
    run->diags.strict = run->own.strict = asked->is_strict = cp_options_has(o, "strict");
    asked->is_icn = cp_options_has(o, "from");
    asked->language = cp_language_asked(o);
    asked->delay = (uint32_t)cp_options_number(o, "trapdoor", 0);
    asked->owner = (enum cp_owner)cp_options_choice(o, "rules", CP_OWNER_NOBODY);
    if (asked->tool->habits & CP_READS_FRAMES)
        asked->frame_wish = cp_options_get(o, "frame");
    return cp_warnings_read(&asked->silent, o, &run->arena, cp_run_span(run), &run->own);
}

enum cp_encoding cp_encoding_asked(const struct cp_options *o)
{
    return (enum cp_encoding)cp_options_choice(o, "encoding", CP_ENCODING_AUTO);
}

uint64_t cp_seed_by_chance(void)
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == (ssize_t)sizeof seed)
        return seed;
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 20;
}
