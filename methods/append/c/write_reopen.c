// The log is opened for append, written once and closed again for each record.
// Use it when the log may be moved away at any time, or records are rare.
// called: open() and close() for each record
// visible: each record
// lock: none
// append: yes
// durable: no

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int append_one(const char *path, const char *bytes, size_t left) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    while (left > 0) {
        ssize_t written = write(log, bytes, left);
        if (written >= 0) {
            bytes += written;
            left -= (size_t)written;
        } else if (errno != EINTR) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
    }
    return close(log);
}

int64_t append(const char *path, struct records *records) {
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        if (append_one(path, record.bytes, record.size) < 0)
            return -1;
        written++;
    }
    return written;
}
