// An ofstream is opened for append, written to once and closed again for each record.
// Use it when logs are many and records rare: no more than one file is open at a time.
// called: a new ofstream for each record
// visible: each record

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

std::int64_t append_many(const std::vector<std::string> &paths,
                         const std::vector<std::size_t> &turns, std::string_view record) {
    for (const std::size_t turn : turns) {
        std::ofstream log(paths[turn], std::ios::binary | std::ios::app);
        log.write(record.data(), static_cast<std::streamsize>(record.size()));
        log.close();
        if (!log)
            throw std::system_error(errno, std::generic_category(), paths[turn]);
    }
    return static_cast<std::int64_t>(turns.size());
}
