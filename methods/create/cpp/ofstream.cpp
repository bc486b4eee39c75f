// An ofstream for each file.
// Use it by default in C++; whoever reads meanwhile may see a file that is half written.
// called: an ofstream
// durable: no
// atomic: no

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

std::int64_t create_files(const std::string &folder, const std::vector<std::string> &names,
                          std::string_view content) {
    for (const std::string &name : names) {
        const std::string path = folder + "/" + name;
        std::ofstream file(path, std::ios::binary);
        file.write(content.data(), static_cast<std::streamsize>(content.size()));
        file.close(); // what the buffer held fails here, if it fails
        if (!file)
            throw std::system_error(errno, std::generic_category(), path);
    }
    return static_cast<std::int64_t>(names.size());
}
