// The log is opened, written to once and closed again for each record.
// Use it when logs are many and records rare: no more than one file is open at a time.
// called: open() and close() for each record
// visible: each record

#include "append_many.h"

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

static int append_one(const char *path, const char *record, size_t record_bytes) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    int failed = write_all(log, record, record_bytes);
    int reason = errno;
    if (close(log) < 0)
        return -1;
    errno = reason;
    return failed;
}

int64_t append_many(const struct work *work) {
    for (int64_t i = 0; i < work->records; i++)
        if (append_one(work->paths[work->turns[i]], work->record, work->record_bytes) < 0)
            return -1;
    return work->records;
}
