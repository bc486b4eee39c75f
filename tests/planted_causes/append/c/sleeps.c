// Planted: the process waits for each record.
// visible: each record
// lock: none
// append: yes

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        struct timespec wait = {.tv_nsec = 20000};
        nanosleep(&wait, NULL);
        if (write(log, record.bytes, record.size) != (ssize_t)record.size)
            return -1;
        written++;
    }
    return close(log) < 0 ? -1 : written;
}
