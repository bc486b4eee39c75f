// The whole file mapped, in which newlines are counted many bytes at once.
// A method that maps must have the kernel enter every page for it and find the newlines: which
// lines they end, and what is in them, comes on top.
// floor: not copying

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct totals {
    int64_t lines, length, sum;
};

static int64_t count_newlines(const char *text, int64_t bytes) {
    int64_t lines = 0;
    while (bytes > 0) { // so few at once that a byte per lane may hold the count of each
        unsigned char few = 0;
        int64_t part = bytes < 255 ? bytes : 255;
        for (int64_t i = 0; i < part; i++)
            few += text[i] == '\n';
        lines += few;
        text += part;
        bytes -= part;
    }
    return lines;
}

static int count_mapped(int file, struct totals *totals) {
    struct stat about;
    if (fstat(file, &about) < 0 || about.st_size == 0) // nothing cannot be mapped
        return about.st_size == 0 ? 0 : -1;
    char *text = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED)
        return -1;
    totals->lines = count_newlines(text, about.st_size);
    return munmap(text, (size_t)about.st_size);
}

int read_lines(const char *path, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = count_mapped(file, totals), reason = errno;
    close(file);
    errno = reason;
    return failed;
}
