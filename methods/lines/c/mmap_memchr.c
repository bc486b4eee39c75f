// mmap() of the whole file, in which memchr() finds the lines.
// Use it when lines are wanted in place, as long as nobody cuts the file short: that ends the
// program with SIGBUS.
// called: mmap() and memchr()
// tags: mapped
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct totals {
    int64_t lines, length, sum;
};

static void add_line(const char *line, size_t length, struct totals *totals) {
    totals->lines++;
    totals->length += (int64_t)length;
    if (length > 0)
        totals->sum += (unsigned char)line[0] + (unsigned char)line[length - 1];
}

static int map_lines(int file, struct totals *totals) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t size = (size_t)about.st_size;
    if (size == 0)
        return 0; // nothing cannot be mapped
    char *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED)
        return -1;
    const char *line = text, *end = text + size, *newline;
    while ((newline = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        add_line(line, (size_t)(newline - line), totals);
        line = newline + 1;
    }
    if (line < end) // the last line has no end
        add_line(line, (size_t)(end - line), totals);
    return munmap(text, size);
}

int read_lines(const char *path, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = map_lines(file, totals), reason = errno;
    close(file);
    errno = reason;
    return failed;
}
