// fread() of a record's count, then fread() of its integers, with a stdio buffer of 32 MiB.
// Use it hardly ever: larger than the CPU's cache, it has every byte fetched from memory twice.
// called: fread() of each record, 32 MiB of buffer

#include "scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUFFER_BYTES = 32 * 1024 * 1024 };

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
    char *buffer = malloc(BUFFER_BYTES); // with NULL, glibc would ignore the size
    int failed = -1;
    if (buffer != NULL && setvbuf(file, buffer, _IOFBF, BUFFER_BYTES) == 0)
        failed = scan_file(file, totals);
    int reason = errno;
    fclose(file);
    free(buffer);
    errno = reason;
    return failed;
}
