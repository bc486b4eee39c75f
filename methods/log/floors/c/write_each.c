// One write() for each message and nothing else, to a file that is there already.
// A method that loses no message when the program is killed must hand each to the kernel by a call
// of its own. The line is one buffer again and again.
// floor: copying
// survives: kill

#include "floor_lines.h"
#include "log.h"

int64_t log_messages(const char *path, struct messages *messages) {
    int64_t count = messages->left;
    size_t line_bytes = 0;
    const char *line = count > 0 ? line_of(*messages->first, &line_bytes) : "";
    if (line == NULL)
        return -1;
    messages->left = 0;
    int log = open(path, O_WRONLY | O_CLOEXEC);
    if (log < 0)
        return -1;
    bool failed = false;
    for (int64_t i = 0; i < count && !failed; i++)
        failed = write(log, line, line_bytes) != (ssize_t)line_bytes;
    int reason = errno;
    close(log);
    errno = reason;
    return failed ? -1 : count;
}
