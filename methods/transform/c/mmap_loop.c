// mmap() of the whole file, changed piece by piece into a buffer of 64 KiB, and write() of that.
// Use it when the file is mapped for something else too; the mapping itself stays as it is.
// A file that others cut short meanwhile ends the program with SIGBUS.
// called: mmap() and write() of 64 KiB
// tags: mapped

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE_BYTES = 64 * 1024 };

static void rot13(unsigned char *into, const unsigned char *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned char letter = (unsigned char)((from[i] | 0x20) - 'a');
        int turn = letter < 13 ? 13 : letter < 26 ? -13 : 0;
        into[i] = (unsigned char)(from[i] + turn);
    }
}

static int write_all(int sink, const unsigned char *bytes, size_t left) {
    while (left > 0) {
        ssize_t written = write(sink, bytes, left);
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            bytes += written;
            left -= (size_t)written;
        }
    }
    return 0;
}

static int write_turned(int sink, const unsigned char *bytes, size_t size) {
    unsigned char turned[PIECE_BYTES];
    for (size_t at = 0; at < size; at += PIECE_BYTES) {
        size_t count = size - at < PIECE_BYTES ? size - at : PIECE_BYTES;
        rot13(turned, bytes + at, count);
        if (write_all(sink, turned, count) < 0)
            return -1;
    }
    return 0;
}

static int64_t transform_mapped(int file, int sink) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t size = (size_t)about.st_size;
    if (size == 0)
        return 0; // nothing cannot be mapped
    unsigned char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return -1;
    int failed = write_turned(sink, bytes, size);
    int reason = errno;
    munmap(bytes, size);
    errno = reason;
    return failed ? -1 : (int64_t)size;
}

int64_t transform(const char *path, int sink) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = transform_mapped(file, sink);
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
