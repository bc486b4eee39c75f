// fwrite() for each record, to a log that is opened once; stdio writes when its buffer is full.
// Use it when the last records may be lost in a crash and nobody reads the log meanwhile.
// What the buffer holds can end in the middle of a record, so other writers can come in between.
// called: fwrite() with a buffer
// visible: at the end
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
        if (fwrite(record.bytes, 1, record.size, log) != record.size) {
            int reason = errno;
            fclose(log);
            errno = reason;
            return -1;
        }
        written++;
    }
    return fclose(log) != 0 ? -1 : written; // the last records fail here, if they fail
}
