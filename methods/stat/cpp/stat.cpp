// stat() of each path.
// Use it on POSIX when sizes or times are wanted too: one call tells all of it.
// called: stat()
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <vector>

struct totals {
    std::int64_t files = 0;
    std::int64_t bytes = 0;
    std::int64_t newest = 0;
};

totals stat_all(const std::string &folder, const std::vector<std::string> &names) {
    totals found;
    for (const std::string &name : names) {
        const std::string path = folder + "/" + name;
        struct stat about = {};
        if (stat(path.c_str(), &about) < 0) {
            if (errno == ENOENT || errno == ENOTDIR)
                continue;
            throw std::system_error(errno, std::generic_category(), path);
        }
        found.files++;
        found.bytes += about.st_size;
        found.newest = std::max<std::int64_t>(found.newest, about.st_mtim.tv_sec);
    }
    return found;
}
