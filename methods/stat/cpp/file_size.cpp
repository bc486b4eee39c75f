// std::filesystem: is_regular_file(), file_size() and last_write_time() of each path.
// Use it when sizes or times are wanted of few files: each asks the system anew, and stat() tells
// all of it at once.
// called: std::filesystem::file_size()
// tells: size and time
// finds: files
// links: followed
// slashes: kept
// denied: error

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

struct totals {
    std::int64_t files = 0;
    std::int64_t bytes = 0;
    std::int64_t newest = 0;
};

totals stat_all(const std::string &folder, const std::vector<std::string> &names) {
    const std::filesystem::path place(folder);
    totals found;
    for (const std::string &name : names) {
        const std::filesystem::path path = place / name;
        if (!std::filesystem::is_regular_file(path))
            continue;
        const auto when = std::chrono::file_clock::to_sys(std::filesystem::last_write_time(path));
        const auto seconds = std::chrono::floor<std::chrono::seconds>(when).time_since_epoch();
        found.files++;
        found.bytes += static_cast<std::int64_t>(std::filesystem::file_size(path));
        found.newest = std::max<std::int64_t>(found.newest, seconds.count());
    }
    return found;
}
