/* SPDX-License-Identifier: MIT */
/* chessplane.h -- recorded games of chess variants, from FIDE chess to boards without edges:
 * read, judged by their rules, rewritten and drawn.
 *
 *     chessplane *plane;
 *     const chessplane_verdict *verdict;
 *     if (chessplane_open(&plane, NULL) == CHESSPLANE_OK &&
 *         chessplane_read_text(plane, "games.pgn", text, length) == CHESSPLANE_OK)
 *         while (chessplane_next(plane) == CHESSPLANE_OK)
 *             if (chessplane_check(plane, &verdict) == CHESSPLANE_OK && verdict->is_valid)
 *                 puts(chessplane_tag(plane, "White"));
 *     chessplane_close(plane);
 *
 * One handle reads one text after another, and holds one game at a time: the one that
 * chessplane_next read last. All other functions are about that game. man 3 chessplane
 * has more examples.
 *
 * What holds everywhere:
 *
 * - The library writes to no stream, reads no environment and no file that you do not name,
 *   never ends the process, sets no signals and no locale. Each handle is for one thread at
 *   a time; different handles share nothing, so each thread may have one.
 * - Whatever is handed out belongs to the handle, is never freed by you, and lives until
 *   the next call of chessplane_next, chessplane_seek, chessplane_read_..., or
 *   chessplane_close with that handle, or of one that changes the game (chessplane_begin, _make,
 *   _take_back, _set_tag);
 *   where a function says so, only until that function is called again.
 * - Strings are UTF-8 and have a length; a NUL byte, which is not counted, stands behind
 *   each, so that what holds no NUL itself can be used as a C string. A string that is not
 *   there has length 0, and is not NULL.
 * - Lines and columns count from 1, columns in bytes; 0 means that the place is not known.
 * - Structs that are handed out are made by the library alone. Later versions may add
 *   members at their ends and further constants to enums: never take their size, copy them
 *   whole, or expect no other constant.
 * - What is handed out as a struct is to be had as JSON, too (chessplane_json): for languages
 *   that would have to mirror the structs.
 * - Options are strings, "name" or "name=value", in an array that ends with NULL; NULL
 *   instead of the array means none. They are those of the tools, without the dashes, and
 *   cp-validate(1), cp-convert(1) and cp-render(1) say what they mean. */
#ifndef CHESSPLANE_H
#define CHESSPLANE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CHESSPLANE_API __attribute__((visibility("default")))
#else
#define CHESSPLANE_API
#endif

/* ---- version ---- */

/* Of this header. Programs built with it run with libraries of the same major version, and
 * of the same minor one while the major one is 0, if that is not older. */
#define CHESSPLANE_VERSION_MAJOR 0
#define CHESSPLANE_VERSION_MINOR 1
#define CHESSPLANE_VERSION_PATCH 0
#define CHESSPLANE_VERSION       "0.1.0"

/* Of the library that runs: "0.1.0". */
CHESSPLANE_API const char *chessplane_version(void);

/* ---- what is answered ---- */

/* What functions return. */
enum chessplane_status {
    CHESSPLANE_OK = 0,
    CHESSPLANE_END = 1,       /* there is no more game */
    CHESSPLANE_REFUSED = 2,   /* not with this game: its messages say why */
    CHESSPLANE_MISUSE = 3,    /* asked wrongly: see chessplane_error */
    CHESSPLANE_FAILED = 4,    /* the stream cannot be read on */
    CHESSPLANE_NO_MEMORY = 5, /* memory was refused: the handle can only be closed */
    CHESSPLANE_STOPPED = 6,   /* as chessplane_stop asked */
};

typedef struct chessplane chessplane;

typedef struct chessplane_string {
    const char *at;
    size_t length;
} chessplane_string;

/* ---- a handle ---- */

/* Numbers beyond 2^62, as squares very far away have, are GMP's, and GMP asks the functions
 * for memory that a whole process has set by mp_set_memory_functions. The library leaves
 * those alone: by themselves, they end the process where memory is refused for such a number,
 * and so NO_MEMORY is not answered there. A program for which that will not do calls this,
 * once, at its start: before it has threads or opens a handle, and behind its own
 * mp_set_memory_functions if it has any. GMP's requests inside of calls of this library are
 * answered with memory of the handle from then on, or the call returns NO_MEMORY; all others
 * go where they went before. The library must not be unloaded then. */
CHESSPLANE_API void chessplane_guard_numbers(void);

/* Options: variant=NAME, variant-file=FILE, frame=NAME, trapdoor=N, strict,
 * piece-letters=LANG, encoding=NAME, warnings=LIST; and play-on for chessplane_check.
 * *plane is made even where options are refused, so that chessplane_error can say why, and
 * must be closed; only where memory is refused it is NULL. */
CHESSPLANE_API int chessplane_open(chessplane **plane, const char *const *options);

/* Gives back all memory. plane may be NULL. */
CHESSPLANE_API void chessplane_close(chessplane *plane);

/* What was wrong with the last call that did not return OK, in a sentence or several lines;
 * "" after one that did. Until the next call with this handle. Never NULL. */
CHESSPLANE_API const char *chessplane_error(const chessplane *plane);

/* From another thread, while the handle lives: the call under way that plays, or reads from a
 * stream, or else the next that reads or plays, ends as soon as it can, and returns STOPPED. The
 * game it was about is lost, unless that is a copy (chessplane_convert, chessplane_draw and so on);
 * the next can be read, but not of a stream that was stopped while it was read. */
CHESSPLANE_API void chessplane_stop(chessplane *plane);

/* ---- reading ---- */

/* Game text, PGN, or records as JSON Lines or YAML: whichever the first bytes show. Packed
 * by gzip or zstd they are unpacked. `name` is what places in messages begin with (NULL:
 * "-"), and is copied. Nothing is read until chessplane_next. What was read before is left,
 * wherever it was. */

/* The text itself is not copied: it must stay as it is until another text is given or the handle is
 * closed; or, where chessplane_seek is not called any more, chessplane_next answers END. */
CHESSPLANE_API int chessplane_read_text(chessplane *plane, const char *name, const void *text,
                                        size_t length);

/* From a stream: `read` puts up to `size` bytes, at least one, into `room` and returns how
 * many, 0 at the end of the stream, and a negative number where it cannot be read on. It
 * must return to its caller: no exception, no longjmp; and must leave this handle alone. */
typedef ptrdiff_t (*chessplane_read)(void *data, char *room, size_t size);
CHESSPLANE_API int chessplane_read_stream(chessplane *plane, const char *name, chessplane_read read,
                                          void *data);

/* The next game. OK: it is there, though what is wrong with its text may have been told;
 * REFUSED: something stands there of which no game can be made: there is no game, and the
 * next call goes on behind it; END: behind the last. FAILED: the stream failed, or cannot be
 * unpacked. The last two may have messages, too. */
CHESSPLANE_API int chessplane_next(chessplane *plane);

/* Has chessplane_next read the game of that number, from 1, of the text that was given last. Where
 * games begin is remembered as they pass, some 32 bytes each; those in front of one that is asked
 * for are read once to find it. END: there are fewer (of one more than there are chessplane_next
 * says so). MISUSE: it is a stream, packed, YAML, a list, empty, or not in UTF-8 without byte order
 * marks; a text is read from its beginning then. */
CHESSPLANE_API int chessplane_seek(chessplane *plane, uint64_t number);

/* ---- games made move by move ---- */

/* A game without moves, instead of what was read: tags are "Name=value" in an array that ends with
 * NULL: Variant, FEN or Setup, Frame, White, Result and so on. It is read as if it were a text, so
 * REFUSED and messages are as of chessplane_next, which answers END behind it. */
CHESSPLANE_API int chessplane_begin(chessplane *plane, const char *const *tags);

/* A handle with the same options, whose game is this one up to so many half-moves of its main line
 * (CHESSPLANE_LAST: all that are legal): to be played on, while this one stays. *copy is yours to
 * close; NULL unless it returns OK. NO_MEMORY may be the copy's alone, and this handle goes on. */
CHESSPLANE_API int chessplane_copy(chessplane *plane, uint32_t ply, chessplane **copy);

/* Plays a move behind the main line, written in any way the game's variant knows: "Nf3", "g1f3",
 * "R(7,9)-(1,9)". REFUSED: it is not legal, or no move; messages say why, and the game stays. Men
 * that fall through trapdoors are added. Where the line is not legal to its end, what follows its
 * last legal move is dropped. The result that was written goes, as the game goes on, and so do
 * comments at the end. */
CHESSPLANE_API int chessplane_make(chessplane *plane, const char *move);

/* Takes the last move back, and what is written at it. REFUSED: there is none. */
CHESSPLANE_API int chessplane_take_back(chessplane *plane);

/* Sets a tag, or removes it (NULL); of Result also what stands behind the moves. MISUSE: it is no
 * name of a tag, or one of those that chessplane_begin alone can set, as they say how the game is
 * played. */
CHESSPLANE_API int chessplane_set_tag(chessplane *plane, const char *name, const char *value);

/* What stands behind the main line, or behind its last legal move. */
typedef struct chessplane_board {
    uint32_t ply;           /* half-moves from the start */
    int turn;               /* enum chessplane_winner: who is to move */
    int is_check;           /* and is in check */
    int outcome;            /* enum chessplane_outcome, by this position alone: what is counted */
    int winner;             /* over several turns is said by chessplane_check */
    chessplane_string key;  /* of the position: equal ones have one, of 16 hexadecimal digits */
    chessplane_string text; /* a FEN, or a list of pieces: a start, if the game goes on */
    size_t men;             /* how many pieces */
} chessplane_board;

typedef struct chessplane_man {
    chessplane_string square; /* in the game's own frame and letters or numbers */
    chessplane_string letter; /* "Ha"; a pawn's is "P" */
    chessplane_string name;   /* "hawk" */
    int side;                 /* enum chessplane_winner; NOBODY of obstacles and voids */
} chessplane_man;

/* Until the next call of the first. REFUSED: the game cannot be set up. */
CHESSPLANE_API int chessplane_board_of(chessplane *plane, const chessplane_board **board);
CHESSPLANE_API const chessplane_man *chessplane_man_at(chessplane *plane, size_t index);

/* ---- the game ---- */

typedef struct chessplane_game {
    chessplane_string file;         /* where it stands: as chessplane_read_... was told, or as */
    uint32_t line;                  /* its record says */
    int is_damaged;                 /* not all of it could be read; or its variant is not known */
    uint64_t number;                /* from 1, among all of this text */
    chessplane_string variant;      /* id, as "huygens"; of one that is not known what was said */
    chessplane_string variant_name; /* as in a tag: "Chess on an Infinite Plane" */
    chessplane_string frame;        /* "" for the variant's default */
    chessplane_string start;        /* a FEN or a list of pieces; "" for the variant's own */
    chessplane_string result;       /* as it stands behind the moves: "1-0"; "" for none */
} chessplane_game;

/* NULL where there is no game. */
CHESSPLANE_API const chessplane_game *chessplane_game_of(chessplane *plane);

typedef struct chessplane_tag_pair {
    chessplane_string name, value;
    uint32_t line, column;
} chessplane_tag_pair;

/* Tags in their order, but for those that are other fields of the game: FEN, Setup and the
 * like are its start. NULL where index, from 0, is not below the count. */
CHESSPLANE_API size_t chessplane_tag_count(chessplane *plane);
CHESSPLANE_API const chessplane_tag_pair *chessplane_tag_at(chessplane *plane, size_t index);

/* The value of the first tag of that name; "" where there is none. */
CHESSPLANE_API const char *chessplane_tag(chessplane *plane, const char *name);

typedef struct chessplane_move {
    chessplane_string text;   /* as written, without signs such as "!" */
    uint32_t ply;             /* half-moves from the start, this one included */
    uint32_t depth;           /* 0: the main line; 1: a variation of it; ... */
    uint32_t line, column;    /* where it stands */
    int is_first;             /* of its line: a variation begins */
    int is_bad;               /* its text is no move */
    chessplane_string before; /* comments, one behind the other with a blank between */
    chessplane_string after;
    const uint32_t *nags; /* 1 to 6 are ! ? !! ?? !? ?! */
    size_t nag_count;
} chessplane_move;

/* All moves in the order of the text: a move, then the variations instead of it, then the
 * next move. Who wants the main line takes those of depth 0. */
CHESSPLANE_API size_t chessplane_move_count(chessplane *plane);
CHESSPLANE_API const chessplane_move *chessplane_move_at(chessplane *plane, size_t index);

/* ---- messages ---- */

enum chessplane_level { CHESSPLANE_NOTE = 0, CHESSPLANE_WARNING = 1, CHESSPLANE_ERROR = 2 };

typedef struct chessplane_message {
    int level;              /* enum chessplane_level */
    chessplane_string slug; /* what it is, for programs: "path-blocked" */
    chessplane_string text; /* "path is blocked: B c1-f4 meets P d2" */
    chessplane_string hint; /* what to do; "" for nothing */
    chessplane_string file;
    uint32_t line, column;
    chessplane_string also; /* more places and particulars, a line each; "" for none */
} chessplane_message;

/* What there is to say of what chessplane_next read, and of what was asked about the game
 * since then; what was said before is not said again. More may come with each call. */
CHESSPLANE_API size_t chessplane_message_count(chessplane *plane);
CHESSPLANE_API const chessplane_message *chessplane_message_at(chessplane *plane, size_t index);

/* ---- judging ---- */

enum chessplane_outcome {
    CHESSPLANE_NONE = 0, /* the game goes on, or ended otherwise than on the board */
    CHESSPLANE_CHECKMATE = 1,
    CHESSPLANE_STALEMATE = 2,
    CHESSPLANE_FIVEFOLD = 3,
    CHESSPLANE_SEVENTYFIVE = 4,
    CHESSPLANE_DEAD_POSITION = 5,
    CHESSPLANE_KING_FALLEN = 6,
    CHESSPLANE_KING_TRAPPED = 7,
    CHESSPLANE_NO_MOVES = 8,
    CHESSPLANE_UNDECIDED = 9,
    CHESSPLANE_THREEFOLD = 10,   /* where the variant ends a game so */
    CHESSPLANE_QUIET_LIMIT = 11, /* moves without progress or mate, as many as the variant says */
    CHESSPLANE_ROYAL_TAKEN = 12, /* where the variant's wins say so, as in what follows */
    CHESSPLANE_ROYALS_TAKEN = 13,
    CHESSPLANE_ALL_TAKEN = 14,
    CHESSPLANE_HILL = 15,
    CHESSPLANE_INSUFFICIENT_MATERIAL =
        16,                /* by the table of infinitechess.org, where rules say so */
    CHESSPLANE_GOAL = 17,  /* what the variant's pieces are to reach, or else to do */
    CHESSPLANE_PASSED = 18 /* both sides have passed their turns */
};

enum chessplane_winner { CHESSPLANE_NOBODY = 0, CHESSPLANE_WHITE = 1, CHESSPLANE_BLACK = 2 };

typedef struct chessplane_verdict {
    int is_valid;
    uint32_t plies;             /* half-moves of the main line that are legal, up to the first
                                   that is not */
    int outcome;                /* enum chessplane_outcome: how it stands after them */
    int winner;                 /* enum chessplane_winner: by what stands on the board */
    int is_check;               /* whoever is to move after them is in check */
    int is_result_right;        /* what the game says of its result agrees with the board */
    uint32_t warnings;          /* how many there were */
    chessplane_string reason;   /* of one that is not valid: as a message's slug, else "" */
    chessplane_string text;     /* and its text */
    chessplane_string bad_move; /* the first bad move, "" for none or a bad start, */
    uint32_t bad_ply;           /* its half-move (0: a bad start, or none) */
    uint32_t bad_line;          /* and its place, 0 for none */
    uint32_t bad_column;
    chessplane_string outcome_name; /* "checkmate" */
    chessplane_string json;         /* all of it, as the record has it */
} chessplane_verdict;

/* Plays the game by the rules of its variant. OK: it was judged, and *verdict says how;
 * REFUSED: it could not be, as its variant is not known. A second call answers the same
 * again. */
CHESSPLANE_API int chessplane_check(chessplane *plane, const chessplane_verdict **verdict);

/* The last position that could be reached. */
#define CHESSPLANE_LAST UINT32_MAX

/* A move, or moves: along a line of a board without edges there may be endlessly many, from
 * `to` on, and none beyond `last`. */
typedef struct chessplane_legal {
    chessplane_string text; /* the move to `to`, as it would be written in full */
    chessplane_string from; /* squares as the game writes them */
    chessplane_string to;   /* the nearest */
    chessplane_string last; /* the farthest; of primes, the line's end, prime or not */
    int is_endless;         /* there is no farthest: `last` is "" */
    int is_prime;           /* of the distances only those that are prime numbers */
    int is_undecided;       /* whether these are legal could not be found out */
} chessplane_legal;

/* The legal moves of the position after so many half-moves of the main line. REFUSED: the
 * game cannot be played so far. Until this function is called again. On boards with edges
 * each move is an entry of its own. */
CHESSPLANE_API int chessplane_legal_moves(chessplane *plane, uint32_t ply, size_t *count);
CHESSPLANE_API const chessplane_legal *chessplane_legal_at(chessplane *plane, size_t index);

/* ---- what is made of a game ----
 *
 * Each of these puts its answer into *out, which is yours; what it points at lives until
 * the next call of any of them. The game stays as it is. */

/* The game as a record: one line of JSON without its end, with the verdict if it was
 * checked. chessplane_read_text reads it again. */
CHESSPLANE_API int chessplane_record(chessplane *plane, chessplane_string *out);

/* The game rewritten, as cp-convert does. Options: to=text, pgn, json, yaml, fen or epd,
 * letters, numeric; style=long, short, uci; to-frame=NAME, shift=DX,DY, ascii, force,
 * ply=LIST, with=LIST, where-there. Without to=text and the like it stays what it was read
 * as. REFUSED: it cannot be written so. */
CHESSPLANE_API int chessplane_convert(chessplane *plane, const char *const *options,
                                      chessplane_string *out);

/* A picture of one position, as cp-render draws it: ascii (which is usual), unicode or svg;
 * ply=N, flip, window=WINDOW, title=TEXT, caption=TEXT, highlight=LIST, arrow=LIST,
 * theme=NAME and all the others that cp-render(1) has under "Drawing", but for any, game,
 * men, sheet, html, md, tex, png and pdf; of several positions only with animate. REFUSED:
 * there is no such position. */
CHESSPLANE_API int chessplane_draw(chessplane *plane, const char *const *options,
                                   chessplane_string *out);

/* ---- questions and rows ---- */

/* Whether the game fits the conditions of cp-select: has=check, player=Hill, fen=FEN, not and so
 * on, all but those under "Choosing what comes out". *hits, unless it is NULL, has a line for each
 * place where one is met: "file:line:column: ply move". REFUSED: it cannot be played to where it
 * would be decided. */
CHESSPLANE_API int chessplane_ask(chessplane *plane, const char *const *options, int *fits,
                                  chessplane_string *hits);

/* The rows that cp-table makes of the game: of "games", "plies", "positions" or "tags";
 * columns=LIST, format=FORM (jsonl, unless it is said: tsv, csv). Without the names of the columns.
 */
CHESSPLANE_API int chessplane_rows(chessplane *plane, const char *table, const char *const *options,
                                   chessplane_string *out);

/* Solves the game's last position as cp-solve does: stipulation is "#2", or NULL where the game's
 * tag says it; limit=LIMIT, only-checks, certificate, tries, duals. *out is the field "solution" of
 * a record. REFUSED: a move before it is, or nothing says what is to be done. */
CHESSPLANE_API int chessplane_solve(chessplane *plane, const char *stipulation,
                                    const char *const *options, chessplane_string *out);

/* As JSON what the structs say, members by their names: "game", "moves", "messages", "verdict",
 * "legal" (as of the last chessplane_legal_moves) or "board" with its men; flags are true or false,
 * enums numbers. Until it is called again. */
CHESSPLANE_API int chessplane_json(chessplane *plane, const char *what, chessplane_string *out);

#ifdef __cplusplus
}
#endif

#endif
