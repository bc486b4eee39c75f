// The messages that a method of `log` is asked to log, one after another.

#pragma once

#include "append.hpp"

#include <span>
#include <string>

// Different messages, then the first again, and so on.
struct Cycle {
    std::span<const std::string> different = {};
    std::int64_t left = 0;
    std::size_t at = 0;

    std::string_view first() const { return left > 0 ? different.front() : std::string_view(); }
    void step(std::string_view &message) {
        left--;
        if (++at == different.size())
            at = 0;
        message = different[at];
    }
};

using Messages = Handed<Cycle>;
