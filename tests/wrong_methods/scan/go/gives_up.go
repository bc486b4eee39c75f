// Finds that the file holds no records.
// For the tests of what a kit makes of it.

package main

import "fmt"

func scan(path string) (integers int, sum int64, restBytes int, err error) {
	return 0, 0, 0, fmt.Errorf("%s holds no records", path)
}
