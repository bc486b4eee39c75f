// open() with O_TRUNC and write(): whoever reads meanwhile may see an empty file.
// Use it when nobody reads the file meanwhile.

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

int overwrite(const char *path, const char *content, size_t bytes) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    while (bytes > 0) {
        ssize_t written = write(file, content, bytes);
        if (written < 0 && errno != EINTR)
            break;
        if (written > 0) {
            content += written;
            bytes -= (size_t)written;
        }
    }
    int reason = errno;
    if (close(file) < 0)
        return -1;
    errno = reason;
    return bytes > 0 ? -1 : 0;
}
