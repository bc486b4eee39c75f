// pread() of each piece by eight threads, each of which reads an eighth of the pieces.
// Use it when pieces come from a device, which does several at once; for what is in memory, on
// several CPUs only.
// called: pread() by {readers} threads
// tags: threaded
// parameters: readers 1..64
// short: refused

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READERS = 8 };

struct totals {
    int64_t reads, sum;
};

struct reader {
    const int64_t *offsets;
    int64_t count, bytes, sum;
    pthread_t thread;
    int file, error, is_started;
};

static int64_t sum_of(const unsigned char *piece, size_t bytes) {
    int64_t sum = piece[0] + piece[bytes - 1];
    const unsigned char *at = piece, *end = piece + bytes;
    for (; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        sum++;
    return sum;
}

// Every eighth piece from the first of its own; one that the end of the file cuts is an error.
static void *read_share(void *argument) {
    struct reader *reader = argument;
    unsigned char *piece = malloc((size_t)reader->bytes);
    reader->error = piece == NULL ? ENOMEM : 0;
    for (int64_t i = 0; i < reader->count && !reader->error; i += READERS) {
        for (int64_t done = 0; done < reader->bytes && !reader->error;) {
            ssize_t got = pread(reader->file, piece + done, (size_t)(reader->bytes - done),
                                reader->offsets[i] + done);
            reader->error = got < 0 ? errno : got == 0 ? EINVAL : 0;
            done += got;
        }
        reader->sum += reader->error ? 0 : sum_of(piece, (size_t)reader->bytes);
    }
    free(piece);
    return NULL;
}

int read_at(const char *path, const int64_t *offsets, int64_t count, int64_t bytes,
            struct totals *totals) {
    int error = 0, file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    struct reader readers[READERS] = {0};
    for (int i = 0; i < READERS; i++) {
        readers[i] = (struct reader){offsets + i, count - i, bytes, .file = file};
        readers[i].is_started = !pthread_create(&readers[i].thread, NULL, read_share, &readers[i]);
    }
    for (int i = 0; i < READERS; i++) {
        if (readers[i].is_started)
            pthread_join(readers[i].thread, NULL);
        else
            read_share(&readers[i]); // no further thread was to be had
        error = error ? error : readers[i].error;
        totals->sum += readers[i].sum;
    }
    totals->reads = count;
    close(file);
    errno = error;
    return error ? -1 : 0;
}
