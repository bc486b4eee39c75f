// One packed file and an index of offsets; an ifstream, seekg() and read() for each item.
// Use it when many items are written once and read often; to change one, the file is packed anew.
// called: one packed file

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <system_error>
#include <unordered_map>
#include <vector>

struct totals {
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    std::int64_t ends = 0;
};

struct place {
    std::streamoff at = 0;
    std::size_t size = 0;
};

static std::unordered_map<std::string, place> read_index(const std::string &path) {
    std::unordered_map<std::string, place> places;
    std::ifstream index(path);
    place here;
    std::string name;
    while (index >> here.at >> here.size && index.get() && std::getline(index, name))
        places.emplace(name, here);
    return places;
}

totals read_blobs(const std::string &folder, const std::vector<std::string> &names) {
    totals found;
    const auto places = read_index(folder + "/blobs.index");
    std::ifstream packed(folder + "/blobs.pack", std::ios::binary);
    for (const std::string &name : names) {
        const place &here = places.at(name);
        std::string item(here.size, '\0');
        packed.seekg(here.at);
        if (!packed.read(item.data(), static_cast<std::streamsize>(item.size())))
            throw std::system_error(errno, std::generic_category(), folder + "/blobs.pack");
        found.items++;
        found.bytes += static_cast<std::int64_t>(item.size());
        if (!item.empty()) {
            found.ends += static_cast<unsigned char>(item.front());
            found.ends += static_cast<unsigned char>(item.back());
        }
    }
    return found;
}
