// Each record is one write(), and one fdatasync() follows each hundred of them, and the last.
// Use it when a power cut may cost the last few records and no more, as a database's log does.
// called: write() each, fdatasync() for each hundred
// tags: by-name
// parameters: batch 2..100000
// visible: each record
// lock: none
// append: yes
// durable: at the end

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

enum { BATCH = 100 };

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
    bool failed = false;
    while (!failed && next_record(records, &record)) {
        failed = write_all(log, record.bytes, record.size) < 0;
        written++;
        if (!failed && written % BATCH == 0)
            failed = fdatasync(log) < 0;
    }
    if (!failed && (written == 0 || written % BATCH != 0))
        failed = fdatasync(log) < 0;
    int reason = errno;
    close(log);
    errno = reason;
    return failed ? -1 : written;
}
