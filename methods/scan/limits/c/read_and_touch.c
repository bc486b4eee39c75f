// The whole file read into one small buffer in as few calls as there can be, then as many bytes
// loaded from it, a cache line at a time.
// A method that reads has the kernel copy each byte out of the page cache and must load it; what it
// computes comes on top, and nothing is computed here but how many integers there are.
// limit: copying

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BUFFER_BYTES = 64 * 1024, PIECES = 64, LINE_BYTES = 64 };

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

static void touch(int64_t total) {
    const volatile char *bytes = buffer;
    for (int64_t i = 0; i < total; i += LINE_BYTES)
        (void)bytes[i % BUFFER_BYTES];
}

int scan(const char *path, struct totals *totals) {
    if (pieces[0].iov_base == NULL)
        for (int i = 0; i < PIECES; i++)
            pieces[i] = (struct iovec){buffer, BUFFER_BYTES};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = read_all(file);
    touch(total);
    int reason = errno;
    close(file);
    errno = reason;
    const int64_t record_bytes = (MOST_INTEGERS + 1) * sizeof(int32_t);
    totals->integers = total / record_bytes * MOST_INTEGERS; // as the measured file has them
    return total < 0 ? -1 : 0;
}
