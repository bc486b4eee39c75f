// read() of the whole file by an ifstream, in which rfind() looks for newlines from the end.
// Use it for a small file that is needed as a whole, too.
// called: ifstream::read() of the whole file
// decodes: no
// splits: at LF
// ending: dropped
// memory: the file

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

static void add_lines(std::string_view text, totals &found) {
    while (!text.empty()) {
        const auto end = text.find('\n');
        add_line(text.substr(0, end), found);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
}

totals tail_lines(const std::string &path, std::int64_t wanted) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    std::string content(static_cast<std::size_t>(file.tellg()), '\0');
    if (!file.seekg(0).read(content.data(), static_cast<std::streamsize>(content.size())))
        throw std::system_error(errno, std::generic_category(), path);
    std::string_view text = content;
    auto begin = text.empty() ? 0 : text.size() - 1; // the last byte is of the last line
    while (begin > 0 && (begin = text.rfind('\n', begin - 1)) != text.npos)
        if (--wanted == 0)
            break;
    totals found;
    add_lines(begin == text.npos || wanted > 0 ? text : text.substr(begin + 1), found);
    return found;
}
