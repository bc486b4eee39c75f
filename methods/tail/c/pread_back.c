// pread() of 4 KiB at once from the end, for newlines; then one of the lines.
// Use it for a file of any size: what lies before the lines is not read.
// called: pread() from the end
// parameters: piece_bytes 512..1048576
// needs: linux
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE_BYTES = 4096 };

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

// Where the last lines begin, or -1.
static off_t find_begin(int file, off_t size, int64_t wanted) {
    char piece[PIECE_BYTES];
    off_t end = size - 1; // the last byte is of the last line, be it its end
    while (end > 0) {
        size_t bytes = end < PIECE_BYTES ? (size_t)end : PIECE_BYTES;
        ssize_t got = pread(file, piece, bytes, end - (off_t)bytes);
        if (got != (ssize_t)bytes)
            return -1;
        end -= got;
        for (char *at = piece + got; (at = memrchr(piece, '\n', (size_t)(at - piece))) != NULL;)
            if (--wanted == 0)
                return end + (at - piece) + 1;
    }
    return 0;
}

static int read_from(int file, off_t begin, off_t size, struct totals *totals) {
    size_t bytes = (size_t)(size - begin);
    char *text = malloc(bytes + 1);
    ssize_t got = text == NULL ? -1 : pread(file, text, bytes, begin);
    if (got >= 0)
        add_lines(text, text + got, totals);
    free(text);
    return got < 0 ? -1 : 0;
}

int tail_lines(const char *path, int64_t wanted, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    struct stat about;
    int failed = fstat(file, &about);
    if (!failed) {
        off_t begin = find_begin(file, about.st_size, wanted);
        failed = begin < 0 ? -1 : read_from(file, begin, about.st_size, totals);
    }
    int reason = errno;
    close(file);
    errno = reason;
    return failed;
}
