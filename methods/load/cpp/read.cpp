// open(), fstat() and read() into a string of that size and a byte, which grows if it is full.
// Use it on POSIX when streams were measured to be in the way.
// called: read() into a string
// unsized: yes

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace {

struct Descriptor {
    int number;
    explicit Descriptor(const std::string &path)
        : number(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor() {
        if (number >= 0)
            close(number);
    }
};

} // namespace

std::vector<std::string> load(const std::string &folder, const std::vector<std::string> &names) {
    std::vector<std::string> contents;
    contents.reserve(names.size());
    for (const std::string &name : names) {
        const std::string path = folder + "/" + name;
        const Descriptor file(path);
        struct stat about = {};
        if (file.number < 0 || fstat(file.number, &about) < 0)
            throw std::system_error(errno, std::generic_category(), path);
        std::string &content = contents.emplace_back();
        content.resize(static_cast<std::size_t>(about.st_size) +
                       1); // the end shows before it is full
        std::size_t size = 0;
        ssize_t got;
        while ((got = read(file.number, content.data() + size, content.size() - size)) != 0) {
            if (got < 0 && errno != EINTR)
                throw std::system_error(errno, std::generic_category(), path);
            size += got > 0 ? static_cast<std::size_t>(got) : 0;
            if (size == content.size())
                content.resize(2 * size + 4096);
        }
        content.resize(size);
    }
    return contents;
}
