// Planted: the log is opened anew for each record.
// visible: each record
// lock: none
// append: yes

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

int64_t append(const char *path, const char *record, size_t record_bytes, int64_t records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    for (int64_t i = 0; i < records; i++) {
        if (close(log) < 0 ||
            (log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) < 0)
            return -1;
        if (write(log, record, record_bytes) != (ssize_t)record_bytes)
            return -1;
    }
    return close(log) < 0 ? -1 : records;
}
