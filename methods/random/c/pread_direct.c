// open() with O_DIRECT and pread() of the blocks around each piece, past the page cache.
// Use it when the program keeps a cache of its own: what is in memory already comes from the device
// all the same.
// called: open() with O_DIRECT and pread()
// needs: linux
// short: refused

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// O_DIRECT wants addresses, lengths and offsets that are multiples of the device's block.
enum { BLOCK_BYTES = 4096 };

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
                    unsigned char *blocks, struct totals *totals) {
    for (int64_t i = 0; i < count; i++) {
        size_t before = (size_t)(offsets[i] % BLOCK_BYTES), wanted = before + bytes;
        size_t rounded = (wanted + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
        ssize_t got = pread(file, blocks, rounded, offsets[i] - (off_t)before);
        if (got < (ssize_t)wanted) {
            errno = got < 0 ? errno : EINVAL;
            return -1;
        }
        add_piece(blocks + before, bytes, totals);
    }
    return 0;
}

int read_at(const char *path, const int64_t *offsets, int64_t count, int64_t bytes,
            struct totals *totals) {
    int file = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
    size_t most = ((size_t)bytes / BLOCK_BYTES + 2) * BLOCK_BYTES;
    unsigned char *blocks = aligned_alloc(BLOCK_BYTES, most);
    int failed = file < 0 || blocks == NULL
                     ? -1
                     : read_all(file, offsets, count, (size_t)bytes, blocks, totals);
    int reason = errno;
    free(blocks);
    if (file >= 0)
        close(file);
    errno = reason;
    return failed;
}
