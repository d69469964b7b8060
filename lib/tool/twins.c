/* SPDX-License-Identifier: MIT */
/* twins.c -- the file has a line for each game, its text; what stands in memory is made of
 * it anew when it is opened again. This run's lines are in a file without a name until all of
 * it has been written: games of which nobody has seen anything are not seen.
 *
 *     chessplane seen 2 moves
 *     95d9bfc14163c4b57e3c79215adda7e5,fide,, 5254 5755 7163
 *
 * Entries stand in pages and are never moved; those of one slot of the table are a chain. The
 * table is made anew when there are twice as many entries as slots, so an entry costs its 24
 * bytes, a link of 4, and 2 to 4 of the table. */
#include "tool/twins.h"

#include "rules/key.h"
#include "tool/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { PAGE = 1 << 14, FIRST_BITS = 10 };

#define HEADER "chessplane seen 2 "
#define OLDER  "chessplane seen 1 "

typedef struct {
    cp_key key;
    uint64_t place; /* twice the offset of the text; odd: it is a game's, not only a beginning's */
} entry;

/* Larger than any block of several things, so that none of it is lost to those (arena.h). */
struct page {
    entry entries[PAGE];
    uint32_t next[PAGE]; /* 1 + another entry of its chain */
};

static uint64_t offset_of(const entry *e)
{
    return e->place >> 1;
}

static bool is_whole_game(const entry *e)
{
    return e->place & 1;
}

struct cp_twins {
    struct cp_run *run;
    struct cp_arena arena, table_arena;
    struct page **pages;
    size_t page_room;
    uint32_t count, *table; /* by slot 1 + an entry, where its chain begins */
    uint32_t bits;
    bool takes_beginnings, is_open, has_failed;
    const char *file, *seen; /* their names in messages */
    int fd, seen_fd;         /* texts of this run; of earlier ones */
    uint64_t begun;          /* bytes of earlier ones */
    uint64_t size;           /* and of this one's, with what waits */
    struct cp_buf out;       /* what waits to be written, at the end of the file */
    struct cp_buf old;       /* work space: a text that was read back */
    size_t compared;         /* so much of the text at hand is that of an entry: */
    uint64_t compared_with;
};

/* ---- keys ---- */

/* The first word of text, or the one that comes next with the blank before it. What is left
 * stays. */
static cp_str take_word(cp_str *text)
{
    const char *blank = text->len ? memchr(text->at + 1, ' ', text->len - 1) : NULL;
    cp_str word = {text->at, blank ? (size_t)(blank - text->at) : text->len};
    *text = cp_str_skip(*text, word.len);
    return word;
}

/* The key of a text is that of what it begins with, and of what follows, 8 bytes at a time. */
static cp_key take(cp_key k, cp_str text)
{
    for (; text.len >= 8; text = cp_str_skip(text, 8))
        k = cp_key_on_both(k, cp_eight(text.at));
    uint64_t rest = text.len;
    for (size_t i = 0; i < text.len; i++)
        rest = rest << 8 | (unsigned char)text.at[i];
    return cp_key_on_both(k, rest);
}

static const cp_key of_nothing = {.low = 1, .high = 2};

/* The key of what text begins with, behind the word that is taken from *rest. */
static cp_key take_key(cp_key k, cp_str *rest)
{
    return take(k, take_word(rest));
}

/* The key that a game's text is known by; where beginnings have one each, word by word. */
static cp_key key_of(const struct cp_twins *t, cp_str text)
{
    cp_key k = of_nothing;
    if (!t->takes_beginnings)
        return take(k, text);
    while (text.len)
        k = take_key(k, &text);
    return k;
}

/* ---- the table ---- */

static entry *entry_at(const struct cp_twins *t, uint32_t i)
{
    return &t->pages[i / PAGE]->entries[i % PAGE];
}

static uint32_t *next_of(const struct cp_twins *t, uint32_t i)
{
    return &t->pages[i / PAGE]->next[i % PAGE];
}

static uint32_t *chain_of(const struct cp_twins *t, cp_key k)
{
    return &t->table[(uint32_t)k.low & (((uint32_t)1 << t->bits) - 1)];
}

static void index_entry(struct cp_twins *t, uint32_t i)
{
    uint32_t *chain = chain_of(t, entry_at(t, i)->key);
    *next_of(t, i) = *chain;
    *chain = i + 1;
}

static void make_table(struct cp_twins *t, uint32_t bits)
{
    cp_arena_close(&t->table_arena); /* which keeps no block of a smaller one */
    t->bits = bits;
    t->table = cp_arena_take_zero(&t->table_arena, (size_t)1 << bits, sizeof *t->table);
    for (uint32_t i = 0; i < t->count; i++)
        index_entry(t, i);
}

static void add_entry(struct cp_twins *t, cp_key k, uint64_t offset, bool is_whole)
{
    if (t->count == (uint64_t)2 << t->bits)
        make_table(t, t->bits + 1);
    if (t->count % PAGE == 0) {
        if (t->count / PAGE == t->page_room)
            t->pages = cp_arena_grow(&t->arena, t->pages, &t->page_room, sizeof(struct page *));
        t->pages[t->count / PAGE] = cp_arena_take(&t->arena, sizeof(struct page));
    }
    *entry_at(t, t->count) = (entry){k, offset << 1 | is_whole};
    index_entry(t, t->count++);
}

/* ---- texts ---- */

/* What comes of one failure is not told again. */
static bool fail(struct cp_twins *t, const char *file, enum cp_diag kind, const char *why)
{
    if (!t->has_failed)
        cp_diag_report(&t->run->own, kind, (cp_span){.file = file}, "%s", why);
    t->has_failed = true;
    return false;
}

static bool flush(struct cp_twins *t)
{
    bool good = !t->out.len || cp_descriptor_write(t->fd, cp_buf_str(&t->out));
    t->out.len = 0;
    return good || fail(t, t->file, CP_FILE_UNWRITABLE, strerror(errno));
}

/* As many of len bytes as the file has there; -1: errno. */
static ssize_t read_at(int fd, char *room, size_t len, uint64_t offset)
{
    size_t got = 0;
    while (got < len) {
        ssize_t more = pread(fd, room + got, len - got, (off_t)(offset + got));
        if (more < 0 && errno != EINTR)
            return -1;
        if (more == 0)
            break;
        got += more > 0 ? (size_t)more : 0;
    }
    return (ssize_t)got;
}

/* len bytes of a text at offset; what waits is written first if it is there. */
static bool read_back(struct cp_twins *t, uint64_t offset, size_t len, cp_str *text)
{
    bool is_old = offset < t->begun;
    t->old.len = 0;
    char *room = cp_buf_room(&t->old, len);
    if (offset + len > t->size - t->out.len && !flush(t))
        return false;
    ssize_t got =
        read_at(is_old ? t->seen_fd : t->fd, room, len, is_old ? offset : offset - t->begun);
    *text = (cp_str){room, len};
    return got == (ssize_t)len ||
           fail(t, is_old ? t->seen : t->file, CP_FILE_UNREADABLE,
                got < 0 ? strerror(errno) : "it became shorter while it was read");
}

/* Whether the entry's text begins with `text` at a word's end, and ends there if it is to be
 * whole. What was compared with that entry before is not read again: beginnings of one text are
 * asked for in turn. */
static bool is_same(struct cp_twins *t, const entry *e, cp_str text, bool is_whole, bool *failed)
{
    size_t known = t->compared && t->compared_with == offset_of(e) ? t->compared : 0;
    cp_str old, rest = cp_str_skip(text, known);
    bool is_old = offset_of(e) < t->begun;
    if (offset_of(e) + text.len >= (is_old ? t->begun : t->size))
        return false;
    *failed = !read_back(t, offset_of(e) + known, rest.len + 1, &old);
    if (*failed || memcmp(old.at, rest.at, rest.len) != 0)
        return false;
    t->compared = text.len;
    t->compared_with = offset_of(e);
    char end = old.at[rest.len];
    return end == '\n' || (!is_whole && end == ' ');
}

/* Whether a text with that key is there; a whole one, or any. */
static bool find(struct cp_twins *t, cp_key k, cp_str text, bool is_whole, bool *failed)
{
    *failed = false;
    for (uint32_t i = *chain_of(t, k); i && !*failed; i = *next_of(t, i - 1)) {
        const entry *e = entry_at(t, i - 1);
        if (cp_key_equal(e->key, k) && (is_whole_game(e) || !is_whole) &&
            is_same(t, e, text, is_whole, failed))
            return true;
    }
    return false;
}

/* ---- games ---- */

/* What text begins with, when a word has been taken from the rest. */
static cp_str before(cp_str text, cp_str rest)
{
    return (cp_str){text.at, text.len - rest.len};
}

/* Whether one of the game's beginnings is a game. */
static bool goes_on_from_one(struct cp_twins *t, cp_str text, bool *failed)
{
    cp_str rest = text;
    cp_key k = take_key(of_nothing, &rest);
    bool is_known = false;
    while (rest.len && !is_known && !*failed) {
        is_known = find(t, k, before(text, rest), true, failed);
        k = take_key(k, &rest);
    }
    return is_known;
}

/* Whether the game is there, or with beginnings: a game that it begins or goes on from. */
static bool is_known(struct cp_twins *t, cp_str text, cp_key k, bool *failed)
{
    *failed = false;
    t->compared = 0;
    if (t->takes_beginnings && goes_on_from_one(t, text, failed))
        return true;
    return !*failed && find(t, k, text, !t->takes_beginnings, failed);
}

static void keep_beginnings(struct cp_twins *t, cp_str text, uint64_t offset)
{
    cp_str rest = text;
    cp_key k = take_key(of_nothing, &rest);
    bool failed;
    t->compared = 0;
    while (rest.len) {
        if (!find(t, k, before(text, rest), false, &failed))
            add_entry(t, k, offset, false);
        k = take_key(k, &rest);
    }
}

static void keep(struct cp_twins *t, cp_str text, cp_key k, uint64_t offset)
{
    if (t->takes_beginnings)
        keep_beginnings(t, text, offset);
    add_entry(t, k, offset, true);
}

bool cp_twins_put(struct cp_twins *t, cp_str text, bool *failed)
{
    enum { ENOUGH = 1 << 16 };
    cp_key key = key_of(t, text);
    *failed = t->has_failed; /* no game comes behind one that is lost */
    if (*failed || is_known(t, text, key, failed) || *failed)
        return false;
    uint64_t offset = t->size;
    cp_buf_put(&t->out, text);
    cp_buf_putc(&t->out, '\n');
    t->size += text.len + 1;
    keep(t, text, key, offset);
    *failed = t->out.len > ENOUGH && !flush(t);
    return !*failed;
}

size_t cp_twins_held(const struct cp_twins *t)
{
    return t->arena.held + t->table_arena.held;
}

/* ---- files ---- */

static bool refuse(struct cp_twins *t, const char *why)
{
    cp_diag_report(&t->run->own, CP_OPTION_VALUE_WRONG, (cp_span){.file = t->seen}, "%s", why);
    return false;
}

static bool fail_seen(struct cp_twins *t, enum cp_diag kind)
{
    return fail(t, t->seen, kind, strerror(errno));
}

/* A game of an earlier run. */
static bool take_line(struct cp_twins *t, cp_str line, uint64_t offset)
{
    const char *comma = line.len ? memchr(line.at, ',', line.len) : NULL;
    cp_key start;
    if (!comma || !cp_key_parse(&start, (cp_str){line.at, (size_t)(comma - line.at)}))
        return refuse(t, "a line of it does not begin with a key of 32 digits");
    keep(t, line, key_of(t, line), offset);
    return true;
}

/* The whole lines of text, which begins at offset; how much of it they are goes to *taken. */
static bool take_whole_lines(struct cp_twins *t, cp_str text, uint64_t offset, size_t *taken)
{
    *taken = 0;
    for (const char *end;
         *taken < text.len && (end = memchr(text.at + *taken, '\n', text.len - *taken));) {
        cp_str line = {text.at + *taken, (size_t)(end - text.at) - *taken};
        if (!take_line(t, line, offset + *taken))
            return false;
        *taken += line.len + 1;
    }
    return true;
}

/* What the file holds behind its first line; a line that was not ended is refused. */
static bool take_lines(struct cp_twins *t, struct cp_buf *text, uint64_t offset)
{
    enum { STEP = 1 << 16 };
    for (ssize_t got = 1; got > 0;) {
        char *room = cp_buf_room(text, STEP);
        got = read_at(t->seen_fd, room, STEP, offset + text->len);
        if (got < 0)
            return fail_seen(t, CP_FILE_UNREADABLE);
        size_t taken;
        text->len += (size_t)got;
        t->size = t->begun = offset + text->len;
        if (!take_whole_lines(t, cp_buf_str(text), offset, &taken))
            return false;
        memmove(text->at, text->at + taken, text->len - taken);
        text->len -= taken;
        offset += taken;
    }
    return !text->len || refuse(t, "its last line has no end");
}

static bool take_file(struct cp_twins *t, cp_str header)
{
    struct cp_arena arena;
    struct cp_buf text;
    cp_arena_init(&arena, t->run->arena.out_of_memory, t->run->arena.handler_data);
    cp_buf_init(&text, &arena);
    ssize_t got = read_at(t->seen_fd, cp_buf_room(&text, header.len + 1), header.len + 1, 0);
    bool is_mine = got == (ssize_t)header.len + 1 && memcmp(text.at, header.at, header.len) == 0 &&
                   text.at[header.len] == '\n';
    bool is_older = got > 0 && cp_str_starts((cp_str){text.at, (size_t)got}, CP_STR(OLDER));
    bool good = got < 0    ? fail_seen(t, CP_FILE_UNREADABLE)
                : got == 0 ? true
                : is_mine  ? take_lines(t, &text, header.len + 1)
                : is_older ? refuse(t, "an earlier version wrote it: begin another file, with the "
                                       "games that it was made from")
                           : refuse(t, "it was not written by --seen, or for another --unique");
    cp_arena_close(&arena);
    return good;
}

static bool lock(struct cp_twins *t)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(t->seen_fd, F_SETLK, &whole) == 0 || fail_seen(t, CP_FILE_UNWRITABLE);
}

static bool open_seen(struct cp_twins *t, const char *file, cp_str header)
{
    t->seen = file;
    t->seen_fd = open(file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (t->seen_fd < 0)
        return fail_seen(t, CP_FILE_UNWRITABLE);
    return lock(t) && take_file(t, header);
}

static bool open_nameless(struct cp_twins *t)
{
    const char *folder = getenv("TMPDIR");
    struct cp_buf name;
    cp_buf_init(&name, &t->arena);
    cp_buf_printf(&name, "%s/cp-twins.XXXXXX", folder && *folder ? folder : "/tmp");
    cp_buf_putc(&name, '\0');
    t->file = name.at;
    t->fd = mkstemp(name.at);
    t->is_open = t->fd >= 0;
    bool good = t->is_open && unlink(name.at) == 0;
    return good || fail(t, t->file, CP_FILE_UNWRITABLE, strerror(errno));
}

/* The games of this run go behind those of earlier ones: all, or none. */
static bool keep_seen(struct cp_twins *t)
{
    enum { STEP = 1 << 16 };
    uint64_t copied = 0, own = t->size - t->begun;
    bool good = flush(t);
    while (good && copied < own) {
        cp_str text;
        size_t len = own - copied < STEP ? (size_t)(own - copied) : STEP;
        good = read_back(t, t->begun + copied, len, &text) &&
               (cp_descriptor_write(t->seen_fd, text) || fail_seen(t, CP_FILE_UNWRITABLE));
        copied += len;
    }
    if (!good && ftruncate(t->seen_fd, (off_t)t->begun) != 0)
        return false; /* told already */
    return good;
}

static void give_back(struct cp_twins *t)
{
    if (t->is_open)
        (void)close(t->fd); /* it had no name */
    cp_arena_close(&t->arena);
    cp_arena_close(&t->table_arena);
}

struct cp_twins *cp_twins_open(struct cp_run *run, const char *what, bool takes_beginnings,
                               const char *seen)
{
    struct cp_twins *t = cp_arena_take_zero(&run->arena, 1, sizeof *t);
    struct cp_buf header;
    *t = (struct cp_twins){.run = run, .takes_beginnings = takes_beginnings, .seen_fd = -1};
    cp_arena_init(&t->arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_arena_init(&t->table_arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_buf_init(&t->out, &t->arena);
    cp_buf_init(&t->old, &t->arena);
    make_table(t, FIRST_BITS);
    cp_buf_init(&header, &t->arena);
    cp_buf_printf(&header, HEADER "%s", what);
    if (!open_nameless(t) || (seen && !open_seen(t, seen, cp_buf_str(&header)))) {
        give_back(t);
        return NULL;
    }
    if (!t->size) {
        cp_buf_put(&t->out, cp_buf_str(&header));
        cp_buf_putc(&t->out, '\n');
        t->size = t->out.len;
    }
    return t;
}

bool cp_twins_close(struct cp_twins *t, bool keeps)
{
    bool good = true;
    if (t->seen_fd >= 0) {
        good = !keeps || keep_seen(t);
        if (close(t->seen_fd) != 0 && good)
            good = fail_seen(t, CP_FILE_UNWRITABLE);
    }
    give_back(t);
    return good;
}
