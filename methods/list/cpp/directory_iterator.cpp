// std::filesystem::directory_iterator, from which the names are taken.
// Use it by default in C++; it leaves out `.` and `..`, and gives paths, which end in the names.
// called: std::filesystem::directory_iterator
// sorted: no
// yields: names
// hidden: yes
// dots: no

#include <filesystem>
#include <string>
#include <vector>

std::vector<std::string> list(const std::string &folder) {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    return names;
}
