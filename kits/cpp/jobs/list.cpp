// Adapter for `list`: return the names in a folder.

#include "kit.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

std::vector<std::string> list(const std::string &folder);

namespace {

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override { folder_ = pairs.own_text("folder"); }

    // Each list is freed in the loop, since a program that lists a folder frees the names, too.
    Done iterate(std::int64_t iterations) override {
        Done done;
        for (std::int64_t i = 0; i < iterations; i++)
            done.work += static_cast<std::int64_t>(list(folder_).size());
        return done;
    }

    void check(const Pairs &pairs, Reply &reply) override {
        const std::string &proof_file = pairs.text("proof_file");
        const std::vector<std::string> names = list(folder_);
        std::ofstream proof(proof_file, std::ios::binary);
        for (const std::string &name : names)
            proof << name << '\0';
        proof.close();
        if (!proof)
            throw std::system_error(errno, std::generic_category(), proof_file);
        reply.integer("work", static_cast<std::int64_t>(names.size()));
    }

  private:
    std::string folder_;
};

} // namespace

const char *const job_name = "list";
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
