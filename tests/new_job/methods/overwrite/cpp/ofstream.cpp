// An ofstream, which empties the file first: whoever reads meanwhile may see an empty file.
// Use it when nobody reads the file meanwhile.

#include <cerrno>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

void overwrite(const std::string &path, std::string_view content) {
    std::ofstream file(path, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
}
