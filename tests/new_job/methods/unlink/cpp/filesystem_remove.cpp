// std::filesystem::remove() of each file, and of the folder.
// Use it when the names are known.

#include <filesystem>
#include <string>
#include <vector>

void remove_folder(const std::string &path, const std::vector<std::string> &names) {
    const std::filesystem::path folder(path);
    for (const std::string &name : names)
        std::filesystem::remove(folder / name);
    std::filesystem::remove(folder);
}
