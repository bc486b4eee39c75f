// The whole file mapped, its pages entered all at once, and a byte of each cache line loaded.
// A method that maps must have the kernel enter every page for it, all at once or as they come, and
// must load each byte; what it computes comes on top. Which way is quicker, machines differ.
// floor: not copying
// needs: linux

#include "floor.h"
#include "scan.h"

#include <fcntl.h>
#include <sys/mman.h>

enum { LINE_BYTES = 64, RECORD_BYTES = (MOST_INTEGERS + 1) * sizeof(int32_t) };

static int touch(int file, int64_t total) {
    if (total <= 0)
        return (int)total; // nothing cannot be mapped
    char *mapped = mmap(NULL, (size_t)total, PROT_READ, MAP_SHARED | MAP_POPULATE, file, 0);
    if (mapped == MAP_FAILED)
        return -1;
    const volatile char *bytes = mapped;
    for (int64_t i = 0; i < total; i += LINE_BYTES)
        (void)bytes[i];
    return munmap(mapped, (size_t)total);
}

int scan(const char *path, struct totals *totals) {
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = touch(file, total);
    int reason = errno;
    close(file);
    errno = reason;
    totals->integers = total / RECORD_BYTES * MOST_INTEGERS; // as the measured file has them
    return failed;
}
