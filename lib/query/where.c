/* SPDX-License-Identifier: MIT */
/* where.c -- a question as an expression:
 *
 *     won(/Tal/) and at(20:40, material(QR:Q) and (check or not capture))
 *
 * A condition is the name of the option that asks it, and its value in brackets; an event or an end
 * stands for itself. The value goes to the option's own reader as it is: brackets in it are pairs,
 * unless they stand between quotes around all of it or between the slashes of a pattern. What waits
 * for its second operand or its bracket is on a stack, so nothing here calls itself. */
#include "base/scan.h"
#include "query/query.h"

enum { WAITING_MOST = 64 };

struct waiting {
    enum { NOT, AND, OR, BRACKET, PLACE } what;
    size_t at;
    struct cp_term place;
    struct cp_query_maker *had; /* of some(), anywhere() and mirrored(): what held of patterns
                                 * before; else NULL */
};

struct parser {
    struct cp_query *q;
    struct cp_query_maker *m;
    cp_str text;
    size_t at, wrong; /* where it is wrong, if it is */
    bool is_turned;   /* what comes next stands behind an odd number of nots */
    struct waiting waiting[WAITING_MOST];
    uint32_t waiting_count, operands[WAITING_MOST + 1], operand_count;
};

/* ---- what the tree is made of ---- */

static bool refuse(struct parser *p, size_t at, const char *why)
{
    cp_buf_puts(p->m->why, why);
    p->wrong = at;
    return false;
}

static bool wait(struct parser *p, struct waiting w)
{
    if (p->waiting_count == WAITING_MOST)
        return refuse(p, w.at, "brackets and words wait for too many others here");
    p->waiting[p->waiting_count++] = w;
    return true;
}

static bool is_waiting(const struct parser *p, int what)
{
    return p->waiting_count && (int)p->waiting[p->waiting_count - 1].what == what;
}

static bool make(struct parser *p, struct cp_term made)
{
    p->wrong = p->at;
    return cp_query_make_term(p->q, p->m, made, &p->operands[p->operand_count - 1]);
}

/* All nots in front of an operand that is complete. */
static bool turn(struct parser *p)
{
    for (; is_waiting(p, NOT); p->waiting_count--, p->is_turned = !p->is_turned)
        if (!make(p, (struct cp_term){.joint = CP_NOT, .left = p->operands[p->operand_count - 1]}))
            return false;
    return true;
}

/* What binds more than what comes next: all "and", and each "or" if that is asked for. */
static bool join(struct parser *p, bool each)
{
    while (is_waiting(p, AND) || (each && is_waiting(p, OR))) {
        bool is_or = p->waiting[--p->waiting_count].what == OR;
        uint32_t right = p->operands[--p->operand_count];
        if (!make(p, (struct cp_term){.joint = is_or ? CP_OR : CP_AND,
                                      .left = p->operands[p->operand_count - 1],
                                      .right = right}))
            return false;
    }
    return true;
}

static bool close_bracket(struct parser *p)
{
    size_t at = p->at++;
    if (!join(p, true))
        return false;
    if (!p->waiting_count)
        return refuse(p, at, "no bracket is open that this one could close");
    struct waiting *open = &p->waiting[--p->waiting_count];
    if (open->had)
        *p->m = *open->had;
    if (open->what == PLACE) {
        p->m->is_inside = false;
        open->place.left = p->operands[p->operand_count - 1];
        open->place.is_turned = p->is_turned;
        if (!make(p, open->place))
            return false;
    }
    return turn(p);
}

/* ---- conditions ---- */

/* Behind the last slash of a pattern that begins at text[at], where the bracket that closes is
 * next; at itself, if none begins. */
static size_t pattern_end(cp_str text, size_t first, size_t at)
{
    if (text.at[at] != '/' || (at > first && !strchr(" ~", text.at[at - 1])))
        return at;
    for (size_t end = at + 1; end < text.len; end++) {
        size_t behind = end + 1 + (end + 1 < text.len && text.at[end + 1] == 'i');
        size_t bracket = cp_space_end(text, behind);
        if (text.at[end] == '/' && bracket < text.len && text.at[bracket] == ')')
            return behind;
    }
    return at;
}

/* What stands in the bracket at p->at, and goes behind it. */
static bool take_value(struct parser *p, cp_str *value)
{
    cp_str text = p->text;
    size_t open = p->at, first = cp_space_end(text, open + 1), at = first, depth = 1;
    if (first < text.len && (text.at[first] == '\'' || text.at[first] == '"')) {
        const char *quote = memchr(text.at + first + 1, text.at[first], text.len - first - 1);
        at = quote ? cp_space_end(text, (size_t)(quote - text.at) + 1) : text.len;
        if (!quote)
            return refuse(p, first, "this quotation mark has no other");
        if (at == text.len || text.at[at] != ')')
            return refuse(p, at, "behind a value in quotation marks stands )");
        *value = (cp_str){text.at + first + 1, (size_t)(quote - text.at) - first - 1};
        p->at = at + 1;
        return true;
    }
    while (at < text.len) {
        size_t behind = pattern_end(text, first, at);
        depth += text.at[at] == '(';
        if (text.at[at] == ')' && --depth == 0)
            break;
        at = behind > at ? behind : at + 1;
    }
    if (at == text.len)
        return refuse(p, open, "this bracket is not closed");
    *value = cp_str_trim((cp_str){text.at + first, at - first});
    p->at = at + 1;
    return true;
}

/* Of places only what a single position answers; of conditions from that number on. */
static bool check_inside(struct parser *p, uint32_t from, size_t at)
{
    bool good = true;
    for (const struct cp_condition *c = p->q->conditions + from;
         c < p->q->conditions + p->q->count && p->m->is_inside; c++)
        good &= c->question->at && !c->is_of_text;
    return good || refuse(p, at,
                          "this is of a whole game, and stands outside of at() and same(), which "
                          "ask for one position");
}

/* material(QR:Q), check, promotion>=3 */
static bool take_condition(struct parser *p, size_t at, cp_str word)
{
    const struct cp_question *question = cp_query_find(word);
    size_t open = cp_space_end(p->text, p->at), value_at = at;
    bool has_value = open < p->text.len && p->text.at[open] == '(';
    cp_str value = {0};
    if (!has_value && cp_query_option_of(word)) /* comment, which is an option, too */
        question = NULL;
    if (has_value) {
        p->at = open;
        value_at = cp_space_end(p->text, open + 1);
        if (!question) {
            const char *near = cp_query_nearest(word);
            cp_buf_printf(p->m->why, "no condition is called %.*s%s%s", CP_FMT(word),
                          near ? "; did you mean " : "", near ? near : "");
            return refuse(p, at, near ? "?" : "");
        }
        if (!take_value(p, &value))
            return false;
    }
    if (!question) { /* an event, with its count, or an end; what is neither the option refuses */
        const char *option = cp_query_option_of(word);
        while (p->at < p->text.len && !strchr(" \t\n(),", p->text.at[p->at]))
            p->at++;
        value = (cp_str){p->text.at + at, p->at - at};
        question = cp_query_find(cp_str_from(option ? option : "has"));
    } else if (!value.len && !question->may_be_bare) {
        cp_buf_printf(p->m->why, "%.*s has its value in brackets behind it", CP_FMT(word));
        return refuse(p, at, "");
    } else if (value.len && !question->parse) {
        cp_buf_printf(p->m->why, "%.*s has no value", CP_FMT(word));
        return refuse(p, value_at, "");
    }
    uint32_t from = p->q->count;
    p->wrong = value_at;
    return question->is_of_file ? refuse(p, at, "a file is asked of by its option alone")
                                : cp_query_make_leaf(p->q, p->m, question, value, p->is_turned,
                                                     &p->operands[p->operand_count++]) &&
                                      check_inside(p, from, at) && turn(p);
}

/* ---- words ---- */

/* 20:40, 20:, :40, 20 or end, and the comma behind it; same has none. */
static bool open_place(struct parser *p, size_t at, bool is_same)
{
    struct waiting w = {.what = PLACE, .at = at, .place = {.joint = CP_PLACE, .last = UINT32_MAX}};
    size_t open = cp_space_end(p->text, p->at);
    if (p->m->is_inside)
        return refuse(p, at, "at() and same() do not stand in one another");
    if (open == p->text.len || p->text.at[open] != '(')
        return refuse(p, at,
                      is_same ? "same has conditions in brackets behind it"
                              : "at has half-moves and conditions in brackets behind it: "
                                "at(20:40, check)");
    p->at = w.at = open;
    cp_str rest = cp_str_skip(p->text, ++p->at);
    if (!is_same) {
        cp_str range = cp_scan_until(&rest, ','), last = range;
        cp_str first = cp_str_trim(cp_scan_until(&last, ':'));
        bool is_pair =
            first.at + first.len < range.at + range.len && memchr(range.at, ':', range.len);
        last = is_pair ? cp_str_trim(last) : first;
        w.place.is_end = !is_pair && cp_str_is(first, "end");
        bool good = range.at + range.len < p->text.at + p->text.len && (first.len || last.len);
        if (good && !w.place.is_end)
            good = (!first.len || cp_number_parse(first, UINT32_MAX - 1, &w.place.first)) &&
                   (!last.len || cp_number_parse(last, UINT32_MAX - 1, &w.place.last)) &&
                   w.place.first <= w.place.last;
        if (!good)
            return refuse(p, cp_space_end(p->text, p->at),
                          "half-moves from where to where, or end, and a comma: at(20:40, check)");
        p->at = (size_t)(rest.at - p->text.at);
    }
    p->m->is_inside = true;
    return wait(p, w);
}

static bool is_of_patterns(cp_str word)
{
    return cp_str_is(word, "some") || cp_str_is(word, "anywhere") || cp_str_is(word, "mirrored");
}

/* What the options of that name say of all patterns, of those in brackets. */
static bool open_patterns(struct parser *p, size_t at, cp_str word)
{
    struct waiting w = {.what = BRACKET, .at = cp_space_end(p->text, p->at)};
    if (w.at == p->text.len || p->text.at[w.at] != '(')
        return refuse(p, at,
                      "it has conditions in brackets behind it, of whose patterns it is said");
    p->at = w.at + 1;
    w.had = cp_arena_take(p->m->arena, sizeof *w.had);
    *w.had = *p->m;
    p->m->is_some |= cp_str_is(word, "some");
    p->m->is_anywhere |= cp_str_is(word, "anywhere");
    p->m->is_mirrored |= cp_str_is(word, "mirrored");
    return wait(p, w);
}

/* What may stand where an operand begins; *is_done: it is complete. */
static bool take_operand(struct parser *p, bool *is_done)
{
    size_t at = p->at;
    if (p->text.at[at] == '(') {
        p->at++;
        return wait(p, (struct waiting){.what = BRACKET, .at = at});
    }
    cp_str side = cp_str_skip(p->text, at);
    p->at += cp_str_starts(side, CP_STR("w:")) || cp_str_starts(side, CP_STR("b:")) ? 2 : 0;
    while (p->at < p->text.len && (cp_is_letter(p->text.at[p->at]) || p->text.at[p->at] == '-'))
        p->at++;
    cp_str word = {p->text.at + at, p->at - at};
    if (!word.len || cp_str_is(word, "and") || cp_str_is(word, "or"))
        return refuse(p, at, "a condition is missing here");
    if (cp_str_is(word, "not")) {
        p->is_turned = !p->is_turned;
        return wait(p, (struct waiting){.what = NOT, .at = at});
    }
    if (cp_str_is(word, "at") || cp_str_is(word, "same"))
        return open_place(p, at, word.len > 2);
    if (is_of_patterns(word))
        return open_patterns(p, at, word);
    *is_done = true;
    return take_condition(p, at, word);
}

/* and, or and brackets that close; *is_done: behind it stands another of those. */
static bool take_joint(struct parser *p, bool *is_done)
{
    size_t at = p->at;
    if (p->text.at[at] == ')')
        return close_bracket(p);
    p->at = cp_letters_end(p->text, at);
    cp_str word = {p->text.at + at, p->at - at};
    bool is_or = cp_str_is(word, "or");
    if (!is_or && !cp_str_is(word, "and"))
        return refuse(p, at, "and, or or ) is missing here");
    *is_done = false;
    return join(p, is_or) && wait(p, (struct waiting){.what = is_or ? OR : AND, .at = at});
}

static bool parse(struct parser *p)
{
    bool is_done = false;
    while ((p->at = cp_space_end(p->text, p->at)) < p->text.len)
        if (!(is_done ? take_joint(p, &is_done) : take_operand(p, &is_done)))
            return false;
    if (!is_done)
        return refuse(p, p->at, "a condition is missing here");
    if (!join(p, true))
        return false;
    return !p->waiting_count ||
           refuse(p, p->waiting[p->waiting_count - 1].at, "this bracket is not closed");
}

bool cp_query_add_where(struct cp_query *q, struct cp_query_maker *m, cp_str text, bool is_negated,
                        size_t *column)
{
    struct parser p;
    memset(&p, 0, offsetof(struct parser, waiting));
    p.q = q;
    p.m = m;
    p.text = text;
    p.is_turned = is_negated;
    p.waiting_count = p.operand_count = 0;
    struct cp_query_maker had = *m;
    bool good = parse(&p);
    *m = had;
    *column = p.wrong + 1;
    return good && cp_query_add_root(q, m, p.operands[0], is_negated, NULL);
}
