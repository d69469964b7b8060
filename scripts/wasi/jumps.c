/* SPDX-License-Identifier: MIT */
/* jumps.c -- setjmp and longjmp as WebAssembly has them: what clang makes of a call of either
 * calls these. A function that calls setjmp has a table of its own, in which the jumps that
 * it has prepared stand with the place to go on at; a longjmp is an exception, and whoever has
 * its number in the table goes on. */
#include <stdint.h>
#include <stdlib.h>

struct prepared {
    uint32_t jump, place;
};

static uint32_t jumps, second; /* a function's second answer */

void setTempRet0(uint32_t answer);
uint32_t getTempRet0(void);
struct prepared *saveSetjmp(uint32_t *jump, uint32_t place, struct prepared *table, uint32_t room);
uint32_t testSetjmp(uint32_t jump, const struct prepared *table, uint32_t room);
_Noreturn void __wasm_longjmp(void *jump, int value);

void setTempRet0(uint32_t answer)
{
    second = answer;
}

uint32_t getTempRet0(void)
{
    return second;
}

/* The table, with one entry more and an empty one behind it; and its room. */
struct prepared *saveSetjmp(uint32_t *jump, uint32_t place, struct prepared *table, uint32_t room)
{
    uint32_t count = 0;
    while (count < room && table[count].jump)
        count++;
    if (count + 1 >= room) {
        room = 2 * room + 2;
        table = realloc(table, room * sizeof *table);
        if (!table)
            abort();
    }
    *jump = ++jumps;
    table[count] = (struct prepared){*jump, place};
    table[count + 1] = (struct prepared){0, 0};
    second = room;
    return table;
}

/* The place to go on at, 0: it is somebody else's jump. */
uint32_t testSetjmp(uint32_t jump, const struct prepared *table, uint32_t room)
{
    for (uint32_t i = 0; i < room && table[i].jump; i++)
        if (table[i].jump == jump)
            return table[i].place;
    return 0;
}

_Noreturn void __wasm_longjmp(void *jump, int value)
{
    static struct {
        void *jump;
        int value;
    } thrown;
    enum { LONGJMP = 1 }; /* the tag that clang gives it */
    thrown.jump = jump;
    thrown.value = value ? value : 1;
    __builtin_wasm_throw(LONGJMP, &thrown);
}

/* what Debian's functions for numbers of 128 bits are compiled to ask for */
uintptr_t __stack_chk_guard = 0x5ca1ab1e;
_Noreturn void __stack_chk_fail(void);

_Noreturn void __stack_chk_fail(void)
{
    abort();
}
