/* SPDX-License-Identifier: MIT */
#include "tool/pages.h"

/* ---- bytes, for workers ---- */

struct sizes {
    size_t title, drawings, body, pictures;
};

static cp_str take(cp_str *bytes, size_t len)
{
    cp_str taken = {bytes->at, len};
    *bytes = cp_str_skip(*bytes, len);
    return taken;
}

void cp_pages_pack(struct cp_buf *out, const struct cp_packed_page *page)
{
    const struct sizes sizes = {page->title.len, page->drawings.len, page->body.len,
                                page->pictures.len};
    cp_buf_put(out, (cp_str){(const char *)&sizes, sizeof sizes});
    cp_buf_put(out, page->title);
    cp_buf_put(out, page->drawings);
    cp_buf_put(out, page->body);
    cp_buf_put(out, page->pictures);
}

struct cp_packed_page cp_pages_unpack(cp_str bytes)
{
    struct sizes sizes;
    struct cp_packed_page page;
    memcpy(&sizes, take(&bytes, sizeof sizes).at, sizeof sizes);
    page.title = take(&bytes, sizes.title);
    page.drawings = take(&bytes, sizes.drawings);
    page.body = take(&bytes, sizes.body);
    page.pictures = take(&bytes, sizes.pictures);
    return page;
}

void cp_pages_pack_picture(struct cp_buf *pictures, cp_str place, cp_str picture)
{
    const size_t sizes[2] = {place.len, picture.len};
    cp_buf_put(pictures, (cp_str){(const char *)sizes, sizeof sizes});
    cp_buf_put(pictures, place);
    cp_buf_put(pictures, picture);
}

bool cp_pages_take_picture(cp_str *pictures, cp_str *place, cp_str *picture)
{
    size_t sizes[2];
    if (!pictures->len)
        return false;
    memcpy(sizes, take(pictures, sizeof sizes).at, sizeof sizes);
    *place = take(pictures, sizes[0]);
    *picture = take(pictures, sizes[1]);
    return true;
}

/* ---- files ---- */

void cp_pages_open(struct cp_pages *p, const struct cp_page_pen *pen,
                   const struct cp_svg_style *style, const struct cp_arena *like)
{
    *p = (struct cp_pages){.pen = pen, .style = style};
    cp_arena_init(&p->arena, like->out_of_memory, like->handler_data);
}

void cp_pages_close(struct cp_pages *p)
{
    cp_arena_close(&p->arena);
}

/* Number and name where they were left out. */
static void put_settled(struct cp_pages *p, struct cp_buf *out, cp_str text, uint64_t game)
{
    while (text.len) {
        size_t n = 0;
        while (n < text.len && text.at[n] != CP_PAGES_NUMBER_LATER[0] &&
               text.at[n] != CP_PAGES_NAME_LATER[0])
            n++;
        cp_buf_put(out, (cp_str){text.at, n});
        if (n < text.len && text.at[n] == CP_PAGES_NAME_LATER[0])
            cp_buf_put(out, cp_buf_str(&p->name));
        else if (n < text.len)
            cp_buf_put_int(out, (int64_t)game);
        text = cp_str_skip(text, n + (n < text.len));
    }
}

static cp_str title_of(struct cp_pages *p, const struct cp_packed_page *page, uint64_t game)
{
    cp_buf_reset(&p->title);
    put_settled(p, &p->title, page->title, game);
    return cp_buf_str(&p->title);
}

void cp_pages_put_address(struct cp_buf *out, cp_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        if (cp_is_letter(c) || cp_is_digit(c) || (c && strchr("-._~/", c)))
            cp_buf_putc(out, c);
        else
            cp_buf_printf(out, "%%%02X", (unsigned char)c);
    }
}

void cp_pages_put_link(struct cp_pages *p, struct cp_buf *out, cp_str address, uint64_t game,
                       cp_str packed)
{
    const struct cp_packed_page page = cp_pages_unpack(packed);
    cp_str title = title_of(p, &page, game);
    struct cp_buf link;
    cp_buf_init(&link, &p->arena);
    cp_pages_put_address(&link, address);
    p->pen->link(out, game, title, cp_buf_str(&link));
}

static void put_game(struct cp_pages *p, struct cp_buf *out, cp_str bytes, uint64_t game,
                     bool is_alone)
{
    const struct cp_packed_page page = cp_pages_unpack(bytes);
    cp_buf_reset(&p->fresh);
    cp_svg_add_definitions(&p->drawings, &p->fresh, page.drawings);
    if (p->pen->drawings)
        p->pen->drawings(out, cp_buf_str(&p->fresh));
    p->pen->begin(out, game, title_of(p, &page, game), is_alone);
    put_settled(p, out, page.body, game);
    p->pen->end(out, is_alone);
}

/* The part of a file's name that its pictures have too. */
static void begin_file(struct cp_pages *p, cp_str name)
{
    struct cp_buf *const all[] = {&p->name, &p->drawings, &p->fresh, &p->title};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cp_buf_init(all[i], &p->arena);
    if (p->pen->name)
        p->pen->name(&p->name, name);
    else
        cp_buf_put(&p->name, name);
}

void cp_pages_add(struct cp_pages *p, struct cp_buf *out, cp_str name, uint64_t game, cp_str packed)
{
    if (p->count++ == 0) {
        begin_file(p, name);
        p->first = cp_str_keep(&p->arena, packed);
        p->first_game = game;
        return;
    }
    if (p->first.len) {
        p->pen->head(out, p->style, NULL);
        put_game(p, out, p->first, p->first_game, false);
        p->first = (cp_str){0};
    }
    put_game(p, out, packed, game, false);
}

static void put_alone(struct cp_pages *p, struct cp_buf *out)
{
    const struct cp_packed_page page = cp_pages_unpack(p->first);
    const cp_str title = title_of(p, &page, p->first_game);
    p->pen->head(out, p->style, &title);
    put_game(p, out, p->first, p->first_game, true);
}

void cp_pages_end(struct cp_pages *p, struct cp_buf *out)
{
    if (!p->count)
        return;
    if (p->first.len)
        put_alone(p, out);
    p->pen->foot(out);
    p->first = (cp_str){0};
    p->count = 0;
    cp_arena_reset(&p->arena);
}
