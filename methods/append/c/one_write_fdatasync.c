// All records are joined in memory first; then one write() and one fdatasync().
// Use it as a ceiling: no way to log is safe and faster than one large piece, as dd writes it.
// called: one write() of all, then fdatasync()
// tags: by-name
// visible: at the end
// lock: none
// append: yes
// durable: at the end

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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

// All records in one piece of memory, to be freed; how many, or -1.
static int64_t join(struct records *records, char **bytes, size_t *size) {
    size_t capacity = 0;
    struct record record;
    int64_t count = 0;
    while (next_record(records, &record)) {
        if (record.size > capacity - *size) {
            capacity = 2 * (*size + record.size);
            char *more = realloc(*bytes, capacity);
            if (more == NULL)
                return -1;
            *bytes = more;
        }
        memcpy(*bytes + *size, record.bytes, record.size);
        *size += record.size;
        count++;
    }
    return count;
}

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    char *bytes = NULL;
    size_t size = 0;
    int64_t written = join(records, &bytes, &size);
    if (written >= 0 && (write_all(log, bytes, size) < 0 || fdatasync(log) < 0))
        written = -1;
    int reason = errno;
    free(bytes);
    close(log);
    errno = reason;
    return written;
}
