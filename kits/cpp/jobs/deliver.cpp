// The adapter of `deliver`: a whole file to stdout, which is the sink.

#include "../kit.hpp"

#include <cerrno>
#include <iostream>
#include <system_error>

std::int64_t deliver(const std::string &path, std::ostream &sink);

namespace {

std::string input, lead_input;

void prepare(const Pairs &pairs) {
    std::ios::sync_with_stdio(false); // a buffer of its own instead of C's stdout
    input = pairs.text("input");
    lead_input = pairs.text("lead_input");
}

void arrange(std::int64_t, std::int64_t) {}

// Each iteration is flushed: a byte that never left the process was not delivered.
Done deliver_times(const std::string &path, std::int64_t iterations) {
    Done done;
    std::cout.clear(); // of a failure before
    for (std::int64_t i = 0; i < iterations; i++) {
        done.work += deliver(path, std::cout);
        if (!std::cout.flush())
            throw std::system_error(errno, std::generic_category(), path + ": cannot flush stdout");
    }
    return done;
}

void lead_in(std::int64_t iterations) { deliver_times(lead_input, iterations); }

Done iterate(std::int64_t iterations) { return deliver_times(input, iterations); }

void check(const Pairs &, Reply &reply) { reply.integer("work", iterate(1).work); }

} // namespace

const Job job = {"deliver", prepare, arrange, lead_in, iterate, check};
