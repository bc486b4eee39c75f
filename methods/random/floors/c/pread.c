// pread() of each piece into one buffer; nothing is looked at.
// A method that reads has the kernel copy each piece out of the page cache, by a call for each or
// by several that take as long together; what is computed comes on top.
// floor: copying
// short: refused

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

struct totals {
    int64_t reads, sum;
};

int read_at(const char *path, const int64_t *offsets, int64_t count, int64_t bytes,
            struct totals *totals) {
    static char *piece;
    static int64_t size;
    if (bytes > size) {
        free(piece);
        piece = malloc((size_t)bytes);
        size = piece == NULL ? 0 : bytes;
    }
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || size < bytes)
        return -1;
    for (int64_t i = 0; i < count; i++)
        if (pread(file, piece, (size_t)bytes, offsets[i]) < 0)
            return -1;
    totals->reads = count;
    return close(file);
}
