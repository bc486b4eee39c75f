// Every file opened by a path that is known, handed to the sink by the kernel, and closed.
// A method must do this much for each file; looking for the files, and their ends, is left out.
// floor: not copying
// needs: linux

#include "floor_tree.h"

#include <sys/sendfile.h>

static int send_all(int file, int sink, int64_t left) {
    while (left > 0) {
        ssize_t sent = sendfile(sink, file, NULL, (size_t)left);
        if (sent <= 0)
            return -1;
        left -= sent;
    }
    return 0;
}

int64_t deliver_tree(const char *folder, int sink) { return send_tree(folder, sink, send_all); }
