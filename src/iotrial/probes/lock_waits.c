// Preloaded into a worker: notes when each call that may wait for a lock on a file began and ended.
//
// At the process's end the moments go to the file that IOTRIAL_LOCK_WAITS names, as pairs of
// integers of the machine: monotonic clock, ns.

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int64_t *moments;
static size_t count, capacity;
static char path[4096];

// At the end the environment may be gone: some runtimes free their own.
__attribute__((constructor)) static void keep_path(void) {
    const char *given = getenv("IOTRIAL_LOCK_WAITS");
    snprintf(path, sizeof path, "%s", given != NULL ? given : "");
}

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void note(int64_t began_ns) {
    int64_t ended_ns = now_ns();
    if (count + 2 > capacity) {
        size_t larger = capacity ? 2 * capacity : 1 << 16;
        int64_t *grown = realloc(moments, larger * sizeof *grown);
        if (grown == NULL)
            return;
        moments = grown;
        capacity = larger;
    }
    moments[count++] = began_ns;
    moments[count++] = ended_ns;
}

int flock(int file, int operation) {
    static int (*real)(int, int);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "flock");
    if (operation & (LOCK_UN | LOCK_NB))
        return real(file, operation);
    int64_t began_ns = now_ns();
    int result = real(file, operation);
    note(began_ns);
    return result;
}

int lockf(int file, int command, off_t length) {
    static int (*real)(int, int, off_t);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "lockf");
    if (command != F_LOCK)
        return real(file, command, length);
    int64_t began_ns = now_ns();
    int result = real(file, command, length);
    note(began_ns);
    return result;
}

static int control(const char *name, int file, int command, void *argument) {
    int (*real)(int, int, ...);
    *(void **)&real = dlsym(RTLD_NEXT, name);
    if (command != F_SETLKW && command != F_OFD_SETLKW)
        return real(file, command, argument);
    int64_t began_ns = now_ns();
    int result = real(file, command, argument);
    note(began_ns);
    return result;
}

int fcntl(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return control("fcntl", file, command, argument);
}

int fcntl64(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return control("fcntl64", file, command, argument);
}

__attribute__((destructor)) static void write_moments(void) {
    FILE *file = *path != '\0' ? fopen(path, "wb") : NULL;
    if (file == NULL)
        return;
    fwrite(moments, sizeof *moments, count, file);
    fclose(file);
}
