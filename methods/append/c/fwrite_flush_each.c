// fwrite() and fflush() for each record, to a log that is opened once for append.
// Use it when a log is written by stdio and each record shall be in the file once the call returns.
// visible: each record
// lock: none
// append: yes

#include <errno.h>
#include <stdint.h>
#include <stdio.h>

int64_t append(const char *path, const char *record, size_t record_bytes, int64_t records) {
    FILE *log = fopen(path, "ab");
    if (log == NULL)
        return -1;
    for (int64_t i = 0; i < records; i++) {
        if (fwrite(record, 1, record_bytes, log) != record_bytes || fflush(log) != 0) {
            int reason = errno;
            fclose(log);
            errno = reason;
            return -1;
        }
    }
    return fclose(log) != 0 ? -1 : records;
}
