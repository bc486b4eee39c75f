// Sum the integers of a file, as the article on read, fread, ifstream and mmap compares it.
//     scan METHOD FILE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

std::int64_t sum_of(const std::int32_t *integers, std::int32_t count) {
    std::int64_t even = 0, odd = 0;
    for (std::int32_t k = 0; k + 1 < count; k += 2) {
        even += integers[k];
        odd += integers[k + 1];
    }
    if (count % 2 == 1)
        even += integers[count - 1];
    return even + 2 * odd;
}

std::int64_t ifstream(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("cannot open " + path);
    std::int32_t count;
    std::array<std::int32_t, 512> integers;
    std::int64_t sum = 0;
    while (file.read(reinterpret_cast<char *>(&count), sizeof count)) {
        if (count < 0 || count > static_cast<std::int32_t>(integers.size()) ||
            !file.read(reinterpret_cast<char *>(integers.data()),
                       count * static_cast<std::streamsize>(sizeof count)))
            throw std::runtime_error("no record in " + path);
        sum += sum_of(integers.data(), count);
    }
    return sum;
}

struct closer {
    void operator()(std::FILE *file) const { std::fclose(file); }
};

std::int64_t fread_default(const std::string &path) {
    const std::unique_ptr<std::FILE, closer> file(std::fopen(path.c_str(), "rb"));
    if (!file)
        throw std::runtime_error("cannot open " + path);
    std::int32_t count;
    std::array<std::int32_t, 512> integers;
    std::int64_t sum = 0;
    while (std::fread(&count, sizeof count, 1, file.get()) == 1) {
        if (count < 0 || count > static_cast<std::int32_t>(integers.size()) ||
            std::fread(integers.data(), sizeof count, count, file.get()) !=
                static_cast<std::size_t>(count))
            throw std::runtime_error("no record in " + path);
        sum += sum_of(integers.data(), count);
    }
    return sum;
}

const std::map<std::string, std::int64_t (*)(const std::string &)> methods = {
    {"ifstream", ifstream},
    {"fread_default", fread_default},
};

// For how long this process has waited for a CPU that others had; none if the system does not tell.
std::optional<std::int64_t> waited_ns() {
    std::ifstream told("/proc/self/schedstat");
    std::int64_t ran, waited;
    if (told >> ran >> waited)
        return waited;
    return std::nullopt;
}

// Take blocks of memory and give them back in another order, as a program does that has worked.
void use_memory(std::size_t blocks) {
    std::vector<std::vector<char>> held(blocks);
    for (std::size_t i = 0; i < blocks; i++)
        held[i].resize(1 + i * 37 % 120);
    for (std::size_t step = 0; step < 7; step++)
        for (std::size_t i = step; i < blocks; i += 7)
            std::vector<char>().swap(held[i]);
}

// Have the neighbour on our stdin work for a while, and wait until it is done.
void let_neighbour_work() {
    char done;
    if (write(STDIN_FILENO, "w", 1) != 1 || read(STDIN_FILENO, &done, 1) != 1)
        throw std::runtime_error("the neighbour does not answer");
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 9) {
        for (const auto &method : methods)
            std::cout << method.first << '\n';
        return argc == 1 ? 0 : 2;
    }
    const auto method = methods.at(argv[1]);
    const std::string path = argv[2], smaller = argv[8];
    const int samples = std::atoi(argv[3]), turns = std::atoi(argv[4]);
    const int untimed = std::atoi(argv[5]);
    use_memory(static_cast<std::size_t>(std::atoi(argv[6])));
    const bool has_neighbour = std::atoi(argv[7]) != 0;
    for (int i = 0; i < untimed; i++)
        method(path);
    for (int sample = 0; sample < samples; sample++) {
        if (has_neighbour)
            let_neighbour_work();
        for (int i = 0; smaller != "0" && i < turns; i++)
            method(smaller);
        std::int64_t sum = 0;
        const auto before = waited_ns();
        const auto begun = std::chrono::steady_clock::now();
        for (int i = 0; i < turns; i++)
            sum += method(path);
        const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begun;
        const auto after = waited_ns();
        std::cerr << took.count() << ' ';
        if (before && after)
            std::cerr << *after - *before;
        else
            std::cerr << '-';
        std::cerr << ' ' << sum << '\n';
    }
}
