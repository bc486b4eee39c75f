// The sum that all methods of `scan` compute. A file is records, each a count n (0 to 512) and then
// n integers, all of them signed, of 32 bits, little-endian.

#pragma once

#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>

static_assert(std::endian::native == std::endian::little,
              "the stream of scan is little-endian, and so must be the machine");

constexpr std::int32_t most_integers = 512;

struct totals {
    std::int64_t integers = 0;
    std::int64_t sum = 0;
    std::int64_t rest_bytes = 0; // of a part record at the end
};

// The sum of one record: integers at even places plus twice those at odd places.
inline std::int64_t record_sum(const std::int32_t *integers, std::int32_t count) {
    std::int64_t even = 0, odd = 0;
    for (std::int32_t i = 0; i + 1 < count; i += 2) {
        even += integers[i];
        odd += integers[i + 1];
    }
    if (count % 2 != 0)
        even += integers[count - 1];
    return even + 2 * odd;
}

// Throw if a number cannot be a count, which ends the scan.
inline void demand_valid_count(std::int32_t count, const std::string &path) {
    if (count < 0 || count > most_integers)
        throw std::system_error(EBADMSG, std::generic_category(), path);
}
