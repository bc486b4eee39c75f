// std::getline() from an ifstream with a buffer of its own size.
// Use it when the file lies where each call takes long: it is to be set before the file is opened.
// called: std::getline() with a larger buffer
// parameters: buffer_bytes 4096..16777216
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
#include <vector>

constexpr int BUFFER_BYTES = 65536;

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
    std::vector<char> buffer(BUFFER_BYTES);
    std::ifstream file;
    file.rdbuf()->pubsetbuf(buffer.data(), BUFFER_BYTES);
    file.open(path);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    totals found;
    for (std::string line; std::getline(file, line);)
        add_line(line, found);
    return found;
}
