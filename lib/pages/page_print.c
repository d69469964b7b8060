/* SPDX-License-Identifier: MIT */
/* page_print.c -- two pens. Foreign text is escaped character by character, so that none of it is
 * taken for markup: signs that mean something, alone, side by side or at a start; and in LaTeX
 * what its fonts do not have. What a piece, a diagram or a rare sign is in LaTeX says the head. */
#include "pages/pages.h"

#include "base/scan.h"
#include "base/utf8.h"
#include "draw/picture/words.h"

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
    bool is_start = !out->len || out->at[out->len - 1] == '\n' ||
                    (out->len > 1 && out->at[out->len - 2] == '>');
    struct cp_buf shown = cp_buf_in(out->arena);
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

/* The drawing of a piece that has a figurine, if a move begins with its letter, which is taken
 * from the text; else NULL. */
static const struct cp_drawing *take_figurine(const struct cp_page *p, const struct cp_node *node,
                                              cp_str *text)
{
    const struct cp_alphabet *a = p->view->alphabet;
    bool is_piece = node->is_read && (node->move.has & CP_HAS_PIECE) && node->move.piece < a->count;
    const struct cp_piece_words *piece = is_piece ? &a->pieces[node->move.piece] : NULL;
    const struct cp_drawing *drawing = piece ? cp_drawing_of(piece) : NULL;
    if (p->letters || !drawing || !drawing->white || !piece->letter.len ||
        !cp_str_starts(*text, piece->letter))
        return NULL;
    *text = cp_str_skip(*text, piece->letter.len);
    return drawing;
}

static void put_nags(struct cp_page_text *w, const struct cp_node *node)
{
    const char *meaning;
    for (const struct cp_nag *n = node->notes ? node->notes->nags : NULL; n; n = n->next) {
        const char *sign = cp_page_nag(n->number, &meaning);
        if (sign || n->number != CP_NAG_DIAGRAM)
            w->p->pen->escape(&w->text, sign ? cp_str_from(sign)
                                             : cp_str_printf(w->p->arena, " $%u", n->number));
    }
}

static void put_markdown_move(struct cp_page_text *w, const struct cp_page_turn *turn, cp_str text)
{
    const char *bold = w->walk.depth ? "" : "**";
    const struct cp_drawing *figurine = take_figurine(w->p, turn->node, &text);
    cp_buf_puts(&w->text, bold);
    cp_buf_puts(&w->text, figurine ? figurine->white : "");
    put_markdown(&w->text, text);
    put_nags(w, turn->node);
    cp_buf_puts(&w->text, bold);
}

/* A picture beside, or the diagram as text. */
static void put_markdown_figure(struct cp_page *p, struct cp_buf *out,
                                const struct cp_page_figure *figure)
{
    if (figure->picture.len) {
        cp_buf_puts(out, "![");
        put_markdown(out, figure->caption);
        cp_buf_puts(out, ". ");
        put_markdown(out, figure->part.description);
        cp_buf_printf(out, "](" CP_PAGES_NAME_LATER "-%s-g" CP_PAGES_NUMBER_LATER "-p%.*s.svg)\n\n",
                      p->pen->pictures, CP_FMT(figure->place));
    } else {
        cp_buf_printf(out, "````````text\n%.*s````````\n\n", CP_FMT(figure->diagram));
    }
    cp_buf_puts(out, "*");
    put_markdown(out, figure->caption);
    cp_buf_puts(out, "*\n\n");
}

static void put_no_head(struct cp_buf *out, const struct cp_svg_style *style, const cp_str *title)
{
    (void)style;
    cp_buf_puts(out, title ? "" : "# Games\n\n");
}

static void put_no_foot(struct cp_buf *out)
{
    while (out->len > 1 && out->at[out->len - 1] == '\n' && out->at[out->len - 2] == '\n')
        out->len--;
}

const struct cp_page_pen cp_page_markdown = {
    .escape = put_markdown,
    .open = open_quote,
    .close = "\n\n",
    .around = (const char *const[CP_PAGE_WORDS][2]){[CP_PAGE_CLOCK] = {"*", "*"},
                                                    [CP_PAGE_COMMAND] = {"*", "*"},
                                                    [CP_PAGE_REFUSAL] = {"**", "**"},
                                                    [CP_PAGE_RESULT] = {"**", "**"},
                                                    [CP_PAGE_OUTCOME] = {"**", "**"}},
    .move = put_markdown_move,
    .figure = put_markdown_figure,
    .pictures = "md",
    .has_diagrams = true,
    .tie = " ",
    .name = cp_pages_put_address,
    .head = put_no_head,
    .before = {"## " CP_PAGES_NUMBER_LATER ". " CP_PAGES_TITLE_LATER "\n\n",
               "# " CP_PAGES_TITLE_LATER "\n\n"},
    .foot = put_no_foot,
    .link = CP_PAGES_NUMBER_LATER ". [" CP_PAGES_TITLE_LATER "](" CP_PAGES_NAME_LATER ")\n",
};

/* ---- LaTeX ---- */

/* Signs that mean something, and those beyond letters, by their Unicode numbers, in order. */
static const struct {
    uint32_t code;
    const char *text;
} latex_signs[] = {
    {'!', "!{}"},
    {'"', "\\textquotedbl{}"},
    {'#', "\\#"},
    {'$', "\\$"},
    {'%', "\\%"},
    {'&', "\\&"},
    {'\'', "\\textquotesingle{}"},
    {'*', "{*}"},
    {',', "{,}"},
    {'-', "{-}"},
    {'<', "\\textless{}"},
    {'>', "\\textgreater{}"},
    {'?', "?{}"},
    {'[', "{[}"},
    {'\\', "\\textbackslash{}"},
    {']', "{]}"},
    {'^', "\\textasciicircum{}"},
    {'_', "\\_"},
    {'`', "\\textasciigrave{}"},
    {'{', "\\{"},
    {'|', "\\textbar{}"},
    {'}', "\\}"},
    {'~', "\\textasciitilde{}"},
    {0xa0, "~"},
    {0xad, ""},
    {0x126, "\\stroked{H}"},
    {0x127, "\\stroked{h}"},
    {0x138, "\\sign{138}"},
    {0x13f, "L\\textperiodcentered{}"},
    {0x140, "l\\textperiodcentered{}"},
    {0x149, "\\textquoteright{}n"},
    {0x166, "\\stroked{T}"},
    {0x167, "\\stroked{t}"},
    {0x3c6, "\\ensuremath{\\varphi}"},
    {0x2009, "\\,"},
    {0x2010, "{-}"},
    {0x2011, "{-}"},
    {0x2012, "\\textendash{}"},
    {0x2013, "\\textendash{}"},
    {0x2014, "\\textemdash{}"},
    {0x2018, "\\textquoteleft{}"},
    {0x2019, "\\textquoteright{}"},
    {0x201a, "\\quotesinglbase{}"},
    {0x201c, "\\textquotedblleft{}"},
    {0x201d, "\\textquotedblright{}"},
    {0x201e, "\\quotedblbase{}"},
    {0x2020, "\\textdagger{}"},
    {0x2021, "\\textdaggerdbl{}"},
    {0x2022, "\\textbullet{}"},
    {0x2026, "\\textellipsis{}"},
    {0x202f, "\\,"},
    {0x2039, "\\guilsinglleft{}"},
    {0x203a, "\\guilsinglright{}"},
    {0x20ac, "\\texteuro{}"},
    {0x2116, "\\textnumero{}"},
    {0x2122, "\\texttrademark{}"},
    {0x2190, "\\textleftarrow{}"},
    {0x2191, "\\textuparrow{}"},
    {0x2192, "\\textrightarrow{}"},
    {0x2193, "\\textdownarrow{}"},
    {0x2194, "\\ensuremath{\\leftrightarrow}"},
    {0x21c6, "\\ensuremath{\\rightleftharpoons}"},
    {0x2212, "\\ensuremath{-}"},
    {0x2213, "\\ensuremath{\\mp}"},
    {0x221e, "\\ensuremath{\\infty}"},
    {0x2248, "\\ensuremath{\\approx}"},
    {0x2260, "\\ensuremath{\\neq}"},
    {0x2264, "\\ensuremath{\\leq}"},
    {0x2265, "\\ensuremath{\\geq}"},
    {0x2295, "\\ensuremath{\\oplus}"},
    {0x25a1, "\\ensuremath{\\Box}"},
    {0x25b3, "\\ensuremath{\\triangle}"},
    {0x2654, "\\figurine{king}{K}"},
    {0x2655, "\\figurine{queen}{Q}"},
    {0x2656, "\\figurine{rook}{R}"},
    {0x2657, "\\figurine{bishop}{B}"},
    {0x2658, "\\figurine{knight}{N}"},
    {0x2659, "\\figurine{pawn}{P}"},
    {0x265a, "\\figurine{king}{K}"},
    {0x265b, "\\figurine{queen}{Q}"},
    {0x265c, "\\figurine{rook}{R}"},
    {0x265d, "\\figurine{bishop}{B}"},
    {0x265e, "\\figurine{knight}{N}"},
    {0x265f, "\\figurine{pawn}{P}"},
    {0x2a00, "\\ensuremath{\\odot}"},
    {0x2a71, "\\ensuremath{\\stackrel{=}{+}}"},
    {0x2a72, "\\ensuremath{\\stackrel{+}{=}}"},
};

/* Letters of Europe are in its fonts; what else is not in the list is named by its number where
 * the font has none (\sign, in the head). */
static void put_latex(struct cp_buf *out, cp_str text)
{
    enum { ASCII = 0x80, FONT_LEAST = 0xa1, FONT_MOST = 0x17e };
    struct cp_buf shown = cp_buf_in(out->arena);
    cp_words_put(&shown, text, CP_ESCAPE_NONE);
    for (size_t i = 0, n; i < shown.len; i += n) {
        n = cp_utf8_length(shown.at + i, shown.at + shown.len);
        uint32_t code = cp_utf8_get(shown.at + i, n);
        size_t sign = 0, count = sizeof latex_signs / sizeof *latex_signs;
        while (sign < count && latex_signs[sign].code < code)
            sign++;
        if (sign < count && latex_signs[sign].code == code)
            cp_buf_puts(out, latex_signs[sign].text);
        else if (code < ASCII || (code >= FONT_LEAST && code <= FONT_MOST))
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

static void put_latex_move(struct cp_page_text *w, const struct cp_page_turn *turn, cp_str text)
{
    struct cp_buf *out = &w->text;
    cp_str rest = text;
    const struct cp_drawing *figurine = take_figurine(w->p, turn->node, &rest);
    cp_buf_puts(out, w->walk.depth ? "\\mbox{" : "\\mbox{\\bfseries ");
    if (figurine) {
        cp_buf_printf(out, "\\figurine{%s}{", figurine->name);
        put_latex(out, (cp_str){text.at, text.len - rest.len});
        cp_buf_puts(out, "}");
    }
    put_latex(out, rest);
    put_nags(w, turn->node);
    cp_buf_puts(out, "}");
}

/* The name of a picture and its description, if there is one; the caption, the same as text. */
static void put_latex_figure(struct cp_page *p, struct cp_buf *out,
                             const struct cp_page_figure *figure)
{
    if (figure->picture.len) {
        cp_buf_printf(out,
                      "\\diagram{" CP_PAGES_NAME_LATER "-%s-g" CP_PAGES_NUMBER_LATER "-p%.*s}{",
                      p->pen->pictures, CP_FMT(figure->place));
        put_latex(out, figure->part.description);
    } else {
        cp_buf_puts(out, "\\textdiagram");
    }
    cp_buf_puts(out, figure->picture.len ? "}{" : "{");
    put_latex(out, figure->caption);
    cp_buf_puts(out, "}{%\n");
    for (cp_str rest = figure->diagram; rest.len;) { /* every blank has its width; no page ends
                                                      * between rows */
        cp_str row = cp_scan_until(&rest, '\n');
        while (row.len) {
            size_t before = row.len;
            cp_str word = cp_scan_until(&row, ' ');
            put_latex(out, word);
            cp_buf_puts(out, before - row.len > word.len ? "~" : "");
        }
        cp_buf_puts(out, rest.len ? "\\\\*\n" : "");
    }
    cp_buf_puts(out, "}\n\n");
}

/* A name with signs of TeX's own is what TeX itself calls the document. */
static void put_latex_name(struct cp_buf *out, cp_str name)
{
    bool is_plain = true;
    for (size_t i = 0; i < name.len; i++)
        is_plain &= !strchr("\\{}%#^~\"$&", name.at[i]);
    if (is_plain)
        cp_buf_printf(out, "\\detokenize{%.*s}", CP_FMT(name));
    else
        cp_buf_puts(out, "\\jobname");
}

/* Programs that know all of Unicode have fonts of their own. chessfss has figurines. */
static const char latex_head[] =
    "\\documentclass{article}\n"
    "\\ifdefined\\Umathchar\\else\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\\fi\n"
    "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n"
    "\\usepackage{textcomp,latexsym,graphicx}\n"
    "\\IfFileExists{chessfss.sty}{\\IfFileExists{xkeyval.sty}{\\usepackage{chessfss}}{}}{}\n"
    "\\makeatletter\\@ifundefined{KV@Gin@alt}{\\define@key{Gin}{alt}{}}{}\\makeatother\n"
    "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{4pt}\\raggedright\n"
    "% \\figurine{knight}{N}: of the package chessfss, the letter where there is none\n"
    "\\newcommand{\\figurine}[2]"
    "{\\ifcsname sym#1\\endcsname\\csname sym#1\\endcsname\\else#2\\fi}\n"
    "% \\textdiagram{caption}{rows}; \\diagram{name}{description}{caption}{rows}: the picture\n"
    "% name.pdf where it is there, else the rows; of name.svg it is made by\n"
    "% rsvg-convert -f pdf -o name.pdf name.svg\n"
    "\\newcommand{\\diagramscale}{.55}\n"
    "\\newsavebox{\\diagrambox}\n"
    "\\newcommand{\\framediagram}[2]{\\begin{quote}#2\\par\\nopagebreak\\emph{#1}\\end{quote}}\n"
    "\\newcommand{\\textdiagram}[2]"
    "{\\framediagram{#1}{\\ttfamily\\footnotesize\\raggedright#2\\par\\nopagebreak"
    "\\normalfont\\normalsize}}\n"
    "\\newcommand{\\diagrampicture}[3]"
    "{\\sbox{\\diagrambox}{\\includegraphics[#3,alt={#2}]{#1.pdf}}}\n"
    "\\newcommand{\\diagram}[4]{\\IfFileExists{#1.pdf}{\\framediagram{#3}"
    "{\\diagrampicture{#1}{#2}{scale=\\diagramscale}%\n"
    "  \\ifdim\\wd\\diagrambox>\\linewidth\\let\\isfit=n\\else\\let\\isfit=y\\fi\n"
    "  \\ifdim\\ht\\diagrambox>.8\\textheight\\let\\isfit=n\\fi\n"
    "  \\if n\\isfit\\diagrampicture{#1}{#2}"
    "{width=\\linewidth,height=.8\\textheight,keepaspectratio}\\fi\n"
    "  \\usebox{\\diagrambox}}}{\\textdiagram{#3}{#4}}}\n"
    "\\newcommand{\\unplayed}[1]{\\emph{#1}}\n"
    "\\newcommand{\\stroked}[1]{\\leavevmode{\\ooalign{#1\\cr\\hidewidth\\raise.3ex\\hbox{-}"
    "\\hidewidth\\cr}}}\n"
    "% a sign that the font may lack, by its number\n"
    "\\newcommand{\\sign}[1]{\\ifdefined\\Umathchar\\iffontchar\\font\"#1 \\char\"#1\\relax"
    "\\else[U+#1]\\fi\\else[U+#1]\\fi}\n"
    "\\begin{document}\n";

static void put_latex_head(struct cp_buf *out, const struct cp_svg_style *style,
                           const cp_str *title)
{
    (void)style;
    (void)title;
    cp_buf_puts(out, latex_head);
}

static void put_latex_foot(struct cp_buf *out)
{
    cp_buf_puts(out, "\\end{document}\n");
}

const struct cp_page_pen cp_page_latex = {
    .escape = put_latex,
    .open = open_latex,
    .close = "\\par\\normalsize\n\n",
    .around = (const char *const[CP_PAGE_WORDS][2]){[CP_PAGE_CLOCK] = {"\\emph{", "}"},
                                                    [CP_PAGE_COMMAND] = {"\\emph{", "}"},
                                                    [CP_PAGE_REFUSAL] = {"\\textbf{", "}"},
                                                    [CP_PAGE_RESULT] = {"\\textbf{", "}"},
                                                    [CP_PAGE_OUTCOME] = {"\\textbf{", "}"},
                                                    [CP_PAGE_UNPLAYED] = {"\\unplayed{", "}"}},
    .move = put_latex_move,
    .figure = put_latex_figure,
    .pictures = "tex",
    .takes_pdf = true,
    .has_diagrams = true,
    .tie = "~",
    .name = put_latex_name,
    .head = put_latex_head,
    .before = {"\\section*{" CP_PAGES_NUMBER_LATER ". " CP_PAGES_TITLE_LATER "}\n",
               "\\section*{" CP_PAGES_TITLE_LATER "}\n"},
    .foot = put_latex_foot,
};
