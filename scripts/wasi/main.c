/* SPDX-License-Identifier: MIT */
/* main.c -- all tools as one program, chessplane.wasm: the name it is called by says which. The
 * Makefile lists them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOOL(name) int cp_##name##_main(int argc, char **argv);
CP_TOOLS
#undef TOOL

#define TOOL(name) {"cp-" #name, cp_##name##_main},
static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} tools[] = {CP_TOOLS};

int main(int argc, char **argv)
{
    const char *called = argc ? argv[0] : "", *last = strrchr(called, '/'), *here = getenv("PWD");
    const char *name = last ? last + 1 : called;
    if (here)
        (void)chdir(here); /* or it stays at the root, if that folder is not shown */
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (strcmp(name, tools[i].name) == 0)
            return tools[i].run(argc, argv);
    fprintf(stderr, "chessplane: error: no such tool: %s\n", name);
    return 2;
}
