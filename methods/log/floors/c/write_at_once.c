// All messages written in few calls, to a file that is there already.
// A method that keeps messages back must hand each of their bytes to the kernel, and that is all
// that is done here; the pieces of a call are one buffer again and again.
// floor: copying
// parameters: call_bytes 65536..4194304
// survives: no

#include "floor_lines.h"
#include "log.h"

enum { CALL_BYTES = 4194304 };

// Asking for each message is a method's work, and not the least there is: this takes all of them at
// once.
int64_t log_messages(const char *path, struct messages *messages) {
    int64_t count = messages->left;
    size_t line_bytes = 0;
    const char *line = count > 0 ? line_of(*messages->first, &line_bytes) : "";
    if (line == NULL)
        return -1;
    messages->left = 0;
    return write_lines(path, line, line_bytes, count, CALL_BYTES);
}
