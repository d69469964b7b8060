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
#include <dlfcn.h>
#include <librsvg/rsvg.h>

#ifdef __APPLE__
#define RSVG_FILE  "librsvg-2.2.dylib"
#define CAIRO_FILE "libcairo.2.dylib"
#else
#define RSVG_FILE  "librsvg-2.so.2"
#define CAIRO_FILE "libcairo.so.2"
#endif

enum {
    INCH = 96,         /* px */
    HEAD = 33,         /* bytes of a PNG before its other parts: its sign, and its size */
    SIDE_MOST = 32767, /* pixels: what cairo draws */
};

/* What is used of both. They are loaded where a picture is made: each start of a tool would
 * otherwise wait for the fifty libraries that they need. */
struct libraries {
    void *rsvg, *cairo;
    RsvgHandle *(*read)(const guint8 *, gsize, GError **);
    void (*set_dpi)(RsvgHandle *, double);
    gboolean (*size)(RsvgHandle *, gdouble *, gdouble *);
    gboolean (*render)(RsvgHandle *, cairo_t *, const RsvgRectangle *, GError **);
    void (*unref)(gpointer);
    GByteArray *(*new_bytes)(void);
    GByteArray *(*append)(GByteArray *, const guint8 *, guint);
    guint8 *(*free_bytes)(GByteArray *, gboolean);
    cairo_surface_t *(*pdf)(cairo_write_func_t, void *, double, double);
    void (*set_metadata)(cairo_surface_t *, cairo_pdf_metadata_t, const char *);
    cairo_surface_t *(*image)(cairo_format_t, int, int);
    cairo_status_t (*write_png)(cairo_surface_t *, cairo_write_func_t, void *);
    cairo_t *(*create)(cairo_surface_t *);
    void (*scale)(cairo_t *, double, double);
    cairo_status_t (*status)(cairo_t *), (*surface_status)(cairo_surface_t *);
    void (*destroy)(cairo_t *), (*finish)(cairo_surface_t *), (*surface_destroy)(cairo_surface_t *);
};

/* False: one of them is not here, or has no such function. */
static bool load(struct libraries *l)
{
    const struct {
        bool is_cairo;
        const char *name;
        void *to;
    } all[] = {
        {false, "rsvg_handle_new_from_data", &l->read},
        {false, "rsvg_handle_set_dpi", &l->set_dpi},
        {false, "rsvg_handle_get_intrinsic_size_in_pixels", &l->size},
        {false, "rsvg_handle_render_document", &l->render},
        {false, "g_object_unref", &l->unref},
        {false, "g_byte_array_new", &l->new_bytes},
        {false, "g_byte_array_append", &l->append},
        {false, "g_byte_array_free", &l->free_bytes},
        {true, "cairo_pdf_surface_create_for_stream", &l->pdf},
        {true, "cairo_pdf_surface_set_metadata", &l->set_metadata},
        {true, "cairo_image_surface_create", &l->image},
        {true, "cairo_surface_write_to_png_stream", &l->write_png},
        {true, "cairo_create", &l->create},
        {true, "cairo_scale", &l->scale},
        {true, "cairo_status", &l->status},
        {true, "cairo_surface_status", &l->surface_status},
        {true, "cairo_destroy", &l->destroy},
        {true, "cairo_surface_finish", &l->finish},
        {true, "cairo_surface_destroy", &l->surface_destroy},
    };
    l->rsvg = dlopen(RSVG_FILE, RTLD_NOW | RTLD_LOCAL);
    l->cairo = dlopen(CAIRO_FILE, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; l->rsvg && l->cairo && i < sizeof all / sizeof *all; i++) {
        void *found = dlsym(all[i].is_cairo ? l->cairo : l->rsvg, all[i].name);
        if (!found)
            return false;
        memcpy(all[i].to, &found, sizeof found); /* a function as POSIX hands it out */
    }
    return l->rsvg && l->cairo;
}

bool cp_raster_is_there(void)
{
    struct libraries l;
    return load(&l);
}

/* What cairo writes: kept outside `out`, which may not be jumped out of while cairo works. */
struct bytes {
    const struct libraries *l;
    GByteArray *all;
};

static cairo_status_t take_bytes(void *data, const unsigned char *bytes, unsigned len)
{
    struct bytes *b = data;
    b->l->append(b->all, bytes, len);
    return CAIRO_STATUS_SUCCESS;
}

static bool render(const struct libraries *l, RsvgHandle *svg, struct bytes *all,
                   enum cp_raster format, uint32_t dpi)
{
    double width, height;
    double scale = format == CP_RASTER_PDF ? .75 : (double)dpi / INCH; /* a point: 3/4 px */
    if (!l->size(svg, &width, &height) ||
        (format == CP_RASTER_PNG && (width * scale > SIDE_MOST || height * scale > SIDE_MOST)))
        return false;
    cairo_surface_t *surface =
        format == CP_RASTER_PDF
            ? l->pdf(take_bytes, all, width * scale, height * scale)
            : l->image(CAIRO_FORMAT_ARGB32, (int)(width * scale + .5), (int)(height * scale + .5));
    if (format == CP_RASTER_PDF) /* the same bytes whenever it is made */
        l->set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    cairo_t *cairo = l->create(surface);
    RsvgRectangle whole = {0, 0, width, height};
    l->scale(cairo, scale, scale);
    bool good = l->render(svg, cairo, &whole, NULL);
    good = good && l->status(cairo) == CAIRO_STATUS_SUCCESS;
    l->destroy(cairo);
    if (good && format == CP_RASTER_PNG)
        good = l->write_png(surface, take_bytes, all) == CAIRO_STATUS_SUCCESS;
    l->finish(surface);
    good = good && l->surface_status(surface) == CAIRO_STATUS_SUCCESS;
    l->surface_destroy(surface);
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
    struct libraries l;
    RsvgHandle *handle = load(&l) ? l.read((const guint8 *)svg.at, svg.len, NULL) : NULL;
    if (!handle)
        return false;
    struct bytes made = {&l, l.new_bytes()};
    l.set_dpi(handle, INCH);
    bool good = render(&l, handle, &made, format, dpi);
    l.unref(handle);
    good = good && cp_buf_can_grow(out, made.all->len);
    cp_str bytes = {(const char *)made.all->data, made.all->len};
    if (good && format == CP_RASTER_PNG && bytes.len > HEAD) {
        cp_buf_put(out, (cp_str){bytes.at, HEAD});
        put_density(out, dpi);
        bytes = cp_str_skip(bytes, HEAD);
    }
    if (good)
        cp_buf_put(out, bytes);
    l.free_bytes(made.all, TRUE);
    return good;
}

#endif
