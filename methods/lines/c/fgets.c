// fgets() into a buffer of 4 KiB; the pieces of a longer line are put together here.
// Use it for text without NUL, where getline() is not at hand: the length of a piece is up to its
// first NUL.
// called: fgets()
// decodes: until NUL
// splits: at LF
// ending: kept
// long: taken
// memory: a line

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct totals {
    int64_t lines, length, sum;
};

int read_lines(const char *path, struct totals *totals) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return -1;
    char piece[4096];
    unsigned char last = 0; // of the line so far
    bool begins = true;
    while (fgets(piece, sizeof piece, file) != NULL) {
        size_t length = strlen(piece), letters = length;
        bool ends = length > 0 && piece[length - 1] == '\n';
        if (length == 0)
            continue;
        letters -= ends;
        if (begins)
            totals->sum += letters > 0 ? (unsigned char)piece[0] : 0;
        if (letters > 0)
            last = (unsigned char)piece[letters - 1];
        totals->lines += begins;
        totals->length += (int64_t)length;
        if (ends) {
            totals->sum += last;
            last = 0;
        }
        begins = ends;
    }
    totals->sum += last;
    int failed = ferror(file) ? -1 : 0, reason = errno;
    fclose(file);
    errno = reason;
    return failed;
}
