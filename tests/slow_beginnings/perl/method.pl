# usleep() for so many milliseconds.
# For the tests of what a kit times.
use strict;
use warnings;
use Time::HiRes ();

sub nap { Time::HiRes::usleep(1000 * $_[0]) }

1;
