// read() of 64 KiB at a time, then std::count(). Change it to what you have in mind.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

std::int64_t run(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> piece(65536);
    std::int64_t lines = 0;
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
        lines += std::count(piece.begin(), piece.begin() + file.gcount(), '\n');
    return lines;
}
