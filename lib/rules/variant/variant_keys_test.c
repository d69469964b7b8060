/* SPDX-License-Identifier: MIT */
/* variant_keys_test.c -- the schema and the manual know the keys of
 * variant_keys.def and no others. */
#include "base/json.h"
#include "test.h"

enum { BOOL = 1 << CP_BOOL, NUMBER = 1 << CP_NUMBER, STRING = 1 << CP_STRING };
enum { LIST = 1 << CP_LIST, MAP = 1 << CP_MAP };
enum { OPTIONAL, REQUIRED };

static const struct key {
    const char *section, *name, *meaning;
    unsigned types;
    bool required;
} keys[] = {
#define CP_KEY(section, key, types, need, read, meaning)                                           \
    {#section, key, meaning, types, need == REQUIRED},
#include "rules/variant/variant_keys.def"
#undef CP_KEY
};

enum { KEYS = sizeof keys / sizeof *keys };

static const char *const sections[] = {
    "VARIANT",  "BOARD",      "PIECE",   "PRIMES",       "BODY",    "PROMOTION", "CHOICES",
    "CASTLING", "CASTLED",    "SETUP",   "INSUFFICIENT", "WINS",    "GOAL",      "EXTINCT",
    "RESULTS",  "REPETITION", "CAPTURE", "SQUARES",      "PASSING", "COUNTING"};
enum { SECTIONS = sizeof sections / sizeof *sections };

static struct cp_arena arena;

__attribute__((constructor)) static void open_arena(void)
{
    cp_arena_init(&arena, NULL, NULL);
}

static cp_str read_file(const char *path)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    FILE *f = fopen(path, "rb");
    EXPECT(f != NULL);
    for (size_t n = 1; f && n;) {
        n = fread(cp_buf_room(&out, 4096), 1, 4096, f);
        out.len += n;
    }
    if (f)
        fclose(f);
    return cp_buf_str(&out);
}

static const struct cp_value *schema(void)
{
    static struct cp_value *v;
    struct cp_diags d = cp_diags_in(&arena);
    if (!v && !cp_json_parse(&v, &arena, read_file("schemas/variant.schema.json"),
                             (cp_span){"variant.schema.json", 1, 1, 0}, &d))
        EXPECT(!"a schema that is JSON");
    return v;
}

/* The object schema of a section: the root for VARIANT, else in $defs. */
static const struct cp_value *object_of(const char *section)
{
    char name[32] = "";
    if (strcmp(section, "VARIANT") == 0)
        return schema();
    for (size_t i = 0; section[i]; i++)
        name[i] = cp_lower(section[i]);
    return cp_value_get(cp_value_get(schema(), "$defs"), name);
}

static unsigned type_bit(cp_str name)
{
    static const struct {
        const char *name;
        unsigned bit;
    } words[] = {{"string", STRING},
                 {"array", LIST},
                 {"object", MAP},
                 {"integer", NUMBER},
                 {"boolean", BOOL}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cp_str_is(name, words[i].name))
            return words[i].bit;
    return 0;
}

static unsigned types_of(const struct cp_value *property)
{
    const struct cp_value *type = cp_value_get(property, "type");
    unsigned types = 0;
    if (type && type->type == CP_STRING)
        return type_bit(type->text);
    for (const struct cp_value *v = type ? type->first : NULL; v; v = v->next)
        types |= type_bit(v->text);
    return types;
}

static bool requires(const struct cp_value *object, const char *name)
{
    const struct cp_value *list = cp_value_get(object, "required");
    for (const struct cp_value *v = list ? list->first : NULL; v; v = v->next)
        if (cp_str_is(v->text, name))
            return true;
    return false;
}

TEST(the_schema_has_every_key_with_its_types_need_and_meaning)
{
    for (int i = 0; i < KEYS; i++) {
        const struct cp_value *object = object_of(keys[i].section);
        const struct cp_value *p = cp_value_get(cp_value_get(object, "properties"), keys[i].name);
        const struct cp_value *meaning = cp_value_get(p, "description");
        bool same = p && types_of(p) == keys[i].types &&
                    requires(object, keys[i].name) == keys[i].required && meaning &&
                    cp_str_is(meaning->text, keys[i].meaning);
        if (!same)
            printf("# %s of %s\n", keys[i].name, keys[i].section);
        EXPECT(same);
    }
}

TEST(the_schema_has_no_other_keys_and_allows_none)
{
    for (int s = 0; s < SECTIONS; s++) {
        const struct cp_value *object = object_of(sections[s]);
        const struct cp_value *properties = cp_value_get(object, "properties");
        const struct cp_value *more = cp_value_get(object, "additionalProperties");
        uint32_t count = 0;
        for (int i = 0; i < KEYS; i++)
            count += strcmp(keys[i].section, sections[s]) == 0;
        EXPECT_INT(properties ? properties->count : 0, count);
        EXPECT(more && more->type == CP_BOOL && !more->truth);
    }
}

/* .BR key " (types)": the manual's way to list keys, section by section. */
static unsigned entries_of(cp_str manual, const char *name)
{
    struct cp_buf wanted;
    cp_buf_init(&wanted, &arena);
    cp_buf_printf(&wanted, "\n.TP\n.BR %s \" (", name);
    unsigned count = 0;
    for (; manual.len; manual = cp_str_skip(manual, 1))
        count += cp_str_starts(manual, cp_buf_str(&wanted));
    return count;
}

TEST(the_manual_lists_every_key_as_often_as_a_section_has_it)
{
    cp_str manual = read_file("schemas/chessplane-variant.5");
    unsigned all = 0;
    for (int i = 0; i < KEYS; i++) {
        unsigned wanted = 0;
        for (int k = 0; k < KEYS; k++)
            wanted += strcmp(keys[k].name, keys[i].name) == 0;
        if (entries_of(manual, keys[i].name) != wanted)
            printf("# %s\n", keys[i].name);
        EXPECT_INT(entries_of(manual, keys[i].name), wanted);
    }
    for (; manual.len; manual = cp_str_skip(manual, 1))
        all += cp_str_starts(manual, CP_STR("\n.TP\n.BR "));
    EXPECT_INT(all, KEYS);
}
