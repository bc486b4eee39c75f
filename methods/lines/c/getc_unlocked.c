// getc_unlocked(): byte by byte out of the stream's buffer.
// Use it when each byte is looked at anyway and no other thread uses the stream.
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

#include <errno.h>
#include <stdint.h>
#include <stdio.h>

struct totals {
    int64_t lines, length, sum;
};

int read_lines(const char *path, struct totals *totals) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return -1;
    int letter, last = EOF; // EOF: none yet in this line
    while ((letter = getc_unlocked(file)) != EOF) {
        if (letter == '\n') {
            totals->lines++;
            totals->sum += last == EOF ? 0 : last;
            last = EOF;
            continue;
        }
        totals->sum += last == EOF ? letter : 0;
        totals->length++;
        last = letter;
    }
    if (last != EOF) { // the last line has no end
        totals->lines++;
        totals->sum += last;
    }
    int failed = ferror(file) ? -1 : 0, reason = errno;
    fclose(file);
    errno = reason;
    return failed;
}
