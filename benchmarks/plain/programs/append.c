// Write records to fresh logs, as the articles on logging and on a RAM drive compare it.
//     append METHOD FOLDER TEXT RECORDS SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
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

static void write_keep_open(const char *log, const char *text, int records) {
    const size_t size = strlen(text);
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (out < 0)
        die(log);
    for (int i = 0; i < records; i++) {
        if (write(out, text, size) != (ssize_t)size)
            die(log);
    }
    close(out);
}

static const struct method {
    const char *name;
    void (*run)(const char *log, const char *text, int records);
} methods[] = {{"write_keep_open", write_keep_open}};

static const size_t method_count = sizeof methods / sizeof *methods;

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// The log of a turn; those that are not timed belong to negative samples, those of the first to -1.
static void name(char *log, size_t size, const char *folder, int sample, int turn) {
    snprintf(log, size, "%s/log.%d.%d", folder, sample, turn);
}

static void fresh(char *log, size_t size, const char *folder, int sample, int turn) {
    name(log, size, folder, sample, turn);
    int made = open(log, O_WRONLY | O_CREAT, 0644);
    if (made < 0)
        die(log);
    close(made);
}

// For how long this process has waited for a CPU that others had; -1 if the system does not tell.
static int64_t waited_ns(void) {
    long long ran, waited;
    FILE *told = fopen("/proc/self/schedstat", "r");
    if (told == NULL)
        return -1;
    int found = fscanf(told, "%lld %lld", &ran, &waited);
    fclose(told);
    return found == 2 ? (int64_t)waited : -1;
}

// Print a sample: its time, and how much of it was waiting.
static void tell(int64_t took_ns, int64_t before_ns) {
    int64_t after_ns = waited_ns();
    fprintf(stderr, "%lld ", (long long)took_ns);
    if (before_ns < 0 || after_ns < 0)
        fprintf(stderr, "-");
    else
        fprintf(stderr, "%lld", (long long)(after_ns - before_ns));
    fprintf(stderr, "\n");
}

// Take blocks of memory and give them back in another order, as a program does that has worked.
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
    if (argc < 11) {
        for (size_t i = 0; i < method_count; i++)
            puts(methods[i].name);
        return argc == 1 ? 0 : 2;
    }
    size_t chosen = 0;
    while (chosen < method_count && strcmp(methods[chosen].name, argv[1]) != 0)
        chosen++;
    if (chosen == method_count)
        return 2;
    const int samples = atoi(argv[5]), turns = atoi(argv[6]), untimed = atoi(argv[7]);
    use_memory((size_t)atoi(argv[8]));
    const int has_neighbour = atoi(argv[9]);
    const int records = atoi(argv[4]), fewer = atoi(argv[10]);
    char log[4096];
    for (int i = 0; i < untimed; i++) {
        fresh(log, sizeof log, argv[2], -1, i);
        methods[chosen].run(log, argv[3], records);
    }
    for (int sample = 0; sample < samples; sample++) {
        if (has_neighbour)
            let_neighbour_work();
        for (int i = 0; fewer > 0 && i < turns; i++) {
            fresh(log, sizeof log, argv[2], -2 - sample, i);
            methods[chosen].run(log, argv[3], fewer);
        }
        for (int i = 0; i < turns; i++)
            fresh(log, sizeof log, argv[2], sample, i);
        int64_t waited = waited_ns(), begun = now_ns();
        for (int i = 0; i < turns; i++) {
            name(log, sizeof log, argv[2], sample, i);
            methods[chosen].run(log, argv[3], records);
        }
        tell(now_ns() - begun, waited);
    }
    return 0;
}
