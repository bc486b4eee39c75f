// Walk a tree: count its files and folders, and add up the sizes of the files.
//     walk METHOD FOLDER SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what) {
    perror(what);
    exit(1);
}

static int64_t found;

static int count(const char *path, const struct stat *about, int type, struct FTW *place) {
    (void)path;
    if (type == FTW_D)
        found += place->level > 0;
    else if (type == FTW_F)
        found += 1 + about->st_size;
    return type == FTW_DNR || type == FTW_NS ? -1 : 0;
}

static int64_t by_nftw(const char *folder) {
    found = 0;
    if (nftw(folder, count, 64, FTW_PHYS) != 0)
        die(folder);
    return found;
}

static int64_t below(int folder) {
    DIR *entries = fdopendir(folder);
    if (entries == NULL)
        die("a folder");
    int64_t sum = 0;
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        const char *name = entry->d_name;
        struct stat about;
        if (entry->d_type == DT_REG) {
            if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) < 0)
                die(name);
            sum += 1 + about.st_size;
        } else if (entry->d_type == DT_DIR && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            sum += 1 + below(openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        }
    }
    closedir(entries);
    return sum;
}

static int64_t by_readdir(const char *folder) {
    return below(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

static const struct method {
    const char *name;
    int64_t (*run)(const char *folder);
} methods[] = {
    {"nftw", by_nftw},
    {"readdir_fstatat", by_readdir},
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
