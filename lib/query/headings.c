/* SPDX-License-Identifier: MIT */
/* headings.c -- conditions on what stands above the moves, and on how many there are.
 *
 *     White ~ /^alekh/i     a pattern; !~ where it is not found
 *     Event = Hastings      the whole value; != any other, or none
 *     WhiteElo >= 2500      numbers, dates of which enough is known, or codes of openings
 *     ECO = B90:B99         from one of these to another
 *     White != %{Annotator} the value of another tag
 *     Annotator             the tag is there */
#include "query/condition.h"

#include "base/scan.h"
#include "base/utf8.h"
#include "base/wordlist.h"
#include "text/tags.h"

/* ---- what games had of what is asked ---- */

cp_str cp_tally_value(const struct cp_tally *tally, uint32_t number)
{
    return (cp_str){tally->values[number].at, tally->values[number].len};
}

static void note_value(struct cp_tally *tally, uint32_t number, cp_str value)
{
    uint64_t bit = (uint64_t)1 << number;
    value.len = cp_utf8_cut(value, sizeof tally->values->at);
    if ((tally->unread & bit) && cp_str_compare(cp_tally_value(tally, number), value) <= 0)
        return;
    tally->unread |= bit;
    tally->values[number].len = (uint8_t)value.len;
    memcpy(tally->values[number].at, value.at, value.len);
}

void cp_tally_join(struct cp_tally *tally, const struct cp_tally *more)
{
    tally->conditions |= more->conditions;
    tally->others |= more->others;
    tally->namesakes |= more->namesakes;
    for (uint32_t i = 0; i < CP_CONDITIONS_MOST; i++)
        if (more->unread >> i & 1)
            note_value(tally, i, cp_tally_value(more, i));
}

/* ---- numbers ---- */

/* -12.50 or +8, of any length: without zeros in front of the whole or behind the fraction. */
struct number {
    bool is_negative;
    cp_str whole, fraction;
};

static bool read_number(cp_str text, struct number *out)
{
    *out = (struct number){.is_negative = cp_scan_char(&text, '-')};
    if (!out->is_negative)
        (void)cp_scan_char(&text, '+'); /* as differences of ratings have it */
    out->whole = cp_scan_digits(&text);
    size_t digits = out->whole.len;
    while (out->whole.len > 1 && out->whole.at[0] == '0')
        out->whole = cp_str_skip(out->whole, 1);
    if (digits && cp_scan_char(&text, '.')) {
        out->fraction = cp_scan_digits(&text);
        digits = out->fraction.len;
        while (out->fraction.len && out->fraction.at[out->fraction.len - 1] == '0')
            out->fraction.len--;
    }
    bool is_zero = cp_str_is(out->whole, "0") && !out->fraction.len;
    out->is_negative = out->is_negative && !is_zero;
    return digits && !text.len;
}

static int compare_numbers(const struct number *a, const struct number *b)
{
    int sign = a->is_negative ? -1 : 1;
    if (a->is_negative != b->is_negative)
        return sign;
    if (a->whole.len != b->whole.len)
        return a->whole.len < b->whole.len ? -sign : sign;
    int whole = cp_str_compare(a->whole, b->whole);
    return sign * (whole ? whole : cp_str_compare(a->fraction, b->fraction));
}

/* ---- dates ---- */

/* All days that a date may mean, as 19240512; or numbers of half-moves; or codes. */
struct range {
    uint32_t first, last;
};

static bool is_date_gap(char c)
{
    return c == '.' || c == '-' || c == '/';
}

/* Digits, or ? for those that are not known, at text[*at], so many at most: how many. */
static size_t read_part(cp_str text, size_t *at, size_t most_len, uint32_t *least, uint32_t *most)
{
    size_t len = 0;
    *least = *most = 0;
    for (; len < most_len && *at < text.len; len++, ++*at) {
        bool is_open = text.at[*at] == '?';
        if (!is_open && !cp_is_digit(text.at[*at]))
            break;
        *least = *least * 10 + (is_open ? 0 : (uint32_t)(text.at[*at] - '0'));
        *most = *most * 10 + (is_open ? 9 : (uint32_t)(text.at[*at] - '0'));
    }
    return len;
}

/* 1924, 1924.05, 1924.5.12, 1924.??.??, 19??, ????.05; false: it is no date. */
static bool read_days(cp_str text, struct range *out)
{
    static const uint8_t days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    uint32_t least[3] = {0, 1, 1}, most[3] = {0, 12, 31};
    size_t at = 0;
    if (read_part(text, &at, 4, &least[0], &most[0]) < 4)
        return false;
    for (int part = 1; part < 3; part++) {
        uint32_t low = 0, high = 0, end = 12;
        if (at < text.len && (!is_date_gap(text.at[at++]) || !read_part(text, &at, 2, &low, &high)))
            return false;
        if (part == 2) {
            uint32_t year = least[0]; /* or another, where it is not known */
            bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 || year != most[0];
            end = least[1] != most[1] ? 31 : most[1] == 2 && !is_leap ? 28 : days[most[1] - 1];
        }
        if (low > end)
            return false;
        least[part] = low ? low : 1;
        most[part] = high && high < end ? high : end; /* 00 is not known */
    }
    *out = (struct range){least[0] * 10000 + least[1] * 100 + least[2],
                          most[0] * 10000 + most[1] * 100 + most[2]};
    return at == text.len;
}

/* Whether a value says that it is not known: ????.??.??, ?, -, or nothing. */
static bool is_unknown(cp_str text)
{
    size_t at = 0;
    while (at < text.len && (text.at[at] == '?' || is_date_gap(text.at[at])))
        at++;
    return at == text.len;
}

enum known { NOT_UNDERSTOOD, UNKNOWN, KNOWN };

/* A date of which the first digit of the year is known at least; a year 0 there never was. */
static enum known read_date(cp_str text, struct range *out)
{
    text = cp_str_trim(text);
    if (is_unknown(text))
        return UNKNOWN;
    if (!read_days(text, out))
        return NOT_UNDERSTOOD;
    return text.at[0] == '?' || out->last < 10000 ? UNKNOWN : KNOWN;
}

/* ---- codes of openings ---- */

/* B90, or a part of it as programs go on: B90a, B90a1. Whoever asks for B90 asks for its parts. */
static bool read_code(cp_str text, struct range *out)
{
    enum { PARTS = 10, LETTERS = 27 * PARTS };
    bool good = text.len >= 3 && text.len <= 5 && text.at[0] >= 'A' && text.at[0] <= 'E' &&
                cp_is_digit(text.at[1]) && cp_is_digit(text.at[2]) &&
                (text.len < 4 || (text.at[3] >= 'a' && text.at[3] <= 'z')) &&
                (text.len < 5 || cp_is_digit(text.at[4]));
    if (!good)
        return false;
    int code = (text.at[0] - 'A') * 100 + (text.at[1] - '0') * 10 + text.at[2] - '0';
    out->first = (uint32_t)code * LETTERS;
    out->first += text.len > 3 ? (uint32_t)(text.at[3] - 'a' + 1) * PARTS : 0;
    out->first += text.len > 4 ? (uint32_t)(text.at[4] - '0') : 0;
    out->last = out->first + (text.len == 3 ? LETTERS - 1 : text.len == 4 ? PARTS - 1 : 0);
    return true;
}

/* ---- --tag ---- */

enum relation { IS_THERE, MATCHES, MATCHES_NOT, EQUALS, DIFFERS, BELOW, UP_TO, ABOVE, FROM };

static const struct {
    const char *sign;
    enum relation relation;
} relations[] = {{"!~", MATCHES_NOT}, {"=~", MATCHES}, {"~", MATCHES}, {"!=", DIFFERS},
                 {"==", EQUALS},      {"=", EQUALS},   {"<=", UP_TO},  {"<", BELOW},
                 {">=", FROM},        {">", ABOVE}};

/* What is compared: a number, a date or either, or a code. */
struct measure {
    bool is_number, is_date, is_code;
    struct number number;
    struct range span; /* days, or codes */
};

struct tag_asked {
    cp_str name, value;
    cp_str other; /* the tag whose value is meant; empty: the value is said */
    enum relation relation;
    struct cp_search *search;
    struct measure measure, last; /* from that one to the last, if is_range */
    bool is_range;
};

/* Whether it is /…/i. */
static bool ignores_case(cp_str text)
{
    return text.len > 2 && text.at[0] == '/' && text.at[text.len - 1] == 'i' &&
           text.at[text.len - 2] == '/';
}

/* /…/, /…/i, or the expression alone; anyhow: capitals do not matter whatever it says. */
struct cp_search *cp_query_open_search(struct cp_query_maker *m, cp_str text, bool anyhow)
{
    bool is_anyhow = ignores_case(text);
    size_t wrong = 0;
    cp_str why = {0};
    if (is_anyhow || (text.len > 1 && text.at[0] == '/' && text.at[text.len - 1] == '/')) {
        text = (cp_str){text.at + 1, text.len - 2 - is_anyhow};
    } else if (text.len && text.at[0] == '/') {
        cp_buf_puts(m->why, "an expression that begins with / ends with / or /i; for a slash of "
                            "its own write [/]");
        return NULL;
    }
    struct cp_search *s =
        cp_search_open(m->arena, text, is_anyhow || anyhow, m->workers, &wrong, &why);
    if (!s)
        cp_buf_printf(m->why, "the pattern is wrong at its byte %zu: %.*s", wrong + 1, CP_FMT(why));
    return s;
}

/* Date, UTCDate, EventDate: what looks like a number there is a year. */
static bool is_of_dates(cp_str name)
{
    return name.len >= 4 && cp_str_like(cp_str_skip(name, name.len - 4), CP_STR("date"));
}

static bool read_measure(struct measure *m, cp_str text, bool dates_alone)
{
    text = cp_str_trim(text);
    m->is_number = !dates_alone && read_number(text, &m->number);
    m->is_date = read_date(text, &m->span) == KNOWN;
    m->is_code = !m->is_date && read_code(text, &m->span);
    return m->is_number || m->is_date || m->is_code;
}

/* A:B, if both are of one kind; any other text with a colon is a value as it stands. */
static bool parse_span(struct tag_asked *t, struct cp_query_maker *m)
{
    struct measure *a = &t->measure, *b = &t->last;
    cp_str rest = t->value, first = cp_scan_until(&rest, ':');
    if (first.len == t->value.len || !read_measure(a, first, is_of_dates(t->name)) ||
        !read_measure(b, rest, is_of_dates(t->name)))
        return true;
    a->is_number = b->is_number = a->is_number && b->is_number;
    a->is_date = b->is_date = a->is_date && b->is_date;
    a->is_code = b->is_code = a->is_code && b->is_code;
    t->is_range = a->is_number || a->is_date || a->is_code;
    bool is_backward = a->is_number ? compare_numbers(&a->number, &b->number) > 0
                                    : t->is_range && a->span.first > b->span.last;
    if (is_backward)
        cp_buf_printf(m->why,
                      "\"%.*s\": what is before the : comes after what is behind it; as a text it "
                      "is ~ /^%.*s$/",
                      CP_FMT(t->value), CP_FMT(t->value));
    return !is_backward;
}

static bool parse_value(struct tag_asked *t, struct cp_query_maker *m)
{
    if (t->relation == MATCHES || t->relation == MATCHES_NOT) {
        t->search = cp_query_open_search(m, t->value, false);
        return t->search != NULL;
    }
    if (t->value.len > 3 && cp_str_starts(t->value, CP_STR("%{")) &&
        memchr(t->value.at, '}', t->value.len) == t->value.at + t->value.len - 1) {
        t->other = (cp_str){t->value.at + 2, t->value.len - 3};
        return true;
    }
    if (t->relation < BELOW)
        return parse_span(t, m);
    bool good = read_measure(&t->measure, t->value, is_of_dates(t->name));
    if (!good)
        cp_buf_printf(m->why,
                      "\"%.*s\" is no number, no date and no code such as B90, which <, <=, > and "
                      ">= compare",
                      CP_FMT(t->value));
    return good;
}

/* Tag, sign and value; a sign right behind another is not part of a value. */
static bool parse_tag(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct tag_asked *t = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *t);
    size_t at, len = 0;
    for (at = 0; at < value.len && !len; at += !len)
        for (size_t i = 0; i < sizeof relations / sizeof *relations && !len; i++)
            if (cp_str_starts(cp_str_skip(value, at), cp_str_from(relations[i].sign))) {
                t->relation = relations[i].relation;
                len = strlen(relations[i].sign);
            }
    cp_str behind = cp_str_skip(value, at + len);
    t->name = cp_str_trim((cp_str){value.at, at});
    t->value = cp_str_trim(behind);
    bool good = t->name.len > 0 && (!behind.len || !strchr("~=!<>", behind.at[0]));
    for (size_t i = 0; i < t->name.len; i++)
        good &= !cp_is_space(t->name.at[i]);
    if (!good)
        cp_buf_puts(m->why, "a tag, one of ~ !~ = != < <= > >=, and a value: 'White ~ /^hill/i'");
    good = good && (!len || parse_value(t, m));
    c->asks_result = cp_str_is(t->name, "Result") || cp_str_is(t->other, "Result");
    c->asks_variant = cp_str_is(t->name, "Variant") || cp_str_is(t->other, "Variant");
    if (!(cp_tag_what(t->name) & CP_TAG_FIELD) && (len || !c->is_negated))
        c->tag = t->name;
    if (!(cp_tag_what(t->other) & CP_TAG_FIELD))
        c->other_tag = t->other;
    return good;
}

static bool compares(enum relation relation, int order)
{
    switch (relation) {
    case BELOW:
        return order < 0;
    case UP_TO:
        return order <= 0;
    case ABOVE:
        return order > 0;
    default:
        return order >= 0;
    }
}

/* Whether a value is so beside what is asked for, if it is of that kind at all. All days that a
 * date may mean are before those, or on them; a code is what it says, and no part of it. */
static enum known compare(const struct measure *asked, enum relation relation, cp_str value,
                          bool *fits)
{
    struct number number;
    struct range span;
    if (asked->is_number && read_number(value, &number)) {
        *fits = compares(relation, compare_numbers(&number, &asked->number));
        return KNOWN;
    }
    enum known known = asked->is_date                              ? read_date(value, &span)
                       : is_unknown(value)                         ? UNKNOWN
                       : asked->is_code && read_code(value, &span) ? KNOWN
                                                                   : NOT_UNDERSTOOD;
    if (known != KNOWN)
        return known;
    bool is_upper = relation == BELOW || relation == UP_TO;
    uint32_t at = is_upper && asked->is_date ? span.last : span.first;
    uint32_t other = relation == BELOW || relation == FROM ? asked->span.first : asked->span.last;
    *fits = compares(relation, (at > other) - (at < other));
    return KNOWN;
}

/* A value that is of no such kind is noted, unless it is not known. */
static bool is_compared(const struct cp_condition *c, const struct cp_heading *h, cp_str value)
{
    const struct tag_asked *t = c->asked;
    bool fits = false, fits_last = true;
    value = cp_str_trim(value);
    enum known known = compare(&t->measure, t->is_range ? FROM : t->relation, value, &fits);
    if (known == KNOWN && t->is_range)
        known = compare(&t->last, UP_TO, value, &fits_last);
    if (known == NOT_UNDERSTOOD)
        note_value(h->tally, c->number, value);
    return known == KNOWN && fits && fits_last;
}

static bool value_fits(const struct cp_condition *c, const struct cp_heading *h, cp_str value)
{
    const struct tag_asked *t = c->asked;
    switch (t->relation) {
    case IS_THERE:
        return true;
    case MATCHES:
    case MATCHES_NOT:
        return cp_search_has(t->search, h->worker, value, h->gave_up);
    case EQUALS:
    case DIFFERS:
        return cp_str_equal(value, t->value) || (t->is_range && is_compared(c, h, value));
    default:
        return is_compared(c, h, value);
    }
}

/* What stands above the moves, or follows from it: a tag, or one that became a field, as text has
 * it. False: nothing of that name. */
static bool find_value(const struct cp_heading *h, cp_str name, char room[CP_ELOS_ROOM],
                       cp_str *value)
{
    const struct cp_tag *tag = cp_tag_find(h->tags, name);
    *value = tag ? tag->value : cp_tag_of_elos(h->tags, name, room);
    if (tag || value->len)
        return true;
    if (cp_str_is(name, "Variant"))
        *value = h->variant ? h->variant->id : h->variant_name;
    else if (cp_str_is(name, "Result"))
        *value = h->result;
    else if (h->game)
        *value = cp_tag_field_value(h->game, name);
    return value->len > 0;
}

/* A variant is asked by its id, too, and by its name where the game has no tag that says one. */
static bool ask_value(const struct cp_condition *c, const struct cp_heading *h)
{
    const struct tag_asked *t = c->asked;
    char room[CP_ELOS_ROOM];
    cp_str value;
    bool is_there = find_value(h, t->name, room, &value);
    bool fits = is_there && value_fits(c, h, value);
    if (!fits && h->variant && cp_str_is(t->name, "Variant"))
        fits = value_fits(c, h, cp_tag_find(h->tags, t->name) ? h->variant->id : h->variant->name);
    h->tally->conditions |= (uint64_t)is_there << c->number;
    return fits != (t->relation == DIFFERS || t->relation == MATCHES_NOT);
}

/* Of two tags, by what the other one says here. */
static bool ask_tag(const struct cp_condition *c, const struct cp_heading *h)
{
    const struct tag_asked *t = c->asked;
    if (!t->other.len)
        return ask_value(c, h);
    char room[CP_ELOS_ROOM];
    struct tag_asked asked = *t;
    struct cp_condition here = *c;
    here.asked = &asked;
    bool is_there = find_value(h, t->other, room, &asked.value);
    h->tally->others |= (uint64_t)is_there << c->number;
    if (is_there && t->relation >= BELOW &&
        !read_measure(&asked.measure, asked.value, is_of_dates(t->name))) {
        if (!is_unknown(cp_str_trim(asked.value)))
            note_value(h->tally, c->number, cp_str_trim(asked.value));
        is_there = false;
    }
    if (!is_there)
        asked.relation = IS_THERE;
    bool fits = ask_value(&here, h);
    return is_there ? fits : t->relation == DIFFERS;
}

static void close_tag(struct cp_condition *c)
{
    const struct tag_asked *t = c->asked;
    cp_search_close(t->search);
}

const struct cp_question cp_ask_tag = {.option = "tag",
                                       .holds_each = true,
                                       .parse = parse_tag,
                                       .heading = ask_tag,
                                       .close = close_tag};

/* ---- --player, --white, --black, and of --player those that won ---- */

static cp_str result_of(const struct cp_heading *h)
{
    const struct cp_tag *tag = h->result.len ? NULL : cp_tag_find(h->tags, CP_STR("Result"));
    return tag ? tag->value : h->result;
}

/* A name; and it in any capitals, which is looked for only as long as no game has it as it is:
 * NULL where capitals do not matter anyway, or no more. */
struct player_asked {
    struct cp_search *search, *anyhow;
};

static bool parse_player(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct player_asked *p = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *p);
    c->asks_player = true;
    c->asks_result = c->question == &cp_ask_won;
    c->name = value;
    p->search = cp_query_open_search(m, value, false);
    if (p->search && !ignores_case(value))
        p->anyhow = cp_query_open_search(m, value, true);
    return p->search != NULL;
}

static bool ask_player(const struct cp_condition *c, const struct cp_heading *h)
{
    static const char *const sides[] = {"White", "Black"};
    const struct cp_question *const one[] = {&cp_ask_white, &cp_ask_black};
    const struct player_asked *p = c->asked;
    uint64_t bit = (uint64_t)1 << c->number;
    bool is_so = false, ignored = false;
    for (int side = 0; side < 2 && !is_so; side++) {
        const struct cp_tag *tag = cp_tag_find(h->tags, cp_str_from(sides[side]));
        if (!tag || c->question == one[!side])
            continue;
        is_so = cp_search_has(p->search, h->worker, tag->value, h->gave_up);
        if (!is_so && p->anyhow && !(h->tally->conditions & bit) &&
            cp_search_has(p->anyhow, h->worker, tag->value, &ignored))
            note_value(h->tally, c->number, tag->value);
    }
    h->tally->conditions |= is_so ? bit : 0;
    return is_so;
}

/* Whoever of both it is. */
static bool ask_won(const struct cp_condition *c, const struct cp_heading *h)
{
    struct cp_condition side = *c;
    cp_str result = result_of(h);
    bool is_whites = cp_str_is(result, "1-0");
    side.question = is_whites ? &cp_ask_white : &cp_ask_black;
    return (is_whites || cp_str_is(result, "0-1")) && ask_player(&side, h);
}

bool cp_query_ask_anyhow(struct cp_condition *c)
{
    struct player_asked *p = c->asked;
    if (!p->anyhow)
        return false;
    cp_search_close(p->search);
    p->search = p->anyhow;
    p->anyhow = NULL;
    return true;
}

static void close_player(struct cp_condition *c)
{
    const struct player_asked *p = c->asked;
    cp_search_close(p->search);
    cp_search_close(p->anyhow);
}

const struct cp_question cp_ask_player = {
    .option = "player", .parse = parse_player, .heading = ask_player, .close = close_player};
const struct cp_question cp_ask_white = {
    .option = "white", .parse = parse_player, .heading = ask_player, .close = close_player};
const struct cp_question cp_ask_black = {
    .option = "black", .parse = parse_player, .heading = ask_player, .close = close_player};
const struct cp_question cp_ask_won = {
    .option = "won", .parse = parse_player, .heading = ask_won, .close = close_player};

/* ---- --result ---- */

static const struct cp_word results[] = {{"1-0", 1}, {"0-1", 2}, {"1/2-1/2", 4}, {"*", 8}, {0}};

static bool parse_result(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    unsigned *bits = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *bits);
    cp_str culprit;
    bool good = cp_wordlist_parse(results, bits, value, &culprit);
    c->asks_result = true;
    if (!good) {
        cp_buf_printf(m->why, "\"%.*s\"; it takes ", CP_FMT(culprit));
        cp_wordlist_put(m->why, results, ',');
    }
    return good;
}

static bool ask_result(const struct cp_condition *c, const struct cp_heading *h)
{
    const unsigned *bits = c->asked;
    const struct cp_word *w = cp_wordlist_find(results, result_of(h));
    return w && *bits & w->bits;
}

const struct cp_question cp_ask_result = {
    .option = "result", .holds_each = true, .parse = parse_result, .heading = ask_result};

/* ---- --variant ---- */

static bool parse_variant(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct cp_variant *found = cp_variants_find_anywhere(m->variants, value);
    c->variant = found; /* NULL: none that is known, so it goes by name */
    c->name = value;
    c->asks_variant = true;
    if (found && !cp_str_equal(value, found->id)) /* nobody else has that */
        c->namesake = cp_variants_find_preset(m->variants, value);
    if (c->namesake == found)
        c->namesake = NULL;
    if (found)
        cp_variant_wake(found, m->lasting, m->ints);
    c->is_wider = found && cp_variant_begins_elsewhere(found, value);
    return true;
}

static bool ask_variant(const struct cp_condition *c, const struct cp_heading *h)
{
    if (h->variant && h->variant == c->namesake)
        h->tally->namesakes |= (uint64_t)1 << c->number;
    return h->variant ? h->variant == c->variant
                      : cp_str_like(cp_str_trim(h->variant_name), c->name);
}

const struct cp_question cp_ask_variant = {
    .option = "variant", .parse = parse_variant, .heading = ask_variant};

/* ---- --date, --plies, --game ---- */

/* A:B, A:, :B or A alone, each read by `read`, which gets the last if is_last. False, and why:
 * it is nothing of that. */
static bool read_range(struct range *range, struct cp_query_maker *m, cp_str value,
                       bool (*read)(cp_str, bool is_last, uint32_t *), const char *wanted)
{
    cp_str rest = value, first = cp_str_trim(cp_scan_until(&rest, ':')), last = first;
    if (value.len && memchr(value.at, ':', value.len))
        last = cp_str_trim(rest);
    *range = (struct range){0, UINT32_MAX};
    bool good = (first.len || last.len) && (!first.len || read(first, false, &range->first)) &&
                (!last.len || read(last, true, &range->last));
    if (!good || range->first > range->last)
        cp_buf_printf(m->why, "\"%.*s\": %s", CP_FMT(value),
                      good ? "what is before the : comes after what is behind it" : wanted);
    return good && range->first <= range->last;
}

static bool read_day(cp_str text, bool is_last, uint32_t *out)
{
    struct range days;
    bool good = read_date(text, &days) == KNOWN;
    *out = !good ? 0 : is_last ? days.last : days.first;
    return good;
}

static bool read_count(cp_str text, bool is_last, uint32_t *out)
{
    (void)is_last;
    return cp_number_parse(text, UINT32_MAX - 1, out);
}

static bool parse_range(struct cp_condition *c, struct cp_query_maker *m, cp_str value,
                        bool (*read)(cp_str, bool is_last, uint32_t *), const char *wanted)
{
    c->asked = cp_arena_take_zero(m->arena, 1, sizeof(struct range));
    return read_range(c->asked, m, value, read, wanted);
}

static bool parse_date(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    return parse_range(c, m, value, read_day, "a date, or two with : between, as 1924:1925.06.30");
}

/* All days it may have been; UTCDate tells where Date does not. What is not understood is noted,
 * whichever answers. */
static bool ask_date(const struct cp_condition *c, const struct cp_heading *h)
{
    static const char *const names[] = {"Date", "UTCDate"};
    const struct range *d = c->asked;
    enum known known = UNKNOWN;
    struct range days = {0};
    for (size_t i = 0; known != KNOWN && i < sizeof names / sizeof *names; i++) {
        const struct cp_tag *tag = cp_tag_find(h->tags, cp_str_from(names[i]));
        known = tag ? read_date(tag->value, &days) : UNKNOWN;
        if (known == NOT_UNDERSTOOD)
            note_value(h->tally, c->number, cp_str_trim(tag->value));
    }
    return known == KNOWN && d->first <= days.first && days.last <= d->last;
}

const struct cp_question cp_ask_date = {.option = "date", .parse = parse_date, .heading = ask_date};

static bool parse_plies(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    return parse_range(c, m, value, read_count, "a number of half-moves, or two with : between");
}

static bool ask_plies(const struct cp_condition *c, const struct cp_heading *h)
{
    const struct range *r = c->asked;
    return r->first <= h->plies && h->plies <= r->last;
}

const struct cp_question cp_ask_plies = {
    .option = "plies", .reads_moves = true, .parse = parse_plies, .heading = ask_plies};

/* Ranges of numbers, in whatever order. */
struct games_asked {
    struct range *ranges;
    size_t count;
};

static bool read_game_number(cp_str text, bool is_last, uint32_t *out)
{
    return read_count(text, is_last, out) && *out > 0;
}

static bool parse_game(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct games_asked *a = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *a);
    size_t room = 0;
    for (cp_str item; cp_scan_item(&value, &item); a->count++) {
        a->ranges = cp_arena_grow(m->arena, a->ranges, a->count, &room, sizeof *a->ranges);
        if (!read_range(&a->ranges[a->count], m, cp_str_trim(item), read_game_number,
                        "a number of a game, from 1, or two with : between, or a list: 5,8:10"))
            return false;
    }
    return a->count > 0;
}

static bool ask_game(const struct cp_condition *c, const struct cp_heading *h)
{
    const struct games_asked *a = c->asked;
    bool is_so = false;
    for (size_t i = 0; i < a->count && !is_so; i++)
        is_so = a->ranges[i].first <= h->number &&
                (h->number <= a->ranges[i].last || a->ranges[i].last == UINT32_MAX); /* open */
    return is_so;
}

const struct cp_question cp_ask_game = {
    .option = "game", .asks_number = true, .parse = parse_game, .heading = ask_game};
