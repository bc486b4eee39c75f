// An ostringstream that is given rdbuf() of an ifstream.
// Use it when the rest of the program has streams, too; the string is a copy of what the stream has
// gathered.
// called: rdbuf() of an ifstream
// unsized: yes

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

std::vector<std::string> load(const std::string &folder, const std::vector<std::string> &names) {
    std::vector<std::string> contents;
    contents.reserve(names.size());
    for (const std::string &name : names) {
        std::ifstream file(folder + "/" + name, std::ios::binary);
        if (!file)
            throw std::system_error(errno, std::generic_category(), folder + "/" + name);
        std::ostringstream gathered;
        if (file.peek() !=
            std::ifstream::traits_type::eof()) // an empty file would count as a failure
            gathered << file.rdbuf();
        contents.push_back(std::move(gathered).str());
    }
    return contents;
}
