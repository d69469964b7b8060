/* SPDX-License-Identifier: MIT */
/* load_values.c -- the keys at the top of a variant file, its board, squares, and
 * where the men stand. */
#include "rules/variant/load.h"

#include "base/scan.h"
#include "base/wordlist.h"
#include "rules/variant/options.h"

#include <stdarg.h>

/* ---- faults ----
 *
 * Why so: D40 (DECISIONS.md). */

/* Where a byte of v's text stands. Text that YAML folded or unescaped has no
 * such place: then it is v's own. */
static cp_span place_of(const struct cp_value *v, size_t offset)
{
    cp_span at = v->at;
    bool quoted = v->type == CP_STRING && at.len == v->text.len + 2;
    if (at.len != v->text.len && !quoted)
        return at;
    at.col += (uint32_t)offset + quoted;
    at.len = 1;
    return offset ? at : v->at;
}

void cp_load_fault(struct cp_load *l, enum cp_diag kind, const struct cp_value *v, size_t offset,
                   const char *fmt, ...)
{
    struct cp_buf detail = cp_buf_in(l->arena);
    va_list args;
    va_start(args, fmt);
    cp_buf_vprintf(&detail, fmt, args);
    va_end(args);
    cp_diag_report(l->d, kind, place_of(v, offset), "%.*s", CP_FMT(cp_buf_str(&detail)));
}

/* ---- sections ---- */

static void report_unknown(struct cp_load *l, enum cp_section section, const struct cp_value *v)
{
    struct cp_meant meant;
    cp_meant_init(&meant, v->name);
    for (size_t i = 0; i < l->key_count; i++)
        if (l->keys[i].section == section)
            cp_meant_try(&meant, cp_str_from(l->keys[i].name), l->keys[i].name);
    const char *best = meant.best;
    cp_diag_report(l->d, CP_VARIANT_KEY, v->name_at, "'%.*s'%s%s%s", CP_FMT(v->name),
                   best ? ": is '" : "", best ? best : "", best ? "' meant?" : "");
}

void cp_load_section(struct cp_load *l, enum cp_section section, const struct cp_value *map)
{
    for (const struct cp_value *v = map->first; v; v = v->next) {
        const struct cp_load_key *key = l->keys, *end = l->keys + l->key_count;
        while (key < end && (key->section != section || !cp_str_is(v->name, key->name)))
            key++;
        if (key == end) {
            report_unknown(l, section, v);
        } else if (!(key->types & 1u << v->type)) {
            struct cp_buf wanted = cp_buf_in(l->arena);
            for (enum cp_type type = CP_NULL; type <= CP_MAP; type++)
                if (key->types & 1u << type)
                    cp_buf_printf(&wanted, "%s%s", wanted.len ? " or " : "", cp_type_name(type));
            cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "%s is %s, not %.*s", key->name,
                          cp_type_name(v->type), CP_FMT(cp_buf_str(&wanted)));
        }
    }
    for (const struct cp_load_key *key = l->keys; key < l->keys + l->key_count; key++) {
        const struct cp_value *v = key->section == section ? cp_value_get(map, key->name) : NULL;
        void *field = (char *)(key->is_variants ? (void *)l->v : (void *)l) + key->field;
        if (!v && key->section == section && key->required)
            cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'%s'", key->name);
        if (!v || !(key->types & 1u << v->type))
            continue;
        if (key->read)
            key->read(l, v);
        else if (key->most)
            (void)!cp_load_number(l, v, key->least, key->most, field);
        else if (key->is_truth)
            *(bool *)field = v->truth;
        else if (v->type != CP_BOOL || v->truth) /* false is as if it were not there */
            *(const struct cp_value **)field = v;
    }
}

/* ---- plain values ---- */

bool cp_load_int(struct cp_load *l, const struct cp_value *v, cp_int *out)
{
    if (v->type == CP_NUMBER && cp_int_parse(l->ints, out, v->text))
        return true;
    cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "%s is not whole", cp_type_name(v->type));
    return false;
}

bool cp_load_number(struct cp_load *l, const struct cp_value *v, int64_t low, int64_t high,
                    int32_t *out)
{
    cp_int number;
    int64_t n;
    if (!cp_load_int(l, v, &number))
        return false;
    if (cp_int_get(number, &n) && n >= low && n <= high) {
        *out = (int32_t)n;
        return true;
    }
    cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "%.*s is not within %lld and %lld", CP_FMT(v->text),
                  (long long)low, (long long)high);
    return false;
}

cp_str *cp_load_strings(struct cp_load *l, const struct cp_value *list, uint32_t *count)
{
    cp_str *out = cp_arena_take_zero(l->arena, list->count, sizeof *out);
    *count = 0;
    if (list->count > CP_NAMES_MOST)
        cp_load_fault(l, CP_VARIANT_VALUE, list, 0, "at most %d names", CP_NAMES_MOST);
    for (const struct cp_value *v = list->first; v && *count < CP_NAMES_MOST; v = v->next) {
        uint32_t before = 0;
        while (before < *count && !cp_str_like(out[before], v->text))
            before++;
        if (v->type != CP_STRING || cp_str_trim(v->text).len == 0)
            cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "a list of names holds %s",
                          v->type == CP_STRING ? "an empty one" : cp_type_name(v->type));
        else if (before < *count)
            cp_load_fault(l, CP_VARIANT_TWICE, v, 0, "'%.*s'", CP_FMT(v->text));
        else
            out[(*count)++] = v->text;
    }
    return out;
}

cp_str cp_load_line(struct cp_load *l, const struct cp_value *v)
{
    cp_str text = cp_str_trim(v->text);
    if (text.len == 0 || memchr(text.at, '\n', text.len))
        cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "it is words on one line");
    return text;
}

int cp_load_word(struct cp_load *l, const struct cp_value *v, const char *words, const char *why)
{
    cp_str rest = cp_str_from(words);
    for (int i = 0; rest.len; i++)
        if (cp_str_equal(cp_scan_word(&rest), v->text))
            return i;
    cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "'%.*s' %s", CP_FMT(v->text), why);
    return -1;
}

/* ---- lists of letters ---- */

uint8_t cp_load_kind(struct cp_load *l, cp_str letter, cp_span at)
{
    for (uint32_t kind = 0; kind < l->v->alphabet.count; kind++)
        if (cp_str_equal(l->letters[kind], letter))
            return (uint8_t)kind;
    cp_diag_report(l->d, CP_VARIANT_PIECE, at, "'%.*s'", CP_FMT(letter));
    return CP_NO_KIND;
}

/* Whether a kind is of men, and not of blocks of them; reported when it is not. */
static bool is_man(struct cp_load *l, uint8_t kind, cp_span at)
{
    if (!l->v->body.exists || kind != l->v->body.kind)
        return true;
    cp_diag_report(l->d, CP_VARIANT_CONFLICT, at,
                   "the %.*s is not one piece, but a body of several", CP_FMT(l->words[kind].name));
    return false;
}

uint8_t *cp_load_kinds(struct cp_load *l, const struct cp_value *list, bool twice, uint32_t *count)
{
    uint8_t *kinds = cp_arena_take_zero(l->arena, list->count, sizeof *kinds);
    *count = 0;
    for (const struct cp_value *v = list->first; v; v = v->next) {
        if (v->type != CP_STRING) {
            cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "a list of letters holds %s",
                          cp_type_name(v->type));
            continue;
        }
        uint8_t kind = cp_load_kind(l, v->text, v->at);
        if (kind == CP_NO_KIND)
            continue;
        if (!twice && memchr(kinds, kind, *count))
            cp_load_fault(l, CP_VARIANT_TWICE, v, 0, "'%.*s'", CP_FMT(v->text));
        else if ((l->kinds[kind].royal && !cp_royals_are_loose(l->v)) || l->words[kind].is_neutral)
            cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "the %.*s has no place in this list",
                          CP_FMT(l->words[kind].name));
        else if (is_man(l, kind, v->at))
            kinds[(*count)++] = kind;
    }
    return kinds;
}

void cp_load_id(struct cp_load *l, const struct cp_value *v)
{
    bool fine = v->text.len > 0;
    for (size_t i = 0; i < v->text.len; i++) {
        char c = v->text.at[i];
        fine &= (c >= 'a' && c <= 'z') || cp_is_digit(c) || (c == '-' && i > 0);
    }
    if (!fine)
        cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "'%.*s' is no id: small letters, digits, dashes",
                      CP_FMT(v->text));
    l->v->id = v->text;
}

void cp_load_name(struct cp_load *l, const struct cp_value *v)
{
    l->v->name = cp_load_line(l, v);
}

void cp_load_about(struct cp_load *l, const struct cp_value *v)
{
    l->v->about = cp_load_line(l, v);
}

void cp_load_aliases(struct cp_load *l, const struct cp_value *v)
{
    l->v->aliases = cp_load_strings(l, v, &l->v->alias_count);
}

void cp_load_aliases_elsewhere(struct cp_load *l, const struct cp_value *v)
{
    struct cp_variant *own = l->v;
    cp_str *more = cp_load_strings(l, v, &own->elsewhere_count);
    cp_str *all = cp_arena_take(l->arena, (own->alias_count + own->elsewhere_count) * sizeof *all);
    for (uint32_t i = 0; i < own->alias_count; i++)
        all[i] = own->aliases[i];
    for (uint32_t i = 0; i < own->elsewhere_count; i++)
        all[own->alias_count + i] = more[i];
    own->aliases = all;
    own->alias_count += own->elsewhere_count;
}

void cp_load_board(struct cp_load *l, const struct cp_value *v)
{
    if (v->type == CP_STRING) {
        (void)cp_load_word(l, v, "plane", "is no board: plane, or files and ranks");
        return;
    }
    l->v->bounded = l->v->alphabet.bounded = true;
    l->v->files = l->v->ranks = CP_BOARD_MOST;
    cp_load_section(l, CP_IN_BOARD, v);
    l->v->alphabet.files = l->v->files;
    l->v->alphabet.ranks = l->v->ranks;
}

void cp_load_border(struct cp_load *l, const struct cp_value *v)
{
    if (l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "a board of files and ranks has its edges");
    bool is_border = cp_border_parse(&l->v->border, l->ints, v);
    l->v->has_border = is_border && !cp_border_is_crossed(&l->v->border, l->ints);
    if (!is_border)
        cp_load_fault(l, CP_VARIANT_TYPE, v, 0,
                      "four numbers, or _ where it is open: left, right, bottom, top");
    else if (!l->v->has_border)
        cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "left is beyond right, or bottom beyond top");
}

void cp_load_notation(struct cp_load *l, const struct cp_value *v)
{
    static const enum cp_spelling spellings[] = {CP_LETTER, CP_NUMERIC, CP_BARE};
    int word =
        cp_load_word(l, v, "letters numeric bare", "is no notation: letters, numeric or bare");
    if (word < 0)
        return;
    l->v->alphabet.native = spellings[word];
    if (l->v->alphabet.native == CP_BARE && !l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                      "bare squares are for a board with edges: a plane has negative files");
}

/* {classical: [6, 6]}; the diagram's own frame is always the first. */
void cp_load_frames(struct cp_load *l, const struct cp_value *v)
{
    struct cp_frame *frames = cp_arena_take_zero(l->arena, v->count + 1u, sizeof *frames);
    frames[0] = l->v->frames[0];
    uint32_t count = 1;
    for (const struct cp_value *f = v->first; f; f = f->next) {
        struct cp_frame *frame = &frames[count];
        frame->name = f->name;
        if (cp_str_like(f->name, frames[0].name) || f->name.len == 0)
            cp_load_fault(l, CP_VARIANT_VALUE, f, 0, "'%.*s' cannot be a frame's name",
                          CP_FMT(f->name));
        else if (f->type != CP_LIST || f->count != 2)
            cp_load_fault(l, CP_VARIANT_TYPE, f, 0, "a frame is two numbers: [6, 6]");
        else if (cp_load_int(l, f->first, &frame->shift.file) &&
                 cp_load_int(l, f->first->next, &frame->shift.rank))
            count++;
    }
    l->v->frames = frames;
    l->v->frame_count = count;
}

void cp_load_insufficient(struct cp_load *l, const struct cp_value *v)
{
    struct cp_bare_material *bare = cp_arena_take_zero(l->arena, v->count, sizeof *bare);
    uint32_t count = 0;
    for (const struct cp_value *entry = v->first; entry; entry = entry->next) {
        if (entry->type != CP_MAP) {
            cp_load_fault(l, CP_VARIANT_TYPE, entry, 0, "an entry is pieces and source, not %s",
                          cp_type_name(entry->type));
            continue;
        }
        l->bare = &bare[count++];
        cp_load_section(l, CP_IN_INSUFFICIENT, entry);
    }
    l->v->bare = bare;
    l->v->bare_count = count;
}

void cp_load_bare_pieces(struct cp_load *l, const struct cp_value *v)
{
    l->bare->kinds = cp_load_kinds(l, v, true, &l->bare->count);
}

void cp_load_bare_source(struct cp_load *l, const struct cp_value *v)
{
    l->bare->source = cp_load_line(l, v);
}

void cp_load_bare_colour(struct cp_load *l, const struct cp_value *v)
{
    if (!l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "squares have colours on a board with edges");
    l->bare->one_colour = v->truth;
}

void cp_load_since(struct cp_load *l, const struct cp_value *v)
{
    static const char form[] = "0000-00-00";
    bool is_date = v->text.len == sizeof form - 1;
    for (size_t i = 0; is_date && i < v->text.len; i++)
        is_date = form[i] == '-' ? v->text.at[i] == '-' : cp_is_digit(v->text.at[i]);
    if (is_date)
        l->v->since = cp_str_keep(l->arena, v->text);
    else
        cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "a date is YYYY-MM-DD");
}

void cp_load_royals(struct cp_load *l, const struct cp_value *v)
{
    int word = cp_load_word(l, v, "one any last all",
                            "is no number of royal pieces: one, any, or of several last or all");
    l->v->royals = word < 0 ? CP_ROYALS_ONE : (enum cp_royals)word;
    l->v->any_royals = l->v->royals != CP_ROYALS_ONE;
}

void cp_load_check_royals(struct cp_load *l, const struct cp_value *v)
{
    if (v && cp_royals_are_loose(l->v) &&
        (!l->v->bounded || l->v->body.exists ||
         (l->v->wins[CP_WHITE] | l->v->wins[CP_BLACK]) &
             (CP_WINS_ROYAL_TAKEN | CP_WINS_ROYALS_TAKEN)))
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                      "the last royal piece is not taken, on a board with edges, without bodies");
}

void cp_load_must(struct cp_load *l, const struct cp_value *v)
{
    uint32_t count;
    const cp_str *words = cp_load_strings(l, v, &count);
    for (uint32_t i = 0; i < count; i++)
        if (cp_str_is(words[i], "capture"))
            l->v->must_take = true;
        else
            cp_load_fault(l, CP_VARIANT_VALUE, v, 0, "'%.*s' is nothing that must be done: capture",
                          CP_FMT(words[i]));
    bool is_simple = !l->v->promotion[CP_WHITE].is_limited;
    for (uint32_t kind = 0; kind < l->v->alphabet.count; kind++)
        is_simple &= !l->words[kind].is_neutral;
    if (!is_simple)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                      "who must take promotes without limit, and nothing is nobody's");
}

void cp_load_capture(struct cp_load *l, const struct cp_value *v)
{
    cp_load_section(l, CP_IN_CAPTURE, v);
    if (l->v->explodes && (!l->v->bounded || (l->v->any_royals && l->royal) || l->v->body.exists))
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                      "captures explode on a board with edges, with one royal piece on each side "
                      "at most, and no bodies");
}

void cp_load_checks(struct cp_load *l, const struct cp_value *v)
{
    l->v->forbids_checks =
        cp_load_word(l, v, "allowed forbidden", "is neither allowed nor forbidden") == 1;
    if (l->v->forbids_checks && (!l->v->bounded || l->v->body.exists))
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                      "checks are forbidden on a board with edges, without bodies");
}

void cp_load_pass(struct cp_load *l, const struct cp_value *v)
{
    if (v->type == CP_MAP) {
        cp_load_section(l, CP_IN_PASSING, v);
        return;
    }
    cp_load_pass_of(l, v);
    l->v->may_pass[CP_BLACK] = l->v->may_pass[CP_WHITE];
}

void cp_load_pass_of(struct cp_load *l, const struct cp_value *v)
{
    int word = cp_load_word(l, v, "never always stalemate",
                            "is no time to pass: never, always or stalemate");
    l->v->may_pass[cp_load_side(v)] = word < 0 ? CP_PASSES_NEVER : (enum cp_may_pass)word;
}

void cp_load_facing(struct cp_load *l, const struct cp_value *v)
{
    l->v->answers_facing =
        cp_load_word(l, v, "forbidden answered", "is neither forbidden nor answered") == 1;
    if (l->v->answers_facing && (!l->v->bounded || l->v->any_royals || !l->v->may_pass[CP_WHITE] ||
                                 !l->v->may_pass[CP_BLACK]))
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                      "kings are answered where each side has one and may pass, on a board with "
                      "edges");
}

void cp_load_spares(struct cp_load *l, const struct cp_value *v)
{
    uint32_t count;
    const uint8_t *kinds = cp_load_kinds(l, v, false, &count);
    for (uint32_t i = 0; i < count; i++)
        l->v->burst_spares |= UINT64_C(1) << kinds[i];
}

/* As a game's own; whether a value fits is told where a game is played by it. */
void cp_load_own_rules(struct cp_load *l, const struct cp_value *v)
{
    enum cp_owner owner = cp_str_is(v->name, "site") ? CP_OWNER_SITE : CP_OWNER_INVENTOR;
    struct cp_field **link = &l->v->own_rules[owner];
    for (const struct cp_value *rule = v->first; rule; rule = rule->next) {
        struct cp_buf json = cp_buf_in(l->arena);
        cp_value_format_json(&json, rule);
        if (!cp_rule_is_known(rule->name))
            cp_diag_report(l->d, CP_VARIANT_KEY, rule->name_at, "'%.*s' is no rule option",
                           CP_FMT(rule->name));
        link = cp_field_add(l->arena, link, rule->name, cp_buf_str(&json));
    }
}

void cp_load_trapdoor(struct cp_load *l, const struct cp_value *v)
{
    if (cp_variant_is_won_otherwise(l->v) || cp_variant_has_passes(l->v))
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                      "on trapdoors each side has one royal piece, wins by checkmate, and moves");
    (void)!cp_load_number(l, v, 1, CP_DELAY_MOST, &l->v->trapdoor);
    l->v->alphabet.has_falls = true;
}

/* ---- castling ---- */

/* A piece that promotes never stands where kings castle. */
static void take_castling(struct cp_load *l, uint8_t kind, cp_span at, uint64_t *kinds)
{
    if (kind == CP_NO_KIND || !is_man(l, kind, at))
        return;
    bool is_king = kinds == &l->v->castle_kings;
    if (l->kinds[kind].promotes || (!is_king && cp_variant_castles_as_king(l->v, kind)))
        cp_diag_report(l->d, CP_VARIANT_CONFLICT, at, "no king castles with this: the %.*s",
                       CP_FMT(l->words[kind].name));
    *kinds |= UINT64_C(1) << kind;
}

static void read_castling(struct cp_load *l, const struct cp_value *v, uint64_t *kinds)
{
    if (v->type == CP_STRING)
        take_castling(l, cp_load_kind(l, v->text, v->at), v->at, kinds);
    for (const struct cp_value *one = v->first; one; one = one->next) {
        if (one->type == CP_STRING)
            take_castling(l, cp_load_kind(l, one->text, one->at), one->at, kinds);
        else
            cp_load_fault(l, CP_VARIANT_TYPE, one, 0, "a list of letters holds %s",
                          cp_type_name(one->type));
    }
}

void cp_load_castling_king(struct cp_load *l, const struct cp_value *v)
{
    read_castling(l, v, &l->v->castle_kings);
}

void cp_load_castling_partner(struct cp_load *l, const struct cp_value *v)
{
    l->partner = v;
    read_castling(l, v, &l->v->castles_with);
}

void cp_load_castling(struct cp_load *l, const struct cp_value *v)
{
    struct cp_variant *own = l->v;
    if (v->type == CP_STRING) { /* a plane's, whose pieces are made ready when all are known */
        bool fits = !own->bounded && !own->body.exists;
        if (cp_load_word(l, v, "nearest", "is no castling: nearest, or a map") < 0)
            return;
        own->castles_near = fits;
        if (!fits)
            cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                          own->bounded ? "castling with the nearest is for a board without edges"
                                       : "there is no castling where pieces move as one body");
        return;
    }
    own->castles = own->alphabet.castles = true;
    if (!own->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "castling is for a board with edges");
    cp_load_section(l, CP_IN_CASTLING, v);
    if (own->family != CP_FAMILY_CHESS || l->partner)
        return;
    /* Most variants call it a rook, and need no key. */
    uint8_t rook = 0;
    while (rook < own->alphabet.count && !cp_str_is(l->letters[rook], "R"))
        rook++;
    if (rook < own->alphabet.count)
        take_castling(l, rook, v->at, &own->castles_with);
    else
        cp_load_fault(l, CP_VARIANT_MISSING, v, 0,
                      "'partner': which piece kings castle with, as none is lettered R");
}

void cp_load_castled_files(struct cp_load *l, const struct cp_value *v)
{
    struct cp_castled *own = &l->v->castled[cp_load_side(v)][l->castles_right];
    int32_t most = l->v->bounded ? l->v->files : CP_BOARD_MOST;
    if (v->count != 2)
        cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "the files of king and rook: [7, 6]");
    else if (cp_load_number(l, v->first, 1, most, &own->king) &&
             cp_load_number(l, v->first->next, 1, most, &own->partner) && own->king == own->partner)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "both would stand on one square");
}

/* [3, 4] of both, or {white: [3, 4], black: [2, 3]}. */
void cp_load_castled(struct cp_load *l, const struct cp_value *v)
{
    struct cp_castled(*both)[2] = l->v->castled;
    l->castles_right = cp_str_is(v->name, "kingside");
    if (v->type == CP_MAP) {
        cp_load_section(l, CP_IN_CASTLED, v);
        return;
    }
    cp_load_castled_files(l, v);
    both[CP_BLACK][l->castles_right] = both[CP_WHITE][l->castles_right];
}

void cp_load_setup_castling(struct cp_load *l, const struct cp_value *v)
{
    if (!l->v->castles)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "this variant has no castling");
    l->v->castling_at = v->at;
    l->v->start.castling = v->text;
}

/* ---- squares ---- */

static bool is_within(cp_int a, int32_t most)
{
    int64_t n;
    return cp_int_get(a, &n) && n >= 1 && n <= most;
}

/* What is wrong with a square; NULL: nothing is. */
static const char *fault_of(const struct cp_load *l, cp_square at)
{
    if (l->v->has_border && !cp_border_has(&l->v->border, l->ints, at))
        return "is beyond the border";
    bool is_on_board = is_within(at.file, l->v->files) && is_within(at.rank, l->v->ranks);
    return l->v->bounded && !is_on_board ? "is off the board" : NULL;
}

/* The word at *offset, which moves to the next. */
static cp_str next_word(const struct cp_value *v, size_t *offset)
{
    size_t from = *offset, end = cp_word_end(v->text, from);
    *offset = cp_space_end(v->text, end);
    return (cp_str){v->text.at + from, end - from};
}

/* In any spelling: (7,9), (g9), (φ9), (09), g9. */
static bool load_square(struct cp_load *l, const struct cp_value *v, size_t from, cp_str text,
                        cp_square *out)
{
    bool is_open = text.len && text.at[0] == '(';
    enum cp_spelling spelling = !is_open                         ? CP_BARE
                                : memchr(text.at, ',', text.len) ? CP_NUMERIC
                                                                 : CP_LETTER;
    bool is_square =
        cp_square_parse(l->ints, out, text, spelling) == CP_OK ||
        (spelling == CP_LETTER && cp_square_parse(l->ints, out, text, CP_LETTER_ASCII) == CP_OK);
    const char *fault = is_square ? fault_of(l, *out) : "is not a square";
    if (fault)
        cp_load_fault(l, CP_VARIANT_SQUARE, v, from, "'%.*s' %s", CP_FMT(text), fault);
    return !fault;
}

bool cp_load_square(struct cp_load *l, const struct cp_value *v, size_t *offset, cp_square *out)
{
    size_t from = *offset;
    return load_square(l, v, from, next_word(v, offset), out);
}

/* How many lie from one to the other, both counted; 0: too many. */
static uint32_t span_of(struct cp_ints *t, cp_int *low, cp_int high)
{
    int64_t n;
    if (cp_int_compare(t, *low, high) > 0) {
        cp_int swap = *low;
        *low = high;
        high = swap;
    }
    return cp_int_get(cp_int_sub(t, high, *low), &n) && n < CP_SETUP_MOST ? (uint32_t)n + 1 : 0;
}

bool cp_load_block(struct cp_load *l, const struct cp_value *v, size_t *offset,
                   struct cp_block *out)
{
    size_t from = *offset, cut = 0;
    cp_str text = next_word(v, offset);
    *out = (struct cp_block){.is_marked = text.len && text.at[text.len - 1] == '+'};
    text.len -= out->is_marked;
    /* It is cut at the first '-' outside parentheses and behind something. */
    for (bool is_inside = false; cut < text.len; cut++) {
        if (text.at[cut] == '-' && cut && !is_inside)
            break;
        is_inside = text.at[cut] == '(' || (is_inside && text.at[cut] != ')');
    }
    cp_square last;
    if (!load_square(l, v, from, (cp_str){text.at, cut}, &out->first))
        return false;
    last = out->first;
    if (cut < text.len && !load_square(l, v, from + cut + 1, cp_str_skip(text, cut + 1), &last))
        return false;
    out->files = span_of(l->ints, &out->first.file, last.file);
    out->ranks = span_of(l->ints, &out->first.rank, last.rank);
    if (out->files && out->ranks && out->files * out->ranks <= CP_SETUP_MOST)
        return true;
    cp_load_fault(l, CP_VARIANT_VALUE, v, from, "at most %d pieces", CP_SETUP_MOST);
    return false;
}

static cp_square square_of(struct cp_ints *t, const struct cp_block *b, uint32_t index)
{
    cp_square by = {CP_INT(index % b->files), CP_INT(index / b->files)};
    return cp_square_shift(t, b->first, by);
}

void cp_load_region(struct cp_load *l, const struct cp_value *v)
{
    struct cp_area *areas = cp_arena_take_zero(l->arena, v->text.len, sizeof *areas);
    struct cp_region *out = &l->region[cp_load_side(v)];
    struct cp_block block;
    for (size_t offset = cp_space_end(v->text, 0); offset < v->text.len;)
        if (cp_load_block(l, v, &offset, &block) && l->v->bounded) {
            struct cp_area *area = &areas[out->count++];
            area->left = (int32_t)block.first.file.v;
            area->bottom = (int32_t)block.first.rank.v;
            area->right = area->left + (int32_t)block.files - 1;
            area->top = area->bottom + (int32_t)block.ranks - 1;
        }
    out->areas = areas;
}

void cp_load_regions(struct cp_load *l, const struct cp_value *map, struct cp_region *out)
{
    if (!map)
        return;
    if (!l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, map, 0, "regions of a plane");
    l->region = out;
    out[CP_WHITE].is_said = out[CP_BLACK].is_said = true;
    cp_load_section(l, CP_IN_SQUARES, map);
}

void cp_load_window(struct cp_load *l, const struct cp_value *v)
{
    cp_square *w = l->v->window;
    size_t offset = cp_space_end(v->text, 0);
    if (!cp_load_square(l, v, &offset, &w[0]) || !cp_load_square(l, v, &offset, &w[1]))
        return;
    if (offset < v->text.len)
        cp_load_fault(l, CP_VARIANT_SQUARE, v, offset, "two squares are enough");
    if (cp_int_compare(l->ints, w[0].file, w[1].file) > 0 ||
        cp_int_compare(l->ints, w[0].rank, w[1].rank) > 0)
        cp_load_fault(l, CP_VARIANT_SQUARE, v, 0, "the lower left one comes first");
    l->has_window = true;
}

void cp_load_origin_mark(struct cp_load *l, const struct cp_value *v)
{
    size_t offset = cp_space_end(v->text, 0);
    l->v->has_origin_mark = cp_load_square(l, v, &offset, &l->v->origin_mark);
    if (l->v->has_origin_mark && offset < v->text.len)
        cp_load_fault(l, CP_VARIANT_SQUARE, v, offset, "one square is enough");
}

void cp_load_check_window(struct cp_load *l, const struct cp_value *map)
{
    if (l->has_window)
        return;
    if (!l->v->bounded && !cp_value_get(map, "window"))
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'window': a plane has no edges to draw");
    l->v->window[0] = (cp_square){CP_INT(1), CP_INT(1)};
    l->v->window[1] = (cp_square){CP_INT(l->v->files), CP_INT(l->v->ranks)};
}

/* ---- men ---- */

void cp_load_report_man(struct cp_load *l, const struct cp_value *v, size_t at, const cp_man *man,
                        const char *what)
{
    struct cp_buf square = cp_buf_in(l->arena);
    cp_square_format(l->ints, &square, man->square, l->v->alphabet.native);
    cp_load_fault(l, CP_VARIANT_SETUP, v, at, "%s %.*s", what, CP_FMT(cp_buf_str(&square)));
}

enum { PLACES = 2 * CP_SETUP_MOST }; /* a power of two, never all taken */

/* Where it says who stands on a square; 0 there: nobody does. */
static uint16_t *place_on(const struct cp_load *l, cp_square at)
{
    uint64_t hash = cp_int_digest(l->ints, at.file) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32 ^ cp_int_digest(l->ints, at.rank)) * 0xbf58476d1ce4e5b9u;
    uint32_t place = hash >> 32 & (PLACES - 1);
    while (l->places[place] && !cp_square_equal(l->v->start.men[l->places[place] - 1].square, at))
        place = (place + 1) & (PLACES - 1);
    return &l->places[place];
}

static bool add_man(struct cp_load *l, const struct cp_value *v, size_t at, cp_man man)
{
    struct cp_start *s = &l->v->start;
    if (s->count == CP_SETUP_MOST) {
        if (!l->is_crowded)
            cp_load_fault(l, CP_VARIANT_VALUE, v, at, "at most %d pieces", CP_SETUP_MOST);
        l->is_crowded = true;
        return false;
    }
    /* R-INF-10. */
    if (*place_on(l, man.square))
        cp_load_report_man(l, v, at, &man, "two pieces stand on");
    if (l->kinds[man.kind].promotes && cp_must_promote_on(l->v, man.side, man.square))
        cp_load_report_man(l, v, at, &man, "a piece stands on its own promotion rank:");
    uint16_t *place = place_on(l, man.square);
    s->men[s->count++] = man;
    *place = *place ? *place : (uint16_t)s->count;
    return true;
}

static void add_men(struct cp_load *l, const struct cp_value *v, uint8_t kind, enum cp_side side)
{
    size_t offset = cp_space_end(v->text, 0);
    struct cp_block block;
    cp_man man = {.kind = kind, .side = (uint8_t)side, .line = v->at.line, .col = v->at.col};
    while (offset < v->text.len) {
        size_t from = offset;
        if (!cp_load_block(l, v, &offset, &block))
            continue;
        man.moved = !block.is_marked; /* until it is known that nothing is marked */
        l->is_marked |= block.is_marked;
        for (uint32_t i = 0; i < block.files * block.ranks; i++) {
            man.square = square_of(l->ints, &block, i);
            if (!add_man(l, v, from, man))
                return;
        }
    }
}

/* {K: m9, R: g9 r9}; a value may be a list of such strings. What is nobody's is kept as
 * White's. */
void cp_load_men(struct cp_load *l, const struct cp_value *map)
{
    bool is_neutral = cp_str_is(map->name, "neutral");
    enum cp_side side = cp_load_side(map);
    for (const struct cp_value *v = map->first; v; v = v->next) {
        uint8_t kind = cp_load_kind(l, v->name, v->name_at);
        if (kind == CP_NO_KIND || !is_man(l, kind, v->name_at))
            continue;
        if (l->words[kind].is_neutral != is_neutral)
            cp_diag_report(l->d, CP_VARIANT_CONFLICT, v->name_at, "the %.*s is %s",
                           CP_FMT(l->words[kind].name),
                           is_neutral ? "somebody's" : "nobody's: it stands under 'neutral'");
        const struct cp_value *part = v->type == CP_LIST ? v->first : v;
        for (; part; part = v->type == CP_LIST ? part->next : NULL) {
            if (part->type == CP_STRING)
                add_men(l, part, kind, side);
            else
                cp_load_fault(l, CP_VARIANT_TYPE, part, 0, "squares are a string, not %s",
                              cp_type_name(part->type));
        }
    }
    l->has_black |= side == CP_BLACK;
}

void cp_load_setup_mirror(struct cp_load *l, const struct cp_value *v)
{
    cp_int sum;
    uint32_t count = l->v->start.count; /* White's */
    if (l->has_black)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "'black' is there too");
    if (l->has_black || !cp_load_int(l, v, &sum))
        return;
    l->has_black = true;
    for (uint32_t i = 0; i < count; i++) {
        cp_man man = l->v->start.men[i];
        man.side = CP_BLACK;
        man.square.rank = cp_int_sub(l->ints, sum, man.square.rank);
        if (fault_of(l, man.square))
            cp_load_fault(l, CP_VARIANT_SQUARE, v, 0, "it puts pieces off the board");
        else if (!add_man(l, v, 0, man))
            return;
    }
}

void cp_load_setup_begins(struct cp_load *l, const struct cp_value *v)
{
    if (cp_load_word(l, v, "white black", "does not begin: white or black") == 1)
        l->v->start.turn = CP_BLACK;
}

/* No more squares than there may be pieces, those that come again counted. */
static void move_blocks(struct cp_load *l)
{
    uint32_t squares = 0;
    struct cp_block block;
    for (size_t from = 0, offset = cp_space_end(l->moved->text, 0); offset < l->moved->text.len;) {
        from = offset;
        if (!cp_load_block(l, l->moved, &offset, &block))
            continue;
        squares += block.files * block.ranks;
        if (squares > CP_SETUP_MOST) {
            cp_load_fault(l, CP_VARIANT_VALUE, l->moved, from, "at most %d pieces", CP_SETUP_MOST);
            return;
        }
        for (uint32_t i = 0; i < block.files * block.ranks; i++) {
            uint16_t man = *place_on(l, square_of(l->ints, &block, i));
            if (man)
                l->v->start.men[man - 1].moved = true;
            else
                cp_load_fault(l, CP_VARIANT_SETUP, l->moved, from, "no piece stands there");
        }
    }
}

/* One of each side that may be mated, unless it is said that there may be any number. */
static void check_kings(struct cp_load *l, const struct cp_value *map, enum cp_side side)
{
    unsigned kings = 0;
    if (l->v->any_royals || !(l->v->wins[cp_other(side)] & CP_WINS_CHECKMATE))
        return;
    for (uint32_t i = 0; i < l->v->start.count; i++) {
        const cp_man *man = &l->v->start.men[i];
        kings += man->side == side && l->kinds[man->kind].royal;
    }
    const char *name = side == CP_WHITE ? "White" : "Black";
    if (!l->royal || l->is_crowded || kings == 1)
        return;
    if (kings == 0)
        cp_load_fault(l, CP_VARIANT_SETUP, map, 0, "%s has no royal piece", name);
    else
        cp_load_fault(l, CP_VARIANT_SETUP, map, 0, "%s has %u royal pieces", name, kings);
}

/* Where men that promote make their first move: as far back as any does in the set-up. */
static void set_home(struct cp_load *l)
{
    int32_t *home = l->v->alphabet.home;
    home[CP_WHITE] = 2;
    home[CP_BLACK] = l->v->ranks - 1;
    bool is_found[2] = {false, false};
    for (uint32_t i = 0; l->v->bounded && i < l->v->start.count; i++) {
        const cp_man *man = &l->v->start.men[i];
        int32_t rank = (int32_t)man->square.rank.v, *own = &home[man->side];
        if (man->moved || !l->kinds[man->kind].promotes || !l->kinds[man->kind].has_first)
            continue;
        if (!is_found[man->side] || (man->side == CP_WHITE ? rank < *own : rank > *own))
            *own = rank;
        is_found[man->side] = true;
    }
}

void cp_load_setup(struct cp_load *l, const struct cp_value *map)
{
    if (!l->kinds)
        return;
    l->v->setup_at = map->at;
    l->v->start.men = cp_arena_take(l->arena, CP_SETUP_MOST * sizeof(cp_man)); /* seldom many */
    l->places = cp_arena_take_zero(l->arena, PLACES, sizeof *l->places);
    cp_load_section(l, CP_IN_SETUP, map);
    if (!l->has_black)
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'black' or 'mirror'");
    /* Unless some squares are marked, all have their first move, but those that `moved` names. */
    for (uint32_t i = 0; i < l->v->start.count && !l->is_marked; i++)
        l->v->start.men[i].moved = false;
    if (l->moved)
        move_blocks(l);
    l->v->marks_first = l->is_marked || l->moved;
    set_home(l);
    if (l->moved && l->is_marked)
        cp_load_fault(l, CP_VARIANT_CONFLICT, l->moved, 0, "squares are marked with + too");
    check_kings(l, map, CP_WHITE);
    if (l->has_black)
        check_kings(l, map, CP_BLACK);
}
