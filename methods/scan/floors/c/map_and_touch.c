// The whole file mapped, its pages entered as they come, and a byte of each cache line loaded.
// The other way to have pages entered: see map_all_and_touch.
// floor: not copying
// needs: linux

#include "floor.h"
#include "scan.h"

#include <fcntl.h>

enum { RECORD_BYTES = (MOST_INTEGERS + 1) * sizeof(int32_t) };

int scan(const char *path, struct totals *totals) {
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = touch_mapped(file, total, 0);
    int reason = errno;
    close(file);
    errno = reason;
    totals->integers = total / RECORD_BYTES * MOST_INTEGERS; // as the measured file has them
    return failed;
}
