// fopen() and fread() of a file for each item.
// Use it by default: tools of every kind can read, change and remove one item.
// called: a file for each item

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct totals {
    int64_t items, bytes, ends;
};

static void add(struct totals *totals, const unsigned char *bytes, size_t size) {
    totals->items++;
    totals->bytes += (int64_t)size;
    if (size > 0)
        totals->ends += bytes[0] + bytes[size - 1];
}

static unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    struct stat about;
    unsigned char *bytes = NULL;
    if (fstat(fileno(file), &about) == 0 && (bytes = malloc((size_t)about.st_size + 1)) != NULL)
        *size = fread(bytes, 1, (size_t)about.st_size, file);
    if (bytes != NULL && *size < (size_t)about.st_size) {
        free(bytes);
        bytes = NULL;
        errno = EIO;
    }
    int reason = errno;
    fclose(file);
    errno = reason;
    return bytes;
}

int read_blobs(const char *folder, const char *const *names, int64_t count, struct totals *totals) {
    char path[4096];
    for (int64_t i = 0; i < count; i++) {
        if (snprintf(path, sizeof path, "%s/files/%s", folder, names[i]) >= (int)sizeof path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        size_t size = 0;
        unsigned char *bytes = read_file(path, &size);
        if (bytes == NULL)
            return -1;
        add(totals, bytes, size);
        free(bytes);
    }
    return 0;
}
