// io_uring by liburing: while one piece of 1 MiB is summed, the next is read.
// Use it for a file that comes from a device; if it is in memory already, read() is less work.
// called: io_uring, 1 MiB ahead
// needs: linux, package liburing
// tags: uncounted

#include "scan.h"

#include <fcntl.h>
#include <liburing.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A record across the seam is carried over into the room before the next piece.
enum { PIECE_BYTES = 1024 * 1024, ROOM_BYTES = 4096 };

static char *place(char *buffers, int64_t piece) {
    return buffers + piece % 2 * (ROOM_BYTES + PIECE_BYTES) + ROOM_BYTES;
}

static int ask(struct io_uring *ring, int file, char *buffers, int64_t piece) {
    struct io_uring_sqe *read = io_uring_get_sqe(ring);
    io_uring_prep_read(read, file, place(buffers, piece), PIECE_BYTES,
                       (uint64_t)piece * PIECE_BYTES);
    return io_uring_submit(ring);
}

// How many bytes were read, or -errno, as liburing has it.
static int64_t wait_for(struct io_uring *ring) {
    struct io_uring_cqe *done;
    int failed = io_uring_wait_cqe(ring, &done);
    if (failed < 0)
        return failed == -EINTR ? wait_for(ring) : failed;
    int got = done->res;
    io_uring_cqe_seen(ring, done);
    return got;
}

static int64_t scan_file(struct io_uring *ring, int file, char *buffers, struct totals *totals) {
    int failed = ask(ring, file, buffers, 0);
    for (int64_t piece = 0, carried = 0; failed >= 0; piece++) {
        int64_t filled = wait_for(ring), more = filled;
        for (; more > 0 && filled < PIECE_BYTES; filled += more) // it may be short
            more = pread(file, place(buffers, piece) + filled, (size_t)(PIECE_BYTES - filled),
                         piece * PIECE_BYTES + filled);
        if (more < 0)
            return filled < 0 ? filled : -errno;
        if (filled == PIECE_BYTES && (failed = ask(ring, file, buffers, piece + 1)) < 0)
            break;
        char *start = place(buffers, piece) - carried;
        int64_t used = sum_records((int32_t *)start, (size_t)(carried + filled), totals);
        if (used < 0 && filled == PIECE_BYTES)
            wait_for(ring); // nothing may be written to buffers that are gone
        if (used < 0)
            return -errno;
        totals->rest_bytes = carried += filled - used;
        if (filled < PIECE_BYTES)
            return 0;
        memcpy(place(buffers, piece + 1) - carried, start + used, (size_t)carried);
    }
    return failed;
}

int scan(const char *path, struct totals *totals) {
    struct io_uring ring;
    char *buffers = malloc(2 * (ROOM_BYTES + PIECE_BYTES));
    int file = open(path, O_RDONLY | O_CLOEXEC);
    int failed = buffers == NULL || file < 0 ? -errno : io_uring_queue_init(1, &ring, 0);
    if (failed == 0) {
        failed = (int)scan_file(&ring, file, buffers, totals);
        io_uring_queue_exit(&ring);
    }
    close(file);
    free(buffers);
    errno = -failed;
    return failed < 0 ? -1 : 0;
}
