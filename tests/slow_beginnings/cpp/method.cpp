// sleep_for() for so many milliseconds.
// For the tests of what a kit times.

#include <chrono>
#include <cstdint>
#include <thread>

void nap(std::int64_t milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}
