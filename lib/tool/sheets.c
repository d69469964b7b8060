/* SPDX-License-Identifier: MIT */
#include "tool/sheets.h"

enum { BYTES_MOST = 32 << 20 }; /* of the diagrams of one sheet */

/* What stands before the words of a packed diagram. */
struct packed {
    size_t title, text, description, definitions, body;
    uint32_t width, height, letter;
};

void cp_sheet_picture_pack(struct cp_buf *out, const struct cp_sheet_picture *picture)
{
    const struct cp_svg_part *svg = &picture->svg;
    struct packed packed = {picture->title.len,   picture->text.len, svg->description.len,
                            svg->definitions.len, svg->body.len,     svg->width,
                            svg->height,          svg->letter};
    cp_buf_put(out, (cp_str){(const char *)&packed, sizeof packed});
    cp_buf_put(out, picture->title);
    cp_buf_put(out, picture->text);
    cp_buf_put(out, svg->description);
    cp_buf_put(out, svg->definitions);
    cp_buf_put(out, svg->body);
}

static cp_str take(cp_str *bytes, size_t len)
{
    cp_str taken = {bytes->at, len};
    *bytes = cp_str_skip(*bytes, len);
    return taken;
}

static void unpack(struct cp_sheet_picture *out, cp_str bytes)
{
    struct packed packed;
    memcpy(&packed, take(&bytes, sizeof packed).at, sizeof packed);
    out->title = take(&bytes, packed.title);
    out->text = take(&bytes, packed.text);
    out->svg.description = take(&bytes, packed.description);
    out->svg.definitions = take(&bytes, packed.definitions);
    out->svg.body = take(&bytes, packed.body);
    out->svg.width = packed.width;
    out->svg.height = packed.height;
    out->svg.letter = packed.letter;
}

void cp_sheets_open(struct cp_sheets *s, const struct cp_arena *like)
{
    cp_arena_init(&s->arena, like->out_of_memory, like->handler_data);
    s->number = s->first = 1;
}

void cp_sheets_close(struct cp_sheets *s)
{
    cp_arena_close(&s->arena);
}

bool cp_sheets_can_add(const struct cp_sheets *s, size_t bytes)
{
    return bytes <= BYTES_MOST && s->bytes <= BYTES_MOST - bytes;
}

void cp_sheets_add(struct cp_sheets *s, uint64_t game, cp_str packed)
{
    struct cp_buf kept;
    if (!s->list)
        s->list = cp_arena_take_zero(&s->arena, s->columns * s->rows, sizeof *s->list);
    if (!s->count)
        s->game = game;
    cp_buf_init(&kept, &s->arena);
    cp_buf_grow(&kept, packed.len);
    cp_buf_put(&kept, packed);
    unpack(&s->list[s->count++], cp_buf_str(&kept));
    s->bytes += packed.len;
}

cp_str cp_sheets_paint(struct cp_sheets *s)
{
    struct cp_sheet sheet = {s->list, s->count, s->columns, s->first};
    struct cp_buf out;
    cp_buf_init(&out, &s->arena);
    if (s->style)
        cp_sheet_put_svg(&out, &sheet, s->style);
    else
        cp_sheet_put_text(&out, &sheet);
    return cp_buf_str(&out);
}

void cp_sheets_turn(struct cp_sheets *s, bool begins_again)
{
    s->first = begins_again ? 1 : s->first + s->count;
    s->number = begins_again ? 1 : s->number + 1;
    s->count = 0;
    s->bytes = 0;
    s->list = NULL;
    cp_arena_reset(&s->arena);
}
