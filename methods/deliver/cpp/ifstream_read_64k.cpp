// ifstream::read() and ostream::write() in turn, 64 KiB at a time.
// Use it when the bytes are counted or looked at on their way.
// called: ifstream::read() and write() of 64 KiB

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

std::int64_t deliver(const std::string &path, std::ostream &sink) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    std::vector<char> buffer(64 * 1024);
    std::int64_t total = 0;
    while (file) { // the last piece is shorter, and ends the loop
        file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        const std::streamsize got = file.gcount();
        if (!sink.write(buffer.data(), got))
            throw std::system_error(errno, std::generic_category(), path);
        total += got;
    }
    if (file.bad()) // at the end of the file only failbit and eofbit are set
        throw std::system_error(errno, std::generic_category(), path);
    return total;
}
