/* SPDX-License-Identifier: MIT */
/* input.c -- reading files and making UTF-8 of them.
 *
 * A file whose encoding was not named is ASCII until a byte says otherwise. If
 * that byte begins a well-formed UTF-8 sequence the file is UTF-8, and what is
 * ill-formed later is damage: an error each, shown as U+FFFD. If not, the file
 * is Windows-1252, which says what Latin-1 says wherever Latin-1 says anything
 * printable. So one stray byte after a φ does not turn every φ into Ï†. */
#include "io/input.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/utf8.h"
#include "io/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LONGEST = 4, /* bytes of a character */
    LOOK = 512,  /* bytes that tell text from records */
};

/* ---- what is wrong ---- */

static void add_fault(struct cp_faults *f, struct cp_fault fault)
{
    if (fault.kind == CP_ENCODING_BROKEN && f->broken == CP_BROKEN_MOST)
        return; /* no more are listed */
    f->broken += fault.kind == CP_ENCODING_BROKEN;
    f->list[f->count++] = fault;
}

void cp_input_report(struct cp_input *in, uint64_t before)
{
    struct cp_faults *f = &in->faults;
    for (; f->reported < f->count && (before == UINT64_MAX || f->list[f->reported].offset < before);
         f->reported++) {
        const struct cp_fault *fault = &f->list[f->reported];
        cp_span at = {.file = in->file, .line = fault->line};
        if (fault->words)
            cp_diag_report(in->diags, fault->kind, at, "%s", fault->words);
        else if (fault->kind == CP_ENCODING_BROKEN)
            cp_diag_report(in->diags, fault->kind, at, "byte 0x%02x", (unsigned)fault->number);
        else
            cp_diag_report(in->diags, fault->kind, at, "%s", strerror(fault->number));
    }
}

void cp_input_init(struct cp_input *in, struct cp_arena *arena, struct cp_diags *d,
                   const char *const *files, uint32_t count, enum cp_encoding wanted)
{
    static const char *const standard[] = {"-"};
    *in = (struct cp_input){.arena = arena,
                            .diags = d,
                            .files = count ? files : standard,
                            .count = count ? count : 1,
                            .wanted = wanted,
                            .fd = -1,
                            .line = 1};
    in->raw = cp_arena_take(arena, CP_BLOCK);
}

void cp_input_init_source(struct cp_input *in, struct cp_arena *arena, struct cp_diags *d,
                          const char *const *name, cp_source source, void *data,
                          enum cp_encoding wanted)
{
    cp_input_init(in, arena, d, name, 1, wanted);
    in->source = source;
    in->source_data = data;
}

/* Nothing more can be had from this file. */
static void fail(struct cp_input *in, enum cp_diag kind, int number, const char *words)
{
    if (!in->has_failed)
        add_fault(&in->faults, (struct cp_fault){kind, UINT64_MAX, 0, number, words});
    in->is_ended = in->has_failed = true;
}

/* ---- raw bytes ---- */

/* Of a regular file; -1: it is none. */
static int64_t size_of(int fd)
{
    struct stat file;
    return fstat(fd, &file) == 0 && S_ISREG(file.st_mode) ? file.st_size : -1;
}

/* Up to size bytes as they stand in the file, or as its function gives them; 0 at the end, or where
 * *fault is set. A thread that unpacks calls it, and it changes nothing of the input. The function
 * is a stranger's. */
static size_t read_raw(void *input, unsigned char *room, size_t size, struct cp_fault *fault)
{
    const struct cp_input *in = input;
    *fault = (struct cp_fault){.kind = CP_OK};
    while (!in->source) {
        ssize_t got = read(in->fd, room, size);
        if (got == 0 && in->size && size_of(in->fd) < in->size)
            *fault = (struct cp_fault){CP_FILE_UNREADABLE,
                                       .words = "it became shorter while it was read"};
        if (got >= 0)
            return (size_t)got;
        if (!cp_descriptor_await_reading(in->fd)) {
            *fault = (struct cp_fault){CP_FILE_UNREADABLE, .number = errno};
            return 0;
        }
    }
    long got = in->source(in->source_data, (char *)room, size);
    if (got >= 0 && (size_t)got <= size)
        return (size_t)got;
    *fault = (struct cp_fault){
        CP_FILE_UNREADABLE,
        .words = got < 0
                     ? "the function that reads it failed"
                     : "the function that reads it says that it read more than it was asked for"};
    return 0;
}

/* The same, unpacked; nothing more once something was wrong. */
static size_t read_any(struct cp_input *in, unsigned char *room, size_t size)
{
    struct cp_fault fault = {.kind = CP_OK};
    uint64_t taken = 0;
    if (in->has_failed)
        return 0;
    size_t got = in->unpacker ? cp_unpacker_read(in->unpacker, room, size, &taken, &fault)
                              : read_raw(in, room, size, &fault);
    if (!in->unpacker)
        in->taken += got;
    else if (taken)
        in->taken = in->taken_before + taken;
    if (fault.kind)
        fail(in, fault.kind, fault.number, fault.words);
    return got;
}

/* ---- UTF-16 ---- */

static uint32_t unit_at(const struct cp_input *in, size_t at)
{
    const unsigned char *b = in->units + in->units_from + at;
    return in->is_big_endian ? (uint32_t)(b[0] << 8 | b[1]) : (uint32_t)(b[1] << 8 | b[0]);
}

/* The next character, and how many bytes it has; 0: it has not all been read. What is
 * none becomes a byte that UTF-8 does not have, and is told with what else is damaged. */
static size_t unit_take(struct cp_input *in, bool is_last, uint32_t *code)
{
    enum { NONE = UINT32_MAX };
    size_t left = in->units_to - in->units_from;
    *code = (uint32_t)NONE;
    if (left < 2)
        return is_last ? left : 0;
    uint32_t first = unit_at(in, 0);
    if (first < 0xd800 || first > 0xdfff) {
        *code = first;
        return 2;
    }
    if (first < 0xdc00 && left < 4 && !is_last)
        return 0;
    uint32_t second = first < 0xdc00 && left >= 4 ? unit_at(in, 2) : 0;
    if (second < 0xdc00 || second > 0xdfff)
        return 2;
    *code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
    return 4;
}

/* At least one character behind those there are, as UTF-8; 0 at the end. */
static size_t decode_some(struct cp_input *in)
{
    enum { NO_BYTE = 0xff };
    size_t before = in->to, len = 0;
    uint32_t code;
    bool is_last = false;
    while (in->to == before) {
        while (CP_BLOCK - in->to >= LONGEST && (len = unit_take(in, is_last, &code))) {
            in->units_from += len;
            if (code == UINT32_MAX)
                in->raw[in->to++] = NO_BYTE;
            else
                in->to += cp_utf8_put((char *)in->raw + in->to, code);
        }
        if (is_last)
            break;
        size_t left = in->units_to - in->units_from;
        memmove(in->units, in->units + in->units_from, left);
        in->units_from = 0;
        size_t got = read_any(in, in->units + left, CP_BLOCK - left);
        in->units_to = left + got;
        is_last = !got;
    }
    return in->to - before;
}

/* More raw bytes behind those there are; false at the end of the file. */
static bool fill(struct cp_input *in)
{
    if (in->is_ended)
        return false;
    memmove(in->raw, in->raw + in->from, in->to - in->from);
    in->to -= in->from;
    in->from = 0;
    if (CP_BLOCK - in->to < LONGEST)
        return false;
    size_t got;
    if (in->is_utf_16)
        got = decode_some(in);
    else
        in->to += got = read_any(in, in->raw + in->to, CP_BLOCK - in->to);
    in->is_ended |= !got;
    return got > 0;
}

/* ---- opening ---- */

/* What is said of an encoding that was guessed. */
static const char *guess_of(const struct cp_input *in, bool is_utf_16)
{
    if (is_utf_16)
        return in->is_beside ? "read as UTF-16; --encoding is for games" : "read as UTF-16";
    return in->is_beside ? "read as Windows-1252; --encoding is for games" : "read as Windows-1252";
}

static bool begins(const struct cp_input *in, const char *mark, size_t len)
{
    return in->to - in->from >= len && memcmp(in->raw + in->from, mark, len) == 0;
}

/* UTF-16 has a mark, or, being mostly ASCII, a NUL in every other byte. */
static bool is_utf_16(struct cp_input *in, bool *has_mark)
{
    bool is_little = begins(in, "\xff\xfe", 2);
    const unsigned char *b = in->raw + in->from;
    in->is_big_endian = !is_little;
    *has_mark = is_little || begins(in, "\xfe\xff", 2);
    if (*has_mark)
        return true;
    if (in->to - in->from < 4)
        return false;
    in->is_big_endian = !(b[0] && !b[1] && b[2] && !b[3]);
    return !in->is_big_endian || (!b[0] && b[1] && !b[2] && b[3]);
}

static void look_at(struct cp_input *in, size_t len)
{
    while (in->to < len && fill(in))
        ;
}

static bool refuse_encoding(struct cp_input *in, const char *name)
{
    cp_diag_report(in->diags, CP_ENCODING_REFUSED, (cp_span){.file = in->file}, "%s", name);
    return false;
}

/* A byte order mark is no text. UTF-16 is read unless something else was asked for; without
 * a mark it is guessed, and told. */
static bool settle_encoding(struct cp_input *in)
{
    bool has_mark, is_16 = is_utf_16(in, &has_mark);
    in->encoding = in->wanted;
    if (begins(in, "\xff\xfe\0\0", 4) || begins(in, "\0\0\xfe\xff", 4))
        return refuse_encoding(in, "UTF-32");
    if (is_16 && in->wanted != CP_ENCODING_AUTO && in->wanted != CP_UTF_16)
        return refuse_encoding(in, "UTF-16");
    if (is_16 && !has_mark && in->wanted == CP_ENCODING_AUTO)
        add_fault(
            &in->faults,
            (struct cp_fault){.kind = CP_ENCODING_GUESSED, .line = 1, .words = guess_of(in, true)});
    if (is_16 || in->wanted == CP_UTF_16) { /* what was read so far becomes the first units */
        if (!in->units)
            in->units = cp_arena_take(in->arena, CP_BLOCK);
        in->units_from = 0;
        in->units_to = in->to - in->from;
        memcpy(in->units, in->raw + in->from, in->units_to);
        in->from = in->to = 0;
        in->is_utf_16 = true;
        in->is_ended = false;
        in->encoding = CP_UTF_8; /* from here on */
        look_at(in, LONGEST);
    }
    if (in->wanted == CP_BYTES)
        return true;
    if (begins(in, CP_BYTE_ORDER_MARK, 3)) {
        in->from += 3;
        in->encoding = CP_UTF_8;
    }
    return true;
}

static bool open_file(struct cp_input *in, const char *name)
{
    bool is_standard = !in->source && strcmp(name, "-") == 0;
    in->file = is_standard ? "stdin" : name;
    in->fd = in->source                    ? -1
             : is_standard || in->is_piped ? STDIN_FILENO
                                           : open(name, O_RDONLY | O_CLOEXEC);
    in->line = in->from_line ? in->from_line : 1;
    in->offset = 0;
    in->shape = CP_SHAPE_TEXT;
    in->is_list = false;
    in->is_after_return = false;
    in->faults = (struct cp_faults){0};
    in->is_ended = in->has_failed = false;
    in->from = in->to = in->spare_len = 0;
    in->is_utf_16 = false;
    in->is_line_begun = false;
    if (in->fd < 0 && !in->source)
        fail(in, CP_FILE_UNREADABLE, errno, NULL);
    int64_t size = in->source ? -1 : size_of(in->fd);
    in->size = size > 0 ? size : 0;
    in->is_streamed |= is_standard || size < 0;
    if (in->from_byte) { /* behind its beginning a file is what it was found to be there */
        in->encoding = in->wanted;
        in->offset = in->from_byte;
        if (!in->has_failed && !in->is_piped && lseek(in->fd, (off_t)in->from_byte, SEEK_SET) < 0)
            fail(in, CP_FILE_UNREADABLE, errno, NULL);
        return !in->has_failed;
    }
    look_at(in, CP_PACKING_LOOK);
    const char *command = cp_packing_command(in->raw, in->to);
    if (cp_packing_of(in->raw, in->to)) { /* what was read so far is the first packed block */
        in->taken_before = in->taken;
        in->unpacker = cp_unpacker_open(in->raw, in->to, read_raw, in, !in->source);
        if (!in->unpacker)
            cp_arena_refuse(in->arena);
        in->to = 0;
        in->is_ended = false;
    } else if (command) { /* in a way that is not read */
        cp_diag_report(in->diags, CP_PACKING_REFUSED, (cp_span){.file = in->file}, "%s %s | ...",
                       command, in->fd == STDIN_FILENO ? "FILE" : in->file);
        return false;
    }
    look_at(in, LONGEST);
    return !(in->has_failed && !in->to) && settle_encoding(in);
}

void cp_input_close(struct cp_input *in)
{
    if (in->unpacker)
        cp_unpacker_close(in->unpacker);
    in->unpacker = NULL;
    if (in->fd > STDIN_FILENO)
        (void)close(in->fd); /* nothing was written: nothing can be lost */
    in->fd = -1;
}

bool cp_input_next(struct cp_input *in)
{
    cp_input_close(in);
    if (in->next == in->count)
        return false;
    if (!open_file(in, in->files[in->next++])) {
        in->is_ended = in->has_failed = true;
        in->from = in->to = 0;
    }
    return true;
}

/* ---- recoding ---- */

enum { STEP = 128 }; /* bytes */

static uint32_t from_windows_1252(unsigned char c)
{
    static const uint16_t points[32] = {
        0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
        0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};
    return c >= 0x80 && c < 0xa0 ? points[c - 0x80] : c;
}

/* How many bytes from the first are ASCII. Loops of a fixed length, here and below, are
 * made of instructions for many bytes at once. */
static size_t ascii_length(const unsigned char *b, size_t len)
{
    size_t i = 0;
    for (unsigned char all = 0; len - i >= STEP; i += STEP) {
        for (size_t k = 0; k < STEP; k++)
            all |= b[i + k];
        if (all >= 0x80)
            break;
    }
    while (i < len && b[i] < 0x80)
        i++;
    return i;
}

uint32_t cp_lines_count(cp_str text, enum cp_shape shape, bool *is_after_return)
{
    const char *end = text.at + text.len, *c;
    uint32_t count = 0;
    size_t i = 0;
    if (!text.len)
        return 0;
    for (; text.len - i >= STEP; i += STEP) {
        unsigned char feeds = 0;
        for (size_t k = 0; k < STEP; k++)
            feeds = (unsigned char)(feeds + (text.at[i + k] == '\n'));
        count += feeds;
    }
    for (; i < text.len; i++)
        count += text.at[i] == '\n';
    if (shape != CP_SHAPE_TEXT)
        return count;
    count -= *is_after_return && text.at[0] == '\n';
    *is_after_return = end[-1] == '\r';
    for (c = text.at; (c = memchr(c, '\r', (size_t)(end - c))); c++)
        count += c + 1 == end || c[1] != '\n';
    return count;
}

static void note_byte(struct cp_input *in, enum cp_diag kind, cp_str before, unsigned char byte)
{
    bool is_after_return = in->is_after_return;
    uint32_t line = in->line + cp_lines_count(before, in->shape, &is_after_return);
    const char *words = kind == CP_ENCODING_GUESSED ? guess_of(in, false)
                        : in->is_utf_16             ? "half of a character of UTF-16"
                                                    : NULL;
    add_fault(&in->faults, (struct cp_fault){kind, in->offset + before.len, line, byte, words});
}

/* An ill-formed byte: decides what the file is, or is damage. Returns how many
 * bytes were written at `at`. */
static size_t recode(struct cp_input *in, unsigned char byte, const char *room, char *at)
{
    cp_str before = {room, (size_t)(at - room)};
    if (in->encoding == CP_ENCODING_AUTO) {
        in->encoding = CP_WINDOWS_1252;
        note_byte(in, CP_ENCODING_GUESSED, before, byte);
    }
    if (in->encoding == CP_WINDOWS_1252)
        return cp_utf8_put(at, from_windows_1252(byte));
    note_byte(in, CP_ENCODING_BROKEN, before, byte);
    return cp_utf8_put(at, 0xfffd);
}

/* A byte order mark where a line begins: files were put behind one another. */
static bool is_mark_between(const struct cp_input *in, const unsigned char *b, const char *room,
                            const char *at)
{
    bool is_begun = at > room ? !cp_is_line_end(at[-1]) : in->is_line_begun;
    return !is_begun && memcmp(b, CP_BYTE_ORDER_MARK, 3) == 0;
}

/* Recodes from raw to room while both last. */
static size_t convert(struct cp_input *in, char *room, size_t size)
{
    char *at = room, *end = room + size;
    while (in->from < in->to && end - at >= LONGEST) {
        const unsigned char *b = in->raw + in->from;
        size_t left = in->to - in->from, fits = (size_t)(end - at);
        size_t plain = left < fits ? left : fits;
        if (in->encoding != CP_BYTES)
            plain = ascii_length(b, plain);
        memcpy(at, b, plain);
        at += plain;
        in->from += plain;
        if (plain)
            continue;
        size_t len = in->encoding == CP_WINDOWS_1252
                         ? 0
                         : cp_utf8_length((const char *)b, (const char *)b + left);
        if (!len && left < LONGEST && !in->is_ended)
            break; /* the rest of it may be in the next block */
        if (!len) {
            at += recode(in, *b, room, at);
            in->from++;
            continue;
        }
        in->encoding = CP_UTF_8;
        in->from += len;
        if (len == 3 && is_mark_between(in, b, room, at))
            continue;
        memcpy(at, b, len);
        at += len;
    }
    return (size_t)(at - room);
}

/* The same straight from the file, where nothing waits in raw: text that is plain, as most
 * is, stays where it is; from the first byte on that is not, it goes to raw. */
static size_t read_plain(struct cp_input *in, char *room, size_t size)
{
    if (in->from < in->to || in->unpacker || in->is_utf_16 || in->is_ended || size < STEP)
        return 0;
    unsigned char *b = (unsigned char *)room;
    size_t got = read_any(in, b, size < CP_BLOCK ? size : CP_BLOCK);
    size_t plain = in->encoding == CP_BYTES ? got : ascii_length(b, got);
    in->is_ended = !got;
    in->from = 0;
    in->to = got - plain;
    memcpy(in->raw, b + plain, in->to);
    return plain;
}

/* At least one character of the file, into at least LONGEST bytes; 0 at its end. */
static size_t take(struct cp_input *in, char *room, size_t size)
{
    size_t len = read_plain(in, room, size);
    bool has_more = !len;
    while (has_more) {
        if (in->from < in->to)
            len = convert(in, room, size);
        has_more = !len && (fill(in) || in->from < in->to);
    }
    in->offset += len;
    if (len)
        in->is_line_begun = !cp_is_line_end(room[len - 1]);
    in->line += cp_lines_count((cp_str){room, len}, in->shape, &in->is_after_return);
    return len;
}

long cp_input_read(void *input, char *room, size_t size)
{
    struct cp_input *in = input;
    if (in->spare_len || size < LONGEST) { /* a character may not fit: by way of spare */
        if (!in->spare_len)
            in->spare_len = take(in, in->spare, LONGEST);
        size_t len = in->spare_len < size ? in->spare_len : size;
        memcpy(room, in->spare, len);
        in->spare_len -= len;
        memmove(in->spare, in->spare + len, in->spare_len);
        return len || !in->has_failed ? (long)len : -1;
    }
    size_t len = take(in, room, size);
    return len || !in->has_failed ? (long)len : -1;
}

bool cp_file_read(struct cp_arena *arena, struct cp_diags *d, const char *file, cp_str *out)
{
    struct cp_input in;
    struct cp_buf text = cp_buf_in(arena);
    cp_input_init(&in, arena, d, &file, 1, CP_ENCODING_AUTO);
    in.is_beside = true;
    long got = cp_input_next(&in) ? 1 : -1;
    while (got > 0) {
        got = cp_input_read(&in, cp_buf_room(&text, LOOK), LOOK);
        text.len += got > 0 ? (size_t)got : 0;
        if (text.len > CP_FILE_MOST) {
            cp_diag_report(d, CP_FILE_TOO_LARGE, (cp_span){.file = file}, "at most %d bytes",
                           CP_FILE_MOST);
            got = -1;
        }
    }
    cp_input_report(&in, UINT64_MAX);
    cp_input_close(&in);
    *out = cp_buf_str(&text);
    out->len -= cp_dos_ends(*out);
    return got == 0;
}

bool cp_file_read_regular(struct cp_arena *arena, struct cp_diags *d, const char *file, cp_str *out)
{
    struct stat found;
    if (stat(file, &found) != 0 || S_ISREG(found.st_mode))
        return cp_file_read(arena, d, file, out);
    cp_diag_report(d, CP_FILE_UNREADABLE, (cp_span){.file = file}, "it is no regular file");
    return false;
}

/* ---- text or records ---- */

/* What was read ahead, behind blanks. */
static cp_str unread(const struct cp_input *in)
{
    return cp_behind_space((cp_str){(const char *)in->raw + in->from, in->to - in->from});
}

/* What stands behind the line that text begins with, and blanks. */
static cp_str behind_line(cp_str text)
{
    (void)cp_scan_until(&text, '\n');
    return cp_behind_space(text);
}

/* "---", "%YAML", or "name: value" in small letters, behind # comments or not; those alone, too,
 * but #1 is of somebody's move, and "From: Bob" of a mail. */
static bool is_yaml(cp_str text)
{
    cp_str left = text;
    while (left.len && left.at[0] == '#') /* comments, as far as they are at hand */
        left = behind_line(left);
    if (!left.len)
        return text.at[0] == '#' && text.len > 1 && !cp_is_digit(text.at[1]);
    if (cp_str_starts(left, CP_STR("%YAML")))
        return true;
    if (cp_str_starts(left, CP_STR("---"))) { /* but a rule above tags or moves is no such sign */
        cp_str behind = behind_line(left);
        return !behind.len || (behind.at[0] != '[' && !cp_is_digit(behind.at[0]));
    }
    size_t n = 0;
    while (n < left.len && ((left.at[n] >= 'a' && left.at[n] <= 'z') || left.at[n] == '_'))
        n++;
    return n > 1 && n + 1 < left.len && left.at[n] == ':' && cp_is_space(left.at[n + 1]);
}

/* Whether what is there can be told: a line of it, or, after a brace, the end
 * of the first name, or something behind "---". A producer that is slow with its second line is not
 * waited for. */
static bool is_told(cp_str text)
{
    if (text.len >= LOOK)
        return true;
    bool is_bracket = text.len && text.at[0] == '[';
    cp_str first = is_bracket ? cp_behind_space(cp_str_skip(text, 1)) : text;
    if (first.len && first.at[0] == '{')
        return memchr(text.at, ':', text.len) || memchr(text.at, '}', text.len);
    if (cp_str_starts(text, CP_STR("---")))
        return behind_line(text).len;
    return first.len && memchr(text.at, is_bracket && first.at[0] == ']' ? ']' : '\n', text.len);
}

enum cp_shape cp_input_shape(struct cp_input *in)
{
    while (!is_told(unread(in)) && fill(in))
        ;
    /* a list of records, or of nothing; [ anything else is a tag. {"name": ...} is a record;
     * { anything else } is a comment before a game */
    cp_str text = unread(in), inside = text;
    bool is_open = cp_scan_char(&inside, '[');
    inside = cp_behind_space(inside);
    in->is_list =
        is_open && inside.len && (inside.at[0] == ']' || cp_json_may_begin(in->arena, inside));
    if (!text.len)
        in->shape = in->is_ended ? CP_SHAPE_EMPTY : CP_SHAPE_TEXT;
    else if (in->is_list || cp_json_may_begin(in->arena, text))
        in->shape = CP_SHAPE_JSON;
    else
        in->shape = is_yaml(text) ? CP_SHAPE_YAML : CP_SHAPE_TEXT;
    return in->shape;
}
