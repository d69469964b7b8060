/* SPDX-License-Identifier: MIT */
/* play.c -- squares of a game are in the game's frame; the rules know the
 * variant's default frame only. Moves are shifted as they are played (r->shift),
 * the start position here. */
#include "settle/play.h"

#include <stdlib.h>

#include "rules/bitboards/engine.h"
#include "rules/law.h"
#include "rules/moves.h"
#include "rules/variant/options.h"
#include "settle/variants.h"
#include "text/starts/fen.h"
#include "text/starts/icn_parts.h"
#include "text/starts/start.h"

static struct cp_law *law_of(struct cp_run *run, const struct cp_variant *v, struct cp_arena *arena)
{
    struct cp_law *law = cp_arena_take_zero(arena, 1, sizeof *law);
    return cp_law_init(law, v, arena, &run->diags) ? law : NULL;
}

/* As long as the run, with the engine that plays it. */
const struct cp_law *cp_run_law(struct cp_run *run)
{
    const struct cp_variants *all = &run->asked->variants;
    const struct cp_variant *v = run->current.variant;
    uint32_t number = cp_variants_number(all, v);
    if (!run->laws) /* the last is of one that is not listed */
        run->laws = cp_arena_take_zero(&run->arena, all->count + 1, sizeof *run->laws);
    if (!run->laws[number] || run->laws[number]->variant != v) {
        struct cp_law *law = law_of(run, v, &run->arena);
        run->laws[number] = law;
        if (law && run->asked->looks_by_lines)
            law->many = 0;
        else if (law && !run->asked->is_general)
            cp_bitboards_offer(law, run->ints, &run->arena);
    }
    return run->laws[number];
}

/* A law that differs from its variant's by trapdoors, as many games in a row may
 * ask for: made anew where storage is, when another delay comes. */
struct cp_law_with_trapdoors {
    const struct cp_law *plain; /* NULL: not made yet */
    struct cp_variant variant;
    struct cp_law law;
};

const struct cp_law *cp_run_law_on_trapdoors(struct cp_run *run, int32_t delay)
{
    const struct cp_law *plain = cp_run_law(run);
    if (!plain || plain->variant->trapdoor == delay)
        return plain;
    if (!run->trapped)
        run->trapped = cp_arena_take_zero(&run->arena, 1, sizeof *run->trapped);
    struct cp_law_with_trapdoors *t = run->trapped;
    if (t->plain != plain || t->variant.trapdoor != delay) {
        t->plain = plain;
        t->variant = *plain->variant;
        t->variant.trapdoor = delay;
        t->law = *plain;
        t->law.variant = &t->variant;
    }
    return &t->law;
}

/* The law of one game: its variant's, unless it has rules of its own. */
static const struct cp_law *law_of_game(struct cp_run *run, const struct cp_game *g,
                                        struct cp_diags *diags)
{
    const struct cp_variant *own = run->current.variant;
    const struct cp_variant *v =
        cp_variant_with_rules(own, g, run->asked->delay, &run->record, diags);
    if (v && v != own && !cp_rules_are_trapdoors(g))
        return law_of(run, v, &run->record);
    return v ? cp_run_law_on_trapdoors(run, v->trapdoor) : NULL;
}

/* ---- the frame ---- */

/* The game's start as the rules know it, were its squares in that frame. */
static struct cp_start *start_in(struct cp_run *run, const struct cp_frame *frame)
{
    const struct cp_start *start = run->current.start;
    return start ? cp_start_shift(start, &run->record, run->ints, frame->shift) : NULL;
}

/* How many plies of the main line are legal in that frame, of the first `most`. */
static uint32_t fits(struct cp_run *run, struct cp_game *g, const struct cp_frame *frame,
                     uint32_t most)
{
    return cp_replay_fits(run->current.law, start_in(run, frame), frame->shift, g, most);
}

/* Whether only the moves tell the frame: they are in numbers, and it is not named. Letters
 * are always the default frame's. */
static bool is_frame_open(const struct cp_run *run, const struct cp_game *g)
{
    const struct cp_node *first = g->moves.first;
    return !g->frame.len && run->current.variant->frame_count > 1 && first && first->is_read &&
           first->move.spelling == CP_NUMERIC;
}

/* The frame in which g is legal farthest, the default one where none is better. In a wrong
 * frame a game soon ends: the others are tried first, and the default one no farther than
 * the best of them goes, so that a game of the default frame costs a few plies. A start
 * moves along with its frame, and all go far: then it is the other way round. */
static const struct cp_frame *farthest(struct cp_run *run, struct cp_game *g)
{
    const struct cp_start *start = run->current.start;
    const struct cp_variant *v = run->current.variant;
    const struct cp_frame *usual = v->frames, *best = usual;
    const struct cp_node *left = g->moves.first;
    uint32_t most = start ? fits(run, g, usual, UINT32_MAX) : 0;
    for (uint32_t plies = most; left && plies; plies--)
        left = left->next;
    if (start && !left)
        return usual;
    for (uint32_t i = 1; i < v->frame_count; i++) {
        const struct cp_frame *frame = &v->frames[i];
        uint32_t plies =
            cp_square_equal(frame->shift, usual->shift) ? 0 : fits(run, g, frame, UINT32_MAX);
        best = plies > most ? frame : best;
        most = plies > most ? plies : most;
    }
    return best != usual && fits(run, g, usual, most) < most ? best : usual;
}

/* ---- variants of one name ---- */

static uint8_t kind_in(const struct cp_variant *v, const struct cp_variant *own, uint8_t kind)
{
    return kind == CP_NO_KIND ? kind : cp_kind_like(&v->alphabet, &own->alphabet.pieces[kind]);
}

/* g's main line with the kinds of v; nothing where it has a piece that v has not, or a word that is
 * no move. */
static struct cp_game game_of(struct cp_run *run, const struct cp_game *g,
                              const struct cp_variant *v, uint32_t *plies)
{
    const struct cp_variant *own = run->current.variant;
    struct cp_game copy = *g;
    copy.moves = (struct cp_line){.first = NULL};
    *plies = 0;
    for (const struct cp_node *from = g->moves.first; from; from = from->next) {
        struct cp_node *node = cp_line_add(&copy, &copy.moves, from->text);
        uint8_t piece = kind_in(v, own, from->move.piece);
        uint8_t becomes = kind_in(v, own, from->move.promotion);
        bool is_known = piece != CP_NO_KIND || from->move.castling;
        *node = *from;
        node->next = NULL;
        node->notes = NULL;
        node->move.piece = piece;
        node->move.promotion = becomes;
        node->is_read &=
            is_known && (becomes == CP_NO_KIND) == (from->move.promotion == CP_NO_KIND);
        ++*plies;
    }
    return copy;
}

/* Another variant that somebody calls by the name of this one, and in which the game, refused
 * here, is legal to its end. */
static void tell_namesake(struct cp_play *p)
{
    struct cp_run *run = p->run;
    const struct cp_game *g = p->game;
    const struct cp_node *bad = p->verdict.first_bad;
    cp_str name = run->current.variant->name;
    struct cp_diags unused = cp_diags_in(&run->record);
    bool may_be = bad && !bad->is_bad && !g->start.len && !g->rules;
    for (uint32_t i = 0; may_be && i < run->asked->variants.count; i++) {
        struct cp_variant *v = run->asked->variants.list[i];
        const struct cp_variants alone = {.list = &v, .count = 1};
        struct cp_law law = {.variant = NULL};
        if (v == run->current.variant || !cp_variants_find(&alone, name))
            continue;
        cp_variant_wake(v, &run->arena, run->ints);
        uint32_t plies;
        struct cp_game game = game_of(run, g, v, &plies);
        if (!cp_law_init(&law, v, &run->record, &unused))
            continue;
        bool is_legal = false;
        for (uint32_t k = 0; k < v->frame_count && !is_legal; k++)
            is_legal = (!g->frame.len || cp_str_like(g->frame, v->frames[k].name)) &&
                       cp_replay_fits(&law, NULL, v->frames[k].shift, &game, plies) == plies;
        if (!is_legal)
            continue;
        cp_diag_also_of(&run->diags, cp_node_span(g, bad),
                        "as a game of %.*s, which some call so too, it is legal to its end",
                        CP_FMT(v->id));
        return;
    }
}

/* ---- the start ---- */

static uint32_t count_men(const struct cp_start *start, enum cp_side side, uint8_t kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < start->count; i++)
        count += start->men[i].side == side && (kind == CP_NO_KIND || start->men[i].kind == kind);
    return count;
}

/* On a board with edges there are never more pieces than at first, nor more pawns.
 * Too many kings are an error, which the rules report. */
static void report_too_many(struct cp_run *run, const struct cp_game *g,
                            const struct cp_start *start, struct cp_diags *diags)
{
    const struct cp_variant *v = run->current.variant;
    uint32_t kings[2] = {0, 0};
    for (uint32_t i = 0; i < start->count; i++)
        kings[start->men[i].side] += v->kinds[start->men[i].kind].royal;
    if (!v->bounded || kings[CP_WHITE] > 1 || kings[CP_BLACK] > 1)
        return;
    for (int i = 0; i < 4; i++) {
        enum cp_side side = i / 2 ? CP_BLACK : CP_WHITE;
        bool is_of_pawns = i % 2 == 0;
        uint8_t kind = is_of_pawns ? v->pawn : CP_NO_KIND;
        uint32_t count = count_men(start, side, kind);
        if ((is_of_pawns && kind == CP_NO_KIND) || count <= count_men(&v->start, side, kind))
            continue;
        cp_diag_report(diags, CP_START_TOO_MANY, cp_game_start_span(g), "%s has %u %s",
                       side == CP_WHITE ? "White" : "Black", count,
                       is_of_pawns ? "pawns" : "pieces");
        return;
    }
}

/* A mark that a piece has moved means something only where its first move differs
 * from later ones. */
static void report_idle_marks(const struct cp_variant *v, const struct cp_game *g,
                              const struct cp_start *start, struct cp_diags *diags)
{
    bool is_list = !cp_fen_is(g->start) && !cp_icn_is_start(g->start);
    for (uint32_t i = 0; i < start->count && is_list; i++) {
        const cp_man *man = &start->men[i];
        if (!man->moved || v->kinds[man->kind].has_first)
            continue;
        cp_span at = cp_game_start_span(g);
        cp_str name = v->alphabet.pieces[man->kind].name;
        at.col += at.col && man->line == 1 ? man->col - 1 : 0;
        cp_diag_report(diags, CP_START_IDLE, at, "the %.*s", CP_FMT(name));
    }
}

/* Of one side's king, to one hand: the file of who may castle there, and of the outermost that
 * it might be taken for; 0: there is none. */
struct wing {
    int64_t nearest, outermost;
};

static int64_t file_on_board(const struct cp_variant *v, const cp_man *man)
{
    int64_t file = cp_int_or(man->square.file, 0);
    return file >= 1 && file <= v->files ? file : 0;
}

/* What an ICN's + says of castling, in the words of a board with edges: Q or K for the outermost
 * rook, else the letter of its file. */
static bool take_castling(struct cp_run *run, const struct cp_game *g, struct cp_start *start,
                          struct cp_diags *d)
{
    static const char sides[] = "KQkq";
    const struct cp_variant *v = run->current.variant;
    struct wing wings[2][2] = {{{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}}; /* by side, left and right */
    const cp_man *kings[2] = {NULL, NULL};
    struct cp_buf rights = cp_buf_in(&run->record);
    for (uint32_t i = start->count; i-- > 0;) /* the first that may castle */
        if (cp_variant_castles_as_king(v, start->men[i].kind))
            kings[start->men[i].side] = &start->men[i];
    for (uint32_t i = 0; i < start->count; i++) {
        const cp_man *man = &start->men[i], *king = kings[man->side];
        int64_t file = file_on_board(v, man), home = king ? file_on_board(v, king) : 0;
        if (!(v->castles_with >> man->kind & 1) || !file || !home || king->moved ||
            !cp_int_equal(man->square.rank, king->square.rank))
            continue;
        struct wing *w = &wings[man->side][file > home];
        if (!w->outermost || llabs(file - home) > llabs(w->outermost - home))
            w->outermost = file;
        if (!man->moved && (!w->nearest || llabs(file - home) < llabs(w->nearest - home)))
            w->nearest = file;
    }
    for (int way = 0; way < 4; way++) {
        const struct wing *w = &wings[way / 2][way % 2 == 0];
        bool is_outermost = w->nearest == w->outermost;
        if (w->nearest && !is_outermost && w->nearest > 'z' - 'a' + 1) {
            cp_diag_report(d, CP_START_CASTLING_FAR, cp_game_start_span(g), "%s, file %d",
                           way / 2 ? "Black" : "White", (int)w->nearest);
            return false;
        }
        char first = way / 2 ? 'a' : 'A';
        if (w->nearest)
            cp_buf_putc(&rights, is_outermost ? sides[way] : (char)(first + w->nearest - 1));
    }
    start->castling = cp_buf_str(&rights);
    return true;
}

bool cp_run_read_start(struct cp_run *run, const struct cp_game *g, struct cp_start *out,
                       struct cp_diags *d)
{
    const struct cp_variant *v = run->current.variant;
    if (!cp_start_parse(out, &run->record, run->ints, &v->alphabet, g->start, cp_game_start_span(g),
                        d))
        return false;
    if (v->castles && v->bounded && cp_icn_is_start(g->start))
        return take_castling(run, g, out, d);
    return true;
}

/* The law, and what the game says of its start, in its own frame. False: reported. */
static bool read_beginning(struct cp_run *run, const struct cp_game *g, struct cp_diags *diags)
{
    const struct cp_law *law = law_of_game(run, g, diags);
    struct cp_start *start = NULL;
    bool is_good = law != NULL;
    if (law && g->start.len) {
        start = cp_arena_take_zero(&run->record, 1, sizeof *start);
        is_good = cp_run_read_start(run, g, start, diags);
    }
    if (is_good && start && !run->asked->takes_any_start) {
        report_too_many(run, g, start, diags);
        report_idle_marks(law->variant, g, start, diags);
    }
    run->current.law = law;
    run->current.start = start;
    return is_good;
}

/* [Clocks "e4:1"] sets the clocks of pieces of the start (R-TD-8). */
static bool read_clocks(struct cp_run *run, const struct cp_game *g, struct cp_diags *diags)
{
    struct cp_current *c = &run->current;
    const struct cp_variant *v = c->law->variant;
    const struct cp_tag *tag = cp_game_find_tag(g, "Clocks");
    if (!tag)
        return true;
    if (!c->start)
        c->start = cp_start_shift(&v->start, &run->record, run->ints,
                                  cp_square_negate(run->ints, c->frame->shift));
    cp_span at = {.file = g->file, .line = tag->line ? tag->line : g->line};
    if (tag->col)
        at.col = tag->col + (uint32_t)strlen("[Clocks \"");
    return cp_clocks_parse(c->start, &run->record, run->ints, c->variant->bounded,
                           (uint32_t)v->trapdoor, tag->value, at, diags);
}

/* ---- all of it ---- */

/* What the game is played by, from where, in which frame. False: reported, once for each game. */
static bool settle(struct cp_run *run, struct cp_game *g)
{
    struct cp_current *c = &run->current;
    struct cp_diags again, *diags = c->is_prepared ? &again : &run->diags;
    again = cp_diags_in(&run->record);
    c->is_prepared = true;
    if (!read_beginning(run, g, diags))
        return false;
    if (!c->frame_is_found && is_frame_open(run, g)) /* R-NOT-12 */
        c->frame = farthest(run, g);
    c->frame_is_found = true;
    if (c->frame != c->variant->frames && !g->frame.len) {
        g->frame = c->frame->name;
        cp_diag_report(&run->diags, CP_FRAME_GUESSED, cp_node_span(g, NULL), "%.*s",
                       CP_FMT(g->frame));
    }
    return read_clocks(run, g, diags); /* of squares in that frame */
}

void cp_run_find_frame(struct cp_run *run, struct cp_game *g)
{
    if (!run->current.frame_is_found && is_frame_open(run, g))
        (void)settle(run, g); /* of a damaged start the default must do */
}

void cp_run_name_frame(struct cp_run *run, struct cp_game *g)
{
    const struct cp_frame *usual = run->current.variant->frames;
    struct cp_diags unused = cp_diags_in(&run->record); /* reported when the game is played */
    if (is_frame_open(run, g) && read_beginning(run, g, &unused) && farthest(run, g) != usual)
        g->frame = usual->name;
    run->current.frame = usual;
}

bool cp_run_border(struct cp_run *run, const struct cp_game *g, struct cp_border *out)
{
    const struct cp_variant *v = run->current.variant;
    uint32_t same = 0;
    if (!cp_run_is_settled(run))
        return false;
    while (same < v->frame_count && cp_square_equal(v->frames[same].shift, v->frames->shift))
        same++;
    if (same < v->frame_count && !run->current.frame_is_found && is_frame_open(run, g))
        return false;                                   /* moves would be asked for it */
    struct cp_diags unused = cp_diags_in(&run->record); /* reported when the game is played */
    v = cp_variant_with_rules(v, g, 0, &run->record, &unused);
    if (!v || !cp_variant_border(v, out))
        return false;
    cp_border_shift(out, run->ints, cp_square_negate(run->ints, run->current.frame->shift));
    return true;
}

/* ---- why a move or a start position is refused ---- */

/* The move as it was written, then why not; the reason alone where it begins
 * with that very move. */
static cp_str particulars(struct cp_run *run, const struct cp_replay *r, const struct cp_ply *ply,
                          const struct cp_resolution *why)
{
    cp_str written = ply->node->text;
    struct cp_buf reason = cp_buf_in(&run->record);
    cp_rules_of(ply->position)
        ->explain(&reason, ply->position, why, ply->node->move.spelling, r->shift);
    if (cp_str_starts(cp_buf_str(&reason), written))
        return cp_buf_str(&reason);
    return cp_str_printf(&run->record, "%.*s%s%.*s", CP_FMT(written), reason.len ? ": " : "",
                         CP_FMT(cp_buf_str(&reason)));
}

/* What is written, as we write it where it could be read: NF6 is Nf6. But what has no number of
 * a file keeps its letters, also beside the board: i4. */
static cp_str as_read(struct cp_run *run, const struct cp_ply *ply)
{
    const struct cp_node *node = ply->node;
    if (!node->is_read)
        return node->text;
    struct cp_buf text = cp_buf_in(&run->record);
    cp_written_format(run->ints, &text, &ply->position->law->variant->alphabet, &node->move,
                      (enum cp_spelling)node->move.spelling);
    cp_str as = cp_buf_str(&text);
    bool is_bare =
        !memchr(node->text.at, ',', node->text.len) && !memchr(node->text.at, '(', node->text.len);
    return is_bare && memchr(as.at, ',', as.len) ? node->text : as;
}

/* "at ply 3, nearest legal moves: Nf3, Nh3"; none where the game is over, whatever
 * what is left could do. */
static cp_str whereabouts(struct cp_run *run, const struct cp_replay *r, const struct cp_ply *ply,
                          enum cp_diag why)
{
    struct cp_buf text = cp_buf_in(&run->record);
    cp_buf_printf(&text, "at ply %u", ply->ply);
    if (why == CP_GAME_OVER)
        return cp_buf_str(&text);
    size_t len = text.len;
    bool is_foreign = run->asked->language && !ply->node->is_read; /* the word has other letters */
    cp_buf_printf(&text,
                  ", nearest legal moves%s: ", is_foreign ? " in the variant's own letters" : "");
    size_t before = text.len;
    cp_suggest_moves(&text, ply->position, as_read(run, ply), r->shift, &run->record);
    if (text.len == before)
        text.len = len;
    return cp_buf_str(&text);
}

/* Rx(e5) for R(xe5), if that is legal. */
static cp_str capture_meant(const struct cp_play *p, const struct cp_ply *ply)
{
    return cp_suggest_capture(ply->position, &ply->node->move, p->replay.shift, &p->run->record);
}

/* Reports a refused move where it stands, one of a variation as a warning; and
 * nothing where the reader has reported already that it is no move. Returns the
 * particulars, squares in the game's own frame. */
static cp_str report_move(struct cp_play *p, const struct cp_ply *ply,
                          const struct cp_resolution *why)
{
    struct cp_diags *d = &p->run->diags;
    cp_span at = cp_node_span(p->game, ply->node);
    cp_str also = whereabouts(p->run, &p->replay, ply, why->why);
    bool is_main = ply->depth == 0;
    if (why->why != CP_GAME_OVER && !ply->node->is_read &&
        is_main) { /* the reader reported what and where */
        cp_diag_also_of(d, at, "%.*s", CP_FMT(also));
        return ply->node->text;
    }
    cp_str text = particulars(p->run, &p->replay, ply, why);
    if (is_main)
        cp_diag_report(d, why->why, at, "%.*s", CP_FMT(text));
    else
        cp_diag_report(d, CP_VARIATION_ILLEGAL, at, "%s: %.*s", cp_diag_text(why->why),
                       CP_FMT(text));
    cp_diag_also(d, (cp_span){0}, "%.*s", CP_FMT(also));
    const cp_written *w = &ply->node->move;
    if (why->why == CP_NOTHING_THERE && w->spelling == CP_BARE && w->sep == CP_SEP_NONE &&
        (w->has & CP_HAS_FROM) == CP_HAS_FROM)
        cp_diag_also(d, (cp_span){0}, "two half-moves need a space between them");
    cp_str capture = capture_meant(p, ply);
    if (capture.len)
        cp_diag_also(d, (cp_span){0},
                     "all letters in parentheses are the file: the capture is written %.*s",
                     CP_FMT(capture));
    return text;
}

void cp_play_report_capture(struct cp_play *p, const struct cp_ply *ply)
{
    cp_str capture = capture_meant(p, ply);
    if (capture.len)
        cp_diag_report(&p->run->diags, CP_CAPTURE_PERHAPS, cp_node_span(p->game, ply->node),
                       "%.*s; the capture is written %.*s", CP_FMT(ply->node->text),
                       CP_FMT(capture));
}

bool cp_play_report_castling(struct cp_play *p, const struct cp_ply *ply)
{
    const cp_written *w = &ply->node->move;
    struct cp_ints *ints = p->run->ints;
    bool is_onto = (w->has & CP_IS_ICN) && (w->has & CP_HAS_TO) && ply->move->rook != CP_NOBODY &&
                   !cp_square_equal(cp_square_shift(ints, w->to, p->replay.shift), ply->move->to);
    if (!is_onto)
        return false;
    struct cp_buf to = cp_buf_in(&p->run->record);
    cp_square_format(ints, &to, cp_play_back(p, ply->move->to), CP_NUMERIC);
    cp_diag_report(&p->run->diags, CP_ICN_UNUSUAL, cp_node_span(p->game, ply->node),
                   "%.*s: a king castles by going to %.*s", CP_FMT(ply->node->text),
                   CP_FMT(cp_buf_str(&to)));
    return true;
}

/* The same of a start position: the piece that is wrong, as in "P(e8)". */
static cp_str report_start(struct cp_play *p)
{
    struct cp_run *run = p->run;
    const struct cp_game *g = p->game;
    const struct cp_verdict *v = &p->verdict;
    const struct cp_start *start = p->replay.start ? p->replay.start : &run->current.variant->start;
    struct cp_buf text = cp_buf_in(&run->record);
    struct cp_speaker speaker = {&text, run->ints, &run->current.variant->alphabet,
                                 run->current.variant->alphabet.native, p->back};
    if (v->start_culprit != CP_NOBODY)
        cp_speak_piece(&speaker, start->men[v->start_culprit].kind,
                       start->men[v->start_culprit].square);
    cp_span at = cp_game_start_span(g);
    if (at.col && p->replay.start) { /* how far into its text, where that is one line */
        const cp_man *man = v->start_culprit == CP_NOBODY ? NULL : &start->men[v->start_culprit];
        if (v->start_fault == CP_START_CASTLING && start->castling_col)
            at.col += start->castling_col - 1;
        else
            at.col += man && man->line == 1 ? man->col - 1 : 0;
    }
    cp_diag_report(&run->diags, v->start_fault, at, "%.*s", CP_FMT(cp_buf_str(&text)));
    return cp_buf_str(&text);
}

/* ---- what is written of a move, and is not so ---- */

void cp_play_report_mark(struct cp_play *p, const struct cp_ply *ply, enum cp_diag mark)
{
    /* whether the # behind the last move of an ICN is right shows when its draws are known */
    bool is_end_mark = (ply->node->move.has & CP_IS_ICN) && !ply->node->next;
    if (mark != CP_OK && !(mark == CP_MATE_MARK_WRONG && is_end_mark))
        cp_diag_report(&p->run->diags, mark, cp_node_span(p->game, ply->node), "%.*s",
                       CP_FMT(ply->node->text));
}

void cp_play_report_lost_marks(struct cp_play *p, const struct cp_ply *ply)
{
    if (ply->capture_mark != CP_CAPTURE_MARK_MISSING)
        cp_play_report_mark(p, ply, ply->capture_mark);
    if (ply->check_mark != CP_CHECK_MARK_MISSING && ply->check_mark != CP_MATE_MARK_MISSING)
        cp_play_report_mark(p, ply, ply->check_mark);
}

/* (e4:e4) */
static void put_fall(struct cp_play *p, struct cp_buf *out, const struct cp_node *node,
                     cp_square at)
{
    const char *between = "(:)";
    for (int i = 0; i < 2; i++) {
        cp_buf_putc(out, between[i]);
        cp_square_format(p->run->ints, out, at, cp_node_spelling(node));
    }
    cp_buf_putc(out, between[2]);
}

/* The move with its falls, as it should be. */
static void put_played_falls(struct cp_play *p, struct cp_buf *out, const struct cp_ply *ply)
{
    const cp_square *at = ply->position->at;
    cp_buf_printf(out, "%.*s%s", CP_FMT(ply->node->text), ply->fall_count ? " " : "");
    for (uint32_t i = 0; i < ply->fall_count; i++)
        if (i == 0 || !cp_square_equal(at[ply->falls[i]], at[ply->falls[i - 1]]))
            put_fall(p, out, ply->node, cp_play_back(p, at[ply->falls[i]]));
}

/* What stands there, instead of what should, or once it has been set right, of what stood. */
void cp_play_report_falls(struct cp_play *p, const struct cp_ply *ply, enum cp_diag mark)
{
    const struct cp_node *node = ply->node;
    bool is_written = ply->fall_mark != CP_FALLS_MISSING, is_right = mark == CP_FALLS_CORRECTED;
    struct cp_buf text = cp_buf_in(&p->run->record);
    if (is_right || !is_written)
        put_played_falls(p, &text, ply);
    if (is_written) {
        cp_buf_puts(&text, is_right ? " instead of " : "");
        cp_buf_printf(&text, "%.*s ", CP_FMT(node->text));
        for (const struct cp_fall *f = node->notes->falls; f; f = f->next)
            put_fall(p, &text, node, f->square);
        cp_buf_puts(&text, is_right ? "" : " instead of ");
    }
    if (is_written && !is_right)
        put_played_falls(p, &text, ply);
    cp_diag_report(&p->run->diags, mark, cp_node_span(p->game, node), "%.*s",
                   CP_FMT(cp_buf_str(&text)));
}

/* ---- a game played for a listener ---- */

bool cp_play_prepare(struct cp_play *p, struct cp_run *run, struct cp_game *g)
{
    *p = (struct cp_play){.run = run, .game = g};
    if (!cp_run_is_settled(run) || !settle(run, g))
        return false;
    p->replay.law = run->current.law;
    p->replay.has_other_letters = run->asked->language;
    p->replay.shift = run->current.frame->shift;
    p->replay.start = start_in(run, run->current.frame);
    p->back = cp_square_negate(run->ints, p->replay.shift);
    return true;
}

/* What stands on p, with that side to move. */
static void take_start(struct cp_start *out, struct cp_position *p, enum cp_side turn,
                       struct cp_arena *arena)
{
    cp_before *befores = cp_arena_take_zero(arena, CP_TRACES_MOST, sizeof *befores);
    struct cp_buf castling = cp_buf_in(arena);
    *out = (struct cp_start){.men = cp_arena_take_zero(arena, p->count, sizeof *out->men)};
    cp_setup_get(p, &castling, out);
    out->befores = befores;
    out->before_count = turn == p->turn ? cp_position_recall(p, befores) : 0;
    out->has_en_passant &= turn == p->turn;
    out->turn = turn;
}

static void report_misread(void *play, const struct cp_ply *ply);
static void report_behind_pass(void *play, const struct cp_ply *ply,
                               const struct cp_resolution *why);

/* What one board takes; the game's memory knows of it, should the game be given up. */
struct aside {
    struct cp_cleanup cleanup;
    struct cp_arena arena;
};

static void close_aside(void *aside)
{
    cp_arena_close(&((struct aside *)aside)->arena);
}

/* A turn passed in a variation shows a threat: what stands behind it is judged on a board of its
 * own, of which listeners know nothing. False: it cannot be passed. */
static bool judge_behind_pass(struct cp_play *p, const struct cp_ply *ply)
{
    enum { PASSES_MOST = 32 }; /* within one another: each has a place on the stack */
    struct cp_arena *record = p->game->arena;
    struct cp_position *at = ply->position;
    struct cp_start start;
    struct cp_game game = *p->game;
    struct cp_line rest = {.first = ply->node->next};
    struct cp_listener listener = {.data = p,
                                   .after = p->after_passed,
                                   .refused = report_behind_pass,
                                   .misread = report_misread};
    struct cp_replay asked = p->replay;
    struct cp_verdict verdict;
    uint32_t doubt = cp_ints_doubt(p->run->ints);
    if (at->checks || at->delay || p->passes == PASSES_MOST || cp_counting_ends(at->law->variant))
        return false;
    struct aside *aside = cp_arena_take(record, sizeof *aside);
    cp_arena_init(&aside->arena, record->out_of_memory, record->handler_data);
    cp_arena_bound_beside(&aside->arena, record);
    cp_arena_add_cleanup(record, &aside->cleanup, close_aside, aside);
    take_start(&start, at, cp_other(at->turn), &aside->arena);
    game.arena = &aside->arena;
    asked.start = &start;
    asked.variation = &rest;
    asked.first_ply = ply->ply;
    asked.skip_draws = true;
    asked.listener = &listener;
    p->passes++;
    cp_replay_run(&asked, &game, &verdict);
    p->passes--;
    cp_ints_set_doubt(p->run->ints, doubt);
    cp_arena_drop_cleanup(record, &aside->cleanup);
    close_aside(aside);
    return !verdict.start_fault;
}

/* The particulars, or nothing where what stands behind a turn passed was judged. */
static cp_str judge_refused(struct cp_play *p, const struct cp_ply *ply,
                            const struct cp_resolution *why)
{
    if (ply->depth && why->why == CP_NULL_MOVE && judge_behind_pass(p, ply))
        return (cp_str){0};
    return report_move(p, ply, why);
}

static void report_behind_pass(void *play, const struct cp_ply *ply,
                               const struct cp_resolution *why)
{
    (void)judge_refused(play, ply, why);
}

static void report_refused(void *play, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct cp_play *p = play;
    if (p->refused)
        p->refused(play, ply, why);
    if (p->is_silent)
        return;
    cp_str text = judge_refused(p, ply, why);
    if (ply->depth == 0 && !p->refusal.len)
        p->refusal = text;
}

static void report_misread(void *play, const struct cp_ply *ply)
{
    struct cp_play *p = play;
    struct cp_buf text = cp_buf_in(&p->run->record);
    const cp_written *w = &ply->node->move;
    cp_written_format(p->run->ints, &text, &ply->position->law->variant->alphabet, w, CP_BARE);
    cp_diag_report(&p->run->diags, CP_MOVE_IN_DIALECT, cp_node_span(p->game, ply->node),
                   "\"%.*s\" read as %.*s", CP_FMT(ply->node->text), CP_FMT(cp_buf_str(&text)));
}

static void report_falls_wrong(void *play, const struct cp_ply *ply)
{
    struct cp_play *p = play;
    bool corrects = p->corrects_falls && ply->fall_mark == CP_FALL_WRONG;
    cp_play_report_falls(p, ply, corrects ? CP_FALLS_CORRECTED : ply->fall_mark);
}

static void before_move(void *play, const struct cp_ply *ply)
{
    struct cp_play *p = play;
    p->run->on_move(p->run);
    if (p->before)
        p->before(play, ply);
}

/* The listener is given p, and what was refused or misread is reported, too. */
static struct cp_listener heard_by(struct cp_play *p, struct cp_listener listener)
{
    listener.data = p;
    p->before = listener.before;
    p->refused = listener.refused;
    if (p->run->on_move)
        listener.before = before_move;
    listener.refused = report_refused;
    listener.falls_wrong = p->is_silent ? NULL : report_falls_wrong;
    listener.misread = p->is_silent ? NULL : report_misread;
    return listener;
}

static void note_falls(void *play, const struct cp_ply *ply)
{
    struct cp_play *p = play;
    p->fell = ply->fall_mark == CP_FALLS_MISSING ? ply->fall_count : 0;
}

struct cp_player *cp_play_begin(struct cp_play *p, struct cp_arena *arena)
{
    struct cp_game *g = cp_arena_take(arena, sizeof *g);
    *g = *p->game;
    g->arena = arena;
    p->own = heard_by(p, (struct cp_listener){.after = note_falls});
    p->replay.listener = &p->own;
    struct cp_player *player = cp_player_begin(&p->replay, g, &p->verdict);
    if (!player)
        p->refusal = report_start(p);
    return player;
}

void cp_play_run(struct cp_play *p, struct cp_listener listener)
{
    const struct cp_node *last = p->judges_end_mark ? p->game->moves.last : NULL;
    bool has_end_mark =
        last && last->is_read && (last->move.has & CP_IS_ICN) && last->move.check == CP_MARK_MATE;
    cp_str text = has_end_mark ? last->text : (cp_str){0}; /* which the listener may change */
    p->replay.skip_draws &= !has_end_mark;
    listener = heard_by(p, listener);
    p->replay.listener = &listener;
    cp_replay_run(&p->replay, p->game, &p->verdict);
    p->replay.listener = NULL;
    if (p->is_silent)
        return;
    tell_namesake(p);
    const struct cp_verdict *v = &p->verdict;
    bool has_ended = v->outcome != CP_OUTCOME_NONE || v->is_bare || v->draws.threefold != CP_NEVER;
    if (has_end_mark && !has_ended && !v->start_fault && !v->first_bad)
        cp_diag_report(&p->run->diags, CP_MATE_MARK_WRONG, cp_node_span(p->game, last),
                       "%.*s, and no draw either", CP_FMT(text));
    if (v->start_fault) {
        p->refusal = report_start(p);
    } else if (v->start_passed_idle) { /* R-FIDE-6: it is ignored, and told */
        const struct cp_start *start = p->replay.start;
        cp_span at = cp_game_start_span(p->game);
        at.col += at.col && start->passed_col ? start->passed_col - 1 : 0;
        cp_diag_report(&p->run->diags, CP_START_IDLE, at, "%s", "");
    }
}

/* ---- a start that is not judged ---- */

/* The same variant, but that nobody is royal. */
static const struct cp_law *law_without_kings(const struct cp_law *law, struct cp_arena *arena)
{
    struct cp_law *free = cp_arena_take(arena, sizeof *free);
    *free = *law;
    free->bits = NULL;
    free->royal[CP_WHITE] = free->royal[CP_BLACK] = CP_NO_KIND;
    free->royals = 0;
    return free;
}

bool cp_play_set_up(struct cp_play *p, struct cp_position *out)
{
    struct cp_arena *arena = p->game->arena;
    const struct cp_law *law = law_without_kings(p->replay.law, arena);
    const struct cp_start *start = p->replay.start ? p->replay.start : &law->variant->start;
    struct cp_verdict *v = &p->verdict;
    *v = (struct cp_verdict){.start_culprit = CP_NOBODY, .winner = -1, .turn = start->turn};
    cp_position_init(out, law, p->run->ints, arena, start);
    for (int32_t man = 0; !v->start_fault && man < (int32_t)out->count; man++) {
        if (!cp_on_board(out->law, out->ints, out->at[man]))
            v->start_fault = CP_OFF_BOARD;
        else if (cp_position_get(out, out->at[man]) != man)
            v->start_fault = CP_START_SQUARE_TWICE;
        v->start_culprit = v->start_fault ? man : CP_NOBODY;
    }
    if (v->start_fault)
        p->refusal = report_start(p);
    else
        cp_rules_of_law(law)->begin(out, start);
    return !v->start_fault;
}

void cp_play_set_turn(struct cp_position *out, struct cp_position *p, enum cp_side turn,
                      struct cp_arena *arena)
{
    struct cp_start start;
    int32_t ignored;
    take_start(&start, p, turn, arena);
    cp_position_init(out, p->law, p->ints, arena, &start);
    cp_rules_of_law(p->law)->begin(out, &start);
    if (cp_rules_of_law(p->law)->check_setup(out, &start, &ignored) == CP_OK)
        return;
    cp_position_init(out, law_without_kings(p->law, arena), p->ints, arena, &start);
    cp_rules_of_law(p->law)->begin(out, &start);
    out->delay = 0;
}
