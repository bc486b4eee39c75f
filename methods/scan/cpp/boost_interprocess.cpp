// Boost.Interprocess: the file is mapped, and its integers are summed where they lie.
// Use it when the same program must map files on Windows, too; nothing has to be linked. Its errors
// do not name the file; one that another process cuts short meanwhile ends this one with SIGBUS.
// called: Boost's mapped_region
// tags: mapped
// needs: package boost-interprocess

#include "scan.hpp"

#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>
#include <filesystem>

namespace ipc = boost::interprocess;

static ipc::mapped_region mapped(const std::string &path) {
    try {
        return {ipc::file_mapping(path.c_str(), ipc::read_only), ipc::read_only};
    } catch (const ipc::interprocess_exception &error) {
        throw std::system_error(error.get_native_error(), std::generic_category(), path);
    }
}

totals scan(const std::string &path) {
    totals found;
    if (std::filesystem::file_size(path) == 0) // an empty file cannot be mapped
        return found;
    const ipc::mapped_region content = mapped(path);
    auto word = static_cast<const std::int32_t *>(content.get_address());
    std::size_t left = content.get_size();
    while (left >= sizeof *word) {
        const std::int32_t count = *word;
        demand_valid_count(count, path);
        const std::size_t bytes = sizeof *word * (1 + static_cast<std::size_t>(count));
        if (bytes > left)
            break;
        found.sum += record_sum(word + 1, count);
        found.integers += count;
        word += 1 + count;
        left -= bytes;
    }
    found.rest_bytes = static_cast<std::int64_t>(left);
    return found;
}
