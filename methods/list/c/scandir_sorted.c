// scandir() with alphasort: all entries at once, each in memory of its own, in order.
// Use it when the names are wanted in order anyway; otherwise the sorting is for nothing.
// called: scandir() with alphasort
// sorted: yes
// yields: names
// hidden: yes
// dots: yes

#include "list.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

int list(const char *folder, struct names *names) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        return -1;
    int failed = 0, reason = 0;
    for (int i = 0; i < count; i++) {
        if (!failed && names_add(names, entries[i]->d_name) < 0) {
            failed = -1;
            reason = errno;
        }
        free(entries[i]);
    }
    free(entries);
    if (failed)
        errno = reason;
    return failed;
}
