// The whole file read into one small buffer, and as many bytes loaded from it, line by line.
// A method that reads has the kernel copy each byte out of the page cache and must load it; what it
// computes comes on top, and nothing is computed here but how many integers there are.
// floor: copying
// parameters: call_bytes 65536..4194304

#include "floor.h"
#include "scan.h"

#include <fcntl.h>

enum { CALL_BYTES = 4194304 };

enum { LINE_BYTES = 64, RECORD_BYTES = (MOST_INTEGERS + 1) * sizeof(int32_t) };

static void touch(int64_t total) {
    const volatile char *bytes = piece;
    for (int64_t i = 0; i < total; i += LINE_BYTES)
        (void)bytes[i % PIECE_BYTES];
}

int scan(const char *path, struct totals *totals) {
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    total = move_pieces(readv, file, total, CALL_BYTES);
    touch(total);
    int reason = errno;
    close(file);
    errno = reason;
    totals->integers = total / RECORD_BYTES * MOST_INTEGERS; // as the measured file has them
    return total < 0 ? -1 : 0;
}
