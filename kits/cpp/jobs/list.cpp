// The adapter of `list`: the names of what a folder holds.

#include "../kit.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>
#include <vector>

std::vector<std::string> list(const std::string &folder);

namespace {

std::string folder, lead_folder;

void prepare(const Pairs &pairs) {
    folder = pairs.text("folder");
    lead_folder = pairs.text("lead_folder");
}

void arrange(std::int64_t, std::int64_t) {}

// Each list is freed in the loop: a program that lists a folder gives the names back as well.
Done list_times(const std::string &path, std::int64_t iterations) {
    Done done;
    for (std::int64_t i = 0; i < iterations; i++)
        done.work += static_cast<std::int64_t>(list(path).size());
    return done;
}

void lead_in(std::int64_t iterations) { list_times(lead_folder, iterations); }

Done iterate(std::int64_t iterations) { return list_times(folder, iterations); }

void check(const Pairs &pairs, Reply &reply) {
    const std::string &proof_file = pairs.text("proof_file");
    const std::vector<std::string> names = list(folder);
    std::ofstream proof(proof_file, std::ios::binary);
    for (const std::string &name : names)
        proof << name << '\0';
    proof.close();
    if (!proof)
        throw std::system_error(errno, std::generic_category(), proof_file);
    reply.integer("work", static_cast<std::int64_t>(names.size()));
}

} // namespace

const Job job = {"list", prepare, arrange, lead_in, iterate, check};
