/* SPDX-License-Identifier: MIT */
/* words.c -- a remark of each kind, in a fixed order, puts its words or nothing; so
 * that brushes need not know which kinds there are. */
#include "draw/picture/words.h"

#include "base/scan.h"
#include "base/utf8.h"

/* ---- foreign text ---- */

/* Pictures have no use for escapes, and XML forbids some of what is not shown. */
void cp_words_put(struct cp_buf *out, cp_str text, enum cp_escape escape)
{
    static const char signs[] = "<>&\"'";
    static const char *const entities[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    for (size_t i = 0, n; i < text.len; i += n ? n : 1) {
        const char *sign = NULL;
        for (n = 0; i + n < text.len && text.at[i + n] >= ' ' && text.at[i + n] <= '~'; n++)
            if (escape == CP_ESCAPE_XML && text.at[i + n] <= '>' &&
                (sign = strchr(signs, text.at[i + n])))
                break;
        cp_buf_put(out, (cp_str){text.at + i, n});
        if (sign)
            cp_buf_puts(out, entities[sign - signs]);
        n += sign != NULL;
        if (n)
            continue;
        n = cp_utf8_length(text.at + i, text.at + text.len);
        cp_str one = {text.at + i, n ? n : 1};
        if (n == 1 && cp_is_space(text.at[i]))
            cp_buf_putc(out, ' ');
        else if (n && cp_utf8_is_shown(cp_utf8_get(text.at + i, n)))
            cp_buf_put(out, one);
        else if (escape == CP_ESCAPE_XML)
            cp_buf_puts(out, "\xef\xbf\xbd"); /* U+FFFD */
        else
            cp_shown_put(out, one);
    }
}

/* ---- widths ---- */

/* None for a mark over another; two for square characters of East Asia, and emoji. */
static uint32_t columns(uint32_t code)
{
    static const struct {
        uint32_t first, last, columns;
    } ranges[] = {
        {0x300, 0x36f, 0},   {0x483, 0x489, 0},   {0x591, 0x5bd, 0},     {0x64b, 0x65f, 0},
        {0x1100, 0x115f, 2}, {0x1ab0, 0x1aff, 0}, {0x1dc0, 0x1dff, 0},   {0x200b, 0x200f, 0},
        {0x20d0, 0x20ff, 0}, {0x2e80, 0x303e, 2}, {0x3041, 0xa4cf, 2},   {0xac00, 0xd7a3, 2},
        {0xf900, 0xfaff, 2}, {0xfe00, 0xfe0f, 0}, {0xfe20, 0xfe2f, 0},   {0xfe30, 0xfe6f, 2},
        {0xff01, 0xff60, 2}, {0xffe0, 0xffe6, 2}, {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && ranges[i].first <= code; i++)
        if (code <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}

static uint32_t hundredths(uint32_t code)
{
    if (code >= 0x7f)
        return columns(code) == 1 ? 80 : 55 * columns(code);
    if (code < ' ' || strchr("mwMW@%", (int)code))
        return 100;
    if (strchr(" ijlI.,:;'|!()[]{}/-f", (int)code))
        return 40;
    return code >= 'A' && code <= 'Z' ? 77 : 66;
}

/* What is no UTF-8 is a replacement character for each byte. */
static uint32_t sum(cp_str text, uint32_t (*width)(uint32_t code))
{
    uint32_t all = 0;
    for (size_t i = 0, n; i < text.len; i += n ? n : 1) {
        n = cp_utf8_length(text.at + i, text.at + text.len);
        all += width(n ? cp_utf8_get(text.at + i, n) : 0xfffd);
    }
    return all;
}

uint32_t cp_words_width(cp_str text)
{
    return sum(text, columns);
}

uint32_t cp_words_extent(cp_str text)
{
    return sum(text, hundredths);
}

size_t cp_words_line(cp_str text, uint32_t most, bool whole, uint32_t (*width)(cp_str))
{
    size_t blank = 0, step;
    uint32_t n = 0;
    for (size_t i = 0; i < text.len; i += step) {
        step = cp_utf8_length(text.at + i, text.at + text.len);
        step = step ? step : 1;
        n += width((cp_str){text.at + i, step});
        if (n > most && blank)
            return blank;
        if (n > most && !whole && i)
            return i;
        if (text.at[i] == ' ' && n > most)
            return i;
        if (text.at[i] == ' ')
            blank = i;
    }
    return text.len;
}

/* ---- names ---- */

void cp_words_put_square(struct cp_buf *out, const struct cp_view *v, cp_square square)
{
    if (cp_int_is_small(square.file) && cp_int_is_small(square.rank)) {
        cp_square_format(v->ints, out, square, v->spelling);
        return;
    }
    uint64_t place = cp_seed_word((uint64_t)square.file.v, (uint32_t)square.rank.v) % CP_FAR_NAMES;
    struct cp_far_name *name = v->names ? &v->names[place] : NULL;
    if (name && name->len && cp_square_equal(name->square, square)) {
        cp_buf_put(out, (cp_str){name->text, name->len});
        return;
    }
    struct cp_buf whole = cp_buf_in(out->arena);
    cp_square_format(v->ints, &whole, square, v->spelling);
    cp_str text = cp_numbers_shorten(out->arena, cp_buf_str(&whole), CP_WORDS_GAP);
    cp_buf_put(out, text);
    if (name && text.len <= sizeof name->text) {
        *name = (struct cp_far_name){.square = square, .len = text.len};
        memcpy(name->text, text.at, text.len);
    }
}

/* "−12 500", "10⁴⁰", "≈1.23·10²⁹" */
static bool put_short_number(struct cp_buf *out, struct cp_ints *t, cp_int n)
{
    enum { WHOLE = 6, FIRST = 3 };
    static const char *const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                         "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    struct cp_buf digits = cp_buf_in(out->arena), power = cp_buf_in(out->arena);
    cp_int_format(t, &digits, cp_int_abs(t, n));
    const char *minus = cp_int_sign(t, n) < 0 ? "\u2212" : "";
    if (digits.len <= WHOLE) {
        cp_buf_puts(out, minus);
        for (size_t i = 0; i < digits.len; i++) {
            cp_buf_puts(out, i && digits.len > 4 && (digits.len - i) % 3 == 0 ? "\u202f" : "");
            cp_buf_putc(out, digits.at[i]);
        }
        return true;
    }
    size_t used = digits.len;
    while (digits.at[used - 1] == '0')
        used--;
    bool is_all = used <= FIRST;
    cp_buf_printf(out, "%s%s", is_all ? "" : "\u2248", minus);
    for (used = is_all ? used : FIRST; used > 1 && digits.at[used - 1] == '0';)
        used--;
    if (used > 1)
        cp_buf_printf(out, "%c.%.*s\u00b7", digits.at[0], (int)used - 1, digits.at + 1);
    else if (digits.at[0] != '1')
        cp_buf_printf(out, "%c\u00b7", digits.at[0]);
    cp_buf_puts(out, "10");
    cp_buf_put_int(&power, (int64_t)digits.len - 1);
    for (size_t i = 0; i < power.len; i++)
        cp_buf_puts(out, raised[power.at[i] - '0']);
    return is_all;
}

bool cp_words_put_short(struct cp_buf *out, const struct cp_view *v, cp_square square)
{
    enum { LETTERS_MOST = 6 };
    struct cp_buf file = cp_buf_in(out->arena);
    if (v->spelling != CP_NUMERIC)
        cp_file_format(v->ints, &file, square.file, v->spelling);
    bool is_name = file.len && file.len <= LETTERS_MOST && !cp_is_digit(file.at[file.len - 1]);
    cp_buf_putc(out, '(');
    if (is_name && file.at[0] == '-')
        cp_buf_printf(out, "\u2212%.*s", (int)file.len - 1, file.at + 1);
    else if (is_name)
        cp_buf_put(out, cp_buf_str(&file));
    bool is_all = is_name || put_short_number(out, v->ints, square.file);
    cp_buf_puts(out, is_name ? "" : ", ");
    is_all &= put_short_number(out, v->ints, square.rank);
    cp_buf_putc(out, ')');
    return is_all;
}

/* "white hawk": the side and the piece's name, or its letter. */
static void put_kind(struct cp_buf *out, const struct cp_view *v, uint8_t kind, uint8_t side)
{
    bool is_neutral = kind < v->alphabet->count && v->alphabet->pieces[kind].is_neutral;
    cp_buf_puts(out, is_neutral ? "" : side == CP_WHITE ? "white " : "black ");
    cp_str name = kind < v->alphabet->count ? v->alphabet->pieces[kind].name : CP_STR("");
    cp_buf_put(out, name.len ? name : cp_alphabet_letter(v->alphabet, kind));
}

void cp_words_put_man(struct cp_buf *out, const struct cp_view *v, const cp_man *man)
{
    put_kind(out, v, man->kind, man->side);
    cp_buf_putc(out, ' ');
    cp_words_put_square(out, v, man->square);
}

void cp_words_put_men(struct cp_buf *out, const struct cp_view *v, const cp_man *const *men,
                      uint32_t count)
{
    size_t before = out->len;
    for (uint32_t group = 0; group < 2 * v->alphabet->count; group++) {
        enum cp_side side = group < v->alphabet->count ? CP_WHITE : CP_BLACK;
        bool any = false;
        for (uint32_t i = 0; i < count; i++) {
            if (men[i]->side != side || men[i]->kind != group % v->alphabet->count)
                continue;
            cp_buf_puts(out, any ? ", " : out->len == before ? "" : "; ");
            if (any)
                cp_words_put_square(out, v, men[i]->square);
            else
                cp_words_put_man(out, v, men[i]);
            any = true;
        }
    }
}

static void put_body(struct cp_buf *out, const struct cp_view *v, const cp_body_box *body)
{
    cp_words_put_man(out, v,
                     &(cp_man){.square = body->box.low, .kind = body->piece, .side = body->side});
}

static void put_man_on(struct cp_buf *out, const struct cp_view *v, cp_square square)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (cp_square_equal(v->men[i].square, square)) {
            cp_words_put_man(out, v, &v->men[i]);
            return;
        }
    cp_words_put_square(out, v, square);
}

/* ---- remarks ---- */

/* What stands before the next item of a list: its heading or a comma. `before` is
 * how long out was before the list. */
static void put_comma(struct cp_buf *out, size_t before, const char *heading)
{
    cp_buf_puts(out, out->len == before ? heading : ", ");
}

/* "512 men: 300 white pawns, 2 black queens": of a crowd nobody reads the names. */
static void put_counts(struct cp_buf *out, const struct cp_view *v, const cp_man *const *men,
                       uint32_t count)
{
    const char *comma = ": ";
    cp_buf_printf(out, "%u men", count);
    for (uint32_t group = 0; group < 2 * v->alphabet->count; group++) {
        uint8_t side = group < v->alphabet->count ? CP_WHITE : CP_BLACK;
        uint8_t kind = (uint8_t)(group % v->alphabet->count);
        uint32_t found = 0;
        for (uint32_t i = 0; i < count; i++)
            found += men[i]->side == side && men[i]->kind == kind;
        if (!found)
            continue;
        cp_buf_printf(out, "%s%u ", comma, found);
        put_kind(out, v, kind, side);
        cp_buf_puts(out, found == 1 || out->at[out->len - 1] == 's' ? "" : "s");
        comma = ", ";
    }
}

static void put_outside(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    /* in rings they are seen, but only about where, and some as a number */
    bool is_log = s->view->is_log;
    const cp_man *const *men = is_log ? s->beyond : s->outside;
    uint32_t count = is_log ? s->beyond_count : s->outside_count;
    (void)all;
    if (count == 0 || s->view->hides_list)
        return;
    cp_buf_puts(out, is_log ? "In the rings: " : "Outside the picture: ");
    if (count > CP_WORDS_NAMES_MOST)
        put_counts(out, s->view, men, count);
    else
        cp_words_put_men(out, s->view, men, count);
}

static void put_last(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    const struct cp_view *v = s->view;
    if (!v->has_last || (!all && cp_scene_has(s, v->last_from) && cp_scene_has(s, v->last_to)))
        return;
    cp_buf_puts(out, "Last move: ");
    cp_words_put_square(out, v, v->last_from);
    cp_buf_puts(out, " to ");
    cp_words_put_square(out, v, v->last_to);
}

static void put_check(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    const struct cp_view *v = s->view;
    bool seen = true;
    for (uint32_t i = 0; i < v->checked_count; i++)
        seen &= cp_scene_has(s, v->checked[i]);
    for (uint32_t i = 0; i < v->checker_count; i++)
        seen &= cp_scene_has(s, v->checkers[i]);
    if (v->checked_count == 0 || (seen && !all))
        return;
    cp_buf_puts(out, "Check: ");
    for (uint32_t i = 0; i < v->checked_count; i++) {
        cp_buf_puts(out, i ? ", " : "");
        put_man_on(out, v, v->checked[i]);
    }
    for (uint32_t i = 0; i < v->checker_count; i++) {
        cp_buf_puts(out, i ? ", " : " by ");
        bool is_body = v->checker_bodies >> i & 1;
        for (uint32_t b = 0; is_body && b < v->body_count; b++)
            if (cp_square_equal(v->bodies[b].box.low, v->checkers[i]))
                put_body(out, v, &v->bodies[b]);
        if (!is_body)
            put_man_on(out, v, v->checkers[i]);
    }
}

static void put_marks(struct cp_buf *out, const struct cp_scene *s, bool all,
                      enum cp_mark_kind first, enum cp_mark_kind last)
{
    static const char *const headings[] = {[CP_MARKED_SQUARE] = "Highlighted: ",
                                           [CP_MARKED_CIRCLE] = "Circles: ",
                                           [CP_MARKED_CROSS] = "Crosses: ",
                                           [CP_MARKED_LABEL] = "Labels: ",
                                           [CP_MARKED_ARROW] = "Arrows: "};
    size_t before = out->len;
    for (const struct cp_mark *mark = s->view->marks; mark; mark = mark->next) {
        bool is_arrow = cp_mark_is_arrow(mark), is_drawn = !is_arrow && cp_scene_has(s, mark->from);
        for (uint32_t p = 0; is_arrow && p < s->panel_count; p++) /* both its ends in one panel */
            is_drawn |= !cp_square_equal(mark->from, mark->to) &&
                        cp_box_has(s->view->ints, s->panels[p].box, mark->from) &&
                        cp_box_has(s->view->ints, s->panels[p].box, mark->to);
        if (mark->kind < first || mark->kind > last || (!all && is_drawn))
            continue;
        put_comma(out, before, headings[first]);
        if (all || !s->view->is_print)
            cp_buf_printf(out, "%s ", cp_colour_name((enum cp_colour)mark->colour));
        if (mark->kind == CP_MARKED_LABEL)
            cp_buf_printf(out, "%s at ", mark->label);
        cp_words_put_square(out, s->view, mark->from);
        if (!is_arrow)
            continue;
        cp_buf_puts(out, mark->kind == CP_MARKED_BENT ? " bent to " : " to ");
        cp_words_put_square(out, s->view, mark->to);
    }
}

/* "Trapdoors: white knight (f3) 5" -- a piece outside cannot show its clock. */
static void put_clocks(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    const struct cp_view *v = s->view;
    size_t before = out->len;
    for (uint32_t i = 0; v->clocks && i < v->count; i++) {
        if (v->clocks[i] == 0 || (!all && cp_scene_has(s, v->men[i].square)))
            continue;
        put_comma(out, before, "Trapdoors: ");
        cp_words_put_man(out, v, &v->men[i]);
        cp_buf_printf(out, " %u", v->clocks[i] - 1u);
    }
}

/* "Fell: white pawn (e4)" -- its square alone does not say which piece it was. */
static void put_fallen(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    const struct cp_view *v = s->view;
    size_t before = out->len;
    for (uint32_t i = 0; i < v->fallen_count; i++) {
        if (!all && cp_scene_has(s, v->fallen[i].square))
            continue;
        put_comma(out, before, "Fell: ");
        cp_words_put_man(out, v, &v->fallen[i]);
    }
}

/* "Moved too: black mover e4 from e3, e5 and f7 changed places" */
static void put_tracks(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    const struct cp_view *v = s->view;
    size_t before = out->len;
    for (uint32_t i = 0; all && i < v->track_count; i++) {
        const cp_track *track = &v->tracks[i];
        if (track->kind != CP_TRACK_MOVED && track->kind != CP_TRACK_SWAP)
            continue;
        put_comma(out, before, "Moved too: ");
        if (track->kind == CP_TRACK_MOVED)
            put_kind(out, v, track->piece, track->side);
        if (track->kind == CP_TRACK_MOVED)
            cp_buf_putc(out, ' ');
        cp_words_put_square(out, v, track->from);
        cp_buf_puts(out, track->kind == CP_TRACK_MOVED ? " to " : " and ");
        cp_words_put_square(out, v, track->to);
        cp_buf_puts(out, track->kind == CP_TRACK_MOVED ? "" : " changed places");
    }
}

/* "Together: white formation (3,4)" -- by the lower left square. */
static void put_bodies(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    const struct cp_view *v = s->view;
    size_t before = out->len;
    for (uint32_t i = 0; i < v->body_count; i++) {
        const cp_body_box *b = &v->bodies[i];
        if (!all && cp_scene_has(s, b->box.low) && cp_scene_has(s, b->box.high))
            continue;
        put_comma(out, before, "Together: ");
        put_body(out, v, b);
    }
}

/* "Far away: *1 black king (123456789012345678901,5)" -- for chips that only say *1. */
static void put_footnotes(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    size_t before = out->len;
    (void)all;
    for (int edge = 0; edge < CP_EDGES; edge++)
        for (uint32_t i = 0; i < s->edges[edge].count; i++) {
            const struct cp_chip *chip = &s->edges[edge].list[i];
            if (!chip->footnote && !chip->is_about)
                continue;
            put_comma(out, before, "Far away: ");
            if (chip->footnote)
                cp_buf_printf(out, "*%u ", chip->footnote);
            cp_words_put_man(out, s->view, chip->man);
        }
}

/* Pictures that show something else than a game say so to who cannot see them. */
static void put_any(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    if (all && s->view->is_any)
        cp_buf_puts(out, "Any position: nobody has judged whether it is possible");
}

/* "Moves: R(3,3): left (2,3)...", "Attacks: ...": what goes on beyond the picture has no end in it.
 */
static void put_ways(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    bool has_exits = false, is_listed = !s->view->hides_list;
    for (uint32_t p = 0; p < s->panel_count; p++)
        has_exits |= s->panels[p].exit_count > 0;
    if (s->view->ways_of_side ? all && is_listed : all || (has_exits && is_listed))
        cp_buf_put(out, cp_numbers_shorten(out->arena, s->view->way_words, CP_WORDS_GAP));
}

/* "Entered: 12 times e4, once (99,3), and 31 more squares" */
static void put_entered(struct cp_buf *out, const struct cp_scene *s, bool all)
{
    const struct cp_view *v = s->view;
    size_t before = out->len;
    uint32_t named = 0, more = 0;
    for (uint32_t i = 0; !v->hides_list && i < v->entered_count; i++) {
        const cp_entered *entered = &v->entered[i];
        if (!all && cp_scene_has(s, entered->square))
            continue;
        if (named == CP_WORDS_NAMES_MOST) {
            more++;
            continue;
        }
        named++;
        put_comma(out, before, "Entered: ");
        if (entered->count == 1)
            cp_buf_puts(out, "once ");
        else
            cp_buf_printf(out, "%llu times ", (unsigned long long)entered->count);
        cp_words_put_square(out, v, entered->square);
    }
    if (more)
        cp_buf_printf(out, ", and %u more square%s", more, more == 1 ? "" : "s");
}

bool cp_words_put_remark(struct cp_buf *out, const struct cp_scene *s, uint32_t n, bool all)
{
    static const struct {
        void (*put)(struct cp_buf *, const struct cp_scene *, bool); /* NULL: marks */
        enum cp_mark_kind first, last;
    } kinds[CP_WORDS_REMARKS] = {
        {.put = put_any},
        {.put = put_footnotes},
        {.put = put_outside},
        {.put = put_last},
        {.put = put_tracks},
        {.put = put_fallen},
        {.put = put_check},
        {.put = put_bodies},
        {.first = CP_MARKED_SQUARE, .last = CP_MARKED_SQUARE},
        {.first = CP_MARKED_CIRCLE, .last = CP_MARKED_CIRCLE},
        {.first = CP_MARKED_CROSS, .last = CP_MARKED_CROSS},
        {.first = CP_MARKED_LABEL, .last = CP_MARKED_LABEL},
        {.first = CP_MARKED_ARROW, .last = CP_MARKED_BENT},
        {.put = put_ways},
        {.put = put_entered},
        {.put = put_clocks},
    };
    if (n >= CP_WORDS_REMARKS)
        return false;
    if (kinds[n].put)
        kinds[n].put(out, s, all);
    else
        put_marks(out, s, all, kinds[n].first, kinds[n].last);
    return true;
}

/* ---- where insets lie ---- */

static bool put_distance(struct cp_buf *out, struct cp_ints *t, cp_int n, const char *one,
                         const char *direction)
{
    enum { DIGITS_MOST = 15 };
    size_t begin = out->len;
    if (cp_int_sign(t, n) == 0)
        return false;
    cp_int_format(t, out, cp_int_abs(t, n));
    size_t digits = out->len - begin;
    if (digits > DIGITS_MOST) { /* the nearest power: the square root of ten parts them */
        int first = (out->at[begin] - '0') * 100 + (out->at[begin + 1] - '0') * 10 +
                    out->at[begin + 2] - '0';
        out->len = begin;
        cp_buf_printf(out, "about 10^%zu", first < 317 ? digits - 1 : digits);
    }
    bool is_one = digits == 1 && out->at[begin] == '1';
    cp_buf_printf(out, " %s%s %s", one, is_one ? "" : "s", direction);
    return true;
}

bool cp_words_put_offset(struct cp_buf *out, const struct cp_scene *s, const struct cp_panel *inset,
                         int n)
{
    struct cp_ints *t = s->view->ints;
    cp_square gap = cp_box_gap(t, s->panels[0].box, inset->box);
    cp_int files = gap.file, ranks = gap.rank;
    bool right = (cp_int_sign(t, files) > 0) != s->view->flip;
    bool up = (cp_int_sign(t, ranks) > 0) != s->view->flip;
    if (n == 0 && put_distance(out, t, files, "file", right ? "right" : "left"))
        return true;
    bool is_next = n == (cp_int_sign(t, files) != 0);
    return is_next && put_distance(out, t, ranks, "rank", up ? "up" : "down");
}

/* ---- labels ---- */

/* Of all names from low to high: they grow away from zero, so the longest is at an end. */
static uint32_t longest_name(struct cp_ints *t, struct cp_buf *b, cp_int low, cp_int high,
                             enum cp_spelling spelling)
{
    cp_buf_reset(b);
    cp_file_format(t, b, low, spelling);
    uint32_t width = cp_words_width(cp_buf_str(b));
    cp_buf_reset(b);
    cp_file_format(t, b, high, spelling);
    uint32_t other = cp_words_width(cp_buf_str(b));
    return other > width ? other : width;
}

/* "+12" for the last of count. */
static uint32_t far_width(uint32_t count)
{
    return count <= 10 ? 2 : count <= 100 ? 3 : 4;
}

void cp_labels_init(struct cp_labels *l, const struct cp_scene *s, const struct cp_panel *p,
                    enum cp_spelling spelling, struct cp_arena *arena)
{
    struct cp_ints *t = s->view->ints;
    struct cp_buf b = cp_buf_in(arena);
    uint32_t step = s->view->label_step ? s->view->label_step : 1;
    *l = (struct cp_labels){
        .scene = s, .panel = p, .spelling = spelling, .file_step = step, .rank_step = step};
    l->file_width = longest_name(t, &b, p->box.low.file, p->box.high.file, spelling);
    l->rank_width = longest_name(t, &b, p->box.low.rank, p->box.high.rank, CP_NUMERIC);
    l->far_files = l->file_width > CP_LABEL_MOST;
    l->far_ranks = l->rank_width > CP_LABEL_MOST;
    if (l->far_files)
        l->file_width = far_width(p->x.extent);
    if (l->far_ranks)
        l->rank_width = far_width(p->y.extent);
}

bool cp_labels_put(const struct cp_labels *l, struct cp_buf *out, bool is_rank, uint32_t at)
{
    const struct cp_view *v = l->scene->view;
    const struct cp_panel *p = l->panel;
    uint32_t count = is_rank ? p->ranks : p->files, step = is_rank ? l->rank_step : l->file_step;
    uint32_t place = is_rank == v->flip ? at : count - 1 - at; /* from the low corner */
    uint32_t offset = cp_scale_offset(is_rank ? &p->y : &p->x, place);
    cp_int low = is_rank ? p->box.low.rank : p->box.low.file, rest;
    cp_int number = cp_int_add(v->ints, low, CP_INT(offset));
    bool is_far = is_rank ? l->far_ranks : l->far_files;
    if (v->labels_at_ends ? at != 0 && at + 1 != count
        : step <= 1       ? false
        : is_far          ? offset % step
                          : cp_int_divide(v->ints, number, (int32_t)step, &rest) != 0)
        return false;
    if (is_far)
        cp_buf_printf(out, "+%u", offset);
    else if (is_rank)
        cp_int_format(v->ints, out, number);
    else
        cp_file_format(v->ints, out, number, l->spelling);
    return true;
}

bool cp_labels_put_heading(const struct cp_labels *l, struct cp_buf *out, bool always)
{
    const struct cp_view *v = l->scene->view;
    uint32_t number = (uint32_t)(l->panel - l->scene->panels);
    if (!always && ((!l->far_files && !l->far_ranks) || !v->axes))
        return false;
    if (number)
        cp_buf_printf(out, "Inset %u: ", number);
    else
        cp_buf_puts(out, "Window: ");
    cp_words_put_square(out, v, l->panel->box.low);
    cp_buf_puts(out, " to ");
    cp_words_put_square(out, v, l->panel->box.high);
    return true;
}
