/* SPDX-License-Identifier: MIT */
/* fast_text.c -- eight bytes at a time: a word of text is loaded whole, where it ends
 * and what it is made of is found by arithmetic on all its bytes at once. What
 * comes next in a game is hard to foresee, and a wrong guess costs more than a
 * dozen such operations, so choices are tables and masks wherever they can be. */
#include "text/fast_text.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/utf8.h"
#include "text/tokens.h"

enum { LOOK = CP_FAST_LOOK };

/* A game on its way. */
struct scan {
    struct cp_fast_text *k;
    const char *at, *end;
    const char *line; /* where the line begins, if `lines` */
    uint32_t lines;
    cp_str result;                /* as its tag says */
    uint64_t seen;                /* names of tags, a bit each */
    cp_packed_move *next, *limit; /* where the next move is put, before the limit */
};

/* ---- eight bytes ---- */

#define HIGH CP_EACH(0x80)

/* ---- white space ---- */

static inline void note_line(struct scan *s)
{
    s->lines++;
    s->line = s->at;
}

/* A blank, or a line end of LF or CR LF; false for anything else. */
static inline bool pass_blank(struct scan *s)
{
    s->at += s->at[0] == '\r' && s->at[1] == '\n';
    if (*s->at != ' ' && *s->at != '\n')
        return false;
    bool is_end = *s->at++ == '\n';
    if (is_end)
        note_line(s);
    return true;
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r';
}

static inline struct scan begin_scan(struct cp_fast_text *k, const char *at, const char *end)
{
    k->falls = k->tag_count = 0;
    k->may_be_more = false;
    k->len = 0;
    k->variant = k->id = k->trapdoor = k->termination = k->result = (cp_str){0};
    return (struct scan){
        .k = k, .at = at, .end = end, .next = k->moves, .limit = k->moves + CP_FAST_PLIES_MOST};
}

enum { CASTLES = 0x80, NO_MOVE = 0xff }; /* beside pieces, by the first byte */

/* ---- moves ---- */

/* What a byte says of an origin: 1..8 a file, 9..16 a rank. */
static const uint8_t origin_of[256] = {
    ['a'] = 1, ['b'] = 2,  ['c'] = 3,  ['d'] = 4,  ['e'] = 5,  ['f'] = 6,  ['g'] = 7,  ['h'] = 8,
    ['1'] = 9, ['2'] = 10, ['3'] = 11, ['4'] = 12, ['5'] = 13, ['6'] = 14, ['7'] = 15, ['8'] = 16};

static inline bool put(struct scan *s, cp_packed_move m)
{
    if (CP_UNLIKELY(s->next == s->limit))
        return false;
    *s->next++ = m;
    return true;
}

static inline unsigned byte_of(uint64_t w, size_t i)
{
    return (unsigned)(w >> 8 * i) & 0xff;
}

static const uint8_t mark_of[256] = {['+'] = CP_MARK_CHECK, ['#'] = CP_MARK_MATE};

/* Nf3, exd4, Rad1, Nxe5: the word but for its mark, `body` bytes from 2 to 8. False
 * when it is none of these; all doubts are one branch. */
static CP_ALWAYS_INLINE bool scan_short(const struct scan *s, uint64_t w, size_t body,
                                        cp_packed_move *m)
{
    uint64_t tail = w << 8 >> (8 * body - 16); /* from the byte before the square on */
    unsigned file = byte_of(tail, 1) - 'a', rank = byte_of(tail, 2) - '1';
    unsigned takes = byte_of(tail, 0) == 'x', man = s->k->man[w & 0xff], is_man = man != 0;
    unsigned len = (unsigned)body - 2 - takes - is_man; /* of the origin */
    unsigned origin = origin_of[byte_of(w, is_man)] & -(unsigned)(len != 0);
    unsigned is_unread = len & (origin == 0), pawn_takes = takes & !is_man;
    m->to = (uint8_t)(rank * 8 + file);
    m->man = (uint8_t)man;
    m->key = (uint8_t)(man | (CP_PACKED_PAWN_TAKES & -pawn_takes));
    m->origin = (uint8_t)origin;
    m->takes = (uint8_t)takes;
    return !(((file | rank | man) & ~7u) | (len & ~1u) | ((len ^ takes) & (is_man - 1)) |
             is_unread);
}

/* Ng1-f3, Rd1xe2, Rd1e2, e2-e4, e5xd4: without its origin, but for the file in front of a
 * pawn's cross, it is a short one. (e2e4 may be any piece's.) */
static bool scan_long(const struct scan *s, uint64_t w, size_t body, cp_packed_move *m)
{
    unsigned man = s->k->man[w & 0xff], is_man = man != 0;
    unsigned file = origin_of[byte_of(w, is_man)], rank = origin_of[byte_of(w, is_man + 1)];
    unsigned takes = byte_of(w, is_man + 2) == 'x', goes = byte_of(w, is_man + 2) == '-';
    unsigned front = is_man | takes; /* bytes that stay there */
    unsigned cut = 2 + goes - (takes & !is_man);
    uint64_t rest = w >> 8 * (front + cut) << 8 * front | (w & 0xff & -(uint64_t)front);
    if (man > 5 || file - 1 > 7 || rank <= 8 || !(front | goes) || body < cut + 2 ||
        !scan_short(s, rest, body - cut, m) || (is_man && m->origin) || (goes && m->takes))
        return false;
    m->origin = (uint8_t)(CP_PACKED_WHOLE + (rank - 9) * 8 + file - 1);
    s->k->may_be_more |= !goes & !takes;
    return true;
}

/* Castling, promotion, a whole origin. */
static CP_NOINLINE bool scan_seldom(struct scan *s, uint64_t w, size_t body, unsigned mark)
{
    cp_packed_move m = {.mark = (uint8_t)mark};
    unsigned man = s->k->man[w & 0xff];
    if (man == CASTLES) { /* O-O or O-O-O */
        uint64_t text = body < 8 ? w & ((UINT64_C(1) << 8 * body) - 1) : 0;
        bool is_short = text == UINT64_C(0x4f2d4f), is_long = text == UINT64_C(0x4f2d4f2d4f);
        m.key = CP_PACKED_SPECIAL;
        m.odd = (uint8_t)(CP_PACKED_CASTLING + (is_short ? CP_CASTLE_KING : CP_CASTLE_QUEEN));
        return (is_short || is_long) && put(s, m);
    }
    if (man == 0 && body >= 4 && byte_of(w, body - 2) == '=') {
        unsigned becomes = s->k->man[byte_of(w, body - 1)];
        if (becomes == 0 || becomes > 5)
            return false;
        body -= 2;
        m.odd = (uint8_t)becomes;
        if (!scan_short(s, w, body, &m) && !scan_long(s, w, body, &m))
            return false;
        m.key = CP_PACKED_SPECIAL;
    } else if (!scan_long(s, w, body, &m)) {
        return false;
    }
    return put(s, m);
}

/* A word of 1 to 8 bytes, which begins w. */
static CP_ALWAYS_INLINE bool scan_move(struct scan *s, uint64_t w, size_t len)
{
    unsigned mark = mark_of[byte_of(w, len - 1)];
    size_t body = len - (mark != 0);
    cp_packed_move *m = s->next;
    if (CP_UNLIKELY((body < 2) | (m == s->limit)))
        return false;
    if (CP_UNLIKELY(!scan_short(s, w, body, m)))
        return scan_seldom(s, w, body, mark);
    m->mark = (uint8_t)mark;
    m->odd = 0;
    s->next = m + 1;
    return true;
}

static CP_NOINLINE bool scan_any_move(struct scan *s, uint64_t w, size_t len)
{
    return scan_move(s, w, len);
}

/* A move that is not followed by a blank: glyphs, a comment, the end of a line. */
static CP_NOINLINE bool scan_glued(struct scan *s)
{
    size_t len = 0;
    for (char c = *s->at; len <= 8 && (cp_is_letter(c) || cp_is_digit(c) || c == '+' || c == '#' ||
                                       c == '=' || c == '-');)
        c = s->at[++len];
    if (len == 0 || len > 8 || !scan_any_move(s, cp_eight(s->at), len))
        return false;
    s->at += len;
    for (int glyphs = 0; *s->at == '!' || *s->at == '?'; s->at++)
        if (++glyphs > 4)
            return false;
    return is_blank(*s->at) || *s->at == '{' || *s->at == '$';
}

/* At the first byte of a word that may be a move, no blank; passes one behind it. */
static inline bool scan_word(struct scan *s)
{
    uint64_t w = cp_eight(s->at), behind = ~((w | HIGH) - CP_EACH(0x21)) & HIGH;
    size_t len = cp_first_of(behind | UINT64_C(1) << 63);
    char next = s->at[len];
    bool is_blank_next = next == ' ' || next == '\n';
    if (CP_UNLIKELY(!is_blank_next || !scan_move(s, w, len)))
        return scan_glued(s);
    s->at += len + 1;
    if (next == '\n')
        note_line(s);
    return true;
}

/* ---- numbers, NAGs, comments ---- */

#define BLACKS UINT32_C(0x80000000) /* beside a number: of Black's move alone */

/* 1. and 1... with a blank behind it or none; 0: no such thing. */
static inline size_t number_length(const char *at, uint32_t *number)
{
    size_t len = 1;
    *number = (uint32_t)(at[0] - '0');
    while (len < 4 && cp_is_digit(at[len]))
        *number = *number * 10 + (uint32_t)(at[len++] - '0');
    if (CP_UNLIKELY(at[len] != '.'))
        return 0;
    len++;
    if (at[len] == '.') {
        len = at[len + 1] == '.' && at[len + 2] != '.' ? len + 2 : 0;
        *number |= BLACKS;
    }
    return len && at[len] == ' ' ? len + 1 : len;
}

static bool scan_nag(struct scan *s)
{
    size_t len = 1;
    unsigned nag = 0;
    while (len < 4 && cp_is_digit(s->at[len]))
        nag = nag * 10 + (unsigned)(s->at[len++] - '0');
    s->at += len;
    return s->next != s->k->moves && len > 1 && nag <= CP_NAG_LAST && is_blank(*s->at);
}

/* (e4:e4), behind the move that ended the turn, or another fall. */
static bool scan_fall(struct scan *s)
{
    const char *at = s->at;
    unsigned file = origin_of[(unsigned char)at[1]], rank = origin_of[(unsigned char)at[2]];
    if (file - 1 > 7 || rank < 9 || at[3] != ':' || at[4] != at[1] || at[5] != at[2] ||
        at[6] != ')')
        return false;
    cp_packed_move m = {.to = (uint8_t)((rank - 9) * 8 + file - 1), .odd = CP_PACKED_FALL};
    m.key = CP_PACKED_SPECIAL;
    s->at += 7;
    s->k->falls++;
    return (is_blank(*s->at) || *s->at == '(') && put(s, m);
}

/* {"variant": is no comment at the start of a line, nor {'variant': or {variant:, whatever blanks
 * stand before the name. LOOK bytes are at hand. */
static inline bool may_be_record(const char *from)
{
    int at = 0;
    while (at < LOOK && (is_blank(from[at]) || from[at] == '\t'))
        at++;
    if (at < LOOK && (unsigned char)from[at] == 0xe2) /* a curly quote */
        return true;
    while (at < LOOK && (cp_is_letter(from[at]) || from[at] == '_'))
        at++;
    return at == LOOK || strchr("\"'\\&:", from[at]);
}

/* Only whether it can be read and where it ends matters. */
static enum cp_fast_next scan_comment(struct scan *s)
{
    const char *from = ++s->at;
    bool is_ascii = true;
    if (s->end - s->at >= LOOK && may_be_record(from))
        return CP_FAST_ODD;
    for (;;) {
        if (s->end - s->at < LOOK)
            return CP_FAST_MORE;
        uint64_t w = cp_eight(s->at), controls = (w - CP_EACH(0x20)) & ~w & HIGH;
        uint64_t odd = cp_has_byte(w, '}') | cp_has_byte(w, '[') | controls | (w & HIGH);
        if (!odd) {
            s->at += 8;
            continue;
        }
        s->at += cp_first_of(odd);
        if (*s->at == '}')
            break;
        if (is_blank(*s->at)) {
            if (!pass_blank(s) || *s->at == '[')
                return CP_FAST_ODD;
            continue;
        }
        is_ascii &= (unsigned char)*s->at < 0x80;
        if ((unsigned char)*s->at < ' ' || cp_falls_are_in(s->at))
            return CP_FAST_ODD;
        s->at++;
    }
    if (!is_ascii && !cp_utf8_is_valid((cp_str){from, (size_t)(s->at - from)}, NULL))
        return CP_FAST_ODD;
    s->at++;
    return CP_FAST_GAME;
}

/* ---- the result ---- */

static const cp_str results[] = {{"1-0", 3}, {"0-1", 3}, {"1/2-1/2", 7}, {"*", 1}};

static cp_str result_at(const char *text)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (memcmp(text, results[i].at, results[i].len) == 0)
            return results[i];
    return (cp_str){0};
}

/* No comment may follow, nor words: they would be the game's; nor another result on the next
 * line. */
static enum cp_fast_next end_game(struct scan *s, cp_str result, const char *first)
{
    struct cp_fast_text *k = s->k;
    k->count = (uint32_t)(s->next - k->moves);
    if ((!k->count && !k->skims) || (s->result.at && !cp_str_equal(s->result, result)))
        return CP_FAST_ODD;
    k->result = result;
    k->len = (size_t)(s->at - first);
    k->lines = s->lines;
    k->line = s->lines ? (size_t)(s->line - first) : 0;
    uint32_t lines = s->lines;
    for (;;) {
        if (s->end - s->at < LOOK)
            return CP_FAST_MORE;
        if (s->lines - lines == 2)
            return CP_FAST_GAME;
        if (!pass_blank(s))
            break;
    }
    bool is_apart = *s->at == '[' && s->line == s->at && s->lines > lines;
    if (s->lines == lines) /* perhaps another result */
        return CP_FAST_ODD;
    if (result_at(s->at).len)
        return CP_FAST_ODD;
    if (k->skims && !is_apart) /* what is no result for the reader would not end it */
        return CP_FAST_ODD;
    bool is_remark = (unsigned char)*s->at <= ' ' || strchr("{;%(", *s->at);
    return is_remark || cp_is_letter(*s->at) ? CP_FAST_ODD : CP_FAST_GAME; /* "Black resigns" */
}

static enum cp_fast_next scan_result(struct scan *s, const char *first)
{
    cp_str result = result_at(s->at);
    s->at += result.len;
    return result.len && is_blank(*s->at) ? end_game(s, result, first) : CP_FAST_ODD;
}

/* ---- tags ---- */
/* They are passed if all that they can mean is known: a name that is on no list might be
 * a rule of the game, and is for the reader. */

enum { RESULT = 1, VARIANT, TRAPDOOR, TERMINATION };

static uint64_t first_eight(cp_str name)
{
    char text[8] = {0};
    memcpy(text, name.at, name.len < 8 ? name.len : 8);
    return cp_eight(text);
}

/* What databases write about a game that says nothing of how it is played; but the first
 * four are asked for what they say. */
static const char names[] =
    "Result Variant Trapdoor Termination Event Site Date Round White Black WhiteElo BlackElo "
    "ECO Opening Variation SubVariation UTCDate UTCTime WhiteRatingDiff BlackRatingDiff "
    "TimeControl WhiteTitle BlackTitle WhiteTeam BlackTeam WhiteFideId BlackFideId EventDate "
    "EventType EventRounds EventCountry EventCategory Source SourceTitle SourceDate "
    "SourceVersion SourceVersionDate SourceQuality PlyCount Annotator Mode Board Time Section "
    "Stage NIC WhiteNA BlackNA WhiteType BlackType WhiteTeamCountry BlackTeamCountry EndDate "
    "EndTime StartTime Timezone Link ECOUrl GameId LichessURL";
enum { NAME_LONGEST = 20 };
_Static_assert((int)CP_FAST_NAMES_MOST <= 64, "each has a bit of those seen");

static inline unsigned digest_of(uint64_t first, size_t len)
{
    return (unsigned)((first + len) * UINT64_C(0x9e3779b97f4a7c15) >> 55);
}

/* `first` is the beginning of name. */
static inline bool is_name(const struct cp_fast_text *k, size_t i, uint64_t first, cp_str name)
{
    return k->first[i] == first && k->names[i].len == name.len &&
           (name.len <= 8 || memcmp(k->names[i].at + 8, name.at + 8, name.len - 8) == 0);
}

static inline unsigned find_name(const struct cp_fast_text *k, uint64_t first, cp_str name)
{
    unsigned at = digest_of(first, name.len);
    while (k->name[at] && !is_name(k, k->name[at] - 1u, first, name))
        at = (at + 1) % sizeof k->name;
    return k->name[at];
}

/* Where the value of a tag goes that is asked for; NULL: it is not. */
static inline cp_str *value_asked(struct scan *s, unsigned name)
{
    switch (name) {
    case RESULT:
        return &s->result;
    case VARIANT:
        return &s->k->variant;
    case TRAPDOOR:
        return &s->k->trapdoor;
    case TERMINATION:
        return &s->k->termination;
    default:
        return NULL;
    }
}

/* False: there are more than are kept. */
static inline bool keep_tag(struct cp_fast_text *k, unsigned name, cp_str value)
{
    if (k->tag_count == CP_FAST_TAGS_MOST)
        return false;
    struct cp_tag *tag = &k->tags[k->tag_count++];
    tag->name = k->names[name - 1];
    tag->value = value;
    tag->next = tag + 1; /* the last one's is set when all are there */
    return true;
}

static inline void close_tags(struct cp_fast_text *k)
{
    if (k->tag_count)
        k->tags[k->tag_count - 1].next = NULL;
}

/* The value between quotes, up to the second; anything but plain text is odd. */
static enum cp_fast_next scan_value(struct scan *s, cp_str *value)
{
    const char *from = s->at;
    bool is_ascii = true;
    for (;;) {
        if (s->end - s->at < LOOK)
            return CP_FAST_MORE;
        uint64_t w = cp_eight(s->at);
        uint64_t odd = cp_json_special(w);
        s->at += odd ? cp_first_of(odd) : 8;
        if (!odd)
            continue;
        if ((signed char)*s->at >= 0)
            break;
        if ((unsigned char)*s->at == 0xe2) /* a curly quote, perhaps */
            return CP_FAST_ODD;
        is_ascii = false;
        s->at++;
    }
    *value = (cp_str){from, (size_t)(s->at - from)};
    return *s->at == '"' && (is_ascii || cp_utf8_is_valid(*value, NULL)) ? CP_FAST_GAME
                                                                         : CP_FAST_ODD;
}

static enum cp_fast_next scan_tag(struct scan *s)
{
    uint64_t w = cp_eight(s->at + 1), blank = cp_has_byte(w, ' ');
    size_t len = blank ? cp_first_of(blank) : 8;
    if (blank)
        w &= (UINT64_C(1) << 8 * len) - 1;
    else
        while (len < NAME_LONGEST && s->at[1 + len] != ' ')
            len++;
    unsigned name = find_name(s->k, w, (cp_str){s->at + 1, len});
    if (!name || s->at[1 + len] != ' ' || s->at[2 + len] != '"')
        return CP_FAST_ODD;
    s->at += len + 3;
    cp_str value;
    enum cp_fast_next next = scan_value(s, &value);
    if (next != CP_FAST_GAME)
        return next;
    uint64_t bit = UINT64_C(1) << (name - 1);
    if (s->seen & bit)
        return CP_FAST_ODD; /* a second one */
    s->seen |= bit;
    cp_str *kept = value_asked(s, name);
    if (kept)
        *kept = value;
    if (s->k->keeps_tags && !keep_tag(s->k, name, value))
        return CP_FAST_ODD;
    s->at += 2;
    return s->at[-1] == ']' && *s->at != ' ' && pass_blank(s) ? CP_FAST_GAME : CP_FAST_ODD;
}

static enum cp_fast_next scan_tags(struct scan *s)
{
    enum cp_fast_next next = CP_FAST_GAME;
    while (next == CP_FAST_GAME) {
        if (s->end - s->at < LOOK)
            return CP_FAST_MORE;
        if (*s->at != '[')
            break;
        next = scan_tag(s);
    }
    return next;
}

/* ---- a game ---- */

static enum cp_fast_next scan_blanks(struct scan *s)
{
    do {
        if (s->end - s->at < LOOK)
            return CP_FAST_MORE;
    } while (pass_blank(s));
    return (unsigned char)*s->at > ' ' ? CP_FAST_GAME : CP_FAST_ODD;
}

/* One token that is not a move nor its number. */
static bool scan_other(struct scan *s, enum cp_fast_next *next)
{
    *next = CP_FAST_GAME;
    if (pass_blank(s))
        return true;
    if (s->next == s->k->moves)
        *next = CP_FAST_ODD; /* the moves begin with a move */
    else if (*s->at == '{')
        *next = scan_comment(s);
    else if (*s->at == '(')
        *next = scan_fall(s) ? CP_FAST_GAME : CP_FAST_ODD;
    else
        *next = *s->at == '$' && scan_nag(s) ? CP_FAST_GAME : CP_FAST_ODD;
    return *next == CP_FAST_GAME;
}

static enum cp_fast_next scan_moves(struct scan *s, const char *first)
{
    enum cp_fast_next next;
    uint32_t number;
    while (s->end - s->at >= LOOK) {
        if (cp_is_digit(*s->at)) {
            size_t len = number_length(s->at, &number);
            if (!len)
                return scan_result(s, first);
            uint32_t plies = (uint32_t)(s->next - s->k->moves) - s->k->falls, comes = plies / 2 + 1;
            if (CP_UNLIKELY(number != comes) && (plies % 2 == 0 || number != (BLACKS | comes)))
                return CP_FAST_ODD;
            s->at += len;
        }
        if (s->k->man[(unsigned char)*s->at] != NO_MOVE) {
            if (!scan_word(s))
                return CP_FAST_ODD;
        } else if (*s->at == '*') {
            return scan_result(s, first);
        } else if (!scan_other(s, &next)) {
            return next;
        }
    }
    return CP_FAST_MORE;
}

/* ---- where a game ends whose moves are of no interest ---- */

/* What stands in movetext and begins neither a comment nor a result, nor is part of one. */
#define RANGE(low, high) [low... high] = 1
static const uint8_t is_idle[256] = {
    [' '] = 1,       RANGE('!', '!'), RANGE('#', '$'), ['+'] = 1,       ['.'] = 1,
    RANGE('0', '9'), ['='] = 1,       ['?'] = 1,       RANGE('A', 'Z'), RANGE('a', 'z')};
#undef RANGE

typedef unsigned char sixteen __attribute__((vector_size(16)));

/* The first byte of eight, as they stand in memory, that is not 0; one of them is not. */
static inline size_t first_set(uint64_t eight)
{
    bool is_lowest = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    return (size_t)(is_lowest ? __builtin_ctzll(eight) : __builtin_clzll(eight)) >> 3;
}

/* How many of sixteen bytes are idle, and of those that are there often, before the first that
 * is not. */
static inline size_t count_usual(const char *at)
{
    sixteen w;
    uint64_t odd[2];
    memcpy(&w, at, sizeof w);
    w = (sixteen) ~(((w | 0x20) - 'a' < 26) | (w - '0' < 10) | (w == ' ') | (w == '.') |
                    (w == '+') | (w == '='));
    memcpy(odd, &w, sizeof odd);
    return odd[0] ? first_set(odd[0]) : odd[1] ? 8 + first_set(odd[1]) : sizeof w;
}

/* The first byte that is not idle, or `near`, behind which there are LOOK bytes. */
static inline const char *pass_idle(const char *at, const char *near)
{
    size_t usual = sizeof(sixteen);
    for (; at < near && usual == sizeof(sixteen); at += usual)
        usual = count_usual(at);
    while (at < near && is_idle[(unsigned char)*at])
        at++;
    return at < near ? at : near;
}

/* A result that stands alone, on a line with moves or by itself; anything that may be another's
 * half is odd, any other dash or colon belongs to a move. */
static enum cp_fast_next skim_sign(struct scan *s, const char *first)
{
    char next = s->at[1];
    bool is_of_move = *s->at != '*' && *s->at != '/' && next != '0' && next != '1';
    if (is_of_move && (unsigned char)next < 0x80) {
        s->at++;
        return CP_FAST_GAME;
    }
    if (s->at - first < 2)
        return CP_FAST_ODD;
    s->at -= *s->at != '*';
    const char *line = s->lines ? s->line : first;
    bool is_of_moves = line == s->at || cp_has_move_shape((cp_str){line, (size_t)(s->at - line)});
    return is_of_moves && is_blank(s->at[-1]) ? scan_result(s, first) : CP_FAST_ODD;
}

/* What is not idle: GAME, and the game goes on, or k->len says where it ends. *open: the
 * variations; in one a result need not be the game's. */
static enum cp_fast_next skim_other(struct scan *s, const char *first, int *open)
{
    switch (*s->at) {
    case '{':
        return scan_comment(s);
    case '(':
    case ')':
        *open += *s->at++ == '(' ? 1 : -1;
        return *open < 0 ? CP_FAST_ODD : CP_FAST_GAME;
    case '-':
    case ':':
    case '/':
    case '*':
        return skim_sign(s, first);
    default:
        if (!pass_blank(s) || (s->lines && s->line == s->at && is_blank(*s->at)))
            return CP_FAST_ODD; /* behind an empty line another game may begin */
        return CP_FAST_GAME;
    }
}

/* Up to behind the first result. */
static enum cp_fast_next skim_moves(struct scan *s, const char *first)
{
    int open = 0;
    while (s->end - s->at >= LOOK) {
        const char *near = s->end - LOOK;
        s->at = pass_idle(s->at, near);
        if (s->at == near)
            break;
        enum cp_fast_next next = skim_other(s, first, &open);
        if (next != CP_FAST_GAME)
            return next;
        if (s->k->len)
            return open ? CP_FAST_ODD : CP_FAST_GAME;
    }
    return CP_FAST_MORE;
}

enum cp_fast_next cp_fast_text_read(struct cp_fast_text *k, const char *at, const char *end,
                                    bool is_all)
{
    struct scan s = begin_scan(k, at, end);
    enum cp_fast_next next = scan_blanks(&s);
    if (next == CP_FAST_GAME)
        next = scan_tags(&s);
    close_tags(k);
    if (next == CP_FAST_GAME)
        next = scan_blanks(&s);
    if (next == CP_FAST_GAME)
        next = *s.at == '[' ? CP_FAST_ODD : k->skims ? skim_moves(&s, at) : scan_moves(&s, at);
    bool is_odd = next == CP_FAST_MORE && (is_all || end - at > CP_FAST_BYTES_MOST);
    return is_odd ? CP_FAST_ODD : next;
}

/* Pawns have no letter, and small letters are files. */
bool cp_fast_text_init(struct cp_fast_text *k, const struct cp_clean *san, const uint8_t *code)
{
    if (san->has_pairs || san->files != 8 || san->pawn == CP_NO_KIND || code[san->pawn] != 0)
        return false;
    memset(k->man, NO_MOVE, sizeof k->man);
    for (unsigned c = 0; c < 256; c++) {
        bool is_taken = (c >= 'a' && c <= 'z') || c == 'O';
        uint8_t kind = san->kind[c];
        if (kind == CP_NO_KIND)
            continue;
        if (is_taken || code[kind] > 5)
            return false;
        if (code[kind])
            k->man[c] = code[kind];
    }
    for (unsigned c = 'a'; c <= 'h'; c++)
        k->man[c] = 0;
    if (san->alphabet->castles)
        k->man['O'] = CASTLES;
    memset(k->name, 0, sizeof k->name);
    cp_str rest = cp_str_from(names);
    for (unsigned i = 0; rest.len && i < CP_FAST_NAMES_MOST; i++) {
        cp_str name = k->names[i] = cp_scan_word(&rest);
        k->first[i] = first_eight(name);
        unsigned at = digest_of(k->first[i], name.len);
        while (k->name[at])
            at = (at + 1) % sizeof k->name;
        k->name[at] = (uint8_t)(i + 1);
    }
    return true;
}

/* ---- records of clean games as cp-parse writes them, byte by byte ----
 *
 * The fields in their order, without blanks, moves as words alone:
 *
 *     {"variant":"..","tags":{..},"moves":["e4",..],"result":"*","source":{..},"at":".."}
 *
 * What places say is of no use, and wrong ones are no fault; that they are strings
 * is all that is looked at. */

static bool pass(struct scan *s, cp_str text)
{
    if ((size_t)(s->end - s->at) < text.len || memcmp(s->at, text.at, text.len) != 0)
        return false;
    s->at += text.len;
    return true;
}

/* The rest of a string and its quote; without escapes. */
static bool pass_string(struct scan *s, cp_str *text)
{
    const char *from = s->at;
    bool is_ascii = true;
    for (;; is_ascii = false, s->at++) {
        s->at = cp_json_skip_plain(s->at, s->end);
        if (s->at == s->end || (unsigned char)*s->at < 0x80)
            break;
    }
    *text = (cp_str){from, (size_t)(s->at - from)};
    return s->at < s->end && *s->at++ == '"' && (is_ascii || cp_utf8_is_valid(*text, NULL));
}

static bool pass_number(struct scan *s)
{
    const char *from = s->at;
    while (s->at < s->end && s->at - from < 9 && cp_is_digit(*s->at))
        s->at++;
    return s->at > from && *from != '0';
}

/* 12:9" */
static bool pass_place(struct scan *s)
{
    return pass_number(s) && pass(s, CP_STR(":")) && pass_number(s) && pass(s, CP_STR("\""));
}

/* Each name once. */
static bool pass_tags(struct scan *s)
{
    do {
        cp_str name, value;
        if (!pass(s, CP_STR("\"")) || !pass_string(s, &name) || !pass(s, CP_STR(":\"")) ||
            !pass_string(s, &value))
            return false;
        unsigned known = find_name(s->k, first_eight(name), name);
        if (!known || s->seen >> (known - 1) & 1)
            return false;
        s->seen |= UINT64_C(1) << (known - 1);
        cp_str *kept = value_asked(s, known);
        if (kept)
            *kept = value;
        if (s->k->keeps_tags && !keep_tag(s->k, known, value))
            return false;
    } while (pass(s, CP_STR(",")));
    close_tags(s->k);
    return pass(s, CP_STR("}"));
}

static bool pass_moves(struct scan *s)
{
    do {
        if (s->end - s->at < LOOK || *s->at++ != '"')
            return false;
        uint64_t w = cp_eight(s->at), quote = cp_has_byte(w, '"');
        size_t len = quote ? cp_first_of(quote) : 0;
        if (!len || !scan_any_move(s, w, len))
            return false;
        s->at += len + 1;
    } while (*s->at++ == ',');
    s->k->count = (uint32_t)(s->next - s->k->moves);
    return s->at[-1] == ']';
}

static bool pass_source(struct scan *s)
{
    cp_str file;
    return pass(s, CP_STR("\"file\":\"")) && pass_string(s, &file) &&
           pass(s, CP_STR(",\"line\":")) && pass_number(s) &&
           (!pass(s, CP_STR(",\"tags\":{\"Result\":\"")) ||
            (pass_place(s) && pass(s, CP_STR("}")))) &&
           (!pass(s, CP_STR(",\"result\":\"")) || pass_place(s)) && pass(s, CP_STR("}"));
}

bool cp_fast_text_record(struct cp_fast_text *k, cp_str line)
{
    struct scan s = begin_scan(k, line.at, line.at + line.len);
    cp_str at;
    bool is_begun = pass(&s, CP_STR("{\"variant\":\"")) && pass_string(&s, &k->id) && k->id.len &&
                    (!pass(&s, CP_STR(",\"tags\":{")) || pass_tags(&s)) &&
                    pass(&s, CP_STR(",\"moves\":["));
    if (!is_begun || k->skims)
        return is_begun && cp_json_is_plain(line);
    if (!pass_moves(&s) || !pass(&s, CP_STR(",\"result\":\"")) || s.end - s.at < LOOK)
        return false;
    k->result = result_at(s.at);
    s.at += k->result.len;
    return k->result.len && pass(&s, CP_STR("\"")) &&
           (!s.result.at || cp_str_equal(s.result, k->result)) &&
           pass(&s, CP_STR(",\"source\":{")) && pass_source(&s) && pass(&s, CP_STR(",\"at\":\"")) &&
           pass_string(&s, &at) && pass(&s, CP_STR("}")) && s.at == s.end;
}
