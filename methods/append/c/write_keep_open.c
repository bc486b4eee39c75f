// The log is opened once for append; each record is one write().
// Use it when each record shall be in the file, for others to see, once the call returns.
// called: write() to a log kept open
// visible: each record
// lock: none
// append: yes
// durable: no

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int write_all(int log, const char *bytes, size_t left) {
    while (left > 0) {
        ssize_t written = write(log, bytes, left);
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            bytes += written;
            left -= (size_t)written;
        }
    }
    return 0;
}

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        if (write_all(log, record.bytes, record.size) < 0) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
        written++;
    }
    return close(log) < 0 ? -1 : written;
}
