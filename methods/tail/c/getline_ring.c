// getline() of all lines, of which the last ones are kept in a ring.
// Use it for what cannot be sought in, such as a pipe; every byte is read.
// called: getline() into a ring
// decodes: no
// splits: at LF
// ending: kept
// memory: the lines

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct totals {
    int64_t lines, length, sum;
};

struct line {
    char *text;
    size_t capacity;
    ssize_t length;
};

static void add_line(const struct line *line, struct totals *totals) {
    const unsigned char *text = (const unsigned char *)line->text;
    ssize_t letters = line->length - (text[line->length - 1] == '\n');
    totals->lines++;
    totals->length += line->length;
    if (letters > 0)
        totals->sum += text[0] + text[letters - 1];
}

int tail_lines(const char *path, int64_t wanted, struct totals *totals) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return -1;
    struct line *ring = calloc((size_t)wanted, sizeof *ring);
    int64_t count = 0;
    int failed = ring == NULL ? -1 : 0;
    for (; !failed; count++) {
        struct line *line = &ring[count % wanted];
        ssize_t length = getline(&line->text, &line->capacity, file);
        if (length < 0)
            break;
        line->length = length;
    }
    for (int64_t i = count < wanted ? 0 : count - wanted; i < count; i++)
        add_line(&ring[i % wanted], totals);
    failed = failed || ferror(file) ? -1 : 0;
    int reason = errno;
    for (int64_t i = 0; ring != NULL && i < wanted; i++)
        free(ring[i].text);
    free(ring);
    fclose(file);
    errno = reason;
    return failed;
}
