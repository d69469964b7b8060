/* SPDX-License-Identifier: MIT */
#include "tables/rows.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/utf8.h"

enum { BATCH = 256 }; /* rows of an INSERT */

/* ---- heads ---- */

/* "a name" of SQL, quotes within it twice. */
static void put_name(struct cp_buf *out, cp_str name)
{
    cp_buf_putc(out, '"');
    for (size_t i = 0; i < name.len; i++) {
        cp_buf_putc(out, name.at[i]);
        if (name.at[i] == '"')
            cp_buf_putc(out, '"');
    }
    cp_buf_putc(out, '"');
}

void cp_rows_put_end(const struct cp_rows *rows)
{
    const struct cp_table_shape *s = rows->shape;
    if (s->format != CP_SQL)
        return;
    cp_buf_puts(rows->out, rows->batch ? ";\n" : "");
    /* behind the rows: made of all at once indexes take a third of the time */
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->heads[i].is_indexed)
            continue;
        cp_buf_printf(rows->out, "CREATE INDEX IF NOT EXISTS %s_%.*s ON %s (", s->name,
                      CP_FMT(s->heads[i].name), s->name);
        put_name(rows->out, s->heads[i].name);
        cp_buf_puts(rows->out, ");\n");
    }
    cp_buf_puts(rows->out, "COMMIT;\n");
}

/* ---- rows ---- */

/* What stands before a row of SQL. */
static void put_insert(struct cp_rows *rows)
{
    bool is_first = rows->batch % BATCH == 0;
    if (!is_first)
        cp_buf_puts(rows->out, ",\n(");
    else
        cp_buf_printf(rows->out, "%sINSERT INTO %s VALUES\n(", rows->batch ? ";\n" : "",
                      rows->shape->name);
    rows->batch = is_first ? 1 : rows->batch + 1;
}

static void begin_row(struct cp_rows *rows)
{
    rows->next = 0;
    if (rows->shape->format == CP_JSONL)
        cp_buf_putc(rows->out, '{');
    else if (rows->shape->format != CP_SQL)
        return;
    else if (rows->is_held)
        cp_buf_putc(rows->out, '\0');
    else
        put_insert(rows);
}

static void end_row(struct cp_rows *rows)
{
    static const char *const ends[] = {
        [CP_TSV] = "\n", [CP_CSV] = "\r\n", [CP_JSONL] = "}\n", [CP_SQL] = ")"};
    cp_buf_puts(rows->out, ends[rows->shape->format]);
}

static void begin_cell(struct cp_rows *rows)
{
    const struct cp_table_shape *s = rows->shape;
    uint32_t place = rows->next++;
    if (s->format == CP_JSONL)
        cp_buf_put(rows->out, cp_str_skip(s->heads[place].key, place == 0));
    else if (place)
        cp_buf_putc(rows->out, s->format == CP_TSV ? '\t' : ',');
}

void cp_cell_null(struct cp_rows *rows)
{
    begin_cell(rows);
    if (rows->shape->format >= CP_JSONL)
        cp_buf_puts(rows->out, rows->shape->format == CP_SQL ? "NULL" : "null");
}

void cp_cell_number(struct cp_rows *rows, int64_t number)
{
    begin_cell(rows);
    cp_buf_put_int(rows->out, number);
}

void cp_cell_thousandths(struct cp_rows *rows, int64_t number)
{
    begin_cell(rows);
    cp_buf_put_int(rows->out, number / 1000);
    int64_t rest = number % 1000;
    if (!rest)
        return;
    cp_buf_putc(rows->out, '.');
    for (int64_t digit = 100; rest; rest %= digit, digit /= 10)
        cp_buf_putc(rows->out, (char)('0' + rest / digit));
}

void cp_cell_truth(struct cp_rows *rows, bool truth)
{
    if (rows->shape->format != CP_JSONL) {
        cp_cell_number(rows, truth);
        return;
    }
    begin_cell(rows);
    cp_buf_puts(rows->out, truth ? "true" : "false");
}

/* ---- text ---- */

/* The formats, a bit each, in which a byte does not stand for itself; of JSON its own room knows.
 */
enum { T = 1 << CP_TSV, C = 1 << CP_CSV, S = 1 << CP_SQL };
static const uint8_t special[128] = {
    ['\0'] = T | C | S, ['\t'] = T, ['\n'] = T | C, ['\r'] = T | C | S,
    ['"'] = T | C,      [','] = C,  ['\''] = S};

/* Whether text stands for itself, but for what is put around it. Bytes beyond ASCII are
 * looked at. */
static inline bool is_plain(enum cp_row_format format, cp_str text)
{
    unsigned seen = 0;
    if (format == CP_JSONL)
        return cp_json_skip_plain(text.at, text.at + text.len) == text.at + text.len;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        seen |= special[c & 127] | (c & 0x80u);
    }
    return !(seen & (1u << format | 0x80u));
}

/* One character, or what stands for it: U+2400 and U+FFFD for what no table can hold. Programs that
 * read SQL line by line drop a CR at the end of one. */
static size_t put_character(struct cp_rows *rows, const char *at, const char *end)
{
    struct cp_buf *out = rows->out;
    bool is_sql = rows->shape->format == CP_SQL;
    size_t len = cp_utf8_length(at, end);
    if (*at == '\0')
        cp_buf_puts(out, is_sql ? "'||char(0)||'" : "\xe2\x90\x80");
    else if (is_sql && *at == '\r')
        cp_buf_puts(out, "'||char(13)||'");
    else if (!len)
        cp_buf_puts(out, "\xef\xbf\xbd");
    else
        cp_buf_put(out, (cp_str){at, len});
    if (*at == (is_sql ? '\'' : '"'))
        cp_buf_putc(out, *at);
    return len ? len : 1;
}

static CP_NOINLINE void put_special(struct cp_rows *rows, cp_str text)
{
    enum cp_row_format format = rows->shape->format;
    const char *end = text.at + text.len;
    bool is_quoted = format == CP_SQL || !text.len;
    for (size_t i = 0; i < text.len && !is_quoted; i++) { /* whatever stands in for others */
        unsigned char c = (unsigned char)text.at[i];
        is_quoted = c && c < 128 && (special[c] >> format & 1);
    }
    const char *quote = !is_quoted ? "" : format == CP_SQL ? "'" : "\"";
    cp_buf_puts(rows->out, quote);
    for (const char *at = text.at; at < end;)
        at += put_character(rows, at, end);
    cp_buf_puts(rows->out, quote);
}

static void put_text(struct cp_rows *rows, cp_str text)
{
    struct cp_buf *out = rows->out;
    enum cp_row_format format = rows->shape->format;
    if (!text.len) {
        cp_buf_puts(out, format == CP_SQL ? "''" : "\"\"");
    } else if (format == CP_JSONL) {
        cp_json_put_string(out, text);
    } else if (!is_plain(format, text)) {
        put_special(rows, text);
    } else if (format == CP_SQL) {
        cp_buf_putc(out, '\'');
        cp_buf_put(out, text);
        cp_buf_putc(out, '\'');
    } else {
        cp_buf_put(out, text);
    }
}

void cp_cell_text(struct cp_rows *rows, cp_str text)
{
    begin_cell(rows);
    put_text(rows, text);
}

size_t cp_cell_open(struct cp_rows *rows)
{
    begin_cell(rows);
    if (rows->shape->format >= CP_JSONL)
        cp_buf_putc(rows->out, rows->shape->format == CP_SQL ? '\'' : '"');
    return rows->out->len;
}

void cp_cell_close(struct cp_rows *rows, size_t open)
{
    struct cp_buf *out = rows->out;
    bool is_quoted = rows->shape->format >= CP_JSONL;
    cp_str text = {out->at + open, out->len - open};
    if (CP_LIKELY(text.len && is_plain(rows->shape->format, text))) {
        if (is_quoted)
            cp_buf_putc(out, rows->shape->format == CP_SQL ? '\'' : '"');
        return;
    }
    cp_buf_reset(&rows->spare);
    cp_buf_put(&rows->spare, text);
    out->len = open - is_quoted;
    put_text(rows, cp_buf_str(&rows->spare));
}

/* ---- the whole ---- */

void cp_rows_put_head(const struct cp_table_shape *shape, struct cp_buf *out)
{
    static const char *const types[] = {"TEXT", "INTEGER", "REAL", "INTEGER"};
    struct cp_rows rows = {.shape = shape, .out = out};
    bool is_sql = shape->format == CP_SQL;
    if (shape->format == CP_JSONL)
        return;
    if (is_sql)
        cp_buf_printf(out, "BEGIN;\nCREATE TABLE IF NOT EXISTS %s (", shape->name);
    else
        begin_row(&rows);
    for (uint32_t i = 0; i < shape->count; i++) {
        cp_str name = shape->heads[i].name;
        if (!is_sql) {
            cp_cell_text(&rows, name);
            continue;
        }
        cp_buf_puts(out, i ? ",\n  " : "\n  ");
        put_name(out, name);
        cp_buf_printf(out, " %s", types[shape->heads[i].type]);
    }
    if (is_sql)
        cp_buf_puts(out, "\n);\n");
    else
        end_row(&rows);
}

/* ---- from workers ---- */

void cp_rows_deliver(struct cp_rows *rows, cp_str held)
{
    while (held.len) {
        size_t len = held.len;
        cp_str before = cp_scan_until(&held, '\0');
        cp_buf_put(rows->out, before);
        if (before.len < len)
            put_insert(rows);
    }
}

/* ---- a game on its way to rows ---- */

void cp_row_put(struct cp_row_writer *s)
{
    const struct cp_table_settings *settings = s->settings;
    begin_row(s->rows);
    for (s->cell = 0; s->cell < settings->shape.count; s->cell++)
        settings->columns[s->cell]->put(s);
    end_row(s->rows);
}

bool cp_row_play(struct cp_row_writer *s, struct cp_listener listener)
{
    if (!cp_play_prepare(&s->play, s->run, s->game))
        return false;
    cp_buf_init(&s->material, s->game->arena);
    cp_buf_init(&s->text, s->game->arena);
    s->play.replay.skip_variations = s->play.replay.skip_draws = true;
    s->play.replay.skip_outcome = !(s->settings->needs & CP_NEEDS_CHECKS);
    s->play.replay.stop_at_ply = s->settings->kind->put_rest != NULL;
    s->play.replay.last_ply = s->settings->depth;
    listener.looks_back = true;
    cp_play_run(&s->play, listener);
    return s->is_played;
}

cp_str cp_row_result(const struct cp_row_writer *s)
{
    cp_str written = s->game->result;
    return written.len ? written : cp_game_tag(s->game, "Result");
}

/* ---- cells of several columns ---- */

void cp_row_put_number(struct cp_row_writer *s)
{
    begin_cell(s->rows);
    cp_run_put_number(s->run, s->rows->out);
}

void cp_row_put_key(struct cp_row_writer *s, uint64_t key)
{
    if (!s->is_played) {
        cp_cell_null(s->rows);
        return;
    }
    size_t open = cp_cell_open(s->rows);
    cp_key_format_short(s->rows->out, key);
    cp_cell_close(s->rows, open);
}

void cp_row_put_ply(struct cp_row_writer *s)
{
    cp_cell_number(s->rows, s->ply_number);
}
