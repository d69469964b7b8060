/* SPDX-License-Identifier: MIT */
/* respell.c -- first a listener writes the moves of a game anew, as the rules know them;
 * then their text, the start and the squares in comments are spelt. Both may be left
 * out. */
#include "forms/form.h"

#include "base/utf8.h"
#include "forms/fen_text.h"
#include "game/annotation.h"
#include "game/game.h"
#include "game/marks.h"
#include "game/square.h"
#include "rules/chess/turn.h"
#include "rules/variant/options.h"
#include "settle/settle.h"
#include "settle/variants.h"
#include "text/moves/notation.h"
#include "text/starts/fen.h"
#include "text/starts/icn_parts.h"
#include "text/starts/start.h"
#include "text/tags.h"

#include <inttypes.h>

/* ==== long and short notation ==== */

struct styler {
    struct cp_play play;
    enum cp_style style;
    const enum cp_spelling *spelling; /* NULL: each move's own */
    cp_written written;               /* of the move being played */
};

/* The rivals of a move are asked for before it is played, its check mark after. */
static void style_before(void *data, const struct cp_ply *ply)
{
    struct styler *s = data;
    cp_rules_of(ply->position)
        ->write(ply->position, ply->move, s->style, s->play.replay.shift, &s->written);
    enum cp_spelling own = ply->node->move.spelling;
    if (s->style == CP_SHORT && (s->spelling ? *s->spelling : own) == CP_NUMERIC)
        cp_written_complete(&s->written);
}

static void style_after(void *data, const struct cp_ply *ply)
{
    struct styler *s = data;
    if (CP_UNLIKELY((ply->capture_mark | ply->check_mark) != CP_OK))
        cp_play_report_lost_marks(&s->play, ply);
    if (s->style != CP_ENGINE) /* engines write no marks */
        s->written.check = (uint8_t)cp_check_mark_of(ply->position, ply->outcome);
    s->written.spelling = ply->node->move.spelling;
    ply->node->move = s->written;
    if (ply->fall_mark != CP_FALL_WRONG && ply->fall_count) /* wrong ones stay, and are told */
        cp_falls_write(s->play.game, ply->node, ply->position, s->play.replay.shift, ply->falls,
                       ply->fall_count);
}

bool cp_game_restyle(struct cp_run *run, struct cp_game *g, enum cp_style style,
                     const enum cp_spelling *spelling)
{
    struct styler s = {.style = style, .spelling = spelling};
    struct cp_listener listener = {.before = style_before, .after = style_after};
    if (!cp_play_prepare(&s.play, run, g))
        return false;
    s.play.replay.skip_draws = true;
    s.play.judges_end_mark = true; /* it is lost where it is styled */
    cp_play_run(&s.play, listener);
    return s.play.verdict.start_fault == CP_OK;
}

/* ==== squares in the other spelling ==== */

struct speller {
    struct cp_run *run;
    struct cp_game *game;
    const struct cp_respelling *how;
    const struct cp_alphabet *alphabet;      /* of what is written; NULL: no variant is known */
    struct cp_buf text;                      /* work space */
    enum cp_spelling of_numbers, of_letters; /* what becomes of squares in these */
    bool shifts, has_prose;                  /* has_prose: in comments, where squares stay */
};

static bool is_numeric(cp_str text)
{
    const char *open = text.len ? memchr(text.at, '(', text.len) : NULL;
    const char *close = open ? memchr(open, ')', text.len - (size_t)(open - text.at)) : NULL;
    return close && memchr(open, ',', (size_t)(close - open));
}

static enum cp_spelling spelling_for(const struct speller *s, bool was_numeric)
{
    const struct cp_respelling *how = s->how;
    bool numeric = how->keeps_spelling ? was_numeric : how->spelling == CP_NUMERIC;
    if (!numeric && s->run->current.variant && s->run->current.variant->alphabet.native == CP_BARE)
        return CP_BARE;
    return numeric ? CP_NUMERIC : how->is_ascii ? CP_LETTER_ASCII : CP_LETTER;
}

/* ---- prose: whatever looks like a square ---- */

static cp_str respell_prose(struct speller *s, cp_str text)
{
    struct cp_squares squares = {.ints = s->run->ints,
                                 .spelling = spelling_for(s, is_numeric(text)),
                                 .shift = s->how->shift,
                                 .is_far = true,
                                 .has_no_words = true};
    cp_buf_reset(&s->text);
    (void)cp_squares_rewrite(&squares, &s->text, text, true);
    return cp_str_keep(&s->run->record, cp_buf_str(&s->text));
}

/* Marks may have bare squares, [%csl Ra9], which are none in prose: where squares move, a
 * list that has some is written anew. False: it has none, or is no list. */
static bool respell_bare_marks(struct speller *s, struct cp_buf *out, cp_str text)
{
    struct cp_run *run = s->run;
    struct cp_marks marks = {0};
    cp_str list, culprit;
    bool arrows = cp_command_is(text, "cal", &list);
    if (!s->shifts || (!arrows && !cp_command_is(text, "csl", &list)))
        return false;
    enum cp_spelling spelling = spelling_for(s, is_numeric(text));
    size_t bare = 0;
    if (cp_marks_parse(&marks, &run->record, run->ints, list, arrows, &culprit) != CP_OK)
        return false;
    for (const struct cp_mark *m = marks.first; m; m = m->next)
        bare += cp_mark_is_arrow(m) ? 2 : 1;
    for (size_t i = 0; i < list.len; i++)
        bare -= list.at[i] == '(';
    if (!bare)
        return false;
    cp_buf_put(out, (cp_str){text.at, (size_t)(list.at - text.at)});
    for (struct cp_mark *m = marks.first; m; m = m->next) {
        m->from = cp_square_shift(run->ints, m->from, s->how->shift);
        m->to = cp_square_shift(run->ints, m->to, s->how->shift);
        cp_mark_format(run->ints, out, m, spelling);
        if (m->next)
            cp_buf_putc(out, ',');
    }
    cp_buf_putc(out, ']');
    return true;
}

/* Of cp-annotate's remarks, whose words are no squares, [%ko black mover e5 not to e4], bare ones
 * become numbers. False: not asked, or another command. */
static bool respell_bare_remark(struct speller *s, struct cp_buf *out, cp_str text)
{
    enum { REMARKS = CP_ANNOTATION_REMOTE | CP_ANNOTATION_TRAPDOORS | CP_ANNOTATION_KO };
    if (s->of_letters != CP_NUMERIC || !s->alphabet || s->alphabet->native != CP_BARE ||
        !cp_command_length(text, REMARKS))
        return false;
    for (size_t len; text.len; text = cp_str_skip(text, len)) {
        cp_square square;
        len = strcspn(text.at, " ,]");
        if (cp_square_parse(s->run->ints, &square, (cp_str){text.at, len}, CP_BARE) == CP_OK)
            cp_square_format(s->run->ints, out, square, CP_NUMERIC);
        else
            cp_buf_put(out, (cp_str){text.at, len = len ? len : 1});
    }
    return true;
}

/* Whether prose names a square that stays where the game's do not: told once a game. */
static void look_at_prose(struct speller *s, cp_str text)
{
    if (!s->shifts || s->has_prose || !text.len || !memchr(text.at, '(', text.len))
        return;
    struct cp_squares squares = {.ints = s->run->ints,
                                 .spelling = spelling_for(s, is_numeric(text)),
                                 .shift = s->how->shift};
    cp_buf_reset(&s->text);
    (void)cp_squares_rewrite(&squares, &s->text, text, true);
    s->has_prose = !cp_str_equal(text, cp_buf_str(&s->text));
}

static cp_str respell_comment(struct speller *s, cp_str text)
{
    struct cp_buf out = cp_buf_in(&s->run->record);
    cp_str whole = text;
    text = cp_str_through_last(text, ']');
    cp_str tail = cp_str_skip(whole, text.len);
    while (text.len) {
        const char *open = memchr(text.at, '[', text.len);
        cp_str plain = {text.at, open ? (size_t)(open - text.at) : text.len};
        text = cp_str_skip(text, plain.len);
        size_t len = open ? cp_command_length(text, CP_ANNOTATIONS_OF_SQUARES) : 0;
        look_at_prose(s, plain);
        cp_buf_put(&out, plain);
        cp_str command = {text.at, len};
        if (len && !respell_bare_marks(s, &out, command) && !respell_bare_remark(s, &out, command))
            cp_buf_put(&out, respell_prose(s, command));
        else if (open && !len)
            cp_buf_putc(&out, '[');
        text = cp_str_skip(text, len ? len : open != NULL);
    }
    look_at_prose(s, tail);
    cp_buf_put(&out, tail);
    return cp_buf_str(&out);
}

static void respell_comments(struct speller *s, struct cp_comment *list)
{
    for (struct cp_comment *c = list; c; c = c->next)
        if (c->text.len && memchr(c->text.at, '%', c->text.len))
            c->text = respell_comment(s, c->text);
        else
            look_at_prose(s, c->text);
}

/* ---- moves ---- */

static void shift(struct speller *s, cp_written *w)
{
    struct cp_ints *ints = s->run->ints;
    cp_square by = s->how->shift;
    if (w->has & CP_HAS_FROM_FILE)
        w->from.file = cp_int_add(ints, w->from.file, by.file);
    if (w->has & CP_HAS_FROM_RANK)
        w->from.rank = cp_int_add(ints, w->from.rank, by.rank);
    if (w->has & CP_HAS_TO)
        w->to = cp_square_shift(ints, w->to, by);
    if (w->has & CP_HAS_VIA)
        w->via = cp_square_shift(ints, w->via, by);
    if (w->has & CP_HAS_SECOND)
        w->second = cp_square_shift(ints, w->second, by);
}

static void write_move(struct speller *s, struct cp_node *node, enum cp_spelling spelling)
{
    node->move.spelling = (uint8_t)spelling;
    cp_buf_reset(&s->text);
    cp_written_format(s->run->ints, &s->text, s->alphabet, &node->move, spelling);
}

/* A file or rank alone may turn into something else: 8x(9,4) would be hx(i4), a
 * hawk's move, and R8-(a4) is from a rank, R8-(1,4) from a file. What is canonical
 * among agents' moves stays so. */
static bool is_read_back(struct speller *s, const cp_written *w)
{
    struct cp_run *run = s->run;
    const struct cp_notation *n = cp_run_notation(run);
    cp_str text = cp_buf_str(&s->text);
    struct cp_scanned again;
    enum { PARTS = CP_HAS_FROM | CP_HAS_TO | CP_HAS_VIA };
    return cp_notation_scan(n, run->ints, text, &again) == text.len &&
           !(again.is_dialect && cp_alphabet_has_steps(&run->current.variant->alphabet)) &&
           (again.move.has & PARTS) == (w->has & PARTS) && again.move.piece == w->piece;
}

/* Between bare squares a file or a rank alone cannot be mistaken. */
static bool may_be_misread(const struct speller *s, uint8_t from, enum cp_spelling spelling)
{
    if (!from || from == CP_HAS_FROM)
        return false;
    return spelling != CP_BARE || cp_alphabet_has_steps(&s->run->current.variant->alphabet);
}

/* Most moves are as they were: their text stays, without a copy. */
static CP_ALWAYS_INLINE bool respell_usual(struct speller *s, struct cp_node *node)
{
    char text[CP_WRITTEN_USUAL];
    size_t len = cp_written_usual(text, &s->run->current.variant->alphabet, &node->move);
    if (CP_UNLIKELY(!len))
        return false;
    node->move.spelling = CP_BARE;
    if (cp_str_same_word(node->text, (cp_str){text, len}))
        return true;
    char *kept = cp_arena_take(&s->run->record, sizeof text);
    memcpy(kept, text, sizeof text);
    node->text = (cp_str){kept, len};
    return true;
}

static void respell_move(struct speller *s, struct cp_node *node)
{
    struct cp_run *run = s->run;
    const struct cp_variant *v = run->current.variant;
    if (!node->is_read || !v) {
        /* squares in what is no move; but not if it would become one by that: on a board with
         * edges (p4)@k7 would be p4@k7, another piece's */
        struct cp_scanned reading;
        cp_str prose = respell_prose(s, node->text);
        if (!v || !cp_notation_scan(cp_notations_get(&run->notations, &v->alphabet), run->ints,
                                    prose, &reading))
            node->text = prose;
        node->is_read = false; /* what was read before is in the other spelling */
        return;
    }
    if (node->move.has & CP_IS_FUSED) {
        cp_diag_report(&s->run->diags, CP_MOVE_KEPT, cp_node_span(s->game, node), "%.*s",
                       CP_FMT(node->text));
        return;
    }
    if (s->shifts)
        shift(s, &node->move);
    enum cp_spelling before = (enum cp_spelling)node->move.spelling;
    enum cp_spelling after = before == CP_NUMERIC ? s->of_numbers : s->of_letters;
    uint8_t from = node->move.has & CP_HAS_FROM;
    if (after == CP_BARE && !s->how->letters && !may_be_misread(s, from, after) &&
        respell_usual(s, node))
        return;
    write_move(s, node, after);
    if (!s->how->letters && may_be_misread(s, from, after) && !is_read_back(s, &node->move)) {
        cp_diag_report(&s->run->diags, CP_ORIGIN_KEPT, cp_node_span(s->game, node), "%.*s",
                       CP_FMT(node->text));
        write_move(s, node, before);
    }
    cp_str text = cp_buf_str(&s->text);
    if (!cp_str_equal(text, node->text))
        node->text = cp_str_keep(&s->run->record, text);
}

/* ---- where it begins ---- */

/* A FEN of all six fields, which other programs want, instead of what it was, where FEN
 * can say it. It takes away, which is told, first moves that nobody may have meant; those
 * that it would give make other games. */
static void put_fen(struct speller *s)
{
    struct cp_game *g = s->game;
    const struct cp_alphabet *a = &s->run->current.variant->alphabet;
    struct cp_start start, again;
    cp_span at = cp_game_start_span(g);
    struct cp_diags unused = cp_diags_in(&s->run->record); /* reported when the start is set up */
    struct cp_buf text = cp_buf_in(&s->run->record);
    if (!cp_fen_can(a) || !cp_run_read_start(s->run, g, &start, &unused) ||
        !cp_fen_holds(a, &start))
        return;
    bool is_less = false;
    for (uint32_t i = 0; i < start.count; i++) {
        bool tells = cp_fen_tells_step(s->run->current.variant, &start.men[i]);
        if (!tells && start.men[i].moved) {
            cp_diag_report(&s->run->diags, CP_LEFT_OUT, at,
                           "the tag FEN, which cannot say which pawns have moved: the tag Setup "
                           "stays, which other programs do not read");
            return;
        }
        bool has_just_passed = start.has_en_passant && start.men[i].side != start.turn &&
                               cp_int_equal(start.men[i].square.file, start.en_passant.file);
        is_less |= !tells && !has_just_passed;
    }
    cp_fen_format(&text, a, &start, false);
    if (cp_fen_parse(&again, &s->run->record, a, cp_buf_str(&text), at, &unused) &&
        again.count == start.count) { /* no two on one square */
        if (is_less)
            cp_diag_report(&s->run->diags, CP_LEFT_OUT, at, CP_STEPS_LEFT_OUT);
        g->start = cp_buf_str(&text);
    }
}

/* In ICN a piece without + may be one that never has a right. */
static void drop_idle_marks(const struct cp_variant *v, struct cp_start *start)
{
    for (uint32_t i = 0; i < start->count; i++)
        start->men[i].moved &= v->kinds[start->men[i].kind].has_first;
}

/* As a list, moved by that. */
static cp_str text_of_start(struct cp_run *run, const struct cp_start *start, cp_square by,
                            enum cp_spelling spelling)
{
    struct cp_buf text = cp_buf_in(&run->record);
    cp_start_format(run->ints, &text, &run->current.variant->alphabet,
                    cp_start_shift(start, &run->record, run->ints, by), spelling);
    return cp_buf_str(&text);
}

static void respell_start(struct speller *s)
{
    struct cp_run *run = s->run;
    struct cp_game *g = s->game;
    struct cp_start start;
    if (s->how->has_fen && g->start.len)
        put_fen(s);
    if (!g->start.len || cp_fen_is(g->start))
        return;
    struct cp_diags told = cp_diags_in(&run->record); /* where it was played */
    if (!run->current.variant ||
        !cp_run_read_start(run, g, &start, run->current.is_prepared ? &told : &run->diags)) {
        g->start = respell_prose(s, g->start);
        return;
    }
    bool is_icn = cp_icn_is_start(g->start);
    if (is_icn)
        drop_idle_marks(run->current.variant, &start);
    g->start =
        text_of_start(run, &start, s->how->shift, spelling_for(s, is_icn || is_numeric(g->start)));
}

static void begin_respelling(struct speller *s, struct cp_run *run, struct cp_game *g,
                             const struct cp_respelling *how)
{
    const struct cp_variant *v = run->current.variant;
    *s = (struct speller){.run = run, .game = g, .how = how};
    s->alphabet = v ? cp_letters_of(run, g, v, how->letters) : NULL;
    s->alphabet = v && !s->alphabet ? &v->alphabet : s->alphabet; /* which was told */
    s->of_numbers = spelling_for(s, true);
    s->of_letters = spelling_for(s, false);
    s->shifts = !cp_square_equal(how->shift, (cp_square){CP_INT(0), CP_INT(0)});
    cp_buf_init(&s->text, &run->record);
}

/* The moves, if they are wanted, and what is said around them. */
static void respell_lines(struct speller *s, bool has_moves)
{
    struct cp_walk walk = cp_walk_of(&s->run->record, &s->game->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        if (has_moves)
            respell_move(s, node);
        const struct cp_notes *notes = node->notes;
        if (!notes)
            continue;
        respell_comments(s, notes->before);
        respell_comments(s, notes->after);
        for (struct cp_fall *f = notes->falls; f; f = f->next)
            f->square = cp_square_shift(s->run->ints, f->square, s->how->shift);
        for (const struct cp_line *line = notes->variations; line; line = line->next)
            respell_comments(s, line->end);
    }
    respell_comments(s, s->game->moves.end);
    if (s->has_prose)
        cp_diag_report(&s->run->diags, CP_PROSE_KEPT, cp_node_span(s->game, NULL), "%s", "");
}

void cp_game_respell(struct cp_run *run, struct cp_game *g, const struct cp_respelling *how)
{
    struct speller s;
    begin_respelling(&s, run, g, how);
    respell_start(&s);
    for (struct cp_tag *tag = g->tags; tag; tag = tag->next) {
        if (!cp_str_is(tag->name, "Clocks"))
            continue;
        const struct cp_variant *v = run->current.variant;
        cp_buf_reset(&s.text);
        cp_clocks_rewrite(run->ints, &s.text, tag->value, v && v->bounded, how->shift,
                          spelling_for(&s, is_numeric(tag->value)), how->keeps_spelling);
        tag->value = cp_str_keep(&run->record, cp_buf_str(&s.text));
    }
    respell_lines(&s, true);
}

void cp_comments_respell(struct cp_run *run, struct cp_game *g, const struct cp_respelling *how)
{
    struct speller s;
    begin_respelling(&s, run, g, how);
    respell_lines(&s, false);
}

/* ==== frames ==== */

static void enter(struct cp_run *run, struct cp_game *g, const struct cp_frame *frame)
{
    run->current.frame = frame;
    run->current.frame_is_found = true;
    g->frame = frame == run->current.variant->frames ? (cp_str){0} : frame->name;
}

bool cp_game_can_shift(struct cp_run *run, const struct cp_game *g, cp_square by)
{
    bool stays = cp_square_equal(by, (cp_square){CP_INT(0), CP_INT(0)});
    if (!run->current.variant->bounded || stays)
        return true;
    cp_diag_report(&run->diags, CP_SHIFT_BOUNDED, cp_node_span(g, NULL), "%s", "");
    return false;
}

bool cp_game_reframe(struct cp_run *run, struct cp_game *g, cp_str name, cp_square *shift)
{
    const struct cp_frame *to = cp_variant_frame(run->current.variant, name);
    if (!to) {
        cp_frame_refuse(run, g, name);
        return false;
    }
    cp_square from = run->current.frame->shift, back = to->shift;
    shift->file = cp_int_add(run->ints, shift->file, cp_int_sub(run->ints, from.file, back.file));
    shift->rank = cp_int_add(run->ints, shift->rank, cp_int_sub(run->ints, from.rank, back.rank));
    enter(run, g, to);
    return true;
}

/* ICN has one frame. Ranks and borders that rules name are in the default frame, whatever frame
 * the game is in. */
void cp_game_leave_frame(struct cp_run *run, struct cp_game *g, cp_square by)
{
    const struct cp_variant *v = run->current.variant;
    const struct cp_frame *here = run->current.frame,
                          *all = g->icn.len ? cp_icn_frame(v) : v->frames;
    if (cp_square_equal(by, (cp_square){CP_INT(0), CP_INT(0)}))
        return;
    for (uint32_t i = 0; i < (g->icn.len ? 1 : v->frame_count); i++)
        if (cp_square_equal(cp_square_shift(run->ints, all[i].shift, by), here->shift)) {
            enter(run, g, &all[i]);
            return;
        }
    cp_square moved = cp_square_shift(run->ints, by, cp_square_negate(run->ints, here->shift));
    if (!cp_rules_shift(g, v, cp_square_shift(run->ints, moved, all->shift)))
        cp_diag_report(&run->diags, CP_ALTERED, cp_node_span(g, NULL),
                       "its start moves along, but not all that its rules name");
    if (!g->start.len) { /* the variant's set-up, in the frame of g */
        const struct cp_node *first = g->moves.first;
        struct cp_start *own =
            cp_start_shift(&v->start, &run->record, run->ints, (cp_square){CP_INT(0), CP_INT(0)});
        drop_idle_marks(v, own);
        g->start = text_of_start(run, own, cp_square_negate(run->ints, here->shift),
                                 first && first->is_read ? (enum cp_spelling)first->move.spelling
                                                         : CP_NUMERIC);
    }
    enter(run, g, all);
}

/* ==== prose ==== */

enum { STEP = 64 * 1024 };

/* Block by block; what a block's end might have cut in two waits for the next. */
static void rewrite_file(struct cp_run *run, struct cp_squares *how, bool *is_utf_8)
{
    cp_arena_reset(&run->record);
    struct cp_buf text = cp_buf_in(&run->record);
    for (long got = 1; got > 0 && run->output.fate == CP_WRITTEN;) {
        if (run->input.from == run->input.to)
            cp_output_flush(&run->output);
        got = cp_input_read(&run->input, cp_buf_room(&text, STEP), STEP);
        text.len += got > 0 ? (size_t)got : 0;
        size_t used = cp_squares_rewrite(how, &run->output.text, cp_buf_str(&text), got <= 0);
        enum { LONGEST = 4 }; /* ends of a block may cut a character in two */
        size_t cut = 0, bad;
        while (cut + 1 < LONGEST && cut < used && ((unsigned char)text.at[cut] & 0xc0) == 0x80)
            cut++;
        *is_utf_8 &= cp_utf8_is_valid((cp_str){text.at + cut, used - cut}, &bad) ||
                     (got > 0 && used - cut - bad < LONGEST);
        text.len -= used;
        if (text.len)
            memmove(text.at, text.at + used, text.len);
        cp_ints_reset(run->ints, run->mark);
        cp_output_flush_full(&run->output);
    }
}

static bool is_piece(const void *alphabet, cp_str word)
{
    bool is_capital = word.at[0] >= 'A' && word.at[0] <= 'Z';
    return is_capital && cp_alphabet_find(alphabet, word, false) != CP_NO_KIND;
}

void cp_prose_rewrite(struct cp_run *run, const struct cp_squares *asked)
{
    const struct cp_variant *variant = run->asked->variant;
    if (!cp_options_has(&run->asked->options, "encoding"))
        run->input.wanted = CP_BYTES;
    run->mark = cp_ints_mark(run->ints); /* the shift may be a big number */
    while (run->output.fate == CP_WRITTEN && cp_input_next(&run->input)) {
        struct cp_squares how = *asked;
        how.is_piece = is_piece;
        how.data = variant ? &variant->alphabet : cp_run_joint(run);
        bool is_utf_8 = true;
        rewrite_file(run, &how, &is_utf_8);
        cp_input_report(&run->input, UINT64_MAX);
        if (how.kept)
            cp_diag_report(&run->own, CP_SQUARES_KEPT, (cp_span){.file = run->input.file},
                           "%" PRIu64 " of them", how.kept);
        if (how.has_phi && !is_utf_8)
            cp_diag_report(&run->own, CP_PHI_AMONG_BYTES, (cp_span){.file = run->input.file}, "%s",
                           "");
        cp_run_report(run, &run->own);
    }
}
