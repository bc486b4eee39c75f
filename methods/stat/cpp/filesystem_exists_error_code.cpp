// std::filesystem::exists() with an error_code, which is not looked at.
// Use it where nothing may throw; what the system will not tell counts as missing.
// called: std::filesystem::exists() with an error_code
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

struct totals {
    std::int64_t files = 0;
    std::int64_t bytes = 0;
    std::int64_t newest = 0;
};

totals stat_all(const std::string &folder, const std::vector<std::string> &names) {
    const std::filesystem::path place(folder);
    std::error_code ignored;
    totals found;
    for (const std::string &name : names)
        found.files += std::filesystem::exists(place / name, ignored);
    return found;
}
