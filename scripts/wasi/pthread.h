/* SPDX-License-Identifier: MIT */
/* pthread.h -- where tools run as WebAssembly there is one thread: no other can be started, so
 * what keeps others out has nothing to do. Only what this house calls. */
#ifndef CP_WASI_PTHREAD_H
#define CP_WASI_PTHREAD_H

#include <errno.h>
#include <signal.h>

typedef int cp_alone; /* a thread, a lock, a condition: there is nothing to say of it */
#define pthread_t                 cp_alone
#define pthread_mutex_t           cp_alone
#define pthread_cond_t            cp_alone
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER  0
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };

static inline int pthread_create(cp_alone *thread, const void *how, void *(*run)(void *),
                                 void *with)
{
    (void)how, (void)run, (void)with;
    *thread = 0;
    return EAGAIN;
}

static inline int cp_alone_do(const cp_alone *with)
{
    (void)with;
    return 0;
}

#define pthread_join(thread, value)         cp_alone_do(&(thread))
#define pthread_cancel(thread)              cp_alone_do(&(thread))
#define pthread_mutex_init(lock, how)       cp_alone_do(lock)
#define pthread_mutex_lock                  cp_alone_do
#define pthread_mutex_unlock                cp_alone_do
#define pthread_mutex_destroy               cp_alone_do
#define pthread_cond_init(condition, how)   cp_alone_do(condition)
#define pthread_cond_wait(condition, lock)  cp_alone_do(condition)
#define pthread_cond_signal                 cp_alone_do
#define pthread_cond_broadcast              cp_alone_do
#define pthread_cond_destroy                cp_alone_do
#define pthread_setcancelstate(now, before) cp_alone_do(before)

#endif
