// writev() of the message and a newline: the least that a line of a log can cost.
// Use it as the measure of a logger, or for a log that needs neither time nor level.
// called: writev() of the message alone
// stamped: no
// survives: kill
// durable: no

#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int writev_all(int log, struct iovec *pieces, int count) {
    while (count > 0) {
        ssize_t written = writev(log, pieces, count);
        if (written < 0 && errno != EINTR)
            return -1;
        for (; count > 0 && written >= (ssize_t)pieces->iov_len; pieces++, count--)
            written -= (ssize_t)pieces->iov_len;
        if (count > 0 && written > 0) { // a nearly full disk takes less than it was given
            pieces->iov_base = (char *)pieces->iov_base + written;
            pieces->iov_len -= (size_t)written;
        }
    }
    return 0;
}

int64_t log_messages(const char *path, struct messages *messages) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    const char *message;
    int64_t logged = 0;
    while (next_message(messages, &message)) {
        struct iovec line[] = {{(char *)message, strlen(message)}, {"\n", 1}};
        if (writev_all(log, line, 2) < 0) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
        logged++;
    }
    return close(log) < 0 ? -1 : logged;
}
