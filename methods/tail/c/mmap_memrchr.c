// mmap() of the whole file, in which memrchr() looks for newlines from the end.
// Use it when the file is mapped anyway: only pages that are touched are read.
// called: mmap() and memrchr()
// tags: mapped
// needs: linux
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

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

static void add_lines(const char *line, const char *end, struct totals *totals) {
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline == NULL ? end : newline;
        totals->lines++;
        totals->length += stop - line;
        if (stop > line)
            totals->sum += (unsigned char)line[0] + (unsigned char)stop[-1];
        line = stop + 1;
    }
}

static int map_tail(int file, int64_t wanted, struct totals *totals) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t size = (size_t)about.st_size;
    if (size == 0)
        return 0; // nothing cannot be mapped
    char *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED)
        return -1;
    const char *begin = text + size - 1; // the last byte is of the last line, be it its end
    while (wanted > 0 && begin != NULL &&
           (begin = memrchr(text, '\n', (size_t)(begin - text))) != NULL)
        wanted--;
    add_lines(begin == NULL ? text : begin + 1, text + size, totals);
    return munmap(text, size);
}

int tail_lines(const char *path, int64_t wanted, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = map_tail(file, wanted, totals), reason = errno;
    close(file);
    errno = reason;
    return failed;
}
