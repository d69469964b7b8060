/* SPDX-License-Identifier: MIT */
/* annotate.c -- a listener of the replay. What it adds before is taken out first,
 * so adding twice is adding once. Remarks go behind what else stands there, in
 * one order. */
#include "tool/annotate.h"

#include "game/annotation.h"
#include "game/game.h"
#include "rules/chess/turn.h"
#include "text/start.h"

/* ---- what remarks are: repetition ---- */

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

/* ---- material ---- */

/* "White has Q, 2 P more"; false when it has nothing more of any kind. */
static bool put_surplus(struct cp_buf *out, const struct cp_alphabet *a, const int64_t *balance,
                        enum cp_side side)
{
    const char *between = side == CP_WHITE ? "White has " : "Black has ";
    bool any = false;
    for (uint8_t kind = 0; kind < a->count; kind++) {
        int64_t more = side == CP_WHITE ? balance[kind] : -balance[kind];
        if (more <= 0)
            continue;
        cp_buf_puts(out, between);
        if (more > 1) {
            cp_buf_put_int(out, more);
            cp_buf_putc(out, ' ');
        }
        cp_buf_put(out, cp_alphabet_letter(a, kind));
        between = ", ";
        any = true;
    }
    if (any)
        cp_buf_puts(out, " more");
    return any;
}

/* "White K, 11 M, 5 P" */
static void put_army(struct cp_buf *out, const struct cp_position *p, enum cp_side side)
{
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    uint32_t men[CP_KINDS_MOST] = {0};
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && p->side[man] == side)
            men[p->kind[man]]++;
    cp_buf_puts(out, side == CP_WHITE ? "White" : "Black");
    const char *between = " ";
    for (uint8_t kind = 0; kind < a->count; kind++) {
        if (!men[kind])
            continue;
        cp_buf_puts(out, between);
        if (men[kind] > 1)
            cp_buf_printf(out, "%u ", men[kind]);
        cp_buf_put(out, cp_alphabet_letter(a, kind));
        between = ", ";
    }
    cp_buf_puts(out, between[0] == ' ' ? " nobody" : "");
}

static void put_material(struct cp_buf *out, const struct cp_position *p)
{
    if (p->law->variant->alphabet.counts_both) {
        cp_buf_puts(out, "[%mat ");
        put_army(out, p, CP_WHITE);
        cp_buf_puts(out, "; ");
        put_army(out, p, CP_BLACK);
        cp_buf_putc(out, ']');
        return;
    }
    const struct cp_alphabet *a = &p->law->variant->alphabet;
    int64_t balance[CP_KINDS_MOST] = {0};
    bool black_has = false;
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man])
            balance[p->kind[man]] += p->side[man] == CP_WHITE ? 1 : -1;
    for (uint32_t kind = 0; kind < a->count; kind++)
        black_has |= balance[kind] < 0;
    cp_buf_puts(out, "[%mat ");
    bool white_has = put_surplus(out, a, balance, CP_WHITE);
    if (white_has && black_has)
        cp_buf_puts(out, "; ");
    if (black_has)
        put_surplus(out, a, balance, CP_BLACK);
    cp_buf_puts(out, white_has || black_has ? "]" : "level]");
}

/* ---- remote men ---- */

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

/* The first men that are wanted, in their order; returns how many there are in all. */
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

/* A user's variant may name a piece as it likes; the comment and the command
 * must not end there. */
static void put_name(struct cp_buf *out, cp_str name)
{
    for (size_t i = 0; i < name.len; i++)
        cp_buf_putc(out, strchr("[]{}", name.at[i]) ? '_' : name.at[i]);
}

static void put_man(struct cp_buf *out, const struct cp_position *p, int32_t man,
                    enum cp_spelling spelling, cp_square shift)
{
    struct cp_ints *t = p->ints;
    cp_square back = {cp_int_negate(t, shift.file), cp_int_negate(t, shift.rank)};
    cp_buf_puts(out, p->side[man] == CP_WHITE ? "white " : "black ");
    put_name(out, p->law->variant->alphabet.pieces[p->kind[man]].name);
    cp_buf_putc(out, ' ');
    cp_square_format(t, out, cp_square_shift(t, p->at[man], back), spelling);
}

static void put_rest(struct cp_buf *out, uint32_t count)
{
    if (count > TOLD_MOST)
        cp_buf_printf(out, " and %u more", count - TOLD_MOST);
    cp_buf_putc(out, ']');
}

static void put_remote(struct cp_buf *out, const struct cp_position *p, enum cp_spelling spelling,
                       cp_square shift)
{
    int32_t men[TOLD_MOST];
    uint32_t count = find_first(p, men, is_remote, stands_before);
    cp_buf_puts(out, count ? "[%remote " : "[%remote nobody");
    for (uint32_t i = 0; i < count && i < TOLD_MOST; i++) {
        cp_buf_puts(out, i ? ", " : "");
        put_man(out, p, men[i], spelling, shift);
    }
    put_rest(out, count);
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

static bool put_clocks(struct cp_buf *out, const struct cp_position *p, enum cp_spelling spelling,
                       cp_square shift)
{
    int32_t men[TOLD_MOST];
    uint32_t count = p->delay ? find_first(p, men, is_on_clock, falls_before) : 0;
    for (uint32_t i = 0; i < count && i < TOLD_MOST; i++) {
        cp_buf_puts(out, i ? ", " : "[%trap ");
        put_man(out, p, men[i], spelling, shift);
        cp_buf_printf(out, " %u", (cp_trapdoor_left(p, men[i]) + 1) / 2);
    }
    if (count)
        put_rest(out, count);
    return count > 0;
}

/* ---- what may not be undone ---- */

static bool put_ko(struct cp_buf *out, const struct cp_position *p, enum cp_spelling spelling,
                   cp_square shift)
{
    cp_before befores[CP_TRACES_MOST];
    uint32_t count = cp_rules_of(p)->recall(p, befores);
    cp_square back = {cp_int_negate(p->ints, shift.file), cp_int_negate(p->ints, shift.rank)};
    for (uint32_t i = 0; i < count; i++) {
        cp_buf_puts(out, i ? ", " : "[%ko ");
        put_man(out, p, cp_position_get(p, befores[i].now), spelling, shift);
        cp_buf_puts(out, " not to ");
        cp_square_format(p->ints, out, cp_square_shift(p->ints, befores[i].then, back), spelling);
    }
    if (count)
        cp_buf_putc(out, ']');
    return count > 0;
}

/* ---- numbers ---- */

static void put_legal(struct cp_buf *out, const struct cp_ints *t, const struct cp_tally *tally)
{
    cp_buf_puts(out, "[%legal ");
    cp_tally_format(out, t, tally);
    cp_buf_putc(out, ']');
}

static void put_ply(struct cp_buf *out, uint32_t ply)
{
    cp_buf_printf(out, "[%%ply %u]", ply);
}

void cp_remark_move(struct cp_buf *out, uint32_t ply, enum cp_side turn)
{
    uint32_t half = ply - (turn == CP_WHITE); /* 0 is White's first */
    cp_buf_printf(out, "[%%move %u%s]", half / 2 + 1, half % 2 ? "..." : ".");
}

struct annotator {
    struct cp_play play;
    struct cp_survey survey; /* work space */
    unsigned adds;
};

const struct cp_word cp_add_words[] = {
    {"check", CP_ADD_CHECK},
    {"capture", CP_ADD_CAPTURE},
    {"repetition", CP_ADD_REPETITION},
    {"material", CP_ADD_MATERIAL},
    {"remote", CP_ADD_REMOTE},
    {"legal-count", CP_ADD_LEGAL_COUNT},
    {"clocks", CP_ADD_CLOCKS},
    {"falls", CP_ADD_FALLS},
    {"removals", CP_ADD_FALLS},
    {"ko", CP_ADD_KO},
    {0},
};

/* ---- marks ---- */

/* A destination without its origin needs no '-' in front. */
static uint8_t right_sep(const cp_written *w, const cp_move *move)
{
    if (move->taken != CP_NOBODY)
        return CP_SEP_TAKE;
    if (w->sep == CP_SEP_TAKE)
        return w->has & CP_HAS_FROM ? CP_SEP_MOVE : CP_SEP_NONE;
    return w->sep;
}

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

/* Digits that could be split were split by the rules: now they can be written. */
static void write_split(const struct annotator *a, const cp_move *move, cp_written *w)
{
    w->to = cp_play_back(&a->play, move->to);
    w->has = (uint16_t)((w->has & ~CP_IS_FUSED) | CP_HAS_TO);
}

static void correct_marks(const struct annotator *a, const struct cp_ply *ply)
{
    struct cp_node *node = ply->node;
    cp_written w = node->move;
    bool is_right = true;
    if (a->adds & CP_ADD_CAPTURE) {
        w.sep = right_sep(&w, ply->move);
        is_right = w.sep == node->move.sep && (w.sep != CP_SEP_TAKE || has_cross(node->text));
    }
    if (a->adds & CP_ADD_CHECK) {
        w.check = (uint8_t)cp_check_mark_of(ply->position, ply->outcome);
        is_right = is_right && w.check == node->move.check && ends_in(node->text, w.check);
    }
    if (is_right)
        return;
    if (w.has & CP_IS_FUSED)
        write_split(a, ply->move, &w);
    struct cp_buf text;
    cp_buf_init(&text, a->play.game->arena);
    cp_written_format(a->play.run->ints, &text, &a->play.run->current.variant->alphabet, &w,
                      w.spelling);
    node->move = w;
    node->text = cp_buf_str(&text);
}

/* ---- remarks ---- */

static enum cp_spelling spelling_of(const struct annotator *a, const struct cp_node *node)
{
    return node && node->is_read ? node->move.spelling
                                 : a->play.run->current.variant->alphabet.native;
}

static void put_remark(const struct annotator *a, struct cp_comment **list,
                       const struct cp_buf *text)
{
    cp_comment_add(a->play.game, list, cp_buf_str(text), CP_BRACED);
}

static void add_material(const struct annotator *a, struct cp_comment **list,
                         const struct cp_position *p)
{
    struct cp_buf text;
    cp_buf_init(&text, a->play.game->arena);
    put_material(&text, p);
    put_remark(a, list, &text);
}

static void add_remote(const struct annotator *a, struct cp_comment **list,
                       const struct cp_position *p, const struct cp_node *node)
{
    struct cp_buf text;
    cp_buf_init(&text, a->play.game->arena);
    put_remote(&text, p, spelling_of(a, node), a->play.replay.shift);
    put_remark(a, list, &text);
}

static void add_clocks(const struct annotator *a, struct cp_comment **list,
                       const struct cp_position *p, const struct cp_node *node)
{
    struct cp_buf text;
    cp_buf_init(&text, a->play.game->arena);
    if (put_clocks(&text, p, spelling_of(a, node), a->play.replay.shift))
        put_remark(a, list, &text);
}

static void add_ko(const struct annotator *a, struct cp_comment **list, const struct cp_position *p,
                   const struct cp_node *node)
{
    struct cp_buf text;
    cp_buf_init(&text, a->play.game->arena);
    if (put_ko(&text, p, spelling_of(a, node), a->play.replay.shift))
        put_remark(a, list, &text);
}

static void add_legal(struct annotator *a, struct cp_comment **list, struct cp_position *p)
{
    struct cp_buf text;
    struct cp_tally tally;
    cp_buf_init(&text, a->play.game->arena);
    cp_rules_of(p)->tally(&tally, &a->survey, p);
    put_legal(&text, a->play.run->ints, &tally);
    put_remark(a, list, &text);
}

static void add_repetition(const struct annotator *a, struct cp_comment **list,
                           const struct cp_ply *ply)
{
    struct cp_buf text;
    cp_buf_init(&text, a->play.game->arena);
    cp_remark_repetition(&text, ply->seen, ply->seen_first);
    put_remark(a, list, &text);
}

/* The balance of men is worth telling where it changes, and where the game ends. */
static bool wants_material(const struct cp_ply *ply)
{
    bool is_end = ply->depth == 0 && !ply->node->next;
    return ply->move->taken != CP_NOBODY || ply->move->promotion != CP_NO_KIND || ply->fall_count ||
           is_end;
}

static void after_move(void *data, const struct cp_ply *ply)
{
    struct annotator *a = data;
    bool repeats = ply->seen == 3 || ply->seen == 5;
    struct cp_comment **list = &cp_node_notes(a->play.game, ply->node)->after;
    if (a->adds & (CP_ADD_CHECK | CP_ADD_CAPTURE))
        correct_marks(a, ply);
    if ((a->adds & CP_ADD_FALLS) && (ply->fall_mark || ply->fall_count))
        cp_falls_write(a->play.game, ply->node, ply->position, a->play.replay.shift, ply->falls,
                       ply->fall_count);
    if ((a->adds & CP_ADD_REPETITION) && repeats)
        add_repetition(a, list, ply);
    if ((a->adds & CP_ADD_MATERIAL) && wants_material(ply))
        add_material(a, list, ply->position);
    if ((a->adds & CP_ADD_REMOTE) && is_remote(ply->position, ply->move->man))
        add_remote(a, list, ply->position, ply->node);
    if (a->adds & CP_ADD_LEGAL_COUNT)
        add_legal(a, list, ply->position);
    if (a->adds & CP_ADD_CLOCKS)
        add_clocks(a, list, ply->position, ply->node);
    if ((a->adds & CP_ADD_KO) && ply->outcome == CP_OUTCOME_NONE)
        add_ko(a, list, ply->position, ply->node);
}

/* What is true before the first move stands before it. */
static void at_start(void *data, struct cp_position *p)
{
    struct annotator *a = data;
    struct cp_node *first = a->play.game->moves.first;
    struct cp_comment **list =
        first ? &cp_node_notes(a->play.game, first)->before : &a->play.game->moves.end;
    bool any = false;
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        any |= is_remote(p, man);
    if ((a->adds & CP_ADD_MATERIAL) && !first)
        add_material(a, list, p);
    if ((a->adds & CP_ADD_REMOTE) && any)
        add_remote(a, list, p, first);
    if (a->adds & CP_ADD_LEGAL_COUNT)
        add_legal(a, list, p);
    if (a->adds & CP_ADD_CLOCKS)
        add_clocks(a, list, p, first);
    if (a->adds & CP_ADD_KO)
        add_ko(a, list, p, first);
}

static unsigned strips_of(unsigned adds)
{
    static const unsigned pairs[][2] = {
        {CP_ADD_REPETITION, CP_STRIP_REPETITION}, {CP_ADD_MATERIAL, CP_STRIP_MATERIAL},
        {CP_ADD_REMOTE, CP_STRIP_REMOTE},         {CP_ADD_LEGAL_COUNT, CP_STRIP_LEGAL_COUNT},
        {CP_ADD_CLOCKS, CP_STRIP_TRAPDOORS},      {CP_ADD_KO, CP_STRIP_KO}};
    unsigned strips = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (adds & pairs[i][0])
            strips |= pairs[i][1];
    return strips;
}

void cp_game_annotate(struct cp_run *run, struct cp_game *g, unsigned adds)
{
    struct annotator a = {.adds = adds};
    struct cp_listener listener = {.data = &a, .begin = at_start, .after = after_move};
    cp_strip_apply(g, strips_of(adds));
    if (!cp_play_prepare(&a.play, run, g))
        return;
    cp_survey_init(&a.survey, &run->record);
    cp_play_run(&a.play, &listener);
}

/* ---- numbers ---- */

void cp_game_number(struct cp_game *g, enum cp_numbering style)
{
    enum cp_side turn = cp_start_turn(g->start);
    struct cp_walk walk;
    cp_strip_apply(g, CP_STRIP_NUMBERS);
    cp_walk_init(&walk, g->arena, &g->moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));) {
        struct cp_buf text;
        cp_buf_init(&text, g->arena);
        if (style == CP_NUMBER_PLIES)
            put_ply(&text, walk.ply);
        else
            cp_remark_move(&text, walk.ply, turn);
        cp_comment_add(g, &cp_node_notes(g, node)->after, cp_buf_str(&text), CP_BRACED);
    }
}
