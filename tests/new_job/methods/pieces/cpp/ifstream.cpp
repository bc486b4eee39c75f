// seekg() and read() of an ifstream for each piece.
// Use it when few of them are read, or each is large.

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

struct totals {
    std::int64_t reads = 0;
    std::int64_t sum = 0;
};

totals read_at(const std::string &path, const std::vector<std::int64_t> &offsets,
               std::int64_t bytes) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> piece(static_cast<std::size_t>(bytes));
    totals found;
    for (const std::int64_t offset : offsets) {
        if (!file.seekg(offset).read(piece.data(), bytes))
            throw std::system_error(errno, std::generic_category(), path);
        found.sum +=
            static_cast<unsigned char>(piece.front()) + static_cast<unsigned char>(piece.back());
        found.reads++;
    }
    return found;
}
