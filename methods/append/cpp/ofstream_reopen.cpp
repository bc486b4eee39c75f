// An ofstream is opened for append, written once and closed again for each record.
// Use it when the log may be moved away at any time, or records are rare.
// called: a new ofstream for each record
// visible: each record
// lock: none
// append: yes
// durable: no

#include "append.hpp"

#include <cerrno>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

std::int64_t append(const std::string &path, Records &records) {
    std::int64_t written = 0;
    for (const std::string_view record : records) {
        std::ofstream log(path, std::ios::binary | std::ios::app);
        log.write(record.data(), static_cast<std::streamsize>(record.size()));
        log.close();
        if (!log)
            throw std::system_error(errno, std::generic_category(), path);
        written++;
    }
    return written;
}
