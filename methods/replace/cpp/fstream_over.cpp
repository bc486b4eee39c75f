// An fstream that writes over what is there, then resize_file().
// Use it when nobody reads the file meanwhile: a reader may find new and old content mixed.
// called: an fstream, and resize_file()
// atomic: no
// durable: no
// keeps: everything

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

void replace_file(const std::string &path, std::string_view content) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close(); // what the buffer held fails here, if it fails
    if (!file)
        throw std::system_error(errno, std::generic_category(), path);
    std::filesystem::resize_file(path, content.size());
}
