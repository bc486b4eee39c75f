// std::fread() of a record's count, then of its integers, with the buffer that stdio chooses.
// Use it when records are read one by one and a few calls more do not matter.
// called: std::fread() of each record

#include "scan.hpp"

#include <cstdio>
#include <memory>

struct closer {
    void operator()(std::FILE *file) const { std::fclose(file); }
};

totals scan(const std::string &path) {
    const std::unique_ptr<std::FILE, closer> file(std::fopen(path.c_str(), "rb"));
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    totals found;
    std::int32_t count, integers[most_integers];
    std::size_t got;
    while ((got = std::fread(&count, 1, sizeof count, file.get())) == sizeof count) {
        demand_valid_count(count, path);
        const std::size_t bytes = static_cast<std::size_t>(count) * sizeof *integers;
        got = std::fread(integers, 1, bytes, file.get());
        if (got < bytes) {
            got += sizeof count;
            break;
        }
        found.sum += record_sum(integers, count);
        found.integers += count;
    }
    if (std::ferror(file.get()))
        throw std::system_error(errno, std::generic_category(), path);
    found.rest_bytes = static_cast<std::int64_t>(got);
    return found;
}
