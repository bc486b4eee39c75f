// All records written in few calls, to a file that is there already.
// A method that keeps records back must hand each of their bytes to the kernel, and that is all
// that is done here; the pieces of a call are one buffer again and again.
// floor: copying
// parameters: call_bytes 65536..4194304
// visible: at the end

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CALL_BYTES = 4194304 };
enum { BUFFER_BYTES = 64 * 1024, PIECES = CALL_BYTES / BUFFER_BYTES };

static struct iovec pieces[PIECES];
static size_t size; // of a record

// Fill a piece with as many whole records as fit, one at least. A record is its size and its end.
static int make_pieces(const char *record, size_t record_bytes) {
    char *old = pieces[0].iov_base;
    if (old != NULL && size == record_bytes && old[size - 1] == record[size - 1])
        return 0;
    size_t each = record_bytes < BUFFER_BYTES ? BUFFER_BYTES / record_bytes : 1;
    char *piece = malloc(each * record_bytes);
    if (piece == NULL)
        return -1;
    free(old);
    for (size_t i = 0; i < each; i++)
        memcpy(piece + i * record_bytes, record, record_bytes);
    for (int i = 0; i < PIECES; i++)
        pieces[i] = (struct iovec){piece, each * record_bytes};
    size = record_bytes;
    return 0;
}

static int write_all(int log, uint64_t left) {
    size_t piece_bytes = pieces[0].iov_len;
    while (left > 0) {
        uint64_t whole = left / piece_bytes < PIECES ? left / piece_bytes : PIECES;
        ssize_t written = whole > 0 ? writev(log, pieces, (int)whole)
                                    : write(log, pieces[0].iov_base, (size_t)left);
        if (written >= 0)
            left -= (uint64_t)written;
        else if (errno != EINTR)
            return -1;
    }
    return 0;
}

// Asking for each record is a method's work, and not the least there is: this takes all of them at
// once.
int64_t append(const char *path, struct records *records) {
    int64_t count = records->left;
    if (count > 0 && make_pieces(records->same.bytes, records->same.size) < 0)
        return -1;
    records->left = 0;
    int log = open(path, O_WRONLY | O_CLOEXEC);
    if (log < 0)
        return -1;
    int failed = write_all(log, (uint64_t)count * records->same.size);
    int reason = errno;
    close(log);
    errno = reason;
    return failed ? -1 : count;
}
