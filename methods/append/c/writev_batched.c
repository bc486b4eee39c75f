// writev() of up to 64 records in one call, to a log that is opened once for append.
// Use it when records come in groups and need not be joined in memory first.
// called: writev() of 64 records at once
// visible: at the end
// lock: none
// append: yes
// durable: no

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BATCH = 64 }; // no more than RECORDS_KEPT

static int writev_all(int log, struct iovec *pieces, int count) {
    while (count > 0) {
        ssize_t written = writev(log, pieces, count);
        if (written < 0 && errno != EINTR)
            return -1;
        for (; count > 0 && written >= (ssize_t)pieces->iov_len; pieces++, count--)
            written -= (ssize_t)pieces->iov_len;
        if (count > 0 && written > 0) { // a piece that went out in part
            pieces->iov_base = (char *)pieces->iov_base + written;
            pieces->iov_len -= (size_t)written;
        }
    }
    return 0;
}

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    int64_t written = 0;
    int count;
    do {
        struct iovec pieces[BATCH];
        struct record record;
        for (count = 0; count < BATCH && next_record(records, &record); count++)
            pieces[count] =
                (struct iovec){.iov_base = (char *)record.bytes, .iov_len = record.size};
        if (writev_all(log, pieces, count) < 0) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
        written += count;
    } while (count == BATCH);
    return close(log) < 0 ? -1 : written;
}
