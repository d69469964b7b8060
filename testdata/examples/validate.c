/* validate.c -- reads games from files and says which of them break the rules, and where.
 *
 *     cc -std=c99 validate.c $(pkg-config --cflags --libs chessplane) -o validate
 *     ./validate games.pgn more.txt */
#include <chessplane.h>
#include <stdio.h>

/* The library asks here for more text; it knows nothing of files. */
static ptrdiff_t read_file(void *file, char *room, size_t size)
{
    size_t count = fread(room, 1, size, file);
    return count == 0 && ferror((FILE *)file) ? -1 : (ptrdiff_t)count;
}

static void tell(chessplane *plane)
{
    const chessplane_message *m;
    size_t i;
    for (i = 0; (m = chessplane_message_at(plane, i)) != NULL; i++)
        if (m->level >= CHESSPLANE_WARNING)
            printf("%s:%u:%u: %s [%s]\n", m->file.at, (unsigned)m->line, (unsigned)m->column,
                   m->text.at, m->slug.at);
}

static int validate(chessplane *plane, const char *name, unsigned long *bad)
{
    const chessplane_verdict *verdict;
    FILE *file = fopen(name, "rb");
    int status = CHESSPLANE_FAILED;
    if (file != NULL) {
        status = chessplane_read_stream(plane, name, read_file, file);
        while (status == CHESSPLANE_OK || status == CHESSPLANE_REFUSED) {
            status = chessplane_next(plane);
            if (status == CHESSPLANE_REFUSED)
                ++*bad; /* no game at all */
            if (status == CHESSPLANE_OK &&
                (chessplane_check(plane, &verdict) != CHESSPLANE_OK || !verdict->is_valid))
                ++*bad;
            tell(plane);
        }
        fclose(file);
    }
    return status == CHESSPLANE_END;
}

int main(int argc, char **argv)
{
    chessplane *plane;
    unsigned long bad = 0;
    int i, good = chessplane_open(&plane, NULL) == CHESSPLANE_OK;
    for (i = 1; good && i < argc; i++)
        good = validate(plane, argv[i], &bad);
    if (!good)
        fprintf(stderr, "validate: %s\n", chessplane_error(plane));
    chessplane_close(plane);
    printf("%lu bad\n", bad);
    return !good ? 3 : bad > 0;
}
