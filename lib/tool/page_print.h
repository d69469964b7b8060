/* SPDX-License-Identifier: MIT */
/* page_print.h -- games as text that people set themselves: Markdown (CommonMark), and a document
 * of LaTeX. */
#ifndef CP_PAGE_PRINT_H
#define CP_PAGE_PRINT_H

#include "tool/page.h"

extern const struct cp_page_pen cp_page_markdown, cp_page_latex;

#endif
