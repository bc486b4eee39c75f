// Every log is opened when it is first written to, and stays open to the end.
// Use it when there are fewer logs than `ulimit -n` allows open files; beyond that, opening fails.
// called: all logs kept open
// visible: each record

#include "append_many.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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

// The descriptors are one more than they are, so that 0 is a log that is not open.
static int64_t append_all(const struct work *work, int *logs) {
    for (int64_t i = 0; i < work->records; i++) {
        int *log = &logs[work->turns[i]];
        if (*log == 0)
            *log = 1 + open(work->paths[work->turns[i]], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                            0666);
        if (*log == 0 || write_all(*log - 1, work->record, work->record_bytes) < 0)
            return -1;
    }
    return work->records;
}

int64_t append_many(const struct work *work) {
    int *logs = calloc((size_t)work->logs, sizeof *logs);
    if (logs == NULL)
        return -1;
    int64_t written = append_all(work, logs);
    int reason = errno;
    for (int64_t i = 0; i < work->logs; i++)
        if (logs[i] != 0)
            close(logs[i] - 1);
    free(logs);
    errno = reason;
    return written;
}
