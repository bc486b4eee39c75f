// The whole file read into one small buffer, then as many bytes written from it, in as few calls as
// there can be.
// A method whose bytes pass through its own memory has the kernel copy each of them in and out
// again; nothing else is done here. As many bytes arrive as should, not the right ones.
// limit: copying

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BUFFER_BYTES = 64 * 1024, PIECES = 64 };

static char buffer[BUFFER_BYTES];
static struct iovec pieces[PIECES]; // all of them the one buffer

static int64_t read_all(int file) {
    int64_t total = read(file, buffer, BUFFER_BYTES);
    ssize_t got = total == BUFFER_BYTES ? 1 : 0; // less than asked for is the end
    for (; got > 0; total += got) {
        got = readv(file, pieces, PIECES);
        if (got < 0)
            return -1;
        if (got < (ssize_t)BUFFER_BYTES * PIECES)
            return total + got;
    }
    return total;
}

static int64_t write_all(int sink, int64_t total) {
    for (int64_t left = total; left > 0;) {
        int whole = left / BUFFER_BYTES < PIECES ? (int)(left / BUFFER_BYTES) : PIECES;
        ssize_t written =
            whole > 0 ? writev(sink, pieces, whole) : write(sink, buffer, (size_t)left);
        if (written >= 0)
            left -= written;
        else if (errno != EINTR)
            return -1;
    }
    return total;
}

int64_t deliver(const char *path, int sink) {
    if (pieces[0].iov_base == NULL)
        for (int i = 0; i < PIECES; i++)
            pieces[i] = (struct iovec){buffer, BUFFER_BYTES};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = read_all(file);
    if (total >= 0)
        total = write_all(sink, total);
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
