// Adapter for `copy`: copy a file to another one, which is not there yet.

#include "kit.hpp"

#include <filesystem>

void copy_file(const std::string &from, const std::string &to);

namespace {

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override {
        input_ = pairs.own_text("input");
        input_bytes_ = static_cast<std::int64_t>(std::filesystem::file_size(input_));
        output_ = pairs.own_text("output");
    }

    void arrange(std::int64_t iterations) override { paths_ = outputs(output_, iterations); }

    Done iterate(std::int64_t) override {
        Done done;
        for (const std::string &path : paths_) {
            copy_file(input_, path);
            done.work += input_bytes_;
        }
        return done;
    }

  private:
    std::string input_, output_;
    std::int64_t input_bytes_ = 0;
    std::vector<std::string> paths_;
};

} // namespace

const char *const job_name = "copy";
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
