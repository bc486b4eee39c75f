// std::getline() of all lines, of which the last ones are kept in a deque.
// Use it for what cannot be sought in, such as a pipe; every byte is read.
// called: std::getline() into a deque
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

#include <cerrno>
#include <cstdint>
#include <deque>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

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

totals tail_lines(const std::string &path, std::int64_t wanted) {
    std::ifstream file(path);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    std::deque<std::string> last;
    for (std::string line; std::getline(file, line);) {
        last.push_back(std::move(line));
        if (last.size() > static_cast<std::size_t>(wanted))
            last.pop_front();
    }
    totals found;
    for (const std::string &line : last)
        add_line(line, found);
    return found;
}
