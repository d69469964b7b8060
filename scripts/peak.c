/* SPDX-License-Identifier: MIT */
/* peak.c -- runs a command, its output thrown away, and prints the most memory
 * that it held, in kilobytes. A small program of its own, because a process
 * counts the memory of the one it was forked from. */
#include <sys/resource.h>

#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(char **command)
{
    int sink = open("/dev/null", O_WRONLY);
    if (sink >= 0 && dup2(sink, STDOUT_FILENO) >= 0 && dup2(sink, STDERR_FILENO) >= 0)
        execvp(command[0], command);
    _exit(127);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: cp-peak COMMAND [ARGUMENT]...\n", stderr);
        return 2;
    }
    pid_t child = fork();
    if (child == 0)
        become(argv + 1);
    int status;
    struct rusage usage;
    if (child < 0 || waitpid(child, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &usage) < 0)
        return 3;
    return printf("%ld\n", usage.ru_maxrss) < 0 ? 3 : 0;
}
