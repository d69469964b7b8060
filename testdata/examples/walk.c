/* walk.c -- walks through a game: its tags, its moves, and after each move of the main line
 * how many replies there are.
 *
 *     cc -std=c99 walk.c $(pkg-config --cflags --libs chessplane) -o walk
 *     ./walk '1. f3 e5 2. g4 (2. d4) Qh4# 0-1' */
#include <chessplane.h>
#include <stdio.h>
#include <string.h>

static void show_replies(chessplane *plane, const chessplane_move *move)
{
    size_t count, i, endless = 0;
    if (chessplane_legal_moves(plane, move->ply, &count) != CHESSPLANE_OK) {
        printf("  %s cannot be played\n", move->text.at);
        return;
    }
    for (i = 0; i < count; i++) /* on a board without edges one entry may be a whole line */
        endless += chessplane_legal_at(plane, i)->is_endless != 0;
    printf("%3u. %s: %lu replies", (unsigned)move->ply, move->text.at, (unsigned long)count);
    printf(endless ? ", %lu of them to no end\n" : "\n", (unsigned long)endless);
}

static void walk(chessplane *plane)
{
    const chessplane_game *game = chessplane_game_of(plane);
    const chessplane_tag_pair *tag;
    const chessplane_move *move;
    size_t i;
    printf("%s\n", game ? game->variant_name.at : "");
    for (i = 0; (tag = chessplane_tag_at(plane, i)) != NULL; i++)
        printf("%s: %s\n", tag->name.at, tag->value.at);
    for (i = 0; (move = chessplane_move_at(plane, i)) != NULL; i++) {
        if (move->depth == 0)
            show_replies(plane, move);
        else
            printf("%*s%s\n", 4 * (int)move->depth + 4, move->is_first ? "or " : "", move->text.at);
    }
    printf("%s\n", game ? game->result.at : "");
}

int main(int argc, char **argv)
{
    chessplane *plane;
    int status = chessplane_open(&plane, NULL);
    if (status == CHESSPLANE_OK && argc > 1)
        status = chessplane_read_text(plane, "game", argv[1], strlen(argv[1]));
    while (status == CHESSPLANE_OK && (status = chessplane_next(plane)) == CHESSPLANE_OK)
        walk(plane);
    if (status != CHESSPLANE_END)
        fprintf(stderr, "walk: %s\n", chessplane_error(plane));
    chessplane_close(plane);
    return status != CHESSPLANE_END;
}
