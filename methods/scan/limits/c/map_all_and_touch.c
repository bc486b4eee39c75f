// The whole file mapped, its pages entered all at once, and a byte of each cache line loaded.
// A method that maps must have the kernel enter every page for it, all at once or as they come, and
// must load each byte; what it computes comes on top. Which way is quicker, machines differ.
// limit: not copying
// needs: linux

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_BYTES = 64 };

static int touch(int file, struct totals *totals) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t size = (size_t)about.st_size;
    if (size == 0)
        return 0; // nothing cannot be mapped
    char *mapped = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_POPULATE, file, 0);
    if (mapped == MAP_FAILED)
        return -1;
    const volatile char *bytes = mapped;
    for (size_t i = 0; i < size; i += LINE_BYTES)
        (void)bytes[i];
    munmap(mapped, size);
    const size_t record_bytes = (MOST_INTEGERS + 1) * sizeof(int32_t);
    totals->integers =
        (int64_t)(size / record_bytes * MOST_INTEGERS); // as the measured file has them
    return 0;
}

int scan(const char *path, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = touch(file, totals);
    int reason = errno;
    close(file);
    errno = reason;
    return failed;
}
