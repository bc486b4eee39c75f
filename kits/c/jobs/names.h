// The result of a job that lists: names, one after the other, each ended by NUL, in one piece of
// memory.

#ifndef NAMES_H
#define NAMES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct names {
    char *text;
    size_t bytes, capacity;
    int64_t count;
};

// Put a name at the end; 0, or -1 with errno.
static inline int names_add(struct names *names, const char *name) {
    size_t bytes = strlen(name) + 1;
    if (bytes > names->capacity - names->bytes) {
        size_t capacity = 2 * names->capacity + 4096; // a name has at most 1,024 bytes
        char *text = (char *)realloc(names->text, capacity);
        if (text == NULL)
            return -1;
        names->text = text;
        names->capacity = capacity;
    }
    memcpy(names->text + names->bytes, name, bytes);
    names->bytes += bytes;
    names->count++;
    return 0;
}

static inline void names_free(struct names *names) {
    free(names->text);
    *names = (struct names){0};
}

#endif
