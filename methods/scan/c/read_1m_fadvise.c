// posix_fadvise() with POSIX_FADV_SEQUENTIAL, then read() into a buffer of 1 MiB.
// Use it when a file that is not in memory is read once from start to end: the kernel reads further
// ahead.
// called: posix_fadvise() and read() of 1 MiB
// needs: linux

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1024 * 1024 };

static int scan_file(int file, struct totals *totals, int32_t *buffer) {
    size_t filled = 0;
    for (;;) {
        ssize_t got = read(file, (char *)buffer + filled, BUFFER_BYTES - filled);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            totals->rest_bytes = (int64_t)filled;
            return (int)got;
        }
        filled += (size_t)got;
        int64_t used = sum_records(buffer, filled, totals);
        if (used < 0)
            return -1;
        filled -= (size_t)used; // a record across the seam is carried over
        memmove(buffer, (char *)buffer + used, filled);
    }
}

int scan(const char *path, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    // advice: a file that takes none can still be read
    (void)posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL);
    int32_t *buffer = malloc(BUFFER_BYTES);
    int failed = buffer == NULL ? -1 : scan_file(file, totals, buffer);
    int reason = errno;
    free(buffer);
    close(file);
    errno = reason;
    return failed;
}
