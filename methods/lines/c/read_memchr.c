// read() of 64 KiB at once, in which memchr() finds the lines.
// Use it when speed matters: no line is copied but the one that the end of a piece cuts, which goes
// to the front.
// called: read() of {piece_bytes} and memchr()
// parameters: piece_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_BYTES = 65536 };

struct totals {
    int64_t lines, length, sum;
};

static void add_line(const char *line, size_t length, struct totals *totals) {
    totals->lines++;
    totals->length += (int64_t)length;
    if (length > 0)
        totals->sum += (unsigned char)line[0] + (unsigned char)line[length - 1];
}

static int add_lines(int file, char *buffer, struct totals *totals) {
    size_t room = PIECE_BYTES, kept = 0;
    ssize_t got;
    while ((got = read(file, buffer + kept, room - kept)) > 0) {
        char *line = buffer, *end = buffer + kept + got, *newline, *from = buffer + kept;
        for (; (newline = memchr(from, '\n', (size_t)(end - from))) != NULL; from = line) {
            add_line(line, (size_t)(newline - line), totals);
            line = newline + 1;
        }
        kept = (size_t)(end - line);
        memmove(buffer, line, kept);
        if (kept == room) { // a line that is longer than the buffer
            char *larger = realloc(buffer, room *= 2);
            if (larger == NULL)
                break;
            buffer = larger;
        }
    }
    if (kept > 0 && got == 0)
        add_line(buffer, kept, totals);
    int reason = errno;
    free(buffer);
    errno = reason;
    return got == 0 ? 0 : -1;
}

int read_lines(const char *path, struct totals *totals) {
    char *buffer = malloc(PIECE_BYTES);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || buffer == NULL) {
        free(buffer);
        return -1;
    }
    int failed = add_lines(file, buffer, totals), reason = errno;
    close(file);
    errno = reason;
    return failed;
}
