/* SPDX-License-Identifier: MIT */
/* annotate.c -- a listener of the replay. What it adds before is taken out first,
 * so adding twice is adding once. Remarks go behind what else stands there, in
 * one order. */
#include "annotate/annotate.h"

#include "annotate/openings.h"
#include "game/game.h"
#include "rules/chess/turn.h"
#include "text/starts/start.h"

struct annotator {
    struct cp_play play;
    unsigned adds;
    struct cp_ranges ranges;   /* work space */
    struct cp_buf text;        /* of a remark; work space */
    struct cp_speaker speaker; /* its words about squares */
    struct cp_position *p;
    const struct cp_ply *ply;                /* the move just played; NULL: the game begins */
    const struct cp_opening_table *openings; /* NULL: nobody asks, or there are none */
    const struct cp_opening *opening;        /* the last that was named, and where */
    struct cp_node *named;
};

/* ---- marks ---- */

/* Whether a capture is written 'x' rather than ':' or whatever people write; an
 * x in parentheses is a file. */
static bool has_cross(cp_str text)
{
    int depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        depth += (text.at[i] == '(') - (text.at[i] == ')');
        if (text.at[i] == 'x' && !depth)
            return true;
    }
    return false;
}

/* Whether a mark is written "+" or "#" rather than "++", "ch" or "mate". */
static bool ends_in(cp_str text, uint8_t check)
{
    char last = text.len ? text.at[text.len - 1] : 0;
    char other = text.len > 1 ? text.at[text.len - 2] : 0;
    if (check == CP_MARK_NONE)
        return true;
    return check == CP_MARK_MATE ? last == '#' : last == '+' && other != '+';
}

/* A wrong mark of check goes, also where an engine's move has no place for the right one. */
static void correct_marks(const struct annotator *a, const struct cp_ply *ply)
{
    struct cp_node *node = ply->node;
    cp_written w = node->move;
    bool is_right = true, is_engines = cp_written_is_engines(&w);
    if ((a->adds & CP_ANNOTATION_CAPTURE) && !is_engines) {
        if (ply->move->taken != CP_NOBODY)
            w.sep = CP_SEP_TAKE;
        else if (w.sep == CP_SEP_TAKE) /* a destination without its origin needs no '-' in front */
            w.sep = w.has & CP_HAS_FROM ? CP_SEP_MOVE : CP_SEP_NONE;
        is_right = w.sep == node->move.sep && (w.sep != CP_SEP_TAKE || has_cross(node->text));
    }
    if ((a->adds & CP_ANNOTATION_CHECK) && !(is_engines && w.check == CP_MARK_NONE)) {
        w.check = (uint8_t)cp_check_mark_of(ply->position, ply->outcome);
        is_right = is_right && w.check == node->move.check && ends_in(node->text, w.check);
    }
    if (is_right)
        return;
    if (w.has & CP_IS_FUSED) { /* its digits were split by the rules: now they can be written */
        w.to = cp_play_back(&a->play, ply->move->to);
        w.has = (uint16_t)((w.has & ~CP_IS_FUSED) | CP_HAS_TO);
    }
    struct cp_buf text = cp_buf_in(a->play.game->arena);
    cp_written_format(a->play.run->ints, &text, &a->play.run->current.variant->alphabet, &w,
                      w.spelling);
    node->move = w;
    node->text = cp_buf_str(&text);
}

/* ---- remarks ----
 * Each puts its text; false: there is nothing to write. */

enum { REMOTE_BEYOND = 10, TOLD_MOST = 16 };

void cp_remark_repetition(struct cp_buf *out, uint32_t times, uint32_t first)
{
    cp_buf_printf(out, "[%%rep %u %s time this position: first ", times,
                  times == 3 ? "third" : "fifth");
    if (first)
        cp_buf_printf(out, "after ply %u]", first);
    else
        cp_buf_puts(out, "at the start]");
}

static bool put_repetition(struct annotator *a)
{
    if (!a->ply || (a->ply->seen != 3 && a->ply->seen != 5))
        return false;
    cp_remark_repetition(&a->text, a->ply->seen, a->ply->seen_first);
    return true;
}

/* ---- material ---- */

/* " Q, 2 P", as many of each kind as counts says. */
static bool put_counts(struct cp_buf *out, const struct cp_alphabet *a, const int32_t *counts,
                       int sign)
{
    const char *between = " ";
    for (uint8_t kind = 0; kind < a->count; kind++) {
        int32_t count = counts[kind] * sign;
        if (count <= 0)
            continue;
        cp_buf_puts(out, between);
        if (count > 1) {
            cp_buf_put_int(out, count);
            cp_buf_putc(out, ' ');
        }
        cp_buf_put(out, cp_alphabet_letter(a, kind));
        between = ", ";
    }
    return between[0] == ',';
}

/* What each side has that the other has not. */
static void put_balance(struct cp_buf *out, const struct cp_alphabet *a, const int32_t *balance)
{
    static const char *const sides[] = {"White has", "Black has"};
    bool any = false;
    for (int side = 0; side < 2; side++) {
        size_t before = out->len;
        cp_buf_puts(out, any ? "; " : "");
        cp_buf_puts(out, sides[side]);
        if (put_counts(out, a, balance, side == CP_WHITE ? 1 : -1)) {
            cp_buf_puts(out, " more");
            any = true;
        } else {
            out->len = before;
        }
    }
    cp_buf_puts(out, any ? "" : "level");
}

/* Where either side may lose pieces to either, all that each has. */
static bool put_material(struct annotator *a)
{
    const struct cp_position *p = a->p;
    const struct cp_alphabet *words = a->speaker.alphabet;
    int32_t counts[2][CP_KINDS_MOST];
    const struct cp_ply *ply = a->ply; /* it is worth telling where it changes, and at the end */
    if (ply ? ply->move->taken == CP_NOBODY && ply->move->promotion == CP_NO_KIND &&
                  !ply->fall_count && (ply->depth || ply->node->next)
            : a->play.game->moves.first != NULL)
        return false;
    for (int side = 0; side < 2; side++)
        memset(counts[side], 0, words->count * sizeof counts[side][0]);
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && p->owner[man] != CP_NO_SIDE)
            counts[p->side[man]][p->kind[man]]++;
    cp_buf_puts(&a->text, "[%mat ");
    if (words->counts_both) {
        cp_buf_puts(&a->text, "White");
        cp_buf_puts(&a->text, put_counts(&a->text, words, counts[CP_WHITE], 1) ? "" : " nothing");
        cp_buf_puts(&a->text, "; Black");
        cp_buf_puts(&a->text, put_counts(&a->text, words, counts[CP_BLACK], 1) ? "" : " nothing");
    } else {
        for (uint32_t kind = 0; kind < words->count; kind++)
            counts[CP_WHITE][kind] -= counts[CP_BLACK][kind];
        put_balance(&a->text, words, counts[CP_WHITE]);
    }
    cp_buf_putc(&a->text, ']');
    return true;
}

/* ---- remote pieces ---- */

static bool is_beyond(struct cp_ints *t, cp_int at, cp_int low, cp_int high)
{
    return cp_int_compare(t, at, cp_int_sub(t, low, CP_INT(REMOTE_BEYOND))) < 0 ||
           cp_int_compare(t, at, cp_int_add(t, high, CP_INT(REMOTE_BEYOND))) > 0;
}

/* Whether a piece stands farther from the variant's diagram than a diagram reaches:
 * more than ten files or ranks outside it. */
static bool is_remote(const struct cp_position *p, int32_t man)
{
    const struct cp_variant *v = p->law->variant;
    cp_square at = p->at[man];
    return is_beyond(p->ints, at.file, v->window[0].file, v->window[1].file) ||
           is_beyond(p->ints, at.rank, v->window[0].rank, v->window[1].rank);
}

/* By rank, then file. */
static bool stands_before(const struct cp_position *p, int32_t a, int32_t b)
{
    int ranks = cp_int_compare(p->ints, p->at[a].rank, p->at[b].rank);
    return ranks ? ranks < 0 : cp_int_compare(p->ints, p->at[a].file, p->at[b].file) < 0;
}

/* The first pieces that are wanted, in their order; returns how many there are in all. */
static uint32_t find_first(const struct cp_position *p, int32_t men[TOLD_MOST],
                           bool (*wants)(const struct cp_position *, int32_t),
                           bool (*is_before)(const struct cp_position *, int32_t, int32_t))
{
    uint32_t count = 0;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || !wants(p, man))
            continue;
        uint32_t place = count < TOLD_MOST ? count : TOLD_MOST;
        count++;
        for (; place > 0 && is_before(p, man, men[place - 1]); place--)
            if (place < TOLD_MOST)
                men[place] = men[place - 1];
        if (place < TOLD_MOST)
            men[place] = man;
    }
    return count;
}

/* "white rook (1000,4)". A user's variant may name a piece as it likes; the comment
 * and the command must not end there. */
static void put_man(struct annotator *a, int32_t man)
{
    cp_str name = a->speaker.alphabet->pieces[a->p->kind[man]].name;
    cp_buf_puts(&a->text, a->p->owner[man] == CP_NO_SIDE ? ""
                          : a->p->side[man] == CP_WHITE  ? "white "
                                                         : "black ");
    for (size_t i = 0; i < name.len; i++)
        cp_buf_putc(&a->text, strchr("[]{}", name.at[i]) ? '_' : name.at[i]);
    cp_buf_putc(&a->text, ' ');
    cp_speak_square(&a->speaker, a->p->at[man]);
}

/* The first of them by name; of those on a clock, how many turns each has left. */
static void put_men(struct annotator *a, const int32_t *men, uint32_t count, bool has_clocks)
{
    for (uint32_t i = 0; i < count && i < TOLD_MOST; i++) {
        cp_buf_puts(&a->text, i ? ", " : "");
        put_man(a, men[i]);
        if (has_clocks)
            cp_buf_printf(&a->text, " %u", cp_trapdoor_turns(a->p, men[i]));
    }
    if (count > TOLD_MOST)
        cp_buf_printf(&a->text, " and %u more", count - TOLD_MOST);
    cp_buf_putc(&a->text, ']');
}

static bool put_remote(struct annotator *a)
{
    int32_t men[TOLD_MOST];
    if (a->ply && !is_remote(a->p, a->ply->move->man))
        return false;
    uint32_t count = find_first(a->p, men, is_remote, stands_before);
    cp_buf_puts(&a->text, "[%remote ");
    put_men(a, men, count, false);
    return count > 0;
}

/* ---- trapdoors ---- */

static bool is_on_clock(const struct cp_position *p, int32_t man)
{
    return cp_trapdoor_left(p, man) > 0;
}

static bool falls_before(const struct cp_position *p, int32_t a, int32_t b)
{
    if (p->falls_at[a] != p->falls_at[b])
        return p->falls_at[a] < p->falls_at[b];
    return stands_before(p, a, b);
}

static bool put_clocks(struct annotator *a)
{
    int32_t men[TOLD_MOST];
    uint32_t count = a->p->delay ? find_first(a->p, men, is_on_clock, falls_before) : 0;
    cp_buf_puts(&a->text, "[%trap ");
    put_men(a, men, count, true);
    return count > 0;
}

/* ---- what may not be moved back, and how many moves there are ---- */

static bool put_ko(struct annotator *a)
{
    cp_before befores[CP_TRACES_MOST];
    if (a->ply && a->ply->outcome != CP_OUTCOME_NONE)
        return false;
    uint32_t count = cp_position_recall(a->p, befores);
    for (uint32_t i = 0; i < count; i++) {
        cp_buf_puts(&a->text, i ? ", " : "[%ko ");
        put_man(a, cp_position_get(a->p, befores[i].now));
        cp_buf_puts(&a->text, " not to ");
        cp_speak_square(&a->speaker, befores[i].then);
    }
    cp_buf_putc(&a->text, ']');
    return count > 0;
}

static bool put_legal_count(struct annotator *a)
{
    struct cp_move_count count;
    cp_moves_count(&count, a->p, &a->ranges);
    cp_buf_puts(&a->text, "[%legal ");
    cp_move_count_format(&a->text, a->p->ints, &count);
    cp_buf_putc(&a->text, ']');
    return true;
}

/* ---- the opening ---- */

/* A tag that says nothing is filled; one that does stays. */
static void set_tag(struct cp_game *g, const char *name, cp_str value)
{
    struct cp_tag *tag = cp_game_find_tag(g, name);
    if (!value.len)
        return;
    if (!tag)
        cp_game_add_tag(g, cp_str_from(name), value, 0, 0);
    else if (!tag->value.len || cp_str_equal(tag->value, CP_STR("?")) ||
             cp_str_equal(tag->value, CP_STR("-")))
        tag->value = value;
}

/* Of a user's table as it likes: the comment and the command must not end there. */
static void put_opening(struct cp_buf *out, const struct cp_opening *o)
{
    cp_buf_puts(out, "[%opening ");
    cp_buf_put(out, o->eco);
    cp_buf_puts(out, o->eco.len ? " " : "");
    for (size_t i = 0; i < o->name.len; i++)
        cp_buf_putc(out, strchr("[]{}", o->name.at[i]) ? '_' : o->name.at[i]);
    cp_buf_putc(out, ']');
}

static void add_opening(struct annotator *a)
{
    struct cp_game *g = a->play.game;
    if (!a->opening)
        return;
    if (a->adds & CP_ANNOTATION_OPENING) {
        set_tag(g, "ECO", a->opening->eco);
        set_tag(g, "Opening", a->opening->name);
    }
    if (a->adds & CP_ANNOTATION_OPENING_REMARK) {
        cp_buf_reset(&a->text);
        put_opening(&a->text, a->opening);
        cp_comment_add(g, &cp_node_notes(g, a->named)->after,
                       cp_str_keep(g->arena, cp_buf_str(&a->text)), CP_BRACED);
    }
}

/* ---- all of them ---- */

/* In the order in which they stand; what is added again is taken out before. */
static const struct {
    unsigned kind;
    bool (*put)(struct annotator *);
} remarks[] = {
    {CP_ANNOTATION_REPETITION, put_repetition}, {CP_ANNOTATION_MATERIAL, put_material},
    {CP_ANNOTATION_REMOTE, put_remote},         {CP_ANNOTATION_LEGAL_COUNT, put_legal_count},
    {CP_ANNOTATION_TRAPDOORS, put_clocks},      {CP_ANNOTATION_KO, put_ko},
};
enum { REMARKS = sizeof remarks / sizeof *remarks };

/* Behind the move just played; what is true before the first move stands before it. */
static struct cp_comment **place(struct annotator *a, struct cp_node *node)
{
    if (!node)
        return &a->play.game->moves.end;
    struct cp_notes *notes = cp_node_notes(a->play.game, node);
    return a->ply ? &notes->after : &notes->before;
}

static void add_remarks(struct annotator *a, struct cp_node *node)
{
    struct cp_game *g = a->play.game;
    a->speaker.spelling = node && node->is_read ? node->move.spelling : a->speaker.alphabet->native;
    for (size_t i = 0; i < REMARKS; i++) {
        cp_buf_reset(&a->text);
        if ((a->adds & remarks[i].kind) && remarks[i].put(a))
            cp_comment_add(g, place(a, node), cp_str_keep(g->arena, cp_buf_str(&a->text)),
                           CP_BRACED);
    }
}

static void after_move(void *data, const struct cp_ply *ply)
{
    struct annotator *a = data;
    a->p = ply->position;
    a->ply = ply;
    if (a->adds & (CP_ANNOTATION_CHECK | CP_ANNOTATION_CAPTURE))
        correct_marks(a, ply);
    if ((a->adds & CP_ANNOTATION_FALLS) && (ply->fall_mark || ply->fall_count))
        cp_falls_write(a->play.game, ply->node, ply->position, a->play.replay.shift, ply->falls,
                       ply->fall_count);
    if (a->adds & CP_ANNOTATIONS_REPLACED)
        add_remarks(a, ply->node);
    const struct cp_opening *opening =
        a->openings && !ply->depth ? cp_opening_of(a->openings, ply->position) : NULL;
    if (opening) {
        a->opening = opening;
        a->named = ply->node;
    }
}

static void at_start(void *data, struct cp_position *p)
{
    struct annotator *a = data;
    a->p = p;
    a->ply = NULL;
    add_remarks(a, a->play.game->moves.first);
}

void cp_game_annotate(struct cp_run *run, struct cp_game *g, unsigned adds,
                      struct cp_openings *openings)
{
    struct annotator a = {.adds = adds};
    struct cp_listener listener = {.begin = at_start, .after = after_move};
    if (adds & CP_ANNOTATIONS_REPLACED)
        cp_strip_apply(g, adds & CP_ANNOTATIONS_REPLACED);
    if (!cp_play_prepare(&a.play, run, g))
        return;
    cp_buf_init(&a.text, &run->record);
    cp_ranges_init(&a.ranges, &run->record);
    a.speaker = (struct cp_speaker){.out = &a.text,
                                    .ints = run->ints,
                                    .alphabet = &run->current.variant->alphabet,
                                    .back = a.play.back};
    a.play.corrects_falls = adds & CP_ANNOTATION_FALLS;
    a.play.replay.skip_draws = !(adds & CP_ANNOTATION_REPETITION);
    if (adds & (CP_ANNOTATION_OPENING | CP_ANNOTATION_OPENING_REMARK))
        a.openings = cp_openings_find(openings, run);
    cp_play_run(&a.play, listener);
    add_opening(&a);
}

/* ---- numbers ---- */

void cp_remark_move(struct cp_buf *out, uint64_t before)
{
    cp_buf_printf(out, "[%%move %ju%s]", (uintmax_t)(before / 2 + 1), before % 2 ? "..." : ".");
}

void cp_game_number(struct cp_game *g, enum cp_numbering style)
{
    uint64_t before = cp_game_plies_before(g);
    cp_strip_apply(g, CP_ANNOTATION_NUMBERS);
    struct cp_walk walk = cp_walk_of(g->arena, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        struct cp_buf text = cp_buf_in(g->arena);
        if (style == CP_NUMBER_PLIES)
            cp_buf_printf(&text, "[%%ply %u]", walk.ply);
        else
            cp_remark_move(&text, before + walk.ply - 1);
        cp_comment_add(g, &cp_node_notes(g, node)->after, cp_buf_str(&text), CP_BRACED);
    }
}
