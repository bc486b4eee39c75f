// std::filesystem::copy_file(): the library's way, which keeps the mode.
// Use it unless something speaks against it.
// tags: untouched
// durable: no
// mode: kept

#include <filesystem>
#include <string>

void copy_file(const std::string &from, const std::string &to) {
    std::filesystem::copy_file(from, to);
}
