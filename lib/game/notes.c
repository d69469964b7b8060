/* SPDX-License-Identifier: MIT */
/* notes.c -- one table of keys per kind of map, every fault at its place: the file
 * is written by hand, and all slips are reported at once. */
#include "game/notes.h"

enum { NUMBER_MOST = 999999999 };

struct reading {
    struct cp_arena *arena;
    struct cp_ints *ints;
    struct cp_diags *diags;
    struct cp_note_page *page;
    struct cp_note *note;
    struct cp_buf list; /* of marks being written */
    bool is_bad;
};

struct key {
    const char *name;
    void (*read)(struct reading *, const struct cp_value *);
};

static void refuse(struct reading *r, enum cp_diag kind, cp_span at, cp_str what, const char *why)
{
    cp_diag_report(r->diags, kind, at, "%.*s%s", CP_FMT(what), why);
    r->is_bad = true;
}

static bool wants(struct reading *r, const struct cp_value *v, enum cp_type type)
{
    if (v->type == type)
        return true;
    cp_diag_report(r->diags, CP_NOTES_TYPE, v->at, "expected %s, found %s", cp_type_name(type),
                   cp_type_name(v->type));
    r->is_bad = true;
    return false;
}

static void read_map(struct reading *r, const struct cp_value *map, const struct key *keys)
{
    if (!wants(r, map, CP_MAP))
        return;
    for (const struct cp_value *v = map->first; v; v = v->next) {
        const struct key *key = keys;
        while (key->name && !cp_str_is(v->name, key->name))
            key++;
        if (key->name)
            key->read(r, v);
        else
            refuse(r, CP_NOTES_KEY, v->name_at, v->name, "");
    }
}

/* ---- comments and NAGs ---- */

static void add_comment(struct reading *r, struct cp_comment **list, cp_str text)
{
    struct cp_comment *comment = cp_arena_take_zero(r->arena, 1, sizeof *comment);
    comment->text = text;
    while (*list)
        list = &(*list)->next;
    *list = comment;
}

/* One comment, or a list of them. */
static void read_comments(struct reading *r, struct cp_comment **list, const struct cp_value *v)
{
    if (v->type != CP_LIST) {
        if (wants(r, v, CP_STRING))
            add_comment(r, list, v->text);
        return;
    }
    for (const struct cp_value *item = v->first; item; item = item->next)
        if (wants(r, item, CP_STRING))
            add_comment(r, list, item->text);
}

static void read_before(struct reading *r, const struct cp_value *v)
{
    read_comments(r, &r->note->before, v);
}

static void read_comment(struct reading *r, const struct cp_value *v)
{
    read_comments(r, &r->note->after, v);
}

static bool nag_of(const struct cp_value *v, uint32_t *out)
{
    static const char *const glyphs[] = {"!", "?", "!!", "??", "!?", "?!"};
    if (v->type == CP_NUMBER)
        return cp_number_parse(v->text, NUMBER_MOST, out);
    for (*out = 1; *out <= 6; ++*out)
        if (v->type == CP_STRING && cp_str_is(v->text, glyphs[*out - 1]))
            return true;
    return false;
}

static void read_nags(struct reading *r, const struct cp_value *v)
{
    struct cp_nag **tail = &r->note->nags;
    if (!wants(r, v, CP_LIST))
        return;
    for (const struct cp_value *item = v->first; item; item = item->next) {
        struct cp_nag *nag = cp_arena_take_zero(r->arena, 1, sizeof *nag);
        *tail = nag;
        tail = &nag->next;
        if (!nag_of(item, &nag->number))
            refuse(r, CP_NOTES_VALUE, item->at, CP_STR("a NAG is a number or one of "),
                   "! ? !! ?? !? ?!");
    }
}

/* ---- marks and arrows ---- */

/* The square at the start of *text, which moves past it. */
static bool take_square(struct reading *r, cp_str *text)
{
    static const enum cp_spelling spellings[] = {CP_NUMERIC, CP_LETTER, CP_LETTER_ASCII, CP_BARE};
    cp_square square;
    size_t len = 0;
    const char *close = text->len ? memchr(text->at, ')', text->len) : NULL;
    if (text->len && text->at[0] == '(' && close)
        len = (size_t)(close - text->at) + 1;
    else
        while (len < text->len && (cp_is_letter(text->at[len]) || cp_is_digit(text->at[len])))
            len++;
    cp_str first = {text->at, len};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (len && cp_square_parse(r->ints, &square, first, spellings[i]) == CP_OK) {
            cp_buf_put(&r->list, first);
            *text = cp_str_skip(*text, len);
            return true;
        }
    return false;
}

static bool take_mark(struct reading *r, cp_str text, bool is_arrow)
{
    if (!take_square(r, &text))
        return false;
    if (is_arrow) {
        if (!text.len || text.at[0] != '-')
            return false;
        text = cp_str_skip(text, 1);
        if (!take_square(r, &text))
            return false;
    }
    return text.len == 0;
}

/* Blank-separated squares or arrows of one colour. */
static void read_marks_of(struct reading *r, const struct cp_value *v, char colour, bool is_arrow)
{
    cp_str rest = v->text;
    if (!wants(r, v, CP_STRING))
        return;
    for (rest = cp_str_trim(rest); rest.len; rest = cp_str_trim(rest)) {
        size_t len = 0;
        while (len < rest.len && !cp_is_space(rest.at[len]))
            len++;
        cp_str mark = {rest.at, len};
        cp_buf_putc(&r->list, r->list.len ? ',' : ' ');
        cp_buf_putc(&r->list, colour);
        if (!take_mark(r, mark, is_arrow))
            refuse(r, CP_NOTES_VALUE, v->at, mark,
                   is_arrow ? ": arrows are written (g9)-(a9), with blanks between them"
                            : ": squares are written (g9) or (7,9), with blanks between them");
        rest = cp_str_skip(rest, len);
    }
}

static void read_colours(struct reading *r, const struct cp_value *map, bool is_arrow)
{
    static const char *const colours[] = {"green", "red", "yellow", "blue"};
    if (!wants(r, map, CP_MAP))
        return;
    cp_buf_init(&r->list, r->arena);
    for (const struct cp_value *v = map->first; v; v = v->next) {
        size_t i = 0;
        while (i < 4 && !cp_str_is(v->name, colours[i]))
            i++;
        if (i < 4)
            read_marks_of(r, v, (char)(colours[i][0] - 'a' + 'A'), is_arrow);
        else
            refuse(r, CP_NOTES_KEY, v->name_at, v->name, ": colours are green, red, yellow, blue");
    }
    if (!r->list.len)
        return;
    struct cp_buf comment;
    cp_buf_init(&comment, r->arena);
    cp_buf_puts(&comment, is_arrow ? "[%cal" : "[%csl");
    cp_buf_put(&comment, cp_buf_str(&r->list));
    cp_buf_putc(&comment, ']');
    add_comment(r, &r->note->after, cp_buf_str(&comment));
}

static void read_marks(struct reading *r, const struct cp_value *v)
{
    read_colours(r, v, false);
}

static void read_arrows(struct reading *r, const struct cp_value *v)
{
    read_colours(r, v, true);
}

/* ---- plies, pages ---- */

static void read_move(struct reading *r, const struct cp_value *v)
{
    if (wants(r, v, CP_STRING))
        r->note->move = v->text;
    r->note->move_at = v->at;
}

static void read_note(struct reading *r, const struct cp_value *v)
{
    static const struct key keys[] = {{"move", read_move},
                                      {"nags", read_nags},
                                      {"before", read_before},
                                      {"comment", read_comment},
                                      {"marks", read_marks},
                                      {"arrows", read_arrows},
                                      {NULL, NULL}};
    struct cp_note *note = cp_arena_take_zero(r->arena, 1, sizeof *note);
    r->note = note;
    note->at = v->name_at;
    if (r->page->last)
        r->page->last->next = note;
    else
        r->page->notes = note;
    r->page->last = note;
    if (!cp_number_parse(v->name, NUMBER_MOST, &note->ply)) {
        refuse(r, CP_NOTES_VALUE, v->name_at, v->name,
               ": a ply is a whole number: 1 is the first move, 0 what is before it");
        return;
    }
    read_map(r, v, keys);
    if (note->ply == 0 && (note->move.len || note->nags))
        refuse(r, CP_NOTES_VALUE, v->name_at, CP_STR("no move stands at ply 0"), "");
}

static void read_plies(struct reading *r, const struct cp_value *v)
{
    if (wants(r, v, CP_MAP))
        for (const struct cp_value *ply = v->first; ply; ply = ply->next)
            read_note(r, ply);
}

static void read_game(struct reading *r, const struct cp_value *v)
{
    if (wants(r, v, CP_NUMBER) &&
        (!cp_number_parse(v->text, NUMBER_MOST, &r->page->game) || !r->page->game))
        refuse(r, CP_NOTES_VALUE, v->at, v->text, ": games are counted from 1");
}

static void read_match(struct reading *r, const struct cp_value *v)
{
    struct cp_tag **tail = &r->page->match;
    if (!wants(r, v, CP_MAP))
        return;
    for (const struct cp_value *tag = v->first; tag; tag = tag->next) {
        if (!wants(r, tag, CP_STRING))
            continue;
        *tail = cp_arena_take_zero(r->arena, 1, sizeof **tail);
        (*tail)->name = tag->name;
        (*tail)->value = tag->text;
        tail = &(*tail)->next;
    }
}

bool cp_notebook_parse(struct cp_notebook *book, struct cp_arena *arena, struct cp_ints *ints,
                       const struct cp_value *v, struct cp_diags *d)
{
    static const struct key keys[] = {
        {"game", read_game}, {"match", read_match}, {"plies", read_plies}, {NULL, NULL}};
    struct reading r = {.arena = arena, .ints = ints, .diags = d};
    struct cp_note_page **tail = &book->pages;
    *book = (struct cp_notebook){NULL};
    if (!wants(&r, v, CP_LIST))
        return false;
    for (const struct cp_value *page = v->first; page; page = page->next) {
        r.page = cp_arena_take_zero(arena, 1, sizeof *r.page);
        r.page->at = page->at;
        *tail = r.page;
        tail = &r.page->next;
        read_map(&r, page, keys);
        if (page->type == CP_MAP && !cp_value_get(page, "plies"))
            refuse(&r, CP_NOTES_MISSING, page->at, CP_STR("plies"), "");
    }
    return !r.is_bad;
}

/* ---- writing them into a game ---- */

static bool fits(const struct cp_note_page *page, const struct cp_game *g, uint64_t number)
{
    if (page->game && page->game != number)
        return false;
    for (const struct cp_tag *tag = page->match; tag; tag = tag->next) {
        const struct cp_tag *own = g->tags;
        while (own && !(cp_str_equal(own->name, tag->name) && cp_str_equal(own->value, tag->value)))
            own = own->next;
        if (!own)
            return false;
    }
    return true;
}

static cp_str without_marks(cp_str move)
{
    while (move.len && (move.at[move.len - 1] == '+' || move.at[move.len - 1] == '#'))
        move.len--;
    return move;
}

/* What stands there already is not added again: notes may be applied twice. */
static void copy_comments(struct cp_game *g, struct cp_comment **to, const struct cp_comment *from)
{
    for (; from; from = from->next) {
        const struct cp_comment *same = *to;
        while (same && !cp_str_equal(same->text, from->text))
            same = same->next;
        if (!same)
            cp_comment_add(g, to, from->text, CP_BRACED);
    }
}

static void copy_nags(struct cp_game *g, struct cp_node *node, const struct cp_nag *from)
{
    for (; from; from = from->next) {
        const struct cp_nag *same = cp_node_notes(g, node)->nags;
        while (same && same->number != from->number)
            same = same->next;
        if (!same)
            cp_node_add_nag(g, node, from->number);
    }
}

static void write_note(struct cp_game *g, struct cp_node *node, const struct cp_note *note)
{
    copy_comments(g, &cp_node_notes(g, node)->before, note->before);
    copy_nags(g, node, note->nags);
    copy_comments(g, &cp_node_notes(g, node)->after, note->after);
}

/* Comments before the first move. */
static void write_first(struct cp_game *g, const struct cp_note *note)
{
    struct cp_node *first = g->moves.first;
    struct cp_comment **list = first ? &cp_node_notes(g, first)->before : &g->moves.end;
    copy_comments(g, list, note->before);
    copy_comments(g, list, note->after);
}

static void apply_page(const struct cp_note_page *page, struct cp_game *g, struct cp_diags *d)
{
    struct cp_node *node = g->moves.first;
    uint32_t ply = 1;
    for (const struct cp_note *note = page->notes; note; note = note->next) {
        if (note->ply < ply) {
            node = g->moves.first;
            ply = 1;
        }
        for (; node && ply < note->ply; ply++)
            node = node->next;
        if (note->ply == 0)
            write_first(g, note);
        else if (!node)
            cp_diag_report(d, CP_NOTES_PLY, note->at, "ply %u", note->ply);
        else if (note->move.len &&
                 !cp_str_equal(without_marks(note->move), without_marks(node->text)))
            cp_diag_report(d, CP_NOTES_MOVE, note->move_at, "ply %u is %.*s", note->ply,
                           CP_FMT(node->text));
        else
            write_note(g, node, note);
    }
}

void cp_notebook_apply(struct cp_notebook *book, struct cp_game *g, uint64_t number,
                       struct cp_diags *d)
{
    for (struct cp_note_page *page = book->pages; page; page = page->next)
        if (fits(page, g, number)) {
            page->is_used = true;
            apply_page(page, g, d);
        }
}

void cp_notebook_check_used(const struct cp_notebook *book, struct cp_diags *d)
{
    for (const struct cp_note_page *page = book->pages; page; page = page->next)
        if (!page->is_used)
            cp_diag_report(d, CP_NOTES_UNUSED, page->at, "%s", "");
}
