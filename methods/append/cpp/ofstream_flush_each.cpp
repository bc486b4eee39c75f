// write() and flush() for each record, to an ofstream that is opened once for append.
// Use it when each record shall be in the file, for others to see, once the call returns.
// visible: each record
// lock: none
// append: yes

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

std::int64_t append(const std::string &path, std::string_view record, std::int64_t records) {
    std::ofstream log(path, std::ios::binary | std::ios::app);
    const auto size = static_cast<std::streamsize>(record.size());
    for (std::int64_t i = 0; i < records && log; i++)
        log.write(record.data(), size).flush();
    log.close();
    if (!log)
        throw std::system_error(errno, std::generic_category(), path);
    return records;
}
