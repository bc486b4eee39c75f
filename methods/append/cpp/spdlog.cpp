// spdlog: its basic file sink, with the message alone as line, flushed for each record.
// Use it for a program's own log, for its levels and its sinks.
// called: spdlog, flushed for each record
// needs: package spdlog
// visible: each record
// lock: none
// append: yes
// durable: no

#define FMT_HEADER_ONLY // nothing has to be linked
#include "append.hpp"

#include <memory>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <stdexcept>
#include <string>

std::int64_t append(const std::string &path, Records &records) {
    auto file = std::make_shared<spdlog::sinks::basic_file_sink_st>(path);
    spdlog::logger log("records", file);
    // the record carries its own ending
    log.set_formatter(
        std::make_unique<spdlog::pattern_formatter>("%v", spdlog::pattern_time_type::local, ""));
    log.flush_on(spdlog::level::info);
    std::string failed; // spdlog tells nobody else
    log.set_error_handler([&failed](const std::string &said) { failed = said; });
    std::int64_t written = 0;
    for (const std::string_view record : records) {
        log.info(spdlog::string_view_t(record.data(), record.size()));
        if (!failed.empty())
            throw std::runtime_error(path + ": " + failed);
        written++;
    }
    return written;
}
