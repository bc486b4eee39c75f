// pwritev2() with RWF_APPEND for each record, to a log that is opened once, without O_APPEND.
// Use it when the same open file is written at other places too, and only some writes append.
// called: pwritev2() with RWF_APPEND
// needs: linux
// visible: each record
// lock: none
// append: yes
// durable: no

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

static int append_all(int log, const struct record *record) {
    struct iovec left = {.iov_base = (char *)record->bytes, .iov_len = record->size};
    while (left.iov_len > 0) {
        ssize_t written = pwritev2(log, &left, 1, -1, RWF_APPEND); // -1: no place is named
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            left.iov_base = (char *)left.iov_base + written;
            left.iov_len -= (size_t)written;
        }
    }
    return 0;
}

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        if (append_all(log, &record) < 0) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
        written++;
    }
    return close(log) < 0 ? -1 : written;
}
