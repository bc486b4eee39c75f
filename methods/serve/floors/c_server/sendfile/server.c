// sendfile(): the kernel sends each file past the server's memory, in as few calls as can be.
// Whatever sends a file without looking at it must read the request, open the file and have its
// bytes sent. Who may have it is not asked, and what decides that comes on top.
// floor: not copying
// needs: linux

#include "http.h"

#include <sys/sendfile.h>

ssize_t send_part(struct client *client) {
    off_t from = client->sent;
    return sendfile(client->socket, client->file, &from, (size_t)(client->size - from));
}
