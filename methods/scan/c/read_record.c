// read() of a record's count, then read() of its integers: two small system calls a record.
// Use it when a record must not be read ahead of; otherwise read many records at a time.
// The article's program stops after a number of records that it knows, and sums in 32 bits.
// called: read() of each record
// tags: article

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

// Read until `bytes` are there or the file ends; returns how many are, or -1.
static ssize_t read_full(int file, void *into, size_t bytes) {
    size_t filled = 0;
    while (filled < bytes) {
        ssize_t got = read(file, (char *)into + filled, bytes - filled);
        if (got == 0)
            break;
        if (got > 0)
            filled += (size_t)got;
        else if (errno != EINTR)
            return -1;
    }
    return (ssize_t)filled;
}

static int scan_file(int file, struct totals *totals) {
    int32_t count, integers[MOST_INTEGERS];
    ssize_t got, bytes;
    while ((got = read_full(file, &count, sizeof count)) == sizeof count) {
        if (!count_is_valid(count))
            return -1;
        bytes = count * (ssize_t)sizeof *integers;
        got = read_full(file, integers, (size_t)bytes);
        if (got < bytes) {
            got = got < 0 ? -1 : got + (ssize_t)sizeof count;
            break;
        }
        totals->sum += record_sum(integers, count);
        totals->integers += count;
    }
    totals->rest_bytes = got;
    return got < 0 ? -1 : 0;
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
