// writev() of a line, the time of strftime() and the level put before the message by hand.
// Use it in a program that needs a log and no logger. A line is one call, so that lines of several
// programs stay apart.
// called: writev() with the time
// stamped: by hand
// survives: kill
// durable: no

#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
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

static int write_line(int log, const char *level, const char *message) {
    struct timespec now;
    struct tm local;
    char seconds[sizeof "2000-12-31 23:59:59"], head[64];
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    strftime(seconds, sizeof seconds, "%Y-%m-%d %H:%M:%S", &local);
    int size = snprintf(head, sizeof head, "%s.%03ld %s ", seconds, now.tv_nsec / 1000000, level);
    struct iovec line[] = {{head, (size_t)size}, {(char *)message, strlen(message)}, {"\n", 1}};
    return writev_all(log, line, 3);
}

int64_t log_messages(const char *path, struct messages *messages) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    const char *message;
    int64_t logged = 0;
    while (next_message(messages, &message)) {
        if (write_line(log, "INFO", message) < 0) {
            int reason = errno;
            close(log);
            errno = reason;
            return -1;
        }
        logged++;
    }
    return close(log) < 0 ? -1 : logged;
}
