// Adapter for `create`: write small files into a fresh folder.

#include "kit.hpp"

std::int64_t create_files(const std::string &folder, const std::vector<std::string> &names,
                          std::string_view content);

namespace {

class Job : public Adapter {
  public:
    void prepare(const Pairs &pairs) override {
        output_ = pairs.own_text("output");
        names_ = numbered(pairs.text("name"), pairs.own_integer("files", 0));
        content_ = letters(pairs.integer("file_bytes", 0));
    }

    void arrange(std::int64_t iterations) override { folders_ = outputs(output_, iterations); }

    Done iterate(std::int64_t) override {
        Done done;
        for (const std::string &folder : folders_)
            done.work += create_files(folder, names_, content_);
        return done;
    }

  private:
    std::string output_, content_;
    std::vector<std::string> names_, folders_;
};

} // namespace

const char *const job_name = "create";
std::unique_ptr<Adapter> make_job() { return std::make_unique<Job>(); }
