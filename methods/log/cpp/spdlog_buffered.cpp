// spdlog: its basic file sink as it comes, which writes when the buffer of stdio is full.
// Use it when the last messages may be lost in a crash and nobody reads the log meanwhile.
// What the buffer holds can end in the middle of a line, so other writers can come in between.
// called: spdlog
// needs: package spdlog
// stamped: by a logger
// survives: no
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
    std::string failed; // spdlog tells nobody else
    log.set_error_handler([&failed](const std::string &said) { failed = said; });
    std::int64_t logged = 0;
    for (const std::string_view message : messages) {
        log.info(message);
        logged++;
    }
    log.flush(); // the sink's own end would not tell that the last messages failed
    if (!failed.empty())
        throw std::runtime_error(failed); // it names the file
    return logged;
}
