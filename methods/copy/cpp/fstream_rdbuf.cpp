// An ofstream takes the buffer of an ifstream whole: out << in.rdbuf().
// Use it when one of the two is another stream.
// called: an ofstream that takes the ifstream's buffer
// durable: no
// mode: not kept

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>

void copy_file(const std::string &from, const std::string &to) {
    std::ifstream reader(from, std::ios::binary);
    if (!reader)
        throw std::system_error(errno, std::generic_category(), from);
    std::ofstream writer(to, std::ios::binary);
    const bool empty = reader.peek() == std::ifstream::traits_type::eof();
    if (!writer || (!empty && !(writer << reader.rdbuf())) || !writer.flush())
        throw std::system_error(errno, std::generic_category(), to);
}
