// open() with O_DIRECT and read() of 1 MiB: the file does not go through the page cache.
// Use it when a file is larger than memory and read once, so that it pushes nothing else out; a
// file that is in memory already is read from the device all the same.
// called: open() with O_DIRECT, read() of 1 MiB
// needs: linux

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// O_DIRECT wants addresses, lengths and offsets that are multiples of the device's block.
enum { BUFFER_BYTES = 1024 * 1024, BLOCK_BYTES = 4096 };

// Reads into `blocks`; a record across the seam is carried over into the block before it.
static int scan_file(int file, struct totals *totals, char *blocks) {
    size_t carried = 0;
    for (;;) {
        ssize_t got = read(file, blocks, BUFFER_BYTES);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        char *start = blocks - carried;
        int64_t used = sum_records((int32_t *)start, carried + (size_t)got, totals);
        if (used < 0)
            return -1;
        carried += (size_t)(got - used);
        if (got % BLOCK_BYTES != 0 || got == 0) { // the end, where no further offset is a multiple
            totals->rest_bytes = (int64_t)carried;
            return 0;
        }
        memcpy(blocks - carried, start + used, carried);
    }
}

int scan(const char *path, struct totals *totals) {
    int file = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
    if (file < 0)
        return -1;
    char *buffer = aligned_alloc(BLOCK_BYTES, BLOCK_BYTES + BUFFER_BYTES);
    int failed = buffer == NULL ? -1 : scan_file(file, totals, buffer + BLOCK_BYTES);
    int reason = errno;
    free(buffer);
    close(file);
    errno = reason;
    return failed;
}
