/* SPDX-License-Identifier: MIT */
/* events.c -- conditions on what happens in a game, on how it ends, and on what is told of
 * it. What only stands in the text (a comment, a glyph) is looked for there, variations
 * included; what happens on the board, in the main line as it is played. */
#include "query/condition.h"

#include "base/scan.h"
#include "base/wordlist.h"
#include "game/annotation.h"
#include "rules/chess/turn.h"

/* ---- the words of --has and --ends ---- */

enum event {
    CASTLING,
    CASTLING_SHORT,
    CASTLING_LONG,
    CASTLING_OPPOSITE,
    EN_PASSANT,
    PROMOTION,
    UNDERPROMOTION,
    CHECK,
    DOUBLE_CHECK,
    CAPTURE,
    REPETITION,
    FIFTY_MOVES,
    FALL, /* from here on no quick look tells */
    VANISH,
    FORMATION,
    TEXT, /* from here on: */
    COMMENT = TEXT,
    VARIATION,
    CLOCK,
    NAG,
};

static const struct cp_word events[] = {{"castling", CASTLING},
                                        {"castling-short", CASTLING_SHORT},
                                        {"castling-long", CASTLING_LONG},
                                        {"castling-opposite", CASTLING_OPPOSITE},
                                        {"en-passant", EN_PASSANT},
                                        {"promotion", PROMOTION},
                                        {"underpromotion", UNDERPROMOTION},
                                        {"check", CHECK},
                                        {"double-check", DOUBLE_CHECK},
                                        {"capture", CAPTURE},
                                        {"fall", FALL},
                                        {"vanish", VANISH},
                                        {"formation", FORMATION},
                                        {"repetition", REPETITION},
                                        {"fifty-moves", FIFTY_MOVES},
                                        {"comment", COMMENT},
                                        {"variation", VARIATION},
                                        {"clock", CLOCK},
                                        {"nag", NAG},
                                        {0}};

static const struct cp_word outcomes[] = {
#define CP_OUTCOME(NAME, name, result, words) {name, 1u << CP_OUTCOME_##NAME},
#include "rules/outcome.def"
#undef CP_OUTCOME
    {0}};

void cp_query_put_events(struct cp_buf *out, unsigned operand, char between)
{
    (void)operand;
    cp_wordlist_put(out, events, between);
}

void cp_query_put_ends(struct cp_buf *out, unsigned operand, char between)
{
    (void)operand;
    cp_wordlist_put(out, outcomes, between);
}

/* Of what may have a count behind it. */
static size_t event_len(cp_str text)
{
    size_t len = 0;
    while (len < text.len && (cp_is_letter(text.at[len]) || text.at[len] == '-'))
        len++;
    return len;
}

const char *cp_query_option_of(cp_str word)
{
    return cp_wordlist_find(events, word)     ? "has"
           : cp_wordlist_find(outcomes, word) ? "ends"
           : cp_query_is_structure(word)      ? "structure"
                                              : NULL;
}

/* ---- words that are none ---- */

/* What is asked for by words of other programs, and of the rules. */
static const struct {
    const char *option, *said, *meant;
} usual[] = {{"ends", "repetition", "threefold, fivefold, or --has repetition"},
             {"ends", "insufficient", "dead-position, or insufficient-material (--rules site)"},
             {"has", "threefold", "repetition, or --ends threefold"}};

/* A word spelt nearly so, or else one of which it is a part: mate, checkmate. */
static const char *find_near(const struct cp_word *words, cp_str said)
{
    enum { LEAST = 4 };
    const char *near = cp_wordlist_nearest(words, said);
    for (; !near && said.len >= LEAST && words->word; words++)
        for (cp_str rest = cp_str_from(words->word); rest.len && !near; rest = cp_str_skip(rest, 1))
            near = cp_str_starts(rest, said) ? words->word : NULL;
    return near;
}

/* What is meant is a word of that option, or of the other; where the word is right, what stands
 * behind it is not. */
static bool refuse_word(struct cp_query_maker *m, const char *option, cp_str said)
{
    bool is_end = strcmp(option, "ends") == 0;
    const struct cp_word *own = is_end ? outcomes : events, *others = is_end ? events : outcomes;
    cp_str word = {said.at, event_len(said)};
    bool is_right = cp_wordlist_find(own, word), is_other = cp_wordlist_find(others, word);
    const char *near = NULL, *other = is_right ? NULL : find_near(others, word);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i].option, option) == 0 && cp_str_is(word, usual[i].said))
            near = usual[i].meant;
    if (!near && !is_right && !is_other)
        near = find_near(own, word);
    const char *structure = is_right ? NULL : cp_query_structure_near(word);
    cp_buf_printf(m->why, "\"%.*s\"; ", CP_FMT(said));
    if (near || other || structure) {
        const char *of = near ? "" : !other ? "--structure " : is_end ? "--has " : "--ends ";
        cp_buf_printf(m->why, "did you mean %s%s?", of, near ? near : other ? other : structure);
        return false;
    }
    cp_buf_puts(m->why, "it takes ");
    cp_wordlist_put(m->why, own, ',');
    if (!is_end)
        cp_buf_puts(m->why, ", nag:N, each with a count behind it, if need be: promotion>=3");
    return false;
}

/* ---- what --has asks ---- */

struct has {
    enum event event;
    uint32_t number, low, high; /* as written; and how often, at least and at most */
    uint32_t nag;               /* 0: any */
    bool is_counted;            /* a number is written */
    struct cp_search *search;   /* of a comment: what it has; NULL: anything. It is asked for */
    struct cp_slot *slot;       /* there, */
    struct cp_arena *arena;     /* with room here */
};

static bool fits(const struct has *h, uint32_t count)
{
    return count >= h->low && count <= h->high;
}

/* What fits now fits whatever else happens; otherwise what is too much now stays so. */
static bool is_upwards(const struct has *h)
{
    return h->high == UINT32_MAX;
}

static bool parse_event(struct has *h, cp_str text)
{
    size_t len = event_len(text);
    const struct cp_word *word = cp_wordlist_find(events, (cp_str){text.at, len});
    if (!word)
        return false;
    h->event = (enum event)word->bits;
    h->number = h->low = 1;
    h->high = UINT32_MAX;
    text = cp_str_skip(text, len);
    if (h->event == NAG && cp_scan_char(&text, ':') &&
        (!cp_scan_number(&text, CP_NAG_LAST, &h->nag) || !h->nag))
        return false;
    h->is_counted = text.len > 0;
    if (!text.len)
        return true;
    bool is_below = cp_scan_char(&text, '<'), is_above = !is_below && cp_scan_char(&text, '>');
    bool is_equal = cp_scan_char(&text, '=');
    if (!(is_below || is_above || is_equal) || !cp_number_parse(text, UINT32_MAX - 1, &h->number))
        return false;
    h->low = is_below ? 0 : h->number + !is_equal;
    h->high = is_above ? UINT32_MAX : h->number;
    if (is_below && !is_equal && h->high-- == 0) {
        h->low = 1; /* less than none is never */
        h->high = 0;
    }
    return true;
}

/* Some move of the queen's is none of its own: neither one ray nor several, for moving and for
 * taking, go wherever that does, whatever stands in the way. */
static bool is_less_than_queen(const struct cp_variant *v, uint8_t kind)
{
    uint8_t queen = cp_alphabet_find(&v->alphabet, CP_STR("queen"), true);
    if (queen == CP_NO_KIND || kind == queen)
        return false;
    for (uint32_t i = 0; i < v->kinds[queen].ray_count; i++) {
        const cp_ray *ray = &v->kinds[queen].rays[CP_WHITE][i],
                     *own = v->kinds[kind].rays[CP_WHITE];
        unsigned use = 0;
        for (uint32_t left = v->kinds[kind].ray_count; left; left--, own++)
            if (!v->kinds[kind].zone[CP_WHITE].is_said && !own->bent && !own->lame && !own->hops &&
                own->dx == ray->dx && own->dy == ray->dy && own->low <= ray->low &&
                (own->high == 0 || (ray->high && own->high >= ray->high)) &&
                own->primes <= ray->primes && own->first <= ray->first &&
                own->leaps >= ray->leaps && own->round >= ray->round)
                use |= own->use;
        if (ray->use & ~use)
            return true;
    }
    return false;
}

static bool parse_has(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct has *h = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *h);
    value = cp_str_trim(value);
    if (!parse_event(h, value))
        return refuse_word(m, "has", value);
    c->is_of_text = h->event >= TEXT;
    c->is_slow = h->event >= FALL;
    c->asks_repetition = h->event == REPETITION;
    c->quiet_least = h->event == REPETITION    ? UINT32_MAX
                     : h->event == FIFTY_MOVES ? CP_FIFTY_PLIES
                                               : 0;
    return true;
}

/* How many vanish in traps: they go there, while what falls through a trapdoor stood on it. */
static uint32_t vanishing(const struct cp_ply *ply)
{
    cp_shift shifts[CP_SHIFTS_MOST];
    uint32_t count = 0, shifted;
    if (!ply->position->law->variant->trap_count)
        return 0;
    shifted = cp_rules_of_law(ply->position->law)->shifts(ply->position, ply->undo, shifts);
    for (uint32_t i = 0; i < shifted; i++)
        count += shifts[i].leaves && !cp_square_equal(shifts[i].from, shifts[i].to);
    return count;
}

/* At the start nothing has happened, but moves without progress may have run out before: it says
 * how many there were. A quick look does not go as far as a third time, nor where things fall. */
static bool happens(enum event event, const struct cp_moment *m)
{
    const struct cp_ply *ply = m->ply;
    if (m->is_start && event != FIFTY_MOVES)
        return false;
    switch (event) {
    case CASTLING:
        return m->castles;
    case CASTLING_SHORT:
        return m->castles_short;
    case CASTLING_LONG:
        return m->castles && !m->castles_short;
    case EN_PASSANT:
        return m->takes_in_passing;
    case PROMOTION:
        return m->promotion != CP_NO_KIND;
    case UNDERPROMOTION:
        return m->promotion != CP_NO_KIND && is_less_than_queen(m->variant, m->promotion);
    case CHECK:
        return m->checks > 0;
    case DOUBLE_CHECK:
        return m->checks > 1;
    case CAPTURE:
        return m->takes;
    case FALL:
        return ply->fall_count > vanishing(ply);
    case VANISH:
        return vanishing(ply) > 0;
    case FORMATION:
        return ply->move->is_body;
    case REPETITION:
        return ply && ply->seen >= 3;
    case FIFTY_MOVES:
        return m->variant->counts_quiet_moves &&
               (m->is_start ? m->quiet >= CP_FIFTY_PLIES : m->quiet == CP_FIFTY_PLIES);
    default:
        return false;
    }
}

/* One side has castled short, and now the other long, or the other way round: kept of each side is
 * a bit for where it went. */
static bool castles_opposite(struct cp_slot *slot, const struct cp_moment *m)
{
    enum { SHORT = 1, LONG = 2 };
    if (!m->castles)
        return false;
    slot->kept[!m->turn] |= m->castles_short ? SHORT : LONG;
    return slot->kept[m->turn] & (m->castles_short ? LONG : SHORT);
}

static bool has_at(const struct cp_condition *c, struct cp_slot *slot, const struct cp_moment *m)
{
    const struct has *h = c->asked;
    bool is_met = h->event == CASTLING_OPPOSITE ? castles_opposite(slot, m) : happens(h->event, m);
    slot->count += is_met;
    if (is_met || m->is_start)
        slot->holds = is_upwards(h) && fits(h, slot->count);
    return c->is_inside && h->is_counted ? fits(h, slot->count) : is_met;
}

static enum cp_answer end_has(const struct cp_condition *c, const struct cp_slot *slot,
                              const struct cp_ending *e)
{
    const struct has *h = c->asked;
    uint32_t count = slot->count;
    if (e->is_whole || (is_upwards(h) && fits(h, count)))
        return fits(h, count) ? CP_YES : CP_NO;
    return count > h->number && !is_upwards(h) ? CP_NO : CP_DOUBT; /* it only grows */
}

/* ---- in the text ---- */

/* A comment has one blank where its lines end, wherever a program broke them and however it
 * indented them. */
static bool is_found(const struct has *h, cp_str text)
{
    if (text.len && memchr(text.at, '\n', text.len)) {
        struct cp_buf line = cp_buf_in(h->arena);
        for (size_t at = 0, end; at < text.len; at = end) {
            bool is_blank = cp_is_space(text.at[at]);
            for (end = at + 1; end < text.len && cp_is_space(text.at[end]) == is_blank;)
                end++;
            cp_str part = {text.at + at, end - at};
            cp_buf_put(&line, is_blank && memchr(part.at, '\n', part.len) ? CP_STR(" ") : part);
        }
        text = cp_buf_str(&line);
    }
    return cp_search_has(h->search, h->slot->worker, text, &h->slot->gave_up);
}

/* Comments, or the clocks in them. */
static uint32_t count_in(const struct has *h, const struct cp_comment *comment)
{
    uint32_t count = 0;
    cp_str ignored;
    for (; comment; comment = comment->next)
        count += (h->event == COMMENT && (!h->search || is_found(h, comment->text))) ||
                 (h->event == CLOCK && cp_command_find(comment->text, "clk", &ignored));
    return count;
}

/* What stands at the end of a line that begins at a ply, which is at its last move. */
static uint32_t count_behind(const struct has *h, const struct cp_line *line, uint32_t ply,
                             const struct cp_node *before, struct cp_hits *hits)
{
    uint32_t count = count_in(h, line->end);
    if (count && hits) {
        for (const struct cp_node *node = line->first; node && node->next; node = node->next)
            ply++;
        cp_hits_put(hits, line->last ? line->last : before, ply);
    }
    return count;
}

static uint32_t count_at(const struct has *h, const struct cp_node *node, uint32_t ply,
                         struct cp_hits *hits)
{
    const struct cp_notes *notes = node->notes;
    uint32_t count = count_in(h, notes->before) + count_in(h, notes->after);
    for (const struct cp_nag *nag = h->event == NAG ? notes->nags : NULL; nag; nag = nag->next)
        count += !h->nag || nag->number == h->nag;
    if (count)
        cp_hits_put(hits, node, ply);
    for (const struct cp_line *line = notes->variations; line; line = line->next) {
        count += count_behind(h, line, ply, node, hits);
        count += h->event == VARIATION;
        if (h->event == VARIATION)
            cp_hits_put(hits, line->first ? line->first : node, ply);
    }
    return count;
}

static bool text_has(const struct cp_condition *c, struct cp_slot *slot, struct cp_game *g,
                     struct cp_hits *hits)
{
    struct has here = *(const struct has *)c->asked, *h = &here;
    here.slot = slot;
    here.arena = g->arena;
    uint32_t count = count_behind(h, &g->moves, g->moves.first != NULL, NULL, hits);
    struct cp_walk walk = cp_walk_of(g->arena, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));)
        if (node->notes)
            count += count_at(h, node, walk.ply, hits);
    return fits(h, count);
}

const struct cp_question cp_ask_has = {.option = "has",
                                       .holds_each = true,
                                       .is_list = true,
                                       .parse = parse_has,
                                       .text = text_has,
                                       .at = has_at,
                                       .end = end_has};

/* ---- --comment ---- */

static bool parse_comment(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct has *h = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *h);
    *h = (struct has){.event = COMMENT, .low = 1, .high = UINT32_MAX};
    c->is_of_text = true;
    h->search = cp_query_open_search(m, value, false);
    return h->search != NULL;
}

static void close_comment(struct cp_condition *c)
{
    const struct has *h = c->asked;
    cp_search_close(h->search);
}

const struct cp_question cp_ask_comment = {
    .option = "comment", .parse = parse_comment, .text = text_has, .close = close_comment};

/* ---- --ends ---- */

static bool parse_ends(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    unsigned *bits = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *bits);
    cp_str culprit;
    c->line = value;
    return cp_wordlist_parse(outcomes, bits, value, &culprit) || refuse_word(m, "ends", culprit);
}

static bool may_end(const struct cp_condition *c, const struct cp_variant *v)
{
    const unsigned *bits = c->asked;
    bool may = false;
    for (unsigned outcome = 0; outcome < CP_OUTCOMES; outcome++)
        may |= (*bits >> outcome & 1) && cp_counting_may_end(v, (enum cp_outcome)outcome);
    return may;
}

static enum cp_answer end_ends(const struct cp_condition *c, const struct cp_slot *slot,
                               const struct cp_ending *e)
{
    const unsigned *bits = c->asked;
    (void)slot;
    if (!e->is_whole)
        return CP_DOUBT;
    return *bits >> e->outcome & 1 ? CP_YES : CP_NO;
}

const struct cp_question cp_ask_ends = {.option = "ends",
                                        .holds_each = true,
                                        .asks_outcome = true,
                                        .parse = parse_ends,
                                        .end = end_ends,
                                        .is_of = may_end};

/* ---- --valid, --warned ---- */

static enum cp_answer end_valid(const struct cp_condition *c, const struct cp_slot *slot,
                                const struct cp_ending *e)
{
    (void)c;
    (void)slot;
    return e->is_valid ? CP_YES : CP_NO;
}

static bool parse_warned(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    enum cp_diag *kind = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *kind);
    *kind = cp_diag_find(value);
    bool good = !value.len || (*kind != CP_OK && cp_diag_level(*kind) <= CP_WARNING);
    if (!good)
        cp_buf_puts(m->why, "no warning has that name");
    return good;
}

static enum cp_answer end_warned(const struct cp_condition *c, const struct cp_slot *slot,
                                 const struct cp_ending *e)
{
    const enum cp_diag *kind = c->asked;
    (void)slot;
    if (!e->told)
        return CP_NO;
    bool is_so = *kind == CP_OK ? e->told->warnings > 0 : cp_diags_have(e->told, *kind);
    return is_so ? CP_YES : CP_NO;
}

const struct cp_question cp_ask_valid = {
    .option = "valid", .may_be_bare = true, .asks_verdict = true, .end = end_valid};
const struct cp_question cp_ask_warned = {.option = "warned",
                                          .may_be_bare = true,
                                          .asks_verdict = true,
                                          .parse = parse_warned,
                                          .end = end_warned};
