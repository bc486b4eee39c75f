// fprintf() of the time, the level and the message, then fflush().
// Use it in a program that needs a log and no logger, and has stdio. A line that is longer than its
// buffer goes out in pieces, so other writers can come in between.
// called: fprintf() and fflush() for each message
// stamped: by hand
// survives: kill
// durable: no

#include "log.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>

static int print_line(FILE *log, const char *level, const char *message) {
    struct timespec now;
    struct tm local;
    char seconds[sizeof "2000-12-31 23:59:59"];
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    strftime(seconds, sizeof seconds, "%Y-%m-%d %H:%M:%S", &local);
    return fprintf(log, "%s.%03ld %s %s\n", seconds, now.tv_nsec / 1000000, level, message);
}

int64_t log_messages(const char *path, struct messages *messages) {
    FILE *log = fopen(path, "a");
    if (log == NULL)
        return -1;
    const char *message;
    int64_t logged = 0;
    while (next_message(messages, &message)) {
        if (print_line(log, "INFO", message) < 0 || fflush(log) != 0) {
            int reason = errno;
            fclose(log);
            errno = reason;
            return -1;
        }
        logged++;
    }
    return fclose(log) != 0 ? -1 : logged;
}
