// std::filesystem::directory_iterator, then std::ranges::sort: the names in order.
// Use it when the order counts; the iterator gives none.
// called: std::filesystem::directory_iterator and sort()
// sorted: yes
// yields: names
// hidden: yes
// dots: no

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

std::vector<std::string> list(const std::string &folder) {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}
