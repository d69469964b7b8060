/* SPDX-License-Identifier: MIT */
/* raster.c -- only this file knows librsvg and cairo.
 *
 * Why so: D39 (DECISIONS.md). */
#include "draw/brushes/brushes.h"

#ifndef CP_HAS_RSVG

bool cp_raster_is_there(void)
{
    return false;
}

bool cp_raster_put(struct cp_buf *out, cp_str svg, enum cp_raster format, uint32_t dpi)
{
    (void)out;
    (void)svg;
    (void)format;
    (void)dpi;
    return false;
}

#else

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>

enum {
    INCH = 96,         /* px */
    HEAD = 33,         /* bytes of a PNG before its other parts: its sign, and its size */
    SIDE_MOST = 32767, /* pixels: what cairo draws */
};

bool cp_raster_is_there(void)
{
    return true;
}

/* What cairo writes: kept outside `out`, which may not be jumped out of while cairo works. */
static cairo_status_t take_bytes(void *all, const unsigned char *bytes, unsigned len)
{
    g_byte_array_append(all, bytes, len);
    return CAIRO_STATUS_SUCCESS;
}

static bool render(RsvgHandle *svg, GByteArray *all, enum cp_raster format, uint32_t dpi)
{
    double width, height,
        scale = format == CP_RASTER_PDF ? .75 : (double)dpi / INCH; /* a point: 3/4 px */
    if (!rsvg_handle_get_intrinsic_size_in_pixels(svg, &width, &height) ||
        (format == CP_RASTER_PNG && (width * scale > SIDE_MOST || height * scale > SIDE_MOST)))
        return false;
    cairo_surface_t *surface =
        format == CP_RASTER_PDF
            ? cairo_pdf_surface_create_for_stream(take_bytes, all, width * scale, height * scale)
            : cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)(width * scale + .5),
                                         (int)(height * scale + .5));
    if (format == CP_RASTER_PDF) /* the same bytes whenever it is made */
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "2000-01-01T00:00:00Z");
    cairo_t *cairo = cairo_create(surface);
    RsvgRectangle whole = {0, 0, width, height};
    cairo_scale(cairo, scale, scale);
    bool good = rsvg_handle_render_document(svg, cairo, &whole, NULL);
    good = good && cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    if (good && format == CP_RASTER_PNG)
        good = cairo_surface_write_to_png_stream(surface, take_bytes, all) == CAIRO_STATUS_SUCCESS;
    cairo_surface_finish(surface);
    good = good && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return good;
}

static void put_word(struct cp_buf *out, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        cp_buf_putc(out, (char)(unsigned char)(word >> shift & 0xff));
}

/* The part pHYs of a PNG, in dots a metre; behind it its checksum, as the format has it. */
static void put_density(struct cp_buf *out, uint32_t dpi)
{
    enum { METRE = 10000, OF_INCHES = 254 };
    uint32_t dots = (dpi * METRE + OF_INCHES / 2) / OF_INCHES, sum = UINT32_MAX;
    put_word(out, 9);
    size_t from = out->len;
    cp_buf_puts(out, "pHYs");
    put_word(out, dots);
    put_word(out, dots);
    cp_buf_putc(out, 1);
    for (size_t i = from; i < out->len; i++) {
        sum ^= (unsigned char)out->at[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
    }
    put_word(out, ~sum);
}

bool cp_raster_put(struct cp_buf *out, cp_str svg, enum cp_raster format, uint32_t dpi)
{
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg.at, svg.len, NULL);
    if (!handle)
        return false;
    GByteArray *all = g_byte_array_new();
    rsvg_handle_set_dpi(handle, 96);
    bool good = render(handle, all, format, dpi);
    g_object_unref(handle);
    good = good && cp_buf_can_grow(out, all->len);
    cp_str bytes = {(const char *)all->data, all->len};
    if (good && format == CP_RASTER_PNG && bytes.len > HEAD) {
        cp_buf_put(out, (cp_str){bytes.at, HEAD});
        put_density(out, dpi);
        bytes = cp_str_skip(bytes, HEAD);
    }
    if (good)
        cp_buf_put(out, bytes);
    g_byte_array_free(all, TRUE);
    return good;
}

#endif
