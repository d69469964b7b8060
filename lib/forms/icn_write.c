/* SPDX-License-Identifier: MIT */
/* icn_write.c -- tags, fields and moves in one line. What was ICN comes back as it stood: its
 * tags in their order, its fields unless the record says otherwise by now, its moves unless they
 * are written otherwise. All else is played, and written as the site writes it. */
#include "forms/form.h"
#include "forms/losses.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/utf8.h"
#include "game/annotation.h"
#include "game/codes.h"
#include "rules/key.h"
#include "rules/repetition.h"
#include "settle/judge.h"
#include "settle/play.h"
#include "settle/variants.h"
#include "text/moves/notation_move.h"
#include "text/starts/icn_parts.h"
#include "text/starts/start.h"
#include "text/tokens.h"

#include <inttypes.h>

enum { VALUE_MOST = 200 }; /* bytes of a tag's value there */

struct writing {
    struct cp_play play;
    struct cp_run *run;
    struct cp_game *g;
    struct cp_buf *out;
    const struct cp_variant *v;      /* with the game's own rules, once it is played */
    cp_square by;                    /* what was no ICN is moved so far, its board with it */
    cp_square shift;                 /* from the squares written to those played on */
    struct cp_node *last;            /* of the main line, that was played or kept */
    struct cp_node *leap, *drawn_at; /* the first moves that the site would refuse, or NULL */
    enum cp_outcome drawn_by;
    struct cp_key_words words; /* of positions as the site counts them, where the game's */
    struct cp_repetition seen; /* own rules do not count so */
    int32_t castlers[2][3];    /* by side, where the board has edges: king, rooks, of the
                                  start; CP_NOBODY: without a right to castle */
    bool castles_oddly;
    struct cp_losses losses;
    uint64_t nags, moves;            /* left out; moves: none could be made of them */
    uint64_t odd_clocks, cut_clocks; /* [%clk] of no time, or finer than a tenth */
    cp_altered changed;              /* comments that ICN cannot hold as they are */
    bool is_dressed;                 /* moves have codes, signs and comments (--style long) */
    bool is_kept;                    /* tokens and marks of the ICN it was stay (R-ICN-1) */
    bool is_own;                     /* it was ICN, with the next two: */
    cp_str fields;                   /* its fields, those of its start too */
    uint32_t first_number;           /* of its first move; 0: moves are not numbered */
    bool is_framed;                  /* its squares are in the frame of ICN */
    bool keeps_move;                 /* the one being played stays as it stands, */
    cp_written written;              /* or is written so */
};

static cp_span span_of(const struct writing *w)
{
    return cp_node_span(w->g, NULL);
}

/* ---- tags ---- */

static const char *const order[] = {
#define CP_TAG(name, what, nothing) (what) & CP_TAG_OF_SITE ? (name) : NULL,
#include "game/tags.def"
#undef CP_TAG
};

enum { ORDER = sizeof order / sizeof *order };

/* What was read as ICN may have a value that is empty or longer, and comes back so. */
static void put_tag(struct writing *w, cp_str name, cp_str value)
{
    static const char ends[] = "\"\n\r"; /* and its NUL */
    size_t most = w->is_kept ? CP_TOKEN_MOST / 2 : VALUE_MOST;
    bool is_fit = name.len && cp_letters_end(name, 0) == name.len && (value.len || w->is_kept) &&
                  value.len <= most;
    for (size_t i = 0; is_fit && i < value.len; i++)
        is_fit = !memchr(ends, value.at[i], sizeof ends);
    if (is_fit)
        cp_buf_printf(w->out, "[%.*s \"%.*s\"] ", CP_FMT(name), CP_FMT(value));
    else
        cp_buf_printf(cp_losses_left(&w->losses), "the tag %.*s", cp_str_shown(name), name.at);
}

static int place_of(cp_str name)
{
    int i = 0;
    while (i < ORDER && !(order[i] && cp_str_is(name, order[i])))
        i++;
    return i;
}

static const struct cp_start *start_of(const struct writing *w)
{
    const struct cp_start *start = w->play.replay.start;
    return start ? start : &w->v->start;
}

/* Whether the site has the same game of that name: without edges its fields say how it differs;
 * on a board with edges it must be played by the same rules and from the same start. */
static bool is_named(struct writing *w)
{
    if (!w->v->bounded)
        return !cp_str_is(w->run->current.variant->name, CP_SITE_POSITION);
    const struct cp_variant *site = cp_icn_find_like(w->run, w->v);
    const struct cp_start *start = start_of(w);
    bool is_like = site && site->start.count == start->count && !w->g->rules &&
                   start->turn == site->start.turn;
    for (uint32_t i = 0; is_like && i < start->count; i++) { /* kinds are numbered otherwise */
        const cp_man *there = &site->start.men[i], *man = start->men, *end = man + start->count;
        while (man < end && !cp_square_equal(man->square, there->square))
            man++;
        is_like = man < end && man->side == there->side &&
                  cp_str_equal(cp_code_of(&w->v->alphabet, man->kind),
                               cp_code_of(&site->alphabet, there->kind));
    }
    return is_like && !cp_str_is(w->run->current.variant->name, CP_SITE_POSITION);
}

/* What --variant overrides has been told. */
static void find_title(struct cp_losses *l)
{
    const struct cp_tag *title = l->run->asked->insists ? NULL : cp_variant_tag_title(l->run, l->g);
    if (title)
        cp_buf_printf(cp_losses_left(l), "[Variant \"%.*s\"]", cp_str_shown(title->value),
                      title->value.at);
}

static void put_tags(struct writing *w)
{
    cp_str result = w->g->result, tagged = cp_game_tag(w->g, "Result"), ignored;
    bool has_result = result.len && !cp_str_is(result, "*"); /* the site writes no other */
    for (const struct cp_tag *tag = w->g->tags; w->is_kept && tag; tag = tag->next)
        put_tag(w, tag->name, tag->value);
    if (w->is_kept && has_result && !tagged.len)
        put_tag(w, CP_STR("Result"), result);
    else if (w->is_kept && has_result && !cp_str_equal(result, tagged))
        cp_buf_printf(cp_losses_left(&w->losses), "the result %.*s: its tag says otherwise",
                      CP_FMT(result));
    if (w->is_kept) /* as they stood */
        return;
    (void)cp_result_report(w->run, w->g, CP_OUTCOME_NONE, -1, &ignored);
    for (int i = 0; i < ORDER; i++) {
        const char *name = order[i] ? order[i] : "";
        const struct cp_tag *tag = cp_game_find_tag(w->g, name);
        if (strcmp(name, "Variant") == 0 && w->run->current.variant) {
            find_title(&w->losses);
            if (is_named(w))
                put_tag(w, CP_STR("Variant"), cp_variant_name_there(w->run->current.variant));
        } else if (strcmp(name, "Result") == 0 && has_result) {
            put_tag(w, CP_STR("Result"), result);
        } else if (name[0] && tag) {
            put_tag(w, tag->name, tag->value);
        }
    }
    for (const struct cp_tag *tag = w->g->tags; tag; tag = tag->next)
        if (place_of(tag->name) == ORDER)
            put_tag(w, tag->name, tag->value);
        else if (cp_game_find_tag(w->g, order[place_of(tag->name)]) != tag)
            cp_buf_printf(cp_losses_left(&w->losses), "a second tag %.*s", CP_FMT(tag->name));
}

/* ---- what a record keeps of the ICN it was ----
 * Anybody may have changed it since: of it ICN holds what would be read from it again; all else is
 * told, and left out. */

static void tell_kept(struct writing *w, const char *name, cp_str text)
{
    cp_buf_printf(cp_losses_left(&w->losses), "%s \"%.*s\"", name, cp_str_shown(text), text.at);
}

/* Whether words in a row are fields, and nothing that ends them. What was read as text just now
 * may have words that are none, and that was told. */
static bool are_fields(const struct cp_run *run, cp_str text, bool has_position)
{
    bool are = !text.len || !memchr(text.at, '\0', text.len);
    while (are && text.len) {
        size_t len = cp_icn_word(text);
        enum cp_icn_field look = len ? cp_icn_look(text) : CP_ICN_TURN;
        if (look == CP_ICN_NOTHING)
            are = run->shape == CP_SHAPE_TEXT && text.at[0] != '[' && text.at[0] != '{';
        else
            are = look != CP_ICN_MOVES && (look != CP_ICN_POSITION || has_position);
        text = cp_str_skip(text, len ? len : 1);
    }
    return are;
}

/* NULL: it is none that a record has. */
static struct cp_value *kept_of(const struct cp_game *g)
{
    struct cp_value *all;
    struct cp_diags ignored = cp_diags_in(g->arena);
    bool is_map = g->icn.len &&
                  cp_json_parse(&all, g->arena, g->icn, cp_node_span(g, NULL), &ignored) &&
                  all->type == CP_MAP;
    return is_map ? all : NULL;
}

static void read_kept(struct writing *w)
{
    const struct cp_game *g = w->g;
    const struct cp_value *all = kept_of(g);
    for (const struct cp_value *v = all ? all->first : NULL; v; v = v->next) {
        bool is_fields = cp_str_is(v->name, "fields");
        uint32_t number;
        bool has_number = cp_str_is(v->name, "first_number") && v->type == CP_NUMBER &&
                          cp_number_parse(v->text, INT32_MAX, &number) && number;
        if (is_fields && v->type == CP_STRING && !g->start.len &&
            are_fields(w->run, v->text, false))
            w->fields = v->text;
        else if (is_fields)
            tell_kept(w, "icn.fields", v->text);
        else if (has_number && (number == 1 || cp_icn_is_start(g->start))) /* as they are counted */
            w->first_number = number;
        else
            cp_buf_printf(cp_losses_left(&w->losses), "icn.%.*s", cp_str_shown(v->name),
                          v->name.at);
    }
    if (cp_icn_is_start(g->start) && are_fields(w->run, g->start, true))
        w->fields = g->start;
    else if (cp_icn_is_start(g->start))
        tell_kept(w, "of the start", g->start);
}

/* The fields of the ICN that g was as they stand, of its start or beside it; empty: there are
 * none. */
static cp_str fields_of(const struct cp_game *g)
{
    const struct cp_value *all = g->start.len ? NULL : kept_of(g);
    const struct cp_value *fields = all ? cp_value_get(all, "fields") : NULL;
    if (cp_icn_is_start(g->start))
        return g->start;
    return fields && fields->type == CP_STRING ? fields->text : (cp_str){0};
}

/* ---- fields as they stood ---- */

/* Rules of which no field says anything: as v has them, and whether --rules site says true. */
static const struct {
    const char *name;
    size_t of;
    bool is_of_site;
} without_field[] = {{"dead-positions", offsetof(struct cp_variant, bare_ends), false},
                     {"insufficient-material", offsetof(struct cp_variant, material_ends), true}};

enum { WITHOUT_FIELD = sizeof without_field / sizeof *without_field };

static int place_without_field(cp_str rule)
{
    int i = 0;
    while (i < WITHOUT_FIELD && !cp_str_is(rule, without_field[i].name))
        i++;
    return i;
}

/* Whether all rules of a are of b, too; those without a field are told on their own. */
static bool are_among(const struct cp_field *a, struct cp_field *b)
{
    for (const struct cp_field *rule = a; rule; rule = rule->next) {
        const struct cp_field *like = cp_field_find(b, rule->name);
        if (!(like && cp_str_equal(like->json, rule->json)) &&
            place_without_field(rule->name) == WITHOUT_FIELD)
            return false;
    }
    return true;
}

/* Whether tags and fields say what the record says: nobody has changed it. */
static bool is_whole(struct writing *w)
{
    struct cp_icn icn;
    if (!w->is_own || (w->g->start.len && !w->fields.len))
        return false;
    if (!w->run->current.variant)
        return true;
    cp_icn_split(&icn, w->fields);
    const struct cp_variant *v = w->run->current.variant;
    bool is_open_there = cp_icn_has(&icn, CP_ICN_POSITION) ||
                         (cp_variant_is_named_there(v, cp_game_tag(w->g, "Variant")) &&
                          !cp_str_is(v->name, CP_SITE_POSITION));
    if (!w->is_framed || !is_open_there || !cp_icn_is_named(w->run, w->g, &icn))
        return false;
    struct cp_game probe = *w->g;
    probe.rules = NULL;
    cp_icn_find_rules(w->run, &probe, &icn);
    return are_among(probe.rules, w->g->rules) && are_among(w->g->rules, probe.rules);
}

/* ---- fields made anew ---- */

static void put_square(struct writing *w, cp_square at)
{
    at = cp_square_shift(w->run->ints, at, cp_square_negate(w->run->ints, w->shift));
    cp_int_format(w->run->ints, w->out, at.file);
    cp_buf_putc(w->out, ',');
    cp_int_format(w->run->ints, w->out, at.rank);
}

static void put_side(struct writing *w, enum cp_side side)
{
    const struct cp_promotion *own = &w->v->promotion[side];
    for (uint32_t i = 0; i < own->rank_count; i++) {
        cp_int rank = cp_int_sub(w->run->ints, own->ranks[i], w->shift.rank);
        cp_buf_puts(w->out, i ? "," : "");
        cp_int_format(w->run->ints, w->out, rank);
    }
    if (own->rank_count && !own->to_count)
        cp_buf_putc(w->out, ';'); /* without it, to the four of chess */
    for (uint32_t i = 0; own->rank_count && i < own->to_count; i++) {
        cp_buf_putc(w->out, i ? ',' : ';');
        cp_code_put(w->out, &w->v->alphabet, own->to[i], true);
    }
}

static void put_men(struct writing *w, const struct cp_start *start)
{
    for (uint32_t i = 0; i < start->count; i++) {
        const cp_man *man = &start->men[i];
        const int32_t *castlers = w->castlers[man->side];
        bool is_castler = false;
        for (int k = 0; w->v->bounded && k < 3; k++)
            is_castler |= castlers[k] == (int32_t)i;
        cp_buf_puts(w->out, i ? "|" : "");
        bool is_small = man->side == CP_BLACK || w->v->alphabet.pieces[man->kind].is_neutral;
        cp_code_put(w->out, &w->v->alphabet, man->kind, is_small);
        put_square(w, man->square);
        if (is_castler || (!man->moved && w->v->kinds[man->kind].has_first))
            cp_buf_putc(w->out, '+');
    }
    cp_buf_putc(w->out, ' ');
}

static void put_fields(struct writing *w, const struct cp_start *start)
{
    const struct cp_variant *v = w->v;
    uint8_t pawn = cp_code_find(&v->alphabet, CP_STR("P"));
    struct cp_border border;
    struct cp_icn icn;
    uint32_t number = start->number; /* else fields of ICN say which move comes first */
    cp_icn_split(&icn, fields_of(w->g));
    if (!number && !(cp_number_parse(icn.field[CP_ICN_NUMBER], UINT32_MAX, &number) && number))
        number = cp_start_number(w->g->start);
    cp_buf_puts(w->out, start->turn == CP_BLACK ? "b " : "w ");
    if (start->has_en_passant) {
        put_square(w, start->en_passant);
        cp_buf_putc(w->out, ' ');
    }
    if (cp_icn_quiet_limit(v))
        cp_buf_printf(w->out, "%u/%u ", start->quiet, cp_icn_quiet_limit(v));
    cp_buf_printf(w->out, "%u ", number);
    if (pawn != CP_NO_KIND && v->kinds[pawn].promotes) {
        cp_buf_putc(w->out, '(');
        put_side(w, CP_WHITE);
        cp_buf_putc(w->out, '|');
        put_side(w, CP_BLACK);
        cp_buf_puts(w->out, ") ");
    }
    bool is_within = cp_variant_border(v, &border);
    for (int edge = 0; is_within && edge < CP_BORDER_EDGES; edge++) {
        cp_int by = edge < CP_BORDER_BOTTOM ? w->shift.file : w->shift.rank;
        if (border.has[edge])
            cp_int_format(w->run->ints, w->out, cp_int_sub(w->run->ints, border.at[edge], by));
        else
            cp_buf_putc(w->out, '_');
        cp_buf_putc(w->out, edge + 1 < CP_BORDER_EDGES ? ',' : ' ');
    }
    if ((v->wins[CP_WHITE] & CP_WINS_WORDS) != CP_WINS_CHECKMATE ||
        (v->wins[CP_BLACK] & CP_WINS_WORDS) != CP_WINS_CHECKMATE) {
        cp_icn_put_wins(w->out, v);
        cp_buf_putc(w->out, ' ');
    }
    put_men(w, start);
}

/* ---- castling, and draws, as the site has them ---- */

/* As it is there the king goes two files, and the rook to the square it crossed. */
static void note_castling(struct writing *w, const struct cp_position *p)
{
    const struct cp_variant *v = p->law->variant;
    for (int side = 0; side < 2; side++) {
        int32_t *castlers = w->castlers[side], king = p->castler[side];
        castlers[0] = castlers[1] = castlers[2] = CP_NOBODY;
        for (int right = 0; right < 2; right++) {
            int32_t rook = p->castle[side][right];
            if (rook == CP_NOBODY)
                continue;
            castlers[0] = king;
            castlers[1 + right] = rook;
            int64_t home = p->at[king].file.v, way = right ? 1 : -1;
            w->castles_oddly |= v->castled[side][right].king != home + 2 * way ||
                                v->castled[side][right].partner != home + way ||
                                way * (p->at[rook].file.v - home) < 3;
        }
    }
}

/* How often the position has been there, a double step just made being counted, whatever may
 * take it in passing (R-ICN-8). */
static uint32_t count_seen(struct writing *w, struct cp_position *p, uint32_t ply)
{
    cp_key key = cp_position_key(&w->words, p);
    if (p->passing != CP_NOBODY && !cp_position_has_passing(p))
        key = cp_key_on_square(key, p->ints, p->passed);
    return cp_repetition_put(&w->seen, (cp_hash){key.low, key.high}, ply)->count;
}

/* Whether the site ends the game by itself in a position without mate, which has been there so
 * often: is_new says so of its material. */
static enum cp_outcome drawn_there(const struct cp_position *p, uint32_t seen, bool is_new)
{
    uint32_t limit = cp_icn_quiet_limit(p->law->variant);
    return seen >= 3                                  ? CP_OUTCOME_THREEFOLD
           : limit && p->quiet >= limit               ? CP_OUTCOME_QUIET_LIMIT
           : is_new && cp_material_is_insufficient(p) ? CP_OUTCOME_INSUFFICIENT_MATERIAL
                                                      : CP_OUTCOME_NONE;
}

static void begin(void *data, struct cp_position *p)
{
    struct writing *w = data;
    if (p->law->variant->bounded)
        note_castling(w, p);
    w->drawn_by = drawn_there(p, 0, true);
    w->drawn_at = w->drawn_by ? w->g->moves.first : NULL;
    if (p->law->variant->threefold_ends)
        return;
    cp_key_words_init(&w->words, p->law->variant);
    cp_repetition_init(&w->seen, w->g->arena);
    (void)count_seen(w, p, 0);
}

/* ---- moves made anew ---- */

/* Whether a move may stay as it stands. */
static bool has_move_of_icn(const struct writing *w, const struct cp_node *node)
{
    return w->is_own && w->is_framed && cp_icn_is_move(node);
}

/* Whether a piece that leaps over others by primes here does so over one that would stop it
 * there (R-ICN-9). */
static bool leaps(const struct cp_position *p, const cp_move *move)
{
    const struct cp_kind *kind = &p->law->variant->kinds[p->kind[move->man]];
    bool is_leaper = false;
    for (uint32_t i = 0; i < kind->ray_count; i++)
        is_leaper |= kind->rays[CP_WHITE][i].primes && !kind->rays[CP_WHITE][i].blocked;
    if (!is_leaper)
        return false;
    bool along_rank = cp_int_equal(move->from.rank, move->to.rank);
    cp_int from = along_rank ? move->from.file : move->from.rank;
    cp_int to = along_rank ? move->to.file : move->to.rank;
    int way = cp_int_compare(p->ints, to, from);
    cp_int far = cp_int_abs(p->ints, cp_int_sub(p->ints, to, from));
    for (uint32_t man = 0; man < p->count; man++) {
        cp_square at = p->at[man];
        cp_int here = along_rank ? at.file : at.rank;
        bool is_on = along_rank ? cp_int_equal(at.rank, move->from.rank)
                                : cp_int_equal(at.file, move->from.file);
        cp_int steps = cp_int_abs(p->ints, cp_int_sub(p->ints, here, from));
        if (!p->gone[man] && is_on && cp_int_compare(p->ints, here, from) == way &&
            cp_int_compare(p->ints, steps, far) < 0 && cp_int_is_prime(p->ints, steps))
            return true;
    }
    return false;
}

static void move_before(void *data, const struct cp_ply *ply)
{
    struct writing *w = data;
    cp_written move, whole;
    if (ply->depth)
        return;
    w->last = ply->node;
    if (!w->leap && leaps(ply->position, ply->move))
        w->leap = ply->node;
    bool is_odd_castling = cp_play_report_castling(&w->play, ply);
    w->keeps_move = has_move_of_icn(w, ply->node) && !w->is_dressed && !is_odd_castling;
    if (w->keeps_move)
        return;
    cp_rules_of(ply->position)->write(ply->position, ply->move, CP_ENGINE, w->shift, &move);
    cp_rules_of(ply->position)->write(ply->position, ply->move, CP_LONG, w->shift, &whole);
    move.has |= CP_IS_ICN | (ply->position->turn == CP_BLACK ? CP_IS_BLACKS : 0);
    if (w->is_dressed) {
        move.has |= CP_HAS_PIECE;
        move.piece = ply->position->kind[ply->move->man];
        move.sep = whole.sep == CP_SEP_TAKE ? CP_SEP_TAKE : CP_SEP_NONE;
    }
    move.spelling = CP_NUMERIC;
    w->written = move;
}

static void put_text(struct writing *w, struct cp_node *node)
{
    struct cp_buf text = cp_buf_in(w->g->arena);
    cp_written_format(w->run->ints, &text, &w->v->alphabet, &node->move, CP_NUMERIC);
    node->text = cp_buf_str(&text);
}

static void move_after(void *data, const struct cp_ply *ply)
{
    struct writing *w = data;
    struct cp_node *node = ply->node;
    struct cp_position *p = ply->position;
    if (ply->depth)
        return;
    /* whether the site ends the game here, and moves follow all the same */
    uint32_t seen = p->law->variant->threefold_ends ? ply->seen : count_seen(w, p, ply->ply);
    if (!w->drawn_at && node->next) {
        w->drawn_by = drawn_there(p, seen, cp_move_changes_material(ply->move));
        w->drawn_at = w->drawn_by ? node : NULL;
    }
    if (w->keeps_move)
        return;
    cp_play_report_lost_marks(&w->play, ply);
    node->move = w->written;
    bool ends =
        !node->next && ply->outcome != CP_OUTCOME_NONE && ply->outcome != CP_OUTCOME_UNDECIDED;
    node->move.check = (uint8_t)(!w->is_dressed ? CP_MARK_NONE
                                 : ends         ? CP_MARK_MATE
                                                : cp_check_mark_of(p, ply->outcome));
    put_text(w, node);
}

/* What is not legal, but names both its squares, is written all the same; what does not ends
 * the line. */
static void take_refused(struct writing *w)
{
    struct cp_node *node = w->last ? w->last->next : w->g->moves.first;
    cp_square shift = cp_square_shift(w->run->ints, w->play.replay.shift,
                                      cp_square_negate(w->run->ints, w->shift));
    for (; node; node = node->next) {
        cp_written *m = &node->move;
        enum { BOTH = CP_HAS_FROM | CP_HAS_TO };
        if (has_move_of_icn(w, node)) {
            w->last = node;
            continue;
        }
        if (!node->is_read || (m->has & BOTH) != BOTH || m->castling)
            break;
        m->from = cp_square_shift(w->run->ints, m->from, shift);
        m->to = cp_square_shift(w->run->ints, m->to, shift);
        m->has = BOTH | CP_IS_ANY_MAN | CP_IS_ICN;
        m->check = CP_MARK_NONE;
        m->sep = CP_SEP_NONE;
        put_text(w, node);
        w->last = node;
    }
    for (; node; node = node->next)
        w->moves++;
}

/* ---- what is written around a move ---- */

/* A command of a clock as the site has it, [%clk H:MM:SS.D]; false: it is none. */
static bool put_clock(struct writing *w, cp_str command)
{
    enum { SIXTY = 60 };
    cp_str text;
    if (!cp_command_is(command, "clk", &text))
        return false;
    int64_t time = cp_clock_parse(text), seconds = time / 1000;
    if (time < 0) {
        w->odd_clocks++;
        return false;
    }
    cp_buf_printf(w->out, "[%%clk %" PRId64 ":%02d:%02d.%d]", seconds / SIXTY / SIXTY,
                  (int)(seconds / SIXTY % SIXTY), (int)(seconds % SIXTY), (int)(time % 1000 / 100));
    const char *dot = memchr(text.at, '.', text.len);
    for (const char *at = dot ? dot + 2 : NULL; at && at < text.at + text.len; at++)
        if (*at != '0') {
            w->cut_clocks++;
            break;
        }
    return true;
}

/* One that was none of ICN's in its form. */
static void put_comment(struct writing *w, const struct cp_node *node, cp_str text)
{
    static const char changed[] = "}\n\r"; /* and its NUL */
    bool is_changed = false;
    for (size_t i = 0; i < text.len && !is_changed; i++)
        is_changed = memchr(changed, text.at[i], sizeof changed);
    if (is_changed && !w->changed.comments++) {
        w->changed.node = node;
        w->changed.first = text;
    }
    cp_buf_putc(w->out, '{');
    while (text.len) {
        bool is_command = false, stays = w->is_own && !is_changed;
        cp_str part = stays ? text : cp_comment_take_part(&text, &is_command);
        if (is_command && put_clock(w, part))
            continue;
        for (size_t i = 0; i < part.len; i++) {
            char c = part.at[i];
            if (c && !stays && memchr(changed, c, sizeof changed))
                c = c == '}' ? ')' : ' ';
            if (c || stays)
                cp_buf_putc(w->out, c);
            else
                cp_buf_puts(w->out, "\xef\xbf\xbd"); /* U+FFFD */
        }
        text = stays ? cp_str_skip(text, text.len) : text;
    }
    cp_buf_putc(w->out, '}');
}

/* Whether the text of a move, the first of its game or not, is read as one from ICN again. */
static bool holds_move(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                       bool is_first)
{
    static const char ends[] = "|{\n\r"; /* and its NUL: behind each no move goes on */
    cp_written ignored;
    for (size_t i = 0; i < text.len; i++)
        if (memchr(ends, text.at[i], sizeof ends))
            return false;
    if (!text.len || text.len > CP_TOKEN_MOST || cp_str_trim(text).len != text.len ||
        text.at[0] == '[' || cp_icn_number_at(text).len ||
        (is_first && cp_icn_look(text) != CP_ICN_MOVES))
        return false;
    const char *end = text.at + text.len;
    const char *to = cp_clean_scan_icn(cp_notation_clean(n), ints, text.at, end, &ignored, NULL);
    return !to || to == end;
}

/* 1,2>1,4|5,8>5,7!{a comment}, or 1. 1,2>1,4 | 5,8>5,7 2. 1,4>1,5 */
static void put_moves(struct writing *w)
{
    uint64_t ply = 0;
    for (const struct cp_node *node = w->last ? w->g->moves.first : NULL; node;
         node = node == w->last ? NULL : node->next, ply++) {
        if (!w->first_number)
            cp_buf_puts(w->out, ply ? "|" : "");
        else if (ply % 2)
            cp_buf_puts(w->out, " | ");
        else
            cp_buf_printf(w->out, "%s%" PRIu64 ". ", ply ? " " : "", w->first_number + ply / 2);
        cp_buf_put(w->out, node->text);
        bool has_glyph = !w->is_dressed && !w->is_own; /* none has a place then */
        for (const struct cp_nag *n = node->notes ? node->notes->nags : NULL; n; n = n->next) {
            cp_str glyph = cp_glyph_of(n->number);
            w->nags += has_glyph || !glyph.len;
            if (!has_glyph)
                cp_buf_put(w->out, glyph);
            has_glyph |= glyph.len > 0;
        }
        const struct cp_comment *comment = node->notes ? node->notes->after : NULL;
        cp_buf_puts(w->out, comment && w->is_dressed ? " " : "");
        if (comment)
            put_comment(w, node, comment->text);
    }
}

/* ---- what is told ---- */

/* Rules for which the site has no field, and what has no place without one. */
static void tell_rules(struct writing *w, const struct cp_start *start)
{
    enum { LEAST_PRIME = 2 }; /* there (R-ICN-9) */
    const struct cp_variant *v = w->v, *variant = w->run->current.variant;
    bool is_idle = v->quiet_limit && v->quiet_limit < CP_FIFTY_PLIES, has_other_primes = false;
    if (v->counts_quiet_moves && !variant->counts_quiet_moves && !is_idle)
        cp_buf_printf(cp_losses_left(&w->losses),
                      "the rule fifty-moves: there a draw by half-moves comes by itself, after %u",
                      cp_icn_quiet_limit(v));
    if (start->quiet && !cp_icn_quiet_limit(v))
        cp_buf_printf(cp_losses_left(&w->losses), "quiet %u, without a limit of half-moves",
                      start->quiet);
    for (uint32_t kind = 0; kind < v->alphabet.count; kind++)
        for (uint32_t i = 0; i < v->kinds[kind].ray_count; i++) {
            const cp_ray *ray = &v->kinds[kind].rays[CP_WHITE][i];
            int32_t usual = variant->kinds[kind].rays[CP_WHITE][i].low;
            has_other_primes |= ray->primes && ray->low != LEAST_PRIME && ray->low != usual;
        }
    if (has_other_primes)
        cp_buf_printf(cp_losses_left(&w->losses), "the rule primes: there the least is 2");
    if (!v->threefold_ends && variant->threefold_ends)
        cp_buf_printf(cp_losses_left(&w->losses),
                      "the rule threefold-ends: there a third repetition ends the game");
    if (v->repetition)
        cp_buf_printf(cp_losses_left(&w->losses),
                      "the key repetition: there a third repetition is a draw");
    if (v->counting.exists)
        cp_buf_printf(cp_losses_left(&w->losses), "the key counting: there no such draw is known");
    if (cp_variant_has_passes(v))
        cp_buf_printf(cp_losses_left(&w->losses), "the key pass: there no turn is passed");
    if (!v->passes_promotion && variant->passes_promotion)
        cp_buf_printf(cp_losses_left(&w->losses),
                      "the rule passes-promotion: there a pawn may pass over its promotion rank");
    if (!v->takes_promoted && variant->takes_promoted)
        cp_buf_printf(cp_losses_left(&w->losses),
                      "the rule en-passant-promoted: there what a pawn became may be taken so");
    if (cp_royals_are_loose(v))
        cp_buf_printf(cp_losses_left(&w->losses),
                      "the key royals: there each of several must not be left attacked");
    if (v->forbids_checks)
        cp_buf_printf(cp_losses_left(&w->losses), "the key checks: there everybody may give check");
    if (v->explodes)
        cp_buf_printf(cp_losses_left(&w->losses), "the key capture: there nothing explodes");
    if ((v->wins[CP_WHITE] | v->wins[CP_BLACK]) & ~CP_WINS_WORDS)
        cp_buf_printf(cp_losses_left(&w->losses), "the key wins: there only its words are known");
    if (v->mated != CP_STALEMATE_LOSES)
        cp_buf_printf(cp_losses_left(&w->losses), "the key results: there who is mated loses");
    if (v->stalemate != CP_STALEMATE_DRAWS)
        cp_buf_printf(cp_losses_left(&w->losses), "the key results: there stalemate is a draw");
    if (cp_promotion_varies(v, CP_WHITE))
        cp_buf_printf(cp_losses_left(&w->losses),
                      "the key promotion: there all must promote, to whatever is in their list");
}

static void tell(struct writing *w)
{
    cp_losses_find(&w->losses, 0);
    cp_losses_count(&w->losses, w->nags, "mark");
    cp_losses_count(&w->losses, w->moves, "half-move");
    if (w->cut_clocks)
        cp_buf_printf(cp_losses_left(&w->losses),
                      "what is finer than a tenth of a second of %" PRIu64 " clocks",
                      w->cut_clocks);
    if (w->odd_clocks)
        cp_buf_printf(cp_losses_left(&w->losses), "the time of %" PRIu64 " unreadable clocks",
                      w->odd_clocks);
    cp_losses_end(&w->losses);
    cp_losses_alter_comments(&w->losses, w->changed);
    if (w->leap)
        cp_diag_report(&w->run->diags, CP_ICN_ILLEGAL_THERE, cp_node_span(w->g, w->leap),
                       "a piece stops a huygens there at a prime distance");
    if (!w->drawn_at)
        return;
    struct cp_buf why = cp_buf_in(&w->run->record);
    if (w->drawn_by == CP_OUTCOME_QUIET_LIMIT)
        cp_buf_printf(&why, "%u half-moves without a capture or a pawn's move end",
                      cp_icn_quiet_limit(w->v));
    else
        cp_buf_puts(&why, w->drawn_by == CP_OUTCOME_THREEFOLD ? "the third repetition ends"
                                                              : "insufficient material ends");
    cp_diag_report(&w->run->diags, CP_ICN_ILLEGAL_THERE, cp_node_span(w->g, w->drawn_at),
                   "%.*s the game there", CP_FMT(cp_buf_str(&why)));
}

/* ---- a game ---- */

bool cp_icn_is_move(const struct cp_node *node)
{
    return node->is_read && (node->move.has & CP_IS_ICN);
}

bool cp_icn_is_in(const struct cp_game *g)
{
    const struct cp_node *node;
    bool is_in = false;
    struct cp_walk walk = cp_walk_of(g->arena, &g->moves);
    while (!is_in && (node = cp_walk_next(&walk))) /* of an unknown variant no move is read */
        is_in = !g->is_foreign ? cp_icn_is_move(node)
                               : cp_icn_look(node->text) == CP_ICN_MOVES &&
                                     memchr(node->text.at, '>', node->text.len);
    return is_in;
}

/* ---- which pieces are the site's ----
 * A piece is that has its name and moves as its piece does. What the site has are the pieces of
 * CP_SITE_POSITION; of these a variant may have fewer, and its pawns need no double step, since a
 * piece without + has none there. How far primes begin, and what stands on them, is told where a
 * game is written. */

/* Whether all rays of kind are of other's too, but for those of first moves where less is
 * enough. */
static bool has_rays(const struct cp_kind *other, const struct cp_kind *kind, bool but_first)
{
    const cp_ray *there = other->rays[CP_WHITE];
    for (uint32_t i = 0; i < kind->ray_count; i++) {
        const cp_ray *ray = &kind->rays[CP_WHITE][i];
        bool is_found = but_first && ray->first;
        for (const cp_ray *r = there; r < there + other->ray_count && !is_found; r++)
            is_found = r->dx == ray->dx && r->dy == ray->dy && r->use == ray->use &&
                       r->first == ray->first && r->bent == ray->bent && r->primes == ray->primes &&
                       r->lame == ray->lame && r->hops == ray->hops && r->round == ray->round &&
                       (ray->primes || (r->low == ray->low && r->high == ray->high));
        if (!is_found)
            return false;
    }
    return true;
}

/* Why a kind of v is no piece of the site's, as the end of "its knight ..."; NULL: it is. */
static const char *why_no_piece(struct cp_run *run, const struct cp_variant *v, uint8_t number)
{
    cp_str code = cp_code_of(&v->alphabet, number);
    const struct cp_variants *all = &run->asked->variants;
    uint32_t i = all->count; /* a user's own, before the bundled ones, may have the same name */
    while (i && !cp_str_is(all->list[i - 1]->name, CP_SITE_POSITION))
        i--;
    const struct cp_variant *site = i ? all->list[i - 1] : NULL;
    if (site)
        cp_variant_wake(all->list[i - 1], &run->arena, run->ints);
    uint8_t there = site ? cp_code_find(&site->alphabet, code) : CP_NO_KIND;
    if (!code.len || there == CP_NO_KIND)
        return "is none of infinitechess.org's pieces";
    const struct cp_kind *kind = &v->kinds[number], *like = &site->kinds[there];
    const struct cp_piece_words *words = &v->alphabet.pieces[number];
    if (words->is_neutral != site->alphabet.pieces[there].is_neutral ||
        words->is_void != site->alphabet.pieces[there].is_void || !has_rays(like, kind, false) ||
        !has_rays(kind, like, true))
        return "moves otherwise than on infinitechess.org";
    if (kind->first_from[CP_WHITE].is_said)
        return "makes its first steps by squares, and on infinitechess.org by moves";
    if (kind->royal != like->royal)
        return kind->royal ? "is royal, and on infinitechess.org it is not"
                           : "is not royal, and on infinitechess.org it is";
    if (kind->promotes && !like->promotes)
        return "promotes, and on infinitechess.org it does not";
    bool has_first_ray = false;
    for (uint32_t ray = 0; ray < kind->ray_count; ray++)
        has_first_ray |= kind->rays[CP_WHITE][ray].first;
    if (has_first_ray && !kind->en_passant)
        return "cannot be taken in passing, and on infinitechess.org it can";
    return NULL;
}

const char *cp_icn_unfit(const struct cp_variant *v)
{
    return v->family == CP_FAMILY_AGENTS ? "pieces that move one another"
           : v->trap_count               ? "squares that swallow pieces"
           : v->trapdoor                 ? "trapdoors"
           : v->body.exists              ? "pieces that move as one body"
                                         : NULL;
}

/* Whether ICN can hold a game of this variant, with its own rules; else it is reported. */
static bool can_be(struct writing *w, const struct cp_variant *v)
{
    const char *why = v ? cp_icn_unfit(v) : "a variant that is not known";
    if (why)
        cp_diag_report(&w->run->diags, CP_UNFIT, span_of(w), "it has %s", why);
    for (uint32_t kind = 0; !why && kind < v->alphabet.count; kind++) {
        cp_str name = v->alphabet.pieces[kind].name;
        why = why_no_piece(w->run, v, (uint8_t)kind);
        if (why)
            cp_diag_report(&w->run->diags, CP_UNFIT, span_of(w), "its %.*s %s", cp_str_shown(name),
                           name.at, why);
    }
    return !why;
}

/* Plays it, and puts the moves into ICN. False: reported. */
static bool play(struct writing *w)
{
    struct cp_listener listener = {.begin = begin, .before = move_before, .after = move_after};
    if (!cp_play_prepare(&w->play, w->run, w->g))
        return false;
    w->v = w->play.replay.law->variant;
    if (!can_be(w, w->v))
        return false;
    w->shift = cp_square_shift(w->run->ints, cp_icn_frame(w->v)->shift,
                               cp_square_negate(w->run->ints, w->by));
    w->play.replay.skip_variations = true;
    w->play.judges_end_mark = !w->is_kept || w->is_dressed;
    cp_play_run(&w->play, listener);
    if (w->play.verdict.start_fault)
        return false;
    if (w->castles_oddly)
        cp_diag_report(&w->run->diags, CP_UNFIT, span_of(w), "%s",
                       "it castles otherwise than infinitechess.org does");
    take_refused(w);
    return !w->castles_oddly;
}

/* What stays as it stands is played, too, to tell what the site would refuse; all else that is
 * wrong with it is for those who judge. */
static void look_through(struct writing *w)
{
    struct cp_listener listener = {.begin = begin, .before = move_before, .after = move_after};
    struct cp_diags told = w->run->diags;
    w->run->diags = cp_diags_in(&w->run->record);
    bool is_good = cp_play_prepare(&w->play, w->run, w->g);
    w->run->diags = told;
    if (!is_good)
        return;
    w->v = w->play.replay.law->variant;
    w->shift = cp_icn_frame(w->v)->shift;
    w->play.replay.skip_variations = w->play.is_silent = true;
    cp_play_run(&w->play, listener);
}

/* What of its fields nothing else has words for: what is highlighted, and, where its start
 * becomes a list, the number of the move that comes. A record would have words for them, if it
 * stayed as it is. */
static void find_fields(struct cp_losses *l, bool is_list)
{
    struct cp_icn icn;
    cp_icn_split(&icn, fields_of(l->g));
    cp_str number = icn.field[CP_ICN_NUMBER];
    bool is_numbered = is_list && number.len && !cp_str_is(number, "1");
    const cp_str lost[] = {is_numbered ? number : (cp_str){0}, icn.field[CP_ICN_SQUARES],
                           icn.field[CP_ICN_RAYS]};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        if (lost[i].len)
            cp_buf_printf(cp_losses_left(l), "%.*s of its ICN", cp_str_shown(lost[i]), lost[i].at);
}

static void put_line(struct writing *w)
{
    if (w->run->shape != CP_SHAPE_TEXT) { /* what would not be read as a move ends the line */
        struct cp_node *node = w->last ? w->g->moves.first : NULL, *good = NULL;
        const struct cp_notation *n = cp_run_notation(w->run);
        while (node && good != w->last && holds_move(n, w->run->ints, node->text, !good)) {
            good = node;
            node = node->next;
        }
        for (; node && good != w->last; node = node == w->last ? NULL : node->next)
            w->moves++;
        w->last = good;
    }
    put_tags(w);
    if (w->is_kept) {
        for (cp_str rest = w->fields; rest.len;) { /* white space is one blank each */
            size_t len = cp_icn_word(rest);
            if (len)
                cp_buf_printf(w->out, "%.*s ", (int)len, rest.at);
            rest = cp_str_skip(rest, len ? len : 1);
        }
    } else {
        put_fields(w, start_of(w));
        tell_rules(w, start_of(w));
        find_fields(&w->losses, false);
    }
    /* What --rules site says comes back with that alone (R-ICN-8). */
    const struct cp_variant *variant = w->run->current.variant;
    for (const struct cp_field *rule = w->g->rules; rule && variant; rule = rule->next) {
        int i = place_without_field(rule->name);
        bool is_true = cp_str_is(rule->json, "true");
        if (i < WITHOUT_FIELD &&
            is_true != *(const bool *)((const char *)variant + without_field[i].of))
            cp_buf_printf(
                cp_losses_left(&w->losses), "the rule %.*s: %.*s%s", CP_FMT(rule->name),
                CP_FMT(rule->json),
                is_true && without_field[i].is_of_site ? ", which --rules site reads again" : "");
    }
    put_moves(w);
    while (w->out->len && w->out->at[w->out->len - 1] == ' ')
        w->out->len--;
    cp_buf_putc(w->out, '\n');
    tell(w);
}

/* Whether its squares are those that are written. */
static bool is_framed(const struct cp_run *run, cp_square by)
{
    const struct cp_frame *frame = run->current.frame;
    if (!cp_square_equal(by, (cp_square){CP_INT(0), CP_INT(0)}))
        return false;
    return !run->current.variant || !frame ||
           cp_square_equal(frame->shift, cp_icn_frame(run->current.variant)->shift);
}

/* Its moves and its start are written in the frame of ICN whatever they are in, and all of the
 * board is moved there; squares in commands go along, in numbers. Of what was ICN and is the same
 * game still, tags, fields and moves stay, unless it is to be dressed. */
bool cp_icn_form_write(const struct cp_conversion *s, struct cp_run *run, struct cp_game *g)
{
    const struct cp_variant *v = run->current.variant;
    cp_square by = s->how.shift;
    if (cp_run_is_settled(run)) {
        if (!cp_game_can_shift(run, g, by))
            return false;
        if (s->to_frame && !cp_variant_frame(v, cp_str_from(s->to_frame))) {
            cp_frame_refuse(run, g, cp_str_from(s->to_frame));
            return false;
        }
        cp_run_find_frame(run, g);
        cp_square back = cp_square_negate(run->ints, cp_icn_frame(v)->shift);
        struct cp_respelling how = {.spelling = CP_NUMERIC,
                                    .shift = cp_square_shift(run->ints,
                                                             cp_square_shift(run->ints, by, back),
                                                             run->current.frame->shift)};
        if (!g->icn.len || !cp_square_equal(how.shift, (cp_square){CP_INT(0), CP_INT(0)}))
            cp_comments_respell(run, g, &how);
    }
    struct writing w = {.run = run,
                        .g = g,
                        .out = &run->output.text,
                        .is_dressed = s->style == CP_LONG,
                        .is_own = g->icn.len > 0,
                        .by = by,
                        .is_framed = is_framed(run, by),
                        .losses = cp_losses_of(run, g)};
    if (w.is_own)
        read_kept(&w);
    w.is_kept = is_whole(&w);
    w.first_number = w.is_dressed ? 0 : w.first_number;
    bool as_it_stood = w.is_kept && !w.is_dressed; /* all of it */
    for (const struct cp_node *node = g->moves.first; as_it_stood && node; node = node->next)
        as_it_stood = cp_icn_is_move(node) || g->is_foreign || node->is_bad;
    if (as_it_stood) {
        if (!run->current.variant && !run->diags.errors)
            cp_diag_report(&run->diags, CP_ICN_ILLEGAL_THERE, span_of(&w),
                           "it has no position, and no variant that is known here");
        if (run->current.variant)
            look_through(&w);
        w.last = g->moves.last;
        put_line(&w);
    } else if (can_be(&w, run->current.variant) && play(&w)) {
        put_line(&w);
    }
    return false;
}

void cp_icn_leave(struct cp_losses *l)
{
    find_fields(l, true);
    find_title(l);
    cp_variant_tag_leave_icn(l->run, l->g);
}
