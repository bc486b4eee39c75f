// A name made, the content handed over in one call, the file closed, and its name given to it.
// Whoever lets others find the old content or the new, whole, must do this much.
// Nothing else is done here.
// floor: copying
// atomic: yes

#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

int replace_file(const char *path, const char *content, size_t bytes) {
    char part[PATH_MAX];
    if (snprintf(part, sizeof part, "%s~", path) >= (int)sizeof part)
        return -1;
    int file = open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    ssize_t kept = bytes > 0 ? write(file, content, bytes) : 0;
    if (close(file) < 0 || kept != (ssize_t)bytes)
        return -1;
    return rename(part, path);
}
