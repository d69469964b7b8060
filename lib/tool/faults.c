/* SPDX-License-Identifier: MIT */
#include "tool/faults.h"

void cp_faults_add(struct cp_faults *f, struct cp_fault fault)
{
    if (fault.kind == CP_ENCODING_BROKEN && f->broken == CP_BROKEN_MOST)
        return;
    f->broken += fault.kind == CP_ENCODING_BROKEN;
    f->list[f->count++] = fault;
}

void cp_faults_report(struct cp_faults *f, uint64_t before, const char *file, struct cp_diags *d)
{
    for (; f->said < f->count && (before == UINT64_MAX || f->list[f->said].offset < before);
         f->said++) {
        const struct cp_fault *fault = &f->list[f->said];
        cp_span at = {.file = file, .line = fault->line};
        if (fault->words)
            cp_diag_report(d, fault->kind, at, "%s", fault->words);
        else if (fault->kind == CP_ENCODING_BROKEN)
            cp_diag_report(d, fault->kind, at, "byte 0x%02x", (unsigned)fault->number);
        else
            cp_diag_report(d, fault->kind, at, "%s", strerror(fault->number));
    }
}
