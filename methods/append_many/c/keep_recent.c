// The 32 logs written to last stay open; one more, and the one that has waited longest is closed.
// Use it when some logs get most of the records; in turns it always closes the wrong one.
// called: the last 32 logs kept open
// visible: each record

#include "append_many.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { MOST_OPEN = 32 };

struct recent {
    int log; // number, or -1
    int file;
    int64_t used; // when: the record's number
};

static int write_all(int log, const char *bytes, size_t left) {
    while (left > 0) {
        ssize_t written = write(log, bytes, left);
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            bytes += written;
            left -= (size_t)written;
        }
    }
    return 0;
}

// The place of an open log; if there is none, that of the log that has waited longest.
static struct recent *place_of(struct recent *recent, int log) {
    struct recent *oldest = recent;
    for (struct recent *place = recent; place < recent + MOST_OPEN; place++) {
        if (place->log == log)
            return place;
        if (place->used < oldest->used)
            oldest = place;
    }
    return oldest;
}

static int64_t append_all(const struct work *work, struct recent *recent) {
    for (int64_t i = 0; i < work->records; i++) {
        int log = work->turns[i];
        struct recent *place = place_of(recent, log);
        if (place->log != log) {
            if (place->log >= 0)
                close(place->file);
            place->log = -1;
            place->file = open(work->paths[log], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
            if (place->file < 0)
                return -1;
            place->log = log;
        }
        place->used = i;
        if (write_all(place->file, work->record, work->record_bytes) < 0)
            return -1;
    }
    return work->records;
}

int64_t append_many(const struct work *work) {
    struct recent recent[MOST_OPEN];
    for (int i = 0; i < MOST_OPEN; i++)
        recent[i] = (struct recent){.log = -1, .used = -1};
    int64_t written = append_all(work, recent);
    int reason = errno;
    for (int i = 0; i < MOST_OPEN; i++)
        if (recent[i].log >= 0)
            close(recent[i].file);
    errno = reason;
    return written;
}
