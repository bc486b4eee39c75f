// An ifstream opened at its end, tellg() for the size, and one read() of so many bytes.
// Use it by default for ordinary files; it finds nothing in /proc, where sizes are told as 0.
// called: read() of an ifstream
// unsized: no

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

std::vector<std::string> load(const std::string &folder, const std::vector<std::string> &names) {
    std::vector<std::string> contents;
    contents.reserve(names.size());
    for (const std::string &name : names) {
        std::ifstream file(folder + "/" + name, std::ios::binary | std::ios::ate);
        if (!file)
            throw std::system_error(errno, std::generic_category(), folder + "/" + name);
        std::string &content = contents.emplace_back();
        content.resize(static_cast<std::size_t>(file.tellg()));
        file.seekg(0);
        file.read(content.data(), static_cast<std::streamsize>(content.size()));
        content.resize(static_cast<std::size_t>(file.gcount()));
    }
    return contents;
}
