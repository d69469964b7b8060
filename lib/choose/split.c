/* SPDX-License-Identifier: MIT */
/* split.c -- at most OPEN_MOST files are open; the one that waits longest is closed when
 * another is needed, and goes on where it was when its turn comes again. Names are kept for
 * that, once each, with what they stand for: two of which one file system or another would
 * make one name, a?b and A*B, are two files. What waits is kept for open files alone, and a
 * file that is full by number is forgotten. */
#include "choose/choose.h"

#include "base/utf8.h"
#include "frame/captions.h"
#include "io/descriptors.h"
#include "text/tags.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPEN_MOST = 200, WAIT_MOST = 16000, HEADS = 1 << 15, VALUE_MOST = 512 };
enum { NAMES_MOST = 64 << 20 }; /* bytes that all names take, with what they stand for */

/* Bytes of a name: in all, of the number behind one that others have already, and of what the
 * pattern says between its tags. */
enum { NAME_MOST = 200, NUMBER_MOST = 21, FIXED_MOST = 100 };

struct file {
    struct file *next, *next_named; /* of its chains */
    cp_str key, name;
    const char *path;
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

/* What the name is made of: text as it stands, the value of a tag, the file's number. */
struct part {
    enum { FIXED, TAG, NUMBER } kind;
    cp_str text; /* of a tag: its name */
};

struct cp_split {
    struct cp_run *run;
    struct cp_arena names, waiting;
    cp_str folder;
    const struct cp_packing *packing; /* NULL: files are not packed */
    struct part *parts;
    size_t part_count;
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

static uint64_t hash_of(cp_str text, bool folds)
{
    uint64_t hash = text.len;
    for (size_t i = 0; i < text.len; i++)
        hash = cp_seed_word(hash + (unsigned char)(folds ? cp_lower(text.at[i]) : text.at[i]), 0);
    return hash;
}

/* The value of each tag in the pattern, as it is; a very long one by its beginning and a hash. A
 * NUL stands behind each; within one it is 1 2, and a 1 is 1 1: neither is in any name. */
void cp_split_key(const struct cp_split *s, struct cp_buf *out, const struct cp_game *g)
{
    for (const struct part *p = s->parts; p < s->parts + s->part_count; p++) {
        if (p->kind != TAG)
            continue;
        cp_str value = {0};
        (void)cp_tag_value(g, p->text, &value);
        value = cp_str_trim(value);
        size_t shown = cp_utf8_cut(value, VALUE_MOST);
        for (size_t i = 0; i < shown; i++) {
            char c = value.at[i];
            cp_buf_putc(out, c ? c : '\1');
            if (c == '\0' || c == '\1')
                cp_buf_putc(out, c ? '\1' : '\2');
        }
        if (value.len > VALUE_MOST)
            cp_buf_printf(out, "%zu %jx", value.len, (uintmax_t)hash_of(value, false));
        cp_buf_putc(out, '\0');
    }
}

/* The name of a key's file, if no other has it. A part from a tag has no separator, nothing that a
 * shell or a file system takes for its own, and not more than there is room for. */
static void put_name(struct cp_split *s, struct cp_buf *out, cp_str key)
{
    uint64_t bit = 1, number = s->every ? s->count / s->every + 1 : 0;
    for (const struct part *p = s->parts; p < s->parts + s->part_count; p++) {
        if (p->kind == FIXED) {
            cp_buf_put(out, p->text);
            continue;
        }
        if (p->kind == NUMBER) {
            cp_buf_printf(out, "%ju", (uintmax_t)number);
            continue;
        }
        cp_str value = {key.at, strlen(key.at)}, shown = {value.at, cp_utf8_cut(value, 80)};
        while (shown.len) {
            size_t len = cp_utf8_length(shown.at, shown.at + shown.len);
            bool is_plain = len && cp_utf8_is_shown(cp_utf8_get(shown.at, len)) &&
                            !strchr("/\\:*?\"<>|", shown.at[0]);
            cp_buf_put(out, is_plain ? (cp_str){shown.at, len} : CP_STR("_"));
            shown = cp_str_skip(shown, len ? len : 1);
        }
        if (!value.len)
            cp_buf_putc(out, '_');
        s->seen |= value.len ? bit : 0;
        bit <<= 1;
        key = cp_str_skip(key, value.len + 1);
    }
    if (!s->every && out->len && strchr(".-~", out->at[0]))
        out->at[0] = '_'; /* hidden; an option, or input; a home */
}

/* a-%{Tag}-%n-%%; all tags or the number alone. */
static bool read_pattern(struct cp_split *s, cp_str text)
{
    bool has[3] = {false};
    size_t fixed = 0, len;
    s->parts = cp_arena_take(&s->run->arena, (text.len + 1) * sizeof *s->parts);
    for (; text.len; text = cp_str_skip(text, len)) {
        struct part *p = &s->parts[s->part_count++];
        const char *next = memchr(text.at, text.at[0] == '%' ? '}' : '%', text.len);
        char second = text.at[text.len > 1];
        len = 2;
        if (text.at[0] != '%') {
            len = next ? (size_t)(next - text.at) : text.len;
            fixed += len;
            *p = (struct part){FIXED, {text.at, len}};
        } else if (text.len > 1 && (second == '%' || second == 'n')) {
            *p = (struct part){second == 'n' ? NUMBER : FIXED, {text.at, 1}};
        } else if (second == '{' && next && next - text.at > 2) {
            len = (size_t)(next - text.at) + 1;
            *p = (struct part){TAG, {text.at + 2, len - 3}};
        } else {
            return false;
        }
        has[p->kind] = true;
    }
    return fixed <= FIXED_MOST && has[NUMBER] == (s->every > 0) && has[TAG] == !s->every;
}

struct cp_split *cp_split_open(struct cp_run *run, const char *pattern, uint64_t every)
{
    struct cp_split *s = cp_arena_take_zero(&run->arena, 1, sizeof *s);
    const char *slash = strrchr(pattern, '/');
    s->run = run;
    s->every = every;
    s->packing = cp_packing_take(&(cp_str){pattern, strlen(pattern)});
    s->folder = (cp_str){pattern, slash ? (size_t)(slash + 1 - pattern) : 0};
    cp_arena_init(&s->names, run->arena.out_of_memory, run->arena.handler_data);
    cp_arena_init(&s->waiting, run->arena.out_of_memory, run->arena.handler_data);
    if (read_pattern(s, cp_str_from(slash ? slash + 1 : pattern)) &&
        !(s->folder.len && memchr(s->folder.at, '%', s->folder.len)))
        return s;
    cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run), "--split %s: %s", pattern,
                   every ? "a file's short name with %n in it, its number"
                         : "a file's short name with tags in it, as by-%{White}.jsonl");
    return NULL;
}

/* ---- files ---- */

static bool fail(struct cp_split *s, const struct file *f, enum cp_diag kind, const char *why)
{
    if (!s->has_failed)
        cp_diag_report(&s->run->own, kind, (cp_span){.file = f->path}, "%s", why);
    s->has_failed = true;
    return false;
}

static bool write_to(struct cp_split *s, struct place *p, cp_str text)
{
    return cp_packing_write(s->packing, p->fd, text, &s->names) ||
           fail(s, p->file, CP_FILE_UNWRITABLE, strerror(errno));
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
    if (!cp_descriptor_close(p->fd) && good)
        good = fail(s, p->file, CP_FILE_UNWRITABLE, strerror(errno));
    p->file->place = NULL;
    struct place *last = &s->open[--s->open_count], closed = *p;
    *p = *last;
    p->file->place = p == last ? NULL : p;
    last->text = closed.text;
    return good;
}

static bool open_file(struct cp_split *s, struct file *f, bool is_new)
{
    /* a link might lead out of the folder, and a pipe would be waited for */
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    struct stat found;
    if (is_new && !cp_run_may_write(s->run, f->path)) {
        s->has_failed = true;
        return false;
    }
    struct place *oldest = s->open;
    for (uint32_t i = 1; i < s->open_count; i++)
        if (s->open[i].used < oldest->used)
            oldest = &s->open[i];
    if (s->open_count == OPEN_MOST && !close_file(s, oldest))
        return false;
    int fd = open(f->path, flags | (is_new ? O_TRUNC : O_APPEND), 0666);
    if (fd < 0)
        return fail(s, f, CP_FILE_UNOPENED, strerror(errno));
    if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) {
        (void)close(fd); /* nothing was written */
        return fail(s, f, CP_FILE_UNOPENED, "it is no regular file");
    }
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

/* A name that no other file has: by-a_b~2.jsonl, where there is one, with .jsonl behind the last
 * tag in the pattern. */
static void find_free_name(struct cp_split *s, struct cp_buf *name)
{
    cp_str end = {0};
    const struct part *last = &s->parts[s->part_count - 1];
    if (!s->every && last->kind == FIXED) {
        cp_str rest = last->text;
        (void)cp_packing_take(&rest);
        for (size_t i = 0; i < rest.len; i++)
            if (rest.at[i] == '.')
                end = cp_str_skip(last->text, i);
    }
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

static struct file *make_file(struct cp_split *s, cp_str key)
{
    struct file *f = cp_arena_take_zero(&s->names, 1, sizeof *f);
    uint64_t numbered = s->numbered;
    struct cp_buf name = cp_buf_in(&s->run->record);
    put_name(s, &name, key);
    find_free_name(s, &name);
    cp_str path =
        cp_str_keep(&s->names, cp_str_printf(&s->run->record, "%.*s%.*s", CP_FMT(s->folder),
                                             CP_FMT(cp_buf_str(&name))));
    struct file **head = &s->heads[hash_of(key, false) % HEADS];
    struct file **named = &s->named[hash_of(cp_buf_str(&name), true) % HEADS];
    *f = (struct file){.next = *head,
                       .next_named = *named,
                       .key = cp_str_keep(&s->names, key),
                       .name = cp_str_skip(path, s->folder.len),
                       .path = path.at,
                       .alike = 1};
    *head = *named = f;
    if (!numbered && s->numbered)
        s->first_numbered = f->path;
    return f;
}

bool cp_split_put(struct cp_split *s, cp_str key, cp_str record)
{
    if (s->has_failed)
        return false;
    /* of files by number the one before is full, and only the last is remembered */
    bool is_full = s->every && s->count % s->every == 0;
    if (is_full) {
        if (s->open_count && !close_file(s, &s->open[0]))
            return false;
        cp_arena_reset(&s->names);
        memset(s->heads, 0, sizeof s->heads);
        memset(s->named, 0, sizeof s->named);
    }
    struct file *f = s->heads[hash_of(key, false) % HEADS];
    while (f && !cp_str_equal(f->key, key))
        f = f->next;
    bool is_new = !f;
    if (is_new)
        f = make_file(s, key);
    if (s->names.held > NAMES_MOST)
        return fail(s, f, CP_FILES_TOO_MANY, "it is the first that is not written");
    s->count++;
    if (!f->place && !open_file(s, f, is_new))
        return false;
    struct place *p = f->place;
    p->used = ++s->clock;
    if (p->text.len + record.len >= WAIT_MOST && !flush(s, p))
        return false;
    if (record.len >= WAIT_MOST) /* what is larger than what may wait does not */
        return write_to(s, p, record);
    cp_buf_put(&p->text, record);
    return true;
}

bool cp_split_close(struct cp_split *s)
{
    bool good = !s->has_failed;
    while (s->open_count)
        good &= close_file(s, &s->open[s->open_count - 1]);
    if (s->numbered)
        cp_diag_report(&s->run->own, CP_FILES_NUMBERED, (cp_span){.file = s->first_numbered},
                       "%ju of them, this is the first", (uintmax_t)s->numbered);
    uint64_t bit = s->clock && !s->run->is_done;
    for (const struct part *p = s->parts; bit && p < s->parts + s->part_count; p++) {
        if (p->kind == TAG && !(s->seen & bit) && !cp_str_is(p->text, "Result") &&
            !cp_str_is(p->text, "Variant")) /* these two need not stand in a tag */
            cp_tag_missing_report(s->run, "split", p->text, true, NULL);
        bit <<= p->kind == TAG;
    }
    cp_run_report(s->run, &s->run->own); /* it names a path */
    cp_arena_close(&s->names);
    cp_arena_close(&s->waiting);
    return good;
}
