/* SPDX-License-Identifier: MIT */
/* square_twin.h -- the slow, obvious judge: a finite array of squares, walked
 * one by one, with the pieces' moves written out by hand from the rules. It
 * knows nothing of rays, lines, hashes or variant files, and shares no code with
 * the engine. Right for men near the middle of the array: see REACH. */
#ifndef CP_SQUARE_TWIN_H
#define CP_SQUARE_TWIN_H

#include <stdbool.h>

enum {
    TWIN_SIZE = 44,            /* the array is TWIN_SIZE squares on a side */
    TWIN_HOME = TWIN_SIZE / 2, /* array coordinate of (0,0) */
    TWIN_REACH = 18,           /* squares beyond this from (0,0) are not looked at */
    TWIN_GOALS = 4,            /* promotion ranks of a side */
    TWIN_MOVES = 4096
};

/* A man is its letter, White's in upper case: K Q R B N C G H(awk) U(huygens) O (rose)
 * V (royal queen) P, L (horse nN) E (nAnZ) S (cannon mRcpR) J (pQ) T (gQ) W (RcpRnN)
 * D (jDjA) F ([F?R30]) M ([W-F2]) A (afsF); what is nobody's is # (obstacle) or % (void); 0 is an
 * empty square. */
struct twin {
    char man[TWIN_SIZE][TWIN_SIZE]; /* [file][rank], shifted by TWIN_HOME */
    bool moved[TWIN_SIZE][TWIN_SIZE];
    bool has_border;
    int left, right, bottom, top; /* inclusive */
    int least;     /* of a huygens that slides and is stopped on prime distances; 0: it jumps */
    bool castles;  /* with the nearest man on the king's rank, none of the two having moved */
    bool facing;   /* kings must not see each other along a rank or file, */
    bool answers;  /* or may, and then: */
    bool is_faced; /* they do, and who is to move ends it, or passes */
    char idles;    /* turns may be passed: 'a' always, 's' where there is no move; 0: never */
    int idle;      /* on end */
    bool likes;    /* leaping queens neither take their like nor go over it */
    bool slants;   /* rooks go slantwise, too, from and to these ranks: */
    int lines_low, lines_high;
    bool blocks; /* four knights in a square may move as one */
    bool black_to_move;
    char of_several; /* kings: 'l' the last must not be attacked, 'a' all at once; 0: none */
    int kings[2];    /* so many at most by promotion, where they may be taken */
    bool is_tame[2]; /* this side's kings may be left attacked, and taken */
    bool has_passed; /* a pawn has just passed over: */
    int passed_file, passed_rank;
    int passed_more; /* so many squares behind that one */
    bool steps;      /* by side, where a pawn may go more than one step, moved or not: */
    int first_low[2], first_high[2];    /* on these ranks, */
    int third_low[2], third_high[2];    /* on these of them even three steps; */
    int passed_low[2], passed_high[2];  /* and where a pawn of that side may take in passing */
    int goal[2][TWIN_GOALS], goals;     /* promotion ranks, as many for each side */
    bool over_goals;                    /* a double step may pass over its side's own, */
    bool takes_promoted;                /* and what it became be taken in passing */
    const char *becomes[2];             /* "QRBNCGH": what pawns may become */
    const char *own;                    /* "RQNC": rooks become queens, knights chancellors, as they
                                           come to such a rank or go on from there; NULL: none do, */
    bool own_stay, own_taking;          /* and what is no pawn need not, or only as it takes */
    int delay, ply;                     /* of trapdoors (0: none), and how many plies were played */
    int falls_at[TWIN_SIZE][TWIN_SIZE]; /* the ply at whose end its man falls; 0: safe */
    bool zoned;               /* rooks and knights never go to ranks above 0, nor attack there */
    bool must_take;           /* who can */
    bool no_checks;           /* no move may give one */
    int checks, given[2];     /* so many checks win, where any do; those of each side */
    bool explodes;            /* who takes, with all around but pawns where these are spared */
    bool spares_pawns;        /* so */
    char scarce;              /* who has few such men has lost; 0: none; '*': men at all */
    int few, enough;          /* so few or less, if the other side has so many */
    bool bares;               /* who has one man left has lost, if it cannot leave the other so */
    char comer;               /* the man, as White's, that is to come to a rank; 0: none */
    int target[2];            /* the rank */
    bool safely, answered[2]; /* unattacked; the other side has one more move */
};

struct twin_move {
    int file, rank, to_file, to_rank; /* of a block, its knight on the smallest file and rank */
    int block;                        /* 1: the four knights go together */
    char becomes;                     /* 0: nothing */
};

/* All legal moves that stay within reach; returns how many. */
int twin_moves(const struct twin *t, struct twin_move *out);

/* Whether the king of the side to move is attacked. */
bool twin_in_check(const struct twin *t);

/* Whether the king of the given side is attacked. */
bool twin_is_attacked(const struct twin *t, bool black);

/* A whole turn: the move, and what falls after it (R-TD-4). */
void twin_play(struct twin *t, const struct twin_move *m);

/* Whether pawns of a side promote on that rank. */
bool twin_is_goal(const struct twin *t, bool black, int rank);

/* Who has won by its target, by what is gone or left: 0 White, 1 Black; -1 nobody, both being
 * there; -2 the game goes on. */
int twin_winner(const struct twin *t);

/* How many of a man, and side. */
int twin_count(const struct twin *t, char man);

bool twin_has_king(const struct twin *t, bool black);

/* Whether the kings see each other along a rank or file. */
bool twin_faces(const struct twin *t);

static inline bool twin_is_pass(const struct twin_move *m)
{
    return m->file == m->to_file && m->rank == m->to_rank;
}

#endif
