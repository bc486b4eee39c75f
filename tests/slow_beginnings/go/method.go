// time.Sleep() for so many milliseconds.
// For the tests of what a kit times.

package main

import "time"

func nap(milliseconds int) {
	time.Sleep(time.Duration(milliseconds) * time.Millisecond)
}
