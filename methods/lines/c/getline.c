// getline(): each line in one buffer, which grows with the longest.
// Use it by default: it takes lines of any length, with whatever bytes they have.
// decodes: no
// splits: at LF
// ending: kept
// long: taken
// memory: a line

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct totals {
    int64_t lines, length, sum;
};

static void add_line(const unsigned char *line, size_t length, struct totals *totals) {
    totals->lines++;
    totals->length += (int64_t)length;
    if (line[length - 1] == '\n')
        length--;
    if (length > 0)
        totals->sum += line[0] + line[length - 1];
}

int read_lines(const char *path, struct totals *totals) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return -1;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, file)) > 0)
        add_line((unsigned char *)line, (size_t)length, totals);
    int failed = ferror(file) ? -1 : 0, reason = errno;
    free(line);
    fclose(file);
    errno = reason;
    return failed;
}
