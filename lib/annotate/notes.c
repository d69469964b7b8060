/* SPDX-License-Identifier: MIT */
/* notes.c -- every fault at its place: the file is written by hand, and all slips are
 * reported at once. */
#include "annotate/annotate.h"
#include "base/scan.h"
#include "game/marks.h"

#include <stdlib.h>

enum { NUMBER_MOST = 999999999 };

/* A square or an arrow, which stands in the comments, too. */
struct note_mark {
    struct note_mark *next;
    struct cp_marks marks; /* one */
    cp_span at;
};

struct note {
    struct note *next;
    uint32_t ply;   /* 1 is the first move; 0: before it */
    uint32_t place; /* among all notes */
    cp_span at, move_at;
    cp_str move;         /* what must stand there; empty: anything */
    struct cp_node said; /* its comments and NAGs */
    struct note_mark *marks;
};

/* The notes on one game, or on all that fit. */
struct cp_note_page {
    struct cp_note_page *next;
    cp_span at;
    uint32_t game;        /* its number in the stream, from 1; 0: any */
    struct cp_tag *match; /* tags it must have */
    struct note *notes;
    bool is_used;                /* some game has fitted */
    const struct cp_tag *rarest; /* of match, where no number is asked for: the one that fewest
                                    pages share */
    uint32_t sharers;            /* so many */
};

struct reading {
    struct cp_game made; /* comments and NAGs are made as a game's are */
    struct cp_diags *diags;
    struct cp_note_page *page;
    struct note *note, **next_note;
    struct note_mark **next_mark;
    struct cp_buf list; /* of marks being written */
};

static void refuse(const struct reading *r, cp_span at, cp_str what, const char *why)
{
    cp_diag_report(r->diags, CP_NOTES_VALUE, at, "%.*s%s", CP_FMT(what), why);
}

static bool wants(const struct reading *r, const struct cp_value *v, enum cp_type type)
{
    if (v->type == type)
        return true;
    cp_diag_report(r->diags, CP_NOTES_VALUE, v->at, "expected %s, found %s", cp_type_name(type),
                   cp_type_name(v->type));
    return false;
}

/* ---- comments and NAGs ---- */

/* One comment, or a list of them. */
static void read_comments(struct reading *r, struct cp_comment **list, const struct cp_value *v)
{
    bool is_list = v->type == CP_LIST;
    for (const struct cp_value *item = is_list ? v->first : v; item;
         item = is_list ? item->next : NULL)
        if (wants(r, item, CP_STRING))
            cp_comment_add(&r->made, list, item->text, CP_BRACED);
}

static void read_nags(struct reading *r, const struct cp_value *v)
{
    static const char *const glyphs[] = {"!", "?", "!!", "??", "!?", "?!"};
    if (!wants(r, v, CP_LIST))
        return;
    for (const struct cp_value *item = v->first; item; item = item->next) {
        uint32_t number = 1;
        if (item->type == CP_NUMBER) {
            if (!cp_number_parse(item->text, CP_NAG_LAST, &number))
                cp_diag_report(r->diags, CP_NOTES_VALUE, item->at, "NAG %.*s: PGN knows $0 to $255",
                               CP_FMT(item->text));
        } else {
            while (number <= 6 &&
                   !(item->type == CP_STRING && cp_str_is(item->text, glyphs[number - 1])))
                number++;
            if (number > 6)
                refuse(r, item->at, CP_STR("a NAG is a number or one of ! ? !! ?? !? ?!"), "");
        }
        cp_node_add_nag(&r->made, &r->note->said, number);
    }
}

/* ---- marks and arrows ---- */

/* The mark into the list of a comment; of an arrow without the '-' in its middle. False:
 * it is none. */
static bool put_mark(struct reading *r, cp_str text, bool is_arrow, cp_span at)
{
    struct note_mark *added = cp_arena_take_zero(r->made.arena, 1, sizeof *added);
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
    added->at = at;
    *r->next_mark = added;
    r->next_mark = &added->next;
    return cp_marks_parse(&added->marks, r->made.arena, r->made.ints,
                          cp_str_skip(cp_buf_str(&r->list), before - 1), is_arrow,
                          &ignored) == CP_OK &&
           added->marks.first == added->marks.last;
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

/* Of each colour there is squares or arrows with blanks between them. */
static void read_colours(struct reading *r, const struct cp_value *map, bool is_arrow)
{
    struct cp_arena *arena = r->made.arena;
    if (!wants(r, map, CP_MAP))
        return;
    cp_buf_init(&r->list, arena);
    for (const struct cp_value *v = map->first; v; v = v->next) {
        enum cp_colour colour;
        if (!cp_colour_find(v->name, &colour)) {
            struct cp_buf why = cp_buf_in(arena);
            for (int c = 0; c < CP_COLOURS; c++)
                cp_buf_printf(&why, "%s%s", c ? ", " : ": colours are ",
                              cp_colour_name((enum cp_colour)c));
            cp_buf_putc(&why, '\0');
            refuse(r, v->name_at, v->name, why.at);
            continue;
        }
        cp_str rest = v->text, word;
        if (!wants(r, v, CP_STRING))
            continue;
        for (rest = cp_str_trim(rest); rest.len; rest = cp_str_trim(rest)) {
            word = (cp_str){rest.at, cp_word_end(rest, 0)};
            cp_buf_putc(&r->list, r->list.len ? ',' : ' ');
            cp_buf_putc(&r->list, cp_colour_letter(colour));
            if (word.at[word.len - 1] == ',' || !put_mark(r, word, is_arrow, v->at))
                refuse(r, v->at, word, mark_hint(rest, is_arrow));
            rest = cp_str_skip(rest, word.len);
        }
    }
    if (r->list.len)
        cp_comment_add(&r->made, &r->note->said.notes->after,
                       cp_str_printf(arena, "[%%%s%.*s]", is_arrow ? "cal" : "csl",
                                     CP_FMT(cp_buf_str(&r->list))),
                       CP_BRACED);
}

/* ---- plies, pages ---- */

static void read_note(struct reading *r, const struct cp_value *map)
{
    struct note *note = cp_arena_take_zero(r->made.arena, 1, sizeof *note);
    struct cp_notes *notes = cp_node_notes(&r->made, &note->said);
    *r->next_note = r->note = note;
    r->next_note = &note->next;
    r->next_mark = &note->marks;
    note->at = map->name_at;
    if (!cp_number_parse(map->name, NUMBER_MOST, &note->ply)) {
        refuse(r, map->name_at, map->name,
               ": a ply is a whole number: 1 is the first move, 0 what is before it");
        return;
    }
    for (const struct cp_value *v = wants(r, map, CP_MAP) ? map->first : NULL; v; v = v->next) {
        if (cp_str_is(v->name, "move")) {
            note->move = wants(r, v, CP_STRING) ? v->text : (cp_str){0};
            note->move_at = v->at;
        } else if (cp_str_is(v->name, "nags")) {
            read_nags(r, v);
        } else if (cp_str_is(v->name, "before")) {
            read_comments(r, &notes->before, v);
        } else if (cp_str_is(v->name, "comment")) {
            read_comments(r, &notes->after, v);
        } else if (cp_str_is(v->name, "marks")) {
            read_colours(r, v, false);
        } else if (cp_str_is(v->name, "arrows")) {
            read_colours(r, v, true);
        } else {
            refuse(r, v->name_at, v->name, "");
        }
    }
    if (note->ply == 0 && (note->move.len || notes->nags))
        refuse(r, map->name_at, CP_STR("no move stands at ply 0"), "");
}

static void read_page(struct reading *r, const struct cp_value *map)
{
    for (const struct cp_value *v = wants(r, map, CP_MAP) ? map->first : NULL; v; v = v->next) {
        if (cp_str_is(v->name, "match")) {
            struct cp_tag **tail = &r->page->match;
            const struct cp_value *tag = wants(r, v, CP_MAP) ? v->first : NULL;
            for (; tag; tag = tag->next) {
                if (!wants(r, tag, CP_STRING))
                    continue;
                *tail = cp_arena_take_zero(r->made.arena, 1, sizeof **tail);
                **tail = (struct cp_tag){.name = tag->name, .value = tag->text};
                tail = &(*tail)->next;
            }
        } else if (cp_str_is(v->name, "plies")) {
            const struct cp_value *ply = wants(r, v, CP_MAP) ? v->first : NULL;
            for (; ply; ply = ply->next)
                read_note(r, ply);
        } else if (!cp_str_is(v->name, "game")) {
            refuse(r, v->name_at, v->name, "");
        } else if (wants(r, v, CP_NUMBER) &&
                   (!cp_number_parse(v->text, NUMBER_MOST, &r->page->game) || !r->page->game)) {
            refuse(r, v->at, v->text, ": games are counted from 1");
        }
    }
    if (map->type == CP_MAP && !cp_value_get(map, "plies"))
        refuse(r, map->at, CP_STR("a page without plies"), "");
}

bool cp_notebook_parse(struct cp_notebook *book, struct cp_arena *arena, struct cp_ints *ints,
                       const struct cp_value *v, struct cp_diags *d)
{
    struct reading r = {.diags = d};
    uint32_t errors = d->errors;
    cp_game_init(&r.made, arena, ints);
    if (!wants(&r, v, CP_LIST))
        return false;
    for (const struct cp_value *page = v->first; page; page = page->next) {
        r.page = cp_arena_take_zero(arena, 1, sizeof *r.page);
        r.page->at = page->at;
        r.next_note = &r.page->notes;
        *(book->last ? &book->last->next : &book->pages) = r.page;
        book->last = r.page;
        book->count++;
        read_page(&r, page);
    }
    return d->errors == errors;
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

static int by_tag(const void *a, const void *b)
{
    return order_tags(*(const struct cp_tag *const *)a, *(const struct cp_tag *const *)b);
}

/* How a page stands in the index to where those are that ask for this number, 0: for none, and
 * for this tag, NULL: for none. */
static int order_key(const struct cp_note_page *page, uint64_t game, const struct cp_tag *tag)
{
    if (page->game != game)
        return page->game < game ? -1 : 1;
    return page->rarest && tag ? order_tags(page->rarest, tag)
                               : (page->rarest != NULL) - (tag != NULL);
}

static int by_key(const void *left, const void *right)
{
    const struct cp_note_page *b = *(struct cp_note_page *const *)right;
    return order_key(*(struct cp_note_page *const *)left, b->game, b->rarest);
}

/* A tag that a page wants. */
struct wanted_tag {
    const struct cp_tag *tag;
    struct cp_note_page *page;
};

static int by_wanted(const void *a, const void *b)
{
    return order_tags(((const struct wanted_tag *)a)->tag, ((const struct wanted_tag *)b)->tag);
}

static void find_rarest(struct wanted_tag *tags, size_t count)
{
    qsort(tags, count, sizeof *tags, by_wanted);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && by_wanted(&tags[from], &tags[to]) == 0;)
            to++;
        uint32_t sharers = (uint32_t)(to - from);
        for (size_t i = from; i < to; i++)
            if (!tags[i].page->rarest || sharers < tags[i].page->sharers) {
                tags[i].page->rarest = tags[i].tag;
                tags[i].page->sharers = sharers;
            }
    }
}

void cp_notebook_index(struct cp_notebook *book, struct cp_arena *arena)
{
    struct wanted_tag *tags = NULL;
    size_t wanted = 0, room = 0, count = 0;
    uint32_t places = 0;
    if (!book->pages)
        return;
    book->index = cp_arena_take_zero(arena, book->count, sizeof *book->index);
    for (struct cp_note_page *page = book->pages; page; page = page->next) {
        book->index[count++] = page;
        for (struct note *note = page->notes; note; note = note->next)
            note->place = places++;
        for (const struct cp_tag *tag = page->game ? NULL : page->match; tag; tag = tag->next) {
            tags = cp_arena_grow(arena, tags, wanted, &room, sizeof *tags);
            tags[wanted++] = (struct wanted_tag){tag, page};
        }
    }
    if (wanted)
        find_rarest(tags, wanted);
    qsort(book->index, book->count, sizeof(struct cp_note_page *), by_key);
}

/* A game, its tags in order, and the notes on it. */
struct reader {
    struct cp_game *game;
    const struct cp_border *border; /* NULL: none is known */
    struct cp_diags *diags;
    const struct cp_tag **tags;
    const struct note **notes;
    size_t tag_count, count, room;
};

static bool fits(const struct reader *r, const struct cp_note_page *page)
{
    for (const struct cp_tag *tag = page->match; tag; tag = tag->next)
        if (!r->tag_count || !bsearch(&tag, r->tags, r->tag_count, sizeof *r->tags, by_tag))
            return false;
    return true;
}

/* The notes of the pages that ask for this number and this tag, where they fit. */
static void add_notes(struct reader *r, const struct cp_notebook *book, uint64_t game,
                      const struct cp_tag *tag)
{
    uint32_t low = 0, high = book->count;
    while (low < high) {
        uint32_t half = low + (high - low) / 2;
        if (order_key(book->index[half], game, tag) < 0)
            low = half + 1;
        else
            high = half;
    }
    for (; low < book->count && order_key(book->index[low], game, tag) == 0; low++) {
        struct cp_note_page *page = book->index[low];
        if (!fits(r, page))
            continue;
        page->is_used = true;
        for (const struct note *note = page->notes; note; note = note->next) {
            r->notes = cp_arena_grow(r->game->arena, r->notes, r->count, &r->room,
                                     sizeof(const struct note *));
            r->notes[r->count++] = note;
        }
    }
}

static void find_notes(struct reader *r, const struct cp_notebook *book, uint64_t number)
{
    struct cp_game *g = r->game;
    size_t tags = 0;
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        tags++;
    r->tags = cp_arena_take_zero(g->arena, tags, sizeof *r->tags);
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        r->tags[r->tag_count++] = tag;
    if (tags)
        qsort(r->tags, tags, sizeof *r->tags, by_tag);
    add_notes(r, book, number, NULL);
    add_notes(r, book, 0, NULL);
    for (size_t i = 0; i < tags; i++)
        if (i == 0 || by_tag(&r->tags[i - 1], &r->tags[i]) != 0)
            add_notes(r, book, 0, r->tags[i]);
}

/* ---- writing them into a game ---- */

/* Comments that a place has, and behind them what notes add. */
struct item {
    cp_str text;
    bool is_twice;
};

struct items {
    struct item *list;
    size_t count, room;
};

/* Of the same text in the order in which they came. */
static int by_text(const void *left, const void *right)
{
    const struct item *a = *(struct item *const *)left, *b = *(struct item *const *)right;
    int order = cp_str_compare(a->text, b->text);
    return order ? order : (a > b) - (a < b);
}

static void add_texts(struct items *all, struct cp_arena *arena, const struct cp_comment *from)
{
    for (; from; from = from->next) {
        all->list = cp_arena_grow(arena, all->list, all->count, &all->room, sizeof *all->list);
        all->list[all->count++] = (struct item){from->text, false};
    }
}

/* Behind those that are in `to`; what stands there already is not added again: notes may be
 * applied twice. */
static void write_comments(struct cp_game *g, struct cp_comment **to, const struct note **notes,
                           size_t count, bool before, bool after)
{
    struct items all = {0};
    add_texts(&all, g->arena, *to);
    size_t old = all.count;
    for (size_t i = 0; i < count; i++) {
        const struct cp_notes *said = notes[i]->said.notes;
        add_texts(&all, g->arena, before ? said->before : NULL);
        add_texts(&all, g->arena, after ? said->after : NULL);
    }
    if (all.count == old)
        return;
    struct item **sorted = cp_arena_take(g->arena, all.count * sizeof(struct item *));
    for (size_t i = 0; i < all.count; i++)
        sorted[i] = &all.list[i];
    qsort(sorted, all.count, sizeof(struct item *), by_text);
    for (size_t i = 1; i < all.count; i++)
        sorted[i]->is_twice = cp_str_equal(sorted[i - 1]->text, sorted[i]->text);
    for (size_t i = old; i < all.count; i++)
        if (!all.list[i].is_twice)
            cp_comment_add(g, to, all.list[i].text, CP_BRACED);
}

static void write_nags(struct cp_game *g, struct cp_node *node, const struct note **notes,
                       size_t count)
{
    bool has[CP_NAG_LAST + 1] = {false};
    for (const struct cp_nag *nag = cp_node_notes(g, node)->nags; nag; nag = nag->next)
        if (nag->number <= CP_NAG_LAST)
            has[nag->number] = true;
    for (size_t i = 0; i < count; i++)
        for (const struct cp_nag *nag = notes[i]->said.notes->nags; nag; nag = nag->next) {
            if (!has[nag->number])
                cp_node_add_nag(g, node, nag->number);
            has[nag->number] = true;
        }
}

static int by_ply(const void *left, const void *right)
{
    const struct note *a = *(const struct note *const *)left;
    const struct note *b = *(const struct note *const *)right;
    if (a->ply != b->ply)
        return a->ply < b->ply ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static void check_marks(const struct reader *r, const struct note **notes, size_t count)
{
    for (size_t i = 0; r->border && i < count; i++)
        for (const struct note_mark *of = notes[i]->marks; of; of = of->next) {
            struct cp_buf square = cp_buf_in(r->game->arena);
            if (cp_mark_put_beyond(&square, of->marks.first, r->game->ints, r->border))
                cp_diag_report(r->diags, CP_MARK_OFF_BOARD, of->at, "%.*s",
                               CP_FMT(cp_buf_str(&square)));
        }
}

static cp_str without_marks(cp_str move)
{
    while (move.len && (move.at[move.len - 1] == '+' || move.at[move.len - 1] == '#'))
        move.len--;
    return move;
}

/* Of the notes on one ply those that are right about it, in front; how many. */
static size_t keep_right(const struct note **notes, size_t count, const struct cp_node *node,
                         struct cp_diags *d)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct note *note = notes[i];
        if (!node)
            cp_diag_report(d, CP_NOTES_MOVE, note->at, "ply %u", note->ply);
        else if (note->move.len &&
                 !cp_str_equal(without_marks(note->move), without_marks(node->text)))
            cp_diag_report(d, CP_NOTES_MOVE, note->move_at, "ply %u is %.*s", note->ply,
                           CP_FMT(node->text));
        else
            notes[kept++] = note;
    }
    return kept;
}

/* The notes on one ply; those before the first move are comments in front of it. */
static void write_notes(const struct reader *r, struct cp_node *node, const struct note **notes,
                        size_t count)
{
    struct cp_game *g = r->game;
    bool is_first = notes[0]->ply == 0;
    if (!is_first)
        count = keep_right(notes, count, node, r->diags);
    check_marks(r, notes, count);
    if (!count)
        return;
    write_comments(g, node ? &cp_node_notes(g, node)->before : &g->moves.end, notes, count, true,
                   is_first);
    if (is_first)
        return;
    write_nags(g, node, notes, count);
    write_comments(g, &cp_node_notes(g, node)->after, notes, count, false, true);
}

void cp_notebook_apply(struct cp_notebook *book, struct cp_game *g, uint64_t number,
                       const struct cp_border *border, struct cp_diags *d)
{
    struct reader r = {.game = g, .border = border, .diags = d};
    struct cp_node *node = g->moves.first;
    uint32_t ply = 1;
    find_notes(&r, book, number);
    if (r.count)
        qsort(r.notes, r.count, sizeof(const struct note *), by_ply);
    for (size_t from = 0, to; from < r.count; from = to) {
        uint32_t wanted = r.notes[from]->ply;
        for (to = from + 1; to < r.count && r.notes[to]->ply == wanted;)
            to++;
        for (; node && ply < wanted; ply++)
            node = node->next;
        write_notes(&r, node, &r.notes[from], to - from);
    }
}

void cp_notebook_check_used(const struct cp_notebook *book, struct cp_diags *d)
{
    for (const struct cp_note_page *page = book->pages; page; page = page->next)
        if (!page->is_used)
            cp_diag_report(d, CP_NOTES_UNUSED, page->at, "%s", "");
}
