/* SPDX-License-Identifier: MIT */
#include "rules/variant/options.h"

#include "base/json.h"

struct amending {
    struct cp_variant *variant;
    const struct cp_game *game;
    struct cp_arena *arena;
    struct cp_diags *diags;
    cp_span at;
};

static bool refuse(struct amending *a, enum cp_diag why, cp_str what)
{
    cp_diag_report(a->diags, why, a->at, "%.*s", CP_FMT(what));
    return false;
}

/* "white: [\"K\"]", or only of what it is a value where it is long. */
static bool refuse_value(struct amending *a, const struct cp_value *value)
{
    enum { SHOWN = 60 };
    struct cp_buf text = cp_buf_in(a->arena);
    cp_buf_printf(&text, "%.*s: ", CP_FMT(value->name));
    cp_value_format_json(&text, value);
    bool is_short = text.len <= value->name.len + 2 + SHOWN;
    return refuse(a, CP_RULE_VALUE, is_short ? cp_buf_str(&text) : value->name);
}

static bool read_ranks(struct amending *a, const struct cp_value *value, enum cp_side side)
{
    struct cp_ranks ranks;
    if (!cp_ranks_parse(&ranks, a->game->ints, value))
        return refuse_value(a, value);
    cp_promotion_set_ranks(&a->variant->promotion[side], a->arena, &ranks);
    return true;
}

/* What was proven unable to mate was proven of pieces as they are in the variant. */
static void forget_proofs(struct amending *a, uint64_t others)
{
    struct cp_variant *v = a->variant;
    struct cp_bare_material *kept = cp_arena_take_zero(a->arena, v->bare_count, sizeof *kept);
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->bare_count; i++) {
        bool is_kept = true;
        for (uint32_t k = 0; k < v->bare[i].count; k++)
            is_kept &= !(others >> v->bare[i].kinds[k] & 1);
        if (is_kept)
            kept[count++] = v->bare[i];
    }
    v->bare = kept;
    v->bare_count = count;
}

/* The kinds of pieces that promote, a bit each. */
static uint64_t promoters(const struct cp_variant *v)
{
    uint64_t kinds = 0;
    for (uint32_t kind = 0; kind < v->alphabet.count; kind++)
        kinds |= (uint64_t)(v->kinds[kind].promotes || v->kinds[kind].becomes) << kind;
    return kinds;
}

static bool read_kinds(struct amending *a, const struct cp_value *list, enum cp_side side)
{
    if (list->type != CP_LIST)
        return refuse_value(a, list);
    const struct cp_variant *v = a->variant;
    uint8_t *kinds = cp_arena_take_zero(a->arena, list->count, sizeof *kinds);
    uint32_t count = 0;
    for (const struct cp_value *item = list->first; item; item = item->next) {
        bool is_text = item->type == CP_STRING;
        uint8_t kind = is_text ? cp_alphabet_find(&v->alphabet, item->text, true) : CP_NO_KIND;
        if (kind == CP_NO_KIND || v->kinds[kind].royal || v->alphabet.pieces[kind].is_neutral ||
            kind == v->pawn || (v->body.exists && kind == v->body.kind))
            return refuse_value(a, list);
        kinds[count++] = kind;
    }
    struct cp_promotion *own = &a->variant->promotion[side];
    uint64_t before = cp_promotion_kinds(own);
    own->to = kinds;
    own->to_count = count;
    if (cp_promotion_kinds(own) & ~before)
        forget_proofs(a, promoters(v));
    return true;
}

/* [Q, R] of both, or a list for each side that has another than its variant's. */
static bool read_choices(struct amending *a, const struct cp_value *value)
{
    if (value->type != CP_MAP)
        return read_kinds(a, value, CP_WHITE) && read_kinds(a, value, CP_BLACK);
    for (const struct cp_value *v = value->first; v; v = v->next) {
        bool is_white = cp_str_is(v->name, "white");
        if (!is_white && !cp_str_is(v->name, "black"))
            return refuse(a, CP_RULE_UNKNOWN, v->name);
        if (!read_kinds(a, v, is_white ? CP_WHITE : CP_BLACK))
            return false;
    }
    return true;
}

static bool is_word(const struct cp_value *value, const char *word)
{
    return value->type == CP_STRING && cp_str_is(value->text, word);
}

/* An option that is about pieces the variant does not have. */
static void tell_idle(struct amending *a, cp_str name, const char *why)
{
    cp_diag_report(a->diags, CP_RULE_IDLE, a->at, "%.*s, and %s", CP_FMT(name), why);
}

static bool read_promotion(struct amending *a, const struct cp_value *map)
{
    struct cp_variant *own = a->variant;
    if (is_word(map, "none")) {
        struct cp_kind *kinds = cp_arena_take_zero(a->arena, own->alphabet.count, sizeof *kinds);
        for (uint32_t k = 0; k < own->alphabet.count; k++) {
            kinds[k] = own->kinds[k];
            kinds[k].promotes = false;
            kinds[k].becomes = NULL;
        }
        own->kinds = kinds;
        return true;
    }
    if (!promoters(own))
        tell_idle(a, map->name, "no piece promotes");
    if (map->type != CP_MAP)
        return refuse_value(a, map);
    for (const struct cp_value *v = map->first; v; v = v->next) {
        bool fine = cp_str_is(v->name, "white")   ? read_ranks(a, v, CP_WHITE)
                    : cp_str_is(v->name, "black") ? read_ranks(a, v, CP_BLACK)
                    : cp_str_is(v->name, "to")    ? read_choices(a, v)
                                                  : refuse(a, CP_RULE_UNKNOWN, v->name);
        if (!fine)
            return false;
    }
    return true;
}

/* Of a plane; elsewhere castling is the variant's. */
static bool read_castling(struct amending *a, const struct cp_value *value)
{
    bool near = is_word(value, "nearest");
    if ((!near && !is_word(value, "none")) || a->variant->bounded || a->variant->body.exists)
        return refuse_value(a, value);
    cp_variant_set_castling(a->variant, a->arena, a->game->ints, near);
    return true;
}

static uint64_t by_primes(const struct cp_variant *v)
{
    uint64_t kinds = 0;
    for (uint32_t k = 0; k < v->alphabet.count; k++)
        for (uint32_t i = 0; i < v->kinds[k].ray_count; i++)
            kinds |= (uint64_t)v->kinds[k].rays[CP_WHITE][i].primes << k;
    return kinds;
}

/* Of all pieces that go by primes: 5, or {least: 2, blocked: true}, as in a variant file. */
static bool read_primes(struct amending *a, const struct cp_value *value)
{
    struct cp_variant *v = a->variant;
    const struct cp_value *number = value, *blocked = NULL;
    cp_int n;
    int64_t least;
    if (value->type == CP_MAP) {
        number = cp_value_get(value, "least");
        blocked = cp_value_get(value, "blocked");
        if (!number || value->count != 1u + (blocked != NULL) ||
            (blocked && blocked->type != CP_BOOL))
            return refuse_value(a, value);
    }
    if (number->type != CP_NUMBER || !cp_int_parse(a->game->ints, &n, number->text) ||
        !cp_int_get(n, &least) || least < 2 || least > CP_PRIMES_MOST)
        return refuse_value(a, value);
    if (!by_primes(v))
        tell_idle(a, value->name, "no piece goes by primes");
    struct cp_kind *kinds = cp_arena_take_zero(a->arena, v->alphabet.count, sizeof *kinds);
    for (uint32_t k = 0; k < v->alphabet.count; k++) {
        kinds[k] = v->kinds[k];
        for (int side = 0; side < 2; side++) {
            cp_ray *rays = cp_arena_take_zero(a->arena, kinds[k].ray_count, sizeof *rays);
            for (uint32_t i = 0; i < kinds[k].ray_count; i++) {
                rays[i] = kinds[k].rays[side][i];
                rays[i].low = rays[i].primes ? (int32_t)least : rays[i].low;
                rays[i].blocked = rays[i].primes && blocked && blocked->truth;
            }
            kinds[k].rays[side] = rays;
        }
    }
    v->kinds = kinds;
    forget_proofs(a, by_primes(v));
    return true;
}

static bool read_border(struct amending *a, const struct cp_value *value)
{
    if (a->variant->bounded || !cp_border_parse(&a->variant->border, a->game->ints, value) ||
        cp_border_is_crossed(&a->variant->border, a->game->ints))
        return refuse_value(a, value);
    a->variant->has_border = true;
    forget_proofs(a, UINT64_MAX);
    return true;
}

/* {white: checkmate, black: [all-taken, hill]}; a side that is not named wins as before.
 * Returns the part that is wrong, NULL: none. */
static const struct cp_value *amend_wins(uint8_t wins[2], const struct cp_value *map)
{
    if (map->type != CP_MAP)
        return map;
    for (const struct cp_value *side = map->first; side; side = side->next) {
        bool is_white = cp_str_is(side->name, "white");
        uint8_t own = cp_wins_parse(side);
        if (!own || (!is_white && !cp_str_is(side->name, "black")))
            return side;
        uint8_t *of = &wins[is_white ? CP_WHITE : CP_BLACK];
        *of = (uint8_t)((*of & ~CP_WINS_WORDS) | own); /* what has keys of its own stays */
    }
    return NULL;
}

static bool read_wins(struct amending *a, const struct cp_value *map)
{
    bool is_for_agents = a->variant->family == CP_FAMILY_AGENTS;
    const struct cp_value *wrong = is_for_agents ? map : amend_wins(a->variant->wins, map);
    uint8_t wins = a->variant->wins[CP_WHITE] | a->variant->wins[CP_BLACK];
    if (cp_royals_are_loose(a->variant) && wins & (CP_WINS_ROYAL_TAKEN | CP_WINS_ROYALS_TAKEN))
        wrong = map;
    return !wrong || refuse_value(a, wrong);
}

static const char *const royal_words[] = {"one", "any", "last", "all"};

/* Of several the last or all: only where the variant says so itself. */
static bool read_royals(struct amending *a, const struct cp_value *value)
{
    enum cp_royals royals = CP_ROYALS_ONE;
    while (royals <= CP_ROYALS_ALL && !is_word(value, royal_words[royals]))
        royals++;
    bool is_new = royals != a->variant->royals;
    if (royals > CP_ROYALS_ALL || a->variant->family == CP_FAMILY_AGENTS ||
        (is_new && (royals >= CP_ROYALS_LAST || cp_royals_are_loose(a->variant))))
        return refuse_value(a, value);
    a->variant->royals = royals;
    a->variant->any_royals = royals != CP_ROYALS_ONE;
    return true;
}

static bool read_delay(struct amending *a, cp_str text)
{
    cp_int n;
    int64_t delay;
    if (!cp_int_parse(a->game->ints, &n, cp_str_trim(text)) || !cp_int_get(n, &delay) ||
        delay < 1 || delay > CP_DELAY_MOST) {
        cp_diag_report(a->diags, CP_TRAPDOOR_DELAY, a->at, "%.*s", CP_FMT(text));
        return false;
    }
    a->variant->trapdoor = (int32_t)delay;
    return true;
}

static bool read_trapdoor(struct amending *a, const struct cp_value *value)
{
    struct cp_buf text = cp_buf_in(a->arena);
    cp_value_format_json(&text, value);
    return read_delay(a, cp_buf_str(&text));
}

/* ---- what a variant's rules are, in words ---- */

static void put_castling(struct cp_buf *out, const struct cp_variant *v, const struct cp_ints *ints)
{
    (void)ints;
    cp_buf_puts(out, v->castles_near ? "nearest" : v->castles ? "usual" : "none");
}

static void put_border(struct cp_buf *out, const struct cp_variant *v, const struct cp_ints *ints)
{
    for (int edge = 0; edge < CP_BORDER_EDGES && v->has_border; edge++) {
        if (v->border.has[edge])
            cp_int_format(ints, out, v->border.at[edge]);
        cp_buf_putc(out, '/');
    }
}

static void put_promotion(struct cp_buf *out, const struct cp_variant *v,
                          const struct cp_ints *ints)
{
    if (!promoters(v))
        cp_buf_puts(out, "none");
    for (int side = 0; promoters(v) && side < 2; side++) {
        const struct cp_promotion *own = &v->promotion[side];
        for (uint32_t i = 0; i < own->rank_count; i++) {
            cp_int_format(ints, out, own->ranks[i]);
            cp_buf_putc(out, ',');
        }
        cp_buf_printf(out, "%jx/", (uintmax_t)cp_promotion_kinds(own));
    }
}

static void put_primes(struct cp_buf *out, const struct cp_variant *v, const struct cp_ints *ints)
{
    (void)ints;
    for (uint32_t k = 0; k < v->alphabet.count; k++)
        for (uint32_t i = 0; i < v->kinds[k].ray_count; i++) {
            const cp_ray *ray = &v->kinds[k].rays[CP_WHITE][i];
            if (ray->primes)
                cp_buf_printf(out, "%u/%u/%d%s/", k, i, ray->low, ray->blocked ? "b" : "");
        }
}

static void put_royals(struct cp_buf *out, const struct cp_variant *v, const struct cp_ints *ints)
{
    (void)ints;
    cp_buf_puts(out, royal_words[v->royals]);
}

static void put_wins(struct cp_buf *out, const struct cp_variant *v, const struct cp_ints *ints)
{
    (void)ints;
    cp_buf_printf(out, "%x/%x", v->wins[CP_WHITE], v->wins[CP_BLACK]);
}

/* ---- the options there are ---- */

static const struct rule {
    const char *name;
    bool (*read)(struct amending *, const struct cp_value *);
    void (*put)(struct cp_buf *, const struct cp_variant *, const struct cp_ints *);
    enum cp_type type; /* of a truth or a count, which is */
    size_t field;      /* a field of struct cp_variant */
    int64_t most;      /* of a count */
} rules[] = {
#define CP_RULE(key, read, put) {key, read, put, CP_NULL, 0, 0},
#define CP_RULE_TRUTH(key, field, meaning)                                                         \
    {key, NULL, NULL, CP_BOOL, offsetof(struct cp_variant, field), 0},
#define CP_RULE_COUNT(key, field, most, meaning)                                                   \
    {key, NULL, NULL, CP_NUMBER, offsetof(struct cp_variant, field), most},
#include "rules/rule.def"
};
enum { RULES = sizeof rules / sizeof *rules };

static const struct rule *find_rule(cp_str name)
{
    for (size_t i = 0; i < RULES; i++)
        if (cp_str_is(name, rules[i].name))
            return &rules[i];
    return NULL;
}

bool cp_rule_is_known(cp_str name)
{
    return find_rule(name);
}

static void put_value(struct cp_buf *out, const struct rule *rule, const struct cp_variant *v,
                      const struct cp_ints *ints)
{
    const char *field = (const char *)v + rule->field;
    if (rule->put)
        rule->put(out, v, ints);
    else if (rule->type == CP_BOOL)
        cp_buf_puts(out, *(const bool *)field ? "true" : "false");
    else if (rule->type == CP_NUMBER)
        cp_buf_printf(out, "%d", *(const int32_t *)(const void *)field);
}

/* The words of `played` for a rule that g has for its own; nothing: they are v's. */
static cp_str other_words(const struct rule *rule, const struct cp_variant *v,
                          const struct cp_variant *played, const struct cp_game *g)
{
    if (!cp_field_find(g->rules, cp_str_from(rule->name)))
        return (cp_str){0};
    struct cp_buf own = cp_buf_in(g->arena);
    struct cp_buf other = cp_buf_in(g->arena);
    put_value(&own, rule, v, g->ints);
    put_value(&other, rule, played, g->ints);
    bool are_same = cp_str_equal(cp_buf_str(&own), cp_buf_str(&other));
    return are_same ? (cp_str){0} : cp_buf_str(&other);
}

void cp_rules_format(struct cp_buf *out, const struct cp_variant *v,
                     const struct cp_variant *played, const struct cp_game *g)
{
    for (size_t i = 0; i < RULES && g->rules; i++) {
        cp_str words = other_words(&rules[i], v, played, g);
        if (!words.len)
            continue;
        cp_buf_puts(out, rules[i].name);
        cp_buf_putc(out, ':');
        cp_buf_put(out, words);
    }
}

void cp_rules_names(struct cp_buf *out, const struct cp_variant *v, const struct cp_variant *played,
                    const struct cp_game *g)
{
    for (size_t i = 0; i < RULES && g->rules; i++)
        if (other_words(&rules[i], v, played, g).len)
            cp_buf_printf(out, "%s%s", out->len ? ", " : "", rules[i].name);
    if (played->trapdoor != v->trapdoor)
        cp_buf_printf(out, "%strapdoor", out->len ? ", " : "");
}

static bool read_rule(struct amending *a, const struct cp_field *own)
{
    struct cp_value *value;
    const struct rule *rule = find_rule(own->name);
    if (rule) {
        if (!cp_json_parse(&value, a->arena, own->json, a->at, a->diags))
            return false;
        value->name = own->name;
        /* Agents have neither truths nor counts. */
        char *field = (char *)a->variant + rule->field;
        cp_int n;
        int64_t count;
        if (rule->read)
            return rule->read(a, value);
        if (a->variant->family == CP_FAMILY_AGENTS || value->type != rule->type)
            return refuse_value(a, value);
        if (rule->type == CP_BOOL) {
            *(bool *)field = value->truth;
            return true;
        }
        if (!cp_int_parse(a->game->ints, &n, value->text) || !cp_int_get(n, &count) || count < 0 ||
            count > rule->most)
            return refuse_value(a, value);
        *(int32_t *)(void *)field = (int32_t)count;
        return true;
    }
    struct cp_buf names = cp_buf_in(a->arena);
    for (size_t i = 0; i < RULES; i++)
        cp_buf_printf(&names, "%s%s", i ? ", " : "", rules[i].name);
    cp_diag_report(a->diags, CP_RULE_UNKNOWN, a->at, "%.*s", CP_FMT(own->name));
    cp_diag_also(a->diags, (cp_span){0}, "there are %.*s", CP_FMT(cp_buf_str(&names)));
    return false;
}

const struct cp_variant *cp_variant_with_rules(const struct cp_variant *v, const struct cp_game *g,
                                               uint32_t delay, struct cp_arena *arena,
                                               struct cp_diags *d)
{
    /* The tag says it of texts; a record's rule says it again, and outweighs. */
    const struct cp_tag *tag = cp_tag_find(g->tags, CP_STR("Trapdoor"));
    if (!g->rules && !delay && (!tag || !tag->value.at))
        return v;
    struct amending a = {.game = g, .arena = arena, .diags = d};
    a.variant = cp_arena_take(arena, sizeof *a.variant);
    *a.variant = *v;
    a.at = cp_tag_span(g, tag);
    if (tag && !read_delay(&a, tag->value))
        return NULL;
    a.at.line = g->rules_line ? g->rules_line : g->line;
    a.at.col = g->rules_col;
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next)
        if (!read_rule(&a, rule))
            return NULL;
    a.variant->alphabet.counts_quiet = cp_variant_counts_quiet(a.variant);
    if (delay)
        a.variant->trapdoor = (int32_t)delay;
    bool fits = !a.variant->trapdoor ||
                !(cp_variant_is_won_otherwise(a.variant) || cp_variant_has_passes(a.variant) ||
                  a.variant->counting.exists) ||
                refuse(&a, CP_RULE_VALUE, CP_STR("trapdoor"));
    return fits ? a.variant : NULL;
}

bool cp_rules_are_trapdoors(const struct cp_game *g)
{
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next)
        if (!cp_str_is(rule->name, "trapdoor"))
            return false;
    return true;
}

/* ---- options where squares move ---- */

/* Its value; NULL: it is no JSON, which is told where the game is played. */
static struct cp_value *value_of(const struct cp_game *g, const struct cp_field *own)
{
    struct cp_value *value;
    struct cp_diags ignored = cp_diags_in(g->arena);
    return cp_json_parse(&value, g->arena, own->json, (cp_span){0}, &ignored) ? value : NULL;
}

/* Says it of the game, unless it is v's. */
static void set_option(struct cp_game *g, const struct cp_variant *v, cp_str name,
                       const struct cp_buf *json)
{
    struct cp_field alone = {.name = name, .json = cp_buf_str(json)};
    struct cp_field **link = &g->rules;
    struct cp_game probe = *g;
    while (*link && !cp_str_equal((*link)->name, name))
        link = &(*link)->next;
    if (*link)
        (*link)->json = alone.json;
    else
        cp_field_add(g->arena, link, name, alone.json);
    struct cp_diags ignored = cp_diags_in(g->arena);
    struct cp_buf differs = cp_buf_in(g->arena);
    probe.rules = &alone;
    const struct cp_variant *played = cp_variant_with_rules(v, &probe, 0, g->arena, &ignored);
    if (!played)
        return;
    cp_rules_format(&differs, v, played, &probe);
    if (!differs.len)
        *link = (*link)->next;
}

static bool shift_border(struct cp_game *g, const struct cp_variant *v, cp_square by)
{
    const struct cp_field *own = cp_field_find(g->rules, CP_STR("border"));
    struct cp_border border = v->border;
    if (!own && !v->has_border)
        return true;
    const struct cp_value *value = own ? value_of(g, own) : NULL;
    if (own && (!value || !cp_border_parse(&border, g->ints, value)))
        return false;
    cp_border_shift(&border, g->ints, by);
    struct cp_buf json = cp_buf_in(g->arena);
    for (int edge = 0; edge < CP_BORDER_EDGES; edge++) {
        cp_buf_putc(&json, edge ? ',' : '[');
        if (border.has[edge])
            cp_int_format(g->ints, &json, border.at[edge]);
        else
            cp_buf_puts(&json, "\"_\"");
    }
    cp_buf_putc(&json, ']');
    set_option(g, v, CP_STR("border"), &json);
    return true;
}

/* The ranks that are said, or those of v, as they are once they are moved. */
static bool put_ranks(struct cp_buf *json, struct cp_game *g, const struct cp_variant *v,
                      const struct cp_value *map, cp_int by)
{
    static const char *const names[] = {[CP_WHITE] = "white", [CP_BLACK] = "black"};
    for (int side = 0; side < 2; side++) {
        const struct cp_promotion *usual = &v->promotion[side];
        const struct cp_value *own = map ? cp_value_get(map, names[side]) : NULL;
        struct cp_ranks ranks = {.count = usual->rank_count};
        if (!own && !promoters(v))
            continue;
        for (uint32_t i = 0; i < ranks.count; i++)
            ranks.list[i] = usual->ranks[i];
        if (own && !cp_ranks_parse(&ranks, g->ints, own))
            return false;
        bool is_usual = ranks.count == usual->rank_count;
        for (uint32_t i = 0; i < ranks.count; i++) {
            ranks.list[i] = cp_int_add(g->ints, ranks.list[i], by);
            is_usual = is_usual && cp_int_equal(ranks.list[i], usual->ranks[i]);
        }
        if (is_usual)
            continue; /* what is left out is v's */
        cp_buf_printf(json, "%s\"%s\":", json->len > 1 ? "," : "", names[side]);
        cp_ranks_format_json(json, g->ints, &ranks);
    }
    return true;
}

static bool shift_promotion(struct cp_game *g, const struct cp_variant *v, cp_int by)
{
    const struct cp_field *own = cp_field_find(g->rules, CP_STR("promotion"));
    if (cp_int_sign(g->ints, by) == 0 || (!own && !promoters(v)))
        return true;
    const struct cp_value *map = own ? value_of(g, own) : NULL;
    struct cp_buf json = cp_buf_in(g->arena);
    cp_buf_putc(&json, '{');
    if (map && is_word(map, "none"))
        return true;
    if (own && (!map || map->type != CP_MAP))
        return false;
    if (!put_ranks(&json, g, v, map, by))
        return false;
    for (const struct cp_value *part = map ? map->first : NULL; part; part = part->next) {
        if (cp_str_is(part->name, "white") || cp_str_is(part->name, "black"))
            continue;
        cp_buf_puts(&json, json.len > 1 ? "," : "");
        cp_json_put_string(&json, part->name);
        cp_buf_putc(&json, ':');
        cp_value_format_json(&json, part);
    }
    cp_buf_putc(&json, '}');
    set_option(g, v, CP_STR("promotion"), &json);
    return true;
}

bool cp_rules_shift(struct cp_game *g, const struct cp_variant *v, cp_square by)
{
    const struct cp_field *own = cp_field_find(g->rules, CP_STR("wins"));
    const struct cp_value *map = own ? value_of(g, own) : NULL;
    uint8_t wins[2] = {v->wins[CP_WHITE], v->wins[CP_BLACK]};
    if (map)
        (void)amend_wins(wins, map); /* what is wrong there was told when the game was set up */
    bool has_hill =
        (wins[CP_WHITE] | wins[CP_BLACK]) & (CP_WINS_HILL | CP_WINS_GOAL); /* it stays */
    bool is_whole = shift_border(g, v, by) && !has_hill;
    return shift_promotion(g, v, by.rank) && is_whole;
}
