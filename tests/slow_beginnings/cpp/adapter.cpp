// Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its
// arranging.

#include "kit.hpp"

void nap(std::int64_t milliseconds);

namespace {

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override {
        nap_ms_ = pairs.own_integer("nap_ms", 0);
        arrange_ms_ = pairs.integer("arrange_ms", 0);
    }

    void arrange(std::int64_t) override { nap(arrange_ms_); }

    Done iterate(std::int64_t iterations) override {
        for (std::int64_t i = 0; i < iterations; i++)
            nap(nap_ms_);
        return {iterations};
    }

  private:
    std::int64_t nap_ms_ = 0, arrange_ms_ = 0;
};

} // namespace

const char *const job_name = "nap";
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
