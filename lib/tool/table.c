/* SPDX-License-Identifier: MIT */
/* table.c -- the columns, each with the function that puts its cell; the list of them that
 * was asked for; and the games, played as far as the columns need it:
 *
 *     tags        not at all          positions   for a listener: before the first ply, then
 *     games       judged, if any                  after each
 *                 column asks for it  plies       written before, put after */
#include "tool/table.h"

#include "base/json.h"
#include "rules/chess/turn.h"
#include "rules/key.h"
#include "text/tags.h"
#include "tool/fen_text.h"
#include "tool/judge.h"

/* Sets of tables. */
enum { GAMES = 1, PLIES = 2, POSITIONS = 4, TAGS = 8, ALL = 15 };

const struct cp_word cp_table_words[] = {
    {"games", GAMES}, {"plies", PLIES}, {"positions", POSITIONS}, {"tags", TAGS}, {0}};

const struct cp_word cp_table_formats[] = {
    {"tsv", CP_TSV}, {"csv", CP_CSV}, {"jsonl", CP_JSONL}, {"sql", CP_SQL}, {0}};

/* What cells are made of beside the game itself. */
enum {
    NEEDS_VERDICT = 1,
    NEEDS_LINE = 2, /* the key of the moves, and that of the last position */
    NEEDS_KEY = 4,
    NEEDS_FEN = 8,
    NEEDS_MATERIAL = 16,
    NEEDS_LONG = 32,
    NEEDS_SHORT = 64,
    NEEDS_ENGINE = 128,
    NEEDS_CHECKS = 256,
    NEEDS_CLOCK = 512,
};

/* The cells of a tag in a table of tags; in others, a tag's value, which may be missing. */
struct tag_cell {
    cp_str name, value;
    bool is_there;
};

/* A game on its way to rows. */
struct scribe {
    struct cp_play play;
    const struct cp_table_wish *wish;
    struct cp_run *run;
    struct cp_game *game;
    struct cp_rows *rows;
    uint32_t cell;         /* being put */
    struct tag_cell *tags; /* by cell: what the game has, where it is a tag's */
    struct tag_cell one;

    struct cp_judgement judged; /* of games */
    cp_key moves_key, start_key, last_key;
    bool is_played; /* a position of it was seen */

    /* of plies and positions */
    struct cp_position *p;
    const struct cp_ply *ply;
    uint32_t ply_number;
    cp_written long_form, short_form, engine_form;
    bool has_engine_form;
    struct cp_key_track track;
    struct cp_buf material, text;
    int64_t clock, spent; /* thousandths of a second; negative: not known */
    int64_t clocks[2];    /* of each side's last move */
    int64_t increment;    /* likewise */

    /* large: all above is cleared first */
    struct cp_key_words words;
    struct cp_fen_text fens;
};

struct cp_column {
    const char *name;
    unsigned tables; /* that have it */
    enum cp_cell_type type;
    bool is_indexed;
    unsigned needs;
    void (*put)(struct scribe *s);
};

/* ---- cells of a game ---- */

static void put_text(struct scribe *s, cp_str text)
{
    if (text.len)
        cp_cell_text(s->rows, text);
    else
        cp_cell_null(s->rows);
}

static void put_number(struct scribe *s)
{
    cp_cell_begin(s->rows);
    cp_run_put_number(s->run, s->rows->out);
}

static void put_file(struct scribe *s)
{
    put_text(s, cp_str_from(s->game->file ? s->game->file : "-"));
}

static void put_line(struct scribe *s)
{
    cp_cell_number(s->rows, s->game->line);
}

static void put_variant(struct scribe *s)
{
    put_text(s, s->game->variant);
}

static void put_start(struct scribe *s)
{
    put_text(s, s->game->start);
}

static void put_result(struct scribe *s)
{
    cp_str written = s->game->result;
    put_text(s, written.len ? written : cp_game_tag(s->game, "Result"));
}

static void put_tag(struct scribe *s)
{
    const struct tag_cell *tag = &s->tags[s->cell];
    if (tag->is_there)
        cp_cell_text(s->rows, tag->value);
    else
        cp_cell_null(s->rows);
}

static void put_plies(struct scribe *s)
{
    if (s->judged.is_played)
        cp_cell_number(s->rows, s->judged.verdict.plies);
    else
        cp_cell_null(s->rows);
}

static void put_outcome(struct scribe *s)
{
    if (s->judged.is_played)
        cp_cell_text(s->rows, cp_str_from(cp_outcome_name(s->judged.verdict.outcome)));
    else
        cp_cell_null(s->rows);
}

static void put_side(struct scribe *s, int side)
{
    cp_cell_text(s->rows, side == CP_WHITE ? CP_STR("white") : CP_STR("black"));
}

static void put_winner(struct scribe *s)
{
    if (s->judged.verdict.winner < 0)
        cp_cell_null(s->rows);
    else
        put_side(s, s->judged.verdict.winner);
}

static void put_valid(struct scribe *s)
{
    cp_cell_truth(s->rows, s->judged.is_valid);
}

static void put_reason(struct scribe *s)
{
    if (!s->judged.reason) {
        cp_cell_null(s->rows);
        return;
    }
    size_t open = cp_cell_open(s->rows);
    cp_diag_format_slug(s->rows->out, s->judged.reason);
    cp_cell_close(s->rows, open);
}

static void put_warnings(struct scribe *s)
{
    cp_cell_number(s->rows, s->run->diags.warnings);
}

static void put_long_key(struct scribe *s, cp_key key)
{
    if (!s->is_played) {
        cp_cell_null(s->rows);
        return;
    }
    size_t open = cp_cell_open(s->rows);
    cp_key_format(s->rows->out, key);
    cp_cell_close(s->rows, open);
}

static void put_short_key(struct scribe *s, uint64_t key)
{
    if (!s->is_played) {
        cp_cell_null(s->rows);
        return;
    }
    size_t open = cp_cell_open(s->rows);
    cp_key_format_short(s->rows->out, key);
    cp_cell_close(s->rows, open);
}

static void put_moves_key(struct scribe *s)
{
    put_long_key(s, s->moves_key);
}

static void put_start_key(struct scribe *s)
{
    put_short_key(s, s->start_key.low);
}

static void put_last_key(struct scribe *s)
{
    put_short_key(s, s->last_key.low);
}

/* ---- cells of a tag ---- */

static void put_name(struct scribe *s)
{
    cp_cell_text(s->rows, s->one.name);
}

static void put_value(struct scribe *s)
{
    cp_cell_text(s->rows, s->one.value);
}

/* ---- cells of a position ---- */

static void put_ply(struct scribe *s)
{
    cp_cell_number(s->rows, s->ply_number);
}

static void put_key(struct scribe *s)
{
    put_short_key(s, cp_key_now(&s->track, s->p));
}

static void put_turn(struct scribe *s)
{
    put_side(s, (int)s->p->turn);
}

static void put_fen(struct scribe *s)
{
    size_t open = cp_cell_open(s->rows);
    cp_fen_text_put(&s->fens, s->rows->out, s->p, s->ply_number);
    cp_cell_close(s->rows, open);
}

static void put_men(struct scribe *s)
{
    cp_cell_number(s->rows, s->p->standing);
}

static void put_material(struct scribe *s)
{
    cp_cell_text(s->rows, cp_buf_str(&s->material));
}

/* QRRBBN:QRRPP, each side's pieces in the variant's order but for kings, pawns last. */
static void find_material(struct scribe *s)
{
    const struct cp_position *p = s->p;
    const struct cp_alphabet *a = &s->run->current.variant->alphabet;
    uint32_t counts[2][CP_KINDS_MOST] = {{0}};
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && p->king[p->side[man]] != (int32_t)man)
            counts[p->side[man]][p->kind[man]]++;
    cp_buf_reset(&s->material);
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        if (side == CP_BLACK)
            cp_buf_putc(&s->material, ':');
        for (uint32_t i = 0; i < 2 * a->count; i++) {
            uint32_t kind = i % a->count;
            bool is_pawn = !a->pieces[kind].letter.len;
            for (uint32_t n = is_pawn == (i >= a->count) ? counts[side][kind] : 0; n; n--)
                cp_buf_put(&s->material, cp_alphabet_letter(a, (uint8_t)kind));
        }
    }
}

/* ---- cells of a ply ---- */

static void put_mover(struct scribe *s)
{
    put_side(s, (int)cp_other(s->p->turn));
}

static void put_move(struct scribe *s)
{
    cp_cell_text(s->rows, s->ply->node->text);
}

static void put_written(struct scribe *s, const cp_written *w, enum cp_spelling spelling)
{
    size_t open = cp_cell_open(s->rows);
    cp_written_format(s->run->ints, s->rows->out, &s->run->current.variant->alphabet, w, spelling);
    cp_cell_close(s->rows, open);
}

static void put_long(struct scribe *s)
{
    put_written(s, &s->long_form, (enum cp_spelling)s->ply->node->move.spelling);
}

static void put_short(struct scribe *s)
{
    put_written(s, &s->short_form, (enum cp_spelling)s->ply->node->move.spelling);
}

static void put_uci(struct scribe *s)
{
    if (s->has_engine_form)
        put_written(s, &s->engine_form, CP_BARE);
    else
        cp_cell_null(s->rows);
}

static void put_kind(struct scribe *s, uint8_t kind)
{
    if (kind == CP_NO_KIND)
        cp_cell_null(s->rows);
    else
        cp_cell_text(s->rows, cp_alphabet_letter(&s->run->current.variant->alphabet, kind));
}

/* What moved, as it was before it became another. */
static void put_piece(struct scribe *s)
{
    const cp_move *move = s->ply->move;
    uint8_t kind = s->p->kind[move->man];
    if (move->is_body)
        kind = s->p->law->variant->body.kind;
    else if (move->promotion != CP_NO_KIND)
        kind = s->ply->undo->kind;
    put_kind(s, kind);
}

static void put_square(struct scribe *s, cp_square at)
{
    size_t open = cp_cell_open(s->rows);
    cp_square_format(s->run->ints, s->rows->out, cp_play_back(&s->play, at),
                     s->run->current.variant->alphabet.native);
    cp_cell_close(s->rows, open);
}

static void put_from(struct scribe *s)
{
    put_square(s, s->ply->move->from);
}

static void put_to(struct scribe *s)
{
    put_square(s, s->ply->move->to);
}

static void put_taken(struct scribe *s)
{
    int32_t taken = s->ply->move->taken;
    put_kind(s, taken == CP_NOBODY ? CP_NO_KIND : s->p->kind[taken]);
}

static void put_promotion(struct scribe *s)
{
    put_kind(s, s->ply->move->promotion);
}

static void put_check(struct scribe *s)
{
    static const char *const marks[] = {"", "+", "++", "#"};
    put_text(s, cp_str_from(marks[cp_check_mark_of(s->p, s->ply->outcome)]));
}

static void put_falls(struct scribe *s)
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
    put_text(s, cp_buf_str(&s->text));
}

static void put_thousandths(struct scribe *s, int64_t number)
{
    if (number < 0)
        cp_cell_null(s->rows);
    else
        cp_cell_thousandths(s->rows, number);
}

static void put_clock(struct scribe *s)
{
    put_thousandths(s, s->clock);
}

static void put_spent(struct scribe *s)
{
    put_thousandths(s, s->spent);
}

/* ---- what stands around a move ---- */

/* The value of [%name value] in a list of comments, up to a comma or a blank, which may be a
 * line's end; empty: none. */
static cp_str find_command(const struct cp_comment *list, const char *name)
{
    size_t len = strlen(name);
    for (const struct cp_comment *c = list; c; c = c->next) {
        cp_str text = cp_str_through_last(c->text, ']');
        for (const char *at; text.len && (at = memchr(text.at, '[', text.len));) {
            text = cp_str_skip(text, (size_t)(at - text.at) + 1);
            if (text.len < len + 3 || text.at[0] != '%' || memcmp(text.at + 1, name, len) != 0 ||
                !cp_is_space(text.at[len + 1]))
                continue;
            cp_str value = cp_str_trim(cp_str_skip(text, len + 2));
            size_t end = 0;
            while (value.at[end] != ']' && value.at[end] != ',' && !cp_is_space(value.at[end]))
                end++;
            return (cp_str){value.at, end};
        }
    }
    return (cp_str){0};
}

static cp_str command_of(const struct scribe *s, const char *name)
{
    const struct cp_notes *notes = s->ply->node->notes;
    return notes ? find_command(notes->after, name) : (cp_str){0};
}

/* 1:02:03.45 as thousandths of a second; -1: it is no time. */
static int64_t time_of(cp_str text)
{
    const int64_t most = 1000000000;
    int64_t seconds = 0, field = 0, thousandths = 0, unit = 100;
    size_t i = 0;
    for (; i < text.len && (cp_is_digit(text.at[i]) || text.at[i] == ':'); i++) {
        bool is_end = text.at[i] == ':';
        seconds = is_end ? (seconds + field) * 60 : seconds;
        field = is_end ? 0 : field * 10 + (text.at[i] - '0');
        if (seconds > most || field > most)
            return -1;
    }
    if (i && i < text.len && text.at[i] == '.')
        for (i++; i < text.len && cp_is_digit(text.at[i]); i++, unit /= 10)
            thousandths += (text.at[i] - '0') * unit;
    return i && i == text.len ? (seconds + field) * 1000 + thousandths : -1;
}

/* What the tag TimeControl adds at each move, 300+5; -1: it does not say. */
static int64_t increment_of(const struct cp_game *g)
{
    cp_str said = cp_game_tag(g, "TimeControl");
    const char *plus = said.len ? memchr(said.at, '+', said.len) : NULL;
    size_t base = plus ? (size_t)(plus - said.at) : said.len;
    uint32_t seconds, more = 0;
    if (!cp_number_parse((cp_str){said.at, base}, UINT32_MAX, &seconds) ||
        (plus && !cp_number_parse(cp_str_skip(said, base + 1), UINT32_MAX, &more)))
        return -1;
    return (int64_t)more * 1000;
}

/* The clock behind the move, and what the move took: as it says, else by the clock that
 * its side had before. */
static void find_clocks(struct scribe *s)
{
    int64_t *before = &s->clocks[cp_other(s->p->turn)];
    s->clock = time_of(command_of(s, "clk"));
    s->spent = time_of(command_of(s, "emt"));
    if (s->spent < 0 && s->clock >= 0 && *before >= 0 && s->increment >= 0)
        s->spent = *before + s->increment - s->clock;
    *before = s->clock;
}

static void put_eval(struct scribe *s)
{
    put_text(s, command_of(s, "eval"));
}

static void put_nags(struct scribe *s)
{
    const struct cp_notes *notes = s->ply->node->notes;
    cp_buf_reset(&s->text);
    for (const struct cp_nag *nag = notes ? notes->nags : NULL; nag; nag = nag->next) {
        cp_buf_puts(&s->text, s->text.len ? " " : "");
        cp_buf_put_int(&s->text, nag->number);
    }
    put_text(s, cp_buf_str(&s->text));
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

static void put_comment(struct scribe *s)
{
    const struct cp_node *node = s->ply->node;
    cp_buf_reset(&s->text);
    if (node->notes) {
        add_prose(&s->text, node->notes->before);
        add_prose(&s->text, node->notes->after);
    }
    if (!node->next)
        add_prose(&s->text, s->game->moves.end);
    put_text(s, cp_buf_str(&s->text));
}

/* ---- the columns ---- */

static const struct cp_column columns[] = {
    {"number", GAMES, CP_CELL_NUMBER, true, 0, put_number},
    {"game", ALL, CP_CELL_NUMBER, true, 0, put_number},
    {"file", ALL, CP_CELL_TEXT, false, 0, put_file},
    {"line", ALL, CP_CELL_NUMBER, false, 0, put_line},
    {"variant", ALL, CP_CELL_TEXT, false, 0, put_variant},
    {"start", ALL, CP_CELL_TEXT, false, 0, put_start},
    {"result", ALL, CP_CELL_TEXT, false, 0, put_result},
    {"plies", GAMES, CP_CELL_NUMBER, false, NEEDS_VERDICT, put_plies},
    {"outcome", GAMES, CP_CELL_TEXT, false, NEEDS_VERDICT, put_outcome},
    {"winner", GAMES, CP_CELL_TEXT, false, NEEDS_VERDICT, put_winner},
    {"valid", GAMES, CP_CELL_TRUTH, false, NEEDS_VERDICT, put_valid},
    {"reason", GAMES, CP_CELL_TEXT, false, NEEDS_VERDICT, put_reason},
    {"warnings", GAMES, CP_CELL_NUMBER, false, NEEDS_VERDICT, put_warnings},
    {"moves_key", GAMES, CP_CELL_TEXT, true, NEEDS_VERDICT | NEEDS_LINE, put_moves_key},
    {"start_key", GAMES, CP_CELL_TEXT, false, NEEDS_VERDICT | NEEDS_LINE, put_start_key},
    {"last_key", GAMES, CP_CELL_TEXT, true, NEEDS_VERDICT | NEEDS_LINE, put_last_key},
    {"ply", PLIES | POSITIONS, CP_CELL_NUMBER, false, 0, put_ply},
    {"side", PLIES, CP_CELL_TEXT, false, 0, put_mover},
    {"move", PLIES, CP_CELL_TEXT, false, 0, put_move},
    {"long", PLIES, CP_CELL_TEXT, false, NEEDS_LONG | NEEDS_CHECKS, put_long},
    {"short", PLIES, CP_CELL_TEXT, false, NEEDS_SHORT | NEEDS_CHECKS, put_short},
    {"uci", PLIES, CP_CELL_TEXT, false, NEEDS_ENGINE, put_uci},
    {"piece", PLIES, CP_CELL_TEXT, false, 0, put_piece},
    {"from", PLIES, CP_CELL_TEXT, false, 0, put_from},
    {"to", PLIES, CP_CELL_TEXT, false, 0, put_to},
    {"taken", PLIES, CP_CELL_TEXT, false, 0, put_taken},
    {"promotion", PLIES, CP_CELL_TEXT, false, 0, put_promotion},
    {"check", PLIES, CP_CELL_TEXT, false, NEEDS_CHECKS, put_check},
    {"falls", PLIES, CP_CELL_TEXT, false, 0, put_falls},
    {"clock", PLIES, CP_CELL_REAL, false, NEEDS_CLOCK, put_clock},
    {"spent", PLIES, CP_CELL_REAL, false, NEEDS_CLOCK, put_spent},
    {"eval", PLIES, CP_CELL_TEXT, false, 0, put_eval},
    {"nags", PLIES, CP_CELL_TEXT, false, 0, put_nags},
    {"comment", PLIES, CP_CELL_TEXT, false, 0, put_comment},
    {"key", POSITIONS, CP_CELL_TEXT, true, NEEDS_KEY, put_key},
    {"turn", POSITIONS, CP_CELL_TEXT, false, 0, put_turn},
    {"fen", POSITIONS, CP_CELL_TEXT, false, NEEDS_FEN, put_fen},
    {"men", POSITIONS, CP_CELL_NUMBER, false, 0, put_men},
    {"material", POSITIONS, CP_CELL_TEXT, false, NEEDS_MATERIAL, put_material},
    {"name", TAGS, CP_CELL_TEXT, true, 0, put_name},
    {"value", TAGS, CP_CELL_TEXT, false, 0, put_value},
};
enum { COLUMNS = sizeof columns / sizeof *columns };
static const struct cp_column tag_column = {"", ALL, CP_CELL_TEXT, false, 0, put_tag};

/* What a table has where nothing else is asked for. */
static const char *usual_columns(unsigned table)
{
    switch (table) {
    case GAMES:
        return "number,file,line,variant,Event,Site,Date,Round,White,Black,result,plies,outcome,"
               "winner,valid,reason,warnings,moves_key,last_key";
    case PLIES:
        return "game,ply,side,move,long,short,uci,piece,from,to,taken,promotion,check,falls,"
               "clock,spent,eval,nags,comment";
    case POSITIONS:
        return "game,ply,key,turn,fen,men,material";
    default:
        return "game,name,value";
    }
}

/* ---- the list of columns ---- */

static const struct cp_column *find_column(cp_str name)
{
    for (size_t i = 0; i < COLUMNS; i++)
        if (cp_str_is(name, columns[i].name))
            return &columns[i];
    return NULL;
}

static bool is_tag(cp_str *name)
{
    bool is_said = cp_str_starts(*name, CP_STR("tag:"));
    *name = cp_str_skip(*name, is_said ? 4 : 0);
    return name->len && (is_said || (name->at[0] >= 'A' && name->at[0] <= 'Z'));
}

/* The columns of that table, and White and Black, for which people write white and black. */
static const struct cp_word *words_of(struct cp_run *run, unsigned table)
{
    struct cp_word *words = cp_arena_take_zero(&run->arena, COLUMNS + 3, sizeof *words);
    uint32_t count = 0;
    for (size_t i = 0; i < COLUMNS; i++)
        if (columns[i].tables & table)
            words[count++].word = columns[i].name;
    words[count++].word = "White";
    words[count].word = "Black";
    return words;
}

static void refuse(struct cp_run *run, unsigned table, cp_str name)
{
    const struct cp_word *words = words_of(run, table);
    const char *near = cp_wordlist_nearest(words, name);
    const struct cp_column *other = find_column(name);
    struct cp_buf list;
    cp_buf_init(&list, &run->arena);
    cp_wordlist_format(&list, words);
    if (other)
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--columns \"%.*s\" is of %s; here are %.*s", CP_FMT(name),
                       other->tables & GAMES   ? "games"
                       : other->tables & PLIES ? "plies"
                       : other->tables & TAGS  ? "tags"
                                               : "positions",
                       CP_FMT(cp_buf_str(&list)));
    else if (near)
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--columns \"%.*s\"; did you mean %s?", CP_FMT(name), near);
    else
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--columns \"%.*s\"; it takes %.*s and names of tags", CP_FMT(name),
                       CP_FMT(cp_buf_str(&list)));
}

/* ,"name": of JSON */
static cp_str key_of(struct cp_run *run, cp_str name)
{
    struct cp_buf key;
    cp_buf_init(&key, &run->arena);
    cp_buf_putc(&key, ',');
    cp_json_put_string(&key, name);
    cp_buf_putc(&key, ':');
    return cp_buf_str(&key);
}

static bool add_column(struct cp_run *run, struct cp_table_wish *wish, struct cp_head *heads,
                       cp_str name)
{
    struct cp_table_shape *shape = &wish->shape;
    const struct cp_column *column = find_column(name);
    bool is_tags = !column && is_tag(&name);
    if (is_tags)
        column = &tag_column;
    if (!column || !(column->tables & wish->table)) {
        refuse(run, wish->table, name);
        return false;
    }
    for (uint32_t i = 0; i < shape->count; i++)
        if (shape->format == CP_SQL ? cp_str_like(heads[i].name, name)
                                    : cp_str_equal(heads[i].name, name)) {
            cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                           "--columns: %.*s and %.*s are one column%s", CP_FMT(heads[i].name),
                           CP_FMT(name), shape->format == CP_SQL ? " in SQL" : "");
            return false;
        }
    wish->columns[shape->count] = column;
    wish->tags[shape->count] = name;
    wish->needs |= column->needs;
    heads[shape->count++] =
        (struct cp_head){name, key_of(run, name), column->type, column->is_indexed};
    return true;
}

/* "a,b,c" */
static bool add_columns(struct cp_run *run, struct cp_table_wish *wish, struct cp_head *heads,
                        cp_str list)
{
    for (bool more = true; more;) {
        const char *comma = list.len ? memchr(list.at, ',', list.len) : NULL;
        cp_str name = {list.at, comma ? (size_t)(comma - list.at) : list.len};
        more = comma != NULL;
        list = cp_str_skip(list, name.len + more);
        if (!add_column(run, wish, heads, cp_str_trim(name)))
            return false;
    }
    return true;
}

/* Those asked for, one list behind another; behind the usual ones where the first begins
 * with a '+', or there is none. */
static bool read_columns(struct cp_run *run, const struct cp_options *o, struct cp_table_wish *wish,
                         struct cp_head *heads)
{
    const struct cp_given *given = cp_options_next(o, "columns", NULL);
    bool good = true;
    if (!given || given->value[0] == '+')
        good = add_columns(run, wish, heads, cp_str_from(usual_columns(wish->table)));
    for (; good && given; given = cp_options_next(o, "columns", given))
        good = add_columns(run, wish, heads, cp_str_from(given->value + (given->value[0] == '+')));
    return good;
}

bool cp_table_begin(struct cp_run *run, struct cp_request *asked)
{
    const struct cp_options *o = &asked->options;
    struct cp_table_wish *wish = asked->settings;
    wish->table = o->word;
    size_t most = strlen(usual_columns(wish->table)) + 2;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "columns", g));)
        most += strlen(g->value) + 1;
    struct cp_head *heads = cp_arena_take_zero(&run->arena, most, sizeof *heads);
    wish->columns = cp_arena_take_zero(&run->arena, most, sizeof *wish->columns);
    wish->tags = cp_arena_take_zero(&run->arena, most, sizeof *wish->tags);
    wish->shape = (struct cp_table_shape){
        .format = (enum cp_row_format)cp_options_choice(o, "format", CP_TSV), .heads = heads};
    for (const struct cp_word *w = cp_table_words; w->word; w++)
        if (w->bits == wish->table)
            wish->shape.name = w->word;
    return read_columns(run, o, wish, heads);
}

/* ---- rows ---- */

/* What was read of a tag into a field of the game; the tags Frame and Variant too. */
static cp_str field_of(const struct cp_game *g, cp_str name)
{
    if (g->start.len && cp_str_equal(name, cp_tag_name_of_start(g->start)))
        return g->start;
    if (cp_str_is(name, "Frame"))
        return g->frame;
    return cp_str_is(name, "Variant") ? g->variant : (cp_str){0};
}

/* Once a game, whatever its rows and its tags are. Of those of one name the first counts. */
static void find_tags(struct scribe *s)
{
    const struct cp_table_wish *wish = s->wish;
    s->tags = cp_arena_take_zero(s->game->arena, wish->shape.count, sizeof *s->tags);
    for (uint32_t i = 0; i < wish->shape.count; i++) {
        struct tag_cell *cell = &s->tags[i];
        if (wish->columns[i]->put != put_tag)
            continue;
        const struct cp_tag *tag = s->game->tags;
        while (tag && !cp_str_equal(tag->name, wish->tags[i]))
            tag = tag->next;
        cell->value = tag ? tag->value : field_of(s->game, wish->tags[i]);
        cell->is_there = tag || cell->value.len;
    }
}

static void put_row(struct scribe *s)
{
    const struct cp_table_wish *wish = s->wish;
    cp_row_begin(s->rows);
    for (s->cell = 0; s->cell < wish->shape.count; s->cell++)
        wish->columns[s->cell]->put(s);
    cp_row_end(s->rows);
}

/* ---- games ---- */

static void line_begins(void *data, struct cp_position *p)
{
    struct scribe *s = data;
    s->p = p;
    s->is_played = true;
    cp_key_words_init(&s->words, s->run->current.variant);
    s->start_key = s->moves_key = s->last_key = cp_position_key(&s->words, p);
}

static void line_goes_on(void *data, const struct cp_ply *ply)
{
    struct scribe *s = data;
    if (ply->depth)
        return;
    s->moves_key = cp_key_play(&s->words, s->run->ints, s->moves_key, ply->move);
    if (!ply->node->next)
        s->last_key = cp_position_key(&s->words, ply->position);
}

static void line_ends(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct scribe *s = data;
    (void)why;
    if (!ply->depth)
        s->last_key = cp_position_key(&s->words, ply->position);
}

static void put_game(struct scribe *s)
{
    struct cp_run *run = s->run;
    cp_span at;
    const struct cp_listener listener = {
        .data = s, .begin = line_begins, .after = line_goes_on, .refused = line_ends};
    s->judged = (struct cp_judgement){.verdict.winner = -1};
    if (!(s->wish->needs & NEEDS_VERDICT))
        ;
    else if (cp_run_is_settled(run))
        cp_judge_game_for(run, s->game, false, s->wish->needs & NEEDS_LINE ? &listener : NULL,
                          &s->judged);
    else
        s->judged.reason = cp_diags_first_error(&run->diags, 0, &at, &s->judged.text);
    if ((s->wish->needs & NEEDS_VERDICT) && !s->judged.is_valid)
        cp_run_raise(run, CP_ERROR);
    put_row(s);
}

/* ---- plies and positions ---- */

static void begin_position(struct scribe *s, struct cp_position *p)
{
    unsigned needs = s->wish->needs;
    s->p = p;
    s->is_played = true;
    if (needs & NEEDS_KEY) {
        cp_key_words_init(&s->words, s->run->current.variant);
        cp_key_begin(&s->track, &s->words, s->game->arena, p);
    }
    if (needs & NEEDS_FEN)
        cp_fen_text_begin(&s->fens, &s->play, p, false);
    if (needs & NEEDS_MATERIAL)
        find_material(s);
}

static void position_begins(void *data, struct cp_position *p)
{
    struct scribe *s = data;
    begin_position(s, p);
    if (s->wish->table == POSITIONS)
        put_row(s);
}

static void position_follows(void *data, const struct cp_ply *ply)
{
    struct scribe *s = data;
    const cp_move *move = ply->move;
    bool has_changed =
        move->taken != CP_NOBODY || move->promotion != CP_NO_KIND || ply->undo->falls;
    s->ply_number = ply->ply;
    if (s->wish->needs & NEEDS_KEY)
        cp_key_follow(&s->track, s->p, ply->undo);
    if (has_changed && (s->wish->needs & NEEDS_MATERIAL))
        find_material(s);
    put_row(s);
}

/* The rivals of a move are asked for before it is played, its check mark after. */
static void ply_comes(void *data, const struct cp_ply *ply)
{
    struct scribe *s = data;
    unsigned needs = s->wish->needs;
    const struct cp_rules *rules = cp_rules_of(ply->position);
    cp_square shift = s->play.replay.shift;
    if (needs & NEEDS_LONG)
        rules->write(ply->position, ply->move, CP_LONG, shift, &s->long_form);
    if (needs & NEEDS_SHORT)
        rules->write(ply->position, ply->move, CP_SHORT, shift, &s->short_form);
    if ((needs & NEEDS_ENGINE) && s->has_engine_form)
        rules->write(ply->position, ply->move, CP_ENGINE, shift, &s->engine_form);
    if ((needs & NEEDS_SHORT) && ply->node->move.spelling == CP_NUMERIC)
        cp_written_complete(&s->short_form);
}

static void ply_was_played(void *data, const struct cp_ply *ply)
{
    struct scribe *s = data;
    s->ply = ply;
    s->ply_number = ply->ply;
    uint8_t mark = (uint8_t)cp_check_mark_of(s->p, ply->outcome);
    s->long_form.check = s->short_form.check = mark;
    if (s->wish->needs & NEEDS_CLOCK)
        find_clocks(s);
    put_row(s);
}

static void put_played(struct scribe *s)
{
    bool is_of_plies = s->wish->table == PLIES;
    const struct cp_listener of_plies = {
        .begin = position_begins, .before = ply_comes, .after = ply_was_played};
    const struct cp_listener of_positions = {.begin = position_begins, .after = position_follows};
    if (!cp_play_prepare(&s->play, s->run, s->game))
        return;
    const struct cp_alphabet *a = &s->run->current.variant->alphabet;
    s->has_engine_form = cp_alphabet_is_bare(a) && !cp_alphabet_has_steps(a);
    s->clocks[CP_WHITE] = s->clocks[CP_BLACK] = -1;
    s->increment = s->wish->needs & NEEDS_CLOCK ? increment_of(s->game) : -1;
    cp_buf_init(&s->material, s->game->arena);
    cp_buf_init(&s->text, s->game->arena);
    s->play.replay.skip_variations = s->play.replay.skip_draws = true;
    s->play.replay.skip_outcome = !(s->wish->needs & NEEDS_CHECKS);
    cp_play_run(&s->play, is_of_plies ? of_plies : of_positions);
    if (s->is_played && (s->wish->needs & NEEDS_FEN))
        cp_fen_text_report(&s->fens);
}

/* ---- tags ---- */

static void put_tags(struct scribe *s)
{
    const struct cp_game *g = s->game;
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next) {
        s->one = (struct tag_cell){tag->name, tag->value, true};
        put_row(s);
    }
    struct cp_buf rules;
    cp_buf_init(&rules, g->arena);
    cp_rules_tag_format(&rules, g, false);
    const struct tag_cell fields[] = {{cp_tag_name_of_start(g->start), g->start, true},
                                      {CP_STR("Frame"), g->frame, true},
                                      {CP_STR("Rules"), cp_buf_str(&rules), true}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        s->one = fields[i];
        if (s->one.name.len && s->one.value.len)
            put_row(s);
    }
}

/* ---- the tool ---- */

bool cp_table_each(struct cp_run *run, struct cp_game *g)
{
    struct cp_table_state *state = run->state;
    const struct cp_table_wish *wish = run->asked->settings;
    struct scribe s;
    memset(&s, 0, offsetof(struct scribe, words));
    s.wish = wish;
    s.run = run;
    s.game = g;
    s.rows = &state->rows;
    state->rows.shape = &wish->shape;
    state->rows.out = &run->output.text;
    state->rows.is_held = run->output.is_held;
    cp_buf_init(&state->rows.spare, &run->record);
    state->batch = state->rows.batch;
    find_tags(&s);
    if (wish->table == GAMES)
        put_game(&s);
    else if (wish->table == TAGS)
        put_tags(&s);
    else
        put_played(&s);
    return false;
}

/* What the game has written so far is taken back. */
void cp_table_give_up(struct cp_run *run)
{
    struct cp_table_state *state = run->state;
    state->rows.batch = state->batch;
}

/* The rows of all workers, and of none. */
static struct cp_rows *rows_of(struct cp_run *run)
{
    struct cp_table_state *state = run->state;
    const struct cp_table_wish *wish = run->asked->settings;
    state->rows.shape = &wish->shape;
    state->rows.out = &run->output.text;
    return &state->rows;
}

void cp_table_head(struct cp_run *run)
{
    cp_rows_put_head(rows_of(run)->shape, &run->output.text);
}

void cp_table_deliver(struct cp_run *run, cp_str out, cp_str messages)
{
    struct cp_arena arena;
    struct cp_buf settled;
    cp_arena_init(&arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_buf_init(&settled, &arena);
    cp_rows_deliver(rows_of(run), cp_run_settle_numbers(run, &settled, out));
    cp_arena_close(&arena);
    cp_run_print_held(run, messages);
}

/* Without COMMIT nothing of it stays in a database. */
void cp_table_end(struct cp_run *run)
{
    if (!cp_run_has_failed(run))
        cp_rows_put_end(rows_of(run));
}
