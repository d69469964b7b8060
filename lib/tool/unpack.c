/* SPDX-License-Identifier: MIT */
#include "tool/unpack.h"

const struct cp_packing *cp_packing_of(const unsigned char *first, size_t len)
{
    static const struct cp_packing *const all[] = {&cp_packing_gz, &cp_packing_zst};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->is_begun(first, len))
            return all[i];
    return NULL;
}
