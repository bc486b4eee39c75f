// fseek() and fread() of 4 KiB at once from the end; then one of the lines.
// Use it where pread() and memrchr() are not at hand.
// called: fseek() and fread() from the end
// parameters: piece_bytes 512..1048576
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static long find_begin(FILE *file, long size, int64_t wanted) {
    char piece[PIECE_BYTES];
    long end = size - 1; // the last byte is of the last line, be it its end
    while (end > 0) {
        size_t bytes = end < PIECE_BYTES ? (size_t)end : PIECE_BYTES;
        if (fseek(file, end - (long)bytes, SEEK_SET) < 0 || fread(piece, 1, bytes, file) != bytes)
            return -1;
        end -= (long)bytes;
        for (size_t at = bytes; at-- > 0;)
            if (piece[at] == '\n' && --wanted == 0)
                return end + (long)at + 1;
    }
    return 0;
}

static int tail_file(FILE *file, int64_t wanted, struct totals *totals) {
    long size, begin;
    if (fseek(file, 0, SEEK_END) < 0 || (size = ftell(file)) < 0 ||
        (begin = find_begin(file, size, wanted)) < 0 || fseek(file, begin, SEEK_SET) < 0)
        return -1;
    char *text = malloc((size_t)(size - begin) + 1);
    if (text == NULL)
        return -1;
    size_t got = fread(text, 1, (size_t)(size - begin), file);
    add_lines(text, text + got, totals);
    free(text);
    return ferror(file) ? -1 : 0;
}

int tail_lines(const char *path, int64_t wanted, struct totals *totals) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return -1;
    int failed = tail_file(file, wanted, totals), reason = errno;
    fclose(file);
    errno = reason;
    return failed;
}
