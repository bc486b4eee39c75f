// The common part of adapters of jobs that send whole files to stdout. An adapter defines WORK, the
// name of the job and of the method's function, before it includes this.

#include "kit.hpp"

#include <cerrno>
#include <iostream>
#include <system_error>

#define NAME_OF(word) #word
#define NAME(word) NAME_OF(word)

std::int64_t WORK(const std::string &path, std::ostream &sink);

namespace {

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override {
        std::ios::sync_with_stdio(false); // a buffer of its own instead of C's stdout
        input_ = pairs.own_text("input");
    }

    // Each iteration is flushed: a byte that never left the process was not sent.
    Done iterate(std::int64_t iterations) override {
        Done done;
        std::cout.clear(); // of a failure before
        for (std::int64_t i = 0; i < iterations; i++) {
            done.work += WORK(input_, std::cout);
            if (!std::cout.flush())
                throw std::system_error(errno, std::generic_category(), input_);
        }
        return done;
    }

  private:
    std::string input_;
};

} // namespace

const char *const job_name = NAME(WORK);
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
