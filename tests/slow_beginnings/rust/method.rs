// thread::sleep() for so many milliseconds.
// For the tests of what a kit times.

use std::thread;
use std::time::Duration;

pub fn nap(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}
