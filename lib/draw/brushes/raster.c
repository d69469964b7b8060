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

bool cp_raster_put(struct cp_buf *out, cp_str svg, enum cp_raster format)
{
    (void)out;
    (void)svg;
    (void)format;
    return false;
}

#else

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>

enum {
    SCALE = 2,         /* of PNG */
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

static bool render(RsvgHandle *svg, GByteArray *all, enum cp_raster format)
{
    double width, height, scale = format == CP_RASTER_PDF ? .75 : SCALE; /* a point: 3/4 px */
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

bool cp_raster_put(struct cp_buf *out, cp_str svg, enum cp_raster format)
{
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg.at, svg.len, NULL);
    if (!handle)
        return false;
    GByteArray *all = g_byte_array_new();
    rsvg_handle_set_dpi(handle, 96);
    bool good = render(handle, all, format);
    g_object_unref(handle);
    good = good && cp_buf_can_grow(out, all->len);
    if (good)
        cp_buf_put(out, (cp_str){(const char *)all->data, all->len});
    g_byte_array_free(all, TRUE);
    return good;
}

#endif
