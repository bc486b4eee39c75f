// unlinkat() of each name in the open folder, and rmdir().
// Use it when the names are known.

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

int remove_folder(const char *path, const char *const *names, int64_t count) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), failed = folder < 0;
    for (int64_t i = 0; i < count && !failed; i++)
        failed = unlinkat(folder, names[i], 0) < 0;
    int reason = errno;
    if (folder >= 0)
        close(folder);
    errno = reason;
    return failed ? -1 : rmdir(path);
}
