// Uses what is not there.
// For the tests of what a kit makes of it.

package main

var known []int

func scan(path string) (integers int, sum int64, restBytes int, err error) {
	return known[len(path)], 0, 0, nil
}
