// fts_open(), then fts_children() of the folder: one level of a walk, all names at once.
// Use it when the same program walks whole trees; for one folder it allocates each name by itself.
// musl, the C library of Alpine, does not have it.
// called: fts_children()
// sorted: no
// yields: names
// hidden: yes
// dots: no

#include "list.h"

#include <errno.h>
#include <fts.h>

static int add_children(FTS *walk, struct names *names) {
    FTSENT *top = fts_read(walk);
    if (top == NULL)
        return -1;
    if (top->fts_info != FTS_D) {
        errno = top->fts_errno != 0 ? top->fts_errno : ENOTDIR;
        return -1;
    }
    errno = 0; // NULL with errno unchanged is an empty folder
    FTSENT *child = fts_children(walk, FTS_NAMEONLY);
    if (child == NULL && errno != 0)
        return -1;
    for (; child != NULL; child = child->fts_link)
        if (names_add(names, child->fts_name) < 0)
            return -1;
    return 0;
}

int list(const char *folder, struct names *names) {
    char *const tops[] = {(char *)folder, NULL};
    // without FTS_NOCHDIR it would change the program's own working folder
    FTS *walk = fts_open(tops, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOSTAT | FTS_NOCHDIR, NULL);
    if (walk == NULL)
        return -1;
    int failed = add_children(walk, names);
    int reason = errno;
    fts_close(walk);
    errno = reason;
    return failed;
}
