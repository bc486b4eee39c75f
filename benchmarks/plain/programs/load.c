// Load all files of a folder, each whole into memory.
//     load METHOD FOLDER SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

#include <dirent.h>
#include <fcntl.h>
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

struct folder {
    const char *path;
    char **names;
    size_t count;
};

// Its names are known before anything is timed.
static struct folder opened(const char *path) {
    struct folder folder = {path, NULL, 0};
    DIR *entries = opendir(path);
    if (entries == NULL)
        die(path);
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        folder.names = realloc(folder.names, (folder.count + 1) * sizeof *folder.names);
        if (folder.names == NULL)
            die("memory");
        folder.names[folder.count++] = strdup(entry->d_name);
    }
    closedir(entries);
    return folder;
}

static char *by_read(const struct folder *folder, const char *name, int place, int64_t *size) {
    (void)folder;
    struct stat about;
    int file = openat(place, name, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) < 0)
        die(name);
    size_t room = (size_t)about.st_size + 1, done = 0;
    char *bytes = malloc(room);
    ssize_t got = 1;
    while (bytes != NULL && done < room && (got = read(file, bytes + done, room - done)) > 0)
        done += (size_t)got;
    if (bytes == NULL || got != 0)
        die(name);
    close(file);
    *size = (int64_t)done;
    return bytes;
}

static char *by_fread(const struct folder *folder, const char *name, int place, int64_t *size) {
    (void)place;
    char path[4096], *bytes = NULL;
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path);
    for (size_t room = 4096, done = 0;; room += room / 2) {
        bytes = realloc(bytes, room);
        if (bytes == NULL)
            die("memory");
        done += fread(bytes + done, 1, room - done, file);
        if (done < room) {
            *size = (int64_t)done;
            break;
        }
    }
    fclose(file);
    return bytes;
}

typedef char *one(const struct folder *folder, const char *name, int place, int64_t *size);

static int64_t load(const struct folder *folder, one *read_one) {
    char **contents = malloc((folder->count + 1) * sizeof *contents);
    int place = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int64_t total = 0, size;
    if (contents == NULL || place < 0)
        die(folder->path);
    for (size_t i = 0; i < folder->count; i++, total += size)
        contents[i] = read_one(folder, folder->names[i], place, &size);
    close(place);
    for (size_t i = 0; i < folder->count; i++)
        free(contents[i]);
    free(contents);
    return total;
}

static int64_t load_read(const struct folder *folder) { return load(folder, by_read); }

static int64_t load_fread(const struct folder *folder) { return load(folder, by_fread); }

static const struct method {
    const char *name;
    int64_t (*run)(const struct folder *folder);
} methods[] = {
    {"read", load_read},
    {"fread", load_fread},
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
    const struct folder whole = opened(argv[2]);
    const struct folder part = has_smaller ? opened(argv[8]) : whole;
    for (int i = 0; i < untimed; i++)
        methods[chosen].run(&whole);
    for (int sample = 0; sample < samples; sample++) {
        if (has_neighbour)
            let_neighbour_work();
        for (int i = 0; has_smaller && i < turns; i++)
            methods[chosen].run(&part);
        int64_t work = 0, waited = waited_ns(), begun = now_ns();
        for (int i = 0; i < turns; i++)
            work += methods[chosen].run(&whole);
        tell(now_ns() - begun, waited, work);
    }
    return 0;
}
