/* SPDX-License-Identifier: MIT */
/* table_plies.c -- a row for each half-move of a main line, and what stands around it. */
#include "base/scan.h"
#include "rules/chess/turn.h"
#include "tables/rows.h"

static void put_mover(struct cp_row_writer *s)
{
    cp_row_put_side(s, (int)cp_other(s->p->turn));
}

static void put_move(struct cp_row_writer *s)
{
    cp_cell_text(s->rows, s->ply->node->text);
}

static void put_written(struct cp_row_writer *s, const cp_written *w, enum cp_spelling spelling)
{
    size_t open = cp_cell_open(s->rows);
    cp_written_format(s->run->ints, s->rows->out, &s->run->current.variant->alphabet, w, spelling);
    cp_cell_close(s->rows, open);
}

static void put_long(struct cp_row_writer *s)
{
    put_written(s, &s->long_form, (enum cp_spelling)s->ply->node->move.spelling);
}

static void put_short(struct cp_row_writer *s)
{
    put_written(s, &s->short_form, (enum cp_spelling)s->ply->node->move.spelling);
}

static void put_uci(struct cp_row_writer *s)
{
    if (s->has_engine_form)
        put_written(s, &s->engine_form, CP_BARE);
    else
        cp_cell_null(s->rows);
}

static void put_kind(struct cp_row_writer *s, uint8_t kind)
{
    const struct cp_alphabet *a = &s->run->current.variant->alphabet;
    cp_row_put_text(s, kind == CP_NO_KIND ? (cp_str){0} : cp_alphabet_letter(a, kind));
}

/* What moved, as it was before it became another. */
static void put_piece(struct cp_row_writer *s)
{
    const cp_move *move = s->ply->move;
    uint8_t kind = s->p->kind[move->man];
    if (move->is_body)
        kind = s->p->law->variant->body.kind;
    else if (move->promotion != CP_NO_KIND)
        kind = s->ply->undo->kind;
    put_kind(s, kind);
}

static void put_square(struct cp_row_writer *s, cp_square at)
{
    size_t open = cp_cell_open(s->rows);
    cp_square_format(s->run->ints, s->rows->out, cp_play_back(&s->play, at),
                     s->run->current.variant->alphabet.native);
    cp_cell_close(s->rows, open);
}

static void put_from(struct cp_row_writer *s)
{
    put_square(s, s->ply->move->from);
}

static void put_to(struct cp_row_writer *s)
{
    put_square(s, s->ply->move->to);
}

static void put_taken(struct cp_row_writer *s)
{
    int32_t taken = s->ply->move->taken;
    put_kind(s, taken == CP_NOBODY ? CP_NO_KIND : s->p->kind[taken]);
}

static void put_promotion(struct cp_row_writer *s)
{
    put_kind(s, s->ply->move->promotion);
}

static void put_check(struct cp_row_writer *s)
{
    static const char *const marks[] = {"", "+", "++", "#"};
    cp_row_put_text(s, cp_str_from(marks[cp_check_mark_of(s->p, s->ply->outcome)]));
}

static void put_falls(struct cp_row_writer *s)
{
    const struct cp_ply *ply = s->ply;
    cp_buf_reset(&s->text);
    for (uint32_t i = 0; i < ply->fall_count; i++) {
        cp_square at = s->p->at[ply->falls[i]];
        if (i && cp_square_equal(at, s->p->at[ply->falls[i - 1]]))
            continue; /* a trap that took two is named once */
        cp_buf_puts(&s->text, i ? " " : "");
        cp_square_format(s->run->ints, &s->text, cp_play_back(&s->play, at),
                         s->run->current.variant->alphabet.native);
    }
    cp_row_put_text(s, cp_buf_str(&s->text));
}

static void put_thousandths(struct cp_row_writer *s, int64_t number)
{
    if (number < 0)
        cp_cell_null(s->rows);
    else
        cp_cell_thousandths(s->rows, number);
}

static void put_clock(struct cp_row_writer *s)
{
    put_thousandths(s, s->remark.clock);
}

static void put_spent(struct cp_row_writer *s)
{
    put_thousandths(s, s->remark.spent);
}

/* ---- what stands around a move ---- */

static void put_eval(struct cp_row_writer *s)
{
    cp_row_put_text(s, cp_str_from(s->remark.evaluation));
}

static void put_depth(struct cp_row_writer *s)
{
    if (s->remark.depth)
        cp_cell_number(s->rows, s->remark.depth);
    else
        cp_cell_null(s->rows);
}

static void put_nags(struct cp_row_writer *s)
{
    const struct cp_notes *notes = s->ply->node->notes;
    cp_buf_reset(&s->text);
    for (const struct cp_nag *nag = notes ? notes->nags : NULL; nag; nag = nag->next) {
        cp_buf_puts(&s->text, s->text.len ? " " : "");
        cp_buf_put_int(&s->text, nag->number);
    }
    cp_row_put_text(s, cp_buf_str(&s->text));
}

/* The length of a command that text, in which a ']' comes, begins with; 0: none. */
static size_t command_length(cp_str text)
{
    bool is_command = text.len > 2 && text.at[1] == '%' && cp_is_letter(text.at[2]);
    return is_command ? (size_t)((const char *)memchr(text.at, ']', text.len) - text.at) + 1 : 0;
}

/* More of a comment's prose; the first of it behind a blank, if there is any before it. */
static void put_prose(struct cp_buf *out, cp_str text, bool *is_new, bool *skips_blanks)
{
    while (*skips_blanks && text.len && cp_is_space(text.at[0]))
        text = cp_str_skip(text, 1);
    if (!text.len)
        return;
    if (*is_new && out->len)
        cp_buf_putc(out, ' ');
    cp_buf_put(out, text);
    *is_new = *skips_blanks = false;
}

/* The prose of comments, without commands; of the blanks around one, one side's are enough. */
static void add_prose(struct cp_buf *out, const struct cp_comment *list)
{
    for (const struct cp_comment *c = list; c; c = c->next) {
        bool is_new = true, skips_blanks = true;
        cp_str text = cp_str_through_last(c->text, ']'), tail = cp_str_skip(c->text, text.len);
        while (text.len) {
            const char *open = memchr(text.at, '[', text.len);
            size_t plain = open ? (size_t)(open - text.at) : text.len;
            size_t command = open ? command_length(cp_str_skip(text, plain)) : 0;
            put_prose(out, (cp_str){text.at, plain + (open && !command)}, &is_new, &skips_blanks);
            text = cp_str_skip(text, plain + (command ? command : open != NULL));
            if (command)
                skips_blanks = is_new || cp_is_space(out->at[out->len - 1]);
        }
        put_prose(out, tail, &is_new, &skips_blanks);
        while (out->len && cp_is_space(out->at[out->len - 1]))
            out->len--;
    }
}

static void put_comment(struct cp_row_writer *s)
{
    const struct cp_node *node = s->ply->node;
    cp_buf_reset(&s->text);
    if (node->notes) {
        add_prose(&s->text, node->notes->before);
        add_prose(&s->text, node->notes->after);
    }
    if (!node->next)
        add_prose(&s->text, s->game->moves.end);
    cp_row_put_text(s, cp_buf_str(&s->text));
}

/* ---- games ---- */

static void line_begins(void *data, struct cp_position *p)
{
    struct cp_row_writer *s = data;
    const struct cp_alphabet *a = &s->run->current.variant->alphabet;
    s->p = p;
    s->is_played = true;
    s->has_engine_form = cp_alphabet_is_bare(a) && !cp_alphabet_has_steps(a);
}

/* The rivals of a move are asked for before it is played, its check mark after. */
static void ply_comes(void *data, const struct cp_ply *ply)
{
    struct cp_row_writer *s = data;
    unsigned needs = s->settings->needs;
    const struct cp_rules *rules = cp_rules_of(ply->position);
    cp_square shift = s->play.replay.shift;
    if (needs & CP_NEEDS_LONG)
        rules->write(ply->position, ply->move, CP_LONG, shift, &s->long_form);
    if (needs & CP_NEEDS_SHORT)
        rules->write(ply->position, ply->move, CP_SHORT, shift, &s->short_form);
    if ((needs & CP_NEEDS_ENGINE) && s->has_engine_form)
        rules->write(ply->position, ply->move, CP_ENGINE, shift, &s->engine_form);
    if ((needs & CP_NEEDS_SHORT) && ply->node->move.spelling == CP_NUMERIC)
        cp_written_complete(&s->short_form);
}

static void ply_was_played(void *data, const struct cp_ply *ply)
{
    struct cp_row_writer *s = data;
    s->ply = ply;
    s->ply_number = ply->ply;
    uint8_t mark = (uint8_t)cp_check_mark_of(s->p, ply->outcome);
    s->long_form.check = s->short_form.check = mark;
    if (s->settings->needs & CP_NEEDS_REMARK) {
        /* what the move took: as it says, else by the clock that its side had before */
        const struct cp_notes *notes = ply->node->notes;
        struct cp_remark *r = &s->remark;
        int64_t *before = &s->clocks[cp_other(s->p->turn)];
        cp_remark_read(r, notes ? notes->after : NULL, s->p->turn == CP_WHITE);
        if (r->spent < 0 && r->clock >= 0 && *before >= 0 && s->increment >= 0)
            r->spent = *before + s->increment - r->clock;
        *before = r->clock;
    }
    cp_row_put(s);
}

static void put_game(struct cp_row_writer *s)
{
    const struct cp_listener listener = {
        .begin = line_begins, .before = ply_comes, .after = ply_was_played};
    s->clocks[CP_WHITE] = s->clocks[CP_BLACK] = -1;
    /* what the tag TimeControl adds at each move, 300+5; -1: it does not say */
    cp_str said = cp_game_tag(s->game, "TimeControl");
    uint32_t base, more = 0;
    bool is_said = cp_scan_number(&said, UINT32_MAX, &base) &&
                   (!said.len || (cp_scan_char(&said, '+') &&
                                  cp_scan_number(&said, UINT32_MAX, &more) && !said.len));
    s->increment = is_said ? (int64_t)more * 1000 : -1;
    cp_row_play(s, listener);
}

/* ---- the table ---- */

static const struct cp_column columns[] = {
    {"ply", CP_CELL_NUMBER, false, 0, cp_row_put_ply},
    {"side", CP_CELL_TEXT, false, 0, put_mover},
    {"move", CP_CELL_TEXT, false, 0, put_move},
    {"long", CP_CELL_TEXT, false, CP_NEEDS_LONG | CP_NEEDS_CHECKS, put_long},
    {"short", CP_CELL_TEXT, false, CP_NEEDS_SHORT | CP_NEEDS_CHECKS, put_short},
    {"uci", CP_CELL_TEXT, false, CP_NEEDS_ENGINE, put_uci},
    {"piece", CP_CELL_TEXT, false, 0, put_piece},
    {"from", CP_CELL_TEXT, false, 0, put_from},
    {"to", CP_CELL_TEXT, false, 0, put_to},
    {"taken", CP_CELL_TEXT, false, 0, put_taken},
    {"promotion", CP_CELL_TEXT, false, 0, put_promotion},
    {"check", CP_CELL_TEXT, false, CP_NEEDS_CHECKS, put_check},
    {"falls", CP_CELL_TEXT, false, 0, put_falls},
    {"clock", CP_CELL_REAL, false, CP_NEEDS_REMARK, put_clock},
    {"spent", CP_CELL_REAL, false, CP_NEEDS_REMARK, put_spent},
    {"eval", CP_CELL_TEXT, false, CP_NEEDS_REMARK, put_eval},
    {"depth", CP_CELL_NUMBER, false, CP_NEEDS_REMARK, put_depth},
    {"nags", CP_CELL_TEXT, false, 0, put_nags},
    {"comment", CP_CELL_TEXT, false, 0, put_comment},
    {0},
};

const struct cp_table_kind cp_table_plies = {
    .name = "plies",
    .usual = "game,ply,side,move,long,short,uci,piece,from,to,taken,promotion,check,falls,"
             "clock,spent,eval,nags,comment",
    .columns = columns,
    .put_game = put_game,
};
