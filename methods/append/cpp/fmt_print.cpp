// {fmt}: fmt::print() of each record to a stdio log that is opened once, with its buffer.
// Use it in a program that forms its lines by {fmt}, if the last records may be lost in a crash.
// What the buffer holds can end in the middle of a record, so other writers can come in between.
// called: fmt::print() to a stdio log
// needs: package fmt
// visible: at the end
// lock: none
// append: yes
// durable: no

#define FMT_HEADER_ONLY // nothing has to be linked
#include "append.hpp"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

std::int64_t append(const std::string &path, Records &records) {
    std::unique_ptr<std::FILE, int (*)(std::FILE *)> log(std::fopen(path.c_str(), "ab"),
                                                         std::fclose);
    if (!log)
        throw std::system_error(errno, std::generic_category(), path);
    std::int64_t written = 0;
    try {
        for (const std::string_view record : records) {
            fmt::print(log.get(), "{}", record);
            written++;
        }
    } catch (const std::system_error &error) { // it does not name the file
        throw std::system_error(error.code(), path);
    }
    const bool failed = std::ferror(log.get()) != 0;
    if (std::fclose(log.release()) != 0 || failed) // the last records fail here, if they fail
        throw std::system_error(errno, std::generic_category(), path);
    return written;
}
