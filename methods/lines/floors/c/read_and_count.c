// The whole file read into one small buffer, in which newlines are counted many bytes at once.
// A method that reads has the kernel copy each byte out of the page cache, and must find the
// newlines, as ripgrep does it when it counts: which lines they end, and what is in them, comes on
// top.
// floor: copying
// parameters: call_bytes 65536..1048576

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

enum { CALL_BYTES = 65536 };

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

int read_lines(const char *path, struct totals *totals) {
    static char text[CALL_BYTES];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    ssize_t got;
    while ((got = read(file, text, sizeof text)) > 0)
        totals->lines += count_newlines(text, got);
    int reason = errno;
    close(file);
    errno = reason;
    return got < 0 ? -1 : 0;
}
