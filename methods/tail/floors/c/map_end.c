// The last page of the file mapped, and a byte of it loaded.
// A method that maps must open the file and have the kernel enter the last page; where the lines
// begin comes on top.
// floor: not copying

#include "floor.h"

#include <fcntl.h>

struct totals {
    int64_t lines, length, sum;
};

static int64_t count_lines(const char *text, int64_t size) {
    int64_t lines = size > 0 && text[size - 1] != '\n';
    for (int64_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

int tail_lines(const char *path, int64_t wanted, struct totals *totals) {
    int64_t size = size_of(path), page = sysconf(_SC_PAGESIZE);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || size < 0)
        return -1;
    totals->lines = 0;
    int failed = 0;
    if (size > 0) { // a file that may have fewer lines than that is mapped whole
        int64_t begin = size < PIECE_BYTES ? 0 : (size - 1) / page * page;
        char *text = mmap(NULL, (size_t)(size - begin), PROT_READ, MAP_SHARED, file, begin);
        if (text == MAP_FAILED)
            return -1;
        (void)*(volatile char *)text;
        int64_t lines = begin == 0 ? count_lines(text, size) : wanted;
        totals->lines = lines < wanted ? lines : wanted;
        failed = munmap(text, (size_t)(size - begin));
    }
    int reason = errno;
    close(file);
    errno = reason;
    return failed;
}
