// An ofstream to another name in the folder, then std::filesystem::rename().
// Use it when others read the files: they see the old one or the whole new one, never a part.
// called: an ofstream, then rename()
// durable: no
// atomic: yes

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

std::int64_t create_files(const std::string &folder, const std::vector<std::string> &names,
                          std::string_view content) {
    for (const std::string &name : names) {
        const std::string path = folder + "/" + name, part = path + ".part";
        std::ofstream file(part, std::ios::binary);
        file.write(content.data(), static_cast<std::streamsize>(content.size()));
        file.close(); // what the buffer held fails here, if it fails
        if (!file)
            throw std::system_error(errno, std::generic_category(), part);
        std::filesystem::rename(part, path);
    }
    return static_cast<std::int64_t>(names.size());
}
