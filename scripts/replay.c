/* SPDX-License-Identifier: MIT */
/* replay.c -- runs a fuzz target on each file that is named, without a fuzzer: it is linked in
 * where there is none (see the Makefile), so that every build tries the seeds. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 8192 }; /* as scripts/fuzz has it */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file || fseek(file, 0, SEEK_END) != 0)
            return 3;
        size_t size = (size_t)ftell(file);
        size = size < MOST ? size : MOST;
        uint8_t *data =
            malloc(size ? size : 1); /* no byte more, so that sanitizers see who reads it */
        rewind(file);
        if (!data || fread(data, 1, size, file) != size)
            return 3;
        fclose(file);
        fprintf(stderr, "%s\n", argv[i]);
        LLVMFuzzerTestOneInput(data, size);
        free(data);
    }
    return 0;
}
