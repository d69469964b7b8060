/* SPDX-License-Identifier: MIT */
/* variant_load_agents.c -- whose rules a variant is played by, and what only
 * agents have: what each does, and the traps of their board. Keys of one family
 * in a file of another would be read and mean nothing, so they are refused. */
#include "rules/variant/variant_load.h"

void cp_load_family(struct cp_load *l, const struct cp_value *v)
{
    static const char *const words[CP_FAMILY_COUNT] = {
        [CP_FAMILY_CHESS] = "chess",
        [CP_FAMILY_AGENTS] = "agents",
    };
    for (int family = 0; family < CP_FAMILY_COUNT; family++)
        if (cp_str_is(v->text, words[family])) {
            l->v->family = (enum cp_family_id)family;
            l->v->alphabet.agents = family == CP_FAMILY_AGENTS;
            return;
        }
    cp_load_fault(l, CP_VARIANT_WORD, v, 0, "'%.*s' is no family: chess or agents",
                  CP_FMT(v->text));
}

/* ---- what each piece does ---- */

void cp_load_piece_agent(struct cp_load *l, const struct cp_value *v)
{
    static const char *const words[] = {
        [CP_AGENT_KING] = "king",
        [CP_AGENT_MOVER] = "mover",
        [CP_AGENT_SWAPPER] = "swapper",
        [CP_AGENT_PUPPETEER] = "puppeteer",
    };
    l->piece.agent = v;
    for (int agent = CP_AGENT_KING; agent <= CP_AGENT_PUPPETEER; agent++)
        if (cp_str_is(v->text, words[agent])) {
            l->piece.kind->agent = (enum cp_agent)agent;
            return;
        }
    cp_load_fault(l, CP_VARIANT_WORD, v, 0, "'%.*s' is no agent: king, mover, swapper or puppeteer",
                  CP_FMT(v->text));
}

static void refuse(struct cp_load *l, const struct cp_value *v, const char *why)
{
    if (v)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "%s", why);
}

/* The king among agents is the one who may not be lost, and nobody else is. */
static void check_agent(struct cp_load *l, const struct cp_value *map)
{
    const struct cp_piece_load *p = &l->piece;
    const struct cp_value *const of_chess[] = {p->move, p->primes, p->unwritten, p->promotes,
                                               p->en_passant};
    if (!p->agent)
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'agent'");
    for (size_t i = 0; i < sizeof of_chess / sizeof *of_chess; i++)
        refuse(l, of_chess[i], "agents do not have this");
    bool is_king = p->kind->agent == CP_AGENT_KING;
    if (p->agent && is_king != (p->royal != NULL))
        refuse(l, p->agent, "the king, and no other agent, is royal");
}

void cp_load_check_piece(struct cp_load *l, const struct cp_value *map)
{
    if (l->v->family == CP_FAMILY_AGENTS) {
        check_agent(l, map);
        return;
    }
    refuse(l, l->piece.agent, "only in the family of agents");
    if (!l->piece.move && !cp_value_get(map, "move"))
        cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'move'");
}

/* ---- the board ---- */

static bool is_listed(const cp_square *list, uint32_t count, cp_square square)
{
    for (uint32_t i = 0; i < count; i++)
        if (cp_square_equal(list[i], square))
            return true;
    return false;
}

void cp_load_traps(struct cp_load *l, const struct cp_value *list)
{
    cp_square *traps = cp_arena_take_zero(l->arena, list->count, sizeof *traps);
    uint32_t count = 0;
    l->traps = list;
    for (const struct cp_value *v = list->first; v; v = v->next) {
        cp_square square;
        size_t offset = 0;
        if (v->type != CP_STRING)
            cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "a list of squares holds %s",
                          cp_type_name(v->type));
        else if (!cp_load_square(l, v, &offset, &square))
            continue;
        else if (offset < v->text.len)
            cp_load_fault(l, CP_VARIANT_SQUARE, v, offset, "one square is enough");
        else if (is_listed(traps, count, square))
            cp_load_fault(l, CP_VARIANT_TWICE, v, 0, "'%.*s'", CP_FMT(v->text));
        else
            traps[count++] = square;
    }
    l->v->traps = traps;
    l->v->trap_count = count;
}

static void report_man(struct cp_load *l, const struct cp_value *setup, const cp_man *man,
                       const char *what)
{
    struct cp_buf square;
    cp_buf_init(&square, l->arena);
    cp_square_format(l->ints, &square, man->square, l->v->alphabet.native);
    cp_load_fault(l, CP_VARIANT_SETUP, setup, 0, "%s %.*s", what, CP_FMT(cp_buf_str(&square)));
}

/* R-TR-17: nobody begins on a trap, no king on the rim. */
static void check_men(struct cp_load *l, const struct cp_value *map)
{
    const struct cp_variant *v = l->v;
    const struct cp_value *setup = cp_value_get(map, "setup");
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *man = &v->start.men[i];
        int64_t file = man->square.file.v, rank = man->square.rank.v;
        bool on_rim = file == 1 || file == v->files || rank == 1 || rank == v->ranks;
        if (is_listed(v->traps, v->trap_count, man->square))
            report_man(l, setup, man, "a man stands on the trap");
        else if (on_rim && v->kinds[man->kind].royal)
            report_man(l, setup, man, "a king stands on the rim:");
    }
}

void cp_load_check_family(struct cp_load *l, const struct cp_value *map)
{
    static const char *const of_chess[] = {"promotion", "castling", "fifty-moves", "insufficient",
                                           "dead-positions"};
    if (l->v->family != CP_FAMILY_AGENTS) {
        refuse(l, l->traps, "only in the family of agents");
        return;
    }
    if (!l->v->bounded)
        refuse(l, cp_value_get(map, "board"), "agents play on a board with edges");
    for (size_t i = 0; i < sizeof of_chess / sizeof *of_chess; i++)
        refuse(l, cp_value_get(map, of_chess[i]), "agents do not have this");
    check_men(l, map);
}
