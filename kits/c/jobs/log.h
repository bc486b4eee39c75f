// The messages that a method of `log` is asked to log, one after another.

#ifndef LOG_H
#define LOG_H

#include "append.h"

// The kit's own; a method uses next_message() and nothing else of it.
struct messages {
    int64_t left; // of those between `first` and `end`, which come again and again
    const char *const *at, *const *first, *const *end;
    bool (*next)(struct record *record); // if no two are the same; or NULL
};

// The next message to log, a text; false if there are no more. It stays as it is until RECORDS_KEPT
// more have been asked for.
static inline bool next_message(struct messages *messages, const char **message) {
    if (messages->left == 0) {
        struct record record;
        if (messages->next == NULL || !messages->next(&record))
            return false;
        *message = record.bytes;
        return true;
    }
    messages->left--;
    *message = *messages->at++;
    if (messages->at == messages->end)
        messages->at = messages->first;
    return true;
}

#endif
