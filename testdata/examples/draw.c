/* draw.c -- draws a position of a game, as text or as SVG.
 *
 *     cc -std=c99 draw.c $(pkg-config --cflags --libs chessplane) -o draw
 *     ./draw '[Variant "coaip"] 1. (5,4) (5,5) *' ply=2
 *     ./draw '1. e4 e5 *' svg theme=dark 'caption={move}' >diagram.svg */
#include <chessplane.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    chessplane *plane;
    chessplane_string picture;
    size_t i;
    int status;
    if (argc < 2) {
        fprintf(stderr, "usage: draw GAME [OPTION]...\n");
        return 2;
    }
    status = chessplane_open(&plane, NULL);
    if (status == CHESSPLANE_OK)
        status = chessplane_read_text(plane, "game", argv[1], strlen(argv[1]));
    if (status == CHESSPLANE_OK)
        status = chessplane_next(plane);
    if (status == CHESSPLANE_OK) /* argv ends with NULL, as options do */
        status = chessplane_draw(plane, (const char *const *)argv + 2, &picture);
    if (status == CHESSPLANE_OK)
        fwrite(picture.at, 1, picture.length, stdout);
    else if (status == CHESSPLANE_MISUSE)
        fprintf(stderr, "%s\n", chessplane_error(plane));
    for (i = 0; i < chessplane_message_count(plane); i++)
        fprintf(stderr, "draw: %s\n", chessplane_message_at(plane, i)->text.at);
    chessplane_close(plane);
    return status;
}
