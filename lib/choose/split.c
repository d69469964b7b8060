/* SPDX-License-Identifier: MIT */
/* split.c -- at most OPEN_MOST files are open; the one that waits longest is closed when
 * another is needed, and goes on where it was when its turn comes again. Names are kept for
 * that, once each, with what they stand for: two of which one file system or another would
 * make one name, a?b and A*B, are two files. What waits is kept for open files alone, and a
 * file that is full by number is forgotten. */
#include "choose/split.h"

#include "base/utf8.h"
#include "frame/captions.h"
#include "io/descriptors.h"
#include "text/tags.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { OPEN_MOST = 200, WAIT_MOST = 16000, HEADS = 1 << 15, VALUE_MOST = 512 };
enum { NAMES_MOST = 64 << 20 }; /* bytes that all names take, with what they stand for */

/* Bytes of a name: in all, of the number behind one that others have already, and of what the
 * pattern says between its tags. */
enum { NAME_MOST = 200, NUMBER_MOST = 21, FIXED_MOST = 100 };

struct file {
    struct file *next, *next_named; /* of its chains */
    cp_str key, name;
    char *path;
    uint64_t alike;      /* files whose names began alike, this one included */
    struct place *place; /* NULL: it is closed */
};

/* An open file. */
struct place {
    struct file *file;
    int fd;
    uint64_t used;      /* when */
    struct cp_buf text; /* what waits, WAIT_MOST bytes at most */
};

struct cp_split {
    struct cp_run *run;
    struct cp_arena names, waiting;
    cp_str folder, pattern; /* pattern: of the name alone */
    uint64_t every, count, clock;
    uint64_t seen; /* tags of the pattern that some record has, a bit each, as far as bits go */
    struct file *heads[HEADS], *named[HEADS]; /* by key; by name, but for capitals */
    uint64_t numbered;                        /* files whose names others had already */
    const char *first_numbered;
    struct place open[OPEN_MOST];
    uint32_t open_count;
    bool has_failed;
};

/* ---- names ---- */

static bool is_safe(unsigned char c)
{
    return c > ' ' && c != 0x7f && !strchr("/\\:*?\"<>|", c);
}

/* A part of a name: no separator, nothing that a shell or a file system takes for its own,
 * not more than there is room for. */
static void put_safe(struct cp_buf *out, cp_str text)
{
    text.len = cp_utf8_cut(text, 80);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        cp_buf_putc(out, is_safe(c) || c == ' ' ? (char)c : '_');
    }
    if (!text.len)
        cp_buf_putc(out, '_');
}

/* %{Tag}, %n, %%: its length; 0: something else. */
static size_t place_length(cp_str text)
{
    const char *end;
    if (text.len < 2 || text.at[0] != '%')
        return 0;
    if (text.at[1] == 'n' || text.at[1] == '%')
        return 2;
    end = text.at[1] == '{' ? memchr(text.at, '}', text.len) : NULL;
    return end && end - text.at > 2 ? (size_t)(end - text.at) + 1 : 0;
}

/* What need not stand in a tag. */
static bool is_field(cp_str name)
{
    return cp_str_is(name, "Result") || cp_str_is(name, "Variant");
}

static uint64_t hash_of(cp_str text, bool folds)
{
    uint64_t hash = text.len;
    for (size_t i = 0; i < text.len; i++)
        hash = cp_seed_word(hash + (unsigned char)(folds ? cp_lower(text.at[i]) : text.at[i]), 0);
    return hash;
}

/* A value of a key, in which a NUL is where the value ends; neither it nor a 1 is in any name. */
static void put_value(struct cp_buf *out, cp_str value)
{
    for (size_t i = 0; i < value.len; i++) {
        char c = value.at[i];
        cp_buf_putc(out, c ? c : '\1');
        if (c == '\0' || c == '\1')
            cp_buf_putc(out, c ? '\1' : '\2');
    }
}

/* The value of each tag in the pattern, as it is; a very long one by its beginning and a hash. */
void cp_split_key(const struct cp_split *s, struct cp_buf *out, const struct cp_game *g)
{
    for (cp_str text = s->pattern; text.len;) {
        size_t len = place_length(text);
        cp_str value = {0};
        if (len > 2)
            (void)cp_tag_value(g, (cp_str){text.at + 2, len - 3}, &value);
        value = cp_str_trim(value);
        put_value(out, (cp_str){value.at, cp_utf8_cut(value, VALUE_MOST)});
        if (value.len > VALUE_MOST)
            cp_buf_printf(out, "%zu %jx", value.len, (uintmax_t)hash_of(value, false));
        if (len > 2)
            cp_buf_putc(out, '\0');
        text = cp_str_skip(text, len ? len : 1);
    }
}

/* A key has an end for each tag. */
static void note_tags(struct cp_split *s, cp_str key)
{
    for (uint64_t bit = 1; key.len; bit <<= 1) {
        size_t len = strlen(key.at);
        s->seen |= len ? bit : 0;
        key = cp_str_skip(key, len + 1);
    }
}

/* A tag that no record had is empty in all names. */
static void report_tags(struct cp_split *s)
{
    uint64_t bit = 1;
    for (cp_str text = s->pattern; text.len && bit;) {
        size_t len = place_length(text);
        cp_str name = {text.at + 2, len > 2 ? len - 3 : 0};
        if (name.len && !(s->seen & bit) && !is_field(name))
            cp_tag_missing_report(s->run, "split", name, true, NULL);
        bit <<= len > 2;
        text = cp_str_skip(text, len ? len : 1);
    }
}

/* Of a key's file, if no other has it. */
static void put_name(const struct cp_split *s, struct cp_buf *out, cp_str key)
{
    for (cp_str text = s->pattern; text.len;) {
        size_t len = place_length(text);
        if (len > 2) {
            cp_str value = {key.at, strlen(key.at)};
            put_safe(out, value);
            key = cp_str_skip(key, value.len + 1);
        } else if (len && text.at[1] == '%') {
            cp_buf_putc(out, '%');
        } else {
            cp_buf_put(out, (cp_str){text.at, len ? len : 1}); /* %n is settled when it is put */
        }
        text = cp_str_skip(text, len ? len : 1);
    }
    if (out->len && (out->at[0] == '.' || out->at[0] == '-')) /* hidden; an option, or input */
        out->at[0] = '_';
}

/* .jsonl, behind the last tag in the pattern; or nothing. */
static cp_str extension_of(const struct cp_split *s)
{
    cp_str found = {0};
    for (cp_str text = s->pattern; text.len;) {
        size_t len = place_length(text);
        if (len)
            found.len = 0;
        else if (text.at[0] == '.')
            found = text;
        text = cp_str_skip(text, len ? len : 1);
    }
    return found;
}

static bool is_good_pattern(const struct cp_split *s)
{
    bool has_place = false, has_number = false;
    size_t fixed = 0;
    for (cp_str text = s->pattern; text.len;) {
        size_t len = place_length(text);
        if (text.at[0] == '%' && !len)
            return false;
        has_place |= len > 2;
        has_number |= len == 2 && text.at[1] == 'n';
        fixed += !len;
        text = cp_str_skip(text, len ? len : 1);
    }
    return fixed <= FIXED_MOST && (s->every ? has_number && !has_place : has_place && !has_number);
}

struct cp_split *cp_split_open(struct cp_run *run, const char *pattern, uint64_t every)
{
    struct cp_split *s = cp_arena_take_zero(&run->arena, 1, sizeof *s);
    const char *slash = strrchr(pattern, '/');
    s->run = run;
    s->every = every;
    s->pattern = cp_str_from(slash ? slash + 1 : pattern);
    s->folder = (cp_str){pattern, slash ? (size_t)(slash + 1 - pattern) : 0};
    cp_arena_init(&s->names, run->arena.out_of_memory, run->arena.handler_data);
    cp_arena_init(&s->waiting, run->arena.out_of_memory, run->arena.handler_data);
    if (is_good_pattern(s) && !(s->folder.len && memchr(s->folder.at, '%', s->folder.len)))
        return s;
    cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run), "--split %s: %s", pattern,
                   every ? "a file's short name with %n in it, its number"
                         : "a file's short name with tags in it, as by-%{White}.jsonl");
    return NULL;
}

/* ---- files ---- */

static bool fail(struct cp_split *s, const struct file *f, enum cp_diag kind)
{
    if (!s->has_failed)
        cp_diag_report(&s->run->own, kind, (cp_span){.file = f->path}, "%s", strerror(errno));
    s->has_failed = true;
    return false;
}

static bool write_to(struct cp_split *s, struct place *p, cp_str text)
{
    return cp_descriptor_write(p->fd, text) || fail(s, p->file, CP_FILE_UNWRITABLE);
}

static bool flush(struct cp_split *s, struct place *p)
{
    cp_str text = cp_buf_str(&p->text);
    p->text.len = 0;
    return !text.len || write_to(s, p, text);
}

/* The last place takes its place. */
static bool close_file(struct cp_split *s, struct place *p)
{
    bool good = flush(s, p);
    if (close(p->fd) != 0 && good)
        good = fail(s, p->file, CP_FILE_UNWRITABLE);
    p->file->place = NULL;
    struct place *last = &s->open[--s->open_count], closed = *p;
    *p = *last;
    p->file->place = p == last ? NULL : p;
    last->text = closed.text;
    return good;
}

static bool close_oldest(struct cp_split *s)
{
    struct place *oldest = &s->open[0];
    for (uint32_t i = 1; i < s->open_count; i++)
        if (s->open[i].used < oldest->used)
            oldest = &s->open[i];
    return close_file(s, oldest);
}

static bool open_file(struct cp_split *s, struct file *f, bool is_new)
{
    /* a link might lead out of the folder */
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    bool may_write = !is_new || cp_run_may_write(s->run, f->path);
    s->has_failed |= !may_write;
    if (!may_write || (s->open_count == OPEN_MOST && !close_oldest(s)))
        return false;
    int fd = open(f->path, flags | (is_new ? O_TRUNC : O_APPEND), 0666);
    if (fd < 0)
        return fail(s, f, CP_FILE_UNOPENED);
    struct place *p = &s->open[s->open_count++];
    if (!p->text.arena) {
        cp_buf_init(&p->text, &s->waiting);
        (void)cp_buf_room(&p->text, WAIT_MOST);
    }
    p->file = f;
    p->fd = fd;
    f->place = p;
    return true;
}

static struct file *find_name(struct cp_split *s, cp_str name)
{
    struct file *f = s->named[hash_of(name, true) % HEADS];
    while (f && !cp_str_like(f->name, name))
        f = f->next_named;
    return f;
}

/* A name that no other file has: by-a_b~2.jsonl, where there is one. */
static void find_free_name(struct cp_split *s, struct cp_buf *name)
{
    cp_str end = s->every ? (cp_str){0} : extension_of(s);
    size_t stem =
        cp_utf8_cut((cp_str){name->at, name->len - end.len}, NAME_MOST - end.len - NUMBER_MOST);
    name->len = stem;
    cp_buf_put(name, end);
    struct file *first = find_name(s, cp_buf_str(name));
    while (first && find_name(s, cp_buf_str(name))) {
        name->len = stem;
        cp_buf_printf(name, "~%ju%.*s", (uintmax_t)++first->alike, CP_FMT(end));
    }
    s->numbered += first != NULL;
}

static char *keep_text(struct cp_split *s, cp_str a, cp_str b)
{
    char *text = cp_arena_take(&s->names, a.len + b.len + 1);
    if (a.len)
        memcpy(text, a.at, a.len);
    if (b.len)
        memcpy(text + a.len, b.at, b.len);
    text[a.len + b.len] = '\0';
    return text;
}

static struct file *make_file(struct cp_split *s, cp_str key, cp_str name)
{
    struct file *f = cp_arena_take_zero(&s->names, 1, sizeof *f);
    struct file **head = &s->heads[hash_of(key, false) % HEADS];
    struct file **named = &s->named[hash_of(name, true) % HEADS];
    char *path = keep_text(s, s->folder, name);
    *f = (struct file){.next = *head,
                       .next_named = *named,
                       .key = {keep_text(s, key, (cp_str){0}), key.len},
                       .name = {path + s->folder.len, name.len},
                       .path = path,
                       .alike = 1};
    *head = *named = f;
    return f;
}

static struct file *find_file(struct cp_split *s, cp_str key, bool *is_new)
{
    struct file *f = s->heads[hash_of(key, false) % HEADS];
    struct cp_buf name;
    while (f && !cp_str_equal(f->key, key))
        f = f->next;
    *is_new = !f;
    if (f)
        return f;
    uint64_t numbered = s->numbered;
    cp_buf_init(&name, &s->run->record);
    if (s->every) {
        cp_buf_put(&name, key);
    } else {
        note_tags(s, key);
        put_name(s, &name, key);
    }
    find_free_name(s, &name);
    f = make_file(s, key, cp_buf_str(&name));
    if (!numbered && s->numbered)
        s->first_numbered = f->path;
    return f;
}

/* The name in which %n is the file's number. */
static void put_number(struct cp_split *s, struct cp_buf *out)
{
    uint64_t number = s->count++ / s->every + 1;
    for (cp_str text = s->pattern; text.len;) {
        size_t len = place_length(text);
        if (len && text.at[1] == 'n')
            cp_buf_printf(out, "%ju", (uintmax_t)number);
        else
            cp_buf_putc(out, text.at[0]); /* of %% the first */
        text = cp_str_skip(text, len ? len : 1);
    }
}

/* Files by number come one after another: the one before is full. */
static bool forget_files(struct cp_split *s)
{
    if (s->open_count && !close_file(s, &s->open[0]))
        return false;
    cp_arena_reset(&s->names);
    memset(s->heads, 0, sizeof s->heads);
    memset(s->named, 0, sizeof s->named);
    return true;
}

/* What is larger than what may wait does not. */
static bool put_record(struct cp_split *s, struct place *p, cp_str record)
{
    p->used = ++s->clock;
    if (p->text.len + record.len >= WAIT_MOST && !flush(s, p))
        return false;
    if (record.len >= WAIT_MOST)
        return write_to(s, p, record) && write_to(s, p, CP_STR("\n"));
    cp_buf_put(&p->text, record);
    cp_buf_putc(&p->text, '\n');
    return true;
}

static bool is_too_much(struct cp_split *s, const struct file *f)
{
    if (s->names.held <= NAMES_MOST)
        return false;
    cp_diag_report(&s->run->own, CP_FILES_TOO_MANY, (cp_span){.file = f->path},
                   "it is the first that is not written");
    return s->has_failed = true;
}

bool cp_split_put(struct cp_split *s, cp_str key, cp_str record)
{
    struct cp_buf numbered;
    bool is_new;
    cp_buf_init(&numbered, &s->run->record);
    if (s->has_failed)
        return false;
    if (s->every) {
        if (s->count % s->every == 0 && !forget_files(s))
            return false;
        put_number(s, &numbered);
        key = cp_buf_str(&numbered);
    }
    struct file *f = find_file(s, key, &is_new);
    if (is_too_much(s, f) || (!f->place && !open_file(s, f, is_new)))
        return false;
    return put_record(s, f->place, record);
}

bool cp_split_close(struct cp_split *s)
{
    bool good = !s->has_failed;
    while (s->open_count)
        good &= close_file(s, &s->open[s->open_count - 1]);
    if (s->numbered)
        cp_diag_report(&s->run->own, CP_FILES_NUMBERED, (cp_span){.file = s->first_numbered},
                       "%ju of them, this is the first", (uintmax_t)s->numbered);
    if (s->clock && !s->run->is_done)
        report_tags(s);
    cp_run_report(s->run, &s->run->own); /* it names a path */
    cp_arena_close(&s->names);
    cp_arena_close(&s->waiting);
    return good;
}
