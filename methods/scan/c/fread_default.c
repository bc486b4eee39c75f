// fread() of a record's count, then fread() of its integers, with the buffer that stdio chooses.
// Use it when records are read one by one and a few calls more do not matter.
// The article's program stops after a number of records that it knows, and sums in 32 bits.
// called: fread() of each record
// tags: article

#include "scan.h"

#include <errno.h>
#include <stdio.h>

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
    int failed = scan_file(file, totals);
    int reason = errno;
    fclose(file);
    errno = reason;
    return failed;
}
