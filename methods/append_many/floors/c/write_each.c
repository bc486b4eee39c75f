// Every log that has records opened once and closed, and one write() for each record, log by log.
// A method whose records can be seen one by one must do this much, in whatever order.
// floor: copying
// visible: each record

#include "append_many.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int write_records(const struct work *work, int64_t place, int64_t count) {
    int log = open(work->paths[place], O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    while (count > 0 && write(log, work->record, work->record_bytes) == (ssize_t)work->record_bytes)
        count--;
    return close(log) < 0 || count > 0 ? -1 : 0;
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
