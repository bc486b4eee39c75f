// seekg() and read() of an ifstream for each piece.
// Use it by default; small pieces have its whole buffer read each time.
// called: seekg() and read() of an ifstream
// short: refused

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

struct totals {
    std::int64_t reads = 0;
    std::int64_t sum = 0;
};

static void add_piece(std::string_view piece, totals &found) {
    found.reads++;
    found.sum +=
        static_cast<unsigned char>(piece.front()) + static_cast<unsigned char>(piece.back());
    for (auto at = piece.find('\n'); at != piece.npos; at = piece.find('\n', at + 1))
        found.sum++;
}

totals read_at(const std::string &path, const std::vector<std::int64_t> &offsets,
               std::int64_t bytes) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    std::string piece(static_cast<std::size_t>(bytes), '\0');
    totals found;
    for (const std::int64_t offset : offsets) {
        if (!file.seekg(offset).read(piece.data(), bytes)) // also if the end of the file cuts it
            throw std::system_error(file.eof() ? EINVAL : errno, std::generic_category(), path);
        add_piece(piece, found);
    }
    return found;
}
