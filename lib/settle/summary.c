/* SPDX-License-Identifier: MIT */
#include "settle/judge.h"

#include "base/json.h"
#include "base/scan.h"

#define BEGINNING "{\"summary\":"
#define WHOSE     "cp-validate"

struct cp_kind_sum {
    struct cp_kind_sum *next;
    cp_str name;
    cp_int count;
};

/* In the order of the object; the maps of kinds stand behind one of them each. */
static const struct {
    const char *name;
    const char *map; /* NULL: none */
    enum cp_sum_kinds kinds;
} fields[CP_SUMS] = {
    {"games", NULL, CP_REASONS},         {"plies", NULL, CP_REASONS},
    {"valid", NULL, CP_REASONS},         {"bad", NULL, CP_REASONS},
    {"unjudged", "reasons", CP_REASONS}, {"warnings", "messages", CP_MESSAGES},
};

void cp_summary_init(struct cp_summary *s, struct cp_arena *arena, struct cp_ints *ints)
{
    *s = (struct cp_summary){.arena = arena, .ints = ints};
    for (int i = 0; i < CP_SUMS; i++)
        s->sums[i] = CP_INT(0);
}

static cp_int count_of(struct cp_ints *ints, uint64_t count)
{
    return cp_int_from(ints, (int64_t)count); /* nobody counts so far */
}

void cp_summary_add(struct cp_summary *s, enum cp_sum sum, uint64_t count)
{
    s->sums[sum] = cp_int_add(s->ints, s->sums[sum], count_of(s->ints, count));
}

static void add_named(struct cp_summary *s, enum cp_sum_kinds of, cp_str name, cp_int count)
{
    struct cp_kind_sum **link = &s->kinds[of];
    while (*link && cp_str_compare((*link)->name, name) < 0)
        link = &(*link)->next;
    if (!*link || cp_str_compare((*link)->name, name) != 0) {
        struct cp_kind_sum *made = cp_arena_take(s->arena, sizeof *made);
        *made = (struct cp_kind_sum){*link, cp_str_keep(s->arena, name), CP_INT(0)};
        *link = made;
    }
    (*link)->count = cp_int_add(s->ints, (*link)->count, count);
}

void cp_summary_add_kind(struct cp_summary *s, enum cp_sum_kinds of, enum cp_diag kind,
                         uint64_t count)
{
    if (!count)
        return;
    struct cp_buf slug = cp_buf_in(s->arena);
    cp_diag_format_slug(&slug, kind);
    add_named(s, of, cp_buf_str(&slug), count_of(s->ints, count));
}

/* ---- reading ---- */

bool cp_summary_is_begun(cp_str line)
{
    return cp_str_starts(line, CP_STR(BEGINNING));
}

static bool refuse(struct cp_diags *d, cp_span at, const char *what)
{
    cp_diag_report(d, CP_SUMMARY_BAD, at, "%s", what);
    return false;
}

/* A count: digits, and no zero in front. */
static bool read_count(const struct cp_summary *s, const struct cp_value *v, cp_int *out,
                       struct cp_diags *d)
{
    if (v->type != CP_NUMBER)
        return refuse(d, v->at, "a count is a number");
    return (cp_digits_end(v->text, 0) == v->text.len && cp_int_parse(s->ints, out, v->text)) ||
           refuse(d, v->at, "a count is a whole number from 0");
}

static bool read_kinds(struct cp_summary *s, enum cp_sum_kinds of, const struct cp_value *map,
                       struct cp_diags *d)
{
    if (map->type != CP_MAP)
        return refuse(d, map->at, "an object of counts is wanted");
    for (const struct cp_value *v = map->first; v; v = v->next) {
        cp_int count;
        if (!read_count(s, v, &count, d))
            return false;
        add_named(s, of, v->name, count);
    }
    return true;
}

/* One member; *known counts those that must be there. */
static bool read_member(struct cp_summary *s, const struct cp_value *v, int *known,
                        struct cp_diags *d)
{
    cp_int count;
    for (int i = 0; i < CP_SUMS; i++) {
        bool is_sum = cp_str_is(v->name, fields[i].name);
        bool is_map = fields[i].map && cp_str_is(v->name, fields[i].map);
        *known += is_sum || is_map;
        if (is_map)
            return read_kinds(s, fields[i].kinds, v, d);
        if (!is_sum)
            continue;
        if (!read_count(s, v, &count, d))
            return false;
        s->sums[i] = cp_int_add(s->ints, s->sums[i], count);
        return true;
    }
    return refuse(d, v->name_at, "a field that is not known here, and cannot be added up");
}

bool cp_summary_read(struct cp_summary *s, cp_str line, cp_span at, struct cp_diags *d)
{
    struct cp_value *object;
    struct cp_summary one;
    int known = 0;
    if (!cp_json_parse(&object, s->arena, line, at, d))
        return false;
    const struct cp_value *whose = cp_value_get(object, "summary");
    if (!whose || whose->type != CP_STRING || !cp_str_is(whose->text, WHOSE))
        return refuse(d, at, "summary: \"" WHOSE "\" is wanted");
    cp_summary_init(&one, s->arena, s->ints);
    for (const struct cp_value *v = object->first; v; v = v->next)
        if (v != whose && !read_member(&one, v, &known, d))
            return false;
    if (known != CP_SUMS + CP_SUM_KINDS)
        return refuse(
            d, at, "it needs games, plies, valid, bad, unjudged, reasons, warnings and messages");
    for (int i = 0; i < CP_SUMS; i++)
        s->sums[i] = cp_int_add(s->ints, s->sums[i], one.sums[i]);
    for (int of = 0; of < CP_SUM_KINDS; of++)
        for (const struct cp_kind_sum *k = one.kinds[of]; k; k = k->next)
            add_named(s, (enum cp_sum_kinds)of, k->name, k->count);
    return true;
}

/* ---- writing ---- */

static void put_row(struct cp_buf *out, const struct cp_summary *s, const char *before,
                    cp_int count, const char *between, cp_str behind)
{
    enum { WIDTH = 10 };
    struct cp_buf digits = cp_buf_in(s->arena);
    cp_int_format(s->ints, &digits, count);
    cp_buf_printf(out, "%s%*.*s%s%.*s\n", before, WIDTH, CP_FMT(cp_buf_str(&digits)), between,
                  CP_FMT(behind));
}

static void put_kinds(struct cp_buf *out, const struct cp_summary *s, enum cp_sum_kinds of)
{
    for (const struct cp_kind_sum *k = s->kinds[of]; k; k = k->next)
        put_row(out, s, "  ", k->count, "  ", k->name);
}

void cp_summary_put_table(struct cp_buf *out, const struct cp_summary *s)
{
    put_row(out, s, "games    ", s->sums[CP_GAMES], "", CP_STR(""));
    put_row(out, s, "plies    ", s->sums[CP_PLIES], "", CP_STR(""));
    put_row(out, s, "valid    ", s->sums[CP_VALID], "", CP_STR(""));
    put_row(out, s, "bad      ", s->sums[CP_BAD], "", CP_STR(""));
    if (cp_int_sign(s->ints, s->sums[CP_UNJUDGED]))
        put_row(out, s, "  ", s->sums[CP_UNJUDGED], "  ", CP_STR("not judged"));
    put_kinds(out, s, CP_REASONS);
    put_row(out, s, "warnings ", s->sums[CP_WARNINGS], "", CP_STR(""));
    if (s->kinds[CP_MESSAGES])
        cp_buf_puts(out, "messages\n");
    put_kinds(out, s, CP_MESSAGES);
}

void cp_summary_put_json(struct cp_buf *out, const struct cp_summary *s)
{
    cp_buf_puts(out, BEGINNING "\"" WHOSE "\"");
    for (int i = 0; i < CP_SUMS; i++) {
        cp_buf_printf(out, ",\"%s\":", fields[i].name);
        cp_int_format(s->ints, out, s->sums[i]);
        if (!fields[i].map)
            continue;
        cp_buf_printf(out, ",\"%s\":{", fields[i].map);
        for (const struct cp_kind_sum *k = s->kinds[fields[i].kinds]; k; k = k->next) {
            cp_json_put_string(out, k->name);
            cp_buf_putc(out, ':');
            cp_int_format(s->ints, out, k->count);
            cp_buf_puts(out, k->next ? "," : "");
        }
        cp_buf_putc(out, '}');
    }
    cp_buf_puts(out, "}\n");
}
