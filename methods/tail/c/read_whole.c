// read() of the whole file, in which memrchr() looks for newlines from the end.
// Use it for a small file that is needed as a whole, too.
// called: read() of the whole file
// needs: linux
// decodes: no
// splits: at LF
// ending: dropped
// memory: the file

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

static int tail_file(int file, char *text, size_t size, int64_t wanted, struct totals *totals) {
    size_t filled = 0;
    while (filled < size) {
        ssize_t got = read(file, text + filled, size - filled);
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        filled += (size_t)got;
    }
    if (filled == 0)
        return 0;
    const char *begin = text + filled - 1; // the last byte is of the last line, be it its end
    while (wanted > 0 && begin != NULL &&
           (begin = memrchr(text, '\n', (size_t)(begin - text))) != NULL)
        wanted--;
    add_lines(begin == NULL ? text : begin + 1, text + filled, totals);
    return 0;
}

int tail_lines(const char *path, int64_t wanted, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    struct stat about;
    int failed = -1;
    if (fstat(file, &about) == 0) {
        char *text = malloc((size_t)about.st_size + 1);
        if (text != NULL)
            failed = tail_file(file, text, (size_t)about.st_size, wanted, totals);
        free(text);
    }
    int reason = errno;
    close(file);
    errno = reason;
    return failed;
}
