// write() for each record, to an ofstream that is opened once; it writes when its buffer is full.
// Use it when the last records may be lost in a crash and nobody reads the log meanwhile.
// What the buffer holds can end in the middle of a record, so other writers can come in between.
// called: an ofstream with its buffer
// visible: at the end
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
        if (!log.write(record.data(), static_cast<std::streamsize>(record.size())))
            break;
        written++;
    }
    log.close(); // the last records fail here, if they fail
    if (!log)
        throw std::system_error(errno, std::generic_category(), path);
    return written;
}
