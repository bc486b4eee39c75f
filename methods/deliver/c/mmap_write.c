// mmap() of the whole file, then write() from the mapping.
// Use it when the mapping serves for something else too; write() copies the bytes all the same.
// If somebody cuts the file short meanwhile, write() fails with EFAULT.
// called: mmap() and write()
// tags: untouched

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int64_t write_mapped(int file, int sink) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t size = (size_t)about.st_size, sent = 0;
    if (size == 0)
        return 0; // nothing cannot be mapped
    char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return -1;
    ssize_t written = 0;
    while (sent < size && (written >= 0 || errno == EINTR)) {
        written = write(sink, bytes + sent, size - sent);
        if (written > 0)
            sent += (size_t)written;
    }
    int reason = errno;
    munmap(bytes, size);
    errno = reason;
    return sent == size ? (int64_t)size : -1;
}

int64_t deliver(const char *path, int sink) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = write_mapped(file, sink);
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
