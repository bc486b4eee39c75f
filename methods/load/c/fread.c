// fopen() and fread() until the end, into memory that grows by half.
// Use it where there is no POSIX; stdio has a buffer of its own for each file, from which short
// ones are copied.
// called: fread() until the end
// unsized: yes

#include "load.h"

#include <errno.h>
#include <stdio.h>

static int read_all(FILE *file, struct content *content) {
    for (size_t room = 4096;; room += room / 2) {
        char *bytes = realloc(content->bytes, room);
        if (bytes == NULL)
            return -1;
        content->bytes = bytes;
        content->size += fread(bytes + content->size, 1, room - content->size, file);
        if (content->size < room)
            return ferror(file) ? -1 : 0;
    }
}

int load(const char *folder, const char *const *names, int64_t count, struct contents *contents) {
    int failed = contents_make(contents, count);
    for (int64_t i = 0; i < count && !failed; i++) {
        char path[4096];
        if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) >= (int)sizeof path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        FILE *file = fopen(path, "rb");
        if (file == NULL)
            return -1;
        failed = read_all(file, &contents->files[i]);
        int reason = errno;
        fclose(file);
        errno = reason;
    }
    return failed;
}
