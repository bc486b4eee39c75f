// Each file read into one buffer of 256 KiB, and sent from it.
// Whatever has a file's bytes pass through its own memory has the kernel copy each of them in and
// out again. Who may have the file is not asked, and what decides that comes on top.
// floor: copying
// needs: linux

#include "http.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_BYTES = 256 * 1024 };

// The part of the file that was read last; a client may take only some of it at once.
struct part {
    off_t begin, end;
    char bytes[MOST_BYTES];
};

static size_t bytes_of(off_t left) { return left < MOST_BYTES ? (size_t)left : MOST_BYTES; }

ssize_t send_part(struct client *client) {
    if (client->own == NULL && (client->own = calloc(1, sizeof(struct part))) == NULL)
        return -1;
    struct part *part = client->own;
    if (client->sent == 0 || client->sent == part->end) {
        size_t wanted = bytes_of(client->size - client->sent);
        ssize_t got = pread(client->file, part->bytes, wanted, client->sent);
        if (got <= 0)
            return got;
        part->begin = client->sent;
        part->end = client->sent + got;
    }
    const char *from = part->bytes + (client->sent - part->begin);
    return send(client->socket, from, (size_t)(part->end - client->sent), 0);
}
