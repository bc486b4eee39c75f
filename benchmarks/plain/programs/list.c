// List a folder, as the article on listing compares it.
//     list METHOD FOLDER SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

#include <dirent.h>
#include <stdbool.h>
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

// Names one after the other in one block, which doubles when it is full.
struct names {
    char *block;
    size_t used, size;
    int count;
};

static void add(struct names *names, const char *name) {
    size_t length = strlen(name) + 1;
    if (names->used + length > names->size) {
        names->size = 2 * names->size + 4096;
        names->block = realloc(names->block, names->size);
        if (names->block == NULL)
            die("memory");
    }
    memcpy(names->block + names->used, name, length);
    names->used += length;
    names->count++;
}

static struct names read_each(const char *folder) {
    struct names names = {0};
    DIR *opened = opendir(folder);
    if (opened == NULL)
        die(folder);
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;)
        add(&names, entry->d_name);
    closedir(opened);
    return names;
}

static const struct method {
    const char *name;
    struct names (*run)(const char *folder);
} methods[] = {{"readdir", read_each}};

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
    for (int i = 0; i < untimed; i++) {
        struct names names = methods[chosen].run(argv[2]);
        free(names.block);
    }
    for (int sample = 0; sample < samples; sample++) {
        if (has_neighbour)
            let_neighbour_work();
        for (int i = 0; has_smaller && i < turns; i++) {
            struct names names = methods[chosen].run(argv[8]);
            free(names.block);
        }
        int64_t entries = 0, waited = waited_ns(), begun = now_ns();
        for (int i = 0; i < turns; i++) {
            struct names names = methods[chosen].run(argv[2]);
            entries += names.count;
            free(names.block);
        }
        tell(now_ns() - begun, waited, entries);
    }
    struct names names = methods[chosen].run(argv[2]);
    for (size_t at = 0; at < names.used; at += strlen(names.block + at) + 1)
        puts(names.block + at);
    free(names.block);
    return 0;
}
