/* SPDX-License-Identifier: MIT */
#include "rules/castling.h"

/* Castling is for boards with edges, and cp_setup_check lets nobody stand beside
 * one: 0 is no file of any man. */
static int64_t file_of(const struct cp_position *p, int32_t man)
{
    return cp_int_or(p->at[man].file, 0);
}

static bool is_on_wing(const struct cp_position *p, int32_t king, int32_t man, int right)
{
    int64_t home = file_of(p, king), file = file_of(p, man);
    return cp_int_equal(p->at[man].rank, p->at[king].rank) && (right ? file > home : file < home);
}

/* The king's partner of a side farthest out on a wing, or on a file if file is not 0. */
static int32_t find_rook(const struct cp_position *p, enum cp_side side, int right, int64_t file)
{
    int32_t king = p->king[side], found = CP_NOBODY;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || p->side[man] != side || p->kind[man] != p->law->variant->castles_with ||
            !is_on_wing(p, king, man, right) || (file && file_of(p, man) != file))
            continue;
        bool is_farther = found == CP_NOBODY || is_on_wing(p, found, man, right);
        if (is_farther)
            found = man;
    }
    return found;
}

static enum cp_diag claim_one(struct cp_position *p, char letter)
{
    enum cp_side side = letter >= 'a' ? CP_BLACK : CP_WHITE;
    int32_t king = p->king[side];
    char small = cp_lower(letter);
    int64_t home = side == CP_WHITE ? 1 : p->law->variant->ranks;
    if (king == CP_NOBODY || !cp_int_equal(p->at[king].rank, CP_INT(home)))
        return CP_START_CASTLING;
    int right = small == 'k' || (small != 'q' && small - 'a' + 1 > file_of(p, king));
    int64_t file = small == 'k' || small == 'q' ? 0 : small - 'a' + 1;
    int32_t rook = find_rook(p, side, right, file);
    if (rook == CP_NOBODY)
        return CP_START_CASTLING;
    p->castle[side][right] = rook;
    return CP_OK;
}

enum cp_diag cp_castling_claim(struct cp_position *p, cp_str text)
{
    if (cp_str_is(text, "-"))
        return CP_OK;
    if (text.len && !p->law->variant->castles)
        return CP_CASTLING_UNKNOWN;
    for (size_t i = 0; i < text.len; i++) {
        enum cp_diag why = cp_is_letter(text.at[i]) ? claim_one(p, text.at[i]) : CP_START_CASTLING;
        if (why)
            return why;
    }
    return CP_OK;
}

/* The first man, king and rook aside, on the files low..high of the king's rank. */
static int32_t obstacle(const struct cp_position *p, cp_square at, int64_t low, int64_t high,
                        int32_t king, int32_t rook)
{
    for (int64_t file = low; file <= high; file++) {
        int32_t man = cp_position_get(p, (cp_square){CP_INT(file), at.rank});
        if (man != CP_NOBODY && man != king && man != rook)
            return man;
    }
    return CP_NOBODY;
}

/* Who attacks a square of the king's way, the king himself lifted and, at the
 * end of it, the rook on its new square. */
static int32_t attacker_on_way(struct cp_position *p, int32_t king, const cp_castle *c, int right)
{
    int64_t from = file_of(p, king), to = p->law->variant->castled_king[right];
    cp_square home = p->at[king], corner = p->at[c->rook];
    int32_t by = CP_NOBODY;
    cp_spot spot;
    cp_position_del(p, king);
    for (int64_t file = from; by == CP_NOBODY; file += from < to ? 1 : -1) {
        bool is_last = file == to;
        if (is_last) {
            cp_position_del(p, c->rook);
            cp_position_put(p, c->rook, c->rook_to);
        }
        cp_spot_init(&spot, p, (cp_square){CP_INT(file), home.rank});
        (void)cp_attackers(p, &spot, cp_other(p->turn), &by, 1);
        if (is_last) {
            cp_position_del(p, c->rook);
            cp_position_put(p, c->rook, corner);
            break;
        }
    }
    cp_position_put(p, king, home);
    return by;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

enum cp_diag cp_castling_check(struct cp_position *p, int right, cp_castle *out, int32_t *culprit)
{
    const struct cp_variant *v = p->law->variant;
    int32_t king = p->king[p->turn];
    *culprit = CP_NOBODY;
    if (!v->castles)
        return CP_CASTLING_UNKNOWN;
    out->rook = p->castle[p->turn][right];
    if (king == CP_NOBODY || out->rook == CP_NOBODY)
        return CP_CASTLING_FORFEITED;
    cp_square at = p->at[king];
    out->king_to = (cp_square){CP_INT(v->castled_king[right]), at.rank};
    out->rook_to = (cp_square){CP_INT(v->castled_rook[right]), at.rank};
    int64_t king_file = file_of(p, king), rook_file = file_of(p, out->rook);
    int64_t low =
        least(least(king_file, rook_file), least(v->castled_king[right], v->castled_rook[right]));
    int64_t high =
        most(most(king_file, rook_file), most(v->castled_king[right], v->castled_rook[right]));
    *culprit = obstacle(p, at, low, high, king, out->rook);
    if (*culprit != CP_NOBODY)
        return CP_CASTLING_BLOCKED;
    /* out of check first: where only the rook moves, it might stop the check */
    *culprit = p->checks ? p->checker[0] : attacker_on_way(p, king, out, right);
    return *culprit == CP_NOBODY ? CP_OK : CP_CASTLING_THROUGH_CHECK;
}

void cp_castling_forfeit(struct cp_position *p, int32_t man)
{
    enum cp_side side = p->side[man];
    for (int right = 0; right <= 1; right++)
        if (p->castle[side][right] == man || p->king[side] == man)
            p->castle[side][right] = CP_NOBODY;
}

cp_hash cp_castling_hash(const struct cp_position *p)
{
    cp_hash h = {0, 0};
    for (int side = 0; side <= 1; side++)
        for (int right = 0; right <= 1; right++) {
            int32_t rook = p->castle[side][right];
            uint64_t which = (uint64_t)side * 2 + (uint64_t)right + 1;
            if (rook == CP_NOBODY)
                continue;
            uint64_t file = (uint64_t)file_of(p, rook);
            h.low += 0xb5ad4eceda1ce2a9u * (which * 16 + file);
            h.high += 0x8f6e37a7a3b1c2d5u * (which * 16 + file);
        }
    return h;
}

void cp_castling_format(struct cp_buf *out, const struct cp_position *p)
{
    bool any = false;
    for (int side = 0; side <= 1; side++)
        for (int right = 1; right >= 0; right--) {
            int32_t rook = p->castle[side][right];
            if (rook == CP_NOBODY)
                continue;
            bool is_outermost = find_rook(p, (enum cp_side)side, right, 0) == rook;
            char letter = is_outermost ? (right ? 'K' : 'Q') : (char)('A' + file_of(p, rook) - 1);
            cp_buf_putc(out, side == CP_WHITE ? letter : cp_lower(letter));
            any = true;
        }
    if (!any)
        cp_buf_putc(out, '-');
}
