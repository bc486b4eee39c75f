// The whole file mapped, its pages entered all at once, and a byte of each cache line loaded.
// A method that maps must have the kernel enter every page for it, all at once or as they come, and
// must load each byte; what it computes comes on top. Which way is quicker, machines differ.
// floor: not copying
// needs: linux

#include "floor.h"
#include "scan.h"

#include <fcntl.h>
#include <sys/mman.h>

enum { RECORD_BYTES = (MOST_INTEGERS + 1) * sizeof(int32_t) };

int scan(const char *path, struct totals *totals) {
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = touch_mapped(file, total, MAP_POPULATE);
    int reason = errno;
    close(file);
    errno = reason;
    totals->integers = total / RECORD_BYTES * MOST_INTEGERS; // as the measured file has them
    return failed;
}
