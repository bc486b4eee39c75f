// The records that a method of `append_many` is asked to write: the same one again and again, each
// time to the log whose turn it is.

#ifndef APPEND_MANY_H
#define APPEND_MANY_H

#include <stddef.h>
#include <stdint.h>

struct work {
    const char *const *paths; // of the logs
    int64_t logs;
    const int32_t *turns; // for each record the number of its log
    int64_t records;
    const char *record;
    size_t record_bytes;
};

#endif
