/* SPDX-License-Identifier: MIT */
#include "rules/variant/ini_draft.h"

enum { REASONS_MOST = 20 };

const struct cp_ini_row cp_ini_rows[ROWS] = {
#define CP_INI_SAID(key, name)                  {name, NULL, NULL, false},
#define CP_INI_PASSED(name)                     {name, NULL, NULL, true},
#define CP_INI_REFUSED(name, harmless, meaning) {name, harmless, meaning, false},
#include "rules/variant/ini_keys.def"
};

const struct cp_ini_type cp_ini_types[TYPES] = {
#define CP_INI_PIECE(name, betza) {name, betza},
#include "rules/variant/ini_keys.def"
};

void cp_ini_refuse(struct cp_ini_draft *d, uint32_t line, const char *fmt, ...)
{
    struct cp_buf why = cp_buf_in(d->arena);
    va_list args;
    if (d->reasons++ >= REASONS_MOST)
        return;
    va_start(args, fmt);
    cp_buf_vprintf(&why, fmt, args);
    va_end(args);
    struct cp_refusal *r = cp_arena_take_zero(d->arena, 1, sizeof *r);
    *r = (struct cp_refusal){
        {.file = d->file, .line = line, .col = 1}, cp_buf_str(&why), d->refused};
    d->refused = r;
}

void cp_ini_refuse_value(struct cp_ini_draft *d, enum cp_ini_key key, const char *why)
{
    cp_ini_refuse(d, cp_ini_line_of(d, key), "%s = %.*s: %s", cp_ini_rows[key].name,
                  CP_FMT(d->said[key].value), why);
}

bool cp_ini_is_soldier(int slot)
{
    return slot < TYPES && strcmp(cp_ini_types[slot].name, "soldier") == 0;
}

int cp_ini_slot_of(const struct cp_ini_draft *d, char letter)
{
    int i = cp_ini_is_capital(cp_ini_upper(letter)) ? 0 : SLOTS;
    while (i < SLOTS && d->slots[i].letter != cp_ini_upper(letter))
        i++;
    return i;
}
