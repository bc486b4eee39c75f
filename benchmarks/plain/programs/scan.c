// Sum the integers of a file, as the article on read, fread, ifstream and mmap compares it.
//     scan METHOD FILE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_INTEGERS = 512, MIB = 1 << 20 };

static void die(const char *what) {
    perror(what);
    exit(1);
}

static int64_t sum_of(const int32_t *integers, int32_t count) {
    int64_t even = 0, odd = 0;
    for (int32_t k = 0; k + 1 < count; k += 2) {
        even += integers[k];
        odd += integers[k + 1];
    }
    if (count % 2 == 1)
        even += integers[count - 1];
    return even + 2 * odd;
}

static int64_t read_record(const char *path) {
    int32_t count, integers[MOST_INTEGERS];
    int64_t sum = 0;
    int file = open(path, O_RDONLY);
    if (file < 0)
        die(path);
    while (read(file, &count, sizeof count) == sizeof count && count <= MOST_INTEGERS) {
        ssize_t bytes = count * (ssize_t)sizeof *integers;
        if (read(file, integers, (size_t)bytes) != bytes)
            die(path);
        sum += sum_of(integers, count);
    }
    close(file);
    return sum;
}

static int64_t fread_default(const char *path) {
    int32_t count, integers[MOST_INTEGERS];
    int64_t sum = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path);
    while (fread(&count, sizeof count, 1, file) == 1 && count <= MOST_INTEGERS) {
        if (fread(integers, sizeof *integers, (size_t)count, file) != (size_t)count)
            die(path);
        sum += sum_of(integers, count);
    }
    fclose(file);
    return sum;
}

// Sum the whole records of a buffer; returns how many integers of it they took, counts too.
static size_t sum_whole(const int32_t *words, size_t length, int64_t *sum) {
    size_t at = 0;
    while (at < length && (size_t)words[at] < length - at) {
        *sum += sum_of(words + at + 1, words[at]);
        at += (size_t)words[at] + 1;
    }
    return at;
}

// The same from large pieces: what is left of a record is moved to the front of the next one.
static int64_t in_pieces(const char *path, int file, FILE *stream) {
    int32_t *buffer = malloc(MIB);
    if (buffer == NULL)
        die("memory");
    int64_t sum = 0;
    size_t kept = 0;
    for (;;) {
        char *rest = (char *)buffer + kept;
        ssize_t got = stream == NULL ? read(file, rest, MIB - kept)
                                     : (ssize_t)fread(rest, 1, MIB - kept, stream);
        if (got < 0)
            die(path);
        if (got == 0)
            break;
        kept += (size_t)got;
        size_t taken = sum_whole(buffer, kept / sizeof *buffer, &sum) * sizeof *buffer;
        kept -= taken;
        memmove(buffer, (char *)buffer + taken, kept);
    }
    free(buffer);
    return sum;
}

static int64_t read_1m(const char *path) {
    int file = open(path, O_RDONLY);
    if (file < 0)
        die(path);
    int64_t sum = in_pieces(path, file, NULL);
    close(file);
    return sum;
}

static int64_t fread_whole(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path);
    int64_t sum = in_pieces(path, -1, file);
    fclose(file);
    return sum;
}

static int64_t mapped(const char *path, int flags) {
    struct stat about;
    int64_t sum = 0;
    int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &about) < 0)
        die(path);
    size_t size = (size_t)about.st_size;
    int32_t *words = mmap(NULL, size, PROT_READ, flags, file, 0);
    if (words == MAP_FAILED)
        die(path);
    sum_whole(words, size / sizeof *words, &sum);
    munmap(words, size);
    close(file);
    return sum;
}

static int64_t map_private(const char *path) { return mapped(path, MAP_PRIVATE); }

#ifdef MAP_POPULATE
static int64_t map_populated(const char *path) { return mapped(path, MAP_PRIVATE | MAP_POPULATE); }
#endif

static const struct method {
    const char *name;
    int64_t (*run)(const char *path);
} methods[] = {
    {"read_record", read_record},
    {"fread_default", fread_default},
    {"read_1m", read_1m},
    {"fread_whole", fread_whole},
    {"mmap", map_private},
#ifdef MAP_POPULATE
    {"mmap_populate", map_populated},
#endif
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
        int64_t sum = 0, waited = waited_ns(), begun = now_ns();
        for (int i = 0; i < turns; i++)
            sum += methods[chosen].run(argv[2]);
        tell(now_ns() - begun, waited, sum);
    }
    return 0;
}
