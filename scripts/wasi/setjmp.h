/* SPDX-License-Identifier: MIT */
/* setjmp.h -- where tools run as WebAssembly: the compiler turns both into exceptions of the
 * machine, by the functions of jumps.c. */
#ifndef CP_WASI_SETJMP_H
#define CP_WASI_SETJMP_H

typedef struct {
    unsigned jump;
} jmp_buf[1];

int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);

#endif
