// getdents64() with a buffer of 1 MiB: some 30,000 entries in one system call.
// Use it for very large folders, if readdir() was measured to be in the way.
// called: getdents64() with 1 MiB
// needs: linux
// sorted: no
// yields: names
// hidden: yes
// dots: yes

#include "list.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1024 * 1024 };

struct entry { // the kernel's struct linux_dirent64, which no header offers
    uint64_t inode;
    int64_t offset;
    unsigned short bytes; // of the entry, up to the next one
    unsigned char type;
    char name[];
};

static int add_entries(int file, struct names *names, char *buffer) {
    long got;
    while ((got = syscall(SYS_getdents64, file, buffer, BUFFER_BYTES)) > 0) {
        for (long at = 0; at < got; at += ((struct entry *)(buffer + at))->bytes)
            if (names_add(names, ((struct entry *)(buffer + at))->name) < 0)
                return -1;
    }
    return (int)got;
}

int list(const char *folder, struct names *names) {
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return -1;
    char *buffer = malloc(BUFFER_BYTES); // aligned for any type
    int failed = buffer == NULL ? -1 : add_entries(file, names, buffer);
    int reason = errno;
    free(buffer);
    close(file);
    errno = reason;
    return failed;
}
