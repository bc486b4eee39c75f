// An ofstream to another name in the folder, remove() of the old file, then rename().
// Use it nowhere if you can: for a moment there is no file. rename() needs no remove().
// called: remove(), then rename()
// atomic: with a gap
// durable: no
// keeps: nothing

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

void replace_file(const std::string &path, std::string_view content) {
    const std::string part = path + ".part";
    std::ofstream file(part, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close(); // what the buffer held fails here, if it fails
    if (!file)
        throw std::system_error(errno, std::generic_category(), part);
    std::filesystem::remove(path);
    std::filesystem::rename(part, path);
}
