// The whole file mapped, and a byte of each cache line of each piece loaded.
// A method that maps must have the kernel enter each page that it touches, and must load each byte;
// what is computed comes on top.
// floor: not copying
// short: refused

#include "floor.h"

#include <fcntl.h>

enum { LINE_BYTES = 64 };

struct totals {
    int64_t reads, sum;
};

int read_at(const char *path, const int64_t *offsets, int64_t count, int64_t bytes,
            struct totals *totals) {
    int64_t size = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    char *content = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, file, 0);
    if (content == MAP_FAILED)
        return -1;
    for (int64_t i = 0; i < count; i++) {
        const volatile char *from = content + offsets[i];
        for (int64_t at = 0; at < bytes; at += LINE_BYTES)
            (void)from[at];
    }
    totals->reads = count;
    munmap(content, (size_t)size);
    return close(file);
}
