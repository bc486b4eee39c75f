// write() and flush() for each record, to an ofstream that is opened once for append.
// Use it when each record shall be in the file, for others to see, once the call returns.
// called: an ofstream flushed for each record
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
    std::ofstream log(path, std::ios::binary | std::ios::app);
    std::int64_t written = 0;
    for (const std::string_view record : records) {
        if (!log.write(record.data(), static_cast<std::streamsize>(record.size())).flush())
            break;
        written++;
    }
    log.close();
    if (!log)
        throw std::system_error(errno, std::generic_category(), path);
    return written;
}
