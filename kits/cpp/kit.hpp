// What an adapter needs of the C++ kit: requests, replies, and the job that it must define.
// See ../PROTOCOL.md. Whatever goes wrong is thrown, and answered with `error`.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A request: a verb and its pairs.
class Pairs {
  public:
    // Split a line, its newline taken off.
    explicit Pairs(std::string_view line);

    const std::string &verb() const { return verb_; }
    bool has(const std::string &key) const { return pairs_.contains(key); }

    // The value under `key`; throws where it is missing.
    const std::string &text(const std::string &key) const;

    // The whole number under `key`; throws where it is missing, no number, or below `lowest`.
    std::int64_t integer(const std::string &key, std::int64_t lowest) const;

  private:
    std::string verb_;
    std::map<std::string, std::string> pairs_;
};

// A reply, built pair by pair.
class Reply {
  public:
    explicit Reply(std::string verb) : line_(std::move(verb)) {}

    void text(std::string_view key, std::string_view value);
    void integer(std::string_view key, std::int64_t value) { text(key, std::to_string(value)); }

    const std::string &line() const { return line_; }

  private:
    std::string line_;
};

// What iterations did.
struct Done {
    std::int64_t work = 0;
    std::optional<std::int64_t> proof = std::nullopt; // where the job has one
};

// The monotonic clock.
std::int64_t now_ns();

// A span of time that is filled with work, and the moments of that work: when each piece of it (a
// record, or an iteration) began and when it was done.
struct Window {
    std::int64_t start_ns = 0, end_ns = 0; // nothing begins at the end or later
    std::int64_t every_ns = 0;             // one is due each so often; 0: one follows the other
    std::vector<std::int64_t> moments = {};

    // Wait until the next piece of work is due, counted from 0; when it was due, or nothing where
    // the window is over.
    std::optional<std::int64_t> next(std::int64_t number) const;
};

// An adapter defines `job`.
struct Job {
    const char *name;
    void (*prepare)(const Pairs &pairs);
    void (*arrange)(std::int64_t iterations, std::int64_t lead_in);
    void (*lead_in)(std::int64_t iterations);
    Done (*iterate)(std::int64_t iterations);
    void (*check)(const Pairs &pairs, Reply &reply); // adds the pairs of `checked`
    Done (*fill)(Window &window) = nullptr;          // where it is not iteration by iteration
};
extern const Job job;
