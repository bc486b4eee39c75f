// fwrite() for each record, to a log that is opened once, with a stdio buffer of 64 KiB.
// Use it as fwrite_buffered, with fewer system calls; more records may be lost in a crash.
// What the buffer holds can end in the middle of a record, so other writers can come in between.
// called: fwrite() with a buffer of 64 KiB
// visible: at the end
// lock: none
// append: yes
// durable: no

#include "append.h"

#include <errno.h>
#include <stdio.h>

enum { BUFFER_BYTES = 64 * 1024 };

static int64_t append_records(FILE *log, struct records *records) {
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        if (fwrite(record.bytes, 1, record.size, log) != record.size)
            return -1;
        written++;
    }
    return fflush(log) != 0 ? -1 : written; // the last records fail here, if they fail
}

int64_t append(const char *path, struct records *records) {
    FILE *log = fopen(path, "ab");
    if (log == NULL)
        return -1;
    char buffer[BUFFER_BYTES]; // with NULL, glibc would ignore the size
    int64_t written = -1;
    if (setvbuf(log, buffer, _IOFBF, sizeof buffer) == 0)
        written = append_records(log, records);
    int reason = errno;
    if (fclose(log) != 0)
        return -1;
    errno = reason;
    return written;
}
