// std::filesystem::recursive_directory_iterator, whose entries know what they are.
// Use it when sizes are not wanted: nothing is asked about any entry.
// called: recursive_directory_iterator without sizes
// sizes: no
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
        }
    }
    return found;
}
