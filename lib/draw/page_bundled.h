/* SPDX-License-Identifier: MIT */
/* page_bundled.h -- the style sheet and the script of pages, page.css and page.js, as they
 * stood when the library was built: without comments and indents. */
#ifndef CP_PAGE_BUNDLED_H
#define CP_PAGE_BUNDLED_H

extern const char cp_page_style[], cp_page_script[];
extern const char cp_page_script_hash[]; /* "sha256-...", as a page's policy names it */

#endif
