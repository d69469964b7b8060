/* SPDX-License-Identifier: MIT */
/* move.h -- one move of one man: judged, played, taken back. */
#ifndef CP_MOVE_H
#define CP_MOVE_H

#include "rules/chess/attack.h"

typedef struct {
    cp_square from, to;
    union {               /* a third square: */
        cp_square passed; /* of a double step, the one it passes over */
        cp_square rook_to;
        cp_square via; /* agents: where the first of two steps ended, or what is led stands */
    };
    int32_t man, taken;  /* taken: CP_NOBODY for none */
    int32_t rook;        /* castling: the rook that goes along; CP_NOBODY: none */
    uint8_t promotion;   /* a kind, or CP_NO_KIND */
    uint8_t sep, then;   /* agents: enum cp_sep of each step; then is 0 when there is one */
    bool in_passing;     /* taken stands elsewhere than on `to` */
    bool passes;         /* a double step that may be taken in passing */
    uint8_t passed_more; /* squares that it passes over, besides the one */
    bool is_pass;        /* nothing moves: `man` stays, and is told because somebody must be */
    bool is_body;        /* a body moves: man is its lower left one, from and to are its */
    uint32_t bits;       /* the same for bitboards, where they found it; else 0 */
} cp_move;

enum { CP_TRACES_MOST = 3 }; /* agents that one turn displaces: a mover and one by each step */

/* An agent that a turn displaced, and the cell on which it stood before. */
typedef struct {
    int32_t man, from;
} cp_trace;

typedef struct {
    cp_move move;
    cp_square passed, rook_from;
    int32_t passing, checker[2], castle[2][2];
    uint32_t checks, quiet, falls;   /* falls: how many men fell */
    uint32_t falls_at[CP_BODY_MOST]; /* of the man and castling's rook, of a body's men, or of
                                        the agents that were displaced */
    cp_trace last[CP_TRACES_MOST];   /* agents: what the turn before displaced */
    uint8_t last_count, kind, passed_more, checked[2];
    uint8_t kings_spent; /* a bit for each side whose king lost its right with its last partner */
    uint8_t burst;       /* how many men went with an explosion, the mover among them */
    uint8_t spared;      /* a bit for each of falls_at: a mate had kept it from falling */
    bool moved, rook_moved, has_clocks; /* clocks were restarted: a whole turn */
    uint8_t idle, counts;
    uint32_t drawn_at;
    bool is_faced;
    bool has_last; /* agents: a turn before, or the start says what it did */
} cp_undo;

/* A man goes to a square, where it may take somebody, and that is all. */
static inline void cp_move_begin(cp_move *move, const struct cp_position *p, int32_t man,
                                 cp_square to, int32_t taken)
{
    *move = (cp_move){.from = p->at[man],
                      .to = to,
                      .man = man,
                      .taken = taken,
                      .promotion = CP_NO_KIND,
                      .rook = CP_NOBODY};
}

/* Whether the side to move may play man, or the body whose lower left man it is, to `to`
 * (promoting to a kind or CP_NO_KIND): CP_OK and the whole move, or the reason why not, of which
 * only bodies have BODY_MISSING and BODY_BLOCKED. *move is filled as far as it goes in either
 * case. Changes nothing that can be seen. */
CP_MUST_USE enum cp_diag cp_any_check(struct cp_position *p, bool is_body, int32_t man,
                                      cp_square to, uint8_t promotion, cp_move *move);

CP_MUST_USE static inline enum cp_diag cp_move_check(struct cp_position *p, int32_t man,
                                                     cp_square to, uint8_t promotion, cp_move *move)
{
    return cp_any_check(p, false, man, to, promotion, move);
}

/* The same without the last question, the mover's own king; a body becomes nothing. */
CP_MUST_USE enum cp_diag cp_move_check_reach(const struct cp_position *p, int32_t man, cp_square to,
                                             uint8_t promotion, cp_move *move);
CP_MUST_USE enum cp_diag cp_body_check_reach(const struct cp_position *p, int32_t man, cp_square to,
                                             cp_move *move);

/* A square that several men are asked about: what all of them need to know of it. */
typedef struct {
    cp_spot spot;
    int32_t there;  /* what stands there, or CP_NOBODY */
    uint8_t use;    /* so a ray must allow CP_RAY_MOVES or CP_RAY_TAKES */
    bool is_passed; /* a pawn that may be taken there in passing went over it */
} cp_target;

/* Whether who moves has a capture, in passing too. */
bool cp_can_take(struct cp_position *p);

void cp_target_init(cp_target *t, const struct cp_position *p, cp_square to);

/* cp_move_check without a reason: most men cannot come to a square at all, and that
 * is found out first. *move is filled when it may. */
CP_MUST_USE bool cp_move_try(struct cp_position *p, int32_t man, const cp_target *t,
                             uint8_t promotion, cp_move *move);

/* A turn passed, told of that man. */
static inline void cp_move_begin_pass(cp_move *move, const struct cp_position *p, int32_t man)
{
    cp_move_begin(move, p, man, p->at[man], CP_NOBODY);
    move->is_pass = true;
}

/* Whether the side to move may castle to the left (0) or right (1): as above. */
CP_MUST_USE enum cp_diag cp_move_check_castling(struct cp_position *p, int32_t king, int right,
                                                cp_move *move, int32_t *culprit);

/* Whether the mover's king would be unattacked after the turn, or p->is_undecided says that it is
 * not known. The other asks for the move alone, before anything falls: the man that attacks it
 * then is *attacker (may be NULL). */
CP_MUST_USE bool cp_move_is_safe(struct cp_position *p, const cp_move *move);
CP_MUST_USE bool cp_move_is_safe_at_once(struct cp_position *p, const cp_move *move,
                                         int32_t *attacker);

/* Whether lifting man off its square opens no line on its king: only the first
 * man beyond it can matter. False may also mean "perhaps". */
bool cp_man_hides_nobody(const struct cp_position *p, int32_t man, int32_t king);

/* Whether a man of the side to move may go wherever it can, but for what it takes in passing: no
 * king of its own minds. False may also mean "perhaps". */
bool cp_man_is_free(const struct cp_position *p, int32_t man);

/* Plays a move that was found legal, or any that cp_move_check_reach allowed;
 * the position afterwards knows what gives check. */
void cp_move_apply(struct cp_position *p, const cp_move *move, cp_undo *undo);
void cp_move_undo(struct cp_position *p, const cp_undo *undo);

/* Finds what gives check to the side to move, from nothing: for start positions. */
void cp_position_find_checks(struct cp_position *p);

/* Whether a pawn of the side to move could really take in passing (R-FIDE-2). */
bool cp_position_has_passing(struct cp_position *p);

/* Whether repetition tells this position from one in which nothing was passed: by the
 * variant only where that can be taken, or always (R-ICN-8). */
bool cp_position_counts_passing(struct cp_position *p);

/* The hash of all that repetition counts: men, first-move rights, whose turn,
 * and a real chance to take in passing. */
cp_hash cp_position_hash(struct cp_position *p);

/* The king and its partner, a rook in chess, move at once, on the
 * king's own rank. The variant says which kind the partner is of; here it is
 * called the rook. Rights are held as the rook each belongs to, so classical chess
 * and Chess960 are one. */

/* The piece that a right to castle to the left (0) or right (1) is of, whatever stands between;
 * CP_NOBODY: there is none. */
int32_t cp_castling_partner(const struct cp_position *p, int32_t king, int right);

/* The king that castles where none is named: the only one, of several the first, or where they
 * castle with the nearest the first that has a right; CP_NOBODY: there is none. */
int32_t cp_castling_any(const struct cp_position *p);

/* Where kings castle with the nearest: one that has nothing to castle with has no right. */
void cp_castling_settle(struct cp_position *p);

/* Gives p the rights that text claims: KQkq (the outermost rook on that side of
 * the king, as X-FEN means it) or rooks' files (HAha); "" and "-" claim none.
 * CP_OK, or the fault; then p has the rights before it. */
CP_MUST_USE enum cp_diag cp_castling_claim(struct cp_position *p, cp_str text);

/* The rights that end when man moves or is taken. */
void cp_castling_forfeit(struct cp_position *p, int32_t man);

/* The rights as FEN has them: KQkq where that is clear, else files; "-" for none. */
void cp_castling_format(struct cp_buf *out, const struct cp_position *p);

/* The path that leads from square to square and how many steps it takes; NULL when
 * none does. */
const cp_path *cp_body_path(const struct cp_position *p, enum cp_side side, cp_square from,
                            cp_square to, cp_int *steps);

/* ---- where there are trapdoors ----
 *
 * What they add to judging, taking back and comparing moves. turn.c has these: whether
 * a turn leaves the king safe may depend on whether it mates, and so on all replies. */

/* A legal turn that was found, and whether it is one by what stands on the board alone:
 * not because it mates in its turn. */
typedef struct {
    cp_move move;
    bool is_plain;
} cp_reply;

/* A turn whose falls expose the mover's own king is legal only if it mates (R-TD-5). */
struct cp_exposure {
    int32_t by;           /* what attacks the king then; CP_NOBODY: nothing, and that is all */
    bool gives_check;     /* else it cannot mate: NO */
    enum cp_answer mates; /* NO, out of a check: reply answers it */
    bool nests;           /* whether some reply mates was asked for that */
    cp_reply reply;
};

/* Of a move that is safe at once. */
void cp_exposure_find(struct cp_exposure *e, struct cp_position *p, const cp_move *move);

/* Whether the other king could answer the move by stepping off a line of that family, and
 * how: for reasons that are plain. */
CP_MUST_USE bool cp_exposure_step_off(struct cp_position *p, const cp_move *move, uint32_t line,
                                      cp_reply *reply);

/* Which of the men that fall in that turn bares its king: one that would have to stay, in
 * the order of men. */
int32_t cp_exposure_cause(struct cp_position *p, const cp_move *move);

/* Whether the turn leaves the mover's king unattacked in the end, the move alone being
 * safe; if not, *attacker (may be NULL) attacks it. */
bool cp_falls_are_safe(struct cp_position *p, const cp_move *move, int32_t *attacker);
void cp_falls_take_back(struct cp_position *p, const cp_undo *undo);

/* Where captures explode, right after one: who took goes with what stands around, but for the kinds
 * that are spared. They lie on the stack of those that fell, below what falls. And back. */
void cp_burst(struct cp_position *p, cp_undo *undo);
void cp_burst_take_back(struct cp_position *p, const cp_undo *undo);
cp_hash cp_clocks_hash(const struct cp_position *p);

/* Lifts the men that will be gone when the turn of the side to move is over,
 * whatever it plays with `mover`; false when there are none. And back. */
bool cp_falls_lift(struct cp_position *p, int32_t mover);
void cp_falls_put_back(struct cp_position *p);

/* Around questions about many moves of one turn: thousands may fall at its end, and need
 * not be lifted for each move anew. Begin tells whether this end is to be told. */
CP_MUST_USE bool cp_falls_begin(struct cp_position *p);
void cp_falls_end(struct cp_position *p, bool is_begun);

/* The position after this turn's falls, as far as it is known before its move, or NULL.
 * Men may be moved about in it, and must be put back. */
struct cp_position *cp_falls_foreseen(struct cp_position *p);

#endif
