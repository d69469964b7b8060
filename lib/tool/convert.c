/* SPDX-License-Identifier: MIT */
/* convert.c -- first a listener writes the moves of a game anew, as the rules know them;
 * then their text, the start and the squares in comments are spelt. Both may be left
 * out. Positions have a listener of their own. */
#include "tool/convert.h"

#include "base/utf8.h"
#include "game/annotation.h"
#include "game/game.h"
#include "game/marks.h"
#include "game/square.h"
#include "rules/chess/turn.h"
#include "rules/variant/options.h"
#include "text/epd.h"
#include "text/fen.h"
#include "text/icn_parts.h"
#include "text/notation.h"
#include "text/start.h"
#include "text/tags.h"
#include "tool/fen_text.h"
#include "tool/icn.h"
#include "tool/variants.h"

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
    bool has_end_mark = cp_play_has_end_mark(g); /* lost where it is styled */
    cp_str last = has_end_mark ? g->moves.last->text : (cp_str){0};
    s.play.replay.skip_draws = !has_end_mark;
    cp_play_run(&s.play, listener);
    if (has_end_mark)
        cp_play_report_end_mark(&s.play, last);
    return s.play.verdict.start_fault == CP_OK;
}

/* ==== squares in the other spelling ==== */

struct speller {
    struct cp_run *run;
    struct cp_game *game;
    const struct cp_respelling *how;
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

/* Whether prose names a square that stays where the game's do not: told once a game. */
static bool has_square(struct speller *s, cp_str text)
{
    struct cp_squares squares = {.ints = s->run->ints,
                                 .spelling = spelling_for(s, !is_numeric(text))};
    cp_buf_reset(&s->text);
    (void)cp_squares_rewrite(&squares, &s->text, text, true);
    return !cp_str_equal(text, cp_buf_str(&s->text));
}

static void look_at_prose(struct speller *s, cp_str text)
{
    if (s->shifts && !s->has_prose && text.len && memchr(text.at, '(', text.len))
        s->has_prose = has_square(s, text);
}

static cp_str respell_comment(struct speller *s, cp_str text)
{
    struct cp_buf out;
    cp_buf_init(&out, &s->run->record);
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
        if (len && !respell_bare_marks(s, &out, command))
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
    cp_written_format(s->run->ints, &s->text, &s->run->current.variant->alphabet, &node->move,
                      spelling);
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

/* Squares in what is no move; but not if it would become one by that: on a board with
 * edges (p4)@k7 would be p4@k7, another piece's. */
static void respell_unread(struct speller *s, struct cp_node *node)
{
    struct cp_run *run = s->run;
    const struct cp_variant *v = run->current.variant;
    struct cp_scanned reading;
    cp_str text = respell_prose(s, node->text);
    if (!v || !cp_notation_scan(cp_notations_get(&run->notations, &v->alphabet), run->ints, text,
                                &reading))
        node->text = text;
}

static void respell_move(struct speller *s, struct cp_node *node)
{
    if (!node->is_read || !s->run->current.variant) {
        respell_unread(s, node);
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
    if (after == CP_BARE && !may_be_misread(s, from, after) && respell_usual(s, node))
        return;
    write_move(s, node, after);
    if (may_be_misread(s, from, after) && !is_read_back(s, &node->move)) {
        cp_diag_report(&s->run->diags, CP_ORIGIN_KEPT, cp_node_span(s->game, node), "%.*s",
                       CP_FMT(node->text));
        write_move(s, node, before);
    }
    cp_str text = cp_buf_str(&s->text);
    if (!cp_str_equal(text, node->text))
        node->text = cp_str_keep(&s->run->record, text);
}

static void respell_notes(struct speller *s, const struct cp_notes *notes)
{
    respell_comments(s, notes->before);
    respell_comments(s, notes->after);
    for (struct cp_fall *f = notes->falls; f; f = f->next)
        f->square = cp_square_shift(s->run->ints, f->square, s->how->shift);
    for (const struct cp_line *line = notes->variations; line; line = line->next)
        respell_comments(s, line->end);
}

/* ---- where it begins ---- */

/* Whether it is the pawn that has just passed over a square, and so has moved. */
static bool has_just_passed(const struct cp_start *start, const cp_man *man)
{
    return start->has_en_passant && man->side != start->turn &&
           cp_int_equal(man->square.file, start->en_passant.file);
}

/* A FEN of all six fields, which other programs want, instead of what it was, where FEN
 * can say it. It takes away, which is told, first moves that nobody may have meant; those
 * that it would give make other games. */
static void put_fen(struct speller *s)
{
    struct cp_game *g = s->game;
    const struct cp_alphabet *a = &s->run->current.variant->alphabet;
    struct cp_start start, again;
    struct cp_diags unused; /* reported when the start is set up */
    struct cp_buf text;
    cp_span at = cp_game_start_span(g);
    cp_diags_init(&unused, &s->run->record);
    cp_buf_init(&text, &s->run->record);
    if (!cp_fen_can(a) || !cp_run_read_start(s->run, g, &start, &unused) ||
        !cp_fen_holds(a, &start))
        return;
    bool is_less = false;
    for (uint32_t i = 0; i < start.count; i++) {
        bool tells = cp_fen_tells_step(s->run->current.variant, &start.men[i]);
        if (!tells && start.men[i].moved) {
            cp_diag_report(&s->run->diags, CP_MOVED_LEFT_OUT, at,
                           "the tag Setup stays, which other programs do not read");
            return;
        }
        is_less |= !tells && !has_just_passed(&start, &start.men[i]);
    }
    cp_fen_format(&text, a, &start, false);
    if (cp_fen_parse(&again, &s->run->record, a, cp_buf_str(&text), at, &unused) &&
        again.count == start.count) { /* no two on one square */
        if (is_less)
            cp_diag_report(&s->run->diags, CP_MOVED_LEFT_OUT, at, "%s", "");
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
    struct cp_buf text;
    cp_buf_init(&text, &run->record);
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
    struct cp_diags told; /* where it was played */
    cp_diags_init(&told, &run->record);
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

static void respell_clocks(struct speller *s)
{
    for (struct cp_tag *tag = s->game->tags; tag; tag = tag->next) {
        if (!cp_str_is(tag->name, "Clocks"))
            continue;
        cp_buf_reset(&s->text);
        cp_clocks_rewrite(s->run->ints, &s->text, tag->value,
                          s->run->current.variant && s->run->current.variant->bounded,
                          s->how->shift, spelling_for(s, is_numeric(tag->value)),
                          s->how->keeps_spelling);
        tag->value = cp_str_keep(&s->run->record, cp_buf_str(&s->text));
    }
}

static void begin_respelling(struct speller *s, struct cp_run *run, struct cp_game *g,
                             const struct cp_respelling *how)
{
    *s = (struct speller){.run = run, .game = g, .how = how};
    s->of_numbers = spelling_for(s, true);
    s->of_letters = spelling_for(s, false);
    s->shifts = !cp_square_equal(how->shift, (cp_square){CP_INT(0), CP_INT(0)});
    cp_buf_init(&s->text, &run->record);
}

/* The moves, if they are wanted, and what is said around them. */
static void respell_lines(struct speller *s, bool has_moves)
{
    struct cp_walk walk;
    cp_walk_init(&walk, &s->run->record, &s->game->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        if (has_moves)
            respell_move(s, node);
        if (node->notes)
            respell_notes(s, node->notes);
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
    respell_clocks(&s);
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

bool cp_game_reframe(struct cp_run *run, struct cp_game *g, cp_str name, cp_square *shift)
{
    const struct cp_frame *to = cp_variant_frame(run->current.variant, name);
    if (!to) {
        cp_frame_refuse(run, g, name);
        return false;
    }
    if (!run->current.frame)
        return false; /* its own frame is unknown, which was reported */
    cp_square from = run->current.frame->shift, back = to->shift;
    shift->file = cp_int_add(run->ints, shift->file, cp_int_sub(run->ints, from.file, back.file));
    shift->rank = cp_int_add(run->ints, shift->rank, cp_int_sub(run->ints, from.rank, back.rank));
    enter(run, g, to);
    return true;
}

/* Those in which g may stand, the usual one first: ICN has one. */
struct frames {
    const struct cp_frame *list;
    uint32_t count;
};

static struct frames frames_of(const struct cp_run *run, const struct cp_game *g)
{
    const struct cp_variant *v = run->current.variant;
    if (g->icn.len)
        return (struct frames){cp_icn_frame(v), 1};
    return (struct frames){v->frames, v->frame_count};
}

/* How many plies are legal of a game that is moved by that and stands in that frame then. */
static uint32_t count_moved(struct cp_run *run, struct cp_game *g, cp_square by,
                            const struct cp_frame *frame)
{
    const struct cp_frame *here = run->current.frame;
    struct cp_frame moved = *frame;
    uint32_t plies;
    moved.shift = cp_square_shift(run->ints, moved.shift, by);
    run->current.frame = &moved;
    bool is_played = cp_run_count_legal(run, g, &plies);
    run->current.frame = here;
    return is_played ? plies : 0;
}

/* Without a start its set-up tells where it stands. Moved into a wrong frame it soon ends, and then
 * it need not be played where it stands. */
static const struct cp_frame *find_back(struct cp_run *run, struct cp_game *g, cp_square by)
{
    const struct cp_frame *here = run->current.frame;
    struct frames all = frames_of(run, g);
    uint32_t most = count_moved(run, g, by, here);
    const struct cp_frame *back = most ? here : NULL;
    for (uint32_t i = 0; i < all.count; i++) {
        uint32_t plies = &all.list[i] == here ? 0 : count_moved(run, g, by, &all.list[i]);
        back = plies > most ? &all.list[i] : back;
        most = plies > most ? plies : most;
    }
    return back && count_moved(run, g, (cp_square){CP_INT(0), CP_INT(0)}, here) < most ? back
                                                                                       : NULL;
}

/* As its text is read again. */
static const struct cp_start *set_up_of(struct cp_run *run)
{
    const struct cp_variant *v = run->current.variant;
    cp_square here = {CP_INT(0), CP_INT(0)};
    struct cp_start *own = cp_start_shift(&v->start, &run->record, run->ints, here);
    drop_idle_marks(v, own);
    return own;
}

/* The frame in which a start, once it is moved by that, is the variant's set-up; NULL: none. ICN of
 * a variant that the site does not have needs its position. */
static const struct cp_frame *find_home(struct cp_run *run, const struct cp_game *g, cp_square by)
{
    const struct cp_variant *v = run->current.variant;
    struct cp_start start;
    struct cp_diags unused; /* reported when the game is played */
    cp_diags_init(&unused, &run->record);
    if (g->icn.len && cp_str_equal(cp_variant_name_there(v), v->name))
        return NULL;
    if (cp_start_number(g->start) > 1 || !cp_run_read_start(run, g, &start, &unused) ||
        start.count != v->start.count)
        return NULL;
    drop_idle_marks(v, &start);
    cp_str own = text_of_start(run, set_up_of(run), (cp_square){CP_INT(0), CP_INT(0)}, CP_NUMERIC);
    struct frames all = frames_of(run, g);
    for (uint32_t i = 0; i < all.count; i++) {
        cp_square to = cp_square_shift(run->ints, by, all.list[i].shift);
        if (cp_str_equal(text_of_start(run, &start, to, CP_NUMERIC), own))
            return &all.list[i];
    }
    return NULL;
}

const struct cp_frame *cp_game_find_back(struct cp_run *run, struct cp_game *g, cp_square by)
{
    if (!run->current.frame || cp_square_equal(by, (cp_square){CP_INT(0), CP_INT(0)}))
        return NULL;
    return g->start.len ? find_home(run, g, by) : find_back(run, g, by);
}

/* The variant's set-up, in the frame of g, which has no start. */
static void put_set_up(struct cp_run *run, struct cp_game *g)
{
    const struct cp_node *first = g->moves.first;
    bool is_spelt = first && first->is_read;
    cp_square shift = cp_square_negate(run->ints, run->current.frame->shift);
    g->start = text_of_start(run, set_up_of(run), shift,
                             is_spelt ? (enum cp_spelling)first->move.spelling : CP_NUMERIC);
}

/* Ranks and borders that rules name are in the default frame, whatever frame the game is in. */
void cp_game_leave_frame(struct cp_run *run, struct cp_game *g, cp_square by)
{
    const struct cp_variant *v = run->current.variant;
    const struct cp_frame *here = run->current.frame;
    struct frames all = frames_of(run, g);
    if (!here || cp_square_equal(by, (cp_square){CP_INT(0), CP_INT(0)}))
        return;
    const struct cp_frame *back = g->start.len ? cp_game_find_back(run, g, by) : NULL;
    for (uint32_t i = 0; !back && i < all.count; i++)
        if (cp_square_equal(cp_square_shift(run->ints, all.list[i].shift, by), here->shift)) {
            enter(run, g, &all.list[i]);
            return;
        }
    if (!g->start.len && (back = cp_game_find_back(run, g, by))) {
        enter(run, g, back);
        return;
    }
    const struct cp_frame *there = back ? back : all.list;
    cp_square moved = cp_square_shift(run->ints, by, cp_square_negate(run->ints, here->shift));
    bool is_whole = cp_rules_shift(g, v, cp_square_shift(run->ints, moved, there->shift));
    if (back)
        g->start = (cp_str){0};
    else if (!g->start.len)
        put_set_up(run, g);
    if (!is_whole && !back)
        cp_diag_report(&run->diags, CP_FRAME_LEFT, cp_node_span(g, NULL), "%s",
                       "its start moves along, but not all that its rules name");
    enter(run, g, there);
}

/* ==== what text has no place for ==== */

enum { NAMES_MOST = 8 }; /* named; the record has them all */

/* Owners of unknown fields, of one sort, and the names that their fields have. */
struct owners {
    uint64_t count;
    cp_str names[NAMES_MOST];
    uint32_t name_count;
    bool has_more;
};

static bool has_name(const struct owners *t, cp_str name)
{
    for (uint32_t i = 0; i < t->name_count; i++)
        if (cp_str_equal(t->names[i], name))
            return true;
    return false;
}

static void count_fields(struct owners *t, const struct cp_field *field)
{
    t->count += field != NULL;
    for (; field; field = field->next) {
        if (has_name(t, field->name))
            continue;
        t->has_more |= t->name_count == NAMES_MOST;
        if (t->name_count < NAMES_MOST)
            t->names[t->name_count++] = field->name;
    }
}

static void report_owners(struct cp_run *run, const struct cp_game *g, const struct owners *t,
                          const char *owner)
{
    struct cp_buf text;
    if (!t->count)
        return;
    cp_buf_init(&text, &run->record);
    for (uint32_t i = 0; i < t->name_count; i++)
        cp_buf_printf(&text, "%s%.*s", i ? ", " : "", CP_FMT(t->names[i]));
    cp_buf_printf(&text, "%s (of %llu %s%s)", t->has_more ? ", ..." : "",
                  (unsigned long long)t->count, owner, t->count > 1 ? "s" : "");
    cp_diag_report(&run->diags, CP_LEFT_OUT, cp_node_span(g, NULL), "%.*s", CP_FMT(text));
}

static void report_moves(struct cp_run *run, const struct cp_game *g)
{
    struct cp_walk walk;
    struct owners moves = {0}, variations = {0};
    cp_walk_init(&walk, &run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        if (!node->notes)
            continue;
        count_fields(&moves, node->notes->extra);
        for (const struct cp_line *line = node->notes->variations; line; line = line->next)
            count_fields(&variations, line->extra);
    }
    report_owners(run, g, &moves, "move");
    report_owners(run, g, &variations, "variation");
}

static void tell_altered(struct cp_run *run, const struct cp_game *g, cp_str name, cp_str value)
{
    cp_diag_report(&run->diags, CP_TAG_ALTERED, cp_node_span(g, NULL), "[%.*s \"%.*s\"]",
                   cp_str_shown(name), name.at, cp_str_shown(value), value.at);
}

static void report_tag(struct cp_run *run, const struct cp_game *g, cp_str name, cp_str value)
{
    if (!cp_tag_fits_text(&(struct cp_tag){.name = name, .value = value}))
        tell_altered(run, g, name, value);
}

/* What is no name to other programs; bytes beyond ASCII are none, either. */
static void report_name(struct cp_run *run, const struct cp_game *g, cp_str name)
{
    size_t len = 0;
    while (len < name.len &&
           (cp_is_letter(name.at[len]) || cp_is_digit(name.at[len]) || name.at[len] == '_'))
        len++;
    if (len < name.len)
        cp_diag_report(&run->diags, CP_TAG_OUTSIDE_PGN, cp_node_span(g, NULL), "%.*s",
                       cp_str_shown(name), name.at);
}

static void report_tags(struct cp_run *run, const struct cp_game *g, bool is_pgn)
{
    if (g->start.len && !cp_tag_name_of_start(g->start).len)
        cp_diag_report(&run->diags, CP_LEFT_OUT, cp_node_span(g, NULL), "start");
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        if (cp_tag_is_left_out(g, tag, is_pgn))
            cp_diag_report(&run->diags, CP_LEFT_OUT, cp_node_span(g, NULL), "the tag %.*s, %s",
                           CP_FMT(tag->name),
                           cp_tag_is_left_out(g, tag, false)
                               ? "which would be read as a field that is not there"
                               : "of which PGN has one");
        else {
            report_tag(run, g, tag->name, tag->value);
            if (is_pgn)
                report_name(run, g, tag->name);
        }
    if (!cp_game_find_tag(g, "Variant"))
        report_tag(run, g, CP_STR("Variant"), g->variant);
    report_tag(run, g, CP_STR("Frame"), g->frame);
    if (cp_tag_name_of_start(g->start).len)
        report_tag(run, g, cp_tag_name_of_start(g->start), g->start);
}

static void report_texts_of_moves(struct cp_run *run, const struct cp_game *g)
{
    struct cp_walk walk;
    uint32_t highest = cp_number_highest(g);
    cp_walk_init(&walk, &run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));)
        if (!cp_move_fits_text(g, node, cp_run_notation(run), highest))
            cp_diag_report(&run->diags, CP_MOVE_ALTERED, cp_node_span(g, node), "%.*s",
                           CP_FMT(node->text));
}

void cp_left_out_report(struct cp_run *run, const struct cp_game *g, bool is_pgn)
{
    cp_span at = cp_node_span(g, NULL);
    report_tags(run, g, is_pgn);
    if (g->is_broken || g->is_foreign)
        report_texts_of_moves(run, g);
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next)
        if (!cp_rules_tag_can(rule) &&
            !(cp_str_is(rule->name, "trapdoor") && cp_rules_tag_delay(g).len))
            cp_diag_report(&run->diags, CP_LEFT_OUT, at, "%.*s", CP_FMT(rule->name));
    for (const struct cp_field *field = g->extra; field; field = field->next)
        cp_diag_report(&run->diags, CP_LEFT_OUT, at, "%.*s", CP_FMT(field->name));
    if (run->asked->stamp.len)
        cp_diag_report(&run->diags, CP_LEFT_OUT, at, "tool (--stamp)");
    for (const struct cp_field *field = g->source_extra; field; field = field->next)
        cp_diag_report(&run->diags, CP_LEFT_OUT, at, "source.%.*s", CP_FMT(field->name));
    if (run->shape != CP_SHAPE_TEXT) /* where no move has any */
        report_moves(run, g);
}

void cp_altered_report(struct cp_run *run, const struct cp_game *g, cp_altered altered)
{
    if (altered.comments)
        cp_diag_report(&run->diags, CP_COMMENT_ALTERED, cp_node_span(g, altered.node),
                       "1 of %" PRIu64 ": %.*s", altered.comments, cp_str_shown(altered.first),
                       altered.first.at);
}

static void take_comments(struct cp_game *g, struct cp_node *node, const struct cp_line *line)
{
    for (const struct cp_comment *c = line->end; c; c = c->next)
        cp_comment_add(g, &node->notes->after, c->text, c->kind);
}

/* How many were there. */
static uint64_t fold_variations(struct cp_game *g, struct cp_node *node)
{
    uint64_t count = 0;
    for (struct cp_line **link = &node->notes->variations; *link;) {
        struct cp_line *line = *link;
        if (line->first) {
            line->last_of_list = NULL;
            link = &line->next;
            continue;
        }
        take_comments(g, node, line);
        *link = line->next;
        count++;
    }
    return count;
}

void cp_variations_fold(struct cp_run *run, struct cp_game *g)
{
    struct cp_walk walk;
    const struct cp_node *first = NULL;
    uint64_t count = 0;
    cp_walk_init(&walk, &run->record, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        uint64_t here = node->notes ? fold_variations(g, node) : 0;
        first = first || !here ? first : node;
        count += here;
    }
    if (first)
        cp_diag_report(&run->diags, CP_VARIATION_EMPTY, cp_node_span(g, first),
                       "%" PRIu64 ", %sat %.*s", count, count > 1 ? "the first " : "",
                       CP_FMT(first->text));
}

/* ==== prose ==== */

enum { STEP = 64 * 1024 };

/* Ends of a block may cut a character in two. */
static bool may_be_utf_8(cp_str block, bool is_last)
{
    enum { LONGEST = 4 };
    size_t cut = 0, bad;
    while (cut + 1 < LONGEST && cut < block.len && ((unsigned char)block.at[cut] & 0xc0) == 0x80)
        cut++;
    block = cp_str_skip(block, cut);
    return cp_utf8_is_valid(block, &bad) || (!is_last && block.len - bad < LONGEST);
}

/* Block by block; what a block's end might have cut in two waits for the next. */
static void rewrite_file(struct cp_run *run, struct cp_squares *how, bool *is_utf_8)
{
    struct cp_buf text;
    cp_arena_reset(&run->record);
    cp_buf_init(&text, &run->record);
    for (long got = 1; got > 0 && run->output.fate == CP_WRITTEN;) {
        if (run->input.from == run->input.to)
            cp_output_flush(&run->output);
        got = cp_input_read(&run->input, cp_buf_room(&text, STEP), STEP);
        text.len += got > 0 ? (size_t)got : 0;
        size_t used = cp_squares_rewrite(how, &run->output.text, cp_buf_str(&text), got <= 0);
        *is_utf_8 &= may_be_utf_8((cp_str){text.at, used}, got <= 0);
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

void cp_prose_rewrite(struct cp_run *run, const struct cp_squares *wish)
{
    const struct cp_variant *variant = run->asked->wish;
    if (!cp_options_has(&run->asked->options, "encoding"))
        run->input.wanted = CP_BYTES;
    run->mark = cp_ints_mark(run->ints); /* the shift may be a big number */
    while (run->output.fate == CP_WRITTEN && cp_input_next(&run->input)) {
        struct cp_squares how = *wish;
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

/* ==== positions as text ==== */

/* One game on its way. */
struct listing {
    struct cp_play play;
    struct cp_choice choice;
    const struct cp_fens *how;
    struct cp_fen_text text;
    uint32_t ply;    /* plies played */
    bool says_rules; /* the game's own, behind a position */
};

/* What is said of each position, and its name as an operation. */
static const struct {
    unsigned what;
    const char *name;
} facts[] = {{CP_WITH_GAME, "game"}, {CP_WITH_PLY, "ply"}, {CP_WITH_MOVE, "move"}};

enum { FACTS = sizeof facts / sizeof *facts };

static bool is_fact(cp_str name, unsigned with)
{
    for (int i = 0; i < FACTS; i++)
        if ((with & facts[i].what) && cp_str_is(name, facts[i].name))
            return true;
    return false;
}

/* Nothing for the move before the start. */
static void put_fact(struct listing *s, struct cp_buf *out, unsigned what)
{
    const struct cp_node *node = cp_choice_move(&s->choice);
    if (what == CP_WITH_GAME)
        cp_run_put_number(s->play.run, out);
    else if (what == CP_WITH_PLY)
        cp_choice_put_place(&s->choice, out);
    else if (node)
        cp_shown_put(out, node->text);
}

/* game 3; ply 12; move "Nf3"; */
static void put_facts(struct listing *s, struct cp_buf *out)
{
    for (int i = 0; i < FACTS; i++) {
        bool is_move = facts[i].what == CP_WITH_MOVE;
        if (!(s->how->with & facts[i].what) || (is_move && !cp_choice_move(&s->choice)))
            continue;
        cp_buf_printf(out, " %s %s", facts[i].name, is_move ? "\"" : "");
        put_fact(s, out, facts[i].what);
        cp_buf_puts(out, is_move ? "\";" : ";");
    }
}

/* The same as columns. */
static void put_columns(struct listing *s, struct cp_buf *out)
{
    for (int i = 0; i < FACTS; i++) {
        if (!(s->how->with & facts[i].what))
            continue;
        put_fact(s, out, facts[i].what);
        cp_buf_putc(out, '\t');
    }
}

/* ---- of a game without moves its tags ---- */

static void put_operation(struct listing *s, struct cp_buf *out, cp_str name, cp_str value)
{
    struct cp_diags *d = &s->play.run->diags;
    size_t before = out->len;
    bool is_odd, is_whole = cp_operation_put(out, s->play.game->arena, name, value, &is_odd);
    cp_str text = cp_str_trim((cp_str){out->at + before, out->len - before});
    cp_span at = cp_node_span(s->play.game, NULL);
    if (!is_whole)
        tell_altered(s->play.run, s->play.game, name, value);
    else if (is_odd)
        cp_diag_report(d, CP_EPD_UNUSUAL, at, "%.*s is written, which others may not read",
                       cp_str_shown(text), text.at);
}

static void put_count(struct cp_buf *out, const char *name, uint32_t count)
{
    cp_buf_printf(out, " %s %" PRIu32 ";", name, count);
}

/* hmvc and fmvn, where the game says them or has tags of their names. */
struct counts {
    bool has_quiet, has_number; /* to be put */
    uint32_t quiet, number;
};

static struct counts counts_of(const struct listing *s)
{
    const struct cp_game *g = s->play.game;
    const struct cp_start *start = &s->text.start;
    int fields = 0, few = s->play.run->current.variant->alphabet.has_before ? 3 : 4;
    if (cp_fen_is(g->start))
        (void)cp_fen_fields(g->start, &fields);
    bool are_said = fields > few || start->quiet || start->number > 1 ||
                    cp_game_find_tag(g, "hmvc") || cp_game_find_tag(g, "fmvn");
    return (struct counts){are_said && few == 4, are_said, start->quiet, start->number};
}

/* Those whose names come before this one; all, where it is empty. */
static void put_counts(struct cp_buf *out, struct counts *c, cp_str name)
{
    if (c->has_number && (!name.len || cp_str_compare(CP_STR("fmvn"), name) <= 0)) {
        put_count(out, "fmvn", c->number);
        c->has_number = false;
    }
    if (c->has_quiet && (!name.len || cp_str_compare(CP_STR("hmvc"), name) <= 0)) {
        put_count(out, "hmvc", c->quiet);
        c->has_quiet = false;
    }
}

/* What it is played by, where the tags do not say it. */
static void put_rules(struct listing *s, struct cp_buf *out)
{
    struct cp_buf rules;
    const struct cp_variant *v = s->play.run->current.variant;
    cp_buf_init(&rules, s->play.game->arena);
    cp_rules_tag_format(&rules, s->play.game, true);
    if (rules.len)
        put_operation(s, out, CP_STR("Rules"), cp_buf_str(&rules));
    if (!cp_variant_is_understood(s->play.run, v) && !cp_game_find_tag(s->play.game, "Variant"))
        put_operation(s, out, CP_STR("Variant"), v->id);
}

/* In the order of the tags, and counts in that of the alphabet, as EPD wants all. */
static void put_operations(struct listing *s, struct cp_buf *out)
{
    const struct cp_game *g = s->play.game;
    struct counts counts = counts_of(s);
    put_rules(s, out);
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next) {
        if (is_fact(tag->name, s->how->with))
            continue;
        put_counts(out, &counts, tag->name);
        if (cp_operation_can(tag->name) && !cp_tag_is_left_out(g, tag, false))
            put_operation(s, out, tag->name, tag->value);
        else
            cp_diag_report(&s->play.run->diags, CP_LEFT_OUT, cp_node_span(g, NULL),
                           "the tag %.*s, which is no name of an operation of EPD",
                           CP_FMT(tag->name));
    }
    put_counts(out, &counts, (cp_str){0});
}

/* Nothing can stand behind a list of pieces. */
static void report_operations(struct listing *s)
{
    struct cp_diags *d = &s->play.run->diags;
    const struct cp_game *g = s->play.game;
    cp_span at = cp_node_span(g, NULL);
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        if (!cp_str_is(tag->name, "Variant"))
            cp_diag_report(d, CP_LEFT_OUT, at,
                           "the tag %.*s, for which a list of pieces has no place",
                           CP_FMT(tag->name));
}

/* Only an operation of EPD says them. */
static void report_rules(const struct listing *s)
{
    const struct cp_game *g = s->play.game;
    struct cp_buf names;
    cp_buf_init(&names, g->arena);
    cp_rules_names(&names, s->play.run->current.variant, s->play.replay.law->variant, g);
    if (names.len)
        cp_diag_report(&s->play.run->diags, CP_LEFT_OUT, cp_node_span(g, NULL),
                       "the game's own rules (%.*s), for which a position has no place",
                       CP_FMT(cp_buf_str(&names)));
}

/* Nothing in a FEN says that it is of no other variant: of a board as large it is read as of the
 * one that is meant where none is named. */
static void report_variant(const struct listing *s)
{
    struct cp_run *run = s->play.run;
    const struct cp_variant *v = run->current.variant;
    const struct cp_variant *other = s->text.is_fen ? cp_variant_assumed(run) : NULL;
    if (other && other != v && other->files == v->files && other->ranks == v->ranks)
        cp_diag_report(&run->diags, CP_LEFT_OUT, cp_node_span(s->play.game, NULL),
                       "the variant %.*s, for which a position has no place: without --variant it "
                       "is read as %.*s",
                       CP_FMT(v->name), CP_FMT(other->name));
}

/* What of a game is no tag. */
static void report_rest(struct listing *s)
{
    struct cp_diags *d = &s->play.run->diags;
    const struct cp_game *g = s->play.game;
    cp_span at = cp_node_span(g, NULL);
    bool has_result = g->result.len && !cp_str_is(g->result, "*");
    if (g->moves.end)
        cp_diag_report(d, CP_LEFT_OUT, at, "comments, which no line of EPD has");
    if (has_result && !cp_str_equal(g->result, cp_game_tag(g, "Result")))
        cp_diag_report(d, CP_LEFT_OUT, at, "the result %.*s", CP_FMT(g->result));
    for (const struct cp_field *field = g->extra; field; field = field->next)
        cp_diag_report(d, CP_LEFT_OUT, at, "%.*s", CP_FMT(field->name));
}

static void write_position(struct listing *s, struct cp_position *p)
{
    struct cp_buf *out = &s->play.run->output.text;
    bool has_operations = s->how->is_epd && s->text.is_fen;
    if (s->how->with && !has_operations)
        put_columns(s, out);
    cp_fen_text_put(&s->text, out, p, s->ply);
    if (s->how->is_epd && !s->play.game->moves.first) {
        if (has_operations)
            put_operations(s, out);
        else
            report_operations(s);
        s->says_rules = has_operations;
        report_rest(s);
    }
    if (has_operations)
        put_facts(s, out);
    cp_buf_putc(out, '\n');
}

static void position_at_start(void *data, struct cp_position *p)
{
    struct listing *s = data;
    cp_fen_text_begin(&s->text, &s->play, p, s->how->is_epd);
    if (cp_choice_has_start(&s->choice))
        write_position(s, p);
}

static void position_after(void *data, const struct cp_ply *ply)
{
    struct listing *s = data;
    s->ply = ply->ply;
    if (cp_choice_has(&s->choice, ply))
        write_position(s, ply->position);
}

/* The last legal position is the last there is. */
static void position_refused(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct listing *s = data;
    (void)why;
    s->ply = ply->ply - 1;
    if (cp_choice_has_before(&s->choice, ply))
        write_position(s, ply->position);
}

void cp_fens_write(struct cp_run *run, struct cp_game *g, const struct cp_fens *how)
{
    struct listing s = {.how = how};
    struct cp_listener listener = {
        .begin = position_at_start, .after = position_after, .refused = position_refused};
    if (!cp_play_prepare(&s.play, run, g))
        return;
    cp_choice_init(&s.choice, &how->plies, g);
    s.play.replay.skip_variations = !s.choice.enters_variations;
    s.play.replay.skip_outcome = true;
    cp_play_run(&s.play, listener);
    const struct cp_verdict *v = &s.play.verdict;
    if (!v->start_fault && !v->first_bad)
        cp_choice_report_missing(&s.choice, run, v->plies);
    if (!s.text.play) /* it could not begin */
        return;
    cp_fen_text_report(&s.text);
    if (!s.says_rules) {
        report_rules(&s);
        report_variant(&s);
    }
}
