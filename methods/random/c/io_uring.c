// io_uring by liburing: so many pieces are asked for at once, and each is summed when it is there.
// Use it when pieces come from a device: what is in memory already costs no less than by pread().
// called: io_uring
// needs: linux, package liburing
// tags: uncounted
// parameters: depth 1..256
// short: refused

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEPTH = 64 };

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

static void ask(struct io_uring *ring, int file, unsigned char *piece, size_t bytes,
                int64_t offset) {
    struct io_uring_sqe *read = io_uring_get_sqe(ring);
    io_uring_prep_read(read, file, piece, (unsigned)bytes, (uint64_t)offset);
    io_uring_sqe_set_data(read, piece);
}

// Returns 0 or -errno, as liburing has it; nothing is under way then.
static int read_all(struct io_uring *ring, int file, const int64_t *offsets, int64_t count,
                    size_t bytes, unsigned char *pieces, struct totals *totals) {
    int64_t asked = 0, done = 0;
    int failed = 0;
    for (; asked < count && asked < DEPTH; asked++)
        ask(ring, file, pieces + (size_t)asked * bytes, bytes, offsets[asked]);
    for (; done < asked; done++) {
        struct io_uring_cqe *completed;
        int waited = io_uring_submit_and_wait(ring, 1);
        if (waited < 0 || (waited = io_uring_wait_cqe(ring, &completed)) < 0)
            return waited;
        int got = completed->res;
        unsigned char *piece = io_uring_cqe_get_data(completed);
        io_uring_cqe_seen(ring, completed);
        if (got != (int)bytes) // a part of a piece is taken for the end of the file
            failed = got < 0 ? got : -EINVAL;
        if (failed)
            continue; // what was asked for must come before its memory is given back
        add_piece(piece, bytes, totals);
        if (asked < count)
            ask(ring, file, piece, bytes, offsets[asked++]);
    }
    return failed;
}

int read_at(const char *path, const int64_t *offsets, int64_t count, int64_t bytes,
            struct totals *totals) {
    struct io_uring ring;
    unsigned char *pieces = malloc(DEPTH * (size_t)bytes);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    int failed = pieces == NULL || file < 0 ? -errno : io_uring_queue_init(DEPTH, &ring, 0);
    if (failed == 0) {
        failed = read_all(&ring, file, offsets, count, (size_t)bytes, pieces, totals);
        io_uring_queue_exit(&ring);
    }
    close(file); // of -1, which is no file, too
    free(pieces);
    errno = -failed;
    return failed < 0 ? -1 : 0;
}
