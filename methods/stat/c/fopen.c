// fopen() and fclose() of each path: if it can be opened, it is there.
// Use stat() instead: this opens each file, waits for the other end of a named pipe, and misses
// what may not be read.
// called: fopen()
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing

#include <errno.h>
#include <stdint.h>
#include <stdio.h>

struct totals {
    int64_t files, bytes, newest;
};

int stat_all(const char *folder, const char *const *names, int64_t count, struct totals *totals) {
    char path[4096];
    for (int64_t i = 0; i < count; i++) {
        if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) >= (int)sizeof path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        FILE *file = fopen(path, "rb");
        if (file != NULL) {
            totals->files++;
            fclose(file);
        }
    }
    return 0;
}
