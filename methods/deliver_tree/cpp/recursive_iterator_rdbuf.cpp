// std::filesystem::recursive_directory_iterator finds the files, out << in.rdbuf() sends each.
// Use it by default in C++: it follows no links into folders, and knows what is a file.
// called: recursive_directory_iterator and rdbuf()
// hidden: yes

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <system_error>

static std::int64_t deliver(const std::filesystem::path &path, std::ostream &sink) {
    std::ifstream file(path, std::ios::binary);
    const bool empty = file && file.peek() == std::ifstream::traits_type::eof();
    if (!file.is_open() || file.bad())
        throw std::system_error(errno, std::generic_category(), path.string());
    if (empty)
        return 0; // << would set failbit, since it moved nothing
    if (!(sink << file.rdbuf()))
        throw std::system_error(errno, std::generic_category(), path.string());
    return file.tellg();
}

std::int64_t deliver_tree(const std::string &folder, std::ostream &sink) {
    std::int64_t total = 0;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.symlink_status().type() == std::filesystem::file_type::regular)
            total += deliver(entry.path(), sink);
    return total;
}
