// Each record is one write() and one fdatasync(), to a log that is opened once for append.
// Use it when a record must outlive a power cut once the call returns: each waits for the device.
// A fresh log's name is only safe once its folder was synced too.
// called: write() and fdatasync() for each record
// tags: by-name
// visible: each record
// lock: none
// append: yes
// durable: each record

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
        if (write_all(log, record.bytes, record.size) < 0 || fdatasync(log) < 0) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
        written++;
    }
    return close(log) < 0 ? -1 : written;
}
