// An ofstream, which empties the file, and write().
// Use it when nobody reads the file meanwhile: a reader may find it empty or half written.
// called: an ofstream
// atomic: no
// durable: no
// keeps: everything

#include <cerrno>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

void replace_file(const std::string &path, std::string_view content) {
    std::ofstream file(path, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close(); // what the buffer held fails here, if it fails
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
}
