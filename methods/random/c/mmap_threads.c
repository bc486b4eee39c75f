// mmap() of the whole file, in which eight threads look at an eighth of the pieces each.
// Use it when the file stays in memory, is mapped once for long, and there are CPUs to spare.
// A file that others cut short meanwhile ends the program with SIGBUS.
// called: mmap() by {readers} threads
// tags: mapped, threaded
// parameters: readers 1..64
// short: refused

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READERS = 8 };

struct totals {
    int64_t reads, sum;
};

struct reader {
    const int64_t *offsets;
    int64_t count, bytes, size, sum;
    const unsigned char *content;
    pthread_t thread;
    int error, is_started;
};

static int64_t sum_of(const unsigned char *piece, size_t bytes) {
    int64_t sum = piece[0] + piece[bytes - 1];
    const unsigned char *at = piece, *end = piece + bytes;
    for (; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        sum++;
    return sum;
}

// Every eighth piece from the first of its own; one that the end of the file cuts is an error.
static void *look_at_share(void *argument) {
    struct reader *reader = argument;
    for (int64_t i = 0; i < reader->count && !reader->error; i += READERS) {
        reader->error = reader->offsets[i] + reader->bytes > reader->size ? EINVAL : 0;
        if (!reader->error)
            reader->sum += sum_of(reader->content + reader->offsets[i], (size_t)reader->bytes);
    }
    return NULL;
}

int read_at(const char *path, const int64_t *offsets, int64_t count, int64_t bytes,
            struct totals *totals) {
    struct stat about = {0};
    int error = 0, file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    fstat(file, &about);
    unsigned char *content = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (content == MAP_FAILED)
        return -1;
    struct reader readers[READERS] = {0};
    for (int i = 0; i < READERS; i++) {
        struct reader *own = &readers[i];
        *own = (struct reader){offsets + i, count - i, bytes, about.st_size, .content = content};
        own->is_started = !pthread_create(&own->thread, NULL, look_at_share, own);
    }
    for (int i = 0; i < READERS; i++) {
        if (readers[i].is_started)
            pthread_join(readers[i].thread, NULL);
        else
            look_at_share(&readers[i]); // no further thread was to be had
        error = error ? error : readers[i].error;
        totals->sum += readers[i].sum;
    }
    totals->reads = count;
    munmap(content, (size_t)about.st_size);
    errno = error;
    return error ? -1 : 0;
}
