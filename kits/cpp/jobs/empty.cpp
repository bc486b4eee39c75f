// The adapter of `empty`: what one iteration costs when nothing is done.

#include "../kit.hpp"

void nothing();

namespace {

void prepare(const Pairs &) {}

void arrange(std::int64_t, std::int64_t) {}

Done iterate(std::int64_t iterations) {
    for (std::int64_t i = 0; i < iterations; i++)
        nothing();
    return {iterations};
}

void lead_in(std::int64_t iterations) { iterate(iterations); }

void check(const Pairs &, Reply &reply) { reply.integer("work", iterate(1).work); }

} // namespace

const Job job = {"empty", prepare, arrange, lead_in, iterate, check};
