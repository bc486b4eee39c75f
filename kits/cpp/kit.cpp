// The C++ kit: lines, clock, counters and the five verbs. It knows no job. See ../PROTOCOL.md.

#include "kit.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <limits>
#include <stdexcept>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace {

constexpr int protocol = 1;
constexpr int requests = 3, replies = 4; // descriptors
constexpr std::int64_t second_ns = 1'000'000'000;

// ---- Requests

bool is_letter_or_digit(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9');
}

bool is_plain(char letter) {
    return is_letter_or_digit(letter) ||
           std::string_view("-._~/:,+").find(letter) != std::string_view::npos;
}

// Whether `word` is lower-case letters, digits and underscores, a letter first.
bool is_name(std::string_view word) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
    return !word.empty() && word[0] >= 'a' && word[0] <= 'z' &&
           word.find_first_not_of(allowed) == std::string_view::npos;
}

// As much of a text from outside as an error message may hold.
std::string shown(std::string_view text) {
    return std::string("'").append(text.substr(0, 100)).append("'");
}

[[noreturn]] void malformed(const std::string &what) {
    throw std::runtime_error("malformed request: " + what);
}

// The bytes that a percent-encoded value stands for. No value that this kit reads may hold a zero
// byte, since a path cannot.
std::string decode(std::string_view value) {
    std::string bytes;
    for (std::size_t at = 0; at < value.size(); at++) {
        if (value[at] != '%') {
            if (!is_plain(value[at]))
                malformed("a byte of a value is not percent-encoded");
            bytes += value[at];
            continue;
        }
        const std::string_view code = value.substr(at + 1, 2);
        unsigned char byte = 0;
        const auto read = std::from_chars(code.data(), code.data() + code.size(), byte, 16);
        if (code.size() != 2 || read.ptr != code.data() + 2)
            malformed("% without two hexadecimal digits");
        if (byte == 0)
            malformed("a value holds a zero byte");
        bytes += static_cast<char>(byte);
        at += 2;
    }
    return bytes;
}

// Cut off and return what lies before the next space.
std::string_view next_word(std::string_view &rest) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(word.size());
    return word;
}

} // namespace

Pairs::Pairs(std::string_view line) : verb_(next_word(line)) {
    if (!is_name(verb_))
        malformed("no verb");
    while (!line.empty()) {
        line.remove_prefix(1);
        const std::string_view word = next_word(line);
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos)
            malformed(shown(word) + " is not key=value");
        const std::string key(word.substr(0, equals));
        if (!is_name(key))
            malformed(shown(key) + " is no key");
        if (!pairs_.emplace(key, decode(word.substr(equals + 1))).second)
            malformed(shown(key) + " twice");
    }
}

const std::string &Pairs::text(const std::string &key) const {
    const auto found = pairs_.find(key);
    if (found == pairs_.end())
        throw std::runtime_error(verb_ + " needs " + key);
    return found->second;
}

std::int64_t Pairs::integer(const std::string &key, std::int64_t lowest) const {
    const std::string &digits = text(key);
    const char *end = digits.data() + digits.size();
    std::int64_t number = 0;
    const auto read = std::from_chars(digits.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end)
        throw std::runtime_error(verb_ + ": " + key + " is " + shown(digits) +
                                 ", not a whole number");
    if (number < lowest)
        throw std::runtime_error(verb_ + ": " + key + " is " + digits + ", below " +
                                 std::to_string(lowest));
    return number;
}

// ---- Replies

void Reply::text(std::string_view key, std::string_view value) {
    constexpr char digits[] = "0123456789ABCDEF";
    line_.append(" ").append(key).append("=");
    for (const char letter : value) {
        const auto byte = static_cast<unsigned char>(letter);
        if (is_plain(letter))
            line_ += letter;
        else
            line_.append({'%', digits[byte / 16], digits[byte % 16]});
    }
}

namespace {

void send(const Reply &reply) {
    const std::string line = reply.line() + "\n";
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t written = write(replies, line.data() + sent, line.size() - sent);
        if (written >= 0)
            sent += static_cast<std::size_t>(written);
        else if (errno != EINTR)
            _exit(1); // nobody is left to be told
    }
}

Reply error(std::string_view message) {
    constexpr std::size_t start_bytes = 6000, end_bytes = 200;
    std::string kept(message);
    if (kept.size() > start_bytes + end_bytes) // keep the reason, which comes last
        kept.replace(start_bytes, kept.size() - start_bytes - end_bytes, "...");
    Reply reply("error");
    reply.text("message", kept);
    return reply;
}

// ---- Clock and counters

} // namespace

std::int64_t now_ns() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * second_ns + time.tv_nsec;
}

namespace {

std::int64_t clock_step_ns() {
    std::int64_t smallest = second_ns;
    for (int i = 0; i < 1000; i++) {
        const std::int64_t start = now_ns();
        std::int64_t step = 0;
        while (step == 0)
            step = now_ns() - start;
        smallest = step < smallest ? step : smallest;
    }
    return smallest;
}

// Sleep until shortly before, then spin: a sleep alone ends some 50 us late.
void wait_until(std::int64_t start_ns) {
    constexpr std::int64_t spin_ns = 200'000;
    for (std::int64_t left_ns; (left_ns = start_ns - spin_ns - now_ns()) > 0;) {
        timespec pause{};
        pause.tv_sec = static_cast<std::time_t>(left_ns / second_ns);
        pause.tv_nsec = static_cast<long>(left_ns % second_ns);
        nanosleep(&pause, nullptr);
    }
    while (now_ns() < start_ns)
        continue;
}

} // namespace

// ---- Windows

std::optional<std::int64_t> Window::next(std::int64_t number) const {
    if (every_ns == 0) {
        const std::int64_t now = now_ns();
        return now < end_ns ? std::optional(now) : std::nullopt;
    }
    const std::int64_t due_ns = start_ns + number * every_ns;
    if (due_ns >= end_ns)
        return std::nullopt;
    wait_until(due_ns);
    return now_ns() < end_ns ? std::optional(due_ns) : std::nullopt;
}

namespace {

void write_moments(const Window &window, const std::string &path) {
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        throw std::system_error(errno, std::generic_category(), path);
    const std::size_t count = window.moments.size();
    const std::size_t written =
        std::fwrite(window.moments.data(), sizeof window.moments[0], count, file);
    if (std::fclose(file) != 0 || written != count)
        throw std::system_error(errno, std::generic_category(), path);
}

// Kept open, so that reading it costs one system call; -1 where there is none.
int schedstat = -1;

std::optional<std::int64_t> queue_ns() {
    char text[128];
    const ssize_t got = pread(schedstat, text, sizeof text - 1, 0);
    if (got <= 0)
        return std::nullopt;
    text[got] = '\0';
    long long queued_ns = 0;
    if (std::sscanf(text, "%*d %lld", &queued_ns) != 1)
        return std::nullopt;
    return queued_ns;
}

struct Counters {
    rusage usage;
    std::optional<std::int64_t> queued_ns;
};

std::int64_t nanoseconds(const timeval &time) {
    return std::int64_t{time.tv_sec} * second_ns + std::int64_t{time.tv_usec} * 1000;
}

void add_counters(Reply &reply, const Counters &start, const Counters &end) {
    const rusage &a = start.usage, &z = end.usage;
    reply.integer("user_ns", nanoseconds(z.ru_utime) - nanoseconds(a.ru_utime));
    reply.integer("system_ns", nanoseconds(z.ru_stime) - nanoseconds(a.ru_stime));
    if (start.queued_ns && end.queued_ns)
        reply.integer("queue_ns", *end.queued_ns - *start.queued_ns);
    reply.integer("voluntary_switches", z.ru_nvcsw - a.ru_nvcsw);
    reply.integer("involuntary_switches", z.ru_nivcsw - a.ru_nivcsw);
    reply.integer("minor_faults", z.ru_minflt - a.ru_minflt);
    reply.integer("major_faults", z.ru_majflt - a.ru_majflt);
#ifdef __linux__ // elsewhere ru_inblock does not count 512 bytes
    reply.integer("device_read_bytes", std::int64_t{z.ru_inblock - a.ru_inblock} * 512);
#endif
}

// ---- Verbs

bool prepared = false;

Reply hello(const Pairs &pairs) {
    const auto asked = pairs.integer("protocol", std::numeric_limits<std::int64_t>::min());
    if (asked != protocol)
        throw std::runtime_error("this kit speaks protocol " + std::to_string(protocol) + ", not " +
                                 std::to_string(asked));
    Reply reply("hello");
    reply.integer("protocol", protocol);
    reply.text("language", "cpp");
#ifdef __clang__
    const std::string name = "clang ";
    const int version[] = {__clang_major__, __clang_minor__, __clang_patchlevel__};
#else
    const std::string name = "gcc ";
    const int version[] = {__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
#endif
    reply.text("runtime", name + std::to_string(version[0]) + "." + std::to_string(version[1]) +
                              "." + std::to_string(version[2]));
    reply.integer("clock_step_ns", clock_step_ns());
    return reply;
}

Reply prepare(const Pairs &pairs) {
    prepared = false; // a request that fails midway leaves nothing to measure
    if (const std::string &name = pairs.text("job"); name != job.name)
        throw std::runtime_error("this worker does the job " + std::string(job.name) + ", not " +
                                 shown(name));
    job.prepare(pairs);
    prepared = true;
    return Reply("ready");
}

// The window of a request; its end is 0 where there is none.
Window window_of(const Pairs &pairs) {
    Window window;
    window.start_ns = pairs.has("start_ns") ? pairs.integer("start_ns", 0) : 0;
    if (!pairs.has("end_ns"))
        return window;
    if (pairs.has("every_ns"))
        window.every_ns = pairs.integer("every_ns", 1);
    pairs.text("moments");
    pairs.text("start_ns");
    window.end_ns = pairs.integer("end_ns", 1);
    return window;
}

// Fill a window with iterations.
Done iterate_until(Window &window) {
    Done done;
    for (std::int64_t number = 0; const auto begins_ns = window.next(number); number++) {
        const Done one = job.iterate(1);
        window.moments.push_back(*begins_ns);
        window.moments.push_back(now_ns());
        if (done.proof && one.proof != done.proof)
            throw std::runtime_error("iterations gave unlike results");
        done = {done.work + one.work, one.proof};
    }
    return done;
}

Reply measure(const Pairs &pairs) {
    if (!prepared)
        throw std::runtime_error("measure before prepare");
    const std::int64_t iterations = pairs.integer("iterations", 1);
    const std::int64_t lead_in = pairs.integer("lead_in", 0);
    Window window = window_of(pairs);
    const bool has_window = window.end_ns > 0;
    job.arrange(iterations, lead_in);
    job.lead_in(lead_in);
    const auto fill = job.fill != nullptr ? job.fill : iterate_until;
    wait_until(window.start_ns);

    Counters start, end;
    start.queued_ns = queue_ns();
    getrusage(RUSAGE_SELF, &start.usage);
    const std::int64_t began_ns = now_ns();
    const Done done = has_window ? fill(window) : job.iterate(iterations);
    const std::int64_t ended_ns = now_ns();
    getrusage(RUSAGE_SELF, &end.usage);
    end.queued_ns = queue_ns();

    Reply reply("sample");
    reply.integer("wall_ns", ended_ns - began_ns);
    if (has_window) {
        write_moments(window, pairs.text("moments"));
        reply.integer("began_ns", began_ns);
    }
    add_counters(reply, start, end);
    reply.integer("work", done.work);
    if (done.proof)
        reply.integer("proof", *done.proof);
    return reply;
}

Reply check(const Pairs &pairs) {
    if (!prepared)
        throw std::runtime_error("check before prepare");
    Reply reply("checked");
    job.check(pairs, reply);
    return reply;
}

Reply bye(const Pairs &) { return Reply("bye"); }

Reply answer(const Pairs &pairs) {
    static const std::map<std::string, Reply (*)(const Pairs &)> verbs = {
        {"hello", hello}, {"prepare", prepare}, {"measure", measure},
        {"check", check}, {"bye", bye},
    };
    const auto verb = verbs.find(pairs.verb());
    if (verb == verbs.end())
        throw std::runtime_error("unknown verb " + shown(pairs.verb()));
    return verb->second(pairs);
}

// Answer one request; returns whether it was `bye`.
bool serve(std::string_view line) {
    try {
        const Pairs pairs(line);
        send(answer(pairs));
        return pairs.verb() == "bye";
    } catch (const std::exception &caught) {
        send(error(caught.what()));
    }
    return false;
}

} // namespace

// Answer requests until `bye` or the end of descriptor 3. Arguments are padding.
int main() {
    std::signal(SIGPIPE, SIG_IGN); // a sink that went away is an error of the method
    FILE *lines = fdopen(requests, "r");
    if (lines == nullptr) {
        std::fputs("this is a worker of iotrial; it reads requests from descriptor 3\n", stderr);
        return 1;
    }
    schedstat = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    static char *line = nullptr;
    std::size_t capacity = 0;
    bool ended = false;
    for (ssize_t got; !ended && (got = getline(&line, &capacity, lines)) > 0;) {
        const std::string_view request(line, static_cast<std::size_t>(got));
        if (request.back() != '\n')
            break; // the orchestrator went away in the middle of a line
        ended = serve(request.substr(0, request.size() - 1));
    }
    return 0;
}
