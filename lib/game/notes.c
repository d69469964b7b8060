/* SPDX-License-Identifier: MIT */
/* notes.c -- one table of keys per kind of map, every fault at its place: the file
 * is written by hand, and all slips are reported at once. */
#include "game/notes.h"

#include "base/scan.h"
#include "game/marks.h"

#include <stdlib.h>

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
    if (*list)
        (*list)->last->next = comment;
    else
        *list = comment;
    (*list)->last = comment;
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
        return cp_number_parse(v->text, CP_NAG_LAST, out);
    for (*out = 1; *out <= 6; ++*out)
        if (v->type == CP_STRING && cp_str_is(v->text, glyphs[*out - 1]))
            return true;
    return false;
}

static void refuse_nag(struct reading *r, const struct cp_value *v)
{
    if (v->type == CP_NUMBER)
        cp_diag_report(r->diags, CP_NOTES_VALUE, v->at, "NAG %.*s: PGN knows $0 to $255",
                       CP_FMT(v->text));
    else
        cp_diag_report(r->diags, CP_NOTES_VALUE, v->at,
                       "a NAG is a number or one of ! ? !! ?? !? ?!");
    r->is_bad = true;
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
            refuse_nag(r, item);
    }
}

/* ---- marks and arrows ---- */

/* The mark into the list of a comment; of an arrow without the '-' in its middle. False:
 * it is none. */
static bool put_mark(struct reading *r, cp_str text, bool is_arrow)
{
    struct cp_marks marks = {0}, *all = &r->note->last_marks->marks;
    cp_str ignored;
    size_t before = r->list.len, middle = 0;
    const char *close = text.at[0] == '(' ? memchr(text.at, ')', text.len) : NULL;
    if (close)
        middle = (size_t)(close - text.at) + 1;
    while (is_arrow && !close && middle < text.len && text.at[middle] != '-')
        middle++;
    if (is_arrow && (middle >= text.len || text.at[middle] != '-'))
        return false;
    cp_buf_put(&r->list, (cp_str){text.at, is_arrow ? middle : text.len});
    if (is_arrow)
        cp_buf_put(&r->list, cp_str_skip(text, middle + 1));
    if (cp_marks_parse(&marks, r->arena, r->ints, cp_str_skip(cp_buf_str(&r->list), before - 1),
                       is_arrow, &ignored) != CP_OK ||
        marks.first != marks.last)
        return false;
    if (all->last)
        all->last->next = marks.first;
    else
        all->first = marks.first;
    all->last = marks.first;
    return true;
}

static void add_marks(struct reading *r, cp_span at)
{
    struct cp_note *note = r->note;
    struct cp_note_marks *added = cp_arena_take_zero(r->arena, 1, sizeof *added);
    added->at = at;
    if (note->last_marks)
        note->last_marks->next = added;
    else
        note->marks = added;
    note->last_marks = added;
}

/* How squares or arrows are written, of which rest begins with none. Of (7,9) within { } only
 * what stands before the comma is there. */
static const char *mark_hint(cp_str rest, bool is_arrow)
{
    if (rest.at[0] == '(' && !memchr(rest.at, ')', rest.len) && !memchr(rest.at, ',', rest.len))
        return ": within { } a comma ends a value: squares in numbers need quotes there, "
               "\"(7,9)\"";
    return is_arrow ? ": arrows are written (g9)-(a9), bent ones (g9)-(h11)=n, with blanks "
                      "between them"
                    : ": squares are written (g9) or (7,9), circles (g9)=o, crosses "
                      "(g9)=x, labels (g9)=A, with blanks between them";
}

/* Blank-separated squares or arrows of one colour. */
static void read_marks_of(struct reading *r, const struct cp_value *v, enum cp_colour colour,
                          bool is_arrow)
{
    cp_str rest = v->text;
    if (!wants(r, v, CP_STRING))
        return;
    add_marks(r, v->at);
    for (rest = cp_str_trim(rest); rest.len; rest = cp_str_trim(rest)) {
        size_t len = cp_word_end(rest, 0);
        cp_buf_putc(&r->list, r->list.len ? ',' : ' ');
        cp_buf_putc(&r->list, cp_colour_letter(colour));
        bool has_comma = rest.at[len - 1] == ',';
        if (has_comma || !put_mark(r, (cp_str){rest.at, len}, is_arrow))
            refuse(r, CP_NOTES_VALUE, v->at, (cp_str){rest.at, len}, mark_hint(rest, is_arrow));
        rest = cp_str_skip(rest, len);
    }
}

/* Reports a colour that there is not, with those that there are. */
static void refuse_colour(struct reading *r, const struct cp_value *v)
{
    struct cp_buf why;
    cp_buf_init(&why, r->arena);
    for (int c = 0; c < CP_COLOURS; c++)
        cp_buf_printf(&why, "%s%s", c ? ", " : ": colours are ", cp_colour_name((enum cp_colour)c));
    cp_buf_putc(&why, '\0');
    refuse(r, CP_NOTES_KEY, v->name_at, v->name, why.at);
}

static void read_colours(struct reading *r, const struct cp_value *map, bool is_arrow)
{
    if (!wants(r, map, CP_MAP))
        return;
    cp_buf_init(&r->list, r->arena);
    for (const struct cp_value *v = map->first; v; v = v->next) {
        enum cp_colour colour;
        if (cp_colour_find(v->name, &colour))
            read_marks_of(r, v, colour, is_arrow);
        else
            refuse_colour(r, v);
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
    *book = (struct cp_notebook){.pages = NULL};
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

/* ---- which pages fit a game ----
 *
 * Pages of thousands of games are not tried one by one: a page that names a game is
 * found by its number, and one that wants tags by the rarest of them. */

static int order_tags(const struct cp_tag *a, const struct cp_tag *b)
{
    int names = cp_str_compare(a->name, b->name);
    return names ? names : cp_str_compare(a->value, b->value);
}

static int order_places(const struct cp_note_page *a, const struct cp_note_page *b)
{
    return (a->place > b->place) - (a->place < b->place);
}

static int by_place(const void *a, const void *b)
{
    return order_places(*(struct cp_note_page *const *)a, *(struct cp_note_page *const *)b);
}

static int by_game(const void *left, const void *right)
{
    const struct cp_note_page *a = *(struct cp_note_page *const *)left;
    const struct cp_note_page *b = *(struct cp_note_page *const *)right;
    return a->game != b->game ? (a->game > b->game) - (a->game < b->game) : order_places(a, b);
}

static int by_rarest(const void *left, const void *right)
{
    const struct cp_note_page *a = *(struct cp_note_page *const *)left;
    const struct cp_note_page *b = *(struct cp_note_page *const *)right;
    int tags = order_tags(a->rarest, b->rarest);
    return tags ? tags : order_places(a, b);
}

static int by_tag(const void *a, const void *b)
{
    return order_tags(*(const struct cp_tag *const *)a, *(const struct cp_tag *const *)b);
}

/* A tag that a page wants. */
struct wish {
    const struct cp_tag *tag;
    struct cp_note_page *page;
};

static int by_wish(const void *a, const void *b)
{
    return order_tags(((const struct wish *)a)->tag, ((const struct wish *)b)->tag);
}

static void find_rarest(struct wish *wishes, size_t count)
{
    qsort(wishes, count, sizeof *wishes, by_wish);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && by_wish(&wishes[from], &wishes[to]) == 0;)
            to++;
        uint32_t sharers = (uint32_t)(to - from);
        for (size_t i = from; i < to; i++)
            if (!wishes[i].page->rarest || sharers < wishes[i].page->sharers) {
                wishes[i].page->rarest = wishes[i].tag;
                wishes[i].page->sharers = sharers;
            }
    }
}

void cp_notebook_index(struct cp_notebook *book, struct cp_arena *arena)
{
    size_t wanted = 0, wishes_count = 0;
    uint32_t count = 0;
    for (struct cp_note_page *page = book->pages; page; page = page->next) {
        page->place = count++;
        for (const struct cp_tag *tag = page->game ? NULL : page->match; tag; tag = tag->next)
            wanted++;
    }
    struct wish *wishes = cp_arena_take_zero(arena, wanted, sizeof *wishes);
    for (struct cp_note_page *page = book->pages; page; page = page->next)
        for (const struct cp_tag *tag = page->game ? NULL : page->match; tag; tag = tag->next)
            wishes[wishes_count++] = (struct wish){tag, page};
    if (wanted)
        find_rarest(wishes, wanted);
    struct cp_note_page **all = cp_arena_take_zero(arena, 3 * (size_t)count, sizeof(void *));
    book->by_game = all;
    book->by_tag = &all[count];
    book->others = &all[2 * (size_t)count];
    for (struct cp_note_page *page = book->pages; page; page = page->next)
        if (page->game)
            book->by_game[book->game_count++] = page;
        else if (page->rarest)
            book->by_tag[book->tag_count++] = page;
        else
            book->others[book->other_count++] = page;
    if (book->game_count)
        qsort(book->by_game, book->game_count, sizeof *book->by_game, by_game);
    if (book->tag_count)
        qsort(book->by_tag, book->tag_count, sizeof *book->by_tag, by_rarest);
}

/* A game, its tags in order, and the pages that may fit it. */
struct reader {
    struct cp_game *game;
    const struct cp_tag **tags;
    size_t tag_count;
    struct cp_note_page **pages;
    size_t count, room;
};

static void add_page(struct reader *r, struct cp_note_page *page)
{
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 16;
        r->pages = cp_arena_take_more(r->game->arena, r->pages, r->room * sizeof *r->pages,
                                      room * sizeof *r->pages);
        r->room = room;
    }
    r->pages[r->count++] = page;
}

/* How a page's key in an index stands to a game's number, or to a tag. */
static int order_key(const struct cp_note_page *page, uint64_t number, const struct cp_tag *tag)
{
    return tag ? order_tags(page->rarest, tag) : (page->game > number) - (page->game < number);
}

static void add_run(struct reader *r, struct cp_note_page **index, uint32_t count, uint64_t number,
                    const struct cp_tag *tag)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t half = low + (high - low) / 2;
        if (order_key(index[half], number, tag) < 0)
            low = half + 1;
        else
            high = half;
    }
    for (; low < count && order_key(index[low], number, tag) == 0; low++)
        add_page(r, index[low]);
}

static bool fits(const struct reader *r, const struct cp_note_page *page)
{
    for (const struct cp_tag *tag = page->match; tag; tag = tag->next)
        if (!r->tag_count || !bsearch(&tag, r->tags, r->tag_count, sizeof *r->tags, by_tag))
            return false;
    return true;
}

/* The pages that fit, in their order. */
static void find_pages(struct reader *r, const struct cp_notebook *book, uint64_t number)
{
    struct cp_game *g = r->game;
    size_t tags = 0, kept = 0;
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        tags++;
    r->tags = cp_arena_take_zero(g->arena, tags, sizeof *r->tags);
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        r->tags[r->tag_count++] = tag;
    if (tags)
        qsort(r->tags, tags, sizeof *r->tags, by_tag);
    add_run(r, book->by_game, book->game_count, number, NULL);
    for (size_t i = 0; i < tags; i++)
        if (i == 0 || by_tag(&r->tags[i - 1], &r->tags[i]) != 0)
            add_run(r, book->by_tag, book->tag_count, 0, r->tags[i]);
    for (uint32_t i = 0; i < book->other_count; i++)
        add_page(r, book->others[i]);
    if (r->count)
        qsort(r->pages, r->count, sizeof *r->pages, by_place);
    for (size_t i = 0; i < r->count; i++)
        if (fits(r, r->pages[i]))
            r->pages[kept++] = r->pages[i];
    r->count = kept;
}

/* ---- writing them into a game ---- */

static cp_str without_marks(cp_str move)
{
    while (move.len && (move.at[move.len - 1] == '+' || move.at[move.len - 1] == '#'))
        move.len--;
    return move;
}

/* Comments and NAGs that a place has, or that notes add, in the order in which they came. */
struct item {
    cp_str text;
    uint32_t number;
    size_t came;
    bool is_twice;
};

struct items {
    struct cp_arena *arena;
    struct item *list;
    size_t count, room, old; /* the first `old` are there already */
};

static int by_content(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    int order = (a->number > b->number) - (a->number < b->number);
    order = order ? order : cp_str_compare(a->text, b->text);
    return order ? order : (a->came > b->came) - (a->came < b->came);
}

static int by_coming(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    return (a->came > b->came) - (a->came < b->came);
}

static void add_item(struct items *all, cp_str text, uint32_t number)
{
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 8;
        all->list = cp_arena_take_more(all->arena, all->list, all->room * sizeof *all->list,
                                       room * sizeof *all->list);
        all->room = room;
    }
    all->list[all->count] = (struct item){text, number, all->count, false};
    all->count++;
}

/* What stands there already is not added again: notes may be applied twice. */
static void find_twice(struct items *all)
{
    if (all->count < 2)
        return;
    qsort(all->list, all->count, sizeof *all->list, by_content);
    for (size_t i = 1; i < all->count; i++) {
        const struct item *a = &all->list[i - 1], *b = &all->list[i];
        all->list[i].is_twice = a->number == b->number && cp_str_equal(a->text, b->text);
    }
    qsort(all->list, all->count, sizeof *all->list, by_coming);
}

static void add_texts(struct items *all, const struct cp_comment *from)
{
    for (; from; from = from->next)
        add_item(all, from->text, 0);
}

static void add_numbers(struct items *all, const struct cp_nag *from)
{
    for (; from; from = from->next)
        add_item(all, (cp_str){NULL, 0}, from->number);
}

static void write_comments(struct cp_game *g, struct cp_comment **to, struct items *all)
{
    find_twice(all);
    for (size_t i = all->old; i < all->count; i++)
        if (!all->list[i].is_twice)
            cp_comment_add(g, to, all->list[i].text, CP_BRACED);
}

static void write_nags(struct cp_game *g, struct cp_node *node, struct items *all)
{
    find_twice(all);
    for (size_t i = all->old; i < all->count; i++)
        if (!all->list[i].is_twice)
            cp_node_add_nag(g, node, all->list[i].number);
}

/* A note, and how many were found before it. */
struct found {
    const struct cp_note *note;
    size_t came;
};

static int by_ply(const void *left, const void *right)
{
    const struct found *a = left, *b = right;
    if (a->note->ply != b->note->ply)
        return a->note->ply < b->note->ply ? -1 : 1;
    return (a->came > b->came) - (a->came < b->came);
}

/* What notes are held to. */
struct holding {
    struct cp_game *game;
    const struct cp_border *border; /* NULL: none is known */
    struct cp_diags *diags;
};

static void check_marks_of(const struct holding *h, const struct cp_note_marks *of)
{
    for (const struct cp_mark *m = of->marks.first; m; m = m->next) {
        struct cp_buf square;
        cp_buf_init(&square, h->game->arena);
        if (cp_mark_put_beyond(&square, m, h->game->ints, h->border))
            cp_diag_report(h->diags, CP_MARK_OFF_BOARD, of->at, "%.*s",
                           CP_FMT(cp_buf_str(&square)));
    }
}

static void check_marks(const struct holding *h, const struct found *notes, size_t count)
{
    for (size_t i = 0; h->border && i < count; i++)
        for (const struct cp_note_marks *of = notes[i].note->marks; of; of = of->next)
            check_marks_of(h, of);
}

/* All notes on one move. */
static void write_notes(struct cp_game *g, struct cp_node *node, const struct found *notes,
                        size_t count)
{
    struct items before = {.arena = g->arena}, after = before, nags = before;
    struct cp_notes *own = cp_node_notes(g, node);
    add_texts(&before, own->before);
    add_texts(&after, own->after);
    add_numbers(&nags, own->nags);
    before.old = before.count;
    after.old = after.count;
    nags.old = nags.count;
    for (size_t i = 0; i < count; i++) {
        add_texts(&before, notes[i].note->before);
        add_numbers(&nags, notes[i].note->nags);
        add_texts(&after, notes[i].note->after);
    }
    write_comments(g, &own->before, &before);
    write_nags(g, node, &nags);
    write_comments(g, &own->after, &after);
}

/* Comments before the first move. */
static void write_first(struct cp_game *g, const struct found *notes, size_t count)
{
    struct cp_node *first = g->moves.first;
    struct cp_comment **list = first ? &cp_node_notes(g, first)->before : &g->moves.end;
    struct items all = {.arena = g->arena};
    add_texts(&all, *list);
    all.old = all.count;
    for (size_t i = 0; i < count; i++) {
        add_texts(&all, notes[i].note->before);
        add_texts(&all, notes[i].note->after);
    }
    write_comments(g, list, &all);
}

/* Of the notes on one ply those that are right about it, in front; how many. */
static size_t keep_right(struct found *notes, size_t count, const struct cp_node *node,
                         struct cp_diags *d)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cp_note *note = notes[i].note;
        if (!node)
            cp_diag_report(d, CP_NOTES_PLY, note->at, "ply %u", note->ply);
        else if (note->move.len &&
                 !cp_str_equal(without_marks(note->move), without_marks(node->text)))
            cp_diag_report(d, CP_NOTES_MOVE, note->move_at, "ply %u is %.*s", note->ply,
                           CP_FMT(node->text));
        else
            notes[kept++] = notes[i];
    }
    return kept;
}

/* Notes in the order of their plies. */
static void apply_notes(struct found *notes, size_t count, const struct holding *h)
{
    struct cp_game *g = h->game;
    struct cp_node *node = g->moves.first;
    uint32_t ply = 1;
    for (size_t from = 0, to; from < count; from = to) {
        uint32_t wanted = notes[from].note->ply;
        for (to = from + 1; to < count && notes[to].note->ply == wanted;)
            to++;
        for (; node && ply < wanted; ply++)
            node = node->next;
        if (wanted == 0) {
            check_marks(h, notes, to);
            write_first(g, notes, to);
            continue;
        }
        size_t right = keep_right(&notes[from], to - from, node, h->diags);
        check_marks(h, &notes[from], right);
        if (right)
            write_notes(g, node, &notes[from], right);
    }
}

void cp_notebook_apply(struct cp_notebook *book, struct cp_game *g, uint64_t number,
                       const struct cp_border *border, struct cp_diags *d)
{
    struct holding held = {.game = g, .border = border, .diags = d};
    struct reader r = {.game = g};
    size_t most = 0, count = 0;
    if (!book->pages)
        return;
    find_pages(&r, book, number);
    for (size_t i = 0; i < r.count; i++)
        for (const struct cp_note *note = r.pages[i]->notes; note; note = note->next)
            most++;
    struct found *notes = cp_arena_take_zero(g->arena, most, sizeof *notes);
    for (size_t i = 0; i < r.count; i++) {
        r.pages[i]->is_used = true;
        for (const struct cp_note *note = r.pages[i]->notes; note; note = note->next, count++)
            notes[count] = (struct found){note, count};
    }
    if (count)
        qsort(notes, count, sizeof *notes, by_ply);
    apply_notes(notes, count, &held);
}

void cp_notebook_check_used(const struct cp_notebook *book, struct cp_diags *d)
{
    for (const struct cp_note_page *page = book->pages; page; page = page->next)
        if (!page->is_used)
            cp_diag_report(d, CP_NOTES_UNUSED, page->at, "%s", "");
}
