/* SPDX-License-Identifier: MIT */
#include "game/annotation.h"

#include "base/scan.h"
#include "game/game.h"

#include <stdio.h>

const struct cp_word cp_add_words[] = {
#define CP_ADDED(word, kinds) {word, kinds},
#include "game/annotation.def"
    {0},
};

const struct cp_word cp_strip_words[] = {
#define CP_STRIPPED(word, kinds) {word, kinds},
#include "game/annotation.def"
    {"added", CP_ANNOTATIONS_ADDED},
    {"all", CP_ANNOTATIONS_ALL},
    {0},
};

/* Commands within comments: "[%clk 0:01:30]". */
static const struct {
    const char *names;
    unsigned kind;
} commands[] = {
#define CP_ANNOTATION(name, names) {names, CP_ANNOTATION_##name},
#include "game/annotation.def"
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- commands within a comment ---- */

/* Whether name is one of the names with blanks between them. */
static bool is_listed(cp_str name, const char *names)
{
    for (const char *at = names; name.len && *at; at += strcspn(at, " "), at += *at == ' ')
        if (cp_str_equal((cp_str){at, strcspn(at, " ")}, name))
            return true;
    return false;
}

/* A name is looked at before its end is sought. */
size_t cp_command_length(cp_str text, unsigned kinds)
{
    size_t end = 2;
    if (!cp_str_starts(text, CP_STR("[%")))
        return 0;
    while (cp_is_letter(text.at[end]))
        end++;
    cp_str name = {text.at + 2, end - 2};
    for (size_t i = 0; i < COMMANDS; i++)
        if ((commands[i].kind & kinds) && is_listed(name, commands[i].names))
            return (size_t)((const char *)memchr(text.at, ']', text.len) - text.at) + 1;
    return 0;
}

bool cp_command_is(cp_str text, const char *name, cp_str *value)
{
    size_t end = 2 + strlen(name);
    if (text.len <= end || !cp_str_starts(text, CP_STR("[%")) ||
        memcmp(text.at + 2, name, end - 2) != 0 ||
        !(cp_is_space(text.at[end]) || text.at[end] == ']'))
        return false;
    const char *close = memchr(text.at + end, ']', text.len - end);
    if (close)
        *value = cp_str_trim((cp_str){text.at + end, (size_t)(close - text.at) - end});
    return close;
}

bool cp_command_find(cp_str comment, const char *name, cp_str *value)
{
    cp_str rest = cp_str_through_last(comment, ']');
    for (const char *open; rest.len && (open = memchr(rest.at, '[', rest.len));
         rest = cp_str_skip(rest, 1)) {
        rest = cp_str_skip(rest, (size_t)(open - rest.at));
        if (cp_command_is(rest, name, value))
            return true;
    }
    return false;
}

cp_str cp_comment_take_part(cp_str *comment, bool *is_command)
{
    cp_str opening = CP_STR("[%"), part = *comment;
    bool is_open = cp_str_starts(part, opening);
    const char *close = is_open ? memchr(part.at, ']', part.len) : NULL;
    *is_command = close != NULL;
    if (close)
        part.len = (size_t)(close - part.at) + 1;
    for (size_t len = 1; !is_open && len < part.len; len++)
        if (cp_str_starts(cp_str_skip(part, len), opening))
            part.len = len;
    *comment = cp_str_skip(*comment, part.len);
    return part;
}

/* Of digits behind a point. */
static int64_t thousandths_of(cp_str digits)
{
    int64_t thousandths = 0, unit = 100;
    for (size_t i = 0; i < digits.len; i++, unit /= 10)
        thousandths += (digits.at[i] - '0') * unit;
    return thousandths;
}

int64_t cp_clock_parse(cp_str text)
{
    enum { FIELDS_MOST = 3, FIRST_MOST = 999999999, SIXTY = 60 };
    int64_t seconds = 0;
    int fields = 0;
    for (bool is_more = true; is_more;) {
        uint32_t number;
        if (fields++ == FIELDS_MOST ||
            !cp_scan_number(&text, fields > 1 ? SIXTY - 1 : FIRST_MOST, &number))
            return -1;
        seconds = seconds * SIXTY + number;
        is_more = cp_scan_char(&text, ':');
    }
    cp_str behind = cp_scan_char(&text, '.') ? cp_scan_digits(&text) : (cp_str){0};
    return text.len ? -1 : seconds * 1000 + thousandths_of(behind);
}

/* ---- what is told of a move ---- */

bool cp_evaluation_parse(cp_str text, int64_t *out)
{
    const uint32_t most = 1000000000; /* pawns, or moves to mate */
    const int64_t mate = 4 * (int64_t)most * 1000;
    bool is_mate = cp_scan_char(&text, '#'), is_negative = cp_scan_char(&text, '-');
    if (!is_negative)
        (void)cp_scan_char(&text, '+');
    cp_str whole = cp_scan_digits(&text), part = {0};
    if (!is_mate && cp_scan_char(&text, '.'))
        part = cp_scan_digits(&text);
    uint32_t number = 0;
    if (whole.len && !cp_number_parse(whole, most, &number))
        number = most;
    int64_t worth = is_mate ? mate - number : (int64_t)number * 1000 + thousandths_of(part);
    *out = is_negative ? -worth : worth;
    return whole.len + part.len > 0 && !text.len;
}

/* White's, or nothing if it is none. A depth may stand behind it: 0.35,20. */
static void read_evaluation(struct cp_remark *out, cp_str said)
{
    cp_str behind = said, value = cp_scan_until(&behind, ',');
    uint32_t depth = 0;
    bool has_depth = value.len < said.len;
    if ((!has_depth || cp_number_parse(cp_str_trim(behind), UINT32_MAX, &depth)) &&
        value.len < CP_EVALUATION_MOST && cp_evaluation_parse(value, &out->worth)) {
        memcpy(out->evaluation, value.at, value.len);
        out->depth = depth;
    }
}

/* +0.38/19 1.2s, and behind a comma whatever else. A score has its point: 1/2 is something else. */
static void read_engine(struct cp_remark *out, cp_str text, bool is_blacks)
{
    bool is_negative = cp_scan_char(&text, '-');
    if (!is_negative)
        (void)cp_scan_char(&text, '+');
    bool is_mate = cp_scan_char(&text, 'M');
    cp_str number = text, whole = cp_scan_digits(&text), part = {0};
    if (!is_mate && cp_scan_char(&text, '.'))
        part = cp_scan_digits(&text);
    number.len -= text.len;
    uint32_t depth, half_moves = 0;
    if (!whole.len || !(is_mate || part.len) || !cp_scan_char(&text, '/') ||
        !cp_scan_number(&text, UINT32_MAX, &depth) || number.len + 3 > CP_EVALUATION_MOST ||
        (is_mate && !cp_number_parse(whole, INT32_MAX, &half_moves)))
        return;
    cp_str time = cp_str_trim(cp_scan_until(&text, ','));
    time.len -= time.len && time.at[time.len - 1] == 's';
    int64_t spent = cp_clock_parse(time);
    if (time.len && spent < 0)
        return;
    out->spent = out->spent < 0 ? spent : out->spent;
    if (out->evaluation[0])
        return;
    const char *sign = is_negative != is_blacks && strspn(number.at, "0.") < number.len ? "-" : "";
    if (is_mate)
        snprintf(out->evaluation, sizeof out->evaluation, "#%s%u", sign, (half_moves + 1) / 2);
    else
        snprintf(out->evaluation, sizeof out->evaluation, "%s%.*s", sign, CP_FMT(number));
    if (cp_evaluation_parse(cp_str_from(out->evaluation), &out->worth))
        out->depth = depth;
}

void cp_remark_read(struct cp_remark *out, const struct cp_comment *list, bool is_blacks)
{
    *out = (struct cp_remark){.clock = -1, .spent = -1};
    cp_str value;
    for (const struct cp_comment *c = list; c; c = c->next) {
        if (out->clock < 0 && cp_command_find(c->text, "clk", &value))
            out->clock = cp_clock_parse(value);
        if (out->spent < 0 && cp_command_find(c->text, "emt", &value))
            out->spent = cp_clock_parse(value);
        if (!out->evaluation[0] && cp_command_find(c->text, "eval", &value))
            read_evaluation(out, value);
    }
    for (const struct cp_comment *c = list; c; c = c->next) { /* what no command says */
        bool is_command;
        for (cp_str rest = c->text; rest.len;) {
            cp_str part = cp_comment_take_part(&rest, &is_command);
            if (!is_command)
                read_engine(out, cp_str_trim(part), is_blacks);
        }
    }
}

/* text without its commands of these kinds; text itself when it has none. */
static cp_str without_commands(struct cp_arena *arena, cp_str text, unsigned kinds)
{
    size_t at = 0, copied = 0;
    cp_str closed = cp_str_through_last(text, ']');
    struct cp_buf out = cp_buf_in(arena);
    while (at < closed.len) {
        const char *open = memchr(closed.at + at, '[', closed.len - at);
        if (!open)
            break;
        at = (size_t)(open - text.at);
        size_t len = cp_command_length(cp_str_skip(closed, at), kinds);
        if (!len) {
            at++;
            continue;
        }
        cp_buf_put(&out, (cp_str){text.at + copied, at - copied});
        at += len;
        /* of the blanks on both sides one side's are enough */
        while (at < text.len && cp_is_space(text.at[at]) &&
               (!out.len || cp_is_space(out.at[out.len - 1])))
            at++;
        copied = at;
    }
    if (!copied)
        return text;
    cp_buf_put(&out, cp_str_skip(text, copied));
    return cp_str_trim(cp_buf_str(&out));
}

/* ---- lists ---- */

static void strip_comments(struct cp_game *g, struct cp_comment **list, unsigned kinds)
{
    if (kinds & CP_ANNOTATION_COMMENTS) {
        *list = NULL;
        return;
    }
    for (struct cp_comment **link = list, *comment; (comment = *link);) {
        cp_str text = comment->kind == CP_ESCAPE ? comment->text
                                                 : without_commands(g->arena, comment->text, kinds);
        bool goes = comment->text.len && !text.len;
        comment->text = text;
        if (goes)
            *link = comment->next;
        else
            link = &comment->next;
    }
    if (*list)
        (*list)->last = NULL; /* it may have gone */
}

static void strip_line(struct cp_game *g, struct cp_line *line, unsigned kinds)
{
    strip_comments(g, &line->end, kinds);
    if (kinds & CP_ANNOTATION_UNKNOWN)
        line->extra = NULL;
}

static void strip_node(struct cp_game *g, struct cp_node *node, unsigned kinds)
{
    struct cp_notes *notes = node->notes;
    if (!notes)
        return;
    strip_comments(g, &notes->before, kinds);
    strip_comments(g, &notes->after, kinds);
    if (kinds & CP_ANNOTATION_NAGS)
        notes->nags = NULL;
    if (kinds & CP_ANNOTATION_FALLS)
        notes->falls = NULL;
    if (kinds & CP_ANNOTATION_UNKNOWN)
        notes->extra = NULL;
    for (struct cp_line *line = notes->variations; line; line = line->next)
        strip_line(g, line, kinds);
}

/* What says its opening. */
static void strip_tags(struct cp_game *g)
{
    struct cp_tag *tag = g->tags;
    g->tags = NULL;
    while (tag)
        if (cp_str_equal(tag->name, CP_STR("ECO")) || cp_str_equal(tag->name, CP_STR("Opening")))
            tag = tag->next;
        else
            tag = cp_game_move_tag(g, tag);
}

void cp_strip_apply(struct cp_game *g, unsigned kinds)
{
    struct cp_walk walk;
    strip_line(g, &g->moves, kinds);
    if (kinds & CP_ANNOTATION_OPENING)
        strip_tags(g);
    if (kinds & CP_ANNOTATION_VERDICT)
        g->verdict = g->solution = (cp_str){0};
    if (kinds & CP_ANNOTATION_UNKNOWN)
        g->extra = g->source_extra = NULL;
    if (kinds & CP_ANNOTATION_VARIATIONS) { /* before the walk, which they would lead astray */
        for (struct cp_node *node = g->moves.first; node; node = node->next)
            if (node->notes)
                node->notes->variations = NULL;
    }
    walk = cp_walk_of(g->arena, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));)
        strip_node(g, node, kinds);
}
