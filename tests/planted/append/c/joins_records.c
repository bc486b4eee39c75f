// Planted: ten records go out in one call.
// visible: at the end
// lock: none
// append: yes

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { JOINED = 10, MOST_BYTES = 4096 };

int64_t append(const char *path, const char *record, size_t record_bytes, int64_t records) {
    char joined[JOINED * MOST_BYTES];
    if (record_bytes > MOST_BYTES) {
        errno = EMSGSIZE;
        return -1;
    }
    for (int i = 0; i < JOINED; i++)
        memcpy(joined + (size_t)i * record_bytes, record, record_bytes);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    for (int64_t left = records; left > 0; left -= JOINED) {
        size_t bytes = record_bytes * (size_t)(left < JOINED ? left : JOINED);
        if (write(log, joined, bytes) != (ssize_t)bytes)
            return -1;
    }
    return close(log) < 0 ? -1 : records;
}
