// std::getline() of each line from an ifstream.
// Use it by default: it takes lines of any length, with whatever bytes they have.
// called: std::getline()
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

struct totals {
    std::int64_t lines = 0;
    std::int64_t length = 0;
    std::int64_t sum = 0;
};

static void add_line(std::string_view line, totals &found) {
    found.lines++;
    found.length += static_cast<std::int64_t>(line.size());
    if (!line.empty())
        found.sum +=
            static_cast<unsigned char>(line.front()) + static_cast<unsigned char>(line.back());
}

totals read_lines(const std::string &path) {
    std::ifstream file(path);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    totals found;
    for (std::string line; std::getline(file, line);)
        add_line(line, found);
    return found;
}
