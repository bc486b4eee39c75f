// fread() of a record's count, then fread() of its integers, with a stdio buffer of 4 KiB.
// Use it to make sure of the size that stdio mostly chooses itself.
// called: fread() of each record, 4 KiB of buffer

#include "scan.h"

#include <errno.h>
#include <stdio.h>

enum { BUFFER_BYTES = 4 * 1024 };

static int scan_file(FILE *file, struct totals *totals) {
    int32_t count, integers[MOST_INTEGERS];
    size_t got;
    while ((got = fread(&count, 1, sizeof count, file)) == sizeof count) {
        if (!count_is_valid(count))
            return -1;
        size_t bytes = (size_t)count * sizeof *integers;
        got = fread(integers, 1, bytes, file);
        if (got < bytes) {
            got += sizeof count;
            break;
        }
        totals->sum += record_sum(integers, count);
        totals->integers += count;
    }
    totals->rest_bytes = (int64_t)got;
    return ferror(file) ? -1 : 0;
}

int scan(const char *path, struct totals *totals) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return -1;
    char buffer[BUFFER_BYTES]; // with NULL, glibc would ignore the size
    int failed = setvbuf(file, buffer, _IOFBF, sizeof buffer) != 0 ? -1 : scan_file(file, totals);
    int reason = errno;
    fclose(file);
    errno = reason;
    return failed;
}
