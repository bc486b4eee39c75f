// Adapter for `scan`: read a file of integers and compute the sum.

#include "scan.hpp"

#include "kit.hpp"

totals scan(const std::string &path);

namespace {

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override { input_ = pairs.own_text("input"); }

    Done iterate(std::int64_t iterations) override {
        Done done;
        for (std::int64_t i = 0; i < iterations; i++) {
            const totals found = scan(input_);
            done.work += found.integers;
            if (done.proof && *done.proof != found.sum)
                throw BadRequest(input_ + ": the sum was " + std::to_string(*done.proof) +
                                 " and then " + std::to_string(found.sum));
            done.proof = found.sum;
        }
        return done;
    }

    void check(const Pairs &, Reply &reply) override {
        const totals found = scan(input_);
        reply.integer("work", found.integers);
        reply.integer("proof", found.sum);
        reply.integer("rest_bytes", found.rest_bytes);
    }

  private:
    std::string input_;
};

} // namespace

const char *const job_name = "scan";
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
