// The adapter of `append`: records to fresh files, one file an iteration.

#include "append.hpp"

#include "../kit.hpp"

#include <cstring>
#include <stdexcept>
#include <vector>

std::int64_t append(const std::string &path, Records &records);

namespace {

std::string output, lead_output, record;
std::int64_t records, lead_records;
bool newline;
std::vector<std::string> outputs, lead_outputs;

// Records with a tag: `#`, then the tag again and again, so that every part of a record tells whose
// it is. The tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
constexpr std::size_t tag_bytes = 16, last_digit = 14, records_kept = 64;
std::int64_t writer; // below 0: records have no tags

// Hands out tagged records, and notes when each was handed out and done.
class Tagged : public Source {
  public:
    explicit Tagged(Window &given) : window(given) {
        const std::string number = std::to_string(100 + writer);
        tag = number.substr(1) + ".000000000000 ";
    }

    // A call of the method begins, which was due at a time.
    void begin(std::int64_t due) {
        due_ns = due;
        left = records;
    }

    // The record that is out is done; the time now.
    std::int64_t take_back() {
        const std::int64_t now = now_ns();
        if (is_out)
            window.moments.push_back(now);
        is_out = false;
        return now;
    }

    bool next(std::string_view &next) override {
        if (take_back() >= window.end_ns || left == 0)
            return false;
        left--;
        next = write_tagged();
        window.moments.push_back(window.every_ns > 0 ? due_ns : now_ns());
        is_out = true;
        return true;
    }

  private:
    // The record that the tag is of, in the next of the slots; then the tag is the next record's.
    std::string_view write_tagged() {
        char *start = slots.data() + slot * record.size(), *body = start + 1;
        const std::size_t bytes = record.size() - 1 - newline;
        slot = (slot + 1) % records_kept;
        *start = '#';
        std::memcpy(body, tag.data(), tag_bytes);
        for (std::size_t done = tag_bytes; done < bytes; done *= 2)
            std::memcpy(body + done, body, done < bytes - done ? done : bytes - done);
        if (newline)
            body[bytes] = '\n';
        for (std::size_t digit = last_digit; ++tag[digit] > '9'; digit--)
            tag[digit] = '0';
        return {start, record.size()};
    }

    Window &window;
    std::string tag;
    std::vector<char> slots = std::vector<char>(records_kept * record.size());
    std::size_t slot = 0;
    std::int64_t left = 0, due_ns = 0;
    bool is_out = false; // whether a record was handed out and is not done
};

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
    newline = ending == "newline";
    if (newline)
        record.back() = '\n';
    writer = pairs.has("writer") ? pairs.integer("writer", 0) : -1;
    if (writer > 99 || (writer >= 0 && record.size() < 1 + tag_bytes + newline))
        throw std::runtime_error("prepare: no tag of writer " + std::to_string(writer) +
                                 " fits into record_bytes=" + std::to_string(record.size()));
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

// Call the method again and again, each time with as many records as one call writes.
Done fill(Window &window) {
    if (writer < 0)
        throw std::runtime_error("measure: end_ns needs prepare with writer");
    Tagged tagged(window);
    Done done;
    for (std::int64_t number = 0; const auto due_ns = window.next(number); number++) {
        Records handed(tagged);
        tagged.begin(*due_ns);
        done.work += append(outputs[0], handed);
        tagged.take_back();
    }
    return done;
}

void check(const Pairs &, Reply &reply) {
    arrange(1, 0);
    reply.integer("work", iterate(1).work);
}

} // namespace

const Job job = {"append", prepare, arrange, lead_in, iterate, check, fill};
