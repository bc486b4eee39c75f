// Every log that has records opened once and closed, its records handed over in few calls.
// A method that keeps records back must do this much; a call's pieces are one record many times.
// floor: copying
// parameters: pieces 64..1024
// visible: at the end

#include "append_many.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PIECES = 1024 }; // the most that a call takes

static int write_records(const struct work *work, int64_t place, int64_t count) {
    struct iovec pieces[PIECES];
    for (int i = 0; i < PIECES && i < count; i++)
        pieces[i] = (struct iovec){(char *)work->record, work->record_bytes};
    int log = open(work->paths[place], O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    ssize_t written = 0;
    for (int64_t some; count > 0 && written >= 0; count -= some) {
        some = count < PIECES ? count : PIECES;
        written = writev(log, pieces, (int)some);
        if (written != (ssize_t)work->record_bytes * some)
            written = -1;
    }
    return close(log) < 0 || written < 0 ? -1 : 0;
}

int64_t append_many(const struct work *work) {
    int64_t *counts = calloc((size_t)work->logs, sizeof *counts);
    if (counts == NULL)
        return -1;
    for (int64_t i = 0; i < work->records; i++)
        counts[work->turns[i]]++;
    int failed = 0;
    for (int64_t place = 0; place < work->logs && !failed; place++)
        failed = counts[place] > 0 && write_records(work, place, counts[place]) < 0;
    int reason = errno;
    free(counts);
    errno = reason;
    return failed ? -1 : work->records;
}
