// Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each
// iteration.

#include "kit.hpp"

std::int64_t append_many(const std::vector<std::string> &paths,
                         const std::vector<std::size_t> &turns, std::string_view record);

namespace {

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override {
        output_ = pairs.own_text("output");
        logs_ = pairs.integer("logs", 1);
        record_ = letters(pairs.integer("record_bytes", 1));
        record_.back() = '\n';
        const bool is_skewed = pairs.choice("turns", {"round_robin", "skewed"}) == "skewed";
        const std::int64_t records = pairs.own_integer("records", 0);
        turns_.clear();
        for (std::int64_t i = 0; i < records; i++)
            turns_.push_back(static_cast<std::size_t>(is_skewed ? skewed(i) : i % logs_));
    }

    void arrange(std::int64_t iterations) override {
        folders_.clear();
        for (const std::string &folder : outputs(output_, iterations))
            folders_.push_back(numbered(folder + "/", logs_));
    }

    Done iterate(std::int64_t) override {
        Done done;
        for (const std::vector<std::string> &paths : folders_)
            done.work += append_many(paths, turns_, record_);
        return done;
    }

  private:
    std::int64_t skewed(std::int64_t index) const {
        const std::int64_t drawn = (index * 1103515245 + 12345) % (std::int64_t{1} << 31);
        const std::int64_t squared = drawn * drawn >> 31;
        return (squared * drawn >> 31) * logs_ >> 31;
    }

    std::string output_, record_;
    std::int64_t logs_ = 1;
    std::vector<std::size_t> turns_; // for each record the number of its log
    std::vector<std::vector<std::string>> folders_;
};

} // namespace

const char *const job_name = "append_many";
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
