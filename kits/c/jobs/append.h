// The records that a method of `append` is asked to write, one after another.

#ifndef APPEND_H
#define APPEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A record's bytes stay as they are until this many more have been asked for.
enum { RECORDS_KEPT = 64 };

struct record {
    const char *bytes;
    size_t size;
};

// The kit's own; a method uses next_record() and nothing else of it.
struct records {
    int64_t left; // of `same`
    struct record same;
    bool (*next)(struct record *record); // if no two are the same; or NULL
};

// The next record to write; false if there are no more.
static inline bool next_record(struct records *records, struct record *record) {
    if (records->left == 0)
        return records->next != NULL && records->next(record);
    records->left--;
    *record = records->same;
    return true;
}

#endif
