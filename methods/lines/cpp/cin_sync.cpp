// std::getline() from std::cin as it is, in step with stdio: byte by byte.
// Use it when C and C++ read the same stdin; else sync_with_stdio(false) is far quicker.
// called: std::getline() from std::cin
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <iostream>
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
    if (std::freopen(path.c_str(), "r", stdin) == nullptr) // as a shell does by `<`
        throw std::system_error(errno, std::generic_category(), path);
    std::cin.clear();
    totals found;
    for (std::string line; std::getline(std::cin, line);)
        add_line(line, found);
    return found;
}
