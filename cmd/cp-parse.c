/* SPDX-License-Identifier: MIT */
/* cp-parse -- game text in any supported notation to records. Syntax only: the
 * loop reads, settles the variant and the spelling of moves, and writes. */
#include "run/tool.h"

static bool each(struct cp_run *run, struct cp_game *g)
{
    return !(run->asked->is_strict && g->is_broken); /* refused, and reported */
}

static const struct cp_tool tool = {
    .name = "cp-parse",
    .about = "Reads games and writes a record of each, one line of JSON per game.\n"
             "Syntax only: no move is judged, nothing is lost.",
    .habits = CP_READS_FRAMES | CP_WRITES_RECORDS,
    .each = each,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
