// The adapter of `append`: records to fresh files, one file an iteration.

#include "append.hpp"

#include "../kit.hpp"

#include <stdexcept>
#include <vector>

std::int64_t append(const std::string &path, Records &records);

namespace {

std::string output, lead_output, record;
std::int64_t records, lead_records;
std::vector<std::string> outputs, lead_outputs;

void prepare(const Pairs &pairs) {
    output = pairs.text("output");
    lead_output = pairs.text("lead_output");
    records = pairs.integer("records", 0);
    lead_records = pairs.integer("lead_records", 0);
    const std::int64_t record_bytes = pairs.integer("record_bytes", 1);
    const std::string &ending = pairs.text("ending");
    if (ending != "newline" && ending != "none")
        throw std::runtime_error("prepare: ending is neither newline nor none: " + ending);
    record.resize(static_cast<std::size_t>(record_bytes));
    for (std::size_t i = 0; i < record.size(); i++)
        record[i] = static_cast<char>('a' + i % 26);
    if (ending == "newline")
        record.back() = '\n';
}

std::vector<std::string> numbered(const std::string &prefix, std::int64_t count) {
    std::vector<std::string> paths;
    for (std::int64_t i = 0; i < count; i++)
        paths.push_back(prefix + "." + std::to_string(i));
    return paths;
}

void arrange(std::int64_t iterations, std::int64_t lead_in) {
    outputs = numbered(output, iterations);
    lead_outputs = numbered(lead_output, lead_in);
}

Done append_times(const std::vector<std::string> &paths, std::int64_t each) {
    Done done;
    for (const std::string &path : paths) {
        Records handed(record, each);
        done.work += append(path, handed);
    }
    return done;
}

void lead_in(std::int64_t) { append_times(lead_outputs, lead_records); }

Done iterate(std::int64_t) { return append_times(outputs, records); }

void check(const Pairs &, Reply &reply) {
    arrange(1, 0);
    reply.integer("work", iterate(1).work);
}

} // namespace

const Job job = {"append", prepare, arrange, lead_in, iterate, check};
