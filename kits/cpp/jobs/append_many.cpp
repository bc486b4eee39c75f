// The adapter of `append_many`: records to many logs in turn, a folder of them an iteration.

#include "../kit.hpp"

#include <stdexcept>
#include <vector>

std::int64_t append_many(const std::vector<std::string> &paths,
                         const std::vector<std::size_t> &turns, std::string_view record);

namespace {

std::string output, lead_output, record;
std::int64_t logs;
std::vector<std::size_t> turns, lead_turns;
std::vector<std::vector<std::string>> folders, lead_folders;

std::size_t skewed(std::int64_t index) {
    const std::int64_t drawn = (index * 1103515245 + 12345) % (std::int64_t{1} << 31);
    const std::int64_t squared = drawn * drawn >> 31;
    return static_cast<std::size_t>((squared * drawn >> 31) * logs >> 31);
}

std::vector<std::size_t> turns_of(std::int64_t records, bool is_skewed) {
    std::vector<std::size_t> found;
    for (std::int64_t i = 0; i < records; i++)
        found.push_back(is_skewed ? skewed(i) : static_cast<std::size_t>(i % logs));
    return found;
}

void prepare(const Pairs &pairs) {
    output = pairs.text("output");
    lead_output = pairs.text("lead_output");
    logs = pairs.integer("logs", 1);
    const std::int64_t record_bytes = pairs.integer("record_bytes", 1);
    const std::string &order = pairs.text("turns");
    if (order != "round_robin" && order != "skewed")
        throw std::runtime_error("prepare: turns is neither round_robin nor skewed: " + order);
    turns = turns_of(pairs.integer("records", 0), order == "skewed");
    lead_turns = turns_of(pairs.integer("lead_records", 0), order == "skewed");
    record.resize(static_cast<std::size_t>(record_bytes));
    for (std::size_t i = 0; i < record.size(); i++)
        record[i] = static_cast<char>('a' + i % 26);
    record.back() = '\n';
}

std::vector<std::vector<std::string>> numbered(const std::string &prefix, std::int64_t count) {
    std::vector<std::vector<std::string>> found;
    for (std::int64_t i = 0; i < count; i++) {
        std::vector<std::string> paths;
        for (std::int64_t log = 0; log < logs; log++)
            paths.push_back(prefix + "." + std::to_string(i) + "/" + std::to_string(log));
        found.push_back(std::move(paths));
    }
    return found;
}

void arrange(std::int64_t iterations, std::int64_t lead_in) {
    folders = numbered(output, iterations);
    lead_folders = numbered(lead_output, lead_in);
}

Done append_times(const std::vector<std::vector<std::string>> &into,
                  const std::vector<std::size_t> &next) {
    Done done;
    for (const std::vector<std::string> &paths : into)
        done.work += append_many(paths, next, record);
    return done;
}

void lead_in(std::int64_t) { append_times(lead_folders, lead_turns); }

Done iterate(std::int64_t) { return append_times(folders, turns); }

void check(const Pairs &, Reply &reply) {
    arrange(1, 0);
    reply.integer("work", iterate(1).work);
}

} // namespace

const Job job = {"append_many", prepare, arrange, lead_in, iterate, check};
