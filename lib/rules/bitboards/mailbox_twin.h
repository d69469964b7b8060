/* SPDX-License-Identifier: MIT */
/* mailbox_twin.h -- chess on 64 letters, as naively as can be: every move is
 * tried by walking square by square, played, and thrown away when the king can
 * then be taken. Slow, and shares nothing with what it judges. */
#ifndef CP_MAILBOX_TWIN_H
#define CP_MAILBOX_TWIN_H

#include <stdbool.h>
#include <stdint.h>

struct mailbox {
    char at[64];   /* FEN's letters, '.' for nobody; a1 = 0, h1 = 7 */
    bool white;    /* to move */
    bool may[64];  /* rooks that may castle */
    bool is_round; /* the board goes on behind its first and last file */
    int passed;    /* the square just passed over, -1 for none */
};

struct mailbox_move {
    int from, to; /* castling: to the rook's square */
    char becomes; /* 'Q', 'R', 'B', 'N' or 0 */
    bool castles;
};

/* The fields of a FEN up to the en passant square; castling as KQkq or by files. */
void mailbox_read(struct mailbox *m, const char *fen);

/* All legal moves; returns how many, at most 256. */
int mailbox_moves(const struct mailbox *m, struct mailbox_move *out);

void mailbox_play(struct mailbox *m, struct mailbox_move move);

/* Whether a side's king could be taken. */
bool mailbox_in_check(const struct mailbox *m, bool white);

#endif
