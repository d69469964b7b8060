/* SPDX-License-Identifier: MIT */
/* page_print.c -- two pens. Foreign text is escaped character by character, so that none of it is
 * taken for markup: signs that mean something, alone, side by side or at a start; and in LaTeX
 * what its fonts do not have. */
#include "tool/page_print.h"

#include "base/utf8.h"
#include "draw/words.h"
#include "tool/page_text.h"

enum { QUOTES = 6 }; /* deeper variations are set in no farther */

/* ---- Markdown ---- */

/* Whether a sign would mean something there: in a word, or at the start of a paragraph. What
 * looks like an address, or :a word:, becomes none. */
static bool is_sign(cp_str text, size_t i, bool is_start)
{
    char c = text.at[i], before = i ? text.at[i - 1] : '\0';
    bool is_list = is_start && (i == 0 ? strchr("-+=", c) != NULL : c == '.' || c == ')');
    return strchr("\\`*_[]|~$#:", c) || is_list || (c == '.' && (before == 'w' || before == 'W'));
}

static void put_markdown(struct cp_buf *out, cp_str text)
{
    struct cp_buf shown;
    bool is_start = !out->len || out->at[out->len - 1] == '\n' ||
                    (out->len > 1 && out->at[out->len - 2] == '>');
    cp_buf_init(&shown, out->arena);
    cp_words_put(&shown, text, CP_ESCAPE_NONE);
    for (size_t i = 0; i < shown.len; i++) {
        char c = shown.at[i];
        if (c == '<' || c == '>' || c == '&' || c == '@') {
            cp_buf_printf(out, "&#%d;", c);
            continue;
        }
        if (c && is_sign(cp_buf_str(&shown), i, is_start))
            cp_buf_putc(out, '\\');
        cp_buf_putc(out, c);
        is_start &= cp_is_digit(c);
    }
}

static void open_quote(struct cp_buf *out, size_t depth)
{
    for (size_t i = 0; i < depth && i < QUOTES; i++)
        cp_buf_puts(out, "> ");
}

static void close_quote(struct cp_buf *out)
{
    cp_buf_puts(out, "\n\n");
}

static void put_markdown_words(struct cp_buf *out, enum cp_page_words kind, cp_str text)
{
    static const char *const around[] = {[CP_PAGE_CLOCK] = "*",
                                         [CP_PAGE_COMMAND] = "*",
                                         [CP_PAGE_REFUSAL] = "**",
                                         [CP_PAGE_RESULT] = "**",
                                         [CP_PAGE_PARENTHESIS] = ""};
    const char *sign = around[kind] ? around[kind] : "";
    cp_buf_puts(out, sign);
    put_markdown(out, text);
    cp_buf_puts(out, sign);
}

/* The figurine of a piece that a move begins with; the rest of the text. */
static cp_str take_figurine(const struct cp_page *p, const struct cp_node *node, cp_str text,
                            struct cp_buf *out)
{
    const struct cp_alphabet *a = p->view->alphabet;
    bool is_piece = node->is_read && (node->move.has & CP_HAS_PIECE) && node->move.piece < a->count;
    const struct cp_piece_words *piece = is_piece ? &a->pieces[node->move.piece] : NULL;
    const struct cp_drawing *drawing = piece ? cp_drawing_of(piece) : NULL;
    if (!drawing || !drawing->white || !piece->letter.len || !cp_str_starts(text, piece->letter))
        return text;
    cp_buf_puts(out, drawing->white);
    return cp_str_skip(text, piece->letter.len);
}

static void put_nags(struct cp_buf *out, const struct cp_node *node,
                     void (*put)(struct cp_buf *, cp_str))
{
    const char *meaning;
    for (const struct cp_nag *n = node->notes ? node->notes->nags : NULL; n; n = n->next) {
        const char *sign = cp_page_nag(n->number, &meaning);
        if (sign)
            put(out, cp_str_from(sign));
    }
}

static void put_markdown_move(struct cp_page_text *w, const struct cp_page_turn *turn, cp_str text)
{
    const char *bold = w->depth ? "" : "**";
    cp_buf_puts(&w->text, bold);
    put_markdown(&w->text, take_figurine(w->p, turn->node, text, &w->text));
    put_nags(&w->text, turn->node, put_markdown);
    cp_buf_puts(&w->text, bold);
}

/* A picture beside, named after the page, its game and its place; or the diagram as text. */
static void put_markdown_figure(struct cp_page_text *w, const struct cp_page_figure *figure)
{
    struct cp_buf *out = &w->text;
    if (figure->is_document) {
        cp_pages_pack_picture(&w->pictures, figure->place, figure->diagram);
        cp_buf_puts(out, "![");
        put_markdown(out, figure->caption);
        cp_buf_puts(out, ". ");
        put_markdown(out, figure->part.description);
        cp_buf_printf(out, "](" CP_PAGES_NAME_LATER "-g" CP_PAGES_NUMBER_LATER "-p%.*s.svg)\n\n",
                      CP_FMT(figure->place));
    } else {
        cp_buf_printf(out, "````````text\n%.*s````````\n\n", CP_FMT(figure->diagram));
    }
    cp_buf_puts(out, "*");
    put_markdown(out, figure->caption);
    cp_buf_puts(out, "*\n\n");
}

static void put_markdown_body(struct cp_page_text *w, struct cp_buf *out, struct cp_buf *drawings)
{
    struct cp_buf about;
    (void)drawings;
    cp_buf_init(&about, w->p->arena);
    cp_page_put_about(w->p, &about);
    put_markdown(out, cp_buf_str(&about));
    cp_buf_puts(out, "\n\n");
    cp_buf_put(out, cp_buf_str(&w->text));
}

static void put_no_head(struct cp_buf *out, const struct cp_svg_style *style, const cp_str *title)
{
    (void)style;
    cp_buf_puts(out, title ? "" : "# Games\n\n");
}

static void begin_markdown(struct cp_buf *out, uint64_t game, cp_str title, bool is_alone)
{
    cp_buf_puts(out, is_alone ? "# " : "## ");
    if (!is_alone)
        cp_buf_printf(out, "%llu. ", (unsigned long long)game);
    put_markdown(out, title);
    cp_buf_puts(out, "\n\n");
}

static void end_nothing(struct cp_buf *out, bool is_alone)
{
    (void)out;
    (void)is_alone;
}

static void put_no_foot(struct cp_buf *out)
{
    while (out->len > 1 && out->at[out->len - 1] == '\n' && out->at[out->len - 2] == '\n')
        out->len--;
}

const struct cp_page_pen cp_page_markdown = {
    .open = open_quote,
    .close = close_quote,
    .words = put_markdown_words,
    .move = put_markdown_move,
    .figure = put_markdown_figure,
    .body = put_markdown_body,
    .tie = " ",
    .head = put_no_head,
    .begin = begin_markdown,
    .end = end_nothing,
    .foot = put_no_foot,
};

/* ---- LaTeX ---- */

static const char *latex_of(char c)
{
    static const struct {
        char c;
        const char *text;
    } signs[] = {
        {'\\', "\\textbackslash{}"},
        {'{', "\\{"},
        {'}', "\\}"},
        {'$', "\\$"},
        {'&', "\\&"},
        {'#', "\\#"},
        {'%', "\\%"},
        {'_', "\\_"},
        {'^', "\\textasciicircum{}"},
        {'~', "\\textasciitilde{}"},
        {'<', "\\textless{}"},
        {'>', "\\textgreater{}"},
        {'-', "{-}"},
        {'`', "\\textasciigrave{}"},
        {'\'', "\\textquotesingle{}"},
        {'"', "\\textquotedbl{}"},
        {',', "{,}"},
        {'[', "{[}"},
        {']', "{]}"},
        {'|', "\\textbar{}"},
        {'*', "{*}"},
        {'!', "!{}"},
        {'?', "?{}"},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].c == c)
            return signs[i].text;
    return NULL;
}

/* Letters of Europe are in its fonts; others are named by their numbers where the program has
 * none (\sign, in the head). */
static void put_latex(struct cp_buf *out, cp_str text)
{
    enum { FONT_MOST = 0x17f };
    struct cp_buf shown;
    cp_buf_init(&shown, out->arena);
    cp_words_put(&shown, text, CP_ESCAPE_NONE);
    for (size_t i = 0, n; i < shown.len; i += n) {
        n = cp_utf8_length(shown.at + i, shown.at + shown.len);
        uint32_t code = cp_utf8_get(shown.at + i, n);
        const char *sign = n == 1 ? latex_of(shown.at[i]) : NULL;
        if (sign)
            cp_buf_puts(out, sign);
        else if (n == 1 || (code >= 0xc0 && code <= FONT_MOST && code != 0x149))
            cp_buf_put(out, (cp_str){shown.at + i, n});
        else
            cp_buf_printf(out, "\\sign{%X}", code);
    }
}

static void open_latex(struct cp_buf *out, size_t depth)
{
    for (size_t i = 0; i < depth && i < QUOTES; i++)
        cp_buf_puts(out, "\\quad ");
    cp_buf_puts(out, depth ? "\\small " : "");
}

static void close_latex(struct cp_buf *out)
{
    cp_buf_puts(out, "\\par\\normalsize\n\n");
}

static void put_latex_words(struct cp_buf *out, enum cp_page_words kind, cp_str text)
{
    static const char *const around[] = {[CP_PAGE_CLOCK] = "\\emph{",
                                         [CP_PAGE_COMMAND] = "\\emph{",
                                         [CP_PAGE_REFUSAL] = "\\textbf{",
                                         [CP_PAGE_RESULT] = "\\textbf{",
                                         [CP_PAGE_UNPLAYED] = "\\unplayed{"};
    cp_buf_puts(out, around[kind] ? around[kind] : "");
    put_latex(out, text);
    cp_buf_puts(out, around[kind] ? "}" : "");
}

/* \figurine{N}: a letter, unless the document says otherwise. */
static void put_latex_move(struct cp_page_text *w, const struct cp_page_turn *turn, cp_str text)
{
    struct cp_buf figurine;
    cp_buf_init(&figurine, w->p->arena);
    cp_str rest = take_figurine(w->p, turn->node, text, &figurine);
    cp_buf_puts(&w->text, w->depth ? "\\mbox{" : "\\mbox{\\bfseries ");
    if (figurine.len) {
        cp_buf_puts(&w->text, "\\figurine{");
        put_latex(&w->text, (cp_str){text.at, text.len - rest.len});
        cp_buf_puts(&w->text, "}");
    }
    put_latex(&w->text, rest);
    put_nags(&w->text, turn->node, put_latex);
    cp_buf_puts(&w->text, "}");
}

/* Nothing in it ends the environment: its one backslash would have to stand there. */
static void put_verbatim(struct cp_buf *out, cp_str text)
{
    for (size_t i = 0, n; i < text.len; i += n) {
        n = cp_utf8_length(text.at + i, text.at + text.len);
        char c = n == 1 && text.at[i] != '\\' ? text.at[i] : n == 1 ? '/' : '?';
        cp_buf_putc(out, c);
        n = n ? n : 1;
    }
}

static void put_latex_figure(struct cp_page_text *w, const struct cp_page_figure *figure)
{
    struct cp_buf *out = &w->text;
    cp_buf_puts(out, "\\begin{quote}\\begin{verbatim}\n");
    put_verbatim(out, figure->diagram);
    cp_buf_puts(out, "\\end{verbatim}\n\\emph{");
    put_latex(out, figure->caption);
    cp_buf_puts(out, "}\\end{quote}\n\n");
}

static void put_latex_body(struct cp_page_text *w, struct cp_buf *out, struct cp_buf *drawings)
{
    struct cp_buf about;
    (void)drawings;
    cp_buf_init(&about, w->p->arena);
    cp_page_put_about(w->p, &about);
    put_latex(out, cp_buf_str(&about));
    cp_buf_puts(out, "\n\n");
    cp_buf_put(out, cp_buf_str(&w->text));
}

static void put_latex_head(struct cp_buf *out, const struct cp_svg_style *style,
                           const cp_str *title)
{
    (void)style;
    (void)title;
    cp_buf_puts(out, "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n"
                     "\\usepackage[T1]{fontenc}\n\\usepackage{textcomp}\n"
                     "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{4pt}\\sloppy\n"
                     "% a piece's letter: define it anew for figurines\n"
                     "\\newcommand{\\figurine}[1]{#1}\n"
                     "\\newcommand{\\unplayed}[1]{\\emph{#1}}\n"
                     "% a sign that the font may lack, by its number\n"
                     "\\ifdefined\\Umathchar\\newcommand{\\sign}[1]{\\char\"#1\\relax}\n"
                     "\\else\\newcommand{\\sign}[1]{[U+#1]}\\fi\n"
                     "\\begin{document}\n");
}

static void begin_latex(struct cp_buf *out, uint64_t game, cp_str title, bool is_alone)
{
    cp_buf_puts(out, "\\section*{");
    if (!is_alone)
        cp_buf_printf(out, "%llu. ", (unsigned long long)game);
    put_latex(out, title);
    cp_buf_puts(out, "}\n");
}

static void put_latex_foot(struct cp_buf *out)
{
    cp_buf_puts(out, "\\end{document}\n");
}

const struct cp_page_pen cp_page_latex = {
    .open = open_latex,
    .close = close_latex,
    .words = put_latex_words,
    .move = put_latex_move,
    .figure = put_latex_figure,
    .body = put_latex_body,
    .tie = "~",
    .head = put_latex_head,
    .begin = begin_latex,
    .end = end_nothing,
    .foot = put_latex_foot,
};
