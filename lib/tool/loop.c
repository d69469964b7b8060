/* SPDX-License-Identifier: MIT */
#include "tool/loop.h"

#include "text/notation.h"
#include "tool/crew.h"
#include "tool/stream.h"

void cp_loop(struct cp_run *run)
{
    struct cp_notations notations;
    cp_notations_open(&notations, &run->arena);
    run->notations = &notations;
    if (run->jobs > 1) {
        cp_crew_run(run);
    } else {
        while (run->output.fate == CP_WRITTEN && cp_input_next(&run->input)) {
            run->shape = cp_input_shape(&run->input);
            cp_stream_run(run);
        }
    }
    cp_notations_close(&notations);
}
