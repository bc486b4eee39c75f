// The adapter of a job that sends a whole file to stdout, which is the sink. Its file defines WORK,
// the job's name and that of the method's function, before it includes this.

#include "../kit.hpp"

#include <cerrno>
#include <iostream>
#include <system_error>

#define NAME_OF(word) #word
#define NAME(word) NAME_OF(word)

std::int64_t WORK(const std::string &path, std::ostream &sink);

namespace {

std::string input, lead_input;

void prepare(const Pairs &pairs) {
    std::ios::sync_with_stdio(false); // a buffer of its own instead of C's stdout
    input = pairs.text("input");
    lead_input = pairs.text("lead_input");
}

void arrange(std::int64_t, std::int64_t) {}

// Each iteration is flushed: a byte that never left the process was not sent.
Done send_times(const std::string &path, std::int64_t iterations) {
    Done done;
    std::cout.clear(); // of a failure before
    for (std::int64_t i = 0; i < iterations; i++) {
        done.work += WORK(path, std::cout);
        if (!std::cout.flush())
            throw std::system_error(errno, std::generic_category(), path + ": cannot flush stdout");
    }
    return done;
}

void lead_in(std::int64_t iterations) { send_times(lead_input, iterations); }

Done iterate(std::int64_t iterations) { return send_times(input, iterations); }

void check(const Pairs &, Reply &reply) { reply.integer("work", iterate(1).work); }

} // namespace

const Job job = {NAME(WORK), prepare, arrange, lead_in, iterate, check};
