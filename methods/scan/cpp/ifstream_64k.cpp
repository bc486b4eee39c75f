// ifstream::read() of a record's count, then of its integers, with a buffer of 64 KiB.
// Use it when a stream reads a large file; the buffer counts only if it is set before the open.
// called: ifstream::read() with 64 KiB of buffer

#include "scan.hpp"

#include <fstream>
#include <vector>

totals scan(const std::string &path) {
    std::vector<char> buffer(64 * 1024); // must outlive the stream
    std::ifstream file;
    file.rdbuf()->pubsetbuf(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    file.open(path, std::ios::binary);
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
