// One write() for each record and nothing else, to a file that is there already.
// A method whose records can be seen one by one must hand each to the kernel by a call of its own.
// floor: copying
// visible: each record

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CLOEXEC);
    if (log < 0)
        return -1;
    struct record record;
    int64_t written = 0;
    bool failed = false;
    while (!failed && next_record(records, &record)) {
        failed = write(log, record.bytes, record.size) != (ssize_t)record.size;
        written++;
    }
    int reason = errno;
    close(log);
    errno = reason;
    return failed ? -1 : written;
}
