// Adapter for `append`: write records to a fresh file, from opening it to closing it.

#include "append.hpp"

#include "kit.hpp"
#include "tagged.hpp"

std::int64_t append(const std::string &path, Records &records);

namespace {

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override {
        output_ = pairs.own_text("output");
        records_ = pairs.own_integer("records", 0);
        record_ = letters(pairs.integer("record_bytes", 1));
        const bool is_newline = pairs.choice("ending", {"newline", "none"}) == "newline";
        if (is_newline)
            record_.back() = '\n';
        tags_.reset();
        if (pairs.has("writer"))
            tags_.emplace(pairs.integer("writer", 0), record_.size(), is_newline);
    }

    void arrange(std::int64_t iterations) override { paths_ = outputs(output_, iterations); }

    Done iterate(std::int64_t) override {
        Done done;
        for (const std::string &path : paths_) {
            Records handed(Same{record_, records_});
            done.work += append(path, handed);
        }
        return done;
    }

    Done fill(Window &window) override {
        if (!tags_)
            throw BadRequest("end_ns needs prepare with writer");
        return tags_->fill(window, append, paths_[0], records_);
    }

    void crash(std::int64_t after) override {
        Records plain(Same{record_, records_});
        Crashing source(plain, after);
        Records handed(source);
        append(paths_[0], handed);
    }

  private:
    std::string output_, record_;
    std::int64_t records_ = 0;
    std::optional<Tags> tags_;
    std::vector<std::string> paths_;
};

} // namespace

const char *const job_name = "append";
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
