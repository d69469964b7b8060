/* SPDX-License-Identifier: MIT */
/* diagrams.c -- a listener of the replay. What stays the same for all pictures of
 * a game is put into the view once; of each turn as little as possible is kept,
 * since most are not drawn. */
#include "pictures/diagrams.h"

#include "base/scan.h"
#include "draw/picture/scene.h"
#include "draw/picture/words.h"
#include "game/annotation.h"
#include "io/messages.h"
#include "rules/chess/attack.h"
#include "rules/chess/turn.h"
#include "rules/moves.h"
#include "settle/play.h"
#include "settle/settle.h"
#include "text/starts/icn_parts.h"
#include "text/starts/start.h"
#include "text/tags.h"
#include "text/tokens.h"
#include "text/writer.h"

enum { PICTURE = 2048 }; /* bytes that most pictures of text fit in */

/* Where the pieces that --dots names may go, and what those of --attacks attack. */
struct ways {
    cp_way *list;
    cp_square *prey;
    uint32_t count, prey_count;
    size_t room, prey_room;
    struct cp_buf words;
    bool is_attack;   /* those that are being added */
    const char *head; /* of their words; "": it stands there */
};

/* One game on its way. */
struct drawing {
    struct cp_play play;
    const struct cp_diagrams *how;
    struct cp_choice choice; /* of this game */
    struct cp_choice opens;  /* of a page: where it opens, if nowhere before */
    bool is_opening;         /* the position that is drawn is there */
    struct cp_run *run;
    struct cp_game *g;
    cp_take_picture take;
    void *take_data;
    struct cp_arena *arena; /* of one picture; reset after each */
    struct cp_view view;
    cp_square checked, checkers[2], kings[2];
    cp_track *tracks; /* of the last turn; NULL until a turn has any */
    struct ways ways;
    struct cp_buf entered; /* what is gathered */
    uint64_t *dots_met;
    struct cp_page *page;      /* NULL: pictures alone */
    struct cp_svg_part *parts; /* of an animation, one after another */
    size_t part_count, part_room;
    cp_str animation_title;
    cp_square from, to;                /* of the last turn, in the default frame */
    struct cp_node *node;              /* the move before the position, NULL at the start */
    uint32_t ply;                      /* plies played */
    enum cp_outcome outcome;           /* of the position that is drawn */
    const struct cp_alphabet *letters; /* of moves in words; NULL: as they were written */
};

/* ---- words ---- */

/* Asked where a picture is drawn; what rests on a length of which nobody knows whether it is
 * prime has not ended. */
static enum cp_outcome outcome_of(const struct drawing *d, struct cp_position *p)
{
    struct cp_ints *t = d->run->ints;
    int winner = -1;
    uint32_t doubt = cp_ints_doubt(t);
    cp_ints_set_doubt(t, 0);
    enum cp_outcome outcome = cp_rules_of(p)->outcome(p, &winner);
    bool is_doubtful = cp_ints_doubt(t);
    cp_ints_set_doubt(t, doubt);
    return is_doubtful ? CP_OUTCOME_NONE : outcome;
}

/* "Black is checkmated", else whose turn it is. */
static void put_standing(const struct drawing *d, enum cp_side turn, struct cp_buf *out)
{
    const char *side = turn == CP_WHITE ? "White" : "Black";
    const char *words = cp_outcome_words(d->outcome);
    if (d->outcome == CP_OUTCOME_CHECKMATE)
        cp_buf_printf(out, "%s is checkmated", side);
    else if (d->outcome == CP_OUTCOME_STALEMATE)
        cp_buf_printf(out, "Stalemate: %s has no move", side);
    else if (d->outcome == CP_OUTCOME_NONE || d->outcome == CP_OUTCOME_UNDECIDED)
        cp_buf_printf(out, "%s to move", side);
    else if (words)
        cp_buf_printf(out, "%c%s", words[0] - 'a' + 'A', words + 1);
    else
        cp_buf_printf(out, "The game is over: %s", cp_outcome_name(d->outcome));
}

/* "12... R(g9)-(a9)+!? (e4:e4)", or how the game stands. */
static void put_move(struct drawing *d, enum cp_side turn, struct cp_buf *out)
{
    if (!d->node) {
        put_standing(d, turn, out);
        return;
    }
    bool white_began = (turn == CP_BLACK) == (d->ply % 2 == 1);
    uint32_t number = cp_start_number(d->g->start) + (d->ply - (white_began ? 1 : 0)) / 2;
    cp_buf_put_int(out, number);
    cp_buf_puts(out, turn == CP_BLACK ? ". " : "... ");
    /* as it was written, but its squares as the rest of the picture spells them */
    cp_str move = cp_page_move(d->arena, &d->play, d->node, d->view.spelling, d->letters);
    cp_buf_put(out, cp_numbers_shorten(d->arena, move, CP_WORDS_GAP));
    for (const struct cp_nag *n = d->node->notes ? d->node->notes->nags : NULL; n; n = n->next)
        cp_buf_put(out, cp_glyph_of(n->number));
}

/* The comments on the position: behind its move; for the start, those in front of
 * the first one. */
static const struct cp_comment *comments(const struct drawing *d)
{
    const struct cp_node *first = d->g->moves.first;
    if (d->node)
        return d->node->notes ? d->node->notes->after : NULL;
    if (first)
        return first->notes ? first->notes->before : NULL;
    return d->g->moves.end;
}

/* What "{name}" stands for: the move, the turn, the comment, or a tag. */
static void put_named(struct drawing *d, enum cp_side turn, cp_str name, struct cp_buf *out)
{
    cp_str value;
    if (cp_tag_value(d->g, name, &value)) {
        cp_buf_put(out, value);
        return;
    }
    if (cp_str_is(name, "move"))
        put_move(d, turn, out);
    else if (cp_str_is(name, "turn"))
        put_standing(d, turn, out);
    size_t before = out->len;
    const struct cp_comment *c = cp_str_is(name, "comment") ? comments(d) : NULL;
    for (; c; c = c->next)
        for (cp_str rest = c->text; rest.len;) {
            bool is_command; /* [%...] */
            cp_str part = cp_str_trim(cp_comment_take_part(&rest, &is_command));
            if (is_command || !part.len)
                continue;
            cp_buf_puts(out, out->len == before ? "" : " ");
            cp_buf_put(out, part);
        }
}

/* A title or a caption as it was asked for, with what its names stand for. False: it is
 * empty. */
static bool put_asked(struct drawing *d, enum cp_side turn, const char *asked, struct cp_buf *out)
{
    for (cp_str rest = cp_str_from(asked ? asked : ""); rest.len;) {
        cp_str name = cp_caption_name(rest);
        if (name.len)
            put_named(d, turn, name, out);
        else
            cp_buf_putc(out, rest.at[0]);
        rest = cp_str_skip(rest, name.len ? name.len + 2 : 1);
    }
    return cp_str_trim(cp_buf_str(out)).len > 0;
}

/* "Trapper Chess. White to move", and of the last position "Result: 1-0". */
static void put_about(struct drawing *d, enum cp_side turn, struct cp_buf *out)
{
    cp_str result = cp_result_of(d->g);
    bool is_last = d->node ? !d->choice.depth && !d->node->next : !d->g->moves.first;
    cp_buf_put(out, d->run->current.variant->name);
    if (d->view.is_any || d->how->hides_men)
        return;
    cp_buf_puts(out, ". ");
    put_standing(d, turn, out);
    if (is_last && result.len && !cp_str_is(result, "*"))
        cp_buf_printf(out, ". Result: %.*s", CP_FMT(result));
}

/* "(8+5)", as problems are printed: nobody's pieces are not counted. */
static cp_str count_men(const struct drawing *d)
{
    uint32_t of[2] = {0};
    for (uint32_t i = 0; i < d->view.count; i++)
        of[d->view.men[i].side] += !d->view.alphabet->pieces[d->view.men[i].kind].is_neutral;
    return cp_str_printf(d->arena, "(%u+%u)", of[CP_WHITE], of[CP_BLACK]);
}

static void put_words(struct drawing *d, enum cp_side turn)
{
    struct cp_buf title = cp_buf_in(d->arena), caption = cp_buf_in(d->arena);
    struct cp_buf about = cp_buf_in(d->arena), source = cp_buf_in(d->arena);
    put_about(d, turn, &about);
    d->view.about = cp_buf_str(&about);
    cp_str white = cp_player_of(d->g, "White"), black = cp_player_of(d->g, "Black");
    bool has_title = !d->how->title || *d->how->title;
    bool has_caption = !d->how->caption || *d->how->caption;
    if (!put_asked(d, turn, d->how->title, &title) && has_title && (white.len || black.len)) {
        cp_buf_put(&title, white.len ? white : CP_STR("?"));
        cp_buf_puts(&title, d->how->brush == CP_BRUSH_ASCII ? " - " : " \u2013 ");
        cp_buf_put(&title, black.len ? black : CP_STR("?"));
    }
    if (!put_asked(d, turn, d->how->caption, &caption) && has_caption && !d->view.is_any)
        put_move(d, turn, &caption);
    d->view.title = cp_str_trim(cp_buf_str(&title));
    d->view.caption = cp_str_trim(cp_buf_str(&caption));
    (void)put_asked(d, turn, d->how->source, &source);
    d->view.source = cp_str_trim(cp_buf_str(&source));
    if (d->how->counts)
        d->view.tally = count_men(d);
}

/* ---- marks ---- */

/* On a board with edges a mark beyond them is a slip. */
static void report_off_board(struct drawing *d, const struct cp_mark *mark,
                             const struct cp_node *node)
{
    for (; mark; mark = mark->next) {
        struct cp_buf square = cp_buf_in(d->arena);
        if (cp_mark_put_beyond(&square, mark, d->run->ints, &d->view.border))
            cp_diag_report(&d->run->diags, CP_MARK_OFF_BOARD, cp_node_span(d->g, node), "%.*s",
                           CP_FMT(cp_buf_str(&square)));
    }
}

/* Those of the comments on the position. */
static struct cp_marks find_marks(struct drawing *d, bool is_told)
{
    struct cp_marks found = {0};
    const struct cp_node *node = d->node ? d->node : d->g->moves.first;
    for (const struct cp_comment *c = comments(d); c; c = c->next) {
        cp_str wrong;
        enum cp_diag kind = cp_marks_find(&found, d->arena, d->run->ints, c->text, &wrong);
        if (kind != CP_OK && is_told)
            cp_diag_report(&d->run->diags, kind, cp_node_span(d->g, node), "%.*s", CP_FMT(wrong));
    }
    if (is_told)
        report_off_board(d, found.first, node);
    return found;
}

/* Such a page opens somewhere, and shows the marks of all plies, whichever have diagrams. */
static bool plays_games(const struct drawing *d)
{
    return d->page && cp_brush_has_board(d->how->brush);
}

static void check_marks(struct drawing *d)
{
    if (!plays_games(d))
        return;
    cp_arena_bound_beside(d->arena, &d->run->record);
    (void)find_marks(d, true);
    cp_arena_reset(d->arena);
}

/* ---- the last turn ---- */

static cp_track *add_track(struct drawing *d, enum cp_track_kind kind, cp_square from, cp_square to)
{
    if (!d->tracks)
        d->tracks = cp_arena_take(d->g->arena, (CP_SHIFTS_MOST + 2) * sizeof *d->tracks);
    d->view.tracks = d->tracks;
    cp_track *track = &d->tracks[d->view.track_count++];
    *track = (cp_track){.from = cp_play_back(&d->play, from),
                        .to = cp_play_back(&d->play, to),
                        .kind = (uint8_t)kind};
    return track;
}

static void put_tracks(struct drawing *d, const struct cp_ply *e)
{
    cp_shift shifts[CP_SHIFTS_MOST];
    const cp_move *move = e->move;
    uint32_t count = cp_rules_of_law(e->position->law)->shifts(e->position, e->undo, shifts);
    uint32_t others = 0;
    if (move->sep == CP_SEP_LEAD)
        d->from = move->via;
    for (uint32_t i = 0; i < count; i++)
        others += shifts[i].man != move->man;
    for (uint32_t i = 0; i < count; i++) {
        const cp_shift *shift = &shifts[i];
        if (move->is_body)
            add_track(d, CP_TRACK_BODY, shift->from, shift->to);
        if (move->is_body || shift->man == move->man || cp_square_equal(shift->from, shift->to))
            continue;
        cp_track *track = /* a piece that another displaces */
            add_track(d, move->sep == CP_SEP_SWAP ? CP_TRACK_SWAP : CP_TRACK_MOVED, shift->from,
                      shift->to);
        track->piece = e->position->kind[shift->man];
        track->side = e->position->side[shift->man];
    }
    if (move->is_body)
        return;
    /* above the others: the path of the piece that moves, where its two squares do not say all */
    if (move->sep == CP_SEP_LEAD)
        add_track(d, CP_TRACK_LEAD, move->from, move->via);
    else if (move->then)
        add_track(d, CP_TRACK_OWN, move->from, move->via);
    if (move->then && move->sep != CP_SEP_LEAD)
        add_track(d, CP_TRACK_OWN, move->via, move->to);
    else if (!move->then && others && move->sep != CP_SEP_SWAP)
        add_track(d, CP_TRACK_OWN, move->from, move->to);
}

static void put_turn(struct drawing *d, const struct cp_ply *e)
{
    const cp_move *move = e->move;
    d->node = e->node;
    d->ply = e->ply;
    d->from = move->from;
    d->to = move->to;
    if (CP_UNLIKELY(e->fall_count | d->view.fallen_count)) { /* kept until the next move */
        cp_man *men = cp_arena_take_zero(d->g->arena, e->fall_count, sizeof *men);
        for (uint32_t i = 0; i < e->fall_count; i++)
            men[i] = (cp_man){.square = cp_play_back(&d->play, e->position->at[e->falls[i]]),
                              .kind = e->position->kind[e->falls[i]],
                              .side = e->position->side[e->falls[i]]};
        d->view.fallen = men;
        d->view.fallen_count = e->fall_count;
    }
    d->view.track_count = 0;
    if (cp_alphabet_has_steps(d->view.alphabet) || move->is_body)
        put_tracks(d, e);
}

/* ---- the position ---- */

/* Clocks are in turns of a piece's own. */
static void put_men(struct drawing *d, const struct cp_position *p)
{
    struct cp_view *v = &d->view;
    cp_man *men = cp_arena_take(d->arena, ((size_t)p->count + 1) * sizeof *men);
    uint16_t *clocks =
        p->delay ? cp_arena_take_zero(d->arena, (size_t)p->count + 1, sizeof *clocks) : NULL;
    v->count = 0;
    for (uint32_t man = 0; man < p->count && !d->how->hides_men; man++) {
        if (p->gone[man])
            continue;
        if (clocks && cp_trapdoor_left(p, (int32_t)man)) {
            uint32_t clock = cp_trapdoor_turns(p, (int32_t)man) + 1;
            clocks[v->count] = (uint16_t)(clock < UINT16_MAX ? clock : UINT16_MAX);
        }
        men[v->count++] = (cp_man){.square = cp_play_back(&d->play, p->at[man]),
                                   .kind = p->kind[man],
                                   .side = p->side[man]};
    }
    v->men = men;
    v->clocks = clocks;
}

/* Each body by its lower left piece. */
static void put_bodies(struct drawing *d, const struct cp_position *p)
{
    struct cp_view *v = &d->view;
    const struct cp_body_words *words = &p->law->variant->body;
    v->body_count = 0;
    if (!words->exists)
        return;
    cp_body_box *bodies = cp_arena_take_zero(d->arena, (size_t)p->count + 1, sizeof *bodies);
    v->bodies = bodies;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        cp_body body;
        if (p->gone[man] || !cp_body_find(p, man, &body))
            continue;
        cp_square low = cp_play_back(&d->play, p->at[man]);
        cp_square high = {cp_int_add(v->ints, low.file, CP_INT(words->files - 1)),
                          cp_int_add(v->ints, low.rank, CP_INT(words->ranks - 1))};
        bodies[v->body_count++] = (cp_body_box){{low, high}, words->kind, p->side[man]};
    }
}

static void put_kings(struct drawing *d, const struct cp_position *p)
{
    struct cp_view *v = &d->view;
    int32_t king = cp_checked_king(p);
    bool is_check = king != CP_NOBODY;
    v->checked_count = is_check;
    v->checker_count = !is_check ? 0 : p->checks < 2 ? p->checks : 2;
    v->checker_bodies = 0;
    for (uint32_t i = 0; i < v->checker_count; i++) {
        int32_t man = p->checker[i];
        bool is_named = i && man == p->checker[0]; /* as itself: now it is its body */
        bool is_body = p->law->has_bodies && (is_named || !cp_man_attacks(p, man, king));
        d->checkers[i] = cp_play_back(&d->play, p->at[man]);
        v->checker_bodies |= (unsigned)is_body << i;
    }
    if (is_check)
        d->checked = cp_play_back(&d->play, p->at[king]);
    v->king_count = 0;
    if (d->view.is_any || p->next_royal) { /* all there are, where nobody is one by the rules */
        cp_square *kings = cp_arena_take_zero(d->arena, (size_t)p->count + 1, sizeof *kings);
        for (uint32_t man = 0; man < p->count; man++)
            if (!p->gone[man] && p->law->variant->kinds[p->kind[man]].royal)
                kings[v->king_count++] = cp_play_back(&d->play, p->at[man]);
        v->kings = kings;
    }
    for (int side = 0; side < 2 && !p->next_royal; side++)
        if (p->king[side] != CP_NOBODY && !p->gone[p->king[side]])
            d->kings[v->king_count++] = cp_play_back(&d->play, p->at[p->king[side]]);
}

static void put_last(struct drawing *d)
{
    d->view.last_from = cp_play_back(&d->play, d->from);
    d->view.last_to = cp_play_back(&d->play, d->to);
}

/* ---- where pieces may go ---- */

static void add_prey(struct drawing *d, cp_square at)
{
    struct ways *w = &d->ways;
    w->prey = cp_arena_grow(d->arena, w->prey, w->prey_count, &w->prey_room, sizeof *w->prey);
    w->prey[w->prey_count++] = cp_play_back(&d->play, at);
}

/* A piece that leads another stays: the other is marked alone. */
static void add_way(struct drawing *d, const struct cp_position *p, const cp_range *r)
{
    struct ways *w = &d->ways;
    cp_square first = cp_range_square(p->ints, r, r->low);
    if (r->sep == CP_SEP_LEAD) {
        add_prey(d, r->via);
        return;
    }
    w->list = cp_arena_grow(d->arena, w->list, w->count, &w->room, sizeof *w->list);
    w->list[w->count++] = (cp_way){.from = cp_play_back(&d->play, r->from),
                                   .dx = r->dx,
                                   .dy = r->dy,
                                   .low = r->low,
                                   .high = r->high,
                                   .is_endless = r->is_endless,
                                   .primes = r->primes,
                                   .is_attack = w->is_attack,
                                   .side = p->side[r->man]};
    if (r->takes != CP_NOBODY)
        add_prey(d, p->at[r->takes]);
    else if (r->sep && cp_position_get(p, first) != CP_NOBODY)
        add_prey(d, first); /* it is displaced */
}

/* In the words of a list of moves; an ASCII picture has no sign for "without end". */
static void put_way_words(struct drawing *d, struct cp_position *p, int32_t man,
                          const struct cp_ranges *ranges, bool of_body)
{
    struct cp_buf line, *out = &d->ways.words;
    cp_buf_init(&line, d->arena);
    cp_ranges_format(&line, p, man, ranges, of_body, d->view.spelling, d->play.replay.shift);
    cp_buf_puts(out, out->len ? "; " : "");
    cp_buf_puts(out, d->ways.head);
    d->ways.head = "";
    for (cp_str rest = cp_str_trim(cp_buf_str(&line)); rest.len;) {
        bool is_endless = cp_str_starts(rest, CP_STR("\u2026\u221e"));
        bool is_range = cp_str_starts(rest, CP_STR("\u2026"));
        size_t len = 1;
        if (d->how->brush == CP_BRUSH_ASCII && is_range) {
            cp_buf_puts(out, is_endless ? " and on" : "-");
            len = strlen(is_endless ? "\u2026\u221e" : "\u2026");
        } else {
            cp_buf_putc(out, rest.at[0]);
        }
        rest = cp_str_skip(rest, len);
    }
}

void cp_diagrams_report_dots(const struct cp_diagrams *how, struct cp_run *run, uint64_t dots_met)
{
    uint64_t bit = dots_met ? 1 : 0;
    for (const struct cp_dots *dots = how->dots; dots && bit; dots = dots->next, bit <<= 1)
        if (!(dots_met & bit))
            cp_diag_report(&run->own, CP_DOTS_ON_NOTHING, cp_run_span(run), "--%s \"%.*s\"",
                           dots->option, CP_FMT(dots->asked));
}

static void put_attacks(struct drawing *d, struct cp_position *p, int32_t man, bool of_body)
{
    const struct cp_rules *rules = cp_rules_of_law(p->law);
    struct cp_ranges ranges;
    uint32_t before = d->ways.count;
    if (!rules->each_attack)
        return;
    cp_ranges_init(&ranges, d->arena);
    rules->each_attack(p, man, &ranges);
    for (uint32_t i = 0; i < ranges.count; i++)
        if (ranges.list[i].is_body == of_body)
            add_way(d, p, &ranges.list[i]);
    if (d->ways.count == before)
        return;
    put_way_words(d, p, man, &ranges, of_body);
}

/* False: none of that side stands anywhere. */
static bool put_attacks_of_side(struct drawing *d, struct cp_position *p, uint8_t side)
{
    bool any = false;
    d->view.ways_of_side = true;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || p->owner[man] != side)
            continue;
        any = true;
        put_attacks(d, p, man, false);
        if (p->law->has_bodies)
            put_attacks(d, p, man, true);
    }
    return any;
}

/* What is left of an attack along a line when the moves along it are cut off. */
static bool is_beyond_moves(struct cp_ints *t, cp_range *attack, const struct cp_ranges *moves)
{
    for (uint32_t i = 0; i < moves->count; i++) {
        const cp_range *move = &moves->list[i];
        if (move->dx != attack->dx || move->dy != attack->dy || move->primes != attack->primes ||
            cp_int_compare(t, attack->low, move->low) < 0)
            continue;
        if (move->is_endless)
            return false;
        if (cp_int_compare(t, attack->low, move->high) <= 0)
            attack->low = cp_int_add(t, move->high, CP_INT(1));
    }
    return !cp_range_is_empty(t, attack);
}

static void put_captures(struct drawing *d, struct cp_position *p, int32_t man,
                         const struct cp_ranges *moves)
{
    struct cp_ranges attacks;
    uint32_t kept = 0;
    cp_ranges_init(&attacks, d->arena);
    cp_rules_of(p)->each_attack(p, man, &attacks);
    for (uint32_t i = 0; i < attacks.count; i++) {
        if (attacks.list[i].is_body || !is_beyond_moves(p->ints, &attacks.list[i], moves))
            continue;
        add_way(d, p, &attacks.list[i]);
        d->ways.list[d->ways.count - 1].is_prey = true;
        attacks.list[kept++] = attacks.list[i];
    }
    attacks.count = kept;
    d->ways.head = "Takes alone: ";
    if (kept)
        put_way_words(d, p, man, &attacks, false);
}

/* False: no such piece stands there. */
static bool put_ways_of(struct drawing *d, struct cp_position *p, const struct cp_dots *dots)
{
    const struct cp_variant *v = p->law->variant;
    cp_square at = cp_square_shift(p->ints, dots->square, d->play.replay.shift);
    struct cp_position own;
    struct cp_ranges ranges;
    int32_t man = 0;
    cp_body body;
    if (dots->side >= 0) {
        cp_play_set_turn(&own, p, (enum cp_side)dots->side, d->arena);
        return put_attacks_of_side(d, &own, (uint8_t)dots->side);
    }
    while (man < (int32_t)p->count && (p->gone[man] || !cp_square_equal(p->at[man], at)))
        man++;
    if (man == (int32_t)p->count)
        return false;
    uint8_t kind =
        dots->letter.len ? cp_alphabet_find(&v->alphabet, dots->letter, false) : p->kind[man];
    bool of_body = v->body.exists && kind == v->body.kind;
    if (of_body ? !cp_body_find(p, man, &body) : kind != p->kind[man])
        return false;
    cp_play_set_turn(&own, p, (enum cp_side)p->side[man], d->arena);
    man = cp_position_get(&own, p->at[man]);
    cp_ranges_init(&ranges, d->arena);
    if (dots->is_attack) {
        put_attacks(d, &own, man, of_body);
        return true;
    }
    cp_rules_of(&own)->each_move(&own, man, &ranges);
    uint32_t kept = 0; /* a turn passed is no way of its own */
    for (uint32_t i = 0; i < ranges.count; i++)
        if (!ranges.list[i].is_pass)
            ranges.list[kept++] = ranges.list[i];
    ranges.count = kept;
    for (uint32_t i = 0; i < ranges.count; i++)
        if (ranges.list[i].is_body == of_body && !ranges.list[i].is_open &&
            !cp_range_is_empty(own.ints, &ranges.list[i]))
            add_way(d, &own, &ranges.list[i]);
    put_way_words(d, &own, man, &ranges, of_body);
    if (dots->has_captures)
        put_captures(d, &own, man, &ranges);
    return true;
}

static void put_ways(struct drawing *d, struct cp_position *p)
{
    struct cp_view *v = &d->view;
    d->ways = (struct ways){0};
    cp_buf_init(&d->ways.words, d->arena);
    struct cp_buf squares = cp_buf_in(d->arena); /* where nobody stood */
    bool any = false;
    uint64_t bit = 1;
    d->ways.head = "Moves: ";
    for (const struct cp_dots *dots = d->how->dots; dots; dots = dots->next, bit <<= 1) {
        if (dots->is_attack && !d->ways.is_attack) { /* they come after all others */
            d->ways.is_attack = true;
            d->ways.head = "Attacks: ";
        }
        if (put_ways_of(d, p, dots)) {
            *d->dots_met |= bit;
            any = true;
        } else {
            cp_buf_puts(&squares, squares.len ? ", " : "");
            cp_buf_put(&squares, dots->asked);
        }
    }
    if (!any) /* of several, each may be of another game: only that all are missing is told here */
        cp_diag_report(&d->run->diags, CP_DOTS_ON_NOTHING, cp_node_span(d->g, d->node), "%.*s",
                       CP_FMT(cp_buf_str(&squares)));
    v->ways = d->ways.list;
    v->way_count = d->ways.count;
    v->prey = d->ways.prey;
    v->prey_count = d->ways.prey_count;
    v->way_words = cp_buf_str(&d->ways.words);
}

/* ---- pictures ---- */

/* The page has title and caption. */
static void paint_for_page(struct drawing *d, const struct cp_scene *scene, cp_str place)
{
    const struct cp_page_pen *pen = d->page->pen;
    bool has_picture = pen->pictures && d->how->has_files;
    struct cp_page_figure figure = {.caption =
                                        d->view.caption.len ? d->view.caption : CP_STR("Diagram"),
                                    .is_of_main_line = !d->choice.depth,
                                    .opens = d->is_opening,
                                    .place = place};
    struct cp_buf picture = cp_buf_in(d->arena), diagram = cp_buf_in(d->arena);
    if (!d->page->title.len)
        d->page->title = cp_str_keep(d->g->arena, d->view.title);
    if (!d->choice.depth)
        d->page->window = d->view.mode == CP_WINDOW_AUTO ? scene->panels[0].box : d->view.window;
    d->view.title = d->view.caption = (cp_str){0};
    cp_svg_paint_part(&figure.part, scene, &d->how->style, d->arena);
    if (has_picture)
        cp_svg_paint(&picture, scene, &d->how->style);
    if (pen->has_diagrams && (!has_picture || pen->takes_pdf)) /* which may be missing */
        cp_ascii_paint(&diagram, scene, false);
    figure.picture = cp_buf_str(&picture);
    figure.diagram = cp_buf_str(&diagram);
    cp_page_add_figure(d->page, &figure, d->node);
}

/* What is drawn, for a page, an animation or a sheet, or as a picture alone. */
static void paint(struct drawing *d, const struct cp_scene *scene)
{
    const struct cp_diagrams *how = d->how;
    struct cp_arena *arena = d->g->arena;
    struct cp_buf place = cp_buf_in(d->arena), text = cp_buf_in(d->arena);
    cp_choice_put_place(&d->choice, &place);
    if (d->page)
        paint_for_page(d, scene, cp_buf_str(&place));
    if (how->brush == CP_BRUSH_ANIMATION) { /* in the game's arena, until all are there */
        struct cp_svg_part part;
        cp_svg_paint_part(&part, scene, &how->style, d->arena);
        d->parts = cp_arena_grow(arena, d->parts, d->part_count, &d->part_room, sizeof *d->parts);
        part.body = cp_str_keep(arena, part.body);
        part.definitions = cp_str_keep(arena, part.definitions);
        part.description = cp_str_keep(arena, part.description);
        d->parts[d->part_count++] = part;
        if (!d->animation_title.len)
            d->animation_title = cp_str_keep(arena, d->view.title);
    }
    if (d->page || how->brush == CP_BRUSH_ANIMATION)
        return;
    struct cp_buf picture = cp_buf_in(d->arena);
    cp_buf_grow(&picture, PICTURE);
    if (how->sheet_columns) { /* which has the title */
        struct cp_svg_style style = cp_sheet_style(&how->style, how->sheet_columns);
        struct cp_sheet_picture packed = {.title = d->view.title};
        d->view.title = (cp_str){0};
        if (how->brush == CP_BRUSH_SVG)
            cp_svg_paint_part(&packed.svg, scene, &style, d->arena);
        else
            cp_ascii_paint(&text, scene, how->brush == CP_BRUSH_UNICODE);
        packed.text = cp_buf_str(&text);
        cp_sheet_picture_pack(&picture, &packed);
    } else if (how->brush == CP_BRUSH_SVG) {
        cp_svg_paint(&picture, scene, &how->style);
    } else {
        cp_ascii_paint(&picture, scene, how->brush == CP_BRUSH_UNICODE);
    }
    d->take(d->take_data, d->run, cp_buf_str(&place), cp_buf_str(&picture));
}

static void draw(struct drawing *d, struct cp_position *p)
{
    struct cp_scene scene;
    cp_arena_bound_beside(d->arena, &d->run->record); /* which has grown since */
    struct cp_view *v = &d->view;
    put_men(d, p);
    if (!d->how->hides_men) {
        put_bodies(d, p);
        put_kings(d, p);
    }
    v->has_last = d->node && !d->how->hides_last;
    v->track_count = v->has_last ? v->track_count : 0;
    v->turn = (uint8_t)p->turn;
    if (v->has_last)
        put_last(d);
    bool is_text = d->how->brush == CP_BRUSH_ASCII || d->how->brush == CP_BRUSH_UNICODE;
    bool is_said = !is_text || !d->node || d->how->caption || d->how->title || d->how->source;
    d->outcome = v->is_any || !is_said ? CP_OUTCOME_NONE : outcome_of(d, p);
    put_words(d, p->turn);
    struct cp_marks found = find_marks(d, !plays_games(d));
    if (found.last)
        found.last->next = d->how->marks.first;
    v->marks = found.first ? found.first : d->how->marks.first;
    if (d->how->dots)
        put_ways(d, p);
    if (cp_scene_make(&scene, v, d->arena, &d->run->diags, cp_run_span(d->run)))
        paint(d, &scene);
    cp_arena_reset(d->arena);
}

static void begin_game(void *data, struct cp_position *p)
{
    struct drawing *d = data;
    if (d->page)
        cp_page_begin(d->page, p);
    check_marks(d);
    d->is_opening = plays_games(d) && cp_choice_has_start(&d->opens);
    if (cp_choice_has_start(&d->choice))
        draw(d, p);
}

static void before_move(void *data, const struct cp_ply *e)
{
    struct drawing *d = data;
    cp_page_before(d->page, e);
}

static void after_move(void *data, const struct cp_ply *e)
{
    struct drawing *d = data;
    put_turn(d, e);
    if (d->page) {
        put_last(d);
        cp_page_after(d->page, e);
    }
    check_marks(d);
    d->is_opening = plays_games(d) && cp_choice_has(&d->opens, e);
    if (cp_choice_has(&d->choice, e))
        draw(d, e->position);
}

/* After its variations the main line goes on from here. */
static void move_again(void *data, const struct cp_ply *e)
{
    put_turn(data, e);
}

/* The last legal position is the last there is. */
static void refused_move(void *data, const struct cp_ply *e, const struct cp_resolution *why)
{
    struct drawing *d = data;
    d->is_opening = plays_games(d) && cp_choice_has_before(&d->opens, e);
    if (cp_choice_has_before(&d->choice, e))
        draw(d, e->position);
    if (d->page)
        cp_page_refused(d->page, e, why->why);
}

/* ---- a game ---- */

/* What stays the same for all pictures of the game. */
static void put_board(struct drawing *d, const struct cp_variant *variant)
{
    cp_square *traps = cp_arena_take(d->g->arena, (size_t)variant->trap_count * sizeof *traps);
    for (uint32_t i = 0; i < variant->trap_count; i++)
        traps[i] = cp_play_back(&d->play, variant->traps[i]);
    struct cp_view *v = &d->view;
    *v = d->how->view;
    v->ints = d->run->ints;
    v->alphabet = &variant->alphabet;
    v->bounded = variant->bounded;
    v->has_signs = d->how->brush != CP_BRUSH_ASCII && d->how->brush != CP_BRUSH_UNICODE;
    v->traps = traps;
    v->trap_count = variant->trap_count;
    v->has_origin_mark = variant->has_origin_mark && !d->how->hides_origin;
    v->origin_mark = cp_play_back(&d->play, variant->origin_mark);
    v->names = cp_arena_take(d->g->arena, CP_FAR_NAMES * sizeof *v->names);
    for (size_t i = 0; i < CP_FAR_NAMES; i++)
        v->names[i].len = 0;
    v->checked = &d->checked;
    v->checkers = d->checkers;
    v->kings = d->kings;
    if (v->mode != CP_WINDOW_ASKED) {
        v->window = (cp_box){cp_play_back(&d->play, variant->window[0]),
                             cp_play_back(&d->play, variant->window[1])};
        if (d->g->start.len) /* which is not the variant's own */
            v->mode = CP_WINDOW_AUTO;
    }
    if (cp_variant_border(variant, &v->border))
        cp_border_shift(&v->border, d->run->ints, d->play.back);
}

/* As its first move is written, or where there is none the first square of its start. */
static enum cp_spelling spelling_of(const struct drawing *d)
{
    cp_str start = d->g->start;
    const char *open = start.len ? memchr(start.at, '(', start.len) : NULL;
    if (d->g->moves.first || !open)
        return cp_play_spelling(&d->play);
    if (cp_icn_is_start(start)) /* (8|1) is where pawns promote */
        return CP_NUMERIC;
    cp_str square = cp_str_skip(start, (size_t)(open - start.at));
    square = cp_scan_until(&square, ')');
    return memchr(square.at, ',', square.len) ? CP_NUMERIC : CP_LETTER;
}

/* Squares are written as the game writes them, and so are its edges unless they are asked for. */
static void put_spelling(struct drawing *d)
{
    const struct cp_diagrams *how = d->how;
    struct cp_view *v = &d->view;
    v->spelling = spelling_of(d);
    if (!how->has_axes)
        v->axes = v->spelling == CP_NUMERIC ? CP_AXES_NUMBERS : CP_AXES_LETTERS;
    if (how->brush == CP_BRUSH_ASCII && v->spelling == CP_LETTER)
        v->spelling = CP_LETTER_ASCII;
    /* letters name squares of the default frame alone: copied from the page of a game that
     * has another, they would be read as other squares */
    if (cp_brush_has_board(how->brush) && v->spelling == CP_LETTER &&
        cp_play_is_shifted(&d->play)) {
        v->spelling = CP_NUMERIC;
        v->axes = CP_AXES_NUMBERS;
    }
}

/* Each square that something came to stand on. */
static void gather_turn(void *data, const struct cp_ply *e)
{
    struct drawing *d = data;
    const cp_move *move = e->move;
    bool is_plain = !move->is_body && !cp_alphabet_has_steps(d->view.alphabet);
    cp_shift shifts[CP_SHIFTS_MOST] = {{.to = move->to}, {.to = move->rook_to}};
    uint32_t count = move->rook != CP_NOBODY ? 2 : 1;
    if (!is_plain)
        count = cp_rules_of_law(e->position->law)->shifts(e->position, e->undo, shifts);
    for (uint32_t i = 0; i < count; i++)
        if (!shifts[i].leaves && (is_plain || !cp_square_equal(shifts[i].from, shifts[i].to))) {
            cp_square_format(d->run->ints, &d->entered, shifts[i].to, CP_NUMERIC);
            cp_buf_putc(&d->entered, '\n');
        }
}

static void gather(struct drawing *d)
{
    cp_arena_bound_beside(d->arena, &d->run->record);
    d->entered = cp_buf_in(d->arena);
    cp_pages_put_packed(&d->entered, d->run->current.variant->id);
    d->play.replay.skip_variations = d->play.replay.skip_draws = true;
    cp_play_run(&d->play, (struct cp_listener){.data = d, .after = gather_turn});
    d->take(d->take_data, d->run, CP_STR(""), cp_buf_str(&d->entered));
    cp_arena_reset(d->arena);
}

static void play(struct drawing *d)
{
    struct cp_listener listener = {.data = d,
                                   .begin = begin_game,
                                   .before = d->page ? before_move : NULL,
                                   .after = after_move,
                                   .refused = refused_move,
                                   .again = move_again,
                                   .looks_back = d->page != NULL};
    const struct cp_verdict *v = &d->play.verdict;
    d->play.replay.skip_variations = !d->choice.enters_variations && !d->page;
    d->play.replay.skip_draws = true;
    cp_play_run(&d->play, listener);
    if (!v->start_fault && !v->first_bad)
        cp_choice_report_missing(&d->choice, d->run, v->plies);
}

const struct cp_page_pen *cp_brush_pen(enum cp_brush brush)
{
    return brush == CP_BRUSH_HTML       ? &cp_page_html
           : brush == CP_BRUSH_JSON     ? &cp_page_element
           : brush == CP_BRUSH_MARKDOWN ? &cp_page_markdown
           : brush == CP_BRUSH_LATEX    ? &cp_page_latex
                                        : NULL;
}

bool cp_brush_has_board(enum cp_brush brush)
{
    const struct cp_page_pen *pen = cp_brush_pen(brush);
    return pen && pen->has_data;
}

void cp_diagrams_draw(const struct cp_diagrams *how, struct cp_run *run, struct cp_game *g,
                      cp_take_picture take, void *data, uint64_t *dots_met)
{
    struct drawing d = {.how = how,
                        .run = run,
                        .g = g,
                        .take = take,
                        .take_data = data,
                        .arena = &run->picture,
                        .dots_met = dots_met};
    struct cp_node *first = g->moves.first;
    if (how->view.is_any && first) { /* comments before the first move are about the start */
        cp_diag_report(&run->diags, CP_MOVES_NOT_PLAYED, cp_node_span(g, first), "%.*s",
                       CP_FMT(first->text));
        g->moves = (struct cp_line){.end = first->notes ? first->notes->before : NULL};
    }
    if (!cp_play_prepare(&d.play, run, g))
        return;
    cp_choice_init(&d.choice, &how->plies, g);
    if (cp_brush_has_board(how->brush))
        cp_choice_init(&d.opens, &how->opens, g);
    const struct cp_variant *variant = d.play.replay.law->variant;
    const struct cp_language *asked = how->letters;
    if (!asked && how->brush == CP_BRUSH_MARKDOWN) /* as it has them in its text */
        asked = &cp_figurines;
    d.letters = asked ? cp_letters_of(run, g, variant, asked) : NULL;
    put_board(&d, variant);
    put_spelling(&d);
    if (how->gathers) {
        gather(&d);
        return;
    }
    report_off_board(&d, how->marks.first, NULL); /* once, for all pictures */
    if (cp_brush_pen(how->brush)) {
        d.page = cp_arena_take_zero(g->arena, 1, sizeof *d.page);
        *d.page = (struct cp_page){.play = &d.play,
                                   .view = &d.view,
                                   .style = &how->style,
                                   .pen = cp_brush_pen(how->brush),
                                   .game = g,
                                   .arena = g->arena,
                                   .letters = how->letters ? d.letters : NULL,
                                   .marks = how->marks.first};
    }
    struct cp_position p;
    if (!how->view.is_any) {
        play(&d);
    } else if (cp_play_set_up(&d.play, &p)) {
        begin_game(&d, &p);
        cp_choice_report_missing(&d.choice, run, 0);
    }
    if (!d.page && !d.part_count)
        return;
    cp_arena_bound_beside(d.arena, &run->record);
    struct cp_buf whole = cp_buf_in(d.arena);
    if (d.page && d.page->turn_count)
        cp_page_pack(d.page, &whole);
    else if (d.part_count)
        cp_animation_paint(&whole, d.parts, (uint32_t)d.part_count, d.animation_title, &how->style);
    if (whole.len)
        take(data, run, CP_STR(""), cp_buf_str(&whole));
    cp_arena_reset(d.arena);
}
