// nftw() with FTW_DEPTH and FTW_PHYS, and remove() of each entry.
// Use it by default; it goes into no link. It asks the system about every entry before it is
// removed.
// called: nftw()
// refused: stops
// missing: error
// top_link: link alone
// any_name: yes
// deep: no

#include <ftw.h>
#include <stdio.h>

enum { MOST_OPEN_FOLDERS = 64 };

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *place) {
    (void)about;
    (void)type;
    (void)place;
    return remove(path);
}

int remove_tree(const char *folder) {
    return nftw(folder, remove_one, MOST_OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
