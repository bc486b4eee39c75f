// The C++ kit: a worker process that times one method of one job. The contract is ../PROTOCOL.md.

#include "kit.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <forward_list>
#include <fstream>
#include <memory>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace {

constexpr int protocol = 1;
constexpr int requests = 3, replies = 4; // descriptors
constexpr std::int64_t second_ns = 1'000'000'000;

// An error repeats no more bytes of a word from outside than this.
constexpr std::size_t most_shown = 40;

// Clock readings that are searched for the smallest step.
constexpr int clock_readings = 1000;

// A worker sleeps until this long before a start time, and then only looks at the clock.
constexpr std::int64_t awake_before_ns = 1'000'000;

// ---- Requests

std::string shown(std::string_view text) {
    return std::string("'").append(text.substr(0, most_shown)).append("'");
}

} // namespace

const std::string &Pairs::text(const std::string &key) const {
    const auto found = pairs_.find(key);
    if (found == pairs_.end())
        throw BadRequest(key + " is missing");
    return found->second;
}

std::int64_t Pairs::integer(const std::string &key, std::int64_t least) const {
    constexpr std::size_t most_digits = 18;
    const std::string &digits = text(key);
    std::int64_t number = -1;
    if (digits.size() <= most_digits && digits.find_first_not_of("0123456789") == std::string::npos)
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number < 0 || number < least)
        throw BadRequest(key + " is " + shown(digits) + ", not a whole number of " +
                         std::to_string(least) + " or more");
    return number;
}

const std::string &Pairs::choice(const std::string &key,
                                 std::initializer_list<std::string_view> choices) const {
    const std::string &word = text(key);
    std::string known;
    for (const std::string_view choice : choices) {
        if (word == choice)
            return word;
        known.append(known.empty() ? "" : " or ").append(choice);
    }
    throw BadRequest(key + " is " + shown(word) + ", not " + known);
}

Pairs Pairs::of_lead_in() const {
    Pairs pairs = *this;
    pairs.own_ = "lead_";
    return pairs;
}

void Pairs::add(const std::string &key, std::string value) {
    if (!pairs_.emplace(key, std::move(value)).second)
        throw BadRequest(key + " comes twice");
}

namespace {

bool is_plain(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') ||
           std::string_view("-._~/:,+").find(letter) != std::string_view::npos;
}

bool is_key(std::string_view word) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
    return !word.empty() && word[0] >= 'a' && word[0] <= 'z' &&
           word.find_first_not_of(allowed) == std::string_view::npos;
}

// The bytes that a percent-encoded value stands for, or nothing if it is none.
std::optional<std::string> unescape(std::string_view value) {
    std::string bytes;
    for (std::size_t at = 0; at < value.size(); at++) {
        if (value[at] != '%') {
            if (!is_plain(value[at]))
                return std::nullopt;
            bytes += value[at];
            continue;
        }
        const std::string_view code = value.substr(at + 1, 2);
        unsigned char byte = 0;
        const auto read = std::from_chars(code.data(), code.data() + code.size(), byte, 16);
        if (code.size() != 2 || read.ptr != code.data() + 2 || byte == 0)
            return std::nullopt;
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

// The verb and the pairs of a line, its newline taken off.
std::pair<std::string, Pairs> decode(std::string_view line) {
    const std::string verb(next_word(line));
    Pairs pairs;
    while (!line.empty()) {
        line.remove_prefix(1);
        const std::string_view word = next_word(line);
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string key(word.substr(0, equals));
        const auto value = unescape(word.substr(std::min(equals + 1, word.size())));
        if (equals == word.size() || !is_key(key) || !value)
            throw BadRequest(shown(word) + " is no key=value");
        pairs.add(key, *value);
    }
    return {verb, pairs};
}

} // namespace

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

// Write all of a reply: a pipe may take less at a time.
void send(const Reply &reply) {
    const std::string line = reply.line() + "\n";
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t written = write(replies, line.data() + sent, line.size() - sent);
        if (written >= 0)
            sent += static_cast<std::size_t>(written);
        else if (errno != EINTR)
            _exit(1); // nobody is left to tell
    }
}

// An error in one line: the path and the system's words, or the method's own words. A
// filesystem_error has its path in brackets at the end; <filesystem> itself would make every
// program take half a second more to compile.
std::string reason_of(const std::exception &error) {
    const std::string text = error.what();
    const auto *failed = dynamic_cast<const std::system_error *>(&error);
    const std::size_t bracket = text.find(" [/"), end = text.find(']', bracket);
    if (failed == nullptr || !text.starts_with("filesystem error: ") || end == std::string::npos)
        return text;
    return text.substr(bracket + 2, end - bracket - 2) + ": " + failed->code().message();
}

} // namespace

// ---- Clock

std::int64_t now_ns() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * second_ns + time.tv_nsec;
}

namespace {

// The smallest step of the clock that was seen.
std::int64_t clock_step_ns() {
    std::int64_t smallest = second_ns, last = now_ns();
    for (int reading = 0; reading < clock_readings; reading++) {
        const std::int64_t now = now_ns();
        if (now > last)
            smallest = std::min(smallest, now - last);
        last = now;
    }
    return smallest;
}

// Return at a time of the clock, at once if it has passed; a sleep alone would end late.
void wait_until(std::int64_t start_ns) {
    for (std::int64_t left_ns; (left_ns = start_ns - awake_before_ns - now_ns()) > 0;) {
        timespec pause{};
        pause.tv_sec = static_cast<std::time_t>(left_ns / second_ns);
        pause.tv_nsec = static_cast<long>(left_ns % second_ns);
        nanosleep(&pause, nullptr);
    }
    while (now_ns() < start_ns)
        continue;
}

// ---- Counters

// A process as the scheduler counts it: its time on a CPU, and its time runnable but not running.
struct Scheduled {
    std::int64_t ran_ns, queue_ns;
};

struct Counters {
    rusage usage;
    std::optional<Scheduled> own, reader; // nothing if the system does not say
};

// The worker's own file and that of the sink's reader. Kept open, so that reading one costs one
// system call; -1 if there is none.
int schedstat = -1, reader_schedstat = -1;

int open_schedstat(const std::string &process) {
    return open(("/proc/" + process + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC);
}

std::optional<Scheduled> scheduled(int file) {
    char text[128];
    const ssize_t got = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
    if (got <= 0)
        return std::nullopt;
    text[got] = '\0';
    long long ran_ns = 0, queue_ns = 0;
    if (std::sscanf(text, "%lld %lld", &ran_ns, &queue_ns) != 2 || ran_ns == 0)
        return std::nullopt; // a system that does not count says 0
    return Scheduled{ran_ns, queue_ns};
}

// Open the file of the reader that a request names, if it names one.
void find_reader(const Pairs &pairs) {
    if (reader_schedstat >= 0)
        close(reader_schedstat);
    reader_schedstat = -1;
    if (pairs.has("reader"))
        reader_schedstat = open_schedstat(std::to_string(pairs.integer("reader", 1)));
}

// The queue is read next to the clock: getrusage() may find that the worker's turn is over, and
// the wait for the next one is no part of the work.
Counters read_before() {
    Counters before;
    getrusage(RUSAGE_SELF, &before.usage);
    before.reader = scheduled(reader_schedstat);
    before.own = scheduled(schedstat);
    return before;
}

Counters read_after() {
    Counters after;
    after.own = scheduled(schedstat);
    after.reader = scheduled(reader_schedstat);
    getrusage(RUSAGE_SELF, &after.usage);
    return after;
}

std::int64_t nanoseconds(const timeval &time) {
    return std::int64_t{time.tv_sec} * second_ns + std::int64_t{time.tv_usec} * 1000;
}

// The resources used between two readings.
void add_spent(Reply &reply, const Counters &start, const Counters &end) {
    const rusage &a = start.usage, &z = end.usage;
    reply.integer("user_ns", nanoseconds(z.ru_utime) - nanoseconds(a.ru_utime));
    reply.integer("system_ns", nanoseconds(z.ru_stime) - nanoseconds(a.ru_stime));
    if (start.own && end.own)
        reply.integer("queue_ns", end.own->queue_ns - start.own->queue_ns);
    if (start.reader && end.reader) {
        reply.integer("reader_ns", end.reader->ran_ns - start.reader->ran_ns);
        reply.integer("reader_queue_ns", end.reader->queue_ns - start.reader->queue_ns);
    }
    reply.integer("voluntary_switches", z.ru_nvcsw - a.ru_nvcsw);
    reply.integer("involuntary_switches", z.ru_nivcsw - a.ru_nivcsw);
    reply.integer("minor_faults", z.ru_minflt - a.ru_minflt);
    reply.integer("major_faults", z.ru_majflt - a.ru_majflt);
#ifdef __linux__ // elsewhere ru_inblock does not count 512 bytes
    reply.integer("device_read_bytes", std::int64_t{z.ru_inblock - a.ru_inblock} * 512);
#endif
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

void Window::write(const std::string &path) const {
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        throw std::system_error(errno, std::generic_category(), path);
    const std::size_t count = moments.size();
    const std::size_t written = std::fwrite(moments.data(), sizeof moments[0], count, file);
    if (std::fclose(file) != 0 || written != count)
        throw std::system_error(errno, std::generic_category(), path);
}

namespace {

// The window of a request; its end is 0 if it has none.
Window window_of(const Pairs &pairs) {
    Window window;
    window.start_ns = pairs.has("start_ns") ? pairs.integer("start_ns", 0) : 0;
    if (!pairs.has("end_ns"))
        return window;
    pairs.text("moments");
    window.every_ns = pairs.has("every_ns") ? pairs.integer("every_ns", 1) : 0;
    pairs.text("start_ns");
    window.end_ns = pairs.integer("end_ns", 1);
    return window;
}

} // namespace

// ---- Heap

// Every so many pieces one is kept, so that the heap does not shrink to what it was.
constexpr std::size_t kept_of = 64;

// A piece for which an allocator does all that it put off when others were given back.
constexpr std::size_t large_bytes = 65536;

// Take memory in pieces and give most of it back; the bytes of all pieces.
std::int64_t use_heap(std::int64_t heap_bytes) {
    static std::forward_list<std::unique_ptr<char[]>> kept;
    std::forward_list<std::unique_ptr<char[]>> pieces;
    std::int64_t taken = 0;
    for (std::size_t i = 0; taken < heap_bytes; i++) {
        const std::size_t size = 16 + 97 * i % 1000;
        auto piece = std::make_unique<char[]>(size);
        std::fill_n(piece.get(), size, 'x');
        (i % kept_of == 0 ? kept : pieces).push_front(std::move(piece));
        taken += static_cast<std::int64_t>(size);
    }
    pieces.clear();
    char *volatile large = new char[large_bytes]; // else the compiler could leave both out
    delete[] large;
    return taken;
}

// ---- Adapters

Done Adapter::fill(Window &window) {
    Done done;
    for (std::int64_t number = 0; const auto begins_ns = window.next(number); number++) {
        const Done one = iterate(1);
        window.moments.push_back(*begins_ns);
        window.moments.push_back(now_ns());
        if (done.proof && one.proof != done.proof)
            throw BadRequest("iterations gave unlike results");
        done = {done.work + one.work, one.proof};
    }
    return done;
}

void Adapter::check(const Pairs &pairs, Reply &reply) {
    arrange(1);
    if (pairs.has("crash_after"))
        crash(pairs.integer("crash_after", 0));
    reply.integer("work", iterate(1).work);
}

void Adapter::crash(std::int64_t) { throw BadRequest("crash_after is not for this job"); }

std::vector<std::string> numbered(const std::string &prefix, std::int64_t count) {
    std::vector<std::string> texts;
    for (std::int64_t i = 0; i < count; i++)
        texts.push_back(prefix + std::to_string(i));
    return texts;
}

std::vector<std::string> outputs(const std::string &prefix, std::int64_t iterations) {
    return numbered(prefix + ".", iterations);
}

std::string letters(std::int64_t size) {
    std::string bytes(static_cast<std::size_t>(size), '\0');
    for (std::size_t i = 0; i < bytes.size(); i++)
        bytes[i] = static_cast<char>('a' + i % 26);
    return bytes;
}

// What a file holds before each byte that ends a piece.
static std::vector<std::string> pieces_of(const std::string &path, char end) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    std::vector<std::string> pieces;
    for (std::string piece; std::getline(file, piece, end);)
        pieces.push_back(piece);
    return pieces;
}

std::vector<std::int64_t> numbers_of(const std::string &path) {
    std::vector<std::int64_t> numbers;
    for (const std::string &line : pieces_of(path, '\n'))
        numbers.push_back(std::stoll(line));
    return numbers;
}

std::vector<std::string> texts_of(const std::string &path) { return pieces_of(path, '\0'); }

void crashing() {
    std::raise(SIGKILL);
    _exit(1); // the first process of a sandbox is spared that signal
}

// ---- Verbs

namespace {

std::unique_ptr<Adapter> work, lead_in;
bool is_prepared = false;

Reply hello(const Pairs &pairs) {
    const std::int64_t version = pairs.integer("protocol", 0);
    if (version != protocol)
        throw BadRequest("protocol is " + std::to_string(version) + ", this kit speaks " +
                         std::to_string(protocol));
    Reply reply("hello");
    reply.integer("protocol", protocol);
    reply.text("language", "cpp");
#ifdef __clang__
    const std::string name = "clang ";
    const int parts[] = {__clang_major__, __clang_minor__, __clang_patchlevel__};
#else
    const std::string name = "gcc ";
    const int parts[] = {__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
#endif
    reply.text("runtime", name + std::to_string(parts[0]) + "." + std::to_string(parts[1]) + "." +
                              std::to_string(parts[2]));
    reply.integer("clock_step_ns", clock_step_ns());
    if (pairs.has("heap_bytes"))
        reply.integer("heap_bytes", use_heap(pairs.integer("heap_bytes", 0)));
    return reply;
}

Reply prepare(const Pairs &pairs) {
    is_prepared = false; // a request that fails midway leaves nothing to measure
    if (const std::string &name = pairs.text("job"); name != job_name)
        throw BadRequest("job is " + shown(name) + ", this worker does '" + job_name + "'");
    work->prepare(pairs);
    lead_in->prepare(pairs.of_lead_in());
    is_prepared = true;
    return Reply("ready");
}

void require_prepared(const std::string &verb) {
    if (!is_prepared)
        throw BadRequest(verb + " before prepare");
}

Reply measure(const Pairs &pairs) {
    require_prepared("measure");
    const std::int64_t iterations = pairs.integer("iterations", 1);
    const std::int64_t lead_in_iterations = pairs.integer("lead_in", 0);
    Window window = window_of(pairs);
    const bool has_window = window.end_ns > 0;
    find_reader(pairs);
    work->arrange(iterations);
    if (lead_in_iterations > 0) {
        lead_in->arrange(lead_in_iterations);
        lead_in->iterate(lead_in_iterations);
    }
    wait_until(window.start_ns);

    const Counters before = read_before();
    const std::int64_t began_ns = now_ns();
    Done done = has_window ? work->fill(window) : work->iterate(iterations);
    const std::int64_t ended_ns = now_ns();
    const Counters after = read_after();
    work->prove(done);

    Reply reply("sample");
    reply.integer("wall_ns", ended_ns - began_ns);
    reply.integer("work", done.work);
    add_spent(reply, before, after);
    if (done.proof)
        reply.integer("proof", *done.proof);
    if (has_window) {
        window.write(pairs.text("moments"));
        reply.integer("began_ns", began_ns);
    }
    return reply;
}

Reply check(const Pairs &pairs) {
    require_prepared("check");
    Reply reply("checked");
    work->check(pairs, reply);
    return reply;
}

Reply bye(const Pairs &) { return Reply("bye"); }

Reply answer(const std::string &verb, const Pairs &pairs) {
    static const std::map<std::string, Reply (*)(const Pairs &)> verbs = {
        {"hello", hello}, {"prepare", prepare}, {"measure", measure},
        {"check", check}, {"bye", bye},
    };
    const auto found = verbs.find(verb);
    if (found == verbs.end())
        throw BadRequest("unknown verb " + shown(verb));
    return found->second(pairs);
}

// ---- The worker

// Answer one request; true if it was `bye`.
bool serve(std::string_view line) {
    try {
        const auto [verb, pairs] = decode(line);
        send(answer(verb, pairs));
        return verb == "bye";
    } catch (const std::exception &caught) {
        Reply reply("error");
        reply.text("message", reason_of(caught));
        send(reply);
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
    schedstat = open_schedstat("self");
    work = make_job();
    lead_in = make_job();
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
