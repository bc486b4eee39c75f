// An ifstream for each item, read to a string of its size.
// Use it by default: tools of every kind can read, change and remove one item.
// called: a file for each item

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

struct totals {
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    std::int64_t ends = 0;
};

totals read_blobs(const std::string &folder, const std::vector<std::string> &names) {
    totals found;
    for (const std::string &name : names) {
        const std::string path = folder + "/files/" + name;
        std::ifstream file(path, std::ios::binary);
        std::string item(std::filesystem::file_size(path), '\0');
        if (!file.read(item.data(), static_cast<std::streamsize>(item.size())))
            throw std::system_error(errno, std::generic_category(), path);
        found.items++;
        found.bytes += static_cast<std::int64_t>(item.size());
        if (!item.empty()) {
            found.ends += static_cast<unsigned char>(item.front());
            found.ends += static_cast<unsigned char>(item.back());
        }
    }
    return found;
}
