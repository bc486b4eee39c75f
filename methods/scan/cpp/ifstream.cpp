// ifstream::read() of a record's count, then of its integers, with the stream's own buffer.
// Use it when records are read one by one and a few calls more do not matter.
// The article's program stops after a number of records that it knows, and sums in 32 bits.
// called: ifstream::read() of each record
// tags: article

#include "scan.hpp"

#include <fstream>

totals scan(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    totals found;
    std::int32_t count, integers[most_integers];
    while (file.read(reinterpret_cast<char *>(&count), sizeof count)) {
        demand_valid_count(count, path);
        const std::streamsize bytes = count * std::streamsize{sizeof *integers};
        if (!file.read(reinterpret_cast<char *>(integers), bytes)) {
            found.rest_bytes = sizeof count;
            break;
        }
        found.sum += record_sum(integers, count);
        found.integers += count;
    }
    found.rest_bytes += file.gcount();
    if (file.bad()) // at the end of the file only failbit and eofbit are set
        throw std::system_error(errno, std::generic_category(), path);
    return found;
}
