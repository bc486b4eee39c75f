// fread_unlocked() of a record's count, then of its integers: fread() that takes no lock.
// Use it when no other thread uses the same stream; fread() locks it anew in every call.
// called: fread_unlocked() of each record
// needs: linux

#include "scan.h"

#include <errno.h>
#include <stdio.h>

static int scan_file(FILE *file, struct totals *totals) {
    int32_t count, integers[MOST_INTEGERS];
    size_t got;
    while ((got = fread_unlocked(&count, 1, sizeof count, file)) == sizeof count) {
        if (!count_is_valid(count))
            return -1;
        size_t bytes = (size_t)count * sizeof *integers;
        got = fread_unlocked(integers, 1, bytes, file);
        if (got < bytes) {
            got += sizeof count;
            break;
        }
        totals->sum += record_sum(integers, count);
        totals->integers += count;
    }
    totals->rest_bytes = (int64_t)got;
    return ferror_unlocked(file) ? -1 : 0;
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
