// std::filesystem::recursive_directory_iterator, and file_size() of each file.
// Use it by default in C++; it throws at a folder that may not be read.
// called: std::filesystem::recursive_directory_iterator
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

#include <cstdint>
#include <filesystem>
#include <string>

struct totals {
    std::int64_t files = 0;
    std::int64_t folders = 0;
    std::int64_t bytes = 0;
};

totals walk(const std::string &folder) {
    totals found;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_symlink()) // the questions below would follow it
            continue;
        if (entry.is_directory()) {
            found.folders++;
        } else if (entry.is_regular_file()) {
            found.files++;
            found.bytes += static_cast<std::int64_t>(entry.file_size());
        }
    }
    return found;
}
