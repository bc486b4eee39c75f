// What a floor of this server adds to http.c: how a part of a file is sent.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

enum { REQUEST_BYTES = 8192, HEAD_BYTES = 256 };

struct client {
    int socket, file;            // file: the one that is being sent; -1 if there is none
    off_t sent, size;            // of the file
    size_t head_sent, head_size; // of the answer's head; head_size is 0 if there is no answer
    size_t got;                  // bytes of `request`
    bool is_last;                // the connection ends with this answer
    void *own;                   // the floor's; freed with the client
    char head[HEAD_BYTES], request[REQUEST_BYTES + 1]; // a 0 stands behind the request
};

// Send some of a file from where it stands, and return how many bytes, as send() does.
ssize_t send_part(struct client *client);
