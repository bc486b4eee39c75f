// pread() of each piece.
// Use it by default: one call each, and threads may share the file.
// called: pread()
// short: refused

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct totals {
    int64_t reads, sum;
};

static void add_piece(const unsigned char *piece, size_t bytes, struct totals *totals) {
    totals->reads++;
    totals->sum += piece[0] + piece[bytes - 1];
    const unsigned char *at = piece, *end = piece + bytes;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        totals->sum++;
        at++;
    }
}

// A piece that the end of the file cuts is an error.
static int read_all(int file, const int64_t *offsets, int64_t count, size_t bytes,
                    unsigned char *piece, struct totals *totals) {
    for (int64_t i = 0; i < count; i++) {
        for (size_t done = 0; done < bytes;) {
            ssize_t got = pread(file, piece + done, bytes - done, offsets[i] + (off_t)done);
            if (got <= 0) {
                errno = got == 0 ? EINVAL : errno;
                return -1;
            }
            done += (size_t)got;
        }
        add_piece(piece, bytes, totals);
    }
    return 0;
}

int read_at(const char *path, const int64_t *offsets, int64_t count, int64_t bytes,
            struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    unsigned char *piece = malloc((size_t)bytes);
    int failed = file < 0 || piece == NULL
                     ? -1
                     : read_all(file, offsets, count, (size_t)bytes, piece, totals);
    int reason = errno;
    free(piece);
    if (file >= 0)
        close(file);
    errno = reason;
    return failed;
}
