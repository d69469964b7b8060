/* SPDX-License-Identifier: MIT */
#include "settle/settle.h"

#include "base/json.h"
#include "base/scan.h"
#include "game/codes.h"
#include "rules/outcome.h"
#include "settle/variants.h"

/* ---- which variant ---- */

static struct cp_variant *find(struct cp_run *run, cp_str name)
{
    struct cp_variant *v = cp_variants_find(&run->asked->variants, name);
    if (v)
        cp_variant_wake(v, &run->arena, run->ints);
    return v;
}

const struct cp_variant *cp_icn_find_like(struct cp_run *run, const struct cp_variant *v)
{
    struct cp_buf name = cp_buf_in(&run->record);
    cp_buf_put(&name, v->name);
    cp_buf_puts(&name, CP_SITE_NAME);
    return find(run, cp_buf_str(&name));
}

/* The next run of letters in text; empty: there is none. */
static cp_str take_code(cp_str *text)
{
    while (text->len && !cp_is_letter(text->at[0]))
        *text = cp_str_skip(*text, 1);
    cp_str code = {text->at, cp_letters_end(*text, 0)};
    *text = cp_str_skip(*text, code.len);
    return code;
}

/* Whether v has all pieces of a text; one that comes again is not looked for again. */
static bool knows_all(const struct cp_variant *v, cp_str text)
{
    cp_str last = {0};
    for (cp_str code; (code = take_code(&text)).len; last = code)
        if (!cp_str_equal(code, last) && cp_code_name(code).len &&
            cp_code_find(&v->alphabet, code) == CP_NO_KIND)
            return false;
    return true;
}

static bool promotes(const struct cp_variant *v)
{
    return v->pawn != CP_NO_KIND && v->kinds[v->pawn].promotes;
}

static bool fits(const struct cp_variant *v, const struct cp_icn *icn)
{
    cp_str promotion = icn->field[CP_ICN_PROMOTION];
    return knows_all(v, icn->field[CP_ICN_POSITION]) && knows_all(v, promotion) &&
           (!promotion.len || promotes(v));
}

/* One that has the pieces: the one made for it, or another of the site's. */
static struct cp_variant *find_fitting(struct cp_run *run, const struct cp_icn *icn)
{
    struct cp_variant *any = find(run, CP_STR(CP_SITE_POSITION));
    const struct cp_variants *all = &run->asked->variants;
    for (uint32_t i = 0; (!any || !fits(any, icn)) && i < all->count; i++) {
        struct cp_variant *v = all->list[i];
        if (cp_variant_name_there(v).len == v->name.len)
            continue;
        cp_variant_wake(v, &run->arena, run->ints);
        if (fits(v, icn))
            return v;
    }
    return any;
}

/* 2024.02.12 or 2024-02-12 is before 2024-03-12: less than 0; later or the same: more. 0: one of
 * them is not known. */
static int compare_dates(cp_str date, cp_str since)
{
    if (date.len < since.len || !since.len)
        return 0;
    for (size_t i = 0; i < since.len; i++) {
        char c = date.at[i] == '.' ? '-' : date.at[i];
        if ((c == '-') != (since.at[i] == '-') || (c != '-' && !cp_is_digit(c)))
            return 0;
        if (c != since.at[i])
            return c < since.at[i] ? -1 : 1;
    }
    return 1;
}

/* What is played by these tags and fields; NULL: it is not known. */
static struct cp_variant *find_variant(struct cp_run *run, const struct cp_game *g,
                                       const struct cp_icn *icn)
{
    cp_str tag = cp_game_tag(g, "Variant");
    struct cp_variant *v = tag.len ? cp_variants_find_preset(&run->asked->variants, tag) : NULL;
    if (v)
        cp_variant_wake(v, &run->arena, run->ints);
    else if (tag.len)
        v = find(run, tag);
    bool is_other = cp_icn_has(icn, CP_ICN_POSITION) && !(v && fits(v, icn));
    return is_other && !run->asked->insists ? find_fitting(run, icn) : v;
}

static bool is_too_old(const struct cp_game *g, const struct cp_icn *icn,
                       const struct cp_variant *v)
{
    return !cp_icn_has(icn, CP_ICN_POSITION) &&
           compare_dates(cp_game_tag(g, "UTCDate"), v->since) < 0;
}

bool cp_icn_is_named(struct cp_run *run, const struct cp_game *g, const struct cp_icn *icn)
{
    const struct cp_variant *v = find_variant(run, g, icn);
    return v == run->current.variant && !is_too_old(g, icn, v);
}

static void tell_older(const struct cp_game *g, const struct cp_variant *v, struct cp_diags *d)
{
    cp_diag_report(d, CP_PRESET_OLDER, cp_tag_span(g, cp_game_find_tag(g, "Variant")),
                   "%.*s before %.*s", CP_FMT(cp_game_tag(g, "Variant")), CP_FMT(v->since));
}

bool cp_icn_name_variant(struct cp_run *run, struct cp_game *g, const struct cp_icn *icn)
{
    struct cp_variant *v = find_variant(run, g, icn);
    if (v)
        g->variant = v->id;
    if (run->asked->insists || !v || !is_too_old(g, icn, v))
        return true;
    g->variant = (cp_str){0};
    tell_older(g, v, &run->diags);
    return false;
}

bool cp_icn_refuse_older(struct cp_run *run, const struct cp_game *g, struct cp_diags *d)
{
    const struct cp_icn none = {0};
    bool may_be = g->icn.len && !g->start.len &&
                  (!g->variant.len || cp_str_equal(g->variant, cp_game_tag(g, "Variant")));
    const struct cp_variant *v = may_be ? find_variant(run, g, &none) : NULL;
    if (!v || !is_too_old(g, &none, v))
        return false;
    tell_older(g, v, d);
    return true;
}

void cp_icn_settle_tag(struct cp_run *run, struct cp_game *g)
{
    const struct cp_variant *v = run->current.variant;
    if (!g->icn.len || cp_icn_is_start(g->start))
        return;
    cp_str said = cp_variant_tag_put(run, g, v, v->id);
    if (said.len && !run->asked->insists) /* which has been told */
        cp_diag_report(&run->diags, CP_VARIANT_DIFFERS, cp_node_span(g, NULL), "%.*s, not %.*s",
                       CP_FMT(v->id), CP_FMT(said));
}

/* ---- which rules ---- */

struct settling {
    struct cp_run *run;
    struct cp_diags *d;
    struct cp_game *g;
    const struct cp_icn *icn;
    const struct cp_variant *v;
    cp_square shift;   /* from the classical frame to the default one, in which rules are said */
    bool has_position; /* then a field that is missing says something too */
};

static void blame(struct settling *s, enum cp_diag kind, enum cp_icn_field field, const char *why)
{
    cp_span at = s->icn->at[field].line ? s->icn->at[field] : cp_game_start_span(s->g);
    cp_str text = s->icn->field[field];
    cp_diag_report(s->d, kind, at, "%.*s%s%s", cp_str_shown(text), text.at, *why ? ": " : "", why);
}

static void add_rule(struct settling *s, const char *name, cp_str json)
{
    cp_field_add(s->g->arena, &s->g->rules, cp_str_from(name), json);
}

/* Who moves, and what only a position can be in the middle of. */
static void take_state(struct settling *s)
{
    cp_str turn = s->icn->field[CP_ICN_TURN], quiet = s->icn->field[CP_ICN_QUIET];
    char preset = s->v->start.turn == CP_WHITE ? 'w' : 'b';
    if (turn.len > 1 && !cp_str_is(turn, "w:b") && !cp_str_is(turn, "b:w"))
        blame(s, CP_ICN_REFUSED, CP_ICN_TURN, "only White and Black, by turns");
    else if (turn.len && !s->has_position && turn.at[0] != preset)
        blame(s, CP_ICN_NOT_PLAYED, CP_ICN_TURN, "without a position who begins is the preset's");
    if (s->has_position)
        return;
    if (cp_icn_has(s->icn, CP_ICN_PASSED))
        blame(s, CP_ICN_NOT_PLAYED, CP_ICN_PASSED, "a square passed over needs a position");
    if (quiet.len && quiet.at[0] != '0')
        blame(s, CP_ICN_NOT_PLAYED, CP_ICN_QUIET, "half-moves counted before need a position");
}

uint32_t cp_icn_quiet_limit(const struct cp_variant *v)
{
    bool ends_before = v->quiet_limit && v->quiet_limit < CP_FIFTY_PLIES;
    return v->counts_quiet_moves && !ends_before ? CP_FIFTY_PLIES : (uint32_t)v->quiet_limit;
}

static void take_quiet(struct settling *s)
{
    cp_str text = s->icn->field[CP_ICN_QUIET], most = text, counted = cp_scan_until(&most, '/');
    bool has_limit = counted.len < text.len;
    uint32_t limit = 0, count = 0;
    if (!text.len && !s->has_position)
        return;
    if (has_limit && !cp_number_parse(most, CP_QUIET_MOST, &limit)) {
        blame(s, CP_ICN_VALUE, CP_ICN_QUIET, "more half-moves than a rule may have");
        return;
    }
    if (has_limit && s->has_position && cp_number_parse(counted, UINT32_MAX, &count) &&
        count > limit)
        blame(s, CP_ICN_ILLEGAL_THERE, CP_ICN_QUIET, "more half-moves are counted than are a draw");
    if (cp_icn_quiet_limit(s->v) == limit || (!limit && s->v->counts_quiet_moves))
        return;
    add_rule(s, "quiet-limit", cp_str_printf(s->g->arena, "%jd", (intmax_t)limit));
}

/* ---- promotion ---- */

static const char RANKS_WANTED[] = "whole numbers parted by commas, at most 64 a player";

/* What a player's part says: 8,17;q,r. */
struct promotion {
    cp_str ranks, list;
    bool has_list;
};

static struct promotion promotion_of(cp_str part)
{
    struct promotion p = {.list = part};
    p.ranks = cp_scan_until(&p.list, ';');
    p.has_list = p.ranks.len < part.len;
    return p;
}

/* (8|1): to the four of chess. */
static cp_str list_or_usual(const struct promotion *p)
{
    return p->has_list ? p->list : CP_STR("q,r,b,n");
}

static uint64_t kinds_of(const struct cp_variant *v, cp_str list)
{
    uint64_t kinds = 0;
    for (cp_str code; (code = take_code(&list)).len;) {
        uint8_t kind = cp_code_find(&v->alphabet, code);
        kinds |= kind == CP_NO_KIND ? 0 : UINT64_C(1) << kind;
    }
    return kinds;
}

/* In the default frame; a player without any never promotes. */
static bool read_ranks(struct settling *s, cp_str text, struct cp_ranks *out)
{
    *out = (struct cp_ranks){.count = 0};
    if (!text.len)
        return true;
    for (cp_str one; cp_scan_item(&text, &one);) {
        cp_int rank;
        if (!cp_int_parse(s->g->ints, &rank, one) ||
            !cp_ranks_add(out, s->g->ints, cp_int_add(s->g->ints, rank, s->shift.rank)))
            return false;
    }
    return true;
}

/* In the order in which the list is written, each once. */
static void put_list(struct settling *s, struct cp_buf *json, cp_str list)
{
    uint64_t seen = 0;
    cp_buf_putc(json, '[');
    for (cp_str code; (code = take_code(&list)).len;) {
        uint8_t kind = cp_code_find(&s->v->alphabet, code);
        if (kind == CP_NO_KIND || (seen >> kind & 1))
            continue;
        cp_buf_puts(json, seen ? "," : "");
        cp_json_put_string(json, cp_alphabet_letter(&s->v->alphabet, kind));
        seen |= UINT64_C(1) << kind;
    }
    cp_buf_putc(json, ']');
}

static void put_promotion_rule(struct settling *s, const struct cp_ranks ranks[2],
                               const cp_str lists[2])
{
    struct cp_buf json = cp_buf_in(s->g->arena);
    cp_buf_puts(&json, "{\"white\":");
    cp_ranks_format_json(&json, s->g->ints, &ranks[CP_WHITE]);
    cp_buf_puts(&json, ",\"black\":");
    cp_ranks_format_json(&json, s->g->ints, &ranks[CP_BLACK]);
    cp_buf_puts(&json, ",\"to\":");
    bool is_one = kinds_of(s->v, lists[CP_WHITE]) == kinds_of(s->v, lists[CP_BLACK]);
    cp_buf_puts(&json, is_one ? "" : "{\"white\":");
    put_list(s, &json, lists[CP_WHITE]);
    if (!is_one) {
        cp_buf_puts(&json, ",\"black\":");
        put_list(s, &json, lists[CP_BLACK]);
    }
    cp_buf_puts(&json, is_one ? "}" : "}}");
    add_rule(s, "promotion", cp_buf_str(&json));
}

/* Both lists. Until June 2026 (8|1;q,r) was Black's list, and White had the usual one; since then
 * it is both players': the date tells, or else that is told (R-ICN-4). */
static void settle_lists(struct settling *s, const struct promotion sides[2], cp_str lists[2])
{
    bool is_one = !sides[CP_WHITE].has_list && sides[CP_BLACK].has_list;
    int age = is_one ? compare_dates(cp_game_tag(s->g, "UTCDate"), CP_STR("2026-07")) : 0;
    lists[CP_WHITE] = list_or_usual(is_one && age >= 0 ? &sides[CP_BLACK] : &sides[CP_WHITE]);
    lists[CP_BLACK] = list_or_usual(&sides[CP_BLACK]);
    if (is_one && !age &&
        kinds_of(s->v, lists[CP_BLACK]) != kinds_of(s->v, list_or_usual(&sides[CP_WHITE])))
        blame(s, CP_ICN_PROMOTION_UNCLEAR, CP_ICN_PROMOTION, "read as both players' pieces");
}

/* Whether all of a list are pieces, and none is royal, which nothing becomes. */
static bool is_list_good(struct settling *s, cp_str list)
{
    for (cp_str code; (code = take_code(&list)).len;) {
        uint8_t kind = cp_code_find(&s->v->alphabet, code);
        const char *why = !cp_code_name(code).len   ? "no piece has this code"
                          : cp_code_neutral(code)   ? "nothing becomes an obstacle or a void"
                          : kind == CP_NO_KIND      ? NULL
                          : s->v->kinds[kind].royal ? "nothing becomes a royal piece"
                                                    : NULL;
        if (why) {
            cp_span at = s->icn->at[CP_ICN_PROMOTION];
            cp_diag_report(s->d, CP_ICN_VALUE, at.line ? at : cp_game_start_span(s->g), "%.*s: %s",
                           cp_str_shown(code), code.at, why);
            return false;
        }
    }
    return true;
}

static void settle_promotion(struct settling *s, const struct promotion sides[2])
{
    struct cp_ranks ranks[2];
    cp_str lists[2];
    bool is_same = promotes(s->v);
    if (!is_list_good(s, sides[CP_WHITE].list) || !is_list_good(s, sides[CP_BLACK].list))
        return;
    for (int side = 0; side < 2; side++)
        if (!read_ranks(s, sides[side].ranks, &ranks[side])) {
            blame(s, CP_ICN_VALUE, CP_ICN_PROMOTION, RANKS_WANTED);
            return;
        }
    if (!ranks[CP_WHITE].count && !ranks[CP_BLACK].count) {
        if (is_same)
            add_rule(s, "promotion", CP_STR("\"none\""));
        return;
    }
    settle_lists(s, sides, lists);
    for (int side = 0; side < 2; side++)
        if (!ranks[side].count)
            lists[side] = lists[!side]; /* it matters to nobody */
    for (int side = 0; side < 2; side++) {
        const struct cp_promotion *own = &s->v->promotion[side];
        is_same &= ranks[side].count == own->rank_count &&
                   kinds_of(s->v, lists[side]) == cp_promotion_kinds(own);
        for (uint32_t i = 0; is_same && i < own->rank_count; i++)
            is_same = cp_int_equal(ranks[side].list[i], own->ranks[i]);
    }
    if (!is_same)
        put_promotion_rule(s, ranks, lists);
}

static void take_promotion(struct settling *s)
{
    struct promotion sides[2] = {{.has_list = false}, {.has_list = false}};
    cp_str text = s->icn->field[CP_ICN_PROMOTION];
    if (!text.len && !s->has_position)
        return;
    if (text.len) {
        const char *bar = memchr(text.at, '|', text.len);
        if (!bar || text.len < 3 || text.at[text.len - 1] != ')') {
            blame(s, CP_ICN_VALUE, CP_ICN_PROMOTION, "write (8;q,r|1;q,r)");
            return;
        }
        size_t before = (size_t)(bar - text.at);
        sides[CP_WHITE] = promotion_of((cp_str){text.at + 1, before - 1});
        sides[CP_BLACK] = promotion_of((cp_str){bar + 1, text.len - before - 2});
    }
    settle_promotion(s, sides);
}

/* ---- border, victory, royal pieces ---- */

/* -8,_,-8,17 as [-8,"_",-8,17]; false: it is none. */
static bool read_border(struct settling *s, struct cp_border *out, struct cp_buf *json)
{
    cp_str text = s->icn->field[CP_ICN_BORDER];
    *out = (struct cp_border){.has = {false}};
    for (int edge = 0; edge < CP_BORDER_EDGES; edge++) {
        cp_str part = cp_scan_until(&text, ',');
        out->has[edge] = part.len && !cp_str_is(part, "_");
        if (out->has[edge] && !cp_int_parse(s->g->ints, &out->at[edge], part))
            return false;
        out->at[edge] = cp_int_add(s->g->ints, out->at[edge],
                                   edge < CP_BORDER_BOTTOM ? s->shift.file : s->shift.rank);
        cp_buf_puts(json, edge ? "," : "[");
        if (out->has[edge])
            cp_int_format(s->g->ints, json, out->at[edge]);
        else
            cp_buf_puts(json, "\"_\"");
    }
    cp_buf_putc(json, ']');
    return true;
}

static void take_border(struct settling *s)
{
    struct cp_border border, own;
    if (!cp_icn_has(s->icn, CP_ICN_BORDER) && (!s->has_position || s->v->bounded))
        return;
    (void)cp_variant_border(s->v, &own);
    struct cp_buf json = cp_buf_in(s->g->arena);
    bool is_good = read_border(s, &border, &json), is_same = true;
    for (int low = 0; is_good && low < CP_BORDER_EDGES; low += 2)
        is_good = !border.has[low] || !border.has[low + 1] ||
                  cp_int_compare(s->g->ints, border.at[low], border.at[low + 1]) <= 0;
    for (int edge = 0; is_good && edge < CP_BORDER_EDGES; edge++)
        is_same &= border.has[edge] == own.has[edge] &&
                   (!border.has[edge] || cp_int_equal(border.at[edge], own.at[edge]));
    if (!is_good)
        blame(s, CP_ICN_VALUE, CP_ICN_BORDER, "left, right, bottom, top");
    else if (!is_same)
        add_rule(s, "border", cp_buf_str(&json));
}

/* ICN's words for ours. */
static const struct {
    const char *icn, *ours;
    uint8_t wins;
} victories[] = {{"checkmate", "checkmate", CP_WINS_CHECKMATE},
                 {"royalcapture", "royal-taken", CP_WINS_ROYAL_TAKEN},
                 {"allroyalscaptured", "royals-taken", CP_WINS_ROYALS_TAKEN},
                 {"allpiecescaptured", "all-taken", CP_WINS_ALL_TAKEN},
                 {"koth", "hill", CP_WINS_HILL}};

enum { VICTORIES = sizeof victories / sizeof *victories };

/* checkmate,koth; 0: some word is none. */
static uint8_t wins_of(cp_str words)
{
    uint8_t wins = 0;
    for (cp_str word; (word = take_code(&words)).len;) {
        int i = 0;
        while (i < VICTORIES && !cp_str_is(word, victories[i].icn))
            i++;
        if (i == VICTORIES)
            return 0;
        wins |= victories[i].wins;
    }
    return wins;
}

/* Those of each player; a list in no parentheses is of both. */
static void read_wins(cp_str text, uint8_t wins[2])
{
    const char *bar = text.len ? memchr(text.at, '|', text.len) : NULL;
    size_t first = bar ? (size_t)(bar - text.at) : text.len;
    wins[CP_WHITE] = text.len ? wins_of((cp_str){text.at, first}) : CP_WINS_CHECKMATE;
    wins[CP_BLACK] = bar ? wins_of(cp_str_skip(text, first)) : wins[CP_WHITE];
}

/* checkmate,koth; or in our words as JSON has them. */
static void put_victories(struct cp_buf *out, uint8_t wins, bool in_ours)
{
    const char *before = "", *quote = in_ours ? "\"" : "";
    for (int i = 0; i < VICTORIES; i++)
        if (wins & victories[i].wins) {
            cp_buf_printf(out, "%s%s%s%s", before, quote,
                          in_ours ? victories[i].ours : victories[i].icn, quote);
            before = ",";
        }
}

static void take_wins(struct settling *s)
{
    uint8_t wins[2];
    if (!cp_icn_has(s->icn, CP_ICN_WINS) && !s->has_position)
        return;
    cp_str text = s->icn->field[CP_ICN_WINS];
    read_wins(text, wins);
    size_t bars = 0;
    for (size_t i = 0; i < text.len; i++)
        bars += text.at[i] == '|';
    bool is_enclosed = text.len > 1 && text.at[0] == '(' && text.at[text.len - 1] == ')';
    if (bars > 1 || (bars && !is_enclosed))
        blame(s, CP_ICN_VALUE, CP_ICN_WINS, "one list, or one for each player: (checkmate|koth)");
    else if (!wins[CP_WHITE] || !wins[CP_BLACK])
        blame(s, CP_ICN_VALUE, CP_ICN_WINS,
              "checkmate, royalcapture, allroyalscaptured, allpiecescaptured or koth");
    else if (wins[CP_WHITE] != (s->v->wins[CP_WHITE] & CP_WINS_WORDS) ||
             wins[CP_BLACK] != (s->v->wins[CP_BLACK] & CP_WINS_WORDS)) {
        struct cp_buf json = cp_buf_in(s->g->arena);
        cp_buf_puts(&json, "{\"white\":[");
        put_victories(&json, wins[CP_WHITE], true);
        cp_buf_puts(&json, "],\"black\":[");
        put_victories(&json, wins[CP_BLACK], true);
        cp_buf_puts(&json, "]}");
        add_rule(s, "wins", cp_buf_str(&json));
    }
}

void cp_icn_put_wins(struct cp_buf *out, const struct cp_variant *v)
{
    bool is_same = v->wins[CP_WHITE] == v->wins[CP_BLACK];
    cp_buf_puts(out, is_same ? "" : "(");
    put_victories(out, v->wins[CP_WHITE], false);
    if (is_same)
        return;
    cp_buf_putc(out, '|');
    put_victories(out, v->wins[CP_BLACK], false);
    cp_buf_putc(out, ')');
}

/* One, or none where the other side does not win by mate. */
static bool is_usual(uint32_t royals, uint8_t wins_of_other)
{
    return royals == 1 || (!royals && !(wins_of_other & CP_WINS_CHECKMATE));
}

/* Another number of royal pieces than usual. */
static void take_royals(struct settling *s)
{
    uint32_t count[2] = {0, 0};
    uint8_t wins[2];
    cp_str men = s->icn->field[CP_ICN_POSITION];
    for (cp_str code; (code = take_code(&men)).len;) {
        bool may_be = cp_lower(code.at[0]) == 'k' || cp_lower(code.at[0]) == 'r';
        uint8_t kind = may_be ? cp_code_find(&s->v->alphabet, code) : CP_NO_KIND;
        count[code.at[0] <= 'Z' ? CP_WHITE : CP_BLACK] +=
            kind != CP_NO_KIND && s->v->kinds[kind].royal;
    }
    read_wins(s->icn->field[CP_ICN_WINS], wins);
    if (s->has_position && !s->v->any_royals &&
        !(is_usual(count[CP_WHITE], wins[CP_BLACK]) && is_usual(count[CP_BLACK], wins[CP_WHITE])))
        add_rule(s, "royals", CP_STR("\"any\""));
}

/* R-ICN-6: the classical one, or the only one there is. */
const struct cp_frame *cp_icn_frame(const struct cp_variant *v)
{
    const struct cp_frame *classical = cp_variant_frame(v, CP_STR("classical"));
    return classical ? classical : v->frames;
}

static void take_rules(struct cp_run *run, struct cp_diags *d, struct cp_game *g,
                       const struct cp_icn *icn)
{
    const struct cp_frame *frame = cp_icn_frame(run->current.variant);
    struct settling s = {.run = run,
                         .shift = frame->shift,
                         .d = d,
                         .g = g,
                         .icn = icn,
                         .v = run->current.variant,
                         .has_position = cp_icn_has(icn, CP_ICN_POSITION)};
    take_state(&s);
    take_quiet(&s);
    take_promotion(&s);
    take_border(&s);
    take_wins(&s);
    take_royals(&s);
}

void cp_icn_take_rules(struct cp_run *run, struct cp_game *g, const struct cp_icn *icn)
{
    const struct cp_frame *frame = cp_icn_frame(run->current.variant);
    if (frame != run->current.variant->frames)
        g->frame = frame->name;
    take_rules(run, &run->diags, g, icn);
}

void cp_icn_find_rules(struct cp_run *run, struct cp_game *g, const struct cp_icn *icn)
{
    struct cp_diags ignored = cp_diags_in(g->arena);
    take_rules(run, &ignored, g, icn);
}

/* The place of what stands `at` bytes behind it in the start, as far as that is one line. */
static cp_span place_in_start(const struct cp_game *g, size_t at)
{
    cp_span place = cp_game_start_span(g);
    place.col += place.col && !memchr(g->start.at, '\n', at) ? (uint32_t)at : 0;
    return place;
}

/* What its text told is told already. */
void cp_icn_check_start(struct cp_run *run, const struct cp_game *g)
{
    struct cp_icn icn;
    struct cp_game probe = *g;
    struct cp_diags found = cp_diags_in(&run->record);
    struct cp_kinds told = {{0}};
    if (!cp_icn_is_start(g->start))
        return;
    cp_icn_split(&icn, g->start);
    for (int i = 0; i < CP_ICN_FIELDS; i++)
        icn.at[i] = place_in_start(g, icn.offset[i]);
    for (size_t at = 0; at < g->start.len;) {
        cp_str word = cp_str_skip(g->start, at);
        word.len = cp_icn_word(word);
        if (word.len && cp_icn_look(cp_str_skip(g->start, at)) == CP_ICN_NOTHING)
            cp_diag_report(&found, CP_NOT_ICN, place_in_start(g, at), "%.*s", cp_str_shown(word),
                           word.at);
        at += word.len ? word.len : 1;
    }
    probe.rules = NULL;
    take_rules(run, &found, &probe, &icn);
    for (const struct cp_told *t = g->told; t; t = t->next)
        cp_kinds_put(&told, t->kind);
    for (const struct cp_message *m = found.first; m; m = m->next)
        if (cp_diag_level(m->kind) == CP_ERROR && !cp_kinds_has(&told, m->kind))
            cp_diag_report(&run->diags, m->kind, m->at, "%.*s", CP_FMT(m->detail));
}
