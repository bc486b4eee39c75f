<?php
// usleep() for so many milliseconds.
// For the tests of what a kit times.

function nap(int $milliseconds): void
{
    usleep(1000 * $milliseconds);
}
