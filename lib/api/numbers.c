/* SPDX-License-Identifier: MIT */
/* numbers.c -- GMP has one set of functions for memory in a process, and they get no word of
 * whom they serve. So they are set only where a program asks for it, once; what each thread
 * is inside of says whose requests are ours:
 *
 *     GMP ──► inside a call of a handle ──► the handle's list ──► refused: the way out
 *         └─► anywhere else ──► the functions that were there before
 *
 * GMP itself is jumped out of where memory is refused. Its numbers are not touched any more
 * then: the handle answers nothing else, and its list is given back as it is.
 *
 * Why so: D37 (DECISIONS.md). */
#include "api/api.h"

#include <stdatomic.h>
#include <stdlib.h>

struct cp_api_piece {
    struct cp_api_piece *next, *before;
    _Alignas(16) char bytes[];
};

static struct cp_ints_memory others; /* set before is_guarding is, and never again */
static atomic_bool is_guarding;

/* Which handle this thread is inside of. Not asked for when a thread begins: for that, memory
 * could be refused without a way to say so. */
static _Thread_local struct chessplane *inside __attribute__((tls_model("initial-exec")));

/* ---- a handle's list ---- */

static void link_piece(struct chessplane *plane, struct cp_api_piece *piece)
{
    piece->before = NULL;
    piece->next = plane->numbers;
    if (piece->next)
        piece->next->before = piece;
    plane->numbers = piece;
}

static void unlink_piece(struct chessplane *plane, const struct cp_api_piece *piece)
{
    *(piece->before ? &piece->before->next : &plane->numbers) = piece->next;
    if (piece->next)
        piece->next->before = piece->before;
}

static struct cp_api_piece *piece_of(void *bytes)
{
    return (struct cp_api_piece *)(void *)((char *)bytes - offsetof(struct cp_api_piece, bytes));
}

/* A piece of that size made of old, which may be NULL: not linked. */
static struct cp_api_piece *make(struct cp_api_piece *old, size_t size)
{
    bool fits = size <= SIZE_MAX - sizeof(struct cp_api_piece);
    struct cp_api_piece *piece = fits ? realloc(old, sizeof *piece + size) : NULL;
    if (!piece && old)
        link_piece(inside, old);
    if (!piece)
        cp_arena_refuse(&inside->facts);
    return piece;
}

/* ---- for GMP ---- */

static void *take(size_t size)
{
    if (!inside)
        return others.get(size);
    struct cp_api_piece *piece = make(NULL, size);
    link_piece(inside, piece);
    return piece->bytes;
}

static void *take_more(void *old, size_t old_size, size_t size)
{
    if (!inside)
        return others.get_more(old, old_size, size);
    struct cp_api_piece *piece = piece_of(old);
    unlink_piece(inside, piece);
    piece = make(piece, size);
    link_piece(inside, piece);
    return piece->bytes;
}

static void put(void *taken, size_t size)
{
    if (!inside) {
        others.put(taken, size);
        return;
    }
    unlink_piece(inside, piece_of(taken));
    free(piece_of(taken));
}

void chessplane_guard_numbers(void)
{
    if (atomic_load(&is_guarding))
        return;
    others = cp_ints_memory();
    cp_ints_take_memory((struct cp_ints_memory){take, take_more, put});
    atomic_store(&is_guarding, true);
}

/* ---- for handles ---- */

bool cp_api_guards_numbers(void)
{
    return atomic_load(&is_guarding);
}

struct chessplane *cp_api_enter(struct chessplane *plane)
{
    struct chessplane *before = inside;
    inside = plane && plane->guards_numbers ? plane : NULL;
    return before;
}

void cp_api_step_back(struct chessplane *before)
{
    inside = before;
}

void cp_api_close_numbers(struct chessplane *plane)
{
    for (struct cp_api_piece *piece = plane->numbers, *next; piece; piece = next) {
        next = piece->next;
        free(piece);
    }
    plane->numbers = NULL;
}
