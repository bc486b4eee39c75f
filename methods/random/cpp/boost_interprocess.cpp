// Boost.Interprocess maps the file; each piece is looked at where it lies.
// Use it when the same program must map files on Windows, too; a file that another process cuts
// short meanwhile ends this one with SIGBUS.
// called: Boost's mapped_region
// tags: mapped
// needs: package boost-interprocess
// short: refused

#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace ipc = boost::interprocess;

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

static ipc::mapped_region mapped(const std::string &path) {
    try {
        return {ipc::file_mapping(path.c_str(), ipc::read_only), ipc::read_only};
    } catch (const ipc::interprocess_exception &error) {
        throw std::system_error(error.get_native_error(), std::generic_category(), path);
    }
}

totals read_at(const std::string &path, const std::vector<std::int64_t> &offsets,
               std::int64_t bytes) {
    const ipc::mapped_region region = mapped(path);
    const std::string_view content(static_cast<const char *>(region.get_address()),
                                   region.get_size());
    const auto size = static_cast<std::size_t>(bytes);
    totals found;
    for (const std::int64_t offset : offsets) {
        const auto piece = content.substr(static_cast<std::size_t>(offset), size);
        if (piece.size() < size)
            throw std::out_of_range("the end of the file cuts a piece");
        add_piece(piece, found);
    }
    return found;
}
