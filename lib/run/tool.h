/* SPDX-License-Identifier: MIT */
/* tool.h -- one line of main:
 *
 *     int main(int argc, char **argv) { return cp_tool_main(&tool, argc, argv); }
 *
 * Reads the options (the tool's and the common ones), opens input and output,
 * runs the loop, and returns the exit status: 0 every game good, 1 some game
 * bad, 2 asked wrongly, 3 the machine failed. */
#ifndef CP_TOOL_H
#define CP_TOOL_H

#include "frame/run.h"

int cp_tool_main(const struct cp_tool *tool, int argc, char **argv);

#endif
