/* SPDX-License-Identifier: MIT */
/* understood.c -- a variant as its file was understood, for the people who wrote it.
 *
 *     . . . . . . .    P  pawn            the squares around a piece that stands at @:
 *     . . . i . . .       promotes          * goes and takes   o goes only   x takes only
 *     . . x o x . .                         + and so on   i as its first move only
 *     . . . @ . . .                       what does not fit there is said in words */
#include "rules/law.h"
#include "settle/variants.h"

enum { REACH = 3, SIDE = 2 * REACH + 1 };

struct sketch {
    uint8_t use[SIDE][SIDE];
    bool first[SIDE][SIDE]; /* nothing but a first move goes there */
    bool on[SIDE][SIDE];    /* and so on, without end */
    struct cp_buf far, how; /* in words: steps beyond, and how often the last are taken */
};

/* A step that goes beyond, so often: those that do alike are told together. */
static void tell(struct sketch *s, int64_t dx, int64_t dy, cp_str how)
{
    bool is_alike = cp_str_equal(cp_buf_str(&s->how), how);
    if (!is_alike)
        cp_buf_put(&s->far, cp_buf_str(&s->how));
    if (s->far.len)
        cp_buf_puts(&s->far, is_alike ? " " : "; ");
    cp_buf_printf(&s->far, "(%lld,%lld)", (long long)dx, (long long)dy);
    s->how.len = 0;
    cp_buf_put(&s->how, how);
}

static bool is_near(int64_t dx, int64_t dy)
{
    return dx >= -REACH && dx <= REACH && dy >= -REACH && dy <= REACH;
}

static void mark(struct sketch *s, int64_t dx, int64_t dy, uint8_t use, bool first)
{
    if (!is_near(dx, dy)) {
        tell(s, dx, dy, CP_STR(""));
        return;
    }
    uint8_t *cell = &s->use[dy + REACH][dx + REACH];
    s->first[dy + REACH][dx + REACH] = first && (!*cell || s->first[dy + REACH][dx + REACH]);
    *cell |= use;
}

static void sketch_ray(struct sketch *s, const cp_ray *r)
{
    const uint8_t all = CP_RAY_MOVES | CP_RAY_TAKES;
    if (r->hops || r->use & CP_RAY_FACES) {
        tell(s, r->dx, r->dy,
             !r->hops                  ? CP_STR(" on and on, before kings only")
             : r->high == 2            ? CP_STR(" twice, over a piece")
             : r->hops == CP_HOPS_NEXT ? CP_STR(" on and on, just beyond a piece")
             : r->use == CP_RAY_TAKES  ? CP_STR(" on and on over a piece, to take")
                                       : CP_STR(" on and on over a piece"));
        return;
    }
    int32_t n = r->low;
    for (; (!r->high || n <= r->high) && is_near(n * r->dx, n * r->dy); n++)
        if (!r->primes || n == 2 || n == 3)
            mark(s, n * r->dx, n * r->dy, r->use, r->first);
    if (r->high && n > r->high)
        return;
    if (!r->high && !r->primes && r->use == all && n > r->low) {
        s->on[(n - 1) * r->dy + REACH][(n - 1) * r->dx + REACH] = true;
        return;
    }
    struct cp_buf how = cp_buf_in(s->far.arena);
    if (r->primes)
        cp_buf_printf(&how, " a prime number of times, from %d on", r->low);
    else if (!r->high)
        cp_buf_puts(&how, " on and on");
    else
        cp_buf_printf(&how, " up to %d times", r->high);
    tell(s, r->dx, r->dy, cp_buf_str(&how));
}

static void put_letter(struct cp_buf *out, const struct cp_variant *v, uint8_t kind)
{
    cp_buf_put(out, cp_alphabet_letter(&v->alphabet, kind));
}

/* The lines beside a sketch: its letter and name, and what is special. */
static uint32_t put_facts(struct cp_buf facts[SIDE], const struct cp_variant *v, uint8_t kind)
{
    const struct cp_kind *k = &v->kinds[kind];
    const struct cp_piece_words *words = &v->alphabet.pieces[kind];
    uint32_t count = 1;
    put_letter(&facts[0], v, kind);
    cp_buf_printf(&facts[0], "  %.*s", CP_FMT(words->name));
    bool is_round = false;
    for (uint32_t i = 0; i < k->ray_count; i++)
        is_round |= k->rays[CP_WHITE][i].round;
    const char *special[] = {
        k->royal ? "royal" : NULL,
        words->is_neutral ? "nobody's" : NULL,
        !words->letter.len ? "moves are written without its letter" : NULL,
        k->promotes || k->becomes ? "promotes" : NULL,
        k->zone[CP_WHITE].is_said ? "keeps to its zone" : NULL,
        k->spares_like ? "spares its like" : NULL,
        is_round ? "goes round the board" : NULL,
        k->en_passant ? "its double step can be taken in passing" : NULL,
        v->castles && v->castle_kings >> kind & 1 ? "castles" : NULL,
        v->castles && v->castles_with >> kind & 1 ? "kings castle with it" : NULL,
    };
    for (size_t i = 0; i < sizeof special / sizeof *special && count < SIDE - 1; i++)
        if (special[i])
            cp_buf_puts(&facts[count++], special[i]);
    if (k->becomes)
        cp_buf_printf(&facts[0], ", then %.*s",
                      CP_FMT(cp_alphabet_letter(&v->alphabet, *k->becomes)));
    return count;
}

static void put_piece(struct cp_buf *out, const struct cp_law *law, uint8_t kind)
{
    static const char signs[] = ".ox*";
    const struct cp_variant *v = law->variant;
    const struct cp_movement *m = &law->movements[CP_WHITE][kind];
    struct sketch s = {.far = cp_buf_in(out->arena), .how = cp_buf_in(out->arena)};
    struct cp_buf facts[SIDE];
    for (int i = 0; i < SIDE; i++)
        facts[i] = cp_buf_in(out->arena);
    for (uint32_t i = 0; i < m->leap_count; i++)
        mark(&s, m->leaps[i].dx, m->leaps[i].dy, m->leaps[i].use, m->leaps[i].first);
    for (uint32_t i = 0; i < m->path_count; i++)
        sketch_ray(&s, &m->paths[i].ray);
    for (uint32_t i = 0; i < m->route_count; i++)
        for (uint32_t k = m->routes[i].home ? CP_SECOND_MOST + 1 : m->routes[i].lands;
             k < m->routes[i].count; k++) {
            int16_t dx = m->routes[i].by[k].dx, dy = m->routes[i].by[k].dy;
            if (m->routes[i].count > CP_BENT_MOST && !is_near(dx, dy)) { /* it is a second leg */
                tell(&s, dx, dy, CP_STR(" and on"));
                break;
            }
            mark(&s, dx, dy, m->routes[i].use, m->routes[i].first);
        }
    uint32_t count = put_facts(facts, v, kind);
    if (s.far.len) /* the last line there is room for */
        cp_buf_printf(&facts[count], "farther: %.*s%.*s", CP_FMT(cp_buf_str(&s.far)),
                      CP_FMT(cp_buf_str(&s.how)));
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int row = SIDE - 1 - y;
            bool is_home = row == REACH && x == REACH;
            uint8_t use = s.use[row][x];
            cp_buf_puts(out, x ? " " : "  ");
            cp_buf_putc(out, is_home           ? '@'
                             : s.on[row][x]    ? '+'
                             : s.first[row][x] ? 'i'
                                               : signs[use]);
        }
        cp_str fact = cp_buf_str(&facts[y]);
        cp_buf_printf(out, "%s%.*s\n", fact.len ? (y ? "      " : "   ") : "", CP_FMT(fact));
    }
    cp_buf_putc(out, '\n');
}

static void put_ends(struct cp_buf *out, const struct cp_variant *v)
{
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        cp_buf_printf(out, "%s wins by ", side == CP_WHITE ? "White" : "Black");
        cp_wins_format(out, v->wins[side]);
        cp_buf_putc(out, '\n');
    }
    const struct cp_goal *goal = &v->goal;
    if (goal->count)
        cp_buf_printf(out, "a goal is %d piece%s on its squares%s%s%s\n", goal->count,
                      goal->count == 1 ? "" : "s", goal->is_safe ? ", safe there" : "",
                      goal->may_be_full ? ", or one where they are full" : "",
                      goal->is_answered[CP_WHITE] || goal->is_answered[CP_BLACK]
                          ? ", which may be answered"
                          : "");
    if (v->must_take)
        cp_buf_puts(out, "who can take must\n");
    if (cp_royals_are_loose(v))
        cp_buf_printf(out, "of several royal pieces %s must not be left attacked\n",
                      v->royals == CP_ROYALS_LAST ? "only the last" : "all at once");
    if (v->forbids_checks)
        cp_buf_puts(out, "nobody may give check\n");
    if (v->alphabet.checks_win)
        cp_buf_printf(out, "checks that win: %d\n", v->alphabet.checks_win);
    if (v->explodes)
        cp_buf_puts(out, "who takes is gone with all around\n");
    static const char *const stalemates[] = {"is a draw", "wins", "loses",
                                             "wins or loses: who has fewer pieces wins"};
    if (v->repetition > 0)
        cp_buf_printf(out, "a position that is there %d times ends the game: who is to move %s\n",
                      v->repetition, v->repeated ? stalemates[v->repeated] : "draws");
    else if (v->repetition)
        cp_buf_puts(out, "no repetition ends the game\n");
    if (v->counting.board)
        cp_buf_printf(out, "so many moves are counted while both have more than a king: %d\n",
                      v->counting.board);
    if (v->counting.bare_count)
        cp_buf_puts(out, "moves against a king alone are counted\n");
    if (v->stalemate != CP_STALEMATE_DRAWS)
        cp_buf_printf(out, "who has no move and is not in check %s\n", stalemates[v->stalemate]);
    if (v->mated != CP_STALEMATE_LOSES)
        cp_buf_printf(out, "who is mated %s\n", stalemates[v->mated]);
    if (v->extinct.kinds)
        cp_buf_printf(out, "who has %d or less of a kind that counts %s\n", v->extinct.count,
                      stalemates[v->extinct.result]);
    if (v->bared.kinds)
        cp_buf_printf(out, "who has one piece left %s\n", stalemates[v->bared.result]);
#define CP_RULE_TRUTH(key, field, meaning)                                                         \
    if (v->field)                                                                                  \
        cp_buf_puts(out, key ": " meaning "\n");
#define CP_RULE_COUNT(key, field, most, meaning)                                                   \
    if (v->field)                                                                                  \
        cp_buf_printf(out, key ": %d: " meaning "\n", v->field);
#include "rules/rule.def"
}

static void put_promotion(struct cp_buf *out, const struct cp_variant *v,
                          const struct cp_ints *ints, int side)
{
    const struct cp_promotion *own = &v->promotion[side];
    if (!own->rank_count || v->family != CP_FAMILY_CHESS)
        return;
    cp_buf_printf(out, "%s promotes on rank", side == CP_WHITE ? "White" : "Black");
    for (uint32_t i = 0; i < own->rank_count; i++) {
        cp_buf_putc(out, ' ');
        cp_int_format(ints, out, own->ranks[i]);
    }
    cp_buf_puts(out, own->to_count ? " to" : "");
    for (uint32_t i = 0; i < own->to_count; i++) {
        cp_buf_putc(out, ' ');
        put_letter(out, v, own->to[i]);
    }
    cp_buf_puts(out, own->may_stay ? ", and must only on the farthest" : "");
    cp_buf_puts(out, v->pieces_may_stay ? ", what is no pawn need not" : "");
    cp_buf_puts(out, v->pieces_must_take ? ", what is no pawn only as it takes" : "");
    cp_buf_puts(out, own->is_limited ? ", of each no more than at the start\n" : "\n");
}

static void put_castling(struct cp_buf *out, const struct cp_variant *v, int way)
{
    const struct cp_castled *own = &v->castled[CP_WHITE][way], *black = &v->castled[CP_BLACK][way];
    bool differ = own->king != black->king || own->partner != black->partner;
    for (int side = CP_WHITE; side <= (differ ? CP_BLACK : CP_WHITE); side++) {
        own = &v->castled[side][way];
        const char *of = !differ ? "" : side == CP_WHITE ? " of White" : " of Black", *before = "";
        cp_buf_printf(out, "castling %s%s: king to file %d, ", way ? "right" : "left", of,
                      own->king);
        for (uint8_t kind = 0; kind < v->alphabet.count; kind++)
            if (v->castles_with >> kind & 1) {
                cp_buf_puts(out, before);
                put_letter(out, v, kind);
                before = " or ";
            }
        cp_buf_printf(out, " to file %d\n", own->partner);
    }
}

void cp_variant_explain(struct cp_run *run, struct cp_buf *out, const struct cp_variant *v)
{
    struct cp_law law;
    struct cp_diags none = cp_diags_in(&run->record);
    if (!cp_law_init(&law, v, &run->record, &none)) /* a file that was loaded has one */
        return;
    cp_buf_printf(out, "%.*s (%.*s)\n", CP_FMT(v->name), CP_FMT(v->id));
    if (v->bounded)
        cp_buf_printf(out, "a board of %d files and %d ranks\n", v->files, v->ranks);
    else
        cp_buf_printf(out, "a plane%s\n", v->has_border ? " with a border" : "");
    cp_buf_printf(out, "%u pieces at the start, %s begins\n\n", v->start.count,
                  v->start.turn == CP_WHITE ? "White" : "Black");
    for (uint32_t kind = 0; kind < v->alphabet.count && v->family == CP_FAMILY_CHESS; kind++)
        put_piece(out, &law, (uint8_t)kind);
    if (v->family == CP_FAMILY_CHESS)
        cp_buf_puts(out, "@ stands there   * goes and takes   o goes   x takes"
                         "   i goes as its first move"
                         "   + and so on\n\n");
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        put_promotion(out, v, run->ints, side);
    for (int way = 1; way >= 0 && v->castles; way--)
        put_castling(out, v, way);
    if (v->castles)
        cp_buf_printf(out, "rights to castle at the start: %.*s\n",
                      CP_FMT(v->start.castling.len ? v->start.castling : CP_STR("none")));
    if (v->castles_near)
        cp_buf_puts(out, "kings castle with the nearest piece on their rank\n");
    if (v->family == CP_FAMILY_CHESS)
        put_ends(out, v);
}
