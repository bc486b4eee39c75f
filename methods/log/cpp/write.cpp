// operator<< of the message and a newline, and flush() for each, on an ofstream.
// Use it as the measure of a logger, or for a log that needs neither time nor level.
// called: an ofstream of the message alone, flushed
// stamped: no
// survives: kill
// durable: no

#include "log.hpp"

#include <cerrno>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

std::int64_t log_messages(const std::string &path, Messages &messages) {
    std::ofstream log(path, std::ios::app);
    std::int64_t logged = 0;
    for (const std::string_view message : messages) {
        if (!(log << message << '\n' << std::flush))
            break;
        logged++;
    }
    log.close();
    if (!log)
        throw std::system_error(errno, std::generic_category(), path);
    return logged;
}
