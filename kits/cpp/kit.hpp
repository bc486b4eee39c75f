// All that an adapter needs of the C++ kit: requests, replies, and the job that it must define.
// See ../PROTOCOL.md. Whatever goes wrong is thrown, and answered with `error`.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// ---- Requests

// A request that the contract does not allow; the message says why.
class BadRequest : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The pairs of a request.
class Pairs {
  public:
    bool has(const std::string &key) const { return pairs_.contains(key); }

    // The value of a key that must be there.
    const std::string &text(const std::string &key) const;

    // The value of a key that must be there and be a whole number of `least` or more.
    std::int64_t integer(const std::string &key, std::int64_t least) const;

    // The value of a key that must be there and be one of some words.
    const std::string &choice(const std::string &key,
                              std::initializer_list<std::string_view> choices) const;

    // The text of `key`, or for the lead-in that of lead_KEY.
    const std::string &own_text(const std::string &key) const { return text(own_ + key); }

    // The number of `key`, or for the lead-in that of lead_KEY.
    std::int64_t own_integer(const std::string &key, std::int64_t least) const {
        return integer(own_ + key, least);
    }

    // The same pairs, seen from the lead-in.
    Pairs of_lead_in() const;

    void add(const std::string &key, std::string value);

  private:
    std::map<std::string, std::string> pairs_;
    std::string own_; // the beginning of keys of which the work and its lead-in have one each
};

// ---- Replies

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

// ---- Clock

std::int64_t now_ns(); // monotonic

// ---- Windows

// A span of time that is filled with work, and the moments of that work: when each piece of it (a
// record, or an iteration) began and when it was done.
struct Window {
    std::int64_t start_ns = 0, end_ns = 0; // nothing begins at the end or later
    std::int64_t every_ns = 0;             // the interval at which pieces are due; 0: none is
    std::vector<std::int64_t> moments = {};

    // Wait until a piece of work is due, counted from 0; that time, or nothing if the window is
    // over.
    std::optional<std::int64_t> next(std::int64_t number) const;

    // Write the moments to a file, as integers of the machine.
    void write(const std::string &path) const;
};

// ---- Adapters

// The result of iterations.
struct Done {
    std::int64_t work = 0;
    std::optional<std::int64_t> proof = std::nullopt; // if the job has one
};

// The base of a job's adapter, jobs/JOB.cpp. The kit makes two: the work, and its lead-in.
class Adapter {
  public:
    virtual ~Adapter() = default;

    // Take over the paths and sizes of a level.
    virtual void prepare(const Pairs &) {}

    // Make what must exist before the work.
    virtual void arrange(std::int64_t) {}

    // Do the work.
    virtual Done iterate(std::int64_t iterations) = 0;

    // Work out the proof of the last iterate(), after its time was taken, if that takes a while.
    virtual void prove(Done &) {}

    // Fill a window with work, iteration by iteration if the adapter knows no better.
    virtual Done fill(Window &window);

    // Do one iteration, or die in the middle of it, and add what proves it.
    virtual void check(const Pairs &pairs, Reply &reply);

    // Do one iteration, and end this process at once when the method has asked for so many records
    // and one more.
    virtual void crash(std::int64_t after);
};

// An adapter ends with these: the job's name, and how one is made.
extern const char *const job_name;
std::unique_ptr<Adapter> make_job();

// So many texts that end in a number from 0 on.
std::vector<std::string> numbered(const std::string &prefix, std::int64_t count);

// The output of each iteration.
std::vector<std::string> outputs(const std::string &prefix, std::int64_t iterations);

// So many bytes: the letters from a to z, again and again.
std::string letters(std::int64_t size);

// The numbers of a file that has one in each line.
std::vector<std::int64_t> numbers_of(const std::string &path);

// The texts of a file in which a zero byte follows each.
std::vector<std::string> texts_of(const std::string &path);

// In place of a record that is never handed out: end this process at once, and leave everything as
// it is.
[[noreturn]] void crashing();
