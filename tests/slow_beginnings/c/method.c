// nanosleep() for so many milliseconds.
// For the tests of what a kit times.

#include <stdint.h>
#include <time.h>

void nap(int64_t milliseconds) {
    struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&left, &left) < 0)
        continue;
}
