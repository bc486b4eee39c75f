// ifstream::read() and ostream::write() in turn, through a buffer of 64 KiB changed in between.
// Use it when every byte is changed by itself; what must see several bytes at once needs more care
// where one buffer ends and the next begins.
// called: ifstream::read() and write() of 64 KiB

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <ostream>
#include <span>
#include <string>
#include <system_error>
#include <vector>

static void rot13(std::span<char> bytes) {
    for (char &byte : bytes) {
        const auto letter = static_cast<unsigned char>((byte | 0x20) - 'a');
        const int turn = letter < 13 ? 13 : letter < 26 ? -13 : 0;
        byte = static_cast<char>(byte + turn);
    }
}

std::int64_t transform(const std::string &path, std::ostream &sink) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    std::vector<char> buffer(64 * 1024);
    std::int64_t total = 0;
    while (file) { // the last piece is shorter, and ends the loop
        file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        const std::streamsize got = file.gcount();
        rot13({buffer.data(), static_cast<std::size_t>(got)});
        if (!sink.write(buffer.data(), got))
            throw std::system_error(errno, std::generic_category(), path);
        total += got;
    }
    if (file.bad()) // at the end of the file only failbit and eofbit are set
        throw std::system_error(errno, std::generic_category(), path);
    return total;
}
