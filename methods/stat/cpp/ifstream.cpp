// An ifstream of each path: if it is good, the file is there.
// Use std::filesystem::exists() instead: this opens each file, and misses what may not be read.
// called: an ifstream
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

struct totals {
    std::int64_t files = 0;
    std::int64_t bytes = 0;
    std::int64_t newest = 0;
};

totals stat_all(const std::string &folder, const std::vector<std::string> &names) {
    totals found;
    for (const std::string &name : names)
        found.files += std::ifstream(folder + "/" + name).good();
    return found;
}
