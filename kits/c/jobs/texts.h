// Texts that differ in a number at their end: PREFIX0, PREFIX1, …, in one piece of memory.

#ifndef TEXTS_H
#define TEXTS_H

#include "../kit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct texts {
    const char **texts;
    char *letters;
};

static inline void texts_free(struct texts *texts) {
    free(texts->texts);
    free(texts->letters);
    *texts = (struct texts){0};
}

// `count` texts of a prefix, what stands between, and a number; 0, or -1 and a failure.
static inline int texts_number(struct texts *texts, const char *prefix, const char *between,
                               int64_t count) {
    size_t stride = strlen(prefix) + strlen(between) + sizeof "9223372036854775807";
    texts_free(texts);
    texts->texts = calloc((size_t)count + 1, sizeof *texts->texts);
    texts->letters = calloc((size_t)count + 1, stride);
    if (texts->texts == NULL || texts->letters == NULL)
        return fail("no memory for %" PRId64 " names", count);
    for (int64_t i = 0; i < count; i++) {
        char *text = texts->letters + (size_t)i * stride;
        snprintf(text, stride, "%s%s%" PRId64, prefix, between, i);
        texts->texts[i] = text;
    }
    return 0;
}

#endif
