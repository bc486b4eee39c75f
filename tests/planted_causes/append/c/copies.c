// Planted: each record is copied many times within the process.
// visible: each record
// lock: none
// append: yes

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { COPIES = 1000, MOST_BYTES = 4096 };

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        char copy[MOST_BYTES];
        for (int j = 0; j < COPIES; j++) {
            memcpy(copy, record.bytes, record.size < MOST_BYTES ? record.size : MOST_BYTES);
            __asm__ volatile("" : : "r"(copy) : "memory"); // or the compiler would leave it out
        }
        if (write(log, record.bytes, record.size) != (ssize_t)record.size)
            return -1;
        written++;
    }
    return close(log) < 0 ? -1 : written;
}
