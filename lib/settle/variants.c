/* SPDX-License-Identifier: MIT */
/* variants.c -- a user's own variants stand before the bundled ones, so a file
 * may also replace one of those.
 *
 * A game that does not name its variant is first read with the words of all (the
 * joint alphabet); then every variant is asked whether it could have been its
 * game: it knows each piece, and each promotion is to one it allows. */
#include "settle/variants.h"

#include "draw/drawings.h"
#include "game/game.h"
#include "rules/rules.h"
#include "rules/variant/ini.h"
#include "text/starts/fen.h"
#include "text/starts/icn_parts.h"
#include "text/tags.h"
#include "text/tokens.h"

/* ---- what is known ---- */

/* The drawings that a variant's pieces bring. */
static bool read_drawings(struct cp_run *run, struct cp_request *asked, struct cp_variant *v,
                          const char *file, struct cp_diags *faults)
{
    struct cp_piece_words *words =
        cp_arena_take_zero(&run->arena, v->alphabet.count, sizeof *words);
    bool good = true;
    for (uint32_t i = 0; i < v->alphabet.count; i++) {
        words[i] = v->alphabet.pieces[i];
        cp_str svg;
        if (!words[i].drawing_file.len)
            continue;
        const char *slash = strrchr(file, '/'); /* its path is said from where the file is */
        struct cp_buf path_text = cp_buf_in(&run->arena);
        cp_buf_put(&path_text, (cp_str){file, slash ? (size_t)(slash - file) + 1 : 0});
        cp_buf_put(&path_text, words[i].drawing_file);
        cp_buf_putc(&path_text, '\0');
        const char *path = path_text.at;
        struct cp_given *given = cp_arena_take_zero(&run->arena, 1, sizeof *given);
        *given = (struct cp_given){.next = asked->options.read_too, .value = path};
        asked->options.read_too = given;
        bool is_read = cp_file_read_regular(&run->arena, faults, path, &svg);
        words[i].drawing = is_read ? cp_drawing_parse(&run->arena, svg, path, faults) : NULL;
        if (!words[i].drawing)
            cp_diag_also(faults, words[i].drawing_at, "it is the drawing of %.*s",
                         CP_FMT(words[i].name));
        good &= words[i].drawing != NULL;
    }
    v->alphabet.pieces = words;
    return good;
}

/* What every game that begins as the file says would be refused for, where the file says it. */
static bool check_start(struct cp_run *run, const struct cp_variant *v, const char *file,
                        struct cp_diags *faults)
{
    struct cp_law law;
    struct cp_position p;
    int32_t culprit;
    if (!cp_law_init(&law, v, &run->arena, faults))
        return false;
    const struct cp_rules *rules = cp_rules_of_law(&law);
    cp_position_init(&p, &law, run->ints, &run->arena, &v->start);
    rules->begin(&p, &v->start);
    enum cp_diag why = rules->check_setup(&p, &v->start, &culprit);
    bool is_of_castling = why == CP_START_CASTLING || why == CP_START_CASTLING_FAR;
    cp_span at = is_of_castling && v->castling_at.line ? v->castling_at : v->setup_at;
    struct cp_buf text = cp_buf_in(&run->arena);
    struct cp_speaker speaker = {
        &text, run->ints, &v->alphabet, v->alphabet.native, {CP_INT(0), CP_INT(0)}};
    if (!why && !p.checks)
        return true;
    if (!why)
        culprit = p.checker[0];
    if (culprit != CP_NOBODY) {
        const cp_man *man = &v->start.men[culprit];
        at = (cp_span){.file = file, .line = man->line, .col = man->col, .len = 1};
        cp_speak_piece(&speaker, man->kind, man->square);
    } else if (is_of_castling) {
        cp_buf_put(&text, v->start.castling);
    }
    cp_diag_report(faults, why ? why : CP_VARIANT_IN_CHECK, at, "%.*s", CP_FMT(cp_buf_str(&text)));
    return !why;
}

/* Its sections; those that no game can begin are taken out. False: there is none to play. */
static bool load_ini(struct cp_run *run, struct cp_ini *ini, cp_str text, const char *file)
{
    uint32_t good = 0;
    if (!cp_ini_parse(ini, &run->arena, run->ints, text, file, &run->own))
        return false;
    for (uint32_t i = 0; i < ini->count; i++) {
        struct cp_ini_variant *one = &ini->list[i];
        struct cp_diags faults = cp_diags_in(&run->arena);
        if (one->v && !check_start(run, one->v, file, &faults))
            cp_ini_refuse_start(one, &run->arena, &faults);
        good += one->v != NULL;
    }
    if (good)
        return true;
    cp_diag_report(&run->own, CP_FILE_BAD, (cp_span){.file = file},
                   "no variant in it can be played here");
    for (uint32_t i = 0; i < ini->count; i++)
        for (const struct cp_refusal *r = ini->list[i].refused; r; r = r->next)
            cp_diag_also(&run->own, r->at, "%.*s: %.*s", CP_FMT(ini->list[i].name), CP_FMT(r->why));
    return false;
}

/* The one variant of a YAML file, or the sections of a variants.ini, and *one is NULL; false:
 * reported. */
static bool load_file(struct cp_run *run, struct cp_request *asked, const char *file,
                      struct cp_ini *ini, struct cp_variant **one)
{
    cp_str text;
    *one = NULL;
    if (!cp_file_read(&run->arena, &run->own, file, &text))
        return false;
    if (cp_ini_is(text))
        return load_ini(run, ini, text, file);
    struct cp_diags faults = cp_diags_in(&run->arena);
    bool good = cp_variant_parse(one, &run->arena, run->ints, text, file, &faults) &&
                read_drawings(run, asked, *one, file, &faults) &&
                check_start(run, *one, file, &faults);
    cp_run_report(run, &faults);
    if (!good)
        cp_diag_report(&run->own, CP_FILE_BAD, (cp_span){.file = file}, "%s", file);
    return good;
}

/* A section that is refused means rules of its own by its name: no bundled variant of that name
 * is played instead, by whichever name of its own. */
static bool is_hidden(const struct cp_ini *inis, uint32_t count, const struct cp_variant *v)
{
    for (uint32_t i = 0; i < count; i++)
        if (cp_ini_find_refused(&inis[i], v->id, v))
            return true;
    return false;
}

void cp_variant_tell_refused(const struct cp_run *run, struct cp_diags *d, cp_str name)
{
    const struct cp_variant *hidden = cp_variants_find(&run->asked->hidden, name);
    for (uint32_t i = 0; i < run->asked->ini_count; i++) {
        const struct cp_ini_variant *v = cp_ini_find_refused(&run->asked->inis[i], name, hidden);
        for (const struct cp_refusal *r = v ? v->refused : NULL; r; r = r->next)
            cp_diag_also(d, r->at, "it is refused there for this: %.*s", CP_FMT(r->why));
    }
}

/* "coaip, huygens": the ids of all variants, or of those that fit. */
static cp_str choices(struct cp_run *run, struct cp_arena *arena, const bool *fits)
{
    struct cp_buf out = cp_buf_in(arena);
    for (uint32_t i = 0; i < run->asked->variants.count; i++) {
        if (fits ? !fits[i] : run->asked->variants.list[i]->is_named_only)
            continue;
        cp_buf_puts(&out, out.len ? ", " : "");
        cp_buf_put(&out, run->asked->variants.list[i]->id);
    }
    return cp_buf_str(&out);
}

/* ---- what was probably meant by a name that is none ---- */

/* A preset's name on its site, else one that is spelt nearly so; NULL: there is none. */
static const cp_str *nearest(const struct cp_run *run, cp_str name)
{
    enum { NAME_MOST = 64 }; /* nobody types longer ones */
    const struct cp_variant *preset = cp_variants_find_preset(&run->asked->variants, name);
    struct cp_meant meant;
    if (preset)
        return &preset->id;
    cp_meant_init(&meant, name);
    for (uint32_t i = 0; name.len <= NAME_MOST && i < run->asked->variants.count; i++) {
        const struct cp_variant *v = run->asked->variants.list[i];
        cp_meant_try(&meant, v->id, &v->id);
        cp_meant_try(&meant, v->name, &v->name);
        const char *place = v->name.len ? memchr(v->name.at, '(', v->name.len) : NULL;
        size_t len = place ? (size_t)(place - v->name.at) : v->name.len;
        cp_str short_name = cp_str_trim((cp_str){v->name.at, len}); /* Core (infinitechess.org) */
        cp_meant_try(&meant, place ? short_name : v->name, &v->id);
        for (uint32_t k = 0; k < v->alias_count; k++)
            cp_meant_try(&meant, v->aliases[k], &v->aliases[k]);
    }
    return meant.best;
}

/* "huygns; did you mean huygens? there are coaip, ..." */
static cp_str not_known(struct cp_run *run, struct cp_arena *arena, cp_str name)
{
    struct cp_buf out = cp_buf_in(arena);
    const cp_str *near = name.len ? nearest(run, name) : NULL;
    cp_buf_printf(&out, "\"%.*s\"; ", CP_FMT(name));
    if (near)
        cp_buf_printf(&out, "did you mean %.*s? ", CP_FMT(*near));
    cp_buf_printf(&out, "there are %.*s", CP_FMT(choices(run, arena, NULL)));
    return cp_buf_str(&out);
}

/* A file whose variant has a name of one before it: of a bundled one it takes the place,
 * on purpose; of another file's it never could. False: reported. */
static bool check_names(struct cp_run *run, const struct cp_variants *all, uint32_t own,
                        const char *const *files)
{
    for (uint32_t i = 0; i < own; i++) {
        if (cp_variants_find(all, all->list[i]->id) == all->list[i])
            continue;
        cp_diag_report(&run->own, CP_VARIANT_FILE_TWICE, (cp_span){.file = files[i]}, "%.*s",
                       CP_FMT(all->list[i]->id));
        return false;
    }
    const struct cp_variants theirs = {.list = all->list, .count = own};
    for (uint32_t i = own; own && i < all->count; i++) {
        const struct cp_variant *bundled = all->list[i];
        const struct cp_variant *found = cp_variants_find(&theirs, bundled->id);
        if (found)
            cp_diag_report(&run->own, CP_VARIANT_REPLACED, cp_run_span(run),
                           "%.*s, by the file's %.*s", CP_FMT(bundled->id), CP_FMT(found->name));
    }
    return true;
}

/* --variant, but where that is a question to games. */
static bool read_wish(struct cp_run *run, struct cp_request *asked)
{
    bool is_asked = asked->tool->habits & CP_ASKS_VARIANT;
    const char *name = is_asked ? NULL : cp_options_get(&asked->options, "variant");
    const struct cp_given *g = NULL;
    while (is_asked && (g = cp_options_next(&asked->options, "variant", g))) /* it may be any */
        if (!cp_variants_find_anywhere(&asked->variants, cp_str_from(g->value)))
            cp_diag_report(&run->own, CP_VARIANT_BY_NAME, cp_run_span(run), "%.*s",
                           CP_FMT(not_known(run, &run->own_arena, cp_str_from(g->value))));
    if (!name)
        return true;
    struct cp_variant *variant = cp_variants_find_anywhere(&asked->variants, cp_str_from(name));
    asked->variant = variant;
    asked->variant_name = cp_str_from(name);
    asked->insists = true;
    if (variant)
        cp_variant_wake(variant, &run->arena, run->ints);
    else
        cp_diag_report(&run->own, CP_VARIANT_NOT_KNOWN_HERE, cp_run_span(run), "%.*s",
                       CP_FMT(not_known(run, &run->own_arena, cp_str_from(name))));
    if (!variant)
        cp_variant_tell_refused(run, &run->own, cp_str_from(name));
    return asked->variant != NULL;
}

/* ---- what frames there are ---- */

static void put_name(struct cp_buf *out, size_t begin, const char *between, cp_str name)
{
    if (out->len > begin)
        cp_buf_puts(out, between);
    cp_buf_put(out, name);
}

/* The first of them that has a frame of that name; their count: none. */
static uint32_t first_with(const struct cp_variants *all, cp_str name)
{
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < all->list[i]->frame_count; k++)
            if (cp_str_like(all->list[i]->frames[k].name, name))
                return i;
    return all->count;
}

static void put_all_frames(struct cp_buf *out, const char *between, const struct cp_variants *all)
{
    size_t begin = out->len;
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < all->list[i]->frame_count; k++)
            if (first_with(all, all->list[i]->frames[k].name) == i)
                put_name(out, begin, between, all->list[i]->frames[k].name);
}

/* "; did you mean classical? huygens has diagram,classical"; of several variants there are. */
static void put_frame_choice(struct cp_buf *out, const struct cp_variants *all, cp_str name)
{
    struct cp_meant meant;
    cp_meant_init(&meant, name);
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < all->list[i]->frame_count; k++)
            cp_meant_try(&meant, all->list[i]->frames[k].name, &all->list[i]->frames[k].name);
    const cp_str *near = meant.best;
    cp_buf_puts(out, "; ");
    if (near)
        cp_buf_printf(out, "did you mean %.*s? ", CP_FMT(*near));
    if (all->count == 1)
        cp_buf_printf(out, "%.*s has ", CP_FMT(all->list[0]->id));
    else
        cp_buf_puts(out, "there are ");
    put_all_frames(out, ", ", all);
}

/* v alone; none, if all have it not. */
static struct cp_variants alone(const struct cp_variants *all, const struct cp_variant *v)
{
    struct cp_variants those = *all;
    for (; those.count && those.list[0] != v; those.count--)
        those.list++;
    those.count = those.count > 0;
    return those;
}

/* Whether --variant's variant has the frame that an option names, or without that any
 * variant. */
static bool check_frame(struct cp_run *run, const struct cp_request *asked,
                        const struct cp_given *given)
{
    struct cp_variants those =
        asked->insists ? alone(&asked->variants, asked->variant) : asked->variants;
    cp_str name = cp_str_from(given->value);
    uint32_t i = 0;
    cp_variants_wake(&those, &run->arena, run->ints);
    while (i < those.count && !cp_variant_frame(those.list[i], name))
        i++;
    if (i < those.count)
        return true;
    struct cp_buf why = cp_buf_in(&run->arena);
    put_frame_choice(&why, &those, name);
    cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run), "--%s \"%.*s\"%.*s",
                   given->option->name, CP_FMT(name), CP_FMT(cp_buf_str(&why)));
    return false;
}

/* ---- all of it ---- */

bool cp_run_load_variants(struct cp_run *run, struct cp_request *asked)
{
    const struct cp_options *o = &asked->options;
    struct cp_variants bundled;
    uint32_t files = 0, own = 0, count = 0, number = 0, sections = 0;
    cp_variants_list(&bundled, &run->arena);
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "variant-file", g));)
        files++;
    struct cp_ini *inis = cp_arena_take_zero(&run->arena, files, sizeof *inis);
    struct cp_variant **ones = cp_arena_take_zero(&run->arena, files, sizeof *ones);
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "variant-file", g)); number++) {
        if (!load_file(run, asked, g->value, &inis[number], &ones[number]))
            return false;
        sections += ones[number] ? 1 : inis[number].count;
    }
    uint32_t end = sections + bundled.count; /* the hidden ones stand there */
    struct cp_variant **list = cp_arena_take_zero(&run->arena, end, sizeof(struct cp_variant *));
    const char **names = cp_arena_take_zero(&run->arena, sections, sizeof *names);
    number = 0;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "variant-file", g)); number++) {
        if (ones[number])
            list[count++] = ones[number];
        for (uint32_t i = 0; i < inis[number].count; i++)
            if (inis[number].list[i].v)
                list[count++] = inis[number].list[i].v;
        while (own < count)
            names[own++] = g->value;
    }
    for (uint32_t i = 0; i < bundled.count; i++)
        list[is_hidden(inis, files, bundled.list[i]) ? --end : count++] = bundled.list[i];
    asked->variants = (struct cp_variants){.list = list, .count = count};
    asked->own_count = own;
    asked->hidden = (struct cp_variants){&list[end], sections + bundled.count - end};
    asked->inis = inis;
    asked->ini_count = files;
    asked->variant = own == 1 && sections == 1 ? list[0] : NULL;
    if (!check_names(run, &asked->variants, own, names))
        return false;
    if (asked->jobs > 1) /* workers share them */
        cp_variants_wake(&asked->variants, &run->arena, run->ints);
    bool good = read_wish(run, asked);
    for (const struct cp_given *g = o->given; good && g; g = g->next) {
        const struct cp_values *values = g->option->values;
        good = !values || values->put_words != cp_variants_put_frames || check_frame(run, asked, g);
    }
    return good;
}

/* ---- the tag Variant ---- */

/* NULL: there is none, or it says nothing. */
static struct cp_tag *tag_of(const struct cp_game *g)
{
    struct cp_tag *tag = cp_game_find_tag(g, "Variant");
    return tag && tag->value.len ? tag : NULL;
}

static bool names_in_tag(const struct cp_run *run, const struct cp_game *g,
                         const struct cp_tag *tag, const struct cp_variant *v)
{
    const struct cp_variants *all = &run->asked->variants;
    return cp_variants_find(all, tag->value) == v ||
           (g->icn.len && cp_variants_find_preset(all, tag->value) == v);
}

static cp_str change(struct cp_tag *tag, cp_str name)
{
    cp_str before = tag->value;
    tag->value = name;
    return before;
}

cp_str cp_variant_tag_put(struct cp_run *run, struct cp_game *g, const struct cp_variant *v,
                          cp_str name)
{
    struct cp_tag *tag = tag_of(g);
    if (!tag || names_in_tag(run, g, tag, v))
        return (cp_str){0};
    return change(tag, !v ? name : g->icn.len ? cp_variant_name_there(v) : v->name);
}

const struct cp_tag *cp_variant_tag_title(const struct cp_run *run, const struct cp_game *g)
{
    const struct cp_variant *v = run->current.variant;
    const struct cp_tag *tag = g->icn.len && v ? tag_of(g) : NULL;
    return tag && !names_in_tag(run, g, tag, v) ? tag : NULL;
}

void cp_variant_tag_leave_icn(const struct cp_run *run, struct cp_game *g)
{
    struct cp_tag *tag = cp_game_find_tag(g, "Variant");
    if (tag && run->current.variant && g->icn.len)
        (void)change(tag, run->current.variant->name);
    g->icn = (cp_str){0};
}

cp_str cp_variant_tag_put_unknown(struct cp_game *g)
{
    struct cp_tag *tag = tag_of(g);
    if (!g->is_foreign || !g->variant.len || !tag || cp_str_like(tag->value, g->variant))
        return (cp_str){0};
    return change(tag, g->variant);
}

/* ---- what a game names ---- */

/* Where g names its variant: the tag, if that is it. */
static cp_span variant_span(const struct cp_game *g)
{
    const struct cp_tag *tag = cp_game_find_tag(g, "Variant");
    return cp_tag_span(g, tag && cp_str_equal(tag->value, g->variant) ? tag : NULL);
}

const struct cp_variant *cp_variant_named(struct cp_run *run, struct cp_game *g)
{
    struct cp_variant *named = NULL;
    cp_str tag = cp_game_tag(g, "Variant");
    if (!g->variant.len)
        g->variant = tag;
    if (g->variant.len)
        named = cp_variants_find(&run->asked->variants, g->variant);
    if (named)
        cp_variant_wake(named, &run->arena, run->ints);
    bool is_said = g->variant.len && !g->icn.len; /* ICN is settled by itself */
    if (is_said && cp_variant_tag_put(run, g, named, g->variant).len)
        cp_diag_report(&run->diags, CP_VARIANT_DIFFERS, cp_node_span(g, NULL), "%.*s, not %.*s",
                       CP_FMT(g->variant), CP_FMT(tag));
    if (run->asked->insists && named && named != run->asked->variant)
        cp_diag_report(&run->diags, CP_OVERRIDDEN, cp_node_span(g, NULL), "%.*s, read as %.*s",
                       CP_FMT(named->id), CP_FMT(run->asked->variant->id));
    bool is_wished = run->asked->insists || (run->asked->variant && !g->variant.len);
    const struct cp_variant *v = is_wished ? run->asked->variant : named;
    /* a game that does not say where it begins, though the name is one of games that each do */
    cp_str name = named == v ? g->variant : run->asked->variant_name;
    if (v && !g->start.len && cp_variant_begins_elsewhere(v, name))
        cp_diag_report(&run->diags, CP_START_UNSAID, variant_span(g), "%.*s", CP_FMT(name));
    return v;
}

cp_str cp_variant_of_titles(const struct cp_run *run, const struct cp_lookahead *ahead)
{
    for (uint32_t i = 0; i < ahead->title_count; i++) {
        cp_str title = ahead->titles[i]; /* without what pages dress it with */
        while (title.len && strchr(" *#_=:.", title.at[0]))
            title = cp_str_skip(title, 1);
        while (title.len && strchr(" *#_=:.", title.at[title.len - 1]))
            title.len--;
        if (cp_variants_find(&run->asked->variants, title))
            return title;
    }
    return (cp_str){0};
}

const struct cp_variant *cp_variant_assumed(struct cp_run *run)
{
    uint32_t i = 0, count = run->asked->variants.count;
    while (i < count && !run->asked->variants.list[i]->is_assumed)
        i++;
    if (i == count)
        return NULL;
    cp_variant_wake(run->asked->variants.list[i], &run->arena, run->ints);
    return run->asked->variants.list[i];
}

bool cp_variant_is_understood(const struct cp_run *run, const struct cp_variant *v)
{
    const struct cp_variants *all = &run->asked->variants;
    bool is_alone = v->is_assumed;
    for (uint32_t i = 0; i < all->count; i++)
        is_alone &= all->list[i] == v || !all->list[i]->is_assumed;
    return is_alone;
}

/* ---- what its notation shows ---- */

uint8_t cp_kind_like(const struct cp_alphabet *a, const struct cp_piece_words *piece)
{
    uint8_t found = cp_alphabet_find(a, piece->letter, false);
    for (uint32_t i = 0; i < piece->alias_count && found == CP_NO_KIND; i++)
        found = cp_alphabet_find(a, piece->aliases[i], false);
    return found;
}

const struct cp_alphabet *cp_run_joint(struct cp_run *run)
{
    if (run->joint)
        return run->joint;
    struct cp_alphabet *joint = cp_arena_take_zero(&run->arena, 1, sizeof *joint);
    struct cp_piece_words *pieces = cp_arena_take_zero(&run->arena, CP_KINDS_MOST, sizeof *pieces);
    *joint =
        (struct cp_alphabet){.pieces = pieces, .native = CP_LETTER, .signs = CP_SIGNS_OF_CAPTURES};
    for (uint32_t i = 0; i < run->asked->variants.count; i++) {
        struct cp_variant *v = run->asked->variants.list[i];
        const struct cp_alphabet *a = &v->alphabet;
        if (v->is_named_only)
            continue;
        cp_variant_wake(v, &run->arena, run->ints);
        joint->castles |= a->castles;
        for (uint32_t k = 0; k < a->count && joint->count < CP_KINDS_MOST; k++)
            if (cp_kind_like(joint, &a->pieces[k]) == CP_NO_KIND)
                pieces[joint->count++] = a->pieces[k];
    }
    return run->joint = joint;
}

const struct cp_alphabet *cp_run_foreign(struct cp_run *run)
{
    if (run->foreign)
        return run->foreign;
    run->foreign = cp_arena_take(&run->arena, sizeof *run->foreign);
    *run->foreign = *cp_run_joint(run);
    run->foreign->is_foreign = true;
    return run->foreign;
}

const struct cp_notation *cp_run_notation(struct cp_run *run)
{
    return cp_notations_get(&run->notations, cp_run_is_settled(run)
                                                 ? &run->current.variant->alphabet
                                                 : cp_run_foreign(run));
}

/* v's kind for a kind of the joint alphabet; CP_NO_KIND when it has none such. */
static uint8_t translate(const struct cp_run *run, const struct cp_variant *v, uint8_t kind)
{
    return kind == CP_NO_KIND ? kind : cp_kind_like(&v->alphabet, &run->joint->pieces[kind]);
}

/* Whether all that was read of g with the words of all could be v's. */
static bool could_be(struct cp_run *run, const struct cp_game *g, const struct cp_variant *v)
{
    struct cp_walk walk = cp_walk_of(&run->record, &g->moves);
    for (const struct cp_node *node; (node = cp_walk_next(&walk));) {
        const cp_written *w = &node->move;
        if (!node->is_read)
            continue;
        if (translate(run, v, w->piece) == CP_NO_KIND && !w->castling)
            return false;
        uint8_t to = translate(run, v, w->promotion);
        bool is_one = to != CP_NO_KIND &&
                      (cp_promotes_to(v, CP_WHITE, to) || cp_promotes_to(v, CP_BLACK, to));
        if (w->promotion != CP_NO_KIND && !is_one)
            return false;
    }
    return true;
}

bool cp_start_is_bare(cp_str start)
{
    bool is_list = start.len && !memchr(start.at, '(', start.len); /* its commas part pieces */
    return cp_fen_is(start) || (is_list && !cp_icn_is_start(start));
}

bool cp_moves_are_bare(const struct cp_game *g)
{
    if (g->start.len)
        return cp_start_is_bare(g->start);
    enum { LOOK = 2048 }; /* as far as a text is looked at, and farther */
    const struct cp_node *node = g->moves.first;
    enum cp_seen seen = CP_SEEN_NOTHING;
    for (int left = LOOK; node && left && seen == CP_SEEN_NOTHING; node = node->next, left--)
        seen = cp_squares_seen(node->text, NULL);
    return seen == CP_SEEN_BARE;
}

void cp_variant_refuse(struct cp_run *run, const struct cp_game *g, struct cp_diags *d)
{
    if (run->asked->takes_any_variant)
        return;
    if (g->variant.len) {
        cp_diag_report(d, CP_VARIANT_UNKNOWN, variant_span(g), "%.*s",
                       CP_FMT(not_known(run, &run->record, g->variant)));
        cp_variant_tell_refused(run, d, g->variant);
    } else if (g->icn.len)
        cp_diag_report(d, CP_VARIANT_UNSAID, cp_node_span(g, NULL),
                       "ICN without a position needs it");
    else
        cp_diag_report(d, CP_VARIANT_UNSAID, cp_node_span(g, NULL),
                       "squares without parentheses mean a bounded board, and none is known here");
}

/* Words of which none is a move, nor has a square of the plane: that they are none has been
 * told, and no variant makes moves of them. */
static bool is_words_alone(struct cp_run *run, const struct cp_game *g)
{
    bool has_words = g->is_broken && !g->moves.first;
    if (g->start.len || g->frame.len || g->rules)
        return false;
    struct cp_walk walk = cp_walk_of(&run->record, &g->moves);
    for (const struct cp_node *node; (node = cp_walk_next(&walk));) {
        enum cp_seen seen = cp_squares_seen(node->text, NULL);
        if (node->is_read || !node->is_bad || seen == CP_SEEN_LETTERS || seen == CP_SEEN_NUMBERS)
            return false;
        has_words = true;
    }
    return has_words;
}

static const struct cp_variant *guess(struct cp_run *run, struct cp_game *g)
{
    const struct cp_variant *only = NULL;
    uint32_t count = 0, all = run->asked->variants.count;
    bool *fits = cp_arena_take_zero(&run->record, all, sizeof *fits);
    (void)cp_run_joint(run); /* all that may be meant are read */
    for (uint32_t i = 0; i < all; i++) {
        const struct cp_variant *v = run->asked->variants.list[i];
        fits[i] = !v->bounded && !v->is_named_only && could_be(run, g, v);
        only = fits[i] ? v : only;
        count += fits[i];
    }
    struct cp_walk walk = cp_walk_of(&run->record, &g->moves);
    for (struct cp_node *node; count == 1 && (node = cp_walk_next(&walk));) {
        node->move.piece = translate(run, only, node->move.piece);
        node->move.promotion = translate(run, only, node->move.promotion);
    }
    if (count == 1) /* what was read with the joint alphabet means its kinds now */
        return only;
    if (!run->asked->takes_any_variant && !is_words_alone(run, g))
        cp_diag_report(&run->diags, CP_VARIANT_UNSAID, cp_node_span(g, NULL), "it could be %.*s",
                       CP_FMT(choices(run, &run->record, count ? fits : NULL)));
    return NULL;
}

/* What the game is played by is part of its record: --trapdoor as a rule, if neither the
 * game nor its variant says the same. */
static void settle_delay(struct cp_run *run, struct cp_game *g)
{
    cp_str rule = cp_rules_tag_delay(g), tag = cp_game_tag(g, "Trapdoor");
    if (!run->asked->delay)
        return;
    struct cp_buf json = cp_buf_in(&run->record);
    struct cp_buf own = cp_buf_in(&run->record);
    cp_buf_put_int(&json, run->asked->delay);
    cp_buf_put_int(&own, run->current.variant->trapdoor);
    if (cp_str_equal(rule.len ? rule : tag.len ? tag : cp_buf_str(&own), cp_buf_str(&json)))
        return;
    if (rule.len || tag.len)
        cp_diag_report(&run->diags, CP_OVERRIDDEN, cp_node_span(g, NULL), "%.*s, read as %.*s",
                       CP_FMT(rule.len ? rule : tag), CP_FMT(cp_buf_str(&json)));
    if (tag.len)
        cp_game_find_tag(g, "Trapdoor")->value = cp_buf_str(&json);
    const cp_str name = CP_STR("trapdoor");
    if (!cp_field_find(g->rules, name))
        cp_field_add(g->arena, &g->rules, name, cp_buf_str(&json));
    for (struct cp_field *f = g->rules; (f = cp_field_find(f, name)); f = f->next)
        f->json = cp_buf_str(&json);
}

bool cp_variant_settle(struct cp_run *run, struct cp_game *g)
{
    if (!run->current.variant)
        run->current.variant = guess(run, g);
    if (!run->current.variant)
        return false;
    g->variant = run->current.variant->id;
    g->black_begins = run->current.variant->start.turn == CP_BLACK;
    if (run->asked->insists && !g->icn.len)
        (void)cp_variant_tag_put(run, g, run->current.variant, g->variant); /* it has been told */
    settle_delay(run, g);
    /* the same of --rules, where the game says nothing of its own */
    enum cp_owner owner = run->asked->owner;
    const struct cp_field *rule = run->current.variant->own_rules[owner];
    if (owner && !rule)
        cp_diag_report(&run->diags, CP_RULES_IDLE, cp_node_span(g, NULL), "%.*s",
                       CP_FMT(run->current.variant->id));
    for (; rule; rule = rule->next)
        if (!cp_field_find(g->rules, rule->name))
            cp_field_add(g->arena, &g->rules, rule->name, rule->json);
    return true;
}

/* ---- frames ---- */

void cp_frame_refuse(struct cp_run *run, const struct cp_game *g, cp_str name)
{
    struct cp_variants those = alone(&run->asked->variants, run->current.variant);
    struct cp_buf why = cp_buf_in(&run->record);
    put_frame_choice(&why, &those, name);
    cp_diag_report(&run->diags, CP_FRAME_UNKNOWN, cp_node_span(g, NULL), "%.*s%.*s", CP_FMT(name),
                   CP_FMT(cp_buf_str(&why)));
}

bool cp_frame_settle(struct cp_run *run, struct cp_game *g)
{
    cp_str name = g->frame.len ? g->frame : cp_str_from(run->asked->frame_name);
    run->current.frame = cp_variant_frame(run->current.variant, name);
    run->current.frame_is_found = name.len > 0;
    run->current.is_prepared = false;
    if (!run->current.frame)
        cp_frame_refuse(run, g, name);
    else if (name.len)
        g->frame = run->current.frame->name;
    return run->current.frame != NULL;
}

/* ---- for completions ---- */

void cp_variants_put_ids(struct cp_buf *out, unsigned operand, char between)
{
    struct cp_variants all;
    size_t begin = out->len;
    (void)operand;
    cp_variants_list(&all, out->arena);
    for (uint32_t i = 0; i < all.count; i++)
        put_name(out, begin, (const char[]){between, 0}, all.list[i]->id);
}

/* Of those that games need not name; their numbers are given back. */
void cp_variants_put_frames(struct cp_buf *out, unsigned operand, char between)
{
    struct cp_variants all;
    struct cp_ints *ints = cp_ints_open_like(out->arena);
    (void)operand;
    struct cp_diags faults = cp_diags_in(out->arena);
    bool good = cp_variants_load(&all, out->arena, ints, &faults);
    cp_ints_close(ints);
    if (good)
        put_all_frames(out, (const char[]){between, 0}, &all);
}
