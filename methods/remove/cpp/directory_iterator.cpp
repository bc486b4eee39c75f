// std::filesystem::directory_iterator, calling itself for each folder, and remove() of each entry.
// Use it when the program decides what to remove; is_directory() of an entry follows links, so ask
// symlink_status().
// called: std::filesystem::directory_iterator
// refused: stops
// missing: error
// top_link: followed
// any_name: yes
// deep: no

#include <filesystem>
#include <string>

void remove_tree(const std::string &folder) {
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        if (std::filesystem::is_directory(entry.symlink_status()))
            remove_tree(entry.path().string());
        else
            std::filesystem::remove(entry);
    }
    std::filesystem::remove(folder);
}
