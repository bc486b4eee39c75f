// std::getline() of each line from an ifstream.
// Use it when something is done with the lines, too.
// called: std::getline()

#include <cstdint>
#include <fstream>
#include <string>
#include <system_error>

struct totals {
    std::int64_t lines = 0;
    std::int64_t bytes = 0;
};

totals lines(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    totals found;
    std::string line;
    while (std::getline(file, line)) {
        const bool ended = !file.eof();
        found.lines += ended;
        found.bytes += static_cast<std::int64_t>(line.size()) + ended;
    }
    return found;
}
