// Boost.Interprocess maps the file; string_view::find() finds the lines.
// Use it when lines are wanted in place, on several systems; a file that another process cuts short
// meanwhile ends this one with SIGBUS.
// called: Boost.Interprocess and find()
// tags: mapped
// needs: package boost-interprocess
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

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
    namespace ipc = boost::interprocess;
    totals found;
    if (std::filesystem::file_size(path) == 0)
        return found; // nothing cannot be mapped
    const ipc::file_mapping file(path.c_str(), ipc::read_only);
    const ipc::mapped_region region(file, ipc::read_only);
    std::string_view text(static_cast<const char *>(region.get_address()), region.get_size());
    while (!text.empty()) {
        const auto end = text.find('\n');
        add_line(text.substr(0, end), found);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return found;
}
