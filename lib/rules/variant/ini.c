/* SPDX-License-Identifier: MIT */
/* ini.c -- sections of variants.ini, written as our YAML.
 *
 *     1. a section is a copy of what its parent says: values by key, and pieces by slot;
 *        a bundled parent is taken apart into the same
 *     2. its own lines change that
 *     3. it is written as one of our files; each line knows the one it came from
 *     4. the loader reads that, and what it finds wrong is said of the line it came from */
#include "rules/variant/ini.h"

#include "base/yaml.h"
#include "rules/variant/ini_draft.h"

enum { SECTIONS_MOST = 2048 };

/* ---- reading lines ---- */

static cp_str next_line(cp_str *rest)
{
    const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;
    size_t len = end ? (size_t)(end - rest->at) : rest->len;
    cp_str line = {rest->at, len};
    *rest = cp_str_skip(*rest, len + (end != NULL));
    return cp_str_trim(line);
}

static bool is_nothing(cp_str line)
{
    return !line.len || line.at[0] == '#' || line.at[0] == ';';
}

/* What stands between [ and ]; false: there is no ], or something behind it. */
static bool read_title(cp_str line, cp_str *title)
{
    *title = cp_str_skip(line, 1);
    const char *close = title->len ? memchr(title->at, ']', title->len) : NULL;
    if (!close)
        return false;
    title->len = (size_t)(close - title->at);
    return is_nothing(cp_str_trim(cp_str_skip(line, title->len + 2)));
}

static cp_str without_mark(cp_str text)
{
    cp_str mark = CP_STR("\xef\xbb\xbf");
    return cp_str_starts(text, mark) ? cp_str_skip(text, mark.len) : text;
}

bool cp_ini_is(cp_str text)
{
    cp_str line = {0}, title;
    text = without_mark(text);
    while (text.len && is_nothing(line))
        line = next_line(&text);
    if (!line.len || line.at[0] != '[') {
        const char *sign = line.len ? memchr(line.at, '=', line.len) : NULL;
        return sign && !memchr(line.at, ':', (size_t)(sign - line.at));
    }
    return read_title(line, &title) || !memchr(line.at, ']', line.len);
}

/* The slot that a key names; SLOTS: none. */
static int slot_named(cp_str key)
{
    cp_str custom = CP_STR("customPiece");
    int number = 0;
    for (int i = 0; i < TYPES; i++)
        if (cp_str_is(key, cp_ini_types[i].name))
            return i;
    if (cp_str_is(key, "king"))
        return KING;
    if (!cp_str_starts(key, custom) || key.len == custom.len || key.len > custom.len + 2)
        return SLOTS;
    for (size_t i = custom.len; i < key.len; i++)
        number = cp_is_digit(key.at[i]) ? number * 10 + key.at[i] - '0' : CUSTOM + 1;
    return number >= 1 && number <= CUSTOM ? TYPES + number - 1 : SLOTS;
}

/* n, - or, of a king or a piece of one's own, n:BETZA */
static void read_piece(struct cp_ini_draft *d, int slot, cp_str value, uint32_t line)
{
    bool has_move = slot >= TYPES && value.len > 2 && value.at[1] == ':';
    bool is_whole = has_move || (value.len == 1 && (slot < TYPES || slot == KING));
    char letter = value.len ? cp_ini_upper(value.at[0]) : 0;
    struct cp_ini_slot *own = &d->slots[slot];
    cp_str move = has_move ? cp_str_trim(cp_str_skip(value, 2)) : (cp_str){0};
    *own = (struct cp_ini_slot){.letter = 0};
    if (cp_str_is(value, "-"))
        return;
    if (!is_whole || !cp_ini_is_capital(letter)) {
        cp_ini_refuse(d, line, "'%.*s' is no piece: -, a letter, or %s", CP_FMT(value),
                      slot < TYPES ? "nothing else" : "a letter, : and Betza");
        return;
    }
    int before = cp_ini_slot_of(d, letter);
    if (before < SLOTS)
        d->slots[before] = *own;
    if (slot < TYPES)
        move = cp_str_from(cp_ini_types[slot].move);
    else if (slot == KING && !move.len)
        move = CP_STR("K");
    *own = (struct cp_ini_slot){.letter = letter, .move = {move, line}};
}

/* mobilityRegionWhiteCustomPiece2: squares */
static bool read_zone(struct cp_ini_draft *d, cp_str key, cp_str value, uint32_t line)
{
    static const char *const sides[2] = {"mobilityRegionWhite", "mobilityRegionBlack"};
    bool is = false;
    for (int side = 0; side < 2 && !is; side++) {
        if (!cp_str_starts(key, cp_str_from(sides[side])) || key.len == strlen(sides[side]))
            continue;
        struct cp_buf name = cp_buf_in(d->arena);
        cp_buf_put(&name, cp_str_skip(key, strlen(sides[side])));
        name.at[0] = cp_lower(name.at[0]);
        int slot = slot_named(cp_buf_str(&name));
        is = slot < SLOTS;
        if (is)
            d->zones[slot][side] =
                (struct cp_ini_said){cp_str_is(value, "-") ? (cp_str){0} : value, line};
    }
    return is;
}

static void read_key(struct cp_ini_draft *d, cp_str key, cp_str value, uint32_t line)
{
    int slot = slot_named(key), row = 0;
    while (row < ROWS && !cp_str_is(key, cp_ini_rows[row].name))
        row++;
    if (row < ROWS)
        d->said[row] = (struct cp_ini_said){value, line};
    else if (slot < SLOTS)
        read_piece(d, slot, value, line);
    else if (!read_zone(d, key, value, line))
        cp_ini_refuse(d, line, "%.*s: the format has no such key", CP_FMT(key));
}

/* ---- a bundled parent, taken apart ---- */

static cp_str letters_that(struct cp_ini_draft *d, const struct cp_value *pieces, const char *key)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (const struct cp_value *p = pieces->first; p; p = p->next)
        if (cp_value_get(p, key))
            cp_buf_put(&b, p->name);
    return b.len ? cp_buf_str(&b) : CP_STR("-");
}

/* [Q, R], [8, 9] or [8, a5]: "Q R", "*8 *9", "*8 a5" */
static cp_str joined(struct cp_ini_draft *d, const struct cp_value *v)
{
    struct cp_buf b = cp_buf_in(d->arena);
    for (const struct cp_value *one = v && v->type == CP_LIST ? v->first : v; one;
         one = v->type == CP_LIST ? one->next : NULL)
        cp_buf_printf(&b, one->type == CP_NUMBER ? "*%.*s " : "%.*s ", CP_FMT(one->text));
    return b.len ? cp_str_trim(cp_buf_str(&b)) : CP_STR("-");
}

static void take_piece(struct cp_ini_draft *d, const struct cp_value *p)
{
    const struct cp_value *name = cp_value_get(p, "name"), *move = cp_value_get(p, "move");
    const struct cp_value *zone = cp_value_get(p, "zone");
    bool is_royal = cp_value_get(p, "royal") != NULL;
    int slot = is_royal ? KING : name ? slot_named(name->text) : SLOTS;
    slot = slot == KING && !is_royal ? SLOTS : slot; /* it is only called so */
    for (int i = 1; move && slot == SLOTS && i < TYPES; i++)
        if (cp_str_is(move->text, cp_ini_types[i].move) && !d->slots[i].letter)
            slot = i;
    for (int i = KING - 1; i >= TYPES && (slot == SLOTS || d->slots[slot].letter); i--)
        if (!d->slots[i].letter)
            slot = i;
    if (slot == SLOTS || p->name.len != 1 || d->slots[slot].letter) {
        cp_ini_refuse(d, d->line, "the %.*s of its parent cannot be said there",
                      CP_FMT(name ? name->text : p->name));
        return;
    }
    d->slots[slot] = (struct cp_ini_slot){p->name.at[0], {move ? move->text : CP_STR(""), 0}, p};
    for (int side = 0; zone && side < 2; side++) {
        const struct cp_value *own = cp_value_get(zone, side ? "black" : "white");
        d->zones[slot][side].value = own ? own->text : CP_STR("-");
    }
    if (slot == KING && move && memchr(move->text.at, 'k', move->text.len) &&
        !d->parent->answers_facing)
        d->said[KEY_FACING].value = CP_STR("true");
    const struct cp_value *from = cp_value_get(cp_value_get(p, "first-step"), "white");
    size_t digits = 0; /* a6-i10 */
    while (from && digits + 1 < from->text.len && cp_is_digit(from->text.at[digits + 1]))
        digits++;
    if (cp_ini_is_soldier(slot) && digits && !cp_value_get(p, "first-stays"))
        d->said[KEY_SOLDIERS].value = (cp_str){from->text.at + 1, digits};
}

/* Its ways to win, and how it ends: "*8 d4", "KQ", and the words of results. */
static void take_ends(struct cp_ini_draft *d, const struct cp_variant *v,
                      const struct cp_value *map)
{
    static const char *const results[] = {"draw", "win", "loss"};
    static const char *const answered[2][2] = {{"", "black"}, {"white", "[white, black]"}};
    const struct cp_value *wins = cp_value_get(map, "wins");
    const struct cp_value *goal = cp_value_get(wins, "goal"),
                          *extinct = cp_value_get(wins, "extinct");
    const struct cp_value *pieces = cp_value_get(goal, "pieces");
    const struct cp_extinct *e = v->bared.kinds ? &v->bared : &v->extinct;
    struct cp_ini_said *said = d->said;
    bool is_hill = (v->wins[CP_WHITE] | v->wins[CP_BLACK]) & CP_WINS_HILL;
    bool counts = v->stalemate == CP_STALEMATE_FEWER;
    said[KEY_STALEMATE].value = cp_str_from(results[counts ? CP_STALEMATE_WINS : v->stalemate]);
    said[KEY_STALEMATE_COUNT].value = cp_str_from(counts ? "true" : "");
    said[KEY_MATED].value = cp_str_from(results[v->mated]);
    if (is_hill || (goal && !pieces))
        said[KEY_FLAG].value = letters_that(d, cp_value_get(map, "pieces"), "royal");
    if (is_hill)
        said[KEY_FLAGS].value = CP_STR("d4 e4 d5 e5");
    if (pieces)
        said[KEY_FLAG].value = v->goal.kinds == UINT64_MAX ? CP_STR("*") : joined(d, pieces);
    for (int side = 0; goal && side < 2; side++)
        said[side ? KEY_FLAGS_BLACK : KEY_FLAGS_WHITE].value =
            joined(d, cp_value_get(goal, side ? "black" : "white"));
    if (goal) {
        said[KEY_FLAG_COUNT].value = cp_str_printf(d->arena, "%d", v->goal.count);
        said[KEY_FLAG_FULL].value = cp_str_from(v->goal.may_be_full ? "true" : "false");
        said[KEY_FLAG_SAFE].value = cp_str_from(v->goal.is_safe ? "true" : "false");
        said[KEY_FLAG_MOVE].value =
            cp_str_from(answered[v->goal.is_answered[CP_WHITE]][v->goal.is_answered[CP_BLACK]]);
    }
    if (e->kinds) {
        said[KEY_EXTINCT].value =
            e->is_of_all ? CP_STR("*") : joined(d, cp_value_get(extinct, "pieces"));
        said[KEY_EXTINCT_VALUE].value = cp_str_from(results[e->result]);
        said[KEY_EXTINCT_COUNT].value = cp_str_printf(d->arena, "%d", e->count);
        said[KEY_EXTINCT_OTHERS].value = cp_str_printf(d->arena, "%d", e->others);
        said[KEY_EXTINCT_CLAIM].value = cp_str_from(e->is_answered ? "true" : "false");
    }
    if (v->repetition)
        said[KEY_FOLD].value = cp_str_printf(d->arena, "%d", v->repetition > 0 ? v->repetition : 0);
    said[KEY_FOLD_VALUE].value = cp_str_from(results[v->repeated]);
    if (v->alphabet.checks_win)
        said[KEY_COUNTING].value = CP_STR("true");
    if (v->must_take)
        said[KEY_MUST].value = CP_STR("true");
    for (int side = 0; side < 2; side++)
        if (v->may_pass[side] != CP_PASSES_NEVER)
            said[(v->may_pass[side] == CP_PASSES_STUCK ? KEY_STUCK_WHITE : KEY_PASS_WHITE) +
                 (enum cp_ini_key)side]
                .value = CP_STR("true");
    if (v->checks_lose)
        said[KEY_PERPETUAL].value = CP_STR("true");
    if (v->answers_facing)
        said[KEY_BIKJANG].value = CP_STR("true");
}

static void take_bundled(struct cp_ini_draft *d, const struct cp_variant *v,
                         const struct cp_value *map)
{
    const struct cp_value *pieces = cp_value_get(map, "pieces");
    const struct cp_value *promotion = cp_value_get(map, "promotion");
    const struct cp_value *castling = cp_value_get(map, "castling"), *partner;
    struct cp_ini_said *said = d->said;
    d->bundled = map;
    d->parent = v;
    if (!v->bounded || !pieces) {
        cp_ini_refuse(d, d->line, "its parent has no board with edges");
        return;
    }
    for (const struct cp_value *p = pieces->first; p; p = p->next)
        if (!cp_value_get(p, "neutral"))
            take_piece(d, p);
    said[KEY_MAX_FILE].value = cp_str_printf(d->arena, "%d", v->files);
    said[KEY_MAX_RANK].value = cp_str_printf(d->arena, "%d", v->ranks);
    said[KEY_PAWNS].value = letters_that(d, pieces, "promotes");
    said[KEY_PASSING].value = letters_that(d, pieces, "en-passant");
    said[KEY_REGION_WHITE].value = joined(d, cp_value_get(promotion, "white"));
    said[KEY_REGION_BLACK].value = joined(d, cp_value_get(promotion, "black"));
    const struct cp_value *to = cp_value_get(promotion, "to");
    bool is_split = to && to->type == CP_MAP;
    said[KEY_CHOICES].value = joined(d, is_split ? NULL : to);
    if (cp_value_get(promotion, "optional")) {
        said[KEY_PAWNS_MUST].value =
            cp_str_from(v->promotion[CP_WHITE].may_stay ? "false" : "true");
        said[KEY_IMMOBILE].value = CP_STR("true");
    }
    for (int side = 0; is_split && side < 2; side++)
        said[side ? KEY_CHOICES_BLACK : KEY_CHOICES_WHITE].value =
            joined(d, cp_value_get(to, side ? "black" : "white"));
    /* its men that may go two steps stand where they may */
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *m = &v->start.men[i];
        if (v->kinds[m->kind].en_passant && !m->moved)
            said[m->side == CP_WHITE ? KEY_DOUBLE_WHITE : KEY_DOUBLE_BLACK].value =
                cp_str_printf(d->arena, "*%d", (int)m->square.rank.v);
    }
    for (const struct cp_value *p = pieces->first; p; p = p->next) {
        const struct cp_value *steps = cp_value_get(p, "first-step");
        bool is_soldier =
            cp_ini_is_soldier(cp_ini_slot_of(d, p->name.at[0])) || cp_value_get(p, "first-stays");
        for (int side = 0; steps && !is_soldier && side < 2; side++) {
            const struct cp_value *own = cp_value_get(steps, side ? "black" : "white");
            said[side ? KEY_DOUBLE_BLACK : KEY_DOUBLE_WHITE].value = own ? own->text : CP_STR("-");
        }
    }
    take_ends(d, v, map);
    if (v->forbids_checks)
        said[KEY_CHECKING].value = CP_STR("false");
    if (v->explodes)
        said[KEY_EXPLODES].value = CP_STR("true");
    if (!v->castles)
        said[KEY_CASTLING].value = CP_STR("false");
    if ((partner = cp_value_get(castling, "partner")))
        said[KEY_PARTNER].value = joined(d, partner);
}

/* ---- a whole variant ---- */

static void refuse_rows(struct cp_ini_draft *d)
{
    for (int i = 0; i < ROWS; i++)
        if (cp_ini_rows[i].meaning && d->said[i].line &&
            !cp_str_is(d->said[i].value, cp_ini_rows[i].harmless))
            cp_ini_refuse(d, d->said[i].line, "%s: %s", cp_ini_rows[i].name,
                          cp_ini_rows[i].meaning);
}

static void finish(struct cp_ini_variant *out, struct cp_ini_draft *d, struct cp_ints *ints)
{
    struct cp_ini_text *t = cp_arena_take_zero(d->arena, 1, sizeof *t);
    t->buf = cp_buf_in(d->arena);
    struct cp_ini_draft own = *d; /* its children have nothing of what is found here */
    refuse_rows(&own);
    if (!own.refused)
        cp_ini_write(&own, t);
    struct cp_diags faults = cp_diags_in(d->arena);
    struct cp_variant *v = NULL;
    if (!own.refused &&
        !cp_variant_parse(&v, d->arena, ints, cp_buf_str(&t->buf), d->file, &faults))
        for (const struct cp_message *m = faults.first; m; m = m->next) {
            uint32_t at = m->at.line && m->at.line <= t->count ? t->lines[m->at.line - 1] : d->line;
            cp_ini_refuse(&own, at, "%s: %.*s", cp_diag_text(m->kind), CP_FMT(m->detail));
        }
    uint32_t start = cp_ini_line_of(&own, KEY_START);
    *out = (struct cp_ini_variant){
        .id = d->id, .name = d->name, .start_at = {.file = d->file, .line = start, .col = 1}};
    for (const struct cp_refusal *r = own.refused; r; r = r->next) {
        struct cp_refusal *copy = cp_arena_take_zero(d->arena, 1, sizeof *copy);
        *copy = (struct cp_refusal){r->at, r->why, out->refused};
        out->refused = copy;
    }
    if (out->refused)
        return;
    out->v = v;
    v->text = cp_buf_str(&t->buf);
}

/* name:parent; those above are the drafts before it */
static void begin(struct cp_ini_draft *d, const struct cp_ini_draft *above, cp_str title,
                  const struct cp_variants *bundled, struct cp_ints *ints)
{
    const char *colon = title.len ? memchr(title.at, ':', title.len) : NULL;
    size_t len = colon ? (size_t)(colon - title.at) : title.len;
    cp_str name = cp_str_trim((cp_str){title.at, len});
    cp_str parent = colon ? cp_str_trim(cp_str_skip(title, len + 1)) : (cp_str){0};
    const struct cp_ini_draft *of = NULL, *same = NULL, own = *d;
    struct cp_value *map;
    struct cp_diags quiet = cp_diags_in(d->arena);
    struct cp_buf id = cp_buf_in(d->arena);
    for (size_t i = 0; i < name.len; i++)
        cp_buf_putc(&id, name.at[i] == '_' ? '-' : cp_lower(name.at[i]));
    for (const struct cp_ini_draft *one = above; one < d; one++) {
        of = !of && parent.len && cp_str_equal(one->name, parent) ? one : of;
        same = !same && cp_str_equal(one->id, cp_buf_str(&id)) ? one : same;
    }
    if (of)
        *d = *of;
    d->name = name;
    d->id = cp_buf_str(&id);
    d->line = own.line;
    if (same)
        cp_ini_refuse(d, d->line, "a section of that name stands above");
    if (of || !parent.len)
        return;
    struct cp_variant *v = cp_variants_find(bundled, parent);
    if (v)
        cp_variant_wake(v, d->arena, ints);
    if (v && cp_yaml_parse(&map, d->arena, cp_variant_text(v->id), d->file, &quiet))
        take_bundled(d, v, map);
    else
        cp_ini_refuse(d, d->line, "no variant '%.*s' is known to inherit from", CP_FMT(parent));
}

static uint32_t count_sections(cp_str text)
{
    uint32_t count = 0;
    while (text.len) {
        cp_str line = next_line(&text);
        count += line.len && line.at[0] == '[';
    }
    return count;
}

bool cp_ini_parse(struct cp_ini *out, struct cp_arena *arena, struct cp_ints *ints, cp_str text,
                  const char *file, struct cp_diags *faults)
{
    text = cp_str_keep(arena, without_mark(text));
    uint32_t number = 0, count = 0, sections = count_sections(text);
    struct cp_variants bundled;
    *out = (struct cp_ini){NULL, 0};
    if (sections > SECTIONS_MOST) {
        cp_diag_report(faults, CP_FILE_BAD, (cp_span){.file = file},
                       "it has %u variants, and %d may be read", sections, SECTIONS_MOST);
        return false;
    }
    struct cp_ini_draft *drafts = cp_arena_take_zero(arena, sections, sizeof *drafts);
    out->list = cp_arena_take_zero(arena, sections, sizeof *out->list);
    cp_variants_list(&bundled, arena);
    while (text.len) {
        cp_str line = next_line(&text), title;
        struct cp_ini_draft *d = count ? &drafts[count - 1] : NULL;
        number++;
        if (is_nothing(line))
            continue;
        const char *sign = memchr(line.at, '=', line.len);
        size_t len = sign ? (size_t)(sign - line.at) : 0;
        if (line.at[0] == '[') {
            d = &drafts[count++];
            *d = (struct cp_ini_draft){.arena = arena, .file = file, .line = number};
            bool is_whole = read_title(line, &title);
            begin(d, drafts, title, &bundled, ints);
            if (!is_whole)
                cp_ini_refuse(d, number, "a section is '[name]' or '[name:parent]'");
        } else if (!d) {
            cp_diag_report(faults, CP_FILE_BAD, (cp_span){.file = file, .line = number, .col = 1},
                           "this stands before the first section");
            return false;
        } else if (sign) {
            read_key(d, cp_str_trim((cp_str){line.at, len}),
                     cp_str_trim(cp_str_skip(line, len + 1)), number);
        } else {
            cp_ini_refuse(d, number, "a line is 'key = value'");
        }
    }
    for (uint32_t i = 0; i < count; i++)
        finish(&out->list[out->count++], &drafts[i], ints);
    return true;
}

void cp_ini_refuse_start(struct cp_ini_variant *of, struct cp_arena *arena,
                         const struct cp_diags *faults)
{
    of->v = NULL;
    of->refused = cp_arena_take_zero(arena, 1, sizeof *of->refused);
    const struct cp_message *m = faults->first;
    cp_str why = cp_str_printf(arena, "%s: %.*s", cp_diag_text(m->kind), CP_FMT(m->detail));
    *of->refused = (struct cp_refusal){of->start_at, why, NULL};
}

const struct cp_ini_variant *cp_ini_find_refused(const struct cp_ini *ini, cp_str name,
                                                 const struct cp_variant *bundled)
{
    for (uint32_t i = 0; i < ini->count; i++) {
        const struct cp_ini_variant *one = &ini->list[i];
        struct cp_variant named = {.id = one->id, .name = one->name}, *list[2] = {&named};
        struct cp_variants all = {.list = list, .count = 1};
        if (!one->refused)
            continue;
        if (cp_variants_find(&all, name))
            return one;
        named = bundled ? *bundled : (struct cp_variant){.id = {0}};
        if (cp_variants_find(&all, one->id) || cp_variants_find(&all, one->name))
            return one;
    }
    return NULL;
}
