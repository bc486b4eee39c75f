// fread() of as many records as 1 MiB holds, in one call.
// Use it when read() is not at hand; large pieces pass stdio's own buffer by.
// called: fread() of 1 MiB at once

#include "scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 1024 * 1024 };

static int scan_file(FILE *file, struct totals *totals, int32_t *buffer) {
    size_t filled = 0, got;
    while ((got = fread((char *)buffer + filled, 1, BUFFER_BYTES - filled, file)) > 0) {
        filled += got;
        int64_t used = sum_records(buffer, filled, totals);
        if (used < 0)
            return -1;
        filled -= (size_t)used; // a record across the seam is carried over
        memmove(buffer, (char *)buffer + used, filled);
    }
    totals->rest_bytes = (int64_t)filled;
    return ferror(file) ? -1 : 0;
}

int scan(const char *path, struct totals *totals) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return -1;
    int32_t *buffer = malloc(BUFFER_BYTES);
    int failed = buffer == NULL ? -1 : scan_file(file, totals, buffer);
    int reason = errno;
    fclose(file);
    free(buffer);
    errno = reason;
    return failed;
}
