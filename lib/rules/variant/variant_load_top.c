/* SPDX-License-Identifier: MIT */
/* variant_load_top.c -- the keys at the top of a variant file, and its board. */
#include "rules/variant/variant_load.h"

void cp_load_id(struct cp_load *l, const struct cp_value *v)
{
    bool fine = v->text.len > 0;
    for (size_t i = 0; i < v->text.len; i++) {
        char c = v->text.at[i];
        fine &= (c >= 'a' && c <= 'z') || cp_is_digit(c) || (c == '-' && i > 0);
    }
    if (!fine)
        cp_load_fault(l, CP_VARIANT_WORD, v, 0, "'%.*s' is no id: small letters, digits, dashes",
                      CP_FMT(v->text));
    l->v->id = v->text;
}

void cp_load_name(struct cp_load *l, const struct cp_value *v)
{
    l->v->name = cp_load_line(l, v);
}

void cp_load_aliases(struct cp_load *l, const struct cp_value *v)
{
    l->v->aliases = cp_load_strings(l, v, &l->v->alias_count);
}

void cp_load_board(struct cp_load *l, const struct cp_value *v)
{
    if (v->type == CP_STRING) {
        if (!cp_str_is(v->text, "plane"))
            cp_load_fault(l, CP_VARIANT_WORD, v, 0, "'%.*s' is no board: plane, or files and ranks",
                          CP_FMT(v->text));
        return;
    }
    l->v->bounded = l->v->alphabet.bounded = true;
    l->v->files = l->v->ranks = CP_BOARD_MOST;
    cp_load_section(l, CP_IN_BOARD, v);
    l->v->alphabet.files = l->v->files;
    l->v->alphabet.ranks = l->v->ranks;
}

void cp_load_files(struct cp_load *l, const struct cp_value *v)
{
    if (!cp_load_number(l, v, 1, CP_BOARD_MOST, &l->v->files))
        return;
}

void cp_load_ranks(struct cp_load *l, const struct cp_value *v)
{
    if (!cp_load_number(l, v, 1, CP_BOARD_MOST, &l->v->ranks))
        return;
}

void cp_load_notation(struct cp_load *l, const struct cp_value *v)
{
    static const struct {
        const char *word;
        enum cp_spelling spelling;
    } words[] = {{"letters", CP_LETTER}, {"numeric", CP_NUMERIC}, {"bare", CP_BARE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!cp_str_is(v->text, words[i].word))
            continue;
        l->v->alphabet.native = words[i].spelling;
        if (words[i].spelling == CP_BARE && !l->v->bounded)
            cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0,
                          "bare squares are for a board with edges: a plane has negative files");
        return;
    }
    cp_load_fault(l, CP_VARIANT_WORD, v, 0, "'%.*s' is no notation: letters, numeric or bare",
                  CP_FMT(v->text));
}

/* {classical: [6, 6]}; the diagram's own frame is always the first. */
void cp_load_frames(struct cp_load *l, const struct cp_value *v)
{
    struct cp_frame *frames = cp_arena_take_zero(l->arena, v->count + 1u, sizeof *frames);
    frames[0] = l->v->frames[0];
    uint32_t count = 1;
    for (const struct cp_value *f = v->first; f; f = f->next) {
        struct cp_frame *frame = &frames[count];
        frame->name = f->name;
        if (cp_str_like(f->name, frames[0].name) || f->name.len == 0)
            cp_load_fault(l, CP_VARIANT_WORD, f, 0, "'%.*s' cannot be a frame's name",
                          CP_FMT(f->name));
        else if (f->type != CP_LIST || f->count != 2)
            cp_load_fault(l, CP_VARIANT_TYPE, f, 0, "a frame is two numbers: [6, 6]");
        else if (cp_load_int(l, f->first, &frame->shift.file) &&
                 cp_load_int(l, f->first->next, &frame->shift.rank))
            count++;
    }
    l->v->frames = frames;
    l->v->frame_count = count;
}

void cp_load_insufficient(struct cp_load *l, const struct cp_value *v)
{
    struct cp_bare_material *bare = cp_arena_take_zero(l->arena, v->count, sizeof *bare);
    uint32_t count = 0;
    for (const struct cp_value *entry = v->first; entry; entry = entry->next) {
        if (entry->type != CP_MAP) {
            cp_load_fault(l, CP_VARIANT_TYPE, entry, 0, "an entry is pieces and source, not %s",
                          cp_type_name(entry->type));
            continue;
        }
        l->bare = &bare[count++];
        cp_load_section(l, CP_IN_INSUFFICIENT, entry);
    }
    l->v->bare = bare;
    l->v->bare_count = count;
}

void cp_load_bare_pieces(struct cp_load *l, const struct cp_value *v)
{
    l->bare->kinds = cp_load_kinds(l, v, true, &l->bare->count);
}

void cp_load_bare_source(struct cp_load *l, const struct cp_value *v)
{
    l->bare->source = cp_load_line(l, v);
}

void cp_load_bare_colour(struct cp_load *l, const struct cp_value *v)
{
    if (!l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "squares have colours on a board with edges");
    l->bare->one_colour = v->truth;
}

void cp_load_dead(struct cp_load *l, const struct cp_value *v)
{
    l->v->bare_ends = v->truth;
}

void cp_load_assumed(struct cp_load *l, const struct cp_value *v)
{
    l->v->is_assumed = v->truth;
}

void cp_load_fifty(struct cp_load *l, const struct cp_value *v)
{
    l->v->counts_quiet_moves = v->truth;
}

void cp_load_trapdoor(struct cp_load *l, const struct cp_value *v)
{
    if (!cp_load_number(l, v, 1, CP_DELAY_MOST, &l->v->trapdoor))
        return;
}

/* ---- castling ---- */

/* A piece that promotes never stands where kings castle. */
static void take_partner(struct cp_load *l, uint8_t kind, cp_span at)
{
    if (kind == CP_NO_KIND || !cp_load_is_man(l, kind, at))
        return;
    if (l->kinds[kind].royal || l->kinds[kind].promotes)
        cp_diag_report(l->d, CP_VARIANT_CONFLICT, at, "no king castles with this: the %.*s",
                       CP_FMT(l->words[kind].name));
    l->v->castles_with = kind;
}

void cp_load_castling_partner(struct cp_load *l, const struct cp_value *v)
{
    l->partner = v;
    take_partner(l, cp_load_kind(l, v->text, v->at), v->at);
}

/* Most variants call it a rook, and need no key. */
static void default_partner(struct cp_load *l, const struct cp_value *castling)
{
    for (uint32_t kind = 0; kind < l->v->alphabet.count; kind++)
        if (cp_str_is(l->letters[kind], "R")) {
            take_partner(l, (uint8_t)kind, castling->at);
            return;
        }
    cp_load_fault(l, CP_VARIANT_MISSING, castling, 0,
                  "'partner': which piece kings castle with, as none is lettered R");
}

void cp_load_castling(struct cp_load *l, const struct cp_value *v)
{
    l->v->castles = l->v->alphabet.castles = true;
    if (!l->v->bounded)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "castling is for a board with edges");
    cp_load_section(l, CP_IN_CASTLING, v);
    if (l->v->family == CP_FAMILY_CHESS && !l->partner)
        default_partner(l, v);
}

static void castled_files(struct cp_load *l, const struct cp_value *v, int side)
{
    if (v->count != 2)
        cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "the files of king and rook: [7, 6]");
    else if (!cp_load_number(l, v->first, 1, CP_BOARD_MOST, &l->v->castled_king[side]) ||
             !cp_load_number(l, v->first->next, 1, CP_BOARD_MOST, &l->v->castled_rook[side]))
        return;
}

void cp_load_kingside(struct cp_load *l, const struct cp_value *v)
{
    castled_files(l, v, 1);
}

void cp_load_queenside(struct cp_load *l, const struct cp_value *v)
{
    castled_files(l, v, 0);
}

void cp_load_setup_castling(struct cp_load *l, const struct cp_value *v)
{
    if (!l->v->castles)
        cp_load_fault(l, CP_VARIANT_CONFLICT, v, 0, "this variant has no castling");
    l->v->start.castling = v->text;
}
