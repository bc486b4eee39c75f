// The result of a job that loads: what each file holds, in memory of its own.

#ifndef CONTENTS_H
#define CONTENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

struct content {
    char *bytes; // of malloc(), or mapped; NULL if there are none
    size_t size;
    bool is_mapped;
};

struct contents {
    struct content *files;
    int64_t count;
};

// Make room for so many files, of which nothing is there yet; 0, or -1 with errno.
static inline int contents_make(struct contents *contents, int64_t count) {
    contents->files = (struct content *)calloc((size_t)count + 1, sizeof *contents->files);
    contents->count = contents->files == NULL ? 0 : count;
    return contents->files == NULL ? -1 : 0;
}

static inline int64_t contents_bytes(const struct contents *contents) {
    int64_t bytes = 0;
    for (int64_t i = 0; i < contents->count; i++)
        bytes += (int64_t)contents->files[i].size;
    return bytes;
}

static inline void contents_free(struct contents *contents) {
    for (int64_t i = 0; i < contents->count; i++)
        if (contents->files[i].is_mapped)
            munmap(contents->files[i].bytes, contents->files[i].size);
        else
            free(contents->files[i].bytes);
    free(contents->files);
    *contents = (struct contents){0};
}

#endif
