// An ofstream to another name in the folder, then std::filesystem::rename().
// Use it when others read the file: they find the old content or the new, whole.
// Two writers need two such names.
// called: an ofstream, then rename()
// atomic: yes
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
    std::filesystem::rename(part, path);
}
