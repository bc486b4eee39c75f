// The adapter of `create`: small files into fresh folders, one folder an iteration.

#include "../kit.hpp"

#include <vector>

std::int64_t create_files(const std::string &folder, const std::vector<std::string> &names,
                          std::string_view content);

namespace {

std::string output, lead_output, content;
std::vector<std::string> names, lead_names, folders, lead_folders;

std::vector<std::string> numbered(const std::string &prefix, std::int64_t count) {
    std::vector<std::string> texts;
    for (std::int64_t i = 0; i < count; i++)
        texts.push_back(prefix + std::to_string(i));
    return texts;
}

void prepare(const Pairs &pairs) {
    output = pairs.text("output");
    lead_output = pairs.text("lead_output");
    names = numbered(pairs.text("name"), pairs.integer("files", 0));
    lead_names = numbered(pairs.text("name"), pairs.integer("lead_files", 0));
    content.resize(static_cast<std::size_t>(pairs.integer("file_bytes", 0)));
    for (std::size_t i = 0; i < content.size(); i++)
        content[i] = static_cast<char>('a' + i % 26);
}

void arrange(std::int64_t iterations, std::int64_t lead_in) {
    folders = numbered(output + ".", iterations);
    lead_folders = numbered(lead_output + ".", lead_in);
}

Done fill(const std::vector<std::string> &into, const std::vector<std::string> &called) {
    Done done;
    for (const std::string &folder : into)
        done.work += create_files(folder, called, content);
    return done;
}

void lead_in(std::int64_t) { fill(lead_folders, lead_names); }

Done iterate(std::int64_t) { return fill(folders, names); }

void check(const Pairs &, Reply &reply) {
    arrange(1, 0);
    reply.integer("work", iterate(1).work);
}

} // namespace

const Job job = {"create", prepare, arrange, lead_in, iterate, check};
