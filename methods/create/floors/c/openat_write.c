// A name made, the content handed over in one call and the file closed, by names in an open folder.
// Whoever makes files with something in them must do this much for each; nothing else is done here.
// floor: copying

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

int64_t create_files(const char *folder, const char *const *names, int64_t files,
                     const char *content, size_t file_bytes) {
    int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (place < 0)
        return -1;
    int64_t written = 0;
    for (; written < files; written++) {
        int file = openat(place, names[written], O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0)
            break;
        ssize_t kept = file_bytes > 0 ? write(file, content, file_bytes) : 0;
        if (close(file) < 0 || kept != (ssize_t)file_bytes)
            break;
    }
    int reason = errno;
    close(place);
    errno = reason;
    return written == files ? files : -1;
}
