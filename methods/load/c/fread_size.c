// fseek() to the end, ftell() for the size, and one fread() of so many bytes.
// Use it for ordinary files that do not change meanwhile: it is what most answers show, and finds
// nothing in /proc.
// called: fseek(), ftell() and fread()
// unsized: no

#include "load.h"

#include <errno.h>
#include <stdio.h>

static int read_all(FILE *file, struct content *content) {
    long size;
    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        return -1;
    if (size == 0)
        return 0;
    content->bytes = malloc((size_t)size);
    if (content->bytes == NULL)
        return -1;
    content->size = fread(content->bytes, 1, (size_t)size, file);
    return ferror(file) ? -1 : 0;
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
