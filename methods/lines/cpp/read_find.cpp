// read() of 64 KiB of an ifstream at once, in which string_view::find() finds the lines.
// Use it when speed matters: no line is copied but the one that the end of a piece cuts, for which
// the buffer grows.
// called: ifstream::read() of {piece_bytes} and find()
// parameters: piece_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

constexpr int PIECE_BYTES = 65536;

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
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    totals found;
    std::vector<char> buffer(PIECE_BYTES);
    std::size_t kept = 0;
    while (file) {
        file.read(buffer.data() + kept, static_cast<std::streamsize>(buffer.size() - kept));
        std::string_view text(buffer.data(), kept + static_cast<std::size_t>(file.gcount()));
        for (auto end = text.find('\n', kept); end != text.npos; end = text.find('\n')) {
            add_line(text.substr(0, end), found);
            text.remove_prefix(end + 1);
        }
        std::copy(text.begin(), text.end(), buffer.begin());
        kept = text.size();
        if (kept == buffer.size())
            buffer.resize(2 * kept); // a line that is longer than the buffer
    }
    if (file.bad())
        throw std::system_error(errno, std::generic_category(), path);
    if (kept > 0) // the last line has no end
        add_line({buffer.data(), kept}, found);
    return found;
}
