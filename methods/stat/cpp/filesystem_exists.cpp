// std::filesystem::exists() of each path.
// Use it by default in C++; it throws if the system will not tell.
// called: std::filesystem::exists()
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: error

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
    for (const std::string &name : names)
        found.files += std::filesystem::exists(place / name);
    return found;
}
