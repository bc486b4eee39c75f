// Planted: ten records go out in one call.
// visible: at the end
// lock: none
// append: yes

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { JOINED = 10, MOST_BYTES = 4096 };

int64_t append(const char *path, struct records *records) {
    char joined[JOINED * MOST_BYTES];
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    struct record record;
    int64_t written = 0;
    int count;
    do {
        size_t bytes = 0;
        for (count = 0; count < JOINED && next_record(records, &record); count++) {
            if (record.size > MOST_BYTES) {
                errno = EMSGSIZE;
                return -1;
            }
            memcpy(joined + bytes, record.bytes, record.size);
            bytes += record.size;
        }
        if (bytes > 0 && write(log, joined, bytes) != (ssize_t)bytes)
            return -1;
        written += count;
    } while (count == JOINED);
    return close(log) < 0 ? -1 : written;
}
