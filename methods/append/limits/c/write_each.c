// One write() for each record and nothing else, to a file that is there already.
// A method whose records can be seen one by one must hand each to the kernel by a call of its own.
// limit: copying
// visible: each record

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

int64_t append(const char *path, const char *record, size_t record_bytes, int64_t records) {
    int log = open(path, O_WRONLY | O_CLOEXEC);
    if (log < 0)
        return -1;
    int64_t done = 0;
    while (done < records && write(log, record, record_bytes) == (ssize_t)record_bytes)
        done++;
    int reason = errno;
    close(log);
    errno = reason;
    return done == records ? records : -1;
}
