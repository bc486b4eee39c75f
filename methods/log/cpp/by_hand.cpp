// An ofstream flushed for each line, the time of put_time() and the level put before the message.
// Use it in a program that needs a log and no logger. A line that is longer than the stream's
// buffer goes out in pieces, so other writers can come in between.
// called: an ofstream with the time, flushed
// stamped: by hand
// survives: kill
// durable: no

#include "log.hpp"

#include <cerrno>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <string>
#include <string_view>
#include <system_error>

static std::ostream &print_time(std::ostream &log) {
    using namespace std::chrono;
    const auto now = system_clock::now();
    const std::time_t seconds = system_clock::to_time_t(now);
    const auto rest = duration_cast<milliseconds>(now.time_since_epoch()) % 1s;
    std::tm local;
    localtime_r(&seconds, &local);
    return log << std::put_time(&local, "%Y-%m-%d %H:%M:%S") << '.' << std::setfill('0')
               << std::setw(3) << rest.count();
}

std::int64_t log_messages(const std::string &path, Messages &messages) {
    std::ofstream log(path, std::ios::app);
    std::int64_t logged = 0;
    for (const std::string_view message : messages) {
        if (!(log << print_time << " INFO " << message << '\n' << std::flush))
            break;
        logged++;
    }
    log.close();
    if (!log)
        throw std::system_error(errno, std::generic_category(), path);
    return logged;
}
