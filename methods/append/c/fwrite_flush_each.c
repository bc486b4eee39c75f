// fwrite() and fflush() for each record, to a log that is opened once for append.
// Use it when a log is written by stdio and each record shall be in the file once the call returns.
// called: fwrite() and fflush() for each record
// visible: each record
// lock: none
// append: yes
// durable: no

#include "append.h"

#include <errno.h>
#include <stdio.h>

int64_t append(const char *path, struct records *records) {
    FILE *log = fopen(path, "ab");
    if (log == NULL)
        return -1;
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        if (fwrite(record.bytes, 1, record.size, log) != record.size || fflush(log) != 0) {
            int reason = errno;
            fclose(log);
            errno = reason;
            return -1;
        }
        written++;
    }
    return fclose(log) != 0 ? -1 : written;
}
