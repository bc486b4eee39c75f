// std::filesystem::recursive_directory_iterator with skip_permission_denied, and file_size().
// Use it when folders that may not be read are to be left out, which nothing tells then.
// called: recursive_directory_iterator with skipping
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: left out
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
    for (const auto &entry : std::filesystem::recursive_directory_iterator(
             folder, std::filesystem::directory_options::skip_permission_denied)) {
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
