/* SPDX-License-Identifier: MIT */
/* page_html.h -- pages to play games through. */
#ifndef CP_PAGE_HTML_H
#define CP_PAGE_HTML_H

#include "tool/page.h"

extern const struct cp_page_pen cp_page_html;

#endif
