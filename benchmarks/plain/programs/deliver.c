// Deliver a file to stdout, as the article on readfile() compares it.
//     deliver METHOD FILE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what) {
    perror(what);
    exit(1);
}

static void read_write_64k(const char *path) {
    static char buffer[65536];
    int file = open(path, O_RDONLY);
    if (file < 0)
        die(path);
    ssize_t got, written;
    while ((got = read(file, buffer, sizeof buffer)) > 0) {
        for (ssize_t sent = 0; sent < got; sent += written) {
            written = write(STDOUT_FILENO, buffer + sent, (size_t)(got - sent));
            if (written < 0)
                die("stdout");
        }
    }
    if (got < 0)
        die(path);
    close(file);
}

static const struct method {
    const char *name;
    void (*run)(const char *path);
} methods[] = {{"read_write_64k", read_write_64k}};

static const size_t method_count = sizeof methods / sizeof *methods;

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// The CPU time of this process and of the reader of its output; -1 if nobody named it or tells.
static int64_t busy_ns(void) {
    const char *reader = getenv("PLAIN_READER");
    char path[64];
    long long ran;
    struct timespec own;
    snprintf(path, sizeof path, "/proc/%.20s/schedstat", reader == NULL ? "none" : reader);
    FILE *told = fopen(path, "r");
    if (told == NULL)
        return -1;
    int found = fscanf(told, "%lld", &ran);
    fclose(told);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    return found == 1 ? (int64_t)own.tv_sec * 1000000000 + own.tv_nsec + (int64_t)ran : -1;
}

// Print a sample: its time, and for how much of it neither this process nor the reader ran.
static void tell(int64_t took_ns, int64_t before_ns) {
    int64_t after_ns = busy_ns(), waited = took_ns - (after_ns - before_ns);
    fprintf(stderr, "%lld ", (long long)took_ns);
    if (before_ns < 0 || after_ns < 0)
        fprintf(stderr, "-\n");
    else
        fprintf(stderr, "%lld\n", waited < 0 ? 0LL : (long long)waited);
}

// Take blocks of memory and give them back in another order, as a program does that has worked
// before.
static void use_memory(size_t blocks) {
    char **held = calloc(blocks + 1, sizeof *held);
    for (size_t i = 0; held != NULL && i < blocks; i++)
        held[i] = malloc(1 + i * 37 % 120);
    for (size_t step = 0; held != NULL && step < 7; step++)
        for (size_t i = step; i < blocks; i += 7)
            free(held[i]);
    free(held);
}

// Have the neighbour on our stdin work for a while, and wait until it is done.
static void let_neighbour_work(void) {
    char done;
    if (write(STDIN_FILENO, "w", 1) != 1 || read(STDIN_FILENO, &done, 1) != 1)
        die("the neighbour");
}

int main(int argc, char **argv) {
    if (argc < 9) {
        for (size_t i = 0; i < method_count; i++)
            puts(methods[i].name);
        return argc == 1 ? 0 : 2;
    }
    size_t chosen = 0;
    while (chosen < method_count && strcmp(methods[chosen].name, argv[1]) != 0)
        chosen++;
    if (chosen == method_count)
        return 2;
    const int samples = atoi(argv[3]), turns = atoi(argv[4]), untimed = atoi(argv[5]);
    use_memory((size_t)atoi(argv[6]));
    const int has_neighbour = atoi(argv[7]), has_smaller = strcmp(argv[8], "0") != 0;
    for (int i = 0; i < untimed; i++)
        methods[chosen].run(argv[2]);
    for (int sample = 0; sample < samples; sample++) {
        if (has_neighbour)
            let_neighbour_work();
        for (int i = 0; has_smaller && i < turns; i++)
            methods[chosen].run(argv[8]);
        int64_t busy = busy_ns(), begun = now_ns();
        for (int i = 0; i < turns; i++)
            methods[chosen].run(argv[2]);
        tell(now_ns() - begun, busy);
    }
    return 0;
}
