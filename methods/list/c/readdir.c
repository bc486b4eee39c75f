// opendir(), readdir() until the end, closedir().
// Use it by default: it is portable, needs no memory for the whole folder, and does not sort.
// called: readdir()
// sorted: no
// yields: names
// hidden: yes
// dots: yes

#include "list.h"

#include <dirent.h>
#include <errno.h>

int list(const char *folder, struct names *names) {
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return -1;
    int failed = 0;
    while (!failed) {
        errno = 0; // NULL with errno unchanged is the end
        struct dirent *entry = readdir(entries);
        if (entry == NULL)
            break;
        failed = names_add(names, entry->d_name) < 0;
    }
    int reason = errno;
    closedir(entries);
    errno = reason;
    return reason == 0 ? 0 : -1;
}
