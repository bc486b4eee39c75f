// read() into a buffer that holds many records, of 64 KiB unless another size is said.
// Use it by default to go through a file from start to end; the buffer stays in the CPU's cache.
// called: read() of {buffer_bytes} at once
// parameters: buffer_bytes 4096..4194304

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_BYTES = 65536 };

static int scan_file(int file, struct totals *totals) {
    int32_t buffer[BUFFER_BYTES / sizeof(int32_t)]; // aligned for the integers
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
    int failed = scan_file(file, totals);
    int reason = errno;
    close(file);
    errno = reason;
    return failed;
}
