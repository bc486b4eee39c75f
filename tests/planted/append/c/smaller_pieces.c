// Planted: each record goes out in pieces of 10 bytes.
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
        for (size_t done = 0; done < record_bytes; done += 10) {
            size_t piece = record_bytes - done < 10 ? record_bytes - done : 10;
            if (write(log, record + done, piece) != (ssize_t)piece)
                return -1;
        }
    }
    return close(log) < 0 ? -1 : records;
}
