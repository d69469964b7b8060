/* SPDX-License-Identifier: MIT */
/* pthread.h -- where tools run as WebAssembly there is one thread: no other can be started, so
 * what keeps others out has nothing to do. Only what this house calls. */
#ifndef CP_WASI_PTHREAD_H
#define CP_WASI_PTHREAD_H

#include <errno.h>
#include <sys/types.h>

#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    {                                                                                              \
        {                                                                                          \
            {                                                                                      \
                0                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
#define PTHREAD_COND_INITIALIZER                                                                   \
    {                                                                                              \
        {                                                                                          \
            {                                                                                      \
                0                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                                 void *with)
{
    (void)thread, (void)how, (void)run, (void)with;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **value)
{
    (void)thread, (void)value;
    return 0;
}

static inline int pthread_cancel(pthread_t thread)
{
    (void)thread;
    return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *how)
{
    (void)lock, (void)how;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *how)
{
    (void)condition, (void)how;
    return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock)
{
    (void)condition, (void)lock;
    return 0;
}

static inline int pthread_cond_signal(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_setcancelstate(int now, int *before)
{
    (void)now, (void)before;
    return 0;
}

#endif
