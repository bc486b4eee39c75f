// One pread() of the last bytes of the file.
// A method that reads must open the file and have the kernel copy the last lines out of the page
// cache; where they begin comes on top.
// floor: copying

#include "floor.h"

#include <fcntl.h>

enum { LEAST_BYTES = 64 };

struct totals {
    int64_t lines, length, sum;
};

int tail_lines(const char *path, int64_t wanted, struct totals *totals) {
    int64_t size = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || size < 0)
        return -1;
    // a file that may have fewer lines than that is read whole
    int64_t bytes = size < PIECE_BYTES ? size : LEAST_BYTES;
    ssize_t got = pread(file, piece, (size_t)bytes, size - bytes);
    int reason = errno;
    close(file);
    errno = reason;
    if (got < 0)
        return -1;
    int64_t lines = got > 0 && piece[got - 1] != '\n';
    for (ssize_t i = 0; i < got; i++)
        lines += piece[i] == '\n';
    totals->lines = size > PIECE_BYTES || lines > wanted ? wanted : lines;
    return 0;
}
