// Adapter for `log`: log messages to a fresh file, from opening it to closing it.

#include "log.hpp"

#include "kit.hpp"
#include "tagged.hpp"

#include <algorithm>

std::int64_t log_messages(const std::string &path, Messages &messages);

namespace {

// So many messages are different; then the first comes again.
constexpr std::int64_t most_different = 1000;

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override {
        output_ = pairs.own_text("output");
        messages_ = pairs.own_integer("messages", 0);
        const std::int64_t message_bytes = pairs.integer("message_bytes", 1);
        const std::string rest = letters(message_bytes);
        different_.clear();
        for (std::int64_t i = 0; i < std::min(messages_, most_different); i++) {
            const std::string number = std::to_string(most_different + i).substr(1);
            different_.push_back((number + " " + rest).substr(0, rest.size()));
        }
        tags_.reset();
        if (pairs.has("writer"))
            tags_.emplace(pairs.integer("writer", 0), rest.size(), false);
    }

    void arrange(std::int64_t iterations) override { paths_ = outputs(output_, iterations); }

    Done iterate(std::int64_t) override {
        Done done;
        for (const std::string &path : paths_) {
            Messages handed(Cycle{different_, messages_});
            done.work += log_messages(path, handed);
        }
        return done;
    }

    Done fill(Window &window) override {
        if (!tags_)
            throw BadRequest("end_ns needs prepare with writer");
        return tags_->fill(window, log_messages, paths_[0], messages_);
    }

    void crash(std::int64_t after) override {
        Messages plain(Cycle{different_, messages_});
        Crashing source(plain, after);
        Messages handed(source);
        log_messages(paths_[0], handed);
    }

  private:
    std::string output_;
    std::int64_t messages_ = 0;
    std::vector<std::string> different_; // messages
    std::optional<Tags> tags_;
    std::vector<std::string> paths_;
};

} // namespace

const char *const job_name = "log";
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
