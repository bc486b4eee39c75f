// writev() of up to 64 records in one call, to a log that is opened once for append.
// Use it when records come in groups and need not be joined in memory first.
// visible: at the end
// lock: none
// append: yes

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BATCH = 64 };

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

int64_t append(const char *path, const char *record, size_t record_bytes, int64_t records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    for (int64_t left = records; left > 0;) {
        struct iovec pieces[BATCH];
        int count = left < BATCH ? (int)left : BATCH;
        for (int i = 0; i < count; i++)
            pieces[i] = (struct iovec){.iov_base = (char *)record, .iov_len = record_bytes};
        if (writev_all(log, pieces, count) < 0) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
        left -= count;
    }
    return close(log) < 0 ? -1 : records;
}
