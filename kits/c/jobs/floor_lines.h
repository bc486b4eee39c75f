// The parts that floors of logs share: a line that is written again and again.

#ifndef FLOOR_LINES_H
#define FLOOR_LINES_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { LINES_BYTES = 64 * 1024, MOST_LINE_PIECES = 64 };

// A message with a newline behind it, kept until one of another size comes. Returns NULL without
// memory.
static inline const char *line_of(const char *message, size_t *line_bytes) {
    static char *line;
    static size_t size;
    size_t wanted = strlen(message) + 1;
    if (size != wanted) {
        free(line);
        size = 0;
        line = malloc(wanted);
        if (line == NULL)
            return NULL;
        memcpy(line, message, wanted - 1);
        line[wanted - 1] = '\n';
        size = wanted;
    }
    *line_bytes = size;
    return line;
}

// A piece of as many whole lines as fit, one at least; kept until a line of another size or with
// another end comes. Returns its bytes, or 0 without memory.
static inline size_t lines_of(const char *line, size_t line_bytes, struct iovec pieces[]) {
    static char *piece;
    static size_t size, bytes;
    if (piece == NULL || size != line_bytes || piece[size - 1] != line[size - 1]) {
        size_t lines = line_bytes < LINES_BYTES ? LINES_BYTES / line_bytes : 1;
        free(piece);
        piece = malloc(lines * line_bytes);
        if (piece == NULL)
            return 0;
        for (size_t i = 0; i < lines; i++)
            memcpy(piece + i * line_bytes, line, line_bytes);
        size = line_bytes;
        bytes = lines * line_bytes;
    }
    for (int i = 0; i < MOST_LINE_PIECES; i++)
        pieces[i] = (struct iovec){piece, bytes};
    return bytes;
}

// Write a line so many times to a file that is there already, in calls of so many bytes at the
// most. Returns how many times, or -1.
static inline int64_t write_lines(const char *path, const char *line, size_t line_bytes,
                                  int64_t count, int call_bytes) {
    struct iovec pieces[MOST_LINE_PIECES];
    size_t piece_bytes = count > 0 ? lines_of(line, line_bytes, pieces) : 1;
    if (piece_bytes == 0)
        return -1;
    int log = open(path, O_WRONLY | O_CLOEXEC);
    if (log < 0)
        return -1;
    int most_pieces = call_bytes / LINES_BYTES;
    bool failed = false;
    for (uint64_t left = (uint64_t)count * line_bytes; left > 0 && !failed;) {
        uint64_t whole = left / piece_bytes;
        int taken = whole < (uint64_t)most_pieces ? (int)whole : most_pieces;
        ssize_t written =
            taken > 0 ? writev(log, pieces, taken) : write(log, pieces[0].iov_base, (size_t)left);
        if (written >= 0)
            left -= (uint64_t)written;
        else
            failed = errno != EINTR;
    }
    int reason = errno;
    close(log);
    errno = reason;
    return failed ? -1 : count;
}

#endif
