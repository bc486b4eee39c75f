// spdlog: its basic file sink with the pattern that it comes with, flushed for each message.
// Use it for a program's own log, for its levels and its sinks. It tells of a failed write by its
// error handler alone, and as it comes prints that to stderr and goes on.
// called: spdlog, flushed for each message
// needs: package spdlog
// stamped: by a logger
// survives: kill
// durable: no

#define FMT_HEADER_ONLY // nothing has to be linked
#include "log.hpp"

#include <memory>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <stdexcept>
#include <string>
#include <string_view>

std::int64_t log_messages(const std::string &path, Messages &messages) {
    spdlog::logger log("messages", std::make_shared<spdlog::sinks::basic_file_sink_mt>(path));
    log.flush_on(spdlog::level::info);
    std::string failed; // spdlog tells nobody else
    log.set_error_handler([&failed](const std::string &said) { failed = said; });
    std::int64_t logged = 0;
    for (const std::string_view message : messages) {
        log.info(message);
        if (!failed.empty())
            throw std::runtime_error(failed); // it names the file
        logged++;
    }
    return logged;
}
