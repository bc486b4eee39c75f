// The log is opened once; each record is one write() under an exclusive flock() of its own.
// Use it when several programs share the log and each of them takes the lock.
// called: open() once, flock() for each record
// visible: each record
// lock: record
// append: yes
// durable: no

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
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

static int write_locked(int log, const struct record *record) {
    while (flock(log, LOCK_EX) < 0)
        if (errno != EINTR)
            return -1;
    if (write_all(log, record->bytes, record->size) < 0)
        return -1; // the caller closes the log, which gives the lock back
    return flock(log, LOCK_UN);
}

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        if (write_locked(log, &record) < 0) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
        written++;
    }
    return close(log) < 0 ? -1 : written;
}
