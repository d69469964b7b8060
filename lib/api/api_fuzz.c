/* SPDX-License-Identifier: MIT */
/* api_fuzz.c -- whatever is read, everything may be asked about it, in any number of calls, by
 * one handle for all; and no answer changes a game.
 * runs: 100 */
#include "api/chessplane.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void require_text(chessplane_string s)
{
    require(s.at && s.at[s.length] == '\0');
}

static void ask_facts(chessplane *plane)
{
    const chessplane_game *game = chessplane_game_of(plane);
    const chessplane_tag_pair *tag;
    const chessplane_move *move;
    const chessplane_message *message;
    require(game);
    require_text(game->variant);
    for (size_t i = 0; (tag = chessplane_tag_at(plane, i)); i++)
        require_text(tag->value);
    for (size_t i = 0; (move = chessplane_move_at(plane, i)); i++)
        require(move->ply > 0 && (i > 0 || (move->is_first && move->depth == 0)));
    for (size_t i = 0; (message = chessplane_message_at(plane, i)); i++)
        require(message->slug.length && message->text.length);
}

static void ask_answers(chessplane *plane)
{
    static const char *const conversions[][4] = {
        {"to=pgn", "force"}, {"to=yaml"}, {"to=letters", "style=long"}, {"to=epd", "ply=all"}};
    static const char *const drawings[][3] = {{"unicode", "ply=1"}, {"svg", "map"}};
    chessplane_string text;
    size_t count;
    for (size_t i = 0; i < 4; i++)
        require(chessplane_convert(plane, conversions[i], &text) <= CHESSPLANE_REFUSED);
    for (size_t i = 0; i < 2; i++)
        require(chessplane_draw(plane, drawings[i], &text) <= CHESSPLANE_REFUSED);
    require_text(text);
    if (chessplane_legal_moves(plane, CHESSPLANE_LAST, &count) == CHESSPLANE_OK)
        for (size_t i = 0; i < count; i++)
            require_text(chessplane_legal_at(plane, i)->to);
}

static void ask(chessplane *plane)
{
    const chessplane_verdict *verdict;
    chessplane_string text;
    require(chessplane_record(plane, &text) == CHESSPLANE_OK);
    char *before = strdup(text.at);
    require(before);
    ask_answers(plane);
    require(chessplane_record(plane, &text) == CHESSPLANE_OK && strcmp(before, text.at) == 0);
    free(before);
    if (chessplane_check(plane, &verdict) == CHESSPLANE_OK)
        require_text(verdict->json);
    ask_facts(plane);
    ask_answers(plane);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static chessplane *plane; /* many texts, one handle */
    int status = CHESSPLANE_OK;
    if (!plane)
        require(chessplane_open(&plane, NULL) == CHESSPLANE_OK);
    require(chessplane_read_text(plane, "text", data, size) == CHESSPLANE_OK);
    for (int games = 0; games < 20 && status <= CHESSPLANE_REFUSED && status != CHESSPLANE_END;
         games++) {
        status = chessplane_next(plane);
        if (status == CHESSPLANE_OK)
            ask(plane);
    }
    require(status <= CHESSPLANE_REFUSED || status == CHESSPLANE_FAILED);
    return 0;
}
