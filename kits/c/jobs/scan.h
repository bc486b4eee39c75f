// The sum that all methods of `scan` compute. A file is records, each a count n (0 to 512) and then
// n integers, all of them signed, of 32 bits, little-endian.

#ifndef SCAN_H
#define SCAN_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the stream of scan is little-endian, and so must be the machine"
#endif

enum { MOST_INTEGERS = 512 };

struct totals {
    int64_t integers;
    int64_t sum;
    int64_t rest_bytes; // of a part record at the end
};

// The sum of one record: integers at even places plus twice those at odd places.
static inline int64_t record_sum(const int32_t *integers, int32_t count) {
    int64_t even = 0, odd = 0;
    for (int32_t i = 0; i + 1 < count; i += 2) {
        even += integers[i];
        odd += integers[i + 1];
    }
    if (count % 2 != 0)
        even += integers[count - 1];
    return even + 2 * odd;
}

// True if a number can be a count; else errno is set.
static inline int count_is_valid(int32_t count) {
    if (count >= 0 && count <= MOST_INTEGERS)
        return 1;
    errno = EBADMSG;
    return 0;
}

// Add the whole records that lie at the start of `bytes` bytes to the totals; returns how many
// bytes they took, or -1 with errno.
static inline int64_t sum_records(const int32_t *words, size_t bytes, struct totals *totals) {
    const size_t end = bytes / sizeof *words;
    size_t at = 0;
    while (at < end) {
        int32_t count = words[at];
        if (!count_is_valid(count))
            return -1;
        if ((size_t)count >= end - at)
            break; // the rest of the record is not here
        totals->sum += record_sum(words + at + 1, count);
        totals->integers += count;
        at += 1 + (size_t)count;
    }
    return (int64_t)(at * sizeof *words);
}

#endif
