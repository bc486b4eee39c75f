// Planted: the whole file is read a second time.

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
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

static int read_for_nothing(int file) {
    static char waste[256 * 1024];
    while (read(file, waste, sizeof waste) > 0)
        ;
    return lseek(file, 0, SEEK_SET) < 0 ? -1 : 0;
}

int scan(const char *path, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = read_for_nothing(file) < 0 ? -1 : scan_file(file, totals);
    close(file);
    return failed;
}
