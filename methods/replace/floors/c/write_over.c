// The content handed over in one call to the file that is there, which stays the same file.
// Whoever gives a file new content must do this much; what was longer is cut off.
// Nothing else is done here.
// floor: copying

#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

int replace_file(const char *path, const char *content, size_t bytes) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    ssize_t kept = bytes > 0 ? write(file, content, bytes) : 0;
    int failed = kept != (ssize_t)bytes;
    if (!failed && lseek(file, 0, SEEK_END) > (off_t)bytes)
        failed = ftruncate(file, (off_t)bytes) < 0;
    return close(file) < 0 || failed ? -1 : 0;
}
