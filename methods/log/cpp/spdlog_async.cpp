// spdlog: its asynchronous logger, a thread that writes what a queue of 8192 messages holds.
// Use it when a program must not wait for its log, and the last messages may be lost in a crash:
// more than those of the synchronous one, as the queue is lost, too. With a full queue it waits.
// called: spdlog, asynchronous
// tags: threaded
// needs: package spdlog
// stamped: by a logger
// survives: no
// durable: no

#define FMT_HEADER_ONLY // nothing has to be linked
#include "log.hpp"

#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <stdexcept>
#include <string>
#include <string_view>

std::int64_t log_messages(const std::string &path, Messages &messages) {
    const auto log = spdlog::basic_logger_mt<spdlog::async_factory>("messages", path);
    std::string failed; // set by the thread, which has ended when we look
    log->set_error_handler([&failed](const std::string &said) { failed = said; });
    std::int64_t logged = 0;
    for (const std::string_view message : messages) {
        log->info(message);
        logged++;
    }
    log->flush();
    spdlog::shutdown(); // waits until the thread has written all
    if (!failed.empty())
        throw std::runtime_error(failed); // it names the file
    return logged;
}
