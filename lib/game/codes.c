/* SPDX-License-Identifier: MIT */
#include "game/codes.h"

static const struct {
    cp_str code, name;
} codes[] = {
    {{"P", 1}, {"pawn", 4}},          {{"K", 1}, {"king", 4}},
    {{"N", 1}, {"knight", 6}},        {{"B", 1}, {"bishop", 6}},
    {{"R", 1}, {"rook", 4}},          {{"Q", 1}, {"queen", 5}},
    {{"AM", 2}, {"amazon", 6}},       {{"HA", 2}, {"hawk", 4}},
    {{"CH", 2}, {"chancellor", 10}},  {{"AR", 2}, {"archbishop", 10}},
    {{"GU", 2}, {"guard", 5}},        {{"CA", 2}, {"camel", 5}},
    {{"GI", 2}, {"giraffe", 7}},      {{"ZE", 2}, {"zebra", 5}},
    {{"CE", 2}, {"centaur", 7}},      {{"RC", 2}, {"royal centaur", 13}},
    {{"RQ", 2}, {"royal queen", 11}}, {{"NR", 2}, {"knightrider", 11}},
    {{"HU", 2}, {"huygens", 7}},      {{"RO", 2}, {"rose", 4}},
    {{"OB", 2}, {"obstacle", 8}},     {{"VO", 2}, {"void", 4}},
};

enum { CODES = sizeof codes / sizeof *codes, FIRST_NEUTRAL = CODES - 2 };

static int place_of(cp_str code)
{
    for (int i = 0; code.len && i < CODES; i++)
        if (cp_lower(codes[i].code.at[0]) == cp_lower(code.at[0]) &&
            cp_str_like(codes[i].code, code))
            return i;
    return -1;
}

enum cp_neutral cp_code_neutral(cp_str code)
{
    int place = place_of(code);
    return place < FIRST_NEUTRAL ? CP_NEUTRAL_NONE
                                 : (enum cp_neutral)(place - FIRST_NEUTRAL + CP_NEUTRAL_OBSTACLE);
}

cp_str cp_code_name(cp_str code)
{
    int place = place_of(code);
    return place < 0 ? (cp_str){0} : codes[place].name;
}

uint8_t cp_code_find(const struct cp_alphabet *a, cp_str code)
{
    cp_str name = cp_code_name(code);
    for (uint32_t kind = 0; name.len && kind < a->count; kind++)
        if (cp_str_like(a->pieces[kind].name, name))
            return (uint8_t)kind;
    return CP_NO_KIND;
}

cp_str cp_code_of(const struct cp_alphabet *a, uint8_t kind)
{
    cp_str name = kind < a->count ? a->pieces[kind].name : (cp_str){0};
    for (int i = 0; name.len && i < CODES; i++)
        if (cp_str_like(codes[i].name, name))
            return codes[i].code;
    return (cp_str){0};
}

void cp_code_put(struct cp_buf *out, const struct cp_alphabet *a, uint8_t kind, bool is_small)
{
    cp_str code = cp_code_of(a, kind);
    for (size_t i = 0; i < code.len; i++)
        cp_buf_putc(out, is_small ? cp_lower(code.at[i]) : code.at[i]);
}
