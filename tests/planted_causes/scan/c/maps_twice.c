// Planted: the file is mapped and touched once before it is read.

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int scan_file(int file, struct totals *totals) {
    static int32_t buffer[256 * 1024 / sizeof(int32_t)];
    size_t filled = 0;
    for (;;) {
        ssize_t got = read(file, (char *)buffer + filled, 256 * 1024 - filled);
        if (got <= 0) {
            totals->rest_bytes = (int64_t)filled;
            return (int)got;
        }
        filled += (size_t)got;
        int64_t used = sum_records(buffer, filled, totals);
        if (used < 0)
            return -1;
        filled -= (size_t)used;
        memmove(buffer, (char *)buffer + used, filled);
    }
}

enum { PAGE_BYTES = 4096 };

static int touch(int file) {
    off_t size = lseek(file, 0, SEEK_END);
    if (size <= 0 || lseek(file, 0, SEEK_SET) < 0)
        return (int)size;
    volatile char *pages = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (pages == MAP_FAILED)
        return -1;
    for (off_t place = 0; place < size; place += PAGE_BYTES)
        pages[place] = pages[place];
    return munmap((char *)pages, (size_t)size);
}

int scan(const char *path, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = touch(file) < 0 ? -1 : scan_file(file, totals);
    close(file);
    return failed;
}
