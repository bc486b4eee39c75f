// seekg() and read() of 4 KiB at once from the end, for newlines; then one of the lines.
// Use it for a file of any size: what lies before the lines is not read.
// called: seekg() and read() from the end
// parameters: piece_bytes 512..1048576
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

constexpr int PIECE_BYTES = 4096;

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

// Where the last lines begin.
static std::streamoff find_begin(std::ifstream &file, std::streamoff size, std::int64_t wanted) {
    std::string piece;
    std::streamoff end = size - 1; // the last byte is of the last line, be it its end
    while (end > 0) {
        piece.resize(static_cast<std::size_t>(std::min<std::streamoff>(end, PIECE_BYTES)));
        end -= static_cast<std::streamoff>(piece.size());
        file.seekg(end).read(piece.data(), static_cast<std::streamsize>(piece.size()));
        for (auto at = piece.size(); at > 0 && (at = piece.rfind('\n', at - 1)) != piece.npos;)
            if (--wanted == 0)
                return end + static_cast<std::streamoff>(at) + 1;
    }
    return 0;
}

totals tail_lines(const std::string &path, std::int64_t wanted) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const std::streamoff size = file.tellg();
    totals found;
    if (file) {
        const std::streamoff begin = find_begin(file, size, wanted);
        std::string text(static_cast<std::size_t>(size - begin), '\0');
        file.seekg(begin).read(text.data(), size - begin);
        add_lines(text, found);
    }
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    return found;
}
