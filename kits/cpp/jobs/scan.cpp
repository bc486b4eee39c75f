// The adapter of `scan`: a file of integers and a sum over all of them.

#include "scan.hpp"

#include "../kit.hpp"

#include <stdexcept>

totals scan(const std::string &path);

namespace {

std::string input, lead_input;

void prepare(const Pairs &pairs) {
    input = pairs.text("input");
    lead_input = pairs.text("lead_input");
}

void arrange(std::int64_t, std::int64_t) {}

Done scan_times(const std::string &path, std::int64_t iterations) {
    Done done;
    for (std::int64_t i = 0; i < iterations; i++) {
        const totals found = scan(path);
        done.work += found.integers;
        if (done.proof && *done.proof != found.sum)
            throw std::runtime_error(path + ": the sum was " + std::to_string(*done.proof) +
                                     " and then " + std::to_string(found.sum));
        done.proof = found.sum;
    }
    return done;
}

void lead_in(std::int64_t iterations) { scan_times(lead_input, iterations); }

Done iterate(std::int64_t iterations) { return scan_times(input, iterations); }

void check(const Pairs &, Reply &reply) {
    const totals found = scan(input);
    reply.integer("work", found.integers);
    reply.integer("proof", found.sum);
    reply.integer("rest_bytes", found.rest_bytes);
}

} // namespace

const Job job = {"scan", prepare, arrange, lead_in, iterate, check};
