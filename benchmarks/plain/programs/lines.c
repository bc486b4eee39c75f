// Read a text file line by line: count lines and letters, and sum over the first and last letter
// of each.
//     lines METHOD FILE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PIECE_BYTES = 65536 };

static void die(const char *what) {
    perror(what);
    exit(1);
}

struct totals {
    int64_t lines, letters, sum;
};

static void add(struct totals *totals, const char *line, size_t length) {
    totals->lines++;
    totals->letters += (int64_t)length;
    if (length > 0)
        totals->sum += (unsigned char)line[0] + (unsigned char)line[length - 1];
}

static int64_t by_getline(const char *path) {
    struct totals totals = {0};
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        die(path);
    while ((length = getline(&line, &room, file)) > 0)
        add(&totals, line, (size_t)length - (line[length - 1] == '\n'));
    if (ferror(file))
        die(path);
    free(line);
    fclose(file);
    return totals.lines + totals.letters + totals.sum;
}

// A line that the end of a piece cuts goes to the front of the next one.
static int64_t by_memchr(const char *path) {
    struct totals totals = {0};
    size_t room = PIECE_BYTES, kept = 0;
    ssize_t got;
    char *buffer = malloc(room);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || buffer == NULL)
        die(path);
    while ((got = read(file, buffer + kept, room - kept)) > 0) {
        char *line = buffer, *from = buffer + kept, *end = from + got, *newline;
        while ((newline = memchr(from, '\n', (size_t)(end - from))) != NULL) {
            add(&totals, line, (size_t)(newline - line));
            line = from = newline + 1;
        }
        kept = (size_t)(end - line);
        memmove(buffer, line, kept);
        if (kept == room && (buffer = realloc(buffer, room *= 2)) == NULL)
            die("memory");
    }
    if (got < 0)
        die(path);
    if (kept > 0)
        add(&totals, buffer, kept);
    close(file);
    free(buffer);
    return totals.lines + totals.letters + totals.sum;
}

static const struct method {
    const char *name;
    int64_t (*run)(const char *path);
} methods[] = {
    {"getline", by_getline},
    {"read_memchr", by_memchr},
};

static const size_t method_count = sizeof methods / sizeof *methods;

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
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

// Print a sample: its time, how much of it was waiting, and the work.
static void tell(int64_t took_ns, int64_t before_ns, int64_t work) {
    int64_t after_ns = waited_ns();
    fprintf(stderr, "%lld ", (long long)took_ns);
    if (before_ns < 0 || after_ns < 0)
        fprintf(stderr, "-");
    else
        fprintf(stderr, "%lld", (long long)(after_ns - before_ns));
    fprintf(stderr, " %lld\n", (long long)work);
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
        int64_t work = 0, waited = waited_ns(), begun = now_ns();
        for (int i = 0; i < turns; i++)
            work += methods[chosen].run(argv[2]);
        tell(now_ns() - begun, waited, work);
    }
    return 0;
}
