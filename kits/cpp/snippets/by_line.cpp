// std::getline(): one line after the other. Change it to what you have in mind.
#include <cstdint>
#include <fstream>
#include <string>

std::int64_t run(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::string line;
    std::int64_t lines = 0;
    while (std::getline(file, line))
        lines++;
    return lines;
}
