// Read pieces of a file at random offsets: sum over the newlines and the first and last byte of
// each.
//     random_reads METHOD FILE PIECE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what) {
    perror(what);
    exit(1);
}

struct file {
    const char *path;
    int64_t *offsets;
    size_t count;
};

// Its offsets are known before anything is timed.
static struct file with_offsets(const char *path) {
    struct file file = {path, NULL, 0};
    int64_t offset;
    char list[4096];
    snprintf(list, sizeof list, "%s.offsets", path);
    FILE *lines = fopen(list, "r");
    if (lines == NULL)
        die(list);
    while (fscanf(lines, "%" SCNd64, &offset) == 1) {
        file.offsets = realloc(file.offsets, (file.count + 1) * sizeof offset);
        if (file.offsets == NULL)
            die("memory");
        file.offsets[file.count++] = offset;
    }
    fclose(lines);
    return file;
}

static int64_t sum_of(const unsigned char *piece, size_t bytes) {
    int64_t sum = piece[0] + piece[bytes - 1];
    const unsigned char *end = piece + bytes;
    for (const unsigned char *at = piece; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        sum++;
    return sum;
}

static int64_t by_pread(const struct file *from, size_t bytes) {
    int64_t sum = 0;
    unsigned char *piece = malloc(bytes);
    int file = open(from->path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || piece == NULL)
        die(from->path);
    for (size_t i = 0; i < from->count; i++) {
        if (pread(file, piece, bytes, from->offsets[i]) != (ssize_t)bytes)
            die(from->path);
        sum += sum_of(piece, bytes);
    }
    close(file);
    free(piece);
    return sum;
}

static int64_t by_mmap(const struct file *from, size_t bytes) {
    int64_t sum = 0;
    struct stat about;
    int file = open(from->path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) < 0)
        die(from->path);
    size_t size = (size_t)about.st_size;
    unsigned char *content = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (content == MAP_FAILED)
        die(from->path);
    for (size_t i = 0; i < from->count; i++) {
        if ((size_t)from->offsets[i] + bytes > size)
            die(from->path);
        sum += sum_of(content + from->offsets[i], bytes);
    }
    munmap(content, size);
    close(file);
    return sum;
}

static const struct method {
    const char *name;
    int64_t (*run)(const struct file *from, size_t bytes);
} methods[] = {
    {"pread", by_pread},
    {"mmap", by_mmap},
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
    if (argc < 10) {
        for (size_t i = 0; i < method_count; i++)
            puts(methods[i].name);
        return argc == 1 ? 0 : 2;
    }
    size_t chosen = 0;
    while (chosen < method_count && strcmp(methods[chosen].name, argv[1]) != 0)
        chosen++;
    if (chosen == method_count)
        return 2;
    const int samples = atoi(argv[4]), turns = atoi(argv[5]), untimed = atoi(argv[6]);
    use_memory((size_t)atoi(argv[7]));
    const int has_neighbour = atoi(argv[8]), has_smaller = strcmp(argv[9], "0") != 0;
    const size_t bytes = (size_t)atoi(argv[3]);
    const struct file whole = with_offsets(argv[2]);
    const struct file part = has_smaller ? with_offsets(argv[9]) : whole;
    for (int i = 0; i < untimed; i++)
        methods[chosen].run(&whole, bytes);
    for (int sample = 0; sample < samples; sample++) {
        if (has_neighbour)
            let_neighbour_work();
        for (int i = 0; has_smaller && i < turns; i++)
            methods[chosen].run(&part, bytes);
        int64_t work = 0, waited = waited_ns(), begun = now_ns();
        for (int i = 0; i < turns; i++)
            work += methods[chosen].run(&whole, bytes);
        tell(now_ns() - begun, waited, work);
    }
    return 0;
}
