/* SPDX-License-Identifier: MIT */
/* faults.h -- what is wrong with a file's bytes, kept until a place is reached. */
#ifndef CP_FAULTS_H
#define CP_FAULTS_H

#include "base/diag.h"

enum { CP_BROKEN_MOST = 20 }; /* damaged bytes reported per file */

/* Something wrong at a byte of the UTF-8; UINT64_MAX: behind all there is. */
struct cp_fault {
    enum cp_diag kind;
    uint64_t offset;
    uint32_t line;     /* 0: unknown */
    int number;        /* the byte, or errno */
    const char *words; /* NULL, or instead of it */
};

/* Of one file, in order: its encoding guessed once, bytes that are damaged, its end. */
struct cp_faults {
    struct cp_fault list[CP_BROKEN_MOST + 2];
    uint32_t count, said, broken; /* broken: damaged bytes among them */
};

/* Damaged bytes beyond the most are not listed. */
void cp_faults_add(struct cp_faults *f, struct cp_fault fault);

/* Says to d what was wrong before an offset of the file, once; UINT64_MAX says all. */
void cp_faults_report(struct cp_faults *f, uint64_t before, const char *file, struct cp_diags *d);

#endif
