// A string made of two istreambuf_iterators of an ifstream.
// Use it where files are few: it is the shortest, and takes the bytes one by one.
// called: std::istreambuf_iterator
// unsized: yes

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

std::vector<std::string> load(const std::string &folder, const std::vector<std::string> &names) {
    std::vector<std::string> contents;
    contents.reserve(names.size());
    for (const std::string &name : names) {
        std::ifstream file(folder + "/" + name, std::ios::binary);
        if (!file)
            throw std::system_error(errno, std::generic_category(), folder + "/" + name);
        contents.emplace_back(std::istreambuf_iterator<char>(file),
                              std::istreambuf_iterator<char>());
    }
    return contents;
}
